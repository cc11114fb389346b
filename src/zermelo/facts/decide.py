"""The decision procedure: which value type, which method, and why the tempting one is wrong.

It is a tree of questions, `DECLARED` before a game is explored and `EXPLORED` afterwards, with a
method at the end of every path. `zermelo which --chart` draws it, `diagnose` prints where a game
comes out and `plan` follows it: what is said is what is done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from zermelo.facts.conservation import totals
from zermelo.graph.state_graph import StateGraph
from zermelo.limits.amounts import count_text
from zermelo.model.arrays import all_equal
from zermelo.model.combine import OwnTotals
from zermelo.model.game import Game, PayoffGame, ValueType, declares
from zermelo.model.numerals import shown
from zermelo.model.shapes import (
    CapRow,
    DivisorHeap,
    FrontRow,
    NimHeaps,
    OctalHeaps,
    RacePool,
    Row,
    Rows,
    ScoredPool,
    TakeHeap,
)

PLAIN = 10_000  # states that the plain engine solves before a compiler would have started
PLAIN_HEAPS = 100  # heaps whose nimbers take a moment by the definition
SHORT_ROW = 209  # states of a row of 19 coins, whose table is found at once and fits the screen
SMALL_STATES: dict[type, int] = {OctalHeaps: PLAIN_HEAPS, Row: SHORT_ROW}
FAMILIES: dict[type, tuple[ValueType, str, str]] = {
    Row: (ValueType.DIFFERENCE, "peak-fusion", "a row with two open ends"),
    Rows: (ValueType.DIFFERENCE, "rows-fusion", "several rows with open ends"),
    FrontRow: (ValueType.DIFFERENCE, "front-window", "a row taken from the front"),
    CapRow: (ValueType.DIFFERENCE, "cap-queues", "a row taken under a growing cap"),
    RacePool: (ValueType.OUTCOME, "pool-words", "a race over a pool of numbers"),
    ScoredPool: (ValueType.DIFFERENCE, "pool-scores", "a pool of items with groups to score"),
    TakeHeap: (ValueType.OUTCOME, "heap-sieve", "a heap and what may be taken from it"),
    OctalHeaps: (ValueType.NIMBER, "octal-periods", "heaps under an octal code"),
}

XOR_ON_SCORES = (
    "XOR of nimbers",
    "it is for last-move games; scores do not add that way: the rows (1) and (1, 2) are both "
    "worth 1, yet beside the row (1) they give 0 and 2",
)
GREEDY = (
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


@dataclass(frozen=True)
class Decision:
    """What to compute, how, on what grounds, and what not to do."""

    value_type: ValueType
    method: str
    reason: str
    instead: Reasons
    note: str = OUTSIDE

    def __str__(self) -> str:
        lines = [
            f"{'value':<23}{self.value_type.value}",
            f"{'method':<23}{self.method}: {self.reason}",
        ]
        lines += [f"{'not':<23}{tempting}: {why}" for tempting, why in self.instead]
        return "\n".join([*lines, self.note])


class Leaf:
    """Where the procedure ends: the value, the method, and what is to be said about one game."""

    def __init__(  # by hand: a small solve would wait 2 ms for two more dataclasses
        self,
        value_type: ValueType,
        method: str,
        reason: Callable[[Any, Any], str],  # of the game and its graph
        instead: Callable[[Any, Any], Reasons] = lambda *_: (),
        note: Callable[[Any], str] = lambda _: OUTSIDE,
    ) -> None:
        self.value_type, self.method = value_type, method
        self.reason, self.instead, self.note = reason, instead, note

    def decision(self, game: Game, graph: Any) -> Decision:
        """What is decided about this game."""
        reason, instead = self.reason(game, graph), self.instead(game, graph)
        return Decision(self.value_type, self.method, reason, instead, self.note(game))


class Question:
    """A question about a game and its graph, and where both answers lead."""

    def __init__(
        self,
        text: str,
        holds: Callable[[Any, Any], bool],
        yes: Question | Leaf,
        no: Question | Leaf | None,  # None: it has to be explored
    ) -> None:
        self.text, self.holds, self.yes, self.no = text, holds, yes, no


Node: TypeAlias = Question | Leaf | None


def path(node: Node, game: Game, graph: Any = None) -> Iterator[tuple[Question | Leaf, bool]]:
    """The questions that are asked about a game, with their answers; at last the leaf, if any."""
    while isinstance(node, Question):
        answer = node.holds(game, graph)
        yield node, answer
        node = node.yes if answer else node.no
    if node is not None:
        yield node, True


def _walked(node: Node, game: Game, graph: Any = None) -> Decision | None:
    *_, (last, _) = path(node, game, graph)
    return last.decision(game, graph) if isinstance(last, Leaf) else None


def declared(game: Game) -> Decision | None:
    """What follows from the game's own declarations, before it is explored."""
    return _walked(DECLARED, game)


