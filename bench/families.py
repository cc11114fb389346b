"""The named families: ours beside the textbook method (compiled too), plain Python and the limit.

Every line is what a user types, `solve(…)` with the making of the game and the look at the answer,
measured in this one run. "holds" compares it with what the family promises.
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


def value(make: Callable[[], Game]) -> Callable[[], object]:
    """What a user types: the game made, solved, and its value read."""
    return lambda: solve(make()).value


def ms(seconds: float) -> str:
    """A time that a person reads."""
    return f"{seconds * 1e3:,.2f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def beside_sum(what: str, seconds: float, total: float, most: int) -> Line:
    """A line of a large row beside numpy.sum of the same array."""
    ratio = seconds / total
    promise = f"{ratio:.1f} × ≤ {most} ×"
    return Line("Ends", what, ms(seconds), f"numpy.sum {ms(total)}", promise, ratio <= most)


def ends() -> Iterator[Line]:
    """Rows of ten million coins, of a million, of fifty thousand, of a hundred."""
    coins = RNG.integers(-(10**6), 10**6, 10**7)
    value(lambda: Ends(coins))()  # compiled, or read from disk
    total = best(lambda: np.sum(coins), 9)
    seconds = best(value(lambda: Ends(coins)), 7)
    yield beside_sum("solve(Ends(array)).value, 10⁷ coins", seconds, total, 15)
    solve(Ends(coins)).order()
    seconds = best(lambda: solve(Ends(coins)).order(), 5)
    yield beside_sum("solve(Ends(array)).order(), 10⁷ coins", seconds, total, 60)
    solution = solve(Ends(coins[: 10**6]))
    seconds = best(lambda: print(solution.play(), file=Nowhere()), 3)
    yield Line(
        "Ends", "play() of 10⁶ coins, printed", ms(seconds),
        "steps are made when they are looked at", "about a second", seconds < 1.5,
    )  # fmt: skip
    small = coins[:50_000].copy()
    ours = best(value(lambda: Ends(small)), 9)
    textbook.ends_rolling(small[:10])
    theirs = best(lambda: textbook.ends_rolling(small), 2)
    ratio = theirs / ours
    yield Line(
        "Ends", "value, 50,000 coins", ms(ours), f"rolling diagonal O(n²) {ms(theirs)}",
        f"{ratio:,.0f} × ≥ 100 ×", ratio >= 100,
    )  # fmt: skip
    yield hundred()


class Nowhere:
    """A file that forgets."""

    def write(self, text: str) -> int:
        """Forget it."""
        return len(text)


def hundred() -> Line:
    """A row of a hundred coins by the method that is chosen, and by a table."""
    row = tuple(random.Random(1).randint(-100, 100) for _ in range(100))
    ours = best(value(lambda: Ends(row)), 30)
    table = best(lambda: solve(Ends(row), method="backward").value, 5)
    return Line(
        "Ends", "value, 100 coins", ms(ours), f"plain table of 5,150 states {ms(table)}",
        f"{table / ours:,.0f} × ≥ 10 ×", table / ours >= 10,
    )  # fmt: skip


def proof() -> Iterator[Line]:
    """The certificate of a hundred million coins, replayed."""
    solve(Ends(RNG.integers(-9, 9, 200_000))).prove()
    solution = solve(Ends(RNG.integers(-(10**6), 10**6, 10**8)))
    seconds = best(solution.prove, 1)
    yield Line("Ends", "prove(), 10⁸ coins", ms(seconds), "", "seconds", seconds < 10)


def triangle() -> Iterator[Line]:
    """Every sub-row of 10,000 coins."""
    row = RNG.integers(-(10**6), 10**6, 10_000)
    count = len(row) * (len(row) + 1) // 2
    solve(Ends(row[:400]), method="interval-table")
    seconds = best(lambda: solve(Ends(row), method="interval-table").value, 3)
    table = np.ones(count, np.int64)
    limit = best(table.copy, 3)
    share = limit / seconds
    yield Line(
        "Ends", "all sub-rows, 10,000 coins", ms(seconds),
        f"{table.nbytes / seconds / 1e9:.1f} GB/s; numpy's copy {table.nbytes / limit / 1e9:.1f}",
        f"{share:.0%} ≥ 40 %", share >= 0.4,
    )  # fmt: skip


def several_rows() -> Iterator[Line]:
    """A million coins in a thousand rows."""
    rows = tuple(RNG.integers(-(10**6), 10**6, 1000) for _ in range(1000))
    for what, work in (
        ("value", value(lambda: Rows(rows))),
        ("order()", lambda: solve(Rows(rows)).order()),
        ("prove()", lambda: solve(Rows(rows)).prove()),
    ):
        work()
        seconds = best(work, 3)
        yield Line(
            "Rows", f"{what}, 10⁶ coins in 10³ rows", ms(seconds), "", "under 1 s", seconds < 1
        )


def front() -> Iterator[Line]:
    """Ten million numbers from the front."""
    values = RNG.integers(-(10**6), 10**6, 10**7)
    value(lambda: Front(values[:60_000], 3))()
    times = {most: best(value(lambda m=most: Front(values, m)), 4) for most in (3, 1000)}
    before = np.concatenate([[0], np.cumsum(values[: 10**6])])
    textbook.front_scan(before[:10], 3)
    theirs = 10 * best(lambda: textbook.front_scan(before, 1000), 1)
    ratio = times[1000] / times[3]
    yield Line(
        "Front", "value, 10⁷ numbers, K = 3 and K = 1000",
        f"{ms(times[3])}, {ms(times[1000])}", f"scan O(n·K), K = 1000 {ms(theirs)} (10 × 10⁶)",
        f"{ratio:.2f} × ≤ 2 ×", ratio <= 2,
    )  # fmt: skip


def cap() -> Iterator[Line]:
    """Piles under a growing cap."""
    piles = RNG.integers(-100, 100, 5000)
    value(lambda: StoneGameII(piles[:300]))()
    times = [best(value(lambda n=n: StoneGameII(piles[:n])), 9) for n in (2500, 5000)]
    ratio = times[1] / times[0]
    yield Line(
        "Cap", "2,500 → 5,000 piles", f"{ms(times[0])} → {ms(times[1])}", "",
        f"{ratio:.2f} × ≤ 4.6 ×", ratio <= 4.6,
    )  # fmt: skip
    before = np.concatenate([[0], np.cumsum(piles)])
    textbook.cap_cubic(before[:10])
    theirs = best(lambda: textbook.cap_cubic(before), 1)
    ratio = theirs / times[1]
    yield Line(
        "Cap", "5,000 piles", ms(times[1]), f"triple loop O(n³) {ms(theirs)}",
        f"{ratio:,.0f} × ≥ 100 ×", ratio >= 100,
    )  # fmt: skip


def race() -> Iterator[Line]:
    """Subsets of a pool by whole words."""
    solve(CanIWin(16, 80), threads=1)
    seconds = best(lambda: solve(CanIWin(30, 300), threads=1).value, 2)
    rate = 2**30 / seconds / 1e9
    textbook.pool_bytes(10, 30)
    theirs = best(lambda: textbook.pool_bytes(24, 190), 1)
    yield Line(
        "Can I Win", "n = 30, one bit a state, one core", f"{rate:.2f} G states/s",
        f"a byte a state, n = 24: {2**24 / theirs / 1e9:.3f} G/s", "≥ 0.5 G/s", rate >= 0.5,
    )  # fmt: skip
    memory = solve(CanIWin(30, 300)).plan.cost.bytes or 0
    yield Line(
        "Can I Win", "n = 30, memory of the table", f"{memory / 2**20:.0f} MiB", "",
        "≤ 200 MiB", memory <= 200 * 2**20,
    )  # fmt: skip


def boxes() -> Iterator[Line]:
    """Dots and Boxes, 2²⁴ states."""
    solve(DotsAndBoxes(2, 3))
    seconds = best(lambda: solve(DotsAndBoxes(3, 3), threads=1).value, 3)
    rate = 2**24 / seconds / 1e6
    groups = np.array(DotsAndBoxes(2, 3).boxes)
    textbook.boxes_bytes(groups[:1], 4)
    theirs = best(lambda: textbook.boxes_bytes(groups, 17), 1)
    yield Line(
        "Dots and Boxes", "3×3 boxes, 2²⁴ states", f"{rate:.0f} M states/s",
        f"a byte a state, 2×3: {2**17 / theirs / 1e6:.1f} M/s", "≥ 30 M/s", rate >= 30,
    )  # fmt: skip


def large_boxes() -> Iterator[Line]:
    """2³¹ states in four bits each."""
    seconds = best(value(lambda: DotsAndBoxes(3, 4)), 1)
    rate = 2**31 / seconds / 1e6
    yield Line(
        "Dots and Boxes", "3×4 boxes, 2³¹ states, 1 GiB", f"{ms(seconds)}, {rate:.0f} M/s", "",
        "finishes", True,
    )  # fmt: skip


def heaps() -> Iterator[Line]:
    """Ten million heaps."""
    size = 10**7
    textbook.squares_scan(10)
    for name, make in (
        ("squares", lambda: Squares(size)),
        ("take 1, 2 or 3", lambda: Subtraction(size, (1, 2, 3))),
        ("take 2, 3, 7 or 11", lambda: Subtraction(size, (2, 3, 7, 11))),
    ):
        seconds = best(value(make), 3)
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
    seconds = best(lambda: solve(Kayles((100_000,))).nimber, 3)
    theirs = best(lambda: textbook.kayles_scan(10_000), 1)
    answers = solve(Kayles((100_000,))).answers
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


FAMILIES = (
    ends, proof, triangle, several_rows, front, cap, race, boxes, heaps, octal, plain, large_boxes
)  # fmt: skip


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
    sums = np.concatenate([[0], np.cumsum(coins % 100)])
    return [
        ("Ends, peak fusion", 2**23, value(lambda: Ends(coins))),
        ("Ends, rolling diagonal", 2**15, lambda: textbook.ends_rolling(coins)),
        ("Front, K = 1000", 2**23, value(lambda: Front(coins, 1000))),
        ("Cap, windows", 2**12, value(lambda: StoneGameII(coins % 100))),
        ("Cap, triple loop", 2**11, lambda: textbook.cap_cubic(sums)),
    ]
