"""Alpha-beta search with proven bounds: the root value of games too large to tabulate.

Every state carries an interval [lo, hi] that certainly holds its value. At the horizon that is
what the game declares by `bounds(state)` (−∞ … ∞ by default); above it

    lo(S) = max over moves [ g − hi(S') ],     hi(S) = max over moves [ g − lo(S') ]

(no swap and no minus when the mover moves again). The equations hold for the true values, on
cyclic games too, so every interval is proven whenever the search stops. A move whose hi does not
exceed what is already secured is not searched, and a state is left as soon as its mover secures
what the other player would never allow (alpha-beta, Knuth and Moore 1975). Intervals are kept in a
transposition table for good: they do not depend on the depth. Iterative deepening, doubling the
horizon, orders the moves by the intervals of the round before.
"""

from __future__ import annotations

from contextlib import suppress
from math import inf
from time import perf_counter, process_time

from zermelo.engines.choose import COMPILING, ENGINES, SEEN, few
from zermelo.engines.contract import Searching, Task
from zermelo.errors import (
    Either,
    NotCompiled,
    RulesError,
    Setting,
    TimeExceeded,
    Unavailable,
    Wording,
)
from zermelo.facts.questions import BEYOND_BUDGET, OWN_TOTALS, Reasons
from zermelo.graph.contract import Graph
from zermelo.graph.explore import explore
from zermelo.graph.rules import bounds_of, kind_of, moves_by_kind, payoff_of
from zermelo.limits import Limits, time_from_now, time_left
from zermelo.limits.amounts import HeldMemory
from zermelo.limits.deadline import Deadline, telling
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, Method
from zermelo.model.exact import Number
from zermelo.model.game import Game, Move, PayoffGame, State, ValueType
from zermelo.model.numerals import how_many, shown, spelled, written

LEFT_AFTER = 0.25  # seconds after which a search that does not look at the clock is left
COLD_NODES = 20_000  # states for which rules are not compiled, unless plain Python is slow at them
MOVES_OF_THE_BUDGET = 8  # moves looked at for each state of the budget, where nobody named a limit
WIDE_STATE = 1_000  # moves of a state that is large itself, so that each of them is dear
SEARCH_LOOK_EVERY = 1 << 11  # moves between two looks at the memory
ProvenInterval = tuple[Number, Number]


class AlphaBeta(Method):
    """Depth-first, iterative, each round twice as deep until the root is settled."""

    name = "alphabeta"
    title = "alpha-beta with proven bounds"
    theorem = "lo(S) = max [g − hi(S')] and hi(S) = max [g − lo(S')] enclose D(S)"
    time = "exponential in the length of play at worst; it stops at its budget"
    space = "O(states that are kept)"
    explores = False
    stops_early = True
    value_type = ValueType.DIFFERENCE
    when = ((OWN_TOTALS, False), (BEYOND_BUDGET, True))

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """What was found."""
        found = 0 if graph is None else len(graph) - 1
        size = f"more than {how_many(found, 'state')}" if found else "not all states were found"
        return f"{size}: search from the start with proven bounds"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return (("a full table", "it needs every state in memory"),)

    def refuses(self, case: Case) -> str | None:
        """Two players with opposed aims."""
        if isinstance(case.game, PayoffGame):
            return "its players count own totals; pruning needs two players with opposed aims"
        return None

    def cost(self, case: Case) -> Cost:
        """Unknown beforehand, but never more than the budget."""
        return Cost(None, None, 200 * case.limits.budget)

    def run(self, case: Case) -> SearchAnswers:
        """Search from the start until settled or stopped; large games by compiled rules.

        The search looks at the clock itself. Rules that do not return, and a compilation that takes
        longer, are left soon after; what is proven by then stands.
        """
        answers = SearchAnswers(Search(case.game, case.limits), case.limits.engine)
        seconds = case.limits.seconds
        with suppress(TimeExceeded), telling(lambda: answers.said(case.start)):
            hard = Deadline(None if seconds is None else seconds + LEFT_AFTER)
            hard.run(lambda: answers.begin(_search(case, answers.plain), case.start))
        return answers


