"""Greedy, the naive recursion and a table side by side."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from prompt_runs import refused, told
from zermelo import Game, LastMoverWins, Move, compare, solve
from zermelo.errors import Unavailable
from zermelo.faces.work_plots import work_data, work_in_terminal
from zermelo.games import CatAndMouse, Ends, Kalah, Nim, PlayersRow, StoneGameII, TicTacToe
from zermelo.graph.explore import explore
from zermelo.proof.oracle import Oracle
from zermelo.teaching.compare import Approach

TRAP = (1, 5, 233, 7)


def ways(game: Game) -> dict[str, Approach]:
    return {way.name: way for way in compare(game).approaches}


def test_another_position_than_the_start_is_compared() -> None:
    """Middle document, "Greedy vs game DP": every sub-game is a game of its own."""
    found = compare(Ends((9, *TRAP)), start=(1, 4))
    assert [(way.answer, way.work) for way in found.approaches] == [(-222, 2), (222, 23), (222, 14)]
    assert str(found).startswith("Ends(row=(9, 1, 5, 233, 7)) from [1, 5, 233, 7]\n")
    text = told("compare", "ends", "9", "1", "5", "233", "7", "--from", "1,4")
    assert "wrong: 444 lost" in text


def test_the_trap_of_the_documents() -> None:
    """Middle document, "Greedy vs game DP": on 1, 5, 233, 7 greedy takes 7 and hands over 233."""
    found = compare(Ends(TRAP))
    greedy, naive, table = found.approaches
    assert (greedy.answer, naive.answer, table.answer) == (-222, 222, 222)
    assert greedy.note == "wrong: 444 lost"
    slip = found.slip
    assert slip is not None
    assert (slip.number, slip.taken, slip.gain, slip.better, slip.lost) == (
        1,
        "right",
        7,
        "left",
        444,
    )
    assert slip.best - slip.worth == slip.lost


def test_a_later_slip_is_found_where_it_is() -> None:
    """Patterns document §10.5: greedy doesn't work; the first moves may be right all the same."""
    row = (1, 2, *TRAP)
    found = compare(Ends(row))
    slip, match = found.slip, solve(Ends(row)).against("greedy")
    assert slip is not None
    before = [step for step in match.play.steps[: slip.number - 1] if step.player == 0]
    solution = solve(Ends(row))
    assert all(step.move in solution.best_moves(step.state) for step in before)
    step = match.play.steps[slip.number - 1]
    assert step.move not in solution.best_moves(step.state)


def test_greedy_that_is_right_has_no_slip() -> None:
    found = compare(Ends((5, 3, 7, 10)))
    assert found.slip is None
    assert found.approaches[0].note == "right, this time"
    assert "greedy's slip" not in str(found)


class Counting(Oracle):
    """The oracle, counting its calls."""

    calls = 0

    def difference(self, state: object) -> object:
        self.calls += 1
        return super().difference(state)


@pytest.mark.parametrize("game", [Ends(TRAP), StoneGameII((2, 7, 9, 4, 4)), Kalah(2, 2)])
def test_calls_are_those_that_the_recursion_makes(game: Game) -> None:
    """Middle document, "Performance Analysis": the naive recursion recomputes the same states."""
    oracle = Counting(game)
    assert oracle.difference(game.start) == solve(game).value
    assert ways(game)["naive recursion"].work == oracle.calls


def test_two_to_the_n_against_n_squared() -> None:
    """Middle document, "Performance Analysis": n = 30 is 2³⁰ calls against some 450 states."""
    found = ways(Ends(tuple(range(30))))
    assert found["naive recursion"].work == 3 * 2**29 - 1
    assert found["naive recursion"].answer is None
    assert found["naive recursion"].time_text == "not run"
    assert found["table (backward)"].work == 30 * 31 // 2 + 30
    assert found["peak-fusion"].answer == found["table (backward)"].answer
    growing = compare(Ends(TRAP)).growing
    assert growing is not None
    assert (growing.calls, growing.states) == ("3·2ⁿ/2 − 1", "n(n + 3)/2")


