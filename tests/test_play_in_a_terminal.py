"""`zermelo play`: the loop in a terminal."""

from __future__ import annotations

import shlex
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest

from played_games import COINS, PLAYED, session_of
from programs import PROGRAM, python, run
from zermelo import LastMoverWins, OwnTotals, solve
from zermelo.faces.play import play
from zermelo.faces.session import Session
from zermelo.games import (
    Nim,
    PlayersRow,
    Subtraction,
    TicTacToe,
)


@dataclass
class Screen:
    """All that was written, and how often a line was asked for."""

    text: str
    asked: int


def screen(session: Session, *lines: Any, colour: bool = False) -> Screen:
    """Play by a script; an exception in it is raised where a line was asked for."""
    script, said, prompts = iter(lines), [], []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        line = next(script, EOFError())
        if isinstance(line, BaseException):
            raise line
        said.append(f"{prompt}{line}")
        return str(line)

    with suppress(KeyboardInterrupt):
        play(session, read=read, write=said.append, colour=colour)
    return Screen("\n".join(said), len(prompts))


def test_a_whole_game_is_shown_with_gains_totals_and_report() -> None:
    text = screen(session_of(COINS), "right", "1").text
    assert "You are first player against perfect play (second player)." in text
    assert "    [5, 3, 7, 10]\n    first player 0, second player 0\n" in text
    assert "  1. left   +5\n  2. right  +10\nfirst player> right" in text
    assert "move 1, first player: right  +10\nmove 2, second player: right  +7" in text
    assert text.endswith(
        "best play   first player wins by 5\n"
        "this game   first player wins by 5, 15 – 10\n"
        "given away  nothing"
    )


def test_a_hint_marks_every_move_with_its_worth() -> None:
    assert (
        "  1. left   ✗ −1, 6 less\n  2. right  ✓ +5  ← best\n"
        in screen(session_of(COINS), "h").text
    )
    text = screen(session_of(Subtraction(5, (1, 2, 3))), "HINT").text
    assert "  1. take 1  ✓ win in 3  ← best\n  2. take 2  ✗ loss in 2\n" in text
    assert "1. a1  = draw" in screen(session_of(TicTacToe()), "h").text


def test_every_move_is_listed_with_its_number_where_its_name_is_not_the_number() -> None:
    text = screen(session_of(TicTacToe()), "zz").text
    assert "the moves are 1 a1, 2 b1, 3 c1" in " ".join(text.split())


def test_where_all_moves_are_equal_none_is_called_best() -> None:
    assert "best\n" not in screen(session_of(TicTacToe()), "hint", "q").text


def test_colour_is_added_only_when_asked_for() -> None:
    assert "\033" not in screen(session_of(COINS), "h", "x", "l").text
    text = screen(session_of(COINS), "h", "x", colour=True).text
    assert "\033[32m2. right  ✓ +5  ← best" in text
    assert "\033[31m'x' is no move here" in text


def test_wrong_input_gets_one_line_and_another_chance() -> None:
    shown = screen(session_of(COINS), "rihgt", "r", "q")
    (line,) = [line for line in shown.text.split("\n") if "rihgt' is" in line]
    assert "the moves are 1 left, 2 right. Type a number, a name" in line
    assert shown.asked == 3


def test_undo_draws_the_earlier_board_again() -> None:
    shown = screen(session_of(COINS), "u", "left", "undo", "q").text
    assert "no human has moved yet" in shown
    assert "taken back to move 1, left" in shown
    assert shown.count("[5, 3, 7, 10]") == 2
    assert "stopped after 0 moves" in shown


def test_help_lists_the_commands_and_explains_the_values() -> None:
    assert "u  undo" in screen(session_of(COINS), "?").text
    assert "lead you gain" in screen(session_of(COINS), "").text
    for own in (PlayersRow.example_game(), OwnTotals(COINS)):
        assert "you collect" in screen(session_of(own), "help").text
    assert '"win in 5"' in screen(session_of(TicTacToe()), "?").text


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt(), "q", "quit"])
def test_every_way_out_ends_with_the_report(end: Any) -> None:
    text = screen(session_of(COINS), "left", end).text
    assert "stopped after 2 moves" in text
    assert text.endswith("cost 6: a win by 5 became a loss by 1")


def test_ctrl_c_is_passed_on_after_the_report() -> None:
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        play(
            session_of(COINS),
            read=lambda _: (_ for _ in ()).throw(KeyboardInterrupt),
            write=said.append,
            colour=False,
        )
    assert "stopped after 0 moves" in said[-1]


def test_a_move_that_is_called_like_a_command_can_be_played() -> None:
    game = LastMoverWins.from_edges({"a": ["q", "h"]}, start="a")
    session = session_of(game)
    screen(session, "q")
    assert session.state == "q"


def test_many_moves_stand_side_by_side_and_very_many_are_cut() -> None:
    assert " 1. 3 → 0   2. 3 → 1   3. 3 → 2" in screen(session_of(Nim((3, 4, 5)))).text
    text = screen(session_of(Subtraction(500, tuple(range(1, 301))))).text
    assert "… 100 more, up to number 300" in text
    assert max(map(len, text.split("\n"))) <= 80


def test_the_engine_alone_shows_every_board() -> None:
    shown = screen(session_of(COINS, human=()))
    assert "Perfect play on all sides: first player, second player." in shown.text
    assert shown.text.count("[5, 3, 7]") == 1
    assert shown.asked == 0


def test_playing_loads_no_heavy_library() -> None:
    code = """
import sys
from zermelo import solve
from zermelo.faces.play import play
from zermelo.faces.session import Session
from zermelo.games import Ends
lines = iter(["h", "1"])
play(Session(solve(Ends((5, 3)))), read=lambda _: next(lines), write=len, colour=True)
print([name for name in ("numpy", "numba", "click", "rich") if name in sys.modules])
"""
    assert python(code) == "[]"


def test_hints_alone_play_every_game_to_its_end_without_a_mistake() -> None:
    for solution in map(solve, PLAYED):
        session = Session(solution)
        play(session, read=lambda _, s=session: str(s.hint().key), write=len, colour=True)
        assert session.is_over
        assert session.review().mistakes == ()


@pytest.mark.parametrize(("closed", "code"), [("<&-", 0), (">&-", 2)])
def test_a_stream_that_is_closed_ends_the_play(closed: str, code: int) -> None:
    words = shlex.join([*PROGRAM, "play", "ends", "1", "2"])
    done = run("sh", "-c", f"{words} </dev/null {closed}", measured=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