def decide(game: Game, graph: StateGraph, refused: Collection[str] = ()) -> Decision:
    """Choose by the declarations and the facts of an explored graph; the user is asked nothing.

    `refused` names methods that were tried and do not fit after all.
    """
    early = declared(game)
    if early is not None and early.method not in refused and _can_be(early, graph):
        return early
    decision = _walked(EXPLORED, game, graph)
    assert decision is not None
    return decision


def _can_be(early: Decision, graph: StateGraph) -> bool:
    """Whether the facts found so far allow what the game declares."""
    if early.value_type is not ValueType.NIMBER:
        return True
    plain = graph.mover is None and not graph.has_gains and not graph.has_again
    return plain and graph.sweep is not None and graph.paid <= {-1}


def keeps_score(game: Game, graph: Any) -> bool:
    """Whether more is at stake than the outcome.

    A row of zeros is still a scored game: it ends, and no payoff of its own says who has won.
    """
    if not graph.is_outcome:
        return True
    return graph.paid == {0} and not declares(game, "payoff")


# -- what is said about a game at each leaf --------------------------------------------------------


def _not_vectors(game: PayoffGame, graph: StateGraph) -> Reasons:
    instead = [_one_number(game, graph)]
    if game.players > 2:
        instead.append(("minimax", "its guarantee needs exactly two players with opposed aims"))
    if graph.sweep is None:
        instead.append(DP_ON_CYCLE)
    return tuple(instead)


def _vectors_note(game: PayoffGame) -> str:
    equilibrium = (
        "With three or more players the value is an equilibrium under the stated tie-break "
        "(the move listed first), not a guarantee. "
    )
    return f"{equilibrium if game.players > 2 else ''}{OUTSIDE}"


def _one_number(game: PayoffGame, graph: StateGraph) -> tuple[str, str]:
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


def _conserved_total(graph: Any, tolerance: float | None) -> Any:
    """What every play from the start collects; None where that depends, or is not known."""
    if not graph.complete:
        return None
    if isinstance(graph, StateGraph):
        return totals(graph, tolerance).total[0]
    total, fixed = graph.sweeps().totals()
    return int(total[0]) if fixed[0] else None


def _turns(_: Game, graph: StateGraph) -> str:
    turns = "some moves keep the turn" if graph.has_again else "turns alternate"
    return f"scored and acyclic, {turns}"


def _not_outcomes(_: Game, graph: StateGraph) -> Reasons:
    why = "the sum theorem is for normal play; here a player without a move may win"
    return (("XOR of nimbers", why),) if 1 in graph.paid else ()


def _not_family(game: Game, _: Any) -> Reasons:
    table = ("a plain table", f"it would hold {count_text(game.shape.states)} states")
    return (table, XOR_ON_SCORES, GREEDY) if isinstance(game.shape, Row | Rows) else (table,)


def _said(text: str) -> Callable[[Any, Any], str]:
    return lambda *_: text


def _not(*instead: tuple[str, str]) -> Callable[[Any, Any], Reasons]:
    return lambda *_: instead


# -- the procedure ---------------------------------------------------------------------------------


def _is_cyclic(_: Game, graph: StateGraph) -> bool:
    return graph.sweep is None


