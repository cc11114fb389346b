"""Which states have the same future, which coordinate is idle, and laws of growth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

from prompt_runs import told
from random_games import difference_games, scored_cyclic_games
from zermelo import Game, LastMoverWins, Move, PayoffGame, diagnose, explore
from zermelo.facts.growth import fit
from zermelo.facts.laws import exponential, polynomial
from zermelo.facts.redundancy import Redundancy, redundancy
from zermelo.games import CanIWin, Ends, TicTacToe

ROW = (5, 3, 7, 10)


class WithTurn(Game):
    """Coins from either end; the state also says whose turn it is and how many are gone."""

    start: Any = (0, 3, 0, 0)

    def moves(self, state: tuple[int, int, int, int]) -> Iterator[Move]:
        left, right, turn, gone = state
        if left <= right:
            yield Move((left + 1, right, 1 - turn, gone + 1), gain=ROW[left])
            yield Move((left, right - 1, 1 - turn, gone + 1), gain=ROW[right])


class Token(NamedTuple):
    place: int
    clock: int


class Walk(LastMoverWins):
    """A step or two; the clock is a coordinate that nobody needs."""

    start = Token(6, 0)

    def moves(self, state: Token) -> Iterator[Token]:
        for step in (1, 2):
            if step <= state.place:
                yield Token(state.place - step, state.clock + 1)


def test_turn_and_clock_of_a_row_are_not_needed() -> None:
    """Senior document §7.1: drop any dimension you don't need (turn parity is never needed)."""
    found = redundancy(explore(WithTurn()))
    assert (found.states, found.different, found.idle) == (15, 11, ("3", "4"))
    assert str(found).endswith("; coordinates 3 and 4 are not needed here")
    assert "minimal                15 states, 11 differ, e.g. " in str(diagnose(WithTurn()))


def test_a_named_coordinate_is_called_by_its_name() -> None:
    """Senior document §4: identify the minimal state."""
    found = redundancy(explore(Walk()))
    assert (found.different, found.idle) == (7, ("clock",))
    assert str(found).endswith("coordinate clock is not needed here")
    assert found.twins is not None
    assert found.twins[0].place == found.twins[1].place


def test_a_state_without_redundancy_keeps_every_coordinate() -> None:
    found = redundancy(explore(Ends((5, 3, 7, 10))))
    assert (found.states, found.different, found.idle) == (14, 11, ())
    assert "(4, 3) and (3, 2) have the same future; every coordinate is needed" in str(found)


def test_equal_coins_make_equal_futures() -> None:
    assert redundancy(explore(Ends((1, 1, 1, 1)))).different == 5


def test_a_board_has_fewer_futures_than_positions() -> None:
    """A board and its seven images have one future."""
    found = redundancy(explore(TicTacToe()))
    assert found.states == 5_478
    assert found.different is not None
    assert found.different <= 765


def test_with_own_totals_whose_turn_it_is_matters() -> None:
    class Two(PayoffGame):
        start = (2, 0)

        def turn(self, state: tuple[int, int]) -> int:
            return state[1]

        def moves(self, state: tuple[int, int]) -> Iterator[Move]:
            heap, turn = state
            for after in (turn, 1 - turn):
                if heap:
                    yield Move((heap - 1, after), gain=1)

    found = redundancy(explore(Two()))
    assert (found.states, found.different, found.idle) == (5, 4, ())


def unfolded(graph: Any, state: int) -> object:
    """The whole future of a state, written out."""
    if graph.payoff[state] is not None:
        return graph.payoff[state]
    moves = graph.moves_of(state)
    return frozenset((graph.gain[m], graph.again[m], unfolded(graph, graph.to[m])) for m in moves)


@given(difference_games())
@settings(max_examples=60, deadline=None)
def test_one_class_is_one_unfolded_future(game: Game) -> None:
    graph = explore(game)
    classes = graph.futures().classes
    assert classes is not None
    futures = [unfolded(graph, state) for state in range(len(graph))]
    assert len(set(zip(classes, futures, strict=True))) == len(set(classes)) == len(set(futures))


