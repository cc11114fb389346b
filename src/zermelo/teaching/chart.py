"""The decision procedure as a chart: the very tree that `plan` walks, with the catalogue's games.

Does it declare …?  yes → value by method: games
no ↓
…
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from zermelo._decide import DECLARED, EXPLORED, Fork, Leaf, Node, path
from zermelo._plan import plan
from zermelo.engines.choose import explored
from zermelo.games import GAMES
from zermelo.graph.contract import Graph
from zermelo.graph.starts import starts_of
from zermelo.limits import Limits
from zermelo.methods import METHODS
from zermelo.model.game import Game
from zermelo.teaching.cards import Looked

INDENT = "   "
NO = "no ↓"
EXPLORE = "its states are explored ↓"


def chart() -> str:
    """The whole procedure as text.

    >>> print(chart().splitlines()[0])
    Does it declare a number and its divisors?
    """
    return "\n".join([*_lines(DECLARED, ""), *_by_name()])


def _lines(node: Node, indent: str) -> Iterator[str]:
    if isinstance(node, Leaf):
        yield f"{indent}→ {leaf_text(node)}"
        return
    if node is None:
        yield f"{indent}{EXPLORE}"
        yield from _lines(EXPLORED, indent)
        return
    yield f"{indent}{node.question.text}"
    yes = list(_lines(node.yes, indent + INDENT))
    if isinstance(node.yes, Leaf):
        yield f"{indent}{INDENT}yes {yes[0].strip()}"
    else:
        yield f"{indent}{INDENT}yes ↓"
        yield from yes
    no = list(_lines(node.no, indent))
    if isinstance(node.no, Leaf):
        yield f"{indent}{INDENT}no  {no[0].strip()}"
        return
    if node.no is not None:
        yield f"{indent}{NO}"
    yield from no


def _by_name() -> Iterator[str]:
    """Methods that are used when they are named, and then alone."""
    chosen = {leaf.method.name for leaf in leaves()}
    named = [method for name, method in METHODS.items() if name not in chosen]
    yield ""
    yield "Only when it is named: " + ", ".join(f"{m.name} ({m.title})" for m in named)


def leaves() -> list[Leaf]:
    """Every end of the procedure."""
    return [*_leaves(DECLARED), *_leaves(EXPLORED)]


def _leaves(node: Node) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
    elif node is not None:
        yield from _leaves(node.yes)
        yield from _leaves(node.no)


def leaf_text(leaf: Leaf) -> str:
    """The value, the method, and the games of the catalogue that come here when they are large."""
    games = ", ".join(_games().get(leaf.method.name, ()))
    value = leaf.method.value_type.value.partition(":")[0]
    return f"{value} by {leaf.method.name}" + (f": {games}" if games else "")


@cache
def _games() -> dict[str, list[str]]:
    """For each method the games that it solves, at a size where they show what they are."""
    found: dict[str, list[str]] = {}
    for kind in GAMES:
        found.setdefault(Looked.at(kind.example_game()).large(), []).append(kind.name)
    return found


def route(game: Game) -> list[tuple[str, str]]:
    """The questions that are asked about a game, with their answers; at last what is decided.

    >>> from zermelo.games import Divisor
    >>> route(Divisor(6))
    [('Does it declare a number and its divisors?', 'yes'), ('so', 'outcome by divisor-parity')]
    """
    steps = list(path(DECLARED, game))
    method = plan(game).method
    last = steps[-1][0]
    if not isinstance(last, Leaf) or last.method.name != method:  # it may refuse what is declared
        steps += path(EXPLORED, game, _graph(game))
    return [_told(node, answer) for node, answer in steps]


def _graph(game: Game) -> Graph:
    origin, starts = starts_of(game)
    return explored(game, origin, Limits().in_a_hurry, None, starts).graph


def _told(node: Fork | Leaf, answer: bool) -> tuple[str, str]:
    if isinstance(node, Fork):
        return node.question.text, "yes" if answer else "no"
    return "so", f"{node.method.value_type.value.partition(':')[0]} by {node.method.name}"
