"""Compiled rules give the answers of plain Python and of the oracle."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from compiled_beside_plain import (
    KINDS,
    ORACLES,
    Deep,
    Limited,
    Noughts,
    Pair,
    both,
    outcome,
    packed,
    plain,
    solved,
)
from table_games import MAKERS, cyclic_game, normal, normal_game, scored
from zermelo import Game, Move, Solution, plan, solve
from zermelo.engines import memory as memory_module
from zermelo.engines.memory import explore as explore_module
from zermelo.engines.memory.arrays import ANYWHERE, BY_LEVELS, FORWARD
from zermelo.engines.memory.estimate import estimate
from zermelo.errors import Unavailable, UnknownState, ZermeloError
from zermelo.games import ConnectFour, Nim, TicTacToe
from zermelo.graph.explore import explore
from zermelo.machine.machine import Machine, compiled
from zermelo.proof.oracle import Oracle

# Random games for every value type, as many as find what many more find: `make mutants CASES="…"`
CASES = int(os.environ.get("ZERMELO_CASES", "300"))
pytestmark = [pytest.mark.usefixtures("own_cache"), pytest.mark.unmeasured]


@pytest.mark.parametrize("kind", ORACLES)
def test_random_games_have_the_values_of_plain_python_and_of_the_oracle(kind: str) -> None:
    method, asked = ORACLES[kind]
    kinds: Counter[int] = Counter()
    states = 0
    for seed in range(CASES):
        game = MAKERS[kind](Random(seed))
        one, two = both(game, method=method)
        oracle = Oracle(game, limit=10**7)
        for state in plain(two).states:
            note = f"{kind}, seed {seed}, state {state}"
            value = one.value_of(state)
            assert value == two.value_of(state), note
            if two.answers.counts_plies:
                assert one.remoteness_of(state) == two.remoteness_of(state), note
            found = (value, one.remoteness_of(state)) if asked is outcome else value
            assert found == asked(oracle, state), note
            states += 1
        kinds[packed(one).kind] += 1
    assert kinds.total() == CASES
    assert states > 2 * CASES
    wanted = (BY_LEVELS, ANYWHERE) if "cyclic" in kind else (BY_LEVELS, FORWARD, ANYWHERE)
    assert all(kinds[way] > CASES // 50 for way in wanted), kinds


def test_random_games_have_the_nimbers_of_plain_python_and_of_the_oracle() -> None:
    largest = 0
    for seed in range(CASES):
        game = normal_game(Random(seed))
        one, two = both(game, method="nimbers")
        oracle = Oracle(game)
        for state in explore(game).states:
            nimber = one.nimber_of(state)
            assert nimber == two.nimber_of(state) == oracle.nimber(state), f"seed {seed}, {state}"
            assert one.value_of(state) == two.value_of(state)
            largest = max(largest, nimber)
    assert largest >= 3


def test_the_games_of_a_table_share_one_compiled_module() -> None:
    for kind in ("difference", "outcome", "cyclic", "scored cyclic", "normal", "misere"):
        games = [MAKERS[kind](Random(seed)) for seed in range(20)]
        paths = {packed(solve(game, engine="compiled")).machine.module for game in games}
        assert len(paths) == 1, kind


# -- questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_has_the_answer_of_plain_python(kind: str) -> None:
    for seed in range(60):
        one = solved(kind, seed)
        two = solve(one.game, engine="plain", method=one.plan.method)
        assert one.value == two.value
        assert one.bounds == two.bounds
        assert one.outcome == two.outcome
        assert one.winner == two.winner
        for question in ("scores", "remoteness", "nimber", "count_plays"):
            assert asked(one, question) == asked(two, question)
        assert one.options() == two.options()
        assert one.best_moves() == two.best_moves()
        assert one.play() == two.play()
        assert list(one.plays()) == list(two.plays())
        assert dict(one.table()) == dict(two.table())
        for state in one.table():
            assert one.at(state).value == two.at(state).value
            assert one.at(state).play() == two.at(state).play()
            if packed(one).sweep is not None:
                assert asked(one.at(state), "scores") == asked(two.at(state), "scores")
        lines = [str(solution).splitlines() for solution in (one, two)]
        kept = [[line for line in text if "collect" not in line] for text in lines]
        assert len(kept[0]) >= len(lines[0]) - 1
        assert kept[0] == kept[1]
        assert repr(one) == repr(two)


def asked(solution: Solution, question: str) -> Any:
    """The answer, or the kind of error."""
    try:
        answer = getattr(solution, question)
        return answer() if callable(answer) else answer
    except ZermeloError as error:
        return type(error)


def test_scores_are_given_where_every_play_collects_the_same_and_refused_with_the_reason() -> None:
    same = scored([[(1, 3, False), (2, 3, False)], [(3, 1, False)], [(3, 1, False)], []], [0] * 4)
    other = scored([[(1, 3, False), (2, 2, False)], [(3, 1, False)], [(3, 1, False)], []], [0] * 4)
    one = solve(same, engine="compiled")
    assert (one.value, one.scores, one.scores_of(1)) == (2, (3, 1), (1, 0))
    found = r"0 – \+3→ 1 – \+1→ 3 collects 4; 0 – \+2→ 2 – \+1→ 3 collects 3"
    with pytest.raises(Unavailable, match=found) as no:
        _ = solve(other, engine="compiled").scores
    assert "OwnTotals" in str(no.value)
    ends = scored([[(1, 0, False)], []], [0, -1])
    for method in ("backward", "winloss"):
        with pytest.raises(Unavailable, match="only the outcome counts"):
            _ = solve(ends, engine="compiled", method=method).scores


def test_states_that_are_not_reached_are_unknown() -> None:
    table = solve(normal([[(1, 0, False)], [], [(0, 0, False)]]), engine="compiled")
    named = solve(Limited(), engine="compiled")
    board = solve(Noughts(), engine="compiled")
    for state in (2, -1, 99, 2**80, "1", "x", 0.5, None, (0,), (), [0], float("inf")):
        for ask in (table.value_of, table.remoteness_of, table.at, table.best_moves):
            with pytest.raises(UnknownState, match="2 states that 0 reaches"):
                ask(state)
    for odd in [(30, 28), Pair(30, 0), [30, 29], (30,), (30, 29, 0), ("30", "29"), 30, (-1, 2)]:
        with pytest.raises(UnknownState):
            named.value_of(odd)
    for odd in [(1, 1), (511, 511), (0, 0, 0), "board", (0.5, 0), (None, 0)]:
        with pytest.raises(UnknownState):
            board.value_of(odd)
    assert named.value_of((30, 29)) == named.value
    assert table.value_of(True) == table.value_of(1) == table.value_of(1.0)


def test_the_winner_of_a_game_that_can_come_back_wins_in_as_many_plies_as_promised() -> None:
    won = 0
    for seed in range(300):
        solution = solve(cyclic_game(Random(seed), states=25, most=4), engine="compiled")
        if packed(solution).sweep is None and solution.remoteness is not None:
            play = solution.play()
            assert not play.repeats
            assert len(play) == solution.remoteness
            assert play.difference == solution.value
            won += solution.remoteness > 1
    assert won >= 20


def test_a_plan_says_what_ran_the_rules_and_how_many_bytes_a_state_takes() -> None:
    solve(Noughts(), engine="compiled")  # leaves its machine code on disk
    text = str(solve(Noughts(), engine="compiled", threads=1).plan)
    assert "compiled rules (read from disk), hash table of keys, 1 thread" in text
    assert re.search(r"memory   about [\d.]+ KiB, \d+ bytes a state", text)
    planned = plan(Noughts(), engine="compiled")
    assert planned.is_compiled
    assert planned.method == "winloss"
    assert "engine" not in str(plan(TicTacToe(), engine="plain"))


class Ring(Game):
    """Round and round: no play ends but by a step onto 0."""

    start = 1

    def moves(self, state: int) -> Iterator[Move]:
        if state:
            for step in (1, 5, 11):
                yield Move((3 * state + step) % 10_007)

    def payoff(self, state: int) -> int:
        return -1


def test_an_estimate_stops_when_plays_that_can_come_back_have_spread_out() -> None:
    game = Ring()
    graph = packed(solve(game, engine="compiled"))
    found = estimate(graph.machine, game.start, enough=10**9, memory=2**28)
    assert 10 < found.depth < 100
    assert 1_000 < found.states <= len(graph) == 10_007


def test_an_estimate_does_not_exceed_what_there_is() -> None:
    for game in (TicTacToe(), Ring(), Deep(300), ConnectFour(4, 4)):
        graph = packed(solve(game, engine="compiled"))
        found = estimate(graph.machine, game.start, enough=10**9, memory=2**28)
        assert len(graph) / 20 < found.states <= len(graph), game


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize(("few", "asked"), [(1_000, []), (20, [1])])
def test_states_are_weighed_when_they_are_not_few(
    monkeypatch: pytest.MonkeyPatch, few: int, asked: list[int]
) -> None:
    monkeypatch.setattr(explore_module, "FEW", few)
    monkeypatch.setattr(explore_module, "UNWEIGHED", 600.0)
    times: list[int] = []
    monkeypatch.setattr(memory_module, "expect", lambda *_: times.append(1) or 200)
    game = Nim((3, 4, 5))
    machine = compiled(game, [game.start], 0)
    assert isinstance(machine, Machine)
    arrays = memory_module.explore_arrays(machine, game.start, threads=1)
    assert (len(arrays), times) == (48, asked)
