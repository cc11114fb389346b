"""Chess endings with up to four men, and no pawn among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from zermelo.errors import Either
from zermelo.games.base import not_numbers, require, require_at_most, settle
from zermelo.games.chessboards import WAYS, Chessboard, SquareList
from zermelo.games.drawn import read_board, read_fen, squares_with
from zermelo.model.exact import whole
from zermelo.model.game import Move
from zermelo.model.numerals import shown, spelled
from zermelo.model.pictures import Board

Placement = tuple[int, int, int, int]

PIECES = "QRBN"
KNIGHT_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
WAYS_OF = {"Q": WAYS, "R": WAYS[:4], "B": WAYS[4:], "N": KNIGHT_JUMPS}
NO_MAN = 0
A_WAY = 16  # courses of one way; no board has more squares in a line
COURSES = ((1, 9), (1, 5), (5, 9), (9, 10))  # of a queen, rook, bishop, knight: which ways
ALL_COURSES = 10 * A_WAY
LARGEST_BOARD = A_WAY**2  # squares, each held against each
TWO_PIECES = 2
CHESSMEN = f"K{PIECES}k{PIECES.lower()}"
GLYPHS = str.maketrans("KQRBNkqrbn", "♔♕♖♗♘♚♛♜♝♞")
SIDES = "KQRBN♔♕♖♗♘", "kqrbn♚♛♜♝♞"  # the mover's men and the other's, as letters and drawn


@dataclass(frozen=True)
class PieceEnding(Chessboard):
    """A chess ending with up to four men and no pawns, such as KQKR, on a board of n × n squares:
    every legal placement is a start. The players move in turn as in chess and may take a man. No
    king may stand in check after its own move. Mate wins; stalemate, bare kings and play without
    end are draws.

    The state is (the mover's king, the other king, a man, a man). Squares count along the ranks
    from a1 = 0. A man is 1 + its square + n² times its kind, 0 … 3 for the mover's queen, rook,
    bishop, knight and 4 … 7 for the other's; 0 is no man. The larger number is first. So a state is
    the same in every ending that leads to it, and a table of KRK serves KQKR and KRRK. `placed`
    writes one down:

    >>> from zermelo import solve
    >>> game = PieceEnding("KRK", 4)
    >>> game.placed("Kb3 Rd4", "Ka1")
    (9, 0, 32, 0)
    >>> solution = solve(game)
    >>> [move.label for move in solution.best_moves(game.placed("Kb3 Rd4", "Ka1"))]
    ['Rd4-d1']

    Of 8 placements that are images of each other, on the board turned or reflected, one is held.
    """

    name = "piece ending"
    aliases = ("pawnless ending", "pawnless endgame")
    example = ("KRK", 4)
    men: str = "KQK"
    size: int = 8

    def __post_init__(self) -> None:
        found = re.fullmatch(rf"K([{PIECES}]*)K([{PIECES}]*)", shown(self.men))
        sides = sorted((_in_order(side) for side in found.groups()), key=_strength) if found else []
        require(
            1 <= len("".join(sides)) <= TWO_PIECES,
            spelled(self.men),
            where="PieceEnding.men",
            rule="the men are two kings, each before its pieces, and one or two of Q, R, B, N",
            fix=Either("Pass e.g. 'KRK', 'KQKR' or 'KBNK'", "Give e.g. KRK, KQKR or KBNK"),
        )
        settle(self, men="".join(f"K{side}" for side in reversed(sides)))
        settle(self, size=whole(self.size, where="PieceEnding.size", least=3))
        require_at_most(LARGEST_BOARD, self.size**2, "squares", where="PieceEnding")

    # -- what is worked out once -------------------------------------------------------------------

    @cached_property
    def theirs(self) -> int:
        """The number before the other's men: those up to it are the mover's."""
        return len(PIECES) * self.off

    @cached_property
    def lines(self) -> tuple[tuple[tuple[SquareList, ...], ...], ...]:
        """For each kind and square the squares that it passes each way."""
        return tuple(
            tuple(
                tuple(line for way in WAYS_OF[kind] if (line := self._way(kind, square, way)))
                for square in range(self.off)
            )
            for kind in PIECES
        )

    def _way(self, kind: str, square: int, way: tuple[int, int]) -> SquareList:
        if kind != "N":
            return self.line(square, *way)
        rank, file = divmod(square, self.size)
        to = self.square(rank + way[0], file + way[1])
        return () if to == self.off else (to,)

    @cached_property
    def courses(self) -> SquareList:
        """How a square is seen from another, by n² · one + other: 16 · way + steps, 0 for not.

        The ways are 1 … 4 along ranks and files, 5 … 8 along diagonals, and 9 for a knight's jump.
        """
        found = [0] * self.off**2
        for square in range(self.off):
            for number, way in enumerate(WAYS, 1):
                for steps, to in enumerate(self.line(square, *way)):
                    found[self.off * square + to] = A_WAY * number + steps
            for line in self.lines[PIECES.index("N")][square]:
                found[self.off * square + line[0]] = A_WAY * (len(WAYS) + 1)
        return tuple(found)

    @cached_property
    def goes(self) -> tuple[bool, ...]:
        """Whether a kind goes a course, by kind and course."""
        ways = range(ALL_COURSES)
        return tuple(low <= way // A_WAY < high for low, high in COURSES for way in ways)

    @cached_property
    def turns(self) -> tuple[SquareList, ...]:
        """For each square of a king the symmetries that bring it to the least square."""
        found = []
        for square in range(self.off):
            to = [image[square] for image in self.images]
            found.append(tuple(number for number in range(len(to)) if to[number] == min(to)))
        return tuple(found)

    @cached_property
    def casts(self) -> tuple[tuple[int, int, int, int], ...]:
        """The numbers that the two men may have, low and before high, for either side to move."""
        one, two = (side for side in self.men.split("K")[1:])
        return tuple(sorted({self._cast(one, two), self._cast(two, one)}))

    def _cast(self, mine: str, other: str) -> tuple[int, int, int, int]:
        kinds = sorted(
            [PIECES.index(piece) for piece in mine]
            + [PIECES.index(piece) + len(PIECES) for piece in other]
        )
        lows = [kind * self.off + 1 for kind in kinds]
        if len(lows) < TWO_PIECES:
            return lows[0], lows[0] + self.off, NO_MAN, NO_MAN + 1
        return lows[1], lows[1] + self.off, lows[0], lows[0] + self.off

    @cached_property
    def materials(self) -> SquareList:
        """The layer of each two kinds of men, by 9 · one + two; 0 is no man, and then come kinds.

        Sides count 3 to the power of a kind for each of its men. The larger side counts 81 fold: a
        man that is taken lowers that, whoever moves.
        """
        found = []
        for one in range(2 * len(PIECES) + 1):
            for two in range(2 * len(PIECES) + 1):
                sides = [0, 0]
                for man in (one, two):
                    if man:
                        owner, kind = divmod(man - 1, len(PIECES))
                        sides[owner] += 3 ** (len(PIECES) - 1 - kind)
                found.append(3 ** len(PIECES) * max(sides) + min(sides))
        return tuple(found)

    # -- the rules ---------------------------------------------------------------------------------

    def starts(self) -> Iterator[Placement]:
        """Every legal placement whose mover's king no symmetry brings to a lesser square."""
        for own in range(self.off):
            if self.turns[own][0] != 0:
                continue
            for other in range(self.off):
                if self.touch(own, other):
                    continue
                for low, high, second_low, second_high in self.casts:
                    for one in range(low, high):
                        for two in range(second_low, min(second_high, one)):
                            if self.is_legal(own, other, one, two):
                                yield own, other, one, two

    def is_legal(self, own: int, other: int, one: int, two: int) -> bool:
        """Whether men stand apart, and the other king is not in check."""
        first = (one - 1) % self.off
        if first in (own, other):
            return False
        if two != NO_MAN:
            second = (two - 1) % self.off
            if second in (own, other, first):
                return False
        return self.is_safe(other, own, self.turned(one), self.turned(two))

    def turned(self, man: int) -> int:
        """A man as the other player sees it."""
        if man == NO_MAN:
            return NO_MAN
        return man + self.theirs if man <= self.theirs else man - self.theirs

    def is_safe(self, king: int, other: int, one: int, two: int) -> bool:
        """Whether no man of the other player sees a king of the mover."""
        return not self.sees(one, king, two, other) and not self.sees(two, king, one, other)

    def sees(self, man: int, target: int, rest: int, king: int) -> bool:
        """Whether a man of the other's sees a square, past another man and the own king."""
        if man <= self.theirs:
            return False
        kind, square = divmod(man - 1 - self.theirs, self.off)
        course = self.courses[self.off * square + target]
        if not self.goes[ALL_COURSES * kind + course]:
            return False
        if self.hides(self.courses[self.off * square + king], course):
            return False
        if rest == NO_MAN:
            return True
        return not self.hides(self.courses[self.off * square + (rest - 1) % self.off], course)

    def hides(self, near: int, far: int) -> bool:
        """Whether what is seen on one course hides what is on another: the same way, nearer."""
        return near < far and near // A_WAY == far // A_WAY

    def moves(self, state: Placement) -> Iterator[Move]:
        """The king's moves, then those of the men; none between bare kings."""
        own, other, one, two = state
        if one != NO_MAN:
            for to in self.near[own]:
                if self.touch(to, other) or self.is_mine(one, to) or self.is_mine(two, to):
                    continue
                first, second = self.without(one, to), self.without(two, to)
                if self.is_safe(to, other, first, second):
                    yield Move(self.after(to, other, first, second), label=self._told("K", own, to))
            for man, rest in ((one, two), (two, one)):
                if man == NO_MAN or man > self.theirs:
                    continue
                kind, square = divmod(man - 1, self.off)
                for line in self.lines[kind][square]:
                    for to in line:
                        if to in (own, other) or self.is_mine(rest, to):
                            break
                        left = self.without(rest, to)
                        if self.is_safe(own, other, man - square + to, left):
                            after = self.after(own, other, man - square + to, left)
                            yield Move(after, label=self._told(PIECES[kind], square, to))
                        if left != rest:
                            break

    def is_mine(self, man: int, square: int) -> bool:
        """Whether a man is the mover's, and stands on a square."""
        return NO_MAN < man <= self.theirs and (man - 1) % self.off == square

    def without(self, man: int, square: int) -> int:
        """A man, or none where it is taken on a square."""
        return NO_MAN if man > self.theirs and (man - 1) % self.off == square else man

    def after(self, own: int, other: int, one: int, two: int) -> Placement:
        """The placement after a move, as the other player sees it."""
        first, second = self.turned(one), self.turned(two)
        return other, own, max(first, second), min(first, second)

    def _told(self, piece: str, square: int, to: int) -> str:
        return f"{piece}{self.square_names[square]}-{self.square_names[to]}"

    def payoff(self, state: Placement) -> int:
        """A king in check is mated; every other end is a draw."""
        return 0 if self.is_safe(*state) else -1

    def bounds(self, state: Placement) -> tuple[int, int]:  # noqa: ARG002
        """Win, draw or loss."""
        return -1, 1

    def layer(self, state: Placement) -> int:
        """The material: it falls with every man that is taken."""
        _, _, one, two = state
        kinds = 2 * len(PIECES) + 1
        return self.materials[
            kinds * ((one + self.off - 1) // self.off) + (two + self.off - 1) // self.off
        ]

    def canonical(self, state: Placement) -> Placement:
        """The least image under turns and reflections of the board: the mover's king is first."""
        own, other, one, two = state
        least = (self.off, 0, 0, 0)
        for number in self.turns[own]:
            image = self.images[number]
            first, second = self.imaged(one, image), self.imaged(two, image)
            twin = (image[own], image[other], max(first, second), min(first, second))
            if twin < least:
                least = twin
        return least

    def imaged(self, man: int, image: SquareList) -> int:
        """A man on the image of its square."""
        if man == NO_MAN:
            return NO_MAN
        square = (man - 1) % self.off
        return man - square + image[square]

    # -- for people --------------------------------------------------------------------------------

    def placed(self, mine: str, other: str) -> Placement:
        """The state of some men: those of the mover and those of the other, e.g. 'Kb3 Rd4', 'Ka1'.

        What is no such list is refused, like an impossible placement, where it is asked about.
        """
        kings, men = [self.off, self.off], [NO_MAN, NO_MAN]
        for owner, side in enumerate((mine, other)):
            for name in side.split():
                square = self._named(name)
                if name[0] == "K":
                    kings[owner] = square
                else:
                    kind = len(PIECES) * owner + PIECES.index(name[0])
                    men.append(1 + square + self.off * kind)
        first, second, *_ = sorted(men, reverse=True)
        return kings[0], kings[1], first, second

    def _named(self, man: str) -> int:
        require(
            man[:1] in f"K{PIECES}" and man[1:] in self.square_names,
            spelled(man),
            where="PieceEnding.placed",
            rule=f"a man is K, Q, R, B or N on a square a1 … {self.square_names[-1]}",
            fix="Pass e.g. 'Kb3 Rd4', 'Ka1'",
        )
        return self.square_names.index(man[1:])

    def impossible(self, state: Placement) -> str | None:
        """Men off the board or on each other, kings side by side, the other king in check."""
        reason = not_numbers(state, 4)
        if reason:
            return reason
        own, other, one, two = state
        if max(own, other) >= self.off or one > 2 * self.theirs:
            return f"squares are 0 … {self.off - 1}, and men are 0 … {2 * self.theirs}"
        if two > one or (two == one != NO_MAN):
            return "the man with the larger number is first"
        if self.touch(own, other):
            return "the kings stand side by side"
        if self.layer(state) not in self.layers:
            return f"these men are not among {self.men}"
        return (
            None
            if one == NO_MAN or self.is_legal(*state)
            else ("two men stand on one square, or the other king is in check")
        )

    @cached_property
    def layers(self) -> frozenset[int]:
        """The materials that play can lead to."""
        found = set()
        for low, _, second_low, _ in self.casts:
            for one in {low, NO_MAN}:
                for two in {second_low, NO_MAN}:
                    found.add(self.layer((0, 0, one, two)))
        return frozenset(found)

    def mirror(self, state: Placement) -> Placement:
        """Left and right swapped."""
        own, other, one, two = state
        image = self.images[1]
        men = self.imaged(one, image), self.imaged(two, image)
        return image[own], image[other], max(men), min(men)

    def show(self, state: Placement) -> str:
        """The last rank above; the mover's men are capitals."""
        own, other, one, two = state
        cells = ["·"] * self.off
        cells[own], cells[other] = "K", "k"
        for man in (one, two):
            if man != NO_MAN:
                kind, square = divmod(man - 1, self.off)
                cells[square] = (PIECES + PIECES.lower())[kind]
        lines = [" ".join(cells[row : row + self.size]) for row in range(0, self.off, self.size)]
        return "\n".join(reversed(lines))

    def picture(self, state: Placement) -> Board:
        """The board: the first player's men are white."""
        lines = self.show(state).split("\n")
        cells = [line.translate(GLYPHS).split() for line in lines]
        files, ranks = self.edges
        return Board(
            cells,
            checkered=True,
            columns=files,
            rows=ranks,
            marks=f"·{CHESSMEN}",
            seats=SIDES,
        )

    def read(self, text: str) -> Placement:
        """A FEN, or a board as it is shown: the mover's men are large letters."""
        if "/" in text:
            cells, turn = read_fen(text, self.size, CHESSMEN)
            cells = [line.swapcase() for line in cells] if turn == "b" else cells
        else:
            cells = read_board(text, self.size, self.size, CHESSMEN)
        sides = [self._spelled(cells, men) for men in (f"K{PIECES}", f"k{PIECES.lower()}")]
        return self.placed(sides[0], sides[1])

    def _spelled(self, cells: list[str], men: str) -> str:
        """Men and squares, as `placed` reads them."""
        found = [(man.upper(), square) for man in men for square in squares_with(cells, man)]
        places = [(man, self.square(self.size - 1 - row, file)) for man, (row, file) in found]
        return " ".join(f"{man}{self.square_names[square]}" for man, square in places)


def _in_order(side: str) -> str:
    return "".join(sorted(side, key=PIECES.index))


def _strength(side: str) -> tuple[int, list[int]]:
    """More men, then the more valuable ones."""
    return len(side), [-PIECES.index(piece) for piece in side]
