"""LeetCode's own examples, answered in each problem's own terms through the catalogue."""

from functools import cache
from itertools import combinations, product

import pytest

from zermelo import solve
from zermelo.games import find


def solved(problem, *arguments):
    return solve(find(f"lc{problem}")(*arguments))


@pytest.mark.parametrize(
    ("problem", "name"),
    [
        (292, "Subtraction"),
        (464, "CanIWin"),
        (486, "PredictTheWinner"),
        (877, "StoneGame"),
        (913, "CatAndMouse"),
        (1025, "Divisor"),
        (1140, "StoneGameII"),
        (1406, "StoneGameIII"),
        (1510, "Squares"),
        (1563, "StoneGameV"),
        (1686, "StoneGameVI"),
        (1690, "StoneGameVII"),
        (1872, "StoneGameVIII"),
        (2029, "StoneGameIX"),
    ],
)
def test_every_problem_is_found_by_its_number(problem, name):
    assert find(f"lc{problem}") is find(f"LC{problem}") is find(str(problem)) is find(name)
    assert find(f"lc{problem}").__name__ == name


@pytest.mark.parametrize(("stones", "wins"), [(4, False), (1, True), (2, True)])
def test_nim_game(stones, wins):
    assert (solved(292, stones).outcome == "win") == wins


@pytest.mark.parametrize(
    ("largest", "total", "wins"), [(10, 11, False), (10, 0, True), (10, 1, True)]
)
def test_can_i_win(largest, total, wins):
    assert (solved(464, largest, total).outcome == "win") == wins


@pytest.mark.parametrize(("nums", "wins"), [((1, 5, 2), False), ((1, 5, 233, 7), True)])
def test_predict_the_winner(nums, wins):
    assert (solved(486, nums).winner == "player 1") == wins


@pytest.mark.parametrize("piles", [(5, 3, 4, 5), (3, 7, 2, 3)])
def test_stone_game(piles):
    assert solved(877, piles).winner == "Alice"


@pytest.mark.parametrize(
    ("graph", "answer"),
    [
        ([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]], 0),
        ([[1, 3], [0], [3], [0, 2]], 1),
    ],
)
def test_cat_and_mouse(graph, answer):
    assert {"mouse": 1, "cat": 2, "Tie": 0}[solved(913, graph).winner] == answer


@pytest.mark.parametrize(("number", "winner"), [(2, "Alice"), (3, "Bob")])
def test_divisor_game(number, winner):
    assert solved(1025, number).winner == winner


@pytest.mark.parametrize(("piles", "most"), [((2, 7, 9, 4, 4), 10), ((1, 2, 3, 4, 5, 100), 104)])
def test_stone_game_ii(piles, most):
    assert solved(1140, piles).scores[0] == most


@pytest.mark.parametrize(
    ("values", "winner"),
    [
        ((1, 2, 3, 7), "Bob"),
        ((1, 2, 3, -9), "Alice"),
        ((1, 2, 3, 6), "Tie"),
        ((1, 2, 3, -1, -2, -3, 7), "Alice"),
        ((-1, -2, -3), "Tie"),
    ],
)
def test_stone_game_iii(values, winner):
    assert solved(1406, values).winner == winner


@pytest.mark.parametrize(
    ("stones", "winner"), [(1, "Alice"), (2, "Bob"), (4, "Alice"), (7, "Bob"), (17, "Bob")]
)
def test_stone_game_iv(stones, winner):
    assert solved(1510, stones).winner == winner


@pytest.mark.parametrize(
    ("values", "most"), [((6, 2, 3, 4, 5, 5), 18), ((7, 7, 7, 7, 7, 7, 7), 28), ((4,), 0)]
)
def test_stone_game_v(values, most):
    assert solved(1563, values).value == most


@pytest.mark.parametrize(
    ("alice", "bob", "answer"),
    [((1, 3), (2, 1), 1), ((1, 2), (3, 1), 0), ((2, 4, 3), (1, 6, 7), -1)],
)
def test_stone_game_vi(alice, bob, answer):
    assert {"Alice": 1, "Tie": 0, "Bob": -1}[solved(1686, alice, bob).winner] == answer


@pytest.mark.parametrize(
    ("stones", "difference"), [((5, 3, 1, 4, 2), 6), ((7, 90, 5, 1, 100, 10, 10, 2), 122)]
)
def test_stone_game_vii(stones, difference):
    assert solved(1690, stones).value == difference


@pytest.mark.parametrize(
    ("stones", "difference"),
    [((-1, 2, -3, 4, -5), 5), ((7, -6, 5, 10, 5, -2, -6), 13), ((-10, -12), -22)],
)
def test_stone_game_viii(stones, difference):
    assert solved(1872, stones).value == difference


