"""Results from the literature, and rules written a second time in another form.

Every reference here is a recursion over plain tuples, sets and strings that shares nothing with
the library: other states, other move generators, no graph and no method.
"""

from collections import Counter
from functools import cache, reduce
from itertools import combinations, permutations, product
from math import isqrt
from operator import xor
from random import Random

import pytest

from zermelo import Game, Move, PayoffGame, Sum, explore, solve
from zermelo.games import (
    GAMES,
    CanIWin,
    CatAndMouse,
    Chomp,
    ConnectFour,
    Dawson,
    Divisor,
    DotsAndBoxes,
    Ends,
    GrundysGame,
    Kalah,
    Kayles,
    MisereNim,
    Nim,
    NoRevisit,
    Octal,
    Rows,
    Squares,
    StoneGameIX,
    StoneGameV,
    StoneGameVI,
    StoneGameVII,
    StoneGameVIII,
    Subtraction,
    TicTacToe,
    TokenGraph,
    TurningTurtles,
    Wythoff,
    find,
)

pytestmark = pytest.mark.unmeasured


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def nimbers_by(options):
    """Nimbers straight from the definition, for positions given by their options."""

    @cache
    def nimber(position):
        return mex({nimber(option) for option in options(position)})

    return nimber


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


# -- nim and its relatives -----------------------------------------------------------------------


def test_the_nimber_of_nim_is_the_xor_of_its_heaps():
    solution = solve(Nim((7, 7, 7)))
    for heaps in product(range(8), repeat=3):
        assert solution.nimber_of(tuple(sorted(h for h in heaps if h))) == reduce(xor, heaps)


def test_nim_without_heaps_is_lost_and_worth_nothing():
    assert solve(Nim(())).nimber == 0
    assert solve(Nim((0, 0))).outcome == "loss"
    assert solve(MisereNim(())).outcome == "win"


def wins_misere_nim(heaps):
    """Bouton 1901: as in Nim, but with single stones alone the parity is turned round."""
    if max(heaps, default=0) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


def test_misere_nim_is_won_like_nim_until_all_heaps_are_single_stones():
    solution = solve(MisereNim((4, 4, 4, 2)))
    for heaps in explore(MisereNim((4, 4, 4, 2))).states:
        assert (solution.outcome_of(heaps) == "win") == wins_misere_nim(heaps)


KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
KAYLES_PERIOD = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]  # n mod 12, from n = 71 on
DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2]
DAWSON += [2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4]
GRUNDY = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]


def heap(n):
    return (n,) if n else ()


def heap_nimbers(game, count):
    """The nimbers of single heaps from 0 to count − 1, out of one solution."""
    solution = solve(game)
    return [solution.nimber_of(heap(n)) for n in range(count)]


def test_kayles_has_the_known_nimbers_and_their_period_of_twelve():
    found = heap_nimbers(Kayles((200,)), 201)
    assert found[:24] == KAYLES
    assert found[71:] == [KAYLES_PERIOD[n % 12] for n in range(71, 201)]
    assert found[70] != KAYLES_PERIOD[70 % 12]  # the last exception


def test_dawsons_chess_has_the_known_nimbers_and_their_period_of_34():
    found = heap_nimbers(Dawson((200,)), 201)
    assert found[:34] == DAWSON
    assert found[52 + 34 :] == found[52 : 201 - 34]
    assert found[51 + 34] != found[51]  # the last exception


def test_dawsons_kayles_is_dawsons_chess_one_step_behind():
    assert heap_nimbers(Octal((34,), "0.07"), 35) == [0, *DAWSON]


def test_grundys_game_has_the_known_nimbers():
    assert heap_nimbers(GrundysGame((20,)), 21) == GRUNDY


@pytest.mark.parametrize("n", range(10))
def test_kayles_agrees_with_pins_in_a_row(n):
    def options(pins):
        yield from (pins - {pin} for pin in pins)
        yield from (pins - {pin, pin + 1} for pin in pins if pin + 1 in pins)

    assert solve(Kayles((n,))).nimber == nimbers_by(options)(frozenset(range(n)))


