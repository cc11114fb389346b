"""Where there is no numpy, as in a browser, what is made of arrays or machine code says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.errors import Unavailable


@contextmanager
def arrays_at_hand(what: str) -> Iterator[None]:
    """Around the imports of an answer that is made of arrays."""
    try:
        yield
    except ModuleNotFoundError as error:
        instead = "ask for single positions or for table()"
        raise _told(error, what, "it is made of arrays", instead) from None


@contextmanager
def machine_code_at_hand(game: str) -> Iterator[None]:
    """Around the work of a method that is made for large games."""
    try:
        yield
    except ModuleNotFoundError as error:
        rule = "a game as large as this one is solved by machine code"
        raise _told(error, game, rule, "take a smaller game") from None


def _told(error: ModuleNotFoundError, where: str, rule: str, instead: str) -> Exception:
    if error.name not in ("numpy", "numba"):
        return error
    fix = f"Install it (pip install {error.name}); in a browser, which has none, {instead}"
    return Unavailable(f"{error.name} is not installed here", where=where, rule=rule, fix=fix)
