"""What an operator may set: where to listen, who may ask, and how much an answer may take."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import cache
from math import ceil, inf

from zermelo.errors import BadInput
from zermelo.limits.amounts import bytes_of, bytes_text, cores, free_memory
from zermelo.model.numerals import spelled

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SERVER_BYTES = 256 << 20  # of the process that listens: what is sent, what is kept
BESIDE_BYTES = 256 << 20  # of a worker that never sees a large game
LEAST_BYTES_OF_A_WORKER = 256 << 20  # for large games; Python and the compiler take half of it
BESIDE_WORKERS = 3  # that see no large game, besides those for small ones: scales, facts, watch
USUAL_BYTES = 2 << 30  # of a worker for large games, where there is as much
LEAST_BYTES_BESIDE = 128 << 20  # of a worker for small games, where their number is ours to choose
LINE_PER_CORE = 500  # questions; a core answers some hundred small ones in a second
CORES = cores()


class Unstated(int):
    """A number that nobody has given; no number that somebody gives is one."""


BY_MACHINE = Unstated()  # as many workers as there are cores, and as memory allows


@cache
def _usual_memory() -> int:
    """What the workers of this machine's cores take, within what is free."""
    beside = SERVER_BYTES + (max(2, CORES) + BESIDE_WORKERS) * BESIDE_BYTES
    return max(bytes_of("1 GiB"), min(free_memory(), beside + CORES * USUAL_BYTES))


@dataclass(frozen=True)
class Settings:
    """All limits of a service. What is over one of them is refused before work starts."""

    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None  # None: anybody who can connect may ask
    games: tuple[str, ...] = ()  # file.py:Class, besides the catalogue
    saved: tuple[str, ...] = ()  # files of tables that games are looked up in
    names: tuple[str, ...] = ()  # of this machine, by which others may ask for it without a token
    proxies: tuple[str, ...] = ()  # addresses that may say for whom they ask
    quick_workers: int = BY_MACHINE  # processes for small games
    workers: int = BY_MACHINE  # processes for large ones
    gives_way: bool = True  # whether these leave the cores to all other programs

    body: int = 1 << 20  # bytes of a request
    row: int = 100_000  # items of one list
    digits: int = 40  # of one number
    depth: int = 6  # lists within lists
    positions: int = 1_000  # asked about at once
    moves: int = 2_000  # played so far

    memory: int = field(default_factory=_usual_memory)  # bytes of the service, workers included
    threads: int = 1  # of one worker
    seconds: float = 30.0  # of one answer
    job_seconds: float = 600.0
    facts_seconds: float = 10.0  # of work on the facts about a large game
    glance_seconds: float = 0.05  # of work on a question that nobody knows yet
    weigh_seconds: float = 0.4  # of work on the size of a game that is not small
    quick_seconds: float = 0.3  # what small means; where other work has the cores, longer

    waiting: int = LINE_PER_CORE * CORES  # requests in line for each kind of worker
    wait_seconds: float = 30.0
    jobs: int = 64  # not finished at the same time
    jobs_kept: int = 64  # finished ones whose result can still be read
    follow_seconds: float = 5.0  # that a job goes on while nobody follows it
    share: float = 0.5  # of the workers for large games, the line and the jobs, for one client
    request_seconds: float = 10.0  # for a request to arrive
    tables: int = 64  # kept by each worker
    table_bytes: int = 512 << 20  # of them together
    answer_bytes: int = 32 << 20  # of answers that are kept
    check_every: int = 20  # answers from one self-play check to the next; 0 for none
    closing_seconds: float = 5.0  # for answers under way when the service stops

    def __post_init__(self) -> None:
        self._count_workers()
        for name, least in LEAST_OF_A_SETTING.items():
            given = getattr(self, name)
            most = MOST_OF_A_SETTING.get(name, inf)
            is_number = isinstance(given, int | float) and not isinstance(given, bool)
            if not is_number or not least <= given <= most or given == inf:
                limit = f" and at most {most}" if name in MOST_OF_A_SETTING else ""
                raise BadInput(
                    spelled(given),
                    where=f"--{name.replace('_', '-')}",
                    rule=f"it is a number of at least {least}{limit}",
                    fix="Leave it out to have the default",
                )
        self._check_memory()
        if self.token is not None and (not self.token or not self.token.isascii()):
            raise BadInput(
                "an empty token" if not self.token else "a token with other letters than ASCII's",
                where="--token",
                rule="a token is sent in a header",
                fix="Pass some letters and digits, or leave it out",
            )

    def _count_workers(self) -> None:
        """Those that nobody has stated: one for each core, within the memory."""
        if isinstance(self.quick_workers, Unstated):
            fit = self.memory // 2 // LEAST_BYTES_BESIDE - BESIDE_WORKERS
            object.__setattr__(self, "quick_workers", max(2, min(CORES, fit)))
        if isinstance(self.workers, Unstated):
            fit = self._large_bytes // LEAST_BYTES_OF_A_WORKER
            object.__setattr__(self, "workers", max(1, min(CORES, fit)))

    def _check_memory(self) -> None:
        if self.worker_memory("large") >= LEAST_BYTES_OF_A_WORKER:
            return
        raise BadInput(
            bytes_text(self.memory),
            where="--memory",
            rule=f"the server, {self.quick_workers} workers for small games and {self.workers} for "
            f"large ones share it, which leaves less than {bytes_text(LEAST_BYTES_OF_A_WORKER)} to "
            "each of the latter",
            fix="Pass more memory, or fewer workers",
        )

    def share_of(self, count: int) -> int:
        """How many of so many one client may have; at least one."""
        return max(1, ceil(self.share * count))

    def worker_memory(self, lane: str) -> int:
        """Bytes of one worker: all of them and the server together take no more than `memory`."""
        return self._large_bytes // self.workers if lane == "large" else self._beside_bytes

    @property
    def _beside_bytes(self) -> int:
        """Of one worker that never sees a large game."""
        return min(BESIDE_BYTES, self.memory // (2 * (self.quick_workers + BESIDE_WORKERS)))

    @property
    def _large_bytes(self) -> int:
        """Of all workers for large games together."""
        server = min(SERVER_BYTES, self.memory // 8)
        return self.memory - server - (self.quick_workers + BESIDE_WORKERS) * self._beside_bytes

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        return self.host in LOOPBACK

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the page."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def as_json(self) -> str:
        """For a worker process. It has no use for the token."""
        return json.dumps({**asdict(self), "token": None})

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """What `as_json` wrote."""
        fields = json.loads(text)
        named = {name: tuple(fields[name]) for name in ("games", "saved", "names", "proxies")}
        return cls(**{**fields, **named})


MOST_OF_A_SETTING = {"port": 65_535, "share": 1}
LEAST_OF_A_SETTING = {
    "port": 0, "quick_workers": 1, "workers": 1, "body": 256, "row": 1, "digits": 1, "depth": 1,
    "positions": 1, "moves": 1, "memory": bytes_of("256 MiB"), "threads": 1,
    "seconds": 0.01, "job_seconds": 0.01, "facts_seconds": 0.01, "glance_seconds": 0.001,
    "weigh_seconds": 0.001,
    "quick_seconds": 0.01, "waiting": 1, "wait_seconds": 0, "jobs": 1, "jobs_kept": 1,
    "follow_seconds": 0, "share": 0, "request_seconds": 0.01, "tables": 1, "table_bytes": 1,
    "answer_bytes": 0, "check_every": 0, "closing_seconds": 0,
}  # fmt: skip
