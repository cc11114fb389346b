"""A solution: differences, outcomes, nimbers and own totals, in every state."""

import random
from collections import Counter
from itertools import islice, pairwise
from typing import Any

import pytest

from solved_games import (
    Coins,
    all_states,
    best_lines,
    best_value,
    random_scored_game,
    totals_of,
    worth,
)
from zermelo import (
    Game,
    LastMoverLoses,
    LastMoverWins,
    Move,
    OwnTotals,
    PayoffGame,
    Play,
    Solution,
    solve,
)
from zermelo.errors import Unavailable
from zermelo.games import (
    DotsAndBoxes,
    DoublingTurns,
    Ends,
    MeltingRow,
    Nim,
    PlayersRow,
    Subtraction,
    TicTacToe,
    TokenGraph,
)

pytestmark = pytest.mark.unmeasured


def random_token_graph(seed: int) -> TokenGraph:
    rng = random.Random(seed)
    size = rng.randint(3, 8)
    rows = [tuple(v for v in range(size) if rng.random() < 0.28) for _ in range(size)]
    return TokenGraph(tuple(rows))


def forced_plies(game: Game) -> dict[Any, tuple[int, int | None]]:
    """(value, remoteness) of every state of an outcome game: won or lost within 0, 1, 2 … plies."""
    states = all_states(game)
    known = {}
    for plies in range(len(states) + 1):
        fresh = {}
        for state in states:
            moves = list(game.moves(state))
            if state in known:
                continue
            if not moves:
                if plies == 0 and game.payoff(state):
                    fresh[state] = (game.payoff(state), 0)
                continue
            ends = [known.get(move.to) for move in moves]
            if any(end and end[0] < 0 for end in ends):
                fresh[state] = (1, plies)
            elif all(end and end[0] > 0 for end in ends):
                fresh[state] = (-1, plies)
        known.update(fresh)
    return {state: known.get(state, (0, None)) for state in states}


# -- the difference of scores ------------------------------------------------------------------


def test_the_row_5_3_7_10_has_all_the_answers_worked_out_by_hand() -> None:
    # 10 − (7 − (5 − 3)) = 5 on the right; 5 − (10 − (7 − 3)) = −1 on the left
    solution = solve(Coins((5, 3, 7, 10)))
    assert solution.value == 5
    assert solution.bounds == (5, 5)
    assert solution.outcome == "win"
    assert solution.winner == "first player"
    assert solution.scores == (15, 10)
    assert [option.move.label for option in solution.options()] == ["left", "right"]
    assert [option.value for option in solution.options()] == [-1, 5]
    assert [option.best for option in solution.options()] == [False, True]
    assert [option.plies for option in solution.options()] == [None, None]
    assert solution.best_moves() == [Move((0, 3), gain=10, label="right")]
    assert solution.count_plays() == 2  # the last coin may be called left or right


def test_the_line_of_play_of_the_row_5_3_7_10_shows_running_totals() -> None:
    play = solve(Coins((5, 3, 7, 10))).play()
    assert play.labels == ("right", "right", "left", "left")
    assert [step.player for step in play.steps] == [0, 1, 0, 1]
    assert [step.totals for step in play.steps] == [(10, 0), (10, 7), (15, 7), (15, 10)]
    assert [step.state for step in play.steps] == [(0, 4), (0, 3), (0, 2), (1, 2)]
    assert (play.start, play.end) == ((0, 4), (2, 2))
    assert (play.totals, play.difference, play.repeats) == ((15, 10), 5, False)
    assert play.moves == tuple(step.move for step in play.steps)
    assert len(play) == 4
    text = str(play)
    assert text.count("\n") == 4
    assert "first player" in text
    assert "+10" in text
    assert "10 – 7" in text
    assert "totals 15 – 10" in text


def test_the_table_of_a_row_holds_the_value_of_every_sub_row() -> None:
    game = Coins((5, 3, 7, 10))
    table = solve(game).table()
    assert dict(table) == {state: best_value(game, state) for state in all_states(game)}
    assert len(table) == 15  # ten intervals and five places where the row runs out
    assert table[0, 2] == 2  # 5 and 3
    assert (0, 9) not in table


