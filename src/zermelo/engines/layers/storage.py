"""Where the layers of a game lie: rows of numbers by their names, and notes about them.

A row is put there whole and never changes. In a folder it is a file, written aside and then given
its name, so that whatever ends the work leaves a row or none; work that begins anew finds what is
there. Its head has the sum of its words: a file whose bits have changed is not worked with.
"""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EFBIG
from functools import cache
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import DTypeLike

from zermelo.engines.layers.files import NO_ROOM, Files, copy_rest, files_at
from zermelo.engines.memory.growing_arrays import reserved, without_the_rest
from zermelo.errors import BudgetExceeded, DamagedTable, Setting

Shape = int | tuple[int, ...]
RowParts = Iterator[np.ndarray | str]  # of a row, or the names of rows that are there
Note = dict[str, Any]
ROW, NOTE = ".row", ".json"
TIDY_SECONDS = 1.0  # from one look at what others have dropped to the next
SUMMED = 8  # bytes that are added up as one number
HEAD = 64  # bytes in front of a row's numbers: their type, how many belong together, their sum


class Storage(Protocol):
    """Rows of numbers by their names."""

    lasts: bool  # whether rows outlive the process

    @property
    def held(self) -> int:
        """Bytes of memory that rows take."""

    @property
    def on_disk(self) -> int:
        """Bytes of files that rows take."""

    def has(self, name: str) -> bool:
        """Whether a row was put there, by this process or by one before it."""

    def put(self, name: str, rows: RowParts, most: Shape, dtype: DTypeLike) -> None:
        """Put parts there as one row, of at most so many items; a name stands for its row."""

    def keep(self, name: str, row: np.ndarray) -> None:
        """Put a row there that nobody writes to any more."""

    def flush(self, name: str) -> None:
        """A row that is there shall outlast the machine."""

    def get(self, name: str) -> np.ndarray:
        """A row that is there, to work with: it is as it was put there."""

    def whole(self, name: str) -> np.ndarray:
        """The same, whoever asks: it was read to its end."""

    def is_sound(self, name: str) -> bool:
        """Whether a row of work before is there, as it was put there."""

    def glance(self, name: str) -> np.ndarray:
        """The same for a look at some of it: nobody has read it to its end."""

    def drop(self, name: str) -> None:
        """Nobody needs the row, or the note, any more."""

    def drop_all(self, word: str) -> None:
        """The same for all that have a word in their names, whoever put them there."""

    def rename(self, name: str, new: str) -> None:
        """Give a row another name."""

    def rest(self) -> None:
        """Rows will not be read for a while: what can be read again need not be held."""

    def note(self, name: str) -> Note | None:
        """What was noted; None when nothing was."""

    def write_note(self, name: str, note: Note, *, is_flushed: bool = True) -> None:
        """Note something under a name; so that it outlasts the machine, or only the process."""


def row_of(storage: Storage, part: np.ndarray | str) -> np.ndarray:
    """A part of a row, or the row that is there by its name, for a look."""
    return storage.glance(part) if isinstance(part, str) else part


class MemoryStorage:
    """Rows in this machine's memory."""

    lasts = False
    on_disk = 0

    def __init__(self) -> None:
        self.rows: dict[str, np.ndarray] = {}
        self.notes: dict[str, Note] = {}

    @property
    def held(self) -> int:
        """What all rows take."""
        return sum(row.nbytes for row in [*self.rows.values()])

    def has(self, name: str) -> bool:
        """Whether a row was put there."""
        return name in self.rows

    def put(self, name: str, rows: RowParts, most: Shape, dtype: DTypeLike) -> None:
        """Put parts there as one row: it grows in its place."""
        whole, size = [reserved(most, dtype)], 0
        for given in rows:
            part = self.rows[given] if isinstance(given, str) else given
            whole[0][size : size + len(part)] = part
            size += len(part)
        self.rows[name] = without_the_rest(whole, size)

    def keep(self, name: str, row: np.ndarray) -> None:
        """As it is."""
        self.rows[name] = row

    def flush(self, name: str) -> None:
        """Nothing outlasts it."""

    def get(self, name: str) -> np.ndarray:
        """A row that is there."""
        return self.rows[name]

    whole = glance = get
    is_sound = has

    def drop(self, name: str) -> None:
        """Its memory is free."""
        self.notes.pop(name, None)
        self.rows.pop(name, None)

    def drop_all(self, word: str) -> None:
        """Their memory is free."""
        for name in [name for name in (*self.rows, *self.notes) if word in name.split()]:
            self.drop(name)

    def rename(self, name: str, new: str) -> None:
        """Give a row another name."""
        self.rows[new] = self.rows.pop(name)

    def rest(self) -> None:
        """All of it is held."""

    def note(self, name: str) -> Note | None:
        """What was noted."""
        return self.notes.get(name)

    def write_note(self, name: str, note: Note, *, is_flushed: bool = True) -> None:  # noqa: ARG002
        """Note something under a name."""
        self.notes[name] = note


