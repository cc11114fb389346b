"""All chess endings with up to four men and no pawns, as tables that use each other.

    python examples/endings.py FOLDER            # all 24 of them
    python examples/endings.py FOLDER KQKR KBNK  # some, with those that they lead to
    python examples/endings.py FOLDER --size 5   # on a smaller board

A table that is there already is not made again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from time import perf_counter

from zermelo import load, solve
from zermelo.games import PieceEnding
from zermelo.solution import Solution

PIECES = "QRBN"


def endings() -> Iterator[str]:
    """Three men, then four, so that what an ending leads to comes before it."""
    yield from (f"K{piece}K" for piece in PIECES)
    for one, two in combinations_with_replacement(PIECES, 2):
        yield f"K{one}{two}K"
        yield f"K{one}K{two}"


def led_to(men: str) -> set[str]:
    """The endings with a piece that are left when one is taken: of KQKR they are KQK and KRK."""
    pieces = men.replace("K", "")
    return {f"K{piece}K" for piece in pieces} if len(pieces) > 1 else set()


def longest(solution: Solution, men: str) -> str:
    """The moves to mate, at most, of either side to move."""
    game = PieceEnding(men, solution.game.size)
    here = game.layer(next(iter(game.starts())))
    found = [plies for plies in solution.where(layer=here).histogram("remoteness") if plies]
    return f"mate in {(max(found) + 1) // 2}" if found else "no mate"


def made(men: str, size: int, folder: Path) -> Path:
    """The table of an ending, and before it those that it leads to."""
    path = folder / f"{men}.table"
    lower = [made(other, size, folder) for other in sorted(led_to(men))]
    if not path.exists():
        began = perf_counter()
        solution = solve(PieceEnding(men, size), engine="layers", tables=lower)
        solved = perf_counter() - began
        solution.save(path)
        outcomes, total = solution.histogram(), solution.histogram().total
        each = path.stat().st_size / total
        print(
            f"{men:<5}{total:>11,} positions: {outcomes['win']:>10,} won {outcomes['draw']:>10,} "
            f"drawn {outcomes['loss']:>10,} lost, {longest(solution, men):>10}; "
            f"{solved:6.1f} s, saved in {perf_counter() - began - solved:5.1f} s, "
            f"{each:.2f} bytes each",
            flush=True,
        )
    return path


def main() -> None:
    """Make the tables that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("endings", nargs="*", help="all of them if none is named")
    parser.add_argument("--size", type=int, default=8)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    names = [PieceEnding(men).men for men in given.endings] or [*endings()]
    paths = [made(men, given.size, given.folder) for men in names]
    print(f"{len(paths)} tables, {sum(path.stat().st_size for path in paths):,} bytes;", end=" ")
    print(f"the last one's first start is a {load(paths[-1]).outcome}")


if __name__ == "__main__":
    main()
