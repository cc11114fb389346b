"""What a position looks like where its game does not say: by its shape, its state or its text."""

from __future__ import annotations

from zermelo.errors import BadInput, ZermeloError
from zermelo.graph.rules import first_move
from zermelo.model import shapes
from zermelo.model.game import (
    UNSET,
    Game,
    LastMoverLoses,
    LastMoverWins,
    State,
    own_start,
    state_text,
    view_failed,
)
from zermelo.model.numerals import spelled, written
from zermelo.model.pictures import Board, CoinRows, Coins, Picture, Stacks, Tiles, places


def picture_at(game: Game, state: State, player: int = 0) -> Picture | None:
    """The game's own picture of a state, or a guess; None where only its text is left.

    `player` is to move: a board that is seen by its mover is drawn in the colours of the players.
    """
    own = _own(game, state)
    if own is None:
        return _by_shape(game, state) or _board(game, state) or _stacks(game, state)
    if isinstance(own, Board) and player == 1 and any(own.seats):
        return _exchanged(own)
    if isinstance(own, Picture):
        return own
    names = ", ".join(kind.__name__ for kind in Picture.__args__)
    raise BadInput(
        spelled(own),
        where=f"{type(game).__name__}.picture({spelled(state)})",
        rule=f"a picture is one of zermelo.model.pictures: {names}",
        fix="Return one of them, or None to have it guessed",
    )


def _own(game: Game, state: State) -> Picture | None:
    """What the game itself returns; a `RulesError` says where it fails."""
    try:
        return game.picture(state)
    except ZermeloError:
        raise
    except Exception as error:
        raise view_failed(game, "picture", state, error) from error


def _exchanged(board: Board) -> Board:
    """The marks of the mover for those of the other, and the other way round."""
    cells = [[in_other_colours(mark, board) for mark in line] for line in board.cells]
    return board._replace(cells=cells)


def in_other_colours(text: str, picture: Picture | None) -> str:
    """A text in which the marks of the mover and those of the other are exchanged.

    It is the same where everyone's marks are the same, whoever moves.
    """
    mover, other = picture.seats if isinstance(picture, Board) else ("", "")
    return text.translate(str.maketrans(mover + other, other + mover))


def _by_shape(game: Game, state: State) -> Picture | None:
    match game.shape:
        case shapes.Row(values=values) as row if state in row:
            return Coins(values, *state)
        case shapes.SeveralRows(rows=rows, closed=closed) as several if state in several:
            parts = zip(rows, state, closed, strict=True)
            coins = (Coins(row, ends[0], ends[1], wall=shut) for row, ends, shut in parts)
            return CoinRows(tuple(coins))
        case shapes.FrontRow(values=values):
            return Coins(values, state, len(values) - 1, front=True)
        case shapes.CapRow(values=values):
            note = f"M = {written(state[1])}: take 1 to {written(2 * state[1])}"
            return Coins(values, state[0], len(values) - 1, front=True, note=note)
        case shapes.RacePool(pool=pool, target=target) as race:
            note = f"total {written(race.total(state))} of {written(target)}"
            return Tiles(pool, places(state), note=note)
    return None


def _board(game: Game, state: State) -> Board | None:
    """The squares that `show` writes, where it writes more than one line at the start."""
    if "\n" not in state_text(game, game.start):
        return None
    squares: list[list[str]] = []
    words: list[str] = []
    for line in state_text(game, state).split("\n"):
        tokens = line.split() if " " in line else list(line)
        if tokens and all(len(token) == 1 for token in tokens):
            squares.append(tokens)
        else:
            words.append(line)
    is_board = len(squares) > 1 or (squares and not words)
    return Board(squares, words) if is_board else None


def _stacks(game: Game, state: State) -> Stacks | None:
    """The heaps of a last-move game, where its state is one number or several.

    Numbers that are 0 where play begins, or goes on, are none of stones that are left.
    """
    heaps = shapes.TakeHeap | shapes.DivisorHeap | shapes.SortedHeaps
    if not isinstance(game, LastMoverWins | LastMoverLoses) and not isinstance(game.shape, heaps):
        return None
    sizes = _sizes(state)
    is_told = isinstance(game.shape, heaps) or hasattr(game, "heaps")
    if sizes is None or not (is_told or _counts_down(game, state)):
        return None
    # Who has a field of heaps mostly keeps them sorted, as every game of heaps here does.
    moving = isinstance(game.shape, shapes.SortedHeaps) or hasattr(game, "heaps")
    return Stacks(sizes, sorted=moving)


def _sizes(state: State) -> tuple[int, ...] | None:
    """One number or several, where a state is that."""
    sizes = state if isinstance(state, tuple) else (state,)
    return sizes if all(type(size) is int and size >= 0 for size in sizes) else None


def _counts_down(game: Game, state: State) -> bool:
    """Whether numbers may be those of stones: play neither begins nor goes on where all are 0."""
    start = own_start(game)
    if start is not UNSET and not any(_sizes(start) or ()):
        return False
    return any(_sizes(state) or ()) or first_move(game, state, lambda _: True) is None
