"""Games that are played in tests, one of every kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo import Game, solve
from zermelo.faces.session import Session
from zermelo.games import (
    CatAndMouse,
    ChessEnding,
    Ends,
    Kalah,
    Nim,
    PlayersRow,
    Subtraction,
    TicTacToe,
)

COINS = Ends((5, 3, 7, 10))
PLAYED = (
    COINS,
    Nim((1, 2, 3)),
    TicTacToe(),
    CatAndMouse.example_game(),
    PlayersRow.example_game(),
    Kalah(2, 2),
    ChessEnding.example_game(),
    Subtraction.example_game(),
)


def session_of(game: Game, human: Iterable[int] = (0,), **options: Any) -> Session:
    """A game between a person, who sits at some seats, and perfect play."""
    return Session(solve(game, **options), frozenset(human))
