"""What all commands share: how they print, report progress, and end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from time import perf_counter
from typing import Any

import click

from zermelo.errors import BadInput, ProofFailed, ZermeloError

ANSWER, FAILED, BAD_INPUT, STOPPED = 0, 1, 2, 130  # exit codes
PATIENCE = 0.5  # seconds before a progress bar shows up


def guarded(run: Callable[..., Any], *args: Any, **kwargs: Any) -> int:
    """Run a program; errors are two lines on stderr, and no traceback. The exit code."""
    try:
        code = run(*args, **kwargs)
    except ProofFailed as error:
        complain(error)
        return FAILED
    except ZermeloError as error:
        complain(error)
        return BAD_INPUT
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "zermelo"
        click.echo(f"zermelo: {error.format_message()}", err=True)
        click.echo(f"         `{path} --help` says what it takes.", err=True)
        return BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        return STOPPED
    except MemoryError:
        click.echo("zermelo: the memory is full; pass --memory to keep to a part of it", err=True)
        return BAD_INPUT
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWER
    return code if isinstance(code, int) else ANSWER


def no_such(what: str, given: str, known: Iterable[str], otherwise: str) -> BadInput:
    """The error about a name that is not known, with the one that is near."""
    near = get_close_matches(given, list(known), n=1, cutoff=0.6)
    fix = f"Did you mean {near[0]}" if near else otherwise
    return BadInput(given, rule=f"there is no such {what}", fix=fix)


def complain(error: ZermeloError) -> None:
    """What was given and the rule; the way out on a line of its own."""
    place = f"{error.where}: " if error.where else ""
    click.echo(f"zermelo: {place}{error.given}; {error.rule}.", err=True)
    click.echo(f"         {error.fix}.", err=True)


def has_colour() -> bool:
    """Whether stdout is a terminal that wants colour (https://no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def say(text: object = "") -> None:
    """Print; colours stay where they are wanted."""
    click.echo(text, color=has_colour())


def paint(text: str, **style: Any) -> str:
    """A styled text where there is colour, else the text."""
    return click.style(text, **style) if has_colour() else text


def rows(pairs: list[tuple[str, str]]) -> None:
    """Heads and bodies, one pair to a line; later lines of a body are indented."""
    wide = max(len(head) for head, _ in pairs) + 2
    for head, body in pairs:
        lines = body.splitlines() or [""]
        say(paint(f"{head:<{wide}}", dim=True) + lines[0])
        for line in lines[1:]:
            say(" " * wide + line)


@contextmanager
def progress() -> Iterator[Callable[[Any], None] | None]:
    """A bar on stderr with states, states a second, level and time left, when work is long.

    Ctrl-C says what is known by then and ends the program.
    """
    shown = Bar() if sys.stderr.isatty() else Silent()
    try:
        yield shown.tell
    except KeyboardInterrupt:
        shown.close()
        click.echo(f"zermelo: stopped {shown.known}", err=True)
        sys.exit(STOPPED)
    finally:
        shown.close()


class Silent:
    """Remembers how far the work has come."""

    def __init__(self) -> None:
        self.last: Any = None

    def tell(self, told: Any) -> None:
        """The progress callback of `solve`."""
        self.last = told

    @property
    def known(self) -> str:
        """What is known when the work is stopped."""
        if self.last is None:
            return "before anything was found"
        verb = {"explore": "after finding", "sweep": "after settling"}.get(self.last.stage, "after")
        speed = f"{self.last.states_per_second:,.0f} states/s"
        return f"{verb} {self.last.states:,} states, level {self.last.level:,}, {speed}"

    def close(self) -> None:
        """Nothing is shown."""


class Bar(Silent):
    """The same, shown by rich."""

    def __init__(self) -> None:
        super().__init__()
        self.began = perf_counter()
        self.bar: Any = None
        self.task: Any = None
        self.stage = ""

    def tell(self, told: Any) -> None:
        """Draw the bar anew, at most some times a second."""
        super().tell(told)
        if perf_counter() - self.began < PATIENCE:
            return
        if self.bar is None:
            self._open()
        if told.stage != self.stage:
            self.stage = told.stage
            self.bar.reset(self.task, total=None)
        left = told.seconds_left
        self.bar.update(
            self.task,
            completed=told.states,
            total=told.expected or None,
            description=told.stage,
            speed=f"{told.states_per_second:,.0f} states/s",
            level=f"level {told.level:,}",
            left="" if left is None else f"about {left:,.0f} s left",
        )

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = ("{task.description}", "{task.completed:,.0f} states", "{task.fields[speed]}",
                   "{task.fields[level]}", "{task.fields[left]}")  # fmt: skip
        self.bar = Progress(
            BarColumn(24), *map(TextColumn, columns), console=Console(stderr=True), transient=True
        )
        self.task = self.bar.add_task("", total=None, speed="", level="", left="")
        self.bar.start()

    def close(self) -> None:
        """Leave the line clean."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None
