"""The service: answers, guardrails, workers that are lost and replaced, jobs, headers."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import httpx
import pytest
from click.testing import CliRunner

from programs import PROGRAM, python, run, started
from service_client import Client, call, eventually
from service_client import serving as service_running
from zermelo import solve
from zermelo.errors import BadInput, ProofFailed, RulesError, UnknownState
from zermelo.faces.cli import main, serving
from zermelo.faces.record import record
from zermelo.faces.service import explorer_files, guards, jobs, lanes, logs, server, worker_process
from zermelo.faces.service.answers import Desk, HandOver
from zermelo.faces.service.app import create_app
from zermelo.faces.service.bounds import check_arguments, check_bounds, check_count
from zermelo.faces.service.crosscheck import SelfPlayFailed, asserted_scores, self_play
from zermelo.faces.service.dispatch import Dispatcher, key_of
from zermelo.faces.service.kept_tables import KeptTable, Shelf, Shelves
from zermelo.faces.service.library import Library
from zermelo.faces.service.messages import packed, read_from
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem, problem_of
from zermelo.faces.service.settings import Settings
from zermelo.games import GAMES, ConnectFour, Ends, Nim, PlayersRow, TicTacToe

COINS = {"game": "ends", "arguments": {"row": [5, 3, 7, 10]}}
LARGE = {"game": "connect four", "arguments": {"width": 4, "height": 4}}  # 161,029 states
SMALL = Settings(quick_workers=1, workers=1, seconds=60, check_every=1, quick_seconds=1.0)

OWN_GAMES = '''
import resource
import time
from fractions import Fraction
from zermelo import Game, LastMoverWins, Move

class Halves(LastMoverWins):
    """Whoever cannot halve loses."""
    start = Fraction(3, 2)
    def moves(self, state):
        if state > Fraction(1, 2):
            yield Move(state / 2, label="halve")

class Nim(LastMoverWins):
    """A name that the catalogue has already."""
    def __init__(self, heap: int = 3):
        self.start = heap
    def moves(self, state):
        print("rules may print")
        for rest in range(state):
            yield Move(rest)

class Sleepy(Game):
    """Takes its time."""
    def __init__(self, seconds: float, deaf: bool = False):
        self.seconds, self.deaf = float(seconds), deaf
        self.start = 0
    def moves(self, state):
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            try:
                time.sleep(0.05)
            except BaseException:
                if not self.deaf:
                    raise
        return ()

class Wide(Game):
    """Many moves."""
    start = 0
    def moves(self, state):
        return [Move(to) for to in range(1, 1500)] if state == 0 else []

class Hungry(Game):
    """Eats all memory."""
    start = 0
    def moves(self, state):
        if resource.getrlimit(resource.RLIMIT_DATA)[0] < 0:
            raise MemoryError("no limit is set, so this is not tried")
        self.eaten = [bytes(1 << 26) for _ in range(1 << 10)]
        return ()

class Broken(Game):
    """Draws nothing but mistakes."""
    start = 0
    def moves(self, state):
        return ()
    def show(self, state):
        raise KeyError("show")

def maker(size: int):
    """Makes something else than a game."""
    return size

ready = Halves()
'''


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "own.py"
    file.write_text(OWN_GAMES, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def settings(own: Path) -> Settings:
    named = ("Halves", "Nim", "Sleepy", "Wide", "Hungry", "Broken", "maker", "ready")
    return replace(SMALL, games=tuple(f"{own}:{name}" for name in named), memory=1 << 30)


@pytest.fixture(scope="session")
def client(settings: Settings) -> Iterator[Client]:
    with service_running(settings) as client:
        yield client


def ask(client: Any, operation: str, body: dict[str, Any], status: int = 200) -> Any:
    answer = client.post(f"/v1/{operation}", json=body)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json() if status < 400 else answer.json()["error"]


def metric(client: Any, name: str) -> float:
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


# -- answers ---------------------------------------------------------------------------------------


def test_the_list_has_every_game_of_the_catalogue_and_the_operators_own(client: Client) -> None:
    games = client.get("/v1/games").json()["games"]
    names = [game["name"] for game in games]
    assert names[:3] == ["Halves", "own.py:Nim", "Sleepy"]
    assert names[-len(GAMES) :] == [game.name for game in GAMES]
    ends = games[names.index("ends")]
    assert ends["fields"] == [{"name": "row", "kind": "row", "required": True}]
    assert ends["example"] == {"row": [5, 3, 7, 10]}
    assert ends["svg"].startswith("<svg")
    kinds = {
        (game["name"], field["name"]): field["kind"] for game in games for field in game["fields"]
    }
    assert kinds["octal", "code"] == "text"
    assert kinds["tic-tac-toe", "misere"] == "flag"
    assert kinds["token on a graph", "graph"] == "rows"
    assert kinds["rows", "closed"] == "row"
    assert kinds["Sleepy", "seconds"] == "number"
    assert kinds["Sleepy", "deaf"] == "flag"


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)
def test_every_example_is_solved_shown_and_played(client: Client, kind: Any) -> None:
    question = {"game": kind.name}
    solved = ask(client, "solve", question)
    wanted = json.loads(json.dumps(record(solve(kind.example_game()))))
    same = ("value", "outcome", "winner", "scores", "best", "line")
    assert {key: solved[key] for key in same} == {key: wanted[key] for key in same}
    shown = ask(client, "moves", question)
    assert sorted(m["name"] for m in shown["moves"] if m["best"]) == sorted(
        name.replace("\n", " / ") for name in wanted["best"]
    )
    played = ask(client, "play", {**question, "humans": []})
    assert played["ending"]
    assert played["report"]["mistakes"] == []


def test_a_position_is_answered_from_the_games_table(client: Client) -> None:
    assert ask(client, "solve", {**COINS, "position": [1, 3]})["value"] == 6
    before = metric(client, "zermelo_table_hits_total")
    values = ask(client, "value", {**COINS, "positions": [[0, 3], [1, 3], [2, 1]]})["values"]
    assert [value["value"] for value in values] == [5, 6, 0]
    assert [value["outcome"] for value in values] == ["win", "win", "draw"]
    assert [value["scores"] for value in values] == [[15, 10], [13, 7], [0, 0]]
    assert metric(client, "zermelo_table_hits_total") == before + 1


def test_moves_say_what_they_are_worth(client: Client) -> None:
    shown = ask(client, "moves", COINS)
    assert shown["text"] == "[5, 3, 7, 10]"
    assert shown["player"] == "first player"
    assert [(m["name"], m["value"], m["best"]) for m in shown["moves"]] == [
        ("left", -1, False),
        ("right", 5, True),
    ]
    over = ask(client, "moves", {**COINS, "position": [2, 1]})
    assert over["over"]
    assert over["moves"] == []


def test_a_game_is_replayed_and_the_engine_answers(client: Client) -> None:
    begun = ask(client, "play", {**COINS, "moves": ["left"]})
    assert begun["position"] == [1, 2]
    assert begun["is_human_turn"]
    assert [(t["name"], t["seat"], t["cost"]) for t in begun["turns"]] == [
        ("left", 0, 6),
        ("right", 1, 0),
    ]
    assert [turn["value_after"] for turn in begun["turns"]] == [-1, -1]
    moves = [turn["name"] for turn in begun["turns"]]
    ended = ask(client, "play", {**COINS, "moves": [*moves, "2", 1], "engine": False})
    assert ended["ending"] == "no moves are left"
    assert ended["totals"] == [12, 13]
    assert [mistake["number"] for mistake in ended["report"]["mistakes"]] == [1]
    waits = ask(client, "play", {**COINS, "humans": [1], "engine": False})
    assert not waits["is_human_turn"]
    assert waits["turns"] == []


def test_three_players_count_their_own_totals(client: Client) -> None:
    played = ask(client, "play", {"game": "three-player row", "humans": []})
    assert played["totals"] == list(solve(PlayersRow.example_game()).value)
    assert len(played["names"]) == 3


def test_a_wrong_move_names_its_place(client: Client) -> None:
    error = ask(client, "play", {**COINS, "moves": ["left", "up"]}, 422)
    assert (error["code"], error["field"]) == ("bad_input", "moves.1")
    error = ask(client, "play", {**COINS, "humans": [2]}, 422)
    assert (error["code"], error["field"]) == ("bad_input", "humans")


def test_facts_come_with_evidence(client: Client) -> None:
    facts = ask(client, "diagnose", {"game": "cat and mouse"})
    assert facts["method"] == "retrograde"
    assert {fact["name"]: fact["holds"] for fact in facts["facts"]}["acyclic"] is False
    assert facts["not"][0]["method"] == "plain backward induction"
    partial = ask(client, "diagnose", {"game": "connect four", "arguments": {"width": 7}})
    assert partial["method"] == "alphabeta"
    part = ask(client, "diagnose", {**COINS, "position": [1, 2]})
    assert part["states"] == 5
    error = ask(client, "diagnose", {"game": "token on a graph", "position": 99}, 422)
    assert error["code"] == "unknown_state"


def test_the_model_is_the_card_that_the_program_prints(client: Client) -> None:
    """Patterns document §12: state, choices, time and space, over HTTP as well."""
    rows = {row["head"]: row["text"] for row in ask(client, "card", COINS)["rows"]}
    assert rows["state"].startswith("(i, j)")
    assert rows["time"] == "O(n²) by a table, O(n) by peak-fusion"
    large = ask(client, "card", {"game": "connect four", "arguments": {"width": 7}})["rows"]
    assert "more than" in {row["head"]: row["text"] for row in large}["states"]


def test_frames_are_those_of_the_animations(client: Client) -> None:
    assert ask(client, "frames", COINS)["kind"] == "row"
    assert ask(client, "frames", {"game": "nim"})["kind"] == "levels"
    error = ask(client, "frames", {"game": "ends", "arguments": {"row": [1, 2] * 40}}, 422)
    assert error["code"] == "too_large"


def test_a_large_game_goes_to_a_large_worker_and_its_table_stays_there(client: Client) -> None:
    assert ask(client, "solve", LARGE)["outcome"] == "draw"
    shown = ask(client, "moves", LARGE)
    assert shown["outcome"] == "draw"
    again = ask(client, "moves", {**LARGE, "position": shown["moves"][0]["to"]})
    assert not again["over"]
    holders = client.service.dispatcher.holders
    key = key_of({**LARGE, "position": None})
    assert [w.lane for w in holders[key]] == ["large"]


def test_a_long_row_is_solved_by_its_own_method(client: Client) -> None:
    row = [k * 7919 % 1009 for k in range(3000)]
    solved = ask(client, "solve", {"game": "ends", "arguments": {"row": row}})
    assert solved["plan"]["method"] == "peak-fusion"
    assert sum(solved["scores"]) == sum(row)


def late_position(board: ConnectFour) -> tuple[int, int]:
    """Some moves before the end: always the first that does not end the game."""
    state = board.start
    for _ in range(34):
        after = [move.to for move in board.moves(state)]
        state = next(to for to in after if list(board.moves(to)))
    return state


def test_a_late_position_of_a_game_that_is_too_large_is_solved_from_there(
    client: Client,
) -> None:
    board = ConnectFour(7, 6)
    state = late_position(board)
    question = {"game": "connect four", "arguments": {"width": 7, "height": 6}}
    wanted = solve(board, start=state)
    solved = ask(client, "solve", {**question, "position": list(state)})
    assert solved["value"] == wanted.value
    assert solved["plan"]["states"] < 10_000


def test_fractions_are_exact_and_floats_need_no_tolerance(client: Client) -> None:
    question = {"game": "ends", "arguments": {"row": ["1/3", 0.5, "0.25", 1]}}
    exact = solve(Ends((Fraction(1, 3), Fraction(1, 2), Fraction(1, 4), 1)))
    assert ask(client, "solve", question)["value"] == str(exact.value)
    rough = {"game": "ends", "arguments": {"row": [0.5, 0.25], "tolerance": 1e-9}}
    assert ask(client, "solve", rough)["value"] == 0.25
    error = ask(client, "solve", {"game": "ends", "arguments": {"row": ["1/0"]}}, 422)
    assert "divided by zero" in error["message"]
    octal = ask(client, "solve", {"game": "octal", "arguments": {"heaps": [5], "code": "0.77"}})
    assert octal["nimber"] == solve(GAMES_BY_NAME["octal"]((5,), "0.77")).nimber


GAMES_BY_NAME = {game.name: game for game in GAMES}


def test_states_that_json_cannot_spell_are_found_by_their_text(client: Client) -> None:
    shown = ask(client, "moves", {"game": "halves"})
    assert shown["position"] == "3/2"
    after = ask(client, "moves", {"game": "halves", "position": shown["moves"][0]["to"]})
    assert after["position"] == "3/4"
    assert ask(client, "solve", {"game": "ready"})["winner"] == "second player"


def test_rules_may_print_without_harm(client: Client) -> None:
    assert ask(client, "solve", {"game": "own.py:nim"})["winner"] == "first player"


# -- refusals --------------------------------------------------------------------------------------


REFUSED: list[tuple[str, dict[str, Any], int, str, str | None]] = [
    ("solve", {"game": "conect four"}, 404, "unknown_game", "game"),
    ("solve", {"game": "§"}, 404, "unknown_game", "game"),
    ("solve", {}, 422, "bad_input", "game"),
    ("solve", {"game": 3}, 422, "bad_input", "game"),
    ("solve", {**COINS, "code": "import os"}, 422, "bad_input", "code"),
    ("solve", {"game": "ends", "arguments": {"coins": [1]}}, 422, "bad_input", "arguments.coins"),
    ("solve", {"game": "ready", "arguments": {"a": 1}}, 422, "bad_input", "arguments.a"),
    ("solve", {"game": "ends", "arguments": {"row": "abc"}}, 422, "bad_input", "arguments"),
    ("solve", {"game": "stone game", "arguments": {"row": [1]}}, 422, "bad_input", "arguments"),
    ("solve", {"game": "sleepy", "arguments": {"seconds": "x"}}, 422, "bad_input", "arguments"),
    ("solve", {"game": "maker", "arguments": {"size": 1}}, 422, "bad_input", "game"),
    (
        "solve",
        {"game": "wythoff", "arguments": {"one": 1}},
        422,
        "bad_input",
        "arguments.two",
    ),
    ("solve", {**COINS, "position": [0, 9]}, 422, "unknown_state", "position"),
    ("solve", {**COINS, "position": [-1, 2]}, 422, "unknown_state", "position"),
    ("solve", {"game": "tic-tac-toe", "position": [3, 3]}, 422, "unknown_state", "position"),
    ("solve", {"game": "nim", "position": {"a": 1}}, 422, "bad_input", "position"),
    ("value", {**COINS, "positions": [[0, 3], [9]]}, 422, "unknown_state", "positions.1"),
    ("value", {**COINS, "positions": []}, 422, "bad_input", "positions"),
    ("value", {**COINS, "positions": [0] * 1001}, 422, "too_large", "positions"),
    ("play", {**COINS, "moves": [1] * 2001}, 422, "too_large", "moves"),
    ("play", {**COINS, "moves": [None]}, 422, "bad_input", "moves.0.int"),
    ("solve", {"game": "ends", "arguments": {"row": [10**41]}}, 422, "too_large", None),
    ("solve", {"game": "ends", "arguments": {"row": [1] * 100_001}}, 422, "too_large", None),
    ("solve", {"game": "connect four", "arguments": {"width": 7}}, 422, "too_large", None),
    ("moves", {"game": "wide"}, 422, "too_large", "position"),
]


@pytest.mark.parametrize(("operation", "body", "status", "code", "field"), REFUSED)
def test_what_breaks_a_rule_is_refused_in_one_shape(
    client: Client,
    operation: str,
    body: dict[str, Any],
    status: int,
    code: str,
    field: str | None,
) -> None:
    error = ask(client, operation, body, status)
    assert set(error) == {"code", "message", "field", "fix"}
    assert error["code"] == code
    if field is not None:
        assert error["field"] == field
    assert error["message"].endswith(".")
    assert error["fix"]


def test_bounds_are_looked_at_in_every_value() -> None:
    tight = replace(SMALL, digits=5, row=3, depth=2)
    for value in (123_456, [123_456], "x123456", 1e9, 1e-9, "y" * 300, [[[1]]], [1, 2, 3, 4]):
        with pytest.raises(ServiceProblem):
            check_bounds(value, tight, "arguments.row")
    for value in (float("nan"), float("inf"), "a\x00", {"a": 1}):
        with pytest.raises(ServiceProblem) as refused:
            check_bounds(value, SMALL, "arguments.row")
        assert refused.value.code == "bad_input"
    for value in (12_345, [1, 2, 3], "12345/7", 0.0, 1.5, None, True, [[1]]):
        check_bounds(value, tight, "arguments.row")
    check_arguments(None, tight)
    with pytest.raises(ServiceProblem):
        check_arguments({str(k): k for k in range(31)}, tight)
    with pytest.raises(ServiceProblem):
        check_count([1, 2], 1, "moves")


def test_what_is_no_json_is_refused_in_the_same_shape(client: Client) -> None:
    as_json = {"content-type": "application/json"}
    for content in (b"{", b"[" * 100_000, b'{"game": 1' + b"0" * 5_000 + b"}", b"\xff"):
        answer = client.post("/v1/solve", content=content, headers=as_json)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "bad_input"
    answer = client.post("/v1/solve", content=b'{"game": "ends"}')
    assert answer.status_code == 422
    assert "Content-Type" in answer.json()["error"]["fix"]
    odd = client.post("/v1/solve", content=b'{"game": "\\ud800"}', headers=as_json)
    assert odd.status_code in (404, 422)
    assert client.get("/v2").json()["error"]["code"] == "not_found"
    wrong = client.put("/v1/solve")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "not_allowed")
    assert wrong.headers["allow"] == "POST"


def test_a_body_that_is_too_long_is_not_read(client: Client) -> None:
    answer = client.post("/v1/solve", content=b" " * (1 << 20) + b"{}")
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"

    def parts() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * (1 << 15)

    assert client.post("/v1/solve", content=parts()).status_code == 413


def test_memory_that_is_full_is_an_answer(client: Client) -> None:
    error = ask(client, "solve", {"game": "hungry"}, 422)
    assert error["code"] == "too_large"
    assert "memory" in error["message"]
    assert ask(client, "solve", COINS)["value"] == 5


def test_a_worker_that_holds_too_much_is_ended(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    lane = client.service.dispatcher.large
    eventually(lambda: lane.workers[0].is_idle)
    assert 10**6 < lane.workers[0].held() < 10**9
    monkeypatch.setattr(lane.workers[0], "held", lambda: 1 << 40)
    body = {"game": "sleepy", "arguments": {"seconds": 9.5}}
    error = ask(client, "solve", body, 422)
    assert error["code"] == "too_large"
    monkeypatch.undo()
    gone = lanes.Worker("gone", "quick", SMALL)
    gone.process = SimpleNamespace(pid=2**30)  # type: ignore[assignment]
    assert gone.held() == 0


def test_a_mistake_of_ours_is_internal_and_nothing_else_breaks(client: Client) -> None:
    assert ask(client, "moves", {"game": "broken"}, 500)["code"] == "internal"
    assert ask(client, "solve", COINS)["value"] == 5


# -- guards ----------------------------------------------------------------------------------------


def test_headers_keep_browsers_safe(client: Client) -> None:
    for path in ("/", "/healthz", "/v2", "/static/nothing.js"):
        heads = client.get(path).headers
        assert "frame-ancestors 'none'" in heads["content-security-policy"]
        assert "unsafe" not in heads["content-security-policy"]
        assert heads["x-content-type-options"] == "nosniff"
        assert heads["referrer-policy"] == "no-referrer"


def test_another_host_name_is_refused_on_loopback(client: Client) -> None:
    answer = client.get("/healthz", headers={"host": "evil.example"})
    assert answer.status_code == 421
    for name in ("localhost:8000", "127.0.0.1", "[::1]:8000"):
        assert client.get("/healthz", headers={"host": name}).status_code == 200


def test_a_token_is_asked_for_where_one_is_set(client: Client) -> None:
    guarded = guards.Guards(client.app, Settings(token="s3cret"))
    answer = call(guarded, "POST", "/v1/solve", json=COINS)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorised")
    assert answer.headers["www-authenticate"] == "Bearer"
    wrong = {"authorization": "Bearer secret"}
    assert call(guarded, "GET", "/metrics", headers=wrong).status_code == 401
    assert call(guarded, "GET", "/healthz").status_code == 200
    assert call(guarded, "GET", "/").status_code == 200
    right = {"authorization": "Bearer s3cret"}
    assert call(guarded, "GET", "/metrics", headers=right).status_code == 200


def test_the_page_is_served_from_the_package(tmp_path: Path) -> None:
    from fastapi import FastAPI

    app = FastAPI()
    explorer_files.add_page(app, static=tmp_path)
    assert call(app, "GET", "/").text == explorer_files.NO_PAGE
    assert call(app, "GET", "/favicon.ico").status_code == 204
    (tmp_path / "index.html").write_text("<p>page")
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / "main.js").write_text("1")
    assert call(app, "GET", "/").text == "<p>page"
    assert call(app, "GET", "/favicon.ico").headers["content-type"].startswith("image/svg")
    assert call(app, "GET", "/static/main.js").text == "1"
    assert call(app, "GET", "/static/pages/player.js").status_code == 200
    assert call(app, "GET", "/static/../page.py").status_code == 404


def test_the_description_has_examples_and_no_foreign_scripts(client: Client) -> None:
    schema = client.get("/openapi.json").json()
    assert schema["components"]["schemas"]["PlayRequest"]["examples"]
    assert set(schema["paths"]) >= {"/v1/solve", "/v1/jobs/{id}/events", "/metrics", "/healthz"}
    assert "security" not in schema["paths"]["/v1/solve"]["post"]
    asking = create_app(Settings(token="abc")).openapi()
    assert asking["paths"]["/v1/solve"]["post"]["security"] == [{"HTTPBearer": []}]
    assert client.get("/docs").status_code == 404
    assert client.get("/redoc").status_code == 404


# -- workers ---------------------------------------------------------------------------------------


def test_a_slow_answer_is_stopped_and_its_worker_lives(client: Client) -> None:
    service = client.service
    large = service.dispatcher.large.workers[0]
    eventually(lambda: large.is_idle)  # a test before this one may have ended it
    pid = large.process.pid
    dispatcher = service.dispatcher

    async def quickly() -> None:
        question = {"game": "sleepy", "arguments": {"seconds": 30}, "position": None}
        dispatcher._remember_large(key_of(question))
        await dispatcher.answer({**question, "operation": "solve", "seconds": 0.2})

    with pytest.raises(ServiceProblem) as slow:
        client.inside(quickly())
    assert slow.value.code == "too_slow"
    assert large.process.pid == pid


def test_a_worker_that_does_not_heed_its_time_is_replaced(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "GRACE", 0.3)
    dispatcher = client.service.dispatcher
    pid = dispatcher.large.workers[0].process.pid
    question = {"game": "sleepy", "arguments": {"seconds": 60, "deaf": True}, "position": None}

    async def deaf() -> None:
        dispatcher._remember_large(key_of(question))
        await dispatcher.answer({**question, "operation": "solve", "seconds": 0.2})

    with pytest.raises(ServiceProblem) as slow:
        client.inside(deaf())
    assert slow.value.code == "too_slow"
    eventually(lambda: client.get("/healthz").json()["large"]["ready"] == 1)
    assert dispatcher.large.workers[0].process.pid != pid
    assert metric(client, 'zermelo_workers_lost_total{lane="large",reason="too slow"}') == 1


def test_a_killed_worker_is_replaced_and_only_its_question_is_lost(client: Client) -> None:
    from concurrent.futures import ThreadPoolExecutor

    lane = client.service.dispatcher.large
    eventually(lambda: lane.workers[0].is_idle)
    sleepy = {"game": "sleepy", "arguments": {"seconds": 50}}
    with ThreadPoolExecutor(2) as pool:
        lost = pool.submit(client.post, "/v1/solve", json=sleepy)
        eventually(lambda: lane.workers[0].is_busy)
        waits = pool.submit(client.post, "/v1/solve", json=LARGE)
        eventually(lambda: len(lane.line) == 1)
        assert ask(client, "solve", COINS)["value"] == 5  # the quick ones notice nothing
        os.kill(lane.workers[0].process.pid, signal.SIGKILL)
        assert lost.result().status_code == 503
        assert lost.result().json()["error"]["code"] == "worker_lost"
        assert lost.result().headers["retry-after"]
        assert waits.result().status_code == 200
    assert metric(client, "zermelo_workers_lost_total") >= 1


def test_a_worker_that_is_gone_before_it_is_asked_loses_nothing(client: Client) -> None:
    worker_ = client.service.dispatcher.quick.workers[0]
    eventually(lambda: worker_.is_idle)
    os.kill(worker_.process.pid, signal.SIGKILL)
    assert ask(client, "solve", COINS)["value"] == 5


def test_health_says_how_the_workers_are(client: Client) -> None:
    eventually(lambda: client.get("/healthz").json()["status"] == "ok")
    health = client.get("/healthz").json()
    assert health["quick"] == {"workers": 1, "ready": 1, "busy": 0, "waiting": 0}
    assert health["version"]


@asynccontextmanager
async def dispatching(settings: Settings) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(settings, Metrics())
    await dispatcher.start()
    try:
        yield dispatcher
    finally:
        await dispatcher.close()


def test_too_many_questions_and_too_long_a_wait_are_busy(settings: Settings) -> None:
    tight = replace(settings, waiting=1, wait_seconds=0.3)
    question = {"game": "sleepy", "arguments": {"seconds": 9}, "position": None,
                "operation": "solve", "seconds": 5.0}  # fmt: skip

    async def crowd() -> list[str]:
        async with dispatching(tight) as dispatcher:
            dispatcher._remember_large(key_of(question))
            asked = [asyncio.create_task(dispatcher.answer(question)) for _ in range(3)]
            waiting = set(asked)
            while len(waiting) > 1:  # one has the worker, the others are told
                _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            done = set(asked) - waiting
            codes = [task.exception().code for task in done]  # type: ignore[union-attr]
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            return codes

    assert asyncio.run(crowd()) == ["busy", "busy"]


def test_who_leaves_the_line_gives_the_worker_to_the_next(settings: Settings) -> None:
    slow = {"game": "sleepy", "arguments": {"seconds": 0.5}, "position": None,
            "operation": "solve", "seconds": 5.0}  # fmt: skip

    async def leave() -> bytes:
        async with dispatching(settings) as dispatcher:
            dispatcher._remember_large(key_of(slow))
            tasks = [asyncio.create_task(dispatcher.answer(slow)) for _ in range(3)]
            lane = dispatcher.large
            while not (lane.workers[0].is_busy and len(lane.line) == 2):
                await asyncio.sleep(0.01)
            given = lane.line[0]
            lane.line.remove(given)
            lane.workers[0].is_busy = True
            tasks[1].cancel()
            given.place.cancel()
            with suppress(asyncio.CancelledError):
                await tasks[1]
            return await tasks[2]

    assert b'"value": 0' in asyncio.run(leave())


def test_a_worker_given_at_the_last_moment_is_passed_on() -> None:
    async def pass_on() -> bool:
        lane = lanes.Lane("quick", 1, SMALL, Metrics())
        worker_ = lane.workers[0]
        worker_.is_ready = worker_.is_busy = True
        loop = asyncio.get_running_loop()
        one, two = (lanes.Waiting(loop.create_future(), frozenset()) for _ in range(2))
        lane.line.append(two)
        one.place.set_result(worker_)
        lane._leave(one)
        return two.place.result() is worker_

    assert asyncio.run(pass_on())


def test_a_worker_that_starts_while_all_are_closed_is_ended_and_waited_for() -> None:
    async def close() -> int | None:
        lane = lanes.Lane("quick", 1, SMALL, Metrics())
        await lane.start()
        worker_ = lane.workers[0]
        first = worker_.process
        worker_.kill("for the test")
        while worker_.process is first:
            await asyncio.sleep(0.001)
        await lane.close()
        assert worker_.process is not None
        return worker_.process.returncode

    assert asyncio.run(close()) is not None  # by SIGKILL, or 255 where another thread saw it first


def test_closing_answers_those_in_line() -> None:
    async def close() -> str:
        lane = lanes.Lane("quick", 1, SMALL, Metrics())
        waiting = asyncio.create_task(lane.ask({"seconds": 1}))
        await asyncio.sleep(0)
        await lane.close()
        with pytest.raises(ServiceProblem) as closed:
            await waiting
        return closed.value.code

    assert asyncio.run(close()) == "busy"


def test_a_worker_that_does_not_start_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    async def fail_once() -> bool:
        async with dispatching(replace(settings, quick_workers=1)) as dispatcher:
            worker_ = dispatcher.quick.workers[0]
            start, tries = worker_.start, 0

            async def starting() -> None:
                nonlocal tries
                tries += 1
                if tries == 1:
                    raise OSError("no more processes")
                await start()

            monkeypatch.setattr(worker_, "start", starting)
            worker_.kill("test")
            while tries < 2 or not worker_.is_ready:
                await asyncio.sleep(0.05)
            return worker_.is_idle

    assert asyncio.run(asyncio.wait_for(fail_once(), 30))


# -- jobs ------------------------------------------------------------------------------------------


def read_events(client: Any, name: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    with client.stream("GET", f"/v1/jobs/{name}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for block in "".join(stream.iter_text()).strip().split("\n\n"):
            if block.startswith("event: "):
                head, data = block.split("\n", 1)
                found.append(
                    (head.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
                )
    return found


def test_a_job_tells_its_progress_and_its_result(client: Client) -> None:
    begun = client.post(
        "/v1/jobs", json={"game": "connect four", "arguments": {"width": 4, "height": 4, "line": 3}}
    )
    assert begun.status_code == 202
    events = read_events(client, begun.json()["id"])
    assert events[0][0] == "progress"
    assert set(events[0][1]) == {
        "stage", "states", "states_per_second", "level", "seconds", "seconds_left",
    }  # fmt: skip
    assert events[-1][0] == "done"
    assert events[-1][1]["outcome"] == "win"
    assert read_events(client, begun.json()["id"]) == events[-1:]


def test_a_job_can_be_cancelled_and_its_worker_is_replaced(client: Client) -> None:
    lane = client.service.dispatcher.large
    eventually(lambda: lane.workers[0].is_idle)
    body = {"game": "sleepy", "arguments": {"seconds": 60}}
    name = client.post("/v1/jobs", json=body).json()["id"]
    eventually(lambda: lane.workers[0].is_busy)
    assert client.delete(f"/v1/jobs/{name}").json() == {"id": name}
    assert read_events(client, name)[-1][1]["error"]["code"] == "cancelled"
    eventually(lambda: lane.workers[0].is_idle)
    assert metric(client, "zermelo_jobs ") == 0


def test_a_job_fails_with_the_one_error_shape(client: Client) -> None:
    name = client.post("/v1/jobs", json={"game": "no such game"}).json()["id"]
    assert read_events(client, name)[-1][1]["error"]["code"] == "unknown_game"
    assert client.get("/v1/jobs/nothing/events").json()["error"]["code"] == "not_found"
    assert client.delete("/v1/jobs/nothing").status_code == 404


class NeverAnswers:
    """A dispatcher for tests of jobs alone."""

    def __init__(self, settings: Settings, error: Exception | None = None) -> None:
        self.settings, self.metrics, self.error = settings, Metrics(), error

    async def answer(self, question: Any, tell: Any) -> bytes:
        if self.error is not None:
            raise self.error
        await asyncio.sleep(60)
        return b""


def test_jobs_are_bounded_and_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "KEEP_ALIVE", 0.05)

    async def many() -> None:
        all_jobs = jobs.Jobs(NeverAnswers(replace(SMALL, jobs=2, jobs_kept=1)))  # type: ignore[arg-type]
        one, two = all_jobs.start({}), all_jobs.start({})
        with pytest.raises(ServiceProblem) as full:
            all_jobs.start({})
        assert full.value.code == "busy"
        events = one.events()
        assert (await anext(events)).startswith("event: progress")
        assert (await anext(events)).startswith(": still")
        all_jobs.close()
        assert [text async for text in events][-1].startswith("event: failed")
        assert list(all_jobs.known) == [two.id]

    asyncio.run(many())


def test_a_job_that_breaks_says_so() -> None:
    async def broken() -> str:
        all_jobs = jobs.Jobs(NeverAnswers(SMALL, OSError("pipe")))  # type: ignore[arg-type]
        job = all_jobs.start({})
        assert job.task is not None
        with pytest.raises(OSError, match="pipe"):
            await job.task
        return job.last

    assert '"internal"' in asyncio.run(broken())


# -- inside a worker -------------------------------------------------------------------------------


def question(operation: str, **body: Any) -> dict[str, Any]:
    asked = {"arguments": None, "position": None, "operation": operation, "seconds": 5.0, **body}
    return {**asked, "key": key_of(asked)}


@pytest.fixture
def desk() -> Desk:
    return Desk(replace(SMALL, states=200_000), quick=False)


def test_a_quick_worker_hands_large_games_over_without_loading_numba() -> None:
    code = """
