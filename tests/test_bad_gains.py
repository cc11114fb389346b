"""Bad input: numbers in a game of one's own, with and without a tolerance; extremes."""

from fractions import Fraction

import pytest

from bad_input import (
    LONG,
    NAN,
    NOT_NUMBERS,
    Wrapping,
    four_parts,
    leaves,
    long_chain,
    named,
    own_gain,
    own_moves,
    own_payoff,
    refused,
)
from zermelo import Game, LastMoverLoses, LastMoverWins, Move, OwnTotals, check, diagnose, solve
from zermelo.errors import BadMove, BadNumber, MethodRefused, ProofFailed, ZermeloError
from zermelo.games import Ends
from zermelo.proof import Claim, verify

OWN_GAINS = {
    "class": own_gain,
    "from_function": lambda v: Game.from_function(
        lambda state: [Move(0, gain=v)] if state else [], start=1
    ),
    "from_edges": lambda v: Game.from_edges({1: {0: v}}, start=1),
}
OWN_PAYOFFS = {
    "class": own_payoff,
    "from_function": lambda v: Game.from_function(
        lambda state: [0] if state else [], start=1, payoff=lambda _: v
    ),
    "from_edges": lambda v: Game.from_edges({1: [0]}, start=1, payoff={0: v}),
}


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
@pytest.mark.parametrize("make", named(OWN_GAINS))
def test_a_gain_that_is_not_a_number_is_refused(make: type[Game], bad: object) -> None:
    game = make(bad)
    place = f"a gain in {type(game).__name__}.moves(1)"
    asks = (solve, diagnose, lambda game: solve(game, method="alphabeta"))
    for ask in asks:
        with refused(BadNumber, given=repr(bad), place=place, rule="number", fix="Fraction"):
            ask(game)


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
@pytest.mark.parametrize("make", named(OWN_PAYOFFS))
def test_a_payoff_that_is_not_a_number_is_refused(make: type[Game], bad: object) -> None:
    game = make(bad)
    place = f"{type(game).__name__}.payoff(0)"
    for method in (None, "alphabeta"):
        with refused(BadNumber, given=repr(bad), place=place, rule="number", fix="Fraction"):
            solve(game, method=method)


@pytest.mark.parametrize("bad", ["3", None, True, 0.5])
@pytest.mark.parametrize("method", ["nimbers", "winloss"])
def test_whatever_a_last_move_game_gives_as_a_gain_is_refused(bad: object, method: str) -> None:
    game = own_gain(bad, base=LastMoverWins)
    kind, rule = (BadMove, "last move counts") if bad else (BadNumber, "number")
    with refused(kind, given=repr(bad), place="Mine.moves(1)", rule=rule):
        solve(game, method=method)


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
def test_the_battery_reports_a_bad_number_instead_of_raising(bad: object) -> None:
    report = check(own_gain(bad))
    assert not report.ok
    (finding,) = report.failures
    assert finding.name == "rules"
    assert repr(bad) in finding.detail
    assert "Mine.moves(1)" in finding.detail


def test_a_float_names_both_ways_out_and_both_work() -> None:
    with refused(BadNumber, given="0.5 is a float", fix="Fraction('0.1')"):
        solve(own_gain(0.5))
    with refused(BadNumber, fix="tolerance=1e-9"):
        solve(own_gain(0.5))
    assert solve(own_gain(Fraction("0.5"))).value == Fraction(1, 2)
    assert solve(own_gain(0.5, tolerance=1e-9)).value == 0.5


def test_the_way_out_of_nan_is_not_a_tolerance_that_is_already_there() -> None:
    with pytest.raises(BadNumber, match="nan is not finite") as caught:
        solve(own_gain(NAN, tolerance=1e-9))
    assert "tolerance" not in caught.value.fix


