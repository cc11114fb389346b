"""What is done with the items of arrays: with two of them, and with all along an axis."""

from __future__ import annotations

from collections.abc import Iterable


def taken_from(one: int, two: int) -> int:
    """two − one."""
    return two - one


def divided_into(one: int, two: int) -> int:
    """two // one."""
    return two // one


def left_over_of(one: int, two: int) -> int:
    """two % one."""
    return two % one


def exponent_of(one: int, two: int) -> int:
    """two ** one."""
    power: int = two**one
    return power


def moving_left(one: int, two: int) -> int:
    """two << one."""
    return two << one


def moving_right(one: int, two: int) -> int:
    """two >> one."""
    return two >> one


def larger(one: int, two: int) -> int:
    return one if one > two else two


def smaller(one: int, two: int) -> int:
    return one if one < two else two


def total(items: Iterable[int]) -> int:
    """The sum of some items."""
    found = 0
    for item in items:
        found += item
    return found


def multiplied(items: Iterable[int]) -> int:
    """The product of some items."""
    found = 1
    for item in items:
        found *= item
    return found


def place_of_largest(items: Iterable[int]) -> int:
    found = list(items)
    return found.index(max(found))


def place_of_least(items: Iterable[int]) -> int:
    found = list(items)
    return found.index(min(found))


def sums_so_far(items: list[int]) -> list[int]:
    """The sum of the items up to each."""
    total, found = 0, []
    for item in items:
        total += item
        found.append(total)
    return found


def counts_of(items: list[int], least: int) -> list[int]:
    """How often each number from 0 is there, of so many numbers at least."""
    if min(items, default=0) < 0:
        raise ValueError("negative numbers are counted")
    found = [0] * max(max(items, default=-1) + 1, least)
    for item in items:
        found[item] += 1
    return found
