"""Chess endings and Awari, each beside its rules written a second time in another form.

The references here know squares by rank and file, and houses by player and place; their values
come from rounds over all positions until nothing changes.
"""

from collections import Counter
from functools import cache
from itertools import chain, cycle, islice, product

import pytest

from zermelo import explore, solve
from zermelo.errors import BadInput
from zermelo.games import Awari, ChessEnding

pytestmark = pytest.mark.unmeasured

WHITE, BLACK = 0, 1
PIECES = ("Q", "R")


# -- chess by ranks and files --------------------------------------------------------------------


def near(one, two):
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) <= 1


def sees(kind, here, there, screens):
    """Whether a queen or rook goes from here to there in a straight line past no screen."""
    up, right = there[0] - here[0], there[1] - here[1]
    slanted = up != 0 and right != 0
    if here == there or (slanted and (kind == "R" or abs(up) != abs(right))):
        return False
    steps = max(abs(up), abs(right))
    line = {(here[0] + up * k // steps, here[1] + right * k // steps) for k in range(1, steps)}
    return line.isdisjoint(screens)


def squares(size):
    return list(product(range(size), repeat=2))


def legal(kind, position):
    king, piece, lone, mover = position
    if near(king, lone) or piece in (king, lone):
        return False
    return mover == BLACK or not sees(kind, piece, lone, {king})


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


def on_board(text, size=8):
    """The state of, say, 'Ka1 Qb2 Ke6 0'."""
    *men, mover = text.split()
    return (*((int(man[2:]) - 1) * size + "abcdefgh".index(man[1]) for man in men), int(mover))


def places(game, text):
    return {move.label for move in game.moves(on_board(text, game.size))}


SMALL = [("Q", 3), ("R", 3), ("Q", 4), ("R", 4), ("R", 5)]
small_boards = pytest.mark.parametrize(("kind", "size"), SMALL)


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


# -- Awari by players and houses -----------------------------------------------------------------


def sown(size, board, player, house):
    """(captured, board) after one move; a board maps (player, house) to seeds."""
    board = dict(board)
    order = [(who, k) for who in (player, 1 - player) for k in range(size)]
    here = order.index((player, house))
    others = order[here + 1 :] + order[:here]
    path = list(islice(cycle(others), board[player, house]))
    board[player, house] = 0
    for place in path:
        board[place] += 1
    captured = 0
    who, k = path[-1]
    while who != player and k >= 0 and board[who, k] in (2, 3):
        captured += board[who, k]
        board[who, k] = 0
        k -= 1
    return captured, board


def options(size, board, player):
    """The moves of a player: those that feed a starving opponent, if there are any."""
    full = [k for k in range(size) if board[player, k] > 0]
    outcomes = [sown(size, board, player, k) for k in full]
    if not any(board[1 - player, k] for k in range(size)):
        feeding = [
            outcome
            for k, outcome in zip(full, outcomes, strict=True)
            if board[player, k] > size - 1 - k
        ]
        return feeding or outcomes
    return outcomes


def awari_rules(size, seeds):
    """(board, player) → [(captured, next board and player)] for all that play can reach."""
    first = {(who, k): seeds for who in (0, 1) for k in range(size)}
    rules, todo = {}, [(frozenset(first.items()), 0)]
    while todo:
        node = todo.pop()
        if node not in rules:
            moves = options(size, dict(node[0]), node[1])
            rules[node] = [(won, (frozenset(to.items()), 1 - node[1])) for won, to in moves]
            todo += [to for _, to in rules[node]]
    return rules


def seeds_left(node):
    return sum(count for _, count in node[0])


def awari_values(size, seeds):
    """(board, player) → value to the mover: fewer seeds first; with so many seeds, cut play off
    after 0, 1, 2, … moves without a capture until nothing changes.
    """
    rules, values = awari_rules(size, seeds), {}
    for left in range(2 * size * seeds + 1):
        layer = [node for node in rules if seeds_left(node) == left]
        now = {node: 0 if rules[node] else -left for node in layer}
        before = None
        while now != before:
            before, known = now, values | now
            now = {
                node: max((won - known[to] for won, to in rules[node]), default=-left)
                for node in layer
            }
        values |= now
    return values


def from_the_seat(size, node):
    board, player = dict(node[0]), node[1]
    return tuple(board[who, k] for who in (player, 1 - player) for k in range(size))


@pytest.mark.parametrize(
    ("size", "seeds", "value"),
    [
        (1, 1, 2),
        (1, 2, 0),
        (1, 3, 0),
        (2, 1, 0),
        (2, 2, 8),
        (2, 3, 0),
        (2, 4, 1),
        (3, 1, 0),
        (3, 2, 3),
    ],
)
def test_awari_has_the_values_of_play_that_is_cut_off_ever_later(size, seeds, value):
    solution = solve(Awari(size, seeds))
    assert solution.value == value
    game = Awari(size, seeds)
    rules, values = awari_rules(size, seeds), awari_values(size, seeds)
    open_nodes = [node for node, moves in rules.items() if moves]
    found = {state for state in explore(game).states if any(game.moves(state))}
    assert found == {from_the_seat(size, node) for node in open_nodes}
    for node in open_nodes:
        assert solution.value_of(from_the_seat(size, node)) == values[node]


@pytest.mark.parametrize(("houses", "seeds"), [(2, 3), (3, 1), (3, 2)])
def test_awari_goes_round_and_is_solved_by_thresholds_and_proved(houses, seeds):
    solution = solve(Awari(houses, seeds))
    assert solution.plan.method == "thresholds"
    assert solution.prove().value == solution.value


def test_two_full_houses_of_two_are_swept_by_the_first_player():
    solution = solve(Awari(2, 2))
    assert solution.scores == (8, 0)


# -- Awari, rule by rule -------------------------------------------------------------------------


def sow(state, house):
    game = Awari(len(state) // 2)
    (move,) = (move for move in game.moves(state) if move.label == f"house {house}")
    return move.to, move.gain


def test_seeds_are_sown_counter_clockwise_from_house_to_house():
    assert sow((4, 0, 1, 5, 5, 5), 1) == ((6, 6, 5, 0, 1, 2), 0)


def test_the_house_of_origin_is_left_empty_on_every_lap():
    assert sow((5, 0, 2, 5), 1) == ((4, 6, 0, 2), 0)
    assert sow((0, 8, 1, 1), 2) == ((4, 4, 2, 0), 0)


def test_a_last_seed_that_makes_two_or_three_captures_them():
    assert sow((0, 1, 1, 4), 2) == ((0, 4, 0, 0), 2)
    assert sow((0, 1, 2, 4), 2) == ((0, 4, 0, 0), 3)
    assert sow((0, 1, 3, 4), 2) == ((4, 4, 0, 0), 0)
    assert sow((0, 1, 0, 4), 2) == ((1, 4, 0, 0), 0)


def test_a_capture_goes_back_while_houses_of_the_other_row_hold_two_or_three():
    assert sow((0, 0, 3, 1, 2, 1), 3) == ((0, 0, 0, 0, 0, 0), 7)
    assert sow((0, 0, 3, 2, 3, 1), 3) == ((3, 4, 0, 0, 0, 0), 2)
    assert sow((0, 2, 2, 1, 1, 4), 3) == ((0, 0, 4, 0, 2, 0), 4)


def test_nothing_is_captured_in_the_own_row():
    assert sow((1, 1, 5, 5), 1) == ((5, 5, 0, 2), 0)


def test_a_capture_of_the_whole_row_counts_and_the_rest_follows():
    assert sow((4, 1, 1, 0), 2) == ((0, 0, 0, 0), 2 + 4)


def test_a_player_without_seeds_leaves_the_rest_to_the_other():
    game = Awari(2)
    assert list(game.moves((0, 0, 4, 1))) == []
    assert game.payoff((0, 0, 4, 1)) == -5


def test_a_player_without_seeds_is_fed_if_possible():
    game = Awari(3)
    assert [move.label for move in game.moves((1, 2, 0, 0, 0, 0))] == ["house 2"]
    assert [move.label for move in game.moves((1, 1, 0, 0, 0, 0))] == ["house 1", "house 2"]
    assert [move.label for move in game.moves((1, 2, 0, 0, 1, 0))] == ["house 1", "house 2"]


def test_who_cannot_feed_keeps_the_rest():
    assert sow((1, 1, 0, 0, 0, 0), 1) == ((0, 0, 0, 0, 0, 0), 2)


def test_awari_is_shown_from_the_movers_seat():
    assert Awari(3).show((1, 2, 3, 4, 5, 10)) == "10  5  4\n 1  2  3"
