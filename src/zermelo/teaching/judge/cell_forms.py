"""What the cells of a table may hold, and the equation of a cell filled in by hand.

A difference is D(S) = max [ g − D(S') ], what the mover is ahead by; a total T(S) = max [ g + the
rest that the mover gets later ], the mover's own; a win W(S) is true where some move leads to a
lost S'; a pair is the mover's own total and the other's; a nimber G(S) = mex of the G(S'), the size
of the Nim heap that the state is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from zermelo.errors import BadInput, ZermeloError
from zermelo.graph.rules import moves_of
from zermelo.model.exact import Number
from zermelo.model.game import Asked, Move, PayoffGame, State
from zermelo.model.numerals import spelled, written
from zermelo.solution import Solution

VIEW_LETTERS = {"difference": "D", "total": "T", "pair": "P", "win": "W", "nimber": "G"}
VIEW_WORDS = {
    "difference": "differences",
    "total": "own totals",
    "pair": "pairs (own, other's)",
    "win": "wins",
    "nimber": "nimbers",
}
MOST_TERMS = 8  # of an equation


class Form:
    """One reading of the cells: what each should be, and why."""

    def __init__(self, view: str, solution: Solution) -> None:
        self.view = view
        self.solution = solution
        self.game = solution.game

    def worth(self, state: State) -> Number:
        """What the cell of a state should hold."""
        if self.view == "total":
            return self.solution.scores_of(state)[0]
        if self.view == "pair":
            return self.solution.scores_of(state)
        if self.view == "win":
            return self.solution.outcome_of(state) == "win"
        if self.view == "nimber":
            return self.solution.at(state).nimber
        return self.solution.value_of(state)

    def is_right(self, state: State, theirs: object) -> bool:
        """Whether a cell holds what it should."""
        return same(theirs, self.worth(state), self.game.tolerance)

    def name(self, state: State) -> str:
        """D(0, 1), as it is written by hand."""
        inside = ", ".join(map(spelled, state)) if isinstance(state, tuple) else spelled(state)
        return f"{VIEW_LETTERS[self.view]}({inside})"

    def equation(self, state: State) -> str:
        """The recurrence with its numbers: D(0, 1) = max(1 − 5, 5 − 1) = 4."""
        moves, worth = moves_of(self.game, state), said(self.worth(state))
        if not moves:
            return f"{self.name(state)} = {worth}, an end"
        if isinstance(self.game, PayoffGame):
            return f"{self.name(state)} = {worth}"
        steps = [self._joined(moves, self._filled)]
        if self.view in ("win", "nimber") or not any(move.gain for move in moves):
            steps.insert(0, self._joined(moves, self._named))  # no gain says which move is which
        return " = ".join(dict.fromkeys([self.name(state), *steps, worth]))

    def _joined(self, moves: list[Move], term: Callable[[Move], str]) -> str:
        terms = [term(move) for move in moves[:MOST_TERMS]]
        terms += ["…"] * (len(moves) > MOST_TERMS)
        if self.view == "win":
            return " or ".join(terms)
        if self.view == "nimber":
            return f"mex{{{', '.join(dict.fromkeys(terms))}}}"
        return terms[0] if len(terms) == 1 else f"max({', '.join(terms)})"

    def _named(self, move: Move) -> str:
        """A move's term with the name of the state it leads to."""
        return self._term(move, self.name(move.to))

    def _filled(self, move: Move) -> str:
        """A move's term with the number of the state it leads to."""
        if self.view == "total":
            mine, other = self.solution.scores_of(move.to)
            return f"{written(move.gain)} + {bracketed(mine if move.again else other)}"
        if self.view == "pair":
            mine, other = self.solution.scores_of(move.to)[:: 1 if move.again else -1]
            return f"({written(move.gain)} + {bracketed(mine)}, {said(other)})"
        return self._term(move, said(self.worth(move.to)))

    def _term(self, move: Move, inside: str) -> str:
        if self.view == "nimber":
            return inside
        if self.view == "win":
            return inside if move.again else f"not {inside}"
        if self.view in ("total", "pair"):
            return f"{written(move.gain)} + rest of {inside}"
        sign = "+" if move.again else "−"
        inside = f"({inside})" if inside.startswith("−") else inside
        if not self.game.takes_gains:
            return f"{sign.replace('+', '')}{inside}"
        return f"{written(move.gain)} {sign} {inside}"


def same(theirs: object, right: Number, slack: float | None = None) -> bool:
    """Whether an answer is the right one; a list may stand for a tuple.

    `slack` is what counts as equal, in games of floats.
    """
    if isinstance(right, tuple) and isinstance(theirs, list | tuple):
        pairs = zip(theirs, right, strict=False)
        return len(theirs) == len(right) and all(same(one, two, slack) for one, two in pairs)
    if isinstance(right, tuple):
        return False
    if slack and isinstance(theirs, int | float | Fraction):
        return bool(abs(theirs - right) <= slack)
    try:
        return bool(theirs == right)
    except Exception:  # an object of a class that nobody knows
        return False


def said(value: object) -> str:
    """A value of a cell as people write it."""
    if isinstance(value, tuple):
        return f"({', '.join(map(said, value))})"
    return spelled(value) if isinstance(value, bool | str) or value is None else written(value)


def bracketed(value: Number) -> str:
    """The same, in brackets where it is negative."""
    return f"({said(value)})" if value < 0 else said(value)


def readings(solution: Solution, view: str | None, sample: list[object]) -> list[Form]:
    """The forms that the cells may be in: the one that is named, or those that fit.

    Booleans are wins. A game that asks for a total has tables of totals as well as of differences.
    """
    if view is not None:
        if view not in VIEW_LETTERS:
            raise BadInput(
                spelled(view),
                where="judge(view)",
                rule=f"the forms of a table are {', '.join(VIEW_LETTERS)}",
                fix="Pass one of them, or leave it out",
            )
        return [Form(view, solution)]
    if sample and all(isinstance(cell, bool) for cell in sample):
        return [Form("win", solution)]
    if sample and all(map(is_pair, sample)) and not isinstance(solution.game, PayoffGame):
        return [Form("pair", solution)]
    views = ["difference", "total"] if solution.game.asks is Asked.TOTAL else ["difference"]
    return [form for form in (Form(name, solution) for name in views) if _is_known(form)]


def is_pair(cell: object) -> bool:
    """Whether a cell may hold both players' totals."""
    numbers = int | float | Fraction
    return (
        isinstance(cell, list | tuple)
        and len(cell) == 2
        and all(isinstance(part, numbers) and not isinstance(part, bool) for part in cell)
    )


def _is_known(form: Form) -> bool:
    try:
        form.worth(form.solution.start)
    except ZermeloError:
        return form.view == "difference"
    return True
