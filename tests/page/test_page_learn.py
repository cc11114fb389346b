"""Find a game and learn it: the gallery, the table of a row, the pictures of every family."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from page_visits import Opener, game, move, step, this_step, to_the_last_step
from zermelo.games import GAMES
from zermelo.teaching.which import about

# -- gallery -------------------------------------------------------------------------------------


def test_every_game_is_a_card_with_a_picture_and_three_ways(visit: Opener) -> None:
    page = visit()
    cards = page.locator(".card")
    expect(cards).to_have_count(len(GAMES) + 6)  # and the own ones of these tests
    for card in cards.all():
        expect(card.locator("svg, .card-letter")).to_have_count(1)
        assert card.get_by_role("link").all_text_contents() == ["Play", "Learn", "Solve"]


def test_a_card_says_what_is_wrong_with_a_class(visit: Opener) -> None:
    wrong = visit().locator(".card-wrong")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text("Unpainted.picture(4): it raised ValueError: no paint")


def test_a_game_is_found_by_its_number(visit: Opener) -> None:
    page = visit()
    page.get_by_label("Find a game").fill("1140")
    expect(page.locator(".card:visible")).to_have_count(1)
    page.get_by_role("link", name="Play Stone game II", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stone game II")


@pytest.mark.parametrize(
    "text",
    ["first three", "divides", "choose a number not used", "last to move", "can repeat positions",
     "picking from an array", "either end", "Grundy", "tic-tac-toe"],
)  # fmt: skip
def test_a_game_is_found_by_a_clue_as_at_the_prompt(visit: Opener, text: str) -> None:
    """Patterns document §17: the clue in a problem leads to its games."""
    page = visit()
    page.get_by_label("Find a game").fill(text)
    expected = {kind.name for kind in about(text)}
    assert expected
    expect(page.locator(".count-line")).to_have_text(re.compile(rf"^{len(expected)} game"))
    hrefs = [link.get_attribute("href") or "" for link in page.locator(".way.play").all()]
    assert {unquote(href).partition("game=")[2].split("&")[0] for href in hrefs} == expected


# -- rows ----------------------------------------------------------------------------------------


def test_a_row_is_typed_and_its_table_is_read(visit: Opener) -> None:
    page = visit(game("ends", "learn"))
    page.get_by_label("Row", exact=True).fill("1, 5 233;7")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("h3").filter(has_text="Who wins, if both play best?")).to_be_visible()
    expect(page.locator(".headline")).to_be_empty()  # it does not give the result away
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
        expect(question.locator(".checked")).to_be_empty()
        step(page)
    assert len(seen) == 10
    page.get_by_role("button", name="Step back").click()
    expect(question.locator(".ask")).to_contain_text("brings the most now, 7. Is it wise?")
    question.get_by_role("button", name="Yes").click()
    expect(question.locator(".checked")).to_contain_text("Not quite. It leaves")
    expect(question.locator(".checked")).to_contain_text("So D(0, 3) = 222.")


def test_a_question_beside_the_graph_takes_an_answer_in_the_words_of_the_game(
    visit: Opener,
) -> None:
    page = visit(game("three-player row", "learn"))
    question = page.get_by_role("region", name="Question")
    expect(question.locator(".ask")).to_contain_text("Who still gets something?")
    question.get_by_role("button", name="Nobody").click()
    expect(question.locator(".checked")).to_contain_text("Right. Nobody")
    step(page, 12)
    expect(question.locator(".ask")).to_contain_text("which move is best?")
    question.get_by_role("button", name="Show the answer").click()
    expect(question.locator(".checked")).to_contain_text("third player gets")
    assert "0, 0, 0" not in question.inner_text()


def test_a_question_of_a_drawn_game_shows_the_position_it_means(visit: Opener) -> None:
    page = visit(game("dots and boxes", "learn", height=1, width=2))
    question = page.get_by_role("region", name="Question")
    expect(question.locator(".ask")).to_contain_text("In this position: no move is left.")
    expect(question.locator("svg")).to_have_count(1)
    question.get_by_label("Your number").fill("0")
    question.get_by_role("button", name="Check").click()
    expect(question.locator(".checked")).to_contain_text("Right. 0")


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
    page.get_by_text("The heaps in binary", exact=True).click()
    panel = page.get_by_role("region", name="Nim-sum")
    rows = ["nimberin binary", "heap of 33011", "heap of 44100", "heap of 55101", "sum (XOR)2010"]
    expect(panel.get_by_role("row")).to_have_text(rows)
    expect(panel.locator("tfoot .odd")).to_have_count(1)
    expect(panel).to_contain_text("the player to move wins")
    expect(page.get_by_role("region", name="States by level")).to_be_visible()


def test_heaps_too_large_to_draw_are_added_and_equal_ones_are_lost(visit: Opener) -> None:
    page = visit(game("nim", "learn", heaps=[70_000, 70_000]))
    page.get_by_text("The heaps in binary", exact=True).click()
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


def test_a_game_too_large_to_draw_shows_what_is_around_the_position(visit: Opener) -> None:
    page = visit(game("tic-tac-toe", "learn"))
    page.get_by_text("The whole graph is too large to draw").click()
    expect(page.locator(".branch")).to_have_count(9)
    expect(page.locator(".branch").first.locator(".leaf")).to_have_count(8)


def test_a_graph_is_there_without_fading_from_black(visit: Opener) -> None:
    page = visit(game("subtraction", heap=7))
    expect(page.locator(".move.best").first).to_be_visible()
    page.evaluate(
        """() => {
            window.faded = 0;
            document.addEventListener("transitionrun", ({ target }) => {
                if (target.closest(".state")) window.faded += 1;
            });
        }"""
    )
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page.locator(".state").first).to_be_visible()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    assert page.evaluate("window.faded") == 0


@pytest.mark.parametrize(
    ("name", "intro", "asks"),
    [
        ("kalah", "named by the moves that lead there from the start", "After "),
        (
            "three-player row",
            "the numbers that the rules keep of it: “0, 5” is shown as",
            "[4] (in the picture",
        ),
    ],
)
def test_the_names_of_states_are_explained(visit: Opener, name: str, intro: str, asks: str) -> None:
    page = visit(game(name, "learn"))
    expect(page.locator(".zermelo")).to_contain_text(intro)
    question = page.locator(".question .ask")
    for _ in range(8):
        if asks in (question.text_content() or ""):
            break
        step(page)
    expect(question).to_contain_text(asks)


@pytest.mark.parametrize(("name", "count"), [("nim", 2), ("tic-tac-toe", 3), ("cat and mouse", 3)])
def test_a_draw_is_an_answer_where_there_may_be_one(visit: Opener, name: str, count: int) -> None:
    page = visit(game(name, "learn"))
    expect(page.locator(".lesson h3")).to_contain_text("Who wins")
    expect(page.locator(".lesson .ways-to-answer button")).to_have_count(count)
