"""Nimbers: every impartial game in normal play is a Nim heap, and heaps add by XOR.

    nimber(S) = mex { nimber(S') : S → S' },     nimber(S + T) = nimber(S) XOR nimber(T)

Where a game says that a state splits into independent parts, only the parts are explored: the
sum of games with n₁, n₂, … states takes n₁ + n₂ + …, not n₁ · n₂ · …. O(states + moves).
Source: Sprague 1935, Grundy 1939.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import suppress
from functools import reduce
from operator import xor
from typing import TypeVar

from zermelo.engines.choose import PLAIN_STATES, explored
from zermelo.engines.contract import EngineKind, Explored
from zermelo.errors import BudgetExceeded, MethodRefused, RulesError, Setting, ZermeloError
from zermelo.facts.questions import PRODUCT, Question, Reasons
from zermelo.graph.components import find_cycle, postorder
from zermelo.graph.contract import Columns, Graph, Recurrence
from zermelo.graph.lists import Lists
from zermelo.graph.rules import kind_of, moves_of, parts_of, payoff_of
from zermelo.limits import Limits
from zermelo.limits.amounts import HeldMemory, bytes_text
from zermelo.methods.answers import Answers, Table, unknown_state
from zermelo.methods.contract import Case, Cost, Method, show_cycle
from zermelo.model.game import Game, PayoffGame, State, ValueType, declares, is_hashable
from zermelo.model.numerals import how_many, shown, spelled

MOVES_BETWEEN_LOOKS = 1 << 11  # moves between two looks at the memory
MOVES_OF_A_PART = 1_000_000  # that are listed even where the budget of parts is smaller
GAMES_KEPT = 100  # whose pieces are remembered; parts(state) may make new ones again and again
TypedPart = tuple[Hashable, State]  # (the game's name, state)
T = TypeVar("T")
Known = dict[int, tuple[Game, dict[State, T]]]  # id(game) → the game, and something of its pieces


class Nimbers(Method):
    """Explore the parts, take mex over XORs, add by XOR."""

    name = "nimbers"
    title = "nimbers of the independent parts"
    theorem = "last-move games in normal play are Nim heaps: mex, and XOR over parts (Grundy 1939)"
    time = "O(states + moves) of the parts"
    space = "O(states + moves) of the parts"
    explores = False
    explores_parts = True
    value_type = ValueType.NIMBER
    declares = Question(
        "Does it declare independent parts, in normal play?",
        lambda game, _: declares(game, "parts"),
    )

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """Declared."""
        return "the game declares independent parts, and all end in normal play"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return (PRODUCT,)

    def refuses(self, case: Case) -> str | None:
        """A gain, a kept turn or a cycle shows while the parts are explored."""
        if isinstance(case.game, PayoffGame):
            return "its players count their own totals"
        whole = self._whole(case)
        if whole is not None:
            return _refuse_whole(whole.graph)
        try:
            self._table(case)
        except MethodRefused as refusal:
            return f"{refusal.where}: {refusal.given}"
        return None

    def cost(self, case: Case) -> Cost:
        """The parts, not their product."""
        whole = case.made(Explored)
        if whole is not None:
            size = len(whole.graph)
            return Cost(size, whole.graph.moves, whole.graph.bytes + 4 * size)
        table = self._table(case)
        moves = sum(map(len, table.options))
        return Cost(len(table.options), moves, 160 * len(table.options) + 72 * moves)

    def run(self, case: Case) -> Answers:
        """Fill the table."""
        whole = case.made(Explored)
        if whole is None:
            return NimberAnswers(case.game, self._table(case))
        columns = whole.graph.filled(Recurrence.NIMBERS, nimbers_of, case.progress)
        return Table(ValueType.NIMBER, whole.graph, columns, case.game)

    def _whole(self, case: Case) -> Explored | None:
        """The whole game by compiled rules, where it is large and has no parts."""
        engine = case.limits.engine
        if engine == "plain" or declares(case.game, "parts") or case.made(PartTable) is not None:
            return None
        if case.made(Explored) is None:
            if engine is None:
                few = case.limits.but(budget=min(case.limits.budget, PLAIN_STATES))
                with suppress(BudgetExceeded, MethodRefused):
                    self._table(case.but(limits=few))
                if case.made(PartTable) is not None:
                    return None
            found = explored(case.game, case.start, case.limits, None, case.starts)
            if found.kind is EngineKind.PLAIN:
                return None
            case.once(Explored, lambda: found)
        return case.made(Explored)

    def _table(self, case: Case) -> PartTable:
        """Built once for a case: to refuse, to price and to answer all need it."""
        return case.once(PartTable, lambda: PartTable(case.game, case.start, case.limits))


def nimbers_of(graph: Lists) -> Columns:
    """nimber(S) = mex { nimber(S') } on a whole acyclic graph."""
    numbers = [0] * len(graph)
    for state in graph.sweep or ():
        numbers[state] = mex(numbers[graph.to[move]] for move in graph.moves_of(state))
    return Columns([1 if number else -1 for number in numbers], nimbers=numbers)


class NimberAnswers(Answers):
    """A state's value is won or lost; its nimber is the XOR over its parts."""

    value_type = ValueType.NIMBER

    def __init__(self, game: Game, table: PartTable) -> None:
        self.game = game
        self.table = table

    def nimber(self, state: State) -> int:
        """XOR over the parts; parts not met before are explored now."""
        if not is_hashable(state):
            raise unknown_state(state, "a state is hashable")
        try:
            return self.table.nimber_of(self.game, state)
        except (RulesError, MethodRefused) as error:
            raise unknown_state(state, f"the rules do not answer for it ({error.given})") from error

    def part_nimber(self, game: Game, state: State) -> int:
        """The nimber of a state of a part's own game."""
        return self.table.nimber_of(game, state)

    def value(self, state: State) -> int:
        """Won for the mover iff the nimber is not 0."""
        return 1 if self.nimber(state) else -1


class PartTable:
    """Nimbers of indivisible parts."""

    def __init__(self, game: Game, start: State, limits: Limits) -> None:
        self.budget = limits.budget
        self.work = limits.work  # moves that may be looked at; None for any number
        self.held = HeldMemory(limits.memory)
        self.games: dict[Hashable, Game] = {}
        self.index: dict[TypedPart, int] = {}
        self.parts: list[TypedPart] = []
        self.options: list[list[list[int]]] = []  # [parts][moves] → the parts a move leaves
        self.nimbers: list[int] = []
        self._wholes: Known[TypedPart] = {}  # pieces that do not split
        self._worths: Known[int] = {}  # nimbers of pieces
        self._explore(self.split(game, start))

    def split(self, game: Game, state: State) -> list[TypedPart]:
        """The indivisible parts of a state, splitting parts that split again."""
        found: list[TypedPart] = []
        todo = parts_of(game, state)
        if len(todo) == 1 and todo[0][1] == state:
            return [self._part(*todo[0])]
        while todo:
            owner, piece = todo.pop()
            wholes = self._kept(self._wholes, owner)
            if piece not in wholes:
                pieces = parts_of(owner, piece)
                if len(pieces) != 1 or pieces[0][1] != piece:
                    todo.extend(pieces)
                    continue
                wholes[piece] = self._part(*pieces[0])
            found.append(wholes[piece])
        return found

    def _part(self, game: Game, piece: State) -> TypedPart:
        return self._name(game), kind_of(game, piece)

    @staticmethod
    def _kept(known: Known[T], game: Game) -> dict[State, T]:
        """What is known of the pieces of this very game; nothing of games that are made anew."""
        held, pieces = known.get(id(game), (None, {}))
        if held is not game:  # not met, or copied from where another one had this id
            if len(known) >= GAMES_KEPT:
                known.clear()
            known[id(game)] = game, (pieces := {})
        return pieces

    def nimber_of(self, game: Game, state: State) -> int:
        """XOR over the pieces of a state; what a piece of several is worth is kept."""
        pieces = parts_of(game, state)
        if len(pieces) == 1:
            return self._xor(game, state)
        total = 0
        for owner, piece in pieces:
            worths = self._kept(self._worths, owner)
            if piece not in worths:
                worths[piece] = self._xor(owner, piece)
            total ^= worths[piece]
        return total

    def _xor(self, game: Game, state: State) -> int:
        return reduce(xor, map(self.nimber, self.split(game, state)), 0)

    def _name(self, game: Game) -> Hashable:
        """Equal games are one game; one that cannot be hashed is known by its identity."""
        name = game if is_hashable(game) else id(game)
        self.games.setdefault(name, game)
        return name

    def nimber(self, part: TypedPart) -> int:
        """The nimber of an indivisible part."""
        if part not in self.index:
            self._explore([part])
        return self.nimbers[self.index[part]]

    def _number(self, part: TypedPart) -> int:
        number = self.index.setdefault(part, len(self.parts))
        if number == len(self.parts):
            self.parts.append(part)
        return number

    def _explore(self, roots: Iterable[TypedPart]) -> None:
        """Add the parts that `roots` reach; all of them, or none when something is wrong."""
        done, looked, work = len(self.parts), 0, 0
        try:
            for part in roots:
                self._number(part)
            while len(self.options) < len(self.parts):
                if len(self.parts) > self.budget:
                    raise _over_budget(self.budget)
                owner, state = self.parts[len(self.options)]
                self.options.append(self._options(self.games[owner], state))
                looked += 1 + len(self.options[-1])
                work += len(self.options[-1])
                if self.work is not None and work > self.work:
                    raise _over_work(self.work, len(self.options))
                if looked > MOVES_BETWEEN_LOOKS:
                    looked = 0
                    self._check_memory()
            self._evaluate(done)
        except ZermeloError:
            for part in self.parts[done:]:
                del self.index[part]
            del self.parts[done:], self.options[done:]
            raise

    def _check_memory(self) -> None:
        if self.held.is_too_much:
            raise _over_memory(len(self.parts), self.held.bytes)

    def _options(self, game: Game, state: State) -> list[list[int]]:
        options = []
        for move in moves_of(game, state, most=max(self.budget, MOVES_OF_A_PART) + 1):
            if move.gain or move.again:
                what = (
                    f"a gain of {shown(move.gain)}" if move.gain else "a move that keeps the turn"
                )
                raise _refusal(game, state, what)
            options.append([self._number(part) for part in self.split(game, move.to)])
        payoff = payoff_of(game, state) if not options else -1
        if payoff != -1:
            raise _refusal(game, state, f"an end that pays {shown(payoff)}, not −1")
        return options

    def _evaluate(self, done: int) -> None:
        """mex for the parts from number `done` on, each after all it leads to."""
        first, to = [0], []
        for options in self.options[done:]:
            to.extend([child - done for option in options for child in option if child >= done])
            first.append(len(to))
        order = postorder(first, to)
        if order is None:
            move = find_cycle(first, to)[0]
            owner, state = self.parts[done + to[move]]
            raise _refusal(self.games[owner], state, "play that can come back")
        self.nimbers.extend([0] * len(order))
        for number in order:
            self.nimbers[done + number] = mex(
                reduce(xor, (self.nimbers[child] for child in option), 0)
                for option in self.options[done + number]
            )


def _refuse_whole(graph: Graph) -> str | None:
    """Why the states of a whole game have no nimbers."""
    if graph.has_gains:
        state, gain = graph.a_gain()
        return f"state {spelled(state)}: a gain of {shown(gain)}"
    if graph.has_again:
        return "a move keeps the turn"
    if not graph.is_acyclic:
        return f"play can come back: {show_cycle(graph)}"
    if graph.paid - {-1}:
        return f"an end pays {max(graph.paid - {-1})}, not −1"
    return None


def mex(values: Iterable[int]) -> int:
    """The least number from 0 that is not among `values`.

    >>> mex([0, 1, 3])
    2
    """
    seen, least = set(values), 0
    while least in seen:
        least += 1
    return least


def _refusal(game: Game, state: State, what: str) -> MethodRefused:
    return MethodRefused(
        what,
        where=f"{type(game).__name__} in state {spelled(state)}",
        rule="nimbers are for impartial last-move games in normal play",
        fix="Leave the method out to have one chosen",
    )


def _over_budget(budget: int) -> BudgetExceeded:
    return BudgetExceeded(
        f"more than {how_many(budget, 'part')}",
        where="nimbers",
        rule="the parts of the game must fit the budget of states",
        fix=("Pass a larger one, e.g. ", Setting("budget", 10**7)),
    )


def _over_work(work: int, parts: int) -> BudgetExceeded:
    return BudgetExceeded(
        f"more than {how_many(work, 'move')} in the first {how_many(parts, 'part')}",
        where="nimbers",
        rule="the moves of the parts are looked at one by one",
        fix="Ask for a smaller one",
    )


def _over_memory(parts: int, held: int) -> BudgetExceeded:
    return BudgetExceeded(
        f"{parts:,} parts were found and take {bytes_text(held)}",
        where="nimbers",
        rule="a table of parts keeps to the memory too",
        fix=("Pass a larger ", Setting("memory")),
    )