def test_fixed_width_numbers_do_not_wrap_in_a_users_own_game() -> None:
    game = own_moves(
        lambda state: [Move(state - 1, gain=Wrapping(100), again=True)] if state else [], start=3
    )
    solution = solve(game)
    assert solution.value == 300  # by eight bits it would be 44
    assert type(solution.value) is int
    assert solution.play().totals == (300, 0)
    assert {type(move.gain) for move in solution.play().moves} == {int}
    assert solve(game, method="alphabeta").value == 300


def test_fixed_width_numbers_do_not_wrap_in_the_checker() -> None:
    game = own_moves(
        lambda state: [Move(state - 1, gain=Wrapping(100), again=True)] if state else [], start=3
    )
    assert solve(game).prove().value == 300
    assert check(game).ok
    truth = {0: 0, 1: 100, 2: 200, 3: 300}
    assert verify(game, 3, Claim(truth.__getitem__), budget=9).states == 4
    lie = {**truth, 3: 300 + 256}  # the same by eight bits
    with pytest.raises(ProofFailed, match="556"):
        verify(game, 3, Claim(lie.__getitem__), budget=9)


def test_a_fixed_width_payoff_becomes_an_int() -> None:
    solution = solve(own_payoff(Wrapping(-100)))
    assert solution.value == 100
    assert type(solution.value) is int
    assert solution.prove().value == 100


def test_a_whole_fraction_becomes_an_int() -> None:
    solution = solve(Ends((Fraction(4, 2), Fraction(9, 3), 1)))
    assert solution.game.row == (2, 3, 1)
    assert leaves(solution.game) == {int}


# -- floats with a tolerance


def test_a_tie_within_the_tolerance_is_a_tie() -> None:
    # 0.1 + 0.2 against 0.3: they differ by rounding alone
    edges = {"a": [Move("b", gain=0.1 + 0.2)], "b": [Move("c", gain=0.3)]}
    near = solve(Game.from_edges(edges, start="a", tolerance=1e-9))
    assert near.value != 0
    assert (near.outcome, near.winner) == ("draw", "Tie")
    strict = solve(Game.from_edges(edges, start="a", tolerance=0.0))
    assert (strict.outcome, strict.winner) == ("win", "first player")


def test_best_moves_within_the_tolerance_are_all_best() -> None:
    edges = {"a": {"x": 0.1 + 0.2, "y": 0.3, "z": 0.2}}
    near = solve(Game.from_edges(edges, start="a", tolerance=1e-9))
    assert [move.to for move in near.best_moves()] == ["x", "y"]
    assert near.count_plays() == len(list(near.plays())) == 2
    strict = solve(Game.from_edges(edges, start="a", tolerance=0.0))
    assert [move.to for move in strict.best_moves()] == ["x"]


def test_floats_with_a_tolerance_are_proved_and_pass_the_battery() -> None:
    game = Ends((0.1, 0.2, 0.3, 0.7, 0.1), tolerance=1e-9)
    solution = solve(game)
    tenths = solve(Ends((1, 2, 3, 7, 1)))
    assert solution.value == pytest.approx(tenths.value / 10)
    assert solution.scores == pytest.approx([score / 10 for score in tenths.scores])
    assert solution.prove().value == solution.value
    assert check(game).ok


def test_floats_on_a_scored_cycle_are_refused_and_fractions_are_proved() -> None:
    # leaving the cycle s ⇄ t wins 0.1 + 0.2 − 0.3, which is nothing but rounding
    edges = {"s": {"t": 0, "u": 0.1 + 0.2}, "t": {"s": 0}, "u": {"v": 0.3}}
    with refused(MethodRefused, given="floats are not exact", fix="change its rules"):
        solve(Game.from_edges(edges, start="s", tolerance=1e-9))
    exactly = {
        state: {to: Fraction(str(gain)).limit_denominator(10) for to, gain in row.items()}
        for state, row in edges.items()
    }
    solution = solve(Game.from_edges(exactly, start="s"))
    assert solution.outcome == "draw"
    assert solution.prove().states == 4


