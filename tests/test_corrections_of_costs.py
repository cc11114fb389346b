"""Claims about time and memory that are often repeated, and what is better."""

import random
from collections import deque
from itertools import accumulate, product

import pytest

from random_numbers import random_rows
from zermelo import Game, Move, Sum, explore, solve
from zermelo.games import (
    Ends,
    Front,
    Rows,
    StoneGameII,
)

# -- claim: an odd row needs the whole quadratic table --------------------------------------------


def without_peaks(row):
    """Fuse a ≤ b ≥ c into a − b + c until no inner coin is a peak; and the steps it took."""
    stack, steps = [], 0
    for coin in row:
        stack.append(coin)
        steps += 1
        while len(stack) >= 3 and stack[-3] <= stack[-2] >= stack[-1]:
            c, b, a = stack.pop(), stack.pop(), stack.pop()
            stack.append(a - b + c)
            steps += 1
    return stack, steps


def larger_end_first(valley):
    """A row that falls and then rises: the larger end is best."""
    ends, value, sign = deque(valley), 0, 1
    while ends:
        value += sign * (ends.popleft() if ends[0] >= ends[-1] else ends.pop())
        sign = -sign
    return value


def test_fusing_a_peak_keeps_the_value_of_the_row():
    fused = 0
    for row in random_rows(150, 9, -4, 4, shortest=3):
        for k in range(len(row) - 2):
            a, b, c = row[k : k + 3]
            if a <= b >= c:
                shorter = (*row[:k], a - b + c, *row[k + 3 :])
                assert solve(Ends(shorter)).value == solve(Ends(row)).value
                fused += 1
    assert fused > 100


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_linear_pass_gives_the_value_of_every_small_row(size):
    for row in product(range(-2, 3) if size < 5 else (-1, 0, 2), repeat=size):
        assert larger_end_first(without_peaks(row)[0]) == solve(Ends(row)).value


@pytest.mark.parametrize("row", [(5, 3, 7, 10), (3, 9, 1, 2), (1, 5, 233, 7), (1, 5, 2)])
def test_a_linear_pass_gives_the_worked_rows(row):
    assert larger_end_first(without_peaks(row)[0]) == solve(Ends(row)).value


def test_a_linear_pass_gives_the_value_of_long_odd_rows():
    for row in random_rows(3, 81, -50, 50, shortest=81):
        assert larger_end_first(without_peaks(row)[0]) == solve(Ends(row)).value


def test_a_hundred_thousand_coins_take_a_linear_number_of_steps():
    rng = random.Random(1)
    row = [rng.randint(-1000, 1000) for _ in range(100_001)]
    valley, steps = without_peaks(row)
    assert steps <= 2 * len(row)
    assert (sum(row) - larger_end_first(valley)) % 2 == 0
    backwards, _ = without_peaks(row[::-1])
    assert larger_end_first(backwards) == larger_end_first(valley)


def test_several_rows_without_peaks_are_taken_in_decreasing_order():
    rng = random.Random(6)
    for _ in range(40):
        rows = [[rng.randint(-4, 6) for _ in range(rng.randint(0, 4))] for _ in range(3)]
        coins = sorted((coin for row in rows for coin in without_peaks(row)[0]), reverse=True)
        expected = sum(coins[::2]) - sum(coins[1::2])
        assert solve(Rows(rows)).value == expected
        assert solve(Sum(*map(Ends, rows))).value == expected


class RowAndStacks(Game):
    """One row open at both ends and stacks open at the top (the left end) only."""

    def __init__(self, row, stacks):
        self.start = (tuple(row), *map(tuple, stacks))

    def moves(self, state):
        for place, coins in enumerate(state):
            if coins:
                yield Move((*state[:place], coins[1:], *state[place + 1 :]), gain=coins[0])
        if state[0]:
            yield Move((state[0][:-1], *state[1:]), gain=state[0][-1])


