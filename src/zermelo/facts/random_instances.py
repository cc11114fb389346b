"""Random instances of a class of games: what a class is fuzzed with.

A class says how by its hook `random(rng)`. Otherwise each argument is drawn from its type: rows
that are empty, of one item, of equal items, with and without negative ones, and now and then with
the numbers where machine integers end. What the class itself refuses is drawn again.
"""

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections import abc
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any

from zermelo.errors import BadInput, ZermeloError
from zermelo.graph.explore import explore
from zermelo.model.game import Game
from zermelo.model.numerals import spelled

TRIES = 500  # draws, one after another, that the class may refuse
STEP = 25  # refusals after which one item more may be drawn: some classes have no small instances
DRAWS = 12  # instances of a class, of which the largest is its example
SIZE = 8  # items of their rows
SOME_STATES = 2_000  # of an example
LONGEST_OF_A_BOARD = 3  # letters of a text in the rules that may stand on a board
SHOWN = 60  # letters of a value in an error
DEFAULT = 0.3  # how often an argument is left as it is where it may be left out
LARGE_NUMBERS = (1, 2**15, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 10**20)
EXTREMES = (0, *LARGE_NUMBERS, *(-number for number in LARGE_NUMBERS))
REFUSALS = (ZermeloError, ArithmeticError, LookupError, TypeError, ValueError, AssertionError,
            AttributeError, RecursionError, MemoryError)  # fmt: skip

ROW_KINDS = (list, set, frozenset)  # of rows


class Undrawable(Exception):
    """A type of which nobody knows what its values look like."""


def drawn(kind: type[Game], rng: Random, size: int) -> Game:
    """A random instance of a class, with rows of at most `size` items; the same for the same seed.

    >>> from zermelo.games import Ends
    >>> drawn(Ends, Random(4), 3) == drawn(Ends, Random(4), 3)
    True
    """
    return Instances(kind, rng).draw(size)


def example_of(kind: type[Game], seed: int = 0) -> Game:
    """The class's own example, else the largest of some random instances."""
    example = getattr(kind, "example_game", None)
    if example is not None:
        made: Game = example()
        return made
    rng = Random(seed)
    return max((drawn(kind, rng, SIZE) for _ in range(DRAWS)), key=states_of)


def states_of(game: Game) -> int:
    """How many there are; 0 where they are too many, or the rules fail."""
    try:
        graph = explore(game, budget=SOME_STATES)
    except ZermeloError:
        return 0
    return len(graph) if graph.complete else 0


