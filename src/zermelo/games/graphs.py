"""Games on graphs: explicit ones, no revisits, and Cat and Mouse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zermelo.errors import BadInput, Either
from zermelo.games.base import (
    Catalogued,
    not_a_number,
    not_a_set,
    not_numbers,
    require,
    settle,
)
from zermelo.model.exact import whole
from zermelo.model.game import Asked, Game, LastMoverWins, Move
from zermelo.model.numerals import both_words, shown
from zermelo.model.pictures import Network, places

if TYPE_CHECKING:
    from random import Random

Adjacency = tuple[tuple[int, ...], ...]


def adjacency(graph: object, where: str) -> Adjacency:
    """Check a graph given as lists of neighbours, vertex by vertex."""
    try:
        rows = tuple(tuple(row) for row in graph)  # type: ignore[attr-defined]
    except TypeError:
        raise BadInput(
            both_words(graph),
            where=where,
            rule="a graph is a sequence of rows, row v listing the neighbours of vertex v",
            fix=Either("Pass e.g. ((1, 2), (2,), ())", "Give a row of numbers for each vertex"),
        ) from None
    rows = tuple(
        tuple(whole(neighbour, where=f"{where}, vertex {vertex}") for neighbour in row)
        for vertex, row in enumerate(rows)
    )
    for vertex, row in enumerate(rows):
        for neighbour in row:
            require(
                neighbour < len(rows),
                f"vertex {vertex} leads to {shown(neighbour)}",
                where=where,
                rule=f"the vertices are 0 … {len(rows) - 1}",
                fix="Add a row for that vertex",
            )
    return rows


def without_last(graph: Adjacency) -> Adjacency:
    """The graph without its last vertex."""
    last = len(graph) - 1
    return tuple(tuple(vertex for vertex in row if vertex != last) for row in graph[:-1])


def random_graph(rng: Random, most: int = 6) -> Adjacency:
    """A directed graph of 1 to `most` vertices, some of which lead nowhere."""
    size = range(rng.randint(1, most))
    density = rng.random()
    return tuple(tuple(v for v in size if rng.random() < density) for _ in size)


def random_burrow(rng: Random, most: int = 6) -> Adjacency:
    """An undirected graph of 3 to `most` vertices on which mouse and cat can always move."""
    size = range(rng.randint(3, most))
    edges = {(v, rng.choice([w for w in size if w not in (0, v)])) for v in size}
    density = rng.random()
    edges |= {(v, w) for v in size for w in size if v < w and rng.random() < density}
    return tuple(tuple(w for w in size if (v, w) in edges or (w, v) in edges) for v in size)


@dataclass(frozen=True)
class TokenGraph(LastMoverWins, Catalogued):
    """A token stands on a vertex of a directed graph; players in turn move it along an edge;
    whoever cannot move loses, and play that never ends is a draw.
    """

    name = "token on a graph"
    aliases = ("explicit graph",)
    example = (((1, 2), (0, 3), (3,), ()), 0)
    graph: Adjacency
    start: int = 0

    def __post_init__(self) -> None:
        settle(self, graph=adjacency(self.graph, "TokenGraph"))
        settle(self, start=_vertex(self.start, self.graph, "TokenGraph.start"))

    def impossible(self, state: int) -> str | None:
        """A vertex that is not there."""
        return not_a_number(state, len(self.graph) - 1)

    def moves(self, state: int) -> Iterator[Move]:
        """Along any edge."""
        for vertex in self.graph[state]:
            yield Move(vertex, label=f"to {vertex}")

    def picture(self, state: int) -> Network:
        """The graph, and the token."""
        return Network(self.graph, [("●", state)])

    def smaller(self) -> Iterator[Game]:
        """One vertex less."""
        if self.start < len(self.graph) - 1:
            yield TokenGraph(without_last(self.graph), self.start)

    @classmethod
    def random(cls, rng: Random) -> TokenGraph:
        """Some graph, and one of its vertices."""
        graph = random_graph(rng)
        return cls(graph, rng.randrange(len(graph)))


@dataclass(frozen=True)
class NoRevisit(LastMoverWins, Catalogued):
    """A token stands on a vertex of a graph; players in turn move it along an edge to a vertex that
    was not visited before; whoever cannot move loses. The state must hold the visited set, so
    their number grows exponentially: the standard example of a game outside small tables.
    """

    name = "no revisit"
    aliases = ("geography",)
    example = (((1, 2), (0, 2), (0, 1, 3), (2,)), 0)
    graph: Adjacency
    first: int = 0

    def __post_init__(self) -> None:
        settle(self, graph=adjacency(self.graph, "NoRevisit"))
        settle(self, first=_vertex(self.first, self.graph, "NoRevisit.first"))

    @property
    def start(self) -> tuple[int, int]:
        """The first vertex, and the set of visited ones, one bit each."""
        return self.first, 1 << self.first

    def impossible(self, state: tuple[int, int]) -> str | None:
        """A vertex that is not there, or where the token stands without a visit."""
        reason = not_numbers(state, 2) or not_a_set(state[1], len(self.graph), "vertices")
        if reason:
            return reason
        return None if state[1] >> state[0] & 1 else "the token stands on a visited vertex"

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        """To any neighbour not visited yet."""
        here, visited = state
        for vertex in self.graph[here]:
            if not visited >> vertex & 1:
                yield Move((vertex, visited | 1 << vertex), label=f"to {vertex}")

    def picture(self, state: tuple[int, int]) -> Network:
        """The graph, the token, and where it was."""
        here, visited = state
        return Network(self.graph, [("●", here)], visited=places(visited))

    def smaller(self) -> Iterator[Game]:
        """One vertex less."""
        if self.first < len(self.graph) - 1:
            yield NoRevisit(without_last(self.graph), self.first)

    @classmethod
    def random(cls, rng: Random) -> NoRevisit:
        """Some graph, and one of its vertices."""
        graph = random_graph(rng)
        return cls(graph, rng.randrange(len(graph)))


def _vertex(vertex: int, graph: Adjacency, where: str) -> int:
    vertex = whole(vertex, where=where)
    require(
        vertex < len(graph),
        f"vertex {vertex}",
        where=where,
        rule=f"the graph has {len(graph)} vertices, counted from 0",
        fix="Name one of them",
    )
    return vertex


@dataclass(frozen=True)
class CatAndMouse(Catalogued):
    """A mouse starts on vertex 1 and a cat on vertex 2 of an undirected graph; they move along an
    edge in turn, the mouse first; the cat may not enter vertex 0. The mouse wins on vertex 0, the
    cat wins where it meets the mouse, and play that comes back for ever is a draw.
    """

    name = "cat and mouse"
    aliases = ("lc913", "913")
    example = (((2, 5), (3,), (0, 4, 5), (1, 4, 5), (2, 3), (0, 2, 3)),)
    asks = Asked.NUMBER
    names = ("mouse", "cat")
    graph: Adjacency

    def __post_init__(self) -> None:
        settle(self, graph=adjacency(self.graph, "CatAndMouse"))
        require(
            len(self.graph) >= 3,
            f"{len(self.graph)} vertices",
            where="CatAndMouse",
            rule="the hole, the mouse and the cat need vertices 0, 1 and 2",
            fix="Give at least three rows",
        )

    @property
    def start(self) -> tuple[int, int, bool]:
        """(mouse, cat, whether the cat moves)."""
        return 1, 2, False

    def mover(self, state: tuple[int, int, bool]) -> int:
        """The mouse is 0."""
        return int(state[2])

    def impossible(self, state: tuple[int, int, bool]) -> str | None:
        """A vertex that is not there, or the cat in the hole."""
        if not isinstance(state, tuple) or len(state) != 3 or state[2] not in (0, 1):
            return "a position is (mouse, cat, whether the cat moves)"
        last = len(self.graph) - 1
        reason = not_a_number(state[0], last) or not_a_number(state[1], last)
        return reason or (None if state[1] else "the cat may not enter vertex 0")

    def moves(self, state: tuple[int, int, bool]) -> Iterator[Move]:
        """Along an edge, until the mouse is home or caught."""
        mouse, cat, cat_moves = state
        if mouse in (0, cat):
            return
        for vertex in self.graph[cat if cat_moves else mouse]:
            if cat_moves and vertex != 0:
                yield Move((mouse, vertex, False), label=f"cat to {vertex}")
            elif not cat_moves:
                yield Move((vertex, cat, True), label=f"mouse to {vertex}")

    def payoff(self, state: tuple[int, int, bool]) -> int:
        """The mouse at home has won, else it is caught (or the mover is stuck, which is a draw)."""
        mouse, cat, cat_moves = state
        mouse_gets = 1 if mouse == 0 else -1 if mouse == cat else 0
        return -mouse_gets if cat_moves else mouse_gets

    def bounds(self, state: tuple[int, int, bool]) -> tuple[int, int]:  # noqa: ARG002
        """Win, draw or loss."""
        return -1, 1

    def smaller(self) -> Iterator[Game]:
        """One vertex less."""
        if len(self.graph) > 3:
            yield CatAndMouse(without_last(self.graph))

    @classmethod
    def random(cls, rng: Random) -> CatAndMouse:
        """A graph on which everybody can always move."""
        return cls(random_burrow(rng))

    def show(self, state: tuple[int, int, bool]) -> str:
        """Who is where."""
        mouse, cat, cat_moves = state
        return f"mouse {mouse}, cat {cat}, {'cat' if cat_moves else 'mouse'} to move"

    def picture(self, state: tuple[int, int, bool]) -> Network:
        """The graph, the mouse and the cat."""
        mouse, cat, _ = state
        return Network(self.graph, [("mouse", mouse), ("cat", cat)], meeting="caught")