@pytest.mark.parametrize("n", range(12))
def test_dawsons_chess_agrees_with_files_that_close_their_neighbours(n):
    def options(files):  # a move on a file closes it and both neighbours
        return (files - {file - 1, file, file + 1} for file in files)

    assert solve(Dawson((n,))).nimber == nimbers_by(options)(frozenset(range(n)))


@pytest.mark.parametrize("n", range(13))
def test_grundys_game_agrees_with_splits_of_whole_positions(n):
    def options(heaps):
        for place, size in enumerate(heaps):
            for part in range(1, size):
                if part != size - part:
                    rest = (*heaps[:place], *heaps[place + 1 :])
                    yield tuple(sorted((*rest, part, size - part)))

    assert solve(GrundysGame((n,))).nimber == nimbers_by(options)(heap(n))


@pytest.mark.parametrize(
    "code", ["0.1", "0.3", "0.4", "0.6", "0.15", "0.25", "0.07", "0.137", "0.654"]
)
def test_octal_codes_agree_with_positions_played_whole(code):
    def left_by(size):
        for take, digit in enumerate(code.split(".")[1], 1):
            for parts in range(3):
                if int(digit) >> parts & 1:
                    for cut in product(range(1, size + 1), repeat=parts):
                        if sum(cut) == size - take:
                            yield cut

    def options(heaps):
        for place, size in enumerate(heaps):
            for cut in left_by(size):
                yield tuple(sorted((*heaps[:place], *heaps[place + 1 :], *cut)))

    nimber = nimbers_by(options)
    for heaps in [(9,), (3, 5), (2, 3, 4)]:
        assert solve(Octal(heaps, code)).nimber == nimber(heaps)


@pytest.mark.parametrize("most", [1, 2, 3, 4, 7])
def test_taking_up_to_k_has_nimbers_modulo_k_plus_one(most):
    solution = solve(Subtraction(40, tuple(range(1, most + 1))), method="nimbers")
    assert [solution.nimber_of(n) for n in range(41)] == [n % (most + 1) for n in range(41)]


def test_a_subtraction_set_agrees_with_the_definition():
    random = Random(292)
    for _ in range(20):
        takes = tuple(random.sample(range(1, 12), 3))
        nimber = nimbers_by(lambda n, takes=takes: [n - t for t in takes if t <= n])
        solution = solve(Subtraction(30, takes), method="nimbers")
        assert solution.nimber == nimber(30)


def test_taking_squares_loses_from_the_known_heaps():
    solution = solve(Squares(200))
    lost = [n for n in range(201) if solution.outcome_of(n) == "loss"]
    assert lost[:13] == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44]
    nimber = nimbers_by(lambda n: [n - r * r for r in range(1, n + 1) if r * r <= n])
    assert lost == [n for n in range(201) if nimber(n) == 0]


def golden_pairs(below):
    """Wythoff's losing pairs: ⌊kφ⌋ and ⌊kφ²⌋ = ⌊kφ⌋ + k, in whole numbers."""
    lower = [(k + isqrt(5 * k * k)) // 2 for k in range(below)]
    pairs = {(low, low + k) for k, low in enumerate(lower)}
    return {pair for a, b in pairs for pair in ((a, b), (b, a)) if max(pair) < below}


def test_wythoff_is_lost_at_the_golden_pairs_alone():
    solution = solve(Wythoff(30, 30))
    lost = {pair for pair in product(range(31), repeat=2) if solution.value_of(pair) == -1}
    assert lost == golden_pairs(31)
    assert {(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)} <= lost


def test_wythoffs_nimbers_are_the_known_table():
    solution = solve(Wythoff(11, 2), method="nimbers")
    rows = [[solution.nimber_of((column, row)) for column in range(12)] for row in range(3)]
    assert rows == [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9],
        [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10],
    ]


def test_turning_turtles_is_nim_on_the_places_of_the_heads():
    solution = solve(TurningTurtles(0b1111111), method="nimbers")
    for coins in range(1 << 7):
        heads = [place for place in range(1, 8) if coins >> place - 1 & 1]
        assert solution.nimber_of(coins) == reduce(xor, heads, 0)


