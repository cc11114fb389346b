"""Rules that random programs have found wanting, each as small as it could be made."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from itertools import groupby, islice, permutations
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Move
from zermelo.staging.reading.source import Refused

RULES: list[Any] = []
rule = collected_in(RULES)

NUMBERS = [0, 1, 2, 5]
WORDS = ["", "a", "ab", "abba"]


STEPS = MappingProxyType({"": (1, 2), "ab": (3,)})


class Color(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2


class Level(IntEnum):
    LOW = 1
    HIGH = 5


@dataclass(frozen=True)
class King:
    at: int

    def reach(self, by: int) -> int:
        return self.at + by


class Rook(King):
    def reach(self, by: int) -> int:
        return 3 + super().reach(3 * by)


class Spot(NamedTuple):
    row: int
    col: int


@rule(NUMBERS)
def keys_of_several_lengths(state: Any) -> Iterator[Move]:
    values = {"ab": state, "X": 1}
    yield Move(state, gain=sum(values.copy().values()))


@rule(NUMBERS)
def a_counter_that_nothing_is_put_into(state: Any) -> Iterator[Move]:
    yield Move(len(Counter() - Counter()), gain=state)
    yield Move(len({k: v for k, v in Counter(()).items() if k}))
    yield Move(sum(k for k in tuple(Counter().values())))


@rule(WORDS)
def counters_are_updated_by_items_and_by_counts(state: Any) -> Iterator[Move]:
    counts = Counter("abba")
    counts.update(sorted(state))
    yield Move(str(counts["a"]))
    counts.update({"a": 3})
    counts.subtract(state)
    yield Move(str(counts["a"]), gain=counts["b"] + len(counts) + 5)


@rule(WORDS)
def the_keys_of_a_dict_are_spread_out(state: Any) -> Iterator[Move]:
    yield Move("".join((*{state: 1, "b": 2}, "c")))


@rule([frozenset({Color.BLUE, Color.GREEN}), frozenset({Color.RED})])
def sets_of_members_and_of_other_things(state: Any) -> Iterator[Move]:
    yield Move(frozenset(0 for _ in state.intersection({Color.GREEN})))
    yield Move(frozenset(state - {Color.GREEN, 1}))


@rule(NUMBERS)
def what_can_be_gone_through_once_is_known(state: Any) -> Iterator[Move]:
    yield Move(state, gain=sum(len(list(group)) for _, group in groupby("aab")))
    yield Move(next(iter((state, 2))) + next(zip((3, 4), (5, 6), strict=True))[1])
    items = zip((1, 2), (3, 4), strict=True)
    yield Move(len(tuple(items)))


@rule(WORDS)
def nothing_is_there_to_choose_from(state: Any) -> Iterator[Move]:
    try:
        found = next(state for _ in "a" for _ in ())
    except StopIteration:
        found = "a"
    yield Move(found)
    try:
        found = max((), key=len)
    except ValueError:
        found = "b"
    yield Move(found)


@rule([(False, Level.LOW), (True, Level.HIGH)])
def one_of_two_members_is_no_number(state: Any) -> Iterator[Move]:
    known, level = state
    yield Move(Level.HIGH if known else Level.LOW)
    yield Move(level, gain=len((Level.HIGH if known else Level.LOW).name))


@rule([(1, 2, 3), (), (1,), (1, 2), (2, 2)])
def the_rest_of_a_pattern_is_a_list(state: Any) -> Iterator[Move]:
    match state:
        case (1, *rest):
            rest.append(7)
            yield Move(tuple(rest), gain=int(rest == [2, 3, 7]))
        case [*rest, 2]:
            yield Move(tuple(rest), gain=len(rest))


@rule([2, "a", "ba"])
def a_method_that_one_of_two_kinds_has(state: Any) -> Iterator[Move]:
    number = state if isinstance(state, int) else len(state) + state.count("a")
    yield Move(number)
    yield Move("abc"[number % 3 :])


@rule([King(1), Rook(3), Rook(0)])
def fields_of_one_of_two_classes_are_replaced(state: Any) -> Iterator[Move]:
    yield Move(replace(state, at=state.at + 1))
    yield Move(replace(King(2) if state.at > 2 else state, at=state.at + 1))


@rule(WORDS)
def keys_without_values_of_their_own(state: Any) -> Iterator[Move]:
    yield Move("".join(dict.fromkeys(state)))
    yield Move("".join(dict.fromkeys("ab")), gain=sum(dict.fromkeys(state, 2).values()))


@rule([frozenset(), frozenset({0})])
def nothing_is_asked_of_the_items_of_what_is_empty(state: Any) -> Iterator[Move]:
    yield Move(frozenset(word[:8] for word in frozenset(word for word in () if False)))
    pairs = frozenset(map(lambda _: (len(state), 1), frozenset()))
    yield Move(frozenset(pair[0] + pair[1] for pair in pairs))
    yield Move(state, gain=len([k for k, _ in groupby(sorted((), key=lambda spot: spot.row))]))
    letters = tuple(sorted({("X",) for _ in () for _ in state}))
    yield Move(state, gain=sum(letter[0] == "X" for letter in letters * len(state)))


@rule([frozenset(), frozenset({1, 2, 3})])
def sets_are_changed_by_others(state: Any) -> Iterator[Move]:
    items = set(state)
    items.difference_update((1, 2))
    yield Move(frozenset(items))
    items.symmetric_difference_update((1, 3))
    yield Move(frozenset(items))
    items.intersection_update((1, 3), state)
    yield Move(frozenset(items))
    values = {1: 2, 3: len(state)}
    values.clear()
    values[5] = 4
    yield Move(frozenset(values))


@rule([frozenset({()}), frozenset()])
def a_set_of_one_thing_that_takes_no_room(state: Any) -> Iterator[Move]:
    yield Move(state, gain=len(state))


@rule([-1, 3])
def a_remainder_or_a_string(state: Any) -> Iterator[Move]:
    yield Move(state % 101 if state > 0 else "")


@rule(NUMBERS)
def division_by_nothing_is_caught(state: Any) -> Iterator[Move]:
    try:
        found = 7 // state
    except ZeroDivisionError:
        found = 9
    yield Move(found)
    try:
        found = divmod(7, state)[1] + 7 % (state - 1)
    except (ArithmeticError, IndexError):
        found = 8
    yield Move(found)


@rule([King(1), Rook(3), Rook(0), King(3)])
def classes_are_chosen_called_and_compared(state: Any) -> Iterator[Move]:
    kind = King if state.at else Rook
    yield Move(kind(12))
    yield Move(King(1) if kind == King else Rook(1), gain=int(kind is King))
    yield Move(state, gain=int(state == King(3)) + 2 * int(state == Rook(3)))


@rule([King(1), Rook(3), Rook(0)])
def methods_of_the_class_above_are_called(state: Any) -> Iterator[Move]:
    yield Move(state, gain=state.reach(2))


@rule([Spot(1, 2), Spot(0, 5)])
def fields_of_a_known_named_tuple_are_replaced(state: Any) -> Iterator[Move]:
    yield Move(Spot(0, 0)._replace(row=state.col))


@rule(NUMBERS)
def a_list_is_returned_before_anything_is_in_it(state: Any) -> list[Move]:
    moves: list[Move] = []
    if state > 3:
        return moves
    moves.append(Move(state + 1))
    return moves


@rule(NUMBERS)
def what_nothing_is_put_into_is_gone_through(state: Any) -> Iterator[Move]:
    for one, two in deque():
        yield Move(one + two)
    for pair in Counter().most_common(2):
        yield Move(pair[0])
    yield Move(state)


@rule([1, 97, -1, 300])
def what_cannot_be_a_byte_is_not_looked_for(state: Any) -> Iterator[Move]:
    yield Move(state, gain=int(state in b"ab"))


@rule([frozenset()])
def all_states_are_one_empty_set(state: Any) -> Iterator[Move]:
    yield Move(frozenset(word[:8] for word in state))


@rule(NUMBERS)
def a_counter_is_no_number(state: Any) -> Iterator[Move]:
    yield Move(state, gain=int(Counter("") == state) + 2 * int(state == Counter("a")))


@rule(NUMBERS)
def a_known_dict_is_added_to_where_it_stands(state: Any) -> Iterator[Move]:
    prices = {0: 3}
    same = prices
    if state > 1:
        prices |= {state: 4}
    yield Move(len(same))


@rule(WORDS)
def a_name_on_one_branch_stands_for_what_another_name_does(state: Any) -> Iterator[Move]:
    for _ in (None, 1):
        if len(state) > 3 and ((same := state) + same[:1]).isdigit():
            yield Move("")
        if len(state) > 3:  # noqa: SIM102
            if ((other := state) + other[:1]).isdigit():
                yield Move("a")
    yield Move(state[:8], gain=len(state))


@rule(WORDS)
def permutations_of_a_computed_number_of_items(state: Any) -> Iterator[Move]:
    for order in permutations(state[1:]):
        yield Move("".join(order))
    for pair in permutations(state, len(state) - 1):
        yield Move("".join(pair))


@rule(NUMBERS)
def a_counter_takes_the_first_entries_as_they_are(state: Any) -> Iterator[Move]:
    number = state if state > 1 else None
    counted = Counter({"a": number})
    yield Move(len(counted) + len(Counter(b=number)))
    counted = Counter({"a": 1} if state > 2 else {})
    counted.update({"a": number})
    yield Move(len(counted))


@rule(NUMBERS)
def a_set_that_is_filled_after_an_operator(state: Any) -> Iterator[Move]:
    found = set() & {"."}
    found |= frozenset(("ab",))
    found.add("." * state)
    yield Move(state, gain=len(found))


@rule(NUMBERS)
def a_member_of_an_enum_is_its_own_member(state: Any) -> Iterator[Move]:
    color = Color.RED if state > 1 else Color.GREEN
    level = Level.LOW if state > 1 else Level.HIGH
    either = Color(color if state > 2 else 2)
    yield Move(Color(color).value + Level(level), gain=either.value)
    held = {key: value for key, value in {Color.RED: 1, Color.GREEN: state}.items()}
    yield Move(len([key for key in held if key is Color(key)]))


@rule(NUMBERS)
def an_empty_row_has_an_order_beside_rows_of_anything(state: Any) -> Iterator[Move]:
    """Seed 9567, program 9725."""
    pairs = ((state, ("a", "o")), (2 * state, ()))
    yield Move(max(pairs)[0], gain=sum(one > two for one in pairs for two in pairs))
    yield Move(int(("a", "o")[:state] > ()), gain=int([("a",)][0][state:] >= ()))
    yield Move(sorted([("x", ("a", "o")), ("x" * (state % 2), ()), ("x", ())]).index(("x", ())))


@rule([(), (1,), (2, 1), (3, 1, 2), (5, 4, 4, 0)])
def pieces_of_an_iterator_that_goes_on(state: tuple[int, ...]) -> Iterator[Move]:
    items = iter((*state, 7, 8, 9))
    yield Move(tuple(islice(items, 2)))
    yield Move(tuple(islice(items, len(state) - len(state))))
    yield Move(tuple(islice(items, 1, 3)))
    yield Move(tuple(items))


@rule([(), (1,), (2, 1), (3, 1, 2), (5, 4, 4, 0)])
def rows_of_three_out_of_an_iterator(state: tuple[int, ...]) -> Iterator[Move]:
    items = iter(state * 3)
    rows = [tuple(islice(items, 3)) for _ in range(3)]
    yield Move(sum(rows, ()), gain=sum(len(row) * place for place, row in enumerate(rows)))
    later = iter(state * 2)
    yield Move(tuple(islice(later, 0, 4, 3)) + tuple(later))


@rule([(), (1, 2, 3), (3, 1, 2, 5, 4, 4), (1, 2, 3, 4)])
def chunks_by_one_iterator(state: tuple[int, ...]) -> Iterator[Move]:
    for one, two, three in zip(*[iter(state)] * 3, strict=False):
        yield Move((one, two, three))
    yield Move(tuple(one * two for one, two in zip(*(iter(state),) * 2, strict=False)))


@rule([0, 1, 2, 3, 6, 7, 12, 13, 20, 21, 99, 100, 110, 111, 10**9, 2**40 + 3])
def a_root_that_is_rounded(state: int) -> Iterator[Move]:
    yield Move(round(state**0.5), gain=int(round(state**0.5) ** 2 == state))
    yield Move(round(math.sqrt(state)))


@rule(WORDS)
def a_dict_that_nobody_may_change(state: str) -> Iterator[Move]:
    for step in STEPS.get(state, (4,)):
        yield Move(state + "!" * step, gain=len(STEPS))
    for other, steps in STEPS.items():
        if other != state and other in STEPS:
            yield Move(other, gain=sum(steps) + STEPS["ab"][0])


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


def test_what_holds_a_list_is_no_key() -> None:
    def moves(state: Any) -> Iterator[Move]:
        yield Move(len(dict.fromkeys(((state, []),))))

    with pytest.raises(Refused, match="what holds a list, set or dict as a key"):
        assert_same(game_of(moves), NUMBERS)


def test_what_cannot_be_sorted_is_said_in_words() -> None:
    def moves(state: Any) -> Iterator[Move]:
        yield Move(len(sorted("".split()[-1])) if state > 9 else 0)  # noqa: SIM905

    with pytest.raises(Refused, match="'int' object is not iterable"):
        assert_same(game_of(moves), NUMBERS)


def test_a_slice_is_cut_by_whole_numbers() -> None:
    def moves(state: Any) -> Iterator[Move]:
        yield Move(len((b"ab" + bytes([state]))["a":]) if state > 9 else 0)  # type: ignore[misc]

    with pytest.raises(Refused, match="a slice that ends at 'a'"):
        assert_same(game_of(moves), NUMBERS)
