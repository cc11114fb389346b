"""Names of lines and columns beside a board, so that a move's name can be found on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import NamedTuple

from zermelo.games.boards import Chomp, ConnectFour, TicTacToe
from zermelo.games.chess import ChessEnding
from zermelo.games.piece_endings import PieceEnding
from zermelo.games.pools import DotsAndBoxes
from zermelo.games.quixo import Quixo
from zermelo.games.sowing import Awari, Kalah
from zermelo.model.game import Game

FILES = "abcdefghijklmnopqrstuvwxyz"


class Frame(NamedTuple):
    """What stands beside a board: a name for each of its first lines, and below each column."""

    columns: tuple[str, ...]
    lines: tuple[str, ...] = ()
    pitch: int = 0  # letters from one column to the next; 0 to measure it on the board
    title: str = ""  # of the columns, where numbers alone would look like a line of the board


def framed(game: Game, board: str) -> str:
    """The board with its coordinates, as the names of moves have them; bare where there are none.

    >>> print(framed(TicTacToe(), TicTacToe().show((0, 1))))
    1 X · ·
    2 · · ·
    3 · · ·
      a b c
    """
    frame = frame_of(game) if type(game) in frame_of.registry else None  # a subclass may draw anew
    if frame is None:
        return board
    lines, wide = board.split("\n"), max(map(len, (*frame.lines, frame.title)))
    names = frame.lines or ("",) * len(lines)
    grid = [_beside(name, wide) + line for name, line in zip(names, lines, strict=False)]
    margin = _beside(frame.title, wide)
    return "\n".join([*grid, *_below(frame, lines[0], margin), *lines[len(names) :]])


def unframed(game: Game, text: str) -> str:
    """The board in a text that `framed` made; any other text as it is."""
    if type(game) not in frame_of.registry:
        return text
    lines = [line.rstrip() for line in text.split("\n")]
    frame = frame_of(game)
    margin = max(map(len, (*frame.lines, frame.title))) if frame else 0
    for rows in range(1, len(lines)):
        for below in range(1, len(lines) - rows + 1):
            inside = [line[margin + 1 if margin else 0 :] for line in lines[:rows]]
            board = "\n".join([*inside, *lines[rows + below :]])
            if [line.rstrip() for line in framed(game, board).split("\n")] == lines:
                return board
    return text


def _beside(name: str, wide: int) -> str:
    return f"{name:>{wide}} " if wide else ""


def _below(frame: Frame, line: str, margin: str) -> Iterator[str]:
    """The names of the columns; those that are too long for their column stand upright."""
    pitch = frame.pitch or (len(line) + 1) // len(frame.columns)
    long = max(map(len, frame.columns))
    if long < pitch:
        room = pitch - 1 if not frame.pitch else 1
        yield (margin + "".join(f"{name:>{room}}".ljust(pitch) for name in frame.columns)).rstrip()
        return
    for place in range(long):
        letters = (f"{name:>{long}}"[place].ljust(pitch) for name in frame.columns)
        yield (margin + "".join(letters)).rstrip()


def _numbers(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


def _letters(count: int) -> tuple[str, ...]:
    return tuple(FILES[number % 26] for number in range(count))


@singledispatch
def frame_of(game: Game) -> Frame | None:  # noqa: ARG001 - of a class that is not known here
    """The coordinates of a game's board."""
    return None


@frame_of.register
def _(game: TicTacToe) -> Frame:
    return Frame(_letters(game.width), _numbers(game.height))


@frame_of.register
def _(game: Quixo) -> Frame:
    return Frame(_letters(game.size), _numbers(game.size))


@frame_of.register
def _(game: ConnectFour) -> Frame:
    return Frame(_numbers(game.width))


@frame_of.register(ChessEnding)
@frame_of.register(PieceEnding)
def _(game: ChessEnding | PieceEnding) -> Frame:
    return Frame(_letters(game.size), _numbers(game.size)[::-1])


@frame_of.register(Kalah)
@frame_of.register(Awari)
def _(game: Kalah | Awari) -> Frame:
    return Frame(_numbers(game.houses), title="house")


@frame_of.register
def _(game: Chomp) -> Frame:
    return Frame(_numbers(game.width), _numbers(game.height), pitch=1)


@frame_of.register
def _(game: DotsAndBoxes) -> Frame:
    """Dots are numbered; "across 1.2" begins at the second dot, "down 1.2" hangs below it."""
    lines = [name for number in _numbers(game.height) for name in (number, number)]
    return Frame(_numbers(game.width + 1), (*lines, str(game.height + 1)), pitch=3)
