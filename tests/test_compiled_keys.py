"""Compiled rules: flat tables and hash tables, wide keys, symmetry, large numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

import table_games
from compiled_beside_plain import (
    ORACLES,
    Grid,
    Limited,
    Noughts,
    Pair,
    assert_same,
    assert_same_graph,
    both,
    packed,
    plain,
    set_small,
    solved,
)
from table_games import MAKERS, Scored, long, misere, normal, scored, shared
from zermelo import Game, LastMoverWins, Move, solve
from zermelo.engines import choose
from zermelo.errors import MethodRefused, NotCompiled
from zermelo.games import TicTacToe
from zermelo.graph.explore import explore
from zermelo.machine.layout import observed
from zermelo.model.shapes import Box, Subsets

pytestmark = [pytest.mark.usefixtures("own_cache"), pytest.mark.unmeasured]


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
    monkeypatch.setattr(choose, "COLD_STATES", 5)
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


@pytest.mark.parametrize(
    "game",
    [scored([[]], [3]), normal([[]]), misere([[]]), shared([[]], [4, 5, 6], [0], 3)],
    ids=["scored", "normal", "misere", "shared"],
)
def test_a_game_that_is_over_at_once_is_solved_and_proved(game: Game) -> None:
    one, two = both(game)
    assert one.value == two.value
    assert len(one.play()) == 0
    assert one.best_moves() == []
    assert one.count_plays() == 1
    proof = one.prove()
    assert (proof.states, proof.moves, proof.value) == (1, 0, one.value)


def test_the_nimber_of_a_game_that_is_over_at_once_is_proved() -> None:
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
