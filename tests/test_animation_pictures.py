"""The pictures of an animation are those of the service's page: one source of every layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browsers import chromium
from zermelo import Game, LastMoverWins, Misere, PayoffGame, Solution, solve
from zermelo.faces.animation import animation
from zermelo.faces.bundle import bundle
from zermelo.faces.level_frames import level_frames
from zermelo.games import (
    CanIWin,
    CatAndMouse,
    Chomp,
    DotsAndBoxes,
    DoublingTurns,
    Ends,
    Front,
    GrundysGame,
    Kalah,
    Kayles,
    MisereNim,
    NoRevisit,
    Octal,
    PlayersRow,
    Rows,
    StoneGameII,
    StoneGameVI,
    Subtraction,
    TokenGraph,
    Wythoff,
)

PICTURES = [
    (Ends((5, 3, 7, 10)), "Table of D(i, j)", "td.filled", 10),
    (Front((1, 2, 3, 7)), "The row as a line", ".state.known", 5),
    (StoneGameII((2, 7, 9)), "A staircase", ".state.known", 6),
    (Subtraction(8), "A strip of heaps", ".state.known", 9),
    (CanIWin(3, 5), "The lattice of subsets", ".state.known", 8),
    (StoneGameVI((1, 3), (2, 1)), "The lattice of subsets", ".state.known", 4),
    (Chomp(2, 3), "Boards by level", ".state.known svg", 9),
    (DoublingTurns((3, 9, 1)), "States by level", ".state.known", 9),
    (NoRevisit.example_game(), "States by level", ".state.known", 7),
]
Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opener]:
    """Open the animation of a solution; any error in its scripts fails the test."""
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": 360, "height": 740})

    def show(solution: Solution, view: str | None = None) -> Page:
        file = tmp_path / "table.html"
        file.write_text(animation(solution, view), "utf-8")
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(file.as_uri())
        return page

    yield show
    context.close()
    assert wrong == []


def solved(game: Game) -> Solution:
    many = isinstance(game, PayoffGame)
    return solve(game, method=None if many else "backward")  # nothing is compiled


def seek(page: Page, step: int | None = None) -> None:
    slider = page.get_by_role("slider", name="Step")
    slider.fill(str(slider.get_attribute("max") if step is None else step))


@pytest.mark.parametrize(("game", "label", "filled", "count"), PICTURES, ids=lambda part: str(part))
def test_an_animation_has_the_picture_of_its_family(
    opened: Opener, game: Game, label: str, filled: str, count: int
) -> None:
    """Patterns document §12, "State": an interval, a set, a start and a cap, a start index."""
    page = opened(solved(game))
    seek(page)
    picture = page.get_by_role("region", name=re.compile(re.escape(label)))
    expect(picture.locator(filled)).to_have_count(count)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_keys_step_through_an_animation_from_anywhere(opened: Opener) -> None:
    page = opened(solved(Subtraction(3)))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".state.known .says")).to_have_text(["P"])
    page.get_by_label("State graph").check()
    expect(page.get_by_role("region", name="States by level")).to_be_visible()


def test_two_heaps_are_a_board_on_which_moves_are_framed(opened: Opener) -> None:
    """Professional document §7: an N-position is one with a move to a P-position."""
    page = opened(solve(Wythoff(1, 2)))
    page.locator(".state", has_text="1, 1").click()
    expect(page.locator(".sentence")).to_have_text("1, 1: win in 1; best: 1 from both.")
    expect(page.locator(".state.left.best .name")).to_have_text(["0, 0"])
    expect(page.locator(".state.left .name")).to_have_count(3)
    expect(page.locator(".edges path")).to_have_count(0)


def test_what_a_player_does_is_asked_with_an_article(opened: Opener) -> None:
    page = opened(solve(Subtraction(3)))
    seek(page, 4)
    expect(page.locator(".ask")).to_have_text("Best play, move 1: what does the first player play?")


@pytest.mark.parametrize(
    ("game", "step", "asks", "tells"),
    [
        (Ends((5, 3)), 2, "after left, D(1, 1) is taken off", "D(1, 1) = 3 is counted for them"),
        (Subtraction(3), 2, "2: take 1 leads to 1", "what is won for them is lost for you"),
        (
            StoneGameII((2, 7, 9)),
            4,
            "1, 1: take 1 leads to 2, 1 (9)",
            "hence the minus: 7 − 9 = −2",
        ),
    ],
    ids=["row", "outcomes", "difference"],
)
def test_why_roles_switch_is_among_the_questions(
    opened: Opener, game: Game, step: int, asks: str, tells: str
) -> None:
    """Framework document, Socratic prompt: "Think about role switching"."""
    page = opened(solve(game))
    question = page.get_by_role("region", name="Question")
    seek(page, step)
    expect(question.locator(".ask")).to_contain_text("Why do roles switch here?")
    expect(question.locator(".ask")).to_contain_text(asks)
    question.get_by_text("Show the answer").click()
    expect(question.locator(".checked")).to_contain_text("the other player is the one to move")
    expect(question.locator(".checked")).to_contain_text(tells)


@pytest.mark.parametrize(
    ("game", "view", "step", "asks", "tells"),
    [
        (Ends((5, 3)), "pair", 2, "scores of P(1, 1) change places", "(5 + 0, 3) = (5, 3)"),
        (Ends((5, 3)), "total", 2, "T(1, 1) is taken off all that is left", "8 − (3) = 5"),
        (StoneGameII((2, 7, 9)), "pair", 4, "2, 1 (9, 0).", "(7 + 0, 9) = (7, 9)"),
        (StoneGameII((2, 7, 9)), "total", 4, "2, 1 (9)", "T(2, 1) = 9 is what they collect"),
    ],
    ids=["row, pair", "row, total", "levels, pair", "levels, total"],
)
def test_questions_are_asked_in_the_view_that_is_shown(
    opened: Opener, game: Game, view: str, step: int, asks: str, tells: str
) -> None:
    page = opened(solve(game), view)
    question = page.get_by_role("region", name="Question")
    seek(page, step)
    expect(question.locator(".ask")).to_contain_text("Why do roles switch here?")
    expect(question.locator(".ask")).to_contain_text(asks)
    question.get_by_role("button", name="The other player is to move then").click()
    expect(question.locator(".checked")).to_contain_text("Right. ")
    expect(question.locator(".checked")).to_contain_text(tells)


def test_a_view_is_named_with_its_recurrence(opened: Opener) -> None:
    """Patterns document §2: Stone Game II also as own total, with a recurrence of its own."""
    page = opened(solve(StoneGameII((2, 7, 9))), "total")
    said = page.locator(".sentence")
    expect(said).to_contain_text("A state is told by what the mover collects: T(S) = Σ(S) − min")
    expect(opened(solve(StoneGameII((2, 7, 9)))).locator(".sentence")).not_to_contain_text("T(S)")


# -- what the pictures are made of -----------------------------------------------------------------


def test_nimbers_are_told_with_their_mex() -> None:
    """Professional document §7.2: the nimber is the mex of those that the moves leave."""
    first = level_frames(solve(Kayles((3,))))["states"][0]
    assert first["says"] == "nimber 3, N"
    assert first["why"] == "mex{0, 1, 2} = 3, so it is an N-position: the player to move wins"
    assert {move["label"]: move["sum"] for move in first["moves"]} == {
        "3 → 2": "loses, leaves nimber 2",
        "3 → 1 + 1": "wins, leaves nimber 0",
        "3 → 1": "loses, leaves nimber 1",
    }


def names(game: Game) -> list[str]:
    return [state["name"] for state in level_frames(solve(game))["states"]]


def test_states_have_names_and_all_of_a_game_in_one_form() -> None:
    assert names(GrundysGame((8,)))[0] == "8"
    assert "1,1,1,5" in names(GrundysGame((8,)))
    assert "5, 3, False" in names(CatAndMouse.example_game())
    assert "1 + 2" in names(MisereNim((1, 2)))
    assert names(StoneGameVI((1, 3), (2, 1))) == ["1 2 left", "2 left", "1 left", "none left"]
    assert not any(re.search("[#□]", name) for name in names(Chomp(2, 3)))


def test_frames_say_what_the_names_of_states_are() -> None:
    class At(NamedTuple):
        stones: int
        pass_left: bool

    passing = LastMoverWins.from_function(
        lambda at: (
            [At(at.stones - 1, at.pass_left)] * (at.stones > 0)
            + [At(at.stones, False)] * at.pass_left
        ),
        start=At(2, True),
        show=lambda at: f"{at.stones} stones and {'a' if at.pass_left else 'no'} pass",
    )
    found = {
        str(game): level_frames(solve(game))
        for game in (GrundysGame((8,)), PlayersRow.example_game(), Kalah.example_game())
    }
    assert [frames["named_by"] for frames in found.values()] == ["numbers", "numbers", "moves"]
    named = level_frames(solve(passing))
    assert (named["named_by"], named["fields"]) == ("numbers", ["stones", "pass_left"])


def test_the_rules_of_a_game_that_is_turned_round_are_its_own() -> None:
    rules = level_frames(solve(Misere(Kayles((3,)))))["rules"]
    assert rules.startswith("A row of pins: players in turn knock down")
    assert rules.endswith("Here it is turned round: whoever moves last loses.")


@pytest.mark.parametrize(
    "game", [DotsAndBoxes(1, 2), Octal.example_game(), Rows.example_game()], ids=str
)
def test_no_two_states_have_the_same_name(game: Game) -> None:
    """The name "… down 1.1" was that of 31 positions of Dots and Boxes."""
    called = names(game)
    assert len(set(called)) == len(called)
    assert max(map(len, called)) <= 13


def test_boards_and_graphs_are_drawn_and_other_states_are_not() -> None:
    def drawn(game: Any) -> set[bool]:
        return {state["svg"].startswith("<svg") for state in level_frames(solve(game))["states"]}

    assert drawn(Chomp(2, 2)) == drawn(TokenGraph.example_game()) == {True}
    assert drawn(Subtraction(3)) == {False}


def test_modules_with_the_same_names_share_a_script() -> None:
    texts = {
        "one": 'import { size as width } from "./two.js";\nconst own = width;\n',
        "two": "const own = 2;\nexport const size = own;\n",
    }
    script = bundle("one", texts.__getitem__)
    assert script.index("of_two = ") < script.index("of_one = ")
    assert "const { size: width } = of_two;" in script
    assert not re.search(r"^(import|export)\b", script, re.M)
