"""A game's `moves`, `payoff`, `turn`, `layer`, `canonical` → a module of numba functions.

    expand(keys, begin, end, …)     the moves of a stretch of states, written side by side
    payoffs(keys, numbers, …)       what the ends pay
    turns(keys, begin, end, …)      whose turn it is, with p players
    layers(keys, begin, end, …)     the layer of each state, where the game names layers
    bounds(keys, i, …)              what is declared of a state's value, for searches

Keys are rows of words [N, K]; the game's long rows of numbers are in the arena `mem`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FunctionType

from zermelo.machine.key_code import BY_STATE
from zermelo.machine.key_reader import KeyReader
from zermelo.machine.key_writer import KeyWriter
from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import StateForm
from zermelo.machine.state_shaper import StateShaper
from zermelo.model.exact import is_flag
from zermelo.model.game import Game, Move, PayoffGame, Spelled, State, declares
from zermelo.model.numerals import spelled
from zermelo.staging.builder import arena
from zermelo.staging.builder.program import Program
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.unions import Union
from zermelo.staging.builder.values import NOTHING, Known, Num, Value
from zermelo.staging.ir.code import (
    At,
    Call,
    Const,
    Do,
    Expr,
    Function,
    Op,
    Return,
    Var,
    Write,
)
from zermelo.staging.reading.source import Refused, source_of
from zermelo.staging.stage import Walking, begin_anew, entry_scope, stage
from zermelo.staging.types.sequence import statics
from zermelo.staging.walk.calls import as_function, bound_to

MOST_NESTED = 3  # tuples of varying length within each other
UNBOUNDED = 1 << 62  # beyond every value that a search handles
IGNORED: dict[Callable[..., object], frozenset[str]] = {
    Move: frozenset({"label"})
}  # labels are looked up in Python when a move is shown


@dataclass(frozen=True)
class Code:
    """The text of a game's functions, and the memory that they read."""

    text: str
    memory: list[int]
    has_gains: bool  # whether any move can have a gain
    has_again: bool  # whether any move can keep the turn
    has_loops: bool  # whether there are loops whose rounds are counted
    unordered_at: str = ""  # the line, if any, where something depends on the order of a set
    functions: tuple[Function, ...] = field(default=(), repr=False)  # the intermediate form

    @property
    def is_unordered(self) -> bool:
        """Whether moves may come in an order that Python does not define."""
        return bool(self.unordered_at)


def translate(game: Game, layout: Layout, *, bounds: bool = False) -> Code:
    """The game's rules as code; `Refused` names the line that cannot be translated.

    With `bounds`, also the declared bounds of a state's value, for searches.
    """
    _refuse_trees(game, layout.form, MOST_NESTED)
    rules = Rules(game, layout, bounds)
    found = stage(rules.write, Program(IGNORED, {Spelled: _spelled}))
    if found.unordered_at and isinstance(game, PayoffGame):
        raise Refused(
            "items come out of a set, in an order that is not defined, and of equally good moves "
            "the first is played",
            "go through sorted(…) of it",
            found.unordered_at,
        )
    ends = PAYOFF_VECTORS + TURNS if isinstance(game, PayoffGame) else PAYOFFS
    layers = LAYERS if declares(game, "layer") else ""
    text = f"{found.text}\n{EXPAND}{ends}{layers}"
    functions = tuple(found.functions)
    return Code(
        text, found.constants, rules.has_gains, rules.has_again, found.has_loops,
        found.unordered_at, functions,
    )  # fmt: skip


def _refuse_trees(game: Game, form: StateForm, most: int) -> None:
    """Tuples of varying length in tuples of varying length in …: what is nested in them has no end,
    and every depth would need code of its own.
    """
    most -= form.kind == "many" and form.made_by is None
    if most < 0:
        code = getattr(getattr(game.moves, "function", game.moves), "__code__", None)
        raise Refused(
            "states are tuples within tuples of any depth",
            "write a tree as one tuple, such as the parent of every node",
            f"{os.path.basename(code.co_filename)}, line {code.co_firstlineno}" if code else "",
        )
    for part in form.parts:
        _refuse_trees(game, part, most)


def _spelled(rules: Spelled, state: State) -> Iterator[Move]:
    """A user's function whose bare states are moves."""
    for given in rules.function(state):
        yield given if isinstance(given, Move) else Move(given)


