"""`TableGraph`: the graph of a saved table, which holds states and values, and no moves."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import overload

import numpy as np
from numpy.typing import DTypeLike

from zermelo.errors import DamagedTable
from zermelo.graph.contract import (
    NOT_FOUND,
    Clash,
    Columns,
    Graph,
    Layer,
    Totals,
    Value,
    ValueRow,
    unheld,
)
from zermelo.graph.rules import moves_of
from zermelo.graph.taken import StateNumbers, as_array
from zermelo.machine.state_columns import columns_of
from zermelo.model.exact import Number
from zermelo.model.game import Game, PayoffGame, State, declares
from zermelo.proof import Proof
from zermelo.tables.codes import BLOCK
from zermelo.tables.exact_json import from_json
from zermelo.tables.format import HeadJson
from zermelo.tables.lookups import LookUps
from zermelo.tables.reader import TableFile


class TableGraph(Graph):
    """The contract of a graph, answered by look-ups and by facts that were saved with them."""

    complete = True
    at_least = 0
    keeps_moves = False

    @property
    def keeps_totals(self) -> bool:
        """Whether totals were saved."""
        return "total" in self.table.columns

    def __init__(self, table: TableFile, game: Game) -> None:
        self.table = table
        self.game = game
        self.look_ups = LookUps(table, game)
        self.facts: HeadJson = table.head["facts"]
        self.roots = self.facts["roots"]
        self.has_named_layers = table.head["layers_by"] == "layer"

    def __len__(self) -> int:
        return len(self.table)

    @property
    def moves(self) -> int:
        """How many there were in all when it was solved."""
        return int(self.facts["moves"])

    @property
    def bytes(self) -> int:
        """Of the file."""
        return len(self.table.file.body)

    @property
    def level_sizes(self) -> list[int]:
        """How many states are so many moves away from the start."""
        sizes = self.facts.get("level_sizes")
        if sizes is None:
            raise unheld("levels")
        return list(sizes)

    @property
    def layers(self) -> Sequence[Layer]:
        """As they were saved, with layers or levels."""
        if not self.table.head["layers_by"]:
            raise unheld("levels")
        pairs = zip(self.table.layers, pairwise(self.table.firsts), strict=True)
        return [Layer(layer.number, *ends) for layer, ends in pairs]

    @property
    def has_gains(self) -> bool:
        """Whether any move carries a gain."""
        return bool(self.facts["has_gains"])

    @property
    def has_again(self) -> bool:
        """Whether any move keeps the turn."""
        return bool(self.facts["has_again"])

    @property
    def has_floats(self) -> bool:
        """Whether any gain or payoff is a float."""
        return bool(self.facts["has_floats"])

    @property
    def has_own_totals(self) -> bool:
        """Whether every player counts an own total."""
        return isinstance(self.game, PayoffGame)

    @property
    def is_acyclic(self) -> bool:
        """Whether no play meets a state twice."""
        return bool(self.facts["is_acyclic"])

    @property
    def paid(self) -> set[Value]:
        """The different payoffs of the ends."""
        return set(from_json(self.facts["paid"]))

    # -- states --------------------------------------------------------------------------------

    def number(self, state: State) -> int:
        """The number of a state, or NOT_FOUND."""
        return self.table.number(self.game, state)

    def held(self, state: State, column: str) -> Value | None:
        """What a column says of a state, by one look-up; None where it is not held."""
        place = self.places.get(column)
        if place is None:
            return None
        try:
            found = self.look_ups.entry(state)
        except DamagedTable:
            raise
        except Exception:  # of `canonical`, which is asked for no state but the game's own
            return None
        return None if found is None else found[place]

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each column in a row."""
        return {name: place for place, name in enumerate(self.table.columns)}

    def state(self, number: int) -> State:
        """The state of a number."""
        return self.table.state(number)

    def turn(self, number: int) -> int:
        """Whose turn it is, by the rules."""
        assert isinstance(self.game, PayoffGame)
        return self.game.turn(self.state(number))

    def all_states(self) -> Sequence[State]:
        """[N] every state, decoded in bulk."""
        return list(self.states_at(range(len(self))))

    def states_at(self, numbers: Sequence[int] | np.ndarray) -> Iterator[State]:
        """The states of ascending numbers, decoded in bulk."""
        for low in range(0, len(numbers), BLOCK):
            yield from self.table.states_at(as_array(numbers[low : low + BLOCK]))

    def fields(self, numbers: StateNumbers) -> Mapping[str, np.ndarray] | None:  # type: ignore[override]
        """Out of the keys."""
        return columns_of(self.table.layout, self.table.keys_at(as_array(numbers)))

    def reached_from(self, number: int) -> Sequence[int]:
        """By the rules, in plain Python."""
        line, seen, by_kind = [self.state(number)], {number}, declares(self.game, "canonical")
        for state in line:
            for move in moves_of(self.game, state):
                to = self.game.canonical(move.to) if by_kind else move.to
                child = self.number(to)
                if child != NOT_FOUND and child not in seen:
                    seen.add(child)
                    line.append(to)
        return sorted(seen)

    # -- what was saved with them --------------------------------------------------------------

    def may_go_on(self, number: int) -> bool:
        """Whether some play from a state goes on for ever; where nobody noted it, it may."""
        if self.is_acyclic:
            return False
        columns = self.table.columns
        if "goes_on" not in columns:
            return True
        return bool(self.table.row(number)[columns.index("goes_on")])

    def totals(self, tolerance: float | None = None) -> Totals:  # noqa: ARG002 - as they were saved
        """What is collected from each state on, where it is the same whatever is played."""
        if "total" not in self.table.columns:
            raise unheld("totals")
        return SavedTotals(self.table)

    # -- tables and proofs ---------------------------------------------------------------------

    def entries(
        self,
        of: Callable[[State], Value],
        row: ValueRow | None = None,
        numbers: Sequence[int] | None = None,
    ) -> Mapping[State, Value]:
        """States are made of their keys when they are asked for."""
        return TableEntries(self, of, row, range(len(self)) if numbers is None else numbers)

    def row(self, columns: Columns, view: str) -> ValueRow | None:
        """[N] the values of the table, as differences."""
        return columns.values if view == "difference" and not self.has_own_totals else None

    def prove(
        self,
        columns: Columns,  # noqa: ARG002
        start: State,
        starts: Iterable[State] = (),
    ) -> Proof | None:
        """The certificate over the file."""
        from zermelo.tables.verify import verify_file  # takes long to load, and is seldom asked for

        return verify_file(self.table, self.game, start, starts)


