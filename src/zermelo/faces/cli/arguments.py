"""Words of a command line → a game: `ends 5 3 7 10`, `connect four 5 4`, `mygame.py:Coins row=5,3`.

A field that is a row takes all the numbers that are left.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from zermelo.errors import BadInput, ZermeloError
from zermelo.faces.spelling import EXACT_WORD, WHOLE_WORD, value_of
from zermelo.model.game import Game
from zermelo.model.numerals import error_text

if TYPE_CHECKING:
    from zermelo.faces.cli.game_files import Maker, Named
    from zermelo.games.base import Catalogued

Parameters: TypeAlias = dict[str, inspect.Parameter]
GivenFields: TypeAlias = dict[str, object]

ROW_TYPES = ("tuple", "Sequence", "list", "Heaps", "Adjacency")


def game_of(words: Sequence[str]) -> Game:
    """The game that the words name, with its arguments."""
    kind, rest = named_by(list(words))
    if isinstance(kind, Game):
        _no_more(kind, rest)
        return kind
    if not rest and hasattr(kind, "example_game"):
        example: Game = kind.example_game()
        return example
    return _made(kind, rest)


def is_only_a_name(words: Sequence[str]) -> bool:
    """Whether the words name a class of the catalogue and nothing else, which is its example."""
    from zermelo.games import find

    with suppress(BadInput):
        find(" ".join(words))
        return True
    return False


# -- the class -------------------------------------------------------------------------------------


def named_by(words: list[str]) -> tuple[Named, list[str]]:
    """A class, or a game that a file has made already; and the words behind its name."""
    first, _, name = words[0].partition(":")
    if first.endswith(".py"):
        from zermelo.faces.cli.game_files import game_in

        return game_in(first, name), words[1:]
    return catalogued(words)


def catalogued(words: list[str]) -> tuple[type[Catalogued], list[str]]:
    """A class of the catalogue, and the words behind its name."""
    from zermelo.games import find

    said = _leading_words(words)
    for count in range(len(said), 0, -1):
        with suppress(BadInput):
            return find(" ".join(said[:count])), words[count:]
    raise _no_such_game(words[0])


def _no_such_game(word: str) -> BadInput:
    from zermelo.games import near

    hint = ", ".join(name.replace(" ", "-") for name in near(word))
    return BadInput(
        word,
        rule="the catalogue has no such game, and a file ends in .py",
        fix=f"Did you mean {hint}?" if hint else "`zermelo games` lists all of them",
    )


def _leading_words(words: list[str]) -> list[str]:
    """The words that may belong to a name of several words: letters, with hyphens inside."""
    count = 1
    while count < len(words) and re.match(r"[A-Za-zè'&]+(-[A-Za-zè'&]+)*$", words[count]):
        count += 1
    return words[:count]


# -- its arguments ---------------------------------------------------------------------------------


def _made(kind: Maker, words: list[str]) -> Game:
    parameters = parameters_of(kind)
    given = _named(kind, parameters, [word for word in words if _is_named(word)])
    given |= _in_order(kind, parameters, given, [word for word in words if not _is_named(word)])
    missing = [
        name
        for name, form in parameters.items()
        if form.default is form.empty and name not in given
    ]
    if missing:
        raise BadInput(
            "nothing" if not words else " ".join(words),
            where=f"{kind.__name__}.{missing[0]}",
            rule=f"it needs {', '.join(parameters)}",
            fix=f"Write e.g. {missing[0]}=… behind the game's name",
        )
    try:
        game = kind(**given)
    except ZermeloError:
        raise
    except Exception as error:
        from zermelo.faces.cli.game_files import place_of

        raise BadInput(
            " ".join(words) or "no argument",
            where=": ".join(filter(None, (place_of(error), kind.__name__))),
            rule=f"it cannot be made of this: {error_text(error)}",
            fix=_usage(parameters),
        ) from error
    if isinstance(game, Game):
        return game
    raise BadInput(
        f"an object of type {type(game).__name__}",
        where=kind.__name__,
        rule="a game extends Game",
        fix="Name a class that extends Game",
    )


def parameters_of(kind: Maker) -> Parameters:
    """The arguments that it takes by name."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(kind).parameters
    return {name: form for name, form in parameters.items() if form.kind in named}


def _usage(parameters: Parameters) -> str:
    named = [name for name in parameters if name != "tolerance"]
    return f"Its arguments are {', '.join(named)}" if named else "It takes no arguments"


def _example(kind: Maker, parameters: Parameters, found: GivenFields) -> str:
    """How a row is given, with a call; nothing where no field of those found is a row."""
    if not any(_is_row(kind, parameters, name) for name in found):
        return ""
    name = getattr(kind, "name", "").replace(" ", "-")
    call = f", e.g. zermelo solve {name} {example_words(kind)}" if name else ""
    return f"; give numbers, a file of them (@coins.txt) or - for standard input{call}"


def example_words(kind: Maker) -> str:
    """The arguments of the example as they are typed."""
    parameters = list(inspect.signature(kind).parameters)
    given = dict(zip(parameters, getattr(kind, "example", ()), strict=False))
    parts = []
    for place, (name, value) in enumerate(given.items()):
        if place == 0 and isinstance(value, tuple) and not any(isinstance(v, tuple) for v in value):
            parts.append(" ".join(map(str, value)))
        elif place == 0 and not isinstance(value, tuple):
            parts.append(_word(value))
        else:
            parts.append(f"{name}={_word(value)}")
    return " ".join(parts)


