"""Misère Nim in closed form: it is played like Nim until all heaps but one are single stones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from math import prod
from operator import xor
from typing import TYPE_CHECKING

from zermelo.facts.questions import CLOSED_FORM, SOLVED_AT_ONCE, Question, Reasons, unturned
from zermelo.graph.contract import Graph
from zermelo.methods.answers import MANY_MOVES, Answers, unknown_state
from zermelo.methods.contract import Case, Cost, Method
from zermelo.methods.families.heap_answers import refuse_ends, refuse_heaps
from zermelo.model.game import Game, Move, State, ValueType
from zermelo.model.shapes import NimHeaps, TurnedRound

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof

NIM_AND_XOR = (
    "XOR of the heaps alone",
    "it is right while a heap has two stones or more; single stones are won when their number is "
    "even",
)


def _declares(game: Game, _: Graph | None) -> bool:
    """States in ascending order are fewer than the product; it costs no more than the start."""
    shape = game.shape
    if not isinstance(shape, TurnedRound) or not isinstance(shape.shape, NimHeaps):
        return False
    start = game.start
    return start in shape.shape and prod(heap + 1 for heap in start) > SOLVED_AT_ONCE


class MisereNimSum(Method):
    """Won iff XOR ≠ 0, or iff the heaps are even in number where none has two stones. O(heaps).

    Single stones alternate. With one larger heap the mover wins, and leaves an odd number of single
    stones, by taking all of it or all but one. With two or more larger heaps XOR decides as in Nim:
    from XOR = 0 every move leaves XOR ≠ 0 and a larger heap; from XOR ≠ 0 some move leaves XOR = 0
    and a larger heap, hence two of them (Bouton 1901).
    """

    name = "misere-nim"
    title = "misère Nim, a closed form"
    theorem = (
        "misère Nim is lost for the mover iff the XOR of its heaps is 0, or 1 where none has two "
        "stones (Bouton 1901)"
    )
    time = "O(heaps)"
    space = "O(1)"
    explores = False
    value_type = ValueType.OUTCOME
    declares = Question(
        f"Does it declare heaps of Nim in misère play, more than {SOLVED_AT_ONCE:,} states?",
        _declares,
    )

    def reason(self, game: Game, graph: Graph | None) -> str:  # noqa: ARG002
        """Declared."""
        return "the game declares heaps of Nim in misère play, and not only small ones"

    def instead(self, game: Game, graph: Graph | None) -> Reasons:  # noqa: ARG002
        """What is tempting."""
        return CLOSED_FORM, NIM_AND_XOR

    def refuses(self, case: Case) -> str | None:
        """The game must declare heaps of Nim, in misère play, and start inside."""
        return refuse_heaps(case, NimHeaps, is_turned=True) or refuse_ends(case, [()], pays=1)

    def cost(self, case: Case) -> Cost:
        """One XOR a heap."""
        return Cost(len(case.start), 0, 0)

    def run(self, case: Case) -> MisereNimAnswers:
        """Nothing to prepare."""
        return MisereNimAnswers(unturned(case.game.shape))


class MisereNimAnswers(Answers):
    """Read off the heaps; others than the start's may be asked."""

    value_type = ValueType.OUTCOME
    may_have_nimbers = False

    def __init__(self, shape: NimHeaps) -> None:
        self.shape = shape

    def value(self, state: State) -> int:
        """Won for the mover iff the XOR is not 0, or not 1 with single stones alone."""
        if state not in self.shape:
            raise unknown_state(state, "heaps are whole numbers above 0 in ascending order")
        return 1 if reduce(xor, state, 0) != _is_single(state) else -1

    def best(self, state: State) -> Iterator[Move] | None:
        """As in Nim; where that leaves single stones, as many of them as is not even."""
        value, heaps = self.value(state), sorted(set(state))
        if sum(heaps) <= MANY_MOVES:
            return None
        return (
            self.shape.move(state, heap, (left,) if left else ())
            for heap in heaps
            for left in (range(heap) if value < 0 else _winning(state, heap))
        )

    def best_at_least(self, state: State) -> int:
        """All moves of a lost state: every heap down to every smaller one, equal heaps once."""
        return 0 if self.value(state) > 0 else sum(set(state))

    def prove(self, game: Game, start: State, budget: int) -> Proof:
        """Hold the rules against those of Nim, and the value against the heaps."""
        from zermelo.proof.nim import verify_misere_nim

        return verify_misere_nim(game, start, self.value(start), budget=budget)


def _is_single(state: tuple[int, ...]) -> bool:
    """Whether no heap has two stones; heaps ascend."""
    return not state or state[-1] < 2


def _winning(state: tuple[int, ...], heap: int) -> Iterator[int]:
    """What to leave of a heap of a won state: one number or none."""
    others = list(state)
    others.remove(heap)
    left = reduce(xor, others, 0)
    if left < 2 and _is_single(tuple(others)):
        left ^= 1
    if left < heap:
        yield left
