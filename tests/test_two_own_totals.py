"""Two players with own totals and a conserved sum: one number is enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import Move, OwnTotals, PayoffGame, diagnose, plan, solve
from zermelo._decide import decide
from zermelo.games import Ends, MeltingRow, PlayersRow


@dataclass(frozen=True)
class Two(PayoffGame):
    """Coins from either end, each player for an own total."""

    row: tuple[int, ...]

    @property
    def start(self) -> tuple[int, int]:  # type: ignore[override]
        return 0, len(self.row)

    def turn(self, state: tuple[int, int]) -> int:
        return (len(self.row) - state[1] + state[0]) % 2

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left < right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right - 1], label="right")


def advice(game: Any) -> dict[str, str]:
    return dict(diagnose(game).decision.instead)


def test_a_conserved_sum_of_two_needs_one_number() -> None:
    """Professional document Theorem 5.1: the difference is sufficient for a conserved total."""
    said = advice(Two((5, 3, 7, 10)))
    assert "one difference" not in said
    assert "every play collects 25" in said["two numbers a state"]
    assert "derive the class from Game" in said["two numbers a state"]
    assert "derive the class from Game" in str(plan(Two((5, 3, 7, 10))))
    assert "leave OwnTotals out" in advice(OwnTotals(Ends((1, 2))))["two numbers a state"]


def test_a_sum_that_depends_on_the_play_needs_both() -> None:
    """Professional document Theorem 5.2: without conservation the difference is not enough."""
    said = advice(OwnTotals(MeltingRow((3, 1, 2))))
    assert said["one difference"].endswith("what both collect together depends on the play")


def test_three_players_need_vectors_whatever_the_sum() -> None:
    assert "one number is too few" in advice(PlayersRow((4, 1, 7)))["one difference"]


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7))
@settings(max_examples=40, deadline=None)
def test_the_difference_gives_both_totals(row: list[int]) -> None:
    """Professional document Theorem 5.1: u = (Σ + D)/2, v = (Σ − D)/2."""
    assert solve(Two(tuple(row))).value == solve(Ends(tuple(row)), method="backward").scores


def test_compiled_games_are_advised_alike() -> None:
    """The totals of a graph are asked for, whoever explored it."""
    totals = SimpleNamespace(total=lambda number: 9)
    graph: Any = SimpleNamespace(complete=True, is_acyclic=True, totals=lambda tolerance: totals)
    assert "every play collects 9" in str(decide(Two((4, 5)), graph))
    totals.total = lambda number: None
    assert "depends on the play" in str(decide(Two((4, 5)), graph))


def test_where_not_all_is_found_nothing_is_promised() -> None:
    said = dict(diagnose(Two((5, 3, 7, 10)), budget=3).decision.instead)
    assert said["one difference"].endswith("one number is too few")
