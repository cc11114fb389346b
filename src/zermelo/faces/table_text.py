"""The table of a solution as text; a row as its triangle, in colour, with best play marked.

Each other game is a list: every position in the words that `--from` takes, as the game shows it,
its value, and its nimber where that is known.
"""

from __future__ import annotations

from itertools import islice

from zermelo.errors import Unavailable, ZermeloError
from zermelo.faces.plain import JsonObject, plain
from zermelo.faces.spelling import words_of
from zermelo.graph.contract import Value
from zermelo.model.exact import Number
from zermelo.model.game import State, state_text
from zermelo.model.numerals import written as text
from zermelo.model.shapes import Row
from zermelo.solution import Solution
from zermelo.solution.lines import best_line

MOST_COINS_IN_A_TRIANGLE = 24  # of a triangle in the terminal
MOST_TABLE_LINES = 40  # of a list in the terminal
MOST_TABLE_RECORDS = 1_000_000  # of a list in JSON, which is written in one piece
PLAINEST = "difference"
MEANINGS = {
    "difference": "what the mover gains",
    "pair": "what the mover and the other collect",
    "total": "what the mover collects",
}
LIST_HEADS = ["position", "shown", "value", "nimber"]
RED, GREEN, BOLD, DIM, NORMAL = "\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
LEFT, DOWN, BOTH = "←", "↓", "↙"  # the cell that the value of a cell comes from


def table_text(solution: Solution, *, colour: bool, view: str | None = None) -> str:
    """Every state's value; for rows up to 24 long the triangle D(i, j)."""
    shape = solution.game.shape
    if not isinstance(shape, Row) or len(shape.values) > MOST_COINS_IN_A_TRIANGLE:
        return _listed(solution, colour, view or PLAINEST)
    return _triangle(solution, [*shape.values], colour, view or PLAINEST)


def table_record(solution: Solution, view: str | None = None) -> list[JsonObject]:
    """Every state's value as plain data."""
    table = solution.table(view or PLAINEST)
    if len(table) > MOST_TABLE_RECORDS:
        raise Unavailable(
            f"a table of {len(table):,} positions",
            where="JSON",
            rule=f"it is written in one piece, with at most {MOST_TABLE_RECORDS:,} of them",
            fix="Ask for one with --from STATE; where a table was filled, -o FILE saves it",
        )
    knows = solution.answers.knows_nimbers
    return [
        {
            "state": plain(state),
            "shown": state_text(solution.game, state),
            "value": plain(value),
            "nimber": solution.nimber_of(state) if knows else None,
        }
        for state, value in table.items()
    ]


def _listed(solution: Solution, colour: bool, view: str) -> str:
    """The first states, one to a line; boards below each other."""
    table = solution.table(view)
    rows = [_entry(solution, state, table[state]) for state in islice(table, MOST_TABLE_LINES)]
    boards = any("\n" in shown for _, shown, *_ in rows)
    lines = _boards(rows, colour) if boards else _columns(rows, colour)
    more = len(table) - len(rows)
    rest = "--json has them all" if len(table) <= MOST_TABLE_RECORDS else "--from STATE has any"
    return "\n".join([*lines, f"… {more:,} more; {rest}"] if more else lines)


def _entry(solution: Solution, state: State, value: Value) -> list[str]:
    """A state as it is typed, as it is shown, its value, its nimber."""
    shown = state_text(solution.game, state)
    numbers = [" – ".join(map(text, value)) if isinstance(value, tuple) else text(value)]
    if solution.answers.knows_nimbers:
        numbers.append(text(solution.nimber_of(state)))
    return [words_of(state), shown, *numbers]


def _columns(rows: list[list[str]], colour: bool) -> list[str]:
    """One line for each; the game's own picture is left out where it is the state itself."""
    table = [LIST_HEADS[: len(rows[0])], *rows]
    if all(shown.replace(" ", "").strip("()") == state.strip("()") for state, shown, *_ in rows):
        table = [[state, *numbers] for state, _, *numbers in table]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    first = len(table[0]) - len(rows[0]) + 2  # columns of text, which begin at their left
    lines = [
        "  ".join(
            f"{cell:<{wide}}" if place < first else f"{cell:>{wide}}"
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    return [_dimmed(lines[0], colour), *lines[1:]]


def _boards(rows: list[list[str]], colour: bool) -> list[str]:
    lines: list[str] = []
    for state, shown, *numbers in rows:
        heads = zip(LIST_HEADS[2:], numbers, strict=False)
        lines.append(_dimmed(state, colour) + "".join(f"  {head} {n}" for head, n in heads))
        lines += [*(f"    {line}" for line in shown.split("\n")), ""]
    return lines


def _triangle(solution: Solution, row: list[Number], colour: bool, view: str) -> str:
    size = len(row)
    values = {(i, j): _value(solution, i, j) for i in range(size) for j in range(i, size)}
    path = {tuple(step.state) for step in best_line(solution).steps}
    table = solution.table(view) if view != PLAINEST else values
    cells = {at: "·" if value is None else text(table[at]) for at, value in values.items()}
    wide = 2 + max(map(len, (*map(text, row), *cells.values())))
    head = " " * wide + "".join(f"{text(number):>{wide}}  " for number in row)
    lines = [_dimmed(head.rstrip(), colour)]
    for i in range(size):
        line = _dimmed(f"{text(row[i]):>{wide}}", colour) + " " * ((wide + 2) * i)
        for j in range(i, size):
            value = values[i, j]
            cell = f"{cells[i, j]:>{wide}}{_branch(solution, i, j, value)}"
            line += _shown(cell, value, (i, j) in path, colour)
        lines.append(line.rstrip())
    return "\n".join([*lines, "", _legend(colour, view)])


def _value(solution: Solution, i: int, j: int) -> Number | None:
    try:
        return solution.value_of((i, j))
    except ZermeloError:
        return None  # a sub-row that this start cannot reach


def _branch(solution: Solution, i: int, j: int, value: Number | None) -> str:
    """An arrow to the cell that best play moves to."""
    if i == j or value is None:
        return " "
    to = {tuple(move.to) for move in solution.best_moves((i, j))}
    takes_left, takes_right = (i + 1, j) in to, (i, j - 1) in to
    return BOTH if takes_left and takes_right else DOWN if takes_left else LEFT


def _shown(text: str, value: Number | None, on_path: bool, colour: bool) -> str:
    """On the line of best play a cell is marked, and bold where there is colour."""
    marked = f"{text}{'*' if on_path else ' '}"
    if not colour or value is None:
        return marked
    shade = GREEN if value > 0 else RED if value < 0 else ""
    return f"{BOLD if on_path else ''}{shade}{marked}{NORMAL}"


def _dimmed(text: str, colour: bool) -> str:
    return f"{DIM}{text}{NORMAL}" if colour else text


def _legend(colour: bool, view: str) -> str:
    shades = "; green: ahead, red: behind" if colour else ""
    return (
        f"line i, column j: {MEANINGS[view]} on coins i … j; *: the line of best play{shades}\n"
        f"{DOWN} the left coin is taken, {LEFT} the right one, {BOTH} either"
    )
