"""Values of several kinds in rules: None or a tuple, names that change their kind, mixed states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import PAIRS, VARYING, assert_same, collected_in, game_of
from row_examples import Piece, Point, Side, Suit, rule_of_state
from zermelo import Game, Move, solve
from zermelo.errors import NotCompiled

RULES: list[Any] = []
rule = collected_in(RULES)
SMALL = [0, 1, 2, 3, 5, 12]
MIXED = [0, 7, -1, "", "ab", None, (1, 2), (3,), Side.LEFT, frozenset({1}), (), (1, "a")]
LAST = [(2, None), (3, (0, 1)), (1, "pass"), (5, 4), (0, None), (4, (2, 2))]


@rule(LAST)
def nothing_or_a_place(state: Any) -> Iterator[Move]:
    left, last = state
    if last is None:
        yield Move((left + 1, (left, left)))
    elif isinstance(last, tuple):
        row, column = last
        yield Move((row + column, "pass"))
    elif last == "pass":
        yield Move((left, None))
    else:
        yield Move((last, left))


@rule(SMALL)
def found_or_nothing(state: int) -> Iterator[Move]:
    best: Any = None
    for k in range(state):
        if best is None or (k * 7 % 5, k) > best:
            best = (k * 7 % 5, k)
    if best:
        yield Move(best[1])


@rule([(None,), (None, None)])
def a_kind_that_grows_until_another_one_is_like_it(state: Any) -> Iterator[Move]:
    """None or a number, alone: beside a row of None it is a row of either."""
    yield Move((state or (2,)) or (None,))
    yield Move(((2,) if len(state) > 3 else state) or (None,))
    kept: Any = (3,) if state[0] else state
    for _ in state:
        kept = kept if len(kept) > 1 else (None,)
    yield Move(kept)


def first_above(numbers: Any, least: int) -> Any:
    for place, number in enumerate(numbers):
        if number > least:
            return place, number
    return None


@rule(VARYING)
def a_function_that_may_find_nothing(state: Any) -> Iterator[Move]:
    found = first_above(state, 2)
    if found is not None:
        yield Move((found[0], found[1]))
    if not first_above(state, 0):
        yield Move(())


@rule(SMALL)
def a_name_that_changes_its_kind(state: int) -> Iterator[Move]:
    thing: Any = state
    for _ in range(state % 4):
        thing = str(thing) if isinstance(thing, int) else (7,) if isinstance(thing, str) else 0
    yield Move(thing if isinstance(thing, int) else len(thing))


@rule(SMALL)
def lists_of_different_things(state: int) -> Iterator[Move]:
    for thing in [None, state, "a", (state, 1)]:
        if thing is None:
            yield Move(1)
        elif isinstance(thing, str):
            yield Move(len(thing) + 5)
        elif isinstance(thing, tuple):
            yield Move(sum(thing))
        else:
            yield Move(thing)


@rule(SMALL)
def a_list_of_different_things_that_grows(state: int) -> Iterator[Move]:
    things: list[Any] = [None, state, "a"]
    things.append((state, 1))
    things[0] = "bc"
    for thing in things:
        yield Move(thing if isinstance(thing, int) else len(thing))
    others = [(state, 1), "abc"]
    others.pop(state % 2)
    yield Move(len(others[0]))


@rule(SMALL)
def a_dict_of_different_things(state: int) -> Iterator[Move]:
    found: dict[Any, Any] = {"n": state, "row": (state, 2), "none": None}
    found["n"] = found["n"] + 1 if found["none"] is None else 0
    yield Move(found["n"])
    yield Move(sum(found["row"]))


@rule(PAIRS)
def either_side_of_a_choice(state: Any) -> Iterator[Move]:
    a, b = state
    thing = (a, b) if a > b else None if a == b else a
    yield Move((0, 0) if thing is None else thing if isinstance(thing, tuple) else (thing, 9))
    yield Move((len(thing) if thing and isinstance(thing, tuple) else 0, 1))


@rule(MIXED)
def states_of_all_kinds(state: Any) -> Iterator[Move]:
    if isinstance(state, int):
        yield Move(state + 1)
    if state is None or state == "ab":
        yield Move("new")
    if state:
        yield Move(())
    if isinstance(state, tuple) and len(state) == 2:
        yield Move((state[1], state[0]))
    if state in (7, "ab", (3,), Side.LEFT):
        yield Move(None)
    if isinstance(state, frozenset):
        yield Move(state | {5})


@rule([Point(1, 2), Piece("a", (0, 1)), None, Side.LEFT])
def records_of_several_classes(state: Any) -> Iterator[Move]:
    if isinstance(state, Point):
        yield Move(state.turned())
    elif isinstance(state, Piece):
        yield Move(state.at(5, 5))
    elif state is None:
        yield Move(Side.BOTH)
    else:
        yield Move(state.other)


@rule([(Suit.CLUBS, None), (None, 5), (3, Suit.HEARTS)])
def members_that_are_numbers_or_nothing(state: Any) -> Iterator[Move]:
    one, two = state
    yield Move((two, 5 if one == 0 else one))
    if one is not None and two is not None:
        yield Move((one + two, None))


@rule(SMALL)
def kinds_that_python_refuses(state: int) -> Iterator[Move]:
    thing: Any = "ab" if state % 2 else state
    yield Move(thing + 1)


@rule(SMALL)
def ranges_and_rows(state: int) -> Iterator[Move]:
    span: Any = range(state) if state % 2 else (state, 1) if state > 2 else [5]
    yield Move(len(span))
    for k in span:
        yield Move(k)


@rule(SMALL)
def a_row_or_a_list_of_an_empty_set(state: int) -> Iterator[Move]:
    some = tuple(x for x in (frozenset({(state, 0)}),) if len(x) > state)
    for each in some or [frozenset({(0, 0)}).intersection(())]:
        yield Move(len(each))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_values_of_several_kinds_are_as_in_python(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


WORDS = ["", "a", "ab", "bab", "10"]


@pytest.mark.parametrize(
    "text",
    [
        "s.find('a')",
        "s.count('a')",
        "len(s)",
        "s + 'b'",
        "tuple(s)",
        "frozenset(s)",
        "s.split('a')[0]",
        "s.isdigit()",
        "int(s) if s.isdigit() else s",
        "s or None",
        "s[0]",
        "s == 'a'",
        "s < 'b'",
        "s * 2",
        "(s, 1)",
        "Point(len(s), 1)",
        "s.ljust(3)",
        "s.partition('a')",
        "[c for c in s if c > 'a'] == []",
        "'a' in s",
        "sorted(s)[-1]",
        "max(s)",
        "s.replace('a', '')",
        "ord(s)",
        "s[::-1]",
        "s[1:]",
    ],
)
def test_a_state_may_be_of_another_kind_than_the_next_one(text: str) -> None:
    assert_same(game_of(rule_of_state("s", text)), WORDS)


SETS = [frozenset(items) for items in ((), (1,), (2, 3), (1, 2, 3))]


@pytest.mark.parametrize(
    "text",
    [
        "len(s)",
        "tuple(sorted(s))",
        "s | {4}",
        "max(s)",
        "1 in s",
        "(s, s)",
        "s or 'none'",
        "s - {1} == s",
    ],
)
def test_a_set_may_be_followed_by_another_kind(text: str) -> None:
    assert_same(game_of(rule_of_state("s", text)), SETS)


def test_a_state_that_holds_true_or_one_is_not_asked_which() -> None:
    """`True == 1`, so (True, 3) and (1, 3) are one state, and machine code cannot tell them."""

    def moves(state: tuple[int, int]) -> Iterator[Move]:
        flag, left = state
        if left:
            match flag:
                case True:
                    yield Move((1, left - 1), gain=5)
                    yield Move((flag, left - 1), gain=2)
                case _:
                    yield Move((False, left - 1), gain=3)

    game = Game.from_function(moves, start=(True, 3))
    with pytest.raises(NotCompiled, match="a number that may be True or False is asked which"):
        solve(game, engine="compiled")
    assert solve(game).value == solve(game, engine="plain").value
