"""Sequences whose items are made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")
S = TypeVar("S")


class Lazy(Sequence[T]):
    """Items are made when they are asked for; slices are tuples, as equality with one is."""

    def item(self, place: int) -> T:
        """The item at a place, which is from 0 on and in range."""
        raise NotImplementedError

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(self.run(range(len(self))[place]))
        return self.item(range(len(self))[place])

    def run(self, places: range) -> Iterator[T]:
        """The items at some places, in turn."""
        return map(self.item, places)

    def __iter__(self) -> Iterator[T]:
        return self.run(range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lazy | tuple) or len(self) != len(other):
            return False
        return all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self):,} items, made when they are looked at>"


class Each(Lazy[T]):
    """Something of every item of a lazy sequence."""

    def __init__(self, of: Callable[[Any], T], items: Lazy[Any]) -> None:
        self.of = of
        self.items = items

    def item(self, place: int) -> T:
        """Made of the item there."""
        return self.of(self.items[place])

    def run(self, places: range) -> Iterator[T]:
        """Made of the items there."""
        return map(self.of, self.items.run(places))

    def __len__(self) -> int:
        return len(self.items)


def each(of: Callable[[S], T], items: Sequence[S]) -> Sequence[T]:
    """Something of every item: a tuple of a tuple's, lazily of a lazy sequence's."""
    return Each(of, items) if isinstance(items, Lazy) else tuple(map(of, items))
