"""Game → StateGraph, breadth first, iterative, within a budget of states, with progress."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, NamedTuple

from zermelo.errors import (
    BadInput,
    BadMove,
    BadNumber,
    RulesError,
    UnhashableState,
    ZermeloError,
)
from zermelo.exact import FLOAT_FIX, NUMBER_RULE, Number, exact, fault, stated_tolerance, whole
from zermelo.game import Game, Move, PayoffGame, State, is_hashable
from zermelo.graph import StateGraph

DEFAULT_BUDGET = 1_000_000
REPORT_EVERY = 1 << 14  # states between two calls of a progress callback


class Progress(NamedTuple):
    """What a progress callback is told."""

    stage: str
    states: int
    moves: int
    level: int
    seconds: float

    @property
    def states_per_second(self) -> float:
        """The mean speed so far."""
        return self.states / self.seconds if self.seconds else 0.0


Callback = Callable[[Progress], object]


def start_of(game: Game) -> State:
    """The game's start, or an error that says what is missing."""
    if not isinstance(game, Game):
        raise BadInput(
            f"{game!r} is of type {type(game).__name__}",
            rule="a game is an instance of a class derived from Game",
            fix="Pass an instance, e.g. solve(Coins((5, 3))), or wrap a function with "
            "Game.from_function",
        )
    try:
        return game.start
    except AttributeError as error:
        raise RulesError(
            f"{type(game).__name__} has no start ({error})",
            rule="a game says where play begins",
            fix="Give the class an attribute or property `start`",
        ) from error


def explore(
    game: Game,
    *,
    start: State = None,
    budget: int = DEFAULT_BUDGET,
    progress: Callback | None = None,
) -> StateGraph:
    """Number every state that `start` reaches. O(states + moves) calls into the rules.

    When more than `budget` states are found the graph comes back with `complete` False.
    `start=None` means the game's own start.
    """
    origin = start_of(game) if start is None else start
    budget = whole(budget, where="budget", least=1)
    stated_tolerance(game.tolerance)
    if not is_hashable(origin):
        raise _unhashable(origin, "start")
    with collector_paused():
        graph = _expand(game, origin, budget, progress)
    _check_gains(game, graph)
    if isinstance(game, PayoffGame):
        _check_turns(game, graph)
    return graph


@contextmanager
def collector_paused() -> Iterator[None]:
    """States hold no reference cycles; scanning them over and over costs a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def checked_moves(game: Game, state: State) -> list[Move]:
    """The moves of one state, held to the same promises as in `explore`."""
    try:
        moves = list(game.moves(state))
    except Exception as error:
        raise _explain(game, state, None, error) from error
    where = f"{type(game).__name__}.moves({state!r})"
    for place, move in enumerate(moves):
        if move.__class__ is not Move:
            raise _not_a_move(game, state, move)
        if not is_hashable(move.to):
            raise _unhashable(move.to, where)
        if move.gain.__class__ is not int:
            gain = _number(move.gain, game.tolerance, f"a gain in {where}")
            moves[place] = move._replace(gain=gain)
    return moves


def checked_payoff(game: Game, state: State) -> Any:
    """The payoff of a terminal state, held to the same promises as in `explore`."""
    try:
        payoff = game.payoff(state)
    except Exception as error:
        raise _explain(game, state, None, error) from error
    if payoff.__class__ is int and not isinstance(game, PayoffGame):
        return payoff
    where = f"{type(game).__name__}.payoff({state!r})"
    if isinstance(game, PayoffGame):
        return _vector(payoff, game, where)
    return _number(payoff, game.tolerance, where)


def _expand(game: Game, origin: State, budget: int, progress: Callback | None) -> StateGraph:
    """The hot loop: one pass over a list of states that grows while it is read."""
    index = {origin: 0}
    states = [origin]
    first = [0]
    to: list[int] = []
    gains: list[Number] = []
    agains: list[bool] = []
    levels, level_end = [0], 1
    forward, began = True, perf_counter()
    known, moves_of = index.get, game.moves
    here, move = 0, None
    try:
        for here, state in enumerate(states):
            if here == level_end:
                levels.append(here)
                level_end = len(states)
            if progress and here and not here % REPORT_EVERY:
                seconds = perf_counter() - began
                progress(Progress("explore", here, len(to), len(levels), seconds))
            for move in moves_of(state):
                if move.__class__ is not Move:
                    raise _not_a_move(game, state, move)
                target, gain, again, _ = move
                child = known(target)
                if child is None:
                    index[target] = child = len(states)
                    states.append(target)
                elif child <= here:
                    forward = False
                to.append(child)
                gains.append(gain)
                agains.append(again)
            first.append(len(to))
            if len(states) > budget:
                break
    except ZermeloError:
        raise
    except Exception as error:
        raise _explain(game, states[here], move, error) from error
    complete = len(first) == len(states) + 1
    if not complete:  # the states not expanded have no moves here
        first.extend([len(to)] * (len(states) + 1 - len(first)))
    payoff, mover = _endings(game, states, first, complete)
    if progress:
        seconds = perf_counter() - began
        progress(Progress("explore", len(states), len(to), len(levels), seconds))
    return StateGraph(
        states, index, first, to, gains, agains, payoff, mover, levels, complete, forward
    )


def _endings(
    game: Game, states: list[State], first: list[int], complete: bool
) -> tuple[list[Any], list[int] | None]:
    """Ask the rules for the terminals' payoffs and, with p players, for every state's mover."""
    payoff: list[Any] = [None] * len(states)
    if complete:
        for number, state in enumerate(states):
            if first[number] == first[number + 1]:
                payoff[number] = checked_payoff(game, state)
    if not isinstance(game, PayoffGame):
        return payoff, None
    return payoff, [_turn(game, state) for state in states]


def _turn(game: PayoffGame, state: State) -> int:
    try:
        return game.turn(state)
    except Exception as error:
        raise _explain(game, state, None, error) from error


def _explain(game: Game, state: State, move: Any, error: Exception) -> ZermeloError:
    """Turn an exception out of a user's rules into one that says where and what to do."""
    if isinstance(error, TypeError) and isinstance(move, Move) and not is_hashable(move.to):
        return _unhashable(move.to, f"{type(game).__name__}.moves({state!r})")
    if isinstance(error, NotImplementedError):
        return RulesError(
            str(error),
            rule="a game says its moves, and whose turn it is when it has p players",
            fix="Define the method in your class",
        )
    fix = "Mend the rules for that state; a terminal state yields no move"
    if isinstance(error, TypeError) and "not iterable" in str(error):
        fix = "Write `yield Move(...)`, or return a list of moves ([] when there is none)"
    return RulesError(
        f"the rules raised {type(error).__name__}: {error}",
        where=f"{type(game).__name__} in state {state!r}",
        rule="moves, payoff and turn answer for every state that play can reach",
        fix=fix,
    )


