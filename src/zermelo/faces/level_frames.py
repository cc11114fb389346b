"""The frames of any small game: its states level by level, from the ends back to the start."""

from __future__ import annotations

from zermelo.errors import Setting, Unavailable
from zermelo.faces.drawing import picture_for, svg_of
from zermelo.faces.equations import Equations, equations_of
from zermelo.faces.frames import (
    Frames,
    common_frames,
    counts_outcomes,
    frame_text,
    one_line,
    sum_text,
)
from zermelo.faces.plain import Json, plain
from zermelo.faces.state_names import fields_of, named_states
from zermelo.graph.explore import explore
from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import PayoffGame, State, ValueType, state_text
from zermelo.model.numerals import digits, spelled, written
from zermelo.solution import Solution
from zermelo.solution.play import move_name
from zermelo.solution.positions import Option

MOST_STATES_ANIMATED = 400
EXACT_IN_A_BROWSER = 2**53  # beyond, a browser rounds whole numbers
POSITION_LETTERS = {"win": "N", "loss": "P"}  # the next player's, or the previous one's
OUTCOME_VERBS = {1: "wins", 0: "draws", -1: "loses"}


def level_frames(solution: Solution, view: str | None = None) -> Frames:
    """The states with their values and moves, and the order in which they are answered."""
    equations = None if view is None else equations_of(solution, view)
    graph = explore(solution.game, start=solution.start, budget=MOST_STATES_ANIMATED)
    if not graph.complete:
        raise _too_many(solution)
    by_plies, levels = levels_of(solution, graph)
    order = sorted(range(len(graph)), key=lambda number: (levels[number], -number))
    picture = picture_for(solution.game)
    texts = [state_text(solution.game, state) for state in graph.states]
    drawn = picture in ("board", "graph") or any("\n" in text for text in texts)
    names, named_by = named_states(solution.game, texts, graph)
    return {
        "kind": "levels",
        "picture": picture,
        "counts": _counted(solution),
        "letter": "D" if equations is None else equations.letter,
        "law": "" if equations is None else _law(equations),
        **common_frames(solution, key=graph.index.__getitem__),
        "by_plies": by_plies,
        "named_by": named_by,
        "fields": fields_of(solution.start) if named_by == "numbers" else [],
        "states": [
            {
                "name": names[number],
                "text": texts[number],
                "svg": svg_of(solution.game, state) if drawn else "",
                "level": levels[number],
                **_state(solution, graph, number, equations),
            }
            for number, state in enumerate(graph.states)
        ],
        "order": order,
    }


def _law(equations: Equations) -> str:
    """What values are here, and their recurrence."""
    recurrence = equations.recurrence.splitlines()[0]
    return f"A state is told by {equations.meaning}: {recurrence}."


def levels_of(solution: Solution, graph: StateGraph) -> tuple[bool, list[int]]:
    """Whether levels are remoteness, and each state's level.

    Where play always ends, a state comes one level after the last of its successors. Where it can
    come back, outcomes come in the order of their remoteness, draws last, and scored states by
    the shortest way to an end.
    """
    if graph.sweep is not None:
        return False, _heights(graph)
    if counts_outcomes(solution) and solution.answers.counts_plies:
        return True, _none_last([solution.remoteness_of(state) for state in graph.states])
    return False, _none_last(_distances(graph))


def _heights(graph: StateGraph) -> list[int]:
    heights = [0] * len(graph)
    for number in graph.sweep or ():
        after = [heights[graph.to[move]] for move in graph.moves_of(number)]
        heights[number] = max(after, default=-1) + 1
    return heights


def _distances(graph: StateGraph) -> list[int | None]:
    """The fewest moves from each state to an end; None where there is no way to one."""
    start, into = graph.parents
    found = {number: 0 for number in range(len(graph)) if not graph.moves_of(number)}
    line = list(found)
    for number in line:
        for move in into[start[number] : start[number + 1]]:
            source = graph.sources[move]
            if source not in found:
                found[source] = found[number] + 1
                line.append(source)
    return [found.get(number) for number in range(len(graph))]


