"""Debian's Firefox as Playwright wants it: what it cannot do by WebDriver BiDi is done otherwise.

Playwright starts this in the place of Firefox. It starts Firefox with the words that it is given,
tells an address of its own instead of Firefox's, and hands on what is said there, but for two
things. MEDIA, which Playwright sends for every page and Firefox 153 refuses, becomes a setting of
Firefox. Files that are saved get the name that Playwright asks for, which Firefox does not tell.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

MEDIA = "emulation.setMediaFeaturesOverride"
SAVES = ("browsingContext.downloadWillBegin", "browsingContext.downloadEnd")
SCHEMES = {"dark": 0, "light": 1}  # for others, 2: the system's
OURS = 10**15  # the number of our only question; Playwright counts from 1
LISTENS = re.compile(rb"WebDriver BiDi listening on (\S+)")
PLAIN: dict[str, Any] = {"max_size": None, "compression": None, "ping_interval": None}


class Relay:
    """Both directions of one connection."""

    def __init__(self, firefox: ClientConnection, playwright: ServerConnection) -> None:
        self.firefox, self.playwright = firefox, playwright
        self.window: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def to_firefox(self) -> None:
        """Colours that a page prefers become a setting, by way of the window's own scripts."""
        async for text in self.playwright:
            said = json.loads(text)
            if said["method"] == MEDIA:
                text = json.dumps(await self.setting(said))
            await self.firefox.send(text)
        await self.firefox.close()

    async def setting(self, said: dict[str, Any]) -> dict[str, Any]:
        """The same request with other words; the answer bears its number."""
        if not self.window.done():
            tree = {"moz:scope": "chrome"}
            ask = {"id": OURS, "method": "browsingContext.getTree", "params": tree}
            await self.firefox.send(json.dumps(ask))
        scheme = SCHEMES.get(said["params"]["features"].get("prefers-color-scheme"), 2)
        name = "layout.css.prefers-color-scheme.content-override"
        script = {
            "expression": f"Services.prefs.setIntPref('{name}', {scheme})",
            "target": {"context": await self.window},
            "awaitPromise": False,
        }
        return {"id": said["id"], "method": "script.evaluate", "params": script}

    async def to_playwright(self) -> None:
        """All but the answer to our own question; its address is the name of a file."""
        async for text in self.firefox:
            said = json.loads(text)
            if said.get("id") == OURS:
                self.window.set_result(said["result"]["contexts"][0]["context"])
                continue
            if said.get("method") in SAVES:
                said["params"].setdefault("download", said["params"]["url"])
                text = json.dumps(said)
            await self.playwright.send(text)
        await self.playwright.close()


async def main(words: list[str]) -> None:
    """Until Firefox ends."""
    words = ["--remote-allow-system-access", *words]
    firefox = await asyncio.create_subprocess_exec(
        "firefox-esr", *words, stderr=asyncio.subprocess.PIPE
    )
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if found := LISTENS.search(line):
            break
    else:
        raise SystemExit("firefox-esr has ended before it listened")
    address = found[1].decode()

    async def answer(playwright: ServerConnection) -> None:
        assert playwright.request is not None
        async with connect(address + playwright.request.path, **PLAIN) as there:
            relay = Relay(there, playwright)
            await asyncio.gather(relay.to_firefox(), relay.to_playwright())

    async with serve(answer, "127.0.0.1", 0, **PLAIN) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        async for _ in firefox.stderr:
            pass
        await firefox.wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
