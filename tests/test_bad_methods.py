"""Bad input: methods that do not fit, and starts where play is over."""

import re
from itertools import pairwise

import pytest

from bad_input import four_parts, own_payoff, refused
from zermelo import (
    Game,
    LastMoverLoses,
    LastMoverWins,
    Move,
    OwnTotals,
    PayoffGame,
    diagnose,
    plan,
    solve,
)
from zermelo.errors import MethodRefused
from zermelo.games import (
    Divisor,
    DotsAndBoxes,
    DoublingTurns,
    Ends,
    Front,
    MisereNim,
    Nim,
    PlayersRow,
    Subtraction,
    TicTacToe,
    TokenGraph,
)
from zermelo.methods import METHODS

STUCK = TokenGraph(((1,), (0,)))  # goes round for ever: 0 → 1 → 0
# -- methods that do not fit

SCORED_CYCLE = Game.from_edges({"a": {"b": 0, "end": 3}, "b": {"a": 0}}, start="a")
GAINING_CYCLE = Game.from_edges({"a": {"b": 1}, "b": {"a": 0, "end": 2}}, start="a")
KEPT_TURN = LastMoverWins.from_function(lambda n: [Move(n - 1, again=n == 2)] if n else [], start=3)


@pytest.mark.parametrize(
    ("game", "method", "given", "fix"),
    [
        (STUCK, "backward", "acyclic", "retrograde"),
        (STUCK, "winloss", "acyclic", "retrograde"),
        (STUCK, "minimax", "acyclic", "retrograde"),
        (STUCK, "nimbers", "play that can come back", "retrograde"),
        (SCORED_CYCLE, "backward", "acyclic", "thresholds"),
        (SCORED_CYCLE, "retrograde", "a gain of 3 in state 'a'", "thresholds"),
        (Ends((5, 3)), "winloss", "a gain of 5 in state (0, 1)", "backward"),
        (Ends((5, 3)), "retrograde", "a gain of 5 in state (0, 1)", "backward"),
        (Ends((5, 3)), "nimbers", "a gain of 5", "backward"),
        (own_payoff(7), "winloss", "its end 0 pays 7", "backward"),
        (own_payoff(7), "retrograde", "its end 0 pays 7", "backward"),
        (MisereNim((3, 4)), "nimbers", "an end that pays 1", "winloss"),
        (KEPT_TURN, "nimbers", "keeps the turn", "winloss"),
        (TicTacToe(1, 2, 2), "nimbers", "an end that pays 0", "winloss"),
        (Ends((5, 3)), "vectors", "two players with opposed aims", "backward"),
        (DoublingTurns((5, 3)), "alphabeta", "two players with opposed aims", "vectors"),
        (DoublingTurns((5, 3)), "backward", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "minimax", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "winloss", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "retrograde", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "thresholds", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "nimbers", "own total", "vectors"),
        (Ends((5, 3, 7)), "even-row", "3 coins are an odd number", "backward"),
        (Front((5, 3)), "even-row", "shape Row", "backward"),
        (Ends((5, 3)), "equal-row", "not all equal", "backward"),
        (Front((5, 5)), "equal-row", "shape Row", "backward"),
        (Nim((3,)), "divisor-parity", "shape DivisorHeap", "winloss"),
    ],
    ids=lambda part: part if isinstance(part, str) else type(part).__name__,
)
def test_a_method_that_does_not_fit_says_why_and_what_does(
    game: Game, method: str, given: str, fix: str
) -> None:
    for ask in (solve, plan):
        with refused(
            MethodRefused,
            given=given,
            place=f"{METHODS[method].title} on {type(game).__name__}",
            rule="theorem",
            fix=fix,
        ):
            ask(game, method=method)
    if fix in METHODS:
        assert solve(game, method=fix).plan.method == fix


def test_backward_induction_names_the_cycle() -> None:
    game = TokenGraph(((1,), (2,), (3, 4), (1,), ()))  # 1 → 2 → 3 → 1, entered from 0
    with pytest.raises(MethodRefused) as caught:
        solve(game, method="backward")
    found = re.search(r"acyclic: (\d(?: → \d)+)", caught.value.given)
    assert found
    line = [int(vertex) for vertex in found[1].split(" → ")]
    assert line[0] == line[-1]
    assert sorted(line[1:]) == [1, 2, 3]
    assert all(b in game.graph[a] for a, b in pairwise(line))


@pytest.mark.parametrize("method", [None, "thresholds"])
def test_a_cycle_that_carries_a_gain_is_named_and_has_no_value(method: str | None) -> None:
    with refused(
        MethodRefused,
        given="the cycle 'a' → 'b' → 'a' carries a gain of 1",
        rule="theorem",
        fix="No method here solves this game",
    ):
        solve(GAINING_CYCLE, method=method)
    diagnosis = diagnose(GAINING_CYCLE)
    assert diagnosis.bounded.holds is False
    assert set(diagnosis.bounded.witness) == {"a", "b"}


