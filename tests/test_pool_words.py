"""Races over a pool: the words equal the engine, the oracle and each other; the proof sees lies."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from zermelo import Game, Move, PayoffGame, solve
from zermelo.errors import BudgetExceeded, ProofFailed, UnknownState
from zermelo.games import CanIWin, Ends, PoolRace
from zermelo.kernels import load
from zermelo.methods.contract import Case
from zermelo.methods.families import pool_words
from zermelo.methods.families.pool_words import PoolAnswers, PoolWords, plain_words
from zermelo.model.shapes import RacePool
from zermelo.proof.oracle import Oracle

METHOD = PoolWords()
COMPILED, PLAIN = 0, 99  # for WORDS_BY_PYTHON


def run(game: Game, small: int = PLAIN) -> PoolAnswers:
    case = Case(game, game.start)
    assert METHOD.refuses(case) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool_words, "WORDS_BY_PYTHON", small)
        return METHOD.run(case)


def by_definition(pool: list[int], target: int) -> list[int]:
    """The value of every subset, the start's included."""
    worth = [0] * (1 << len(pool))
    for state in range(len(worth) - 1, -1, -1):
        if sum(n for place, n in enumerate(pool) if state >> place & 1) >= target:
            worth[state] = -1 if state else 1
        elif state < len(worth) - 1:
            left = (place for place in range(len(pool)) if not state >> place & 1)
            worth[state] = max(-worth[state | 1 << place] for place in left)
    return worth


def draw_pool(draw: Random, size: int) -> tuple[list[int], int]:
    """Some with draws in the middle, some without, some that nobody can win."""
    least = draw.choice((-6, 0, 1))
    pool = [draw.randint(least, 6) for _ in range(size)]
    top = sum(n for n in pool if n > 0)
    return pool, draw.choice((draw.randint(-2, top + 2), max(1, sum(pool)), top))


numbers = some.integers(-5, 9) | some.sampled_from((Fraction(1, 2), Fraction(-2, 3), 2**62))


@settings(deadline=None, max_examples=150)
@given(some.lists(numbers, max_size=6), some.integers(-3, 20) | numbers)
def test_every_pool_has_the_values_of_the_generic_engine(pool: list[Any], target: Any) -> None:
    game = PoolRace(tuple(pool), target)
    answers, engine = run(game), solve(game, method="backward")
    for state in engine.table():
        assert answers.value(state) == engine.value_of(state)
    assert answers.prove(game, 0, 64).value == engine.value


@settings(deadline=None, max_examples=150)
@given(some.lists(some.integers(-3, 5), max_size=5), some.integers(-1, 8))
def test_every_pool_has_the_values_of_the_oracle(pool: list[int], target: int) -> None:
    game = PoolRace(tuple(pool), target)
    assert run(game).value(0) == Oracle(game).difference(0)


@pytest.mark.parametrize("seed", range(12))
def test_compiled_and_plain_words_are_the_definition_in_every_subset(seed: int) -> None:
    draw = Random(seed)
    pool, target = draw_pool(draw, draw.randint(6, 11))
    game = PoolRace(tuple(pool), target)
    fast, plain = run(game, COMPILED), run(game, PLAIN)
    assert (fast.path, plain.path) == ("compiled int64", "plain")
    due = by_definition(pool, target)
    assert [fast.value(state) for state in range(len(due))] == due
    assert [plain.value(state) for state in range(len(due))] == due
    assert {type(fast.value(state)) for state in range(len(due))} == {int}


@pytest.mark.parametrize("end", [False, True])
@pytest.mark.parametrize("size", [15, 16, 18])
def test_any_number_of_threads_and_blocks_gives_the_plain_words(size: int, end: bool) -> None:
    draw = Random(size)
    pool = [draw.randint(-2, 9) for _ in range(size)]
    target = sum(pool) + 3 if end else sum(pool) * 2 // 3
    due = plain_words(pool, target, end)
    for threads in (1, 2, 3):
        assert load("pool_words").solve(pool, target, end, threads).tolist() == due


