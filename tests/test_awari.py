"""Awari: values against play by players and houses, and rule by rule."""

from itertools import cycle, islice

import pytest

from zermelo import explore, solve
from zermelo.games import Awari

pytestmark = pytest.mark.unmeasured


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
