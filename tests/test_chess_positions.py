"""Chess endings: every position against brute force by ranks and files, and the whole board."""

from collections import Counter
from functools import cache
from itertools import chain, product

import pytest

from chess_squares import BLACK, PIECES, WHITE, legal, near, sees, small_boards
from zermelo import explore, solve
from zermelo.games import ChessEnding

pytestmark = pytest.mark.unmeasured


def squares(size):
    return list(product(range(size), repeat=2))


def flights(kind, size, position):
    """The squares that the lone king may go to."""
    king, piece, lone, _ = position
    return {
        to
        for to in squares(size)
        if to != lone
        and near(to, lone)
        and not near(to, king)
        and not sees(kind, piece, to, {king})
    }


def replies(kind, size, position):
    king, piece, lone, mover = position
    if mover == BLACK:
        return {(king, piece, to, WHITE) for to in flights(kind, size, position)}
    kings = {
        (to, piece, lone, BLACK)
        for to in squares(size)
        if near(to, king) and to not in (king, piece) and not near(to, lone)
    }
    slides = {
        (king, to, lone, BLACK)
        for to in squares(size)
        if to not in (king, lone) and sees(kind, piece, to, {king, lone})
    }
    return kings | slides


@cache
def legal_positions(kind, size):
    men = product(squares(size), repeat=3)
    turns = ((*placed, mover) for placed in men for mover in (WHITE, BLACK))
    return {position for position in turns if legal(kind, position)}


@cache
def brute_force(kind, size):
    """Position → (value, plies) of all that are won or lost, one more ply in each round."""
    after = {place: replies(kind, size, place) for place in legal_positions(kind, size)}
    settled, plies = {}, 0
    fresh = {
        place: (-1, 0)
        for place, to in after.items()
        if not to and place[3] == BLACK and sees(kind, place[1], place[2], {place[0]})
    }
    while fresh:
        settled |= fresh
        plies += 1
        fresh = {}
        for place in after.keys() - settled.keys():
            values = [settled.get(to, (0, 0))[0] for to in after[place]]
            if -1 in values:
                fresh[place] = (1, plies)
            elif values and set(values) == {1}:
                fresh[place] = (-1, plies)
    return settled


def state_of(size, position):
    *men, mover = position
    return (*(rank * size + file for rank, file in men), mover)


@small_boards
def test_the_positions_are_the_legal_ones(kind, size):
    found = list(ChessEnding(kind, size).positions())
    assert len(found) == len(set(found))
    assert set(found) == {state_of(size, place) for place in legal_positions(kind, size)}


@small_boards
def test_every_position_has_the_moves_of_the_rules_by_rank_and_file(kind, size):
    game = ChessEnding(kind, size)
    for place in legal_positions(kind, size):
        moves = [move.to for move in game.moves(state_of(size, place))]
        assert len(moves) == len(set(moves))
        assert set(moves) == {state_of(size, to) for to in replies(kind, size, place)}


@small_boards
def test_every_position_has_the_outcome_and_the_plies_of_the_brute_force(kind, size):
    solution = solve(ChessEnding(kind, size, in_hand=True))
    settled = brute_force(kind, size)
    for place in legal_positions(kind, size):
        value, plies = settled.get(place, (0, None))
        state = state_of(size, place)
        assert solution.value_of(state) == value
        assert solution.at(state).remoteness == plies


@pytest.mark.parametrize(("kind", "size", "unreached"), [("Q", 4, 0), ("Q", 5, 0), ("R", 4, 16)])
def test_play_from_the_start_reaches_every_position_that_has_a_last_move(kind, size, unreached):
    game = ChessEnding(kind, size)
    everything = legal_positions(kind, size)
    preceded = set(chain.from_iterable(replies(kind, size, place) for place in everything))
    reached = explore(game).index
    assert len(everything - preceded) == unreached
    assert all(state_of(size, place) in reached for place in everything & preceded)
    assert not any(state_of(size, place) in reached for place in everything - preceded)


# -- chess on the whole board --------------------------------------------------------------------


