"""A solver of its own for the tests: the rules' protocol in, a value out, nothing of the library.

It asks a game for `start`, `moves`, `payoff` and, with several players, `turn`. Play that never
ends is worth nothing more than what was gained on the way.
"""

from __future__ import annotations

from typing import Any

Moves = list[tuple[int, int, bool]]  # the number of the next state, the gain, and who moves again


def graph(game: Any) -> tuple[list[Any], list[Moves]]:
    """All states that play can reach, the start first, and the moves of each."""
    states = [game.start]
    numbers = {game.start: 0}
    moves: list[Moves] = []
    for state in states:  # which grows on the way
        moves.append([])
        for move in game.moves(state):
            number = numbers.setdefault(move.to, len(states))
            if number == len(states):
                states.append(move.to)
            moves[-1].append((number, move.gain, move.again))
    return states, moves


def bottom_up(moves: list[Moves]) -> list[int] | None:
    """The states, each after all that its moves lead to; None where play can come back."""
    order, done, on_the_way = [], set(), {0}
    stack = [(0, iter(moves[0]))]
    while stack:
        state, rest = stack[-1]
        for to, _, _ in rest:
            if to in on_the_way:
                return None
            if to not in done:
                on_the_way.add(to)
                stack.append((to, iter(moves[to])))
                break
        else:
            stack.pop()
            on_the_way.remove(state)
            done.add(state)
            order.append(state)
    return order


def value(game: Any) -> tuple[Any, int]:
    """The value for the player to move, or everyone's total; and the number of states."""
    states, moves = graph(game)
    order = bottom_up(moves)
    if hasattr(game, "turn"):
        assert order is not None, "with several players play must end"
        return vectors(game, states, moves, order), len(states)
    values = [0 if options else game.payoff(states[i]) for i, options in enumerate(moves)]
    if order is None:
        rounds(moves, values)
    else:
        for i in order:
            values[i] = best(moves[i], values) if moves[i] else values[i]
    return values[0], len(states)


def best(options: Moves, values: list[int]) -> int:
    return max(gain + (values[to] if again else -values[to]) for to, gain, again in options)


def rounds(moves: list[Moves], values: list[int]) -> None:
    """With k moves left to play, for k = 0, 1, 2 … until another move changes nothing."""
    before: list[list[int]] = [[] for _ in moves]
    for i, options in enumerate(moves):
        for to, _, _ in options:
            before[to].append(i)
    changed = set(range(len(moves)))
    while changed:
        again = {i for to in changed for i in before[to]}
        new = {i: best(moves[i], values) for i in again}
        changed = {i for i in again if new[i] != values[i]}
        for i in changed:
            values[i] = new[i]


def vectors(game: Any, states: list[Any], moves: list[Moves], order: list[int]) -> Any:
    """Everyone maximises an own total; among equals the mover takes the first move."""
    values: dict[int, tuple[int, ...]] = {}
    for i in order:
        if not moves[i]:
            values[i] = tuple(game.payoff(states[i]))
            continue
        mover, options = game.turn(states[i]), []
        for to, gain, _ in moves[i]:
            option = list(values[to])
            option[mover] += gain
            options.append(tuple(option))
        values[i] = max(options, key=lambda option: option[mover])
    return values[0]
