"""Loops over flat arrays, compiled by numba. They import nothing of ours.

A kernel calls only kernels of its own file, because the cache on disk does not notice edits
elsewhere. Nothing here is imported by small work: `load` brings a file in when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from threading import Lock
from types import ModuleType

_SAID: set[str] = set()
HEARERS: set[Callable[[str], object]] = set()
"""What is called with each line about a compiler that is waited for, besides the log."""
_LOADING = Lock()


def load(name: str) -> ModuleType:
    """Import a file of kernels; the first time ever, say what the caller waits for."""
    with _LOADING:  # who comes second finds the kernels with their machine code on disk
        return _loaded(name)


@cache
def _loaded(name: str) -> ModuleType:
    module = import_module(f"zermelo.kernels.{name}")
    keeping = import_module("zermelo.kernels.keeping")  # it brings numba along, as the file does
    import_module("zermelo.kernels.aside").compile_aside(module)
    folder = keeping.keep(module)
    from glob import escape, glob

    if folder is None or not glob(f"{escape(folder)}/{name}.*.nbi"):
        announce(f"compiling the {name} kernels", kept=folder is not None)
    return module


def warm_up() -> None:
    """Have numba load what it loads for the first function of a process."""
    from numba import njit

    njit("void()")(lambda: None)


def announce(what: str, *, kept: bool = True) -> None:
    """Log what the caller waits for; once, however often the same is compiled for another size.

    Where nothing is `kept` on disk, nobody is promised that it was the last time.
    """
    from zermelo.kernels.log import COMPILING  # logging takes longer to load than small work does

    if what not in _SAID:
        _SAID.add(what)
        line = f"{what}, once; later runs read it from disk …" if kept else f"{what} …"
        COMPILING.info(line)
        for hear in HEARERS:
            hear(line)
