"""Layers that a game names: play may come back inside one, and every other move leads on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest

from compiled_beside_plain import assert_same, set_small
from executed_rules import by_python
from table_games import Row, Rules, Scored, long, table
from zermelo import Game, LastMoverWins, Move, PayoffGame, solve
from zermelo.engines import choose
from zermelo.engines.layers import alone, asking, memory, merging, returning, rounds
from zermelo.engines.layers import graph as graph_of_layers
from zermelo.engines.layers.graph import LayeredGraph
from zermelo.engines.memory.engine import MemoryEngine
from zermelo.errors import BudgetExceeded, NotCompiled, RulesError, Unavailable
from zermelo.games import Kalah
from zermelo.graph.explore import explore


@dataclass(frozen=True)
class Layered(Scored):
    """A game read from tables that names its layers."""

    of: Row = ()

    def layer(self, state: int) -> int:
        return self.of[state]


def layered(random: Random, *, gains: bool, falls: bool) -> Layered:
    """Up to nine states in up to four layers; moves stay without a gain or go on, maybe far."""
    of = [0]
    for _ in range(random.randrange(9)):
        of.append(of[-1] + (random.randrange(3) == 0) * random.randrange(1, 3))
    rules: Rules = []
    for own in of:
        low, row = of.index(own), []
        for _ in range(random.randrange(4)):
            to = random.randrange(low, len(of))
            gain = random.randint(-3, 3) if gains and of[to] > own else 0
            row.append((to, gain, random.randrange(4) == 0))
        rules.append(row)
    numbers = [9 - number for number in of] if falls else of
    most = 3 if gains else 1
    pay = [random.randint(-most, most) for _ in of]
    return Layered(**table(rules), pay=long(pay), start=0, of=long(numbers))


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (memory, alone, rounds):
        monkeypatch.setattr(module, "PIECE", 2)
    monkeypatch.setattr(merging, "PART", 2)
    monkeypatch.setattr(asking, "ASKED_AT_ONCE", 1)


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("gains", [False, True])
@pytest.mark.parametrize("falls", [False, True])
@pytest.mark.parametrize("bytes_of_a_state", [20, 1 << 50], ids=["held", "asked again"])
def test_random_games_have_the_same_answers_layer_by_layer(
    gains: bool, falls: bool, bytes_of_a_state: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_back = 0
    monkeypatch.setattr(returning, "SETTLING_A_STATE", bytes_of_a_state)
    with by_python():
        for seed in range(30):
            game = layered(Random(seed), gains=gains, falls=falls)
            plain = solve(game, engine="plain")
            found = solve(game, engine="layers", threads=1)
            assert_same(found, plain, f"seed {seed}")
            assert found.prove().states == len(explore(game))
            graph, lists = found.answers.graph, explore(game)
            assert isinstance(graph, LayeredGraph)
            assert graph.is_acyclic == lists.is_acyclic
            assert {layer.number for layer in graph.layers} == {*map(game.layer, lists.states)}
            for number, state in enumerate(lists.states):
                mine = graph.number(state)
                assert graph.may_go_on(mine) == (
                    not lists.is_acyclic and lists.may_go_on(number)
                ), f"seed {seed}"
            if not graph.is_acyclic:
                came_back += 1
                assert_a_cycle(game, graph.cycle())
    assert came_back >= 8


def assert_a_cycle(game: Game, states: list[Any]) -> None:
    for here, there in zip(states, [*states[1:], states[0]], strict=True):
        assert there in {move.to for move in game.moves(here)}


def test_a_sowing_game_is_solved_layer_by_layer_where_the_whole_does_not_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_large(*_: Any) -> None:
        raise BudgetExceeded("too many", rule="memory", fix="less")

    game = Kalah(2, 2)
    plain = solve(game, engine="plain")
    set_small(monkeypatch, 10)
    monkeypatch.setattr(MemoryEngine, "prepare", too_large)
    monkeypatch.setattr(choose, "_meanwhile", lambda _: None)
    with by_python():
        found = solve(game)
        assert isinstance(found.answers.graph, LayeredGraph)
        assert dict(found.table()) == dict(plain.table())
        assert not found.answers.counts_plies
        with pytest.raises(BudgetExceeded, match="too many"):
            solve(game, budget=10_000)


def test_a_move_that_leads_back_is_named() -> None:
    class Wrong(Game):
        start = 0

        def moves(self, state: int) -> Iterator[Move]:
            if state < 5:
                yield Move(state + 1)

        def layer(self, state: int) -> int:
            return state if state < 4 else 2

    with by_python(), pytest.raises(RulesError, match=r"layer 3 is left for layer 2 by the move"):
        solve(Wrong(), engine="layers")


def test_a_gain_inside_a_layer_is_not_for_this_engine() -> None:
    class Paying(Game):
        start = 0

        def moves(self, state: int) -> Iterator[Move]:
            if state < 5:
                yield Move(state + 1, gain=1)

        def layer(self, state: int) -> int:
            return state // 2

    with by_python(), pytest.raises(NotCompiled, match="stays in its layer carries a gain"):
        solve(Paying(), engine="layers")


def test_moves_inside_a_layer_are_not_for_players_with_totals_of_their_own() -> None:
    class Sharing(PayoffGame):
        players = 3
        start = 0

        def moves(self, state: int) -> Iterator[Move]:
            if state < 5:
                yield Move(state + 1)

        def turn(self, state: int) -> int:
            return state % 3

        def payoff(self, state: int) -> tuple[int, ...]:
            return (1, 2, 3)

        def layer(self, state: int) -> int:
            return state // 2

    with by_python(), pytest.raises(NotCompiled, match="own total"):
        solve(Sharing(), engine="layers")


def test_the_longest_play_of_named_layers() -> None:
    class Down(Game):
        start = 9

        def moves(self, state: int) -> Iterator[Move]:
            for take in (1, 3):
                if take <= state:
                    yield Move(state - take)

        def layer(self, state: int) -> int:
            return state

    with by_python():
        graph = solve(Down(), engine="layers").answers.graph
    assert graph is not None
    assert graph.longest_play() == 9
    assert [layer.number for layer in graph.layers] == list(range(9, -1, -1))

    class Slow(Down):
        def layer(self, state: int) -> int:
            return state // 4

    with by_python():
        slow = solve(Slow(), engine="layers").answers.graph
    assert slow is not None
    with pytest.raises(Unavailable):
        slow.longest_play()


def test_plies_that_do_not_fit_a_narrow_type_are_counted_in_a_wider_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Walk(LastMoverWins):
        start = 150

        def moves(self, state: int) -> Iterator[Move]:
            if state:
                yield Move(state - 1)

        def layer(self, state: int) -> int:
            return state // 140

    monkeypatch.setattr(graph_of_layers, "PAIR_TYPES", (np.int8, np.int16))
    with by_python():
        found = solve(Walk(), engine="layers", method="winloss")
    assert found.remoteness == 150
    assert found.remoteness_of(131) == 131


def test_gains_of_any_layer_count_for_the_farthest_play() -> None:
    class Two(Game):
        starts = (0, 10)

        def moves(self, state: int) -> Iterator[Move]:
            if state % 10 < 3:
                yield Move(state + 1, gain=state)

        def layer(self, state: int) -> int:
            return state

    with by_python():
        found = solve(Two(), engine="layers").answers.graph
    assert found is not None
    assert found.farthest() == 10 + 11 + 12
