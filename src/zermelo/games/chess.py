"""Chess endings: king and queen, or king and rook, against the lone king."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from zermelo.errors import Either
from zermelo.games.base import (
    not_numbers,
    require,
    require_at_most,
    require_flag,
    settle,
)
from zermelo.games.chessboards import WAYS, Chessboard, SquareList
from zermelo.games.drawn import read_board, read_fen, squares_with
from zermelo.model.exact import whole
from zermelo.model.game import Move
from zermelo.model.numerals import spelled
from zermelo.model.pictures import Board

Men = tuple[int, int, int, int]

WHITE, BLACK = 0, 1
MEN = str.maketrans("KQRk", "♔♕♖♚")
LARGEST_CHESSBOARD = 1 << 10  # each held against each for what is next to it


@dataclass(frozen=True)
class ChessEnding(Chessboard):
    """King and queen (Q) or king and rook (R) against the lone king on a board of n × n squares,
    White first. The kings keep apart; Black may not enter check, and may take the piece where it
    is not protected. Mate wins; stalemate, a taken piece and play without end are draws.
    In hand: White begins with the piece in hand, and may drop it on a free square as a move.

    The state is (White's king, the piece, Black's king, who moves). Squares count along the ranks
    from a1 = 0, and n² is off the board: the piece is in hand. A piece on the square of Black's
    king is taken. Who moves is 0 for White and 1 for Black.

    On 8 × 8 White to move always wins, with the queen in 10 moves at most and with the rook in 16:
    after 19 and 31 plies, 20 and 32 with Black to move.
    From 4 × 4 on, play from the start reaches every legal position with a queen, and all with a
    rook but for checks that no move can have given (48 of 399,112 on 8 × 8). With the piece in
    hand play reaches them all, so that each of `positions()` can be looked up:

    >>> from collections import Counter
    >>> from zermelo import solve
    >>> game = ChessEnding("R", 4, in_hand=True)
    >>> solution = solve(game)
    >>> outcomes = Counter((state[3], solution.outcome_of(state)) for state in game.positions())
    >>> sorted(outcomes.items())
    [((0, 'win'), 1312), ((1, 'draw'), 612), ((1, 'loss'), 1572)]
    >>> max(solution.at(state).remoteness or 0 for state in game.positions())
    14
    """

    name = "chess ending"
    aliases = ("chess endgame",)
    example = ("R", 4)
    names = ("White", "Black")
    piece: str = "Q"
    size: int = 8
    in_hand: bool = False

    def __post_init__(self) -> None:
        require(
            self.piece in ("Q", "R"),
            spelled(self.piece),
            where="ChessEnding.piece",
            rule="the piece is a queen or a rook",
            fix=Either("Pass 'Q' or 'R'", "Give Q or R"),
        )
        settle(self, size=whole(self.size, where="ChessEnding.size", least=3))
        require_flag(self.in_hand, where="ChessEnding.in_hand")
        require_at_most(LARGEST_CHESSBOARD, self.size**2, "squares", where="ChessEnding")

    @property
    def start(self) -> Men:
        """The men stand where a game of chess puts them: Ke1, Qd1 or Ra1, and Ke8."""
        middle = self.size // 2
        home = middle - 1 if self.piece == "Q" else 0
        return middle, self.off if self.in_hand else home, self.off - self.size + middle, WHITE

    @cached_property
    def lines(self) -> tuple[tuple[SquareList, ...], ...]:
        """For every square the squares that the piece passes each way; none from the hand."""
        ways = WAYS if self.piece == "Q" else WAYS[:4]
        board = [tuple(self.line(square, *way) for way in ways) for square in range(self.off)]
        hand: tuple[SquareList, ...] = ((),) * len(ways)
        return (*board, hand)

    @cached_property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The names of the moves of a king, and of the piece, by the square they lead to."""
        names = self.square_names
        return tuple(f"K{name}" for name in names), tuple(f"{self.piece}{name}" for name in names)

    def moves(self, state: Men) -> Iterator[Move]:
        """The king's moves, then the piece's; none once it is taken."""
        white, piece, black, mover = state
        if mover == BLACK:
            for to in self.near[black]:
                if not self.touch(to, white) and not self.attacks(piece, to, white):
                    yield Move((white, piece, to, WHITE), label=self.labels[0][to])
        elif piece != black:
            for to in self.near[white]:
                if to != piece and not self.touch(to, black):
                    yield Move((to, piece, black, BLACK), label=self.labels[0][to])
            for line in self.lines[piece]:
                for to in line:
                    if to in (white, black):
                        break
                    yield Move((white, to, black, BLACK), label=self.labels[1][to])
            if piece == self.off:
                for to in range(self.off):
                    if to not in (white, black):
                        yield Move((white, to, black, BLACK), label=self.labels[1][to])

    def mover(self, state: Men) -> int:
        """White is 0."""
        return state[3]

    def impossible(self, state: Men) -> str | None:
        """Men off the board or on each other, kings side by side, Black left in check."""
        reason = not_numbers(state, 4)
        if reason:
            return reason
        white, piece, black, mover = state
        if max(white, black, piece - self.in_hand) >= self.off or mover not in (WHITE, BLACK):
            return f"squares are 0 … {self.off - 1}, and who moves is 0 for White and 1 for Black"
        if self.touch(white, black):
            return "the kings stand side by side"
        if piece == white or (piece == black and mover == BLACK):
            return "two men stand on one square"
        if mover == WHITE and piece != black and self.attacks(piece, black, white):
            return "Black is in check and White is to move"
        return None

    def attacks(self, piece: int, square: int, white: int) -> bool:
        """Whether the piece attacks a square: White's king is in its way, Black's is not."""
        for line in self.lines[piece]:
            for to in line:
                if to == white:
                    break
                if to == square:
                    return True
        return False

    def payoff(self, state: Men) -> int:
        """Black in check is mated; every other end is a draw."""
        white, piece, black, mover = state
        return -1 if mover == BLACK and self.attacks(piece, black, white) else 0

    def bounds(self, state: Men) -> tuple[int, int]:  # noqa: ARG002
        """Win, draw or loss."""
        return -1, 1

    def mirror(self, state: Men) -> Men:
        """Left and right swapped."""
        white, piece, black, mover = state
        image = self.images[1]
        return image[white], image[piece], image[black], mover

    def canonical(self, state: Men) -> Men:
        """The least of the eight images under turns and reflections of the board."""
        white, piece, black, mover = state
        least = state
        for image in self.images:
            twin = (image[white], image[piece], image[black], mover)
            if twin < least:
                least = twin
        return least

    def positions(self) -> Iterator[Men]:
        """Every legal position with the piece on the board; no check where White moves."""
        for white, piece, black in product(range(self.off), repeat=3):
            if piece not in (white, black) and not self.touch(white, black):
                yield white, piece, black, BLACK
                if not self.attacks(piece, black, white):
                    yield white, piece, black, WHITE

    def show(self, state: Men) -> str:
        """The last rank above; Black's king is small."""
        white, piece, black, mover = state
        cells = ["·"] * (self.off + 1)  # the last one is the hand
        cells[piece], cells[white], cells[black] = self.piece, "K", "k"
        lines = [" ".join(cells[row : row + self.size]) for row in range(0, self.off, self.size)]
        turn = "Black to move" if mover == BLACK else "White to move"
        hand = f", {self.piece} in hand" if piece == self.off else ""
        return "\n".join([*reversed(lines), turn + hand])

    def picture(self, state: Men) -> Board:
        """The board, and who moves."""
        *lines, note = self.show(state).split("\n")
        files, ranks = self.edges
        cells = [line.translate(MEN).split() for line in lines]
        marks = f"·K{self.piece}k"
        return Board(cells, (note,), checkered=True, columns=files, rows=ranks, marks=marks)

    def read(self, text: str) -> Men:
        """A FEN such as 3k/4/4/R1K1 w, or a board as it is shown with who moves below."""
        men = f"K{self.piece}k"
        if "/" in text:
            cells, turn = read_fen(text, self.size, men)
        else:
            *lines, last = text.strip().splitlines()
            black = last.strip().lower().startswith("black")
            lines = lines if "to move" in last else [*lines, last]
            cells = read_board("\n".join(lines), self.size, self.size, men)
            turn = "b" if black else "w"
        return self._placed(cells, BLACK if turn == "b" else WHITE)

    def _placed(self, cells: list[str], mover: int) -> Men:
        """The men of a drawn board; the piece may be in hand, and a taken one is not drawn."""
        found = {man: squares_with(cells, man) for man in f"K{self.piece}k"}
        for man, squares in found.items():
            if len(squares) > 1 or (not squares and man != self.piece):
                raise ValueError(f"there is one {man} on the board, and here are {len(squares)}")
        where = {
            man: (self.size - 1 - row) * self.size + column
            for man, squares in found.items()
            for row, column in squares
        }
        gone = self.off if self.in_hand else where["k"]
        return where["K"], where.get(self.piece, gone), where["k"], mover
