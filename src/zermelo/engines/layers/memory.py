"""How much is done at once, so that all phases keep to the memory."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from zermelo.engines.full import memory_full
from zermelo.engines.layers.sharing import equal_shares, shares
from zermelo.engines.layers.storage import SUMMED
from zermelo.errors import Setting
from zermelo.limits.amounts import bytes_text
from zermelo.model.game import Game

PIECE = 1 << 15  # states that are asked about in one go, as a rule
PIECES_SENT = 64  # that make one for somebody else, to whom it has to be sent, at most
RUNS = 128  # pieces of a large layer
WORTH = 2  # bytes of a state's value and plies, at least
SORTING = 24  # bytes of a key while it is sorted: where it was, the row of all, what comes out
HALVES = 2 * SUMMED  # rows of pieces that are sent are whole words, and so are their halves
LIKELY_MOVES = 16  # of a state, while nobody knows how many it has


class Memory:
    """A number of bytes for everything, some of it for every thread."""

    def __init__(self, game: Game, size: int, threads: int) -> None:
        self.game, self.size, self.threads = game, size, threads

    @property
    def share(self) -> int:
        """What a thread may use to ask the rules about some states."""
        return self.size // (16 * self.threads)

    def piece(self, states: int, widest: int, *, is_sent: bool = False) -> int:
        """States of a layer that one run is made of: as many as are worth while, and as fit."""
        least = states_sent(states) if is_sent else PIECE
        room = self.size // (4 * self.threads * SORTING * max(widest, LIKELY_MOVES))
        size = max(1, min(max(least, ceil(states / RUNS)), room))
        return -(-size // HALVES) * HALVES if is_sent else size

    def pieces(
        self, states: int, widest: int, *, is_sent: bool = False
    ) -> Iterator[tuple[int, int]]:
        """From, to: the pieces of a layer."""
        return shares(states, self.piece(states, widest, is_sent=is_sent), is_sent=is_sent)

    def hold(self, held: int, states: int) -> None:
        """What is held fits, with a value and plies for every state, or the work ends."""
        if held + WORTH * states > self.size:
            rule = f"the memory budget is {bytes_text(self.size)}"
            instead = "keep the layers in a folder: ", Setting("disk", "FOLDER")
            raise memory_full(self.game, states, held, self.size, rule=rule, instead=instead)


def states_sent(states: int) -> int:
    """How many of a layer's states make a task for somebody else."""
    return equal_shares(states, PIECES_SENT * PIECE)


def pieces_sent(states: int) -> list[tuple[int, int]]:
    """From, to: tasks for somebody else, of a layer's states."""
    return [*shares(states, states_sent(states), is_sent=True)]
