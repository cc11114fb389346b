"""Known results: problem statements, lines on a board, dots and boxes, kalah."""

from functools import cache
from itertools import product
from random import Random

import pytest

from zermelo import explore, solve
from zermelo.games import ConnectFour, DotsAndBoxes, Kalah, TicTacToe, find

pytestmark = pytest.mark.unmeasured


def sign(number):
    return (number > 0) - (number < 0)


# -- what the problem statements say -------------------------------------------------------------


@pytest.mark.parametrize(
    ("alias", "given", "winner"),
    [
        ("lc464", (10, 11), "second player"),
        ("lc464", (10, 0), "first player"),
        ("lc464", (10, 1), "first player"),
        ("lc486", ([1, 5, 2],), "player 2"),
        ("lc486", ([1, 5, 233, 7],), "player 1"),
        ("lc877", ([5, 3, 4, 5],), "Alice"),
        ("lc877", ([3, 7, 2, 3],), "Alice"),
        ("lc913", ([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]],), "Tie"),
        ("lc913", ([[1, 3], [0], [3], [0, 2]],), "mouse"),
        ("lc1025", (2,), "Alice"),
        ("lc1025", (3,), "Bob"),
        ("lc1406", ([1, 2, 3, 7],), "Bob"),
        ("lc1406", ([1, 2, 3, -9],), "Alice"),
        ("lc1406", ([1, 2, 3, 6],), "Tie"),
        ("lc1510", (1,), "Alice"),
        ("lc1510", (2,), "Bob"),
        ("lc1510", (4,), "Alice"),
        ("lc1686", ([1, 3], [2, 1]), "Alice"),
        ("lc1686", ([1, 2], [3, 1]), "Tie"),
        ("lc1686", ([2, 4, 3], [1, 6, 7]), "Bob"),
        ("lc2029", ([2, 1],), "Alice"),
        ("lc2029", ([2],), "Bob"),
        ("lc2029", ([5, 1, 2, 4, 3],), "Bob"),
    ],
)
def test_the_winner_of_a_leetcode_sample_is_the_stated_one(alias, given, winner):
    assert solve(find(alias)(*given)).winner == winner


@pytest.mark.parametrize(
    ("alias", "row", "value"),
    [
        ("lc1563", [6, 2, 3, 4, 5, 5], 18),
        ("lc1563", [7, 7, 7, 7, 7, 7, 7], 28),
        ("lc1563", [4], 0),
        ("lc1690", [5, 3, 1, 4, 2], 6),
        ("lc1690", [7, 90, 5, 1, 100, 10, 10, 2], 122),
        ("lc1872", [-1, 2, -3, 4, -5], 5),
        ("lc1872", [7, -6, 5, 10, 5, -2, -6], 13),
        ("lc1872", [-10, -12], -22),
    ],
)
def test_the_value_of_a_leetcode_sample_is_the_stated_one(alias, row, value):
    assert solve(find(alias)(row)).value == value


@pytest.mark.parametrize(("row", "stones"), [([2, 7, 9, 4, 4], 10), ([1, 2, 3, 4, 5, 100], 104)])
def test_alice_gets_the_stated_stones_in_stone_game_ii(row, stones):
    assert solve(find("lc1140")(row)).scores == (stones, sum(row) - stones)


# -- lines on a board ----------------------------------------------------------------------------


def has_line(cells, mark, k):
    """Whether `mark` stands k times in a straight line; cells maps (row, column) to a mark."""
    return any(
        all(cells.get((row + i * down, column + i * right)) == mark for i in range(k))
        for row, column in cells
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def line_game(places, k, misere=False):
    """(value for X, number of positions) of a line game; `places(board)` says where one may go."""

    @cache
    def value(board):
        cells = dict(board)
        mover, other = "XO" if len(cells) % 2 == 0 else "OX"
        if has_line(cells, other, k):
            return 1 if misere else -1
        replies = [value(frozenset({*board, (place, mover)})) for place in places(cells)]
        return -min(replies) if replies else 0

    return value(frozenset()), value.cache_info().currsize


def any_square(height, width):
    squares = list(product(range(height), range(width)))
    return lambda cells: [square for square in squares if square not in cells]


def lowest_of_each_column(width, height):
    def places(cells):
        for column in range(width):
            filled = sum((row, column) in cells for row in range(height))
            if filled < height:
                yield filled, column

    return places


def test_tic_tac_toe_has_5478_positions_and_is_a_draw():
    solution = solve(TicTacToe())
    assert len(explore(TicTacToe())) == 5478
    assert solution.outcome == "draw"


def test_misere_tic_tac_toe_is_a_draw_that_x_holds_in_the_centre_alone():
    solution = solve(TicTacToe(misere=True))
    assert solution.outcome == "draw"
    assert [move.label for move in solution.best_moves()] == ["b2"]


def test_three_in_line_on_a_board_of_three_by_four_is_won_by_x_from_a_middle_square():
    game = TicTacToe(3, 4, 3)
    middle = next(move.to for move in game.moves(game.start) if move.label == "b2")
    assert solve(game, start=middle, method="alphabeta").value == -1


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("height", "width", "line"),
    [(1, 1, 1), (1, 4, 2), (2, 2, 2), (2, 3, 2), (3, 2, 3), (2, 4, 3), (3, 3, 2), (3, 3, 3)],
)
def test_lines_on_a_board_agree_with_boards_kept_as_sets(height, width, line, misere):
    game = TicTacToe(height, width, line, misere)
    expected = line_game(any_square(height, width), line, misere)
    assert (solve(game).value, len(explore(game))) == expected


