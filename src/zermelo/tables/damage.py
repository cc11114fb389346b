"""What a look-up meets in a damaged file, told in words.

Look-ups check nothing, so damage shows as numbers that lead nowhere.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote

from zermelo.errors import DamagedTable

LEADS_NOWHERE = (
    LookupError, ValueError, TypeError, ArithmeticError, struct.error, zlib.error, DamagedTable,
)  # fmt: skip


def damaged_part(path: Path, part: str) -> DamagedTable:
    """The error for a part of the file that makes no sense."""
    return DamagedTable(
        f"{part}: damaged",
        where=str(path),
        rule="what stands there leads nowhere, so it is not what was written",
        fix=f"Run `zermelo verify {quote(str(path))}`, which names the bytes that are damaged",
    )


@contextmanager
def reading(path: Path, part: str) -> Iterator[None]:
    """Read a part of the file; no rules are asked meanwhile."""
    try:
        yield
    except LEADS_NOWHERE:
        raise damaged_part(path, part) from None
