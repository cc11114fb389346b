"""Tables that are damaged, unfinished, wrong, or of another game."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from programs import run
from saved_tables import GAMES, flipped, with_other_values
from zermelo import Game, Move, Solution, ZermeloError, load, solve
from zermelo.errors import BadTable, DamagedTable, ProofFailed, UnknownState
from zermelo.games import ConnectFour, Ends, TicTacToe
from zermelo.methods.answers import Table
from zermelo.solution.bulk.exporting import export_table
from zermelo.tables import format as table_format
from zermelo.tables import lookups
from zermelo.tables import verify as certificate
from zermelo.tables.format import damaged_pages, opened
from zermelo.tables.reader import TableFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.table"


def states_of(solution: Solution) -> list[object]:
    assert isinstance(solution.answers, Table)
    return list(solution.answers.graph.all_states())


def test_every_bit_of_a_file_counts(path: Path) -> None:
    solve(Ends((2, 1)), method="backward").save(path)
    whole = path.read_bytes()
    for bit in random.Random(16).sample(range(8 * len(whole)), 200):
        path.write_bytes(whole)
        flipped(path, bit)
        assert is_damaged(path)


def is_damaged(path: Path) -> bool:
    try:
        return bool(damaged_pages(opened(path)))
    except BadTable:
        return True


def test_a_flipped_bit_is_found_in_every_part_and_named(path: Path) -> None:
    solve(TicTacToe(3, 2, 2)).save(path)
    whole, table = path.read_bytes(), TableFile(path)
    told = table.head["layers"][1]
    directory = table.numbers(told["blocks"]["at"], told["blocks"]["count"])
    places = {
        "the first bytes": 0,
        "layer 1, block 0": int(directory[0]) >> 8,
        "layer 1, the directory of its blocks": told["blocks"]["at"],
        "the keys": table.head["keys"]["at"],
    }
    for name, at in places.items():
        assert table.part_of(at) == name
        path.write_bytes(whole)
        flipped(path, 8 * at + random.Random(at).randrange(8))
        with pytest.raises(BadTable, match=r"first bytes|checksum of a stretch|begins with"):
            load(path).prove()


@pytest.mark.parametrize("size", [0, 10, 100, -1, -40])
def test_part_of_a_file_is_no_table(path: Path, size: int) -> None:
    solve(Ends((2, 1)), method="backward").save(path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(BadTable):
        load(path)


def test_what_is_no_table_is_refused_in_words(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"x" * 1000)
    with pytest.raises(BadTable, match="a table begins with"):
        load(other)
    with pytest.raises(BadTable, match="No such file"):
        load(tmp_path / "nothing")


@pytest.mark.parametrize("name", [None, 5, b"ttt.table", ["ttt.table"]])
def test_what_is_no_path_is_refused_in_words(name: object) -> None:
    for work in (load, solve(TicTacToe(2, 2, 2)).save):
        with pytest.raises(BadTable, match="a table is a file, named by a text"):
            work(name)  # type: ignore[arg-type]


def test_a_table_of_another_format_is_refused(path: Path) -> None:
    solve(Ends((2, 1)), method="backward").save(path)
    data = bytearray(path.read_bytes())
    data[8] = 7
    path.write_bytes(data)
    with pytest.raises(BadTable, match=r"format 7.*reads tables of format 1"):
        load(path)


@pytest.mark.parametrize("name", GAMES)
def test_every_wrong_value_is_found_and_located(name: str, path: Path) -> None:
    solution = GAMES[name]()
    states = states_of(solution)
    for number in range(0, len(states), max(1, len(states) // 8)):
        with_other_values(solution, number).save(path)
        with pytest.raises(ProofFailed, match=r"layer \d, block 0, position \d+, state"):
            load(path, game=solution.game).prove()


def test_every_wrong_remoteness_is_found_and_located(path: Path) -> None:
    solution = solve(TicTacToe(3, 2, 2))
    for number in range(0, len(states_of(solution)), 9):
        with_other_values(solution, number, "plies").save(path)
        with pytest.raises(ProofFailed, match=r"layer \d, block 0, position \d+.*the plies to"):
            load(path).prove()


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("engine", ["compiled", "layers"])
def test_compiled_rules_find_what_plain_ones_find(
    path: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    monkeypatch.setattr(certificate, "FEW_POSITIONS", 0)
    solution = solve(ConnectFour(3, 2, 2), engine=engine)
    solution.save(path)
    assert str(load(path).prove()) == str(solution.prove())
    rng = np.random.default_rng(5)
    for number in rng.integers(0, len(states_of(solution)), 2).tolist():
        for name in ("values", "plies"):
            wrong = with_other_values(solution, number, name)
            wrong.save(path)
            with pytest.raises(ProofFailed, match=r"layer \d, block 0, position \d+"):
                load(path).prove()


@pytest.mark.usefixtures("carried_out_by_python")
def test_a_table_that_lacks_a_position_is_found_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(TicTacToe(2, 2, 2)).save(path)
    whole = TableFile(path)
    kept = [number for number in range(len(whole)) if whole.state(number) != (0, 1)]
    _rewritten(whole, kept, path)
    with pytest.raises(ProofFailed, match=r"it leads to \(0, 1\), which the table does not hold"):
        load(path).prove()
    monkeypatch.setattr(certificate, "FEW_POSITIONS", 0)
    monkeypatch.setattr(certificate, "SAMPLED_POSITIONS", 0)
    with pytest.raises(ProofFailed, match=r"it leads to \(0, 1\), which the table does not hold"):
        load(path).prove()


def _rewritten(table: TableFile, numbers: list[int], path: Path) -> None:
    """The same table with some of its positions alone, in one layer."""
    from zermelo.tables.writer import TableWriter

    keys = np.concatenate([table.keys(number, number + 1) for number in numbers])
    rows = [table.row(number) for number in numbers]
    order = np.argsort(keys[:, 0])
    columns = [[rows[place][column] for place in order] for column in range(len(table.columns))]
    kept = ("game", "starts", "kind", "plan", "facts", "layers_by", "is_whole")
    head = {name: table.head[name] for name in kept}
    with TableWriter(path, table.layout, table.columns) as writer:
        layer = writer.layer(0)
        layer.add(keys[order], columns)
        layer.finish()
        writer.finish(head)


# -- written whole, or not at all ------------------------------------------------------------------


class FullDisk:
    """A file that takes so many writes."""

    def __init__(self, handle: int, left: int) -> None:
        self.file = open(handle, "wb")  # noqa: SIM115 - closed by whoever writes
        self.left = left

    def write(self, data: bytes) -> int:
        self.left -= 1
        if self.left < 0:
            raise OSError(28, "No space left on device")
        return self.file.write(data)

    def __getattr__(self, name: str) -> object:
        return getattr(self.file, name)


def writes_of(solution: Solution, path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many writes a table takes."""
    disks: list[FullDisk] = []

    def opens(handle: int, mode: str) -> FullDisk:
        disks.append(FullDisk(handle, 1000))
        return disks[-1]

    with monkeypatch.context() as patch:
        patch.setattr(table_format.os, "fdopen", opens)
        solution.save(path)
    return 1000 - disks[0].left


