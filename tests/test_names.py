"""Messages name the user's game, however it was made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from zermelo import Game, LastMoverWins, Sum, ZermeloError, check, diagnose, plan, solve


def take_three(heap: int) -> list[int]:
    return [heap - k for k in (1, 2, 3) if k <= heap]


NAMED: dict[str, Callable[[], Any]] = {
    "take_three": lambda: LastMoverWins.from_function(take_three, start=9),
    "the lambda in line": lambda: LastMoverWins.from_function(lambda n: take_three(n), start=9),
    "the table of 2 states": lambda: LastMoverWins.from_edges({1: [2], 2: [3]}, start=1),
}


@pytest.mark.parametrize("name", NAMED)
def test_every_text_about_a_game_without_a_class_says_what_its_author_calls_it(name: str) -> None:
    game = NAMED[name]()
    solution = solve(game)
    texts = [repr(game), repr(solution), str(solution), str(solution.prove()), repr(check(game))]
    assert all(name in text for text in texts)
    said = "".join([*texts, str(plan(game)), str(diagnose(game)), str(check(game))])
    assert "LastMoverWins" not in said


@pytest.mark.parametrize("name", NAMED)
def test_every_error_about_such_a_game_says_its_name(name: str) -> None:
    for ask in (
        lambda game: solve(game, budget=1),
        lambda game: solve(game, method="vectors"),
        lambda game: solve(game).scores,
    ):
        with pytest.raises(ZermeloError) as error:
            ask(NAMED[name]())
        assert name in str(error.value)


def test_a_class_without_a_text_of_its_own_shows_its_name_and_no_address() -> None:
    class Plain(LastMoverWins):
        start = 3
        moves = staticmethod(take_three)  # type: ignore[assignment]

    assert repr(Plain()) == "<Plain>"
    assert repr(Sum(Plain())) == "Sum(<Plain>)"
    assert repr(Game.from_function(take_three, start=2)) == "<take_three>"
