"""Output for every terminal: letters that an encoding does not have are written with others."""

from __future__ import annotations

import codecs
from typing import TextIO

ALIKE = {
    "−": "-", "–": "-", "→": "->", "←": "<-", "↓": "v", "↙": "/", "…": "...", "×": "x", "·": ".",
    "•": "o", "□": "#", "│": "|", "─": "-", "✓": "+", "✗": "x", "≤": "<=", "≥": ">=", "⌊": "[",
    "⌋": "]", "′": "'", "“": '"', "”": '"', "’": "'",
}  # fmt: skip
HANDLER = "zermelo.readable"


def make_readable(*streams: TextIO | None) -> None:
    """Have streams replace what they cannot encode; no line of ours, or of a game, stops them."""
    codecs.register_error(HANDLER, _replaced)
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=HANDLER)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """What stands for the letters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


def in_ascii(text: str) -> str:
    """A text as a terminal prints it that has no other letters."""
    return text if text.isascii() else "".join(map(_plain, text))


def _plain(letter: str) -> str:
    """One letter in ASCII: one that looks alike, or without its accents, or a question mark."""
    if letter.isascii():
        return letter
    import unicodedata  # a megabyte that few terminals need

    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode("ascii")
    return ALIKE.get(letter) or bare or "?"
