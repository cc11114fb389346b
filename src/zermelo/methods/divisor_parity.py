"""Closed form: subtracting divisors from a heap is won iff the heap is even."""

from __future__ import annotations

from zermelo.game import State, ValueType
from zermelo.methods.contract import Answers, Case, Cost, Method
from zermelo.shapes import DivisorHeap


class DivisorParity(Method):
    """W(N) = [N is even]. O(1).

    An even N has the divisor 1, which leaves an odd heap. An odd N has odd divisors only, so
    every move leaves an even heap. The heap 1 has no move and is lost.
    """

    name = "divisor-parity"
    title = "divisor parity, a closed form"
    theorem = "W(N) = [N even]: an even heap takes 1, an odd one has odd divisors only"
    explores = False

    def refuses(self, case: Case) -> str | None:
        """The game must declare that it is a divisor heap, and start at a heap."""
        if isinstance(case.game.shape, DivisorHeap) and case.start >= 1:
            return None
        return 'the game does not declare the shape DivisorHeap. Try method="winloss"'

    def cost(self, case: Case) -> Cost:  # noqa: ARG002
        """One look at one bit."""
        return Cost(1, 0, 0)

    def run(self, case: Case) -> Answers:  # noqa: ARG002
        """Nothing to prepare."""
        return ParityAnswers()


class ParityAnswers(Answers):
    """Read off the heap's last bit."""

    value_type = ValueType.OUTCOME

    def value(self, state: State) -> int:
        """Won iff even."""
        return 1 if state % 2 == 0 else -1
