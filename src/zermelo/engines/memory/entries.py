"""A table of states in arrays, as a mapping."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence, ValuesView
from itertools import chain

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.memory.numbered import Numbered
from zermelo.graph.contract import Value, ValueRow
from zermelo.model.game import State

VALUES_AT_ONCE = 1 << 13  # values that are read together


class ArrayEntries(Mapping[State, Value]):
    """The values of states in arrays; states are made of their keys when they are asked for.

    `row` holds the values, [N] or [N, p]; without one each is asked `of` its state. `numbers`
    are the states that are meant, ascending, where it is not all of them.
    """

    def __init__(
        self,
        states: Numbered,
        of: Callable[[State], Value],
        row: ValueRow | None = None,
        numbers: Sequence[int] | None = None,
    ) -> None:
        self.states = states
        self.of = of
        self.row = None if row is None else np.asarray(row)
        self.numbers = None if numbers is None else np.asarray(numbers)

    def __getitem__(self, state: State) -> Value:
        number = self._number(state)
        if number is None:
            raise KeyError(state)
        return self.of(state) if self.row is None else _plain(self.row[number].tolist())

    def __contains__(self, state: object) -> bool:
        return self._number(state) is not None

    def __iter__(self) -> Iterator[State]:
        states: Iterator[State] = self.states.states_of(self._all())
        return states

    def __len__(self) -> int:
        return len(self.states) if self.numbers is None else len(self.numbers)

    def items(self) -> ItemsView[State, Value]:
        """States and values side by side."""
        return _Items(self)

    def values(self) -> ValuesView[Value]:
        """The values alone."""
        return _Values(self)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self._meant(), dtype=dtype, copy=copy is not False)

    def _meant(self) -> np.ndarray:
        """The part of the row that is meant."""
        if self.row is None:
            return np.array(list(map(self.of, self)))
        return self.row if self.numbers is None else self.row[self.numbers]

    def each(self) -> Iterator[Value]:
        """The values, in the order of the states."""
        if self.row is None:
            return map(self.of, self)
        return map(_plain, chain.from_iterable(part.tolist() for part in self._parts()))

    def _parts(self) -> Iterator[np.ndarray]:
        row = self._meant()
        return (row[low : low + VALUES_AT_ONCE] for low in range(0, len(row), VALUES_AT_ONCE))

    def _all(self) -> np.ndarray:
        return self.states.all_numbers if self.numbers is None else self.numbers

    def _number(self, state: State) -> int | None:
        try:
            number = int(self.states.number(state))
        except Exception:  # of `canonical`, which is asked for no state but the game's own
            return None
        if number < 0 or self.numbers is None:
            return None if number < 0 else number
        place = int(self.numbers.searchsorted(number))
        return number if place < len(self) and self.numbers[place] == number else None


class _Items(ItemsView[State, Value]):
    """Decoded in bulk."""

    def __iter__(self) -> Iterator[tuple[State, Value]]:
        return zip(self._mapping, self._mapping.each(), strict=True)  # type: ignore[attr-defined]


class _Values(ValuesView[Value]):
    """Without the states."""

    def __iter__(self) -> Iterator[Value]:
        each: Iterator[Value] = self._mapping.each()  # type: ignore[attr-defined]
        return each


def _plain(value: Value) -> Value:
    return tuple(value) if isinstance(value, list) else value
