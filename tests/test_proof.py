"""The checker accepts the truth and rejects every single lie."""

from __future__ import annotations

import ast
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import zermelo.proof
from random_games import (
    TableGame,
    cyclic_games,
    difference_games,
    impartial_games,
    outcome_games,
    scored_cyclic_games,
    vector_games,
)
from zermelo import Game, Move, Solution, Sum, solve
from zermelo.errors import BudgetExceeded, ProofFailed
from zermelo.games import (
    CatAndMouse,
    DotsAndBoxes,
    Ends,
    MisereNim,
    Nim,
    PlayersRow,
    TicTacToe,
    TokenGraph,
)
from zermelo.proof import Claim, verify, verify_parts

pytestmark = pytest.mark.unmeasured

some = settings(max_examples=300, deadline=None)


def claim_of(solution: Solution) -> Claim:
    plies = solution.remoteness_of if solution.answers.counts_plies else None
    return Claim(solution.value_of, plies)


def lie_about(claim: Claim, state: object, value: object) -> Claim:
    return Claim(lambda s: value if s == state else claim.value(s), claim.plies)


any_game = st.one_of(
    difference_games(),
    outcome_games(),
    cyclic_games(),
    scored_cyclic_games(),
    impartial_games(),
    vector_games(),
)


@given(any_game)
@some
def test_every_solution_is_proved(game: Game) -> None:
    solution = solve(game)
    proof = solution.prove()
    assert proof.states == len(solution.table())
    assert proof.checks >= proof.states
    assert proof.value == solution.value


@given(any_game, st.integers(0, 7), st.sampled_from([-2, -1, 1, 2]))
@some
def test_one_wrong_value_is_rejected(game: Game, place: int, by: int) -> None:
    solution = solve(game)
    states = list(solution.table())
    state = states[place % len(states)]
    truth = solution.value_of(state)
    wrong = (truth[0] + by, *truth[1:]) if isinstance(truth, tuple) else truth + by
    with pytest.raises(ProofFailed):
        verify(game, game.start, lie_about(claim_of(solution), state, wrong), budget=100)


@given(cyclic_games(), st.integers(0, 7), st.sampled_from([-1, 1, 2]))
@some
def test_one_wrong_number_of_plies_is_rejected(game: TableGame, place: int, by: int) -> None:
    solution = solve(game, method="retrograde")
    states = list(solution.table())
    state = states[place % len(states)]
    truth = solution.remoteness_of(state)
    wrong = by if truth is None else truth + by

    def plies(asked: object) -> int | None:
        return wrong if asked == state else solution.remoteness_of(asked)

    with pytest.raises(ProofFailed):
        verify(game, game.start, Claim(solution.value_of, plies), budget=100)


@given(cyclic_games(states=5, most=2))
@settings(max_examples=150, deadline=None)
def test_of_all_tables_only_the_truth_is_accepted(game: TableGame) -> None:
    """Every table of values and plies on a small cyclic game is tried."""
    solution = solve(game, method="retrograde")
    states = list(solution.table())
    entries = [(0, None), *((value, plies) for value in (-1, 1) for plies in range(4))]
    accepted = []
    assume(len(states) <= 3)
    for table in product(entries, repeat=len(states)):
        claimed = dict(zip(states, table, strict=True))
        claim = Claim(lambda s, c=claimed: c[s][0], lambda s, c=claimed: c[s][1])
        with suppress(ProofFailed):
            verify(game, 0, claim, budget=100)
            accepted.append(claimed)
    truth = {s: (solution.value_of(s), solution.remoteness_of(s)) for s in states}
    assert accepted == [truth]


def test_a_lead_that_is_only_circled_is_not_a_win() -> None:
    """Values +1/−1 round a cycle satisfy the recurrence; the plies give the lie away."""
    game = Game.from_edges({"a": ["b"], "b": ["a"]}, start="a")
    values = {"a": 1, "b": -1}
    for plies in ({"a": 2, "b": 1}, {"a": 1, "b": 1}, {"a": None, "b": None}):
        with pytest.raises(ProofFailed):
            verify(game, "a", Claim(values.__getitem__, plies.__getitem__), budget=10)
    with pytest.raises(ProofFailed, match="no progress"):
        verify(game, "a", Claim(values.__getitem__), budget=10)


