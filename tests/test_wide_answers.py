"""Closed forms and families: every answer costs what the form costs, not what the moves would."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from zermelo import solve
from zermelo.errors import BudgetExceeded, Unavailable
from zermelo.faces.explanation import explain
from zermelo.faces.record import record
from zermelo.games import Dawson, Divisor, Kayles, MisereNim, Nim, Octal, Rows, Subtraction
from zermelo.methods.families import divisor_parity, nim_sum, octal_periods, rows_after
from zermelo.model.game import Move
from zermelo.model.shapes import SeveralRows, SortedHeaps

HUGE = 10**100


@pytest.fixture
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state has more moves than a form compares."""
    for method in (nim_sum, octal_periods):
        monkeypatch.setattr(method, "MANY_MOVES", 0)
    monkeypatch.setattr(divisor_parity, "LONG_HEAP", 1)


def best_by_rules(solution: Any, state: Any) -> list[Move]:
    """Every move that keeps the value."""
    value = solution.value_of(state)
    return [m for m in solution.game.moves(state) if -solution.value_of(m.to) == value]


def test_the_best_moves_of_nim_are_those_of_its_rules(few_are_many: None) -> None:
    solution = solve(Nim((1, 2, 60)), method="nim-sum")
    for count in range(1, 4):
        for state in combinations_with_replacement(range(1, 8), count):
            assert solution.best_moves(state) == best_by_rules(solution, state), state


@pytest.mark.parametrize("code", ["0.77", "0.137", "0.07", "0.4", "0.26", "0.106", "0.3"])
def test_the_best_moves_of_octal_heaps_are_those_of_their_rules(
    code: str, few_are_many: None
) -> None:
    solution = solve(Octal((600, 5), code), method="octal-periods")
    states = [(heap,) for heap in (*range(1, 40), 255, 300, 501, 600)]
    states += [(5, heap) for heap in (7, 90, 300)]
    for state in states:
        known = solution.answers.best(state)
        if known is not None:
            assert list(known) == best_by_rules(solution, state), state


def test_a_large_heap_and_its_divisors(few_are_many: None) -> None:
    solution = solve(Divisor(60), method="divisor-parity")
    for heap in range(2, 61):
        assert solution.first_best_moves(1, heap) == best_by_rules(solution, heap)[:1]


class Silent:
    """Rules that must not be asked for the moves of large heaps."""

    def moves(self, state: Any) -> Iterator[Move]:
        size = state if isinstance(state, int) else sum(state)
        assert size < 10**6, f"the rules were asked for all moves of {size}"
        moves: Iterator[Move] = super().moves(state)  # type: ignore[misc]
        return moves


class SilentNim(Silent, Nim):
    pass


class SilentDivisor(Silent, Divisor):
    pass


class SilentKayles(Silent, Kayles):
    pass


@pytest.mark.parametrize(
    "game",
    [
        SilentNim((HUGE, 7, 10**50)),
        SilentNim((HUGE, HUGE)),
        SilentDivisor(HUGE),
        SilentDivisor(HUGE + 1),
        SilentKayles((10**30,)),
        SilentKayles((10**30, 10**30)),
    ],
    ids=lambda game: type(game).__name__,
)
def test_a_form_answers_without_a_look_at_all_moves(game: Any) -> None:
    solution = solve(game)
    text = str(solution)
    assert "see best_moves" not in text
    assert "see play" not in text
    move = solution.first_best_moves(1)[0]
    assert solution.value_of(move.to) == -solution.value
    assert json.loads(json.dumps(record(solution)))["value"] == solution.value
    assert "so it is a" in explain(solution).sections["This position"]
    for answer in (solution.best_moves, solution.options):
        try:
            assert answer()
        except Unavailable as reason:
            assert "moves" in str(reason)  # noqa: PT017


def test_best_moves_of_nim_with_heaps_of_a_googol_are_all_of_them() -> None:
    solution = solve(Nim((HUGE, 7, 10**50)))
    assert [move.to for move in solution.best_moves()] == [(7, 10**50, 10**50 ^ 7)]
    assert len(solution.play()) == 5
    with pytest.raises(Unavailable, match="more than 20,000 best moves"):
        solve(Nim((HUGE, HUGE))).best_moves()


