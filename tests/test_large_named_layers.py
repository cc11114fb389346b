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
from zermelo.engines.layers.moves_into import Inside
from zermelo.engines.layers.returning import NO_WAY_OUT, Piece, SettlingInside

SIZES = (1, 2, 150, 200)  # of layers, the last one first


@dataclass(frozen=True)
class Wide(Scored):
    """A game read from tables, whose layers are wide."""

    of: Row = ()

    def layer(self, state: int) -> int:
        return self.of[state]


def wide(random: Random) -> Wide:
    """Moves stay in their layer, or lead to later ones with gains; a few states are met often."""
    of = [number for number, size in enumerate(SIZES) for _ in range(size)]
    of.reverse()
    rules: Rules = []
    for own in of:
        low, row = of.index(own), []
        size = SIZES[own]
        for _ in range(random.randrange(1, 5)):
            stays = own and random.randrange(4)
            to = random.randrange(low, low + size) if stays else random.randrange(low, len(of))
            to = low if stays and random.randrange(5) == 0 else to
            row.append((to, 0 if of[to] == own else random.randint(-6, 6), False))
        rules.append(row if own else [])
    pay = [random.randint(-6, 6) for _ in of]
    return Wide(**table(rules), pay=long(pay), start=0, of=long(of))


@pytest.mark.parametrize("seed", range(3))
def test_wide_layers_have_the_values_of_plain_python(seed: int) -> None:
    game = wide(Random(seed))
    with by_python():
        found = solve(game, engine="layers", threads=1, starts=range(sum(SIZES)))
    assert_same(found, solve(game, engine="plain", starts=range(sum(SIZES))), f"seed {seed}")


def line_of(size: int, worth: int) -> SettlingInside:
    """A layer that is one line: each state leads to the one before, and the first one ends."""
    settling = SettlingInside(size)
    counts = np.ones(size, np.uint32)
    counts[0] = 0
    to = np.arange(size - 1, dtype=np.uint32)
    ways_out = np.full((size, 2), (NO_WAY_OUT, 0))
    ways_out[0] = worth, 0
    inside = Inside(counts, to, np.zeros(size - 1, np.uint8))
    settling.hear(0, Piece(inside, ways_out))
    settling.moves.lay_out()
    settling.moves.fill(0, inside)
    settling.run()
    return settling


def test_plies_that_outgrow_their_type_get_a_wider_one() -> None:
    settling = line_of(40_000, 1)
    pairs = np.concatenate([*settling.pairs()])
    assert (pairs[:, 1] == np.arange(40_000)).all()
    assert (pairs[:, 0] == np.where(np.arange(40_000) % 2, -1, 1)).all()
    assert (settling.plies.dtype, settling.dtype) == (np.int32, np.int32)


def test_few_plies_and_small_worth_take_a_byte_each() -> None:
    assert line_of(100, 7).dtype == np.int8
    assert line_of(200, 7).dtype == np.int16