def test_a_disk_that_is_full_at_any_write_leaves_what_was_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = solve(Ends((2, 7)), method="backward")
    writes = writes_of(solution, path, monkeypatch)
    assert load(path).value == 5
    solve(Ends((2, 1)), method="backward").save(path)
    before = path.read_bytes()
    assert writes > 5
    for most in range(writes):
        with monkeypatch.context() as patch:
            patch.setattr(table_format.os, "fdopen", lambda handle, _, m=most: FullDisk(handle, m))
            with pytest.raises(BadTable, match="No space left"):
                solution.save(path)
        assert path.read_bytes() == before
        assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fails_at_the_end_leaves_what_was_there(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(table_format.os, step, fails)
        with pytest.raises(BadTable, match="written whole or not at all"):
            solve(Ends((2, 1)), method="backward").save(path)
    assert os.listdir(path.parent) == []


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="nowhere"):
        solve(Ends((2, 1)), method="backward").save(tmp_path / "nowhere" / "x.table")


KILLED = """
import os, sys, signal
from zermelo import solve
from zermelo.games import Ends
from zermelo.tables import format
most, path = int(sys.argv[1]), sys.argv[2]
plain = format.Draft._write
writes = [0]
def write(draft, data):
    plain(draft, data)
    draft.file.flush()
    writes[0] += 1
    if writes[0] == most:
        os.kill(os.getpid(), signal.SIGKILL)
format.Draft._write = write
solve(Ends((2, 7)), method="backward").save(path)
"""


@pytest.mark.parametrize("most", [1, 6])
def test_a_kill_leaves_no_table(path: Path, most: int) -> None:
    done = run(sys.executable, "-c", KILLED, str(most), str(path), measured=False)
    assert done.returncode == -signal.SIGKILL
    assert not path.exists()


# -- of another game -------------------------------------------------------------------------------


def test_another_game_is_refused_with_what_differs(path: Path) -> None:
    solve(TicTacToe(3, 2, 2)).save(path)
    with pytest.raises(BadTable, match="width is 2 in the table, 3 here; line is 2 in the table"):
        load(path, game=TicTacToe(3, 3, 3))
    with pytest.raises(BadTable, match=r"the class is .*TicTacToe in the table, .*Ends here"):
        load(path, game=Ends((1,)))


