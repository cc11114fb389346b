"""`Selection`: the positions that fit, found and decoded when they are looked at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from numbers import Integral, Real
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from zermelo.errors import BadInput
from zermelo.graph.contract import NEVER, Value
from zermelo.graph.taken import as_array
from zermelo.model.exact import flag
from zermelo.model.frozen import Frozen
from zermelo.model.game import PayoffGame, State, ValueType
from zermelo.model.numerals import spelled
from zermelo.solution.bulk.arrays import PositionArrays
from zermelo.solution.bulk.frames import arrow_table, data_frame, write_parquet
from zermelo.solution.bulk.histogram import Histogram, counted
from zermelo.solution.bulk.network import MOST_IN_A_NETWORK, network
from zermelo.solution.bulk.rows import OUTCOMES, PositionRows, StateNumbers, check_names

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    import pyarrow as pa

POSITIONS_AT_ONCE = 1 << 18  # positions that are looked at together
FEW_ITEMS = 64  # of a range, each of which is looked for
SIGNS = {word: sign for sign, word in OUTCOMES.items()}


class Selection(Frozen, eq=False):
    """Positions of a solved game that fit, in the order of their numbers.

    A stream: `for state in selection` decodes some at a time. `len(selection)` looks at the columns
    alone and makes no state. Each question of `Solution` about many positions has an answer here.
    """

    rows: PositionRows  # the table they are of
    wanted: Mapping[str, object]  # what was asked for

    def __iter__(self) -> Iterator[State]:
        for numbers in self.stretches():
            yield from self.rows.graph.states_at(numbers)

    def count(self) -> int:
        """How many positions there are."""
        return self._count

    @cached_property
    def _count(self) -> int:
        if not self.wanted:
            return len(self.rows)
        return sum(map(len, self.stretches()))

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return any(len(numbers) for numbers in self.stretches())

    def __repr__(self) -> str:
        asked = ", ".join(f"{name}={spelled(item)}" for name, item in self.wanted.items())
        return f"<Selection of {type(self.rows.game).__name__}: {asked or 'all positions'}>"

    # -- answers -------------------------------------------------------------------------------

    def histogram(self, *of: str, by_layer: bool = False) -> Histogram:
        """Counts of these positions, as `Solution.histogram` has them of all."""
        is_scored = self.rows.answers.value_type.is_scored
        names = of or ("value" if is_scored else "outcome",)
        check_names(names)
        if flag(by_layer, where="histogram(by_layer)"):
            names = ("layer", *(name for name in names if name != "layer"))
        return counted(self.rows, names, self.stretches())

    def arrays(self) -> PositionArrays:
        """What is known about these positions, as arrays."""
        return PositionArrays(self.rows, self.numbers)

    def to_pandas(self) -> pd.DataFrame:
        """One line for each of these positions."""
        return data_frame(self.rows, self.numbers)

    def to_arrow(self) -> pa.Table:
        """One row for each of these positions."""
        return arrow_table(self.rows, self.stretches())

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """The same, in a file."""
        write_parquet(self.rows, self.stretches, path)

    def to_networkx(self, *, most: int = MOST_IN_A_NETWORK) -> nx.MultiDiGraph:
        """These positions and the moves between them."""
        return network(self.rows, self.numbers, most, self.count())

    # -- what fits -----------------------------------------------------------------------------

    @property
    def numbers(self) -> StateNumbers:
        """Of all positions that fit: all, or an array."""
        if not self.wanted:
            return self.rows.numbers
        return np.concatenate([np.empty(0, np.int64), *map(as_array, self.stretches())])

    def stretches(self, size: int | None = None) -> Iterator[StateNumbers]:
        """The numbers of the positions that fit, a stretch of the table at a time."""
        size = size or POSITIONS_AT_ONCE
        for begin, end in self._spans():
            for low in range(begin, end, size):
                numbers = self.rows.numbers[low : min(low + size, end)]
                yield self._fitting(numbers) if self._tests else numbers

    def _spans(self) -> Iterator[tuple[int, int]]:
        """Where in the numbers those of the layers that are wanted lie."""
        if "layer" not in self.wanted or self.rows.named_layers is not None:
            yield 0, len(self.rows)
            return
        test = _test("layer", self.wanted["layer"], 0)
        for layer in self.rows.layers:
            if test(np.array([layer.number]))[0]:
                yield tuple(bisect_left(self.rows.numbers, end) for end in layer[1:])  # type: ignore[misc]

    @cached_property
    def _tests(self) -> list[tuple[str, Callable[[np.ndarray], np.ndarray]]]:
        slack = self.rows.game.tolerance or 0
        in_spans = {"layer"} if self.rows.named_layers is None else set()
        names = [name for name in self.wanted if name not in in_spans]
        return [(name, _test(name, self.wanted[name], slack)) for name in names]

    def _fitting(self, numbers: StateNumbers) -> np.ndarray:
        fits = np.ones(len(numbers), bool)
        for name, test in self._tests:
            fits &= test(self.rows.column(name, numbers))
        return as_array(numbers)[fits]


def selected(rows: PositionRows, wanted: Mapping[str, object]) -> Selection:
    """The positions that have what is wanted; an error where that is not known of any."""
    _check(rows, wanted)
    for name in wanted:
        rows.column(name, range(0))  # raises where it is not known
    return Selection(rows, wanted)


def _test(name: str, wanted: Value, slack: float) -> Callable[[np.ndarray], np.ndarray]:
    """Which items of a column are the one that is wanted, or one of those."""
    if isinstance(wanted, range) and wanted.step == 1:
        return lambda column: (column >= wanted.start) & (column < wanted.stop)
    if isinstance(wanted, range) and wanted and _last_place(wanted) > FEW_ITEMS:
        return lambda column: _among(column, wanted, slack)
    if isinstance(wanted, range | set | frozenset):
        tests = [_test(name, one, slack) for one in wanted]
        return lambda column: np.any([test(column) for test in tests], axis=0)
    item = SIGNS[wanted] if name == "outcome" else wanted
    item = NEVER if name == "remoteness" and item is None else item
    if isinstance(item, tuple):
        return lambda column: np.all(column == np.array(item), axis=-1)
    if slack and name == "value":
        return lambda column: np.abs(column - item) <= slack
    return lambda column: np.asarray(column == item, bool)


def _last_place(items: range) -> int:
    """Of a range that may have more items than `len` counts."""
    return int((items[-1] - items[0]) // items.step)


def _among(column: np.ndarray, wanted: range, slack: float) -> np.ndarray:
    """Which items are in a long range, by what they leave when they are divided by its step."""
    if column.dtype.kind not in "iu":
        nearest = [(item, round(item)) for item in column.tolist()]
        return np.array([abs(i - near) <= slack and near in wanted for i, near in nearest], bool)
    low, high, step = min(wanted[0], wanted[-1]), max(wanted[0], wanted[-1]), abs(wanted.step)
    found: np.ndarray = (column >= low) & (column <= high)
    found[found] = column[found].astype(np.int64) % step == low % step
    return found


def _check(rows: PositionRows, wanted: Mapping[str, object]) -> None:
    """Refuse what no position can have."""
    for name, item in wanted.items():
        each: Collection[object] = item if isinstance(item, set | frozenset) else (item,)
        if isinstance(item, range):
            each = {item[0], item[-1]} if item else ()  # all others lie between them
        rule = next((rule for one in each if (rule := _fault(rows, name, one))), None)
        if rule is not None:
            raise BadInput(
                spelled(item),
                where=f"where({name})",
                rule=rule,
                fix=f"Pass e.g. {name}={_example(rows, name)}",
            )


EXAMPLES = {
    "value": "1",
    "outcome": '"win"',
    "remoteness": "32, or range(30, 40)",
    "nimber": "0",
    "layer": "3",
    "is_end": "True",
}


def _example(rows: PositionRows, name: str) -> str:
    is_vector = name == "value" and rows.answers.value_type is ValueType.VECTOR
    return spelled((1,) * _players(rows)) if is_vector else EXAMPLES[name]


def _players(rows: PositionRows) -> int:
    """How many have totals."""
    return rows.game.players if isinstance(rows.game, PayoffGame) else 2


def _fault(rows: PositionRows, name: str, item: object) -> str | None:
    """The rule that an item breaks."""
    if name == "outcome":
        return (
            None
            if isinstance(item, str) and item in SIGNS
            else "an outcome is 'win', 'draw' or 'loss'"
        )
    if name == "is_end":
        return None if isinstance(item, bool | np.bool_) else "a position is an end or is none"
    if name == "value":
        return _value_fault(rows, item)
    if isinstance(item, Integral) and not isinstance(item, bool):
        return "plies are counted from 0" if name == "remoteness" and item < 0 else None
    if item is None and name == "remoteness":
        return None  # a draw
    return f"a {name} is a whole number; a range or a set stands for several"


def _value_fault(rows: PositionRows, item: object) -> str | None:
    if rows.answers.value_type is ValueType.VECTOR:
        count = _players(rows)
        are_numbers = [isinstance(i, Real) for i in item] if isinstance(item, tuple) else []
        return (
            None
            if are_numbers == [True] * count
            else f"a value is a tuple of all players' totals, {count} here"
        )
    is_number = isinstance(item, Real) and not isinstance(item, bool)
    return None if is_number else "a value is one number; a range or a set stands for several"
