"""Games read from flat tables: every instance of a class has the same compiled rules.

Rows of more than 64 numbers are handed to compiled rules when they run, so the tables are filled up
to that length, and one compiled module serves all games of a class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo import Game, LastMoverLoses, LastMoverWins, Move, PayoffGame

LONG = 65  # numbers that make a row long enough to be handed over

Row = tuple[int, ...]
Rule = tuple[int, int, bool]  # (to, gain, again)
Rules = list[list[Rule]]  # [states][moves]


@dataclass(frozen=True)
class Scored(Game):
    """States are numbers; the moves of state n are numbered first[n] … first[n + 1] − 1."""

    first: Row
    to: Row
    gain: Row
    again: tuple[bool, ...]
    pay: Row
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        for move in range(self.first[state], self.first[state + 1]):
            yield Move(self.to[move], gain=self.gain[move], again=self.again[move])

    def payoff(self, state: int) -> int:
        return self.pay[state]


@dataclass(frozen=True)
class Normal(LastMoverWins):
    first: Row
    to: Row
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        for move in range(self.first[state], self.first[state + 1]):
            yield Move(self.to[move])


@dataclass(frozen=True)
class Misere(LastMoverLoses):
    first: Row
    to: Row
    again: tuple[bool, ...]
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        for move in range(self.first[state], self.first[state + 1]):
            yield Move(self.to[move], again=self.again[move])


@dataclass(frozen=True)
class Shared(PayoffGame):
    """p players; what an end pays stands at pay[end · p] and after."""

    first: Row
    to: Row
    gain: Row
    pay: Row
    mover: Row
    players: int = 2
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        for move in range(self.first[state], self.first[state + 1]):
            yield Move(self.to[move], gain=self.gain[move])

    def payoff(self, state: int) -> Row:
        return tuple(self.pay[state * self.players + k] for k in range(self.players))

    def turn(self, state: int) -> int:
        return self.mover[state]


# -- rules at random -------------------------------------------------------------------------


def acyclic(random: Random, *, gains: int = 0, again: bool = False, most: int = 3) -> Rules:
    """Up to nine states; moves lead up, in every fourth game by exactly one level."""
    size = random.randrange(1, 10)
    level = [random.randrange(4) for _ in range(size)] if random.randrange(4) == 0 else None
    rules: Rules = []
    for state in range(size):
        targets = list(range(state + 1, size))
        if level is not None:
            targets = [other for other in range(size) if level[other] == level[state] + 1]
        count = random.randrange(1, most + 1) if 2 * state < size else random.randrange(most + 1)
        rules.append(
            [
                (random.choice(targets), random.randint(-gains, gains), _kept(random, again))
                for _ in range(count if targets else 0)
            ]
        )
    return rules


def cyclic(random: Random, *, states: int = 7, most: int = 2) -> Rules:
    """Moves lead anywhere and carry nothing; some states are ends."""
    size = random.randrange(1, states + 1)
    return [
        [
            (random.randrange(size), 0, _kept(random, True))
            for _ in range(random.randrange(1, most + 1) if random.randrange(4) else 0)
        ]
        for _ in range(size)
    ]


def scored_cyclic(random: Random, *, states: int = 5, most: int = 2) -> Rules:
    """States lie in parts 0, 1, …; moves stay in a part without a gain or go on with one."""
    part = [0]
    for _ in range(random.randrange(states)):
        part.append(part[-1] + (random.randrange(3) == 0))
    rules: Rules = []
    for state, own in enumerate(part):
        low = part.index(own)
        row = []
        for _ in range(random.randrange(1 if 2 * state < len(part) else 0, most + 1)):
            to = random.randrange(low, len(part))
            gain = random.randint(-3, 3) if part[to] > own and random.randrange(2) else 0
            row.append((to, gain, _kept(random, True)))
        rules.append(row)
    return rules


def _kept(random: Random, again: bool) -> bool:
    return again and random.randrange(4) == 0


def shuffled(random: Random, rules: Rules) -> tuple[Rules, int]:
    """The same game under other numbers, and the number of its start."""
    name = list(range(len(rules)))
    random.shuffle(name)
    renamed: Rules = [[] for _ in rules]
    for state, row in enumerate(rules):
        renamed[name[state]] = [(name[to], gain, again) for to, gain, again in row]
    return renamed, name[0]


# -- tables ----------------------------------------------------------------------------------


def long(row: Sequence[Any], filler: Any = 0) -> tuple[Any, ...]:
    return (*row, *[filler] * (LONG - len(row)))


def table(rules: Rules) -> dict[str, Any]:
    """first, to, gain and again of some rules."""
    first = [0]
    for row in rules:
        first.append(first[-1] + len(row))
    moves = [move for row in rules for move in row]
    return {
        "first": long(first),
        "to": long([to for to, _, _ in moves]),
        "gain": long([gain for _, gain, _ in moves]),
        "again": long([again for _, _, again in moves], False),
    }


def scored(rules: Rules, pay: Sequence[int], start: int = 0) -> Scored:
    return Scored(**table(rules), pay=long(pay), start=start)


def normal(rules: Rules, start: int = 0) -> Normal:
    rows = table(rules)
    return Normal(rows["first"], rows["to"], start)


def misere(rules: Rules, start: int = 0) -> Misere:
    rows = table(rules)
    return Misere(rows["first"], rows["to"], rows["again"], start)


def shared(
    rules: Rules, pay: Sequence[int], mover: Sequence[int], players: int, start: int = 0
) -> Shared:
    rows = table(rules)
    own = rows["first"], rows["to"], rows["gain"]
    return Shared(*own, long(pay), long(mover), players, start)


# -- games at random -------------------------------------------------------------------------


def difference_game(random: Random) -> Scored:
    rules, start = shuffled(random, acyclic(random, gains=4, again=True))
    return scored(rules, [random.randint(-3, 3) for _ in rules], start)


def outcome_game(random: Random) -> Scored:
    rules, start = shuffled(random, acyclic(random, again=True))
    return scored(rules, [random.randint(-1, 1) for _ in rules], start)


def normal_game(random: Random) -> Normal:
    return normal(*shuffled(random, acyclic(random)))


def misere_game(random: Random) -> Misere:
    return misere(*shuffled(random, acyclic(random, again=True)))


def cyclic_game(random: Random, *, states: int = 7, most: int = 2) -> Scored:
    rules, start = shuffled(random, cyclic(random, states=states, most=most))
    return scored(rules, [random.choice((-1, 1, -1, 1, 0)) for _ in rules], start)


def scored_cyclic_game(random: Random) -> Scored:
    rules, start = shuffled(random, scored_cyclic(random))
    return scored(rules, [random.randint(-3, 3) for _ in rules], start)


def shared_game(random: Random, *, players: int = 0) -> Shared:
    players = players or random.randrange(1, 5)
    rules, start = shuffled(random, acyclic(random, gains=3))
    mover = [random.randrange(players) for _ in rules]
    pay = [random.randint(-2, 2) for _ in range(players * len(rules))]
    return shared(rules, pay, mover, players, start)


def wide_graph(random: Random, states: int, most: int, *, reach: int, gains: int = 4) -> Scored:
    """An acyclic game whose moves lead `reach` states up at most: long levels, many of them."""
    rules: Rules = []
    for state in range(states):
        high = min(states, state + 1 + reach)
        row = [
            (random.randrange(state + 1, high), random.randint(-gains, gains), _kept(random, True))
            for _ in range(random.randrange(1, most + 1) if high > state + 1 else 0)
        ]
        rules.append(row)
    return scored(rules, [random.randint(-9, 9) for _ in rules])


MAKERS: dict[str, Callable[[Random], Game]] = {
    "difference": difference_game,
    "outcome": outcome_game,
    "normal": normal_game,
    "misere": misere_game,
    "cyclic": cyclic_game,
    "scored cyclic": scored_cyclic_game,
    "shared": shared_game,
}
