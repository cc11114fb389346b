"""A cluster on this machine: one worker beside two, with a thread each, on the same folder."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from time import perf_counter
from typing import Any

from families import Line
from zermelo import solve
from zermelo.games import ConnectFour

BOARD = (6, 4)  # 6 columns
WARM_UP = (5, 4)  # every worker reads the compiled rules, and imports what it needs
TIMES = 2  # the best of so many


def solved_by(workers: int) -> float:
    """Seconds of a solution by so many workers that have worked before."""
    dask: Any = import_module("distributed")
    cluster = dask.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    )
    with cluster, dask.Client(cluster) as client:
        seconds = []
        for board in (WARM_UP, *[BOARD] * TIMES):
            with tempfile.TemporaryDirectory() as folder:
                began = perf_counter()
                solve(ConnectFour(*board), disk=folder, cluster=client)
                seconds.append(perf_counter() - began)
    return min(seconds[1:])


def two_workers() -> Iterator[Line]:
    """Connect Four on 6 × 4; the process that asks and Dask's scheduler share the cores."""
    one, two = solved_by(1), solved_by(2)
    yield Line(
        "cluster", "Connect Four 6×4, two workers", f"{two:.1f} s",
        f"one worker {one:.1f} s: {one / two:.2f} ×", "≥ 1.6 ×", one / two >= 1.6,
    )  # fmt: skip


CLUSTER: tuple[Callable[[], Iterator[Line]], ...] = (two_workers,)
