"""Any position, large games, lessons, and what a page asks of the service."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Request, Route, expect

from page_visits import Opener, game, move, press_for_long, status

# -- any position --------------------------------------------------------------------------------


def test_a_position_is_set_up_by_hand_by_text_and_shared_by_its_link(visit: Opener) -> None:
    page = visit(game("connect four", width=3, height=3, line=3))
    page.get_by_role("button", name="Edit position").click()
    dialog = page.get_by_role("dialog", name="Edit the position")
    square = dialog.locator("[data-at='0.0']")
    square.click()
    expect(square).to_have_text("X")
    dialog.get_by_role("button", name="Play from here").click()
    expect(dialog.get_by_role("alert")).to_contain_text("a disc hangs in the air")
    dialog.get_by_label("The position as a text").fill("...\n...\nXX.")
    dialog.get_by_role("button", name="Play from here").click()
    expect(dialog.get_by_role("alert")).to_contain_text("X has 2 and O has 0")
    expect(page.locator(".drawing .z-first-disc")).to_have_count(0)
    dialog.get_by_label("The position as a text").fill("...\nOO.\nXX.")
    dialog.get_by_role("button", name="Play from here").click()
    expect(move(page, "3")).to_contain_text("win in 1")
    move(page, "3").click()
    expect(page.locator(".z-decides")).to_have_count(3)
    expect(status(page)).to_contain_text("X played 3. The game is over: X wins")
    again = visit(f"#{page.url.partition('#')[2]}")
    expect(again.locator(".z-decides")).to_have_count(3)


def test_chess_is_set_up_as_fen_with_who_moves(visit: Opener) -> None:
    page = visit(game("chess ending", piece="R", size=4))
    edit = page.get_by_role("button", name="Edit position")
    expect(edit).to_be_enabled()  # a key is not waited with, as a click is
    edit.press("Enter")
    dialog = page.get_by_role("dialog", name="Edit the position")
    dialog.get_by_label("The position as a text").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("2k1/4/2K1/R3 b")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("Black to move")
    expect(page.locator("svg text.z-white")).to_have_count(2)
    page.get_by_role("button", name="Edit position").click()
    dialog = page.get_by_role("dialog", name="Edit the position")
    dialog.get_by_label("Who moves").select_option("White")
    dialog.locator("[data-at='3.0']").hover()
    page.mouse.down()
    dialog.get_by_label("Who moves").hover()
    page.mouse.up()  # let go outside: the mark stays
    dialog.locator("[data-at='1.1']").hover()
    page.mouse.down()
    dialog.locator("[data-at='1.2']").hover()
    page.mouse.up()
    assert dialog.locator("[data-at='3.0']").inner_text() == "R"
    dialog.locator("[data-at='3.0']").drag_to(dialog.locator("[data-at='3.3']"))
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".drawing svg")).to_have_attribute(
        "aria-label", "· · k · / · · · · / · · K · / · · · R / White to move"
    )


def test_who_moves_is_kept_and_chosen_where_the_position_does_not_say_it(visit: Opener) -> None:
    page = visit(game("ends", row=[5, 3, 7, 10], moves="right") + "&humans=0,1")
    expect(status(page)).to_contain_text("Second player to move")
    page.get_by_role("button", name="Edit position").click()
    dialog = page.get_by_role("dialog", name="Edit the position")
    expect(dialog.get_by_label("Who moves")).to_have_value("1")
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".turns li")).to_have_count(0)
    expect(status(page)).to_contain_text("Second player to move")
    expect(page.locator(".best-line li").first).to_have_text(re.compile("^second"))
    page.get_by_role("button", name="Edit position").click()
    dialog.get_by_label("Who moves").select_option("first player")
    dialog.get_by_role("button", name="Play from here").click()
    expect(status(page)).to_contain_text("First player to move")
    again = visit(f"#{page.url.partition('#')[2]}")
    expect(status(again)).to_contain_text("First player to move")


def test_heaps_and_texts_without_blanks_are_set_up_by_hand(visit: Opener) -> None:
    page = visit(game("nim", heaps=[3, 4, 5]))
    page.get_by_role("button", name="Edit position").click()
    dialog = page.get_by_role("dialog", name="Edit the position")
    expect(dialog).to_contain_text("Write how many are on each heap")
    expect(dialog.get_by_role("spinbutton")).to_have_count(3)
    dialog.get_by_role("spinbutton").first.fill("1")
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".drawing svg")).to_have_attribute("aria-label", "1 + 4 + 5")
    page = visit("#game=Daisy")
    page.get_by_role("button", name="Edit position").click()
    square = dialog.locator("[data-at='0.1']")
    square.click()
    expect(square).to_have_text("")
    expect(dialog.get_by_label("The position as a text")).to_have_value("o·ooo")
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".drawing svg")).to_have_attribute("aria-label", "o·ooo")


def test_men_keep_their_colours_when_a_position_is_set_up_again(visit: Opener) -> None:
    page = visit("#game=piece%20ending&humans=0,1&moves=Ra2-b2")
    expect(page.locator("svg text.z-white")).to_have_count(2)
    page.get_by_role("button", name="Edit position").click()
    dialog = page.get_by_role("dialog", name="Edit the position")
    expect(dialog.locator(".hint")).to_contain_text("4/4/1R2/K1k1 b")
    dialog.get_by_role("button", name="Play from here").click()
    expect(page.locator(".turns li")).to_have_count(0)
    expect(status(page)).to_contain_text("Second player to move")
    expect(page.locator(".drawing svg text.z-white")).to_have_count(2)


def test_a_damaged_link_says_so_and_shows_no_game(visit: Opener) -> None:
    whole = game("ends", row=[5, 3, 7, 10])
    cut = [whole.partition("%7D")[0], "#game=ends&arguments=", "#game=%E0%A4%A", "#game=ends&x=1"]
    page = visit()
    home = page.url.split("#")[0]
    for link in [*cut, "#game=ends&view=win", "#game=ends&humans=one", "#view=play"]:
        page.goto(f"{home}{link}")
        expect(page.get_by_role("alert")).to_contain_text("This link is damaged")
        expect(page.locator(".move, .card")).to_have_count(0)


def test_a_link_that_was_cut_anywhere_says_so_and_one_that_is_whole_opens(visit: Opener) -> None:
    page = visit("#game=stone%20game%20iii&humans=0,1")
    expect(page.locator(".move").first).to_be_visible()
    move(page, "take 1").click()
    expect(page.locator(".turns li")).to_have_count(1)
    whole = page.url
    home, _, link = whole.partition("#")
    assert link.startswith("sum=")
    cuts = [link[:size] for size in range(1, len(link))]
    told = page.evaluate(
        """async ([links]) => {
          const { readLink } = await import(document.querySelector("script[type=module]").src
            .replace(/app\\.js.*/, "link.js"));
          return links.map((link) => Boolean(readLink("#" + link).damaged));
        }""",
        [[*cuts, link.replace("&humans=0,1", ""), link, link.replace(",", "%2C")]],
    )
    assert told == [True] * len(cuts) + [True, False, False]
    page.goto(f"{home}#{link.replace('%20iii', '%20ii')}")
    expect(page.get_by_role("alert")).to_contain_text("something is missing in it")
    expect(page.locator(".move")).to_have_count(0)
    page.goto("about:blank")
    page.goto(whole)
    expect(page.locator(".turns li")).to_have_count(1)


# -- large games ---------------------------------------------------------------------------------


def test_a_game_too_large_to_solve_is_played_with_bounds(visit: Opener) -> None:
    page = visit()
    refuse_jobs(page)
    home = page.url.split("#")[0]
    page.goto(f"{home}{game('connect four', width=7, height=6)}")
    expect(page.locator(".move")).to_have_count(7)
    expect(page.locator(".open-note")).to_contain_text("Proven bounds tighten while you watch")
    expect(move(page, "4")).to_contain_text("not settled yet")
    page.locator(".drawing .z-head[data-move='4']").click()
    expect(page.locator(".turns li")).to_have_count(2)  # the engine has answered
    page.goto("about:blank")
    late = game("connect four", width=4, height=4, moves="1,1,1,1,2,2,2,2")
    page.goto(f"{home}{late}")
    expect(page.locator(".open-note")).to_contain_text("All moves are settled")
    expect(page.locator(".move.draw.best")).to_have_count(2)


def test_two_plies_and_two_moves_of_a_game_too_large_to_solve_are_told_with_bounds(
    visit: Opener,
) -> None:
    page = visit()
    refuse_jobs(page)
    asked = asked_of(page)
    page.goto(f"{page.url.split('#')[0]}{game('connect four', width=7, height=6)}")
    expect(page.locator(".open-note")).to_contain_text("positions searched")
    page.get_by_text("Around this position: two plies").click()
    expect(page.locator(".branch")).to_have_count(7)
    expect(page.locator(".branch").first.locator(".leaf")).to_have_count(7)
    expect(page.get_by_role("button", name="4: not settled yet")).to_be_visible()
    page.get_by_text("Compare two moves").click()
    page.get_by_label("A move to compare").nth(0).select_option("4")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".one-side svg")).to_have_count(2)
    side = page.get_by_role("region", name="After 4")
    expect(side).to_contain_text(re.compile("not settled yet.*O then has 7 moves."))
    page.locator(".branch .near-move").nth(3).click()
    expect(page.locator(".turns li").nth(1)).to_be_visible()
    assert not repeated(asked)


def refuse_jobs(page: Page) -> None:
    """As a service does whose worker has no room for the whole game."""
    error = {"code": "too_large", "message": "Too large.", "field": "arguments", "fix": "Less."}
    page.route("**/v1/jobs", lambda route: route.fulfill(status=422, json={"error": error}))


def asked_of(page: Page) -> list[tuple[str, str, str | None]]:
    """What the page asks of the service from now on."""
    asked: list[tuple[str, str, str | None]] = []

    def note(request: Request) -> None:
        if "/v1/" in request.url:
            asked.append((request.url.rpartition("/v1/")[2], request.method, request.post_data))

    page.on("request", note)
    return asked


def repeated(asked: list[tuple[str, str, str | None]]) -> list[tuple[str, str, str | None]]:
    """Equal questions; only bounds grow while they are asked for again."""
    once = [question for question in asked if question[0] != "bounds"]
    return [question for question in set(once) if once.count(question) > 1]


def test_requests_are_not_made_twice_and_the_board_comes_before_the_values(visit: Opener) -> None:
    page = visit()
    asked = asked_of(page)
    page.goto(f"{page.url.split('#')[0]}{game('nim')}")
    expect(page.locator(".move.best").first).to_be_visible()
    expect(page.locator(".fact-list li")).to_have_count(7)
    assert not repeated(asked)
    names = [name for name, _, _ in asked]
    assert names.index("board") < names.index("play") < names.index("diagnose")


def test_what_was_asked_is_known_in_every_view(visit: Opener) -> None:
    page = visit()
    asked = asked_of(page)
    page.goto(f"{page.url.split('#')[0]}{game('ends', row=[5, 3, 7, 10])}")
    expect(page.locator(".move.best")).to_have_count(1)
    for _ in range(2):
        page.get_by_role("link", name="Learn", exact=True).click()
        expect(page.get_by_role("grid")).to_be_visible()
        page.get_by_role("link", name="Solve", exact=True).click()
        expect(page.get_by_role("region", name="Answer")).to_be_visible()
        page.get_by_role("link", name="Play", exact=True).click()
        expect(page.locator(".move.best")).to_have_count(1)
    page.get_by_text("Compare two moves").click()
    move(page, "right").click()
    turns = page.locator(".turns li")
    for key, count in (("", 2), ("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        if key:
            page.keyboard.press(key)
        expect(turns).to_have_count(count)
    for _ in range(2):
        page.get_by_role("button", name="Compare", exact=True).click()
        expect(page.locator(".one-side")).to_have_count(2)
    assert not repeated(asked)


# -- play ----------------------------------------------------------------------------------------


def test_arrow_keys_undo_and_redo_lead_through_a_game(visit: Opener) -> None:
    page = visit(game("kalah"))
    expect(page.locator(".move.best").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".move").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".move").last).to_be_focused()
    page.keyboard.press("Enter")
    turns = page.locator(".turns li")
    expect(turns.nth(1)).to_be_visible()
    played = turns.count()
    drawing = page.locator(".drawing svg")
    end = drawing.get_attribute("aria-label")
    page.keyboard.press("ArrowLeft")
    expect(turns).to_have_count(played - 1)
    page.keyboard.press("Control+z")
    expect(turns).to_have_count(0)
    page.keyboard.press("Control+y")
    expect(turns).to_have_count(played)
    expect(drawing).to_have_attribute("aria-label", str(end))
    page.keyboard.press("Home")
    expect(turns).to_have_count(0)
    page.keyboard.press("End")
    expect(turns).to_have_count(played)
    expect(page.locator(".drawing .z-last")).to_have_count(1)
    steps = page.locator(".best-line li")
    expect(steps.first).to_have_text(re.compile("^(first|second)house"))


def test_a_move_that_is_pressed_while_its_value_comes_is_played(visit: Opener) -> None:
    """The button was replaced between press and release, and the click was lost."""
    page, held = visit(), []
    press_for_long(page)
    page.route("**/v1/play", lambda route: held.append(route), times=1)
    with page.expect_request("**/v1/play"):
        page.goto(f"{page.url.split('#')[0]}{game('ends', row=[5, 3, 7, 10])}")
    move(page, "left").hover()
    page.mouse.down()
    with page.expect_response("**/v1/play"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    page.mouse.up()
    expect(page.locator(".turns li").first).to_contain_text("left")


def test_two_moves_are_compared_and_two_plies_are_shown(visit: Opener) -> None:
    page = visit(game("ends", row=[5, 3, 7, 10]))
    page.get_by_text("Compare two moves").click()
    page.get_by_role("button", name="Compare").click()
    sides = page.locator(".one-side")
    expect(sides).to_have_count(2)
    expect(sides.nth(0)).to_contain_text("win, +5")
    expect(sides.nth(1)).to_contain_text("loss, −1")
    page.get_by_text("Around this position: two plies").click()
    expect(page.locator(".branch")).to_have_count(2)
    page.get_by_role("button", name="right: win, best").click()
    expect(page.locator(".turns li")).to_have_count(2)


def test_a_position_is_saved_as_a_picture(visit: Opener) -> None:
    page = visit(game("tic-tac-toe", moves="b2,a1"))
    expect(page.locator(".turns li")).to_have_count(2)
    for kind, head in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Picture as {kind}").click()
        assert saved.value.suggested_filename == f"tic-tac-toe.{kind.lower()}"
        assert saved.value.path().read_bytes().startswith(head)


# -- learn ---------------------------------------------------------------------------------------


def test_a_lesson_asks_checks_and_sums_up(visit: Opener) -> None:
    page = visit(game("ends", "learn", row=[5, 3, 7, 10]))
    lesson = page.get_by_role("region", name="Lesson")
    lesson.get_by_role("button", name="Second player").click()
    expect(lesson.locator(".checked")).to_contain_text(
        "Not quite. With best play first player wins"
    )
    lesson.get_by_role("button", name="Next").click()
    lesson.get_by_label("Your number").fill("five")
    lesson.get_by_role("button", name="Check").click()
    expect(lesson.get_by_role("alert")).to_contain_text("“five” is no number")
    lesson.get_by_label("Your number").fill("5")
    lesson.get_by_role("button", name="Check").click()
    expect(lesson.locator(".checked")).to_contain_text("Right. It is +5")
    lesson.get_by_role("button", name="Next").click()
    lesson.get_by_role("button", name="left", exact=True).click()
    expect(lesson.locator(".checked")).to_contain_text("Left is a loss: the best answer is right")
    lesson.get_by_role("button", name="Next").click()
    expect(lesson.locator("h3")).to_contain_text("After right: what does second player do now?")
    lesson.get_by_role("button", name="Show the answer").click()
    lesson.get_by_role("button", name="Summary").click()
    expect(lesson.locator(".summary tbody tr")).to_have_count(4)
    expect(lesson.get_by_role("button", name="Print")).to_be_visible()
    expect(page.locator(".headline")).to_have_text("First player wins with best play, 15 – 10.")


def test_a_teacher_goes_on_with_one_key(visit: Opener) -> None:
    page = visit(game("three-player row", "learn"))
    lesson = page.get_by_role("region", name="Lesson")
    expect(lesson.locator("h3")).to_contain_text("Who ends with the most, if everyone plays best?")
    lesson.get_by_label("Teacher’s mode").check()
    expect(lesson.get_by_role("button", name="First player")).to_have_count(0)
    page.keyboard.press("n")
    expect(lesson.locator(".checked")).to_contain_text("If everyone plays best")
    page.keyboard.press("n")
    expect(lesson.locator("h3")).to_contain_text("2 of 3")


def test_a_position_of_a_game_too_large_to_solve_has_a_lesson_by_its_rules(visit: Opener) -> None:
    page = visit()
    refuse_jobs(page)
    asked = asked_of(page)
    home = page.url.split("#")[0]
    page.goto(f"{home}{game('kalah', 'learn', houses=6, seeds=6)}")
    lesson = page.get_by_role("region", name="Lesson")
    expect(lesson.locator("h3")).to_contain_text("How many moves are there?")
    lesson.get_by_label("Your number").fill("6")
    lesson.get_by_role("button", name="Check").click()
    expect(lesson.locator(".checked")).to_contain_text("Right. First player has 6 moves")
    lesson.get_by_role("button", name="Next").click()
    expect(lesson.locator("h3")).to_contain_text("After which move does first player move again?")
    lesson.get_by_role("button", name="house 2").click()
    expect(lesson.locator(".checked")).to_contain_text("Not quite. After house 1: the turn stays")
    away = page.get_by_role("region", name="A lesson with values")
    expect(away).to_contain_text("Too large. Less.")
    expect(away.get_by_role("link")).to_have_count(2)
    page.get_by_text("The moves from this position, and the answers to each").click()
    expect(page.locator(".branch")).to_have_count(6)
    assert [name for name, _, _ in asked].count("jobs") == 1
    assert not repeated(asked)


def test_a_lesson_by_the_rules_asks_what_is_proven(visit: Opener) -> None:
    page = visit()
    refuse_jobs(page)
    lost = [{"key": key, "low": -1, "high": 1 if key in (2, 5) else -1} for key in range(1, 8)]
    proven = {"position": [], "moves": lost, "low": -1, "high": 1, "settled": False, "nodes": 9}
    page.route("**/v1/bounds", lambda route: route.fulfill(json=proven))
    late = game("connect four", "learn", moves="4,4,4,4,3", width=7, height=6)
    page.goto(f"{page.url.split('#')[0]}{late}")
    lesson = page.get_by_role("region", name="Lesson")
    asks = lesson.locator("h3")
    expect(asks).to_contain_text("1 of")
    for _ in range(8):
        if "proven to lose" in asks.inner_text():
            break
        lesson.get_by_role("button", name="Show the answer").click()
        lesson.get_by_role("button", name="Next").click()
    expect(asks).to_contain_text("Some moves are proven to lose, whatever follows. Which is not?")
    lesson.get_by_role("button", name="7").click()
    expect(lesson.locator(".checked")).to_contain_text("Not quite. 2, 5. Proven to lose: 1, 3")


def test_a_lesson_by_the_rules_is_there_while_the_position_is_being_solved(visit: Opener) -> None:
    page, held = visit(), []
    error = {"code": "too_large", "message": "Too large.", "field": "arguments", "fix": "Less."}

    def answer(route: Route) -> None:
        if json.loads(route.request.post_data or "")["position"] is None:
            route.fulfill(status=422, json={"error": error})
        else:
            held.append(route)

    page.route("**/v1/jobs", answer)
    late = game("connect four", "learn", moves="1,1,1,1,2,2,2,2", width=4, height=4)
    page.goto(f"{page.url.split('#')[0]}{late}")
    away = page.get_by_role("region", name="A lesson with values")
    expect(away).to_contain_text("This position is being solved.")
    held[0].continue_()
    away.get_by_role("button", name="A lesson with values").click()
    expect(page.locator(".lesson h3")).to_contain_text("Who wins, if both play best?")


# -- forms ---------------------------------------------------------------------------------------


def test_a_class_without_an_example_gets_a_form_and_its_own_words(visit: Opener) -> None:
    page = visit("#game=Towers")
    expect(page.get_by_role("status").filter(has_text="fill in its numbers above")).to_be_visible()
    expect(page.get_by_label("Most", exact=True)).to_have_value("3")
    page.get_by_label("Heights").fill("0 2")
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("alert")).to_contain_text("The game refuses this: a tower has a stone")
    assert "Error" not in (page.get_by_role("alert").text_content() or "")
    page.get_by_label("Heights").fill("1 2")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".move")).to_have_count(3)
    assert json.dumps([1, 2]).replace(" ", "") in page.url.replace("%20", "")


def test_rows_that_are_left_empty_keep_their_default(visit: Opener) -> None:
    page = visit("#game=Doors")
    expect(page.locator(".move")).to_have_count(2)
    page.get_by_label("Steps").fill("3")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".move .worth").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("Doors").fill("2 0")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator(".move.best")).to_have_count(1)  # both were, before there was a door
    expect(page.locator(".move.best")).to_contain_text("1win in 1")
