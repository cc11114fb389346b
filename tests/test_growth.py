"""How the states of a game grow with its size: a law of its instances, or that nobody knows."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from zermelo import Game, LastMoverWins, Move, diagnose
from zermelo.facts.growth import fit, growth
from zermelo.games import (
    CanIWin,
    CatAndMouse,
    DotsAndBoxes,
    Ends,
    LastCoinBonus,
    NoRevisit,
    PoolRace,
    StoneGame,
    Subtraction,
    TicTacToe,
)


@pytest.mark.parametrize(
    ("game", "smell"),
    [
        (Ends(tuple(range(40))), "polynomial"),
        (Subtraction(200, (1, 2, 3)), "polynomial"),
        (PoolRace(tuple(range(1, 13)), 60), "exponential"),
        (CanIWin(12, 60), "exponential"),
        (DotsAndBoxes(1, 4), "exponential"),
    ],
)
def test_growth_smells_as_it_should(game: Game, smell: str) -> None:
    assert diagnose(game, budget=5_000).growth.smell == smell


def test_a_game_that_may_not_revisit_smells_exponential() -> None:
    complete = tuple(tuple(v for v in range(9) if v != u) for u in range(9))
    assert diagnose(NoRevisit(complete)).growth.smell == "exponential"


def test_growth_of_a_game_without_smaller_instances_is_unknown() -> None:
    doubling = Game.from_function(lambda n: [2 * n, 2 * n + 1] if n < 64 else [], start=1)
    for game in (doubling, TicTacToe()):
        found = diagnose(game).growth
        assert found.smell == "unknown"
        assert "too few smaller instances" in str(found)


@pytest.mark.parametrize("vertices", [6, 9])
def test_cat_and_mouse_grows_as_a_polynomial_or_nobody_knows(vertices: int) -> None:
    """There are at most 2n² states."""
    complete = tuple(tuple(v for v in range(vertices) if v != u) for u in range(vertices))
    ring = tuple(((u - 1) % vertices, (u + 1) % vertices) for u in range(vertices))
    assert diagnose(CatAndMouse(complete)).growth.smell == "polynomial"
    assert diagnose(CatAndMouse(ring)).growth.smell != "exponential"
    assert diagnose(CatAndMouse.example_game()).growth.smell != "exponential"


def test_growth_laws_are_told_apart() -> None:
    assert fit([(n, n**3) for n in range(2, 9)]).smell == "polynomial"
    assert fit([(n, 2**n) for n in range(2, 9)]).smell == "exponential"
    assert fit([(1, 5), (2, 5)]).smell == "unknown"
    assert fit([(n, n**3) for n in range(2, 9)]).rate == pytest.approx(3)
    assert fit([(n, 2**n) for n in range(2, 9)]).rate == pytest.approx(2)
    assert fit([(n, int(n**2.5)) for n in range(4, 12)]).rate == pytest.approx(2.5, abs=0.1)


def test_growth_that_fits_no_law_clearly_is_unknown() -> None:
    found = fit([(4, 20), (5, 60), (6, 70), (7, 200), (8, 210), (9, 600)])
    assert found.smell == "unknown"
    assert "no law fits clearly better" in str(found)


def test_a_law_that_all_instances_follow_is_written_down() -> None:
    assert "n(n + 1)/2" in str(fit([(n, n * (n + 1) // 2) for n in (3, 5, 8, 9, 12)]))
    assert fit([(n, n**3 - 2 * n + 7) for n in range(2, 9)]).law == "n³ − 2n + 7"
    assert "n + 1 for size n" in str(diagnose(Subtraction(200, (1, 2, 3))).growth)
    assert "n(n + 3)/2 for size n" in str(diagnose(Ends(tuple(range(40)))).growth)


class NoRepeat(LastMoverWins):
    """Take one, two or three, and not as many as were taken last."""

    @property
    def start(self):
        return self.heap, 0

    def moves(self, state):
        heap, last = state
        return (Move((heap - k, k)) for k in (1, 2, 3) if k <= heap and k != last)


@dataclass(frozen=True)
class NoRepeatOf(NoRepeat):
    heap: int


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (StoneGame((5, 3, 4, 5, 1, 2, 2, 1)), "n(n + 3)/2 for size n, "),
        (StoneGame((5, 3, 4, 5)), "n(n + 3)/2 for size n = len(row), "),
        (Ends((1, 5, 2)), "n(n + 3)/2 for size n = len(row), "),
        (LastCoinBonus((4, 1)), "n(n + 3)/2 for size n = len(row), "),
        (Subtraction(10**8), "n + 1 for size n = heap, "),
        (NoRepeatOf(10), "3n − 4 for size n from 5 on"),
        (NoRepeatOf(7), "3n − 4 for size n = heap from 4 on"),
    ],
)
def test_the_law_is_found_where_counts_follow_one(game: Game, law: str) -> None:
    """Rows too short or refused, sizes that change nothing, sizes too large, first ones that
    deviate.
    """
    found = growth(game)
    assert found.is_exact
    assert f"polynomial, {law}" in str(found)


def test_no_law_is_made_of_counts_that_stop_growing() -> None:
    assert fit([(1, 3), (2, 9), (3, 12), (4, 12), (5, 12), (6, 12)]).is_exact is False
    late = fit([(1, 1), (2, 9), (3, 13), (4, 17), (5, 21)])
    assert (late.law, late.least) == ("4n + 1", 2)
