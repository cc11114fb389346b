"""numpy's functions that give arrays another form, each under its own name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from zermelo.staging.library.arrays import Array, is_row, new, row
from zermelo.staging.library.axes import ALL, Cut, Sizes, number_of_cells, sizes_of
from zermelo.staging.library.kinds import Given, by_name, octet, of_both
from zermelo.staging.library.new_arrays import as_array, asarray, full

BACKWARDS = Cut(None, None, -1)


def reshape(a: Array, shape: int | Sizes) -> Array:
    return asarray(a).reshape(shape)


def ravel(a: Array) -> Array:
    return asarray(a).ravel()


def transpose(a: Array) -> Array:
    return asarray(a).T


def diagonal(a: Array, offset: int = 0) -> Array:
    return asarray(a).diagonal(offset)


def diag(v: Array, k: int = 0) -> Array:
    owner = asarray(v)
    if len(owner.axes) != 1:
        return owner.diagonal(k)
    n = owner.size + k if k >= 0 else owner.size - k
    found = new([0] * (n * n), (n, n), owner.kind)
    for place, item in enumerate(owner.items()):
        found[place - k if k < 0 else place, place + k if k > 0 else place] = item
    return found


def fill_diagonal(a: Array, val: int) -> None:
    if len(a.axes) != 2:
        raise TypeError("the diagonal of another number of axes than two")
    if a.shape[0] > a.shape[1]:
        raise OverflowError("a diagonal that begins anew")
    a.diagonal().fill(val)


def triu(m: Array, k: int = 0) -> Array:
    owner = asarray(m)
    places = ndindex(owner.shape)
    cells = [int(owner[i, j]) if j - i >= k else 0 for i, j in places]
    return new(cells, owner.shape, owner.kind)


def tril(m: Array, k: int = 0) -> Array:
    owner = asarray(m)
    places = ndindex(owner.shape)
    cells = [int(owner[i, j]) if j - i <= k else 0 for i, j in places]
    return new(cells, owner.shape, owner.kind)


def swapaxes(a: Array, axis1: int, axis2: int) -> Array:
    return asarray(a).swapaxes(axis1, axis2)


def pad(array: Array, pad_width: Given, mode: str = "constant", constant_values: int = 0) -> Array:
    owner = asarray(array)
    if mode != "constant" or len(owner.axes) == 3:
        raise TypeError("a border that repeats items, or of three axes")
    if not is_row(pad_width):
        return _bordered(owner, (pad_width, pad_width), (pad_width, pad_width), constant_values)
    if is_row(pad_width[0]):
        if len(pad_width) not in (1, len(owner.axes)):
            raise ValueError("borders of other axes than there are")
        return _bordered(owner, pad_width[0], pad_width[-1], constant_values)
    return _bordered(owner, pad_width, pad_width, constant_values)


def _bordered(owner: Array, down: Sizes, along: Sizes, value: int) -> Array:
    if len(owner.axes) == 1:
        found = full(owner.size + along[0] + along[1], value, owner.kind)
        found[Cut(along[0], along[0] + owner.size, None)] = owner
        return found
    n, m = owner.shape
    board = full((n + down[0] + down[1], m + along[0] + along[1]), value, owner.kind)
    board[Cut(down[0], down[0] + n, None), Cut(along[0], along[0] + m, None)] = owner
    return board


def tile(A: Array, reps: int) -> Array:
    owner = asarray(A)
    if len(owner.axes) != 1 or is_row(reps):
        raise TypeError("rows and columns repeated")
    return row(owner.items() * reps, owner.kind)


def repeat(a: Array, repeats: int) -> Array:
    owner = asarray(a)
    if is_row(repeats):
        raise TypeError("every item repeated as often as a row says")
    return row([item for item in owner.items() for _ in range(repeats)], owner.kind)


def take(a: Array, indices: Given) -> Given:
    return asarray(a).flatten()[indices]


def unravel_index(indices: int, shape: Sizes) -> Sizes:
    if is_row(indices):
        raise TypeError("a row of places in a row")
    if not 0 <= indices < number_of_cells(shape):
        raise ValueError("a place that is not there")
    if len(shape) == 1:
        return (indices,)
    if len(shape) == 2:
        return (indices // shape[1], indices % shape[1])
    inner = shape[1] * shape[2]
    return (indices // inner, indices // shape[2] % shape[1], indices % shape[2])


def ravel_multi_index(multi_index: Sizes, dims: Sizes) -> int:
    if len(dims) != 2 or is_row(multi_index[0]):
        raise TypeError("places in a row of rows of places, or along three axes")
    (i, j), (n, m) = multi_index, dims
    if not (0 <= i < n and 0 <= j < m):
        raise ValueError("a place that is not there")
    return i * m + j


def ix_(*args: Given) -> tuple[Array, Array]:
    if len(args) != 2:
        raise TypeError("another number of rows of places than two")
    one, two = asarray(args[0]), asarray(args[1])
    if one.kind is bool or two.kind is bool:
        raise TypeError("truth values as rows of places")
    return one.reshape(-1, 1), two.reshape(1, -1)


def flip(m: Array, axis: int | None = None) -> Given:
    owner = asarray(m)
    if len(owner.axes) == 1 or axis == 0:
        return owner[BACKWARDS]
    if len(owner.axes) == 2 and axis is None:
        return owner[BACKWARDS, BACKWARDS]
    if len(owner.axes) == 2:
        return owner[ALL, BACKWARDS]
    raise TypeError("an array of three axes turned round")


def fliplr(m: Array) -> Given:
    return asarray(m)[ALL, BACKWARDS]


def flipud(m: Array) -> Given:
    return asarray(m)[BACKWARDS]


def rot90(m: Array, k: int = 1) -> Given:
    owner = asarray(m)
    if len(owner.axes) != 2:
        raise TypeError("an array of another number of axes than two is turned")
    turns = k % 4
    if turns == 0:
        return owner[ALL]
    if turns == 1:
        return owner.T[BACKWARDS]
    if turns == 2:
        return owner[BACKWARDS, BACKWARDS]
    return owner[BACKWARDS].T


def roll(a: Array, shift: Given, axis: Given = None) -> Array:
    owner = asarray(a)
    if is_row(shift):
        if len(shift) != 2 or not is_row(axis):
            raise TypeError("an array rolled along another number of axes than two")
        return _rolled(_rolled(owner, shift[0], axis[0]), shift[1], axis[1])
    return _rolled(owner, shift, axis)


def _rolled(owner: Array, shift: int, axis: int | None) -> Array:
    if axis is not None and not -len(owner.axes) <= axis < len(owner.axes):
        raise ValueError("an array has no such axis")
    if len(owner.axes) == 1 or axis is None:
        items, n = owner.items(), owner.size
        return new([items[(i - shift) % n] for i in range(n)], owner.shape, owner.kind)
    if len(owner.axes) != 2:
        raise TypeError("an array of three axes rolled along one")
    n, m = owner.shape
    down, right = (shift, 0) if axis in (0, -2) else (0, shift)
    places = product(range(n), range(m))
    return new([owner[(i - down) % n, (j - right) % m] for i, j in places], (n, m), owner.kind)


def concatenate(arrays: tuple[Array, ...], axis: int = 0) -> Array:
    parts = [asarray(part) for part in arrays]
    if len(parts[0].axes) == 1 and axis in (0, -1):
        return row([item for part in parts for item in part.items()], _one_kind(parts))
    if len(parts[0].axes) == 2 and axis in (0, -2):
        return vstack(arrays)
    if len(parts[0].axes) == 2 and axis in (1, -1):
        return vstack([part.T for part in parts]).T.copy()
    raise TypeError("arrays of three axes side by side")


def hstack(tup: tuple[Array, ...]) -> Array:
    return concatenate(tup, axis=-1)


def stack(arrays: tuple[Array, ...], axis: int = 0) -> Array:
    if len(asarray(arrays[0]).axes) != 1:
        raise TypeError("arrays of several axes as one")
    found = vstack(arrays)
    return found if axis in (0, -2) else found.T.copy()


def column_stack(tup: tuple[Array, ...]) -> Array:
    return stack(tup, axis=1)


def _one_kind(parts: list[Array]) -> type:
    """The kind of arrays that are put together."""
    for part in parts:
        if part.kind is not parts[0].kind:
            raise TypeError("arrays of different kinds put together")
    return parts[0].kind


def append(arr: Array, values: Given) -> Array:
    owner, more = asarray(arr), as_array(values)
    return row([*owner.items(), *more.items()], of_both(owner.kind, more.kind))


def vstack(tup: Sequence[Array]) -> Array:
    parts = [asarray(part) for part in tup]
    lines = [line for part in parts for line in _lines(part)]
    m = len(lines[0])
    for line in lines:
        if len(line) != m:
            raise ValueError("rows of different lengths")
    return new([item for line in lines for item in line], (len(lines), m), _one_kind(parts))


def _lines(owner: Array) -> list[list[int]]:
    if len(owner.axes) == 3:
        raise TypeError("arrays of three axes one above the other")
    return [owner.items()] if len(owner.axes) == 1 else [line.items() for line in owner]


def sort(a: Array) -> Array:
    found = asarray(a).copy()
    found.sort()
    return found


def unique(ar: Array, return_counts: bool = False) -> Given:
    owner = asarray(ar)
    items = owner.items()
    found = sorted(set(items))
    if return_counts:
        return row(found, owner.kind), row([items.count(item) for item in found], int)
    return row(found, owner.kind)


def setdiff1d(ar1: Array, ar2: Array) -> Array:
    owner = asarray(ar1)
    return row(sorted(set(owner.items()) - set(asarray(ar2).items())), owner.kind)


def intersect1d(ar1: Array, ar2: Array) -> Array:
    one, two = asarray(ar1), asarray(ar2)
    return row(sorted(set(one.items()) & set(two.items())), of_both(one.kind, two.kind))


def union1d(ar1: Array, ar2: Array) -> Array:
    one, two = asarray(ar1), asarray(ar2)
    return row(sorted(set(one.items()) | set(two.items())), of_both(one.kind, two.kind))


def delete(arr: Array, obj: int) -> Array:
    owner = asarray(arr)
    if len(owner.axes) != 1:
        raise TypeError("an item is taken out of an array of several axes")
    items = owner.items()
    del items[obj]
    return row(items, owner.kind)


def ndindex(*shape: Given) -> Iterator[Sizes]:
    sizes = sizes_of(shape[0]) if len(shape) == 1 else shape
    return product(*(range(size) for size in sizes))


def ndenumerate(arr: Array) -> Iterator[tuple[Sizes, int]]:
    owner = asarray(arr)
    return zip(ndindex(owner.shape), owner.values(), strict=True)


def frombuffer(buffer: bytes, dtype: object = float) -> Array:
    kind = by_name(dtype)
    if octet(kind):
        return row([_signed(item, kind) for item in buffer], kind)
    raise TypeError("numbers of several bytes out of bytes")


def _signed(item: int, kind: type) -> int:
    return item - 256 if kind is np.int8 and item > 127 else item
