"""The arrays that rules are translated with, held against numpy itself, with random items."""

from __future__ import annotations

import operator
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from zermelo.staging.library import arrays
from zermelo.staging.library.axes import Cut
from zermelo.staging.library.kinds import by_name
from zermelo.staging.modules.numpy_ import WRITTEN

FORMS = [(1,), (4,), (2, 3), (3, 3), (1, 4), (2, 2, 3)]
KINDS = [bool, int, np.int8, np.uint8]
CASES = 150


def pair(random: Random, sizes: tuple[int, ...], kind: type) -> tuple[Any, Any]:
    """The same items as an array of numpy's, and as one of ours."""
    items = [random.choice((0, 1, 2, 3, 7)) for _ in range(int(np.prod(sizes)))]
    theirs = np.array(items, dtype=kind).reshape(sizes)
    cells = [int(item) for item in theirs.ravel()]
    return theirs, arrays.new(cells, sizes, by_name(kind))


def plain(found: Any) -> Any:
    """An answer as Python's own lists and numbers."""
    if isinstance(found, tuple):
        return [plain(each) for each in found]
    return found.tolist() if hasattr(found, "tolist") else found


def same(work: Callable[..., Any], theirs: tuple[Any, ...], ours: tuple[Any, ...]) -> bool:
    """Whether both answer the same; what is an error here may be one there, or a wrapped number."""
    try:
        found = work(*ours)
    except (TypeError, ValueError, IndexError, OverflowError, ZeroDivisionError):
        return False
    assert plain(found) == plain(work(*theirs))
    return True


def places(random: Random) -> tuple[Any, Any]:
    """A row of places, a number or a slice."""
    wanted = [random.choice((-2, -1, 0, 1)) for _ in range(random.choice((1, 2, 3)))]
    if random.random() < 0.5:
        return np.array(wanted), arrays.row(wanted, int)
    return (wanted, wanted) if random.random() < 0.5 else place(random)


def cut(random: Random) -> tuple[Any, Any]:
    """A slice, for numpy and for us."""
    low, high = (random.choice((None, -9, -2, -1, 0, 1, 2, 9)) for _ in range(2))
    step = random.choice((None, 1, 2, -1, -2))
    return slice(low, high, step), Cut(low, high, step)


def place(random: Random) -> tuple[Any, Any]:
    number = random.choice((-2, -1, 0, 1))
    return cut(random) if random.random() < 0.5 else (number, number)


def index(random: Random, axes: int) -> tuple[Any, Any]:
    chosen = [place(random) for _ in range(random.randint(1, axes))]
    theirs, ours = zip(*chosen, strict=True)
    return (theirs, ours) if len(chosen) > 1 or random.random() < 0.5 else (theirs[0], ours[0])


def view(random: Random, theirs: Any, ours: Any) -> tuple[Any, Any]:
    """A part of both, or both turned round, where there is one."""
    if random.random() < 0.3:
        return theirs.T, ours.T
    if random.random() < 0.5:
        return theirs, ours
    one, two = index(random, theirs.ndim)
    try:
        seen = ours[two]
    except IndexError:
        return theirs, ours
    part = theirs[one]
    return (part, seen) if isinstance(seen, arrays.Array) and part.size else (theirs, ours)


