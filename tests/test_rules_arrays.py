"""Small arrays of numpy in rules: what they make of a state, in Python and as translated code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from executed_rules import Executed, assert_same, collected_in, game_of
from zermelo import Game, Move, solve
from zermelo.errors import NotCompiled
from zermelo.machine.layout import observed
from zermelo.staging.reading.source import Refused

RULES: list[Any] = []
rule = collected_in(RULES)

BOARDS = [
    (0,) * 9,
    (1, 2, 0, 0, 1, 2, 2, 0, 1),
    (3, 1, 2, 1, 1, 1, 0, 2, 0),
    (5, 5, 5, 0, 0, 0, 1, 1, 1),
    (0, 1, 2, 1, 3, 4, 2, 4, 5),
]
ROWS = [(1,), (2, 0), (3, 1, 2), (0, 0, 4, 1)]
LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 4, 8]])
WEIGHTS = np.arange(9).reshape(3, 3)


def told(*found: Any) -> Move:
    """What was worked out, as a state."""
    return Move(tuple(int(each) for each in found))


@rule(BOARDS)
def items_rows_and_columns(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    yield told(board[1, 2], board[-1][0], board[0, -1], len(board), board.size, board.ndim)
    yield told(*board[1])
    yield told(*board[:, 2])
    yield told(*board[::-1, 0], *board[1:, :2].ravel())
    yield told(*board.T.flatten())
    rows, cols = board.shape
    yield told(rows, cols)


@rule(BOARDS)
def views_share_their_cells(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    flat = board.reshape(-1)
    flat[4] = 7
    board[0][1] = 8
    column = board[:, 2]
    column += 1
    corner = board.copy()[:2, :2]
    corner[...] = 9
    other = board[1:]
    other[0, 0] = 6
    board.T[2, 1] = 5
    yield told(*flat)


@rule(BOARDS)
def parts_that_are_changed(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    board[0, :] = 4
    board[1:, 1] = board[:2, 0]
    board[2] = [1, 2, 3]
    board[:, 2] += 2
    board[1, 1] -= 1
    board[::2, 0] ^= 1
    yield told(*board.ravel())


@rule(BOARDS)
def sums_along_axes(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    yield told(board.sum(), np.sum(board, axis=0)[1], *board.sum(axis=1), *board.max(axis=0))
    yield told(board.min(), board.prod(axis=-1)[0], board.trace(), np.trace(np.fliplr(board)))
    yield told(*np.diag(board), *np.diagonal(board, 1), board.argmax(), board.argmin())
    yield told(board.any(), board.all(), *(board > 0).all(axis=1), *(board == 0).any(axis=0))
    yield told(np.count_nonzero(board), *np.count_nonzero(board, axis=1), *board.cumsum())


@rule(BOARDS)
def operators_item_by_item(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    yield told(*(board + 1).ravel())
    yield told(*(10 - board * WEIGHTS).ravel())
    yield told(*(board // 2 + board % 2).ravel(), *(-board)[0], *abs(board - 2)[1])
    yield told(*(board & 1 | 2).ravel())
    yield told(*((board > 0) & (board < 3)).ravel(), *(~(board == 1))[0])
    yield told(*(board + board[0]).ravel(), *(board - board[:, :1]).ravel())
    yield told(*(board @ WEIGHTS).ravel(), board[0] @ board[1], *board.dot(board[2]))
    yield told(*np.maximum(board, 2).ravel(), *np.minimum(board[0], board[1]), *np.sign(board[2]))


@rule(BOARDS)
def places_where_something_holds(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    for row, col in np.argwhere(board == 0):
        yield told(row, col)
    for row, col in zip(*np.where(board == 1), strict=True):
        yield told(row, col, board[row, col])
    rows, cols = np.nonzero(board)
    yield told(len(rows), *rows, *cols, *board[rows, cols])
    yield told(*board[board > 1], *np.flatnonzero(board))
    yield told(*np.where(board > 1, board, -1).ravel(), *np.where(board > 1, 1, 0)[0])
    yield told(*np.isin(board, [1, 3]).ravel(), 2 in board, 7 in board)


@rule(BOARDS)
def places_by_arrays(state: tuple[int, ...]) -> Iterator[Move]:
    flat = np.array(state)
    yield told(*flat[LINES].sum(axis=1), *(flat[LINES] == 1).all(axis=1))
    for line in LINES:
        yield told(*flat[line], flat[line].max())
    for a, b, c in LINES:
        yield told(flat[a], flat[b], flat[c])
    flat[[0, 8]] = 6
    flat[flat == 2] = 9
    flat[LINES[1]] += 1
    yield told(*flat)


@rule(BOARDS)
def other_forms(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    yield told(*np.rot90(board).ravel(), *np.rot90(board, 2)[0], *np.rot90(board, 3)[1])
    yield told(*np.flipud(board).ravel(), *np.flip(board)[0], *np.flip(board, axis=1)[0])
    yield told(*np.roll(board, 1).ravel(), *np.roll(board, -1, axis=0)[0])
    yield told(*np.concatenate([board[0], board[2]]), *np.vstack((board, board[0])).ravel())
    yield told(
        *np.unique(board), *np.sort(board[0]), *np.append(board[0], 5), *np.delete(board[0], 1)
    )
    yield told(np.array_equal(board, board.T), np.array_equal(board[0], (5, 5, 5)))
    yield told(*board.reshape(9)[:2], *board.transpose()[0], *board.astype(bool)[0])


@rule(BOARDS)
def arrays_made_anew(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.zeros((3, 3), dtype=int)
    for place, item in enumerate(state):
        board[place // 3][place % 3] = item
    yield told(*board.ravel(), *np.ones(2, int), *np.full((2, 2), 7)[0], *np.zeros_like(board)[0])
    yield told(*np.eye(3, dtype=int).ravel(), *np.arange(2, 8, 3), *np.full_like(board, 4)[0])
    for (row, col), item in np.ndenumerate(board):
        yield told(row, col, item)
    for row, col in np.ndindex(2, 2):
        yield told(board[row, col])
    yield told(*map(sum, board), *[max(line) for line in board], *sorted(board[0]))
    yield Move(tuple(map(tuple, board.tolist())))
    yield Move(tuple(map(tuple, board)))


@rule(BOARDS)
def functions_in_place_of_methods(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.reshape(np.asarray(state), (3, 3))
    yield told(np.all(board), *np.any(board, axis=0), np.max(board), *np.min(board, axis=1))
    yield told(np.amax(board), np.amin(board), np.argmax(board), np.argmin(board))
    yield told(*np.cumsum(board), *np.ravel(np.transpose(board)), *np.copy(board)[0])
    yield told(*np.add(board, 1)[0], *np.subtract(board, board[0])[1], *np.multiply(board, 2)[2])
    yield told(*np.equal(board, 1)[0], *np.absolute(board - 3)[0], *np.ones_like(board)[0])
    yield told(*np.logical_or(board, board == 0)[0], *np.logical_xor(board, board > 1)[1])
    yield told(*np.identity(2, dtype=int).ravel())


@rule(BOARDS)
def arrays_of_the_game_are_no_tuples(state: tuple[int, ...]) -> Iterator[Move]:
    yield told(*(WEIGHTS * 2)[0], len(WEIGHTS + WEIGHTS), sum(WEIGHTS[1] * state[0]))
    yield told(*(WEIGHTS[0] + state[:3]), WEIGHTS.sum(), *WEIGHTS.max(axis=0))


@rule(ROWS)
def rows_of_any_length(state: tuple[int, ...]) -> Iterator[Move]:
    heaps = np.array(state)
    for place in range(len(heaps)):
        for take in range(1, heaps[place] + 1):
            after = heaps.copy()
            after[place] -= take
            yield Move(tuple(after[after > 0].tolist()), gain=int(after.sum()))


@rule([bytes(4), bytes((1, 0, 2, 3)), bytes((200, 100, 7, 0))])
def bytes_as_states(state: bytes) -> Iterator[Move]:
    board = np.frombuffer(state, dtype=np.uint8).reshape(2, 2)
    for row, col in np.argwhere(board > 0):
        after = board.copy()
        after[row, col] -= 1
        yield Move(after.tobytes(), gain=int(after.sum()))


@rule(BOARDS)
def flat_is_a_view(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    board.flat[3] = 9
    board.flat[0] += 1
    yield told(*board.ravel(), *board.flat[2:5], sum(board.flat))


@rule(BOARDS)
def numbers_in_front_of_operators(state: tuple[int, ...]) -> Iterator[Move]:
    row = np.array(state[:3]) + 1
    yield told(*7 // row, *7 % row, *2**row, *1 << row, *40 >> row)


@rule(BOARDS)
def rows_of_places_beside_slices(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    yield told(
        *board[np.arange(3), ::-1].ravel(), *board[:, [0, 2]].ravel(), *board[[0, 2]].ravel()
    )
    yield told(*board[[0, 1, 2], [2, 1, 0]], *board[np.ix_([0, 1], [1, 2])].ravel())
    yield told(*board[board.any(axis=1)].ravel(), *board[:, board.any(axis=0)].ravel())
    board[[0, 2]] = board[[2, 0]]
    board[:, [0, 1]] = board[:, [1, 0]]
    board[[0, 1], [1, 2]] += 5
    board[board.all(axis=1)] = 8
    yield told(*board.ravel())


@rule(BOARDS)
def places_as_tuples(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    for place in np.argwhere(board == 0):
        after = board.copy()
        after[tuple(place)] = 1
        yield told(*after.ravel())
    for place in map(tuple, np.argwhere(board == 1).tolist()):
        yield told(board[place], *np.unravel_index(board.argmax(), board.shape))
    for step in np.array([(0, 1), (1, 0)]):
        yield told(board[tuple(step + 1)])


@rule(BOARDS)
def axes_of_one_item(state: tuple[int, ...]) -> Iterator[Move]:
    row = np.array(state)
    yield told(
        *(row[:, None] == row[None, :]).sum(axis=1), *(row[:2, np.newaxis] - row[:3]).ravel()
    )


@rule(BOARDS)
def rows_that_may_be_empty(state: tuple[int, ...]) -> Iterator[Move]:
    row = np.array(state)
    ones = [place for place in range(9) if state[place] == 1]
    found = np.array(ones, dtype=int)
    yield told(len(found), found.sum(), *row[ones], *np.array(np.where(row == 1)).T.ravel())
    row[ones] = 7
    yield told(*row)


@rule(BOARDS)
def arrays_put_together(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    masks = np.array([board[0] == 1, board[1] == 2])
    yield told(*(~masks).ravel(), *np.hstack((board, board)).ravel(), *np.hstack(board[:2]))
    yield told(*np.stack((board[0], board[1])).ravel(), *np.stack(board[:2], axis=1).ravel())
    yield told(*np.concatenate((board, board[:, :1]), axis=1).ravel())
    yield told(*np.column_stack((board[0], board[1])).ravel(), *np.tile(board[0], 2))
    yield told(*np.pad(board, 1).ravel(), *np.pad(board[0], (1, 2), constant_values=-1))
    yield told(*np.outer(board[0], board[1]).ravel(), *np.repeat(board[2], 2))
    yield told(*np.diag(board[0]).ravel(), *np.triu(board).ravel(), *np.tril(board, -1).ravel())


@rule(BOARDS)
def numbers_of_a_board(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    yield told(np.bitwise_xor.reduce(board.ravel()), *np.bitwise_or.reduce(board, axis=1))
    yield told(*np.add.reduce(board), np.logical_and.reduce(board[0] > 0), np.maximum.reduce(state))
    yield told(
        *np.bincount(board.ravel(), minlength=4), *np.diff(board[0]), *np.clip(board, 1, 2)[0]
    )
    values, counts = np.unique(board, return_counts=True)
    yield told(*values, *counts, *board.argmax(axis=0), *np.argmin(board, axis=1))
    yield told(*board.cumsum(axis=0).ravel(), *np.cumsum(board, axis=1).ravel())
    yield told(*np.setdiff1d(board[0], board[1]), *np.intersect1d(board[0], board[1]))
    yield told(*np.mod(board, 2)[0], *np.greater(board, 1)[0], *np.bitwise_and(board, 1)[1])
    yield told(*np.roll(board, (1, -1), axis=(0, 1)).ravel(), np.ravel_multi_index((1, 2), (3, 3)))
    np.fill_diagonal(board, 7)
    yield told(*board.ravel())


@rule(BOARDS)
def operators_by_their_names(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.array(state).reshape(3, 3)
    yield told(*np.negative(board)[0], *np.power(board, 2)[1], *np.floor_divide(board, 2)[2])
    yield told(*np.left_shift(board, 2)[0], *np.right_shift(board, 1)[1], *np.invert(board)[2])
    yield told(*np.bitwise_or(board, 1)[0], *np.bitwise_xor(board, board.T)[1])
    yield told(*np.not_equal(board, 1)[0], *np.less_equal(board, 1)[1])
    yield told(*np.greater_equal(board, 1)[2], np.multiply.reduce(board[0]))
    yield told(np.logical_or.reduce(board[0] > 2), *np.minimum.reduce(board))
    one, two = np.empty(2, dtype=int), np.empty_like(board)
    one[:], two[:] = 3, board
    yield told(*one, *two.ravel())


@rule(BOARDS)
def sums_of_rows(state: tuple[int, ...]) -> Iterator[Move]:
    board = np.pad(np.array(state).reshape(3, 3), 1)
    parts = [board[i : i + 3, j : j + 3] for i in range(3) for j in range(3)]
    yield told(*sum(parts).ravel(), *sum(board), *sum(line for line in board.T))


@rule(BOARDS)
def three_axes(state: tuple[int, ...]) -> Iterator[Move]:
    cube = np.array([state, state[::-1]]).reshape(2, 3, 3)
    cube[1, 0] = 2
    yield told(*cube[:, 1, 1], cube.sum(), *cube.sum(axis=0).ravel(), *cube[0].sum(axis=0))
    yield told(*cube.max(axis=2).ravel(), *cube.min(axis=1).ravel(), *cube.T[0, 0])


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_arrays_say_what_numpy_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


# -- numbers that are not Python's -----------------------------------------------------------------


def _sum_of_truths(state: int) -> Iterator[Move]:
    flags = np.array((state, 1)) > 0
    yield Move(int(flags[0] + flags[1]))


def _opposite_of_a_truth(state: int) -> Iterator[Move]:
    flags = np.array((state, 1)) > 0
    yield Move(int(~flags[0]))


def _sum_of_bytes(state: int) -> Iterator[Move]:
    yield Move(int(sum(np.array((state, 1), dtype=np.uint8))))


def _a_total_that_was_a_number(state: int) -> Iterator[Move]:
    total = 0
    for item in np.array((state, 1), dtype=np.uint8):
        total += item
    yield Move(int(total))


def _the_type_of_a_number(state: int) -> Iterator[Move]:
    yield Move(1 if isinstance(np.array((state, 1))[0], int) else 2)


def _true_itself(state: int) -> Iterator[Move]:
    yield Move(1 if (np.array((state, 1)) > 0).all() is True else 2)


def _the_text_of_a_tuple(state: int) -> Iterator[Move]:
    yield Move(len(str(tuple(np.array((state, 1))))))


def _minus_a_truth(state: int) -> Iterator[Move]:
    yield Move(int(-(np.array((state, 1)) > 0)[0]))


def _numbers_with_a_sign_added(state: int) -> Iterator[Move]:
    board = np.array((state, 1), dtype=np.uint8)
    board += np.array((1, 2))
    yield Move(int(board[0]))


def _halves(state: int) -> Iterator[Move]:
    yield Move(int(np.zeros(3).sum()) + state)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (_sum_of_truths, "which numpy has otherwise"),
        (_opposite_of_a_truth, "which numpy has otherwise"),
        (_sum_of_bytes, "fewer than 64 bits"),
        (_a_total_that_was_a_number, "fewer than 64 bits"),
        (_the_type_of_a_number, "may be numpy's"),
        (_true_itself, "may be numpy's"),
        (_the_text_of_a_tuple, "may be numpy's"),
        (_minus_a_truth, "which numpy has otherwise"),
        (_numbers_with_a_sign_added, "numbers with a sign"),
        (_halves, "float as dtype"),
    ],
)
def test_what_numpy_counts_otherwise_is_refused_where_it_stands(moves: Any, words: str) -> None:
    with pytest.raises(Refused, match=words) as stopped:
        assert_same(game_of(moves), [1, 2])
    assert "test_rules_arrays.py" in stopped.value.where


def _beyond_the_bits(state: tuple[int, ...]) -> Iterator[Move]:
    row = np.array(state, dtype=np.uint8)
    yield told(*(row & (255 + row.size)))


def _less_than_the_bits(state: tuple[int, ...]) -> Iterator[Move]:
    row = np.array(state, dtype=np.uint8)
    yield told(row[0] + (1 - row.size))


def _size_of_a_byte(state: tuple[int, ...]) -> Iterator[Move]:
    yield told(*abs(np.array(state, dtype=np.int8) - 125))


def _product_of_bytes(state: tuple[int, ...]) -> Iterator[Move]:
    row = np.array(state, dtype=np.int8)
    yield told(row @ row)


def _nothing_divided(state: tuple[int, ...]) -> Iterator[Move]:
    row = np.array(state)
    try:
        yield told(row[0] // (row[0] - row[1]))
    except ZeroDivisionError:
        yield told(-5)


def _shift_that_is_caught(state: tuple[int, ...]) -> Iterator[Move]:
    row = np.array(state, dtype=np.int8)
    try:
        after = row + row
    except OverflowError:
        after = row
    yield told(after[0])


@pytest.mark.parametrize(
    ("moves", "state"),
    [
        (_beyond_the_bits, (1, 2)),
        (_less_than_the_bits, (5, 2)),
        (_size_of_a_byte, (-3, 2)),
        (_product_of_bytes, (100, 1)),
        (_nothing_divided, (7, 7)),
        (_shift_that_is_caught, (100, 1)),
    ],
)
def test_what_numpy_wraps_around_or_refuses_is_no_answer(moves: Any, state: Any) -> None:
    rows = [state, *[(end,) * count for end in (-(10**6), 10**6) for count in (1, 2)]]
    rules = Executed(game_of(moves), observed(rows))
    with pytest.raises(OverflowError):
        rules.moves(state)


def test_numbers_that_leave_their_bits_are_left_to_numpy() -> None:
    game = Steps()
    with pytest.raises(NotCompiled, match="OverflowError"):
        solve(game, engine="compiled")
    assert solve(game).value == solve(game, engine="plain").value


class Steps(Game):
    """Numbers of eight bits: 250 + 6 is 0 in numpy, so the game ends there."""

    start = 238

    def moves(self, state: int) -> Iterator[Move]:
        after = np.array((state,), dtype=np.uint8) + 6
        if after[0] > 6:
            yield Move(int(after[0]), gain=1)
