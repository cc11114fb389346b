"""The line of play in a sum of many parts: the first best move, and no further questions."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from zermelo import Game, solve
from zermelo.games import GrundysGame, Kayles, Nim
from zermelo.games.heaps import HeapsGame


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