import sys
from zermelo.faces.service.answers import Desk, HandOver
from zermelo.faces.service.settings import Settings
desk = Desk(Settings(), quick=True)
base = {"operation": "solve", "position": None}
small = [{"game": "ends", "arguments": {"row": [5, 3, 7]}}, {"game": "kayles", "arguments": None}]
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
    worker_process.serve(desk, io.BytesIO(b"".join(map(packed, asked))), out)
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
    sent = packed(told) + packed(question("solve", game="halves"))
    assert run(*command, given=sent).stdout.count(b'"kind": "answer"') == 1
    done = run(*command, given=b"")
    assert (done.returncode, done.stdout) == (0, b"")


def test_main_sets_limits_and_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    told = packed({"settings": SMALL.as_json()}) + packed(question("solve", game="ends"))
    said: list[Any] = []
    for lane, sent in (("large", told), ("quick", b"")):
        out = io.BytesIO()
        pipes = (io.BytesIO(sent), out)
        monkeypatch.setattr(worker_process, "_own_pipes", lambda pipes=pipes: pipes)
        monkeypatch.setattr(worker_process, "limit_memory", said.append)
        monkeypatch.setattr(worker_process.os, "nice", said.append)
        monkeypatch.setattr(worker_process.signal, "signal", lambda *given: None)
        monkeypatch.setattr(sys, "argv", ["worker", lane])
        worker_process.main()
        assert (b'"kind": "answer"' in out.getvalue()) is (lane == "large")
    assert said == [worker_process.ADDRESSES * SMALL.memory, worker_process.MODEST]


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
    desk.quick = True
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
    report = worker_process._progress(asked, quiet.append)
    assert report is not None


