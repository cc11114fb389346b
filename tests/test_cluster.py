"""Layers on a cluster: workers of Dask share the work, and one that leaves is not missed."""

from __future__ import annotations

import os
import pickle
import signal
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from compiled_beside_plain import assert_same
from test_large_named_layers import wide
from zermelo import solve
from zermelo.engines.layers import cluster, memory, merging, returning
from zermelo.engines.layers.cluster import ClusterTeam, client_of
from zermelo.engines.layers.files import FolderFiles
from zermelo.engines.layers.recurrences import (
    difference_sweep,
    nimber_sweep,
    outcome_sweep,
    total_sweep,
    vector_sweep,
)
from zermelo.engines.layers.returning import pair_sweep
from zermelo.engines.layers.storage import FileStorage
from zermelo.errors import BadInput, Unavailable
from zermelo.games import ConnectFour

distributed: Any = import_module("distributed")

BOARD = ConnectFour(4, 3)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Two workers with a process each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)  # workers are not measured
        workers = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
        )
    with workers, distributed.Client(workers) as client:
        yield client


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "PIECE", 800)
    monkeypatch.setattr(memory, "PIECES_SENT", 1)
    monkeypatch.setattr(merging, "PART", 200)
    monkeypatch.setattr(cluster, "FEWEST_SENT", 50)


def test_a_game_is_solved_by_two_workers(client: Any, tmp_path: Path) -> None:
    found = solve(BOARD, disk=tmp_path, cluster=client)
    assert_same(found, solve(BOARD, engine="plain"))
    again = pickle.loads(pickle.dumps(found))
    assert dict(again.table()) == dict(found.table())


@pytest.mark.parametrize("bytes_of_a_state", [20, 1 << 50], ids=["held", "round by round"])
def test_layers_in_which_play_comes_back_are_settled_where_their_moves_fit_or_by_workers(
    client: Any, tmp_path: Path, bytes_of_a_state: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(returning, "SETTLING_A_STATE", bytes_of_a_state)
    monkeypatch.setattr(memory, "PIECE", 160)
    sent, send = Counter[str](), ClusterTeam._sent

    def counting(team: ClusterTeam, works: list[Any], *group: Any) -> Any:
        sent.update(type(work).__name__ for work in works)
        return send(team, works, *group)

    monkeypatch.setattr(ClusterTeam, "_sent", counting)
    for seed, in_turn in ((0, False), (1, True)):
        game, folder = wide(Random(seed), in_turn=in_turn), tmp_path / str(seed)
        found = solve(game, disk=folder, cluster=client)
        assert not [*folder.rglob("round*")]
        plain = solve(game, engine="plain")
        assert found.plan.method == plain.plan.method == "thresholds"
        assert dict(found.table()) == dict(plain.table())
        assert found.prove().states == len(dict(plain.table()))
    by_rounds = bytes_of_a_state > 20
    assert (sent["WaysOut"] > 2) == (sent["Judging"] > 2) == by_rounds


def test_a_worker_that_is_killed_is_not_missed(client: Any, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(_: object) -> None:
        if not killed and len([*tmp_path.glob("keys*.row")]) > 3:
            workers = client.run(os.getpid)
            killed.append(next(iter(workers.values())))
            os.kill(killed[0], signal.SIGKILL)

    found = solve(BOARD, disk=tmp_path, cluster=client, progress=kill)
    assert killed
    assert_same(found, solve(BOARD, engine="plain"))


def test_a_worker_that_joins_late_is_used(client: Any, tmp_path: Path) -> None:
    joined: list[Any] = []

    def join(_: object) -> None:
        if not joined and [*tmp_path.glob("piece*.json")]:
            before = {*client.scheduler_info()["workers"]}
            client.cluster.scale(len(before) + 1)
            client.wait_for_workers(len(before) + 1)
            joined.append(({*client.scheduler_info()["workers"]} - before).pop())

    def count(dask_worker: Any) -> int:
        tasks: int = dask_worker.state.executed_count
        return tasks

    try:
        found = solve(BOARD, disk=tmp_path, cluster=client, progress=join)
        assert_same(found, solve(BOARD, engine="plain"))
        assert client.run(count, workers=joined)[joined[0]] > 0
    finally:
        client.cluster.scale(2)


def test_layers_of_few_states_are_done_by_who_asks(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "FEWEST_SENT", 10**9)
    monkeypatch.setattr(ClusterTeam, "_sent", None)  # nobody asks for it
    found = solve(BOARD, disk=tmp_path, cluster=client)
    assert_same(found, solve(BOARD, engine="plain"))


def test_a_cluster_needs_a_folder(client: Any, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a folder that all of them share"):
        solve(BOARD, cluster=client)
    with pytest.raises(BadInput, match="a client of Dask"):
        solve(BOARD, cluster=7, disk=tmp_path)


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise ImportError

    monkeypatch.setattr("zermelo.engines.layers.cluster.import_module", missing)
    with pytest.raises(Unavailable, match=r"zermelo\[cluster\]"):
        client_of("local")


@pytest.mark.parametrize(
    "sweep",
    [outcome_sweep(9), difference_sweep(300), nimber_sweep(7), vector_sweep(9, 3), total_sweep(),
     pair_sweep("int16")],
    ids=lambda sweep: sweep.name,
)  # fmt: skip
def test_a_sweep_travels_as_how_it_was_made(sweep: Any) -> None:
    again = pickle.loads(pickle.dumps(sweep))
    assert (again.name, again.dtype, again.width) == (sweep.name, sweep.dtype, sweep.width)


def test_a_folder_travels_as_its_path(tmp_path: Path) -> None:
    rows = FileStorage(FolderFiles(tmp_path))
    (tmp_path / "half.draft").write_bytes(b"of somebody else")
    again = pickle.loads(pickle.dumps(rows))
    assert again.files.address == str(tmp_path)
    assert (tmp_path / "half.draft").exists()
