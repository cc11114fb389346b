"""The model at its edges: odd states, false declarations, sums, what a search may rely on."""

from __future__ import annotations

import pytest

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
    plan,
    solve,
)
from zermelo.errors import BadInput, BadMove, RulesError
from zermelo.games import (
    ConnectFour,
    Divisor,
    DotsAndBoxes,
    Ends,
    Kayles,
    MeltingRow,
    MisereNim,
    Nim,
    Octal,
    PredictTheWinner,
    Squares,
    StoneGameVI,
    StoneGameVII,
    Subtraction,
    TicTacToe,
)
from zermelo.model.shapes import DivisorHeap, Row
from zermelo.proof.oracle import Oracle


def test_none_is_a_state_like_any_other() -> None:
    game = Game.from_edges({"a": {None: 3}, None: {"z": 1}}, start="a")
    solution = solve(game)
    assert solution.value == 2
    assert [move.to for move in solution.best_moves(None)] == ["z"]
    assert solution.play().totals == (3, 1)
    assert solution.count_plays() == 1
    assert solve(game, start=None).value == 1
    assert check(game).ok


def test_the_one_line_forms_refuse_hooks_that_do_not_exist() -> None:
    with pytest.raises(BadInput, match="payof"):
        Game.from_function(lambda n: [], start=1, payof=lambda n: 1)
    with pytest.raises(BadInput, match="moves is 7"):
        Game.from_function(7, start=1)


def test_a_label_in_the_place_of_again_is_refused() -> None:
    game = Game.from_function(lambda n: [Move(n - 1, 1, "left")] if n else [], start=3)
    for ask in (solve, diagnose, check):
        if ask is check:
            assert "again='left'" in check(game).failures[0].detail
        else:
            with pytest.raises(BadMove, match="again='left'"):
                ask(game)


def test_a_sub_game_does_not_guess_who_moved_first_unless_the_game_says_so() -> None:
    solution = solve(TicTacToe(1, 3, 1))
    assert solution.winner == "X"
    after = solution.at((0, 1))
    assert (after.outcome, after.winner) == ("loss", "X")  # O is to move: there is one stone more
    tied = solve(PredictTheWinner((1, 1)))
    assert tied.winner == "player 1"
    assert tied.at((0, 0)).winner == "player to move"
    assert tied.at((1, 0)).winner == "Tie"


def test_a_sub_game_has_a_table_and_facts_of_its_own() -> None:
    solution = solve(Ends((5, 3, 7, 10)))
    below = solution.at((1, 2))
    assert set(below.table()) == {(1, 2), (2, 2), (1, 1), (2, 1), (3, 2)}
    assert below.diagnosis.states == 5
    assert below.scores == solve(Ends((3, 7))).scores


def test_bounds_of_scored_parts_do_not_bound_their_sum() -> None:
    class Path(Game):
        def __init__(self, edges, start, value):
            self.edges, self.start, self.values = edges, start, value

        def moves(self, state):
            for to, gain in self.edges.get(state, {}).items():
                yield Move(to, gain=gain)

        def bounds(self, state):
            return self.values[state], self.values[state]

    edges = {"U": {"V": 0, "end": 0}, "V": {"W": 0}, "W": {"C": 0}, "C": {"end": 10}}
    one = Path(edges, "U", {"U": 0, "V": 10, "W": -10, "C": 10, "end": 0})
    two = Path({"T": {"end": 0}}, "T", {"T": 0, "end": 0})
    assert check(one).ok
    game = Sum(one, two)
    assert solve(game).value == solve(game, method="alphabeta").value == 10


def test_a_search_is_exact_with_gains_beyond_every_float() -> None:
    game = Game.from_edges({"a": {"b": 10**400, "c": 3}, "b": {"c": 10**400 - 1}}, start="a")
    assert solve(game, method="alphabeta").value == 3
    assert solve(game).value == 3


def test_bounds_that_are_false_are_found_out() -> None:
    class Wrong(Game):
        start = 2

        def moves(self, state):
            if state:
                yield Move(state - 1, gain=state)

        def bounds(self, state):
            return (0, 1) if state == 2 else (0, 0)

    with pytest.raises(RulesError, match="at least"):
        solve(Wrong(), method="alphabeta")
    assert "bounds" in {failure.name for failure in check(Wrong()).failures}


class MisereDivisor(LastMoverLoses):
    start = 2
    shape = DivisorHeap(2)

    def moves(self, state):
        yield from DivisorHeap(2).moves(state)


class PaidRow(Game):
    start = (0, 1)
    shape = Row((1, 1))

    def moves(self, state):
        yield from Row((1, 1)).moves(state)

    def payoff(self, state):
        return 7


