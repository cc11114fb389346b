"""Level after level in one call, where levels have few states; compiled with a game's rules.

This text is written behind the translated rules (`children`) and the kernels that number states
(`frontier`). It does what they do for a chunk, state by state: the moves of a state are written
down, each child is found in the table or entered under the next number.
"""

from typing import Any

import numpy as np
from numba import njit

SHORT: Any = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
short = njit(**SHORT)  # called by machine code alone

STATES, KNOWN, LEVEL_END, LEVELS, CHILDREN, KIND = range(6)  # of the report
BY_LEVELS, FORWARD, ANYWHERE = 0, 1, 2  # where the moves lead


@short
def number_of(batch, child, dense, slots, keys, known):
    """The number of a child; `known` for a new one, which is entered."""
    mask = np.uint64(slots.size - 1)
    place = np.uint64(batch[child, 0]) if dense else _hash(batch, child) & mask
    while not dense and slots[place] != 0:
        if _same(batch, child, keys, slots[place] - np.uint32(1)):
            break
        place = (place + np.uint64(1)) & mask
    if slots[place] == 0:
        _copy(keys, known, batch, child)
        slots[place] = known + 1
    return np.int64(slots[place]) - 1


@njit(nogil=True)
def wander(keys, done, most, mem, codec, dense, slots, out_keys, out_gain, out_again, counts,
           to, base, levels, status, report):  # fmt: skip
    """Look at states from `done` on: as many as `counts` has room for, while few are waiting,
    and for as many rounds of loops as one state may take.

    What was done stands in the report after every state, so nothing is lost where rules fail.
    """
    known, at, here, level_end = report[KNOWN], 0, done, report[LEVEL_END]
    spent = 0
    while here < known <= here + most and here - done < counts.size and spent <= FUEL:
        if here == level_end:
            levels[report[LEVELS]] = here
            report[LEVELS] += 1
            level_end = report[LEVEL_END] = known
        after = children(keys, here, mem, codec, out_keys, out_gain, out_again, at, status)
        if after < 0:
            break
        spent += FUEL - mem[2]
        for child in range(at, after):
            number = number_of(out_keys, child, dense, slots, keys, known)
            known = max(known, number + 1)
            to[base + child] = number
            if number < level_end:
                report[KIND] = max(report[KIND], ANYWHERE if number <= here else FORWARD)
        counts[here - done] = after - at
        at = after
        here += 1
        report[STATES], report[KNOWN], report[CHILDREN] = here - done, known, at