def _word(value: object) -> str:
    if isinstance(value, tuple):
        nested = any(isinstance(part, tuple) for part in value)
        return (":" if nested else ",").join(map(_word, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_named(word: str) -> bool:
    return re.match(r"[A-Za-z_]\w*=", word) is not None


def _named(kind: Maker, parameters: Parameters, words: list[str]) -> GivenFields:
    """Arguments that are written name=value."""
    given: GivenFields = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in parameters:
            raise BadInput(
                word, where=kind.__name__, rule=f"it has no {name}", fix=_usage(parameters)
            )
        if name in given:
            raise BadInput(word, where=kind.__name__, rule=f"{name} is given twice", fix="Drop one")
        given[name] = _converted(kind, parameters, name, text)
    return given


def _in_order(
    kind: Maker, parameters: Parameters, given: GivenFields, words: list[str]
) -> GivenFields:
    """Arguments without a name: one word a field, but all that are left for a row."""
    found: GivenFields = {}
    todo = list(words)
    for name in parameters:
        if name in given or not todo or _is_setting(parameters[name]):
            continue
        if _is_row(kind, parameters, name) and _is_plain(todo[0]):
            count = next((k for k, word in enumerate(todo) if not _is_plain(word)), len(todo))
            found[name] = tuple(value_of(word) for word in todo[:count])
            del todo[:count]
        else:
            found[name] = _converted(kind, parameters, name, todo.pop(0))
    if todo:
        raise BadInput(
            " ".join(words),
            where=getattr(kind, "__name__", "the game"),
            rule=f"{todo[0]!r} is one too many"
            if _is_plain(todo[0])
            else f"{todo[0]!r} is no number",
            fix=f"{_usage(parameters)}{_example(kind, parameters, found)}",
        )
    return found


def _is_setting(form: inspect.Parameter) -> bool:
    """Whether a parameter is always named: how floats are compared is no part of a position."""
    return form.name == "tolerance" or form.kind is inspect.Parameter.KEYWORD_ONLY


def _is_plain(word: str) -> bool:
    return bool(WHOLE_WORD.match(word) or EXACT_WORD.match(word))


def _is_row(kind: Maker, parameters: Parameters, name: str) -> bool:
    """Whether a field holds a row of numbers: its example shows it, or its type."""
    place = list(parameters).index(name)
    example = getattr(kind, "example", ())
    if place < len(example):
        return isinstance(example[place], tuple)
    return str(parameters[name].annotation).startswith(ROW_TYPES) or (
        getattr(parameters[name].annotation, "__origin__", None) in (tuple, list)
    )


def _converted(kind: Maker, parameters: Parameters, name: str, text: str) -> object:
    if str(parameters[name].annotation) in ("str", "<class 'str'>"):
        return text
    if text == "-" or text.startswith("@"):
        return _from_elsewhere(kind, parameters, name, text)
    value = value_of(text)
    if not _is_row(kind, parameters, name):
        return value
    if not isinstance(value, tuple):
        value = (value,)
    wrong = next(_texts_in(value), None)
    if wrong is not None and "str" not in str(parameters[name].annotation):
        raise BadInput(
            wrong,
            where=f"{kind.__name__}.{name}",
            rule="it is no number",
            fix="Write numbers, e.g. 5 3 7 or 5,3,7",
        )
    nested = _is_nested(kind, parameters, name)
    return (
        tuple(part if isinstance(part, tuple) else (part,) for part in value)
        if (nested and ":" not in text and text[:1] not in "([")
        else value
    )


def _texts_in(value: tuple[object, ...]) -> Iterator[str]:
    for part in value:
        if isinstance(part, tuple):
            yield from _texts_in(part)
        elif isinstance(part, str):
            yield part


def _from_elsewhere(kind: Maker, parameters: Parameters, name: str, text: str) -> object:
    """The numbers of a file or of standard input: a row, a line for each row, or one number."""
    from zermelo.faces.cli.number_files import numbers_from, rows_from

    file = text.removeprefix("@")
    if _is_nested(kind, parameters, name):
        return rows_from(file)
    row = numbers_from(file)
    if _is_row(kind, parameters, name):
        return row
    if len(row) == 1:
        return row[0]
    raise BadInput(
        f"{len(row):,} numbers from {'standard input' if file == '-' else file}",
        where=f"{kind.__name__}.{name}",
        rule="it is one number",
        fix="Give one number, or name the field that is a row",
    )


def _is_nested(kind: Maker, parameters: Parameters, name: str) -> bool:
    """Whether a field holds a row of rows; its example shows it."""
    place = list(parameters).index(name)
    example = getattr(kind, "example", ())
    shown = example[place] if place < len(example) else ()
    return isinstance(shown, tuple) and any(isinstance(part, tuple) for part in shown)


def _no_more(game: Game, words: list[str]) -> None:
    if words:
        raise BadInput(
            " ".join(words),
            where=type(game).__name__,
            rule="the file has made this game already",
            fix="Leave the arguments out",
        )
