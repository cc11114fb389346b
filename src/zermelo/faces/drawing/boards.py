"""Boards, dots, pits and graphs: things that lie in a plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from zermelo.faces.canvas import Canvas
from zermelo.faces.drawing.moment import NO_MOMENT, Moment
from zermelo.faces.drawing.parts import PartKey, Tags, closed_boxes
from zermelo.model.numerals import written
from zermelo.model.pictures import Board, Dot, Dots, Network, Pits, Segment

SQUARE_GAP = 8
CELL = 46
COLUMN_HEAD = 26  # of a column's name above the board
EDGE = 20  # for the names of rows and columns
SIDE = 64  # of a box between four dots
PIT, STORE = 76, 64
EMPTY_MARKS = "·."
WHITE_MEN = dict(zip("♔♕♖♗♘♙", "♚♛♜♝♞♟", strict=True))  # drawn in white, with the fuller shape
Point = tuple[float, float]
Parts = frozenset[PartKey]


def draw_board(canvas: Canvas, picture: Board, tags: Tags, last: Parts = frozenset()) -> None:
    """Squares with their marks, names along the edges, the last move and the line that decides."""
    left, top = SQUARE_GAP + (EDGE if picture.rows else 0), SQUARE_GAP
    if picture.columns and picture.discs:
        _draw_heads(canvas, picture, tags, left)
        top += COLUMN_HEAD
    spots = {
        (row, column): (left + column * CELL, top + row * CELL)
        for row, line in enumerate(picture.cells)
        for column in range(len(line))
    }
    for (row, column), (x, y) in spots.items():
        canvas.box(
            x, y, CELL, CELL, _ground(picture, row, column), tags.get((row, column), []), round=0
        )
        _draw_mark(canvas, picture, picture.cells[row][column], x + CELL / 2, y + CELL / 2)
    for square in last - picture.line:
        if square in spots:
            x, y = spots[square]
            canvas.box(x + 4, y + 4, CELL - 8, CELL - 8, "last", round=6)
    for square in picture.line:
        x, y = spots[square]
        canvas.box(x + 3, y + 3, CELL - 6, CELL - 6, "decides", round=6)
    _draw_edges(canvas, picture, left, top)
    below = canvas.height + 18
    for number, note in enumerate(filter(None, picture.notes)):
        canvas.text(SQUARE_GAP, below + 22 * number, note, 15, "note", anchor="start")


def _ground(picture: Board, row: int, column: int) -> str:
    if not picture.checkered:
        return "cell"
    return "light" if (len(picture.cells) - row + column) % 2 == 0 else "dark"


def _draw_heads(canvas: Canvas, picture: Board, tags: Tags, left: float) -> None:
    """A button above each column, for the move of its name."""
    meant = {name for names in tags.values() for name in names}
    for column, name in enumerate(picture.columns):
        x = left + column * CELL
        moves = [name] if name in meant else []
        canvas.box(x + 3, 2, CELL - 6, COLUMN_HEAD, "head", moves, round=8)
        canvas.text(x + CELL / 2, 2 + COLUMN_HEAD / 2, name, 15, "words" if moves else "note")


def _draw_edges(canvas: Canvas, picture: Board, left: float, top: float) -> None:
    for row, name in enumerate(picture.rows):
        canvas.text(SQUARE_GAP + EDGE / 2 - 3, top + (row + 0.5) * CELL, name, 13, "note")
    if picture.columns and not picture.discs:
        bottom = top + len(picture.cells) * CELL + 11
        for column, name in enumerate(picture.columns):
            canvas.text(left + (column + 0.5) * CELL, bottom, name, 13, "note")


def _draw_mark(canvas: Canvas, picture: Board, mark: str, x: float, y: float) -> None:
    if picture.discs:
        _draw_disc(canvas, mark, x, y)
    elif mark in EMPTY_MARKS:
        return
    elif mark == "X":
        canvas.line(x - 12, y - 12, x + 12, y + 12, "first")
        canvas.line(x - 12, y + 12, x + 12, y - 12, "first")
    elif mark == "O":
        canvas.circle(x, y, 13, "second")
    elif mark == "□":
        canvas.box(x - 16, y - 16, 32, 32, "coin")
    elif mark == "☠":
        canvas.box(x - 16, y - 16, 32, 32, "stone")
        canvas.text(x, y, mark, 20)
    elif mark in WHITE_MEN:
        canvas.text(x, y, WHITE_MEN[mark], 34, "white")
    elif mark in WHITE_MEN.values():
        canvas.text(x, y, mark, 34, "black")
    else:
        canvas.text(x, y, mark, 32 if picture.checkered else 22)


def _draw_disc(canvas: Canvas, mark: str, x: float, y: float) -> None:
    """A hole or a disc; the second player's has a ring, so that colour is not all that differs."""
    if mark in EMPTY_MARKS:
        canvas.circle(x, y, 18, "hole")
    elif mark == "X":
        canvas.circle(x, y, 18, "first-disc")
    elif mark == "O":
        canvas.circle(x, y, 18, "second-disc")
        canvas.circle(x, y, 10, "second")
    else:
        canvas.text(x, y, mark, 22)


