"""`Graph`: what may be asked of an explored game, whoever explored it.

Methods, facts, solutions and proofs know this contract and nothing else. States have numbers; the
start is number 0, unless named layers go before its own. Every question is about all states at once
or about one number. A graph that does not hold what it is asked for says so (`Unavailable`); nobody
asks which engine made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from zermelo.errors import Setting, Unavailable
from zermelo.graph.lists import Lists
from zermelo.graph.progress import Callback
from zermelo.model.exact import Number
from zermelo.model.frozen import Frozen
from zermelo.model.game import State

if TYPE_CHECKING:
    import numpy as np

    from zermelo.graph.taken import StateNumbers
    from zermelo.model.arrays import IntArray
    from zermelo.proof.checker import Proof

NOT_FOUND = -1  # the number of a state that a graph does not hold
NEVER = -1  # the plies of a draw

Value: TypeAlias = Number  # or a tuple of them, with p players
ValueRow: TypeAlias = Sequence[Value]  # one for each state; arrays of machine numbers count as such


class Recurrence(Enum):
    """What a table holds. Engines have kernels for these; the definition is the method's own."""

    DIFFERENCE = "D(S) = max [g ± D(S')]"
    OUTCOMES = "a state wins iff some move leaves the other player lost"
    RETROGRADE = "the same where play can come back: the least fixed point"
    THRESHOLDS = "forcing at least v, part by part, where play can come back"
    NIMBERS = "mex over the moves"
    VECTORS = "V(S) = V(S') + g·e(mover) for the mover's best move"
    OWN = "as the method defines it: no engine has a kernel for it"


class Columns(Frozen, eq=False):
    """A table: one value for each state, and what comes with it."""

    values: ValueRow  # [N]
    plies: Sequence[int] | None = None  # [N], NEVER where nobody can force an end
    nimbers: Sequence[int] | None = None  # [N]

    def value(self, number: int) -> Value:
        """The value of a state."""
        return self.values[number]

    def plies_of(self, number: int) -> int:
        """The plies of a state, where they were counted."""
        assert self.plies is not None
        return int(self.plies[number])

    def nimber(self, number: int) -> int:
        """The nimber of a state, where there is one."""
        assert self.nimbers is not None
        return int(self.nimbers[number])


class Line(NamedTuple):
    """A play: its states, the gains between them, and what was collected."""

    states: tuple[State, ...]  # none where it goes round for ever
    gains: tuple[Number, ...]
    total: Number


class Clash(NamedTuple):
    """A state from which two plays collect different totals."""

    state: State
    lines: tuple[Line, ...]


class Totals(Protocol):
    """What all players together collect from each state on."""

    def total(self, number: int) -> Number | None:
        """The total; None where it depends on the play."""

    def candidate(self, number: int) -> Number:
        """The total of one play."""

    def clash(self, number: int) -> Clash | None:
        """Two plays from a state that this one reaches; None where none were found."""


class Packed(NamedTuple):
    """States as keys, in the order of their numbers."""

    layout: Any  # how a state becomes a key: `machine.layout.Layout`, which this room does not know
    keys: Callable[[int, int], IntArray]  # [n, K] those of numbers begin … end − 1
    ascend: bool = False  # whether those of a layer ascend, the last word first


class Futures(NamedTuple):
    """States by their futures: ends that pay the same, or the same moves to the same futures."""

    classes: Sequence[int] | None  # [N], the same one for the same future
    different: int | None  # how many there are
    why: str = ""  # what is not known is not known


class Told(NamedTuple):
    """What the rules said of a state when it was explored."""

    to: list[State]
    gain: list[Number]
    again: list[bool]
    payoff: Value | None
    turn: int | None


class Layer(NamedTuple):
    """States side by side that belong together: numbers begin … end − 1."""

    number: int
    begin: int
    end: int


Define: TypeAlias = Callable[[Lists], Columns]  # a recurrence, carried out on lists


