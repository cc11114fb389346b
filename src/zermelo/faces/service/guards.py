"""What stands before every route: the host's name, the page that asks, the token, the body's kind,
size and time; and the headers.

Plain ASGI, so that events stream through it and a refusal costs nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from ipaddress import ip_address
from socket import gethostname

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem, busy
from zermelo.faces.service.settings import LOOPBACK, Settings
from zermelo.faces.service.tokens import Tokens

OPEN_PATHS = ("/", "/healthz", "/favicon.ico")  # and /static/
# No cross-origin-opener-policy: the page opens no window and hears no messages, so that whoever
# opened it learns nothing, and with it a browser starts a process for every visit (150 ms).
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


MOST_BODIES = 16 << 20  # bytes of all requests together; read as JSON they take some times as much
OUR_SITE = ("same-origin", "none")  # none: typed into the browser, or a bookmark


class TooMuch(Exception):
    """The body is longer than it may be."""


class Guards:
    """An ASGI app around the app."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.held: Counter[str] = Counter()  # address → bytes of bodies that are read or worked on
        self.names = frozenset(map(str.casefold, (*settings.names, *own_names())))
        self.tokens = Tokens(settings.token, metrics) if settings.token is not None else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with a counted body and more headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headed = _with_headers(send)
        heads = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        problem = self._refusal(scope, heads)
        size = self._size(heads)
        asker = _address(scope)
        if problem is None and self._is_too_much(asker, size):
            problem = busy("bytes")
        if problem is not None:
            await refuse(problem, headed)
            return
        self.held[asker] += size
        try:
            await self._counted(scope, receive, headed)
        finally:
            self.held[asker] -= size
            self.held += Counter()  # without the addresses that hold nothing

    def _is_too_much(self, asker: str, size: int) -> bool:
        """Whether these bytes are beyond what all may send at once, or one address of it."""
        share = max(self.settings.body, self.settings.share_of(MOST_BODIES))
        own = size > 0 and self.held[asker] + size > share
        return own or self.held.total() + size > MOST_BODIES

    def _size(self, heads: dict[str, str]) -> int:
        """Bytes of a body; as many as it may have where it does not say."""
        if "transfer-encoding" in heads:
            return self.settings.body
        return int(heads.get("content-length", "0")[:20] or 0)

    def _refusal(self, scope: Scope, heads: dict[str, str]) -> ServiceProblem | None:
        is_page = _is_page(scope["path"])
        if not self._is_own_name(_name_of(heads.get("host", ""))):
            return _foreign_host(self.settings)
        if not is_page and not _is_from_here(heads):
            return _foreign_page()
        if self.tokens is not None and not is_page:
            refused = self.tokens.refusal(heads.get("authorization", ""), _address(scope))
            if refused is not None:
                return refused
        return self._of_body(scope["method"], heads)

    def _is_own_name(self, name: str) -> bool:
        """Whether the browser asked for this machine: another name may have been bound to it.

        A token is sent to one name only; so is what no browser asks for without a name.
        """
        if self.settings.is_local:
            return name in LOOPBACK
        is_known = name in LOOPBACK or name in self.names or is_address(name)
        return is_known or self.settings.token is not None or not name

    def _of_body(self, method: str, heads: dict[str, str]) -> ServiceProblem | None:
        length = heads.get("content-length", "0")
        if not length.isdigit() or int(length[:20]) > self.settings.body:
            return too_long(self.settings)
        kind = heads.get("content-type", "").partition(";")[0].strip().casefold()
        if method == "POST" and kind != "application/json":
            return _no_json()
        return None

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A body that announces no length is counted while it comes."""
        body, is_answered = IncomingBody(receive, self.settings), False

        async def answering(message: Message) -> None:
            nonlocal is_answered
            if body.refusal is None:  # else the answer is about a body cut short
                await send(message)
                is_answered = _is_last(message)

        try:
            await self.app(scope, body.receive, answering)
        except TooMuch:
            pass
        except Exception:
            if not is_answered:  # else it is in the log, and the connection is good
                raise
        if body.refusal is not None:
            await refuse(body.refusal, send)


def _is_last(message: Message) -> bool:
    return message["type"] == "http.response.body" and not message.get("more_body", False)


class IncomingBody:
    """A body as it comes, within its bytes and its time."""

    def __init__(self, receive: Receive, settings: Settings) -> None:
        self.next = receive
        self.settings = settings
        self.until = asyncio.get_running_loop().time() + settings.request_seconds
        self.seen = 0
        self.is_whole = False
        self.refusal: ServiceProblem | None = None

    async def receive(self) -> Message:
        """The next part; behind the whole body only the end of the connection is waited for."""
        if self.is_whole:
            return await self.next()
        try:
            async with asyncio.timeout_at(self.until):
                message = await self.next()
        except TimeoutError:
            self.refusal = _too_late(self.settings)
            raise TooMuch from None
        self.seen += len(message.get("body", b""))
        self.is_whole = not message.get("more_body", False)
        if self.seen > self.settings.body:
            self.refusal = too_long(self.settings)
            raise TooMuch
        return message


def _is_page(path: str) -> bool:
    """What anybody may load: the page asks for the token itself."""
    return path in OPEN_PATHS or path.startswith("/static/")


def _is_from_here(heads: dict[str, str]) -> bool:
    """Whether no page of another site asks; programs send neither of these headers."""
    origin = heads.get("origin")
    if heads.get("sec-fetch-site", "none") not in OUR_SITE:
        return False
    return origin is None or origin.partition("://")[2] == heads.get("host", "")


def _address(scope: Scope) -> str:
    return (scope.get("client") or ("",))[0]


def _name_of(host: str) -> str:
    """Without the port."""
    name = host[: host.rindex("]") + 1] if host.startswith("[") and "]" in host else host
    name = name if name.startswith("[") else name.partition(":")[0]
    return name.strip("[]").casefold()


def own_names() -> tuple[str, ...]:
    """What this machine is called by others on its network."""
    name = gethostname()
    return name, f"{name.partition('.')[0]}.local"


def is_address(name: str) -> bool:
    """Whether it is a number, which no foreign name can be bound to."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send) -> Send:
    """Every answer has our headers; it is not kept unless it says for how long."""
    pairs = [(key.encode("ascii"), value.encode("ascii")) for key, value in HEADERS.items()]

    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [*message.get("headers", ())]
            says_how_long = any(name.lower() == b"cache-control" for name, _ in own)
            kept = [] if says_how_long else [(b"cache-control", b"no-store")]
            message["headers"] = [*own, *pairs, *kept]
        await send(message)

    return headed


