"""`Solution`: every answer about a solved game, from one frozen object."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from zermelo.graph.contract import Value
from zermelo.limits import time_limit
from zermelo.limits.deadline import Deadline
from zermelo.methods.answers import MANY_MOVES, Table
from zermelo.model.exact import Number, whole
from zermelo.model.game import (
    Asked,
    PayoffGame,
    State,
    Tie,
    ValueType,
    checked_mover,
    own_start,
    seats,
)
from zermelo.model.kinds import Kinds
from zermelo.model.numerals import shown, spelled, written
from zermelo.solution import lines
from zermelo.solution.in_bulk import InBulk
from zermelo.solution.play import Play
from zermelo.solution.strategies import Contest, Given, Match
from zermelo.solution.table import HeapEntries, ValueTable, check_view
from zermelo.solution.views import (
    MOVES_IN_A_LINE,
    Headlines,
    answer_or_reason,
    answer_text,
    best_text,
    play_text,
    short_name,
    value_text,
)
from zermelo.solution.without_numpy import arrays_at_hand, machine_code_at_hand

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

    from zermelo._diagnose import Diagnosis
    from zermelo.graph.progress import Callback
    from zermelo.proof import Proof

TIE = "Tie"
FEW_MOVES, FEW_PARTS = 100, 100  # of a state, that are compared whatever it has
STATES_WITH_GUARANTEES = 20_000  # of a game of p players, whose guarantees are printed
LONG_PLAY = 20_000  # coins whose play is not worked out to be printed


class Solution(InBulk, eq=False):
    """The answers for `game` played from `start`.

    Values are seen by the player to move; in games of p players they are everyone's own totals.
    A question that this game or method has no answer to raises `Unavailable` with the reason.
    """

    # -- the start ---------------------------------------------------------------------------

    @property
    def value(self) -> Value:
        """Under best play: the mover's total minus the other's, or everyone's own total."""
        return self.answers.value(self.start)

    @property
    def bounds(self) -> tuple[Value, Value]:
        """Proven bounds on the value; equal when it is known."""
        return self.answers.bounds(self.start)

    @property
    def outcome(self) -> str:
        """'win', 'draw' or 'loss' for the player to move."""
        return self.outcome_of(self.start)

    @property
    def winner(self) -> str:
        """The winner's name by the game's own tie rule, or 'Tie'.

        In a sub-game, where the state alone does not tell who moved first, the players are called
        'player to move' and 'other player', and a tie is a tie.
        """
        if isinstance(self.game, PayoffGame):
            return self._richest()
        mover, other = seats(self.game, self.start, self.mover)
        tie = self.game.tie if self.start == own_start(self.game) else Tie.DRAW
        low, high = self.bounds
        if tie is Tie.FIRST and low >= -self._slack:
            return mover
        if tie is Tie.SECOND and high <= self._slack:
            return other
        tied = {Tie.DRAW: TIE, Tie.FIRST: mover, Tie.SECOND: other}[tie]
        return {"win": mover, "loss": other, "draw": tied}[self.outcome]

    @property
    def answer(self) -> Value | bool | str:
        """What the problem wants to hear (`asks`): a boolean, a total, a name; else the value.

        >>> from zermelo import solve
        >>> from zermelo.games import StoneGameII
        >>> solution = solve(StoneGameII((2, 7, 9, 4, 4)))
        >>> solution.value, solution.answer
        (-6, 10)
        """
        forms: dict[Asked | None, Callable[[], Value | bool | str]] = {
            Asked.TOTAL: lambda: self.scores[0],
            Asked.WIN: lambda: self._winner_number() == 1,
            Asked.WINNER: lambda: self.winner,
            Asked.SIGN: lambda: (0, 1, -1)[self._winner_number()],
            Asked.NUMBER: self._winner_number,
        }
        return forms.get(self.game.asks, lambda: self.value)()

    def _winner_number(self) -> int:
        """1 for the player who moves first, 2 for the other, 0 for a tie."""
        return (TIE, *seats(self.game, self.start, self.mover)).index(self.winner)

    @property
    def scores(self) -> tuple[Number, ...]:
        """The players' raw totals, where every play collects the same total."""
        return self.scores_of(self.start)

    @property
    def remoteness(self) -> int | None:
        """Plies to the end (to the next gain, in scored games) under best play; None for a draw."""
        return self.answers.remoteness(self.start)

    @property
    def nimber(self) -> int:
        """The size of the Nim heap that the start is worth."""
        return self.answers.nimber(self.start)

    @property
    def starts(self) -> Iterable[State]:
        """All states that play begins at, in the order they were given."""
        return (self.start,) if self._starts is None else self._starts

    def at(self, state: State, *, mover: int | None = None) -> Solution:
        """The sub-game from `state`, without solving again.

        `mover` says who moves there where the state does not tell it, 0 for the player who moves at
        the start of the game and 1 for the other. It names the players and changes no value.
        """
        self.answers.bounds(self._position(state))  # raises when the state is not known
        is_same = self._is_whole and self._starts is None and state == self.start
        said = checked_mover(self.game, state, mover)
        return self.but(start=state, _starts=None, _is_whole=is_same, mover=said)

    # -- lines of play -----------------------------------------------------------------------

    def play(self) -> Play:
        """One optimal line: the winner hurries, the loser delays, else the first best move."""
        return lines.best_line(self)

    def order(self) -> np.ndarray:
        """The coins of that line in the order they go, as one array: `solve(Ends(…)).order()`.

        int64 places in the row; pairs (row, place), one a line, in several rows. For games that
        declare a row or rows; linear in the coins for large ones.
        """
        return lines.coin_order(self)

    def plays(self) -> Iterator[Play]:
        """All optimal lines, one by one. A line that comes back to a state ends there.

        A line is told from another by its moves as `moves(state)` yields them, not by its states.
        """
        return lines.all_best_lines(self)

    def count_plays(self) -> int:
        """How many optimal lines there are, exactly, without listing them.

        As many as `plays()` lists: two moves that lead to the same state are two lines, whether
        the last coin of a row is taken from the left or from the right.
        """
        return lines.count_best_lines(self)

    def against(self, strategy: Given, *, player: int = 0) -> Match:
        """What a strategy gets as `player` (0 moves first) when everyone else plays perfectly.

        `strategy` is 'greedy', 'colouring' (even rows), or a function of (state, moves).
        """
        return lines.contest(self, strategy, player)

    def between(self, *strategies: Given) -> Contest:
        """Strategies against each other, one for each player; 'perfect' makes the best moves.

        >>> from zermelo import solve
        >>> from zermelo.games import PlayersRow
        >>> solve(PlayersRow((4, 1, 7, 2, 9, 3))).between("greedy", "perfect", "perfect").totals
        (7, 10, 9)
        """
        return lines.between(self, strategies)

    # -- the table, the proof, the diagnosis ---------------------------------------------------

    def table(self, view: str = "difference") -> ValueTable:
        """Every state's value: 'difference', 'pair' (mover, other) or 'total' (the mover's own)."""
        check_view(view)
        of = {"difference": self.value_of, "pair": self.scores_of, "total": self._own_total}[view]
        heaps = self._heaps
        most = self.limits.budget if self.limits.is_asked else sys.maxsize  # that len() counts
        if heaps is not None and heaps.start <= most:
            of(self.start)  # raises where there are no scores
            return ValueTable(self.game, view, HeapEntries(heaps, of))
        if isinstance(self.answers, Table):
            return ValueTable(self.game, view, self._held_entries(self.answers, view, of))
        entries = self._reach.entries(of)
        kinds = Kinds.of(self.game, entries) if isinstance(entries, dict) else entries
        return ValueTable(self.game, view, kinds)

    def _held_entries(
        self, table: Table, view: str, of: Callable[[State], Value]
    ) -> Mapping[State, Value]:
        """What a table holds; the part of it that this start reaches."""
        graph, first = table.graph, table.number(self.start)
        numbers = None if self._is_whole else graph.reached_from(first)
        of(self.start)  # raises where there are no scores
        entries = graph.entries(of, graph.row(table.columns, view), numbers)
        return Kinds.of(self.game, entries) if isinstance(entries, dict) else entries

    def save(
        self, path: str | Path, *, compress: bool = False, progress: Callback | None = None
    ) -> None:
        """Write the table to a file, which `zermelo.load` opens again: see docs/tables.md.

        A kill, a full disk or a crash leaves no file or a whole one. `compress` makes it smaller,
        and look-ups slower. `progress` is told how much is written, as in `solve`. `Unavailable`
        where the method did without a table.
        """
        with arrays_at_hand("save"):
            from zermelo.solution.saving import Solved, save_table  # loads numpy

        known = self.answers, self.plan, self._starts, self._is_whole
        solved = Solved(self.game, self.start, *known)
        save_table(solved, path, compress=compress, progress=progress)

    def prove(self, *, budget: int | None = None, seconds: float | None = None) -> Proof:
        """Have the independent checker look at every state; raises on the first lie.

        A sum of parts is proved part by part (Sprague and Grundy's theorem does the rest). A proof
        that is not done in `seconds` raises `TimeExceeded`.
        """
        deadline, what = Deadline(time_limit(seconds)), f"the proof of {short_name(self.game)}"
        with machine_code_at_hand(what):
            return deadline.run(lambda: self._prove(budget), what)

    def _prove(self, budget: int | None) -> Proof:
        limit = max(self.limits.budget, 2 * (self.plan.cost.states or 0))
        if budget is not None:
            limit = whole(budget, where="prove(budget)", least=1)
        own = self._own_proof(limit)
        if own is not None:
            return own
        from zermelo.proof import Claim, verify, verify_parts  # takes 3 ms to load

        plies = self.answers.remoteness if self.answers.counts_plies else None
        if self.answers.value_type is ValueType.NIMBER:
            part = self.answers.part_nimber
            return verify_parts(self.game, self.start, part, budget=limit, starts=self.starts)
        claim = Claim(self.answers.value, plies)
        return verify(self.game, self.start, claim, budget=limit, starts=self.starts)

    def _own_proof(self, limit: int) -> Proof | None:
        """By the method's own certificate, of each start; or by the checker of the table."""
        if isinstance(self.answers, Table):
            return self.answers.graph.prove(self.answers.columns, self.start, self._starts or ())
        own = self.answers.prove(self.game, self.start, limit)
        if own is None or self._starts is None:
            return own
        for start in {*self._starts} - {self.start}:
            more = self.answers.prove(self.game, start, limit)
            assert more is not None
            own = own.beside(more)
        return own

    @property
    def diagnosis(self) -> Diagnosis:
        """The facts about the game, each with its evidence."""
        key = ("diagnosis", self.start)
        if key not in self._memory:
            from zermelo._diagnose import examine  # takes 6 ms to load

            self._memory[key] = examine(self.game, self._reach)
        diagnosis: Diagnosis = self._memory[key]
        return diagnosis

    def __repr__(self) -> str:
        value, winner = answer_or_reason(lambda: self.value), answer_or_reason(lambda: self.winner)
        name = short_name(self.game)
        return f"<Solution of {name}: value {shown(value)}, {winner}, by {self.plan.method}>"

    def headlines(self) -> list[tuple[str, str]]:
        """What `print` shows: heads and answers in words."""
        return self._headlines().rows()

    def __str__(self) -> str:
        return self._headlines().text()

    def _repr_html_(self) -> str:
        return self._headlines().html()

    def _play_text(self) -> str:
        """The first moves of the line; as many as are printed are worked out."""
        length = self.answers.length(self.start) or 0
        if length > LONG_PLAY:
            return f"{length:,} moves, too many to print"
        if self.answers.best(self.start) is None and self.has_more_moves_than(self._compared):
            return "there are too many moves to compare here"
        return play_text(lines.best_line(self, most=MOVES_IN_A_LINE + 1))

    def _start_text(self) -> str:
        """What is to be said about several starts, or about another than the game's own."""
        if self._starts is not None:
            return f"{spelled(self.start)}, the first of {self._roots_text} starts"
        if self.is_reached is not False:
            return ""
        return f"{spelled(self.start)}: play from {spelled(self.game.start)} never comes here"

    @property
    def _roots_text(self) -> str:
        graph = self.answers.graph
        return "several" if graph is None else f"{graph.roots:,}"

    def _best_text(self) -> str:
        if self.answers.best(self.start) is not None:
            best = self.first_best_moves(MOVES_IN_A_LINE + 1)
            return best_text(self.game, best[:MOVES_IN_A_LINE]) + ", …" * (
                len(best) > MOVES_IN_A_LINE
            )
        if self.has_more_moves_than(self._compared):
            return f"see best_moves(); there are more than {self._compared:,} moves"
        return best_text(self.game, self.best_moves())

    @property
    def _compared(self) -> int:
        """Moves that are compared for a headline; fewer, where a state has many parts."""
        parts = len(self.start) if isinstance(self.start, tuple) else 1
        return max(FEW_MOVES, MANY_MOVES // max(1, parts // FEW_PARTS))

    @property
    def _path(self) -> str:
        """How the numbers were held, where the method has more ways than one."""
        path = self.answers.path
        return f" ({path})" if path else ""

    def _headlines(self) -> Headlines:
        """Every headline answer in words; the reason where there is none."""
        return Headlines(
            game=self.game,
            answer=answer_text(
                self.game, self.start, answer_or_reason(lambda: self.answer), self.mover
            ),
            value=value_text(self.game, self.bounds, answer_or_reason(lambda: self.outcome)),
            winner=str(answer_or_reason(lambda: self.winner)),
            scores=answer_or_reason(lambda: " – ".join(map(written, self.scores))),
            forced=self._forced_text(),
            ties=self._ties_text(),
            plies=answer_or_reason(lambda: self.remoteness) if self.answers.counts_plies else ...,
            nimber=answer_or_reason(lambda: self.nimber) if self.answers.knows_nimbers else ...,
            best=answer_or_reason(self._best_text),
            play=answer_or_reason(self._play_text),
            method=f"{self.plan.title}: {self.plan.reason}{self._path}",
            start=self._start_text(),
        )

    @property
    def _many(self) -> bool:
        """Whether there are p players, and few enough states to say more than their totals."""
        states = self.plan.cost.states
        return (
            isinstance(self.game, PayoffGame)
            and states is not None
            and states <= STATES_WITH_GUARANTEES
        )

    def _forced_text(self) -> str:
        """What everyone can force, where that is not the value itself."""
        if not self._many:
            return ""
        forced = [self.guarantee(player) for player, _ in enumerate(self.value)]
        pairs = zip(seats(self.game, self.start, self.mover), map(written, forced), strict=True)
        return f"{', '.join(f'{name} {n}' for name, n in pairs)}, against all others together"

    def _ties_text(self) -> str:
        """The other vectors, where a tie-break decided."""
        others = answer_or_reason(self.equilibria) if self._many else []
        if isinstance(others, str):
            return f"decided in many ways: {others.removeprefix('none: ')}"
        if len(others) < 2:
            return ""
        text = ", ".join(map(written, others[1:]))
        return f"decided, the first of equal moves was taken; other choices give {text}"

    def _richest(self) -> str:
        top, names = self._top(self.start), seats(self.game, self.start, self.mover)
        favoured = {Tie.DRAW: None, Tie.FIRST: 0, Tie.SECOND: 1}[self.game.tie]
        if len(top) == 1:
            return names[top[0]]
        return names[favoured] if favoured is not None and favoured in top else TIE
