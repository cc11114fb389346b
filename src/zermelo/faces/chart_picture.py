"""The decision procedure as a picture: questions down, answers to the right."""

from __future__ import annotations

import textwrap

from zermelo._decide import DECLARED, EXPLORED, Fork, Leaf, Node
from zermelo.faces.canvas import Canvas
from zermelo.teaching.chart import leaf_text

BOX_WIDTH, BOX_GAP, BELOW = 330, 60, 26  # pixels of a box, and between boxes
LETTER_SIZE, LINE_HEIGHT = 13, 17  # of the letters, and from line to line
LETTERS_OF_A_LINE = 43  # wide ones among them still end inside the box
MARGIN = 12


def chart_svg() -> str:
    """The chart as SVG."""
    canvas = Canvas("Which method solves a game")
    _drawn(canvas, DECLARED, MARGIN, MARGIN)
    return canvas.svg(MARGIN)


def _drawn(canvas: Canvas, node: Node, x: float, y: float) -> float:
    """Draw a node and all below and to the right of it; where the next one may stand."""
    node = node or EXPLORED
    assert node is not None
    tall = _box(canvas, node, x, y)
    if isinstance(node, Leaf):
        return y + tall + BELOW
    right = x + BOX_WIDTH + BOX_GAP
    canvas.line(x + BOX_WIDTH, y + LINE_HEIGHT, right, y + LINE_HEIGHT, "edge")
    canvas.text(x + BOX_WIDTH + BOX_GAP / 2, y + LINE_HEIGHT - 10, "yes", LETTER_SIZE, "note")
    below = max(_drawn(canvas, node.yes, right, y), y + tall + BELOW)
    canvas.line(x + 30, y + tall, x + 30, below, "edge")
    word = "no" if node.no is not None else "no: its states are explored"
    canvas.text(x + 40, below - BELOW / 2, word, LETTER_SIZE, "note", "start")
    return _drawn(canvas, node.no, x, below)


def _box(canvas: Canvas, node: Fork | Leaf, x: float, y: float) -> float:
    """A box with its text; how tall it is."""
    text = node.question.text if isinstance(node, Fork) else leaf_text(node)
    lines = textwrap.wrap(text, LETTERS_OF_A_LINE, break_on_hyphens=False)
    tall = LINE_HEIGHT * (len(lines) + 1)
    look, ends = ("cell", 4) if isinstance(node, Fork) else ("coin", 14)
    canvas.box(x, y, BOX_WIDTH, tall, look, round=ends)
    for place, line in enumerate(lines):
        canvas.text(x + 12, y + LINE_HEIGHT * (place + 1), line, LETTER_SIZE, "words", "start")
    return tall
