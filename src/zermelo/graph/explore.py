"""Game → StateGraph, breadth first, iterative, within a budget of states, with progress."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from time import perf_counter, process_time

from zermelo.errors import (
    BadNumber,
    RulesError,
    TimeExceeded,
    Unstable,
    ZermeloError,
)
from zermelo.graph.endless import LEVELS_OF_NO_BOARD, bits_of, endless_bits
from zermelo.graph.plays import least_states
from zermelo.graph.progress import Callback, Progress, Reporter, callback
from zermelo.graph.rules import (
    blame,
    check_kinds,
    flag_of,
    gain_of,
    kind_of,
    memory_is_full,
    not_a_key,
    not_a_move,
    payoff_of,
    too_many_moves,
    turn_of,
)
from zermelo.graph.starts import Starts, starts_of
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import DEFAULT_BUDGET, time_limit
from zermelo.limits.amounts import HEAVY, HeldMemory, bytes_text, free_memory
from zermelo.limits.deadline import Deadline, telling_finds
from zermelo.model.exact import Number, whole
from zermelo.model.game import UNSET, Game, Move, PayoffGame, Spelled, State, gain_refused
from zermelo.model.keys import key_fault
from zermelo.model.kinds import Kinds
from zermelo.model.numerals import spelled

AsWritten = Callable[[State], Iterable[Move | State]]  # rules that may yield bare states

BATCH = 1 << 11  # states between two looks at the clock
LOOKED_INTO = 64  # new states of a batch; looking into all would cost a tenth of the time
FIRST_LOOK, LOOK_EVERY = 1 << 8, 1 << 13  # moves between two looks at the memory
QUICKLY = 1 << 22  # bytes between two looks that make the next one no later
WEIGHED = 10_000  # states after which an exploration is weighed; where it is heavy, before
LARGE_STATE = 1 << 12  # bytes; as soon as one is met, the memory is looked at between moves
LARGE_TOGETHER = 1 << 24  # bytes of such states between two looks
STATES_OF_A_LEVEL = 16  # whose size is looked at, when as many were met since the last look
NEXT_ONES = 4  # times as large as a state those may be that it leads to
LONGEST_SHOWN = 60  # letters shown of a state
TURNS_GRACE = 1.0  # seconds for the turns of what was found when time is over


def explore(
    game: Game,
    *,
    start: State = UNSET,
    starts: Iterable[State] | None = None,
    budget: int = DEFAULT_BUDGET,
    work: int | None = None,
    seconds: float | None = None,
    cpu_seconds: float | None = None,
    memory: int | None = None,
    weigh: bool = False,
    progress: Callback | None = None,
) -> StateGraph:
    """Number every state that `start` reaches, or that `starts` do, or the game's own.

    O(states + moves) calls into the rules.

    When more than `budget` states or `work` moves are found, `seconds` have passed or `cpu_seconds`
    of work are done, or more than `memory` bytes are held (None for a share of what is free), the
    graph comes back with `complete` False; `TimeExceeded` when not even the start has answered in
    `seconds`. With `weigh` it comes back as soon as random plays show that there are more states,
    or as the states grow without an end.
    """
    deadline = Deadline(time_limit(seconds))
    name = type(game).__name__
    origin, many = deadline.run(lambda: _begins(game, start, starts), name)
    budget = whole(budget, where="budget", least=1)
    cpu = time_limit(cpu_seconds, where="cpu_seconds")
    progress = callback(progress)
    with collector_paused():
        survey = Survey(
            game,
            origin,
            budget,
            math.inf if work is None else work,
            memory=memory,
            weigh=weigh,
            starts=many,
        )
        try:
            with telling_finds(game, lambda: len(survey.states), survey.summary, survey.said):
                most = math.inf if cpu is None else cpu
                graph = deadline.run(lambda: survey.whole_graph(most, progress))
        except TimeExceeded:
            survey.cut()
            graph = Deadline(TURNS_GRACE).run(lambda: survey.graph(late=True), type(game).__name__)
    _check_states(game, graph)
    _check_gains(game, graph)
    if isinstance(game, PayoffGame) and graph.has_again:
        raise _kept_turn(game, graph)
    return graph


def _begins(
    game: Game, start: State, starts: Iterable[State] | None
) -> tuple[State, Starts | None]:
    """The state that stands for the first one, and all of them where there are several."""
    first, many = starts_of(game, start, starts)
    origin = kind_of(game, first)
    check_kinds(game, [origin])
    return origin, many


@contextmanager
def collector_paused() -> Iterator[None]:
    """States hold no reference cycles; scanning them over and over costs a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class NoRoom(Exception):
    """The memory is full, in the middle of a state's moves."""


