"""The two textbook forms side by side: minimax V₁ and negamax D.

    minimax   V₁(S) = max [ g + V₁(S')] when player 1 moves,  min [−g + V₁(S')] when player 2 does
    negamax   D(S)  = max [ g − D(S')]  whoever moves

They agree: D(S) is V₁(S) with player 1 to move and −V₁(S) with player 2 to move, because
min f = −max(−f). A move that keeps the turn gives g + D(S') in negamax; in minimax nothing changes,
for V₁(S') is that of whoever moves there. Negamax needs one table instead of two and no word about
whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo._solve import solve
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import DEFAULT_BUDGET
from zermelo.methods.minimax import minimax_values
from zermelo.model.exact import Number
from zermelo.model.game import UNSET, Game, State, state_text
from zermelo.model.numerals import AnySize, how_many, spelled, written

PAIRS_PRINTED = 40


@dataclass(frozen=True)
class TwoForms(AnySize):
    """Both forms for every state, states in the order of discovery."""

    game: Game  # that was solved
    rows: tuple[tuple[State, Number, Number, Number], ...]  # state, V₁ (1 moves), V₁ (2 moves), D
    keeps_turn: bool = False  # whether after some moves the mover moves again

    @property
    def agree(self) -> bool:
        """Whether V₁ = D when player 1 moves and V₁ = −D when player 2 does, in every state."""
        slack = self.game.tolerance or 0
        return all(abs(one - d) <= slack and abs(two + d) <= slack for _, one, two, d in self.rows)

    def __str__(self) -> str:
        head = ("state", "V₁, 1 moves", "V₁, 2 moves", "D")
        cells = [
            (_named(self.game, s), *map(written, rest)) for s, *rest in self.rows[:PAIRS_PRINTED]
        ]
        widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in (head, *cells)
        ]
        more = len(self.rows) - len(cells)
        lines += [f"… {more:,} more"] if more else []
        verdict = "they agree" if self.agree else "they differ"
        return "\n".join([*lines, f"{how_many(len(self.rows), 'state')}: {verdict}"])


def _named(game: Game, state: State) -> str:
    """As the game shows it; the state itself where that is a picture of several lines."""
    drawn = state_text(game, state)
    return spelled(state) if "\n" in drawn else drawn


def two_forms(game: Game, *, start: State = UNSET, budget: int = DEFAULT_BUDGET) -> TwoForms:
    """Solve an acyclic two-player game in both forms and lay the tables side by side.

    >>> from zermelo.games import Ends
    >>> print(two_forms(Ends((1, 5))))
     state  V₁, 1 moves  V₁, 2 moves  D
    [1, 5]            4           −4  4
       [5]            5           −5  5
       [1]            1           −1  1
        []            0            0  0
        []            0            0  0
    5 states: they agree
    """
    solution = solve(game, start=start, method="backward", budget=budget, engine="plain")
    graph = solution.answers.graph
    assert isinstance(graph, StateGraph)
    one, two = minimax_values(graph)
    rows = zip(graph.states, one, two, map(solution.value_of, graph.states), strict=True)
    return TwoForms(game, tuple(rows), graph.has_again)
