"""How a function is called: with a problem's arguments, with a state's coordinates, or with both.

The number of its parameters says which it can be; where that leaves several, their names and
annotations do: `i`, `j` and `mask` are coordinates, `row` and `most` are fields of a class.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from zermelo.errors import BadInput, Setting
from zermelo.graph.rules import start_of
from zermelo.model.combine import core_of
from zermelo.model.game import Game, State
from zermelo.model.numerals import spelled
from zermelo.teaching.judge.child import About
from zermelo.teaching.judge.problems import OwnProblem, Problem

TAKES = ("arguments", "coordinates", "both")
OF_STATES = {"i", "j", "l", "r", "lo", "hi", "low", "high", "left", "right", "idx", "index", "pos",
             "mask", "used", "state", "remaining", "rest"}  # fmt: skip
OF_TURNS = {"t", "p", "turn", "who", "player", "mover", "is_max", "maximizing", "is_first", "first",
            "is_alice", "alice", "my_turn", "mine", "me"}  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """One way to call a function: `count` arguments of the problem, then `coordinates`."""

    takes: str
    problem: Problem | OwnProblem
    count: int
    coordinates: int
    note: str = ""  # what it was taken for, where it could be something else
    has_turn: bool = False  # whether the last of the coordinates is whose turn it is

    @property
    def form(self) -> str:
        """In words."""
        said = {"arguments": "a solution", "coordinates": "a recurrence of a state's coordinates"}
        other = "a recurrence that takes the arguments first, then a state's coordinates"
        return said.get(self.takes, other) + ", then whose turn it is" * self.has_turn


def coordinates(state: State) -> tuple[State, ...]:
    """What a recurrence is called with for a state."""
    return state if isinstance(state, tuple) else (state,)


def reading_of(
    problem: Problem | OwnProblem, found: Game | type[Game], about: About, takes: str | None
) -> Reading:
    """The way that the names of the parameters contradict least, or an error where none fits."""
    _refuse_unknown(takes)
    game = found if isinstance(found, Game) else _first_of(problem)
    fitting = [
        reading
        for reading in _readings(problem, about, game, is_one=isinstance(found, Game))
        if takes in (None, reading.takes) and about.takes(reading.count + reading.coordinates)
    ]
    if not fitting:
        raise _nothing_fits(problem, about)
    clashes = [_clashes(reading, about, game) for reading in fitting]
    best = min(range(len(fitting)), key=lambda k: (clashes[k], _has_more(fitting[k])))
    chosen = fitting[best]
    if takes is None:
        if chosen.has_turn:
            return _told(chosen, fitting)
        _refuse_names_of_states(chosen, about, game)
        if clashes.count(clashes[best]) > 1 and not _is_start(chosen.problem, game):
            return _told(chosen, fitting)
    return chosen


def _refuse_unknown(takes: str | None) -> None:
    if takes is not None and takes not in TAKES:
        raise BadInput(
            spelled(takes),
            where="judge(takes)",
            rule=f"a function takes {', '.join(TAKES)}",
            fix="Pass one of them, or leave it out",
        )


def _first_of(problem: Problem | OwnProblem) -> Game | None:
    with suppress(BadInput):  # of a class of which no instance can be drawn
        return next(iter(problem.for_function(0, 0).edges()), None)
    return None


def _readings(
    problem: Problem | OwnProblem, about: About, game: Game | None, *, is_one: bool
) -> Iterator[Reading]:
    """Every way there is, those that were meant most often first."""
    count = 0 if game is None else len(coordinates(start_of(game)))
    fitted = problem.for_function(about.least, about.most)
    if is_one:
        yield Reading("coordinates", fitted, 0, count)
    yield Reading("arguments", fitted, fitted.count, 0)
    may_have_turn = about.names[-1:] and about.names[-1] in OF_TURNS
    for turn in range(2 if may_have_turn else 1) if game is not None else ():
        own = count + turn
        less = problem.for_function(max(0, about.least - own), max(0, about.most - own))
        if is_one and turn:
            yield Reading("coordinates", fitted, 0, own, has_turn=True)
        yield Reading("both", less, less.count, own, has_turn=bool(turn))


def _has_more(reading: Reading) -> bool:
    """Whether a problem of LeetCode is asked with fields that it has not."""
    return isinstance(reading.problem, Problem) and bool(reading.problem.more)


def _clashes(reading: Reading, about: About, game: Game | None) -> int:
    """How many parameters have a name or an annotation that says something else."""
    fields, rest = reading.problem.fields, about.names[reading.count :]
    if game is not None and not reading.count and _is_start(reading.problem, game):
        return int(reading.has_turn)
    taken = sum(name in fields or name in about.rows for name in rest)
    return len(_of_states(reading, about)) + taken


def _of_states(reading: Reading, about: About) -> list[str]:
    """Names of a state's coordinates among those that would be given the problem's arguments."""
    names = about.names[: reading.count]
    return [name for name in names if name in OF_STATES and name not in reading.problem.fields]


def _is_start(problem: Problem | OwnProblem, game: Game | None) -> bool:
    """Whether a call for the answer is the call for the start: a heap, or two."""
    if game is None:
        return False
    with suppress(BadInput):
        return problem.called_with(core_of(game)) == coordinates(start_of(game))
    return False


def _refuse_names_of_states(chosen: Reading, about: About, game: Game | None) -> None:
    """A function of a state is no solution, even where it takes as many arguments."""
    if chosen.takes == "coordinates" or not about.names or game is None:
        return
    clashing = _of_states(chosen, about)
    if _is_start(chosen.problem, game) or not clashing:
        return
    raise BadInput(
        f"{about.name}({', '.join(about.names)})",
        where=chosen.problem.name,
        rule=f"{' and '.join(clashing)} {'is' if len(clashing) == 1 else 'are'} of a state's "
        f"coordinates, of which a state here has {len(coordinates(start_of(game)))}, such as "
        f"{spelled(start_of(game))}",
        fix=(
            f"If it is {chosen.form}, called with {chosen.problem.needs}, pass ",
            Setting("takes", chosen.takes),
        ),
    )


def _told(chosen: Reading, fitting: list[Reading]) -> Reading:
    ways = dict.fromkeys(one.takes for one in fitting if one.takes != chosen.takes)
    others = " or ".join(f"--takes {way}" for way in ways)
    return replace(chosen, note=f"{chosen.form}{f'; {others} says otherwise' * bool(others)}")


def _nothing_fits(problem: Problem | OwnProblem, about: About) -> BadInput:
    problem = problem.for_function(0, 0) if isinstance(problem, Problem) else (
        problem.for_function(about.least, about.most)
    )  # fmt: skip
    return BadInput(
        f"{about.name} takes {about.arity}",
        where=problem.name,
        rule=f"it is called with {problem.needs}",
        fix="A function of a state's coordinates is judged on one instance, such as "
        f"{problem.example}",
    )