class Instances:
    """Instances of one class, drawn one after another."""

    def __init__(self, kind: type[Game], rng: Random, only: Collection[str] | None = None) -> None:
        """`only` names the arguments that are drawn; the others are left out."""
        self.kind = kind
        self.rng = rng
        self.refused = 0  # by the class itself
        self.refusal = ""  # what was refused first, and why
        self.last = ""  # what the last instance was made of: other instances, other words
        self._letters = letters_of(kind)
        self._own = kind.random if has_random(kind) else None
        fields = {} if self._own else arguments_of(kind)
        self._fields = {name: fields[name] for name in fields if only is None or name in only}

    @property
    def are_many(self) -> bool:
        """Whether there can be more than one."""
        return bool(self._own or self._fields)

    def draw(self, size: int) -> Game:
        """One that the class accepts."""
        given: dict[str, object] = {}
        for tries in range(TRIES):
            try:
                return self._made(size + tries // STEP, given)
            except Undrawable as reason:
                raise _no_way(self.kind, *reason.args) from None
            except REFUSALS as error:
                self.refused += 1
                refusal = _refusal(given, error)
                self.refusal = self.refusal or refusal
        what = f"{TRIES} instances were refused, the last one of"
        raise _no_way(self.kind, "", f"{what} {refusal}")

    def _made(self, size: int, given: dict[str, object]) -> Game:
        if self._own is not None:
            game = self._checked(self._own(self.rng))
            self.last = _content(game)
            return game
        numbers = palette(self.rng, size)
        given.clear()
        for field in self._fields.values():
            if field.is_left_out(self.rng):
                continue
            draw = Draw(self.rng, size, numbers, self._letters)
            given[field.name] = self._value(field, draw)
        made = {name: given.get(name, field.default) for name, field in self._fields.items()}
        self.last = _content(made)  # before the class can change what it is given
        return self.kind(**given)

    def _value(self, field: Field, draw: Draw) -> object:
        try:
            return draw.value(field.type, field.example)
        except Undrawable as reason:
            raise Undrawable(field.name, f"it is {reason}") from None

    def _checked(self, game: object) -> Game:
        if isinstance(game, Game):
            return game
        raise Undrawable("random(rng)", f"it gave {_short(game)}, which is no game")


def _refusal(given: dict[str, object], error: BaseException) -> str:
    """What was given, and what the class says to it."""
    tried = ", ".join(f"{name}={_short(value)}" for name, value in given.items())
    said = f"{type(error).__name__}: {error}".removesuffix(": ").rstrip(".")
    return f"{tried or 'random(rng)'}; {said}"


def has_random(kind: type[Game]) -> bool:
    """Whether a class says itself how an instance is drawn."""
    own = kind.random
    return getattr(own, "__func__", own) is not Game.random.__func__  # type: ignore[attr-defined]


def _no_way(kind: type[Game], field: str, given: str) -> BadInput:
    return BadInput(
        given,
        where=f"{kind.__name__}.{field}".removesuffix("."),
        rule="random instances are drawn from the types of the arguments",
        fix="Give the class a classmethod random(cls, rng) that makes one of rng.randint and such",
    )


def _content(value: object) -> str:
    """What a value is made of, also where it has no repr of its own, or one that leaves some out.

    >>> _content({"row": (1, [2])})
    "{'row': (1, [2])}"
    """
    if isinstance(value, dict):
        return f"{{{', '.join(f'{spelled(key)}: {_content(one)}' for key, one in value.items())}}}"
    if type(value) in (tuple, list):
        inside = ", ".join(map(_content, value))  # type: ignore[call-overload]
        return f"({inside})" if isinstance(value, tuple) else f"[{inside}]"
    if hasattr(value, "__dict__") and not isinstance(value, type | Enum):
        return f"{type(value).__name__}{_content(vars(value))}"
    return spelled(value)


def _short(value: object) -> str:
    text = spelled(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


# -- what a class is made of -----------------------------------------------------------------------


class Field:
    """An argument of a class: its type, and a value that it may have."""

    def __init__(self, form: inspect.Parameter, type_: object, example: object) -> None:
        self.name = form.name
        self.type = type_
        self.example = example  # ... where none is known
        self.default = form.default
        self.may_be_left_out = form.default is not form.empty
        self.is_setting = self.may_be_left_out and hasattr(Game, form.name)

    def is_left_out(self, rng: Random) -> bool:
        """A setting such as `tolerance` always is, other defaults at times."""
        return self.is_setting or (self.may_be_left_out and rng.random() < DEFAULT)


def arguments_of(kind: type[Game]) -> dict[str, Field]:
    """The arguments of a class with their types, by name."""
    types_ = {**_hints(kind), **_hints(kind.__init__)}
    examples = iter(getattr(kind, "example", ()))
    found = {}
    for form in inspect.signature(kind).parameters.values():
        if form.kind in (form.VAR_POSITIONAL, form.VAR_KEYWORD):
            continue
        example = ... if form.kind is form.KEYWORD_ONLY else next(examples, ...)
        if example is ... and form.default is not form.empty:
            example = form.default
        found[form.name] = Field(form, types_.get(form.name, Any), example)
    return found


def _hints(thing: object) -> dict[str, object]:
    """Type hints as Python resolves them; those that can be, where one cannot."""
    try:
        return typing.get_type_hints(thing)
    except (NameError, TypeError, AttributeError, SyntaxError):
        return dict(_one_by_one(thing))


def _one_by_one(thing: object) -> Iterator[tuple[str, object]]:
    for owner in reversed(getattr(thing, "__mro__", (thing,))):
        module = sys.modules.get(getattr(owner, "__module__", ""))
        for name, hint in vars(owner).get("__annotations__", {}).items():
            if not isinstance(hint, str):
                yield name, hint
                continue
            try:
                yield name, eval(hint, {**vars(typing), **vars(module)})
            except Exception:  # a name that is seen inside a function only
                yield name, Any


def letters_of(kind: type[Game]) -> str:
    """The letters of its texts: those of the short texts in its rules, else some of the alphabet.

    >>> class Flips(Game):
    ...     def moves(self, row):
    ...         return [row.replace("++", "--", 1)] if "++" in row else []
    >>> letters_of(Flips)
    '+-'
    """
    kinds = (one for one in kind.__mro__ if not one.__module__.startswith("zermelo.model"))
    own = (getattr(one, name, None) for one in kinds for name in vars(one) if name[:2] != "__")
    codes = (getattr(getattr(method, "fget", method), "__code__", None) for method in own)
    texts = [text for code in codes if code is not None for text in _texts_in(code)]
    return "".join(sorted({letter for text in texts for letter in text})) or "abc"


def _texts_in(code: types.CodeType) -> Iterator[str]:
    """The short texts that a function names, and those inside it."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _texts_in(constant)
            continue
        parts = constant if isinstance(constant, tuple | frozenset) else [constant]
        yield from (
            part for part in parts if isinstance(part, str) and len(part) <= LONGEST_OF_A_BOARD
        )


# -- values of a type ------------------------------------------------------------------------------


DrawsNumber = Callable[[], int]


def palette(rng: Random, size: int) -> DrawsNumber:
    """How the numbers of one instance are drawn: alike, so that they tie, are positive, and so on.

    >>> rng = Random(0)
    >>> min(palette(rng, 3)() for _ in range(500))
    -100000000000000000000
    """
    constant = rng.randint(-3, 9)
    kinds: tuple[DrawsNumber, ...] = (
        lambda: rng.randint(1, 9),
        lambda: rng.randint(0, 2),
        lambda: rng.randint(0, max(1, size)),
        lambda: rng.randint(1, 100),
        lambda: rng.randint(-9, 9),
        lambda: rng.randint(-50, 50),
        lambda: rng.randint(-2, 0),
        lambda: constant,
        lambda: rng.choice(EXTREMES) if rng.random() < 0.5 else rng.randint(-2, 2),
    )
    weights = (4, 3, 3, 3, 3, 3, 1, 1, 2)
    return rng.choices(kinds, weights)[0]


class Draw:
    """Values for the arguments of one instance."""

    def __init__(self, rng: Random, size: int, numbers: DrawsNumber, letters: str) -> None:
        self.rng = rng
        self.size = size
        self.numbers = numbers
        self.letters = letters

    def value(self, type_: object, example: object = ...) -> object:
        """A value of a type; like the example where the type does not say enough."""
        type_ = _plain(type_)
        origin, inside = typing.get_origin(type_), typing.get_args(type_)
        if type_ in (Any, object, inspect.Parameter.empty) or isinstance(type_, str):
            return self.like(example)
        if origin is typing.Literal:
            return self.rng.choice(inside)
        if origin in (typing.Union, types.UnionType):
            return self.value(self.rng.choice(inside), example)
        if (origin or type_) in ROWS:
            return self._row(origin or type_, inside, example)
        if (origin or type_) in TABLES:
            return self._table(inside, example)
        return self._single(type_, example)

    def like(self, example: object) -> object:
        """Another value of the kind of the example."""
        if example is ...:
            raise Undrawable("of no type that says what its values are")
        if isinstance(example, tuple | list):
            item = next(iter(example), 0)
            return type(example)(self.item(Any, item) for _ in range(self._length()))
        if _is_number(example) and self.rng.random() < 0.5:
            return self._number()
        return self._single(type(example), example)

    def _length(self) -> int:
        return self.rng.randint(0, max(0, self.size))

    def _row(self, kind: object, inside: tuple[object, ...], example: object) -> object:
        made: type[Any] = kind if isinstance(kind, type) and kind in ROW_KINDS else tuple
        if not inside:
            usual = example if isinstance(example, tuple | list) else (0,)
            return made(self.like(usual))
        if kind is tuple and inside[-1] is not Ellipsis:
            return tuple(self.value(part) for part in inside if part != ())
        items = example if isinstance(example, tuple | list) else ()
        item = next(iter(items), ...)
        short = max(1, self.size // 2)  # rows of rows are
        nested = Draw(self.rng, short, self.numbers, self.letters)
        return made(nested.item(inside[0], item) for _ in range(self._length()))

    def item(self, type_: object, example: object) -> object:
        """A value in a row: any number, where a lone one is rather a size."""
        if _plain(type_) is int:
            return self.numbers()
        if _plain(type_) is Any and example is ...:
            return self.numbers()
        if _plain(type_) is Any and _is_number(example):
            return self._number()
        return self.value(type_, example)

    def _table(self, inside: tuple[object, ...], example: object) -> dict[object, Any]:
        if not inside:
            raise Undrawable("a dict of anything")
        key, value = inside
        keys = (self.item(key, ...) for _ in range(self._length()))
        return {one: self.item(value, example) for one in keys}

    def _number(self) -> int | Fraction:
        """Mostly whole."""
        number = self.numbers()
        return Fraction(number, self.rng.randint(2, 4)) if self.rng.random() < 0.05 else number

    def _single(self, type_: object, example: object) -> object:
        if type_ is bool:
            return self.rng.random() < 0.5
        if type_ is int:
            return self._size(example)
        if type_ is float:
            return self.numbers() / self.rng.choice((1, 2, 4))
        if type_ in (type(None), None):
            return None
        if type_ is str:
            return self._text(example)
        if not isinstance(type_, type):
            return self._unknown(type_, example)
        return self._instance(type_, example)

    def _size(self, example: object) -> int:
        """A lone number is mostly a size: small, seldom negative.

        None is huge: of a class that makes a list as long as the number none could be drawn.
        """
        usual = example if isinstance(example, int) else 0
        bound = max(1, self.size)
        return self.rng.choices(
            (
                self.rng.randint(0, bound),
                self.rng.randint(1, 3),
                max(0, min(usual, 2 * bound) + self.rng.randint(-2, 2)),
                self.rng.randint(-9, -1),
                self.rng.choice((0, 1, -(2**31), -(2**63))),
            ),
            (8, 4, 4, 1, 1),
        )[0]

    def _text(self, example: object) -> str:
        """Letters of the example, or of the rules; at times the example itself."""
        usual = example if isinstance(example, str) else ""
        if usual and self.rng.random() < 0.5:
            return usual
        letters = usual or self.letters
        return "".join(self.rng.choices(letters, k=self._length()))

    def _instance(self, type_: type, example: object) -> object:
        if typing.is_typeddict(type_):  # which answers no question about its class
            return self._record(type_, example)
        if issubclass(type_, Enum):
            return self.rng.choice(list(type_))
        if issubclass(type_, Game):
            return Instances(type_, self.rng).draw(max(1, self.size // 2))
        if issubclass(Fraction, type_):
            return self._number() if type_ is not Fraction else Fraction(self._number())
        if is_dataclass(type_) or issubclass(type_, tuple):
            return self._record(type_, example)
        return self._unknown(type_, example)

    def _record(self, type_: type[Any], example: object) -> object:
        """A dataclass, a NamedTuple or a TypedDict, field by field."""
        hints = _hints(type_)
        names: Iterable[str] = getattr(type_, "_fields", ())  # of a NamedTuple
        if is_dataclass(type_):
            names = inspect.signature(type_).parameters
        elif typing.is_typeddict(type_):
            names = hints
        elif not names:
            return self._unknown(type_, example)
        return type_(**{name: self.value(hints.get(name, Any)) for name in names})

    def _unknown(self, type_: object, example: object) -> object:
        if example is ...:
            raise Undrawable(f"of type {getattr(type_, '__name__', type_)}")
        return example


ROWS = (tuple, list, set, frozenset, abc.Sequence, abc.Iterable, abc.Collection, abc.Set,
        abc.MutableSequence)  # fmt: skip
TABLES = (dict, abc.Mapping, abc.MutableMapping)


def _plain(type_: Any) -> Any:
    """The type behind Annotated, Final, NewType or an alias."""
    while True:
        origin = typing.get_origin(type_)
        if hasattr(type_, "__metadata__"):
            type_ = type_.__origin__
        elif hasattr(type_, "__supertype__"):
            type_ = type_.__supertype__
        elif hasattr(type_, "__value__"):
            type_ = type_.__value__
        elif origin is typing.Final:
            (type_,) = typing.get_args(type_)
        else:
            return type_


def _is_number(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)
