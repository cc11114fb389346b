"""Solved tables that a worker keeps: the ones used last, within a number and a size."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from zermelo.errors import BudgetExceeded, UnknownState
from zermelo.faces.plain import plain
from zermelo.model.game import Game, State
from zermelo.model.numerals import spelled
from zermelo.solution import Solution

BYTES_OF_A_STATE = 400  # where the plan does not say
LEAST_TABLE_BYTES = 4_096
MOST_SPELLED = 200_000  # states that are looked through for another spelling


@dataclass
class KeptTable:
    """One solution, and its states by the way JSON spells them."""

    solution: Solution
    spelled: dict[str, State] | None = None

    @property
    def bytes(self) -> int:
        """An estimate; a file that is looked up in takes next to none."""
        graph, cost = self.solution.answers.graph, self.solution.plan.cost
        if graph is not None and not graph.keeps_moves:
            return LEAST_TABLE_BYTES
        return max(LEAST_TABLE_BYTES, cost.bytes or BYTES_OF_A_STATE * (cost.states or 0))

    def at(self, state: State) -> Solution:
        """The sub-game from a state that the table holds."""
        try:
            return self.solution.at(state)
        except UnknownState:
            twin = self._spelled().get(spelled(plain(state)))
            if twin is None:
                raise
            return self.solution.at(twin)

    def _spelled(self) -> dict[str, State]:
        """JSON has no fractions, sets or objects, so a state that has them is found by its text."""
        if self.spelled is None:
            graph = self.solution.answers.graph
            small = graph is not None and len(graph) <= MOST_SPELLED
            states = graph.all_states() if graph is not None and small else ()
            odd = (state for state in states if not _is_plain(state))
            self.spelled = {spelled(plain(state)): state for state in odd}
        return self.spelled


def _is_plain(state: State) -> bool:
    if isinstance(state, tuple):
        return all(map(_is_plain, state))
    return state is None or type(state) in (int, str, bool, float)


@dataclass
class Shelf:
    """The tables of one game: from its start, and from positions of a game that is too large."""

    game: Game
    tables: list[KeptTable] = field(default_factory=list)
    refusal: BudgetExceeded | None = None  # why it is not solved from its own start

    @property
    def bytes(self) -> int:
        """Of all its tables."""
        return sum(table.bytes for table in self.tables)


class Shelves:
    """Shelves by the key of their game; the one not used for longest goes first."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most = most
        self.most_bytes = most_bytes
        self.kept: OrderedDict[str, Shelf] = OrderedDict()

    def get(self, key: str) -> Shelf | None:
        """The shelf of a game."""
        if key in self.kept:
            self.kept.move_to_end(key)
        return self.kept.get(key)

    def put(self, key: str, shelf: Shelf) -> None:
        """Keep a shelf."""
        self.kept[key] = shelf
        self.kept.move_to_end(key)

    def tidy(self) -> list[str]:
        """Drop what is over the limits, and say which keys went."""
        gone: list[str] = []
        while self.kept and (
            len(self.kept) > self.most
            or sum(shelf.bytes for shelf in self.kept.values()) > self.most_bytes
        ):
            gone.append(self.kept.popitem(last=False)[0])
        return gone

    def clear(self) -> list[str]:
        """Drop everything."""
        gone = list(self.kept)
        self.kept.clear()
        return gone
