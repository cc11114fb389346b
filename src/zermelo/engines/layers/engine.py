"""The engine of layers: compiled rules, and only keys of what was explored.

It is for games whose every move leads on, from one layer to the next: a game that has no such
layers is declined. What it needs takes a second to load, so it is imported when the engine is asked
for something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.engines.contract import Narrowing, Outlook, Task
from zermelo.engines.memory.engine import MemoryEngine, need_a_compiler

if TYPE_CHECKING:
    from zermelo.engines.layers.work import LayersWork


class LayersEngine:
    """Keys layer by layer."""

    def prepare(self, task: Task) -> LayersWork:
        """The machine code of the rules, on disk or to be made."""
        need_a_compiler(task.game)
        from zermelo.engines.layers.work import LayersWork

        return LayersWork(task)

    def search(self, task: Task) -> Narrowing:
        """A search holds no layers: that of the compiled rules."""
        return MemoryEngine().search(task)

    def outlook(self, task: Task) -> Outlook:
        """Random plays, and the speed of a stretch; its bytes are those of keys and values."""
        need_a_compiler(task.game)
        from zermelo.engines.layers.outlook import outlook

        return outlook(task)
