"""The frames of a row of numbers: the triangle of its sub-rows, diagonal by diagonal."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.errors import Setting, Unavailable
from zermelo.faces.equations import DifferenceEquations, Equations, equations_of
from zermelo.faces.frames import Frames, common_frames, sum_text
from zermelo.games.rows import IntervalGame
from zermelo.graph.explore import explore
from zermelo.model.exact import Number
from zermelo.model.game import Move, PayoffGame
from zermelo.model.numerals import written
from zermelo.model.shapes import Row
from zermelo.solution import Solution
from zermelo.solution.positions import Option

LONGEST_DRAWN = 60

CellOfRow = tuple[int, int]


def is_row(solution: Solution) -> bool:
    """Whether the states are intervals of a row of numbers, valued by a difference."""
    game = solution.game
    on_a_row = isinstance(game.shape, Row) or isinstance(game, IntervalGame)
    return on_a_row and not isinstance(game, PayoffGame)


def row_frames(solution: Solution, view: str | None = None) -> Frames:
    """The numbers, and for every sub-row its value and the branches that it is the best of."""
    left, right = solution.start
    equations = equations_of(solution, view) if view else DifferenceEquations(solution)
    _check_length(left, right)
    reached = explore(solution.game, start=solution.start).states
    cells = sorted((s for s in reached if s[0] <= s[1]), key=lambda s: (s[1] - s[0], s[0]))
    return {
        "kind": "row",
        **common_frames(solution, key=lambda state: state),
        "row": [written(number) for number in _numbers(solution)[left : right + 1]],
        "first": left,
        "plain": isinstance(solution.game.shape, Row),
        "letter": equations.letter,
        "about": equations.about,
        "law": equations.recurrence.splitlines()[0] if view else "",
        "cells": [_cell(equations, state) for state in cells],
    }


def _numbers(solution: Solution) -> Sequence[Number]:
    game = solution.game
    values: Sequence[Number] = game.row if isinstance(game, IntervalGame) else game.shape.values
    return values


def _cell(equations: Equations, state: CellOfRow) -> Frames:
    solution = equations.solution
    branches = [_branch(equations, state, option) for option in solution.options(state)]
    lead = written(solution.value_of(state))
    return {
        "at": state,
        "value": written(equations.value(state)),
        "lead": lead,
        "branches": branches,
    }


def _branch(equations: Equations, state: CellOfRow, option: Option) -> Frames:
    """One side of the max: which coin, what it brings, what is left to the next mover."""
    move, rest = option.move, equations.value(option.move.to)
    plain = isinstance(equations, DifferenceEquations)
    told = sum_text(move, rest, option.value) if plain else equations.branch(state, option)
    return {
        "label": move.label if move.label is not None else _side(state, move),
        "gain": written(move.gain),
        "again": move.again,
        "to": move.to,
        "rest": written(rest),
        "worth": told.rpartition(" = ")[2],
        "sum": told,
        "best": option.best,
    }


def _side(state: CellOfRow, move: Move) -> str:
    return "left" if move.to[0] > state[0] else "right"


def _check_length(left: int, right: int) -> None:
    size = right - left + 1
    if size > LONGEST_DRAWN:
        raise Unavailable(
            f"a row of {size:,} numbers",
            where="animation",
            rule=f"the table is drawn for at most {LONGEST_DRAWN}, so that its cells can be read",
            fix=("Animate a part, e.g. ", Setting("start", (left, left + LONGEST_DRAWN - 1))),
        )
