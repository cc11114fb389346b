"""Men on boards that are tuples of rows."""

from dataclasses import dataclass

from natural.grids import ACROSS, AROUND, DIAGONAL, cells, flood, inside, put, turned
from zermelo import Game, LastMoverWins, Move


class PawnGame(LastMoverWins):
    """Pawns P against pawns p; the board is turned after each move, so that P always moves up."""

    straight_capture = False

    @property
    def start(self):
        empty = ("." * self.cols,) * (self.rows - 2)
        return ("p" * self.cols, *empty, "P" * self.cols)

    def moves(self, board):
        if "p" in board[-1]:  # the other side has come through
            return
        for r, c in cells(len(board), len(board[0])):
            if board[r][c] == "P":
                for column in self.steps(board, r, c):
                    yield turned(put(put(board, r, c, "."), r - 1, column, "P"))

    def steps(self, board, r, c):
        if board[r - 1][c] == ".":
            yield c
        for column in (c - 1, c + 1):
            if inside(board, r - 1, column) and board[r - 1][column] == "p":
                yield column


@dataclass(frozen=True)
class Hexapawn(PawnGame):
    """Gardner's Hexapawn: pawns of chess; reach the last row, or leave the other without a move."""

    rows: int = 3
    cols: int = 3


@dataclass(frozen=True)
class Breakthrough(PawnGame):
    """Dan Troyka's Breakthrough, as in OpenSpiel: pawns also step aslant to empty squares."""

    rows: int = 4
    cols: int = 2

    def steps(self, board, r, c):
        yield from super().steps(board, r, c)
        for column in (c - 1, c + 1):
            if inside(board, r - 1, column) and board[r - 1][column] == ".":
                yield column


@dataclass(frozen=True)
class Clobber(LastMoverWins):
    """Clobber (Albert, Grossman, Nowakowski, Wolfe): a stone takes a neighbour of the other's."""

    rows: int = 3
    cols: int = 3

    @property
    def start(self):
        pattern = "Xx" * (self.cols + 1)
        return tuple(pattern[r % 2 : r % 2 + self.cols] for r in range(self.rows))

    def moves(self, board):
        for r, line in enumerate(board):
            for c, stone in enumerate(line):
                if stone != "X":
                    continue
                for dr, dc in ACROSS:
                    if inside(board, r + dr, c + dc) and board[r + dr][c + dc] == "x":
                        taken = put(put(board, r, c, "."), r + dr, c + dc, "X")
                        yield tuple(map(str.swapcase, taken))


@dataclass(frozen=True)
class Reversi(Game):
    """Reversi, as in easyAI: turn what is enclosed; most discs at the end win by as many."""

    opening: tuple[str, ...] = (".xX.", ".Xx.", "....")

    @property
    def start(self):
        return self.opening

    def moves(self, board):
        placements = list(self.placements(board))
        if placements:
            yield from placements
        elif any(self.placements(swapped(board))):
            yield Move(swapped(board), label="pass")

    def placements(self, board):
        for r, c in cells(len(board), len(board[0])):
            if board[r][c] == ".":
                enclosed = [disc for step in AROUND for disc in self.enclosed(board, r, c, *step)]
                if enclosed:
                    after = put(board, r, c, "X")
                    for row, col in enclosed:
                        after = put(after, row, col, "X")
                    yield Move(swapped(after), label=f"{'abcdefgh'[c]}{r + 1}")

    def enclosed(self, board, r, c, dr, dc):
        discs = []
        while True:
            r, c = r + dr, c + dc
            if not inside(board, r, c) or board[r][c] == ".":
                return []
            if board[r][c] == "X":
                return discs
            discs.append((r, c))

    def payoff(self, board):
        discs = "".join(board)
        return discs.count("X") - discs.count("x")


def swapped(board):
    return tuple(row.swapcase() for row in board)


