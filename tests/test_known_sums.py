"""Known results: sums, and alpha-beta."""

from collections import Counter
from functools import cache, reduce
from itertools import product
from operator import xor
from random import Random

import pytest

from known_results import (
    heap,
    labelled,
    nimbers_by,
    random_graph,
    rows_of,
    token_labels,
    wins_misere_nim,
)
from zermelo import Game, Move, PayoffGame, Sum, explore, solve
from zermelo.games import (
    GAMES,
    CatAndMouse,
    Chomp,
    ConnectFour,
    Ends,
    Kayles,
    MisereNim,
    Nim,
    Rows,
    TokenGraph,
    TurningTurtles,
    Wythoff,
)

pytestmark = pytest.mark.unmeasured


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
