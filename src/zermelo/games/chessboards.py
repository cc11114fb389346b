"""What games on a chessboard have in common: squares, neighbours, lines and symmetries."""

from __future__ import annotations

from functools import cached_property
from itertools import product

from zermelo.games.base import Catalogued

SquareList = tuple[int, ...]

WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))  # the rook's first
FILE_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Chessboard(Catalogued):
    """A board of n × n squares, which count along the ranks from a1 = 0; n² is off the board."""

    size: int

    @cached_property
    def off(self) -> int:
        """The number after the last square: off the board."""
        return self.size * self.size

    @cached_property
    def near(self) -> tuple[SquareList, ...]:
        """The neighbours of every square."""
        return tuple(
            tuple(to for to in range(self.off) if to != square and self.touch(square, to))
            for square in range(self.off)
        )

    def line(self, square: int, up: int, right: int) -> SquareList:
        """The squares that are passed from a square one way."""
        rank, file = divmod(square, self.size)
        line = []
        for step in range(1, self.size):
            to = self.square(rank + step * up, file + step * right)
            if to != self.off:
                line.append(to)
        return tuple(line)

    @cached_property
    def images(self) -> tuple[SquareList, ...]:
        """For each symmetry of the board the image of every square; number 1 is the mirror."""
        found = []
        for turn, down, left in product((False, True), repeat=3):
            image = []
            for square in range(self.off):
                rank, file = divmod(square, self.size)
                rank = self.size - 1 - rank if down else rank
                file = self.size - 1 - file if left else file
                image.append(self.square(file, rank) if turn else self.square(rank, file))
            found.append((*image, self.off))
        return tuple(found)

    def square(self, rank: int, file: int) -> int:
        """The number of a square."""
        inside = 0 <= rank < self.size and 0 <= file < self.size
        return rank * self.size + file if inside else self.off

    @cached_property
    def square_names(self) -> tuple[str, ...]:
        """a1, b1, …."""
        places = (divmod(square, self.size) for square in range(self.off))
        return tuple(f"{FILE_LETTERS[file % len(FILE_LETTERS)]}{rank + 1}" for rank, file in places)

    @property
    def edges(self) -> tuple[list[str], list[str]]:
        """The names of the files, and of the ranks from above, along the edges of a picture."""
        files = [FILE_LETTERS[file % len(FILE_LETTERS)] for file in range(self.size)]
        return files, [str(rank) for rank in range(self.size, 0, -1)]

    def touch(self, one: int, two: int) -> bool:
        """Whether two squares are neighbours, or the same."""
        ranks = one // self.size - two // self.size
        files = one % self.size - two % self.size
        return -1 <= ranks <= 1 and -1 <= files <= 1
