"""Games whose states say whose turn it is: alone they are solved as they are, in a `Sum` they lie.

In a sum a player may move in the same component twice running, so a component must offer the same
moves to whoever is to move. One whose states hold the turn (Domineering as (board, player)) offers
the second of two moves to the wrong side, and the sum is another game than the one that was meant.

That cannot be seen in general. What is looked for is an item of the state that has two values and
changes with every move that passes the turn, a mark that no heap, row or board has by its nature;
and a count of the moves that the moves themselves hang on. Boards that are turned round with every
move, or whose stones tell the turn by their number, are not seen. A game may say it itself:
`holds_turn = True`, or False where the mark means something else.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise

from zermelo.errors import ZermeloError, ZermeloWarning
from zermelo.graph.explore import explore
from zermelo.graph.rules import moves_of, position_fault
from zermelo.graph.state_graph import StateGraph
from zermelo.model.combine import Sum, core_of
from zermelo.model.exact import Number
from zermelo.model.game import Game, PayoffGame, State, declares
from zermelo.model.numerals import spelled

TURN_STATES = 2_000  # states
TURN_SECONDS = 0.25  # seconds
LEAST_PLAY = 3  # levels: an item that changes once may be a heap of one
MOST_ITEMS_OF_A_STATE = 256  # of a state
STATES_COUNTED = 200  # states that are asked one move later too

Path = tuple[int | str, ...]  # where an item is in a state: places in tuples, names of fields


def turn_holder(game: Game) -> str | None:
    """What in a game's states says whose turn it is, in words; None where nothing is seen."""
    if isinstance(game, PayoffGame) or game.holds_turn is False:
        return None
    name = type(game).__name__
    if isinstance(game, Sum):
        return next(filter(None, map(turn_holder, game.games)), None)
    if game.holds_turn:
        return f"{name} says so (holds_turn)"
    if game.shape is not None:
        return None  # a family of rows, heaps or pools
    try:
        graph = explore(game, budget=TURN_STATES, cpu_seconds=TURN_SECONDS)
    except ZermeloError:
        return None  # whoever solves the game says what is wrong
    path = _alternating_item(game, graph) or _counting_item(game, graph)
    return None if path is None else f"{_spoken(path)} of {spelled(graph.states[0])} in {name}"


def may_tell_turn(game: Game) -> bool:
    """Whether each state is met after one number of moves alone, as far as is seen.

    Then its stones may tell by their number whose turn it is, and the rules may go by that; where
    plays of different lengths meet in a state, it has the same moves for both players.
    """
    if isinstance(game, Sum):
        return any(map(may_tell_turn, game.games))
    if game.holds_turn is False or game.shape is not None or declares(game, "parts"):
        return False
    try:
        graph = explore(game, budget=TURN_STATES, cpu_seconds=TURN_SECONDS)
    except ZermeloError:
        return False
    return graph.moves > 0 and graph.goes_by_levels


def warn_of_turns(game: Game) -> None:
    """Warn of a sum that has a component whose states hold the turn."""
    core = core_of(game)
    holder = turn_holder(core) if isinstance(core, Sum) else None
    if holder:
        warnings.warn(in_a_sum(holder), ZermeloWarning, stacklevel=3)


def in_a_sum(holder: str) -> str:
    """What a turn in the state means for a sum."""
    return (
        f"the states seem to hold whose turn it is: {holder}. In a Sum a player may move in one "
        "component twice running, so the answer is for another game than alternating play in it; "
        "leave the turn out of the state, or write the combined game as one class"
    )


def _alternating_item(game: Game, graph: StateGraph) -> Path | None:
    """An item with two values that changes with every move that passes the turn, and no other."""
    rows = [dict(_items(state)) for state in graph.states]
    shared = [path for path in rows[0] if all(path in row for row in rows)]
    for path in shared[:MOST_ITEMS_OF_A_STATE]:
        column = [row[path] for row in rows]
        if len(set(column)) == 2 and _alternates(graph, column):
            long = len(graph.levels) >= LEAST_PLAY
            if long or _comes_back(game, graph, path, column):
                return path
    return None


