"""The checker for races over a pool: every bit against the rule, a number at a time.

    won(S) = total(S) < target and (S is the whole pool ? end : some S' is not won)

Tables are words of 64 subsets. Small ones, and those of numbers that could wrap, are checked
subset by subset; others in chunks of 2¹⁶ words by numpy: totals are added up afresh, and what a
number leads to is read for whole chunks.
One table where the whole pool reaches the target; none where no subset does; else two, the whole
pool lost in the first and won in the second, which bound the value from both sides: who stands
before the whole pool is known by parity. Values and the game's own rules are held against each
other on a sample of states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from zermelo.model.game import Game, State
from zermelo.model.numerals import shown
from zermelo.proof.checker import Proof, ask, lie, python_number, within
from zermelo.proof.pool_samples import pool_sample

if TYPE_CHECKING:
    from zermelo.model.arrays import NumberArray, NumberRow

CHUNK_WORDS = 16  # words of a chunk, as a power of two
WORDS_BY_LOOP = 14  # numbers: below, a plain loop is done before numpy is loaded
PROVED_ROOM = 2**62  # sums below do not wrap, nor do differences of two


def verify_words(
    game: Game,
    start: State,
    value: Callable[[State], int],
    pool: Sequence[int],  # [n]
    target: int,
    tables: Sequence[NumberRow],  # [0, 1 or 2][max(1, 2ⁿ / 64)]
    *,
    budget: int,
) -> Proof:
    """Check every bit of the tables; raise `ProofFailed` at the first lie. O(n · 2ⁿ / 64) words."""
    states = 1 << len(pool)
    within(budget, states - 1)
    _check_number_of_tables(pool, target, len(tables))
    narrow = sum(map(abs, pool)) + abs(target) < PROVED_ROOM
    check = _check_array if narrow and len(pool) >= WORDS_BY_LOOP else _check_list
    for number, table in enumerate(tables):
        check(table, pool, target, bool(number))
    sample = pool_sample(states, start)
    for state in sample:
        _check_rules(game, state, value, pool)
    checks = len(tables) * states + len(sample)
    return Proof(type(game).__name__, value(start), states, len(pool) * states // 2, checks)


def _check_number_of_tables(pool: Sequence[int], target: int, count: int) -> None:
    """None when no subset reaches the target, one when the whole pool does, two in between."""
    reachable = target <= sum(number for number in pool if number > 0)
    due = 0 if not reachable else 1 if sum(pool) >= target else 2
    if count != due:
        raise lie(0, f"the race needs {due} tables, not {count}")


def _check_list(words: NumberRow, pool: Sequence[int], target: int, end: bool) -> None:
    states, table = 1 << len(pool), list(map(int, words))
    totals = [0]
    for number in pool:
        totals += [total + number for total in totals]
    for state in range(states):
        left = [state | 1 << j for j in range(len(pool)) if not state >> j & 1]
        some = any(not table[to >> 6] >> (to & 63) & 1 for to in left) if left else end
        if table[state >> 6] >> (state & 63) & 1 != (totals[state] < target and some):
            raise lie(state, "won and lost do not follow from its successors")


def _check_array(words: NumberRow, pool: Sequence[int], target: int, end: bool) -> None:
    import numpy as np

    table = np.asarray(words, dtype=np.uint64)
    width = min(len(table), 1 << CHUNK_WORDS)
    low, high = pool[: width.bit_length() + 5], pool[width.bit_length() + 5 :]
    totals = np.zeros(1, dtype=np.int64)
    for number in low:
        totals = np.append(totals, totals + number)
    for chunk in range(len(table) // width):
        used = sum(number for j, number in enumerate(high) if chunk >> j & 1)
        some = _some_lost(table, chunk, width, len(high), end)
        due = np.packbits(totals < target - used, bitorder="little").view("<u8") & some
        wrong = np.flatnonzero(due != table[chunk * width : (chunk + 1) * width])
        if len(wrong):
            word = chunk * width + int(wrong[0])
            odd = int(due[wrong[0]]) ^ int(table[word])
            state = word * 64 + (odd & -odd).bit_length() - 1
            raise lie(state, "won and lost do not follow from its successors")


def _some_lost(table: NumberArray, chunk: int, width: int, high: int, end: bool) -> NumberArray:
    """The subsets of a chunk that lead to one that is not won, as words."""
    import numpy as np

    lost = ~table[chunk * width : (chunk + 1) * width]
    some = np.zeros(width, dtype=np.uint64)
    for j in range(6):  # inside a word
        holds = sum(1 << s for s in range(64) if s >> j & 1)
        some |= (lost & np.uint64(holds)) >> np.uint64(1 << j)
    for j in range(width.bit_length() - 1):  # inside the chunk
        some.reshape(-1, 2, 1 << j)[:, 0] |= lost.reshape(-1, 2, 1 << j)[:, 1]
    for j in range(high):
        if not chunk >> j & 1:
            other = chunk | 1 << j
            some |= ~table[other * width : (other + 1) * width]
    if end and (chunk + 1) * width == len(table):
        some[-1] |= np.uint64(1 << 63)
    return some


def _check_rules(
    game: Game, state: int, value: Callable[[State], int], pool: Sequence[int]
) -> None:
    """The rules offer each number that is left, or end; and the value follows by them."""
    moves = ask(game, state)
    left = sorted(state | 1 << j for j in range(len(pool)) if not state >> j & 1)
    if any(move.gain or move.again for move in moves):
        raise lie(state, "a move gains or keeps the turn, so the game is no race")
    if moves and sorted(move.to for move in moves) != left:
        raise lie(state, "the rules do not offer exactly the numbers that are left")
    due = max(-value(move.to) for move in moves) if moves else python_number(game.payoff(state))
    if value(state) != due:
        raise lie(state, f"by the rules it is worth {shown(due)}, not {shown(value(state))}")
