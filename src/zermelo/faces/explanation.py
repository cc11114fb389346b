"""A solution in words: the plan, the recurrence with this game's numbers, and what greedy loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from zermelo._two_forms import TwoForms, two_forms
from zermelo.errors import BadInput, ZermeloError
from zermelo.faces.call_tree import call_tree
from zermelo.faces.equations import MOST_OPTIONS_WRITTEN, Equations, equations_of
from zermelo.faces.filling_order import cell_record, cells_record, cells_text, reached
from zermelo.faces.plain import JsonObject, plain
from zermelo.faces.record import plan_record
from zermelo.faces.spelling import words_of
from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import UNSET, Game, State, seats, state_text
from zermelo.model.numerals import AnySize, spelled
from zermelo.solution import Option, Solution
from zermelo.solution.lines import best_line
from zermelo.solution.play import move_name

STEPS_TRACED = 16  # of a trace
FORMS = """\
minimax   V₁(S) = max [ g + V₁(S') ] when player 1 moves, min [ −g + V₁(S') ] when player 2 does
negamax   D(S) = max [ g − D(S') ] whoever moves; V₁ is D when player 1 moves, else −D"""
FORMS_OF_KEPT_TURNS = """\
again     where the mover moves again, it is g + D(S') and V₁(S') with the same player to move"""


@dataclass(frozen=True)
class Explanation(AnySize):
    """Why a state is worth what it is: sections with their titles, and the same as plain data."""

    solution: Solution  # that is explained
    state: State  # the position that is looked at
    every: bool  # whether all states are told
    view: str | None  # how values are told; None for what the game counts
    forms: bool  # whether minimax is told beside negamax

    @cached_property
    def sections(self) -> dict[str, str]:
        """Title → text."""
        return dict(self._sections())

    @cached_property
    def record(self) -> JsonObject:
        """The plan, the recurrence, the state with its moves; with `every`, all states, calls."""
        solution, equations, graph = self.solution, self._equations, self._graph
        listed = solution.answers.best(self.state) is None
        tree = None if graph is None else call_tree(equations, graph)
        options = solution.options(self.state) if listed else []
        return {
            "game": spelled(solution.game),
            "plan": plan_record(solution),
            "view": self.view,
            "recurrence": equations.recurrence,
            "position": cell_record(equations, self.state, options) if listed else None,
            "cells": None if graph is None else cells_record(equations, graph),
            "tree": None if tree is None else tree.record(),
            "forms": forms_record(self._forms) if self.forms else None,
        }

    def _sections(self) -> Iterator[tuple[str, str]]:
        solution, equations, graph = self.solution, self._equations, self._graph
        yield "The plan", str(solution.plan)
        yield "The recurrence", equations.recurrence
        yield "This position", _position(equations, self.state)
        if graph is not None:
            yield "Every state, in the order of filling", cells_text(equations, graph)
            yield "The calls of the naive recursion", _tree_text(equations, graph)
        if self.forms:
            yield "Minimax beside negamax", forms_text(self._forms)
        if graph is None and not self.forms:
            yield from _played(solution.at(self.state), equations)

    @cached_property
    def _equations(self) -> Equations:
        return equations_of(self.solution, self.view)

    @cached_property
    def _graph(self) -> StateGraph | None:
        return reached(self.solution, self.state) if self.every else None

    @cached_property
    def _forms(self) -> TwoForms:
        return two_forms(self.solution.game, start=self.state)

    def __str__(self) -> str:
        return "\n\n".join(f"{title}\n{_indented(text)}" for title, text in self.sections.items())


def explain(
    solution: Solution,
    state: State = UNSET,
    *,
    every: bool = False,
    view: str | None = None,
    forms: bool = False,
) -> Explanation:
    """Why this method, the recurrence with the numbers of a state, and what greedy would lose.

    With `every`, all states in the order in which a table is filled, and the tree of calls. `view`
    tells it as a 'difference', as a 'pair' of scores, or as the mover's own 'total'. With `forms`,
    minimax beside negamax, state by state.

    >>> from zermelo import solve
    >>> from zermelo.games import Ends, Kayles
    >>> print(explain(solve(Kayles((3,)))).sections["This position"])
    3
      3 → 2: leaves a win (N), nimber 2
    ✓ 3 → 1 + 1: leaves a loss (P), nimber 0
      3 → 1: leaves a win (N), nimber 1
    mex{0, 1, 2} = 3, so it is an N-position: the player to move wins
    >>> print(explain(solve(Ends((1, 5, 2))), view="total").sections["This position"])
    0,2   [1, 5, 2]
    ✓ left: 8 − (5) = 3
    ✓ right: 8 − (5) = 3
    so the mover's own total is 3
    """
    if isinstance(solution, Game):  # any other solution is one, if it answers as one
        raise BadInput(
            spelled(solution),
            where="explain",
            rule="it explains a solution, and this is a game that nobody has solved yet",
            fix="Solve it first, explain(solve(game))",
        )
    here = solution.start if state is UNSET else solution.at(state).start
    return Explanation(solution, here, every, view, forms)


def _played(solution: Solution, equations: Equations) -> Iterator[tuple[str, str]]:
    """The line of best play, and what greedy would have lost."""
    trace = _trace(solution, equations)
    if trace:
        yield "Best play, step by step", trace
    greedy = _greedy(solution)
    if greedy:
        yield "What greedy would have lost", greedy


def forms_text(forms: TwoForms) -> str:
    """The two recurrences, and both tables state by state."""
    parts = [FORMS, FORMS_OF_KEPT_TURNS] if forms.keeps_turn else [FORMS]
    return "\n".join([*parts, str(forms)])


def forms_record(forms: TwoForms) -> JsonObject:
    """Both tables as plain data."""
    names = ("state", "minimax_1", "minimax_2", "negamax")
    rows = [dict(zip(names, map(plain, row), strict=True)) for row in forms.rows]
    return {"agree": forms.agree, "states": rows}


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
    typed, drawn = words_of(state), state_text(game, state)
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
    lines = [_branch(equations, state, option) for option in options[:MOST_OPTIONS_WRITTEN]]
    if len(options) > MOST_OPTIONS_WRITTEN:
        lines.append(f"… and {len(options) - MOST_OPTIONS_WRITTEN} more moves")
    return "\n".join([*lines, equations.verdict(state, options)])


def _named_best(solution: Solution, state: State) -> list[str]:
    """Best moves that a form names without comparing all of them."""
    best = solution.first_best_moves(MOST_OPTIONS_WRITTEN + 1, state)
    lines = [
        f"✓ {move_name(solution.game, move)}: leaves a {solution.outcome_of(move.to)}"
        for move in best[:MOST_OPTIONS_WRITTEN]
    ]
    more = ["… and more best moves"] if len(best) > MOST_OPTIONS_WRITTEN else []
    return [*lines, *more, "a form names best moves: it does not compare all"]


def _branch(equations: Equations, state: State, option: Option) -> str:
    """One move: its gain, what it leaves, what it is worth."""
    mark = "✓" if option.best else " "
    return f"{mark} {equations.name(option)}: {equations.branch(state, option)}"


def _trace(solution: Solution, equations: Equations) -> str:
    """The line of best play with the reason of every move."""
    play = best_line(solution, most=STEPS_TRACED + 1)
    names = seats(solution.game, solution.start)
    lines: list[str] = []
    for number, step in enumerate(islice(play.steps, STEPS_TRACED), 1):
        compared = _compared(equations, step.state)
        took = move_name(solution.game, step.move).replace("\n", " / ")
        lines.append(f"{number:>3}. {names[step.player]}: {took}   [{compared}]")
    if len(play.steps) > STEPS_TRACED:
        lines.append("     …")
    return "\n".join(lines)


def _compared(equations: Equations, state: State) -> str:
    solution = equations.solution
    if solution.answers.best(state) is not None:
        return f"by the form: {solution.plan.title}"
    options = solution.options(state)[:MOST_OPTIONS_WRITTEN]
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
