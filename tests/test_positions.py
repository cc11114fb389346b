"""Games know their positions: what is none is refused everywhere, what is never reached says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from zermelo import Game, Move, OwnTotals, Sum, explore, solve
from zermelo.errors import BadInput, RulesError, UnknownState
from zermelo.faces.cli import main
from zermelo.games import GAMES, find
from zermelo.model.game import declares

NONE_OF_THESE = ["nonsense", None, -1, 1.5, (-1,), (1, 2, 3, 4, "x"), True, ((0,),), [1]]

IMPOSSIBLE: list[tuple[str, tuple[Any, ...], list[Any]]] = [
    ("ends", ((5, 3, 7),), [(-1, 2), (0, 3), (2, 0), (0, 1, 2), (1, True)]),
    ("balanced ends", ((2, 1, 3, 2),), [(2, 3), (4, 3)]),
    ("stone game v", ((6, 2, 3),), [(1, 0)]),
    ("front", ((1, 2, 3), 2), [-1, 4]),
    ("stone game ii", ((2, 7, 9),), [(4, 1), (0, 0), (-1, 1)]),
    ("rows", (((1, 2), (1, 2)), (False, True)), [((0, 1),), ((0, 2), (0, 1)), ((0, 1), (1, 1))]),
    ("stone game vi", ((1, 3), (2, 1)), [4, -1]),
    ("stone game viii", ((-1, 2, -3),), [0, 4]),
    ("stone game ix", ((2, 1),), [(0, 2, 0, 0), (0, 0, 1, 0), (0, 1, 1)]),
    ("divisor", (6,), [0, -3]),
    ("subtraction", (21, (1, 2)), [-3]),
    ("nim", ((3, 4),), [(-1, 2), (1.5,)]),
    ("misère nim", ((3, 4),), [(-1, 2)]),
    ("turning turtles", (5,), [8, -1]),
    ("wythoff", (3, 5), [(-1, 5), (1,)]),
    ("chomp", (2, 3), [(2, 3), (0, 0), (4, 1), (1,)]),
    ("can i win", (4, 6), [16, -1]),
    ("dots and boxes", (1, 1), [16]),
    ("tic-tac-toe", (3, 3, 3), [(3, 3), (7, 0), (0, 3), (512, 0), (0b111, 0b111000)]),
    ("connect four", (3, 3, 3), [(0, 2), (1, 0), (0, 8), (0, 3), (0, 1 << 12), (3, 3)]),
    ("kalah", (2, 2), [(9, 0, 0, 0), (1, 1, 1), (-1, 1, 1, 1)]),
    ("awari", (2, 2), [(9, 0, 0, 0), (1, 1, 1)]),
    ("token on a graph", (((1,), ()), 0), [2]),
    ("no revisit", (((1,), (0,)), 0), [(1, 1), (0, 5), (2, 4)]),
    ("cat and mouse", (((1, 2), (0, 2), (0, 1)),), [(1, 0, False), (3, 1, False), (1, 2, 2)]),
    ("chess ending", ("R", 4), [(0, 5, 1, 0), (0, 0, 10, 0), (0, 10, 10, 1), (0, 16, 10, 0),
                                (0, 8, 10, 0), (0, 5, 10, 2)]),
]  # fmt: skip


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_game_of_the_catalogue_knows_its_positions(kind: Any) -> None:
    game = kind.example_game()
    assert declares(game, "impossible")
    graph = explore(game, budget=3_000)
    assert [game.impossible(state) for state in graph.states if game.impossible(state)] == []
    for state in NONE_OF_THESE:
        if state not in graph.states:
            with pytest.raises((BadInput, RulesError)):
                solve(game, start=state)


@pytest.mark.parametrize(("name", "given", "states"), IMPOSSIBLE, ids=lambda part: str(part)[:20])
def test_what_cannot_be_is_refused_as_a_start_and_wherever_it_is_asked_about(
    name: str, given: tuple[Any, ...], states: list[Any]
) -> None:
    game = find(name)(*given)
    solution = solve(game)
    for state in states:
        with pytest.raises(BadInput, match="no position of this game") as caught:
            solve(game, start=state)
        assert repr(state) in caught.value.given
        assert repr(game.start) in caught.value.fix
        for ask in (
            solution.value_of,
            solution.at,
            solution.best_moves,
            solution.options,
            solution.outcome_of,
            solution.remoteness_of,
            solution.nimber_of,
            solution.scores_of,
        ):
            with pytest.raises(UnknownState, match="no position"):
                ask(state)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ends", "5", "3", "7", "--from", "-1,2"], "places 0 … 2"),
        (["tic-tac-toe", "--from", "3,3"], "one square"),
        (["connect-four", "4", "4", "--from", "0,2"], "from the bottom"),
        (["nim", "3", "4", "--from", "-1,2"], "negative"),
    ],
    ids=lambda part: part[0] if isinstance(part, list) else "",
)
def test_the_program_refuses_what_cannot_be(words: list[str], said: str) -> None:
    for command in ("solve", "play"):
        result = CliRunner().invoke(main, [command, *words], input="quit\n")
        assert result.exit_code == 2, result.output
        assert said in result.output
        assert "--from" in result.output


def test_a_position_that_play_never_comes_to_says_so() -> None:
    game = find("subtraction")(20, (2, 4))
    odd = solve(game, start=7, method="backward")
    assert odd.is_reached is False
    assert "play from 20 never comes here" in str(odd)
    even = solve(game, start=8)
    assert even.is_reached
    assert "never comes here" not in str(even)
    assert solve(game).is_reached
    assert solve(game).at(6).is_reached
    result = CliRunner().invoke(main, ["solve", "subtraction", "20", "2,4", "--from", "7"])
    assert "play from 20 never comes here" in result.output


def test_whether_play_comes_to_a_position_is_not_claimed_where_nobody_looked() -> None:
    far = solve(find("nim")((40, 40, 40, 40)), start=(39, 40, 41))
    assert far.is_reached is None
    assert "never comes here" not in str(far)


class Clock(Game):
    """A user's own hook: hours from 0 to 11."""

    start = 3

    def moves(self, state: int) -> Iterator[Move]:
        if state:
            yield Move(state - 1, gain=state)

    def impossible(self, state: int) -> Any:
        return None if 0 <= state < 12 else "hours are 0 … 11"


def test_a_users_own_hook_is_asked() -> None:
    assert solve(Clock(), start=11).value == 6
    for game, state in (
        (Clock(), 12),
        (Sum(Clock(), Clock()), (3, 12)),
        (OwnTotals(Clock()), (12, 0)),
    ):
        with pytest.raises(BadInput, match="hours are 0 … 11"):
            solve(game, start=state)
    with pytest.raises(BadInput, match="another form"):
        solve(Clock(), start="noon")


def test_a_hook_that_says_something_else_or_refuses_the_start_is_told() -> None:
    class Wrong(Clock):
        def impossible(self, state: int) -> Any:
            return True

    class Late(Clock):
        start = 20

    with pytest.raises(RulesError, match="or None when it is one"):
        solve(Wrong())
    with pytest.raises(RulesError, match="the start is a position"):
        solve(Late())
