"""Rarer syntax in rules: nonlocal, finally, suppress, arguments of any name, __post_init__."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum, IntFlag
from functools import lru_cache
from itertools import count, cycle
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Move
from zermelo.staging.reading.source import Refused

RULES: list[Any] = []
rule = collected_in(RULES)

NUMBERS = [0, 1, 2, 5]
VARYING = [(), (1,), (2, 1), (3, 1, 2), (5, 4, 4, 0)]


@dataclass(frozen=True)
class Heap:
    cells: tuple[int, ...]
    size: int = field(init=False)
    least: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if any(cell > 4 for cell in self.cells):
            raise ValueError("too high")
        object.__setattr__(self, "size", len(self.cells))
        if self.size > 1:
            object.__setattr__(self, "least", min(self.cells))


@dataclass(frozen=True)
class Pair:
    one: int
    two: int


@rule(NUMBERS)
def a_name_that_an_inner_function_changes(state: int) -> Iterator[Move]:
    total, rounds = 0, 0

    def add(number: int) -> None:
        nonlocal total, rounds
        total += number
        rounds = rounds + 1

    for k in range(state):
        add(k)
    yield Move(total, gain=rounds)


@rule(NUMBERS)
def a_name_that_recursion_changes(state: int) -> Iterator[Move]:
    best: int | None = None
    seen = [best for best in range(2)]

    def walk(number: int) -> bool:
        nonlocal best
        if best is None or number > best:
            best = number
        if number > 4:
            return True
        return walk(number + 2)

    found = walk(state)
    yield Move(-1 if best is None else best, gain=int(found) + len(seen))


@rule(NUMBERS)
def a_parameter_that_is_changed_two_functions_below(state: int) -> Iterator[Move]:
    def outer(count: int) -> int:
        def middle() -> None:
            own = 1

            def inner(count_more: int) -> None:
                nonlocal count, own
                own += count_more
                count += own

            inner(2)

        middle()
        return count

    yield Move(outer(state))


@rule(NUMBERS)
def a_name_of_a_loop_that_recursion_changes(state: int) -> Iterator[Move]:
    for k in range(3):
        count = 0
        seen: set[int] = set()

        def fill(number: int) -> None:
            nonlocal count
            if number < 0 or number in seen:  # noqa: B023 - called in the same round
                return
            seen.add(number)  # noqa: B023
            count += number + k  # noqa: B023
            fill(number - 1)
            fill(number - 2)

        fill(state)
        count += 1
        yield Move(count)


@rule(NUMBERS)
def something_is_done_at_last(state: int) -> Iterator[Move]:
    done = 0
    try:
        found = (1, 2, 3)[state]
    except IndexError:
        found = 7
    finally:
        done += 1
    for k in range(3):
        try:
            if k == state:
                continue
            if k > state:
                break
        finally:
            done += 10
    yield Move(found, gain=done)


@rule(NUMBERS)
def something_is_done_before_a_return(state: int) -> Iterator[Move]:
    log: list[int] = []

    def look(number: int) -> int:
        try:
            if number > 1:
                return len(log)
            log.append(3)
        finally:
            log.append(4)
        return 9

    yield Move(look(state), gain=sum(log) + look(state))


@rule(NUMBERS)
def errors_are_passed_over(state: int) -> Iterator[Move]:
    found = 8
    with suppress(IndexError, KeyError):
        found = (1, 2)[state]
        found += 1
    yield Move(found)


@rule(NUMBERS)
def an_error_becomes_another(state: int) -> Iterator[Move]:
    try:
        found = (1, 2, 3)[state]
    except IndexError as error:
        raise ValueError("out of range") from error
    yield Move(found)


def weighed(number: int, *others: int, factor: int = 1, **more: int) -> int:
    if not more:
        return number * factor + sum(others)
    plus = more["plus"] if "plus" in more else 0  # noqa: SIM401
    return number + plus + more.get("minus", 0) + len(more) + sum(more.values())


def passed_on(*args: int, **words: int) -> int:
    return weighed(*args, **words) + sum(len(name) for name in words)


@rule(NUMBERS)
def arguments_of_any_name(state: int) -> Iterator[Move]:
    yield Move(weighed(state), gain=weighed(state, plus=3, minus=state))
    yield Move(passed_on(state, 1, factor=2), gain=passed_on(state, plus=2))
    yield Move(weighed(number=state, factor=3))
    yield Move(sum(value for name, value in sorted({"a": state}.items())))


@rule(VARYING)
def arguments_from_a_sequence(state: Any) -> Iterator[Move]:
    yield Move((weighed(1, *state), weighed(0, 1, *state[1:])))
    if len(state) == 2:
        pair = Pair(*state)
        yield Move((pair.one - pair.two,))


@rule(VARYING)
def a_record_that_looks_at_itself(state: Any) -> Iterator[Move]:
    try:
        heap = Heap(state)
    except ValueError:
        heap = Heap(())
    heap = replace(heap, cells=(*heap.cells, 2))
    yield Move((heap.size, heap.least))


@rule([Pair(1, 2), Pair(0, 0), Pair(3, 1)])
def fields_that_a_dict_replaces(state: Pair) -> Iterator[Move]:
    changes = {"one": state.two}
    if state.one > 1:
        changes["two"] = 7
    yield Move(replace(state, **changes))
    changes["three" if state.one > 2 else "two"] = 1
    yield Move(replace(state, **changes))


@rule(VARYING)
def a_queue_of_so_many(state: Any) -> Iterator[Move]:
    last: deque[int] = deque(maxlen=2)
    for number in state:
        last.append(number)
    first = deque(state, maxlen=3)
    first.appendleft(9)
    first.extend(last)
    yield Move((*last, 0, *first))


@rule(NUMBERS)
def a_cache_with_a_size(state: int) -> Iterator[Move]:
    @lru_cache(maxsize=None)  # noqa: UP033
    def fibonacci(number: int) -> int:
        return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)

    total = list[int]()
    total.append(fibonacci(state))
    number = total[0]
    del total
    yield Move(number)


def chosen(number: int, row: tuple[int, ...] = ()) -> tuple[int, ...]:
    return row if number == 0 else chosen(number - 1, (*row, number))


def spelled(number: int, text: str = "") -> int:
    if number == 0:
        return len(text)
    return spelled(number - 1, text + "ab")


@rule(NUMBERS)
def what_a_function_hands_to_itself_grows(state: int) -> Iterator[Move]:
    yield Move(sum(chosen(state)), gain=spelled(state))


@rule(NUMBERS)
def one_of_several_functions(state: int) -> Iterator[Move]:
    ways = (abs, lambda number: 2 * number, lambda number: number + 7)
    yield Move(ways[state % 3](-state))
    way = ways[1] if state > 1 else ways[2]
    yield Move(sum(map(way, (1, state))), gain=max((3, -4, state), key=way))
    yield Move(sorted((3, -4, state), key=way if state else abs)[0])


@rule([(1, 2), "ab", (), "", (5,)])
def a_loop_over_one_of_several_kinds(state: Any) -> Iterator[Move]:
    total = 0
    for place, each in enumerate(state):
        total += each if isinstance(each, int) else ord(each) - place
        if total > 90:
            break
    yield Move((total,), gain=sum(1 for _ in state))


@rule(VARYING)
def iterators_that_are_gone_on_with(state: Any) -> Iterator[Move]:
    numbers = iter(state)
    first, second = next(numbers, 7), next(numbers, 8)
    yield Move((first, second, *numbers))
    evens = (number for number in state if number % 2 == 0)
    total = next(evens, 0)
    for number in evens:
        total += number * 10
    yield Move((total, *(next(evens, 5) for _ in range(2))))


@rule(VARYING)
def counters_and_pairs_of_one_iterator(state: Any) -> Iterator[Move]:
    places, signs = count(1), cycle((1, -1))
    yield Move(tuple(next(places) * next(signs) * number for number in state))
    numbers = iter(state)
    yield Move(tuple(one - two for one, two in zip(numbers, numbers, strict=False)))


class Wall(IntFlag):
    NORTH = 1
    EAST = 2
    SOUTH = 4


class Side(Enum):
    NONE = 0
    LEFT = 1
    RIGHT = 2

    @property
    def other(self) -> Side:
        return {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}[self]


@rule([(Wall.NORTH | Wall.SOUTH, 3), (Wall.EAST, 0), (Wall(0), 1)])
def flags_are_numbers(state: Any) -> Iterator[Move]:
    walls, left = state
    for wall in Wall:
        if walls & wall:
            yield Move((walls & ~wall, left))
    yield Move((walls | Wall.EAST, left + 1))


@rule([Side.LEFT, Side.RIGHT, Side.NONE])
def a_property_that_some_members_do_not_have(state: Side) -> Iterator[Move]:
    yield Move(state.other)


@rule(["LEFT", "RIGHT", "NONE", "UP"])
def a_member_by_its_name(state: str) -> Iterator[Move]:
    yield Move(Side[state].name[:4], gain=Side[state].value)


class Step:
    @classmethod
    def reached(cls, at: int) -> int:
        return at + 1


class Jump(Step):
    @classmethod
    def reached(cls, at: int) -> int:
        return super().reached(at) + 1


@rule(NUMBERS)
def methods_of_one_of_several_classes(state: int) -> Iterator[Move]:
    kind = {0: Step, 1: Jump}[state % 2]
    yield Move(kind.reached(state))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rarer_syntax_says_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


def test_a_finally_inside_another_try_is_refused() -> None:
    def moves(state: int) -> Iterator[Move]:
        found = 0
        try:
            try:
                found = (1, 2)[state]
            finally:
                found += 1
        except IndexError:
            found = 9
        yield Move(found)

    with pytest.raises(Refused, match="`finally` inside another `try`"):
        assert_same(game_of(moves), NUMBERS)
