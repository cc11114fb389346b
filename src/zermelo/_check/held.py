"""One property held against one game, and its failure shrunk to the smallest instance."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from zermelo._check.battery import Property
from zermelo._check.report import Finding
from zermelo._check.subject import NotApplicable, Subject, Tally
from zermelo.errors import BudgetExceeded, TimeExceeded, Unavailable, ZermeloError
from zermelo.facts.instances import shrink
from zermelo.graph.explore import explore
from zermelo.limits import Limits
from zermelo.limits.deadline import NO_END, Deadline
from zermelo.model.game import UNSET, Game, State
from zermelo.model.numerals import error_text
from zermelo.model.own_code import users_line

TIME_IS_OVER = "time is over"
MOST_STARTS = 300  # later starts tried when a failure is shrunk
SHRINK_WORK = 500_000  # states and moves looked at to shrink a failure


def finding(one: Property, subject: Subject, deadline: Deadline = NO_END) -> Finding:
    """What the property says about the game; a failure is shrunk."""
    tally = Tally()
    try:
        passed, detail = deadline.run(lambda: verdict(one, subject, tally))
    except TimeExceeded:
        return Finding(one.name, None, TIME_IS_OVER, compared=tally.compared)
    if passed is not False:
        return Finding(one.name, passed, detail, compared=tally.compared, sampled=tally.sampled)
    return failure(one, subject, detail, tally.compared, deadline)


def failure(
    one: Property, subject: Subject, detail: str, compared: int, deadline: Deadline
) -> Finding:
    """What was seen to fail, shrunk; it stays a failure where rules answer now so, now so."""
    found = Finding(one.name, False, detail, subject.game, compared=compared)
    try:
        return deadline.run(lambda: _shrunk(one, subject, found))
    except TimeExceeded:
        return found


def _shrunk(one: Property, subject: Subject, found: Finding) -> Finding:
    limits = _shrinking(subject.limits)
    smallest = _smallest(one, subject, found.detail)
    start = _latest_start(one, smallest, limits)
    passed, detail = verdict(one, Subject(smallest, limits, start), Tally())
    detail = detail if passed is False else found.detail  # too large to be asked again, or chance
    return replace(found, detail=detail, smallest=smallest, start=start)


def _shrinking(limits: Limits) -> Limits:
    return limits.but(work=SHRINK_WORK, engine="plain")


def _smallest(one: Property, subject: Subject, detail: str) -> Game:
    """The smallest instance that fails in the same way, within a limit of work."""
    left = SHRINK_WORK

    def fails(game: Game) -> bool:
        nonlocal left
        if left <= 0:
            return False
        candidate = Subject(game, _shrinking(subject.limits))
        try:
            left -= candidate.work
        except NotApplicable:
            left -= SHRINK_WORK // 10
            return False
        except Exception as error:  # rules that fail, or only the fields that were made small
            left -= 1
            return one.name == "rules" and _same_fault(error, detail)
        return verdict(one, candidate, Tally())[0] is False

    return shrink(subject.game, fails)


def _same_fault(error: Exception, detail: str) -> bool:
    """Whether an instance fails by the same kind of error, and not for want of a start."""
    given = error.given if isinstance(error, ZermeloError) else str(error)
    return " has no start" not in given and given.split(":")[0] in detail


def _latest_start(one: Property, game: Game, limits: Limits) -> State:
    """The state furthest from the start from which play still fails; works for any game."""
    try:
        states = explore(game, budget=limits.budget, work=SHRINK_WORK).states
    except ZermeloError:
        return UNSET
    for state in islice(reversed(states), min(MOST_STARTS, 1 + SHRINK_WORK // len(states))):
        if verdict(one, Subject(game, limits, state), Tally())[0] is False:
            return UNSET if state == states[0] else state
    return UNSET


def verdict(one: Property, subject: Subject, tally: Tally) -> tuple[bool | None, str]:
    """Whether it holds, None where it does not apply; and in words how, or why not."""
    try:
        fault = one.test(subject, tally)
    except NotApplicable as reason:
        return None, str(reason)
    except (Unavailable, BudgetExceeded) as reason:
        return None, reason.given
    except ZermeloError as error:
        return False, f"{_line_of(error.__cause__)}{error}"
    except Exception as error:  # a hook of the user's own
        return False, f"{_line_of(error)}{error_text(error)}"
    if fault is not None:
        return False, fault
    if not tally.compared:
        return None, tally.nothing
    return True, one.said(tally)


def _line_of(error: BaseException | None) -> str:
    """File and line of the user's code that raised an error, to be put before it."""
    place = users_line(error)
    return "" if place is None else f"{place[0].name}, line {place[1]}: "
