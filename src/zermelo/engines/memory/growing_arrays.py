"""Arrays that grow without being copied.

Addresses are reserved for all that the memory budget could ever hold; the system hands out pages
when they are written, so only what is used is held. Large pages halve the time of random reads, and
one is sooner there than all the small ones in its place; the first few are small ones, because a
small game should not wait for millions of zeros.
"""

from __future__ import annotations

import mmap
from contextlib import suppress
from math import prod

import numpy as np
from numpy.typing import DTypeLike

from zermelo.limits.amounts import bytes_text

NO_RESERVE = 0x4000  # MAP_NORESERVE on Linux, which Python's mmap does not name
LARGE_PAGE = 1 << 21  # bytes; it begins at a multiple of its size
SMALL_PAGES = 1 << 17  # bytes at the front of an array


class Growing:
    """A row of items with addresses for `most` of them."""

    def __init__(self, dtype: DTypeLike, most: int, width: int | None = None) -> None:
        self.size = 0
        self.most = most
        self.raw = reserved(most if width is None else (most, width), dtype)

    @property
    def bytes(self) -> int:
        """What its items take."""
        return self.size * int(self.raw.nbytes // max(1, len(self.raw)))

    def reserve(self, size: int) -> None:
        """There is an address for everything that fits the budget."""
        if size > self.most:
            raise MemoryError(f"{size:,} items of {self.raw.dtype}")

    def extend(self, items: np.ndarray) -> None:
        """Add items; numbers that do not fit make a narrow row wider."""
        narrow = self.raw.dtype == np.int32 and len(items)
        if narrow and (items.max() > 2**31 - 1 or items.min() < -(2**31)):
            wide = reserved(self.raw.shape, np.int64)
            wide[: self.size] = self.raw[: self.size]
            self.raw = wide
        self.reserve(self.size + len(items))
        self.raw[self.size : self.size + len(items)] = items
        self.size += len(items)

    def done(self) -> np.ndarray:
        """The items alone; addresses that were never written go back. Nothing can be added then."""
        raw, self.raw = [self.raw], self.raw[:0].copy()
        return without_the_rest(raw, self.size)


def reserved(shape: int | tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
    """An array of zeros that takes memory as it is written."""
    count = prod(shape) if isinstance(shape, tuple) else int(shape)
    size = count * np.dtype(dtype).itemsize
    if size <= SMALL_PAGES:
        return np.zeros(shape, dtype)
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
    try:
        pages = mmap.mmap(-1, size + 2 * LARGE_PAGE, flags=flags)
    except OSError as error:
        raise MemoryError(f"no addresses for {bytes_text(size)}: {error.strerror}") from None
    address = np.frombuffer(pages, np.uint8, 1).ctypes.data
    begin = -(address + SMALL_PAGES) % LARGE_PAGE  # so that a large page begins behind small ones
    with suppress(AttributeError, OSError):
        pages.madvise(mmap.MADV_HUGEPAGE, begin + SMALL_PAGES, size - SMALL_PAGES)
    return np.frombuffer(pages, dtype, count, begin).reshape(shape)


def without_the_rest(holder: list[np.ndarray], size: int) -> np.ndarray:
    """The first items of a reserved array, taken out of its holder; other addresses go back.

    A process has 2^47 of them on most machines: a thousand solutions would use them up, each with
    addresses for all that the memory could hold.
    """
    raw = holder.pop()
    items = raw[:size]
    if items.nbytes <= SMALL_PAGES:
        return items.copy()
    pages: object = raw
    while isinstance(pages, np.ndarray):
        pages = pages.base
    if isinstance(pages, memoryview):
        pages = pages.obj
    assert isinstance(pages, mmap.mmap)
    begin = raw.ctypes.data - np.frombuffer(pages, np.uint8, 1).ctypes.data
    used, shape, dtype = items.nbytes, items.shape, raw.dtype
    del raw, items
    with suppress(BufferError):  # somebody looks at it: it stays as it is
        pages.resize(begin + used)
    return np.frombuffer(pages, dtype, used // dtype.itemsize, begin).reshape(shape)


def set_apart(row: np.ndarray) -> np.ndarray:
    """A copy in pages of its own: they go back to the system with it, not to the heap."""
    if row.nbytes <= SMALL_PAGES:
        return row.copy()
    pages = mmap.mmap(-1, row.nbytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    copy = np.frombuffer(pages, row.dtype).reshape(row.shape)
    copy[:] = row
    return copy
