"""`Play`: one line of play with the running totals."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from zermelo.errors import Unavailable
from zermelo.graph.rules import payoff_of
from zermelo.model.exact import Number, exact, signed
from zermelo.model.frozen import Frozen
from zermelo.model.game import Game, Move, PayoffGame, State, seats, state_text
from zermelo.model.numerals import how_many, shown, spelled, written
from zermelo.solution.lazy import Lazy, each

MOVES_IN_REPR = 12  # written by repr
MOST_PLAY_LINES = 200  # of a play that is printed whole; of a longer one its beginning and its end
FIRST_LINES, LAST_LINES = 40, 10


class Step(NamedTuple):
    """One move of a play: who moved where, and the totals after it."""

    state: State  # before the move
    player: int  # who moves, from 0
    move: Move  # that is made
    totals: tuple[Number, ...]  # of all players after it


class Play(Frozen):
    """A line of play from `start`; `repeats` when it came back to a state and goes on for ever.

    Steps, moves and labels are tuples, or, of a long play of coins, sequences that make an item
    when it is looked at.
    """

    game: Game  # that is played
    start: State  # where it begins
    steps: Sequence[Step]  # one for each move
    end: State  # the last state
    totals: tuple[Number, ...]  # of all players at the end
    repeats: bool  # whether it goes on for ever

    @property
    def moves(self) -> Sequence[Move]:
        """The moves alone."""
        return each(attrgetter("move"), self.steps)

    @property
    def labels(self) -> Sequence[str]:
        """The moves as a person reads them."""
        return each(self._label, self.steps)

    def _label(self, step: Step) -> str:
        return move_name(self.game, step.move)

    @property
    def difference(self) -> Number:
        """The first player's total minus the second's."""
        if len(self.totals) != 2:
            raise Unavailable(
                f"{len(self.totals)} players",
                where="Play.difference",
                rule="a difference is between two totals",
                fix="Read `totals`",
            )
        return self.totals[0] - self.totals[1]

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        names = ", ".join(self.labels[:MOVES_IN_REPR]) + (
            ", …" if len(self) > MOVES_IN_REPR else ""
        )
        end = "and so on for ever" if self.repeats else f"totals {spelled(self.totals)}"
        return f"<Play of {how_many(len(self), 'move')}: {names}; {end}>"

    def __str__(self) -> str:
        cut = len(self) > MOST_PLAY_LINES
        head = self.steps[:FIRST_LINES] if cut else self.steps
        tail = self.steps[-LAST_LINES:] if cut else ()
        rows = [self._row(step) for step in (*head, *tail)]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        numbers = (*range(1, len(head) + 1), *range(len(self) - len(tail) + 1, len(self) + 1))
        lines = [
            f"{n:>3}. {who:<{wide[0]}}  {what:<{wide[1]}}  {gain:>{wide[2]}}  {totals}".rstrip()
            for n, (who, what, gain, totals) in zip(numbers, rows, strict=True)
        ]
        if cut:
            lines.insert(len(head), f"     … {len(self) - len(rows):,} moves between …")
        return "\n".join([*lines, self._ending()])

    def _row(self, step: Step) -> tuple[str, str, str, str]:
        names = seats(self.game, self.start)
        return (names[step.player], self._label(step), *_score(step))

    def _ending(self) -> str:
        end = state_text(self.game, self.end)
        end = f"\n{end}" if "\n" in end else f" {end}"  # a board starts on its own line
        if self.repeats:
            return f"and so on for ever, this has come back:{end}"
        return f"{self._result()}:{end}"

    def _result(self) -> str:
        """Totals where something was scored, else who has won."""
        lazy = isinstance(self.steps, Lazy)  # a long play of coins, which are scored
        if lazy or not set(self.totals) <= {-1, 0, 1} or any(s.move.gain for s in self.steps):
            return f"totals {' – '.join(map(written, self.totals))}"
        best = [player for player, total in enumerate(self.totals) if total == max(self.totals)]
        names = seats(self.game, self.start)
        return f"{names[best[0]]} wins" if len(best) == 1 else "a draw"


def _score(step: Step) -> tuple[str, str]:
    """The gain and the totals after it; nothing while no one has scored."""
    if not any(step.totals) and not step.move.gain:
        return "", ""
    return signed(step.move.gain), " – ".join(map(written, step.totals))


def move_name(game: Game, move: Move) -> str:
    """The move's label, or the state it leads to."""
    return shown(move.label) if move.label is not None else state_text(game, move.to)


class Recorder:
    """Builds a play move by move."""

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.start = self.state = start
        players = game.players if isinstance(game, PayoffGame) else 2
        self.totals: tuple[Number, ...] = (0,) * players
        self.player = game.turn(start) if isinstance(game, PayoffGame) else 0
        self.steps: list[Step] = []

    def push(self, move: Move) -> None:
        """Make a move."""
        before = self.totals
        self.totals = _add(before, self.player, move.gain)
        self.steps.append(Step(self.state, self.player, move, self.totals))
        self.state = move.to
        if isinstance(self.game, PayoffGame):
            self.player = self.game.turn(self.state)
        elif not move.again:
            self.player = 1 - self.player

    def pop(self) -> None:
        """Take the last move back."""
        step = self.steps.pop()
        self.state, self.player = step.state, step.player
        zeros: tuple[Number, ...] = (0,) * len(self.totals)
        self.totals = self.steps[-1].totals if self.steps else zeros

    def stop(self) -> Play:
        """The play so far, which goes on."""
        return Play(self.game, self.start, tuple(self.steps), self.state, self.totals, False)

    def finish(self, *, repeats: bool) -> Play:
        """The play so far, with the payoff of its end added when it has ended."""
        totals = self.totals
        if not repeats:
            payoff = payoff_of(self.game, self.state)
            if isinstance(self.game, PayoffGame):
                totals = tuple(exact(a + b) for a, b in zip(totals, payoff, strict=True))
            else:
                totals = _add(totals, self.player, payoff)
        return Play(self.game, self.start, tuple(self.steps), self.state, totals, repeats)


def _add(totals: tuple[Number, ...], player: int, gain: Number) -> tuple[Number, ...]:
    return (*totals[:player], exact(totals[player] + gain), *totals[player + 1 :])
