"""`Verdict`: whether somebody's code is right, and if not, the smallest input that shows it."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.errors import ZermeloError
from zermelo.model.exact import signed
from zermelo.model.game import Game, Move
from zermelo.model.numerals import AnySize, spelled
from zermelo.solution import Solution
from zermelo.solution.lines import best_line
from zermelo.solution.play import Play
from zermelo.solution.views import answer_text
from zermelo.teaching.judge.cell_forms import VIEW_WORDS, said
from zermelo.teaching.judge.cells import Cell

MOST_TOLD = 40  # of a line of play that is printed
LONGEST_INPUT = 300  # letters of an input


@dataclass(frozen=True, repr=False)
class Verdict(AnySize):
    """What the judge says. Without a failure, `game`, `right`, `theirs` and `cell` are None."""

    name: str  # of the code
    problem: str  # what the code was asked
    ok: bool  # whether all answers were right
    tried: str  # what was tried, in words
    inputs: int = 0  # that the code was asked
    cells: int = 0  # of a table or a recurrence that were compared
    game: Game | None = None  # the smallest failing instance that was found
    arguments: tuple[object, ...] | None = None  # what the code was called with there
    solution: Solution | None = None  # of that instance
    right: object = None  # the exact answer
    theirs: object = None  # the answer of the code
    fault: str = ""  # why it has no answer: what it raised, or that it does not end
    is_fatal: bool = False  # whether that ended the process
    cell: Cell | None = None  # the first wrong cell of a table or a recurrence
    hint: str = ""  # a likely reason
    taken: str = ""  # what the code was taken for, where it could be something else
    other_view: str = ""  # the form in which all cells are right
    view: str = ""  # what an answer was held against, where that was named
    seed: int | None = None  # of the random inputs
    slow: str = ""  # a large input on which right code took too long

    @property
    def compared(self) -> int:
        """How many answers or cells were compared."""
        return self.inputs + self.cells

    @property
    def play(self) -> Play | None:
        """One line of best play of the failing instance."""
        return self._best_line()

    def _best_line(self, most: int | None = None) -> Play | None:
        """The same, or the first so many moves of it."""
        if self.solution is None:
            return None
        try:
            return best_line(self.solution, most)
        except ZermeloError:
            return None

    def __repr__(self) -> str:
        where = "" if self.game is None else f" on {spelled(self.game)}"
        return f"<Verdict on {self.name}: {self._word()}{where}>"

    def _word(self) -> str:
        if self.ok:
            return "right"
        return "wrong" if self.game is not None else "nothing was compared"

    def __str__(self) -> str:
        rows = [(head, body) for head, body in self.headlines() if body]
        return "\n".join(f"{head:<9}{body}" for head, body in rows)

    def headlines(self) -> list[tuple[str, str]]:
        """What `print` shows: heads and bodies."""
        return [
            ("verdict", f"{self.name}, {self.problem}: {self._word()}"),
            ("input", self._input()),
            ("right", self._right()),
            ("yours", self._yours()),
            ("cell", "" if self.cell is None else str(self.cell)),
            ("hint", self.hint or self._otherwise()),
            ("value", self._value()),
            ("play", self._play()),
            ("taken", self.taken and f"for {self.taken}"),
            ("slow", self.slow),
            ("tried", self.tried),
        ]

    def _otherwise(self) -> str:
        """That the cells are right in another form."""
        view = self.other_view
        return f"as {VIEW_WORDS[view]} it is right: --view {view}" if view else ""

    def _input(self) -> str:
        if self.game is None:
            return ""
        if self.arguments is None:
            return spelled(self.game)
        text = ", ".join(map(spelled, self.arguments))
        return text if len(text) <= LONGEST_INPUT else f"{text[:LONGEST_INPUT]}…"

    def _right(self) -> str:
        if self.solution is None or self.arguments is None:
            return ""
        solution = self.solution
        if self.view:
            return f"{said(self.right)} ({self.view})"
        form = answer_text(solution.game, solution.start, self.right)
        return form or said(self.right)

    def _yours(self) -> str:
        if self.game is None or self.arguments is None:
            return ""
        if self.fault or self.cell is not None:
            return self.fault
        return said(self.theirs).lower() if isinstance(self.theirs, bool) else said(self.theirs)

    def _value(self) -> str:
        if self.solution is None or self.game is None:
            return ""
        return f"{said(self.solution.value)} for the player to move"

    def _play(self) -> str:
        play = self._best_line(MOST_TOLD + 1)
        if play is None or self.game is None:
            return ""
        steps = [f"{label}{_gained(move)}" for label, move in
                 zip(play.labels[:MOST_TOLD], play.moves[:MOST_TOLD], strict=True)]  # fmt: skip
        return ", ".join(steps) + ", …" * (len(play) > MOST_TOLD)


def _gained(move: Move) -> str:
    return f" {signed(move.gain)}" if move.gain else ""
