"""Known results: nim and its relatives, chomp, numbers from a pool."""

from collections import Counter
from functools import cache, reduce
from itertools import product
from math import isqrt
from operator import xor
from random import Random

import pytest

from known_results import heap, nimbers_by, wins_misere_nim
from zermelo import explore, solve
from zermelo.games import (
    CanIWin,
    Chomp,
    Dawson,
    Divisor,
    GrundysGame,
    Kayles,
    MisereNim,
    Nim,
    Octal,
    Squares,
    Subtraction,
    TurningTurtles,
    Wythoff,
)

pytestmark = pytest.mark.unmeasured


# -- nim and its relatives -----------------------------------------------------------------------


def test_the_nimber_of_nim_is_the_xor_of_its_heaps():
    solution = solve(Nim((7, 7, 7)))
    for heaps in product(range(8), repeat=3):
        assert solution.nimber_of(tuple(sorted(h for h in heaps if h))) == reduce(xor, heaps)


def test_nim_without_heaps_is_lost_and_worth_nothing():
    assert solve(Nim(())).nimber == 0
    assert solve(Nim((0, 0))).outcome == "loss"
    assert solve(MisereNim(())).outcome == "win"


def test_misere_nim_is_won_like_nim_until_all_heaps_are_single_stones():
    solution = solve(MisereNim((4, 4, 4, 2)))
    for heaps in explore(MisereNim((4, 4, 4, 2))).states:
        assert (solution.outcome_of(heaps) == "win") == wins_misere_nim(heaps)


KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
KAYLES_PERIOD = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]  # n mod 12, from n = 71 on
DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2]
DAWSON += [2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4]
GRUNDY = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]


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
