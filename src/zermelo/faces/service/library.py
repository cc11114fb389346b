"""JSON → a game and its positions. Only games of the catalogue and those named at start exist.

Lists become tuples; "1/3" and 0.1 are exact fractions, unless a tolerance is stated.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from itertools import filterfalse
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.errors import BadInput, ZermeloError
from zermelo.faces.cli.arguments import named_by, parameters_of
from zermelo.faces.drawing import picture_of, svg_of
from zermelo.faces.plain import Json, JsonObject, plain
from zermelo.faces.service.patience import Patience
from zermelo.faces.service.problems import ServiceProblem, service_problem
from zermelo.games import GAMES, Catalogued, find, near, spoken
from zermelo.model.combine import ending_of, misere_form
from zermelo.model.exact import Number
from zermelo.model.game import Game, State
from zermelo.model.numerals import spelled
from zermelo.solution import Solution
from zermelo.teaching.which import clues_to
from zermelo.teaching.words import words_for

if TYPE_CHECKING:
    from zermelo.faces.cli.game_files import Maker, Named

FRACTION = re.compile(r"[+-]?(\d+/\d+|\d+\.\d*|\.\d+|\d+)$")
ROW_ANNOTATIONS = ("tuple", "Sequence", "list", "Heaps")
_UNSEEN: JsonObject = {"picture": "list", "svg": "", "wrong": ""}
NESTED_ROWS = ("tuple[tuple", "tuple[Sequence", "list[list", "Adjacency")


class Library:
    """The games that may be solved, by name."""

    def __init__(self, files: tuple[str, ...] = (), saved: tuple[str, ...] = ()) -> None:
        self.own: dict[str, Named] = {}
        self.saved: list[Solution] = []
        for words in files:
            self._add(words)
        for path in saved:
            self._open(path)

    def _add(self, words: str) -> None:
        kind = named_by([words])[0]
        path, _, said = words.partition(":")
        name = said or getattr(kind, "__name__", type(kind).__name__)
        if self._is_taken(name):
            name = f"{Path(path).name}:{name}"
        if self._is_taken(name):
            raise BadInput(
                words, where="--game", rule="there is such a game already", fix="Rename the class"
            )
        self.own[name] = kind

    def _open(self, path: str) -> None:
        """A saved table; its game has the name of the file, besides its own."""
        from zermelo.solution.loading import load  # brings numpy along

        name = next(filterfalse(self._is_taken, (Path(path).stem, Path(path).name)), None)
        if name is None:
            raise BadInput(
                path, where="--table", rule="there is such a game already", fix="Rename the file"
            )
        solution = load(path)
        self.saved.append(solution)
        self.own[name] = solution.game

    def table_of(self, game: Game) -> Solution | None:
        """The saved table of a game."""
        return next((one for one in self.saved if one.game == game), None)

    def _is_taken(self, name: str) -> bool:
        if spoken(name) in map(spoken, self.own):
            return True
        try:
            find(name)
        except BadInput:
            return False
        return True

    def kind(self, name: str) -> Named:
        """The class of a name, or the game itself where a file has made one."""
        for known, kind in self.own.items():
            if spoken(known) == spoken(name):
                return kind
        try:
            return find(name)
        except BadInput:
            close = ", ".join(near(name))
            fix = f"Did you mean {close}?" if close else "GET /v1/games lists them."
            message = f"There is no game called {spelled(name)}."
            raise ServiceProblem("unknown_game", message, field="game", fix=fix) from None

    def describe(self) -> list[JsonObject]:
        """What a client needs to know of every game."""
        return [*map(self.describe_own, self.own), *map(_of_catalogue, GAMES)]

    def outline(self) -> list[JsonObject]:
        """The same without running anything of the operator's own games."""
        own = [
            {**_described(name, kind, self._origin(name)), **_UNSEEN}
            for name, kind in self.own.items()
        ]
        return own + list(map(_of_catalogue, GAMES))

    def describe_own(self, name: str) -> JsonObject:
        """One of the operator's own; what is wrong with it where its own code never comes back."""
        kind = self.own[name]
        told = _described(name, kind, self._origin(name))
        rules = Patience(_class_name(kind))
        fields = rules.ask(" with its defaults", lambda: list(_fields(kind)), told["fields"])
        return {**told, "fields": fields, **_seen(kind, rules)}

    def _origin(self, name: str) -> str:
        """Where a game that is not of the catalogue comes from."""
        return "table" if any(self.own[name] is one.game for one in self.saved) else "file"

    def game(self, name: str, arguments: dict[str, Json] | None) -> Game:
        """The game with these arguments; its example where there are none."""
        kind = self.kind(name)
        if isinstance(kind, Game):
            _check_names(kind, (), arguments or {})
            return kind
        if not arguments and hasattr(kind, "example_game"):
            example: Game = kind.example_game()
            return example
        return _made(kind, arguments or {})