def test_the_table_of_scores_and_of_own_totals_follow_from_the_differences() -> None:
    game = Coins((5, 3, 7, 10))
    solution = solve(game)
    scores, own = solution.table("pair"), solution.table("total")
    for state in all_states(game):
        total, value = sum(game.row[slice(*state)]), best_value(game, state)
        assert scores[state] == ((total + value) // 2, (total - value) // 2)
        assert own[state] == scores[state][0]
        assert solution.scores_of(state) == scores[state]
    assert scores[0, 4] == (15, 10)
    assert own[0, 3] == 10  # seven and three of 5, 3, 7
    assert (scores.view, own.view) == ("pair", "total")


def test_a_declared_row_prints_its_table_as_a_triangle() -> None:
    row = (5, 3, 7, 10)
    coins = Coins(row)
    lines = str(solve(Ends(row)).table()).splitlines()
    assert lines[0].split() == ["0", "1", "2", "3"]
    for i, line in enumerate(lines[1:]):
        values = [best_value(coins, (i, j + 1)) for j in range(i, 4)]
        assert line.split() == [str(i), *map(str, values)]
    assert "15 – 10" in str(solve(Ends(row)).table("pair")).splitlines()[1]


def test_a_long_table_prints_its_beginning_and_says_how_much_is_left_out() -> None:
    game = Coins((1, 2, 3, 4, 5, 6, 7, 8, 9))
    text = str(solve(game).table())
    states = len(all_states(game))
    assert f"… {states - text.count(chr(10))} more" in text
    assert text.count("\n") < states


@pytest.mark.parametrize("seed", range(60))
def test_every_answer_on_a_random_scored_game_follows_from_the_recurrence(seed: int) -> None:
    game = random_scored_game(seed)
    solution = solve(game, method="backward")
    for state in all_states(game):
        here = solution.at(state)
        value = best_value(game, state)
        assert solution.value_of(state) == here.value == value
        assert here.bounds == (value, value)
        outcome = "win" if value > 0 else "loss" if value < 0 else "draw"
        assert solution.outcome_of(state) == here.outcome == outcome
        options = solution.options(state)
        assert [option.move for option in options] == list(game.moves(state))
        assert [option.value for option in options] == [worth(game, o.move) for o in options]
        assert [option.best for option in options] == [o.value == value for o in options]
        assert solution.best_moves(state) == [o.move for o in options if o.best]
    assert solution.prove().states == len(all_states(game))


@pytest.mark.parametrize("seed", range(60))
def test_the_best_lines_of_a_random_scored_game_are_all_there_and_counted(seed: int) -> None:
    game = random_scored_game(seed)
    solution = solve(game, method="backward")
    plays = list(solution.plays())
    assert Counter(play.moves for play in plays) == Counter(best_lines(game, 0))
    assert solution.count_plays() == len(plays)
    assert solution.play() in plays
    for play in plays:
        assert play.difference == solution.value
        assert not play.repeats
        assert running_totals(play) == [step.totals for step in play.steps]


def running_totals(play: Play) -> list[tuple[Any, ...]]:
    """The totals after each step, from the moves alone."""
    totals, player, found = [0, 0], 0, []
    for move in play.moves:
        totals[player] += move.gain
        found.append(tuple(totals))
        player = player if move.again else 1 - player
    return found


@pytest.mark.parametrize("seed", range(40))
def test_scores_are_given_exactly_where_every_play_collects_the_same(seed: int) -> None:
    game = random_scored_game(seed)
    solution = solve(game, method="backward")
    for state in all_states(game):
        sums = totals_of(game, state)
        if len(sums) == 1:
            total, value = sums.pop(), best_value(game, state)
            assert solution.scores_of(state) == ((total + value) / 2, (total - value) / 2)
        else:
            with pytest.raises(Unavailable, match="collects"):
                solution.scores_of(state)


def test_kept_turns_are_in_the_play_and_in_the_scores() -> None:
    solution = solve(DotsAndBoxes(1, 2))
    # seven lines, two boxes: both boxes are collected in every play
    assert sum(solution.scores) == 2
    play = solution.play()
    assert len(play) == 7
    assert sum(play.totals) == 2
    assert play.difference == solution.value == best_value(solution.game, 0)
    for step, after in pairwise(play.steps):
        assert (step.player == after.player) == (step.move.gain > 0)


# -- outcomes ------------------------------------------------------------------------------------


def test_a_heap_of_stones_has_all_the_answers_worked_out_by_hand() -> None:
    # takes of 1, 2, 3: multiples of four are lost; from 6, take 2 and leave 4
    solution = solve(Subtraction(6))
    assert (solution.value, solution.bounds) == (1, (1, 1))
    assert (solution.outcome, solution.winner) == ("win", "first player")
    assert [move.to for move in solution.best_moves()] == [4]
    # 6 → 4 → 3 → 0: the loser delays by taking one, the winner then takes all three
    assert solution.remoteness == 3
    assert [solution.remoteness_of(heap) for heap in range(7)] == [0, 1, 1, 1, 2, 3, 3]
    assert [solution.outcome_of(heap) for heap in (0, 4, 5)] == ["loss", "loss", "win"]
    assert len(solution.play()) == 3
    assert solution.play().totals == (0, -1)  # the player without a move loses a point


@pytest.mark.parametrize("heap", range(1, 13))
def test_remoteness_follows_its_definition_on_heaps(heap: int) -> None:
    game = Subtraction(heap)
    expected = forced_plies(game)
    solution = solve(game, method="winloss")
    for state, (value, plies) in expected.items():
        assert solution.value_of(state) == value
        assert solution.remoteness_of(state) == plies
        assert solution.at(state).remoteness == plies
    assert len(solution.play()) == solution.remoteness


def test_tic_tac_toe_is_a_draw_that_nobody_can_force_to_end_otherwise() -> None:
    solution = solve(TicTacToe())
    assert (solution.value, solution.outcome, solution.winner) == (0, "draw", "Tie")
    assert solution.remoteness is None
    assert len(solution.best_moves()) == 9  # every first move draws
    assert len(solution.play()) == 9  # the board is filled
    assert solution.prove().states == 5478  # the known number of positions


def test_misere_play_turns_the_ends_round() -> None:
    game = LastMoverLoses.from_edges({"a": ["b"], "b": ["c"]}, start="a")
    solution = solve(game)
    # a → b → c: the second player makes the last move and loses
    assert (solution.value, solution.outcome, solution.remoteness) == (1, "win", 2)
    assert solution.play().totals == (1, 0)
    assert solve(game, start="b").outcome == "loss"


def test_the_winner_hurries() -> None:
    edges = {"start": ["slow", "quick"], "slow": ["a"], "a": ["end"], "quick": []}
    solution = solve(LastMoverWins.from_edges(edges, start="start"))
    assert [move.to for move in solution.best_moves()] == ["slow", "quick"]  # both win
    assert [option.plies for option in solution.options()] == [3, 1]
    assert solution.play().labels == ("quick",)
    assert solution.remoteness == 1


def test_the_loser_delays() -> None:
    edges = {"start": ["quick", "slow"], "quick": ["x"], "slow": ["a"], "a": ["b"], "b": ["x"]}
    solution = solve(LastMoverWins.from_edges(edges, start="start"))
    assert solution.outcome == "loss"
    assert [option.plies for option in solution.options()] == [2, 4]
    assert solution.play().labels == ("slow", "a", "b", "x")
    assert solution.remoteness == 4


# -- cycles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(80))
def test_outcome_remoteness_and_play_on_random_graphs_with_cycles(seed: int) -> None:
    game = random_token_graph(seed)
    solution = solve(game, method="retrograde")
    for state, (value, plies) in forced_plies(game).items():
        here = solution.at(state)
        assert (here.value, here.remoteness) == (value, plies)
        play = here.play()
        assert play.repeats == (value == 0)
        assert play.difference == value
        if value:
            assert len(play) == plies  # the winner hurries, the loser delays
    solution.prove()


@pytest.mark.parametrize("seed", range(80))
def test_best_lines_of_a_graph_with_cycles_end_exactly_when_it_is_not_drawn(seed: int) -> None:
    game = random_token_graph(seed)
    solution = solve(game, method="retrograde")
    plays = list(islice(solution.plays(), 500))
    assert all(play.difference == solution.value for play in plays)
    if solution.value:
        assert not any(play.repeats for play in plays)
        assert {len(play) for play in plays} == {solution.remoteness}
        assert solution.count_plays() == len(plays)
    else:
        assert all(play.repeats for play in plays)
        with pytest.raises(Unavailable, match="for ever"):
            solution.count_plays()


def test_a_drawn_cycle_goes_on_for_ever() -> None:
    # from 0, moving to 2 lets the other reach the end; 0 ⇄ 1 holds the draw
    solution = solve(TokenGraph(((1, 2), (0, 2), (3,), ())))
    assert (solution.value, solution.outcome, solution.winner) == (0, "draw", "Tie")
    assert solution.remoteness is None
    play = solution.play()
    assert play.repeats is True
    assert (play.labels, play.end) == (("to 1", "to 0"), 0)
    assert play.totals == (0, 0)
    assert "for ever" in str(play)
    assert [line.labels for line in solution.plays()] == [("to 1", "to 0")]
    assert "for ever" in str(solution)
    with pytest.raises(Unavailable, match="best play can go round for ever") as caught:
        solution.count_plays()
    assert "plays()" in caught.value.fix


def test_a_lead_is_not_circled_round_for_ever() -> None:
    # 0 → 1 → 0 keeps the win too, because 1 has no other move, but makes no progress
    solution = solve(TokenGraph(((1, 3), (0,), (), ())))
    assert (solution.value, solution.remoteness) == (1, 1)
    assert [option.value for option in solution.options()] == [1, 1]
    assert [option.plies for option in solution.options()] == [3, 1]
    assert [move.to for move in solution.best_moves()] == [3]
    assert [play.labels for play in solution.plays()] == [("to 3",)]


def test_scores_on_a_cycle_are_forced_in_the_end() -> None:
    # a ⇄ b carry nothing; b can leave with 3, a only by giving the other 5
    edges = {"a": {"b": 0, "x": 0}, "b": {"a": 0, "end": 3}, "x": {"end": 5}}
    solution = solve(Game.from_edges(edges, start="a"))
    assert (solution.value, solution.value_of("b")) == (-3, 3)
    assert (solution.remoteness, solution.remoteness_of("b")) == (2, 1)
    assert [move.to for move in solution.best_moves()] == ["b"]
    assert solution.play().totals == (0, 3)
    assert not solution.play().repeats
    assert solution.count_plays() == 1
    assert solution.prove().states == 4


def test_a_scored_cycle_that_nobody_leaves_keeps_what_was_collected_before() -> None:
    edges = {"s": {"a": 4}, "a": {"b": 0, "end": -1}, "b": {"a": 0, "end": -1}}
    solution = solve(Game.from_edges(edges, start="s"))
    assert (solution.value, solution.value_of("a")) == (4, 0)
    play = solution.play()
    assert (play.repeats, play.totals, play.difference) == (True, (4, 0), 4)
    with pytest.raises(Unavailable, match="for ever"):
        solution.count_plays()


# -- nimbers -------------------------------------------------------------------------------------


def test_nim_has_all_the_answers_of_its_theory() -> None:
    solution = solve(Nim((3, 4, 5)))
    assert solution.nimber == 3 ^ 4 ^ 5 == 2
    assert (solution.value, solution.outcome, solution.winner) == (1, "win", "first player")
    # only 3 → 1 makes the XOR vanish: 4 would have to become 6, and 5 to become 7
    assert [move.label for move in solution.best_moves()] == ["3 → 1"]
    assert solution.nimber_of((1, 4, 5)) == 0
    assert solution.outcome_of((1, 4, 5)) == "loss"
    assert solution.at((4, 5)).nimber == 1
    assert solution.play().difference == 1
    assert solution.prove().value == 1


def test_nimbers_of_every_state_are_the_xor_of_its_heaps() -> None:
    game = Nim((2, 3, 3))
    solution = solve(game)
    for state in all_states(game):
        expected = 0
        for heap in state:
            expected ^= heap
        assert solution.nimber_of(state) == expected
        assert solution.value_of(state) == (1 if expected else -1)
    assert dict(solution.table()) == {s: solution.value_of(s) for s in all_states(game)}


# -- own totals ----------------------------------------------------------------------------------


def test_three_players_on_a_short_row_by_hand() -> None:
    # 4, 1, 7: the second player takes the larger end that is left, the third the last coin
    solution = solve(PlayersRow((4, 1, 7)))
    # left 4 leaves 1, 7 (second 7, third 1); right 7 leaves 4, 1 (second 4, third 1)
    assert solution.value == solution.scores == (7, 4, 1)
    assert [option.value for option in solution.options()] == [(4, 7, 1), (7, 4, 1)]
    assert [move.label for move in solution.best_moves()] == ["right"]
    assert (solution.outcome, solution.winner) == ("win", "first player")
    assert solution.outcome_of((0, 1)) == "win"  # the second player gets 4 of 4 and 1
    assert solution.play().totals == (7, 4, 1)
    assert [step.player for step in solution.play().steps] == [0, 1, 2]
    assert dict(solution.table("total"))[0, 2] == 7
    assert dict(solution.table("total"))[0, 1] == 4
    assert dict(solution.table("difference")) == dict(solution.table("pair"))
    assert solution.prove().value == (7, 4, 1)


@pytest.mark.parametrize("seed", range(20))
def test_own_totals_equal_the_scores_where_the_total_is_conserved(seed: int) -> None:
    rng = random.Random(seed)
    game = Coins(tuple(rng.randint(-5, 9) for _ in range(6)))
    solution = solve(OwnTotals(game))
    assert solution.value == solve(game).scores
    assert solution.play().totals == solution.value
    assert solution.winner == solve(game).winner


@pytest.mark.parametrize("seed", range(20))
def test_the_play_of_several_players_ends_with_their_values(seed: int) -> None:
    rng = random.Random(seed)
    row = tuple(rng.randint(0, 4) for _ in range(6))
    for game in (PlayersRow(row), DoublingTurns(row), OwnTotals(MeltingRow(row))):
        solution = solve(game)
        assert solution.play().totals == solution.value
        assert solution.count_plays() == len(list(solution.plays()))


def test_every_best_line_of_several_players_ends_with_their_values() -> None:
    # the second player gets 1 either way; by the tie-break the first listed move is taken
    game = PayoffGame.from_edges(
        {"a": ["b"], "b": ["kind", "cruel"]},
        start="a",
        payoff={"kind": (5, 1), "cruel": (0, 1)},
        turn=lambda state: 0 if state == "a" else 1,
    )
    solution = solve(game)
    assert solution.value == (5, 1)
    assert {play.totals for play in solution.plays()} == {(5, 1)}


def test_the_outcome_of_several_players_is_seen_by_the_mover() -> None:
    def over(payoff: tuple[int, ...], mover: int) -> Solution:
        return solve(
            PayoffGame.from_edges(
                {}, start="end", players=3, payoff={"end": payoff}, turn=lambda _: mover
            )
        )

    assert over((3, 1, 2), 0).outcome == "win"
    assert over((3, 1, 2), 1).outcome == "loss"
    assert over((3, 3, 2), 0).outcome == "draw"
    assert over((3, 3, 2), 2).outcome == "loss"
    assert over((1, 2, 9), 0).winner == "player 3"
