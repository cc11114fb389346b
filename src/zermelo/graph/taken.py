"""Parts of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def taken(row: Any, numbers: Sequence[int]) -> Any:
    """The items of an array at some numbers; a view where these are side by side."""
    if isinstance(numbers, range):
        return row[numbers.start : numbers.stop]
    return row[numbers]
