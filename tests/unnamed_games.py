"""A game that says nothing of itself: no dataclass, and no repr."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo import LastMoverWins, Move


class Unnamed(LastMoverWins):
    """Take one up to `most`."""

    def __init__(self, heap: int, most: int = 3) -> None:
        self.heap, self.most = heap, most

    @property
    def start(self) -> int:  # type: ignore[override]
        return self.heap

    def moves(self, state: int) -> Iterator[Move]:
        return (Move(state - take) for take in range(1, min(state, self.most) + 1))
