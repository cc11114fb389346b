"""States as columns of whole numbers, for tables of other programs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import StateForm
from zermelo.staging.builder.classes import fields_of

WHOLE = "state"  # the name of a column that is a whole state
WIDTHS = (np.int8, np.int16, np.int32)


def column_names(form: StateForm) -> tuple[str, ...] | None:
    """A name for each number of a state; None for states that are not numbers alone.

    Fields of records have their own names, items of tuples the places.
    """
    if not form.fields or any(part.kind not in ("number", "fixed") for part in form.walk()):
        return None
    return tuple(_names(form, ""))


def _names(form: StateForm, name: str) -> Iterator[str]:
    if form.kind == "number":
        yield name or WHOLE
        return
    for item, part in zip(_items(form, name), form.parts, strict=True):
        yield from _names(part, item)


def _items(form: StateForm, name: str) -> list[str]:
    """The names of the items of a tuple or a record."""
    if form.made_by in (None, bytes):
        return [f"{name or WHOLE}_{place}" for place in range(len(form.parts))]
    return [f"{name}_{field}" if name else field for field in fields_of(form.made_by)]


def columns_of(layout: Layout, keys: np.ndarray) -> dict[str, np.ndarray] | None:
    """The numbers of the states of keys [N, K] by their names, in as few bytes as hold them."""
    names = column_names(layout.form)
    if names is None:
        return None
    leaves = [part for part in layout.form.walk() if part.kind == "number"]
    rows = zip(names, leaves, layout.ranges, layout.fields_of(keys), strict=True)
    return {
        name: column.astype(bool if leaf.is_bool else _width(*ends))
        for name, leaf, ends, column in rows
    }


def _width(low: int, high: int) -> type[np.signedinteger]:
    """The narrowest type that holds numbers between the two."""
    fits = (width for width in WIDTHS if np.iinfo(width).min <= low and high <= np.iinfo(width).max)
    return next(fits, np.int64)
