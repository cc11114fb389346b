"""New games from old ones: a sum, the misère form, and players who count their own totals.

`Sum(g, h, …)`: on each turn the mover picks one component and moves there, whoever moved there
last: a component whose states say whose turn it is (tic-tac-toe's X and O) means something else in
a sum, where one player may move in it twice running. Normal-play components
that are impartial add by XOR of nimbers (Sprague 1935, Grundy 1939); every other sum is played on
the product of the components' states. There is no such short cut for scores: the rows (1) and
(1, 2) are both worth 1, yet beside the row (1) they give 0 and 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

from zermelo.errors import BadInput
from zermelo.model.exact import Number
from zermelo.model.game import (
    Game,
    LastMoverLoses,
    LastMoverWins,
    Move,
    PayoffGame,
    State,
    declares,
    state_text,
)
from zermelo.model.numerals import shown, spelled
from zermelo.model.shapes import TurnedRound

if TYPE_CHECKING:
    from zermelo.model.pictures import Picture


class Sum(Game):
    """Several games at once: move in any one of them; play ends when all have ended.

    On each turn the mover picks a component and moves there, whoever moved there last. So every
    component must offer the same moves to both players, and its states must not hold whose turn
    it is: written with (board, player), from the mover's seat as (mine, theirs), or as a board that
    every move turns round, or with rules that count the stones to know who is to move, a component
    would give the second of two moves running to the wrong side, and the sum would be another game
    (Domineering on 2×2 and 2×1 is won, such a Sum says lost). `solve` warns where it sees that, and
    `diagnose` says it; a turned board may look like any other state, and so may one whose stones
    are counted: of these `diagnose` says that it is not known whether they are impartial. Write
    such a game, with the turn outside the boards, as one class. `holds_turn`, an attribute of a
    component, says True or False where its author knows.

    >>> from zermelo import Sum, solve
    >>> from zermelo.games import Ends, Nim
    >>> solve(Sum(Nim((3,)), Nim((5,)))).nimber
    6
    >>> solve(Sum(Ends((1,)), Ends((1, 2)))).value
    2
    """

    def __init__(self, *games: Game) -> None:
        if not games or not all(isinstance(game, Game) for game in games):
            raise BadInput(
                f"{spelled(games)}",
                where="Sum",
                rule="a sum is made of one or more games",
                fix="Pass games, such as Sum(Nim((3,)), Nim((5,)))",
            )
        self.games = games
        self.ending = _common_ending(games)
        self.takes_gains = not self.ending
        if len({(game.names, game.tie) for game in games}) == 1:
            self.names, self.tie = games[0].names, games[0].tie
        tolerances = [game.tolerance for game in games if game.tolerance is not None]
        self.tolerance = max(tolerances, default=None)

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(spelled, self.games))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.games == other.games

    def __hash__(self) -> int:
        return hash(self.games)

    @property
    def start(self) -> tuple[State, ...]:
        """The components' starts, side by side."""
        return tuple(game.start for game in self.games)

    def moves(self, state: tuple[State, ...]) -> Iterator[Move]:
        """Every move of every component."""
        for place, (game, part) in enumerate(zip(self.games, state, strict=True)):
            for move in game.moves(part):
                to = (*state[:place], move.to, *state[place + 1 :])
                name = move.label if move.label is not None else state_text(game, move.to)
                yield Move(to, move.gain, move.again, f"{place + 1}: {shown(name)}")

    def payoff(self, state: tuple[State, ...]) -> Number:  # noqa: ARG002
        """As in the components: a point lost, a point won, or nothing."""
        return self.ending

    def parts(self, state: tuple[State, ...]) -> Iterable[tuple[Game, State]]:
        """One part for each component."""
        return zip(self.games, state, strict=True)

    def impossible(self, state: tuple[State, ...]) -> str | None:
        """What is wrong with a component's state."""
        if not isinstance(state, tuple) or len(state) != len(self.games):
            return f"it is a tuple with a state for each of the {len(self.games)} games"
        pairs = zip(self.games, state, strict=True)
        return next(filter(None, (game.impossible(part) for game, part in pairs)), None)

    def bounds(self, state: tuple[State, ...]) -> tuple[Number, Number]:
        """A win or a loss for last-move games. Bounds of scored parts do not bound their sum.

        A part that is worth 10 to its mover may be worth 10 to either player once the turn can be
        passed elsewhere.
        """
        return (-1, 1) if self.ending else super().bounds(state)

    def show(self, state: tuple[State, ...]) -> str:
        """The components' states, side by side."""
        texts = (state_text(game, part) for game, part in zip(self.games, state, strict=True))
        return " + ".join(texts)

    def smaller(self) -> Iterator[Game]:
        """The same sum with one component left out."""
        for place in range(len(self.games) if len(self.games) > 1 else 0):
            yield Sum(*self.games[:place], *self.games[place + 1 :])


