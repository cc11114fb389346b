"""Hooks that build something for every start: its memory is free again for the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest

from executed_rules import by_python
from zermelo import Game
from zermelo.machine import beginning
from zermelo.machine.layout import observed

MOST, PLACES = 6, 4
Row = tuple[int, ...]

pytestmark = pytest.mark.usefixtures("own_cache")


def by_one_list() -> Iterator[Row]:
    """A list that changes in its place."""
    for seeds in range(MOST + 1):
        row = [0] * PLACES
        row[0] = seeds
        yield tuple(row)
        while row[-1] < seeds:
            first = 0
            while row[first] == 0:
                first += 1
            moved = row[first] - 1
            row[first] = 0
            row[0] = moved
            row[first + 1] += 1
            yield tuple(row)


def by_cuts() -> Iterator[Row]:
    """Bars between stars."""
    for seeds in range(MOST + 1):
        for cuts in combinations(range(seeds + PLACES - 1), PLACES - 1):
            ends = (*cuts, seeds + PLACES - 1)
            row = []
            before = -1
            for end in ends:
                row.append(end - before - 1)
                before = end
            yield tuple(row)


def spread(number: int) -> list[int]:
    return [number % 3, number % 5, number % 7, number % 2]


def by_a_function() -> Iterator[Row]:
    """Lists out of another function."""
    for number in range(300):
        yield tuple(spread(number))


def by_the_last_one() -> Iterator[Row]:
    """A tuple that the next one is made of: it lives on."""
    row = (0, 0, 0, 0)
    for number in range(300):
        row = (*row[1:], (row[0] + number) % 7)
        yield row


def by_a_memory() -> Iterator[Row]:
    """A list that grows."""
    seen = [1]
    for number in range(300):
        seen.append((seen[-1] + number) % 7)
        yield seen[-1], number % 7, seen[number // 2], 0


def by_a_change() -> Iterator[Row]:
    """Something fresh that an older list gets."""
    kept = [(0, 0), (0, 0)]
    for number in range(300):
        kept[number % 2] = (number % 5, number % 7)
        yield (*kept[0], *kept[1])


def by_chance() -> Iterator[Row]:
    """Something fresh that a later round may look at."""
    row = [0, 0]
    for number in range(300):
        if number % 3 == 0:
            row = [number % 5, number % 7]
        yield row[0], row[1], number % 7, 0


GIVING = (by_one_list, by_cuts, by_a_function)
KEEPING = (by_the_last_one, by_a_memory, by_a_change, by_chance)


def told(hook: Callable[[], Iterator[Row]], monkeypatch: pytest.MonkeyPatch, room: int) -> Any:
    """The starts of a hook, as its code gives them within so many numbers of memory."""

    class Hooked(Game):
        starts = staticmethod(hook)

        def moves(self, state: Row) -> list[Any]:
            return []

    monkeypatch.setattr(beginning, "ROOM_OF_STARTS", room)
    layout = observed([(0, 0, 0, 0), (9, 9, 9, 9)])
    with by_python():
        code = beginning.Beginning.of(Hooked(), layout)
        return layout.decode_all(code.window(0, 1000))


@pytest.mark.parametrize("hook", GIVING)
def test_starts_take_the_memory_of_one(
    hook: Callable[[], Iterator[Row]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(hook, monkeypatch, 100) == list(hook())


@pytest.mark.parametrize("hook", KEEPING)
def test_what_lives_on_is_not_given_back(
    hook: Callable[[], Iterator[Row]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(hook, monkeypatch, 20_000) == list(hook())
