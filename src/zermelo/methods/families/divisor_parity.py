"""Closed form: subtracting divisors from a heap is won iff the heap is even; misère from 4 on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zermelo.errors import Either, Unavailable
from zermelo.facts.questions import CLOSED_FORM, Question, Reasons, unturned
from zermelo.graph.contract import Graph
from zermelo.graph.rules import payoff_of
from zermelo.limits.amounts import count_text
from zermelo.methods.answers import Answers, unknown_state
from zermelo.methods.contract import Case, Cost, Method
from zermelo.model.game import Game, Move, State, ValueType
from zermelo.model.numerals import shown, spelled
from zermelo.model.shapes import DivisorHeap, TurnedRound, proper_divisors

if TYPE_CHECKING:
    from zermelo.proof import Proof

HARD_TO_DIVIDE = 10**12  # heaps whose divisors are not looked for
LONG_HEAP = 10**6  # heaps whose moves need not be asked for, and whose play is not written down
ALIKE_FROM = 4  # heaps from which on misère play has the same winner
DIVISORS_BY_LOOP = 2_000  # heaps that are proved by a look at every smaller one


class DivisorParity(Method):
    """W(N) = [N is even]. O(1).

    An even N has the divisor 1, which leaves an odd heap. An odd N has odd divisors only, so
    every move leaves an even heap. The heap 1 has no move and is lost.

    In misère play, where the heap 1 is won, 2 leads to 1 alone and is lost, 3 leads to 2 and is
    won, and so does 4. From 4 on it is the same as above: an even N ≥ 6 leaves an odd N − 1 ≥ 5. An
    odd N ≥ 5 has odd divisors x ≤ N/3 only, so what it leaves is even and at least 2N/3 > 3.

    The nimber of N = 2ᵏ·m, m odd, is k: a divisor with j < k 2s leaves a heap with j, and 2ʲ is
    one; a divisor with k 2s leaves 2ᵏ times a difference of odd numbers, which has more.
    """

    name = "divisor-parity"
    title = "divisor parity, a closed form"
    theorem = (
        "W(N) = [N even]: an even heap takes 1, an odd one has odd divisors only "
        "(misère: 1 and 3 are won, 2 is lost)"
    )
    time = "O(1)"
    space = "O(1)"
    explores = False
    value_type = ValueType.OUTCOME
    declares = Question(
        "Does it declare a number and its divisors?",
        lambda game, _: isinstance(unturned(game.shape), DivisorHeap),
    )

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """Declared."""
        return "the game declares that it is a divisor heap"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return (CLOSED_FORM,)

    def refuses(self, case: Case) -> str | None:
        """The game must declare a divisor heap, end as it says, and start inside."""
        shape = unturned(case.game.shape)
        if not isinstance(shape, DivisorHeap):
            return "it does not declare the shape DivisorHeap"
        if case.start not in shape:
            return f"{spelled(case.start)} is no heap of {shown(shape)}"
        ending, word = (1, "won") if _is_misere(case.game) else (-1, "lost")
        if payoff_of(case.game, 1) != ending:
            return f"its heap 1 is not {word} for the player to move"
        return None

    def cost(self, case: Case) -> Cost:  # noqa: ARG002
        """One look at one bit."""
        return Cost(1, 0, 0)

    def run(self, case: Case) -> Answers:
        """Nothing to prepare."""
        return ParityAnswers(unturned(case.game.shape), is_misere=_is_misere(case.game))


def _is_misere(game: Game) -> bool:
    return isinstance(game.shape, TurnedRound)


class ParityAnswers(Answers):
    """Read off the heap's last bit; the smallest heaps of misère play are the other way round."""

    value_type = ValueType.OUTCOME

    def __init__(self, shape: DivisorHeap, *, is_misere: bool) -> None:
        self.shape, self.is_misere = shape, is_misere

    @property
    def may_have_nimbers(self) -> bool:
        """In normal play."""
        return not self.is_misere

    def value(self, state: State) -> int:
        """Won iff even."""
        if state not in self.shape:
            raise unknown_state(state, f"the heaps are 1 … {shown(self.shape.heap)}")
        is_turned = self.is_misere and state < ALIKE_FROM
        return 1 if (state % 2 == 0) != is_turned else -1

    @property
    def knows_nimbers(self) -> bool:
        """In normal play."""
        return not self.is_misere

    def nimber(self, state: State) -> int:
        """How often 2 divides the heap; misère play has no nimbers."""
        self.value(state)  # raises when the state is not known
        return super().nimber(state) if self.is_misere else (state & -state).bit_length() - 1

    def reached(self, start: State) -> range:
        """1 divides every heap, so all smaller ones."""
        return range(start, 0, -1)

    def best(self, state: State) -> Iterator[Move] | None:
        """1 is best in a large heap: an even one it makes odd, an odd one is lost in any case.

        Other divisors, odd ones of an even heap, are looked for when they are asked for.
        """
        self.value(state)  # raises when the state is not known
        return self._one_by_one(state) if state > LONG_HEAP else None

    def least_length(self, state: State) -> int:
        """A large heap goes down by 1 at a time."""
        return max(0, int(state) - LONG_HEAP)

    def _one_by_one(self, state: int) -> Iterator[Move]:
        divisors = proper_divisors(state) if state <= HARD_TO_DIVIDE else self._first_alone(state)
        value = self.value(state)
        for divisor in divisors:
            if self.value(state - divisor) == -value:
                yield Move(state - divisor, label=f"subtract {divisor}")

    def _first_alone(self, state: int) -> Iterator[int]:
        yield 1
        raise Unavailable(
            "subtract 1 is best; other best moves need the divisors of the heap",
            where=f"a heap of {count_text(state)}",
            rule=f"divisors are looked for in heaps of up to {HARD_TO_DIVIDE:,}",
            fix=Either(
                "Read play(), or value_of(state) for the moves that you want to compare",
                "Ask about single moves: --from STATE",
            ),
        )

    def prove(self, game: Game, start: State, budget: int) -> Proof | None:
        """Large heaps by the theorem, of which the checker holds the rules against divisors."""
        from zermelo.proof.divisor import verify_divisors

        return (
            verify_divisors(game, start, self.value(start), budget, is_misere=self.is_misere)
            if start > DIVISORS_BY_LOOP
            else None
        )
