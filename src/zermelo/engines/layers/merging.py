"""Several runs of keys as one: ascending, each key once.

It is done part by part: the keys between two bounds are taken out of all runs and sorted together,
within a cache. A part is a task like any other. Its keys are handed over where the caller does it;
where somebody else does, they are a row of the storage that all share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from zermelo.engines.layers.asking import Asker
from zermelo.engines.layers.sharing import Sendable, equal_shares, shares
from zermelo.engines.layers.storage import Storage
from zermelo.engines.memory.growing_arrays import set_apart
from zermelo.kernels import load

PART = 1 << 16  # keys that are sorted together
PARTS_SENT = 48  # parts that make one task for somebody else, who waits for it, at most
SAMPLES = 64  # of a run for each part, that its bounds are taken from

PartOfRun = tuple[str, int, int]  # of a row: its name, from, to


@dataclass(frozen=True)
class Merging:
    """The keys of some stretches: a task whose only state is rows of the storage."""

    storage: Storage
    cut: tuple[PartOfRun, ...]
    name: str  # of the row, where the keys become one

    def __call__(self, asker: Asker) -> np.ndarray:  # noqa: ARG002
        """The keys."""
        rows = [self.storage.get(name)[low:high] for name, low, high in self.cut]
        parts = [together(some) for some in _cut(rows, bounds(rows, PART))]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)


@dataclass(frozen=True)
class MergingAfar(Merging, Sendable):
    """The same, done by somebody else, who also reads some of the runs to their ends."""

    checked: tuple[str, ...]

    def __call__(self, asker: Asker) -> str:  # type: ignore[override]
        """The name of the row with the keys."""
        for run in self.checked:
            self.storage.whole(run)
        self.storage.keep(self.name, super().__call__(asker))
        return self.name

    def found(self) -> object:
        """The name again."""
        return self.name


def merging(
    storage: Storage, runs: Sequence[str], name: str, *, is_sent: bool
) -> Iterator[Merging]:
    """The work of merging runs, part after part of the keys."""
    keys = sum(len(storage.glance(run)) for run in runs)
    size = max(PART, equal_shares(keys, PARTS_SENT * PART)) if is_sent else PART
    for cut, part, checked in cut_runs(storage, runs, name, size, is_sent=is_sent):
        own = storage, cut, part
        yield MergingAfar(*own, checked) if is_sent else Merging(*own)


def cut_runs(
    storage: Storage, runs: Sequence[str], name: str, size: int, *, is_sent: bool
) -> Iterator[tuple[tuple[PartOfRun, ...], str, tuple[str, ...]]]:
    """Stretches of all runs that have about so many keys, a name, and some runs to be checked."""
    rows = [storage.glance(run) for run in runs]
    places = _places(rows, bounds(rows, size, is_sent=is_sent))
    parts = len(places[0]) - 1
    for part in range(parts):
        ends = ((at[part], at[part + 1]) for at in places)
        cut = tuple((run, *at) for run, at in zip(runs, ends, strict=True))
        yield cut, f"{name} part {part}", tuple(runs[part::parts])


def together(parts: Sequence[np.ndarray]) -> np.ndarray:
    """The keys of several rows, ascending, each once."""
    keys = np.concatenate(parts)
    keys.sort()
    return set_apart(keys[: load("layers").each_once(keys)])


def bounds(runs: Sequence[np.ndarray], size: int, *, is_sent: bool = False) -> np.ndarray:
    """Keys between which there are about so many keys of all runs, and not many more."""
    total = sum(map(len, runs))
    ends = [high for _, high in shares(total, size, is_sent=is_sent)][:-1]
    step, begin, picked = max(1, total // (SAMPLES * (len(ends) + 1))), 0, []
    for run in runs:  # as if they stood one after the other: what is longer gives more
        picked.append(run[-begin % step :: step])
        begin += len(run)
    sample = np.sort(np.concatenate(picked))
    return np.unique(sample[np.array(ends, np.int64) * len(sample) // max(1, total)])


def _places(rows: Sequence[np.ndarray], ends: np.ndarray) -> list[list[int]]:
    """Where the keys between two ends begin in each row, and where the last ones stop."""
    return [[0, *np.searchsorted(row, ends).tolist(), len(row)] for row in rows]


def _cut(rows: Sequence[np.ndarray], ends: np.ndarray) -> Iterator[list[np.ndarray]]:
    places = _places(rows, ends)
    for part in range(len(ends) + 1):
        yield [row[at[part] : at[part + 1]] for row, at in zip(rows, places, strict=True)]
