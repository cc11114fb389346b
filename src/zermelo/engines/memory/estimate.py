"""How many states there are, before any table is made: random plays that meet.

S plays are played side by side. If there were N equally likely states after k moves, some S²/2N
pairs of plays would stand on the same. All children of the states that the plays stand on are
looked at, not only those that are played, which shows b² times as many pairs where a state has b
moves. The likelier states meet more often, so the pairs found give a number that the states are
not below: 1/Σp², the effective number (Hill 1973). Where no state shows up after different numbers
of moves, these numbers add up. Where play can come back the greatest of them counts, and plays that
have spread out are not played on.

A play that has ended takes its last move back and tries another, so that plays are left where most
have ended. Where plays are too few to meet, as many moves lead into the states after k + 1 moves as
lead out of those after k: Nₖ₊₁ = Nₖ · moves of a state / moves into a state. The moves are seen by
the plays; how many lead into a state hardly changes from one number of moves to the next, and is
taken from where plays do meet. On Connect Four 7 × 6 that gives 3·10¹² (in truth 4.5·10¹²), on
smaller boards half of the truth or more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from time import process_time

import numpy as np

from zermelo.engines.memory.expansion import too_wide
from zermelo.engines.memory.failures import as_rules_failed
from zermelo.machine.machine import Machine, Moves
from zermelo.model.game import State

PLAYS = 1 << 10  # at first; eight times as many until pairs are met
MOST_PLAYS = 1 << 18
MOST_WORK = 1 << 25  # numbers in the keys of all moves that are looked at
MOST_SECONDS = 1.0  # of work that more plays may take
WORTH_A_LONGER_LOOK = 1 << 22  # states shown, where more are looked for
OFTEN_OFF = 3  # a number of states that is about right may be too large by this factor
FAR_OFF = 100  # and never was by this one
MANY_MEETINGS = 8  # meetings that make an estimate worth having
SURE = 64  # meetings that make it worth building on
DEEPEST_PLAY = 300
STILL = 8  # moves that show hardly more states than those before: the plays have spread out
STATES_SOUGHT_AGAIN = (
    256  # states after each number of moves that are looked for after other numbers
)
FIRST_MOVES = 16  # moves of a state that there is room for at first
BESIDE = 96  # bytes of a move besides its key: what the rules say, its hash, its place, its weight
STEADY = 6  # levels that show how many moves lead into a state
CLEAR_SLOPE = 12  # deviations of a slope that is no accident
REST = 0.02  # of the states after the last number of moves that plays reach, and all is seen
MIX = ((0x9E3779B97F4A7C15, 29), (0xBF58476D1CE4E5B9, 32))  # SplitMix64: Steele 2014


@dataclass(frozen=True)
class Estimate:
    """At least so many states, about so many if that can be said; what the numbers rest on."""

    states: int
    about: int | None
    plays: int
    depth: int
    widest: float = 1.0  # the largest share of them that are reached after one number of moves
    apart: bool = True  # whether no state shows up after different numbers of moves

    def may_show(self, more: int) -> bool:
        """Whether longer plays may well show that there are more than so many."""
        if not self.apart or self.states < WORTH_A_LONGER_LOOK:
            return False
        return self.about is None or self.about > OFTEN_OFF * more

    def far_beyond(self, more: int) -> int:
        """How many states there are likely to be, where these are far more than `more`; else 0."""
        if not self.apart or self.about is None or self.states < WORTH_A_LONGER_LOOK:
            return 0
        return self.about // FAR_OFF if self.about > FAR_OFF * more else 0

    def __str__(self) -> str:
        return f"at least about {self.states:.1e} states, from {self.plays:,} random plays"


@dataclass(frozen=True)
class Level:
    """What S plays show of the states after one more move."""

    plays: int  # S
    moves: float  # of a state that they stand on
    share: float  # of the states before that have moves at all
    seen: int  # different states
    pairs: float  # of plays with a child in common, as often as they have one
    met: float  # S² Σp², from these pairs

    @property
    def meetings(self) -> float:
        """Pairs that are independent of each other: states that meet may share all children."""
        return self.pairs / self.moves

    @property
    def effective(self) -> float:
        """1/Σp² of the states, at least those that were seen."""
        return max(self.seen, self.plays * (self.plays - 1) / self.met) if self.met else self.seen

    @property
    def is_sure(self) -> bool:
        """Whether enough plays meet."""
        return self.meetings >= SURE or self.plays >= MANY_MEETINGS * self.seen

    @property
    def not_below(self) -> float:
        """A number that the states do not fall short of, with two deviations' care."""
        one = self.met / (2 * self.pairs) if self.pairs else 1 / self.moves**2  # what a pair adds
        pairs = self.pairs + self.moves * (2 * sqrt(self.meetings) + 3)
        return max(self.seen, self.plays * (self.plays - 1) / (2 * one * pairs))