def bisimilar(graph: Any) -> set[tuple[int, int]]:
    """The greatest bisimulation, pair by pair."""
    size = range(len(graph))
    pay = graph.payoff
    pairs = {(a, b) for a in size for b in size if pay[a] == pay[b]}

    def answered(a: int, b: int) -> bool:
        return all(
            any(
                (graph.gain[m], graph.again[m]) == (graph.gain[k], graph.again[k])
                and (graph.to[m], graph.to[k]) in pairs
                for k in graph.moves_of(b)
            )
            for m in graph.moves_of(a)
        )

    while True:
        kept = {(a, b) for a, b in pairs if answered(a, b) and answered(b, a)}
        if kept == pairs:
            return pairs
        pairs = kept


@given(scored_cyclic_games())
@settings(max_examples=40, deadline=None)
def test_where_play_comes_back_classes_are_the_greatest_bisimulation(game: Game) -> None:
    graph = explore(game)
    classes = graph.futures().classes
    assert classes is not None
    size = range(len(graph))
    assert bisimilar(graph) == {(a, b) for a in size for b in size if classes[a] == classes[b]}


def test_what_was_not_looked_at_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert str(redundancy(explore(Ends(ROW), budget=3))) == "unknown: needs every state"
    large = Redundancy(10**6, 500, why="coordinates are looked at in no more than 200,000 states")
    assert str(large).startswith("1,000,000 states, 500 differ; coordinates are looked at in no")
    monkeypatch.setattr("zermelo.graph.futures.LISTED_WORK", 3)
    assert "more than 3 moves to look at" in str(redundancy(explore(Ends(ROW))))


# -- growth -----------------------------------------------------------------------------------


def test_a_row_of_four_grows_as_half_its_square() -> None:
    """Senior document §7.1, middle document: an interval has n(n + 1)/2 states."""
    text = str(diagnose(Ends((5, 3, 7, 10))).growth)
    assert text.startswith("polynomial, n(n + 3)/2 for size n, n(n + 1)/2 of them with moves")
    assert "n(n + 1)/2" in told("diagnose", "ends", "5", "3", "7", "10")


def test_exact_laws_are_written_as_people_write_them() -> None:
    """Senior document §7.1: time is (#states) × (moves per state)."""
    laws = {
        "n²": lambda n: n * n,
        "2n(n − 1)": lambda n: 2 * n * (n - 1),
        "(n + 1)²": lambda n: (n + 1) ** 2,
        "n(n + 1)(n + 2)/6": lambda n: n * (n + 1) * (n + 2) // 6,
        "2ⁿ": lambda n: 2**n,
        "3·2ⁿ − 2": lambda n: 3 * 2**n - 2,
        "3ⁿ/3": lambda n: 3 ** (n - 1),
    }
    for law, count in laws.items():
        found = fit([(n, count(n)) for n in range(3, 9)])
        assert (found.law, found.is_exact) == (law, True)


def test_a_law_needs_points_to_spare() -> None:
    assert polynomial([(1, 1), (2, 8), (3, 27), (4, 64)]) is None  # four numbers, four points
    assert polynomial([(1, 3), (2, 5), (3, 9), (4, 17)]) is None
    assert exponential([(1, 3), (2, 5), (3, 9), (4, 17)]) is None
    assert str(exponential([(1, 3), (2, 5), (3, 9), (4, 17), (5, 33)])) == "2ⁿ + 1"


def test_a_power_that_is_fitted_is_said_with_its_uncertainty() -> None:
    found = fit([(n, int(n**2.5)) for n in range(4, 12)])
    assert found.law.startswith("about n^(2.5 ± 0.")
    assert not found.is_exact
    assert "smell" in str(found)
    assert diagnose(CanIWin(10, 40)).growth.law.startswith("about (2.0")
