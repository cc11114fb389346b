"""The decision procedure: which value type, which method, and why the tempting one is wrong.

    declared in closed form ────────────────────────── divisor-parity, equal-row, nim-sum
    declared family, larger than a small table ─────── peak-fusion, rows-fusion, front-window,
                                                       cap-queues, pool-words, pool-scores,
                                                       heap-sieve, octal-periods
    declared as a sum of parts, normal play ────────── nimber, nimbers
    p players, own totals ──────────────────────────── vector, vectors
    scored ── acyclic ──────────────────────────────── difference, backward
           └─ cyclic, no gain inside a cycle ───────── difference, thresholds
    only the end counts ── acyclic ─────────────────── outcome, winloss
                        └─ cyclic ──────────────────── outcome, retrograde
    more states than the budget ────────────────────── bounds, alphabeta

`diagnose` prints it and `plan` follows it: what is said is what is done.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from zermelo.amounts import count_text
from zermelo.arrays import all_equal
from zermelo.combine import OwnTotals
from zermelo.conservation import totals
from zermelo.game import Game, PayoffGame, ValueType, declares
from zermelo.graph import StateGraph
from zermelo.numerals import shown
from zermelo.shapes import (
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
PRODUCT = ("the product game", "it multiplies the states of the parts; nimbers add them")
DP_ON_CYCLE = (
    "plain backward induction",
    "play can come back to a state, so the recursion never reaches a first value",
)
OUTSIDE = (
    "Outside: chance (dice, shuffles) needs expectations, hidden information needs mixed "
    "strategies; here one state is known to both players and each move has one result."
)


@dataclass(frozen=True)
class Decision:
    """What to compute, how, on what grounds, and what not to do."""

    value_type: ValueType
    method: str
    reason: str
    instead: tuple[tuple[str, str], ...]  # (tempting, why it is wrong)
    note: str = OUTSIDE

    def __str__(self) -> str:
        lines = [
            f"{'value':<23}{self.value_type.value}",
            f"{'method':<23}{self.method}: {self.reason}",
        ]
        lines += [f"{'not':<23}{tempting}: {why}" for tempting, why in self.instead]
        return "\n".join([*lines, self.note])


def declared(game: Game) -> Decision | None:
    """What follows from the game's own declarations, before it is explored."""
    table = ("a table", "the answer is known in closed form")
    if isinstance(game.shape, DivisorHeap):
        reason = "the game declares that it is a divisor heap"
        return Decision(ValueType.OUTCOME, "divisor-parity", reason, (table,))
    if isinstance(game.shape, Row) and all_equal(game.shape.values):
        reason = "the game declares a row, and all its coins are equal"
        return Decision(ValueType.DIFFERENCE, "equal-row", reason, (table, XOR_ON_SCORES))
    if isinstance(game.shape, NimHeaps) and game.shape.states > PLAIN_HEAPS:
        reason = "the game declares heaps of Nim, and not only small ones"
        return Decision(ValueType.NIMBER, "nim-sum", reason, (table, PRODUCT))
    if game.shape is not None and game.shape.states > SMALL_STATES.get(type(game.shape), PLAIN):
        family = FAMILIES.get(type(game.shape))
        if family is not None:
            value_type, method, what = family
            reason = f"the game declares {what}, which has a quicker way than a table"
            table = ("a plain table", f"it would hold {count_text(game.shape.states)} states")
            rows = isinstance(game.shape, Row | Rows)
            return Decision(
                value_type, method, reason, (table, XOR_ON_SCORES, GREEDY) if rows else (table,)
            )
    if declares(game, "parts"):
        reason = "the game declares independent parts, and all end in normal play"
        return Decision(ValueType.NIMBER, "nimbers", reason, (PRODUCT,))
    return None


def decide(game: Game, graph: StateGraph, refused: Collection[str] = ()) -> Decision:
    """Choose by the declarations and the facts of an explored graph; the user is asked nothing.

    `refused` names methods that were tried and do not fit after all.
    """
    early = declared(game)
    if early is not None and early.method not in refused and _can_be(early, graph):
        return early
    if isinstance(game, PayoffGame):
        return _vectors(game, graph)
    if not graph.complete:
        return _too_large(graph)
    if keeps_score(game, graph):
        return _scores(graph)
    return _outcomes(graph)


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


def _vectors(game: PayoffGame, graph: StateGraph) -> Decision:
    instead = [_one_number(game, graph)]
    note = OUTSIDE
    if game.players > 2:
        instead.append(("minimax", "its guarantee needs exactly two players with opposed aims"))
        note = (
            "With three or more players the value is an equilibrium under the stated tie-break "
            "(the move listed first), not a guarantee. " + OUTSIDE
        )
    if graph.sweep is None:
        instead.append(DP_ON_CYCLE)
    reason = f"{game.players} players, each maximises an own total"
    return Decision(ValueType.VECTOR, "vectors", reason, tuple(instead), note)


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


def _too_large(graph: StateGraph) -> Decision:
    reason = f"more than {len(graph) - 1:,} states: search from the start with proven bounds"
    why = "it needs every state in memory"
    return Decision(ValueType.DIFFERENCE, "alphabeta", reason, (("a full table", why),))


def _outcomes(graph: StateGraph) -> Decision:
    if graph.sweep is None:
        reason = "only the end counts and play can come back: win, draw and loss spread backwards"
        return Decision(ValueType.OUTCOME, "retrograde", reason, (DP_ON_CYCLE,))
    reason = "acyclic, and only the end counts: a state wins if some move leaves a loss"
    instead: tuple[tuple[str, str], ...] = ()
    if 1 in graph.paid:
        why = "the sum theorem is for normal play; here a player without a move may win"
        instead = (("XOR of nimbers", why),)
    return Decision(ValueType.OUTCOME, "winloss", reason, instead)


def _scores(graph: StateGraph) -> Decision:
    if graph.sweep is None:
        reason = "scored and cyclic: each cycle's states are solved threshold by threshold"
        return Decision(
            ValueType.DIFFERENCE, "thresholds", reason, (DP_ON_CYCLE, XOR_ON_SCORES, GREEDY)
        )
    turns = "some moves keep the turn" if graph.has_again else "turns alternate"
    reason = f"scored and acyclic, {turns}"
    return Decision(ValueType.DIFFERENCE, "backward", reason, (XOR_ON_SCORES, GREEDY))