@pytest.mark.parametrize("method", [None, "winloss"])
def test_subtracting_divisors_wins_from_even_numbers_alone(method):
    for number in range(1, 80):
        assert solve(Divisor(number), method=method).value == (1 if number % 2 == 0 else -1)


def test_subtracting_divisors_agrees_with_the_definition():
    nimber = nimbers_by(lambda n: [n - d for d in range(1, n) if n % d == 0])
    for number in range(1, 80):
        assert solve(Divisor(number), method="nimbers").nimber == nimber(number)


# -- chomp ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", list(product(range(1, 6), repeat=2)))
def test_chomp_is_won_on_every_bar_but_a_single_square(size):
    assert solve(Chomp(*size)).outcome == ("loss" if size == (1, 1) else "win")


@pytest.mark.parametrize("size", range(2, 7))
def test_square_chomp_is_won_by_leaving_one_line_and_one_column(size):
    left = [move.to for move in solve(Chomp(size, size)).best_moves()]
    assert (size, *(1,) * (size - 1)) in left


@pytest.mark.parametrize("width", range(1, 12))
def test_chomp_in_two_lines_is_won_by_biting_the_last_square_alone(width):
    left = [move.to for move in solve(Chomp(2, width)).best_moves()]
    assert left == [(width, width - 1)]


@pytest.mark.parametrize("size", [(2, 4), (3, 3), (3, 4), (4, 3), (4, 4)])
def test_chomp_agrees_with_bars_kept_as_sets_of_squares(size):
    def options(bar):
        for row, column in bar - {(0, 0)}:
            yield frozenset((r, c) for r, c in bar if r < row or c < column)

    nimber = nimbers_by(options)
    bar = frozenset(product(range(size[0]), range(size[1])))
    solution = solve(Chomp(*size), method="nimbers")
    assert solution.nimber == nimber(bar)
    winning = Counter(len(option) for option in options(bar) if nimber(option) == 0)
    assert Counter(sum(move.to) for move in solution.best_moves()) == winning


# -- choosing numbers from a pool ----------------------------------------------------------------


def can_i_win(largest, target):
    """1, 0 or −1 by sets of numbers and what is still to go."""
    if target <= 0:
        return 1

    @cache
    def value(left, to_go):
        if to_go <= 0:
            return -1
        return max((-value(left - {n}, to_go - n) for n in left), default=0)

    return value(frozenset(range(1, largest + 1)), target)


@pytest.mark.parametrize("largest", range(8))
def test_can_i_win_agrees_with_sets_of_numbers(largest):
    for target in range(-2, 31):
        assert solve(CanIWin(largest, target)).value == can_i_win(largest, target)


@pytest.mark.parametrize("largest", range(8))
def test_a_target_out_of_reach_is_won_by_nobody(largest):
    total = largest * (largest + 1) // 2
    assert solve(CanIWin(largest, total + 1)).winner == "Tie"
    if total:
        assert solve(CanIWin(largest, total)).winner != "Tie"


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


# -- tokens on graphs ----------------------------------------------------------------------------


def random_graph(random, size, share, directed=False):
    """Rows of neighbours, without loops."""
    rows = [set() for _ in range(size)]
    for one, two in permutations(range(size), 2) if directed else combinations(range(size), 2):
        if random.random() < share:
            rows[one].add(two)
            if not directed:
                rows[two].add(one)
    return tuple(tuple(sorted(row)) for row in rows)


def labelled(states, replies, ended):
    """state → (outcome for the mover, plies) by rounds; what no round settles is a draw.

    `ended(state)` is None, or the outcome of a finished play for the player to move.
    """
    known = {s: (ended(s), 0) for s in states if ended(s) is not None}
    for plies in range(1, len(states) + 1):
        fresh = {}
        for state in states:
            if state in known:
                continue
            seen = [known.get(reply) for reply in replies(state)]
            if any(label is not None and label[0] == -1 for label in seen):
                fresh[state] = (1, plies)
            elif seen and all(label is not None and label[0] == 1 for label in seen):
                fresh[state] = (-1, plies)
        known.update(fresh)
    return known


def token_labels(graph):
    return labelled(
        range(len(graph)), graph.__getitem__, lambda vertex: None if graph[vertex] else -1
    )


