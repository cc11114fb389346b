"""Text → machine code: one file for each game's rules, named by what it says, kept on disk.

numba keeps what it compiled beside the file. The file holds all that the code depends on, so an
old result can never be taken for a new one.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

from zermelo import kernels

NOTE = '"""Rules of a game, translated by Zermelo; made again when it is missing."""\n\n'


@cache
def folder() -> Path:
    """Where translated rules are kept: $ZERMELO_CACHE, or the user's cache, or a new folder."""
    home = os.environ.get("ZERMELO_CACHE")
    caches = os.environ.get("XDG_CACHE_HOME")
    places = [Path(home)] if home else []
    places += [Path(caches) / "zermelo"] if caches else []
    places.append(Path(os.path.expanduser("~")) / ".cache" / "zermelo")
    for place in places:
        try:
            place.mkdir(parents=True, exist_ok=True)
            if os.access(place, os.W_OK):
                return place
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="zermelo-"))


@cache
def _support() -> str:
    return Path(kernels.__path__[0], "support.py").read_text(encoding="utf-8")


def whole_text(text: str) -> str:
    """Translated rules with all that they call."""
    return f"{NOTE}{_support()}\n\n{text}"


def path_of(text: str) -> Path:
    """The file that holds `text`; written when it is not there yet."""
    numba = importlib.util.find_spec("numba")
    origin = numba.origin if numba else ""
    whole = whole_text(text)
    salt = f"{platform.python_version()} {platform.machine()} {origin}"
    name = hashlib.sha256(f"{salt}\n{whole}".encode()).hexdigest()[:20]
    path = folder() / f"rules_{name}.py"
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(whole, encoding="utf-8")
        draft.replace(path)
    return path


def is_compiled(path: Path, function: str = "expand") -> bool:
    """Whether an earlier run has left its machine code, beside the file or where numba was told."""
    if (path, function) not in _COMPILED:
        elsewhere = os.environ.get("NUMBA_CACHE_DIR")
        places = [path.parent / "__pycache__", *(Path(elsewhere).glob("*") if elsewhere else ())]
        if any(any(place.glob(f"{path.stem}.{function}-*.nbi")) for place in places):
            _COMPILED.add((path, function))
    return (path, function) in _COMPILED


_COMPILED: set[tuple[Path, str]] = set()  # functions whose machine code was found
_LOADED: dict[Path, ModuleType] = {}


def load(path: Path) -> ModuleType:
    """The module of a file of rules."""
    if path not in _LOADED:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
        _LOADED[path] = module
    return _LOADED[path]


def announce(what: str) -> None:
    """Tell the caller what takes the time."""
    print(f"zermelo: {what}; later runs read it from disk …", file=sys.stderr, flush=True)
