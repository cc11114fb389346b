"""Facts and sizes → `Plan`: the method, the reason, the theorem, what it will touch.

Closed forms and sums of parts are tried first, because they need no exploration. Then the game is
explored and the decision procedure names the method. A method that the caller names is used or
refused, never replaced.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from zermelo.decide import decide
from zermelo.errors import BadInput, BudgetExceeded, MethodRefused
from zermelo.explore import Callback, explore, start_of
from zermelo.game import Game, State, declares
from zermelo.methods import CLOSED_FORMS, METHODS, Case, Cost, Limits, Method


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

    def __str__(self) -> str:
        rows = [
            ("method", f"{self.title} ({self.method})"),
            ("because", self.reason),
            ("theorem", self.theorem),
            ("states", self._states()),
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
    start: State = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    progress: Callback | None = None,
) -> Plan:
    """Say how `game` would be solved, without solving it.

    >>> from zermelo.games import Ends
    >>> plan(Ends((5, 3, 7, 10))).method
    'backward'
    """
    return choose(game, method, start, limits, progress)[0]


def choose(
    game: Game,
    name: str | None,
    start: State,
    limits: Limits,
    progress: Callback | None,
) -> tuple[Plan, Method, Case]:
    """The plan, the method it names and the case to run it on."""
    origin = start_of(game) if start is None else start
    case = Case(game, origin, None, limits)
    if name is not None:
        return _named(_lookup(name), case, progress)
    rejected: list[tuple[str, str]] = []
    for early in _early(game):
        method = METHODS[early]
        refusal = method.refuses(case)
        if refusal is None:
            return _planned(method, case, "the game declares its shape", ()), method, case
        rejected.append((early, refusal))
    case = _explored(case, progress)
    decision = decide(game, case.explored)
    method = METHODS[decision.method]
    refusal = method.refuses(case)
    if refusal is not None:
        raise _refused(method, game, refusal)
    return _planned(method, case, decision.reason, (*rejected, *decision.instead)), method, case


def _early(game: Game) -> tuple[str, ...]:
    """The methods that may answer without exploring the whole game."""
    closed = tuple(name for name, shape in CLOSED_FORMS if isinstance(game.shape, shape))
    return (*closed, "nimbers") if declares(game, "parts") else closed


def _named(method: Method, case: Case, progress: Callback | None) -> tuple[Plan, Method, Case]:
    if method.explores:
        case = _explored(case, progress)
    refusal = method.refuses(case)
    if refusal is not None:
        raise _refused(method, case.game, refusal)
    return _planned(method, case, "you asked for it", ()), method, case


def _planned(
    method: Method, case: Case, reason: str, rejected: tuple[tuple[str, str], ...]
) -> Plan:
    cost = method.cost(case)
    return Plan(method.name, method.title, reason, method.theorem, cost, rejected)


def _explored(case: Case, progress: Callback | None) -> Case:
    graph = explore(case.game, start=case.start, budget=case.limits.budget, progress=progress)
    if not graph.complete:
        raise BudgetExceeded(
            f"{type(case.game).__name__} has more than {case.limits.budget:,} states",
            rule="a full solution holds every state that play can reach",
            fix=f"Pass a larger budget, e.g. budget={case.limits.budget * 10:_}, or "
            'method="alphabeta" for the value of the start alone',
        )
    return replace(case, graph=graph)


def _lookup(name: str) -> Method:
    if name in METHODS:
        return METHODS[name]
    raise BadInput(
        f"{name!r}",
        where="method",
        rule=f"the methods are {', '.join(METHODS)}",
        fix="Leave the method out to have it chosen",
    )


def _refused(method: Method, game: Game, refusal: str) -> MethodRefused:
    reason, _, advice = refusal.partition(". ")
    return MethodRefused(
        reason,
        where=f"{method.title} on {type(game).__name__}",
        rule="a method solves only the games its theorem speaks of",
        fix=advice or "Leave the method out to have one chosen",
    )
