"""Games and numbers that are wrong in one place, and what an error says."""

import math
import numbers
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from decimal import Decimal

import pytest

from zermelo import Game, Move
from zermelo.errors import ZermeloError
from zermelo.games import (
    Awari,
    BalancedEnds,
    CanIWin,
    CatAndMouse,
    ChessEnding,
    Chomp,
    ConnectFour,
    Dawson,
    Divisor,
    DotsAndBoxes,
    DoublingTurns,
    Ends,
    Front,
    GrundysGame,
    Kalah,
    Kayles,
    LastCoinBonus,
    MeltingRow,
    MisereNim,
    Nim,
    NoRevisit,
    Octal,
    PieceEnding,
    PlayersRow,
    PoolRace,
    PredictTheWinner,
    Quixo,
    Rows,
    SmallerEnd,
    Squares,
    StoneGame,
    StoneGameII,
    StoneGameIII,
    StoneGameIX,
    StoneGameV,
    StoneGameVI,
    StoneGameVII,
    StoneGameVIII,
    Subtraction,
    TicTacToe,
    TokenGraph,
    TurningTurtles,
    Wythoff,
)

NAN, INF = math.nan, math.inf
LONG = 3_000  # three times as deep as Python recurses


def four_parts(
    error: ZermeloError, *, given: str = "", place: str = "", rule: str = "", fix: str = ""
) -> None:
    """Hold all four parts of an error to words that they must contain."""
    text = str(error)
    for part, word in ((error.given, given), (error.rule, rule), (error.fix, fix)):
        assert part.strip()
        assert part in text
        assert word in part
    assert error.where in text
    assert place in text
    assert "Traceback" not in text
    assert text.endswith("?" if error.fix.startswith("Did you mean") else ".")
    assert text == text.strip()


@contextmanager
def refused(
    kind: type[ZermeloError], *, given: str = "", place: str = "", rule: str = "", fix: str = ""
) -> Iterator[None]:
    """The block raises exactly this kind of error, and its message has all four parts."""
    with pytest.raises(kind) as caught:
        yield
    assert type(caught.value) is kind
    four_parts(caught.value, given=given, place=place, rule=rule, fix=fix)


def own_gain(gain: object, *, base: type[Game] = Game, tolerance: float | None = None) -> Game:
    """A user's own class: one move, with that gain, from state 1 to state 0."""

    class Mine(base):  # type: ignore[valid-type, misc]
        start = 1

        def moves(self, state: int) -> Iterator[Move]:
            if state:
                yield Move(0, gain=gain)

    game = Mine()
    game.tolerance = tolerance
    return game


def own_payoff(payoff: object) -> Game:
    """A user's own class: one move from state 1 to state 0, which pays that."""

    class Mine(Game):
        start = 1

        def moves(self, state: int) -> Iterator[Move]:
            if state:
                yield Move(0)

        def payoff(self, state: int) -> object:
            return payoff

    return Mine()


def own_moves(moves: object, *, start: object = 1, base: type[Game] = Game) -> Game:
    """A user's own class with that function for its moves."""
    attributes = {"start": start, "moves": lambda self, state: moves(state)}
    return type("Mine", (base,), attributes)()


class Wrapping:
    """A whole number of eight bits that wraps round, as those of array libraries do."""

    def __init__(self, value: int) -> None:
        self.value = (int(value) + 128) % 256 - 128

    def __repr__(self) -> str:
        return f"Wrapping({self.value})"

    def __int__(self) -> int:
        return self.value

    __index__ = __int__

    @property
    def numerator(self) -> int:
        return self.value

    @property
    def denominator(self) -> int:
        return 1

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        return int(self) == other

    def __lt__(self, other: int) -> bool:
        return self.value < int(other)

    def __le__(self, other: int) -> bool:
        return self.value <= int(other)

    def __gt__(self, other: int) -> bool:
        return self.value > int(other)

    def __ge__(self, other: int) -> bool:
        return self.value >= int(other)

    def __add__(self, other: int) -> "Wrapping":
        return Wrapping(self.value + int(other))

    __radd__ = __add__

    def __sub__(self, other: int) -> "Wrapping":
        return Wrapping(self.value - int(other))

    def __rsub__(self, other: int) -> "Wrapping":
        return Wrapping(int(other) - self.value)

    def __mul__(self, other: int) -> "Wrapping":
        return Wrapping(self.value * int(other))

    __rmul__ = __mul__

    def __neg__(self) -> "Wrapping":
        return Wrapping(-self.value)

    def __abs__(self) -> "Wrapping":
        return Wrapping(abs(self.value))


