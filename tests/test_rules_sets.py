"""Sets in rules: every method and operator, of numbers, pairs and strings, held against Python."""

from __future__ import annotations

from typing import Any

import pytest

from row_examples import Examples, Side, Table, add, check, hold, of_rows

NUMBERS = [frozenset(items) for items in ((), (1,), (2, 3), (1, 2, 3), (5,), (0, 1, 9))]
CELLS = [frozenset(items) for items in ((), ((0, 0),), ((0, 1), (1, 0)), ((1, 1), (0, 1), (2, 0)))]
WORDS = [frozenset(items) for items in ((), ("a",), ("ab", "b"), ("a", "bab", ""))]
SIDES = [frozenset(items) for items in ((), (Side.LEFT,), (Side.LEFT, Side.BOTH))]
PAIRS = [(one, two) for one in NUMBERS for two in NUMBERS[::2]] + [(NUMBERS[2], NUMBERS[3])]
CELL_PAIRS = [(one, two) for one in CELLS for two in CELLS]
WORD_PAIRS = [(one, two) for one in WORDS for two in WORDS]
KINDS = {set: "set(s)", frozenset: "s"}
OTHERS = {set: "set(t)", frozenset: "t"}

SETS: Table = {}
for _pairs in (PAIRS, CELL_PAIRS, WORD_PAIRS):
    for _one, _first in KINDS.items():
        for _two, _second in OTHERS.items():
            add(
                SETS,
                "s, t",
                _pairs,
                {(_sign, _one, _two): f"frozenset({_first} {_sign} {_second})" for _sign in "|&-^"},
            )
            add(
                SETS,
                "s, t",
                _pairs,
                {
                    ("==", _one, _two): [f"{_first} == {_second}", f"{_first} != {_second}"],
                    ("<", _one, _two): [
                        f"{_first} {_sign} {_second}" for _sign in ("<", "<=", ">", ">=")
                    ],
                },
            )
    for _one, _first in KINDS.items():
        add(
            SETS,
            "s, t",
            _pairs,
            {
                (_one, _name): [
                    f"frozenset({_first}.{_name}(t))",
                    f"frozenset({_first}.{_name}(list(t)))",
                ]
                for _name in ("union", "intersection", "difference", "symmetric_difference")
            },
        )
        add(
            SETS,
            "s, t",
            _pairs,
            {
                (_one, _name): [f"{_first}.{_name}(t)", f"{_first}.{_name}(tuple(t))"]
                for _name in ("issubset", "issuperset", "isdisjoint")
            },
        )
        add(
            SETS,
            "s, t",
            _pairs,
            {
                ("length", _one): f"len({_first})",
                ("truth", _one): [f"1 if {_first} else 2", f"not {_first}"],
                (_one, "copy"): f"a = {_first}.copy(); frozenset(a | t)",
            },
        )
    add(
        SETS,
        "s, t",
        _pairs,
        {
            (set, _name): f"a = set(s); a.{_name}(t); frozenset(a)"
            for _name in (
                "update",
                "intersection_update",
                "difference_update",
                "symmetric_difference_update",
            )
        },
    )

add(
    SETS,
    "s, t",
    PAIRS,
    {
        ("contains", set): [
            "1 in set(s)",
            "len(t) in set(s)",
            "None in set(s)",
            "(1, 2) in set(s)",
        ],
        ("contains", frozenset): ["2 in s", "len(s) in t", "len(s) in {1, 3, 5}", "s in {s, t}"],
        (set, "add"): [
            "a = set(s); a.add(7); frozenset(a)",
            "a = set(); a.add(len(s)); frozenset(a)",
        ],
        (set, "remove"): [
            "a = set(s); a.remove(1); frozenset(a)",
            "a = set(s); a.remove(len(t)); len(a)",
        ],
        (set, "discard"): [
            "a = set(s); a.discard(1); frozenset(a)",
            "a = set(s); a.discard('x'); len(a)",
        ],
        (set, "pop"): [
            "a = set(s); b = a.pop(); frozenset(a | {b})",
            "a = {len(s)}; a.pop() + len(a)",
        ],
        (set, "clear"): "a = set(s); a.clear(); a.add(3); frozenset(a)",
        (set, "update"): "a = set(s); a.update(t, (8,), [9]); frozenset(a)",
        (set, "union"): "a = set(s); b = a.union(); b.add(9); len(a) * 10 + len(b)",
        (frozenset, "union"): ["s.union(t, {9})", "frozenset().union(*[s, t, s])", "s.union()"],
        (frozenset, "intersection"): [
            "s.intersection(t, {1, 2})",
            "s.intersection(k + 1 for k in t)",
        ],
        set: [
            "frozenset(set(s) | {4})",
            "len(set([1, 1, len(s)]))",
            "frozenset({k % 2 for k in s})",
        ],
        frozenset: [
            "frozenset(k + 1 for k in s)",
            "frozenset([1, 2, 1])",
            "frozenset()",
            "frozenset((len(s), 3))",
            "frozenset(range(len(s)))",
            "frozenset({*s, *t})",
            "frozenset(k // 2 for k in s)",
        ],
        sorted: ["tuple(sorted(s | t))", "sorted(s)[0]", "tuple(sorted(s, reverse=True))"],
        min: ["min(s)", "min(s, default=-1)"],
        max: ["max(t, default=0)", "max(s | {0})"],
        sum: ["sum(s)", "sum(k * k for k in s | t)"],
        len: "len(s | t)",
        any: "any(k in t for k in s)",
        all: "all(k in t for k in s)",
        tuple: "sum(tuple(s)) + len(tuple(t))",
        list: "a = list(s); a.sort(); tuple(a)",
        zip: "sum(a == b for a, b in zip(sorted(s), sorted(t)))",
        enumerate: "sum(k for k, _ in enumerate(s))",
        map: "frozenset(map(abs, s))",
        filter: "frozenset(filter(None, s))",
    },
)


