"""A position as a picture: the game's own `svg(state)`, or a drawing that fits its kind.

Rows are coins, heaps are stacks, boards are grids read off `show`, graphs are circles; anything
else is the text of `show` in a box. Parts that stand for a move name it in `data-move`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import cos, pi, sin
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.faces.canvas import MONO, Canvas
from zermelo.faces.frames import one_line
from zermelo.games.boards import Kalah
from zermelo.games.chess import ChessEnding
from zermelo.games.graphs import CatAndMouse, NoRevisit, TokenGraph
from zermelo.games.heaps import TurningTurtles
from zermelo.games.pools import DotsAndBoxes
from zermelo.games.rows import IntervalGame, RowGame, Rows
from zermelo.games.sowing import Awari
from zermelo.games.stones import StoneGameVI, StoneGameVIII
from zermelo.limits.amounts import count_text
from zermelo.model import shapes
from zermelo.model.combine import Misere
from zermelo.model.game import Game, LastMoverLoses, LastMoverWins, Move, PayoffGame, State
from zermelo.model.numerals import written
from zermelo.solution.play import move_name

PICTURES: dict[type, str] = {
    shapes.Row: "row",
    shapes.FrontRow: "front",
    shapes.CapRow: "cap",
    shapes.TakeHeap: "heap",
    shapes.DivisorHeap: "heap",
    shapes.OctalHeaps: "heap",
    shapes.NimHeaps: "heap",
    shapes.RacePool: "pool",
    shapes.ScoredPool: "pool",
}
MOST_MOVES = 300  # that are tied to parts of a drawing
MOST_COINS = 60
TALLEST = 24  # stones of a stack that are drawn one by one
COIN, GAP = 22, 8
CELL = 46
CHESS = {"K": "♔", "Q": "♕", "R": "♖", "k": "♚"}

Tags = dict[Any, list[str]]


def picture_of(game_class: type[Game]) -> str:
    """Which picture of its states fits a class of games.

    >>> from zermelo.games import Ends, Subtraction
    >>> picture_of(Ends), picture_of(Subtraction)
    ('row', 'heap')
    """
    game = _sample(game_class)
    if game is not None:
        return picture_for(game)
    return "row" if issubclass(game_class, IntervalGame) else "list"


def _sample(game_class: type[Game]) -> Game | None:
    """A small instance: the example, or one that needs no arguments."""
    make: Callable[[], Game] = getattr(game_class, "example_game", game_class)
    try:
        return make()
    except (TypeError, ZermeloError):
        return None


def picture_for(game: Game) -> str:
    """Which picture of its states fits a game."""
    if isinstance(game, Misere):
        return picture_for(game.game)
    if isinstance(game, PayoffGame):
        return "list"
    if isinstance(game, IntervalGame):
        return "row"
    known = PICTURES.get(type(game.shape))
    if known is not None:
        return known
    if isinstance(game, RowGame):
        return "front"
    if _is_graph(game):
        return "graph"
    if "\n" in str(game.show(game.start)):
        return "board"
    return "heap" if _heaps(game, game.start) is not None else "list"


def svg_of(game: Game, state: State) -> str:
    """A drawing of the position, as SVG.

    >>> from zermelo.games import Ends
    >>> svg_of(Ends((5, 3)), (0, 1)).startswith("<svg")
    True
    """
    if isinstance(game, Misere):
        return svg_of(game.game, state)
    own = getattr(game, "svg", None)
    if callable(own):
        return str(own(state))
    return _drawn(game, state).svg()


def _drawn(game: Game, state: State) -> Canvas:
    canvas = Canvas(one_line(game.show(state)))
    for fits, draw in DRAWINGS:
        if fits(game, state):
            draw(canvas, game, state)
            return canvas
    _draw_text(canvas, str(game.show(state)))
    return canvas


def _moves(game: Game, state: State) -> Iterator[tuple[str, Move]]:
    """The names of the moves as a session spells them, and the moves."""
    for move in islice(game.moves(state), MOST_MOVES):
        yield one_line(move_name(game, move)), move


def _tags(game: Game, state: State, place: Callable[[Move], Any]) -> Tags:
    """The moves by the part of the drawing they belong to; a place of None is no part."""
    tags: Tags = {}
    for name, move in _moves(game, state):
        at = place(move)
        if at is not None:
            tags.setdefault(at, []).append(name)
    return tags


# -- rows ------------------------------------------------------------------------------------------


def _is_interval(game: Game, state: State) -> bool:
    return isinstance(game, IntervalGame) or (
        isinstance(game.shape, shapes.Row) and state in game.shape
    )


def _draw_interval(canvas: Canvas, game: Game, state: State) -> None:
    values = game.row if isinstance(game, IntervalGame) else game.shape.values
    left, right = state
    tags = _tags(game, state, lambda move: _end_taken(state, move.to))
    _draw_coins(canvas, values, lambda place: left <= place <= right, tags, focus=(left, right))


def _end_taken(state: tuple[int, int], to: tuple[int, int]) -> int | None:
    """The coin on the inner side of what a move takes away."""
    if to[1] < state[1]:
        return to[1] + 1
    return to[0] - 1 if to[0] > state[0] else None


def _draw_coins(
    canvas: Canvas,
    values: Sequence[Any],
    is_left: Callable[[int], bool],
    tags: Tags,
    y: float = 0,
    focus: tuple[int, int] = (0, 0),
) -> None:
    """Coins in a line, those that are gone as empty rings; a long row is cut around its ends."""
    x: float = GAP
    for place in _places(len(values), focus):
        if place is None:
            canvas.text(x + COIN, y + COIN + GAP, "…", 24, "note")
            x += 2 * COIN + GAP
            continue
        text = written(values[place])
        wide = max(COIN, 5.2 * len(text) + 4)
        here = is_left(place)
        look = "coin" if here else "gone"
        moves = tags.get(place, ())
        if wide > COIN:
            canvas.box(x, y + GAP, 2 * wide, 2 * COIN, look, moves, round=COIN)
        else:
            canvas.circle(x + COIN, y + COIN + GAP, COIN, look, moves)
        canvas.text(x + wide, y + COIN + GAP, text, 17, "words" if here else "note")
        x += 2 * wide + GAP
    if not values:
        canvas.text(GAP, y + COIN + GAP, "an empty row", 16, "note", anchor="start")


def _places(size: int, focus: tuple[int, int]) -> list[int | None]:
    """The places that are drawn; None for a stretch that is left out."""
    if size <= MOST_COINS:
        return list(range(size))
    near = {place for end in focus for place in range(end - 6, end + 7) if 0 <= place < size}
    drawn: list[int | None] = []
    for place in sorted(near | {0, size - 1}):
        if drawn and drawn[-1] != place - 1:
            drawn.append(None)
        drawn.append(place)
    return drawn


def _draw_rows(canvas: Canvas, game: Rows, state: State) -> None:
    tags = _tags(game, state, lambda move: _row_taken(state, move.to))
    for number, (row, (left, right)) in enumerate(zip(game.rows, state, strict=True)):
        own = {place: names for (line, place), names in tags.items() if line == number}
        y = number * (2 * COIN + 2 * GAP)
        here = range(left, right + 1)
        _draw_coins(canvas, row, here.__contains__, own, y, (left, right))
        if game.closed[number]:
            canvas.line(3, y + GAP, 3, y + GAP + 2 * COIN, "edge")


def _row_taken(state: Any, to: Any) -> tuple[int, int | None]:
    number = next(k for k, part in enumerate(state) if part != to[k])
    return number, _end_taken(state[number], to[number])


def _is_front(game: Game, state: State) -> bool:  # noqa: ARG001
    return isinstance(game.shape, shapes.FrontRow | shapes.CapRow) or isinstance(game, RowGame)


def _draw_front(canvas: Canvas, game: Game, state: State) -> None:
    values = game.row if isinstance(game, RowGame) else game.shape.values
    gone = _front(state)
    tags = _tags(game, state, lambda move: _front(move.to) - 1)
    _draw_coins(canvas, values, lambda place: place >= gone, tags, focus=(gone, gone + 12))
    if isinstance(game.shape, shapes.CapRow):
        words = f"M = {written(state[1])}: take 1 to {written(2 * state[1])}"
        canvas.text(GAP, 2 * COIN + 4 * GAP, words, 16, "note", anchor="start")


def _draw_merged(canvas: Canvas, game: StoneGameVIII, state: int) -> None:
    """The stone that the first ones have become, and the others."""
    values = (game.total(0, state), *game.row[state:])
    tags = _tags(game, state, lambda move: move.to - state)
    _draw_coins(canvas, values, lambda _: True, tags, focus=(0, 12))


def _front(state: Any) -> int:
    return int(state[0] if isinstance(state, tuple) else state)


# -- heaps -----------------------------------------------------------------------------------------


def _heaps(game: Game, state: State) -> tuple[int, ...] | None:
    """The heaps of a last-move game, where its state is one number or several."""
    heapy = isinstance(game.shape, shapes.TakeHeap | shapes.DivisorHeap | shapes.SortedHeaps)
    last = isinstance(game, LastMoverWins | LastMoverLoses)
    if not (heapy or last) or isinstance(game, TurningTurtles):
        return None
    parts = state if isinstance(state, tuple) else (state,)
    whole = all(type(part) is int and part >= 0 for part in parts)
    return parts if whole and not _is_graph(game) else None


def _draw_heaps(canvas: Canvas, game: Game, state: State) -> None:
    heaps = _heaps(game, state) or ()
    tags = _tags(game, state, lambda move: _stone_taken(game, state, move.to))
    tall = min(TALLEST, max(heaps, default=1)) * 16 + 24
    for number, heap in enumerate(heaps):
        own = {stone: names for (stack, stone), names in tags.items() if stack == number}
        _draw_stack(canvas, GAP + number * 92, tall, heap, own)
    if not any(heaps):
        canvas.text(GAP, COIN, "no stones are left", 16, "note", anchor="start")


def _draw_stack(canvas: Canvas, x: float, floor: float, heap: int, tags: Tags) -> None:
    drawn = heap if heap <= TALLEST else 0
    for stone in range(drawn):
        canvas.box(x, floor - 16 * (stone + 1), 76, 14, "stone", tags.get(stone, ()), round=7)
    if heap > TALLEST:
        canvas.box(x, floor - 16 * TALLEST, 76, 16 * TALLEST - 2, "stone")
    canvas.text(x + 38, floor + 14, count_text(heap), 17)


def _stone_taken(game: Game, state: Any, to: Any) -> tuple[int, int] | None:
    """The heap that a move changes, and the lowest stone that goes with it."""
    if not isinstance(state, tuple):
        return 0, to
    if _heaps_are_sorted(game):
        return _sorted_heap_taken(state, to)
    changed = [k for k, part in enumerate(state) if part != to[k]]
    return (changed[0], to[changed[0]]) if len(changed) == 1 else None


def _heaps_are_sorted(game: Game) -> bool:
    return hasattr(game, "heaps")


def _sorted_heap_taken(state: Any, to: Any) -> tuple[int, int] | None:
    gone = list((Counter(state) - Counter(to)).elements())
    come = sorted((Counter(to) - Counter(state)).elements())
    if len(gone) != 1:
        return None
    return state.index(gone[0]), come[0] if come else 0


# -- pools and coins that turn ---------------------------------------------------------------------


def _is_pool(game: Game, state: State) -> bool:  # noqa: ARG001
    return isinstance(game.shape, shapes.RacePool) or isinstance(game, StoneGameVI)


def _draw_pool(canvas: Canvas, game: Game, state: int) -> None:
    race = isinstance(game.shape, shapes.RacePool)
    items = _tile_texts(game)
    tags = _tags(game, state, lambda move: (move.to ^ state).bit_length() - 1)
    for place, text in enumerate(items):
        x, y = GAP + place % 10 * 74, GAP + place // 10 * 62
        used = bool(state >> place & 1)
        canvas.box(x, y, 66, 54, "gone" if used else "coin", tags.get(place, ()), round=10)
        canvas.text(x + 33, y + 27, text, 18, "note" if used else "words")
    if race:
        total = f"total {written(game.shape.total(state))} of {written(game.shape.target)}"
        canvas.text(GAP, canvas.height + 22, total, 16, "note", anchor="start")
    elif items:
        canvas.text(GAP, canvas.height + 22, "Alice | Bob", 16, "note", anchor="start")


def _tile_texts(game: Game) -> list[str]:
    if isinstance(game, StoneGameVI):
        return [f"{written(a)} | {written(b)}" for a, b in zip(game.alice, game.bob, strict=True)]
    return [written(number) for number in game.shape.pool]


def _draw_turtles(canvas: Canvas, game: TurningTurtles, state: int) -> None:
    tags = _tags(game, state, lambda move: (move.to ^ state).bit_length() - 1)
    for place, side in enumerate(game.show(state)):
        x = GAP + COIN + place * (2 * COIN + GAP)
        canvas.circle(x, COIN + GAP, COIN, "coin" if side == "H" else "shade", tags.get(place, ()))
        canvas.text(x, COIN + GAP, side, 18)
        canvas.text(x, 2 * COIN + 3 * GAP, str(place + 1), 13, "note")


def _draw_dots(canvas: Canvas, game: DotsAndBoxes, state: int) -> None:
    side = 64
    tags = _tags(game, state, lambda move: (move.to ^ state).bit_length() - 1)
    for number, box in enumerate(game.boxes):
        row, column = divmod(number, game.width)
        if state & box == box:
            canvas.box(20 + column * side, 20 + row * side, side, side, "shade", round=0)
    for line in range(game.lines):
        look = "drawn" if state >> line & 1 else "open"
        canvas.line(*_dot_line(game, line, side), look, tags.get(line, ()))
    for row in range(game.height + 1):
        for column in range(game.width + 1):
            canvas.circle(20 + column * side, 20 + row * side, 6, "stone")
    canvas.width, canvas.height = canvas.width + 8, canvas.height + 8


def _dot_line(game: DotsAndBoxes, line: int, side: int) -> tuple[float, float, float, float]:
    across = (game.height + 1) * game.width
    if line < across:
        row, column = divmod(line, game.width)
        return 20 + column * side, 20 + row * side, 20 + (column + 1) * side, 20 + row * side
    row, column = divmod(line - across, game.width + 1)
    return 20 + column * side, 20 + row * side, 20 + column * side, 20 + (row + 1) * side


# -- boards ----------------------------------------------------------------------------------------


def _draw_sowing(canvas: Canvas, game: Any, state: State) -> None:
    """The mover's houses below, the other's above from right to left."""
    mine, theirs = state[: game.houses], state[game.houses :]
    tags = _tags(game, state, lambda move: int(str(move.label).split()[-1]) - 1)
    for row, seeds in enumerate((theirs[::-1], mine)):
        for place, count in enumerate(seeds):
            x, y = 40 + place * 76, 40 + row * 76
            own = tags.get(place, ()) if row else ()
            canvas.circle(x, y, 32, "coin" if row else "shade", own)
            canvas.text(x, y, str(count), 22)
    canvas.text(40 + (game.houses - 1) * 38, 164, "mover's row below", 13, "note")


def _grid(text: str) -> tuple[list[list[str]], list[str]] | None:
    """Squares line by line, and the lines of words; None where a text is no board."""
    squares: list[list[str]] = []
    words: list[str] = []
    for line in text.split("\n"):
        tokens = line.split() if " " in line else list(line)
        if tokens and all(len(token) == 1 for token in tokens):
            squares.append(tokens)
        else:
            words.append(line)
    return (squares, words) if len(squares) > 1 or (squares and not words) else None


def _is_board(game: Game, state: State) -> bool:
    text = str(game.show(state))
    start = str(game.show(game.start))
    return "\n" in start and not isinstance(game, DotsAndBoxes) and _grid(text) is not None


def _draw_board(canvas: Canvas, game: Game, state: State) -> None:
    found = _grid(str(game.show(state)))
    assert found is not None
    squares, words = found
    tags = _tags(game, state, lambda move: _square_of(game, squares, move.to))
    for row, line in enumerate(squares):
        for column, mark in enumerate(line):
            dark = isinstance(game, ChessEnding) and (len(squares) - row + column) % 2
            x, y = GAP + column * CELL, GAP + row * CELL
            look = "shade" if dark else "cell"
            canvas.box(x, y, CELL, CELL, look, tags.get((row, column), ()), round=0)
            _draw_mark(canvas, game, mark, x + CELL / 2, y + CELL / 2)
    below = canvas.height + 18
    for number, word in enumerate(filter(None, words)):
        canvas.text(GAP, below + 22 * number, word, 15, "note", anchor="start")


def _square_of(game: Game, squares: list[list[str]], to: State) -> tuple[int, int] | None:
    """The square that a move fills, or the first one that it changes."""
    after = (_grid(str(game.show(to))) or ([], []))[0]
    changed = [
        (row, column)
        for row, line in enumerate(squares)
        for column, mark in enumerate(line)
        if row >= len(after) or column >= len(after[row]) or after[row][column] != mark
    ]
    filled = [(r, c) for r, c in changed if r < len(after) and c < len(after[r])]
    filled = [(r, c) for r, c in filled if after[r][c] not in "·.-_ "]
    return next(iter(filled or changed), None)


def _draw_mark(canvas: Canvas, game: Game, mark: str, x: float, y: float) -> None:
    if mark in "·.":
        return
    if mark == "X":
        canvas.line(x - 12, y - 12, x + 12, y + 12, "first")
        canvas.line(x - 12, y + 12, x + 12, y - 12, "first")
    elif mark == "O":
        canvas.circle(x, y, 13, "second")
    elif mark == "□":
        canvas.box(x - 16, y - 16, 32, 32, "coin")
    elif mark == "x":
        canvas.box(x - 16, y - 16, 32, 32, "stone")
        canvas.text(x, y, "☠", 20)
    else:
        chess = isinstance(game, ChessEnding)
        canvas.text(x, y, CHESS.get(mark, mark) if chess else mark, 32 if chess else 22)


# -- graphs ----------------------------------------------------------------------------------------


def _is_graph(game: Game) -> bool:
    return isinstance(game, TokenGraph | NoRevisit | CatAndMouse)


def _draw_graph(canvas: Canvas, game: Any, state: State) -> None:
    size = len(game.graph)
    radius = max(90, 17 * size)
    middle = radius + 34
    turn = [2 * pi * k / max(1, size) - pi / 2 for k in range(size)]
    spots = [(middle + radius * cos(angle), middle + radius * sin(angle)) for angle in turn]
    canvas.width = canvas.height = 2.0 * middle
    for vertex, row in enumerate(game.graph):
        for other in row:
            both = vertex in game.graph[other]
            if not both or vertex <= other:
                _draw_edge(canvas, spots[vertex], spots[other], one_way=not both)
    tags = _tags(game, state, lambda move: _vertex_entered(state, move.to))
    for vertex, (x, y) in enumerate(spots):
        visited = isinstance(game, NoRevisit) and state[1] >> vertex & 1
        canvas.circle(x, y, 24, "shade" if visited else "cell", tags.get(vertex, ()))
        canvas.text(x, y - 8, str(vertex), 14, "note")
        here = _standing(game, state, vertex)
        canvas.text(x, y + 8, here, 18 if len(here) == 1 else 12)


def _draw_edge(
    canvas: Canvas, one: tuple[float, float], two: tuple[float, float], *, one_way: bool
) -> None:
    (x1, y1), (x2, y2) = one, two
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    canvas.line(x1, y1, x2, y2, "edge")
    if one_way:
        x, y = x2 - 26 * dx, y2 - 26 * dy
        wing = f"{x - 11 * dx - 6 * dy:.1f} {y - 11 * dy + 6 * dx:.1f}"
        other = f"{x - 11 * dx + 6 * dy:.1f} {y - 11 * dy - 6 * dx:.1f}"
        canvas.path(f"M{wing} L{x:.1f} {y:.1f} L{other}", "edge")


def _vertex_entered(state: Any, to: Any) -> int:
    if not isinstance(state, tuple):
        return int(to)
    return int(to[1] if len(state) == 3 and to[1] != state[1] else to[0])


def _standing(game: Game, state: Any, vertex: int) -> str:
    """Who stands on a vertex."""
    if isinstance(game, CatAndMouse):
        cat, mouse = state[1] == vertex, state[0] == vertex
        return "caught" if cat and mouse else "cat" if cat else "mouse" if mouse else ""
    here = state[0] if isinstance(game, NoRevisit) else state
    return "●" if here == vertex else ""


# -- anything else ---------------------------------------------------------------------------------


def _draw_text(canvas: Canvas, text: str) -> None:
    lines = text.split("\n")
    wide = max(len(line) for line in lines) * 10.2 + 28
    canvas.box(GAP, GAP, wide, 24 * len(lines) + 18, "cell")
    for number, line in enumerate(lines):
        canvas.text(GAP + 14, GAP + 22 + 24 * number, line, 16, anchor="start", font=MONO)


Drawing = tuple[Callable[[Game, State], bool], Callable[[Canvas, Any, State], None]]
DRAWINGS: tuple[Drawing, ...] = (
    (_is_interval, _draw_interval),
    (lambda game, _: isinstance(game, Rows), _draw_rows),
    (lambda game, _: isinstance(game, StoneGameVIII), _draw_merged),
    (_is_front, _draw_front),
    (_is_pool, _draw_pool),
    (lambda game, _: isinstance(game, TurningTurtles), _draw_turtles),
    (lambda game, _: isinstance(game, DotsAndBoxes), _draw_dots),
    (lambda game, _: isinstance(game, Kalah | Awari), _draw_sowing),
    (lambda game, _: _is_graph(game), _draw_graph),
    (_is_board, _draw_board),
    (lambda game, state: _heaps(game, state) is not None, _draw_heaps),
)
