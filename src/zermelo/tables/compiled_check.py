"""Every position of a table against its compiled rules, by the checker of the proof room.

A stretch of positions is checked together with those that its moves lead to.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from zermelo.errors import ProofFailed
from zermelo.kernels import announce
from zermelo.machine import build
from zermelo.machine.machine import Machine, Moves, Outgrown
from zermelo.model.game import PayoffGame
from zermelo.model.numerals import spelled
from zermelo.proof.packed import TableClaim, broken_rule, checker_text
from zermelo.tables.ground import CHECKED_AT_ONCE, Ground, Hearing, table_lie
from zermelo.tables.reader import TableFile


class CompiledCheck:
    """Compiled rules, a stretch of positions at a time."""

    def __init__(self, table: TableFile, machine: Machine) -> None:
        self.table = table
        self.machine = machine
        self.ground = Ground(table)
        checker = checker_text(vectors=isinstance(machine.game, PayoffGame))
        text = f"{machine.code.text}\n\n{checker}"
        if not build.is_compiled(text, "check_states"):
            announce("compiling the checker")
        self.module = build.load(text)

    def all(self, told: Hearing | None = None) -> int:
        """Check every position; how many moves there are."""
        moves, done = 0, 0
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
        with ThreadPoolExecutor(cores) as pool:
            for size, count in pool.map(self._check, *zip(*self._stretches(), strict=True)):
                moves, done = moves + count, done + size
                if told is not None:
                    told(done, len(self.table))
        return moves

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """Of one layer each."""
        for layer in self.table.layers:
            end = layer.first + layer.size
            for low in range(layer.first, end, CHECKED_AT_ONCE):
                yield low, min(low + CHECKED_AT_ONCE, end)

    def _check(self, begin: int, end: int) -> tuple[int, int]:
        """Check a stretch; how many positions and moves it has."""
        keys = self.table.keys(begin, end)
        near = self.table.layer_at(begin)
        numbers = np.arange(begin, end)
        odd = np.flatnonzero(self.table.numbers_of_keys(keys, near) != numbers)
        if len(odd):
            raise self._lie(begin + int(odd[0]), "its key is not found where it stands")
        others = self._led_to(keys, begin, end, near)
        claim = self._claim(keys, numbers, *others)
        room = partial(_room, self.machine)
        rule, row, moves = broken_rule(self.module, room, claim, end - begin)
        if rule:
            raise self._lie(begin + row, rule)
        return end - begin, moves

    def _led_to(
        self, keys: np.ndarray, begin: int, end: int, near: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """The keys and numbers of the positions that moves lead to, outside of the stretch."""
        found, counts = self._children(keys, begin)
        different = _different(found)
        numbers = self.table.numbers_of_keys(different, near)
        missing = np.flatnonzero(numbers < 0)
        if len(missing):
            move = int(np.flatnonzero((found == different[missing[0]]).all(axis=1))[0])
            row = int(np.searchsorted(np.cumsum(counts), move, side="right"))
            state = self.machine.state(different[missing[0]])
            what = f"it leads to {spelled(state)}, which the table does not hold"
            raise self._lie(begin + row, what)
        is_other = (numbers < begin) | (numbers >= end)
        return different[is_other], numbers[is_other]

    def _children(self, keys: np.ndarray, begin: int) -> tuple[np.ndarray, np.ndarray]:
        runner, size = self.machine.runner(), 8 * len(keys)
        while True:
            room = Moves.room(size, self.machine.layout.words)
            try:
                count = runner.expand(keys, 0, len(keys), room, 0, size)
            except Outgrown:
                what = "it, or a position near it, leads to one that no key has room for"
                raise self._lie(begin, what) from None
            if count >= 0:
                return room.keys[:count], runner.counts
            size *= 2

    def _claim(
        self, keys: np.ndarray, own: np.ndarray, other_keys: np.ndarray, others: np.ndarray
    ) -> TableClaim:
        begin, end = int(own[0]), int(own[-1]) + 1
        nothing = np.empty(0, np.int64)

        def column(name: str) -> np.ndarray:
            if name not in self.table.columns:
                return nothing
            mine = self.table.column(name, begin, end)
            return np.concatenate((mine, self.table.column_at(name, others)))

        return TableClaim(
            np.ascontiguousarray(np.concatenate((keys, other_keys))),
            column("value"),
            column("plies"),
            column("nimber"),
            self.ground.heights(np.concatenate((own, others))),
            self.ground.may_return,
        )

    def _lie(self, number: int, what: str) -> ProofFailed:
        state = self.table.state(number)
        where = f"{self.table.place_text(number)}, state {spelled(state)}"
        return table_lie(self.table.path, where, what)


def _different(keys: np.ndarray) -> np.ndarray:
    """[n, K] each key once."""
    if keys.shape[1] == 1:  # many times quicker than by rows
        ascending = np.sort(keys[:, 0])
        is_new = np.ones(len(ascending), bool)
        is_new[1:] = ascending[1:] != ascending[:-1]
        return ascending[is_new].reshape(-1, 1)
    return np.unique(keys, axis=0)


def _room(machine: Machine) -> tuple[np.ndarray, object]:
    return machine.runner().memory, machine.layout.codec
