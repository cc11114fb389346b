"""Facts and sizes → `Plan`: the method, the reason, the theorem, what it will touch.

What a game declares (a closed form, independent parts) is tried first, because it needs no
exploration. Then the game is explored and the decision procedure names the method. A method that
the caller names is used or refused, never replaced.
"""

from __future__ import annotations

from math import ceil

from zermelo._decide import Decision, decide, declared
from zermelo.engines.choose import PLAIN_STATES, engine_name, explored, first_look
from zermelo.engines.contract import EngineKind
from zermelo.errors import BadInput, BudgetExceeded, Fix, MethodRefused, Setting, ZermeloError
from zermelo.facts.questions import BEYOND_BUDGET
from zermelo.graph.progress import Callback
from zermelo.graph.starts import starts_of
from zermelo.graph.state_graph import StateGraph
from zermelo.limits.amounts import bytes_text
from zermelo.limits.deadline import Deadline
from zermelo.methods import METHODS, Case, Cost, Limits, Method
from zermelo.model.frozen import Frozen
from zermelo.model.game import UNSET, Game, State
from zermelo.model.numerals import spelled

ADVICE_BUDGET = 20_000  # states looked at to name a method that fits better
MANY_TIMES = 1_000  # states that a family fills for each one that play reaches: too many


class Plan(Frozen):
    """How a game will be solved, and why that way.

    Prints like a database's EXPLAIN.
    """

    method: str  # the name of the method, as `solve(method=…)` takes it
    title: str  # of the method
    reason: str  # the facts that led to it
    theorem: str  # why it is right
    cost: Cost  # what it will touch
    rejected: tuple[tuple[str, str], ...]  # (method, why not)
    prediction: str = ""  # the size of a game that was not explored to its end
    engine: str = ""  # what runs the rules, where there is something to say about it
    kind: EngineKind = EngineKind.PLAIN  # of the engine

    def __str__(self) -> str:
        rows = [
            ("method", f"{self.title} ({self.method})"),
            ("because", self.reason),
            ("theorem", self.theorem),
            ("states", self.prediction or self._states()),
            ("memory", self._memory()),
        ]
        rows += [("engine", self.engine)] if self.engine else []
        rows += [("not", f"{name}: {why}") for name, why in self.rejected]
        return "\n".join(f"{head:<9}{text}" for head, text in rows)

    def _states(self) -> str:
        states, moves = self.cost.states, self.cost.moves
        if states is None or moves is None:
            return "not known beforehand; the search stops at its budget"
        each = f"{moves / states:.1f}" if states else "0"
        return f"{states:,} × {each} moves = {moves:,} moves"

    def _memory(self) -> str:
        if self.cost.bytes is None:
            return "not known beforehand"
        text = f"about {bytes_text(self.cost.bytes)}"
        if not self.is_compiled or not self.cost.states:
            return text
        return f"{text}, {self.cost.bytes / self.cost.states:.0f} bytes a state"

    @property
    def is_compiled(self) -> bool:
        """Whether compiled rules filled the table."""
        return self.kind is EngineKind.COMPILED


def plan(
    game: Game,
    *,
    method: str | None = None,
    start: State = UNSET,
    budget: int | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    engine: str | None = None,
    progress: Callback | None = None,
) -> Plan:
    """Say how `game` would be solved, without solving it.

    A game with more states than the budget, or, without one, than are found in a minute, gets a
    plan too: what was found, what the growth of smaller instances predicts, and the search that
    would do. One that is not explored in `seconds` raises `TimeExceeded`, which says how far it
    came.

    >>> from zermelo.games import ConnectFour, Ends
    >>> plan(Ends((5, 3, 7, 10))).method
    'backward'
    >>> plan(ConnectFour(7, 6), budget=1000).method
    'alphabeta'
    """
    limits = Limits.checked(budget, seconds, memory=memory, engine=engine_name(engine))

    def work() -> Plan:
        origin, starts = starts_of(game, start)
        case = Case(game, origin, None, limits.in_a_hurry, progress, starts)
        try:
            return choose(case, method)[0]
        except BudgetExceeded as exceeded:
            graph = first_look(
                game, case.start, starts=case.starts, budget=min(limits.budget, PLAIN_STATES)
            )
            return _beyond_budget(case, graph, exceeded)

    return Deadline(limits.seconds).run(work, type(game).__name__)


