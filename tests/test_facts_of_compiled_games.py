"""The facts read off compiled graphs are those of plain ones."""

from __future__ import annotations

import sys
from fractions import Fraction

import numpy as np
import pytest

from zermelo import Game, LastMoverWins, Move, PayoffGame, diagnose, solve
from zermelo._diagnose import Diagnosis, examine
from zermelo.engines.choose import explored
from zermelo.errors import Unavailable
from zermelo.facts.properties import deterministic
from zermelo.games import Ends
from zermelo.graph.contract import Graph
from zermelo.limits import Limits


class Pile(Game):
    """Take one or two; what is taken is gained; a last one keeps the turn."""

    start = (12, 0)

    def moves(self, state):
        pile, _ = state
        for take in (1, 2):
            if take <= pile:
                yield Move(
                    (pile - take, 0), gain=take, again=pile - take == 1, label=f"take {take}"
                )


class Round(LastMoverWins):
    """A token goes round a ring, or leaves it."""

    start = (0, 0)

    def moves(self, state):
        place, out = state
        if not out:
            yield Move(((place + 1) % 5, 0), label="on")
            if place == 3:
                yield Move((place, 1), label="out")


class Paid(Game):
    """Round a ring for nothing; who leaves it gains 3."""

    start = (0, 0)

    def moves(self, state):
        place, out = state
        if not out:
            yield Move(((place + 1) % 5, 0))
            if place == 3:
                yield Move((place, 1), gain=3)


class Endless(Game):
    """Round a ring, one point a step."""

    start = (0, 0)

    def moves(self, state):
        yield Move(((state[0] + 1) % 5, 0), gain=1)


class Three(PayoffGame):
    """Three players take one or two in turn; whoever takes two moves again, and loses one."""

    players = 3
    start = (9, 0)

    def turn(self, state):
        return state[1]

    def moves(self, state):
        pile, player = state
        for take in (1, 2):
            if take <= pile:
                after = (player + 1) % 3 if take == 1 else player
                yield Move((pile - take, after), gain=1)


GAMES = [Pile(), Round(), Paid(), Endless(), Three()]


def both(game: Game) -> tuple[Diagnosis, Diagnosis]:
    graphs = [
        explored(game, game.start, Limits(engine=engine), None).graph
        for engine in ("plain", "compiled")
    ]
    plain, packed = (examine(game, graph) for graph in graphs)
    return plain, packed


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: type(game).__name__)
def diagnoses(request: pytest.FixtureRequest) -> tuple[Diagnosis, Diagnosis]:
    return both(request.param)


def test_compiled_facts_are_the_plain_ones(diagnoses: tuple[Diagnosis, Diagnosis]) -> None:
    plain, packed = diagnoses
    assert [fact.holds for fact in packed.facts] == [fact.holds for fact in plain.facts]
    assert packed.bounded.witness == plain.bounded.witness or plain.bounded.holds is False
    assert (packed.states, packed.moves) == (plain.states, plain.moves)
    assert packed.longest_play == plain.longest_play
    assert packed.decision.method == plain.decision.method
    assert packed.examples[-1:] == plain.examples[-1:]
    one, two = packed.redundancy, plain.redundancy
    assert (one.states, one.different, one.idle) == (two.states, two.different, two.idle)


def test_every_negative_has_a_witness_that_holds(diagnoses: tuple[Diagnosis, Diagnosis]) -> None:
    _, packed = diagnoses
    game = packed.game
    if packed.acyclic.holds is False:
        cycle = packed.acyclic.witness
        for here, there in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            assert there in [move.to for move in game.moves(here)]
    if packed.alternating.holds is False:
        here, there = packed.alternating.witness
        assert there in [move.to for move in game.moves(here)]
    if packed.conserved.holds is False:
        assert len(set(packed.conserved.witness[1])) == 2
        assert packed.conserved.detail.count("collects") == 2


def test_a_diagnosis_of_a_compiled_solution_explores_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solution = solve(Pile(), engine="compiled")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("explored again")

    for room, name in (("_diagnose", "explore"), ("solution.positions", "explored")):
        monkeypatch.setattr(sys.modules[f"zermelo.{room}"], name, refuse)
    assert solution.diagnosis.states == 13
    assert solution.table()[12, 0] == solution.value


@pytest.mark.unmeasured
def test_a_large_game_is_diagnosed_by_compiled_rules_and_says_what_was_sampled() -> None:
    class Wide(Pile):
        start = (40_000, 0)

    solution = solve(Wide(), engine="compiled")
    fact = solution.diagnosis.deterministic
    assert fact.holds is None
    assert "of 40,001" in fact.detail