FOUR_IN_A_ROW = [(1, 3, 2), (3, 1, 2), (2, 2, 1), (2, 2, 2), (2, 5, 2), (2, 5, 3), (3, 3, 3)]
FOUR_IN_A_ROW += [(3, 4, 3), (5, 2, 3), (1, 5, 4), (5, 1, 4), (4, 2, 4), (5, 2, 5)]


def test_connect_four_on_four_by_four_has_161029_positions_and_is_a_draw():
    solution = solve(ConnectFour(4, 4))
    assert solution.plan.cost.states == 161_029
    assert solution.outcome == "draw"


@pytest.mark.parametrize(
    ("width", "height", "line"),
    FOUR_IN_A_ROW,
)
def test_four_in_a_row_agrees_with_boards_kept_as_sets(width, height, line):
    game = ConnectFour(width, height, line)
    expected = line_game(lowest_of_each_column(width, height), line)
    assert (solve(game).value, len(explore(game))) == expected


# -- dots and boxes ------------------------------------------------------------------------------


def dots_and_boxes(height, width):
    """The value by drawn lines as pairs of dots; a box is known by its top left dot."""
    dots = list(product(range(height + 1), range(width + 1)))
    lines = [((r, c), (r, c + 1)) for r, c in dots if c < width]
    lines += [((r, c), (r + 1, c)) for r, c in dots if r < height]

    def closed(drawn, r, c):
        a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        return {(a, b), (d, e), (a, d), (b, e)} <= drawn

    def boxes(drawn):
        return sum(closed(drawn, r, c) for r in range(height) for c in range(width))

    @cache
    def value(drawn):
        worths = []
        for line in lines:
            if line not in drawn:
                after = drawn | {line}
                won = boxes(after) - boxes(drawn)
                worths.append(won + value(after) if won else -value(after))
        return max(worths, default=0)

    return value(frozenset())


def test_the_first_player_wins_dots_and_boxes_on_two_by_two_by_three_to_one():
    solution = solve(DotsAndBoxes(2, 2))
    assert solution.value == 2
    assert solution.scores == (3, 1)


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)])
def test_dots_and_boxes_agrees_with_lines_kept_as_pairs_of_dots(size):
    solution = solve(DotsAndBoxes(*size))
    assert solution.value == dots_and_boxes(*size)
    assert sum(solution.scores) == size[0] * size[1]


# -- kalah ---------------------------------------------------------------------------------------


def kalah(houses, seeds, empty_capture):
    """(own, other's) seeds at the end for the first player, the stores kept in the state."""

    def sow(own, other, store, house):
        own, other = list(own), list(other)
        hand, own[house] = own[house], 0
        round_trip = [
            *((own, i) for i in range(houses)),
            None,
            *((other, i) for i in range(houses)),
        ]
        place = house
        for _ in range(hand):
            place = (place + 1) % len(round_trip)
            if round_trip[place] is None:
                store += 1
            else:
                row, spot = round_trip[place]
                row[spot] += 1
        if place < houses and own[place] == 1:
            facing = houses - 1 - place
            if other[facing] or empty_capture:
                store += own[place] + other[facing]
                own[place] = other[facing] = 0
        return tuple(own), tuple(other), store, round_trip[place] is None

    @cache
    def ends(own, other, mine, theirs):
        if not any(own) or not any(other):
            return mine + sum(own), theirs + sum(other)
        results = []
        for house in range(houses):
            if own[house]:
                left, right, store, again = sow(own, other, mine, house)
                if again:
                    results.append(ends(left, right, store, theirs))
                else:
                    results.append(ends(right, left, theirs, store)[::-1])
        return max(results, key=lambda pair: pair[0] - pair[1])

    return ends((seeds,) * houses, (seeds,) * houses, 0, 0)


KALAHS = [(1, n) for n in range(1, 9)] + [(2, n) for n in range(1, 6)] + [(3, 1), (3, 2)]


@pytest.mark.parametrize("empty_capture", [False, True])
@pytest.mark.parametrize("size", KALAHS)
def test_kalah_agrees_with_rows_and_stores_kept_apart(size, empty_capture):
    mine, theirs = kalah(*size, empty_capture)
    assert mine + theirs == 2 * size[0] * size[1]
    assert solve(Kalah(*size, empty_capture)).value == mine - theirs


@pytest.mark.parametrize("empty_capture", [False, True])
def test_no_play_of_kalah_loses_or_creates_a_seed(empty_capture):
    random = Random(6)
    for _ in range(200):
        game = Kalah(random.randint(1, 6), random.randint(1, 6), empty_capture)
        state, collected = game.start, 0
        while moves := list(game.moves(state)):
            move = random.choice(moves)
            state, collected = move.to, collected + move.gain
        assert collected + sum(state) == 2 * game.houses * game.seeds


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)])
def test_the_scores_of_kalah_add_up_to_all_seeds(size):
    mine, theirs = kalah(*size, empty_capture=False)
    assert solve(Kalah(*size)).scores == (mine, theirs)


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)])
def test_the_totals_of_a_play_of_kalah_add_up_to_all_seeds(size):
    totals = solve(Kalah(*size)).play().totals
    assert sum(totals) == 2 * size[0] * size[1]


@pytest.mark.parametrize(
    ("houses", "outcomes"), [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWW")], ids=["1", "2", "3"]
)
def test_small_kalah_has_the_published_outcomes(houses, outcomes):
    """Irving, Donkers and Uiterwijk 2000: empty captures count, and either empty row ends it."""
    sizes = [(houses, seeds) for seeds in range(1, len(outcomes) + 1)]
    pairs = [kalah(*size, empty_capture=True) for size in sizes]
    assert "".join("DWL"[sign(mine - theirs)] for mine, theirs in pairs) == outcomes
    solutions = [solve(Kalah(*size, empty_capture=True)) for size in sizes]
    assert "".join("DWL"[sign(solution.value)] for solution in solutions) == outcomes
