"""The program as it is typed: in this process where that is enough, else in one of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from programs import PROGRAM, run, zermelo
from zermelo.faces.cli import main

ANSWER, FAILED, BAD_INPUT, NOTHING, STOPPED = 0, 1, 2, 3, 130


def typed(*words: str, given: str | bytes | None = None, **extra: str) -> Result:
    """Run the program here; its two streams are kept apart."""
    done = CliRunner(env=extra).invoke(main, list(words), input=given, prog_name="zermelo")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def told(*words: str, given: str | bytes | None = None, **extra: str) -> str:
    """What a run that goes well prints."""
    done = typed(*words, given=given, **extra)
    assert done.exit_code == ANSWER, done.stderr
    return done.stdout


def refused(*words: str, given: str | bytes | None = None, **extra: str) -> str:
    """The two lines about bad input."""
    done = typed(*words, given=given, **extra)
    assert done.exit_code == BAD_INPUT, done.stdout + done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 2, done.stderr
    return done.stderr


def process(*words: str, given: bytes = b"", cwd: Path | None = None, **extra: str) -> Any:
    """Run the program in a process of its own; its streams are bytes."""
    return zermelo(*words, given=given, cwd=cwd, **extra)


def shell(command: str) -> Any:
    """Run a line of bash in which `zermelo` is the program."""
    return run("bash", "-c", f'zermelo() {{ {" ".join(PROGRAM)} "$@"; }}; {command}', given=b"")
