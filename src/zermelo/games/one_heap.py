"""One heap: a number from which players subtract in turn. Whoever cannot loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isqrt

from zermelo.games.base import AliceAndBob, Catalogued, not_a_number, settle
from zermelo.games.heaps import Heaps, heap_row
from zermelo.model.exact import whole
from zermelo.model.game import Asked, LastMoverWins, Move
from zermelo.model.numerals import digits
from zermelo.model.pictures import Stacks
from zermelo.model.shapes import DivisorHeap, TakeHeap, proper_divisors


@dataclass(frozen=True)
class HeapGame(LastMoverWins, Catalogued):
    """One heap, which is the state."""

    heap: int

    def __post_init__(self) -> None:
        settle(self, heap=whole(self.heap, where=type(self).__name__))

    @property
    def start(self) -> int:
        """The whole heap."""
        return self.heap

    def impossible(self, state: int) -> str | None:
        """A heap is not negative; a larger one than the first is a heap too."""
        return not_a_number(state)

    def picture(self, state: int) -> Stacks:
        """The heap."""
        return Stacks((state,))


class Divisor(AliceAndBob, HeapGame):
    """A number N is on the board; Alice and Bob in turn subtract a divisor x of N with 0 < x < N;
    whoever cannot move loses.
    """

    name = "divisor"
    aliases = ("lc1025", "1025", "divisor game")
    example = (6,)
    asks = Asked.WIN

    def __post_init__(self) -> None:
        settle(self, heap=whole(self.heap, where="Divisor", least=1))

    @cached_property
    def shape(self) -> DivisorHeap:
        """Known in closed form."""
        return DivisorHeap(self.heap)

    def impossible(self, state: int) -> str | None:
        """A number of at least 1."""
        return super().impossible(state) or (None if state else "the number is at least 1")

    def moves(self, state: int) -> Iterator[Move]:
        """Subtract any proper divisor."""
        for divisor in proper_divisors(state):
            yield Move(state - divisor, label=f"subtract {divisor}")


class Squares(AliceAndBob, HeapGame):
    """Alice and Bob in turn remove a square number of stones from a heap; whoever cannot move
    loses.
    """

    name = "squares"
    aliases = ("lc1510", "1510", "stone game iv")
    example = (17,)
    asks = Asked.WIN

    @cached_property
    def shape(self) -> TakeHeap:
        """A heap and the square numbers."""
        return TakeHeap(self.heap, None)

    def moves(self, state: int) -> Iterator[Move]:
        """Remove 1, 4, 9, …."""
        for root in range(1, isqrt(state) + 1):
            yield Move(state - root * root, label=f"take {root * root}")


@dataclass(frozen=True)
class Subtraction(HeapGame):
    """Players in turn remove stones from a heap, as many as a number of the given set says; whoever
    cannot move loses.
    """

    name = "subtraction"
    aliases = ("lc292", "292", "nim game", "bachet")
    example = (21, (1, 2, 3))
    asks = Asked.WIN
    takes: Heaps = (1, 2, 3)

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, takes=tuple(sorted(set(heap_row(self.takes, "Subtraction.takes", least=1)))))

    @cached_property
    def shape(self) -> TakeHeap:
        """A heap and a set of numbers."""
        return TakeHeap(self.heap, self.takes)

    def moves(self, state: int) -> Iterator[Move]:
        """Remove any number of the set that is there."""
        for take in self.takes:
            if take <= state:
                yield Move(state - take, label=f"take {digits(take)}")
