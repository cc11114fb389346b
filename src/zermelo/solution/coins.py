"""Plays of rows, from the order in which the coins go.

A row is emptied around the coin that goes last: those before it go from the left, those behind it
from the right. So the order alone tells the whole play. A long play is a few arrays; a step, with
the rules' own move and label, is made when it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from operator import eq
from types import ModuleType

from zermelo.errors import Either, RulesError
from zermelo.graph.rules import first_move, payoff_of
from zermelo.methods.families.number_rows import SAFE, bound, is_whole
from zermelo.model.exact import Number, Numbers, exact
from zermelo.model.game import Game, Move, State
from zermelo.model.numerals import spelled
from zermelo.model.shapes import Row
from zermelo.solution.lazy import Lazy
from zermelo.solution.play import Play, Recorder, Step

Coin = int | tuple[int, int]  # its place in the only row, or (row, place)
Side = tuple[int, bool]  # the row a coin is taken from, and whether from its left end
SHORT_PLAY = 1_000  # moves of a play that is written out at once
COINS_AT_ONCE = 4_096  # coins turned into Python numbers at once by one who looks at all


def play_of(game: Game, start: State, order: Numbers) -> Play:
    """The play in which the coins go in this order: written out if short, else when looked at."""
    if len(order) > SHORT_PLAY:
        return _long_play(game, start, order)
    record = Recorder(game, start)
    for _, move in walked(game, intervals_of(game, start), _sides(game, order)):
        record.push(move)
    return record.finish(repeats=False)


def _long_play(game: Game, start: State, order: Numbers) -> Play:
    steps = RowSteps(game, start, order)
    last = steps[-1]
    payoff = payoff_of(game, last.move.to)
    ahead, other = last.totals
    mover = len(steps) % 2
    totals = (exact(ahead + payoff), other) if mover == 0 else (ahead, exact(other + payoff))
    return Play(game, start, steps, last.move.to, totals, False)


def intervals_of(game: Game, state: State) -> list[tuple[int, int]]:
    """The interval that is left of every row."""
    return [state] if isinstance(game.shape, Row) else list(state)


def walked(
    game: Game, parts: list[tuple[int, int]], sides: Iterable[Side]
) -> Iterator[tuple[State, Move]]:
    """Every state on the way with the rules' own move in it; `parts` is used up."""
    one = isinstance(game.shape, Row)
    for row, from_left in sides:
        state = parts[0] if one else tuple(parts)
        left, right = parts[row]
        parts[row] = (left + 1, right) if from_left else (left, right - 1)
        yield state, _move_to(game, state, parts[0] if one else tuple(parts))


def _move_to(game: Game, state: State, to: State) -> Move:
    move = first_move(game, state, partial(eq, to))
    if move is None:  # an empty row has more names than one
        same = game.shape.same
        move = first_move(game, state, lambda end: same(end) == same(to))
    if move is not None:
        return move
    raise RulesError(
        f"no move leads to {spelled(to)}",
        where=f"{type(game).__name__}.moves({spelled(state)})",
        rule="a game that declares rows lets players take the end coins of a row",
        fix=(
            "Mend the rules or leave the shape out; ",
            Either("check(game)", "`zermelo check`"),
            " compares them",
        ),
    )


def _sides(game: Game, order: Numbers) -> Iterator[Side]:
    one = isinstance(game.shape, Row)
    pairs = [(0, int(coin)) if one else (int(coin[0]), int(coin[1])) for coin in order]
    last = dict(pairs)  # of each row, the coin that goes last
    return ((row, coin <= last[row]) for row, coin in pairs)


class RowSteps(Lazy[Step]):
    """The steps of a long play; one costs a look at the array, and one question to the rules."""

    def __init__(self, game: Game, start: State, order: Numbers) -> None:
        import numpy as np  # only long plays come here

        self.game = game
        self.parts = intervals_of(game, start)
        coins: Numbers = np.asarray(order, dtype=np.int64)
        if isinstance(game.shape, Row):
            self.row = np.broadcast_to(np.int64(0), len(coins))  # [n], takes no memory
            self.from_left = coins <= coins[-1]  # [n]
            gain = _numbers(np, [game.shape.values])[coins]
        else:
            self.row, coin = coins[:, 0], coins[:, 1]
            last = np.zeros(len(self.parts), np.int64)
            last[self.row] = coin  # of the coins of a row, the last one stays
            self.from_left = coin <= last[self.row]
            begins = np.cumsum([0, *map(len, game.shape.rows)])
            gain = _numbers(np, game.shape.rows)[begins[self.row] + coin]
        self.own = np.empty_like(gain)  # [n], the mover's total after each move
        for player in (0, 1):
            np.cumsum(gain[player::2], out=self.own[player::2])

    def item(self, place: int) -> Step:
        """Made from the coins that went before it."""
        return next(self.run(range(place, place + 1)))

    def run(self, places: range) -> Iterator[Step]:
        """One after the other, where they are neighbours."""
        if places.step != 1:
            yield from map(self.item, places)
            return
        begin, end = places.start, places.stop
        sides = zip(_items(self.row, begin, end), _items(self.from_left, begin, end), strict=True)
        pairs = walked(self.game, self._left_after(begin), sides)
        other = exact(self.own[begin - 1]) if begin and places else 0
        for place, own in zip(places, _items(self.own, begin, end), strict=True):
            state, move = next(pairs)
            yield _step(place, state, move, own, other)
            other = own

    def __len__(self) -> int:
        return len(self.from_left)

    def _left_after(self, count: int) -> list[tuple[int, int]]:
        """The parts of the rows that the first `count` moves leave."""
        import numpy as np

        row, from_left = self.row[:count], self.from_left[:count]
        if len(self.parts) == 1:
            ((left, right),), gone = self.parts, int(np.count_nonzero(from_left))
            return [(left + gone, right - (count - gone))]
        lefts = np.bincount(row[from_left], minlength=len(self.parts)).tolist()
        rights = np.bincount(row[~from_left], minlength=len(self.parts)).tolist()
        ends = zip(self.parts, lefts, rights, strict=True)
        return [(left + gone, right - away) for (left, right), gone, away in ends]


def _step(place: int, state: State, move: Move, own: Number, other: Number) -> Step:
    return Step(state, place % 2, move, (own, other) if place % 2 == 0 else (other, own))


def _numbers(np: ModuleType, rows: Sequence[Sequence[Number]]) -> Numbers:
    """The coins of all rows in one array: int64 where no sum can leave it, else Python's own."""
    if all(map(is_whole, rows)) and sum(bound(row, SAFE) for row in rows) < SAFE:
        arrays = [np.asarray(row, dtype=np.int64) for row in rows]
        return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
    return np.array([exact(coin) for row in rows for coin in row], dtype=object)


def _items(array: Numbers, begin: int, end: int) -> Iterator[Number]:
    """Its items as Python's own, a stretch at a time."""
    for low in range(begin, end, COINS_AT_ONCE):
        part = array[low : min(low + COINS_AT_ONCE, end)].tolist()
        yield from part if array.dtype != object else map(exact, part)


def coins_taken(game: Game, play: Play) -> Numbers:
    """The places of the coins that a play takes in turn; pairs (row, place) of several rows."""
    one = isinstance(game.shape, Row)
    order: list[Coin] = []
    for step in play.steps:
        before, after = intervals_of(game, step.state), intervals_of(game, step.move.to)
        row = next(k for k, two in enumerate(zip(before, after, strict=True)) if two[0] != two[1])
        coin = before[row][0] if before[row][0] < after[row][0] else before[row][1]
        order.append(coin if one else (row, coin))
    return order
