"""The recurrence of a game in its own letters, read off the source of its `moves`.

    def moves(self, state):
        left, right = state
        if left <= right:                              D(left, right) = max of
            yield Move((left + 1, right),        →       row[left] − D(left + 1, right)
                       gain=self.row[left])              row[right] − D(left, right − 1)
            …                                            each if left ≤ right

Branches and loops become the conditions of a term; names that are assigned once are replaced by
what they stand for. What is written in another way (helper generators, names that change) has the
recurrence of its value type alone: no term is guessed.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.model.game import Game, Move, Spelled, SpelledRules, ValueType

MOST_TERMS_TOLD = 6
FUNCTION_LETTERS = {
    ValueType.DIFFERENCE: "D",
    ValueType.OUTCOME: "W",
    ValueType.NIMBER: "G",
    ValueType.VECTOR: "V",
}
RECURRENCE_HEADS = {
    ValueType.DIFFERENCE: "max of",
    ValueType.OUTCOME: "some of",
    ValueType.NIMBER: "mex of",
    ValueType.VECTOR: "the one with the mover's largest own total of",
}
GENERIC = {
    ValueType.DIFFERENCE: "D{0} = max over moves [ g − D(S') ], or g + D(S') where the mover moves "
    "again; D(end) = payoff",
    ValueType.OUTCOME: "{0} wins if some move leaves a loss, loses if every move leaves a win, "
    "else it is a draw",
    ValueType.NIMBER: "G{0} = mex of G(S') over moves; parts add by XOR",
    ValueType.VECTOR: "V{0} = V(S') + g to the mover, for the move with the largest own total",
}


class Unread(Exception):
    """The rules are written in a way that is not read."""


@dataclass(frozen=True)
class Term:
    """One move as it is written, and under which loops and conditions."""

    to: ast.expr
    gain: ast.expr | None
    again: ast.expr | None
    under: tuple[str, ...]


def recurrence_of(game: Game, value_type: ValueType) -> str:
    """The recurrence of a game as its rules are written, else that of its value type.

    >>> from zermelo.games import Wythoff
    >>> print(recurrence_of(Wythoff(3, 5), ValueType.OUTCOME))
    W(one, two) = some of
      not W(one − take, two) for take in range(1, one + 1)
      not W(one, two − take) for take in range(1, two + 1)
      not W(one − take, two − take) for take in range(1, min(one, two) + 1)
    """
    try:
        reader = Reader(function_of(game))
    except (Unread, OSError, TypeError, SyntaxError):
        return GENERIC[value_type].format("(S)" if value_type is not ValueType.OUTCOME else "S")
    try:
        terms = list(reader.terms())
        if not 1 <= len(terms) <= MOST_TERMS_TOLD:
            raise Unread
    except Unread:
        return GENERIC[value_type].format(reader.state)
    return _written(reader.state, terms, value_type)


def function_of(game: Game) -> ast.FunctionDef:
    """The `moves` that the class, or the game, was written with."""
    own = vars(game).get("moves") if hasattr(game, "__dict__") else None
    if isinstance(own, Spelled):
        written: Any = own.function
    else:
        owner = next(base for base in type(game).__mro__ if "moves" in vars(base))
        written = vars(owner)["moves"]
    if isinstance(written, SpelledRules):
        written = written.written
    [found] = ast.parse(textwrap.dedent(inspect.getsource(written))).body
    if not isinstance(found, ast.FunctionDef) or not found.args.args:
        raise Unread
    return found


class Reader:
    """Reads the body of one function."""

    def __init__(self, function: ast.FunctionDef) -> None:
        *own, self.given = (argument.arg for argument in function.args.args)
        if len(own) > 1:
            raise Unread
        self.own = "".join(own)
        self.body = function.body
        self.names: dict[str, ast.expr] = {}
        self.loops: set[str] = set()
        self.state = f"({self._letters()})"

    def _letters(self) -> str:
        """What the function calls the parts of the state."""
        for line in self.body:
            if (
                isinstance(line, ast.Assign)
                and isinstance(line.value, ast.Name)
                and line.value.id == self.given
                and isinstance(line.targets[0], ast.Tuple)
            ):
                return ast.unparse(line.targets[0]).strip("()")
        return self.given

    def terms(self) -> Iterator[Term]:
        """Every move of the function."""
        yield from self._block(self.body, ())

    def _block(self, lines: list[ast.stmt], under: tuple[str, ...]) -> Iterator[Term]:
        for line in lines:
            if isinstance(line, ast.If) and _ends(line.body) and not line.orelse:
                under = (*under, f"unless {self.text(line.test)}")
            else:
                yield from self._line(line, under)

    def _line(self, line: ast.stmt, under: tuple[str, ...]) -> Iterator[Term]:
        if isinstance(line, ast.If):
            yield from self._block(line.body, (*under, f"if {self.text(line.test)}"))
            yield from self._block(line.orelse, (*under, f"unless {self.text(line.test)}"))
        elif isinstance(line, ast.For) and not line.orelse:
            self.loops |= {name.id for name in ast.walk(line.target) if isinstance(name, ast.Name)}
            if not self.loops.isdisjoint(self.names):
                raise Unread
            yield from self._block(line.body, (*under, self._loop(line.target, line.iter)))
        elif isinstance(line, ast.Assign) and len(line.targets) == 1:
            self._assign(line.targets[0], line.value)
        elif isinstance(line, ast.Expr) and isinstance(line.value, ast.Yield):
            yield self._term(line.value.value, under)
        elif isinstance(line, ast.Return) and isinstance(
            line.value, ast.ListComp | ast.GeneratorExp
        ):
            yield self._term(line.value.elt, (*under, *self._loops(line.value)))
        elif not _says_nothing(line):
            raise Unread

    def _loops(self, made: ast.ListComp | ast.GeneratorExp) -> Iterator[str]:
        for part in made.generators:
            yield self._loop(part.target, part.iter)
            yield from (f"if {self.text(test)}" for test in part.ifs)

    def _loop(self, target: ast.expr, over: ast.expr) -> str:
        return f"for {ast.unparse(target)} in {self.text(over)}"

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        """Remember what a name stands for; the parts of the state stand for themselves."""
        if isinstance(value, ast.Name) and value.id == self.given:
            return
        if not isinstance(target, ast.Name) or target.id in self.names | dict.fromkeys(self.loops):
            raise Unread
        self.names[target.id] = self._plain(value)

    def _term(self, made: ast.expr | None, under: tuple[str, ...]) -> Term:
        if made is None:
            raise Unread
        made = self._plain(made)
        if not (isinstance(made, ast.Call) and isinstance(made.func, ast.Name)):
            return Term(made, None, None, under)
        if made.func.id != Move.__name__:
            raise Unread
        parts = dict(zip(Move._fields, made.args, strict=False))
        parts |= {word.arg: word.value for word in made.keywords if word.arg}
        if "to" not in parts:
            raise Unread
        return Term(parts["to"], parts.get("gain"), parts.get("again"), under)

    def _plain(self, value: ast.expr) -> ast.expr:
        """Names replaced by what they stand for, `self.` left out."""
        copy = ast.parse(ast.unparse(value), mode="eval").body
        plain: ast.expr = _Replace(self.own, self.names).visit(copy)
        return plain

    def text(self, value: ast.expr) -> str:
        """An expression as a person writes it."""
        return text_of(self._plain(value))


class _Replace(ast.NodeTransformer):
    def __init__(self, own: str, names: dict[str, ast.expr]) -> None:
        self.own, self.names = own, names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.names.get(node.id, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == self.own:
            return ast.Name(node.attr)
        return self.generic_visit(node)


def _says_nothing(line: ast.stmt) -> bool:
    """A docstring or `pass`."""
    text = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
    return text or isinstance(line, ast.Pass)


def _ends(lines: list[ast.stmt]) -> bool:
    """Whether a block only says that there are no more moves."""
    [line, *more] = lines
    return isinstance(line, ast.Return) and line.value is None and not more


def text_of(value: ast.expr) -> str:
    """An expression with the signs of a formula."""
    text = ast.unparse(value)
    for python, sign in ((" - ", " − "), ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("==", "=")):
        text = text.replace(python, sign)
    return f"−{text[1:]}" if text.startswith("-") else text


def _written(state: str, terms: list[Term], value_type: ValueType) -> str:
    """The terms below each other; what all of them are under is said once, behind."""
    shared = _shared([term.under for term in terms])
    lines = [" ".join([_valued(term, value_type), *term.under[len(shared) :]]) for term in terms]
    head = f"{FUNCTION_LETTERS[value_type]}{state} = {RECURRENCE_HEADS[value_type]}"
    if len(lines) == 1:
        return " ".join([head, *lines, *shared])
    tail = [f"  each {' '.join(shared)}"] if shared else []
    return "\n".join([head, *(f"  {line}" for line in lines), *tail])


def _shared(all_under: list[tuple[str, ...]]) -> tuple[str, ...]:
    first = all_under[0]
    count = 0
    while count < len(first) and all(
        under[: count + 1] == first[: count + 1] for under in all_under
    ):
        count += 1
    return first[:count]


def _valued(term: Term, value_type: ValueType) -> str:
    """What a move is worth."""
    to = text_of(term.to)
    after = f"{FUNCTION_LETTERS[value_type]}{to if isinstance(term.to, ast.Tuple) else f'({to})'}"
    gain = None if term.gain is None else text_of(term.gain)
    if isinstance(term.gain, ast.IfExp):
        gain = f"({gain})"
    keeps = isinstance(term.again, ast.Constant) and term.again.value is True
    turn = f" (+ where {text_of(term.again)})" if term.again is not None and not keeps else ""
    if value_type is ValueType.DIFFERENCE:
        sign = "+" if keeps else "−"
        return (f"{gain} {sign} {after}" if gain else f"{'' if keeps else '−'}{after}") + turn
    if value_type is ValueType.OUTCOME:
        return f"{'' if keeps else 'not '}{after}{turn}"
    return f"{after} + {gain} to the mover" if gain and value_type is ValueType.VECTOR else after
