"""Alpha-beta by compiled rules: proven intervals, whatever the table, the budget and the order."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

import pytest

from table_games import cyclic_game, difference_game, normal_game, outcome_game
from zermelo import Game, Move, solve
from zermelo.engines.memory import search
from zermelo.engines.memory.crosscheck import Opened, says_the_same
from zermelo.errors import NotCompiled, Unavailable
from zermelo.games import ConnectFour
from zermelo.limits import Limits

GAMES = 100


pytestmark = pytest.mark.usefixtures("own_cache")


def searched(game: Game, **limits: Any) -> Any:
    return solve(game, method="alphabeta", engine="compiled", **limits)


@pytest.mark.parametrize("make", [difference_game, outcome_game, normal_game])
@pytest.mark.unmeasured
def test_the_value_of_every_random_game_is_the_one_of_the_table(make: Any) -> None:
    for seed in range(GAMES):
        game = make(Random(seed))
        table = solve(game, engine="plain")
        found = searched(game, memory="64 KiB")
        assert found.value == table.value, seed
        assert found.outcome == table.outcome


@pytest.mark.unmeasured
def test_an_interval_always_holds_the_value_however_early_the_search_stops() -> None:
    for seed in range(GAMES):
        game = difference_game(Random(seed))
        low, high = searched(game, budget=1 + seed % 7).bounds
        assert low <= solve(game, engine="plain").value <= high, seed


@pytest.mark.unmeasured
def test_games_that_can_come_back_are_settled_or_left_open_truly() -> None:
    settled = 0
    for seed in range(GAMES):
        game = cyclic_game(Random(seed))
        low, high = searched(game, budget=5_000).bounds
        assert low <= solve(game, engine="plain").value <= high, seed
        settled += low == high
    assert settled > GAMES // 3


@pytest.mark.unmeasured
def test_connect_four_has_its_known_value() -> None:
    board = searched(ConnectFour(4, 4))
    assert board.value == 0
    assert board.answers.search.visits < 20_000
    assert "compiled rules" in str(board)
    assert board.answers.search.compared > 2
    assert f"{board.answers.search.compared} states compared with Python" in str(board)


@pytest.mark.usefixtures("carried_out_by_python")
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


@pytest.mark.usefixtures("carried_out_by_python")
def test_keys_that_states_outgrow_are_made_wider_on_the_way() -> None:
    assert searched(Climb()).value == solve(Climb(), engine="plain").value


@pytest.mark.usefixtures("carried_out_by_python")
def test_a_game_without_bounds_is_open_at_first_and_closed_in_on() -> None:
    low, high = searched(Climb(), budget=3).bounds
    assert low == -inf or high == inf


@pytest.mark.unmeasured
@pytest.mark.usefixtures("carried_out_by_python")
def test_an_interval_is_narrowed_from_both_ends_until_it_closes() -> None:
    for seed in range(3):
        game = difference_game(Random(seed))
        value = solve(game, engine="plain").value
        narrowed = search.CompiledSearch(game, [game.start], Limits(is_asked=True, budget=10**6))
        narrowed.most_at_once = 3
        found, depth = narrowed.narrow(game.start, 1)
        assert found == (value, value), seed
        narrowed.deadline = 0.0
        assert narrowed.narrow(game.start, depth) == (found, depth)


def test_large_games_are_searched_by_compiled_rules_without_being_asked_to() -> None:
    found = solve(ConnectFour(4, 5), method="alphabeta")
    assert found.value == 0
    assert "compiled rules" in found.answers.path
    assert solve(ConnectFour(3, 3), method="alphabeta").answers.path == ""


def test_a_search_whose_machine_code_is_on_disk_does_not_wait_for_plain_python() -> None:
    searched(ConnectFour(4, 4))
    found = solve(ConnectFour(4, 4), method="alphabeta")
    assert found.value == 0
    assert "compiled rules" in found.answers.path


class Halves(Game):
    start = 0.5

    def moves(self, state: float) -> Iterator[Move]:
        if state < 4:
            yield Move(state + 0.5, gain=1)


def test_rules_that_cannot_be_compiled_are_refused_when_asked_for_and_searched_plainly_else() -> (
    None
):
    with pytest.raises(NotCompiled, match="a float in a state"):
        searched(Halves())
    assert solve(Halves(), method="alphabeta").value == solve(Halves()).value


def test_a_search_that_has_no_time_left_stops_with_what_is_proven() -> None:
    low, high = searched(ConnectFour(6, 5), seconds=0).bounds
    assert (low, high) == (-1, 1)


def test_progress_hears_of_the_states_opened() -> None:
    told: list[Any] = []
    solve(ConnectFour(4, 4), method="alphabeta", engine="compiled", progress=told.append)
    assert told[-1].stage == "search"
    assert told[-1].states > 1000


# -- held against Python ---------------------------------------------------------------------------


class Steep(Game):
    """Gains that need more than 30 bits, and with `scale` more than 60."""

    def __init__(self, scale: int = 1 << 33) -> None:
        self.scale = (scale,) * 65  # handed to the code when it runs
        self.start = (0, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        n, k = state
        if n < 6:
            yield Move((n + 1, k), gain=self.scale[n] + n)
            yield Move((n + 2, (k + 1) % 3), gain=2 * self.scale[k] + 3 * k)

    def payoff(self, state: tuple[int, int]) -> int:
        return -self.scale[state[1]]


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("scale", [1 << 28, 1 << 29, 1 << 30, 1 << 33, 1 << 58, 1 << 60])
def test_values_of_any_size_are_exact(scale: int) -> None:
    assert searched(Steep(scale)).value == solve(Steep(scale), engine="plain").value


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("scale", [1 << 61, 1 << 62])
def test_values_beyond_machine_numbers_are_handed_to_python(scale: int) -> None:
    with pytest.raises(NotCompiled, match="bits") as told:
        searched(Steep(scale))
    assert "report" not in str(told.value)  # a limit is no fault


def test_values_of_more_than_30_bits_are_exact_in_machine_code() -> None:
    assert searched(Steep()).value == solve(Steep(), engine="plain").value


@pytest.mark.usefixtures("carried_out_by_python")
def test_a_search_that_differs_from_python_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    board = ConnectFour(4, 3)
    monkeypatch.setattr(search, "says_the_same", lambda game, state, *_, **__: state == game.start)
    with pytest.raises(NotCompiled, match="differ from Python's"):
        searched(board)
    found = solve(board, method="alphabeta")
    assert found.value == 0
    assert "plain Python: the compiled rules fail: in state" in found.answers.path


@pytest.mark.parametrize(
    "opened",
    [
        Opened((-1, 1), [((1, 0), 5, False)]),
        Opened((-1, 1), [((1, 0), 4, True)]),
        Opened((-1, 1), [((2, 0), 4, False)]),
        Opened((-1, 1), []),
        Opened((-1, 2), [((1, 0), 4, False)]),
        Opened((-1, 2)),
    ],
)
def test_every_part_of_an_opened_state_is_compared(opened: Opened) -> None:
    class One(Game):
        start = (0, 0)

        def moves(self, state: tuple[int, int]) -> Iterator[Move]:
            if state == (0, 0):
                yield Move((1, 0), gain=4)

        def payoff(self, state: tuple[int, int]) -> int:
            return state[0] + 1

        def bounds(self, state: tuple[int, int]) -> tuple[int, int]:
            return (-1, 1) if state == (0, 0) else (-9, 9)

    assert says_the_same(One(), (0, 0), Opened((-1, 1), [((1, 0), 4, False)]), 10)
    assert says_the_same(One(), (1, 0), Opened((-9, 9), [], 2), 10)
    assert not says_the_same(One(), (1, 0), Opened((-9, 9), [], 1), 10)
    assert not says_the_same(One(), (0, 0), opened, 10)


class Fails(Game):
    """Rules whose machine code gives up in one state: Python's numbers have no end."""

    start = (0, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        n, k = state
        if n < 12:
            big = 3**n
            for _ in range(4):
                big = big * big + k
            yield Move((n + 1, k), gain=big % 7)
            yield Move((n + 1, (k + n) % 5), gain=big % 5)


@pytest.mark.usefixtures("carried_out_by_python")
def test_rules_that_fail_in_machine_code_are_searched_by_python() -> None:
    with pytest.raises(NotCompiled, match="beyond 64 bits"):
        searched(Fails())
    assert solve(Fails(), method="alphabeta").value == solve(Fails(), engine="plain").value


@pytest.mark.usefixtures("carried_out_by_python")
def test_a_state_with_larger_numbers_than_any_seen_is_searched_too() -> None:
    found, table = searched(Climb()), solve(Climb(), engine="plain")
    far = (1 << 50, 17)
    assert found.value_of(far) == solve(Climb(), start=far, engine="plain").value
    assert found.value == table.value


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_a_search_that_stops_says_which_limit_it_met(engine: str) -> None:
    class Wide(Game):
        start = 0

        def moves(self, n):
            return [Move((7 * n + k) % 1_000_003, gain=k) for k in range(1, 8)]

    found = solve(Wide(), method="alphabeta", engine=engine, budget=1000)
    with pytest.raises(Unavailable, match=r"the search stopped with .*∞.*: .*1,000"):
        _ = found.value
