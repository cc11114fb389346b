"""Text → machine code: one file for each game's rules, named by what it says, kept on disk.

The machine code is kept beside the file, which holds all that the code depends on, so an old result
can never be taken for a new one. Nothing on disk is needed: the text itself is run, the file is
held against it, and where it cannot be written the rules are compiled for this process alone.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import platform
import re
import sys
import tempfile
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from types import ModuleType

import numpy as np

from zermelo import kernels
from zermelo.kernels import support
from zermelo.kernels.log import CACHE
from zermelo.kernels.support import SUPPORT

NOTE = '"""Rules of a game, translated by Zermelo; made again when it is missing."""\n\n'
NOWHERE = Path("zermelo, kept nowhere")  # no folder has this name: what is in it is not on disk


@cache
def folder() -> Path:
    """Where translated rules are kept: $ZERMELO_CACHE, or the user's cache, or nowhere."""
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
    CACHE.warning("no folder for machine code among %s", ", ".join(map(str, places)))
    return NOWHERE


@cache
def _support() -> tuple[str, dict[str, tuple[str, frozenset[str]]]]:
    """What stands in front of all, and each function of the support with the names in it."""
    head, found = "", dict[str, tuple[str, frozenset[str]]]()
    for file in SUPPORT:
        text = Path(support.__path__[0], f"{file}.py").read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        functions = [part for part in ast.parse(text).body if isinstance(part, ast.FunctionDef)]
        head = head or "".join(lines[: functions[0].decorator_list[0].lineno - 1])
        for part in functions:
            body = "".join(lines[part.decorator_list[0].lineno - 1 : part.end_lineno])
            names = frozenset(n.id for n in ast.walk(part) if isinstance(n, ast.Name))
            found[part.name] = body, names
    return head, found


@lru_cache(maxsize=64)  # asked several times for each game
def whole_text(text: str) -> str:
    """Translated rules with all that they call, and nothing else."""
    head, functions = _support()
    wanted: set[str] = set()
    todo = [name for name in set(re.findall(r"\b(\w+)\(", text)) if name in functions]
    while todo:
        name = todo.pop()
        if name not in wanted:
            wanted.add(name)
            todo += [other for other in functions[name][1] if other in functions]
    parts = [body for name, (body, _) in functions.items() if name in wanted]
    return f"{NOTE}{head}{''.join(f'{part}{chr(10)}{chr(10)}' for part in parts)}{text}"


def path_of(text: str) -> Path:
    """The file for `text`, whether it is there or not."""
    return folder() / f"rules_{_name(text)}.py"


@lru_cache(maxsize=64)  # asked several times for each game
def _name(text: str) -> str:
    numba = importlib.util.find_spec("numba")
    origin = numba.origin if numba else ""
    salt = f"{platform.python_version()} {platform.machine()} {origin} {_way()}"
    return hashlib.sha256(f"{salt}\n{whole_text(text)}".encode()).hexdigest()[:20]


@cache
def _way() -> str:
    """How the text becomes machine code, which its file does not say."""
    texts = (Path(kernels.__path__[0], f"{name}.py").read_bytes() for name in ("ways", "short_way"))
    return hashlib.sha256(b"".join(texts)).hexdigest()


def announce(what: str) -> None:
    """Say that rules are compiled, and for how long that will do."""
    kernels.announce(what, kept=folder() != NOWHERE and not _UNKEPT)


def is_compiled(text: str, function: str = "expand") -> bool:
    """Whether an earlier run has left its machine code, beside the file or where numba was told."""
    path = path_of(text)
    if (path, function) not in _COMPILED:
        elsewhere = os.environ.get("NUMBA_CACHE_DIR")
        places = [path.parent / "__pycache__", *(Path(elsewhere).glob("*") if elsewhere else ())]
        if any(any(place.glob(f"{path.stem}.{function}-*.nbi")) for place in places):
            _COMPILED.add((path, function))
    return (path, function) in _COMPILED


_COMPILED: set[tuple[Path, str]] = set()  # functions whose machine code was found
_LOADED: dict[Path, ModuleType] = {}
_UNKEPT: set[Path] = set()  # modules that could not be written, or whose machine code cannot
_LOADING = Lock()


def load(text: str) -> ModuleType:
    """The module of translated rules; its functions are compiled when they are called."""
    path = path_of(text)
    with _LOADING:
        if path not in _LOADED:
            _LOADED[path] = _module(path, whole_text(text))
    return _LOADED[path]


def _module(path: Path, whole: str) -> ModuleType:
    """Run the text, as the text of its file, without reading anything back."""
    from zermelo.kernels.aside import compile_aside  # these bring numba, which the text does too
    from zermelo.kernels.keeping import keep

    module = sys.modules[path.stem] = ModuleType(path.stem)
    module.__file__ = str(path)
    tree, numbers = _without_literals(whole)
    vars(module).update(numbers)
    exec(compile(tree, path, "exec"), vars(module))
    compile_aside(module)
    if not _is_written(path, whole.encode()) or keep(module) is None:
        _UNKEPT.add(path)
    return module


def _without_literals(whole: str) -> tuple[ast.Module, dict[str, np.int64]]:
    """The text with names for the numbers that are bound to names or handed to other functions.

    To numba the literal 3 is a type, and for every other one it would compile the function anew:
    the rules themselves twice, once for the place 0 and once for all others. A global `np.int64(3)`
    is a number like any other.
    """
    tree = ast.parse(whole)
    functions = [part for part in tree.body if isinstance(part, ast.FunctionDef)]
    typed = _Typed({function.name for function in functions})
    for function in functions:
        typed.visit(function)
    return ast.fix_missing_locations(tree), typed.numbers


class _Typed(ast.NodeTransformer):
    """Gives whole numbers their type where numba would take them for types of their own."""

    def __init__(self, functions: set[str]) -> None:
        self.functions = functions
        self.numbers: dict[str, np.int64] = {}

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """What is handed to a function of the text."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.functions:
            node.args = [self._typed(each) for each in node.args]
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """What is bound to names, alone or several side by side."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Tuple):
            node.value.elts = [self._typed(each) for each in node.value.elts]
        node.value = self._typed(node.value)
        return node

    def _typed(self, node: ast.expr) -> ast.expr:
        is_negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        number = node.operand if isinstance(node, ast.UnaryOp) and is_negative else node
        if not (isinstance(number, ast.Constant) and type(number.value) is int):
            return node
        value = -number.value if is_negative else number.value
        name = f"number_{value}".replace("-", "minus_")
        self.numbers[name] = np.int64(value)
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _is_written(path: Path, whole: bytes) -> bool:
    """Whether the file says what it should, now or after it was written anew."""
    with suppress(OSError):
        if path.read_bytes() == whole:
            return True
        CACHE.warning("%s is damaged and written anew", path)
    return path.parent != NOWHERE and _write(path, whole)


def _write(path: Path, whole: bytes) -> bool:
    """Write a draft of this thread's own, then put it in the file's place in one step."""
    draft = ""
    try:
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(whole)
        os.replace(draft, path)
    except OSError as error:
        CACHE.warning("%s is compiled for this process alone: %s", path.stem, error)
        with suppress(OSError):
            os.unlink(draft)
        return False
    return True
