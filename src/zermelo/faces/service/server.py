"""The web server around the app: JSON logs, connections that are used, and an end that leaves
nobody waiting.
"""

from __future__ import annotations

import socket
import webbrowser
from asyncio import TimerHandle, Transport
from errno import EACCES, EADDRINUSE
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from zermelo.errors import BadInput
from zermelo.faces.service import logs
from zermelo.faces.service.app import Service, create_app
from zermelo.faces.service.settings import Settings

# seconds without a word, between two questions whether somebody is there, and how many of these
SILENCE = {"TCP_KEEPIDLE": 15, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
MOST_HEAD = 256 << 10  # bytes of a head that goes on and on, which is kept until it ends


class PatientProtocol(HttpToolsProtocol):
    """HTTP on one connection, which is closed when a request does not arrive in time.

    The web server closes connections that are idle between two requests; those on which a request
    never begins, or never ends, are ours to close. So are those with a head too long to be kept.
    """

    seconds = Settings.request_seconds
    late: TimerHandle | None = None
    is_head = False  # whether a head has begun, and goes on
    head = 0  # bytes of it

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        _notice_silence(transport.get_extra_info("socket"))
        self._expect()

    def data_received(self, data: bytes) -> None:
        """A part of a request, or more."""
        super().data_received(data)
        self.head += len(data)
        if self.is_head and self.head > MOST_HEAD:
            self.transport.close()
        self._expect()

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self.is_head, self.head = True, 0

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self.is_head = False
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side has gone."""
        super().connection_lost(exc)
        self._expect_nothing()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect(self) -> None:
        """The head of a request has so many seconds from its first byte, however it dribbles."""
        if self._is_answering:
            self._expect_nothing()
        elif self.late is None:
            self.late = self.loop.call_later(self.seconds, self._close)

    def _expect_nothing(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _close(self) -> None:
        if not self._is_answering:
            self.transport.close()


def _notice_silence(connection: socket.socket) -> None:
    """Have the system ask whether the other side is still there."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in SILENCE.items():
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class Server(uvicorn.Server):
    """Ends the streams of jobs before it waits for open connections."""

    opens: str | None = None  # what a browser is shown when we are up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then show the page."""
        await super().startup(sockets)
        if self.opens is not None and self.started:
            webbrowser.open(self.opens)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is under way."""
        assert isinstance(self.config.app, FastAPI)
        service: Service = self.config.app.state.service
        service.jobs.close()
        await super().shutdown(sockets)


def server_of(settings: Settings, *, opens: bool = False) -> Server:
    """The server, not started yet."""
    protocol = type("Protocol", (PatientProtocol,), {"seconds": settings.request_seconds})
    config = uvicorn.Config(
        create_app(settings),
        http=protocol,
        ws="none",
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        timeout_graceful_shutdown=round(settings.closing_seconds),
    )
    server = Server(config)
    if opens:
        key = f"#token={quote(settings.token, safe='')}" if settings.token else ""
        server.opens = settings.url + key
    return server


def run(settings: Settings, *, opens: bool = False) -> None:
    """Serve until the process is told to stop."""
    logs.set_up()
    check_port(settings)
    server_of(settings, opens=opens).run()


def check_port(settings: Settings) -> None:
    """Say it in two lines when the port is taken, or the host is none of this machine."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except (OSError, TypeError, UnicodeError) as error:  # a host that is no name
            reason = getattr(error, "strerror", None) or error
            is_port = isinstance(error, OSError) and error.errno in (EADDRINUSE, EACCES)
            raise BadInput(
                f"{settings.host}:{settings.port}",
                where="--port" if is_port else "--host",
                rule=f"the address cannot be listened on: {reason}",
                fix="Pass another --port, or another --host" if is_port else "Pass another --host",
            ) from None
