"""The line of play in a sum of many parts: the first best move, and no further questions."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass

import pytest

from zermelo import Game, LastMoverWins, solve
from zermelo.games import GrundysGame, Kayles, Nim
from zermelo.games.heaps import HeapsGame
from zermelo.methods import nimbers


@pytest.mark.parametrize("heaps", [(23,), (5, 9, 14), (7, 7), (3, 8, 8, 11)])
@pytest.mark.parametrize("kind", [Kayles, GrundysGame, Nim])
def test_it_is_the_first_best_move_of_each_state(
    kind: type[HeapsGame], heaps: tuple[int, ...]
) -> None:
    solution = solve(kind(heaps))
    state = solution.start
    for move in solution.play().moves:
        assert move == solution.best_moves(state)[0]
        state = move.to
    assert not solution.best_moves(state)


def test_moves_behind_the_first_best_one_are_not_asked_about() -> None:
    """A sum of n heaps has n moves or more, and each of them n heaps: to ask all is cubic."""
    asked = 0

    class Counted(GrundysGame):
        def parts(self, state: tuple[int, ...]) -> Iterable[tuple[Game, tuple[int, ...]]]:
            nonlocal asked
            asked += len(state) > 1
            return super().parts(state)

    solution = solve(Counted((40, 40)))
    assert solution.value == -1
    asked = 0
    line = solution.play()
    followed, asked = asked, 0
    for move in line.moves:
        solution.options(move.to)
    assert 4 * followed < asked


@dataclass(frozen=True)
class NewOwners(LastMoverWins):
    """Heaps whose parts belong to games that are made anew for every state."""

    heaps: tuple[int, ...]

    @property
    def start(self) -> tuple[int, ...]:
        return self.heaps

    def moves(self, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place, heap in enumerate(state):
            for left in range(max(0, heap - 2 - place % 2), heap):
                yield (*state[:place], left, *state[place + 1 :])

    def parts(self, state: tuple[int, ...]) -> Iterable[tuple[Game, object]]:
        if len(state) == 1:
            return [(self, state)]
        return [(Takes(heap % 7, 2 + place % 2), heap) for place, heap in enumerate(state)]


@dataclass(frozen=True)
class Takes(LastMoverWins):
    """A heap from which up to so many are taken; the first field makes games that are unequal."""

    tag: int
    most: int
    start = 0

    def moves(self, state: int) -> Iterator[int]:
        yield from range(max(0, state - self.most), state)


def test_what_is_known_of_a_part_belongs_to_its_own_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nimbers, "GAMES_KEPT", 3)
    heaps = (9, 5, 11, 6)
    solution = solve(NewOwners(heaps))
    for one in (solution, pickle.loads(pickle.dumps(solution)), deepcopy(solution)):
        assert one.nimber == 9 % 3 ^ 5 % 4 ^ 11 % 3 ^ 6 % 4
        for state in (heaps, (8, 8, 8, 8), (1, 2, 3, 4)):
            a, b, c, d = state
            assert one.nimber_of(state) == a % 3 ^ b % 4 ^ c % 3 ^ d % 4
