"""`Starts`: where play may begin, where that is more than one state.

They are never listed: whoever needs them goes through them once more. So a hook that yields them
may be a method of many millions, and an engine may carry it out as it carries out the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zermelo.errors import BadInput, RulesError, Setting, ZermeloError
from zermelo.graph.rules import kind_of, not_a_key, position_fault, same_start, start_of
from zermelo.model.frozen import Frozen
from zermelo.model.game import UNSET, Game, State, declares
from zermelo.model.keys import key_fault
from zermelo.model.numerals import error_text, spelled

MOST_HELD = 10_000_000  # states out of a generator
JUDGED = 1000  # starts of the game's own that it is asked about: they are rules, as moves are
LOOKED_INTO_FIRST = 64  # starts; of later ones, the first of each type


class Starts(Frozen, eq=False):
    """States that play begins at, made anew whenever they are gone through."""

    game: Game
    given: Iterable[State] | None = None  # None for the game's own

    def __iter__(self) -> Iterator[State]:
        """Every start as it was given; twice where it was given twice."""
        is_judged, kinds = declares(self.game, "impossible"), set[type]()
        for place, state in enumerate(self._given()):
            if place < LOOKED_INTO_FIRST or type(state) not in kinds:
                kinds.add(type(state))
                self._check_key(state)
            if is_judged and (place < JUDGED or not self.is_declared):
                self._check_position(state)
            yield state

    @property
    def is_declared(self) -> bool:
        """Whether they are the game's own: a hook that may be carried out as rules are."""
        return self.given is None

    def __repr__(self) -> str:
        return f"<{self._where}>"

    def kinds(self) -> Iterator[State]:
        """The state that stands for each start's kind."""
        if not declares(self.game, "canonical"):
            return iter(self)
        return (kind_of(self.game, state) for state in self)

    @property
    def first(self) -> State:
        """The one that answers are about where none is named."""
        for state in self:
            return state
        raise self._error("no state", "play begins somewhere", "Give one state at least")

    def _given(self) -> Iterator[State]:
        try:
            yield from self._own() if self.given is None else self.given
        except ZermeloError:
            raise
        except Exception as error:
            what = error_text(error)
            rule = "starts gives the states that play begins at"
            raise self._error(what, rule, "Mend the method") from error

    def _own(self) -> Iterable[State]:
        own = self.game.starts
        asked: Iterable[State] = own() if callable(own) else own
        return asked

    def _check_key(self, state: State) -> None:
        wrong = key_fault(state)
        if wrong:
            raise not_a_key(state, wrong, self._where)

    def _check_position(self, state: State) -> None:
        reason = position_fault(self.game, state)
        if reason:
            given = f"the state {spelled(state)}"
            rule = f"it is no position of this game: {reason}"
            raise self._error(given, rule, "Leave it out, or mend impossible(state)")

    @property
    def _where(self) -> str:
        name = type(self.game).__name__
        return f"{name}.starts" if self.is_declared else f"starts of {name}"

    def _error(self, given: str, rule: str, fix: str) -> ZermeloError:
        kind = RulesError if self.is_declared else BadInput
        return kind(given, where=self._where, rule=rule, fix=fix)


def starts_of(
    game: Game, start: State = UNSET, starts: Iterable[State] | None = None
) -> tuple[State, Starts | None]:
    """The state to begin with, and all of them where there are several to begin with.

    `starts` or the game's own hook, unless one `start` is named.
    """
    if starts is None and (start is not UNSET or not _declares(game)):
        first = start_of(game, start)
        return first if start is not UNSET else same_start(game, first), None
    if starts is None:
        many = Starts(_once_more(game))
        return start_of(game, many.first), many
    if start is not UNSET:
        raise BadInput(
            f"start={spelled(start)} beside starts",
            where="solve",
            rule="play begins at one state or at several",
            fix="Put it among the starts, or leave one of them out",
        )
    many = starts if isinstance(starts, Starts) else _given_ones(game, starts)
    return start_of(game, many.first), many


def _declares(game: Game) -> bool:
    """Whether a game names its starts; what is no game is told elsewhere."""
    return isinstance(game, Game) and declares(game, "starts")


def _once_more(game: Game) -> Game:
    """The game, unless its starts can be gone through only once."""
    own = game.starts
    if callable(own) or not isinstance(own, Iterator) or game.starts is not own:
        return game
    raise RulesError(
        f"{spelled(own)} can be gone through once",
        where=f"{type(game).__name__}.starts",
        rule="starts are gone through whenever they are needed",
        fix="Write a method that yields them, or a tuple",
    )


def _given_ones(game: Game, starts: Iterable[State]) -> Starts:
    """What a caller passed; what can be gone through once is listed."""
    try:
        iter(starts)
    except TypeError:
        raise BadInput(
            spelled(starts),
            where="starts",
            rule="starts are states, one after the other",
            fix=("Pass a list or a generator of states; for one state, ", Setting("start")),
        ) from None
    return Starts(game, _listed(starts) if isinstance(starts, Iterator) else starts)


def _told(starts: Iterator[State]) -> Iterator[State]:
    """What a generator gives; its own failure in words."""
    try:
        yield from starts
    except ZermeloError:
        raise
    except Exception as error:
        raise BadInput(
            error_text(error),
            where="starts",
            rule="a generator of starts gives one state after the other",
            fix="Mend the generator",
        ) from error


def _listed(starts: Iterator[State]) -> list[State]:
    """One after the other, so that a limit of time is kept to."""
    held: list[State] = []
    for state in _told(starts):
        held.append(state)
        if len(held) > MOST_HELD:
            raise BadInput(
                f"more than {MOST_HELD:,} states",
                where="starts",
                rule="what can be gone through once is held as Python's own objects",
                fix="Give the game a method `starts` that yields them: it is asked again",
            )
    return held