def cat_and_mouse_labels(graph):
    vertices = range(len(graph))
    states = list(product(vertices, vertices, ("mouse", "cat")))

    def replies(state):
        mouse, cat, turn = state
        if turn == "mouse":
            return [(to, cat, "cat") for to in graph[mouse]]
        return [(mouse, to, "mouse") for to in graph[cat] if to]

    def ended(state):
        mouse, cat, turn = state
        if mouse == 0:
            return 1 if turn == "mouse" else -1
        if mouse == cat:
            return -1 if turn == "mouse" else 1
        return None

    return labelled(states, replies, ended)


def test_a_token_on_a_directed_graph_agrees_with_labels_spread_by_rounds():
    random = Random(1)
    met = Counter()
    for _ in range(120):
        graph = random_graph(random, random.randint(1, 8), random.choice((0.15, 0.3)), True)
        labels = token_labels(graph)
        solution = solve(TokenGraph(graph))
        for vertex in explore(TokenGraph(graph)).states:
            outcome, plies = labels.get(vertex, (0, None))
            assert solution.value_of(vertex) == outcome
            assert solution.remoteness_of(vertex) == plies
            met[outcome] += 1
    assert min(met[1], met[0], met[-1]) > 20  # every kind was met


def test_cat_and_mouse_agrees_with_labels_spread_by_rounds():
    random = Random(913)
    met = Counter()
    for _ in range(80):
        graph = random_graph(random, random.randint(3, 6), random.choice((0.4, 0.6)))
        labels = cat_and_mouse_labels(graph)
        game = CatAndMouse(graph)
        solution = solve(game)
        for mouse, cat, cat_moves in explore(game).states:
            outcome, plies = labels.get((mouse, cat, "cat" if cat_moves else "mouse"), (0, None))
            assert solution.value_of((mouse, cat, cat_moves)) == outcome
            if outcome:
                assert solution.remoteness_of((mouse, cat, cat_moves)) == plies
        met[solution.value] += 1
    assert min(met[1], met[0], met[-1]) > 5


def walks_wins(graph, path):
    """Whether the mover can win the walk that never comes back, by listing the path."""
    return any(not walks_wins(graph, (*path, to)) for to in graph[path[-1]] if to not in path)


def test_no_revisit_agrees_with_paths_listed_in_full():
    random = Random(2)
    met = Counter()
    for _ in range(80):
        graph = random_graph(random, random.randint(1, 6), random.choice((0.3, 0.5)), True)
        wins = walks_wins(graph, (0,))
        assert solve(NoRevisit(graph)).value == (1 if wins else -1)
        met[wins] += 1
    assert min(met[True], met[False]) > 10


def largest_matching(edges):
    """The number of edges in a maximum matching, by trying every edge in and out."""
    if not edges:
        return 0
    one, two = edges[0]
    apart = [edge for edge in edges[1:] if not {one, two} & set(edge)]
    return max(largest_matching(edges[1:]), 1 + largest_matching(apart))


def test_undirected_geography_is_won_iff_every_maximum_matching_covers_the_start():
    random = Random(3)
    met = Counter()
    for _ in range(80):
        graph = random_graph(random, random.randint(2, 7), random.choice((0.3, 0.5)))
        edges = [(a, b) for a, row in enumerate(graph) for b in row if a < b]
        without = [edge for edge in edges if 0 not in edge]
        covered = largest_matching(without) < largest_matching(edges)
        assert (solve(NoRevisit(graph, 0)).outcome == "win") == covered
        met[covered] += 1
    assert min(met[True], met[False]) > 10


# -- the stone games V to IX ---------------------------------------------------------------------


def rows_of(seed, count, longest, low, high):
    random = Random(seed)
    return [
        tuple(random.randint(low, high) for _ in range(random.randint(1, longest)))
        for _ in range(count)
    ]


def stone_game_v(row):
    @cache
    def most(row):
        best = 0
        for cut in range(1, len(row)):
            for kept, thrown in ((row[:cut], row[cut:]), (row[cut:], row[:cut])):
                if sum(kept) <= sum(thrown):
                    best = max(best, sum(kept) + most(kept))
        return best

    return most(row)


