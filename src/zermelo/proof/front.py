"""The checker for rows taken from the front: every entry of the table against the recurrence.

    D(i) = max over i < k ≤ i + K of [ sum(i … k − 1) − D(k) ],     D(n) = 0

With the whole table at hand nothing has to be swept: windows of 1, 2, 4, … entries are doubled
until two of them cover K. A short table is held against the rules themselves, state by state; of
a long one the rules are asked in some states, so that they are the rules of this row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, python_number, within

if TYPE_CHECKING:
    from zermelo.model.arrays import NumberArray, NumberRow

SHORT_FRONT = 2_000  # moves; up to here the rules are asked in every state
FRONT_STATES_ASKED = 16  # states of a longer row in which the rules are asked
FRONT_PROOF_ROOM = 2**61


def verify_front(game: Game, start: State, table: NumberRow, *, budget: int) -> Proof:
    """Check all n + 1 entries of a table; raise `ProofFailed` at the first lie."""
    values, most = game.shape.values, game.shape.most
    size = len(values)
    if len(table) != size + 1:
        raise lie(start, f"the table has {len(table)} entries for {size + 1} states")
    within(budget, size)
    wide = min(most, size)
    moves = size * wide - wide * (wide - 1) // 2
    if moves <= SHORT_FRONT:
        for state in range(size + 1):
            _check_state(game, state, table)
    else:
        _check_rules(game, values, most)
        _check_windows(values, wide, table)
    return Proof(type(game).__name__, python_number(table[start]), size + 1, moves, size + 1)


def _check_state(game: Game, state: int, table: NumberRow) -> None:
    worths = [move.gain - python_number(table[move.to]) for move in ask(game, state)]
    best = max(worths, default=0)
    if python_number(table[state]) != best:
        raise lie(state, f"its best move is worth {shown(best)}, not {shown(table[state])}")


def _check_rules(game: Game, values: NumberRow, most: int) -> None:
    """Whether the rules offer what the row says, in states spread over it."""
    size = len(values)
    for state in range(0, size + 1, max(1, size // FRONT_STATES_ASKED)):
        moves = ask(game, state)
        total, expected = 0, []
        for end in range(state + 1, min(state + most, size) + 1):
            total += python_number(values[end - 1])
            expected.append((end, total))
        if [(move.to, move.gain) for move in moves] != expected or any(m.again for m in moves):
            raise lie(state, f"the rules do not take 1 … {most} from the front")


def _check_windows(values: NumberRow, most: int, table: NumberRow) -> None:
    """All entries at once, in int64 where a bound allows it, else in Python's own numbers."""
    import numpy as np

    before, claimed = sums_and_claims(values, table)
    size = len(before) - 1
    worth = before - claimed
    best = window_maxima(worth[1:], most)  # best[i] is over worth[i + 1 … i + most]
    if claimed[size] != 0:
        raise lie(size, f"nothing is left, which is worth 0, not {shown(claimed[size])}")
    wrong = np.flatnonzero(claimed[:size] != best - before[:size])
    if len(wrong):
        state = int(wrong[-1])
        found = best[state] - before[state]
        raise lie(state, f"its best move is worth {shown(found)}, not {shown(claimed[state])}")


def sums_and_claims(values: NumberRow, table: NumberRow) -> tuple[NumberArray, NumberArray]:
    """Prefix sums of the row [n + 1] and the claims, in a type that cannot wrap."""
    import numpy as np

    claimed = np.asarray(table)
    row = np.asarray(values)
    if not (
        _small(row)
        and _small(claimed)
        and _peak(row) * len(row) + _peak(claimed) < FRONT_PROOF_ROOM
    ):
        row = _pythonic(values)
        claimed = _pythonic(table)
        total = sum(map(abs, row))
        peak = max(map(abs, claimed))
        if not all(type(n) is int for n in (total, peak)) or total + peak >= FRONT_PROOF_ROOM:
            return np.concatenate((_pythonic([0]), row)).cumsum(), claimed
    before = np.zeros(len(row) + 1, dtype=np.int64)
    np.cumsum(row.astype(np.int64), out=before[1:])
    return before, claimed.astype(np.int64)


def _small(numbers: NumberArray) -> bool:
    return bool(numbers.dtype.kind in "iu")


def _peak(numbers: NumberArray) -> int:
    return max(int(numbers.max()), -int(numbers.min())) if len(numbers) else 0


def _pythonic(numbers: NumberRow) -> NumberArray:
    import numpy as np

    exact = np.empty(len(numbers), dtype=object)
    exact[:] = [python_number(number) for number in numbers]
    return exact


def window_maxima(numbers: NumberArray, width: int) -> NumberArray:
    """For each place the maximum of `width` entries from there on, fewer at the end. O(n log K)."""
    import numpy as np

    best, covered = numbers.copy(), 1
    while covered < width:
        step = min(covered, width - covered)
        best[:-step] = np.maximum(best[:-step], best[step:])
        covered += step
    return best
