"""A look at the open states of a layer: what they are worth as far as it is known by then."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zermelo.engines.layers.alone import LayerAlone
from zermelo.engines.layers.asking import Asker
from zermelo.engines.layers.moves_into import Inside
from zermelo.kernels import load

OPEN = 0  # as in `kernels.rounds`


class Standing(NamedTuple):
    """What is known of a layer's states while a round goes on."""

    status: np.ndarray  # [N]
    side: np.ndarray  # [N]
    values: np.ndarray  # [N]
    plies: np.ndarray  # [N]


class Sought(NamedTuple):
    """What a round asks: which states of a side are worth so much, in a ply more than is known."""

    side: int
    worth: int
    known: int


class Judged(NamedTuple):
    """What a round says of the open states of a piece."""

    asked: np.ndarray  # [n]
    worth: np.ndarray  # [n]
    steps: np.ndarray  # [n] the plies, or that it is not known yet


def judged(
    alone: LayerAlone, standing: Standing, question: Sought, low: int, high: int, asker: Asker
) -> Judged:
    """The open states of a piece, by what their moves are worth as far as it is known."""
    status, side, values, plies = standing
    some = slice(low, high)
    asked = low + np.flatnonzero((status[some] == OPEN) & (side[some] == question.side))
    out = Judged(asked, np.empty(len(asked), np.int64), np.empty(len(asked), np.int64))
    none = int(np.iinfo(values.dtype).min)
    for begin, heard in asker.stretches(alone.keys[asked]):
        targets = alone.ordering.targets(alone.here, heard, asker)
        inside = Inside.of(heard, targets, alone.here, alone.keys, asker)
        some = slice(begin, begin + len(inside.counts))
        load("rounds").judge(
            asked[some], *inside, status, values, plies, none,
            question.worth, question.known, out.worth[some], out.steps[some],
        )  # fmt: skip
    return out
