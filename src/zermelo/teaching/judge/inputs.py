"""A solution of a problem, asked on the examples, the edges and random inputs of growing size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from random import Random

from zermelo._solve import solve
from zermelo.errors import ZermeloError
from zermelo.graph.rules import moves_of
from zermelo.model.combine import core_of, misere_form, turned_like
from zermelo.model.game import Game
from zermelo.model.numerals import spelled
from zermelo.solution import Solution
from zermelo.teaching.judge.cell_forms import VIEW_LETTERS, readings, same
from zermelo.teaching.judge.child import GONE, NO_ANSWER, About, CallOutcome, Child, Stint
from zermelo.teaching.judge.other_forms import form_hint, form_of_answers
from zermelo.teaching.judge.problems import OwnProblem, Problem
from zermelo.teaching.judge.tables import judge_recurrence, judge_table
from zermelo.teaching.judge.verdict import Verdict
from zermelo.teaching.judge.wire import Returned

FIRST_INPUTS, INPUTS_AT_ONCE = 8, 64  # inputs that are asked at once
SHRINKING = 400  # smaller inputs tried
CONFIRMING = 32  # random inputs on which another form is confirmed
ENDINGS = 12  # of them that may cost a process
WAITED_FOR = 6  # of these, that one counts for which does not answer
MOST_NUMBERS = 8  # of a row that is written out
ONE_LARGE_IN = 10  # random inputs that are asked beside one large one
LARGEST_ONES = 2  # of the large ones, that are as large as can be
SECONDS_OF_LARGE_ONES = 2.0  # after which only the largest are asked
SECONDS_OF_SHRINKING = 2.0
BEYOND_MEANS = (NO_ANSWER, GONE, "raised RecursionError", "raised MemoryError")


class Inputs:
    """The inputs of one judgement, and what is known so far."""

    def __init__(
        self,
        problem: Problem | OwnProblem,
        trials: int,
        seed: int,
        view: str | None = None,
        *,
        misere: bool = False,
    ) -> None:
        self.problem = problem
        self.misere = misere  # whether the instances of a class are turned round
        self.taken = ""  # what the code was taken for, where it could be something else
        self.view = view  # what the cells of a table or a recurrence hold
        self.trials = trials
        self.seed = seed
        self.examples = self.random = 0  # inputs that were drawn
        self.done = 0  # inputs that were compared
        self.large = 0  # of these, the large ones
        self.slow = ""  # a large input that was too much for the code
        self.left = 0  # inputs that were too large to be solved
        self.about = About("the code", 0, 0)
        self.wrong: Verdict | None = None  # the smallest so far
        self.has_shrunk = False  # whether smaller ones were asked
        self.is_recurrence = False  # whether the code takes a state's coordinates too: f(row, i, j)
        self.has_turn = False  # and whose turn it is behind them: f(row, i, j, turn)
        self.is_returned = False  # or returns what does: f(row)(i, j)

    def games(self) -> Iterator[Game]:
        """The examples and the edges, then random ones of growing size, each once."""
        seen: set[str] = set()
        turned = misere_form if self.misere else _as_it_is
        for game in sorted(map(turned, self.problem.edges()), key=_size):
            if spelled(game) not in seen:
                seen.add(spelled(game))
                self.examples += 1
                yield game
        draw, largest = self.problem.drawing(Random(self.seed)), self.problem.largest
        for attempt in range(2 * self.trials):
            game = turned(draw(min(largest, 1 + attempt * largest // self.trials)))
            if spelled(game) not in seen and self.random < self.trials:
                seen.add(spelled(game))
                self.random += 1
                yield game

    def large_games(self, stint: Stint) -> Iterator[Game]:
        """Inputs that grow by a factor, up to those that are as large as the problem allows and
        the exact answer is quick; when these take long, the rest of those between are left out.
        """
        turned, rng = misere_form if self.misere else _as_it_is, Random(self.seed + 1)
        draw, small, large = self.problem.drawing(rng), self.problem.largest, self._size_of_large
        count = self.trials // ONE_LARGE_IN
        between = max(0, count - LARGEST_ONES)
        for place in range(between):
            if not stint.is_over:
                yield turned(draw(round(small * (large / small) ** ((place + 1) / between))))
        for less in range(min(count, LARGEST_ONES)):
            yield turned(self.problem.full(rng, max(1, large - less)))

    @property
    def _size_of_large(self) -> int:
        return max(self.problem.largest, self.problem.size_of_large_ones)

    def judge(self, child: Child, games: Iterator[Game]) -> Verdict:
        """Ask until an answer is wrong."""
        self._ask(child, games)
        return self.so_far()

    def judge_class(self, child: Child) -> Verdict:
        """The same on all inputs of a class, small ones first; to be slow is not to be wrong."""
        self._ask(child, self.games())
        if self.wrong is None:
            self._ask_large(child)
        return self.so_far()

    def _ask_large(self, child: Child) -> None:
        for game in self.large_games(Stint(child, SECONDS_OF_LARGE_ONES)):
            count, wrong = self._first_wrong(child, [game])
            if wrong is not None and wrong.fault.startswith(BEYOND_MEANS):
                self.slow = f"{wrong.fault} on {_brief(wrong.arguments or ())}"
                return
            self.done, self.large = self.done + count, self.large + count
            if wrong is not None:
                self.wrong = wrong
                self._shrink(child, wrong)
                return

    def _ask(self, child: Child, games: Iterator[Game]) -> None:
        size = FIRST_INPUTS
        while batch := list(islice(games, size)):
            count, wrong = self._first_wrong(child, batch)
            self.done, size = self.done + count, INPUTS_AT_ONCE
            if wrong is not None:
                self.wrong = wrong
                self._make_smaller(child, wrong)
                self._name_other_form(child)
                break

    def _make_smaller(self, child: Child, wrong: Verdict) -> None:
        """Look for a smaller input that is wrong; the edges are asked in order of their size."""
        is_edge = self.done <= self.examples
        if is_edge and wrong.fault.startswith(NO_ANSWER):
            return  # smaller ones would be waited for, one by one
        self._shrink(child, wrong if is_edge else self._among_edges(child, wrong) or wrong)

    def so_far(self, note: str = "") -> Verdict:
        """What is known by now."""
        many = f"{self.done:,} input{'s' * (self.done != 1)}"
        if self.wrong is not None:
            tried = many + ", then smaller ones" * self.has_shrunk
            found = replace(self.wrong, name=self.about.name, inputs=self.done, tried=tried)
            return replace(found, problem=self._problem, taken=found.taken or self.taken)
        if self.examples:
            random = max(0, self.done - self.examples - self.large)
            small = self.done - random - self.large
            many += f": {small:,} examples and edges, {random:,} random"
            many += f", {self.large:,} large" * bool(self.large)
        seed = f"seed {self.seed}" * bool(self.examples)
        left = f"{self.left:,} too large" * bool(self.left)
        fewer = not note and 0 < self.random < self.trials
        few = f"of {self.trials:,} random ones no more than {self.random:,} differ" * fewer
        tried = "; ".join(filter(None, (many, seed, left, few, note)))
        found = Verdict(self.about.name, self._problem, self.done > 0, tried, self.done)
        return replace(found, seed=self.seed, taken=found.taken or self.taken, slow=self.slow)

    @property
    def _problem(self) -> str:
        return f"{self.problem.name}{', misère' * self.misere}"

    def _first_wrong(self, child: Child, batch: list[Game]) -> tuple[int, Verdict | None]:
        """How many inputs were compared, and the verdict on the first wrong answer."""
        if self.is_recurrence or self.is_returned:
            return self._first_wrong_cell(child, batch)
        asked = [(game, self.problem.called_with(core_of(game))) for game in batch]
        outcomes = child.answers([args for _, args in asked])
        solutions = [self._solved(game) for game in batch]  # while the other process works
        count = 0
        for (game, args), solution, outcome in zip(asked, solutions, outcomes, strict=True):
            if solution is None:
                self.left += 1
                continue
            if isinstance(outcome.value, Returned) and moves_of(game, solution.start):
                self.is_returned = True
                return self._first_wrong_cell(child, batch)
            count += 1
            wrong = self._wrong(game, args, solution, outcome)
            if wrong is not None:
                return count, wrong
        return count, None

    def _first_wrong_cell(self, child: Child, batch: list[Game]) -> tuple[int, Verdict | None]:
        """The same of a recurrence, which is asked for every state of an input."""
        count = 0
        for game in batch:
            args, solution = self.problem.called_with(core_of(game)), self._solved(game)
            if solution is None:
                self.left += 1
                continue
            count += 1
            if not moves_of(game, solution.start):
                continue  # nothing is filled
            found = judge_recurrence(
                child, self.about, game, self.view, args, is_returned=self.is_returned,
                has_turn=self.has_turn,
            )  # fmt: skip
            if not found.ok:
                found = replace(found, name="", problem=self.problem.name, seed=self.seed)
                return count, replace(found, arguments=args, right=solution.answer)
        return count, None

    def _solved(self, game: Game) -> Solution | None:
        try:
            found = self.problem.solved(game)
        except ZermeloError:  # rules of somebody's own
            return None
        if found is None or self.view != "nimber":
            return found
        return solve(game, engine="plain", method="nimbers")  # or refused, in words

    def _wrong(
        self, game: Game, args: tuple[object, ...], solution: Solution, outcome: CallOutcome
    ) -> Verdict | None:
        """The verdict on one answer, None where it is right; a table is looked at cell by cell."""
        cell, theirs, right, other, taken = None, outcome.value, solution.answer, "", ""
        if self.view is not None:
            right = readings(solution, self.view, [])[0].worth(solution.start)
        says_who_wins = self.view is None and game.asks is None and isinstance(theirs, bool)
        wanted = solution.outcome == "win" if says_who_wins else right
        if not outcome.fault and same(theirs, wanted, game.tolerance):
            return None
        if isinstance(theirs, list | dict) and not isinstance(right, tuple):
            if not moves_of(game, solution.start):
                return None  # nothing is filled
            table = judge_table("", theirs, game, self.view)
            if table.ok:
                return None
            cell, other, taken = table.cell, table.other_view, table.taken
        return Verdict(
            "",
            self.problem.name,
            ok=False,
            tried="",
            game=game,
            arguments=args,
            solution=solution,
            right=right,
            theirs=theirs,
            fault=outcome.fault,
            is_fatal=outcome.is_fatal,
            cell=cell,
            other_view=other,
            view="" if cell is not None else self.view or "",
            taken=taken,
            seed=self.seed,
        )

    def _among_edges(self, child: Child, wrong: Verdict) -> Verdict | None:
        """The first of the edges that is wrong: numbers that are wrong now and then are there."""
        turned = misere_form if self.misere else _as_it_is
        edges = iter(sorted(map(turned, self.problem.edges()), key=_size))
        while batch := list(islice(edges, FIRST_INPUTS)):
            self.has_shrunk |= wrong.game is not None and _size(batch[0]) < _size(wrong.game)
            found = self._first_wrong(child, batch)[1]
            if found is not None:
                return found
        return None

    def _shrink(self, child: Child, wrong: Verdict | None) -> None:
        """The smallest input found that is wrong, within a limit of tries.

        Code that does not answer is waited for on a few of them.
        """
        tries, endings, stint = SHRINKING, ENDINGS, Stint(child, SECONDS_OF_SHRINKING)
        while wrong is not None and wrong.game is not None:
            self.wrong = wrong
            smaller, wrong = self._smaller(wrong.game), None
            while wrong is None and tries > 0 and endings > 0 and not stint.is_over:
                less = next(smaller, None)
                if less is None:
                    return
                tries, self.has_shrunk = tries - 1, True
                _, wrong = self._first_wrong(child, [less])
                endings -= _endings(wrong)

    def _name_other_form(self, child: Child) -> None:
        """The form in which the code is right on many inputs, not on the smallest alone."""
        wrong = self.wrong
        if wrong is None or self.view is not None:
            return
        self.wrong = replace(wrong, other_view="")  # until it is known
        if wrong.cell is not None:
            view = self._form_of_cells(child) if wrong.other_view else ""
            self.wrong = replace(wrong, other_view=view)
        elif not wrong.fault:
            assert wrong.solution is not None
            seen = [(wrong.solution, CallOutcome(wrong.theirs))]  # no form has it that is asked for
            view = form_of_answers(chain(seen, self._answered(child)))
            self.wrong = replace(wrong, other_view=view, hint=form_hint(view))

    def _form_of_cells(self, child: Child) -> str:
        """The form in which all cells of many inputs are right; nothing where there is none."""
        for view in VIEW_LETTERS:
            other = Inputs(self.problem, 0, self.seed, view, misere=self.misere)
            other.about, other.is_recurrence = self.about, self.is_recurrence
            other.is_returned, other.has_turn = self.is_returned, self.has_turn
            with suppress(ZermeloError):  # what a game has not
                some = [*self._seen_wrong(), *islice(other.games(), INPUTS_AT_ONCE)]
                if other._first_wrong(child, some)[1] is None:
                    return view
        return ""

    def _seen_wrong(self) -> Iterator[Game]:
        if self.wrong is not None and self.wrong.game is not None:
            yield self.wrong.game

    def _answered(self, child: Child) -> Iterator[tuple[Solution, CallOutcome]]:
        """The edges and some random inputs, with what the code answers."""
        games = Inputs(self.problem, CONFIRMING, self.seed, misere=self.misere).games()
        while batch := list(islice(games, FIRST_INPUTS)):
            outcomes = child.answers([self.problem.called_with(core_of(game)) for game in batch])
            for game, outcome in zip(batch, outcomes, strict=True):
                solution = self._solved(game)
                if solution is not None:
                    yield solution, outcome

    def _smaller(self, game: Game) -> Iterator[Game]:
        """Instances a step smaller, turned round where this one is."""
        return (turned_like(game, less) for less in self.problem.smaller(core_of(game)))


def _brief(arguments: tuple[object, ...]) -> str:
    """Arguments in few words: long rows by their length."""
    return ", ".join(
        f"{len(argument)} numbers"
        if isinstance(argument, list) and len(argument) > MOST_NUMBERS
        else spelled(argument)
        for argument in arguments
    )


def _size(game: Game) -> tuple[int, str]:
    """Shorter inputs are smaller."""
    return len(spelled(game)), spelled(game)


def _endings(wrong: Verdict | None) -> int:
    """How many processes a wrong answer counts for: those that are waited for cost more."""
    if wrong is None or not wrong.is_fatal:
        return 0
    return WAITED_FOR if wrong.fault.startswith(NO_ANSWER) else 1


def _as_it_is(game: Game) -> Game:
    return game
