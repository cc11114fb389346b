"""`check(game)`: a battery of properties run on a user's own game.

Each property passes, fails, or does not apply and says why. A failure is shrunk to the smallest
instance that still fails.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from zermelo.deadline import Deadline
from zermelo.decide import keeps_score
from zermelo.diagnose import Diagnosis, examine
from zermelo.errors import (
    BudgetExceeded,
    MethodRefused,
    ProofFailed,
    TimeExceeded,
    Unavailable,
    ZermeloError,
)
from zermelo.exact import Number, whole
from zermelo.explore import explore
from zermelo.game import UNSET, Game, PayoffGame, State, ValueType, declares
from zermelo.graph import StateGraph
from zermelo.instances import shrink, smaller
from zermelo.limits import time_limit
from zermelo.proof import Claim, verify
from zermelo.proof.oracle import Oracle, TooLarge
from zermelo.rules import start_of
from zermelo.solution import Solution
from zermelo.solve import solve

CHECK_BUDGET = 100_000  # states
ORACLE_CALLS = 50_000  # calls of the rules that the naive recursion may make
FEWER_STEPS = 60  # smaller instances tried when a game is too large
LATE = "time is over"
MOST_STARTS = 300  # later starts tried when a failure is shrunk


class NotApplicable(Exception):
    """The property says nothing about this game."""


@dataclass(frozen=True)
class Finding:
    """One property's verdict."""

    name: str
    passed: bool | None  # None: does not apply
    detail: str
    smallest: Game | None = None  # the smallest failing instance found
    start: State = UNSET  # the state from which it fails, where it is not the game's own

    def __str__(self) -> str:
        mark = {True: "passed", False: "FAILED", None: "n/a"}[self.passed]
        text = f"{self.name:<13}{mark:<8}{self.detail}".rstrip()
        if self.smallest is None:
            return text
        place = "" if self.start is UNSET else f" from {self.start!r}"
        return f"{text}\n{'':<21}smallest: {self.smallest!r}{place}"


@dataclass(frozen=True, repr=False)
class Report:
    """All findings about one game, or about a smaller instance where it was too large."""

    game: Game
    checked: Game | None  # the instance that was looked at; None when none was small enough
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether something was checked and nothing failed."""
        return self.checked is not None and not self.failures

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The properties that failed."""
        return tuple(finding for finding in self.findings if finding.passed is False)

    def __repr__(self) -> str:
        failed = ", ".join(finding.name for finding in self.failures) or "nothing failed"
        return f"<Report on {self.game!r}: ok={self.ok}, {failed}>"

    def __str__(self) -> str:
        verdict = "all that applies holds" if self.ok else f"{len(self.failures)} failed"
        if self.checked is None:
            verdict = "nothing was checked"
        elif self.checked is not self.game:
            verdict += f" on the smaller instance {self.checked!r}"
        return "\n".join([f"{type(self.game).__name__}: {verdict}", *map(str, self.findings)])


class Subject:
    """A game under test, explored and solved when a property first asks."""

    def __init__(self, game: Game, budget: int, start: State = UNSET) -> None:
        self.game = game
        self.budget = budget
        self.start = start

    @cached_property
    def graph(self) -> StateGraph:
        """Every state, or the property does not apply."""
        graph = explore(self.game, start=self.start, budget=self.budget)
        if not graph.complete:
            raise NotApplicable(f"more than {self.budget:,} states; pass a larger budget")
        return graph

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """The facts."""
        return examine(self.game, self.graph)

    @cached_property
    def solution(self) -> Solution:
        """The solution, by the method that the planner chooses."""
        try:
            return solve(self.game, start=self.start, budget=self.budget)
        except (MethodRefused, BudgetExceeded) as reason:
            raise NotApplicable(f"not solved: {reason.given}") from reason

    @property
    def slack(self) -> float:
        """What counts as equal."""
        return self.game.tolerance or 0


def _rules(subject: Subject) -> str | None:
    _ = subject.graph  # raises what is wrong
    return None


def _determinism(subject: Subject) -> str | None:
    fact = subject.diagnosis.deterministic
    return fact.detail if fact.holds is False else None


def _certificate(subject: Subject) -> str | None:
    try:
        subject.solution.prove(budget=subject.budget)
    except ProofFailed as lie:
        return str(lie)
    return None


def _parts(subject: Subject) -> str | None:
    """Nimbers that were added up part by part are mex in every state of the whole game."""
    solution = subject.solution
    if solution.answers.value_type is not ValueType.NIMBER:
        raise NotApplicable("not solved as a sum of parts")
    claim = Claim(solution.value_of, None, solution.nimber_of)
    try:
        verify(subject.game, solution.start, claim, budget=subject.budget)
    except ProofFailed as lie:
        return str(lie)
    return None


