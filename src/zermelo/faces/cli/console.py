"""What all commands share: how they print, report progress, and end."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from contextvars import ContextVar
from errno import EBADF
from functools import partial
from io import TextIOBase
from re import finditer
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

import click

from zermelo.errors import (
    BadInput,
    DamagedTable,
    Either,
    ProofFailed,
    RulesError,
    Setting,
    Wording,
    ZermeloError,
    ZermeloWarning,
)
from zermelo.faces.cli.encodings import make_readable
from zermelo.kernels import HEARERS
from zermelo.limits.amounts import bytes_text
from zermelo.limits.deadline import found_apart, found_so_far, known, telling
from zermelo.model.numerals import error_text

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from zermelo.graph.progress import Callback, Progress

ANSWER, FAILED, BAD_INPUT, NOTHING_COMPARED, STOPPED = 0, 1, 2, 3, 130  # exit codes
PROGRAM = object()  # click's `obj` where the commands run as a program of their own, not inside one
NARROWEST_TERMINAL = 30  # columns that are counted on
BAR_AFTER = 0.5  # seconds before a progress bar shows up
LONG_AFTER = 3.0  # and before a step without one is named
OUTPUT = "zermelo.output"  # where a command's own lines go, while a game may print
SETTINGS = (
    "budget",
    "cluster",
    "disk",
    "engine",
    "memory",
    "method",
    "seconds",
    "start",
    "tables",
    "threads",
)


COMMAND = ContextVar[click.Command | None]("COMMAND", default=None)  # whose words are carried out


def guarded(run: Callable[[], object]) -> int:
    """Run a program; errors are two lines on stderr, and no traceback. The exit code."""
    make_readable(sys.stdout, sys.stderr)
    sys.stdout = sys.stdout or LostOutput()
    HEARERS.add(_say_what_is_waited_for)
    code = ANSWER
    try:
        # at the prompt numbers may have any length
        with with_digits(0), warned_in_words(), command_forgotten(), found_apart():
            code = _code_of(run)
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (BrokenPipeError, ReaderGone):
        _hush()
    except OSError as error:
        _hush()
        with suppress(OSError):
            click.echo(f"zermelo: the answer cannot be written: {error.strerror}.", err=True)
            click.echo("         Make room, or write it elsewhere.", err=True)
        return BAD_INPUT
    return code


@contextmanager
def warned_in_words() -> Iterator[None]:
    """Warnings about games in the prompt's words, without a line of our own code."""
    shown = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, ZermeloWarning):
            click.echo(f"zermelo: {message}.", err=True)
        else:
            shown(message, category, filename, lineno, file, line)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = shown


@contextmanager
def command_forgotten() -> Iterator[None]:
    """Which command is carried out is known until its errors are told."""
    before = COMMAND.set(None)
    try:
        yield
    finally:
        COMMAND.reset(before)


@contextmanager
def with_digits(most: int) -> Iterator[None]:
    """Texts of numbers of so many digits, 0 for any; Python's limit is put back afterwards."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(most)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


class ReaderGone(Exception):
    """Whoever read our output has seen enough."""


@contextmanager
def heard() -> Iterator[None]:
    """Have a broken pipe pass through click, which calls it a failure."""
    try:
        yield
    except BrokenPipeError as gone:
        raise ReaderGone from gone


class LostOutput(TextIOBase):
    """Standard output that was closed before we began: what is written there is lost."""

    def write(self, text: str) -> int:  # noqa: ARG002
        """Fails as it does on a full disk."""
        raise OSError(EBADF, os.strerror(EBADF))


def _hush() -> None:
    """What is still in the buffer of stdout goes nowhere."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _code_of(run: Callable[[], object]) -> int:
    began = perf_counter()
    try:
        code = run()
    except (DamagedTable, ProofFailed) as error:
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
    except (click.Abort, KeyboardInterrupt) as stop:
        what = known(stop.__cause__ or stop) or found_so_far()
        after = f"{perf_counter() - began:.1f} s"
        click.echo(f"zermelo: stopped after {after}{': ' * bool(what)}{what}", err=True)
        return STOPPED
    except MemoryError:
        click.echo("zermelo: the memory is full; pass --memory to keep to a part of it", err=True)
        return BAD_INPUT
    except ReaderGone:
        raise
    except BaseException as error:  # rules may raise anything, e.g. SystemExit
        complain(_fault_of_rules(error))
        return BAD_INPUT
    return code if isinstance(code, int) else ANSWER


