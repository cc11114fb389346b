"""Single look-ups: by one call of machine code once there are many, with the same answers."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from zermelo import Solution, load, solve
from zermelo.errors import UnknownState
from zermelo.games import Chomp, ConnectFour, Kalah, Subtraction, TicTacToe
from zermelo.tables import lookups
from zermelo.tables.graph import TableGraph

GAMES: dict[str, Any] = {
    "ones of a key": TicTacToe(3, 2, 2),
    "two words": ConnectFour(3, 2, 2),
    "named layers": Kalah(2, 2),
    "heights": Chomp(2, 3),
    "one number": Subtraction(9, (1, 3, 4)),
}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MANY_LOOK_UPS", "MANY_WHEN_LOADED"):
        monkeypatch.setattr(lookups, name, 2)


def saved(game: Any, path: Path, **options: Any) -> tuple[Solution, Solution, TableGraph]:
    solution = solve(game, engine="plain", method=options.pop("method", None))
    solution.save(path / "x.table", **options)
    table = load(path / "x.table")
    graph = table.answers.graph
    assert isinstance(graph, TableGraph)
    return solution, table, graph


@pytest.mark.parametrize("name", GAMES)
def test_look_ups_are_the_same_from_the_first_to_the_last(name: str, tmp_path: Path) -> None:
    method = "winloss" if name == "one number" else None
    solution, table, graph = saved(GAMES[name], tmp_path, method=method)
    known = dict(solution.table())
    entries = table.table()
    for state, value in known.items():
        assert table.value_of(state) == entries[state] == value
        if solution.answers.counts_plies:
            assert table.remoteness_of(state) == solution.remoteness_of(state)
    assert (graph.look_ups.at_once is not None) == (name != "one number")


@pytest.mark.parametrize("state", [(1, 2, 3), (5, 5), (0, 1 << 70), "no", (True, 0), (1, "1")])
def test_what_is_no_position_is_unknown_by_machine_code_too(state: Any, tmp_path: Path) -> None:
    _, table, graph = saved(TicTacToe(3, 2, 2), tmp_path)
    for _ in range(3):
        assert table.value_of((0, 0)) == 1
    assert graph.look_ups.at_once is not None
    assert graph.held(state, "value") in (None, table.value_of((0, 1)))
    if state not in table.table():
        with pytest.raises(UnknownState):
            table.value_of(state)


def test_compressed_blocks_are_looked_up_step_by_step(tmp_path: Path) -> None:
    solution, table, graph = saved(TicTacToe(3, 2, 2), tmp_path, compress=True)
    assert all(table.value_of(state) == value for state, value in solution.table().items())
    assert graph.look_ups.at_once is not None
    assert graph.look_ups.at_once.row((0, 0)) == lookups.NOT_AT_ONCE


def test_columns_that_a_table_lacks_are_not_held(tmp_path: Path) -> None:
    _, _, graph = saved(TicTacToe(3, 2, 2), tmp_path)
    assert graph.held((0, 0), "nimber") is None


def test_look_ups_of_another_process_begin_anew(tmp_path: Path) -> None:
    _, table, graph = saved(TicTacToe(3, 2, 2), tmp_path)
    for _ in range(4):
        table.value_of((0, 0))
    again = pickle.loads(pickle.dumps(graph))
    assert again.look_ups.at_once is None
    assert again.held((0, 0), "value") == 1
