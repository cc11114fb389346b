"""Nim in closed form: a heap of n stones has the nimber n, and heaps add by XOR."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from zermelo.facts.questions import CLOSED_FORM, PLAIN_HEAPS, PRODUCT, Question, Reasons
from zermelo.graph.contract import Graph
from zermelo.methods.answers import MANY_MOVES, Answers, unknown_state
from zermelo.methods.contract import Case, Cost, Method
from zermelo.methods.families.heap_answers import refuse_ends, refuse_heaps
from zermelo.model.game import Game, Move, State, ValueType
from zermelo.model.shapes import NimHeaps

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof


def _are_large(game: Game, _: Graph | None) -> bool:
    """Whether a heap is large, or the heaps are many: every move of each would be looked at."""
    shape = game.shape
    if not isinstance(shape, NimHeaps):
        return False
    return shape.states > PLAIN_HEAPS or len(game.start) > PLAIN_HEAPS


class NimSum(Method):
    """G(n₁, n₂, …) = n₁ XOR n₂ XOR …; the mover wins iff it is not 0. O(heaps).

    A heap n leads to 0 … n − 1, of which n is the least number absent.
    """

    name = "nim-sum"
    title = "the nim-sum, a closed form"
    theorem = "a Nim position is lost for the mover iff the XOR of its heaps is 0 (Bouton 1901)"
    time = "O(heaps)"
    space = "O(1)"
    explores = False
    value_type = ValueType.NIMBER
    declares = Question(
        f"Does it declare heaps of Nim, more than {PLAIN_HEAPS:,}, or one of more than so many?",
        _are_large,
    )

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """Declared."""
        return "the game declares heaps of Nim, and not only a few small ones"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return CLOSED_FORM, PRODUCT

    def refuses(self, case: Case) -> str | None:
        """The game must declare heaps of Nim, in normal play, and start inside."""
        return refuse_heaps(case, NimHeaps) or refuse_ends(case, [()])

    def cost(self, case: Case) -> Cost:
        """One XOR a heap."""
        return Cost(len(case.start), 0, 0)

    def run(self, case: Case) -> NimAnswers:
        """Nothing to prepare."""
        return NimAnswers(case.game.shape)


class NimAnswers(Answers):
    """Read off the heaps; others than the start's may be asked."""

    value_type = ValueType.NIMBER

    def __init__(self, shape: NimHeaps) -> None:
        self.shape = shape

    def nimber(self, state: State) -> int:
        """XOR over the heaps."""
        if state not in self.shape:
            raise unknown_state(state, "heaps are whole numbers above 0 in ascending order")
        return reduce(xor, state, 0)

    def part_nimber(self, game: Game, state: State) -> int:  # noqa: ARG002 - one game, many heaps
        """A part is some of the heaps."""
        return self.nimber(state)

    def value(self, state: State) -> int:
        """Won for the mover iff the nimber is not 0."""
        return 1 if self.nimber(state) else -1

    def best(self, state: State) -> Iterator[Move] | None:
        """Bouton's moves: leave the XOR of the others of a heap that is larger. All, when lost."""
        nimber, heaps = self.nimber(state), sorted(set(state))
        if sum(heaps) <= MANY_MOVES:
            return None
        lefts = (range(heap) if nimber == 0 else [heap ^ nimber] for heap in heaps)
        return (
            self.shape.move(state, heap, (left,) if left else ())
            for heap, these in zip(heaps, lefts, strict=True)
            for left in these
            if left < heap
        )

    def best_at_least(self, state: State) -> int:
        """All moves of a lost state: every heap down to every smaller one, equal heaps once."""
        return 0 if self.nimber(state) else sum(set(state))

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Hold the rules against those of Nim, and the nimber against the heaps."""
        from zermelo.proof.nim import verify_nim

        return verify_nim(game, start, self.nimber(start), budget=budget)
