"""What the prompt prints can be given back to it; nimbers and tables are where they are known."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from prompt_runs import refused, told, typed
from zermelo import Game, LastMoverWins, Move, explore
from zermelo.errors import BadInput
from zermelo.faces.cli.encodings import in_ascii
from zermelo.faces.cli.positions import position_of
from zermelo.faces.coordinates import framed
from zermelo.faces.plain import plain
from zermelo.faces.spelling import value_of, words_of
from zermelo.games import GAMES, ChessEnding, ConnectFour, Ends, PieceEnding, TicTacToe, find
from zermelo.model.game import state_text

# -- nimbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "nimber"),
    [("nim 3 4", 7), ("kayles 7", 2), ("nim 1 1", 0), ("octal 5 code=0.137", 3)],
)
def test_a_nimber_that_is_known_is_a_headline(words: str, nimber: int) -> None:
    text = told("solve", *words.split())
    assert f"nimber  {nimber}\n" in text
    assert json.loads(told("solve", *words.split(), "--json"))["nimber"] == nimber


def test_a_nimber_that_is_not_known_is_left_out() -> None:
    assert "nimber" not in told("solve", "tic-tac-toe", "2", "2")
    assert "nimber" not in told("explain", "tic-tac-toe", "2", "2")


def test_explain_has_the_nimber_of_every_move_and_of_the_position() -> None:
    text = told("explain", "nim", "1", "3")
    assert "✓ 3 → 1: leaves a loss (P), nimber 0" in text
    assert "3 → 0: leaves a win (N), nimber 1" in text
    assert "mex{0, 1, 3} = 2 = 1 XOR 3" in text
    assert "no moves: mex{} = 0" in told("explain", "nim", "1", "3", "--state", "no heap")


def test_the_table_has_the_nimber_of_every_position() -> None:
    rows = [line.split() for line in told("solve", "nim", "1", "2", "--table").splitlines()[9:]]
    assert rows == [
        ["position", "shown", "value", "nimber"],
        ["1,2", "1", "+", "2", "1", "3"],
        ["2", "2", "1", "2"],
        ["1", "1", "1", "1"],
        ["1,1", "1", "+", "1", "−1", "0"],
        ["()", "no", "heap", "−1", "0"],
    ]


# -- tables --------------------------------------------------------------------------------------


def test_json_with_a_table_has_the_table() -> None:
    table = json.loads(told("solve", "nim", "1", "2", "--json", "--table"))["table"]
    assert table[0] == {"state": [1, 2], "shown": "1 + 2", "value": 1, "nimber": 3}
    assert len(table) == 5
    assert json.loads(told("solve", "nim", "1", "2", "--json"))["table"] is None


def test_json_has_all_states_where_the_terminal_has_the_first() -> None:
    table = json.loads(told("solve", "tic-tac-toe", "--json", "--table"))["table"]
    assert len(table) == 5_478
    assert "… 5,438 more; --json has them all" in told("solve", "tic-tac-toe", "--table")


def test_json_with_all_lines_has_the_lines() -> None:
    plays = json.loads(told("solve", "ends", "1", "2", "1", "--json", "--all"))["plays"]
    assert plays == {"count": 2, "lines": [["left", "left", "left"], ["right", "right", "left"]]}


def test_boards_of_a_table_stand_apart_with_their_value() -> None:
    text = told("solve", "tic-tac-toe", "2", "2", "--table")
    assert "\n0,1  value 0\n" in text


# -- positions -----------------------------------------------------------------------------------


SMALL = {  # where the example has too many positions to print each for every question
    "ConnectFour": ConnectFour(3, 3),
    "TicTacToe": TicTacToe(2, 3),
    "ChessEnding": ChessEnding("R", 3),
    "PieceEnding": PieceEnding("KRK", 3),
}


def some_states(game: Game) -> list[Any]:
    states = explore(game, budget=3_000).states
    return [states[place * (len(states) - 1) // 7] for place in range(8)]


def means(text: str, game: Game, state: Any) -> bool:
    """Whether the text is the state, or is refused because others print as it does."""
    try:
        return bool(position_of(text, game, "--from") == state)
    except BadInput as error:
        return "it can mean" in error.rule


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)
def test_a_position_is_accepted_as_it_is_printed(kind: Any) -> None:
    game = SMALL.get(kind.__name__) or kind.example_game()
    for state in some_states(game):
        for text in (words_of(state), json.dumps(plain(state)), repr(state)):
            assert means(text, game, state), text
    assert means(str(game.show(state)), game, state)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)
def test_the_words_of_a_table_mean_its_positions(kind: Any) -> None:
    game = kind.example_game()
    for state in some_states(game):
        assert position_of(words_of(state), game, "--from") == state


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("ends 5 3 7 10", "[3, 7]"),
        ("nim 3 4", "3 + 3"),
        ("turning-turtles", "HHHTT"),
        ("chomp", "x□"),
        ("cat-and-mouse", "[1, 5, true]"),
        ("cat-and-mouse", "mouse 1, cat 5, cat to move"),
        ("rows 1,2:3", "0,0:0,0"),
        ("rows 1,2:3", "[[0, 0], [0, 0]]"),
        ("tic-tac-toe", "· · ·\n· · ·\nX · ·"),
        ("tic-tac-toe", "    · · · / · · · / X · ·"),
        ("tic-tac-toe", ". . .\n. . .\nX . ."),
        ("tic-tac-toe", "1 . . .\n2 . . .\n3 X . .\n  a b c"),
        ("chomp", "x#"),
        ("quixo", "1 O ·\n2 · ·\n  a b"),
    ],
)
def test_from_and_state_take_what_is_printed(game: str, text: str) -> None:
    assert "player to move" in told("solve", *game.split(), "--from", text)
    assert "This position" in told("explain", *game.split(), "--state", text)


def test_a_text_that_two_positions_share_is_refused_with_both() -> None:
    text = refused("solve", "ends", "7", "1", "7", "--from", "[7]")
    assert "(2, 2) or (0, 0)" in text
    assert "e.g. 2,2" in text


def test_the_words_of_a_state_mean_it_whatever_the_game_shows_in_the_same_words() -> None:
    """The state (0, 1), and what the coins 2 and 3 show."""
    for text in ("0,1", "(0, 1)", "[0, 1]"):
        done = typed("solve", "ends", "1", "2", "0", "1", "--from", text, "--json")
        assert json.loads(done.stdout)["start"] == [0, 1]
        assert ("the game shows 2,3 in the same words" in done.stderr) is (text[0] == "[")


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)
def test_what_json_prints_of_a_position_is_read_as_it(kind: Any) -> None:
    """What `state` holds is always that state; what `shown` holds, unless two share the words."""
    game = SMALL.get(kind.__name__) or kind.example_game()
    read = partial(position_of, game=game, option="--from", states_first=True)
    states = explore(game, budget=3_000).states
    shown = [state_text(game, state) for state in states]
    words = {json.dumps(plain(state)) for state in states}
    for place in range(0, len(states), 1 + len(states) // 8):
        for text in (json.dumps(plain(states[place])), words_of(states[place])):
            assert read(text) == states[place]
        if shown.count(shown[place]) == 1 and shown[place] not in words:
            assert read(shown[place]) == states[place]


def test_numbers_that_a_game_shows_are_not_taken_for_others() -> None:
    double = LastMoverWins.from_function(
        lambda n: [n - 1] if n else [], start=8, show=lambda n: str(2 * n)
    )
    assert position_of("14", double, "--from") == 7
    with pytest.raises(BadInput, match=r"it can mean 2.* in brackets, e\.g\. '\(4\)'"):
        position_of("4", double, "--from")
    assert position_of("(2)", double, "--from") == 2
    assert position_of("(4)", double, "--from") == 4


def test_a_printed_position_of_a_game_too_large_to_look_through_is_refused() -> None:
    text = refused("solve", "turning turtles", "2000", "--from", "HHTTHHTTHHT", "--budget", "50")
    assert "there are more than 50" in text


def test_numbers_that_a_game_prints_are_read_however_large_the_game_is() -> None:
    told_so = told("solve", "nim", "9", "9", "9", "--from", "3 + 3+3", "--budget", "50")
    assert "best    3 → 0" in told_so


def test_a_drawn_position_of_a_game_of_any_size_is_read_by_the_game() -> None:
    """Connect Four 7×6 has 4.5·10¹² positions: none of them is looked through."""
    game = ConnectFour(7, 6)
    state = next(iter(game.moves(game.start))).to
    for text in (game.show(state), framed(game, game.show(state)), in_ascii(game.show(state))):
        assert position_of(text, game, "--from") == state
    with pytest.raises(BadInput, match="a disc hangs in the air"):
        position_of(game.show(state).replace("X", "·").replace("·", "X", 1), game, "--from")


def test_dots_and_boxes_are_read_as_they_are_drawn() -> None:
    assert "value   1" in told("solve", "dots-and-boxes", "1", "1", "--from", "•──•\n│  │\n•  •")
    assert "half a line" in refused("solve", "dots-and-boxes", "1", "1", "--from", "+- +\n\n+  +")
    assert "has 'x' as letter 3" in refused(
        "solve", "dots-and-boxes", "1", "1", "--from", "+ x+\n\n+  +"
    )
    assert "has 3 lines" in refused("solve", "dots-and-boxes", "1", "1", "--from", "+  +")


def test_states_of_any_kind_are_spelled_so_that_they_are_read_back() -> None:
    for state in (0, (1, 2), ((1, 2), (3,)), "a", ("a", 1), (True, 1), (), (5,), ((1,),), -3):
        read = value_of(words_of(state))
        assert read == state or (read,) == state
    assert words_of(frozenset({1})) == "frozenset({1})"


def test_states_that_only_python_can_write_are_found_as_they_are_printed() -> None:
    start = frozenset({1, 2, 3})
    game = Game.from_function(lambda s: [Move(s - {k}, gain=k) for k in sorted(s)], start=start)
    assert position_of("frozenset({2, 3})", game, "--from") == frozenset({2, 3})
    assert position_of("[2, 3]", game, "--from") == frozenset({2, 3})


def test_the_words_of_the_catalogue_are_as_the_page_says() -> None:
    assert position_of("1,3", Ends((5, 3, 7, 10)), "--from") == (1, 3)
    assert position_of("5", find("kayles")((7,)), "--from") == (5,)
