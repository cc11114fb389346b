"""What JSON can hold, as a type, and what it can hold of any value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isinf
from typing import SupportsIndex, TypeAlias

from zermelo.model.numerals import shown

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
JsonObject: TypeAlias = dict[str, Json]


def plain(value: object) -> Json:
    """What JSON can hold of a value: fractions are texts, bounds that are infinite null."""
    if isinstance(value, Fraction):
        return shown(value)
    if isinstance(value, float) and isinf(value):
        return None
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {shown(key): plain(part) for key, part in value.items()}
    if isinstance(value, frozenset | set):
        return sorted((plain(part) for part in value), key=shown)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return int(value) if isinstance(value, SupportsIndex) else shown(value)
