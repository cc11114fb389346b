"""Lines of optimal play: one, all, how many, and against a strategy that is not optimal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from zermelo.errors import BadInput, BudgetExceeded, Either, Setting, Unavailable
from zermelo.graph.contract import Graph
from zermelo.graph.lists import Lists
from zermelo.graph.rules import first_move
from zermelo.methods import Table
from zermelo.model.exact import Number, Numbers
from zermelo.model.game import Game, Move, PayoffGame, State, ValueType, declares
from zermelo.model.numerals import spelled
from zermelo.model.shapes import Row, SeveralRows
from zermelo.solution import coins
from zermelo.solution.play import Play, Recorder
from zermelo.solution.positions import Positions
from zermelo.solution.strategies import (
    Contest,
    Given,
    Match,
    Strategy,
    as_strategy,
    check_player,
    chosen,
)
from zermelo.solution.without_numpy import arrays_at_hand

if TYPE_CHECKING:
    import numpy as np

MOST_MOVES_COUNTED = 40_000_000  # moves that are held as Python's own numbers for that
PERFECT = "perfect"  # the strategy of best moves


def best_line(solution: Positions, most: int | None = None) -> Play:
    """Follow the preferred best move until play ends or comes back to a state.

    `most` stops it after so many moves, where each of them is a question to the rules.
    """
    known = solution.answers.order(solution.start)
    if known is not None:
        return coins.play_of(solution.game, solution.start, known)
    record = Recorder(solution.game, solution.start)
    if most is None:
        _check_length(solution)
    seen = {solution.start}
    while (move := preferred(solution, record.state)) is not None:
        record.push(move)
        if len(record.steps) == most:
            return record.stop()
        if len(record.steps) > solution.longest:
            raise _too_long(solution)
        if record.state in seen:
            return record.finish(repeats=True)
        seen.add(record.state)
    return record.finish(repeats=False)


def coin_order(solution: Positions) -> np.ndarray:
    """The coins of one optimal line as an array: places, or pairs (row, place) of several rows."""
    with arrays_at_hand("order"):
        import numpy as np  # only this answer is an array

    game, order = solution.game, solution.answers.order(solution.start)
    if not isinstance(game.shape, Row | SeveralRows):
        raise Unavailable(
            f"{type(game).__name__} declares no row of coins",
            where="order",
            rule="an order of coins belongs to games that declare the shape Row or SeveralRows",
            fix=Either("Read play(): its moves and labels are the whole line", "Leave it out"),
        )
    if order is None:
        order = coins.coins_taken(game, best_line(solution))
    shape = (-1,) if isinstance(game.shape, Row) else (-1, 2)
    return np.asarray(order, dtype=np.int64).reshape(shape)


def preferred(solution: Positions, state: State) -> Move | None:
    """The best move that hurries a win and delays a loss; the first one where plies are equal."""
    if solution.answers.best(state) is not None:
        return solution.first_best_moves(1, state)[0]
    if solution.answers.value_type is ValueType.NIMBER and not solution.answers.counts_plies:
        return _first_that_keeps(solution, state)
    best = [option for option in solution.options(state) if option.best]
    if not best or not solution.answers.counts_plies:
        return best[0].move if best else None
    pace = solution.pace(state, [option.plies for option in best])
    return next(option.move for option in best if pace is None or option.plies == pace)


def _first_that_keeps(solution: Positions, state: State) -> Move | None:
    """Of a lost state the first move, of a won one the first to a lost one; the rest is not asked.

    In a sum of many parts each question is as long as the sum.
    """
    value = solution.answers.value
    is_lost = value(state) < 0
    return first_move(solution.game, state, lambda to: is_lost or value(to) < 0)


def all_best_lines(solution: Positions) -> Iterator[Play]:
    """Depth first over the best moves, with an explicit stack."""
    record = Recorder(solution.game, solution.start)
    path = {solution.start}
    first = solution.best_moves(solution.start)
    stack = [iter(first)]
    if not first:
        yield record.finish(repeats=False)
    while stack:
        move = next(stack[-1], None)
        if move is None:
            stack.pop()
            path.discard(record.state)
            if stack:
                record.pop()
            continue
        record.push(move)
        repeats = record.state in path
        following = [] if repeats else solution.best_moves(record.state)
        if following:
            path.add(record.state)
            stack.append(iter(following))
        else:
            yield record.finish(repeats=repeats)
            record.pop()


def count_best_lines(solution: Positions) -> int:
    """Add up the counts of the best moves, each state after all it leads to."""
    _check_length(solution)
    table = solution.answers
    if isinstance(table, Table) and _is_plain(solution.game, table.graph):
        held = table.graph.as_lists(MOST_MOVES_COUNTED)
        if held is not None and held.sweep is not None:
            return _count_in(held, held.sweep, table.columns.values, table.number(solution.start))
    return _count_by_asking(solution)


def _is_plain(game: Game, graph: Graph) -> bool:
    """Whether the moves of a table are those of the game, and compared as they are."""
    if isinstance(game, PayoffGame) or declares(game, "canonical") or game.tolerance is not None:
        return False
    return graph.keeps_moves and graph.is_acyclic


def _count_in(graph: Lists, sweep: Sequence[int], values: Numbers, start: int) -> int:
    """The same over the numbers of a table: D(S) = g ± D(S') for the moves that keep the value."""
    count = [1] * len(graph)
    values = values.tolist() if hasattr(values, "tolist") else [*values]
    first, to, gain, again = graph.first, graph.to, graph.gain, graph.again
    for state in sweep:
        begin, end = first[state], first[state + 1]
        if begin < end:
            value = values[state]
            count[state] = sum(
                count[to[move]]
                for move in range(begin, end)
                if gain[move] + (values[to[move]] if again[move] else -values[to[move]]) == value
            )
        if state == start:
            break
    return count[start]


def _count_by_asking(solution: Positions) -> int:
    """The same by the best moves of one state after another."""
    count: dict[State, int] = {}
    best: dict[State, list[State]] = {}  # states on the way or done
    stack = [solution.start]
    while stack:
        state = stack[-1]
        if state not in best:
            best[state] = [move.to for move in solution.best_moves(state)]
            if any(to in best and to not in count for to in best[state]):
                raise _endless(state)
            stack.extend(to for to in best[state] if to not in count)
        else:
            stack.pop()
            if state not in count:
                count[state] = sum(count[to] for to in best[state]) if best[state] else 1
    return count[solution.start]


def contest(solution: Positions, given: Given, player: int) -> Match:
    """Let a strategy play `player` against the best moves of everyone else."""
    game, start = solution.game, solution.start
    strategy = as_strategy(given)
    check_player(game, player, "against")
    play = _played(solution, {player: strategy})
    result, optimal = _results(solution, player, play)
    return Match(strategy.name, player, play, result, optimal, strategy.guarantee(game, start))


def between(solution: Positions, given: Sequence[Given]) -> Contest:
    """Let strategies play against each other, one for each player."""
    players = solution.game.players if isinstance(solution.game, PayoffGame) else 2
    if len(given) != players:
        raise BadInput(
            f"{len(given)} strategies",
            where="between",
            rule=f"each of the {players} players has one",
            fix=f"Pass {players} of them; '{PERFECT}' makes the best moves",
        )
    seated = {
        p: as_strategy(one, "between", (PERFECT,)) for p, one in enumerate(given) if one != PERFECT
    }
    names = tuple(seated[p].name if p in seated else PERFECT for p in range(players))
    return Contest(names, _played(solution, seated))


def _played(solution: Positions, seated: dict[int, Strategy]) -> Play:
    """The play of some players' strategies; whoever has none makes the best moves."""
    game, start = solution.game, solution.start
    _check_length(solution)
    choosers = {p: strategy.prepare(game, start, p) for p, strategy in seated.items()}
    record = Recorder(game, start)
    seen: set[tuple[State, int]] = set()
    repeats = False
    while not repeats and (moves := solution.listed_moves(record.state)):
        player = record.player
        seen.add((record.state, player))
        if player in seated:
            record.push(chosen(seated[player], choosers[player], record.state, moves))
        else:
            record.push(preferred(solution, record.state) or moves[0])
        repeats = (record.state, record.player) in seen
    return record.finish(repeats=repeats)


def _results(solution: Positions, player: int, play: Play) -> tuple[Number, Number]:
    """What the player got, and what perfect play would have got."""
    if isinstance(solution.game, PayoffGame):
        return play.totals[player], solution.value_of(solution.start)[player]
    sign = 1 if player == 0 else -1
    return sign * play.difference, sign * solution.value_of(solution.start)


def _check_length(solution: Positions) -> None:
    """Refuse a line of which it is known that it cannot be held."""
    if solution.answers.least_length(solution.start) > solution.longest:
        raise _too_long(solution)


def _too_long(solution: Positions) -> BudgetExceeded:
    return BudgetExceeded(
        f"the play has more than {solution.longest:,} moves",
        where=f"{type(solution.game).__name__}",
        rule="a play is held move by move",
        fix=(
            "Pass a larger ",
            Setting("budget", 10 * solution.longest),
            Either(
                ", or read best_moves() state by state", ", or begin nearer the end: --from STATE"
            ),
        ),
    )


def _endless(state: State) -> Unavailable:
    return Unavailable(
        "best play can go round for ever",
        where=f"state {spelled(state)}",
        rule="only lines that end can be counted",
        fix=Either(
            "Read plays(), which stops a line where it comes back to a state", "Leave --all out"
        ),
    )
