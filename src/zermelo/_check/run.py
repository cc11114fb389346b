"""`check`: choose the instance, run the battery, shrink what fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import overload

from zermelo._check.battery import BATTERY
from zermelo._check.held import TIME_IS_OVER, finding
from zermelo._check.report import Finding, Report
from zermelo._check.subject import NotApplicable, Subject
from zermelo._check.trials import USUAL_TRIALS, Trials, tried
from zermelo.errors import BadInput, Either, TimeExceeded, ZermeloError
from zermelo.facts.fitting import Fitting
from zermelo.facts.stability import ask_again, start_again
from zermelo.facts.telling import in_words, suspicions
from zermelo.graph.explore import explore
from zermelo.graph.rules import start_of
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import Limits, time_limit
from zermelo.limits.deadline import Deadline
from zermelo.model.combine import misere_form
from zermelo.model.exact import whole
from zermelo.model.game import Game
from zermelo.model.near_hooks import almost_hooks
from zermelo.model.numerals import spelled

CHECK_BUDGET = 200_000  # states
OWN_WORK = 5_000_000  # moves of the game itself that plain Python looks at
SMALLER_WORK = 1_000_000  # moves of a smaller instance
GLANCE_WORK = 50_000
STATES_ASKED_TWICE = 1_000  # states of a game that is too large, which are asked twice all the same
SECONDS_TO_FIND_THEM = 0.5  # of work to find them
GLANCE_PATIENCE = 3.0  # seconds for rules that do not answer about a state


@overload
def check(
    game: Game, *, budget: int | None = None, seconds: float | None = None, misere: bool = False
) -> Report: ...
@overload
def check(
    game: type[Game],
    *,
    trials: int | None = None,
    seed: int = 0,
    budget: int | None = None,
    seconds: float | None = None,
    misere: bool = False,
) -> Trials: ...
def check(
    game: Game | type[Game],
    *,
    trials: int | None = None,
    seed: int = 0,
    budget: int | None = None,
    seconds: float | None = None,
    misere: bool = False,
) -> Report | Trials:
    """Run the battery on a game, or on random instances of a class, and shrink what fails.

    `budget` bounds the states; without one, the moves that are looked at are bounded too. A game
    that is too large is checked on the largest smaller instance that fits. What is large is asked
    on a sample of its states, and says so. What was not looked at when the `seconds` are over does
    not apply, and says so.

    Of a class, `trials` small instances are drawn (2,000 if unsaid), from its hook `random(rng)`
    or from the types of its arguments, and the first that fails is shrunk. The same `seed` draws
    the same ones. With `misere` the misère forms of games and instances are checked.

    >>> from zermelo.games import Ends
    >>> check(Ends((5, 3, 7, 10))).ok
    True
    >>> report = check(Ends, trials=20)
    >>> report.ok, report.seed, report.trials
    (True, 0, 20)
    """
    if isinstance(game, type) and issubclass(game, Game):
        count = USUAL_TRIALS if trials is None else whole(trials, where="trials", least=1)
        deadline = Deadline(time_limit(seconds))
        return tried(game, count, whole(seed, where="seed"), budget, deadline, misere=misere)
    if trials is not None:
        raise BadInput(
            f"trials={spelled(trials)} and the game {spelled(game)}",
            where="check",
            rule="random instances are drawn of a class, and a game is one already",
            fix=Either(
                f"Pass the class, check({type(game).__name__}, trials=…), or leave trials out",
                "Leave the arguments out, or --trials",
            ),
        )
    game = misere_form(game) if misere else game
    deadline, limits = Deadline(time_limit(seconds)), _limits(budget)
    skipped: list[str] = []
    try:
        subject, findings = deadline.run(lambda: _begin(game, limits, skipped))
    except TimeExceeded as late:
        return Report(game, None, tuple(_unasked(late)))
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


def _unasked(late: TimeExceeded) -> Iterator[Finding]:
    """Findings where the time is over; the first says how far the rules came."""
    rules, *others = BATTERY
    yield Finding(rules.name, None, f"{TIME_IS_OVER}{': ' * bool(late.found)}{late.found}")
    for one in others:
        yield Finding(one.name, None, TIME_IS_OVER)


def _rest(subject: Subject, deadline: Deadline) -> list[Finding]:
    """The other findings; none after the rules have answered in two ways, when all may fail."""
    findings: list[Finding] = []
    for one in BATTERY[1:]:
        findings.append(finding(one, subject, deadline))
        if one.name == "determinism" and findings[-1].passed is False:
            break
    return findings


def _begin(game: Game, limits: Limits, skipped: list[str]) -> tuple[Subject, list[Finding]]:
    """The game, or the largest instance of it that fits, and whether the rules answer.

    Rules that answer in two ways are a second finding, after which nothing else can be asked.
    """
    start_of(game)
    own = Subject(game, limits)
    first = finding(BATTERY[0], own)
    if first.passed is not None:
        return own, [first]
    fitting = Fitting(limits.budget, SMALLER_WORK, skipped)
    fit = fitting.largest(game)
    subject = own if fit is None else Subject(fit.game, limits, graph=fit.graph)
    return subject, [finding(BATTERY[0], subject), *_glance(game)]


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
    begun = start_again(game)
    if begun is not None:
        return [Finding("determinism", False, begun.text, game, compared=1)]
    graph = _first_states(game)
    for count, answer in enumerate(ask_again(game, graph, range(len(graph))), 1):
        if answer is not None:
            return [Finding("determinism", False, answer.text, game, compared=count)]
    return []


def _first_states(game: Game) -> StateGraph:
    return explore(
        game,
        budget=STATES_ASKED_TWICE,
        work=GLANCE_WORK,
        cpu_seconds=SECONDS_TO_FIND_THEM,
        seconds=GLANCE_PATIENCE,
    )
