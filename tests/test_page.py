"""Through the whole page as a person goes: see, learn, play, share, by mouse and by keyboard.

The real service and Debian's chromium; ZERMELO_URL names a service that runs already.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright

from programs import NOWHERE, PROGRAM, started
from zermelo.games import GAMES

Opener = Callable[..., Page]
VIEWS = ["", "#game=ends&view=learn", "#game=tic-tac-toe&moves=b2,a1", "#game=nim&view=solve"]
PATIENCE = 40  # seconds until the service must be up
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
expect.set_options(timeout=50_000)  # milliseconds: a slow machine is not a failure


LONG = '''
from zermelo import LastMoverWins, Move

class Long(LastMoverWins):
    """Words without an end: a solve that lasts until it is cancelled."""
    def __init__(self, most: int = 10**9 + 7):
        self.most = int(most)
        self.start = "1"
    def moves(self, state):
        for step in (2, 3) if len(state) < self.most else ():
            yield Move(str((step * int(state) + 1) % self.most), label=str(step))
'''


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the service."""
    given = os.environ.get("ZERMELO_URL")
    if given:
        yield given.rstrip("/")
        return
    port = _free_port()
    words = [*PROGRAM, "serve", "--port", str(port), "--workers", "1"]
    long = tmp_path_factory.mktemp("games") / "long.py"
    long.write_text(LONG)
    words += ["--game", f"{long}:Long", "--states", "100000000", "--memory", "4 GiB"]
    words += ["--seconds", "50"]  # a slow machine is not a failure
    with started(*words, stdout=NOWHERE, stderr=NOWHERE) as service:
        _await(service, f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
        service.terminate()
        service.wait(30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await(service: Any, address: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and service.poll() is None:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"the service did not come up at {address}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium; nothing is downloaded."""
    program = shutil.which("chromium")
    assert program is not None, "the tests of the page need chromium: `make browser` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, url: str) -> Iterator[Opener]:
    """Open an address of the page; any error in its scripts fails the test."""
    contexts = []
    wrong: list[str] = []

    def opened(link: str = "", *, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(50_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: _listen(said.type, said.text, wrong))
        page.goto(f"{url}/{link}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def _listen(kind: str, text: str, wrong: list[str]) -> None:
    refused = "Failed to load resource" in text  # an answer of 4xx, which the page explains itself
    if kind == "error" and not refused:
        wrong.append(text)


@pytest.fixture(scope="module")
def axe() -> str:
    """The text of axe-core, which looks for barriers."""
    script: str = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    return script


def game(name: str, view: str = "play", *, moves: str = "", **arguments: Any) -> str:
    """The link to a game."""
    given = f"&arguments={quote(json.dumps(arguments))}" if arguments else ""
    return f"#game={quote(name)}{given}&view={view}" + (f"&moves={moves}" if moves else "")


def step(page: Page, times: int = 1) -> None:
    forward = page.get_by_role("button", name="Step forward")
    expect(forward).to_be_visible()
    for _ in range(times):
        forward.click()


def to_the_last_step(page: Page) -> None:
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    slider.press("End")


def move(page: Page, name: str) -> Locator:
    return page.locator(".move-list").get_by_role("button", name=name)


def status(page: Page) -> Locator:
    return page.locator(".stage-board .status")


def this_step(page: Page) -> Locator:
    return page.get_by_role("region", name="This step")


def play_until_over(page: Page, most: int = 12) -> None:
    """Play the best move that is offered until no move is left."""
    for _ in range(most):
        expect(page.locator(".board-view")).not_to_have_attribute("aria-busy", "true")
        if "over" in (status(page).text_content() or ""):
            return
        before = page.locator(".turns li").count()
        page.locator(".move.best").first.click()
        expect(page.locator(".turns li").nth(before)).to_be_visible()
    raise AssertionError("the game does not end")


# -- gallery -------------------------------------------------------------------------------------


def test_every_game_is_a_card_with_a_picture_and_three_ways(visit: Opener) -> None:
    page = visit()
    cards = page.locator(".card")
    expect(cards).to_have_count(len(GAMES) + 1)  # and the own one of these tests
    for card in cards.all():
        expect(card.locator("svg")).to_have_count(1)
        assert card.get_by_role("link").all_text_contents() == ["Play", "Learn", "Solve"]


def test_a_game_is_found_by_its_number(visit: Opener) -> None:
    page = visit()
    page.get_by_label("Find a game").fill("1140")
    expect(page.locator(".card:visible")).to_have_count(1)
    page.get_by_role("link", name="Play Stone game II", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stone game II")


# -- rows ----------------------------------------------------------------------------------------


def test_a_row_is_typed_and_its_table_is_read(visit: Opener) -> None:
    page = visit(game("ends", "learn"))
    page.get_by_label("Row", exact=True).fill("1, 5 233;7")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".headline")).to_have_text("First player wins with best play, 234 – 12.")
    to_the_last_step(page)
    assert "222" in page.get_by_role("grid").inner_text()
    expect(this_step(page)).to_contain_text("(246 + 222) / 2 = 234")
    expect(page.locator("td.chain")).to_have_count(4)
    greedy = page.get_by_role("region", name="Greedy beside optimal")
    expect(greedy).to_contain_text("costs 444 against best play")
    expect(greedy).to_contain_text("12 – 234, a lead of −222")


def test_steps_fill_the_triangle_diagonal_by_diagonal(visit: Opener) -> None:
    page = visit(game("ends", "learn", row=[5, 3, 7, 10]))
    step(page, 4)
    expect(page.locator("td.filled")).to_have_count(4)
    step(page)
    expect(page.locator("td.current")).to_have_text(re.compile("^2"))
    expect(this_step(page)).to_contain_text("D(0, 1) = max( a[0] − D(1, 1), a[1] − D(0, 0) )")
    page.get_by_role("button", name="Step back").click()
    expect(page.locator("td.filled")).to_have_count(4)


def test_values_are_told_in_another_view(visit: Opener) -> None:
    """Middle document: own total and difference are two views of one table."""
    page = visit(game("ends", "learn", row=[5, 3, 7, 10]))
    page.get_by_label("Values as").select_option("an own total")
    step(page, 10)
    expect(page.locator("td.current")).to_have_text(re.compile("^15"))
    expect(this_step(page)).to_contain_text("T(0, 3) = max( Σ − T(1, 3), Σ − T(0, 2) )")
    expect(this_step(page)).to_contain_text("25 − (10) = 15")
    page.get_by_label("Values as").select_option("a pair of scores")
    step(page, 10)
    expect(page.locator("td.current")).to_contain_text("(15, 10)")


def test_play_runs_and_pauses(visit: Opener) -> None:
    page = visit(game("ends", "learn"))
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play (space)").click()
    expect(page.locator("td.filled")).not_to_have_count(0)
    page.get_by_role("button", name="Pause (space)").click()
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()


def test_a_cell_explains_itself_when_it_is_pointed_at_or_focused(visit: Opener) -> None:
    page = visit(game("ends", "learn", row=[5, 3, 7, 10]))
    step(page, 8)
    panel = this_step(page)
    expect(panel).to_contain_text("D(0, 2) = 5")
    page.locator("td.filled").nth(1).hover()
    expect(panel).to_contain_text("D(0, 1) = 2")
    page.get_by_role("heading", level=1).hover()
    expect(panel).to_contain_text("D(0, 2) = 5")
    page.locator("td[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    expect(panel).to_contain_text("D(1, 2) = 4")
    expect(panel.locator(".choice.best")).to_contain_text("7 − 3 = 4")


def test_a_question_comes_before_its_answer(visit: Opener) -> None:
    page = visit(game("ends", "learn", row=[1, 5, 233, 7]))
    question = page.get_by_role("region", name="Question")
    seen = set()
    for _ in range(10):
        seen.add(question.locator(".ask").text_content())
        expect(question.locator(".told")).not_to_be_visible()
        step(page)
    assert len(seen) == 10
    page.get_by_role("button", name="Step back").click()
    expect(question.locator(".ask")).to_contain_text("brings the most now, 7. Is it wise?")
    question.get_by_text("Show the answer").click()
    expect(question.locator(".told")).to_contain_text("So D(0, 3) = 222.")


def test_numbers_of_any_size_stay_exact(visit: Opener) -> None:
    page = visit(game("ends"))
    page.get_by_label("Row", exact=True).fill("123456789012345678901 1/3 0.5")
    page.get_by_role("button", name="Set up").click()
    expect(move(page, "left")).to_contain_text("+740740734074074073405/6")
    expect(page.get_by_label("Row", exact=True)).to_have_value("123456789012345678901 1/3 5/10")


# -- other pictures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "label", "states"),
    [
        ("front", "The row as a line", 5),
        ("stone game ii", "A staircase", 11),
        ("subtraction", "A strip of heaps", 22),
        ("wythoff", "Two heaps as a board", 24),
        ("can i win", "The lattice of subsets", 15),
    ],
)
def test_every_family_has_its_own_picture(
    visit: Opener, name: str, label: str, states: int
) -> None:
    page = visit(game(name, "learn"))
    picture = page.get_by_role("region", name=re.compile(label))
    expect(picture.locator(".state")).to_have_count(states)
    to_the_last_step(page)
    expect(picture.locator(".state.known")).to_have_count(states)
    page.get_by_label("State graph").check()
    expect(page.get_by_role("region", name="States by level")).to_be_visible()


def test_heaps_are_marked_p_and_n(visit: Opener) -> None:
    page = visit(game("subtraction", "learn", heap=8))
    to_the_last_step(page)
    marks = page.locator(".state .says").all_text_contents()
    assert sorted(marks) == sorted("PNNNPNNNP")


def test_a_large_heap_still_has_its_strip(visit: Opener) -> None:
    page = visit(game("subtraction", "learn", heap=5000))
    strip = page.get_by_role("region", name="P/N strip")
    expect(strip.locator("li")).to_have_count(999)
    expect(strip).to_contain_text("lost for the player to move: 4, 8, 12")


def test_several_heaps_are_added_in_binary(visit: Opener) -> None:
    page = visit(game("nim", "learn", heaps=[3, 4, 5]))
    panel = page.get_by_role("region", name="Nim-sum")
    rows = ["nimberin binary", "heap of 33011", "heap of 44100", "heap of 55101", "sum (XOR)2010"]
    expect(panel.get_by_role("row")).to_have_text(rows)
    expect(panel.locator("tfoot .odd")).to_have_count(1)
    expect(panel).to_contain_text("the player to move wins")
    expect(page.get_by_role("region", name="States by level")).to_be_visible()


def test_heaps_too_large_to_draw_are_added_and_equal_ones_are_lost(visit: Opener) -> None:
    page = visit(game("nim", "learn", heaps=[70_000, 70_000]))
    panel = page.get_by_role("region", name="Nim-sum")
    expect(panel).to_contain_text("the player to move has lost")
    expect(panel.locator(".odd")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_game_that_comes_back_shows_its_draws(visit: Opener) -> None:
    page = visit(game("cat and mouse", "learn"))
    expect(page.get_by_text("nobody can force an end")).to_be_visible()
    to_the_last_step(page)
    expect(page.locator(".state.draw").first).to_contain_text("draw")
    expect(page.locator(".edges .best").first).to_be_attached()


def test_a_game_too_large_to_draw_says_so(visit: Opener) -> None:
    page = visit(game("tic-tac-toe", "learn"))
    expect(page.get_by_role("alert")).to_contain_text("at most 400")


# -- play ----------------------------------------------------------------------------------------


def test_a_game_is_played_to_its_end_against_the_engine(visit: Opener) -> None:
    page = visit(game("tic-tac-toe"))
    page.locator("svg [data-move='b2']").click()
    expect(page.locator(".turns li")).to_have_count(2)
    play_until_over(page)
    expect(status(page)).to_contain_text("The game is over: a draw")
    expect(page.locator(".report")).to_contain_text("Nothing was given away")


def test_moves_are_marked_by_value_and_by_shape(visit: Opener) -> None:
    page = visit(game("ends", row=[5, 3, 7, 10]))
    expect(move(page, "left")).to_contain_text("▼")
    expect(move(page, "left")).to_contain_text("loss, −1")
    expect(move(page, "right")).to_contain_text("▲")
    expect(move(page, "right")).to_contain_text("★ best")
    expect(page.locator("svg .playable.win.best")).to_have_count(1)
    page.get_by_label("Hide what moves are worth").check()
    expect(move(page, "right")).to_have_text("right +10")
    expect(page.locator("svg .playable.win")).to_have_count(0)


def test_the_chart_shows_where_it_was_thrown_away(visit: Opener) -> None:
    page = visit(game("ends", row=[5, 3, 7, 10]))
    move(page, "left").click()
    chart = page.get_by_role("img", name=re.compile("gave away 6"))
    expect(chart).to_be_visible()
    expect(page.locator(".turns .cost")).to_have_text("▼ gave away 6")
    play_until_over(page)
    expect(page.locator(".report")).to_contain_text("cost 6: a win by 5 became a loss by 1")


def test_undo_steps_and_the_best_line(visit: Opener) -> None:
    page = visit(game("ends", row=[5, 3, 7, 10]))
    move(page, "left").click()
    expect(page.locator(".turns li")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".turns li")).to_have_count(0)
    line = page.locator(".best-line button")
    expect(line).to_have_text(["right", "right", "left", "left"])
    line.nth(2).click()
    expect(page.locator(".turns li")).to_have_count(3)
    expect(status(page)).to_contain_text("Score 15 – 7")
    page.get_by_role("button", name="To the start").click()
    expect(status(page)).to_contain_text("Score 0 – 0")
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator(".turns li")).to_have_count(1)


def test_sides_are_swapped_and_the_engine_plays_on(visit: Opener) -> None:
    page = visit(game("ends", row=[5, 3, 7, 10]))
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator(".turns li")).to_have_count(1)
    expect(page.get_by_label("You play")).to_have_value("1")
    page.get_by_role("button", name="Engine move").click()
    expect(page.locator(".turns li")).to_have_count(2)
    page.get_by_role("button", name="Play to the end").click()
    expect(status(page)).to_contain_text("first player wins by 5, 15 – 10")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".turns li")).to_have_count(1)


