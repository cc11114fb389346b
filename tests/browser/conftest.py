"""The real service and Debian's chromium, once for all tests of the page.

Set ZERMELO_URL to look at a service that runs already.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

PATIENCE = 60  # seconds until the service must be up
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """The address of the service."""
    given = os.environ.get("ZERMELO_URL")
    if given:
        yield given.rstrip("/")
        return
    port = _free_port()
    words = [sys.executable, "-m", "zermelo", "serve", "--port", str(port), "--workers", "1"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as service:
        try:
            _await(service, f"http://127.0.0.1:{port}/healthz")
            yield f"http://127.0.0.1:{port}"
        finally:
            service.terminate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await(service: subprocess.Popen[bytes], address: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and service.poll() is None:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"the service did not come up at {address}")


@pytest.fixture(scope="session")
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
        page.set_default_timeout(20_000)
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


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core, which looks for barriers."""
    script: str = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    return script