class Graph(Protocol):
    """Numbered states and the moves between them."""

    complete: bool
    """False when a limit ended the exploration."""
    at_least: int
    """States that there are, as random plays show, where these ended the exploration."""
    endless: int = 0
    """Bits of the last states, where states grow without an end."""
    keeps_moves: bool = True
    """Whether it answers questions about moves; a saved table does not."""
    is_layered: bool = False
    """Whether every move leads to a later one of its `layers`, or stays and gains nothing."""
    has_named_layers: bool = False
    """Whether its `layers` are those that the game names."""
    roots: int = 1
    """How many states play begins at."""

    # -- how much there is -------------------------------------------------------------------

    def __len__(self) -> int: ...

    @property
    def moves(self) -> int:
        """How many moves there are in all."""

    @property
    def bytes(self) -> int:
        """What is held, about."""
        return 0

    def table_bytes(self, numbers: int) -> int:
        """What a table takes with so many numbers for each state, about."""
        return 8 * numbers * len(self)

    @property
    def level_sizes(self) -> list[int]:
        """How many states are so many moves away from the start, at least."""
        raise unheld("levels")

    @property
    def layers(self) -> Sequence[Layer]:
        """All states, layer by layer, in the order of their numbers; the levels by default."""
        ends = list(accumulate(self.level_sizes, initial=0))
        return [Layer(number, *ends) for number, ends in enumerate(pairwise(ends))]

    # -- what kind of game it is ---------------------------------------------------------------

    @property
    def has_gains(self) -> bool:
        """Whether any move carries a gain."""
        raise unheld("gains")

    @property
    def has_again(self) -> bool:
        """Whether any move keeps the turn."""
        raise unheld("turns")

    @property
    def has_floats(self) -> bool:
        """Whether any gain or payoff is a float."""
        return False

    @property
    def has_own_totals(self) -> bool:
        """Whether every player counts an own total, so that values are vectors."""
        raise unheld("turns")

    @property
    def is_acyclic(self) -> bool:
        """Whether no play among the states found meets a state twice."""
        raise unheld("moves")

    @property
    def paid(self) -> set[Value]:
        """The different payoffs of the ends."""
        raise unheld("payoffs")

    @property
    def is_outcome(self) -> bool:
        """Whether all that counts is a win (+1), a draw (0) or a loss (−1) at the end."""
        return not self.has_own_totals and not self.has_gains and self.paid <= {-1, 0, 1}

    @property
    def is_normal_play(self) -> bool:
        """Whether it is a last-move game in normal play: no gain, no kept turn, no cycle, −1."""
        plain = not self.has_own_totals and not self.has_gains and not self.has_again
        return plain and self.is_acyclic and self.paid <= {-1}

    # -- states --------------------------------------------------------------------------------

    def number(self, state: State) -> int:
        """The number of a state, or NOT_FOUND."""
        raise unheld("states")

    def held(self, state: State, column: str) -> Value | None:
        """What is said of a state, where one look-up tells it; None where that takes its number."""
        return None

    def state(self, number: int) -> State:
        """The state of a number."""
        raise unheld("states")

    def turn(self, number: int) -> int:
        """Whose turn it is, where every player counts an own total."""
        raise unheld("turns")

    def told(self, number: int) -> Told | None:
        """What the rules said of a state; None where that is not kept."""
        return None

    def was_expanded(self, number: int) -> bool:
        """Whether the rules have answered about a state."""
        return self.complete

    def all_states(self) -> Sequence[State]:
        """[N] every state, in the order of their numbers."""
        return [self.state(number) for number in range(len(self))]

    def named_layers(self) -> Sequence[int] | None:
        """[N] the layers that the game names, where `layers` are others; None if not known."""
        return None

    def states_at(self, numbers: Sequence[int] | np.ndarray) -> Iterable[State]:
        """The states of some numbers, one after the other."""
        return map(self.state, numbers)

    def fields(self, numbers: StateNumbers) -> Mapping[str, Sequence[int]] | None:
        """The whole numbers that some states consist of, column by column, each with its name.

        None where that is not known without a look at the states; the names are always the same.
        """
        return None

    @property
    def ends(self) -> Sequence[int]:
        """The states without moves, in ascending order."""
        raise unheld("ends")

    def are_ends(self, numbers: StateNumbers) -> Sequence[bool]:
        """Which of some states have no moves."""
        ends = set(self.ends)
        return [number in ends for number in numbers]

    def payoff_at(self, number: int) -> Value:
        """What an end pays."""
        raise unheld("payoffs")

    def reached_from(self, number: int) -> Sequence[int]:
        """The numbers of all states that a state reaches, in ascending order."""
        raise unheld("moves")

    # -- witnesses -----------------------------------------------------------------------------

    def a_gain(self) -> tuple[State, Number]:
        """A state with a move that carries a gain, and that gain."""
        raise unheld("gains")

    def a_kept_turn(self) -> State:
        """A state with a move that keeps the turn."""
        raise unheld("turns")

    def some_ends(self) -> Iterator[State]:
        """One end for each of some payoffs."""
        raise unheld("ends")

    def an_odd_end(self) -> tuple[State, Number]:
        """An end that pays something else than −1, 0 or 1."""
        raise unheld("payoffs")

    def cycle(self, through: int | None = None) -> list[State]:
        """The states of a short cycle; of one through a move, where one is named."""
        raise unheld("moves")

    def gain_in_cycle(self) -> tuple[int, Number] | None:
        """A move that carries a gain and lies on a cycle, and that gain."""
        raise unheld("moves")

    def out_of_turn(self, players: int) -> tuple[State, State] | None:
        """A move after which it is not the next player's turn; at an end that is moot."""
        raise unheld("turns")

    # -- what is worked out over all states ----------------------------------------------------

    def filled(self, by: Recurrence, define: Define, progress: Callback | None = None) -> Columns:
        """The table of a recurrence, by kernels or as `define` says."""
        raise unheld("moves")

    def totals(self, tolerance: float | None = None) -> Totals:
        """What is collected from each state on."""
        raise unheld("moves")

    @property
    def keeps_totals(self) -> bool:
        """Whether `totals` has answers."""
        return True

    def heights(self) -> Sequence[int]:
        """[N] numbers by which a checker sees that values are sound: every move goes down.

        Where play can come back no move goes up, and every gain goes down.
        """
        raise unheld("moves")

    def farthest(self) -> Number:
        """The most that a play from the start changes a total by; no gain is on a cycle."""
        raise unheld("moves")

    def longest_play(self) -> int:
        """Moves of the longest play, where none meets a state twice."""
        raise unheld("moves")

    def may_go_on(self, number: int) -> bool:
        """Whether some play from a state goes on for ever."""
        raise unheld("moves")

    def futures(self) -> Futures:
        """Which states have the same future."""
        raise unheld("moves")

    def as_lists(self, most: int) -> Lists | None:
        """The same graph as lists of Python's own numbers; None with more moves than that."""
        return None

    # -- tables and proofs ---------------------------------------------------------------------

    def entries(
        self,
        of: Callable[[State], Value],
        row: ValueRow | None = None,
        numbers: Sequence[int] | None = None,
    ) -> Mapping[State, Value]:
        """State → value: out of a row of values where there is one, else asked one by one.

        `numbers` are the states that are meant, ascending, where it is not all of them.
        """
        raise unheld("states")

    def packed(self) -> Packed | None:
        """The keys of all states; None where states are held as they are."""
        return None

    def row(self, columns: Columns, view: str) -> ValueRow | None:
        """[N] the values of a view ('difference', 'pair', 'total') where they lie side by side."""
        return None

    @property
    def has_checker(self) -> bool:
        """Whether a proof of every state needs no preparation."""
        return False

    def prove(self, columns: Columns, start: State, starts: Iterable[State] = ()) -> Proof | None:
        """The proof of a table by the engine's own checker; None for a look by the rules.

        The table holds all `starts` besides.
        """
        return None


def unheld(what: str) -> Unavailable:
    """The answer of a graph to a question about what it does not hold."""
    return Unavailable(
        f"the engine holds no {what}",
        rule="an engine answers what it has explored",
        fix=("Leave out the ", Setting("engine"), " to have one chosen"),
    )
