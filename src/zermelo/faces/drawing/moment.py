"""What a drawing shows beside the state: who moves, what everyone has, the past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.faces.drawing.guesses import picture_at
from zermelo.faces.drawing.parts import PartKey, changed_parts, closed_boxes
from zermelo.model.exact import Number
from zermelo.model.game import Game, Move, State
from zermelo.model.pictures import Dot, Dots

MOST_REPLAYED = 400  # moves that are looked at for the owners of boxes


class PlayedMove(NamedTuple):
    """A move of the past: where, by whom."""

    state: State
    player: int
    move: Move


class Moment(NamedTuple):
    """A state in the middle of a game; `past` are the moves that led to it, the latest last.

    Players count from whoever moved first in this play, 1 where that is the game's second player.
    """

    player: int = 0
    names: Sequence[str] = ()
    totals: Sequence[Number] = ()
    past: Sequence[PlayedMove] = ()
    first: int = 0

    def side(self, player: int) -> int:
        """Whose men a player of this play has: 0 for those of the game's first player."""
        return (player + self.first) % 2

    def touched(self, game: Game) -> frozenset[PartKey]:
        """The parts that the last move has changed."""
        if not self.past:
            return frozenset()
        last = self.past[-1]
        before = picture_at(game, last.state, self.side(last.player))
        after = picture_at(game, last.move.to, self.side(self.player))
        if before is None or after is None:
            return frozenset()
        return changed_parts(before, last.move.label, after)

    def next_player(self, move: Move) -> int:
        """Who is to move after it, of two."""
        return self.player if move.again else 1 - self.player

    def owners(self, game: Game) -> dict[Dot, int]:
        """Who has closed which box; none where the past is not known."""
        found: dict[Dot, int] = {}
        for state, player, move in self.past[-MOST_REPLAYED:]:
            before, after = picture_at(game, state), picture_at(game, move.to)
            if isinstance(before, Dots) and isinstance(after, Dots):
                for box in closed_boxes(after) - closed_boxes(before):
                    found[box] = player
        return found


NO_MOMENT = Moment()