@dataclass(frozen=True)
class AtariGo(LastMoverWins):
    """Atari Go, the first capture wins: place a stone; no suicide; who cannot move loses, too."""

    rows: int = 2
    cols: int = 3

    @property
    def start(self):
        return (("." * self.cols),) * self.rows

    def moves(self, board):
        if any(not self.liberties(board, r, c) for r, c in self.stones(board, "X")):
            return
        for r, c in self.stones(board, "."):
            after = put(board, r, c, "X")
            captures = any(not self.liberties(after, *at) for at in self.stones(after, "x"))
            if captures or self.liberties(after, r, c):
                yield Move(tuple(row.swapcase() for row in after), label=f"{r},{c}")

    def stones(self, board, colour):
        return [(r, c) for r, c in cells(self.rows, self.cols) if board[r][c] == colour]

    def liberties(self, board, row, col):
        colour = board[row][col]

        def beside(place):
            r, c = place
            return [(r + dr, c + dc) for dr, dc in ACROSS if inside(board, r + dr, c + dc)]

        def connected(place):
            return [(r, c) for r, c in beside(place) if board[r][c] == colour]

        group = flood([(row, col)], connected)
        return {(r, c) for place in group for r, c in beside(place) if board[r][c] == "."}


@dataclass(frozen=True)
class LinesOfAction(Game):
    """Lines of Action (Claude Soucie) on a tiny board: connect all men; both at once: the mover."""

    opening: tuple[str, ...] = (".X.", "x.x", ".X.")

    @property
    def start(self):
        return self.opening

    def moves(self, board):
        if self.result(board) is not None:
            return
        for r, c in cells(len(board), len(board[0])):
            if board[r][c] == "X":
                for dr, dc in AROUND:
                    n = self.men_on_line(board, r, c, dr, dc)
                    row, col = r + n * dr, c + n * dc
                    if not inside(board, row, col) or board[row][col] == "X":
                        continue
                    for i in range(1, n):
                        if board[r + i * dr][c + i * dc] == "x":
                            break
                    else:
                        yield Move(swapped(put(put(board, r, c, "."), row, col, "X")))

    def men_on_line(self, board, r, c, dr, dc):
        size = range(-len(board), len(board) + 1)
        line = [(r + i * dr, c + i * dc) for i in size]
        return sum(inside(board, a, b) and board[a][b] != "." for a, b in line)

    def result(self, board):
        """Who has just moved wins first: the men x are his."""
        for men, points in (("x", -1), ("X", 1)):
            places = {(r, c) for r, c in cells(len(board), len(board[0])) if board[r][c] == men}
            if self.is_connected(places):
                return points
        return None

    def is_connected(self, places):
        def beside(place):
            r, c = place
            return {(r + dr, c + dc) for dr, dc in AROUND} & places

        return flood([min(places)], beside) == places

    def payoff(self, board):
        return self.result(board) or 0


@dataclass(frozen=True)
class TinyCheckers(LastMoverWins):
    """Checkers with men only on a tiny board: takes must be made; who cannot move loses."""

    opening: tuple[str, ...] = ("x.x.", "....", ".X..", "X...")

    @property
    def start(self):
        return self.opening

    def moves(self, board):
        steps, takes = [], []
        for r, c in cells(len(board), len(board[0])):
            if board[r][c] != "X":
                continue
            for dr, dc in DIAGONAL[:2]:
                if not inside(board, r + dr, c + dc):
                    continue
                lifted = put(board, r, c, ".")
                if board[r + dr][c + dc] == ".":
                    steps.append(put(lifted, r + dr, c + dc, "X"))
                elif board[r + dr][c + dc] == "x" and inside(board, r + 2 * dr, c + 2 * dc):
                    if board[r + 2 * dr][c + 2 * dc] == ".":
                        taken = put(lifted, r + dr, c + dc, ".")
                        takes.append(put(taken, r + 2 * dr, c + 2 * dc, "X"))
        return [turned(after) for after in takes or steps]
