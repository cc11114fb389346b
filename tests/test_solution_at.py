"""A solution seen from another state: `at` is what solving from there says."""

from typing import Any

import pytest

from solved_games import Coins, all_states
from zermelo import Game, Solution, solve
from zermelo.errors import Unavailable
from zermelo.games import (
    DotsAndBoxes,
    Ends,
    MisereNim,
    Nim,
    PlayersRow,
    Subtraction,
    TicTacToe,
    TokenGraph,
)

pytestmark = pytest.mark.unmeasured
# -- at ----------------------------------------------------------------------------------------


ACYCLIC = [
    pytest.param(Coins((5, 3, 7, 10, 2)), id="scored"),
    pytest.param(Subtraction(9), id="outcome"),
    pytest.param(MisereNim((1, 2, 2)), id="misère"),
    pytest.param(TicTacToe(2, 3, 3), id="draws"),
    pytest.param(Nim((1, 2, 3)), id="nimbers"),
    pytest.param(PlayersRow((4, 1, 7, 2)), id="vectors"),
    pytest.param(Ends((2, 2, 2, 2)), id="closed form"),
    pytest.param(DotsAndBoxes(1, 1), id="kept turns"),
]
CYCLIC = [
    pytest.param(TokenGraph(((1, 2), (0, 3), (3,), ())), id="outcome"),
    pytest.param(
        Game.from_edges(
            {"a": {"b": 0, "x": 2, "c": 0}, "b": {"a": 0}, "c": {"d": 0, "x": 1}, "d": {"x": 1}},
            start="a",
        ),
        id="scored",
    ),
    pytest.param(  # 0 ⇄ 1 beside 2, from where a quick and a slow win lead to the end
        TokenGraph(((1, 2), (0,), (3, 5), (4,), (5,), ())), id="a sub-game without cycles"
    ),
]


def answers(solution: Solution) -> dict[str, Any]:
    """Every answer of a solution, the reason where there is none."""
    asked = {
        "value": lambda: solution.value,
        "bounds": lambda: solution.bounds,
        "outcome": lambda: solution.outcome,
        "winner": lambda: solution.winner,
        "scores": lambda: solution.scores,
        "remoteness": lambda: solution.remoteness,
        "nimber": lambda: solution.nimber,
        "options": lambda: solution.options(),
        "best_moves": lambda: solution.best_moves(),
        "play": lambda: solution.play(),
        "plays": lambda: list(solution.plays()),
        "count_plays": lambda: solution.count_plays(),
        "proof": lambda: solution.prove(),
    }
    return {name: answer_or_error(question) for name, question in asked.items()}


def answer_or_error(question: Any) -> Any:
    try:
        return question()
    except Unavailable as reason:
        return type(reason)


@pytest.mark.parametrize("game", [*ACYCLIC, *CYCLIC])
def test_at_a_state_is_worth_what_solving_from_there_says(game: Game) -> None:
    solution = solve(game)
    for state in all_states(game):
        here, there = solution.at(state), solve(game, start=state)
        assert here.start == there.start == state
        for name in ("value", "bounds", "outcome", "winner"):
            assert getattr(here, name) == getattr(there, name)
        assert here.play().totals == there.play().totals
        assert here.prove().states == there.prove().states
    assert solution.start == game.start


@pytest.mark.parametrize("game", ACYCLIC)
def test_at_a_state_of_an_acyclic_game_gives_every_answer_that_solving_from_there_gives(
    game: Game,
) -> None:
    solution = solve(game)
    for state in all_states(game):
        there = solve(game, start=state, method=solution.plan.method)
        assert answers(solution.at(state)) == answers(there)


@pytest.mark.parametrize("game", CYCLIC)
def test_at_a_state_of_a_cyclic_game_has_the_best_moves_that_solving_from_there_has(
    game: Game,
) -> None:
    solution = solve(game)
    for state in all_states(game):
        assert solution.at(state).best_moves() == solve(game, start=state).best_moves()


@pytest.mark.parametrize("game", ACYCLIC)
def test_at_a_state_the_table_and_the_facts_are_those_of_the_sub_game(game: Game) -> None:
    solution = solve(game)
    state = next(iter(game.moves(game.start))).to
    here, there = solution.at(state), solve(game, start=state)
    assert set(here.table()) == set(there.table())
    assert here.diagnosis.states == there.diagnosis.states
    assert here.diagnosis.longest_play == there.diagnosis.longest_play


def test_at_leaves_the_solution_it_came_from_alone() -> None:
    solution = solve(Coins((5, 3, 7, 10)))
    below = solution.at((0, 3)).at((0, 2))
    assert (below.value, below.scores) == (2, (5, 3))
    assert (solution.start, solution.value) == ((0, 4), 5)
    assert below.game is solution.game
