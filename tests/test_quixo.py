"""Quixo: the rules once more, by rows of letters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from zermelo import Solution, solve
from zermelo.games import Quixo

Rows = list[list[str]]


def as_rows(game: Quixo, state: tuple[int, int]) -> Rows:
    return [[*row] for row in game.cells(state)]


def turned(rows: Rows) -> Rows:
    """The columns as rows."""
    return [[*column] for column in zip(*rows, strict=True)]


def pushed(rows: Rows) -> Iterator[Rows]:
    """The boards after X has pushed a cube along a row."""
    last = len(rows) - 1
    for number, row in enumerate(rows):
        for place, mark in enumerate(row):
            if mark == "O" or not (number in (0, last) or place in (0, last)):
                continue
            rest = row[:place] + row[place + 1 :]
            for end, after in ((0, ["X", *rest]), (last, [*rest, "X"])):
                if end != place:
                    yield [*rows[:number], after, *rows[number + 1 :]]


def line_of(mark: str, rows: Rows) -> bool:
    size = range(len(rows))
    slanted = [[rows[k][k] for k in size], [rows[k][-1 - k] for k in size]]
    return any({*line} == {mark} for line in (*rows, *turned(rows), *slanted))


@pytest.fixture(scope="module")
def smallest() -> Solution:
    return solve(Quixo(3), engine="plain")


def test_the_moves_are_pushes_along_rows_and_columns(smallest: Solution) -> None:
    game = Quixo(3)
    for state in [*smallest.table()][::11]:
        rows = as_rows(game, state)
        found = sorted(as_rows(game, move.to[::-1]) for move in game.moves(state))
        if line_of("X", rows) or line_of("O", rows):
            assert not found
            assert game.payoff(state) == (1 if line_of("X", rows) else -1)
        else:
            assert found == sorted([*pushed(rows), *map(turned, pushed(turned(rows)))])


def test_the_first_player_wins_on_the_smallest_board_in_seven_moves(
    smallest: Solution,
) -> None:
    assert (smallest.value, smallest.remoteness) == (1, 7)


def test_turned_boards_are_one_state() -> None:
    game = Quixo(4)
    state = (0b1011_0000_0000_0001, 0b0100_0010_0000_0000)
    twins = {game.canonical((game.turned(state[0], k), game.turned(state[1], k))) for k in range(8)}
    assert twins == {game.canonical(state)} == {game.canonical(game.mirror(state))}


@pytest.mark.parametrize(
    ("state", "reason"), [((1,), "tuple of 2"), ((16, 0), "4 cubes"), ((1, 1), "both")]
)
def test_what_is_no_board_is_told(state: tuple[int, ...], reason: str) -> None:
    assert reason in (Quixo(2).impossible(state) or "")  # type: ignore[arg-type]
