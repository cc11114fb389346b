"""A bounded load test on this machine: small questions beside huge ones, and a worker killed.

    make load

The real server runs with two quick and two large workers. Clients ask about small games all the
time, alone first, then while every large worker is busy, then while workers are killed. Printed
are p50 and p99 of the small answers and what became of every question. The program fails where
p99 is over 50 ms while large workers are busy, or where more is lost than the killed questions.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx

P99 = 0.050  # seconds, while large workers are busy
CLIENTS = 4
PAUSE = 0.02  # seconds that a client thinks between two questions


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

    def __str__(self) -> str:
        codes = ", ".join(f"{count} {code}" for code, count in sorted(self.codes.items()))
        if not self.seconds:
            return "none"
        times = f"p50 {1000 * self.at(0.5):7.1f} ms   p99 {1000 * self.at(0.99):7.1f} ms"
        return f"{len(self.seconds):6,} answers   {times}   {codes}"


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


async def ask_small(client: httpx.AsyncClient, end: float, found: Figures, seed: int) -> None:
    chance = random.Random(seed)
    while perf_counter() < end:
        operation, body = small_question(chance)
        began = perf_counter()
        answer = await client.post(f"/v1/{operation}", json=body)
        found.note(answer, perf_counter() - began)
        await asyncio.sleep(PAUSE * chance.random() * 2)


async def ask_huge(client: httpx.AsyncClient, end: float, found: Figures, seed: int) -> None:
    """Every question is another game, so that no table helps; each keeps a worker busy."""
    number = seed * 1_000
    while perf_counter() < end:
        number += 1
        row = [k * number % 1_009 for k in range(400)]
        body = {"game": "melting row", "arguments": {"row": row}}
        began = perf_counter()
        found.note(await client.post("/v1/solve", json=body), perf_counter() - began)


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


async def phase(
    url: str, server: int, seconds: float, *, huge: int = 0, kill_every: float = 0
) -> tuple[Figures, Figures, int]:
    small, large = Figures(), Figures()
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        end = perf_counter() + seconds
        work = [ask_huge(client, end, large, n) for n in range(1, huge + 1)]
        work += [ask_small(client, end, small, n) for n in range(CLIENTS)]
        killing = kill_some(server, end, kill_every) if kill_every else asyncio.sleep(0, 0)
        killed, *_ = await asyncio.gather(killing, *work)
    return small, large, int(killed or 0)


@asynccontextmanager
async def service() -> AsyncIterator[tuple[str, int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "zermelo", "serve", "--port", str(port), "--seconds", "30"]
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


async def main(seconds: float) -> int:
    print(f"{CLIENTS} clients ask small questions, {seconds:g} s a phase, {os.cpu_count()} cores")
    print(f"on which {os.getloadavg()[0]:.1f} other processes want to run (load average)")
    async with service() as (url, server):
        await phase(url, server, 1)  # everybody is awake
        alone, *_ = await phase(url, server, seconds)
        print(f"small, nothing else      {alone}")
        beside, huge, _ = await phase(url, server, seconds, huge=2)
        print(f"small, large ones busy   {beside}")
        print(f"large                    {huge}")
        kept, hit, killed = await phase(url, server, seconds, huge=2, kill_every=seconds / 4)
        print(f"small, workers killed    {kept}")
        print(f"large, workers killed    {hit}   ({killed} killed)")
    if alone.at(0.99) > P99 / 2:
        print("other work keeps this machine busy: small answers alone took long already")
    return verdict(beside, kept, hit, killed)


def verdict(beside: Figures, kept: Figures, hit: Figures, killed: int) -> int:
    lost = hit.codes["worker_lost"]
    odd = set(beside.codes) | set(kept.codes) | (set(hit.codes) - {"worker_lost"})
    holds = {
        f"p99 of small answers beside large ones is under {1000 * P99:.0f} ms": beside.at(0.99)
        < P99,
        "no small question was lost": set(beside.codes) | set(kept.codes) == {"ok"},
        f"of the large ones {lost} were lost, {killed} workers were killed": lost <= killed,
        "nothing else went wrong": odd == {"ok"},
    }
    for claim, true in holds.items():
        print(f"{'yes' if true else 'NO ':<4} {claim}")
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10, help="of each phase")
    sys.exit(asyncio.run(main(parser.parse_args().seconds)))
