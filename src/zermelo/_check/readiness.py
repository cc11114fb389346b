"""`ready(game)`: the list one goes through before a solver of a game is shipped, with evidence.

The senior habit as a report: is the model stated, does the answer agree with the naive recursion,
does best play give it, do symmetry and parity hold, are the edges looked at, are sizes bounded, is
the cost measured, can an answer be logged so that it is explainable afterwards. Every item rests on
figures of `check`, `diagnose`, `forecast` and `solve`; an item without figures is not ready. Every
property of the battery belongs to an item, so that what `check` finds is found here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from zermelo._check import BATTERY, Finding, Report, Trials, check
from zermelo._diagnose import Diagnosis, diagnose
from zermelo._forecast import Forecast, forecast, time_text
from zermelo._solve import solve
from zermelo.errors import BudgetExceeded, TimeExceeded, ZermeloError
from zermelo.facts.instances import shrink
from zermelo.facts.random_instances import Instances, example_of, states_of
from zermelo.limits import time_limit
from zermelo.model.combine import core_of
from zermelo.model.exact import whole
from zermelo.model.game import Game
from zermelo.model.numerals import AnySize, shown, spelled, written
from zermelo.solution.play import move_name
from zermelo.solution.views import short_name

READINESS_TRIALS = 200  # random instances where nobody says how many
PARTS = 4  # among which the seconds are shared
INT64 = 2**63
READINESS_MARKS = {True: "ready", False: "FAILED", None: "n/a"}
NEEDED = ("model", "oracle", "self-play", "edges", "limits", "complexity", "logging")
RESTS_ON = {  # item → properties of the battery that it rests on
    "model": ("rules", "determinism"),
    "oracle": ("oracle",),
    "proof": ("certificate", "parts"),
    "self-play": ("self-play",),
    "symmetry": ("mirror", "reflection", "canonical"),
    "parity": ("parity",),
    "edges": ("base cases",),
}
NOT_HELD = {one.name for one in BATTERY}.difference(*RESTS_ON.values())
RESTS_ON["declared"] = tuple(one.name for one in BATTERY if one.name in NOT_HELD)
RULES_FAIL = "not looked at: the rules fail"


@dataclass(frozen=True)
class Item(AnySize):
    """One line of the list."""

    name: str  # of what is looked at
    passed: bool | None  # None: does not apply, or nobody could tell
    evidence: str  # what the verdict rests on
    is_enough: bool = False  # whether a game can be shipped where nobody could tell

    def __str__(self) -> str:
        return f"{self.name:<12}{READINESS_MARKS[self.passed]:<8}{self.evidence}".rstrip()


@dataclass(frozen=True, repr=False)
class Readiness:
    """The list for one game."""

    game: Game  # that is to be shipped
    checked: Game  # the instance that was looked at, where the game was too large
    items: tuple[Item, ...]  # in the order of the list

    @property
    def failures(self) -> tuple[Item, ...]:
        """What is not as it should be."""
        return tuple(item for item in self.items if item.passed is False)

    @property
    def missing(self) -> tuple[Item, ...]:
        """What every game needs, and nobody could tell about this one."""
        untold = (item for item in self.items if item.passed is None and not item.is_enough)
        return tuple(item for item in untold if item.name in NEEDED)

    @property
    def ok(self) -> bool:
        """Whether nothing failed, and nothing that every game needs is missing."""
        return not self.failures and not self.missing

    def __repr__(self) -> str:
        return f"<Readiness of {short_name(self.game)}: {self._verdict()}>"

    def __str__(self) -> str:
        of = "" if self.checked is self.game else f" (on the smaller {short_name(self.checked)})"
        head = f"{short_name(self.game)}: {self._verdict()}{of}"
        return "\n".join([head, *map(str, self.items)])

    def _verdict(self) -> str:
        if self.ok:
            ready = sum(item.passed is True for item in self.items)
            others = "" if ready == len(self.items) else ", the others are n/a"
            return f"ready, {ready} of {len(self.items)} items with evidence{others}"
        names = ", ".join(item.name for item in (*self.failures, *self.missing))
        return f"not ready: {names}"


def ready(
    game: Game | type[Game],
    *,
    trials: int = READINESS_TRIALS,
    seed: int = 0,
    budget: int | None = None,
    seconds: float | None = None,
) -> Readiness:
    """Go through the list for a game, or for an instance of a class.

    >>> from zermelo.games import Ends
    >>> report = ready(Ends((5, 3, 7, 10)), trials=20)
    >>> report.ok, [item.name for item in report.items][:4]
    (True, ['model', 'oracle', 'proof', 'self-play'])
    """
    limit = time_limit(seconds)
    part = None if limit is None else limit / PARTS
    count = whole(trials, where="ready(trials)", least=1)
    if budget is not None:
        whole(budget, where="budget", least=1)
    instance = example_of(game, seed) if isinstance(game, type) else game
    evidence = Evidence(instance, count, seed, budget, part)
    return Readiness(instance, evidence.subject, tuple(evidence.items()))


class Evidence:
    """What the items rest on; each part is run once."""

    def __init__(
        self, game: Game, trials: int, seed: int, budget: int | None, seconds: float | None
    ) -> None:
        self.game = game
        self.trials, self.seed = trials, seed
        self.budget, self.seconds = budget, seconds

    def items(self) -> Iterator[Item]:
        """The list, in order; an item whose evidence cannot be had says why."""
        yield self._had("model", self._model)
        for name in ("oracle", "proof", "self-play", "symmetry", "parity"):
            yield self._held(name)
        yield self._had("edges", self._edges)
        yield self._held("declared")
        yield self._had("ties", self._ties)
        yield self._had("limits", self._limits)
        yield self._had("complexity", self._complexity)
        yield self._had("logging", self._logging)

    def _had(self, name: str, work: Callable[[], Item]) -> Item:
        """An item, or the error that came instead: rules may raise at any time."""
        try:
            return work()
        except (BudgetExceeded, TimeExceeded) as error:
            return Item(name, None, error.given)
        except Exception as error:  # of the user's own rules
            if any(one.passed is False for one in self.report.findings[:1]) and name != "model":
                return Item(name, None, RULES_FAIL)
            return Item(name, False, _of_error(error))

    # -- what is run -------------------------------------------------------------------------

    @cached_property
    def report(self) -> Report:
        """The battery on the game, or on the largest instance that fits."""
        try:
            return check(self.game, budget=self.budget, seconds=self.seconds)
        except Exception as error:  # of the user's own start, or of what the class declares
            failed = Finding("rules", False, _of_error(error), self.game)
            return Report(self.game, None, (failed,))

    @cached_property
    def random(self) -> Trials | str:
        """The battery on random instances of the class, or why there are none."""
        core = core_of(self.game)
        kind = type(core)
        if not Instances(kind, Random(self.seed)).are_many:
            return "no random instances: the class has neither arguments nor random(rng)"
        try:
            return check(
                kind,
                trials=self.trials,
                seed=self.seed,
                budget=self.budget,
                seconds=self.seconds,
                misere=core is not self.game,
            )
        except ZermeloError as error:
            return f"no random instances: {error.given}"

    @cached_property
    def subject(self) -> Game:
        """What was looked at."""
        return self.report.checked or self.game

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """The facts."""
        return diagnose(self.subject, budget=self.budget, seconds=self.seconds)

    @cached_property
    def forecast(self) -> Forecast:
        """What the game itself would take."""
        return forecast(self.game, seconds=self.seconds)

    def _findings(self, *names: str) -> list[tuple[str, Finding]]:
        """What both batteries say about some properties, and of what."""
        found = [("", finding) for finding in self.report.findings if finding.name in names]
        if isinstance(self.random, Trials):
            stopped = f" of {self.trials:,}" if self.random.failures else ""
            of = f"{self.random.instances:,}{stopped} random instances: "
            theirs = [finding for finding in self.random.findings if finding.name in names]
            found += [(of, replace(finding, sampled="")) for finding in theirs]
        return found

    # -- the items ---------------------------------------------------------------------------

    def _held(self, name: str) -> Item:
        """Properties of the battery: failed if one is, ready if one is and none failed."""
        found = self._findings(*RESTS_ON[name])
        told = [pair for pair in found if pair[1].passed is not None] or found[:1]
        passed = _all(finding.passed for _, finding in found)
        return Item(name, passed, _joined(told) or RULES_FAIL)

    def _model(self) -> Item:
        """The kind of value, the method, and rules that a reader can hold them against."""
        rules = _rules_of(self.game)
        found = self._findings(*RESTS_ON["model"])
        failed = [pair for pair in found if pair[1].passed is False]
        if failed:
            return Item("model", False, _joined(failed))
        if not rules:
            text = f"{type(self.game).__name__} has no docstring that says the rules: write it"
            return Item("model", False, text)
        decision = self.diagnosis.decision
        kind = f"{decision.value_type.value}; by {decision.method}: {decision.reason}"
        return Item("model", _all(one.passed for _, one in found), f"{rules} {kind}")

    def _edges(self) -> Item:
        """Ends, the smallest instance, and random ones: empty, equal, negative and huge numbers."""
        base = self._held("edges")
        least = shrink(self.subject, _is_playable)
        report = check(least, budget=self.budget, seconds=self.seconds)
        least_holds = False if report.failures else report.ok or None
        passed = _all([base.passed, least_holds])
        text = f"{base.evidence}; the smallest instance, {short_name(least)}: "
        text += f"{report.compared:,} comparisons" if report.ok else "not checked"
        if report.failures:
            text += f", {report.failures[0].name} failed: {report.failures[0].detail}"
        more = "" if isinstance(self.random, Trials) else f"; {self.random}"
        return Item("edges", passed, f"{text}{more}")

    def _ties(self) -> Item:
        """The tie rule, and what the problem asks for."""
        asks = self.game.asks
        wanted = "the value" if asks is None else asks.value.replace("{}", "the first player")
        unsaid = "" if "tie" in _own(self.game) else " (the default)"
        return Item("ties", True, f"{self.game.tie.value}{unsaid}; what is asked for: {wanted}")

    def _limits(self) -> Item:
        """Finitely many states, and numbers of a bounded size."""
        finite, bounded = self.diagnosis.finite, self.diagnosis.bounded
        holds = (finite.holds, bounded.holds)
        passed = None if None in holds and False not in holds else _all(holds)
        room = ""
        if bounded.holds and isinstance(bounded.witness, int):
            fits = bounded.witness < INT64
            room = ", within 64 bits" if fits else ", beyond 64 bits: Python's integers are used"
        where = "" if self.subject is self.game else f"of {short_name(self.subject)}: "
        return Item("limits", passed, f"{where}{finite.detail}; {bounded.detail}{room}")

    def _complexity(self) -> Item:
        """States by size, and what this instance takes."""
        if self.report.checked is None:
            return Item("complexity", None, "no instance was small enough to be measured")
        growth, cost = self.diagnosis.growth, self.forecast
        known = growth.smell != "unknown"
        time = "" if cost.seconds is None else f", {time_text(cost.seconds)}"
        states = "unknown" if cost.states is None else f"{cost.states:,}"
        law = str(growth) if known else f"growth not measured: {growth}".replace("unknown: ", "")
        text = f"{law}; this instance: {states} states{time} ({cost.evidence})"
        return Item("complexity", True if known else None, text, is_enough=cost.is_exact)

    def _logging(self) -> Item:
        """What is written beside an answer: the value, the first move, the method."""
        try:
            solution = solve(self.subject, budget=self.budget, seconds=self.seconds)
            best = solution.first_best_moves(1)
        except ZermeloError as error:
            return Item("logging", None, f"no answer to log: {error.given}")
        move = move_name(self.subject, best[0]).replace("\n", " / ") if best else "none"
        fields = {
            "game": spelled(self.subject),
            "value": written(solution.value),
            "winner": solution.winner,
            "first move": move,
            "method": solution.plan.method,
            "states": solution.plan.cost.states,
        }
        return Item("logging", True, "; ".join(f"{key} {text}" for key, text in fields.items()))


def _all(verdicts: Iterable[bool | None]) -> bool | None:
    """False if one is, else True if one is, else None."""
    seen = set(verdicts)
    return False if False in seen else True if True in seen else None


def _joined(found: Iterable[tuple[str, Finding]]) -> str:
    return "; ".join(f"{of}{_told(finding)}" for of, finding in found)


def _told(finding: Finding) -> str:
    """A finding's words, with the smallest instance that fails."""
    text = f"{finding.detail}; {finding.sampled}" if finding.sampled else finding.detail
    if finding.passed is not False:
        return text
    smallest = "" if finding.smallest is None else f"; smallest: {spelled(finding.smallest)}"
    return f"{finding.name} failed: {text}{smallest}"


def _of_error(error: Exception) -> str:
    given = error.given if isinstance(error, ZermeloError) else shown(error)
    return f"{type(error).__name__}: {given}"


def _is_playable(game: Game) -> bool:
    """Whether an instance can be looked at."""
    return states_of(game) > 0


def _own(game: Game) -> set[str]:
    """The names that a game, or its classes below `Game`, define."""
    kinds = (kind for kind in type(game).__mro__ if kind is not Game)
    return {*vars(game), *(name for kind in kinds for name in vars(kind))}


def _rules_of(game: Game) -> str:
    """The first paragraph of the class's own docstring; a dataclass's signature is none."""
    text = vars(type(game)).get("__doc__") or ""
    if text.startswith(f"{type(game).__name__}("):
        return ""
    said = " ".join(text.split("\n\n")[0].split())
    return f"{said}." if said[-1:].isalnum() else said
