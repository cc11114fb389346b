"""The service: jobs that tell their progress."""

from __future__ import annotations

import asyncio
import json
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service_client import Client, eventually
from service_games import SMALL, known_large, metric
from zermelo.faces.service import jobs, workers
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.settings import Settings


def read_events(client: Any, name: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    with client.stream("GET", f"/v1/jobs/{name}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for block in "".join(stream.iter_text()).strip().split("\n\n"):
            if block.startswith("event: "):
                head, data = block.split("\n", 1)
                found.append(
                    (head.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
                )
    return found


def test_a_job_tells_its_progress_and_its_result(client: Client) -> None:
    begun = client.post(
        "/v1/jobs", json={"game": "connect four", "arguments": {"width": 4, "height": 4, "line": 3}}
    )
    assert begun.status_code == 202
    events = read_events(client, begun.json()["id"])
    assert events[0][0] == "progress"
    assert set(events[0][1]) == {
        "stage", "states", "states_per_second", "level", "seconds", "seconds_left",
    }  # fmt: skip
    assert events[-1][0] == "done"
    assert events[-1][1]["outcome"] == "win"
    assert read_events(client, begun.json()["id"]) == events[-1:]


@pytest.mark.parametrize("deaf", [False, True])
def test_a_job_that_is_cancelled_leaves_its_worker_which_is_ended_if_it_is_deaf(
    client: Client, deaf: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asleep = tmp_path / "asleep"
    monkeypatch.setattr(workers, "WORKER_GRACE", 0.3 if deaf else 10.0)
    worker_ = client.service.dispatcher.large.workers[0]
    eventually(lambda: worker_.is_idle)
    pid = worker_.process.pid
    given = {"seconds": 60, "deaf": deaf, "mark": str(asleep)}
    body = known_large(client, {"game": "sleepy", "arguments": given})
    name = client.post("/v1/jobs", json=body).json()["id"]
    eventually(lambda: worker_.is_busy and worker_.has_begun and asleep.exists())
    assert client.delete(f"/v1/jobs/{name}").json() == {"id": name}
    assert read_events(client, name)[-1][1]["error"]["code"] == "cancelled"
    eventually(lambda: worker_.is_idle)
    assert (worker_.process.pid != pid) is deaf
    assert metric(client, "zermelo_jobs ") == 0


def test_who_disconnects_ends_the_work_and_the_worker_goes_on(client: Client) -> None:
    worker_ = client.service.dispatcher.large.workers[0]
    eventually(lambda: worker_.is_idle)
    pid = worker_.process.pid
    body = known_large(client, {"game": "sleepy", "arguments": {"seconds": 61}})
    content = json.dumps(body).encode()
    head = f"POST /v1/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(content)}\r\n"
    with socket.create_connection(("127.0.0.1", client.base_url.port)) as rude:
        rude.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + content)
        eventually(lambda: worker_.is_busy and worker_.has_begun)
    eventually(lambda: worker_.is_idle)
    assert worker_.process.pid == pid


def test_a_job_fails_with_the_one_error_shape(client: Client) -> None:
    name = client.post("/v1/jobs", json={"game": "no such game"}).json()["id"]
    assert read_events(client, name)[-1][1]["error"]["code"] == "unknown_game"
    assert client.get("/v1/jobs/nothing/events").json()["error"]["code"] == "not_found"
    assert client.delete("/v1/jobs/nothing").status_code == 404


class NeverAnswers:
    """A dispatcher for tests of jobs alone."""

    def __init__(self, settings: Settings, error: Exception | None = None) -> None:
        self.settings, self.metrics, self.error = settings, Metrics(), error

    async def answer(self, question: Any, tell: Any, client: str) -> bytes:
        if self.error is not None:
            raise self.error
        await asyncio.sleep(60)
        return b""


def jobs_of(**settings: Any) -> jobs.Jobs:
    return jobs.Jobs(NeverAnswers(replace(SMALL, **settings)))  # type: ignore[arg-type]


def test_jobs_are_bounded_and_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "KEEP_ALIVE", 0.05)

    async def many() -> None:
        all_jobs = jobs_of(jobs=2, jobs_kept=1, share=1)
        one, two = all_jobs.start({}), all_jobs.start({})
        with pytest.raises(ServiceProblem) as full:
            all_jobs.start({})
        assert full.value.code == "busy"
        events = one.events()
        assert (await anext(events)).startswith("event: progress")
        assert (await anext(events)).startswith(": still")
        all_jobs.close()
        assert [text async for text in events][-1].startswith("event: failed")
        assert list(all_jobs.known) == [two.id]

    asyncio.run(many())


def test_results_of_one_client_are_not_pushed_out_by_those_of_another() -> None:
    async def rude() -> tuple[bool, int]:
        all_jobs = jobs_of(jobs=9, jobs_kept=3, share=1)
        quiet = all_jobs.start({}, "quiet")
        for job in [quiet, *(all_jobs.start({}, "rude") for _ in range(8))]:
            all_jobs.cancel(job.id)
        return quiet.id in all_jobs.known, len(all_jobs.known)

    assert asyncio.run(rude()) == (True, 3)


def test_one_client_has_a_share_of_the_jobs() -> None:
    async def greedy() -> str:
        all_jobs = jobs_of(jobs=4, share=0.5)
        all_jobs.start({}, "rude")
        all_jobs.start({}, "rude")
        with pytest.raises(ServiceProblem) as full:
            all_jobs.start({}, "rude")
        all_jobs.start({}, "another")
        all_jobs.close()
        return full.value.code

    assert asyncio.run(greedy()) == "busy"


async def ending_of(job: jobs.SolveJob) -> str:
    return [text async for text in job.events()][-1]


def test_a_job_that_nobody_follows_ends() -> None:
    async def ghosts() -> tuple[str, str]:
        all_jobs = jobs_of(follow_seconds=0)
        never = await ending_of(all_jobs.start({}))
        job = all_jobs.start({})
        with all_jobs.followed(job), all_jobs.followed(job):
            for _ in range(3):
                await asyncio.sleep(0)
            assert not job.is_finished
        return never, await ending_of(job)

    assert all('"cancelled"' in last for last in asyncio.run(ghosts()))


def test_a_job_that_breaks_says_so() -> None:
    async def broken() -> str:
        all_jobs = jobs.Jobs(NeverAnswers(SMALL, OSError("pipe")))  # type: ignore[arg-type]
        job = all_jobs.start({})
        assert job.task is not None
        with pytest.raises(OSError, match="pipe"):
            await job.task
        return job.last

    assert '"internal"' in asyncio.run(broken())
