"""A bit that was flipped in a folder of layers is found before anybody works with it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from executed_rules import by_python
from saved_tables import flipped
from test_layers_on_disk import SMALL, Ended, ending_after, on_disk
from zermelo import solve
from zermelo.engines.layers import asking, files, memory, merging, storage
from zermelo.engines.layers.files import FolderFiles
from zermelo.engines.layers.storage import HEAD, FileStorage, RowSum
from zermelo.errors import DamagedTable


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(memory, "PIECE", 8)
    monkeypatch.setattr(merging, "PART", 8)
    monkeypatch.setattr(asking, "ASKED_AT_ONCE", 8)
    with by_python():
        yield


@pytest.mark.parametrize("step", [12, 40])
def test_a_flipped_bit_in_every_row_is_found_or_the_row_is_not_needed(
    tmp_path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tmp_path / "whole"
    with monkeypatch.context() as patch, suppress(Ended):
        patch.setattr(storage.os, "replace", ending_after(step, os.replace))
        on_disk(whole)
    expected, found = dict(solve(SMALL, engine="plain").table()), list[str]()
    for row in sorted(whole.glob("*.row")):
        folder = tmp_path / row.name
        shutil.copytree(whole, folder)
        if row.stat().st_size > HEAD:
            flipped(folder / row.name, 8 * HEAD + 5)
            try:
                solution = on_disk(folder)
                solution.save(tmp_path / "x.table")  # which reads all rows
                assert dict(solution.table()) == expected
            except DamagedTable as damaged:
                found.append(damaged.where)
        shutil.rmtree(folder)
    assert found == [where for where in found if Path(where).name == Path(where).parent.name]
    assert found


@pytest.mark.parametrize("name", ["outcomes-values.row", "keys-3.row"])
def test_a_folder_that_is_damaged_later_is_not_saved(tmp_path: Path, name: str) -> None:
    on_disk(tmp_path / "layers")
    flipped(tmp_path / "layers" / name, 8 * HEAD)
    with pytest.raises(DamagedTable, match="the row is not what was written"):
        on_disk(tmp_path / "layers").save(tmp_path / "x.table")
    assert not (tmp_path / "x.table").exists()


def test_what_is_no_head_of_a_row_is_found(tmp_path: Path) -> None:
    rows = FileStorage(FolderFiles(tmp_path))
    rows.keep("one", np.arange(9))
    flipped(tmp_path / "one.row", 3)
    with pytest.raises(DamagedTable, match="its first bytes are not those of a row"):
        FileStorage(FolderFiles(tmp_path)).get("one")


def test_a_look_at_a_row_does_not_read_it_to_its_end(tmp_path: Path) -> None:
    rows = FileStorage(FolderFiles(tmp_path))
    rows.keep("one", np.arange(9))
    flipped(tmp_path / "one.row", 8 * HEAD)
    assert FileStorage(FolderFiles(tmp_path)).glance("one")[5] == 5
    assert FileStorage(FolderFiles(tmp_path), is_shared=True).get("one")[5] == 5
    with pytest.raises(DamagedTable, match="the row is not what was written"):
        FileStorage(FolderFiles(tmp_path)).get("one")


def test_the_sum_of_a_row_does_not_depend_on_its_parts() -> None:
    row, one, many = np.arange(100, dtype=np.int8), RowSum(), RowSum()
    one.add(row)
    for low in range(0, 100, 7):
        many.add(row[low : low + 7])
    assert one.value == many.value


@pytest.mark.parametrize("by_system", [True, False])
@pytest.mark.parametrize("lengths", [(8, 16, 3), (5, 8, 2), (0, 8), ()])
@pytest.mark.parametrize("dtype", [np.int64, np.int8])
def test_rows_that_are_joined_by_name_are_those_that_are_there(
    tmp_path: Path,
    lengths: tuple[int, ...],
    dtype: type,
    by_system: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not by_system:  # as on other systems
        monkeypatch.delattr(files.os, "copy_file_range", raising=False)
    found = FileStorage(FolderFiles(tmp_path))
    rows = [np.arange(length, dtype=dtype) + 7 * length for length in lengths]
    names = [f"part {k}" for k in range(len(rows))]
    for name, row in zip(names, rows, strict=True):
        found.keep(name, row)
    found.put("whole", iter(names), sum(lengths), dtype)
    expected = np.concatenate([np.empty(0, dtype), *rows])
    np.testing.assert_array_equal(FileStorage(FolderFiles(tmp_path)).get("whole"), expected)


def test_a_part_that_was_damaged_makes_a_damaged_whole(tmp_path: Path) -> None:
    found = FileStorage(FolderFiles(tmp_path))
    found.keep("part", np.arange(100))
    flipped(tmp_path / "part.row", 8 * HEAD + 77)
    found.put("whole", iter(["part"]), 100, np.int64)
    with pytest.raises(DamagedTable, match=r"whole\.row"):
        found.get("whole")


@pytest.mark.parametrize("left", [0, HEAD, HEAD + 8, HEAD + 11])
@pytest.mark.parametrize("step", [12, 24, 33])
def test_a_piece_whose_files_were_cut_short_is_made_again(
    tmp_path: Path, step: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch, suppress(Ended):
        patch.setattr(storage.os, "replace", ending_after(step, os.replace))
        on_disk(tmp_path)
    noted = [note.stem for note in tmp_path.glob("piece-*.json")]
    cut = [row for row in tmp_path.glob("piece-*.row") if any(map(row.name.startswith, noted))]
    for row in cut:
        os.truncate(row, min(left, row.stat().st_size))
    assert cut
    expected = dict(solve(SMALL, engine="plain").table())
    assert dict(on_disk(tmp_path).table()) == expected


def test_who_merges_elsewhere_reads_every_run_to_its_end(tmp_path: Path) -> None:
    rows = FileStorage(FolderFiles(tmp_path), is_shared=True)
    names = [f"run {number}" for number in range(5)]
    for number, name in enumerate(names):
        rows.keep(name, np.arange(number, 100, 3))
    works = list(merging.merging(rows, names, "all", is_sent=True))
    assert len(works) > 1
    read = [name for work in works for name in work.checked]  # type: ignore[attr-defined]
    assert sorted(read) == names
    flipped(tmp_path / "run-3.row", 8 * HEAD + 1)
    fresh = FileStorage(FolderFiles(tmp_path), is_shared=True)
    with pytest.raises(DamagedTable, match="run-3"):
        list(map(fresh.whole, read))


def test_a_row_that_ends_in_the_middle_of_a_number_is_found(tmp_path: Path) -> None:
    FileStorage(FolderFiles(tmp_path)).keep("one", np.arange(9))
    os.truncate(tmp_path / "one.row", HEAD + 11)
    rows = FileStorage(FolderFiles(tmp_path))
    with pytest.raises(DamagedTable, match="in the middle of a number"):
        rows.get("one")
    assert not rows.is_sound("one")
    assert not rows.is_sound("two")
