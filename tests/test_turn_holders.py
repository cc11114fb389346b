"""A sum of games whose states hold whose turn it is means another game: `solve` warns of it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from zermelo import Game, LastMoverWins, Misere, Move, Sum, check, diagnose, solve
from zermelo.errors import ZermeloWarning
from zermelo.faces.cli import main
from zermelo.facts.turn_holders import turn_holder
from zermelo.games import GAMES, Chomp, Ends, Kayles, Nim, Rows, StoneGameVI, Wythoff
from zermelo.proof.oracle import Oracle


def placements(height: int, width: int, player: int) -> Iterator[int]:
    """Where a domino fits on an empty board: upright for player 0, lying for player 1."""
    down, right = (1, 0) if player == 0 else (0, 1)
    for row in range(height - down):
        for column in range(width - right):
            other = (row + down) * width + column + right
            yield 1 << row * width + column | 1 << other


class Domineering(LastMoverWins):
    """The state is (squares taken, whose turn it is)."""

    def __init__(self, height: int, width: int) -> None:
        self.size = height, width
        self.start = (0, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        taken, player = state
        for domino in placements(*self.size, player):
            if not taken & domino:
                yield Move((taken | domino, 1 - player))


class TwoBoards(LastMoverWins):
    """Two boards of Domineering as one class: the turn is outside the boards."""

    def __init__(self, *sizes: tuple[int, int]) -> None:
        self.sizes = sizes
        self.start = ((0,) * len(sizes), 0)

    def moves(self, state: Any) -> Iterator[Any]:
        boards, player = state
        for place, size in enumerate(self.sizes):
            for domino in placements(*size, player):
                if not boards[place] & domino:
                    after = boards[place] | domino
                    yield (*boards[:place], after, *boards[place + 1 :]), 1 - player


def test_a_sum_of_boards_with_the_turn_inside_is_warned_of_and_another_game() -> None:
    truth = solve(TwoBoards((2, 2), (2, 1)))
    assert truth.outcome == "win"
    with pytest.warns(ZermeloWarning, match=r"item 2 of \(0, 0\) in Domineering.*twice running"):
        solution = solve(Sum(Domineering(4, 4), Domineering(2, 1)))
    assert solution.outcome in ("win", "loss")


def test_a_sum_that_is_turned_round_is_warned_of_too() -> None:
    with pytest.warns(ZermeloWarning, match="whose turn it is"):
        solve(Misere(Sum(Domineering(3, 2), Domineering(2, 2))))


PROGRAM = """
from test_turn_holders import Domineering
from zermelo import Sum
both = Sum(Domineering(3, 2), Domineering(2, 2))
"""


def test_at_the_prompt_the_warning_is_in_words_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "boards.py"
    file.write_text(PROGRAM, encoding="utf-8")
    shown = warnings.showwarning
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        with pytest.raises(SystemExit) as ended:
            main(["solve", f"{file}:both"])
    told = capsys.readouterr().err
    assert ended.value.code == 0
    assert told.startswith("zermelo: the states seem to hold whose turn it is")
    assert "options.py" not in told
    assert warnings.showwarning is shown


def test_boards_whose_plays_are_over_after_one_move_are_warned_of_too() -> None:
    with pytest.warns(ZermeloWarning):
        solution = solve(Sum(Domineering(2, 2), Domineering(2, 1)))
    assert solution.outcome == "loss"  # of the sum; of the boards it is a win


class Named(NamedTuple):
    heap: int
    player: str


@dataclass(frozen=True)
class Frozen:
    heap: int
    player: str


def taking(make: Any) -> Game:
    """A heap whose states name the player: A takes one, B takes two."""

    def moves(state: Any) -> list[Any]:
        heap, player = (
            (state.heap, state.player)
            if not isinstance(state, str | tuple)
            else (
                int(state[0]) if isinstance(state, str) else state[0],
                state[1] if not isinstance(state[1], tuple) else state[1][1],
            )
        )
        take = 1 if player == "A" else 2
        return [make(heap - take, "B" if player == "A" else "A")] if heap >= take else []

    return LastMoverWins.from_function(moves, start=make(8, "A"))


@pytest.mark.parametrize(
    ("make", "where"),
    [
        (Named, "item 2 of"),
        (Frozen, "the field `player` of"),
        (lambda heap, player: f"{heap}{player}", "item 2 of"),
        (lambda heap, player: (heap, ("x", player)), "item 2 of item 2 of"),
    ],
    ids=["named tuple", "dataclass", "text", "nested"],
)
def test_the_turn_is_found_wherever_it_stands_in_the_state(make: Any, where: str) -> None:
    game = taking(make)
    assert where in (turn_holder(game) or "")
    with pytest.warns(ZermeloWarning, match="whose turn it is"):
        solve(Sum(game, game))
    fact = diagnose(game).impartial
    assert fact.holds is False
    assert "whose turn it is" in fact.detail


def test_the_diagnosis_of_a_sum_says_it_too() -> None:
    fact = diagnose(Sum(Domineering(2, 2), Domineering(2, 1))).impartial
    assert fact.holds is False
    assert "Domineering" in fact.detail


def test_the_report_of_a_check_says_it_too() -> None:
    [warning] = check(Sum(Domineering(2, 2), Domineering(2, 1))).warnings
    assert "In a Sum a player may move in one component twice running" in warning


class Counted(Domineering):
    """The state is (squares taken, moves made)."""

    is_asked = True  # for whose turn it is

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        taken, made = state
        for domino in placements(*self.size, made % 2 if self.is_asked else 0):
            if not taken & domino:
                yield Move((taken | domino, made + 1))


def test_a_count_of_moves_that_tells_the_turn_is_seen_and_one_that_tells_nothing_is_not() -> None:
    assert "item 2 of (0, 0)" in str(turn_holder(Counted(3, 4)))
    bare = Counted(3, 4)
    bare.is_asked = False
    assert turn_holder(bare) is None


@pytest.mark.parametrize("size", range(1, 4))
def test_a_heap_that_becomes_nothing_is_no_turn(size: int) -> None:
    for game in (Wythoff(size, 0), Wythoff(size, 1), Chomp(1, size + 1), Nim((size, 1))):
        assert turn_holder(game) is None
    for heap in ((1, "x"), (1, 1), (0, 1, 1)):
        lone = LastMoverWins.from_function(lambda s: [(0, *s[1:])] if s[0] else [], start=heap)
        assert turn_holder(lone) is None


HOLDERS = {"cat and mouse", "chess ending", "stone game vi"}


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_among_the_games_of_the_catalogue_those_and_only_those_that_hold_the_turn_are_seen(
    kind: Any,
) -> None:
    assert (turn_holder(kind.example_game()) is not None) == (kind.name in HOLDERS)


def test_sums_of_heaps_and_rows_are_not_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for one, two in (
            (Nim((3, 4)), Nim((5,))),
            (Kayles((7,)), Kayles((3,))),
            (Ends((1, 2, 5)), Ends((3, 1))),
            (Rows(((1, 2), (3,))), Ends((1,))),
        ):
            solve(Sum(one, two))
        solve(Domineering(3, 3))  # alone it is the game that was meant


def test_a_game_may_say_it_itself() -> None:
    game = Domineering(2, 3)
    game.holds_turn = False
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solve(Sum(game, game))
    with pytest.warns(ZermeloWarning, match="StoneGameVI says so"):
        solve(Sum(StoneGameVI((1, 2), (2, 1)), Ends((1,))))


def test_it_is_in_the_help_of_sum() -> None:
    assert "whose turn" in (Sum.__doc__ or "")


def test_domineering_is_written_right() -> None:
    for height, width in ((2, 1), (1, 2), (2, 2), (2, 3), (3, 3)):
        game = Domineering(height, width)
        assert solve(game).value == Oracle(game).difference((0, 0))


class Squares(LastMoverWins):
    """Domineering as the squares that are taken: the rules count them to know who is to move."""

    start = 0

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width

    def moves(self, state: int) -> Iterator[int]:
        down = state.bit_count() // 2 % 2 == 0
        step, rows, columns = (self.width, 1, 0) if down else (1, 0, 1)
        for row in range(self.height - rows):
            for column in range(self.width - columns):
                domino = (1 | 1 << step) << row * self.width + column
                if not state & domino:
                    yield state | domino


class Impartial(Squares):
    """The same board, of a class whose author says that both players have the same moves."""

    holds_turn = False


def test_where_a_state_may_tell_the_turn_nobody_knows_whether_a_game_is_impartial() -> None:
    for game in (Squares(2, 2), Squares(3, 3), Sum(Squares(2, 2), Squares(2, 1))):
        fact = diagnose(game).impartial
        assert fact.holds is None
        assert "may tell by it whose turn it is" in fact.detail
    assert diagnose(Impartial(3, 3)).impartial.holds is True
    takes = LastMoverWins.from_function(lambda n: [n - k for k in (1, 2) if k <= n], start=9)
    assert diagnose(takes).impartial.holds is True  # plays of different lengths meet
    assert "count the stones" in (Sum.__doc__ or "")
