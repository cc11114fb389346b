"""The service for one reader, in the process that asks: what a page without a server is told."""

from __future__ import annotations

import json

import pytest

from programs import python
from zermelo.faces.service.alone import STATES_ALONE, Alone


@pytest.fixture(scope="module")
def alone() -> Alone:
    return Alone()


def test_a_row_is_solved_as_the_service_solves_it(alone: Alone) -> None:
    status, text = alone.answer("solve", '{"game": "ends", "arguments": {"row": [1, 5, 233, 7]}}')
    assert status == 200
    assert json.loads(text)["value"] == 222


def test_the_games_are_listed(alone: Alone) -> None:
    status, text = alone.answer("games")
    assert status == 200
    assert "tic-tac-toe" in [game["name"] for game in json.loads(text)["games"]]


def test_a_game_in_progress_is_played_on(alone: Alone) -> None:
    body = {"game": "nim", "arguments": {"heaps": [1, 2]}, "moves": [], "humans": [1]}
    status, text = alone.answer("play", json.dumps(body))
    assert status == 200
    assert len(json.loads(text)["turns"]) == 1  # perfect play moves for the first player


@pytest.mark.parametrize(
    ("operation", "body", "code", "told"),
    [
        ("solve", '{"game": "connect four"}', "too_large", f"{STATES_ALONE:,}"),
        ("solve", '{"game": "ens"}', "unknown_game", "'ens'"),
        ("solve", "{", "bad_input", "JSON"),
        ("solve", '{"game": "ends", "arguments": {"row": "x"}}', "bad_input", "row"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_says_why(
    alone: Alone, operation: str, body: str, code: str, told: str
) -> None:
    status, text = alone.answer(operation, body)
    error = json.loads(text)["error"]
    assert (status // 100, error["code"]) == (4, code)
    assert told in error["message"] + str(error["field"])
    assert error["fix"]


BROWSER = """
import sys, time, _thread
del time.thread_time
for name in ("numpy", "numba", "resource", "fastapi", "pydantic", "rich"):
    sys.modules[name] = None
def refuse(*_): raise RuntimeError("can't start new thread")
_thread.start_new_thread = refuse
from zermelo.limits import deadline
deadline.HAS_THREADS = False
from zermelo.faces.service.alone import Alone
alone = Alone()
body = '{"game": "nim", "arguments": {"heaps": [1, 2]}}'
print(*[alone.answer(asked, body)[0] for asked in
        ("games", "board", "solve", "play", "moves", "frames", "card", "diagnose")])
"""


def test_it_needs_nothing_that_a_browser_lacks() -> None:
    assert python(BROWSER) == " ".join(["200"] * 8)


WITHOUT_A_COMPILER = """
import sys
for name in ("numpy", "numba"):
    sys.modules[name] = None
from zermelo import Game, Move, forecast, plan, solve
from zermelo.errors import NotCompiled, Unavailable
from zermelo.games import CanIWin, ConnectFour, TicTacToe
wide = ConnectFour(4, 3, 3)
narrow = Game.from_function(lambda n: [Move(n - k, gain=k) for k in (1, 3) if k <= n], start=2_500)
print(solve(wide).outcome, solve(narrow).value, plan(narrow).method, forecast(narrow).at_least > 0)
print(solve(narrow).plan.engine)
for kind, asked in (
    (NotCompiled, lambda: solve(TicTacToe(), engine="layers")),
    (NotCompiled, lambda: solve(TicTacToe(), engine="compiled")),
    (Unavailable, lambda: solve(CanIWin(22, 150))),
):
    try:
        asked()
    except kind as error:
        print("numpy is not installed here" in str(error), end=" ")
"""


def test_large_games_are_solved_by_python_where_nothing_can_be_compiled() -> None:
    assert python(WITHOUT_A_COMPILER).splitlines() == [
        "win 2 backward True",
        "plain Python: numpy is not installed here",
        "True True True",
    ]
