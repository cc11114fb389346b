"""Scored pools: own totals equal the engine, the oracle and each other; the proof sees lies."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from zermelo import Game, Move, PayoffGame, solve
from zermelo.errors import BudgetExceeded, ProofFailed, UnknownState
from zermelo.games import DotsAndBoxes, Ends
from zermelo.kernels import load
from zermelo.methods.contract import Case
from zermelo.methods.families import pool_scores
from zermelo.methods.families.pool_scores import PoolScoreAnswers, PoolScores, plain_scores
from zermelo.model.shapes import ScoredPool
from zermelo.proof.oracle import Oracle

pytestmark = pytest.mark.unmeasured

METHOD = PoolScores()
COMPILED, PLAIN = 0, 99  # for SCORES_BY_PYTHON
FOUR, BYTE = "compiled, four bits a subset", "compiled uint8"


class Pool(Game):
    start = 0

    def __init__(self, items: int, groups: Any) -> None:
        self.shape = ScoredPool(items, tuple(groups))

    def moves(self, state: int) -> Any:
        return self.shape.moves(state)


def run(game: Game, small: int = PLAIN) -> PoolScoreAnswers:
    case = Case(game, game.start)
    assert METHOD.refuses(case) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool_scores, "SCORES_BY_PYTHON", small)
        return METHOD.run(case)


def draw_groups(draw: Random, items: int, count: int) -> list[int]:
    """Sets of one to five items; some twice."""
    groups = [sum({1 << draw.randrange(items) for _ in range(5)}) for _ in range(count)]
    return [group & draw.getrandbits(items) or 1 for group in groups]


def differences(items: int, groups: list[int]) -> list[int]:
    """D by its definition, in every subset."""
    shape = ScoredPool(items, tuple(groups))
    worth = [0] * shape.states
    for state in range(shape.states - 2, -1, -1):
        moves = shape.moves(state)
        worth[state] = max(m.gain + worth[m.to] * (1 if m.again else -1) for m in moves)
    return worth


@settings(deadline=None, max_examples=200)
@given(some.integers(0, 7).flatmap(lambda n: some.tuples(some.just(n), groups_of(n))))
def test_every_pool_has_the_values_of_the_generic_engine(pool: tuple[int, list[int]]) -> None:
    game = Pool(*pool)
    answers, engine = run(game), solve(game, method="backward")
    for state in engine.table():
        assert answers.value(state) == engine.value_of(state)
        assert (answers.total(state) + answers.value(state)) % 2 == 0
    assert answers.prove(game, 0, 128).value == engine.value


def groups_of(items: int) -> Any:
    """Groups of the items, empty ones and ones with a strange item among them."""
    return some.lists(some.integers(0, 2 ** (items + 1)), max_size=6)


@settings(deadline=None, max_examples=100)
@given(some.integers(1, 5).flatmap(lambda n: some.tuples(some.just(n), groups_of(n))))
def test_every_pool_has_the_values_of_the_oracle(pool: tuple[int, list[int]]) -> None:
    game = Pool(*pool)
    assert run(game).value(0) == Oracle(game).difference(0)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 2), (1, 3), (2, 2)])
def test_dots_and_boxes_has_the_values_of_the_generic_engine(height: int, width: int) -> None:
    game = DotsAndBoxes(height, width)
    engine = solve(game, method="backward")
    for answers in (run(game), run(game, COMPILED)):
        assert all(answers.value(state) == engine.value_of(state) for state in engine.table())


@pytest.mark.parametrize("items", [12, 13])
@pytest.mark.parametrize(("count", "path"), [(0, FOUR), (1, FOUR), (15, FOUR), (16, BYTE)])
def test_compiled_and_plain_are_the_definition_in_every_subset(
    items: int, count: int, path: str
) -> None:
    groups = draw_groups(Random(items + count), items, count)
    game = Pool(items, groups)
    fast, plain, due = run(game, COMPILED), run(game, PLAIN), differences(items, groups)
    assert (fast.path, plain.path) == (path, "plain")
    assert [fast.value(state) for state in range(len(due))] == due
    assert [plain.value(state) for state in range(len(due))] == due
    assert {type(fast.value(state)) for state in (0, 4095)} == {int}


@pytest.mark.parametrize("count", [15, 16, 255, 256])
def test_totals_at_the_edge_of_a_type_stay_exact(count: int) -> None:
    groups = [1 << 11] * (count - 1) + [3]
    answers = run(Pool(12, groups), COMPILED)
    assert answers.path == {15: FOUR, 256: "plain"}.get(count, BYTE)
    assert [answers.value(state) for state in range(4096)] == differences(12, groups)
    assert answers.own(0, 4096)[1] == count


@pytest.mark.parametrize("count", [9, 30])
def test_any_number_of_threads_gives_the_plain_table(count: int) -> None:
    groups = draw_groups(Random(count), 15, count)
    due = plain_scores(15, groups)
    for threads in (1, 2, 3):
        table = load("pool_scores").solve(15, groups, threads)
        answers = pool_scores.CompiledScores(ScoredPool(15, tuple(groups)), groups, table)
        assert list(answers.own(0, 1 << 15)) == due
        assert [int(answers.own(state, 1)[0]) for state in range(1 << 15)] == due


@pytest.mark.parametrize(("height", "width", "margin"), [(2, 3, -2), (3, 2, -2), (3, 3, -3)])
def test_boxes_are_won_by_the_known_margin(height: int, width: int, margin: int) -> None:
    answers = run(DotsAndBoxes(height, width), COMPILED)
    assert answers.path == FOUR
    assert answers.value(0) == margin
    assert answers.total(0) == height * width


@pytest.mark.parametrize("state", [-1, 16, True, 1.0, "0", None, (0,)])
def test_a_state_outside_the_pool_is_unknown(state: Any) -> None:
    with pytest.raises(UnknownState, match="sets of the items"):
        run(DotsAndBoxes(1, 1)).value(state)


def test_the_cost_is_half_a_byte_a_state_up_to_15_groups() -> None:
    cost = METHOD.cost(Case(DotsAndBoxes(3, 4), 0))
    assert (cost.states, cost.moves, cost.bytes) == (2**31, 31 * 2**30, 2**30)
    assert METHOD.cost(Case(Pool(20, [3] * 16), 0)).bytes == 2**20
    assert METHOD.cost(Case(DotsAndBoxes(1, 1), 0)).bytes == 16 * 16


class Paid(Pool):
    def payoff(self, state: int) -> int:
        return 1


class Selfish(PayoffGame):
    start = 0
    shape = ScoredPool(2, (3,))


def refusal(game: Game, start: Any = 0) -> str | None:
    return METHOD.refuses(Case(game, start))


def test_what_does_not_fit_is_refused_with_the_reason() -> None:
    assert refusal(Pool(2, [3])) is None
    assert refusal(Ends((1, 2))) == "it does not declare the shape ScoredPool"
    assert refusal(Selfish()) == "its players count their own totals"
    assert refusal(Paid(2, [3])) == "its ends have a payoff of their own"
    assert refusal(Pool(2, [3]), 4) == "4 is no set of the items"
    assert "too many subsets" in str(refusal(DotsAndBoxes(4, 4)))
    tolerant = Pool(2, [3])
    tolerant.tolerance = 0.1
    assert refusal(tolerant) == "it states a tolerance, and groups are counted exactly"


def test_the_proof_rejects_every_single_wrong_entry_of_a_small_table() -> None:
    game = DotsAndBoxes(1, 2)
    answers = run(game)
    assert answers.prove(game, 0, 128).states == 128
    for state in range(128):
        answers.table[state] += 1
        with pytest.raises(ProofFailed):
            answers.prove(game, 0, 128)
        answers.table[state] -= 1


@pytest.mark.parametrize("count", [7, 20])
def test_the_proof_of_a_large_table_rejects_a_wrong_entry_anywhere(count: int) -> None:
    draw = Random(count)
    game = Pool(18, draw_groups(draw, 18, count))
    answers = run(game, COMPILED)
    assert answers.prove(game, 0, 2**18).states == 2**18
    rows, width = answers.table.shape
    places = [(0, 0), (rows - 1, width - 1)]
    places += [(draw.randrange(rows), draw.randrange(width)) for _ in range(12)]
    for row, place in places:
        for wrong in (1, 16) if width == 2048 else (1,):  # either half of a byte
            answers.table[row, place] ^= wrong
            with pytest.raises(ProofFailed):
                answers.prove(game, 0, 2**18)
            answers.table[row, place] ^= wrong


def test_the_proof_keeps_to_its_budget() -> None:
    game = DotsAndBoxes(1, 1)
    with pytest.raises(BudgetExceeded):
        run(game).prove(game, 0, 15)


class Polite(Pool):
    """Passes the turn after a completed group."""

    def moves(self, state: int) -> Any:
        return [Move(move.to, gain=move.gain) for move in super().moves(state)]


class Rich(Pool):
    def payoff(self, state: int) -> int:
        return 2


def test_the_proof_rejects_a_game_that_is_not_what_it_declares() -> None:
    polite = Polite(4, [3, 12])
    with pytest.raises(ProofFailed, match="exactly the items"):
        run(polite).prove(polite, 0, 16)
    with pytest.raises(ProofFailed, match="by the rules it is worth 2"):
        run(Pool(4, [3, 12])).prove(Rich(4, [3, 12]), 0, 16)