def test_three_players_can_be_watched(visit: Opener) -> None:
    page = visit(game("three-player row"))
    page.get_by_label("You play").select_option("nobody: watch")
    page.get_by_role("button", name="Play to the end").click()
    expect(status(page)).to_contain_text("The game is over")
    expect(page.locator(".turns li")).to_have_count(6)


def test_a_service_that_is_busy_is_asked_again(visit: Opener) -> None:
    page, refused = visit(), []

    def answer(route: Route) -> None:
        if len(refused) == 2:
            route.continue_()
            return
        refused.append(route.request.url)
        error = {"code": "busy", "message": "Busy.", "field": None, "fix": "Try again."}
        route.fulfill(status=503, json={"error": error})

    page.route("**/v1/diagnose", answer)
    page.goto(f"{page.url.split('#')[0]}{game('nim')}")
    expect(page.locator(".fact-list li")).to_have_count(7)
    assert len(refused) == 2


def test_the_model_of_a_game_is_there_when_it_is_opened(visit: Opener) -> None:
    """Patterns document §12: state, choices, recurrence, time and space, on the page."""
    page = visit(game("stone game ii"))
    expect(page.locator(".model dd")).to_have_count(0)
    page.get_by_text("The model: state, moves, recurrence").click()
    expect(page.locator(".model dd").filter(has_text="by cap-queues")).to_have_count(2)


