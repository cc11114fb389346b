"""The named families: ours beside the textbook method (compiled too), plain Python and the limit.

Every line is measured in this one run. "holds" compares it with what the family promises.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np

import textbook
from zermelo import Game, solve
from zermelo.games import (
    CanIWin,
    DotsAndBoxes,
    Ends,
    Front,
    Kayles,
    Rows,
    Squares,
    StoneGameII,
    Subtraction,
)
from zermelo.kernels import load
from zermelo.methods import METHODS, Case

RNG = np.random.default_rng(2026)


@dataclass(frozen=True)
class Line:
    """One measured fact."""

    family: str
    what: str
    ours: str
    beside: str
    promise: str
    holds: bool

    def __str__(self) -> str:
        mark = "" if not self.promise else "holds" if self.holds else "FAILS"
        return (
            f"{self.family:<15}{self.what:<38}{self.ours:<22}{self.beside:<58}"
            f"{self.promise:<26}{mark}"
        )


def best(work: Callable[[], object], tries: int = 5) -> float:
    """The least time of a few tries."""
    least = float("inf")
    for _ in range(tries):
        began = perf_counter()
        work()
        least = min(least, perf_counter() - began)
    return least


def run(game: Game, method: str) -> Callable[[], object]:
    """Solving, without the making of the game."""
    case = Case(game, game.start)
    return lambda: METHODS[method].run(case)


def ms(seconds: float) -> str:
    """A time that a person reads."""
    return f"{seconds * 1e3:,.2f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def ends() -> Iterator[Line]:
    """A row of ten million coins."""
    coins = RNG.integers(-(10**6), 10**6, 10**7)
    game = Ends(coins)
    kernel, array = load("rows"), np.asarray(game.row)
    total = best(lambda: np.sum(array), 9)
    value = best(run(game, "peak-fusion"), 7)
    ratio = value / total
    yield Line(
        "Ends",
        "value, 10⁷ coins",
        ms(value),
        f"numpy.sum {ms(total)}",
        f"{ratio:.1f} × ≤ 15 ×",
        ratio <= 15,
    )
    play = best(lambda: kernel.order_of(array), 5)
    ratio = play / total
    yield Line(
        "Ends",
        "whole play, 10⁷ coins",
        ms(play),
        f"numpy.sum {ms(total)}",
        f"{ratio:.1f} × ≤ 60 ×",
        ratio <= 60,
    )
    small = coins[:50_000].copy()
    ours = best(lambda: kernel.value_of_valley(kernel.reduce_row(small, kernel.NO_LIMIT)), 9)
    textbook.ends_rolling(small[:10])
    theirs = best(lambda: textbook.ends_rolling(small), 2)
    ratio = theirs / ours
    yield Line(
        "Ends",
        "value, 50,000 coins",
        ms(ours),
        f"rolling diagonal O(n²) {ms(theirs)}",
        f"{ratio:,.0f} × ≥ 500 ×",
        ratio >= 500,
    )


def triangle() -> Iterator[Line]:
    """Every sub-row of 10,000 coins."""
    game = Ends(RNG.integers(-(10**6), 10**6, 10_000))
    kernel, array = load("rows"), np.asarray(game.row)
    table = np.empty(len(array) * (len(array) + 1) // 2, np.int64)
    seconds = best(lambda: kernel.triangle(array, table), 5)
    copy = np.empty_like(table)
    limit = best(lambda: np.copyto(copy, table), 5)
    share = limit / seconds
    rate = table.nbytes / seconds / 1e9
    yield Line(
        "Ends",
        "all sub-rows, 10,000 coins",
        ms(seconds),
        f"{rate:.1f} GB/s; memcpy {table.nbytes / limit / 1e9:.1f}",
        f"{share:.0%} ≥ 50 %",
        share >= 0.5,
    )


def several_rows() -> Iterator[Line]:
    """A million coins in a thousand rows."""
    rows = tuple(RNG.integers(-(10**6), 10**6, 1000) for _ in range(1000))
    seconds = best(run(Rows(rows), "rows-fusion"), 3)
    yield Line("Rows", "10⁶ coins in 10³ rows", ms(seconds), "", "well under 1 s", seconds < 0.5)


def front() -> Iterator[Line]:
    """Ten million numbers from the front."""
    values = RNG.integers(-(10**6), 10**6, 10**7)
    times = {most: best(run(Front(values, most), "front-window"), 4) for most in (3, 1000)}
    before = np.concatenate([[0], np.cumsum(values[: 10**6])])
    textbook.front_scan(before[:10], 3)
    theirs = 10 * best(lambda: textbook.front_scan(before, 1000), 1)
    ratio = times[1000] / times[3]
    yield Line(
        "Front",
        "10⁷ numbers, K = 3 and K = 1000",
        f"{ms(times[3])}, {ms(times[1000])}",
        f"scan O(n·K), K = 1000 {ms(theirs)} (10 × 10⁶)",
        f"{ratio:.2f} × ≤ 2 ×",
        ratio <= 2,
    )


def cap() -> Iterator[Line]:
    """Piles under a growing cap."""
    piles = RNG.integers(-100, 100, 5000)
    times = [best(run(StoneGameII(piles[:n]), "cap-queues"), 9) for n in (2500, 5000)]
    ratio = times[1] / times[0]
    yield Line(
        "Cap",
        "2,500 → 5,000 piles",
        f"{ms(times[0])} → {ms(times[1])}",
        "",
        f"{ratio:.2f} × ≤ 4.6 ×",
        ratio <= 4.6,
    )
    before = np.concatenate([[0], np.cumsum(piles)])
    textbook.cap_cubic(before[:10])
    theirs = best(lambda: textbook.cap_cubic(before), 1)
    ratio = theirs / times[1]
    yield Line(
        "Cap",
        "5,000 piles",
        ms(times[1]),
        f"triple loop O(n³) {ms(theirs)}",
        f"{ratio:,.0f} × ≥ 100 ×",
        ratio >= 100,
    )


def pools() -> Iterator[Line]:
    """Subsets by whole words, and boxes."""
    words, scores = load("pool_words"), load("pool_scores")
    numbers = list(range(1, 31))
    words.solve(numbers[:16], 80, False, 1)
    seconds = best(lambda: words.solve(numbers, 300, False, 1), 2)
    rate = 2**30 / seconds / 1e9
    textbook.pool_bytes(10, 30)
    theirs = best(lambda: textbook.pool_bytes(24, 190), 1)
    yield Line(
        "Can I Win",
        "n = 30, one bit a state, one core",
        f"{rate:.2f} G states/s",
        f"a byte a state, n = 24: {2**24 / theirs / 1e9:.3f} G/s",
        "≥ 0.5 G/s",
        rate >= 0.5,
    )
    memory = METHODS["pool-words"].cost(Case(CanIWin(30, 300), 0)).bytes or 0
    yield Line(
        "Can I Win",
        "n = 30, memory of the table",
        f"{memory / 2**20:.0f} MiB",
        "",
        "≤ 200 MiB",
        memory <= 200 * 2**20,
    )
    boxes = DotsAndBoxes(3, 3)
    scores.solve(12, [3, 5], 1)
    seconds = best(lambda: scores.solve(boxes.lines, list(boxes.boxes), 1), 3)
    rate = 2**24 / seconds / 1e6
    groups = np.array(DotsAndBoxes(2, 3).boxes)
    textbook.boxes_bytes(groups[:1], 4)
    theirs = best(lambda: textbook.boxes_bytes(groups, 17), 1)
    yield Line(
        "Dots and Boxes",
        "3×3 boxes, 2²⁴ states",
        f"{rate:.0f} M states/s",
        f"a byte a state, 2×3: {2**17 / theirs / 1e6:.1f} M/s",
        "≥ 30 M/s",
        rate >= 30,
    )


def large_boxes() -> Iterator[Line]:
    """2³¹ states in four bits each."""
    seconds = best(run(DotsAndBoxes(3, 4), "pool-scores"), 1)
    rate = 2**31 / seconds / 1e6
    yield Line(
        "Dots and Boxes",
        "3×4 boxes, 2³¹ states, 1 GiB",
        f"{ms(seconds)}, {rate:.0f} M/s",
        "",
        "finishes",
        True,
    )


def heaps() -> Iterator[Line]:
    """Ten million heaps."""
    size = 10**7
    textbook.squares_scan(10)
    for name, game in (
        ("squares", Squares(size)),
        ("take 1, 2 or 3", Subtraction(size, (1, 2, 3))),
        ("take 2, 3, 7 or 11", Subtraction(size, (2, 3, 7, 11))),
    ):
        seconds = best(run(game, "heap-sieve"), 3)
        rate = size / seconds / 1e6
        beside = "by the period, which is proved"
        if name == "squares":
            theirs = best(lambda: textbook.squares_scan(size), 1)
            beside = f"every square of every heap {size / theirs / 1e6:.1f} M/s"
        yield Line(
            "Heaps", f"10⁷ heaps, {name}", f"{rate:,.0f} M heaps/s", beside, "≥ 5 M/s", rate >= 5
        )


def octal() -> Iterator[Line]:
    """A hundred thousand rows of pins."""
    textbook.kayles_scan(10)
    seconds = best(run(Kayles((100_000,)), "octal-periods"), 3)
    theirs = best(lambda: textbook.kayles_scan(10_000), 1)
    answers = run(Kayles((100_000,)), "octal-periods")()
    found = f"period {answers.period}, last exception {answers.last_exception}"
    yield Line(
        "Octal",
        "Kayles 0.77, 10⁵ heaps",
        ms(seconds),
        f"all pairs, 10⁴ heaps {ms(theirs)}; {found}",
        "under 1 s",
        seconds < 1,
    )


def plain() -> Iterator[Line]:
    """The generic engine in plain Python, at sizes it can do."""
    rng = random.Random(1)
    row = tuple(rng.randint(-100, 100) for _ in range(600))
    for family, game, method in (
        ("Ends", Ends(row), "backward"),
        ("Rows", Rows((row[:20], row[20:40])), "backward"),
        ("Front", Front(row * 30, 30), "backward"),
        ("Cap", StoneGameII(row[:90]), "backward"),
        ("Can I Win", CanIWin(15, 70), "winloss"),
        ("Dots and Boxes", DotsAndBoxes(2, 2), "backward"),
        ("Heaps", Squares(5000), "winloss"),
        ("Octal", Kayles((300,)), "nimbers"),
    ):
        theirs = best(lambda g=game, m=method: solve(g, method=m, budget=10**7), 1)
        states = solve(game, method=method, budget=10**7).plan.cost.states or 0
        fast = solve(game).plan.method if game.shape.states > 10_000 else "the family method"
        what = f"plain engine, {states:,} states"
        yield Line(
            family, what, f"{states / theirs / 1e6:.3f} M states/s", f"beside {fast}", "", True
        )


FAMILIES = (ends, triangle, several_rows, front, cap, pools, heaps, octal, plain, large_boxes)


def growth() -> dict[str, list[tuple[int, float]]]:
    """Time as the size doubles, for the plot."""
    curves: dict[str, list[tuple[int, float]]] = {}
    for power in range(10, 24):
        size = 2**power
        coins = RNG.integers(-(10**6), 10**6, size)
        for name, most, work in curves_at(coins):
            if size <= most:
                curves.setdefault(name, []).append((size, best(work, 2)))
    return curves


def curves_at(coins: np.ndarray) -> list[tuple[str, int, Callable[[], object]]]:
    """(name, largest size, work) for one row."""
    kernel = load("rows")
    return [
        (
            "Ends, peak fusion",
            2**23,
            lambda: kernel.value_of_valley(kernel.reduce_row(coins, kernel.NO_LIMIT)),
        ),
        ("Ends, rolling diagonal", 2**15, lambda: textbook.ends_rolling(coins)),
        ("Front, K = 1000", 2**23, lambda: run(Front(coins, 1000), "front-window")()),
        ("Cap, windows", 2**12, lambda: run(StoneGameII(coins % 100), "cap-queues")()),
        (
            "Cap, triple loop",
            2**11,
            lambda: textbook.cap_cubic(np.concatenate([[0], np.cumsum(coins % 100)])),
        ),
    ]
