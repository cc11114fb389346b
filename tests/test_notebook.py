"""What a notebook shows of answers. Those of the pages are run by `make docs`."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import zermelo
from zermelo import Solution, diagnose, solve
from zermelo.faces.notebook import STEPS_ON_THE_SLIDER, html_of
from zermelo.games import Ends, Kayles, Nim, PlayersRow, TicTacToe


@pytest.fixture(scope="module")
def coins() -> Solution:
    return solve(Ends((5, 3, 7, 10)))


def test_a_solution_has_its_board_its_moves_and_a_slider_through_the_play(coins: Solution) -> None:
    html = html_of(coins)
    assert html.count('class="step"') == 5  # the start and four moves
    assert 'max="4"' in html
    assert "<td>right</td><td>5, a win</td><td>★ best</td>" in html
    assert "<td>left</td><td>−1, a loss</td><td></td>" in html


def test_a_play_tells_who_took_what_and_the_totals(coins: Solution) -> None:
    html = html_of(coins.play())
    assert "<td>1.</td><td>first player</td><td>right</td><td>10 – 0</td>" in html


def test_a_long_play_is_cut(coins: Solution) -> None:
    html = html_of(solve(Ends(tuple(range(100)))).play())
    assert html.count('class="step"') == STEPS_ON_THE_SLIDER + 1
    assert "40 more moves" in html


def test_plans_and_diagnoses_are_tables(coins: Solution) -> None:
    assert "<th>theorem</th>" in html_of(coins.plan)
    assert "<th>acyclic</th><td>yes" in html_of(diagnose(Nim((1, 2))))


def test_own_totals_are_neither_won_nor_lost() -> None:
    html = html_of(solve(PlayersRow((4, 1, 7, 2, 9, 3))))
    assert "<td>left</td><td>7</td><td>★ best</td>" in html


def test_what_cannot_be_compared_is_left_out() -> None:
    assert "<th>move</th>" not in html_of(solve(Kayles((10**30,))))


def test_bounds_that_are_not_tight_have_no_line_of_play() -> None:
    assert "slider" not in html_of(solve(TicTacToe(4, 4, 4), method="alphabeta", budget=50))


def test_texts_of_a_game_stay_texts() -> None:
    class Odd(Ends):
        def show(self, state: object) -> str:
            return "<b>bold</b>"

    assert "<b>bold" not in html_of(solve(Odd((1, 2))))


def test_a_notebook_is_told_when_the_library_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[tuple[str, str], object] = {}
    html = SimpleNamespace(
        for_type_by_name=lambda room, name, how: told.update({(room, name): how})
    )
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": html}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    zermelo._teach_the_notebook()
    homes = {(thing.__module__, thing.__name__) for thing in
             (zermelo.Solution, zermelo.Play, zermelo.Plan, zermelo.Diagnosis)}  # fmt: skip
    assert told.keys() == homes
    shown = told[Solution.__module__, "Solution"]
    assert "5, a win" in shown(solve(Ends((5, 3, 7, 10))))  # type: ignore[operator]


def test_without_a_shell_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    zermelo._teach_the_notebook()
