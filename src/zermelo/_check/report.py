"""What `check` says: one finding for each property, with how many comparisons it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.model.game import UNSET, Game, State
from zermelo.model.numerals import AnySize, how_many, spelled

VERDICTS = {True: "passed", False: "FAILED", None: "n/a"}


@dataclass(frozen=True)
class Finding(AnySize):
    """One property's verdict."""

    name: str  # of the property
    passed: bool | None  # None: does not apply, or there was nothing to compare
    detail: str  # what was compared, or what differs
    smallest: Game | None = None  # the smallest failing instance found
    start: State = UNSET  # the state from which it fails, where it is not the game's own
    compared: int = 0  # comparisons that were made
    sampled: str = ""  # which states were asked, where it was not all of them

    def __str__(self) -> str:
        detail = f"{self.detail}; {self.sampled}" if self.sampled else self.detail
        text = f"{self.name:<13}{VERDICTS[self.passed]:<8}{detail}".rstrip()
        if self.smallest is None:
            return text
        place = "" if self.start is UNSET else f" from {spelled(self.start)}"
        return f"{text}\n{'':<21}smallest: {spelled(self.smallest)}{place}"


class Findings:
    """What a report on one game and one on many instances tell in the same words."""

    findings: tuple[Finding, ...]

    @property
    def compared(self) -> int:
        """How many comparisons were made in all."""
        return sum(finding.compared for finding in self.findings)

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The properties that failed."""
        return tuple(finding for finding in self.findings if finding.passed is False)


@dataclass(frozen=True, repr=False)
class Report(Findings):
    """All findings about one game, or about a smaller instance where it was too large."""

    game: Game  # that was given
    checked: Game | None  # the instance that was looked at; None when none was small enough
    findings: tuple[Finding, ...]  # one for each property
    examples: tuple[str, ...] = ()  # some ends and moves in words, for a person to agree with
    warnings: tuple[str, ...] = ()  # what may be a mistake, and breaks no rule
    skipped: tuple[str, ...] = ()  # smaller instances that cannot be played, and why

    @property
    def ok(self) -> bool:
        """Whether something was compared and nothing failed."""
        return self.checked is not None and self.compared > 0 and not self.failures

    def __repr__(self) -> str:
        failed = ", ".join(finding.name for finding in self.failures) or "nothing failed"
        game, compared = spelled(self.game), how_many(self.compared, "comparison")
        return f"<Report on {game}: ok={self.ok}, {failed}, {compared}>"

    def __str__(self) -> str:
        lines = [f"{type(self.game).__name__}: {self._verdict()}", *map(str, self.findings)]
        for head, texts in (
            ("warning", self.warnings),
            ("skipped", self.skipped),
            ("example", self.examples),
        ):
            lines += [f"{head:<21}{text}" for text in texts]
        return "\n".join(lines)

    def _verdict(self) -> str:
        if self.failures:
            verdict = f"{len(self.failures)} failed"
        elif self.checked is None or not self.compared:
            return "nothing was checked"
        else:
            verdict = f"all that applies holds, {how_many(self.compared, 'comparison')}"
        if self.checked is None or self.checked is self.game:
            return verdict
        return f"{verdict}, on the smaller instance {spelled(self.checked)}"
