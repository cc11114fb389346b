"""The web server around the app: JSON logs, and an end that leaves nobody waiting."""

from __future__ import annotations

import socket
import webbrowser
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI

from zermelo.errors import BadInput
from zermelo.faces.service import logs
from zermelo.faces.service.app import Service, create_app
from zermelo.faces.service.settings import Settings


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
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
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
    """Say it in two lines when the port is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except (OSError, TypeError, UnicodeError) as error:  # a host that is no name
            reason = getattr(error, "strerror", None) or error
            raise BadInput(
                f"{settings.host}:{settings.port}",
                where="--port",
                rule=f"the address cannot be listened on: {reason}",
                fix="Pass another --port, or another --host",
            ) from None
