"""`template("interval")`: code that one can hand in, written for a pattern of games.

The templates are source files of this package, each a small program with nothing of ours in it: a
function, and a `main` that reads an instance a line and prints an answer a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files

from zermelo.errors import BadInput

LANGUAGE_SUFFIXES = {"python": "py", "go": "go", "java": "java", "cpp": "cpp"}
BETWEEN = str.maketrans("", "", " /-_")  # win/loss, win-loss
MEMO, TABLE, ROLLING = "memo", "table", "rolling"
TEMPLATE_STYLES = {
    MEMO: "recursive with a memo",
    TABLE: "bottom-up",
    ROLLING: "bottom-up, of the table only what is still read",
}


@dataclass(frozen=True)
class TemplatesOfPattern:
    """What the templates of a pattern answer, and how they are written."""

    rules: str
    answers: str
    styles: tuple[str, ...]
    function: str  # its name in Python


ALL_STYLES = (MEMO, TABLE, ROLLING)
TEMPLATE_PATTERNS = {
    "interval": TemplatesOfPattern(
        "a row taken from either end", "the difference", ALL_STYLES, "interval_game"
    ),
    "front": TemplatesOfPattern(
        "a row, 1 to K taken from the front", "the difference", ALL_STYLES, "front_game"
    ),
    "cap": TemplatesOfPattern(
        "a row, 1 to 2M taken from the front",
        "the first player's total",
        (MEMO, TABLE),
        "cap_game",
    ),
    "pool": TemplatesOfPattern(
        "numbers chosen once each, up to a target", "win or not", (MEMO, TABLE), "pool_game"
    ),
    "heap": TemplatesOfPattern(
        "one heap, a set of numbers to take", "win or loss", ALL_STYLES, "heap_game"
    ),
    "winloss": TemplatesOfPattern(
        "any moves that make a number smaller", "win or loss", (MEMO, TABLE), "win_loss"
    ),
    "grundy": TemplatesOfPattern(
        "heaps, a move in one of them, which may split it", "the nimber", (MEMO, TABLE), "nimber"
    ),
    "dag": TemplatesOfPattern(
        "a token on a graph without cycles, gains on its edges",
        "the difference",
        (MEMO, TABLE),
        "dag_game",
    ),
    "retrograde": TemplatesOfPattern(
        "a token on a graph with cycles", "win, loss or draw", (TABLE,), "retrograde"
    ),
}


def template(pattern: str, *, lang: str = "python", style: str = TABLE) -> str:
    """A program for a pattern of games, as text.

    `pattern` is interval, front, cap, pool, heap, winloss (or "win/loss"), grundy, dag or
    retrograde; `lang` python, go, java or cpp; `style` memo (recursive), table (bottom-up) or
    rolling (bottom-up, of the table only what is still read), where the pattern has it.

    >>> print(template("interval", lang="go", style="rolling").splitlines()[0])
    // A row of numbers: the players take one from either end in turn; the richer one wins.
    """
    key = str(pattern).lower().translate(BETWEEN)
    _require(key in TEMPLATE_PATTERNS, pattern, "pattern", "the patterns are", TEMPLATE_PATTERNS)
    _require(lang in LANGUAGE_SUFFIXES, lang, "lang", "templates are written in", LANGUAGE_SUFFIXES)
    _require(style in TEMPLATE_STYLES, style, "style", "the styles are", TEMPLATE_STYLES)
    written = TEMPLATE_PATTERNS[key].styles
    _require(style in written, style, "style", f"{key} is written as", written)
    path = files("zermelo.teaching").joinpath(
        "templates", lang, f"{key}_{style}.{LANGUAGE_SUFFIXES[lang]}"
    )
    return path.read_text(encoding="utf-8")


def _require(holds: bool, given: object, name: str, rule: str, known: Iterable[str]) -> None:
    """Refuse a word that is not among those that are known."""
    words = list(known)
    if not holds:
        raise BadInput(
            str(given)[:80],
            where=f"template({name})",
            rule=f"{rule} {', '.join(words)}",
            fix=f"Pass {'it' if len(words) == 1 else 'one of them'}",
        )
