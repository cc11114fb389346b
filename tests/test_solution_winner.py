"""A solution: who has won, by the tie rule and by bounds; lines and strategies."""

import random
from itertools import islice
from typing import Any

import pytest

from solved_games import Coins, best_lines, random_scored_game
from zermelo import Game, Move, PayoffGame, Tie, solve
from zermelo.errors import MethodRefused, Unavailable
from zermelo.games import Ends, PlayersRow, PredictTheWinner, StoneGame, TokenGraph

pytestmark = pytest.mark.unmeasured


# -- the winner ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tie", "value", "winner"),
    [
        (Tie.DRAW, 1, "Ann"),
        (Tie.DRAW, 0, "Tie"),
        (Tie.DRAW, -1, "Ben"),
        (Tie.FIRST, 1, "Ann"),
        (Tie.FIRST, 0, "Ann"),
        (Tie.FIRST, -1, "Ben"),
        (Tie.SECOND, 1, "Ann"),
        (Tie.SECOND, 0, "Ben"),
        (Tie.SECOND, -1, "Ben"),
    ],
)
@pytest.mark.parametrize("method", ["backward", "winloss", "alphabeta"])
def test_the_winner_follows_the_tie_rule(tie: Tie, value: int, winner: str, method: str) -> None:
    game = Game.from_edges(
        {"a": ["b"]}, start="a", payoff={"b": -value}, tie=tie, names=("Ann", "Ben")
    )
    solution = solve(game, method=method)
    assert solution.value == value
    assert solution.winner == winner


@pytest.mark.parametrize(
    ("tie", "totals", "winner"),
    [
        (Tie.DRAW, (2, 2), "Tie"),
        (Tie.FIRST, (2, 2), "Ann"),
        (Tie.SECOND, (2, 2), "Ben"),
        (Tie.FIRST, (1, 2), "Ben"),
        (Tie.SECOND, (2, 1), "Ann"),
        (Tie.DRAW, (1, 2, 2), "Tie"),
        (Tie.FIRST, (1, 2, 2), "Tie"),
        (Tie.SECOND, (1, 2, 2), "Ben"),
    ],
)
def test_the_winner_of_own_totals_follows_the_tie_rule(
    tie: Tie, totals: tuple[int, ...], winner: str
) -> None:
    game = PayoffGame.from_edges(
        {},
        start="end",
        payoff={"end": totals},
        players=len(totals),
        turn=lambda _: 0,
        tie=tie,
        names=("Ann", "Ben", "Cy"),
    )
    assert solve(game).winner == winner


def test_a_winner_can_be_known_where_the_value_is_not() -> None:
    # colours 5 + 4 and 3 + 5: nine against eight
    solution = solve(StoneGame((5, 3, 4, 5)), method="even-row")
    assert solution.bounds == (1, 17)
    assert (solution.outcome, solution.winner) == ("win", "Alice")
    with pytest.raises(Unavailable, match="1 ≤ value ≤ 17"):
        _ = solution.value


def test_a_tie_rule_can_decide_what_the_bounds_leave_open() -> None:
    # equal colours prove only that the first player does not lose
    row = (1, 2, 2, 1)
    assert solve(PredictTheWinner(row), method="even-row").winner == "player 1"
    open_ = solve(Ends(row), method="even-row")
    assert open_.bounds == (0, 6)
    for question in (lambda: open_.winner, lambda: open_.outcome):
        with pytest.raises(Unavailable, match="0 ≤ value ≤ 6") as caught:
            question()
        assert "method" in caught.value.fix
    assert "0 and 6" in str(open_)


# -- searching from the start --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_a_search_gives_the_answers_of_the_table(seed: int) -> None:
    game = random_scored_game(seed)
    table, search = solve(game, method="backward"), solve(game, method="alphabeta")
    assert search.value == table.value
    assert search.bounds == table.bounds
    assert search.best_moves() == table.best_moves()
    assert search.options() == table.options()
    assert search.play() == table.play()
    assert search.count_plays() == table.count_plays()
    assert list(search.plays()) == list(table.plays())
    assert dict(search.table()) == dict(table.table())
    assert search.prove().value == table.value


# -- counting and listing lines ------------------------------------------------------------------


@pytest.mark.parametrize("coins", [0, 1, 2, 5, 8])
def test_equal_coins_leave_every_line_open(coins: int) -> None:
    solution = solve(Coins((3,) * coins), method="backward")
    assert solution.count_plays() == 2**coins == len(list(solution.plays()))


def test_lines_are_counted_exactly_far_beyond_what_can_be_listed() -> None:
    assert solve(Coins((1,) * 70), method="backward").count_plays() == 2**70


@pytest.mark.parametrize("method", ["backward", "equal-row"])
def test_the_lines_of_equal_coins_in_the_catalogue_double_with_each_coin(method: str) -> None:
    one = solve(Ends((1,)), method=method).count_plays()  # one last coin, by one end or by either
    for coins in (2, 3, 4, 7, 64):
        assert solve(Ends((1,) * coins), method=method).count_plays() == one * 2 ** (coins - 1)


