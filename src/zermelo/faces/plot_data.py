"""What the pictures of a solved game show, as small frozen data read off its `Solution`.

The table of a row, the worth of every move, the growth of the states. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from itertools import accumulate, islice
from typing import TypeAlias

from zermelo.errors import BadInput, Unavailable
from zermelo.faces.equations import (
    DifferenceEquations,
    Equations,
    PairEquations,
    TotalEquations,
    equations_of,
)
from zermelo.facts.growth import FEWEST_POINTS, growth
from zermelo.graph.contract import Value
from zermelo.graph.explore import explore
from zermelo.graph.state_graph import StateGraph
from zermelo.model.exact import Number
from zermelo.model.game import UNSET, Game, PayoffGame, State, ValueType, seats, state_text
from zermelo.model.numerals import AnySize, spelled
from zermelo.solution import Option, Solution
from zermelo.solution.play import move_name
from zermelo.solution.views import short_name

LONGEST_PLOTTED_ROW = 300  # coins; a finer triangle is not seen
MOST_BARS = 40
MOST_COMPARED = 20_000  # moves that are looked at to keep the best ones
MOST_COUNTED = 200_000  # states that are counted where the solution kept no levels
LONGEST_PLOT_NAME = 28
LONGEST_NUMBER = 9
TITLES = {
    "difference": "the value",
    "pair": "what the mover and the other collect",
    "total": "what the mover collects",
}
STEEP = 100  # last by first, from which a scale is logarithmic


@dataclass(frozen=True)
class HeatMap(AnySize):
    """D(i, j) of a row: the value of what is left from coin i to coin j."""

    title: str
    game: str
    first: int  # the number of the first coin
    values: tuple[tuple[Number | None, ...], ...]  # [n][n], None where play never comes
    line: tuple[tuple[int, int], ...]  # places in `values` along one line of best play
    texts: tuple[tuple[str, ...], ...] = ()  # [n][n] what stands in a cell, where not its value

    def text(self, i: int, j: int) -> str:
        """What stands in a cell."""
        value = self.values[i][j]
        if value is None:
            return "·"
        return self.texts[i][j] if self.texts else label_text(value)

    @property
    def longest(self) -> int:
        """Letters of the longest text."""
        places = range(len(self.values))
        return max(len(self.text(i, j)) for i in places for j in places)

    @property
    def limit(self) -> Number:
        """The largest value, whatever its sign."""
        return max((abs(v) for row in self.values for v in row if v is not None), default=0)

    @property
    def has_gaps(self) -> bool:
        """Whether play never comes to some part of the row."""
        return any(value is None for i, row in enumerate(self.values) for value in row[i:])

    def share(self, i: int, j: int) -> float | None:
        """A value as a part of the limit, from −1 to 1."""
        value = self.values[i][j]
        return None if value is None else share(value, self.limit)


@dataclass(frozen=True)
class MoveBars(AnySize):
    """What every legal move is worth to its mover."""

    title: str
    game: str
    names: tuple[str, ...]  # [m]
    values: tuple[Number, ...]  # [m] the mover's
    texts: tuple[str, ...]  # [m] the values in words
    best: tuple[bool, ...]  # [m]
    left_out: int  # moves that are not shown; none of these is worth more than those shown

    @property
    def shares(self) -> tuple[float, ...]:
        """The values as parts of the largest one, from −1 to 1."""
        limit = max(map(abs, self.values))
        return tuple(share(value, limit) for value in self.values)


@dataclass(frozen=True)
class GrowthCurves(AnySize):
    """How many states there are at each depth, and in smaller instances of the same rules."""

    title: str
    game: str
    by_depth: tuple[int, ...]  # states that are first reached after 0, 1, … moves
    complete: bool  # False where counting stopped before the deepest states
    by_size: tuple[tuple[int, int], ...]  # (size, states); empty where no size is known
    law: str  # the fitted law in words, "" where none is known

    @property
    def within(self) -> tuple[int, ...]:
        """States that are reached after at most 0, 1, … moves."""
        return tuple(accumulate(self.by_depth))

    @property
    def is_steep(self) -> bool:
        """Whether the sizes ask for a logarithmic scale."""
        return bool(self.by_size) and self.by_size[-1][1] > STEEP * self.by_size[0][1]


Plot: TypeAlias = HeatMap | MoveBars | GrowthCurves


def picture(kind: str, solution: Solution, state: State = UNSET, view: str | None = None) -> Plot:
    """The picture of a kind, 'heat', 'moves' or 'growth', from the start or from `state`.

    `view` tells values as a 'difference', a 'pair' of scores or the mover's own 'total'.
    """
    if kind not in PLOTS:
        near = get_close_matches(str(kind), PLOTS, n=1)
        raise BadInput(
            spelled(kind),
            where="plot",
            rule=f"the pictures are {', '.join(PLOTS)}",
            fix=f"Did you mean {near[0]}?" if near else "Pass one of them",
        )
    return PLOTS[kind](solution if state is UNSET else solution.at(state), view)


def heat_data(solution: Solution, view: str | None = None) -> HeatMap:
    """The table of a game whose states are intervals (left, right) of a row, inclusive."""
    game, start = solution.game, solution.start
    _refuse_no_row(game, start)
    letter = equations_of(solution, view).letter if view else DifferenceEquations.letter
    first, last = start
    table = solution.table("total" if view == "total" else "difference")
    for state in table:
        if not _is_interval(state, first, last):
            raise _no_row(game, f"a state is {spelled(state)}")
    coins = range(first, last + 1)
    pairs = solution.table("pair") if view == "pair" else {}
    return HeatMap(
        title=f"{letter}(i, j): {TITLES[view or 'difference']} of coins i to j",
        game=short_name(game),
        first=first,
        values=tuple(tuple(table.get((i, j)) if i <= j else None for j in coins) for i in coins),
        line=tuple((i - first, j - first) for i, j in _visited(solution) if i <= j),
        texts=tuple(tuple(_pair_text(pairs.get((i, j))) for j in coins) for i in coins)
        if pairs
        else (),
    )


def _pair_text(pair: tuple[Number, ...] | None) -> str:
    return "·" if pair is None else " – ".join(map(label_text, pair))


def moves_data(solution: Solution, view: str | None = None) -> MoveBars:
    """Every legal move from the solution's start with its value; the best ones are marked."""
    game, start = solution.game, solution.start
    equations = None if view is None else equations_of(solution, view)
    _refuse_too_many_moves(solution, MOST_COMPARED, "plot moves")
    options = solution.options()
    if not options:
        raise Unavailable(
            f"play is over in {_one_line(state_text(game, start))}",
            where="plot moves",
            rule="the bars are legal moves",
            fix="Choose a state that has moves",
        )
    mover = game.turn(start) if isinstance(game, PayoffGame) else 0
    shown = _worth_most(options, mover)
    return MoveBars(
        title=f"What each move is worth, {seats(game, start)[mover]} to move{_told_as(equations)}",
        game=short_name(game),
        names=tuple(_one_line(move_name(game, option.move)) for option in shown),
        values=tuple(_own(_seen(equations, start, option), mover) for option in shown),
        texts=tuple(
            _worth_text(solution, option._replace(value=_seen(equations, start, option)))
            for option in shown
        ),
        best=tuple(option.best for option in shown),
        left_out=len(options) - len(shown),
    )


