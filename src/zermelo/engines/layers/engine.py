"""The engine of layers: compiled rules, and only keys of what was explored.

It is for games whose every move leads on, from one layer to the next: a game that has no such
layers is declined.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from zermelo.engines.contract import (
    Declined,
    EngineKind,
    Explored,
    Outlook,
    Prepared,
    Searching,
    Task,
)
from zermelo.engines.memory import expect, with_room
from zermelo.engines.memory.engine import MemoryEngine, machine_of, rules_failed
from zermelo.engines.plain import over_budget
from zermelo.errors import NotCompiled, Setting
from zermelo.limits.amounts import all_memory, free_memory
from zermelo.model.game import Game, PayoffGame, declares, gain_refused
from zermelo.model.numerals import spelled

if TYPE_CHECKING:
    import numpy as np

    from zermelo.engines.layers.graph import LayeredGraph
    from zermelo.engines.layers.ordering import Ordering
    from zermelo.engines.layers.sharing import MakeTeam
    from zermelo.engines.layers.storage import Storage
    from zermelo.machine.machine import Machine
    from zermelo.machine.words import Words

UNCOUNTED = 1 << 62  # more states than there are
LEAST_OF_A_STATE = 10  # its key, its value and its plies


class LayersEngine:
    """Keys layer by layer."""

    def prepare(self, task: Task) -> LayersWork:
        """The machine code of the rules, on disk or to be made."""
        return LayersWork(task)

    def search(self, task: Task) -> Searching:
        """A search holds no layers: that of the compiled rules."""
        return MemoryEngine().search(task)

    def outlook(self, task: Task) -> Outlook:
        """What the compiled rules show of a game."""
        return MemoryEngine().outlook(task)


class LayersWork(Prepared):
    """One exploration, layer by layer."""

    def __init__(self, task: Task) -> None:
        from pathlib import Path

        from zermelo.engines.layers.folder import GameFolder
        from zermelo.engines.layers.sharing import Team
        from zermelo.machine.machine import Machine

        self.task, disk = task, task.limits.disk
        self.folder = None if disk is None else GameFolder(Path(disk), task.game, task.start)
        layout = None if self.folder is None else self.folder.layout
        self.team: MakeTeam = Team
        if task.limits.cluster is not None:
            from zermelo.engines.layers.cluster import ClusterTeam, client_of

            self.team = partial(ClusterTeam, client_of(task.limits.cluster))
        self.machine = machine_of(task) if layout is None else Machine.of(task.game, layout)

    @property
    def is_ready(self) -> bool:
        """Whether an earlier run has left the machine code."""
        return self.machine.was_compiled

    def explore(self) -> Explored:
        """Explore, and hold a sample against Python."""
        from zermelo.engines.memory.failures import RulesFailed, as_rules_failed
        from zermelo.machine.words import TooWide

        game = self.task.game
        try:
            with as_rules_failed():
                self.machine.warm(self.task.start)
            graph = with_room(self.machine, self.task.start, self._in_words)
            self._hold_against_python(graph)
        except RulesFailed as failure:
            raise rules_failed(game, f"the compiled rules fail: {failure}") from None
        except TooWide as width:
            raise _no_layers(game, f"keys of {width} bits, which are more than 63") from None
        return Explored(graph, EngineKind.COMPILED, _described(graph))

    def _in_words(self, machine: Machine) -> LayeredGraph:
        """Explore with keys of one word; once more with more bits when a key did not fit."""
        from zermelo.machine.words import Unpacked, Words

        words = Words((0,) * machine.layout.words)
        if self.folder is not None and self.folder.layout == machine.layout:
            words = self.folder.words or words
        while True:
            try:
                return self._layers(machine, words)
            except Unpacked as outgrown:
                words = Words(outgrown.bits)

    def _layers(self, machine: Machine, words: Words) -> LayeredGraph:
        from zermelo.engines.layers.asking import Asker
        from zermelo.engines.layers.forward import Forward
        from zermelo.engines.layers.graph import LayeredGraph
        from zermelo.engines.layers.memory import Memory
        from zermelo.engines.layers.reusing import saved_tables
        from zermelo.engines.layers.separate import Separation
        from zermelo.engines.layers.storage import MemoryStorage
        from zermelo.engines.memory.threads import cores

        limits, game = self.task.limits, self.task.game
        memory = min(limits.memory, all_memory()) if limits.memory is not None else free_memory()
        threads = limits.threads or cores()
        tables = saved_tables(limits.tables, game, machine.layout, words)
        starts = self._starts(machine, words)
        if self.folder is not None:
            self.folder.begin(machine, words, starts)
        storage: Storage = MemoryStorage() if self.folder is None else self.folder
        ordering = self._ordering(machine)
        room = Memory(game, memory, threads)
        askers = [Asker(machine, words, room.share) for _ in range(threads)]
        with self.team(askers) as team:
            forward = Forward(storage, team, ordering, room, self.task.progress)
            most = limits.budget if limits.is_asked else limits.patience or UNCOUNTED
            self._weigh(machine, memory)
            if not forward.run(iter([starts]), most):
                raise over_budget(game, limits)
            if ordering.has_levels and (
                forward.is_recurring or not forward.are_apart(Separation(machine.layout, words))
            ):
                raise _no_layers(game, "a state is met after different numbers of moves")
        return LayeredGraph(
            machine,
            words,
            storage,
            forward.layers,
            ordering,
            threads,
            memory,
            len(starts),
            self.team,
            tables,
        )  # fmt: skip

    def _starts(self, machine: Machine, words: Words) -> np.ndarray:
        """[n] the keys of all states that play begins at, ascending."""
        import numpy as np

        from zermelo.machine.beginning import keys_of_starts

        if self.task.starts is None:
            key = machine.key(self.task.start)
            assert key is not None
            return words.pack(key)
        found = map(words.pack, keys_of_starts(machine, self.task.starts))
        return np.unique(np.concatenate([*found]))

    def _weigh(self, machine: Machine, memory: int) -> None:
        """What cannot fit the memory is not begun; nobody knows what fits a disk."""
        limits = self.task.limits
        if self.folder is None and not self.task.known and not limits.is_asked:
            least = LEAST_OF_A_STATE
            expect(machine, self.task.start, memory, limits.patience or UNCOUNTED, least)

    def _ordering(self, machine: Machine) -> Ordering:
        from zermelo.engines.layers.ordering import Levels, NamedLayers, rises

        game = self.task.game
        if not declares(game, "layer"):
            return Levels()
        return NamedLayers(machine, rises=rises(game, self.task.seen))

    def _hold_against_python(self, graph: LayeredGraph) -> None:
        from zermelo.engines.layers.crosscheck import disagreement_in_layers

        game, facts = self.task.game, graph.facts
        if facts.has_gains and not game.takes_gains:
            raise gain_refused(game, *graph.a_gain())
        if facts.has_inner and isinstance(game, PayoffGame):
            raise _no_layers(game, "moves stay in a layer, and every player counts an own total")
        if facts.has_inner_gains:
            raise _no_layers(game, "a move that stays in its layer carries a gain")
        if facts.largest * (len(graph.closed) + 1) >= 2**62:
            raise rules_failed(game, "a play can add up to more than 64 bits")
        wrong = disagreement_in_layers(graph)
        if wrong is not None:
            where = f"in state {spelled(wrong)} the compiled rules differ from Python's"
            raise rules_failed(game, where)


def _no_layers(game: Game, reason: str) -> Declined:
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
        f"compiled rules ({how}), {len(graph.closed)} layers of ascending keys, "
        f"{threads} thread{'s' if threads > 1 else ''}"
    )
