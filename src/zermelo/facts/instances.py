"""Smaller instances of the same rules, for shrinking a failure and for measuring growth.

A game says how by its hook `smaller()`. Otherwise a dataclass is tried field by field: sequences,
texts and sets lose items, whole numbers go down, and so do the fields of frozen dataclasses inside.
Instances that the game's own constructor refuses, in whatever way, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, TypeVar

from zermelo.graph.rules import smaller_of
from zermelo.model.combine import Misere
from zermelo.model.game import Game

Items = TypeVar("Items", tuple[Any, ...], str)

LONGEST_DESCENT = 200  # steps down
SMALL_NUMBERS = 3  # that stand for larger ones, where only their order or a remainder matters
LEAST_SIZE = 4  # of an instance that has some smaller ones
SMALL_SIZES = range(2, 13, 2)  # where the game itself is too small, or too large
SIZES_OF_A_FAMILY = 12  # sizes of one family, and stretches of a row that the class may refuse


def smaller(game: Game) -> Iterator[Game]:
    """Instances a step smaller than `game`, the boldest steps first."""
    if isinstance(game, Misere):
        yield from map(Misere, smaller(game.game))
        return
    yield from smaller_of(game)
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
        yield from _without_some(value)
        numbers = value if all(type(part) is int for part in value) else ()
        is_large = any(abs(number) > SMALL_NUMBERS for number in numbers)
        if is_large:
            yield _halved(numbers)
        for place, part in enumerate(value):
            for less in _smaller_values(part):
                yield (*value[:place], less, *value[place + 1 :])
        if any(numbers) and not is_large:
            yield _halved(numbers)
    elif isinstance(value, str):
        yield from _without_some(value)
    elif isinstance(value, frozenset):
        yield from map(frozenset, _without_some(in_order(value)))
    elif is_frozen(value):
        yield from _smaller_parts(value)
    elif isinstance(value, int) and not isinstance(value, bool) and value:
        yield from _smaller_numbers(value)


def _without_some(row: Items) -> Iterator[Items]:
    """Either half of a row, then all but a quarter, all but an eighth, … all but an item."""
    half = len(row) // 2
    if half > 1:
        yield row[:half]
        yield row[half:]
    size = max(2, half)
    while size > 1:
        size //= 2
        for place in range(0, len(row), size):
            yield row[:place] + row[place + size :]


def _smaller_numbers(number: int) -> Iterator[int]:
    """Zero, the first numbers of its sign, and bisected: a thousand is some ten steps from zero."""
    sign = 1 if number > 0 else -1
    yield 0
    yield from (sign * small for small in range(1, min(SMALL_NUMBERS, abs(number) - 1) + 1))
    step = abs(number) // 2
    while step > 1 and abs(number) - step > SMALL_NUMBERS:
        yield number - sign * step
        step //= 2
    if abs(number) - 1 > SMALL_NUMBERS:
        yield number - sign


def _halved(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """All nearer to zero, which keeps the order that matters."""
    return tuple(part // 2 if part >= 0 else -(-part // 2) for part in numbers)


def _smaller_records(record: Any) -> Iterator[object]:
    for name, part in record._asdict().items():
        for less in _smaller_values(part):
            yield record._replace(**{name: less})


def _smaller_parts(owner: Any) -> Iterator[object]:
    for item in fields(owner):
        for less in _smaller_values(getattr(owner, item.name)) if item.init else ():
            with suppress(Exception):  # of the user's own constructor
                yield replace(owner, **{item.name: less})


def in_order(items: frozenset[Any]) -> tuple[Any, ...]:
    """The items of a set, in the same order every time."""
    try:
        return tuple(sorted(items))
    except TypeError:
        return tuple(sorted(items, key=repr))


def is_frozen(value: object) -> bool:
    """Whether a value is an object of a dataclass that stays as it is, and no game."""
    params = getattr(value, "__dataclass_params__", None)
    return params is not None and params.frozen and not isinstance(value, type | Game)


def is_record(value: object) -> bool:
    """Whether a value is a NamedTuple, which has fields and no length of its own."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _instance(game: Game, name: str, value: object) -> Iterator[Game]:
    try:
        instance: Game = replace(game, **{name: value})  # type: ignore[type-var]
    except Exception:  # of the user's own constructor: it may refuse in any way
        return
    yield instance


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
    while len(chain) < LONGEST_DESCENT and (step := next(iter(smaller_of(chain[-1])), None)):
        chain.append(step)
    if 1 < len(chain) < LONGEST_DESCENT:  # of a longer one nobody knows where it begins
        yield from enumerate(reversed(chain), 1)
        return
    for name, size in _size_fields(game):
        if size >= LEAST_SIZE:
            counts = sorted({size * step // points for step in range(1, points + 1)} - {0})
            yield from _sized(game, name, counts)
            return


def other_families(game: Game) -> Iterator[tuple[str, Iterator[tuple[int, Game]]]]:
    """More families, for a game that is too small, too large or no larger for its first size.

    Every field is a size, first up to the game itself, then a small one: rows are lengthened by
    their own items, and any stretch of them is tried that the class accepts. Each comes with what
    its size is.
    """
    if isinstance(game, Misere):
        for what, one in other_families(game.game):
            yield what, ((size, Misere(instance)) for size, instance in one)
        return
    sizes = list(_size_fields(game))
    for name, size in sizes:
        if LEAST_SIZE <= size <= SIZES_OF_A_FAMILY:
            yield _named(game, name), _sized(game, name, range(1, size + 1))
    for name, _ in sizes:
        yield _named(game, name), _sized(game, name, SMALL_SIZES)


def _named(game: Game, name: str) -> str:
    return f"len({name})" if isinstance(getattr(game, name), tuple) else name


def _sized(game: Game, name: str, counts: Iterable[int]) -> Iterator[tuple[int, Game]]:
    """The game with a field of other sizes, each the first that the class accepts."""
    value = getattr(game, name)
    for count in counts:
        parts = _stretches(value, count) if isinstance(value, tuple) else [count]
        made = (one for part in parts for one in _instance(game, name, part))
        yield from ((count, one) for one in islice(made, 1))


def _stretches(row: tuple[object, ...], count: int) -> Iterator[tuple[object, ...]]:
    """The first items of a row, then others side by side; it goes on from its beginning."""
    whole = row * (2 + count // len(row))
    return (whole[begin : begin + count] for begin in range(min(len(row), SIZES_OF_A_FAMILY)))


def _size_fields(game: Game) -> Iterator[tuple[str, int]]:
    """Rows that are not empty, by their lengths, and positive numbers."""
    if not is_dataclass(game):
        return
    for item in fields(game):
        value = getattr(game, item.name)
        if not item.init or is_record(value):
            continue
        if isinstance(value, tuple) and value:
            yield item.name, len(value)
        elif isinstance(value, int) and not isinstance(value, bool) and value > 0:
            yield item.name, value
