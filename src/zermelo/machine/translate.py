"""A game's `moves`, `payoff`, `turn` and `canonical` → the text of a module of numba functions.

    expand(keys, begin, end, …)     the moves of a stretch of states, written side by side
    payoffs(keys, numbers, …)       what the ends pay
    turns(keys, begin, end, …)      whose turn it is, with p players
    bounds(keys, i, …)              what is declared of a state's value, for searches

Keys are rows of words [N, K]; the game's long rows of numbers are in the arena `mem`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from types import FunctionType

from zermelo.machine.key_code import FULL, OUTSIDE, KeyReader, KeyWriter, StateShaper
from zermelo.machine.layout import Layout
from zermelo.model.game import Game, PayoffGame, Spelled, declares
from zermelo.staging.calls import Calls, as_move
from zermelo.staging.emitter import Program
from zermelo.staging.source import source_of
from zermelo.staging.stage import begin_anew, entry_scope, stage
from zermelo.staging.values import Known, MoveValue, Value

UNBOUNDED = 1 << 62  # beyond every value that a search handles
NOWHERE = ast.Pass(lineno=0)


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
    rules = Rules(game, layout, bounds)
    found = stage(rules.write)
    ends = PAYOFF_VECTORS + TURNS if isinstance(game, PayoffGame) else PAYOFFS
    text = f"{found.text}\n{EXPAND}{ends}"
    return Code(text, found.constants, rules.has_gains, rules.has_again, found.has_loops)


class Rules:
    """Writes the functions of a game's rules."""

    def __init__(self, game: Game, layout: Layout, bounds: bool) -> None:
        self.game = game
        self.layout = layout
        self.bounds = bounds
        self.has_gains = self.has_again = False

    def write(self, program: Program) -> list[str]:
        """The functions of the rules; `put`, which they call, comes first of all."""
        game, self.has_gains, self.has_again = self.game, False, False
        parts = [self._children(program)]
        if self.bounds:
            parts.append(self._bounds(program))
        if isinstance(game, PayoffGame):
            parts += [self._vector(program, game), self._scalar(program, "turn")]
        else:
            parts.append(self._scalar(program, "payoff"))
        writer = KeyWriter(entry_scope(program, "put"), self.layout)
        program.functions.insert(0, writer.text(gains=self.has_gains, again=self.has_again))
        return parts

    def _state(self, scope: Calls) -> Value:
        begin_anew(scope)
        return KeyReader(scope, self.layout).state()

    # -- moves ----------------------------------------------------------------------------------

    def _children(self, program: Program) -> str:
        outer = entry_scope(program, "children")
        self._run_moves(outer, self.game.moves, self._state(outer))
        outer.emit("return at")
        head = "def children(keys, i, mem, codec, out_keys, out_gain, out_again, at, status):"
        return "\n".join([head, *outer.emitter.lines])

    def _run_moves(self, outer: Calls, moves: object, state: Value) -> None:
        """The code of `moves` itself, where every yield writes a move down."""
        is_bare = isinstance(moves, Spelled)
        function: object = moves.function if isinstance(moves, Spelled) else moves
        owner = getattr(function, "__self__", None)
        function = getattr(function, "__func__", function)
        if not isinstance(function, FunctionType):
            found = outer.apply(moves, [state], {}, NOWHERE)
            outer.each(found, lambda value: self._put(outer, value, NOWHERE), NOWHERE)
            return
        source = source_of(function)
        scope = Calls(outer.program, source, outer.emitter)
        given = [state] if owner is None else [Known(owner), state]
        for name, value in scope.bound_to(source, given).items():
            scope.bind(name, value, scope.here)

        def spelled(value: Value, node: ast.AST) -> None:
            self._put(scope, as_move(value) if is_bare else value, node)

        def returned(value: Value, node: ast.AST) -> None:
            if value != Known(None) and not source.is_generator:
                scope.each(value, lambda item: spelled(item, node), node)
            scope.emit("return at")

        scope.on_yield = lambda value: spelled(value, scope.here)
        scope.on_return = returned
        outer.program.active.append(function)
        scope.statements(source.body)
        outer.program.active.pop()

    def _put(self, scope: Calls, value: Value, node: ast.AST) -> None:
        """Write down one move."""
        if not isinstance(value, MoveValue):
            raise scope.stop(node, "moves gives something else than a Move", "yield Move(…)")
        to = value.to
        if declares(self.game, "canonical"):
            to = scope.as_function(self.game.canonical, [to], node)
        number = scope.number(value.gain, node), scope.number(value.again, node)
        self.has_gains = self.has_gains or value.gain != Known(0)
        self.has_again = self.has_again or value.again != Known(False)
        codes = StateShaper(scope, self.layout, node).codes(to)
        outputs = "mem, codec, out_keys, out_gain, out_again, at, status"
        scope.emit(f"at = put({outputs}, {', '.join((*number, *codes))})")
        with scope.block("if at < 0:"):
            scope.emit("return at")

    # -- one state's numbers --------------------------------------------------------------------

    def _scalar(self, program: Program, hook: str) -> str:
        """payoff(state) or turn(state), one number."""
        function = getattr(self.game, hook)
        scope = entry_scope(program, hook, function)
        here = scope.source.body[0]
        value = scope.apply(function, [self._state(scope)], {}, here)
        if isinstance(value, Known):
            scope.emitter.lines.clear()  # the same in every state
        scope.emit(f"return {scope.number(value, here)}")
        return "\n".join([f"def {hook}(keys, i, mem, codec):", *scope.emitter.lines])

    def _vector(self, program: Program, game: PayoffGame) -> str:
        """payoff(state), one number for each player."""
        scope = entry_scope(program, "payoff", game.payoff)
        here = scope.source.body[0]
        value = scope.apply(game.payoff, [self._state(scope)], {}, here)
        row = scope.view(value, here)
        scope.emit(f"expect({row.length}, {game.players})")
        for player in range(game.players):
            scope.emit(f"out[j, {player}] = {scope.number(scope.at(row, player), here)}")
        return "\n".join(["def payoff(keys, i, mem, codec, out, j):", *scope.emitter.lines])

    def _bounds(self, program: Program) -> str:
        """The declared bounds; none is said by numbers that no value reaches."""
        game = self.game
        scope = entry_scope(program, "bounds", game.bounds)
        here = scope.source.body[0]
        low, high = f"-{UNBOUNDED}", str(UNBOUNDED)
        if declares(game, "bounds"):
            value = scope.apply(game.bounds, [self._state(scope)], {}, here)
            low, high = (scope.number(part, here) for part in scope.statics(value) or ())
        scope.emit(f"return {low}, {high}")
        return "\n".join(["def bounds(keys, i, mem, codec):", *scope.emitter.lines])


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