def _told_as(equations: Equations | None) -> str:
    return "" if equations is None else f": {equations.meaning}"


def _seen(equations: Equations | None, state: State, option: Option) -> Value:
    """What a move is worth in a view."""
    if isinstance(equations, PairEquations):
        return equations.after(option)
    return equations.after(state, option) if isinstance(equations, TotalEquations) else option.value


def growth_data(solution: Solution, view: str | None = None) -> GrowthCurves:
    """Count the states by depth and, where the game has smaller instances, by size."""
    if view is not None:
        raise Unavailable(
            f"the view {view}",
            where="plot growth",
            rule="it counts states, which are as many in every view",
            fix="Leave the view out, or draw heat or moves",
        )
    _refuse_too_many_moves(solution, MOST_COMPARED, "plot growth")
    graph = _graph_of(solution)
    found = growth(solution.game)
    counts, complete = _level_sizes(solution, graph)
    return GrowthCurves(
        title="How many states there are",
        game=short_name(solution.game),
        by_depth=counts,
        complete=complete,
        by_size=found.counts if len(found.counts) >= FEWEST_POINTS else (),
        law=found.law,
    )


PLOTS: dict[str, Callable[[Solution, str | None], Plot]] = {
    "heat": heat_data,
    "moves": moves_data,
    "growth": growth_data,
}


def share(value: Number, limit: Number) -> float:
    """value / limit as a float, also where the two are too large for one."""
    return float(Fraction(value) / Fraction(limit)) if limit else 0.0


