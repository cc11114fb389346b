"""The folder of one solution: whose it is, and how its keys are made."""

from __future__ import annotations

from zermelo.engines.layers.files import files_at
from zermelo.engines.layers.storage import FileStorage, Note
from zermelo.errors import BadInput
from zermelo.machine.layout import Layout
from zermelo.machine.machine import Machine
from zermelo.machine.words import Words
from zermelo.model.game import Game, State
from zermelo.model.numerals import spelled
from zermelo.tables.exact_json import Unwritten, to_json
from zermelo.tables.identity import Identity, differences, identity_of
from zermelo.tables.layouts import layout_from_json, layout_to_json

WHOSE = "game"  # the note about it


class StartedIdentity(Identity):
    """Which game, and from where."""

    start: object  # as JSON


class GameFolder(FileStorage):
    """Files of one game from one start, with keys of one layout."""

    def __init__(self, address: str, game: Game, start: State) -> None:
        try:
            super().__init__(files_at(address))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise BadInput(
                address,
                where="disk",
                rule=f"layers are kept in a folder, and this one cannot be used: {why}",
                fix="Pass a folder that can be written to",
            ) from None
        self.identity: StartedIdentity = {**identity_of(game), "start": _told(start)}
        found = self.note(WHOSE)
        self.whose: Note = found or {}
        if found is None and self.files.sizes():
            raise self.foreign("it holds other files")
        other = differences(found["identity"], self.identity, "in the folder") if found else []
        if other or (found and found["identity"]["start"] != self.identity["start"]):
            raise self.foreign("; ".join(other) or "it is about another start")

    def foreign(self, what: str) -> BadInput:
        """The folder cannot be used for this game."""
        return BadInput(
            f"{self.files.address}: {what}",
            where="disk",
            rule="a folder holds the layers of one game, from one start",
            fix="Pass another folder, or empty this one",
        )

    @property
    def layout(self) -> Layout | None:
        """How the keys that are there were made."""
        return layout_from_json(self.whose["layout"]) if self.whose else None

    @property
    def words(self) -> Words | None:
        """And which bits of them are kept."""
        return Words(tuple(self.whose["bits"])) if self.whose else None

    def begin(self, machine: Machine, words: Words) -> None:
        """Keys will be made this way; what was begun in another way is deleted.

        A field that grows makes all keys anew. Where all positions are found no field grows any
        more: keys of another make are another version's, and nobody's to delete.
        """
        made = {"layout": layout_to_json(machine.layout), "bits": list(words.bits)}
        if self.whose and {name: self.whose[name] for name in made} == made:
            return
        if self._is_explored:
            raise self.foreign("its keys were made in another way, by another version")
        self.clear()
        self.whose = {"identity": self.identity, **made}
        self.write_note(WHOSE, self.whose)

    @property
    def _is_explored(self) -> bool:
        """Whether all positions were found."""
        found = self.note("forward")
        return found is not None and not found["waiting"]


def _told(start: State) -> object:
    try:
        return to_json(start)
    except Unwritten:
        return spelled(start)
