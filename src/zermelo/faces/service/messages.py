"""Messages between the server and its workers: a head in JSON, and bytes that nobody reads twice.

4 bytes length of the head | 4 bytes length of the body | head | body
"""

from __future__ import annotations

import json
import struct
from asyncio import StreamReader
from typing import Any, BinaryIO

SIZES = struct.Struct(">II")

Head = dict[str, Any]


def packed(head: Head, body: bytes = b"") -> bytes:
    """A message."""
    text = json.dumps(head).encode("ascii")
    return SIZES.pack(len(text), len(body)) + text + body


def read_from(stream: BinaryIO) -> tuple[Head, bytes] | None:
    """The next message of a stream; None at its end."""
    sizes = stream.read(SIZES.size)
    if len(sizes) < SIZES.size:
        return None
    head, body = SIZES.unpack(sizes)
    return json.loads(stream.read(head)), stream.read(body)


async def receive(stream: StreamReader) -> tuple[Head, bytes]:
    """The next message; `IncompleteReadError` when the other side is gone."""
    head, body = SIZES.unpack(await stream.readexactly(SIZES.size))
    return json.loads(await stream.readexactly(head)), await stream.readexactly(body)
