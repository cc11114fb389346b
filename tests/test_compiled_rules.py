"""Rules become code that says what Python says, or are refused with the line and a way out.

The code is plain Python over rows of numbers: most of it is carried out here without a compiler.
"""

from __future__ import annotations

import functools
import inspect
import linecache
import math
import operator
import os
import random
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, islice, product
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from random_games import Reader
from zermelo import Game, LastMoverWins, Move, PayoffGame
from zermelo.compiled import build
from zermelo.compiled.forms import lengths_of
from zermelo.compiled.layout import Layout, observed
from zermelo.compiled.machine import Machine, Moves, Outgrown, first_layout
from zermelo.compiled.staging.source import Stopped
from zermelo.compiled.translate import translate
from zermelo.games import Nim
from zermelo.shapes import Box, Subsets

FILE = os.path.basename(__file__)
ROOM = 400


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Machine code of its own, so that nothing depends on what earlier runs left."""
    kept = os.environ.get("ZERMELO_CACHE")
    os.environ["ZERMELO_CACHE"] = str(tmp_path_factory.mktemp("rules"))
    build.folder.cache_clear()
    yield
    del os.environ["ZERMELO_CACHE"]
    if kept is not None:
        os.environ["ZERMELO_CACHE"] = kept
    build.folder.cache_clear()


# -- the code without a compiler -------------------------------------------------------------------


class Numbers(list[int]):
    """A row of Python's own ints where the code expects an array."""

    @property
    def size(self) -> int:
        return len(self)


class Table:
    """Rows of Python's own ints where the code expects a table."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.rows[place[0]][place[1]]


class Executed:
    """Translated rules, carried out by Python."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.game, self.layout = game, layout
        self.code = translate(game, layout)
        text = build.whole_text(self.code.text).replace("from numba import njit", NOT_COMPILED)
        self.names: dict[str, Any] = {}
        exec(compile(text, "translated", "exec"), self.names)

    def _given(self, state: Any) -> tuple[Table, Numbers, Table]:
        words = self.layout.encode(state)
        assert words is not None
        memory = Numbers([*self.code.memory, *[0] * (1 << 13)])
        return Table([words]), memory, Table(self.layout.codec.tolist())

    def moves(self, state: Any) -> list[tuple[Any, int, bool]]:
        keys, memory, codec = self._given(state)
        found = np.zeros((ROOM, self.layout.words), np.int64)
        gains, agains = np.zeros(ROOM, np.int64), np.zeros(ROOM, np.uint8)
        counts, status = np.zeros(1, np.int64), np.zeros(4, np.int64)
        outputs = (found, gains, agains, counts, status)
        count = self.names["expand"](keys, 0, 1, memory, codec, *outputs)
        if count < 0:
            assert status[0] == 2
            raise Outgrown(self.layout.wider(int(status[1]), int(status[2])))
        rows = zip(found[:count].tolist(), gains.tolist(), agains.tolist(), strict=False)
        return [(self.layout.decode(key), gain, bool(again)) for key, gain, again in rows]

    def payoff(self, state: Any) -> list[int]:
        out = np.zeros((1, getattr(self.game, "players", 1)), np.int64)
        keys, memory, codec = self._given(state)
        self.names["payoffs"](keys, np.array([0]), memory, codec, out)
        return out[0].tolist()

    def turn(self, state: Any) -> int:
        out = np.zeros(1, np.int64)
        keys, memory, codec = self._given(state)
        self.names["turns"](keys, 0, 1, memory, codec, out)
        return int(out[0])


NOT_COMPILED = """
def njit(function=None, **options):
    return function if function else lambda function: function
"""


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    """What a function returns, or the error that it raises."""
    try:
        return function(*args)
    except Exception as error:
        return error


def told(game: Game, state: Any) -> list[tuple[Any, int, bool]]:
    """The moves that Python has."""
    return [(game.canonical(m.to), m.gain, m.again) for m in game.moves(state)]


def assert_same(
    game: Game, states: list[Any], layout: Layout | None = None, *, may_overflow: bool = False
) -> Executed:
    """The moves, payoffs and turns of all states, and errors where Python has errors."""
    python = {state: outcome(told, game, state) for state in states}
    reached = [to for moves in python.values() if isinstance(moves, list) for to, _, _ in moves]
    rules = Executed(game, layout or observed([*states, *reached]))
    for state, moves in python.items():
        found = outcome(rules.moves, state)
        if isinstance(moves, Exception):
            assert isinstance(found, Exception), (state, moves, found)
            continue
        if may_overflow and isinstance(found, OverflowError):
            continue  # an error is never a wrong answer: plain Python takes over
        assert found == moves, (state, found)
        if isinstance(game, PayoffGame):
            assert rules.turn(state) == game.turn(state)
        if not moves:
            paid = game.payoff(state)
            assert rules.payoff(state) == (list(paid) if isinstance(paid, tuple) else [paid])
    return rules


def game_of(moves: Callable[[Any], Any]) -> Game:
    class Rules(Game):
        start = 0

    vars(Rules)  # a class of its own for every rule
    Rules.moves = staticmethod(moves)  # type: ignore[method-assign, assignment]
    return Rules()


RULES: list[Any] = []


def rule(states: list[Any]) -> Callable[[Any], Any]:
    """A function of a state that is held against its own code on these states."""

    def note(moves: Any) -> Any:
        RULES.append(pytest.param(moves, states, id=moves.__name__))
        return moves

    return note


NUMBERS = [0, 1, 2, 3, 5, 12, 100]
PAIRS = [(a, b) for a in range(-3, 5) for b in range(-3, 5)]
SEVENS = [(1, 2, 3, 4, 5, 6, 7), (0,) * 7, (3, 1, 4, 1, 5, 9, 2), (-1, 5, -2, 8, 0, 3, 1)]
VARYING = [(), (1,), (2, 1), (3, 1, 2), (0, 5, 4, 4), (1, 1, 1, 1, 1, 2)]
ROWS = [((1, 2), (3, 4)), ((0, 0), (5, 1)), ((2, 2), (2, 2))]
HEAPS = [((1, 2, 3), 0), ((), 1), ((4,), 0), ((5, 5), 1)]
RAGGED = [((1, 2), (3,)), ((), ()), ((), (1, 2, 3)), ((0,),), ()]


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


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


# -- games with fields of their own ----------------------------------------------------------------


