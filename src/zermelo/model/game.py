"""The vocabulary: `Game`, `Move`, the last-move games and the games for p players.

A finite game is a start, and for each state its moves. Seen by the player to move,

    D(S) = max over moves [ g + s·D(S') ],        D(terminal) = payoff(S),

with g the move's gain, s = −1 when the turn passes and s = +1 when the same player moves again.
A state is any hashable value; a state without moves is terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import repeat
from os.path import basename
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeAlias, TypeVar

if TYPE_CHECKING:
    from random import Random

    from zermelo.model.pictures import Picture

from zermelo.errors import BadInput, BadMove, RulesError, ZermeloError
from zermelo.model.exact import Number as Number  # a word of the vocabulary
from zermelo.model.numerals import error_text, shown, spelled

State: TypeAlias = Any  # any hashable value, None included
DeclaredShape: TypeAlias = Any  # of model.shapes, or of a user's own that has some of their parts
G = TypeVar("G", bound="Game")


class Unset(Enum):
    """What stands for "not given" where every value could be a state."""

    UNSET = "not given"

    def __repr__(self) -> str:
        return "the game's own"


UNSET = Unset.UNSET


class Move(NamedTuple):
    """One legal move: the state it leads to, what the mover gains, and who moves next.

    >>> Move("b", gain=3)
    Move(to='b', gain=3, again=False, label=None)
    """

    to: State  # the state that it leads to
    gain: Number = 0  # what the mover collects
    again: bool = False  # whether the same player moves again
    label: str | None = None  # how a person calls it

    def __repr__(self) -> str:
        fields = (f"{name}={spelled(part)}" for name, part in self._asdict().items())
        return f"Move({', '.join(fields)})"


class Tie(Enum):
    """What a difference of zero means in the problem's own words."""

    DRAW = "a tie is a tie"
    FIRST = "a tie counts as a win for the player who moves first"
    SECOND = "a tie counts as a win for the player who moves second"


class Asked(Enum):
    """What a problem wants to hear; each is said of the player who moves first."""

    DIFFERENCE = "the difference"
    TOTAL = "the total of {}"
    SCORE = "the score of {}, who plays alone"
    WIN = "does {} win?"
    WINNER = "who wins?"
    SIGN = "1 when {} wins, −1 when {} loses, else 0"
    NUMBER = "the number of the winner, 0 for a draw"


class ValueType(Enum):
    """What is computed for a state."""

    DIFFERENCE = "difference: the mover's total minus the other's"
    OUTCOME = "outcome: win, draw or loss for the mover, with remoteness"
    NIMBER = "nimber: the size of the Nim heap the state is worth"
    VECTOR = "vector: every player's own total"

    @property
    def is_scored(self) -> bool:
        """Whether values are totals; else they are a win, a draw or a loss."""
        return self in (ValueType.DIFFERENCE, ValueType.VECTOR)


