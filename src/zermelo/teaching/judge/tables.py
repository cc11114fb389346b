"""Tables and recurrences: every cell that is a state with moves, the shortest plays first."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from zermelo._solve import solve
from zermelo.errors import BadInput, ZermeloError
from zermelo.model.game import Game, State
from zermelo.model.numerals import spelled
from zermelo.solution import Solution
from zermelo.teaching.judge.cell_forms import VIEW_LETTERS, Form, readings
from zermelo.teaching.judge.cells import (
    ABSENT,
    Cell,
    GivenTable,
    agreement,
    first_wrong,
    in_filling_order,
)
from zermelo.teaching.judge.child import About, CallOutcome, CellOf, Child, CodeCall
from zermelo.teaching.judge.problems import example_line
from zermelo.teaching.judge.reading import coordinates
from zermelo.teaching.judge.verdict import Verdict

TABLE_OF_PAIRS = "a table of pairs, the mover's own total and the other's"
TURN_IS_ONE = "a turn that is 1, or True, for the player to move"
HALF_OPEN = "intervals that end before their j: the cell of D(i, j) is (i, j + 1)"


def judge_table(
    name: str, table: object, game: Game | type[Game], view: str | None = None
) -> Verdict:
    """Each cell of a table that is a state of the game."""
    if not isinstance(game, Game):
        raise BadInput(
            f"a table and the class {game.__name__}",
            where="judge",
            rule="a table is that of one instance",
            fix=f"Give the instance, such as {example_line(game)}",
        )
    states, look = in_filling_order(game), GivenTable(table, of_pairs=view == "pair")
    if view is None and all(look(state) is ABSENT for state in states):
        found = _judged(name, game, view, GivenTable(table, of_pairs=True), states)
        return replace(found, taken=TABLE_OF_PAIRS * bool(found.cells))
    found = _judged(name, game, view, look, states)
    if found.ok or not _are_intervals(states):
        return found
    other = _judged(name, game, view, lambda state: look(_past_the_end(state)), states)
    return _better(found, other, states, HALF_OPEN)


def _are_intervals(states: list[State]) -> bool:
    """Whether the states may be read as (i, j), the first and the last place of a part."""
    return all(
        isinstance(state, tuple)
        and len(state) == 2
        and all(type(place) is int for place in state)
        and state[0] <= state[1]
        for state in states
    )


def _past_the_end(interval: State) -> State:
    return (interval[0], interval[1] + 1)


def _better(usual: Verdict, other: Verdict, states: list[State], taken: str) -> Verdict:
    """Of two readings of the same code the one that is right, or is right for longer; `taken` says
    what the other one is.
    """

    def right_cells(verdict: Verdict) -> int:
        if verdict.cell is not None:
            return states.index(verdict.cell.state)
        return len(states) if verdict.ok and verdict.cells == len(states) else 0

    if right_cells(other) > right_cells(usual):
        return replace(other, taken="; ".join(filter(None, [other.taken, taken])))
    return usual


def judge_recurrence(
    child: Child,
    about: About,
    game: Game,
    view: str | None,
    before: tuple[object, ...] = (),
    *,
    is_returned: bool = False,
    has_turn: bool = False,
) -> Verdict:
    """A function of a state's coordinates, asked for one state after another.

    `before` are arguments that come first: f(row, i, j); or f(row)(i, j), where it `is_returned`.
    Where it `has_turn`, f(i, j, turn), it is asked for the player to move, who is 0 or 1 there.
    """
    states = in_filling_order(game)

    def asked(cell: Callable[[State], State], *turn: int) -> Verdict:
        places = [(*coordinates(cell(state)), *turn) for state in states]
        calls: list[CodeCall] = [
            CellOf(before, place) if is_returned else (*before, *place) for place in places
        ]
        known: dict[State, object] = {}
        for state, outcome in zip(states, child.answers(calls), strict=True):
            if outcome.fault:
                return _without_value(about.name, game, view, known, state, outcome)
            known[state] = outcome.value
        return _judged(about.name, game, view, lambda state: known.get(state, ABSENT), states)

    def better(*turn: int) -> Verdict:
        found = asked(lambda state: state, *turn)
        if found.ok or found.is_fatal or not _are_intervals(states):
            return found
        return _better(found, asked(_past_the_end, *turn), states, HALF_OPEN)

    if not has_turn:
        return better()
    first = better(0)
    return first if first.ok or first.is_fatal else _better(first, better(1), states, TURN_IS_ONE)


def _without_value(
    name: str,
    game: Game,
    view: str | None,
    known: dict[State, object],
    state: State,
    outcome: CallOutcome,
) -> Verdict:
    """The first wrong cell of those that have a value; else the one that has none."""
    before = _judged(name, game, view, lambda one: known.get(one, ABSENT), list(known))
    before = replace(before, is_fatal=outcome.is_fatal)
    if before.cell is not None:
        return before
    solution = _solved(game, view)
    form = Form(view or "difference", solution)
    right = form.worth(state)
    cell = Cell(state, right, None, form.equation(state), outcome.fault)
    return replace(
        before, ok=False, game=game, solution=solution, cell=cell, right=right, fault=outcome.fault
    )


def _judged(
    name: str, game: Game, view: str | None, look: Callable[[State], object], states: list[State]
) -> Verdict:
    cells = [cell for cell in map(look, states) if cell is not ABSENT]
    solution = _solved(game, view)
    forms = readings(solution, view, cells)
    form = max(forms, key=lambda one: agreement(one, states, look))
    wrong = first_wrong(form, states, look)
    count = f"{len(cells):,} cell{'s' * (len(cells) != 1)}"
    tried = f"{count} of {len(states):,} positions with moves, by length"
    is_right = wrong is None and bool(cells)
    verdict = Verdict(name, spelled(game), is_right, tried, cells=len(cells))
    if wrong is None:
        return verdict
    verdict = replace(verdict, game=game, solution=solution, cell=wrong)
    hint = "" if view else _right_otherwise(game, [one.view for one in forms], look, states)
    return replace(verdict, right=wrong.right, theirs=wrong.theirs, other_view=hint)


def _right_otherwise(
    game: Game, tried: list[str], look: Callable[[State], object], states: list[State]
) -> str:
    """Another form in which all cells are right; nothing where there is none."""
    for view in VIEW_LETTERS:
        if view not in tried:
            with suppress(ZermeloError):  # what a game has not
                if first_wrong(Form(view, _solved(game, view)), states, look) is None:
                    return view
    return ""


def _solved(game: Game, view: str | None) -> Solution:
    return solve(game, engine="plain", method="nimbers" if view == "nimber" else None)
