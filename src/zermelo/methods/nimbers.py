"""Nimbers: every impartial game in normal play is a Nim heap, and heaps add by XOR.

    nimber(S) = mex { nimber(S') : S → S' },     nimber(S + T) = nimber(S) XOR nimber(T)

Where a game says that a state splits into independent parts, only the parts are explored: the
sum of games with n₁, n₂, … states takes n₁ + n₂ + …, not n₁ · n₂ · …. O(states + moves).
Source: Sprague 1935, Grundy 1939.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from operator import xor
from typing import Any, cast

from zermelo.engines.choose import SMALL, explored
from zermelo.errors import BudgetExceeded, MethodRefused, RulesError, Setting, ZermeloError
from zermelo.graph.rules import kind_of, moves_of, parts_of, payoff_of
from zermelo.graph.state_graph import StateGraph, find_cycle, postorder
from zermelo.limits import Limits
from zermelo.limits.amounts import Held, bytes_text
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, Method, show_cycle
from zermelo.methods.packed_table import PackedTable
from zermelo.model.game import Game, PayoffGame, State, ValueType, declares, is_hashable
from zermelo.model.numerals import shown, spelled

LOOK = 1 << 11  # moves between two looks at the memory
Part = tuple[Hashable, State]  # (the game's name, state)


class Nimbers(Method):
    """Explore the parts, take mex over XORs, add by XOR."""

    name = "nimbers"
    title = "nimbers of the independent parts"
    theorem = "last-move games in normal play are Nim heaps: mex, and XOR over parts (Grundy 1939)"
    time = "O(states + moves) of the parts"
    space = "O(states + moves) of the parts"
    explores = False

    def refuses(self, case: Case) -> str | None:
        """A gain, a kept turn or a cycle shows while the parts are explored."""
        if isinstance(case.game, PayoffGame):
            return "its players count their own totals"
        if self._packs(case):
            return _refuse_packed(case.packed)
        try:
            self._table(case)
        except MethodRefused as refusal:
            return f"{refusal.where}: {refusal.given}"
        return None

    def cost(self, case: Case) -> Cost:
        """The parts, not their product."""
        if case.packed is not None:
            packed = case.packed
            return Cost(len(packed), packed.moves, packed.bytes + 4 * len(packed))
        table = self._table(case)
        moves = sum(map(len, table.options))
        return Cost(len(table.options), moves, 160 * len(table.options) + 72 * moves)

    def run(self, case: Case) -> NimberAnswers:
        """Fill the table."""
        return NimberAnswers(case.game, self._table(case))

    def run_packed(self, packed: Any, progress: Any) -> PackedTable:
        """mex over all states, by the kernels."""
        numbers = packed.sweeps(progress).nimbers()
        won = numbers.astype("int8")
        won[:] = -1
        won[numbers > 0] = 1
        return PackedTable(ValueType.NIMBER, packed, won, nimbers=numbers)

    def _packs(self, case: Case) -> bool:
        """Whether compiled rules explore the whole game: it is large and has no parts."""
        engine = case.limits.engine
        if engine == "plain" or declares(case.game, "parts") or "parts" in case.notes:
            return False
        if "packed" not in case.notes:
            if engine is None:
                few = replace(case.limits, budget=min(case.limits.budget, SMALL))
                with suppress(BudgetExceeded, MethodRefused):
                    self._table(replace(case, limits=few))
                if "parts" in case.notes:
                    return False
            found = explored(case.game, case.start, case.limits, None)
            if isinstance(found.graph, StateGraph):
                return False
            case.notes.update(packed=found.graph, engine=found.engine)
        return True

    def _table(self, case: Case) -> PartTable:
        """Built once for a case: to refuse, to price and to answer all need it."""
        if "parts" not in case.notes:
            case.notes["parts"] = PartTable(case.game, case.start, case.limits)
        return cast(PartTable, case.notes["parts"])


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
            parts = self.table.split(self.game, state)
            return reduce(xor, map(self.table.nimber, parts), 0)
        except (RulesError, MethodRefused) as error:
            raise unknown_state(state, f"the rules do not answer for it ({error.given})") from error

    def part_nimber(self, game: Game, state: State) -> int:
        """The nimber of a state of a part's own game."""
        return reduce(xor, map(self.table.nimber, self.table.split(game, state)), 0)

    def value(self, state: State) -> int:
        """Won for the mover iff the nimber is not 0."""
        return 1 if self.nimber(state) else -1


class PartTable:
    """Nimbers of indivisible parts."""

    def __init__(self, game: Game, start: State, limits: Limits) -> None:
        self.budget = limits.budget
        self.held = Held(limits.memory)
        self.games: dict[Hashable, Game] = {}
        self.index: dict[Part, int] = {}
        self.parts: list[Part] = []
        self.options: list[list[list[int]]] = []  # [parts][moves] → the parts a move leaves
        self.nimbers: list[int] = []
        self._explore(self.split(game, start))

    def split(self, game: Game, state: State) -> list[Part]:
        """The indivisible parts of a state, splitting parts that split again."""
        found: list[Part] = []
        todo = [(game, state)]
        while todo:
            owner, piece = todo.pop()
            pieces = parts_of(owner, piece)
            if len(pieces) == 1 and pieces[0][1] == piece:
                part = pieces[0][0]
                found.append((self._name(part), kind_of(part, piece)))
            else:
                todo.extend(pieces)
        return found

    def _name(self, game: Game) -> Hashable:
        """Equal games are one game; one that cannot be hashed is known by its identity."""
        name = game if is_hashable(game) else id(game)
        self.games.setdefault(name, game)
        return name

    def nimber(self, part: Part) -> int:
        """The nimber of an indivisible part."""
        if part not in self.index:
            self._explore([part])
        return self.nimbers[self.index[part]]

    def _number(self, part: Part) -> int:
        number = self.index.setdefault(part, len(self.parts))
        if number == len(self.parts):
            self.parts.append(part)
        return number

    def _explore(self, roots: Iterable[Part]) -> None:
        """Add the parts that `roots` reach; all of them, or none when something is wrong."""
        done, looked = len(self.parts), 0
        try:
            for part in roots:
                self._number(part)
            while len(self.options) < len(self.parts):
                if len(self.parts) > self.budget:
                    raise _over_budget(self.budget)
                owner, state = self.parts[len(self.options)]
                self.options.append(self._options(self.games[owner], state))
                looked += 1 + len(self.options[-1])
                if looked > LOOK:
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
        for move in moves_of(game, state):
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


def _refuse_packed(packed: Any) -> str | None:
    """Why a packed graph has no nimbers."""
    if packed.has_gains:
        state, gain = packed.a_gain()
        return f"state {spelled(state)}: a gain of {shown(gain)}"
    if packed.has_again:
        return "a move keeps the turn"
    if packed.sweep is None:
        return f"play can come back: {show_cycle(packed)}"
    if packed.paid - {-1}:
        return f"an end pays {max(packed.paid - {-1})}, not −1"
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
        f"more than {budget:,} parts",
        where="nimbers",
        rule="the parts of the game must fit the budget of states",
        fix=("Pass a larger one, e.g. ", Setting("budget", 10**7)),
    )


def _over_memory(parts: int, held: int) -> BudgetExceeded:
    return BudgetExceeded(
        f"{parts:,} parts were found and take {bytes_text(held)}",
        where="nimbers",
        rule="a table of parts keeps to the memory too",
        fix=("Pass a larger ", Setting("memory")),
    )
