"""`MemoryGraph`: the graph that compiled rules explore, held in this machine's memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from zermelo.engines.memory.arrays import ANYWHERE, Arrays
from zermelo.engines.memory.columns import ArrayColumns, scores
from zermelo.engines.memory.entries import ArrayEntries
from zermelo.engines.memory.fingerprints import futures
from zermelo.engines.memory.moves_again import reached_from, stretches
from zermelo.engines.memory.prove import is_ready, prove
from zermelo.engines.memory.sweeps import Sweeps
from zermelo.engines.memory.totals import ArrayTotals
from zermelo.errors import MethodRefused, Setting
from zermelo.graph.contract import (
    Columns,
    Define,
    Futures,
    Graph,
    Packed,
    Recurrence,
    Value,
    ValueRow,
)
from zermelo.graph.lists import Lists
from zermelo.graph.progress import Callback
from zermelo.graph.taken import StateNumbers, are_among, as_array, taken
from zermelo.machine.state_columns import columns_of
from zermelo.model.exact import Number
from zermelo.model.game import Game, State, declares
from zermelo.proof import Proof

GAIN_ROW, AGAIN_ROW = 2, 3  # rows of a stretch
MOST_LISTED = 20_000_000  # moves that are held as Python's own numbers


class MemoryGraph(Graph):
    """The contract of a graph, answered by arrays and kernels."""

    complete = True
    at_least = 0  # only plain Python is ended by random plays

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        self.roots = arrays.roots

    def __len__(self) -> int:
        return len(self.arrays)

    @property
    def moves(self) -> int:
        """How many moves there are in all."""
        return self.arrays.moves

    @property
    def bytes(self) -> int:
        """What is held."""
        return self.arrays.bytes

    @property
    def level_sizes(self) -> list[int]:
        """How many states are so many moves away from the start."""
        sizes: list[int] = np.diff(self.arrays.levels).tolist()
        return sizes

    # -- what kind of game it is ---------------------------------------------------------------

    @property
    def has_gains(self) -> bool:
        """Whether any move carries a gain."""
        return self.arrays.has_gains

    @property
    def has_again(self) -> bool:
        """Whether any move keeps the turn."""
        return self.arrays.has_again

    @property
    def has_own_totals(self) -> bool:
        """Whether every player counts an own total."""
        return self.arrays.mover is not None

    @property
    def is_acyclic(self) -> bool:
        """Whether there is a topological order."""
        return self.arrays.sweep is not None

    @property
    def paid(self) -> set[Value]:
        """The different payoffs of the ends; with p players, of all of them."""
        return self.arrays.paid

    # -- states --------------------------------------------------------------------------------

    def number(self, state: State) -> int:
        """The number of a state, or NOT_FOUND."""
        return self.arrays.number(state)

    def state(self, number: int) -> State:
        """The state of a number."""
        return self.arrays.state(number)

    def turn(self, number: int) -> int:
        """Whose turn it is."""
        return self.arrays.turn(number)

    def all_states(self) -> Sequence[State]:
        """[N] every state, decoded in bulk."""
        return list(self.arrays.states_of(self.arrays.all_numbers))

    def named_layers(self) -> np.ndarray | None:  # type: ignore[override]
        """[N] by the compiled rules."""
        machine = self.arrays.machine
        return (
            machine.runner().layers(self.arrays.keys) if declares(machine.game, "layer") else None
        )

    def states_at(self, numbers: Sequence[int] | np.ndarray) -> Iterator[State]:
        """Decoded in bulk."""
        return self.arrays.states_of(as_array(numbers))

    def fields(self, numbers: StateNumbers) -> Mapping[str, np.ndarray] | None:  # type: ignore[override]
        """Out of the keys."""
        return columns_of(self.arrays.machine.layout, taken(self.arrays.keys, numbers))

    @property
    def ends(self) -> Sequence[int]:
        """The states without moves."""
        ends: Sequence[int] = self.arrays.ends.tolist()
        return ends

    def are_ends(self, numbers: StateNumbers) -> np.ndarray:  # type: ignore[override]
        """[n] looked up."""
        return are_among(self.arrays.ends, as_array(numbers))

    def payoff_at(self, number: int) -> Value:
        """What an end pays."""
        place = int(np.searchsorted(self.arrays.ends, np.uint32(number)))
        paid: list[int] = self.arrays.pay[place].tolist()
        return tuple(paid) if self.has_own_totals else paid[0]

    def reached_from(self, number: int) -> Sequence[int]:
        """The numbers of all states that a state reaches."""
        reached: Sequence[int] = reached_from(self.arrays, number).tolist()
        return reached

    # -- witnesses -----------------------------------------------------------------------------

    def a_gain(self) -> tuple[State, Number]:
        """A state with a move that carries a gain, and that gain."""
        source, gain = self._first_where(GAIN_ROW)
        return self.state(source), gain

    def a_kept_turn(self) -> State:
        """A state with a move that keeps the turn."""
        return self.state(self._first_where(AGAIN_ROW)[0])

    def _first_where(self, row: int) -> tuple[int, int]:
        """The first state with a move that has something in a row of the moves, and that."""
        for low, moves in stretches(self.arrays):
            found = np.flatnonzero(moves[row])
            if len(found):
                move = int(found[0])
                source = low + int(np.searchsorted(moves.first, move, side="right")) - 1
                return source, int(moves[row][move])
        raise AssertionError("some move has it")

    def some_ends(self) -> Iterator[State]:
        """One end for each different payoff among the first."""
        return self.arrays.some_ends()

    def an_odd_end(self) -> tuple[State, Number]:
        """An end that pays something else than −1, 0 or 1."""
        return self.arrays.an_odd_end()

    def cycle(self, through: int | None = None) -> list[State]:
        """The states of a cycle; of one through a move, where one is named."""
        return self.arrays.cycle(through)

    def gain_in_cycle(self) -> tuple[int, Number] | None:
        """A move that carries a gain and lies on a cycle, and that gain."""
        move = self.arrays.gain_in_cycle()
        return None if move is None else (move, int(self.arrays.gain[move]))

    def out_of_turn(self, players: int) -> tuple[State, State] | None:
        """A move after which it is not the next player's turn; at an end that is moot."""
        for low, moves in stretches(self.arrays):
            source = np.repeat(np.arange(low, low + len(moves.first) - 1), np.diff(moves.first))
            odd = np.flatnonzero(self._is_odd(source, moves.to, moves.again, players))
            if len(odd):
                return self.state(int(source[odd[0]])), self.state(int(moves.to[odd[0]]))
        return None

    def _is_odd(
        self, source: np.ndarray, to: np.ndarray, again: np.ndarray, players: int
    ) -> np.ndarray:
        """[m] whether a move does not pass the turn on."""
        mover = self.arrays.mover
        if mover is None:
            kept: np.ndarray = again != 0
            return kept
        goes_on = np.ones(len(self), bool)
        goes_on[self.arrays.ends] = False
        odd: np.ndarray = (mover[to] != (mover[source] + 1) % players) & goes_on[to]
        return odd

    # -- what is worked out over all states ----------------------------------------------------

    def filled(
        self,
        by: Recurrence,
        define: Define,
        progress: Callback | None = None,
    ) -> Columns:
        """By the kernels; what has none by its definition, where Python can hold the moves."""
        if by is Recurrence.OWN:
            lists = self.as_lists(MOST_LISTED)
            if lists is None:
                raise too_many_for_lists(self.arrays.machine.game, self.moves)
            return define(lists)
        sweeps = Sweeps(self.arrays, progress)
        if by is Recurrence.DIFFERENCE:
            return ArrayColumns(sweeps.difference())
        if by is Recurrence.OUTCOMES:
            return ArrayColumns(*sweeps.outcomes())
        if by is Recurrence.RETROGRADE:
            return ArrayColumns(*sweeps.retrograde())
        if by is Recurrence.THRESHOLDS:
            return ArrayColumns(*sweeps.thresholds())
        if by is Recurrence.VECTORS:
            return ArrayColumns(sweeps.vectors())
        nimbers = sweeps.nimbers()
        won = np.where(nimbers > 0, np.int8(1), np.int8(-1))
        return ArrayColumns(won, nimbers=nimbers)

    def totals(self, tolerance: float | None = None) -> ArrayTotals:  # noqa: ARG002 - all exact
        """What is collected from each state on."""
        return self._totals

    @cached_property
    def _totals(self) -> ArrayTotals:
        arrays = self.arrays
        amount, fixed = Sweeps(arrays).totals()
        game, may_return = arrays.machine.game, arrays.sweep is None
        return ArrayTotals(arrays, game, amount, fixed, may_return=may_return)

    def farthest(self) -> Number:
        """The most that a play from the start changes a total by; no gain is on a cycle."""
        if not self.has_gains:
            return int(np.abs(self.arrays.pay).max(initial=0))
        return int(Sweeps(self.arrays).farthest().max())

    def longest_play(self) -> int:
        """L(S) = 1 + max L(S')."""
        return int(Sweeps(self.arrays).longest().max())

    def heights(self) -> np.ndarray:  # type: ignore[override]
        """The longest plays; where play can come back, the numbers of strongly connected parts."""
        return self.arrays.parts if self.arrays.sweep is None else Sweeps(self.arrays).longest()

    def may_go_on(self, number: int) -> bool:
        """Whether some play from a state goes on for ever."""
        return not self.is_acyclic and not self._grounded[number]

    @cached_property
    def _grounded(self) -> np.ndarray:
        return Sweeps(self.arrays).grounded()

    def futures(self) -> Futures:
        """Which states have the same future."""
        return futures(self.arrays)

    def as_lists(self, most: int) -> Lists | None:
        """Python's own numbers, without the states' index."""
        arrays, moves = self.arrays, self.moves
        if arrays.first is None or arrays.to is None or moves > most:
            return None
        payoff: list[Value | None] = [None] * len(self)
        for end in self.ends:
            payoff[end] = self.payoff_at(end)
        return Lists(
            states=[],
            index={},
            first=arrays.first.tolist(),
            to=arrays.to.tolist(),
            gain=arrays.gain.tolist() if self.has_gains else [0] * moves,
            again=list(map(bool, arrays.again.tolist())) if self.has_again else [False] * moves,
            payoff=payoff,
            mover=None if arrays.mover is None else arrays.mover.tolist(),
            levels=arrays.levels[:-1].tolist(),
            complete=True,
            forward=arrays.kind != ANYWHERE,
            roots=self.roots,
        )

    # -- tables and proofs ---------------------------------------------------------------------

    def entries(
        self,
        of: Callable[[State], Value],
        row: ValueRow | None = None,
        numbers: Sequence[int] | None = None,
    ) -> Mapping[State, Value]:
        """States are made of their keys when they are asked for."""
        return ArrayEntries(self.arrays, of, row, numbers)

    def packed(self) -> Packed:
        """The keys as they are held."""
        return Packed(self.arrays.machine.layout, lambda begin, end: self.arrays.keys[begin:end])

    def row(self, columns: Columns, view: str) -> np.ndarray | None:  # type: ignore[override]
        """[N], or [N, p]: the values, the pairs of scores, or the own totals of the movers."""
        if not isinstance(columns, ArrayColumns):
            return None
        values, mover = columns.values, self.arrays.mover
        if mover is not None:
            return values[np.arange(len(self)), mover] if view == "total" else values
        if view == "difference":
            return values
        total = self._totals.row()
        return None if total is None else scores(values, total, view)

    @property
    def has_checker(self) -> bool:
        """Whether the compiled checker of these rules is there already."""
        return is_ready(self.arrays)

    def prove(self, columns: Columns, start: State, starts: Iterable[State] = ()) -> Proof | None:
        """The compiled checker looks at every state, from the keys and the rules alone."""
        if not isinstance(columns, ArrayColumns):
            return None
        return prove(self.arrays, columns, start, starts)


def too_many_for_lists(game: Game, moves: int) -> MethodRefused:
    """The error for a method that has no kernel, on a game of so many moves."""
    return MethodRefused(
        f"{moves:,} moves",
        where=type(game).__name__,
        rule=f"a method without a kernel works on at most {MOST_LISTED:,} moves",
        fix=("Pass ", Setting("engine", "plain"), ", or leave the method out"),
    )
