"""How values are spelled at the prompt: words → values, and states → words that mean them.

Numbers are exact: `0.5` and `1/2` are the same fraction. Commas make a row, colons a row of rows:
`1,2:3:0` is ((1, 2), (3,), (0,)).
"""

from __future__ import annotations

import ast
import re

from zermelo.errors import BadInput, ZermeloError
from zermelo.model.exact import Number
from zermelo.model.game import State
from zermelo.model.numerals import integer, shown, spelled

WHOLE_WORD = re.compile(r"[+-]?\d+(_\d+)*$")
EXACT_WORD = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+/\d+)$")
FLAGS = {"true": True, "yes": True, "false": False, "no": False}
BRACKETS = "([{"


def value_of(text: str) -> State:
    """The value of one word; a text that is no number stays a text."""
    if not text.strip():
        raise BadInput("an empty word", rule="it says nothing", fix="Write a number, or drop it")
    if WHOLE_WORD.match(text):
        return integer(text)
    if EXACT_WORD.match(text):
        return _fraction(text)
    if text.casefold() in FLAGS:
        return FLAGS[text.casefold()]
    if text[:1] in "([{'\"":
        return _literal(text)
    if ":" in text:
        return tuple(_row(part) for part in text.split(":"))
    return _row(text) if "," in text else text


def _fraction(text: str) -> Number:
    from fractions import Fraction  # takes 5 ms to load

    try:
        number = Fraction(text)
    except ZeroDivisionError:
        raise BadInput(text, rule="nothing is divided by zero", fix="Write a number") from None
    return int(number) if number.denominator == 1 else number


def _row(text: str) -> tuple[State, ...]:
    """Numbers with commas between them; as in Python one more may follow the last."""
    parts = [part.strip() for part in text.split(",")]
    if not parts[-1]:
        parts.pop()
    if not all(parts):
        raise BadInput(
            text,
            rule="there is nothing at one of the commas",
            fix="Write a number there, or drop it",
        )
    return tuple(map(value_of, parts))


def _literal(text: str) -> State:
    try:
        return _frozen(ast.literal_eval(text))
    except (ValueError, SyntaxError):
        raise BadInput(
            text,
            rule="brackets and quotes are read as Python writes them",
            fix="Write e.g. '(1, 2)', or 1,2 without brackets",
        ) from None


def _frozen(value: State) -> State:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def words_of(state: State) -> str:
    """A state in words that `value_of` reads as this state; Python's own where there are none.

    >>> words_of((0, 3)), words_of(((0, 1), (2,))), words_of(("a, b", 1))
    ('0,3', '0,1:2', "('a, b', 1)")
    """
    words = _joined(state)
    try:
        meant = value_of(words)
    except ZermeloError:
        return spelled(state)
    one = isinstance(state, tuple) and len(state) == 1  # a position of one part is typed bare
    same = (meant,) if one and not isinstance(meant, tuple) else meant
    return words if same == state and spelled(same) == spelled(state) else spelled(state)


def _joined(state: State) -> str:
    if not isinstance(state, tuple):
        return shown(state)
    nested = any(isinstance(part, tuple) for part in state)
    return (":" if nested else ",").join(map(_joined, state))