@pytest.mark.parametrize(
    ("first", "second"), [(1e308, 1e308), (10**400, 0.5)], ids=["to infinity", "beyond floats"]
)
def test_floats_that_leave_the_finite_numbers_are_refused(first: float, second: float) -> None:
    edges = {"a": [Move("b", gain=first, again=True)], "b": {"c": second}}
    with pytest.raises(ZermeloError) as caught:
        solve(Game.from_edges(edges, start="a", tolerance=1e-9))
    four_parts(caught.value)


# -- numbers at the extremes


def test_integers_far_beyond_machine_words_stay_exact() -> None:
    huge = 10**40
    solution = solve(Ends((huge, 1, 3, huge + 7)))
    # the second player is left with one small coin and one huge one in any case
    assert solution.value == (huge + 7 + 3) - (huge + 1)
    assert solution.scores == (huge + 10, huge + 1)
    assert solution.play().totals == (huge + 10, huge + 1)
    assert solution.prove().value == 9
    assert check(solution.game).ok


def test_a_third_stays_a_third() -> None:
    third = Fraction(1, 3)
    solution = solve(Ends((third, third, third)))
    assert solution.value == third
    assert isinstance(solution.value, Fraction)
    mixed = solve(Ends((third, 1, Fraction(1, 2))))
    # take 1/2, then the other takes 1, then 1/3 is left: 1/2 + 1/3 − 1
    assert mixed.value == Fraction(-1, 6)
    assert mixed.scores == (Fraction(5, 6), 1)
    assert mixed.prove().value == Fraction(-1, 6)


def test_fractions_that_add_up_to_a_whole_add_up_exactly() -> None:
    chain = own_moves(
        lambda state: [Move(state - 1, gain=Fraction(1, 10), again=True)] if state else [],
        start=10,
    )
    assert solve(chain).value == 1
    assert solve(chain, method="alphabeta").value == 1


@pytest.mark.parametrize(
    ("base", "gain", "value", "method"),
    [
        (LastMoverWins, 0, -1, "winloss"),  # an even number: the second player makes the last move
        (Game, 1, 0, "backward"),
    ],
)
def test_a_play_of_three_thousand_moves_needs_no_recursion(
    base: type[Game], gain: int, value: int, method: str
) -> None:
    solution = solve(long_chain(base, gain), method=method)
    assert solution.value == value
    assert solution.count_plays() == 1
    assert solution.prove().states == LONG + 1
    play = solution.play()
    assert len(play) == LONG
    assert play.end == 0
    (only,) = solution.plays()
    assert only == play
    assert len(play.labels) == LONG


@pytest.mark.parametrize(
    ("base", "gain", "value", "method"),
    [
        (LastMoverLoses, 0, 1, "retrograde"),
        (LastMoverWins, 0, -1, "nimbers"),
        (Game, 1, 0, "minimax"),
        (Game, 1, 0, "thresholds"),
    ],
)
def test_no_method_for_long_plays_recurses(
    base: type[Game], gain: int, value: int, method: str
) -> None:
    assert solve(long_chain(base, gain), method=method).value == value


def test_a_play_of_three_thousand_moves_is_diagnosed_and_checked() -> None:
    game = long_chain(Game, 1)
    diagnosis = diagnose(game)
    assert diagnosis.longest_play == LONG
    assert diagnosis.acyclic.holds is True
    assert check(game).ok


def test_own_totals_of_three_thousand_moves_need_no_recursion() -> None:
    solution = solve(OwnTotals(long_chain(Game, 1)))
    assert solution.value == (LONG // 2, LONG // 2)
    assert len(solution.play()) == LONG
    assert solution.prove().states == LONG + 1


def test_a_cycle_of_three_thousand_states_is_named_without_recursion() -> None:
    ring = own_moves(lambda state: [Move((state + 1) % LONG)], start=0)
    assert solve(ring).outcome == "draw"
    assert len(solve(ring).play()) == LONG
    with refused(MethodRefused, given="not acyclic", fix="retrograde"):
        solve(ring, method="backward")