# -- describing ------------------------------------------------------------------------------------


def _described(name: str, kind: Named, origin: str) -> JsonObject:
    doc = getattr(kind, "__doc__", None) or ""
    rules = " ".join(doc.split("\n\n")[0].split())
    clues = [name, rules]
    if isinstance(kind, type) and issubclass(kind, Catalogued) and kind in GAMES:
        clues = clues_to(kind)
    tie = getattr(kind, "tie", None)
    return {
        "name": name,
        "origin": origin,
        "aliases": list(getattr(kind, "aliases", ())),
        "rules": rules,
        "clues": list(clues),
        "words": list(words_for(" ".join(clues))),
        "tie": tie.value if tie is not None else "",
        "fields": list(_fields(kind, makes=False)),
        "example": _example(kind),
        "misere": _misere(kind),
    }


def _of_catalogue(kind: type[Catalogued]) -> JsonObject:
    told = _described(kind.name, kind, "catalogue")
    return {**told, "fields": list(_fields(kind)), **_seen(kind, Patience(kind.name, None))}


def _class_name(kind: Named) -> str:
    return getattr(kind, "__name__", type(kind).__name__)


def _picture(kind: Named) -> str:
    """A function that makes games does not say which."""
    game_class = kind if isinstance(kind, type) else type(kind)
    try:
        return picture_of(game_class) if issubclass(game_class, Game) else "list"
    except Exception:  # rules may fail in any way
        return "list"


def _misere(kind: Named) -> str:
    """What the misère form of a last-move game says; nothing for any other."""
    if not isinstance(kind, Game) and not (isinstance(kind, type) and issubclass(kind, Game)):
        return ""
    ending = ending_of(kind)
    return f"whoever moves last {'loses' if ending < 0 else 'wins'}" if ending else ""


def _seen(kind: Named, rules: Patience) -> JsonObject:
    """Which picture fits it, the start of its example, and why there is none.

    A class that needs arguments and has no example is as it should be, though it shows nothing.
    """
    seen = dict(_UNSEEN)
    try:
        game = rules.need("()", lambda: _sample(kind))
        if isinstance(game, Game):
            start = rules.need(".start", lambda: game.start)
            seen["svg"] = rules.need(
                f".picture({spelled(start)})", lambda: svg_of(game, start, playable=False)
            )
            seen["picture"] = rules.need(".picture", lambda: _picture(kind))
    except Exception as error:  # a class may do anything
        seen["wrong"] = "" if _needs_arguments(kind) else _fault(kind, error)
    return seen


def _sample(kind: Named) -> object:
    return kind if isinstance(kind, Game) else getattr(kind, "example_game", kind)()


def _fault(kind: Named, error: Exception) -> str:
    """What is wrong with a class that cannot be made, or drawn."""
    if isinstance(error, ServiceProblem):
        return error.message
    if isinstance(error, ZermeloError):
        return service_problem(error).message
    return f"{_class_name(kind)}() raises {type(error).__name__}: {str(error).rstrip('.')}."


def _needs_arguments(kind: Named) -> bool:
    if hasattr(kind, "example_game"):
        return False
    return any(form.default is form.empty for form in _parameters(kind).values())


def _fields(kind: Named, *, makes: bool = True) -> Iterator[JsonObject]:
    """The arguments; a default that has to be made is said where `makes`."""
    for name, form in _parameters(kind).items():
        if name == "tolerance":
            continue  # how floats are compared is no part of a game
        required = form.default is form.empty
        yield {
            "name": name,
            "kind": _field_kind(kind, name, form),
            "required": required,
            "default": None if required else _default(kind, name, form.default, makes),
        }


def _default(kind: Named, name: str, value: object, makes: bool) -> Json:
    """The default as JSON; None where it is no number, text, flag or row of them."""
    kinds = (int, float, str, Fraction, tuple, list)
    made = _made_default(kind, name, value) if makes else value
    return plain(made) if isinstance(made, kinds) else None


def _made_default(kind: Named, name: str, value: object) -> object:
    """The default; of a dataclass that makes it anew for every object, one that was made."""
    for field in fields(kind) if isinstance(kind, type) and is_dataclass(kind) else ():
        if field.name == name and field.default_factory is not MISSING:
            try:
                return field.default_factory()
            except Exception:  # a class may do anything
                return None
    return value