@dataclass(frozen=True)
class Fields(Game):
    """Every kind of field that rules read."""

    size: int = 3
    wraps: bool = True
    steps: tuple[int, ...] = (1, 2, 5)
    near: tuple[tuple[int, ...], ...] = ((1, 2), (0,), (), (0, 1, 2))  # of different lengths
    ways: tuple[tuple[int, int], ...] = ((0, 1), (1, 0), (-1, 0))
    prices: dict[int, int] = field(default_factory=lambda: {0: 5, 2: 7, -1: 3})
    board: dict[tuple[int, int], int] = field(default_factory=lambda: {(0, 1): 4, (2, 2): 9})
    array: Any = field(default_factory=lambda: np.array([4, 0, 2]))
    grid: Any = field(default_factory=lambda: np.array([[1, 2], [3, 4]]))
    listed: list[int] = field(default_factory=lambda: [2, 4])
    allowed: frozenset[int] = frozenset({1, 2, 3})
    names: tuple[str, ...] = ("left", "right", "up")
    bonus = 10
    start = (0, 0)

    @property
    def last(self) -> int:
        return self.size - 1

    @functools.cached_property
    def squares(self) -> tuple[int, ...]:
        return tuple(k * k for k in range(self.size))

    def inside(self, place: int) -> bool:
        return 0 <= place < self.size

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        a, b = state
        for step in self.steps:
            if step <= a:
                yield Move((a - step, b), gain=self.squares[b % self.size])
        for other in self.near[a % 4]:
            yield Move((other, b))
        for down, right in self.ways:
            if self.inside(a + down) and self.inside(b + right):
                yield Move((a + down, b + right), label=self.names[right])
        if a in self.prices:
            yield Move((a, b), gain=self.prices[a])
        yield Move((self.prices.get(b, -1), self.board.get((a, b), self.bonus)))
        if (a, b) in self.board:
            yield Move((a, b), gain=self.board[a, b])
        yield Move((self.array[a % 3], self.grid[a % 2][b % 2]), gain=len(self.array))
        yield Move((int(self.grid[1, 0]), sum(self.array)), gain=sum(self.listed))
        if self.wraps and b in self.allowed:
            yield Move(((a + 1) % self.size, self.last))
        own = list(self.listed)
        own[a % 2] += 1
        yield Move((own[0], own[1]), gain=self.listed[b % 2])
        for place, name in enumerate(self.names):
            yield Move((place, len(name)), label=name)


def test_rules_read_fields_properties_and_arrays() -> None:
    states = [(a, b) for a in range(-1, 5) for b in range(4)]
    assert_same(Fields(), states)
    assert_same(Fields(size=4, wraps=False, steps=(), near=((0,), (1,), (2,), (3,))), states)


class Counting(LastMoverWins):
    """Rules that a derived class changes."""

    start = 9
    most = 2

    def moves(self, state: int) -> Iterator[Move]:
        for take in range(1, self.most + 1):
            if take <= state:
                yield Move(self.after(state, take))

    def after(self, state: int, take: int) -> int:
        return state - take