@pytest.mark.parametrize("game", [Coins((1,) * 40), Ends((1,) * 40)], ids=["own", "catalogue"])
def test_lines_come_one_by_one(game: Game) -> None:
    plays = solve(game, method="backward").plays()
    first, second = next(plays), next(plays)
    assert len(first) == len(second) == 40
    assert first != second
    assert first.difference == second.difference == 0
    assert len({play.moves for play in islice(plays, 100)}) == 100


@pytest.mark.parametrize("row", [(1, 1, 1), (2, 1, 2), (1, 5, 233, 7), (3, 0, 9, 5, 4)])
def test_the_lines_of_a_row_are_those_that_keep_the_value(row: tuple[int, ...]) -> None:
    game = Coins(row)
    solution = solve(game)
    assert [play.moves for play in solution.plays()] == best_lines(game, game.start)
    assert {play.totals for play in solution.plays()} == {solution.scores}


# -- against other strategies --------------------------------------------------------------------


def test_greedy_hands_over_the_largest_coin() -> None:
    # 7 is taken, then 233, then 5, then 1; perfect play begins with the other end
    solution = solve(Coins((1, 5, 233, 7)))
    match = solution.against("greedy")
    assert [step.move.gain for step in match.play.steps] == [7, 233, 5, 1]
    assert match.play.totals == (12, 234)
    assert (match.result, match.optimal, match.lost) == (-222, 222, 444)
    assert (match.strategy, match.player, match.guarantee) == ("greedy", 0, None)
    assert "444 given away" in str(match)


def test_a_strategy_can_move_second() -> None:
    # perfect play takes 1, greedy takes 7 of 5, 233, 7, and 233 is left open
    match = solve(Coins((1, 5, 233, 7))).against("greedy", player=1)
    assert [step.move.gain for step in match.play.steps] == [1, 7, 233, 5]
    assert (match.result, match.optimal, match.lost) == (-222, -222, 0)
    assert match.player == 1
    assert "second player" in str(match)


@pytest.mark.parametrize("seed", range(20))
def test_best_moves_as_a_strategy_lose_nothing(seed: int) -> None:
    solution = solve(random_scored_game(seed), method="backward")

    def perfect(state: Any, moves: list[Move]) -> Move:
        return solution.best_moves(state)[-1]

    for player in (0, 1):
        match = solution.against(perfect, player=player)
        assert match.lost == 0
        assert match.strategy == "perfect"
        assert match.result == (solution.value if player == 0 else -solution.value)


@pytest.mark.parametrize("seed", range(20))
def test_no_strategy_beats_the_value(seed: int) -> None:
    solution = solve(random_scored_game(seed), method="backward")
    rng = random.Random(seed)
    for player in (0, 1):
        match = solution.against(lambda state, moves: rng.choice(moves), player=player)
        assert match.lost >= 0


@pytest.mark.parametrize("seed", range(20))
def test_the_colouring_of_an_even_row_secures_its_colour(seed: int) -> None:
    rng = random.Random(seed)
    row = tuple(rng.randint(0, 9) for _ in range(2 * rng.randint(1, 5)))
    match = solve(Ends(row), method="backward").against("colouring")
    assert match.guarantee == max(sum(row[::2]), sum(row[1::2]))
    assert match.play.totals[0] >= match.guarantee
    places = [
        step.state[0] if step.move.label == "left" else step.state[1]
        for step in match.play.steps
        if step.player == 0
    ]
    assert len({place % 2 for place in places}) == 1


def test_the_colouring_of_a_part_of_a_row_counts_its_own_colours() -> None:
    match = solve(Ends((9, 1, 8, 2, 7))).at((1, 4)).against("colouring")
    assert match.guarantee == max(1 + 2, 8 + 7)
    assert match.play.totals == (15, 3)


def test_the_colouring_promises_nothing_to_the_player_who_moves_second() -> None:
    # the second player cannot keep the 13 of the coins 3 and 10: perfect play leaves 10
    solution = solve(Ends((5, 3, 7, 10)))
    with pytest.raises(MethodRefused, match="moving first"):
        solution.against("colouring", player=1)


def test_a_strategy_in_a_game_of_own_totals_is_measured_by_its_own_total() -> None:
    # 4, 1, 7 for three players: the third takes what is left in any case
    solution = solve(PlayersRow((4, 1, 7)))
    assert solution.against("greedy").result == 7
    assert solution.against("greedy", player=2).result == solution.value[2] == 1
    worst = solution.against(lambda state, moves: moves[0])
    assert (worst.result, worst.optimal, worst.lost) == (4, 7, 3)


def test_a_strategy_that_goes_round_ends_where_it_comes_back() -> None:
    match = solve(TokenGraph(((1, 2), (0, 2), (3,), ()))).against(lambda state, moves: moves[0])
    assert match.play.repeats
    assert (match.result, match.lost) == (0, 0)


def test_a_strategy_that_walks_into_a_loss_loses_a_point() -> None:
    match = solve(TokenGraph(((1, 2), (0, 2), (3,), ()))).against(lambda state, moves: moves[-1])
    assert (match.result, match.optimal, match.lost) == (-1, 0, 1)
