"""Layers in a store elsewhere, by an address of fsspec: the same answers, and whole files only."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from compiled_beside_plain import assert_same
from test_named_layers import layered
from zermelo import solve
from zermelo.engines.layers import files, memory, merging, storage
from zermelo.engines.layers.files import DRAFT, FolderFiles, StoreFiles, files_at
from zermelo.engines.layers.storage import FileStorage
from zermelo.errors import BadInput, Unavailable
from zermelo.games import ConnectFour, TicTacToe

fsspec: Any = import_module("fsspec")
SMALL = ConnectFour(3, 2, 2)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A store of this process; small pieces make many files."""
    where = f"memory://{tmp_path.name}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "PIECE", 20)
        patch.setattr(merging, "PART", 30)
        yield where
    with suppress(FileNotFoundError):  # nothing was written
        fsspec.filesystem("memory").rm(f"/{tmp_path.name}", recursive=True)


def names(address: str) -> list[str]:
    store, path = fsspec.core.url_to_fs(address)
    return [entry.rpartition("/")[2] for entry in store.ls(path, detail=False)]


@pytest.mark.parametrize(
    "game",
    [SMALL, layered(Random(3), gains=True, falls=True)],
    ids=["by levels", "by layers"],
)
def test_a_game_is_solved_in_a_store(address: str, game: Any) -> None:
    found = solve(game, disk=address)
    assert_same(found, solve(game, engine="plain"))
    assert [name for name in names(address) if name.startswith("keys")]
    again = solve(game, disk=address)
    assert dict(again.table()) == dict(found.table())
    assert found.prove()


class Ended(Exception):
    """Somebody pulled the plug."""


def test_work_that_ends_at_any_file_goes_on_from_there(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, ended = dict(solve(SMALL, engine="plain").table()), 0
    kind = type(fsspec.filesystem("memory"))
    for step in range(0, 400, 23):
        place, left, move = f"{address}/{step}", [step], kind.mv

        def mv(self: Any, *given: Any, left: list[int] = left, move: Any = move) -> None:
            if not left[0]:
                raise Ended
            left[0] -= 1
            move(self, *given)

        with monkeypatch.context() as patch:
            patch.setattr(kind, "mv", mv)
            try:
                solve(SMALL, disk=place)
            except Ended:
                ended += 1
                assert [name for name in names(place) if name.endswith(DRAFT)]
        assert dict(solve(SMALL, disk=place).table()) == expected, step
        assert not [name for name in names(place) if name.endswith(DRAFT)]
        if 23 * ended <= step:
            break
    assert ended


def test_a_store_may_refuse_to_move_a_file_to_where_one_is(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, found = type(fsspec.filesystem("memory")), files_at(address)
    move = kind.mv

    def mv(self: Any, one: str, two: str) -> None:
        if self.exists(two):
            raise OSError("Failure")  # as over sftp
        move(self, one, two)

    monkeypatch.setattr(kind, "mv", mv)
    for text in (b"old", b"new"):
        with found.written("note.json") as file:
            file.write(text)
    assert files_at(address).here("note.json").read_bytes() == b"new"
    with pytest.raises(OSError, match="Failure"):
        found.rename("nothing.json", "note.json")
    assert found.sizes() == {"note.json": 3}


def test_a_store_belongs_to_one_game(address: str) -> None:
    solve(SMALL, disk=address)
    with pytest.raises(BadInput, match=f"{address}: .*in the folder") as caught:
        solve(TicTacToe(), disk=address)
    assert "a folder holds the layers of one game" in str(caught.value)


def test_addresses_that_nobody_knows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="Protocol not known: nowhere"):
        solve(SMALL, disk="nowhere://layers")
    monkeypatch.setattr(files, "import_module", lambda name: exec(f"import no_{name}"))
    with pytest.raises(Unavailable, match=r"pip install 'zermelo\[cluster\]'"):
        solve(SMALL, disk="s3://layers/here")


def test_an_address_of_this_machine_is_a_folder(tmp_path: Path) -> None:
    found = files_at(f"file://{tmp_path}/layers")
    assert isinstance(found, FolderFiles)
    assert found.address == f"{tmp_path}/layers"


def test_rows_travel_as_their_address_and_copies_go_with_the_process(address: str) -> None:
    rows = FileStorage(files_at(address))
    rows.keep("some", np.arange(5))
    again = pickle.loads(pickle.dumps(rows))
    assert isinstance(again.files, StoreFiles)
    assert again.get("some").tolist() == [0, 1, 2, 3, 4]
    rows.rename("some", "others")
    assert not again.has("some")
    assert again.glance("others").tolist() == [0, 1, 2, 3, 4]
    folder = rows.files.here("others.row").parent
    del rows
    assert not folder.exists()


@pytest.mark.parametrize("kind", ["folder", "store"])
def test_a_worker_lets_go_of_what_others_have_dropped(
    kind: str, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its pages would take room on the disk for as long as the worker lives.
    place = str(tmp_path) if kind == "folder" else address
    owner = FileStorage(files_at(place))
    worker = FileStorage(files_at(place, is_shared=True), is_shared=True)
    for name in ("one", "two", "three"):
        owner.keep(name, np.arange(5))
    worker.get("one"), worker.get("two")
    owner.drop("one")
    monkeypatch.setattr(storage, "TIDY_SECONDS", 0)
    worker.get("three")
    assert sorted(worker.open) == ["three", "two"]
    if kind == "store":
        assert not os.path.exists(worker.files.here("two.row").with_name("one.row"))
