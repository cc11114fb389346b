"""The checker of large tables: every state once more, by compiled rules and code of its own.

The translated rules are compiled anew together with `packed_kernel`; they are held against the
game's own Python on a sample of states, so that nothing but the rules has to be believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from zermelo.errors import ProofFailed
from zermelo.limits.deadline import patiently
from zermelo.model.game import State
from zermelo.proof.checker import Proof, lie

if TYPE_CHECKING:
    from zermelo.model.arrays import IntArray, NumberArray

    Room: TypeAlias = Callable[[], tuple[IntArray, object]]  # memory, and what reads states

HELD, NO_ROOM, MISSING, ENDS, VALUE, PLIES, HEIGHT, MEX = range(8)
BROKEN_RULES = {
    MISSING: "it, or a state near it, leads to a state that the table does not hold",
    ENDS: "an end is not said to be worth what it pays",
    VALUE: "its value is not that of its best move",
    PLIES: "its plies do not follow from those of its moves",
    HEIGHT: "a move climbs, so play could come back, or gain by coming back",
    MEX: "its nimber is not the least that its moves leave out",
}
STRETCH = 256
STATES_OF_A_TURN = 1 << 18  # states at most between two looks at whether somebody waits
PROOF_GLANCE = 0.05  # seconds
SCALAR = """
@part
def right_end(keys, state, mem, codec, values):
    return values[state, 0] == payoff(keys, state, mem, codec)


@part
def right_move(keys, state, mem, codec, first, last, found, gains, agains, values):
    return right_value(state, first, last, found, gains, agains, values)
"""
VECTOR = """
@part
def right_end(keys, state, mem, codec, values):
    paid = np.empty((1, values.shape[1]), np.int64)
    payoff(keys, state, mem, codec, paid, 0)
    for player in range(values.shape[1]):
        if values[state, player] != paid[0, player]:
            return False
    return True


@part
def right_move(keys, state, mem, codec, first, last, found, gains, agains, values):
    player = turn(keys, state, mem, codec)
    return right_vector(state, player, first, last, found, gains, values)
"""


@dataclass(frozen=True)
class TableClaim:
    """What a table says: rows of keys, and what belongs to each."""

    keys: IntArray  # [N, K]
    values: NumberArray  # [N, p] with p players who count their own totals, else [N]
    plies: NumberArray  # [N], or nothing
    nimbers: NumberArray  # [N], or nothing
    heights: NumberArray  # [N], or nothing when every move leads to a higher number
    may_return: bool  # whether play can come back


def checker_text(*, vectors: bool) -> str:
    """The text that is compiled behind the rules; `vectors` for p players' own totals."""
    kernel = f"{_text('recurrence_kernel')}\n\n{_text('packed_kernel')}"
    return f"{kernel}\n{VECTOR if vectors else SCALAR}"


def heard_checker_text() -> str:
    """The text of the checker that is handed the moves."""
    return f"{_text('recurrence_kernel')}\n\n{_text('heard_kernel')}"


def _text(name: str) -> str:
    return Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")