class Survey:
    """A graph in the making."""

    def __init__(
        self,
        game: Game,
        origin: State,
        budget: int,
        most_moves: float,
        *,
        memory: int | None,
        weigh: bool,
        starts: Starts | None,
    ) -> None:
        self.game = game
        self.starts = starts
        self.roots = 1
        self.budget = budget
        self.most_moves = most_moves
        self.index = Kinds.of(game, {origin: 0})
        self.states = [origin]
        self.first = [0]
        self.to: list[int] = []
        self.gain: list[Number] = []
        self.again: list[bool] = []
        self.levels = [0]
        self.level_end = 1
        self.forward = True
        self.began = perf_counter()
        self.held = HeldMemory(memory)
        self.weighs = weigh  # whether to end where the limits cannot be enough
        self.weigh = weigh  # whether to ask that of random plays, which is done once
        self.at_least = 0
        self.next_look = LEVELS_OF_NO_BOARD  # levels, at whether states grow without an end
        self.endless = 0
        self.heaviest = bits_of(origin) // 8  # bytes of the largest state of a level
        self.weighed = 0  # the state before which that was found out
        self.asked: int | None = None  # whose payoff or turn is asked for
        self.look = FIRST_LOOK  # moves between two looks at the memory, unless one state has more

    def whole_graph(self, most_work: float, progress: Callback | None) -> StateGraph:
        """All that is found within the limits."""
        self.run(most_work, progress)
        return self.graph()

    def run(self, most_work: float, progress: Callback | None) -> None:
        """Expand the states batch by batch, until the time is over, with reports on the way.

        Work is the processor's time, which is the same beside other work.
        """
        reporter = Reporter(progress)
        worked = process_time()
        self._begin()
        numbered = enumerate(self.states)  # reads a list that grows
        more = True
        while more:
            met = len(self.states)
            more = self._expand(numbered)
            _check_keys(self.game, self.states[met:])
            check_kinds(self.game, self.states[met:])
            if len(self.levels) > self.next_look:
                self.next_look = 2 * len(self.levels)
                self.endless = endless_bits(self.game, self.states, self.levels)
            reporter.tell(self.report, is_last=not more)
            more = more and process_time() - worked < most_work and self._is_light()

    def _begin(self) -> None:
        """Number the other starts, as many as the budget and the memory allow."""
        for state in () if self.starts is None else self.starts.kinds():
            if self.index.setdefault(state, len(self.states)) == len(self.states):
                self.states.append(state)
                if len(self.states) > self.budget:
                    break
                if len(self.states) % BATCH == 0 and self.held.is_too_much:
                    break
        else:
            self.starts = None  # all are entered
        self.roots = self.level_end = len(self.states)

    def _is_light(self) -> bool:
        """Whether memory is left, and whether, so far as can be seen, it will be."""
        before = self.held.bytes
        if self._is_full:
            return False
        held = self.held.bytes
        if held - before < QUICKLY:
            self.look = min(2 * self.look, LOOK_EVERY)
        if self.weigh and (len(self.states) > WEIGHED or held > HEAVY):
            self.weigh = False
            memory = self.held.limit or free_memory()
            fit = min(self.budget, len(self.states) * memory / max(held, 1))
            found = least_states(self.game, self.states[0], enough=fit)
            self.at_least = found if found > fit else 0
        return not (self.at_least or (self.endless and self.weighs))

    @property
    def _is_full(self) -> bool:
        """Whether the memory is, or will be with some more states of the size."""
        return self.held.is_too_much or not self.held.has_room_for(NEXT_ONES * self.heaviest)

    def _look_at_level(self) -> None:
        """How large the states are that are met now."""
        begin, end = self.levels[-1], self.level_end
        some = self.states[begin : end : max(1, (end - begin) // STATES_OF_A_LEVEL)]
        self.heaviest = max(map(bits_of, some)) // 8

    def _with_looks(self, moves_of: AsWritten) -> AsWritten:
        """The rules, with a look at the memory between moves where states are large."""
        if self.heaviest < LARGE_STATE:
            return moves_of

        def watched(state: State) -> Iterator[Move | State]:
            self.heaviest = max(self.heaviest, bits_of(state) // 8)
            apart = max(1, LARGE_TOGETHER // self.heaviest)
            for count, move in enumerate(moves_of(state)):
                if count % apart == 0 and self._is_full:
                    raise NoRoom
                yield move

        return watched

    def report(self) -> Progress:
        """How far it has come."""
        done, seconds = len(self.first) - 1, perf_counter() - self.began
        return Progress("explore", done, len(self.to), len(self.levels), seconds)

    def summary(self) -> str:
        """How far it has come, in words."""
        return self.report()._replace(states=len(self.states)).summary

    def said(self) -> str:
        """The same, and where the rules are at that moment, which is worth knowing."""
        here = len(self.first) - 1 if self.asked is None else self.asked
        if here >= len(self.states):
            return self.summary()
        state = self.states[here]
        if (size := bits_of(state) // 8) > LARGE_STATE:
            return f"{self.summary()}; the rules were at a state of {bytes_text(size)}"
        state = spelled(state)
        shown = state if len(state) <= LONGEST_SHOWN else f"{state[:LONGEST_SHOWN]}…"
        return f"{self.summary()}; the rules were at state {shown}"

    def cut(self) -> None:
        """Drop what was found of a state whose moves were not all given in time."""
        for row in (self.to, self.gain, self.again):
            del row[self.first[-1] :]
        del self.states[max(self.to, default=0) + 1 :]
        kept = {state: number for number, state in enumerate(self.states)}
        self.index = Kinds.of(self.game, kept)

    def _expand(self, numbered: Iterator[tuple[int, State]]) -> bool:
        """The hot loop over one batch; whether there is more to do."""
        index, states, first, to = self.index, self.states, self.first, self.to
        gains, agains = self.gain, self.again
        known, asked = dict.get.__get__(index), self.game.moves
        canonical = self.game.canonical if isinstance(index, Kinds) else None
        bare = isinstance(asked, Spelled)  # bare states are spelled out here, at no cost to moves
        rules: AsWritten = asked.function if isinstance(asked, Spelled) else asked
        moves_of = self._with_looks(rules)
        here, move = len(first) - 1, None
        most = self._most_of_a_state
        ceiling = len(to) + min(most, self.look)
        try:
            for here, state in islice(numbered, BATCH):
                if here == self.level_end:
                    self.levels.append(here)
                    self.level_end = len(states)
                    if here >= self.weighed + STATES_OF_A_LEVEL:
                        self.weighed = here
                        self._look_at_level()
                        moves_of = self._with_looks(rules)
                for move in islice(moves_of(state), most):
                    if move.__class__ is not Move:
                        if not bare or isinstance(move, Move):
                            raise not_a_move(self.game, state, move)
                        move = Move(move)
                    target, gain, again, _ = move
                    if canonical is not None:
                        target = canonical(target)
                    child = known(target)
                    if child is None:
                        index[target] = child = len(states)
                        states.append(target)
                    elif child <= here:
                        self.forward = False
                    to.append(child)
                    gains.append(gain)
                    agains.append(again)
                first.append(len(to))
                if len(to) > self.most_moves and len(to) - first[-2] == most:
                    first.pop()
                    self.cut()  # nobody knows how many moves more it has
                    return False
                if len(states) > self.budget or len(to) > self.most_moves:
                    return False
                if len(to) >= ceiling:
                    break
        except ZermeloError:
            raise
        except NoRoom:
            self.cut()
            return False
        except MemoryError as error:  # to ask again would fill it again
            raise memory_is_full(self.game, here) from error
        except Exception as error:
            raise blame(self.game, states[here], move, error) from error
        if len(first) > 1 and first[-1] - first[-2] == most:
            raise too_many_moves(self.game, states[here], most)
        return len(first) <= len(states)

    @property
    def _most_of_a_state(self) -> int:
        """Moves of a state that are looked at; many more may be too many to hold."""
        most = max(self.budget, DEFAULT_BUDGET)
        return most if self.most_moves >= most else int(self.most_moves) + 1

    def graph(self, *, late: bool = False) -> StateGraph:
        """What was found, with the ends' payoffs and, with p players, every state's mover."""
        game, states, first = self.game, self.states, self.first
        complete = len(first) == len(states) + 1 and not late and self.starts is None
        first.extend([len(self.to)] * (len(states) + 1 - len(first)))  # not expanded: no moves here
        payoff = [None] * len(states)
        if complete:
            for number, state in enumerate(states):
                if first[number] == first[number + 1]:
                    self.asked = number
                    payoff[number] = payoff_of(game, state)
        mover = self._movers(game) if isinstance(game, PayoffGame) else None
        self.asked = None
        return StateGraph(
            states=states,
            index=self.index,
            first=first,
            to=self.to,
            gain=self.gain,
            again=self.again,
            payoff=payoff,
            mover=mover,
            levels=self.levels,
            complete=complete,
            forward=self.forward,
            at_least=self.at_least,
            endless=self.endless,
            roots=self.roots,
        )

    def _movers(self, game: PayoffGame) -> list[int]:
        movers = []
        for number, state in enumerate(self.states):
            self.asked = number
            movers.append(turn_of(game, state))
        return movers


def _check_keys(game: Game, states: list[State]) -> None:
    """New states are equal by content: one of each type is looked into, and some more."""
    firsts = {type(state): state for state in reversed(states)}
    for state in (*firsts.values(), *states[:LOOKED_INTO]):
        wrong = key_fault(state)
        if wrong:
            raise not_a_key(state, wrong, f"{type(game).__name__}.moves")


def _check_states(game: Game, graph: StateGraph) -> None:
    """A state that was changed after it was handed out is no longer found under its number."""
    for number, found in enumerate(map(graph.index.get, graph.states)):
        if found != number:
            raise Unstable(
                f"state {number} was changed after it was stored, "
                f"it is {spelled(graph.states[number])} now",
                where=f"{type(game).__name__}.moves",
                rule="a state never changes; a move leads to a new one",
                fix="Build a new state for every move, e.g. a tuple or a frozen dataclass",
            )


def _check_gains(game: Game, graph: StateGraph) -> None:
    """Hold every gain, and every `again`, against its promise."""
    if not set(map(type, graph.again)) <= {bool}:
        for move, again in enumerate(graph.again):
            odd = Move(graph.states[graph.to[move]], again=again)
            graph.again[move] = flag_of(game, graph.states[graph.source(move)], odd)
    if graph.has_gains and not game.takes_gains:
        raise gain_refused(game, *graph.a_gain())
    if not set(map(type, graph.gain)) <= {int}:
        for move, gain in enumerate(graph.gain):
            if gain.__class__ is not int:
                graph.gain[move] = gain_of(game, graph.states[graph.source(move)], gain)
    if game.tolerance is not None:
        _check_sum_of_floats(game, graph)


def _check_sum_of_floats(game: Game, graph: StateGraph) -> None:
    """No play may add up to more than a float holds."""
    numbers = [*graph.gain, *(pay for pay in graph.payoff if isinstance(pay, int | float))]
    if not any(isinstance(value, float) for value in numbers):
        return
    try:
        fits = math.isfinite(sum(map(abs, map(float, numbers))))
    except OverflowError:
        fits = False
    if not fits:
        raise BadNumber(
            "the gains and payoffs add up to more than a float holds",
            where=type(game).__name__,
            rule="floats end at about 1.8e308",
            fix="Pass ints or Fractions, which have no end",
        )


def _kept_turn(game: PayoffGame, graph: StateGraph) -> RulesError:
    state = graph.states[graph.source(graph.again.index(True))]
    return RulesError(
        f"a move of state {spelled(state)} says again=True",
        where=type(game).__name__,
        rule="in a game of p players turn(state) alone says who moves",
        fix="Leave `again` out and let turn(next_state) name the same player",
    )
