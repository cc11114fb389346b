"""Sets of a state as bits: what is taken away, asked for and added, in the universe and outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest

from executed_rules import Executed, assert_same, game_of
from zermelo import Move
from zermelo.machine.layout import observed
from zermelo.machine.machine import Outgrown

Cells = frozenset[tuple[int, int]]
PLACES = [(r, c) for r in range(2) for c in range(3)]
CELLS = [frozenset(some) for k in (0, 1, 2, 4, 6) for some in combinations(PLACES, k)][::3]
NUMBERS = [frozenset(some) for k in (0, 1, 3) for some in combinations((0, 2, 3, 5, 40), k)]


def taken(free: Cells) -> Iterator[Move]:
    for r, c in sorted(free):
        for other in ((r + 1, c), (r, c + 1), (r - 9, c)):
            if other in free:
                yield Move(free - {(r, c), other, (7, -7)})


def asked_in_vain(free: Cells) -> Iterator[Move]:
    yield Move(free & {(0, 0), (0, 2), (5, 5)})
    yield Move(free - free)
    yield Move((free - {(0, 1)}) & (free - {(1, 1), (0, 1)}))


def there_and_back(free: Cells) -> Iterator[Move]:
    with_more = free | {(8, 8)}
    if (8, 8) in with_more and len(with_more) > len(free):
        yield Move(with_more - {(8, 8)})
    yield Move((free ^ {(0, 0), (8, 8)}) - {(8, 8)})
    yield Move((free | {(0, 0)}) | (free - {(1, 2)}))


def turned(free: Cells) -> Iterator[Move]:
    yield Move(free ^ {(0, 0), (1, 1)})
    yield Move(free ^ (free - {(0, 1)}))
    for cell in sorted(free ^ {(1, 2)}):
        yield Move(frozenset([cell]))


def numbers(held: frozenset[int]) -> Iterator[Move]:
    for each in (0, 1, 2, 40, 41, -5):
        if each in held:
            yield Move(held - {each})
    yield Move((held | {3}) - {5})
    best = held
    for each in sorted(held):
        best = best - {each} if each % 2 else held
        yield Move(best)


@pytest.mark.parametrize("moves", [taken, asked_in_vain, there_and_back, turned, numbers])
def test_sets_as_bits_are_the_sets_of_python(moves: Callable[..., Any]) -> None:
    assert_same(game_of(moves), NUMBERS if moves is numbers else CELLS)


def test_a_row_that_nobody_reads_is_not_made() -> None:
    code = assert_same(game_of(taken), CELLS).code.text
    assert "set_merge" not in code
    assert "has_2" not in code


def test_what_is_added_and_was_not_met_asks_for_a_wider_layout() -> None:
    def grown(free: Cells) -> Iterator[Move]:
        yield Move(free | {(4, 4)})

    with pytest.raises(Outgrown) as outgrown:
        Executed(game_of(grown), observed(CELLS)).moves(CELLS[3])
    rules = Executed(game_of(grown), outgrown.value.layout)
    assert rules.moves(CELLS[3]) == [(CELLS[3] | {(4, 4)}, 0, False)]
