"""`zermelo serve`, `zermelo explore`."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.console import say, with_digits
from zermelo.faces.cli.options import A_COUNT, A_NUMBER, Command

if TYPE_CHECKING:
    from zermelo.faces.service.settings import Settings

LIMITS: tuple[tuple[str, type[int | float | str], str], ...] = (
    ("--workers", int, "Processes for large games; one for each core, within the memory."),
    ("--quick-workers", int, "Processes for small games; one for each core, at least 2."),
    ("--memory", str, "Memory of the service, all workers included, e.g. '8 GiB'."),
    ("--threads", int, "Cores that one worker may use."),
    ("--seconds", float, "Time of one answer."),
    ("--job-seconds", float, "Time of a solve in the background."),
    ("--follow-seconds", float, "Time that such a solve goes on while nobody follows it."),
    ("--facts-seconds", float, "Work on the facts about a large game."),
    ("--waiting", int, "Requests in line for each kind of worker; 500 for each core."),
    ("--wait-seconds", float, "Time that a request waits in line."),
    ("--jobs", int, "Solves in the background at the same time."),
    ("--share", float, "What one client may have of the workers for large games, line and jobs."),
    ("--body", str, "Size of one request, e.g. '2 MiB'."),
    ("--row", int, "Numbers of one row."),
    ("--digits", int, "Digits of one number."),
    ("--tables", int, "Solved tables that a worker keeps."),
    ("--check-every", int, "Answers between two self-play checks; 0 for none."),
)
READ_AS = {int: (A_COUNT, "N"), float: (A_NUMBER, "N"), str: (click.STRING, "SIZE")}


class ServeOptions(TypedDict, total=False):
    """What `takes_settings` reads; None where one was not given."""

    host: str
    port: int
    token: str | None
    games: tuple[str, ...]
    saved: tuple[str, ...]
    names: tuple[str, ...]
    proxies: tuple[str, ...]
    workers: int | None
    quick_workers: int | None
    memory: str | None
    threads: int | None
    seconds: float | None
    job_seconds: float | None
    follow_seconds: float | None
    facts_seconds: float | None
    waiting: int | None
    wait_seconds: float | None
    jobs: int | None
    share: float | None
    body: str | None
    row: int | None
    digits: int | None
    tables: int | None
    check_every: int | None


def takes_settings(command: Command) -> Command:
    """Where to listen, who may ask, and the limits; what is left out has its default."""
    for name, kind, text in reversed(LIMITS):
        read, sign = READ_AS[kind]
        command = click.option(name, type=read, metavar=sign, default=None, help=text)(command)
    for option in (
        click.option("--game", "games", multiple=True, metavar="FILE.py:CLASS",
                     help="A game of your own, besides the catalogue. May be repeated."),
        click.option("--table", "saved", multiple=True, metavar="FILE",
                     help="A saved table, to look its game up in. May be repeated."),
        click.option("--name", "names", multiple=True, metavar="NAME",
                     help="A name that others know this machine by. May be repeated."),
        click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS",
                     help="A proxy that tells for whom it asks. May be repeated."),
        click.option("--token", envvar="ZERMELO_TOKEN", default=None,
                     help="Ask clients for this token (or set ZERMELO_TOKEN)."),
        click.option("--port", type=A_COUNT, metavar="N", default=8000, show_default=True),
        click.option("--host", default="127.0.0.1", show_default=True,
                     help="Address to listen on; other machines reach 0.0.0.0."),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command()
@takes_settings
def serve(**options: Unpack[ServeOptions]) -> None:
    """Answer over HTTP: solve, value, moves, play, diagnose; with limits, metrics and logs.

    \b
    zermelo serve
    zermelo serve --port 9000 --token s3cret --game mygame.py:Coins
    zermelo serve --table connect-four-6x5.table
    curl -s localhost:8000/v1/solve --json '{"game": "ends", "arguments": {"row": [5, 3, 7]}}'
    """
    _run(options, opens=False)


@click.command()
@takes_settings
def explore(**options: Unpack[ServeOptions]) -> None:
    """Open a page on this machine where every game can be seen and played.

    \b
    zermelo explore
    zermelo explore --game mygame.py:Coins --table big.table
    """
    _run(options, opens=True)


def _refuse_this_system() -> None:
    """Where there is nothing to hold a worker by, there is no service."""
    if not (hasattr(signal, "setitimer") and hasattr(os, "nice")):
        raise BadInput(
            "this system has no timers and no priorities of processes",
            rule="the service holds its workers by them",
            fix="Run it on Linux or macOS; the site of Zermelo has the page without a service",
        )


def _run(options: ServeOptions, *, opens: bool) -> None:
    _refuse_this_system()
    try:
        from zermelo.faces.service.server import check_port, run
    except ModuleNotFoundError as missing:
        raise BadInput(
            f"{missing.name} is not installed",
            rule="the service needs a web server",
            fix='pip install "zermelo[web]"',
        ) from None
    settings = settings_of(options)
    check_port(settings)
    if not settings.is_local and settings.token is None:
        click.echo("zermelo: everybody who can connect may ask; --token asks for one", err=True)
    say(f"Zermelo is at {settings.url} (stop with Ctrl-C)")
    with with_digits(sys.int_info.default_max_str_digits):  # clients are not at this prompt
        run(settings, opens=opens)


def settings_of(options: ServeOptions) -> Settings:
    """The settings that the options mean; the operator's games are loaded to see that they can."""
    from zermelo.faces.service.library import Library
    from zermelo.faces.service.settings import Settings
    from zermelo.limits.amounts import bytes_of

    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    for name in ("memory", "body"):
        if name in given:
            given[name] = bytes_of(given[name], where=f"--{name}")
    Library(given["games"], given.get("saved", ()))
    return Settings(**given)
