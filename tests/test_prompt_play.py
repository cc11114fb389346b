"""Playing and looking around at the prompt: editing, coordinates, narrow terminals, help."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs import terminal as in_terminal
from prompt_runs import ANSWER, FAILED, NOTHING, refused, told, typed
from zermelo.faces.cli import COMMANDS
from zermelo.faces.coordinates import framed
from zermelo.faces.play import hanging
from zermelo.games import (
    GAMES,
    ChessEnding,
    Chomp,
    ConnectFour,
    DotsAndBoxes,
    Kalah,
    PieceEnding,
    find,
)

NARROW = "40"


# -- play ----------------------------------------------------------------------------------------


def test_a_line_is_edited_and_remembered_in_a_terminal() -> None:
    pytest.importorskip("readline")
    with in_terminal("play", "ends", "5", "3", "7", "10") as terminal:
        terminal.until("player> ")
        terminal.type("riht\x1b[D\x1b[Dg\n")  # two steps to the left, and the letter that lacks
        terminal.until("move 1, first player: ")
        terminal.until("player> ")
        terminal.type("\x1b[A\n")  # what was typed before
        terminal.until("move 3, first player: ")
        assert terminal.end() == ANSWER


@pytest.mark.parametrize(
    ("game", "state", "wanted"),
    [
        (ConnectFour(4, 2), (1, 1), "· · · ·\nO · · ·\n1 2 3 4"),
        (ChessEnding("R", 3), (0, 4, 8, 1), "3 · · k\n2 · R ·\n1 K · ·\n  a b c\nBlack to move"),
        (PieceEnding("KRK", 3), (0, 8, 16, 0), "3 R · k\n2 · · ·\n1 K · ·\n  a b c"),
        (Chomp(2, 3), (3, 1), "1 x□□\n2 □\n  123"),
        (DotsAndBoxes(1, 2), 0, "1 •  •  •\n1        \n2 •  •  •\n  1  2  3"),
        (Kalah(2, 2), (2, 2, 2, 2), "      2 2\n      2 2\nhouse 1 2"),
        (find("nim")((3, 4)), (3, 4), "3 + 4"),
    ],
)  # fmt: skip
def test_boards_have_coordinates(game: object, state: object, wanted: str) -> None:
    assert framed(game, game.show(state)) == wanted  # type: ignore[attr-defined, arg-type]


def test_numbers_too_long_for_their_column_stand_upright() -> None:
    assert framed(ConnectFour(11, 1), "· · · · · · · · · · ·").split("\n")[1:] == [
        "                  1 1",
        "1 2 3 4 5 6 7 8 9 0 1",
    ]


def test_the_coordinates_are_those_of_the_moves() -> None:
    text = told("play", "tic-tac-toe", given="b2\nq\n")
    assert "    1 · · ·\n    2 · · ·\n    3 · · ·\n      a b c\n" in text
    assert "    2 · X ·\n" in text


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)
@pytest.mark.unmeasured
def test_every_game_is_played_within_40_columns(kind: type) -> None:
    words = kind.name.replace(" ", "-")  # type: ignore[attr-defined]
    text = told("play", words, "--as", "first", given="?\nh\nnonsense\nq\n", COLUMNS=NARROW)
    prompts = ("> ", ">")
    lines = [line.split(prompts[0])[-1] for line in text.splitlines()]
    assert max(map(len, lines)) <= 40, max(lines, key=len)
    assert "best play" in text


def test_wrapping_cuts_nothing() -> None:
    line = "  12. " + " ".join(f"word{n}" for n in range(30)) + " " + "x" * 90
    parts = hanging(line, 40)
    assert max(map(len, parts)) <= 40
    assert "".join("".join(parts).split()) == "".join(line.split())


# -- games and help ------------------------------------------------------------------------------


def test_games_wraps_to_the_terminal_and_stays_on_one_line_in_a_pipe() -> None:
    for columns in ("40", "80", "120"):
        lines = told("games", COLUMNS=columns).splitlines()
        assert max(map(len, lines)) <= int(columns)
    names = [line for line in told("games").splitlines() if line[:1] != " "]
    assert len(names) == len(told("games").splitlines()) == len(GAMES)


@pytest.mark.parametrize(
    "words",
    [
        ("check", "nim", "2", "3"),
        ("diagnose", "nim", "2", "3"),
        ("estimate", "nim", "2", "3"),
        ("explain", "ends", "5", "3", "7"),
    ],
)
def test_reports_go_on_below_their_columns(words: tuple[str, ...]) -> None:
    """Every word is there, no line is longer than the terminal."""
    narrow, wide = told(*words, COLUMNS=NARROW), told(*words)
    assert max(map(len, narrow.splitlines())) <= int(NARROW) < max(map(len, wide.splitlines()))
    assert narrow.split() == wide.split()


def test_a_report_is_indented_where_its_column_begins() -> None:
    lines = told("check", "nim", "2", "3", COLUMNS="46").splitlines()
    place = lines.index("rules        passed  30 answers looked at,")
    assert lines[place + 1] == " " * 21 + "each of the kind it"


def test_games_filters_by_words_of_names_aliases_and_rules() -> None:
    rows = told("games", "row", "richer")
    assert "ends " in rows
    assert "nim" not in rows
    assert told("games", "LC48").startswith("predict the winner")
    assert told("games", "rows").startswith("name ")  # the name of one
    assert "none has these words" in refused("games", "zebra")


def test_help_is_a_command() -> None:
    assert told("help") == told("--help")
    for name in COMMANDS:
        assert told("help", name) == told(name, "--help")
    assert "Did you mean solve" in refused("help", "slove")
    assert "no such command" in refused("help", "zebra")


# -- check, animate, plot ------------------------------------------------------------------------


def test_a_check_that_compares_nothing_has_a_code_of_its_own() -> None:
    done = typed("check", "ends", "5", "3", "7", "--budget", "1")
    assert done.exit_code == NOTHING
    assert "nothing was checked" in done.stdout


def test_a_check_that_fails_and_one_that_holds(tmp_path: Path) -> None:
    assert typed("check", "ends", "5", "3").exit_code == ANSWER
    (tmp_path / "odd.py").write_text(
        "from zermelo import Game, Move\nclass Odd(Game):\n    start = 2\n    def moves(self, n):\n"
        "        return [Move(n - 1, gain=n)] if n else []\n"
        "    def mirror(self, n):\n        return 2 - n\n"
    )
    assert typed("check", str(tmp_path / "odd.py")).exit_code == FAILED


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("animate ends 5 -o x.pdf", "x.pdf; it is written as .html or .htm"),
        ("animate ends 5 -o x", "Write x.html"),
        ("animate ends 5 -o .", "it is written as"),
        ("plot ends 5 -o x.pdf", "x.pdf; it is written as .png or .svg"),
        ("plot ends 5 -o x.html", "Write x.png"),
    ],
)
def test_a_file_of_a_kind_that_is_not_written_is_refused(words: str, said: str) -> None:
    assert said in refused(*words.split())
