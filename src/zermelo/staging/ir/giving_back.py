"""Memory that a round of a loop takes, and that nobody needs after it, is given back.

The arena is empty again with every state. A generator that is gone through once for many millions
of things has no next state: each round of its loops has to leave the arena as it found it. That is
done where it is sure: where no address of memory that a round takes is still in a variable, or in
older memory, when the next round begins. Else the loop stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from zermelo.staging.ir.code import (
    Assign,
    At,
    Block,
    Call,
    Const,
    Expr,
    Fail,
    Function,
    Group,
    If,
    Leave,
    Loop,
    Next,
    Op,
    Return,
    Stmt,
    Var,
    Write,
    blocks_of,
    calls_in,
    expressions_of,
    mem,
    parts_of,
    walk,
)

TOP = Const(0)  # mem[0]: where the free part of the arena begins
MAKING = {
    "take", "moved", "new_list", "repeated", "backwards", "set_merge", "set_merge_1",
    "set_merge_2", "digits_of",
}  # fmt: skip  # they answer fresh memory, and write to nothing else
HOLDING = {"new_list", "grown", "refill"}  # addresses are in the memory that they write
REACHING = {"grown", "refill"}  # they put the address of fresh memory behind their head
WRITTEN_AT = {
    "copy": 3, "grown": 1, "refill": 1, "cut_out": 1, "bring_forward": 1, "sort": 1, "reverse": 1,
    "exchange": 1, "settle": 1, "in_order": 1,
}  # fmt: skip  # which argument says where
READING = {
    "burn", "weigh", "refuel", "steady", "inside", "clipped", "clipped_by", "expect",
    "expect_at_least", "near", "steps", "found_at", "same", "ordered", "plus", "minus", "times",
    "quotient", "remainder", "size_of", "shifted", "shifted_back", "power", "bit_count",
    "bit_length", "isqrt", "gcd", "number_at", "lowest_bit", "letter", "bit_1", "bit_2", "bits_1",
    "bits_2", "set_place", "has_0", "has_1", "has_2", "entry_1", "entry_of", "begun", "found_in",
    "counted_in",
}  # fmt: skip  # they answer a number
TESTING = {"==", "!=", "<", "<=", ">", ">=", "not", "and", "or"}
ENDING = (Leave, Next, Fail, Return)


def give_back(function: Function, others: Collection[Function], numbers: Collection[str]) -> None:
    """Let the loops of a function give back what their rounds take.

    `others` are those that it may call; of these, `numbers` answer a number.
    """
    own = {other.name: other for other in others if other.name not in numbers}
    for block in [*_blocks(function.body)]:
        for part in [*block]:
            if isinstance(part, Loop) and _is_closed(part, function, own, numbers):
                mark = f"mark_{part.label}"
                block.insert(
                    next(place for place, other in enumerate(block) if other is part),
                    Assign((mark,), mem(TOP)),
                )
                part.body.insert(0, Write("mem", (TOP,), Var(mark)))


def _blocks(block: Block) -> Iterator[Block]:
    """A block and all blocks inside it."""
    yield block
    for part in block:
        for inner in blocks_of(part):
            yield from _blocks(inner)


def _is_closed(
    loop: Loop, function: Function, own: Mapping[str, Function], numbers: Collection[str]
) -> bool:
    """Whether the rounds of a loop take memory, and nothing leads to it afterwards."""
    if not calls_in(loop.body) & (MAKING | own.keys() | {*numbers}):
        return False
    memory = _Fresh(loop.body, own, numbers)
    inside = {id(part) for part in walk(loop.body)}
    outside = [part for part in walk(function.body) if id(part) not in inside]
    read_outside = {name for part in outside for name in _read(part)}
    return (
        not memory.is_leaked
        and not memory.names & read_outside
        and _is_written_first(loop.body, memory.names)
    )


class _Fresh:
    """Which variables may lead to memory that a block takes."""

    def __init__(
        self,
        block: Block,
        own: Mapping[str, Function],
        numbers: Collection[str],
        around: tuple[str, ...] | None = None,  # the own functions that call it, if it is one
    ) -> None:
        self.own, self.numbers, self.around = own, numbers, around
        self.parts = [*walk(block)]
        self.names: set[str] = set()
        self.holds = bool(calls_in(block) & HOLDING)  # whether memory may hold fresh addresses
        while self._learns():
            pass

    def _learns(self) -> bool:
        before = len(self.names), self.holds
        for part in self.parts:
            match part:
                case Assign(names=names, value=value) if self.is_fresh(value):
                    self.names.update(names)
                case Write(value=value) if self.is_fresh(value):
                    self.holds = True
        return before != (len(self.names), self.holds)

    def is_fresh(self, code: Expr) -> bool:
        """Whether a number may be an address of fresh memory."""
        match code:
            case Var(name=name):
                return name in self.names
            case At(array=array):
                return array == "mem" and self.holds
            case Op(sign=sign, args=args):
                return sign not in TESTING and any(map(self.is_fresh, args))
            case Call(function=name, args=args):
                makes = name in MAKING or name in self.own or name in REACHING
                return makes or (name not in self.numbers and any(map(self.is_fresh, args)))
        return False

    @property
    def is_leaked(self) -> bool:
        """Whether older memory, or a caller, may get such an address; or nobody knows."""
        return any(map(self._leaks, self.parts))

    def _leaks(self, part: Stmt) -> bool:
        match part:
            case Write(array=array, places=places, value=value):
                reaches_old = array != "mem" or not self.is_fresh(places[0])
                if reaches_old and (self.around is not None or self.is_fresh(value)):
                    return True
            case Return(values=values) if self.around is None and any(map(self.is_fresh, values)):
                return True
        codes = (code for whole in expressions_of(part) for code in parts_of(whole))
        return any(self._call_leaks(code) for code in codes if isinstance(code, Call))

    def _call_leaks(self, call: Call) -> bool:
        name = call.function
        if name in self.own:
            return self._own_leaks(name)
        if name not in WRITTEN_AT:
            return name not in MAKING | READING and name not in self.numbers
        if self.is_fresh(call.args[WRITTEN_AT[name]]):
            return False
        return name in REACHING or self.around is not None or (name == "copy" and self.holds)

    def _own_leaks(self, name: str) -> bool:
        """An own function may write to what it makes itself, and to nothing else."""
        around = self.around or ()
        if name in around:
            return True
        return _Fresh(self.own[name].body, self.own, self.numbers, (*around, name)).is_leaked


def _read(part: Stmt) -> Iterator[str]:
    for whole in expressions_of(part):
        yield from (code.name for code in parts_of(whole) if isinstance(code, Var))


def _is_written_first(block: Block, names: set[str]) -> bool:
    """Whether each of some variables is sure to be written in a round before it is read."""
    return _written(block, names, set()) is not None


def _written(block: Block, names: set[str], known: set[str]) -> set[str] | None:
    """Those that are written when a block was gone through; None where one was read before."""
    known = set(known)
    for part in block:
        if (names - known).intersection(_read(part)):
            return None
        inner = [_written(each, names, known) for each in blocks_of(part)]
        if None in inner:
            return None
        match part:
            case Assign(names=given):
                known.update(given)
            case If():
                ends = [each for each in inner if each is not None]
                known |= set.intersection(*ends, *([known] if len(ends) < 2 else []))
            case Group():
                known |= inner[0] or set()
        if isinstance(part, ENDING):
            return names | known
    return known
