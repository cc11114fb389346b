"""Sizes are weighed before work: what cannot be done is refused, not begun."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest

from zermelo import (
    Game,
    LastMoverWins,
    Move,
    ZermeloError,
    diagnose,
    explore,
    forecast,
    plan,
    solve,
)
from zermelo.engines.plain import too_heavy
from zermelo.errors import BadInput, BudgetExceeded
from zermelo.games import (
    GAMES,
    CanIWin,
    CatAndMouse,
    Chomp,
    ConnectFour,
    DotsAndBoxes,
    Ends,
    Kalah,
    Kayles,
    Nim,
    Octal,
    PoolRace,
    TicTacToe,
)
from zermelo.graph.plays import least_states
from zermelo.limits import Limits

HUGE = 10**100
LARGE = [ConnectFour(100, 100), DotsAndBoxes(10, 10), CanIWin(14_285, 50_000_000)]


def named(game: Game) -> str:
    """Short, whatever the game holds."""
    return type(game).__name__


def huge_ones() -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every game of the catalogue with one of its numbers far too large."""
    for game in GAMES:
        for place, value in enumerate(game.example):
            if type(value) is int:
                yield game, (*game.example[:place], HUGE, *game.example[place + 1 :])


@pytest.mark.parametrize(("game", "arguments"), list(huge_ones()))
def test_a_huge_game_of_the_catalogue_is_made_or_refused_at_once(
    game: type[Any], arguments: tuple[Any, ...]
) -> None:
    with suppress(BadInput):
        made = game(*arguments)
        assert list(islice(made.moves(made.start), 3))


def test_the_refusal_says_what_is_too_large() -> None:
    with pytest.raises(BadInput, match=r"about 10\^101 squares.*at most 1,048,576"):
        ConnectFour(HUGE, 4)


@pytest.mark.unmeasured  # coverage makes the boards of these tests ten times as slow
@pytest.mark.parametrize("game", LARGE, ids=named)
def test_a_game_that_no_table_holds_is_refused_before_the_work(game: Game) -> None:
    with pytest.raises(BudgetExceeded, match="at least"):
        solve(game)


@pytest.mark.unmeasured  # coverage makes the boards of these tests ten times as slow
@pytest.mark.parametrize("game", [ConnectFour(30, 30), *LARGE[1:]], ids=named)
def test_a_game_that_no_table_holds_has_a_plan_and_a_forecast(game: Game) -> None:
    assert plan(game).method == "alphabeta"
    found = forecast(game)
    assert found.states is None
    assert found.at_least > 100_000
    assert str(found).startswith("states   at least")


def test_a_diagnosis_says_how_many_states_there_are_at_least() -> None:
    assert "random plays show at least" in diagnose(DotsAndBoxes(10, 10)).finite.detail


class Words(LastMoverWins):
    """Rules that are not compiled, for a pattern: a word grows by a letter, up to a length."""

    def __init__(self, length: int) -> None:
        self.length = length

    start = ""

    def moves(self, state: str) -> Iterator[Move]:
        if not re.fullmatch(f".{{{self.length}}}", state):
            for letter in "abc":
                yield Move("".join(sorted(state + letter)) if self.length < 9 else state + letter)


def test_rules_of_ones_own_are_weighed_as_well() -> None:
    with pytest.raises(BudgetExceeded, match="as random plays show"):
        solve(Words(40))
    assert solve(Words(8)).value == -1


class DeclaredWords(Words):
    """The same, and says how many words there are."""

    states_at_least = 3**40


def test_what_a_game_declares_is_told_where_plays_show_less() -> None:
    with pytest.raises(BudgetExceeded, match=r"states, as it declares; plain .* at most 1,000,000"):
        solve(DeclaredWords(40))


def test_large_states_are_told_with_their_size() -> None:
    game = ConnectFour(100, 100)
    seen = explore(game, budget=99).but(at_least=100_000)  # of which plays show so many
    told = str(too_heavy(game, seen, Limits.checked(None, None)))
    assert "as many as the memory has room for at 1.2 KiB each" in told