@dataclass(frozen=True)
class Options:
    """The moves of the states that plays stand on, each state written down once."""

    children: np.ndarray  # [C, K]
    begin: np.ndarray  # [D] where the moves of a state begin
    counts: np.ndarray  # [D] how many there are
    state: np.ndarray  # [S] where a play stands
    who: np.ndarray  # [S] which of the plays before it is
    share: float  # of the plays that went on

    @property
    def going(self) -> np.ndarray:
        """[S] whether a play goes on."""
        going: np.ndarray = self.counts[self.state] > 0
        return going

    def only(self, which: np.ndarray) -> Options:
        """Some of the plays."""
        return replace(self, state=self.state[which], who=self.who[which])

    def beside(self, other: Options) -> Options:
        """These plays and some more."""
        return Options(
            np.concatenate((self.children, other.children)),
            np.concatenate((self.begin, other.begin + len(self.children))),
            np.concatenate((self.counts, other.counts)),
            np.concatenate((self.state, other.state + len(self.counts))),
            np.concatenate((self.who, other.who)),
            self.share,
        )

    def pick(
        self, random: np.random.Generator, plays: slice | np.ndarray = slice(None)
    ) -> np.ndarray:
        """[S, K] a random move of each of these plays."""
        state = self.state[plays]
        step = (random.random(len(state)) * self.counts[state]).astype(np.int64)
        picked: np.ndarray = self.children[self.begin[state] + step]
        return picked

    def level(self) -> tuple[Level, set[int]]:
        """What all moves show, and the states with the least hashes."""
        plays = np.bincount(self.state, minlength=len(self.counts))  # on each state
        of = np.repeat(np.arange(len(self.counts)), self.counts)
        hashes = hashed(self.children)
        order = np.argsort(hashes)
        first = np.flatnonzero(np.diff(hashes[order], prepend=hashes[order[:1]] + np.uint64(1)))
        many = plays[of[order]].astype(np.float64)
        one = 1 / self.counts[of[order]]
        weight, square, times = (
            np.add.reduceat(part, first) for part in (many * one, many * one * one, many)
        )
        level = Level(
            plays=len(self.state),
            moves=float(times.sum()) / len(self.state),
            share=self.share,
            seen=len(first),
            pairs=float((times * times - times).sum()) / 2,
            met=float((weight * weight - square).sum()),
        )
        return level, set(hashes[order[first[:STATES_SOUGHT_AGAIN]]].tolist())


