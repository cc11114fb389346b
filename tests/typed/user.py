"""What a user writes, as type checkers see it."""

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo import (
    Game,
    LastMoverLoses,
    LastMoverWins,
    Move,
    PayoffGame,
    Solution,
    Sum,
    check,
    diagnose,
    forecast,
    plan,
    solve,
    two_forms,
)
from zermelo.games import CATALOGUE, CatAndMouse, ConnectFour, Ends, Kayles, Nim, find


@dataclass(frozen=True)
class Coins(Game):
    """Take a coin from either end; the richer player wins."""

    row: tuple[int, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row) - 1

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")


class Wrong(Coins):
    def mirror(self, state: tuple[int, int]) -> tuple[int, int]:
        left, right = state
        return len(self.row) - 1 - right, len(self.row) - 1 - left


class Race(Game):
    start = 7

    def moves(self, state: int) -> Iterator[Move]:
        for step in (1, 2):
            if step <= state:
                yield Move(state - step, gain=step)


class Take(LastMoverWins):
    """Bare states are moves to them."""

    start = 20

    def moves(self, heap: int) -> Iterator[int]:
        for k in (1, 2, 3):
            if k <= heap:
                yield heap - k


class Pairs(LastMoverLoses):
    start = 3, 4

    def moves(self, pair: tuple[int, int]) -> list[tuple[int, int]]:
        return [(pair[0] - 1, pair[1])] if pair[0] else []


class Either(LastMoverWins):
    start = 5

    def moves(self, heap: int) -> Iterator[int | Move]:
        if heap:
            yield heap - 1
            yield Move(0, label="all")


@dataclass(frozen=True)
class Heap(LastMoverWins):
    start: int
    most: int = 3

    def moves(self, state: int) -> Iterator[Move]:
        for take in range(1, self.most + 1):
            if take <= state:
                yield Move(state - take)


class Three(PayoffGame):
    players = 3
    start = (5, 0)

    def turn(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[Move]:
        heap, player = state
        return [Move((heap - 1, (player + 1) % 3), gain=heap)] if heap else []

    def payoff(self, state: tuple[int, int]) -> tuple[int, ...]:
        return 0, 0, 0


def main() -> None:
    solution: Solution = solve(Coins((5, 3, 7, 10)))
    print(solution.value, solution.scores, solution.winner, solution.play(), solution.plan)
    labels: list[str | None] = [move.label for move in solution.best_moves()]
    print(labels, solution.prove(), solution.at((1, 3)).winner, solution.against("greedy").result)
    take = LastMoverWins.from_function(lambda n: [n - k for k in (1, 2, 3) if k <= n], start=21)
    edges = Game.from_edges({"a": {"b": 5, "c": 2}, "b": {"c": 4}}, start="a")
    print(solve(take).remoteness, solve(edges).value, solve(Race()).value, solve(Heap(9)).winner)
    print(solve(Three()).value, solve(Sum(Nim((3,)), Nim((5,)))).nimber, two_forms(Ends((1, 5))))
    print(solve(Ends((5, 3, 7, 10)), method="backward").count_plays(), Ends((5, 3)).row)
    print(solve(Kayles((10**30,))).nimber, solve(ConnectFour(2, 2), engine="plain").outcome)
    print(find("lc1406")((1, 2, 3, 7)), solve(find("lc1406")((1, 2, 3, 7))).winner)
    print(diagnose(CatAndMouse.example_game()).decision.method, ", ".join(CATALOGUE))
    print(check(Wrong((7, 3, 9, 4))).failures[0].smallest, forecast(Race()), plan(Race()))
    counts = solution.histogram("value", by_layer=True)
    print(counts.total, counts[0, 5], len(solution.where(value=5)), solution.arrays().values.sum())
    print(solve(Race(), starts=[3, 8]).starts, list(solution.where(layer=range(2))))


if __name__ == "__main__":
    main()