def test_the_facts_say_how_many_states_differ(visit: Opener) -> None:
    """Senior document §4: minimal state, the fewest coordinates that determine the future."""
    page = visit(game("stone game ii", "solve"))
    expect(page.locator(".facts .minimal")).to_contain_text("11 states, 7 differ, e.g. (3, 2)")


@pytest.mark.parametrize("first", range(4))
def test_every_game_opens_with_its_moves(visit: Opener, first: int) -> None:
    page = visit()
    for kind in GAMES[first::4]:
        page.goto(f"{page.url.split('#')[0]}{game(kind.name)}")
        moves = list(kind.example_game().moves(kind.example_game().start))
        expect(page.locator("h1, h2").filter(has_text=kind.name).first).to_be_visible()
        expect(page.locator(".move")).to_have_count(len(moves))
        expect(page.locator(".move.best").first).to_be_visible()
        expect(page.locator(".facts .fact-list, .facts .problem")).to_have_count(1)
        assert page.locator(".facts .problem").all_text_contents() == []
        expect(page.locator(".fact-list li")).to_have_count(7)


# -- links and copies ----------------------------------------------------------------------------


def test_a_link_reproduces_the_exact_position(visit: Opener) -> None:
    page = visit(game("chomp", height=2, width=3))
    move(page, "line 2, square 3").click()
    expect(page.locator(".turns li")).to_have_count(2)
    drawing = page.locator(".drawing svg").get_attribute("aria-label")
    again = visit(f"#{page.url.partition('#')[2]}")
    expect(again.locator(".drawing svg")).to_have_attribute("aria-label", str(drawing))
    expect(again.locator(".turns li")).to_have_count(2)


