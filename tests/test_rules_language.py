"""What people write in rules becomes code that says what Python says.

The code is plain Python over rows of numbers: it is carried out here without a compiler.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterator
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
    game_of,
)
from zermelo import Move
from zermelo.games import Nim

RULES: list[Any] = []


def rule(states: list[Any]) -> Callable[[Any], Any]:
    """A function of a state that is held against its own code on these states."""

    def note(moves: Any) -> Any:
        RULES.append(pytest.param(moves, states, id=moves.__name__))
        return moves

    return note


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


# -- numbers ---------------------------------------------------------------------------------------


@rule(PAIRS)
def arithmetic_is_that_of_python(state: Any) -> Iterator[Move]:
    a, b = state
    yield Move((a // 3, a % 3))
    yield Move((a // -2, a % -2))
    yield Move((abs(a), -b))
    yield Move((a & b, a | b))
    yield Move((a ^ b, ~a))
    yield Move((min(a, b), max(a, b, 2)))
    yield Move((int(a < b), bool(a)))
    yield Move((abs(a).bit_count(), b.bit_length()))
    yield Move((a + (b > 0), -(a > b)))
    yield Move((a >> 70, (a > 0) << 3))
    yield Move((divmod(a, 3)[1], pow(2, abs(b))))
    yield Move((math.gcd(a, b), math.isqrt(abs(a))))
    yield Move((a**2, a * b * a))
    yield Move(divmod(a, b))  # an error when b = 0


@rule(PAIRS)
def shifts_and_powers_by_negative_numbers_are_errors(state: Any) -> Iterator[Move]:
    a, b = state
    yield Move((a << b, a >> b))
    yield Move((a**b, 1))


@rule(PAIRS)
def conditions_give_values(state: Any) -> Iterator[Move]:
    a, b = state
    yield Move((1 if a < b < 4 else 2, a and b))
    yield Move((a or b, not a))
    yield Move((a or b or 7, a and b and 9))
    yield Move(state if a else (b, b), gain=5 if a > 0 else b)
    yield Move((a in (1, 2, b), a not in {1, 3}))
    yield Move((a in range(0, 5, 2), b in range(a)))
    yield Move((a in {b, 2}, b in (a, a + 1)))
    yield Move((1, 2) if state < (1, 2) else state, gain=(state == (1, 1)) + (state >= (2, 2)) * 2)
    yield Move(((), state)[1] or (0, 0), gain=(7, 8)[a > b])
    if (total := a + b) > 2 and (product := a * b) > 3:
        yield Move((total, product))
    yield Move((total, (c := total * 2) + c))
    yield Move((a is not None, (a == b) is False if a is None else 1))
    if not (a and b) or not a > b:
        yield Move((3, 3))
    text = "more" if a > b else "less"
    yield Move((0, 1), label=text + "!" * 3)


@rule(NUMBERS)
def truth_values_count_as_numbers(state: int) -> Iterator[Move]:
    even = state % 2 == 0
    yield Move(even + even)
    yield Move(3 * even - (state > 2))
    odd = not even
    odd ^= state > 50
    yield Move(odd << 2 | even)
    flag = False
    for k in range(state):
        flag = flag or k == 4
    yield Move(flag, again=flag, gain=-flag)
    yield Move((10, 20)[flag])
    yield Move(sum([state > 1, state > 2, flag]))
    yield Move(max(flag, odd))


# -- names -----------------------------------------------------------------------------------------


@rule(PAIRS)
def names_may_stand_for_new_things(state: Any) -> Iterator[Move]:
    original = state
    state = list(state)
    state[0] = 4
    state = tuple(state)
    yield Move(state)
    state = original[0] + original[1]
    if state > 3:
        pair = (state, 1)
    elif state > 1:
        pair = (1, 1)
    else:
        pair = (0, state)
    yield Move(pair)
    row = (1, 2, 3) if state > 2 else (4,)
    yield Move((len(row), sum(row)))
    if state > 0:
        row = row[1:]
    else:
        unused = row
    yield Move((len(row), 0))
    items = [1]
    if state > 0:
        items.append(state)
    else:
        items += [7, 8]
    yield Move((len(items), items[-1]))
    one, two = state, 2
    one, two = two, one
    yield Move((one, two))
    if original[0] > 1:
        late = 5
    if original[0] > 2:
        yield Move((late, 0))


@rule(PAIRS)
def functions_inside_functions_see_what_is_around_them(state: Any) -> Iterator[Move]:
    a, b = state

    def mixed(x: int, y: int = b) -> int:
        if x > 2:
            return x - y
        return x + y + a

    def above(count: int) -> Iterator[int]:
        for k in range(count):
            yield k + a

    def choose(x: int) -> int:
        return mixed(x) if x % 2 else mixed(x, y=1)

    scale = lambda x: x * a  # noqa: E731
    yield Move((mixed(a), choose(b)))
    yield Move((scale(3), scale(b)))
    for number in above(2):
        yield Move((number, b))
    a = 7
    yield Move((scale(1), mixed(0)))


@rule(PAIRS)
def helpers_take_arguments_in_every_way(state: Any) -> Iterator[Move]:
    a, b = state
    yield Move((total_of(a, b, 3), total_of(scale=2)))
    yield Move((total_of(*state, scale=b), total_of(*(a, b), 1)))
    yield Move((between(a, high=b), between(high=5, number=b, low=a)))
    yield Move((sign_of(a), factorial(b)))
    yield Move((fibonacci(a), is_even(abs(b))))
    yield Move(swapped((a, b)))
    yield Move(math_of(a, b))
    yield Move(pair_or_more(a, b)[:2])
    yield Move((Helper.double(a), Helper.tripled(b)))
    yield Move((partly(a), remembered(b)))


def total_of(*numbers: int, scale: int = 1) -> int:
    return scale * sum(numbers)


def between(number: int, low: int = 0, *, high: int = 3) -> bool:
    return low <= number <= high


def sign_of(number: int) -> int:
    if number < 0:
        return -1
    return 1 if number else 0


def factorial(number: int) -> int:
    return 1 if number <= 1 else number * factorial(number - 1)


def fibonacci(number: int) -> int:
    if number < 2:
        return number
    return fibonacci(number - 1) + fibonacci(number - 2)


def is_even(number: int) -> bool:
    if number == 0:
        return True
    return is_odd(number - 1)


def is_odd(number: int) -> bool:
    if number == 0:
        return False
    return is_even(number - 1)


def swapped(pair: tuple[int, int]) -> tuple[int, int]:
    if pair[0] > pair[1]:
        return pair
    one, two = pair
    return two, one


def pair_or_more(a: int, b: int) -> tuple[int, ...]:
    if a > b:
        return (a, b)
    if a == b:
        return (a, b, 1)
    return tuple(range(b - a + 3))


def math_of(a: int, b: int) -> tuple[int, int]:
    from math import gcd

    import zermelo.games.rows as rows

    return gcd(a, b), len(rows.Ends.name) + a


class Helper:
    factor = 3

    @staticmethod
    def double(number: int) -> int:
        return 2 * number

    @classmethod
    def tripled(cls, number: int) -> int:
        return cls.factor * number


partly = functools.partial(total_of, 10, scale=2)


@functools.lru_cache
def remembered(number: int) -> int:
    if number > 1:
        return number * number
    return 0


@rule([0, 1, 5, 8])
def work_lists_hold_numbers_and_pairs(state: int) -> Iterator[Move]:
    stack, count = [state], 0
    while stack:
        number = stack.pop()
        count += 1
        if number > 3:
            stack.append(number // 2)
            stack.append(number // 3)
    yield Move(count)
    open_pairs = [(state, 1)]
    while open_pairs:
        one, two = open_pairs.pop()
        if one > 4 and two < 3:
            open_pairs.append((one - 1, two + 1))
            open_pairs.append((one - 2, two + 2))
        else:
            yield Move(one * two)
    found = []
    for k in range(state):
        found.append((k, (k, k * k)))
    yield Move(len(found), gain=sum(square for _, (_, square) in found))
    seen = [False] * 9
    seen[state] = True
    yield Move(sum(seen), gain=seen.index(True))


@rule(NUMBERS)
def assertions_and_errors_are_errors(state: int) -> Iterator[Move]:
    assert state != 3, "three"
    if state == 5:
        raise ValueError(f"{state}")
    yield Move(state + 1)


# -- moves -----------------------------------------------------------------------------------------


@rule(NUMBERS)
def moves_may_be_a_list(state: int) -> list[Move]:
    if state > 50:
        return []
    if state > 10:
        return [Move(state - 10, 3, True, "back"), Move(to=state, gain=-1)]
    found = []
    for k in (1, 2, 3):
        if k <= state:
            found.append(Move(state - k, k, label=f"take {k}"))
    return found


@rule(NUMBERS)
def moves_may_be_a_comprehension(state: int) -> Any:
    return (Move(state - k, gain=k, again=k == 2) for k in (1, 2, 3) if k <= state)


@rule(VARYING)
def moves_may_be_those_of_another_game(state: Any) -> Any:
    return Nim((3, 4)).moves(state)


@rule(NUMBERS)
def moves_may_be_made_by_helpers(state: int) -> Iterator[Move]:
    yield one_move(state)
    yield Move(*(state, 2))
    yield one_move(state + 1)._replace(gain=5)
    for move in some_moves(state):
        if move.gain < 2:
            yield move
    yield from some_moves(state)


def one_move(state: int) -> Move:
    return Move(state // 2, gain=state % 3, again=state > 3)


def some_moves(state: int) -> list[Move]:
    if state == 0:
        return []
    return [Move(k, gain=k) for k in range(state % 5)]


@rule(NUMBERS)
def labels_may_be_anything(state: int) -> Iterator[Move]:
    names = {1: "one", 2: "two"}
    for k in (1, 2):
        label = names[k]
        yield Move(state + k, label=label.title() + ", ".join(str(x) for x in range(k)))
        yield Move(state, label=names.get(state, "many"))
        yield Move(state, label=described(state))
        yield Move(state, label="%d" % state if state else None)
    words = ["a", "b"]
    yield Move(state, label=words[state % 2] * 2)


def described(state: int) -> str:
    if state > 3:
        return "large"
    return f"{state:>3}".strip()


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
