"""What translated rules call: memory for sequences, and numbers as Python has them.

This text is written in front of every game's own code, so that one file holds all that its cache
depends on. `mem` is one row of numbers: mem[0] is where free memory begins, mem[1] where it began,
mem[2] how many rounds of loops are left in this state, mem[3] how deep functions call themselves. A
list that grows has a head of three numbers: where its items begin, how many there are, how many
there is room for.
"""

import numpy as np  # noqa: F401 - this head stands in front of all
from numba import njit

from zermelo.kernels.ways import pipeline

# What only machine code calls has no door for Python: a fifth less to compile.
NO_DOOR = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
inner = njit(**pipeline("Inner"), **NO_DOOR)  # type: ignore[call-overload]  # no stub knows these
inlined = njit(forceinline=True, **pipeline("Inner"), **NO_DOOR)  # type: ignore[call-overload]
outer = njit(nogil=True, **pipeline("Outer"))  # type: ignore[call-overload]  # what Python calls

LEAST = -9223372036854775807 - 1
MOST = 9223372036854775807
LONGEST = 4294967296  # no sequence is longer
FUEL = 268435456  # rounds of loops in one state: about a second
DEEPEST = 1000  # calls of functions within themselves, as in Python
FREE = 64  # rounds that need not be counted


# -- an end to everything ------------------------------------------------------------------------


@inner
def burn(mem, rounds):  # pragma: no cover
    """Count rounds of loops: rules that do not end fail, and Python takes over."""
    left = mem[2] - rounds
    mem[2] = left
    if left < 0:
        raise TimeoutError("the rules come to no end in a state")


@inner
def weigh(mem, words):  # pragma: no cover
    """Count the work on a row, where it is long."""
    if words > FREE:
        burn(mem, words)


@inner
def deeper(mem):  # pragma: no cover
    """A function calls itself once more."""
    mem[3] += 1
    if mem[3] > DEEPEST:
        raise RecursionError("the rules call themselves too deeply")