def label_text(value: Number) -> str:
    """A number short enough for a label: 5, −3, 1/2, 1.2e+40."""
    size = abs(value)
    if isinstance(value, float):
        text = f"{size:.4g}"
    elif size >= 10**LONGEST_NUMBER:
        text = f"{Decimal(size.numerator) / size.denominator:.2e}"
    elif isinstance(size, Fraction) and max(size.numerator, size.denominator) >= 1000:
        text = f"{float(size):.4g}"
    else:
        text = str(size)
    return f"−{text}" if value < 0 else text


def _is_interval(state: State, first: int, last: int) -> bool:
    """Whether a state is a part of the row from first to last, empty ones included."""
    pair = isinstance(state, tuple) and [type(part) for part in state] == [int, int]
    return pair and first <= state[0] <= state[1] + 1 <= last + 1


def _refuse_no_row(game: Game, start: State) -> None:
    """What can be seen before the table is asked for."""
    if not _is_interval(start, 0, 10**18):
        raise _no_row(game, f"the start is {_one_line(spelled(start))}")
    if isinstance(game, PayoffGame):
        raise _no_row(game, f"a value is the totals of {game.players} players")
    coins = start[1] - start[0] + 1
    if not 1 <= coins <= LONGEST_PLOTTED_ROW:
        raise Unavailable(
            f"{coins:,} coins",
            where=f"plot heat of {type(game).__name__}",
            rule=f"the triangle is drawn for 1 to {LONGEST_PLOTTED_ROW} coins",
            fix="Choose a part of the row, e.g. the state "
            f"({start[0]}, {start[0] + LONGEST_PLOTTED_ROW - 1})"
            if coins
            else "Give the row some coins",
        )


def _no_row(game: Game, given: str) -> Unavailable:
    return Unavailable(
        given,
        where=f"plot heat of {type(game).__name__}",
        rule="a heat map shows one number for each state (left, right), the part of a row left",
        fix="Draw moves or growth, which fit every game",
    )


def _visited(solution: Solution) -> Iterator[State]:
    """The states along one line of best play."""
    play = solution.play()
    yield from (step.state for step in play.steps)
    yield play.end


def _refuse_too_many_moves(solution: Solution, most: int, where: str) -> None:
    """Some methods solve games whose moves alone are too many to list."""
    if next(islice(solution.game.moves(solution.start), most, None), None) is not None:
        raise Unavailable(
            f"more than {most:,} moves from the start",
            where=f"{where} of {type(solution.game).__name__}",
            rule="every move is looked at",
            fix="Draw a smaller instance",
        )


def _worth_most(options: list[Option], mover: int) -> list[Option]:
    """The moves that are worth most, as many as are drawn, in the rules' order."""
    order = sorted(
        range(len(options)),
        key=lambda place: (options[place].best, _own(options[place].value, mover)),
        reverse=True,
    )
    return [options[place] for place in sorted(order[:MOST_BARS])]


def _own(value: Value, mover: int) -> Number:
    return value[mover] if isinstance(value, tuple) else value


def _worth_text(solution: Solution, option: Option) -> str:
    """A signed number, everyone's totals, or win, draw or loss with the plies."""
    value = option.value
    if isinstance(value, tuple):
        return " – ".join(map(label_text, value))
    if solution.answers.value_type is ValueType.DIFFERENCE:
        return f"+{label_text(value)}" if value > 0 else label_text(value)
    word = "win" if value > 0 else "loss" if value < 0 else "draw"
    return word if option.plies is None else f"{word} in {option.plies}"


def _one_line(text: str) -> str:
    """A name that fits a label: boards lose their line ends, long ones their middle."""
    text = " / ".join(str(text).split("\n"))
    half = (LONGEST_PLOT_NAME - 1) // 2
    return text if len(text) <= LONGEST_PLOT_NAME else f"{text[:half]}…{text[-half:]}"


def _graph_of(solution: Solution) -> StateGraph:
    """The solution's own graph where it has one from this start, else one explored now."""
    graph = solution.answers.graph
    if isinstance(graph, StateGraph) and graph.number(solution.start) == 0:
        return graph
    return explore(solution.game, start=solution.start, budget=MOST_COUNTED)


def _level_sizes(solution: Solution, graph: StateGraph) -> tuple[tuple[int, ...], bool]:
    """How many states each level holds, and whether that is all of them."""
    held = solution.answers.graph
    if held is not None and held.complete and held.number(solution.start) == 0:
        return tuple(held.level_sizes), True
    sizes = graph.level_sizes
    if not graph.complete:
        sizes.pop()  # the last level is not all there
    return tuple(sizes), graph.complete
