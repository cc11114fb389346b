"""What `check` and `diagnose` ask of the rules, and how often."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from zermelo import Game, LastMoverWins, Move, check, diagnose, solve
from zermelo.proof import Claim, verify

SIZE = 100


class Walk(LastMoverWins):
    """Steps of 1, 2 or 3 down to 0, on a board that counts the questions."""

    start = SIZE

    def __init__(self) -> None:
        self.mirrored = 0

    def moves(self, state: int) -> Iterator[Move]:
        """One to three steps."""
        yield from (Move(state - step) for step in (1, 2, 3) if step <= state)

    def mirror(self, state: int) -> int:
        """Twins by pairs that are worth the same: 4k + 1 and 4k + 2."""
        self.mirrored += 1
        return {1: state + 1, 2: state - 1}.get(state % 4, state) if state < SIZE else state


def test_of_two_twins_one_is_asked_for_its_mirror() -> None:
    game = Walk()
    (mirror,) = (one for one in check(game).findings if one.name == "mirror")
    assert mirror.passed
    assert mirror.compared == SIZE // 2
    assert game.mirrored < 2 * (SIZE + 1)


def test_a_proof_asks_a_claim_once_for_each_state() -> None:
    game = Walk()
    solution, asked = solve(game), Counter[int]()

    def value(state: int) -> object:
        asked[state] += 1
        return solution.value_of(state)

    assert verify(game, SIZE, Claim(value), budget=1000).states == SIZE + 1
    assert set(asked.values()) == {1}


@dataclass(frozen=True)
class Grid(Game):
    """A token goes down or right on a board; the last square pays nothing."""

    side: int = 100

    @property
    def start(self) -> tuple[int, int]:
        """A corner."""
        return 0, 0

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        """A step down or right."""
        row, column = state
        if row < self.side - 1:
            yield Move((row + 1, column))
        if column < self.side - 1:
            yield Move((row, column + 1))


@pytest.mark.parametrize(("side", "holds"), [(40, True), (140, None)])
def test_a_diagnosis_asks_small_games_again_and_says_what_it_sampled(
    side: int, holds: bool | None
) -> None:
    fact = diagnose(Grid(side)).deterministic
    assert fact.holds is holds
    assert ("sampled" in fact.detail) is (holds is None)
