"""The service: inside a worker."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from programs import python, run
from service_games import COINS, HUGE, LARGE, REFUSED, SMALL, question
from zermelo import solve
from zermelo.errors import BadInput, BudgetExceeded, RulesError, UnknownState
from zermelo.faces.service import answers, worker_process
from zermelo.faces.service.answers import Desk, HandOver
from zermelo.faces.service.kept_tables import KeptTable, Shelf, Shelves
from zermelo.faces.service.library import Library
from zermelo.faces.service.messages import message_bytes, read_from
from zermelo.faces.service.settings import Settings
from zermelo.games import Ends, Nim, TicTacToe
from zermelo.graph.progress import Progress


@pytest.fixture
def desk() -> Desk:
    return Desk(SMALL)


def test_a_quick_worker_hands_large_games_over_without_loading_numba() -> None:
    code = """
import sys
from zermelo.faces.service.answers import Desk, HandOver
from zermelo.faces.service.settings import Settings
desk = Desk(Settings(), "quick")
base = {"operation": "solve", "position": None}
small = [
    {"game": "ends", "arguments": {"row": [5, 3, 7]}},
    {"game": "ends", "arguments": {"row": list(range(60))}},  # a table, though rows have a method
    {"game": "kayles", "arguments": None},
]
large = [
    {"game": "ends", "arguments": {"row": list(range(2000))}},
    {"game": "connect four", "arguments": None},
    {"game": "octal", "arguments": {"heaps": [500], "code": "0.77"}},
]
for place, body in enumerate(small):
    desk.answer({**base, **body, "key": f"small {place}"})
for place, body in enumerate(large * 2):
    try:
        desk.answer({**base, **body, "key": f"large {place}"})
    except HandOver:
        continue
    raise SystemExit(f"{body} was not handed over")
