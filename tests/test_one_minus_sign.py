"""Numbers in words have one minus sign; those for machines have Python's."""

import json
import re

import pytest
from click.testing import CliRunner

from zermelo.faces.cli import main
from zermelo.faces.service.dispatch import key_of
from zermelo.games import spoken

HYPHEN_BEFORE_A_NUMBER = re.compile(r"(?<![\w)\]])-\d")


def said(*words: str) -> str:
    """What the program prints."""
    return CliRunner().invoke(main, words).output


@pytest.mark.parametrize("command", ["explain", "solve", "solve --table", "diagnose"])
def test_what_people_read_has_one_minus_sign(command: str) -> None:
    name, *options = command.split()
    text = said(name, "ends", "1", "5", "1", *options)
    assert text
    assert not HYPHEN_BEFORE_A_NUMBER.search(text)


def test_an_explanation_writes_losses_with_the_sign_of_its_sums() -> None:
    assert "1 − (4) = −3" in said("explain", "ends", "1", "5", "1")


def test_json_keeps_the_hyphen() -> None:
    assert json.loads(said("solve", "ends", "1", "5", "1", "--json"))["value"] == -3


def test_a_word_among_the_numbers_is_told_how_a_row_is_given() -> None:
    text = " ".join(said("solve", "ends", "5", "3", "x").split())
    assert "'x' is no number" in text
    assert "numbers, a file of them (@coins.txt) or - for standard input" in text
    assert "zermelo solve ends 5 3 7 10" in text


def test_a_name_is_the_same_to_the_service_as_to_the_catalogue() -> None:
    names = ("Tic-Tac-Toe", "tic tac toe", " tic_tac_toe ")
    assert {spoken(name) for name in names} == {"tic tac toe"}
    assert len({key_of({"game": name, "arguments": {}}) for name in names}) == 1