def _beyond_budget(case: Case, graph: StateGraph, exceeded: BudgetExceeded) -> Plan:
    from zermelo.facts.growth import growth  # takes 2 ms to load

    decision = decide(case.game, graph, refused=METHODS)
    search = next(one for one in METHODS.values() if (BEYOND_BUDGET, True) in one.when)
    found = f"{exceeded.given}; {growth(case.game)}"
    planned = _planned(search, case, decision.reason, decision.instead)
    return planned.but(prediction=found)


def choose(case: Case, name: str | None) -> tuple[Plan, Method, Case]:
    """The plan, the method it names and the case to run it on."""
    if name is not None:
        return _named(_lookup(name), case)
    refused: dict[str, str] = {}
    early = declared(case.game)
    if early is not None:
        method = METHODS[early.method]
        bare = case.but(found=None)  # what is declared needs no states
        refusal = method.refuses(bare) or _wasteful(method, case, bare) or _too_large(method, bare)
        if refusal is None:
            return _planned(method, bare, early.reason, early.instead), method, bare
        refused[early.method] = refusal
    case = _explored(case)
    decision = decide(case.game, case.graph, refused)
    method = METHODS[decision.method]
    refusal = method.refuses(case)
    if refusal is not None:
        raise _refused(method, case, refusal)
    rejected = (*refused.items(), *decision.instead)
    return _planned(method, case, decision.reason, rejected), method, case


def _wasteful(method: Method, case: Case, bare: Case) -> str | None:
    """Why a method of a family is not used on states that were listed; None where it pays."""
    if case.found is None or (method.cost(bare).states or 0) <= MANY_TIMES * len(case.graph):
        return None
    return f"play reaches {len(case.graph):,} states, and it would look at many more"


def _too_large(method: Method, case: Case) -> str | None:
    """Why a table that is not of the graph is not begun; None where the memory holds it."""
    if method.explores or method.grows or method.stops_early:
        return None
    needed = method.cost(case).bytes or 0
    if case.limits.holds(needed):
        return None
    return f"its table takes {bytes_text(needed)}, and {bytes_text(case.limits.room)} may be used"


def _named(method: Method, case: Case) -> tuple[Plan, Method, Case]:
    if method.explores:
        case = _explored(case)
    refusal = method.refuses(case)
    if refusal is not None:
        raise _refused(method, case, refusal)
    excess = _too_large(method, case)
    if excess is not None:
        enough = Setting("memory", f"{ceil((method.cost(case).bytes or 0) / 2**30)} GiB")
        raise BudgetExceeded(
            excess,
            where=f"{method.title} on {type(case.game).__name__}",
            rule="a table is not begun that the memory does not hold",
            fix=("Name as much, ", enough, ", or take a smaller game"),
        )
    return _planned(method, case, "you asked for it", ()), method, case


def _planned(
    method: Method, case: Case, reason: str, rejected: tuple[tuple[str, str], ...]
) -> Plan:
    cost: Cost = method.cost(case)
    by = case.explored
    engine, kind = ("", EngineKind.PLAIN) if by is None else (by.note, by.kind)
    names = method.name, method.title, reason, method.theorem
    return Plan(*names, cost, rejected, "", engine, kind)


def _explored(case: Case) -> Case:
    """The case with its whole graph, unless it came with one."""
    if case.found is not None:
        return case
    found = explored(case.game, case.start, case.limits, case.progress, case.starts)
    return case.but(found=found)


def _lookup(name: str) -> Method:
    if isinstance(name, str) and name in METHODS:
        return METHODS[name]
    raise BadInput(
        f"{spelled(name)}",
        where="method",
        rule=f"the methods are {', '.join(METHODS)}",
        fix="Leave the method out to have it chosen",
    )


def _refused(method: Method, case: Case, refusal: str) -> MethodRefused:
    return MethodRefused(
        refusal,
        where=f"{method.title} on {type(case.game).__name__}",
        rule=f"its theorem is: {method.theorem}",
        fix=_advice(method, case),
    )


def _advice(method: Method, case: Case) -> Fix:
    """The method that does fit, or that none does."""
    if case.found is None:
        try:
            limits = Limits(ADVICE_BUDGET, is_asked=True, engine="plain")
            case = _explored(case.but(limits=limits, progress=None))
        except ZermeloError:
            return "Leave the method out to have one chosen, with a larger budget if need be"
    refused = [one.name for one in METHODS.values() if one is method or one.explores_parts]
    decision: Decision = decide(case.game, case.graph, refused)
    other = METHODS[decision.method]
    if other is not method and other.refuses(case) is None:
        return "Try ", Setting("method", other.name)
    reason = "" if other is method else f" ({other.name}: {other.refuses(case)})"
    return f"No method here solves this game as it is{reason}; change its rules"
