"""Compiled rules give what plain Python and the oracle give, in every state, or say why not."""

from __future__ import annotations

import inspect
import os
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

import table_games
from executed_rules import by_python
from table_games import (
    MAKERS,
    Scored,
    Shared,
    cyclic_game,
    long,
    misere,
    normal,
    normal_game,
    scored,
    shared,
    shared_game,
    wide_graph,
)
from zermelo import Game, LastMoverWins, Move, PayoffGame, Solution, plan, solve
from zermelo.engines import choose
from zermelo.engines.choose import explored
from zermelo.engines.memory import arrays as packed_graph
from zermelo.engines.memory import crosscheck, expansion, thin
from zermelo.engines.memory import explore as expedition
from zermelo.engines.memory import sweeps as sweeping
from zermelo.engines.memory.arrays import ANYWHERE, BY_LEVELS, FORWARD, Arrays
from zermelo.engines.memory.estimate import estimate
from zermelo.engines.memory.graph import MemoryGraph
from zermelo.engines.memory.prove import claim_of, prove, prove_claim
from zermelo.engines.memory.sweeps import Sweeps
from zermelo.errors import (
    BadInput,
    BudgetExceeded,
    MethodRefused,
    NotCompiled,
    ProofFailed,
    RulesError,
    Unavailable,
    UnknownState,
    ZermeloError,
)
from zermelo.games import ConnectFour, TicTacToe
from zermelo.graph.explore import Survey, explore
from zermelo.graph.progress import Progress
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import Limits
from zermelo.limits.amounts import all_memory, bytes_of, bytes_text, free_memory
from zermelo.machine.layout import observed
from zermelo.machine.machine import Machine
from zermelo.model.shapes import Box, Subsets
from zermelo.proof.oracle import Oracle
from zermelo.proof.packed import TableClaim

# Random games for every value type, as many as find what many more find: `make mutants CASES="…"`
CASES = int(os.environ.get("ZERMELO_CASES", "300"))


def set_small(monkeypatch: pytest.MonkeyPatch, states: int) -> None:
    """How many states plain Python explores before anything is compiled."""
    for name in ("PLAIN_STATES", "LOADED"):
        monkeypatch.setattr(choose, name, states)


def set_chunk(monkeypatch: pytest.MonkeyPatch, states: int) -> None:
    """How many states' moves are written down together."""
    for room in (expedition, packed_graph, expansion):
        monkeypatch.setattr(room, "CHUNK", states)


pytestmark = [pytest.mark.usefixtures("own_cache"), pytest.mark.unmeasured]


@pytest.fixture
def carried_out_by_python() -> Iterator[None]:
    with by_python():
        yield


def both(game: Game, **options: Any) -> tuple[Solution, Solution]:
    """The same game by compiled rules and by plain Python."""
    compiled = solve(game, engine="compiled", **options)
    for name in ("memory", "threads"):
        options.pop(name, None)
    return compiled, solve(game, engine="plain", **options)


def packed(solution: Solution) -> Arrays:
    """The graph of a compiled solution."""
    graph = solution.answers.graph
    assert isinstance(graph, MemoryGraph)
    return graph.arrays


def plain(solution: Solution) -> StateGraph:
    """The graph of a solution in plain Python."""
    graph = solution.answers.graph
    assert isinstance(graph, StateGraph)
    return graph


def assert_same(one: Solution, two: Solution, note: str = "") -> None:
    """The same value, and plies where they are counted, in every state that plain Python has."""
    assert one.plan.method == two.plan.method
    for state in plain(two).states:
        assert one.value_of(state) == two.value_of(state), f"{note} state {state}"
        if two.answers.counts_plies:
            assert one.remoteness_of(state) == two.remoteness_of(state), f"{note} state {state}"


# -- compiled = plain = oracle -----------------------------------------------------------------


def difference(oracle: Oracle, state: Any) -> Any:
    return oracle.difference(state)


def outcome(oracle: Oracle, state: Any) -> Any:
    """A result takes fewer plies than there are states: states of all fewer plies come before."""
    plies = oracle.remoteness(state, len(explore(oracle.game).states) - 1)
    return 0 if plies is None else oracle._outcome_within(state, plies), plies


def scored_cyclic(oracle: Oracle, state: Any) -> Any:
    return oracle.cyclic_difference(state)


def vector(oracle: Oracle, state: Any) -> Any:
    return oracle.vector(state)


ORACLES: dict[str, tuple[str, Callable[[Oracle, Any], Any]]] = {
    "difference": ("backward", difference),
    "outcome": ("winloss", outcome),
    "normal": ("winloss", outcome),
    "misere": ("winloss", outcome),
    "cyclic": ("retrograde", outcome),
    "scored cyclic": ("thresholds", scored_cyclic),
    "shared": ("vectors", vector),
}