@pytest.mark.parametrize("game", [MisereDivisor(), PaidRow()])
def test_a_closed_form_does_not_overlook_the_end(game: Game) -> None:
    solution = solve(game)
    assert solution.plan.method in ("winloss", "backward")
    assert solution.value == Oracle(game).difference(game.start)
    assert any(name in ("divisor-parity", "equal-row") for name, _ in solution.plan.rejected)


def test_rules_that_change_their_mind_about_again_or_payoff_are_caught() -> None:
    class Flip(Game):
        start = 3
        asked = 0

        def moves(self, state):
            self.asked += 1
            if state:
                yield Move(state - 1, again=self.asked > 4)

    class Pays(Game):
        start = 1
        asked = 0

        def moves(self, state):
            if state:
                yield Move(state - 1)

        def payoff(self, state):
            self.asked += 1
            return self.asked

    assert diagnose(Flip()).deterministic.holds is False
    assert diagnose(Pays()).deterministic.holds is False


def test_a_false_equality_inside_a_tuple_is_caught() -> None:
    class Piece:
        def __init__(self, strength):
            self.strength = strength

        def __eq__(self, other):
            return isinstance(other, Piece)

        def __hash__(self):
            return 1

    class Board(Game):
        start = 0

        def moves(self, state):
            if state == 0:
                yield Move((Piece(1), 0))
                yield Move((Piece(2), 0))
            elif state != "end":
                yield Move("end", gain=state[0].strength)

    assert diagnose(Board()).deterministic.holds is False


def test_a_failed_question_leaves_the_nimbers_as_they_were() -> None:
    solution = solve(Nim((3,)), budget=10)
    for _ in range(2):
        with pytest.raises(Exception, match="more than 10 parts"):
            solution.nimber_of((100,))
    assert solution.nimber_of((2, 3)) == 1
    assert solution.nimber_of((5,)) == 5


def test_an_exploration_ends_when_its_time_is_over() -> None:
    game = ConnectFour(4, 4)
    found = explore(game, budget=20_000, cpu_seconds=0)
    assert not found.complete
    assert len(found) < 20_000 < len(explore(game, budget=20_000))


def test_parts_may_vanish_altogether() -> None:
    class Heaps(LastMoverWins):
        start = (2, 3)

        def moves(self, state):
            for place, heap in enumerate(state):
                for left in range(heap):
                    yield Move((*state[:place], *((left,) if left else ()), *state[place + 1 :]))

        def parts(self, state):
            return [(self, (heap,)) for heap in state]

    solution = solve(Heaps())
    assert solution.nimber == 1
    assert solution.nimber_of(()) == 0
    assert solution.play().totals in ((-1, 0), (0, -1))
    assert check(Heaps()).ok


def test_parts_that_do_not_all_end_in_normal_play_are_played_as_one_game() -> None:
    class Mixed(LastMoverWins):
        start = 2

        def moves(self, state):
            if state:
                yield Move(state - 1)

        def parts(self, state):
            return [(MisereNim((state,)), (state,) if state else ()), (Nim((1,)), ())]

    solution = solve(Mixed())
    assert solution.plan.method == "winloss"
    assert solution.plan.rejected[0][0] == "nimbers"


def test_parts_that_are_new_but_equal_games_are_one_game() -> None:
    class Fresh(Kayles):
        def parts(self, state):
            return [(Fresh(self.heaps), (heap,)) for heap in state] or [(self, state)]

    assert solve(Fresh((7,))).nimber == solve(Kayles((7,))).nimber


def test_false_parts_are_found_by_the_battery() -> None:
    class Glued(Nim):
        """Moves may touch two heaps at once, so heaps are not independent."""

        def moves(self, state):
            yield from super().moves(state)
            if len(state) == 2:
                yield Move(())

        def parts(self, state):
            return [(Nim((heap,)), (heap,)) for heap in state] or [(Nim(()), ())]

    assert "parts" in {failure.name for failure in check(Glued((1, 1))).failures}


def test_a_sum_asks_for_players_with_opposed_aims_and_equal_endings() -> None:
    with pytest.raises(BadInput, match="opposed aims"):
        Sum(OwnTotals(Ends((1,))), Ends((2,)))

    class Odd(LastMoverWins):
        start = 0

        def moves(self, state):
            return []

        def payoff(self, state):
            return 5

    with pytest.raises(BadInput, match="do not end alike"):
        Sum(Odd(), Nim((1,)))
    assert Sum(Nim((1,)), Nim((2,))) == Sum(Nim((1,)), Nim((2,)))
    assert hash(Sum(Nim((1,)))) == hash(Sum(Nim((1,))))


def test_a_failure_of_any_game_is_shrunk_to_a_later_start() -> None:
    edges = {n: [n + 1] for n in range(30)}
    game = Game.from_edges(
        {**edges, 20: {21: 1}}, start=0, mirror=lambda n: {20: 21, 21: 20}.get(n, n)
    )
    (failure,) = check(game).failures
    assert failure.name == "mirror"
    assert failure.start == 21  # nothing is later: from 22 on every state is its own mirror
    assert "from 21" in str(failure)