def _search(case: Case, plain: Search) -> Searching:
    """The search that suits the size of the game."""
    if case.limits.engine == "plain":
        return plain
    if case.limits.engine is not None:
        return _by_engine(case.limits.engine, case, plain)
    try:
        return _by_size(case, plain)
    except NotCompiled:
        return plain
    finally:
        plain.limits = case.limits


def _by_size(case: Case, plain: Search) -> Searching:
    """Plain Python begins; compiled rules go on at once when their machine code is on disk."""
    began = process_time()
    if _is_enough(plain, few(), case):
        return plain
    most = min(COLD_NODES, int(plain.visits * COMPILING / max(process_time() - began, 1e-3)))
    search = _by_engine("compiled", case, plain)
    return search if search.was_compiled or not _is_enough(plain, most, case) else plain


def _is_enough(plain: Search, most: int, case: Case) -> bool:
    """Whether the start is settled, or a limit met, within so many states."""
    plain.limits = case.limits.but(budget=min(most, case.limits.budget))
    low, high = plain.settle(case.start)
    return low == high or plain.is_late or case.limits.budget <= most


def _by_engine(name: str, case: Case, plain: Search) -> Searching:
    """The search by another engine, up to the same moment."""
    seen = explore(case.game, start=case.start, budget=SEEN).states
    task = Task(case.game, case.start, case.limits, case.progress, seen[:SEEN])
    search = ENGINES[name].search(task)
    search.deadline = plain.deadline
    return search


class SearchAnswers(Answers):
    """Answers for the start and, by searching on, for any other state asked for."""

    value_type = ValueType.DIFFERENCE

    def __init__(self, plain: Search, engine: str | None) -> None:
        self.search: Searching = plain
        self.plain = plain  # takes over where compiled rules fail, unless these were asked for
        self.engine = engine
        self.failure = ""

    @property
    def path(self) -> str:  # type: ignore[override]
        """What ran the rules, where it was not Python, and how much was held against Python."""
        if self.failure:
            return f"plain Python: {self.failure}"
        if isinstance(self.search, Search):
            return ""
        return f"compiled rules, {self.search.compared} states compared with Python's"

    def begin(self, search: Searching, start: State) -> None:
        """Go on with another search, and settle the start."""
        self.search = search
        self._settled(start)

    def said(self, state: State) -> str:
        """What a search that is stopped has done, and has proven of a state."""
        searches = [self.plain] if self.search is self.plain else [self.search, self.plain]
        nodes = sum(search.visits for search in searches)
        proven = next(filter(None, (search.known.get(state) for search in searches)), None)
        interval = (
            "{} ≤ value ≤ {} is proven".format(*map(written, proven))
            if proven
            else "nothing is proven"
        )
        return f"{nodes:,} node{'s' * (nodes != 1)} opened, {interval}"

    def _settled(self, state: State) -> ProvenInterval:
        try:
            found: ProvenInterval = self.search.settle(state)
        except NotCompiled as refusal:
            if self.engine is not None:
                raise
            self.search, self.failure = self.plain, refusal.given
            found = self.plain.settle(state)
        return found

    def bounds(self, state: State) -> ProvenInterval:
        """The proven interval; searches when the state is not settled yet."""
        try:
            hash(state)
            return self._settled(state)
        except (RulesError, TypeError) as error:
            raise unknown_state(
                state, f"the rules do not answer for it ({shown(error)})"
            ) from error

    def value(self, state: State) -> Number:
        """The value when the interval has closed."""
        low, high = self.bounds(state)
        if low == high:
            return low
        raise Unavailable(
            f"the search stopped with {written(low)} ≤ value ≤ {written(high)}{self._because}",
            where=f"state {spelled(state)}",
            rule=f"a value is given only when it is proven{self._too_deep}",
            fix=self._way_out,
        )

    @property
    def _because(self) -> str:
        return f": {self.search.limit_met}" if self.search.limit_met else ""

    @property
    def _too_deep(self) -> str:
        """Why more time would not help; "" where it would."""
        deepest = self.search.too_deep
        return f", and compiled rules follow a play for {deepest:,} plies at most" * bool(deepest)

    @property
    def _way_out(self) -> tuple[str | Wording, ...]:
        if self._too_deep:
            plain = Setting("engine", "plain")
            return ("Pass ", plain, ", which follows plays of any length, or name no method")
        allowed = Setting("budget"), Setting("seconds"), Setting("memory")
        return ("Allow more with ", allowed[0], ", ", allowed[1], " or ", allowed[2])