def test_the_calls_of_tic_tac_toe_are_the_known_ones() -> None:
    calls = explore(TicTacToe()).calls()
    assert calls is not None
    assert calls[0] == 549_946


def test_greedy_does_not_apply_where_nothing_is_gained() -> None:
    found = ways(Nim((1, 2)))
    assert found["greedy"].note.startswith("does not apply")
    assert found["greedy"].answer is None
    assert found["table (winloss)"].answer == found["nimbers"].answer == 1


def test_the_naive_recursion_never_ends_on_a_cycle() -> None:
    """Middle document: the recursion needs a game that ends."""
    found = ways(CatAndMouse.example_game())
    assert found["naive recursion"].note == "never ends: play can come back"
    assert found["table (retrograde)"].answer == 0


def test_own_totals_are_compared_too() -> None:
    greedy, naive, table = compare(PlayersRow((4, 1, 7, 2, 9, 3))).approaches
    assert naive.answer == table.answer
    assert greedy.answer == table.answer[0]


def test_what_is_too_large_is_said() -> None:
    found = ways(Ends(tuple(range(3000))))
    assert found["greedy"].note == "not played: more than 2,000 moves"
    assert found["table"].note == "not filled: there are at least 4,504,500 states"
    assert found["naive recursion"].note == "not counted: there are at least 4,504,500 states"
    assert found["peak-fusion"].answer == 1500


def test_a_recursion_too_deep_for_python_is_counted() -> None:
    deep = LastMoverWins.from_function(lambda n: [n - 1] if n else [], start=3000)
    naive = ways(deep)["naive recursion"]
    assert naive.work == 3001
    assert naive.note == "too deep for Python's stack"


@dataclass(frozen=True)
class Coins(Game):
    """Take a coin from either end."""

    row: tuple[int, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row) - 1

    def moves(self, state):  # type: ignore[no-untyped-def]
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left])
            yield Move((left, right - 1), gain=self.row[right])


def test_a_class_of_ones_own_is_compared_by_its_own_sizes() -> None:
    growing = compare(Coins((3, 1, 4, 1, 5, 9))).growing
    assert growing is not None
    assert growing.size == "size n"
    assert growing.calls == "2·2ⁿ − 1"


# -- pictures and the prompt ----------------------------------------------------------------------


def test_the_work_is_drawn() -> None:
    data = work_data(compare(Ends(TRAP)))
    text = work_in_terminal(data, 60)
    assert max(map(len, text.splitlines())) <= 60
    assert "1,535" in text
    assert "█ calls 3·2ⁿ/2 − 1, ▒ states n(n + 3)/2" in text
    with pytest.raises(Unavailable, match="whose play ends"):
        work_data(compare(CatAndMouse.example_game()))


def test_compare_prints_table_slip_and_chart(tmp_path: Path) -> None:
    """Middle document, "Greedy vs game DP": the approaches as a table."""
    lines = told("compare", "ends", *map(str, TRAP)).splitlines()
    assert lines[1].split() == ["answer", "work", "time"]
    assert [line.split()[0] for line in lines[2:5]] == ["greedy", "naive", "table"]
    assert lines[5].startswith("greedy's slip  move 1, at [1, 5, 233, 7]: it chooses right (+7)")
    file = tmp_path / "work.svg"
    assert told("compare", "ends", *map(str, TRAP), "-o", str(file)) == f"{file} is written\n"
    drawn = file.read_text(encoding="utf-8")
    assert "3·2ⁿ/2 − 1" in drawn
    assert "mathdefault" not in drawn
    assert ".svg" in refused("compare", "ends", "-o", "work.pdf")


def test_compare_as_json_has_the_same_keys_always() -> None:
    one = json.loads(told("compare", "ends", *map(str, TRAP), "--json"))
    two = json.loads(told("compare", "cat-and-mouse", "--json"))
    assert one.keys() == two.keys()
    assert one["wrong"]["lost"] == 444
    assert two["wrong"] is two["growth"] is None
