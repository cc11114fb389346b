"""Loops over flat arrays, compiled by numba. They import nothing of ours.

A kernel calls only kernels of its own file, because the cache on disk does not notice edits
elsewhere. Nothing here is imported by small work: `load` brings a file in when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from glob import escape, glob
from importlib import import_module
from threading import Event, Lock, Thread
from typing import Any

LONG = 1 << 22  # steps that take longer than a thread does to start
GLANCE = 0.05  # seconds between two looks at what has come up

_SAID: set[str] = set()
_LOADING = Lock()


def load(name: str) -> Any:
    """Import a file of kernels; the first time ever, say what the caller waits for."""
    with _LOADING:  # who comes second finds the kernels with their machine code on disk
        return _loaded(name)


@cache
def _loaded(name: str) -> Any:
    module = import_module(f"zermelo.kernels.{name}")
    keeping = import_module("zermelo.kernels.keeping")  # it brings numba along, as the file does
    folder = keeping.keep(module)
    if folder is None or not glob(f"{escape(folder)}/{name}.*.nbi"):
        announce(f"compiling the {name} kernels")
    return module


def announce(what: str) -> None:
    """Log what the caller waits for; once, however often the same is compiled for another size."""
    from zermelo.kernels.log import COMPILING  # logging takes longer to load than small work does

    if what not in _SAID:
        _SAID.add(what)
        COMPILING.info("%s, once; later runs read it from disk …", what)


def patiently(steps: int, kernel: Callable[..., Any], *args: Any) -> Any:
    """A call of a kernel that takes about so many steps; long ones can be interrupted.

    They run in a thread of their own, and who waits for it sees Ctrl-C and the end of a time limit
    meanwhile. A call that is left goes on to its end, in arrays that nobody reads any more.
    """
    if steps < LONG:
        return kernel(*args)
    outcome: list[Any] = []
    done = Event()

    def work() -> None:
        try:
            outcome.extend((kernel(*args), None))
        except BaseException as error:
            outcome.extend((None, error))
        finally:
            done.set()

    Thread(target=work, name="zermelo-kernel", daemon=True).start()
    while not done.wait(GLANCE):
        pass
    result, error = outcome
    if error is not None:
        raise error
    return result
