"""The recurrence with the numbers of a state, for every kind of value: in full, or on one line.

Outcomes are labelled as the textbooks do it: a P-position is won by the previous player, so that
the player to move loses; an N-position is won by the next player, the one to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zermelo.errors import Unavailable
from zermelo.faces.spelling import words_of
from zermelo.graph.contract import Value
from zermelo.graph.rules import parts_of
from zermelo.model.exact import Number, signed
from zermelo.model.game import PayoffGame, State, ValueType, seats
from zermelo.model.numerals import written
from zermelo.solution import Option, Solution
from zermelo.solution.play import move_name
from zermelo.solution.table import check_view

MOST_OPTIONS_WRITTEN = 12  # of a state, that are written out
MOST_NIMBERS_WRITTEN = 24  # of a set of nimbers
LABELS = {"win": "N", "loss": "P", "draw": "draw"}
SEATS = {
    "N": "an N-position: the player to move wins",
    "P": "a P-position: the player to move loses",
    "draw": "a draw: nobody can force a win",
}


class Equations:
    """What is said about the states of one solution."""

    recurrence: str
    letter: str = ""
    meaning: str = ""  # what the letter counts
    about: str = ""  # what the letter stands for, where the states are parts of a row

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def value(self, state: State) -> Value:
        """A state's value in this view."""
        return self.solution.value_of(state)

    def short(self, state: State) -> str:
        """A state and its value."""
        return f"{self.letter}({words_of(state)}) = {written(self.value(state))}"

    def branch(self, state: State, option: Option) -> str:
        """What a move leads to."""
        raise NotImplementedError

    def verdict(self, state: State, options: Sequence[Option]) -> str:
        """What follows from the branches."""
        raise NotImplementedError

    def claim(self, state: State) -> str:
        """The value where there are too many branches to follow it from."""
        return self.verdict(state, ())

    def end(self, state: State) -> str:
        """The value of a state without moves."""
        return f"no moves: the payoff is {written(self.solution.value_of(state))}"

    def line(self, state: State, options: Sequence[Option]) -> str:
        """The whole equation on one line."""
        raise NotImplementedError

    def label(self, state: State) -> str:  # noqa: ARG002
        """P, N or draw; nothing where the game is scored."""
        return ""

    def mex(self, state: State, options: Sequence[Option]) -> list[int] | None:  # noqa: ARG002
        """The nimbers that the moves leave, where nimbers are known."""
        return None

    def name(self, option: Option) -> str:
        """A move on one line."""
        return move_name(self.solution.game, option.move).replace("\n", " / ")


class DifferenceEquations(Equations):
    """D(S) = max over moves [ g − D(S') ]."""

    recurrence = (
        "D(S) = max over moves [ g − D(S') ], or g + D(S') when the mover moves "
        "again; D(end) = payoff\nD(S) is the mover's total minus the other's from S on."
    )
    letter = "D"
    meaning = "by how much the mover comes out ahead"
    about = (
        "D(i, j) is by how much the player to move comes out ahead on numbers i to j, when both "
        "play their best. An empty row is worth 0."
    )

    def branch(self, state: State, option: Option) -> str:  # noqa: ARG002
        """10 − (5) = 5."""
        move = option.move
        rest = self.solution.value_of(move.to)
        sign = "+" if move.again else "−"
        return f"{written(move.gain)} {sign} ({written(rest)}) = {written(option.value)}"

    def verdict(self, state: State, options: Sequence[Option]) -> str:  # noqa: ARG002
        """So the value is +5."""
        value = self.solution.value_of(state)
        return f"so the value is {signed(value) if value else '0'}"

    def line(self, state: State, options: Sequence[Option]) -> str:
        """D(0,1) = max(5 − 3, 3 − 5) = 2."""
        head, value = f"D({words_of(state)})", written(self.solution.value_of(state))
        if not options:
            return f"{head} = {value}, the payoff of an end"
        sums = cut([self._sum(option) for option in options], ", ")
        return f"{head} = max({sums}) = {value}"

    def _sum(self, option: Option) -> str:
        move = option.move
        rest = self.solution.value_of(move.to)
        return f"{written(move.gain)} {'+' if move.again else '−'} {as_a_term(rest)}"


