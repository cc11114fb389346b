"""Saying something about a game takes seconds: without a limit, not all of a large one is found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from executed_rules import by_python
from zermelo import LastMoverWins, Move, diagnose, plan
from zermelo.engines.choose import explored
from zermelo.errors import BudgetExceeded
from zermelo.games import Kalah
from zermelo.limits import STATES_IN_A_HURRY, Limits


@dataclass(frozen=True)
class Tree(LastMoverWins):
    """Two moves in every state, up to a depth; no two plays meet."""

    depth: int
    start = (0, 1)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        level, place = state
        if level < self.depth:
            yield Move((level + 1, 2 * place))
            yield Move((level + 1, 2 * place + 1))


def test_a_game_that_random_plays_show_to_be_larger_is_not_begun() -> None:
    limits = Limits(engine="compiled", threads=1, patience=1_000)
    with by_python(), pytest.raises(BudgetExceeded, match=r"at least about .* random plays"):
        explored(Tree(11), (0, 1), limits, None)


def test_a_game_that_turns_out_to_be_larger_is_left() -> None:
    """A line that is longer than random plays go."""
    limits = Limits(engine="compiled", threads=1, patience=1_000)
    line = LastMoverWins.from_function(lambda at: [at + 1] * (at < 2_000), start=0)
    with by_python(), pytest.raises(BudgetExceeded, match="more than 1,000 states"):
        explored(line, 0, limits, None)


def test_a_game_within_the_patience_is_found_whole() -> None:
    limits = Limits(engine="compiled", threads=1, patience=1_000)
    with by_python():
        assert len(explored(Tree(6), (0, 1), limits, None).graph) == 127


@pytest.mark.parametrize(("room", "front"), [("_diagnose", diagnose), ("_plan", plan)])
@pytest.mark.parametrize(("named", "patience"), [({}, STATES_IN_A_HURRY), ({"budget": 500}, None)])
def test_a_diagnosis_and_a_plan_have_patience_unless_a_limit_is_named(
    room: str,
    front: Callable[..., Any],
    named: dict[str, int],
    patience: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[int | None] = []

    def refused(game: Any, start: Any, limits: Limits, *_: Any) -> Any:
        given.append(limits.patience)
        raise BudgetExceeded("too many states", rule="few are held", fix="Take fewer")

    monkeypatch.setattr(sys.modules[f"zermelo.{room}"], "explored", refused)
    front(Kalah(2, 2), **named)
    assert given == [patience]
