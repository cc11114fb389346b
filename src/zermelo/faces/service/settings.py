"""What an operator may set: where to listen, who may ask, and how much an answer may take."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from math import inf

from zermelo.errors import BadInput
from zermelo.limits.amounts import bytes_of
from zermelo.model.numerals import spelled

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Settings:
    """All limits of a service. What is over one of them is refused before work starts."""

    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None  # None: anybody who can connect may ask
    games: tuple[str, ...] = ()  # file.py:Class, besides the catalogue
    quick_workers: int = 2  # processes for small games
    workers: int = 2  # processes for large ones

    body: int = 1 << 20  # bytes of a request
    row: int = 100_000  # items of one list
    digits: int = 40  # of one number
    depth: int = 6  # lists within lists
    positions: int = 1_000  # asked about at once
    moves: int = 2_000  # played so far

    states: int = 2_000_000  # of one game
    memory: int = 2 << 30  # bytes of one worker
    threads: int = 1  # of one worker
    seconds: float = 30.0  # of one answer
    job_seconds: float = 600.0
    quick_states: int = 10_000  # what small means
    quick_seconds: float = 0.5  # of work; where other work has the cores, some times as long
    diagnosis_states: int = 100_000  # looked at for the facts

    waiting: int = 64  # requests in line for each kind of worker
    wait_seconds: float = 30.0
    jobs: int = 16  # not finished at the same time
    jobs_kept: int = 64  # finished ones whose result can still be read
    tables: int = 64  # kept by each worker
    table_bytes: int = 512 << 20  # of them together
    check_every: int = 20  # answers from one self-play check to the next; 0 for none
    closing_seconds: float = 5.0  # for answers under way when the service stops

    def __post_init__(self) -> None:
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
        if self.token is not None and (not self.token or not self.token.isascii()):
            raise BadInput(
                "an empty token" if not self.token else "a token with other letters than ASCII's",
                where="--token",
                rule="a token is sent in a header",
                fix="Pass some letters and digits, or leave it out",
            )

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
        return cls(**{**fields, "games": tuple(fields["games"])})


MOST_OF_A_SETTING = {"port": 65_535}
LEAST_OF_A_SETTING = {
    "port": 0, "quick_workers": 1, "workers": 1, "body": 256, "row": 1, "digits": 1, "depth": 1,
    "positions": 1, "moves": 1, "states": 1, "memory": bytes_of("256 MiB"), "threads": 1,
    "seconds": 0.01, "job_seconds": 0.01, "quick_states": 1, "quick_seconds": 0.01,
    "diagnosis_states": 1, "waiting": 1, "wait_seconds": 0, "jobs": 1, "jobs_kept": 1,
    "tables": 1, "table_bytes": 1, "check_every": 0, "closing_seconds": 0,
}  # fmt: skip
