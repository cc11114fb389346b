"""The facts about a game whose states plain Python has found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from zermelo.facts.conservation import totals
from zermelo.facts.decide import keeps_score
from zermelo.facts.fact import Fact
from zermelo.facts.stability import ask_again
from zermelo.graph.state_graph import StateGraph, components, find_cycle, part_numbers
from zermelo.model.exact import Number, signed
from zermelo.model.game import Game, PayoffGame
from zermelo.model.numerals import shown, spelled

STEADY_WORK = 30_000  # states and moves that are asked for a second time; of more, a sample
LONGEST_LINE = 12  # moves shown of a line of play


def acyclic(game: Game, graph: StateGraph) -> Fact:
    """Whether no play meets a state twice."""
    if graph.sweep is None:
        cycle = find_cycle(graph.first, graph.to)
        states = [graph.states[graph.source(move)] for move in cycle]
        text = describe_line(game, graph, graph.source(cycle[0]), cycle)
        return Fact("acyclic", False, f"play can come back: {text}", states)
    if graph.complete:
        return Fact("acyclic", True, "no play meets a state twice")
    return Fact("acyclic", None, "no cycle among the states found so far")


def alternating(game: Game, graph: StateGraph) -> Fact:
    """Whether the turn passes on with every move."""
    move = _out_of_turn(game, graph)
    if move is None:
        holds = True if graph.complete else None
        return Fact("alternating", holds, "the turn passes on with every move")
    source = graph.source(move)
    text = describe_line(game, graph, source, [move])
    witness = (graph.states[source], graph.states[graph.to[move]])
    return Fact("alternating", False, f"the turn does not pass on in {text}", witness)


def _out_of_turn(game: Game, graph: StateGraph) -> int | None:
    """A move after which it is not the next player's turn (whose turn it is at an end is moot)."""
    if graph.mover is None or not isinstance(game, PayoffGame):
        return graph.again.index(True) if graph.has_again else None
    for move, (source, child) in enumerate(zip(graph.sources, graph.to, strict=True)):
        follows = graph.mover[child] == (graph.mover[source] + 1) % game.players
        if not follows and graph.payoff[child] is None:
            return move
    return None


def conserved(game: Game, graph: StateGraph) -> Fact:
    """Whether every play collects the same total."""
    if not graph.complete:
        return Fact("conserved", None, "needs every state")
    found = totals(graph, game.tolerance)
    witness = found.witness()
    if witness is None:
        if not keeps_score(game, graph):
            return Fact("conserved", True, "only the outcome counts, nothing is collected")
        return Fact("conserved", True, f"every play collects {shown(found.candidate[0])}")
    state, one, two = witness
    sums = found.of_play(state, one), found.of_play(state, two)
    text = "; ".join(
        f"{describe_line(game, graph, state, line)} collects {shown(total)}"
        for line, total in zip((one, two), sums, strict=True)
    )
    return Fact("conserved", False, text, (graph.states[state], sums))


def deterministic(game: Game, graph: StateGraph) -> Fact:
    """Ask again, in another order than the first time."""
    asked, size = 0, len(graph)
    most = max(1, min(size, STEADY_WORK * size // (size + graph.moves)))
    for answer in ask_again(game, graph, range(0, size, -(-size // most))):
        asked += 1
        if answer is not None:
            return Fact("deterministic", False, answer.text, answer.witness)
    return steady(asked, size, complete=graph.complete)


def steady(asked: int, size: int, *, complete: bool) -> Fact:
    """So many states of so many have answered the same again."""
    if complete and asked == size:
        return Fact("deterministic", True, "asked twice, every state answers the same")
    text = f"asked twice, {asked:,} states answer the same; sampled {asked:,} of {size:,}"
    return Fact("deterministic", None, text)


def bounded(game: Game, graph: StateGraph) -> Fact:  # noqa: ARG001 - as for compiled games
    """The most that a play can change a total by."""
    if not graph.complete:
        return Fact("bounded", None, "needs every state")
    if not graph.has_gains:
        return bounded_by(max((_size(graph, n) for n in _ends(graph)), default=0))
    inside = None if graph.sweep is not None else graph.gain_in_cycle()
    return bounded_by(_farthest(graph)) if inside is None else _unbounded(graph, inside)


def bounded_by(bound: Number) -> Fact:
    """No play changes a total by more."""
    return Fact("bounded", True, f"no play changes a total by more than {shown(bound)}", bound)


def _farthest(graph: StateGraph) -> Number:
    """The largest sum of gains, whatever their sign, and of a payoff; no gain is on a cycle."""
    parts = [[n] for n in graph.sweep] if graph.sweep else components(graph.first, graph.to)
    where = part_numbers(parts, len(graph))
    reach: list[Number] = [0] * len(parts)
    for number, part in enumerate(parts):
        for state in part:
            if graph.payoff[state] is not None:
                reach[number] = _size(graph, state)
            for move in graph.moves_of(state):
                farther = abs(graph.gain[move]) + reach[where[graph.to[move]]]
                reach[number] = max(reach[number], farther)
    return reach[where[0]]


def _ends(graph: StateGraph) -> Iterator[int]:
    return (number for number, payoff in enumerate(graph.payoff) if payoff is not None)


def _size(graph: StateGraph, state: int) -> Number:
    payoff = graph.payoff[state]
    return abs(payoff) if graph.mover is None else max(map(abs, payoff))


def _unbounded(graph: StateGraph, move: int) -> Fact:
    cycle = find_cycle(graph.first, graph.to, move)
    states = [graph.states[graph.source(step)] for step in cycle]
    return Fact(
        "bounded",
        False,
        f"the cycle {spelled(states)} gains {shown(graph.gain[move])} each time",
        states,
    )


def longest_play(graph: StateGraph) -> int | None:
    """Moves of the longest play; None where it is not known, or has no end."""
    if graph.sweep is None or not graph.complete:
        return None
    length = [0] * len(graph)
    for state in graph.sweep:
        for move in graph.moves_of(state):
            length[state] = max(length[state], length[graph.to[move]] + 1)
    return length[0]


def describe_line(game: Game, graph: StateGraph, state: int, line: list[int]) -> str:
    """A line of play that a person can follow: state –label +gain→ state …."""
    steps = []
    ends = [state, *(graph.to[move] for move in line)]
    for move, (source, child) in zip(line, pairwise(ends), strict=True):
        place = move - graph.first[source]
        found = next(islice(game.moves(graph.states[source]), place, None), None)
        label = (found and found.label) or ""
        gain = f" {signed(graph.gain[move])}" if graph.gain[move] else ""
        steps.append(f" –{shown(label)}{gain}→ {spelled(graph.states[child])}")
    if len(steps) > LONGEST_LINE:
        steps[LONGEST_LINE - 3 : -2] = [f" … {len(steps) - LONGEST_LINE + 1} moves more …"]
    return spelled(graph.states[state]) + "".join(steps)