def _oracle(subject: Subject) -> str | None:
    """Hold the start's value against the naive recursion, on an instance small enough for it."""
    candidate = subject
    for _ in range(FEWER_STEPS):
        try:
            return _against_oracle(candidate)
        except (TooLarge, RecursionError, NotApplicable):
            instance = next(iter(smaller(candidate.game)), None)
            if instance is None:
                break
            candidate = Subject(instance, subject.budget)
    raise NotApplicable("too large for the naive recursion, and no smaller instance was found")


def _against_oracle(subject: Subject) -> str | None:
    solution, oracle = subject.solution, Oracle(subject.game, limit=ORACLE_CALLS)
    start, found = solution.start, solution.value
    expected: Any
    if solution.answers.value_type is ValueType.VECTOR:
        expected = oracle.vector(start)
    elif subject.graph.sweep is None and subject.graph.is_outcome:
        return _against_horizon(solution, oracle)
    elif subject.graph.sweep is None:
        expected = oracle.cyclic_difference(start)
    elif solution.answers.value_type is ValueType.NIMBER:
        found, expected = solution.nimber, oracle.nimber(start)
    else:
        expected = oracle.difference(start)
    if _equal(found, expected, subject.slack):
        return None
    return f"{subject.game!r} is solved as {found}, the naive recursion says {expected}"


def _against_horizon(solution: Solution, oracle: Oracle) -> str | None:
    """On a cyclic game: the win or loss is forced in just as many plies, a draw in no number."""
    plies = solution.remoteness
    expected = oracle.remoteness(solution.start, 8 if plies is None else plies)
    if expected == plies:
        return None
    return f"{solution.game!r}: remoteness {plies}, the naive recursion says {expected}"


def _self_play(subject: Subject) -> str | None:
    solution = subject.solution
    play = solution.play()
    found = play.totals if isinstance(subject.game, PayoffGame) else play.difference
    if _equal(found, solution.value, subject.slack * (len(play) + 1)):
        return None
    return f"playing the best moves gives {found}, the value is {solution.value}"


def _mirror(subject: Subject) -> str | None:
    game, solution = subject.game, subject.solution
    if not declares(game, "mirror"):
        raise NotApplicable("no mirror(state) declared")
    known = subject.graph.index
    for state in subject.graph.states:
        twin = game.mirror(state)
        if game.mirror(twin) != state:
            return f"mirroring {state!r} twice gives {game.mirror(twin)!r}"
        if twin in known and not _equal(
            solution.value_of(state), solution.value_of(twin), subject.slack
        ):
            return (
                f"{state!r} is worth {solution.value_of(state)}, "
                f"its mirror {twin!r} {solution.value_of(twin)}"
            )
    return None


def _canonical(subject: Subject) -> str | None:
    """One state for each kind: it stands for itself and is worth what the others are worth."""
    game, solution = subject.game, subject.solution
    if not declares(game, "canonical"):
        raise NotApplicable("no canonical(state) declared")
    known = subject.graph.index
    for state in subject.graph.states:
        chosen = game.canonical(state)
        if game.canonical(chosen) != chosen:
            return f"{state!r} goes by {chosen!r}, which goes by {game.canonical(chosen)!r}"
        worth = solution.value_of(state)
        other = solution if chosen in known else solve(game, start=chosen, engine="plain")
        if not _equal(worth, other.value_of(chosen), subject.slack):
            return f"{state!r} is worth {worth}, but it goes by {chosen!r}, worth " + str(
                other.value_of(chosen)
            )
    return None


def _parity(subject: Subject) -> str | None:
    graph, solution = subject.graph, subject.solution
    if graph.mover is not None or not keeps_score(subject.game, graph):
        raise NotApplicable("no scores of two players")
    if subject.diagnosis.conserved.holds is not True:
        raise NotApplicable("the total is not the same in every play")
    for state in graph.states:
        one, two = solution.scores_of(state)  # raises when the parity is wrong
        if not _equal(one - two, solution.value_of(state), subject.slack):
            return f"{state!r}: scores {one} and {two} do not differ by the value"
    return None


def _base_cases(subject: Subject) -> str | None:
    graph, solution = subject.graph, subject.solution
    for number, payoff in enumerate(graph.payoff):
        if payoff is not None:
            state = graph.states[number]
            if not _equal(solution.value_of(state), payoff, subject.slack):
                return f"the end {state!r} pays {payoff}, its value is {solution.value_of(state)}"
            if solution.best_moves(state):
                return f"the end {state!r} has best moves"
    return None


def _space(subject: Subject) -> str | None:
    space = subject.game.space
    if space is None:
        raise NotApplicable("no space declared")
    outside = next((state for state in subject.graph.states if state not in space), None)
    return None if outside is None else f"{outside!r} lies outside the declared {space!r}"