class SavedTotals(Totals):
    """Totals that stand in a table."""

    def __init__(self, table: TableFile) -> None:
        self.table = table
        self.place = table.columns.index("total")

    def total(self, number: int) -> Number | None:
        """Every play collects the same."""
        return self.table.row(number)[self.place]

    def candidate(self, number: int) -> Number:
        """The same."""
        return self.total(number)

    def clash(self, number: int) -> Clash | None:  # noqa: ARG002 - else none were saved
        """There is none."""
        return None


class TableRow(Sequence[Value]):
    """A column of a table over all positions: a number, or arrays for slices and arrays of them."""

    def __init__(self, table: TableFile, name: str) -> None:
        self.table = table
        self.name = name
        self.place = table.columns.index(name)

    def __len__(self) -> int:
        return len(self.table)

    @overload
    def __getitem__(self, number: int) -> Value: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Value]: ...
    def __getitem__(self, number: int | slice | np.ndarray) -> Value | Sequence[Value]:
        if isinstance(number, np.ndarray):
            return self.table.column_at(self.name, number)
        places = range(len(self))[number]
        if isinstance(places, int):
            return self.table.row(places)[self.place]
        if places.step == 1:
            return self.part(places.start, places.stop)
        return self.table.column_at(self.name, as_array(places))

    def part(self, begin: int, end: int) -> np.ndarray:
        """[n] the numbers begin … end − 1, decoded in bulk."""
        return self.table.column(self.name, begin, end)

    def __iter__(self) -> Iterator[Value]:
        for low in range(0, len(self), BLOCK):
            for value in self.part(low, min(low + BLOCK, len(self))).tolist():
                yield tuple(value) if isinstance(value, list) else value

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.part(0, len(self)), dtype=dtype)


class TableColumns(Columns, eq=False):
    """What a table says, looked up when it is asked for."""

    @classmethod
    def of(cls, table: TableFile) -> TableColumns:
        """The columns that the file has."""
        held = {"value": "values", "plies": "plies", "nimber": "nimbers"}
        names = [name for name in held if name in table.columns]
        return cls(**{held[name]: TableRow(table, name) for name in names})


class TableEntries(Mapping[State, Value]):
    """State → value, for some numbers or all."""

    def __init__(
        self,
        graph: TableGraph,
        of: Callable[[State], Value],
        row: ValueRow | None,
        numbers: Sequence[int],
    ) -> None:
        self.graph = graph
        self.of = of
        self.row = row
        self.numbers = numbers
        is_value = isinstance(row, TableRow) and row.name == "value"
        self.is_whole = is_value and len(numbers) == len(graph)

    def __getitem__(self, state: State) -> Value:
        if self.is_whole:
            found = self.graph.held(state, "value")
            if found is not None:
                return found
        try:
            number = self.graph.number(state)
        except DamagedTable:
            raise
        except Exception:  # of `canonical`, which is asked for no state but the game's own
            number = NOT_FOUND
        if number == NOT_FOUND or number not in self.numbers:
            raise KeyError(state)
        return self.of(state) if self.row is None else self.row[number]

    def __iter__(self) -> Iterator[State]:
        return self.graph.states_at(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def items(self) -> ItemsView[State, Value]:
        """States and values side by side."""
        return _Items(self)


class _Items(ItemsView[State, Value]):
    """Decoded in bulk where all are meant."""

    _mapping: TableEntries

    def __iter__(self) -> Iterator[tuple[State, Value]]:
        mapping = self._mapping
        if mapping.row is None or not isinstance(mapping.numbers, range):
            return ((state, mapping[state]) for state in mapping)
        return zip(mapping, mapping.row, strict=True)
