"""Machine code on disk: damaged, foreign, out of room or raced for, it never stands in the way."""

from __future__ import annotations

import logging
import resource
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from programs import SECONDS, run, started
from zermelo import kernels
from zermelo.kernels import turns
from zermelo.kernels.log import CACHE
from zermelo.kernels.turns import Turn
from zermelo.machine import build

TEXT = """
@njit(nogil=True)
def plus(x):
    return x + {}
"""
GAME = """
from zermelo import LastMoverWins, Move

class Up(LastMoverWins):
    start = 0
    def moves(self, n):
        for k in (1, 3):
            if n + k <= 2000:
                yield Move(n + k)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for machine code."""
    place = tmp_path / "rules"
    monkeypatch.setenv("ZERMELO_CACHE", str(place))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "others"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(build, "_LOADED", {})
    build.folder.cache_clear()
    yield place
    build.folder.cache_clear()


def as_in_a_new_process(text: str) -> ModuleType:
    build._LOADED.clear()
    return build.load(text)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    path.write_bytes(b"a letter to the editor\n" * 9)


def zeros_inside(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:200] + bytes(100) + data[300:])


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES = (cut, empty, foreign, zeros_inside, folder_instead)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_anew_or_done_without(
    damage: Callable[[Path], None], home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for place, kind in enumerate(("rules_*.py", "__pycache__/*.nbi", "__pycache__/*.nbc")):
        text = TEXT.format(f"{place} + 10 * {DAMAGES.index(damage)}")
        right = as_in_a_new_process(text).plus(5)
        [path] = [path for path in home.glob(kind) if build.path_of(text).stem in path.name]
        damage(path)
        caplog.clear()
        assert as_in_a_new_process(text).plus(5) == right
        assert caplog.records, f"{kind} was damaged without a line in the log"
        again = as_in_a_new_process(text)
        assert again.plus(5) == right
        if damage is not folder_instead:
            assert again.plus.stats.cache_hits, f"{kind} was not made anew"


def test_a_function_is_compiled_once_for_all_whole_numbers(home: Path) -> None:
    """To numba every literal is a type of its own."""
    text = """
@inner
def twice(x):
    return x + x


@njit(nogil=True)
def total():
    at = 0
    for _ in range(3):
        at = twice(at) + twice(7) + twice(-1)
    return at
"""
    module = build.load(text)
    assert module.total() == 84
    [kind] = module.twice.signatures
    assert [str(each) for each in kind] == ["int64"]


def test_machine_code_of_another_function_is_not_taken_for_ones_own(home: Path) -> None:
    texts = TEXT.format(1), TEXT.format(2)
    for text in texts:
        as_in_a_new_process(text).plus(5)
    one, two = sorted(home.glob("__pycache__/*.nbc"))
    one.write_bytes(two.read_bytes())
    assert [as_in_a_new_process(text).plus(5) for text in texts] == [6, 7]


def test_two_kinds_of_arguments_never_share_a_file(home: Path) -> None:
    module = as_in_a_new_process(TEXT.format(1))
    index = next(iter(home.glob("__pycache__/*.nbi")), None)
    assert index is None
    module.plus(5)
    [index] = home.glob("__pycache__/*.nbi")
    before = index.read_bytes()
    module.plus(5.0)
    index.write_bytes(before)  # as a process writes it that has not seen the other's
    again = as_in_a_new_process(TEXT.format(1))
    assert (again.plus(5), again.plus(5.5)) == (6, 6.5)
    assert len(list(home.glob("__pycache__/*.nbc"))) == 2


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """As on a disk without room: a write beyond `size` bytes is an error."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_rules_run_when_there_is_no_room_for_their_file(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with no_file_above(100):
        assert as_in_a_new_process(TEXT.format(1)).plus(5) == 6
    assert "for this process alone" in caplog.text
    assert not list(home.glob("*")), "a draft was left behind"


def test_rules_run_when_there_is_no_room_for_their_machine_code(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    module = as_in_a_new_process(TEXT.format(1))
    with no_file_above(100):
        assert module.plus(5) == 6
    assert "not kept on disk" in caplog.text
    assert as_in_a_new_process(TEXT.format(1)).plus(5) == 6


def test_rules_run_without_any_folder_to_keep_them_in(
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "file").touch()
    for name in ("ZERMELO_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file"))
    build.folder.cache_clear()
    assert as_in_a_new_process(TEXT.format(1)).plus(5) == 6
    assert not build.is_compiled(TEXT.format(1), "plus")
    assert "no folder for machine code" in caplog.text


def test_rules_run_when_a_file_stands_where_machine_code_is_kept(
    home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home.mkdir()
    (home / "__pycache__").touch()
    (tmp_path / "others").touch()  # numba's own folder, the next place it tries
    assert as_in_a_new_process(TEXT.format(1)).plus(5) == 6
    assert "for this process alone" in caplog.text


def test_threads_that_load_the_same_rules_get_the_same_module(home: Path) -> None:
    threads = 8
    for round_ in range(30):
        meeting, text = threading.Barrier(threads), TEXT.format(round_)

        def load(barrier: threading.Barrier = meeting, text: str = text) -> Any:
            barrier.wait()
            return build.load(text)

        with ThreadPoolExecutor(threads) as pool:
            found = [job.result() for job in [pool.submit(load) for _ in range(threads)]]
        assert len(set(map(id, found))) == 1
    assert not list(home.glob("*.tmp"))


def test_writers_at_once_leave_one_whole_file(home: Path) -> None:
    home.mkdir()
    path, whole, threads = home / "rules_x.py", bytes(range(256)) * 500, 8
    for _ in range(30):
        meeting = threading.Barrier(threads)

        def write(barrier: threading.Barrier = meeting) -> bool:
            barrier.wait()
            return build._write(path, whole)

        with ThreadPoolExecutor(threads) as pool:
            assert all(job.result() for job in [pool.submit(write) for _ in range(threads)])
        assert path.read_bytes() == whole
    assert list(home.iterdir()) == [path]


def test_what_is_compiled_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(kernels, "_SAID", set())
    caplog.set_level("INFO", "zermelo")
    for what in ("compiling the rules of Up", "compiling the checker", "compiling the rules of Up"):
        kernels.announce(what)
    assert [record.getMessage().partition(",")[0] for record in caplog.records] == [
        "compiling the rules of Up",
        "compiling the checker",
    ]


def test_nobody_is_promised_that_code_is_kept_where_it_is_not(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(kernels, "_SAID", set())
    caplog.set_level("INFO", "zermelo")
    monkeypatch.setattr(build, "folder", lambda: build.NOWHERE)
    build.announce("compiling the rules of Up")
    assert [record.getMessage() for record in caplog.records] == ["compiling the rules of Up …"]


def test_nor_where_a_module_could_not_be_written(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(kernels, "_SAID", set())
    monkeypatch.setattr(build, "_UNKEPT", set())
    monkeypatch.setattr(build, "_write", lambda *_: False)
    build.load("# a text that no other test has\n")
    caplog.set_level("INFO", "zermelo")
    build.announce("compiling the rules of Up")
    assert [record.getMessage() for record in caplog.records] == ["compiling the rules of Up …"]


@pytest.mark.unmeasured
def test_the_prompt_says_once_what_it_waits_for_and_is_silent_about_damage(tmp_path: Path) -> None:
    (tmp_path / "up.py").write_text(GAME, encoding="utf-8")
    command = [sys.executable, "-m", "zermelo", "solve", "up.py", "--engine", "compiled"]
    environment = {"ZERMELO_CACHE": str(tmp_path / "rules")}
    first, second = (_after(damage, tmp_path, command, environment) for damage in (None, foreign))
    assert first.stdout == second.stdout
    assert "a loss" in first.stdout or "a win" in first.stdout
    lines = [line for line in first.stderr.splitlines() if "kernels" not in line]
    assert lines == ["zermelo: compiling the rules of Up, once; later runs read it from disk …"]
    assert set(second.stderr.splitlines()) <= set(lines)


def _after(
    damage: Callable[[Path], None] | None, place: Path, command: list[str], env: dict[str, str]
) -> Any:
    for path in (place / "rules").rglob("*"):
        if damage is not None and path.is_file():
            damage(path)
    done = run(*command, cwd=place, **env)
    assert done.returncode == 0, done.stderr
    return done


PROGRAM = """
import logging, sys
from zermelo import solve
from up import Up

said = []
class Kept(logging.Handler):
    def emit(self, record):
        said.append(record.getMessage())

if "listen" in sys.argv:
    logging.getLogger("zermelo").addHandler(Kept())
    logging.getLogger("zermelo").setLevel("INFO")
solve(Up(), engine="compiled")
assert any(isinstance(h, logging.NullHandler) for h in logging.getLogger("zermelo").handlers)
assert "listen" not in sys.argv or any("compiling the rules of" in each for each in said)
"""


@pytest.mark.parametrize("words", [(), ("listen",)])
def test_the_library_prints_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "up.py").write_text(GAME)
    (tmp_path / "program.py").write_text(PROGRAM)
    cache = str(tmp_path / "rules")
    done = run(sys.executable, "program.py", *words, cwd=tmp_path, ZERMELO_CACHE=cache)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_rules_that_another_way_makes_machine_code_of_have_a_file_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What an older way has made is not read as if it were this one's."""
    before = build.path_of("")
    build._name.cache_clear()
    monkeypatch.setattr(build, "_way", lambda: "another one")
    assert build.path_of("") != before
    build._name.cache_clear()


# -- processes -------------------------------------------------------------------------------------

AT_ONCE = 3  # processes
ROUNDS = 2  # texts that all of them compile, one after the other
WORKER = """
import logging, sys
from zermelo.kernels.log import CACHE
from zermelo.machine import build
import zermelo.kernels.keeping

logging.basicConfig(stream=sys.stdout, format="%(message)s", level=logging.WARNING)
print("ready", flush=True)
for text in eval(sys.stdin.readline()):
    plus = build.load(text).plus
    print(plus(5), plus(0.5), sum(plus.stats.cache_misses.values()))
"""


def test_processes_that_begin_at_once_leave_a_whole_cache(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    texts = [TEXT.format(number) for number in range(ROUNDS)]
    with ExitStack() as stack:
        workers = [
            stack.enter_context(
                started(sys.executable, "-c", WORKER, measured=False, stdin=-1)  # a pipe
            )
            for _ in range(AT_ONCE)
        ]
        assert [worker.stdout.readline() for worker in workers if worker.stdout] == (
            ["ready\n"] * AT_ONCE
        )
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.write(f"{texts!r}\n")
            worker.stdin.flush()
        told = [worker.communicate(timeout=SECONDS) for worker in workers]
    assert [errors for _, errors in told] == [""] * AT_ONCE
    rounds = [[line.split() for line in lines.splitlines()] for lines, _ in told]
    wanted = [[str(5 + number), str(0.5 + number)] for number in range(ROUNDS)]
    assert [[line[:2] for line in lines] for lines in rounds] == [wanted] * AT_ONCE
    compiled = [sum(int(lines[number][2]) for lines in rounds) for number in range(ROUNDS)]
    assert compiled == [2] * ROUNDS  # once for each type, by one of them
    assert not list(home.rglob("*.tmp"))
    with caplog.at_level(logging.WARNING, CACHE.name):
        for number, text in enumerate(texts):
            assert build.is_compiled(text, "plus")
            module = as_in_a_new_process(text)
            assert (module.plus(5), module.plus(0.5)) == (5 + number, 0.5 + number)
            assert sum(module.plus.stats.cache_hits.values()) > 0
    assert not caplog.records


def test_nobody_waits_for_long_nor_for_one_who_has_less_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Turn(str(tmp_path / "lock")), Turn(str(tmp_path / "lock"))
    assert not first.taken()
    waited: list[float] = []
    monkeypatch.setattr(turns, "sleep", waited.append)
    ticks = count()
    monkeypatch.setattr(turns, "monotonic", lambda: float(next(ticks)))
    assert second.taken()
    assert len(waited) == turns.PATIENCE
    (tmp_path / "lock").write_text(" 19")  # the holder is nicer
    assert second.taken()
    assert len(waited) == turns.PATIENCE
    first.release()
    assert not second.taken()
    assert Turn(str(tmp_path / "nowhere" / "lock")).taken() is False
