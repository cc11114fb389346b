"""Files by their names: in a folder of this machine, or in a store elsewhere that fsspec knows.

A file is written here under the name of a draft and then given its name, in one step: whatever ends
the work leaves it whole or not at all. Kernels read files as pages, so what lies elsewhere is
brought here when somebody reads it, and sent there when it is whole.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from errno import EDQUOT, EFBIG, ENOSPC
from importlib import import_module
from pathlib import Path
from socket import gethostname
from tempfile import mkdtemp
from threading import get_ident
from typing import Any, BinaryIO, Protocol
from weakref import finalize

from zermelo.errors import Unavailable

NO_ROOM = (ENOSPC, EDQUOT, EFBIG)  # of a disk, of a share of it, of a file
AT_ONCE = 1 << 22  # bytes that are copied
DRAFT = ".draft"  # what a file is called until it is whole


class Files(Protocol):
    """Whole files by their names."""

    @property
    def address(self) -> str:
        """Where they are, as a user wrote it."""

    def sizes(self) -> dict[str, int]:
        """The bytes of every file by its name; drafts are none."""

    def has(self, name: str) -> bool:
        """Whether somebody put it there."""

    def here(self, name: str) -> Path:
        """A file of this machine with what is in it; `FileNotFoundError` where there is none."""

    def written(self, name: str, *, is_flushed: bool = True) -> AbstractContextManager[BinaryIO]:
        """A file to write to; it gets its name when all is written, and is gone after an error.

        One that is flushed is there even when the machine itself stops in the next moment.
        """

    def flush(self, name: str) -> None:
        """The same for a file that was written before."""

    def delete(self, name: str) -> None:
        """Nobody needs it any more; who reads it still may."""

    def rename(self, name: str, new: str) -> None:
        """Give it another name, in one step."""

    def let_go(self, name: str) -> None:
        """It is not read for a while: what can be brought again need not be here."""


class FolderFiles:
    """Files of a folder."""

    def __init__(self, folder: Path, *, is_shared: bool = False) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for draft in () if is_shared else folder.glob(f"*{DRAFT}"):
            draft.unlink()  # of work that was ended

    @property
    def address(self) -> str:
        """Its path."""
        return str(self.folder)

    def sizes(self) -> dict[str, int]:
        """What the system says of each."""
        found = {}
        for entry in os.scandir(self.folder):
            with suppress(FileNotFoundError):  # somebody has deleted it meanwhile
                found[entry.name] = entry.stat().st_size
        return {name: size for name, size in found.items() if not name.endswith(DRAFT)}

    def has(self, name: str) -> bool:
        """Whether the file is there."""
        return (self.folder / name).exists()

    def here(self, name: str) -> Path:
        """The file itself."""
        return self.folder / name

    @contextmanager
    def written(self, name: str, *, is_flushed: bool = True) -> Iterator[BinaryIO]:
        """Written aside; then it gets its name."""
        draft = self.folder / _own_draft(name)
        try:
            with draft.open("wb") as file:
                yield file
                if is_flushed:
                    file.flush()
                    os.fsync(file.fileno())
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        os.replace(draft, self.folder / name)

    def flush(self, name: str) -> None:
        """The system writes what it has not written yet."""
        with (self.folder / name).open("rb") as file:
            os.fsync(file.fileno())

    def delete(self, name: str) -> None:
        """The file is deleted; a disk that cannot be written to is not asked for nothing."""
        if self.has(name):
            (self.folder / name).unlink(missing_ok=True)

    def rename(self, name: str, new: str) -> None:
        """In one step of the system."""
        os.replace(self.folder / name, self.folder / new)

    def let_go(self, name: str) -> None:
        """It lies here."""


class StoreFiles:
    """Files of a store elsewhere, by an address that fsspec knows: s3://…, sftp://…, memory://…

    Here they lie in a folder for temporary files, as long as they are read.
    """

    def __init__(self, address: str, *, is_shared: bool = False) -> None:
        self.address = address
        self._store, self._path = _opened(address)
        self._store.makedirs(self._path, exist_ok=True)
        self._cache = FolderFiles(Path(mkdtemp(prefix="zermelo-")))
        finalize(self, shutil.rmtree, self._cache.folder, ignore_errors=True)
        for name in () if is_shared else [name for name in self._all() if name.endswith(DRAFT)]:
            self.delete(name)

    def _all(self) -> dict[str, int]:
        self._store.invalidate_cache(self._path)
        entries = self._store.ls(self._path, detail=True)
        return {entry["name"].rpartition("/")[2]: entry["size"]
                for entry in entries if entry["type"] == "file"}  # fmt: skip

    def _there(self, name: str) -> str:
        return f"{self._path}/{name}"

    def sizes(self) -> dict[str, int]:
        """What the store says of each."""
        return {name: size for name, size in self._all().items() if not name.endswith(DRAFT)}

    def has(self, name: str) -> bool:
        """Whether it is in the store."""
        self._store.invalidate_cache(self._path)
        return bool(self._store.exists(self._there(name)))

    def here(self, name: str) -> Path:
        """A copy of it."""
        if not self._cache.has(name):
            with (
                self._cache.written(name, is_flushed=False) as file,
                self._store.open(self._there(name)) as there,
            ):
                shutil.copyfileobj(there, file, AT_ONCE)
        return self._cache.here(name)

    @contextmanager
    def written(self, name: str, *, is_flushed: bool = True) -> Iterator[BinaryIO]:  # noqa: ARG002
        """Written here, sent there as a draft, then it gets its name."""
        with self._cache.written(name, is_flushed=False) as file:
            yield file
        draft = _own_draft(name)
        self._store.put_file(str(self._cache.here(name)), self._there(draft))
        self.rename(draft, name)

    def flush(self, name: str) -> None:
        """The store sees to it."""

    def delete(self, name: str) -> None:
        """Here and there."""
        self._cache.delete(name)
        with suppress(FileNotFoundError):
            self._store.rm_file(self._there(name))

    def rename(self, name: str, new: str) -> None:
        """As the store does it: in one step, or by a copy; the old file stays until then."""
        if self._cache.has(name):
            self._cache.rename(name, new)
        try:
            self._store.mv(self._there(name), self._there(new))
        except OSError:
            if not (self.has(name) and self.has(new)):
                raise
            self._store.rm_file(self._there(new))  # some move nothing to where something is
            self._store.mv(self._there(name), self._there(new))

    def let_go(self, name: str) -> None:
        """The copy is deleted; it can be brought again."""
        self._cache.delete(name)


def copy_rest(path: Path, begin: int, file: BinaryIO) -> None:
    """Write what a file has from some byte on at the end of another: the system does, if it can."""
    file.flush()
    with path.open("rb") as source:
        copied = getattr(os, "copy_file_range", _nothing)
        try:
            while count := copied(source.fileno(), file.fileno(), AT_ONCE, begin):
                begin += count
        except OSError as error:  # these two files are not of a kind for that
            if error.errno in NO_ROOM:
                raise
        source.seek(begin)
        file.seek(0, os.SEEK_END)
        shutil.copyfileobj(source, file, AT_ONCE)


def _nothing(*_: int) -> int:
    """Where the system copies no part of a file."""
    return 0


def files_at(address: str, *, is_shared: bool = False) -> Files:
    """The files of a folder, or of a store where the address is one of fsspec's."""
    protocol, separator, rest = address.partition("://")
    if protocol in ("file", "local") and separator:
        return FolderFiles(Path(rest), is_shared=is_shared)
    if separator:
        return StoreFiles(address, is_shared=is_shared)
    return FolderFiles(Path(address), is_shared=is_shared)


def _opened(address: str) -> tuple[Any, str]:
    """The store of an address, and the path in it."""
    try:
        fsspec: Any = import_module("fsspec")
        store, path = fsspec.core.url_to_fs(address)
    except ImportError as error:
        raise Unavailable(
            f"{address}: {error}",
            where="disk",
            rule="files elsewhere are read and written by fsspec and a package for the store",
            fix="Install them: pip install 'zermelo[cluster]', and s3fs for s3://, say",
        ) from None
    return store, str(path).rstrip("/")


def _own_draft(name: str) -> str:
    """A name that no other process or thread uses: the same work may be done twice at once."""
    return f"{name}.{gethostname()}-{os.getpid()}-{get_ident()}{DRAFT}"
