"""A small solved game as a graph of networkx."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zermelo.errors import Unavailable
from zermelo.graph.lists import Lists
from zermelo.graph.rules import kind_of, moves_of
from zermelo.graph.taken import as_array
from zermelo.model.exact import whole
from zermelo.model.game import UNSET, Number, State
from zermelo.solution.bulk.needed import needed
from zermelo.solution.bulk.rows import PositionRows, StateNumbers, as_told

if TYPE_CHECKING:
    import networkx as nx

MOST_IN_A_NETWORK = 100_000
MOST_MOVES = 50  # of a position, on the average
TOLD = ("value", "remoteness", "nimber", "layer")


def network(rows: PositionRows, numbers: StateNumbers, most: int, count: int) -> nx.MultiDiGraph:
    """States as nodes with what is known about them, moves as edges with gain and again.

    A graph with several edges between two nodes, as two moves may lead to the same state.
    """
    networkx = needed("networkx", "to_networkx")
    most = whole(most, where="to_networkx(most)", least=1)
    if count > most:
        raise _too_many(rows, f"{count:,} positions", f"at most {most:,} of them")
    room = MOST_MOVES * max(most, len(rows.graph))
    lists = rows.graph.as_lists(room) if rows.graph.keeps_moves else None
    if lists is None and rows.graph.keeps_moves:
        raise _too_many(rows, "the moves are not held", "positions and their moves")
    states = dict(zip(as_array(numbers).tolist(), rows.graph.states_at(numbers), strict=True))
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from(zip(states.values(), _attributes(rows, numbers), strict=True))
    graph.add_edges_from(
        _edges_by_rules(rows, states, room) if lists is None else _edges(lists, states)
    )
    return graph


def _attributes(rows: PositionRows, numbers: StateNumbers) -> Iterator[dict[str, object]]:
    """What is known about each position."""
    names = [name for name in TOLD if rows.has(name)]
    columns = [rows.column(name, numbers).tolist() for name in names]
    for items in zip(*columns, strict=True):
        plain = (tuple(item) if isinstance(item, list) else item for item in items)
        yield dict(zip(names, map(as_told, names, plain), strict=True))


def _edges(
    lists: Lists, states: dict[int, State]
) -> Iterator[tuple[State, State, dict[str, Number | bool]]]:
    for number, state in states.items():
        for move in lists.moves_of(number):
            child = lists.to[move]
            if child in states:
                yield state, states[child], {"gain": lists.gain[move], "again": lists.again[move]}


def _edges_by_rules(
    rows: PositionRows, states: dict[int, State], room: int
) -> Iterator[tuple[State, State, dict[str, Number | bool]]]:
    """The same of a graph that holds no moves."""
    held = {state: state for state in states.values()}
    left = room
    for state in held:
        moves = moves_of(rows.game, state)
        left -= len(moves)
        if left < 0:
            raise _too_many(rows, f"more than {room:,} moves", "positions and their moves")
        for move in moves:
            child = held.get(kind_of(rows.game, move.to), UNSET)
            if child is not UNSET:
                yield state, child, {"gain": move.gain, "again": move.again}


def _too_many(rows: PositionRows, given: str, what: str) -> Unavailable:
    return Unavailable(
        given,
        where=f"to_networkx() of {type(rows.game).__name__}",
        rule=f"a graph of Python's own objects takes {what}",
        fix="Take a part with where(…), or to_arrow() and to_parquet(path) for all of them",
    )