def _none_last(counts: list[int | None]) -> list[int]:
    last = max((count for count in counts if count is not None), default=-1) + 1
    return [last if count is None else count for count in counts]


def _state(
    solution: Solution, graph: StateGraph, number: int, equations: Equations | None
) -> Frames:
    """A state with its moves; in a view, with its values told in it."""
    state = graph.states[number]
    says = _says(solution, state) if equations is None else written(equations.value(state))
    moves = [
        _move(solution, graph, option, _told(solution, equations, state, option))
        for option in solution.options(state)
    ]
    return {
        "at": _held(plain(state)),
        "value": frame_text(solution.value_of(state)),
        "says": says,
        "why": _mex(solution, state),
        "outcome": solution.outcome_of(state),
        "mover": graph.mover[number] if graph.mover else None,
        "moves": moves,
    }


def _counted(solution: Solution) -> str:
    """What a value is: an outcome, everyone's totals, or a difference."""
    if counts_outcomes(solution):
        return "outcomes"
    return "totals" if isinstance(solution.game, PayoffGame) else "difference"


def _held(state: Json) -> Json:
    """Plain data with those integers as texts that a browser would round."""
    if isinstance(state, list):
        return [_held(part) for part in state]
    return digits(state) if isinstance(state, int) and abs(state) > EXACT_IN_A_BROWSER else state


def _move(solution: Solution, graph: StateGraph, option: Option, told: str) -> Frames:
    return {
        "label": one_line(move_name(solution.game, option.move)),
        "to": graph.index[option.move.to],
        "gain": written(option.move.gain),
        "again": option.move.again,
        "worth": frame_text(option.value),
        "sum": told,
        "best": option.best,
    }


def _told(solution: Solution, equations: Equations | None, state: State, option: Option) -> str:
    """What a move is worth and why, in a view where there is one."""
    return _reason(solution, option) if equations is None else equations.branch(state, option)


def _reason(solution: Solution, option: Option) -> str:
    """What a move is worth, in words or as a sum."""
    if _has_nimbers(solution):
        left = written(solution.nimber_of(option.move.to))
        return f"{OUTCOME_VERBS[option.value]}, leaves nimber {left}"
    if counts_outcomes(solution):
        return OUTCOME_VERBS[option.value] + _within(option.plies)
    if isinstance(solution.game, PayoffGame):
        return f"totals {frame_text(option.value)}"
    return sum_text(option.move, solution.value_of(option.move.to), option.value)


def _says(solution: Solution, state: State) -> str:
    """The value as it stands in the box of a state."""
    if not counts_outcomes(solution):
        return frame_text(solution.value_of(state))
    if _has_nimbers(solution):
        letter = POSITION_LETTERS[solution.outcome_of(state)]
        return f"nimber {written(solution.nimber_of(state))}, {letter}"
    plies = solution.remoteness_of(state) if solution.answers.counts_plies else None
    return solution.outcome_of(state) + _within(plies)


def _has_nimbers(solution: Solution) -> bool:
    return solution.answers.value_type is ValueType.NIMBER


def _mex(solution: Solution, state: State) -> str:
    """The equation of a nimber with what follows from it; "" where there is none, or no move."""
    options = solution.options(state) if _has_nimbers(solution) else []
    return equations_of(solution).verdict(state, options) if options else ""


def _within(plies: int | None) -> str:
    return f" in {plies}" if plies else ""


def _too_many(solution: Solution) -> Unavailable:
    return Unavailable(
        f"more than {MOST_STATES_ANIMATED} states from {spelled(solution.start)}",
        where="animation",
        rule=f"states are drawn one by one, at most {MOST_STATES_ANIMATED} of them",
        fix=("Animate a smaller instance, or a sub-game: ", Setting("start")),
    )