def test_a_gain_on_a_cycle_is_not_accepted_with_any_value() -> None:
    game = Game.from_edges({"a": {"b": 1}, "b": {"a": 0}}, start="a")
    with pytest.raises(ProofFailed, match="lies on a cycle"):
        verify(game, "a", Claim(lambda _: 0, lambda _: None), budget=10)


def test_own_totals_on_a_cycle_are_not_accepted() -> None:
    class Round(PlayersRow):
        def moves(self, state):
            yield Move(state)

    with pytest.raises(ProofFailed, match="come back"):
        verify(Round((1, 2)), (0, 1), Claim(lambda _: (0, 0, 0)), budget=10)


def test_a_wrong_nimber_is_rejected() -> None:
    game = Sum(Nim((2,)), Nim((3,)))
    solution = solve(game)
    whole = Claim(solution.value_of, None, solution.nimber_of)
    assert verify(game, game.start, whole, budget=100).states == 12
    wrong = Claim(solution.value_of, None, lambda state: solution.nimber_of(state) + 1)
    with pytest.raises(ProofFailed, match="nimber"):
        verify(game, game.start, wrong, budget=100)


@given(impartial_games(5), impartial_games(5), st.integers(0, 9), st.integers(1, 3))
@some
def test_sums_are_proved_part_by_part_and_one_wrong_part_is_rejected(
    one: Game, two: Game, place: int, by: int
) -> None:
    game = Sum(one, two)
    solution = solve(game)
    parts = [(g, s) for g in dict.fromkeys((one, two)) for s in solve(g).table()]
    assert solution.prove().states == len(parts)
    victim = parts[place % len(parts)]

    def nimber(owner: Game, state: object) -> int:
        lie = by if (owner, state) == victim else 0
        return solution.answers.part_nimber(owner, state) + lie

    with pytest.raises(ProofFailed):
        verify_parts(game, game.start, nimber, budget=100)


def test_parts_that_have_no_nimber_are_rejected() -> None:
    def nothing(owner: Game, state: object) -> int:
        return 0

    for game, word in (
        (Ends((1,)), "gains"),
        (MisereNim((1,)), "has not lost"),
        (TokenGraph(((0,),), 0), "come back"),
    ):
        with pytest.raises(ProofFailed, match=word):
            verify_parts(game, game.start, nothing, budget=100)
    with pytest.raises(BudgetExceeded):
        verify_parts(Nim((9,)), (9,), lambda _, heaps: sum(heaps), budget=5)


@pytest.mark.parametrize(
    ("game", "states"),
    [(TicTacToe(), 5478), (DotsAndBoxes(2, 2), 4096), (Ends((5, 3, 7, 10)), 14)],
)
def test_a_proof_says_how_many_states_it_saw(game: Game, states: int) -> None:
    proof = solve(game).prove()
    assert proof.states == states
    assert f"{states:,} states" in str(proof)


def test_a_proof_within_too_small_a_budget_says_so() -> None:
    solution = solve(CatAndMouse.example_game())
    with pytest.raises(BudgetExceeded, match="more than 3 states to check"):
        solution.prove(budget=3)


def imports_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    return {name for name in names if name and name.startswith("zermelo")}


def test_the_oracle_imports_the_vocabulary_alone_and_the_checker_errors_and_numerals_besides() -> (
    None
):
    folder = Path(zermelo.proof.__file__).parent
    assert imports_of(folder / "oracle.py") == {"zermelo.model.game"}
    words = {
        "zermelo.model.game",
        "zermelo.errors",
        "zermelo.model.numerals",
    }  # numerals: for messages
    assert imports_of(folder / "checker.py") == words
    assert imports_of(folder / "parts.py") == {"zermelo.model.game", "zermelo.proof.checker"}
