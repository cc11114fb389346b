"""The page for everybody: on a phone, by keyboard, in the dark, for a screen reader."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from browsers import still_page
from page_visits import Opener, game, move, play_until_over, status, step

VIEWS = [
    "",
    "#game=ends&view=learn",
    "#game=subtraction&view=learn",
    "#game=tic-tac-toe&moves=b2,a1",
    "#game=kalah&moves=house%202",
    "#game=nim&view=solve",
]


@pytest.fixture(scope="module")
def axe() -> str:
    """The text of axe-core, which looks for barriers."""
    script: str = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    return script


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


def test_nothing_fades_for_whoever_wants_no_motion(visit: Opener, page: Page, url: str) -> None:
    link = game("ends", "learn", row=[5, 3, 7, 10])
    cell = visit(link).locator("td[tabindex]").first
    expect(cell).to_have_css("transition-duration", "0.2s, 0.2s, 0.2s")
    with still_page(page) as still:
        still.goto(f"{url}/{link}")
        expect(still.locator("td[tabindex]").first).to_have_css("transition-duration", "0s")
        step(still)
        expect(still.locator("td.current")).to_have_count(1)
        assert still.evaluate("document.getAnimations().length") == 0


def unnamed(page: Page) -> list[str]:
    """Controls without a name, and images without a text."""
    return page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=img]")]
        .filter((part) => part.checkVisibility() && !part.closest("[aria-hidden=true]"))
        .filter((part) => !(part.textContent.trim() || part.getAttribute("aria-label")
            || part.labels?.length))
        .map((part) => part.outerHTML)"""
    )


COLOURS = "{runOnly: ['color-contrast', 'link-in-text-block']}"  # all that the dark page changes

NO_FADING = """() => document.getAnimations()
    .filter((change) => change instanceof CSSTransition).forEach((change) => change.finish())"""


def barriers(page: Page, rules: str = "{}") -> list[str]:
    """What axe-core finds, with some of the places."""
    found = page.evaluate(f"axe.run({rules}).then((result) => result.violations)")
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"][:3]]


@pytest.mark.parametrize("link", VIEWS)
def test_the_page_is_accessible_and_fits_a_phone(visit: Opener, axe: str, link: str) -> None:
    page = visit(link)
    expect(page.locator(".card, .view-body > *").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert unnamed(page) == []
    assert page.locator("h1").count() == 1
    for summary in page.locator(".compare summary, .near summary").all():
        summary.click()
    page.evaluate(axe)
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.evaluate(NO_FADING)
    assert barriers(page, COLOURS) == []
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.emulate_media(reduced_motion="no-preference")


def test_on_a_phone_the_board_is_in_the_first_screen_and_a_row_of_twenty_is_legible(
    visit: Opener,
) -> None:
    row = [5, 3, 7, 10, 2, 8, 1, 9, 4, 6] * 2
    page = visit(game("ends", row=row), width=320, height=640)
    expect(page.locator(".move.best").first).to_be_visible()
    board = page.locator(".drawing svg").bounding_box()
    assert board is not None
    assert board["y"] + board["height"] < 640
    letters = page.locator(".drawing svg .z-words").first.bounding_box()
    assert letters is not None
    assert letters["height"] >= 10


def test_on_a_phone_every_square_of_the_editor_and_every_score_is_whole(visit: Opener) -> None:
    page = visit(game("connect four", width=7, height=4), width=320, height=640)
    page.get_by_role("button", name="Edit position").click()
    grid = page.locator(".setup-grid")
    expect(grid.locator("button")).to_have_count(28)
    wide, room = grid.evaluate("grid => [grid.scrollWidth, grid.clientWidth]")
    assert wide <= room
    page = visit(game("ends", row=[5, 3, 7, 10]), width=320, height=640)
    expect(page.locator(".headline .whole")).to_have_text("15 – 10.")
    for score in page.locator(".whole").all():
        box = score.bounding_box()
        assert box is not None
        assert box["height"] < 40


def test_rules_are_folded_where_the_screen_is_enlarged(visit: Opener) -> None:
    """A screen of 1280 × 900 at 200 %: the board is in sight."""
    for width, height, is_open in ((1280, 900, True), (640, 450, False)):
        page = visit(game("chess ending"), width=width, height=height)
        expect(page.locator(".drawing svg")).to_be_visible()
        assert page.locator("details.numbers").evaluate("part => part.open") is is_open
