"""Which worker answers a question: the one that has the table, a quick one, or a large one."""

from __future__ import annotations

import hashlib
import json
import logging
from collections import OrderedDict
from time import perf_counter

from zermelo.faces.plain import Json
from zermelo.faces.service import logs
from zermelo.faces.service.lanes import Lane, Tell, Worker
from zermelo.faces.service.messages import LogEntry, WorkerQuestion, WorkerReply
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.settings import Settings
from zermelo.games import spoken

MOST_REMEMBERED = 10_000  # games known to be large
STARVED = 6  # times as long may a small answer take where other work has the cores
LONGEST_LOGGED = 200  # letters of a field in the log


class Dispatcher:
    """Questions in, answers out; every answer is measured and logged."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.quick = Lane("quick", settings.quick_workers, settings, metrics)
        self.large = Lane("large", settings.workers, settings, metrics)
        self.holders: dict[str, set[Worker]] = {}  # key of a game → who has its table
        self.known_large: OrderedDict[str, None] = OrderedDict()
        self.games: bytes | None = None
        for lane in self.lanes:
            lane.when_lost = self._forget

    @property
    def lanes(self) -> tuple[Lane, Lane]:
        """Quick and large."""
        return self.quick, self.large

    async def start(self) -> None:
        """Start all workers."""
        for lane in self.lanes:
            await lane.start()

    async def close(self) -> None:
        """End all workers."""
        for lane in self.lanes:
            await lane.close()

    async def list_games(self) -> bytes:
        """What can be asked about; it never changes while the service runs."""
        if self.games is None:
            question: WorkerQuestion = {"operation": "games", "seconds": self.settings.seconds}
            self.games = (await self._asked(self.quick, question, None))[1]
        return self.games

    async def answer(self, question: WorkerQuestion, tell: Tell | None = None) -> bytes:
        """The answer in JSON, or a `ServiceProblem`."""
        began = perf_counter()
        question = {**question, "key": key_of(question)}
        entry: LogEntry = {"code": "ok", "lane": "quick"}
        try:
            body = await self._routed(question, entry, tell)
        except ServiceProblem as problem:
            entry["code"] = problem.code
            raise
        except BaseException:
            entry["code"] = "cancelled"
            raise
        finally:
            self._note(question, entry, perf_counter() - began)
        return body

    async def _routed(self, question: WorkerQuestion, entry: LogEntry, tell: Tell | None) -> bytes:
        """Small first, unless the game is known to be large."""
        key = question["key"]
        if not self._is_large(key):
            body = await self._quickly(question, entry)
            if body is not None:
                return body
            self._remember_large(key)
        entry["lane"] = "large"
        return (await self._asked(self.large, question, entry, tell))[1]

    async def _quickly(self, question: WorkerQuestion, entry: LogEntry) -> bytes | None:
        """The answer of a quick worker; None where it takes more than that."""
        work = self.settings.quick_seconds
        brief: WorkerQuestion = {**question, "seconds": STARVED * work, "cpu_seconds": work}
        try:
            head, body = await self._asked(self.quick, brief, entry)
        except ServiceProblem as problem:
            if problem.code != "too_slow":
                raise
            return None
        return None if head["kind"] == "larger" else body

    async def _asked(
        self, lane: Lane, question: WorkerQuestion, entry: LogEntry | None, tell: Tell | None = None
    ) -> tuple[WorkerReply, bytes]:
        key = question.get("key", "")
        prefers = frozenset(self.holders.get(key, ()))
        worker, head, body = await lane.ask(question, prefers, tell)
        if entry is not None:
            entry.update(head.get("facts", {}))
            entry["worker"] = worker.name
        self._file(worker, key, head)
        if head["kind"] == "problem":
            self._complain(question, head)
            raise ServiceProblem.read(head["problem"])
        return head, body

    # -- who has which table -----------------------------------------------------------------

    def _file(self, worker: Worker, key: str, head: WorkerReply) -> None:
        """Note the table that was built, and those that were dropped for it."""
        if head["kind"] == "answer" and key:
            self.holders.setdefault(key, set()).add(worker)
        for gone in head.get("dropped", ()):
            self._drop(gone, worker)

    def _drop(self, key: str, worker: Worker) -> None:
        holders = self.holders.get(key, set())
        holders.discard(worker)
        if not holders:
            self.holders.pop(key, None)

    def _forget(self, worker: Worker) -> None:
        for key in list(self.holders):
            self._drop(key, worker)

    def _is_large(self, key: str) -> bool:
        holders = self.holders.get(key, set())
        if any(worker.lane == "quick" for worker in holders):
            return False
        return bool(holders) or key in self.known_large

    def _remember_large(self, key: str) -> None:
        self.known_large[key] = None
        if len(self.known_large) > MOST_REMEMBERED:
            self.known_large.popitem(last=False)

    # -- what is said about it ---------------------------------------------------------------

    def _note(self, question: WorkerQuestion, entry: LogEntry, seconds: float) -> None:
        operation = question["operation"]
        self.metrics.answers.labels(operation, entry["code"]).inc()
        self.metrics.seconds.labels(operation, entry["lane"]).observe(seconds)
        if entry.get("cached"):
            self.metrics.cached.inc()
        if entry.get("check"):
            self.metrics.checks.labels(entry["check"]).inc()
        logs.log_event(
            "answer",
            operation=operation,
            game=question["game"],
            arguments=_short(question["arguments"]),
            misere=question.get("misere", False),
            position=_short(question["position"]),
            milliseconds=round(1000 * seconds, 3),
            **entry,
        )

    def _complain(self, question: WorkerQuestion, head: WorkerReply) -> None:
        """An answer that contradicts itself, or a mistake of ours, is loud."""
        proof, trace = head.get("proof_failed"), head.get("traceback")
        if proof:
            self.metrics.proofs_failed.inc()
        if proof or trace:
            event = "proof failed" if proof else "internal error"
            logs.log_event(event, level=logging.ERROR, question=question, reason=proof or trace)


def key_of(question: WorkerQuestion) -> str:
    """The same for equal games with equal arguments, in the same form."""
    form = [spoken(question["game"]), question["arguments"] or None, question.get("misere", False)]
    text = json.dumps(form, sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _short(value: Json) -> Json:
    text = json.dumps(value)
    return value if len(text) <= LONGEST_LOGGED else f"{text[:LONGEST_LOGGED]}…"