def _counting_item(game: Game, graph: StateGraph) -> Path | None:
    """An item that counts the moves, where one move more would leave others to make."""
    rows = [dict(_items(state)) for state in graph.states[:STATES_COUNTED]]
    for path in list(rows[0])[:MOST_ITEMS_OF_A_STATE]:
        column: list[Number] = [row.get(path) for row in rows]
        if all(type(value) is int for value in column) and _counts(graph, column):
            states = zip(graph.states, column, strict=False)
            if any(_hangs_on(game, state, path, value) for state, value in states):
                return path
    return None


def _counts(graph: StateGraph, column: list[Number]) -> bool:
    """Whether the item is one more after every move that passes the turn, and no other."""
    ends = pairwise(graph.first[: len(column) + 1])
    return len(graph.levels) >= LEAST_PLAY and all(
        column[to] == column[source] + (not graph.again[move])
        for source, (begin, end) in enumerate(ends)
        for move in range(begin, end)
        if (to := graph.to[move]) < len(column)
    )


def _hangs_on(game: Game, state: State, path: Path, value: int) -> bool:
    """Whether the same state has other moves one move later, and the same two moves later.

    A clock goes on; a turn comes back.
    """
    twins = [_replaced(state, path, value + later) for later in range(3)]
    with suppress(ZermeloError):
        if any(position_fault(game, twin) for twin in twins):
            return False
        first, second, third = (_ends(game, twin, path) for twin in twins)
        return bool(first and second) and first != second and first == third
    return False


def _ends(game: Game, state: State, path: Path) -> set[State]:
    """Where moves lead, whatever the item is there."""
    return {_replaced(move.to, path, None) for move in moves_of(game, state)}


def _alternates(graph: StateGraph, column: list[object]) -> bool:
    return all(
        (column[source] == column[graph.to[move]]) == graph.again[move]
        for source, (begin, end) in enumerate(pairwise(graph.first))
        for move in range(begin, end)
    )


def _comes_back(game: Game, graph: StateGraph, path: Path, column: list[object]) -> bool:
    """Whether the item would change back too, where play is too short to show it.

    A heap of one becomes nothing and stays that; a turn passes on from either side.
    """
    this, other = column[0], column[graph.to[0]]
    for state, value in zip(graph.states, column, strict=True):
        if value == this:
            twin = _replaced(state, path, other)
            with suppress(ZermeloError):
                moves = [] if position_fault(game, twin) else moves_of(game, twin)
                if moves and all(dict(_items(move.to)).get(path) == this for move in moves):
                    return True
    return False


def _replaced(state: State, path: Path, value: object) -> State:
    """The state with another item at a path."""
    if not path:
        return value
    place, *rest = path
    if isinstance(place, str):
        return replace(state, **{place: _replaced(getattr(state, place), tuple(rest), value)})
    items = list(state)
    items[place] = _replaced(items[place], tuple(rest), value)
    if isinstance(state, str):
        return "".join(items)
    return type(state)(*items) if hasattr(state, "_fields") else tuple(items)


def _items(state: State, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """The items of a state that are no tuples, each with its place."""
    if isinstance(state, tuple) or (isinstance(state, str) and len(state) > 1):
        for place, item in enumerate(state):
            yield from _items(item, (*path, place))
    elif is_dataclass(state) and not isinstance(state, type):
        for field in fields(state):
            yield from _items(getattr(state, field.name), (*path, field.name))
    elif path:
        yield path, state


def _spoken(path: Path) -> str:
    """item 2, item 1 of item 3, the field `player`."""
    names = [f"item {p + 1}" if isinstance(p, int) else f"the field `{p}`" for p in path]
    return " of ".join(reversed(names))
