"""Every member of `Solution`, on small games of each value type, against answers by hand."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass, fields
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

import pytest

from zermelo import (
    Diagnosis,
    Game,
    LastMoverLoses,
    LastMoverWins,
    Move,
    OwnTotals,
    PayoffGame,
    Plan,
    Play,
    Solution,
    Tie,
    diagnose,
    plan,
    solve,
)
from zermelo.errors import MethodRefused, Unavailable, ZermeloError
from zermelo.games import (
    DotsAndBoxes,
    DoublingTurns,
    Ends,
    MeltingRow,
    MisereNim,
    Nim,
    PlayersRow,
    PredictTheWinner,
    StoneGame,
    Subtraction,
    TicTacToe,
    TokenGraph,
)

pytestmark = pytest.mark.unmeasured


@dataclass(frozen=True)
class Coins(Game):
    """Take the coin at either end; the last coin may be called either end too."""

    row: tuple[Any, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left < right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right - 1], label="right")


def all_states(game: Game) -> list[Any]:
    found = [game.start]
    for state in found:
        found.extend(to for to in (m.to for m in game.moves(state)) if to not in found)
    return list(dict.fromkeys(found))


def worth(game: Game, move: Move) -> Any:
    rest = best_value(game, move.to)
    return move.gain + (rest if move.again else -rest)


def best_value(game: Game, state: Any) -> Any:
    """The recurrence, without a table: D(S) = max [g ± D(S')]."""
    moves = list(game.moves(state))
    return max(worth(game, move) for move in moves) if moves else game.payoff(state)


def best_lines(game: Game, state: Any) -> list[tuple[Move, ...]]:
    """Every line in which all moves keep the value."""
    moves = list(game.moves(state))
    if not moves:
        return [()]
    value = best_value(game, state)
    return [
        (move, *rest)
        for move in moves
        if worth(game, move) == value
        for rest in best_lines(game, move.to)
    ]


def totals_of(game: Game, state: Any) -> set[Any]:
    """What both players together may collect from a state on, over all plays."""
    moves = list(game.moves(state))
    if not moves:
        return {game.payoff(state)}
    return {move.gain + total for move in moves for total in totals_of(game, move.to)}


def random_scored_game(seed: int) -> Game:
    """An acyclic game of eight states with gains, payoffs and moves that keep the turn."""
    rng = random.Random(seed)
    edges, payoff = {}, {}
    for state in range(8):
        later = [to for to in range(state + 1, 8) if rng.random() < 0.45]
        edges[state] = [
            Move(to, rng.randint(-2, 3), rng.random() < 0.25, f"{state} to {to}") for to in later
        ]
        payoff[state] = rng.randint(-2, 2)
    edges[0].append(Move(7, gain=1, label="out"))
    return Game.from_edges(edges, start=0, payoff=payoff)


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


# -- at ----------------------------------------------------------------------------------------


ACYCLIC = [
    pytest.param(Coins((5, 3, 7, 10, 2)), id="scored"),
    pytest.param(Subtraction(9), id="outcome"),
    pytest.param(MisereNim((1, 2, 2)), id="misère"),
    pytest.param(TicTacToe(2, 3, 3), id="draws"),
    pytest.param(Nim((1, 2, 3)), id="nimbers"),
    pytest.param(PlayersRow((4, 1, 7, 2)), id="vectors"),
    pytest.param(Ends((2, 2, 2, 2)), id="closed form"),
    pytest.param(DotsAndBoxes(1, 1), id="kept turns"),
]
CYCLIC = [
    pytest.param(TokenGraph(((1, 2), (0, 3), (3,), ())), id="outcome"),
    pytest.param(
        Game.from_edges(
            {"a": {"b": 0, "x": 2, "c": 0}, "b": {"a": 0}, "c": {"d": 0, "x": 1}, "d": {"x": 1}},
            start="a",
        ),
        id="scored",
    ),
    pytest.param(  # 0 ⇄ 1 beside 2, from where a quick and a slow win lead to the end
        TokenGraph(((1, 2), (0,), (3, 5), (4,), (5,), ())), id="a sub-game without cycles"
    ),
]


def answers(solution: Solution) -> dict[str, Any]:
    """Every answer of a solution, the reason where there is none."""
    asked = {
        "value": lambda: solution.value,
        "bounds": lambda: solution.bounds,
        "outcome": lambda: solution.outcome,
        "winner": lambda: solution.winner,
        "scores": lambda: solution.scores,
        "remoteness": lambda: solution.remoteness,
        "nimber": lambda: solution.nimber,
        "options": lambda: solution.options(),
        "best_moves": lambda: solution.best_moves(),
        "play": lambda: solution.play(),
        "plays": lambda: list(solution.plays()),
        "count_plays": lambda: solution.count_plays(),
        "proof": lambda: solution.prove(),
    }
    return {name: answer_or_error(question) for name, question in asked.items()}


def answer_or_error(question: Any) -> Any:
    try:
        return question()
    except Unavailable as reason:
        return type(reason)


@pytest.mark.parametrize("game", [*ACYCLIC, *CYCLIC])
def test_at_a_state_is_worth_what_solving_from_there_says(game: Game) -> None:
    solution = solve(game)
    for state in all_states(game):
        here, there = solution.at(state), solve(game, start=state)
        assert here.start == there.start == state
        for name in ("value", "bounds", "outcome", "winner"):
            assert getattr(here, name) == getattr(there, name)
        assert here.play().totals == there.play().totals
        assert here.prove().states == there.prove().states
    assert solution.start == game.start


@pytest.mark.parametrize("game", ACYCLIC)
def test_at_a_state_of_an_acyclic_game_gives_every_answer_that_solving_from_there_gives(
    game: Game,
) -> None:
    solution = solve(game)
    for state in all_states(game):
        there = solve(game, start=state, method=solution.plan.method)
        assert answers(solution.at(state)) == answers(there)


@pytest.mark.parametrize("game", CYCLIC)
def test_at_a_state_of_a_cyclic_game_has_the_best_moves_that_solving_from_there_has(
    game: Game,
) -> None:
    solution = solve(game)
    for state in all_states(game):
        assert solution.at(state).best_moves() == solve(game, start=state).best_moves()


@pytest.mark.parametrize("game", ACYCLIC)
def test_at_a_state_the_table_and_the_facts_are_those_of_the_sub_game(game: Game) -> None:
    solution = solve(game)
    state = next(iter(game.moves(game.start))).to
    here, there = solution.at(state), solve(game, start=state)
    assert set(here.table()) == set(there.table())
    assert here.diagnosis.states == there.diagnosis.states
    assert here.diagnosis.longest_play == there.diagnosis.longest_play


def test_at_leaves_the_solution_it_came_from_alone() -> None:
    solution = solve(Coins((5, 3, 7, 10)))
    below = solution.at((0, 3)).at((0, 2))
    assert (below.value, below.scores) == (2, (5, 3))
    assert (solution.start, solution.value) == ((0, 4), 5)
    assert below.game is solution.game


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


# -- answers that do not exist -------------------------------------------------------------------


def unavailable(question: Any, *, given: str, rule: str = "", fix: str = "") -> Unavailable:
    with pytest.raises(Unavailable) as caught:
        question()
    error = caught.value
    assert given in error.given
    assert rule in error.rule
    assert fix in error.fix
    assert all(part and part in str(error) for part in (error.given, error.rule, error.fix))
    return error


def test_tic_tac_toe_has_no_scores() -> None:
    solution = solve(TicTacToe())
    error = unavailable(lambda: solution.scores, given="only the outcome", fix="`outcome`")
    assert "TicTacToe" in error.where
    unavailable(lambda: solution.table("pair"), given="only the outcome")
    unavailable(lambda: solution.table("total"), given="only the outcome")
    assert "none: only the outcome counts" in str(solution)


def test_scores_that_depend_on_the_play_are_refused_with_two_plays_as_witness() -> None:
    game = MeltingRow((3, 1, 2, 4))
    solution = solve(game)
    error = unavailable(
        lambda: solution.scores, given="collects", rule="every play", fix="OwnTotals"
    )
    sums = {int(number) for number in re.findall(r"collects (\d+)", error.given)}
    assert len(sums) == 2
    assert any(sums <= totals_of(game, state) for state in all_states(game))
    assert "MeltingRow" in error.where
    # the way out: the totals of one line, or players who count their own
    assert sum(solution.play().totals) in totals_of(game, game.start)
    assert solve(OwnTotals(game)).scores


def test_a_part_of_a_game_may_conserve_what_the_whole_does_not() -> None:
    solution = solve(MeltingRow((3, 1, 2, 4)))
    assert solution.scores_of((2, 2)) == (2, 0)
    assert solution.at((2, 2)).scores == (2, 0)


def test_a_scored_game_has_no_remoteness_and_no_nimber() -> None:
    solution = solve(Coins((5, 3, 7, 10)))
    unavailable(lambda: solution.remoteness, given="plies were not counted", rule="outcomes")
    unavailable(lambda: solution.remoteness_of((0, 3)), given="plies were not counted")
    unavailable(lambda: solution.nimber, given="nimbers were not computed", rule="last-move")
    unavailable(lambda: solution.nimber_of((0, 3)), given="nimbers were not computed")


def test_a_nimber_must_be_asked_for_where_win_and_loss_suffice() -> None:
    solution = solve(Subtraction(9))
    error = unavailable(lambda: solution.nimber, given="nimbers", fix='method="nimbers"')
    assert "last-move" in error.rule
    assert solve(Subtraction(9), method="nimbers").nimber == 9 % 4


@pytest.mark.parametrize(
    ("game", "question"),
    [
        (Coins((5, 3)), lambda solution: solution.remoteness),
        (Coins((5, 3)), lambda solution: solution.nimber),
        (Nim((3, 4)), lambda solution: solution.remoteness),
        (Subtraction(5), lambda solution: solution.nimber),
        (MisereNim((3, 4)), lambda solution: solution.nimber),
        (TokenGraph(((1,), (0,))), lambda solution: solution.nimber),
    ],
    ids=["plies of a row", "nimber of a row", "plies of nim", "heap", "misère", "cycle"],
)
def test_the_method_that_a_missing_answer_names_has_it(game: Game, question: Any) -> None:
    with pytest.raises(Unavailable) as caught:
        question(solve(game))
    advised = re.search(r'method="([a-z-]+)"', caught.value.fix)
    if advised is not None:
        try:
            answer = question(solve(game, method=advised[1]))
        except ZermeloError as refusal:
            pytest.fail(f"the way out leads to: {refusal}")
        assert isinstance(answer, int)


def test_a_game_that_never_ends_collects_what_was_gained_on_the_way() -> None:
    game = Game.from_edges({"a": {"b": 0}, "b": {"a": 0}, "s": {"a": 3}}, start="s")
    assert solve(game).scores == (3, 0)


def test_scores_are_not_told_where_play_may_go_round_for_ever_or_not() -> None:
    edges = {"A": {"B": 0, "C": 0}, "B": {"A": 0, "C": 0}, "C": {"end": 10}}
    solution = solve(Game.from_edges(edges, start="A"))
    assert (solution.value, solution.play().repeats) == (0, True)
    unavailable(lambda: solution.scores, given="collects 10", rule="every play collects the same")


# -- the whole -----------------------------------------------------------------------------------

ONE_OF_EACH = [
    pytest.param(Coins((5, 3, 7, 10)), None, id="difference"),
    pytest.param(Subtraction(6), None, id="outcome"),
    pytest.param(TokenGraph(((1, 2), (0, 2), (3,), ())), None, id="cycle"),
    pytest.param(Nim((3, 4)), None, id="nimber"),
    pytest.param(PlayersRow((4, 1, 7)), None, id="vector"),
    pytest.param(Coins((5, 3, 7, 10)), "alphabeta", id="search"),
    pytest.param(Ends((2, 2, 2)), "equal-row", id="closed form"),
]


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_solution_is_frozen(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    for field in fields(solution):
        with pytest.raises(FrozenInstanceError):
            setattr(solution, field.name, None)
    for name in ("value", "winner", "anything"):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(solution, name, None)
    with pytest.raises(FrozenInstanceError):
        del solution.plan


def test_what_a_solution_gives_out_is_frozen_too() -> None:
    solution = solve(Coins((5, 3, 7, 10)))
    given = (
        (solution.play(), "totals"),
        (solution.play().steps[0], "player"),
        (solution.options()[0], "best"),
        (solution.plan, "method"),
        (solution.against("greedy"), "result"),
        (solution.diagnosis, "states"),
        (solution.prove(), "value"),
        (solution.table(), "view"),
    )
    for item, name in given:
        with pytest.raises(FrozenInstanceError):
            setattr(item, name, None)


def test_solving_never_writes_on_the_game() -> None:
    game = Coins((5, 3, 7, 10))
    before = dict(vars(game))
    solution = solve(game)
    solution.play(), solution.table(), solution.prove(), solution.diagnosis, str(solution)
    assert vars(game) == before
    assert solution.game is game


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_solution_prints_its_headline_answers(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    lines = {line.split()[0]: line for line in str(solution).splitlines()}
    assert {"game", "value", "winner", "scores", "best", "play", "method"} <= set(lines)
    assert str(solution.value) in lines["value"]
    assert solution.winner in lines["winner"]
    assert solution.plan.title in lines["method"]
    for move in solution.best_moves():
        assert move.label in lines["best"]


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_the_repr_of_a_solution_is_one_line(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    text = repr(solution)
    assert "\n" not in text
    assert text.startswith(f"<Solution of {type(game).__name__}")
    for part in (f"value {solution.value}", solution.winner, f"by {solution.plan.method}"):
        assert part in text


def test_the_repr_of_a_large_game_is_cut_short() -> None:
    text = repr(solve(Ends(tuple(range(40)))))
    assert "…" in text
    assert len(text) < 160


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_solution_shows_as_html(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    html = solution._repr_html_()
    assert html.startswith("<table>")
    assert html.endswith("</table>")
    assert html.count("<tr>") == html.count("</tr>") == len(str(solution).splitlines())
    assert f">{solution.winner}<" in html


def test_html_is_escaped_wherever_a_game_speaks() -> None:
    class Spicy(Game):
        start = "<b>&"
        names = ("<i>Ann</i>", "<i>Ben</i>")

        def __repr__(self) -> str:
            return "Spicy('<script>&')"

        def moves(self, state: str) -> Iterator[Move]:
            if state == self.start:
                yield Move("end", gain=1, label="<b>&")
                yield Move("<u>", gain=1)

        def show(self, state: str) -> str:
            return f"<b>&{state}"

    solution = solve(Spicy())
    pages = (solution._repr_html_(), solution.table()._repr_html_())
    for page in pages:
        tags = set(re.findall(r"</?(\w+)", page))
        assert tags <= {"table", "tr", "td", "th", "caption"}
        assert not re.search(r"&(?!amp;|lt;|gt;|quot;|#)", page)
        assert "&lt;b&gt;&amp;" in page
    assert "&lt;script&gt;" in pages[0]
    assert "&lt;i&gt;Ann&lt;/i&gt;" in pages[0]
    assert "<b>&" in str(solution)  # plain text stays plain


def test_a_table_shows_as_html_in_each_view() -> None:
    solution = solve(Ends((5, 3, 7, 10)))
    for view in ("difference", "pair", "total"):
        html = solution.table(view)._repr_html_()
        assert f"<caption>{view}</caption>" in html
    assert ">15 – 10</td>" in solution.table("pair")._repr_html_()
    assert ">5</td>" in solution.table()._repr_html_()


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_proof_looks_at_every_state_and_move(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    proof = solution.prove()
    states = all_states(game)
    if solution.plan.method == "nimbers":  # proved part by part: the heaps 0, 1, 2, 3, 4
        states = [(), (1,), (2,), (3,), (4,)]
    assert proof.states == len(states)
    assert proof.moves == sum(len(list(game.moves(state))) for state in states)
    assert proof.value == solution.value
    assert proof.checks >= proof.states
    assert proof.game == type(game).__name__
    assert "proved" in str(proof)


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_a_solution_knows_its_plan_and_the_facts_of_its_game(
    game: Game, method: str | None
) -> None:
    solution = solve(game, method=method)
    assert isinstance(solution.plan, Plan)
    assert solution.plan == plan(game, method=method)
    assert method in (None, solution.plan.method)
    assert isinstance(solution.diagnosis, Diagnosis)
    assert solution.diagnosis is solution.diagnosis
    assert solution.diagnosis.facts == diagnose(game).facts
    assert solution.diagnosis.states == len(all_states(game))
    assert solution.diagnosis.game is game


@pytest.mark.parametrize(("game", "method"), ONE_OF_EACH)
def test_every_state_has_the_same_value_from_every_side(game: Game, method: str | None) -> None:
    solution = solve(game, method=method)
    table = solution.table()
    assert set(table) == set(all_states(game))
    for state in all_states(game):
        assert table[state] == solution.value_of(state) == solution.at(state).value
        assert solution.outcome_of(state) == solution.at(state).outcome


@pytest.mark.parametrize("values", [(Fraction(1, 3), 1, Fraction(1, 2)), (10**30, 1, 10**29)])
def test_scores_of_exact_numbers_are_exact(values: tuple[Any, ...]) -> None:
    solution = solve(Coins(values))
    assert sum(solution.scores) == sum(values)
    assert solution.scores[0] - solution.scores[1] == best_value(solution.game, (0, 3))
    assert solution.play().totals == solution.scores
    assert not any(isinstance(score, float) for score in solution.scores)
