"""Games in a user's own file."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from zermelo.errors import BadInput
from zermelo.limits.deadline import OutOfTime
from zermelo.model.game import Game
from zermelo.model.numerals import error_text
from zermelo.model.own_code import users_line

Maker: TypeAlias = Callable[..., object]  # a class of games, or a function that makes them
Named: TypeAlias = Game | Maker  # what words name: files may have made their game already

LOADED_FILES: dict[Path, ModuleType] = {}  # files that were named as games, with their modules


def game_in(file: str, name: str) -> Named:
    """A class, a function that makes games, or a game, of a file; its only one without a name."""
    path = Path(file)
    module = _loaded(path)
    found: dict[str, Named] = {
        key: value for key, value in vars(module).items() if _is_own_game(value, module)
    }
    if name:
        if name in vars(module):
            return _checked(vars(module)[name], name, path)
        near = get_close_matches(name, found, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]}?" if near else f"It has {', '.join(found) or 'no games'}"
        raise BadInput(name, where=str(path), rule="it names no game of the file", fix=hint)
    if len(found) == 1:
        return next(iter(found.values()))
    if not found:
        raise BadInput(
            "no game",
            where=str(path),
            rule="a file of rules has a class derived from Game",
            fix="Write one; `zermelo new mygame.py` shows how",
        )
    raise BadInput(
        f"{len(found)} games",
        where=str(path),
        rule="a file with one class of games needs no more words",
        fix=f"Name one of them, e.g. {path}:{next(iter(found))}",
    )


def _loaded(path: Path) -> ModuleType:
    if not is_file(path):
        raise BadInput(
            str(path), rule="there is no such file", fix=f"`zermelo new {path}` writes a first game"
        )
    name = _module_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # the translator of rules looks there
    sys.path.append(str(path.parent.resolve()))  # last: no file of a user takes Python's place
    LOADED_FILES[path.resolve()] = module
    try:
        with redirect_stdout(sys.stderr):  # what a file prints is no part of an answer
            spec.loader.exec_module(module)
    except (KeyboardInterrupt, OutOfTime):
        raise
    except BaseException as error:
        leaves = isinstance(error, SystemExit)
        raise BadInput(
            "the file leaves the program" if leaves else error_text(error),
            where=_line_in(error) or str(path),
            rule="the file is run as Python to find its games",
            fix="Put it under `if __name__ == '__main__':`" if leaves else "Mend the line",
        ) from error
    return module


def _module_name(path: Path) -> str:
    """The file's own name, but never one that Python or an installed package has."""
    taken = path.stem in sys.stdlib_module_names or importlib.util.find_spec(path.stem) is not None
    return f"game_in_{path.stem}" if taken else path.stem


def is_file(path: Path) -> bool:
    """Whether there is such a file; a name that no file can have is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


# -- where a rule stands ---------------------------------------------------------------------------


def place_of(error: BaseException | None) -> str:
    """The last line of a user's own code that took part in an error; "" where there is none."""
    place = users_line(error)
    return "" if place is None else f"{_near(str(place[0]))}, line {place[1]}"


def place_of_rule(where: str) -> str:
    """Where the method begins that an error names, e.g. "Coins.moves(3)", or else its class.

    "Coins in state 3" is about its moves. "" if it is in no file that was loaded.
    """
    found = re.match(r"(?:a gain in )?(\w+)(?:\.(\w+))?", where)
    for path, module in reversed(LOADED_FILES.items()):  # the last one is meant
        kind = getattr(module, found[1], None) if found else None
        if found is None or not isinstance(kind, type):
            continue
        rule = getattr(kind, found[2] or "moves", None)
        code = getattr(getattr(rule, "fget", rule), "__code__", None)
        if code is not None and Path(code.co_filename).resolve() == path:
            return f"{_near(code.co_filename)}, line {code.co_firstlineno}"
        with suppress(OSError, TypeError):
            return f"{_near(str(path))}, line {inspect.getsourcelines(kind)[1]}"
    return ""


def _line_in(error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_near(error.filename)}, line {error.lineno}"
    return place_of(error)


def _near(file: str) -> str:
    """A path as it is seen from here."""
    with suppress(ValueError):
        return str(Path(file).resolve().relative_to(Path.cwd()))
    return file


def _is_own_game(value: object, module: ModuleType) -> bool:
    """Whether a name of a file is a game that was written there."""
    if isinstance(value, type):
        return issubclass(value, Game) and value.__module__ == module.__name__
    return isinstance(value, Game)


def _checked(value: object, name: str, path: Path) -> Named:
    if isinstance(value, Game) or callable(value):
        return value
    raise BadInput(
        f"{name} is of type {type(value).__name__}",
        where=str(path),
        rule="a game is a class, a function that makes one, or a game",
        fix="Name a class that extends Game",
    )
