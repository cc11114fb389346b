"""A game's `moves`, `payoff`, `turn` and `canonical` → the text of a module of numba functions.

    expand(keys, begin, end, …)     the moves of a stretch of states, written side by side
    payoffs(keys, numbers, …)       what the ends pay
    turns(keys, begin, end, …)      whose turn it is, with p players
    bounds(keys, i, …)              what is declared of a state's value, for searches

Keys are rows of words [N, K]; the game's long rows of numbers are in `mem`, see `memory`.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType

from zermelo.machine.key_code import FULL, OUTSIDE, KeyReader, KeyWriter, StateShaper
from zermelo.machine.layout import Layout
from zermelo.model.game import Game, PayoffGame, Spelled, declares
from zermelo.staging.calls import Calls, as_move
from zermelo.staging.emitter import Emitter, Program, Restart
from zermelo.staging.source import Refused, Source, source_of
from zermelo.staging.values import Known, MoveValue, Value

UNBOUNDED = 1 << 62  # beyond every value that a search handles
ATTEMPTS = 200  # at a translation that learns something each time
NOWHERE = ast.Pass(lineno=0)
RESET = "mem[0] = mem[1]"  # all memory is free again
REFILL = "mem[2], mem[3] = FUEL, 0"  # all rounds of loops may be gone through again
TAKING = r"\b(take|moved|new_list|grown|repeated|backwards)\("  # memory
BURNING = (
    r"\b(burn|deeper|copy|moved|repeated|backwards|new_list|grown|cut_out|bring_forward|found_at|same|"
    r"ordered|sort|reverse)\("
)  # rounds

Found = Callable[[Calls, Value, ast.AST], None]


@dataclass(frozen=True)
class Code:
    """The text of a game's functions, and the memory that they read."""

    text: str
    memory: list[int]
    has_gains: bool  # whether any move can have a gain
    has_again: bool  # whether any move can keep the turn
    has_loops: bool  # whether there are loops whose rounds are counted


def translate(game: Game, layout: Layout, *, bounds: bool = False) -> Code:
    """The game's rules as code; `Refused` names the line that cannot be translated.

    With `bounds`, also the declared bounds of a state's value, for searches.
    """
    program = Program()
    for _ in range(ATTEMPTS):
        try:
            text = _module(program, game, layout, bounds)
        except Restart:
            program = Program(program.learned)
        except RecursionError:
            raise Refused("the rules are nested too deeply", "use loops") from None
        else:
            image, has_loops = program.constants.image(), REFILL in text
            return Code(text, image, program.has_gains, program.has_again, has_loops)
    raise Refused("names of the rules stand for ever new kinds of things", "use more names")


def _module(program: Program, game: Game, layout: Layout, bounds: bool) -> str:
    parts = [_children(program, game, layout)]
    if bounds:
        parts.append(_bounds(program, game, layout))
    if isinstance(game, PayoffGame):
        parts += [_vector(program, game, layout), _scalar(program, game, layout, "turn")]
        ends = PAYOFF_VECTORS + TURNS
    else:
        parts.append(_scalar(program, game, layout, "payoff"))
        ends = PAYOFFS
    functions = [_with_heads(text) for text in (*program.functions, *parts)]
    put = KeyWriter(_hook_scope(program, "put"), layout).text(
        gains=program.has_gains, again=program.has_again
    )
    body = "\n\n\n".join(f"@inlined\n{text}" for text in (put, *functions))
    for line, users in ((RESET, TAKING), (REFILL, BURNING)):
        if not re.search(users, body):
            body = body.replace(f"    {line}\n", "")
    return f"{body}\n{EXPAND}{ends}"


def _with_heads(text: str) -> str:
    """A function that reads its rows' places once, before all else."""
    heads = sorted({int(found) for found in re.findall(r"\bhead_(\d+)\b", text)})
    first, _, rest = text.partition("\n")
    lines = "".join(f"    head_{head} = mem[{head}]\n" for head in heads)
    return f"{first}\n{lines}{rest}"


def _hook_scope(program: Program, name: str, hook: object = None) -> Calls:
    """What carries out a hook of the game; its only statement stands where the hook begins."""
    code = getattr(hook, "__code__", None)
    file = os.path.basename(code.co_filename) if code else "the rules"
    place = ast.Pass(lineno=code.co_firstlineno if code else 0)
    nothing = ast.arguments([], [], None, [], [], None, [])
    source = Source(name, file, nothing, [place], {}, False)
    return Calls(program, source, Emitter(program))


def _state(outer: Calls, layout: Layout) -> Value:
    outer.emit(RESET)
    outer.emit(REFILL)
    return KeyReader(outer, layout).state()


# -- the functions ---------------------------------------------------------------------------