OPERATORS: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a // b,
    lambda a, b: a % b, lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a ^ b,
    lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a < b, lambda a, b: a <= b,
    lambda a, b: a > b, lambda a, b: a >= b,
]  # fmt: skip
METHODS: list[Callable[[Any], Any]] = [
    lambda a: a.sum(), lambda a: a.sum(axis=0), lambda a: a.sum(axis=-1), lambda a: a.prod(axis=0),
    lambda a: a.any(), lambda a: a.all(axis=0), lambda a: a.any(axis=-1), lambda a: a.max(),
    lambda a: a.min(axis=0), lambda a: a.argmax(), lambda a: a.argmin(), lambda a: a.cumsum(),
    lambda a: a.nonzero(), lambda a: a.ravel(), lambda a: a.flatten(), lambda a: a.T,
    lambda a: a.reshape(-1), lambda a: a.reshape(2, -1), lambda a: a.reshape((3, 1, -1)),
    lambda a: a.copy(), lambda a: a.astype(bool), lambda a: a.astype(int), lambda a: a.shape,
    lambda a: a.size, lambda a: a.ndim, lambda a: a.diagonal(), lambda a: a.trace(),
    lambda a: a.diagonal(-1), lambda a: ~a, lambda a: abs(a), lambda a: -a, lambda a: 3 - a,
    lambda a: 2 in a, lambda a: len(a), lambda a: [plain(each) for each in a],
]  # fmt: skip
FUNCTIONS: list[Callable[[Any, Any], Any]] = [
    lambda np, a: np.argwhere(a), lambda np, a: np.flatnonzero(a), lambda np, a: np.where(a > 1),
    lambda np, a: np.where(a > 1, a, 1), lambda np, a: np.count_nonzero(a, axis=0),
    lambda np, a: np.isin(a, [1, 3]), lambda np, a: np.maximum(a, 2), lambda np, a: np.sign(a),
    lambda np, a: np.logical_and(a, a > 1), lambda np, a: np.logical_not(a),
    lambda np, a: np.flip(a), lambda np, a: np.flipud(a), lambda np, a: np.fliplr(a),
    lambda np, a: np.rot90(a), lambda np, a: np.rot90(a, 3), lambda np, a: np.roll(a, 2),
    lambda np, a: np.roll(a, -1, axis=0), lambda np, a: np.roll(a, 1, axis=1),
    lambda np, a: np.unique(a), lambda np, a: np.zeros_like(a), lambda np, a: np.full_like(a, 1),
    lambda np, a: np.append(a, 3), lambda np, a: np.delete(a, 0),
    lambda np, a: np.array_equal(a, a.T), lambda np, a: list(np.ndenumerate(a)),
    lambda np, a: np.vstack((a, a)), lambda np, a: np.concatenate((a, a)), lambda np, a: np.diag(a),
    lambda np, a: np.trace(a), lambda np, a: np.sort(a), lambda np, a: np.dot(a, a.T),
    lambda np, a: np.array(a), lambda np, a: np.minimum(1, a),
    lambda np, a: np.hstack((a, a)), lambda np, a: np.stack((a, a)),
    lambda np, a: np.stack((a, a), axis=1), lambda np, a: np.concatenate((a, a), axis=1),
    lambda np, a: np.pad(a, 1), lambda np, a: np.pad(a, (1, 2)),
    lambda np, a: np.pad(a, ((0, 1), (2, 0)), constant_values=1),
    lambda np, a: np.tile(a, 2), lambda np, a: np.repeat(a, 3), lambda np, a: np.outer(a, a),
    lambda np, a: np.bincount(a, minlength=5), lambda np, a: np.diff(a),
    lambda np, a: np.unique(a, return_counts=True), lambda np, a: np.cumsum(a, axis=0),
    lambda np, a: np.cumsum(a, axis=-1), lambda np, a: np.argmax(a, axis=0),
    lambda np, a: np.argmin(a, axis=-1), lambda np, a: np.diag(a, -1), lambda np, a: np.triu(a, 1),
    lambda np, a: np.tril(a), lambda np, a: np.clip(a, 1, 2), lambda np, a: np.take(a, [0]),
    lambda np, a: np.setdiff1d(a, [1]), lambda np, a: np.intersect1d(a, [1, 2]),
    lambda np, a: np.union1d(a, [9]), lambda np, a: np.roll(a, (1, 2), axis=(1, 0)),
    lambda np, a: np.swapaxes(a, 0, 1), lambda np, a: np.unravel_index(3, a.shape),
    lambda np, a: np.square(a), lambda np, a: np.less(a, 2), lambda np, a: np.remainder(a + 1, 2),
]  # fmt: skip


