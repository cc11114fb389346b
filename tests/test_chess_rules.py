"""Chess endings: rule by rule, and their symmetries."""

from collections import Counter

import pytest

from chess_squares import BLACK, PIECES, WHITE, legal, small_boards
from zermelo import explore, solve
from zermelo.errors import BadInput
from zermelo.games import ChessEnding

pytestmark = pytest.mark.unmeasured


def on_board(text, size=8):
    """The state of, say, 'Ka1 Qb2 Ke6 0'."""
    *men, mover = text.split()
    return (*((int(man[2:]) - 1) * size + "abcdefgh".index(man[1]) for man in men), int(mover))


def places(game, text):
    return {move.label for move in game.moves(on_board(text, game.size))}


# -- chess, rule by rule -------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "start"), [("Q", "Ke1 Qd1 Ke8 0"), ("R", "Ke1 Ra1 Ke8 0")])
def test_the_men_start_where_a_game_of_chess_puts_them(kind, start):
    assert ChessEnding(kind).start == on_board(start)


@pytest.mark.parametrize("size", range(3, 12))
@pytest.mark.parametrize("kind", PIECES)
def test_the_start_is_legal_on_every_board(kind, size):
    game = ChessEnding(kind, size)
    king, piece, lone, mover = game.start
    places = [divmod(man, size) for man in (king, piece, lone)]
    assert legal(kind, (*places, mover))
    assert ChessEnding(kind, size, in_hand=True).start == (king, size * size, lone, mover)


def test_a_king_does_not_step_next_to_the_other_king():
    assert places(ChessEnding("R"), "Kd3 Ra1 Kd5 1") == {"Kc5", "Ke5", "Kc6", "Kd6", "Ke6"}
    assert "Kd4" not in places(ChessEnding("R"), "Kd3 Ra1 Kd5 0")


def test_a_king_does_not_step_back_along_the_line_of_a_check():
    assert places(ChessEnding("R"), "Kh1 Ra4 Kd4 1") == {"Kc3", "Kd3", "Ke3", "Kc5", "Kd5", "Ke5"}


def test_the_own_king_is_in_the_way_of_the_piece():
    game = ChessEnding("R")
    assert "Ra4" not in places(game, "Ka3 Ra1 Kh8 0")
    assert {"Ka6", "Kb6"} & places(game, "Ka3 Ra1 Kb5 1") == {"Ka6", "Kb6"}


def test_the_piece_does_not_take_the_king_nor_jump_over_it():
    labels = places(ChessEnding("Q"), "Ka1 Qd4 Kf5 0")
    assert {"Qe5", "Qh8"} <= labels
    assert {"Qf5", "Qg5"}.isdisjoint(labels)
    assert {"Qe4", "Qh4"} <= labels


def test_a_piece_is_taken_only_where_it_is_not_protected():
    game = ChessEnding("Q")
    assert "Kd4" in places(game, "Ka1 Qd4 Ke5 1")
    assert "Kd4" not in places(game, "Kc3 Qd4 Ke5 1")


def test_the_bare_kings_have_drawn():
    game = ChessEnding("Q")
    taken = on_board("Ka1 Qd4 Kd4 0")
    assert taken in {move.to for move in game.moves(on_board("Ka1 Qd4 Ke5 1"))}
    assert list(game.moves(taken)) == []
    assert game.payoff(taken) == 0


def test_mate_loses_and_stalemate_draws():
    game = ChessEnding("Q")
    mate, stalemate = on_board("Kf6 Qg7 Kg8 1"), on_board("Kf7 Qg6 Kh8 1")
    assert list(game.moves(mate)) == list(game.moves(stalemate)) == []
    assert (game.payoff(mate), game.payoff(stalemate)) == (-1, 0)


@small_boards
def test_white_always_has_a_move(kind, size):
    game = ChessEnding(kind, size)
    assert all(any(game.moves(state)) for state in game.positions() if state[3] == WHITE)


def test_a_piece_in_hand_is_dropped_on_any_free_square_as_a_move():
    game = ChessEnding("R", 4, in_hand=True)
    king, hand, lone, _ = game.start
    drops = {move.to for move in game.moves(game.start) if move.to[1] != hand}
    assert drops == {(king, to, lone, BLACK) for to in range(16) if to not in (king, lone)}
    waits = {move.to for move in game.moves(game.start)} - drops
    assert {to[1:] for to in waits} == {(hand, lone, BLACK)}
    assert all(move.to[1] == hand for move in game.moves((king, hand, lone, BLACK)))


def test_the_board_is_shown_with_the_last_rank_above():
    game = ChessEnding("R", 4, in_hand=True)
    assert game.show((1, 4, 15, BLACK)) == "· · · k\n· · · ·\nR · · ·\n· K · ·\nBlack to move"
    assert game.show((1, 16, 15, WHITE)) == (
        "· · · k\n· · · ·\n· · · ·\n· K · ·\nWhite to move, R in hand"
    )
    assert game.show((1, 15, 15, WHITE)) == "· · · k\n· · · ·\n· · · ·\n· K · ·\nWhite to move"


@pytest.mark.parametrize("bad", ["B", "q", "KQK", "", None, 5, ["Q"]])
def test_a_piece_that_is_neither_queen_nor_rook_is_refused(bad):
    with pytest.raises(BadInput, match=r"ChessEnding\.piece") as caught:
        ChessEnding(bad)
    assert caught.value.given == repr(bad)
    assert "queen or a rook" in caught.value.rule
    assert "'Q' or 'R'" in caught.value.fix


@pytest.mark.parametrize("bad", [2, 0, -1, 8.0, True, "8"])
def test_a_board_too_small_for_two_kings_is_refused(bad):
    with pytest.raises(BadInput, match=r"ChessEnding\.size.*at least 3"):
        ChessEnding("Q", bad)


@pytest.mark.parametrize("bad", [0, 1, None, "yes"])
def test_the_piece_is_in_hand_or_not(bad):
    with pytest.raises(BadInput, match=r"ChessEnding\.in_hand"):
        ChessEnding("Q", 8, bad)


# -- chess and its symmetries --------------------------------------------------------------------


def turned(size, state):
    """The position after a quarter turn of the board."""
    men = (divmod(man, size) if man < size * size else None for man in state[:3])
    return (
        *(size * size if man is None else man[1] * size + size - 1 - man[0] for man in men),
        state[3],
    )


def images(game, state):
    found = []
    for first in (state, game.mirror(state)):
        for _ in range(4):
            found.append(first)
            first = turned(game.size, first)
    return found


@pytest.mark.parametrize("game", [ChessEnding("R", 4, in_hand=True), ChessEnding("Q", 5)], ids=repr)
def test_the_canonical_position_is_the_least_of_its_eight_images(game):
    for state in explore(game).states:
        assert game.canonical(state) == min(images(game, state))


def test_the_eight_images_have_the_same_moves_value_and_plies():
    game = ChessEnding("R", 4, in_hand=True)
    solution = solve(game)
    for state in explore(game).states:
        least = game.canonical(state)
        assert solution.value_of(state) == solution.value_of(least)
        assert solution.at(state).remoteness == solution.at(least).remoteness
        moves, twins = game.moves(state), game.moves(least)
        assert Counter(game.canonical(move.to) for move in moves) == Counter(
            game.canonical(move.to) for move in twins
        )
