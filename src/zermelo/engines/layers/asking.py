"""What the rules say of a stretch of a layer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.memory.expansion import too_wide
from zermelo.engines.memory.failures import as_rules_failed
from zermelo.machine.machine import Machine, Moves
from zermelo.machine.words import Words
from zermelo.model.game import PayoffGame

ASKED_AT_ONCE = (
    1 << 13
)  # states that the rules are asked about at once: their moves stay in the cache
MOVES_OF_A_STATE = 8  # that there is room for at first
FEW_DIFFERENT = 1 << 12  # different numbers that are counted rather than sorted
NO_NUMBERS = np.empty(0, np.int64)
NO_FLAGS = np.empty(0, np.uint8)


class Heard(NamedTuple):
    """The moves of a stretch of states, side by side, and what its ends pay."""

    keys: np.ndarray  # [n]
    counts: np.ndarray  # [n]
    children: np.ndarray  # [m] keys
    gain: np.ndarray  # [m], or nothing where no move can have one
    again: np.ndarray  # [m], or nothing where no move can keep the turn
    ends: np.ndarray  # [e] the places of states without moves
    pay: np.ndarray  # [e, p]
    mover: np.ndarray  # [n] with p players, else nothing


@dataclass
class Facts:
    """What is known of some states together."""

    states: int = 0
    moves: int = 0
    ends: int = 0
    widest: int = 0  # the most moves of a state
    largest: int = 0  # gain or payoff, whatever its sign
    has_gains: bool = False
    has_again: bool = False
    has_inner: bool = False  # whether a move stays in its layer
    has_inner_gains: bool = False  # and carries a gain
    paid: set[int] = field(default_factory=set)
    targets: set[int] = field(default_factory=set)  # later layers that moves lead to

    @property
    def told(self) -> dict[str, Any]:
        """The same in numbers and lists, which a file can hold."""
        rows = {"paid": sorted(self.paid), "targets": sorted(self.targets)}
        return {**vars(self), **rows}

    @classmethod
    def of(cls, told: dict[str, Any]) -> Facts:
        """What was told."""
        return cls(**{**told, "paid": {*told["paid"]}, "targets": {*told["targets"]}})

    def add(self, other: Facts) -> None:
        """All that is known of both."""
        self.states += other.states
        self.moves += other.moves
        self.ends += other.ends
        self.widest = max(self.widest, other.widest)
        self.largest = max(self.largest, other.largest)
        self.has_gains |= other.has_gains
        self.has_again |= other.has_again
        self.has_inner |= other.has_inner
        self.has_inner_gains |= other.has_inner_gains
        self.paid |= other.paid
        self.targets |= other.targets

    def hear(self, told: Heard) -> None:
        """What a stretch shows."""
        self.states += len(told.counts)
        self.moves += len(told.children)
        self.ends += len(told.ends)
        self.widest = max(self.widest, int(told.counts.max(initial=0)))
        if len(told.gain):
            self.largest = max(self.largest, _size(told.gain))
            self.has_gains |= bool(told.gain.any())
        self.has_again |= bool(told.again.any())
        if len(told.pay):
            self.largest = max(self.largest, _size(told.pay))
            self.paid.update(different(told.pay))


def different(numbers: np.ndarray) -> list[int]:
    """The different ones; counting is many times faster than sorting."""
    low, high = int(numbers.min()), int(numbers.max())
    if high - low < FEW_DIFFERENT:
        numbers = np.flatnonzero(np.bincount((numbers - low).ravel())) + low
    found: list[int] = np.unique(numbers).tolist()
    return found


def _size(numbers: np.ndarray) -> int:
    return max(int(numbers.max()), -int(numbers.min()))


class Asker:
    """Asks the rules for one thread."""

    def __init__(self, machine: Machine, words: Words, memory: int) -> None:
        self.machine, self.words = machine, words
        self.memory = memory  # bytes that the moves of a stretch may take
        self.runner = machine.runner(memory // 16)
        self.found = self.worth = NO_NUMBERS  # to work in
        self._make_room(ASKED_AT_ONCE * MOVES_OF_A_STATE)

    def stretches(self, keys: np.ndarray) -> Iterator[tuple[int, Heard]]:
        """All about some states: a stretch of them after the other, and where it begins.

        What is told stands only until the next stretch is asked about.
        """
        begin, most = 0, ASKED_AT_ONCE
        while begin < len(keys):
            some = keys[begin : begin + most]
            told = self._ask(some)
            if told is not None:
                yield begin, told
                begin += len(some)
            elif len(some) > 1:
                most = len(some) // 2
            else:
                raise too_wide(self.machine, len(self.moves.gain), self.memory)

    def _ask(self, keys: np.ndarray) -> Heard | None:
        """All about some states; None where there is no room for their moves."""
        whole = np.ascontiguousarray(self.words.unpack(keys))
        with as_rules_failed():
            count = self._expand(whole)
            if count < 0:
                return None
            counts = self.runner.counts
            ends = np.flatnonzero(counts == 0).astype(np.uint32)
            pay = self.runner.payoffs(whole, ends)
            is_shared = isinstance(self.machine.game, PayoffGame)
            mover = self.runner.turns(whole, 0, len(keys)) if is_shared else NO_NUMBERS
        code = self.machine.code
        return Heard(
            keys,
            counts,
            self.words.pack(self.moves.keys[:count]),
            self.moves.gain[:count] if code.has_gains else NO_NUMBERS,
            self.moves.again[:count] if code.has_again else NO_FLAGS,
            ends,
            pay,
            mover,
        )

    def _expand(self, keys: np.ndarray) -> int:
        while True:
            size = len(self.moves.gain)
            count = self.runner.expand(keys, 0, len(keys), self.moves, 0, size)
            each = 8 * self.machine.layout.words + 9
            if count >= 0 or 2 * size * each > self.memory:
                return count
            self._make_room(2 * size)

    def _make_room(self, size: int) -> None:
        self.moves = Moves.room(size, self.machine.layout.words)
        self.moves.gain[:] = 0  # rules whose moves never gain do not write them
        self.moves.again[:] = 0

    def layers(self, keys: np.ndarray) -> np.ndarray:
        """[n] the layers that the game names for some states."""
        with as_rules_failed():
            return self.runner.layers(np.ascontiguousarray(self.words.unpack(keys)))

    def places(self, size: int) -> np.ndarray:
        """Room for the places of so many children."""
        if len(self.found) < size:
            self.found = np.empty(2 * size, np.int64)
        return self.found[:size]

    def worths(self, size: int, width: int | None, dtype: DTypeLike) -> np.ndarray:
        """Room for what so many children are worth."""
        held, more = self.worth, () if width is None else (width,)
        if len(held) < size or held.dtype != dtype or held.shape[1:] != more:
            self.worth = np.empty((2 * size, *more), dtype)
        return self.worth[:size]