def test_the_battery_does_not_hang_on_a_large_scored_cycle() -> None:
    edges = {n: [Move((n + 1) % 24), Move("end", gain=3 if n % 2 else -2)] for n in range(24)}
    report = check(Game.from_edges(edges, start=0))
    assert report.ok
    assert {f.name: f.passed for f in report.findings}["oracle"] is not False


def test_a_hook_that_raises_is_a_failure_not_a_traceback() -> None:
    class Broken(MeltingRow):
        def mirror(self, state):
            return state[2]

    (failure,) = check(Broken((1, 2))).failures
    assert failure.name == "mirror"
    assert "IndexError" in failure.detail


def test_a_trap_without_a_total_is_not_a_parity_failure() -> None:
    game = Game.from_edges({"A": [Move("e", gain=5), Move("T")], "T": ["T"]}, start="A")
    assert check(game).ok


def test_octal_codes_need_their_point() -> None:
    assert Octal((5,), ".07").code == "0.07"
    for wrong in ("07", "7", "0.", ".8", "", "0.7.7", 0.77):
        with pytest.raises(BadInput, match="octal code"):
            Octal((5,), wrong)


def test_a_game_beyond_the_budget_is_planned_with_a_prediction() -> None:
    planned = plan(ConnectFour(7, 6), budget=2_000)
    assert planned.method == "alphabeta"
    assert "more than 2,000" in str(planned)
    stones = StoneGameVI(tuple(range(40)), tuple(range(40)))
    assert "exponential" in str(plan(stones, budget=3_000))


def test_diagnosis_and_plan_name_the_same_method() -> None:
    games = [Divisor(9), Nim((9, 10, 11, 12)), Ends((2, 2)), Ends((1, 2)), MisereNim((2, 2))]
    for game in games:
        assert diagnose(game, budget=500).decision.method == solve(game).plan.method


def test_the_witness_against_conservation_is_short() -> None:
    fact = diagnose(StoneGameVII(tuple(range(1, 21)))).conserved
    assert fact.holds is False
    assert fact.detail.count("→") <= 6


def test_long_cycles_are_shown_in_part() -> None:
    ring = LastMoverWins.from_edges({n: [(n + 1) % 500] for n in range(500)}, start=0)
    assert len(diagnose(ring).acyclic.detail) < 400
    assert len(diagnose(ring).acyclic.witness) == 500


def test_a_gain_that_a_later_move_takes_back_is_still_refused_on_a_cycle() -> None:
    game = Game.from_edges(
        {"A": [Move("B", gain=1, again=True)], "B": [Move("A", gain=-1, again=True)]}, start="A"
    )
    with pytest.raises(Exception, match="carries a gain of 1, so what play that never ends"):
        solve(game)


def test_a_progress_callbacks_own_error_is_its_own() -> None:
    class Cancel(Exception):
        pass

    def cancel(progress):
        raise Cancel

    with pytest.raises(Cancel):
        explore(ConnectFour(4, 4), progress=cancel)


def test_short_representations_are_one_line() -> None:
    solution = solve(Ends((5, 3, 7, 10)))
    for item in (
        solution,
        solution.play(),
        solution.table(),
        solution.diagnosis,
        check(solution.game),
    ):
        assert "\n" not in repr(item)
        assert len(repr(item)) < 250


def test_the_loser_of_a_cycle_takes_the_slowest_of_inner_moves_and_exits() -> None:
    """s may stay in the cycle s ⇄ t, lost in 2, or leave it for a chain that is lost in 5."""
    edges = {
        "s": {"t": 0, "u1": 0},
        "t": {"s": 0, "end": 3},
        "u1": {"u2": 0},
        "u2": {"u3": 0},
        "u3": {"u4": 0},
        "u4": {"u5": 0},
        "u5": {"end": 3},
    }
    solution = solve(Game.from_edges(edges, start="s"))
    assert solution.plan.method == "thresholds"
    assert (solution.value, solution.remoteness) == (-3, 6)
    assert [move.to for move in solution.best_moves()] == ["u1"]
    assert solution.remoteness_of("t") == 1
    assert solution.prove().states == 8


def test_games_of_any_size_can_be_printed_and_proved() -> None:
    """Headlines look at a few moves only, and never explore a game whose outcome alone counts."""
    heap, pins = solve(Subtraction(10**30)), solve(Kayles((10**30,)))
    assert heap.value == -1
    assert "take 1, take 3" in str(heap)
    assert pins.nimber == 1
    for solution in (heap, pins, solve(Squares(2_000)), solve(DotsAndBoxes(2, 3))):
        assert solution.prove().value == solution.value
        assert "none: only the outcome counts" in str(solution) or solution.scores
