"""The animated page: one file, nothing from outside, and every number the solution's own."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest

from zermelo import Game, LastMoverWins, Move, Solution, ZermeloError, solve
from zermelo.errors import Unavailable
from zermelo.faces.animation import STYLES, animation
from zermelo.faces.bundle import IMPORT, bundle
from zermelo.games import (
    GAMES,
    BalancedEnds,
    CatAndMouse,
    DoublingTurns,
    Ends,
    LastCoinBonus,
    MeltingRow,
    Nim,
    PredictTheWinner,
    StoneGame,
    TicTacToe,
)
from zermelo.model.shapes import Row

SVG_NAMESPACE = "http://www.w3.org/2000/svg"
VOID = {"meta", "link", "input", "br", "hr", "img"}
LARGE = {
    "tic-tac-toe",
    "connect four",
    "chess ending",
    "piece ending",
    "quixo",
}  # more than 400 states
FOUND = sorted(item.name for item in (files("zermelo.faces") / "pages").iterdir())


class Tags(HTMLParser):
    """Holds every end tag against its start tag."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def frames_of(page: str) -> dict[str, Any]:
    text = re.search(r'<script type="application/json" id="frames">(.*?)</script>', page, re.S)
    assert text is not None
    return json.loads(text[1])


def frames(solution: Solution) -> dict[str, Any]:
    return frames_of(animation(solution))


def number(text: str) -> Any:
    value = Fraction(text.replace("−", "-"))
    return int(value) if value.denominator == 1 else value


def part(name: str) -> str:
    return (files("zermelo.faces") / "pages" / name).read_text("utf-8")


# -- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Ends((5, 3, 7, 10)), Nim((1, 2))], ids=["row", "levels"])
def test_the_page_parses_and_asks_for_nothing_from_outside(game: Game) -> None:
    page = animation(solve(game))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert {"title", "noscript", "main", "style", "script"} <= set(tags.seen)
    assert set(re.findall(r"https?://[^\s\"'`]+", page)) <= {SVG_NAMESPACE}
    assert not re.search(r"\bsrc=|@import|url\((?!#)|\bfetch\(", page)
    assert "default-src 'none'" in page
    assert not re.search(r"^(import|export)\b", page, re.M)


@pytest.mark.parametrize("name", FOUND)
def test_every_part_is_text_with_an_end_of_line(name: str) -> None:
    assert part(name).endswith("\n")


def test_no_part_lies_about_unused() -> None:
    script = bundle("animation", lambda name: part(f"{name}.js"))
    used = {f"{name}.js" for name in re.findall(r"^const of_(\w+)", script, re.M)}
    assert set(FOUND) == {*used, *STYLES, "animation.html"}


def test_every_import_of_a_module_is_one_that_can_be_put_into_a_script() -> None:
    for name in (name for name in FOUND if name.endswith(".js")):
        assert len(IMPORT.findall(part(name))) == len(re.findall(r"\bimport\b", part(name)))
        assert not re.search(r"^export (?!(async )?(function|const) )", part(name), re.M)


def test_a_text_of_the_game_cannot_break_out_of_the_page() -> None:
    trap = "</script><script>alert(1)</script><!--"
    game = LastMoverWins.from_edges({trap: ["b"]}, start=trap)
    page = animation(solve(game))
    assert "<script>alert" not in page
    assert frames_of(page)["states"][0]["text"] == trap


def test_the_page_speaks_without_scripts_too() -> None:
    page = animation(solve(Ends((5, 3, 7, 10))))
    assert "15 – 10" in page.split("<noscript>")[1].split("</noscript>")[0]


# -- rows ----------------------------------------------------------------------------------------


def test_every_cell_is_the_solutions_value_with_its_branches() -> None:
    solution = solve(Ends((5, 3, -7, 10, 10, 2)))
    cells = frames(solution)["cells"]
    assert len(cells) == 21
    for cell in cells:
        state = tuple(cell["at"])
        assert number(cell["value"]) == solution.value_of(state)
        for branch, option in zip(cell["branches"], solution.options(state), strict=True):
            assert number(branch["gain"]) == option.move.gain
            assert number(branch["rest"]) == solution.value_of(tuple(branch["to"]))
            assert number(branch["worth"]) == option.value
            assert branch["best"] is option.best


def test_cells_come_diagonal_by_diagonal() -> None:
    cells = [tuple(cell["at"]) for cell in frames(solve(Ends((5, 3, 7))))["cells"]]
    assert cells == [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)]


def test_a_branch_is_written_as_its_sum() -> None:
    last = frames(solve(Ends((1, 5, 233, 7))))["cells"][-1]
    assert [branch["sum"] for branch in last["branches"]] == ["1 − (−221) = 222", "7 − 229 = −222"]


def test_the_line_and_the_scores_are_the_solutions() -> None:
    found = frames(solve(Ends((5, 3, 7, 10))))
    assert found["play"]["totals"] == ["15", "10"]
    assert [step["from"] for step in found["play"]["steps"]] == [[0, 3], [0, 2], [0, 1], [1, 1]]
    result = found["result"]
    assert (result["value"], result["total"], result["scores"]) == ("5", "25", ["15", "10"])
    assert (result["winner"], result["outcome"]) == ("first player", "win")


def test_a_tie_rule_is_told_where_it_decides() -> None:
    result = frames(solve(PredictTheWinner((1, 2, 2, 1))))["result"]
    assert (result["winner"], result["outcome"]) == ("player 1", "draw")
    assert "first" in result["tie"]
    assert frames(solve(Ends((2, 2))))["result"]["tie"] == ""


