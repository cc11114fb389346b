"""Look-ups in bulk: ascending keys, the keys of neighbouring ranks, rows of the palette."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from executed_rules import by_python
from zermelo import load, solve
from zermelo.errors import DamagedTable, ProofFailed
from zermelo.games import ConnectFour, TicTacToe
from zermelo.machine.words import Words
from zermelo.tables import compiled_check, diagram, reader
from zermelo.tables import verify as certificate
from zermelo.tables.codes import BLOCK, Palette, packed_block
from zermelo.tables.diagram import Builder, Diagram
from zermelo.tables.reader import TableFile


@pytest.fixture(autouse=True)
def _in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagram, "_is_little", lambda count: False)
    monkeypatch.setattr(reader, "FEW_NUMBERS", 0)


def two_sets(words: int) -> tuple[Diagram, list[np.ndarray]]:
    rng, made = np.random.default_rng(words), Builder(words)
    roots, sets = [], []
    for low, high in ((0, 1 << 12), (1 << 12, 6000)):
        keys = np.unique(rng.integers(low, high, (500, words)), axis=0)[:, ::-1]
        sets.append(keys)
        made.add(np.ascontiguousarray(keys))
        roots.append(made.root())
    return Diagram(made.rows(), roots, [0, len(sets[0])], words), sets


@pytest.mark.parametrize("words", [1, 2])
def test_ascending_keys_are_found_as_others_are(words: int) -> None:
    found, sets = two_sets(words)
    rng = np.random.default_rng(3)
    mixed = np.concatenate((*sets, rng.integers(0, 1 << 12, (300, words))))
    mixed = np.unique(mixed[:, ::-1], axis=0)[:, ::-1]
    packing = Words(((1 << 13) - 1,) * words)
    rows = packing.pack(mixed)
    assert found.numbers_ascending(rows, packing).tolist() == found.numbers(mixed).tolist()
    second = found.numbers_ascending(packing.pack(sets[1]), packing, 1)
    assert second.tolist() == list(range(len(sets[0]), len(sets[0]) + len(sets[1])))


@pytest.mark.parametrize("words", [1, 2])
def test_keys_of_neighbouring_ranks_come_one_after_the_other(words: int) -> None:
    found, sets = two_sets(words)
    for root, keys in zip(found.roots, sets, strict=True):
        assert found.keys_from(0, len(keys), root).tolist() == keys.tolist()
        assert found.keys_from(7, 5, root).tolist() == keys[7:12].tolist()
    masks = np.bitwise_or.reduce(np.concatenate(sets), axis=0)
    assert found.bits == tuple(masks.tolist())


def test_a_diagram_that_does_not_count_its_keys_is_found_out() -> None:
    found, sets = two_sets(1)
    sizes = [len(keys) for keys in sets]
    assert found.miscounted(sizes) == ""
    assert "layer 1 has" in found.miscounted([sizes[0], sizes[1] + 1])
    rows = found.rows.copy()
    rows[40, 1] += np.uint64(1 << 16)
    wrong = Diagram(rows, found.roots, found.firsts, 1).miscounted(sizes)
    assert wrong == "node 40 of the keys does not count those on its low side"


@pytest.mark.parametrize("different", [1, 2, 4, 16, 200, 300, 70_000])
def test_rows_of_the_palette_are_read_by_machine_code(different: int) -> None:
    rng = np.random.default_rng(different)
    values, palette = np.arange(BLOCK) % different, Palette()
    if different > BLOCK:
        palette = Palette([(number,) for number in range(different)])
    kind, data = packed_block(palette, [values], compress=False)
    body = np.frombuffer(b"12345678" + data, np.uint8)
    directory = np.array([8 << 8 | kind], np.uint64)
    ranks, out = np.sort(rng.integers(0, BLOCK, 100)), np.empty((1, 100), np.int64)
    kernels, entries = reader.load("blocks"), palette.column(0).reshape(-1, 1)

    def read(body: np.ndarray, ranks: np.ndarray, entries: np.ndarray = entries) -> int:
        return int(kernels.read_rows(body, directory, entries, ranks, 0, out))

    told = read(body, ranks)
    if kind == 64:
        assert told == kernels.PACKED_OTHERWISE
        return
    assert told == kernels.READ
    assert out[0].tolist() == values[ranks].tolist()
    assert read(body[:14], ranks[-1:]) == read(body[:9], ranks[-1:]) == kernels.OUTSIDE
    assert read(body, np.array([BLOCK])) == read(body, ranks, entries[:0]) == kernels.OUTSIDE


@pytest.mark.parametrize("compress", [False, True])
def test_columns_are_the_same_either_way(tmp_path: Path, compress: bool) -> None:
    solve(TicTacToe(3, 2, 2)).save(tmp_path / "x.table", compress=compress)
    table = TableFile(tmp_path / "x.table")
    numbers = np.arange(0, len(table), 3)
    found = table.columns_at(["value", "plies"], numbers)
    assert [list(zip(*found, strict=True))] == [[table.row(number) for number in numbers]]
    places = np.frombuffer(table.layers[0].blocks.places, np.uint64).copy()
    blocks = table.layers[0].blocks
    blocks.places = places + np.uint64(1 << 40)
    blocks.directory = blocks.places.data
    if not compress:
        with pytest.raises(DamagedTable, match="layer 0, block 0: damaged"):
            table.columns_at(["value"], numbers)


def test_keys_of_many_bits_are_checked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "FEW_POSITIONS", 0)
    with by_python():
        solution = solve(ConnectFour(3, 2, 2))
        solution.save(tmp_path / "x.table")
        table = load(tmp_path / "x.table")
        one = table.prove()
        monkeypatch.setattr(compiled_check, "_words", lambda table: None)
        assert table.prove() == one == solution.prove()
        monkeypatch.setattr(Diagram, "miscounted", lambda self, sizes: "it is wrong")
        with pytest.raises(ProofFailed, match="the keys"):
            table.prove()
