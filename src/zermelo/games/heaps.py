"""Heaps: last-move games on numbers. Whoever cannot move loses, unless a game says otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from zermelo.errors import BadInput, Either
from zermelo.games.base import Catalogued, not_a_set, not_numbers, require, settle
from zermelo.model.exact import whole
from zermelo.model.game import Game, LastMoverLoses, LastMoverWins, Move
from zermelo.model.numerals import both_words, digits
from zermelo.model.pictures import Discs, Stacks
from zermelo.model.shapes import Box, NimHeaps, OctalHeaps, TurnedRound

if TYPE_CHECKING:
    from random import Random

Heaps = tuple[int, ...]


def added(heaps: Heaps) -> str:
    """Heaps as they are added: 3 + 4 + 5."""
    return " + ".join(map(digits, heaps)) or "no heap"


@dataclass(frozen=True)
class HeapsGame(LastMoverWins, Catalogued):
    """Several heaps in ascending order; each heap alone is an independent part."""

    heaps: Heaps

    def __post_init__(self) -> None:
        settle(self, heaps=heap_row(self.heaps, type(self).__name__))

    @property
    def start(self) -> Heaps:
        """All heaps."""
        return joined((), *self.heaps)

    def impossible(self, state: Heaps) -> str | None:
        """Heaps are not negative."""
        return not_numbers(state)

    def moves(self, state: Heaps) -> Iterator[Move]:
        """A move in any one heap; equal heaps offer equal moves, listed once."""
        for place, heap in enumerate(state):
            if place and heap == state[place - 1]:
                continue
            rest = state[:place] + state[place + 1 :]
            for left, label in self.options(heap):
                yield Move(joined(rest, *left), label=label)

    def options(self, heap: int) -> Iterable[tuple[Heaps, str]]:
        """What a heap can become: the heaps left of it, and the move's name."""
        raise NotImplementedError

    def reflected(self) -> Self:
        """The heaps in another order."""
        return replace(self, heaps=self.heaps[::-1])

    def parts(self, state: Heaps) -> Iterable[tuple[Game, Heaps]]:
        """One part a heap."""
        return [(self, (heap,)) for heap in state] if len(state) > 1 else [(self, state)]

    def show(self, state: Heaps) -> str:
        """The heaps."""
        return added(state)

    def picture(self, state: Heaps) -> Stacks:
        """The heaps."""
        return Stacks(state, sorted=True)


def joined(rest: Heaps, *heaps: int) -> Heaps:
    """The heaps in ascending order, without empty ones."""
    return tuple(sorted((*rest, *(heap for heap in heaps if heap))))


def heap_row(heaps: Iterable[int], where: str, least: int = 0) -> Heaps:
    """Check a row of heap sizes."""
    if isinstance(heaps, str | bytes) or not isinstance(heaps, Iterable):
        raise BadInput(
            both_words(heaps),
            where=where,
            rule="heaps are a sequence of whole numbers",
            fix=Either("Pass a tuple such as (3, 4, 5)", "Give numbers such as 3,4,5"),
        )
    return tuple(whole(heap, where=where, least=least) for heap in heaps)


class Nim(HeapsGame):
    """Players in turn remove any number of stones from one heap; whoever cannot move loses."""

    name = "nim"
    example = ((3, 4, 5),)

    @cached_property
    def shape(self) -> NimHeaps:
        """Heaps of which any number may be taken."""
        return NimHeaps(max(self.heaps, default=0))

    def options(self, heap: int) -> Iterator[tuple[Heaps, str]]:
        """All smaller heaps."""
        for left in range(heap):
            yield (left,), f"{digits(heap)} → {digits(left)}"


@dataclass(frozen=True)
class MisereNim(LastMoverLoses, Catalogued):
    """Players in turn remove any number of stones from one heap; whoever takes the last stone
    loses.
    """

    name = "misère nim"
    aliases = ("misere nim",)
    example = ((3, 4, 5),)
    heaps: Heaps

    def __post_init__(self) -> None:
        settle(self, heaps=heap_row(self.heaps, "MisereNim"))

    @property
    def start(self) -> Heaps:
        """All heaps."""
        return joined((), *self.heaps)

    @cached_property
    def shape(self) -> TurnedRound:
        """The heaps of Nim: how many states there are at least."""
        return TurnedRound(NimHeaps(max(self.heaps, default=0)))

    def impossible(self, state: Heaps) -> str | None:
        """Heaps are not negative."""
        return not_numbers(state)

    def reflected(self) -> MisereNim:
        """The heaps in another order."""
        return MisereNim(self.heaps[::-1])

    def show(self, state: Heaps) -> str:
        """The heaps."""
        return added(state)

    def moves(self, state: Heaps) -> Iterator[Move]:
        """The moves of Nim."""
        return Nim(self.heaps).moves(state)

    def picture(self, state: Heaps) -> Stacks:
        """The heaps."""
        return Stacks(state, sorted=True)