def test_a_last_move_game_is_turned_round_by_a_switch_that_the_link_keeps(
    visit: Opener, capsys: pytest.CaptureFixture[str]
) -> None:
    """Professional document, Theorem 7.4: misère, the player who makes the last move loses."""
    page = visit(game("nim", "solve", heaps=[1, 1]))
    expect(page.locator(".headline")).to_have_text("Second player wins with best play.")
    page.get_by_label("Misère").check()
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".headline")).to_have_text("First player wins with best play.")
    expect(page.locator(".rules")).to_contain_text("turned round: whoever moves last loses")
    page.get_by_role("button", name="Copy as Python").click()
    expect(page.locator("#toast")).to_have_text("The Python text is copied.")
    exec(page.evaluate("navigator.clipboard.readText()"), {})
    assert "Misere(Nim(heaps=(1, 1)))" in capsys.readouterr().out
    page.goto("about:blank")
    page.go_back()
    expect(page.locator(".headline")).to_have_text("First player wins with best play.")
    expect(page.get_by_label("Misère")).to_be_checked()


def test_a_game_of_scores_has_no_such_switch(visit: Opener) -> None:
    page = visit(game("ends"))
    expect(page.get_by_label("Row", exact=True)).to_be_visible()
    expect(page.get_by_label("Misère")).to_have_count(0)