def _fault_of_rules(error: BaseException) -> ZermeloError:
    """What a user's own code raised where nobody expects it, e.g. in `show`; else the error."""
    from zermelo.faces.cli.game_files import place_of

    place = place_of(error)
    if not place:
        raise error
    what = "left the program" if isinstance(error, SystemExit) else f"raised {error_text(error)}"
    return BadInput(
        f"the game's own code {what}",
        where=place,
        rule="rules answer for every position, and the program goes on",
        fix="Mend the line",
    )


def _say_what_is_waited_for(line: str) -> None:
    click.echo(f"zermelo: {line}", err=True)


def no_such(what: str, given: str, known: Iterable[str], otherwise: str) -> BadInput:
    """The error about a name that is not known, with the one that is near."""
    from difflib import get_close_matches  # takes 2 ms to load

    near = get_close_matches(given, list(known), n=1, cutoff=0.6)
    fix = f"Did you mean {near[0]}?" if near else otherwise
    return BadInput(given, rule=f"there is no such {what}", fix=fix)


def complain(error: ZermeloError) -> None:
    """What was given and the rule; the way out on a line of its own, in the prompt's words."""
    place = "".join(f"{part}: " for part in (_line_of(error), _where(error)) if part)
    for head, text in (
        ("zermelo: ", f"{place}{error.said_in(in_options)}"),
        ("         ", error.way_out(in_options)),
    ):
        click.echo(head + " ".join(text.split("\n")), err=True)


def _line_of(error: ZermeloError) -> str:
    """File and line of the user's rule that an error is about."""
    if not isinstance(error, RulesError):
        return ""
    from zermelo.faces.cli.game_files import place_of, place_of_rule

    raised = place_of(error.__cause__) or place_of(error)
    return raised or place_of_rule(error.where or error.given)


def _where(error: ZermeloError) -> str:
    """An argument of `solve` is an option here."""
    return in_options(Setting(error.where)) if error.where in SETTINGS else error.where


def in_options(setting: Wording) -> str:
    """An argument of `solve` as it is typed: `--budget 10000000`, `--memory '8 GiB'`."""
    if isinstance(setting, Either):
        return setting.prompt
    from shlex import quote

    option = "--from" if setting.name == "start" else f"--{setting.name}"
    typed = option if setting.value is ... else f"{option} {quote(str(setting.value))}"
    context = click.get_current_context(silent=True)
    command = COMMAND.get() if context is None else context.command
    takes = command is None or any(option in one.opts for one in command.params)
    return typed if takes else f"{typed} of `zermelo solve`"


def has_colour() -> bool:
    """Whether stdout is a terminal that wants colour (https://no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    stream = output()
    return bool(os.environ.get("FORCE_COLOR")) or (stream is not None and stream.isatty())


def output() -> TextIO | None:
    """Where a command's own lines go: standard output, whatever a game does with it."""
    context = click.get_current_context(silent=True)
    stream: TextIO | None = sys.stdout if context is None else context.meta.get(OUTPUT, sys.stdout)
    return stream


def keep_output_clean() -> None:
    """From now on what a game prints goes to standard error, and standard output is ours alone."""
    context = click.get_current_context()
    if OUTPUT not in context.meta:
        context.meta[OUTPUT] = sys.stdout
        context.with_resource(redirect_stdout(sys.stderr))


def say(text: object = "") -> None:
    """Print; colours stay where they are wanted."""
    if output() is not None:
        click.echo(text, file=output(), color=has_colour())


def paint(text: str, *, fg: str | None = None, bold: bool = False, dim: bool = False) -> str:
    """A styled text where there is colour, else the text."""
    return click.style(text, fg, bold=bold or None, dim=dim or None) if has_colour() else text


def width() -> int | None:
    """Columns of the terminal, or of $COLUMNS; None where lines go to a file or a program."""
    stream = output()
    if not os.environ.get("COLUMNS", "").isdigit() and not (stream and stream.isatty()):
        return None
    from shutil import get_terminal_size  # takes 3 ms to load

    return max(NARROWEST_TERMINAL, get_terminal_size().columns)