@pytest.fixture(scope="module", params=PIECES)
def table(request):
    """(piece, outcomes): how many of all legal positions have which mover, value and plies.

    White's king is looked for on one of the eight triangles of the board; 8, or 4 on a diagonal,
    are the images of its square.
    """
    game = ChessEnding(request.param, 8, in_hand=True)
    solution = solve(game)
    outcomes = Counter()
    positions = list(game.positions())
    for state in positions:
        rank, file = divmod(state[0], 8)
        if rank <= file < 4:
            found = (state[3], solution.value_of(state), solution.remoteness_of(state))
            outcomes[found] += 4 if rank == file else 8
    assert outcomes.total() == len(positions)
    return request.param, outcomes


def on_the_triangle(kind):
    """(weight, position): White's king on a1 b1 c1 d1 b2 c2 d2 c3 d3 d4 stands for all squares."""
    for rank in range(4):
        for file in range(rank, 4):
            for piece, lone, mover in product(squares(8), squares(8), (WHITE, BLACK)):
                place = ((rank, file), piece, lone, mover)
                if legal(kind, place):
                    yield 4 if rank == file else 8, place


@cache
def counted(kind):
    """How many positions each player is to move in, and in how many of Black's it is a draw."""
    movers, drawn = Counter(), 0
    for weight, place in on_the_triangle(kind):
        movers[place[3]] += weight
        if place[3] == BLACK:
            free = flights(kind, 8, place)
            stale = not free and not sees(kind, place[1], place[2], {place[0]})
            drawn += weight * (stale or place[1] in free)
    return movers[WHITE], movers[BLACK], drawn


def has_a_last_move(kind, place):
    """Whether some move of White leads to a position with Black to move."""
    king, piece, lone, _ = place
    by_king = (
        legal(kind, (square, piece, lone, WHITE))
        for square in squares(8)
        if square != king and near(square, king)
    )
    by_piece = (
        sees(kind, square, piece, {king, lone}) and legal(kind, (king, square, lone, WHITE))
        for square in squares(8)
    )
    return any(by_piece) or any(by_king)


@pytest.mark.parametrize(("kind", "count"), [("Q", 0), ("R", 48)])
def test_no_move_can_have_given_some_checks_of_the_rook(kind, count):
    given = (pair for pair in on_the_triangle(kind) if pair[1][3] == BLACK)
    assert sum(weight for weight, place in given if not has_a_last_move(kind, place)) == count


def test_all_legal_positions_of_the_whole_board_are_counted(table):
    kind, outcomes = table
    movers = Counter()
    for (mover, _, _), count in outcomes.items():
        movers[mover] += count
    assert (movers[WHITE], movers[BLACK]) == counted(kind)[:2]
    assert (
        movers
        == {
            "Q": {WHITE: 144_508, BLACK: 223_944},
            "R": {WHITE: 175_168, BLACK: 223_944},
        }[kind]
    )


def test_white_to_move_always_wins_on_the_whole_board(table):
    _, outcomes = table
    assert {value for mover, value, _ in outcomes if mover == WHITE} == {1}


def test_black_to_move_draws_by_stalemate_or_by_taking_at_once_and_loses_else(table):
    kind, outcomes = table
    values = Counter()
    for (mover, value, _), count in outcomes.items():
        values[value] += count if mover == BLACK else 0
    assert values[0] == counted(kind)[2]
    assert (
        values == {"Q": {0: 23_048, -1: 200_896, 1: 0}, "R": {0: 22_244, -1: 201_700, 1: 0}}[kind]
    )


def test_the_queen_mates_in_ten_moves_at_most_and_the_rook_in_sixteen(table):
    kind, outcomes = table
    longest = {
        mover: max(
            (plies or 0, count) for (who, _, plies), count in outcomes.items() if who == mover
        )
        for mover in (WHITE, BLACK)
    }
    assert (
        longest
        == {
            "Q": {WHITE: (19, 8), BLACK: (20, 56)},
            "R": {WHITE: (31, 916), BLACK: (32, 3_056)},
        }[kind]
    )
