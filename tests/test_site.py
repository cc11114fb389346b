"""The built site: examples run in the reader's browser, and answers are checked.

`make docs` builds it, and `make test` has it built first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from browsers import chromium
from page_visits import be_patient

SITE = Path(__file__).parents[1] / "build" / "docs"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-zygote"]


class Links(HTMLParser):
    """What a page leads to or loads, and the places in it that may be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.led_to: list[str] = []
        self.places = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src"):
                self.led_to.append(value or "")
            elif name == "id":
                self.places.add(value or "")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Any web space that serves files."""
    assert (SITE / "index.html").exists(), "the site is not built: `make docs` builds it"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page()
        be_patient(page)
        yield page
        browser.close()


@pytest.mark.unmeasured
def test_no_link_of_the_site_leads_nowhere_and_every_page_has_the_icon() -> None:
    """Sphinx looks at links of Markdown; this at those that the build has written by itself too."""
    found = {page.resolve(): Links(page.read_text("utf-8")) for page in SITE.rglob("*.html")}
    assert len(found) > 100
    for page, links in found.items():
        assert any(link.endswith("favicon.svg") for link in links.led_to), page
        for link in links.led_to:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.is_file(), f"{page.name} leads to {link}"
            if target in found and target.parent.name != "explorer":  # there it is a game
                assert unquote(parts.fragment) in found[target].places, f"{page.name}: {link}"


@pytest.mark.unmeasured
def test_an_example_runs_in_the_page_and_answers_an_edit(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/learn/01-play.html")
    page.get_by_role("button", name="Edit and run").first.click()
    field = page.get_by_label("Python code")
    field.fill(field.input_value().replace("233", "3"))
    field.press("Control+Enter")
    output = page.locator(".live-output[data-done]")
    expect(output).to_contain_text("totals 12 – 4")
    assert all(url.startswith(address) for url in asked), "something comes from elsewhere"


SOLVED = """
from zermelo import solve
from zermelo.games import Kayles, TicTacToe
print(solve(TicTacToe()).outcome, solve(Kayles((7,))).nimber)
print(solve(TicTacToe()).prove())
"""


@pytest.mark.unmeasured
def test_games_are_solved_and_proved_in_the_page(page: Page, address: str) -> None:
    page.goto(f"{address}/learn/01-play.html")
    page.get_by_role("button", name="Edit and run").first.click()
    field = page.get_by_label("Python code")
    field.fill(SOLVED)
    field.press("Control+Enter")
    output = page.locator(".live-output[data-done]")
    expect(output).to_contain_text("draw 2")
    expect(output).to_contain_text("TicTacToe: value 0 proved")


def test_a_page_that_a_browser_cannot_run_offers_no_button(page: Page, address: str) -> None:
    page.goto(f"{address}/compiling.html")
    expect(page.get_by_text(">>> solve(Halves()").first).to_be_visible()
    assert page.get_by_role("button", name="Edit and run").count() == 0


def test_pages_read_well_without_scripts(page: Page, address: str) -> None:
    browser = page.context.browser
    assert browser is not None
    reader = browser.new_context(java_script_enabled=False)
    try:
        quiet = reader.new_page()
        be_patient(quiet)
        quiet.goto(f"{address}/learn/01-play.html")
        expect(quiet.get_by_text("totals 234 – 12").first).to_be_visible()
        expect(quiet.locator("form.question details").first).to_be_visible()
        quiet.locator("form.question summary").first.click()
        expect(quiet.get_by_text("3 + 1 − 9 = −5")).to_be_visible()
    finally:
        reader.close()


def test_an_answer_is_checked(page: Page, address: str) -> None:
    page.goto(f"{address}/learn/01-play.html")
    question = page.locator("form.question").first
    question.get_by_role("textbox").fill("5")
    question.get_by_role("button", name="Check").click()
    expect(question.locator("output")).to_contain_text("Not yet")
    question.get_by_role("textbox").fill("-5")
    question.get_by_role("textbox").press("Enter")
    expect(question.locator("output")).to_have_text("Right.")


@pytest.mark.parametrize("typed", ["4095", "4,095", "+4 095"])
def test_an_answer_may_be_written_as_people_write_numbers(
    page: Page, address: str, typed: str
) -> None:
    page.goto(f"{address}/learn/02-recursion.html")
    question = page.locator("form.question").first
    question.get_by_role("textbox").fill(typed)
    question.get_by_role("textbox").press("Enter")
    expect(question.locator("output")).to_have_text("Right.")


@pytest.mark.unmeasured
def test_the_first_page_leads_to_its_game(page: Page, address: str) -> None:
    page.goto(f"{address}/learn/01-play.html")
    page.get_by_role("link", name="play this row against the machine").click()
    expect(page.locator(".move-list").get_by_role("button").first).to_be_visible()
    expect(page.get_by_text("233").first).to_be_visible()


@pytest.mark.unmeasured
def test_the_explorer_plays_without_a_server(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/explorer/#game=nim&view=play")
    moves = page.locator(".move-list").get_by_role("button")
    expect(moves.first).to_be_visible()
    page.locator(".move.best").first.click()
    expect(page.locator(".turns li").first).to_be_visible()
    assert not [url for url in asked if "/v1/" in url], "a server was asked"
