"""The tables of speed, written from what one run of `make bench` measured."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from pathlib import Path

from families import Line

ROOT = Path(__file__).parent.parent
README, PAGE = ROOT / "README.md", ROOT / "docs" / "speed.md"
BEGIN, END = "<!-- speed: written by `make bench` with README=1 -->", "<!-- /speed -->"
SHOWN = ("Connect Four", "proof", "first call", "chess", "Kalah", "beside", "Ends", "Rows",
         "Front", "Can I Win", "Dots and Boxes")  # fmt: skip
FIRST = (
    ("Connect Four", "5×4, every position, 1 thread"),
    ("Connect Four", "5×4, beside plain Python, 2 threads"),
    ("proof", "Connect Four 5×4, all states"),
    ("Connect Four", "6×4, every position"),
    ("beside", "Connect Four 5×4, every position"),
    ("beside", "Connect Four 5×4, the start alone"),
    ("Ends", "solve(Ends(array)).value, 10⁷ coins"),
    ("Ends", "prove(), 10⁸ coins"),
    ("Can I Win", "n = 30, one bit a state, one core"),
    ("Dots and Boxes", "3×4 boxes, 2³¹ states, 1 GiB"),
)  # the lines of the README, the first measured line of each


def speed_table(rows: Sequence[Line]) -> str:
    """One row for each line."""
    where = f"{platform.machine()} with Python {platform.python_version()}"
    head = (
        f"Measured in one run on {where}: what a user types, with the making of\n"
        "the game and the look at the answer. 44 × is 44 times as fast.\n"
    )
    names = ("subject", "what", "measured", "details, or the other side")
    cells = [(row.family, row.what, row.ours.strip(), row.beside) for row in rows]
    lines = [names, ("---",) * len(names), *cells]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{head}\n{_with_minus_signs(body)}"


def _with_minus_signs(text: str) -> str:
    """A hyphen between a space and a digit is a minus sign."""
    return re.sub(r"(?<= )-(?=\d)", "−", text)


def write(lines: Sequence[Line]) -> None:
    """Put the lines that have a promise, or compare two sides, on their page, and some first."""
    rows = [line for line in lines if line.family in SHOWN and (line.promise or "×" in line.ours)]
    by_name = {(row.family, row.what): row for row in reversed(rows)}
    _put(PAGE, rows)
    _put(README, [by_name[name] for name in FIRST if name in by_name])


def _put(page: Path, rows: Sequence[Line]) -> None:
    """A table between its marks."""
    text = page.read_text(encoding="utf-8")
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.S)
    table = f"{BEGIN}\n{speed_table(rows)}\n{END}"
    page.write_text(pattern.sub(lambda _: table, text), encoding="utf-8")
    print(f"wrote the table of {page.name}")