@of_rows(SETS)
def test_sets_do_what_they_do_in_python(row: Any, examples: list[Examples]) -> None:
    hold(row, examples)


@pytest.mark.parametrize(
    "text",
    [
        "s | {(2, 2)}",
        "s - {(0, 1)}",
        "frozenset((y, x) for x, y in s)",
        "(1, 0) in s",
        "frozenset((x + 1, y) for x, y in s if (x, y + 1) not in s)",
        "max(s, default=(9, 9))",
        "tuple(sorted(s))",
        "sum(x * y for x, y in s)",
        "{(0, 0), (1, 1)} <= s",
        "s | {(5, 6, 7)}",
        "min(s, key=lambda c: (c[1], c[0]), default=(0, 0))",
        "frozenset(x for x, _ in s)",
    ],
)
def test_sets_of_pairs_are_as_in_python(text: str) -> None:
    check("s", CELLS, text)


@pytest.mark.parametrize(
    "text",
    [
        "s | {'xyz'}",
        "s - {'a'}",
        "frozenset(w + 'a' for w in s)",
        "'ab' in s",
        "max(s, default='')",
        "tuple(sorted(s))",
        "tuple(sorted(s, key=lambda w: (len(w), w)))",
        "frozenset(map(len, s))",
        "frozenset(c for w in s for c in w)",
        "''.join(sorted(s))",
        "s | {3}",
        "frozenset({'a', 'bab'}) & s",
    ],
)
def test_sets_of_strings_of_any_length_are_as_in_python(text: str) -> None:
    check("s", WORDS, text)


@pytest.mark.parametrize(
    "text",
    [
        "s | {Side.RIGHT}",
        "Side.LEFT in s",
        "frozenset(x for x in Side if x not in s)",
        "len(s)",
        "frozenset(x.other for x in s)",
        "s == {Side.LEFT}",
        "sum(x.value for x in s)",
    ],
)
def test_sets_of_members_of_an_enum_are_as_in_python(text: str) -> None:
    check("s", SIDES, text)


NESTED = [frozenset(items) for items in ((), (frozenset(),), (frozenset({1}), frozenset({2, 3})))]


@pytest.mark.parametrize(
    "text",
    [
        "s | {frozenset({7})}",
        "frozenset({2, 3}) in s",
        "frozenset(len(x) for x in s)",
        "frozenset(x | {4} for x in s)",
        "frozenset(k for x in s for k in x)",
        "s - {frozenset()}",
    ],
)
def test_sets_of_sets_are_as_in_python(text: str) -> None:
    check("s", NESTED, text)


LARGE = [frozenset(range(first, 130, step)) for first in (0, 1, 60) for step in (1, 7, 59)]


@pytest.mark.parametrize(
    "text", ["s - {60}", "s | {0, 59, 119}", "frozenset(k for k in s if k % 2)", "len(s)"]
)
def test_sets_of_more_than_sixty_things_are_as_in_python(text: str) -> None:
    check("s", LARGE, text)


MIXED = [frozenset(items) for items in ((), (1,), ("a", 1), (None, (1, 2)), (2, "ab", (1, 2)))]


@pytest.mark.parametrize(
    "text", ["s | {None}", "s - {1}", "'a' in s", "(1, 2) in s", "len(s | {2})"]
)
def test_sets_of_different_things_are_as_in_python(text: str) -> None:
    check("s", MIXED, text)
