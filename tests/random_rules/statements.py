"""Statements: moves, assignments, changes, branches, loops, matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from random_rules.expressions import Expressions
from random_rules.kinds import changes_of, filled, head, open_in, parts_of
from random_rules.phrases import KEYS, LITERALS, MADE, SIMPLE, TRIED

CLASSES = {
    "i": "int", "s": "str", "c": "str", "b": "bool", "y": "bytes", "e": "Color", "l": "Level",
    "n": "Spot", "r": "Cell", "q": "Piece", "t": "tuple", "p": "tuple", "f": "frozenset",
}  # fmt: skip
GROWING = ("append", "extend", "insert", "+=", "update", "add(", "] =", "|=")


class Statements(Expressions):
    """Writes statements into `lines`, at a margin, `d` deep."""

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
        if head(kind) in "iblenrqkm":
            self.put(margin, text)
            if kind == "i":
                self.put(margin, f"{name} %= 101")
            return
        self.put(margin, f"if len({name}) < 9:")
        self.put(margin + 1, text)

    def tried(self, margin: int, *_: Any) -> None:
        """Something that may fail."""
        kind, text, error = self.pick(*TRIED)
        free = {word: self.pick(*SIMPLE) for word in sorted(open_in(f"«{kind}»{text}"))}
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
                text = " | ".join(
                    dict.fromkeys(self.pick(*choices) for _ in range(1 + self.read.below(2)))
                )
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
