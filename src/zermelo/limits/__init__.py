"""How far a solution may go: states, seconds, bytes, cores, and on which engine."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from time import perf_counter

from zermelo.errors import BadInput, Setting
from zermelo.limits.amounts import bytes_of, free_memory
from zermelo.model.exact import Number, fault, whole
from zermelo.model.frozen import Frozen
from zermelo.model.numerals import shown, spelled

DEFAULT_BUDGET = 1_000_000  # states in plain Python, unless the caller names a number
STATES_IN_A_HURRY = (
    20_000_000  # states that are found to say something about a game, not to solve it
)
MOST_THREADS = 1_000  # that a caller may name
FEW_BYTES = 64 << 20  # so few that nobody looks at what is free, which takes a while
FOREVER = 1e300  # seconds; an int may be too large for a float


class Limits(Frozen):
    """How far a search may go, and on what."""

    budget: int = DEFAULT_BUDGET
    seconds: float | None = None
    is_asked: bool = False  # whether the caller named the budget
    memory: int | None = None  # bytes for compiled tables; None for a share of what is free
    threads: int | None = None  # None for all cores
    engine: str | None = None  # None to have it chosen
    disk: str | None = None  # the folder for what memory does not hold
    cluster: object = None  # Dask's client, or where its scheduler is
    tables: tuple[str, ...] = ()  # files with saved tables of the same rules
    patience: int | None = None  # states that may be found by compiled rules; None for all
    work: int | None = None  # moves that plain Python may look at; None for any number

    @property
    def room(self) -> int:
        """Bytes that may be used: those that the caller named, or a share of what is free."""
        return free_memory() if self.memory is None else self.memory

    def holds(self, needed: int) -> bool:
        """Whether so many bytes may be used; a few always, unless the caller named fewer."""
        return needed <= (FEW_BYTES if self.memory is None else 0) or needed <= self.room

    @property
    def are_named(self) -> bool:
        """Whether the caller said how far the work may go."""
        return self.is_asked or self.seconds is not None or self.memory is not None

    @property
    def are_ours(self) -> bool:
        """Whether nobody named the numbers, so that work that cannot be done need not be begun."""
        return not self.is_asked or self.work is not None

    @property
    def in_a_hurry(self) -> Limits:
        """The same where the caller named some; else for work that is not to take minutes."""
        return self if self.are_named else self.but(patience=STATES_IN_A_HURRY)

    @property
    def from_now_on(self) -> Limits:
        """The same for what a solution is asked later; folder and tables were for solving it."""
        if self.disk is None and not self.tables:
            return self
        return self.but(disk=None, cluster=None, tables=())

    @classmethod
    def checked(
        cls,
        budget: object,
        seconds: Number | None,
        *,
        memory: object = None,
        threads: object = None,
        engine: str | None = None,
        disk: object = None,
        cluster: object = None,
        tables: object = (),
    ) -> Limits:
        """Limits as a caller gave them, or an error that says what is wrong with them."""
        return cls(
            DEFAULT_BUDGET if budget is None else whole(budget, where="budget", least=1),
            time_limit(seconds),
            budget is not None,
            None if memory is None else bytes_of(memory),
            None if threads is None else _threads(threads),
            engine,
            None if disk is None else folder_of(disk),
            None if cluster is None else _with_disk(cluster, disk),
            files_of(tables),
        )


def _threads(given: object) -> int:
    """Threads as a caller named them; very many only take turns."""
    count = whole(given, where="threads", least=1)
    if count <= MOST_THREADS:
        return count
    raise BadInput(
        f"{shown(count)} threads",
        where="threads",
        rule=f"more than {MOST_THREADS:,} threads only take turns",
        fix="Leave it out to have all cores used",
    )


def _with_disk(cluster: object, disk: object) -> object:
    """A cluster as a caller named it, which needs a folder."""
    if disk is None:
        raise BadInput(
            "a cluster and no folder",
            where="cluster",
            rule="workers read and write layers in a folder that all of them share",
            fix=("Pass ", Setting("disk", "FOLDER"), " beside it"),
        )
    return cluster


def folder_of(disk: object) -> str:
    """A folder as a caller named it."""
    if isinstance(disk, str | PathLike) and str(disk):
        return str(disk)
    raise BadInput(
        spelled(disk),
        where="disk",
        rule="layers are kept in a folder, which is a path",
        fix=("Pass e.g. ", Setting("disk", "layers")),
    )


def files_of(tables: object) -> tuple[str, ...]:
    """Files of tables as a caller named them: one, or several."""
    if type(tables) is tuple and not tables:
        return ()
    given = (tables,) if isinstance(tables, str | PathLike) else tables
    if isinstance(given, Iterable):
        names = [*given]
        if all(isinstance(name, str | PathLike) and str(name) for name in names):
            return tuple(map(str, names))
    raise BadInput(
        spelled(tables),
        where="tables",
        rule="saved tables are named by their paths",
        fix=("Pass e.g. ", Setting("tables", "krk.table")),
    )


def time_limit(seconds: Number | None, where: str = "seconds") -> float | None:
    """Seconds as a caller gave them, or an error that says what is wrong with them."""
    if seconds is not None and (fault(seconds, 0.0) or seconds < 0):
        raise BadInput(
            spelled(seconds),
            where=where,
            rule="a time limit is None or a finite number of seconds, not negative",
            fix=("Pass e.g. ", Setting(where, 10)),
        )
    return None if seconds is None else float(min(seconds, FOREVER))


def time_left(deadline: float | None) -> float | None:
    """What a pickle keeps of a deadline: another process has another clock."""
    return None if deadline is None else deadline - perf_counter()


def time_from_now(seconds: float | None) -> float | None:
    """The deadline on this process's clock."""
    return None if seconds is None else seconds + perf_counter()
