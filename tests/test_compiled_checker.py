"""The checker of compiled tables passes what is right and notices every lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import table_games
from compiled_beside_plain import KINDS, packed, solved
from table_games import normal, scored
from zermelo import Game, Move, Solution, solve
from zermelo.engines.choose import explored
from zermelo.engines.memory.prove import ask_python, claim_of, prove, prove_claim
from zermelo.errors import MethodRefused, ProofFailed, RulesError
from zermelo.limits import Limits
from zermelo.proof.packed import TableClaim

pytestmark = [pytest.mark.usefixtures("own_cache"), pytest.mark.unmeasured]


def assert_proved(kind: str) -> None:
    for seed in range(20):
        solution = solved(kind, seed)
        graph, proof = packed(solution), solution.prove()
        assert (proof.states, proof.moves) == (len(graph), graph.moves)
        assert proof.value == solution.value
        columns = 1 + (solution.answers.counts_plies or kind == "nimbers")
        assert proof.checks == columns * len(graph)


@pytest.mark.parametrize("kind", ["difference", "cyclic", "shared"])
def test_the_checker_passes_every_random_game(kind: str) -> None:
    assert_proved(kind)


@pytest.mark.usefixtures("carried_out_by_python")
@pytest.mark.parametrize("kind", KINDS)
def test_the_checker_carried_out_by_python_passes_every_random_game(kind: str) -> None:
    assert_proved(kind)


def broken(solution: Solution, claim: TableClaim) -> bool:
    """Whether the checker notices; it is asked for the whole claim, not for a table."""
    try:
        prove_claim(packed(solution), claim, solution.start)
    except ProofFailed:
        return True
    return False


def claim_of_solution(solution: Solution) -> TableClaim:
    """A copy, to be changed."""
    claim = claim_of(packed(solution), solution.answers.columns)
    rows = ("keys", "values", "plies", "nimbers", "heights")
    return replace(claim, **{row: getattr(claim, row).copy() for row in rows})


@cache
def told(kind: str, seed: int) -> Solution:
    """What is lied about: one solution for all lies."""
    return solved(kind, seed, threads=1)


@pytest.mark.parametrize("kind", KINDS)
def test_no_number_of_a_table_can_be_changed_unnoticed(kind: str) -> None:
    changed: Counter[str] = Counter()
    for seed in range(30):
        solution = told(kind, seed)
        for column in ("values", "plies", "nimbers"):
            random, claim = Random(seed), claim_of_solution(solution)
            row = getattr(claim, column).reshape(-1)
            if not len(row):
                continue
            place = random.randrange(len(row))
            row[place] += random.choice([-3, -2, -1, 1, 2, 3])
            assert broken(solution, claim), f"{kind}, seed {seed}, {column} {place}"
            changed[column] += 1
    assert set(changed.values()) == {30}
    assert "values" in changed


@pytest.mark.parametrize("kind", KINDS)
def test_no_key_of_a_table_can_be_dropped_doubled_or_swapped_unnoticed(kind: str) -> None:
    swapped = 0
    for seed in range(120 if "cyclic" in kind else 60):
        random, solution = Random(seed), told(kind, seed)
        size = len(packed(solution))
        claim = claim_of_solution(solution)
        rows = ("keys", "values", "plies", "nimbers", "heights")
        one, two = random.randrange(size), random.randrange(size)
        left = np.delete(np.arange(size), one)
        twice = np.append(np.arange(size), one)
        for numbers in (left, twice):
            own = {row: getattr(claim, row) for row in rows if len(getattr(claim, row))}
            odd = replace(claim, **{row: array[numbers] for row, array in own.items()})
            assert broken(solution, odd), f"{kind}, seed {seed}, state {one}"
        rows_of = [(claim.values[n].tolist(), *(row[n] for row in (claim.plies, claim.nimbers)
                 if len(row))) for n in (one, two)]  # fmt: skip
        if rows_of[0] != rows_of[1]:
            claim.keys[[one, two]] = claim.keys[[two, one]]
            assert broken(solution, claim), f"{kind}, seed {seed}, states {one} and {two}"
            swapped += 1
    assert swapped >= 10


@pytest.mark.parametrize("kind", KINDS)
def test_no_move_may_climb(kind: str) -> None:
    """Heights, or the numbers of the states where there are none, prove that play ends."""
    tried: Counter[str] = Counter()
    for seed in range(300 if "cyclic" in kind else 60):  # few lies fit cycles
        random, solution = Random(seed), told(kind, seed)
        graph, claim = packed(solution), claim_of_solution(solution)
        assert graph.first is not None
        assert graph.to is not None
        if not graph.moves:
            continue
        move = random.randrange(graph.moves)
        here, there = graph.source(move), int(graph.to[move])
        if not len(claim.heights):
            order = np.arange(len(graph))
            order[[here, there]] = order[[there, here]]
            own = {row: getattr(claim, row) for row in ("keys", "values", "plies", "nimbers")}
            turned = {row: array[order] for row, array in own.items() if len(array)}
            assert broken(solution, replace(claim, **turned)), f"{kind}, seed {seed}"
            tried["numbers"] += 1
        elif not claim.may_return or (len(graph.gain) and graph.gain[move]):
            claim.heights[here] = claim.heights[there]
            assert broken(solution, claim), f"{kind}, seed {seed}"
            tried["strict"] += 1
        elif here != there:
            claim.heights[here], claim.heights[there] = 3, 4
            assert broken(solution, claim), f"{kind}, seed {seed}"
            tried["level"] += 1
    wanted = {"cyclic": {"level"}, "scored cyclic": {"level", "strict"}}
    assert all(tried[way] >= 5 for way in wanted.get(kind, {"numbers", "strict"})), tried


def test_a_cycle_cannot_be_proved_without_plies_and_cannot_be_hidden() -> None:
    game = scored([[(1, 0, False)], [(0, 0, False), (2, 0, False)], []], [0, 0, -1])
    solution = solve(game, engine="compiled")
    claim = claim_of_solution(solution)
    assert claim.may_return
    assert not broken(solution, claim)
    assert broken(solution, replace(claim, plies=np.empty(0, np.int32)))
    assert broken(solution, replace(claim, may_return=False))
    assert broken(solution, replace(claim, heights=np.empty(0, np.uint32)))


def test_a_gain_on_a_cycle_cannot_be_proved() -> None:
    """Two states that pay each other for ever: any value would satisfy the equations."""
    game = scored([[(1, 2, False)], [(0, 2, False), (2, 0, False)], []], [0, 0, 0])
    with pytest.raises(MethodRefused, match=r"the cycle 0 → 1 → 0 carries a gain of 2"):
        solve(game, engine="compiled")
    with pytest.raises(MethodRefused, match=r"the cycle 0 → 1 → 0 carries a gain of 2"):
        solve(game, engine="plain")
    graph = explored(game, 0, Limits(engine="compiled"), None).graph.arrays
    claim = TableClaim(
        graph.keys,
        np.ones(3, np.int32),
        np.ones(3, np.int32),
        np.empty(0, np.int32),
        graph.parts,
        True,
    )
    claim.values[2], claim.plies[2] = 0, -1
    with pytest.raises(ProofFailed, match="a move climbs"):
        prove_claim(graph, claim, 0)


def test_a_start_that_the_table_does_not_hold_is_no_proof() -> None:
    solution = solve(normal([[(1, 0, False)], [], [(0, 0, False)]]), engine="compiled")
    for start in (2, 64, -1, 10**30, (0, 1), "0"):
        with pytest.raises(ProofFailed, match="the table does not hold it"):
            prove(packed(solution), solution.answers.columns, start)
    assert solution.prove().value == 1
    assert solution.at(1).prove().value == -1


def test_python_itself_is_asked_for_a_sample_of_states(monkeypatch: pytest.MonkeyPatch) -> None:
    game = normal([[(1, 0, False), (2, 0, False)], [(2, 0, False)], []])
    solution = solve(game, engine="compiled")
    assert solution.prove().states == 3
    others: list[Callable[[Any, int], Any]] = [
        lambda game, state: [],
        lambda game, state: [Move(2)] if state == 0 else [],
        lambda game, state: [Move(40)],
        lambda game, state: 1 // 0,
    ]
    for moves in others:
        monkeypatch.setattr(type(game), "moves", moves)
        with pytest.raises((ProofFailed, RulesError)):
            solution.prove()
    monkeypatch.undo()
    monkeypatch.setattr(type(game), "payoff", lambda game, state: 0)
    with pytest.raises(ProofFailed):
        solution.prove()


@pytest.mark.usefixtures("carried_out_by_python")
class Heaps(Game):
    """Two heaps."""

    start = (12, 12)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        one, two = state
        for take in (1, 2):
            if one >= take:
                yield Move((one - take, two), gain=one * two + take)
            if two >= take:
                yield Move((one, two - take), gain=one + take)


@pytest.mark.parametrize("place", [(0, 1), (12, 11), (7, 3)])
def test_a_small_table_is_asked_of_python_in_every_state(place: tuple[int, int]) -> None:
    solution = solve(Heaps(), engine="compiled")
    graph = packed(solution)
    table, number = solution.answers.columns, graph.number(place)
    assert ask_python(graph, table) == len(graph) == 169
    assert solution.prove().in_python is None
    table.values[number] += 1
    with pytest.raises(ProofFailed):
        ask_python(graph, table)


def test_the_checker_finds_room_for_states_with_many_moves() -> None:
    """Its first room holds some thousand moves."""
    fan: table_games.Rules = [[(k, k % 5, False) for k in range(1, 3_000)]]
    fan += [[(3_000, 1, False)] * 9 for _ in range(1, 3_000)] + [[]]
    solution = solve(scored(fan, [0] * 3_001), engine="compiled")
    assert solution.value == 3
    proof = solution.prove()
    assert (proof.states, proof.moves) == (3_001, packed(solution).moves)
