"""The largest smaller instance of a game that fits a limit of work.

Sizes are the numbers of a dataclass, the lengths of its tuples, texts and frozensets, and the level
of a short tuple of numbers (its largest one; the others keep their proportion), also of frozen
dataclasses inside. They are halved until an instance fits, then raised again between the last two,
by halves of the way and at last by ones. No instance is empty. A game that says itself what is
smaller (`smaller()`) is asked instead.

Instances are weighed before they are explored: what a shape declares costs nothing, and on the way
down only a glance is taken at each. Moves are counted, so that every machine finds the same one;
when those for the whole search are used up, what fits at once is still found, and nothing larger is
tried. A clock ends the search only for rules that are slow by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import islice
from math import isqrt
from time import process_time
from typing import Any, TypeGuard

from zermelo.errors import ZermeloError
from zermelo.facts.instances import in_order, is_frozen, is_record
from zermelo.graph.explore import explore
from zermelo.graph.rules import smaller_of
from zermelo.graph.state_graph import StateGraph
from zermelo.model.combine import core_of, turned_like
from zermelo.model.game import Game, declares
from zermelo.model.numerals import spelled
from zermelo.model.shapes import states_at_least

LONGEST_CHAIN = 60
MOVES_OF_A_SEARCH, SECONDS_OF_A_SEARCH = 1_200_000, 10.0
MOVES_OF_A_GLANCE, SECONDS_OF_A_GLANCE = 20_000, 1.0  # on the way down, where most are too large
BEYOND = 1 << 60  # a size that is too large for anything
SHORT_FIELD = 8  # numbers of a tuple that are made smaller; of a longer one, its length alone
SIBLINGS = 8  # instances of one step that are compared with each other
MOST_SKIPPED = 5  # instances that are named

Probe = Callable[[Game], "Fit | Game | None"]
FieldPath = tuple[str, ...]  # a field, or a field of a dataclass inside
Sizes = dict[tuple[FieldPath, str], int]  # (path, "number", "length" or "level") → its size


@dataclass(frozen=True)
class Fit:
    """An instance whose states were all found."""

    game: Game
    graph: StateGraph


@dataclass
class Fitting:
    """A search for instances within `budget` states and `work` moves."""

    budget: int
    work: int
    skipped: list[str] = field(default_factory=list)  # instances that cannot be played, and why
    moves_left: int = field(default_factory=lambda: MOVES_OF_A_SEARCH)
    until: float = field(default_factory=lambda: process_time() + SECONDS_OF_A_SEARCH)

    def largest(self, game: Game) -> Fit | None:
        """The largest instance found that is smaller than `game` and fits; None without one."""
        by_hook = declares(core_of(game), "smaller")
        return self._by_hook(game) if by_hook else self._by_sizes(game)

    # -- by the game's own word -----------------------------------------------------------------

    def _by_hook(self, game: Game) -> Fit | None:
        """Ever more steps down at once, then back up by halves of the way."""
        chain: list[Game] = []
        for count in range(LONGEST_CHAIN):
            candidates = [*chain[-1:], *islice(smaller_of(game), SIBLINGS)]
            found = [self._glance(one) for one in candidates]
            fits = [fit for fit in found if isinstance(fit, Fit)]
            if fits or not self._descend(chain, game, 1 + count):
                return self._back_up(chain, max(fits, key=_size, default=None))
            game = chain[-1]
        return None

    def _descend(self, chain: list[Game], game: Game, steps: int) -> bool:
        """Whether there is a smaller one; of several the one that declares the fewest states."""
        before = len(chain)
        while len(chain) < before + steps and (self._seconds_left or len(chain) == before):
            below = min(islice(smaller_of(game), SIBLINGS), key=_declared, default=None)
            if below is None:
                break
            chain.append(below)
            game = below
        return len(chain) > before

    def _back_up(self, chain: list[Game], fit: Fit | None) -> Fit | None:
        """The first of the chain that fits the whole limit, else what fitted at a glance."""
        low, high = 0, len(chain)
        while low < high:
            middle = (low + high) // 2
            found = self._whole(chain[middle])
            if isinstance(found, Fit):
                fit, high = max(found, fit or found, key=_size), middle
            else:
                low = middle + 1
        return fit

    # -- by sizes -------------------------------------------------------------------------------

    def _by_sizes(self, game: Game) -> Fit | None:
        chain = [sizes_of(core_of(game))]
        fit: Fit | None = None
        while fit is None and len(chain) < LONGEST_CHAIN:
            step = self._step(game, chain[-1])
            if step is None:
                return None
            sizes, fit = step
            chain.append(sizes)
        return None if fit is None else self._climb(game, chain, fit)

    def _step(self, game: Game, sizes: Sizes) -> tuple[Sizes, Fit | None] | None:
        """The first half that can be played, and whether it fits."""
        for half in _halves(sizes):
            found = self._resized(game, half, self._glance)
            if found is not None:
                return half, found if isinstance(found, Fit) else None
        return None

    def _climb(self, game: Game, chain: list[Sizes], fit: Fit) -> Fit:
        """Back up the chain as far as the whole limit allows, then half the way, and so on."""
        while len(chain) > 2:  # the first is the game itself, which does not fit
            found = self._resized(game, chain[-2], self._whole)
            if not isinstance(found, Fit):
                break
            chain.pop()
            fit = found
        low, high = chain[-1], chain[-2]
        least, most = 0, max(high[slot] - low[slot] for slot in high)
        steps = most
        while most - least > 1:
            middle = (least + most) // 2
            between = {s: low[s] + (high[s] - low[s]) * middle // steps for s in high}
            found = self._resized(game, between, self._whole)
            if isinstance(found, Fit):
                least, fit = middle, found
            else:
                most = middle
        return fit

    def _resized(self, game: Game, sizes: Sizes, probe: Probe) -> Fit | Game | None:
        core = core_of(game)
        changes: dict[str, object] = {}
        try:
            changes = changes_of(core, sizes)
            instance: Game = replace(core, **changes)  # type: ignore[type-var]
        except Exception as error:  # of the user's own constructor
            given = ", ".join(f"{name}={spelled(value)}" for name, value in changes.items())
            self._skip(f"{type(core).__name__}({given})", f"{_told(error)} in the constructor")
            return None
        return probe(turned_like(game, instance))

    # -- one instance ---------------------------------------------------------------------------

    def _glance(self, game: Game) -> Fit | Game | None:
        """On the way down."""
        seconds = min(SECONDS_OF_A_GLANCE, self._seconds_left)
        return self._probe(game, min(MOVES_OF_A_GLANCE, self.work), seconds)

    def _whole(self, game: Game) -> Fit | Game | None:
        """On the way up; half of what is left is kept for those that come after."""
        work, seconds = min(self.work, self.moves_left // 2), self._seconds_left / 2
        return self._probe(game, work, seconds) if work and seconds else game

    @property
    def _seconds_left(self) -> float:
        return max(0.0, self.until - process_time())

    def _probe(self, game: Game, work: int, seconds: float) -> Fit | Game | None:
        """The instance explored; itself when it is too large; None when it cannot be played."""
        try:
            _ = game.start
        except Exception as error:  # of the user's own property
            self._skip(spelled(game), f"{_told(error)} in start")
            return None
        if _declared(game) > self.budget:
            return game
        try:
            graph = explore(game, budget=self.budget, work=work, cpu_seconds=seconds)
        except ZermeloError as error:
            self._skip(spelled(game), error.given)
            return None
        self.moves_left = max(0, self.moves_left - graph.moves)
        if not graph.moves and graph.complete:
            self._skip(spelled(game), "no move at the start")
            return None
        return Fit(game, graph) if graph.complete else game

    def _skip(self, name: str, why: str) -> None:
        text = f"{name}: {why}"
        if text not in self.skipped and len(self.skipped) < MOST_SKIPPED:
            self.skipped.append(text)


def sizes_of(owner: object, inside: FieldPath = ()) -> Sizes:
    """What can be made smaller, and how large it is."""
    sizes: Sizes = {}
    for item in fields(owner) if is_dataclass(owner) else ():
        if item.init:
            value, path = getattr(owner, item.name), (*inside, item.name)
            sizes |= sizes_of(value, path) if is_frozen(value) else _sizes_of_a_field(value, path)
    return sizes


def _sizes_of_a_field(value: object, path: FieldPath) -> Sizes:
    if _is_number(value):
        return {(path, "number"): value} if value > 0 else {}
    if not isinstance(value, tuple | str | frozenset) or not value:
        return {}
    sizes: Sizes = {} if is_record(value) else {(path, "length"): len(value)}
    parts = value if isinstance(value, tuple) and len(value) <= SHORT_FIELD else ()
    if parts and all(_is_number(part) and part > 0 for part in parts):
        sizes[path, "level"] = max(parts)
    return sizes


def changes_of(owner: object, sizes: Sizes) -> dict[str, object]:
    """The fields of `owner` at other sizes."""
    changes: dict[str, Any] = {}
    inside: dict[str, Sizes] = {}
    for ((name, *rest), kind), size in sizes.items():
        if rest:
            inside.setdefault(name, {})[tuple(rest), kind] = size
            continue
        value = changes.get(name, getattr(owner, name))
        if kind == "number":
            changes[name] = size
        elif kind == "length":
            changes[name] = _shortened(value, size)
        else:
            largest = max(getattr(owner, name))
            parts = (max(1, part * size // largest) for part in value)
            changes[name] = value._make(parts) if is_record(value) else tuple(parts)
    for name, some in inside.items():
        part = getattr(owner, name)
        changes[name] = replace(part, **changes_of(part, some))
    return changes


def _shortened(row: Any, size: int) -> object:
    return frozenset(in_order(row)[:size]) if isinstance(row, frozenset) else row[:size]


def _halves(sizes: Sizes) -> Iterator[Sizes]:
    """One size halved, the largest first; at last all of them together."""
    large = [slot for slot in sorted(sizes, key=lambda slot: -sizes[slot]) if sizes[slot] > 1]
    for slot in large:
        yield {**sizes, slot: _less(sizes[slot])}
    if len(large) > 1:
        yield {slot: _less(size) for slot, size in sizes.items()}


def _less(size: int) -> int:
    """Half of a size; the root of one that no work could be enough for."""
    return isqrt(size) if size > BEYOND else (size + 1) // 2


def _size(fit: Fit) -> int:
    return len(fit.graph)


def _declared(game: Game) -> int:
    """States there are at least, as the game's shape says."""
    try:
        return states_at_least(game)
    except Exception:  # of the user's own property; the rules may answer all the same
        return 0


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _told(error: Exception) -> str:
    return f"{type(error).__name__} ({error})" if str(error) else type(error).__name__