class LimitMet(Exception):
    """A limit was met in the middle of a round."""


class Search:
    """The table of proven intervals and the limits on filling it."""

    too_deep = 0  # plies at which plays were left; here they are followed to their ends
    compared = 0  # it is Python itself
    was_compiled = True

    def __init__(self, game: Game, limits: Limits) -> None:
        self.game = game
        self.limits = limits
        self.known: dict[State, ProvenInterval] = {}
        self.tried: dict[State, tuple[int, Number, Number]] = {}  # state → depth and window
        self.visits = 0
        self.moves = 0  # that were looked at, those of states with very many more than once
        self.held = HeldMemory(limits.memory)
        self.is_full = False
        self.looked = 0  # moves since the last look at the memory
        self.horizon_met = False
        self.deadline = perf_counter() + limits.seconds if limits.seconds is not None else None

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "deadline": time_left(self.deadline)}

    def __setstate__(self, state: dict[str, object]) -> None:
        left = state["deadline"]
        assert left is None or isinstance(left, float)
        vars(self).update(state, deadline=time_from_now(left))

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and perf_counter() > self.deadline

    @property
    def limit_met(self) -> str:
        """Which limit has ended it."""
        if self.is_late:
            return "the time was over"
        if self.is_full:
            return "the memory was full"
        if self.visits > self.limits.budget:
            return f"the budget of {self.limits.budget:,} states was used up"
        return f"{self.moves:,} moves were looked at, too many to go on" if self._is_heavy else ""

    def settle(self, state: State) -> ProvenInterval:
        """Deepen until the interval closes, nothing is left to deepen, or a limit is met."""
        state = kind_of(self.game, state)
        depth = 1
        self.horizon_met = True
        while self.horizon_met:
            low, high = self.interval(state)
            if low == high and state in self.known:
                break
            self.horizon_met = False
            try:
                self._round(state, depth, low, high)
            except LimitMet:
                break
            depth *= 2  # rounds add up to a small multiple of the last one
        return self.interval(state)

    def interval(self, state: State) -> ProvenInterval:
        """What is proven about a state without searching."""
        found = self.known.get(state)
        return found if found is not None else bounds_of(self.game, state)

    def worth(self, move: Move) -> ProvenInterval:
        """The interval of a move, seen by its mover."""
        low, high = self.interval(move.to)
        if not move.again:
            low, high = -high, -low
        return add(move.gain, low), add(move.gain, high)

    def _round(self, root: State, depth: int, low: Number, high: Number) -> None:
        """One depth-first pass with an explicit stack; the windows are in the frames."""
        stack = [self._open(root, depth, low, high)]
        while stack:
            move = stack[-1].next_move(self)
            if move is None:
                self._close(stack.pop())
            elif stack[-1].depth == 1:
                self.horizon_met = True
            else:
                frame = stack[-1]
                low, high = frame.window(move)
                if self._is_new(move.to, frame.depth - 1, low, high):
                    stack.append(self._open(move.to, frame.depth - 1, low, high))

    def _is_new(self, state: State, depth: int, low: Number, high: Number) -> bool:
        """Whether this depth and window were not tried before (a transposition)."""
        tried = self.tried.get(state)
        if tried and tried[0] >= depth and tried[1] <= low and tried[2] >= high:
            self.horizon_met = True  # it was tried and left open, so only more depth can help
            return False
        self.tried[state] = (depth, low, high)
        return True

    def _open(self, state: State, depth: int, low: Number, high: Number) -> SearchNode:
        self.visits += 1
        if self.is_late or self.is_full or self.visits > self.limits.budget or self._is_heavy:
            raise LimitMet
        moves = moves_by_kind(self.game, state)
        self.moves += len(moves) * (1 + len(moves) // WIDE_STATE)
        self._look(1 + len(moves))
        if not moves:
            payoff = payoff_of(self.game, state)
            self.known[state] = (payoff, payoff)
        moves.sort(key=lambda move: self.worth(move)[1], reverse=True)
        return SearchNode(state, depth, low, high, moves)

    @property
    def _is_heavy(self) -> bool:
        """Whether more moves were looked at than so many states have in most games.

        A caller who names a limit means it; otherwise moves are work too.
        """
        return not self.limits.are_named and self.moves > MOVES_OF_THE_BUDGET * self.limits.budget

    def _look(self, moves: int) -> None:
        """See now and then whether memory is left for more of the table."""
        self.looked += moves
        if self.looked > SEARCH_LOOK_EVERY:
            self.looked, self.is_full = 0, self.held.is_too_much

    def _close(self, frame: SearchNode) -> None:
        """Keep the interval that follows from the children's and from what was known."""
        if frame.moves:
            low, high = self.interval(frame.state)
            worths = [self.worth(move) for move in frame.moves]
            low = max(low, max(worth[0] for worth in worths))
            high = min(high, max(worth[1] for worth in worths))
            if low > high:
                raise _false_bounds(self.game, frame.state, low, high)
            self.known[frame.state] = (low, high)


class SearchNode:
    """A state on the stack: its moves, best first, and the window that matters to its parent."""

    __slots__ = ("alpha", "beta", "depth", "moves", "place", "state")

    def __init__(
        self, state: State, depth: int, alpha: Number, beta: Number, moves: list[Move]
    ) -> None:
        self.state, self.depth, self.alpha, self.beta = state, depth, alpha, beta
        self.moves = moves
        self.place = 0

    def next_move(self, search: Search) -> Move | None:
        """The next move worth searching; None when all are settled or the mover has enough."""
        if self.place:  # the move before has come back
            self.alpha = max(self.alpha, search.worth(self.moves[self.place - 1])[0])
        while self.place < len(self.moves) and self.alpha < self.beta:
            move = self.moves[self.place]
            low, high = search.worth(move)
            self.alpha = max(self.alpha, low)
            self.place += 1
            if low < high and high > self.alpha and self.alpha < self.beta:
                return move
        return None

    def window(self, move: Move) -> tuple[Number, Number]:
        """The child's window, seen by its own mover."""
        if move.again:
            return add(-move.gain, self.alpha), add(-move.gain, self.beta)
        return add(move.gain, -self.beta), add(move.gain, -self.alpha)


def add(gain: Number, bound: Number) -> Number:
    """A gain and a bound; infinity swallows gains of any size, which a float's `+` does not."""
    return bound if bound in (inf, -inf) else gain + bound


def _false_bounds(game: Game, state: State, low: Number, high: Number) -> RulesError:
    return RulesError(
        f"the search proves at least {shown(low)} and at most {shown(high)}",
        where=f"{type(game).__name__} in state {spelled(state)}",
        rule="bounds(state) holds the true value of every state",
        fix=(
            "Mend `bounds`, or leave it out; ",
            Either("check(game)", "`zermelo check`"),
            " tells where it is wrong",
        ),
    )
