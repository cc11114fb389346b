"""The wider Stone Game family: V to IX."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zermelo.errors import Either
from zermelo.games.base import (
    AliceAndBob,
    not_a_number,
    not_a_set,
    not_numbers,
    require,
    settle,
)
from zermelo.games.rows import BothEnds, Interval, RowGame
from zermelo.model.exact import Number, number_row
from zermelo.model.game import Asked, Game, Move
from zermelo.model.numerals import both_words, written
from zermelo.model.pictures import Coins, Stacks, Tiles, places

if TYPE_CHECKING:
    from random import Random


class StoneGameV(AliceAndBob, BothEnds):
    """Alice alone: each round she cuts the row in two parts; the part with the larger sum is thrown
    away and she scores the sum of the other; when they tie she chooses which to keep. It ends
    with one stone left. The value is the most she can score.
    """

    name = "stone game v"
    aliases = ("lc1563", "1563")
    example = ((6, 2, 3, 4, 5, 5),)
    asks = Asked.SCORE

    def impossible(self, state: Interval) -> str | None:
        """One stone is left at least."""
        reason = super().impossible(state)
        return reason or ("no stone is left" if self.row and state[0] > state[1] else None)

    def moves(self, state: Interval) -> Iterator[Move]:
        """Cut after any stone but the last; keep the part with the smaller sum."""
        left, right = state
        for cut in range(left, right):
            one, two = self.total(left, cut + 1), self.total(cut + 1, right + 1)
            if one <= two:
                yield Move((left, cut), gain=one, again=True, label=f"cut {cut + 1}, keep left")
            if two <= one:
                yield Move(
                    (cut + 1, right), gain=two, again=True, label=f"cut {cut + 1}, keep right"
                )


@dataclass(frozen=True)
class StoneGameVI(AliceAndBob):
    """Alice and Bob take any stone in turn, Alice first; each values every stone in an own way and
    scores that value. Whoever scores more wins.
    """

    name = "stone game vi"
    aliases = ("lc1686", "1686")
    example = ((1, 3), (2, 1))
    asks = Asked.SIGN
    holds_turn = True  # as many stones are gone as turns
    alice: tuple[Number, ...]
    bob: tuple[Number, ...]

    def __post_init__(self) -> None:
        settle(self, alice=number_row(self.alice, where="StoneGameVI.alice"))
        settle(self, bob=number_row(self.bob, where="StoneGameVI.bob"))
        require(
            len(self.alice) == len(self.bob),
            f"{len(self.alice)} values for Alice, {len(self.bob)} for Bob",
            where="StoneGameVI",
            rule="both value every stone",
            fix="Give two rows of the same length",
        )

    @classmethod
    def random(cls, rng: Random) -> StoneGameVI:
        """Two rows of the same length."""
        size, most = rng.randint(0, 7), rng.choice((2, 9, 100))
        alice, bob = (tuple(rng.randint(0, most) for _ in range(size)) for _ in range(2))
        return cls(alice, bob)

    @property
    def start(self) -> int:
        """No stone taken; the state is the set of taken stones, one bit each."""
        return 0

    def impossible(self, state: int) -> str | None:
        """More stones than there are."""
        return not_a_set(state, len(self.alice), "stones")

    def reflected(self) -> StoneGameVI:
        """The stones in another order."""
        return StoneGameVI(self.alice[::-1], self.bob[::-1])

    def smaller(self) -> Iterator[Game]:
        """One stone less."""
        for stone in range(len(self.alice)):
            rows = (row[:stone] + row[stone + 1 :] for row in (self.alice, self.bob))
            yield StoneGameVI(*rows)

    def moves(self, state: int) -> Iterator[Move]:
        """A stone that is left, for the value that the mover gives it."""
        values = self.bob if state.bit_count() % 2 else self.alice
        for stone, value in enumerate(values):
            if not state >> stone & 1:
                yield Move(state | 1 << stone, gain=value, label=f"stone {stone + 1}")

    def show(self, state: int) -> str:
        """The stones that are left, by number."""
        left = [str(stone + 1) for stone in range(len(self.alice)) if not state >> stone & 1]
        return f"{' '.join(left) or 'none'} left"

    def picture(self, state: int) -> Tiles:
        """The stones with what they are worth to either player."""
        pairs = zip(self.alice, self.bob, strict=True)
        texts = [f"{written(mine)} | {written(other)}" for mine, other in pairs]
        return Tiles(texts, places(state), note=" | ".join(self.names) if texts else "")


class StoneGameVII(AliceAndBob, BothEnds):
    """Alice and Bob remove the stone at either end of a row in turn, Alice first, and score the sum
    of the stones that remain. Each maximises the difference; the total depends on the play.
    """

    name = "stone game vii"
    aliases = ("lc1690", "1690")
    example = ((5, 3, 1, 4, 2),)
    reaches_all = True
    asks = Asked.DIFFERENCE

    def moves(self, state: Interval) -> Iterator[Move]:
        """Remove an end, score the rest."""
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.total(left + 1, right + 1), label="left")
        if left < right:
            yield Move((left, right - 1), gain=self.total(left, right), label="right")


class StoneGameVIII(AliceAndBob, RowGame):
    """Alice and Bob merge the first X ≥ 2 stones of a row into one in turn, Alice first, and score
    its value, the sum of them. It ends with one stone left; each maximises the difference.
    """

    name = "stone game viii"
    aliases = ("lc1872", "1872")
    example = ((-1, 2, -3, 4, -5),)
    asks = Asked.DIFFERENCE

    @property
    def start(self) -> int:
        """The first stone stands for itself: one stone is merged."""
        return 1

    def impossible(self, state: int) -> str | None:
        """One stone is merged at least, and not more than there are."""
        reason = not_a_number(state, max(1, len(self.row)))
        return reason or ("one stone stands for itself" if state == 0 else None)

    def moves(self, state: int) -> Iterator[Move]:
        """Merge up to any later stone; the new stone holds the sum of all merged so far."""
        for merged in range(state + 1, len(self.row) + 1):
            label = f"take {merged - state + 1}"
            yield Move(merged, gain=self.total(0, merged), label=label)

    def picture(self, state: int) -> Coins:
        """The stone that the first ones have become, and the others."""
        values = (self.total(0, state), *self.row[state:])
        return Coins(values, 0, len(values) - 1, front=True)


@dataclass(frozen=True)
class StoneGameIX(AliceAndBob):
    """Alice and Bob remove any stone in turn, Alice first; whoever makes the sum of all removed
    values a multiple of 3 loses, and when no stone is left Bob wins.
    """

    name = "stone game ix"
    aliases = ("lc2029", "2029")
    example = ((2, 1),)
    asks = Asked.WIN
    stones: tuple[int, ...]

    def __post_init__(self) -> None:
        stones = number_row(self.stones, where="StoneGameIX")
        require(
            all(isinstance(stone, int) for stone in stones),
            both_words(self.stones),
            where="StoneGameIX",
            rule="the values are whole numbers",
            fix=Either("Pass ints", "Give whole numbers"),
        )
        settle(self, stones=stones)

    @property
    def start(self) -> tuple[int, int, int, int]:
        """How many stones leave 0, 1, 2 modulo 3; the sum removed, modulo 3."""
        counts = [sum(stone % 3 == rest for stone in self.stones) for rest in range(3)]
        return counts[0], counts[1], counts[2], 0

    def reflected(self) -> StoneGameIX:
        """The stones in another order."""
        return StoneGameIX(self.stones[::-1])

    def impossible(self, state: tuple[int, int, int, int]) -> str | None:
        """More stones than there were, or another sum than that of the stones that are gone."""
        reason = not_numbers(state, 4)
        if reason:
            return reason
        gone = [all_of - left for all_of, left in zip(self.start, state, strict=True)]
        if min(gone[:3]) < 0:
            return "there were fewer stones of that kind"
        removed = (gone[1] + 2 * gone[2]) % 3
        return None if state[3] == removed else f"the stones that are gone leave {removed} mod 3"

    def moves(self, state: tuple[int, int, int, int]) -> Iterator[Move]:
        """Remove a stone of any kind that is left, unless the sum has become a multiple of 3."""
        *left, total = state
        if total or sum(left) == len(self.stones):
            for rest in range(3):
                if left[rest]:
                    after = [count - (kind == rest) for kind, count in enumerate(left)]
                    to = (*after, (total + rest) % 3)
                    yield Move(to, label=f"a stone {rest} mod 3")

    def picture(self, state: tuple[int, int, int, int]) -> Stacks:
        """The stones by what they leave modulo 3."""
        note = f"0, 1 and 2 mod 3; those removed leave {state[3]}"
        return Stacks(state[:3], note=note)

    def payoff(self, state: tuple[int, int, int, int]) -> int:
        """The mover wins when the other has just lost; with no stones left Bob wins."""
        *left, total = state
        gone = len(self.stones) - sum(left)
        if gone and total == 0:
            return 1
        return 1 if gone % 2 else -1

    def bounds(self, state: tuple[int, int, int, int]) -> tuple[int, int]:  # noqa: ARG002
        """A win or a loss."""
        return -1, 1
