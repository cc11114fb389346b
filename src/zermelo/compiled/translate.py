"""A game's `moves`, `payoff`, `turn` and `canonical` → the text of a module of numba functions.

    expand(keys, begin, end, …)     the moves of a stretch of states, written side by side
    payoffs(keys, numbers, …)       what the ends pay
    turns(keys, begin, end, …)      whose turn it is, with p players

Keys are rows of words [N, K]; the game's long rows of numbers are in `mem`, see `frame.Memory`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.compiled.calls import Calls
from zermelo.compiled.frame import Again, Program
from zermelo.compiled.layout import Form, Layout
from zermelo.compiled.source import Source, Stopped, source_of
from zermelo.compiled.values import (
    Known,
    Lazy,
    Made,
    Num,
    Pack,
    Row,
    Shape,
    Text,
    Value,
    rebuild,
)
from zermelo.game import Game, PayoffGame, Spelled, declares

FULL, OUTSIDE = 1, 2  # status[0]: no room for more moves; a field does not fit (field, number)
FEW_FIELDS = 4  # fields of a state that live in variables; more live in memory
UNBOUNDED = 1 << 30  # beyond every value that a search handles
NOWHERE = ast.Pass(lineno=0)
RESET = "    mem[0] = mem[1]\n"  # all memory is free again


@dataclass(frozen=True)
class Code:
    """The text of a game's functions, and the memory that they read."""

    text: str
    memory: list[int]
    has_gains: bool  # whether any move can have a gain
    has_again: bool  # whether any move can keep the turn


def translate(game: Game, layout: Layout, *, bounds: bool = False) -> Code:
    """The game's rules as code; `Stopped` names the line that cannot be translated.

    With `bounds`, also the declared bounds of a state's value, for searches.
    """
    program = Program()
    while True:
        try:
            text = _module(program, game, layout, bounds)
        except Again:
            program = Program(wide=program.wide)
        except RecursionError:
            raise Stopped("the rules are nested too deeply", "use loops") from None
        else:
            return Code(text, program.memory.image(), program.has_gains, program.has_again)


def _module(program: Program, game: Game, layout: Layout, bounds: bool) -> str:
    parts = [_children(program, game, layout)]
    if bounds:
        parts.append(_bounds(program, game, layout))
    if isinstance(game, PayoffGame):
        parts += [_vector(program, game, layout), _turn(program, game, layout)]
        ends = PAYOFF_VECTORS.replace("PLAYERS", str(game.players)) + TURNS
    else:
        parts.append(_payoff(program, game, layout))
        ends = PAYOFFS
    functions = [_with_heads(text) for text in (*program.functions, *parts)]
    put = _put(layout, gains=program.has_gains, again=program.has_again)
    body = "\n\n\n".join(f"@njit(forceinline=True)\n{text}" for text in (put, *functions))
    if not re.search(r"\b(take|moved)\(", body):
        body = body.replace(RESET, "")
    return f"{body}\n{EXPAND}{ends}"


def _with_heads(text: str) -> str:
    """A function that reads its rows' places once, before all else."""
    heads = sorted({int(found) for found in re.findall(r"\bhead_(\d+)\b", text)})
    first, _, rest = text.partition("\n")
    lines = "".join(f"    head_{head} = mem[{head}]\n" for head in heads)
    return f"{first}\n{lines}{rest}"


# -- the functions ---------------------------------------------------------------------------


def _frame(program: Program, name: str) -> Calls:
    nothing = ast.arguments([], [], None, [], [], None, [])
    return Calls(program, Source(name, "the rules", nothing, [], {}, False, (), {}), [], 1)


def _children(program: Program, game: Game, layout: Layout) -> str:
    frame = _frame(program, "children")
    head = "def children(keys, i, mem, codec, out_keys, out_gain, out_again, at, status):"
    state = _read(frame, layout)

    def found(scope: Calls, value: Value, node: ast.AST) -> None:
        """Write down one move."""
        if not isinstance(value, Made):
            raise scope.stop(node, "moves yields something else than a Move", "yield Move(…)")
        to = value.to
        if declares(game, "canonical"):
            to = scope.as_function(game.canonical, [to], node)
        number = scope.number(value.gain, node), scope.number(value.again, node)
        program.has_gains = program.has_gains or value.gain != Known(0)
        program.has_again = program.has_again or value.again != Known(False)
        codes = _fields(scope, layout.form, to, node)
        outputs = "codec, out_keys, out_gain, out_again, at, status"
        scope.emit(f"at = put({outputs}, {', '.join((*number, *codes))})")
        scope.emit("if at < 0:")
        scope.emit("    return at")

    _run_moves(frame, game.moves, state, found)
    frame.emit("return at")
    return "\n".join([head, *frame.out])


