"""The columns of states that are held as Python's own objects."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zermelo.machine.state_columns import column_names
from zermelo.machine.state_forms import form_of_all, numbers_of
from zermelo.model.game import State
from zermelo.staging.reading.source import Refused


def fields_of_states(states: Sequence[State]) -> dict[str, np.ndarray] | None:
    """Column by column; None where some state is not made of whole numbers of 64 bits alone."""
    try:
        form = form_of_all(states)
        names = column_names(form)
        if names is None:
            return None
        rows = np.array([numbers_of(form, state) for state in states], np.int64)
    except (Refused, OverflowError):
        return None
    leaves = [part for part in form.walk() if part.kind == "number"]
    return {
        name: rows[:, place].astype(bool) if leaf.is_bool else rows[:, place]
        for place, (name, leaf) in enumerate(zip(names, leaves, strict=True))
    }