def test_stacks_play_their_closed_end_last():
    rng = random.Random(8)
    for _ in range(60):
        row = [rng.randint(1, 9) for _ in range(rng.randint(0, 3))]
        stacks = [[rng.randint(1, 9) for _ in range(rng.randint(0, 4))] for _ in range(2)]
        sign = (-1) ** (len(row) + sum(map(len, stacks)))
        last, coins = 0, without_peaks(row)[0]
        for stack in stacks:
            left, _ = without_peaks(stack)
            while len(left) > 1 and left[-1] >= left[-2]:
                bottom, above = left.pop(), left.pop()
                last += sign * (above - bottom)
            coins += left
        coins.sort(reverse=True)
        assert solve(RowAndStacks(row, stacks)).value == last + sum(coins[::2]) - sum(coins[1::2])


# -- claim: the growing cap takes cubic time ------------------------------------------------------


class SlidingMax:
    """A queue of (place, value) whose largest value is at the front; counts what it does."""

    def __init__(self):
        self.queue = deque()
        self.work = 0

    def push(self, place, value):
        self.work += 1
        while self.queue and self.queue[-1][1] <= value:
            self.queue.pop()
            self.work += 1
        self.queue.append((place, value))

    def best(self, keep):
        """The largest value among the places that may stay."""
        while self.queue and not keep(self.queue[0][0]):
            self.queue.popleft()
            self.work += 1
        return self.queue[0][1] if self.queue else None


def growing_cap(piles):
    """D(0, 1) with two sliding maxima over F(k, m) = P[k] − D(k, m); and the queue work."""
    n = len(piles)
    before = list(accumulate(piles, initial=0))
    free = {(n, m): before[n] for m in range(1, n + 2)}  # F, with D = 0 when no pile is left
    keeps = {m: SlidingMax() for m in range(1, n + 1)}  # takes up to m leave the cap at m
    for m, window in keeps.items():
        window.push(n, free[n, m])
    work, start = 0, 0
    for i in reversed(range(n)):
        grows = SlidingMax()  # takes x of m < x ≤ 2m make the cap x; windows slide down with m
        added = n - i + 1
        for m in reversed(range(1, n + 1)):
            while added - 1 > m:
                added -= 1
                grows.push(added, free[i + added, added])
            found = [
                keeps[m].best(lambda k, i=i, m=m: k <= i + m),
                grows.best(lambda x, m=m: x <= 2 * m),
            ]
            start = max(value for value in found if value is not None) - before[i]
            free[i, m] = before[i] - start
        for m in keeps:
            keeps[m].push(i, free[i, m])
        work += grows.work
    return start, work + sum(window.work for window in keeps.values())


def test_two_sliding_maxima_solve_the_growing_cap_with_any_signs():
    rows = [(2, 7, 9, 4, 4), (1, 2, 3, 4, 5, 100), *random_rows(80, 12, -9, 9)]
    for piles in rows:
        assert growing_cap(piles)[0] == solve(StoneGameII(piles)).value


@pytest.mark.parametrize("size", [10, 20, 40, 80])
def test_the_queues_of_the_growing_cap_do_quadratic_work(size):
    piles = next(random_rows(1, size, -9, 9, shortest=size))
    value, work = growing_cap(piles)
    assert work <= 4 * (size + 1) ** 2
    assert value == solve(StoneGameII(piles)).value


@pytest.mark.parametrize("most", [1, 2, 3, 7])
def test_one_sliding_maximum_solves_the_front_game_for_every_largest_take(most):
    for row in random_rows(30, 15, -9, 9):
        before = list(accumulate(row, initial=0))
        window, difference = SlidingMax(), 0
        window.push(len(row), before[-1])
        for i in reversed(range(len(row))):
            difference = window.best(lambda k, i=i: k <= i + most) - before[i]
            window.push(i, before[i] - difference)
        assert difference == solve(Front(row, most)).value
        assert window.work <= 2 * (len(row) + 1)


# -- claim: two thousand coins are a small table --------------------------------------------------


@pytest.mark.parametrize("size", [3, 10, 40])
def test_the_table_of_a_row_takes_half_a_square_of_comparisons(size):
    graph = explore(Ends(tuple(range(size))))
    compared = [n for n, (left, right) in enumerate(graph.states) if left < right]
    assert len(compared) == size * (size - 1) // 2  # 1,999,000 for two thousand coins
