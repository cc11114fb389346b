"""`LayeredGraph`: a game as ascending keys, layer after layer; moves are worked out when needed.

The number of a state is its place in its layer, behind all states of the layers before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from zermelo.engines.layers import backward
from zermelo.engines.layers.asking import NO_FLAGS, NO_NUMBERS, Asker, Facts, Heard
from zermelo.engines.layers.backward import Settling, Sweep
from zermelo.engines.layers.forward import keys_of
from zermelo.engines.layers.sharing import Team
from zermelo.engines.layers.storage import Storage
from zermelo.engines.layers.words import Unpacked, Words
from zermelo.engines.memory.columns import ArrayColumns
from zermelo.engines.memory.entries import ArrayEntries
from zermelo.engines.memory.graph import MOST_LISTED, too_many_for_lists
from zermelo.engines.memory.totals import ArrayTotals
from zermelo.graph.contract import (
    NEVER,
    NOT_FOUND,
    Columns,
    Define,
    Futures,
    Graph,
    Recurrence,
    Value,
    ValueRow,
)
from zermelo.graph.lists import Lists
from zermelo.graph.progress import Callback
from zermelo.graph.taken import are_among, as_array
from zermelo.kernels import load
from zermelo.machine.machine import Machine
from zermelo.machine.state_columns import columns_of
from zermelo.model.exact import Number
from zermelo.model.game import PayoffGame, State, declares

KEYS_DECODED = 1 << 13  # states that are made of their keys together
ROOM_TO_ASK = 1 << 26  # bytes for the moves of some states
NOT_COMPARED = "futures are compared where moves are held"


class LayeredGraph(Graph):
    """The contract of a graph, answered from layers."""

    complete = True
    at_least = 0

    def __init__(
        self,
        machine: Machine,
        words: Words,
        storage: Storage,
        sizes: Sequence[int],
        facts: Facts,
        threads: int,
        memory: int,
    ) -> None:
        self.machine, self.words, self.storage = machine, words, storage
        self.sizes, self.facts = sizes, facts
        self.threads, self.memory = threads, memory
        self.offsets = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))

    def __len__(self) -> int:
        return int(self.offsets[-1])

    @property
    def moves(self) -> int:
        """How many moves there are in all."""
        return self.facts.moves

    @property
    def bytes(self) -> int:
        """What is held."""
        return self.storage.bytes

    @property
    def level_sizes(self) -> list[int]:
        """How many states each layer has."""
        return list(self.sizes)

    # -- what kind of game it is ---------------------------------------------------------------

    @property
    def has_gains(self) -> bool:
        """Whether any move carries a gain."""
        return self.facts.has_gains

    @property
    def has_again(self) -> bool:
        """Whether any move keeps the turn."""
        return self.facts.has_again

    @property
    def has_own_totals(self) -> bool:
        """Whether every player counts an own total."""
        return isinstance(self.machine.game, PayoffGame)

    @property
    def is_acyclic(self) -> bool:
        """Every move leads to a later layer."""
        return True

    @property
    def paid(self) -> set[Value]:
        """The different payoffs of the ends; with p players, of all of them."""
        return {*self.facts.paid}

    # -- states --------------------------------------------------------------------------------

    def number(self, state: State) -> int:
        """The number of a state, or NOT_FOUND."""
        key = self._key(state)
        if key is None:
            return NOT_FOUND
        for layer in range(len(self.sizes)):
            keys = self.keys(layer)
            place = int(np.searchsorted(keys, key))
            if place < len(keys) and keys[place] == key:
                return int(self.offsets[layer]) + place
        return NOT_FOUND

    def keys(self, layer: int) -> np.ndarray:
        """[n] the keys of a layer, ascending."""
        return self.storage.get(keys_of(layer))

    def _key(self, state: State) -> int | None:
        """The key of a state; None for what cannot be one, though it could be packed."""
        game, layout = self.machine.game, self.machine.layout
        same = game.canonical(state) if declares(game, "canonical") else state
        words = layout.encode(same)
        if words is None or layout.decode(words) != same:  # "5" is not 5
            return None
        try:
            return int(self.words.pack(np.array([words], np.int64))[0])
        except Unpacked:
            return None

    def state(self, number: int) -> State:
        """The state of a number."""
        layer = self.layer_of(number)
        key = self.keys(layer)[number - self.offsets[layer]]
        return self.machine.state(self.words.unpack(np.array([key]))[0])

    def layer_of(self, number: int) -> int:
        """The layer of a number."""
        return int(np.searchsorted(self.offsets, number, side="right")) - 1

    def states_of(self, numbers: np.ndarray) -> Iterator[State]:
        """The states of ascending numbers, decoded in bulk."""
        for low in range(0, len(numbers), KEYS_DECODED):
            some = np.asarray(numbers[low : low + KEYS_DECODED], np.int64)
            yield from self.machine.layout.decode_all(self.words.unpack(self._keys_at(some)))

    def _keys_at(self, numbers: np.ndarray) -> np.ndarray:
        """[n] the keys of ascending numbers."""
        cuts = np.searchsorted(numbers, self.offsets)
        parts = [
            self.keys(layer)[numbers[cuts[layer] : cuts[layer + 1]] - self.offsets[layer]]
            for layer in range(len(self.sizes))
            if cuts[layer] < cuts[layer + 1]
        ]
        return np.concatenate(parts) if parts else NO_NUMBERS

    @property
    def all_numbers(self) -> np.ndarray:
        """[N] 0, 1, …"""
        return np.arange(len(self))

    def all_states(self) -> Sequence[State]:
        """[N] every state, decoded in bulk."""
        return list(self.states_of(self.all_numbers))

    def states_at(self, numbers: Sequence[int]) -> Iterator[State]:
        """Decoded in bulk."""
        return self.states_of(as_array(numbers))

    def fields(self, numbers: Sequence[int]) -> Mapping[str, np.ndarray] | None:  # type: ignore[override]
        """Out of the keys."""
        keys = self.words.unpack(self._keys_at(as_array(numbers)))
        return columns_of(self.machine.layout, keys)

    def turn(self, number: int) -> int:
        """Whose turn it is."""
        layer = self.layer_of(number)
        key = self.keys(layer)[number - self.offsets[layer] :][:1]
        return int(self._asker.runner.turns(self.words.unpack(key), 0, 1)[0])

    @cached_property
    def _asker(self) -> Asker:
        return Asker(self.machine, self.words, min(self.memory, ROOM_TO_ASK))

    def told_of(self, layer: int, keys: np.ndarray | None = None) -> Iterator[tuple[int, Heard]]:
        """What the rules say of a layer, or of some of its keys, and where each stretch begins."""
        return self._asker.stretches(self.keys(layer) if keys is None else keys)

    def _all(self) -> Iterator[tuple[int, Heard]]:
        """What the rules say of all states, and the number that each stretch begins with."""
        for layer, offset in enumerate(self.offsets[:-1].tolist()):
            for begin, told in self.told_of(layer):
                yield offset + begin, told

    @cached_property
    def ends(self) -> Sequence[int]:
        """The states without moves."""
        ends: Sequence[int] = self._ends.tolist()
        return ends

    @cached_property
    def _ends(self) -> np.ndarray:
        return np.concatenate([begin + told.ends.astype(np.int64) for begin, told in self._all()])

    def are_ends(self, numbers: Sequence[int]) -> np.ndarray:  # type: ignore[override]
        """[n] looked up."""
        return are_among(self._ends, as_array(numbers))

    def payoff_at(self, number: int) -> Value:
        """What an end pays."""
        layer = self.layer_of(number)
        place = number - int(self.offsets[layer])
        _, told = next(self.told_of(layer, self.keys(layer)[place : place + 1]))
        paid: list[int] = told.pay[0].tolist()
        return tuple(paid) if self.has_own_totals else paid[0]

    def reached_from(self, number: int) -> Sequence[int]:
        """The numbers of all states that a state reaches."""
        layer = self.layer_of(number)
        places = np.array([number - self.offsets[layer]])
        found = []
        while len(places):
            found.append(places + self.offsets[layer])
            keys = self.keys(layer)[places]
            parts = [self.places(told, layer + 1) for _, told in self.told_of(layer, keys)]
            places, layer = np.unique(np.concatenate(parts)), layer + 1
        reached: Sequence[int] = np.concatenate(found).tolist()
        return reached

    def places(self, told: Heard, layer: int) -> np.ndarray:
        """[m] the places of children in their layer."""
        out = np.empty(len(told.children), np.int64)
        if len(out):
            keys = self.keys(layer)
            load("layers").places(told.children, told.counts, NO_FLAGS, 0, keys, out)
        return out

    # -- witnesses -----------------------------------------------------------------------------

    def a_gain(self) -> tuple[State, Number]:
        """A state with a move that carries a gain, and that gain."""
        number, gain = self._first_where(lambda told: told.gain)
        return self.state(number), gain

    def a_kept_turn(self) -> State:
        """A state with a move that keeps the turn."""
        return self.state(self._first_where(lambda told: told.again)[0])

    def _first_where(self, row: Callable[[Heard], np.ndarray]) -> tuple[int, int]:
        """The first state with a move that has something in a row of the moves, and that."""
        for begin, told in self._all():
            moves = np.flatnonzero(row(told))
            if len(moves):
                until = np.cumsum(told.counts, dtype=np.int64)
                source = begin + int(np.searchsorted(until, moves[0], side="right"))
                return source, int(row(told)[moves[0]])
        raise AssertionError("some move has it")

    def some_ends(self) -> Iterator[State]:
        """One end for each payoff of the first stretch with ends of each layer."""
        shown: set[tuple[int, ...]] = set()
        for begin, told in self._all():
            for end, paid in zip(told.ends.tolist(), map(tuple, told.pay.tolist()), strict=True):
                if paid not in shown:
                    shown.add(paid)
                    yield self.state(begin + end)
            if len(shown) >= len(self.facts.paid) and not self.has_own_totals:
                return

    def an_odd_end(self) -> tuple[State, Number]:
        """An end that pays something else than −1, 0 or 1."""
        for begin, told in self._all():
            odd = np.flatnonzero(np.abs(told.pay[:, 0]) > 1)
            if len(odd):
                return self.state(begin + int(told.ends[odd[0]])), int(told.pay[odd[0], 0])
        raise AssertionError("some end pays it")

    def out_of_turn(self, players: int) -> tuple[State, State] | None:
        """A move after which it is not the next player's turn; at an end that is moot."""
        for layer, offset in enumerate(self.offsets[:-1].tolist()):
            for begin, told in self.told_of(layer):
                source = np.repeat(np.arange(len(told.counts)), told.counts)
                children = told.children.copy()
                odd = np.flatnonzero(self._is_odd(told, source, children, players))
                for move in odd.tolist():
                    child = children[move : move + 1]
                    if next(self.told_of(layer + 1, child))[1].counts[0]:
                        to = self.machine.state(self.words.unpack(child)[0])
                        return self.state(offset + begin + int(source[move])), to
        return None

    def _is_odd(
        self, told: Heard, source: np.ndarray, children: np.ndarray, players: int
    ) -> np.ndarray:
        """[m] whether a move does not pass the turn on."""
        if not self.has_own_totals:
            kept: np.ndarray = told.again != 0
            return kept
        turns = self._asker.runner.turns(self.words.unpack(children), 0, len(children))
        odd: np.ndarray = turns != (told.mover[source] + 1) % players
        return odd

    # -- what is worked out over all states ----------------------------------------------------

    def filled(self, by: Recurrence, define: Define, progress: Callback | None = None) -> Columns:
        """Settling through the layers; what has no kernel by its definition, if it is small."""
        facts = self.facts
        if by in (Recurrence.OUTCOMES, Recurrence.RETROGRADE):
            return self._outcomes(progress)
        if by in (Recurrence.DIFFERENCE, Recurrence.THRESHOLDS):
            most = facts.largest * (len(self.sizes) + 1)
            return ArrayColumns(self._swept(backward.difference_sweep(most), progress))
        if by is Recurrence.VECTORS:
            most = facts.largest * (len(self.sizes) + 1)
            return ArrayColumns(
                self._swept(backward.vector_sweep(most, self.machine.players), progress)
            )
        if by is Recurrence.NIMBERS:
            nimbers = self._swept(backward.nimber_sweep(facts.widest), progress)
            return ArrayColumns(np.where(nimbers > 0, np.int8(1), np.int8(-1)), nimbers=nimbers)
        lists = self.as_lists(MOST_LISTED)
        if lists is None:
            raise too_many_for_lists(self.machine.game, self.moves)
        return define(lists)

    def _outcomes(self, progress: Callback | None) -> ArrayColumns:
        sweep = backward.outcome_sweep(len(self.sizes))
        self._sweep(sweep, progress)
        values, plies = np.empty(len(self), np.int8), np.empty(len(self), sweep.dtype)
        for low, high, worth in self._layers_of(sweep):
            np.sign(worth, out=values[low:high], casting="unsafe")
            np.subtract(np.iinfo(sweep.dtype).max, np.abs(worth), out=plies[low:high])
            plies[low:high][worth == 0] = NEVER
        return ArrayColumns(values, plies)

    def _swept(self, sweep: Sweep, progress: Callback | None = None) -> np.ndarray:
        """[N] what all states are worth."""
        self._sweep(sweep, progress)
        shape = (len(self),) if sweep.width is None else (len(self), sweep.width)
        whole = np.empty(shape, sweep.dtype)
        for low, high, worth in self._layers_of(sweep):
            whole[low:high] = worth
        return whole

    def _sweep(self, sweep: Sweep, progress: Callback | None) -> None:
        """What all states are worth, on the storage."""
        share = self.memory // (16 * self.threads)
        askers = [Asker(self.machine, self.words, share) for _ in range(self.threads)]
        with Team(askers) as team:
            Settling(self.storage, team, self.sizes, progress).run(sweep)

    def _layers_of(self, sweep: Sweep) -> Iterator[tuple[int, int, np.ndarray]]:
        """What is on the storage, layer by layer, and for which numbers; then it is given back."""
        for layer, (low, high) in enumerate(pairwise(self.offsets.tolist())):
            name = backward.worth_of(sweep, layer)
            yield low, high, self.storage.get(name)
            self.storage.drop(name)

    def totals(self, tolerance: float | None = None) -> ArrayTotals:  # noqa: ARG002 - all exact
        """What is collected from each state on."""
        return self._totals

    @cached_property
    def _totals(self) -> ArrayTotals:
        found = self._swept(backward.total_sweep())
        return ArrayTotals(self, self.machine.game, found[:, 0], found[:, 1])

    def farthest(self) -> Number:
        """The most that a play from the start changes a total by."""
        if not self.has_gains:
            return self.facts.largest
        return int(self._swept(backward.farthest_sweep())[0])

    def longest_play(self) -> int:
        """A move for every layer but the first."""
        return len(self.sizes) - 1

    def may_go_on(self, number: int) -> bool:  # noqa: ARG002
        """No play goes on for ever."""
        return False

    def futures(self) -> Futures:
        """Not known: nothing holds the moves."""
        return Futures(None, None, NOT_COMPARED)

    def as_lists(self, most: int) -> Lists | None:
        """Python's own numbers, without the states' index."""
        if self.moves > most:
            return None
        first, to, again, mover = [0], [], [], []
        gain: list[Number] = []
        payoff: list[Value | None] = [None] * len(self)
        for layer, offset in enumerate(self.offsets[:-1].tolist()):
            for begin, told in self.told_of(layer):
                first += (first[-1] + np.cumsum(told.counts, dtype=np.int64)).tolist()
                children = self.offsets[layer + 1] + self.places(told, layer + 1)
                to += children.tolist()
                gain += told.gain.tolist() if len(told.gain) else [0] * len(children)
                again += [*map(bool, told.again.tolist())] or [False] * len(children)
                mover += told.mover.tolist()
                for end, paid in zip(told.ends.tolist(), told.pay.tolist(), strict=True):
                    payoff[offset + begin + end] = tuple(paid) if self.has_own_totals else paid[0]
        return Lists(
            states=[], index={}, first=first, to=to, gain=gain, again=again, payoff=payoff,
            mover=mover if self.has_own_totals else None, levels=self.offsets[:-1].tolist(),
            complete=True, forward=True,
        )  # fmt: skip

    # -- tables and proofs ---------------------------------------------------------------------

    def entries(
        self,
        of: Callable[[State], Value],
        row: ValueRow | None = None,
        numbers: Sequence[int] | None = None,
    ) -> Mapping[State, Value]:
        """States are made of their keys when they are asked for."""
        return ArrayEntries(self, of, row, numbers)

    def row(self, columns: Columns, view: str) -> np.ndarray | None:  # type: ignore[override]
        """[N], or [N, p]: the values, the pairs of scores, or the own totals of the movers."""
        if not isinstance(columns, ArrayColumns) or self.has_own_totals:
            return None
        if view == "difference":
            return columns.values
        total = self._totals.row()
        if total is None:
            return None
        own = (total + columns.values) // 2
        return own if view == "total" else np.stack((own, total - own), axis=1)