def wrapped(text: str, indent: int) -> list[str]:
    """Lines that fit into the terminal behind an indent; as they are where there is none."""
    columns = width()
    if columns is None:
        return text.splitlines() or [""]
    from textwrap import wrap as wrap_text

    room = max(NARROWEST_TERMINAL, columns) - indent
    wrap = partial(wrap_text, width=room, break_on_hyphens=False, break_long_words=True)
    lines = [wrap(line) if len(line) > room else [line] for line in text.splitlines()]
    return [part for line in lines for part in line] or [""]


def rows(pairs: list[tuple[str, str]]) -> None:
    """Heads and bodies, one pair to a line; later lines of a body are indented."""
    wide = max(len(head) for head, _ in pairs) + 2
    for head, body in pairs:
        lines = wrapped(body, wide)
        say(paint(f"{head:<{wide}}", dim=True) + lines[0])
        for line in lines[1:]:
            say(" " * wide + line)


def tell(text: object) -> None:
    """Print a text of columns: what a narrow terminal has no room for goes on below its column.

    A column begins after two spaces or more; one that leaves less than half of the terminal is no
    place to go on in.
    """
    columns = width()
    for line in str(text).splitlines() or [""]:
        if columns is None or len(line) <= columns:
            say(line)
            continue
        starts = (found.end() for found in finditer(r"^ +| {2,}", line))
        indent = max((start for start in starts if start <= columns // 2), default=0)
        first, *others = wrapped(line[indent:], indent)
        say(line[:indent] + first)
        for other in others:
            say(" " * indent + other)


@contextmanager
def progress() -> Iterator[Callback]:
    """A bar on stderr with states, states a second, level and time left, when work is long.

    Ctrl-C ends the program, which says what is known by then.
    """
    shown = Bar() if sys.stderr.isatty() else Silent()
    try:
        with telling(lambda: shown.known):
            yield shown.tell
    finally:
        shown.close()


@contextmanager
def named_when_long(what: str) -> Iterator[None]:
    """One line on stderr, in a terminal, about a step without a bar that takes long."""
    if not sys.stderr.isatty():
        yield
        return
    line = f"{what}: this takes a while; Ctrl-C ends it"
    clock = Timer(LONG_AFTER, _say_what_is_waited_for, [line])
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()


class Silent:
    """Remembers how far the work has come."""

    def __init__(self) -> None:
        self.last: Progress | None = None

    def tell(self, told: Progress) -> None:
        """The progress callback of `solve`."""
        self.last = told

    @property
    def known(self) -> str:
        """What is known when the work is stopped."""
        return "" if self.last is None else self.last.summary

    def close(self) -> None:
        """Nothing is shown."""


class Bar(Silent):
    """The same, shown by rich."""

    def __init__(self) -> None:
        super().__init__()
        self.began = perf_counter()
        self.drawn: tuple[RichProgress, TaskID] | None = None
        self.stage = ""

    def tell(self, told: Progress) -> None:
        """Draw the bar anew, at most some times a second."""
        super().tell(told)
        if perf_counter() - self.began < BAR_AFTER:
            return
        if self.drawn is None:
            self.drawn = _begun()
        bar, task = self.drawn
        if told.stage != self.stage:
            self.stage = told.stage
            bar.reset(task, total=None)
        left = told.seconds_left
        bar.update(
            task,
            completed=told.states,
            total=told.expected or None,
            description=told.stage,
            speed=f"{told.states_per_second:,.0f} states/s",
            level=f"level {told.level:,}{_on_disk(told)}",
            left="" if left is None else f"about {left:,.0f} s left",
        )

    def close(self) -> None:
        """Leave the line clean."""
        if self.drawn is not None:
            self.drawn[0].stop()
            self.drawn = None


def _on_disk(told: Progress) -> str:
    return f", {bytes_text(told.on_disk)} on disk" if told.on_disk else ""


def _begun() -> tuple[RichProgress, TaskID]:
    """A bar with its one task."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = ("{task.description}", "{task.completed:,.0f} states", "{task.fields[speed]}",
               "{task.fields[level]}", "{task.fields[left]}")  # fmt: skip
    bar = Progress(
        BarColumn(24), *map(TextColumn, columns), console=Console(stderr=True), transient=True
    )
    task = bar.add_task("", total=None, speed="", level="", left="")
    bar.start()
    return bar, task
