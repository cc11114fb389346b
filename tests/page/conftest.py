"""The real service and one page of a browser for all tests of this folder.

ZERMELO_URL names a service that runs already, ZERMELO_BROWSER another browser than chromium.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page

from browsers import new_page
from page_visits import Opener, be_patient, patience
from programs import NOWHERE, PROGRAM, started

LONG = '''
from zermelo import LastMoverWins, Move
from zermelo.model.pictures import Board

class Long(LastMoverWins):
    """Words without an end: a solve that lasts until it is cancelled."""
    def __init__(self, most: int = 10**9 + 7):
        self.most = int(most)
        self.start = "1"
    def moves(self, state):
        for step in (2, 3) if len(state) < self.most else ():
            yield Move(str((step * int(state) + 1) % self.most), label=str(step))

class Towers(LastMoverWins):
    """Take stones off one tower. It has no example."""
    def __init__(self, heights: tuple[int, ...], most: int = 3):
        if min(heights, default=0) < 1:
            raise ValueError("a tower has a stone at least")
        self.start, self.most = tuple(heights), most
    def moves(self, state):
        for place, height in enumerate(state):
            for count in range(1, min(height, self.most) + 1):
                yield Move((*state[:place], height - count, *state[place + 1 :]))

class Doors(LastMoverWins):
    """Take one or two steps; a door leads on."""
    def __init__(self, steps: int = 4, doors: tuple[tuple[int, int], ...] = ()):
        self.start, self.doors = steps, {here: there for here, there in doors}
    def moves(self, state):
        for step in (1, 2):
            if step <= state:
                yield Move(self.doors.get(state - step, state - step), label=str(step))

class Hushed(LastMoverWins):
    """Moves that never come back."""
    start = 3
    def moves(self, state):
        while True:
            pass
    def show(self, state):
        return f"{state} in silence"

class Unpainted(Doors):
    """A picture that fails."""
    def picture(self, state):
        raise ValueError("no paint")

class Daisy(LastMoverWins):
    """Pick a petal, or two side by side; the text of a state has no blanks."""
    start = "ooooo"
    def moves(self, petals):
        for place in range(len(petals)):
            for count in (1, 2):
                if petals[place:place + count] == "o" * count:
                    left = petals[:place] + "·" * count + petals[place + count:]
                    yield Move(left, label=f"{count} from {place + 1}")
    def picture(self, petals):
        return Board([petals], columns="12345", marks="·o")
    def read(self, text):
        return "".join(text.split())
'''


@pytest.fixture(scope="package")
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
    words += ["--game", f"{long}:Long", "--game", f"{long}:Towers"]
    words += ["--game", f"{long}:Doors", "--game", f"{long}:Hushed"]
    words += ["--game", f"{long}:Unpainted", "--game", f"{long}:Daisy", "--memory", "6 GiB"]
    words += ["--seconds", f"{patience() / 1000:g}"]  # a slow machine is not a failure
    with started(*words, stdout=NOWHERE, stderr=NOWHERE, measured=False) as service:
        _await(service, f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
        service.terminate()
        service.wait(30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await(service: Any, address: str) -> None:
    until = time.monotonic() + patience() / 1000
    while time.monotonic() < until and service.poll() is None:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"the service did not come up at {address}")


@pytest.fixture(scope="package")
def page() -> Iterator[Page]:
    """One page for all tests: a new one takes a second more."""
    with new_page() as page:
        yield page


@pytest.fixture
def visit(page: Page, url: str) -> Iterator[Opener]:
    """Open an address of the page, as if for the first time; any error in its scripts fails."""
    wrong: list[str] = []

    def opened(link: str = "", *, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        be_patient(page)
        page.goto("about:blank")
        page.mouse.move(0, 0)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.goto(f"{url}/{link}")
        return page

    def fails(error: Any) -> None:
        wrong.append(str(error))

    def listen(said: Any) -> None:
        refused = "Failed to load resource" in said.text  # 4xx, which the page explains itself
        if said.type == "error" and not refused:
            wrong.append(said.text)

    page.on("pageerror", fails)
    page.on("console", listen)
    yield opened
    page.unroute_all()
    page.remove_listener("pageerror", fails)
    page.remove_listener("console", listen)
    assert wrong == []
