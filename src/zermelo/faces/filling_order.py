"""Every state of a game in the order in which a table is filled, each with its equation.

A row is filled by the length of its parts. In any other game a state comes after all it leads to,
from the ends back to the start; where play can come back, in the order of remoteness.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from zermelo.errors import Unavailable
from zermelo.faces.equations import Equations
from zermelo.faces.level_frames import levels_of
from zermelo.faces.plain import JsonObject, plain
from zermelo.faces.row_frames import is_row
from zermelo.graph.explore import explore
from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import State, state_text
from zermelo.model.numerals import AnySize
from zermelo.solution import Option, Solution

MOST_CELLS_FILLED = 10_000
MOVES_FILLED = 40_000  # of all of them together


@dataclass(frozen=True)
class TableCell(AnySize):
    """A state, and when it is filled."""

    state: State
    level: int
    options: list[Option]


def reached(solution: Solution, state: State) -> StateGraph:
    """All that a state reaches, where that can be listed."""
    graph = explore(solution.game, start=state, budget=MOST_CELLS_FILLED, work=MOVES_FILLED)
    if graph.complete:
        return graph
    raise Unavailable(
        f"more than {MOST_CELLS_FILLED:,} states or {MOVES_FILLED:,} moves",
        where=f"every state of {type(solution.game).__name__} in the order of filling",
        rule="as many as that are not listed",
        fix="Begin at a position nearer to the end, or read the table",
    )


def cells(solution: Solution, graph: StateGraph) -> tuple[str, list[TableCell]]:
    """What the levels are, and the states in the order of filling."""
    what, levels = _levels(solution, graph)
    order = sorted(range(len(graph)), key=lambda n: (levels[n], _place(graph.states[n], n, what)))
    return what, [_cell(solution, graph.states[n], levels[n]) for n in order]


def _cell(solution: Solution, state: State, level: int) -> TableCell:
    return TableCell(state, level, solution.options(state))


def _levels(solution: Solution, graph: StateGraph) -> tuple[str, list[int]]:
    if is_row(solution):
        return "length", [max(0, right - left + 1) for left, right in graph.states]
    by_plies, levels = levels_of(solution, graph)
    if by_plies:
        return "remoteness", levels
    ends = graph.sweep is not None
    return "longest play" if ends else "shortest way to an end", levels


def _place(state: State, number: int, what: str) -> int:
    """Within a level: the parts of a row from the left, other states as they were found."""
    return int(state[0]) if what == "length" else -number


def cells_text(equations: Equations, graph: StateGraph) -> str:
    """One equation a line, level by level."""
    what, found = cells(equations.solution, graph)
    return "\n".join(_lines(equations, what, found))


def _lines(equations: Equations, what: str, found: list[TableCell]) -> Iterator[str]:
    for level, group in groupby(found, key=lambda cell: cell.level):
        members = list(group)
        yield _head(equations.solution, what, level, members[0].state)
        yield from (f"  {equations.line(cell.state, cell.options)}" for cell in members)


def _head(solution: Solution, what: str, level: int, state: State) -> str:
    if what == "remoteness" and solution.remoteness_of(state) is None:
        return "never decided: draws"
    return f"{what} {level}"


def cells_record(equations: Equations, graph: StateGraph) -> list[JsonObject]:
    """The same as plain data."""
    _, found = cells(equations.solution, graph)
    return [cell_record(equations, cell.state, cell.options, cell.level) for cell in found]


def cell_record(
    equations: Equations, state: State, options: list[Option], level: int | None = None
) -> JsonObject:
    """One state with its moves."""
    solution = equations.solution
    knows = solution.answers.knows_nimbers
    return {
        "state": plain(state),
        "shown": state_text(solution.game, state),
        "level": level,
        "value": plain(equations.value(state)),
        "label": equations.label(state) or None,
        "nimber": solution.nimber_of(state) if knows else None,
        "mex": equations.mex(state, options),
        "equation": equations.line(state, options),
        "moves": [_move_record(equations, option) for option in options],
    }


def _move_record(equations: Equations, option: Option) -> JsonObject:
    solution, move = equations.solution, option.move
    knows = solution.answers.knows_nimbers
    return {
        "name": equations.name(option),
        "to": plain(move.to),
        "gain": plain(move.gain),
        "again": move.again,
        "value": plain(option.value),
        "label": equations.label(move.to) or None,
        "nimber": solution.nimber_of(move.to) if knows else None,
        "best": option.best,
    }
