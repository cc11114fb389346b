"""The page under a finger: marks are dragged, taps are heard, a second finger changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from browsers import BROWSER
from page_visits import Opener, game, move, press_for_long

pytestmark = pytest.mark.skipif(BROWSER != "chromium", reason="Playwright touches chromium alone")
Place = tuple[float, float]
ROOK = "· · k ·\n· · · ·\n· · · ·\nR · K ·\nWhite to move"


class Fingers:
    """Real touch events, as the browser gets them from a screen."""

    def __init__(self, devtools: CDPSession) -> None:
        self.devtools = devtools

    def down(self, *places: Place) -> None:
        self._send("touchStart", places)

    def to(self, *places: Place) -> None:
        self._send("touchMove", places)

    def up(self, *left: Place) -> None:
        self._send("touchEnd", left)

    def lost(self) -> None:
        self._send("touchCancel", ())

    def _send(self, kind: str, places: tuple[Place, ...]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture
def fingers(page: Page) -> Iterator[Fingers]:
    """The page on a screen that is touched."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    yield Fingers(devtools)
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    devtools.detach()


def middle(part: Locator) -> Place:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def between(one: Place, two: Place, part: float) -> Place:
    return one[0] + (two[0] - one[0]) * part, one[1] + (two[1] - one[1]) * part


def editor(visit: Opener, link: str, height: int = 740) -> Locator:
    page = visit(link, width=320, height=height)
    page.get_by_role("button", name="Edit position").click()
    return page.get_by_role("dialog", name="Edit the position")


def test_a_mark_is_dragged_by_a_finger(visit: Opener, fingers: Fingers) -> None:
    dialog = editor(visit, game("chess ending", piece="R", size=4))
    text = dialog.get_by_label("The position as a text")
    rook, there = middle(dialog.locator("[data-at='3.0']")), dialog.locator("[data-at='1.1']")
    fingers.down(rook)
    for part in (0.1, 0.4, 0.7, 1):
        fingers.to(between(rook, middle(there), part))
    expect(there).to_have_class("aimed")
    fingers.up()
    expect(text).to_have_value("· · k ·\n· R · ·\n· · · ·\n· · K ·\nWhite to move")
    expect(dialog.locator(".held, .aimed")).to_have_count(0)


def test_nothing_scrolls_away_under_a_mark_that_is_dragged(visit: Opener, fingers: Fingers) -> None:
    """On a low screen, where the dialog itself can be scrolled."""
    dialog = editor(visit, game("connect four", width=7, height=6, moves="4,4"), height=420)
    dialog.locator("[data-at='5.3']").scroll_into_view_if_needed()
    before = dialog.evaluate("part => part.scrollTop")
    disc, there = (
        middle(dialog.locator("[data-at='5.3']")),
        middle(dialog.locator("[data-at='3.0']")),
    )
    fingers.down(disc)
    for part in range(1, 9):
        fingers.to(between(disc, there, part / 8))
    fingers.up()
    expect(dialog.locator("[data-at='3.0']")).to_have_text("X")
    assert dialog.evaluate("part => part.scrollTop") == before


def test_a_drag_that_is_broken_off_or_let_go_outside_leaves_the_mark(
    visit: Opener, fingers: Fingers
) -> None:
    dialog = editor(visit, game("chess ending", piece="R", size=4))
    text = dialog.get_by_label("The position as a text")
    rook, there = (
        middle(dialog.locator("[data-at='3.0']")),
        middle(dialog.locator("[data-at='1.1']")),
    )
    fingers.down(rook)
    fingers.to(there)
    fingers.lost()
    expect(dialog.locator(".held, .aimed")).to_have_count(0)
    fingers.down(rook)
    fingers.to(middle(text))
    fingers.up()
    expect(dialog.locator(".held, .aimed")).to_have_count(0)
    assert text.input_value() == ROOK


def test_a_second_finger_moves_nothing(visit: Opener, fingers: Fingers) -> None:
    dialog = editor(visit, game("chess ending", piece="R", size=4))
    text = dialog.get_by_label("The position as a text")
    rook, king = (middle(dialog.locator(f"[data-at='{at}']")) for at in ("3.0", "0.2"))
    there, elsewhere = (middle(dialog.locator(f"[data-at='{at}']")) for at in ("1.1", "2.3"))
    fingers.down(rook)
    fingers.to(between(rook, there, 0.5))
    fingers.down(between(rook, there, 0.5), king)
    fingers.to(there, elsewhere)
    fingers.up(there)
    fingers.up()
    expect(text).to_have_value("· · k ·\n· R · ·\n· · · ·\n· · K ·\nWhite to move")


def test_a_tap_while_the_values_come_plays_what_was_tapped(visit: Opener, fingers: Fingers) -> None:
    """A finger's click comes after its end: the headline had moved the board between them."""
    page, held = visit(width=390, height=1400), list[Any]()
    press_for_long(page)
    page.route("**/v1/jobs", lambda route: held.append(route))
    with page.expect_request("**/v1/jobs"):
        page.goto(f"{page.url.split('#')[0]}{game('ends', row=[5, 3, 7, 10])}")
    left = move(page, "left")
    x, y = middle(left)
    low = (x, y + 20)  # the lower edge: what comes above it moves the button away
    fingers.down(low)
    with page.expect_response("**/v1/jobs"):
        held[0].continue_()
    page.wait_for_timeout(500)
    fingers.up()
    expect(page.locator(".turns li").first).to_contain_text("left")
