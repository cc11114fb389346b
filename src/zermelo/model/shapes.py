"""What a game may declare about itself, so that a method recognises the shape, not the class.

`shape` names a family: the states and moves are exactly those that the shape's own `moves` gives.
`space` bounds the states: every reachable state lies inside. `states_at_least` says how many there
are at least, where no shape does. `check(game)` holds the declarations against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, takewhile
from math import ceil, comb, isqrt, prod

from zermelo.errors import BadInput, RulesError, ZermeloError
from zermelo.model.arrays import sums_of
from zermelo.model.exact import Number, whole
from zermelo.model.frozen import Frozen
from zermelo.model.game import DeclaredShape, Game, Move, State
from zermelo.model.numerals import digits, error_text, spelled

ENOUGH = 16  # numbers of a set; there are more sets of so many than anyone counts
SMALL_TOTAL = 300  # below it are more sets of different numbers than anyone counts
MANY_HEAPS = 100  # of a heap that is split; there are more sets of so many than anyone counts
FEW_LINES = 64  # of a bar; those of more lines are not all counted


def states_at_least(game: Game) -> int:
    """States that play reaches from the start at least, as the game says itself or by its shape."""
    return max(int(getattr(game.shape, "at_least", 0)), said_at_least(game) or 0)


def said_at_least(game: Game) -> int | None:
    """What the game says itself; None where it says nothing."""
    where = f"{type(game).__name__}.states_at_least"
    try:
        told: object = game.states_at_least
    except ZermeloError:
        raise
    except Exception as error:
        raise RulesError(
            f"it raised {error_text(error)}",
            where=where,
            rule="it is a whole number, or None where nobody knows",
            fix="Mend it, or leave it out",
        ) from error
    return None if told is None else whole(told, where=where)


class Row(Frozen):
    """A row with two open ends: state (left, right), inclusive; take either end coin."""

    values: Sequence[Number]

    @property
    def states(self) -> int:
        """How many states a table holds."""
        return len(self.values) * (len(self.values) + 1) // 2 + len(self.values)

    @property
    def at_least(self) -> int:
        """States that play reaches: every interval."""
        return len(self.values) * (len(self.values) + 1) // 2

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        """Take the left or the right end; the last coin is one move, not two."""
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.values[left])
        if left < right:
            yield Move((left, right - 1), gain=self.values[right])

    def __contains__(self, state: State) -> bool:
        return _is_pair(state) and 0 <= state[0] <= state[1] + 1 <= len(self.values)

    def same(self, state: tuple[int, int]) -> tuple[int, int]:
        """One name for all empty rows: whose side the last coin was taken from is all the same."""
        return state if state[0] <= state[1] else (0, -1)


def _is_pair(state: State) -> bool:
    """Whether a state is a tuple of two numbers."""
    return isinstance(state, tuple) and len(state) == 2 and type(state[0]) is type(state[1]) is int


class SeveralRows(Frozen):
    """Several rows at once: state ((left, right), …); take an end coin of any row.

    Row k is open at both ends, or on the right only where `closed[k]` is True.
    """

    rows: tuple[Sequence[Number], ...]
    closed: tuple[bool, ...]

    @property
    def states(self) -> int:
        """How many states the product holds."""
        one = (
            len(row) + 1 if shut else len(row) * (len(row) + 1) // 2 + 1
            for row, shut in zip(self.rows, self.closed, strict=True)
        )
        return prod(one)

    @property
    def at_least(self) -> int:
        """States that play reaches: every combination of intervals."""
        return self.states

    def moves(self, state: tuple[tuple[int, int], ...]) -> Iterator[Move]:
        """An end of any row that is not empty; the last coin of a row is one move, not two."""
        for place, (left, right) in enumerate(state):
            row = self.rows[place]
            if left <= right and (not self.closed[place] or left == right):
                yield Move(_with(state, place, (left + 1, right)), gain=row[left])
            if left < right:
                yield Move(_with(state, place, (left, right - 1)), gain=row[right])

    def __contains__(self, state: State) -> bool:
        return (
            isinstance(state, tuple)
            and len(state) == len(self.rows)
            and all(part in Row(row) for part, row in zip(state, self.rows, strict=True))
        )

    def same(self, state: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        """One name for all empty rows."""
        return tuple(part if part[0] <= part[1] else (0, -1) for part in state)


def _with(
    state: tuple[tuple[int, int], ...], place: int, part: tuple[int, int]
) -> tuple[tuple[int, int], ...]:
    return (*state[:place], part, *state[place + 1 :])


class FrontRow(Frozen):
    """A row taken from the front: state = how many are gone; take 1 … most of the next ones."""

    values: Sequence[Number]
    most: int

    @property
    def states(self) -> int:
        """How many states a table holds."""
        return len(self.values) + 1

    @cached_property
    def before(self) -> Sequence[Number]:
        """before[i] is the sum of the first i numbers."""
        return sums_of(self.values)

    def moves(self, state: int) -> Iterator[Move]:
        """Take 1 … most."""
        for end in range(state + 1, min(state + self.most, len(self.values)) + 1):
            yield Move(end, gain=self.before[end] - self.before[state])

    def __contains__(self, state: State) -> bool:
        return type(state) is int and 0 <= state <= len(self.values)

    def same(self, state: int) -> int:
        """Every state is itself."""
        return state


class CapRow(Frozen):
    """A row taken from the front under a growing cap: state (gone, M), 1 ≤ M ≤ max(1, n).

    Take X of the next ones, 1 ≤ X ≤ 2M; M becomes max(M, X), never more than n.
    """

    values: Sequence[Number]

    @property
    def states(self) -> int:
        """How many states a table holds."""
        return (len(self.values) + 1) * max(1, len(self.values))

    @cached_property
    def before(self) -> Sequence[Number]:
        """before[i] is the sum of the first i numbers."""
        return sums_of(self.values)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        """Take 1 … 2M."""
        gone, cap = state
        size = len(self.values)
        for count in range(1, min(2 * cap, size - gone) + 1):
            gain = self.before[gone + count] - self.before[gone]
            yield Move((gone + count, min(max(cap, count), size)), gain=gain)

    def __contains__(self, state: State) -> bool:
        size = len(self.values)
        return _is_pair(state) and 0 <= state[0] <= size and 1 <= state[1] <= max(1, size)

    def same(self, state: tuple[int, int]) -> tuple[int, int]:
        """Every state is itself."""
        return state


class RacePool(Frozen):
    """A pool of numbers, each used once: state = used ones as bits; reach the target to win.

    Play ends when the total reaches the target, won by whoever reached it (by the first player
    when it needs no number at all), or when the pool is empty, drawn.
    """

    pool: tuple[Number, ...]
    target: Number

    @property
    def states(self) -> int:
        """How many subsets there are."""
        return 1 << len(self.pool)

    @property
    def at_least(self) -> int:
        """States that play reaches: sets so small that no numbers in them make the target, or sets
        of positive numbers that do not make it, each with any one that makes it alone.
        """
        if self.target <= 0:
            return 1
        small = takewhile(lambda total: total < self.target, accumulate(sorted(self.pool)[::-1]))
        sets = comb(len(self.pool), min(sum(1 for _ in small), ENOUGH))
        alone = sum(1 for number in self.pool if number >= self.target)
        return max(sets, _sets_below(self.pool, self.target) * (1 + alone))

    def total(self, state: int) -> Number:
        """What is used, added up."""
        return sum(number for place, number in enumerate(self.pool) if state >> place & 1)

    def moves(self, state: int) -> Iterator[Move]:
        """Use any number that is left, until the target is reached."""
        if self.total(state) < self.target:
            for place in range(len(self.pool)):
                if not state >> place & 1:
                    yield Move(state | 1 << place)

    def __contains__(self, state: State) -> bool:
        return type(state) is int and 0 <= state < self.states

    def same(self, state: int) -> int:
        """Every state is itself."""
        return state


def _sets_below(pool: Sequence[Number], target: Number) -> int:
    """Sets of positive whole numbers with a total below `target`, and below `SMALL_TOTAL`.

    sets(t) = Σ over numbers n, each used once, of sets(t − n). O(SMALL_TOTAL) for each number.
    """
    sets = [1] + [0] * (min(ceil(target), SMALL_TOTAL) - 1)
    for number in pool:
        if type(number) is int and 0 < number < len(sets):
            for total in range(len(sets) - 1, number - 1, -1):
                sets[total] += sets[total - number]
    return sum(sets)


class ScoredPool(Frozen):
    """Items used once each: state = used ones as bits; whoever completes a group scores it.

    `groups` are sets of items as bits, each worth 1 to the player who uses its last item; a
    player who completes a group moves again.
    """

    items: int
    groups: tuple[int, ...]

    @property
    def states(self) -> int:
        """How many subsets there are."""
        return 1 << self.items

    @property
    def at_least(self) -> int:
        """States that play reaches: all subsets."""
        return self.states

    def moves(self, state: int) -> Iterator[Move]:
        """Use any item that is left."""
        for item in range(self.items):
            if not state >> item & 1:
                after = state | 1 << item
                done = sum(group >> item & 1 and after & group == group for group in self.groups)
                yield Move(after, gain=done, again=done > 0)

    def __contains__(self, state: State) -> bool:
        return type(state) is int and 0 <= state < self.states

    def same(self, state: int) -> int:
        """Every state is itself."""
        return state


class TakeHeap(Frozen):
    """A heap from which a number of a set is taken; who cannot move loses. State = the heap.

    `takes` is the set in ascending order, or None for the square numbers.
    """

    heap: int
    takes: tuple[int, ...] | None

    @property
    def states(self) -> int:
        """How many heaps there are."""
        return self.heap + 1

    @property
    def at_least(self) -> int:
        """States that play reaches: all, where 1 may be taken; of others nobody knows."""
        return self.heap + 1 if self.takes is None or 1 in self.takes else 1

    def allowed(self, state: int) -> Iterator[int]:
        """What may be taken from a heap."""
        if self.takes is None:
            yield from (root * root for root in range(1, isqrt(state) + 1))
        else:
            yield from (take for take in self.takes if take <= state)

    def moves(self, state: int) -> Iterator[Move]:
        """Take any number of the set."""
        for take in self.allowed(state):
            yield Move(state - take)

    def __contains__(self, state: State) -> bool:
        return type(state) is int and 0 <= state <= self.heap

    def same(self, state: int) -> int:
        """Every state is itself."""
        return state


class SortedHeaps:
    """Heaps of which one is changed at a time: state = heaps in ascending order, none empty."""

    largest: int

    @property
    def states(self) -> int:
        """How many single heaps there are."""
        return self.largest + 1

    def leaves(self, heap: int) -> Iterator[tuple[int, ...]]:
        """What one heap can become."""
        raise NotImplementedError

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        """A move in any one heap; equal heaps offer equal moves, listed once."""
        for place, heap in enumerate(state):
            if not place or heap != state[place - 1]:
                rest = state[:place] + state[place + 1 :]
                for left in self.leaves(heap):
                    yield Move(tuple(sorted((*rest, *left))))

    def move(self, state: tuple[int, ...], heap: int, left: tuple[int, ...]) -> Move:
        """The move that makes `left` of one heap, named after both."""
        rest = list(state)
        rest.remove(heap)
        return Move(tuple(sorted((*rest, *left))), label=f"{digits(heap)} → {self.name(left)}")

    def name(self, left: tuple[int, ...]) -> str:
        """What is left of a heap, in words."""
        return " + ".join(map(digits, left)) or "nothing"

    def __contains__(self, state: State) -> bool:
        return (
            isinstance(state, tuple)
            and {int}.issuperset(map(type, state))
            and list(state) == sorted(state)
            and (not state or state[0] > 0)
        )

    def same(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Every state is itself."""
        return state