def estimate(
    machine: Machine,
    start: State,
    *,
    enough: int,
    memory: int,
    seconds: float = MOST_SECONDS,
    seed: int = 1,
) -> Estimate:
    """Play at random, ever more plays, until pairs are met often or `enough` states are shown.

    At most `memory` bytes are held; where moves are many, fewer plays are played. There are no more
    plays when these would take more than `seconds` of work, and moves are left out when the first
    ones do.
    """
    plays, began = PLAYS, process_time()
    while True:
        side_by_side = Plays(machine, start, memory, np.random.default_rng(seed))
        side_by_side.run(plays, began + max(seconds, MOST_SECONDS))
        found = side_by_side.found(plays)
        if side_by_side.fewest >= MANY_MEETINGS or found.states > enough or plays >= MOST_PLAYS:
            return found
        if not side_by_side.apart:  # more plays show little more where play can come back
            seconds = min(seconds, MOST_SECONDS)
        more = min(8, MOST_PLAYS // plays)
        if more * side_by_side.work > MOST_WORK or process_time() - began > seconds / more:
            return found
        plays *= more


class Plays:
    """Random plays side by side, and what they show."""

    def __init__(
        self, machine: Machine, start: State, memory: int, random: np.random.Generator
    ) -> None:
        self.machine = machine
        self.runner = machine.runner(memory // 16)
        self.random = random
        self.memory = memory
        each = 2 * (8 * machine.layout.words + BESIDE)  # of two moves' children
        self.most = max(FIRST_MOVES, memory // each)
        key = machine.key(start)
        assert key is not None
        self.start = key
        self.levels = [Level(plays=2, moves=1.0, share=1.0, seen=1, pairs=1.0, met=2.0)]
        self.apart = True
        self.fewest = float(PLAYS)  # meetings after a number of moves, while most plays go on
        self.work = 0  # numbers looked at

    def run(self, plays: int, until: float) -> None:
        """Move after move, until hardly a play goes on, they have spread out or time is over."""
        here = self._options(np.repeat(self.start, plays, axis=0))
        here = here.only(here.going)
        shown: set[int] = set()
        while len(here.state) > 1 and len(self.levels) < DEEPEST_PLAY and process_time() < until:
            level, sample = here.level()
            self.levels.append(level)
            if 2 * level.plays >= plays:
                self.fewest = min(self.fewest, level.meetings)
            self.apart = self.apart and not sample & shown
            shown |= sample
            if not self.apart and self._has_spread():
                return
            here = self._step(here)

    def found(self, plays: int) -> Estimate:
        """The numbers of all levels together."""
        least = [level.not_below for level in self.levels]
        if not self.apart:
            return Estimate(int(max(least)), None, plays, len(least), apart=False)
        widest = max(least) / sum(least)
        return Estimate(int(sum(least)), _about(self.levels), plays, len(least), widest)

    def _has_spread(self) -> bool:
        """Whether the last few moves have led to hardly more states than the moves before."""
        least = [level.not_below for level in self.levels]
        return max(least[-STILL:]) < 1.2 * max(least[:-STILL], default=0)

    def _step(self, here: Options) -> Options:
        """A random move in every play; one that ends there takes it back and tries another."""
        there = self._options(here.pick(self.random))
        going = there.going
        if going.all():
            return there
        again = self._options(here.pick(self.random, there.who[~going]))
        return there.only(going).beside(again.only(again.going))

    def _options(self, keys: np.ndarray) -> Options:
        """The moves of the states that plays stand on.

        States lie in the order of their hashes: where there is no room for the moves of all, the
        plays that are left out are left out by chance.
        """
        _, place, state = np.unique(hashed(keys), return_index=True, return_inverse=True)
        children, counts = self._expand(np.ascontiguousarray(keys[place]))
        self.work += children.size
        who = np.flatnonzero(state < len(counts))
        share = float((counts[state[who]] > 0).mean())
        return Options(children, np.cumsum(counts) - counts, counts, state[who], who, share)

    def _expand(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The moves of all these states, or of as many as there is room for."""
        states = len(keys)
        size = min(self.most, FIRST_MOVES * states)
        while True:
            room = Moves.room(size, keys.shape[1])
            with as_rules_failed():
                count = self.runner.expand(keys, 0, states, room, 0, size)
            if count >= 0:
                return room.keys[:count].copy(), self.runner.counts.astype(np.int64)
            if size < self.most:
                size = min(self.most, 2 * size)
            elif states > 1:
                states //= 2
            else:
                raise too_wide(self.machine, self.most, self.memory)


def _about(levels: list[Level]) -> int | None:
    """The states of all levels, or None when these do not say enough."""
    sizes = [1.0]
    into: list[float] = []  # moves into a state, where plays meet
    for level in levels[1:]:
        out = sizes[-1] * level.share * level.moves
        if level.is_sure:
            sizes.append(level.effective)
            into.append(out / level.effective)
        elif level.plays >= MANY_MEETINGS and (expected := _foreseen(into, len(sizes))):
            sizes.append(max(level.seen, out / expected))
        else:
            break
    ended = len(sizes) == len(levels) or sizes[-1] < REST * sum(sizes)
    return round(sum(sizes)) if ended else None


def _foreseen(into: list[float], k: int) -> float | None:
    """How many moves lead into a state after k moves, as the last few levels have it.

    That is one number, or a line where these lie clearly on one; None where they do not say.
    """
    if len(into) < STEADY:
        return None
    ys = np.array(into[-STEADY:])
    xs = np.arange(len(into) - STEADY + 1, len(into) + 1)
    (slope, height), (left, *_), *_ = np.polyfit(xs, ys, 1, full=True)
    deviation = sqrt((left + 1e-9) / (STEADY - 2) / ((xs - xs.mean()) ** 2).sum())
    if slope > CLEAR_SLOPE * deviation:
        return float(slope * k + height)
    return float(ys.mean()) if ys.max() < 1.5 * ys.min() else None


def hashed(keys: np.ndarray) -> np.ndarray:
    """[S] 64 bits for each key; two keys in 10¹⁹ share them."""
    mixed = np.zeros(len(keys), np.uint64)
    for word in keys.T:
        for factor, shift in MIX:
            mixed = (mixed ^ word.view(np.uint64)) * np.uint64(factor)
            mixed ^= mixed >> np.uint64(shift)
    return mixed
