"""One exploration, layer by layer: forward, and what is checked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from traceback import clear_frames
from typing import TypeVar

import numpy as np

from zermelo.engines.contract import Declined, EngineKind, Explored, Prepared, Task
from zermelo.engines.layers.asking import Asker
from zermelo.engines.layers.crosscheck import disagreement_in_layers
from zermelo.engines.layers.folder import GameFolder
from zermelo.engines.layers.forward import Forward, OtherStarts
from zermelo.engines.layers.graph import LayeredGraph
from zermelo.engines.layers.memory import Memory
from zermelo.engines.layers.ordering import Levels, NamedLayers, Ordering, rises
from zermelo.engines.layers.reusing import saved_tables
from zermelo.engines.layers.separate import Separation
from zermelo.engines.layers.sharing import MakeTeam, Team
from zermelo.engines.layers.storage import MemoryStorage, Storage
from zermelo.engines.memory import expect, refuse_what_cannot_fit, with_room
from zermelo.engines.memory.engine import declining, machine_of, rules_failed
from zermelo.engines.memory.failures import as_rules_failed, differs
from zermelo.engines.plain import over_budget
from zermelo.errors import NotCompiled, Setting
from zermelo.limits.amounts import all_memory, cores, free_memory
from zermelo.machine.beginning import keys_of_starts
from zermelo.machine.machine import Machine
from zermelo.machine.words import TooWide, Unpacked, Words
from zermelo.model.game import Game, PayoffGame, declares, gain_refused
from zermelo.model.numerals import how_many

T = TypeVar("T")

UNCOUNTED = 1 << 62  # more states than there are
LEAST_OF_A_STATE = 10  # its key, its value and its plies


class LayersWork(Prepared):
    """One exploration, layer by layer."""

    def __init__(self, task: Task) -> None:
        self.task, disk = task, task.limits.disk
        if task.at_least is not None and disk is None:  # what is known is not found out again
            limits = self.memory, LEAST_OF_A_STATE
            refuse_what_cannot_fit(task.game, task.at_least, *limits, has_layers=True)
        self.folder = None if disk is None else GameFolder(disk, task.game, task.start)
        layout = None if self.folder is None else self.folder.layout
        self.team: MakeTeam = Team
        if task.limits.cluster is not None:
            from zermelo.engines.layers.cluster import ClusterTeam, client_of  # loads Dask

            self.team = partial(ClusterTeam, client_of(task.limits.cluster))
        self.machine = machine_of(task) if layout is None else Machine.of(task.game, layout)

    @property
    def is_ready(self) -> bool:
        """Whether an earlier run has left the machine code."""
        return self.machine.was_compiled

    def explore(self) -> Explored:
        """Explore, and hold a sample against Python."""
        graph = self.with_layers(self._layers)
        return Explored(graph, EngineKind.COMPILED, _described(graph))

    def with_layers(self, work: Callable[[Machine, Words], T]) -> T:
        """Do work with compiled rules and keys of one word; `Declined` where these fail."""
        game = self.task.game
        try:
            with declining(game):
                with as_rules_failed():
                    self.machine.warm(self.task.start)
                return with_room(self.machine, self.task.start, partial(self._in_words, work))
        except TooWide as width:
            raise no_layers(game, f"keys of {width} bits, which are more than 63") from None

    def _in_words(self, work: Callable[[Machine, Words], T], machine: Machine) -> T:
        """Work with keys of one word; once more with more bits when a key did not fit."""
        words = Words((0,) * machine.layout.words)
        if self.folder is not None and self.folder.layout == machine.layout:
            words = self.folder.words or words
        while True:
            try:
                return work(machine, words)
            except Unpacked as outgrown:
                clear_frames(outgrown.__traceback__)  # their arrays go back before others are made
                words = Words(outgrown.bits)

    @cached_property
    def memory(self) -> int:
        """Bytes that the work may take."""
        limits = self.task.limits
        return min(limits.memory, all_memory()) if limits.memory is not None else free_memory()

    @cached_property
    def threads(self) -> int:
        """Threads that work side by side."""
        return self.task.limits.threads or cores()

    @contextmanager
    def forward(
        self, machine: Machine, words: Words, storage: Storage, enough: int | None = None
    ) -> Iterator[Forward]:
        """What goes from layer to layer, with all who are asked; a stretch where it is `enough`."""
        room = Memory(self.task.game, self.memory, self.threads)
        askers = [Asker(machine, words, room.share) for _ in range(self.threads)]
        with self.team(askers) as team:
            yield Forward(storage, team, self._ordering(machine), room, self.task.progress, enough)

    def _layers(self, machine: Machine, words: Words) -> LayeredGraph:
        limits, game = self.task.limits, self.task.game
        tables = saved_tables(limits.tables, game, machine.layout, words)
        if self.folder is not None:
            self.folder.begin(machine, words)
        storage: Storage = MemoryStorage() if self.folder is None else self.folder
        with self.forward(machine, words, storage) as forward:
            most = limits.budget if limits.is_asked else limits.patience or UNCOUNTED
            forward.expected = self._weigh(machine, self.memory)
            if not self._run(forward, self.starts(machine, words), most):
                raise over_budget(game, limits)
            self.check_levels(forward, Separation(machine.layout, words))
        graph = LayeredGraph(
            machine,
            words,
            storage,
            forward.layers,
            forward.ordering,
            self.threads,
            self.memory,
            forward.roots,
            self.team,
            tables,
        )  # fmt: skip
        self._hold_against_python(graph)
        return graph

    def _run(self, forward: Forward, starts: Iterator[np.ndarray], most: int) -> bool:
        try:
            return forward.run(starts, most)
        except OtherStarts:
            assert self.folder is not None
            raise self.folder.foreign("it is about other starts") from None

    def check_levels(self, forward: Forward, separation: Separation) -> None:
        """No state lies in two levels, or the game is not for this engine."""
        if forward.ordering.has_levels and (
            forward.is_recurring or not forward.are_apart(separation)
        ):
            raise no_layers(self.task.game, "a state is met after different numbers of moves")

    def starts(self, machine: Machine, words: Words) -> Iterator[np.ndarray]:
        """[n] the keys of all states that play begins at, some at a time."""
        if self.task.starts is None:
            key = machine.key(self.task.start)
            assert key is not None
            return iter([words.pack(key)])
        return map(words.pack, keys_of_starts(machine, self.task.starts))

    def _weigh(self, machine: Machine, memory: int) -> int:
        """How many states there are at least, 0 where nobody asks: what cannot fit the memory is
        not begun; nobody knows what fits a disk.
        """
        limits, at_least = self.task.limits, self.task.at_least
        if self.folder is not None or self.task.known or limits.is_asked:
            return 0
        if at_least is not None:
            return at_least.states
        most, least = limits.patience or UNCOUNTED, LEAST_OF_A_STATE
        return expect(machine, self.task.start, memory, most, least, has_layers=True)

    def _ordering(self, machine: Machine) -> Ordering:
        game = self.task.game
        if not declares(game, "layer"):
            return Levels()
        return NamedLayers(machine, rises=rises(game, self.task.seen))

    def _hold_against_python(self, graph: LayeredGraph) -> None:
        game, facts = self.task.game, graph.facts
        if facts.has_gains and not game.takes_gains:
            raise gain_refused(game, *graph.a_gain())
        if facts.has_inner and isinstance(game, PayoffGame):
            raise no_layers(game, "moves stay in a layer, and every player counts an own total")
        if facts.has_inner_gains:
            raise no_layers(game, "a move that stays in its layer carries a gain")
        if facts.largest * (len(graph.closed) + 1) >= 2**62:
            raise rules_failed(game, "a play can add up to more than 64 bits", is_limit=True)
        wrong = disagreement_in_layers(graph)
        if wrong is not None:
            raise rules_failed(game, differs(self.machine.code, wrong))


def no_layers(game: Game, reason: str) -> Declined:
    """The game is not for this engine."""
    refusal = NotCompiled(
        reason,
        where=type(game).__name__,
        rule="this engine is for games whose every move leads to the next layer",
        fix=("Pass ", Setting("engine", "compiled"), ", or leave the engine out"),
    )
    return Declined(reason, refusal)


def _described(graph: LayeredGraph) -> str:
    machine, threads = graph.machine, graph.threads
    how = "read from disk" if machine.was_compiled else f"in {machine.compile_seconds:.1f} s"
    return (
        f"compiled rules ({how}), {how_many(len(graph.closed), 'layer')} of ascending keys, "
        f"{threads} thread{'s' if threads > 1 else ''}"
    )
