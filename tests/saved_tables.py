"""Small games, solved, and their tables on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from zermelo import Game, Misere, Move, OwnTotals, Solution, Sum, ValueType, solve
from zermelo.games import CatAndMouse, Chomp, Ends, Nim, PlayersRow, Subtraction, TicTacToe
from zermelo.methods.answers import Table
from zermelo.methods.nimbers import nimbers_of


class Place(NamedTuple):
    letter: str
    left: frozenset[int]
    again: bool


class Walk(Game):
    """States of many kinds: strings, sets, records, truth values; gains that are fractions."""

    start = Place("a", frozenset({1, 2, 3}), False)

    def moves(self, state: Place) -> Iterator[Move]:
        for number in sorted(state.left):
            to = Place("bc"[number % 2], state.left - {number}, number > 2)
            yield Move(to, gain=Fraction(number, 3), again=state.again)


class Rounds(Game):
    """Play can come back, and every gain leads on."""

    start = (3, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, turn = state
        if left:
            yield Move((left, 1 - turn))
            yield Move((left - 1, 0), gain=left if turn else -1)


def with_nimbers(solution: Solution) -> Solution:
    """A table of nimbers, as the compiled engine fills it."""
    table = solution.answers
    assert isinstance(table, Table)
    lists = table.graph.as_lists(1000)
    assert lists is not None
    answers = Table(ValueType.NIMBER, table.graph, nimbers_of(lists), solution.game)
    return solution.but(answers=answers)


GAMES: dict[str, Callable[[], Solution]] = {
    "ends": lambda: solve(Ends((5, 3, 7, 10)), method="backward"),
    "one position": lambda: solve(Ends(()), method="backward"),
    "tic-tac-toe": lambda: solve(TicTacToe(3, 2, 2)),
    "cat and mouse": lambda: solve(CatAndMouse.example_game()),
    "three players": lambda: solve(PlayersRow((4, 1, 7, 2, 9, 3))),
    "chomp": lambda: solve(Chomp(2, 3)),
    "misere": lambda: solve(Misere(Nim((3, 2))), method="winloss"),
    "nimbers": lambda: with_nimbers(solve(Subtraction(9, (1, 3, 4)), method="winloss")),
    "sum of rows": lambda: solve(Sum(Ends((1,)), Ends((1, 2)))),
    "own totals": lambda: solve(OwnTotals(Ends((3, 1, 2)))),
    "many kinds": lambda: solve(Walk()),
    "rounds": lambda: solve(Rounds()),
}


def with_other_values(solution: Solution, number: int, name: str = "values") -> Solution:
    """The same solution with one value that is wrong."""
    table = solution.answers
    assert isinstance(table, Table)
    row = list(getattr(table.columns, name))
    value = row[number]
    row[number] = (value[0] + 1, *value[1:]) if isinstance(value, tuple) else value + 1
    columns = table.columns.but(**{name: row})
    return solution.but(answers=Table(table.value_type, table.graph, columns, solution.game))


def flipped(path: Path, bit: int) -> None:
    """Flip a bit of a file."""
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
