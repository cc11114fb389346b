"""Functions of `heapq` and `bisect` as plain Python, which is translated like the rules.

The heaps are those of Python item by item: their lists can be looked at.
"""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Callable
from typing import Protocol, Self, TypeVar

from zermelo.staging.builder.operations import ask, function
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.values import NOTHING, TRUE, Known, Value


class Ordered(Protocol):
    """What has its like before or behind it."""

    def __lt__(self, other: Self, /) -> bool: ...


T = TypeVar("T", bound=Ordered)


def _rise(heap: list[T], first: int, place: int) -> None:
    """Let the item at a place go up as far as those above are larger."""
    item = heap[place]
    while place > first:
        above = (place - 1) >> 1
        if not item < heap[above]:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = item


def _sink(heap: list[T], place: int) -> None:
    """Let the smaller items below go up, to the bottom, and the item rise from there."""
    first, end = place, len(heap)
    item = heap[place]
    below = 2 * place + 1
    while below < end:
        right = below + 1
        if right < end and not heap[below] < heap[right]:
            below = right
        heap[place] = heap[below]
        place = below
        below = 2 * place + 1
    heap[place] = item
    _rise(heap, first, place)


def push(heap: list[T], item: T) -> None:
    """heappush(heap, item)."""
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def pop(heap: list[T]) -> T:
    """heappop(heap)."""
    found = heap.pop()
    if heap:
        last = found
        found = heap[0]
        heap[0] = last
        _sink(heap, 0)
    return found


def heapified(heap: list[T]) -> None:
    """heapify(heap)."""
    for place in reversed(range(len(heap) // 2)):
        _sink(heap, place)


def replaced(heap: list[T], item: T) -> T:
    """heapreplace(heap, item)."""
    found = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return found


def push_pop(heap: list[T], item: T) -> T:
    """heappushpop(heap, item)."""
    found = item
    if heap and heap[0] < item:
        found = heap[0]
        heap[0] = item
        _sink(heap, 0)
    return found


def left_place(
    a: list[T], x: T, lo: int = 0, hi: int | None = None, *, key: Callable[[T], T] | None = None
) -> int:
    """bisect_left(a, x)."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    end = len(a) if hi is None else hi
    while lo < end:
        middle = (lo + end) // 2
        if (a[middle] if key is None else key(a[middle])) < x:
            lo = middle + 1
        else:
            end = middle
    return lo


def right_place(
    a: list[T], x: T, lo: int = 0, hi: int | None = None, *, key: Callable[[T], T] | None = None
) -> int:
    """bisect_right(a, x)."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    end = len(a) if hi is None else hi
    while lo < end:
        middle = (lo + end) // 2
        if x < (a[middle] if key is None else key(a[middle])):
            end = middle
        else:
            lo = middle + 1
    return lo


def put_left(
    a: list[T], x: T, lo: int = 0, hi: int | None = None, *, key: Callable[[T], T] | None = None
) -> None:
    """insort_left(a, x)."""
    a.insert(left_place(a, x if key is None else key(x), lo, hi, key=key), x)


def put_right(
    a: list[T], x: T, lo: int = 0, hi: int | None = None, *, key: Callable[[T], T] | None = None
) -> None:
    """insort_right(a, x)."""
    a.insert(right_place(a, x if key is None else key(x), lo, hi, key=key), x)


def _written(work: object, instead: object) -> None:
    """A function whose text is translated in the place of another."""

    @function(work)
    def _row(b: Scope, *values: Value, **words: Value) -> Value:
        return b.apply(instead, *values, **words)


for _work, _instead in (
    (heapq.heappush, push), (heapq.heappop, pop), (heapq.heapify, heapified),
    (heapq.heapreplace, replaced), (heapq.heappushpop, push_pop),
    (bisect.bisect_left, left_place), (bisect.bisect_right, right_place),
    (bisect.insort_left, put_left), (bisect.insort_right, put_right),
):  # fmt: skip
    _written(_work, _instead)


@function(heapq.nsmallest)
def _nsmallest(b: Scope, n: Value, iterable: Value, key: Value = NOTHING) -> Value:
    return _first(b, n, b.apply(sorted, iterable, key=key))


@function(heapq.nlargest)
def _nlargest(b: Scope, n: Value, iterable: Value, key: Value = NOTHING) -> Value:
    return _first(b, n, b.apply(sorted, iterable, key=key, reverse=TRUE))


def _first(b: Scope, n: Value, items: Value) -> Value:
    found: Value = ask(b, "slice", items, NOTHING, b.apply(max, n, Known(0)), NOTHING)
    return found