def _not_a_move(game: Game, state: State, given: Any) -> BadMove:
    return BadMove(
        f"{given!r} is of type {type(given).__name__}",
        where=f"{type(game).__name__}.moves({state!r})",
        rule="moves(state) yields Move objects",
        fix="Write `yield Move(next_state, gain=…)`",
    )


def _unhashable(state: Any, where: str) -> UnhashableState:
    return UnhashableState(
        f"the state {state!r} cannot be a key",
        where=where,
        rule="a state is hashable: numbers, strings, tuples and frozensets of them",
        fix="Use a tuple where you have a list, a frozenset where you have a set",
    )


def _check_gains(game: Game, graph: StateGraph) -> None:
    """Hold every gain against the game's own idea of a number."""
    if set(map(type, graph.gain)) <= {int}:
        return
    for move, gain in enumerate(graph.gain):
        if gain.__class__ is not int:
            state = graph.states[graph.source(move)]
            where = f"a gain in {type(game).__name__}.moves({state!r})"
            graph.gain[move] = _number(gain, game.tolerance, where)


def _number(value: Any, tolerance: float | None, where: str) -> Number:
    if value.__class__ is int:
        return value
    wrong = fault(value, tolerance)
    if wrong:
        fix = (
            FLOAT_FIX if isinstance(value, float) else "Give a number, such as 0 or Fraction(1, 2)"
        )
        raise BadNumber(wrong, where=where, rule=NUMBER_RULE, fix=fix)
    return exact(value)


def _vector(value: Any, game: Game, where: str) -> tuple[Number, ...]:
    players = game.players  # type: ignore[attr-defined]
    try:
        vector = tuple(value)
    except TypeError:
        vector = ()
    if len(vector) != players or isinstance(value, str):
        raise BadNumber(
            f"{value!r}",
            where=where,
            rule=f"the payoff of a game of {players} players is {players} numbers, one for each",
            fix=f"Return a tuple such as {(0,) * players}",
        )
    return tuple(_number(part, game.tolerance, where) for part in vector)


def _check_turns(game: PayoffGame, graph: StateGraph) -> None:
    whole(game.players, where=f"{type(game).__name__}.players", least=1)
    for number, player in enumerate(graph.mover or ()):
        good = isinstance(player, int) and not isinstance(player, bool)
        if not good or not 0 <= player < game.players:
            raise RulesError(
                f"turn({graph.states[number]!r}) is {player!r}",
                where=type(game).__name__,
                rule=f"turn(state) is one of 0 … {game.players - 1}",
                fix="Count players from 0",
            )
    if graph.has_again:
        state = graph.states[graph.source(graph.again.index(True))]
        raise RulesError(
            f"a move of state {state!r} says again=True",
            where=type(game).__name__,
            rule="in a game of p players turn(state) alone says who moves",
            fix="Leave `again` out and let turn(next_state) name the same player",
        )
