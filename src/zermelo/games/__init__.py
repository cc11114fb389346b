"""The catalogue: small classes, each with its rules, an example and its tie rule.

`CATALOGUE` maps every game's name to its class; `find` also knows aliases such as "lc486". A file
of games is loaded when one of its games is first asked for: making all the classes takes longer
than most of them take to be solved.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from zermelo.errors import BadInput
from zermelo.games.base import Catalogued
from zermelo.model.numerals import shown, spelled

if TYPE_CHECKING:
    from zermelo.games.boards import Chomp, ConnectFour, TicTacToe
    from zermelo.games.chess import ChessEnding
    from zermelo.games.fronts import Front, StoneGameII, StoneGameIII
    from zermelo.games.graphs import CatAndMouse, NoRevisit, TokenGraph
    from zermelo.games.heaps import (
        Dawson,
        GrundysGame,
        Kayles,
        MisereNim,
        Nim,
        Octal,
        TurningTurtles,
        Wythoff,
    )
    from zermelo.games.one_heap import Divisor, Squares, Subtraction
    from zermelo.games.piece_endings import PieceEnding
    from zermelo.games.pools import CanIWin, DotsAndBoxes, PoolRace
    from zermelo.games.quixo import Quixo
    from zermelo.games.row_variants import (
        BalancedEnds,
        DoublingTurns,
        LastCoinBonus,
        MeltingRow,
        PlayersRow,
        SmallerEnd,
    )
    from zermelo.games.rows import Ends, PredictTheWinner, StoneGame
    from zermelo.games.several_rows import Rows
    from zermelo.games.sowing import Awari, Kalah
    from zermelo.games.stones import (
        StoneGameIX,
        StoneGameV,
        StoneGameVI,
        StoneGameVII,
        StoneGameVIII,
    )

    GAMES: tuple[type[Catalogued], ...]
    CATALOGUE: dict[str, type[Catalogued]]

# the files and their games, in the order of the catalogue
_ROOMS = (
    ("rows", "Ends PredictTheWinner StoneGame"),
    ("row_variants", "LastCoinBonus MeltingRow SmallerEnd BalancedEnds DoublingTurns"),
    ("several_rows", "Rows"),
    ("fronts", "Front StoneGameII StoneGameIII"),
    ("stones", "StoneGameV StoneGameVI StoneGameVII StoneGameVIII StoneGameIX"),
    ("row_variants", "PlayersRow"),
    ("one_heap", "Divisor Subtraction Squares"),
    ("heaps", "Nim MisereNim GrundysGame Octal Kayles Dawson TurningTurtles Wythoff"),
    ("boards", "Chomp"),
    ("pools", "CanIWin PoolRace DotsAndBoxes"),
    ("boards", "TicTacToe ConnectFour"),
    ("sowing", "Kalah Awari"),
    ("graphs", "TokenGraph NoRevisit CatAndMouse"),
    ("chess", "ChessEnding"),
    ("piece_endings", "PieceEnding"),
    ("quixo", "Quixo"),
)
_HOMES = {name: room for room, names in _ROOMS for name in names.split()}
_BY_CLASS_NAME = {name.casefold(): name for name in _HOMES}


def _game(name: str) -> type[Catalogued]:
    """A class of the catalogue; its file is loaded."""
    found: type[Catalogued] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def _games() -> tuple[type[Catalogued], ...]:
    return tuple(map(_game, _HOMES))


def __getattr__(name: str) -> object:  # type checkers know the names above
    found: object
    if name in _HOMES:
        found = _game(name)
    elif name == "GAMES":
        found = _games()
    elif name == "CATALOGUE":
        found = {game.name: game for game in _games()}
    else:
        raise AttributeError(f"module {__name__} has no attribute {spelled(name)}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def spoken(name: str) -> str:
    """A name as it is said: case, and hyphens or underscores between its words, do not matter."""
    return re.sub(r"(?<=\w)[-_](?=\w)", " ", name.casefold().strip())


@cache
def _by_any_name() -> dict[str, type[Catalogued]]:
    return {name: game for game in _games() for name in _names_of(game)}


def _names_of(game: type[Catalogued]) -> list[str]:
    return [spoken(name) for name in (game.name, game.__name__, *game.aliases)]


def find(name: str) -> type[Catalogued]:
    """The class of a game by its name, class name or alias, in any case, with hyphens or spaces.

    >>> find("lc486").__name__
    'PredictTheWinner'
    """
    said = spoken(shown(name))
    kind = _BY_CLASS_NAME.get(said.replace(" ", ""))  # most names: only its own file is loaded
    game = _game(kind) if kind else None
    if game is None or said not in _names_of(game):
        game = _by_any_name().get(said)
    if game is not None:
        return game
    close = ", ".join(near(shown(name)))
    hint = f"Did you mean {close}?" if close else "See zermelo.games.CATALOGUE"
    raise BadInput(spelled(name), where="the catalogue", rule="it has no such game", fix=hint)


def near(name: str) -> list[str]:
    """Up to three names or aliases that look like this one, each of another game."""
    from difflib import get_close_matches  # takes 2 ms to load

    found: dict[type[Catalogued], str] = {}
    for close in get_close_matches(spoken(name), _by_any_name(), n=9, cutoff=0.5):
        found.setdefault(_by_any_name()[close], close)
    return [*found.values()][:3]


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
    "PieceEnding",
    "PlayersRow",
    "PoolRace",
    "PredictTheWinner",
    "Quixo",
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
