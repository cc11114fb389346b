"""Random rules held against Python: by Python that carries their code out, and by machine code."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import numpy as np

from executed_rules import ROOM, Unnoticed, Wrong, assert_same, by_python, outcome, same, told
from random_rules import loaded
from zermelo import Game, solve
from zermelo.errors import BudgetExceeded, NotCompiled, ZermeloError
from zermelo.machine.layout import observed
from zermelo.machine.machine import Machine, Moves, Outgrown
from zermelo.staging.reading.source import Refused

SAME, LONG = "the same", "too long"
UNASKED = "an error in what nobody asks for"
MOST_STATES = 3_000


def told_by_python(text: str, states: list[Any]) -> str:
    """What became of rules: the same, too long (moves without an end), or refused."""
    try:
        return _judged(text, lambda game: _compared(game, states))
    except Unnoticed:  # what nobody asks for is left out, with the errors in it
        _judged(_all_asked_for(text), lambda game: _compared(game, states))
        return UNASKED


def _compared(game: Game, states: list[Any]) -> str:
    for state in states:
        if len(list(islice(_moves(game, state), ROOM))) == ROOM:
            return LONG
    assert_same(game, states, may_give_up=True)
    return SAME


def _all_asked_for(text: str) -> str:
    """The same rules, in which somebody asks for every name."""
    return ast.unparse(ast.fix_missing_locations(_Asking().visit(ast.parse(text))))


class _Asking(ast.NodeTransformer):
    """Puts a question behind every assignment, which is always answered by no."""

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        return [node, *_questions(*node.targets)]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        return [node, *_questions(node.target)]


def _questions(*targets: ast.expr) -> list[ast.stmt]:
    parts = [part for target in targets for part in ast.walk(target)]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return ast.parse("\n".join(f"if {name} is Ellipsis: raise KeyError" for name in names)).body


def _moves(game: Game, state: Any) -> Iterator[Any]:
    try:
        yield from game.moves(state)
    except Exception as error:
        yield error


def played_against_python(text: str) -> str:
    """The value of a whole game by plain Python, by a compiled table and by a compiled search."""
    return _judged(text, _played)


def _played(game: Game) -> str:
    try:
        value = solve(game, engine="plain", budget=MOST_STATES).value
    except BudgetExceeded:
        return LONG
    except ZermeloError:
        value = None  # the rules fail, and must not have a value by any other way
    with by_python():
        found = [_value(game, method) for method in (None, "alphabeta")]
    for each in found:
        assert isinstance(each, str) or each == value, (value, found)
    reasons = [each for each in found if isinstance(each, str)]
    return reasons[0] if reasons else SAME


def _value(game: Game, method: str | None) -> Any:
    """A value, or the reason why there is none."""
    try:
        solution = solve(game, engine="compiled", threads=1, method=method, budget=10 * MOST_STATES)
        return solution.value
    except NotCompiled as refusal:
        if "differ from Python" in refusal.given or "translator fails" in refusal.given:
            raise
        return refusal.given.partition(":")[0]
    except ZermeloError as error:
        return type(error).__name__


def told_by_machine_code(text: str, states: list[Any]) -> str:
    """The same moves by numba's machine code."""
    return _judged(text, lambda game: _compiled(game, states))


def _compiled(game: Game, states: list[Any]) -> str:
    python = {state: outcome(told, game, state) for state in states}
    reached = [to for moves in python.values() if isinstance(moves, list) for to, _, _ in moves]
    machine = Machine.of(game, observed([*states, *reached]))
    for state, moves in python.items():
        found = outcome(_told_by, machine, state)
        if isinstance(moves, Exception) or isinstance(found, Exception):
            assert isinstance(found, Exception), (state, moves, found)
        else:
            assert same(machine.code, found, moves), (state, found)
    return SAME


def _told_by(machine: Machine, state: Any) -> list[Any]:
    room, runner = Moves.room(ROOM, machine.layout.words), machine.runner()
    key = machine.key(state)
    count = runner.expand(key, 0, 1, room, 0, ROOM)
    states = machine.layout.decode_all(room.keys[:count])
    gains = room.gain[:count] if machine.code.has_gains else np.zeros(count, np.int64)
    agains = room.again[:count] if machine.code.has_again else np.zeros(count, np.uint8)
    return list(zip(states, gains.tolist(), agains.astype(bool).tolist(), strict=True))


def _judged(text: str, compare: Callable[[Game], str]) -> str:
    """What a comparison says; a refusal counts by its reason."""
    try:
        with _named(text) as name:
            return compare(loaded(text, name))
    except (MemoryError, Outgrown):
        return LONG
    except Refused as stopped:
        if "translator fails" in stopped.what:
            raise
        return stopped.what


@contextmanager
def _named(text: str) -> Iterator[str]:
    name = f"<rules {hash(text)}>"
    try:
        yield name
    finally:
        linecache.cache.pop(name, None)


__all__ = ["LONG", "SAME", "UNASKED", "Wrong", "played_against_python", "told_by_machine_code",
           "told_by_python"]  # fmt: skip
