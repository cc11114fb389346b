"""What is typed, piped or read from a file is used, all of it, or refused."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

import numpy as np
import pytest

from prompt_runs import process, refused, told
from zermelo.faces.cli.arguments import game_of
from zermelo.games import find

GAME = """from zermelo import Game, Move

class Count(Game):
    def __init__(self, heap: int = 3):
        self.heap = self.start = heap
    def __repr__(self):
        return f"Count({self.heap})"
    def moves(self, state):
        if state:
            yield Move(state - 1, gain=state)
"""


@pytest.mark.parametrize(
    "given", ["1 2 3", "1,2,3\n", "1\n2\n3\n", "\ufeff1 2\r\n3\r\n", "1; 2; 3"]
)
def test_a_hyphen_reads_the_row_from_standard_input(given: str) -> None:
    assert "Ends(row=(1, 2, 3))" in told("solve", "ends", "-", given=given)


def test_input_that_nobody_asked_for_is_told_of() -> None:
    done = process("solve", "ends", given=b"1 2 3\n")
    note = b"zermelo: standard input is not read, and this is the example; `ends -` reads it\n"
    assert done.stderr == note
    assert done.stdout.startswith(b"game    Ends(row=(5, 3, 7, 10))")
    assert process("solve", "ends", given=b"").stderr == b""
    assert process("solve", "ends", "5", "3", given=b"1 2 3\n").stderr == b""


def test_a_hyphen_stands_for_one_number_or_for_rows_line_by_line() -> None:
    assert "Divisor(heap=7)" in told("solve", "divisor", "-", given="7")
    assert "it is one number" in refused("solve", "divisor", "-", given="7 8")
    assert "rows=((1, 2), (3,))" in told("solve", "rows", "-", given="1 2\n3\n")
    assert "line 2, number 1: x" in refused("solve", "rows", "-", given="1 2\nx\n")
    assert "row=(5, 3)" in told("solve", "ends", "row=-", given="5 3")


@pytest.mark.parametrize("given", ["", " \n", b"\xef\xbb\xbf"])
def test_an_empty_standard_input_is_refused(given: str | bytes) -> None:
    assert "standard input: nothing; a row needs numbers" in refused(
        "solve", "ends", "-", given=given
    )


@pytest.mark.parametrize(
    "number", ["7" * 200_000, "1e1000000000", "1E+9999999999999999", "2e100000"]
)
def test_a_number_that_takes_for_ever_to_read_is_refused(number: str) -> None:
    text = refused("solve", "ends", "-", given=f"5 {number}")
    assert "number 2" in text
    assert "more than 100,000 digits" in text


def test_a_number_of_many_digits_is_read() -> None:
    assert "value" in told("solve", "ends", "-", given=f"{'7' * 5_000} 1e300")


def test_what_is_no_text_is_refused() -> None:
    assert "standard input; it cannot be read" in refused("solve", "ends", "-", given=b"\xff5")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ends 5 3 -", "'-' is no number"),
        ("ends - 5", "'5' is one too many"),
        ("ends ---", "no such option"),
        ("ends 5 & 3", "'&' is no number"),
        ("ends 5,,3", "at one of the commas"),
        ("ends ,5", "at one of the commas"),
        ("ends 5,x,3", "Ends.row: x; it is no number"),
        ("ends 5 x", "'x' is no number"),
        ("ends row=", "an empty word"),
        ("ends- 5", "no such game"),
        ("ends -ends", "no such option"),
        ("nim 3 4 heaps=5", "one too many"),
        ("tic-tac-toe 3 3 3 yes 9", "one too many"),
        ("tic-tac-toe misere=yes misere=no", "given twice"),
        ("tic-tac-toe sides=4", "it has no sides"),
    ],
)
def test_what_is_not_understood_is_refused(words: str, said: str) -> None:
    assert said in refused("solve", *words.split(), given="1 2 3")


def test_an_empty_word_is_refused() -> None:
    assert "'' is no number" in refused("solve", "ends", "5", "")
    assert "an empty word" in refused("solve", "ends", "")
    assert "an empty word" in refused("solve", "ends", "5", "3", "--from", "")


def test_a_comma_may_follow_the_last_number_and_blanks_may_follow_commas() -> None:
    assert game_of(["ends", "5,"]) == find("ends")((5,))
    assert game_of(["ends", "5, 3"]) == find("ends")((5, 3))


def test_files_with_a_byte_order_mark_and_other_line_ends_are_read(tmp_path: Path) -> None:
    text = "5, 3\r\n7 10\r\n"
    for name, data in {
        "marked": BOM_UTF8 + text.encode(),
        "wide": text.encode("utf-16"),
        "plain": text.encode(),
    }.items():
        (tmp_path / f"{name}.txt").write_bytes(data)
        assert "row=(5, 3, 7, 10)" in told("solve", "ends", f"@{tmp_path / name}.txt")


def test_game_files_with_a_byte_order_mark_and_other_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "marked_count.py"
    path.write_bytes(BOM_UTF8 + GAME.replace("\n", "\r\n").encode())
    assert "game    Count(4)" in told("solve", str(path), "4")


def test_binary_files_that_hold_no_row_are_refused(tmp_path: Path) -> None:
    (tmp_path / "short.bin").write_bytes(b"12345")
    (tmp_path / "empty.bin").write_bytes(b"")
    np.save(tmp_path / "empty.npy", np.zeros(0, dtype=np.int64))
    (tmp_path / "torn.npy").write_bytes(b"\x93NUMPY")
    assert "8 bytes each" in refused("solve", "ends", f"@{tmp_path}/short.bin")
    assert "at least one" in refused("solve", "ends", f"@{tmp_path}/empty.bin")
    assert "at least one" in refused("solve", "ends", f"@{tmp_path}/empty.npy")
    assert "numpy's form" in refused("solve", "ends", f"@{tmp_path}/torn.npy")
    assert "cannot be read" in refused("solve", "ends", f"@{tmp_path}")


def test_a_game_file_never_takes_the_place_of_a_module_of_pythons(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text(GAME)
    assert '"game": "Count(3)"' in told("solve", str(tmp_path / "json.py"), "--json")