class PairEquations(Equations):
    """(mine, theirs): after a move that passes the turn the two change places."""

    recurrence = (
        "P(S) = (mine, theirs) = the pair with the largest mine over moves of "
        "(g + theirs', mine'), where (mine', theirs') = P(S')\n"
        "When the mover moves again it is (g + mine', theirs'); P(end) = (payoff, 0)."
    )
    letter = "P"
    meaning = "what the mover and the other collect"
    about = (
        "P(i, j) = (mine, theirs) is what the player to move and the other collect on numbers "
        "i to j, when both play their best. An empty row gives (0, 0)."
    )

    def value(self, state: State) -> Value:
        """(mine, theirs)."""
        return self.solution.scores_of(state)

    def branch(self, state: State, option: Option) -> str:  # noqa: ARG002
        """(10 + 5, 10) = (15, 10)."""
        return f"{self._pair(option)} = {written(self.after(option))}"

    def after(self, option: Option) -> tuple[Number, Number]:
        """What the mover and the other collect by a move."""
        mine, theirs = self._rest(option)
        return option.move.gain + mine, theirs

    def verdict(self, state: State, options: Sequence[Option]) -> str:  # noqa: ARG002
        """So the pair is (15, 10)."""
        return f"so the pair is {written(self.value(state))}"

    def end(self, state: State) -> str:
        """No moves: the pair is (0, 0)."""
        return f"no moves: the pair is {written(self.value(state))}"

    def line(self, state: State, options: Sequence[Option]) -> str:
        """P(0,3) = best of (5 + 4, 10), (10 + 5, 10) = (15, 10)."""
        if not options:
            return f"{self.short(state)}, the payoff of an end"
        pairs = cut([self._pair(option) for option in options], ", ")
        return f"P({words_of(state)}) = best of {pairs} = {written(self.value(state))}"

    def _pair(self, option: Option) -> str:
        mine, theirs = self._rest(option)
        return f"({written(option.move.gain)} + {as_a_term(mine)}, {written(theirs)})"

    def _rest(self, option: Option) -> tuple[Number, Number]:
        """What is left of the next state to the mover, and to the other."""
        first, second = self.value(option.move.to)
        return (first, second) if option.move.again else (second, first)


class TotalEquations(Equations):
    """The mover's own total: all that is left but what the other can get of it."""

    recurrence = (
        "T(S) = Σ(S) − min over moves T(S'), with Σ(S) all that is still collected\n"
        "A move that keeps the turn gives g + T(S') instead of Σ(S) − T(S'); T(end) = payoff."
    )
    letter = "T"
    meaning = "what the mover collects"
    about = (
        "T(i, j) is what the player to move collects on numbers i to j, when both play their "
        "best. An empty row is worth 0."
    )

    def value(self, state: State) -> Value:
        """The mover's own total."""
        return self.solution.scores_of(state)[0]

    def after(self, state: State, option: Option) -> Value:
        """What the mover collects by a move."""
        rest = self.value(option.move.to)
        return option.move.gain + rest if option.move.again else self._all(state) - rest

    def branch(self, state: State, option: Option) -> str:
        """25 − (10) = 15."""
        return f"{self._sum(state, option)} = {written(self.after(state, option))}"

    def verdict(self, state: State, options: Sequence[Option]) -> str:  # noqa: ARG002
        """So the mover's own total is 15."""
        return f"so the mover's own total is {written(self.value(state))}"

    def line(self, state: State, options: Sequence[Option]) -> str:
        """T(0,3) = 25 − min(11, 10) = 15."""
        if not options:
            return f"{self.short(state)}, the payoff of an end"
        head, value = f"T({words_of(state)})", written(self.value(state))
        if any(option.move.again for option in options):
            sums = cut([self._sum(state, option) for option in options], ", ")
            return f"{head} = max({sums}) = {value}"
        rests = cut([written(self.value(option.move.to)) for option in options], ", ")
        return f"{head} = {written(self._all(state))} − min({rests}) = {value}"

    def _sum(self, state: State, option: Option) -> str:
        rest = written(self.value(option.move.to))
        if option.move.again:
            return f"{written(option.move.gain)} + ({rest})"
        return f"{written(self._all(state))} − ({rest})"

    def _all(self, state: State) -> Value:
        return sum(self.solution.scores_of(state))


