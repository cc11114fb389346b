"""Where there is no numpy, as in a browser, answers that are made of arrays say so."""

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
        if error.name not in ("numpy", "numba"):
            raise
        raise Unavailable(
            f"{error.name} is not installed here",
            where=what,
            rule="it is made of arrays",
            fix=f"Install it (pip install {error.name}); in a browser, which has none, ask for "
            "single positions or for table()",
        ) from None
