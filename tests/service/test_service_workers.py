"""The service: workers that are lost and replaced, and the line before them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest

from service_client import Client, eventually
from service_games import COINS, LARGE, SMALL, ask, metric
from zermelo.faces.service import lanes
from zermelo.faces.service.dispatch import Dispatcher, key_of
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.settings import Settings


def test_a_slow_answer_is_stopped_and_its_worker_lives(client: Client) -> None:
    service = client.service
    large = service.dispatcher.large.workers[0]
    eventually(lambda: large.is_idle)  # a test before this one may have ended it
    pid = large.process.pid
    dispatcher = service.dispatcher

    async def quickly() -> None:
        question = {"game": "sleepy", "arguments": {"seconds": 30}, "position": None}
        dispatcher._remember_large(key_of(question))
        await dispatcher.answer({**question, "operation": "solve", "seconds": 0.2})

    with pytest.raises(ServiceProblem) as slow:
        client.inside(quickly())
    assert slow.value.code == "too_slow"
    assert large.process.pid == pid


def test_a_worker_that_does_not_heed_its_time_is_replaced(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "WORKER_GRACE", 0.3)
    dispatcher = client.service.dispatcher
    pid = dispatcher.large.workers[0].process.pid
    lost = 'zermelo_workers_lost_total{lane="large",reason="too slow"}'
    before = metric(client, lost)
    question = {"game": "sleepy", "arguments": {"seconds": 60, "deaf": True}, "position": None}

    async def deaf() -> None:
        dispatcher._remember_large(key_of(question))
        await dispatcher.answer({**question, "operation": "solve", "seconds": 0.2})

    with pytest.raises(ServiceProblem) as slow:
        client.inside(deaf())
    assert slow.value.code == "too_slow"
    eventually(lambda: client.get("/healthz").json()["large"]["ready"] == 1)
    assert dispatcher.large.workers[0].process.pid != pid
    assert metric(client, lost) > before


def test_a_killed_worker_is_replaced_and_only_its_question_is_lost(client: Client) -> None:
    from concurrent.futures import ThreadPoolExecutor

    lane = client.service.dispatcher.large
    eventually(lambda: lane.workers[0].is_idle)
    sleepy = {"game": "sleepy", "arguments": {"seconds": 50}}
    with ThreadPoolExecutor(2) as pool:
        lost = pool.submit(client.post, "/v1/solve", json=sleepy)
        eventually(lambda: lane.workers[0].is_busy)
        waits = pool.submit(client.post, "/v1/solve", json=LARGE)
        eventually(lambda: len(lane.line) == 1)
        assert ask(client, "solve", COINS)["value"] == 5  # the quick ones notice nothing
        os.kill(lane.workers[0].process.pid, signal.SIGKILL)
        assert lost.result().status_code == 503
        assert lost.result().json()["error"]["code"] == "worker_lost"
        assert lost.result().headers["retry-after"]
        assert waits.result().status_code == 200
    assert metric(client, "zermelo_workers_lost_total") >= 1


def test_a_worker_that_is_gone_before_it_is_asked_loses_nothing(client: Client) -> None:
    worker_ = client.service.dispatcher.quick.workers[0]
    eventually(lambda: worker_.is_idle)
    os.kill(worker_.process.pid, signal.SIGKILL)
    assert ask(client, "solve", COINS)["value"] == 5


def test_health_says_how_the_workers_are(client: Client) -> None:
    eventually(lambda: client.get("/healthz").json()["status"] == "ok")
    health = client.get("/healthz").json()
    assert health["quick"] == {"workers": 1, "ready": 1, "busy": 0, "waiting": 0}
    assert health["version"]


@asynccontextmanager
async def dispatching(settings: Settings) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(settings, Metrics())
    await dispatcher.start()
    try:
        yield dispatcher
    finally:
        await dispatcher.close()


def test_too_many_questions_and_too_long_a_wait_are_busy(settings: Settings) -> None:
    tight = replace(settings, waiting=1, wait_seconds=0.3)
    question = {"game": "sleepy", "arguments": {"seconds": 9}, "position": None,
                "operation": "solve", "seconds": 5.0}  # fmt: skip

    async def crowd() -> list[str]:
        async with dispatching(tight) as dispatcher:
            dispatcher._remember_large(key_of(question))
            asked = [asyncio.create_task(dispatcher.answer(question)) for _ in range(3)]
            waiting = set(asked)
            while len(waiting) > 1:  # one has the worker, the others are told
                _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            done = set(asked) - waiting
            codes = [task.exception().code for task in done]  # type: ignore[union-attr]
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            return codes

    assert asyncio.run(crowd()) == ["busy", "busy"]


def test_who_leaves_the_line_gives_the_worker_to_the_next(settings: Settings) -> None:
    slow = {"game": "sleepy", "arguments": {"seconds": 0.5}, "position": None,
            "operation": "solve", "seconds": 5.0}  # fmt: skip

    async def leave() -> bytes:
        async with dispatching(settings) as dispatcher:
            dispatcher._remember_large(key_of(slow))
            tasks = [asyncio.create_task(dispatcher.answer(slow)) for _ in range(3)]
            lane = dispatcher.large
            while not (lane.workers[0].is_busy and len(lane.line) == 2):
                await asyncio.sleep(0.01)
            given = lane.line[0]
            lane.line.remove(given)
            lane.workers[0].is_busy = True
            tasks[1].cancel()
            given.place.cancel()
            with suppress(asyncio.CancelledError):
                await tasks[1]
            return await tasks[2]

    assert b'"value": 0' in asyncio.run(leave())


def test_a_worker_given_at_the_last_moment_is_passed_on() -> None:
    async def pass_on() -> bool:
        lane = lanes.Lane("quick", 1, SMALL, Metrics())
        worker_ = lane.workers[0]
        worker_.is_ready = worker_.is_busy = True
        loop = asyncio.get_running_loop()
        one, two = (lanes.Waiting(loop.create_future(), frozenset()) for _ in range(2))
        lane.line.append(two)
        one.place.set_result(worker_)
        lane._leave(one)
        return two.place.result() is worker_

    assert asyncio.run(pass_on())


def test_a_worker_that_starts_while_all_are_closed_is_ended_and_waited_for() -> None:
    async def close() -> int | None:
        lane = lanes.Lane("quick", 1, SMALL, Metrics())
        await lane.start()
        worker_ = lane.workers[0]
        first = worker_.process
        worker_.kill("for the test")
        while worker_.process is first:
            await asyncio.sleep(0.001)
        await lane.close()
        assert worker_.process is not None
        return worker_.process.returncode

    assert asyncio.run(close()) is not None  # by SIGKILL, or 255 where another thread saw it first


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


def test_a_worker_that_does_not_start_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    async def fail_once() -> bool:
        async with dispatching(replace(settings, quick_workers=1)) as dispatcher:
            worker_ = dispatcher.quick.workers[0]
            start, tries = worker_.start, 0

            async def starting() -> None:
                nonlocal tries
                tries += 1
                if tries == 1:
                    raise OSError("no more processes")
                await start()

            monkeypatch.setattr(worker_, "start", starting)
            worker_.kill("test")
            while tries < 2 or not worker_.is_ready:
                await asyncio.sleep(0.05)
            return worker_.is_idle

    assert asyncio.run(asyncio.wait_for(fail_once(), 30))
