"""Saved tables at the prompt."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet
import pytest

from prompt_runs import FAILED, refused, told, typed
from saved_tables import flipped
from zermelo import load, solve
from zermelo.games import Subtraction, TicTacToe
from zermelo.tables.reader import TableFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    solve(TicTacToe(3, 2, 2)).save(tmp_path / "x.table")
    return tmp_path / "x.table"


def test_a_solution_is_saved_and_looked_up(tmp_path: Path) -> None:
    file = str(tmp_path / "x.table")
    answers = told("solve", "ends", "5", "3", "7", "10", "-o", file)
    assert answers.splitlines()[-1].startswith(f"saved  {file}: 14 positions, ")
    assert told("probe", file) == "".join(answers.splitlines(keepends=True)[:-1])
    assert told("probe", file, "1,3") == told("solve", "ends", "5", "3", "7", "10", "--from", "1,3")
    assert json.loads(told("probe", file, "1,3", "--json"))["value"] == 6
    assert json.loads(told("solve", "ends", "2", "1", "-o", file, "--json"))["value"] == 1
    assert load(file).value == 1


def test_a_position_is_typed_as_it_is_printed(path: Path) -> None:
    assert "remoteness  2" in told("probe", str(path), "X · / · · / · ·")


def test_a_table_is_verified(path: Path) -> None:
    assert told("verify", str(path)).startswith("proof  TicTacToe: value 1 proved; ")
    flipped(path, 8 * 40)
    done = typed("verify", str(path))
    assert done.exit_code == FAILED
    assert "the first bytes, to the keys" in done.stderr
    assert len(done.stderr.splitlines()) == 2


def test_a_table_is_exported(path: Path) -> None:
    count = len(load(path).table())
    for name in ("x.csv", "x.json", "x.parquet"):
        out = str(path.with_name(name))
        assert told("export", str(path), "-o", out) == f"written  {out}: {count} positions\n"
    csv = path.with_name("x.csv").read_text().splitlines()
    lines = [json.loads(line) for line in path.with_name("x.json").read_text().splitlines()]
    assert csv[:2] == ["state_0,state_1,layer,value,remoteness", "0,0,0,1,3"]
    assert lines[0] == {"state_0": 0, "state_1": 0, "layer": 0, "value": 1, "remoteness": 3}
    assert len(csv) - 1 == len(lines) == count
    assert pyarrow.parquet.read_table(path.with_name("x.parquet")).to_pylist() == lines


def test_an_ending_in_capitals_is_the_same_ending(path: Path) -> None:
    told("export", str(path), "-o", str(path.with_name("x.CSV")))
    assert path.with_name("x.CSV").read_text().startswith("state_0,state_1,layer")


@pytest.mark.parametrize("name", ["", ".", ".csv"])
def test_a_name_that_is_an_ending_alone_is_refused_with_one_that_fits(
    path: Path, name: str
) -> None:
    assert "Name it positions.csv, say" in refused("export", str(path), "-o", name)
    assert "Name it x.csv, say" in refused("export", str(path), "-o", "x.xls")


def test_a_position_that_is_not_held_points_to_a_command_that_solves_it(tmp_path: Path) -> None:
    file = tmp_path / "x.table"
    solve(Subtraction(9), method="winloss").save(file)
    assert "solve from there: --from of `zermelo solve`" in refused("probe", str(file), "50")
    assert "solve from there: --from.\n" in refused("play", "--table", str(file), "--from", "50")


def test_export_of_a_damaged_table_points_to_verify(path: Path) -> None:
    data = bytearray(path.read_bytes())
    at = int(TableFile(path).layers[2].blocks.directory[0]) >> 8
    data[at : at + 8] = b"\xff" * 8
    path.write_bytes(data)
    done = typed("export", str(path), "-o", str(path.with_name("x.csv")))
    assert done.exit_code == FAILED
    assert f"{path}: layer 2, block 0: damaged" in done.stderr
    assert f"Run `zermelo verify {path}`" in done.stderr
    assert not path.with_name("x.csv").exists()


def test_what_is_not_exported_is_refused(path: Path) -> None:
    assert "exported as .csv" in refused("export", str(path), "-o", "x.xls")
    assert "cannot be written" in refused("export", str(path), "-o", "/nowhere/x.csv")


def test_a_table_is_played(path: Path) -> None:
    assert "against perfect play" in told("play", "--table", str(path), given="quit\n")
    assert "solved already" in refused("play", "ends", "--table", str(path))
    assert "solved already" in refused("play", "--table", str(path), "--budget", "10")
    assert "Missing argument" in refused("play")


@pytest.mark.parametrize("name", ["", ".", "x\0y", "\0.csv"])
def test_what_is_no_name_of_a_file_is_refused(path: Path, name: str) -> None:
    for words in (
        ("solve", "ends", "2", "1", "-o", name),
        ("probe", name),
        ("verify", name),
        ("export", str(path), "-o", name),
    ):
        refused(*words)


def test_files_that_are_no_tables_are_refused_in_two_lines(path: Path) -> None:
    for words in (("probe",), ("verify",), ("export", "-o", "x.csv")):
        assert "No such file" in refused(words[0], "nothing", *words[1:])
    assert "without a table" in refused("solve", "nim", "3", "4", "-o", str(path))
    assert "No such file" in refused("solve", "ends", "2", "1", "-o", "/nowhere/x.table")
