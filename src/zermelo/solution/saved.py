"""A saved table as a solution: every answer by look-up."""

from __future__ import annotations

from pathlib import Path

from zermelo._plan import Plan
from zermelo.errors import BadTable, Either
from zermelo.graph.starts import Starts
from zermelo.limits import Limits
from zermelo.methods.answers import Table
from zermelo.methods.contract import Cost
from zermelo.model.game import Game, State, ValueType
from zermelo.solution.solution import Solution
from zermelo.tables.exact_json import from_json
from zermelo.tables.finding import Finder
from zermelo.tables.graph import TableColumns, TableGraph
from zermelo.tables.identity import game_again, refuse_other
from zermelo.tables.reader import TableFile
from zermelo.tables.saved_starts import SavedStarts


def saved_solution(path: str | Path, game: Game | None) -> Solution:
    """What the file tells, of this game or of the one that it names."""
    finder = Finder(game)
    table = TableFile(path, finder.find)
    identity = table.head["game"]
    finder.file = identity["file"]
    meant = game if game is not None else _remade(table, finder)
    refuse_other(table.path, identity, meant)
    try:
        given = [from_json(each, finder.find) for each in table.head["starts"]]
        graph = TableGraph(table, meant)
        kind = ValueType[table.head["kind"]]
        answers = Table(kind, graph, TableColumns.of(table), meant)
        starts = _starts(graph, given)
        plan, is_whole = _plan(table, graph), table.head["is_whole"]
        return Solution(meant, given[0], answers, plan, Limits(), starts, is_whole)
    except LookupError as missing:
        raise _unknown(table, str(missing.args[0])) from None


def _starts(graph: TableGraph, given: list[State]) -> Starts | None:
    """Where play began at several states: those that the game names, or the file."""
    if graph.roots == 1:
        return None
    if graph.facts["starts_by"] == "game":
        return Starts(graph.game)
    is_whole = "more_starts" not in graph.table.head
    return Starts(graph.game, given if is_whole else SavedStarts(graph.table))


def _remade(table: TableFile, finder: Finder) -> Game:
    try:
        return game_again(table.head["game"], finder.find)
    except LookupError as missing:
        raise _unknown(table, str(missing.args[0])) from None


def _unknown(table: TableFile, name: str) -> BadTable:
    return BadTable(
        f"{name} is not found",
        where=str(table.path),
        rule="a table names the class of its game, and holds no code",
        fix=Either("Pass the game itself: zermelo.load(path, game=…)", "Put its file where it was"),
    )


def _plan(table: TableFile, graph: TableGraph) -> Plan:
    told: dict[str, str] = table.head["plan"]
    cost = Cost(len(graph), graph.moves, graph.bytes)
    return Plan(
        told["method"], told["title"], told["reason"], told["theorem"], cost, (),
        engine=f"look-up in {table.path}",
    )  # fmt: skip
