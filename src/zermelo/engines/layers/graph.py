"""`LayeredGraph`: a game as ascending keys, layer after layer; moves are worked out when needed.

The number of a state is its place in its layer, behind all states of the layers before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers import recurrences
from zermelo.engines.layers.alone import PLIES_AT, WORTH_AT
from zermelo.engines.layers.asking import Asker, Facts, Heard
from zermelo.engines.layers.backward import Settling, worth_of
from zermelo.engines.layers.cycles import InnerCycles
from zermelo.engines.layers.forward import Closed
from zermelo.engines.layers.memory import Memory
from zermelo.engines.layers.numbering import NumberedLayers
from zermelo.engines.layers.ordering import Ordering
from zermelo.engines.layers.recurrences import Sweep
from zermelo.engines.layers.returning import pair_sweep
from zermelo.engines.layers.reusing import SavedTables
from zermelo.engines.layers.sharing import MakeTeam, Team
from zermelo.engines.layers.storage import Storage
from zermelo.engines.memory.columns import ArrayColumns, scores
from zermelo.engines.memory.entries import ArrayEntries
from zermelo.engines.memory.graph import MOST_LISTED, too_many_for_lists
from zermelo.engines.memory.prove import is_ready, prove_table
from zermelo.engines.memory.totals import ArrayTotals
from zermelo.graph.contract import (
    NEVER,
    Columns,
    Define,
    Futures,
    Graph,
    Layer,
    Packed,
    Recurrence,
    Value,
    ValueRow,
    unheld,
)
from zermelo.graph.lists import Lists
from zermelo.graph.progress import Callback
from zermelo.graph.taken import StateNumbers, are_among, as_array
from zermelo.kernels import load
from zermelo.machine.machine import Machine
from zermelo.machine.state_columns import columns_of
from zermelo.machine.words import Words
from zermelo.model.exact import Number
from zermelo.model.game import PayoffGame, State
from zermelo.proof import Proof
from zermelo.proof.packed import TableClaim

WORTH_READ = 1 << 20  # states whose worth is looked at together
PAIR_TYPES: tuple[type[np.signedinteger], ...] = (np.int16, np.int32, np.int64)
PAIRS = (
    Recurrence.OUTCOMES, Recurrence.RETROGRADE, Recurrence.DIFFERENCE, Recurrence.THRESHOLDS,
)  # fmt: skip
NOT_COMPARED = "futures are compared where moves are held"


class LayeredGraph(NumberedLayers, Graph):
    """The contract of a graph, answered from layers."""

    complete = True
    at_least = 0
    is_layered = True

    def __init__(
        self,
        machine: Machine,
        words: Words,
        storage: Storage,
        closed: Sequence[Closed],
        ordering: Ordering,
        threads: int,
        memory: int,
        roots: int = 1,
        team: MakeTeam = Team,
        tables: SavedTables | None = None,
    ) -> None:
        super().__init__(machine, words, storage, closed, ordering, memory)
        self.roots, self.threads, self._team, self._tables = roots, threads, team, tables
        self.has_named_layers = not ordering.has_levels
        self.facts = Facts()
        for layer in closed:
            self.facts.add(layer.facts)
        self._cycles = InnerCycles(self)
        self._rows: set[str] = set()  # names of the columns that were given out
        self._progress_inside: np.ndarray | None = None  # [N] plies that prove it, told or not

    def __getstate__(self) -> dict[str, object]:
        """Nobody else asks the rules after a journey."""
        return {**super().__getstate__(), "_team": Team}

    @property
    def moves(self) -> int:
        """How many moves there are in all."""
        return self.facts.moves

    @property
    def bytes(self) -> int:
        """What is held."""
        return self.storage.held

    def table_bytes(self, numbers: int) -> int:
        """As few bytes as hold a number, where it is a matter of plies."""
        each = np.dtype(recurrences.outcome_sweep(len(self.closed)).dtype).itemsize
        return each * numbers * len(self) if self._is_of_outcomes else 8 * numbers * len(self)

    @property
    def _is_of_outcomes(self) -> bool:
        return not (self.has_gains or self.has_own_totals or self.facts.has_inner)

    @property
    def level_sizes(self) -> list[int]:
        """How many states each layer has."""
        return [layer.size for layer in self.closed]

    @property
    def layers(self) -> Sequence[Layer]:
        """In the order in which play goes through them."""
        ends = pairwise(self.offsets.tolist())
        return [Layer(one.number, *span) for one, span in zip(self.closed, ends, strict=True)]

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
        """Whether no play comes back inside a layer; every other move leads to a later one."""
        return self._cycles.first is None

    def cycle(self, through: int | None = None) -> list[State]:  # noqa: ARG002 - no gain is inside
        """The states of a cycle inside a layer."""
        return list(map(self.state, self._cycles.one()))

    def gain_in_cycle(self) -> tuple[int, Number] | None:
        """No gain is inside a layer."""
        return None

    @property
    def paid(self) -> set[Value]:
        """The different payoffs of the ends; with p players, of all of them."""
        return {*self.facts.paid}

    # -- states --------------------------------------------------------------------------------

    def all_states(self) -> Sequence[State]:
        """[N] every state, decoded in bulk."""
        return list(self.states_of(self.all_numbers))

    def states_at(self, numbers: Sequence[int] | np.ndarray) -> Iterator[State]:
        """Decoded in bulk."""
        return self.states_of(as_array(numbers))

    def fields(self, numbers: StateNumbers) -> Mapping[str, np.ndarray] | None:  # type: ignore[override]
        """Out of the keys."""
        keys = self.words.unpack(self.keys_at(as_array(numbers)))
        return columns_of(self.machine.layout, keys)

    @cached_property
    def ends(self) -> Sequence[int]:
        """The states without moves."""
        ends: Sequence[int] = self._ends.tolist()
        return ends

    @cached_property
    def _ends(self) -> np.ndarray:
        return np.concatenate(
            [begin + heard.ends.astype(np.int64) for begin, heard in self.all_heard()]
        )

    def are_ends(self, numbers: StateNumbers) -> np.ndarray:  # type: ignore[override]
        """[n] looked up."""
        return are_among(self._ends, as_array(numbers))

    def payoff_at(self, number: int) -> Value:
        """What an end pays."""
        layer = self.layer_of(number)
        place = number - int(self.offsets[layer])
        _, heard = next(self.heard_of(layer, self.keys(layer)[place : place + 1]))
        paid: list[int] = heard.pay[0].tolist()
        return tuple(paid) if self.has_own_totals else paid[0]

    # -- witnesses -----------------------------------------------------------------------------

    def a_gain(self) -> tuple[State, Number]:
        """A state with a move that carries a gain, and that gain."""
        number, gain = self._first_where(lambda heard: heard.gain)
        return self.state(number), gain

    def a_kept_turn(self) -> State:
        """A state with a move that keeps the turn."""
        return self.state(self._first_where(lambda heard: heard.again)[0])

    def _first_where(self, row: Callable[[Heard], np.ndarray]) -> tuple[int, int]:
        """The first state with a move that has something in a row of the moves, and that."""
        for begin, heard in self.all_heard():
            moves = np.flatnonzero(row(heard))
            if len(moves):
                until = np.cumsum(heard.counts, dtype=np.int64)
                source = begin + int(np.searchsorted(until, moves[0], side="right"))
                return source, int(row(heard)[moves[0]])
        raise AssertionError("some move has it")

    def some_ends(self) -> Iterator[State]:
        """One end for each different payoff."""
        shown: set[tuple[int, ...]] = set()
        for begin, heard in self.all_heard():
            for end, paid in zip(heard.ends.tolist(), map(tuple, heard.pay.tolist()), strict=True):
                if paid not in shown:
                    shown.add(paid)
                    yield self.state(begin + end)
            if len(shown) >= len(self.facts.paid) and not self.has_own_totals:
                return

    def an_odd_end(self) -> tuple[State, Number]:
        """An end that pays something else than −1, 0 or 1."""
        for begin, heard in self.all_heard():
            odd = np.flatnonzero(np.abs(heard.pay[:, 0]) > 1)
            if len(odd):
                return self.state(begin + int(heard.ends[odd[0]])), int(heard.pay[odd[0], 0])
        raise AssertionError("some end pays it")

    def out_of_turn(self, players: int) -> tuple[State, State] | None:
        """A move after which it is not the next player's turn; at an end that is moot."""
        for layer, offset in enumerate(self.offsets[:-1].tolist()):
            for begin, heard in self.heard_of(layer):
                source = np.repeat(np.arange(len(heard.counts)), heard.counts)
                children = heard.children.copy()
                odd = np.flatnonzero(self._is_odd(heard, source, children, players))
                for move in odd.tolist():
                    child = children[move : move + 1]
                    if next(self.heard_of(layer, child))[1].counts[0]:
                        to = self.machine.state(self.words.unpack(child)[0])
                        return self.state(offset + begin + int(source[move])), to
        return None

    def _is_odd(
        self, heard: Heard, source: np.ndarray, children: np.ndarray, players: int
    ) -> np.ndarray:
        """[m] whether a move does not pass the turn on."""
        if not self.has_own_totals:
            kept: np.ndarray = heard.again != 0
            return kept
        turns = self.asker.runner.turns(self.words.unpack(children), 0, len(children))
        odd: np.ndarray = turns != (heard.mover[source] + 1) % players
        return odd

    # -- what is worked out over all states ----------------------------------------------------

    def filled(self, by: Recurrence, define: Define, progress: Callback | None = None) -> Columns:
        """Backward through the layers; what has no kernel by its definition, if it is small."""
        facts = self.facts
        most = facts.largest * (len(self.closed) + 1)
        if facts.has_inner and by in PAIRS:
            pairs = self._pairs(most, progress)
            self._progress_inside = pairs.plies
            return ArrayColumns(pairs.values) if by is Recurrence.DIFFERENCE else pairs
        if by in (Recurrence.OUTCOMES, Recurrence.RETROGRADE):
            return self._outcomes(progress)
        if by in (Recurrence.DIFFERENCE, Recurrence.THRESHOLDS):
            return ArrayColumns(self._swept(recurrences.difference_sweep(most), progress))
        if by is Recurrence.VECTORS and not facts.has_inner:
            players = self.machine.players
            return ArrayColumns(self._swept(recurrences.vector_sweep(most, players), progress))
        if by is Recurrence.NIMBERS and not facts.has_inner:
            nimbers = self._swept(recurrences.nimber_sweep(facts.widest), progress)
            return ArrayColumns(np.where(nimbers > 0, np.int8(1), np.int8(-1)), nimbers=nimbers)
        lists = self.as_lists(MOST_LISTED)
        if lists is None:
            raise too_many_for_lists(self.machine.game, self.moves)
        return define(lists)

    def _pairs(self, most: int, progress: Callback | None) -> ArrayColumns:
        """Worth and plies, where moves may stay in a layer; plies may ask for a wider type."""
        for dtype in PAIR_TYPES:
            if most <= np.iinfo(dtype).max:
                sweep = pair_sweep(dtype)
                with suppress(OverflowError):
                    pairs = self._swept(sweep, progress)
                    return ArrayColumns(pairs[:, WORTH_AT], pairs[:, PLIES_AT])
                self._give_back(sweep)
        raise AssertionError("64 bits hold every pair")

    def _outcomes(self, progress: Callback | None) -> ArrayColumns:
        sweep = recurrences.outcome_sweep(len(self.closed))
        far = np.iinfo(sweep.dtype).max

        def plies(worth: np.ndarray) -> np.ndarray:
            counted = np.empty(len(worth), sweep.dtype)
            load("layers").plies_of(worth, far, NEVER, counted)
            return counted

        values = self._column(sweep, "values", np.int8, np.sign, progress)
        counted = self._column(sweep, "plies", sweep.dtype, plies, progress)
        self._give_back(sweep)
        return ArrayColumns(values, counted)

    def _swept(self, sweep: Sweep, progress: Callback | None = None) -> np.ndarray:
        """[N] what all states are worth."""
        name = f"{sweep.name} all"
        if not self.storage.has(name):
            self._sweep(sweep, progress)
            names = [worth_of(sweep, one.number) for one in self.closed]
            rows = [*map(self.storage.glance, names)]
            dtype = np.result_type(*(row.dtype for row in rows))
            shape = (len(self), *rows[0].shape[1:])
            del rows
            self.storage.put(name, self._joined(sweep), shape, dtype)
            self.storage.flush(name)
        self._give_back(sweep)
        self._rows.add(name)
        return self.storage.glance(name)

    def _joined(self, sweep: Sweep) -> Iterator[np.ndarray]:
        """The rows of all layers; where they do not last, each is given back at once."""
        for layer in self.closed:
            name = worth_of(sweep, layer.number)
            yield self.storage.get(name)
            if not self.storage.lasts:
                self.storage.drop(name)

    def _give_back(self, sweep: Sweep) -> None:
        """The rows of single layers, once all that is made of them is there."""
        for layer in self.closed:
            self.storage.drop(worth_of(sweep, layer.number))

    def _column(
        self,
        sweep: Sweep,
        name: str,
        dtype: DTypeLike,
        of: Callable[[np.ndarray], np.ndarray],
        progress: Callback | None,
    ) -> np.ndarray:
        """[N] a number for each state, made of what it is worth; in the storage, like all else."""
        name = f"{sweep.name} {name}"
        if not self.storage.has(name):
            self._sweep(sweep, progress)
            self.storage.put(name, self._parts(sweep, of), len(self), dtype)
            self.storage.flush(name)
        self._rows.add(name)
        return self.storage.glance(name)

    def _parts(self, sweep: Sweep, of: Callable[[np.ndarray], np.ndarray]) -> Iterator[np.ndarray]:
        """What is made of the worth of all states, some at a time."""
        for layer in self.closed:
            worth = self.storage.get(worth_of(sweep, layer.number))
            for low in range(0, len(worth), WORTH_READ):
                yield of(worth[low : low + WORTH_READ])

    def _sweep(self, sweep: Sweep, progress: Callback | None) -> None:
        """What all states are worth, on the storage."""
        room = Memory(self.machine.game, self.memory, self.threads)
        askers = [Asker(self.machine, self.words, room.share) for _ in range(self.threads)]
        with self._team(askers) as team:
            given = self.storage, team, self.closed, self.ordering, room, progress, self._tables
            Settling(*given).run(sweep)

    def totals(self, tolerance: float | None = None) -> ArrayTotals:  # noqa: ARG002 - all exact
        """What is collected from each state on."""
        return self._totals

    @cached_property
    def _totals(self) -> ArrayTotals:
        if self.facts.has_inner:  # nobody knows, unless every state is asked in turn
            amount, fixed = np.zeros((2, len(self)), np.int8)
            game = self.machine.game
            return ArrayTotals(self, game, amount, fixed, may_return=not self.is_acyclic)
        found = self._swept(recurrences.total_sweep())
        return ArrayTotals(self, self.machine.game, found[:, 0], found[:, 1])

    def farthest(self) -> Number:
        """The most that a play from the start changes a total by, or more."""
        if not self.has_gains or self.facts.has_inner:
            return self.facts.largest * (len(self.closed) if self.has_gains else 1)
        return int(self._swept(recurrences.farthest_sweep()).max())

    def longest_play(self) -> int:
        """A move for every level but the first; else L(S) = 1 + max L(S')."""
        if self.ordering.has_levels:
            return len(self.closed) - 1
        if self.facts.has_inner:
            raise unheld("order inside layers")
        return int(self._swept(recurrences.longest_sweep()).max())

    def may_go_on(self, number: int) -> bool:
        """Whether some play from a state goes on for ever."""
        if self.is_acyclic:
            return False
        return any(map(self._cycles.has, self.reached_from(number)))

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
            for begin, heard in self.heard_of(layer):
                first += (first[-1] + np.cumsum(heard.counts, dtype=np.int64)).tolist()
                children = self.numbers(layer, heard)
                to += children.tolist()
                gain += heard.gain.tolist() if len(heard.gain) else [0] * len(children)
                again += [*map(bool, heard.again.tolist())] or [False] * len(children)
                mover += heard.mover.tolist()
                for end, paid in zip(heard.ends.tolist(), heard.pay.tolist(), strict=True):
                    payoff[offset + begin + end] = tuple(paid) if self.has_own_totals else paid[0]
        return Lists(
            states=[], index={}, first=first, to=to, gain=gain, again=again, payoff=payoff,
            mover=mover if self.has_own_totals else None, levels=self.offsets[:-1].tolist(),
            complete=True, forward=not self.facts.has_inner,
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

    def packed(self) -> Packed:
        """The keys of the layers, for whoever saves them: they, and all columns, are checked."""
        for name in self._rows:
            self.storage.get(name)
        return Packed(self.machine.layout, self._all_words, ascend=True)

    def _all_words(self, begin: int, end: int) -> np.ndarray:
        """[n, K] the keys of numbers begin … end − 1, in all their words."""
        return self.words.unpack(self.keys_between(begin, end))

    def row(self, columns: Columns, view: str) -> np.ndarray | None:  # type: ignore[override]
        """[N], or [N, p]: the values, the pairs of scores, or the own totals of the movers."""
        if not isinstance(columns, ArrayColumns) or self.has_own_totals:
            return None
        if view == "difference":
            return columns.values
        total = self._totals.row()
        return None if total is None else scores(columns.values, total, view)

    @property
    def has_checker(self) -> bool:
        """Whether the compiled checker of these rules is there already."""
        return is_ready(self)

    def prove(self, columns: Columns, start: State, starts: Iterable[State] = ()) -> Proof | None:
        """The compiled checker looks at every state, from the keys and the rules alone."""
        if not isinstance(columns, ArrayColumns):
            return None
        more = (8 * self.machine.layout.words + 4 * self.facts.has_inner) * len(self)
        return prove_table(self, columns, start, lambda: self._claim(columns), more, starts)

    def _claim(self, columns: ArrayColumns) -> TableClaim:
        """What a table says, in rows of numbers; every move goes down, or stays in its layer."""
        keys = [self.words.unpack(self.keys(index)) for index in range(len(self.closed))]
        nothing = np.empty(0, np.int32)
        heights = nothing
        if self.facts.has_inner:
            last = len(self.closed) - 1
            heights = np.repeat(np.arange(last, -1, -1, dtype=np.int32), np.diff(self.offsets))
        plies = self._progress_inside if columns.plies is None else columns.plies
        plies = nothing if plies is None else plies
        nimbers = nothing if columns.nimbers is None else columns.nimbers
        values = np.ascontiguousarray(columns.values)
        claimed = np.concatenate(keys), values, np.ascontiguousarray(plies), nimbers
        return TableClaim(*claimed, heights, self.facts.has_inner)