class FileStorage:
    """Rows as files, read through the system's own cache."""

    lasts = True
    held = 0

    def __init__(self, files: Files, *, is_shared: bool = False) -> None:
        self.files = files
        self.open: dict[str, np.ndarray] = {}
        self.is_shared = is_shared
        self.checked: set[str] = set()  # rows that were read to their end
        self._checking = Lock()
        self._tidied = monotonic()
        found = files.sizes().items()
        self.sizes = {name: size for name, size in found if name.endswith(ROW)}

    @property
    def on_disk(self) -> int:
        """What all rows take."""
        return sum([*self.sizes.values()])

    def __reduce__(self) -> tuple[object, ...]:
        """To others it is its address."""
        return _shared, (self.files.address,)

    def has(self, name: str) -> bool:
        """Whether the file is there."""
        return self.files.has(_row(name))

    def put(self, name: str, rows: RowParts, most: Shape, dtype: DTypeLike) -> None:
        """Write parts one after the other; the file gets its name when it is whole.

        The system brings it to the disk in its own time, or when it is flushed: what is lost when
        the machine itself stops is found out by its sum.
        """
        width = most[1] if isinstance(most, tuple) and len(most) > 1 else 0
        total = RowSum()
        written = self.files.written(_row(name), is_flushed=False)
        with full_disk_told(self.files.address), written as file:
            file.write(bytes(HEAD))
            for part in rows:
                if isinstance(part, str) and self._is_copied(part, file, total, dtype):
                    continue
                row = self.get(part) if isinstance(part, str) else part
                whole = np.ascontiguousarray(row, dtype)
                total.add(whole)
                file.write(whole.data)
            size = file.tell()
            file.seek(0)
            told = json.dumps([np.dtype(dtype).str, width, total.value])
            file.write(f"{told:<{HEAD - 1}}\n".encode())
            self._forget(name)
        self.sizes[_row(name)] = size

    def _is_copied(self, name: str, file: BinaryIO, total: RowSum, dtype: DTypeLike) -> bool:
        """Whether the words of a row are written as they are, which nobody has to look at: the sum
        of both is known. If they are not what they were, the new row is found to be damaged.
        """
        path = self.files.here(_row(name))
        its, _, value = _head(path)
        size = path.stat().st_size - HEAD
        if its != np.dtype(dtype).str or size % SUMMED or len(total.rest):
            return False
        copy_rest(path, HEAD, file)
        total.total += value
        return True

    def keep(self, name: str, row: np.ndarray) -> None:
        """Write it."""
        self.put(name, iter([row]), len(row) if row.ndim == 1 else row.shape, row.dtype)

    def flush(self, name: str) -> None:
        """Bring it to the disk now."""
        with full_disk_told(self.files.address):
            self.files.flush(_row(name))

    def get(self, name: str) -> np.ndarray:
        """The file, whose sum is checked once; workers, who need a part of it, do not."""
        return self.glance(name) if self.is_shared else self.whole(name)

    def whole(self, name: str) -> np.ndarray:
        """The file, whose sum is checked once."""
        row = self.glance(name)
        if name not in self.checked:
            with self._checking:
                if name not in self.checked:
                    self._check(name, row)
        return row

    def is_sound(self, name: str) -> bool:
        """Whether the file is there, and its sum is right."""
        if not self.has(name):
            return False
        try:
            self.whole(name)
        except (DamagedTable, FileNotFoundError):
            return False
        return True

    def glance(self, name: str) -> np.ndarray:
        """The file, page by page as it is read."""
        if name not in self.open:
            self._let_go_of_what_others_dropped()
            self.open[name] = _mapped(self.files.here(_row(name)))
        return self.open[name]

    def _let_go_of_what_others_dropped(self) -> None:
        """A file that is deleted takes room on the disk as long as somebody holds its pages."""
        if not self.is_shared or monotonic() - self._tidied < TIDY_SECONDS:
            return
        self._tidied, there = monotonic(), self.files.sizes()
        for name in [name for name in [*self.open] if _row(name) not in there]:
            self._forget(name)
            self.files.let_go(_row(name))

    def _check(self, name: str, row: np.ndarray) -> None:
        total, path = RowSum(), self.files.here(_row(name))
        total.add(row)
        if total.value != _head(path)[2]:
            raise damaged(path, "the row is not what was written")
        self.checked.add(name)

    def _forget(self, name: str) -> None:
        self.open.pop(name, None)
        self.checked.discard(name)

    def drop(self, name: str) -> None:
        """The file is deleted; who reads it still may."""
        self._forget(name)
        self.sizes.pop(_row(name), None)
        for file in (_row(name), _note(name)):
            self.files.delete(file)

    def drop_all(self, word: str) -> None:
        """The files are deleted, also those of work before."""
        for file in self.files.sizes():
            name, _, kind = file.rpartition(".")
            if f".{kind}" in (ROW, NOTE) and word in name.split("-"):
                self.drop(name.replace("-", " "))

    def rename(self, name: str, new: str) -> None:
        """In one step."""
        self._forget(new)
        self.files.rename(_row(name), _row(new))
        self.sizes[_row(new)] = self.sizes.pop(_row(name))
        self.checked |= {new} if name in self.checked else set()
        row = self.open.get(name)
        if row is not None:
            self.open[new] = row
        self._forget(name)

    def rest(self) -> None:
        """The pages of all files go back to the system."""
        for row in [*self.open.values()]:
            pages: Any = row
            while isinstance(pages, np.ndarray):
                pages = pages.base
            mapped = getattr(pages, "obj", None)
            if isinstance(mapped, mmap.mmap):
                mapped.madvise(mmap.MADV_DONTNEED)

    def note(self, name: str) -> Note | None:
        """What the file says; nothing where it is not whole."""
        with suppress(FileNotFoundError, ValueError):
            found: Note = json.loads(self.files.here(_note(name)).read_text(encoding="utf-8"))
            return found
        return None

    def write_note(self, name: str, note: Note, *, is_flushed: bool = True) -> None:
        """Write it aside, then give it its name."""
        written = self.files.written(_note(name), is_flushed=is_flushed)
        with full_disk_told(self.files.address), written as file:
            file.write(json.dumps(note).encode())

    def clear(self) -> None:
        """Delete all rows and notes."""
        self.open.clear()
        self.checked.clear()
        self.sizes.clear()
        for name in self.files.sizes():
            if name.endswith((ROW, NOTE)):
                self.files.delete(name)


