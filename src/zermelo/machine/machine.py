"""A game whose rules run as machine code, and the reason when they cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from types import ModuleType

import numpy as np

from zermelo.graph.endless import bits_of
from zermelo.graph.plays import LARGEST_PLAYED, met_in_plays
from zermelo.graph.rules import moves_of
from zermelo.limits.amounts import bytes_text
from zermelo.machine import build
from zermelo.machine.key_code import BY_STATE, FULL, OUTSIDE
from zermelo.machine.layout import WIDEST, Layout, observed
from zermelo.machine.translate import Code, translate
from zermelo.model.game import Game, PayoffGame, State, declares
from zermelo.model.shapes import Box, Subsets
from zermelo.staging.reading.source import Refused

KEYS_AT_ONCE, CHUNKS_COVERED = 1 << 14, 1 << 4  # states of a chunk, and chunks behind it
ROOM = 1 << 16  # numbers in the memory of the rules, at first
MOST_ROOM = 1 << 25
MOST_MOVES = 1 << 22  # of a state, or of the states on a path
MET = 100  # states of random plays that show what states look like
DENSE_MOST = 1 << 32  # keys of a declared space that a flat table can have


class Abandoned(Exception):
    """Nobody waits for the answer any more."""


class Outgrown(Exception):
    """A state does not fit the layout of the keys."""

    def __init__(self, layout: Layout) -> None:
        super().__init__("a wider layout is needed")
        self.layout = layout


@dataclass(eq=False)
class Machine:
    """Compiled rules for one layout of keys."""

    game: Game
    layout: Layout
    code: Code
    module: ModuleType
    was_compiled: bool  # an earlier run had left the machine code
    compile_seconds: float = 0.0
    room: int = ROOM  # numbers that the rules have asked for

    @classmethod
    def of(cls, game: Game, layout: Layout) -> Machine:
        """Translate and load; the first call of a function compiles it."""
        code = translate(game, layout)
        return cls(game, layout, code, build.load(code.text), build.is_compiled(code.text))

    def __getstate__(self) -> dict[str, object]:
        """Everything but the module, whose text is in `code`."""
        return {**vars(self), "module": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self.module = build.load(self.code.text)

    @property
    def players(self) -> int:
        """Players who count their own totals; 1 stands for a difference."""
        return self.game.players if isinstance(self.game, PayoffGame) else 1

    def key(self, state: State) -> np.ndarray | None:
        """[1, K], or None for a state that cannot be one of this game's."""
        if declares(self.game, "canonical"):
            state = self.game.canonical(state)
        words = self.layout.encode(state)
        return None if words is None else np.array([words], dtype=np.int64)

    def exact_key(self, state: State) -> np.ndarray | None:
        """[1, K], or None also for what could be packed and is no state: "5" is not 5."""
        same = self.game.canonical(state) if declares(self.game, "canonical") else state
        words = self.layout.encode(same)
        if words is None or self.layout.decode(words) != same:
            return None
        return np.array([words], np.int64)

    def keys_of(self, states: Iterable[State]) -> Iterator[np.ndarray]:
        """[n, K] the keys of states, some at a time; `Outgrown` where one does not fit.

        They are of the game's own kinds. A wider layout is made for many of them at once.
        """
        left = iter(states)
        while some := list(islice(left, KEYS_AT_ONCE)):
            keys = self.layout.encode_all(some)
            if keys is None:
                raise Outgrown(self._covering(some, left))
            yield keys

    def _covering(self, states: list[State], more: Iterator[State]) -> Layout:
        """A layout that holds states, and those that follow."""
        met = [*self.layout.extremes(states)]
        for _ in range(CHUNKS_COVERED):
            met += self.layout.extremes(list(islice(more, KEYS_AT_ONCE)))
        return self.layout.covering(met)

    def layout_after(self, key: Sequence[int]) -> Layout:
        """A layout that holds all that the state of a key leads to."""
        return layout_after(self.game, self.layout, self.state(key))

    def state(self, key: Sequence[int]) -> State:
        """The state of a key."""
        return self.layout.decode(key)

    def warm(self, start: State) -> None:
        """Compile now, or read from disk, and say what the caller waits for."""
        began = perf_counter()
        if not self.was_compiled:
            build.announce(f"compiling the rules of {type(self.game).__name__}")
        runner, key = self.runner(), self.key(start)
        assert key is not None
        room = Moves.room(1, self.layout.words)
        with suppress(Outgrown):
            runner.expand(key, 0, 1, room, 0, 1)
        runner.payoffs(key, np.empty(0, np.uint32))
        if isinstance(self.game, PayoffGame):
            runner.turns(key, 0, 1)
        self.compile_seconds = perf_counter() - began

    def runner(self, most: int = MOST_ROOM) -> Runner:
        """A memory of its own for each thread, which grows up to so many numbers."""
        return Runner(self, most)


