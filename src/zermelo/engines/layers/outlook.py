"""What a game would take layer by layer, after a look at some of it."""

from __future__ import annotations

from functools import partial
from time import perf_counter

import numpy as np

from zermelo.engines.contract import Outlook, Task
from zermelo.engines.layers.forward import Enough, Forward
from zermelo.engines.layers.recurrences import outcome_sweep
from zermelo.engines.layers.separate import Separation
from zermelo.engines.layers.storage import MemoryStorage
from zermelo.engines.layers.work import LayersWork
from zermelo.engines.memory.engine import STATES_TO_MEASURE, Measured, estimated, expected
from zermelo.engines.memory.estimate import Estimate
from zermelo.machine.machine import Machine
from zermelo.machine.words import Words
from zermelo.model.game import Game, PayoffGame

KEY = 8  # bytes
RUN = 12  # bytes of a state while its layer is merged: its key, in some runs
SETTLING = 0.3  # of the time in which a state is found (Connect Four 6 × 5)


def outlook(task: Task) -> Outlook:
    """What the whole game would take."""
    work = LayersWork(task)
    return work.with_layers(partial(_expected, work))


def _expected(work: LayersWork, machine: Machine, words: Words) -> Outlook:
    """Random plays, and the speed of a stretch forward; how fast it goes back is known from that.

    The stretch is cut out of the layers, which may widen a hundredfold from one to the next.
    """
    stretch(work, machine, words, 1)  # what has to be compiled is compiled now
    began = perf_counter()
    forward, is_all = stretch(work, machine, words, STATES_TO_MEASURE)
    seconds = (perf_counter() - began) * (1 + SETTLING)
    found = estimated(work.task, machine)
    each = bytes_of_a_state(work.task.game, forward, found)
    return expected(found, Measured(forward.asked, seconds, each, is_all))


def stretch(work: LayersWork, machine: Machine, words: Words, enough: int) -> tuple[Forward, bool]:
    """The first states, and whether these are all."""
    starts = work.starts(machine, words)
    with work.forward(machine, words, MemoryStorage(), enough) as forward:
        try:
            forward.run(starts, enough)
        except Enough:
            return forward, False
        is_all = not forward.waiting
        if is_all or forward.is_recurring:
            work.check_levels(forward, Separation(machine.layout, words))
    return forward, is_all


def bytes_of_a_state(game: Game, forward: Forward, found: Estimate) -> float:
    """Its key, its value and plies, and a share of what the widest layer takes to merge."""
    return KEY + RUN * found.widest + _worth(game, forward, found)


def _worth(game: Game, forward: Forward, found: Estimate) -> int:
    if isinstance(game, PayoffGame):
        return 8 * game.players
    if any(layer.facts.has_gains for layer in forward.layers):
        return 8
    return 2 * np.dtype(outcome_sweep(found.depth).dtype).itemsize
