"""What the page does when the service refuses, breaks off or asks for a token: nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from page_visits import Opener, game, move, press_for_long, status

ROW = {"row": [5, 3, 7, 10]}


def refusing(code: str, http: int, times: int = 10**6) -> Callable[[Route], None]:
    """An answer that refuses so many times, and then lets questions through."""
    left = [times]

    def answer(route: Route) -> None:
        if not left[0]:
            route.continue_()
            return
        left[0] -= 1
        error = {"code": code, "message": "Not now.", "field": None, "fix": "Try again."}
        route.fulfill(status=http, json={"error": error})

    return answer


def at(page: Page, link: str) -> None:
    page.goto(f"{page.url.split('#')[0]}{link}")


def test_a_table_that_is_not_at_hand_leaves_a_board_that_is_played(visit: Opener) -> None:
    page = visit()
    page.route("**/v1/play", refusing("too_slow", 422))
    at(page, game("ends", **ROW))
    expect(page.locator(".headline")).to_contain_text("First player wins")
    move(page, "left").click()
    expect(page.locator(".turns li").first).to_contain_text("left")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_stream_that_breaks_off_leaves_the_board(visit: Opener) -> None:
    page = visit()
    page.route("**/v1/jobs/*/events", lambda route: route.abort("connectionreset"))
    at(page, game("ends", **ROW))
    expect(page.locator(".open-note")).to_contain_text("The whole game is not solved here")
    expect(page.locator(".move")).to_have_count(2)
    head = '"event: progress\\n\\n"'
    broken = f"""() => {{
      const real = window.fetch;
      window.fetch = (path, more) => String(path).endsWith("/events")
        ? Promise.resolve(new Response(new ReadableStream({{
            start(control) {{ control.enqueue(new TextEncoder().encode({head})); }},
            pull(control) {{ control.error(new TypeError("network error")); }},
          }}), {{ status: 200 }}))
        : real(path, more);
    }}"""
    page.evaluate(broken)
    page.evaluate("link => { location.hash = link; }", game("ends", row=[5, 3, 7]))
    expect(page.locator(".open-note")).to_contain_text("The whole game is not solved here")
    expect(page.locator(".move")).to_have_count(2)


def test_a_link_outlives_a_service_that_is_down_for_a_moment(visit: Opener) -> None:
    page, held = visit(), []
    page.route("**/v1/jobs", lambda route: held.append(route))
    page.route("**/v1/board", refusing("worker_lost", 500))
    link = game("ends", moves="right", **ROW)
    at(page, link)
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    with page.expect_response("**/v1/board"):  # the page asks once more when no solution comes
        refusing("worker_lost", 500)(held[-1])
    expect(again).to_be_visible()
    assert page.url.endswith(link)
    page.unroute("**/v1/board")
    again.click()
    expect(page.locator(".turns li")).to_have_count(1)
    expect(status(page)).to_contain_text("right")


def test_a_button_that_is_pressed_while_the_solve_breaks_off_is_heard(visit: Opener) -> None:
    page, held = visit(), []
    press_for_long(page)
    page.route("**/v1/jobs", lambda route: held.append(route))
    page.route("**/v1/board", refusing("worker_lost", 500))
    at(page, game("ends", moves="right", **ROW))
    page.get_by_role("button", name="Try again").hover()
    page.mouse.down()
    with page.expect_response("**/v1/jobs"):
        refusing("worker_lost", 500)(held[0])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    page.unroute("**/v1/board")
    page.mouse.up()
    expect(page.locator(".turns li")).to_have_count(1)


def test_setting_up_again_begins_anew_after_a_cancel(visit: Opener) -> None:
    page = visit(game("Long", most=999_983))
    progress = page.locator("section.progress")
    expect(progress).to_contain_text("states")
    progress.get_by_role("button", name="Cancel").click()
    expect(page.locator(".open-note")).to_contain_text("The solve was cancelled")
    page.locator(".move").first.click()
    expect(page.locator(".turns li").first).to_be_visible()
    page.get_by_role("button", name="Set up").click()
    expect(progress).to_contain_text("states")
    expect(page.locator("section.progress")).to_have_count(1)
    progress.get_by_role("button", name="Cancel").click()


def test_a_token_that_is_wrong_is_said_to_be_so(visit: Opener) -> None:
    page = visit()
    page.route("**/v1/games", refusing("unauthorised", 401, times=2))
    page.reload()
    field = page.get_by_label("This service asks for a token")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.evaluate("() => { location.hash = 'game=nim'; location.hash = ''; }")
    expect(field).to_be_visible()
    field.fill("wrong")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("alert")).to_contain_text("This token is not right")
    expect(field).to_be_focused()
    field.fill("right")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".card").first).to_be_visible()


@pytest.mark.parametrize(
    "link",
    [
        "#game=nim&game=ends",
        "#game=ends&moves=left,&view=play",
        "#game=ends&moves=left&moves=right",
    ],
)
def test_a_link_with_a_part_twice_or_cut_off_is_damaged(visit: Opener, link: str) -> None:
    page = visit(link)
    expect(page.get_by_role("alert")).to_contain_text("This link is damaged")


def test_a_dialog_that_is_left_says_nothing_more(visit: Opener) -> None:
    page = visit(game("tic-tac-toe"))
    expect(page.locator(".move").first).to_be_visible()
    held: list[Route] = []
    page.route("**/v1/position", lambda route: held.append(route))
    page.get_by_role("button", name="Edit position").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("textarea").fill("X · ·\n· O ·\n· · ·")
    dialog.get_by_role("button", name="Play from here").click()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    for route in held:
        route.abort()
    expect(page.locator(".turns li")).to_have_count(0)
    assert "position" not in page.url
    page.get_by_role("button", name="Edit position").click()
    page.evaluate("() => { location.hash = 'game=nim'; }")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_position_that_was_not_changed_is_taken_as_it_is(visit: Opener) -> None:
    """Dots and Boxes has no way to read what it prints: nobody is asked to."""
    page = visit(game("dots and boxes"))
    page.locator(".move").first.click()
    expect(page.locator(".turns li").first).to_be_visible()
    asked: list[Any] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Edit position").click()
    page.get_by_role("dialog").get_by_role("button", name="Play from here").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".turns li")).to_have_count(0)
    assert "position=" in page.url
    assert not any(url.endswith("/v1/position") for url in asked)


def test_a_played_move_keeps_the_focus_while_bounds_come(visit: Opener) -> None:
    page = visit()
    page.route("**/v1/jobs", refusing("too_large", 422))
    at(page, game("connect four", moves="4,4", width=7, height=6))
    jump = page.locator(".turns button").first
    jump.focus()
    with page.expect_response("**/v1/bounds"), page.expect_response("**/v1/bounds"):
        pass
    expect(jump).to_be_focused()
    expect(page.locator(".open-note")).to_contain_text("positions searched")
    expect(jump).to_be_focused()
