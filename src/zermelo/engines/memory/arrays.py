"""`Arrays`: the states of a large game as keys, its moves as flat arrays of machine numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from zermelo.graph.contract import NOT_FOUND
from zermelo.kernels import load
from zermelo.limits.deadline import patiently
from zermelo.machine.machine import Machine
from zermelo.model.exact import Number
from zermelo.model.game import State

CHUNK = 1 << 13  # states whose moves are written down together
MOST_CHILDREN = 1 << 21  # moves that there is room for at once, unless one state has more
MOST_LOOKED_AT = 1 << 20  # ends that examples are taken from
ROOMS_SHARE = 8  # a part of the memory for the moves that are being written down
BY_LEVELS, FORWARD, ANYWHERE = 0, 1, 2  # where the moves lead


@dataclass(frozen=True, eq=False)
class Arrays:
    """The states that a start reaches, millions of them; `Lists` in machine numbers."""

    machine: Machine
    keys: np.ndarray = field(repr=False)  # [N, K]
    slots: np.ndarray = field(repr=False)
    first: np.ndarray | None = field(repr=False)  # [N + 1], None when the moves were forgotten
    to: np.ndarray | None = field(repr=False)  # [M]
    gain: np.ndarray = field(repr=False)  # [M], or nothing when no move has a gain
    again: np.ndarray = field(repr=False)  # [M], or nothing when no move keeps the turn
    ends: np.ndarray = field(repr=False)  # [E] the states without moves
    pay: np.ndarray = field(repr=False)  # [E, p] what they pay
    mover: np.ndarray | None = field(repr=False)  # [N] in games of p players
    levels: np.ndarray = field(repr=False)  # [L + 1] the first state of each, and N
    moves: int
    has_gains: bool
    has_again: bool
    largest: int  # the largest gain or payoff, whatever its sign
    complete: bool
    kind: int
    threads: int
    widest: int  # the most moves of a state
    memory: int  # bytes that all phases keep to
    roots: int = 1  # states that play begins at
    asked: int = 0  # states whose moves are known; all, where it is complete

    def __len__(self) -> int:
        return len(self.keys)

    def number(self, state: State) -> int:
        """The number of a state, or NOT_FOUND."""
        key, out = self.key(state), np.empty(1, np.int64)
        if key is None:
            return NOT_FOUND
        dense, look_up = self.machine.layout.dense, load("frontier").look_up
        look_up(by_word(key), 0, 1, dense, self.slots, by_word(self.keys), out)
        return int(out[0])

    def key(self, state: State) -> np.ndarray | None:
        """[1, K] the key of a state; None for what cannot be one."""
        return self.machine.exact_key(state)

    def state(self, number: int) -> State:
        """The state of a number."""
        return self.machine.state(self.keys[number])

    def states_of(self, numbers: np.ndarray) -> Iterator[State]:
        """The states of numbers, decoded in bulk."""
        for low in range(0, len(numbers), CHUNK):
            yield from self.machine.layout.decode_all(self.keys[numbers[low : low + CHUNK]])

    @property
    def all_numbers(self) -> np.ndarray:
        """[N] 0, 1, …"""
        return np.arange(len(self), dtype=np.uint32)

    def turn(self, number: int) -> int:
        """Whose turn it is in a state, with p players."""
        assert self.mover is not None
        return int(self.mover[number])

    @property
    def keeps_moves(self) -> bool:
        """Whether the moves are held, or worked out again when they are needed."""
        return self.to is not None

    @property
    def stretch(self) -> int:
        """States whose moves are worked out together, so that there is room for them."""
        share = self.memory // (ROOMS_SHARE * (self.threads + 1))
        most = min(MOST_CHILDREN, share // (8 * self.machine.layout.words + 24))
        return max(1, min(CHUNK, most // max(1, self.widest)))

    @property
    def bytes(self) -> int:
        """What is held."""
        arrays = (self.keys, self.slots, self.first, self.to, self.gain, self.again, self.ends,
                  self.pay, self.mover)  # fmt: skip
        return sum(array.nbytes for array in arrays if array is not None)

    @cached_property
    def paid(self) -> set[Number]:
        """The different payoffs of the ends."""
        if not self.pay.size:
            return set()
        low, high = int(self.pay.min()), int(self.pay.max())
        if high - low < 1 << 16:  # counting is many times faster than sorting
            return set((np.flatnonzero(np.bincount((self.pay - low).ravel())) + low).tolist())
        return set(np.unique(self.pay).tolist())

    @cached_property
    def is_outcome(self) -> bool:
        """Whether all that counts is a win (+1), a draw (0) or a loss (−1) at the end."""
        return self.mover is None and not self.has_gains and self.paid <= {-1, 0, 1}

    @cached_property
    def sweep(self) -> np.ndarray | None:
        """[N] each state after all it leads to, or nothing for N − 1 … 0; None with a cycle."""
        if self.kind != ANYWHERE:
            return np.empty(0, np.uint32)
        return self._order[0] if self._order else None

    @cached_property
    def cuts(self) -> np.ndarray:
        """[L + 1] where levels begin in the sweep; no move leads from a level into itself."""
        if self.kind == BY_LEVELS:
            return len(self) - self.levels[::-1]
        return self._order[1] if self._order and self.kind == ANYWHERE else np.empty(0, np.int64)

    @cached_property
    def _order(self) -> tuple[np.ndarray, np.ndarray] | None:
        """The order of a sweep, and where its levels begin; None with a cycle."""
        size, kernels = len(self), load("sweeps")
        order, level = np.empty(size, np.uint32), np.zeros(size, np.uint32)
        arrays = self.first, self.to, order, level
        if patiently(self.moves, kernels.reverse_order, *arrays) < size:
            return None
        cuts = np.zeros(int(level.max(initial=0)) + 2, np.int64)
        patiently(size, kernels.ascend, level, cuts, order)
        return order, cuts

    @property
    def fits_64_bits(self) -> bool:
        """Whether no play can add up to more than 64 bits hold."""
        longest = len(self.levels) if self.kind == BY_LEVELS else len(self) + 1
        return self.largest * longest < 2**62

    def gain_in_cycle(self) -> int | None:
        """A move that carries a gain and lies on a cycle."""
        arrays = self.first, self.to, self.gain, self.parts
        move = int(patiently(self.moves, load("cycles").gain_inside, *arrays))
        return None if move < 0 else move

    # -- witnesses --------------------------------------------------------------------------

    def some_ends(self) -> Iterator[State]:
        """One end for each different payoff."""
        places = np.unique(self.pay[:MOST_LOOKED_AT], axis=0, return_index=True)[1]
        for place in np.sort(places).tolist():
            yield self.state(int(self.ends[place]))

    def an_odd_end(self) -> tuple[State, Number]:
        """An end that pays something else than −1, 0 or 1."""
        place = int(np.flatnonzero(np.abs(self.pay[:, 0]) > 1)[0])
        return self.state(int(self.ends[place])), int(self.pay[place, 0])

    def source(self, move: int) -> int:
        """The state that a move leaves."""
        assert self.first is not None
        return int(np.searchsorted(self.first, move, side="right")) - 1

    def cycle(self, through: int | None = None) -> list[State]:
        """The states of a cycle; of one through a move, where one is named."""
        if through is None:
            begin = self._on_a_cycle()
            return self._way(begin, begin)
        assert self.to is not None
        begin, target = self.source(through), int(self.to[through])
        back = [] if target == begin else self._way(target, begin)
        return [self.state(begin), *back]

    def _on_a_cycle(self) -> int:
        assert self.first is not None
        assert self.to is not None
        counts = np.bincount(self.parts)
        large = np.flatnonzero(counts[self.parts] > 1)
        if len(large):
            return int(large[0])
        sources = np.repeat(np.arange(len(self)), np.diff(self.first))
        return int(sources[np.flatnonzero(sources == self.to)[0]])

    def _way(self, begin: int, goal: int) -> list[State]:
        """The states of a shortest way from `begin` to `goal` inside their part, without `goal`."""
        assert self.first is not None
        assert self.to is not None
        part = self.parts
        line, before = [begin], {begin: -1}
        for here in line:
            for child in self.to[self.first[here] : self.first[here + 1]].tolist():
                if child == goal:
                    way = [here]
                    while before[way[-1]] >= 0:
                        way.append(before[way[-1]])
                    return [self.state(number) for number in reversed(way)]
                if child not in before and part[child] == part[goal]:
                    before[child] = here
                    line.append(child)
        raise AssertionError("the states of a part reach each other")

    @cached_property
    def parts(self) -> np.ndarray:
        """[N] the number of each state's strongly connected part, above all it leads to."""
        part = np.empty(len(self), np.uint32)
        patiently(self.moves, load("cycles").parts, self.first, self.to, part)
        return part


def by_word(keys: np.ndarray) -> np.ndarray:
    """[N] keys of one word, [N, K] others: kernels are a third faster without the second index."""
    return keys.reshape(-1) if keys.shape[1] == 1 else keys
