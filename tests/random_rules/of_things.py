"""Rules about things: strings, sets, dicts, records, members of an Enum, one of several kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from random_games import Reader
from random_rules.called import CALLED
from random_rules.kinds import (
    HOLE,
    changes_of,
    filled,
    head,
    open_in,
    parts_of,
    phrases_for,
)
from random_rules.phrases import (
    FROM_A_NUMBER,
    IN_ORDER,
    KEYS,
    LITERALS,
    MADE,
    SIMPLE,
    STATES,
    TRIED,
)

CLASSES = {
    "i": "int", "s": "str", "c": "str", "b": "bool", "y": "bytes", "e": "Color", "l": "Level",
    "n": "Spot", "r": "Cell", "q": "Piece", "t": "tuple", "p": "tuple", "f": "frozenset",
}  # fmt: skip
GROWING = ("append", "extend", "insert", "+=", "update", "add(", "] =", "|=")


class Author:
    """Writes rules out of bytes; `names` says of which kind everything is that has a name."""

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

    SPECIAL: ClassVar[dict[str, Callable[[Author, str, int], str]]] = {
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

    # -- statements --------------------------------------------------------------------------------

    def put(self, margin: int, text: str) -> None:
        self.lines += ["    " * margin + line for line in text.splitlines()]

    def block(self, margin: int, d: int, in_loop: bool, **names: str) -> None:
        """Statements; what they name first is asked for behind them now and then: it may have no
        value there."""
        kept = self.names
        with self.named(**names):
            for _ in range(1 + self.read.below(2)):
                self.statement(margin, d, in_loop)
            inside = self.names
        if self.chance(6):
            self.names = {**inside, **kept}

    def statement(self, margin: int, d: int, in_loop: bool) -> None:
        write = self.pick(
            self.move, self.move, self.move, self.assign, self.assign, self.assign, self.made,
            self.made, self.change, self.change, self.change, self.change, self.tried, self.rebound,
            self.branch, self.branch, self.loop, self.loop, self.loop, self.pairs, self.of_set,
            self.while_, self.jump, self.match, self.match, self.narrowed, self.moves_of,
        )  # fmt: skip
        nested = (self.branch, self.loop, self.pairs, self.while_, self.match, self.narrowed)
        if d <= 0 and write in nested:
            write = self.assign if self.result else self.move
        if self.result and write in (self.move, self.of_set, self.moves_of):
            write = self.change
        write(margin, d, in_loop)

    def put_move(self, margin: int, move: str) -> None:
        self.put(margin, f"out.append({move})" if self.in_list else f"yield {move}")

    def move(self, margin: int, *_: Any) -> None:
        more = self.pick("", "", f", gain=({self.e('i')}) % 1009", f", again={self.e('b', 1)}")
        to = self.small(self.state)
        to = f"(n - 1, {to})" if self.is_game else to
        self.put_move(margin, f"Move({to}{more}, label=f'{{n}}')")

    def moves_of(self, margin: int, *_: Any) -> None:
        """All moves at once."""
        source, name = self.pick(*SIMPLE), self.fresh("c")
        self.no_walrus += 1
        order = "*" if self.chance(2) else "~"
        through = self.e(f"{order} {source}")
        with self.named(**{name: source}):
            to, test = self.small(self.state, 1), self.e("b", 1)
        self.no_walrus -= 1
        to = f"(n - 1, {to})" if self.is_game else to
        text = f"Move({to}) for {name} in {through} if {test}"
        self.put(margin, f"out += [{text}]" if self.in_list else f"yield from ({text})")

    def of_set(self, margin: int, *_: Any) -> None:
        """A move for every thing of a set, in whatever order."""
        kind, name = self.pick("i", "s", "c", "n", "e", "p i i", "r"), self.fresh("x")
        self.put(margin, f"for {name} in {self.e(self.pick(f'f {kind}', f'g {kind}'))}:")
        self.no_walrus += 1
        with self.named(**{name: kind}):
            if self.chance(2):
                self.put(margin + 1, f"if {self.e('b')}:")
                self.move(margin + 2)
            else:
                self.move(margin + 1)
        self.no_walrus -= 1

    def assign(self, margin: int, d: int, in_loop: bool) -> None:
        """A new name, or another thing of the same kind under an old one, or of another kind."""
        kind = self.pick(*SIMPLE, self.state)
        known = [name for name, held in self.names.items() if held == kind and name != "n"]
        name = self.pick(*known, self.fresh("x"))
        if not in_loop and d >= 2 and self.chance(8):
            name = self.pick(*[each for each in self.names if each not in ("n", "self")])
        value = self.small(kind) if in_loop else self.e(kind)
        self.put(margin, f"{name} = {value}")
        self.names[name] = kind

    def made(self, margin: int, *_: Any) -> None:
        """A list, set or dict to be filled."""
        kind, name = self.pick(*MADE), self.fresh("m")
        self.put(margin, f"{name} = {self.e(kind)}")
        self.names[name] = kind

    def change(self, margin: int, d: int, in_loop: bool) -> None:
        """Something is done to a name."""
        known = [
            name
            for name, kind in self.names.items()
            if changes_of(kind) and name not in self.held and name not in ("n", "s")
        ]
        if not known:
            return self.made(margin)
        name = self.pick(*known, *known[-3:], known[-1])
        text = self.fill(self.pick(*changes_of(self.names[name])), 2).replace("$", name)
        if in_loop and any(word in text for word in GROWING):
            self.put_guarded(margin, name, text)
        else:
            self.put(margin, text)
        return None

    def put_guarded(self, margin: int, name: str, text: str) -> None:
        """A change of something that must not grow for ever."""
        kind = self.names[name]
        if head(kind) in "iblenrq":
            self.put(margin, text)
            if kind == "i":
                self.put(margin, f"{name} %= 101")
            return
        self.put(margin, f"if len({name}) < 9:")
        self.put(margin + 1, text)

    def tried(self, margin: int, *_: Any) -> None:
        """Something that may fail."""
        kind, text, error = self.pick(*TRIED)
        free = {word: self.pick(*SIMPLE) for word in open_in(f"«{kind}»{text}")}
        free |= {"Y": self.pick(*KEYS)} if "Y" in free else {}
        kind = free.get(kind, kind)
        known = [name for name, held in self.names.items() if held == kind and name != "n"]
        name = self.pick(*known, self.fresh("x"))
        self.no_walrus += 1
        self.put(margin, "try:")
        self.put(margin + 1, self.fill(filled(text, free), 2).replace("$", name))
        self.put(margin, f"except {error}:")
        self.put(margin + 1, f"{name} = {self.small(kind, 1)}")
        self.no_walrus -= 1
        self.names[name] = kind

    def rebound(self, margin: int, *_: Any) -> None:
        """A name that stands for one of two kinds."""
        one, two, name = self.pick(*SIMPLE), self.pick(*SIMPLE), self.fresh("x")
        kind = self.pick(f"u {one} {two}", f"? {one}")
        if head(kind) == "?":
            self.put(margin, f"{name} = None")
        else:
            self.put(margin, f"{name} = {self.small(two)}")
        self.put(margin, f"if {self.e('b')}:")
        self.put(margin + 1, f"{name} = {self.small(one)}")
        self.names[name] = kind

    def branch(self, margin: int, d: int, in_loop: bool) -> None:
        self.put(margin, f"if {self.e('b')}:")
        self.block(margin + 1, d - 1, in_loop)
        self.no_walrus += 1
        if self.chance(3):
            self.put(margin, f"elif {self.e('b')}:")
            self.block(margin + 1, d - 1, in_loop)
        self.no_walrus -= 1
        if self.chance(2):
            self.put(margin, "else:")
            self.block(margin + 1, d - 1, in_loop)

    def narrowed(self, margin: int, d: int, in_loop: bool) -> None:
        """A name for one of several kinds is looked at."""
        known = [name for name, kind in self.names.items() if head(kind) in ("?", "u")]
        if not known:
            return self.rebound(margin)
        name = self.pick(*known)
        parts = parts_of(self.names[name])
        if len(parts) == 1:
            test = self.pick(f"{name} is None", f"not ({name} is not None)", f"{name} == None")
            self.put(margin, f"if {test}:")
            if self.chance(3):
                self.put(margin + 1, f"{name} = {self.small(parts[0], 1)}")
                self.names[name] = parts[0]
                return None
            self.block(margin + 1, d - 1, in_loop)
            self.put(margin, "else:")
            self.block(margin + 1, d - 1, in_loop, **{name: parts[0]})
            return None
        if CLASSES.get(head(parts[0])) in (None, CLASSES.get(head(parts[1])), "int"):
            return self.move(margin) if not self.result else None
        self.put(margin, f"if isinstance({name}, {CLASSES[head(parts[0])]}):")
        self.block(margin + 1, d - 1, in_loop, **{name: parts[0]})
        self.put(margin, "else:")
        self.block(margin + 1, d - 1, in_loop, **{name: parts[1]})
        return None

    def loop(self, margin: int, d: int, in_loop: bool) -> None:
        kind, name = self.pick(*SIMPLE), self.fresh("x")
        source = self.e(f"* {kind}")
        self.put(margin, f"for {name} in {source}:")
        with self.holding(source):
            self.block(margin + 1, d - 1, True, **{name: kind})
        if self.chance(6):
            self.put(margin, "else:")
            self.block(margin + 1, d - 1, in_loop)

    def pairs(self, margin: int, d: int, *_: Any) -> None:
        one, two = self.pick(*KEYS), self.pick(*SIMPLE)
        a, b, source = self.fresh("x"), self.fresh("x"), self.e(f"* p {one} {two}")
        self.put(margin, f"for {a}, {b} in {source}:")
        with self.holding(source):
            self.block(margin + 1, d - 1, True, **{a: one, b: two})

    @contextmanager
    def holding(self, source: str) -> Iterator[None]:
        """Without changes of what is gone through."""
        kept, self.held = self.held, self.held | set(re.findall(r"\w+", source))
        if self.read.below(4):  # and of all that may be the same thing under another name
            self.held = self.held | {n for n, k in self.names.items() if head(k) in "agdCDGQ"}
        yield
        self.held = kept

    def while_(self, margin: int, d: int, *_: Any) -> None:
        name = self.fresh("k")
        known = [each for each, kind in self.names.items() if head(kind) in ("a", "Q")]
        self.put(margin, f"{name} = {1 + self.read.below(4)}")
        test = f"and {self.pick(*known)}" if known and self.chance(2) else ""
        self.put(margin, f"while {name} > 0 {test}:")
        self.put(margin + 1, f"{name} -= 1")
        self.block(margin + 1, d - 1, True)

    def jump(self, margin: int, _: int, in_loop: bool) -> None:
        self.put(margin, f"if {self.e('b')}:")
        end = f"return {self.e(self.result, 1)}" if self.result else "return"
        end = "return out" if self.in_list and not self.result else end
        self.put(
            margin + 1, self.pick("break", "continue") if in_loop and self.read.below(4) else end
        )

    # -- match -------------------------------------------------------------------------------------

    def match(self, margin: int, d: int, in_loop: bool) -> None:
        kinds = [kind for kind in self.names.values() if head(kind) not in "agdCDGQyf"]
        kind = self.pick(*kinds, *SIMPLE[:12])
        self.put(margin, f"match {self.e(kind, 1)}:")
        for _ in range(1 + self.read.below(3)):
            text, names = self.pattern(kind, 2)
            if text == "_" or re.fullmatch(r"z\d+", text):
                break  # it would hide what follows
            with self.named(**names):
                self.no_walrus += 1
                guard = f" if {self.e('b', 1)}" if self.chance(3) else ""
                self.no_walrus -= 1
                self.put(margin + 1, f"case {text}{guard}:")
                self.block(margin + 2, d - 1, in_loop)
        self.put(margin + 1, f"case {self.pick('_', 'rest')}:")
        self.block(margin + 2, d - 1, in_loop)

    def pattern(self, kind: str, d: int) -> tuple[str, dict[str, str]]:
        """A pattern, and what it names."""
        parts, name = parts_of(kind), self.fresh("z")
        if d <= 0 or self.chance(4):
            return (name, {name: kind}) if self.chance(2) else ("_", {})
        match head(kind):
            case "p":
                return self.patterns(parts, "({})", d)
            case "t":
                return self.tuple_pattern(parts[0], d)
            case "r":
                form = self.pick(("Cell({})", "ise"), ("Cell(x={})", "i"), ("Cell(side={})", "e"),
                                 ("Cell(mark={})", "s"), ("Cell()", ""))  # fmt: skip
                return self.patterns(tuple(form[1]), form[0], d)
            case "n":
                form = self.pick("({})", "Spot({})", "[{}]")
                return self.patterns(("i", "i"), form, d)
            case "q":
                form = self.pick("King({})", "Rook(at={})", "Piece({})", "Rook()")
                return self.patterns(("i",) if "{" in form else (), form, d)
            case "?":
                return ("None", {}) if self.chance(2) else self.pattern(parts[0], d - 1)
            case "u":
                part = self.pick(*parts)
                if head(part) in "isy" and self.chance(2):
                    return f"{CLASSES[head(part)]}({name})", {name: part}
                return self.pattern(part, d)
            case "b":
                return self.pick("True", "False"), {}
            case "e" | "l" | "i" | "s" | "c":
                choices = LITERALS[kind]
                text = " | ".join({self.pick(*choices) for _ in range(1 + self.read.below(2))})
                return (f"({text}) as {name}", {name: kind}) if self.chance(3) else (text, {})
        return "_", {}

    def tuple_pattern(self, part: str, d: int) -> tuple[str, dict[str, str]]:
        rest = self.fresh("z")
        form, count = self.pick(
            ("()", 0), ("({},)", 1), ("[{}]", 2), (f"({{}}, *{rest})", 1), (f"(*{rest}, {{}})", 1),
            ("(_, *_)", 0), ("[{}, *_]", 2), (f"[*{rest}]", 0),
        )  # fmt: skip
        text, names = self.patterns((part,) * count, form, d)
        if f"*{rest}" in text:  # a list, whatever it is taken from
            names |= {rest: f"a {part}"}
        return text, names

    def patterns(self, kinds: tuple[str, ...], form: str, d: int) -> tuple[str, dict[str, str]]:
        found = [self.pattern(kind, d - 1) for kind in kinds]
        names = {name: kind for _, more in found for name, kind in more.items()}
        return form.format(", ".join(text for text, _ in found)), names

    # -- whole programs ----------------------------------------------------------------------------

    def helper(self) -> None:
        """A method that the rules call."""
        given, self.result = self.pick(*SIMPLE), self.pick(*SIMPLE)
        name = self.fresh("helped")
        kept, self.names = self.names, {"g": given, "n": "i"}
        self.put(1, f"def {name}(self, g):")
        self.put(2, "n = 2")
        for _ in range(self.read.below(3)):
            self.statement(2, 1, False)
        self.put(2, f"return {self.e(self.result)}")
        self.helpers.append((name, given, self.result))
        self.names, self.result = kept, None

    def begin(self) -> list[str]:
        """The head of the class; states for it."""
        self.state = self.pick(*STATES)
        states = [self.literal(self.state) for _ in range(4)]
        self.put(0, f"class Rules({'Base' if self.chance(4) else 'Game'}):")
        if "Base" in self.lines[0]:
            self.lines.insert(
                0, "class Base(Game):\n    size = 3\n    def is_even(self, k): return k % 2 == 0"
            )
        start = states[0] if not self.is_game else f"({1 + self.read.below(3)}, {states[0]})"
        self.put(1, f"start = {start}")
        for _ in range(self.pick(0, 0, 1, 2)):
            self.helper()
        return states

    def body(self, count: int, d: int) -> None:
        """The statements of `moves`."""
        self.in_list = self.chance(4)
        self.put(1, "def moves(self, s):")
        if self.is_game:
            self.put(2, "n, s = s")
            self.put(2, "if n <= 0: return []" if self.in_list else "if n <= 0: return")
        else:
            self.put(2, "n = 1")
        if self.in_list:
            self.put(2, "out = []")
        self.names = {"s": self.state, "n": "i"}
        if head(self.state) == "p" and self.chance(2):
            self.put(2, "a, b = s")
            self.names |= dict(zip("ab", parts_of(self.state), strict=True))
        self.from_the_state()
        for _ in range(1 + self.read.below(count)):
            self.statement(2, d, False)
        self.move(2)
        if self.in_list:
            self.put(2, "return out")
        self.in_list = False

    def from_the_state(self) -> None:
        """Names for things that depend on the state."""
        self.put(2, f"k = {number_of(self.state, 's')}")
        self.names["k"] = "i"
        for _ in range(self.read.below(5)):
            kind, name = self.pick(*FROM_A_NUMBER), self.fresh("x")
            self.put(2, f"{name} = {FROM_A_NUMBER[kind].replace('$', 'k')}")
            self.names[name] = kind

    def rules(self) -> tuple[str, list[Any]]:
        """The text of rules, and states for them."""
        states = self.begin()
        self.body(4, 2)
        return self.text, [eval(each, dict(CALLED)) for each in dict.fromkeys(states)]

    def game(self) -> str:
        """The text of a game with an end: a number in front of each state counts down to it."""
        self.is_game = True
        self.begin()
        self.body(3, 1)
        self.names = {"s": self.state, "n": "i"}
        self.put(1, "def payoff(self, s):")
        self.put(2, "n, s = s")
        self.put(2, f"return ({self.e('i')}) % 11")
        return self.text

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


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


def number_of(kind: str, text: str) -> str:
    """Code for a number that depends on a thing."""
    parts = parts_of(kind)
    match head(kind):
        case "i":
            return text
        case "s":
            return f"len({text}) + {text}.count('a')"
        case "c":
            return f"ord({text})"
        case "e" | "l":
            return f"{text}.value"
        case "n":
            return f"{text}.row"
        case "r":
            return f"{text}.x"
        case "q":
            return f"{text}.at"
        case "b":
            return f"int({text})"
        case "p":
            return f"({number_of(parts[0], f'{text}[0]')}) + ({number_of(parts[1], f'{text}[1]')})"
        case "?":
            return f"(-1 if {text} is None else {number_of(parts[0], text)})"
        case "u":
            one, two = number_of(parts[0], text), number_of(parts[1], text)
            return f"({one} if isinstance({text}, {CLASSES[head(parts[0])]}) else {two})"
    return f"len({text})"
