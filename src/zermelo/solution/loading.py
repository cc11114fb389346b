"""`load`: a saved table as a solution, where there are arrays to hold it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.errors import BadInput
from zermelo.model.game import Game
from zermelo.model.numerals import spelled
from zermelo.solution.without_numpy import arrays_at_hand

if TYPE_CHECKING:
    from zermelo.solution.solution import Solution


def load(path: str | Path, *, game: Game | None = None) -> Solution:
    """The solution that `solution.save(path)` or `zermelo solve … -o FILE` wrote, by look-up.

    The file is mapped into memory, and nothing of it is read before it is asked for. A game of the
    catalogue is made of what the file says; so is one of a user's own file, which is run for it;
    any other is passed as `game`. A table of another game, or of other rules, is refused.

    >>> import os, tempfile
    >>> from zermelo import solve
    >>> from zermelo.games import TicTacToe
    >>> path = os.path.join(tempfile.mkdtemp(), "ttt.table")
    >>> solve(TicTacToe()).save(path)
    >>> load(path).value_of((0, 0))
    0
    """
    if game is not None and not isinstance(game, Game):
        raise BadInput(
            spelled(game), where="load(game)", rule="it is a game", fix="Pass Coins((5, 3)), say"
        )
    with arrays_at_hand("load"):
        from zermelo.solution.saved import saved_solution
    return saved_solution(path, game)