print([name for name in ("numba", "numpy", "fastapi") if name in sys.modules])
"""
    assert python(code) == "[]"


def test_a_worker_answers_from_its_streams_until_they_end(desk: Desk) -> None:
    asked = [question("solve", game="ends"), question("solve", game="no")]
    out = io.BytesIO()
    worker_process.warm_up(desk)
    worker_process.answer_questions(desk, io.BytesIO(b"".join(map(message_bytes, asked))), out)
    out.seek(0)
    heads = []
    while (message := read_from(out)) is not None:
        heads.append(message[0])
    assert [head["kind"] for head in heads] == ["ready", "begun", "answer", "begun", "problem"]
    assert heads[2]["facts"]["first_move"] == "right"
    assert heads[2]["facts"]["check"] == "passed"


def test_the_process_reads_its_settings_first(own: Path) -> None:
    told = {"settings": replace(SMALL, games=(f"{own}:Halves",)).as_json()}
    command = [sys.executable, "-P", "-m", "zermelo.faces.service.worker_process", "large"]
    sent = message_bytes(told) + message_bytes(question("solve", game="halves"))
    assert run(*command, given=sent).stdout.count(b'"kind": "answer"') == 1
    done = run(*command, given=b"")
    assert (done.returncode, done.stdout) == (0, b"")


def test_main_sets_limits_and_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    polite = replace(SMALL, gives_way=True)
    told = message_bytes({"settings": polite.as_json()}) + message_bytes(
        question("solve", game="ends")
    )
    said: list[Any] = []
    for lane, sent in (("large", told), ("quick", b"")):
        out = io.BytesIO()
        pipes = (io.BytesIO(sent), out)
        monkeypatch.setattr(worker_process, "_own_pipes", lambda pipes=pipes: pipes)
        monkeypatch.setattr(worker_process, "limit_memory", said.append)
        kept = SimpleNamespace(**{**vars(os), "nice": said.append})
        monkeypatch.setattr(worker_process, "os", kept)
        kept = SimpleNamespace(**{**vars(signal), "signal": lambda *given: None})
        monkeypatch.setattr(worker_process, "signal", kept)
        monkeypatch.setattr(sys, "argv", ["worker", lane])
        worker_process.main()
        assert (b'"kind": "answer"' in out.getvalue()) is (lane == "large")
    memory = SMALL.worker_memory("large")
    assert said == [worker_process.ADDRESSES * memory, worker_process.NICE["large"]]


def test_memory_is_limited_by_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    said: list[Any] = []
    monkeypatch.setattr(resource, "setrlimit", lambda *given: said.append(given))
    worker_process.limit_memory(1 << 30)
    assert said == [(resource.RLIMIT_DATA, (1 << 30, 1 << 30))]
    monkeypatch.setitem(sys.modules, "resource", None)
    worker_process.limit_memory(1 << 30)
    assert len(said) == 1


def test_time_memory_and_mistakes_become_messages(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(error: BaseException) -> Callable[..., Any]:
        def answer(*_: Any) -> Any:
            raise error

        return answer

    def code() -> Any:
        head = worker_process.answered(desk, question("solve", game="ends"), print)[0]
        return head["kind"] if head["kind"] != "problem" else head["problem"]["code"]

    errors = {
        worker_process.TimeUp(): "too_slow",
        MemoryError(): "too_large",
        OSError(errno.ENOMEM, "no addresses"): "too_large",
        OSError(errno.EPIPE, "another"): "internal",
        KeyError("x"): "internal",
        HandOver(): "larger",
        RulesError("a", rule="b", fix="c"): "bad_input",
        UnknownState("a", rule="b", fix="c"): "unknown_state",
    }
    for error, wanted in errors.items():
        monkeypatch.setattr(desk, "answer", raising(error))
        assert code() == wanted
    desk.lane = "quick"
    monkeypatch.setattr(desk, "answer", raising(worker_process.TimeUp()))
    assert code() == "larger"


def test_the_alarm_rings_even_through_rules_that_catch_everything() -> None:
    with pytest.raises(worker_process.TimeUp), worker_process.alarm(0.05):
        _sleep_through_everything()


def test_an_alarm_may_count_the_work_and_not_the_waiting() -> None:
    with worker_process.alarm(60, 0.05):
        time.sleep(0.2)
    with pytest.raises(worker_process.TimeUp), worker_process.alarm(60, 0.05):
        _work_for_ever()


def _work_for_ever() -> None:
    while True:
        pass


def _sleep_through_everything() -> None:
    while True:
        with suppress(Exception):
            time.sleep(0.01)


def test_progress_is_told_some_times_a_second(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    asked = {**question("solve", **LARGE), "reports": True}
    monkeypatch.setattr(worker_process, "REPORT_SECONDS", 0.0)
    worker_process.answered(desk, asked, told.append)
    assert told
    assert told[0]["kind"] == "progress"
    assert {"explore"} <= {entry["progress"]["stage"] for entry in told}
    monkeypatch.setattr(worker_process, "REPORT_SECONDS", 1e9)
    quiet: list[Any] = []
    worker_process._progress(desk, asked, quiet.append)(Progress("explore", 1, 1, 1, 0.1))
    assert not quiet


BY_THE_DESK = [  # the others are refused before a desk sees them, or take long
    (operation, body, code)
    for operation, body, _, code, field in REFUSED
    if code != "too_large" and field in ("game", "arguments", "position") and body.get("game") != 3
    if body and not isinstance(body.get("position"), dict)
]


def test_progress_knows_at_once_how_many_states_a_game_declares(desk: Desk) -> None:
    told: list[Progress] = []
    for game, least in (("last coin bonus", 465), ("smaller end", 0)):
        desk.answer(question("solve", game=game, arguments={"row": [1] * 30}), told.append)
        explored = [report.expected for report in told if report.stage == "explore"]
        assert explored
        assert all(expected == least for expected in explored)
        told.clear()


@pytest.mark.parametrize(("operation", "body", "code"), BY_THE_DESK)
def test_a_desk_refuses_by_itself(
    own_desk: Desk, operation: str, body: dict[str, Any], code: str
) -> None:
    head = worker_process.answered(own_desk, question(operation, **body), print)[0]
    assert head["problem"]["code"] == code


@pytest.fixture(scope="session")
def own_desk(settings: Settings) -> Desk:
    return Desk(settings)


ANSWERED: list[tuple[str, dict[str, Any], str]] = [
    ("games", {"game": ""}, "answer"),
    ("diagnose", {"game": "cat and mouse"}, "answer"),
    ("diagnose", {**COINS, "position": [1, 2]}, "answer"),
    ("diagnose", {**HUGE, "position": [2] * 40}, "answer"),
    ("diagnose", {**HUGE, "position": "x"}, "unknown_state"),
    ("frames", {"game": "nim"}, "answer"),
    ("frames", {"game": "ends", "arguments": {"row": [2, 1] * 31}}, "too_large"),
    ("value", {**COINS, "positions": [[0, 3], [1, 2]]}, "answer"),
    ("value", {**COINS, "positions": [[0, 9]]}, "unknown_state"),
    ("moves", {**COINS, "position": [1, 3]}, "answer"),
    ("moves", {"game": "halves", "position": "3/4"}, "answer"),
    ("moves", {"game": "wide"}, "too_large"),
    ("moves", {"game": "ready"}, "answer"),
    ("moves", {"game": "hungry"}, "too_large"),
    ("play", {**COINS, "moves": ["left", "right", 2]}, "answer"),
    ("play", {**COINS, "moves": ["up"]}, "bad_input"),
    ("play", {**COINS, "humans": [5]}, "bad_input"),
    ("play", {"game": "three-player row", "humans": []}, "answer"),
    ("solve", HUGE, "too_large"),
    ("solve", {**HUGE, "position": [2] * 40}, "answer"),
    ("solve", {"game": "divisor", "arguments": {"heap": 10**9}}, "answer"),
    ("solve", {"game": "sleepy", "arguments": {"seconds": 9}}, "too_slow"),
    ("solve", {"game": "ends", "arguments": {"row": ["1/3", 0.5, "0.25"]}}, "answer"),
    ("solve", {"game": "ends", "arguments": {"row": ["1/0"]}}, "bad_input"),
    ("solve", {"game": "maker", "arguments": {"size": 2}}, "bad_input"),
]


@pytest.mark.parametrize(("operation", "body", "wanted"), ANSWERED)
def test_a_desk_answers_by_itself(
    own_desk: Desk, operation: str, body: dict[str, Any], wanted: str
) -> None:
    complete = {"moves": [], "humans": [0], "engine": True, "positions": [], **body}
    asked = {**question(operation, **complete), "seconds": 0.5 if wanted == "too_slow" else 20}
    head = worker_process.answered(own_desk, asked, print)[0]
    found = head["kind"] if head["kind"] != "problem" else head["problem"]["code"]
    assert found == wanted, head


def test_work_that_will_not_end_in_time_is_given_up_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Awari held a worker for as long as an answer may take, and all that could be foreseen."""
    monkeypatch.setattr(worker_process, "SEEN_FOR", 1e-9)
    monkeypatch.setattr(worker_process, "SEEN_BRIEFLY", 1e-9)
    monkeypatch.setattr(worker_process, "LEAST_LOOK", 1e-9)
    monkeypatch.setattr(worker_process, "LEAST_LOOKS", 1)
    desk = Desk(Settings(), "large")
    asked = {**question("solve", game="connect four", arguments={"width": 5, "height": 4})}
    for patience, word in ((0, "problem"), (1e9, "answer")):
        monkeypatch.setattr(worker_process, "HOPELESS", patience)
        head = worker_process.answered(desk, {**asked, "seconds": 60}, print)[0]
        assert head["kind"] == word, head
        if word == "problem":
            assert head["problem"]["code"] == "too_slow"
            assert "states or more" in head["problem"]["message"]


