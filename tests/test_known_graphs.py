"""Known results: tokens on graphs, and the stone games V to IX."""

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

from known_results import labelled, random_graph, rows_of, token_labels
from zermelo import explore, solve
from zermelo.games import (
    CatAndMouse,
    NoRevisit,
    StoneGameIX,
    StoneGameV,
    StoneGameVI,
    StoneGameVII,
    StoneGameVIII,
    TokenGraph,
)

pytestmark = pytest.mark.unmeasured


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