class Game:
    """A two-player zero-sum game: the one with the larger total wins.

    Write `start` and `moves`; the rest has defaults. `payoff(state)` is what the player to move
    collects at a terminal state (nothing by default).

    >>> from zermelo import solve
    >>> class Race(Game):
    ...     start = 3
    ...     def moves(self, state):
    ...         for step in (1, 2):
    ...             if step <= state:
    ...                 yield Move(state - step, gain=step)
    >>> solve(Race()).value
    1
    """

    names: tuple[str, ...] = ("first player", "second player")  # how the players are called
    tie: Tie = Tie.DRAW  # what a difference of 0 means
    asks: Asked | None = None
    """What the problem wants to hear (`solution.answer`); None where that is the value."""
    tolerance: float | None = None
    """None for exact numbers; a float to accept floats and treat that much as equal."""
    takes_gains: bool = True
    """Whether a move may have a gain; in a last-move game none has."""
    holds_turn: bool | None = None
    """Whether the states say whose turn it is, which a `Sum` cannot do with; None if unsaid."""

    if TYPE_CHECKING:
        # Of any type, so that a class may have an attribute, a dataclass field or a property here;
        # declared for type checkers alone, because a value would become the field's default.
        start: State
        """The state where play begins."""
        starts: Any
        """All states where play may begin, where there are several: a method that yields them, or
        an iterable. Answers are about the first; a `start` besides is none of them."""
        space: Any
        """Declared bounds of the states, see `zermelo.model.shapes`."""
        shape: DeclaredShape
        """The declared family, see `zermelo.model.shapes`: a fast method recognises it."""
        states_at_least: Any
        """How many states play reaches from the start at least, as far as that is known: what
        cannot fit is refused without a look. None where nobody knows."""

    else:
        starts = None
        space = None
        shape = None
        states_at_least = None

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        annotated = any("start" in vars(kind).get("__annotations__", {}) for kind in cls.__mro__)
        if cls.starts is not None and not annotated and not hasattr(cls, "start"):
            cls.start = FirstStart()

    def moves(self, state: State, /) -> Iterable[Move | State]:
        """Yield every legal `Move` from `state`; none at a terminal.

        In last-move games the next states themselves will do.

        Each is a move of its own, also where two lead to the same state with the same gain: they
        are listed twice among the best moves, and make two plays of one.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say its moves(state)")

    def payoff(self, state: State, /) -> Number:  # noqa: ARG002 - a default for every state
        """What the player to move collects at the terminal `state`."""
        return 0

    def show(self, state: State, /) -> str:
        """The state as a person wants to read it."""
        return shown(state)

    def read(self, text: str) -> State:
        """The state that a text means: the way back from `show`, for positions set up by hand.

        `ValueError` says what is wrong with the text. By default no text is read: then a position
        is written as Python or JSON writes it, or as a small game prints it.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say what {spelled(text)} means")

    def picture(self, state: State, /) -> Picture | None:  # noqa: ARG002
        """How the state is drawn, in the words of `zermelo.model.pictures`.

        None by default: then the shape, the type of the state or the text of `show` say it.
        """
        return None

    def mirror(self, state: State, /) -> State:
        """A state of equal value by symmetry; by default the state itself."""
        return state

    def reflected(self) -> Game | None:
        """An instance of equal value: a row read backwards, a board turned over; None if unsaid.

        `check(game)` solves it too, and so finds a right move that pays the left coin.
        """
        return None

    def canonical(self, state: State, /) -> State:
        """One state for all that are equal by symmetry; by default every state is itself.

        Tables, searches and proofs hold that one state of each kind, whatever the engine; any
        state may be asked about, and moves and plays are those of the states themselves.
        `check(game)` compares it with the game without it.
        """
        return state

    def layer(self, state: State, /) -> int:  # noqa: ARG002
        """A number that never rises along a move, or never falls; by default one for all states.

        Stones on the board, material, squares filled: a large game is solved layer by layer, and
        only one layer is held with its moves. Every move is checked.
        """
        return 0

    def parts(self, state: State, /) -> Iterable[tuple[Game, State]]:
        """Independent parts whose sum the state is; by default one part, the whole."""
        return ((self, state),)

    def mover(self, state: State, /) -> int | None:  # noqa: ARG002
        """Who moves where the state tells it: 0 for the player who moves at the start, else 1.

        None by default, where a state is seen by its mover whoever that is. It names the players
        of a position that was set up by hand, and changes no value.
        """
        return None

    def impossible(self, state: State, /) -> str | None:  # noqa: ARG002
        """Why `state` is no position of this game; None when it is one, or nobody can tell.

        Play need not reach it. What is impossible is refused wherever a state is given.
        """
        return None

    def bounds(self, state: State, /) -> tuple[Number, Number]:  # noqa: ARG002
        """Numbers that D(state) certainly lies between, for searches that stop early."""
        return float("-inf"), float("inf")

    def smaller(self) -> Iterable[Game]:
        """Smaller instances of the same rules; none by default (dataclass fields are tried)."""
        return ()

    @classmethod
    def random(cls, rng: Random) -> Game | None:  # noqa: ARG003 - a default for every class
        """A random instance, for `check(cls, trials=2000)`; None to have the fields drawn.

        A class whose fields hang together says here how: `rng` is a `random.Random`, and the
        same one gives the same instance. What the class refuses is drawn again.
        """
        return None

    @classmethod
    def from_function(
        cls, moves: Callable[[State], Iterable[Move | State]], *, start: State, **hooks: object
    ) -> Self:
        """Make a game of one function from a state to its moves, or to the states they reach.

        >>> from zermelo import solve
        >>> take = LastMoverWins.from_function(
        ...     lambda heap: [heap - k for k in (1, 2, 3) if k <= heap], start=20)
        >>> solve(take).winner
        'second player'
        """
        unknown = [hook for hook in hooks if not hasattr(cls, hook) or hook.startswith("_")]
        if unknown or not callable(moves):
            raise BadInput(
                f"{', '.join(unknown)}" if unknown else f"moves is {spelled(moves)}",
                where=f"{cls.__name__}.from_function",
                rule="it takes a function of a state, a start, and hooks such as payoff or show",
                fix="See the methods of Game for the hooks",
            )
        game = _named(cls, _name_of(moves))
        vars(game).update(hooks, start=start, moves=Spelled(moves, game))
        return game

    @classmethod
    def from_edges(
        cls,
        edges: Mapping[State, Iterable[Move | State]],
        *,
        start: State,
        payoff: Mapping[State, Number | Sequence[Number]] | None = None,
        **hooks: object,
    ) -> Self:
        """Make a game of a table: state → next states, or state → {next state: gain}.

        A state that is not a key is terminal.

        >>> from zermelo import solve
        >>> solve(Game.from_edges({"a": {"b": 5, "c": 2}, "b": {"c": 4}}, start="a")).value
        2
        """
        if payoff is not None:
            hooks["payoff"] = Payoffs(payoff, cls().payoff)
        return cls.from_function(Edges(edges), start=start, **hooks)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class FirstStart:
    """The `start` of a class that has none but its `starts`: the first of them."""

    def __get__(self, game: Game | None, kind: type[Game]) -> State:
        if game is None:
            return self
        for state in game.starts() if callable(game.starts) else game.starts:
            return state
        raise RulesError(
            "no state",
            where=f"{kind.__name__}.starts",
            rule="play begins somewhere",
            fix="Give one state at least",
        )


