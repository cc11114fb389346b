"""A bounded load test on this machine: a class, ghosts, heavy neighbours, workers killed, a page.

    make load
    make load SCENES="class ghosts"

The real server runs with its defaults. Printed are p50 and p99 of the answers and what became of
every question; the program fails where a claim does not hold.

- class: thirty students load the page at once, five requests each, then 200 small questions at
  once, then 100 equal ones. Nobody is told to come back later.
- refused: what cannot be solved is refused in under a second.
- ghosts: sixteen clients start a large solve, follow it and go; a large solve after them has its
  worker at once.
- neighbours: two clients have sixteen heavy questions in line, while small ones are asked.
- beside: p99 of small answers is under 50 ms beside two heavy solves.
- killed: workers are killed under load; no small question is lost.
- opened: a browser (Debian's chromium) opens small games that were solved before; the first board
  is there within 300 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx

P99 = 0.050  # seconds, while large workers are busy
REFUSED_WITHIN = 1.0  # seconds
FIRST_BOARD = 300  # milliseconds
OPENED = ("ends", "tic-tac-toe", "nim", "kalah")  # with their examples
OPENINGS = 5  # of each
CLIENTS = 4
STUDENTS = 30
PAUSE = 0.02  # seconds that a client thinks between two questions
LARGE = {"game": "connect four", "arguments": {"width": 4, "height": 4}}
HOPELESS: list[dict[str, Any]] = [
    {"game": "connect four", "arguments": {"width": 20, "height": 20}},
    {"game": "chomp", "arguments": {"height": 1000, "width": 1000}},
    {"game": "chess ending", "arguments": {"piece": "R", "size": 1000}},
]


@dataclass
class Figures:
    """What became of the questions of one kind."""

    seconds: list[float] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)

    def note(self, answer: httpx.Response, seconds: float) -> None:
        self.seconds.append(seconds)
        self.codes["ok" if answer.is_success else answer.json()["error"]["code"]] += 1

    def at(self, share: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def is_fine(self) -> bool:
        return set(self.codes) == {"ok"}

    def __str__(self) -> str:
        codes = ", ".join(f"{count} {code}" for code, count in sorted(self.codes.items()))
        if not self.seconds:
            return "none"
        times = f"p50 {1000 * self.at(0.5):7.1f} ms   p99 {1000 * self.at(0.99):7.1f} ms"
        return f"{len(self.seconds):6,} answers   {times}   {codes}"


@dataclass
class Scene:
    """A running server, and the claims that were looked at."""

    url: str
    server: int
    seconds: float
    claims: dict[str, bool] = field(default_factory=dict)

    def client(self, number: int = 1) -> httpx.AsyncClient:
        """A client with an address of its own: all of 127/8 is this machine."""
        limits = httpx.Limits(max_connections=500)
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number}", limits=limits)
        return httpx.AsyncClient(base_url=self.url, timeout=120, transport=transport)

    def say(self, what: str, found: object) -> None:
        print(f"{what:<36} {found}", flush=True)

    def claim(self, what: str, holds: bool) -> None:
        self.claims[what] = holds


async def ask(client: httpx.AsyncClient, found: Figures, path: str, body: Any = None) -> None:
    began = perf_counter()
    answer = await (client.get(path) if body is None else client.post(path, json=body))
    found.note(answer, perf_counter() - began)


async def all_at_once(asked: Iterable[Awaitable[None]]) -> None:
    await asyncio.gather(*asked)


# -- the class -------------------------------------------------------------------------------------


async def class_of_thirty(scene: Scene) -> None:
    page, small, equal = Figures(), Figures(), Figures()
    students = [scene.client(10 + n) for n in range(STUDENTS)]
    try:
        await all_at_once(
            ask(student, page, path, body)
            for student in students
            for path, body in page_requests(LARGE)
        )
        scene.say(f"{STUDENTS} students load the page", page)
        chance = random.Random(1)
        asked = [small_question(chance) for _ in range(200)]
        one = students[0]
        await all_at_once(ask(one, small, f"/v1/{name}", body) for name, body in asked)
        scene.say("200 small questions at once", small)
        row = {"game": "ends", "arguments": {"row": [7 * k % 101 for k in range(60)]}}
        await all_at_once(ask(one, equal, "/v1/solve", row) for _ in range(100))
        scene.say("100 equal questions at once", equal)
    finally:
        for student in students:
            await student.aclose()
    scene.claim("no student is told to come back later", page.is_fine)
    scene.claim("no small question of many is refused", small.is_fine and equal.is_fine)


def page_requests(game: dict[str, Any]) -> list[tuple[str, Any]]:
    """What the page asks for when it is loaded with a game, besides its files."""
    asked = {**game, "moves": [], "humans": [0, 1], "engine": False}
    return [
        ("/", None),
        ("/v1/games", None),
        ("/v1/solve", game),
        ("/v1/play", asked),
        ("/v1/diagnose", game),
    ]


def small_question(chance: random.Random) -> tuple[str, dict[str, Any]]:
    """Rows, heaps and boards of up to some thousand states; a third are seen again."""
    row = [chance.randint(1, 50) for _ in range(chance.randint(4, 30))]
    return chance.choice(
        [
            ("solve", {"game": "ends", "arguments": {"row": row}}),
            ("moves", {"game": "ends", "arguments": {"row": row}}),
            ("solve", {"game": "subtraction", "arguments": {"heap": chance.randint(5, 200)}}),
            ("moves", {"game": "tic-tac-toe"}),
            ("play", {"game": "nim", "arguments": {"heaps": [3, 4, 5]}, "moves": []}),
            ("value", {"game": "wythoff", "positions": [[3, 5], [1, 2]]}),
        ]
    )


# -- what cannot be solved, and who is gone --------------------------------------------------------


async def refused(scene: Scene) -> None:
    async with scene.client() as client:
        for body in HOPELESS:
            found = Figures()
            await ask(client, found, "/v1/solve", body)
            name = f"{body['game']} {' '.join(map(str, body['arguments'].values()))}"
            scene.say(f"refused: {name}", found)
            scene.claim(f"{name} is refused in under a second", found.at(1) < REFUSED_WITHIN)


def heavy(number: int) -> dict[str, Any]:
    """Every number is another game, so that no table helps; each keeps a worker busy."""
    row = [k * (7_919 + number) % 1_009 for k in range(400)]
    return {"game": "melting row", "arguments": {"row": row}}


async def ghosts(scene: Scene) -> None:
    """Sixteen jobs are followed and left, from two addresses, as reloads of a page leave them."""
    seen: Counter[int] = Counter()

    async def haunt(number: int) -> None:
        body = {"game": "connect four", "arguments": {"width": 6, "height": 5, "line": 4}}
        body = {**body, "misere": False} if number % 2 else heavy(number)
        async with scene.client(2 + number % 2) as client:
            begun = await client.post("/v1/jobs", json=body)
            seen[begun.status_code] += 1
            async with client.stream("GET", f"/v1/jobs/{begun.json()['id']}/events") as events:
                async for _ in events.aiter_lines():
                    return

    await asyncio.gather(*(haunt(number) for number in range(16)))
    async with scene.client(4) as client:
        began = perf_counter()
        solved = await solved_as_job(client, LARGE)
        scene.say("a large solve after 16 ghosts", f"{perf_counter() - began:.1f} s")
        ended = await until_idle(client)
    scene.say("all workers free again after", f"{ended:.1f} s")
    scene.claim("ghosts refuse nobody", set(seen) == {202} and solved)
    scene.claim("ghosts are gone within ten seconds", ended < 10)


async def solved_as_job(client: httpx.AsyncClient, body: dict[str, Any]) -> bool:
    """Whether a job is answered; on a busy machine it has more time than a question."""
    begun = (await client.post("/v1/jobs", json=body)).json()
    async with client.stream("GET", f"/v1/jobs/{begun['id']}/events") as events:
        return "event: done" in [line async for line in events.aiter_lines()]


async def until_idle(client: httpx.AsyncClient) -> float:
    began = perf_counter()
    while perf_counter() - began < 60:
        health = (await client.get("/healthz")).json()
        if not health["large"]["busy"] and not health["large"]["waiting"]:
            break
        await asyncio.sleep(0.2)
    return perf_counter() - began


# -- small ones beside large ones ------------------------------------------------------------------


async def ask_small(client: httpx.AsyncClient, end: float, found: Figures, seed: int) -> None:
    chance = random.Random(seed)
    while perf_counter() < end:
        operation, body = small_question(chance)
        await ask(client, found, f"/v1/{operation}", body)
        await asyncio.sleep(PAUSE * chance.random() * 2)


async def ask_heavy(client: httpx.AsyncClient, end: float, found: Figures, seed: int) -> None:
    number = seed * 1_000
    while perf_counter() < end:
        number += 1
        await ask(client, found, "/v1/solve", heavy(number))


async def phase(
    scene: Scene, *, heavies: int = 0, each: int = 1, kill_every: float = 0
) -> tuple[Figures, Figures, int]:
    """Small questions for some seconds, beside so many clients with heavy ones, `each` at once."""
    small, large = Figures(), Figures()
    rude = [scene.client(2 + n) for n in range(heavies)]
    async with scene.client() as client:
        end = perf_counter() + scene.seconds
        seeds = random.Random(heavies * 100 + each + int(kill_every))
        work = [
            ask_heavy(one, end, large, seeds.randrange(10**6)) for one in rude for _ in range(each)
        ]
        work += [ask_small(client, end, small, seeds.randrange(10**6)) for _ in range(CLIENTS)]
        killing = kill_some(scene.server, end, kill_every) if kill_every else asyncio.sleep(0, 0)
        killed, *_ = await asyncio.gather(killing, *work)
    for one in rude:
        await one.aclose()
    return small, large, int(killed or 0)


async def neighbours(scene: Scene) -> None:
    small, large, _ = await phase(scene, heavies=2, each=8)
    scene.say("small, 16 heavy ones in line", small)
    scene.say("heavy", large)
    scene.claim("no small question waits a second for heavy ones", max(small.seconds) < 1)
    scene.claim("no small question is refused beside them", small.is_fine)


async def beside(scene: Scene) -> None:
    alone, *_ = await phase(scene)
    scene.say("small, nothing else", alone)
    small, large, _ = await phase(scene, heavies=2)
    scene.say("small, two heavy solves running", small)
    scene.say("heavy", large)
    if alone.at(0.99) > P99 / 2:
        print("other work keeps this machine busy: small answers alone took long already")
    claim = f"p99 of small answers beside two heavy solves is under {1000 * P99:.0f} ms"
    scene.claim(claim, small.at(0.99) < P99)


async def killed_workers(scene: Scene) -> None:
    small, large, killed = await phase(scene, heavies=2, kill_every=scene.seconds / 4)
    scene.say("small, workers killed", small)
    scene.say("heavy, workers killed", f"{large}   ({killed} killed)")
    lost = large.codes["worker_lost"]
    scene.claim("no small question was lost", small.is_fine)
    scene.claim(f"{lost} heavy ones were lost, {killed} workers were killed", lost <= killed)
    scene.claim("nothing else went wrong", set(large.codes) <= {"ok", "worker_lost"})


# -- the page --------------------------------------------------------------------------------------

BOARD_SEEN = """() => new Promise(resolve => {
  const look = () => document.querySelector(".board-view svg, .board-view table")
    ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look);
  look();
})"""


async def opened(scene: Scene) -> None:
    """Milliseconds from the start of a visit to the frame that shows a board, cache included."""
    from playwright.async_api import async_playwright

    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("this scene needs chromium: `make browser` installs it")
    slowest = 0.0
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = await browser.new_page()
        for name in OPENED:
            times = []
            for _ in range(1 + OPENINGS):  # the first one has it solved
                await page.goto("about:blank")
                await page.goto(f"{scene.url}/#game={name}&view=play", wait_until="commit")
                times.append(await page.evaluate(BOARD_SEEN))
            later = sorted(times[1:])
            slowest = max(slowest, later[-1])
            told = f"first visit {times[0]:4.0f} ms, later {later[0]:4.0f} to {later[-1]:4.0f} ms"
            scene.say(f"the board of {name}", told)
        await browser.close()
    scene.claim(f"the first board is there within {FIRST_BOARD} ms", slowest < FIRST_BOARD)


def large_workers(server: int) -> list[int]:
    """The processes for large games, by their command lines."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if parent == server and b"large" in words:
            found.append(int(folder.name))
    return found


