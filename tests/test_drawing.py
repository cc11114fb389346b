"""Positions as pictures: every game has one, and its parts name legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import pytest

from zermelo import Game, LastMoverWins, Move, PayoffGame, solve
from zermelo.faces.drawing import picture_of, svg_of
from zermelo.faces.session import Session
from zermelo.games import (
    GAMES,
    Chomp,
    ConnectFour,
    DotsAndBoxes,
    Ends,
    Kalah,
    Nim,
    Rows,
    Subtraction,
    TicTacToe,
    find,
)
from zermelo.model.shapes import FrontRow, Row

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = {"row", "front", "cap", "heap", "pool", "board", "graph", "list"}


def parts(game: Game, state: Any) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg_of(game, state))
    assert root.tag == f"{SVG}svg"
    return list(root.iter())


def tied(game: Game, state: Any) -> set[str]:
    """The names of moves that a click can mean."""
    found = (part.get("data-move", "") for part in parts(game, state))
    return {name for names in found for name in names.split("\n") if name}


def some_states(game: Game) -> Iterator[Any]:
    """The start, and the states along two plays."""
    for pick in (0, -1):
        state = game.start
        for _ in range(6):
            yield state
            moves = list(game.moves(state))
            if not moves:
                break
            state = moves[pick].to


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_game_is_drawn_and_its_parts_name_legal_moves(kind: Any) -> None:
    game = kind.example_game()
    for state in some_states(game):
        names = {str(move.label) for move in game.moves(state)}
        assert tied(game, state) <= names


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_picture_stays_on_its_sheet_and_says_what_it_shows(kind: Any) -> None:
    game = kind.example_game()
    root = parts(game, game.start)[0]
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert root.get("aria-label") == " / ".join(game.show(game.start).split("\n"))
    for part in root.iter():
        assert not {"style", "onclick", "href"} & set(part.attrib)
        across = float(part.get("cx", part.get("x", "0"))) + float(part.get("width", "0"))
        assert across <= float(root.get("width", "0"))


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_game_has_a_kind_of_picture(kind: Any) -> None:
    assert picture_of(kind) in PICTURES


def test_pictures_fit_their_families() -> None:
    names = {
        "ends": "row",
        "stone game vii": "row",
        "front": "front",
        "stone game ii": "cap",
        "subtraction": "heap",
        "nim": "heap",
        "wythoff": "heap",
        "can i win": "pool",
        "dots and boxes": "pool",
        "tic-tac-toe": "board",
        "chess ending": "board",
        "cat and mouse": "graph",
        "three-player row": "list",
    }
    assert {name: picture_of(find(name)) for name in names} == names


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (Ends((5, 3, 7)), (0, 2)),
        (Rows(((1,), (1, 2))), ((0, 0), (0, 1))),
        (Subtraction(5), 5),
        (Nim((3, 4, 4)), (3, 4, 4)),
        (TicTacToe(), (0, 0)),
        (ConnectFour(4, 4), (0, 0)),
        (Chomp(2, 3), (3, 3)),
        (DotsAndBoxes(1, 1), 0),
        (Kalah(3, 2), (2,) * 6),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_move_of_a_plain_board_can_be_clicked(game: Game, state: Any) -> None:
    choices = Session(solve(game, start=state)).choices
    assert tied(game, state) == {choice.name for choice in choices}


def test_a_games_own_drawing_goes_first() -> None:
    class Drawn(Ends):
        def svg(self, state: Any) -> str:
            return f"<svg xmlns='http://www.w3.org/2000/svg'><text>{state}</text></svg>"

    assert "(0, 1)" in svg_of(Drawn((1, 2)), (0, 1))


def test_a_row_by_its_shape_is_drawn_as_coins() -> None:
    @dataclass(frozen=True)
    class Mine(Game):
        row: tuple[int, ...] = (4, 9)

        @property
        def start(self) -> tuple[int, int]:
            return 0, len(self.row) - 1

        @property
        def shape(self) -> Row:
            return Row(self.row)

        def moves(self, state: tuple[int, int]) -> Iterator[Move]:
            return self.shape.moves(state)

    assert picture_of(Mine) == "row"
    circles = [part for part in parts(Mine(), (0, 1)) if part.tag == f"{SVG}circle"]
    assert len(circles) == 2


def test_a_class_that_cannot_be_made_without_arguments_is_a_list() -> None:
    @dataclass(frozen=True)
    class Needy(Game):
        start: int

        @property
        def shape(self) -> FrontRow:
            return FrontRow((1, 2), 2)

    assert picture_of(Needy) == "list"


def test_players_with_own_totals_get_a_list() -> None:
    class Shared(PayoffGame):
        start = 0

    assert picture_of(Shared) == "list"


def test_any_text_is_shown_in_a_box_and_cannot_break_out() -> None:
    trap = "</text><script>alert(1)</script>&\nsecond line"
    game = LastMoverWins.from_edges({"a": ["b"]}, start="a", show=lambda state: trap)
    texts = [part.text for part in parts(game, "a") if part.tag == f"{SVG}text"]
    assert texts == trap.split("\n")


def test_a_long_row_is_cut_and_a_tall_heap_is_one_block() -> None:
    long = Ends(tuple(range(10_000)))
    assert len(parts(long, (5_000, 6_000))) < 200
    assert "…" in {part.text for part in parts(long, (5_000, 6_000))}
    assert "1,000,000" in {part.text for part in parts(Subtraction(10**6), 10**6)}


def test_large_numbers_stay_inside_their_coins() -> None:
    boxes = [part for part in parts(Ends((10**20, 1)), (0, 1)) if part.tag == f"{SVG}rect"]
    assert float(boxes[0].get("width", "0")) > 200
