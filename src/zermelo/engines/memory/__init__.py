"""Large games: compiled rules, states as keys, moves and values as flat arrays.

`explore_arrays` is the way in; it loads numpy and numba when it is called, not before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from zermelo.engines.contract import AtLeast
from zermelo.errors import BudgetExceeded, Setting
from zermelo.graph.progress import Callback
from zermelo.graph.starts import Starts
from zermelo.limits.amounts import all_memory, bytes_text, cores, free_memory
from zermelo.model.game import Game, State

if TYPE_CHECKING:
    from zermelo.engines.memory.arrays import Arrays
    from zermelo.machine.layout import Layout
    from zermelo.machine.machine import Machine

T = TypeVar("T")

MOST_NUMBERED = (1 << 31) - 2  # states that 31 bits number
LARGEST_FIELD = 1 << 62  # of a field, beyond
WITHOUT_ROOM = "a state that no key has room for: equal things of different kinds are in one place"
PLAYING = 10.0  # seconds of work for random plays, where much hangs on what they show
ROOMY = 1 << 27  # bytes for each word of a key, in which some states fit without being weighed
LEAST_BYTES = 8 + 4 / 0.7 + 1  # of a state with one word: its key, its slots, its value


def explore_arrays(
    machine: Machine,
    start: State,
    *,
    starts: Starts | None = None,
    budget: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    expected: int = 0,
    patience: int | None = None,
    is_limited: bool = True,
    by_layers: Callable[[int, float, float], None] | None = None,
    progress: Callback | None = None,
) -> Arrays:
    """Explore with compiled rules; layouts that turn out too narrow are made wider on the way.

    How many states there are is estimated, unless the caller knows (`expected`) or names a budget:
    before the start, or, where there is room for some, when they turn out not to be few. Where they
    are more than somebody has `patience` for, the work is given up, and it ends with so many.
    `RulesFailed` says that the rules raised an error. A number that grows without an end is looked
    for unless the work `is_limited`. Where states are weighed, `by_layers` hears how many there are
    at least, how many are done in a second of work, and the part of the memory that they take, and
    may end the work.
    """
    from zermelo.engines.memory.endless import Trend
    from zermelo.engines.memory.explore import FEW, Expedition

    room = min(memory, all_memory()) if memory is not None else free_memory()

    def work(machine: Machine) -> Arrays:
        most, words = patience or MOST_NUMBERED, machine.layout.words

        def weigh(held: float = 0, pace: float = 0) -> int:
            least = held or 8 * (words - 1) + LEAST_BYTES
            states = expect(machine, start, room, most, least)
            if by_layers is not None:
                by_layers(states, pace, states * least / room)
            return states

        is_weighed = not expected and not budget
        is_early = is_weighed and (room < ROOMY * words or most < 2 * FEW)
        known = weigh() if is_early else expected
        expedition = Expedition(machine, start, room, threads or cores(), known, starts)
        trend = None if is_limited else Trend(machine.game)
        later = weigh if is_weighed and not is_early else None
        return expedition.graph(expedition.run(budget or most, progress, trend, later))

    return with_room(machine, start, work)


def with_room(machine: Machine, start: State, work: Callable[[Machine], T]) -> T:
    """Do work with a machine; once more with a wider layout when a state did not fit."""
    from zermelo.engines.memory.failures import RulesFailed, as_rules_failed
    from zermelo.machine.machine import Machine, Outgrown, foreseen

    for seed in count(2):
        try:
            return work(machine)
        except Outgrown as outgrown:
            from traceback import clear_frames  # which takes a while to load

            clear_frames(outgrown.__traceback__)  # their arrays go back before others are made
            with as_rules_failed():
                layout = _down_to_zero(foreseen(machine.game, outgrown.layout, start, seed))
                if layout == machine.layout:
                    raise RulesFailed(WITHOUT_ROOM, is_limit=True) from None
                wider = Machine.of(machine.game, layout)
                wider.warm(start)
            wider.was_compiled = wider.was_compiled and machine.was_compiled
            wider.compile_seconds += machine.compile_seconds
            machine = wider
    raise AssertionError


def _down_to_zero(layout: Layout) -> Layout:
    """Every field down to zero: one that counts down would be outgrown at every step."""
    ends = zip(layout.low, layout.high, strict=True)
    low = (0 if least > 0 and most < LARGEST_FIELD else least for least, most in ends)
    return replace(layout, low=tuple(low))


def expect(
    machine: Machine,
    start: State,
    memory: int,
    patience: int,
    least: float,
    *,
    has_layers: bool = False,
) -> int:
    """How many states there are at least; stops before the work begins when they cannot fit.

    A state takes `least` bytes. A short look has the first word; where it leaves open whether the
    states fit, and they may well not, a longer one is cheaper than to fill the memory first. Where
    a hundred times as many as fit are likely, the short one decides.
    """
    from zermelo.engines.memory.estimate import estimate

    enough = min(int(memory / least), patience)
    look = partial(estimate, machine, start, enough=enough, memory=memory // 2)
    found = look()
    if many := found.far_beyond(enough):
        found = replace(found, states=many)
    elif found.states <= enough and found.may_show(enough):
        found = look(seconds=PLAYING)
    game = machine.game
    if patience < min(found.states, MOST_NUMBERED):
        raise BudgetExceeded(
            f"{type(game).__name__} has {found}",
            rule=f"at most {patience:,} are looked at without a solution in view",
            fix=("Name a ", Setting("budget"), " of states to have so many looked at"),
        )
    at_least = AtLeast(found.states, str(found))
    refuse_what_cannot_fit(game, at_least, memory, least, has_layers=has_layers)
    return found.states


def refuse_what_cannot_fit(
    game: Game, at_least: AtLeast, memory: int, least: float, *, has_layers: bool = False
) -> None:
    """`BudgetExceeded` where so many states of `least` bytes each are more than the memory.

    What has layers can be kept on disk.
    """
    size = at_least.states * least
    if size <= memory:
        return
    refusal = BudgetExceeded(
        f"{at_least.evidence}, which take {bytes_text(size)} or more",
        where=type(game).__name__,
        rule=f"the memory budget is {bytes_text(memory)}",
        fix=(
            "Use ",
            Setting("method", "alphabeta"),
            " for the value of the start alone, pass a larger ",
            Setting("memory"),
            *((", keep the layers in a folder: ", Setting("disk", "FOLDER")) if has_layers else ()),
            ", or name a ",
            Setting("budget"),
            " of states to begin all the same",
        ),
    )
    refusal.states, refusal.evidence = at_least.states, at_least.evidence
    raise refusal