BY_THE_DESK = [  # the others are refused before a desk sees them, or take long
    (operation, body, code)
    for operation, body, _, code, field in REFUSED
    if code != "too_large" and field in ("game", "arguments", "position") and body.get("game") != 3
    if body and not isinstance(body.get("position"), dict)
]


@pytest.mark.parametrize(("operation", "body", "code"), BY_THE_DESK)
def test_a_desk_refuses_by_itself(
    own_desk: Desk, operation: str, body: dict[str, Any], code: str
) -> None:
    head = worker_process.answered(own_desk, question(operation, **body), print)[0]
    assert head["problem"]["code"] == code


@pytest.fixture(scope="session")
def own_desk(settings: Settings) -> Desk:
    return Desk(replace(settings, states=2_000), quick=False)


ANSWERED: list[tuple[str, dict[str, Any], str]] = [
    ("games", {"game": ""}, "answer"),
    ("diagnose", {"game": "cat and mouse"}, "answer"),
    ("diagnose", {**COINS, "position": [1, 2]}, "answer"),
    ("diagnose", {"game": "connect four", "position": [1, 3]}, "answer"),
    ("diagnose", {"game": "connect four", "position": "x"}, "unknown_state"),
    ("diagnose", {"game": "connect four"}, "answer"),
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
    ("solve", {"game": "connect four"}, "too_large"),
    ("solve", {"game": "connect four", "position": [0, 0]}, "too_large"),
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


def test_a_quick_desk_solves_a_late_position_of_a_large_game() -> None:
    quick = Desk(SMALL, quick=True)
    full = 2**64 - 1
    asked = question("solve", game="connect four", position=[0, 0])
    for operation, state in (("solve", [full, 0]), ("solve", [0, 0]), ("diagnose", [0, 0])):
        head = worker_process.answered(
            quick, {**asked, "operation": operation, "position": state}, print
        )[0]
        assert head["kind"] in ("larger", "answer", "problem")
    game = question("diagnose", game="connect four")
    assert worker_process.answered(quick, game, print)[0]["kind"] == "larger"


def test_a_game_over_the_limit_is_not_explored_twice(desk: Desk) -> None:
    desk.settings = replace(desk.settings, states=500)
    asked = question("solve", game="connect four", arguments={"width": 5, "height": 5})
    for _ in range(2):
        head = worker_process.answered(desk, asked, print)[0]
        assert head["problem"]["code"] == "too_large"
    assert desk.shelves.kept[asked["key"]].is_too_large
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


# -- checks that must not fail ---------------------------------------------------------------------


class Lies:
    """A solution's answers with another value."""

    def __init__(self, answers: Any, more: int) -> None:
        self.answers, self.more = answers, more

    def __getattr__(self, name: str) -> Any:
        return getattr(self.answers, name)

    def value(self, state: Any) -> Any:
        return self.answers.value(state) + (self.more if state == (0, 3) else 0)


def lying(more: int) -> Any:
    solution = solve(Ends((5, 3, 7, 10)))
    return replace(solution, answers=Lies(solution.answers, more))  # type: ignore[arg-type]


def test_parity_and_self_play_catch_a_wrong_value() -> None:
    with pytest.raises(ProofFailed, match="parity"):
        asserted_scores(lying(1))
    with pytest.raises(SelfPlayFailed, match="self-play earns"):
        self_play(replace(lying(0), answers=OtherTotals(lying(0).answers)))
    with pytest.raises(SelfPlayFailed, match="the scores say"):
        self_play(solve(Ends((5, 3, 7, 10))), (16, 9))
    assert asserted_scores(solve(TicTacToe())) is None
    assert self_play(solve(Ends((5, 3, 7, 10)))) == "passed"
    assert self_play(solve(PlayersRow.example_game())) == "passed"


class OtherTotals(Lies):
    """The right values, and a line of play that earns something else."""

    def __init__(self, answers: Any) -> None:
        super().__init__(answers, 0)

    def order(self, state: Any) -> Any:
        first, last = state
        return list(range(first, last + 1))


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)
def test_self_play_agrees_with_every_example(kind: Any) -> None:
    solution = solve(kind.example_game())
    assert self_play(solution, asserted_scores(solution)) == "passed"


