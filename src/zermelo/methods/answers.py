"""What a method found out: the value of every state it can speak of, and what comes with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from zermelo.errors import DamagedTable, Either, Setting, Unavailable, UnknownState
from zermelo.graph.contract import NEVER, NOT_FOUND, Columns, Graph, Value
from zermelo.model.exact import Number
from zermelo.model.game import Game, Move, State, ValueType
from zermelo.model.numerals import spelled

if TYPE_CHECKING:
    from zermelo.proof import Proof

MANY_MOVES = 20_000  # of a state, above which a form names the best ones without comparing all
READ_VALUE = Either("Read `value`", "Ask for the value alone")


class Answers:
    """Values are seen by the player to move; in games of p players they are vectors."""

    value_type: ValueType
    graph: Graph | None = None
    """The table's states, when there is a table."""
    path: str = ""
    """What ran, where it was not the rules as they are written."""
    counts_plies: bool = False
    """Whether `remoteness` has answers."""

    def reached(self, start: State) -> range | None:  # noqa: ARG002
        """The heaps that play from here reaches, the start first; None where that is explored."""
        return None

    def value(self, state: State) -> Value:
        """The exact value, or an `Unavailable` that says why there is none."""
        raise NotImplementedError

    def held(self, state: State, column: str) -> Value | None:  # noqa: ARG002
        """The value or the plies, where one look-up tells it; None for all other ways to it."""
        return None

    def bounds(self, state: State) -> tuple[Value, Value]:
        """Proven bounds on the value; equal when it is known."""
        value = self.value(state)
        return value, value

    def remoteness(self, state: State) -> int | None:  # noqa: ARG002
        """Plies until the next gain or the end, hurried by the winner and delayed by the loser.

        None where nobody can force an end; `Unavailable` where plies were not counted.
        """
        raise Unavailable(
            "plies were not counted",
            rule="remoteness belongs to outcomes: to games in which only the end counts",
            fix=READ_VALUE if self.value_type.is_scored else ("Use ", Setting("method", "winloss")),
        )

    def needs_progress(self, state: State) -> bool:  # noqa: ARG002
        """Whether keeping the value is not enough, because play from here can go round for ever."""
        return False

    def nimber(self, state: State) -> int:  # noqa: ARG002
        """The nimber of a state of an impartial game."""
        raise Unavailable(
            "nimbers were not computed",
            rule="nimbers belong to last-move games in normal play that always end",
            fix=("Use ", Setting("method", "nimbers")) if self.may_have_nimbers else READ_VALUE,
        )

    @property
    def knows_nimbers(self) -> bool:
        """Whether `nimber` has answers, at no more cost than `value`."""
        return self.value_type is ValueType.NIMBER

    @property
    def may_have_nimbers(self) -> bool:
        """Whether the game is a last-move game in normal play, as far as the answers tell."""
        return self.value_type is ValueType.OUTCOME

    def total(self, state: State) -> Number | None:  # noqa: ARG002
        """What both players collect from `state` on, where the method knows; else None."""
        return None

    def length(self, state: State) -> int | None:  # noqa: ARG002
        """How many moves a play from `state` has, where they all have as many; else None."""
        return None

    def least_length(self, state: State) -> int:
        """Moves that the play from `state` has at least, as far as that is known without it."""
        return self.length(state) or 0

    def after(self, state: State, moves: Sequence[Move]) -> list[Value]:  # noqa: ARG002
        """The values of the states that the moves of `state` lead to."""
        return [self.value(move.to) for move in moves]

    def best(self, state: State) -> Iterator[Move] | None:  # noqa: ARG002
        """The best moves one by one, in the rules' order, by the form itself.

        Only where there are too many moves to compare them all; else None, and the rules are asked.
        """
        return None

    def best_at_least(self, state: State) -> int:  # noqa: ARG002
        """How many best moves there are at least, as far as the form tells without naming them."""
        return 0

    def order(self, state: State) -> Sequence[int] | Sequence[tuple[int, int]] | None:  # noqa: ARG002
        """The coins of one optimal play in turn, where the method has a short way to them.

        Places in a row, pairs (row, place) in several rows; None for a walk by best moves.
        """
        return None

    def prove(self, game: Game, start: State, budget: int) -> Proof | None:  # noqa: ARG002
        """The proof by the method's own certificate; None for a look at every state."""
        return None

    def part_nimber(self, game: Game, state: State) -> int:
        """The nimber of a state of a part's own game."""
        raise NotImplementedError


class Table(Answers):
    """Answers that were written down for every state of a graph."""

    graph: Graph

    def __init__(self, value_type: ValueType, graph: Graph, columns: Columns, game: Game) -> None:
        self.value_type = value_type
        self.graph = graph
        self.columns = columns
        self.game = game
        self.counts_plies = columns.plies is not None

    def value(self, state: State) -> Value:
        """Look the value up."""
        return self.columns.value(self.number(state))

    def held(self, state: State, column: str) -> Value | None:
        """As the graph holds it."""
        return self.graph.held(state, column)

    def remoteness(self, state: State) -> int | None:
        """Look the plies up."""
        if self.columns.plies is None:
            return super().remoteness(state)
        plies = self.columns.plies_of(self.number(state))
        return None if plies == NEVER else plies

    def nimber(self, state: State) -> int:
        """Look the nimber up."""
        if self.columns.nimbers is None:
            return super().nimber(state)
        return self.columns.nimber(self.number(state))

    @property
    def may_have_nimbers(self) -> bool:
        """Read off the graph."""
        return self.graph.is_normal_play

    def needs_progress(self, state: State) -> bool:
        """Whether a cycle can be reached."""
        return not self.graph.is_acyclic and self.graph.may_go_on(self.number(state))

    def number(self, state: State) -> int:
        """The number of a state, or an error that says which states are known."""
        try:
            number = self.graph.number(state)
        except DamagedTable:
            raise
        except Exception:  # of `canonical`, which is asked for no state but the game's own
            number = NOT_FOUND
        if number == NOT_FOUND:
            first = spelled(self.graph.state(0))
            held = f"the {len(self.graph):,} states that {first} reaches"
            raise unknown_state(state, f"the table holds {held}")
        return number


def unknown_state(state: State, rule: str) -> UnknownState:
    """The error for a state that the answers do not cover."""
    return UnknownState(
        f"the state {spelled(state)} is not known",
        rule=rule,
        fix=("Check its spelling, or solve from there: ", Setting("start")),
    )
