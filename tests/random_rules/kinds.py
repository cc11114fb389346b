"""Kinds of things, spelled as in `phrases`: read, compared and filled in."""

from __future__ import annotations

import re
from functools import cache

from random_rules.phrases import ARITY, CHANGES, IN_ORDER, PHRASES

HOLE = re.compile(r"«([^»]+)»")
FREE = ("X", "Y", "O")


@cache
def parts_of(kind: str) -> tuple[str, ...]:
    """The kinds that a kind is made of."""
    words = kind.split()[1:]
    found = []
    while words:
        size = _size(words)
        found.append(" ".join(words[:size]))
        words = words[size:]
    return tuple(found)


def _size(words: list[str]) -> int:
    """How many words the first kind of some takes."""
    size = 1
    for _ in range(ARITY.get(words[0], 0)):
        size += _size(words[size:])
    return size


def head(kind: str) -> str:
    return kind.split(" ", 1)[0]


@cache
def phrases_for(kind: str) -> tuple[str, ...]:
    """All phrases that give a kind, with the kinds of its parts filled in."""
    return _filled(PHRASES, kind)


@cache
def changes_of(kind: str) -> tuple[str, ...]:
    """All that can be done to a name for a thing of a kind."""
    return _filled(CHANGES, kind)


def _filled(table: dict[str, tuple[str, ...]], kind: str) -> tuple[str, ...]:
    found: list[str] = []
    for pattern, phrases in table.items():
        free: dict[str, str] = {}
        if _fits(pattern, kind, free):
            found += [filled(phrase, free) for phrase in phrases]
    return tuple(found)


def _fits(pattern: str, kind: str, free: dict[str, str]) -> bool:
    if pattern in FREE:
        if pattern == "O" and not is_ordered(kind):
            return False
        return free.setdefault(pattern, kind) == kind
    if head(pattern) != head(kind):
        return False
    pairs = zip(parts_of(pattern), parts_of(kind), strict=True)
    return all(_fits(one, two, free) for one, two in pairs)


def is_ordered(kind: str) -> bool:
    """Whether things of a kind are all in one order."""
    if head(kind) in ("t", "p"):
        return all(map(is_ordered, parts_of(kind)))
    return kind in IN_ORDER


def filled(phrase: str, free: dict[str, str]) -> str:
    """A phrase with kinds in place of X, Y and O."""

    def kind(hole: re.Match[str]) -> str:
        return f"«{' '.join(free.get(word, word) for word in hole[1].split())}»"

    return HOLE.sub(kind, phrase)


def open_in(phrase: str) -> set[str]:
    """Which of X, Y and O are still open."""
    return {word for hole in HOLE.findall(phrase) for word in hole.split() if word in FREE}