class Ours:
    """Our functions under numpy's names."""

    def __getattr__(self, name: str) -> Any:
        return WRITTEN[name]


def drawn(seed: int) -> tuple[Random, Any, Any]:
    random = Random(seed)
    theirs, ours = pair(random, random.choice(FORMS), random.choice(KINDS))
    return random, *view(random, theirs, ours)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("work", OPERATORS)
def test_operators(work: Callable[[Any, Any], Any]) -> None:
    answered = 0
    for seed in range(CASES):
        random, theirs, ours = drawn(seed)
        others = [(2, 2), (1, 1), (True, True), (theirs[0], ours[0]), (theirs, ours)]
        others += [pair(random, theirs.shape, random.choice(KINDS))]
        other, same_other = random.choice(others)
        answered += same(work, (theirs, other), (ours, same_other))
    assert answered > CASES / 5


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("place", range(len(METHODS)))
def test_methods(place: int) -> None:
    work, answered = METHODS[place], 0
    for seed in range(CASES):
        _, theirs, ours = drawn(seed)
        answered += same(work, (theirs,), (ours,))
    assert answered > CASES / 20


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("place", range(len(FUNCTIONS)))
def test_functions(place: int) -> None:
    work, answered = FUNCTIONS[place], 0
    for seed in range(CASES):
        _, theirs, ours = drawn(seed)
        answered += same(work, (np, theirs), (Ours(), ours))
    assert answered > CASES / 20


def test_indexes_and_what_is_written_through_them() -> None:
    answered = 0
    for seed in range(10 * CASES):
        random = Random(seed)
        theirs, ours = pair(random, random.choice(FORMS), int)
        one, two = index(random, theirs.ndim)
        answered += same(operator.getitem, (theirs, one), (ours, two))
        if random.random() < 0.3 and theirs.ndim == 1:
            one, two = [0, -1], [0, -1]
        elif random.random() < 0.3:
            one, two = theirs > 1, ours > 1
        value = random.choice((5, 6))
        try:
            ours[two] = value
        except (TypeError, ValueError, IndexError):
            continue
        theirs[one] = value
        assert ours.tolist() == theirs.tolist()
        arrays.changed(ours, ours + 1)
        theirs += 1
        assert ours.tolist() == theirs.tolist()
    assert answered > CASES


def test_rows_of_places_beside_others_and_what_is_written_through_them() -> None:
    answered = 0
    for seed in range(5 * CASES):
        random = Random(seed)
        theirs, ours = pair(random, random.choice([(4,), (3, 3), (2, 4)]), int)
        theirs, ours = (theirs.T, ours.T) if random.random() < 0.3 else (theirs, ours)
        one, two = zip(*[places(random) for _ in range(theirs.ndim)], strict=True)
        if not arrays.has_rows(two):
            continue
        answered += same(operator.getitem, (theirs, one), (ours, two))
        try:
            ours[two] = ours[two] + 1
        except (TypeError, ValueError, IndexError):
            continue
        theirs[one] = theirs[one] + 1
        assert ours.tolist() == theirs.tolist()
    assert answered > CASES


def test_views_are_views() -> None:
    compared = 0
    for seed in range(CASES):
        random = Random(seed)
        whole, ours = pair(random, random.choice(FORMS), int)
        theirs, part = view(random, whole, ours)
        ways = [
            (lambda a: a.reshape(-1)), (lambda a: a.ravel()), (lambda a: a.T), (lambda a: a[0:1]),
        ]  # fmt: skip
        way = random.choice(ways)
        try:
            seen = way(part)
        except (TypeError, ValueError):
            continue
        seen.fill(9)
        way(theirs).fill(9)
        assert ours.tolist() == whole.tolist()
        compared += 1
    assert compared > CASES / 2
