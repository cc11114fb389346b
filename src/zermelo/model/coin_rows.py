"""The pictures of rows, see `zermelo.model.pictures`.

Apart from the others, because small rows are asked about most: a program that solves one starts
without the rest of the vocabulary (1.3 ms of 60 on a busy core).
"""

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.model.exact import Number


class Coins(NamedTuple):
    """A row of coins, of which those in the places from `left` to `right` are left.

    A coin stands for the move that takes all from its end up to it. With `front` they are taken
    from the left alone; a `wall` closes the left end; `note` is a line below.
    """

    values: Sequence[Number]
    left: int
    right: int
    front: bool = False
    wall: bool = False
    note: str = ""


class CoinRows(NamedTuple):
    """Several rows of coins, one below the other."""

    rows: Sequence[Coins]
