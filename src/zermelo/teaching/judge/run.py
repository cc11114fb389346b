"""`judge`: somebody's code, or a table, against exact answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from os import PathLike, fspath
from pathlib import Path

from zermelo.errors import BadInput, TimeExceeded
from zermelo.games import find
from zermelo.limits import time_limit
from zermelo.limits.deadline import Deadline
from zermelo.model.combine import core_of, misere_form
from zermelo.model.exact import whole
from zermelo.model.game import Game
from zermelo.model.numerals import spelled
from zermelo.teaching.judge.child import CALL_SECONDS, Child
from zermelo.teaching.judge.inputs import Inputs
from zermelo.teaching.judge.pasted import Candidate, candidate_of, is_table, loaded
from zermelo.teaching.judge.problems import problem_of
from zermelo.teaching.judge.reading import reading_of
from zermelo.teaching.judge.tables import judge_recurrence, judge_table
from zermelo.teaching.judge.verdict import Verdict

JUDGE_TRIALS = 2_000  # random inputs


def judge(
    code: object,
    game: Game | type[Game] | str,
    *,
    view: str | None = None,
    takes: str | None = None,
    misere: bool = False,
    trials: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    call_seconds: float = CALL_SECONDS,
) -> Verdict:
    """Hold somebody's code against exact answers.

    `code` is a function, LeetCode's `class Solution`, or the path of a file that has one
    ("solution.py", "solution.py:f"). With a name such as "lc486", or a class of games, it is asked
    for the answer in the problem's own form: on the examples, on edges, on `trials` random
    inputs of growing size (2,000 if unsaid; the same for the same `seed`), and on up to a tenth as
    many large ones, the last of them as large as the problem allows, if that is solved soon. The
    first on which it is wrong is shrunk. Code that takes longer than `call_seconds` on a large one,
    or more memory or depth than it has, is right so far, and `slow` says where.

    A function that returns a table or a recurrence, or is one, f(row, i, j), is looked at cell by
    cell. With a game, `code` may be f(i, j) too, or a table: nested lists dp[i][j], a dict from
    states to values, an array. The first wrong cell, in the order of filling, is shown with the
    equation that it breaks. The cells hold differences; booleans are wins, and
    `view` names another form: "total" (the mover's own), "pair" (own, other's), "win" or "nimber".
    A solution's answer is held against the same where `view` is named.

    What a function is called with is seen from its parameters, by number and name; `takes` says it:
    "arguments", "coordinates", or "both". With `misere`, a last-move game is turned round.

    Code runs in a process of its own, with limits of memory and of `call_seconds` a call; what it
    prints is dropped, and what it does to its arguments it does to copies.

    >>> from zermelo.games import Ends
    >>> print(judge([[1, 6, 0], [0, 5, 7], [0, 0, 2]], Ends((1, 5, 2))).cell)
    D(0, 1) = max(1 − 5, 5 − 1) = 4, yours is 6
    """
    found = _game_or_class(game)
    count = JUDGE_TRIALS if trials is None else whole(trials, where="trials")
    if misere and isinstance(found, Game):
        found = misere_form(found)
    kind = found if isinstance(found, type) else type(core_of(found))
    inputs = Inputs(problem_of(kind), count, whole(seed, where="seed"), view, misere=misere)
    deadline = Deadline(time_limit(seconds))
    if is_table(code):
        return deadline.run(lambda: judge_table("the table", code, found, view), kind.__name__)
    where, load = _source(code, inputs.problem.method)
    allowed = time_limit(call_seconds, "call_seconds") or CALL_SECONDS
    with Child(load, where, allowed) as child:
        try:
            work = partial(_judge_code, child, found, view, takes, inputs)
            return deadline.run(work, kind.__name__)
        except TimeExceeded:
            if not inputs.done:
                raise
            return inputs.so_far("time is over")


def _game_or_class(game: object) -> Game | type[Game]:
    found = find(game) if isinstance(game, str) else game
    if isinstance(found, Game) or (isinstance(found, type) and issubclass(found, Game)):
        return found
    raise BadInput(
        spelled(game)[:80],
        where="judge",
        rule="code is judged against a game, a class of games, or a name of the catalogue",
        fix='Pass e.g. "lc486", Ends, or Ends((1, 5, 2))',
    )


def _source(code: object, method: str) -> tuple[str, Callable[[], Candidate]]:
    """Where the code is, and what loads it in its own process."""
    if isinstance(code, str | PathLike):
        path, _, name = fspath(code).rpartition(".py:")
        path, name = (f"{path}.py", name) if path else (fspath(code), "")
        if not Path(path).is_file():
            raise BadInput(
                f"there is no file {path}",
                where="judge",
                rule="code is a function, a class, a table or the path of a file",
                fix="Name the file as it is seen from here, such as solution.py or solution.py:f",
            )
        return path, partial(loaded, path, name, method)
    if callable(code) or hasattr(code, "__dict__"):
        where = getattr(code, "__name__", type(code).__name__)
        return where, partial(candidate_of, code, method)
    raise BadInput(
        spelled(code)[:80],
        where="judge",
        rule="code is a function, a class, a table or the path of a file",
        fix='Pass e.g. a function, or "solution.py"',
    )


def _judge_code(
    child: Child, found: Game | type[Game], view: str | None, takes: str | None, inputs: Inputs
) -> Verdict:
    """A table of a file, a recurrence, or a solution of the problem."""
    about = inputs.about = child.about()
    if about.table is not None:
        return judge_table(about.name, about.table, found, view)
    reading = reading_of(inputs.problem, found, about, takes)
    inputs.problem, inputs.taken = reading.problem, reading.note
    inputs.is_recurrence, inputs.has_turn = reading.takes == "both", reading.has_turn
    if not isinstance(found, Game):
        return inputs.judge_class(child)
    if reading.takes == "arguments":
        return inputs.judge(child, iter([found]))
    before = reading.problem.called_with(core_of(found)) if inputs.is_recurrence else ()
    verdict = judge_recurrence(child, about, found, view, before, has_turn=reading.has_turn)
    return replace(verdict, taken=verdict.taken or reading.note)