def _children(program: Program, game: Game, layout: Layout) -> str:
    outer = _hook_scope(program, "children")
    head = "def children(keys, i, mem, codec, out_keys, out_gain, out_again, at, status):"
    state = _state(outer, layout)
    is_canonical = declares(game, "canonical")

    def found(scope: Calls, value: Value, node: ast.AST) -> None:
        """Write down one move."""
        if not isinstance(value, MoveValue):
            raise scope.stop(node, "moves gives something else than a Move", "yield Move(…)")
        to = scope.as_function(game.canonical, [value.to], node) if is_canonical else value.to
        number = scope.number(value.gain, node), scope.number(value.again, node)
        program.has_gains = program.has_gains or value.gain != Known(0)
        program.has_again = program.has_again or value.again != Known(False)
        codes = StateShaper(scope, layout, node).codes(to)
        outputs = "mem, codec, out_keys, out_gain, out_again, at, status"
        scope.emit(f"at = put({outputs}, {', '.join((*number, *codes))})")
        with scope.block("if at < 0:"):
            scope.emit("return at")

    _run_moves(outer, game.moves, state, found)
    outer.emit("return at")
    return "\n".join([head, *outer.emitter.lines])


def _run_moves(outer: Calls, moves: object, state: Value, found: Found) -> None:
    """The code of `moves` itself, with `found` in place of every yield."""
    is_bare = isinstance(moves, Spelled)
    function: object = moves.function if isinstance(moves, Spelled) else moves
    owner = getattr(function, "__self__", None)
    function = getattr(function, "__func__", function)
    if not isinstance(function, FunctionType):
        all_moves = outer.apply(moves, [state], {}, NOWHERE)
        outer.each(all_moves, lambda value: found(outer, value, NOWHERE), NOWHERE)
        return
    source = source_of(function)
    scope = Calls(outer.program, source, outer.emitter)
    given = [state] if owner is None else [Known(owner), state]
    for name, value in scope.bound_to(source, given).items():
        scope.bind(name, value, scope.here)

    def spelled(value: Value, node: ast.AST) -> None:
        found(scope, as_move(value) if is_bare else value, node)

    def returned(value: Value, node: ast.AST) -> None:
        if value != Known(None) and not source.is_generator:
            scope.each(value, lambda item: spelled(item, node), node)
        scope.emit("return at")

    scope.on_yield = lambda value: spelled(value, scope.here)
    scope.on_return = returned
    outer.program.active.append(function)
    scope.statements(source.body)
    outer.program.active.pop()


def _scalar(program: Program, game: Game, layout: Layout, hook: str) -> str:
    """payoff(state) or turn(state), one number."""
    outer = _hook_scope(program, hook, getattr(game, hook))
    here = outer.source.body[0]
    value = outer.apply(getattr(game, hook), [_state(outer, layout)], {}, here)
    if isinstance(value, Known):
        outer.emitter.lines.clear()  # the same in every state
    outer.emit(f"return {outer.number(value, here)}")
    return "\n".join([f"def {hook}(keys, i, mem, codec):", *outer.emitter.lines])


def _vector(program: Program, game: PayoffGame, layout: Layout) -> str:
    """payoff(state), one number for each player."""
    outer = _hook_scope(program, "payoff", game.payoff)
    here = outer.source.body[0]
    value = outer.apply(game.payoff, [_state(outer, layout)], {}, here)
    row = outer.view(value, here)
    outer.emit(f"expect({row.length}, {game.players})")
    for player in range(game.players):
        outer.emit(f"out[j, {player}] = {outer.number(outer.at(row, player), here)}")
    return "\n".join(["def payoff(keys, i, mem, codec, out, j):", *outer.emitter.lines])


def _bounds(program: Program, game: Game, layout: Layout) -> str:
    """The declared bounds; none is said by numbers that no value reaches."""
    outer = _hook_scope(program, "bounds", game.bounds)
    here = outer.source.body[0]
    low, high = f"-{UNBOUNDED}", str(UNBOUNDED)
    if declares(game, "bounds"):
        value = outer.apply(game.bounds, [_state(outer, layout)], {}, here)
        low, high = (outer.number(part, here) for part in outer.statics(value) or ())
    outer.emit(f"return {low}, {high}")
    return "\n".join(["def bounds(keys, i, mem, codec):", *outer.emitter.lines])


# Each ends early after a second or so, where rules take long: whoever called them can look around.
# status[3] and what `payoffs` and `turns` return is where they go on.

EXPAND = """

@njit(nogil=True)
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

@njit(nogil=True)
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

@njit(nogil=True)
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

@njit(nogil=True)
def turns(keys, begin, end, mem, codec, out):
    spent = 0
    for i in range(begin, end):
        out[i - begin] = turn(keys, i, mem, codec)
        spent += FUEL - mem[2]
        if spent > FUEL:
            return i + 1
    return end
"""

__all__ = ["FULL", "OUTSIDE", "Code", "translate"]
