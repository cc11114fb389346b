"""Expressions of every kind, put together from phrases at random."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from random_games import Reader
from random_rules.kinds import HOLE, filled, head, open_in, parts_of, phrases_for
from random_rules.phrases import IN_ORDER, KEYS, LITERALS, SIMPLE


class Expressions:
    """Writes expressions out of bytes; `names` says of which kind everything is that has a name."""

    def __init__(self, read: Reader) -> None:
        self.read = read
        self.lines: list[str] = []
        self.count = 0
        self.names: dict[str, str] = {}
        self.held: set[str] = set()  # names that a loop goes through
        self.no_walrus = 0
        self.is_game = False
        self.result: str | None = None  # the kind that a helper returns
        self.helpers: list[tuple[str, str, str]] = []
        self.state = "i"
        self.in_list = False

    def pick(self, *choices: Any) -> Any:
        return choices[self.read.below(len(choices))]

    def chance(self, one_in: int) -> bool:
        return self.read.below(one_in) == 0

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # -- expressions -------------------------------------------------------------------------------

    def e(self, kind: str, d: int = 2) -> str:
        """An expression of a kind, `d` deep."""
        special = self.SPECIAL.get(head(kind))
        if special is not None:
            return special(self, kind, d)
        known = [name for name, held in self.names.items() if held == kind]
        if known and (d <= 0 or self.read.below(5) < 3):
            return str(self.pick(*known))
        calls = [name for name, _, result in self.helpers if result == kind]
        if calls and d > 0 and self.chance(6):
            name = self.pick(*calls)
            given = next(given for each, given, _ in self.helpers if each == name)
            return f"self.{name}({self.e(given, d - 1)})"
        if d <= 0:
            return self.leaf(kind)
        if kind in LITERALS and self.chance(6):
            return str(self.pick(*LITERALS[kind]))
        return self.phrase(kind, d)

    def phrase(self, kind: str, d: int) -> str:
        choices = phrases_for(kind)
        if not choices:
            return self.leaf(kind)
        return self.fill(self.pick(*choices), d)

    def fill(self, phrase: str, d: int) -> str:
        """A phrase with expressions in its holes."""
        if ":=" in phrase and self.no_walrus:
            return self.fill("«i»" if "«? i»" in phrase or "«i»" in phrase else "«s»", d - 1)
        free = {}
        for word in sorted(open_in(phrase)):
            choices = IN_ORDER if word == "O" else KEYS if f"d {word}" in phrase else SIMPLE
            free[word] = self.pick(*choices)
        if "@" in phrase:
            names: dict[str, str] = {}
            phrase = re.sub(r"@(\w)", lambda m: names.setdefault(m[1], self.fresh("w")), phrase)
        inner = " for " in phrase or "lambda" in phrase
        self.no_walrus += inner
        text = HOLE.sub(lambda hole: self.e(hole[1], d - 1), filled(phrase, free))
        self.no_walrus -= inner
        return text

    def leaf(self, kind: str) -> str:
        """The least expression of a kind."""
        known = [name for name, held in self.names.items() if held == kind]
        if known and self.read.below(5):
            return str(self.pick(*known))
        if kind in LITERALS:
            return str(self.pick(*LITERALS[kind]))
        parts = parts_of(kind)
        match head(kind):
            case "t" | "*" | "~":
                items = [self.leaf(parts[0]) for _ in range(self.read.below(3))]
                return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
            case "p":
                return f"({self.leaf(parts[0])}, {self.leaf(parts[1])})"
            case "?":
                return self.leaf(parts[0]) if self.chance(2) else "None"
            case "u":
                return self.leaf(self.pick(*parts))
            case "f":
                items = [self.leaf(parts[0]) for _ in range(self.read.below(3))]
                return f"frozenset({{{', '.join(items)}}})" if items else "frozenset()"
            case "a" | "Q":
                items = [self.leaf(parts[0]) for _ in range(self.read.below(3))]
                text = f"[{', '.join(items)}]"
                return text if head(kind) == "a" else f"deque({text})"
            case "g":
                return f"{{{self.leaf(parts[0])}}}"
            case "d":
                return f"{{{self.leaf(parts[0])}: {self.leaf(parts[1])}}}"
            case "C":
                return f"Counter([{self.leaf(parts[0])}])"
            case "D":
                return "defaultdict(int)"
            case "G":
                return "defaultdict(list)"
        raise AssertionError(kind)

    def literal(self, kind: str) -> str:
        """A thing without names."""
        kept, self.names = self.names, {}
        text = self.leaf(kind)
        self.names = kept
        return text

    @contextmanager
    def named(self, **names: str) -> Iterator[None]:
        """With more names, for a while."""
        kept = self.names
        self.names = {**kept, **names}
        try:
            yield
        finally:
            self.names = kept

    def function(self, kind: str, d: int) -> str:
        given, result = parts_of(kind) if head(kind) == "fn" else (parts_of(kind)[0], "i")
        choices = phrases_for(kind)
        if choices and self.chance(2):
            return str(self.pick(*choices))
        name = self.fresh("v")
        self.no_walrus += 1
        with self.named(**{name: given}):
            text = f"(lambda {name}: {self.e(result, d - 1)})"
        self.no_walrus -= 1
        return text

    def inside(self, kind: str, d: int) -> str:
        """The inside of a comprehension; `any` is for those whose order does not count."""
        (result,) = parts_of(kind)
        order = "*" if head(kind) == "each" else "~"
        self.no_walrus += 1
        name, source_kind = self.fresh("c"), self.source_kind(result)
        loops = f"for {name} in {self.e(f'{order} {source_kind}', d - 1)}"
        with self.named(**{name: source_kind}):
            if self.chance(5):
                other, kind_of_other = self.fresh("c"), self.source_kind(result)
                loops += f" for {other} in {self.e(f'{order} {kind_of_other}', d - 1)}"
                self.names[other] = kind_of_other
            if self.chance(3):
                loops += f" if {self.e('b', d - 1)}"
            text = f"{self.e(result, d - 1)} {loops}"
        self.no_walrus -= 1
        return text

    def source_kind(self, result: str) -> str:
        return result if self.chance(3) and head(result) not in "agdCDGQ" else self.pick(*SIMPLE)

    def least(self, kind: str, _: int) -> str:
        return self.leaf(parts_of(kind)[0])

    SPECIAL: ClassVar[dict[str, Callable[[Expressions, str, int], str]]] = {
        "each": inside, "any": inside, "fn": function, "key": function,
        "least": least,
    }  # fmt: skip

    # -- things of a bounded size ------------------------------------------------------------------

    def small(self, kind: str, d: int = 2) -> str:
        """An expression whose numbers and lengths cannot grow for ever."""
        parts = parts_of(kind)
        match head(kind):
            case "p":
                return f"({self.small(parts[0], d)}, {self.small(parts[1], d)})"
            case "?":
                return f"({self.small(parts[0], d)} if {self.e('b', d)} else None)"
            case "u":
                one, two = self.small(parts[0], d), self.small(parts[1], d)
                return f"({one} if {self.e('b', d)} else {two})"
            case "r":
                return f"replace({self.e('r', d)}, x={self.small('i')}, mark={self.small('s')})"
            case "q":
                return self.pick(f"King({self.small('i')})", f"Rook({self.small('i')})",
                                 f"replace({self.e('q', d)}, at={self.small('i')})")  # fmt: skip
            case "n":
                return f"Spot({self.e('i', d)} % 7, {self.e('i', d)} % 5)"
        self.no_walrus += 1  # comprehensions do not have them everywhere
        text = bounded(kind, self.e(kind, d))
        self.no_walrus -= 1
        return text


def bounded(kind: str, text: str) -> str:
    """Code whose numbers and lengths are cut."""
    parts = parts_of(kind)
    match head(kind):
        case "i":
            return f"({text}) % 101"
        case "s" | "y":
            return f"({text})[:8]"
        case "t":
            return f"tuple({bounded(parts[0], 'it')} for it in ({text})[:5])"
        case "f":
            return f"frozenset({bounded(parts[0], 'it')} for it in ({text}))"
        case "p":
            return f"({bounded(parts[0], f'{text}[0]')}, {bounded(parts[1], f'{text}[1]')})"
        case "n":
            return f"{text}._replace(row={text}.row % 7)"
        case "r":
            return f"replace({text}, x={text}.x % 101)"
        case "?":
            return f"(None if {text} is None else {bounded(parts[0], text)})"
    return text
