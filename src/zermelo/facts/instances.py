"""Smaller instances of the same rules, for shrinking a failure and for measuring growth.

A game says how by its hook `smaller()`. Otherwise a dataclass is tried field by field: sequences
lose items, whole numbers go down. Instances that the game's own validation refuses are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.model.combine import Misere
from zermelo.model.game import Game

LONGEST_DESCENT = 200  # steps down


def smaller(game: Game) -> Iterator[Game]:
    """Instances a step smaller than `game`, the boldest steps first."""
    if isinstance(game, Misere):
        yield from map(Misere, smaller(game.game))
        return
    yield from game.smaller()
    if not is_dataclass(game):
        return
    for item in fields(game):
        if item.init:
            for value in _smaller_values(getattr(game, item.name)):
                yield from _instance(game, item.name, value)


def _smaller_values(value: object) -> Iterator[object]:
    if is_record(value):
        yield from _smaller_records(value)
    elif isinstance(value, tuple):
        half = len(value) // 2
        if half > 1:
            yield value[:half]
            yield value[half:]
        for place in range(len(value)):
            yield (*value[:place], *value[place + 1 :])
        if all(type(part) is int for part in value) and any(abs(part) > 3 for part in value):
            yield tuple(part // 2 for part in value)  # which keeps the order that matters
        for place, part in enumerate(value):
            for less in _smaller_values(part):
                yield (*value[:place], less, *value[place + 1 :])
    elif isinstance(value, int) and not isinstance(value, bool) and value:
        yield 0
        step = abs(value) // 2
        while step > 1:  # bisected: a thousand is some ten steps away from zero
            yield value - step if value > 0 else value + step
            step //= 2
        yield value - (1 if value > 0 else -1)


def _smaller_records(record: Any) -> Iterator[object]:
    for name, part in record._asdict().items():
        for less in _smaller_values(part):
            yield record._replace(**{name: less})


def is_record(value: object) -> bool:
    """Whether a value is a NamedTuple, which has fields and no length of its own."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _instance(game: Game, name: str, value: object) -> Iterator[Game]:
    try:
        yield replace(game, **{name: value})  # type: ignore[type-var]
    except (ZermeloError, ArithmeticError, LookupError, TypeError, ValueError):
        return


def shrink(game: Game, fails: Callable[[Game], bool], *, tries: int = 500) -> Game:
    """The smallest instance found that still fails: greedy descent, at most `tries` instances."""
    found = True
    while found and tries > 0:
        found = False
        for candidate in smaller(game):
            tries -= 1
            if fails(candidate):
                game, found = candidate, True
                break
            if tries <= 0:
                break
    return game


def family(game: Game, *, points: int = 6) -> Iterator[tuple[int, Game]]:
    """Instances of growing size up to the game itself: (size, game).

    The size is a dataclass's first field of some size, the length of a sequence or the number
    itself; in games that say what is smaller, the number of steps down to the smallest.
    """
    if isinstance(game, Misere):
        yield from ((size, Misere(one)) for size, one in family(game.game, points=points))
        return
    chain = [game]
    while len(chain) < LONGEST_DESCENT and (step := next(iter(chain[-1].smaller()), None)):
        chain.append(step)
    if 1 < len(chain) < LONGEST_DESCENT:  # of a longer one nobody knows where it begins
        yield from enumerate(reversed(chain), 1)
        return
    field = _size_field(game)
    if field is None:
        return
    name, size = field
    value = getattr(game, name)
    for count in sorted({size * step // points for step in range(1, points + 1)} - {0}):
        part = value[:count] if isinstance(value, tuple) else count
        for instance in _instance(game, name, part):
            yield count, instance


def _size_field(game: Game) -> tuple[str, int] | None:
    if not is_dataclass(game):
        return None
    for item in fields(game):
        value = getattr(game, item.name)
        if item.init and isinstance(value, tuple) and not is_record(value) and len(value) >= 4:
            return item.name, len(value)
        if item.init and isinstance(value, int) and not isinstance(value, bool) and value >= 4:
            return item.name, value
    return None