def draw_dots(
    canvas: Canvas,
    picture: Dots,
    tags: Tags,
    last: Parts = frozenset(),
    owners: Mapping[Dot, int] | None = None,
    names: Sequence[str] = (),
) -> None:
    """Closed boxes with the first letters of their owners, then lines, then dots."""
    for dot in sorted(closed_boxes(picture)):
        _draw_box(canvas, dot, (owners or {}).get(dot), names)
    for segment in _segments(picture):
        look = "drawn" if segment in picture.drawn else "open"
        canvas.line(*_spot(segment[0]), *_spot(segment[1]), look, tags.get(segment, []))
        if segment in last:
            canvas.line(*_spot(segment[0]), *_spot(segment[1]), "decides")
    for row in range(picture.height + 1):
        for column in range(picture.width + 1):
            canvas.circle(*_spot((row, column)), 6, "stone")
    canvas.width, canvas.height = canvas.width + 8, canvas.height + 8


def _draw_box(canvas: Canvas, dot: Dot, owner: int | None, names: Sequence[str]) -> None:
    look = {0: "first-box", 1: "second-box"}.get(-1 if owner is None else owner, "shade")
    x, y = _spot(dot)
    canvas.box(x, y, SIDE, SIDE, look, round=0)
    if owner is not None and owner < len(names):
        canvas.text(x + SIDE / 2, y + SIDE / 2, names[owner].split()[0], 15)


def _spot(dot: Dot) -> Point:
    return 20 + dot[1] * SIDE, 20 + dot[0] * SIDE


def _segments(picture: Dots) -> list[Segment]:
    """All lines that can be drawn, those across first."""
    rows, columns = range(picture.height + 1), range(picture.width + 1)
    across = [((row, column), (row, column + 1)) for row in rows for column in columns[:-1]]
    down = [((row, column), (row + 1, column)) for row in rows[:-1] for column in columns]
    return across + down


def draw_pits(canvas: Canvas, picture: Pits, tags: Tags, moment: Moment = NO_MOMENT) -> None:
    """Both rows and the stores; whoever moves first sits below, whoever moves now can sow."""
    left = 2.0 * SQUARE_GAP + (STORE if picture.stores else 0)
    for player in (0, 1):
        own = player == moment.player
        seeds = picture.mine if own else picture.theirs
        for place, count in enumerate(seeds):
            column = len(seeds) - 1 - place if player else place
            spot = left + PIT / 2 + column * PIT, 76.0 if player else 76.0 + PIT
            canvas.circle(*spot, 32, "coin" if own else "shade", tags.get(place, []) if own else [])
            canvas.text(*spot, str(count), 22)
            canvas.text(spot[0], spot[1] + (-43 if player else 43), str(place + 1), 13, "note")
            if _is_sown(picture, place, player, moment):
                canvas.circle(*spot, 27, "last")
    names = moment.names or ("the player to move", "")
    canvas.text(left, 66 + 2 * PIT, names[0], 14, "note", anchor="start")
    canvas.text(left, 14, names[1], 14, "note", anchor="start")
    if picture.stores:
        _draw_stores(canvas, moment, left + len(picture.mine) * PIT)


def _is_sown(picture: Pits, place: int, player: int, moment: Moment) -> bool:
    """Whether the last move has sown this pit."""
    if not moment.past or moment.past[-1].player != player:
        return False
    return picture.labels[place : place + 1] == [moment.past[-1].move.label]


def _draw_stores(canvas: Canvas, moment: Moment, right: float) -> None:
    """What each has gained: the first player's at the right, the second's at the left."""
    totals = moment.totals or (0, 0)
    for x, look, total in ((right, "first-box", totals[0]), (SQUARE_GAP, "second-box", totals[1])):
        canvas.box(x, 44, STORE, 2 * PIT - 12, look, round=30)
        canvas.text(x + STORE / 2, 38 + PIT, written(total), 24)


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