def test_a_budget_that_was_named_is_not_weighed() -> None:
    with pytest.raises(BudgetExceeded, match="more than 20,000 states"):
        solve(Words(40), budget=20_000)


@pytest.mark.parametrize(
    "game",
    [
        TicTacToe(),
        Nim((5, 6, 7)),
        Ends(tuple(range(30))),
        Kalah(3, 2),
        CatAndMouse.example_game(),
        PoolRace((1, 2, 3, 4, 5, 6, 7), 15),
        DotsAndBoxes(1, 3),
        Words(8),
    ],
    ids=named,
)
def test_random_plays_do_not_show_more_states_than_there_are(game: Game) -> None:
    states = len(explore(game))
    assert least_states(game, game.start, enough=10**9) <= states


@pytest.mark.parametrize(
    "game",
    [
        PoolRace((1, 2, 3, 4, 5, 6, 7), 15),
        DotsAndBoxes(1, 3),
        *(Kayles((heap,)) for heap in (3, 8, 20)),
        *(Octal((25,), code) for code in ("0.137", "0.007", "0.23", "0.0003", "0.45")),
    ],
)
def test_what_a_shape_says_is_not_more_than_there_is(game: Game) -> None:
    assert 1 < game.shape.at_least <= len(explore(game))


class Spread(LastMoverWins):
    """Moves lead anywhere among so many states: plays hardly meet, and no number of moves tells."""

    start = 0

    def __init__(self, states: int, salt: int) -> None:
        self.states, self.salt = states, salt

    def moves(self, state: int) -> Iterator[Move]:
        for way in range(4):
            yield Move(hash((state, way, self.salt)) % self.states)


@pytest.mark.parametrize("states", [1_000, 20_000])
def test_plays_that_hardly_meet_do_not_show_more_states_than_there_are(states: int) -> None:
    shown = [
        least_states(Spread(states, salt), 0, enough=states, seed=salt) / states
        for salt in range(3)
    ]
    assert max(shown) <= 1
    assert min(shown) > 0.2


def test_more_plays_are_played_where_hardly_any_meet() -> None:
    """Connect Four on 8 × 8 was given up after a million states: it has 10¹⁵ or more."""
    for game in (ConnectFour(8, 8), Spread(10**9, 1)):
        assert least_states(game, game.start, enough=10**6) > 10**6
        found = explore(game, weigh=True)
        assert found.at_least > 10**6
        assert len(found) < 20_000


@pytest.mark.parametrize(
    ("game", "size"),
    [
        (Kayles((100_000,)), r"at least about 10\^30 states"),
        (Nim((10**6, 5)), r"at least 500,000,500,000 moves"),
    ],
    ids=named,
)
def test_a_table_of_all_sums_is_weighed_before_it_is_begun(game: Game, size: str) -> None:
    solution = solve(game)
    assert solution.value in (1, -1)
    for ask in (solution.table, solution.histogram):
        with pytest.raises(BudgetExceeded, match=size):
            ask()


def test_rules_that_fail_are_left_to_those_who_can_say_where() -> None:
    class Broken(LastMoverWins):
        start = 0

        def moves(self, state: int) -> Iterator[Move]:
            yield Move(1 // state)

    assert least_states(Broken(), 0, enough=10) == 0
    with pytest.raises(ZermeloError):
        solve(Broken())


def test_a_bar_is_weighed_by_how_many_there_are() -> None:
    """A state of this one has a million moves: a first look would take minutes."""
    for ask in (solve, lambda game: solve(game, engine="compiled")):
        with pytest.raises(BudgetExceeded, match=r"at least about 10\^122 states, by its shape"):
            ask(Chomp(1000, 1000))
    assert forecast(Chomp(1000, 1000)).fits is False


@pytest.mark.parametrize("sides", [(1, 1), (2, 3), (3, 3), (4, 2)])
def test_the_bars_are_counted(sides: tuple[int, int]) -> None:
    game = Chomp(*sides)
    assert game.shape.at_least == len(explore(game))