async def refuse(problem: ServiceProblem, send: Send) -> None:
    """Answer with a problem without asking the app."""
    body = json.dumps(problem.body).encode("ascii")
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if problem.code == "unauthorised":
        headers.append((b"www-authenticate", b"Bearer"))
    if problem.retry_after:
        headers.append((b"retry-after", b"%d" % problem.retry_after))
    start = {"type": "http.response.start", "status": problem.status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def too_long(settings: Settings) -> ServiceProblem:
    """The body is too long, or does not say how long it is."""
    message = f"The body may have {settings.body:,} bytes."
    return ServiceProblem("too_large", message, fix="Send less.", status=413)


def _too_late(settings: Settings) -> ServiceProblem:
    message = f"The body did not arrive within {settings.request_seconds:g} seconds."
    return ServiceProblem("too_late", message, fix="Send it at once.")


def _no_json() -> ServiceProblem:
    """Pages of other sites may send texts and forms without asking, but not JSON."""
    return ServiceProblem(
        "bad_input",
        "The body is not announced as JSON.",
        field="Content-Type",
        fix="Send one JSON object, with the header Content-Type: application/json.",
    )


def _foreign_page() -> ServiceProblem:
    return ServiceProblem(
        "cross_site",
        "A page of another site asks.",
        field="Origin",
        fix="Ask from the service's own page, or from a program that is no browser.",
    )


def _foreign_host(settings: Settings) -> ServiceProblem:
    says, fix = "This service answers to localhost alone.", "start the service with --host"
    if not settings.is_local:
        says = "This service answers to its address and its own name alone."
        fix = "start the service with --name, or with --token"
    return ServiceProblem(
        "not_allowed", says, field="Host", fix=f"Ask for {settings.url}, or {fix}.", status=421
    )
