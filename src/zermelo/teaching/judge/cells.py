"""The first wrong cell of a table, in the order in which it is filled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from zermelo.errors import BadInput
from zermelo.graph.explore import explore
from zermelo.graph.rules import moves_of
from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import Game, State
from zermelo.model.numerals import AnySize, spelled
from zermelo.teaching.judge.cell_forms import Form, is_pair, said

MOST_CELLS_COMPARED = 200_000  # states whose cells are compared
ABSENT = object()


@dataclass(frozen=True)
class Cell(AnySize):
    """A cell that is wrong."""

    state: State  # of the cell
    right: object  # its value
    theirs: object  # the value in the code's table
    equation: str  # filled in by hand
    fault: str = ""  # why there is no value
    base: str = ""  # an end that it rests on, where that is wrong too

    def __str__(self) -> str:
        yours = self.fault or f"is {said(self.theirs)}"
        return f"{self.equation}, yours {yours}{self.base}"


def in_filling_order(game: Game) -> list[State]:
    """Every state with moves, the shortest remaining plays first; of an interval, by its length.

    A play that can come back has no length: such states keep the order in which play meets them.
    """
    graph = explore(game, budget=MOST_CELLS_COMPARED)
    numbers = [number for number in range(len(graph)) if graph.payoff[number] is None]
    lengths, states = _lengths(graph), graph.states
    try:
        numbers.sort(key=lambda number: (lengths[number], states[number]))
    except TypeError:  # states that have no order
        numbers.sort(key=lengths.__getitem__)
    return [states[number] for number in numbers]


def _lengths(graph: StateGraph) -> list[int]:
    """Moves of the longest play from each state."""
    lengths = [0] * len(graph)
    for number in graph.sweep or ():
        after = (lengths[graph.to[move]] for move in graph.moves_of(number))
        lengths[number] = max(after, default=-1) + 1
    return lengths


def first_wrong(form: Form, states: list[State], look: Callable[[State], object]) -> Cell | None:
    """The first cell that differs from what it should be; absent ones are not compared."""
    for state in states:
        theirs = look(state)
        if theirs is not ABSENT and not form.is_right(state, theirs):
            return wrong_cell(form, state, theirs, look)
    return None


def wrong_cell(form: Form, state: State, theirs: object, look: Callable[[State], object]) -> Cell:
    """A cell that is wrong, with the equation that it breaks."""
    base = next(_wrong_ends(form, state, look), "")
    return Cell(state, form.worth(state), theirs, form.equation(state), base=base)


def _wrong_ends(form: Form, state: State, look: Callable[[State], object]) -> Iterator[str]:
    """Ends that the cell rests on and that are wrong themselves."""
    for move in moves_of(form.game, state):
        if not moves_of(form.game, move.to):
            theirs, worth = look(move.to), form.worth(move.to)
            if theirs is not ABSENT and not form.is_right(move.to, theirs):
                name = form.name(move.to)
                yield f"; the end {name} is worth {said(worth)}, yours is {said(theirs)}"


def agreement(form: Form, states: list[State], look: Callable[[State], object]) -> int:
    """How many cells are what they should be in this form."""
    return sum(form.is_right(state, look(state)) for state in states)


class GivenTable:
    """Somebody's table: nested lists, an array, or a dict from states to values."""

    def __init__(self, table: object, *, of_pairs: bool = False) -> None:
        """With `of_pairs` a list of two numbers is a cell, too."""
        if type(table).__module__ == "numpy" and hasattr(table, "tolist"):
            table = table.tolist()
        if not isinstance(table, list | tuple | dict):
            raise BadInput(
                spelled(table)[:80],
                where="judge",
                rule="a table is nested lists dp[i][j], an array, or a dict from states to values",
                fix="Pass the table, or a function",
            )
        self.table = table
        self.of_pairs = of_pairs

    def __call__(self, state: State) -> object:
        """The cell of a state; absent where the table has none, or where it was not filled.

        Indexes below 0 would wrap, so they name no cell.
        """
        if isinstance(self.table, dict):
            found = self.table.get(state)
            return ABSENT if found is None else found
        cell: object = self.table
        for index in state if isinstance(state, tuple) else (state,):
            if not isinstance(cell, list | tuple | dict) or not isinstance(index, int):
                return ABSENT
            if isinstance(cell, dict):
                cell = cell.get(index)
            elif 0 <= index < len(cell):
                cell = cell[index]
            else:
                return ABSENT
        if self.of_pairs and is_pair(cell):
            return cell
        return ABSENT if cell is None or isinstance(cell, list | dict) else cell