@pytest.mark.parametrize("kind", ORACLES)
def test_random_games_have_the_values_of_plain_python_and_of_the_oracle(kind: str) -> None:
    method, asked = ORACLES[kind]
    kinds: Counter[int] = Counter()
    states = 0
    for seed in range(CASES):
        game = MAKERS[kind](Random(seed))
        one, two = both(game, method=method)
        oracle = Oracle(game, limit=10**7)
        for state in plain(two).states:
            note = f"{kind}, seed {seed}, state {state}"
            value = one.value_of(state)
            assert value == two.value_of(state), note
            if two.answers.counts_plies:
                assert one.remoteness_of(state) == two.remoteness_of(state), note
            found = (value, one.remoteness_of(state)) if asked is outcome else value
            assert found == asked(oracle, state), note
            states += 1
        kinds[packed(one).kind] += 1
    assert kinds.total() == CASES
    assert states > 2 * CASES
    wanted = (BY_LEVELS, ANYWHERE) if "cyclic" in kind else (BY_LEVELS, FORWARD, ANYWHERE)
    assert all(kinds[way] > CASES // 50 for way in wanted), kinds


def test_random_games_have_the_nimbers_of_plain_python_and_of_the_oracle() -> None:
    largest = 0
    for seed in range(CASES):
        game = normal_game(Random(seed))
        one, two = both(game, method="nimbers")
        oracle = Oracle(game)
        for state in explore(game).states:
            nimber = one.nimber_of(state)
            assert nimber == two.nimber_of(state) == oracle.nimber(state), f"seed {seed}, {state}"
            assert one.value_of(state) == two.value_of(state)
            largest = max(largest, nimber)
    assert largest >= 3


def test_the_games_of_a_table_share_one_compiled_module() -> None:
    for kind in ("difference", "outcome", "cyclic", "scored cyclic", "normal", "misere"):
        games = [MAKERS[kind](Random(seed)) for seed in range(20)]
        paths = {packed(solve(game, engine="compiled")).machine.module for game in games}
        assert len(paths) == 1, kind


# -- the same numbers as plain Python ------------------------------------------------------------


def assert_same_graph(one: Arrays, two: StateGraph) -> None:
    """The same states under the same numbers, and the same moves in the same order."""
    assert [one.state(number) for number in range(len(one))] == two.states
    assert one.first is not None
    assert one.to is not None
    assert one.first.tolist() == two.first
    assert one.to.tolist() == two.to
    assert (one.gain.tolist() or [0] * len(two.to)) == two.gain
    assert (one.again.tolist() or [False] * len(two.to)) == two.again
    assert one.levels.tolist() == [*two.levels, len(two)]
    ends = [number for number, pay in enumerate(two.payoff) if pay is not None]
    assert one.ends.tolist() == ends
    paid = [two.payoff[number] for number in ends]
    assert one.pay.tolist() == [list(pay) if isinstance(pay, tuple) else [pay] for pay in paid]
    assert (None if one.mover is None else one.mover.tolist()) == two.mover
    assert (one.kind != ANYWHERE) == two.forward
    assert one.complete


@pytest.fixture(scope="module")
def large() -> list[tuple[Game, Solution]]:
    """Games with levels long enough to be shared out, one for each way that moves can lead."""
    random, size = Random(1), 4_000
    near, far = (wide_graph(random, size, 6, reach=reach) for reach in (700, size))
    levels: table_games.Rules = [[(child, 0, False) for child in range(1, 1_501)]]
    for state in range(1, 3_001):
        targets = range(1_501, 3_001) if state <= 1_500 else ()
        levels.append([(random.choice(targets), 1, False) for _ in range(4 if targets else 0)])
    back: table_games.Rules = [
        [(random.randrange(size), 0, random.randrange(3) == 0) for _ in range(random.randrange(5))]
        for _ in range(size)
    ]
    back[0] = [(child, 0, False) for child in range(1, 200)]
    ends = [random.randint(-1, 1) for _ in back]
    mover = [random.randrange(3) for _ in range(size)]
    pay = [random.randint(-5, 5) for _ in range(3 * size)]
    three = Shared(near.first, near.to, near.gain, tuple(pay), tuple(mover), 3)
    games = [near, far, scored(levels, list(range(3_001))), scored(back, ends), three]
    return [(game, solve(game, engine="plain")) for game in games]


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("threads", [1, 2, 3, 4, 40])
def test_states_are_numbered_as_in_plain_python_for_any_number_of_threads(
    large: list[tuple[Game, Solution]], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_chunk(monkeypatch, 500)
    monkeypatch.setattr(sweeping, "SHARED", 256)
    kinds = set()
    for game, two in large:
        one = solve(game, engine="compiled", threads=threads)
        assert packed(one).threads == threads
        assert_same_graph(packed(one), plain(two))
        values = one.answers.columns.values.tolist()
        wanted = two.answers.columns.values
        assert values == [list(v) if isinstance(v, tuple) else v for v in wanted]
        if two.answers.counts_plies:
            assert one.answers.columns.plies.tolist() == two.answers.columns.plies
        kinds.add((packed(one).kind, one.plan.method))
    assert kinds == {
        (ANYWHERE, "backward"),
        (BY_LEVELS, "backward"),
        (ANYWHERE, "retrograde"),
        (ANYWHERE, "vectors"),
    }


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_batches_of_any_size_give_the_same_numbers(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """Batches that end inside a level, room that is too small at first, few states a thread."""
    monkeypatch.setattr(expedition, "ALONE", 2)
    monkeypatch.setattr(expansion, "MOVES", 1)
    monkeypatch.setattr(sweeping, "SHARED", 2)
    for seed in range(30):
        random = Random(seed)
        set_chunk(monkeypatch, random.randrange(1, 12))
        for room in (expansion, packed_graph):
            monkeypatch.setattr(room, "MOST_CHILDREN", random.randrange(1, 12))
        for make in MAKERS.values():
            one, two = both(make(random), threads=threads)
            assert_same_graph(packed(one), plain(two))
            assert_same(one, two, f"seed {seed}")


def set_thin(monkeypatch: pytest.MonkeyPatch, waiting: int = 256, moves: int = 1 << 12) -> None:
    """Levels with at most so many states go by the call, from the first one on."""
    monkeypatch.setattr(thin, "LEVELS", 0)
    monkeypatch.setattr(thin, "LEVELS_ON_DISK", 0)
    monkeypatch.setattr(thin, "WAITING", waiting)
    for place in (thin, expedition):
        monkeypatch.setattr(place, "ROOM", moves)


@pytest.mark.usefixtures("carried_out_by_python")
def test_levels_with_few_states_give_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Now by the call, now by the chunk: calls end where many wait and where room is short."""
    for seed in range(30):
        random = Random(seed)
        set_thin(monkeypatch, random.randrange(1, 9), random.randrange(1, 12))
        for make in MAKERS.values():
            one, two = both(make(random), threads=random.randrange(1, 3))
            assert_same_graph(packed(one), plain(two))
            assert_same(one, two, f"seed {seed}")


@pytest.mark.usefixtures("carried_out_by_python")
def test_a_flat_table_is_filled_level_by_level_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Grid(30, 6, tuple(k * k % 11 for k in range(300)), Box((0, 30), (0, 6)))
    usual = packed(solve(game, engine="compiled"))
    set_thin(monkeypatch)
    one, two = both(game)
    assert packed(one).machine.layout.dense
    assert np.array_equal(packed(one).keys, usual.keys)
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)


class Uphill(Game):
    """Numbers that outgrow their keys on the way, and rules that need much memory once."""

    start = 1

    def moves(self, state: int) -> Iterator[Move]:
        if state < 10**15:
            items = list(range(100_000)) if 500 < state < 900 else [state]
            yield Move(3 * state, gain=items[-1] % 7)
            yield Move(3 * state + 1, gain=1, again=True)


@pytest.mark.usefixtures("carried_out_by_python")
def test_long_plays_through_thin_levels_outgrow_keys_and_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_thin(monkeypatch, waiting=10**6)

    class Narrow(Uphill):
        def moves(self, state: int) -> Iterator[Move]:
            for move in super().moves(state):
                if move.to % 3 == 0 or state < 5:
                    yield move

    one, two = both(Narrow())
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)


@dataclass(frozen=True)
class Deep(LastMoverWins):
    """Many levels with few states each."""

    start: int

    def moves(self, state: int) -> Iterator[Move]:
        for take in (1, 3, 4):
            if take <= state:
                yield Move(state - take)


def test_thousands_of_levels_are_solved_as_in_plain_python() -> None:
    one, two = both(Deep(30_000))
    assert len(packed(one).levels) > 6_000
    assert (one.value, one.remoteness) == (two.value, two.remoteness)
    assert np.array_equal(packed(one).levels[:-1], plain(two).levels)
    assert one.prove().states == 30_001


# -- keys: flat tables, hash tables, wide states -------------------------------------------------


@dataclass(frozen=True)
class Grid(Game):
    """A stone walks right or down over a field of numbers; `room` is the declared space."""

    width: int
    height: int
    numbers: tuple[int, ...]
    room: Any = None
    start: tuple[int, int] = (0, 0)

    @property
    def space(self) -> Any:
        return self.room

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        x, y = state
        if x < self.width:
            yield Move((x + 1, y), gain=self.numbers[x * 7 + y])
        if y < self.height:
            yield Move((x, y + 1), gain=self.numbers[y * 5 + x])


@dataclass(frozen=True)
class Picks(LastMoverWins):
    """Take one of the items that are left, or two neighbours; a state is what is gone, as bits."""

    items: int
    room: Any = None
    start: int = 0

    @property
    def space(self) -> Any:
        return self.room

    def moves(self, state: int) -> Iterator[Move]:
        for item in range(self.items):
            for taken in (1, 3):
                if not state & taken << item and taken << item < 1 << self.items:
                    yield Move(state | taken << item)


NUMBERS = tuple(Random(3).randint(-9, 9) for _ in range(200))


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize(
    ("game", "table"),
    [
        (Grid(9, 8, NUMBERS), "hash"),
        (Grid(9, 8, NUMBERS, Box((0, 9), (0, 8))), "flat"),
        (Grid(9, 8, NUMBERS, Box((-3, 11), (0, 8))), "flat"),
        (Grid(9, 8, NUMBERS, Box((0, 1 << 20), (0, 1 << 20))), "hash"),  # too large to be flat
        (Grid(9, 8, NUMBERS, Box((0, 4), (0, 4))), "hash"),  # play leaves the declared space
        (Grid(9, 8, NUMBERS, Box((1, 9), (1, 8))), "hash"),  # the start lies outside
        (Grid(9, 8, NUMBERS, Subsets(4)), "hash"),  # a space of something else
        (Grid(9, 8, NUMBERS, Box((0, 9))), "hash"),
        (Picks(9), "hash"),
        (Picks(9, Subsets(9)), "flat"),
        (Picks(9, Subsets(5)), "hash"),
        (Picks(9, Subsets(9), start=0b101), "flat"),
        (Picks(9, Subsets(2), start=0b1011), "hash"),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_flat_tables_and_hash_tables_give_the_same_answers(
    game: Game, table: str, threads: int
) -> None:
    one, two = both(game, threads=threads)
    assert f"{table} table" in one.plan.engine
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)
    if table == "flat":
        assert one.prove().states == len(plain(two))


def test_a_flat_table_that_the_memory_does_not_hold_gives_way_to_a_hash_table() -> None:
    game = Grid(9, 8, NUMBERS, Box((0, 999), (0, 999)))
    assert "flat" in solve(game, engine="compiled").plan.engine
    tight = solve(game, engine="compiled", memory="2 MiB")
    assert "hash" in tight.plan.engine
    assert tight.value == solve(game, engine="plain").value


@dataclass(frozen=True)
class Wide(Game):
    """So many fields of 60 bits each."""

    words: int
    depth: int = 9

    @property
    def start(self) -> tuple[int, ...]:
        return (0, *(1 << 59 - k for k in range(self.words)))

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        if state[0] < self.depth:
            for by in (3, 5):
                rest = tuple((item * by + state[0]) % ((1 << 60) - 93) for item in state[1:])
                yield Move((state[0] + 1, *rest), gain=rest[0] % 10 - by)
            yield Move((state[0] + 2, *state[1:]), again=True)


def assert_wide_keys(words: int) -> None:
    one, two = both(Wide(words))
    assert packed(one).keys.shape[1] >= words
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)
    assert words < 3 or one.prove().value == two.value


def test_keys_of_two_words_work() -> None:
    assert_wide_keys(2)


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("words", [3, 5])
def test_keys_of_any_number_of_words_work(words: int) -> None:
    assert_wide_keys(words)


@dataclass(frozen=True)
class Growing(Game):
    """(moves, place): small steps at first, then the place is tripled and turned over."""

    turns: int
    calm: int = 46

    start = (0, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        moves, place = state
        if moves < self.calm:
            yield Move((moves + 1, place + 1), gain=1)
            yield Move((moves + 1, place - 1))
        elif moves < self.turns:
            yield Move((moves + 1, 3 * place), gain=place % 5)
            yield Move((moves + 1, -3 * place), gain=place % 7)


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("turns", [48, 55, 70])
def test_layouts_that_states_outgrow_are_made_wider(turns: int) -> None:
    game = Growing(turns)
    first = observed(explore(game, budget=1_000).states)
    one, two = both(game)
    largest = max(abs(place) for _, place in plain(two).states)
    assert (packed(one).machine.layout != first) == (largest > 2**28)
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)


@dataclass(frozen=True)
class Words(LastMoverWins):
    """Write a letter behind a word, or take the first two off when it is full."""

    sizes: tuple[int, ...]  # the longest word, the first of two letters
    start = ()

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        if len(state) < self.sizes[0]:
            yield Move((*state, self.sizes[1]))
            yield Move((*state, self.sizes[1] + 1))
        elif state[0] == state[-1]:
            yield Move(state[2:])


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("least", [0, 5, -1, -3])
@pytest.mark.parametrize("length", [2, 9])
def test_tuples_of_varying_length_work_and_grow(length: int, least: int) -> None:
    one, two = both(Words(long((length, least))))
    assert len(packed(one)) == 2 ** (length + 1) - 1
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)


class Pair(NamedTuple):
    heap: int
    limit: int


class Limited(LastMoverWins):
    """Fibonacci nim with named states: at most twice what was taken before."""

    start = Pair(30, 29)

    def moves(self, state: Pair) -> Iterator[Move]:
        for take in range(1, min(state.heap, state.limit) + 1):
            yield Move(Pair(state.heap - take, 2 * take))


def test_states_that_are_named_tuples_come_back_as_such() -> None:
    one, two = both(Limited())
    assert_same(one, two)
    assert type(packed(one).state(3)) is Pair
    assert one.best_moves() == two.best_moves()


def test_states_beyond_64_bits_are_left_to_plain_python() -> None:
    game = LastMoverWins.from_function(far_down, start=2**70)
    with pytest.raises(NotCompiled):
        solve(game, engine="compiled")
    assert solve(game).winner


def far_down(state: int) -> list[int]:
    return [state // 2, state // 3] if state > 2 else []


# -- one state of each kind ----------------------------------------------------------------------


def _symmetries() -> tuple[tuple[int, ...], ...]:
    """Where each square of a 3 × 3 board goes, for its eight symmetries."""
    found = []
    for flip in (False, True):
        squares = [(row, column) for row in range(3) for column in range(3)]
        for _ in range(4):
            squares = [(column, 2 - row) for row, column in squares]
            turned = [(column, row) if flip else (row, column) for row, column in squares]
            found.append(tuple(3 * row + column for row, column in turned))
    return tuple(found)


SYMMETRIES = _symmetries()


class Noughts(TicTacToe):
    """Noughts and crosses with one state for all that look the same in a mirror or turned."""

    def canonical(self, state: tuple[int, int]) -> tuple[int, int]:
        best, other = state
        for turned in SYMMETRIES:
            mine, theirs = 0, 0
            for square in range(9):
                mine |= (state[0] >> square & 1) << turned[square]
                theirs |= (state[1] >> square & 1) << turned[square]
            if (mine, theirs) < (best, other):
                best, other = mine, theirs
        return best, other


@pytest.mark.usefixtures("carried_out_by_python")
def test_a_table_holds_one_state_for_all_that_are_equal_by_symmetry() -> None:
    game = Noughts()
    one, two = both(game)
    states = explore(TicTacToe()).states
    classes = {game.canonical(state) for state in states}
    assert (len(states), len(plain(two).states), len(packed(one))) == (5478, 765, 765)
    assert {packed(one).state(number) for number in range(765)} == classes
    assert_same(one, two)
    for state in states[::9]:
        assert one.options(state) == two.options(state)
    assert len(one.play()) == 9
    assert one.prove().states == 765
    assert one.prove().value == 0


@pytest.mark.usefixtures("carried_out_by_python")
def test_a_start_that_is_not_the_one_of_its_kind_is_solved_all_the_same() -> None:
    game = Noughts()
    for state in [(0b100000000, 0b100), (0, 1 << 8), (0b001000000, 0b100000001)]:
        assert game.canonical(state) != state
        one, two = both(game, start=state)
        assert (one.value, one.remoteness) == (two.value, two.remoteness)
        assert one.play().difference == two.play().difference
        assert one.prove().value == one.value
        assert_same(one, two)


# -- memory, budgets, progress -------------------------------------------------------------------


def test_moves_are_forgotten_where_the_memory_is_small_and_the_answers_stay_the_same() -> None:
    game = ConnectFour(4, 4)
    ample = solve(game, engine="compiled")
    tight = solve(game, engine="compiled", memory="6 MiB")
    assert packed(ample).keeps_moves
    assert not packed(tight).keeps_moves
    assert "moves forgotten" in tight.plan.engine
    assert "moves forgotten" in str(tight.plan)
    assert "moves forgotten" not in str(ample.plan)
    assert packed(tight).bytes < packed(ample).bytes
    assert np.array_equal(packed(tight).keys, packed(ample).keys)
    assert np.array_equal(tight.answers.columns.values, ample.answers.columns.values)
    assert np.array_equal(tight.answers.columns.plies, ample.answers.columns.plies)
    assert tight.prove() == ample.prove()
    assert tight.play().labels == ample.play().labels


@pytest.mark.parametrize("kind", ["difference", "outcome", "normal", "misere", "shared"])
def test_forgotten_moves_change_no_answer(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every random game in which moves lead to higher numbers, without its moves."""
    checked = 0
    monkeypatch.setattr(expedition.Expedition, "_check", _forget)
    set_chunk(monkeypatch, 3)
    for seed in range(200):
        game = MAKERS[kind](Random(seed))
        two = solve(game, engine="plain")
        if not plain(two).forward:
            with pytest.raises(BudgetExceeded):
                solve(game, engine="compiled")
            continue
        one = solve(game, engine="compiled")
        assert not packed(one).keeps_moves
        assert_same(one, two, f"{kind}, seed {seed}")
        if kind == "normal":
            nimbers = Sweeps(packed(one)).nimbers().tolist()
            oracle = Oracle(game)
            assert nimbers == [oracle.nimber(s) for s in plain(two).states]
        checked += 1
    assert checked > 100


def _forget(self: expedition.Expedition, more: int) -> None:
    """As when the memory is used up before the first batch."""
    if self.keeps_moves:
        self.keeps_moves = False


def test_a_gain_is_named_where_the_moves_were_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expedition.Expedition, "_check", _forget)
    game = scored([[(1, 0, False)], [(2, 0, False), (3, 7, False)], [], []], [0, 0, 1, -1])
    with pytest.raises(MethodRefused, match="a gain of 7 in state 1"):
        solve(game, engine="compiled", method="winloss")


def test_a_game_that_cannot_fit_is_refused_before_it_begins() -> None:
    told: list[Progress] = []
    with pytest.raises(BudgetExceeded, match=r"at least about .* states, from [\d,]+ random") as no:
        solve(ConnectFour(7, 6), engine="compiled", memory="64 MiB", progress=told.append)
    assert "64.0 MiB" in str(no.value)
    assert "alphabeta" in str(no.value)
    assert max(report.states for report in told) <= 1_001
    assert plan(ConnectFour(7, 6), engine="compiled", memory="64 MiB").method == "alphabeta"


def test_a_game_that_outgrows_the_memory_is_stopped_on_the_way(
    large: list[tuple[Game, Solution]],
) -> None:
    """Games in which play can come back keep their moves."""
    game, two = large[3]
    assert two.plan.method == "retrograde"
    with pytest.raises(BudgetExceeded, match=r"[\d,]+ states were found and take .* KiB"):
        solve(game, engine="compiled", memory="200 KiB", budget=10**6)
    assert_same(solve(game, engine="compiled", memory="4 MiB"), two)


def test_a_budget_of_states_is_kept() -> None:
    game = Noughts()
    with pytest.raises(BudgetExceeded, match="more than 700 states"):
        solve(game, engine="compiled", budget=700)
    assert len(packed(solve(game, engine="compiled", budget=765))) == 765


@pytest.mark.parametrize(
    ("amount", "bytes_"),
    [
        (1, 1),
        (10**12, 10**12),
        ("1", 1),
        ("2 k", 2048),
        ("1.5 KiB", 1536),
        ("16GiB", 16 * 2**30),
        (" 3 gb ", 3 * 10**9),
        ("1 TB", 10**12),
        ("7 bytes", 7),
    ],
)
def test_amounts_of_memory_are_read_as_people_write_them(amount: Any, bytes_: int) -> None:
    assert bytes_of(amount) == bytes_


@pytest.mark.parametrize(
    "amount", [0, -1, True, 1.5, "", "much", "-3 GiB", "0 GiB", "1e3", "3 GiBs", "GiB", None, [1]]
)
def test_amounts_of_memory_that_make_no_sense_are_refused(amount: Any) -> None:
    with pytest.raises(BadInput, match="an amount of memory is"):
        bytes_of(amount)
    if amount is not None:
        with pytest.raises(BadInput, match="an amount of memory is"):
            solve(Noughts(), memory=amount)


def test_more_memory_than_there_is_does_no_harm() -> None:
    assert solve(Noughts(), engine="compiled", memory="900000 TiB").value == 0


def test_amounts_are_told_in_units_that_people_read() -> None:
    assert [bytes_text(n) for n in (0, 1023, 2048, 5 << 20, 3 << 30, 5 << 40)] == [
        "0 bytes",
        "1,023 bytes",
        "2.0 KiB",
        "5.0 MiB",
        "3.0 GiB",
        "5,120.0 GiB",
    ]
    assert 0 < free_memory() < all_memory()


def test_the_bytes_of_a_plan_are_those_that_are_held(large: list[tuple[Game, Solution]]) -> None:
    for game in [ConnectFour(4, 4), *(game for game, _ in large)]:
        solution = solve(game, engine="compiled")
        table, graph = solution.answers.columns, packed(solution)
        arrays = [graph.keys, graph.slots, graph.first, graph.to, graph.gain, graph.again]
        arrays += [graph.ends, graph.pay, graph.mover]
        arrays += [table.values, table.plies]
        held = sum(array.nbytes for array in arrays if array is not None)
        assert held <= (solution.plan.cost.bytes or 0) <= 2.5 * held
        each = f"{(solution.plan.cost.bytes or 0) / len(graph):.0f} bytes a state"
        assert each in str(solution.plan)
        assert f"{len(graph):,} × " in str(solution.plan)


def test_a_progress_callback_hears_of_states_and_speed_and_levels() -> None:
    told: list[Progress] = []
    solution = solve(ConnectFour(4, 4), engine="compiled", progress=told.append)
    explored = [report for report in told if report.stage == "explore"]
    swept = [report for report in told if report.stage == "sweep"]
    assert explored[-1].states == len(packed(solution))
    assert explored[-1].moves == packed(solution).moves
    assert explored[-1].level == 17
    assert swept[-1].states == len(packed(solution))
    assert all(report.states_per_second > 0 for report in explored[-1:] + swept)


class Enough(Exception):
    """What a caller's own callback raises."""


@pytest.mark.parametrize("stage", ["explore", "sweep"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, Enough])
def test_an_error_of_the_callback_comes_out_and_leaves_nothing_behind(
    error: type[BaseException], stage: str
) -> None:
    before = threading.active_count()

    def stop(report: Progress) -> None:
        if report.stage == stage and report.states > 2_000:
            raise error

    with pytest.raises(error):
        solve(ConnectFour(4, 4), engine="compiled", progress=stop, threads=3)
    assert threading.active_count() == before
    solution = solve(Noughts(), engine="compiled", threads=3)
    assert solution.value == 0
    assert solution.prove().states == 765
    assert threading.active_count() == before


def test_a_callback_that_cannot_be_called_is_refused() -> None:
    with pytest.raises(BadInput, match="a progress callback is called"):
        solve(Noughts(), engine="compiled", progress=17)


# -- the checker ---------------------------------------------------------------------------------


def solved(kind: str, seed: int, **options: Any) -> Solution:
    method = "nimbers" if kind == "nimbers" else ORACLES[kind][0]
    make = {**MAKERS, "nimbers": normal_game, "shared": three_players}[kind]
    return solve(make(Random(seed)), engine="compiled", method=method, **options)


def three_players(random: Random) -> Game:
    """One number of players: every number has a checker of its own to be compiled."""
    return shared_game(random, players=3)


KINDS = [*ORACLES, "nimbers"]


def assert_proved(kind: str) -> None:
    for seed in range(60):
        solution = solved(kind, seed)
        graph, proof = packed(solution), solution.prove()
        assert (proof.states, proof.moves) == (len(graph), graph.moves)
        assert proof.value == solution.value
        columns = 1 + (solution.answers.counts_plies or kind == "nimbers")
        assert proof.checks == columns * len(graph)


@pytest.mark.parametrize("kind", ["difference", "cyclic", "shared"])
def test_the_checker_passes_every_random_game(kind: str) -> None:
    assert_proved(kind)


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("kind", KINDS)
def test_the_checker_carried_out_by_python_passes_every_random_game(kind: str) -> None:
    assert_proved(kind)


def broken(solution: Solution, claim: TableClaim) -> bool:
    """Whether the checker notices; it is asked for the whole claim, not for a table."""
    try:
        prove_claim(packed(solution), claim, solution.start)
    except ProofFailed:
        return True
    return False


def claim_of_solution(solution: Solution) -> TableClaim:
    """A copy, to be changed."""
    claim = claim_of(packed(solution), solution.answers.columns)
    rows = ("keys", "values", "plies", "nimbers", "heights")
    return replace(claim, **{row: getattr(claim, row).copy() for row in rows})


@pytest.mark.parametrize("column", ["values", "plies", "nimbers"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_number_of_a_table_can_be_changed_unnoticed(kind: str, column: str) -> None:
    changed = 0
    for seed in range(120):
        random, solution = Random(seed), solved(kind, seed, threads=1)
        claim = claim_of_solution(solution)
        row = getattr(claim, column).reshape(-1)
        if not len(row):
            continue
        place = random.randrange(len(row))
        row[place] += random.choice([-3, -2, -1, 1, 2, 3])
        assert broken(solution, claim), f"{kind}, seed {seed}, {column} {place}"
        changed += 1
    assert changed in (0, 120)
    assert changed or column != "values"


@pytest.mark.parametrize("kind", KINDS)
def test_no_key_of_a_table_can_be_dropped_doubled_or_swapped_unnoticed(kind: str) -> None:
    swapped = 0
    for seed in range(120):
        random, solution = Random(seed), solved(kind, seed, threads=1)
        size = len(packed(solution))
        claim = claim_of_solution(solution)
        rows = ("keys", "values", "plies", "nimbers", "heights")
        one, two = random.randrange(size), random.randrange(size)
        left = np.delete(np.arange(size), one)
        twice = np.append(np.arange(size), one)
        for numbers in (left, twice):
            own = {row: getattr(claim, row) for row in rows if len(getattr(claim, row))}
            odd = replace(claim, **{row: array[numbers] for row, array in own.items()})
            assert broken(solution, odd), f"{kind}, seed {seed}, state {one}"
        told = [(claim.values[n].tolist(), *(row[n] for row in (claim.plies, claim.nimbers)
                 if len(row))) for n in (one, two)]  # fmt: skip
        if told[0] != told[1]:
            claim.keys[[one, two]] = claim.keys[[two, one]]
            assert broken(solution, claim), f"{kind}, seed {seed}, states {one} and {two}"
            swapped += 1
    assert swapped >= 10


@pytest.mark.parametrize("kind", KINDS)
def test_no_move_may_climb(kind: str) -> None:
    """Heights, or the numbers of the states where there are none, prove that play ends."""
    tried: Counter[str] = Counter()
    for seed in range(300):
        random, solution = Random(seed), solved(kind, seed, threads=1)
        graph, claim = packed(solution), claim_of_solution(solution)
        assert graph.first is not None
        assert graph.to is not None
        if not graph.moves:
            continue
        move = random.randrange(graph.moves)
        here, there = graph.source(move), int(graph.to[move])
        if not len(claim.heights):
            order = np.arange(len(graph))
            order[[here, there]] = order[[there, here]]
            own = {row: getattr(claim, row) for row in ("keys", "values", "plies", "nimbers")}
            turned = {row: array[order] for row, array in own.items() if len(array)}
            assert broken(solution, replace(claim, **turned)), f"{kind}, seed {seed}"
            tried["numbers"] += 1
        elif not claim.may_return or (len(graph.gain) and graph.gain[move]):
            claim.heights[here] = claim.heights[there]
            assert broken(solution, claim), f"{kind}, seed {seed}"
            tried["strict"] += 1
        elif here != there:
            claim.heights[here], claim.heights[there] = 3, 4
            assert broken(solution, claim), f"{kind}, seed {seed}"
            tried["level"] += 1
    wanted = {"cyclic": {"level"}, "scored cyclic": {"level", "strict"}}
    assert all(tried[way] >= 5 for way in wanted.get(kind, {"numbers", "strict"})), tried


def test_a_cycle_cannot_be_proved_without_plies_and_cannot_be_hidden() -> None:
    game = scored([[(1, 0, False)], [(0, 0, False), (2, 0, False)], []], [0, 0, -1])
    solution = solve(game, engine="compiled")
    claim = claim_of_solution(solution)
    assert claim.may_return
    assert not broken(solution, claim)
    assert broken(solution, replace(claim, plies=np.empty(0, np.int32)))
    assert broken(solution, replace(claim, may_return=False))
    assert broken(solution, replace(claim, heights=np.empty(0, np.uint32)))


def test_a_gain_on_a_cycle_cannot_be_proved() -> None:
    """Two states that pay each other for ever: any value would satisfy the equations."""
    game = scored([[(1, 2, False)], [(0, 2, False), (2, 0, False)], []], [0, 0, 0])
    with pytest.raises(MethodRefused, match=r"the cycle 0 → 1 → 0 carries a gain of 2"):
        solve(game, engine="compiled")
    with pytest.raises(MethodRefused, match=r"the cycle 0 → 1 → 0 carries a gain of 2"):
        solve(game, engine="plain")
    graph = explored(game, 0, Limits(engine="compiled"), None).graph.arrays
    claim = TableClaim(
        graph.keys,
        np.ones(3, np.int32),
        np.ones(3, np.int32),
        np.empty(0, np.int32),
        graph.parts,
        True,
    )
    claim.values[2], claim.plies[2] = 0, -1
    with pytest.raises(ProofFailed, match="a move climbs"):
        prove_claim(graph, claim, 0)


def test_a_start_that_the_table_does_not_hold_is_no_proof() -> None:
    solution = solve(normal([[(1, 0, False)], [], [(0, 0, False)]]), engine="compiled")
    for start in (2, 64, -1, 10**30, (0, 1), "0"):
        with pytest.raises(ProofFailed, match="the table does not hold it"):
            prove(packed(solution), solution.answers.columns, start)
    assert solution.prove().value == 1
    assert solution.at(1).prove().value == -1


def test_python_itself_is_asked_for_a_sample_of_states(monkeypatch: pytest.MonkeyPatch) -> None:
    game = normal([[(1, 0, False), (2, 0, False)], [(2, 0, False)], []])
    solution = solve(game, engine="compiled")
    assert solution.prove().states == 3
    others: list[Callable[[Any, int], Any]] = [
        lambda game, state: [],
        lambda game, state: [Move(2)] if state == 0 else [],
        lambda game, state: [Move(40)],
        lambda game, state: 1 // 0,
    ]
    for moves in others:
        monkeypatch.setattr(type(game), "moves", moves)
        with pytest.raises((ProofFailed, RulesError)):
            solution.prove()
    monkeypatch.undo()
    monkeypatch.setattr(type(game), "payoff", lambda game, state: 0)
    with pytest.raises(ProofFailed):
        solution.prove()


@pytest.mark.usefixtures("carried_out_by_python")
def test_the_checker_finds_room_for_states_with_many_moves() -> None:
    """Its first room holds some thousand moves."""
    fan: table_games.Rules = [[(k, k % 5, False) for k in range(1, 3_000)]]
    fan += [[(3_000, 1, False)] * 9 for _ in range(1, 3_000)] + [[]]
    solution = solve(scored(fan, [0] * 3_001), engine="compiled")
    assert solution.value == 3
    proof = solution.prove()
    assert (proof.states, proof.moves) == (3_001, packed(solution).moves)


# -- questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_has_the_answer_of_plain_python(kind: str) -> None:
    for seed in range(60):
        one = solved(kind, seed)
        two = solve(one.game, engine="plain", method=one.plan.method)
        assert one.value == two.value
        assert one.bounds == two.bounds
        assert one.outcome == two.outcome
        assert one.winner == two.winner
        for question in ("scores", "remoteness", "nimber", "count_plays"):
            assert asked(one, question) == asked(two, question)
        assert one.options() == two.options()
        assert one.best_moves() == two.best_moves()
        assert one.play() == two.play()
        assert list(one.plays()) == list(two.plays())
        assert dict(one.table()) == dict(two.table())
        for state in one.table():
            assert one.at(state).value == two.at(state).value
            assert one.at(state).play() == two.at(state).play()
            if packed(one).sweep is not None:
                assert asked(one.at(state), "scores") == asked(two.at(state), "scores")
        lines = [str(solution).splitlines() for solution in (one, two)]
        kept = [[line for line in text if "collect" not in line] for text in lines]
        assert len(kept[0]) >= len(lines[0]) - 1
        assert kept[0] == kept[1]
        assert repr(one) == repr(two)


def asked(solution: Solution, question: str) -> Any:
    """The answer, or the kind of error."""
    try:
        answer = getattr(solution, question)
        return answer() if callable(answer) else answer
    except ZermeloError as error:
        return type(error)


def test_scores_are_given_where_every_play_collects_the_same_and_refused_with_the_reason() -> None:
    same = scored([[(1, 3, False), (2, 3, False)], [(3, 1, False)], [(3, 1, False)], []], [0] * 4)
    other = scored([[(1, 3, False), (2, 2, False)], [(3, 1, False)], [(3, 1, False)], []], [0] * 4)
    one = solve(same, engine="compiled")
    assert (one.value, one.scores, one.scores_of(1)) == (2, (3, 1), (1, 0))
    found = r"0 – \+3→ 1 – \+1→ 3 collects 4; 0 – \+2→ 2 – \+1→ 3 collects 3"
    with pytest.raises(Unavailable, match=found) as no:
        _ = solve(other, engine="compiled").scores
    assert "OwnTotals" in str(no.value)
    ends = scored([[(1, 0, False)], []], [0, -1])
    for method in ("backward", "winloss"):
        with pytest.raises(Unavailable, match="only the outcome counts"):
            _ = solve(ends, engine="compiled", method=method).scores


def test_states_that_are_not_reached_are_unknown() -> None:
    table = solve(normal([[(1, 0, False)], [], [(0, 0, False)]]), engine="compiled")
    named = solve(Limited(), engine="compiled")
    board = solve(Noughts(), engine="compiled")
    for state in (2, -1, 99, 2**80, "1", "x", 0.5, None, (0,), (), [0], float("inf")):
        for ask in (table.value_of, table.remoteness_of, table.at, table.best_moves):
            with pytest.raises(UnknownState, match="2 states that 0 reaches"):
                ask(state)
    for odd in [(30, 28), Pair(30, 0), [30, 29], (30,), (30, 29, 0), ("30", "29"), 30, (-1, 2)]:
        with pytest.raises(UnknownState):
            named.value_of(odd)
    for odd in [(1, 1), (511, 511), (0, 0, 0), "board", (0.5, 0), (None, 0)]:
        with pytest.raises(UnknownState):
            board.value_of(odd)
    assert named.value_of((30, 29)) == named.value
    assert table.value_of(True) == table.value_of(1) == table.value_of(1.0)


def test_the_winner_of_a_game_that_can_come_back_wins_in_as_many_plies_as_promised() -> None:
    won = 0
    for seed in range(300):
        solution = solve(cyclic_game(Random(seed), states=25, most=4), engine="compiled")
        if packed(solution).sweep is None and solution.remoteness is not None:
            play = solution.play()
            assert not play.repeats
            assert len(play) == solution.remoteness
            assert play.difference == solution.value
            won += solution.remoteness > 1
    assert won >= 20


def test_a_plan_says_what_ran_the_rules_and_how_many_bytes_a_state_takes() -> None:
    solve(Noughts(), engine="compiled")  # leaves its machine code on disk
    text = str(solve(Noughts(), engine="compiled", threads=1).plan)
    assert "compiled rules (read from disk), hash table of keys, 1 thread" in text
    assert re.search(r"memory   about [\d.]+ KiB, \d+ bytes a state", text)
    planned = plan(Noughts(), engine="compiled")
    assert planned.is_compiled
    assert planned.method == "winloss"
    assert "engine" not in str(plan(TicTacToe()))


class Ring(Game):
    """Round and round: no play ends but by a step onto 0."""

    start = 1

    def moves(self, state: int) -> Iterator[Move]:
        if state:
            for step in (1, 5, 11):
                yield Move((3 * state + step) % 10_007)

    def payoff(self, state: int) -> int:
        return -1


def test_an_estimate_stops_when_plays_that_can_come_back_have_spread_out() -> None:
    game = Ring()
    graph = packed(solve(game, engine="compiled"))
    found = estimate(graph.machine, game.start, enough=10**9, memory=2**28)
    assert 10 < found.depth < 100
    assert 1_000 < found.states <= len(graph) == 10_007


def test_an_estimate_does_not_exceed_what_there_is() -> None:
    for game in (TicTacToe(), Ring(), Deep(300), ConnectFour(4, 4)):
        graph = packed(solve(game, engine="compiled"))
        found = estimate(graph.machine, game.start, enough=10**9, memory=2**28)
        assert len(graph) / 20 < found.states <= len(graph), game


# -- rules that cannot be compiled, or differ ------------------------------------------------------


TAKES = [1, 2]


class Moody(LastMoverWins):
    """Rules that read a list which somebody changes."""

    start = 40

    def moves(self, state: int) -> Iterator[Move]:
        for take in TAKES:
            if take <= state:
                yield Move(state - take)


def test_rules_that_differ_from_pythons_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(report: Progress) -> None:
        if report.states == 41:
            TAKES[:] = [1, 2, 3] if len(TAKES) == 2 else [1, 2]

    with pytest.raises(NotCompiled, match="the compiled rules differ from Python's"):
        solve(Moody(), engine="compiled", progress=change)
    set_small(monkeypatch, 10)
    monkeypatch.setattr(choose, "SEEN", 10)
    monkeypatch.setattr(choose, "COLD", 10)
    TAKES[:] = [1, 2]
    monkeypatch.setattr(crosscheck, "moves_of", lambda game, state: [])
    solution = solve(Moody())
    assert solution.plan.engine.startswith("plain Python: in state 40 the compiled rules differ")
    assert solution.value == solve(Moody(), engine="plain").value
    monkeypatch.undo()
    assert solve(Moody(), engine="compiled").value == solve(Moody(), engine="plain").value


@pytest.mark.parametrize("told", ["turn_of", "payoff_of"])
def test_turns_and_payoffs_are_held_against_pythons_too(
    told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shared([[(1, 0, False)], []], [0, 0, 5, 6], [0, 1], 2)
    assert solve(game, engine="compiled").value == (5, 6)
    monkeypatch.setattr(crosscheck, told, lambda game, state: 3)
    with pytest.raises(NotCompiled, match="differ from Python's"):
        solve(game, engine="compiled")


class Named(LastMoverWins):
    """States are texts, which are not translated."""

    start = "aaaa"

    def moves(self, state: str) -> Iterator[Move]:
        if state:
            yield Move(state[1:])


class Halves(Game):
    """A gain of a half: not a whole number."""

    start = 30

    def moves(self, state: int) -> Iterator[Move]:
        for take in (1, 2):
            if take <= state:
                yield Move(state - take, gain=Fraction(take, 2))


class Sets(LastMoverWins):
    start = 5

    def moves(self, state: int) -> Iterator[Move]:
        for take in {1, 2} & set(range(state + 1)):
            yield Move(state - take)


@pytest.mark.parametrize("game", [Named(), Halves(), Sets()])
def test_rules_that_cannot_be_compiled_say_why_and_are_played_in_python(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotCompiled) as no:
        solve(game, engine="compiled")
    assert "To have it compiled" in str(no.value)
    assert "leave the engine out" in str(no.value)
    set_small(monkeypatch, 3)
    monkeypatch.setattr(choose, "SEEN", 3)
    solution = solve(game)
    assert solution.plan.engine.startswith("plain Python: ")
    assert no.value.given in solution.plan.engine
    assert solution.plan.engine in str(solution.plan)
    assert solution.value == solve(game, engine="plain").value


def test_the_line_that_cannot_be_compiled_is_named() -> None:
    line = inspect.getsourcelines(Sets.moves)[1] + 1
    with pytest.raises(NotCompiled, match=rf"test_compiled_engine\.py, line {line}"):
        solve(Sets(), engine="compiled")


@pytest.mark.parametrize("name", ["nonsense", "Compiled", "", 1, True, ["plain"]])
def test_other_engines_are_refused(name: Any) -> None:
    with pytest.raises(BadInput, match="the engines are plain, compiled"):
        solve(Noughts(), engine=name)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_threads_are_whole_numbers(threads: Any) -> None:
    with pytest.raises(BadInput, match="threads"):
        solve(Noughts(), engine="compiled", threads=threads)


def test_compiled_rules_are_used_by_themselves_when_they_are_at_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cold: plain Python as long as it takes less time than the compiler."""
    set_small(monkeypatch, 30)
    monkeypatch.setattr(choose, "SEEN", 10)
    game = Cold(long((40, 1, 3, 4)))
    assert solve(game).plan.engine == ""
    monkeypatch.setattr(choose, "COLD", 35)
    with pytest.raises(BudgetExceeded, match="more than 33 states"):
        solve(game, budget=33)
    first = solve(game)
    assert "compiled rules (in " in first.plan.engine
    assert "compiled rules (read from disk)" in solve(game).plan.engine
    assert first.value == solve(game, engine="plain").value


def test_slow_rules_are_compiled_however_few_their_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python is given the time that compiling takes, not only a number of states."""
    set_small(monkeypatch, 30)
    monkeypatch.setattr(inspect.getmodule(Survey), "BATCH", 32)
    game = Slow(50)
    assert solve(game).plan.engine == ""
    monkeypatch.setattr(choose, "COMPILING", 0.0)
    assert "compiled rules" in solve(game).plan.engine
    assert solve(game).value == solve(game, engine="plain").value


@dataclass(frozen=True)
class Slow(LastMoverWins):
    start: int

    def moves(self, state: int) -> Iterator[Move]:
        for take in (2, 5):
            if take <= state:
                yield Move(state - take)


@dataclass(frozen=True)
class Cold(LastMoverWins):
    numbers: tuple[int, ...]

    @property
    def start(self) -> int:
        return self.numbers[0]

    def moves(self, state: int) -> Iterator[Move]:
        for place in (1, 2, 3):
            if self.numbers[place] <= state:
                yield Move(state - self.numbers[place])


class Broken(Game):
    """Rules that fail far from the start."""

    start = 3_000

    def moves(self, state: int) -> Iterator[Move]:
        if state > 0:
            yield Move(state - 1, gain=12 // (state - 7))


@pytest.mark.parametrize("which", ["compiled", None])
def test_rules_that_fail_are_reported_as_in_plain_python(
    which: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_small(monkeypatch, 1_000)
    monkeypatch.setattr(choose, "COLD", 1_000)
    error = NotCompiled if which else RulesError
    with pytest.raises(error, match="ZeroDivisionError"):
        solve(Broken(), engine=which)
    set_thin(monkeypatch)
    with pytest.raises(error, match="ZeroDivisionError"):
        solve(Broken(), engine=which)


class Crowd(PayoffGame):
    """Turns that name somebody who does not play, and moves that keep the turn."""

    players = 2
    start = 3_000

    def __init__(self, last: int, again: bool) -> None:
        self.last, self.again = last, again

    def moves(self, state: int) -> Iterator[Move]:
        if state > 0:
            yield Move(state - 1, again=self.again and state < 5)

    def turn(self, state: int) -> int:
        return self.last if state < 10 else state % 2


@pytest.mark.parametrize("last", [2, -1, 256, 2**40])
def test_a_turn_of_somebody_who_does_not_play_is_an_error(last: int) -> None:
    with pytest.raises(NotCompiled, match="a turn of somebody"):
        solve(Crowd(last, False), engine="compiled")
    with pytest.raises(RulesError):
        solve(Crowd(last, False), engine="plain")


def test_with_p_players_no_move_keeps_the_turn() -> None:
    for which in ("compiled", "plain"):
        with pytest.raises(RulesError, match="again=True"):
            solve(Crowd(1, True), engine=which)


def test_a_flaw_of_the_translator_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    set_small(monkeypatch, 1_000)
    monkeypatch.setattr(Machine, "of", lambda game, layout: 1 // 0)
    solution = solve(TicTacToe())
    assert solution.value == 0
    assert solution.plan.engine.startswith("plain Python: ZeroDivisionError")
    with pytest.raises(NotCompiled, match="ZeroDivisionError"):
        solve(TicTacToe(), engine="compiled")


# -- large numbers, small games --------------------------------------------------------------------


@pytest.mark.parametrize(
    "unit",
    [1, 2**30, 2**31 - 1, 2**31, -(2**31), 2**31 + 1, 2**32, 2**40, 2**57, -(2**57)],
)
def test_gains_and_payoffs_beyond_32_bits_are_exact(unit: int) -> None:
    for seed in range(25):
        for kind in ("difference", "scored cyclic", "shared"):
            random = Random(seed)
            game: Any = MAKERS[kind](random)
            gain = tuple(random.choice((0, unit)) if gain else 0 for gain in game.gain)
            pay = tuple(random.choice((0, unit, -unit)) if pay else 0 for pay in game.pay)
            game = replace(game, gain=gain, pay=pay)
            one, two = both(game, method=ORACLES[kind][0])
            assert_same(one, two, f"{kind}, seed {seed}, unit {unit}")


def test_values_take_64_bits_only_where_32_are_too_few() -> None:
    def chain(gain: int, again: bool) -> Scored:
        return scored([[(k + 1, gain, again)] for k in range(3)] + [[]], [0] * 4)

    for gain, again, kind in [(2**30, False, np.int32), (2**30, True, np.int64), (2**31, False,
                              np.int64), (-(2**31), False, np.int32)]:  # fmt: skip
        one, two = both(chain(gain, again))
        assert one.answers.columns.values.dtype == kind
        assert one.value == two.value
        assert one.prove().value == two.value
    low = chain(-(2**31), False)
    assert packed(solve(low, engine="compiled")).gain.dtype == np.int32
    assert packed(solve(chain(2**31, False), engine="compiled")).gain.dtype == np.int64


@pytest.mark.parametrize("gain", [2**61, 2**62, 2**63 - 1, -(2**63), 2**63, 10**30])
def test_numbers_that_do_not_fit_64_bits_are_left_to_python(
    gain: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = scored([[(k + 1, gain, True)] for k in range(9)] + [[]], [0] * 9 + [gain])
    with pytest.raises(NotCompiled):
        solve(game, engine="compiled")
    set_small(monkeypatch, 5)
    monkeypatch.setattr(choose, "SEEN", 5)
    monkeypatch.setattr(choose, "COLD", 5)
    solution = solve(game)
    assert solution.value == 10 * gain
    assert solution.plan.engine.startswith("plain Python: ")


def test_levels_bound_what_a_play_can_add_up_to() -> None:
    """Long levels do not make the numbers of a play larger."""
    rules: table_games.Rules = [[(k, 2**59, False) for k in range(1, 200)], *([[]] * 199)]
    one, two = both(scored(rules, [0] * 200))
    assert one.value == two.value == 2**59


@pytest.mark.parametrize("big", [2**31, 2**32, 2**40, 2**62 - 1, -(2**31), -(2**40), -(2**61)])
def test_states_beyond_32_bits_keep_their_numbers(big: int) -> None:
    one, two = both(Far(long((big,))))
    assert_same_graph(packed(one), plain(two))
    assert_same(one, two)


@dataclass(frozen=True)
class Far(LastMoverWins):
    numbers: tuple[int, ...]

    @property
    def start(self) -> int:
        return self.numbers[0]

    def moves(self, state: int) -> Iterator[Move]:
        if state > 0:
            yield Move(state // 2)
            yield Move(state // 3)
        elif state < 0:
            yield Move(-state // 2)
            yield Move(-(-state // 3))


def test_a_game_that_is_over_at_once_is_solved_and_proved() -> None:
    for game in (scored([[]], [3]), normal([[]]), misere([[]]), shared([[]], [4, 5, 6], [0], 3)):
        one, two = both(game)
        assert one.value == two.value
        assert len(one.play()) == 0
        assert one.best_moves() == []
        assert one.count_plays() == 1
        proof = one.prove()
        assert (proof.states, proof.moves, proof.value) == (1, 0, one.value)
    one, two = both(normal([[]]), method="nimbers")
    assert one.nimber == two.nimber == 0
    assert one.prove().states == 1


@pytest.mark.parametrize("again", [False, True])
def test_one_state_that_leads_to_itself_is_a_draw(again: bool) -> None:
    alone = scored([[(0, 0, again)]], [0])
    way_out = scored([[(0, 0, again), (1, 0, False)], []], [0, 1])
    won = scored([[(0, 0, again), (1, 0, False)], []], [0, -1])
    for game, value, plies in [(alone, 0, None), (way_out, 0, None), (won, 1, 1)]:
        for method in ("retrograde", "thresholds"):
            one, two = both(game, method=method)
            assert (one.value, one.remoteness) == (two.value, two.remoteness) == (value, plies)
            assert one.prove().value == value
            assert one.play() == two.play()
            with pytest.raises(MethodRefused, match="not acyclic: 0 → 0"):
                solve(game, engine="compiled", method="winloss")


@pytest.mark.parametrize("kind", ["cyclic", "scored cyclic"])
def test_the_cycle_that_is_shown_is_one(kind: str) -> None:
    shown = 0
    for seed in range(200):
        solution = solved(kind, seed)
        graph = packed(solution)
        if graph.sweep is not None:
            continue
        assert graph.to is not None
        part = graph.parts.tolist()
        inner = [m for m in range(graph.moves) if part[graph.source(m)] == part[graph.to[m]]]
        for through in (None, *inner):
            cycle = graph.cycle(through)
            assert len(set(cycle)) == len(cycle)
            for here, there in pairwise([*cycle, cycle[0]]):
                assert there in [move.to for move in solution.game.moves(here)]
            if through is not None:
                assert cycle[0] == graph.state(graph.source(through))
                assert [*cycle, cycle[0]][1] == graph.state(int(graph.to[through]))
        shown += 1
    assert shown > 50
