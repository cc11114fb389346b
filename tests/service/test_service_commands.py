"""The service: settings, commands, and the real server."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import httpx
import pytest
from click.testing import CliRunner

from programs import PROGRAM, started
from service_client import eventually
from service_games import COINS
from zermelo.errors import BadInput
from zermelo.faces.cli import main, serving
from zermelo.faces.service import server
from zermelo.faces.service import settings as settings_module
from zermelo.faces.service.settings import Settings


def test_settings_are_checked_and_survive_the_way_to_a_worker() -> None:
    settings = Settings(games=("a.py:A",), token="x")
    assert Settings.from_json(settings.as_json()) == replace(settings, token=None)
    for wrong in ({"workers": 0}, {"seconds": -1}, {"row": True}, {"token": ""}, {"token": "ß"}):
        with pytest.raises(BadInput):
            Settings(**wrong)  # type: ignore[arg-type]
    for count in (-1, 0):
        with pytest.raises(BadInput, match="at least 1"):
            Settings(workers=count)
        with pytest.raises(BadInput, match="at least 1"):
            Settings(quick_workers=count)
    assert Settings(host="::1", port=1).url == "http://[::1]:1/"
    assert Settings(host="0.0.0.0").url == "http://127.0.0.1:8000/"
    assert not Settings(host="0.0.0.0").is_local


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_all_workers_and_the_server_stay_within_the_memory_of_the_service(workers: int) -> None:
    settings = Settings(workers=workers, quick_workers=2, memory=6 << 30)
    lanes = {"quick": 2, "scales": 1, "facts": 1, "watch": 1, "large": workers}
    held = sum(count * settings.worker_memory(lane) for lane, count in lanes.items())
    assert 5 << 30 < held < settings.memory
    with pytest.raises(BadInput, match="fewer workers"):
        Settings(workers=100, memory=6 << 30)


@pytest.mark.parametrize("cores", [1, 2, 8, 64])
@pytest.mark.parametrize("gibibytes", [1, 2, 4, 5, 8, 64])
def test_without_options_every_machine_has_workers_that_fit(
    cores: int, gibibytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_module, "CORES", cores)
    settings = Settings(memory=gibibytes << 30)
    assert 1 <= settings.workers <= cores
    assert 2 <= settings.quick_workers <= max(2, cores)
    assert settings.worker_memory("large") >= settings_module.LEAST_BYTES_OF_A_WORKER
    assert settings.worker_memory("quick") >= 64 << 20
    if gibibytes == 64 and cores <= 8:
        assert settings.workers == cores


def test_the_commands_make_settings_of_their_options(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[Any] = []
    monkeypatch.setattr(server, "run", lambda settings, opens: said.append((settings, opens)))
    options = ["--port", "9", "--memory", "4 GiB", "--game", f"{own}:Halves", "--workers", "3"]
    done = CliRunner().invoke(main, ["serve", *options], standalone_mode=False)
    assert done.exception is None
    assert "http://127.0.0.1:9/" in done.output
    assert CliRunner().invoke(main, ["explore"], standalone_mode=False).exception is None
    done = CliRunner().invoke(main, ["serve", "--host", "0.0.0.0"], standalone_mode=False)
    assert "--token asks for one" in done.output
    (first, opens), (second, opened), _ = said
    assert (first.memory, first.workers, opens) == (4 << 30, 3, False)
    assert (second, opened) == (Settings(), True)
    with pytest.raises(BadInput):
        serving.settings_of({"games": (f"{own}:Nothing",)})
    monkeypatch.setitem(sys.modules, "zermelo.faces.service.server", None)
    with pytest.raises(BadInput, match="web"):
        serving._run({}, opens=False)
    assert isinstance(serving.serve, click.Command)


def test_a_taken_port_is_said_in_two_lines() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(BadInput, match="cannot be listened on"):
            server.run(Settings(port=taken.getsockname()[1]))


def test_the_server_opens_a_browser_and_ends_streams(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(server.webbrowser, "open", shown.append)
    running = server.server_of(replace(settings, port=0, token="a/c"), opens=True)

    async def live() -> None:
        task = asyncio.create_task(running.serve())
        while not running.started:
            await asyncio.sleep(0.05)
        running.should_exit = True
        await task

    asyncio.run(asyncio.wait_for(live(), 60))
    assert shown[0].endswith("#token=a%2Fc")


@contextmanager
def serve(*options: str) -> Iterator[tuple[Any, str]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = (*PROGRAM, "serve", "--port", str(port), *options)
    url = f"http://127.0.0.1:{port}"
    with started(*command) as process:
        eventually(lambda: _is_up(url), 50)
        yield process, url


def _is_up(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_the_real_server_answers_and_ends_gracefully() -> None:
    options = ("--workers", "1", "--token", "abc", "--check-every", "1")
    with serve(*options) as (process, url):
        heads = {"authorization": "Bearer abc"}
        assert httpx.post(f"{url}/v1/solve", json=COINS).status_code == 401
        answer = httpx.post(f"{url}/v1/solve", json=COINS, headers=heads)
        assert answer.json()["scores"] == [15, 10]
        assert "server" not in answer.headers
        huge = {"game": "connect four", "arguments": {"width": 5, "height": 5}}
        name = httpx.post(f"{url}/v1/jobs", json=huge, headers=heads).json()["id"]
        with httpx.stream("GET", f"{url}/v1/jobs/{name}/events", headers=heads) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: progress"
            process.send_signal(signal.SIGTERM)
            assert "event: failed" in list(lines)
        out, err = process.communicate(timeout=50)
        assert "Zermelo is at" in out
        lines_ = [json.loads(line) for line in err.splitlines()]
        assert lines_[-1]["event"].startswith("Finished")
        assert {"started", "answer", "stopped"} <= {line["event"] for line in lines_}


@pytest.mark.parametrize("module", ["signal", "os"])
@pytest.mark.parametrize("command", ["serve", "explore"])
def test_a_system_that_cannot_hold_workers_is_told_so(
    command: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, module, object())  # without timers, or without priorities
    done = CliRunner().invoke(main, [command])
    assert done.exit_code == 2
    assert "this system has no timers" in done.stderr
    assert "Linux or macOS" in done.stderr
