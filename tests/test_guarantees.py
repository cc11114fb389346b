"""p players: what one can force, where a tie-break decided, strategy against strategy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prompt_runs import told
from random_games import difference_games, vector_games
from zermelo import Game, Move, PayoffGame, explain, solve
from zermelo.engines.memory.graph import MemoryGraph
from zermelo.errors import BadInput, Unavailable
from zermelo.games import Ends, MeltingRow, PlayersRow, Subtraction
from zermelo.graph.rules import payoff_of
from zermelo.solution.guarantees import guarantees, listed

THREE = PlayersRow((4, 1, 7, 2, 9, 3))


def forced(game: Any, state: Any, player: int, moves_next: bool = True) -> Any:
    """The definition: the player's best against the worst that all others can do."""
    moves = list(game.moves(state))
    many = isinstance(game, PayoffGame)
    is_mine = game.turn(state) == player if many else moves_next
    if not moves:
        payoff = payoff_of(game, state)
        return payoff[player] if many else payoff * is_mine
    after = [forced(game, m.to, player, is_mine == m.again) for m in moves]
    if is_mine:
        return max(m.gain + rest for m, rest in zip(moves, after, strict=True))
    return min(after)


@given(vector_games())
@settings(max_examples=40, deadline=None)
def test_a_guarantee_is_the_maximin_of_an_own_total(game: Any) -> None:
    """Professional document §9: with three players the vector is an equilibrium, no promise."""
    solution = solve(game)
    for player in range(game.players):
        promised = solution.guarantee(player)
        assert promised == forced(game, game.start, player)
        assert all(promised <= vector[player] for vector in solution.equilibria())


@given(difference_games())
@settings(max_examples=40, deadline=None)
def test_two_players_are_promised_their_scores_or_a_maximin(game: Any) -> None:
    """Professional document Theorem 5.1: a conserved total makes both questions one."""
    solution = solve(game, method="backward")
    for player in (0, 1):
        assert solution.guarantee(player) == forced(game, game.start, player, player == 0)


def test_a_total_that_depends_on_the_play_promises_less_than_the_difference_says() -> None:
    """Professional document Theorem 5.2."""
    game = MeltingRow((3, 1, 2))
    assert solve(game).guarantee(0) == forced(game, game.start, 0, True)
    assert solve(game).guarantee(1) == forced(game, game.start, 1, False)


