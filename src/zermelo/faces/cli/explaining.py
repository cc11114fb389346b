"""`zermelo explain`, `zermelo diagnose`, `zermelo check`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Unpack

import click

from zermelo.faces.cli.console import FAILED, NOTHING_COMPARED, paint, progress, say, tell
from zermelo.faces.cli.options import (
    A_COUNT,
    NEGATIVE,
    SolveOptions,
    class_from,
    class_or_game_from,
    game_from,
    is_misere,
    made_in_time,
    solved,
    start_from,
    takes_game,
    takes_limits,
    takes_position,
    takes_seconds,
    takes_trials,
    takes_view,
)

if TYPE_CHECKING:
    from zermelo._check import Report, Trials
    from zermelo._check.readiness import Readiness


@click.command(context_settings=NEGATIVE)
@takes_game
@takes_position
@takes_limits
@click.option("--state", "of", metavar="STATE", help="Trace another state than the start.")
@takes_view
@click.option("--all", "every", is_flag=True, help="Every state as it is filled, and the calls.")
@click.option("--forms", is_flag=True, help="Minimax beside negamax, state by state.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; see docs/commands.md.")
def explain(
    words: tuple[str, ...],
    position: str | None,
    of: str | None,
    view: str | None,
    every: bool,
    forms: bool,
    as_json: bool,
    **limits: Unpack[SolveOptions],
) -> None:
    """Why this method, the recurrence with this game's numbers, and what greedy would have lost.

    \b
    zermelo explain ends 5 3 7 10
    zermelo explain ends 5 3 7 10 --state 1,3
    zermelo explain kayles 5 --all
    zermelo explain lc1140 2 7 9 4 4 --view total
    """
    from zermelo.faces.cli.positions import position_of
    from zermelo.faces.explanation import explain as explained

    solution = solved(words, position, **limits)
    state = solution.start
    if of is not None:
        budget, where = limits["budget"], "--state"
        read = position_of(of, solution.game, where, budget, states_first=True)
        state = solution.at(read).start
    found = explained(solution, state, every=every, view=view, forms=forms)
    told = partial(made_in_time, solution, limits["seconds"], what="the explanation of")
    if as_json:
        say(json.dumps(told(lambda: found.record), ensure_ascii=False))
        return
    for title, text in told(lambda: found.sections).items():
        say(paint(title, bold=True))
        tell("\n".join(f"  {line}".rstrip() for line in text.splitlines()))
        say()


@click.command(context_settings=NEGATIVE)
@takes_game
@takes_position
@takes_seconds
@click.option("--budget", type=A_COUNT, metavar="N", help="States that may be looked at.")
def diagnose(
    words: tuple[str, ...], position: str | None, budget: int | None, seconds: float | None
) -> None:
    """The facts about a game, each with its evidence, and the method they lead to.

    \b
    zermelo diagnose cat-and-mouse
    zermelo diagnose mygame.py
    """
    from zermelo._diagnose import diagnose as diagnosed

    game = game_from(words)
    with progress() as told:
        start = start_from(position, game, budget)
        found = diagnosed(game, start=start, budget=budget, seconds=seconds, progress=told)
    tell(found)


@click.command(context_settings=NEGATIVE)
@takes_game
@takes_seconds
@click.option(
    "--budget", type=A_COUNT, metavar="N", help="States of an instance that is looked at."
)
@takes_trials
@click.option("--ready", "listed", is_flag=True, help="The list before it is shipped, filled in.")
def check(
    words: tuple[str, ...],
    budget: int | None,
    seconds: float | None,
    trials: int | None,
    seed: int | None,
    listed: bool,
) -> None:
    """Hold a game against the naive recursion, self-play, symmetry, parity and the proof.

    A failure is shrunk to the smallest instance that still fails. Exit code 1 when one fails,
    and 3 when nothing could be compared. With --trials, random instances of a class are drawn
    from the types of its fields, or by its own random(rng), and each is held against all of it.

    \b
    zermelo check mygame.py:Coins row=7,3,9,4
    zermelo check mygame.py:Coins --trials 2000
    zermelo check mygame.py:Coins --ready
    """
    from zermelo._check import check as held

    report: Report | Trials | Readiness
    if listed:
        report = _readiness(words, trials, seed, budget, seconds)
    elif trials is None and seed is None:
        game = game_from(words)
        with progress():
            report = held(game, budget=budget, seconds=seconds)
    else:
        kind = class_from(words)
        report = held(kind, trials=trials, seed=seed or 0, budget=budget, seconds=seconds,
                      misere=is_misere())  # fmt: skip
    tell(report)
    if report.failures:
        click.get_current_context().exit(FAILED)
    if not report.ok:
        click.get_current_context().exit(NOTHING_COMPARED)


def _readiness(
    words: Sequence[str],
    trials: int | None,
    seed: int | None,
    budget: int | None,
    seconds: float | None,
) -> Readiness:
    """The list for a game, or for a class without arguments."""
    from zermelo._check.readiness import READINESS_TRIALS, ready

    subject = class_or_game_from(words)
    count = READINESS_TRIALS if trials is None else trials
    with progress():
        return ready(subject, trials=count, seed=seed or 0, budget=budget, seconds=seconds)
