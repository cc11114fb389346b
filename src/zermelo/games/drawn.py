"""Positions read off a text: boards as `show` draws them, rows of numbers, chess as FEN."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.model.numerals import spelled
from zermelo.model.pictures import Segment, Square

BLANKS = "·.-_*"  # that stand for an empty square, besides the one of `show`
DOTS, ACROSS_LINES, DOWN_LINES = (
    "•·.+*o",
    "─-_=",
    "│|",
)  # how people draw dots and the lines between them
PITCH = 3  # letters from one dot to the next


def read_board(text: str, height: int, width: int, marks: str) -> list[str]:
    """The lines of a board, each as wide as the board; `ValueError` says what does not fit."""
    lines = [line.strip() for line in text.strip("\n").splitlines() if line.strip()]
    if len(lines) != height:
        raise ValueError(f"the board has {height} lines, and the text has {len(lines)}")
    return [_read_line(line, number, width, marks) for number, line in enumerate(lines, 1)]


def _read_line(line: str, number: int, width: int, marks: str) -> str:
    cells = line.split() if " " in line else list(line)
    if len(cells) != width:
        raise ValueError(f"line {number} has {len(cells)} squares instead of {width}")
    return "".join(_read_mark(cell, number, marks) for cell in cells)


def _read_mark(cell: str, number: int, marks: str) -> str:
    if cell in BLANKS:
        return "·"
    for mark in (cell, cell.upper()):
        if len(cell) == 1 and mark in marks:
            return mark
    raise ValueError(f"line {number} has {spelled(cell)}; a square is one of · {' '.join(marks)}")


def squares_with(cells: Sequence[str], mark: str) -> list[Square]:
    """Where a mark stands: row and column."""
    return [
        (row, column)
        for row, line in enumerate(cells)
        for column, here in enumerate(line)
        if here == mark
    ]


def read_dots(text: str, height: int, width: int) -> set[Segment]:
    """The lines drawn between the dots of a grid of boxes, as `•──•  •` with `│` below a dot."""
    lines = text.strip("\n").splitlines()
    if len(lines) != 2 * height + 1:
        raise ValueError(f"the grid has {2 * height + 1} lines, and the text has {len(lines)}")
    found: set[Segment] = set()
    for number, line in enumerate(lines):
        row = number // 2
        if number % 2:
            places = _drawn(line, number + 1, width, (" ", DOWN_LINES), "")
            found |= {((row, column), (row + 1, column)) for column in places}
        else:
            places = _drawn(line, number + 1, width, (DOTS, ""), ACROSS_LINES)
            found |= {((row, column), (row, column + 1)) for column in places}
    return found


def _drawn(line: str, number: int, width: int, at_dots: tuple[str, str], between: str) -> set[int]:
    """In which columns a line is drawn: at the places of the dots, or between them."""
    free, drawn = at_dots
    found, padded = set(), line.rstrip().ljust(PITCH * width + 1)
    for place, letter in enumerate(padded):
        column, beside = divmod(place, PITCH)
        is_drawn = letter in (between if beside else drawn)
        if column > width or not (is_drawn or letter in (" " if beside else free)):
            raise ValueError(f"line {number} has {spelled(letter)} as letter {place + 1}")
        if is_drawn:
            found.add(column)
        if beside == PITCH - 1 and (padded[place - 1] == " ") != (letter == " "):
            raise ValueError(f"line {number} has half a line before letter {place + 2}")
    return found


def read_numbers(text: str, rows: int, width: int) -> list[list[int]]:
    """So many lines of so many whole numbers."""
    lines = [line.replace(",", " ").split() for line in text.splitlines() if line.strip()]
    if [len(line) for line in lines] != [width] * rows:
        raise ValueError(f"it takes {rows} lines with {width} numbers each")
    for word in (word for line in lines for word in line):
        if not word.isascii() or not word.isdigit():
            raise ValueError(f"{spelled(word)} is no number of seeds")
    return [[int(word) for word in line] for line in lines]


def read_fen(text: str, size: int, men: str) -> tuple[list[str], str]:
    """The squares of a FEN, last rank first, and who moves: "w" or "b"."""
    ranks, _, rest = text.strip().partition(" ")
    turn = (rest.split() or ["w"])[0]
    if turn not in ("w", "b"):
        raise ValueError(f"who moves is w or b in a FEN, and this one has {spelled(turn)}")
    lines = [_read_rank(rank, number, men) for number, rank in enumerate(ranks.split("/"))]
    if [len(line) for line in lines] != [size] * size:
        raise ValueError(f"it is no board of {size} × {size} squares")
    return lines, turn


def _read_rank(rank: str, number: int, men: str) -> str:
    cells, count = "", ""
    for letter in rank + "/":
        if letter.isascii() and letter.isdigit():
            count += letter
            continue
        cells += "·" * min(int(count or "0"), 64)
        count = ""
        if letter in men:
            cells += letter
        elif letter != "/":
            raise ValueError(
                f"rank {number + 1} from above has {spelled(letter)}; men here are {men}"
            )
    return cells