def _example(kind: Named) -> JsonObject:
    if isinstance(kind, Game):
        return {}
    given = zip(_parameters(kind), getattr(kind, "example", ()), strict=False)
    return {name: plain(value) for name, value in given}


def _parameters(kind: Named) -> dict[str, inspect.Parameter]:
    return {} if isinstance(kind, Game) else parameters_of(kind)


def _field_kind(kind: Named, name: str, form: inspect.Parameter) -> str:
    """number, text, flag, row or rows: the example shows it, or the default, or the type."""
    example = dict(zip(_parameters(kind), getattr(kind, "example", ()), strict=False))
    for shown in (example.get(name), form.default):
        found = _value_kind(shown)
        if found is not None and shown != ():  # an empty row may be one of rows
            return found
    written = getattr(form.annotation, "__name__", None) or str(form.annotation)
    written = str(form.annotation) if "[" in str(form.annotation) else written
    if written.startswith(NESTED_ROWS):
        return "rows"
    if written.startswith(ROW_ANNOTATIONS) or form.default == ():
        return "row"
    return {"str": "text", "bool": "flag"}.get(written, "number")


def _value_kind(value: object) -> str | None:
    if isinstance(value, tuple):
        return "rows" if any(isinstance(part, tuple) for part in value) else "row"
    if isinstance(value, bool):
        return "flag"
    return "text" if isinstance(value, str) else None


# -- making ----------------------------------------------------------------------------------------


def _made(kind: Maker, arguments: dict[str, Json]) -> Game:
    parameters = _parameters(kind)
    _check_names(kind, tuple(parameters), arguments)
    keeps_floats = arguments.get("tolerance") is not None
    given = {
        name: _value(value, _field_kind(kind, name, parameters[name]), keeps_floats)
        for name, value in arguments.items()
    }
    missing = [n for n, form in parameters.items() if form.default is form.empty and n not in given]
    if missing:
        raise ServiceProblem(
            "bad_input",
            f"{missing[0]} is missing.",
            field=f"arguments.{missing[0]}",
            fix=f"Send {', '.join(missing)}{_or_none(kind, 'no arguments')}.",
        )
    return _built(kind, given)


def _or_none(kind: Maker, instead: str = "leave them out") -> str:
    """The other way out, where a game has an example."""
    return f", or {instead} for an example" if hasattr(kind, "example_game") else ""


def misere_of(game: Game) -> Game:
    """The misère form of a last-move game; a `ServiceProblem` for any other."""
    try:
        return misere_form(game)
    except BadInput as error:
        fix = "Leave it out; GET /v1/games says which games have such a form."
        raise ServiceProblem("bad_input", f"{error.rule}.", field="misere", fix=fix) from error


def _built(kind: Maker, given: dict[str, object]) -> Game:
    try:
        game = kind(**given)
    except ZermeloError as error:
        raise service_problem(error, "arguments") from error
    except MemoryError:
        raise
    except Exception as error:
        raise ServiceProblem(
            "bad_input",
            f"The game refuses this: {str(error).rstrip('.') or type(error).__name__}.",
            field="arguments",
            fix=f"Change the fields{_or_none(kind)}.",
        ) from error
    if isinstance(game, Game):
        return game
    raise ServiceProblem(
        "bad_input", "It makes no game.", field="game", fix="Name a class that extends Game."
    )


def _check_names(kind: Named, known: tuple[str, ...], arguments: dict[str, Json]) -> None:
    for name in arguments:
        if name not in known:
            fix = f"Its fields are {', '.join(known)}." if known else "It has no fields."
            message = f"{getattr(kind, '__name__', 'The game')} has no field {spelled(name)}."
            raise ServiceProblem("bad_input", message, field=f"arguments.{name}", fix=fix)


def _value(value: Json, kind: str, keeps_floats: bool) -> object:
    if isinstance(value, list):
        return tuple(_value(part, kind, keeps_floats) for part in value)
    if isinstance(value, str) and kind != "text" and FRACTION.match(value):
        return _exact(value)
    if isinstance(value, float) and not keeps_floats:
        return _exact(repr(value))
    return value


def _exact(text: str) -> Number:
    try:
        number = Fraction(text)
    except ZeroDivisionError:
        raise ServiceProblem(
            "bad_input",
            f"{text}: nothing is divided by zero.",
            field="arguments",
            fix="Send a number.",
        ) from None
    return int(number) if number.denominator == 1 else number


def frozen(value: Json) -> State:
    """A position as states are: tuples instead of lists."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value