def _run_moves(
    frame: Calls,
    moves: Any,
    state: Value,
    found: Callable[[Calls, Value, ast.AST], None],
) -> None:
    """The code of `moves` itself, with `found` in place of every yield."""
    bare = isinstance(moves, Spelled)
    function = moves.function if bare else moves
    owner = getattr(function, "__self__", None)
    source = source_of(getattr(function, "__func__", function))
    scope = Calls(frame.program, source, frame.out, 1)
    given = [state] if owner is None else [Known(owner), state]
    scope._enter(scope, scope._bound(source, given, {}, NOWHERE))

    def spelled(value: Value, node: ast.AST) -> None:
        if bare and not isinstance(value, Made):
            value = Made(value, Known(0), Known(False))
        found(scope, value, node)

    def returned(value: Value, node: ast.AST) -> None:
        if value != Known(None):
            scope.each(value, lambda item: spelled(item, node), node)
        scope.emit("return at")

    scope.on_yield = lambda value: spelled(value, source.body[-1])
    scope.on_return = returned
    scope.statements(source.body)


def _payoff(program: Program, game: Game, layout: Layout) -> str:
    frame = _frame(program, "payoff")
    value = frame.apply(game.payoff, [_read(frame, layout)], {}, NOWHERE)
    frame.emit(f"return {frame.number(value, NOWHERE)}")
    return "\n".join(["def payoff(keys, i, mem, codec):", *frame.out])


def _bounds(program: Program, game: Game, layout: Layout) -> str:
    """The declared bounds; none is said by numbers that no value reaches."""
    frame = _frame(program, "bounds")
    low, high = f"-{UNBOUNDED}", str(UNBOUNDED)
    if declares(game, "bounds"):
        value = frame.apply(game.bounds, [_read(frame, layout)], {}, NOWHERE)
        low, high = (frame.number(part, NOWHERE) for part in frame.statics(value) or ())
    frame.emit(f"return {low}, {high}")
    return "\n".join(["def bounds(keys, i, mem, codec):", *frame.out])


def _vector(program: Program, game: PayoffGame, layout: Layout) -> str:
    frame = _frame(program, "payoff")
    value = frame.apply(game.payoff, [_read(frame, layout)], {}, NOWHERE)
    if not isinstance(value, Row):
        value = frame.row_of(value, NOWHERE)
    frame.emit(f"expect({value.length}, {game.players})")
    for player in range(game.players):
        frame.emit(f"out[j, {player}] = {frame.number(frame.at(value, str(player)), NOWHERE)}")
    return "\n".join(["def payoff(keys, i, mem, codec, out, j):", *frame.out])


def _turn(program: Program, game: PayoffGame, layout: Layout) -> str:
    frame = _frame(program, "turn")
    value = frame.apply(game.turn, [_read(frame, layout)], {}, NOWHERE)
    frame.emit(f"return {frame.number(value, NOWHERE)}")
    return "\n".join(["def turn(keys, i, mem, codec):", *frame.out])


# -- states in and out -----------------------------------------------------------------------


def _read(frame: Calls, layout: Layout) -> Value:
    """Code that takes a key apart; the state as the rules see it."""
    frame.emit(RESET.strip())
    form = layout.form
    if form.kind == "many":
        return _read_many(frame, layout)
    names = [f"s_{field}" for field in range(layout.fields)]
    if layout.fields <= FEW_FIELDS or not _alike(form):
        for field, name in enumerate(names):
            frame.emit(f"{name} = {_field(layout, str(field))}")
        return rebuild(form.shape(), names) if names else Known(())
    frame.emit(f"s_at = take(mem, {layout.fields})")
    with frame.block(f"for f in range({layout.fields}):"):
        frame.emit(f"mem[s_at + f] = {_field(layout, 'f')}")
    return Row("s_at", len(form.parts), form.parts[0].shape())


def _alike(form: Form) -> bool:
    """Whether all items of a tuple have one shape, so that one can be picked by a number."""
    return len({part.shape() for part in form.parts}) == 1 and form.made_by is None


def _read_many(frame: Calls, layout: Layout) -> Row:
    item = layout.form.parts[0]
    frame.emit(f"s_len = {_field(layout, '0')}")
    frame.emit(f"s_at = take(mem, s_len * {item.width})")
    with frame.block(f"for f in range(s_len * {item.width}):"):
        frame.emit(f"mem[s_at + f] = {_field(layout, 'f + 1')}")
    return Row("s_at", "s_len", item.shape())


def _field(layout: Layout, field: str) -> str:
    if layout.dense:
        return f"keys[i, 0] // codec[2, {field}] % (codec[1, {field}] + 1) + codec[0, {field}]"
    word = "0" if layout.words == 1 else f"codec[3, {field}]"
    return f"(keys[i, {word}] >> codec[2, {field}] & codec[4, {field}]) + codec[0, {field}]"


def _fields(frame: Calls, form: Form, value: Value, node: ast.AST) -> list[str]:
    """The codes of a state's fields, or of the row that holds them."""
    if form.kind == "many":
        row = _row_like(frame, form.parts[0], value, node)
        return ["mem", row.offset, str(row.length)]
    return _flat(frame, form, value, node)


