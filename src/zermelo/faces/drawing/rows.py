"""Coins, stacks, tiles and discs: things that lie in a line."""

from __future__ import annotations

from zermelo.faces.canvas import Canvas
from zermelo.faces.drawing.parts import Tags
from zermelo.limits.amounts import count_text
from zermelo.model.exact import Number
from zermelo.model.numerals import written
from zermelo.model.pictures import CoinRows, Coins, Discs, Stacks, Tiles

MOST_COINS_DRAWN = 60
TALLEST = 24  # stones of a stack that are drawn one by one
COIN, COIN_GAP = 22, 8
LINE_OF_COINS = 2 * COIN + 2 * COIN_GAP
COINS_ABREAST, COINS_A_LINE = 12, 10  # in one line; in each where one does not hold them


def draw_coins(canvas: Canvas, picture: Coins, tags: Tags, y: float = 0) -> float:
    """Coins in lines of ten, those that are gone as empty rings; where the picture ends below.

    A long row is cut around its ends. Lines are short, so that a phone can show them.
    """
    x: float = COIN_GAP
    places = _places(picture)
    for number, place in enumerate(places):
        if number and number % COINS_A_LINE == 0 and len(places) > COINS_ABREAST:
            x, y = COIN_GAP, y + LINE_OF_COINS
        if place is None:
            canvas.text(x + COIN, y + COIN + COIN_GAP, "…", 24, "note")
            x += 2 * COIN + COIN_GAP
        else:
            here = picture.left <= place <= picture.right
            x += (
                _draw_coin(canvas, x, y, picture.values[place], here, tags.get(place, []))
                + COIN_GAP
            )
    if not len(picture.values):
        canvas.text(COIN_GAP, y + COIN + COIN_GAP, "an empty row", 16, "note", anchor="start")
    if picture.note:
        canvas.text(COIN_GAP, y + 2 * COIN + 4 * COIN_GAP, picture.note, 16, "note", anchor="start")
    if picture.wall:
        canvas.line(3, y + COIN_GAP, 3, y + COIN_GAP + 2 * COIN, "edge")
    return y + LINE_OF_COINS


def _draw_coin(
    canvas: Canvas, x: float, y: float, value: Number, here: bool, moves: list[str]
) -> float:
    """One coin, as wide as its number; the width."""
    text = written(value)
    wide = max(COIN, 6 * len(text) + 4)
    look = "coin" if here else "gone"
    if wide > COIN:
        canvas.box(x, y + COIN_GAP, 2 * wide, 2 * COIN, look, moves, round=COIN)
    else:
        canvas.circle(x + COIN, y + COIN + COIN_GAP, COIN, look, moves)
    canvas.text(x + wide, y + COIN + COIN_GAP, text, 20, "words" if here else "note")
    return 2 * wide


def _places(picture: Coins) -> list[int | None]:
    """The places that are drawn; None for a stretch that is left out."""
    size = len(picture.values)
    if size <= MOST_COINS_DRAWN:
        return list(range(size))
    ends = (picture.left, picture.left + 12 if picture.front else picture.right)
    near = {place for end in ends for place in range(end - 6, end + 7) if 0 <= place < size}
    drawn: list[int | None] = []
    for place in sorted(near | {0, size - 1}):
        if drawn and drawn[-1] != place - 1:
            drawn.append(None)
        drawn.append(place)
    return drawn


def draw_coin_rows(canvas: Canvas, picture: CoinRows, tags: Tags) -> None:
    """The rows one below the other."""
    y = 0.0
    for number, row in enumerate(picture.rows):
        y = draw_coins(canvas, row, _own(tags, number), y)


def draw_stacks(canvas: Canvas, picture: Stacks, tags: Tags) -> None:
    """Stones one above the other, and how many they are."""
    tall = min(TALLEST, max(picture.sizes, default=1)) * 16 + 24
    for number, size in enumerate(picture.sizes):
        _draw_stack(canvas, COIN_GAP + number * 92, tall, size, _own(tags, number))
    if not any(picture.sizes):
        canvas.text(COIN_GAP, COIN, "no stones are left", 16, "note", anchor="start")
    if picture.note:
        canvas.text(COIN_GAP, canvas.height + 22, picture.note, 16, "note", anchor="start")


def _own(tags: Tags, number: int) -> Tags:
    """The tags of one line out of several."""
    return {
        part[1]: names
        for part, names in tags.items()
        if isinstance(part, tuple) and part[0] == number
    }


def _draw_stack(canvas: Canvas, x: float, floor: float, size: int, tags: Tags) -> None:
    drawn = size if size <= TALLEST else 0
    for stone in range(drawn):
        canvas.box(x, floor - 16 * (stone + 1), 76, 14, "stone", tags.get(stone, []), round=7)
    if size > TALLEST:
        canvas.box(x, floor - 16 * TALLEST, 76, 16 * TALLEST - 2, "stone")
    canvas.text(x + 38, floor + 14, count_text(size), 17)


def draw_tiles(canvas: Canvas, picture: Tiles, tags: Tags) -> None:
    """Tiles in lines of ten, the used ones empty."""
    for place, value in enumerate(picture.values):
        text = value if isinstance(value, str) else written(value)
        x, y = COIN_GAP + place % 10 * 74, COIN_GAP + place // 10 * 62
        used = place in picture.used
        canvas.box(x, y, 66, 54, "gone" if used else "coin", tags.get(place, []), round=10)
        canvas.text(x + 33, y + 27, text, 18, "note" if used else "words")
    if picture.note:
        canvas.text(COIN_GAP, canvas.height + 22, picture.note, 16, "note", anchor="start")


def draw_discs(canvas: Canvas, picture: Discs, tags: Tags) -> None:
    """Discs with their marks, and their numbers below."""
    for place, mark in enumerate(picture.marks):
        x = COIN_GAP + COIN + place * (2 * COIN + COIN_GAP)
        look = "shade" if place in picture.dark else "coin"
        canvas.circle(x, COIN + COIN_GAP, COIN, look, tags.get(place, []))
        canvas.text(x, COIN + COIN_GAP, mark, 18)
        canvas.text(x, 2 * COIN + 3 * COIN_GAP, str(place + 1), 13, "note")