def test_stone_game_v_agrees_with_rows_cut_as_tuples():
    for row in rows_of(1563, 40, 9, 1, 6):
        assert solve(StoneGameV(row)).value == stone_game_v(row)


def test_stone_game_vi_is_played_by_the_sum_of_both_values():
    random = Random(1686)
    for _ in range(60):
        size = random.randint(0, 7)
        alice = [random.randint(-3, 9) for _ in range(size)]
        bob = [random.randint(-3, 9) for _ in range(size)]
        order = sorted(range(size), key=lambda stone: -alice[stone] - bob[stone])
        greedy = sum(alice[s] for s in order[::2]) - sum(bob[s] for s in order[1::2])
        assert solve(StoneGameVI(alice, bob)).value == greedy


def stone_game_vii(row):
    if not row:
        return 0
    left, right = row[1:], row[:-1]
    return max(sum(left) - stone_game_vii(left), sum(right) - stone_game_vii(right))


def test_stone_game_vii_agrees_with_rows_cut_as_tuples():
    for row in rows_of(1690, 40, 9, -5, 20):
        assert solve(StoneGameVII(row)).value == stone_game_vii(row)


def stone_game_viii(row):
    """Merge for real: the first stones become one that weighs them all."""
    if len(row) <= 1:
        return 0
    return max(
        sum(row[:x]) - stone_game_viii((sum(row[:x]), *row[x:])) for x in range(2, len(row) + 1)
    )


def test_stone_game_viii_agrees_with_stones_merged_one_by_one():
    for row in rows_of(1872, 40, 9, -9, 9):
        assert solve(StoneGameVIII(row)).value == stone_game_viii(row)


def stone_game_ix(taken, left, alice):
    """Whether the mover wins with the stones themselves in hand."""
    if not left:
        return not alice
    for place, stone in enumerate(left):
        rest = (*left[:place], *left[place + 1 :])
        total = taken + stone
        if total % 3 and not stone_game_ix(total, rest, not alice):
            return True
    return False


def test_stone_game_ix_agrees_with_every_order_of_the_stones():
    met = Counter()
    for stones in rows_of(2029, 120, 6, 1, 9):
        alice_wins = stone_game_ix(0, stones, True)
        assert solve(StoneGameIX(stones)).winner == ("Alice" if alice_wins else "Bob")
        met[alice_wins] += 1
    assert min(met.values()) > 20


# -- sums ----------------------------------------------------------------------------------------


def heap_options(position):
    """Nim, Kayles and Wythoff in one set of rules: a position is (name, numbers)."""
    name, numbers = position
    if name == "wythoff":
        one, two = numbers
        yield from (("wythoff", (n, two)) for n in range(one))
        yield from (("wythoff", (one, n)) for n in range(two))
        yield from (("wythoff", (one - n, two - n)) for n in range(1, min(numbers) + 1))
        return
    for place, size in enumerate(numbers):
        rest = (*numbers[:place], *numbers[place + 1 :])
        if name == "nim":
            yield from (("nim", (*rest, n)) for n in range(size))
        else:
            for felled in (1, 2):
                for left in range(size - felled + 1):
                    yield "kayles", (*rest, left, size - felled - left)


MAKERS = {
    "nim": Nim,
    "kayles": Kayles,
    "wythoff": lambda numbers: Wythoff(*numbers),
}


def random_components(seed, count):
    random = Random(seed)
    for _ in range(count):
        picked = []
        for _ in range(random.randint(1, 3)):
            name = random.choice(sorted(MAKERS))
            size = 2 if name == "wythoff" else random.randint(1, 2)
            picked.append((name, tuple(random.randint(0, 4) for _ in range(size))))
        yield picked


def test_a_sum_of_impartial_games_is_worth_the_xor_of_their_nimbers():
    nimber = nimbers_by(heap_options)
    met = Counter()
    for components in random_components(4, 40):
        total = Sum(*(MAKERS[name](numbers) for name, numbers in components))
        expected = reduce(xor, map(nimber, components))
        solution = solve(total)
        assert solution.plan.method == "nimbers"
        assert solution.nimber == expected
        assert solve(total, method="winloss").outcome == ("win" if expected else "loss")
        met[expected > 0] += 1
    assert min(met.values()) > 5


