"""Machine code on disk. It may be damaged, or there may be no room for it: then it is made anew.

Every function that lets go of Python's lock (`nogil`) is called from Python and is kept; what it
calls is compiled into it. numba's own cache takes what it finds on disk at its word, and passes on
the errors of the disk; this one seals what it writes, throws away what it cannot read, and goes on.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from glob import escape, glob
from hashlib import sha256
from os import unlink
from pathlib import Path
from types import ModuleType

from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.dispatcher import Dispatcher

from zermelo.kernels.log import CACHE
from zermelo.kernels.turns import Turn

SEAL = 32  # bytes at the end of a file


def keep(module: ModuleType) -> str | None:
    """Keep the machine code of a module's functions; the folder, or None when there is none."""
    folder = None
    for function in _called_from_python(module):
        try:
            function._cache = Kept(function.py_func)  # type: ignore[attr-defined]  # no stub has it
            folder = function.stats.cache_path
        except (RuntimeError, OSError) as error:  # no folder can be written to
            CACHE.warning("%s is compiled for this process alone: %s", module.__name__, error)
            break
    return folder


def _called_from_python(module: ModuleType) -> list[Dispatcher]:
    functions = [item for item in vars(module).values() if isinstance(item, Dispatcher)]
    return [function for function in functions if function.targetoptions.get("nogil")]


class Kept(FunctionCache):
    """The machine code of one function, for all types of its arguments."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        self._base = self._impl.filename_base
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = Sealed(self.cache_path, self._base, stamp)
        self._turn = Turn(f"{self.cache_path}/{self._base}.lock")

    def load_overload(self, sig: object, target_context: object) -> object:
        """What is on disk, or None: then it is the caller's turn to compile, until it is saved."""
        found = self._found(sig, target_context)
        if found is None and self._turn.taken():
            found = self._found(sig, target_context)
        if found is not None:
            self._turn.release()
        return found

    def _found(self, sig: object, target_context: object) -> object:
        """What is on disk, or None; what cannot be read is deleted."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # whatever a damaged file can raise
            CACHE.warning("%s on disk is damaged and compiled anew: %r", self._base, error)
            self._delete()
            return None

    def save_overload(self, sig: object, data: object) -> None:
        """Write it down, if the disk lets us."""
        try:
            super().save_overload(sig, data)
        except Exception as error:  # no room, no permission, or a file in the folder's place
            CACHE.warning("%s is not kept on disk: %r", self._base, error)
        finally:
            self._turn.release()

    def _delete(self) -> None:
        for path in glob(f"{escape(self.cache_path)}/{escape(self._base)}.*"):
            with suppress(OSError):
                unlink(path)


class Sealed(IndexDataCacheFile):
    """An index, and a file for each set of types, whose last bytes vouch for its name and the rest.

    The file is named by the types, so that two processes that write at once never take each
    other's; it is there before the index names it.
    """

    def save(self, key: object, data: object) -> None:
        """Write the code, then the index."""
        name = f"{self._index_name[:-4]}.{sha256(repr(key).encode()).hexdigest()[:12]}.nbc"
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})

    def _save_data(self, name: str, data: object) -> None:
        whole = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(whole + _seal(name, whole))

    def _load_data(self, name: str) -> object:
        whole = Path(self._data_path(name)).read_bytes()
        data, seal = whole[:-SEAL], whole[-SEAL:]
        if _seal(name, data) != seal:
            raise ValueError(f"{name} is not what was written")
        return pickle.loads(data)


def _seal(name: str, data: bytes) -> bytes:
    return sha256(name.encode() + data).digest()
