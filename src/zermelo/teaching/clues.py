"""The patterns of games: what is said in a problem that has one, its state, its table.

A game has the pattern of the shape that it declares; else the one that its model names; else the
one that its facts lead to.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.games.models import model_of
from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import Game, PayoffGame, declares
from zermelo.model.shapes import (
    CapRow,
    DivisorHeap,
    FrontRow,
    NimHeaps,
    OctalHeaps,
    RacePool,
    Row,
    ScoredPool,
    SeveralRows,
    TakeHeap,
)


@dataclass(frozen=True)
class Pattern:
    """One way to model a game, and the words by which a problem gives it away."""

    key: str
    title: str
    state: str  # what is enough to know
    recurrence: str
    clues: tuple[str, ...]
    template: str = ""  # the function of zermelo.patterns that solves it from plain numbers
    shapes: tuple[type, ...] = ()
    beyond: tuple[type, ...] = ()  # shapes among them that the template does not solve
    program: str = ""  # the template, in four languages, that is written for it
    is_general: bool = False  # for games of every kind: one that says how a move is made goes first


ALL_PATTERNS = (
    Pattern(
        "interval",
        "a row taken from its ends (interval DP)",
        "(i, j), the part of the row that is left",
        "D(i, j) = max(aᵢ − D(i+1, j), aⱼ − D(i, j−1))",
        (
            "take from either end",
            "take from both ends",
            "take the first or the last",
            "the leftmost or the rightmost",
            "from the left or from the right of the row",
            "remove from the beginning or the end of the array",
            "either the first or the last coin from the row",
            "stones in a row, taken from the ends",
            "interval DP",
        ),
        "interval_game",
        (Row, SeveralRows),
        beyond=(SeveralRows,),
        program="interval",
    ),
    Pattern(
        "front",
        "a row taken from the front (linear DP)",
        "i, how many are gone",
        "D(i) = max over 1 ≤ x ≤ K of (sum of the next x − D(i+x))",
        (
            "take from the front",
            "take 1 to 3 from the front",
            "take the first one, two or three",
            "first three",
            "take up to k from the beginning",
            "a prefix of the row",
            "from the first remaining stones in the row",
            "linear DP",
        ),
        "front_game",
        (FrontRow,),
        program="front",
    ),
    Pattern(
        "cap",
        "a row taken from the front under a growing cap",
        "(i, M), how many are gone and the cap",
        "D(i, M) = max over 1 ≤ x ≤ 2M of (sum of the next x − D(i+x, max(M, x)))",
        (
            "take 1 to 2M",
            "choose X in the range 1 <= X <= 2M",
            "at most twice as many as before",
            "the limit grows with what is taken",
        ),
        "cap_game",
        (CapRow,),
        program="cap",
    ),
    Pattern(
        "pool",
        "a pool of items, each used once (bitmask DP)",
        "S, the set of used items, one bit each",
        "W(S) = some x outside S reaches the target or has not W(S ∪ {x})",
        (
            "choose a number not used",
            "each number only once",
            "without reuse",
            "without replacement, until the total reaches",
            "numbers that were not chosen yet",
            "reach the target first",
            "the running total reaches or exceeds",
            "bitmask DP",
        ),
        "pool_game",
        (RacePool,),
        program="pool",
    ),
    Pattern(
        "groups",
        "a pool of items with groups to complete",
        "S, the set of used items, one bit each",
        "D(S) = max over x outside S of (g + D(S ∪ {x})) where x completes g ≥ 1 groups, "
        "else of −D(S ∪ {x})",
        ("close a box", "complete a group and move again", "draw a line between dots"),
        shapes=(ScoredPool,),
    ),
    Pattern(
        "heap",
        "one heap, some numbers to take (win or loss of a number)",
        "n, what is left",
        "W(n) = some allowed x has not W(n−x)",
        (
            "remove 1, 2 or 3 stones from a heap",
            "take stones from a pile",
            "subtract a number",
            "a square number of stones",
            "remove a square number of stones from the pile",
        ),
        "heap_game",
        (TakeHeap, DivisorHeap),
        beyond=(DivisorHeap,),
        program="heap",
    ),
    Pattern(
        "sum",
        "several independent games at once, last move wins (nimbers, XOR)",
        "each part by itself",
        "G(S) = mex of G(S') over moves; parts add by XOR",
        (
            "several heaps",
            "piles, take from one of them",
            "several piles, remove any number from one pile",
            "choose a heap and remove any number from it",
            "remove any number of stones from exactly one heap",
            "any number of objects, all from the same heap",
            "independent parts",
            "independent piles, last to move wins",
            "split a heap in two",
            "moves in one part do not touch the others",
            "XOR of the heaps",
            "nimbers, Grundy numbers",
        ),
        shapes=(NimHeaps, OctalHeaps),
        program="grundy",
    ),
    Pattern(
        "last",
        "only the end counts, no position comes back (win or loss)",
        "the position, whatever the moves depend on",
        "W(S) = some move leaves not W(S')",
        (
            "last to move",
            "the last player to move wins",
            "whoever cannot move loses",
            "who cannot move, the other one wins",
            "the player who takes the last one wins",
            "the player who makes the last move wins",
            "who wins, no score",
        ),
        program="winloss",
        is_general=True,
    ),
    Pattern(
        "cycles",
        "play can come back to a position (retrograde analysis)",
        "the position, and who moves",
        "a position wins if some move leaves a loss, loses if every move leaves a win, else a draw",
        (
            "can repeat positions",
            "play can come back",
            "the game may go on for ever",
            "a draw by repetition",
            "move back and forth",
            "retrograde analysis",
        ),
        program="retrograde",
    ),
    Pattern(
        "players",
        "own totals, or more than two players (vectors)",
        "the position, and who moves",
        "V(S) = V(S') + g to the mover, for the move with the mover's largest own total",
        (
            "three players",
            "more than two players",
            "each maximises an own total",
            "three players, each maximises an own score",
            "not zero-sum",
        ),
    ),
    Pattern(
        "board",
        "a board with many positions (search with bounds where no table fits)",
        "the stones of both players",
        "D(S) = max over moves of (g − D(S'))",
        (
            "a board of squares",
            "in a straight line",
            "put a stone on a free square",
            "find the best move in this position",
        ),
    ),
    Pattern(
        "scored",
        "scored, no position comes back (score difference DP)",
        "the position, whatever moves and gains depend on",
        "D(S) = max over moves of (g − D(S'))",
        ("maximise the score", "score difference", "the larger total wins", "collect points"),
        program="dag",
        is_general=True,
    ),
)
PATTERNS = {pattern.key: pattern for pattern in ALL_PATTERNS}
_BY_SHAPE = {shape: pattern for pattern in ALL_PATTERNS for shape in pattern.shapes}


def pattern_of(game: Game, graph: StateGraph) -> Pattern:
    """The pattern of a game whose graph was looked at."""
    return said_pattern(game) or PATTERNS[_by_facts(game, graph)]


def said_pattern(game: Game) -> Pattern | None:
    """The pattern that a game's shape or model names; every game of the catalogue has one."""
    if type(game.shape) in _BY_SHAPE:
        return _BY_SHAPE[type(game.shape)]
    model = model_of(type(game))
    return PATTERNS[model.pattern] if model else None


def written_for(game: Game, pattern: Pattern) -> tuple[str, str]:
    """The function of zermelo.patterns for a game, and the template; "" where there is none."""
    if type(game.shape) in set(pattern.shapes) - set(pattern.beyond):
        return pattern.template, pattern.program
    model = model_of(type(game))
    return "", model.program if model else ""


def _by_facts(game: Game, graph: StateGraph) -> str:
    if isinstance(game, PayoffGame):
        return "players"
    if declares(game, "parts") and graph.is_outcome and graph.paid <= {-1}:
        return "sum"
    if not graph.complete:
        return "board"
    if graph.sweep is None:
        return "cycles"
    return "last" if graph.is_outcome and graph.paid != {0} else "scored"
