"""The plain engine: the rules as they are written, by Python."""

from __future__ import annotations

from zermelo.engines.contract import Explored, Narrowing, Outlook, Prepared, Task
from zermelo.engines.full import memory_full
from zermelo.errors import BudgetExceeded, NotCompiled, Setting
from zermelo.graph.endless import bits_of, endless
from zermelo.graph.explore import explore
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import Limits
from zermelo.limits.amounts import bytes_text, free_memory, power_text
from zermelo.model.game import Game, State
from zermelo.model.numerals import how_many
from zermelo.model.shapes import states_at_least


class PlainEngine:
    """Every state by `explore`."""

    def prepare(self, task: Task) -> Prepared:
        """Nothing is needed."""
        return PlainWork(task)

    def search(self, task: Task) -> Narrowing:
        """The method's own search is plain Python already."""
        raise NotCompiled(
            "plain Python",
            where=type(task.game).__name__,
            rule="a search by Python is the method itself",
            fix="Leave the engine out",
        )

    def outlook(self, task: Task) -> Outlook:
        """Whatever is explored within the budget."""
        graph = explore(task.game, **task.begins, budget=task.limits.budget)
        size, known = len(graph), len(graph) if graph.complete else None
        return Outlook(known, size, graph.complete, 0.0, graph.bytes, "explored in plain Python")


class PlainWork(Prepared):
    """One exploration."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def explore(self) -> Explored:
        """Breadth first, within the limits."""
        task = self.task
        game, limits = task.game, task.limits
        declared = states_declared(game, task.start) if limits.are_ours else 0
        if declared > limits.budget:
            most = f"at most {limits.budget:,}"
            raise _hopeless(game, declared, "as it declares", most, limits)
        graph = explore(
            game,
            **task.begins,
            budget=limits.budget,
            work=limits.work,
            memory=limits.memory,
            weigh=limits.are_ours,
            progress=task.progress,
        )
        if graph.complete:
            return Explored(graph)
        if graph.endless and limits.are_ours:
            raise endless_states(game, graph)
        if graph.at_least:
            raise too_heavy(game, graph, limits)
        if len(graph) > limits.budget:
            raise over_budget(game, limits)
        if limits.work is not None and graph.moves > limits.work:
            raise _over_work(game, limits)
        raise _over_memory(game, graph, limits)


def endless_states(game: Game, graph: StateGraph) -> BudgetExceeded:
    """The states themselves become larger and larger."""
    size = f"{bytes_text(graph.endless // 8)} after {len(graph):,} states"
    return endless(game, "the state", size)


def too_heavy(game: Game, graph: StateGraph, limits: Limits) -> BudgetExceeded:
    """Random plays, or the game itself, show that the work would not be done."""
    most = f"at most {limits.budget:,}"
    if graph.at_least <= limits.budget:
        size = bytes_text(bits_of(graph.states[-1]) // 8)
        most = f"as many as the memory has room for at {size} each"
    declared = states_declared(game, graph.states[0])
    if declared > graph.at_least:
        return _hopeless(game, declared, "as it declares", most, limits)
    return _hopeless(game, graph.at_least, "as random plays show", most, limits)


def _hopeless(game: Game, least: int, evidence: str, most: str, limits: Limits) -> BudgetExceeded:
    about = "" if evidence == "as it declares" else "about "
    larger = Setting("budget", limits.budget * 10)
    may_do = ("Name a budget to begin all the same, e.g. ", larger, ", or pass ")
    begin = may_do if least <= limits.budget * 10 else ("Pass ",)
    return BudgetExceeded(
        f"{type(game).__name__} has at least {about}{power_text(least)} states, {evidence}",
        rule=f"plain Python holds every state, {most}",
        fix=(*begin, Setting("method", "alphabeta"), " for the value of the start alone"),
    )


def states_declared(game: Game, start: State) -> int:
    """States that play reaches from a start at least, as the game declares of its own."""
    return states_at_least(game) if start == game.start else 0


def _over_memory(game: Game, graph: StateGraph, limits: Limits) -> BudgetExceeded:
    memory = free_memory() if limits.memory is None else limits.memory
    rule = "plain Python keeps to the memory too"
    return memory_full(game, len(graph), memory, memory, rule=rule)


def _over_work(game: Game, limits: Limits) -> BudgetExceeded:
    return BudgetExceeded(
        f"{type(game).__name__} has more than {limits.work:,} moves",
        rule="plain Python looks at every move of every state",
        fix=(
            "Pass a budget of states, e.g. ",
            Setting("budget", limits.budget),
            ", to have them all looked at, however many moves they have",
        ),
    )


def over_budget(game: Game, limits: Limits) -> BudgetExceeded:
    """More states than the limits allow."""
    most = limits.budget if limits.is_asked else limits.patience or limits.budget
    return BudgetExceeded(
        f"{type(game).__name__} has more than {how_many(most, 'state')}",
        rule="a full solution holds every state that play can reach",
        fix=(
            "Pass a larger budget, e.g. ",
            Setting("budget", most * 10),
            ", or ",
            Setting("method", "alphabeta"),
            " for the value of the start alone",
        ),
    )
