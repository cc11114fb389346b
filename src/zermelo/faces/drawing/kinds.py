"""Which kind of picture fits a game, in one word: pages lay out its states by it."""

from __future__ import annotations

from collections.abc import Callable

from zermelo.errors import ZermeloError
from zermelo.faces.drawing.guesses import picture_at
from zermelo.model import shapes
from zermelo.model.combine import Misere
from zermelo.model.game import Game, PayoffGame, state_text
from zermelo.model.pictures import Board, Coins, Network, Picture, Pits, Stacks, Tiles

SHAPES: dict[type, str] = {
    shapes.Row: "row",
    shapes.FrontRow: "front",
    shapes.CapRow: "cap",
    shapes.TakeHeap: "heap",
    shapes.DivisorHeap: "heap",
    shapes.OctalHeaps: "heap",
    shapes.NimHeaps: "heap",
    shapes.RacePool: "pool",
    shapes.ScoredPool: "pool",
}


def picture_of(game_class: type[Game]) -> str:
    """Which picture of its states fits a class of games.

    >>> from zermelo.games import Ends, Subtraction
    >>> picture_of(Ends), picture_of(Subtraction)
    ('row', 'heap')
    """
    game = _sample(game_class)
    return "list" if game is None else picture_for(game)


def _sample(game_class: type[Game]) -> Game | None:
    """A small instance: the example, or one that needs no arguments."""
    make: Callable[[], Game] = getattr(game_class, "example_game", game_class)
    try:
        return make()
    except (TypeError, ZermeloError):
        return None


def picture_for(game: Game) -> str:
    """Which picture of its states fits a game."""
    if isinstance(game, Misere):
        return picture_for(game.game)
    if isinstance(game, PayoffGame):
        return "list"
    known = SHAPES.get(type(game.shape)) or _kind(game, picture_at(game, game.start))
    return known or ("board" if "\n" in state_text(game, game.start) else "list")


def _kind(game: Game, picture: Picture | None) -> str | None:
    match picture:
        case Coins():
            return "front" if picture.front else "row"
        case Stacks():  # heaps of a last-move game are added like those of Nim
            return None if game.takes_gains else "heap"
        case Tiles():
            return "pool"
        case Board() | Pits():
            return "board"
        case Network():
            return "graph"
    return None
