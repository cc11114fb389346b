"""How a position looks: what a game's `picture(state)` returns, without colours and coordinates.

A game says how one state looks, and no more. Which part stands for a move, so that a click on it
plays the move, is found by holding the picture before the move beside the one after it: the coin
that goes, the square that is filled, the vertex that is entered.

>>> from zermelo import LastMoverWins
>>> class Daisy(LastMoverWins):
...     start = "ooooo"
...     def moves(self, petals):
...         for place in range(len(petals)):
...             if petals[place] == "o":
...                 yield petals[:place] + "·" + petals[place + 1 :]
...     def picture(self, petals):
...         return Board([petals])
>>> Daisy().picture("oo·oo").cells
['oo·oo']

They are named tuples, with annotations that are no texts, because every game is loaded with them:
as dataclasses they would take thirty times as long to make.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from zermelo.model.coin_rows import CoinRows, Coins
from zermelo.model.exact import Number

__all__ = [
    "Board",
    "CoinRows",
    "Coins",
    "Discs",
    "Dot",
    "Dots",
    "Network",
    "Picture",
    "Pits",
    "Segment",
    "Square",
    "Stacks",
    "Tiles",
    "places",
]

Dot: TypeAlias = tuple[int, int]  # row, column
Square: TypeAlias = tuple[int, int]  # row, column
Segment: TypeAlias = tuple[Dot, Dot]  # the upper or left dot first


class Stacks(NamedTuple):
    """Stacks of stones; a stone stands for the move that takes it with all above.

    `sorted` says that stacks stand in the order of their sizes, and so change places; `note` is a
    line below.
    """

    sizes: Sequence[int]
    sorted: bool = False
    note: str = ""


class Tiles(NamedTuple):
    """Tiles with a number or a text each, of which some are used; a tile is used by a move."""

    values: Sequence[Number | str]
    used: frozenset[int]
    note: str = ""


class Discs(NamedTuple):
    """Discs in a line, counted from 1, each with a mark; the last disc that a move turns is it."""

    marks: Sequence[str]
    dark: frozenset[int]


class Dots(NamedTuple):
    """Dots in a grid of so many boxes, and the lines drawn between neighbours."""

    height: int
    width: int
    drawn: frozenset[Segment]


class Pits(NamedTuple):
    """Two rows of pits with seeds: the other's above, from right to left, the mover's below.

    `labels` are the labels of the moves that sow the mover's pits, in their order. `stores` says
    that what the players have gained so far lies in a store at either end.
    """

    mine: Sequence[int]
    theirs: Sequence[int]
    labels: Sequence[str]
    stores: bool = False


class Board(NamedTuple):
    """Squares in lines, each with a mark; a move is the square that it fills, or first changes.

    `·` and `.` are empty; `X` is a cross, `O` a ring, `□` a block, `☠` a poisoned one; any other
    mark is written as it is, a chessman in the colour of its side. With `discs` the crosses and
    rings are discs of two colours. A line may be a text. `notes` are lines below. `columns` and
    `rows` are names along the edges; a column of discs whose name is a move stands for it. `line`
    are the squares that have decided the game. `marks` are what a square may have in a text that
    the game reads, the empty one first: a position is set up with them by hand. Where a state is
    seen by its mover, `seats` are the marks of the mover and those of the other, also as they are
    written in a text: they are exchanged when the second player moves, so that everyone keeps a
    colour.

    >>> Board(["·O", "XX"], columns="ab", rows="21", line=frozenset({(1, 0), (1, 1)})).checkered
    False
    """

    cells: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    checkered: bool = False
    discs: bool = False
    columns: Sequence[str] = ()
    rows: Sequence[str] = ()
    line: frozenset[Square] = frozenset()
    marks: Sequence[str] = ()
    seats: tuple[str, str] = ("", "")


class Network(NamedTuple):
    """A graph, row v listing the neighbours of vertex v, with tokens on some of its vertices.

    A token is its name and its vertex; a move is the vertex that a token enters. `meeting` is
    written where several tokens meet.
    """

    graph: Sequence[Sequence[int]]
    tokens: Sequence[tuple[str, int]]
    visited: frozenset[int] = frozenset()
    meeting: str = ""


Picture: TypeAlias = Coins | CoinRows | Stacks | Tiles | Discs | Dots | Pits | Board | Network


def places(bits: int) -> frozenset[int]:
    """The set that a number stands for, one bit each.

    >>> sorted(places(0b1101))
    [0, 2, 3]
    """
    return frozenset(place for place in range(bits.bit_length()) if bits >> place & 1)
