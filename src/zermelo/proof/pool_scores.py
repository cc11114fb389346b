"""The checker for scored pools: every entry against the difference form, an item at a time.

    D(S) = max over items of [ closed + D(S') if it closes a group, else −D(S') ],   D(all) = 0

The claim is the mover's own total; D = 2·own − (groups not complete). Small pools are checked
subset by subset, others in chunks of 2¹⁶ subsets by numpy, which counts groups afresh. Values and
the game's own rules are held against each other on a sample of states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, python_number, within
from zermelo.proof.pool_samples import pool_sample

if TYPE_CHECKING:
    from zermelo.model.arrays import NumberArray, NumberRow

    Own: TypeAlias = Callable[[int, int], NumberRow]  # (first, count) → own totals

CHUNK_ITEMS = 16  # items of a chunk
MOST_GROUPS = 10_000  # groups that are counted in 16 bits


def verify_scores(
    game: Game,
    start: State,
    value: Callable[[State], int],
    items: int,
    groups: Sequence[int],  # [G], each a set of items as bits
    own: Own,
    *,
    budget: int,
) -> Proof:
    """Check every entry; raise `ProofFailed` at the first lie. O(n · 2ⁿ)."""
    states = 1 << items
    within(budget, states - 1)
    if items < CHUNK_ITEMS or len(groups) > MOST_GROUPS:
        _check_plainly(items, groups, own(0, states))
    else:
        _check_chunks(items, groups, own)
    sample = pool_sample(states, start)
    for state in sample:
        _check_rules(game, state, value, items, groups)
    moves, checks = items * states // 2, states + len(sample)
    return Proof(type(game).__name__, value(start), states, moves, checks)


def _check_plainly(items: int, groups: Sequence[int], own: NumberRow) -> None:
    left = [sum(state & group != group for group in groups) for state in range(1 << items)]
    worth = [2 * int(mine) - rest for mine, rest in zip(own, left, strict=True)]
    for state, claimed in enumerate(worth):
        best = None
        for after in (state | 1 << item for item in range(items) if not state >> item & 1):
            closed = left[state] - left[after]
            found = closed + worth[after] if closed else -worth[after]
            best = found if best is None else max(best, found)
        _compare(state, claimed, best or 0)


def _check_chunks(items: int, groups: Sequence[int], own: Own) -> None:
    """Chunks of the low 16 items; D(S') of another item is read from another chunk."""
    import numpy as np

    low = np.arange(1 << CHUNK_ITEMS)
    holds = [low & group == group & (1 << CHUNK_ITEMS) - 1 for group in groups]
    high = [group >> CHUNK_ITEMS for group in groups]
    for chunk in range(1 << (items - CHUNK_ITEMS)):
        left = _left(chunk, high, holds)
        worth = 2 * _own(own, chunk) - left
        best = np.full(1 << CHUNK_ITEMS, -(2**15 - 1), dtype=np.int16)
        for item in range(CHUNK_ITEMS):
            shape = (-1, 2, 1 << item)
            b, d, r = best.reshape(shape), worth.reshape(shape), left.reshape(shape)
            b[:, 0] = np.maximum(b[:, 0], _moved(r[:, 0] - r[:, 1], d[:, 1]))
        for item in range(items - CHUNK_ITEMS):
            if not chunk >> item & 1:
                other = chunk | 1 << item
                after = _left(other, high, holds)
                found = _moved(left - after, 2 * _own(own, other) - after)
                best = np.maximum(best, found)
        if chunk == (1 << (items - CHUNK_ITEMS)) - 1:
            best[-1] = 0
        for place in np.flatnonzero(best != worth)[:1].tolist():
            _compare(chunk << CHUNK_ITEMS | place, int(worth[place]), int(best[place]))


def _own(own: Own, chunk: int) -> NumberArray:
    import numpy as np

    return np.asarray(own(chunk << CHUNK_ITEMS, 1 << CHUNK_ITEMS), dtype=np.int16)


def _left(chunk: int, high: Sequence[int], holds: Sequence[NumberArray]) -> NumberArray:
    """Groups that are not complete, for every subset of a chunk."""
    import numpy as np

    left = np.full(1 << CHUNK_ITEMS, len(high), dtype=np.int16)
    for part, held in zip(high, holds, strict=True):
        if part & chunk == part:
            left -= held
    return left


def _moved(closed: NumberArray, after: NumberArray) -> NumberArray:
    """What an item is worth: who closes a group moves again."""
    import numpy as np

    return np.where(closed > 0, closed + after, -after)


def _compare(state: int, claimed: int, due: int) -> None:
    if claimed != due:
        raise lie(state, f"its best item is worth {shown(due)}, not {shown(claimed)}")


def _check_rules(
    game: Game, state: int, value: Callable[[State], int], items: int, groups: Sequence[int]
) -> None:
    """The rules offer each item that is left, with its groups; and the value follows by them."""
    moves = ask(game, state)
    due = []
    for after in (state | 1 << item for item in range(items) if not state >> item & 1):
        closed = sum(state & group != group == after & group for group in groups)
        due.append((after, closed, closed > 0))
    if sorted((move.to, move.gain, bool(move.again)) for move in moves) != due:
        raise lie(state, "the rules do not offer exactly the items that are left")
    results = [move.gain + value(move.to) * (1 if move.again else -1) for move in moves]
    best = max(results) if moves else python_number(game.payoff(state))
    if value(state) != best:
        raise lie(state, f"by the rules it is worth {shown(best)}, not {shown(value(state))}")
