"""The gallery has every game, with what is known about it and the test that shows it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from zermelo import card
from zermelo.games import GAMES, ConnectFour, Ends, PredictTheWinner
from zermelo.games.base import Catalogued

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "docs" / "making"))
import gallery  # noqa: E402

KNOWN = gallery.results()
EVERY = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)


@EVERY
def test_what_is_known_is_said_with_a_source_and_a_test_that_exists(game: type[Catalogued]) -> None:
    for says, source, test in KNOWN[game.__name__]:
        assert says.endswith(".")
        assert source
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text("utf-8"), test


def test_nothing_is_known_about_games_that_are_not_there() -> None:
    assert set(KNOWN) == {game.__name__ for game in GAMES}


def test_pages_have_names_of_their_own() -> None:
    slugs = [gallery.slug(game) for game in GAMES]
    assert len({*slugs}) == len(slugs)
    assert all(re.fullmatch(r"[a-z0-9-]+", slug) for slug in slugs)


def test_a_page_has_rules_picture_model_results_and_code() -> None:
    text = gallery.page(Ends, card(Ends), KNOWN)
    for part in (
        Ends.rules(),
        "pictures/ends.svg",
        "explorer/index.html#game=ends",
        "5 for the player to move: a win",
        "| recurrence | D(i, j) = max",
        "Idziaszek",
        "class Ends(BothEnds):",
        "class BothEnds(",
    ):
        assert part in text, part


@EVERY
def test_the_example_on_a_page_is_the_example_when_it_is_typed(game: type[Catalogued]) -> None:
    [typed] = re.findall(r"solve\((.*)\)\)$", gallery.answer(game, card(game)), re.M)
    assert eval(typed, {kind.__name__: kind for kind in GAMES}) == game.example_game()


def test_a_game_with_the_rules_of_another_one_says_so() -> None:
    assert "those of [ends](ends.md)" in gallery.code(PredictTheWinner)
    assert "those of [" not in gallery.code(Ends)


def test_an_example_of_many_states_is_not_solved_for_its_page() -> None:
    text = gallery.answer(ConnectFour, card(ConnectFour))
    assert "value" not in text
    assert "run it to see the answer" in text


def test_the_first_page_has_a_tile_for_each_game() -> None:
    text = gallery.listed()
    assert text.count("{figure}") == len(GAMES)
    assert gallery.MARK in (ROOT / "docs" / "gallery" / "index.md").read_text("utf-8")


@EVERY
def test_every_picture_is_drawn(game: type[Catalogued]) -> None:
    assert gallery.picture(game).startswith("<svg")
