"""A game that is played: the position, the moves, undo, the review."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from played_games import COINS, PLAYED, session_of
from random_games import (
    cyclic_games,
    difference_games,
    last_move_games,
    outcome_games,
    scored_cyclic_games,
    vector_games,
)
from zermelo import Game, LastMoverWins, Move, PayoffGame, solve
from zermelo.errors import BadInput, IllegalMove, Unavailable
from zermelo.faces.session import NO_MOVES, REPETITION, Choice, Session
from zermelo.games import (
    CatAndMouse,
    ConnectFour,
    DotsAndBoxes,
    Ends,
    Kalah,
    Nim,
    PlayersRow,
    PredictTheWinner,
    Subtraction,
    TicTacToe,
)

Picker = Callable[[Session], Choice]


def finish(session: Session, pick: Picker) -> Session:
    while not session.is_over:
        if session.is_human_turn:
            session.choose(str(pick(session).key))
        else:
            session.engine_move()
    return session


def gets(session: Session, player: int, totals: tuple[Any, ...]) -> Any:
    if isinstance(session.game, PayoffGame):
        return totals[player]
    return totals[player] - totals[1 - player]


def due(session: Session, player: int) -> Any:
    value = session.solution.value
    if isinstance(session.game, PayoffGame):
        return value[player]
    return value if player == 0 else -value


def names(session: Session) -> list[str]:
    return [choice.name for choice in session.choices]


# -- the position and the moves ------------------------------------------------------------------


def test_a_session_begins_at_the_start_with_every_move_and_its_worth() -> None:
    session = session_of(COINS)
    assert (session.state, session.player, session.totals) == ((0, 3), 0, (0, 0))
    assert session.is_human_turn
    assert [(c.key, c.name, c.value, c.outcome, c.best) for c in session.choices] == [
        (1, "left", -1, "loss", False),
        (2, "right", 5, "win", True),
    ]


def test_outcomes_come_with_plies_seen_by_the_mover() -> None:
    session = session_of(Subtraction(5, (1, 2, 3)))
    assert [(c.name, c.outcome, c.plies) for c in session.choices] == [
        ("take 1", "win", 3),
        ("take 2", "loss", 2),
        ("take 3", "loss", 2),
    ]


@pytest.mark.parametrize(
    ("game", "options", "scored"),
    [
        (COINS, {}, True),
        (Ends((0, 0)), {"method": "backward"}, True),
        (COINS, {"method": "alphabeta"}, True),
        (TicTacToe(), {"method": "backward"}, False),
        (TicTacToe(), {"method": "alphabeta"}, False),
        (Nim((1, 2)), {}, False),
        (PlayersRow.example_game(), {}, True),
        (DotsAndBoxes(1, 2), {"method": "pool-scores"}, True),
        (ConnectFour(2, 2, 2), {"engine": "compiled"}, False),
    ],
)
def test_a_game_is_scored_when_more_than_the_winner_is_at_stake(
    game: Game, options: dict[str, Any], scored: bool
) -> None:
    assert session_of(game, **options).is_scored is scored


def test_the_outcome_of_a_move_counts_the_totals_so_far() -> None:
    session = session_of(COINS)
    session.choose("right")
    session.engine_move()
    assert [(c.value, c.result, c.outcome) for c in session.choices] == [
        (2, 5, "win"),
        (-2, 1, "win"),
    ]


@pytest.mark.parametrize("text", ["2", "right", "RIGHT", "  right ", "r"])
def test_a_move_is_known_by_its_number_its_name_or_a_beginning(text: str) -> None:
    assert session_of(COINS).find(text).name == "right"


def test_an_arrow_can_be_typed_on_a_keyboard() -> None:
    assert session_of(Nim((1, 2, 3))).find("3->1").name == "3 → 1"


def test_numbers_in_names_are_the_numbers_to_type() -> None:
    session = session_of(Kalah(2, 2), human=(0, 1))
    session.choose("house 2")
    session.choose("house 1")
    session.choose("house 1")
    assert {choice.key: choice.name for choice in session.choices} == {1: "house 1", 2: "house 2"}
    column_one_full = solve(ConnectFour(2, 2, 2), start=(1, 3))
    assert [c.key for c in Session(column_one_full).choices] == [2]


def test_every_move_has_a_number_whatever_the_names_are() -> None:
    table = {"s": ["2", "2", "1"], "2": ["e"], "1": ["e"]}
    odd = LastMoverWins.from_function(
        lambda s: [Move(to, label=to) for to in table.get(s, ())], start="s"
    )
    session = session_of(odd)
    assert [session.find(str(key)).key for key in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.parametrize("text", ["", " ", "x", "0", "3", "-1", "left left"])
def test_what_is_no_move_is_refused_with_the_moves(text: str) -> None:
    with pytest.raises(IllegalMove, match="1 left, 2 right") as caught:
        session_of(COINS).choose(text)
    assert repr(text) in caught.value.given


def test_a_beginning_of_two_names_is_refused_with_both() -> None:
    with pytest.raises(IllegalMove, match="can mean 1 3 → 0, 2 3 → 1, 3 3 → 2"):
        session_of(Nim((3, 4))).choose("3-")


def test_a_board_as_a_name_stays_on_one_line() -> None:
    game = LastMoverWins.from_edges(
        {"a": {"b": 0}}, start="a", show=lambda state: f"{state}\n{state}"
    )
    assert names(session_of(game)) == ["b / b"]


def test_nobody_moves_out_of_turn_or_after_the_end() -> None:
    session = session_of(Ends((1, 2)), human=(1,))
    with pytest.raises(IllegalMove, match="played by the engine"):
        session.choose("left")
    session.engine_move()
    with pytest.raises(IllegalMove, match="played by a human"):
        session.engine_move()
    session.choose("left")
    assert (session.is_over, session.is_human_turn, session.choices) == (True, False, ())
    for late in (lambda: session.choose("left"), session.engine_move, session.hint):
        with pytest.raises(IllegalMove, match="the game is over: no moves are left"):
            late()


@pytest.mark.parametrize("human", [{2}, {-1}, {True}, {"0"}, 0, "0"])
def test_humans_are_players_of_the_game(human: Any) -> None:
    with pytest.raises(BadInput, match=r"0 … 1"):
        Session(solve(COINS), human)


def test_a_value_that_is_not_proven_stops_a_session_at_once() -> None:
    with pytest.raises(Unavailable):
        session_of(ConnectFour(), budget=50, method="alphabeta", engine="plain")


# -- the engine -----------------------------------------------------------------------------------


def test_a_winning_engine_wins_soonest() -> None:
    two_crosses_each = (0b000000011, 0b000011000)  # X to move: c1 wins at once
    session = Session(solve(TicTacToe()).at(two_crosses_each), human={1})
    turn = session.engine_move()
    assert (turn.choice.name, turn.choice.plies) == ("c1", 1)
    assert session.review().result == "X wins"


def test_a_losing_engine_fights_longest() -> None:
    session = session_of(Subtraction(21, (1, 2, 3)), human={0})
    while not session.is_over:
        session.choose(str(session.hint().key))
        if not session.is_over:
            longest = max(choice.plies or 0 for choice in session.choices)
            assert session.engine_move().choice.plies == longest
    assert len(session.turns) == session.solution.remoteness


def test_the_engine_plays_both_sides_as_the_solution_does() -> None:
    for game in (COINS, TicTacToe(), PlayersRow.example_game(), Kalah(2, 2)):
        session = finish(session_of(game, human=()), pick=lambda _: pytest.fail("nobody asks"))
        line = session.solution.play()
        assert tuple(turn.choice.move for turn in session.turns) == line.moves
        assert session.totals == line.totals
        assert session.review().mistakes == ()


def test_a_player_who_moves_again_is_asked_again() -> None:
    session = session_of(Kalah(2, 2), human=(0,))
    session.choose("house 1")
    assert session.player == 0
    assert session.is_human_turn


# -- undo -----------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_decision_of_a_human() -> None:
    session = session_of(COINS)
    session.choose("left")
    session.engine_move()
    assert session.undo().choice.name == "left"
    assert (session.state, session.player, session.totals, session.turns) == ((0, 3), 0, (0, 0), ())


def test_undo_opens_a_game_that_was_over() -> None:
    session = finish(session_of(COINS), pick=lambda s: s.choices[-1])
    session.undo()
    assert session.is_human_turn
    assert len(session.turns) == 2


def test_undo_forgets_how_often_a_position_stood() -> None:
    session = session_of(CatAndMouse.example_game(), human=(0, 1))
    finish(session, pick=lambda s: s.hint())
    assert session.ending is REPETITION
    session.undo()
    assert session.ending is None
    session.choose(str(session.hint().key))
    assert session.ending is REPETITION


def test_undo_without_a_human_move_is_refused() -> None:
    session = session_of(COINS, human=(1,))
    session.engine_move()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        session.undo()


# -- the review -----------------------------------------------------------------------------------


def test_the_report_says_what_was_given_away_in_points() -> None:
    session = finish(session_of(COINS), pick=lambda s: s.choices[0])
    review = session.review()
    assert (review.expected, review.ending) == ("first player wins by 5", NO_MOVES)
    first, second = review.mistakes
    assert (first.number, first.played, first.best, first.cost) == (1, "left", "right", 6)
    assert first.words == "cost 6: a win by 5 became a loss by 1"
    assert (second.number, second.cost) == (3, 8)
    assert review.result == "second player wins by 9, 8 – 17"
    assert "move 1, first player: left (best: right) cost 6" in str(review)


def test_the_report_says_what_was_given_away_in_words() -> None:
    session = session_of(TicTacToe())
    for text in ("a1", "b1"):
        session.choose(text)
        session.engine_move()
    session.undo()
    session.choose("b3")
    finish(session, pick=lambda s: s.hint())
    review = session.review()
    assert (review.expected, review.result, review.mistakes) == ("a draw", "a draw", ())
    nim = session_of(Nim((1, 2, 4)))
    nim.choose("4 → 2")
    assert [mistake.words for mistake in nim.review().mistakes] == ["turned a win into a loss"]


def test_the_report_of_many_players_counts_own_totals() -> None:
    session = session_of(PlayersRow.example_game(), human=(0, 2))
    session.choose("right")
    session.engine_move()
    session.choose("right")
    review = session.review()
    assert review.expected == "second player wins, 7 – 10 – 9"
    assert [m.words for m in review.mistakes] == ["cost 2: 7 became 5", "cost 2: 5 became 3"]
    assert review.humans == ("first player", "third player")


def test_a_report_before_the_end_says_what_best_play_would_do() -> None:
    session = session_of(COINS)
    session.choose("left")
    review = session.review()
    assert (review.ending, review.result) == (None, "second player wins by 1")
    assert "stopped after 1 move; best play from there: second player wins by 1" in str(review)


def test_a_tie_is_told_by_the_games_own_rule() -> None:
    session = finish(session_of(PredictTheWinner((2, 2))), pick=lambda s: s.hint())
    assert session.review().expected == "player 1 wins the tie"
    assert session.review().result == "player 1 wins the tie, 2 – 2"
    draw = finish(session_of(Ends((2, 2))), pick=lambda s: s.hint())
    assert draw.review().result == "a draw, 2 – 2"


def test_a_session_starts_anywhere() -> None:
    session = Session(solve(COINS).at((1, 3)), human={1})
    assert session.engine_move().choice.name == "right"
    finish(session, pick=lambda s: s.hint())
    assert session.review().expected == "player to move wins by 6"
    over = Session(solve(COINS).at((2, 1)))
    assert over.ending is NO_MOVES
    assert over.review().result == "a draw, 0 – 0"


def test_floats_within_the_tolerance_are_not_given_away() -> None:
    session = session_of(Ends((0.1, 0.2, 0.3), tolerance=1e-9))
    finish(session, pick=lambda s: s.hint())
    assert session.review().mistakes == ()
    assert session.review().result == "first player wins by 0.2, 0.4 – 0.2"


# -- repetition -----------------------------------------------------------------------------------


def test_a_position_that_stands_for_the_third_time_ends_the_game() -> None:
    session = finish(session_of(CatAndMouse.example_game()), pick=lambda s: s.hint())
    assert session.ending is REPETITION
    positions = [(1, 2, False), *(turn.choice.move.to for turn in session.turns)]
    assert positions.count(session.state) == 3
    assert session.totals == (0, 0)
    assert session.review().result == "a draw"
    assert str(session.review()).count("stood for the third time") == 1


def test_going_round_with_a_won_game_is_given_away_by_repetition() -> None:
    # a can win at once by d; b's only answer to a → b is to go back
    game = LastMoverWins.from_edges(
        {"a": ["b", "d"], "b": ["c"], "c": ["b2"], "b2": ["a"]}, start="a"
    )
    session = finish(session_of(game), pick=lambda s: s.choices[0])
    assert session.ending is REPETITION
    (mistake,) = session.review().mistakes
    assert (mistake.played, mistake.best) == ("b", "d")
    assert mistake.words == "turned a win into a draw by repetition"


def test_a_scored_game_that_goes_round_ends_with_its_totals() -> None:
    edges = {"s": {"a": 2}, "a": {"b": 0}, "b": {"a": 0, "end": 3}}
    session = finish(session_of(Game.from_edges(edges, start="s")), pick=lambda s: s.choices[0])
    review = session.review()
    assert (session.ending, session.totals) == (REPETITION, (2, 0))
    assert review.expected == "first player wins by 5"
    assert [m.words for m in review.mistakes] == [
        "cost 3: a win by 5 became a win by 2 by repetition"
    ]


# -- properties -----------------------------------------------------------------------------------

SOLVED = [solve(game) for game in PLAYED]
GAMES_OF_ALL_KINDS = st.one_of(
    difference_games(),
    outcome_games(),
    last_move_games(),
    vector_games(),
    cyclic_games(),
    scored_cyclic_games(),
).map(solve)


@given(st.sampled_from(SOLVED) | GAMES_OF_ALL_KINDS, st.randoms(use_true_random=False))
def test_a_perfect_human_is_never_said_to_give_anything_away(
    solution: Any, chance: random.Random
) -> None:
    players = len(Session(solution, ()).names)
    human = {chance.randrange(players)}
    session = finish(
        Session(solution, human),
        pick=lambda s: chance.choice([choice for choice in s.choices if choice.best]),
    )
    assert session.review().mistakes == ()
    for player in range(players):
        assert gets(session, player, session.totals) == due(session, player)


@given(st.sampled_from(SOLVED) | GAMES_OF_ALL_KINDS, st.randoms(use_true_random=False))
def test_a_random_human_never_gets_more_than_the_value_of_the_start(
    solution: Any, chance: random.Random
) -> None:
    player = chance.randrange(len(Session(solution, ()).names))
    session = Session(solution, {player})
    finish(session, pick=lambda s: chance.choice(s.choices))
    lost = due(session, player) - gets(session, player, session.totals)
    assert lost >= 0
    assert bool(session.review().mistakes) >= (lost > 0)
    if not isinstance(session.game, PayoffGame):
        assert sum(mistake.cost for mistake in session.review().mistakes) == lost


@given(st.sampled_from(SOLVED), st.randoms(use_true_random=False))
def test_undo_is_the_inverse_of_play(solution: Any, chance: random.Random) -> None:
    session = Session(solution, {0, 1})
    before = []
    for _ in range(6):
        if not session.is_human_turn:
            break
        before.append((session.state, session.player, session.totals, session.choices))
        session.choose(str(chance.choice(session.choices).key))
    for seen in reversed(before):
        session.undo()
        assert (session.state, session.player, session.totals, session.choices) == seen