def test_long_lines_are_not_played_out() -> None:
    assert self_play(solve(Ends((3,) * 3000))) == "skipped"
    assert self_play(solve(GAMES_BY_NAME["subtraction"](5000, (1,)))) == "skipped"


def test_a_wrong_answer_is_withheld_counted_and_logged(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    dispatcher = client.service.dispatcher
    failing = worker_process._proof(SelfPlayFailed("self-play earns 1", rule="a", fix="b"))
    withheld = problem_of(ProofFailed("parity", rule="a", fix="b"))
    assert withheld.status == 500
    before = metric(client, "zermelo_proofs_failed_total")

    async def ask_lane(*_: Any) -> Any:
        head = {"kind": "problem", "problem": withheld.body["error"], **failing}
        return dispatcher.quick.workers[0], head, b""

    kept = dispatcher.quick.ask
    dispatcher.quick.ask = ask_lane
    try:
        with caplog.at_level(logging.INFO, logger="zermelo.service"):
            assert ask(client, "solve", COINS, 500)["code"] == "internal"
    finally:
        dispatcher.quick.ask = kept
    assert metric(client, "zermelo_proofs_failed_total") == before + 1
    assert metric(client, 'zermelo_self_play_checks_total{result="failed"}') == 1
    assert "proof failed" in caplog.messages
    assert worker_process._proof(BadInput("a", rule="b", fix="c")) == {}


def test_every_answer_is_logged_with_its_difference_and_first_move(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="zermelo.service"):
        ask(client, "solve", COINS)
        ask(client, "solve", {"game": "ends", "arguments": {"row": list(range(200))}})
    lines = [json.loads(logs.JsonLines().format(entry)) for entry in caplog.records]
    first, second = (line for line in lines if line["event"] == "answer")
    assert first["difference"] == 5
    assert first["first_move"] == "right"
    assert first["code"] == "ok"
    assert first["check"] == "passed"
    assert len(second["arguments"]) < 300
    assert metric(client, 'zermelo_self_play_checks_total{result="passed"}') > 0
    assert metric(client, 'zermelo_answers_total{code="ok",operation="solve"}') > 0


def test_a_log_line_keeps_the_traceback() -> None:
    try:
        raise KeyError("x")
    except KeyError:
        entry = logging.LogRecord("a", 40, "f", 1, "broke", None, sys.exc_info())
    assert "KeyError" in json.loads(logs.JsonLines().format(entry))["traceback"]


def test_what_nobody_expected_is_internal(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken() -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(client.service.dispatcher, "list_games", broken)
    answer = client.get("/v1/games")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")


# -- settings and commands -------------------------------------------------------------------------


def test_settings_are_checked_and_survive_the_way_to_a_worker() -> None:
    settings = Settings(games=("a.py:A",), token="x")
    assert Settings.from_json(settings.as_json()) == replace(settings, token=None)
    for wrong in ({"workers": 0}, {"seconds": -1}, {"row": True}, {"token": ""}, {"token": "ß"}):
        with pytest.raises(BadInput):
            Settings(**wrong)  # type: ignore[arg-type]
    assert Settings(host="::1", port=1).url == "http://[::1]:1/"
    assert Settings(host="0.0.0.0").url == "http://127.0.0.1:8000/"
    assert not Settings(host="0.0.0.0").is_local


def test_the_commands_make_settings_of_their_options(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[Any] = []
    monkeypatch.setattr(server, "run", lambda settings, opens: said.append((settings, opens)))
    options = ["--port", "9", "--memory", "4 GiB", "--game", f"{own}:Halves", "--workers", "3"]
    done = CliRunner().invoke(main, ["serve", *options], standalone_mode=False)
    assert done.exception is None
    assert "http://127.0.0.1:9/" in done.output
    assert CliRunner().invoke(main, ["explore"], standalone_mode=False).exception is None
    done = CliRunner().invoke(main, ["serve", "--host", "0.0.0.0"], standalone_mode=False)
    assert "--token asks for one" in done.output
    (first, opens), (second, opened), _ = said
    assert (first.memory, first.workers, opens) == (4 << 30, 3, False)
    assert (second, opened) == (Settings(), True)
    with pytest.raises(BadInput):
        serving.settings_of({"games": (f"{own}:Nothing",)})
    monkeypatch.setitem(sys.modules, "zermelo.faces.service.server", None)
    with pytest.raises(BadInput, match="web"):
        serving._run({}, opens=False)
    assert isinstance(serving.serve, click.Command)


def test_a_taken_port_is_said_in_two_lines() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(BadInput, match="cannot be listened on"):
            server.run(Settings(port=taken.getsockname()[1]))


def test_the_server_opens_a_browser_and_ends_streams(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(server.webbrowser, "open", shown.append)
    running = server.server_of(replace(settings, port=0, token="a/c"), opens=True)

    async def live() -> None:
        task = asyncio.create_task(running.serve())
        while not running.started:
            await asyncio.sleep(0.05)
        running.should_exit = True
        await task

    asyncio.run(asyncio.wait_for(live(), 60))
    assert shown[0].endswith("#token=a%2Fc")


@contextmanager
def serve(*options: str) -> Iterator[tuple[Any, str]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = (*PROGRAM, "serve", "--port", str(port), *options)
    url = f"http://127.0.0.1:{port}"
    with started(*command) as process:
        eventually(lambda: _is_up(url), 50)
        yield process, url


def _is_up(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_the_real_server_answers_and_ends_gracefully() -> None:
    options = ("--workers", "1", "--token", "abc", "--check-every", "1")
    with serve(*options) as (process, url):
        heads = {"authorization": "Bearer abc"}
        assert httpx.post(f"{url}/v1/solve", json=COINS).status_code == 401
        answer = httpx.post(f"{url}/v1/solve", json=COINS, headers=heads)
        assert answer.json()["scores"] == [15, 10]
        assert "server" not in answer.headers
        huge = {"game": "connect four", "arguments": {"width": 5, "height": 5}}
        name = httpx.post(f"{url}/v1/jobs", json=huge, headers=heads).json()["id"]
        with httpx.stream("GET", f"{url}/v1/jobs/{name}/events", headers=heads) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: progress"
            process.send_signal(signal.SIGTERM)
            assert "event: failed" in list(lines)
        out, err = process.communicate(timeout=50)
        assert "Zermelo is at" in out
        lines_ = [json.loads(line) for line in err.splitlines()]
        assert lines_[-1]["event"].startswith("Finished")
        assert {"started", "answer", "stopped"} <= {line["event"] for line in lines_}