def test_the_nimbers_of_a_sum_agree_with_the_product_in_every_state():
    total = Sum(Nim((2, 3)), Kayles((4,)), Wythoff(2, 3))
    by_parts, by_product = solve(total), solve(total, method="winloss")
    states = explore(total).states
    assert len(states) > 500
    for state in states:
        assert by_parts.value_of(state) == by_product.value_of(state)


def test_nested_sums_are_one_sum():
    flat = Sum(Nim((5,)), Kayles((6,)), Wythoff(1, 3))
    nested = Sum(Sum(Nim((5,)), Kayles((6,))), Sum(Wythoff(1, 3)))
    nimber = nimbers_by(heap_options)
    parts = [("nim", (5,)), ("kayles", (6,)), ("wythoff", (1, 3))]
    expected = reduce(xor, map(nimber, parts))
    assert expected
    for total in (flat, nested):
        assert solve(total).nimber == expected
        assert solve(total, method="winloss").outcome == "win"


def test_a_game_beside_its_own_copy_is_lost():
    for game in (Kayles((7,)), Wythoff(3, 4), Chomp(2, 3), TurningTurtles(0b1011)):
        solution = solve(Sum(game, game))
        assert (solution.nimber, solution.outcome) == (0, "loss")


def test_a_sum_of_misere_heaps_is_misere_nim_on_the_product():
    for heaps in product(range(4), range(4), range(3)):
        total = Sum(*(MisereNim((size,)) for size in heaps))
        solution = solve(total)
        assert solution.plan.method != "nimbers"
        assert (solution.outcome == "win") == wins_misere_nim(heaps)
        assert solution.value == solve(MisereNim(heaps)).value


def rows_value(rows):
    """Several rows as tuples of coins, taken from either end."""

    @cache
    def value(rows):
        worths = []
        for place, row in enumerate(rows):
            if row:
                for coin, left in ((row[0], row[1:]), (row[-1], row[:-1])):
                    after = tuple(sorted((*rows[:place], left, *rows[place + 1 :])))
                    worths.append(coin - value(after))
        return max(worths, default=0)

    return value(tuple(sorted(rows)))


def test_a_sum_of_rows_is_the_game_of_several_rows():
    for seed in range(25):
        rows = tuple(rows_of(seed, 3, 4, -3, 9))
        expected = rows_value(rows)
        assert solve(Rows(rows)).value == expected
        assert solve(Sum(*map(Ends, rows))).value == expected
        assert solve(Sum(Ends(rows[0]), Sum(*map(Ends, rows[1:])))).value == expected


def test_rows_of_equal_value_are_not_equal_in_a_sum():
    assert solve(Ends((1,))).value == solve(Ends((1, 2))).value == 1
    assert solve(Sum(Ends((1,)), Ends((1,)))).value == 0
    assert solve(Sum(Ends((1, 2)), Ends((1,)))).value == 2


def test_a_sum_with_a_cycle_in_it_is_played_on_the_product():
    graph = ((1,), (0, 2), ())  # 0 ⇄ 1 → 2: from 1 the token is sent to its end
    nim = Nim((1,))
    total = Sum(TokenGraph(graph, 1), nim)
    states = list(product(range(3), range(2)))

    def replies(state):
        vertex, stones = state
        moved = [(to, stones) for to in graph[vertex]]
        return [*moved, *((vertex, n) for n in range(stones))]

    labels = labelled(states, replies, lambda state: -1 if not replies(state) else None)
    solution = solve(total)
    for vertex, stones in states:
        value = solution.value_of((vertex, heap(stones)))
        assert value == labels.get((vertex, stones), (0, None))[0]
    assert solution.value == labels.get((1, 1), (0, None))[0]


# -- alpha-beta ----------------------------------------------------------------------------------

SEARCHED = [kind for kind in GAMES if not issubclass(kind, PayoffGame)]


def searched_game(kind):
    return ConnectFour(4, 3, 3) if kind is ConnectFour else kind.example_game()