def verify_table(
    module: ModuleType,
    room: Room,
    claim: TableClaim,
    start_key: IntArray | None,
    more_keys: Iterable[IntArray],  # [n, K] of other starts, some at a time
    decode: Callable[[IntArray], State],
    *,
    name: str,
    threads: int = 1,
) -> Proof:
    """Check every state of a table; `module` holds the rules and the kernel, `room` their memory.

    O(states + moves); 8 bytes a state and as much again for the index.
    """
    import numpy as np

    def show(number: int) -> State:
        return decode(claim.keys[number])

    size = 1 << max(4, (2 * len(claim.keys) - 1).bit_length())
    index = np.full(size, -1, np.int32 if len(claim.keys) < 2**31 else np.int64)
    twice = int(patiently(len(claim.keys), module.index_keys, claim.keys, index))
    if twice >= 0:
        raise lie(show(twice), "it stands in the table twice")
    begin = -1 if start_key is None else int(module.find_key(start_key, claim.keys, index))
    if begin < 0:
        raise lie("the start", "the table does not hold it")
    for keys in more_keys:
        lost = int(patiently(len(keys), module.first_lost, keys, claim.keys, index))
        if lost >= 0:
            raise lie(decode(keys[lost]), "it is a start, and the table does not hold it")
    if claim.may_return and not len(claim.plies):
        raise lie(show(0), "play can come back, and the claim shows no progress")
    passes = [Pass(module, room, claim, index) for _ in range(threads)]
    cuts = [len(claim.keys) * k // threads for k in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        try:
            jobs = [pool.submit(passes[k].run, cuts[k], cuts[k + 1]) for k in range(threads)]
            while wait(jobs, timeout=PROOF_GLANCE).not_done:
                pass  # Ctrl-C and the end of a time limit come up here
        finally:
            for one in passes:
                one.is_over = True
    for rule, state in (job.result() for job in jobs):
        if rule != HELD:
            raise _broken(rule, show(state))
    checks = len(claim.keys) * (1 + bool(len(claim.plies)) + bool(len(claim.nimbers)))
    value = claim.values[begin].tolist()
    told = tuple(value) if claim.values.ndim == 2 else value
    moves = sum(one.moves for one in passes)
    return Proof(name, told, len(claim.keys), moves, checks)


class Pass:
    """One thread's share of the states."""

    def __init__(
        self, module: ModuleType, room: Room, claim: TableClaim, index: NumberArray
    ) -> None:
        self.module, self.claim, self.index = module, claim, index
        self.memory, self.codec = room()
        self.moves = 0
        self.is_over = False  # nobody waits any more
        self._room(STRETCH * 16)

    def _room(self, moves: int) -> None:
        import numpy as np

        words = self.claim.keys.shape[1]
        self.found_keys = np.empty((moves, words), np.int64)
        # zeros: rules whose moves never gain or keep the turn do not write them
        self.gains, self.agains = np.zeros(moves, np.int64), np.zeros(moves, np.uint8)
        self.places, self.found = np.empty(moves, np.uint64), np.empty(moves, np.int64)

    def run(self, begin: int, end: int) -> tuple[int, int]:
        """(HELD, −1), or the rule that is broken and the state."""
        size = 1
        while begin < end and not self.is_over:
            began, high = perf_counter(), min(begin + size, end)
            rule, state = self._run(begin, high)
            if rule != HELD:
                return rule, state
            begin = high
            is_quick = perf_counter() - began < PROOF_GLANCE
            size = min(2 * size, STATES_OF_A_TURN) if is_quick else max(1, size // 2)
        return HELD, -1

    def _run(self, begin: int, end: int) -> tuple[int, int]:
        import numpy as np

        claim = self.claim
        values = claim.values if claim.values.ndim == 2 else claim.values.reshape(-1, 1)
        starts, status = np.empty(STRETCH + 1, np.int64), np.zeros(4, np.int64)
        counted = np.zeros(1, np.int64)
        while True:
            known = int(counted[0])
            try:
                rule, state = self.module.check_states(
                    claim.keys, begin, end, self.index, values, claim.plies, claim.nimbers,
                    claim.heights, claim.may_return, self.memory, self.codec, self.found_keys,
                    self.gains, self.agains, self.places, self.found, starts, status, counted,
                )  # fmt: skip
            except MemoryError:
                image = int(self.memory[1])
                grown = np.zeros(8 * len(self.memory), np.int64)
                grown[:image] = self.memory[:image]
                self.memory = grown
                counted[0] = known
                continue
            if rule != NO_ROOM:
                self.moves += int(counted[0])
                return int(rule), int(state)
            begin, status[0] = state, 0
            self._room(4 * len(self.gains))


def _broken(rule: int, state: State) -> ProofFailed:
    return lie(state, BROKEN_RULES[rule])
