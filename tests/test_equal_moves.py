"""Two moves are two, though they lead to the same state: one rule for every answer and engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from random_games import TableGame, difference_games, outcome_games
from zermelo import Game, LastMoverWins, Move, Solution, solve


class Doubled(Game):
    """Take one or two; every move is offered as often as `times` says."""

    def __init__(self, start: int = 6, times: int = 2) -> None:
        self.start = start
        self.times = times

    def moves(self, state: int) -> Iterator[Move]:
        for take in (1, 2):
            if take <= state:
                for _ in range(self.times):
                    yield Move(state - take, gain=take)


def plays(state: int, times: int) -> int:
    """All optimal lines by their definition."""
    once = solve(Doubled(state, 1))
    return sum(times ** len(play) for play in once.plays())


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_equal_moves_are_listed_and_counted_one_by_one(engine: str) -> None:
    solution = solve(Doubled(), engine=engine)
    once = solve(Doubled(times=1))
    assert solution.value == once.value
    assert len(solution.best_moves()) == 2 * len(once.best_moves())
    assert len(solution.options()) == 2 * len(once.options())
    assert solution.count_plays() == len(list(solution.plays())) == plays(6, 2)
    assert len({play.moves for play in solution.plays()}) == once.count_plays()
    assert solution.prove().moves == 2 * once.prove().moves


@given(st.integers(0, 7), st.integers(1, 3))
def test_equal_moves_multiply_the_plays_and_nothing_else(start: int, times: int) -> None:
    solution = solve(Doubled(start, times))
    assert solution.count_plays() == plays(start, times)
    assert solution.value == solve(Doubled(start, 1)).value


def test_equal_states_that_a_last_move_game_yields_are_moves_of_their_own_too() -> None:
    game = LastMoverWins.from_function(lambda n: [n - 1, n - 1] if n else [], start=3)
    solution = solve(game)
    assert solution.count_plays() == 8
    assert solve(game, method="nimbers").nimber == 1


def test_the_rule_is_written_where_it_is_looked_for() -> None:
    assert "two lines" in (Solution.count_plays.__doc__ or "")
    assert "two plays of one" in (Game.moves.__doc__ or "")


@given(difference_games() | outcome_games())
@settings(max_examples=150, deadline=None)
def test_as_many_lines_are_counted_as_are_listed(game: TableGame) -> None:
    for method in (None, "minimax", "alphabeta"):
        solution = solve(game, method=method)
        assert solution.count_plays() == len(list(solution.plays()))
