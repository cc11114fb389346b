"""The decision procedure: which value type, which method, and why the tempting one is wrong.

It is a tree of questions, `DECLARED` before a game is explored and `EXPLORED` afterwards, with a
method at the end of every path. There is no table of methods here: each says itself which answers
lead to it, and the tree is what they say together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from zermelo.facts.questions import OUTSIDE, Question, Reasons
from zermelo.graph.contract import Graph
from zermelo.methods import METHODS, Method
from zermelo.model.frozen import Frozen
from zermelo.model.game import Game, ValueType


class Decision(Frozen):
    """What to compute, how, on what grounds, and what not to do."""

    value_type: ValueType  # what to compute
    method: str  # by which method
    reason: str  # on what grounds
    instead: Reasons  # tempting methods, and why they are wrong here
    note: str = OUTSIDE  # what is outside of all this

    def __str__(self) -> str:
        lines = [
            f"{'value':<23}{self.value_type.value}",
            f"{'method':<23}{self.method}: {self.reason}",
        ]
        lines += [f"{'not':<23}{tempting}: {why}" for tempting, why in self.instead]
        return "\n".join([*lines, self.note])


class Leaf:
    """Where the procedure ends: a method."""

    def __init__(self, method: Method) -> None:
        self.method = method

    def decision(self, game: Game, graph: Graph | None) -> Decision:
        """What is decided about this game."""
        by = self.method
        reason, instead = by.reason(game, graph), by.instead(game, graph)
        return Decision(by.value_type, by.name, reason, instead, by.note(game))


class Fork:
    """A question, and where both answers lead."""

    def __init__(self, question: Question, yes: Node, no: Node) -> None:
        self.question, self.yes, self.no = question, yes, no


Node: TypeAlias = Fork | Leaf | None  # None: it has to be explored


def _declarations() -> Node:
    """One question after the other, in the order of the methods."""
    node: Node = None
    for method in reversed(METHODS.values()):
        if method.declares is not None:
            node = Fork(method.declares, Leaf(method), node)
    return node


def _tree(methods: Sequence[Method], depth: int = 0) -> Node:
    """The methods by their answers; a question is asked where they differ in it."""
    if len(methods) == 1 and len(methods[0].when) == depth:
        return Leaf(methods[0])
    question = methods[0].when[depth][0]
    yes, no = (
        [method for method in methods if method.when[depth][1] is answer]
        for answer in (True, False)
    )
    return Fork(question, _tree(yes, depth + 1), _tree(no, depth + 1))


DECLARED = _declarations()
EXPLORED = _tree([method for method in METHODS.values() if method.when])


def path(node: Node, game: Game, graph: Graph | None = None) -> Iterator[tuple[Fork | Leaf, bool]]:
    """The questions that are asked about a game, with their answers; at last the leaf, if any."""
    while isinstance(node, Fork):
        answer = node.question.holds(game, graph)
        yield node, answer
        node = node.yes if answer else node.no
    if node is not None:
        yield node, True


def _walked(node: Node, game: Game, graph: Graph | None = None) -> Decision | None:
    *_, (last, _) = path(node, game, graph)
    return last.decision(game, graph) if isinstance(last, Leaf) else None


def declared(game: Game) -> Decision | None:
    """What follows from the game's own declarations, before it is explored."""
    return _walked(DECLARED, game)


def decide(game: Game, graph: Graph, refused: Collection[str] = ()) -> Decision:
    """Choose by the declarations and the facts of an explored graph; the user is asked nothing.

    `refused` names methods that were tried and do not fit after all.
    """
    early = declared(game)
    if early is not None and early.method not in refused and _can_be(early, graph):
        return early
    decision = _walked(EXPLORED, game, graph)
    assert decision is not None
    return decision


def _can_be(early: Decision, graph: Graph) -> bool:
    """Whether the facts found so far allow what the game declares."""
    return early.value_type is not ValueType.NIMBER or graph.is_normal_play