def _common_ending(games: tuple[Game, ...]) -> int:
    """The payoff that ends the sum, or an error when the components end in different ways."""
    kinds = ", ".join(type(game).__name__ for game in games)
    if any(isinstance(game, PayoffGame) for game in games):
        raise BadInput(
            f"among the components {kinds} are players who count their own totals",
            where="Sum",
            rule="a sum is played by two players with opposed aims",
            fix="Write the combined game as one PayoffGame",
        )
    endings = {ending_of(game) for game in games}
    if len(endings) == 1 and None not in endings:
        return endings.pop() or 0
    raise BadInput(
        f"components {kinds} do not end alike",
        where="Sum",
        rule="all components are LastMoverWins, or all LastMoverLoses, or all scored without "
        "a terminal payoff (whose it would be is not clear in a sum)",
        fix="Give every component the same ending, or write the combined game as one class",
    )


def ending_of(game: Game | type[Game]) -> int | None:
    """What the end of a last-move game pays to whoever cannot move: −1 or 1; else 0 or None."""
    if isinstance(game, Sum | Misere):
        return game.ending
    if not declares(game, "payoff"):
        return 0
    payoff: object = getattr(game.payoff, "__func__", game.payoff)
    endings: dict[object, int] = {LastMoverWins.payoff: -1, LastMoverLoses.payoff: 1}
    return endings.get(payoff)


class Misere(Game):
    """A last-move game with its ending turned round: whoever made the last move loses, or wins.

    Nimbers and their sums say nothing about it: all its states are solved together, but for Nim and
    the divisor heap, whose misère forms are known in closed form.

    >>> from zermelo import Misere, solve
    >>> from zermelo.games import Nim
    >>> solve(Nim((1, 1))).outcome, solve(Misere(Nim((1, 1)))).outcome
    ('loss', 'win')
    """

    takes_gains = False

    def __init__(self, game: Game) -> None:
        ending = ending_of(game) if isinstance(game, Game) else None
        if not ending:
            raise BadInput(
                spelled(game),
                where="Misere",
                rule="only a last-move game has a misère form: LastMoverWins or LastMoverLoses",
                fix="Pass one, e.g. Misere(Nim((3, 4))), or turn payoff(state) round yourself",
            )
        self.game = game
        self.ending = -ending
        self.names = game.names
        self.holds_turn = game.holds_turn
        self.asks = game.asks

    def __repr__(self) -> str:
        return f"Misere({spelled(self.game)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Misere) and self.game == other.game

    def __hash__(self) -> int:
        return hash(("misere", self.game))

    @property
    def start(self) -> State:
        """The game's own."""
        return self.game.start

    @property
    def starts(self) -> object:
        """The game's own."""
        return self.game.starts

    @property
    def shape(self) -> object:
        """The game's own states and moves: a theorem about them is one about its own ending."""
        return None if self.game.shape is None else TurnedRound.of(self.game.shape)

    @property
    def states_at_least(self) -> object:
        """The game's own: it ends where it ended."""
        return self.game.states_at_least

    def moves(self, state: State) -> Iterable[Move]:
        """The game's own."""
        return self.game.moves(state)

    def payoff(self, state: State) -> int:  # noqa: ARG002
        """Whoever cannot move has won, where that was lost, and lost, where it was won."""
        return self.ending

    def mirror(self, state: State) -> State:
        """The game's own."""
        return self.game.mirror(state)

    def reflected(self) -> Game | None:
        """The misère form of the game's own."""
        other = self.game.reflected()
        return None if other is None else Misere(other)

    def impossible(self, state: State) -> str | None:
        """What is wrong with the game's own state."""
        return self.game.impossible(state)

    def bounds(self, state: State) -> tuple[Number, Number]:  # noqa: ARG002
        """A win or a loss, or a draw where play can come back."""
        return -1, 1

    @property
    def told(self) -> str:
        """What is turned round."""
        last = "loses" if self.ending > 0 else "wins"
        return f"Here it is turned round: whoever moves last {last}."

    def show(self, state: State) -> str:
        """The game's own text."""
        return state_text(self.game, state)

    def picture(self, state: State) -> Picture | None:
        """The game's own."""
        return self.game.picture(state)

    def read(self, text: str) -> State:
        """The game's own."""
        return self.game.read(text)

    def mover(self, state: State) -> int | None:
        """As in the game."""
        return self.game.mover(state)

    def smaller(self) -> Iterator[Game]:
        """The misère forms of the game's own smaller instances."""
        return map(Misere, self.game.smaller())


