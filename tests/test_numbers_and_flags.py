"""numpy's True is a flag; a float that is a whole number is told to be an int."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from zermelo import Game, Move, OwnTotals, Sum, solve
from zermelo.errors import BadMove, BadNumber


class Again(Game):
    """Take one or two; taking one while more are left keeps the turn."""

    start = 5

    def __init__(self, flag: Any = bool) -> None:
        self.flag = flag

    def moves(self, state: int) -> Iterator[Move]:
        if state:
            yield Move(state - 1, gain=state, again=self.flag(state > 2))
        if state > 1:
            yield Move(state - 2, gain=1)


@pytest.mark.parametrize("method", [None, "backward", "alphabeta"])
def test_a_truth_of_an_array_is_a_flag(method: str | None) -> None:
    plain, numpy = solve(Again(), method=method), solve(Again(np.bool_), method=method)
    assert numpy.value == plain.value
    assert numpy.best_moves() == plain.best_moves()
    assert all(type(move.again) is bool for move in numpy.best_moves())
    numpy.prove()


def test_a_truth_of_an_array_is_a_flag_inside_other_games() -> None:
    assert solve(OwnTotals(Again(np.bool_))).value == solve(OwnTotals(Again())).value
    two = solve(Sum(Again(np.bool_), Again(np.bool_)))
    assert two.value == solve(Sum(Again(), Again())).value


@pytest.mark.parametrize(
    "flag", [int, str, lambda _: None, np.int64], ids=["int", "str", "None", "int64"]
)
def test_other_things_are_no_flags(flag: Any) -> None:
    for method in (None, "alphabeta"):
        with pytest.raises(BadMove, match="again"):
            solve(Again(flag), method=method)


@pytest.mark.parametrize(("number", "said"), [(-1.0, "Write -1, an int"), (3.0, "Write 3, an int")])
def test_a_float_that_is_whole_is_told_to_be_an_int(number: float, said: str) -> None:
    paying = Game.from_function(lambda s: [s - 1] if s else [], start=1, payoff=lambda _: number)
    gaining = Game.from_function(lambda s: [Move(0, gain=number)] if s else [], start=1)
    for game in (paying, gaining):
        for method in (None, "alphabeta"):
            with pytest.raises(BadNumber) as caught:
                solve(game, method=method)
            assert caught.value.fix.startswith(said)


def test_other_floats_are_told_of_fractions() -> None:
    game = Game.from_function(lambda s: [Move(0, gain=0.5)] if s else [], start=1)
    with pytest.raises(BadNumber, match="Fraction"):
        solve(game)
