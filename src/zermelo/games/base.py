"""What every game of the catalogue says about itself."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, ClassVar, Self

from zermelo.errors import BadInput, Either, Fix
from zermelo.limits.amounts import count_text
from zermelo.model.game import Game, State, Tie
from zermelo.model.numerals import AnySize, both_words, shown, spelled


class Catalogued(AnySize, Game):
    """A named game: the class docstring is its rules, `example` the arguments of one instance."""

    name: ClassVar[str]  # by which it is found
    aliases: ClassVar[tuple[str, ...]] = ()  # other names, such as "lc486"
    example: ClassVar[tuple[object, ...]] = ()  # the arguments of a small instance

    if TYPE_CHECKING:
        # What `find` returns is one of many classes, each with arguments of its own.
        def __init__(self, *args: object, **options: object) -> None: ...

    @classmethod
    def rules(cls) -> str:
        """The rules in one paragraph."""
        return " ".join((cls.__doc__ or "").split("\n\n")[0].split())

    @classmethod
    def example_game(cls) -> Self:
        """A small instance to try."""
        return cls(*cls.example)

    @classmethod
    def tie_rule(cls) -> str:
        """What a tie means here."""
        return cls.tie.value


class AliceAndBob(Catalogued):
    """Mixin for the problems that call their players Alice and Bob."""

    names = ("Alice", "Bob")


class FirstWinsTies(Catalogued):
    """Mixin for the problems that count a tie as a win of the first player."""

    tie = Tie.FIRST


def require(holds: bool, given: Fix, *, where: str, rule: Fix, fix: Fix) -> None:
    """Refuse an instance that breaks the game's own rule."""
    if not holds:
        raise BadInput(given, where=where, rule=rule, fix=fix)


def require_flag(value: object, *, where: str) -> None:
    """Refuse a switch that is neither True nor False."""
    require(
        isinstance(value, bool),
        both_words(value),
        where=where,
        rule=Either("it is True or False", "it is yes or no"),
        fix=Either("Pass True or False, or leave it out", "Say yes or no, or leave it out"),
    )


def not_numbers(state: State, count: int | None = None) -> str | None:
    """Why a state is no tuple of so many whole numbers that are not negative; else None."""
    if not isinstance(state, tuple) or (count is not None and len(state) != count):
        return "a position is a tuple" + (f" of {count} whole numbers" if count else "")
    return next(filter(None, map(not_a_number, state)), None)


def not_a_number(state: State, most: int | None = None) -> str | None:
    """Why a state is no whole number from 0 to `most`; else None."""
    if not isinstance(state, Integral) or isinstance(state, bool):
        return f"{spelled(state)} is no whole number"
    if int(state) < 0:
        return f"{shown(state)} is negative"
    return (
        f"{shown(state)} is more than {shown(most)}"
        if most is not None and int(state) > most
        else None
    )


def not_a_set(state: State, items: int, what: str) -> str | None:
    """Why a state is no set of `items` things, one bit each; else None."""
    reason = not_a_number(state)
    if reason or state >> items == 0:
        return reason
    return f"there are {items} {what}, and {shown(state)} has bits beyond"


def require_at_most(most: int, count: int, items: str, *, where: str) -> None:
    """Refuse an instance so large that not even a state or a move of it could be written down."""
    require(
        count <= most,
        f"{count_text(count)} {items}",
        where=where,
        rule=f"{where.partition('.')[0]} is for at most {most:,}: larger ones are not written down",
        fix="Make it smaller; `zermelo estimate` says what can be solved",
    )


def settle(game: Game, **fields: object) -> None:
    """Write checked fields back on a frozen dataclass while it is made."""
    for name, value in fields.items():
        object.__setattr__(game, name, value)