def test_the_pace_is_that_since_the_states_are_known_to_be_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pace = worker_process.Pace(seconds=100)

    def is_hopeless(states: int, work: float, expected: int, stage: str = "explore") -> bool:
        monkeypatch.setattr(worker_process, "process_time", lambda: work)
        return pace.is_hopeless(Progress(stage, states, 0, 1, 99 + 2 * work, expected))

    assert not is_hopeless(1_000, 5.0, 0)  # nobody knows
    assert not is_hopeless(2_000, 6.0, 1_000_000)  # not yet
    assert not is_hopeless(2_050, 6.07, 1_000_000)
    assert not is_hopeless(2_090, 6.14, 1_000_000)
    assert is_hopeless(2_130, 6.21, 1_000_000)  # some 1,700 seconds
    assert not is_hopeless(2_530, 6.28, 1_000_000)  # some 170: it may become quicker
    assert not is_hopeless(900_000, 9.0, 900_001)  # there are more: nobody knows how many
    assert not is_hopeless(900_000, 20.0, 1_000_000, "sweep")
    assert not is_hopeless(1_000, 30.0, 1_000_000)
    assert not is_hopeless(2_000, 30.5, 1_000_000)
    assert not is_hopeless(3_000, 31.0, 1_000_000)
    assert is_hopeless(5_000, 31.5, 1_000_000)  # some 250
    assert not is_hopeless(10_000, 32.0, 1_000_000)  # some 100, which may do


