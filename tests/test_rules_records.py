"""Named tuples, dataclasses, Enums and the operators of the rules' own classes."""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import Any

import pytest

from row_examples import (
    Examples,
    Piece,
    Point,
    Side,
    Suit,
    Table,
    Vector,
    add,
    check,
    hold,
    of_rows,
)

POINTS = [Point(0, 0), Point(1, 2), Point(-3, 2), Point(2, 1)]
PIECES = [Piece("king", (0, 1)), Piece("x", (2, 2), True), Piece("", (1, 0))]
SCORES = [(0, 0, ""), (3, 1, "a"), (3, 2, ""), (1, 5, "b"), (3, 1, "c")]
SCORE_PAIRS = [(one, two) for one in SCORES for two in SCORES]
OF_SCORES = "s = Score(*a); t = Score(*b); "  # no states: their equality is their own
VECTORS = [
    (Vector(*one), Vector(*two))
    for one in ((0, 0), (1, 2), (-1, 3))
    for two in ((1, 1), (0, 2), (1, 2))
]
RESTS = [(one, two) for one in range(5) for two in range(3)]
SIDES = [(one, two) for one in Side for two in (None, *Side)]
SUITS = [(one, n) for one in Suit for n in (0, 1, 5)]

RECORDS: Table = {}
add(
    RECORDS,
    "s",
    POINTS,
    {
        (tuple, "_replace"): ["s._replace(x=5)", "s._replace(y=s.x, x=s.y)", "s._replace()"],
        (tuple, "_asdict"): ["tuple(s._asdict().items())", "s._asdict()['x']"],
        ("attribute", object): [
            "s.x",
            "s.x * s.y",
            "s.turned()",
            "s.turned().turned().y",
            "Point(1).y",
        ],
    },
)
add(
    RECORDS,
    "s",
    PIECES,
    {
        dataclasses.replace: [
            "dataclasses.replace(s, name='q')",
            "dataclasses.replace(s, place=(s.row, 5))",
        ],
        ("attribute", object): ["s.name", "s.row", "s.at(1, 1)", "s.place[1]", "s.moved"],
        ("truth", object): ["1 if s else 2", "not s"],
        type: ["type(s) is Piece", "type(s.name) == str", "type(s.place) is not tuple"],
        isinstance: [
            "isinstance(s, Piece)",
            "isinstance(s.name, str)",
            "isinstance(s, (int, tuple))",
        ],
    },
)
add(
    RECORDS,
    "a, b",
    SCORE_PAIRS,
    {
        ("==", object, object): [
            OF_SCORES + "s == t",
            OF_SCORES + "s != t",
            OF_SCORES + "s == Score(3, 1)",
            OF_SCORES + "s in (t, Score(3, 2))",
            OF_SCORES + "s == (3, 1)",
            OF_SCORES + "len({s, t})",
            OF_SCORES + "len(set([s, t, s]))",
            OF_SCORES + "{s: 1, t: 2}[s]",
        ],
        ("<", object, object): [
            OF_SCORES + "s < t",
            OF_SCORES + "s <= t",
            OF_SCORES + "s > t",
            OF_SCORES + "s >= t",
            OF_SCORES + "max(s, t).points",
            OF_SCORES + "min([s, t]).games",
            OF_SCORES + "sorted([s, t])[0].name",
            OF_SCORES + "[s, t] < [t, s]",
        ],
    },
)
add(
    RECORDS,
    "s, t",
    SIDES,
    {
        ("==", Enum, Enum): ["s == t if t else 5", "s == Side.LEFT", "s != Side.BOTH", "s is t"],
        ("==", Enum, type(None)): ["s == None", "s is None"],
        ("==", type(None), Enum): ["t == s", "None == s"],
        ("==", object, object): [
            "(None if s.value > 1 else s) == (None if t else s)",
            "s == t",
            "t == None",
        ],
        ("==", Enum, object): ["s == 1", "s == 'LEFT'", "s in (1, Side.LEFT)"],
        ("==", object, Enum): ["1 == s", "(1, 2) == s", "len((s,)) == s"],
        ("==", type(None), object): [
            "None == len((s, t))",
            "(t, s) == (None, s)",
            "None == (s, t)",
        ],
        ("==", object, type(None)): ["len((s, t)) == None", "(s, t) == None", "(s, t) == t"],
        ("truth", Enum): ["1 if s else 2", "bool(s)"],
        ("truth", type(None)): ["1 if t else 2", "t or s"],
        ("attribute", object): ["s.value", "s.name", "s.other", "t.name"],
        isinstance: ["isinstance(t, Side)", "isinstance(s, Side)"],
    },
)
add(
    RECORDS,
    "s, n",
    SUITS,
    {
        ("attribute", int): [
            "s.value",
            "s.value + n",
            "(s + n).real",
            "(n * 2).imag",
            "n.numerator",
        ],
        ("==", int, int): ["s == n", "s == Suit.HEARTS", "s is Suit.CLUBS"],
        ("truth", int): ["1 if s else 2", "n and s"],
    },
)


