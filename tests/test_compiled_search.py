"""Alpha-beta by compiled rules: proven intervals, whatever the table, the budget and the order."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

import pytest

from table_games import cyclic_game, difference_game, normal_game, outcome_game
from zermelo import Game, Move, solve
from zermelo.errors import NotCompiled
from zermelo.games import ConnectFour

GAMES = 100


pytestmark = pytest.mark.usefixtures("own_cache")


def searched(game: Game, **limits: Any) -> Any:
    return solve(game, method="alphabeta", engine="compiled", **limits)


@pytest.mark.parametrize("make", [difference_game, outcome_game, normal_game])
def test_the_value_of_every_random_game_is_the_one_of_the_table(make: Any) -> None:
    for seed in range(GAMES):
        game = make(Random(seed))
        table = solve(game, engine="plain")
        found = searched(game, memory="64 KiB")
        assert found.value == table.value, seed
        assert found.outcome == table.outcome


def test_an_interval_always_holds_the_value_however_early_the_search_stops() -> None:
    for seed in range(GAMES):
        game = difference_game(Random(seed))
        low, high = searched(game, budget=1 + seed % 7).bounds
        assert low <= solve(game, engine="plain").value <= high, seed


def test_games_that_can_come_back_are_settled_or_left_open_truly() -> None:
    settled = 0
    for seed in range(GAMES):
        game = cyclic_game(Random(seed))
        low, high = searched(game, budget=5_000).bounds
        assert low <= solve(game, engine="plain").value <= high, seed
        settled += low == high
    assert settled > GAMES // 3


def test_connect_four_has_its_known_value() -> None:
    board = searched(ConnectFour(4, 4))
    assert board.value == 0
    assert board.answers.search.visits < 20_000
    assert "compiled rules" in str(board)


def test_other_states_are_searched_when_they_are_asked_for() -> None:
    table, found = solve(ConnectFour(4, 3), engine="plain"), searched(ConnectFour(4, 3))
    for move in ConnectFour(4, 3).moves(found.start):
        assert found.value_of(move.to) == table.value_of(move.to)
    assert [m.label for m in found.best_moves()] == [m.label for m in table.best_moves()]


class Climb(Game):
    """Numbers grow beyond any key that the first states suggest."""

    start = (1, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        number, turn = state
        if turn < 20:
            yield Move((number * 23 % (1 << 50) + turn, turn + 1), gain=number % 5)
            yield Move((number * 2 % (1 << 50), turn + 2), gain=number % 3)


def test_keys_that_states_outgrow_are_made_wider_on_the_way() -> None:
    assert searched(Climb()).value == solve(Climb(), engine="plain").value


def test_a_game_without_bounds_is_open_at_first_and_closed_in_on() -> None:
    low, high = searched(Climb(), budget=3).bounds
    assert low == -inf or high == inf


def test_large_games_are_searched_by_compiled_rules_without_being_asked_to() -> None:
    found = solve(ConnectFour(4, 5), method="alphabeta")
    assert found.value == 0
    assert found.answers.path == "compiled rules"
    assert solve(ConnectFour(3, 3), method="alphabeta").answers.path == ""


def test_a_search_whose_machine_code_is_on_disk_does_not_wait_for_plain_python() -> None:
    searched(ConnectFour(4, 4))
    found = solve(ConnectFour(4, 4), method="alphabeta")
    assert found.value == 0
    assert found.answers.path == "compiled rules"


class Named(Game):
    start = "a"

    def moves(self, state: str) -> Iterator[Move]:
        if len(state) < 4:
            yield Move(state + "a", gain=1)


def test_rules_that_cannot_be_compiled_are_refused_when_asked_for_and_searched_plainly_else() -> (
    None
):
    with pytest.raises(NotCompiled, match="type str"):
        searched(Named())
    assert solve(Named(), method="alphabeta").value == solve(Named()).value


def test_a_search_that_has_no_time_left_stops_with_what_is_proven() -> None:
    low, high = searched(ConnectFour(6, 5), seconds=0).bounds
    assert (low, high) == (-1, 1)


def test_progress_hears_of_the_states_opened() -> None:
    told: list[Any] = []
    solve(ConnectFour(4, 4), method="alphabeta", engine="compiled", progress=told.append)
    assert told[-1].stage == "search"
    assert told[-1].states > 1000
