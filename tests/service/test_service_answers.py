"""The service: answers."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from service_client import Client
from service_games import COINS, GAMES_BY_NAME, LARGE, ask, metric
from zermelo import solve
from zermelo.faces.record import record
from zermelo.faces.service.dispatch import key_of
from zermelo.games import GAMES, ConnectFour, Ends, PlayersRow


def test_the_list_has_every_game_of_the_catalogue_and_the_operators_own(client: Client) -> None:
    games = client.get("/v1/games").json()["games"]
    names = [game["name"] for game in games]
    assert names[:3] == ["Halves", "own.py:Nim", "Sleepy"]
    assert names[-len(GAMES) :] == [game.name for game in GAMES]
    ends = games[names.index("ends")]
    row = {"name": "row", "kind": "row", "required": True, "default": None}
    assert ends["fields"] == [row]
    assert ends["example"] == {"row": [5, 3, 7, 10]}
    assert ends["svg"].startswith("<svg")
    assert "take from either end" in ends["clues"]
    assert {"take", "pick", "array"} <= set(ends["words"])
    assert games[0]["clues"][0] == "Halves"
    assert (games[0]["origin"], ends["origin"]) == ("file", "catalogue")
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
    wanted = json.loads(json.dumps(record(solve(kind.example_game()))))  # its code is on disk then
    solved = ask(client, "solve", question)
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
    assert [turn["words"] for turn in begun["turns"]] == ["gave away 6", ""]
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


def test_states_that_json_cannot_spell_are_found_by_their_text(client: Client) -> None:
    shown = ask(client, "moves", {"game": "halves"})
    assert shown["position"] == "3/2"
    after = ask(client, "moves", {"game": "halves", "position": shown["moves"][0]["to"]})
    assert after["position"] == "3/4"
    assert ask(client, "solve", {"game": "ready"})["winner"] == "second player"


def test_rules_may_print_without_harm(client: Client) -> None:
    assert ask(client, "solve", {"game": "own.py:nim"})["winner"] == "first player"