class GrundysGame(HeapsGame):
    """Players in turn split one heap into two heaps of different sizes; whoever cannot move
    loses.
    """

    name = "grundy's game"
    aliases = ("grundy",)
    example = ((8,),)

    def options(self, heap: int) -> Iterator[tuple[Heaps, str]]:
        """Unequal splits."""
        for small in range(1, (heap + 1) // 2):
            yield (small, heap - small), f"{heap} → {small} + {heap - small}"


@dataclass(frozen=True)
class Octal(HeapsGame):
    """An octal game: digit k of the code says what removing k from a heap may leave: 1 nothing, 2
    one heap, 4 two heaps, added up. Whoever cannot move loses.
    """

    name = "octal"
    aliases: ClassVar[tuple[str, ...]] = ("octal game",)
    example: ClassVar[tuple[object, ...]] = ((10,), "0.77")
    code: str = "0.77"

    def __post_init__(self) -> None:
        super().__post_init__()
        found = re.fullmatch(r"0?\.([0-7]+)", self.code) if isinstance(self.code, str) else None
        require(
            found is not None,
            ("the code ", both_words(self.code)),
            where=type(self).__name__,
            rule="an octal code is a point and digits from 0 to 7",
            fix=Either(
                'Pass a code such as "0.77" (Kayles) or "0.137" (Dawson\'s chess)',
                "Give a code such as 0.77 (Kayles) or 0.137 (Dawson's chess)",
            ),
        )
        settle(self, code=f"0.{found[1] if found else ''}")

    @classmethod
    def random(cls, rng: Random) -> Octal:
        """A few heaps; any code of up to four digits, where the class has none of its own."""
        heaps = tuple(rng.randint(0, 9) for _ in range(rng.randint(0, 3)))
        if cls is not Octal:
            return cls(heaps)
        return cls(heaps, "0." + "".join(rng.choices("01234567", k=rng.randint(1, 4))))

    @cached_property
    def shape(self) -> OctalHeaps:
        """Heaps under an octal code."""
        return OctalHeaps(tuple(map(int, self.code[2:])), max(self.heaps, default=0))

    def options(self, heap: int) -> Iterator[tuple[Heaps, str]]:
        """What each digit allows."""
        for take, digit in enumerate(map(int, self.code[2:]), 1):
            left = heap - take
            if digit & 1 and left == 0:
                yield (), f"{digits(heap)} → nothing"
            if digit & 2 and left >= 1:
                yield (left,), f"{digits(heap)} → {digits(left)}"
            if digit & 4:
                for small in range(1, left // 2 + 1):
                    yield (small, left - small), f"{heap} → {small} + {left - small}"


class Kayles(Octal):
    """A row of pins: players in turn knock down one pin or two adjacent ones, which may split the
    row; whoever cannot move loses. The octal game 0.77.
    """

    name = "kayles"
    aliases = ("0.77",)
    example = ((7,),)


@dataclass(frozen=True)
class Dawson(Octal):
    """Dawson's chess as a heap game, the octal code 0.137: players in turn take one when it is
    alone, two when they are alone or at an end, or three, which may split the heap; whoever
    cannot move loses.
    """

    name = "dawson"
    aliases = ("dawson's chess", "0.137")
    example = ((10,),)
    code: str = "0.137"


@dataclass(frozen=True)
class TurningTurtles(LastMoverWins, Catalogued):
    """A row of coins, heads or tails: players in turn turn a head to tails and may turn one more
    coin to its left, either way; whoever cannot move loses. Bit k of the number is coin k + 1,
    set for heads.
    """

    name = "turning turtles"
    example = (0b10110,)
    coins: int

    def __post_init__(self) -> None:
        settle(self, coins=whole(self.coins, where="TurningTurtles"))

    @property
    def start(self) -> int:
        """The coins as given."""
        return self.coins

    def impossible(self, state: int) -> str | None:
        """More coins than the row has."""
        return not_a_set(state, self.coins.bit_length(), "coins")

    def moves(self, state: int) -> Iterator[Move]:
        """Turn a head, and perhaps one coin to its left."""
        for coin in range(state.bit_length()):
            if state >> coin & 1:
                after = state ^ 1 << coin
                yield Move(after, label=f"turn {coin + 1}")
                for other in range(coin):
                    yield Move(after ^ 1 << other, label=f"turn {coin + 1} and {other + 1}")

    def show(self, state: int) -> str:
        """Coin 1 first: H for heads, T for tails."""
        return "".join("HT"[not state >> k & 1] for k in range(self.coins.bit_length()))

    def picture(self, state: int) -> Discs:
        """The coins, tails in the dark."""
        sides = self.show(state)
        return Discs(sides, frozenset(k for k, side in enumerate(sides) if side == "T"))


@dataclass(frozen=True)
class Wythoff(LastMoverWins, Catalogued):
    """Two heaps: players in turn take any number from one heap, or the same number from both;
    whoever cannot move loses.
    """

    name = "wythoff"
    aliases = ("wythoff's game", "corner the queen")
    example = (3, 5)
    one: int
    two: int

    def __post_init__(self) -> None:
        settle(self, one=whole(self.one, where="Wythoff"), two=whole(self.two, where="Wythoff"))

    @property
    def start(self) -> tuple[int, int]:
        """Both heaps."""
        return self.one, self.two

    @property
    def space(self) -> Box:
        """Heaps never grow."""
        return Box((0, self.one), (0, self.two))

    @property
    def states_at_least(self) -> int:
        """All pairs of heaps that are not larger."""
        return (self.one + 1) * (self.two + 1)

    def impossible(self, state: tuple[int, int]) -> str | None:
        """Two heaps that are not negative."""
        return not_numbers(state, 2)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        """From one heap, from the other, from both."""
        one, two = state
        for take in range(1, one + 1):
            yield Move((one - take, two), label=f"{take} from the first")
        for take in range(1, two + 1):
            yield Move((one, two - take), label=f"{take} from the second")
        for take in range(1, min(one, two) + 1):
            yield Move((one - take, two - take), label=f"{take} from both")

    def mirror(self, state: tuple[int, int]) -> tuple[int, int]:
        """Equal starting heaps may be swapped."""
        return state[::-1] if self.one == self.two else state

    def reflected(self) -> Wythoff:
        """The heaps swapped."""
        return Wythoff(self.two, self.one)

    def picture(self, state: tuple[int, int]) -> Stacks:
        """Both heaps."""
        return Stacks(state)