@pytest.mark.parametrize(
    "game",
    [Nim(tuple(range(1, 2000))), MisereNim((HUGE, HUGE)), Kayles((10**9, 10**9))],
    ids=lambda game: type(game).__name__,
)
def test_more_best_moves_than_are_listed_are_refused_before_one_is_named(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a lost state every move is best, and how many there are the heaps say."""
    solution = solve(game)
    monkeypatch.setattr(SortedHeaps, "move", None)
    with pytest.raises(Unavailable, match="more than 20,000 best moves"):
        solution.best_moves()


@pytest.mark.parametrize("heaps", [(3, 3), (1, 2, 3), (5, 5, 5, 5), (1, 1)])
def test_a_form_knows_how_many_moves_a_lost_state_has(heaps: tuple[int, ...]) -> None:
    for kind, method in (
        (Nim, "nim-sum"),
        (MisereNim, "misere-nim"),
        (Kayles, "octal-periods"),
        (Dawson, "octal-periods"),
    ):
        game: Any = kind(heaps)
        solution = solve(game, method=method)
        counted = len({move.to for move in game.moves(solution.start)})
        least = solution.answers.best_at_least(solution.start)
        assert least <= counted
        if solution.value < 0 and "nim" in method:
            assert least == counted


@pytest.mark.parametrize(
    "game", [Subtraction(10**30, (1, 3, 4)), Kayles((10**30,)), Divisor(HUGE)], ids=str
)
def test_a_play_of_more_moves_than_can_be_held_is_refused_before_it_begins(game: Any) -> None:
    solution = solve(game)
    with pytest.raises(BudgetExceeded, match="more than 1,000,000 moves"):
        solution.play()
    for answer in (solution.count_plays, lambda: solution.against("greedy")):
        with pytest.raises((BudgetExceeded, Unavailable)):
            answer()
    assert "proved" in str(solution.prove())


@pytest.mark.parametrize("code", ["0.77", "0.137", "0.4", "0.07", "0.1", "0.3"])
def test_a_play_is_never_shorter_than_its_least_length(code: str) -> None:
    for heap in range(1, 25):
        solution = solve(Octal((heap, 3), code), method="octal-periods")
        assert len(solution.play()) >= solution.answers.least_length(solution.start)
    for heap in range(30):
        solution = solve(Subtraction(heap, (2, 3, 7)), method="heap-sieve")
        assert len(solution.play()) >= solution.answers.least_length(heap)


# -- several rows ----------------------------------------------------------------------------------


def random_rows(random: Random) -> tuple[tuple[Any, ...], ...]:
    numbers: Sequence[Any] = range(-9, 10) if random.random() < 0.8 else [Fraction(1, 3), 2, -1]
    return tuple(
        tuple(random.choice(numbers) for _ in range(random.randrange(7)))
        for _ in range(random.randrange(1, 6))
    )


def test_the_values_one_move_later_are_those_of_the_positions_themselves() -> None:
    random = Random(20_000)
    for _ in range(600):
        rows = random_rows(random)
        closed = tuple(random.random() < 0.4 for _ in rows)
        shape = SeveralRows(rows, closed)
        answers = rows_fusion_answers(shape)
        state = tuple((0, len(row) - 1) for row in rows)
        moves = list(shape.moves(state))
        assert answers.after(state, moves) == [answers.value(move.to) for move in moves]


def rows_fusion_answers(shape: SeveralRows) -> Any:
    from zermelo.methods.families.rows_fusion import RowsAnswers

    return RowsAnswers(shape)


def test_the_best_moves_of_many_rows_fuse_every_coin_a_few_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fused = []

    def counted(coins: Sequence[Any]) -> list[Any]:
        fused.append(len(coins))
        return plain(coins)

    plain = rows_after.fuse
    monkeypatch.setattr(rows_after, "fuse", counted)
    rows = tuple((k % 7, k % 5, k % 3) for k in range(200))
    solution = solve(Rows(rows), method="rows-fusion")
    assert solution.best_moves()
    assert sum(fused) <= 3 * 600  # the rows, without their left ends, without their right ends
