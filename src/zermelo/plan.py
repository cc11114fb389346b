"""Facts and sizes → `Plan`: the method, the reason, the theorem, what it will touch.

What a game declares (a closed form, independent parts) is tried first, because it needs no
exploration. Then the game is explored and the decision procedure names the method. A method that
the caller names is used or refused, never replaced.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from zermelo.decide import Decision, decide, declared
from zermelo.errors import BadInput, BudgetExceeded, MethodRefused, ZermeloError
from zermelo.explore import DEFAULT_BUDGET, Callback, explore
from zermelo.game import UNSET, Game, State
from zermelo.graph import StateGraph
from zermelo.growth import growth
from zermelo.methods import METHODS, Case, Cost, Limits, Method
from zermelo.rules import start_of

ADVICE_BUDGET = 20_000  # states looked at to name a method that fits better


@dataclass(frozen=True)
class Plan:
    """How a game will be solved, and why that way.

    Prints like a database's EXPLAIN.
    """

    method: str
    title: str
    reason: str
    theorem: str
    cost: Cost
    rejected: tuple[tuple[str, str], ...]  # (method, why not)
    prediction: str = ""  # the size of a game that was not explored to its end

    def __str__(self) -> str:
        rows = [
            ("method", f"{self.title} ({self.method})"),
            ("because", self.reason),
            ("theorem", self.theorem),
            ("states", self.prediction or self._states()),
            ("memory", _bytes(self.cost.bytes)),
        ]
        rows += [("not", f"{name}: {why}") for name, why in self.rejected]
        return "\n".join(f"{head:<9}{text}" for head, text in rows)

    def _states(self) -> str:
        states, moves = self.cost.states, self.cost.moves
        if states is None or moves is None:
            return "not known beforehand; the search stops at its budget"
        each = f"{moves / states:.1f}" if states else "0"
        return f"{states:,} × {each} moves = {moves:,} moves"


def _bytes(count: int | None) -> str:
    if count is None:
        return "not known beforehand"
    for unit in ("bytes", "KiB", "MiB"):
        if count < 10_000:
            return f"about {count:,} {unit}"
        count //= 1024
    return f"about {count:,} GiB"


def plan(
    game: Game,
    *,
    method: str | None = None,
    start: State = UNSET,
    budget: int = DEFAULT_BUDGET,
    progress: Callback | None = None,
) -> Plan:
    """Say how `game` would be solved, without solving it.

    A game with more states than the budget gets a plan too: what was found, what the growth of
    smaller instances predicts, and the search that would do.

    >>> from zermelo.games import ConnectFour, Ends
    >>> plan(Ends((5, 3, 7, 10))).method
    'backward'
    >>> plan(ConnectFour(7, 6), budget=1000).method
    'alphabeta'
    """
    case = Case(game, start_of(game, start), None, Limits.checked(budget, None))
    try:
        return choose(case, method, progress)[0]
    except BudgetExceeded:
        graph = explore(game, start=case.start, budget=budget)
        return _beyond_budget(case, graph)


def _beyond_budget(case: Case, graph: StateGraph) -> Plan:
    decision = decide(case.game, graph, refused=METHODS)
    search = METHODS["alphabeta"]
    found = f"more than {len(graph) - 1:,}; {growth(case.game, graph)}"
    planned = _planned(search, case, decision.reason, decision.instead)
    return replace(planned, prediction=found)


def choose(case: Case, name: str | None, progress: Callback | None) -> tuple[Plan, Method, Case]:
    """The plan, the method it names and the case to run it on."""
    if name is not None:
        return _named(_lookup(name), case, progress)
    refused: dict[str, str] = {}
    early = declared(case.game)
    if early is not None:
        method = METHODS[early.method]
        refusal = method.refuses(case)
        if refusal is None:
            return _planned(method, case, early.reason, early.instead), method, case
        refused[early.method] = refusal
    case = explored(case, progress)
    decision = decide(case.game, case.explored, refused)
    method = METHODS[decision.method]
    refusal = method.refuses(case)
    if refusal is not None:
        raise _refused(method, case, refusal)
    rejected = (*refused.items(), *decision.instead)
    return _planned(method, case, decision.reason, rejected), method, case


def _named(method: Method, case: Case, progress: Callback | None) -> tuple[Plan, Method, Case]:
    if method.explores:
        case = explored(case, progress)
    refusal = method.refuses(case)
    if refusal is not None:
        raise _refused(method, case, refusal)
    return _planned(method, case, "you asked for it", ()), method, case


def _planned(
    method: Method, case: Case, reason: str, rejected: tuple[tuple[str, str], ...]
) -> Plan:
    cost: Cost = method.cost(case)
    return Plan(method.name, method.title, reason, method.theorem, cost, rejected)


def explored(case: Case, progress: Callback | None) -> Case:
    """The case with its whole graph."""
    graph = explore(case.game, start=case.start, budget=case.limits.budget, progress=progress)
    if graph.complete:
        return replace(case, graph=graph)
    raise BudgetExceeded(
        f"{type(case.game).__name__} has more than {case.limits.budget:,} states",
        rule="a full solution holds every state that play can reach",
        fix=f"Pass a larger budget, e.g. budget={case.limits.budget * 10:_}, or "
        'method="alphabeta" for the value of the start alone',
    )


def _lookup(name: str) -> Method:
    if isinstance(name, str) and name in METHODS:
        return METHODS[name]
    raise BadInput(
        f"{name!r}",
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


def _advice(method: Method, case: Case) -> str:
    """The method that does fit, or that none does."""
    if case.graph is None:
        try:
            case = explored(replace(case, limits=Limits(ADVICE_BUDGET)), None)
        except ZermeloError:
            return "Leave the method out to have one chosen, with a larger budget if need be"
    decision: Decision = decide(case.game, case.explored, refused=(method.name, "nimbers"))
    other = METHODS[decision.method]
    if other is not method and other.refuses(case) is None:
        return f'Try method="{other.name}"'
    reason = "" if other is method else f" ({other.name}: {other.refuses(case)})"
    return f"No method here solves this game as it is{reason}; change its rules"
