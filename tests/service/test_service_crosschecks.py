"""The service: checks of every answer, and what is logged of them."""

from __future__ import annotations

import json
import logging
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from service_client import Client
from service_games import COINS, GAMES_BY_NAME, ask, metric
from zermelo import solve
from zermelo.errors import BadInput, ProofFailed, SelfPlayFailed
from zermelo.faces.service import logs, worker_process
from zermelo.faces.service.crosscheck import asserted_scores, self_play
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import service_problem
from zermelo.games import GAMES, Ends, PlayersRow, TicTacToe


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
    return solution.but(answers=Lies(solution.answers, more))  # type: ignore[arg-type]


def test_parity_and_self_play_catch_a_wrong_value() -> None:
    with pytest.raises(ProofFailed, match="parity"):
        asserted_scores(lying(1))
    with pytest.raises(SelfPlayFailed, match="self-play earns"):
        self_play(lying(0).but(answers=OtherTotals(lying(0).answers)))
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
    withheld = service_problem(ProofFailed("parity", rule="a", fix="b"))
    assert withheld.status == 500
    before = metric(client, "zermelo_proofs_failed_total")

    async def ask_lane(*_: Any, **__: Any) -> Any:
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


def test_the_metrics_have_the_names_that_the_docs_give_them() -> None:
    docs = Path(__file__).parents[2] / "docs" / "service.md"
    documented = set(re.findall(r"`(zermelo_\w+)`", docs.read_text(encoding="utf-8")))
    shown = re.findall(r"^# TYPE (\w+) (\w+)$", Metrics().text().decode(), re.MULTILINE)
    assert documented == {name for name, _ in shown if not name.endswith("_created")}


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
