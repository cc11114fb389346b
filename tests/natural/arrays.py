"""Boards that are looked at as numpy arrays."""

from dataclasses import dataclass

import numpy as np

from zermelo import Game, LastMoverWins, Move


class ArrayTicTacToe(Game):
    """Tic-tac-toe by sums: crosses are 1, noughts −1, and a line of three adds up to ±3."""

    start = (0,) * 9

    def moves(self, state):
        board = np.array(state).reshape(3, 3)
        if self.is_over(board):
            return
        mark = 1 if board.sum() == 0 else -1
        for row, col in np.argwhere(board == 0):
            after = board.copy()
            after[row, col] = mark
            yield Move(tuple(after.ravel().tolist()), label=f"{row},{col}")

    def is_over(self, board):
        sums = [*board.sum(axis=0), *board.sum(axis=1), np.trace(board), np.trace(np.fliplr(board))]
        return max(sums) == 3 or min(sums) == -3

    def payoff(self, state):
        return -1 if self.is_over(np.array(state).reshape(3, 3)) else 0


@dataclass(frozen=True)
class MatrixGame(LastMoverWins):
    """Codeforces 1365A: claim a cell whose row and column hold no claimed one."""

    rows: int = 4
    cols: int = 4

    @property
    def start(self):
        board = np.zeros((self.rows, self.cols), dtype=np.uint8)
        board[0, 1] = 1
        return board.tobytes()

    def moves(self, state):
        board = np.frombuffer(state, dtype=np.uint8).reshape(self.rows, self.cols)
        free_rows = np.flatnonzero(~board.any(axis=1))
        free_cols = np.flatnonzero(~board.any(axis=0))
        for row in free_rows:
            for col in free_cols:
                after = board.copy()
                after[row, col] = 1
                yield after.tobytes()


@dataclass(frozen=True)
class Rugs(LastMoverWins):
    """Rugs (Winning Ways 14): turn a rectangle of coins, its last corner from heads to tails."""

    rows: int = 2
    cols: int = 4

    @property
    def start(self):
        return ((1,) * self.cols,) * self.rows

    def moves(self, state):
        coins = np.array(state)
        for r, c in zip(*np.nonzero(coins), strict=True):
            for top in range(r + 1):
                for left in range(c + 1):
                    after = coins.copy()
                    after[top : r + 1, left : c + 1] ^= 1
                    yield tuple(map(tuple, after.tolist()))