@given(vector_games(), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_every_order_of_the_moves_gives_one_of_the_equilibria(game: Any, seed: int) -> None:
    """Professional document §9: the tie-break must be stated, because it can decide."""

    class Shuffled(type(game)):  # type: ignore[misc]
        def moves(self, state: Any) -> list[Move]:
            moves = list(super().moves(state))
            Random(f"{seed} {state}").shuffle(moves)
            return moves

    found = solve(game).equilibria()
    assert found[0] == solve(game).value
    other = Shuffled(**vars(game))
    assert solve(other).value in found


def test_the_tie_break_is_noted_with_the_other_vector() -> None:
    assert solve(THREE).equilibria() == [(7, 10, 9), (6, 10, 10)]
    text = told("solve", "three-player-row", "4", "1", "7", "2", "9", "3")
    assert "forced     first player 6, second player 10, third player 5, against all" in text
    assert "tie-break  decided, the first of equal moves was taken; other choices give" in text
    assert "(6, 10, 10)" in text


def test_explain_names_the_moves_that_are_tied() -> None:
    class Spite(PayoffGame):
        """The first player's moves are equal to that player alone."""

        players = 3
        start = 0

        def turn(self, state: int) -> int:
            return 0

        def moves(self, state: int) -> Iterator[Move]:
            if state == 0:
                yield Move(1, label="kind")
                yield Move(2, label="spiteful")

        def payoff(self, state: int) -> tuple[int, ...]:
            return (5, 9, 9) if state == 1 else (5, 0, 0)

    text = explain(solve(Spite())).sections["This position"]
    assert "a tie-break decided: spiteful is as good for first player, and gives (5, 0, 0)" in text
    assert solve(Spite()).equilibria() == [(5, 9, 9), (5, 0, 0)]


def test_json_has_guarantees_and_equilibria_with_p_players_alone() -> None:
    found = json.loads(told("solve", "three-player-row", "4", "1", "7", "2", "9", "3", "--json"))
    assert found["guarantees"] == [6, 10, 5]
    assert found["equilibria"] == [[7, 10, 9], [6, 10, 10]]
    other = json.loads(told("solve", "ends", "1", "2", "--json"))
    assert (other["guarantees"], other["equilibria"]) == (None, None)


def test_strategies_play_against_each_other_one_for_each_player() -> None:
    """Senior document §6.2: self-play, with any strategy in any seat."""
    solution = solve(THREE)
    assert solution.between("perfect", "perfect", "perfect").totals == solution.play().totals
    met = solution.between("greedy", lambda _, moves: moves[-1], "perfect")
    assert met.strategies == ("greedy", "<lambda>", "perfect")
    assert sum(met.totals) == 26
    assert str(met).startswith("first player (greedy) ")
    two = solve(Ends((1, 5, 233, 7))).between("greedy", "greedy")
    assert two.totals == (12, 234)


def test_what_has_no_guarantee_is_refused_in_words() -> None:
    with pytest.raises(Unavailable, match="only the outcome counts"):
        solve(Subtraction(5)).guarantee(0)
    with pytest.raises(BadInput, match=r"one of 0 … 2"):
        solve(THREE).guarantee(3)
    with pytest.raises(BadInput, match="each of the 3 players has one"):
        solve(THREE).between("greedy")
    with pytest.raises(Unavailable, match="one number, whatever the tie-break"):
        solve(Ends((1, 2))).equilibria()
    ring = Game.from_edges({"a": {"b": 0}, "b": {"a": 0, "c": 4, "d": 1}}, start="a")
    with pytest.raises(Unavailable, match="play can come back"):
        solve(ring).guarantee(0)


def test_many_equilibria_are_not_all_followed() -> None:
    class Wide(PayoffGame):
        start = 0

        def turn(self, state: int) -> int:
            return 0

        def moves(self, state: int) -> list[Move]:
            return [Move(n) for n in range(1, 30)] if state == 0 else []

        def payoff(self, state: int) -> tuple[int, int]:
            return 1, state

    with pytest.raises(Unavailable, match="more than 16 vectors"):
        solve(Wide()).equilibria()
    assert "decided in many ways" in str(solve(Wide()))


def test_arrays_are_read_as_lists_are() -> None:
    """A compiled graph: 0 moves to 1 or 2 for 4 or 1, and these pay three players."""
    arrays: Any = SimpleNamespace(
        sweep=np.empty(0), first=np.array([0, 2, 2, 2]), moves=2, to=np.array([1, 2]),
        gain=np.array([4, 1]), again=np.empty(0), ends=np.array([1, 2]), has_gains=True,
        has_again=False, pay=np.array([[1, 2, 3], [9, 0, 0]]),
        mover=np.array([0, 1, 2]), levels=np.array([0, 1, 3]), kind=0, roots=1,
    )  # fmt: skip
    with_length = type("Arrays", (SimpleNamespace,), {"__len__": lambda _: 3})
    graph = listed(MemoryGraph(with_length(**vars(arrays))), "Game")
    assert [guarantees(graph, player)[0] for player in range(3)] == [10, 0, 0]
    with pytest.raises(Unavailable, match="looked at one by one"):
        listed(MemoryGraph(with_length(**{**vars(arrays), "first": None})), "Game")


def test_a_strategy_that_is_none_is_refused_with_the_names_that_are() -> None:
    solution = solve(PlayersRow((2, 2, 5, 1)))
    with pytest.raises(BadInput, match="between: 'best'; a strategy is one of perfect, greedy"):
        solution.between("best", "greedy", "greedy")
    with pytest.raises(BadInput, match=r"a function of \(state, moves\)"):
        solution.between(lambda state: state, "greedy", "greedy")