def test_a_position_is_copied_as_python_that_runs(
    visit: Opener, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visit(game("ends", moves="right,right", row=[5, 3, 7, 10]))
    expect(page.locator(".turns li")).to_have_count(2)
    page.get_by_role("button", name="Copy as Python").click()
    expect(page.locator("#toast")).to_have_text("The Python text is copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert 'find("ends")(row=(5, 3, 7, 10))' in text
    exec(text, {})
    assert "2 for the player to move: a win" in capsys.readouterr().out


def test_a_position_is_copied_as_json(visit: Opener) -> None:
    page = visit(game("ends", row=[5, 3, 7, 10]))
    expect(move(page, "right")).to_be_visible()
    page.get_by_role("button", name="Copy as JSON").click()
    expect(page.locator("#toast")).to_have_text("The JSON text is copied.")
    told = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert told["answer"]["value"] == 5
    assert told["question"]["arguments"] == {"row": [5, 3, 7, 10]}


def test_a_link_with_a_move_that_is_none_shows_the_start(visit: Opener) -> None:
    page = visit(game("ends", moves="left,middle", row=[5, 3, 7, 10]))
    expect(page.get_by_role("alert")).to_contain_text("middle")
    expect(page.locator(".move")).to_have_count(2)
    expect(page.locator(".turns li")).to_have_count(0)


# -- what goes wrong -----------------------------------------------------------------------------


def test_a_word_that_is_no_number_is_named(visit: Opener) -> None:
    page = visit(game("ends"))
    page.get_by_label("Row", exact=True).fill("5 three 7")
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("alert")).to_contain_text("“three” is no number")
    expect(page.get_by_label("Row", exact=True)).to_be_focused()


def test_a_refusal_of_the_game_says_the_way_out(visit: Opener) -> None:
    page = visit(game("stone game", row=[1, 1]))
    expect(page.get_by_role("alert")).to_contain_text("Use Ends for any other row")


def test_a_game_that_is_not_there_is_said_to_be_so(visit: Opener) -> None:
    page = visit("#game=poker")
    expect(page.get_by_role("alert")).to_contain_text("There is no game “poker” here")


def test_a_long_solve_tells_how_far_it_is_and_can_be_cancelled(visit: Opener) -> None:
    page = visit(game("Long"))
    progress = page.locator("section.progress")
    expect(progress).to_contain_text("states")
    progress.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("alert")).to_contain_text("The solve was cancelled")
    page.get_by_label("most").fill("1")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".headline")).to_contain_text("with best play")


