"""The service: workers that are lost and replaced, and the line before them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from service_client import Client, eventually
from service_games import COINS, LARGE, SMALL, ask, known_large, metric
from zermelo.faces.service import lanes, workers
from zermelo.faces.service.dispatch import Size, key_of
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.worker_process import TimeUp, alarm


def test_a_slow_answer_is_stopped_and_its_worker_lives(client: Client) -> None:
    service = client.service
    large = service.dispatcher.large.workers[0]
    eventually(lambda: large.is_idle)  # a test before this one may have ended it
    pid = large.process.pid
    dispatcher = service.dispatcher

    async def quickly() -> None:
        question = {"game": "sleepy", "arguments": {"seconds": 30}, "position": None}
        dispatcher.sizes[key_of(question)] = Size.LARGE
        await dispatcher.answer({**question, "operation": "solve", "seconds": 0.2})

    with pytest.raises(ServiceProblem) as slow:
        client.inside(quickly())
    assert slow.value.code == "too_slow"
    assert large.process.pid == pid


def test_a_worker_that_does_not_heed_its_time_is_replaced(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "WORKER_GRACE", 0.3)
    dispatcher = client.service.dispatcher
    pid = dispatcher.large.workers[0].process.pid
    lost = 'zermelo_workers_lost_total{lane="large",reason="too slow"}'
    before = metric(client, lost)
    question = {"game": "sleepy", "arguments": {"seconds": 60, "deaf": True}, "position": None}

    async def deaf() -> None:
        dispatcher.sizes[key_of(question)] = Size.LARGE
        await dispatcher.answer({**question, "operation": "solve", "seconds": 2})  # asleep by then

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
    sleepy = known_large(client, {"game": "sleepy", "arguments": {"seconds": 50}})
    large = known_large(client, LARGE)
    with ThreadPoolExecutor(2) as pool:
        lost = pool.submit(client.post, "/v1/solve", json=sleepy)
        eventually(lambda: lane.workers[0].is_busy)
        waits = pool.submit(client.post, "/v1/solve", json=large)
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


def test_a_worker_that_does_not_start_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail_once() -> bool:
        lane = lanes.Lane("quick", 1, SMALL, Metrics())
        await lane.start()
        worker_ = lane.workers[0]
        start, tries, is_up = worker_.start, 0, asyncio.Event()

        async def starting() -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                raise OSError("no more processes")
            await start()
            is_up.set()

        monkeypatch.setattr(worker_, "start", starting)
        worker_.kill("test")
        await is_up.wait()
        is_ready = worker_.is_ready
        await lane.close()
        return is_ready

    assert asyncio.run(asyncio.wait_for(fail_once(), 30))


def test_an_alarm_waits_for_a_module_that_is_being_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a numpy could not be loaded again, and the worker would answer nothing any more."""
    (tmp_path / "slowly_loaded.py").write_text("import time\ntime.sleep(0.3)\nwhole = True\n")
    monkeypatch.syspath_prepend(tmp_path)

    def load_and_wait() -> None:
        with alarm(0.05):
            assert import_module("slowly_loaded").whole
            time.sleep(30)

    with pytest.raises(TimeUp):
        load_and_wait()
    assert sys.modules.pop("slowly_loaded").whole
