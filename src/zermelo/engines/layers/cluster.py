"""Tasks on a cluster: the same pieces of work, done by Dask's workers on a folder that all share.

Dask owns scheduling, retries and the dashboard. A task reads rows of the folder and writes others,
so it can be done again, by anybody: a worker that leaves takes nothing with it, and one that joins
is given what waits. A layer in which play comes back is settled here where its moves can be held,
and else round by round by all.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import chain, count, islice
from secrets import token_hex
from threading import Event, get_ident
from time import perf_counter
from typing import Any, Generic, TypeVar

from zermelo.engines.layers.asking import Asker
from zermelo.engines.layers.sharing import Sendable, Team, Work
from zermelo.errors import BadInput, Setting, Unavailable
from zermelo.limits.deadline import WAITING_GLANCE
from zermelo.model.numerals import spelled

T = TypeVar("T")
RETRIES = 10  # of a task whose worker leaves
AHEAD = 3  # tasks for each thread of the cluster, under way or waiting
RECOUNT = 1.0  # seconds after which the threads of the cluster are counted again
ASKERS_KEPT = 8  # by a worker
FEWEST_SENT = 1 << 15  # of a layer: fewer are done here before anybody has answered
FEWEST = 8  # tasks under way, however few workers there are: others may join


class ClusterTeam(Team):
    """Askers of this process, and workers elsewhere for what can be sent to them."""

    is_afar = True

    def __init__(self, client: Any, askers: Sequence[Asker]) -> None:
        super().__init__(askers)
        self._near = Team(askers)
        self.client = client  # of Dask, which has no types
        asker = askers[0]
        self._means = pickle.dumps((asker.machine, asker.words, asker.memory))  # once for all tasks
        self._threads, self._counted = 0, -RECOUNT

    def __exit__(self, kind: object, *rest: object) -> None:
        super().__exit__(kind, *rest)
        self._near.__exit__(kind, *rest)

    def for_states(self, states: int) -> Team:
        """Others, where there is enough to do."""
        return self if states >= FEWEST_SENT else self._near

    def results(self, works: Iterator[Work[T]]) -> Iterator[T]:
        """What comes of each, in order."""
        line: deque[Sent[T]] = deque()
        group = f"work-{token_hex(8)}"
        for batch in count():
            some = list(islice(works, max(1, self._most() - len(line))))
            if some and not isinstance(some[0], Sendable):
                yield from self._near.results(chain(some, works))
                return
            if some:
                line += self._sent(some, group, batch)
            elif not line:
                return
            yield line.popleft().result()

    def _sent(self, works: Sequence[Work[T]], group: str, batch: int) -> list[Sent[T]]:
        """Tasks of one group wait at the scheduler, which gives them to whoever is free."""
        keys = [(group, batch, number) for number in range(len(works))]
        means = [self._means] * len(works)
        sent = self.client.map(done, means, works, key=keys, pure=False, retries=RETRIES)
        return [Sent(future, work) for future, work in zip(sent, works, strict=True)]

    def _most(self) -> int:
        """Tasks under way; the scheduler is asked now and then, for others may join."""
        now = perf_counter()
        if now - self._counted >= RECOUNT:
            self._threads, self._counted = sum(self.client.nthreads().values()), now
        return max(FEWEST, AHEAD * self._threads)


class Sent(Generic[T]):
    """A task that others do; what came of it is read from the storage, or fetched from them."""

    def __init__(self, future: Any, work: Any) -> None:
        self._future, self._work = future, work
        self._is_fetched = Event()
        self._found: T | None = None
        self._error: BaseException | None = None
        future.add_done_callback(self._fetch)

    def _fetch(self, future: Any) -> None:
        try:
            found = self._work.found() if future.status == "finished" else None
            self._found = future.result() if found is None else found
        except BaseException as error:  # it is raised where the result is asked for
            self._error = error
        self._is_fetched.set()

    def result(self) -> T:
        """Wait for it."""
        while not self._is_fetched.wait(WAITING_GLANCE):
            pass  # the end of a time limit comes up here
        if self._error is not None:
            raise self._error
        return self._found  # type: ignore[return-value]


def done(means: bytes, work: Work[T]) -> T:
    """What comes of a task, done by a worker."""
    return work(_asker(means, get_ident()))


@lru_cache(maxsize=ASKERS_KEPT)
def _asker(means: bytes, thread: int) -> Asker:  # noqa: ARG001 - each thread has its own
    """The asker of a worker's thread, made of what the tasks bring along."""
    machine, words, memory = pickle.loads(means)
    return Asker(machine, words, memory)


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