async def kill_some(server: int, end: float, every: float) -> int:
    killed = 0
    while perf_counter() + every < end:
        await asyncio.sleep(every)
        os.kill(large_workers(server)[0], signal.SIGKILL)
        killed += 1
    return killed


# -- the server ------------------------------------------------------------------------------------


@asynccontextmanager
async def service() -> AsyncIterator[tuple[str, int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "zermelo", "serve", "--port", str(port)]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}"
        try:
            await _up(url)
            yield url, process.pid
        finally:
            process.terminate()
            process.wait(30)


async def _up(url: str) -> None:
    async with httpx.AsyncClient() as client:
        for _ in range(600):
            try:
                await client.get(f"{url}/healthz")
                return
            except httpx.TransportError:
                await asyncio.sleep(0.1)
    raise SystemExit("the service does not start")


SCENES: dict[str, Callable[[Scene], Awaitable[None]]] = {
    "class": class_of_thirty,
    "refused": refused,
    "ghosts": ghosts,
    "neighbours": neighbours,
    "beside": beside,
    "killed": killed_workers,
    "opened": opened,
}


async def main(names: list[str], seconds: float) -> int:
    print(f"{os.cpu_count()} cores, on which {os.getloadavg()[0]:.1f} other processes want to run")
    claims: dict[str, bool] = {}
    for name in names:
        async with service() as (url, server):
            scene = Scene(url, server, seconds)
            await SCENES[name](scene)
            claims |= scene.claims
    for claim, holds in claims.items():
        print(f"{'yes' if holds else 'NO ':<4} {claim}")
    return 0 if all(claims.values()) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10, help="of each phase")
    parser.add_argument("scenes", nargs="*", help=", ".join(SCENES))
    given = parser.parse_args()
    if unknown := set(given.scenes) - set(SCENES):
        parser.error(f"there is no scene {min(unknown)}; there are {', '.join(SCENES)}")
    sys.exit(asyncio.run(main(given.scenes or [*SCENES], given.seconds)))
