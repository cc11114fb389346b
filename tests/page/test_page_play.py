"""Play, share and copy: against the engine, by a link, as Python, and what goes wrong."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from page_visits import Opener, game, move, play_until_over, status
from zermelo.games import GAMES

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
    expect(page.locator(".best-line")).to_be_visible()  # before it is solved, watching plays on
    page.get_by_label("You play").select_option("nobody: watch")
    page.get_by_role("button", name="Play to the end").click()
    expect(status(page)).to_contain_text("The game is over")
    expect(page.locator(".turns li")).to_have_count(6)


def test_three_players_have_words_of_their_own(visit: Opener) -> None:
    """Nobody of three simply loses: one ends behind with 7 to come."""
    page = visit(game("three-player row", row=[4, 1, 7, 2, 9, 3]))
    expect(move(page, "left")).to_contain_text("behind, gets 7")
    expect(page.locator(".legend-line")).to_have_text("▼ ends behind★ best")
    page.get_by_text("Compare two moves").click()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".one-side").nth(1)).to_contain_text("behind, gets 5")
    page.get_by_text("Around this position: two plies").click()
    expect(page.get_by_role("button", name="left: behind, best")).to_be_visible()
    learn = visit(game("three-player row", "learn", row=[4, 1, 7, 2, 9, 3]))
    expect(learn.locator(".question .ask")).to_contain_text("Who still gets something?")


def test_every_step_of_the_best_line_says_whose_it_is(visit: Opener) -> None:
    page = visit(game("three-player row", row=[4, 1, 7, 2, 9, 3], players=5))
    expect(page.locator(".steps .who").nth(4)).to_be_visible()
    who = page.locator(".steps .who").all_text_contents()
    assert who == ["first", "second", "third", "player 4", "player 5", "first"]


def test_nobody_of_three_players_wins_in_a_lesson(visit: Opener) -> None:
    page = visit(game("three-player row", "learn"))
    lesson = page.locator(".lesson")
    expect(lesson.locator("h3")).to_contain_text("Who ends with the most")
    lesson.get_by_role("button", name="Show the answer").click()
    expect(lesson.locator(".checked")).to_contain_text("player ends with the most, ")


def test_at_the_end_one_of_three_players_has_the_most(visit: Opener) -> None:
    page = visit(game("three-player row", moves="left,left,left", row=[4, 1, 7]))
    expect(status(page)).to_contain_text("is over: third player ends with the most, 4 – 1 – 7.")
    expect(page.locator(".report")).to_contain_text("Best play: ")
    expect(page.locator(".report")).not_to_contain_text("wins")
    expect(page.locator(".report")).to_contain_text("third player ends with the most")


def test_a_board_whose_rules_do_not_answer_says_so(visit: Opener) -> None:
    page = visit("#game=Hushed")
    expect(page.get_by_role("alert")).to_contain_text("Hushed.moves(3) has not answered within 1 s")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(status(page)).to_contain_text("First player to move")


def test_a_mistake_is_told_when_the_engine_plays_the_rest(visit: Opener) -> None:
    """The report had said that nothing was given away, beside a move that gave away 2."""
    page = visit(game("three-player row", row=[4, 1, 7, 2, 9, 3]))
    expect(page.locator(".best-line")).to_be_visible()
    move(page, "right").click()
    expect(page.locator(".turns .cost")).to_have_text("▼ gave away 2")
    page.get_by_role("button", name="Play to the end").click()
    expect(page.locator(".report li")).to_have_text("Move 1, first player: right gave away 2")


def test_what_was_given_away_where_only_the_end_counts_is_told_in_words(visit: Opener) -> None:
    page = visit(game("nim", heaps=[1, 2]))
    expect(page.locator(".best-line")).to_be_visible()
    page.locator(".move-list .move:not(.best)").first.click()
    expect(page.locator(".turns .cost").first).to_have_text("▼ turned a win into a loss")


def test_a_move_on_a_phone_is_not_broken_within_a_word(visit: Opener) -> None:
    page = visit(game("ends", row=[5, 3, 7, 10]), width=390, height=740)
    expect(page.locator(".move.best")).to_have_count(1)
    heights = [name.bounding_box() for name in page.locator(".move-name").all()]
    assert [box is not None and box["height"] < 30 for box in heights] == [True, True]


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
    said = "11 states, 7 differ, e.g. [4, 4], M = 2"
    expect(page.locator(".facts .minimal")).to_contain_text(said)


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


def test_a_move_of_a_link_that_cannot_be_made_is_told_in_the_words_of_the_page(
    visit: Opener,
) -> None:
    page = visit(game("ends", moves="left,up", row=[5, 3, 7, 10]))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Move 2 of this link cannot be made: 'up' is no move here.")
    expect(alert).to_contain_text("Choose a move yourself, or ask for the link again.")
    expect(page.locator(".move")).to_have_count(2)


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


def test_a_game_with_a_misere_form_of_its_own_calls_its_switch_the_same(visit: Opener) -> None:
    page = visit(game("tic-tac-toe"))
    expect(page.get_by_label("Misère")).to_have_count(1)


def test_a_game_of_scores_has_no_such_switch(visit: Opener) -> None:
    page = visit(game("ends"))
    expect(page.get_by_label("Row", exact=True)).to_be_visible()
    expect(page.get_by_label("Misère")).to_have_count(0)


@pytest.mark.parametrize("view", ["play", "learn"])
def test_a_position_is_copied_as_python_that_runs(
    visit: Opener, view: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visit(game("ends", view, moves="right,right", row=[5, 3, 7, 10]))
    expect(
        page.locator(".turns li").nth(1) if view == "play" else page.locator(".lesson h3")
    ).to_be_visible()
    page.get_by_role("button", name="Copy as Python").click()
    expect(page.locator("#toast")).to_have_text("The Python text is copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert 'find("ends")(row=(5, 3, 7, 10))' in text
    exec(text, {})
    assert "2 for the player to move: a win" in capsys.readouterr().out


@pytest.mark.parametrize(("moves", "value", "solves"), [("", 5, 0), ("right,right", 2, 1)])
def test_a_position_is_copied_as_json(visit: Opener, moves: str, value: int, solves: int) -> None:
    """At the start the answer is there, or being worked out: it is not asked for again."""
    page, asked = visit(), []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    given = {"moves": moves} if moves else {}
    page.goto(f"{page.url.split('#')[0]}{game('ends', row=[5, 3, 7, 10], **given)}")
    expect(move(page, "right")).to_be_visible()
    page.get_by_role("button", name="Copy as JSON").click()
    expect(page.locator("#toast")).to_have_text("The JSON text is copied.")
    told = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert told["answer"]["value"] == value
    assert told["question"]["arguments"] == {"row": [5, 3, 7, 10]}
    assert asked.count("solve") == solves


def test_a_position_too_large_to_solve_is_copied_with_what_is_known(
    visit: Opener, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visit()
    error = {"code": "too_large", "message": "Too large.", "field": "arguments", "fix": "Less."}
    for name in ("jobs", "solve"):
        page.route(f"**/v1/{name}", lambda route: route.fulfill(status=422, json={"error": error}))
    late = game("connect four", moves="4,4,3", width=7, height=6)
    page.goto(f"{page.url.split('#')[0]}{late}")
    expect(page.locator(".open-note")).to_contain_text("positions searched")
    page.get_by_role("button", name="Copy as JSON").click()
    expect(page.locator("#toast")).to_have_text("The JSON text is copied.")
    told = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert told["answer"] is None
    assert told["moves"] == ["4", "4", "3"]
    assert told["question"]["arguments"] == {"width": 7, "height": 6}
    assert told["question"]["position"] == told["bounds"]["position"]
    assert len(told["bounds"]["moves"]) == 7
    page.get_by_role("button", name="Copy as Python").click()
    expect(page.locator("#toast")).to_have_text("The Python text is copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert "solve(game, start=(" in text
    exec(text.replace("seconds=10", "seconds=0.1"), {})
    assert "alpha-beta with proven bounds" in capsys.readouterr().out


def test_a_class_without_an_example_is_copied_with_what_its_form_holds(visit: Opener) -> None:
    page = visit("#game=Towers")
    page.get_by_label("Heights").fill("1 2")
    page.get_by_role("button", name="Copy as Python").click()
    expect(page.locator("#toast")).to_have_text("The Python text is copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert "Towers(heights=(1, 2), most=3)" in text


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
    expect(page.locator(".open-note")).to_contain_text("The solve was cancelled")
    page.get_by_label("most").fill("1")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".headline")).to_contain_text("with best play")