class Runner:
    """Runs the rules for one thread."""

    def __init__(self, machine: Machine, most: int) -> None:
        self.machine = machine
        self.most = most
        self.codec = machine.layout.codec
        self.status = np.zeros(4, dtype=np.int64)
        self.is_left = False  # nobody waits for it any more
        self.memory = np.empty(0, dtype=np.int64)
        self._grow(min(machine.room, max(most, ROOM)))

    def _grow(self, room: int) -> None:
        self.machine.room = max(room, self.machine.room)
        image = self.machine.code.memory
        self.memory = np.zeros(len(image) + room, dtype=np.int64)
        self.memory[: len(image)] = image

    @property
    def bytes(self) -> int:
        """What the memory of the rules has grown by."""
        return 8 * (len(self.memory) - ROOM - len(self.machine.code.memory))

    def expand(
        self, keys: np.ndarray, begin: int, end: int, moves: Moves, at: int, size: int
    ) -> int:
        """The moves of states begin … end − 1, written into moves[at : at + size].

        Returns how many, or −1 when there is no room for them.
        """
        counts, found, done = np.empty(end - begin, dtype=np.uint32), 0, begin
        while done < end:
            stretch = slice(at + found, at + size)
            self.status[0] = 0
            count = self._run(
                "expand", keys, done, end, moves.keys[stretch], moves.gain[stretch],
                moves.again[stretch], counts[done - begin :], self.status,
            )  # fmt: skip
            if count < 0:
                return self._explain(keys, size - found)
            found, done = found + count, int(self.status[3])
        self.counts = counts
        return found

    def _run(self, name: str, *args: np.ndarray | int) -> int:
        """Call a function of the rules, with more memory when it asks for more."""
        given = 2 if name == "payoffs" else 3  # in front of the memory and the codec
        while True:
            if self.is_left:
                raise Abandoned
            try:
                function = getattr(self.machine.module, name)
                return int(function(*args[:given], self.memory, self.codec, *args[given:]))
            except MemoryError:
                if len(self.memory) >= self.most:
                    raise
                self._grow(min(8 * len(self.memory), self.most))

    def _explain(self, keys: np.ndarray, room: int) -> int:
        """Why the moves of a state were not written down, when there was room for so many."""
        if self.status[0] == FULL:
            if room - self.status[3] >= MOST_MOVES:
                raise OverflowError(f"a state has more than {MOST_MOVES:,} moves")
            return -1
        assert self.status[0] == OUTSIDE
        field, number = int(self.status[1]), int(self.status[2])
        if field == BY_STATE:
            raise Outgrown(self.machine.layout_after(keys[number]))
        raise Outgrown(self.machine.layout.wider(field, number))

    def payoffs(self, keys: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """[n, p] what the ends pay."""
        out = np.empty((len(numbers), self.machine.players), dtype=np.int64)
        done = self._run("payoffs", keys, numbers, out)
        while done < len(numbers):
            done += self._run("payoffs", keys, numbers[done:], out[done:])
        return out

    def turns(self, keys: np.ndarray, begin: int, end: int) -> np.ndarray:
        """[n] whose turn it is."""
        return self._numbers("turns", keys, begin, end)

    def layers(self, keys: np.ndarray) -> np.ndarray:
        """[n] the layer of each state, where the game names layers."""
        return self._numbers("layers", keys, 0, len(keys))

    def _numbers(self, name: str, keys: np.ndarray, begin: int, end: int) -> np.ndarray:
        """[n] a number of each state."""
        out = np.empty(end - begin, dtype=np.int64)
        done = begin
        while done < end:
            done = self._run(name, keys, done, end, out[done - begin :])
        return out


@dataclass
class Moves:
    """Room for the moves of a batch of states."""

    keys: np.ndarray  # [C, K]
    gain: np.ndarray  # [C]
    again: np.ndarray  # [C]

    @classmethod
    def room(cls, size: int, words: int) -> Moves:
        """Room for `size` moves."""
        return cls(
            np.empty((size, words), np.int64), np.empty(size, np.int64), np.empty(size, np.uint8)
        )


def layout_after(game: Game, layout: Layout, state: State) -> Layout:
    """A layout that holds all that a state leads to: Python is asked where it leads."""
    return layout.covering(_alike(game, [move.to for move in moves_of(game, state)]))


def foreseen(game: Game, layout: Layout, start: State, seed: int = 1) -> Layout:
    """A layout that also holds what random plays come by, where there is one.

    Every layout that is outgrown later is translated and compiled once more.
    """
    try:
        found = _alike(game, met_in_plays(game, start, count=MET, seed=seed))
        return layout.covering(found) if found else layout
    except Exception:  # whatever the rules, or numbers beyond all bounds, raise: seen when met
        return layout


def _alike(game: Game, states: list[State]) -> list[State]:
    """The states that stand for these, as far as they are not too large."""
    states = [state for state in states if bits_of(state) <= LARGEST_PLAYED]
    return [game.canonical(each) for each in states] if declares(game, "canonical") else states


def first_layout(game: Game, states: Sequence[State], slots: int) -> Layout:
    """The layout to begin with: the declared space if a flat table of it fits, or what was seen.

    The first of the states is the start.
    """
    largest = max(map(bits_of, states))
    if largest > LARGEST_PLAYED:
        size = bytes_text(largest // 8)
        raise Refused(f"a state takes {size}", "keep states small: keys hold all of them")
    layout = observed(states)
    space, form = game.space, layout.form
    if isinstance(space, Box) and form.kind == "fixed" and len(layout.low) == len(space.ranges):
        bounds = tuple(space.ranges)
    elif isinstance(space, Subsets) and form.kind == "number":
        bounds = ((0, space.size - 1),)
    else:
        return foreseen(game, layout, states[0])
    flat = form.kind == "number" or all(part.kind == "number" for part in form.parts)
    if not flat or any((high - low).bit_length() > WIDEST for low, high in bounds):
        return foreseen(game, layout, states[0])
    low, high = (tuple(ends) for ends in zip(*bounds, strict=True))
    return Layout(form, low, high, dense=space.size <= min(slots, DENSE_MOST))


def compiled(game: Game, states: Sequence[State], slots: int) -> Machine | Refused:
    """The game's rules as machine code, or what stops them."""
    try:
        return Machine.of(game, first_layout(game, states, slots))
    except Refused as stopped:
        return stopped