@pytest.mark.parametrize(
    ("stones", "wins"), [((2, 1), True), ((2,), False), ((5, 1, 2, 4, 3), False)]
)
def test_stone_game_ix(stones, wins):
    assert (solved(2029, stones).winner == "Alice") == wins


# -- the statements taken literally, on every small input -----------------------------------------


def test_can_i_win_equals_the_statement_on_every_small_input():
    def forces(left, total):
        return any(n >= total or not forces(left - {n}, total - n) for n in left)

    for largest, total in product(range(1, 6), range(-1, 17)):
        wins = total <= 0 or forces(frozenset(range(1, largest + 1)), total)
        reachable = sum(range(1, largest + 1)) >= total
        assert (solved(464, largest, total).outcome == "win") == (wins and reachable)


def test_stone_game_v_equals_the_statement_on_every_small_row():
    @cache
    def most(row):
        best = 0
        for cut in range(1, len(row)):
            left, right = row[:cut], row[cut:]
            kept = [left] if sum(left) < sum(right) else [right]
            if sum(left) == sum(right):
                kept = [left, right]
            best = max(best, *(sum(part) + most(part) for part in kept))
        return best

    for row in product((1, 2, 5), repeat=5):
        assert solved(1563, row).value == most(row)


def test_stone_game_vi_equals_the_greedy_order_by_both_values_together():
    for alice, bob in product(product((1, 2, 4), repeat=3), repeat=2):
        order = sorted(zip(alice, bob, strict=True), key=sum, reverse=True)
        difference = sum(a for a, _ in order[::2]) - sum(b for _, b in order[1::2])
        assert solved(1686, alice, bob).value == difference


def test_stone_game_vii_equals_the_statement_on_every_small_row():
    @cache
    def difference(row):
        if not row:
            return 0
        return max(sum(rest) - difference(rest) for rest in (row[1:], row[:-1]))

    for row in product((1, 3, 7), repeat=5):
        assert solved(1690, row).value == difference(row)


def test_stone_game_viii_equals_merging_stones_one_by_one():
    @cache
    def difference(row):
        merges = ((sum(row[:x]), row[x:]) for x in range(2, len(row) + 1))
        return max((new - difference((new, *rest)) for new, rest in merges), default=0)

    for size in (2, 3, 4, 5):
        for row in product((-2, 0, 3), repeat=size):
            assert solved(1872, row).value == difference(row)


def test_stone_game_ix_equals_removing_the_stones_themselves():
    def wins(stones, removed, alice_moves):
        """Whether the mover wins: a multiple of 3 loses, and with no stone left Bob wins."""
        if not stones:
            return not alice_moves
        return any(
            (removed + stone) % 3 != 0
            and not wins(stones[:k] + stones[k + 1 :], removed + stone, not alice_moves)
            for k, stone in enumerate(stones)
        )

    for size in range(1, 6):
        for stones in product((1, 2, 3), repeat=size):
            assert (solved(2029, stones).winner == "Alice") == wins(stones, 0, True)


def test_cat_and_mouse_equals_a_fixed_point_on_every_small_graph():
    pairs = list(combinations(range(5), 2))
    answers = set()
    for chosen in product((False, True), repeat=len(pairs)):
        rows = [[] for _ in range(5)]
        for (a, b), present in zip(pairs, chosen, strict=True):
            if present:
                rows[a].append(b)
                rows[b].append(a)
        if all(rows) and set(rows[2]) != {0}:  # everyone can move at the start
            answer = {"mouse": 1, "cat": 2, "Tie": 0}[solved(913, rows).winner]
            assert answer == cat_or_mouse(rows)
            answers.add(answer)
    assert answers == {0, 1, 2}


def cat_or_mouse(graph):
    """Label (mouse, cat, who moves) until nothing changes; what stays open is a draw."""
    size = range(len(graph))
    label = {(0, cat, turn): 1 for cat in size if cat for turn in (1, 2)}
    label |= {(at, at, turn): 2 for at in size if at for turn in (1, 2)}
    changed = True
    while changed:
        changed = False
        for mouse, cat, turn in product(size, size, (1, 2)):
            if cat == 0 or (mouse, cat, turn) in label:
                continue
            if turn == 1:
                after = [label.get((to, cat, 2)) for to in graph[mouse]]
            else:
                after = [label.get((mouse, to, 1)) for to in graph[cat] if to]
            if turn in after or (after and set(after) == {3 - turn}):
                label[mouse, cat, turn] = turn if turn in after else 3 - turn
                changed = True
    return label.get((1, 2, 1), 0)


@pytest.mark.parametrize("stones", range(25))
def test_nim_game_is_lost_on_multiples_of_four(stones):
    assert (solved(292, stones).outcome == "win") == (stones % 4 != 0)