def test_winloss_agrees_on_can_i_win() -> None:
    for target in (0, 1, 20, 45, 46):
        game = CanIWin(9, target)
        engine = solve(game, method="winloss")
        for answers in (run(game, COMPILED), run(game)):
            assert answers.value(0) == engine.value
            assert all(answers.value(s) == engine.value_of(s) for s in engine.table())


def test_a_target_reached_before_play_is_won_by_the_first_player() -> None:
    answers = run(PoolRace((1, 2), 0))
    assert [answers.value(state) for state in range(4)] == [1, -1, -1, -1]


def test_a_target_beyond_all_numbers_is_drawn_everywhere_and_needs_no_table() -> None:
    game = PoolRace((3, 4) * 12, 85)
    answers = run(game, COMPILED)
    assert answers.tables == []
    assert {answers.value(state) for state in (0, 1, game.shape.states - 1)} == {0}
    assert METHOD.cost(Case(game, 0)).bytes == 0


def test_numbers_below_zero_can_draw_in_the_middle() -> None:
    answers = run(PoolRace((2, -3, 2), 3))
    values = [answers.value(state) for state in range(8)]
    assert values == by_definition([2, -3, 2], 3)
    assert set(values) == {-1, 0, 1}


@pytest.mark.parametrize("edge", [2**31, 2**53, 2**58, 2**62, 2**63, 2**64, 10**30])
def test_numbers_at_the_edge_of_a_type_stay_exact(edge: int) -> None:
    small = [1, 2, 3, 4, -1, 5, 6]
    for shift in (-1, 0, 1):
        pool, target = [*small, edge, edge + shift], 2 * edge + shift + 4
        answers = run(PoolRace(tuple(pool), target), COMPILED)
        assert answers.path == ("compiled int64" if 4 * edge + 22 < 2**62 else "plain")
        due = by_definition(pool, target)
        assert [answers.value(state) for state in range(len(due))] == due
        answers.prove(PoolRace(tuple(pool), target), 0, 512)


def test_the_bound_on_int64_is_kept_to_the_last_unit() -> None:
    pool = (2**61 - 7, 1, 1, 1, 1, 1, 1)
    below, above = (run(PoolRace(pool, 2**61 + move), COMPILED) for move in (0, 1))
    assert (below.path, above.path) == ("compiled int64", "plain")
    for answers, target in ((below, 2**61), (above, 2**61 + 1)):
        assert [answers.value(s) for s in range(128)] == by_definition(list(pool), target)


def test_fractions_are_scaled_to_whole_numbers() -> None:
    pool = tuple(Fraction(k, 6) for k in range(1, 9))
    answers = run(PoolRace(pool, Fraction(5, 2)), COMPILED)
    whole = run(PoolRace(tuple(range(1, 9)), 15))
    assert answers.path == "compiled int64"
    assert all(answers.value(state) == whole.value(state) for state in range(256))


@pytest.mark.parametrize("state", [-1, 16, True, 1.0, "0", None, (0,)])
def test_a_state_outside_the_pool_is_unknown(state: Any) -> None:
    with pytest.raises(UnknownState, match="sets of the pool"):
        run(PoolRace((1, 2, 3, 4), 5)).value(state)


def test_the_cost_is_one_bit_a_state() -> None:
    cost = METHOD.cost(Case(CanIWin(30, 300), 0))
    assert (cost.states, cost.moves, cost.bytes) == (2**30, 15 * 2**30, 2**27)
    mixed = METHOD.cost(Case(PoolRace((-1,) * 4 + (3,) * 26, 77), 0))
    assert mixed.bytes == 2**28
    assert METHOD.cost(Case(CanIWin(4, 6), 0)).bytes == pool_words.PLAIN_WORD


class Declared(Game):
    start = 0

    def __init__(self, pool: tuple[Any, ...], target: Any, pays: int = -1) -> None:
        self.shape = RacePool(pool, target)
        self.pays = pays

    def moves(self, state: int) -> Any:
        return self.shape.moves(state)

    def payoff(self, state: int) -> int:
        return self.pays if self.shape.total(state) >= self.shape.target else 0