class Halving(Counting):
    most = 3

    def moves(self, state: int) -> Iterator[Move]:
        yield from super().moves(state)
        if state % 2 == 0 and state:
            yield Move(super().after(state, state // 2))

    def after(self, state: int, take: int) -> int:
        return max(0, super().after(state, take) - 1)

    def payoff(self, state: int) -> int:
        return super().payoff(state) if state else -2


def test_rules_are_inherited_and_super_works() -> None:
    assert_same(Counting(), list(range(12)))
    assert_same(Halving(), list(range(12)))


def test_games_made_of_functions_are_translated() -> None:
    def step(heap: int) -> list[int]:
        return [heap - k for k in (1, 2, 3) if k <= heap]

    assert_same(LastMoverWins.from_function(step, start=9), list(range(10)))
    three, four = (
        lambda n: [n - 3] if n > 2 else [],
        lambda n: (k for k in range(n) if k % 4 == 0),
    )
    assert_same(LastMoverWins.from_function(three, start=9), list(range(10)))
    assert_same(LastMoverWins.from_function(four, start=9), list(range(10)))
    mixed = Game.from_function(
        lambda n: [Move(n - 1, gain=n), n // 2] if n else (),
        start=9,
        payoff=lambda n: n + 4,
    )
    assert_same(mixed, list(range(10)))
    edges = {0: [1, 2], 1: (2,), 2: (3, 0), 4: ()}
    assert_same(Game.from_edges(edges, start=0, payoff={3: 5, 4: -1}), list(range(5)))


class Place(NamedTuple):
    """A state with names."""

    row: int
    column: int
    is_over: bool = False

    @property
    def total(self) -> int:
        return self.row + self.column

    def turned(self) -> Place:
        return Place(self.column, self.row, self.is_over)


class Walk(Game):
    start = Place(2, 3)

    def moves(self, state: Place) -> Iterator[Move]:
        if state.is_over:
            return
        if state.row:
            yield Move(state._replace(row=state.row - 1), gain=state.total)
        yield Move(state.turned())
        yield Move(Place(column=1, row=state.column), again=True)
        here, _, _ = state
        yield Move(Place(*state[:2], here > 1))
        yield Move(state if state == Place(1, 1) else Place(0, 0, True))

    def payoff(self, state: Place) -> int:
        return -state.total


def test_states_may_be_named_tuples() -> None:
    states = [Place(a, b, over) for a in range(4) for b in range(4) for over in (False, True)]
    rules = assert_same(Walk(), states)
    assert all(type(to) is Place for to, _, _ in rules.moves(Place(2, 3)))


@dataclass(frozen=True)
class Auction(PayoffGame):
    """Players with totals of their own."""

    players: int = 3
    start: Any = ((3, 1, 2), 0)

    def turn(self, state: Any) -> int:
        return state[1]

    def moves(self, state: Any) -> Iterator[Move]:
        lots, player = state
        for place in range(len(lots)):
            rest = lots[:place] + lots[place + 1 :]
            yield Move((rest, (player + 1) % self.players), gain=lots[place])

    def payoff(self, state: Any) -> tuple[int, ...]:
        if state[1] == 0:
            return (0,) * self.players
        return tuple(k * state[1] for k in range(self.players))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_of_p_players_have_turns_and_vectors(players: int) -> None:
    lots = [(3, 1, 2), (5, 5), (1,), ()]
    assert_same(Auction(players), [(row, p) for row in lots for p in range(players)])


class Mirrored(Game):
    """One state stands for itself and its mirror image."""

    start = (2, 0, 1)

    def moves(self, state: Any) -> Iterator[Move]:
        for place, heap in enumerate(state):
            if heap:
                yield Move((*state[:place], heap - 1, *state[place + 1 :]), gain=place)

    def canonical(self, state: Any) -> Any:
        return min(state, state[::-1])


def test_moves_lead_to_canonical_states() -> None:
    states = list(product(range(3), repeat=3))
    assert_same(Mirrored(), states)


@dataclass(frozen=True)
class Moving(Game):
    """The moves themselves are a field."""

    table: tuple[tuple[Move, ...], ...]
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        yield from self.table[state]


def test_moves_may_be_looked_up() -> None:
    random_moves = random.Random(5)
    table = tuple(
        tuple(
            Move(
                random_moves.randrange(40),
                random_moves.randrange(-5, 5),
                random_moves.random() < 0.3,
            )
            for _ in range(random_moves.randrange(4))
        )
        for _ in range(40)
    )
    assert_same(Moving(table), list(range(40)))


class Tall(Game):
    """A board of rows, in several words of a key."""

    start = tuple((0,) * 9 for _ in range(9))

    def moves(self, state: Any) -> Iterator[Move]:
        for r, row in enumerate(state):
            for c, cell in enumerate(row):
                if cell < 2 and (c == 0 or state[r][c - 1] > 0) and self.open(state, r):
                    changed = row[:c] + (cell + 1,) + row[c + 1 :]
                    yield Move((*state[:r], changed, *state[r + 1 :]), gain=sum(map(sum, state)))

    def open(self, state: Any, row: int) -> bool:
        return row == 0 or any(state[row - 1])


def test_boards_of_rows_are_translated() -> None:
    states = [Tall.start]
    for state in states:
        states += [to for to, _, _ in told(Tall(), state)][:: 2 if len(states) < 9 else 40]
        if len(states) > 40:
            break
    full = tuple((2,) * 9 for _ in range(9))
    rules = assert_same(Tall(), states, observed([*states, full]))
    assert rules.layout.words == 3


# -- what is translated once -----------------------------------------------------------------------


@dataclass(frozen=True)
class Walls(Game):
    """Long rows of numbers of every kind."""

    row: Any
    near: tuple[tuple[int, ...], ...]
    start: int = 0

    @functools.cached_property
    def before(self) -> tuple[int, ...]:
        return tuple(int(sum(self.row[:k])) for k in range(len(self.row) + 1))

    def moves(self, state: int) -> Iterator[Move]:
        for other in self.near[state]:
            if other > state:
                yield Move(other, gain=self.before[other] - self.before[state] + self.row[state])


def test_other_long_rows_need_no_other_code() -> None:
    def walls(seed: int, size: int, kind: Any) -> Walls:
        chance = random.Random(seed)
        near = tuple(
            tuple(chance.randrange(size) for _ in range(chance.randrange(5))) for _ in range(size)
        )
        return Walls(kind([chance.randrange(-9, 9) for _ in range(size)]), near)

    games = [
        walls(1, 100, tuple),
        walls(2, 100, tuple),
        walls(3, 200, np.array),
        walls(4, 90, list),
    ]
    layout = observed([0, 300])
    codes = [assert_same(game, list(range(60)), layout).code for game in games]
    assert len({code.text for code in codes}) == 1
    assert len({tuple(code.memory) for code in codes}) == 4


# -- what is refused, and where --------------------------------------------------------------------

REFUSED: list[Any] = []


def refused(states: list[Any], what: str, fix: str) -> Callable[[Any], Any]:
    """Rules that stop the translation in the line marked `here`."""

    def note(moves: Any) -> Any:
        REFUSED.append(pytest.param(moves, states, what, fix, id=moves.__name__))
        return moves

    return note


def marked_line(function: Any) -> str:
    lines, first = inspect.getsourcelines(function)
    return f"{FILE}, line {first + next(k for k, line in enumerate(lines) if '# here' in line)}"


@refused([3], "a dict is built", "a tuple and an index")
def a_dict_of_what_is_counted(state: int) -> Iterator[Move]:
    counts = {
        k: k  # not a constant
        for k in range(state)
    }  # the line of a piece of syntax is its first
    yield Move(counts[0])


a_dict_of_what_is_counted.first = 1  # type: ignore[attr-defined]


@refused([3], "a dict is built", "a tuple and an index")
def a_dict_of_the_state(state: int) -> Iterator[Move]:
    prices = {1: state}  # here
    yield Move(prices[1])


@refused([(1, 2)], "a set is built", "the bits of an int, or a sorted tuple")
def a_set_of_the_state(state: Any) -> Iterator[Move]:
    left = {number for number in state}  # here # noqa: C416
    yield Move((len(left), 0))


@refused([(1, 2)], r"set\(…\) makes an object", "ints, tuples and lists")
def a_set_by_name(state: Any) -> Iterator[Move]:
    left = set(state)  # here
    yield Move((len(left), 0))


@refused([3], "texts are compared", "use ints")
def a_text_that_decides(state: int) -> Iterator[Move]:
    kind = "odd" if state % 2 else "even"
    if kind == "odd":  # here
        yield Move(state)


@refused([3], "a text is searched", "use ints")
def a_text_that_is_searched(state: int) -> Iterator[Move]:
    if str(state) in "123":  # here
        yield Move(state)


@refused([3], "a text becomes a number", "use ints")
def a_text_that_becomes_a_number(state: int) -> Iterator[Move]:
    yield Move(int(f"{state}1"))  # here


@refused([3], "a text decides something", "use ints")
def a_text_that_is_looked_at(state: int) -> Iterator[Move]:
    if str(state).strip("3"):  # here
        yield Move(state)


@refused([3], "division with /", "use // and ints")
def a_division(state: int) -> Iterator[Move]:
    yield Move(int(state / 2))  # here


@refused([3], r"0\.5 \(float\) where a whole number is needed", "use ints")
def a_float(state: int) -> Iterator[Move]:
    half = state * 0.5  # here
    yield Move(int(half))


@refused([3], r"Fraction\(1, 2\) \(Fraction\) where a whole number", "use ints")
def a_fraction(state: int) -> Iterator[Move]:
    yield Move(state - 1, gain=Fraction(1, 2))  # here


@refused([3], "`try` is not translated", "check with `if` beforehand")
def an_error_that_is_caught(state: int) -> Iterator[Move]:
    try:  # here
        yield Move((1, 2)[state])
    except IndexError:
        yield Move(0)


@refused([3], "`match` is not translated", "if and elif")
def a_match(state: int) -> Iterator[Move]:
    match state:  # here
        case 3:
            yield Move(0)


@refused([3], "`with` is not translated", "leave it out")
def a_context(state: int) -> Iterator[Move]:
    with open("x") as file:  # here
        yield Move(len(file.read()))


@refused([3], r"itertools\.combinations\(…\) is not translated", "write the loops out")
def a_call_of_itertools(state: int) -> Iterator[Move]:
    for one, two in combinations(range(state), 2):  # here
        yield Move(one * two)


@refused([(3, 1)], "sorting with a key", "tuples that begin with the key")
def a_sort_with_a_key(state: Any) -> Iterator[Move]:
    yield Move(
        tuple(
            sorted(state, key=lambda n: -n),  # here
        )
    )


@refused([(3, 1)], "min or max with a key", "tuples that begin with the key")
def a_maximum_with_a_key(state: Any) -> Iterator[Move]:
    yield Move((max(state, key=abs), 0))  # here


@refused([3], "1180591620717411303424 needs more than 64 bits", r"below 2\*\*63")
def a_large_number(state: int) -> Iterator[Move]:
    mask = 1 << 70
    yield Move(state & mask)  # here


@refused([3], "a field is changed", "build a new state")
def a_field_that_changes(state: int) -> Iterator[Move]:
    random.last = state  # type: ignore[attr-defined] # here
    yield Move(state)


@refused([3], "a field is changed", "build a new state")
def a_field_that_grows(state: int) -> Iterator[Move]:
    Helper.factor += state  # here
    yield Move(state)


MEMO: dict[int, int] = {}
NOTES: list[int] = [1, 2]


@refused([3], r"an item of .* \(dict\) is changed", r"use list\(…\) first")
def a_memo(state: int) -> Iterator[Move]:
    MEMO[state] = 1  # here
    yield Move(state)


@refused([3], "of the game is changed", "keep what changes in the state")
def a_list_of_the_game_that_grows(state: int) -> Iterator[Move]:
    NOTES.append(state)  # here
    yield Move(state)


@refused([3], r"an item of .* \(list\) is changed", r"use list\(…\) first")
def a_list_of_the_game_that_changes(state: int) -> Iterator[Move]:
    NOTES[0] = state  # here
    yield Move(state)


@refused([3], r"randrange\(…\) answers differently each time", "let the state alone decide")
def a_die(state: int) -> Iterator[Move]:
    yield Move(random.randrange(6))  # here


@refused([3], r"rolled\(…\) answers differently each time", "let the state alone decide")
def a_hidden_die(state: int) -> Iterator[Move]:
    yield Move(rolled())  # here


def rolled() -> int:
    return random.randrange(6)


@refused([3], r"print\(…\) does something", "leave it out")
def a_print(state: int) -> Iterator[Move]:
    print(state)  # here
    yield Move(state)


@refused([3], r"sqrt\(…\) is not translated", "loops and ints")
def a_function_of_floats(state: int) -> Iterator[Move]:
    yield Move(int(math.sqrt(state)))  # here


@refused([3], "makes an object", "ints, tuples and lists")
def an_object(state: int) -> Iterator[Move]:
    yield Move(Counting(state).most)  # type: ignore[call-arg] # here


@refused([(1, 2)], "a slice is changed", "change the items one by one")
def a_slice_that_changes(state: Any) -> Iterator[Move]:
    ring = list(state)
    ring[:1] = [3]  # here
    yield Move(tuple(ring))


@refused([3], "'thing' stands for different kinds of things", "a name for each kind")
def a_name_that_changes_its_kind_in_a_loop(state: int) -> Iterator[Move]:
    thing: Any = 0
    for k in range(state):
        yield Move(k + (thing if k == 0 else 0))
        thing = (k, k)  # here


@refused([3], "'thing' stands for different kinds of things", "a name for each kind")
def a_name_that_is_of_two_kinds_after_a_branch(state: int) -> Iterator[Move]:
    if state > 2:
        thing: Any = 1
    else:
        thing = (1, 2)
    yield Move(len(thing))  # here


@refused([3], "'best' stands for different kinds of things", "a name for each kind")
def a_name_that_is_nothing_first(state: int) -> Iterator[Move]:
    best: Any = None
    for k in range(state):
        if best is None or k % 3 > best:
            best = k % 3  # here
    yield Move(best)


@refused([3], "a generator is gone through again", "make it a tuple first")
def a_generator_that_is_used_twice(state: int) -> Iterator[Move]:
    found = (k for k in range(state))
    for k in found:
        yield Move(k)
    yield Move(sum(found))  # here


@refused([3], "a generator is gone through again", "make it a tuple first")
def a_generator_that_is_used_in_a_loop(state: int) -> Iterator[Move]:
    found = zip(range(state), range(9), strict=False)
    for k in range(state):
        for one, two in found:  # here
            yield Move(one + two + k)


@refused([3], "a generator that calls itself", "a loop and a list")
def a_generator_that_calls_itself(state: int) -> Iterator[Move]:
    for k in below(state):
        yield Move(k)


def below(number: int) -> Iterator[int]:
    if number:
        yield number - 1
        yield from below(number - 1)  # here


a_generator_that_calls_itself.inside = below  # type: ignore[attr-defined]


@refused([3], "`:=` inside a comprehension", "write a loop")
def a_name_that_a_comprehension_gives(state: int) -> Iterator[Move]:
    if any((last := k) > 1 for k in range(state)):  # here
        yield Move(last)


@refused([3], "a label that changes something", "in a line before")
def a_label_that_changes_something(state: int) -> Iterator[Move]:
    names = [1, 2, state]
    yield Move(state, label=str(names.pop()))  # here


@refused([(1, 2)], "a list as a state", r"tuple\(…\)")
def a_list_as_a_state(state: Any) -> Iterator[Move]:
    if state == (9, 9):
        yield Move(list(state))  # here


@refused([(1, 2)], "where other states have a tuple", "use one form")
def a_number_among_tuples(state: Any) -> Iterator[Move]:
    if state == (9, 9):
        yield Move(state[0])  # here


@refused([3], "moves gives something else than a Move", "yield Move")
def a_bare_state(state: int) -> Iterator[Any]:
    if state == 9:
        yield state - 1  # here
    yield Move(0)


@refused([3], "a range whose step is computed", "a while loop")
def a_step_that_is_computed(state: int) -> Iterator[Move]:
    for k in range(0, 9, state):  # here
        yield Move(k)


@refused([3], "`is` on numbers", "compare with ==")
def a_comparison_by_identity(state: int) -> Iterator[Move]:
    if state is state + 0:  # here
        yield Move(0)


@refused([(3, 1, 2)], "arguments spread from a sequence", "pass the sequence")
def arguments_of_any_number(state: Any) -> Iterator[Move]:
    rest = tuple(n for n in state if n > 1)
    yield Move((total_of(*rest), 0, 0))  # here


@refused([3], "some_things returns different kinds of things", "the same kind of value")
def a_function_that_returns_two_kinds(state: int) -> Iterator[Move]:
    yield Move(len(some_things(state)))


def some_things(number: int) -> Any:
    if number > 3:
        return 4
    return (1, number)  # here


a_function_that_returns_two_kinds.inside = some_things  # type: ignore[attr-defined]


@refused([3], "'unheard' has no value here", "before it is used")
def a_name_without_a_value(state: int) -> Iterator[Move]:
    yield Move(state + unheard)  # type: ignore[name-defined] # noqa: F821 # here


@refused([3], "a generator is passed to a function", r"pass tuple\(…\)")
def a_generator_for_a_function_with_several_returns(state: int) -> Iterator[Move]:
    yield Move(first_or_none(k for k in range(state)))  # here


def first_or_none(numbers: Any) -> int:
    for number in numbers:
        return number
    return -1


@pytest.mark.parametrize(("moves", "states", "what", "fix"), REFUSED)
def test_what_is_not_translated_is_refused_with_its_line(
    moves: Any, states: list[Any], what: str, fix: str
) -> None:
    with pytest.raises(Stopped, match=what) as stopped:
        translate(game_of(moves), observed(states))
    assert "translator fails" not in stopped.value.what
    assert re.search(fix, stopped.value.fix)
    inside = getattr(moves, "inside", moves)
    if hasattr(moves, "first"):
        _, first = inspect.getsourcelines(moves)
        assert stopped.value.where == f"{FILE}, line {first + 1 + moves.first}"
    else:
        assert stopped.value.where == marked_line(inside)


@pytest.mark.parametrize("state", ["text", 0.5, None, frozenset({1}), (1, "a"), ((1,), 2.5)])
def test_states_that_are_not_made_of_ints_are_refused(state: Any) -> None:
    with pytest.raises(Stopped, match="in a state is of type") as stopped:
        observed([state])
    assert stopped.value.fix == "write states as ints or tuples of ints"


def test_states_of_two_forms_are_refused() -> None:
    with pytest.raises(Stopped, match="a number in some states is a tuple in others"):
        observed([(1, 2), (1, (2, 3))])


@pytest.mark.parametrize("number", [2**63, -(2**63), 2**200])
def test_numbers_in_states_that_need_too_many_bits_are_refused(number: int) -> None:
    with pytest.raises(Stopped, match="needs more than 63 bits"):
        observed([0, number])
    with pytest.raises(Stopped, match="needs more than 63 bits"):
        observed([(0, 1), (1, 0)]).wider(0, number).wider(0, -number)


def test_rules_whose_text_is_not_at_hand_are_refused() -> None:
    names: dict[str, Any] = {"Move": Move}
    exec("def moves(state):\n    yield Move(state)", names)
    with pytest.raises(
        Stopped, match=r"the text of moves cannot be read; keep the rules in a file"
    ):
        translate(game_of(names["moves"]), observed([1]))
    with pytest.raises(Stopped, match=r"the rules: sqrt\(…\) is not translated"):
        translate(game_of(math.sqrt), observed([1]))


@pytest.mark.parametrize("payoff", [0.5, None, "win", Fraction(1, 3), (1, 2), 2**64])
def test_payoffs_that_are_not_ints_are_refused(payoff: Any) -> None:
    game = Game.from_function(lambda n: [], start=1, payoff=lambda n: payoff)
    with pytest.raises(Stopped, match=r"where a whole number is needed|64 bits") as stopped:
        translate(game, observed([1]))
    assert stopped.value.where == f"{FILE}, line {game.payoff.__code__.co_firstlineno}"


# -- keys ------------------------------------------------------------------------------------------


def forms() -> st.SearchStrategy[Any]:
    """States of one form: a strategy for such states."""
    numbers = st.one_of(
        st.just(st.booleans()),
        st.just(st.integers(0, 3)),
        st.just(st.integers(-(10**6), 10**6)),
        st.just(st.integers(-(2**61), 2**61)),
    )
    return st.recursive(
        numbers,
        lambda inner: st.one_of(
            st.lists(inner, max_size=6).map(lambda parts: st.tuples(*parts)),
            inner.map(lambda part: st.lists(part, max_size=5).map(tuple)),
        ),
        max_leaves=8,
    )


@st.composite
def many_states(draw: Any) -> list[Any]:
    return draw(st.lists(draw(forms()), min_size=1, max_size=8))


@given(many_states())
def test_states_come_back_out_of_their_keys(states: list[Any]) -> None:
    layout = observed(states)
    keys = [layout.encode(state) for state in states]
    for state, key in zip(states, keys, strict=True):
        assert key is not None
        assert len(key) == layout.words
        assert all(0 <= word < 2**63 for word in key)
        assert layout.decode(key) == state
    assert len({tuple(key or ()) for key in keys}) == len(set(states))
    assert layout.codec.shape == (6, max(1, layout.fields))


@given(many_states(), st.data())
def test_a_wider_layout_holds_the_number_asked_for(states: list[Any], data: Any) -> None:
    layout = observed(states)
    if not layout.fields:
        return
    field_number = data.draw(st.integers(0, layout.fields - 1))
    low, high = layout.ranges[field_number]
    is_length = layout.codec[5, field_number] > 0 or layout.leaves[field_number] in lengths_of(
        layout.form
    )
    number = data.draw(st.integers(high + 1, 20)) if is_length else data.draw(
        st.integers(-(2**61), 2**61)
    )  # fmt: skip
    wider = layout.wider(field_number, number)
    assert not wider.dense
    for state in states:
        key = wider.encode(state)
        assert key is not None
        assert wider.decode(key) == state
    if not is_length:
        leaf = layout.leaves[field_number]
        assert wider.low[leaf] <= min(low, number)
        assert wider.high[leaf] >= max(high, number)
        places = [place for place, other in enumerate(wider.leaves) if other == leaf]
        assert all(wider.codec[0, place] <= number <= wider.codec[1, place] for place in places)


@given(many_states())
def test_fields_lie_side_by_side_and_not_across_words(states: list[Any]) -> None:
    layout = observed(states)
    taken: set[tuple[int, int]] = set()
    for low, high, shift, word, mask, _ in layout.codec.T.tolist()[: layout.fields]:
        bits = {(word, shift + k) for k in range((high - low).bit_length())}
        assert mask == (1 << len(bits)) - 1
        assert not bits & taken
        assert all(place < 63 for _, place in bits)
        taken |= bits
    assert {word for word, _ in taken} <= set(range(layout.words))


def test_what_is_no_state_has_no_key() -> None:
    pairs = observed([(1, 2), (3, 4)])
    for other in (3, "ab", (1,), (1, 2, 3), [1, 2], (1, "2"), (1.5, 2), None, (1, (2,))):
        assert pairs.encode(other) is None
    assert pairs.encode((1.0, True)) == pairs.encode((1, 1))
    varying = observed([(1, 2), (3,)])
    for other in (3, (1, 2, 3, 4), ("a",), [1]):
        assert varying.encode(other) is None
    assert observed([5]).encode("5") is None


def test_a_layout_learns_that_a_tuple_varies() -> None:
    layout = observed([((1, 2, 3), (4, 5)), ((0, 0, 0), (1, 1))])
    assert [part.kind for part in layout.form.walk()] == ["fixed", "fixed", *["number"] * 3] + [
        "fixed", "number", "number",
    ]  # fmt: skip
    looser = layout.wider(-6, 0)
    assert looser.form.parts[0].kind == "fixed"
    assert looser.form.parts[1].kind == "many"
    for state in (((1, 2, 3), (4,)), ((1, 2, 3), ()), ((0, 0, 0), (1, 1, 1, 1))):
        key = looser.encode(state)
        assert key is not None
        assert looser.decode(key) == state
    loosest = looser.wider(-1, 0)
    assert loosest.form.kind == "many"
    key = loosest.encode(((1, 2), (3,), ()))
    assert key is not None
    assert loosest.decode(key) == ((1, 2), (3,), ())


def test_states_of_another_length_are_met_on_the_way() -> None:
    def fewer(state: Any) -> Iterator[Move]:
        for place in range(len(state)):
            yield Move(state[:place] + state[place + 1 :])

    rules = Executed(game_of(fewer), observed([(3, 4, 5), (1, 2, 3)]))
    with pytest.raises(Outgrown) as outgrown:
        rules.moves((3, 4, 5))
    rules = Executed(game_of(fewer), outgrown.value.layout)
    assert [to for to, _, _ in rules.moves((3, 4, 5))] == [(4, 5), (3, 5), (3, 4)]
    longer = tuple(range(9))
    with pytest.raises(Outgrown) as outgrown:
        Executed(game_of(lambda state: [Move((*state, 1))]), rules.layout).moves((1,) * 6)
    assert outgrown.value.layout.encode(longer) is not None


@pytest.mark.parametrize(
    ("space", "states"),
    [
        (Box((0, 3), (-1, 2), (5, 5)), list(product(range(4), range(-1, 3), [5]))),
        (Box((2, 6)), [(k,) for k in range(2, 7)]),
        (Subsets(5), list(range(32))),
    ],
)
def test_ranks_of_a_declared_space_are_all_different(space: Any, states: list[Any]) -> None:
    game = Game.from_function(lambda state: [], start=states[0], space=space)
    layout = first_layout(game, states[:2], 1 << 20)
    assert layout.dense
    assert layout.size == len(states) == space.size
    ranks = [layout.encode(state) for state in states]
    assert sorted(ranks) == [[k] for k in range(layout.size)]
    assert [layout.decode(rank) for rank in ranks if rank] == states
    assert not first_layout(game, states[:2], 4).dense
    outside = states[0] if isinstance(states[0], int) else states[0][0]
    assert not layout.wider(0, outside - 1).dense


def test_a_space_that_does_not_fit_the_states_is_left_alone() -> None:
    def layout(space: Any, states: list[Any]) -> Layout:
        return first_layout(Game.from_function(len, start=0, space=space), states, 1 << 20)

    assert not layout(Box((0, 3)), [(1, 2)]).dense
    assert not layout(Box((0, 3), (0, 3)), [((1, 2), 3)]).dense
    assert not layout(Box((0, 3), (0, 3)), [(1, 2), (1,)]).dense
    assert not layout(Subsets(3), [(1, 2)]).dense
    assert not layout(Subsets(80), [1]).dense
    assert layout(Subsets(40), [1]).high == (2**40 - 1,)


# -- by the compiler -------------------------------------------------------------------------------


def compiled(game: Game, states: list[Any]) -> Machine:
    reached = [to for state in states for to, _, _ in told(game, state)]
    return Machine.of(game, observed([*states, *reached]))


@pytest.mark.parametrize(
    ("game", "states"),
    [
        pytest.param(game_of(loop_variables_live_on), NUMBERS, id="numbers"),
        pytest.param(game_of(helpers_take_arguments_in_every_way), PAIRS, id="pairs"),
        pytest.param(game_of(lists_are_changed_in_place_and_shared), SEVENS, id="long tuples"),
        pytest.param(game_of(lists_are_passed_and_shared_by_helpers), VARYING, id="varying"),
        pytest.param(Walk(), [Place(a, b) for a in range(3) for b in range(3)], id="named tuples"),
        pytest.param(Auction(3), [((3, 1, 2), 0), ((5, 5), 1), ((), 2), ((), 0)], id="players"),
        pytest.param(Mirrored(), list(product(range(3), repeat=3)), id="canonical"),
    ],
)
def test_compiled_rules_say_what_python_says(game: Game, states: list[Any]) -> None:
    machine = compiled(game, states)
    worker, room = machine.worker(), Moves.room(ROOM * len(states), machine.layout.words)
    keys = np.array([machine.layout.encode(state) for state in states], np.int64)
    count = worker.expand(keys, 0, len(states), room, 0, len(room.gain))
    gains = room.gain if machine.code.has_gains else np.zeros(count, np.int64)
    agains = room.again if machine.code.has_again else np.zeros(count, np.uint8)
    rows = zip(room.keys[:count], gains.tolist(), agains.tolist(), strict=False)
    found = [(machine.state(key), gain, bool(again)) for key, gain, again in rows]
    python = [told(game, state) for state in states]
    assert worker.counts.tolist() == [len(moves) for moves in python]
    assert found == [move for moves in python for move in moves]
    ends = [k for k, moves in enumerate(python) if not moves]
    paid = [game.payoff(states[k]) for k in ends]
    told_ends = [list(pay) if isinstance(pay, tuple) else [pay] for pay in paid]
    assert worker.payoffs(keys, np.array(ends, np.uint32)).tolist() == told_ends
    if isinstance(game, PayoffGame):
        assert worker.turns(keys, 0, len(keys)).tolist() == [game.turn(state) for state in states]


def numbers_beyond_64_bits(state: Any) -> Iterator[Move]:
    which, a, b = state
    if which == 0:
        yield Move(((a + b) % 7, 0, 0))
    elif which == 1:
        yield Move(((a - b) % 7, 0, 0))
    elif which == 2:
        yield Move((a * b % 7, 0, 0))
    elif which == 3:
        yield Move(((a << b % 100) % 7, 0, 0))
    elif which == 4:
        yield Move((a ** (b % 5) % 7, 0, 0))
    elif which == 5:
        yield Move(((a >> b % 100) % 7, 0, 0))
    elif which == 6:
        yield Move((sum((a, b, a)) % 7, 0, 0))
    elif which == 7:
        yield Move(((math.gcd(a, b) + math.isqrt(abs(a)) + abs(b)) % 7, 0, 0))
    elif which == 8:
        yield Move(((a.bit_count() * 64 + b.bit_length()) % 71, 0, 0))
    elif which == 9 and b:
        yield Move(((a // b + a % b * 3) % 7, 0, 0))


def test_numbers_beyond_64_bits_are_errors_and_never_wrong() -> None:
    game = game_of(numbers_beyond_64_bits)
    large = [0, 1, -1, 3, 2**31, 2**32 + 1, 2**40 + 7, 2**60 - 1, -(2**60), 5 - 2**59]
    states = [(which, a, b) for which in range(10) for a in large for b in large]
    machine = compiled(game, states)
    worker, room = machine.worker(), Moves.room(4, machine.layout.words)
    beyond = 0
    for state in states:
        key = np.array([machine.layout.encode(state)], np.int64)
        (to, _, _), *_ = told(game, state) or [(None, 0, False)]
        try:
            count = worker.expand(key, 0, 1, room, 0, 4)
        except OverflowError as error:
            assert "beyond 64 bits" in str(error)
            beyond += 1
            assert state[0] in (0, 1, 2, 3, 4, 6, 7), state
            continue
        found = machine.state(room.keys[0]) if count else None
        assert found == to, state
    assert 50 < beyond < 400


def test_rules_get_more_memory_when_they_need_it() -> None:
    def long_row(state: int) -> Iterator[Move]:
        row = tuple(range(state))
        for _ in range(3):
            row = row + row
        yield Move(len(row))

    machine = compiled(game_of(long_row), [1, 30_000])
    worker = machine.worker()
    before = len(worker.memory)
    key = np.array([machine.layout.encode(30_000)], np.int64)
    room = Moves.room(4, 1)
    assert worker.expand(key, 0, 1, room, 0, 4) == 1
    assert machine.state(room.keys[0]) == 240_000
    assert len(worker.memory) > before


# -- rules that nobody would write -----------------------------------------------------------------

HELPERS = """
from math import isqrt
from zermelo import Game, Move

ROW = (3, 1, 4, 1, 5)
TABLE = ((1, 2), (0,), (), (2, 2, 3))
PAIRS = ((0, 1), (1, -1), (2, 0))
PRICES = {0: 5, 1: 7, 3: -2}


def sign(x):
    if x < 0:
        return -1
    return 1 if x else 0


def below(n):
    for k in range(n):
        if k == 3:
            return
        yield k


def twice(t):
    for k, x in enumerate(t):
        yield k, x
        if x > 2:
            yield x, k


def without(t, k):
    if not t:
        return t
    k %= len(t)
    return t[:k] + t[k + 1 :]


def bump(items, by=1):
    for k in range(len(items)):
        items[k] += by


def push(items, x):
    if x > 2:
        return
    items.append(x)


def added(*numbers, scale=1):
    return scale * sum(numbers)


def depth(n):
    return 0 if n <= 0 else 1 + depth(n // 2)


class Rules(Game):
    start = 0

"""
SHAPES: dict[str, tuple[str, list[Any]]] = {  # how a state is unpacked, and states
    "a, b, c = s; t = s": ("triple", [(0, 0, 0), (1, 2, 3), (4, 0, 1), (2, 5, -3)]),
    "a = b = s; t = ()": ("number", [0, 1, 5, 12, 37]),
    "(a, b), t = s": ("pairs", [((0, 0), (0, 0)), ((1, 2), (3, 4)), ((5, 0), (2, 7))]),
    "t, a = s; b = len(t)": ("mixed", [((), 0), ((1, 2, 3), 1), ((4,), 2), ((2, 0, 5, 1), 3)]),
    "t = s; a = b = 1": ("varying", [(), (1,), (3, 2), (0, 4, 1, 1), (5, 2, 2, 0, 1, 3)]),
    "*_, a, b = t = s": ("long", [(1, 2, 3, 4, 5, 6, 7), (0,) * 7, (9, 0, 2, 0, 5, 1, 1)]),
}


class Author:
    """Writes rules out of bytes: names that begin with i are numbers, t tuples, l lists."""

    def __init__(self, read: Reader) -> None:
        self.read = read
        self.lines: list[str] = []
        self.count = 0
        self.numbers, self.tuples, self.lists = ["a", "b"], ["t"], []

    def pick(self, *choices: Any) -> Any:
        return choices[self.read.below(len(choices))]

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # numbers, truth values, tuples and what can be gone through; `d` is how deep they may get

    def i(self, d: int = 2) -> str:
        if d <= 0 or self.read.below(4) == 0:
            return self.pick(*self.numbers, "0", "1", "2", "-1", "5")
        n, t = (lambda: self.i(d - 1)), (lambda: self.t(d - 1))
        write = self.pick(
            lambda: f"({n()} {self.pick('+', '-', '*')} {n()})",
            lambda: f"({n()} {self.pick('+', '-', '&', '|', '^')} {n()})",
            lambda: f"({n()} {self.pick('//', '%')} {self.pick('3', '-2', '5')})",
            lambda: f"({n()} {self.pick('<<', '>>')} {self.read.below(4)})",
            lambda: f"({n()} if {self.b(d - 1)} else {n()})",
            lambda: f"({n()} {self.pick('and', 'or')} {n()})",
            lambda: f"{self.pick('len', 'sum')}({t()})",
            lambda: f"{self.pick('min', 'max')}({n()}, {n()})",
            lambda: f"{self.pick('min', 'max')}({t()}, default={n()})",
            lambda: f"{t()}[{self.pick('0', '-1', n())}]",
            lambda: f"{self.pick('sign', 'abs', 'depth', 'int')}({n()})",
            lambda: f"sum({self.items(d - 1)})",
            lambda: f"next(({self.items(d - 1)}), {n()})",
            lambda: f"{t()}.count({n()})",
            lambda: f"divmod({n()}, 3)[{self.read.below(2)}]",
            lambda: f"isqrt(abs({n()}))",
            lambda: f"PRICES.get({n()}, {n()})",
            lambda: f"added({n()}, {n()}, scale={n()})",
            lambda: f"len(TABLE[{n()} % 4])",
            lambda: f"abs({n()}).bit_count()",
            lambda: f"int({self.b(d - 1)})",
            lambda: f"({self.walrus(n())} + {self.numbers[-1]})",
        )
        return write()

    def walrus(self, value: str) -> str:
        name = self.pick(*self.numbers)
        self.numbers = [*(other for other in self.numbers if other != name), name]
        return f"({name} := {value})"

    def b(self, d: int = 2) -> str:
        compare = self.pick("<", ">", "==", "!=", "<=", ">=")
        if d <= 0:
            return f"{self.i(0)} {compare} {self.i(0)}"
        n, t, b = (lambda: self.i(d - 1)), (lambda: self.t(d - 1)), (lambda: self.b(d - 1))
        write = self.pick(
            lambda: f"({n()} {compare} {n()})",
            lambda: f"({n()} < {n()} <= {n()})",
            lambda: f"({b()} {self.pick('and', 'or')} {b()})",
            lambda: f"(not {b()})",
            lambda: f"({n()} {self.pick('in', 'not in')} {t()})",
            lambda: f"({t()} {compare} {t()})",
            lambda: f"{self.pick('any', 'all')}({self.items(d - 1)})",
            lambda: f"({n()} in {self.pick('{1, 3}', 'range(4)', '(0, 2)', 'PRICES')})",
            lambda: f"bool({self.pick(n, t)()})",
        )
        return write()

    def t(self, d: int = 2) -> str:
        if d <= 0 or self.read.below(4) == 0:
            return self.pick(*self.tuples, "ROW", "()", "(1, 2)")
        n, t = (lambda: self.i(d - 1)), (lambda: self.t(d - 1))
        cut = self.pick("1:", ":-1", "::-1", ":2", "-2:", f"{n()}:", f":{n()}", f"{n()}:{n()}")
        write = self.pick(
            lambda: f"({n()}, {n()})",
            lambda: f"({n()},)",
            lambda: f"({t()} + {t()})",
            lambda: f"{t()}[{cut}]",
            lambda: f"tuple({self.items(d - 1)})",
            lambda: f"tuple([{self.items(d - 1)}])",
            lambda: f"(*{self.through(d - 1)}, {n()}, *{self.through(d - 1)})",
            lambda: f"tuple(sorted({self.through(d - 1)}))",
            lambda: f"({t()} if {self.b(d - 1)} else {t()})",
            lambda: f"({t()} {self.pick('or', 'and')} {t()})",
            lambda: f"without({t()}, {n()})",
            lambda: f"({t()} * {self.read.below(3)})",
            lambda: f"tuple(map(sign, {self.through(d - 1)}))",
            lambda: f"tuple({self.through(d)})",
        )
        return write()

    def through(self, d: int) -> str:
        """Numbers one by one."""
        write = self.pick(
            lambda: f"range({self.i(d - 1)} % 5)",
            lambda: f"range({3 + self.read.below(3)}, {self.read.below(3)}, -2)",
            lambda: f"below({self.i(d - 1)} % 6)",
            lambda: f"reversed({self.t(d - 1)})",
            lambda: f"sorted({self.t(d - 1)})",
            lambda: f"TABLE[{self.i(d - 1)} % 4]",
            lambda: self.pick(*self.lists, *self.tuples),
            lambda: self.t(d - 1),
        )
        return write()

    def items(self, d: int) -> str:
        """The inside of a comprehension."""
        kept, name, source = self.numbers, self.fresh("c"), self.through(d)
        self.numbers = [*kept, name]
        loops = f"for {name} in {source}"
        if self.read.below(4) == 0:
            other, source = self.fresh("c"), self.through(d)
            self.numbers = [*self.numbers, other]
            loops += f" for {other} in {source}"
        text = f"{self.i(d)} {loops}"
        text += f" if {self.b(d)}" if self.read.below(3) == 0 else ""
        self.numbers = kept
        return text.replace(":=", "+")  # which comprehensions do not have

    # statements

    def put(self, margin: int, line: str) -> None:
        self.lines.append("    " * margin + line)

    def block(self, margin: int, d: int, in_loop: bool, *names: str) -> None:
        """Statements; what they name first is not known behind them."""
        kept = self.numbers, self.tuples, self.lists
        self.numbers = [*self.numbers, *(name for name in names if name not in self.numbers)]
        for _ in range(1 + self.read.below(3)):
            self.statement(margin, d, in_loop)
        self.numbers, self.tuples, self.lists = kept

    def statement(self, margin: int, d: int, in_loop: bool) -> None:
        write = self.pick(
            self.move, self.move, self.number, self.number, self.changed, self.tuple_, self.list_,
            self.list_changed, self.list_changed, self.swapped, self.branch, self.branch,
            self.loop, self.loop, self.pairs, self.while_, self.jump,
        )  # fmt: skip
        if d <= 0 and write in (self.branch, self.loop, self.pairs, self.while_):
            write = self.move
        write(margin, d, in_loop)

    def named(self, names: list[str], stem: str) -> str:
        return self.pick(*names, self.fresh(stem)) if names else self.fresh(stem)

    def move(self, margin: int, *_: Any) -> None:
        n, t = (
            (lambda: f"({self.i()}) % 101"),
            (lambda: f"tuple(x % 101 for x in ({self.t()})[:9])"),
        )
        to = {
            "triple": lambda: f"({n()}, {n()}, {n()})",
            "number": n,
            "pairs": lambda: f"(({n()}, {n()}), ({n()}, {n()}))",
            "mixed": lambda: f"({t()}, {n()})",
            "varying": t,
            "long": lambda: f"(*{t()}[:7], 0, 0, 0, 0, 0, 0, 0)[:7]",
        }[self.shape]()
        more = self.pick("", f", gain=({self.i()}) % 1009", f", again={self.b(1)}")
        self.put(margin, f"yield Move({to}{more}, label=f'{{a}}')")

    def number(self, margin: int, *_: Any) -> None:
        value, name = self.i(), self.named(self.numbers, "i")
        self.put(margin, f"{name} = {value}")
        self.numbers = [*self.numbers, name]

    def changed(self, margin: int, *_: Any) -> None:
        sign, value = self.pick(("+", self.i(1)), ("-", "1"), ("^", self.i(1)), ("//", "3"))
        self.put(margin, f"{self.pick(*self.numbers)} {sign}= {value}")

    def swapped(self, margin: int, *_: Any) -> None:
        one, two = self.pick(*self.numbers), self.pick(*self.numbers)
        value = self.pick(f"{two}, {one}", f"{self.i(1)}, {self.i(1)}")
        self.put(margin, f"{one}, {two} = {value}")

    def tuple_(self, margin: int, *_: Any) -> None:
        value, name = self.t(), self.named(self.tuples, "t")
        is_new = name not in self.tuples
        self.put(margin, f"{name} {'' if is_new else self.pick('', '+')}= {value}")
        self.tuples = [*self.tuples, name]

    def list_(self, margin: int, *_: Any) -> None:
        value = self.pick(
            f"list({self.through(1)})", f"[{self.items(1)}]", f"[{self.i(1)}, {self.i(1)}]",
            "[0] * 3", "[]", f"sorted({self.through(1)})",
            *(part for name in self.lists for part in (name, f"{name}[1:]", f"{name}.copy()")),
        )  # fmt: skip
        name = self.named(self.lists, "l")
        self.put(margin, f"{name} = {value}")
        self.lists = [*self.lists, name]

    def list_changed(self, margin: int, *_: Any) -> None:
        if not self.lists:
            return self.list_(margin)
        name, value = self.pick(*self.lists), self.i(1)
        change = self.pick(
            f"{name}.append({value})", f"{name}.sort()", f"{name}.reverse()", f"bump({name})",
            f"if {name}: {name}[0] = {value}", f"if {name}: {name}[-1] += {value}",
            f"push({name}, {value})", f"if len({name}) > 1: {name}.pop(0)", f"{name} += [{value}]",
            f"{name}.extend({self.through(1)})", f"{name}.insert({value}, 7)",
            f"if {name}: {self.pick(*self.numbers)} = {name}.pop()",
        )  # fmt: skip
        return self.put(margin, change)

    def branch(self, margin: int, d: int, in_loop: bool) -> None:
        self.put(margin, f"if {self.b()}:")
        self.block(margin + 1, d - 1, in_loop)
        if self.read.below(3) == 0:
            self.put(margin, f"elif {self.b(1)}:".replace(":=", "+"))
            self.block(margin + 1, d - 1, in_loop)
        if self.read.below(2) == 0:
            self.put(margin, "else:")
            self.block(margin + 1, d - 1, in_loop)

    def loop(self, margin: int, d: int, in_loop: bool) -> None:
        source, name = self.through(2), self.named(self.numbers, "i")
        self.put(margin, f"for {name} in {source}:")
        self.block(margin + 1, d - 1, True, name)
        if self.read.below(6) == 0:
            self.put(margin, "else:")
            self.block(margin + 1, d - 1, in_loop)

    def pairs(self, margin: int, d: int, *_: Any) -> None:
        source = self.pick(
            f"enumerate({self.through(2)}, {self.read.below(3)})", "PAIRS", f"twice({self.t(1)})",
            f"zip({self.through(2)}, {self.through(2)})",
        )  # fmt: skip
        one, two = self.fresh("i"), self.fresh("i")
        self.put(margin, f"for {one}, {two} in {source}:")
        self.block(margin + 1, d - 1, True, one, two)

    def while_(self, margin: int, d: int, *_: Any) -> None:
        name = self.fresh("n")
        self.put(margin, f"{name} = {1 + self.read.below(4)}")
        self.put(margin, f"while {name} > 0 {self.pick('', f'and {self.b(1)}')}:")
        self.put(margin + 1, f"{name} -= 1")
        self.block(margin + 1, d - 1, True)

    def jump(self, margin: int, _: int, in_loop: bool) -> None:
        self.put(margin, f"if {self.b(1)}:")
        self.put(margin + 1, self.pick("break", "continue") if in_loop else "return")

    def rules(self) -> tuple[str, list[Any]]:
        """The text of rules, and states for them."""
        unpacked = self.pick(*SHAPES)
        self.shape, states = SHAPES[unpacked]
        self.put(1, "def moves(self, s):")
        self.put(2, unpacked)
        for _ in range(2 + self.read.below(6)):
            self.statement(2, 3, False)
        self.move(2)
        text = HELPERS + "\n".join(self.lines) + "\n"
        try:
            compile(text, "rules", "exec")
        except SyntaxError:  # comprehensions do not have `:=` everywhere
            text = text.replace(":=", "+")
        return text, states


def loaded(text: str, name: str) -> Game:
    """The game of a text, which inspect finds again."""
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    names: dict[str, Any] = {"__name__": name}
    exec(compile(text, name, "exec"), names)
    game: Game = names["Rules"]()
    return game


class TooLong(BaseException):
    """Rules written at random may square a number over and over."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop what takes longer."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def held_against_python(text: str, states: list[Any]) -> str:
    """What became of rules: the same, too long, or refused."""
    try:
        with at_most(1):
            return compared_with_python(text, states)
    except TooLong:
        return "too long"


def compared_with_python(text: str, states: list[Any]) -> str:
    name = f"<rules {hash(text)}>"
    game = loaded(text, name)
    try:
        for state in states:
            if len(list(islice(outcome_of_moves(game, state), ROOM))) == ROOM:
                return "too long"
        try:
            assert_same(game, states, may_overflow=True)
        except Stopped as stopped:
            assert "translator fails" not in stopped.what
            return stopped.what
        except MemoryError:
            return "too long"
        return "the same"
    finally:
        del linecache.cache[name]


def outcome_of_moves(game: Game, state: Any) -> Iterator[Any]:
    try:
        yield from game.moves(state)
    except Exception as error:
        yield error


@settings(max_examples=100)
@given(st.binary(min_size=400, max_size=400))
def test_random_rules_say_what_python_says(data: bytes) -> None:
    held_against_python(*Author(Reader(data)).rules())
