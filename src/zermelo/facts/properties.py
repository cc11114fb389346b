"""Properties of a game, read off its graph, each with a witness that a person can check by hand."""

from __future__ import annotations

from itertools import pairwise

from zermelo.facts.fact import Fact
from zermelo.facts.questions import keeps_score
from zermelo.facts.stability import ask_again, start_again
from zermelo.facts.state_words import state_words
from zermelo.graph.contract import Clash, Graph, Line
from zermelo.graph.rules import moves_of
from zermelo.model.exact import Number, signed
from zermelo.model.game import Game, Move, PayoffGame, State, declares
from zermelo.model.numerals import how_many, shown

ASKED_TWICE = 30_000  # states and moves; of more, a sample
LONGEST_LINE = 12  # moves shown of a line of play
FOR_EVER_TEXT = "play that goes round for ever"


def acyclic(game: Game, graph: Graph) -> Fact:
    """Whether no play meets a state twice."""
    if not graph.is_acyclic:
        states = graph.cycle()
        text = in_a_line(game, (*states, states[0]))
        return Fact("acyclic", False, f"play can come back: {text}", states)
    if graph.complete:
        return Fact("acyclic", True, "no play meets a state twice")
    return Fact("acyclic", None, "no cycle among the states found so far")


def alternating(game: Game, graph: Graph) -> Fact:
    """Whether the turn passes on with every move."""
    players = game.players if isinstance(game, PayoffGame) else 2
    found = graph.out_of_turn(players) if graph.has_own_totals or graph.has_again else None
    if found is None:
        holds = True if graph.complete else None
        return Fact("alternating", holds, "the turn passes on with every move")
    text = in_a_line(game, found)
    return Fact("alternating", False, f"the turn does not pass on in {text}", found)


def conserved(game: Game, graph: Graph) -> Fact:
    """Whether every play collects the same total."""
    if not graph.complete:
        return Fact("conserved", None, "needs every state")
    totals = graph.totals(game.tolerance)
    clash = totals.clash(0)
    if clash is not None:
        sums = tuple(line.total for line in clash.lines)
        return Fact("conserved", False, clash_text(game, clash), (clash.state, sums))
    if totals.total(0) is None:
        text = "what is collected depends on the play"
        return Fact("conserved", False, text, (graph.state(0), ()))
    if not keeps_score(game, graph):
        return Fact("conserved", True, "only the outcome counts, nothing is collected")
    return Fact("conserved", True, f"every play collects {shown(totals.candidate(0))}")


def clash_text(game: Game, clash: Clash) -> str:
    """Two plays and what each collects."""
    return "; ".join(f"{_played(game, line)} collects {shown(line.total)}" for line in clash.lines)


def _played(game: Game, line: Line) -> str:
    return in_a_line(game, line.states, line.gains) if line.states else FOR_EVER_TEXT


def deterministic(game: Game, graph: Graph) -> Fact:
    """Ask again, in another order than the first time."""
    asked, size = 0, len(graph)
    begun = start_again(game)
    if begun is not None:
        return Fact("deterministic", False, begun.text, begun.witness)
    most = max(1, min(size, ASKED_TWICE * size // (size + graph.moves)))
    for answer in ask_again(game, graph, range(0, size, -(-size // most))):
        asked += 1
        if answer is not None:
            return Fact("deterministic", False, answer.text, answer.witness)
    if graph.complete and asked == size:
        return Fact("deterministic", True, "asked twice, every state answers the same")
    if not asked:
        return Fact(
            "deterministic", None, "no state has told all its moves, so none is asked twice"
        )
    same = f"{how_many(asked, 'state')} answer{'s' * (asked == 1)} the same"
    text = f"asked twice, {same}; sampled {asked:,} of {size:,}"
    return Fact("deterministic", None, text)


def bounded(game: Game, graph: Graph) -> Fact:  # noqa: ARG001 - as all are asked
    """The most that a play can change a total by."""
    if not graph.complete:
        return Fact("bounded", None, "needs every state")
    inside = graph.gain_in_cycle() if graph.has_gains and not graph.is_acyclic else None
    if inside is None:
        most = graph.farthest()
        return Fact("bounded", True, f"no play changes a total by more than {shown(most)}", most)
    move, gain = inside
    states = graph.cycle(move)
    told = f"({', '.join(map(state_words, states))})"
    text = f"the cycle {told} gains {shown(gain)} each time"
    return Fact("bounded", False, text, states)


def longest_play(graph: Graph) -> int | None:
    """Moves of the longest play; None where it is not known, or has no end."""
    return graph.longest_play() if graph.is_acyclic and graph.complete else None


def in_a_line(
    game: Game, states: tuple[State, ...], gains: tuple[Number, ...] | None = None
) -> str:
    """A line of play that a person can follow: state –label +gain→ state …."""
    steps = []
    for place, (here, there) in enumerate(pairwise(states)):
        move = _step(game, here, there, None if gains is None else gains[place])
        gain = f" {signed(move.gain)}" if move.gain else ""
        steps.append(f" –{shown(move.label or '')}{gain}→ {state_words(there)}")
    if len(steps) > LONGEST_LINE:
        steps[LONGEST_LINE - 3 : -2] = [f" … {len(steps) - LONGEST_LINE + 1} moves more …"]
    return state_words(states[0]) + "".join(steps)


def _step(game: Game, here: State, there: State, gain: Number | None) -> Move:
    """The first move that leads from one state to the other, for that gain where one is named."""
    moves = [move for move in moves_of(game, here) if _same(game, move.to) == there]
    return next((move for move in moves if gain in (None, move.gain)), moves[0])


def _same(game: Game, state: State) -> State:
    """The state that stands for a state in the table."""
    return game.canonical(state) if declares(game, "canonical") else state