class NimHeaps(SortedHeaps, Frozen):
    """Heaps of Nim: any number may be taken from one of them."""

    largest: int

    @property
    def at_least(self) -> int:
        """States that play reaches: the largest heap alone may have any size."""
        return self.largest + 1

    @property
    def moves_at_least(self) -> int:
        """Moves of those: a heap of n has n."""
        return self.largest * (self.largest + 1) // 2

    def leaves(self, heap: int) -> Iterator[tuple[int, ...]]:
        """All smaller heaps."""
        return ((left,) if left else () for left in range(heap))

    def name(self, left: tuple[int, ...]) -> str:
        """Stones that are left, 0 among them."""
        return digits(sum(left))


class OctalHeaps(SortedHeaps, Frozen):
    """Heaps under an octal code, digits d₁ d₂ …

    Taking k from a heap may leave nothing (d_k has 1), one heap (2), two heaps (4).
    """

    digits: tuple[int, ...]
    largest: int

    @property
    def at_least(self) -> int:
        """States that play reaches from the largest heap alone.

        Where taking k may leave two heaps, n becomes any heaps a, b, … with (a + k) + (b + k) + … =
        n + k. So each set of different numbers from k + 1 on whose sum is at most half of n + k is
        a state of its own, with one more heap for the rest. Where it may leave one, n goes down by
        k at a time.
        """
        least = 1
        for take, digit in enumerate(self.digits, 1):
            if digit & 2:
                least = max(least, 1 + (self.largest - 1) // take)
            if digit & 4:
                sums = accumulate(range(take + 1, take + 1 + MANY_HEAPS))
                half = (self.largest + take) // 2
                least = max(least, 1 << sum(total <= half for total in sums))
        return least

    def leaves(self, heap: int) -> Iterator[tuple[int, ...]]:
        """What one heap can become."""
        for take, digit in enumerate(self.digits, 1):
            left = heap - take
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left >= 1:
                yield (left,)
            if digit & 4:
                yield from ((small, left - small) for small in range(1, left // 2 + 1))


def proper_divisors(number: int) -> Iterator[int]:
    """The divisors of a number but itself, from 1 on: in pairs, so O(√N)."""
    larger = []
    for divisor in range(1, isqrt(number) + 1):
        if number % divisor == 0 and divisor < number:
            yield divisor
            if divisor > 1 and divisor * divisor < number:
                larger.append(number // divisor)
    for divisor in reversed(larger):
        yield divisor


class Staircase(Frozen):
    """Lines of which none is longer than the one above: C(height + width, height) of them."""

    height: int
    width: int

    @property
    def at_least(self) -> int:
        """States that play reaches: all but the empty one; of large bars, a part of them."""
        lines = min(self.height, self.width, FEW_LINES)
        return comb(self.height + self.width, lines) - 1

    def bites(self, state: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The squares that are left, but for the first one: their lines and columns."""
        for line, length in enumerate(state):
            for column in range(0 if line else 1, length):
                yield line, column

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        """Bite off all that lies below and to the right of a square."""
        for line, column in self.bites(state):
            yield Move((*state[:line], *(min(column, left) for left in state[line:])))

    def same(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Every state is itself."""
        return state


class DivisorHeap(Frozen):
    """A heap N from which a proper divisor is subtracted; who cannot move loses."""

    heap: int

    @property
    def states(self) -> int:
        """How many heaps there are."""
        return self.heap

    @property
    def at_least(self) -> int:
        """States that play reaches: 1 divides every heap, so all of them."""
        return self.heap

    def moves(self, state: int) -> Iterator[Move]:
        """Subtract any divisor smaller than the heap."""
        for divisor in proper_divisors(state):
            yield Move(state - divisor)

    def __contains__(self, state: State) -> bool:
        return type(state) is int and 1 <= state <= self.heap

    def same(self, state: int) -> int:
        """Every heap is itself."""
        return state


class TurnedRound(Frozen):
    """A shape whose ending is turned round: its states and moves, and none of its theorems."""

    shape: DeclaredShape

    @staticmethod
    def of(shape: DeclaredShape) -> DeclaredShape:
        """A shape turned round; turned twice it is itself."""
        return shape.shape if isinstance(shape, TurnedRound) else TurnedRound(shape)

    @property
    def at_least(self) -> int:
        """States that play reaches, as the shape says; 0 where it says nothing."""
        return int(getattr(self.shape, "at_least", 0))

    @property
    def moves_at_least(self) -> int:
        """Moves of those, likewise."""
        return int(getattr(self.shape, "moves_at_least", 0))

    def moves(self, state: State) -> Iterator[Move]:
        """The shape's own."""
        moves: Iterator[Move] = self.shape.moves(state)
        return moves

    def same(self, state: State) -> State:
        """The shape's own."""
        return self.shape.same(state)


class Box(Frozen):
    """A box of bounded integers: state[k] lies between low and high of ranges[k], inclusive.

    >>> Box((0, 3), (-1, 2)).size
    16
    """

    ranges: tuple[tuple[int, int], ...]

    def __init__(self, *ranges: tuple[int, int]) -> None:
        for place, given in enumerate(ranges):
            _check_range(place, given)
        object.__setattr__(self, "ranges", ranges)

    @property
    def size(self) -> int:
        """How many states fit."""
        return prod(high - low + 1 for low, high in self.ranges)

    def __contains__(self, state: State) -> bool:
        inside = isinstance(state, tuple) and len(state) == len(self.ranges)
        return inside and all(
            isinstance(part, int) and low <= part <= high
            for part, (low, high) in zip(state, self.ranges, strict=True)
        )


def _check_range(place: int, given: object) -> None:
    """A pair of whole numbers, the lower one first."""
    ends = list(given) if isinstance(given, tuple | list) else []
    if [type(end) for end in ends] != [int, int] or ends[0] > ends[1]:
        raise BadInput(
            spelled(given),
            where=f"range {place} of a Box",
            rule="a range is a pair of whole numbers (low, high), low not above high",
            fix="Write a range for each number of a state, e.g. Box((0, 3), (-1, 2))",
        )


class Subsets(Frozen):
    """Subsets of n items as bits of an int from 0 to 2ⁿ − 1."""

    items: int

    def __post_init__(self) -> None:
        whole(self.items, where="Subsets.items")

    @property
    def size(self) -> int:
        """How many states fit."""
        return 1 << self.items

    def __contains__(self, state: State) -> bool:
        return isinstance(state, int) and 0 <= state < self.size
