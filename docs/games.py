"""Writes docs/games.md: the model cards of the catalogue, as `zermelo games NAME` prints them.

python docs/games.py > docs/games.md
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo import Card, card
from zermelo.games import GAMES

HEAD = """# The games and their models

One card a game, as `zermelo games NAME` prints it; `card(game)` in the library, for a class of your
own too. Names and rules are the catalogue's; states, moves and orders of growth are counted.
"""


def page(cards: Iterable[Card]) -> str:
    """The whole page."""
    return HEAD + "".join(map(section, cards))


def section(found: Card) -> str:
    """One game: a heading and its card."""
    (_, name), *rows = found.rows()
    width = max(len(head) for head, _ in rows)
    lines = "\n".join(f"{head:{width}}  {text}" for head, text in rows)
    return f"\n## {name}\n\n```text\n{lines}\n```\n"


if __name__ == "__main__":
    print(page(map(card, GAMES)), end="")
