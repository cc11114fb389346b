"""A solution as a whole: answers that do not exist, frozen, printed, proved."""

import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import pytest

from solved_games import Coins, all_states, best_value, totals_of
from zermelo import Diagnosis, Game, Move, OwnTotals, Plan, diagnose, plan, solve
from zermelo.errors import Unavailable, ZermeloError
from zermelo.games import (
    Ends,
    MeltingRow,
    MisereNim,
    Nim,
    PlayersRow,
    Subtraction,
    TicTacToe,
    TokenGraph,
)

pytestmark = pytest.mark.unmeasured


# -- answers that do not exist -------------------------------------------------------------------


def unavailable(question: Any, *, given: str, rule: str = "", fix: str = "") -> Unavailable:
    with pytest.raises(Unavailable) as caught:
        question()
    error = caught.value
    assert given in error.given
    assert rule in error.rule
    assert fix in error.fix
    assert all(part and part in str(error) for part in (error.given, error.rule, error.fix))
    return error


def test_tic_tac_toe_has_no_scores() -> None:
    solution = solve(TicTacToe())
    error = unavailable(lambda: solution.scores, given="only the outcome", fix="`outcome`")
    assert "TicTacToe" in error.where
    unavailable(lambda: solution.table("pair"), given="only the outcome")
    unavailable(lambda: solution.table("total"), given="only the outcome")
    assert "none: only the outcome counts" in str(solution)


def test_scores_that_depend_on_the_play_are_refused_with_two_plays_as_witness() -> None:
    game = MeltingRow((3, 1, 2, 4))
    solution = solve(game)
    error = unavailable(
        lambda: solution.scores, given="collects", rule="every play", fix="OwnTotals"
    )
    sums = {int(number) for number in re.findall(r"collects (\d+)", error.given)}
    assert len(sums) == 2
    assert any(sums <= totals_of(game, state) for state in all_states(game))
    assert "MeltingRow" in error.where
    # the way out: the totals of one line, or players who count their own
    assert sum(solution.play().totals) in totals_of(game, game.start)
    assert solve(OwnTotals(game)).scores


def test_a_part_of_a_game_may_conserve_what_the_whole_does_not() -> None:
    solution = solve(MeltingRow((3, 1, 2, 4)))
    assert solution.scores_of((2, 2)) == (2, 0)
    assert solution.at((2, 2)).scores == (2, 0)


def test_a_scored_game_has_no_remoteness_and_no_nimber() -> None:
    solution = solve(Coins((5, 3, 7, 10)))
    unavailable(lambda: solution.remoteness, given="plies were not counted", rule="outcomes")
    unavailable(lambda: solution.remoteness_of((0, 3)), given="plies were not counted")
    unavailable(lambda: solution.nimber, given="nimbers were not computed", rule="last-move")
    unavailable(lambda: solution.nimber_of((0, 3)), given="nimbers were not computed")


def test_a_nimber_must_be_asked_for_where_win_and_loss_suffice() -> None:
    solution = solve(Subtraction(9))
    error = unavailable(lambda: solution.nimber, given="nimbers", fix='method="nimbers"')
    assert "last-move" in error.rule
    assert solve(Subtraction(9), method="nimbers").nimber == 9 % 4


@pytest.mark.parametrize(
    ("game", "question"),
    [
        (Coins((5, 3)), lambda solution: solution.remoteness),
        (Coins((5, 3)), lambda solution: solution.nimber),
        (Nim((3, 4)), lambda solution: solution.remoteness),
        (Subtraction(5), lambda solution: solution.nimber),
        (MisereNim((3, 4)), lambda solution: solution.nimber),
        (TokenGraph(((1,), (0,))), lambda solution: solution.nimber),
    ],
    ids=["plies of a row", "nimber of a row", "plies of nim", "heap", "misère", "cycle"],
)
def test_the_method_that_a_missing_answer_names_has_it(game: Game, question: Any) -> None:
    with pytest.raises(Unavailable) as caught:
        question(solve(game))
    advised = re.search(r'method="([a-z-]+)"', caught.value.fix)
    if advised is not None:
        try:
            answer = question(solve(game, method=advised[1]))
        except ZermeloError as refusal:
            pytest.fail(f"the way out leads to: {refusal}")
        assert isinstance(answer, int)


def test_a_game_that_never_ends_collects_what_was_gained_on_the_way() -> None:
    game = Game.from_edges({"a": {"b": 0}, "b": {"a": 0}, "s": {"a": 3}}, start="s")
    assert solve(game).scores == (3, 0)


def test_scores_are_not_told_where_play_may_go_round_for_ever_or_not() -> None:
    edges = {"A": {"B": 0, "C": 0}, "B": {"A": 0, "C": 0}, "C": {"end": 10}}
    solution = solve(Game.from_edges(edges, start="A"))
    assert (solution.value, solution.play().repeats) == (0, True)
    unavailable(lambda: solution.scores, given="collects 10", rule="every play collects the same")


# -- the whole -----------------------------------------------------------------------------------