def _named(base: type[G], name: str) -> G:
    """A game of a class of its own, so that every message calls it by its name."""

    def reduced(game: Game) -> tuple[object, ...]:  # pickle finds no class that was made here
        return _named, (base, name), vars(game)

    made: type[G] = type(name, (base,), {"__reduce__": reduced, "__doc__": base.__doc__})
    return made()


def _name_of(moves: Callable[..., object]) -> str:
    """What a function is called by whoever wrote it; a lambda by its place."""
    name = getattr(moves, "__name__", None) or str(moves)
    code = getattr(moves, "__code__", None)
    if name != "<lambda>" or code is None:
        return name
    return f"the lambda in line {code.co_firstlineno} of {basename(code.co_filename)}"


class Edges:
    """A table of moves as a function: state → next states, or {next state: gain}."""

    def __init__(self, edges: Mapping[State, Iterable[Move | State]]) -> None:
        self.edges = edges

    def __call__(self, state: State) -> Iterable[Move | State]:
        """The row of a state; empty where there is none."""
        row = self.edges.get(state, ())
        if isinstance(row, Mapping):
            return [Move(to, gain=gain) for to, gain in row.items()]
        return row

    def __str__(self) -> str:
        return f"the table of {len(self.edges)} states"


class Payoffs:
    """A table of payoffs as a function, with another for the states that it does not have."""

    def __init__(self, table: Mapping[State, Number], otherwise: Callable[[State], Number]) -> None:
        self.table = table
        self.otherwise = otherwise

    def __call__(self, state: State) -> Number:
        """What a terminal state pays."""
        return self.table[state] if state in self.table else self.otherwise(state)