# -- phone, keyboard, dark, screen reader --------------------------------------------------------


@pytest.mark.parametrize("link", VIEWS)
def test_nothing_is_wider_than_a_phone(visit: Opener, link: str) -> None:
    page = visit(link, width=360, height=740)
    expect(page.locator(".card, .view-body > *").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_page_can_be_turned_into_a_phones(visit: Opener) -> None:
    page = visit(game("tic-tac-toe"))
    move(page, "b2").click()
    expect(page.locator(".turns li")).to_have_count(2)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    play_until_over(page)


def test_everything_is_done_by_keyboard(visit: Opener) -> None:
    page = visit()
    page.get_by_label("Find a game").focus()
    page.keyboard.type("coins in a row")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Learn Ends", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="Step back").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("td.filled")).to_have_count(4)
    page.get_by_role("link", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    expect(move(page, "right")).to_be_visible()
    move(page, "right").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".turns li")).to_have_count(2)
    page.keyboard.press("Enter")  # the focus has come to the first of the next moves
    expect(status(page)).to_contain_text("The game is over")


def test_the_header_can_be_skipped_and_the_address_stays(visit: Opener) -> None:
    page = visit(game("nim"))
    expect(page.locator(".move").first).to_be_visible()
    before = page.url
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    assert page.url == before


def test_dark_is_dark(visit: Opener) -> None:
    for dark, low, high in ((True, 0, 60), (False, 230, 255)):
        page = visit(game("ends"), dark=dark)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert all(low <= int(part) <= high for part in re.findall(r"\d+", colour)[:3])


def unnamed(page: Page) -> list[str]:
    """Controls without a name, and images without a text."""
    return page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=img]")]
        .filter((part) => part.checkVisibility() && !part.closest("[aria-hidden=true]"))
        .filter((part) => !(part.textContent.trim() || part.getAttribute("aria-label")
            || part.labels?.length))
        .map((part) => part.outerHTML)"""
    )


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("link", [*VIEWS, "#game=subtraction&view=learn"])
def test_the_page_is_accessible(visit: Opener, axe: str, link: str, dark: bool) -> None:
    page = visit(link, dark=dark)
    expect(page.locator(".card, .view-body > *").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert unnamed(page) == []
    assert page.locator("h1").count() == 1
    page.evaluate(axe)
    found = page.evaluate("axe.run().then((result) => result.violations)")
    told = [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"][:3]]
    assert told == []
