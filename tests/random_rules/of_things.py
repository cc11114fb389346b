"""Rules about things: strings, sets, dicts, records, members of an Enum, one of several kinds."""

from __future__ import annotations

from typing import Any

from random_rules.called import CALLED
from random_rules.kinds import head, parts_of
from random_rules.phrases import FROM_A_NUMBER, SIMPLE, STATES
from random_rules.statements import CLASSES, Statements

WRITTEN_OUT = "Cell = Jar"  # the same class without a decorator


class Author(Statements):
    """Writes whole programs: the rules of a class, or a game with an end."""

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
        if self.chance(3):
            self.lines.insert(0, WRITTEN_OUT)
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
        names = dict(CALLED)
        if WRITTEN_OUT in self.lines:
            exec(WRITTEN_OUT, names)
        return self.text, [eval(each, names) for each in dict.fromkeys(states)]

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
