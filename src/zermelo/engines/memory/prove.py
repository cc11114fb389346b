"""A packed table as a claim for the checker, and the sample that is asked in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Protocol

import numpy as np

from zermelo.engines.memory.arrays import ANYWHERE, Arrays
from zermelo.engines.memory.columns import ArrayColumns
from zermelo.engines.memory.numbered import Numbered
from zermelo.errors import BudgetExceeded, UnknownState
from zermelo.graph.contract import NEVER, NOT_FOUND
from zermelo.graph.starts import Starts
from zermelo.kernels import announce
from zermelo.limits.amounts import bytes_text
from zermelo.machine import build
from zermelo.machine.beginning import keys_of_starts
from zermelo.machine.machine import Machine, Outgrown
from zermelo.model.game import PayoffGame, State
from zermelo.model.numerals import spelled
from zermelo.proof import Claim, Proof
from zermelo.proof.checker import check_state, lie
from zermelo.proof.packed import TableClaim, checker_text, verify_table

STATES_REPROVED, ALL_REPROVED = 2_000, 10_000  # of more, so many; of fewer, all
REPROVING_SEED = 20_000
INDEX = 16  # bytes of a state in the checker's index, at most


class Provable(Numbered, Protocol):
    """Numbered states with their compiled rules."""

    @property
    def machine(self) -> Machine:
        """The rules."""

    @property
    def threads(self) -> int:
        """Cores that may be used."""

    @property
    def memory(self) -> int:
        """Bytes that all phases keep to."""

    @property
    def bytes(self) -> int:
        """What is held."""

    def key(self, state: State) -> np.ndarray | None:
        """[1, K] the key of a state; None for what cannot be one."""


def prove(graph: Arrays, table: ArrayColumns, start: State, starts: Iterable[State] = ()) -> Proof:
    """Every state by the compiled checker, a sample of them by the game's own Python."""
    more = 12 * len(graph) if graph.kind == ANYWHERE else 0
    return prove_table(graph, table, start, lambda: claim_of(graph, table), more, starts)


def prove_table(
    graph: Provable,
    table: ArrayColumns,
    start: State,
    claim: Callable[[], TableClaim],
    more: int = 0,
    starts: Iterable[State] = (),
) -> Proof:
    """The same for any graph, whose claim takes `more` bytes."""
    _weigh(graph, table, more)
    proof = prove_claim(graph, claim(), start, starts)
    asked = ask_python(graph, table)
    return proof if asked == len(graph) else replace(proof, in_python=asked)


def _weigh(graph: Provable, table: ArrayColumns, heights: int) -> None:
    """The checker's index and heights fit beside what is held, or nothing is begun."""
    held = graph.bytes + table.bytes
    more = INDEX * len(graph) + heights
    if held + more > graph.memory:
        raise BudgetExceeded(
            f"the checker needs {bytes_text(more)} beside the {bytes_text(held)} of the table",
            where=type(graph.machine.game).__name__,
            rule=f"the memory budget is {bytes_text(graph.memory)}",
            fix="Solve with a larger memory to have every state proved",
        )


def is_ready(graph: Provable) -> bool:
    """Whether the checker of these rules was compiled before."""
    return bool(build.is_compiled(_text(graph), "check_states"))


def _text(graph: Provable) -> str:
    """The rules and the checker, in one module."""
    checker = checker_text(vectors=isinstance(graph.machine.game, PayoffGame))
    return f"{graph.machine.code.text}\n\n{checker}"


def prove_claim(
    graph: Provable, claim: TableClaim, start: State, starts: Iterable[State] = ()
) -> Proof:
    """Every state by the compiled checker, which takes nothing from the graph but its rules."""
    machine, text = graph.machine, _text(graph)
    if not is_ready(graph):
        announce("compiling the checker")
    return verify_table(
        build.load(text),
        lambda: (machine.runner().memory, machine.layout.codec),
        claim,
        graph.key(start),
        _keys_of_starts(graph, starts),
        lambda key: machine.state(key.tolist()),
        name=type(machine.game).__name__,
        threads=graph.threads,
    )


def _keys_of_starts(graph: Provable, starts: Iterable[State]) -> Iterator[np.ndarray]:
    """[n, K] some at a time; `ProofFailed` where one cannot be in the table."""
    try:
        if isinstance(starts, Starts):
            yield from keys_of_starts(graph.machine, starts)
        else:
            yield from graph.machine.keys_of(map(graph.machine.game.canonical, starts))
    except Outgrown:
        raise lie("one of the starts", "no key of the table has room for it") from None


def claim_of(graph: Arrays, table: ArrayColumns) -> TableClaim:
    """What a table says, in rows of numbers."""
    nothing = np.empty(0, np.int32)
    plies = table.plies if table.plies is not None else nothing
    nimbers = table.nimbers if table.nimbers is not None else nothing
    may_return = graph.sweep is None
    return TableClaim(graph.keys, table.values, plies, nimbers, _heights(graph), may_return)


def _heights(graph: Arrays) -> np.ndarray:
    """[N] what every move goes down; nothing when numbers go up with every move."""
    if graph.kind != ANYWHERE:
        return np.empty(0, np.uint32)
    if graph.sweep is None:
        return graph.parts
    heights = np.empty(len(graph), np.uint32)
    heights[graph.sweep] = np.arange(len(graph), dtype=np.uint32)
    return heights


def ask_python(graph: Provable, table: ArrayColumns) -> int:
    """The same equations by the rules as they were written, for all states of a small table and
    for some of a large one, picked at random. How many.
    """
    picked = np.arange(min(len(graph), ALL_REPROVED))
    if len(graph) > ALL_REPROVED:
        random = np.random.default_rng(REPROVING_SEED)
        picked = np.unique(random.integers(0, len(graph), STATES_REPROVED))
    claim = _claimed(graph, table)
    for number in picked.tolist():
        state: State = graph.state(number)
        try:
            check_state(graph.machine.game, state, claim)
        except UnknownState as error:
            raise lie(state, f"it leads to a state that is not held: {error.given}") from error
    return len(picked)


def _claimed(graph: Provable, table: ArrayColumns) -> Claim:
    """What a table says of states."""

    def number(state: State) -> int:
        found = graph.number(state)
        if found == NOT_FOUND:
            raise UnknownState(f"the state {spelled(state)} is not known", rule="", fix="")
        return found

    def plies(state: State) -> int | None:
        count = table.plies_of(number(state))
        return None if count == NEVER else count

    return Claim(
        lambda state: table.value(number(state)),
        None if table.plies is None else plies,
        None if table.nimbers is None else lambda state: table.nimber(number(state)),
    )
