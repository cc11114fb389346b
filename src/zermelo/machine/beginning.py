"""A game's own `starts` as machine code: 10⁸ of them are a second's work.

    begins(mem, codec, out_keys, …, skip, status)

goes through the hook from its beginning, leaves out the first `skip` states and writes down the
keys of those that follow, as many as there is room for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from types import FunctionType, ModuleType

import numpy as np

from zermelo.graph.starts import Starts
from zermelo.machine import build
from zermelo.machine.key_code import FULL
from zermelo.machine.key_writer import KeyWriter
from zermelo.machine.layout import Layout
from zermelo.machine.machine import KEYS_AT_ONCE, Machine, Outgrown
from zermelo.machine.state_shaper import StateShaper
from zermelo.machine.translate import run_generator
from zermelo.model.game import Game, declares
from zermelo.staging.builder.program import Program
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import NOTHING, Known, Value
from zermelo.staging.ir.code import Call, Const, Do, Function, Op, Return, Var
from zermelo.staging.ir.giving_back import give_back
from zermelo.staging.ir.passes import REFUEL
from zermelo.staging.reading.source import Refused
from zermelo.staging.stage import begin_anew, entry_scope, stage
from zermelo.staging.walk.calls import as_function

FAILURES = (MemoryError, ArithmeticError, LookupError, ValueError, TypeError)  # of code
ENTERED_BY_PYTHON = 1 << 17  # starts, before rules for the others are compiled
WINDOW = 1 << 23  # starts whose keys are written down together
COMPARED = 1 << 10  # starts that are held against Python's
ROOM_OF_STARTS = 1 << 20  # numbers in the memory of the hook
OUTPUTS = ("mem", "codec", "out_keys", "out_gain", "out_again", "at", "status")
BEGINS = """

@outer
def begins(mem, codec, out_keys, out_gain, out_again, skip, status):
    return begin(mem, codec, out_keys, out_gain, out_again, 0, skip, status)
"""


def keys_of_starts(machine: Machine, starts: Starts) -> Iterator[np.ndarray]:
    """[n, K] the keys of all starts, some at a time; `Outgrown` where one does not fit.

    The first by Python; if there are many, the others by machine code, where there is some.
    """
    seen = 0
    for keys in machine.keys_of(starts.kinds()):
        yield keys
        seen += len(keys)
        if seen == ENTERED_BY_PYTHON and (code := _code(machine, starts)) is not None:
            with suppress(*FAILURES):  # then Python goes on, and tells what is wrong
                yield from code.windows(seen)
                return


def _code(machine: Machine, starts: Starts) -> Beginning | None:
    """The hook as machine code; None where it cannot be, or says something else than Python."""
    game, forms = machine.game, machine.layout.form.walk()
    is_met = all(form.kind in ("number", "fixed", "many") for form in forms)  # else things may come
    if not starts.is_declared or not is_met:
        return None
    with suppress(Refused, Outgrown, *FAILURES):
        found = Beginning.of(game, machine.layout)
        return found if found.agrees(machine, starts) else None
    return None


@dataclass(frozen=True)
class Beginning:
    """The hook of one game for one layout of keys."""

    layout: Layout
    module: ModuleType
    memory: np.ndarray

    @classmethod
    def of(cls, game: Game, layout: Layout) -> Beginning:
        """Translate and load; the first call compiles it."""
        found = stage(StartRules(game, layout).write, Program())
        text = f"{found.text}\n{BEGINS}"
        if not build.is_compiled(text, "begins"):
            build.announce(f"compiling the starts of {type(game).__name__}")
        memory = np.zeros(len(found.constants) + ROOM_OF_STARTS, np.int64)
        memory[: len(found.constants)] = found.constants
        return cls(layout, build.load(text), memory)

    def agrees(self, machine: Machine, starts: Starts) -> bool:
        """Whether the first states are those that Python yields."""
        told = list(islice(starts.kinds(), COMPARED))
        keys = self.window(0, len(told))
        return machine.layout.decode_all(keys) == told

    def windows(self, skip: int) -> Iterator[np.ndarray]:
        """[n, K] all keys behind the first, a window at a time; each runs through all before."""
        while len(keys := self.window(skip, WINDOW)):
            for low in range(0, len(keys), KEYS_AT_ONCE):
                yield keys[low : low + KEYS_AT_ONCE]
            skip += len(keys)

    def window(self, skip: int, size: int) -> np.ndarray:
        """[n, K] as many keys as that, or as there are."""
        keys, status = np.empty((size, self.layout.words), np.int64), np.zeros(4, np.int64)
        none, flags = np.empty(0, np.int64), np.empty(0, np.uint8)
        codec = self.layout.codec
        found = int(self.module.begins(self.memory, codec, keys, none, flags, skip, status))
        if found < 0 and status[0] != FULL:
            raise Outgrown(self.layout.wider(int(status[1]), int(status[2])))
        return keys if found < 0 else keys[:found]


class StartRules:
    """Writes the function of a game's `starts`."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.game = game
        self.layout = layout

    def write(self, program: Program) -> list[Function]:
        """`begin`; `put`, which it calls, comes first of all."""
        entry = self._begin(program)
        writer = KeyWriter(entry_scope(program, "put"), self.layout)
        program.functions.insert(0, writer.function(gains=False, again=False))
        give_back(entry, program.functions, ("put",))
        return [entry]

    def _begin(self, program: Program) -> Function:
        outer = entry_scope(program, "begin")
        begin_anew(outer)
        hook = self.game.starts
        function = getattr(hook, "__func__", hook)
        if isinstance(function, FunctionType):
            owner = getattr(hook, "__self__", None)
            given: list[Value] = [] if owner is None else [Known(owner)]
            run_generator(outer, function, given, self._put)
        else:
            outer.each(Known(hook), lambda value: self._put(outer, value))
        outer.emit(Return((Var("at"),)))
        given_names = (*OUTPUTS[:-1], "skip", "status")
        return Function("begin", given_names, outer.out.block)

    def _put(self, b: Scope, value: Value) -> None:
        """Write down one start, unless it is one of the first."""
        if isinstance(value, Union):

            def one(part: Value) -> Value:
                self._put(b, part)
                return NOTHING

            b.split(value, one)
            return
        b.emit(Do(Call(REFUEL, ())))
        b.out.assign("skip", Op("-", (Var("skip"), Const(1))))
        with b.out.when(Op("<", (Var("skip"), Const(0)))):
            state = value
            if declares(self.game, "canonical"):
                state = as_function(b, self.game.canonical, [state])
            codes = StateShaper(b, self.layout).codes(state)
            nothing = (Const(0), Const(0))
            b.out.assign("at", Call("put", (*map(Var, OUTPUTS), *nothing, *codes)))
            with b.out.when(Op("<", (Var("at"), Const(0)))):
                b.emit(Return((Var("at"),)))
