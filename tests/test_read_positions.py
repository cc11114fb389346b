"""Positions set up by hand: texts that games read, and why some are no positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from zermelo import LastMoverWins, Misere
from zermelo.faces.service.boards import Searches, marks_of, read_position, walk_along
from zermelo.faces.service.problems import ServiceProblem
from zermelo.games import (
    GAMES,
    ChessEnding,
    Chomp,
    ConnectFour,
    Ends,
    Kalah,
    Nim,
    TicTacToe,
    find,
)
from zermelo.methods.move_bounds import MoveBounds
from zermelo.model.game import declares

READING = [kind for kind in GAMES if declares(kind.example_game(), "read")]


@pytest.mark.parametrize("kind", READING, ids=lambda kind: kind.name)
def test_what_is_shown_is_read_back(kind: Any) -> None:
    game, rng = kind.example_game(), Random(3)
    for _ in range(8):
        state = game.start
        while moves := list(game.moves(state)):
            assert game.read(game.show(state)) == state
            state = rng.choice(moves).to
        assert game.read(game.show(state)) == state


def test_boards_are_the_games_that_read() -> None:
    names = {kind.name for kind in READING}
    dots = {"dots and boxes"}
    chess = {"chess ending", "piece ending"}
    assert {
        "tic-tac-toe",
        "connect four",
        "kalah",
        "awari",
        "chomp",
        "quixo",
    } | chess | dots == names


def test_chess_is_read_as_fen() -> None:
    game = ChessEnding("R", 4)
    assert game.read("2k1/4/4/R1K1 w - - 0 1") == game.start
    assert game.read("2k1/4/4/R1K1 b") == (*game.start[:3], 1)
    assert ChessEnding("Q").read("4k3/8/8/8/8/8/8/3QK3") == ChessEnding("Q").start
    assert ChessEnding("R", 4, in_hand=True).read("2k1/4/4/2K1 w") == (2, 16, 14, 0)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (ConnectFour(4, 4), "X···\n····\n····\n····", "a disc hangs in the air"),
        (ConnectFour(4, 4), "····\n····\n····\nXXX·", "X has 3 and O has 0"),
        (TicTacToe(), "X O\n...\n...", "line 1 has 2 squares instead of 3"),
        (TicTacToe(), "XOZ\n...\n...", "line 1 has 'Z'"),
        (TicTacToe(), "...\n...", "the board has 3 lines, and the text has 2"),
        (ChessEnding("R", 4), "2k1/4/4/Q1K1 w", "'Q'; men here are KRk"),
        (ChessEnding("R", 4), "2k1/4/4/R1K1 x", "who moves is w or b"),
        (ChessEnding("R", 4), "2k1/4/R1K1 w", "no board of 4 × 4"),
        (ChessEnding("R", 4), "2k1/2K1/4/R3 w", "the kings stand side by side"),
        (ChessEnding("R", 4), "4/4/4/R1K1 w", "there is one k on the board"),
        (ChessEnding("R", 4), "R1k1/4/4/2K1 w", "Black is in check and White is to move"),
        (Kalah(2, 2), "1 2\n3", "2 lines with 2 numbers each"),
        (Kalah(2, 2), "1 2\n3 x", "'x' is no number of seeds"),
        (Chomp(2, 3), "x□\n□□\n□", "at most 2 lines"),
        (Ends((1, 2)), "left", "neither a position nor what the game prints"),
    ],
)
def test_a_text_that_is_no_position_is_explained(game: Any, text: str, reason: str) -> None:
    with pytest.raises(ServiceProblem) as refusal:
        read_position(game, text)
    assert reason in refusal.value.message


def test_any_game_reads_its_states_as_they_are_written_or_printed() -> None:
    assert read_position(Ends((5, 3, 7)), "1,2") == (1, 2)
    assert read_position(Nim((3, 4)), "2 + 4") == (2, 4)
    assert read_position(TicTacToe(), "(1, 2)") == (1, 2)
    assert read_position(Misere(Chomp(2, 3)), "x□□\n□") == (3, 1)


def test_squares_and_pits_say_what_may_be_put_there() -> None:
    assert marks_of(TicTacToe(), (0, 0)) == ["·", "X", "O"]
    assert marks_of(ChessEnding("Q", 4), ChessEnding("Q", 4).start) == ["·", "K", "Q", "k"]
    assert marks_of(Kalah(2, 2), (2, 2, 2, 2)) == ["number"]
    assert marks_of(Ends((1, 2)), (0, 1)) == []


# -- by the rules alone --------------------------------------------------------------------------


def test_a_game_too_large_to_solve_is_played_at_once() -> None:
    walk = walk_along(ConnectFour(), (0, 0), ["4", "4", 4, "3"])
    assert walk.names[walk.player] == "X"
    assert len(walk.choices) == 7
    with pytest.raises(ServiceProblem, match="'9' is no move here"):
        walk_along(ConnectFour(), (0, 0), ["9"])


def test_a_walk_ends_with_words() -> None:
    assert walk_along(TicTacToe(), (0, 0), ["a1", "a2", "b1", "b2", "c1"]).result == "X wins"
    row = walk_along(Ends((5, 3)), (0, 1), ["left", "left"])
    assert (row.ending, row.result, row.totals) == (
        "no moves are left",
        "first player wins, 5 – 3",
        (5, 3),
    )
    three = find("three-player row")((1, 2, 3))
    assert (
        walk_along(three, three.start, ["left", "left", "left"]).result
        == "third player wins, 1 – 2 – 3"
    )


def test_a_position_that_stands_for_the_third_time_ends_a_walk() -> None:
    ring = LastMoverWins.from_edges({"a": ["b"], "b": ["a"]}, start="a")
    assert walk_along(ring, "a", [1, 1, 1]).ending is None
    assert (
        walk_along(ring, "a", [1, 1, 1, 1]).ending == "the same position stood for the third time"
    )


# -- bounds that tighten -------------------------------------------------------------------------


def test_bounds_hold_the_values_and_mirror_images_share_them() -> None:
    bounds = MoveBounds(TicTacToe(), 1 << 24)
    found = bounds.improve((0, 0), 60.0)
    assert [interval for _, interval in found] == [(0, 0)] * 9
    assert bounds.interval(found) == (0, 0)
    visits = bounds.visits
    assert bounds.improve((0, 0), 60.0) == found
    assert bounds.visits == visits  # the table was kept


def test_players_with_own_totals_have_no_bounds() -> None:
    three = find("three-player row")((1, 2, 3))
    answer = Searches(1 << 24).answer(three, {"position": None, "key": "three", "spend": 0.1})
    assert answer["settled"] is True or answer["low"] is None


def test_a_search_is_kept_for_each_game_used_last() -> None:
    searches = Searches(1 << 24)
    for heap in range(1, 7):
        searches.answer(Nim((heap,)), {"position": None, "key": str(heap), "spend": 5.0})
    assert list(searches.kept) == ["3", "4", "5", "6"]
    settled = searches.answer(Nim((2,)), {"position": [2], "key": "2", "spend": 5.0})
    assert [(move["low"], move["high"]) for move in settled["moves"]] == [(1, 1), (-1, -1)]