def test_where_states_have_many_moves_fewer_of_them_are_asked_twice() -> None:
    class Heap(LastMoverWins):
        start = 1000

        def moves(self, state):
            return map(Move, range(state))

    class Counted(Graph):
        """What the fact needs of a graph."""

        complete = True
        moves = 500_500

        def state(self, number: int) -> int:
            return number

        def __len__(self) -> int:
            return 1001

    fact = deterministic(Heap(), Counted())
    assert "sampled 59 of 1,001" in fact.detail


def test_a_game_that_is_too_large_is_diagnosed_on_the_part_that_was_found() -> None:
    found = diagnose(Game.from_function(lambda n: [n + 1], start=0), budget=500)
    assert found.finite.holds is None
    assert found.states == 501


# -- tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["difference", "pair", "total"])
def test_a_compiled_table_is_the_plain_one(view: str) -> None:
    plain, compiled = (solve(Pile(), engine=engine) for engine in ("plain", "compiled"))
    one, two = plain.table(view), compiled.table(view)
    assert dict(one) == dict(two) == dict(two.items())
    assert len(two) == len(one)
    assert (3, 0) in two
    assert (99, 0) not in two
    assert "nothing" not in two
    assert two.get((99, 0)) is None
    assert np.asarray(two).tolist() == [
        list(v) if isinstance(v, tuple) else v for v in two.values()
    ]


@pytest.mark.parametrize("view", ["difference", "pair", "total"])
def test_a_compiled_table_of_three_players_is_the_plain_one(view: str) -> None:
    plain, compiled = (solve(Three(), engine=engine) for engine in ("plain", "compiled"))
    assert dict(plain.table(view)) == dict(compiled.table(view).items())


def test_scores_where_play_can_come_back_are_those_of_plain_python() -> None:
    for game in (Paid(), Round()):
        for engine in ("plain", "compiled"):
            with pytest.raises(Unavailable):
                solve(game, engine=engine).table("pair")


class Ring(Paid):
    """Whoever leaves the ring gains nothing: every play collects 4 before it."""

    start = (9, 0)

    def moves(self, state):
        place, out = state
        if place == 9:
            yield Move((0, 0), gain=4)
        elif not out:
            yield Move(((place + 1) % 5, 0))
            if place == 3:
                yield Move((place, 1))


def test_totals_before_a_cycle_are_those_of_plain_python() -> None:
    plain, compiled = (solve(Ring(), engine=engine) for engine in ("plain", "compiled"))
    assert compiled.scores == plain.scores == (4, 0)
    assert dict(compiled.table("pair")) == dict(plain.table("pair"))
    assert compiled.diagnosis.conserved.detail == plain.diagnosis.conserved.detail


def test_the_table_of_a_sub_game_holds_what_it_reaches() -> None:
    plain, compiled = (solve(Three(), engine=engine).at((4, 1)) for engine in ("plain", "compiled"))
    assert dict(compiled.table()) == dict(plain.table())
    assert len(compiled.table()) < len(solve(Three()).table())
    assert (9, 0) not in compiled.table()
    assert compiled.diagnosis.states == plain.diagnosis.states


def test_the_values_of_a_table_are_an_array() -> None:
    table = solve(Pile()).table()
    assert np.asarray(table).dtype == np.int64
    assert np.asarray(table).tolist() == list(table.values())
    assert np.asarray(table, dtype=float).dtype == float
    pairs = solve(Pile()).table("pair")
    assert np.asarray(pairs).shape == (len(pairs), 2)


def test_numbers_beyond_64_bits_and_fractions_stay_exact_in_an_array() -> None:
    huge = solve(Game.from_edges({"a": {"b": 2**63}, "b": {"c": -1}}, start="a")).table()
    assert np.asarray(huge).tolist() == [2**63 + 1, -1, 0]
    half = solve(Game.from_edges({"a": {"b": Fraction(1, 2)}}, start="a")).table()
    assert np.asarray(half).tolist() == [Fraction(1, 2), 0]


def test_the_table_of_a_family_is_found_by_compiled_rules_where_it_is_large() -> None:
    solution = solve(Ends(tuple(range(150))))
    assert solution.plan.method == "peak-fusion"
    table = solution.table()
    assert len(table) == 150 * 151 // 2 + 150
    assert table[0, 149] == solution.value