def test_other_rules_are_refused_by_the_name_of_the_function(path: Path, tmp_path: Path) -> None:
    text = (
        "from zermelo import Game, Move\n"
        "STEP = 2\n"
        "def steps(left):\n    return range(1, min(left, STEP) + 1)\n"
        "class Countdown(Game):\n"
        "    start = 7\n"
        "    def moves(self, left):\n"
        "        for step in steps(left):\n"
        "            yield Move(left - step, gain=step)  # a comment\n"
    )
    first = _module(tmp_path, "one", text).Countdown()  # type: ignore[attr-defined]
    solve(first).save(path)
    same = text.replace("# a comment", "").replace("class Countdown(Game):\n",
                                                   "class Countdown(Game):\n\n")  # fmt: skip
    other = _module(tmp_path, "two", same).Countdown()  # type: ignore[attr-defined]
    assert load(path, game=other).value == solve(first).value
    changes = {
        "STEP has other rules": text.replace("STEP = 2", "STEP = 3"),
        "steps has other rules": text.replace("range(1,", "range(2,"),
        "Countdown.moves has other rules": text.replace("gain=step", "gain=1"),
    }
    for number, (told, changed) in enumerate(changes.items()):
        other = _module(tmp_path, f"changed{number}", changed).Countdown()  # type: ignore[attr-defined]
        with pytest.raises(BadTable, match=told):
            load(path, game=other)


def _module(folder: Path, name: str, text: str) -> object:
    from importlib.util import module_from_spec, spec_from_file_location

    path = folder / f"countdown_{name}.py"
    path.write_text(text)
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def test_errors_about_tables_are_errors_of_ours() -> None:
    assert issubclass(BadTable, ZermeloError)


class Scattered(Game):
    """Keys and gains that have nothing in common."""

    start = (0, 12345)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        step, number = state
        for factor in (1103515245, 69069) if step < 8 else ():
            to = (number * factor + 12345) % (1 << 31)
            yield Move((step + 1, to), gain=to % 100003)

    def layer(self, state: tuple[int, int]) -> int:
        return state[0]


ASKED_OF_DAMAGED: dict[str, Callable[[Solution, list[object], Path], object]] = {
    "values": lambda table, states, _: [table.value_of(state) for state in states],
    "moves": lambda table, states, _: [table.best_moves(state) for state in states],
    "histogram": lambda table, *_: table.histogram(),
    "by layer": lambda table, *_: table.histogram("value", by_layer=True),
    "states": lambda table, *_: list(table.where()),
    "table": lambda table, states, _: [table.table().get(state) for state in states],
    "export": lambda table, _, path: export_table(table.where(), path.with_suffix(".csv")),
}


@pytest.mark.parametrize(
    ("game", "compress"),
    [(TicTacToe(3, 2, 2), False), (TicTacToe(3, 2, 2), True), (Scattered(), False)],
)
def test_damage_that_a_look_up_meets_is_told_with_its_file_and_the_way_to_all_of_it(
    path: Path, game: Game, compress: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution, draw = solve(game), random.Random(16)
    solution.save(path, compress=compress)
    whole, states = path.read_bytes(), draw.sample(list(solution.table()), 20)
    size, told = len(TableFile(path).file.body), []
    for many in (lookups.MANY_LOOK_UPS, 1):
        monkeypatch.setattr(lookups, "MANY_LOOK_UPS", many)
        monkeypatch.setattr(lookups, "MANY_WHEN_LOADED", many)
        for _ in range(20):
            at, byte = draw.randrange(16, size - 8), draw.choice((0, 1, 127, 255))
            path.write_bytes(whole[:at] + bytes([byte]) * 8 + whole[at + 8 :])
            told += told_of(path, game, states)
    assert told
    assert all(error.startswith(f"{path}: ") for error in told)
    assert all(f"Run `zermelo verify {path}`" in error for error in told)
    assert any(", block 0: damaged" in error for error in told)
    assert any("the keys: damaged" in error for error in told)


def told_of(path: Path, game: Game, states: list[object]) -> list[str]:
    """What each question is answered by: its errors, in words."""
    table, told = load(path, game=game), []
    for ask in ASKED_OF_DAMAGED.values():
        try:
            ask(table, states, path)
        except DamagedTable as error:
            told.append(str(error))
        except UnknownState:
            pass  # what is damaged may look as if it were not there
    return told


def test_keys_that_are_damaged_are_not_told_as_a_position_that_is_unknown(path: Path) -> None:
    solve(TicTacToe(3, 2, 2)).save(path)
    whole, keys = path.read_bytes(), TableFile(path).head["keys"]
    begin, end = keys["at"] + 32, keys["at"] + 16 * keys["nodes"]
    path.write_bytes(whole[:begin] + b"\xff" * (end - begin) + whole[end:])
    with pytest.raises(DamagedTable, match="the keys: damaged"):
        load(path).at((0b1, 0b10))
    with pytest.raises(DamagedTable, match="the keys: damaged"):
        load(path).answers.value((0b1, 0b10))