def core_of(game: Game) -> Game:
    """The game itself; of one that is turned round, the one that was."""
    return game.game if isinstance(game, Misere) else game


def turned_like(game: Game, core: Game) -> Game:
    """Another core, turned round where the game is."""
    return Misere(core) if isinstance(game, Misere) else core


def misere_form(game: Game) -> Game:
    """The game with its field `misere` set, or its ending turned round.

    >>> from zermelo.games import Nim, TicTacToe
    >>> misere_form(Nim((1, 2))), misere_form(TicTacToe()).misere
    (Misere(Nim(heaps=(1, 2))), True)
    """
    if is_dataclass(game) and "misere" in {field.name for field in fields(game)}:
        return replace(game, misere=True)
    return Misere(game)


class OwnTotals(PayoffGame):
    """A two-player game in which each player maximises their own total, not the difference.

    The same thing when the total is conserved; another game when moves create or destroy value.
    States are (state, player to move).
    """

    def __init__(self, game: Game) -> None:
        if not isinstance(game, Game) or isinstance(game, PayoffGame):
            raise BadInput(
                spelled(game),
                where="OwnTotals",
                rule="it takes a two-player Game, whose players it lets count their own totals",
                fix="Pass a Game; a PayoffGame already counts own totals",
            )
        self.game = game
        self.takes_gains = game.takes_gains
        self.names = game.names
        self.tie = game.tie
        self.tolerance = game.tolerance

    def __repr__(self) -> str:
        return f"OwnTotals({spelled(self.game)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnTotals) and self.game == other.game

    def __hash__(self) -> int:
        return hash(("own totals", self.game))

    @property
    def start(self) -> tuple[State, int]:
        """The first player to move at the game's own start."""
        return self.game.start, 0

    def turn(self, state: tuple[State, int]) -> int:
        """The player that the state names."""
        return state[1]

    def moves(self, state: tuple[State, int]) -> Iterator[Move]:
        """The game's own moves; the turn passes unless the mover moves again."""
        position, player = state
        for move in self.game.moves(position):
            to = (move.to, player if move.again else 1 - player)
            yield Move(to, gain=move.gain, label=move.label)

    def payoff(self, state: tuple[State, int]) -> tuple[Number, ...]:
        """The terminal payoff goes to the player to move."""
        position, player = state
        mine = self.game.payoff(position)
        return (mine, 0) if player == 0 else (0, mine)

    def impossible(self, state: tuple[State, int]) -> str | None:
        """What is wrong with the game's own state, or with the player."""
        if not isinstance(state, tuple) or len(state) != 2 or state[1] not in (0, 1):
            return "it is a state of the game and the player to move, 0 or 1"
        return self.game.impossible(state[0])

    def show(self, state: tuple[State, int]) -> str:
        """The game's own picture, and who is to move."""
        return f"{state_text(self.game, state[0])}, player {state[1] + 1} to move"
