"""Games with fields, hooks and players of their own: translated, and compiled."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from executed_rules import (
    NUMBERS,
    PAIRS,
    ROOM,
    SEVENS,
    VARYING,
    assert_same,
    game_of,
    told,
)
from test_rules_language import helpers_take_arguments_in_every_way
from test_rules_sequences import (
    lists_are_changed_in_place_and_shared,
    lists_are_passed_and_shared_by_helpers,
    loop_variables_live_on,
)
from zermelo import Game, LastMoverWins, Move, PayoffGame
from zermelo.machine.layout import observed
from zermelo.machine.machine import Machine, Moves

pytestmark = [pytest.mark.usefixtures("own_cache"), pytest.mark.unmeasured]

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

    layout = observed([0, 300])
    rows = [walls(1, 100, tuple), walls(2, 100, tuple), walls(4, 90, list)]
    arrays = [walls(3, 200, np.array), walls(5, 70, np.array), walls(6, 200, np.array)]
    for games in (rows, arrays):
        codes = [assert_same(game, list(range(60)), layout).code for game in games]
        assert len({code.text for code in codes}) == 1
        assert len({tuple(code.memory) for code in codes}) == 3


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
    runner, room = machine.runner(), Moves.room(ROOM * len(states), machine.layout.words)
    keys = np.array([machine.layout.encode(state) for state in states], np.int64)
    count = runner.expand(keys, 0, len(states), room, 0, len(room.gain))
    gains = room.gain if machine.code.has_gains else np.zeros(count, np.int64)
    agains = room.again if machine.code.has_again else np.zeros(count, np.uint8)
    rows = zip(room.keys[:count], gains.tolist(), agains.tolist(), strict=False)
    found = [(machine.state(key), gain, bool(again)) for key, gain, again in rows]
    python = [told(game, state) for state in states]
    assert runner.counts.tolist() == [len(moves) for moves in python]
    assert found == [move for moves in python for move in moves]
    ends = [k for k, moves in enumerate(python) if not moves]
    paid = [game.payoff(states[k]) for k in ends]
    told_ends = [list(pay) if isinstance(pay, tuple) else [pay] for pay in paid]
    assert runner.payoffs(keys, np.array(ends, np.uint32)).tolist() == told_ends
    if isinstance(game, PayoffGame):
        assert runner.turns(keys, 0, len(keys)).tolist() == [game.turn(state) for state in states]


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
    runner, room = machine.runner(), Moves.room(4, machine.layout.words)
    beyond = 0
    for state in states:
        key = np.array([machine.layout.encode(state)], np.int64)
        (to, _, _), *_ = told(game, state) or [(None, 0, False)]
        try:
            count = runner.expand(key, 0, 1, room, 0, 4)
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
    runner = machine.runner()
    before = len(runner.memory)
    key = np.array([machine.layout.encode(30_000)], np.int64)
    room = Moves.room(4, 1)
    assert runner.expand(key, 0, 1, room, 0, 4) == 1
    assert machine.state(room.keys[0]) == 240_000
    assert len(runner.memory) > before