class Rules:
    """Writes the functions of a game's rules."""

    def __init__(self, game: Game, layout: Layout, bounds: bool) -> None:
        self.game = game
        self.layout = layout
        self.bounds = bounds
        self.has_gains = self.has_again = False

    def write(self, program: Program) -> list[Function]:
        """The functions of the rules; `put`, which they call, comes first of all."""
        game, self.has_gains, self.has_again = self.game, False, False
        parts = [self._children(program)]
        if self.bounds:
            parts.append(self._bounds(program))
        if isinstance(game, PayoffGame):
            parts += [self._vector(program, game), self._scalar(program, "turn")]
        else:
            parts.append(self._scalar(program, "payoff"))
        if declares(game, "layer"):
            parts.append(self._scalar(program, "layer"))
        writer = KeyWriter(entry_scope(program, "put"), self.layout)
        program.functions.insert(0, writer.function(gains=self.has_gains, again=self.has_again))
        return parts

    def _state(self, b: Scope) -> Value:
        begin_anew(b)
        return KeyReader(b, self.layout).state()

    # -- moves ----------------------------------------------------------------------------------

    def _children(self, program: Program) -> Function:
        outer = entry_scope(program, "children")
        self._run_moves(outer, self.game.moves, self._state(outer))
        outer.emit(Return((Var("at"),)))
        given = ("keys", "i", "mem", "codec", "out_keys", "out_gain", "out_again", "at", "status")
        return Function("children", given, outer.out.block)

    def _run_moves(self, outer: Scope, moves: object, state: Value) -> None:
        """The code of `moves` itself, where every yield writes a move down."""
        is_bare = isinstance(moves, Spelled)
        function: object = moves.function if isinstance(moves, Spelled) else moves
        owner = getattr(function, "__self__", None)
        function = getattr(function, "__func__", function)
        if not isinstance(function, FunctionType):
            found = outer.apply(moves, state)
            outer.each(found, lambda value: self._put(outer, value))
            return
        given = [state] if owner is None else [Known(owner), state]
        run_generator(outer, function, given, lambda b, value: self._put(b, value, is_bare=is_bare))

    def _put(self, b: Scope, value: Value, *, is_bare: bool = False) -> None:
        """Write down one move."""
        if isinstance(value, Union):

            def one(part: Value) -> Value:
                self._put(b, part, is_bare=is_bare)
                return NOTHING

            b.split(value, one)
            return
        to, gain, again = self._parts(b, value, is_bare=is_bare)
        if declares(self.game, "canonical"):
            to = as_function(b, self.game.canonical, [to])
        numbers = (b.number(gain), self._flag(b, again))
        self.has_gains = self.has_gains or gain != Known(0)
        self.has_again = self.has_again or again != Known(False)
        codes = StateShaper(b, self.layout).codes(to)
        outputs = ("mem", "codec", "out_keys", "out_gain", "out_again", "at", "status")
        call = Call("put", (*map(Var, outputs), *numbers, *codes))
        b.out.assign("at", call)
        with b.out.when(Op("<", (Var("at"), Const(0)))):
            if any(
                form.kind not in ("number", "fixed", "many") for form in self.layout.form.walk()
            ):
                with b.out.when(Op("==", (At("status", (Const(1),)), Const(BY_STATE)))):
                    b.emit(Write("status", (Const(2),), Var("i")))
            b.emit(Return((Var("at"),)))

    def _flag(self, b: Scope, again: Value) -> Expr:
        """Whether the turn is kept, 0 or 1; anything else is as wrong here as in Python."""
        if isinstance(again, Known):
            if not is_flag(again.value):
                raise b.stop(f"again={spelled(again.value)}", "write again=True or leave it out")
            return b.number(again)
        code = b.kept(b.number(again), "again", copy=False)
        if not (isinstance(again, Num) and again.is_truth):
            with b.out.when(Op("!=", (Op("&", (code, Const(-2))), Const(0)))):
                b.out.fail(TypeError, "again is neither True nor False")
        return code

    def _parts(self, b: Scope, value: Value, *, is_bare: bool) -> tuple[Value, Value, Value]:
        """Where a move leads, what it gains, whether the turn is kept; a bare state is a move."""
        lifted = b.lifted(value)
        if isinstance(lifted, Pack) and lifted.cls is Move:
            given = dict(zip(b.program.fields(Move), lifted.items, strict=True))
            return given["to"], _constant(given["gain"]), _constant(given["again"])
        if is_bare:
            return value, Known(0), Known(False)
        raise b.stop("moves gives something else than a Move", "yield Move(…)")

    # -- one state's numbers --------------------------------------------------------------------

    def _scalar(self, program: Program, hook: str) -> Function:
        """payoff(state), turn(state) or layer(state), one number."""
        function = getattr(self.game, hook)
        b = entry_scope(program, hook, function)
        value = b.apply(function, self._state(b))
        if isinstance(value, Known):
            b.out.block.clear()  # the same in every state
        b.emit(Return((b.number(value),)))
        return Function(hook, ("keys", "i", "mem", "codec"), b.out.block)

    def _vector(self, program: Program, game: PayoffGame) -> Function:
        """payoff(state), one number for each player."""
        b = entry_scope(program, "payoff", game.payoff)
        row = b.view(b.apply(game.payoff, self._state(b)))
        b.emit(Do(Call("expect", (row.length, Const(game.players)))))
        for player in range(game.players):
            number = b.number(arena.at(row, Const(player)))
            b.emit(Write("out", (Var("j"), Const(player)), number))
        return Function("payoff", ("keys", "i", "mem", "codec", "out", "j"), b.out.block)

    def _bounds(self, program: Program) -> Function:
        """The declared bounds; none is said by numbers that no value reaches."""
        game = self.game
        b = entry_scope(program, "bounds", game.bounds)
        ends: tuple[Expr, ...] = (Const(-UNBOUNDED), Const(UNBOUNDED))
        if declares(game, "bounds"):
            value = b.apply(game.bounds, self._state(b))
            ends = tuple(b.number(part) for part in statics(b, value) or ())
        b.emit(Return(ends))
        return Function("bounds", ("keys", "i", "mem", "codec"), b.out.block)