class Selfish(PayoffGame):
    start = 0
    shape = RacePool((1, 2), 2)


def refusal(game: Game, start: Any = 0) -> str | None:
    return METHOD.refuses(Case(game, start))


def test_what_does_not_fit_is_refused_with_the_reason() -> None:
    assert refusal(Declared((1, 2), 2)) is None
    assert refusal(Ends((1, 2))) == "it does not declare the shape RacePool"
    assert refusal(Selfish()) == "its players count their own totals"
    assert refusal(CanIWin(4, 6), 16) == "16 is no set of the pool"
    assert "float" in str(refusal(Declared((1, 0.5), 2)))
    assert "too many subsets" in str(refusal(CanIWin(37, 100)))
    assert refusal(Declared((1, 2), 2, pays=1)) == "its end 2 pays 1, not -1 as in a race"
    assert refusal(Declared((1, 2), 0)) == "its end 0 pays -1, not 1 as in a race"
    tolerant = Declared((1, 2), 2)
    tolerant.tolerance = 0.1
    assert refusal(tolerant) == "it states a tolerance, and won or lost is exact"


@pytest.mark.parametrize("small", [COMPILED, PLAIN])
@pytest.mark.parametrize("pool", [(2, 3, 1, 1, 4, 2), (2, -3, 1, 1, 4, -2, 1)])
def test_the_proof_rejects_every_single_wrong_bit(pool: tuple[int, ...], small: int) -> None:
    game = PoolRace(pool, 6)
    answers = run(game, small)
    assert answers.prove(game, 0, 128).states == 1 << len(pool)
    for table in answers.tables:
        for state in range(1 << len(pool)):
            flip(table, state)
            with pytest.raises(ProofFailed):
                answers.prove(game, 0, 128)
            flip(table, state)


@pytest.mark.parametrize(("low", "target"), [(1, 60), (-4, 55)])
def test_the_proof_of_many_words_rejects_a_wrong_bit_anywhere(low: int, target: int) -> None:
    draw = Random(low)
    game = PoolRace((low, low, *(draw.randint(1, 5) for _ in range(21))), target)
    answers = run(game, COMPILED)
    states = game.shape.states
    assert answers.prove(game, 0, states).states == states
    for state in (0, 63, 64, states // 2, states - 1, *(draw.randrange(states) for _ in range(5))):
        for table in answers.tables:
            flip(table, state)
            with pytest.raises(ProofFailed):
                answers.prove(game, 0, states)
            flip(table, state)


def flip(table: Any, state: int) -> None:
    table[state >> 6] = int(table[state >> 6]) ^ 1 << (state & 63)


def test_the_proof_rejects_a_missing_table() -> None:
    game = PoolRace((2, -3, 2), 3)
    answers = run(game)
    del answers.tables[1]
    with pytest.raises(ProofFailed, match="2 tables, not 1"):
        answers.prove(game, 0, 8)


def test_the_proof_keeps_to_its_budget() -> None:
    game = CanIWin(4, 6)
    with pytest.raises(BudgetExceeded):
        run(game).prove(game, 0, 15)


class Stingy(PoolRace):
    """Hides the last number of the pool."""

    def moves(self, state: int) -> Any:
        return list(super().moves(state))[:-1]


class Paid(PoolRace):
    """Pays for each number."""

    def moves(self, state: int) -> Any:
        return [Move(move.to, gain=1) for move in super().moves(state)]


def test_the_proof_rejects_a_game_that_is_not_what_it_declares() -> None:
    for kind, what in ((Stingy, "exactly the numbers"), (Paid, "no race")):
        game = kind((1, 2, 3, 4), 6)
        with pytest.raises(ProofFailed, match=what):
            run(game).prove(game, 0, 16)


def test_the_proof_rejects_values_that_do_not_follow_by_the_rules() -> None:
    game = CanIWin(4, 6)
    answers = run(game)
    answers.value = lambda state: 0  # type: ignore[method-assign]
    with pytest.raises(ProofFailed, match="by the rules it is worth"):
        answers.prove(game, 0, 16)
