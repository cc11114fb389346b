"""The service on a port of this machine, for tests: its own loop in a thread, real HTTP."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import httpx
import pytest

from programs import environment
from zermelo.faces.service.server import Server, server_of
from zermelo.faces.service.settings import Settings


class Client(httpx.Client):
    """A client that also sees the service from inside."""

    def __init__(self, server: Server, loop: asyncio.AbstractEventLoop) -> None:
        port = server.servers[0].sockets[0].getsockname()[1]
        super().__init__(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self.loop = loop
        app: Any = server.config.app
        self.app = app
        self.service = app.state.service
        self.protocol: Any = server.config.http

    def inside(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something on the service's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)


@contextmanager
def unmeasured_workers() -> Iterator[None]:
    """Workers are ended on purpose, and what they do is measured at their desk."""
    start = asyncio.create_subprocess_exec
    with pytest.MonkeyPatch.context() as patch:
        unmeasured = partial(start, env=environment(measured=False))
        patch.setattr(asyncio, "create_subprocess_exec", unmeasured)
        yield


@contextmanager
def serving(settings: Settings) -> Iterator[Client]:
    """A running service and a client of it."""
    with unmeasured_workers(), _serving(settings) as client:
        yield client


@contextmanager
def _serving(settings: Settings) -> Iterator[Client]:
    server = server_of(replace(settings, port=0))
    loops: list[asyncio.AbstractEventLoop] = []

    async def live() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve()

    thread = threading.Thread(target=lambda: asyncio.run(live()))
    thread.start()
    eventually(lambda: server.started or not thread.is_alive(), 60)
    try:
        with Client(server, loops[0]) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(60)


def eventually(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def call(app: Any, method: str, path: str, **more: Any) -> httpx.Response:
    """One request to an ASGI app that needs no workers."""

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.request(method, path, **more)

    return asyncio.run(asked())