def run_generator(
    outer: Scope, function: FunctionType, given: list[Value], put: Callable[[Scope, Value], None]
) -> None:
    """The code of a function that gives one thing after the other, each of which is `put`."""
    source = source_of(function)
    b = Scope(outer.program, Walking, source, outer.out)
    for name, value in bound_to(b, source, given).items():
        b.names.bind(name, value)

    def returned(value: Value) -> None:
        if value != NOTHING and not source.is_generator:
            b.each(value, lambda one: put(b, one))
        b.emit(Return((Var("at"),)))

    b.on_yield = lambda value: put(b, value)
    b.on_return = returned
    outer.program.active.append(function)
    b.statements(source.body)
    outer.program.active.pop()


def _constant(value: Value) -> Value:
    """A number that is known, as it was before it was kept."""
    if isinstance(value, Num) and isinstance(value.code, Const):
        return Known(bool(value.code.value) if value.is_truth else value.code.value)
    return value


# Each ends early after a second or so, where rules take long: whoever called them can look around.
# status[3] and what `payoffs` and `turns` return is where they go on.

EXPAND = """

@outer
def expand(keys, begin, end, mem, codec, out_keys, out_gain, out_again, counts, status):
    at, spent = 0, 0
    for i in range(begin, end):
        after = children(keys, i, mem, codec, out_keys, out_gain, out_again, at, status)
        if after < 0:
            status[3] = at
            return -1
        counts[i - begin] = after - at
        at = after
        spent += FUEL - mem[2]
        if spent > FUEL:
            status[3] = i + 1
            return at
    status[3] = end
    return at
"""

PAYOFFS = """

@outer
def payoffs(keys, numbers, mem, codec, out):
    spent = 0
    for j in range(numbers.size):
        out[j, 0] = payoff(keys, numbers[j], mem, codec)
        spent += FUEL - mem[2]
        if spent > FUEL:
            return j + 1
    return numbers.size
"""

PAYOFF_VECTORS = """

@outer
def payoffs(keys, numbers, mem, codec, out):
    spent = 0
    for j in range(numbers.size):
        payoff(keys, numbers[j], mem, codec, out, j)
        spent += FUEL - mem[2]
        if spent > FUEL:
            return j + 1
    return numbers.size
"""

TURNS = """

@outer
def turns(keys, begin, end, mem, codec, out):
    spent = 0
    for i in range(begin, end):
        out[i - begin] = turn(keys, i, mem, codec)
        spent += FUEL - mem[2]
        if spent > FUEL:
            return i + 1
    return end
"""

LAYERS = TURNS.replace("turns(", "layers(").replace("turn(", "layer(")
