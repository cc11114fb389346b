"""The gallery: a page for each game of the catalogue, written from its class, its card and tests.

What is known about a game, with its source and the test that shows it, is in
`docs/gallery/results.toml`; all else is taken from the code.
"""

from __future__ import annotations

import inspect
import re
import tomllib
import unicodedata
from pathlib import Path
from urllib.parse import quote

import zermelo
from zermelo import Card, card, solve
from zermelo.faces.chart_picture import chart_svg
from zermelo.faces.cli.catalogue import example_words
from zermelo.faces.drawing import svg_of
from zermelo.games import GAMES
from zermelo.games.base import Catalogued
from zermelo.methods import METHODS
from zermelo.model.game import own_start, state_text

RESULTS = Path(__file__).parents[1] / "gallery" / "results.toml"
MARK = "<!-- the games -->"
NBSP = "\u00a0"  # an example in a docstring is no session of the page
MOST_SOLVED = 20_000  # states of an example that is solved for its page
Game = type[Catalogued]
Result = tuple[str, str, str]  # what is known, its source, the test that shows it


def write(pages: Path) -> None:
    """Every page, every picture, and the list of them on the first page."""
    folder, known = pages / "gallery", results()
    (folder / "pictures").mkdir(exist_ok=True)
    for game in GAMES:
        (folder / f"{slug(game)}.md").write_text(page(game, card(game), known), "utf-8")
        (folder / "pictures" / f"{slug(game)}.svg").write_text(picture(game), "utf-8")
    (pages / "pictures" / "chart.svg").write_text(chart_svg(), "utf-8")
    first = folder / "index.md"
    first.write_text(first.read_text("utf-8").replace(MARK, listed()), "utf-8")


def results() -> dict[str, list[Result]]:
    """What is known, by the name of the class."""
    found = tomllib.loads(RESULTS.read_text("utf-8"))
    return {name: [(says, source, test) for says, source, test in rows]
            for name, rows in found.items()}  # fmt: skip


def slug(game: Game) -> str:
    """The name of a game's page: ASCII letters and hyphens."""
    plain = unicodedata.normalize("NFKD", game.name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def picture(game: Game) -> str:
    """The example as it begins."""
    example = game.example_game()
    return svg_of(example, own_start(example))


# -- the first page --------------------------------------------------------------------------------


def listed() -> str:
    """A tile for each game, and the list that the menu is made of."""
    tiles = "\n".join(map(tile, GAMES))
    toctree = "\n".join(map(slug, GAMES))
    return f"::::{{container}} gallery\n{tiles}\n::::\n\n```{{toctree}}\n:hidden:\n{toctree}\n```\n"


def tile(game: Game) -> str:
    """A picture and the name, both a link."""
    said = state_text(game.example_game(), own_start(game.example_game()))
    alt = " ".join(said.split()) or game.name
    return (
        f":::{{figure}} pictures/{slug(game)}.svg\n:alt: {alt}\n:target: {slug(game)}.html\n"
        f"[{game.name}]({slug(game)}.md)\n:::"
    )


# -- the page of a game ----------------------------------------------------------------------------


def page(game: Game, found: Card, known: dict[str, list[Result]]) -> str:
    """All that there is to say about a game."""
    parts = [
        f"# {game.name}\n",
        f"{game.rules()}\n",
        figure(game),
        tries(game),
        answer(game, found),
        f"## Its model\n\n{model(found)}",
        solved_by(found),
        f"## What is known\n\n{facts(known[game.__name__])}",
        f"## The code\n\n{code(game)}",
    ]
    return "\n".join(filter(None, parts))


def figure(game: Game) -> str:
    """The example as it begins."""
    example = game.example_game()
    alt = " ".join(state_text(example, own_start(example)).split()) or game.name
    return (
        f":::{{figure}} pictures/{slug(game)}.svg\n:alt: {alt}\n\n"
        f"The example, `{example!r}`, as it begins.\n:::\n"
    )


def tries(game: Game) -> str:
    """Where it can be played and solved."""
    words = f"{game.name.replace(' ', '-')} {example_words(game)}".strip()
    link = f"../explorer/index.html#game={quote(game.name)}&view=play"
    also = ", ".join(f"`{name}`" for name in game.aliases)
    return (
        f'<a href="{link}">Play it in the explorer</a>, which runs in this browser, or at the '
        f"prompt with `zermelo play {words}`." + (f" Also found as {also}." if also else "") + "\n"
    )


def answer(game: Game, found: Card) -> str:
    """The example solved, as a session that can be edited and run in the page."""
    example = game.example_game()
    lines = [">>> from zermelo import solve", f">>> from zermelo.games import {game.__name__}"]
    lines.append(f">>> print(solve({example!r}))")
    if found.counts and found.complete and found.counts[0] <= MOST_SOLVED:
        lines += str(solve(example)).splitlines()
        later = ""
    else:
        later = "\nIt has more states than are solved for a page: run it to see the answer.\n"
    return "```python\n" + "\n".join(lines) + f"\n\n```\n{later}"


def model(found: Card) -> str:
    """The rows of the card that are not said already."""
    said = ("name", "aliases", "rules", "example")
    rows = [f"| {head} | {cell(text)} |" for head, text in found.rows() if head not in said]
    return "\n".join(["| | |", "|---|---|", *rows]) + "\n"


def solved_by(found: Card) -> str:
    """The method that a large instance gets, with its theorem."""
    method = METHODS.get(found.method.name)
    if method is None:
        return ""
    return f"A large instance is solved by `{method.name}`, {method.title}: {method.theorem}.\n"


def facts(known: list[Result]) -> str:
    """A list of results, each with its source and the test that shows it."""
    return "".join(f"- {says} *Source:* {source}. *Shown by* {shown_by(test)}.\n"
                   for says, source, test in known)  # fmt: skip


def shown_by(test: str) -> str:
    """A test as a person reads it: its name is a sentence."""
    file, _, name = test.partition("::")
    return f'"{name.removeprefix("test_").replace("_", " ")}" (`{file}`)'


def code(game: Game) -> str:
    """The class as it is written, with what it shares with others; its base, where it is a game."""
    file = inspect.getsourcefile(game)
    assert file is not None
    place = Path(file).relative_to(Path(zermelo.__file__).parents[1])
    bases = [base for base in game.__mro__[1:] if base in GAMES]
    more = "".join(f" The rules are those of [{b.name}]({slug(b)}.md)." for b in bases[:1])
    kinds = (game,) if bases else (*shared(game), game)
    source = "\n\n\n".join(inspect.getsource(kind).rstrip() for kind in kinds)
    return f"From `src/{place}`.{more}\n\n```python\n{source.replace('>>> ', '>>>' + NBSP)}\n```\n"


def shared(game: Game) -> list[type]:
    """Bases that are no games of their own and hold some of the rules."""
    return [
        base
        for base in reversed(game.__mro__)
        if base.__module__.startswith("zermelo.games.")
        and base.__module__ != Catalogued.__module__
        and base not in GAMES
    ]


def cell(text: str) -> str:
    """Text in a cell of a table: what Markdown would read as a sign of its own is escaped."""
    return re.sub(r"([|*_<\[\]])", r"\\\1", text)
