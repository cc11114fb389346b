"""The memory is full: what was found, and the ways out."""

from __future__ import annotations

from math import ceil

from zermelo.errors import BudgetExceeded, Setting, Wording
from zermelo.limits.amounts import bytes_text
from zermelo.model.game import Game

START_ALONE = (Setting("method", "alphabeta"), " for the value of the start alone")


def memory_full(
    game: Game,
    states: int,
    taken: int,
    memory: int,
    *,
    rule: str,
    instead: tuple[str | Wording, ...] = START_ALONE,
) -> BudgetExceeded:
    """So many states take more than the memory holds; a larger one helps, or something else."""
    return BudgetExceeded(
        f"{states:,} states were found and take {bytes_text(taken)}",
        where=type(game).__name__,
        rule=rule,
        fix=(
            "Pass a larger one, e.g. ",
            Setting("memory", f"{ceil(2 * memory / 2**30)} GiB"),
            ", or ",
            *instead,
        ),
    )