@of_rows(RECORDS)
def test_records_do_what_they_do_in_python(row: Any, examples: list[Examples]) -> None:
    hold(row, examples)


@pytest.mark.parametrize(
    "text",
    [
        "s + t",
        "s - t",
        "s * 3",
        "2 * s",
        "-s",
        "s < t",
        "s > t",
        "max(s, t)",
        "min(s, t, key=len)",
        "len(s)",
        "1 if s else 2",
        "not t",
        "s[0] + t[1]",
        "s[-1]",
        "s[2]",
        "1 in s",
        "t.x not in s",
        "s == t",
        "s == Vector(1, 2)",
        "sum([s, t], Vector(0, 0))",
        "tuple(v + s for v in (s, t))",
        "bool(s) + bool(t)",
        "frozenset({s, t})",
        "s in {t, Vector(1, 2)}",
        "{s: 1, t: 2}[s]",
        "tuple(sorted((s, t)))",
        "sorted((t, s), reverse=True)[0]",
        "{Vector(0, 0): 'o', Vector(1, 2): 'p'}.get(s, 'q')",
        "(s, t).index(t)",
        "(s, t, s).count(s)",
    ],
)
def test_operators_that_the_rules_write_themselves_are_called(text: str) -> None:
    check("s, t", VECTORS, text)


@pytest.mark.parametrize(
    "text",
    [
        "s == t",
        "s != t",
        "s in (t,)",
        "s in [t, Modulo(4)]",
        "(s, 1) == (t, 1)",
        "len({s, t})",
        "len(set([s, t, s]))",
        "len(frozenset((s, t)) & {t})",
        "len(Counter([s, t]))",
        "[s, t].count(s)",
        "s in {t}",
        "{s: 1}.get(t, 0)",
        "(s, t).index(t)",
    ],
)
def test_an_equality_that_the_rules_write_themselves_is_asked_for(text: str) -> None:
    check("a, b", RESTS, f"s = Modulo(a); t = Modulo(b); {text}")


@pytest.mark.parametrize(
    "text",
    [
        "s.x + s[1]",
        "x, y = s; x - y",
        "s + (1,)",
        "s == (1, 2)",
        "s < (1, 0)",
        "tuple(reversed(s))",
        "s[::-1]",
        "sum(s)",
        "max(s)",
        "Point(*s)",
        "Point(y=1, x=s.y)",
        "s in {(1, 2)}",
        "len(s)",
        "Point(s.y)",
        "Point._make((s.y, 1))",
        "tuple(map(Point, s))",
        "s.count(2)",
        "s.index(2)",
        "type(s) is Point",
        "s._fields",
        "[s, Point(1, 2)].index(Point(1, 2))",
    ],
)
def test_named_tuples_are_tuples(text: str) -> None:
    check("s", POINTS, text)


@pytest.mark.parametrize(
    "text",
    [
        "Side(s.value)",
        "Side(4 - s.value)",
        "Side(len((s,)))",
        "Side['LEFT']",
        "Side(s.value + 1)",
        "s in Side",
        "list(Side).index(s)",
        "tuple(x for x in Side if x is not s)",
        "{Side.LEFT: 1, Side.RIGHT: 2}.get(s, 9)",
        "{x: x.value for x in Side}[s]",
        "s.name + '!'",
        "len(Side)",
        "s if t is None else t",
        "(s, t) in ((Side.LEFT, None), (Side.BOTH, Side.BOTH))",
        "max(Side, key=lambda x: x.value * (x is not s))",
        "[s, t].index(t)",
    ],
)
def test_members_of_an_enum_are_found_and_compared(text: str) -> None:
    check("s, t", SIDES, text)


@pytest.mark.parametrize(
    "text",
    [
        "s + n",
        "s * 2",
        "Suit(n)",
        "s < n",
        "max(s, n)",
        "s.name",
        "s // 2 + n",
        "(10, 20, 30, 40, 50, 60)[s]",
        "-s",
        "range(9)[s]",
    ],
)
def test_members_of_an_int_enum_are_numbers(text: str) -> None:
    check("s, n", SUITS, text)
