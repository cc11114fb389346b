"""Random programs held against Python: make fuzz-rules PROGRAMS=200000 SEED=1.

One in four is about numbers at the edges of 64 bits, the others are about strings, sets, dicts,
records and members of an Enum (`tests/random_rules`). Most are rules of a few states, translated
and carried out by Python with every sum, product and place in memory watched; one in `GAMES` is a
whole game, solved by plain Python, by a table and by a search; `COMPILED` of them run as machine
code. Every program follows from the seed and its number: `python bench/fuzz_rules.py --seed 1
--only 4711` tells one again.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from held_against_python import (
    LONG,
    SAME,
    UNASKED,
    played_against_python,
    told_by_machine_code,
    told_by_python,
)
from random_rules import author
from zermelo import Game, Move, solve
from zermelo.errors import TimeExceeded
from zermelo.limits.deadline import Deadline

GAMES = 1_000  # programs for each whole game, which takes a hundred times as long
CHUNK = 50  # programs handed to a process at once
FRESH = 25  # chunks after which a process begins anew, for what it remembers takes memory
SECONDS = 20  # of rules in plain Python, which may grow for ever
MEMORY = 8 << 30  # bytes of a process
SHOWN = 10  # differences printed in full
COLLECTED = (50_000, 20, 50)  # things made between two looks at garbage, young, older and old
GIVEN_UP = (LONG, UNASKED, f"game: {LONG}", "game: CompiledLimit")


def outcome(seed: int, number: int, is_compiled: bool = False) -> tuple[int, str, str]:
    """The number of a program, what became of it, and its text where it differs."""
    writer = author(seed, number)
    if number % GAMES == 0 and not is_compiled:
        text, states = writer.game(), []
    else:
        text, states = writer.rules()
    try:
        if is_compiled:
            return number, told_by_machine_code(text, states), ""
        if not states:
            return number, f"game: {played_against_python(text)}", ""
        return number, Deadline(SECONDS).run(lambda: told_by_python(text, states)), ""
    except TimeExceeded:
        return number, LONG, ""
    except Exception as error:
        return number, "DIFFERS", f"{text}\n{type(error).__name__}: {error}"


def begin() -> None:
    """Load what whole games need, before a clock runs."""
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for _ in range(2):
        game = Game.from_function(lambda n: [Move(n - k) for k in (1, 2) if n >= k], start=5)
        solve(game, engine="compiled", threads=1)
    gc.freeze()  # nine tenths of the time: syntax makes much garbage, and the library is none
    gc.set_threshold(*COLLECTED)


def several(work: tuple[int, range]) -> list[tuple[int, str, str]]:
    """The programs of a stretch of numbers."""
    seed, numbers = work
    return [outcome(seed, number) for number in numbers]


def everything(options: argparse.Namespace) -> Iterator[tuple[int, str, str]]:
    """All programs, by several processes; those of machine code one by one."""
    stretches = [range(k, min(k + CHUNK, options.programs))
                 for k in range(0, options.programs, CHUNK)]  # fmt: skip
    with Pool(options.processes, begin, maxtasksperchild=FRESH) as pool:
        for found in pool.imap(several, [(options.seed, numbers) for numbers in stretches]):
            yield from found
    for number in range(options.compiled):
        yield outcome(options.seed + 1, number, is_compiled=True)


def main() -> int:
    """Count what became of all programs; 1 where one differs."""
    options = arguments()
    os.nice(19)
    if options.only is not None:
        print(*outcome(options.seed, options.only), sep="\n")
        return 0
    began, counts, differing = perf_counter(), Counter[str](), 0
    for done, (number, kind, text) in enumerate(everything(options), 1):
        counts[kind] += 1
        if kind == "DIFFERS":
            differing += 1
            if differing <= SHOWN:
                print(f"program {number} of seed {options.seed} differs:\n{text}\n", flush=True)
        if sys.stderr.isatty() and done % CHUNK == 0:
            print(f"\r{done:,} programs", end="", file=sys.stderr)
    seconds = perf_counter() - began
    total = sum(counts.values())
    same = counts[SAME] + counts[f"game: {SAME}"]
    given_up = sum(counts[kind] for kind in GIVEN_UP)
    refused = total - same - given_up - differing
    share = (total - refused) / max(1, total)
    print(f"{total:,} random programs, seed {options.seed}: {differing} differ from Python "
          f"({same:,} the same, {refused:,} refused, {given_up:,} given up; "
          f"{share:.1%} translated, {total / seconds:.0f} a second)")  # fmt: skip
    for kind, count in counts.most_common(options.kinds):
        print(f"{count:9,}  {kind}")
    return 1 if differing else 0


def arguments() -> argparse.Namespace:
    """What the caller asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--compiled", type=int, default=0, help="programs run as machine code")
    parser.add_argument("--kinds", type=int, default=12, help="outcomes that are listed")
    parser.add_argument("--only", type=int, help="the number of one program, to tell it again")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
