"""Which worker answers a question: what is known of its game says in which lane it begins."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from asyncio import Task
from collections import OrderedDict
from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from time import perf_counter

from zermelo.faces.plain import Json, JsonObject
from zermelo.faces.service import logs
from zermelo.faces.service.lanes import Lane, nothing
from zermelo.faces.service.messages import (
    FACTS_STATES,
    SMALL_STATES,
    LogEntry,
    WorkerQuestion,
    WorkerReply,
)
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.patience import late_rules
from zermelo.faces.service.problems import ServiceProblem, too_slow
from zermelo.faces.service.settings import Settings
from zermelo.faces.service.sharing import Answered, KeptAnswers, Sharing, Tell, unheard
from zermelo.faces.service.workers import Worker
from zermelo.games import spoken

MOST_REMEMBERED = 10_000  # games whose size is known
BY_RULES = ("board", "position")  # operations that no game is too large for
SEARCHING = "bounds"  # an operation whose answer grows: it is asked again and again
STARVED = 6  # times as long may a small answer take where other work has the cores
LONGEST_LOGGED = 200  # letters of a field in the log
FACTS = ("diagnose", "card")  # operations that say something about a game, and not about a position
GLANCE_STATES = 2_000  # of a game that nobody knows yet
NO_MEANING = ("seconds", "reports")  # parts of a question that its answer does not depend on
LISTING_SECONDS = 10.0  # for the list of all games, which is made once
RULES_SECONDS = 2.5  # for the rules of one position, where they are slow
WRONG_SECONDS = 60.0  # that a game is known to be wrong before it is looked at again
OWN_SECONDS = 2.0  # for what one of the operator's own looks like


class Size(Enum):
    """What is known of a game."""

    SMALL = "small"
    LARGE = "large"


class SharedSearch:
    """Seconds of search that several clients may wait for."""

    def __init__(self) -> None:
        self.task: Task[Answered] | None = None
        self.has_begun = False
        self.clients = 0

    def begin(self) -> None:
        """A worker is at it."""
        self.has_begun = True

    async def answer(self) -> Answered:
        """What comes out of it; when nobody waits any more and no worker has it, it is off."""
        assert self.task is not None
        self.clients += 1
        try:
            return await asyncio.shield(self.task)
        finally:
            self.clients -= 1
            if not self.clients and not self.has_begun:
                self.task.cancel()


class Dispatcher:
    """Questions in, answers out; every answer is measured and logged."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        quick, large = settings.quick_workers, settings.workers
        new, share = max(1, quick - 1), settings.share_of(large)
        self.quick = Lane("quick", quick, settings, metrics, most_new=new)
        self.scales = Lane("scales", 1, settings, metrics)
        self.large = Lane("large", large, settings, metrics, most_of_a_client=share)
        patience = max(
            settings.job_seconds, settings.wait_seconds
        )  # nobody is in a hurry for facts
        self.facts = Lane("facts", 1, settings, metrics, wait_seconds=patience)
        self.watch = Lane("watch", 1, settings, metrics)
        self.holders: dict[str, set[Worker]] = {}  # key of a game → who has its table
        # games of the operator's own that cannot be seen: until when nobody looks again, and why
        self.wrong: dict[str, tuple[float, JsonObject]] = {}
        self.sizes: OrderedDict[str, Size] = OrderedDict()
        self.sharing = Sharing()
        self.searching: dict[str, SharedSearch] = {}
        self.kept = KeptAnswers(settings.answer_bytes)
        for lane in self.lanes:
            lane.when_lost = self._forget

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """From the smallest questions to the largest."""
        return self.quick, self.scales, self.large, self.facts, self.watch

    async def start(self) -> None:
        """Start all workers."""
        await asyncio.gather(*(lane.start() for lane in self.lanes))

    async def close(self) -> None:
        """End all workers."""
        for lane in self.lanes:
            await lane.close()

    async def list_games(self) -> bytes:
        """What can be asked about: an outline, and one by one what the operator's own look like."""
        seconds = max(self.settings.seconds, LISTING_SECONDS)
        question: WorkerQuestion = {"operation": "games", "own": None, "seconds": seconds}
        body = (await self._shared(question, None, ""))[0].body
        games = json.loads(body)["games"]
        own = sum(game["origin"] != "catalogue" for game in games)
        if not own:
            return body
        seen = await asyncio.gather(*map(self._seen, games[:own]))
        return json.dumps({"games": [*seen, *games[own:]]}).encode("ascii")

    async def _seen(self, outline: JsonObject) -> JsonObject:
        """A game of the operator's own with its picture; what is wrong where there is none.

        What was wrong a moment ago is not waited for again.
        """
        name = str(outline["name"])
        until, told = self.wrong.get(name, (0.0, outline))
        if perf_counter() < until:
            return told
        told = await self._seen_now(name, outline)
        if told["wrong"]:
            self.wrong[name] = perf_counter() + WRONG_SECONDS, told
        return told

    async def _seen_now(self, name: str, outline: JsonObject) -> JsonObject:
        question: WorkerQuestion = {"operation": "games", "own": name, "seconds": OWN_SECONDS}
        try:
            found: JsonObject = json.loads((await self._shared(question, None, ""))[0].body)
        except ServiceProblem as problem:
            late = late_rules(name, OWN_SECONDS) if problem.code == "too_slow" else problem
            return {**outline, "wrong": late.message}
        return found

    async def answer(
        self, question: WorkerQuestion, tell: Tell | None = None, client: str = ""
    ) -> bytes:
        """The answer in JSON, or a `ServiceProblem`."""
        began = perf_counter()
        question = {**question, "key": key_of(question)}
        entry: LogEntry = {"code": "cancelled", "lane": "none"}
        try:
            answered, shared = await self._shared(question, tell, client)
            entry = {**answered.entry, "code": "ok", "shared": shared}
        except ServiceProblem as problem:
            entry = {**problem.entry, "code": problem.code}
            raise
        finally:
            self._note(question, entry, perf_counter() - began)
        return answered.body

    async def _shared(
        self, question: WorkerQuestion, tell: Tell | None, client: str
    ) -> tuple[Answered, bool]:
        """The answer that was given before, or that is being worked on, or a new one."""
        if question["operation"] == SEARCHING:
            return await self._searched(question, client), False
        name = name_of(question)
        kept = self.kept.get(name)
        if kept is not None:
            return kept.again(), True
        work = partial(self._kept, name, question, client)
        return await self.sharing.answer(f"{question.get('reports')} {name}", work, tell)

    async def _searched(self, question: WorkerQuestion, client: str) -> Answered:
        """Some seconds of search, to their end: a worker keeps its table when its client leaves.

        Whoever asks for the same meanwhile shares what comes out of it. A search that has no worker
        yet when the last client leaves goes out of the line.
        """
        name = name_of(question)
        search = self.searching.get(name)
        if search is None:
            search = self.searching[name] = SharedSearch()
            work = self._routed(question, client, lambda _: None, search.begin)
            search.task = asyncio.create_task(work)
            search.task.add_done_callback(lambda _: self.searching.pop(name))
            search.task.add_done_callback(unheard)
        return await search.answer()

    async def _kept(self, name: str, question: WorkerQuestion, client: str, tell: Tell) -> Answered:
        """A new answer; it is kept, and so is the finding that there is none within the limits."""
        try:
            answered = await self._routed(question, client, tell)
        except ServiceProblem as problem:
            if problem.is_settled:
                self.kept.put(name, Answered(problem=problem))
            raise
        if not answered.entry.get("late"):
            self.kept.put(name, answered)
        return answered

    async def _routed(
        self,
        question: WorkerQuestion,
        client: str,
        tell: Tell,
        begun: Callable[[], None] = nothing,
    ) -> Answered:
        """From lane to lane, until a worker does not hand it on."""
        for lane, asked in self._way(question):
            entry: LogEntry = {"lane": lane.name}
            head, body = await self._asked(lane, asked, entry, tell, client, begun)
            self._remember(asked.get("key", ""), lane, head)
            if head["kind"] == "answer":
                return Answered(body, entry)
        raise too_slow(question["seconds"])

    def _way(self, question: WorkerQuestion) -> Iterator[tuple[Lane, WorkerQuestion]]:
        """The lanes that a question goes through, and how far it may go in each."""
        known = self.sizes.get(question.get("key", ""))
        small = _within(question, self.settings.quick_seconds, SMALL_STATES)
        glance = _within(question, self.settings.glance_seconds, GLANCE_STATES)
        if question["operation"] == "games":
            yield self.scales if question["own"] else self.quick, question
            return
        if question["operation"] in BY_RULES:
            rules: WorkerQuestion = {**question, "key": f"rules {question['key']}"}
            yield self.quick, _within(rules, self.settings.quick_seconds, SMALL_STATES)
            yield self.scales, {**rules, "seconds": RULES_SECONDS}
            yield self.large, rules
            return
        if question["operation"] == SEARCHING:
            lane = self.watch if question.get("meanwhile") else self.large
            yield lane, {**question, "key": f"search {question['key']}"}
        if known is not Size.LARGE:
            yield self.quick, small if known else glance
        if question["operation"] in FACTS:
            yield self.facts, _within(question, self.settings.facts_seconds, FACTS_STATES)
        if known is not Size.LARGE:
            yield self.scales, small
        yield self.large, question

    async def _asked(
        self,
        lane: Lane,
        question: WorkerQuestion,
        entry: LogEntry,
        tell: Tell,
        client: str,
        begun: Callable[[], None],
    ) -> tuple[WorkerReply, bytes]:
        key = question.get("key", "")
        prefers = frozenset(self.holders.get(key, ()))
        is_new = bool(key) and key not in self.sizes
        try:
            worker, head, body = await lane.ask(
                question, prefers, tell, client=client, is_new=is_new, begun=begun
            )
        except ServiceProblem as problem:
            is_deaf = lane is self.scales and question["operation"] in BY_RULES
            if problem.code == "too_slow" and lane in (self.quick, self.scales) and not is_deaf:
                return {"kind": "larger"}, b""
            problem.entry = entry
            raise
        entry.update(head.get("facts", {}))
        entry["worker"] = worker.name
        self._file(worker, key, head)
        if head["kind"] == "problem":
            self._complain(question, head)
            raise ServiceProblem.read(head["problem"], entry, head.get("is_settled", False))
        return head, body

    # -- what is known of games --------------------------------------------------------------

    def _remember(self, key: str, lane: Lane, head: WorkerReply) -> None:
        """A game is large when the scales say so, and small when it was answered before that."""
        if not key or head.get("facts", {}).get("late"):
            return
        if lane in (self.quick, self.scales) and head["kind"] == "answer":
            self.sizes.setdefault(key, Size.SMALL)
        elif lane is self.scales:
            self.sizes[key] = Size.LARGE
        if len(self.sizes) > MOST_REMEMBERED:
            self.sizes.popitem(last=False)

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

    # -- what is said about it ---------------------------------------------------------------

    def _note(self, question: WorkerQuestion, entry: LogEntry, seconds: float) -> None:
        operation = question["operation"]
        self.metrics.answers.labels(operation, entry["code"]).inc()
        self.metrics.seconds.labels(operation, entry["lane"]).observe(seconds)
        if entry.get("cached"):
            self.metrics.cached.inc()
        if entry.get("shared"):
            self.metrics.shared.inc()
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


def _within(question: WorkerQuestion, work: float, states: int) -> WorkerQuestion:
    """The question, for so many seconds of work and no more than so many states."""
    return {**question, "seconds": STARVED * work, "cpu_seconds": work, "states": states}


def key_of(question: WorkerQuestion) -> str:
    """The same for equal games with equal arguments, in the same form."""
    form = [spoken(question["game"]), question["arguments"] or None, question.get("misere", False)]
    text = json.dumps(form, sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def name_of(question: WorkerQuestion) -> str:
    """The same for equal questions, however much time they have."""
    meant = {part: told for part, told in question.items() if part not in NO_MEANING}
    if "key" in meant:
        meant |= {"game": "", "arguments": None}
    return hashlib.sha256(json.dumps(meant, sort_keys=True).encode("ascii")).hexdigest()


def _short(value: Json) -> Json:
    text = json.dumps(value)
    return value if len(text) <= LONGEST_LOGGED else f"{text[:LONGEST_LOGGED]}…"
