"""The two seams: a third engine is a file of its own, and no method asks who explored a graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from zermelo import plan, solve
from zermelo.engines.choose import ENGINES, explored
from zermelo.engines.contract import Explored, Outlook, Prepared, Searching, Task
from zermelo.errors import BadInput, NotCompiled, Unavailable
from zermelo.faces.cli import solving as prompt
from zermelo.games import Chomp, Ends, TicTacToe
from zermelo.graph.contract import Graph
from zermelo.graph.rules import moves_of
from zermelo.limits import Limits
from zermelo.model.game import State


class Counted(Graph):
    """A graph of which nothing is held but how large it is."""

    complete = True
    at_least = 0

    def __init__(self, states: int, moves: int) -> None:
        self.size, self.count = states, moves

    def __len__(self) -> int:
        return self.size

    @property
    def moves(self) -> int:
        return self.count


@dataclass(frozen=True)
class Counting(Prepared):
    """Breadth first with a set, and forgotten at once."""

    task: Task

    def explore(self) -> Explored:
        seen: set[State] = {self.task.start}
        line, moves = [self.task.start], 0
        for state in line:
            for move in moves_of(self.task.game, state):
                moves += 1
                if move.to not in seen:
                    seen.add(move.to)
                    line.append(move.to)
        return Explored(Counted(len(seen), moves), note="counted")


class CountingEngine:
    """An engine that does nothing but count."""

    def prepare(self, task: Task) -> Counting:
        return Counting(task)

    def search(self, task: Task) -> Searching:
        raise NotCompiled("no search", where="counting", rule="it counts", fix="Leave it out")

    def outlook(self, task: Task) -> Outlook:
        size = len(Counting(task).explore().graph)
        return Outlook(size, size, True, 0.0, 0, "counted")


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Limits:
    monkeypatch.setitem(ENGINES, "counting", CountingEngine())
    return Limits(engine="counting")


@pytest.mark.parametrize("game", [Ends((5, 3, 7, 10)), Chomp(3, 3), TicTacToe()])
def test_a_third_engine_counts_states_as_the_others_do(game: Ends, counting: Limits) -> None:
    found = explored(game, game.start, counting, None)
    plain = explored(game, game.start, Limits(engine="plain"), None)
    assert len(found.graph) == len(plain.graph)
    assert found.graph.moves == plain.graph.moves
    assert found.note == "counted"


def test_what_a_graph_does_not_hold_is_said(counting: Limits) -> None:
    game = Ends((5, 3, 7, 10))
    graph = explored(game, game.start, counting, None).graph
    with pytest.raises(Unavailable, match="the engine holds no moves"):
        graph.cycle()
    with pytest.raises(Unavailable, match="the engine holds no payoffs"):
        _ = graph.paid


def test_the_front_door_finds_a_third_engine_by_its_name(counting: Limits) -> None:
    assert counting.engine is not None
    with pytest.raises(Unavailable, match="the engine holds no turns"):
        solve(Ends((5, 3, 7, 10)), engine=counting.engine)
    with pytest.raises(NotCompiled, match="it counts"):
        solve(Ends((5, 3, 7, 10)), engine=counting.engine, method="alphabeta")


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("door", [solve, plan])
def test_a_wrong_name_is_told_every_engine(door: Callable[..., object]) -> None:
    with pytest.raises(BadInput, match="the engines are plain, compiled, layers, counting"):
        door(Ends((5, 3, 7, 10)), engine="count")


def test_the_prompt_offers_the_engines_there_are() -> None:
    option = next(each for each in prompt.solve.params if each.name == "engine")
    assert isinstance(option.type, click.Choice)
    assert list(option.type.choices) == list(ENGINES)


def test_a_stretch_that_plain_python_explored_is_no_estimate() -> None:
    game = Ends((5, 3, 7, 10))
    few, all_of_it = (
        ENGINES["plain"].outlook(Task(game, game.start, Limits(budget=most))) for most in (3, 99)
    )
    assert (few.states, few.complete) == (None, False)
    assert (all_of_it.states, all_of_it.complete) == (14, True)


def test_the_seam_is_short() -> None:
    """As the contract promises: an engine is written in under a hundred lines."""
    source = Path(__file__).read_text(encoding="utf-8")
    engine = source[source.index("class Counted(") : source.index("@pytest.fixture")]
    assert len(engine.splitlines()) < 100
