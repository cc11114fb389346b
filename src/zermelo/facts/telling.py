"""Some ends and moves of a game in words, and what looks like a slip, for its author to agree with.

Rules that say something else than their author meant are sound rules of another game, which no
theorem finds. A sentence does: "no move at (0, 3): the player to move gets −1".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from zermelo.errors import ZermeloError
from zermelo.facts.state_words import state_words
from zermelo.facts.turn_holders import in_a_sum, turn_holder
from zermelo.facts.wrapping import wrapped_indexes
from zermelo.graph.contract import Graph
from zermelo.graph.rules import first_move, moves_of, payoff_of, turn_of
from zermelo.model.combine import Sum, core_of
from zermelo.model.exact import Number, signed
from zermelo.model.game import Game, Move, PayoffGame, State, player_name
from zermelo.model.near_hooks import almost_hooks
from zermelo.model.numerals import shown, written

MOST_ENDS = 3
MOVES_TOLD = 3
INDEXES_LOOKED_AT = 100  # states whose indexes are looked at
LONGEST_TOLD = 60  # letters of a state


def in_words(game: Game, graph: Graph) -> tuple[str, ...]:
    """One end for each of some payoffs, and some moves: the first, one with a gain, one that keeps
    the turn. O(states) at most.
    """
    try:
        ends = [_end(game, graph, state) for state in islice(graph.some_ends(), MOST_ENDS)]
        return (*ends, *islice(dict.fromkeys(_moves(game, graph)), MOVES_TOLD))
    except ZermeloError:
        return ()  # the facts say what is wrong with the rules


def suspicions(game: Game, graph: Graph) -> tuple[str, ...]:
    """Names that are almost a hook's, indexes that count from the end unnoticed, turns in a sum."""
    size, core = len(graph), core_of(game)
    numbers = filter(graph.was_expanded, range(0, size, max(1, size // INDEXES_LOOKED_AT)))
    holder = turn_holder(core) if isinstance(core, Sum) else None
    return (
        *almost_hooks(game),
        *wrapped_indexes(game, map(graph.state, numbers)),
        *([in_a_sum(holder)] if holder else []),
    )


def _end(game: Game, graph: Graph, state: State) -> str:
    payoff = payoff_of(game, state)
    where = f"no move at {_short(state)}: "
    if isinstance(game, PayoffGame):
        each = (f"{player_name(game, n)} {signed(pay)}" for n, pay in enumerate(payoff))
        return where + "payoff " + ", ".join(each)
    return f"{where}the player to move gets {written(payoff)}{_meaning(graph, payoff)}"


def _meaning(graph: Graph, payoff: Number) -> str:
    """Who has won, where only the end counts."""
    if not graph.is_outcome:
        return ", and the larger total wins"
    if payoff == 0:
        return ", a draw"
    if graph.has_again:  # nobody knows who moved last
        return ", a loss" if payoff < 0 else ", a win"
    return f", so the one who moved last {'wins' if payoff < 0 else 'loses'}"


def _moves(game: Game, graph: Graph) -> Iterator[str]:
    """The first move of the start, and the first ones that are out of the ordinary."""
    start = graph.state(0)
    if first := first_move(game, start, _any):
        yield _move(game, start, first)
    if graph.has_gains:
        state = graph.a_gain()[0]
        yield from (_move(game, state, move) for move in moves_of(game, state) if move.gain)
    if graph.has_again:
        state = graph.a_kept_turn()
        yield from (_move(game, state, move) for move in moves_of(game, state) if move.again)


def _move(game: Game, state: State, move: Move) -> str:
    name = f"{shown(move.label)} " if move.label is not None else f"to {_short(move.to)} "
    gains = f"gains {written(move.gain)}" if move.gain else "gains nothing"
    if isinstance(game, PayoffGame):
        who, after = (player_name(game, turn_of(game, one)) for one in (state, move.to))
        return f"{name}at {_short(state)}: {who} {gains}, then {_next(game, move, after)}"
    after = "the same player" if move.again else "the other player"
    return f"{name}at {_short(state)}: the mover {gains}, then {_next(game, move, after)}"


def _next(game: Game, move: Move, after: str) -> str:
    return f"{after} moves" if first_move(game, move.to, _any) else "play is over"


def _any(state: State) -> bool:  # noqa: ARG001 - the first move of all
    return True


def _short(state: State) -> str:
    text = state_words(state)
    return text if len(text) <= LONGEST_TOLD else f"{text[: LONGEST_TOLD - 1]}…"
