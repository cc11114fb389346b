"""Every position of a table against its compiled rules, by the checker of the proof room.

A stretch of positions is checked together with those that its moves lead to. Children are sorted,
each once, and looked up in ascending order: then a look-up takes a few steps instead of dozens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import starmap
from threading import local
from typing import NamedTuple

import numpy as np

from zermelo.errors import ProofFailed
from zermelo.kernels import announce, load
from zermelo.limits.amounts import cores
from zermelo.machine import build
from zermelo.machine.machine import Machine, Moves, Outgrown
from zermelo.machine.words import TooWide, Unpacked, Words
from zermelo.model.game import PayoffGame
from zermelo.model.numerals import spelled
from zermelo.proof.packed import BROKEN_RULES, heard_checker_text
from zermelo.tables.diagram import Diagram
from zermelo.tables.ground import CHECKED_AT_ONCE, Ground, Hearing, table_lie
from zermelo.tables.reader import TableFile

NOTHING = np.empty(0, np.int64)
MOVES_AT_FIRST = 8  # of a position, that there is room for
NOWHERE_BUT_HERE = np.empty(0, np.int64)  # for `places`: no child is in another row


class StretchMoves(NamedTuple):
    """The moves of a stretch of positions, side by side."""

    keys: np.ndarray  # [m, K]
    counts: np.ndarray  # [n]
    gains: np.ndarray  # [m]
    agains: np.ndarray  # [m]
    paid: np.ndarray  # [e, p] what the positions without moves pay
    movers: np.ndarray  # [n] with p players, else nothing


class CompiledCheck:
    """Compiled rules, a stretch of positions at a time."""

    def __init__(self, table: TableFile, machine: Machine) -> None:
        self.table = table
        self.machine = machine
        self.ground = Ground(table)
        self.words = _words(table)
        self.rooms = local()  # each thread has room of its own
        text = heard_checker_text()
        if not build.is_compiled(text, "check_moves"):
            announce("compiling the checker of tables")
        self.module = build.load(text)

    def all(self, told: Hearing | None = None) -> int:
        """Check every position; how many moves there are."""
        self._check_keys()
        moves, done = 0, 0
        with ThreadPoolExecutor(cores()) as pool:
            for size, count in pool.map(self._check, *zip(*self._stretches(), strict=True)):
                moves, done = moves + count, done + size
                if told is not None:
                    told(done, len(self.table))
        return moves

    def _check_keys(self) -> None:
        """That numbers and keys belong together; for a diagram that follows from its counts."""
        index = self.table.index
        if isinstance(index, Diagram):
            wrong = index.miscounted([layer.size for layer in self.table.layers])
            if wrong:
                raise table_lie(self.table.path, "the keys", wrong)

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """Of one layer each."""
        for layer in self.table.layers:
            end = layer.first + layer.size
            for low in range(layer.first, end, CHECKED_AT_ONCE):
                yield low, min(low + CHECKED_AT_ONCE, end)

    def _check(self, begin: int, end: int) -> tuple[int, int]:
        """Check a stretch; how many positions and moves it has."""
        keys, own = self.table.keys(begin, end), np.arange(begin, end)
        if not isinstance(self.table.index, Diagram):
            odd = np.flatnonzero(self.table.numbers_of_keys(keys) != own)
            if len(odd):
                raise self._lie(begin + int(odd[0]), "its key is not found where it stands")
        heard = self._heard(keys, begin)
        others, places = self._found(heard, begin)
        missing = np.flatnonzero(others < 0)
        if len(missing):
            raise self._lost(heard, begin, int(np.flatnonzero(places == missing[0])[0]))
        rule, row = self._broken_rule(heard, own, others, places)
        if rule:
            raise self._lie(begin + row, BROKEN_RULES[rule])
        return end - begin, len(places)

    # -- moves ---------------------------------------------------------------------------------

    def _heard(self, keys: np.ndarray, begin: int) -> StretchMoves:
        """What the rules say of a stretch."""
        room = self._room(MOVES_AT_FIRST * len(keys))
        while True:
            size = len(room.moves.gain)
            try:
                count = room.runner.expand(keys, 0, len(keys), room.moves, 0, size)
            except Outgrown:
                what = "it, or a position near it, leads to one that no key has room for"
                raise self._lie(begin, what) from None
            if count >= 0:
                break
            room = self._room(2 * size)
        counts, moves, runner = room.runner.counts, room.moves, room.runner
        paid = runner.payoffs(keys, np.flatnonzero(counts == 0).astype(np.uint32))
        is_shared = isinstance(self.machine.game, PayoffGame)
        movers = runner.turns(keys, 0, len(keys)) if is_shared else NOTHING
        rows = moves.keys[:count], counts, moves.gain[:count], moves.again[:count]
        return StretchMoves(*rows, paid, movers)

    def _room(self, moves: int) -> CheckerRoom:
        """Room of this thread for so many moves."""
        room: CheckerRoom | None = getattr(self.rooms, "held", None)
        if room is None or len(room.moves.gain) < moves:
            room = self.rooms.held = CheckerRoom(self.machine, moves)
        return room

    def _found(self, heard: StretchMoves, begin: int) -> tuple[np.ndarray, np.ndarray]:
        """[d] the numbers of the children, each once; [m] the place of every move's child there."""
        near = self.table.layer_at(begin)
        if self.table.head["layers_by"] != "layer":  # every move leads to the next one, or nearly
            near = min(near + 1, len(self.table.layers) - 1)
        if self.words is None:
            keys, places = np.unique(heard.keys, axis=0, return_inverse=True)
            return self.table.numbers_of_keys(keys, near), places.reshape(-1)
        packed = self._packed(heard, begin)
        kernels, row = load("layers"), packed.copy()
        row.sort()
        row = row[: kernels.each_once(row)]
        places = np.empty(len(packed), np.int64)
        kernels.places(packed, heard.counts, NOWHERE_BUT_HERE, 0, row, places)
        return self.table.index.numbers_ascending(row, self.words, near), places

    def _packed(self, heard: StretchMoves, begin: int) -> np.ndarray:
        """[m] the children as one word each."""
        assert self.words is not None
        try:
            return self.words.pack(heard.keys)
        except Unpacked:
            raise self._lost(heard, begin, self._first_unpacked(heard.keys)) from None

    def _first_unpacked(self, keys: np.ndarray) -> int:
        """The first move whose child has a bit that no key of the table has."""
        assert self.words is not None
        odd = (keys & ~np.array(self.words.bits, np.int64)).any(axis=1)
        return int(np.flatnonzero(odd)[0])

    def _lost(self, heard: StretchMoves, begin: int, move: int) -> ProofFailed:
        row = int(np.searchsorted(np.cumsum(heard.counts, dtype=np.int64), move, side="right"))
        state = spelled(self.machine.state(heard.keys[move]))
        return self._lie(begin + row, f"it leads to {state}, which the table does not hold")

    # -- what is claimed -----------------------------------------------------------------------

    def _broken_rule(
        self, heard: StretchMoves, own: np.ndarray, others: np.ndarray, places: np.ndarray
    ) -> tuple[int, int]:
        """The first rule that is broken, or 0, and the row of the position."""
        starts = np.zeros(len(own) + 1, np.int64)
        np.cumsum(heard.counts, out=starts[1:])
        names = [name for name in ("value", "plies", "nimber") if name in self.table.columns]
        pairs = zip(self._columns(names, own), self._columns(names, others), strict=True)
        rows = dict(zip(names, starmap(_joined, pairs), strict=True))
        values = rows["value"].reshape(len(own) + len(others), -1)
        heights = self.ground.heights(np.concatenate((own, others)))
        rule, row = self.module.check_moves(
            starts, places + len(own), heard.gains, heard.agains, heard.movers, heard.paid,
            values, rows.get("plies", NOTHING), rows.get("nimber", NOTHING),
            np.ascontiguousarray(heights), self.ground.may_return,
        )  # fmt: skip
        return int(rule), int(row)

    def _columns(self, names: Sequence[str], numbers: np.ndarray) -> list[np.ndarray]:
        if len(numbers) < 2 or (numbers[1:] > numbers[:-1]).all():
            return self.table.columns_at(names, numbers)
        return [self.table.column_at(name, numbers) for name in names]

    def _lie(self, number: int, what: str) -> ProofFailed:
        state = self.table.state(number)
        where = f"{self.table.place_text(number)}, state {spelled(state)}"
        return table_lie(self.table.path, where, what)


class CheckerRoom:
    """What a thread works with."""

    def __init__(self, machine: Machine, moves: int) -> None:
        self.runner = machine.runner()
        self.moves = Moves.room(moves, machine.layout.words)
        self.moves.gain[:] = 0  # rules whose moves never gain do not write them
        self.moves.again[:] = 0


def _joined(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    return np.concatenate((one, two))


def _words(table: TableFile) -> Words | None:
    """How keys become one word each; None where they have too many bits."""
    if not isinstance(table.index, Diagram):
        return Words((0,)) if table.layout.words == 1 else None
    words = Words(table.index.bits)
    try:
        return words if words.is_plain or len(words.pieces) else None
    except TooWide:
        return None