def _of_shape(shape: type[Any], more_than: int = -1) -> Callable[[Any, Any], bool]:
    return lambda game, _: isinstance(game.shape, shape) and game.shape.states > more_than


def _family(shape: type) -> tuple[str, Callable[[Any, Any], bool], Leaf]:
    """The question and the leaf of a declared family."""
    value_type, method, what = FAMILIES[shape]
    small = SMALL_STATES.get(shape, PLAIN)
    reason = _said(f"the game declares {what}, which has a quicker way than a table")
    text = f"{what}, more than {small:,} {'heaps' if shape is OctalHeaps else 'states'}"
    return text, _of_shape(shape, small), Leaf(value_type, method, reason, _not_family)


_DECLARATIONS: tuple[tuple[str, Callable[[Any, Any], bool], Leaf], ...] = (
    (
        "a number and its divisors",
        _of_shape(DivisorHeap),
        Leaf(
            ValueType.OUTCOME,
            "divisor-parity",
            _said("the game declares that it is a divisor heap"),
            _not(CLOSED_FORM),
        ),
    ),
    (
        "a row with two open ends, and all its coins are equal",
        lambda game, _: isinstance(game.shape, Row) and all_equal(game.shape.values),
        Leaf(
            ValueType.DIFFERENCE,
            "equal-row",
            _said("the game declares a row, and all its coins are equal"),
            _not(CLOSED_FORM, XOR_ON_SCORES),
        ),
    ),
    (
        f"heaps of Nim, one of more than {PLAIN_HEAPS:,}",
        _of_shape(NimHeaps, PLAIN_HEAPS),
        Leaf(
            ValueType.NIMBER,
            "nim-sum",
            _said("the game declares heaps of Nim, and not only small ones"),
            _not(CLOSED_FORM, PRODUCT),
        ),
    ),
    *map(_family, FAMILIES),
    (
        "independent parts, in normal play",
        lambda game, _: declares(game, "parts"),
        Leaf(
            ValueType.NIMBER,
            "nimbers",
            _said("the game declares independent parts, and all end in normal play"),
            _not(PRODUCT),
        ),
    ),
)


def _chained() -> Node:
    node: Node = None
    for text, holds, leaf in reversed(_DECLARATIONS):
        node = Question(f"Does it declare {text}?", holds, leaf, node)
    return node


DECLARED = _chained()
EXPLORED = Question(
    "Do the players count own totals, or are there more than two?",
    lambda game, _: isinstance(game, PayoffGame),
    Leaf(
        ValueType.VECTOR,
        "vectors",
        lambda game, _: f"{game.players} players, each maximises an own total",
        _not_vectors,
        _vectors_note,
    ),
    Question(
        "Are there more states than the budget?",
        lambda _, graph: not graph.complete,
        Leaf(
            ValueType.DIFFERENCE,
            "alphabeta",
            lambda _, graph: (
                f"more than {len(graph) - 1:,} states: search from the start with proven bounds"
            ),
            _not(("a full table", "it needs every state in memory")),
        ),
        Question(
            "Does a score count, and not only the end?",
            lambda game, graph: keeps_score(game, graph),
            Question(
                "Can play come back to a state?",
                _is_cyclic,
                Leaf(
                    ValueType.DIFFERENCE,
                    "thresholds",
                    _said(
                        "scored and cyclic: each cycle's states are solved threshold by threshold"
                    ),
                    _not(DP_ON_CYCLE, XOR_ON_SCORES, GREEDY),
                ),
                Leaf(ValueType.DIFFERENCE, "backward", _turns, _not(XOR_ON_SCORES, GREEDY)),
            ),
            Question(
                "Can play come back to a state?",
                _is_cyclic,
                Leaf(
                    ValueType.OUTCOME,
                    "retrograde",
                    _said(
                        "only the end counts and play can come back: win, draw and loss spread "
                        "backwards"
                    ),
                    _not(DP_ON_CYCLE),
                ),
                Leaf(
                    ValueType.OUTCOME,
                    "winloss",
                    _said(
                        "acyclic, and only the end counts: a state wins if some move leaves a loss"
                    ),
                    _not_outcomes,
                ),
            ),
        ),
    ),
)