class OutcomeEquations(Equations):
    """P and N: S wins if some move leaves a loss."""

    recurrence = (
        "S wins if some move leaves a loss, loses if every move leaves a win, and is a draw "
        "otherwise.\nN: the next player wins, the one to move. P: the previous player wins."
    )

    def short(self, state: State) -> str:
        """5: N."""
        return f"{words_of(state)}: {self.label(state)}"

    def label(self, state: State) -> str:
        """P, N or draw."""
        return LABELS[self.solution.outcome_of(state)]

    def branch(self, state: State, option: Option) -> str:  # noqa: ARG002
        """Leaves a loss in 3 (P)."""
        to = option.move.to
        plies = "" if option.plies is None else f" in {option.plies}"
        outcome, label = self.solution.outcome_of(to), self.label(to)
        mark = "" if outcome == "draw" else f" ({label})"
        again = ", and the mover moves again" if option.move.again else ""
        return f"leaves a {outcome}{plies}{mark}{again}"

    def verdict(self, state: State, options: Sequence[Option]) -> str:  # noqa: ARG002
        """So it is an N-position: the player to move wins, in 3 moves."""
        return f"so it is {SEATS[self.label(state)]}{self._plies(state)}"

    def end(self, state: State) -> str:
        """No moves: a P-position in normal play."""
        return f"no moves: it is {SEATS[self.label(state)]}"

    def line(self, state: State, options: Sequence[Option]) -> str:
        """5 is N in 3: take 1 → P, take 2 → N, take 3 → N."""
        head = f"{words_of(state)} is {self._kind(state)}"
        if not options:
            return f"{head}: an end"
        return f"{head}: {cut([self._arrow(option) for option in options], ', ')}"

    def _kind(self, state: State) -> str:
        label = self.label(state)
        return "a draw" if label == "draw" else label

    def _arrow(self, option: Option) -> str:
        again = ", again" if option.move.again else ""
        return f"{self.name(option)} → {self.label(option.move.to)}{again}"

    def _plies(self, state: State) -> str:
        plies = self.solution.remoteness_of(state) if self.solution.answers.counts_plies else None
        return "" if plies is None else f", in {plies} move{'' if plies == 1 else 's'}"


class NimberEquations(OutcomeEquations):
    """nimber(S) = mex of the nimbers that the moves leave."""

    recurrence = (
        "nimber(S) = mex { nimber(S') }, the least number that no move leaves; parts add by XOR; "
        "0 loses.\nP: the nimber is 0. N: it is not."
    )

    def short(self, state: State) -> str:
        """nimber(5) = 4."""
        return f"nimber({words_of(state)}) = {written(self.solution.nimber_of(state))}"

    def branch(self, state: State, option: Option) -> str:
        """Leaves a loss (P), nimber 0."""
        nimber = written(self.solution.nimber_of(option.move.to))
        return f"{super().branch(state, option)}, nimber {nimber}"

    def verdict(self, state: State, options: Sequence[Option]) -> str:
        """mex{0, 1, 3} = 2, so it is an N-position."""
        return f"{self._equation(state, options)}, so it is {SEATS[self.label(state)]}"

    def claim(self, state: State) -> str:
        """The nimber is 57, so it is an N-position."""
        nimber = written(self.solution.nimber_of(state))
        return f"the nimber is {nimber}, so it is {SEATS[self.label(state)]}"

    def end(self, state: State) -> str:
        """No moves: mex{} = 0."""
        return f"no moves: {self.verdict(state, ())}"

    def line(self, state: State, options: Sequence[Option]) -> str:
        """nimber(5) = mex{0, 1, 2, 3} = 4, N: 5 → 4 leaves 1, …."""
        head = f"nimber({words_of(state)}) = {self._equation(state, options)}, {self.label(state)}"
        if not options:
            return f"{head}: an end"
        left = (f"{self.name(o)} leaves {self.solution.nimber_of(o.move.to)}" for o in options)
        return f"{head}: {cut(list(left), ', ')}"

    def mex(self, state: State, options: Sequence[Option]) -> list[int]:  # noqa: ARG002
        """The different nimbers, ascending."""
        return sorted({self.solution.nimber_of(option.move.to) for option in options})

    def _equation(self, state: State, options: Sequence[Option]) -> str:
        numbers = list(map(written, self.mex(state, options)))
        if len(numbers) > MOST_NIMBERS_WRITTEN:
            numbers[MOST_NIMBERS_WRITTEN - 2 : -1] = ["…"]
        nimber = written(self.solution.nimber_of(state))
        return f"mex{{{', '.join(numbers)}}} = {nimber}{self._parts(state)}"

    def _parts(self, state: State) -> str:
        """The same by XOR, where the state is a sum."""
        answers, parts = self.solution.answers, parts_of(self.solution.game, state)
        if not 1 < len(parts) <= MOST_OPTIONS_WRITTEN or answers.value_type is not ValueType.NIMBER:
            return ""
        return " = " + " XOR ".join(written(answers.part_nimber(*part)) for part in parts)


