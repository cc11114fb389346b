"""One process compiles a function, others who want the same wait for its machine code.

Several begin at once where a service starts its workers, a cluster its own, or tests run side by
side. The lock is the system's: it is free again when its holder ends, however that comes about.
"""

from __future__ import annotations

import os
from contextlib import suppress
from time import monotonic, sleep
from types import ModuleType

PATIENCE = 20.0  # seconds; then it is compiled once more
GLANCE = 0.02  # seconds between two tries

fcntl: ModuleType | None = None
with suppress(ImportError):  # not on this system: everybody compiles
    import fcntl


class Turn:
    """The right to compile what is kept under one name; it is held from `taken` to `release`."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.file: int | None = None

    def taken(self) -> bool:
        """Take it; whether somebody else had it, whose work may be on disk by now.

        Nobody waits for long, nor for one whom the system gives less time than the one who waits.
        """
        self.release()
        if fcntl is None:
            return False
        with suppress(OSError):  # no folder, or none that can be written to: everybody compiles
            self.file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            until, others = monotonic() + PATIENCE, False
            while not self._is_free():
                others = True
                if monotonic() > until or self._nice_of_holder() > os.nice(0):
                    break
                sleep(GLANCE)
            return others
        return False

    def _is_free(self) -> bool:
        assert self.file is not None
        assert fcntl is not None
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        os.pwrite(self.file, f"{os.nice(0):>3}".encode(), 0)
        return True

    def _nice_of_holder(self) -> int:
        assert self.file is not None
        with suppress(ValueError):  # it has not said so yet
            return int(os.pread(self.file, 3, 0))
        return 0

    def release(self) -> None:
        """Others may go on."""
        if self.file is not None:
            os.close(self.file)
            self.file = None

    def __del__(self) -> None:
        if os is not None:  # which it is when the interpreter ends
            self.release()
