"""`check`: choose the instance, run the battery, shrink what fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from zermelo.check.battery import BATTERY, Property
from zermelo.check.report import Finding, Report
from zermelo.check.subject import NotApplicable, Subject, Tally
from zermelo.deadline import Deadline
from zermelo.errors import BudgetExceeded, TimeExceeded, Unavailable, ZermeloError
from zermelo.exact import whole
from zermelo.explore import explore
from zermelo.fitting import Fitting
from zermelo.game import UNSET, Game, State
from zermelo.graph import StateGraph
from zermelo.instances import shrink
from zermelo.limits import Limits, time_limit
from zermelo.numerals import shown
from zermelo.rules import start_of
from zermelo.spelling import almost_hooks
from zermelo.stability import ask_again
from zermelo.telling import in_words, suspicions

NEVER = Deadline(None)
LATE = "time is over"
CHECK_BUDGET = 200_000  # states
OWN_WORK = 5_000_000  # moves of the game itself that plain Python looks at
SMALLER_WORK = 1_000_000  # moves of a smaller instance
MOST_STARTS = 300  # later starts tried when a failure is shrunk
SHRINK_WORK = 500_000  # states and moves looked at to shrink a failure
GLANCE_WORK = 50_000
GLANCE = 1_000  # states of a game that is too large, which are asked twice all the same
GLANCE_SECONDS = 0.5  # of work to find them
GLANCE_PATIENCE = 3.0  # seconds for rules that do not answer about a state


def check(game: Game, *, budget: int | None = None, seconds: float | None = None) -> Report:
    """Run the battery on a game and shrink what fails.

    `budget` bounds the states; without one, the moves that are looked at are bounded too. A game
    that is too large is checked on the largest smaller instance that fits. What is large is asked
    on a sample of its states, and says so. What was not looked at when the `seconds` are over does
    not apply, and says so.

    >>> from zermelo.games import Ends
    >>> check(Ends((5, 3, 7, 10))).ok
    True
    """
    deadline, limits = Deadline(time_limit(seconds)), _limits(budget)
    skipped: list[str] = []
    try:
        subject, findings = deadline.run(lambda: _begin(game, limits, skipped))
    except TimeExceeded:
        return Report(game, None, tuple(Finding(one.name, None, LATE) for one in BATTERY))
    if len(findings) == 1 and findings[0].passed:
        findings += _rest(subject, deadline)
    checked = None if findings[0].passed is None else subject.game
    return Report(
        game,
        checked,
        tuple(findings),
        examples=_in_time(deadline, lambda: _examples(subject)),
        warnings=_in_time(deadline, lambda: _warnings(game, subject, findings[0])),
        skipped=tuple(skipped),
    )


def _rest(subject: Subject, deadline: Deadline) -> list[Finding]:
    """The other findings; none after the rules have answered in two ways, when all may fail."""
    findings: list[Finding] = []
    for one in BATTERY[1:]:
        findings.append(_run(one, subject, deadline))
        if one.name == "determinism" and findings[-1].passed is False:
            break
    return findings


def _begin(game: Game, limits: Limits, skipped: list[str]) -> tuple[Subject, list[Finding]]:
    """The game, or the largest instance of it that fits, and whether the rules answer.

    Rules that answer in two ways are a second finding, after which nothing else can be asked.
    """
    start_of(game)
    own = Subject(game, limits)
    first = _run(BATTERY[0], own)
    if first.passed is not None:
        return own, [first]
    fitting = Fitting(limits.budget, SMALLER_WORK, skipped)
    fit = fitting.largest(game)
    subject = own if fit is None else Subject(fit.game, limits, graph=fit.graph)
    return subject, [_run(BATTERY[0], subject), *_glance(game)]


def _examples(subject: Subject) -> tuple[str, ...]:
    try:
        return in_words(subject.game, subject.graph)
    except (NotApplicable, ZermeloError):
        return ()  # the findings say so


def _warnings(game: Game, subject: Subject, rules: Finding) -> tuple[str, ...]:
    """About the game itself, however large it is."""
    try:
        known = rules.passed and subject.game is game
        graph = subject.graph if known else _first_states(game)
        return suspicions(game, graph)
    except ZermeloError:
        return tuple(almost_hooks(game))


def _in_time(deadline: Deadline, work: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    try:
        return deadline.run(work)
    except TimeExceeded:
        return ()


def _limits(budget: int | None) -> Limits:
    if budget is None:
        return Limits(CHECK_BUDGET, is_asked=True, work=OWN_WORK)
    return Limits(whole(budget, where="budget", least=1), is_asked=True)


def _glance(game: Game) -> list[Finding]:
    """A game that is too large is asked twice about its first states, lest it throw dice."""
    graph = _first_states(game)
    for count, answer in enumerate(ask_again(game, graph, range(len(graph))), 1):
        if answer is not None:
            return [Finding("determinism", False, answer.text, game, compared=count)]
    return []


def _first_states(game: Game) -> StateGraph:
    return explore(
        game,
        budget=GLANCE,
        work=GLANCE_WORK,
        cpu_seconds=GLANCE_SECONDS,
        seconds=GLANCE_PATIENCE,
    )


def _run(one: Property, subject: Subject, deadline: Deadline = NEVER) -> Finding:
    tally = Tally()
    try:
        passed, detail = deadline.run(lambda: _verdict(one, subject, tally))
    except TimeExceeded:
        return Finding(one.name, None, LATE, compared=tally.compared)
    if passed is not False:
        return Finding(one.name, passed, detail, compared=tally.compared, sampled=tally.sampled)
    found = Finding(one.name, False, detail, subject.game, compared=tally.compared)
    try:
        return deadline.run(lambda: _shrunk(one, subject, found))
    except TimeExceeded:
        return found


def _shrunk(one: Property, subject: Subject, found: Finding) -> Finding:
    limits = _shrinking(subject.limits)
    smallest = _smallest(one, subject, found.detail)
    start = _latest_start(one, smallest, limits)
    passed, detail = _verdict(one, Subject(smallest, limits, start), Tally())
    detail = detail if passed is False else found.detail  # too large to be asked again, or chance
    return replace(found, detail=detail, smallest=smallest, start=start)


def _shrinking(limits: Limits) -> Limits:
    return replace(limits, work=SHRINK_WORK, engine="plain")


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
        return _verdict(one, candidate, Tally())[0] is False

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
        if _verdict(one, Subject(game, limits, state), Tally())[0] is False:
            return UNSET if state == states[0] else state
    return UNSET


def _verdict(one: Property, subject: Subject, tally: Tally) -> tuple[bool | None, str]:
    try:
        fault = one.test(subject, tally)
    except NotApplicable as reason:
        return None, str(reason)
    except (Unavailable, BudgetExceeded) as reason:
        return None, reason.given
    except ZermeloError as error:
        return False, str(error)
    except Exception as error:  # a hook of the user's own
        return False, f"{type(error).__name__}: {shown(error)}"
    if fault is not None:
        return False, fault
    if not tally.compared:
        return None, tally.nothing
    return True, one.said(tally)
