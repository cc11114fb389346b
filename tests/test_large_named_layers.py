"""Layers of some hundred states in which play comes back: blocks, bands and types that grow."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
import pytest

from compiled_beside_plain import assert_same
from executed_rules import by_python
from table_games import Row, Rules, Scored, long, table
from zermelo import solve
from zermelo.engines.layers import alone, returning
from zermelo.engines.layers.alone import NO_WAY_OUT, Pairs
from zermelo.engines.layers.moves_into import Inside, MovesInto
from zermelo.engines.layers.returning import SettlingInside
from zermelo.engines.layers.rounds import Rounds, TwoSides
from zermelo.graph.progress import Progress

SIZES = (1, 2, 150, 200)  # of layers, the last one first


@dataclass(frozen=True)
class Wide(Scored):
    """A game read from tables, whose layers are wide."""

    of: Row = ()

    def layer(self, state: int) -> int:
        return self.of[state]


def wide(random: Random, *, in_turn: bool = False) -> Wide:
    """Moves stay in their layer, or lead to later ones with gains; a few states are met often.

    in_turn: a move that stays leads from an even state to an odd one or back.
    """
    of = [number for number, size in enumerate(SIZES) for _ in range(size)]
    of.reverse()
    rules: Rules = []
    for here, own in enumerate(of):
        low, row = of.index(own), []
        size = SIZES[own]
        for _ in range(random.randrange(1, 5)):
            stays = own and random.randrange(4)
            to = random.randrange(low, low + size) if stays else random.randrange(low, len(of))
            to = low if stays and random.randrange(5) == 0 else to
            if in_turn and of[to] == own:
                to = to if (to - here) % 2 or size == 1 else to + (1 if to == low else -1)
            row.append((to, 0 if of[to] == own else random.randint(-6, 6), False))
        rules.append(row if own else [])
    pay = [random.randint(-6, 6) for _ in of]
    return Wide(**table(rules), pay=long(pay), start=0, of=long(of))


@pytest.mark.parametrize("seed", range(1))
def test_wide_layers_have_the_values_of_plain_python(seed: int) -> None:
    assert_same_values(wide(Random(seed)), seed)


def assert_same_values(game: Wide, seed: int) -> None:
    with by_python():
        found = solve(game, engine="layers", threads=1, starts=range(sum(SIZES)))
    assert_same(found, solve(game, engine="plain", starts=range(sum(SIZES))), f"seed {seed}")


@pytest.mark.parametrize(("seed", "in_turn"), [(0, False), (1, True)])
def test_moves_that_are_not_held_give_the_same_answers(
    seed: int, in_turn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(returning, "SETTLING_A_STATE", 1 << 50)
    sides: list[int] = []
    told = Rounds.run
    monkeypatch.setattr(Rounds, "run", lambda own: (sides.append(len(own.sides)), told(own)))
    assert_same_values(wide(Random(seed), in_turn=in_turn), seed)
    assert max(sides) == (2 if in_turn else 1)


@pytest.mark.parametrize("bytes_of_a_state", [20, 1 << 50], ids=["held", "asked again"])
def test_progress_is_told_while_a_layer_is_settled(
    bytes_of_a_state: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(returning, "SETTLING_A_STATE", bytes_of_a_state)
    monkeypatch.setattr(alone, "PIECE", 50)
    monkeypatch.setattr("zermelo.graph.progress.REPORT", -1)
    told: list[Progress] = []
    with by_python():
        game = wide(Random(1))
        solve(game, engine="layers", threads=1, starts=range(sum(SIZES)), progress=told.append)
    settled = [report.states for report in told if report.stage == "sweep" and report.level == 3]
    assert settled == sorted(settled)
    assert len({*settled}) > 4
    assert settled[-1] == sum(SIZES)


def test_a_layer_has_sides_where_every_move_crosses_over() -> None:
    def heard(*moves: tuple[int, int]) -> TwoSides:
        sides = TwoSides(6)
        for here, there in moves:
            sides.hear(here, Inside(np.array([1]), np.array([there]), np.zeros(1, np.uint8)))
        return sides

    line = heard((0, 3), (3, 1), (1, 4), (2, 4), (5, 3))
    assert line.are_there
    row = line.row().tolist()
    assert row[0] == row[1] == row[2] == row[5] != row[3] == row[4]
    for odd in [heard((0, 0)), heard((0, 1), (1, 2), (2, 0)), heard((0, 3), (3, 1), (1, 0))]:
        assert not odd.are_there
        assert not odd.row().any()


def line_of(size: int, worth: int) -> Pairs:
    """A layer that is one line: each state leads to the one before, and the first one ends."""
    pairs, moves = Pairs(size), MovesInto(size)
    counts = np.ones(size, np.uint32)
    counts[0] = 0
    to = np.arange(size - 1, dtype=np.uint32)
    ways_out = np.full((size, 2), (NO_WAY_OUT, 0))
    ways_out[0] = worth, 0
    inside = Inside(counts, to, np.zeros(size - 1, np.uint8))
    pairs.hear(0, ways_out)
    moves.count(0, inside)
    moves.lay_out()
    moves.fill(0, inside)
    SettlingInside(pairs, moves).run()
    return pairs


def test_plies_that_outgrow_their_type_get_a_wider_one() -> None:
    line = line_of(40_000, 1)
    pairs = np.concatenate([*line.pieces()])
    assert (pairs[:, 1] == np.arange(40_000)).all()
    assert (pairs[:, 0] == np.where(np.arange(40_000) % 2, -1, 1)).all()
    assert (line.plies.dtype, line.dtype) == (np.int32, np.int32)


def test_few_plies_and_small_worth_take_a_byte_each() -> None:
    assert line_of(100, 7).dtype == np.int8
    assert line_of(200, 7).dtype == np.int16