class Spelled:
    """A user's function whose bare states are spelled out as moves of the game that it serves."""

    def __init__(self, function: Callable[[State], Iterable[Move | State]], game: Game) -> None:
        self.function = function
        self.game = game

    def __call__(self, state: State) -> Iterator[Move]:
        """The moves of a state."""
        return map(self._move, self.function(state), repeat(state))

    def unlabelled(self, state: State) -> Iterator[Move]:
        """The same, where nobody reads what moves are called: labels take longer than moves."""
        for given in self.function(state):
            yield given if isinstance(given, Move) else Move(given)

    def _move(self, given: Move | State, state: State) -> Move:
        if not isinstance(given, Move):
            return Move(given, label=shown(given))
        if given.gain and not self.game.takes_gains:
            raise gain_refused(self.game, state, given.gain)
        return given


class Unbound(Protocol):
    """A function as a class holds it: bound to whoever asks for it."""

    def __get__(
        self, game: Game | None, kind: type[Game]
    ) -> Callable[[State], Iterable[Move | State]]: ...


class SpelledRules:
    """The `moves` that a last-move class is written with: what is asked of a game is `Spelled`."""

    def __init__(self, written: Unbound) -> None:
        self.written = written

    def __get__(
        self, game: Game | None, kind: type[Game]
    ) -> Callable[[State], Iterable[Move | State]] | Spelled:
        function = self.written.__get__(game, kind)
        return function if game is None else Spelled(function, game)


def gain_refused(game: Game, state: State, gain: Number) -> BadMove:
    """The error for a gain where none counts."""
    kinds = (kind for kind in (LastMoverWins, LastMoverLoses) if isinstance(game, kind))
    return BadMove(
        f"a move has the gain {spelled(gain)}",
        where=f"{type(game).__name__}.moves({spelled(state)})",
        rule=f"only the last move counts in {next(kinds, type(game)).__name__}",
        fix="Leave `gain` out, or derive the class from Game to have gains counted",
    )


class LastMoveGame(Game):
    """What normal and misère play have in common: no gains, and a bare state is a move to it."""

    takes_gains = False

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        owner = next(kind for kind in cls.__mro__ if "moves" in vars(kind))
        written = vars(owner)["moves"]
        if not isinstance(written, SpelledRules):  # its own, or those of a class beside Game
            cls.moves = SpelledRules(written)  # type: ignore[method-assign, assignment]

    def moves(self, state: State, /) -> Iterable[Move | State]:
        """Yield every legal move from `state`, or where it leads; none at a terminal."""
        return super().moves(state)

    def bounds(self, state: State, /) -> tuple[Number, Number]:  # noqa: ARG002
        """A win or a loss."""
        return -1, 1


class LastMoverWins(LastMoveGame):
    """Normal play: whoever cannot move has lost.

    Only the last move counts, so a move has no gain; `moves` may yield the next states themselves.

    >>> from zermelo import solve
    >>> class Take(LastMoverWins):
    ...     start = 20
    ...     def moves(self, heap):
    ...         for k in (1, 2, 3):
    ...             if k <= heap:
    ...                 yield heap - k
    >>> solve(Take()).winner
    'second player'
    """

    def payoff(self, state: State, /) -> int:  # noqa: ARG002
        """The player to move is stuck: one point lost."""
        return -1


class LastMoverLoses(LastMoveGame):
    """Misère play: whoever cannot move has won; `moves` as in `LastMoverWins`."""

    def payoff(self, state: State, /) -> int:  # noqa: ARG002
        """The other player made the last move: one point won."""
        return 1


