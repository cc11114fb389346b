"""`Walk`: a game in progress by its rules alone, for games that nobody has solved yet.

It plays any legal move and knows no value, so it begins at once, whatever the size of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.faces.session import (
    NO_MOVES,
    OFTEN,
    REPETITION,
    NamedMove,
    found_move,
    one_line_name,
    totals_after,
    typed_keys,
)
from zermelo.graph.rules import moves_of
from zermelo.model.exact import Number
from zermelo.model.game import Game, PayoffGame, State, first_mover, seats
from zermelo.model.numerals import AnySize, shown
from zermelo.solution.play import Recorder, Step


@dataclass(frozen=True)
class WalkTurn(AnySize):
    """A move that was played."""

    number: int
    name: str
    step: Step


class Walk:
    """The position after some moves, everyone's totals, and the legal moves there.

    >>> from zermelo.games import ConnectFour
    >>> walk = Walk(ConnectFour(), ConnectFour().start)
    >>> walk.choose("4").name, walk.names[walk.player]
    ('4', 'O')
    """

    def __init__(self, game: Game, start: State, mover: int | None = None) -> None:
        self.game = game
        self.first = first_mover(game, start, mover)
        self.names = seats(game, start, mover)
        self._record = Recorder(game, start)
        self.turns: list[WalkTurn] = []
        self._known: list[NamedMove] | None = None

    @property
    def state(self) -> State:
        """The position."""
        return self._record.state

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self._record.player

    @property
    def choices(self) -> list[NamedMove]:
        """Every legal move; none when the game is over."""
        if self._known is None:
            self._known = [] if self._comes_back else self._choices()
        return self._known

    def _choices(self) -> list[NamedMove]:
        moves = moves_of(self.game, self.state)
        names = [one_line_name(self.game, move) for move in moves]
        return list(map(NamedMove, typed_keys(names), names, moves))

    @property
    def _comes_back(self) -> bool:
        """Whether this position stood before as often as it may."""
        now = (self.state, self.player)
        past = [(turn.step.state, turn.step.player) for turn in self.turns]
        return past.count(now) >= OFTEN - 1

    @property
    def ending(self) -> str | None:
        """Why the game is over; None while it is not."""
        if self._comes_back:
            return REPETITION
        return None if self.choices else NO_MOVES

    @property
    def totals(self) -> tuple[Number, ...]:
        """What everyone has, the payoff of the end included."""
        return totals_after(self._record, self.ending)

    @property
    def totals_so_far(self) -> tuple[Number, ...]:
        """What everyone has by the moves alone, for which no rules are asked."""
        return self._record.totals

    @property
    def result(self) -> str:
        """How the game has ended, in words; "" while it goes on."""
        if self.ending is None:
            return ""
        totals = self.totals
        top = [player for player, total in enumerate(totals) if total == max(totals)]
        words = f"{self.names[top[0]]} wins" if len(top) == 1 else "a draw"
        scored = isinstance(self.game, PayoffGame) or max(map(abs, totals)) > 1
        return f"{words}, {' – '.join(map(shown, totals))}" if scored else words

    def choose(self, text: str) -> WalkTurn:
        """Play a move: its number, its name, or a beginning that fits no other name."""
        chosen = found_move(self.choices, text)
        self._record.push(chosen.move)
        self._known = None
        turn = WalkTurn(len(self.turns) + 1, chosen.name, self._record.steps[-1])
        self.turns.append(turn)
        return turn
