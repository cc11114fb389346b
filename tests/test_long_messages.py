"""Games that are wrong, odd or refused, in numbers that Python turns into no text: every question
has an answer, or an error of Zermelo's own that can be printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from zermelo import (
    Game,
    LastMoverWins,
    Move,
    PayoffGame,
    ZermeloError,
    check,
    diagnose,
    forecast,
    plan,
    solve,
)
from zermelo._two_forms import two_forms
from zermelo.faces.animation import animation
from zermelo.faces.explanation import explain
from zermelo.faces.record import record
from zermelo.faces.session import Session
from zermelo.faces.table_text import table_text
from zermelo.games import Rows, StoneGame, Subtraction
from zermelo.games.pools import PoolRace
from zermelo.methods import METHODS
from zermelo.model.combine import OwnTotals, Sum
from zermelo.model.numerals import shown, spelled
from zermelo.model.shapes import Row

BIG = 10**4400


class Steps(Game):
    """One or two steps up, for a gain and for a loss of the state itself."""

    start = BIG

    def moves(self, state: Any) -> Iterator[Move]:
        if state < BIG + 3:
            yield Move(state + 1, gain=state)
        if state < BIG + 2:
            yield Move(state + 2, gain=-state, label=state)

    def payoff(self, state: Any) -> Any:
        return state


class WrongMirror(Steps):
    def mirror(self, state: Any) -> Any:
        return {BIG: BIG + 1, BIG + 1: BIG}.get(state, state)


class OnceMirrored(Steps):
    def mirror(self, state: Any) -> Any:
        return BIG + 1


class WrongKind(Steps):
    def canonical(self, state: Any) -> Any:
        return BIG + 1 if state == BIG + 2 else state


class FalseBounds(Steps):
    def bounds(self, state: Any) -> Any:
        return 0, 1


class UpsideDown(Steps):
    def bounds(self, state: Any) -> Any:
        return BIG, -BIG


class Chance(Steps):
    turns = count()

    def moves(self, state: Any) -> Iterator[Move]:
        if state < BIG + 5:
            yield Move(state + 1 + next(self.turns) % 2, gain=state)


class Cycle(Steps):
    def moves(self, state: Any) -> Iterator[Move]:
        yield Move(BIG + (state + 1 - BIG) % 5, gain=state)


class Fractions(Steps):
    def moves(self, state: Any) -> Iterator[Move]:
        return (move._replace(gain=Fraction(move.gain, 7)) for move in super().moves(state))


class Raises(Steps):
    def moves(self, state: Any) -> Iterator[Move]:
        yield {}[state]


class NoMove(Steps):
    def moves(self, state: Any) -> Any:
        return [state]


class NoFlag(Steps):
    def moves(self, state: Any) -> Any:
        return [Move(move.to, again=state) for move in super().moves(state)]


class NoKey(Steps):
    def moves(self, state: Any) -> Any:
        return [Move([state])]


class WrongShape(Steps):
    start = (0, 1)
    shape = Row((BIG, 3))

    def moves(self, state: Any) -> Iterator[Move]:
        if state == (0, 1):
            yield Move((0, 0), gain=BIG)

    def payoff(self, state: Any) -> Any:
        return 0


class Gaining(LastMoverWins):
    start = BIG

    def moves(self, state: Any) -> Any:
        return [Move(BIG - 1, gain=BIG)] if state == BIG else []


class Last(LastMoverWins):
    start = frozenset({BIG})

    def moves(self, state: Any) -> Any:
        return [state - {BIG}] if state else []


class Three(PayoffGame):
    players = 3
    start = (BIG, 0)

    def moves(self, state: Any) -> Iterator[Move]:
        if state[0] < BIG + 4:
            yield Move((state[0] + 1, (state[1] + 1) % 3), gain=BIG)
            yield Move((state[0] + 2, (state[1] + 1) % 3), gain=-BIG)

    def turn(self, state: Any) -> int:
        return int(state[1])

    def payoff(self, state: Any) -> Any:
        return BIG, 0, -BIG


class NoTurn(Three):
    def turn(self, state: Any) -> int:
        return BIG


class WrongVector(Three):
    def payoff(self, state: Any) -> Any:
        return (BIG,)


class Impossible(Steps):
    def impossible(self, state: Any) -> str | None:
        return None if state >= BIG else "too small"


GAMES: dict[str, Callable[[], Any]] = {
    kind.__name__: kind
    for kind in (
        Steps, WrongMirror, OnceMirrored, WrongKind, FalseBounds, UpsideDown, Chance, Cycle,
        Fractions, Raises, NoMove, NoFlag, NoKey, WrongShape, Gaining, Last, Three,
        NoTurn, WrongVector, Impossible,
    )
}  # fmt: skip
GAMES["rows"] = lambda: Rows(((BIG, 1), (2, BIG)))
GAMES["takes"] = lambda: Subtraction(BIG, (BIG - 1,))
GAMES["a race"] = lambda: PoolRace((BIG, 3, -BIG), BIG + 2)
GAMES["a wrong pile"] = lambda: StoneGame((BIG, BIG))
GAMES["a sum"] = lambda: Sum(Last(), Last())
GAMES["own totals"] = lambda: OwnTotals(Steps())


def _session(game: Any) -> str:
    session = Session(solve(game), human={0})
    told = [spelled(session.choices)]
    while not session.is_over:
        told.append(spelled(session.hint()))
        _ = session.choose("1") if session.is_human_turn else session.engine_move()
    return "\n".join([*told, session.board, str(session.review())])


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "check": lambda game: str(check(game)),
    "diagnose": lambda game: str(diagnose(game)),
    "plan": lambda game: str(plan(game)),
    "forecast": lambda game: str(forecast(game)),
    "solve": lambda game: (str(solve(game)), repr(solve(game)), solve(game)._repr_html_()),
    "prove": lambda game: str(solve(game).prove()),
    "play": lambda game: (str(solve(game).play()), repr(solve(game).play())),
    "explain": lambda game: explain(solve(game)).sections,
    "record": lambda game: record(solve(game)),
    "table": lambda game: (str(solve(game).table()), solve(game).table()._repr_html_()),
    "printed table": lambda game: table_text(solve(game), colour=True),
    "scores": lambda game: solve(game).scores,
    "best moves": lambda game: repr(solve(game).best_moves()),
    "greedy": lambda game: str(solve(game).against("greedy")),
    "lazy": lambda game: str(solve(game).against(lambda _, moves: moves[-1])),
    "illegal": lambda game: str(solve(game).against(lambda _, __: BIG)),
    "unknown": lambda game: solve(game).value_of(-BIG),
    "elsewhere": lambda game: str(solve(game, start=-BIG, budget=50)),
    "little": lambda game: str(solve(game, budget=1)),
    "much": lambda game: str(solve(game, budget=BIG, memory=BIG)),
    "less than none": lambda game: str(solve(game, budget=-BIG)),
    "no memory": lambda game: str(solve(game, memory=-BIG)),
    "no seconds": lambda game: str(solve(game, seconds=-BIG)),
    "long memory": lambda game: str(solve(game, memory="9" * 4400)),
    "many seconds": lambda game: str(solve(game, seconds=BIG)),
    "two forms": lambda game: str(two_forms(game)),
    "session": _session,
    "animation": lambda game: animation(solve(game)),
    **{name: lambda game, name=name: str(solve(game, method=name, budget=500)) for name in METHODS},
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.unmeasured
def test_every_question_about_an_odd_game_in_long_numbers_is_answered_in_words(name: str) -> None:
    for question, answer in QUESTIONS.items():
        try:
            assert shown(answer(GAMES[name]())), question
        except ZermeloError as error:
            assert str(error), question  # noqa: PT017
        except (ValueError, OverflowError) as error:
            raise AssertionError(f"{question} of {name}") from error


def test_containers_and_errors_of_long_numbers_are_spelled_in_full() -> None:
    text = f"1{'0' * 4400}"
    assert spelled({BIG: (BIG,)}) == f"{{{text}: ({text},)}}"
    assert spelled({BIG}) == f"{{{text}}}"
    assert spelled(frozenset({BIG})) == f"frozenset({{{text}}})"
    assert shown(KeyError(BIG)) == text