class PayoffGame(Game):
    """A game of p players, each of whom maximises their own total.

    `turn(state)` says who moves, from 0; a move's gain goes to that player; `payoff(state)` at a
    terminal is a vector with one number for each player. Tie-break: among moves that give the
    mover the same own total, the one that `moves` yields first.

    With two players and a conserved total the value is the one of `Game`. With three or more it
    is an equilibrium under that tie-break, not a guarantee: two opponents may agree to hurt the
    third.
    """

    players: int = 2  # how many there are

    def turn(self, state: State, /) -> int:
        """Who moves in `state`: 0, 1, …, players − 1."""
        raise NotImplementedError(f"{type(self).__name__} does not say whose turn(state) it is")

    def payoff(self, state: State, /) -> Sequence[Number]:  # noqa: ARG002
        """What each player collects at the terminal `state`."""
        return (0,) * self.players


def declares(game: Game | type[Game], hook: str) -> bool:
    """Whether the game, or its class, gives its own version of an optional hook."""
    own = getattr(game, hook)
    return getattr(own, "__func__", own) is not getattr(Game, hook)


def state_text(game: Game, state: State) -> str:
    """A state as the game shows it; `show` may give anything, numbers of any size among it.

    A `show` that prints gives None, and has spoilt the output: that is no text of a state. One that
    fails is told with the state at which it did.
    """
    try:
        text: object = game.show(state)
    except ZermeloError:
        raise
    except Exception as error:
        raise view_failed(game, "show", state, error) from error
    if text is None and state is not None:
        raise RulesError(
            f"show({spelled(state)}) gives None",
            where=f"{type(game).__name__}.show",
            rule="it gives the state as a text",
            fix="Return the text rather than print it",
        )
    return shown(text)


def view_failed(game: Game, hook: str, state: State, error: Exception) -> RulesError:
    """The error for a `show`, `picture` or `svg` that raises."""
    otherwise = {
        "show": "leave it out to have the state itself shown",
        "picture": "return None to have a picture guessed",
        "svg": "leave it out to have the position drawn",
    }
    return RulesError(
        f"it raised {error_text(error)}",
        where=f"{type(game).__name__}.{hook}({spelled(state)})",
        rule=f"`{hook}` answers for every state that play can reach",
        fix=f"Mend it for that state, or {otherwise[hook]}",
    )


def player_name(game: Game, player: int) -> str:
    """The player's name, or a number where the game names fewer."""
    return game.names[player] if player < len(game.names) else f"player {player + 1}"


def own_start(game: Game) -> State:
    """The game's own start; UNSET where it has none, and its starts are named by others."""
    return getattr(game, "start", UNSET)


def seats(game: Game, start: State, said: int | None = None) -> tuple[str, ...]:
    """The players' names in a play from `start`, the one who moves there first.

    The game's own start tells who is who, or the game by `mover(start)`, or whoever has set the
    position up: `said`.
    """
    if isinstance(game, PayoffGame):
        return tuple(player_name(game, player) for player in range(game.players))
    mover = first_mover(game, start, said)
    if mover is None:
        return "player to move", "other player"
    return player_name(game, mover), player_name(game, 1 - mover)


def first_mover(game: Game, start: State, said: int | None = None) -> int | None:
    """Who moves at the start of a play, 0 or 1 as `Game.mover` counts; None if nobody says it.

    In a game of p players its `turn` says that.
    """
    if isinstance(game, PayoffGame):
        return None
    if said is None and start == own_start(game):
        return 0
    told = game.mover(start)
    return said if told is None else told


def checked_mover(game: Game, start: State, said: int | None) -> int | None:
    """Who is said to move, where the state does not tell otherwise."""
    if said is None:
        return None
    told = game.turn(start) if isinstance(game, PayoffGame) else game.mover(start)
    if type(said) is int and said in (0, 1) and told in (None, said):
        return said
    if told is None:
        rule = f"0 is {player_name(game, 0)}, 1 is {player_name(game, 1)}"
    else:
        rule = f"the position itself says that {player_name(game, told)} is to move"
    raise BadInput(spelled(said), where="mover", rule=rule, fix="Leave it out, or change it")


def is_hashable(value: object) -> bool:
    """Whether `value` can be a state (a tuple that holds a list says yes to isinstance)."""
    try:
        hash(value)
    except TypeError:
        return False
    return True
