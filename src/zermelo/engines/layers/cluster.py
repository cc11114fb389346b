"""Tasks on a cluster: the same pieces of work, done by Dask's workers on a folder that all share.

Dask owns scheduling, retries and the dashboard. A task reads rows of the folder and writes others,
so it can be done again, by anybody: a worker that leaves takes nothing with it, and one that joins
is given what waits. Only layers in which play comes back are settled here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from importlib import import_module
from threading import Event
from typing import Any, TypeVar

from zermelo.engines.layers.asking import Asker
from zermelo.engines.layers.backward import SettlingPiece
from zermelo.engines.layers.forward import Expanding
from zermelo.engines.layers.merging import MergingAfar
from zermelo.engines.layers.sharing import Team, Work
from zermelo.errors import BadInput, Setting, Unavailable
from zermelo.limits.deadline import WAITING_GLANCE
from zermelo.machine.machine import Machine
from zermelo.machine.words import Words
from zermelo.model.numerals import spelled

T = TypeVar("T")
RETRIES = 10  # of a task whose worker leaves
AHEAD = 3  # tasks for each thread of the cluster, under way or waiting
FEWEST = 8  # tasks under way, however few workers there are: others may join


class ClusterTeam(Team):
    """Askers of this process, and workers elsewhere for what can be sent to them."""

    is_afar = True

    def __init__(self, client: Any, askers: Sequence[Asker]) -> None:
        super().__init__(askers)
        self.client = client  # of Dask, which has no types

    def results(self, works: Iterator[Work[T]]) -> Iterator[T]:
        """What comes of each, in order."""
        line: deque[Any] = deque()
        for work in works:
            if not isinstance(work, Expanding | SettlingPiece | MergingAfar):
                yield from super().results(_chain(work, works))
                return
            line.append(self._sent(work))
            if len(line) > self._most():
                yield self._result(line.popleft())
        while line:
            yield self._result(line.popleft())

    def _sent(self, work: Work[T]) -> Any:
        asker = self.askers[0]
        given = asker.machine, asker.words, asker.memory, work
        return self.client.submit(done, *given, pure=False, retries=RETRIES)

    def _most(self) -> int:
        threads: int = sum(self.client.nthreads().values())
        return max(FEWEST, AHEAD * threads)

    def _result(self, future: Any) -> Any:
        is_done = Event()
        future.add_done_callback(lambda _: is_done.set())
        while not is_done.wait(WAITING_GLANCE):
            pass  # the end of a time limit comes up here
        return future.result()


def _chain(first: Work[T], others: Iterator[Work[T]]) -> Iterator[Work[T]]:
    yield first
    yield from others


def done(machine: Machine, words: Words, memory: int, work: Work[T]) -> T:
    """What comes of a task, done by a worker."""
    return work(Asker(machine, words, memory))


def client_of(cluster: object) -> Any:
    """A client as a caller gave it: itself, an address, or "local" for workers on this machine."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise Unavailable(
            "Dask is not installed",
            rule="a cluster is one of Dask's",
            fix="Install it: pip install 'zermelo[cluster]'",
        ) from None
    if isinstance(cluster, dask.Client):
        return cluster
    if cluster == "local":
        return dask.Client(dask.LocalCluster(threads_per_worker=1, dashboard_address="127.0.0.1:0"))
    if isinstance(cluster, str):
        try:
            return dask.Client(cluster, timeout="10s")
        except (OSError, ValueError) as error:
            raise _no_cluster(cluster, f"nobody answers there: {error}") from None
    raise _no_cluster(cluster, "a cluster is a client of Dask, an address, or 'local'")


def _no_cluster(given: object, rule: str) -> BadInput:
    return BadInput(
        spelled(given),
        where="cluster",
        rule=rule,
        fix=("Pass e.g. ", Setting("cluster", "tcp://10.0.0.1:8786")),
    )
