"""`judge`: somebody's code, or a table, against exact answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from os import PathLike, fspath

from zermelo.errors import BadInput, TimeExceeded
from zermelo.games import find
from zermelo.graph.rules import start_of
from zermelo.limits import time_limit
from zermelo.limits.deadline import Deadline
from zermelo.model.exact import whole
from zermelo.model.game import Game
from zermelo.model.numerals import spelled
from zermelo.teaching.judge.child import CALL_SECONDS, About, Child
from zermelo.teaching.judge.inputs import Inputs
from zermelo.teaching.judge.pasted import Candidate, candidate_of, is_table, loaded
from zermelo.teaching.judge.problems import OwnProblem, Problem, problem_of
from zermelo.teaching.judge.tables import coordinates, judge_recurrence, judge_table
from zermelo.teaching.judge.verdict import Verdict

JUDGE_TRIALS = 2_000  # random inputs


def judge(
    code: object,
    game: Game | type[Game] | str,
    *,
    view: str | None = None,
    trials: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    call_seconds: float = CALL_SECONDS,
) -> Verdict:
    """Hold somebody's code against exact answers.

    `code` is a function, a class such as LeetCode's `Solution`, or the path of a file that has one
    ("solution.py", "solution.py:f"). With a name such as "lc486", or a class of games, it is asked
    for the answer in the problem's own form: on the examples, on edges, and on `trials` random
    inputs of growing size (2,000 if unsaid; the same for the same `seed`). The first on which it
    is wrong is shrunk.

    A function that returns a table or a recurrence, or is one, f(row, i, j), is looked at cell by
    cell. With a game, `code` may be f(i, j) too, or a table: nested lists dp[i][j], a dict from
    states to values, an array. The first wrong cell, in the order of filling, is shown with the
    equation that it breaks. The cells hold differences; booleans are wins, and
    `view` names another form: "total" (the mover's own), "win" or "nimber".

    Code runs in a process of its own, with limits of memory and of `call_seconds` a call; what it
    prints is dropped, and what it does to its arguments it does to copies.

    >>> from zermelo.games import Ends
    >>> print(judge([[1, 6, 0], [0, 5, 7], [0, 0, 2]], Ends((1, 5, 2))).cell)
    D(0, 1) = max(1 − 5, 5 − 1) = 4, yours is 6
    """
    found = _game_or_class(game)
    count = JUDGE_TRIALS if trials is None else whole(trials, where="trials")
    kind = found if isinstance(found, type) else type(found)
    inputs = Inputs(problem_of(kind), count, whole(seed, where="seed"), view)
    deadline = Deadline(time_limit(seconds))
    if is_table(code):
        return deadline.run(lambda: judge_table("the table", code, found, view), "judge")
    where, load = _source(code, inputs.problem.method)
    allowed = time_limit(call_seconds, "call_seconds") or CALL_SECONDS
    with Child(load, where, allowed) as child:
        try:
            return deadline.run(lambda: _judge_code(child, found, view, inputs), "judge")
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
    child: Child, found: Game | type[Game], view: str | None, inputs: Inputs
) -> Verdict:
    """A table of a file, a recurrence, or a solution of the problem."""
    about = inputs.about = child.about()
    if about.table is not None:
        return judge_table(about.name, about.table, found, view)
    if not isinstance(found, Game):
        inputs.is_recurrence = _takes_coordinates(inputs.problem, about)
        if not inputs.is_recurrence:
            inputs.problem = _as_it_is_called(inputs.problem, about)
        return inputs.judge(child, inputs.games())
    count, problem = len(coordinates(start_of(found))), _fitted(inputs.problem, about)
    if about.takes(count):
        return judge_recurrence(child, about, found, view)
    if not about.takes(problem.count) and about.takes(problem.count + count):
        return judge_recurrence(child, about, found, view, problem.arguments(found))
    inputs.problem = _as_it_is_called(problem, about)
    return inputs.judge(child, iter([found]))


def _takes_coordinates(problem: Problem | OwnProblem, about: About) -> bool:
    """Whether a function takes a problem's arguments and the coordinates of a state as well."""
    problem = _fitted(problem, about)
    if about.takes(problem.count):
        return False
    with suppress(BadInput):  # of a class of which no instance can be drawn
        first = next(iter(problem.edges()), None)
        return first is not None and about.takes(problem.count + len(coordinates(start_of(first))))
    return False


def _fitted(problem: Problem | OwnProblem, about: About) -> Problem | OwnProblem:
    """The problem with as many arguments as the function takes, as far as that can be."""
    if isinstance(problem, OwnProblem):
        return problem.for_function(about.least, about.most)
    return problem


def _as_it_is_called(problem: Problem | OwnProblem, about: About) -> Problem | OwnProblem:
    """The problem with as many arguments as the function takes, or an error."""
    problem = _fitted(problem, about)
    if about.takes(problem.count):
        return problem
    raise BadInput(
        f"{about.name} takes {about.arity}",
        where=problem.name,
        rule=f"it is called with {problem.needs}",
        fix="A function of a state's coordinates is judged on one instance, such as "
        f"{problem.example}",
    )