def test_large_and_broken_numbers_stay_exact() -> None:
    row = (Fraction(1, 2), 10**30, 3)
    found = frames(solve(Ends(row)))
    assert tuple(map(number, found["row"])) == row
    assert number(found["result"]["value"]) == solve(Ends(row)).value


def test_a_part_of_a_row_keeps_its_places() -> None:
    solution = solve(Ends((5, 3, 7, 10))).at((1, 3))
    found = frames(solution)
    assert (found["first"], found["row"]) == (1, ["3", "7", "10"])
    assert number(found["result"]["value"]) == solution.value == 6
    assert found["names"] == ["player to move", "other player"]


@pytest.mark.parametrize("size", [0, 1, 60])
def test_rows_of_every_size_up_to_the_limit_are_drawn(size: int) -> None:
    found = frames(solve(Ends(tuple(range(size)))))
    assert len(found["cells"]) == size * (size + 1) // 2


def test_a_row_of_an_array_is_drawn() -> None:
    import numpy as np

    solution = solve(Ends(np.arange(300) % 7)).at((3, 40))
    assert frames(solution)["row"] == [str(place % 7) for place in range(3, 41)]


def test_a_users_row_without_labels_is_drawn() -> None:
    class Plain(Game):
        shape = Row((4, 9))
        start = (0, 1)

        def moves(self, state: tuple[int, int]) -> Any:
            return self.shape.moves(state)

    found = frames(solve(Plain()))
    assert found["kind"] == "row"
    assert [branch["label"] for branch in found["cells"][-1]["branches"]] == ["left", "right"]


@pytest.mark.parametrize("game", [StoneGame, MeltingRow, LastCoinBonus, BalancedEnds])
def test_games_on_intervals_are_drawn_as_a_triangle(game: Any) -> None:
    solution = solve(game.example_game())
    found = frames(solution)
    assert found["kind"] == "row"
    for cell in found["cells"]:
        assert number(cell["value"]) == solution.value_of(tuple(cell["at"]))


def test_scores_that_do_not_follow_say_why() -> None:
    result = frames(solve(MeltingRow((3, 1, 2, 4))))["result"]
    assert result["scores"] is None
    assert "every play collects the same" in result["why"]


# -- any other game ------------------------------------------------------------------------------


def test_every_state_is_told_after_its_successors() -> None:
    solution = solve(Nim((1, 2, 3)))
    found = frames(solution)
    order = found["order"]
    assert sorted(order) == list(range(len(found["states"])))
    assert order[-1] == 0
    place = {state: index for index, state in enumerate(order)}
    for state, shown in enumerate(found["states"]):
        assert all(place[move["to"]] < place[state] for move in shown["moves"])


def test_states_carry_the_solutions_values_and_best_moves() -> None:
    game = Game.from_edges({"a": {"b": 5, "c": 2}, "b": {"c": 4}}, start="a")
    solution = solve(game)
    found = frames(solution)
    for shown in found["states"]:
        assert number(shown["value"]) == solution.value_of(shown["name"])
        best = [found["states"][move["to"]]["name"] for move in shown["moves"] if move["best"]]
        assert best == [move.to for move in solution.best_moves(shown["name"])]
    assert [move["sum"] for move in found["states"][0]["moves"]] == ["5 − 4 = 1", "2 − 0 = 2"]


def test_a_game_that_comes_back_is_told_by_remoteness_with_draws_last() -> None:
    solution = solve(CatAndMouse.example_game())
    found = frames(solution)
    assert found["by_plies"] is True
    told = [found["states"][state] for state in found["order"]]
    levels = [shown["level"] for shown in told]
    assert levels == sorted(levels)
    draws = [shown["outcome"] == "draw" for shown in told]
    assert any(draws)
    assert draws == sorted(draws)
    assert found["play"]["repeats"] is True


def test_a_scored_game_that_comes_back_is_told_by_its_way_to_an_end() -> None:
    moves = {"a": [Move("b"), Move("end", gain=1)], "b": [Move("a")]}
    game = Game.from_function(lambda state: moves.get(state, ()), start="a")
    shown = {state["name"]: state for state in frames(solve(game))["states"]}
    assert [shown[name]["level"] for name in ("end", "a", "b")] == [0, 1, 2]


def test_own_totals_are_not_turned_into_a_difference() -> None:
    solution = solve(DoublingTurns((3, 9, 1, 2)))
    result = frames(solution)["result"]
    assert result["total"] is None
    assert tuple(map(number, result["scores"])) == solution.scores


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.name not in LARGE], ids=lambda game: game.name
)
def test_every_small_game_of_the_catalogue_is_drawn(game: Any) -> None:
    solution = solve(game.example_game())
    found = frames(solution)
    assert found["game"].startswith(game.__name__)
    assert found["result"]["winner"] == solution.winner


# -- refusals ------------------------------------------------------------------------------------


def test_a_row_that_is_too_long_is_refused_with_a_way_out() -> None:
    solution = solve(Ends(tuple(range(61))))
    with pytest.raises(ZermeloError, match=r"a row of 61 numbers.*60.*start=\(0, 59\)"):
        animation(solution)
    for part in (solution.at((0, 59)), solve(solution.game, start=(0, 59))):
        assert len(frames(part)["cells"]) == 60 * 61 // 2


def test_a_game_of_too_many_states_is_refused_with_a_way_out() -> None:
    with pytest.raises(Unavailable, match=r"more than 400 states.*start=…"):
        animation(solve(TicTacToe()))
