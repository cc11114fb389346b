"""A solution as a file: its positions by their keys, in ascending order, with all that is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from zermelo._plan import Plan
from zermelo.errors import Setting, Unavailable
from zermelo.facts.questions import keeps_score
from zermelo.graph.contract import Graph, Layer, Packed
from zermelo.graph.progress import Callback, Progress, Reporter, callback
from zermelo.graph.starts import Starts
from zermelo.machine.layout import observed
from zermelo.methods.answers import Answers, Table
from zermelo.model.exact import flag
from zermelo.model.game import Game, PayoffGame, State, ValueType, declares
from zermelo.staging.reading.source import Refused
from zermelo.tables.exact_json import Unwritten, to_json
from zermelo.tables.format import HeadJson
from zermelo.tables.identity import identity_of
from zermelo.tables.saved_starts import write_starts
from zermelo.tables.writer import TableWriter

ORDERED_AT_ONCE = 1 << 20  # positions that are brought into order at once
MOST_LEVELS = 64  # that a table has as layers, where they are no layers otherwise
STARTS_WRITTEN = 1000  # states that play begins at, that stand in the head
IN_STRETCHES = "stretches"  # how more of them are written, where the game does not name them
MOST_PAID = 1000  # payoffs that are written down


class Solved(NamedTuple):
    """What a solution is made of."""

    game: Game
    start: State
    answers: Answers
    plan: Plan
    starts: Starts | None = None  # where there are several
    is_whole: bool = True  # else it is a sub-game, with the table of the whole one


def save_table(
    solved: Solved,
    path: str | Path,
    *,
    compress: bool = False,
    progress: Callback | None = None,
) -> None:
    """Write the table of a solution; O(N log N) for the order of the keys."""
    compress, progress = flag(compress, where="save(compress)"), callback(progress)
    table = solved.answers
    if not isinstance(table, Table):
        raise _without_table(solved)
    graph, game = table.graph, solved.game
    packed, columns, layers = _packed(graph, game), _columns(table, game), _layers(graph)
    head = _head(solved, table)
    has_more = head["facts"]["starts_by"] == IN_STRETCHES
    players = game.players if isinstance(game, PayoffGame) else 0
    with TableWriter(
        path,
        packed.layout,
        list(columns),
        players=players,
        expected=len(graph),
        compress=compress,
    ) as writer:
        told = _Saving(progress, len(graph))
        for layer in layers:
            for written in _write_layer(writer, layer, packed, columns):
                told.more(written, layer.number)
        if has_more:
            head["more_starts"] = _written_starts(writer, solved)
        writer.finish(head)


class _Saving:
    """How much of a table is written."""

    def __init__(self, progress: Callback | None, expected: int) -> None:
        self.reporter = Reporter(progress)
        self.began = perf_counter()
        self.states, self.expected = 0, expected

    def more(self, states: int, level: int) -> None:
        """So many more states of a layer are written."""
        self.states += states
        is_last = self.states == self.expected
        self.reporter.tell(lambda: self._report(level), is_last=is_last)

    def _report(self, level: int) -> Progress:
        seconds = perf_counter() - self.began
        return Progress("save", self.states, 0, level, seconds, self.expected)


def _layers(graph: Graph) -> Sequence[Layer]:
    """As the graph has them; the start and all the rest, where it has very many.

    A state is looked for in one layer after the other, unless the rules name its layer.
    """
    layers = graph.layers
    if graph.is_layered or len(layers) <= MOST_LEVELS:
        return layers
    return [Layer(0, 0, 1), Layer(1, 1, len(graph))]


def _write_layer(
    writer: TableWriter,
    layer: Layer,
    packed: Packed,
    columns: dict[str, Sequence[Any] | np.ndarray],
) -> Iterator[int]:
    """Write a layer some states at a time: how many each time."""
    part, each = writer.layer(layer.number), columns.values()
    if packed.ascend:
        for low in range(layer.begin, layer.end, ORDERED_AT_ONCE):
            high = min(low + ORDERED_AT_ONCE, layer.end)
            part.add(packed.keys(low, high), [column[low:high] for column in each])
            yield high - low
    else:
        keys = packed.keys(layer.begin, layer.end)
        order = _order(keys)
        for low in range(0, len(order), ORDERED_AT_ONCE):
            some = order[low : low + ORDERED_AT_ONCE]
            part.add(keys[some], [_taken(column, some + layer.begin) for column in each])
            yield len(some)
    part.finish()


def _taken(column: Sequence[Any] | np.ndarray, some: np.ndarray) -> Sequence[Any] | np.ndarray:
    if isinstance(column, np.ndarray):
        picked: np.ndarray = column[some]
        return picked
    return [column[number] for number in some.tolist()]


def _order(keys: np.ndarray) -> np.ndarray:
    """The places of keys in ascending order, the last word first."""
    return np.argsort(keys[:, 0]) if keys.shape[1] == 1 else np.lexsort(keys.T)


def _packed(graph: Graph, game: Game) -> Packed:
    held = graph.packed()
    if held is not None:
        return held
    states = graph.all_states()
    try:
        layout = observed(states)
    except Refused as refusal:
        raise Unavailable(
            refusal.what,
            where=type(game).__name__,
            rule="the positions of a saved table are packed into keys",
            fix=f"To have it saved, {refusal.fix}",
        ) from None
    keys = np.array([layout.encode(state) for state in states], np.int64).reshape(len(states), -1)
    return Packed(layout, lambda begin, end: keys[begin:end])


def _columns(table: Table, game: Game) -> dict[str, Sequence[Any] | np.ndarray]:
    """What is written down of every state, in the order of `COLUMNS`."""
    graph, columns = table.graph, table.columns
    found: dict[str, Any] = {"value": columns.values}
    if columns.plies is not None:
        found["plies"] = columns.plies
    if columns.nimbers is not None:
        found["nimber"] = columns.nimbers
    if not graph.is_acyclic and not graph.is_layered:  # where that would take a walk for each
        found["goes_on"] = [int(graph.may_go_on(number)) for number in range(len(graph))]
    totals = _totals(table, game)
    if totals is not None:
        found["total"] = totals
    if not graph.is_layered and (columns.plies is None or graph.has_gains):
        found["height"] = graph.heights()
    if isinstance(columns.values, np.ndarray):
        return {name: np.asarray(column) for name, column in found.items()}
    return found


def _totals(table: Table, game: Game) -> Sequence[Any] | np.ndarray | None:
    """What both players collect, where every play from every state collects the same."""
    graph = table.graph
    if table.value_type is not ValueType.DIFFERENCE or not keeps_score(game, graph):
        return None
    pairs = graph.row(table.columns, "pair")
    if pairs is not None:
        both: np.ndarray = np.asarray(pairs).sum(axis=1)
        return both
    counted = graph.totals(game.tolerance)
    found: list[Any] = []
    for number in range(len(graph)):
        total = counted.total(number)
        if total is None:
            return None
        found.append(total)
    return found


def _head(solved: Solved, table: Table) -> HeadJson:
    graph, plan = table.graph, solved.plan
    with _told_as_unwritten(solved):
        starts = [to_json(start) for start in _some_starts(solved)]
    return {
        "zermelo": version("zermelo"),
        "game": identity_of(solved.game),
        "starts": starts,
        "is_whole": solved.is_whole,
        "kind": table.value_type.name,
        "plan": {
            "method": plan.method,
            "title": plan.title,
            "reason": plan.reason,
            "theorem": plan.theorem,
        },
        "facts": _facts(graph) | {"roots": graph.roots, "starts_by": _starts_by(solved)},
        "layers_by": _named_by(solved.game, graph),
    }


@contextmanager
def _told_as_unwritten(solved: Solved) -> Iterator[None]:
    """A start that has no form in JSON is refused in words."""
    try:
        yield
    except Unwritten as error:
        raise Unavailable(
            f"the start is {error}",
            where=type(solved.game).__name__,
            rule="what a table says is written as JSON",
            fix="Write states as numbers, strings, tuples, frozensets and frozen dataclasses",
        ) from None


def _written_starts(writer: TableWriter, solved: Solved) -> list[list[int]]:
    """Where all starts stand, which are too many for the head."""
    with _told_as_unwritten(solved):
        return write_starts(writer, solved.starts or ())


def _some_starts(solved: Solved) -> list[State]:
    """The start and others, as many as stand in the head."""
    found = dict.fromkeys((solved.start, *islice(solved.starts or (), STARTS_WRITTEN)))
    return list(found)[:STARTS_WRITTEN]


def _starts_by(solved: Solved) -> str:
    """Who knows all starts: the game, or the table, in its head or in stretches."""
    if solved.starts is None:
        return "table"
    if solved.starts.is_declared:
        return "game"
    first = list(islice(solved.starts, STARTS_WRITTEN))
    return "table" if len(first) < STARTS_WRITTEN else IN_STRETCHES


def _named_by(game: Game, graph: Graph) -> str:
    """What says in which layer a state is: the rules, or nobody."""
    if graph.is_layered and declares(game, "layer"):
        return "layer"
    return "level" if len(_layers(graph)) == len(graph.layers) else ""


def _facts(graph: Graph) -> HeadJson:
    """What can no longer be asked of a graph without moves."""
    return {
        "moves": graph.moves,
        "level_sizes": [int(size) for size in graph.level_sizes],
        "has_gains": graph.has_gains,
        "has_again": graph.has_again,
        "has_floats": graph.has_floats,
        "is_acyclic": graph.is_acyclic,
        "paid": [to_json(pay) for pay in sorted(graph.paid, key=repr)[:MOST_PAID]],
    }


def _without_table(solved: Solved) -> Unavailable:
    return Unavailable(
        f"{solved.plan.title} answers without a table of positions",
        where=type(solved.game).__name__,
        rule="a table is saved where one was filled",
        fix=("Solve with a method that fills one, e.g. ", Setting("method", "backward")),
    )