numbers.Integral.register(Wrapping)
NUMBER_TAKERS = {
    "Ends": lambda v: Ends((1, v)),
    "PredictTheWinner": lambda v: PredictTheWinner((1, v)),
    "StoneGame": lambda v: StoneGame((v, 2)),
    "LastCoinBonus": lambda v: LastCoinBonus((1, v), 10),
    "LastCoinBonus.bonus": lambda v: LastCoinBonus((1, 2), v),
    "MeltingRow": lambda v: MeltingRow((1, v)),
    "SmallerEnd": lambda v: SmallerEnd((1, v)),
    "BalancedEnds": lambda v: BalancedEnds((1, v)),
    "DoublingTurns": lambda v: DoublingTurns((1, v)),
    "Rows": lambda v: Rows(((1,), (2, v))),
    "Front": lambda v: Front((1, v), 2),
    "StoneGameII": lambda v: StoneGameII((1, v)),
    "StoneGameIII": lambda v: StoneGameIII((1, v)),
    "StoneGameV": lambda v: StoneGameV((1, v)),
    "StoneGameVI.alice": lambda v: StoneGameVI((1, v), (1, 2)),
    "StoneGameVI.bob": lambda v: StoneGameVI((1, 2), (1, v)),
    "StoneGameVII": lambda v: StoneGameVII((1, v)),
    "StoneGameVIII": lambda v: StoneGameVIII((1, v)),
    "StoneGameIX": lambda v: StoneGameIX((1, v)),
    "PlayersRow": lambda v: PlayersRow((1, v)),
    "PoolRace.pool": lambda v: PoolRace((1, v), 3),
    "PoolRace.target": lambda v: PoolRace((1, 2), v),
    "CanIWin.target": lambda v: CanIWin(2, v),
}
SIZE_TAKERS = {  # what makes the game of a size, and the least size allowed
    "Divisor": (Divisor, 1),
    "Subtraction": (Subtraction, 0),
    "Subtraction.takes": (lambda n: Subtraction(5, (n,)), 1),
    "Squares": (Squares, 0),
    "Nim": (lambda n: Nim((1, n)), 0),
    "MisereNim": (lambda n: MisereNim((1, n)), 0),
    "GrundysGame": (lambda n: GrundysGame((3, n)), 0),
    "Octal": (lambda n: Octal((n,), "0.77"), 0),
    "Kayles": (lambda n: Kayles((n,)), 0),
    "Dawson": (lambda n: Dawson((n,)), 0),
    "TurningTurtles": (TurningTurtles, 0),
    "Wythoff": (lambda n: Wythoff(n, 1), 0),
    "Chomp.height": (lambda n: Chomp(n, 2), 1),
    "Chomp.width": (lambda n: Chomp(2, n), 1),
    "CanIWin.largest": (lambda n: CanIWin(n, 3), 0),
    "DotsAndBoxes.height": (lambda n: DotsAndBoxes(n, 1), 1),
    "DotsAndBoxes.width": (lambda n: DotsAndBoxes(1, n), 1),
    "TicTacToe.height": (lambda n: TicTacToe(n, 2, 2), 1),
    "TicTacToe.width": (lambda n: TicTacToe(2, n, 2), 1),
    "TicTacToe.line": (lambda n: TicTacToe(2, 2, n), 1),
    "ConnectFour.width": (lambda n: ConnectFour(n, 2, 2), 1),
    "ConnectFour.height": (lambda n: ConnectFour(2, n, 2), 1),
    "ConnectFour.line": (lambda n: ConnectFour(2, 2, n), 1),
    "Kalah.houses": (lambda n: Kalah(n, 1), 1),
    "Kalah.seeds": (lambda n: Kalah(2, n), 1),
    "Awari.houses": (lambda n: Awari(n, 1), 1),
    "Awari.seeds": (lambda n: Awari(2, n), 1),
    "Front.most": (lambda n: Front((1, 2, 3), n), 1),
    "PlayersRow.players": (lambda n: PlayersRow((1, 2, 3), n), 1),
    "TokenGraph": (lambda n: TokenGraph(((n,), (), ())), 0),
    "TokenGraph.start": (lambda n: TokenGraph(((1,), (), ()), n), 0),
    "NoRevisit": (lambda n: NoRevisit(((n,), (), ())), 0),
    "NoRevisit.first": (lambda n: NoRevisit(((1,), (), ()), n), 0),
    "CatAndMouse": (lambda n: CatAndMouse(((n,), (0,), (0,))), 0),
    "ChessEnding.size": (lambda n: ChessEnding("R", n), 3),
    "PieceEnding.size": (lambda n: PieceEnding("KRK", n), 3),
    "Quixo.size": (lambda n: Quixo(n), 2),
}
NEVER_NUMBERS = ("3", None, NAN, INF, -INF, True, False, Decimal("0.5"), 1j, [1])
NOT_NUMBERS = (*NEVER_NUMBERS, 0.5)  # a float without a tolerance


def named(table: dict[str, object]) -> list[object]:
    return [pytest.param(value, id=name) for name, value in table.items()]


def leaves(game: Game) -> set[type]:
    """The types of all numbers that an instance keeps."""
    found = [getattr(game, field.name) for field in fields(game)]
    types = set()
    while found:
        value = found.pop()
        if isinstance(value, tuple):
            found.extend(value)
        elif value is not None:
            types.add(type(value))
    return types


def long_chain(base: type[Game], gain: int = 0) -> Game:
    """One heap, one move each: LONG plies in the only play."""
    return own_moves(
        lambda heap: [Move(heap - 1, gain=gain)] if heap else [], start=LONG, base=base
    )
