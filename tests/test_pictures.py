"""What a game says about how it is drawn, and what is guessed where it says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo import Game, LastMoverWins, Misere, Move, solve
from zermelo.errors import BadInput
from zermelo.faces.cli.game_files import game_in
from zermelo.faces.drawing import Moment, PlayedMove, picture_for, svg_of
from zermelo.faces.drawing.guesses import picture_at
from zermelo.faces.drawing.parts import part_of
from zermelo.faces.level_frames import level_frames
from zermelo.games import (
    GAMES,
    Awari,
    BalancedEnds,
    CatAndMouse,
    Chomp,
    GrundysGame,
    MeltingRow,
    NoRevisit,
    PieceEnding,
    PoolRace,
    Quixo,
    StoneGameII,
    StoneGameIX,
    StoneGameVI,
    StoneGameVIII,
    TicTacToe,
    TokenGraph,
    TurningTurtles,
    Wythoff,
)
from zermelo.model import pictures, shapes


def tied(game: Game, state: Any) -> set[str]:
    """The names of moves that a click can mean."""
    root = ElementTree.fromstring(svg_of(game, state))
    return {name for part in root.iter() for name in part.get("data-move", "").split("\n") if name}


def labels(game: Game, state: Any) -> set[str]:
    return {str(move.label) for move in game.moves(state)}


class Daisy(LastMoverWins):
    """Petals in a ring are picked, one at a time."""

    start = "oooo"

    def moves(self, petals: str) -> Iterator[Move]:
        for place in range(len(petals)):
            if petals[place] == "o":
                yield Move(petals[:place] + "·" + petals[place + 1 :], label=f"petal {place + 1}")

    def picture(self, petals: str) -> pictures.Board:
        return pictures.Board([petals], notes=["Who picks the last petal wins."])


class Shaped(Game):
    """A game that says its shape and nothing else."""

    def __init__(self, shape: Any, start: Any) -> None:
        self.shape, self.start = shape, start

    def moves(self, state: Any) -> Iterator[Move]:
        yield from self.shape.moves(state)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_game_of_the_catalogue_says_how_it_is_drawn(kind: Any) -> None:
    game = kind.example_game()
    assert isinstance(game.picture(game.start), pictures.Picture)


def test_a_game_of_a_user_is_drawn_as_it_says_and_can_be_clicked() -> None:
    assert picture_for(Daisy()) == "board"
    assert tied(Daisy(), "o·oo") == {"petal 1", "petal 3", "petal 4"}
    assert "Who picks the last petal wins." in svg_of(Daisy(), "oooo")
    assert svg_of(Misere(Daisy()), "oooo") == svg_of(Daisy(), "oooo")
    assert Misere(Daisy()).picture("oo") == Daisy().picture("oo")


def test_a_picture_may_be_given_to_a_game_of_one_function() -> None:
    stones = LastMoverWins.from_function(
        lambda n: [Move(n - 1, label="take")] if n else [],
        start=3,
        picture=lambda n: pictures.Tiles(("a", "b", "c"), frozenset(range(n, 3)), note="three"),
    )
    assert tied(stones, 3) == {"take"}
    assert ">three<" in svg_of(stones, 3)


def test_the_starter_says_how_to_write_a_picture(tmp_path: Path) -> None:
    folder = Path(zermelo.__file__).parent / "faces" / "cli"
    text = (folder / "starter.py.txt").read_text(encoding="utf-8")
    before, hook, after = text.partition("    # def picture(self, state):\n    #")
    assert "from zermelo.model import pictures" in before
    file = tmp_path / "starter_with_a_picture.py"
    opened = f"from zermelo.model import pictures\n{before}    def picture(self, state):\n{after}"
    file.write_text(opened, encoding="utf-8")  # as a user takes the comment signs away
    assert hook
    assert tied(game_in(str(file), "MyGame")(), 12) == {"take 1", "take 2", "take 3"}


def test_what_is_no_picture_is_refused_with_the_words_that_are() -> None:
    class Photo(Daisy):
        def picture(self, petals: str) -> Any:
            return f"photo of {petals}"

    with pytest.raises(BadInput, match=r"Photo\.picture\('oooo'\).*Coins, CoinRows"):
        svg_of(Photo(), "oooo")


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (MeltingRow((3, 1, 2, 4)), (0, 3)),
        (BalancedEnds((2, 1, 3, 2)), (0, 3)),
        (StoneGameII((2, 7, 9, 4, 4)), (1, 1)),
        (StoneGameVI((1, 3), (2, 1)), 1),
        (StoneGameVIII((-1, 2, -3, 4, -5)), 2),
        (StoneGameIX((2, 1, 3)), (1, 1, 1, 0)),
        (PoolRace((2, 3, 3, 5), 9), 0b1000),
        (TurningTurtles(0b10110), 0b10110),
        (GrundysGame((8, 8)), (8, 8)),
        (Awari(3, 2), (2,) * 6),
        (TokenGraph(((0, 1), (0,)), 0), 0),
        (NoRevisit(((1, 2), (0, 2), (0, 1))), (0, 1)),
        (CatAndMouse(((2,), (2, 3), (0, 1, 3), (1, 2))), (1, 2, False)),
        (CatAndMouse(((2,), (2, 3), (0, 1, 3), (1, 2))), (3, 2, True)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_move_has_a_part_that_stands_for_it(game: Game, state: Any) -> None:
    assert tied(game, state) == labels(game, state)


def test_a_move_in_two_heaps_at_once_is_no_part_of_either() -> None:
    assert labels(Wythoff(3, 4), (3, 4)) - tied(Wythoff(3, 4), (3, 4)) == {
        "1 from both",
        "2 from both",
        "3 from both",
    }


@pytest.mark.parametrize(
    ("shape", "state", "kind"),
    [
        (shapes.Row((4, 9, -3)), (0, 2), pictures.Coins),
        (shapes.SeveralRows(((4, 9), (1, 2)), (False, True)), ((0, 1), (0, 1)), pictures.CoinRows),
        (shapes.FrontRow((4, 9, -3), 2), 1, pictures.Coins),
        (shapes.CapRow((4, 9, -3)), (0, 1), pictures.Coins),
        (shapes.RacePool((4, 9, 3), 10), 1, pictures.Tiles),
        (shapes.TakeHeap(9, (1, 2)), 9, pictures.Stacks),
        (shapes.NimHeaps(5), (3, 5), pictures.Stacks),
        (shapes.OctalHeaps((7, 7), 5), (3, 5), pictures.Stacks),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_shape_is_enough_to_be_drawn_and_clicked(shape: Any, state: Any, kind: Any) -> None:
    game = Shaped(shape, state)
    assert tied(game, state) == {str(move.to) for move in game.moves(state)}
    found = ElementTree.fromstring(svg_of(game, state))
    assert len(list(found)) > 2, kind


def test_heaps_that_come_and_go_are_told_apart_without_a_word_of_the_game() -> None:
    take = LastMoverWins.from_function(
        lambda heaps: [heaps[:-1]] if heaps else [], start=(3, 2), show=str
    )
    assert tied(take, (3, 2)) == {"(3,)"}


def test_everyone_keeps_a_colour_where_states_are_seen_by_their_mover() -> None:
    """Quixo: X has put a cross at c1; then O moves, and the cross is still a cross."""
    quixo, walk = Quixo(3), []
    state, player = quixo.start, 0
    for name in ("a1-c1", "a1-a3"):
        move = next(move for move in quixo.moves(state) if move.label == name)
        walk.append(PlayedMove(state, player, move))
        state, player = move.to, 1 - player
        moment = Moment(player, ("X", "O"), (), tuple(walk))
        drawn = svg_of(quixo, state, moment)
        if player == 1:
            assert moment.touched(quixo) == {(0, 2)}
            assert 'aria-label="· · X / · · · / · · ·"' in drawn
        else:
            assert moment.touched(quixo) == {(2, 0)}
            assert 'aria-label="· · X / · · · / O · ·"' in drawn


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_board_of_quixo_is_read_back(size: int) -> None:
    quixo = Quixo(size)
    states = {quixo.start, *(move.to for move in quixo.moves(quixo.start))}
    later = {move.to for state in states for move in quixo.moves(state)}
    assert all(quixo.read(quixo.show(state)) == state for state in states | later)


def test_the_first_players_men_are_white_whoever_moves() -> None:
    game = PieceEnding.example_game()
    mover, other = picture_at(game, game.start, 0), picture_at(game, game.start, 1)
    assert isinstance(mover, pictures.Board)
    assert isinstance(other, pictures.Board)
    assert [mark for line in mover.cells for mark in line if mark in "♔♖♚"] == ["♖", "♔", "♚"]
    assert [mark for line in other.cells for mark in line if mark in "♔♜♚"] == ["♜", "♚", "♔"]
    move = next(iter(game.moves(game.start)))
    past = (PlayedMove(game.start, 0, move),)
    assert len(Moment(1, (), (), past).touched(game)) == 2  # where it came from, where it went


def test_a_picture_of_another_kind_after_a_move_ties_nothing() -> None:
    row, board = pictures.Coins((1, 2), 0, 1), pictures.Board(["X·"])
    assert part_of(row, None, board) is None
    assert part_of(row, None, None) is None
    assert part_of(row, None, row) is None
    assert part_of(pictures.CoinRows((row,)), None, pictures.CoinRows((row,))) is None
    assert part_of(pictures.Network(((),), ()), None, pictures.Network(((),), ())) is None


@pytest.mark.parametrize("game", [TicTacToe(1, 3, 2), Chomp(1, 3)], ids=lambda game: game.name)
def test_a_board_of_one_line_is_a_board(game: Game) -> None:
    assert picture_for(game) == "board"
    assert all(state["svg"].startswith("<svg") for state in level_frames(solve(game))["states"])


def test_tokens_that_meet_are_named_one_by_one_or_by_one_word() -> None:
    class Two(LastMoverWins):
        start = 0

        def moves(self, state: int) -> Iterator[Move]:
            yield from ()

        def picture(self, state: int) -> pictures.Network:
            return pictures.Network(((1,), (0,)), (("a", state), ("b", state)))

    assert ">a, b<" in svg_of(Two(), 0)
    met = CatAndMouse(((2,), (2,), (0, 1)))
    assert ">caught<" in svg_of(met, (1, 1, False))


def test_numbers_that_are_0_where_play_goes_on_are_no_stones() -> None:
    def ring(state: int) -> list[int]:
        return [(state - 1) % 4] if state != 2 else []

    up = LastMoverWins.from_function(lambda n: [n + 1] if n < 5 else [], start=0)
    around = LastMoverWins.from_function(ring, start=3)
    down = LastMoverWins.from_function(lambda n: [n - 1] if n else [], start=3)
    pairs = LastMoverWins.from_function(lambda n: [(n[0] + 1, 0)] if n[0] < 2 else [], start=(0, 0))
    for game, state in ((up, 0), (up, 3), (around, 0), (pairs, (0, 0)), (pairs, (1, 0))):
        assert "stones" not in svg_of(game, state)
        assert picture_at(game, state) is None
    assert isinstance(picture_at(around, 3), pictures.Stacks)
    assert "no stones are left" in svg_of(down, 0)