def _row(name: str) -> str:
    return f"{name.replace(' ', '-')}{ROW}"


def _note(name: str) -> str:
    return f"{name.replace(' ', '-')}{NOTE}"


@cache
def _shared(address: str) -> FileStorage:
    """The files that others work with too, as this process has opened them."""
    return FileStorage(files_at(address, is_shared=True), is_shared=True)


@contextmanager
def full_disk_told(folder: str) -> Iterator[None]:
    """A full disk is a limit that was met, and so is the largest file that may be written."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        is_one_file = error.errno == EFBIG
        raise BudgetExceeded(
            f"no file in {folder} may be that large"
            if is_one_file
            else f"no room is left in {folder}",
            rule="the layers of a game are kept there until it is solved",
            fix=(
                "Allow larger files (ulimit -f)" if is_one_file else "Make room",
                " and go on with the same ",
                Setting("disk", folder),
            ),
        ) from None


class RowSum:
    """The sum of a row's words of 8 bytes, modulo 2⁶⁴: one bit that is flipped changes it.

    18 GB a second on the machine where a crc32 takes 2.
    """

    def __init__(self) -> None:
        self.total, self.rest = 0, np.empty(0, np.uint8)

    def add(self, row: np.ndarray) -> None:
        """One more part of it."""
        data = row.reshape(-1).view(np.uint8)
        if len(self.rest):
            data = np.concatenate((self.rest, data))
        end = len(data) // SUMMED * SUMMED
        self.total += int(np.add.reduce(data[:end].view(np.uint64)))
        self.rest = data[end:].copy()

    @property
    def value(self) -> int:
        """Of all parts."""
        return (self.total + int.from_bytes(self.rest.tobytes(), "little")) % (1 << 64)


def _head(path: Path) -> tuple[str, int, int]:
    """The type of a row's numbers, how many belong together, and their sum."""
    with path.open("rb") as file:
        try:
            dtype, width, total = json.loads(file.read(HEAD))
            return np.dtype(dtype).str, int(width), int(total)
        except (ValueError, TypeError):
            raise damaged(path, "its first bytes are not those of a row") from None


def damaged(path: Path, given: str) -> DamagedTable:
    """A file that nobody wrote so."""
    return DamagedTable(
        given,
        where=str(path),
        rule="its head tells the type of its numbers, and the sum of its words",
        fix="Empty the folder and solve again",
    )


def _mapped(path: Path) -> np.ndarray:
    """The numbers of a file. They can be written to, for kernels' sake; the file stays as it is."""
    dtype, width, _ = _head(path)
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size == HEAD:
            return np.empty((0, width) if width else 0, dtype)
        pages = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_COPY)
    try:
        row = np.frombuffer(pages, dtype, offset=HEAD)
        return row.reshape(-1, width) if width else row
    except ValueError:
        raise damaged(path, "it ends in the middle of a number") from None
