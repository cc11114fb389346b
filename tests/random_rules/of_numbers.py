"""Rules about numbers.

They lie at the edges of 32 and 64 bits, items are up to 200 numbers wide, and all that everyday
Python has for ints, tuples and lists is used on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import Any

from random_games import Reader
from zermelo import Game, Move

# -- what the rules can call -----------------------------------------------------------------------

ROW = (3, 1, 4, 1, 5)
TABLE = ((1, 2), (0,), (), (2, 2, 3))
PAIRS = ((0, 1), (1, -1), (2, 0))
PRICES = {0: 5, 1: 7, 3: -2}
EDGES = (
    2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32 - 1, 2**32, -(2**32), 2**62, -(2**62),
    2**63 - 1, 2**63 - 2, -(2**63), -(2**63) + 1, -1, 0, 1,
)  # fmt: skip
WIDE = tuple(k * k % 17 for k in range(100))


def sign(x: int) -> int:
    if x < 0:
        return -1
    return 1 if x else 0


def below(n: int) -> Iterator[int]:
    for k in range(n):
        if k == 3:
            return
        yield k


def twice(t: Iterable[int]) -> Iterator[tuple[int, int]]:
    for k, x in enumerate(t):
        yield k, x
        if x > 2:
            yield x, k


def without(t: tuple[int, ...], k: int) -> tuple[int, ...]:
    if not t:
        return t
    k %= len(t)
    return t[:k] + t[k + 1 :]


def bump(items: list[int], by: int = 1) -> None:
    for k in range(len(items)):
        items[k] += by


def push(items: list[int], x: int) -> None:
    if x > 2:
        return
    items.append(x)


def added(*numbers: int, scale: int = 1) -> int:
    return scale * sum(numbers)


def depth(n: int) -> int:
    return 0 if n <= 0 else 1 + depth(n // 2)


def ladder(n: int, by: int) -> Iterator[int]:
    """Numbers that leave 64 bits sooner or later."""
    k = 1
    while n > 0:
        yield k
        yield n
        k *= by
        n -= 1


def wide(n: int, k: int) -> tuple[int, ...]:
    """A tuple of 60 to 200 numbers."""
    return (*WIDE[:60], n, *WIDE[: abs(k) % 100], k)


CALLED: dict[str, Any] = {
    "Game": Game, "Move": Move, "isqrt": isqrt, "ROW": ROW, "TABLE": TABLE, "PAIRS": PAIRS,
    "PRICES": PRICES, "EDGES": EDGES, "WIDE": WIDE, "sign": sign, "below": below, "twice": twice,
    "without": without, "bump": bump, "push": push, "added": added, "depth": depth,
    "ladder": ladder, "wide": wide,
}  # fmt: skip

SHAPES: dict[str, tuple[str, list[Any]]] = {  # how a state is unpacked, and states
    "a, b, c = s; t = s": ("triple", [(0, 0, 0), (1, 2, 3), (4, 0, 1), (2, 5, -3)]),
    "a = b = s; t = ()": ("number", [0, 1, 5, 12, 37]),
    "(a, b), t = s": ("pairs", [((0, 0), (0, 0)), ((1, 2), (3, 4)), ((5, 0), (2, 7))]),
    "t, a = s; b = len(t)": ("mixed", [((), 0), ((1, 2, 3), 1), ((4,), 2), ((2, 0, 5, 1), 3)]),
    "t = s; a = b = 1": ("varying", [(), (1,), (3, 2), (0, 4, 1, 1), (5, 2, 2, 0, 1, 3)]),
    "*_, a, b = t = s": ("long", [(1, 2, 3, 4, 5, 6, 7), (0,) * 7, (9, 0, 2, 0, 5, 1, 1)]),
}


class Author:
    """Writes rules out of bytes: names that begin with i are numbers, t tuples, l lists."""

    def __init__(self, read: Reader) -> None:
        self.read = read
        self.lines: list[str] = []
        self.count = 0
        self.numbers, self.tuples, self.lists = ["a", "b"], ["t"], []
        self.is_game = False

    def pick(self, *choices: Any) -> Any:
        return choices[self.read.below(len(choices))]

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # numbers, truth values, tuples and what can be gone through; `d` is how deep they may get

    def i(self, d: int = 2) -> str:
        if d <= 0 or self.read.below(4) == 0:
            constants = ("0", "1", "2", "-1", "5", str(self.pick(*EDGES)))
            return self.pick(*self.numbers, *self.numbers, *self.numbers, *constants)
        n, t = (lambda: self.i(d - 1)), (lambda: self.t(d - 1))
        write = self.pick(
            lambda: f"({n()} {self.pick('+', '-', '*')} {n()})",
            lambda: f"({n()} {self.pick('+', '-', '&', '|', '^')} {n()})",
            lambda: f"({n()} {self.pick('//', '%')} {self.pick('3', '-2', '5')})",
            lambda: f"({n()} {self.pick('//', '%')} ({n()} or {self.pick('-1', '1', '7')}))",
            lambda: f"({n()} {self.pick('<<', '>>')} ({n()} % {self.pick('5', '70')}))",
            lambda: f"EDGES[{n()} % {len(EDGES)}]",
            lambda: f"divmod({n()}, {self.pick('-1', '3', n())} or 1)[{self.read.below(2)}]",
            lambda: f"(({n()}) % 1000 ** ({n()} % {self.pick('3', '9', '22')}))",
            lambda: f"(-{n()})",
            lambda: f"(~{n()})",
            lambda: f"abs({n()}).bit_length()",
            lambda: f"sum(ladder({n()} % 8, {n()}))",
            lambda: f"len(range({n()}, {n()}{self.pick('', ', 3', ', -1')}))",
            lambda: f"wide({n()}, {n()})[{self.pick('-1', '60', n() + ' % 60')}]",
            lambda: f"sum(map(sum, {self.wides(d - 1)}))",
            lambda: f"sum(row[-1] for row in {self.wides(d - 1)})",
            lambda: f"({n()} {self.pick('<<', '>>')} {self.read.below(4)})",
            lambda: f"({n()} if {self.b(d - 1)} else {n()})",
            lambda: f"({n()} {self.pick('and', 'or')} {n()})",
            lambda: f"{self.pick('len', 'sum')}({t()})",
            lambda: f"{self.pick('min', 'max')}({n()}, {n()})",
            lambda: f"{self.pick('min', 'max')}({t()}, default={n()})",
            lambda: f"{t()}[{self.pick('0', '-1', n())}]",
            lambda: f"{self.pick('sign', 'abs', 'depth', 'int')}({n()})",
            lambda: f"sum({self.items(d - 1)})",
            lambda: f"next(({self.items(d - 1)}), {n()})",
            lambda: f"{t()}.count({n()})",
            lambda: f"divmod({n()}, 3)[{self.read.below(2)}]",
            lambda: f"isqrt(abs({n()}))",
            lambda: f"PRICES.get({n()}, {n()})",
            lambda: f"added({n()}, {n()}, scale={n()})",
            lambda: f"len(TABLE[{n()} % 4])",
            lambda: f"abs({n()}).bit_count()",
            lambda: f"int({self.b(d - 1)})",
            lambda: f"({self.walrus(n())} + {self.numbers[-1]})",
        )
        return write()

    def wides(self, d: int) -> str:
        """Wide tuples one by one, or side by side."""
        name, source = self.fresh("c"), self.through(d)
        kept, self.numbers = self.numbers, [*self.numbers, name]
        row = self.pick(
            lambda: f"wide({name}, {self.i(d)})",
            lambda: f"(*WIDE, {name})",
            lambda: f"(*WIDE[:{self.pick('61', '64', '65', '99')}], {self.i(d)}, *ROW)",
            lambda: f"(*WIDE[1:], {name}, {self.i(d)})",
            lambda: (
                f"({', '.join([name] * 66)})" if self.read.below(3) == 0 else f"({name}, *WIDE)"
            ),
        )()
        test = f" if {self.b(d)}" if self.read.below(2) else ""
        self.numbers = kept
        form = self.pick("({})", "tuple({})", "[{}]", "tuple([{}])")
        return form.format(f"{row} for {name} in {source}{test}").replace(":=", "+")

    def walrus(self, value: str) -> str:
        name = self.pick(*self.numbers)
        self.numbers = [*(other for other in self.numbers if other != name), name]
        return f"({name} := {value} % 2**62)"

    def b(self, d: int = 2) -> str:
        compare = self.pick("<", ">", "==", "!=", "<=", ">=")
        if d <= 0:
            return f"{self.i(0)} {compare} {self.i(0)}"
        n, t, b = (lambda: self.i(d - 1)), (lambda: self.t(d - 1)), (lambda: self.b(d - 1))
        write = self.pick(
            lambda: f"({n()} {compare} {n()})",
            lambda: f"({n()} < {n()} <= {n()})",
            lambda: f"({b()} {self.pick('and', 'or')} {b()})",
            lambda: f"(not {b()})",
            lambda: f"({n()} {self.pick('in', 'not in')} {t()})",
            lambda: f"({t()} {compare} {t()})",
            lambda: f"{self.pick('any', 'all')}({self.items(d - 1)})",
            lambda: f"({n()} in {self.pick('{1, 3}', 'range(4)', '(0, 2)', 'PRICES')})",
            lambda: f"bool({self.pick(n, t)()})",
        )
        return write()

    def t(self, d: int = 2) -> str:
        if d <= 0 or self.read.below(4) == 0:
            return self.pick(*self.tuples, *self.tuples, *self.tuples, "ROW", "()", "(1, 2)")
        n, t = (lambda: self.i(d - 1)), (lambda: self.t(d - 1))
        cut = self.pick("1:", ":-1", "::-1", ":2", "-2:", f"{n()}:", f":{n()}", f"{n()}:{n()}")
        write = self.pick(
            lambda: f"({n()}, {n()})",
            lambda: f"({n()},)",
            lambda: f"({t()} + {t()})",
            lambda: f"{t()}[{cut}]",
            lambda: f"tuple({self.items(d - 1)})",
            lambda: f"tuple([{self.items(d - 1)}])",
            lambda: f"(*{self.through(d - 1)}, {n()}, *{self.through(d - 1)})",
            lambda: f"tuple(sorted({self.through(d - 1)}))",
            lambda: f"({t()} if {self.b(d - 1)} else {t()})",
            lambda: f"({t()} {self.pick('or', 'and')} {t()})",
            lambda: f"without({t()}, {n()})",
            lambda: f"({t()} * {self.read.below(3)})",
            lambda: f"tuple(map(sign, {self.through(d - 1)}))",
            lambda: f"tuple({self.through(d)})",
            lambda: f"wide({n()}, {n()})",
            lambda: f"{self.pick('min', 'max')}({self.wides(d - 1)}, default=())",
            lambda: f"tuple(sum(row) for row in {self.wides(d - 1)})",
        )
        return write()

    def through(self, d: int) -> str:
        """Numbers one by one."""
        write = self.pick(
            lambda: f"range({self.i(d - 1)} % 5)",
            lambda: f"range({3 + self.read.below(3)}, {self.read.below(3)}, -2)",
            lambda: f"below({self.i(d - 1)} % 6)",
            lambda: f"reversed({self.t(d - 1)})",
            lambda: f"sorted({self.t(d - 1)})",
            lambda: f"TABLE[{self.i(d - 1)} % 4]",
            lambda: f"ladder({self.i(d - 1)} % 9, {self.i(d - 1)})",
            lambda: f"(range({self.i(d - 1)} % 5) if {self.b(d - 1)} else range(1, 4))",
            lambda: "EDGES",
            lambda: self.pick(*self.lists, *self.tuples),
            lambda: self.t(d - 1),
        )
        return write()

    def items(self, d: int) -> str:
        """The inside of a comprehension."""
        kept, name, source = self.numbers, self.fresh("c"), self.through(d)
        self.numbers = [*kept, name]
        loops = f"for {name} in {source}"
        if self.read.below(4) == 0:
            other, source = self.fresh("c"), self.through(d)
            self.numbers = [*self.numbers, other]
            loops += f" for {other} in {source}"
        text = f"{self.i(d)} {loops}"
        text += f" if {self.b(d)}" if self.read.below(3) == 0 else ""
        self.numbers = kept
        return text.replace(":=", "+")  # which comprehensions do not have

    # statements

    def put(self, margin: int, line: str) -> None:
        self.lines.append("    " * margin + line)

    def block(self, margin: int, d: int, in_loop: bool, *names: str) -> None:
        """Statements; what they name first is asked for behind them now and then: it may have no
        value there."""
        kept = self.numbers, self.tuples, self.lists
        self.numbers = [*self.numbers, *(name for name in names if name not in self.numbers)]
        for _ in range(1 + self.read.below(2)):
            self.statement(margin, d, in_loop)
        if self.read.below(6):
            self.numbers, self.tuples, self.lists = kept

    def statement(self, margin: int, d: int, in_loop: bool) -> None:
        write = self.pick(
            self.move, self.move, self.number, self.number, self.changed, self.tuple_, self.list_,
            self.list_changed, self.list_changed, self.swapped, self.branch, self.branch,
            self.loop, self.loop, self.pairs, self.while_, self.jump,
        )  # fmt: skip
        if d <= 0 and write in (self.branch, self.loop, self.pairs, self.while_):
            write = self.move
        write(margin, d, in_loop)

    def named(self, names: list[str], stem: str) -> str:
        return self.pick(*names, self.fresh(stem)) if names else self.fresh(stem)

    def move(self, margin: int, *_: Any) -> None:
        n, t = (
            (lambda: f"({self.i()}) % 101"),
            (lambda: f"tuple(x % 101 for x in ({self.t()})[:9])"),
        )
        to = {
            "triple": lambda: f"({n()}, {n()}, {n()})",
            "number": n,
            "pairs": lambda: f"(({n()}, {n()}), ({n()}, {n()}))",
            "mixed": lambda: f"({t()}, {n()})",
            "varying": t,
            "long": lambda: f"(*{t()}[:7], 0, 0, 0, 0, 0, 0, 0)[:7]",
        }[self.shape]()
        more = self.pick("", f", gain=({self.i()}) % 1009", f", again={self.b(1)}")
        to = f"(n - 1, {to})" if self.is_game else to
        self.put(margin, f"yield Move({to}{more}, label=f'{{a}}')")

    def number(self, margin: int, _: int, in_loop: bool) -> None:
        value, name = self.i(), self.named(self.numbers, "i")
        limit = " % 2**62" if in_loop else ""  # squares of squares would never end
        self.put(margin, f"{name} = {value}{limit}")
        self.numbers = [*self.numbers, name]

    def changed(self, margin: int, *_: Any) -> None:
        sign, value = self.pick(("+", self.i(1)), ("-", "1"), ("^", self.i(1)), ("//", "3"))
        self.put(margin, f"{self.pick(*self.numbers)} {sign}= {value}")

    def swapped(self, margin: int, *_: Any) -> None:
        one, two = self.pick(*self.numbers), self.pick(*self.numbers)
        value = self.pick(f"{two}, {one}", f"{self.i(1)} % 2**62, {self.i(1)} % 2**61")
        self.put(margin, f"{one}, {two} = {value}")

    def tuple_(self, margin: int, _: int, in_loop: bool) -> None:
        value, name = self.t(), self.named(self.tuples, "t")
        if in_loop:  # twice as long in every round would never end
            value = f"({value})[:{self.pick('9', '70')}]"
        elif name in self.tuples and self.read.below(2):
            value = f"{name} + {value}"
        self.put(margin, f"{name} = {value}")
        self.tuples = [*self.tuples, name]

    def list_(self, margin: int, *_: Any) -> None:
        value = self.pick(
            f"list({self.through(1)})", f"[{self.items(1)}]", f"[{self.i(1)}, {self.i(1)}]",
            "[0] * 3", "[]", f"sorted({self.through(1)})",
            *(part for name in self.lists for part in (name, f"{name}[1:]", f"{name}.copy()")),
        )  # fmt: skip
        name = self.named(self.lists, "l")
        self.put(margin, f"{name} = {value}")
        self.lists = [*self.lists, name]

    def list_changed(self, margin: int, *_: Any) -> None:
        if not self.lists:
            return self.list_(margin)
        name, value = self.pick(*self.lists), self.i(1)
        change = self.pick(
            f"{name}.append({value})", f"{name}.sort()", f"{name}.reverse()", f"bump({name})",
            f"if {name}: {name}[0] = {value}", f"if {name}: {name}[-1] += {value}",
            f"push({name}, {value})", f"if len({name}) > 1: {name}.pop(0)", f"{name} += [{value}]",
            f"if len({name}) < 70: {name}.extend({self.through(1)})", f"{name}.insert({value}, 7)",
            f"if {name}: {self.pick(*self.numbers)} = {name}.pop()",
        )  # fmt: skip
        return self.put(margin, change)

    def branch(self, margin: int, d: int, in_loop: bool) -> None:
        self.put(margin, f"if {self.b()}:")
        self.block(margin + 1, d - 1, in_loop)
        if self.read.below(3) == 0:
            self.put(margin, f"elif {self.b(1)}:".replace(":=", "+"))
            self.block(margin + 1, d - 1, in_loop)
        if self.read.below(2) == 0:
            self.put(margin, "else:")
            self.block(margin + 1, d - 1, in_loop)

    def loop(self, margin: int, d: int, in_loop: bool) -> None:
        source, name = self.through(2), self.named(self.numbers, "i")
        self.put(margin, f"for {name} in {source}:")
        self.block(margin + 1, d - 1, True, name)
        if self.read.below(6) == 0:
            self.put(margin, "else:")
            self.block(margin + 1, d - 1, in_loop)

    def pairs(self, margin: int, d: int, *_: Any) -> None:
        source = self.pick(
            f"enumerate({self.through(2)}, {self.read.below(3)})", "PAIRS", f"twice({self.t(1)})",
            f"zip({self.through(2)}, {self.through(2)})",
        )  # fmt: skip
        one, two = self.fresh("i"), self.fresh("i")
        self.put(margin, f"for {one}, {two} in {source}:")
        self.block(margin + 1, d - 1, True, one, two)

    def while_(self, margin: int, d: int, *_: Any) -> None:
        name = self.fresh("n")
        self.put(margin, f"{name} = {1 + self.read.below(4)}")
        self.put(margin, f"while {name} > 0 {self.pick('', f'and {self.b(1)}')}:")
        self.put(margin + 1, f"{name} -= 1")
        self.block(margin + 1, d - 1, True)

    def jump(self, margin: int, _: int, in_loop: bool) -> None:
        self.put(margin, f"if {self.b(1)}:")
        self.put(margin + 1, self.pick("break", "continue") if in_loop else "return")

    def rules(self) -> tuple[str, list[Any]]:
        """The text of rules, and states for them."""
        unpacked = self.pick(*SHAPES)
        self.shape, states = SHAPES[unpacked]
        self.put(0, "class Rules(Game):")
        self.put(1, "start = 0")
        self.put(1, "def moves(self, s):")
        self.put(2, unpacked)
        for _ in range(1 + self.read.below(4)):
            self.statement(2, 2, False)
        self.move(2)
        return self.text, states

    def game(self) -> str:
        """The text of a game with an end: a number in front of each state counts down to it."""
        self.is_game = True
        unpacked = self.pick(*SHAPES)
        self.shape, states = SHAPES[unpacked]
        self.put(0, "class Rules(Game):")
        self.put(1, f"start = ({1 + self.read.below(3)}, {states[self.read.below(len(states))]})")
        self.put(1, "def moves(self, s):")
        for line in ("n, s = s", "if n <= 0: return", unpacked):
            self.put(2, line)
        for _ in range(1 + self.read.below(3)):
            self.statement(2, 1, False)
        self.move(2)
        self.numbers, self.tuples, self.lists = ["a", "b"], ["t"], []
        self.put(1, "def payoff(self, s):")
        for line in ("n, s = s", unpacked, f"return ({self.i()}) {self.pick('% 11', '', '% 11')}"):
            self.put(2, line)
        return self.text

    @property
    def text(self) -> str:
        text = "\n".join(self.lines) + "\n"
        try:
            compile(text, "rules", "exec")
        except SyntaxError:  # comprehensions do not have `:=` everywhere
            text = text.replace(":=", "+")
        return text
