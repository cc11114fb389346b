"""What one player can force against all others together, and where a tie-break decided.

The guarantee of a player is the value of the game in which the others have one aim, to hold that
player's own total down (the maximin; von Neumann 1928):

    G(S) = max over moves [ g + G(S') ] when the player moves,  min over moves G(S') when not,

with G(end) = what the end pays the player. It is a promise; an equilibrium is none.

Equilibria are followed through all tie-breaks at once. A vector can be the outcome of a state by a
move when the mover gets at least what every other move gives at its worst:

    E(S) = { v + g·e : v in E(S'), own(v) + g ≥ max over other moves of min own over their E }.

One sweep each, O(moves) times the vectors that are held.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.errors import Setting, Unavailable
from zermelo.graph.contract import Graph
from zermelo.graph.lists import Lists
from zermelo.model.exact import Number, exact

MOST_MOVES_COMPARED = 5_000_000  # of a compiled graph, looked at one by one
MOST_VECTORS = 16  # of a state, that are followed

Vector = tuple[Number, ...]


def listed(graph: Graph, game: str) -> Lists:
    """The lists of a graph; refused where play can come back, or is not held move by move."""
    if not graph.is_acyclic:
        raise Unavailable(
            "play can come back to a state",
            where=f"{game}, a guarantee",
            rule="what is forced is worked out from the ends back, which needs play that ends",
            fix="Ask about an acyclic game, or read the outcome",
        )
    lists = graph.as_lists(MOST_MOVES_COMPARED)
    if lists is None:
        raise Unavailable(
            f"{graph.moves:,} moves",
            where=f"{game}, a guarantee",
            rule=f"as many as {MOST_MOVES_COMPARED:,} are looked at one by one",
            fix=("Solve a smaller instance, or with a larger ", Setting("memory")),
        )
    return lists


def guarantees(graph: Lists, player: int) -> list[Number]:
    """[N] what the player can force from each state on; without movers, as its player to move."""
    return _of_two(graph, player) if graph.mover is None else _of_many(graph, graph.mover, player)


def _of_many(graph: Lists, mover: Sequence[int], player: int) -> list[Number]:
    forced: list[Number] = [None if pay is None else pay[player] for pay in graph.payoff]
    for state in graph.sweep or ():
        moves = graph.moves_of(state)
        if moves and mover[state] == player:
            forced[state] = max(graph.gain[m] + forced[graph.to[m]] for m in moves)
        elif moves:
            forced[state] = min(forced[graph.to[m]] for m in moves)
    return forced


def _of_two(graph: Lists, player: int) -> list[Number]:
    """The player to move is number 0, the other one number 1; an end pays who is to move."""
    mine = list(graph.payoff)
    theirs: list[Number] = [None if pay is None else 0 for pay in graph.payoff]
    for state in graph.sweep or ():
        moves = graph.moves_of(state)
        if moves:
            to, gain, again = graph.to, graph.gain, graph.again
            mine[state] = max(gain[m] + (mine if again[m] else theirs)[to[m]] for m in moves)
            theirs[state] = min((theirs if again[m] else mine)[to[m]] for m in moves)
    return theirs if player else mine


def equilibria(graph: Lists, root: int, slack: float) -> list[Vector] | None:
    """The vectors of a state under all tie-breaks; None where they are too many to follow."""
    mover = graph.mover or ()
    found: list[list[Vector]] = [[] if pay is None else [tuple(pay)] for pay in graph.payoff]
    for state in graph.sweep or ():
        if graph.moves_of(state):
            found[state] = _attained(graph, state, mover[state], found, slack)
        if len(found[state]) > MOST_VECTORS:
            return None
    return found[root]


def _attained(
    graph: Lists, state: int, player: int, found: list[list[Vector]], slack: float
) -> list[Vector]:
    """What the best moves of a state can lead to, without repeats."""
    branches = [
        [_added(vector, player, graph.gain[move]) for vector in found[graph.to[move]]]
        for move in graph.moves_of(state)
    ]
    worst = [min(vector[player] for vector in branch) for branch in branches]
    second, top = [*sorted(worst)[-2:-1], *worst][0], max(worst)
    kept: dict[Vector, None] = {}
    for low, branch in zip(worst, branches, strict=True):
        least = second if low == top else top  # of the other moves, at their worst
        kept.update((v, None) for v in branch if v[player] >= least - slack)
    return list(kept)


def _added(vector: Vector, player: int, gain: Number) -> Vector:
    return (*vector[:player], exact(vector[player] + gain), *vector[player + 1 :])
