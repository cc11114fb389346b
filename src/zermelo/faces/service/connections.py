"""Clients that go away: what they asked for ends with them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractContextManager
from typing import TypeVar

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from zermelo.faces.service.problems import cancelled

T = TypeVar("T")


def asker_of(request: Request) -> str:
    """Who asks: the address, as far as anybody can tell."""
    return request.client.host if request.client else ""


async def unless_gone(request: Request, work: Coroutine[None, None, T]) -> T:
    """What comes out of the work; it is cancelled when the client disconnects."""
    doing, gone = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise cancelled()
    finally:
        gone.cancel()
        doing.cancel()


async def _gone(request: Request) -> None:
    """Wait for the end of the connection; the body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


class FollowedStream(StreamingResponse):
    """Server-sent events, and a context that lasts as long as somebody reads them."""

    def __init__(self, events: AsyncIterator[str], follower: AbstractContextManager[None]) -> None:
        super().__init__(events, media_type="text/event-stream")
        self.follower = follower

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until they end, or the client does."""
        with self.follower:
            await super().__call__(scope, receive, send)
