"""Boards, dots, pits and graphs: things that lie in a plane."""

from __future__ import annotations

from math import cos, pi, sin

from zermelo.faces.canvas import Canvas
from zermelo.faces.drawing.parts import Tags
from zermelo.model.pictures import Board, Dot, Dots, Network, Pits, Segment

SQUARE_GAP = 8
CELL = 46
SIDE = 64  # of a box between four dots
Point = tuple[float, float]


def draw_board(canvas: Canvas, picture: Board, tags: Tags) -> None:
    """Squares with their marks, and the notes below."""
    for row, line in enumerate(picture.cells):
        for column, mark in enumerate(line):
            dark = picture.checkered and (len(picture.cells) - row + column) % 2
            x, y = SQUARE_GAP + column * CELL, SQUARE_GAP + row * CELL
            look = "shade" if dark else "cell"
            canvas.box(x, y, CELL, CELL, look, tags.get((row, column), []), round=0)
            _draw_mark(canvas, mark, x + CELL / 2, y + CELL / 2, 32 if picture.checkered else 22)
    below = canvas.height + 18
    for number, note in enumerate(filter(None, picture.notes)):
        canvas.text(SQUARE_GAP, below + 22 * number, note, 15, "note", anchor="start")


def _draw_mark(canvas: Canvas, mark: str, x: float, y: float, size: float) -> None:
    if mark in "·.":
        return
    if mark == "X":
        canvas.line(x - 12, y - 12, x + 12, y + 12, "first")
        canvas.line(x - 12, y + 12, x + 12, y - 12, "first")
    elif mark == "O":
        canvas.circle(x, y, 13, "second")
    elif mark == "□":
        canvas.box(x - 16, y - 16, 32, 32, "coin")
    elif mark == "☠":
        canvas.box(x - 16, y - 16, 32, 32, "stone")
        canvas.text(x, y, mark, 20)
    else:
        canvas.text(x, y, mark, size)


def draw_dots(canvas: Canvas, picture: Dots, tags: Tags) -> None:
    """Closed boxes, then lines, then dots."""
    for row in range(picture.height):
        for column in range(picture.width):
            if _box(row, column) <= picture.drawn:
                canvas.box(*_spot((row, column)), SIDE, SIDE, "shade", round=0)
    for segment in _segments(picture):
        look = "drawn" if segment in picture.drawn else "open"
        canvas.line(*_spot(segment[0]), *_spot(segment[1]), look, tags.get(segment, []))
    for row in range(picture.height + 1):
        for column in range(picture.width + 1):
            canvas.circle(*_spot((row, column)), 6, "stone")
    canvas.width, canvas.height = canvas.width + 8, canvas.height + 8


def _spot(dot: Dot) -> Point:
    return 20 + dot[1] * SIDE, 20 + dot[0] * SIDE


def _segments(picture: Dots) -> list[Segment]:
    """All lines that can be drawn, those across first."""
    rows, columns = range(picture.height + 1), range(picture.width + 1)
    across = [((row, column), (row, column + 1)) for row in rows for column in columns[:-1]]
    down = [((row, column), (row + 1, column)) for row in rows[:-1] for column in columns]
    return across + down


def _box(row: int, column: int) -> set[Segment]:
    """The four lines around a box."""
    here, right, below = (row, column), (row, column + 1), (row + 1, column)
    far = (row + 1, column + 1)
    return {(here, right), (here, below), (right, far), (below, far)}


def draw_pits(canvas: Canvas, picture: Pits, tags: Tags) -> None:
    """The mover's pits below, the other's above from right to left."""
    for row, seeds in enumerate((picture.theirs[::-1], picture.mine)):
        for place, count in enumerate(seeds):
            x, y = 40 + place * 76, 40 + row * 76
            own = tags.get(place, []) if row else []
            canvas.circle(x, y, 32, "coin" if row else "shade", own)
            canvas.text(x, y, str(count), 22)
    canvas.text(40 + (len(picture.mine) - 1) * 38, 164, "mover's row below", 13, "note")


def draw_network(canvas: Canvas, picture: Network, tags: Tags) -> None:
    """The vertices on a circle, edges as lines, those that lead one way with an arrow head."""
    size = len(picture.graph)
    radius = max(90, 17 * size)
    middle = radius + 34
    turn = [2 * pi * k / max(1, size) - pi / 2 for k in range(size)]
    spots = [(middle + radius * cos(angle), middle + radius * sin(angle)) for angle in turn]
    canvas.width = canvas.height = 2.0 * middle
    for vertex, row in enumerate(picture.graph):
        for other in row:
            both = vertex in picture.graph[other]
            if not both or vertex <= other:
                _draw_edge(canvas, spots[vertex], spots[other], one_way=not both)
    for vertex, (x, y) in enumerate(spots):
        look = "shade" if vertex in picture.visited else "cell"
        canvas.circle(x, y, 24, look, tags.get(vertex, []))
        canvas.text(x, y - 8, str(vertex), 14, "note")
        here = _standing(picture, vertex)
        canvas.text(x, y + 8, here, 18 if len(here) == 1 else 12)


def _draw_edge(canvas: Canvas, one: Point, two: Point, *, one_way: bool) -> None:
    (x1, y1), (x2, y2) = one, two
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    canvas.line(x1, y1, x2, y2, "edge")
    if one_way:
        x, y = x2 - 26 * dx, y2 - 26 * dy
        wing = f"{x - 11 * dx - 6 * dy:.1f} {y - 11 * dy + 6 * dx:.1f}"
        other = f"{x - 11 * dx + 6 * dy:.1f} {y - 11 * dy - 6 * dx:.1f}"
        canvas.path(f"M{wing} L{x:.1f} {y:.1f} L{other}", "edge")


def _standing(picture: Network, vertex: int) -> str:
    """Who stands on a vertex."""
    here = [name for name, at in picture.tokens if at == vertex]
    return picture.meeting if len(here) > 1 and picture.meeting else ", ".join(here)
