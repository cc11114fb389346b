"""The service without its processes: who is next, what is shared, which way a question goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from service_games import COINS, SMALL, question
from zermelo.faces.service import lanes
from zermelo.faces.service.connections import unless_gone
from zermelo.faces.service.dispatch import Dispatcher, Size
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem, too_slow
from zermelo.faces.service.sharing import Answered, KeptAnswers, Sharing

SOLVE = question("solve", **COINS)


class HeldLane(lanes.Lane):
    """Its workers are at work until they are let go."""

    def __init__(self, count: int, settings: Any = SMALL, **more: Any) -> None:
        super().__init__("quick", count, settings, Metrics(), **more)
        self.begun: list[str] = []
        self.doors: dict[str, asyncio.Event] = {}
        for worker in self.workers:
            worker.is_ready = True
            worker.ask = self.work  # type: ignore[method-assign]

    async def work(self, asked: Any, tell: Any) -> Any:
        self.begun.append(asked["key"])
        await self.doors[asked["key"]].wait()
        return {"kind": "answer"}, b"done"

    def put(self, name: str, **more: Any) -> asyncio.Task[Any]:
        """A question in line; its name begins with the letter of its client."""
        self.doors[name] = asyncio.Event()
        return asyncio.create_task(self.ask({"key": name}, client=name[0], **more))

    async def let_go(self, *names: str) -> None:
        for name in names:
            self.doors[name].set()
        await settled()


async def settled() -> None:
    """Everybody has done what can be done now."""
    for _ in range(20):
        await asyncio.sleep(0)


async def begun_in(lane: HeldLane, put: list[str], let_go: list[str], **more: Any) -> list[str]:
    """Who had a worker, in this order, when these had come and those had gone."""
    tasks = [lane.put(name, **more) for name in put]
    await settled()
    for name in let_go:
        await lane.let_go(name)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return lane.begun


def test_clients_take_turns() -> None:
    async def fair(workers: int) -> list[str]:
        asked = ["a1", "a2", "a3", "b1", "b2"]
        return await begun_in(HeldLane(workers), asked, ["a1", "b1"] if workers == 1 else ["a1"])

    assert asyncio.run(fair(1)) == ["a1", "b1", "a2"]  # who had none, or had one longest ago
    assert asyncio.run(fair(2)) == ["a1", "a2", "b1"]  # who has the fewest


def test_one_client_has_a_share_of_the_large_workers() -> None:
    async def capped() -> list[str]:
        return await begun_in(HeldLane(2, most_of_a_client=1), ["a1", "a2", "b1"], [])

    assert asyncio.run(capped()) == ["a1", "b1"]


def test_questions_that_nobody_knows_leave_a_worker_to_the_others() -> None:
    async def kept_free() -> list[str]:
        lane = HeldLane(2, most_new=1)
        new = [lane.put(name, is_new=True) for name in ("a1", "b1")]
        await settled()
        return await begun_in(lane, ["c1"], ["c1", "a1"]) + [str(task.done()) for task in new]

    assert asyncio.run(kept_free()) == ["a1", "c1", "b1", "True", "False"]


def test_too_many_questions_and_too_long_a_wait_are_busy() -> None:
    async def crowd(count: int, **limits: Any) -> list[str]:
        lane = HeldLane(1, replace(SMALL, share=1, **limits))
        tasks = [lane.put(f"a{n}") for n in range(count)]
        await settled()
        await lane.let_go(*lane.doors)
        done = await asyncio.gather(*tasks, return_exceptions=True)
        return [each.code if isinstance(each, ServiceProblem) else "ok" for each in done]

    assert asyncio.run(crowd(3, waiting=1)) == ["ok", "ok", "busy"]
    assert asyncio.run(crowd(2, wait_seconds=0)) == ["ok", "busy"]
    assert asyncio.run(crowd(200, waiting=500)) == ["ok"] * 200


def test_a_job_waits_in_every_lane_for_as_long_as_it_may_take() -> None:
    async def wait() -> bytes:
        lane = HeldLane(1, replace(SMALL, wait_seconds=0))
        first = lane.put("a1")
        lane.doors["b1"] = asyncio.Event()
        job = asyncio.create_task(lane.ask({"key": "b1", "reports": True, "seconds": 0.0}))
        await settled()
        await lane.let_go("a1", "b1")
        await first
        return (await job)[2]

    assert asyncio.run(wait()) == b"done"


def test_one_client_has_a_share_of_the_line() -> None:
    async def crowd() -> str:
        lane = HeldLane(1, replace(SMALL, waiting=4, share=0.5))
        tasks = [lane.put(name) for name in ("a1", "a2", "a3", "a4", "b1")]
        await settled()
        await lane.let_go(*lane.doors)
        done = await asyncio.gather(*tasks, return_exceptions=True)
        return "".join("-" if isinstance(each, ServiceProblem) else "+" for each in done)

    assert asyncio.run(crowd()) == "+++-+"


def test_who_leaves_the_line_gives_the_worker_to_the_next() -> None:
    async def leave() -> list[str]:
        lane = HeldLane(1)
        tasks = [lane.put(name) for name in ("a1", "a2", "a3")]
        await settled()
        tasks[1].cancel()
        await lane.let_go("a1")
        given = lane.line.first
        assert not given
        tasks[2].cancel()
        await settled()
        return [*lane.begun, str(lane.workers[0].is_idle)]

    assert asyncio.run(leave()) == ["a1", "a3", "True"]


def test_a_worker_given_at_the_last_moment_is_passed_on() -> None:
    async def pass_on() -> bool:
        lane = HeldLane(1)
        worker_ = lane.workers[0]
        worker_.is_busy = True
        loop = asyncio.get_running_loop()
        one, two = (lanes.Waiting(loop.create_future()) for _ in range(2))
        lane.line.add(two)
        one.place.set_result(worker_)
        lane._leave(one)
        return two.place.result() is worker_

    assert asyncio.run(pass_on())


def test_closing_answers_those_in_line() -> None:
    async def close() -> str:
        lane = lanes.Lane("quick", 1, SMALL, Metrics())
        waiting = asyncio.create_task(lane.ask({"seconds": 1}))
        await asyncio.sleep(0)
        await lane.close()
        with pytest.raises(ServiceProblem) as closed:
            await waiting
        return closed.value.code

    assert asyncio.run(close()) == "busy"


# -- sharing ---------------------------------------------------------------------------------------


class Counted:
    """Work that is counted, and goes on until it is let go."""

    def __init__(self) -> None:
        self.begun = self.ended = 0
        self.door = asyncio.Event()

    async def work(self, tell: Callable[[Any], None]) -> Answered:
        self.begun += 1
        try:
            tell({"states": 1})
            await self.door.wait()
            tell({"states": 2})
            return Answered(b"42")
        finally:
            self.ended += 1


def test_equal_questions_share_one_answer_and_its_progress() -> None:
    async def hundred() -> tuple[int, set[bytes], int, list[Any]]:
        counted, sharing, told = Counted(), Sharing(), []
        tasks = [
            asyncio.create_task(sharing.answer("q", counted.work, told.append if n < 2 else None))
            for n in range(100)
        ]
        await settled()
        counted.door.set()
        done = await asyncio.gather(*tasks)
        assert not sharing.under_way
        return counted.begun, {each.body for each, _ in done}, sum(s for _, s in done), told

    assert asyncio.run(hundred()) == (1, {b"42"}, 99, [{"states": 1}] * 2 + [{"states": 2}] * 2)


def test_work_that_nobody_follows_ends_and_a_new_question_begins_anew() -> None:
    async def leave() -> tuple[int, int, bytes]:
        counted, sharing = Counted(), Sharing()
        tasks = [asyncio.create_task(sharing.answer("q", counted.work)) for _ in range(2)]
        await settled()
        tasks[0].cancel()
        await settled()
        assert counted.ended == 0
        tasks[1].cancel()
        again = asyncio.create_task(sharing.answer("q", counted.work))
        await settled()
        ended = counted.ended
        counted.door.set()
        return counted.begun, ended, (await again)[0].body

    assert asyncio.run(leave()) == (2, 1, b"42")


def test_kept_answers_are_dropped_in_the_order_of_their_use() -> None:
    kept = KeptAnswers(3 * Answered(b"1").size)
    for name in "abcd":
        kept.put(name, Answered(b"1"))
        kept.get("a")
    kept.put("e", Answered(b"1" * 10_000))
    assert list(kept.kept) == ["c", "d", "a"]
    assert kept.bytes == kept.most_bytes


# -- the way of a question -------------------------------------------------------------------------

Replies = dict[str, Any]


def dispatching(replies: Replies, **settings: Any) -> tuple[Dispatcher, list[str]]:
    """A dispatcher whose lanes say what they are told to, and which lanes were asked."""
    dispatcher, asked = Dispatcher(replace(SMALL, **settings), Metrics()), []
    for lane in dispatcher.lanes:

        async def ask(question: Any, *_: Any, lane: Any = lane, **more: Any) -> Any:
            asked.append(f"{lane.name}{' new' if more['is_new'] else ''}")
            said = replies.get(lane.name, {"kind": "answer"})
            if isinstance(said, ServiceProblem):
                raise said
            return lane.workers[0], said, b"{}"

        lane.ask = ask  # type: ignore[method-assign]
    return dispatcher, asked


LARGER = {"kind": "larger"}
TOO_LARGE = {"kind": "problem", "is_settled": True, "problem": {
    "code": "too_large", "message": "", "field": None, "fix": ""}}  # fmt: skip
WAYS: list[tuple[Replies, str, list[str], Size | None]] = [
    ({}, "solve", ["quick new", "quick"], Size.SMALL),
    ({"quick": LARGER}, "solve", ["quick new", "scales new", "quick", "scales"], Size.SMALL),
    ({"quick": LARGER, "scales": LARGER}, "solve",
     ["quick new", "scales new", "large", "large"], Size.LARGE),
    ({"quick": too_slow(1), "scales": too_slow(1)}, "solve",
     ["quick new", "scales new", "large", "large"], Size.LARGE),
    ({"quick": LARGER}, "diagnose", ["quick new", "facts new"] * 2, None),
]  # fmt: skip


@pytest.mark.parametrize(("replies", "operation", "wanted", "size"), WAYS)
def test_a_question_goes_as_far_as_it_has_to(
    replies: Replies, operation: str, wanted: list[str], size: Size | None
) -> None:
    dispatcher, asked = dispatching(replies)

    async def twice() -> None:
        for _ in range(2):
            await dispatcher.answer(question(operation, **COINS))

    asyncio.run(twice())
    assert asked == wanted
    assert dispatcher.sizes.get(SOLVE["key"]) is size


@pytest.mark.parametrize("reply", [LARGER, too_slow(1)])
def test_a_list_of_games_that_takes_too_long_is_asked_of_nobody_else(reply: Any) -> None:
    dispatcher, asked = dispatching({"quick": reply})
    with pytest.raises(ServiceProblem, match="No answer within"):
        asyncio.run(dispatcher.list_games())
    assert asked == ["quick"]


def test_answers_and_refusals_are_kept() -> None:
    async def codes(replies: Replies) -> tuple[list[str], list[str]]:
        dispatcher, asked = dispatching(replies, answer_bytes=10_000)
        said = []
        for operation in ("solve", "solve", "moves"):
            try:
                await dispatcher.answer(question(operation, **COINS))
                said.append("ok")
            except ServiceProblem as problem:
                said.append(problem.code)
        return said, asked

    assert asyncio.run(codes({})) == (["ok"] * 3, ["quick new", "quick"])
    refused = asyncio.run(codes({"quick": TOO_LARGE}))
    assert refused == (["too_large"] * 3, ["quick new"] * 2)


def test_equal_searches_share_one_and_go_on_when_their_clients_leave() -> None:
    async def search() -> tuple[int, bool]:
        dispatcher, _ = dispatching({})
        counted = Counted()

        def routed(*asked: Any) -> Coroutine[None, None, Answered]:
            asked[-1]()  # it has a worker
            return counted.work(lambda _: None)

        dispatcher._routed = routed  # type: ignore[method-assign]
        asked = question("bounds", **COINS, spend=1.0)
        tasks = [asyncio.create_task(dispatcher.answer(asked)) for _ in range(3)]
        await settled()
        for task in tasks:
            task.cancel()
        await settled()
        was_left = counted.ended == 0
        counted.door.set()
        await settled()
        assert not dispatcher.searching
        return counted.begun, was_left

    assert asyncio.run(search()) == (1, True)


def test_a_search_that_still_waits_goes_out_of_the_line_with_its_last_client() -> None:
    async def search() -> tuple[int, int, bool]:
        dispatcher, _ = dispatching({})
        counted = Counted()
        dispatcher._routed = lambda *_: counted.work(lambda _: None)  # type: ignore[method-assign]
        asked = question("bounds", **COINS, spend=1.0)
        tasks = [asyncio.create_task(dispatcher.answer(asked)) for _ in range(2)]
        await settled()
        tasks[0].cancel()
        await settled()
        was_left = counted.ended == 0
        tasks[1].cancel()
        await settled()
        assert not dispatcher.searching
        return counted.begun, counted.ended, was_left

    assert asyncio.run(search()) == (1, 1, True)


# -- workers that do not start -----------------------------------------------------------------


def test_a_worker_that_does_not_start_is_tried_ever_later_and_closing_waits_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    lane = lanes.Lane("quick", 1, SMALL, Metrics())

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        lane.is_closing = len(slept) > 9

    async def ended() -> None:
        starts.append(len(slept))

    async def start() -> None:
        raise OSError("no process")

    starts: list[int] = []
    worker: Any = SimpleNamespace(
        name="quick-1", process=None, end="", ended=ended, start=start, kill=lambda _: None,
        is_busy=False, is_ready=False, is_idle=False,
    )  # fmt: skip
    worker.end = "does not start"
    lane.workers = [worker]
    waits_here = SimpleNamespace(**{**vars(asyncio), "sleep": sleep})
    monkeypatch.setattr(lanes, "asyncio", waits_here)
    asyncio.run(lane._keep(worker))
    assert starts == [0, 1, 3, 7, 10]  # pauses before each try; the last are cut short


# -- clients that go away --------------------------------------------------------------------------


def test_what_a_client_asked_for_ends_with_it() -> None:
    async def gone() -> tuple[str, int]:
        counted, leaves = Counted(), asyncio.Event()

        async def receive() -> dict[str, str]:
            await leaves.wait()
            return {"type": "http.disconnect"}

        request: Any = SimpleNamespace(receive=receive)
        work: Coroutine[None, None, Answered] = counted.work(lambda _: None)
        waiting = asyncio.create_task(unless_gone(request, work))
        await settled()
        leaves.set()
        with pytest.raises(ServiceProblem) as left:
            await waiting
        with suppress(asyncio.CancelledError):
            await settled()
        return left.value.code, counted.ended

    assert asyncio.run(gone()) == ("cancelled", 1)
