"""The largest smaller instance of a game that fits a limit of work.

Sizes are the numbers of a dataclass, the lengths of its tuples, and the level of a short tuple of
numbers (its largest one; the others keep their proportion). They are halved until an instance fits,
then raised again between the last two, by halves of the way and at last by ones. No instance is
empty. A game that says itself what is smaller (`smaller()`) is asked instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import islice
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.explore import explore
from zermelo.game import Game, declares
from zermelo.graph import StateGraph

LONGEST_CHAIN = 60
QUICK = 100_000  # moves looked at on the way down, where nearly every instance is too large
SHORT = 8  # numbers of a tuple that are made smaller; of a longer one, its length alone
SIBLINGS = 8  # instances of one step that are compared with each other
MOST_SKIPPED = 5  # instances that are named

Sizes = dict[tuple[str, str], int]  # (field, "number", "length" or "level") → its size


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

    def largest(self, game: Game) -> Fit | None:
        """The largest instance found that is smaller than `game` and fits; None without one."""
        return self._by_hook(game) if declares(game, "smaller") else self._by_sizes(game)

    # -- by the game's own word -----------------------------------------------------------------

    def _by_hook(self, game: Game) -> Fit | None:
        for _ in range(LONGEST_CHAIN):
            found = [self._probe(one, QUICK) for one in islice(game.smaller(), SIBLINGS)]
            fits = [fit for fit in found if isinstance(fit, Fit)]
            large = [one for one in found if isinstance(one, Game)]
            if fits:
                again = (self._probe(one, self.work) for one in large)
                fits += [fit for fit in again if isinstance(fit, Fit)]
                return max(fits, key=lambda fit: len(fit.graph))
            if not large:
                return None
            game = large[0]
        return None

    # -- by sizes -------------------------------------------------------------------------------

    def _by_sizes(self, game: Game) -> Fit | None:
        chain = [sizes_of(game)]
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
            found = self._resized(game, half, QUICK)
            if found is not None:
                return half, found if isinstance(found, Fit) else None
        return None

    def _climb(self, game: Game, chain: list[Sizes], fit: Fit) -> Fit:
        """Back up the chain as far as the whole limit allows, then half the way, and so on."""
        while len(chain) > 2:  # the first is the game itself, which does not fit
            found = self._resized(game, chain[-2], self.work)
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
            found = self._resized(game, between, self.work)
            if isinstance(found, Fit):
                least, fit = middle, found
            else:
                most = middle
        return fit

    def _resized(self, game: Game, sizes: Sizes, work: int) -> Fit | Game | None:
        changes = changes_of(game, sizes)
        try:
            instance: Any = replace(game, **changes)  # type: ignore[type-var]
        except Exception as error:  # of the user's own constructor
            given = ", ".join(f"{name}={value!r}" for name, value in changes.items())
            self._skip(f"{type(game).__name__}({given})", f"{_told(error)} in the constructor")
            return None
        return self._probe(instance, work)

    # -- one instance ---------------------------------------------------------------------------

    def _probe(self, game: Game, work: int) -> Fit | Game | None:
        """The instance explored; itself when it is too large; None when it cannot be played."""
        try:
            _ = game.start
        except Exception as error:  # of the user's own property
            self._skip(repr(game), f"{_told(error)} in start")
            return None
        try:
            graph = explore(game, budget=self.budget, work=work)
        except ZermeloError as error:
            self._skip(repr(game), error.given)
            return None
        if not graph.moves:
            self._skip(repr(game), "no move at the start")
            return None
        return Fit(game, graph) if graph.complete else game

    def _skip(self, name: str, why: str) -> None:
        text = f"{name}: {why}"
        if text not in self.skipped and len(self.skipped) < MOST_SKIPPED:
            self.skipped.append(text)


def sizes_of(game: Game) -> Sizes:
    """What can be made smaller, and how large it is."""
    sizes: Sizes = {}
    if not is_dataclass(game):
        return sizes
    for item in fields(game):
        value = getattr(game, item.name)
        if not item.init:
            continue
        if _is_number(value) and value > 0:
            sizes[item.name, "number"] = value
        elif isinstance(value, tuple) and value:
            sizes[item.name, "length"] = len(value)
            if len(value) <= SHORT and all(_is_number(part) and part > 0 for part in value):
                sizes[item.name, "level"] = max(value)
    return sizes


def changes_of(game: Game, sizes: Sizes) -> dict[str, Any]:
    """The fields of `game` at other sizes."""
    changes: dict[str, Any] = {}
    for (name, kind), size in sizes.items():
        value = changes.get(name, getattr(game, name))
        if kind == "number":
            changes[name] = size
        elif kind == "length":
            changes[name] = value[:size]
        else:
            largest = max(getattr(game, name))
            changes[name] = tuple(max(1, part * size // largest) for part in value)
    return changes


def _halves(sizes: Sizes) -> Iterator[Sizes]:
    """One size halved, the largest first; at last all of them together."""
    large = [slot for slot in sorted(sizes, key=lambda slot: -sizes[slot]) if sizes[slot] > 1]
    for slot in large:
        yield {**sizes, slot: (sizes[slot] + 1) // 2}
    if len(large) > 1:
        yield {slot: (size + 1) // 2 for slot, size in sizes.items()}


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _told(error: Exception) -> str:
    return f"{type(error).__name__} ({error})" if str(error) else type(error).__name__
