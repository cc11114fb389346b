"""Values as a difference, as a pair of scores, as an own total; minimax beside negamax."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prompt_runs import refused, told
from zermelo import explain, solve
from zermelo.errors import BadInput, Unavailable
from zermelo.faces.animation import animation
from zermelo.faces.equations import equations_of
from zermelo.faces.level_frames import level_frames
from zermelo.faces.plots import picture
from zermelo.faces.row_frames import row_frames
from zermelo.faces.service.answers import _frames
from zermelo.faces.service.problems import ServiceProblem
from zermelo.games import DotsAndBoxes, Ends, Nim, StoneGameII

ROW = (5, 3, 7, 10)


def framework_pairs(piles: list[int]) -> dict[tuple[int, int], tuple[int, int]]:
    """dp[i][j] = (first_score, second_score), as the framework document fills it."""
    dp = {(i, i): (pile, 0) for i, pile in enumerate(piles)}
    for gap in range(1, len(piles)):
        for i in range(len(piles) - gap):
            j = i + gap
            left, right = piles[i] + dp[i + 1, j][1], piles[j] + dp[i, j - 1][1]
            other = dp[i + 1, j][0] if left >= right else dp[i, j - 1][0]
            dp[i, j] = (max(left, right), other)
    return dp


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7))
@settings(max_examples=40, deadline=None)
def test_the_pairs_are_those_of_the_framework_document(row: list[int]) -> None:
    """Framework document, the tuple table: dp[i][j] = (first_score, second_score)."""
    table = solve(Ends(tuple(row)), method="backward").table("pair")
    pairs = framework_pairs(row)
    assert {at: pair for at, pair in table.items() if at in pairs} == pairs


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
@settings(max_examples=30, deadline=None)
def test_stone_game_ii_as_own_total(row: list[int]) -> None:
    """Middle document: best(i, M) = max over x of suffix[i] − best(i + x, max(M, x))."""

    def best(i: int, m: int) -> int:
        takes = range(1, min(2 * m, len(row) - i) + 1)
        return max((sum(row[i:]) - best(i + x, max(m, x)) for x in takes), default=0)

    totals = solve(StoneGameII(tuple(row)), method="backward").table("total")
    assert all(value == best(*state) for state, value in totals.items())


@pytest.mark.parametrize("view", ["pair", "total"])
@pytest.mark.parametrize(
    "game", [Ends(ROW), StoneGameII((2, 7, 9, 4)), DotsAndBoxes(1, 1)], ids=str
)
def test_each_branch_of_a_view_is_its_recurrence(game: Any, view: str) -> None:
    """Middle document: the views are interchangeable, own = (Σ + D)/2."""
    solution = solve(game, method="backward")
    equations: Any = equations_of(solution, view)
    for state in solution.table():
        options = solution.options(state)
        reached = [equations.branch(state, o).rpartition(" = ")[2] for o in options if o.best]
        assert set(reached) <= {str(equations.value(state)).replace("-", "−")}
        if view == "total":
            assert all(equations.after(state, o) <= equations.value(state) for o in options)


def test_every_view_prints_its_own_recurrence() -> None:
    """Patterns document §15, score tracking methods."""
    text = told("explain", "lc1140", "2", "7", "9", "4", "4", "--view", "total", "--all")
    assert "T(S) = Σ(S) − min over moves T(S')" in text
    assert "T(0,1) = 26 − min(16, 17) = 10" in text
    text = told("explain", "ends", *map(str, ROW), "--view", "pair", "--all")
    assert "(g + theirs', mine')" in text
    assert "P(0,3) = best of (5 + 7, 13), (10 + 5, 10) = (15, 10)" in text
    assert "D(S) = max over moves" in told("explain", "ends", "1", "5", "--view", "difference")


def test_a_kept_turn_keeps_the_places_of_a_pair() -> None:
    solution = solve(DotsAndBoxes(1, 1))
    last = next(s for s in solution.table() if any(o.move.again for o in solution.options(s)))
    assert "(1 + 0, 0) = (1, 0)" in explain(solution, last, view="pair").sections["This position"]
    assert "1 + (0) = 1" in explain(solution, last, view="total").sections["This position"]


def test_solve_has_the_value_and_the_table_in_a_view() -> None:
    text = told("solve", "ends", *map(str, ROW), "--view", "pair", "--table")
    assert "view        P(0,3) = (15, 10)" in text
    assert "(13, 7)←" in text
    found = json.loads(told("solve", "lc1140", "2", "7", "--view", "total", "--json", "--table"))
    assert (found["view"]["name"], found["view"]["value"]) == ("total", 9)
    assert found["table"][0]["value"] == 9


def test_a_view_that_does_not_exist_is_refused_in_words(tmp_path: Path) -> None:
    """Professional document Theorem 5.2: raw scores need a conserved total."""
    assert "only the outcome counts" in refused("solve", "subtraction", "7", "--view", "total")
    assert "only the outcome counts" in refused("explain", "nim", "1", "2", "--view", "difference")
    assert "collects" in refused("explain", "melting-row", "3", "1", "2", "--view", "pair")
    assert "own total already" in refused("plot", "three-player-row", "--view", "total")
    assert "difference, pair, total" in refused("solve", "ends", "1", "2", "--view", "scores")
    assert "counts states" in refused(
        "plot", "ends", "1", "2", "--kind", "growth", "--view", "pair"
    )
    out = str(tmp_path / "a.html")
    assert "only the outcome" in refused("animate", "nim", "1", "--view", "pair", "-o", out)
    with pytest.raises(Unavailable, match="only the outcome counts"):
        explain(solve(Nim((1, 2))), view="pair").sections  # noqa: B018


def test_animations_tell_a_view() -> None:
    frames = row_frames(solve(Ends(ROW)), "total")
    whole = frames["cells"][-1]
    assert (frames["letter"], whole["value"], whole["lead"]) == ("T", "15", "5")
    assert [branch["sum"] for branch in whole["branches"]] == ["25 − (13) = 12", "25 − (10) = 15"]
    assert frames["law"].startswith("T(S) = Σ(S) − min")
    levels = level_frames(solve(StoneGameII((2, 7, 9, 4, 4))), "pair")
    assert levels["states"][0]["says"] == "(10, 16)"
    assert levels["states"][0]["moves"][0]["sum"] == "(2 + 8, 16) = (10, 16)"
    assert '"letter":"P"' in animation(solve(Ends(ROW)), "pair")


def test_plots_tell_a_view() -> None:
    solution = solve(Ends(ROW))
    assert picture("heat", solution, view="total").values[0] == (5, 5, 10, 15)
    heat: Any = picture("heat", solution, view="pair")
    assert (heat.text(0, 3), heat.values[0][3], heat.text(3, 0)) == ("15 – 10", 5, "·")
    assert picture("moves", solution, view="total").values == (12, 15)
    assert picture("moves", solution, view="pair").texts == ("12 – 13", "15 – 10")
    assert "[15 – 10]" in told("plot", "ends", *map(str, ROW), "--view", "pair")


def test_minimax_and_negamax_agree_cell_by_cell() -> None:
    """Professional document: negamax is minimax, min f = −max(−f); patterns document §2.1."""
    found = json.loads(told("explain", "lc1140", "2", "7", "9", "4", "4", "--forms", "--json"))
    assert found["forms"]["agree"] is True
    for row in found["forms"]["states"]:
        assert row["minimax_1"] == row["negamax"] == -row["minimax_2"]
    text = told("explain", "ends", "1", "5", "--forms")
    assert "Minimax beside negamax" in text
    assert "5 states: they agree" in text or "4 states: they agree" in text


def test_forms_say_what_a_kept_turn_changes() -> None:
    text = told("explain", "lc1563", "6", "2", "3", "--forms")
    assert "where the mover moves again, it is g + D(S') and V₁(S')" in text
    assert "moves again, it is" not in told("explain", "ends", "1", "5", "--forms")


def test_a_plot_of_moves_names_its_view() -> None:
    text = told("plot", "lc1140", "2", "7", "9", "4", "4", "--view", "total")
    assert "to move: what the mover collects" in text


def test_forms_of_other_games_and_of_positions() -> None:
    assert "they agree" in told("explain", "tic-tac-toe", "2", "2", "--forms")
    part = told("explain", "ends", *map(str, ROW), "--forms", "--state", "1,3")
    assert "[3, 7, 10]" in part
    assert "[5, 3, 7, 10]" not in part.partition("Minimax beside negamax")[2]
    assert "their own totals" in refused("explain", "three-player-row", "--forms")
    assert "not acyclic" in refused("explain", "cat-and-mouse", "--forms")


def test_frames_of_the_page_come_in_a_view() -> None:
    told = _frames(solve(Ends(ROW)), {"view": "pair"})
    assert told["frames"]["cells"][-1]["value"] == "(15, 10)"
    assert _frames(solve(Nim((1, 2))), {})["kind"] == "levels"
    with pytest.raises(ServiceProblem, match="only the outcome counts") as refusal:
        _frames(solve(Nim((1, 2))), {"view": "total"})
    assert (refusal.value.code, refusal.value.field) == ("bad_input", "view")


def test_a_game_that_was_not_solved_is_no_solution_to_explain() -> None:
    with pytest.raises(BadInput, match="Solve it first"):
        explain(Ends((5, 3)))  # type: ignore[arg-type]


def test_the_scale_of_own_totals_begins_at_0(tmp_path: Path) -> None:
    """Middle document: an own total, of coins that are not negative, is not below 0."""
    total = tmp_path / "total.svg"
    told("plot", "ends", *map(str, ROW), "-o", str(total), "--view", "total")
    drawn = total.read_text("utf-8")  # each text is a comment beside its outlines
    assert "<!-- +15 -->" in drawn
    assert "<!-- −15 -->" not in drawn
    lost = tmp_path / "lost.svg"
    told("plot", "ends", "1", "5", "2", "-o", str(lost))
    assert "<!-- −5 -->" in lost.read_text("utf-8")
