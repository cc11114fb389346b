"""What people write about sequences and loops becomes code that says what Python says.

The code is plain Python over rows of numbers: it is carried out here without a compiler.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import (
    HEAPS,
    NUMBERS,
    PAIRS,
    RAGGED,
    ROWS,
    SEVENS,
    VARYING,
    assert_same,
    collected_in,
    game_of,
)
from zermelo import Move

RULES: list[Any] = []
rule = collected_in(RULES)


# -- sequences -------------------------------------------------------------------------------------


@rule(SEVENS)
def lists_are_changed_in_place_and_shared(state: Any) -> Iterator[Move]:
    ring = list(state)
    ring[0] += 3
    ring[-1] = ring[1] * 2
    other = ring
    other[2] = 9
    part = ring[:]
    part[3] = 77
    yield Move(tuple(ring), gain=part[3])
    yield Move(tuple(part), gain=ring[3])
    before = tuple(ring)
    ring[4] -= 1
    yield Move(before, gain=before[4] - ring[4])
    ring[0], ring[6] = ring[6], ring[0]
    yield Move((*ring[1:], ring[0]))


@rule(VARYING)
def lists_grow_and_shrink(state: Any) -> Iterator[Move]:
    items = list(state)
    items.append(5)
    items.extend((1, 2))
    last, first = items.pop(), items.pop(0)
    items.insert(1, 8)
    items.reverse()
    yield Move(tuple(items), gain=last * 10 + first)
    copied = items.copy()
    items.sort()
    yield Move(tuple(items), gain=items.index(5) * 10 + items.count(1))
    items.remove(5)
    del items[0]
    items += [4, len(items)]
    yield Move(tuple(items), gain=copied[0])
    copied.sort(reverse=True)
    yield Move(tuple(copied))
    items.clear()
    yield Move(tuple(items))


@rule(VARYING)
def lists_are_passed_and_shared_by_helpers(state: Any) -> Iterator[Move]:
    items: list[int] = []
    for number in state:
        push_small(items, number)
        push_small(items, number + 1)
    yield Move(tuple(items))
    double_all(items)
    yield Move(tuple(items))
    shared = items
    shared.append(1)
    yield Move((len(items), len(shared)))
    for number in items:  # a list that grows under way
        if 1 < number < 9:
            items.append(number // 2)
    yield Move(tuple(items))


def push_small(items: list[int], number: int) -> None:
    if number > 3:
        return
    items.append(number)


def double_all(items: list[int]) -> None:
    for place in range(len(items)):
        items[place] *= 2


@rule(ROWS)
def lists_hold_lists(state: Any) -> Iterator[Move]:
    grid = [list(row) for row in state]
    grid[0][1] = 7
    yield Move(tuple(tuple(row) for row in grid))
    grid[1] = grid[0]
    grid[0][0] += 1
    yield Move(tuple(map(tuple, grid)))
    flat = [number for row in grid for number in row]
    yield Move(((flat[0], flat[1]), (flat[-2], flat[-1])), gain=sum(flat))
    pairs = [(number, place) for place, row in enumerate(state) for number in row]
    pairs.sort()
    yield Move((pairs[0], pairs[-1]))
    blank = [[0] * 2] * 2
    blank[0][1] = 5
    yield Move((tuple(blank[0]), tuple(blank[1])))


@rule([*SEVENS, *VARYING])
def tuples_are_cut_joined_and_repeated(state: Any) -> Iterator[Move]:
    size = len(state)
    for low, high in ((0, 2), (-2, 9), (1, -1), (size // 2, size), (size, 0)):
        yield Move(state[low:high])
    yield Move(state[1:] + state[:1])
    yield Move(state[::-1], gain=len(state[::-1]))
    yield Move(state[-1:] + (7,) + state[: size // 2])
    yield Move((*state, 1, *state[:2]))
    yield Move(state * 2 + (0,) * size)
    yield Move(3 * state[:1])
    for place, number in enumerate(state):
        yield Move(state[:place] + (number + 1,) + state[place + 1 :], gain=place)
    yield Move(tuple(sorted(state)), gain=sum(state))
    yield Move(tuple(sorted(state, reverse=True)), gain=sum(state, 5))
    yield Move(tuple(reversed(state)))
    yield Move(state, gain=state.count(1) + (state.index(1) if 1 in state else 50))


@rule(SEVENS)
def tuples_of_known_length_are_cut_with_steps(state: Any) -> Iterator[Move]:
    yield Move(state[::2] + state[1::2])
    yield Move(state[5:0:-2] + (0,) * 4)
    first, *rest = state
    *most, last = state
    one, *middle, end = state
    rest.append(first)
    yield Move(tuple(rest))
    yield Move((last, *most), gain=len(middle))
    yield Move((end, *middle, one))
    (a, b), *others = state[:2], state[2:]
    yield Move((*others[0], b, a))


@rule(VARYING)
def unpacking_holds_a_tuple_against_its_names(state: Any) -> Iterator[Move]:
    first, *rest = state
    yield Move((first,))
    *_, before, last = state
    yield Move((before, last, *rest))
    one, two = state
    yield Move((two, one))


@rule(RAGGED)
def tuples_hold_tuples_of_any_length(state: Any) -> Iterator[Move]:
    for place, row in enumerate(state):
        if row:
            yield Move((*state[:place], row[1:], *state[place + 1 :]), gain=row[0])
    yield Move(tuple(row for row in state if row), gain=sum(len(row) for row in state))
    yield Move(state[::-1], gain=(state == ((), ())) + 2 * (() in state))
    yield Move(tuple(tuple(number + 1 for number in row) for row in state))
    yield Move((*state, (len(state),)))
    grown = ()
    for row in state:
        grown += (row + (9,),)
    yield Move(grown, gain=grown == state)


@rule(HEAPS)
def a_part_of_the_state_varies_in_length(state: Any) -> Iterator[Move]:
    heaps, turn = state
    for place, heap in enumerate(heaps):
        for left in range(heap):
            rest = heaps[:place] + ((left,) if left else ()) + heaps[place + 1 :]
            yield Move((rest, 1 - turn), again=left == 1)
    yield Move((tuple(sorted((*heaps, 1))), turn))


@rule(ROWS)
def nested_tuples_are_unpacked_and_built(state: Any) -> Iterator[Move]:
    for place, (left, right) in enumerate(state):
        yield Move((*state[:place], (left + 1, right), *state[place + 1 :]), gain=state[place][0])
    (a, b), (c, d) = state
    yield Move(((a, c), (b, d)), gain=max(state)[0] * 10 + min(state)[1])
    yield Move(tuple((y, x) for x, y in state))
    yield Move(tuple(sorted(state)), gain=((a, b) in state) + (state[0] < state[1]))
    yield Move(tuple(pair[::-1] for pair in state))
    for turned in zip(*state, strict=True):
        yield Move((turned, turned))


# -- loops -----------------------------------------------------------------------------------------


@rule(PAIRS)
def loops_are_left_and_cut_short(state: Any) -> Iterator[Move]:
    a, b = state
    for number in range(a, b):
        if number == 2:
            continue
        if number == 3:
            break
        yield Move((number, b))
    for number in range(5, a, -2):
        yield Move((number, a))
    for number in range(a, 9, 3):
        if number > 4:
            break
    else:
        number = -9
    yield Move((number, 0))
    for place, number in enumerate(state, 1):
        yield Move((place, number))
    for one, two in zip(state, reversed(state), strict=False):
        yield Move((one, two))
    count = 0
    while count < b:
        count += 1
        if count == 2:
            continue
        if count > 3:
            break
        yield Move((count, count))
    else:
        yield Move((99, count))
    yield Move((count, a))


@rule(VARYING)
def loops_go_over_anything(state: Any) -> Iterator[Move]:
    for one, (place, two) in zip(state, enumerate(state[1:]), strict=False):
        yield Move((one, place, two))
    for one, two in zip(state, (7, 8, 9), strict=False):
        yield Move((one, two))
    for place, number in reversed(list(enumerate(state))):
        yield Move((place, number))
    for number in map(operator.neg, state):
        yield Move((number,))
    for number in {3, 1}:
        yield Move((number,))
    for key in {2: 5, 4: 6}:
        yield Move((key,))
    for key, number in {2: 5, 4: 6}.items():
        yield Move((key, number))
    for letter in "ab":
        yield Move((len(state) if letter == "b" else -1,))


@rule(NUMBERS)
def loop_variables_live_on(state: int) -> Iterator[Move]:
    number, last = 7, -1
    for number in range(state):
        last = number
    yield Move(number * 10 + last)
    found = 0
    for one in (1, 2, 3):
        for two in (1, 2):
            if one * two == state:
                found = one
                break
        else:
            continue
        break
    yield Move(found)
    best, where = -1, 0
    for place in range(state):
        if place * place % 7 > best:
            best, where = place * place % 7, place
    yield Move(best * 100 + where)
    total, step = 0, 1
    while total < state:
        total, step = total + step, step + 1
    yield Move(total * 100 + step)


@rule(PAIRS)
def generators_are_gone_through_in_loops(state: Any) -> Iterator[Move]:
    a, b = state
    for number in first_numbers(b):
        b -= 1  # the generator keeps its own
        a += number
        if number > 2:
            break
        if number == 1:
            continue
        yield Move((a, b), gain=number)
    yield Move((a, b))
    for one, two in pairs_of(a):
        yield Move((one, two))
    yield from (Move((k, k)) for k in first_numbers(a, odd=True))
    late = (k + b for k in range(3))
    b = 50
    yield Move((sum(late), b))
    yield Move((sum(first_numbers(4)), len(tuple(pairs_of(3)))))


@rule(PAIRS)
def what_a_round_leaves_behind_is_not_asked_for_in_the_next(state: Any) -> Iterator[Move]:
    for place, number in large_ones_twice(state):
        for small in range(number % 3):
            yield Move((small, place))
        else:
            spare = [0] * 2
        spare[place % 2] = number
        yield Move((spare[0], spare[1]))


def large_ones_twice(numbers: Any) -> Iterator[tuple[int, int]]:
    for place, number in enumerate(numbers):
        yield place, number
        if number > 2:
            yield number, place


@rule(VARYING)
def lists_are_gone_through_side_by_side(state: Any) -> Iterator[Move]:
    grown = [1]
    grown.extend(state)
    for one, two in zip(grown, state, strict=False):
        yield Move((one, two))
        if one > 2:
            grown.append(one)
            break
    for place, (one, two) in enumerate(zip(reversed(grown), grown, strict=True)):
        if two == 1:
            continue
        yield Move((place, one, two))
    yield Move(tuple(map(max, grown, reversed(grown))))


def first_numbers(count: int, odd: bool = False) -> Iterator[int]:
    for k in range(count):
        if odd and k % 2 == 0:
            continue
        yield k
    if count > 3:
        return
    yield -1


def pairs_of(count: int) -> Iterator[tuple[int, int]]:
    for k in first_numbers(count):
        yield k, count
    yield from ((k, -k) for k in first_numbers(count, odd=True))


# -- comprehensions and what goes through all items ------------------------------------------------


@rule([*SEVENS, *VARYING])
def comprehensions_have_names_of_their_own(state: Any) -> Iterator[Move]:
    number = 99
    yield Move(tuple(number + 1 for number in state), gain=number)
    yield Move(tuple([number for number in state if number > 1 if number % 2]))
    yield Move(tuple(x * y for x in state for y in state[:2] if x < y))
    yield Move(tuple((x, y)[x < 2] for x, y in zip(state, state[1:], strict=False)))
    for x in (y + number for y in state[:2]):
        y = x  # this is not the generator's
        yield Move((x, y))
    yield Move(tuple(sum(x for x in state[:k]) for k in range(len(state))))
    yield Move(tuple(len([x for x in state if x == k]) for k in range(3)))


@rule([*SEVENS, *VARYING])
def built_in_functions_go_through_items(state: Any) -> Iterator[Move]:
    truths = any(n > 3 for n in state) + 2 * all(n > 0 for n in state) + 4 * any(state)
    yield Move(state, gain=truths)
    yield Move(state, gain=max((n for n in state if n % 2), default=-7))
    yield Move(state, gain=min(state, default=8) * 100 + sum(n > 1 for n in state))
    yield Move(state, gain=next((k for k, n in enumerate(state) if n == 4), -1))
    yield Move(tuple(filter(None, state)), gain=len(list(filter(lambda n: n > 2, state))))
    yield Move(tuple(map(max, state, reversed(state))))
    yield Move(tuple(map(lambda n: n * 2, state)))
    yield Move(state, gain=functools.reduce(operator.xor, state, 0))
    yield Move(state, gain=functools.reduce(lambda one, two: one * 2 + two, state[:4], 1))
    yield Move(state, gain=math.prod(n + 2 for n in state[:5]))
    yield Move(max((state, (1, 2)), default=()), gain=sorted(((3, 1), (1, 2)))[0][1])
    if state:
        yield Move(state[:-1], gain=functools.reduce(max, state) - min(state))
        pairs = tuple((n % 3, -k) for k, n in enumerate(state))
        yield Move(max(pairs), gain=min(pairs)[0])


@rule([0, 1, 2, 3])
def what_is_not_needed_is_not_worked_out(state: int) -> Iterator[Move]:
    row = (5, 6, 7)
    yield Move(state, gain=any(row[k] > 6 for k in range(state, 9)))  # an error when state = 3
    yield Move(state, gain=state < 3 and row[state] > 5)
    yield Move(state, gain=int(0 <= state < 3 <= row[state]))
    yield Move(state, gain=0 if state > 2 or not row[state] else 3)
    yield Move(state, gain=state and 6 // state)
    yield Move(state, gain=sum(row[k] for k in range(4) if k < 3 and row[k] != state))


def a_list_grows_beside_another(state: Any) -> Iterator[Move]:
    items = [5]
    items.append(len(state))
    for one, two in zip(items, state, strict=False):
        items.append(one)
        yield Move((one, two))


def a_list_shrinks_beside_another(state: Any) -> Iterator[Move]:
    items = [*state]
    items.append(0)
    for one, two in zip(state, items, strict=False):
        yield Move((one, two, items.pop()))


def a_list_grows_behind_a_view_of_it(state: Any) -> Iterator[Move]:
    items = [*state]
    pairs = zip(items, (7, 8, 9, 10), strict=False)
    items.append(4)
    for one, two in pairs:
        yield Move((one, two))


@pytest.mark.parametrize(
    "moves",
    [a_list_grows_beside_another, a_list_shrinks_beside_another, a_list_grows_behind_a_view_of_it],
)
def test_a_list_that_changes_under_way_is_given_up_and_never_misread(moves: Any) -> None:
    rules = assert_same(game_of(moves), VARYING, may_give_up=True)
    with pytest.raises(RuntimeError, match="changes its length"):
        rules.moves((3, 1, 2))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)
