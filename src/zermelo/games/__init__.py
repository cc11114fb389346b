"""The catalogue: small classes, each with its rules, an example and its tie rule.

`CATALOGUE` maps every game's name to its class; `find` also knows aliases such as "lc486".
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from zermelo.errors import BadInput
from zermelo.games.base import Catalogued
from zermelo.games.boards import ConnectFour, Kalah, TicTacToe
from zermelo.games.chess import ChessEnding
from zermelo.games.graphs import CatAndMouse, NoRevisit, TokenGraph
from zermelo.games.heaps import (
    Chomp,
    Dawson,
    Divisor,
    GrundysGame,
    Kayles,
    MisereNim,
    Nim,
    Octal,
    Squares,
    Subtraction,
    TurningTurtles,
    Wythoff,
)
from zermelo.games.pools import CanIWin, DotsAndBoxes, PoolRace
from zermelo.games.rows import (
    BalancedEnds,
    DoublingTurns,
    Ends,
    Front,
    LastCoinBonus,
    MeltingRow,
    PlayersRow,
    PredictTheWinner,
    Rows,
    SmallerEnd,
    StoneGame,
    StoneGameII,
    StoneGameIII,
)
from zermelo.games.sowing import Awari
from zermelo.games.stones import (
    StoneGameIX,
    StoneGameV,
    StoneGameVI,
    StoneGameVII,
    StoneGameVIII,
)
from zermelo.numerals import shown, spelled

GAMES: tuple[type[Catalogued], ...] = (
    Ends, PredictTheWinner, StoneGame, LastCoinBonus, MeltingRow, SmallerEnd, BalancedEnds,
    DoublingTurns, Rows, Front, StoneGameII, StoneGameIII, StoneGameV, StoneGameVI, StoneGameVII,
    StoneGameVIII, StoneGameIX, PlayersRow,
    Divisor, Subtraction, Squares, Nim, MisereNim, GrundysGame, Octal, Kayles, Dawson,
    TurningTurtles, Wythoff, Chomp,
    CanIWin, PoolRace, DotsAndBoxes,
    TicTacToe, ConnectFour, Kalah, Awari,
    TokenGraph, NoRevisit, CatAndMouse, ChessEnding,
)  # fmt: skip

CATALOGUE: dict[str, type[Catalogued]] = {game.name: game for game in GAMES}


def spoken(name: str) -> str:
    """A name as it is said: case, and hyphens or underscores between its words, do not matter."""
    return re.sub(r"(?<=\w)[-_](?=\w)", " ", name.casefold().strip())


_BY_ANY_NAME = {
    spoken(known): game for game in GAMES for known in (game.name, game.__name__, *game.aliases)
}


def find(name: str) -> type[Catalogued]:
    """The class of a game by its name, class name or alias, in any case, with hyphens or spaces.

    >>> find("lc486").__name__
    'PredictTheWinner'
    """
    game = _BY_ANY_NAME.get(spoken(shown(name)))
    if game is not None:
        return game
    close = ", ".join(near(shown(name)))
    hint = f"Did you mean {close}" if close else "See zermelo.games.CATALOGUE"
    raise BadInput(spelled(name), where="the catalogue", rule="it has no such game", fix=hint)


def near(name: str) -> list[str]:
    """Up to three names and aliases that look like this one."""
    return get_close_matches(spoken(name), _BY_ANY_NAME, n=3, cutoff=0.5)


__all__ = [
    "CATALOGUE",
    "GAMES",
    "Awari",
    "BalancedEnds",
    "CanIWin",
    "CatAndMouse",
    "Catalogued",
    "ChessEnding",
    "Chomp",
    "ConnectFour",
    "Dawson",
    "Divisor",
    "DotsAndBoxes",
    "DoublingTurns",
    "Ends",
    "Front",
    "GrundysGame",
    "Kalah",
    "Kayles",
    "LastCoinBonus",
    "MeltingRow",
    "MisereNim",
    "Nim",
    "NoRevisit",
    "Octal",
    "PlayersRow",
    "PoolRace",
    "PredictTheWinner",
    "Rows",
    "SmallerEnd",
    "Squares",
    "StoneGame",
    "StoneGameII",
    "StoneGameIII",
    "StoneGameIX",
    "StoneGameV",
    "StoneGameVI",
    "StoneGameVII",
    "StoneGameVIII",
    "Subtraction",
    "TicTacToe",
    "TokenGraph",
    "TurningTurtles",
    "Wythoff",
    "find",
]
