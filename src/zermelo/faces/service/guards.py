"""What stands before every route: the body's size, the token, the host's name; and the headers.

Plain ASGI, so that events stream through it and a refusal costs nothing.
"""

from __future__ import annotations

import hmac
import json
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.settings import LOOPBACK, Settings

OPEN_PATHS = ("/", "/healthz", "/favicon.ico")  # and /static/: the page asks for the token itself
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class TooMuch(Exception):
    """The body is longer than it may be."""


class Guards:
    """An ASGI app around the app."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with a counted body and more headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        heads = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        headed = _with_headers(send, scope["path"])
        problem = self._refusal(scope["path"], heads)
        if problem is not None:
            await refuse(problem, headed)
            return
        await self._counted(scope, receive, headed)

    def _refusal(self, path: str, heads: dict[str, str]) -> ServiceProblem | None:
        if self.settings.is_local and not _is_local(heads.get("host", "")):
            return _foreign_host()
        if self.settings.token is not None and not self._may_ask(path, heads):
            return _no_token()
        length = heads.get("content-length", "0")
        if not length.isdigit() or int(length[:20]) > self.settings.body:
            return too_long(self.settings)
        return None

    def _may_ask(self, path: str, heads: dict[str, str]) -> bool:
        if path in OPEN_PATHS or path.startswith("/static/"):
            return True
        sent = heads.get("authorization", "")
        wanted = f"Bearer {self.settings.token}"
        return hmac.compare_digest(sent.encode("latin-1"), wanted.encode("latin-1"))

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A body that announces no length is counted while it comes."""
        seen = 0

        async def counting() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.settings.body:
                raise TooMuch
            return message

        async def answering(message: Message) -> None:
            if seen <= self.settings.body:  # else the answer is about a body cut short
                await send(message)

        with suppress(TooMuch):
            await self.app(scope, counting, answering)
        if seen > self.settings.body:
            await refuse(too_long(self.settings), send)


def _is_local(host: str) -> bool:
    """Whether the browser asked for this machine: another name may have been bound to it."""
    name = host[: host.rindex("]") + 1] if host.startswith("[") and "]" in host else host
    name = name if name.startswith("[") else name.partition(":")[0]
    return name.strip("[]").casefold() in LOOPBACK


def _with_headers(send: Send, path: str) -> Send:
    fresh = "no-cache" if path == "/" or path.startswith("/static/") else "no-store"
    more = {**HEADERS, "cache-control": fresh}
    pairs = [(key.encode("ascii"), value.encode("ascii")) for key, value in more.items()]

    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *pairs]
        await send(message)

    return headed


async def refuse(problem: ServiceProblem, send: Send) -> None:
    """Answer with a problem without asking the app."""
    body = json.dumps(problem.body).encode("ascii")
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if problem.code == "unauthorised":
        headers.append((b"www-authenticate", b"Bearer"))
    start = {"type": "http.response.start", "status": problem.status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def too_long(settings: Settings) -> ServiceProblem:
    """The body is too long, or does not say how long it is."""
    message = f"The body may have {settings.body:,} bytes."
    return ServiceProblem("too_large", message, fix="Send less.", status=413)


def _no_token() -> ServiceProblem:
    return ServiceProblem(
        "unauthorised",
        "This service asks for a token.",
        field="Authorization",
        fix="Send the header Authorization: Bearer TOKEN.",
    )


def _foreign_host() -> ServiceProblem:
    return ServiceProblem(
        "not_allowed",
        "This service answers to localhost alone.",
        field="Host",
        fix="Ask for http://127.0.0.1, or start the service with --host.",
        status=421,
    )
