"""The questions that lead to a method, and the tempting ways that are wrong.

Every method says itself which answers lead to it (`declares`, or `when` the game was explored);
`zermelo which --chart` draws the tree that follows, `diagnose` prints where a game comes out and
`plan` follows it: what is said is what is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from zermelo.graph.contract import Graph
from zermelo.limits.amounts import count_text
from zermelo.model.combine import OwnTotals
from zermelo.model.exact import Number
from zermelo.model.game import DeclaredShape, Game, PayoffGame, declares
from zermelo.model.numerals import shown
from zermelo.model.shapes import Row, SeveralRows, TurnedRound

SOLVED_AT_ONCE = 10_000  # states that the plain engine solves before a compiler would have started
PLAIN_HEAPS = 100  # heaps whose nimbers take a moment by the definition
SHORT_ROW = 209  # states of a row of 19 coins, whose table is found at once and fits the screen

XOR_ON_SCORES = (
    "XOR of nimbers",
    "it is for last-move games; scores do not add that way: the rows (1) and (1, 2) are both "
    "worth 1, yet beside the row (1) they give 0 and 2",
)
NOT_GREEDY = (
    "greedy (largest gain now)",
    "it does not see the reply: on the row 1, 5, 233, 7 it takes 7 and hands over 233",
)
CLOSED_FORM = ("a table", "the answer is known in closed form")
PRODUCT = ("the product game", "it multiplies the states of the parts; nimbers add them")
DP_ON_CYCLE = (
    "plain backward induction",
    "play can come back to a state, so the recursion never reaches a first value",
)
OUTSIDE = (
    "Outside: chance (dice, shuffles) needs expectations, hidden information needs mixed "
    "strategies; here one state is known to both players and each move has one result."
)

Reasons: TypeAlias = tuple[tuple[str, str], ...]  # (tempting, why it is wrong)


class Question:
    """A question about a game, and about its graph where it was explored."""

    def __init__(self, text: str, holds: Callable[[Game, Graph | None], bool]) -> None:
        self.text, self.holds = text, holds


def of_shape(shape: type, what: str, more_than: int = -1, unit: str = "states") -> Question:
    """Whether a game declares a shape, with more than so many states."""
    size = f", more than {more_than:,} {unit}" if more_than >= 0 and unit else ""

    def holds(game: Game, _: Graph | None) -> bool:
        declared = game.shape
        is_such = isinstance(declared, shape)
        return is_such and bool(declared.states > more_than)

    return Question(f"Does it declare {what}{size}?", holds)


def unturned(shape: DeclaredShape) -> DeclaredShape:
    """A shape itself, or the one that was turned round."""
    return shape.shape if isinstance(shape, TurnedRound) else shape


def on_graph(text: str, holds: Callable[[Graph], bool]) -> Question:
    """A question about an explored graph."""
    return Question(text, lambda _, graph: graph is not None and holds(graph))


OWN_TOTALS = Question(
    "Do the players count own totals, or are there more than two?",
    lambda game, _: isinstance(game, PayoffGame),
)
BEYOND_BUDGET = on_graph("Are there more states than the budget?", lambda graph: not graph.complete)
SCORED = Question(
    "Does a score count, and not only the end?",
    lambda game, graph: graph is not None and keeps_score(game, graph),
)
CYCLIC = on_graph("Can play come back to a state?", lambda graph: not graph.is_acyclic)


def keeps_score(game: Game, graph: Graph) -> bool:
    """Whether more is at stake than the outcome.

    A row of zeros is still a scored game: it ends, and no payoff of its own says who has won.
    """
    if not graph.is_outcome:
        return True
    return graph.paid == {0} and not declares(game, "payoff")


def one_number(game: PayoffGame, graph: Graph) -> tuple[str, str]:
    """Whether one number a state would do: for two players whose totals have a fixed sum."""
    total = _conserved_total(graph, game.tolerance) if game.players == 2 else None
    if total is None:
        why = "every player counts an own total, so one number is too few"
        if game.players == 2 and graph.complete:
            why += ": what both collect together depends on the play"
        return "one difference", why
    way = "derive the class from Game" if not isinstance(game, OwnTotals) else "leave OwnTotals out"
    return "two numbers a state", (
        f"every play collects {shown(total)}, so more for one is less for the other and the "
        f"difference D is enough: the totals are ({shown(total)} ± D)/2; {way}, and keep the turn "
        "with again=True where it does not pass"
    )


def _conserved_total(graph: Graph, tolerance: float | None) -> Number | None:
    """What every play from the start collects; None where that depends, or is not known."""
    return graph.totals(tolerance).total(0) if graph.complete else None


def not_a_table(game: Game) -> Reasons:
    """Why a family has a method of its own."""
    table = ("a plain table", f"it would hold {count_text(game.shape.states)} states")
    return (
        (table, XOR_ON_SCORES, NOT_GREEDY)
        if isinstance(game.shape, Row | SeveralRows)
        else (table,)
    )
