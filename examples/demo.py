"""The main job: rules in ten lines, every answer, and a proof."""

from dataclasses import dataclass

from zermelo import Game, Move, solve


@dataclass(frozen=True)
class Coins(Game):
    """Take a coin from either end; the richer player wins."""

    row: tuple[int, ...]

    @property
    def start(self):
        """The whole row."""
        return 0, len(self.row) - 1

    def moves(self, state):
        """The left end or the right end."""
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")


solution = solve(Coins((5, 3, 7, 10)))

print(solution)
print("\nThe line of play:")
print(solution.play())
print("\nWhat greedy would have got on 1, 5, 233, 7:")
print(solve(Coins((1, 5, 233, 7))).against("greedy"))
print("\nWhy this method:")
print(solution.plan)
print("\nThe proof:")
print(solution.prove())
