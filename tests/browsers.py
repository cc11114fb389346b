"""The browsers that the tests drive: Debian's chromium, and its Firefox where it is asked for.

ZERMELO_BROWSER=firefox runs the same tests in Firefox, as `make firefox` does. There Playwright has
no say in `reduced_motion`: who wants it gets a Firefox that is started with it (`still_page`).
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserType, Page, sync_playwright

from page_visits import be_patient, patience

BROWSER = os.environ.get("ZERMELO_BROWSER", "chromium")
# One process draws for all, without a graphics card: a test takes half the time.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-software-rasterizer",
    "--in-process-gpu",
    "--no-zygote",
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
]
Settings = dict[str, str | float | bool]
SETTINGS: Settings = {
    "browser.download.alwaysOpenPanel": False,  # it would take the focus
    "dom.events.testing.asyncClipboard": True,  # what is copied may be read
    # A page that is gone back to is loaded: one that was kept tells Playwright of no load.
    "fission.bfcacheInParent": False,
    "browser.sessionhistory.max_total_viewers": 0,
}
STILL: Settings = {"ui.prefersReducedMotion": 1}


def chromium() -> str:
    """Chromium without windows where it is installed, which takes two thirds of the work."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert program is not None, "the tests need chromium: `make browser` installs it"
    return program


@contextmanager
def new_page() -> Iterator[Page]:
    """One page of the browser; nothing is downloaded. A new page takes a second more."""
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        assert BROWSER in ("chromium", "firefox"), f"ZERMELO_BROWSER is {BROWSER!r}"
        if BROWSER == "firefox":
            browser = _firefox(playwright.firefox, Path(folder), SETTINGS)
            context = browser.new_context()
        else:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        page = context.new_page()
        be_patient(page)
        yield page
        browser.close()


@contextmanager
def still_page(page: Page) -> Iterator[Page]:
    """Another page beside this one, of somebody who wants no motion."""
    browser = page.context.browser
    assert browser is not None
    with TemporaryDirectory() as folder, ExitStack() as ends:
        if BROWSER == "firefox":
            browser = _firefox(browser.browser_type, Path(folder), SETTINGS | STILL)
            ends.callback(browser.close)
        context = browser.new_context(reduced_motion="reduce")
        ends.callback(context.close)
        still = context.new_page()
        be_patient(still)
        yield still


def _firefox(kind: BrowserType, folder: Path, settings: Settings) -> Browser:
    return kind.launch(
        channel="moz-firefox",  # as it is, not one that Playwright has built
        executable_path=_relay(folder),
        firefox_user_prefs=settings,
        timeout=patience(),
    )


def _relay(folder: Path) -> Path:
    """A program that Playwright can start as if it were Firefox."""
    assert shutil.which("firefox-esr"), "these tests need Firefox: `make firefox` installs it"
    program = folder / "firefox"
    words = shlex.join([sys.executable, str(Path(__file__).with_name("firefox_relay.py"))])
    program.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    program.chmod(0o700)
    return program