def _flat(frame: Calls, form: Form, value: Value, node: ast.AST) -> list[str]:
    if form.kind == "number":
        return [frame.number(value, node)]
    if isinstance(value, Num | Text | Made) or (
        isinstance(value, Known) and not isinstance(value.value, tuple)
    ):
        raise frame.stop(node, "a state of another form", "give all states the same form")
    static = frame.statics(value, 10**4)
    if static is None:
        row = _row_like(frame, form.parts[0], value, node) if _alike(form) else None
        if row is None:
            raise frame.stop(node, "a state of unknown length", "build it as a tuple of items")
        frame.emit(f"expect({row.length}, {len(form.parts)})")
        static = [frame.at(row, str(place)) for place in range(len(form.parts))]
    if len(static) != len(form.parts):
        raise frame.stop(node, "states of different lengths", "give all states the same length")
    pairs = zip(form.parts, static, strict=True)
    return [code for part, item in pairs for code in _flat(frame, part, item, node)]


def _row_like(frame: Calls, item: Form, value: Value, node: ast.AST) -> Row:
    """A sequence as a row of items of the given form."""
    if isinstance(value, Known | Pack):
        static = frame.statics(value, 10**4) or []
        codes = [flat for each in static for flat in _flat(frame, item, each, node)]
        offset = frame.room(len(codes))
        for place, code in enumerate(codes):
            frame.emit(f"mem[{offset} + {place}] = {code}")
        return Row(offset, len(static), item.shape())
    row = frame.row_of(value, node) if not isinstance(value, Lazy) else frame.collected(value, node)
    if (row.item or Shape("number")) != item.shape():
        raise frame.stop(node, "a state of another form", "give all states the same form")
    return row


def _put(layout: Layout, *, gains: bool, again: bool) -> str:
    """The function that packs a move's target and writes the move down."""
    outputs = "codec, out_keys, out_gain, out_again, at, status, gain, again"
    many = layout.form.kind == "many"
    fields = ["mem", "begin", "count"] if many else [f"f_{k}" for k in range(layout.fields)]
    lines = [f"def put({outputs}{''.join(f', {field}' for field in fields)}):"]
    lines += ["    if at >= out_keys.shape[0]:", f"        status[0] = {FULL}", "        return -1"]
    one = layout.words == 1
    words = range(layout.words)
    lines += ["    key = 0"] if one else [f"    out_keys[at, {word}] = 0" for word in words]
    place = "* codec[2, {f}]" if layout.dense else "<< codec[2, {f}]"
    add = "key += " if one else "out_keys[at, codec[3, {f}]] |= "

    def packed(field: str, code: str, indent: str) -> list[str]:
        return [
            f"{indent}d = {code} - codec[0, {field}]",
            f"{indent}if d < 0 or d > codec[1, {field}]:",
            f"{indent}    status[0] = {OUTSIDE}",
            f"{indent}    status[1] = {field}",
            f"{indent}    status[2] = {code}",
            f"{indent}    return -1",
            f"{indent}{add}d {place}".replace("{f}", field),
        ]

    if many:
        width = layout.form.parts[0].width
        lines += packed("0", "count", "    ")
        lines += [
            f"    if count * {width} >= codec.shape[1]:",
            f"        status[0] = {OUTSIDE}",
            f"        status[1] = count * {width}",
            "        return -1",
            f"    for f in range(count * {width}):",
            *packed("f + 1", "mem[begin + f]", "        "),
            f"    for f in range(count * {width}, codec.shape[1] - 1):",
            *packed("f + 1", "0", "        "),
        ]
    else:
        for field in range(layout.fields):
            lines += packed(str(field), f"f_{field}", "    ")
    lines += ["    out_keys[at, 0] = key"] if one else []
    lines += ["    out_gain[at] = gain"] if gains else []
    lines += ["    out_again[at] = again"] if again else []
    lines += ["    return at + 1"]
    return "\n".join(lines)


EXPAND = """

@njit(nogil=True, cache=True)
def expand(keys, begin, end, mem, codec, out_keys, out_gain, out_again, counts, status):
    at = 0
    for i in range(begin, end):
        after = children(keys, i, mem, codec, out_keys, out_gain, out_again, at, status)
        if after < 0:
            status[3] = i
            return -1
        counts[i - begin] = after - at
        at = after
    return at
"""

PAYOFFS = """

@njit(nogil=True, cache=True)
def payoffs(keys, numbers, mem, codec, out):
    for j in range(numbers.size):
        out[j, 0] = payoff(keys, numbers[j], mem, codec)
"""

PAYOFF_VECTORS = """

@njit(nogil=True, cache=True)
def payoffs(keys, numbers, mem, codec, out):
    for j in range(numbers.size):
        payoff(keys, numbers[j], mem, codec, out, j)
"""

TURNS = """

@njit(nogil=True, cache=True)
def turns(keys, begin, end, mem, codec, out):
    for i in range(begin, end):
        out[i - begin] = turn(keys, i, mem, codec)
"""
