"""Passes over the intermediate form: rounds of loops are counted, what nobody needs is left out."""

from __future__ import annotations

from zermelo.staging.ir.code import (
    MEM,
    Block,
    Call,
    Const,
    Do,
    Function,
    Loop,
    Stmt,
    blocks_of,
    calls_in,
    walk,
)
from zermelo.staging.ir.tidy import tidy

SHORT = 4096  # rounds of loops within loops that are counted all at once, before the first of them
FREE = 64  # and that are not counted at all

PREPARE = "prepare"  # all of the arena is free again
REFUEL = "refuel"  # all rounds of loops may be gone through again
TAKING = {
    "take", "moved", "new_list", "grown", "repeated", "backwards", "refill", "set_merge",
    "set_merge_1", "set_merge_2", "replaced", "padded", "split_up", "digits_of",
}  # fmt: skip  # memory
BURNING = {
    "burn", "deeper", "copy", "moved", "repeated", "backwards", "new_list", "grown", "cut_out",
    "bring_forward", "found_at", "same", "ordered", "sort", "reverse", "exchange", "in_order",
    "settle", "set_place", "refill", "set_merge", "set_merge_1", "set_merge_2", "entry_1",
    "entry_of", "found_in", "found_last_in", "counted_in", "begins_with", "ends_with", "replaced",
    "padded", "split_up",
}  # fmt: skip


def finished(functions: list[Function]) -> list[Function]:
    """The functions of a whole program as they are to be compiled."""
    for function in functions:
        tidy(function)
        _count_rounds(function)
    called = set().union(*(calls_in(function.body) for function in functions))
    unneeded = {
        word for word, users in ((PREPARE, TAKING), (REFUEL, BURNING)) if not called & users
    }
    for function in functions:
        function.body = _without(function.body, unneeded)
    return functions


def takes_time(block: Block, own: set[str]) -> bool:
    """Whether there are loops, or calls of the program's own functions."""
    return any(isinstance(part, Loop) for part in walk(block)) or bool(calls_in(block) & own)


# -- rounds ----------------------------------------------------------------------------------------


def _count_rounds(function: Function) -> None:
    """Short loops within short ones are counted all at once, in front of the first; others as they
    go."""
    function.body = _counted(function.body, 1)[0]


def _counted(block: Block, rounds: int) -> tuple[Block, int]:
    """The block with its rounds counted, and the most rounds of short loops inside it."""
    found: Block = []
    heaviest = rounds
    for part in block:
        if isinstance(part, Loop) and not part.is_free:
            before, weight = _counted_loop(part, rounds)
            found += before
            heaviest = max(heaviest, weight)
        else:
            for inner in blocks_of(part):
                inner[:], weight = _counted(inner, rounds)
                heaviest = max(heaviest, weight)
            found.append(part)
    return found, heaviest


def _counted_loop(loop: Loop, rounds: int) -> tuple[list[Stmt], int]:
    if loop.most is None or rounds * loop.most > SHORT:
        inner, _ = _counted(loop.body, 1)
        loop.body = [_burn(1), *inner]
        return [loop], rounds
    loop.body, weight = _counted(loop.body, rounds * max(1, loop.most))
    if rounds == 1 and weight > FREE:
        return [_burn(weight), loop], 1
    return [loop], weight if rounds > 1 else 1


def _burn(rounds: int) -> Do:
    return Do(Call("burn", (MEM, Const(rounds))))


# -- what nobody needs -----------------------------------------------------------------------------


def _without(block: Block, words: set[str]) -> Block:
    """The block without calls of some functions that have nothing to do."""
    found: Block = []
    for part in block:
        if isinstance(part, Do) and isinstance(part.value, Call) and part.value.function in words:
            continue
        for inner in blocks_of(part):
            inner[:] = _without(inner, words)
        found.append(part)
    return found
