"""Loops over flat arrays, compiled by numba. They import nothing of ours.

A kernel calls only kernels of its own file, because the cache on disk does not notice edits
elsewhere. Nothing here is imported by small work: `load` brings a file in when it is needed.
"""

from __future__ import annotations

import sys
from functools import cache
from glob import glob
from importlib import import_module
from typing import Any


@cache
def load(name: str) -> Any:
    """Import a file of kernels; the first time ever, say what the caller waits for."""
    module = import_module(f"zermelo.kernels.{name}")
    found = [item.stats.cache_path for item in vars(module).values() if hasattr(item, "stats")]
    folder = next(path for path in found if path is not None)
    if not glob(f"{folder}/{name}.*.nbi"):
        print(
            f"zermelo: compiling the {name} kernels, once; later runs read them from disk …",
            file=sys.stderr,
            flush=True,
        )
    return module
