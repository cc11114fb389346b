"""Proven bounds on every move of a position, which tighten for as long as somebody watches.

One alpha-beta search of all positions of a game keeps its table from move to move, with one entry
for a position and its mirror image. A move gets its share of the time; a move that is settled gives
its share to the others. Plain Python begins; machine code, which tries first what answered before,
goes on where there is any.
"""

from __future__ import annotations

from math import inf
from time import perf_counter

from zermelo.engines.choose import ENGINES, SEEN
from zermelo.engines.contract import Narrowing, Task
from zermelo.errors import NotCompiled
from zermelo.graph.explore import explore
from zermelo.graph.rules import kind_of, moves_of
from zermelo.limits import Limits
from zermelo.methods.alphabeta import ProvenInterval, Search, add
from zermelo.model.exact import Number
from zermelo.model.game import Game, Move, PayoffGame, State, declares

PLAIN_SECONDS = 1.0  # of search by plain Python before rules are compiled
UNLIMITED = 1 << 60  # nodes: only the clock ends a round
WATCHED_NODES = 1 << 16  # between two looks at the clock: somebody watches
LEAST_SHARE = 0.02  # seconds that a move gets at least

MoveInterval = tuple[Move, ProvenInterval]


class Mirrored(Game):
    """A game whose positions and their mirror images are one kind: the smaller of the two."""

    def canonical(self, state: State) -> State:
        """Their values are equal, as `mirror` promises."""
        twin = self.mirror(state)
        return twin if twin < state else state


def with_mirror(game: Game) -> Game:
    """The game with half as many kinds of positions, where it says how they mirror."""
    if declares(game, "canonical") or not declares(game, "mirror"):
        return game
    made: Game = object.__new__(type(type(game).__name__, (Mirrored, type(game)), {}))
    vars(made).update(vars(game))
    try:
        for state in (game.start, *(move.to for move in game.moves(game.start))):
            made.canonical(state)
    except Exception:  # states of another kind than can be compared
        return game
    return made


class MoveBounds:
    """The searches of one game, by whoever they are asked for.

    >>> from zermelo.games import TicTacToe
    >>> bounds = MoveBounds(TicTacToe(), 1 << 24)
    >>> [interval for _, interval in bounds.improve((0b11000, 0b00011), 5.0)]
    [(1, 1), (1, 1), (-1, -1), (-1, -1), (-1, -1)]
    """

    def __init__(self, game: Game, memory: int, *, compiles: bool = True) -> None:
        self.game = game = with_mirror(game)
        self.limits = Limits(budget=UNLIMITED, memory=memory, is_asked=True)
        self.plain = Search(game, self.limits)
        self.compiled: Narrowing | None = None
        self.is_refused = not compiles  # no machine code can be had
        self.spent = 0.0  # seconds so far
        self.known: dict[State, ProvenInterval] = {}
        self.depths: dict[State, int] = {}  # that machine code has reached

    @property
    def visits(self) -> int:
        """States that were opened."""
        return self.plain.visits + (self.compiled.visits if self.compiled is not None else 0)

    @property
    def compiles_next(self) -> bool:
        """Whether the next search is by machine code, which may have to be made first."""
        return not self.is_refused and self.spent > PLAIN_SECONDS

    def improve(self, state: State, seconds: float) -> list[MoveInterval]:
        """Search for so many seconds; every move with the interval that certainly holds it."""
        began = perf_counter()
        if self.plain.is_full and self.compiled is None:
            self.plain = Search(self.game, self.limits)  # what is known of moves stays
        moves = moves_of(self.game, state)
        if not isinstance(self.game, PayoffGame):
            self._search({kind_of(self.game, move.to) for move in moves}, began + seconds)
        self.spent += perf_counter() - began
        return [(move, self.worth(move)) for move in moves]

    def worth(self, move: Move) -> ProvenInterval:
        """The interval of a move, seen by its mover."""
        low, high = self._interval(kind_of(self.game, move.to))
        if not move.again:
            low, high = -high, -low
        return add(move.gain, low), add(move.gain, high)

    @staticmethod
    def interval(moves: list[MoveInterval]) -> ProvenInterval:
        """What the moves together prove about the position."""
        lows: list[Number] = [low for _, (low, _) in moves]
        highs: list[Number] = [high for _, (_, high) in moves]
        return max(lows, default=-inf), max(highs, default=inf)

    def _interval(self, state: State) -> ProvenInterval:
        if isinstance(self.game, PayoffGame):
            return -inf, inf
        return self.known.get(state) or self.plain.interval(state)

    def _search(self, states: set[State], until: float) -> None:
        """Share the time among the states that are not settled, the widest interval first."""
        done: set[State] = set()
        while left := [state for state in states - done if not self._is_settled(state)]:
            share = (until - perf_counter()) / len(left)
            if share < LEAST_SHARE / 4:
                return
            state = max(left, key=self._width)
            self._settle(state, perf_counter() + max(LEAST_SHARE, share))
            done.add(state)

    def _is_settled(self, state: State) -> bool:
        low, high = self._interval(state)
        return low == high and state in self.known

    def _width(self, state: State) -> Number:
        low, high = self._interval(state)
        return high - low

    def _settle(self, state: State, until: float) -> None:
        if self.compiled is None and self.compiles_next:
            self._compile(state)
        low, high = self._narrowed(state, until)
        was = self._interval(state)
        self.known[state] = max(low, was[0]), min(high, was[1])

    def _narrowed(self, state: State, until: float) -> ProvenInterval:
        """By machine code, which goes on at the depth where it was; else by plain Python."""
        if self.compiled is not None:
            self.compiled.deadline = until
            try:
                found, self.depths[state] = self.compiled.narrow(state, self.depths.get(state, 1))
            except NotCompiled:
                self.compiled, self.is_refused = None, True
            else:
                return found
        self.plain.deadline = until
        return self.plain.settle(state)

    def _compile(self, state: State) -> None:
        seen = explore(self.game, start=state, budget=SEEN).states[:SEEN]
        try:
            task = Task(self.game, state, self.limits, None, seen)
            self.compiled = ENGINES["compiled"].search(task)
            self.compiled.most_at_once = WATCHED_NODES
        except NotCompiled:
            self.is_refused = True
