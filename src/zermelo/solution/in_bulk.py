"""Answers about all positions at once; what they need is loaded when they are asked for."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from zermelo.errors import BudgetExceeded, Either, Setting
from zermelo.graph.contract import NEVER, Columns, Graph, Value
from zermelo.limits.amounts import count_text
from zermelo.methods.answers import Table
from zermelo.model.game import UNSET, Unset, declares
from zermelo.solution.positions import Positions
from zermelo.solution.without_numpy import arrays_at_hand

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    import pyarrow as pa

    from zermelo.solution.bulk.arrays import PositionArrays
    from zermelo.solution.bulk.histogram import Histogram
    from zermelo.solution.bulk.rows import PositionRows, StateNumbers
    from zermelo.solution.bulk.selection import Selection


class InBulk(Positions, eq=False):
    """Questions about every position that play from the start can reach.

    Where a game declares `canonical`, positions are those that stand for their kinds.
    """

    def histogram(self, *of: str, by_layer: bool = False) -> Histogram:
        """How many positions have which value; 'win', 'draw' or 'loss' where only the end counts.

        `of` counts by other things, or by several at once: "value", "outcome", "remoteness",
        "nimber", "layer", "is_end". `by_layer` puts the layer before them.

        >>> from zermelo import solve
        >>> from zermelo.games import TicTacToe
        >>> print(solve(TicTacToe()).histogram())
        outcome  positions
            win      2,836
           draw      1,068
           loss      1,574
            all      5,478
        """
        return self.where().histogram(*of, by_layer=by_layer)

    def where(
        self,
        *,
        value: Value | Unset = UNSET,
        outcome: object = UNSET,
        remoteness: object = UNSET,
        nimber: object = UNSET,
        layer: object = UNSET,
        is_end: object = UNSET,
    ) -> Selection:
        """The positions that fit, as a stream; `len` of it counts them without making any.

        Each may be one thing, or a range or set of them: `where(outcome="win", remoteness=
        range(5, 9))`. Remoteness None stands for draws.

        >>> from zermelo import solve
        >>> from zermelo.games import Ends
        >>> list(solve(Ends((5, 3, 7, 10))).where(value=5))
        [(0, 3), (0, 2), (0, 0)]
        """
        with arrays_at_hand("an answer about all positions"):
            from zermelo.solution.bulk.selection import selected  # brings numpy along

        given = {"value": value, "outcome": outcome, "remoteness": remoteness, "nimber": nimber,
                 "layer": layer, "is_end": is_end}  # fmt: skip
        wanted = {name: item for name, item in given.items() if item is not UNSET}
        return selected(self._rows(), wanted)

    def arrays(self) -> PositionArrays:
        """All positions as numpy arrays side by side, views of what is held where possible.

        >>> from zermelo import solve
        >>> from zermelo.games import Ends
        >>> arrays = solve(Ends((5, 3, 7, 10))).arrays()
        >>> arrays.states[:3], arrays.values[:3].tolist()
        (((0, 3), (1, 3), (0, 2)), [5, 6, 5])
        """
        return self.where().arrays()

    def to_pandas(self) -> pd.DataFrame:
        """A DataFrame of all positions: what they consist of, layer, value, remoteness, nimber."""
        return self.where().to_pandas()

    def to_arrow(self) -> pa.Table:
        """The same as an Arrow table."""
        return self.where().to_arrow()

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """The same in a Parquet file, written group by group: it need not fit into memory."""
        self.where().to_parquet(path)

    def to_networkx(self, *, most: int = 100_000) -> nx.MultiDiGraph:
        """A small game as a graph: positions with what is known about them, and their moves."""
        return self.where().to_networkx(most=most)

    # -- inside --------------------------------------------------------------------------------

    @property
    def _heaps(self) -> range | None:
        """The heaps that play can reach, where the method knows them without exploring."""
        if self._starts is not None or declares(self.game, "canonical"):
            return None
        return self.answers.reached(self.start)

    def _rows(self) -> PositionRows:
        key = ("rows", self.start, self._is_whole)
        if key not in self._memory:
            self._memory[key] = self._made_rows()
        rows: PositionRows = self._memory[key]
        return rows

    def _made_rows(self) -> PositionRows:
        from zermelo.solution.bulk.heaps import HeapGraph
        from zermelo.solution.bulk.rows import PositionRows

        graph: Graph
        if isinstance(self.answers, Table):
            graph, columns = self.answers.graph, self.answers.columns
        else:
            graph = self._reach if self._heaps is None else HeapGraph(self._listed(self._heaps))
            columns = self._asked_columns(graph)
        return PositionRows(self.game, graph, columns, self.answers, self._reached_numbers(graph))

    def _listed(self, heaps: range) -> range:
        """Heaps that the budget holds: every one is asked about."""
        if heaps.start <= self.limits.budget:
            return heaps
        raise BudgetExceeded(
            f"there are {count_text(heaps.start)} heaps",
            where=type(self.game).__name__,
            rule=f"the budget for an answer about all of them is {self.limits.budget:,}",
            fix=(
                Either("Ask for single ones, read some of table(), or pass ", "Pass "),
                Setting("budget", heaps.start),
            ),
        )  # fmt: skip

    def _reached_numbers(self, graph: Graph) -> StateNumbers:
        """All numbers; of a sub-game those that it reaches, which may be its table's alone."""
        if self._is_whole or not isinstance(self.answers, Table):  # explored for it
            return range(len(graph))
        import numpy as np

        reached: StateNumbers = np.asarray(graph.reached_from(graph.number(self.start)))
        return reached

    def _asked_columns(self, graph: Graph) -> Columns:
        """What a method without a table says of each state."""
        states, answers = graph.all_states(), self.answers
        plies: list[int] | None = None
        if answers.counts_plies:
            told = map(answers.remoteness, states)
            plies = [NEVER if count is None else count for count in told]
        nimbers = list(map(answers.nimber, states)) if answers.knows_nimbers else None
        return Columns(list(map(answers.value, states)), plies, nimbers)
