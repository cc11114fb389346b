"""`check(Class)`: random instances of a class, each through the battery.

Senior habit: a DP is held against the naive recursion on some thousand small random inputs, with
empty ones, ties, negative numbers and numbers at the ends of machine integers among them. The
instances are small: a trial looks at about `WORK` states and moves, and what is left of that is
saved up for larger ones.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from random import Random

from zermelo._check.battery import BATTERY, Property
from zermelo._check.held import TIME_IS_OVER, failure, verdict
from zermelo._check.report import Finding, Findings
from zermelo._check.subject import Subject, Tally
from zermelo.errors import TimeExceeded
from zermelo.facts.random_instances import Instances
from zermelo.facts.telling import suspicions
from zermelo.limits import Limits
from zermelo.limits.deadline import Deadline
from zermelo.model.combine import core_of, misere_form
from zermelo.model.exact import whole
from zermelo.model.game import Game
from zermelo.model.near_hooks import almost_hooks
from zermelo.model.numerals import how_many, shown, spelled

USUAL_TRIALS = 2_000  # trials where nobody says how many
LONGEST_TRIAL_ROW = 12  # items of a row
FIRST_ROW = 3  # items of the first one: also of few trials some are played
WORK_OF_A_TRIAL = 250  # states and moves that a trial looks at, on average
SAVED = 30_000  # states and moves that one trial may look at when others have left some
BEGINNING = 2_000  # states and moves saved up before the first
ROUNDS = 4  # how much longer an instance takes whose play can come back
ORACLE_WORK_OF_A_TRIAL = 300  # states and moves of the naive recursion, of any instance
INSTANCES_READ = 50  # instances whose rules are looked through for slips that break no rule
GIVE_RANDOM = "give the class a classmethod random(cls, rng) that makes playable ones"
TRIAL_PATIENCE = 5.0  # seconds for one instance, whose rules may never end


@dataclass(frozen=True, repr=False)
class Trials(Findings):
    """What the battery said about random instances of one class."""

    kind: type[Game]  # the class
    seed: int  # the same one draws the same instances
    trials: int  # that were made
    instances: int  # different ones that were checked
    states: int  # of all instances
    refused: int  # drawn, and not accepted by the class itself
    too_large: int  # drawn, and beyond the budget
    findings: tuple[Finding, ...]  # one for each property
    warnings: tuple[str, ...] = ()  # what may be a mistake, and breaks no rule
    note: str = ""  # why there were fewer trials than asked for
    refusal: str = ""  # what was refused first, and why
    misere: bool = False  # whether the misère forms of the instances were checked
    moves: int = 0  # of all instances

    @property
    def ok(self) -> bool:
        """Whether something was played and compared, and nothing failed."""
        return self.moves > 0 and self.compared > 0 and not self.failures

    def __repr__(self) -> str:
        failed = ", ".join(finding.name for finding in self.failures) or "nothing failed"
        return f"<Trials of {self.kind.__name__}: ok={self.ok}, {failed}, seed {self.seed}>"

    def __str__(self) -> str:
        name = f"misère {self.kind.__name__}" if self.misere else self.kind.__name__
        lines = [f"{name}: {self._verdict()}", f"{'trials':<21}{self._drawn()}"]
        lines += map(str, self.findings)
        lines += [f"{'warning':<21}{text}" for text in self.warnings]
        return "\n".join(lines)

    def _verdict(self) -> str:
        if self.failures:
            return f"{len(self.failures)} failed"
        if not self.compared:
            return "nothing was checked"
        if not self.moves:
            return f"nothing was played, for no instance has a move; {GIVE_RANDOM}"
        return f"all that applies holds, {how_many(self.compared, 'comparison')}"

    def _drawn(self) -> str:
        parts = [
            f"{self.trials:,} made, seed {self.seed}",
            f"{how_many(self.instances, 'different instance')} with "
            f"{how_many(self.states, 'state')}",
            *(f"{count:,} {what}" for count, what in self._left_out() if count),
            *filter(None, [self.note]),
        ]
        return "; ".join(parts)

    def _left_out(self) -> list[tuple[int, str]]:
        refused = f"refused by the class (first {self.refusal})"
        return [(self.refused, refused), (self.too_large, "too large")]


@dataclass
class Sums:
    """What one property has compared on all instances so far."""

    property: Property
    tally: Tally = field(default_factory=Tally)
    instances: int = 0
    reasons: Counter[str] = field(default_factory=Counter)  # why it did not apply

    def add(self, passed: bool | None, detail: str, tally: Tally) -> None:
        """The verdict on one more instance."""
        self.tally.compared += tally.compared
        self.tally.left += tally.left
        if passed is None:
            self.reasons[detail] += 1
        else:
            self.instances += 1

    def finding(self, otherwise: str) -> Finding:
        """All of them in one line; `otherwise` is why there was none."""
        name = self.property.name
        if not self.instances:
            [(reason, _)] = self.reasons.most_common(1) or [(otherwise, 0)]
            return Finding(name, None, reason)
        said = f"{self.property.said(self.tally)}; {how_many(self.instances, 'instance')}"
        return Finding(name, True, said, compared=self.tally.compared)


def tried(
    kind: type[Game],
    count: int,
    seed: int,
    budget: int | None,
    deadline: Deadline,
    *,
    misere: bool = False,
) -> Trials:
    """Hold random instances, or their misère forms, against the battery, until one fails."""
    return Run(kind, count, seed, budget, deadline, misere=misere).report()


class Run:
    """The trials of one class."""

    def __init__(
        self,
        kind: type[Game],
        count: int,
        seed: int,
        budget: int | None,
        deadline: Deadline,
        *,
        misere: bool,
    ) -> None:
        self.kind, self.count, self.seed, self.deadline = kind, count, seed, deadline
        self.misere = misere
        self.budget = SAVED if budget is None else whole(budget, where="budget", least=1)
        self.drawing = Instances(kind, Random(seed))
        self.sums = [Sums(one) for one in BATTERY]
        self.failed: list[Finding] = []
        self.seen: set[str] = set()
        self.made = self.states = self.moves = self.read = 0
        self.too_large: dict[str, int] = {}  # → states and moves after which it was left
        self.unbegun: list[tuple[Subject, str]] = []  # instances whose start fails, and how
        self.saved = BEGINNING
        self.warnings: tuple[str, ...] = ()

    def report(self) -> Trials:
        """Make the trials; what they say."""
        note = ""
        with suppress(TimeExceeded):
            self.deadline.run(self._all)
        if self.deadline.is_over and not self.failed and self.made < self.count:
            note = f"{TIME_IS_OVER} after {self.made:,} of {self.count:,}"
        if self.failed and self.made < self.count and self.drawing.are_many:
            note = f"stopped at the first that failed, of {self.count:,} asked for"
        failed = {one.name: one for one in self.failed}
        why = self._not_looked_at()
        findings = (failed.get(sums.property.name, sums.finding(why)) for sums in self.sums)
        return Trials(
            self.kind, self.seed, self.made, self._played, self.states,
            self.drawing.refused + len(self.unbegun), len(self.too_large), tuple(findings),
            self.warnings, note, self._first_refusal, self.misere, self.moves,
        )  # fmt: skip

    @property
    def _played(self) -> int:
        """Different instances that have a start."""
        return len(self.seen) - len(self.unbegun)

    @property
    def _first_refusal(self) -> str:
        late = (f"{spelled(subject.game)}; {how} in start" for subject, how in self.unbegun)
        return self.drawing.refusal or next(late, "")

    def _not_looked_at(self) -> str:
        """Why there is nothing to say about a property."""
        if self.failed:
            return f"not looked at: {self.failed[0].name} failed"
        if self.deadline.is_over:
            return TIME_IS_OVER
        if not self.too_large:
            return f"no instance has a start (first {self._first_refusal})"
        return f"every instance is too large for a trial, {len(self.too_large):,} of them"

    def _all(self) -> None:
        for trial in range(self.count if self.drawing.are_many else 1):
            self.saved = min(SAVED, max(0, self.saved) + WORK_OF_A_TRIAL)
            self._one((FIRST_ROW + trial) % (LONGEST_TRIAL_ROW + 1))
            self.made += 1
            if self.failed or self.deadline.is_over:
                return

    def _one(self, size: int) -> None:
        """An instance of about this size that is small enough, if it is a new one."""
        while True:
            limit = max(WORK_OF_A_TRIAL, self.saved // 2)
            game = self.drawing.draw(size)
            game = misere_form(game) if self.misere else game
            name = self.drawing.last
            if name in self.seen or self.too_large.get(name, 0) > limit // 2:
                return
            if self._held(self._subject(game, limit)):
                self.seen.add(name)
                return
            self.too_large[name] = limit
            self.saved -= limit
            if self.saved < WORK_OF_A_TRIAL:
                return
            size = size * 2 // 3

    def _subject(self, game: Game, limit: int) -> Subject:
        limits = Limits(self.budget, is_asked=True, work=limit, engine="plain")
        subject = Subject(game, limits)
        subject.oracle_least, subject.is_one_of_many = ORACLE_WORK_OF_A_TRIAL, True
        return subject

    def _held(self, subject: Subject) -> bool:
        """Whether the instance was small enough to be held against the battery."""
        try:
            return Deadline(TRIAL_PATIENCE).run(lambda: self._battery(subject))
        except TimeExceeded:
            detail = f"{spelled(subject.game)}: not done after {TRIAL_PATIENCE:g} s"
            self.failed.append(Finding("rules", False, detail, subject.game))
            return True

    def _begins(self, subject: Subject) -> bool:
        """Whether an instance has a start; one of size 0, or less, without it is refused.

        An empty row is an input like others: a start that fails on it is a fault.
        """
        try:
            _ = subject.game.start
        except Exception as error:  # of the user's own property
            if not _is_below_one(core_of(subject.game)):
                return True
            self.unbegun.append((subject, f"{type(error).__name__}: {shown(error)}"))
            return False
        return True

    def _battery(self, subject: Subject) -> bool:
        if not self._begins(subject):
            return True
        for sums in self.sums:
            tally = Tally()
            passed, detail = verdict(sums.property, subject, tally)
            if passed is None and sums is self.sums[0]:
                return False
            sums.add(passed, detail, tally)
            if passed is False:
                seen = sums.property, subject, detail, tally.compared
                self.failed.append(failure(*seen, self.deadline))
                if sums.property.name in ("rules", "determinism"):  # all else may fail then
                    return True
        self.states, self.moves = self.states + len(subject.graph), self.moves + subject.graph.moves
        self.saved -= subject.work * (1 if subject.graph.is_acyclic else ROUNDS)
        if not self.warnings and self.read < INSTANCES_READ:
            self._read(subject)
        return True

    def _read(self, subject: Subject) -> None:
        """Look for slips in the rules, as an instance with moves shows them."""
        self.read += bool(subject.graph.moves)
        of_the_class, seen_in = almost_hooks(subject.game), f" ({spelled(subject.game)})"
        found = suspicions(subject.game, subject.graph)
        self.warnings = tuple(f"{text}{seen_in * (text not in of_the_class)}" for text in found)


def _is_below_one(game: Game) -> bool:
    """Whether a number that the game was made of is no size of anything."""
    names: list[str] = [item.name for item in fields(game)] if is_dataclass(game) else []
    given = [getattr(game, name) for name in names]
    return any(type(one) is int and one < 1 for one in given)
