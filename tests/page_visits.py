"""What a person does on the page, step by step."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, Route, expect

from lateness import crowding, times

Opener = Callable[..., Page]
PATIENCE = 50_000  # milliseconds, of cores of its own: a slow machine is not a failure
LONGEST = "LONGEST = 2000"  # of a press, in the page's script
BEGUN = times()


def be_patient(page: Page) -> None:
    """What is waited for may take as much longer as the machine is crowded."""
    page.set_default_timeout(patience())
    expect.set_options(timeout=patience())


def patience() -> float:
    """Milliseconds that a slow machine may take for anything."""
    return PATIENCE * crowding(BEGUN)


def press_for_long(page: Page) -> None:
    """What is pressed stays as it is for longer than two seconds, which a slow machine may take."""

    def changed(route: Route) -> None:
        script = route.fetch().text()
        assert LONGEST in script
        route.fulfill(body=script.replace(LONGEST, f"{LONGEST}000"), content_type="text/javascript")

    page.route("**/press.js*", changed)


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