def _shape(subject: Subject) -> str | None:
    shape = subject.game.shape
    if shape is None:
        raise NotApplicable("no shape declared")
    for state in subject.graph.states:
        rules, declared = (
            sorted({(shape.same(m.to), m.gain, m.again) for m in source.moves(state)})
            for source in (subject.game, shape)
        )
        if rules != declared:
            return f"in {state!r} the rules give {rules}, the declared shape {declared}"
    return None


def _bounds(subject: Subject) -> str | None:
    game, solution = subject.game, subject.solution
    if not declares(game, "bounds") or isinstance(game, PayoffGame):
        raise NotApplicable("no bounds(state) declared")
    for state in subject.graph.states:
        low, high = game.bounds(state)
        value: Number = solution.value_of(state)
        if not low - subject.slack <= value <= high + subject.slack:
            return f"{state!r} is worth {value}, outside its bounds {low} … {high}"
    return None


Test = Callable[[Subject], str | None]

BATTERY: tuple[tuple[str, Test], ...] = (
    ("rules", _rules),
    ("determinism", _determinism),
    ("base cases", _base_cases),
    ("oracle", _oracle),
    ("self-play", _self_play),
    ("certificate", _certificate),
    ("parts", _parts),
    ("parity", _parity),
    ("mirror", _mirror),
    ("canonical", _canonical),
    ("space", _space),
    ("shape", _shape),
    ("bounds", _bounds),
)


def check(game: Game, *, budget: int = CHECK_BUDGET, seconds: float | None = None) -> Report:
    """Run the battery on a game and shrink what fails.

    What was not looked at when the `seconds` are over does not apply, and says so.

    >>> from zermelo.games import Ends
    >>> check(Ends((5, 3, 7, 10))).ok
    True
    """
    deadline = Deadline(time_limit(seconds))
    whole_game = Subject(game, whole(budget, where="budget", least=1))
    try:
        deadline.run(lambda: start_of(game))
        subject = deadline.run(lambda: _small_enough(whole_game))
    except TimeExceeded:
        return Report(game, None, tuple(Finding(name, None, LATE) for name, _ in BATTERY))
    findings: list[Finding] = []
    for name, test in BATTERY:
        findings.append(_in_time(deadline, name, test, subject))
        if name == "rules" and findings[-1].passed is not True:
            break  # nothing else can be asked of rules that do not answer
    checked = None if findings[0].passed is None else subject.game
    return Report(game, checked, tuple(findings))


def _small_enough(subject: Subject) -> Subject:
    """The subject, or the first smaller instance whose states fit the budget."""
    candidate = subject
    for _ in range(FEWER_STEPS):
        if _verdict(_rules, candidate)[0] is not None:
            return candidate
        instance = next(iter(smaller(candidate.game)), None)
        if instance is None:
            break
        candidate = Subject(instance, subject.budget)
    return subject


def _in_time(deadline: Deadline, name: str, test: Test, subject: Subject) -> Finding:
    try:
        return deadline.run(lambda: _run(name, test, subject))
    except TimeExceeded:
        return Finding(name, None, LATE)


def _run(name: str, test: Test, subject: Subject) -> Finding:
    passed, detail = _verdict(test, subject)
    if passed is not False:
        return Finding(name, passed, detail)

    budget = subject.budget
    smallest = shrink(subject.game, lambda game: _verdict(test, Subject(game, budget))[0] is False)
    start = _latest_start(test, smallest, budget)
    detail = _verdict(test, Subject(smallest, budget, start))[1]
    return Finding(name, False, detail, smallest, start)


def _latest_start(test: Test, game: Game, budget: int) -> State:
    """The state furthest from the start from which play still fails; works for any game."""
    try:
        states = explore(game, budget=budget).states
    except ZermeloError:
        return UNSET
    for state in islice(reversed(states), MOST_STARTS):
        if _verdict(test, Subject(game, budget, state))[0] is False:
            return UNSET if state == states[0] else state
    return UNSET


def _verdict(test: Test, subject: Subject) -> tuple[bool | None, str]:
    try:
        fault = test(subject)
    except NotApplicable as reason:
        return None, str(reason)
    except (Unavailable, BudgetExceeded) as reason:
        return None, reason.given
    except ZermeloError as error:
        return False, str(error)
    except Exception as error:  # a hook of the user's own
        return False, f"{type(error).__name__}: {error}"
    return (True, "") if fault is None else (False, fault)


def _equal(one: Any, two: Any, slack: float) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(two) and all(
            _equal(a, b, slack) for a, b in zip(one, two, strict=True)
        )
    return bool(abs(one - two) <= slack)
