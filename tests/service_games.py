"""Questions for the service, and the games of an operator's own."""

from __future__ import annotations

from typing import Any

from zermelo.faces.service.dispatch import Size, key_of
from zermelo.faces.service.settings import Settings
from zermelo.games import GAMES

COINS = {"game": "ends", "arguments": {"row": [5, 3, 7, 10]}}
LARGE = {"game": "connect four", "arguments": {"width": 4, "height": 4}}  # 161,029 states
HUGE = {"game": "chomp", "arguments": {"height": 40, "width": 40}}  # 10²³ states, by its shape
SMALL = Settings(
    quick_workers=1, workers=1, seconds=60, check_every=1, glance_seconds=0.5, quick_seconds=1.0,
    follow_seconds=60, answer_bytes=0, memory=2 << 30, gives_way=False,
)  # fmt: skip
OWN_GAMES = '''
import resource
import time
from fractions import Fraction
from zermelo import Game, LastMoverWins, Move
from zermelo.faces.service import answers

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
    def __init__(self, seconds: float, deaf: bool = False, mark: str = ""):
        self.seconds, self.deaf, self.mark = float(seconds), deaf, mark
        self.start = 0
    def moves(self, state):
        end = time.monotonic() + self.seconds
        while True:
            try:
                if self.mark:
                    open(self.mark, "w").close()  # it sleeps, and is deaf if it is to be
                while time.monotonic() < end:
                    time.sleep(0.05)
                return ()
            except BaseException:
                if not self.deaf:
                    raise

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
    """Meets a mistake of ours, which is made here for the purpose."""
    start = 0
    def moves(self, state):
        return ()

told_position = answers._position

def mistaken(session):
    if type(session.game).__name__ == "Broken":
        raise KeyError("a mistake of ours")
    return told_position(session)

answers._position = mistaken

def maker(size: int):
    """Makes something else than a game."""
    return size

ready = Halves()
'''


def ask(client: Any, operation: str, body: dict[str, Any], status: int = 200) -> Any:
    answer = client.post(f"/v1/{operation}", json=body)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json() if status < 400 else answer.json()["error"]


def known_large(client: Any, body: dict[str, Any]) -> dict[str, Any]:
    """The same, of a game that was weighed before: it begins with a large worker."""
    client.service.dispatcher.sizes[key_of(body)] = Size.LARGE
    return body


def metric(client: Any, name: str) -> float:
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


GAMES_BY_NAME = {game.name: game for game in GAMES}
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
    ("solve", HUGE, 422, "too_large", None),
    ("moves", {"game": "wide"}, 422, "too_large", "position"),
]


def question(operation: str, **body: Any) -> dict[str, Any]:
    asked = {"arguments": None, "position": None, "operation": operation, "seconds": 5.0, **body}
    return {**asked, "key": key_of(asked)}
