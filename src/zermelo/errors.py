"""Every error Zermelo raises.

    ZermeloError
    ├── BadInput              an argument breaks a rule (also a ValueError)
    ├── RulesError            the game's own rules break a promise
    │   ├── BadMove           `moves` gave something that is not a Move
    │   ├── BadNumber         a gain or payoff is not an exact number
    │   ├── UnhashableState   a state cannot be a key
    │   └── Unstable          a state changed after it was handed out
    ├── BudgetExceeded        more states than the caller allows
    │   └── TimeExceeded      not done in the seconds that the caller allows
    ├── NotCompiled           the rules cannot be translated to machine code
    ├── MethodRefused         the method asked for does not fit the game
    ├── UnknownState          a state that the start cannot reach
    ├── IllegalMove           a move that the rules do not offer
    ├── Unavailable           a question this game, or this method, has no answer to
    ├── BadTable              a file that is no table, or the table of another game
    │   └── DamagedTable      one that is not what was written
    └── ProofFailed           the checker found a value that is wrong
        └── SelfPlayFailed    the line of best play earns something else than is claimed

    ZermeloWarning            the answer is right, and perhaps to another question (a UserWarning)

Each error says what was given, where, the rule it breaks and the way out, and keeps the four parts
as attributes, so that a face can lay them out its own way. A way out that names an argument of
`solve` holds it as a `Setting`: Python writes `budget=10`, the program `--budget 10`. Where Python
and a person say something in different ways, any of the parts holds `Either`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class Setting(NamedTuple):
    """An argument of `solve` and the value it is advised to have; `...` where any will do.

    >>> str(Setting("budget", 10**7)), str(Setting("method", "alphabeta"))
    ('budget=10_000_000', 'method="alphabeta"')
    """

    name: str  # of the argument
    value: object = ...  # that is advised

    def __str__(self) -> str:
        if self.value is ...:
            return f"{self.name}=…"
        if isinstance(self.value, str):
            return f'{self.name}="{self.value}"'
        is_number = isinstance(self.value, int | float)
        return f"{self.name}={self.value:_}" if is_number else f"{self.name}={self.value}"


class Either(NamedTuple):
    """What is said in one way in Python and in another at the prompt and on the page.

    >>> str(Either("Read best_moves()", "Leave --all out"))
    'Read best_moves()'
    """

    python: str  # the words in Python
    prompt: str  # and at the prompt

    def __str__(self) -> str:
        return self.python


Wording: TypeAlias = Setting | Either  # what the faces write each in its own way
Fragments: TypeAlias = tuple[str | Wording, ...]
Fix: TypeAlias = str | Wording | Fragments


class ZermeloError(Exception):
    """The root of the tree; built from four parts, printed as one sentence or two."""

    def __init__(self, given: Fix, *, rule: Fix, fix: Fix, where: str = "") -> None:
        self.where = where
        self.problem, self.broken, self.advice = map(_parts_of, (given, rule, fix))
        self.given, self.rule = _joined(self.problem, str), _joined(self.broken, str)
        place = f"{where}: " if where else ""
        super().__init__(f"{place}{self.given}; {self.rule}. {self.way_out()}")

    @property
    def fix(self) -> str:
        """The way out, in Python's words."""
        return self.fix_in(str)

    def said_in(self, wording: Callable[[Wording], str]) -> str:
        """What was given and the rule that it breaks, in the words of the face that shows it."""
        return f"{_joined(self.problem, wording)}; {_joined(self.broken, wording)}."

    def fix_in(self, wording: Callable[[Wording], str]) -> str:
        """The way out, likewise."""
        return _joined(self.advice, wording)

    def way_out(self, wording: Callable[[Wording], str] = str) -> str:
        """The same as a sentence; it may be a question."""
        text = self.fix_in(wording)
        return text if text.endswith("?") else f"{text}."

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.problem, self.broken, self.advice, self.where)


def _parts_of(text: Fix) -> Fragments:
    return (text,) if isinstance(text, str | Setting | Either) else text


def _joined(parts: Fragments, wording: Callable[[Wording], str]) -> str:
    return "".join(part if isinstance(part, str) else wording(part) for part in parts)


def _rebuild(kind: type[ZermeloError], given: Fix, rule: Fix, fix: Fix, where: str) -> ZermeloError:
    return kind(given, rule=rule, fix=fix, where=where)


class BadInput(ZermeloError, ValueError):
    """An argument breaks a rule."""


class RulesError(ZermeloError):
    """The game's own rules break a promise."""


class BadMove(RulesError):
    """`moves` gave something that is not a Move."""


class BadNumber(RulesError):
    """A gain or payoff is not an exact number."""


class UnhashableState(RulesError):
    """A state cannot be a key."""


class Unstable(RulesError):
    """A state changed after it was handed out."""


class BudgetExceeded(ZermeloError):
    """More states than the caller allows."""

    states = 0  # that there are at least, where they were weighed and cannot fit
    evidence = ""  # what that rests on


class TimeExceeded(BudgetExceeded):
    """Not done in the seconds that the caller allows."""

    found = ""  # how far it came, "" where nothing was found by then


class NotCompiled(ZermeloError):
    """The rules cannot be translated to machine code."""


class MethodRefused(ZermeloError):
    """The method asked for does not fit the game."""


class UnknownState(ZermeloError, KeyError):
    """A state that the start cannot reach."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would print the quotes too


class IllegalMove(ZermeloError):
    """A move that the rules do not offer."""


class Unavailable(ZermeloError):
    """A question this game, or this method, has no answer to."""


class BadTable(ZermeloError):
    """A file that is no table, or the table of another game."""


class DamagedTable(BadTable):
    """A table whose file is not what was written."""


class ProofFailed(ZermeloError):
    """The checker found a value that is wrong."""


class SelfPlayFailed(ProofFailed):
    """The line of best play earns something else than the solution claims."""


class ZermeloWarning(UserWarning):
    """The answer is right, and perhaps to another question than the one that was meant."""
