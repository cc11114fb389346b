"""`zermelo judge`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.console import FAILED, NOTHING_COMPARED, paint, rows, say
from zermelo.faces.cli.game_files import is_file
from zermelo.faces.cli.options import (
    A_NUMBER,
    NEGATIVE,
    class_or_game_from,
    names,
    takes_seconds,
    takes_trials,
)

if TYPE_CHECKING:
    from zermelo.teaching.judge import Verdict


@click.command(context_settings=NEGATIVE)
@click.argument("code", metavar="FILE[:NAME]", type=click.Path())
@click.argument("words", nargs=-1, required=True, metavar="GAME [ARGUMENT]…", shell_complete=names)
@click.option(
    "--view", metavar="FORM", help="What cells hold: difference, total, pair, win or nimber."
)
@click.option(
    "--takes", metavar="WHAT", help="What it is called with: arguments, coordinates or both."
)
@click.option("--misere", is_flag=True, help="Play a last-move game the other way round.")
@takes_trials
@takes_seconds
@click.option(
    "--call-seconds", type=A_NUMBER, metavar="S", help="Time for one call; 1 second if unsaid."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object; see docs/commands.md.")
def judge(
    code: str,
    words: tuple[str, ...],
    view: str | None,
    takes: str | None,
    misere: bool,
    trials: int | None,
    seed: int | None,
    seconds: float | None,
    call_seconds: float | None,
    as_json: bool,
) -> None:
    """Hold somebody's code against exact answers.

    FILE has a function, or LeetCode's `class Solution` as it is pasted; NAME says which, where
    there are several. With a name such as lc486 it is asked on the examples, on edges and on
    random inputs, and the first on which it is wrong is shrunk. With an instance, such as
    `ends 1 5 2`, it may be a function of a state's coordinates, f(i, j), or a table, dp[i][j]:
    the first wrong cell is shown with its equation.

    The file runs in a process of its own, with limits of time and memory; what it prints is
    dropped. Exit code 0 when it is right, 1 when it is wrong, 3 when nothing could be compared.

    \b
    zermelo judge solution.py lc486
    zermelo judge solution.py:f lc1140 --trials 500 --seed 1
    zermelo judge mydp.py:best ends 1 5 2
    """
    from zermelo.teaching.judge import judge as held
    from zermelo.teaching.judge.child import CALL_SECONDS

    path = f"{code.rpartition('.py:')[0]}.py" if ".py:" in code else code
    if not is_file(Path(path)):
        raise BadInput(path, rule="there is no such file", fix="Name the file with the code")
    allowed = CALL_SECONDS if call_seconds is None else call_seconds
    verdict = held(
        code,
        class_or_game_from(words),
        view=view,
        takes=takes,
        misere=misere,
        trials=trials,
        seed=seed or 0,
        seconds=seconds,
        call_seconds=allowed,
    )
    _print_json(verdict) if as_json else _print(verdict)
    if not verdict.ok:
        click.get_current_context().exit(NOTHING_COMPARED if verdict.game is None else FAILED)


def _print(verdict: Verdict) -> None:
    colour = "green" if verdict.ok else "red"
    pairs = [(head, body) for head, body in verdict.headlines() if body]
    rows(
        [
            (head, paint(body, fg=colour, bold=True) if head == "verdict" else body)
            for head, body in pairs
        ]
    )


def _print_json(verdict: Verdict) -> None:
    import json

    from zermelo.faces.record import verdict_record

    say(json.dumps(verdict_record(verdict), ensure_ascii=False))