@pytest.mark.parametrize("kind", SEARCHED, ids=lambda kind: kind.__name__)
def test_alpha_beta_finds_the_value_of_the_full_solution(kind):
    game = searched_game(kind)
    full = solve(game)
    found = solve(game, method="alphabeta", budget=20_000)
    if kind is CatAndMouse:  # a draw by going round is never closed by looking ahead
        assert found.bounds[0] <= full.value == 0 <= found.bounds[1]
    else:
        assert found.value == full.value


@pytest.mark.parametrize("kind", SEARCHED, ids=lambda kind: kind.__name__)
def test_a_search_that_is_cut_short_encloses_the_value_and_never_widens(kind):
    game = searched_game(kind)
    value = solve(game).value
    low, high = float("-inf"), float("inf")
    for budget in (1, 2, 3, 5, 8, 13, 21, 55, 144):
        less, more = solve(game, method="alphabeta", budget=budget).bounds
        assert low <= less <= value <= more <= high
        low, high = less, more


def test_a_search_that_is_cut_short_encloses_the_value_on_cycles_too():
    random = Random(5)
    closed = Counter()
    for _ in range(60):
        graph = random_graph(random, random.randint(2, 8), 0.3, True)
        value = token_labels(graph).get(0, (0, None))[0]
        for budget in (1, 2, 3, 5, 10, 20, 400):
            low, high = solve(TokenGraph(graph), method="alphabeta", budget=budget).bounds
            assert low <= value <= high
        closed[value] += low == high
    assert min(closed[1], closed[-1]) > 5  # wins and losses are proved in spite of cycles


@pytest.mark.parametrize(
    ("leave_a", "leave_b", "value"),
    [
        (3, 5, 3),  # whoever is to move leaves with what there is
        (3, -7, 3),  # handing over gains nothing: the other hands back
        (-2, -1, 0),  # nobody wants to leave, and going round for ever adds nothing
        (-2, 4, -2),  # leaving costs 2, handing over costs 4
    ],
)
def test_a_search_that_is_cut_short_encloses_the_value_of_scored_cycles(leave_a, leave_b, value):
    edges = {"a": {"b": 0, "out": leave_a}, "b": {"a": 0, "out": leave_b}}
    game = Game.from_edges(edges, start="a")
    assert solve(game).value == value
    for budget in (1, 2, 3, 5, 10, 100):
        low, high = solve(game, method="alphabeta", budget=budget).bounds
        assert low <= value <= high


def random_scored_game(random, size):
    """(game, true values): states 0 … size − 1, moves to later ones, gains, kept turns, payoffs."""
    table, ends, values = {}, {}, {}
    for state in reversed(range(size)):
        later = range(state + 1, size)
        moves = [
            Move(random.choice(later), gain=random.randint(-4, 6), again=random.random() < 0.3)
            for _ in range(random.randint(0, 3) if later else 0)
        ]
        table[state] = [move._replace(label=str(n)) for n, move in enumerate(moves)]
        ends[state] = random.randint(-5, 5)
        values[state] = max(
            (m.gain + (values[m.to] if m.again else -values[m.to]) for m in moves),
            default=ends[state],
        )
    return table, ends, values


def test_alpha_beta_agrees_with_the_recursion_on_random_scored_games():
    random = Random(8)
    for _ in range(150):
        table, ends, values = random_scored_game(random, random.randint(1, 12))
        game = Game.from_function(table.__getitem__, start=0, payoff=ends.__getitem__)
        assert solve(game).value == values[0]
        found = solve(game, method="alphabeta")
        assert found.value == values[0]
        for state in explore(game).states:
            assert found.value_of(state) == values[state]


def test_alpha_beta_may_trust_bounds_that_hold():
    random = Random(9)
    for _ in range(150):
        table, ends, values = random_scored_game(random, random.randint(1, 12))
        slack = {s: (random.randint(0, 3), random.randint(0, 3)) for s in table}
        game = Game.from_function(
            table.__getitem__,
            start=0,
            payoff=ends.__getitem__,
            bounds=lambda s, v=values, x=slack: (v[s] - x[s][0], v[s] + x[s][1]),
        )
        assert solve(game, method="alphabeta").value == values[0]
        for budget in (1, 2, 4, 7):
            low, high = solve(game, method="alphabeta", budget=budget).bounds
            assert low <= values[0] <= high
