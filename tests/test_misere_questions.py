"""The misère form over HTTP: `"misere": true` beside a last-move game."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo import Misere, solve
from zermelo.faces.drawing import picture_for, svg_of
from zermelo.faces.service.answers import Desk
from zermelo.faces.service.dispatch import key_of
from zermelo.faces.service.library import Library
from zermelo.faces.service.models import GameRequest, PlayRequest
from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.settings import Settings
from zermelo.games import Nim, Subtraction

NIM = {"game": "nim", "arguments": {"heaps": [1, 1]}}


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(Settings())


def answer(desk: Desk, operation: str, kind: type[GameRequest] = GameRequest, **body: Any) -> Any:
    question = kind(**body).model_dump()
    return desk.answer({**question, "operation": operation, "key": key_of(question)})[0]


def test_every_question_takes_the_misere_form(desk: Desk) -> None:
    """Professional document, Theorem 7.4: misère, the player who makes the last move loses."""
    assert answer(desk, "solve", **NIM)["outcome"] == "loss"
    assert answer(desk, "solve", misere=True, **NIM)["outcome"] == "win"
    assert answer(desk, "moves", misere=True, **NIM)["outcome"] == "win"
    assert answer(desk, "diagnose", misere=True, **NIM)["states"] == 3
    frames = answer(desk, "frames", misere=True, **NIM)["frames"]
    assert (frames["picture"], frames["result"]["outcome"]) == ("heap", "win")
    played = answer(desk, "play", PlayRequest, misere=True, moves=["1 → 0"], humans=[0], **NIM)
    assert "first player wins" in played["report"]["result"]


def test_a_game_and_its_misere_form_have_tables_of_their_own() -> None:
    questions = [GameRequest(**NIM, misere=misere).model_dump() for misere in (True, False)]
    assert len({key_of(question) for question in questions}) == 2


def test_a_game_with_a_field_of_that_name_is_set_by_it(desk: Desk) -> None:
    question = {**GameRequest(game="tic-tac-toe", misere=True).model_dump(), "key": "turned"}
    assert desk._shelf(question).game.misere is True  # type: ignore[attr-defined]


def test_any_other_game_is_refused_with_a_way_out(desk: Desk) -> None:
    with pytest.raises(ServiceProblem, match="last-move game") as refused:
        answer(desk, "solve", game="ends", misere=True)
    assert (refused.value.code, refused.value.field) == ("bad_input", "misere")


def test_the_list_says_which_games_can_be_turned_round() -> None:
    told = {game["name"]: game["misere"] for game in Library().describe()}
    assert told["nim"] == told["kayles"] == told["subtraction"] == "whoever moves last loses"
    assert told["misère nim"] == "whoever moves last wins"
    assert told["ends"] == told["tic-tac-toe"] == told["doubling turns"] == ""


def test_a_misere_form_is_drawn_as_its_game() -> None:
    assert picture_for(Misere(Subtraction(3))) == "heap"
    assert svg_of(Misere(Nim((1, 2))), (1, 2)) == svg_of(Nim((1, 2)), (1, 2))
    assert solve(Misere(Subtraction(1))).outcome == "loss"
