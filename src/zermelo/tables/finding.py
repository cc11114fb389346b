"""Classes that a table names: of its game, and of the records in its states."""

from __future__ import annotations

import importlib.util
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from zermelo.errors import BadTable, Either
from zermelo.model.game import Game
from zermelo.model.numerals import error_text
from zermelo.tables.exact_json import class_named


class Finder:
    """Finds classes by name: among modules that are loaded, beside a game, in the game's file."""

    def __init__(self, game: Game | None) -> None:
        self.game = game
        self.file: str | None = None

    def find(self, name: str) -> type:
        """The class of a name, or `LookupError`."""
        try:
            return class_named(name)
        except LookupError:
            path = name.partition(":")[2]
            if self.game is not None:
                return class_named(f"{type(self.game).__module__}:{path}")
            if self.file is None or not Path(self.file).is_file():
                raise
            return class_named(f"{_run(Path(self.file), name.partition(':')[0])}:{path}")


def _run(path: Path, module: str) -> str:
    """Run a user's file as a module; its name there."""
    name = path.stem if module == "__main__" else module
    held = sys.modules.get(name)
    if held is not None and getattr(held, "__file__", None) == str(path):
        return name
    if held is not None or importlib.util.find_spec(name.partition(".")[0]) is not None:
        name = f"game_in_{path.stem}"  # never in the place of another module
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    found: Any = importlib.util.module_from_spec(spec)
    sys.modules[name] = found  # the translator of rules looks there
    try:
        with redirect_stdout(sys.stderr):  # what a file prints is no part of an answer
            spec.loader.exec_module(found)
    except (Exception, SystemExit) as error:
        raise BadTable(
            error_text(error),
            where=str(path),
            rule="the file of a table's game is run to find its class",
            fix=Either(
                "Mend the file, or pass the game itself: zermelo.load(path, game=…)",
                "Mend the file",
            ),
        ) from error
    return name
