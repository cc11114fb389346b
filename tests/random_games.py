"""Small random games for property tests, decoded from bytes so that failures shrink well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from zermelo import Game, LastMoverLoses, LastMoverWins, Move, PayoffGame

Rules = tuple[tuple[Move, ...], ...]


@dataclass(frozen=True)
class TableGame(Game):
    """States are numbers; everything is in tables."""

    rules: Rules
    payoffs: tuple[object, ...]
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        yield from self.rules[state]

    def payoff(self, state: int) -> object:
        return self.payoffs[state]


@dataclass(frozen=True)
class NormalGame(LastMoverWins):
    rules: Rules
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        yield from self.rules[state]


@dataclass(frozen=True)
class MisereGame(LastMoverLoses):
    rules: Rules
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        yield from self.rules[state]


@dataclass(frozen=True)
class VectorGame(PayoffGame):
    rules: Rules
    payoffs: tuple[tuple[int, ...], ...]
    movers: tuple[int, ...]
    players: int
    start: int = 0

    def moves(self, state: int) -> Iterator[Move]:
        yield from self.rules[state]

    def payoff(self, state: int) -> tuple[int, ...]:
        return self.payoffs[state]

    def turn(self, state: int) -> int:
        return self.movers[state]


class Reader:
    """Numbers out of bytes; zeros when they run out, so fewer bytes mean a smaller game."""

    def __init__(self, data: bytes) -> None:
        self.data = iter(data)

    def below(self, bound: int) -> int:
        return next(self.data, 0) % bound

    def around_zero(self, reach: int) -> int:
        return self.below(2 * reach + 1) * (1 if self.below(2) else -1) // 2


def move_count(read: Reader, state: int, states: int, most: int) -> int:
    """The first half of the states have moves, so that games are seldom over at once."""
    return 1 + read.below(most) if 2 * state < states else read.below(most + 1)


def acyclic_rules(read: Reader, *, states: int, gains: bool, again: bool) -> Rules:
    """Moves lead to higher numbers only."""
    table = []
    for state in range(states):
        row = []
        for _ in range(move_count(read, state, states, 3) if state < states - 1 else 0):
            to = state + 1 + read.below(states - state - 1)
            gain = read.around_zero(4) if gains else 0
            row.append(Move(to, gain=gain, again=again and read.below(3) == 1))
        table.append(tuple(row))
    return tuple(table)


def cyclic_rules(read: Reader, *, states: int, most: int) -> Rules:
    """Moves lead anywhere and carry nothing; the last two states are ends."""
    return tuple(
        tuple(
            Move(read.below(states), again=read.below(4) == 1)
            for _ in range(move_count(read, state, states, most) if state < states - 2 else 0)
        )
        for state in range(states)
    )


def scored_cyclic_rules(read: Reader, *, states: int, most: int) -> Rules:
    """States lie in parts 0, 1, …; moves stay in a part without a gain or go on with one."""
    part = [0]
    for _ in range(states - 1):
        part.append(part[-1] + (read.below(3) == 1))
    table = []
    for state in range(states):
        row = []
        for _ in range(move_count(read, state, states, most)):
            to = part.index(part[state]) + read.below(states - part.index(part[state]))
            gain = read.around_zero(3) if part[to] > part[state] and read.below(2) else 0
            row.append(Move(to, gain=gain, again=read.below(4) == 1))
        table.append(tuple(row))
    return tuple(table)


def data(size: int) -> st.SearchStrategy[Reader]:
    return st.binary(min_size=size, max_size=size).map(Reader)


def difference_games() -> st.SearchStrategy[TableGame]:
    def build(read: Reader) -> TableGame:
        rules = acyclic_rules(read, states=2 + read.below(6), gains=True, again=True)
        unit = (1, Fraction(1, 3), 10**30)[read.below(3)]
        scaled = tuple(tuple(m._replace(gain=m.gain * unit) for m in row) for row in rules)
        payoffs = tuple(read.around_zero(3) * unit for _ in rules)
        return TableGame(scaled, payoffs)

    return data(80).map(build)


def outcome_games() -> st.SearchStrategy[TableGame]:
    def build(read: Reader) -> TableGame:
        rules = acyclic_rules(read, states=2 + read.below(7), gains=False, again=True)
        return TableGame(rules, tuple(read.below(3) - 1 for _ in rules))

    return data(60).map(build)


def last_move_games() -> st.SearchStrategy[Game]:
    def build(read: Reader) -> Game:
        kind = (NormalGame, MisereGame)[read.below(2)]
        return kind(acyclic_rules(read, states=2 + read.below(7), gains=False, again=True))

    return data(50).map(build)


def impartial_games(states: int = 7) -> st.SearchStrategy[NormalGame]:
    def build(read: Reader) -> NormalGame:
        rules = acyclic_rules(read, states=2 + read.below(states - 1), gains=False, again=False)
        return NormalGame(rules)

    return data(50).map(build)


def vector_games() -> st.SearchStrategy[VectorGame]:
    def build(read: Reader) -> VectorGame:
        players = 1 + read.below(4)
        rules = acyclic_rules(read, states=2 + read.below(6), gains=True, again=False)
        movers = tuple(read.below(players) for _ in rules)
        payoffs = tuple(tuple(read.around_zero(2) for _ in range(players)) for _ in rules)
        return VectorGame(rules, payoffs, movers, players)

    return data(80).map(build)


def cyclic_games(states: int = 7, most: int = 3) -> st.SearchStrategy[TableGame]:
    def build(read: Reader) -> TableGame:
        rules = cyclic_rules(read, states=3 + read.below(states - 2), most=most)
        return TableGame(rules, tuple((-1, 1, -1, 1, 0)[read.below(5)] for _ in rules))

    return data(60).map(build)


def scored_cyclic_games(states: int = 5, most: int = 2) -> st.SearchStrategy[TableGame]:
    def build(read: Reader) -> TableGame:
        rules = scored_cyclic_rules(read, states=2 + read.below(states - 1), most=most)
        return TableGame(rules, tuple(read.around_zero(3) for _ in rules))

    return data(10 * states).map(build)
