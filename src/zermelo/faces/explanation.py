"""A solution in words: the plan, the recurrence with this game's numbers, and what greedy loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.faces.call_tree import call_tree
from zermelo.faces.equations import MOST_OPTIONS, Equations, equations_of
from zermelo.faces.filling import cell_record, cells_record, cells_text, reached
from zermelo.faces.record import plan_record
from zermelo.faces.spelling import words_of
from zermelo.game import UNSET, Game, State, seats
from zermelo.graph import StateGraph
from zermelo.numerals import spelled
from zermelo.solution import Option, Solution
from zermelo.solution.lines import best_line
from zermelo.solution.play import move_name

MOST_STEPS = 16  # of a trace


@dataclass(frozen=True)
class Explanation:
    """Why a state is worth what it is: sections with their titles, and the same as plain data."""

    solution: Solution
    state: State
    every: bool

    @cached_property
    def sections(self) -> dict[str, str]:
        """Title → text."""
        return dict(_sections(self.solution, self.state, every=self.every))

    @cached_property
    def record(self) -> dict[str, Any]:
        """The plan, the recurrence, the state with its moves; with `every`, all states, calls."""
        return _record(self.solution, self.state, every=self.every)

    def __str__(self) -> str:
        return "\n\n".join(f"{title}\n{_indented(text)}" for title, text in self.sections.items())


def explain(solution: Solution, state: State = UNSET, *, every: bool = False) -> Explanation:
    """Why this method, the recurrence with the numbers of a state, and what greedy would lose.

    With `every`, all states in the order in which a table is filled, and the tree of calls.

    >>> from zermelo import solve
    >>> from zermelo.games import Kayles
    >>> print(explain(solve(Kayles((3,)))).sections["This position"])
    3
      3 → 2: leaves a win (N), nimber 2
    ✓ 3 → 1 + 1: leaves a loss (P), nimber 0
      3 → 1: leaves a win (N), nimber 1
    mex{0, 1, 2} = 3, so it is an N-position: the player to move wins
    """
    here = solution.start if state is UNSET else solution.at(state).start
    return Explanation(solution, here, every)


def _sections(solution: Solution, state: State, *, every: bool) -> Iterator[tuple[str, str]]:
    equations = equations_of(solution)
    yield "The plan", str(solution.plan)
    yield "The recurrence", equations.recurrence
    yield "This position", _position(equations, state)
    if every:
        graph = reached(solution, state)
        yield "Every state, in the order of filling", cells_text(equations, graph)
        yield "The calls of the naive recursion", _tree_text(equations, graph)
        return
    trace = _trace(solution.at(state))
    if trace:
        yield "Best play, step by step", trace
    greedy = _greedy(solution)
    if greedy:
        yield "What greedy would have lost", greedy


def _record(solution: Solution, state: State, *, every: bool) -> dict[str, Any]:
    equations = equations_of(solution)
    graph = reached(solution, state) if every else None
    listed = solution.answers.best(state) is None
    tree = None if graph is None else call_tree(equations, graph)
    return {
        "game": spelled(solution.game),
        "plan": plan_record(solution),
        "recurrence": equations.recurrence,
        "position": cell_record(equations, state, solution.options(state)) if listed else None,
        "cells": None if graph is None else cells_record(equations, graph),
        "tree": None if tree is None else tree.record(),
    }


def _tree_text(equations: Equations, graph: StateGraph) -> str:
    tree = call_tree(equations, graph)
    if tree is None:
        return "play can come back to a state, so the recursion has no end and no tree"
    return tree.text(equations)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())


def _position(equations: Equations, state: State) -> str:
    """The recurrence with the numbers of one state."""
    return f"{_headed(equations.solution.game, state)}\n{_equation(equations, state)}"


def _headed(game: Game, state: State) -> str:
    """The state as it is typed, and as the game shows it."""
    typed, drawn = words_of(state), str(game.show(state))
    if drawn in (typed, spelled(state)):
        return drawn
    return f"{typed}\n{drawn}" if "\n" in drawn else f"{typed}   {drawn}"


def _equation(equations: Equations, state: State) -> str:
    solution = equations.solution
    if solution.answers.best(state) is not None:
        return "\n".join([*_named_best(solution, state), equations.claim(state)])
    options = solution.options(state)
    if not options:
        return equations.end(state)
    lines = [_branch(equations, state, option) for option in options[:MOST_OPTIONS]]
    if len(options) > MOST_OPTIONS:
        lines.append(f"… and {len(options) - MOST_OPTIONS} more moves")
    return "\n".join([*lines, equations.verdict(state, options)])


def _named_best(solution: Solution, state: State) -> list[str]:
    """Best moves that a form names without comparing all of them."""
    best = solution.first_best_moves(MOST_OPTIONS, state)
    lines = [
        f"✓ {move_name(solution.game, move)}: leaves a {solution.outcome_of(move.to)}"
        for move in best
    ]
    return [*lines, "… and more moves than can be listed"]


def _branch(equations: Equations, state: State, option: Option) -> str:
    """One move: its gain, what it leaves, what it is worth."""
    mark = "✓" if option.best else " "
    return f"{mark} {equations.name(option)}: {equations.branch(state, option)}"


def _trace(solution: Solution) -> str:
    """The line of best play with the reason of every move."""
    play = best_line(solution, most=MOST_STEPS + 1)
    names = seats(solution.game, solution.start)
    lines: list[str] = []
    for number, step in enumerate(islice(play.steps, MOST_STEPS), 1):
        compared = _compared(solution, step.state)
        took = move_name(solution.game, step.move).replace("\n", " / ")
        lines.append(f"{number:>3}. {names[step.player]}: {took}   [{compared}]")
    if len(play.steps) > MOST_STEPS:
        lines.append("     …")
    return "\n".join(lines)


def _compared(solution: Solution, state: State) -> str:
    if solution.answers.best(state) is not None:
        return f"by the form: {solution.plan.title}"
    equations, options = equations_of(solution), solution.options(state)[:MOST_OPTIONS]
    return "; ".join(_branch(equations, state, option).strip() for option in options)


def _greedy(solution: Solution) -> str:
    """The largest gain now, against perfect play."""
    try:
        match = solution.against("greedy")
    except ZermeloError:
        return ""
    if not any(step.move.gain for step in match.play.steps):
        return ""  # nothing is gained on the way, so there is nothing to be greedy about
    return str(match) if match.lost else f"nothing: {match}"
