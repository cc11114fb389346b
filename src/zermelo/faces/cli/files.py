"""Games in a user's own file."""

from __future__ import annotations

import importlib.util
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from zermelo.errors import BadInput
from zermelo.game import Game


def game_in(file: str, name: str) -> Any:
    """A class, a function that makes games, or a game, of a file; its only one without a name."""
    path = Path(file)
    module = _loaded(path)
    found = {key: value for key, value in vars(module).items() if _is_own_game(value, module)}
    if name:
        if name in vars(module):
            return _checked(vars(module)[name], name, path)
        near = get_close_matches(name, found, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]}" if near else f"It has {', '.join(found) or 'no games'}"
        raise BadInput(name, where=str(path), rule="it names no game of the file", fix=hint)
    if len(found) == 1:
        return next(iter(found.values()))
    raise BadInput(
        f"{len(found)} games" if found else "no game",
        where=str(path),
        rule="a file with one class of games needs no more words",
        fix=f"Name one of them, e.g. {path}:{next(iter(found), 'MyGame')}",
    )


def _loaded(path: Path) -> Any:
    if not path.is_file():
        raise BadInput(
            str(path), rule="there is no such file", fix=f"`zermelo new {path}` writes a first game"
        )
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # the translator of rules looks there
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        line = _line_of(error, path)
        raise BadInput(
            f"{type(error).__name__}: {error}",
            where=f"{path}{line}",
            rule="the file is run as Python to find its games",
            fix="Mend the line",
        ) from error
    return module


def _line_of(error: BaseException, path: Path) -> str:
    """The last line of the file that took part in an error."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    line, trace = "", error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name == path.name:
            line = f", line {trace.tb_lineno}"
        trace = trace.tb_next
    return line


def _is_own_game(value: Any, module: Any) -> bool:
    """Whether a name of a file is a game that was written there."""
    if isinstance(value, type):
        return issubclass(value, Game) and value.__module__ == module.__name__
    return isinstance(value, Game)


def _checked(value: Any, name: str, path: Path) -> Any:
    if isinstance(value, Game) or callable(value):
        return value
    raise BadInput(
        f"{name} is of type {type(value).__name__}",
        where=str(path),
        rule="a game is a class, a function that makes one, or a game",
        fix="Name a class that extends Game",
    )
