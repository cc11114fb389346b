"""Nimbers: every impartial game in normal play is a Nim heap, and heaps add by XOR.

    nimber(S) = mex { nimber(S') : S → S' },     nimber(S + T) = nimber(S) XOR nimber(T)

Where a game says that a state splits into independent parts, only the parts are explored: the
sum of games with n₁, n₂, … states takes n₁ + n₂ + …, not n₁ · n₂ · …. O(states + moves).
Source: Sprague 1935, Grundy 1939.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import reduce
from operator import xor
from typing import cast

from zermelo.errors import BudgetExceeded, MethodRefused
from zermelo.explore import checked_moves, checked_payoff
from zermelo.game import Game, PayoffGame, State, ValueType, declares, is_hashable
from zermelo.graph import postorder
from zermelo.methods.contract import Answers, Case, Cost, Method

Part = tuple[Hashable, State]  # (the game's name, state)


class Nimbers(Method):
    """Explore the parts, take mex over XORs, add by XOR."""

    name = "nimbers"
    title = "nimbers of the independent parts"
    theorem = "nimber(S) = mex of its options; sums add by XOR (Sprague 1935, Grundy 1939)"
    explores = False

    def refuses(self, case: Case) -> str | None:
        """A gain, a kept turn or a cycle shows while the parts are explored."""
        if isinstance(case.game, PayoffGame):
            return 'every player counts an own total. Try method="vectors"'
        try:
            self._table(case)
        except MethodRefused as refusal:
            return f"{refusal.where}: {refusal.given}; {refusal.rule}. {refusal.fix}"
        return None

    def cost(self, case: Case) -> Cost:
        """The parts, not their product."""
        table = self._table(case)
        moves = sum(map(len, table.options))
        return Cost(len(table.options), moves, 160 * len(table.options) + 72 * moves)

    def run(self, case: Case) -> NimberAnswers:
        """Fill the table."""
        return NimberAnswers(case.game, self._table(case))

    def _table(self, case: Case) -> PartTable:
        """Built once for a case: to refuse, to price and to answer all need it."""
        if "parts" not in case.notes:
            case.notes["parts"] = PartTable(case.game, case.start, case.limits.budget)
        return cast(PartTable, case.notes["parts"])


class NimberAnswers(Answers):
    """A state's value is won or lost; its nimber is the XOR over its parts."""

    value_type = ValueType.NIMBER

    def __init__(self, game: Game, table: PartTable) -> None:
        self.game = game
        self.table = table

    def nimber(self, state: State) -> int:
        """XOR over the parts; parts not met before are explored now."""
        return reduce(xor, (self.table.nimber(part) for part in self.table.split(self.game, state)))

    def value(self, state: State) -> int:
        """Won for the mover iff the nimber is not 0."""
        return 1 if self.nimber(state) else -1


class PartTable:
    """Nimbers of indivisible parts."""

    def __init__(self, game: Game, start: State, budget: int) -> None:
        self.budget = budget
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
            pieces = list(owner.parts(piece)) if declares(owner, "parts") else [(owner, piece)]
            if len(pieces) == 1 and pieces[0][1] == piece:
                found.append((self._name(pieces[0][0]), piece))
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
        for part in roots:
            self._number(part)
        while len(self.options) < len(self.parts):
            if len(self.parts) > self.budget:
                raise _over_budget(self.budget)
            owner, state = self.parts[len(self.options)]
            self.options.append(self._options(self.games[owner], state))
        self._evaluate()

    def _options(self, game: Game, state: State) -> list[list[int]]:
        options = []
        for move in checked_moves(game, state):
            if move.gain or move.again:
                what = f"a gain of {move.gain}" if move.gain else "a move that keeps the turn"
                raise _refusal(game, state, what, "backward")
            options.append([self._number(part) for part in self.split(game, move.to)])
        payoff = checked_payoff(game, state) if not options else -1
        if payoff != -1:
            raise _refusal(game, state, f"an end that pays {payoff}, not −1", "winloss")
        return options

    def _evaluate(self) -> None:
        """mex, each part after all it leads to."""
        done = len(self.nimbers)
        first, to = [0], []
        for options in self.options:
            to.extend([child for option in options for child in option])
            first.append(len(to))
        order = postorder(first, to)
        if order is None:
            owner, state = self.parts[done]
            raise _refusal(self.games[owner], state, "play that can come back", "retrograde")
        self.nimbers.extend([0] * (len(self.parts) - done))
        for number in order:
            if number >= done:
                self.nimbers[number] = mex(
                    reduce(xor, (self.nimbers[child] for child in option), 0)
                    for option in self.options[number]
                )


def mex(values: Iterable[int]) -> int:
    """The least number from 0 that is not among `values`.

    >>> mex([0, 1, 3])
    2
    """
    seen, least = set(values), 0
    while least in seen:
        least += 1
    return least


def _refusal(game: Game, state: State, what: str, instead: str) -> MethodRefused:
    return MethodRefused(
        what,
        where=f"{type(game).__name__} in state {state!r}",
        rule="nimbers are for impartial last-move games in normal play",
        fix=f'Try method="{instead}"',
    )


def _over_budget(budget: int) -> BudgetExceeded:
    return BudgetExceeded(
        f"more than {budget:,} parts",
        where="nimbers",
        rule="the parts of the game must fit the budget of states",
        fix="Pass a larger one, e.g. solve(game, budget=10**7)",
    )
