"""`Fact`: one question about a game, its answer, and the evidence."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.model.numerals import AnySize


@dataclass(frozen=True)
class Fact(AnySize):
    """One question, its answer, and the evidence."""

    name: str  # of the fact
    holds: bool | None  # None where it is not known
    detail: str  # the evidence in words
    witness: object = None  # that can be checked by hand: a cycle, two plays, …

    def __str__(self) -> str:
        mark = {True: "yes", False: "no", None: "unknown"}[self.holds]
        return f"{self.name:<14}{mark:<9}{self.detail}"
