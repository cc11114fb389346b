"""The tests always end: a test has a limit, a wait has a limit, a program ends with its test."""

from __future__ import annotations

import os
import signal
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

import lateness
from programs import Terminal, guarded, python, run, started, terminal
from service_client import eventually

ROOT = Path(__file__).parent.parent
CHATTERS = "import time\nwhile True: print('still here', flush=True); time.sleep(0.01)"
HANGS = """
import threading, time

def test_it_hangs():
    threading.Thread(target=time.sleep, args=(30,), name="beside", daemon=True).start()
    time.sleep(30)
"""
DEAF = """
import time

def test_it_swallows_its_end():
    try:
        time.sleep(30)
    except BaseException:
        pass
"""


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_test_that_runs_past_a_minute_is_ended_with_the_stacks_of_all_threads(
    tmp_path: Path,
) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    options = settings["tool"]["pytest"]["ini_options"]
    assert options["timeout"] == 60
    assert options["faulthandler_timeout"] > 60 * lateness.MOST
    assert options["faulthandler_exit_on_timeout"]
    (tmp_path / "test_hangs.py").write_text(HANGS)
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=0.5")
    done = run(*command, "--timeout-method", options["timeout_method"], cwd=tmp_path)
    assert done.returncode == 1
    assert "Timeout" in done.stdout
    assert "beside" in done.stdout  # a thread's name


def test_a_test_that_swallows_the_end_of_its_time_has_failed(tmp_path: Path) -> None:
    """A time limit that is tested can end just then, and its error win."""
    (tmp_path / "test_deaf.py").write_text(DEAF)
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "lateness")
    path = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    done = run(*command, "--timeout=0.3", cwd=tmp_path, PYTHONPATH=path, measured=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "past its limit of" in done.stdout


def test_a_minute_is_longer_where_others_have_the_cores(tmp_path: Path) -> None:
    """What takes 20 s on a quiet machine took a minute beside other work, and failed the run."""
    (tmp_path / "test_slow.py").write_text("import time\ndef test_it(): time.sleep(0.6)\n")
    (tmp_path / "crowded.py").write_text("import lateness\nlateness.crowding = lambda _: 9.0\n")
    plugins = ("-p", "no:cacheprovider", "-p", "lateness", "-p", "crowded")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    for limit, code in (("0.3", 0), ("0.03", 1)):
        command = (sys.executable, "-m", "pytest", "-q", *plugins, f"--timeout={limit}")
        done = run(*command, cwd=tmp_path, PYTHONPATH=path, measured=False)
        assert done.returncode == code, done.stdout + done.stderr


def test_crowding_is_seen_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    cores = len(os.sched_getaffinity(0))
    then = [0] * lateness.TIMES
    for load, stolen, wanted in ((0, 0, 1), (3, 0, 3), (1, 50, 2), (2, 50, 4), (100, 90, 5)):
        now = [100 - stolen, *[0] * (lateness.STOLEN - 1), stolen]
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load * cores, 0, 0))
        monkeypatch.setattr(lateness, "times", lambda now=now: now)
        assert lateness.crowding(then) == wanted
    monkeypatch.setattr(lateness, "times", list)
    assert lateness.crowding([]) == 5  # where the system tells of no times, of the load alone


def test_a_test_without_a_limit_is_never_late(tmp_path: Path) -> None:
    """All mutants seemed to be found when every test without a limit failed."""
    (tmp_path / "test_quick.py").write_text("def test_it_passes(): pass\n")
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "lateness")
    path = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    done = run(*command, "-o", "timeout=0", cwd=tmp_path, PYTHONPATH=path, measured=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_coverage_has_no_lock_that_an_interrupt_could_leave_locked() -> None:
    """A run of all tests hung there: a time limit ended while coverage held it."""
    measuring: Any = Coverage.current()
    assert measuring is None or measuring._collector.lock_data is bool


def test_a_wait_ends_although_the_other_side_goes_on_talking() -> None:
    reading, writing = os.pipe()
    with started(sys.executable, "-c", CHATTERS, stdout=writing) as process:
        shown = Terminal(process.pid, reading)
        with pytest.raises(AssertionError, match="did not appear"):
            shown.until("something else", seconds=0.3)
        with pytest.raises(AssertionError, match="does not end"):
            shown.end(seconds=0.3)
    os.close(reading)
    os.close(writing)


def test_a_program_that_takes_too_long_is_ended() -> None:
    with pytest.raises(AssertionError, match="takes more than"):
        run(sys.executable, "-c", CHATTERS, seconds=0.3)


def test_a_program_and_what_it_started_end_with_the_block() -> None:
    parent = "import subprocess, sys; print(subprocess.Popen(['sleep', '50']).pid, flush=True)\n"
    with started(sys.executable, "-c", parent + "sys.stdin.read()", stdin=-1) as process:
        child = int(process.stdout.readline())
        assert alive(child)
    eventually(lambda: not alive(child))
    assert process.returncode == -signal.SIGKILL
    with terminal("play", "ends", "5", "3") as shown:
        shown.until(">")
    assert not alive(shown.pid)


def test_a_program_ends_when_the_tests_are_killed() -> None:
    tests = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n" + (
        "import os, signal\nfrom programs import started\n"
        "with started('sleep', '50') as process:\n"
        "    print(process.pid, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = run(sys.executable, "-c", tests)
    assert done.returncode == -signal.SIGKILL
    eventually(lambda: not alive(int(done.stdout)))


def test_interrupted_programs_are_not_measured() -> None:
    code = "import os; print('COVERAGE_PROCESS_CONFIG' in os.environ)"
    assert python(code, measured=False, COVERAGE_PROCESS_CONFIG="{}") == "False"


def test_a_group_that_has_ended_is_no_trouble() -> None:
    with started(sys.executable, "-c", "") as process:
        process.wait(50)
        with guarded(process.pid):
            pass
