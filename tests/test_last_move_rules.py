"""Last-move games take their rules at their word: no gains, and a bare state is a move to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from executed_rules import assert_same, by_python
from zermelo import (
    Game,
    LastMoverLoses,
    LastMoverWins,
    Move,
    OwnTotals,
    Sum,
    check,
    diagnose,
    explore,
    solve,
)
from zermelo.errors import BadMove, NotCompiled
from zermelo.proof.checker import ask
from zermelo.proof.oracle import Oracle


@dataclass(frozen=True)
class Collecting(LastMoverWins):
    """Take one to three; each take is given a gain, by mistake."""

    start: int = 4

    def moves(self, state: int) -> Iterator[Move]:
        for k in (1, 2, 3):
            if k <= state:
                yield Move(state - k, gain=k)


class CollectingMisere(LastMoverLoses):
    """One gain, deep in the game."""

    start = 900

    def moves(self, state: int) -> Iterator[Move]:
        for k in (1, 2):
            if k <= state:
                yield Move(state - k, gain=1 if state == 3 and k == 2 else 0)


@dataclass(frozen=True)
class Bare(LastMoverWins):
    """Take one to three; `moves` yields the heaps that are left."""

    start: int = 21

    def moves(self, state: int) -> Iterator[int]:
        for k in (1, 2, 3):
            if k <= state:
                yield state - k


@dataclass(frozen=True)
class Written(LastMoverWins):
    """The same with moves."""

    start: int = 21

    def moves(self, state: int) -> Iterator[Move]:
        for k in (1, 2, 3):
            if k <= state:
                yield Move(state - k)


class BarePairs(LastMoverLoses):
    """Two heaps as a bare tuple, in a list."""

    start = (3, 4)

    def moves(self, state: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = state
        return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]


def refused(game: Game, **options: Any) -> BadMove:
    with pytest.raises(BadMove) as caught:
        solve(game, **options)
    return caught.value


@pytest.mark.parametrize("method", ["auto", "winloss", "backward", "alphabeta", "nimbers"])
def test_a_gain_in_a_last_move_game_is_refused_by_every_method(method: str) -> None:
    error = refused(Collecting(), method=None if method == "auto" else method)
    assert "the gain 1" in error.given
    assert error.where == "Collecting.moves(4)"
    assert error.rule == "only the last move counts in LastMoverWins"
    assert "derive the class from Game" in error.fix


def test_one_gain_deep_in_a_misere_game_is_refused_by_both_engines() -> None:
    for engine in ("plain", "compiled"):
        error = refused(CollectingMisere(), engine=engine)
        assert error.where == "CollectingMisere.moves(3)"
        assert "LastMoverLoses" in error.rule


@pytest.mark.unmeasured
def test_the_compiled_search_leaves_gains_to_python_which_names_them() -> None:
    with by_python(), pytest.raises(NotCompiled, match="only the last move counts"):
        solve(CollectingMisere(), method="alphabeta", engine="compiled")
    refused(CollectingMisere(), method="alphabeta", engine="plain")


def test_gains_do_not_slip_in_through_a_sum_or_a_wrapper_or_a_function() -> None:
    function = LastMoverWins.from_function(lambda n: [Move(n - 1, gain=1)] if n else [], start=2)
    for game in (Sum(Collecting(), Bare(2)), OwnTotals(Collecting()), function):
        refused(game)


def test_who_asks_the_rules_alone_is_told_too() -> None:
    with pytest.raises(BadMove):
        Oracle(Collecting()).difference(4)
    with pytest.raises(BadMove):
        ask(Collecting(), 4)
    assert not check(Collecting()).ok
    with pytest.raises(BadMove):
        diagnose(Collecting())


def test_a_gain_of_nothing_is_no_gain() -> None:
    class Zero(LastMoverWins):
        start = 4

        def moves(self, state: int) -> Iterator[Move]:
            if state:
                yield Move(state - 1, gain=0)

    assert solve(Zero()).value == -1


def test_the_advice_for_a_bad_move_invites_gains_only_where_they_count() -> None:
    class Odd(Move):
        pass

    for base, invited in ((Game, True), (LastMoverWins, False)):

        class Wrong(base):  # type: ignore[misc, valid-type]
            start = 2

            def moves(self, state: int) -> list[Any]:
                return [Odd(state - 1)] if state else []

        assert ("gain" in refused(Wrong()).fix) is invited


def test_a_bare_state_in_a_scored_game_is_still_an_error_that_says_where_it_is_none() -> None:
    class Scored(Game):
        start = 2

        def moves(self, state: int) -> list[Any]:
            return [state - 1] if state else []

    assert "in last-move games, also the next states" in refused(Scored()).rule


@given(st.integers(0, 11))
def test_bare_states_are_moves_to_them(heap: int) -> None:
    bare, written = solve(Bare(heap)), solve(Written(heap))
    assert bare.value == written.value == Oracle(Bare(heap)).difference(heap)
    assert [m.to for m in bare.best_moves()] == [m.to for m in written.best_moves()]
    assert bare.count_plays() == written.count_plays()


def test_bare_states_work_on_every_route() -> None:
    game = Bare(21)
    for options in ({}, {"method": "nimbers"}, {"method": "alphabeta"}, {"engine": "compiled"}):
        solution = solve(game, **options)  # type: ignore[arg-type]
        assert solution.value == 1, options
        assert solution.best_moves()[0].label == "20"
        solution.prove()
    assert len(solve(game).play().moves) % 2
    assert check(game).ok
    assert diagnose(game).impartial.holds
    assert solve(Sum(game, Bare(2))).nimber == 1 ^ 2
    assert solve(OwnTotals(game)).value == (0, -1)


def test_bare_tuples_are_states_not_fields_of_a_move() -> None:
    game = BarePairs()
    assert solve(game).value == Oracle(game).difference((3, 4)) == 1
    assert_same(game, [(3, 4), (0, 2), (0, 0)])


def test_rules_beside_the_class_and_rules_of_a_parent_may_be_bare_too() -> None:
    class Rules:
        start = 7

        def moves(self, state: int) -> list[Any]:
            return [state - k for k in (1, 2) if k <= state]

    class Mixed(Rules, LastMoverWins):
        pass

    class Child(Mixed):
        def moves(self, state: int) -> list[Any]:
            return [move.to for move in super().moves(state)]

    assert solve(Mixed()).value == solve(Child()).value == 1
    for game in (Mixed(), Child(), Sum(Mixed(), Bare(3))):
        assert_same(game, list(explore(game).states))
