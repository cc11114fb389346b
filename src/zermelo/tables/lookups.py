"""Single look-ups in few steps: for states of plain numbers, whose keys are a diagram.

Once there are many of them, one call of machine code finds the row of a key. What does not fit
(other states, sorted keys, compressed blocks) is looked up step by step, in `reader`, as is what
leads nowhere, for its place to be told.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from zermelo.graph.contract import NOT_FOUND
from zermelo.kernels import load
from zermelo.machine.layout import WORD
from zermelo.model.game import Game, State, declares
from zermelo.tables.codes import Entry
from zermelo.tables.diagram import Diagram
from zermelo.tables.reader import TableFile

MANY_LOOK_UPS, MANY_WHEN_LOADED = 20_000, 200  # that pay for machine code, and for a call of it
MOST_WORDS = 2  # of a key
NOT_AT_ONCE = -2  # the kernel's own word for what it cannot read
LOW_WORD = (1 << WORD) - 1

PackedField = tuple[
    int, int, int
]  # least, greatest, and the place in the key of all words together


class LookUps:
    """All that is said of a state, for one game."""

    def __init__(self, table: TableFile, game: Game) -> None:
        self.table, self.game = table, game
        self.asked = 0
        self.at_once: AtOnce | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """Another process begins anew."""
        return LookUps, (self.table, self.game)

    def entry(self, state: State) -> Entry | None:
        """What the table says of a state; None where it does not hold it."""
        if self.at_once is not None:
            row = self.at_once.row(state)
            if 0 <= row < len(self.at_once.rows):
                return self.at_once.rows[row]
            if row == NOT_FOUND:
                return None
        else:
            self._count()
        number = self.table.number(self.game, state)
        return None if number == NOT_FOUND else self.table.row(number)

    def _count(self) -> None:
        """Make ready for machine code once there are many look-ups, if the table is one for it."""
        self.asked += 1
        is_loaded = "zermelo.kernels.lookups" in sys.modules
        if self.asked >= (MANY_WHEN_LOADED if is_loaded else MANY_LOOK_UPS):
            self.asked = -sys.maxsize  # once is enough
            self.at_once = AtOnce(self.table, self.game) if _is_plain(self.table) else None


def _is_plain(table: TableFile) -> bool:
    layout = table.layout
    if layout.dense or layout.words > MOST_WORDS or not layout.form.is_plain:
        return False
    return isinstance(table.index, Diagram)


class AtOnce:
    """One call of machine code for a look-up."""

    def __init__(self, table: TableFile, game: Game) -> None:
        self.rows = table.palette.rows
        self.fields: list[PackedField] = [
            (low, high, place + WORD * word)
            for low, high, place, word, _, _ in table.layout.columns
        ]
        self.size = len(self.fields)
        self.canonical = game.canonical if declares(game, "canonical") else None
        self.layer = table.layer_finder(game)
        body, head = table.file.body, table.head
        self.file = np.frombuffer(body, "<u8", len(body) // 8)
        self.nodes = head["keys"]["at"] // 8
        self.layers = [(told["root"], told["blocks"]["at"] // 8) for told in head["layers"]]
        self.kernel: Callable[..., int] = load("lookups").look_up

    def row(self, state: State) -> int:
        """The row of the palette; NOT_FOUND, or less where it has to be looked up in another way.

        Taken apart into functions this takes half as long again.
        """
        if self.canonical is not None:
            state = self.canonical(state)
        if type(state) is not tuple or len(state) != self.size:
            return NOT_AT_ONCE
        key = 0
        for number, (low, high, place) in zip(state, self.fields):  # noqa: B905 - as long, and quick
            if type(number) is not int or not low <= number <= high:
                return NOT_AT_ONCE
            key += number - low << place
        at = self.layer(state, key)
        if at is None:
            return NOT_FOUND
        if at < 0:
            return NOT_AT_ONCE
        root, directory = self.layers[at]
        return self.kernel(self.file, key & LOW_WORD, key >> WORD, root, self.nodes, directory)
