"""`Engine`: rules, a start and limits in, an explored graph out.

An engine owns what it explores with: memory, and one day disks, other machines or a device. Nothing
above it does. `choose` picks one; what it picks is only ever asked what stands here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from typing import Protocol, TypedDict

from zermelo.errors import NotCompiled
from zermelo.graph.contract import Graph
from zermelo.graph.progress import Callback
from zermelo.graph.starts import Starts
from zermelo.limits import Limits
from zermelo.model.exact import Number
from zermelo.model.frozen import Frozen
from zermelo.model.game import Game, State

STARTS_SPREAD = 1 << 14  # starts among which some are looked at


class Begins(TypedDict, total=False):
    """Where play begins: at one state, or at several."""

    start: State
    starts: Starts


class EngineKind(Enum):
    """Who carries out the rules."""

    PLAIN = "plain"
    COMPILED = "compiled"


class Task(Frozen):
    """What an engine is asked to explore."""

    game: Game
    start: State
    limits: Limits
    progress: Callback | None = None
    seen: Sequence[State] = ()  # some of its states, from which keys take their form
    known: int = 0  # how many there are, where that is known; else 0
    starts: Starts | None = None  # where play begins at several states, `start` among them
    at_least: AtLeast | None = None  # what another engine has left to this one
    may_go_by_layers: bool = False  # whether `BetterByLayers` is an answer

    @property
    def begins(self) -> Begins:
        """The arguments of `explore` that say where play begins."""
        return {"start": self.start} if self.starts is None else {"starts": self.starts}

    def some_starts(self, most: int) -> Iterator[State]:
        """Some of many starts, spread over the first thousands of them."""
        spread = STARTS_SPREAD // most
        return islice(self.starts or (), 0, STARTS_SPREAD, spread)


class AtLeast(Frozen):
    """So many states, and the number in words with what it rests on."""

    states: int
    evidence: str


class Explored(Frozen):
    """A graph, whoever explored it, and what is to be said about the engine."""

    graph: Graph
    kind: EngineKind = EngineKind.PLAIN
    note: str = ""


class Outlook(Frozen):
    """What an engine expects of a game after a look at some of it."""

    states: int | None  # None where only a lower bound is known
    at_least: int
    complete: bool  # whether all of it was looked at
    seconds: float
    bytes: int
    evidence: str


class Declined(Exception):
    """The rules of this game are not for this engine; another one may do."""

    def __init__(self, reason: str, refusal: NotCompiled, *, has_failed: bool = False) -> None:
        super().__init__(reason)
        self.refusal = refusal  # for a caller who asked for this engine
        self.has_failed = has_failed  # whether the rules were carried out, and raised an error


class BetterByLayers(Exception):
    """There are so many states, and rules so quick, that they are better held layer by layer."""

    def __init__(self, at_least: AtLeast) -> None:
        super().__init__(at_least)
        self.at_least = at_least


class Prepared(Protocol):
    """An engine that is about to explore a game."""

    @property
    def is_ready(self) -> bool:
        """Whether it can begin at once; what has to be compiled first takes seconds."""
        return True

    def explore(self) -> Explored:
        """The whole graph; `BudgetExceeded` where that goes beyond the limits."""


class Searching(Protocol):
    """A search from one state, with proven intervals."""

    visits: int
    """Nodes that were opened."""
    compared: int
    """States that were held against Python's rules."""
    too_deep: int
    """Plies at which plays were left, where no other limit was met."""
    deadline: float | None

    @property
    def limit_met(self) -> str:
        """Which limit has ended it, in words; "" where none has."""

    @property
    def known(self) -> Mapping[State, tuple[Number, Number]]:
        """What is proven of states that were looked at."""

    @property
    def was_compiled(self) -> bool:
        """Whether it can begin at once."""

    def settle(self, state: State) -> tuple[Number, Number]:
        """Search until the interval closes or a limit is met; what is proven then."""


class Narrowing(Searching, Protocol):
    """A search that also tightens an interval from both ends, for somebody who watches."""

    most_at_once: int
    """Nodes between two looks at the clock."""

    def narrow(self, state: State, depth: int) -> tuple[tuple[Number, Number], int]:
        """Until a limit is met: what is proven then, and the depth to go on with."""


class Engine(Protocol):
    """Rules → an explored graph."""

    def prepare(self, task: Task) -> Prepared:
        """What explores a game; `Declined` where its rules are not for this engine."""

    def search(self, task: Task) -> Narrowing:
        """A search by this engine's rules; `NotCompiled` where it has none."""

    def outlook(self, task: Task) -> Outlook:
        """What the whole game would take; `Declined` as in `prepare`."""
