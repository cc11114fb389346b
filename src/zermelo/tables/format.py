"""The file of a table: its parts and their checksums; how it comes to be there whole, or not.

    magic           8 bytes, and the version of the format, 4 bytes; 4 of zero
    parts           what the head names, one after the other, each at a multiple of 8
    checksums       crc32 of every 4 KiB of all that stands before, 4 bytes each
    head            JSON
    trailer         where the checksums begin, their bytes, the bytes of the head (8 each); crc32 of
                    checksums and head, crc32 of the trailer so far (4 each); magic of the end, 8

Numbers are little-endian. The head stands at the end, so that a file is written in one go, by
appending alone. It is written aside, brought to the disk, and then renamed.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple
from uuid import uuid4
from zlib import crc32

from zermelo.errors import BadTable, DamagedTable
from zermelo.model.numerals import spelled

MAGIC, END_MARK = b"ZERMELO\n", b"\nWHOLE.\n"
VERSION = 1
FIRST = struct.Struct("<8sII")
LAST = struct.Struct("<QQQII8s")
PAGE = 1 << 12
ALIGNED = 8
WRITTEN_AT_ONCE = 1 << 20

HeadJson = dict[str, Any]


class Draft:
    """A file that is being written, aside of its place."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checksums = bytearray()
        self.at = 0
        self._page = b""
        self.name = path.with_name(f".{path.name}.{uuid4().hex}.part")
        handle = os.open(self.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        self.file: IO[bytes] = os.fdopen(handle, "wb")
        try:
            self.append(FIRST.pack(MAGIC, VERSION, 0))
        except OSError:
            self.drop()
            raise

    def append(self, data: bytes | memoryview) -> int:
        """Write a part down; where it begins."""
        self._write(bytes(-self.at % ALIGNED))
        at = self.at
        for low in range(0, len(data), WRITTEN_AT_ONCE):
            self._write(data[low : low + WRITTEN_AT_ONCE])
        return at

    def _write(self, data: bytes | memoryview) -> None:
        self.file.write(data)
        self.at += len(data)
        waiting = memoryview(self._page + bytes(data))
        end = len(waiting) // PAGE * PAGE
        for low in range(0, end, PAGE):
            self._seal(waiting[low : low + PAGE])
        self._page = bytes(waiting[end:])

    def _seal(self, page: bytes | memoryview) -> None:
        self.checksums += struct.pack("<I", crc32(page))

    def finish(self, head: HeadJson) -> None:
        """Write the head, bring all of it to the disk, and put it in its place."""
        if self._page:
            self._seal(self._page)
        text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
        sizes = self.at, len(self.checksums), len(text), crc32(text, crc32(self.checksums))
        last = LAST.pack(*sizes, 0, END_MARK)
        last = LAST.pack(*sizes, crc32(last), END_MARK)
        self.file.write(bytes(self.checksums) + text + last)
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        os.replace(self.name, self.path)
        _sync_folder(self.path.parent)

    def drop(self) -> None:
        """Leave nothing behind."""
        with suppress(OSError):
            self.file.close()
        with suppress(OSError):
            os.unlink(self.name)


def _sync_folder(folder: Path) -> None:
    """The new name reaches the disk, too; not every system lets a folder be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def path_of(path: object) -> Path:
    """A path as a caller gave it."""
    if isinstance(path, str | os.PathLike) and Path(path).name:
        return Path(path)
    raise BadTable(
        spelled(path),
        where="path",
        rule="a table is a file, named by a text or a pathlib.Path",
        fix='Pass e.g. "ttt.table"',
    )


class TableBytes(NamedTuple):
    """A file whose head was read; its body is mapped into memory."""

    path: Path
    head: HeadJson
    body: memoryview  # all before the checksums
    checksums: bytes


def opened(path: Path) -> TableBytes:
    """Map a file; its first bytes, its trailer and its head are checked, its pages are not."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < FIRST.size + LAST.size:
                raise _damaged(path, f"{size:,} bytes", "a table has more")
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:  # also for what is no name
        raise BadTable(
            getattr(error, "strerror", None) or str(error),
            where=spelled(str(path)),
            rule="a table is a file that can be read",
            fix="Name a file that solution.save(path) or `zermelo solve … -o FILE` wrote",
        ) from None
    _check_first(path, whole)
    at, sealed, length = _checked_trailer(path, whole)
    checksums, text = (
        bytes(whole[at : at + sealed]),
        bytes(whole[at + sealed : at + sealed + length]),
    )
    return TableBytes(path, json.loads(text), whole[:at], checksums)


def _check_first(path: Path, whole: memoryview) -> None:
    magic, version, nothing = FIRST.unpack_from(whole)
    if magic != MAGIC:
        raise BadTable(
            f"it begins with {spelled(bytes(whole[:8]))}",
            where=str(path),
            rule=f"a table begins with {spelled(MAGIC)}",
            fix="Name a file that solution.save(path) or `zermelo solve … -o FILE` wrote",
        )
    if version != VERSION:
        raise BadTable(
            f"format {version}",
            where=str(path),
            rule=f"this version of Zermelo reads tables of format {VERSION}",
            fix="Solve and save the game again, or read the table by the version that wrote it",
        )
    if nothing:
        raise _damaged(path, "bytes 12 … 15", "they are zero")


def _checked_trailer(path: Path, whole: memoryview) -> tuple[int, int, int]:
    """Where the checksums begin, their bytes, the bytes of the head."""
    begin = len(whole) - LAST.size
    at, sealed, length, seal, own, end = LAST.unpack_from(whole, begin)
    if end != END_MARK:
        raise _damaged(path, "its last bytes", "a whole table ends with its mark")
    blank = LAST.pack(at, sealed, length, seal, 0, end)
    if own != crc32(blank) or at + sealed + length != begin or sealed != 4 * -(-at // PAGE):
        raise _damaged(path, "its trailer", "its checksum does not hold")
    if crc32(whole[at:begin]) != seal:
        raise _damaged(path, "its head", "its checksum does not hold")
    return at, sealed, length


def damaged_pages(file: TableBytes) -> list[int]:
    """The pages whose checksums do not hold."""
    sums = struct.unpack(f"<{len(file.checksums) // 4}I", file.checksums)
    return [
        page
        for page, kept in enumerate(sums)
        if crc32(file.body[page * PAGE : (page + 1) * PAGE]) != kept
    ]


def _damaged(path: Path, what: str, rule: str) -> DamagedTable:
    return DamagedTable(
        f"{what} of the table: damaged", where=str(path), rule=rule, fix="Solve and save it again"
    )