def test_compiling_says_nothing_about_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect Four 5 × 5 was refused for "0 in a second of work" on a machine that was new."""
    pace = worker_process.Pace(seconds=30)

    def is_hopeless(work: float, states: int) -> bool:
        monkeypatch.setattr(worker_process, "process_time", lambda: work)
        return pace.is_hopeless(Progress("explore", states, 0, 1, work, 31_000_000))

    for work, states in ((1.0, 1), (3.0, 1), (6.0, 3_000), (6.1, 300_000), (9.0, 300_001)):
        assert not is_hopeless(work, states)
    for step in range(20):
        assert not is_hopeless(9.1 + step / 10, 600_000 + 300_000 * step)


@pytest.mark.parametrize("game", ["awari", "kalah"])
def test_a_worker_gives_back_what_a_refused_game_took(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal was kept, with all arrays of the exploration; then nothing else fitted."""
    from zermelo.engines.memory.growing_arrays import Growing

    monkeypatch.setattr(Desk, "_large_memory", 20 << 20)
    desk = Desk(Settings(), "large")
    asked = {**question("solve", game=game, arguments={"houses": 4, "seeds": 4}), "seconds": 60}
    gc.collect()
    gc.disable()
    try:
        for _ in range(2):
            head = worker_process.answered(desk, asked, print)[0]
            assert head["problem"]["code"] == "too_large"
            assert not [thing for thing in gc.get_objects() if type(thing) is Growing]
    finally:
        gc.enable()


def test_a_quick_desk_solves_a_late_position_of_a_large_game() -> None:
    quick = Desk(SMALL, "quick")
    full = 2**64 - 1
    asked = question("solve", game="connect four", position=[0, 0])
    for operation, state in (("solve", [full, 0]), ("solve", [0, 0]), ("diagnose", [0, 0])):
        head = worker_process.answered(
            quick, {**asked, "operation": operation, "position": state}, print
        )[0]
        assert head["kind"] in ("larger", "answer", "problem")
    game = question("diagnose", game="connect four")
    assert worker_process.answered(quick, game, print)[0]["kind"] == "larger"


def test_a_game_over_the_limit_is_not_explored_twice(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Any] = []

    def too_much(game: Any, **_: Any) -> Any:
        tried.append(game)
        raise BudgetExceeded("it", rule="has too many states", fix="Ask about a smaller game")

    monkeypatch.setattr(answers, "solve", too_much)
    asked = question("solve", game="tic-tac-toe")
    for _ in range(2):
        head = worker_process.answered(desk, asked, print)[0]
        assert (head["problem"]["code"], head["is_settled"]) == ("too_large", True)
    assert len(tried) == 1
    nowhere = {**asked, "position": ["x"]}
    assert worker_process.answered(desk, nowhere, print)[0]["problem"]["code"] == "unknown_state"


def test_tables_are_dropped_in_the_order_of_their_use() -> None:
    shelves = Shelves(2, 10**9)
    for key in "abc":
        shelves.put(key, Shelf(Nim((1,)), [KeptTable(solve(Nim((1,))))]))
        shelves.get("a")
    assert shelves.tidy() == ["b"]
    shelves.most_bytes = 1
    assert shelves.tidy() == ["c", "a"]
    shelves.put("d", Shelf(Nim((1,))))
    assert shelves.clear() == ["d"]


def test_a_table_knows_only_its_own_states() -> None:
    table = KeptTable(solve(TicTacToe()))
    with pytest.raises(UnknownState):
        table.at("nowhere")
    row = KeptTable(solve(Ends((4, 4, 4))))
    assert row.at((0, 1)).value == 0


def test_names_are_taken_once(own: Path) -> None:
    library = Library((f"{own}:Nim", f"{own}:Halves"))
    assert list(library.own) == ["own.py:Nim", "Halves"]
    with pytest.raises(BadInput, match="such a game already"):
        Library((f"{own}:Nim", f"{own}:Nim"))
