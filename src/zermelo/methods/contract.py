"""The contract of a method: what it refuses, what it costs, and the answers it gives.

A method is one algorithm with one theorem. It never solves another problem with a warning: when
it does not apply it says why, and the planner names the one that does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar, cast

from zermelo.engines.contract import Explored
from zermelo.facts.questions import OUTSIDE, Question, Reasons, not_a_table
from zermelo.graph.contract import Columns, Graph, Recurrence
from zermelo.graph.lists import Lists
from zermelo.graph.progress import Callback
from zermelo.graph.starts import Starts
from zermelo.limits import Limits
from zermelo.methods.answers import Answers, Table
from zermelo.model.frozen import Frozen, fresh
from zermelo.model.game import Game, State, ValueType
from zermelo.model.numerals import shown, spelled

LONGEST_CYCLE = 12  # states shown of a cycle

T = TypeVar("T")


class Case(Frozen, eq=False):
    """A game to be solved from `start`, with its graph where the method needs one.

    `starts`, where there are several, are all that play begins at, the start among them.
    """

    game: Game
    start: State
    found: Explored | None = None
    limits: Limits = Limits()
    progress: Callback | None = None
    starts: Starts | None = None
    _once: dict[type, object] = fresh(factory=dict)

    @property
    def graph(self) -> Graph:
        """The graph of a method whose `explores` is True."""
        assert self.found is not None
        return self.found.graph

    def once(self, kind: type[T], make: Callable[[], T]) -> T:
        """What a method works out once, to refuse, to price and to answer."""
        if kind not in self._once:
            self._once[kind] = make()
        return cast(T, self._once[kind])

    def made(self, kind: type[T]) -> T | None:
        """The same, if it was worked out before."""
        return cast(T, self._once[kind]) if kind in self._once else None

    @property
    def explored(self) -> Explored | None:
        """Who explored the game and how, if anybody did."""
        return self.found or self.made(Explored)


class Cost(Frozen):
    """What a method will touch; None where it cannot be known beforehand."""

    states: int | None  # of the table
    moves: int | None  # between them
    bytes: int | None  # of memory


class Method:
    """One algorithm, one theorem."""

    name: ClassVar[str]
    title: ClassVar[str]
    theorem: ClassVar[str]
    time: ClassVar[str] = "O(states + moves)"
    space: ClassVar[str] = "O(states + moves)"
    explores: ClassVar[bool] = True
    """Whether the method works on the explored graph."""
    explores_parts: ClassVar[bool] = False
    """Whether it explores the parts that a game declares, and not the game."""
    grows: ClassVar[bool] = False
    """Whether its table grows only until a period shows, and keeps to the memory while it grows."""
    stops_early: ClassVar[bool] = False
    """Whether it keeps to a time limit by itself, with an answer about what is proven by then."""

    value_type: ClassVar[ValueType]
    """What its values are."""
    declares: ClassVar[Question | None] = None
    """The declaration that leads to this method before the game is explored."""
    when: ClassVar[tuple[tuple[Question, bool], ...]] = ()
    """The answers that lead to this method once the game is explored; none: only when named."""

    def reason(self, game: Game, graph: Graph | None) -> str:
        """Why it is the right one for this game, where the questions have led to it."""
        raise NotImplementedError

    def instead(self, game: Game, graph: Graph | None) -> Reasons:
        """The tempting ways that are wrong for this game."""
        return ()

    def note(self, game: Game) -> str:
        """What to mind about the values."""
        return OUTSIDE

    def refuses(self, case: Case) -> str | None:
        """The reason why this method does not fit the game; None when it fits."""
        raise NotImplementedError

    def cost(self, case: Case) -> Cost:
        """What the method will touch: by default the explored graph, one value a state."""
        graph = case.graph
        return Cost(len(graph), graph.moves, graph.bytes + graph.table_bytes(1))

    def run(self, case: Case) -> Answers:
        """Solve; call only when `refuses` says None."""
        raise NotImplementedError


class FamilyMethod(Method):
    """A method for a declared shape that needs no table of states."""

    family: ClassVar[str]
    """The shape in words."""

    def reason(self, game: Game, graph: Graph | None) -> str:
        """It is quicker."""
        return f"the game declares {self.family}, which has a quicker way than a table"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:
        """A table of all states."""
        return not_a_table(game)


class TableMethod(Method):
    """A method that fills a table of every state by a recurrence."""

    recurrence: ClassVar[Recurrence]
    """What the table holds, for engines that have kernels for it."""

    def define(self, graph: Lists, game: Game) -> Columns:
        """The table by the definition, on lists of Python's own numbers."""
        raise NotImplementedError

    def run(self, case: Case) -> Table:
        """One table, by whoever explored the graph."""
        graph, game = case.graph, case.game
        columns = graph.filled(
            self.recurrence, lambda lists: self.define(lists, game), case.progress
        )
        return Table(self.value_type, graph, columns, game)


def refuse_players(graph: Graph) -> str | None:
    """The refusal of every method for two players with opposed aims."""
    return None if not graph.has_own_totals else "its players count their own totals"


def refuse_cycle(graph: Graph) -> str | None:
    """The refusal of every method that sweeps backwards once."""
    return None if graph.is_acyclic else f"the game is not acyclic: {show_cycle(graph)}"


def refuse_scores(graph: Graph) -> str | None:
    """The refusal of every method that knows win, draw and loss only."""
    if graph.is_outcome:
        return None
    if graph.has_gains:
        state, gain = graph.a_gain()
        return f"it is scored: a gain of {shown(gain)} in state {spelled(state)}"
    state, pay = graph.an_odd_end()
    return f"its end {spelled(state)} pays {shown(pay)}, not −1, 0 or 1"


def show_cycle(graph: Graph, move: int | None = None) -> str:
    """A cycle as a person reads it: a → b → a, through `move` when given."""
    cycle = graph.cycle(move)
    names = [*map(spelled, cycle), spelled(cycle[0])]
    if len(names) > LONGEST_CYCLE:
        names[LONGEST_CYCLE - 3 : -2] = [f"… {len(names) - LONGEST_CYCLE + 1} more …"]
    return " → ".join(names)
