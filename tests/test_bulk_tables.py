"""All positions as tables of pandas, Arrow, Parquet and networkx."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx as nx
import pyarrow.parquet as pq
import pytest

from bulk_games import ThreePlayers, compiled, plain
from zermelo import Game, solve
from zermelo.engines.memory.graph import MemoryGraph
from zermelo.errors import BadInput, Unavailable
from zermelo.games import Ends, Nim, TicTacToe
from zermelo.solution.bulk import frames

pytestmark = pytest.mark.usefixtures("own_cache")
OWN = ["left", "right", "player", "state_layer", "layer", "value_0", "value_1", "value_2"]


def test_a_line_holds_what_a_state_consists_of_and_what_is_known_about_it() -> None:
    for solution in (compiled(TicTacToe), plain(TicTacToe)):
        frame = solution.to_pandas()
        assert list(frame) == ["state_0", "state_1", "layer", "value", "remoteness"]
        for line in frame[::211].itertuples(index=False):
            state = (line.state_0, line.state_1)
            assert line.value == solution.value_of(state)
            plies = solution.remoteness_of(state)
            assert line.remoteness == plies if plies is not None else frame.isna().any().any()
        assert int(frame["remoteness"].isna().sum()) == 1068


def test_fields_of_records_have_their_names_and_give_way_to_ours() -> None:
    for solution in (compiled(ThreePlayers), plain(ThreePlayers)):
        frame = solution.to_pandas()
        assert list(frame) == OWN
        assert frame["state_layer"].dtype == bool
        first = frame.iloc[0]
        assert (first["left"], first["right"]) == (5, 6)
        assert tuple(int(first[f"value_{p}"]) for p in range(3)) == solution.value


def test_states_that_are_no_numbers_are_texts() -> None:
    assert solve(Nim((1, 2))).to_pandas()["state"].tolist()[:2] == ["(1, 2)", "(2,)"]
    words = solve(Game.from_edges({"a": {"b": 5, "c": 2}, "b": {"c": 4}}, start="a"))
    assert words.to_arrow()["state"].to_pylist() == ["a", "b", "c"]


def test_numbers_beyond_64_bits_and_fractions_are_texts_in_arrow() -> None:
    halves = solve(Ends((Fraction(1, 2), 1))).to_arrow()
    assert halves["value"].to_pylist() == ["1/2", "1", "1/2", "0", "0"]
    large = Game.from_edges({2**70: [2**71]}, start=2**70)
    assert solve(large).to_arrow()["state"].to_pylist() == [str(2**70), str(2**71)]


def test_an_arrow_table_is_the_frame() -> None:
    for kind in (TicTacToe, ThreePlayers):
        assert compiled(kind).to_arrow().to_pydict() == plain(kind).to_arrow().to_pydict()
    assert compiled(TicTacToe).where(remoteness=2, outcome="win").to_arrow().num_rows == 0


def test_a_parquet_file_is_written_group_by_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "GROUP", 2000)
    path = tmp_path / "tictactoe.parquet"
    compiled(TicTacToe).to_parquet(path)
    assert pq.ParquetFile(path).num_row_groups == 3
    table = pq.read_table(path)
    assert table.to_pydict() == compiled(TicTacToe).to_arrow().to_pydict()
    assert table.schema.metadata[b"zermelo.game"].startswith(b"TicTacToe(")
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_part_is_written_too(tmp_path: Path) -> None:
    path = tmp_path / "won.parquet"
    compiled(TicTacToe).where(outcome="win", layer=8).to_parquet(str(path))
    assert set(pq.read_table(path)["value"].to_pylist()) == {1}


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="it cannot be written"):
        plain(TicTacToe).to_parquet(tmp_path / "no such folder" / "x.parquet")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput, match="it cannot be written"):
        plain(TicTacToe).to_parquet(tmp_path / "folder")
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("name", ["", None, 5, b"x.parquet", "a\0b"])
def test_what_is_no_path_of_a_file_is_refused(name: Any) -> None:
    with pytest.raises(BadInput, match="it is no path of a file"):
        solve(Ends((5, 3, 7))).to_parquet(name)


def test_a_histogram_is_a_series() -> None:
    one = plain(TicTacToe).histogram().to_pandas()
    assert one.name == "positions"
    assert one["win"] == 2836
    two = plain(TicTacToe).histogram(by_layer=True).to_pandas()
    assert two.index.names == ["layer", "outcome"]
    assert two[9, "draw"] == 16


def test_a_small_game_is_a_graph_of_networkx() -> None:
    for solution in (compiled(TicTacToe), plain(TicTacToe)):
        graph = solution.to_networkx()
        assert (len(graph), graph.number_of_edges()) == (5478, 16167)
        assert graph.nodes[0, 0] == {"value": 0, "remoteness": None, "layer": 0}
        assert nx.is_directed_acyclic_graph(graph)
    coins = solve(Ends((5, 3, 7, 10))).to_networkx()
    assert coins.get_edge_data((0, 3), (1, 3)) == {0: {"gain": 5, "again": False}}
    assert coins.number_of_edges((0, 0), (1, 0)) == 1


def test_a_part_of_a_game_is_a_graph_with_the_moves_between_its_positions() -> None:
    late = compiled(TicTacToe).where(layer={8, 9}).to_networkx()
    assert (len(late), late.number_of_edges()) == (468, 222)


def test_a_graph_has_a_limit_of_positions_and_needs_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unavailable, match=r"5,478 positions; .* at most 5,000 of them"):
        compiled(TicTacToe).to_networkx(most=5000)
    monkeypatch.setattr(MemoryGraph, "as_lists", lambda *_: None)
    with pytest.raises(Unavailable, match="the moves are not held"):
        compiled(TicTacToe).to_networkx()


@pytest.mark.parametrize(
    ("package", "ask"),
    [
        ("pandas", lambda solution: solution.to_pandas()),
        ("pyarrow", lambda solution: solution.to_arrow()),
        ("networkx", lambda solution: solution.to_networkx()),
    ],
)
def test_a_package_that_is_not_installed_is_named_with_the_way_to_install_it(
    package: str, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Unavailable, match=rf"{package} is not installed.*zermelo\[data\]"):
        ask(plain(TicTacToe))
