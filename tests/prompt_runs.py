"""The program as it is typed: in this process where that is enough, else in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from zermelo.faces.cli import main

PROGRAM = [sys.executable, "-m", "zermelo"]
ANSWER, FAILED, BAD_INPUT, STOPPED = 0, 1, 2, 130


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


def process(
    *words: str, given: bytes | None = None, cwd: Path | None = None, **extra: str
) -> subprocess.CompletedProcess[Any]:
    """Run the program in a process of its own; its streams are bytes."""
    return subprocess.run(
        [*PROGRAM, *words],
        input=given,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **extra},
        timeout=60,
    )
