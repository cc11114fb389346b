"""A solver of its own for the tests: the rules' protocol in, a value out, nothing of the library.

It asks a game for `start`, `moves`, `payoff` and, with several players, `turn`. Play that never
ends is worth nothing more than what was gained on the way.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any


def graph(game: Any) -> dict[Any, list[tuple[Any, int, bool]]]:
    """All states that play can reach, each with its moves as (next state, gain, again)."""
    found: dict[Any, list[tuple[Any, int, bool]]] = {}
    waiting = [game.start]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = [(move.to, move.gain, move.again) for move in game.moves(state)]
            waiting.extend(to for to, _, _ in found[state])
    return found


def bottom_up(found: dict[Any, list[tuple[Any, int, bool]]], start: Any) -> list[Any] | None:
    """The states, each after all that its moves lead to; None where play can come back."""
    order, done, open_ = [], set(), set()
    stack = [(start, iter(found[start]))]
    open_.add(start)
    while stack:
        state, rest = stack[-1]
        for to, _, _ in rest:
            if to in open_:
                return None
            if to not in done:
                open_.add(to)
                stack.append((to, iter(found[to])))
                break
        else:
            stack.pop()
            open_.remove(state)
            done.add(state)
            order.append(state)
    return order


def value(game: Any) -> tuple[Any, int]:
    """The value for the player to move, or everyone's total; and the number of states."""
    found = graph(game)
    order = bottom_up(found, game.start)
    if hasattr(game, "turn"):
        assert order is not None, "with several players play must end"
        return vectors(game, found, order), len(found)
    if order is None:
        return rounds(game, found), len(found)
    values: dict[Any, int] = {}
    for state in order:
        moves = found[state]
        values[state] = best(moves, values) if moves else game.payoff(state)
    return values[game.start], len(found)


def best(moves: list[tuple[Any, int, bool]], values: dict[Any, int]) -> int:
    return max(gain + (values[to] if again else -values[to]) for to, gain, again in moves)


def rounds(game: Any, found: dict[Any, list[tuple[Any, int, bool]]]) -> int:
    """With k moves left to play, for k = 0, 1, 2 … until another move changes nothing."""
    before = defaultdict(set)
    for state, moves in found.items():
        for to, _, _ in moves:
            before[to].add(state)
    values = {state: 0 if moves else game.payoff(state) for state, moves in found.items()}
    changed = set(found)
    while changed:
        again = {state for to in changed for state in before[to]}
        new = {state: best(found[state], values) for state in again}
        changed = {state for state in again if new[state] != values[state]}
        values.update(new)
    return values[game.start]


def vectors(game: Any, found: dict[Any, list[tuple[Any, int, bool]]], order: list[Any]) -> Any:
    """Everyone maximises an own total; among equals the mover takes the first move."""
    values: dict[Any, tuple[int, ...]] = {}
    for state in order:
        if not found[state]:
            values[state] = tuple(game.payoff(state))
            continue
        mover, options = game.turn(state), []
        for to, gain, _ in found[state]:
            option = list(values[to])
            option[mover] += gain
            options.append(tuple(option))
        values[state] = max(options, key=lambda option: option[mover])
    return values[game.start]
