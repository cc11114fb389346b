"""The answer in the problem's own form (patterns document, section 18): a boolean, a total, a name.

The examples are those of the problem statements.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from programs import zermelo
from zermelo import Asked, Game, Move, solve
from zermelo.errors import BadInput
from zermelo.games import find

PROBLEMS: list[tuple[str, tuple[Any, ...], Any]] = [
    ("lc877", ([5, 3, 4, 5],), True),
    ("lc877", ([3, 7, 2, 3],), True),
    ("lc486", ([1, 5, 2],), False),
    ("lc486", ([1, 5, 233, 7],), True),
    ("lc486", ([1, 1],), True),  # a tie counts for player 1
    ("lc464", (10, 11), False),
    ("lc464", (10, 0), True),
    ("lc464", (10, 1), True),
    ("lc1140", ([2, 7, 9, 4, 4],), 10),
    ("lc1140", ([1, 2, 3, 4, 5, 100],), 104),
    ("lc1406", ([1, 2, 3, 7],), "Bob"),
    ("lc1406", ([1, 2, 3, -9],), "Alice"),
    ("lc1406", ([1, 2, 3, 6],), "Tie"),
    ("lc1510", (1,), True),
    ("lc1510", (2,), False),
    ("lc1510", (4,), True),
    ("lc1025", (2,), True),
    ("lc1025", (3,), False),
    ("lc292", (4,), False),
    ("lc292", (1,), True),
    ("lc1563", ([6, 2, 3, 4, 5, 5],), 18),
    ("lc1563", ([7, 7, 7, 7, 7, 7, 7],), 28),
    ("lc1563", ([4],), 0),
    ("lc1686", ([1, 3], [2, 1]), 1),
    ("lc1686", ([1, 2], [3, 1]), 0),
    ("lc1686", ([2, 4, 3], [1, 6, 7]), -1),
    ("lc1690", ([5, 3, 1, 4, 2],), 6),
    ("lc1690", ([7, 90, 5, 1, 100, 10, 10, 2],), 122),
    ("lc1872", ([-1, 2, -3, 4, -5],), 5),
    ("lc1872", ([7, -6, 5, 10, 5, -2, -6],), 13),
    ("lc1872", ([-10, -12],), -22),
    ("lc2029", ([2, 1],), True),
    ("lc2029", ([2],), False),
    ("lc2029", ([5, 1, 2, 4, 3],), False),
    ("lc913", ([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]],), 0),
    ("lc913", ([[1, 3], [0], [3], [0, 2]],), 1),
]


@pytest.mark.parametrize(("name", "arguments", "wanted"), PROBLEMS)
def test_the_answer_is_what_the_problem_wants(
    name: str, arguments: tuple[Any, ...], wanted: Any
) -> None:
    answer = solve(find(name)(*arguments)).answer
    assert (type(answer), answer) == (type(wanted), wanted)


def test_every_problem_of_the_catalogue_is_asked_in_its_own_form() -> None:
    from zermelo.games import GAMES

    numbered = {alias for game in GAMES for alias in game.aliases if alias.startswith("lc")}
    assert numbered == {name for name, _, _ in PROBLEMS}
    for name in numbered:
        assert isinstance(find(name).asks, Asked)


def test_where_no_problem_asks_the_answer_is_the_value() -> None:
    class Step(Game):
        start = 2

        def moves(self, state: int) -> list[Move]:
            return [Move(state - 1, gain=state)] if state else []

    solution = solve(Step())
    assert solution.answer == solution.value == 1
    assert "answer" not in str(solution)


def test_a_users_game_may_ask_in_a_form_of_its_own() -> None:
    class Total(Game):
        start = 3
        asks = Asked.TOTAL

        def moves(self, state: int) -> list[Move]:
            return [Move(state - 1, gain=state)] if state else []

    solution = solve(Total())
    assert (solution.value, solution.answer) == (2, 4)
    assert str(solution).startswith("answer     4 (the total of the first player)\n")


def test_a_form_that_is_none_is_refused() -> None:
    class Wrong(Game):
        start = 0
        asks = "total"

        def moves(self, state: int) -> list[Move]:
            return []

    with pytest.raises(BadInput, match=r"Wrong\.asks.*asks = Asked\.TOTAL"):
        solve(Wrong())


def test_the_prompt_says_the_answer_first() -> None:
    done = zermelo("solve", "lc1140", "2", "7", "9", "4", "4")
    assert done.stdout.splitlines()[0].split() == ["answer", "10", "(the", "total", "of", "Alice)"]
    found = json.loads(zermelo("solve", "lc1140", "2", "7", "9", "4", "4", "--json").stdout)
    assert (found["answer"], found["value"]) == (10, -6)
    found = json.loads(zermelo("solve", "lc486", "1", "5", "2", "--json").stdout)
    assert (found["answer"], found["value"]) == (False, -2)


def test_one_who_plays_alone_is_asked_for_a_score() -> None:
    """Stone Game V: Alice alone cuts the row, so there is nobody whose total differs."""
    said = str(solve(find("lc1563")([6, 2, 3, 4, 5, 5])))
    assert said.splitlines()[0].split(maxsplit=1)[1] == "18 (the score of Alice, who plays alone)"


def test_an_answer_and_what_is_asked_have_one_minus_sign() -> None:
    said = str(solve(find("lc1686")([2, 4, 3], [1, 6, 7])))
    assert "−1 (1 when Alice wins, −1 when Alice loses, else 0)" in said
    assert not any("-" in form.value for form in Asked)
