"""Drawings in the middle of a game: the last move, who owns what, the line that decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from zermelo import Game, solve
from zermelo.faces.drawing import Moment, svg_of
from zermelo.faces.level_frames import level_frames
from zermelo.faces.service.boards import past_of, walk_along
from zermelo.faces.walk import Walk
from zermelo.games import ChessEnding, ConnectFour, DotsAndBoxes, Ends, Kalah, TicTacToe, find
from zermelo.model.pictures import Board


def drawn(game: Game, moves: Sequence[int | str]) -> list[ElementTree.Element]:
    """The parts of the picture after these moves."""
    walk: Walk = walk_along(game, game.start, list(moves))
    moment = Moment(walk.player, walk.names, walk.totals, past_of(walk))
    return list(ElementTree.fromstring(svg_of(game, walk.state, moment)).iter())


def classes(parts: list[ElementTree.Element]) -> list[str]:
    return [part.get("class", "") for part in parts]


def texts(parts: list[ElementTree.Element], look: str = "") -> list[str]:
    return [str(part.text) for part in parts if part.text and look in part.get("class", "")]


def test_discs_have_column_heads_that_play_and_the_last_one_is_marked() -> None:
    parts = drawn(ConnectFour(4, 4), ["2", "2"])
    looks = classes(parts)
    assert looks.count("z-first-disc") == looks.count("z-second-disc") == 1
    heads = [part for part in parts if part.get("class") == "z-head"]
    assert [head.get("data-move") for head in heads] == ["1", "2", "3", "4"]
    assert looks.count("z-last") == 1


def test_a_full_column_has_a_head_that_plays_nothing() -> None:
    heads = [p for p in drawn(ConnectFour(2, 1), ["1"]) if p.get("class") == "z-head"]
    assert [head.get("data-move") for head in heads] == [None, "2"]


def test_the_line_that_decides_is_framed() -> None:
    looks = classes(drawn(TicTacToe(), ["a1", "a2", "b1", "b2", "c1"]))
    assert looks.count("z-decides") == 3
    assert "z-last" not in looks  # the last stone is a part of the line
    four = ConnectFour(4, 4)
    assert four.picture(four.read("····\n····\nOO··\nXX··")).line == frozenset()


def test_stores_hold_what_was_gained_and_whoever_began_sits_below() -> None:
    parts = drawn(Kalah(2, 2), ["house 1", "house 2"])
    totals = Walk(Kalah(2, 2), (2, 2, 2, 2))
    totals.choose("house 1")
    assert str(totals.totals[0]) in texts(parts)
    assert texts(parts, "z-note").count("first player") == 1
    assert classes(parts).count("z-last") == 1
    assert {"z-first-box", "z-second-box"} <= set(classes(parts))


def test_a_box_belongs_to_whoever_closed_it() -> None:
    game = DotsAndBoxes(1, 2)
    closing = ["across 1.1", "across 2.1", "down 1.1", "down 1.2"]
    parts = drawn(game, closing)
    assert texts(parts)[:1] == ["second"]
    assert classes(parts).count("z-second-box") == 1
    assert "z-first-box" not in classes(drawn(game, closing[:3]))


def test_chessmen_have_the_colours_of_their_sides_and_squares_have_names() -> None:
    parts = drawn(ChessEnding("R", 4), ["Kb2"])
    assert classes(parts).count("z-white") == 2
    assert classes(parts).count("z-black") == 1
    assert classes(parts).count("z-last") == 2  # where the king was, and where it is
    assert {"a", "d", "1", "4"} <= set(texts(parts, "z-note"))


def test_a_row_of_twenty_coins_is_drawn_in_two_lines() -> None:
    parts = drawn(Ends(tuple(range(1, 21))), ["left"])
    assert float(parts[0].get("width", "0")) < 560
    assert len({part.get("cy") for part in parts if part.get("cy")}) == 2


def test_a_users_own_board_may_have_discs_names_and_a_line() -> None:
    class Mine(Game):
        start = 0

        def moves(self, state: Any) -> Any:
            return ()

        def picture(self, state: Any) -> Board:
            return Board(["X·", "OZ"], discs=True, columns="ab", line=frozenset({(0, 0)}))

    parts = drawn(Mine(), [])
    assert {"z-first-disc", "z-hole", "z-second-disc", "z-decides"} <= set(classes(parts))
    assert "Z" in texts(parts)


def test_states_that_are_boards_are_named_by_the_moves_that_lead_there() -> None:
    names = [state["name"] for state in level_frames(solve(TicTacToe(2, 2, 2)))["states"]]
    assert names[:4] == ["start", "a1", "b1", "a2"]
    assert "b1 a1" in names
    long = level_frames(solve(find("dots and boxes")(1, 1)))["states"]
    assert all(len(state["name"]) <= 13 for state in long)
    assert "#" not in "".join(state["name"] for state in long)