class VectorEquations(Equations):
    """V(S) = the totals of all players; the mover takes the largest own one."""

    recurrence = (
        "V(S) = the total of every player; the mover takes the move with the largest own total, "
        "the first of equals."
    )
    letter = "V"

    def branch(self, state: State, option: Option) -> str:  # noqa: ARG002
        """Gains 4, then (5, 8, 9): totals (9, 8, 9)."""
        move = option.move
        left = written(self.solution.value_of(move.to))
        return f"gains {written(move.gain)}, then {left}: totals {written(option.value)}"

    def verdict(self, state: State, options: Sequence[Option]) -> str:
        """So the totals are (9, 8, 9), and where a tie-break decided."""
        text = f"so the totals are {written(self.solution.value_of(state))}"
        return "\n".join([text, *self._ties(state, options)])

    def _ties(self, state: State, options: Sequence[Option]) -> Iterator[str]:
        """Moves that are as good for the mover, and not for the others."""
        game, value = self.solution.game, self.solution.value_of(state)
        if isinstance(game, PayoffGame):
            mover = game.turn(state)
            who, slack = seats(game, self.solution.start)[mover], game.tolerance or 0
            for option in options:
                if option.value != value and abs(option.value[mover] - value[mover]) <= slack:
                    other = f"{self.name(option)} is as good for {who}"
                    yield f"a tie-break decided: {other}, and gives {written(option.value)}"

    def line(self, state: State, options: Sequence[Option]) -> str:
        """V(0,3) = best for the first player of left: (…), right: (…) = (9, 8, 9)."""
        head, value = f"V({words_of(state)})", written(self.solution.value_of(state))
        game = self.solution.game
        if not options or not isinstance(game, PayoffGame):
            return f"{head} = {value}, the payoff of an end"
        who = seats(game, self.solution.start)[game.turn(state)]
        totals = cut([f"{self.name(o)} {written(o.value)}" for o in options], ", ")
        return f"{head} = best for {who} of {totals} = {value}"


EQUATIONS: dict[str, type[Equations]] = {
    "difference": DifferenceEquations,
    "pair": PairEquations,
    "total": TotalEquations,
}


def equations_of(solution: Solution, view: str | None = None) -> Equations:
    """The equations of a view; without one, of the solution's own kind of value."""
    if view is not None:
        return _viewed(solution, view)
    if isinstance(solution.game, PayoffGame):
        return VectorEquations(solution)
    if solution.answers.value_type is ValueType.DIFFERENCE:
        return DifferenceEquations(solution)
    return (
        NimberEquations(solution) if solution.answers.knows_nimbers else OutcomeEquations(solution)
    )


def _viewed(solution: Solution, view: str) -> Equations:
    """A view of scores; refused where there are none, or more than two."""
    check_view(view)
    if isinstance(solution.game, PayoffGame):
        raise Unavailable(
            f"--view {view}",
            where=type(solution.game).__name__,
            rule="its value is every player's own total already, by a recurrence of its own",
            fix="Leave the view out",
        )
    if view != "difference" or solution.answers.value_type is not ValueType.DIFFERENCE:
        solution.scores_of(solution.start)  # raises with the reason where there are no scores
    return EQUATIONS[view](solution)


def as_a_term(number: Number) -> str:
    """A number inside a sum: with brackets where it is negative."""
    return f"({written(number)})" if number < 0 else written(number)


def cut(texts: list[str], between: str) -> str:
    """The first texts, and how many more there are."""
    if len(texts) <= MOST_OPTIONS_WRITTEN:
        return between.join(texts)
    return between.join(
        [*texts[:MOST_OPTIONS_WRITTEN], f"… {len(texts) - MOST_OPTIONS_WRITTEN:,} more"]
    )
