"""Messages between the server and its workers: a head in JSON, and bytes that nobody reads twice.

4 bytes length of the head | 4 bytes length of the body | head | body
"""

from __future__ import annotations

import json
import signal
import struct
from asyncio import StreamReader
from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO, Literal, TypedDict

if TYPE_CHECKING:
    from zermelo.faces.plain import Json, JsonObject

MESSAGE_SIZES = struct.Struct(">II")
FACTS_STATES = 100_000  # that facts are drawn from
SMALL_STATES = 10_000  # of a game that a worker for small ones may solve
# not every system has SIGUSR1
STOP_SIGNAL = getattr(
    signal, "SIGUSR1", signal.SIGTERM
)  # to a worker: nobody waits for this answer any more


class WorkerQuestion(TypedDict, total=False):
    """What a worker is asked: what the client sent, and how long the answer may take."""

    settings: str  # the first message has nothing else
    operation: str
    own: str | None  # of the list of games: one of the operator's own; None for an outline
    game: str
    arguments: dict[str, Json] | None
    misere: bool
    position: Json
    mover: int | None  # who is said to move there
    positions: list[Json]
    view: str | None
    text: str  # of a position
    spend: float  # seconds of search
    meanwhile: bool  # beside a solve that is under way
    moves: list[int | str]
    humans: list[int]
    engine: bool
    key: str  # the same for equal games
    seconds: float
    cpu_seconds: float
    states: int  # that are looked at, at most, where the game may be large
    reports: bool  # whether progress is told


class LogEntry(TypedDict, total=False):
    """What the log and the metrics should know about an answer."""

    code: str
    lane: str
    worker: str
    difference: Json
    first_move: str | None
    method: str
    states: int | None
    check: str | None
    cached: bool
    shared: bool
    late: bool  # whether rules did not answer in time, so that it may be another one next time


class ProblemParts(TypedDict):
    """What a client reads of an error."""

    code: str
    message: str
    field: str | None
    fix: str


class WorkerReply(TypedDict, total=False):
    """What a worker says; the body of an answer comes behind it."""

    kind: Literal["ready", "begun", "progress", "answer", "larger", "problem"]
    facts: LogEntry
    dropped: list[str]  # keys of tables that it has no more
    problem: ProblemParts
    is_settled: bool  # whether it would be the same another time
    progress: JsonObject
    proof_failed: str
    traceback: str


def message_bytes(head: Mapping[str, object], body: bytes = b"") -> bytes:
    """A message."""
    text = json.dumps(head).encode("ascii")
    return MESSAGE_SIZES.pack(len(text), len(body)) + text + body


def read_from(stream: BinaryIO) -> tuple[WorkerQuestion, bytes] | None:
    """The next message of a stream; None at its end."""
    sizes = stream.read(MESSAGE_SIZES.size)
    if len(sizes) < MESSAGE_SIZES.size:
        return None
    head, body = MESSAGE_SIZES.unpack(sizes)
    return json.loads(stream.read(head)), stream.read(body)


async def receive(stream: StreamReader) -> tuple[WorkerReply, bytes]:
    """The next message; `IncompleteReadError` when the other side is gone."""
    head, body = MESSAGE_SIZES.unpack(await stream.readexactly(MESSAGE_SIZES.size))
    return json.loads(await stream.readexactly(head)), await stream.readexactly(body)
