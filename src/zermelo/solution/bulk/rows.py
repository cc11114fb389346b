"""`PositionRows`: what is known about positions, as arrays that are read in stretches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias, cast

import numpy as np

from zermelo.errors import BadInput, Unavailable
from zermelo.graph.contract import NEVER, Columns, Graph, Layer, Value
from zermelo.graph.rules import layer_of, moves_of
from zermelo.graph.taken import Pickable, as_array, taken
from zermelo.graph.taken import StateNumbers as StateNumbers  # a word of these files
from zermelo.methods.answers import Answers
from zermelo.model.frozen import Frozen
from zermelo.model.game import Game, PayoffGame, State, declares
from zermelo.model.numerals import spelled
from zermelo.solution.bulk.fields import fields_of_states

Held: TypeAlias = Pickable[np.ndarray | Sequence[Value]]  # of all positions, in memory or on disk

NAMES = ("value", "outcome", "remoteness", "nimber", "layer", "is_end")
OUTCOMES: dict[object, str] = {1: "win", 0: "draw", -1: "loss"}


class PositionRows(Frozen, eq=False):
    """The positions of a graph that are meant, and what is known about them."""

    game: Game
    graph: Graph
    columns: Columns
    answers: Answers
    numbers: StateNumbers  # ascending: a range, or an array where it is not all of them

    def __len__(self) -> int:
        return len(self.numbers)

    # -- whole rows ----------------------------------------------------------------------------

    @cached_property
    def values(self) -> Held:
        """[N], or [N, p] with p players."""
        return as_row(self.columns.values)

    @cached_property
    def plies(self) -> Held:
        """[N], NEVER where nobody can force an end."""
        return self._held(self.columns.plies, self.answers.remoteness)

    @cached_property
    def nimbers(self) -> Held:
        """[N]."""
        return self._held(self.columns.nimbers, self.answers.nimber)

    def _held(self, row: Sequence[int] | None, ask: Callable[[State], object]) -> Held:
        """A row; else what is told of every state, or the reason why nothing is."""
        if row is None:
            ask(self.graph.state(self.numbers[0]))  # whoever has it not knows best why
            return as_row([ask(state) for state in self.graph.all_states()])
        return as_row(row)

    @cached_property
    def layers(self) -> Sequence[Layer]:
        """All of the graph."""
        return self.graph.layers

    @cached_property
    def named_layers(self) -> Held | None:
        """[N] the layers that the game names; None where the graph goes by them, or it has none."""
        if not declares(self.game, "layer") or self.graph.has_named_layers:
            return None
        row = self.graph.named_layers()
        if row is None:
            row = [layer_of(self.game, state) for state in self.graph.all_states()]
        return as_row(row)

    @cached_property
    def _begins(self) -> np.ndarray:
        return np.array([layer.begin for layer in self.layers], np.int64)

    @cached_property
    def _layer_numbers(self) -> np.ndarray:
        return unwritable(_listed([layer.number for layer in self.layers]))

    # -- columns of some positions -------------------------------------------------------------

    def column(self, name: str, numbers: StateNumbers) -> np.ndarray:
        """[n], or [n, p]: a column of `NAMES`; outcomes are 1, 0, −1 and no remoteness is NEVER."""
        match name:
            case "value":
                return _array(taken(self.values, numbers))
            case "outcome":
                return self._outcomes(numbers)
            case "remoteness":
                return _array(taken(self.plies, numbers))
            case "nimber":
                return _array(taken(self.nimbers, numbers))
            case "layer":
                return self._layers(numbers)
        return self._are_ends(numbers)

    def _are_ends(self, numbers: StateNumbers) -> np.ndarray:
        """[n] as the graph holds them; else by the rules, where no plies tell."""
        if self.graph.keeps_moves:
            return np.asarray(self.graph.are_ends(numbers), bool)
        plies = np.full(len(numbers), NEVER)
        if self.columns.plies is not None:
            plies = self.column("remoteness", numbers)
        are_ends: np.ndarray = plies == 0
        unsaid = np.flatnonzero(plies == NEVER)  # of draws: by an end, or because play goes on
        states = self.graph.states_at(as_array(numbers)[unsaid])
        are_ends[unsaid] = [not moves_of(self.game, state) for state in states]
        return are_ends

    def _layers(self, numbers: StateNumbers) -> np.ndarray:
        if self.named_layers is not None:
            return _array(taken(self.named_layers, numbers))
        places = np.searchsorted(self._begins, as_array(numbers), side="right") - 1
        layers: np.ndarray = self._layer_numbers[places]
        return layers

    def _outcomes(self, numbers: StateNumbers) -> np.ndarray:
        values = self.column("value", numbers)
        slack = self.game.tolerance or 0
        if not isinstance(self.game, PayoffGame):
            above, below = values > slack, values < -slack
            return np.subtract(above, below, dtype=np.int8)
        own = _array(taken(self._own, numbers))
        top = values >= values.max(axis=1, keepdims=True) - slack
        is_top, alone = own >= values.max(axis=1) - slack, top.sum(axis=1) == 1
        return np.where(is_top, alone.astype(np.int8), np.int8(-1))

    @cached_property
    def _own(self) -> Held:
        """[N] the totals of the players to move, with p players."""
        row = self.graph.row(self.columns, "total")
        if row is None:
            pairs = enumerate(self.columns.values)
            row = [value[self.graph.turn(number)] for number, value in pairs]
        return as_row(row)

    def fields(self, numbers: StateNumbers) -> dict[str, np.ndarray] | None:
        """The numbers that states consist of, by name; None where they are something else."""
        held = self.graph.fields(numbers)
        if held is not None:
            return {name: np.asarray(column) for name, column in held.items()}
        if self._looked_into is None:
            return None
        return {name: taken(column, numbers) for name, column in self._looked_into.items()}

    @cached_property
    def _looked_into(self) -> dict[str, np.ndarray] | None:
        return fields_of_states(self.graph.all_states())

    def has(self, name: str) -> bool:
        """Whether a column is there, without more work than values take."""
        if name == "nimber" and self.columns.nimbers is None:
            return False
        try:
            self.column(name, range(0))
        except Unavailable:
            return False
        return True


def as_row(values: Sequence[Value]) -> Held:
    """A row that slices to arrays and cannot be written to; of numbers of one type, if they fit.

    What is no list is a row of arrays already, held in memory or on disk.
    """
    row = _listed(values) if isinstance(values, list | tuple | range) else values
    return unwritable(row) if isinstance(row, np.ndarray) else cast(Held, row)


def unwritable(array: np.ndarray) -> np.ndarray:
    """An array that cannot be written to."""
    seen = array.view()
    seen.flags.writeable = False
    return seen


def _listed(values: Sequence[Value]) -> np.ndarray:
    """Whole numbers in as few bytes as hold them, floats as such, all else as it is."""
    parts = [p for value in values for p in (value if isinstance(value, tuple) else (value,))]
    kinds = set(map(type, parts))
    if kinds <= {int, bool}:
        low, high = min(parts, default=0), max(parts, default=0)
        widths = (np.int8, np.int16, np.int32, np.int64)
        fits = (w for w in widths if np.iinfo(w).min <= low and high <= np.iinfo(w).max)
        return np.array(values, next(fits, object))
    return np.array(values, float if kinds == {float} else object)


def _array(part: np.ndarray | Sequence[Value]) -> np.ndarray:
    return np.asarray(part)


def check_names(names: Sequence[str]) -> None:
    """Refuse what is no column."""
    odd = [name for name in names if name not in NAMES]
    if odd or len({*names}) < len(names):
        raise BadInput(
            ", ".join(map(spelled, odd or names)),
            where="histogram",
            rule=f"positions are counted by one or more of {', '.join(NAMES)}, each once",
            fix='Write e.g. histogram("remoteness")',
        )


def as_told(name: str, item: object) -> object:
    """An item of a column as it is told: 'win', or None for no remoteness."""
    if name == "outcome":
        return OUTCOMES[item]
    if name == "is_end":
        return bool(item)
    return None if name == "remoteness" and item == NEVER else item
