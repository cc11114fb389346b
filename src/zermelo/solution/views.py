"""How a solution looks: its headline answers as text and as HTML. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Callable
from types import EllipsisType
from typing import TypeVar

from zermelo.errors import BudgetExceeded, Unavailable
from zermelo.graph.contract import Value
from zermelo.model.exact import signed
from zermelo.model.frozen import Frozen
from zermelo.model.game import Game, Move, PayoffGame, State, seats
from zermelo.model.numerals import spelled, written
from zermelo.solution.play import Play, move_name

LONGEST_NAME = 70
MOVES_IN_A_LINE = 24

T = TypeVar("T")


class Headlines(Frozen):
    """The answers that are printed, in words."""

    game: Game
    answer: str  # empty where the problem asks for nothing but the value
    value: str
    winner: str
    scores: str
    plies: (
        int | str | EllipsisType | None
    )  # a number, None for a draw, ... where plies are not counted
    nimber: int | str | EllipsisType  # a number, ... where nimbers are not known
    best: str
    play: str
    method: str
    start: str = ""  # empty where nothing is to be said about it
    forced: str = ""  # likewise: what each of p players can force
    ties: str = ""  # likewise: where a tie-break decided

    def rows(self) -> list[tuple[str, str]]:
        """One answer to a line."""
        rows = [("answer", self.answer)] if self.answer else []
        rows += [("game", short_name(self.game))]
        rows += [("start", self.start)] if self.start else []
        rows += [("value", self.value), ("winner", self.winner), ("scores", self.scores)]
        rows += [("forced", self.forced)] if self.forced else []
        rows += [("tie-break", self.ties)] if self.ties else []
        if self.plies is not ...:
            draw = self.plies is None
            rows.append(("remoteness", "none in a draw" if draw else str(self.plies)))
        if self.nimber is not ...:
            rows.append(("nimber", written(self.nimber)))
        return [*rows, ("best", self.best), ("play", self.play), ("method", self.method)]

    def text(self) -> str:
        """For print."""
        return "\n".join(f"{head:<11}{body}" for head, body in self.rows())

    def html(self) -> str:
        """For notebooks."""
        from html import escape  # takes 2 ms to load

        left = 'style="text-align: left"'
        rows = "".join(
            f"<tr><th {left}>{head}</th><td {left}>{escape(body)}</td></tr>"
            for head, body in self.rows()
        )
        return f"<table>{rows}</table>"


def short_name(game: Game) -> str:
    """The game's own repr where it has one, cut to a line."""
    name = spelled(game)
    if name.startswith("<"):
        name = type(game).__name__
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def answer_text(game: Game, start: State, answer: object, mover: int | None = None) -> str:
    """What the problem wants to hear, and what that is; nothing where it asks for the value."""
    if game.asks is None:
        return ""
    first = seats(game, start, mover)[0]
    first = f"the {first}" if first.islower() and not first[-1].isdigit() else first
    said = str(answer).lower() if isinstance(answer, bool) else written(answer)
    return f"{said} ({game.asks.value.replace('{}', first)})"


def value_text(game: Game, bounds: tuple[Value, Value], outcome: str) -> str:
    """The value, or the bounds on it, and what it means."""
    low, high = bounds
    if isinstance(game, PayoffGame):
        return f"{written(low)}, every player's own total"
    if low != high:
        return f"between {written(low)} and {written(high)} for the player to move"
    return f"{written(low)} for the player to move: a {outcome}"


def best_text(game: Game, moves: list[Move]) -> str:
    """The best moves with their gains."""
    names = []
    for move in moves:
        gain = f" ({signed(move.gain)})" if move.gain else ""
        names.append(f"{move_name(game, move)}{gain}")
    return ", ".join(names) or "none, play is over"


def play_text(play: Play) -> str:
    """The moves of a line, cut where it is long."""
    labels = list(play.labels[:MOVES_IN_A_LINE])
    if len(play) > MOVES_IN_A_LINE:
        labels.append("…")
    if play.repeats:
        labels.append("and so on for ever")
    return ", ".join(labels) or "none, play is over"


def answer_or_reason(question: Callable[[], T]) -> T | str:
    """The answer, or the reason why there is none."""
    try:
        return question()
    except (Unavailable, BudgetExceeded) as reason:
        return f"none: {reason.given}"
