"""Games whose solutions are looked at from several sides."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo import Game, Move


@dataclass(frozen=True)
class Coins(Game):
    """Take the coin at either end; the last coin may be called either end too."""

    row: tuple[Any, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left < right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right - 1], label="right")


def all_states(game: Game) -> list[Any]:
    found = [game.start]
    for state in found:
        found.extend(to for to in (m.to for m in game.moves(state)) if to not in found)
    return list(dict.fromkeys(found))


def worth(game: Game, move: Move) -> Any:
    rest = best_value(game, move.to)
    return move.gain + (rest if move.again else -rest)


def best_value(game: Game, state: Any) -> Any:
    """The recurrence, without a table: D(S) = max [g ± D(S')]."""
    moves = list(game.moves(state))
    return max(worth(game, move) for move in moves) if moves else game.payoff(state)


def best_lines(game: Game, state: Any) -> list[tuple[Move, ...]]:
    """Every line in which all moves keep the value."""
    moves = list(game.moves(state))
    if not moves:
        return [()]
    value = best_value(game, state)
    return [
        (move, *rest)
        for move in moves
        if worth(game, move) == value
        for rest in best_lines(game, move.to)
    ]


def totals_of(game: Game, state: Any) -> set[Any]:
    """What both players together may collect from a state on, over all plays."""
    moves = list(game.moves(state))
    if not moves:
        return {game.payoff(state)}
    return {move.gain + total for move in moves for total in totals_of(game, move.to)}


def random_scored_game(seed: int) -> Game:
    """An acyclic game of eight states with gains, payoffs and moves that keep the turn."""
    rng = random.Random(seed)
    edges, payoff = {}, {}
    for state in range(8):
        later = [to for to in range(state + 1, 8) if rng.random() < 0.45]
        edges[state] = [
            Move(to, rng.randint(-2, 3), rng.random() < 0.25, f"{state} to {to}") for to in later
        ]
        payoff[state] = rng.randint(-2, 2)
    edges[0].append(Move(7, gain=1, label="out"))
    return Game.from_edges(edges, start=0, payoff=payoff)
