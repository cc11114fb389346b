"""Strategies to hold against perfect play: greedy, the colouring of an even row, or your own.

Your own is a function of (state, moves) that returns one of the moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from zermelo.errors import BadInput, IllegalMove, MethodRefused
from zermelo.model.exact import Number
from zermelo.model.frozen import Frozen
from zermelo.model.game import Game, Move, PayoffGame, State, seats
from zermelo.model.numerals import spelled, written
from zermelo.model.shapes import Row
from zermelo.solution.play import Play

Chooser: TypeAlias = Callable[[State, list[Move]], Move]


class Strategy:
    """A named way to choose among the moves of a state."""

    name: str

    def prepare(self, game: Game, start: State, player: int) -> Chooser:
        """The chooser for one seat; refuses games the strategy is not made for."""
        raise NotImplementedError

    def guarantee(self, game: Game, start: State) -> Number | None:  # noqa: ARG002
        """The own total it secures against any play, where a theorem says so."""
        return None


class Greedy(Strategy):
    """Take the largest gain now; the first of equals."""

    name = "greedy"

    def prepare(self, game: Game, start: State, player: int) -> Chooser:  # noqa: ARG002
        """Works in every game."""
        return lambda _, moves: max(moves, key=lambda move: move.gain)


class Colouring(Strategy):
    """In an even row take every coin of the richer colour (even or odd places).

    The ends of an even row differ in colour, so the colour is always on offer to the player who
    moves first; the other player always faces two ends of the other colour. So the whole colour
    is collected, whatever the other does.
    """

    name = "colouring"

    def prepare(self, game: Game, start: State, player: int) -> Chooser:
        """Fix the colour once, from the row at the start."""
        if player != 0:
            raise self._refusal(game, start)
        parity = self._sums(game, start).index(self.guarantee(game, start)) + start[0]

        def choose(state: State, moves: list[Move]) -> Move:
            left, _ = state
            takes_left = (left - parity) % 2 == 0
            return next(move for move in moves if (move.to[0] > left) == takes_left)

        return choose

    def guarantee(self, game: Game, start: State) -> Number:
        """The richer colour's sum."""
        return max(self._sums(game, start))

    def _sums(self, game: Game, start: State) -> tuple[Number, Number]:
        row = game.shape
        if isinstance(row, Row) and (start[1] - start[0]) % 2 == 1:
            coins = row.values[start[0] : start[1] + 1]
            return sum(coins[::2]), sum(coins[1::2])
        raise self._refusal(game, start)

    def _refusal(self, game: Game, start: State) -> MethodRefused:
        return MethodRefused(
            f"{type(game).__name__} from {spelled(start)}",
            where="the colouring strategy",
            rule="it plays a row with two open ends and an even number of coins, moving first",
            fix="Use greedy or a strategy of your own",
        )


class Own(Strategy):
    """A user's function."""

    def __init__(self, chooser: Chooser) -> None:
        self.chooser = chooser
        self.name = getattr(chooser, "__name__", "your strategy")

    def prepare(self, game: Game, start: State, player: int) -> Chooser:  # noqa: ARG002
        """As it is."""
        return self.chooser


Given = str | Strategy | Chooser  # by name, as an object, or as a function of (state, moves)
STRATEGIES: dict[str, Strategy] = {s.name: s for s in (Greedy(), Colouring())}


def as_strategy(given: Given, where: str = "against", more: tuple[str, ...] = ()) -> Strategy:
    """A strategy by name, as an object, or as a function of (state, moves).

    `more` are names that the caller knows besides.
    """
    if isinstance(given, Strategy):
        return given
    if isinstance(given, str) and given in STRATEGIES:
        return STRATEGIES[given]
    if callable(given) and _takes_two(given):
        return Own(given)
    raise BadInput(
        spelled(given),
        where=where,
        rule=f"a strategy is one of {', '.join((*more, *STRATEGIES))}, "
        "or a function of (state, moves)",
        fix="Pass 'greedy', or a function that returns one of the moves",
    )


def _takes_two(function: Callable[..., object]) -> bool:
    """Whether a function can be called with a state and its moves."""
    import inspect  # takes 5 ms to load

    try:
        inspect.signature(function).bind(None, [])
    except TypeError:
        return False
    except ValueError:  # a function of C tells nothing
        return True
    return True


def check_player(game: Game, player: int, where: str) -> None:
    """Refuse a number that is no player's."""
    players = game.players if isinstance(game, PayoffGame) else 2
    if type(player) is not int or player not in range(players):
        raise BadInput(
            spelled(player),
            where=where,
            rule=f"a player is one of 0 … {players - 1}",
            fix="Pass player=0 for the one who moves first",
        )


def chosen(strategy: Strategy, choose: Chooser, state: State, moves: list[Move]) -> Move:
    """The strategy's move, held against the rules."""
    move = choose(state, list(moves))
    if move in moves:
        return move
    raise IllegalMove(
        f"{strategy.name} chose {spelled(move)}",
        where=f"state {spelled(state)}",
        rule=f"the legal moves are {spelled([m.label or m.to for m in moves])}",
        fix="Return one of the moves you were given",
    )


class Match(Frozen):
    """What a strategy got against perfect play, and the line."""

    strategy: str  # its name
    player: int  # whom it played for, from 0
    play: Play  # the line
    result: Number  # the difference in a two-player game, the own total otherwise
    optimal: Number  # what perfect play would have got
    guarantee: Number | None  # the own total that a theorem secures

    @property
    def lost(self) -> Number:
        """What perfect play would have got more."""
        return self.optimal - self.result

    def __str__(self) -> str:
        name = seats(self.play.game, self.play.start)[self.player]
        text = f"{self.strategy} as {name}: {written(self.result)}"
        text += f", perfect play {written(self.optimal)}"
        if self.lost:
            text += f", {written(self.lost)} given away"
        if self.guarantee is not None:
            text += f"; its theorem secures a total of {written(self.guarantee)}"
        return f"{text}\n{self.play}"


class Contest(Frozen):
    """What strategies got against each other, one for each player, and the line."""

    strategies: tuple[str, ...]  # their names, in the order of the players
    play: Play  # the line

    @property
    def totals(self) -> tuple[Number, ...]:
        """Everyone's own total."""
        return self.play.totals

    def __str__(self) -> str:
        names = seats(self.play.game, self.play.start)
        pairs = zip(names, self.strategies, self.totals, strict=True)
        text = ", ".join(f"{name} ({how}) {written(total)}" for name, how, total in pairs)
        return f"{text}\n{self.play}"
