"""The facts about a game whose states compiled rules have found.

They are read off the arrays; what Python alone can tell (whether the rules answer the same again)
is asked on a sample of the states, and says so.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from zermelo.engines.memory.graph import PackedGraph
from zermelo.facts.decide import keeps_score
from zermelo.facts.fact import Fact
from zermelo.facts.plain_facts import LONGEST_LINE, bounded_by, steady
from zermelo.facts.stability import ask_twice
from zermelo.graph.rules import moves_of, payoff_of
from zermelo.model.exact import signed
from zermelo.model.game import Game, Move, PayoffGame, State, declares
from zermelo.model.numerals import shown, spelled

SAMPLE = 2_000  # states that are asked twice
ASKED = 50_000  # states and moves looked at for that, each time
SEED = 20_000
NEVER = "play that goes round for ever collects 0"


def acyclic(game: Game, graph: PackedGraph) -> Fact:
    """Whether no play meets a state twice."""
    if graph.sweep is not None:
        return Fact("acyclic", True, "no play meets a state twice")
    states = graph.cycle()
    text = _walk(game, [*states, states[0]])
    return Fact("acyclic", False, f"play can come back: {text}", states)


def alternating(game: Game, graph: PackedGraph) -> Fact:
    """Whether the turn passes on with every move."""
    if isinstance(game, PayoffGame):
        found = _out_of_turn(game, graph)
    else:
        found = _kept_turn(game, graph) if graph.has_again else None
    if found is None:
        return Fact("alternating", True, "the turn passes on with every move")
    text = _walk(game, list(found))
    return Fact("alternating", False, f"the turn does not pass on in {text}", found)


def _kept_turn(game: Game, graph: PackedGraph) -> tuple[State, State]:
    state = graph.a_kept_turn()
    move = next(move for move in moves_of(game, state) if move.again)
    return state, _same(game, move.to)


def _out_of_turn(game: PayoffGame, graph: PackedGraph) -> tuple[State, State] | None:
    """A move after which it is not the next player's turn (whose turn it is at an end is moot)."""
    assert graph.mover is not None
    goes_on = np.ones(len(graph), bool)
    goes_on[graph.ends] = False
    for low, (first, to, _, _) in graph.stretches():
        source = np.repeat(np.arange(low, low + len(first) - 1), np.diff(first))
        follows = graph.mover[to] == (graph.mover[source] + 1) % game.players
        odd = np.flatnonzero(~follows & goes_on[to])
        if len(odd):
            return graph.state(int(source[odd[0]])), graph.state(int(to[odd[0]]))
    return None


def conserved(game: Game, graph: PackedGraph) -> Fact:
    """Whether every play collects the same total."""
    if not keeps_score(game, graph) and graph.mover is None:
        return _conserved_outcome(graph)
    total, fixed = graph.sweeps().totals()
    if fixed[0]:
        return Fact("conserved", True, f"every play collects {int(total[0])}")
    last = np.flatnonzero(fixed == 0)[::-1]  # they are near the ends
    for number in last[:SAMPLE].tolist():
        state = graph.state(number)
        two = _two_plays(game, state)
        if two is not None:
            return Fact("conserved", False, "; ".join(two.values()), (state, tuple(two)))
    text = "what is collected depends on the play"
    return Fact("conserved", False, text, (graph.state(0), ()))


def _two_plays(game: Game, state: State) -> dict[Any, str] | None:
    """Two totals of plays from a state, each with its play; None when all plays tried agree."""
    sums: dict[Any, str] = {}
    for move in moves_of(game, state):
        line = [state, *_line(game, _same(game, move.to))]
        amount = _collected(game, line)
        sums.setdefault(amount, f"{_walk(game, line)} collects {shown(amount)}")
        if moves_of(game, line[-1]):
            sums.setdefault(0, NEVER)
        if len(sums) > 1:
            return dict(list(sums.items())[:2])
    return None


def _conserved_outcome(graph: PackedGraph) -> Fact:
    """Payoffs alone count, so different ones are different totals."""
    ends = list(graph.some_ends())[:2]
    if len(graph.paid) > 1:
        sums = [int(graph.pay[np.searchsorted(graph.ends, graph.number(end)), 0]) for end in ends]
        told = [
            f"the end {spelled(end)} collects {amount}"
            for end, amount in zip(ends, sums, strict=True)
        ]
        return Fact("conserved", False, "; ".join(told), (graph.state(0), tuple(sums)))
    if graph.sweep is None and graph.paid - {0}:
        amount = next(iter(graph.paid))
        text = f"the end {spelled(ends[0])} collects {amount}; {NEVER}"
        return Fact("conserved", False, text, (graph.state(0), (amount, 0)))
    return Fact("conserved", True, "only the outcome counts, nothing is collected")


def _line(game: Game, state: State) -> list[State]:
    """The states of the play that takes every first move, up to its end or back into a cycle."""
    line = [state]
    seen = {state}
    while moves := moves_of(game, line[-1]):
        after = _same(game, moves[0].to)
        line.append(after)
        if after in seen:
            break
        seen.add(after)
    return line


def _collected(game: Game, line: list[State]) -> Any:
    """The gains of a play, and the payoff of its end."""
    gains = sum(_step(game, here, there).gain for here, there in pairwise(line))
    if moves_of(game, line[-1]):
        return gains
    payoff = payoff_of(game, line[-1])
    return gains + (sum(payoff) if isinstance(game, PayoffGame) else payoff)


def deterministic(game: Game, graph: PackedGraph) -> Fact:
    """Ask Python twice about a sample: fewer states where they have many moves."""
    size = len(graph)
    most = min(SAMPLE, max(1, ASKED * size // (size + graph.moves)), size)
    numbers = Random(SEED).sample(range(size), most)
    for answer in ask_twice(game, map(graph.state, numbers)):
        if answer is not None:
            return Fact("deterministic", False, answer.text, answer.witness)
    return steady(len(numbers), size, complete=True)


def bounded(game: Game, graph: PackedGraph) -> Fact:  # noqa: ARG001 - as for plain games
    """The most that a play can change a total by."""
    if not graph.has_gains:
        return bounded_by(int(np.abs(graph.pay).max(initial=0)))
    move = None if graph.sweep is not None else graph.gain_in_cycle()
    if move is None:
        return bounded_by(int(graph.sweeps().farthest()[0]))
    states = graph.cycle(move)
    gain = int(graph.gain[move])
    return Fact("bounded", False, f"the cycle {spelled(states)} gains {gain} each time", states)


def longest_play(graph: PackedGraph) -> int | None:
    """Moves of the longest play; None where it has no end."""
    return None if graph.sweep is None else int(graph.sweeps().longest()[0])


def _walk(game: Game, line: list[State]) -> str:
    """A line of play that a person can follow: state –label +gain→ state …."""
    steps = []
    for here, there in pairwise(line):
        move = _step(game, here, there)
        gain = f" {signed(move.gain)}" if move.gain else ""
        steps.append(f" –{shown(move.label or '')}{gain}→ {spelled(there)}")
    if len(steps) > LONGEST_LINE:
        steps[LONGEST_LINE - 3 : -2] = [f" … {len(steps) - LONGEST_LINE + 1} moves more …"]
    return spelled(line[0]) + "".join(steps)


def _step(game: Game, here: State, there: State) -> Move:
    """The first move that leads from one state to the other."""
    return next(move for move in moves_of(game, here) if _same(game, move.to) == there)


def _same(game: Game, state: State) -> State:
    """The state that stands for a state in the table."""
    return game.canonical(state) if declares(game, "canonical") else state