def test_own_totals_on_a_cycle_are_refused() -> None:
    with refused(MethodRefused, given="not acyclic", place="OwnTotals"):
        solve(OwnTotals(SCORED_CYCLE))


def test_the_way_out_is_not_to_leave_out_a_method_that_nobody_named() -> None:
    with pytest.raises(MethodRefused) as caught:
        solve(OwnTotals(SCORED_CYCLE))
    assert "Leave the method out" not in caught.value.fix


def test_states_whose_names_hold_a_full_stop_do_not_break_the_message() -> None:
    game = Game.from_edges({"St. Paul": ["b"], "b": ["St. Paul"]}, start="St. Paul")
    with pytest.raises(MethodRefused) as caught:
        solve(game, method="backward")
    assert "'St. Paul' →" in caught.value.given or "→ 'St. Paul'" in caught.value.given
    assert caught.value.fix == 'Try method="retrograde"'


REPRESENTATIVES = {
    "a scored row": Ends((5, 3, 7)),
    "a heap": Subtraction(7),
    "a misère game": MisereNim((2, 3)),
    "a cyclic outcome": TokenGraph(((1, 2), (0, 3), (3,), ())),
    "a cyclic misère outcome": LastMoverLoses.from_edges({0: [1, 2], 1: [0]}, start=0),
    "a scored cycle": SCORED_CYCLE,
    "kept turns": DotsAndBoxes(1, 1),
    "own totals": PlayersRow((5, 3, 7)),
}


@pytest.mark.parametrize("method", METHODS)
def test_the_method_that_a_refusal_names_does_fit(method: str) -> None:
    wrong = []
    for name, game in REPRESENTATIVES.items():
        try:
            solve(game, method=method, budget=1000)
        except MethodRefused as refusal:
            four_parts(refusal)
            advised = re.search(r'method="([a-z-]+)"', refusal.fix)
            if advised is not None:
                try:
                    solve(game, method=advised[1])
                except MethodRefused:
                    wrong.append(f"{name}: {method} advises {advised[1]}, which refuses")
    assert wrong == []


# -- starts where play is over

OVER = Game.from_edges({}, start="over")
WON = Game.from_edges({}, start="over", payoff={"over": 5})
LOST = LastMoverWins.from_edges({}, start="over")
MISERE = LastMoverLoses.from_edges({}, start="over")
VECTOR = PayoffGame.from_edges(
    {}, start="over", payoff={"over": (1, 4, 2)}, players=3, turn=lambda _: 2
)


@pytest.mark.parametrize(
    ("game", "method", "value", "winner"),
    [
        (OVER, None, 0, "Tie"),
        (OVER, "backward", 0, "Tie"),
        (OVER, "winloss", 0, "Tie"),
        (OVER, "alphabeta", 0, "Tie"),
        (WON, None, 5, "first player"),
        (WON, "minimax", 5, "first player"),
        (WON, "thresholds", 5, "first player"),
        (WON, "alphabeta", 5, "first player"),
        (LOST, None, -1, "second player"),
        (LOST, "winloss", -1, "second player"),
        (LOST, "retrograde", -1, "second player"),
        (LOST, "nimbers", -1, "second player"),
        (LOST, "backward", -1, "second player"),
        (LOST, "alphabeta", -1, "second player"),
        (MISERE, None, 1, "first player"),
        (MISERE, "retrograde", 1, "first player"),
        (VECTOR, None, (1, 4, 2), "second player"),
        (Ends(()), "equal-row", 0, "Tie"),
        (Ends(()), "even-row", 0, "Tie"),
        (Divisor(1), "divisor-parity", -1, "Bob"),
    ],
)
def test_a_start_where_play_is_over_has_all_its_answers(
    game: Game, method: str | None, value: object, winner: str
) -> None:
    solution = solve(game, method=method)
    assert solution.value == value
    assert solution.winner == winner
    assert solution.best_moves() == []
    assert solution.options() == []
    play = solution.play()
    assert (len(play), play.end, play.repeats) == (0, solution.start, False)
    assert [len(line) for line in solution.plays()] == [0]
    assert solution.count_plays() == 1
    proof = solution.prove()
    assert (proof.value, proof.states, proof.moves) == (value, 1, 0)
    assert "play is over" in str(solution)
    assert len(solution.against("greedy" if method != "even-row" else own_choice).play) == 0


def own_choice(state: object, moves: list[Move]) -> Move:
    return moves[0]


def test_an_end_in_the_middle_of_a_cyclic_game_has_all_its_answers() -> None:
    solution = solve(TokenGraph(((1, 2), (0, 3), (3,), ()))).at(3)
    assert (solution.value, solution.outcome, solution.remoteness) == (-1, "loss", 0)
    assert solution.best_moves() == []
    assert len(solution.play()) == 0
    assert solution.count_plays() == 1
    assert solution.prove().states == 1


def test_the_payoff_of_an_end_is_in_the_totals_of_an_empty_play() -> None:
    assert solve(WON).play().totals == (5, 0)
    assert solve(VECTOR).play().totals == (1, 4, 2)
