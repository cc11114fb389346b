"""The oracle: the definitions themselves, written as naive recursion, with no table and no order.

Slow on purpose: every line can be held against the definition by eye. It is the standard that
every method is tested against, on games small enough for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from numbers import Integral

from zermelo.model.game import Game, Move, Number, PayoffGame, State


class TooLarge(Exception):
    """The naive recursion would take longer than its caller allows."""


class Oracle:
    """Answers by the definition; the rules are asked for at most `limit` states and moves."""

    def __init__(self, game: Game, *, limit: int = 10_000_000) -> None:
        self.game = game
        self.limit = limit

    def _moves(self, state: State) -> list[Move]:
        moves = [
            move if move.gain.__class__ is int else move._replace(gain=_plain(move.gain))
            for move in self.game.moves(state)
        ]
        self.limit -= 1 + len(moves)
        if self.limit < 0:
            raise TooLarge
        return moves

    def difference(self, state: State) -> Number:
        """D(S) = max [g + s·D(S')], payoff at a terminal."""
        moves = self._moves(state)
        if not moves:
            return _plain(self.game.payoff(state))
        return max(
            move.gain + self.difference(move.to) * (1 if move.again else -1) for move in moves
        )

    def wins(self, state: State) -> bool:
        """Whether the mover can force a win in a game without draws."""
        moves = self._moves(state)
        if not moves:
            return bool(self.game.payoff(state) > 0)
        return any(self.wins(move.to) == move.again for move in moves)

    def nimber(self, state: State) -> int:
        """The least number that no option has."""
        options = {self.nimber(move.to) for move in self._moves(state)}
        return next(number for number in range(len(options) + 1) if number not in options)

    def vector(self, state: State) -> tuple[Number, ...]:
        """Own totals when every mover takes the first move that is best for its own."""
        assert isinstance(self.game, PayoffGame)
        moves = self._moves(state)
        if not moves:
            return tuple(map(_plain, self.game.payoff(state)))
        player = self.game.turn(state)
        results = []
        for move in moves:
            totals = list(self.vector(move.to))
            totals[player] += move.gain
            results.append(tuple(totals))
        return max(results, key=lambda totals: totals[player])  # max keeps the first of equals

    def remoteness(self, state: State, plies: int) -> int | None:
        """Plies to the end when the winner hurries and the loser delays; None if above `plies`.

        Works on cyclic games: it asks "won, or lost, within k plies?" for k = 0, 1, ….
        """
        for horizon in range(plies + 1):
            if self._outcome_within(state, horizon):
                return horizon
        return None

    def _outcome_within(self, state: State, plies: int) -> int:
        """+1, −1 when the mover's win, loss is forced within so many plies, else 0."""
        moves = self._moves(state)
        if not moves:
            payoff = self.game.payoff(state)
            return int(payoff > 0) - int(payoff < 0)
        if plies == 0:
            return 0
        results = [
            self._outcome_within(move.to, plies - 1) * (1 if move.again else -1) for move in moves
        ]
        return max(results) if max(results) > 0 or all(r < 0 for r in results) else 0

    def cyclic_difference(self, state: State) -> Number:
        """The value by trying every pair of strategies that depend on the position alone.

        A play that comes back to a position goes on for ever and adds nothing more. Such
        strategies are enough where no cycle carries a gain.
        """
        rules = self._positions(state)
        mine, yours = ([node for node in rules if node[1] == player] for player in (0, 1))
        return max(
            min(self._result(rules, {**one, **two}, (state, 0)) for two in _choices(rules, yours))
            for one in _choices(rules, mine)
        )

    def _positions(self, start: State) -> dict[tuple[State, int], list[Move]]:
        found: dict[tuple[State, int], list[Move]] = {}
        todo = [(start, 0)]
        while todo:
            state, player = todo.pop()
            if (state, player) not in found:
                found[state, player] = self._moves(state)
                todo += [(m.to, player if m.again else 1 - player) for m in found[state, player]]
        return found

    def _result(
        self,
        rules: dict[tuple[State, int], list[Move]],
        choice: dict[tuple[State, int], Move],
        node: tuple[State, int],
    ) -> Number:
        """What player 0 gets more than player 1 when both follow their choices."""
        self.limit -= 1
        if self.limit < 0:
            raise TooLarge
        lead: Number = 0
        seen = set()
        while node not in seen:
            seen.add(node)
            state, player = node
            sign = 1 if player == 0 else -1
            if not rules[node]:
                return lead + sign * _plain(self.game.payoff(state))
            move = choice[node]
            lead += sign * move.gain
            node = move.to, player if move.again else 1 - player
        return lead


def _plain(number: Number) -> Number:
    """Whole numbers of any library as int, which cannot wrap."""
    return int(number) if isinstance(number, Integral) else number


def _choices(
    rules: dict[tuple[State, int], list[Move]], nodes: list[tuple[State, int]]
) -> Iterator[dict[tuple[State, int], Move]]:
    """Every way to fix one move in each of the nodes that have moves."""
    active = [node for node in nodes if rules[node]]
    for moves in product(*(rules[node] for node in active)):
        yield dict(zip(active, moves, strict=True))
