"""The table of a solution as text; a row as its triangle, in colour, with best play marked."""

from __future__ import annotations

from typing import Any

from zermelo.errors import ZermeloError
from zermelo.shapes import Row
from zermelo.solution import Solution
from zermelo.solution.lines import best_line

MOST_COINS = 24  # of a triangle in the terminal
RED, GREEN, BOLD, DIM, PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
LEFT, DOWN, BOTH = "←", "↓", "↙"  # the cell that the value of a cell comes from


def table_text(solution: Solution, *, colour: bool) -> str:
    """Every state's value; for rows up to 24 long the triangle D(i, j)."""
    shape = solution.game.shape
    if not isinstance(shape, Row) or len(shape.values) > MOST_COINS:
        return str(solution.table())
    return _triangle(solution, [*shape.values], colour)


def _triangle(solution: Solution, row: list[Any], colour: bool) -> str:
    size = len(row)
    values = {(i, j): _value(solution, i, j) for i in range(size) for j in range(i, size)}
    path = {tuple(step.state) for step in best_line(solution).steps}
    wide = 2 + max(len(str(number)) for number in (*row, *values.values()))
    head = " " * wide + "".join(f"{number!s:>{wide}}  " for number in row)
    lines = [_dimmed(head.rstrip(), colour)]
    for i in range(size):
        line = _dimmed(f"{row[i]!s:>{wide}}", colour) + " " * ((wide + 2) * i)
        for j in range(i, size):
            value = values[i, j]
            text = f"{'·' if value is None else value!s:>{wide}}{_branch(solution, i, j, value)}"
            line += _shown(text, value, (i, j) in path, colour)
        lines.append(line.rstrip())
    return "\n".join([*lines, "", _legend(colour)])


def _value(solution: Solution, i: int, j: int) -> Any:
    try:
        return solution.value_of((i, j))
    except ZermeloError:
        return None  # a sub-row that this start cannot reach


def _branch(solution: Solution, i: int, j: int, value: Any) -> str:
    """An arrow to the cell that best play moves to."""
    if i == j or value is None:
        return " "
    to = {tuple(move.to) for move in solution.best_moves((i, j))}
    takes_left, takes_right = (i + 1, j) in to, (i, j - 1) in to
    return BOTH if takes_left and takes_right else DOWN if takes_left else LEFT


def _shown(text: str, value: Any, on_path: bool, colour: bool) -> str:
    """On the line of best play a cell is marked, and bold where there is colour."""
    marked = f"{text}{'*' if on_path else ' '}"
    if not colour or value is None:
        return marked
    shade = GREEN if value > 0 else RED if value < 0 else ""
    return f"{BOLD if on_path else ''}{shade}{marked}{PLAIN}"


def _dimmed(text: str, colour: bool) -> str:
    return f"{DIM}{text}{PLAIN}" if colour else text


def _legend(colour: bool) -> str:
    shades = "; green: ahead, red: behind" if colour else ""
    return (
        f"line i, column j: what the mover gains on coins i … j; *: the line of best play{shades}\n"
        f"{DOWN} the left coin is taken, {LEFT} the right one, {BOTH} either"
    )