ONE_OF_EACH = [
    pytest.param(Coins((5, 3, 7, 10)), None, id="difference"),
    pytest.param(Subtraction(6), None, id="outcome"),
    pytest.param(TokenGraph(((1, 2), (0, 2), (3,), ())), None, id="cycle"),
    pytest.param(Nim((3, 4)), None, id="nimber"),
    pytest.param(PlayersRow((4, 1, 7)), None, id="vector"),
    pytest.param(Coins((5, 3, 7, 10)), "alphabeta", id="search"),
    pytest.param(Ends((2, 2, 2)), "equal-row", id="closed form"),
]


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_solution_is_frozen(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    for name in solution._fields:
        with pytest.raises(FrozenInstanceError):
            setattr(solution, name, None)
    for name in ("value", "winner", "anything"):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(solution, name, None)
    with pytest.raises(FrozenInstanceError):
        del solution.plan


def test_what_a_solution_gives_out_is_frozen_too() -> None:
    solution = solve(Coins((5, 3, 7, 10)))
    given = (
        (solution.play(), "totals"),
        (solution.play().steps[0], "player"),
        (solution.options()[0], "best"),
        (solution.plan, "method"),
        (solution.against("greedy"), "result"),
        (solution.diagnosis, "states"),
        (solution.prove(), "value"),
        (solution.table(), "view"),
    )
    for item, name in given:
        with pytest.raises(AttributeError):
            setattr(item, name, None)


def test_solving_never_writes_on_the_game() -> None:
    game = Coins((5, 3, 7, 10))
    before = dict(vars(game))
    solution = solve(game)
    solution.play(), solution.table(), solution.prove(), solution.diagnosis, str(solution)
    assert vars(game) == before
    assert solution.game is game


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_solution_prints_its_headline_answers(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    lines = {line.split()[0]: line for line in str(solution).splitlines()}
    assert {"game", "value", "winner", "scores", "best", "play", "method"} <= set(lines)
    assert str(solution.value) in lines["value"]
    assert solution.winner in lines["winner"]
    assert solution.plan.title in lines["method"]
    for move in solution.best_moves():
        assert move.label in lines["best"]


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_the_repr_of_a_solution_is_one_line(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    text = repr(solution)
    assert "\n" not in text
    assert text.startswith(f"<Solution of {type(game).__name__}")
    for part in (f"value {solution.value}", solution.winner, f"by {solution.plan.method}"):
        assert part in text


def test_the_repr_of_a_large_game_is_cut_short() -> None:
    text = repr(solve(Ends(tuple(range(40)))))
    assert "…" in text
    assert len(text) < 160


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_solution_shows_as_html(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    html = solution._repr_html_()
    assert html.startswith("<table>")
    assert html.endswith("</table>")
    assert html.count("<tr>") == html.count("</tr>") == len(str(solution).splitlines())
    assert f">{solution.winner}<" in html


def test_html_is_escaped_wherever_a_game_speaks() -> None:
    class Spicy(Game):
        start = "<b>&"
        names = ("<i>Ann</i>", "<i>Ben</i>")

        def __repr__(self) -> str:
            return "Spicy('<script>&')"

        def moves(self, state: str) -> Iterator[Move]:
            if state == self.start:
                yield Move("end", gain=1, label="<b>&")
                yield Move("<u>", gain=1)

        def show(self, state: str) -> str:
            return f"<b>&{state}"

    solution = solve(Spicy())
    pages = (solution._repr_html_(), solution.table()._repr_html_())
    for page in pages:
        tags = set(re.findall(r"</?(\w+)", page))
        assert tags <= {"table", "tr", "td", "th", "caption"}
        assert not re.search(r"&(?!amp;|lt;|gt;|quot;|#)", page)
        assert "&lt;b&gt;&amp;" in page
    assert "&lt;script&gt;" in pages[0]
    assert "&lt;i&gt;Ann&lt;/i&gt;" in pages[0]
    assert "<b>&" in str(solution)  # plain text stays plain


def test_a_table_shows_as_html_in_each_view() -> None:
    solution = solve(Ends((5, 3, 7, 10)))
    for view in ("difference", "pair", "total"):
        html = solution.table(view)._repr_html_()
        assert f"<caption>{view}</caption>" in html
    assert ">15 – 10</td>" in solution.table("pair")._repr_html_()
    assert ">5</td>" in solution.table()._repr_html_()


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_proof_looks_at_every_state_and_move(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    proof = solution.prove()
    states = all_states(game)
    if solution.plan.method == "nimbers":  # proved part by part: the heaps 0, 1, 2, 3, 4
        states = [(), (1,), (2,), (3,), (4,)]
    assert proof.states == len(states)
    assert proof.moves == sum(len(list(game.moves(state))) for state in states)
    assert proof.value == solution.value
    assert proof.checks >= proof.states
    assert proof.game == type(game).__name__
    assert "proved" in str(proof)


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_solution_knows_its_plan_and_the_facts_of_its_game(
    game: Game, method: str | None
) -> None:
    solution = solve(game, method=method)
    assert isinstance(solution.plan, Plan)
    assert solution.plan == plan(game, method=method)
    assert method in (None, solution.plan.method)
    assert isinstance(solution.diagnosis, Diagnosis)
    assert solution.diagnosis is solution.diagnosis
    assert solution.diagnosis.facts == diagnose(game).facts
    assert solution.diagnosis.states == len(all_states(game))
    assert solution.diagnosis.game is game


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_every_state_has_the_same_value_from_every_side(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    table = solution.table()
    assert set(table) == set(all_states(game))
    for state in all_states(game):
        assert table[state] == solution.value_of(state) == solution.at(state).value
        assert solution.outcome_of(state) == solution.at(state).outcome


@pytest.mark.parametrize("values", [(Fraction(1, 3), 1, Fraction(1, 2)), (10**30, 1, 10**29)])
def test_scores_of_exact_numbers_are_exact(values: tuple[Any, ...]) -> None:
    solution = solve(Coins(values))
    assert sum(solution.scores) == sum(values)
    assert solution.scores[0] - solution.scores[1] == best_value(solution.game, (0, 3))
    assert solution.play().totals == solution.scores
    assert not any(isinstance(score, float) for score in solution.scores)
