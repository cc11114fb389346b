"""Every error Zermelo raises.

    ZermeloError
    ├── BadInput          an argument breaks a rule (also a ValueError)
    ├── RulesError        the game's own rules break a promise
    │   ├── BadMove           `moves` gave something that is not a Move
    │   ├── BadNumber         a gain or payoff is not an exact number
    │   ├── UnhashableState   a state cannot be a key
    │   └── Unstable          a state changed after it was handed out
    ├── BudgetExceeded    more states than the caller allows
    │   └── TimeExceeded      not done in the seconds that the caller allows
    ├── NotCompiled       the rules cannot be translated to machine code
    ├── MethodRefused     the method asked for does not fit the game
    ├── UnknownState      a state that the start cannot reach
    ├── IllegalMove       a move that the rules do not offer
    ├── Unavailable       a question this game, or this method, has no answer to
    └── ProofFailed       the checker found a value that is wrong

Each says what was given, where, the rule it breaks and the way out, and keeps the four parts as
attributes, so that a face can lay them out its own way.
"""

from __future__ import annotations


class ZermeloError(Exception):
    """The root of the tree; built from four parts, printed as one sentence or two."""

    def __init__(self, given: str, *, rule: str, fix: str, where: str = "") -> None:
        self.given = given
        self.where = where
        self.rule = rule
        self.fix = fix
        place = f"{where}: " if where else ""
        super().__init__(f"{place}{given}; {rule}. {fix}.")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.given, self.rule, self.fix, self.where)


def _rebuild(kind: type[ZermeloError], given: str, rule: str, fix: str, where: str) -> ZermeloError:
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


class TimeExceeded(BudgetExceeded):
    """Not done in the seconds that the caller allows."""


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


class ProofFailed(ZermeloError):
    """The checker found a value that is wrong."""
