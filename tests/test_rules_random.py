"""Rules written at random, which nobody would write, say what Python says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from held_against_python import (
    SAME,
    played_against_python,
    told_by_machine_code,
    told_by_python,
)
from programs import python
from random_games import Reader
from random_rules import author, of_numbers, of_things

pytestmark = pytest.mark.unmeasured


def test_every_program_follows_from_the_seed_and_its_number() -> None:
    """Whatever order this Python has for a set of strings."""
    texts = "[author(1, number).rules()[0] for number in range(40)]"
    tell = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
    tell += f"from random_rules import author\nprint({texts})"
    here = str([author(1, number).rules()[0] for number in range(40)])
    assert [python(tell, PYTHONHASHSEED=seed) for seed in "12"] == [here, here]


@settings(max_examples=50)
@given(st.binary(min_size=400, max_size=400))
def test_random_rules_about_numbers_say_what_python_says(data: bytes) -> None:
    told_by_python(*of_numbers.Author(Reader(data)).rules())


@settings(max_examples=50)
@given(st.binary(min_size=700, max_size=700))
def test_random_rules_about_things_say_what_python_says(data: bytes) -> None:
    told_by_python(*of_things.Author(Reader(data)).rules())


@settings(max_examples=12)
@given(st.binary(min_size=400, max_size=400))
def test_random_games_have_one_value_by_table_search_and_python(data: bytes) -> None:
    played_against_python(of_numbers.Author(Reader(data)).game())


@settings(max_examples=2)  # whole games by Python take seconds each: `make fuzz-rules` plays more
@given(st.binary(min_size=700, max_size=700))
def test_random_games_of_things_have_one_value_by_table_search_and_python(data: bytes) -> None:
    played_against_python(of_things.Author(Reader(data)).game())


ONE_OF_THEM = """
class Rules(Game):
    start = 0

    def moves(self, s):
        a, b, c = s
        n1 = 4
        while n1 > 0:
            n1 -= 1
            b = EDGES[b % 16] % 2**62
        yield Move((~a % 101, b // (c or -1) % 101, added(len(TABLE[a % 4]), scale=b) % 101))
        yield Move((sum(map(sum, [(*WIDE, k) for k in ladder(a % 9, 3) if k > c])) % 101, 0, 0))
"""


@pytest.mark.usefixtures("own_cache")
def test_random_rules_in_machine_code_say_what_python_says() -> None:
    assert told_by_machine_code(ONE_OF_THEM, [(0, 0, 0), (1, 2, 3), (8, 11, -1)]) == SAME
