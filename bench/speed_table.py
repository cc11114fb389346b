"""The speed table of the README, written from what one run of `make bench` measured."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from pathlib import Path

from families import Line

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- speed: written by `make bench` with README=1 -->", "<!-- /speed -->"
SHOWN = ("Connect Four", "proof", "first call", "chess", "Kalah", "beside", "Ends", "Rows",
         "Front", "Can I Win", "Dots and Boxes")  # fmt: skip


def speed_table(lines: Sequence[Line]) -> str:
    """One row for each measured line that has a promise, or compares two sides."""
    rows = [line for line in lines if line.family in SHOWN and (line.promise or "×" in line.ours)]
    where = f"{platform.machine()} with Python {platform.python_version()}"
    head = (
        f"Measured in one run on {where}. Every figure is of\nwhat a user types, "
        "with the making of the game and the look at the answer:\n"
    )
    body = "\n".join(
        f"| {row.family} | {row.what} | {row.ours.strip()} | {row.beside} |" for row in rows
    )
    return f"{head}\n| | | measured | |\n|---|---|---|---|\n{body}"


def write(lines: Sequence[Line]) -> None:
    """Put the table between its marks."""
    text = README.read_text(encoding="utf-8")
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.S)
    table = f"{BEGIN}\n{speed_table(lines)}\n{END}"
    README.write_text(pattern.sub(lambda _: table, text), encoding="utf-8")
    print(f"wrote the speed table of {README.name}")
