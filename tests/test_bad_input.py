"""Bad input gets: what was given, where, the rule, the way out. Extremes that are legal work."""

import copy
import math
import numbers
import pickle
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from zermelo import (
    Game,
    LastMoverLoses,
    LastMoverWins,
    Move,
    OwnTotals,
    PayoffGame,
    Sum,
    check,
    diagnose,
    errors,
    explore,
    plan,
    solve,
    two_forms,
)
from zermelo.errors import (
    BadInput,
    BadMove,
    BadNumber,
    BudgetExceeded,
    IllegalMove,
    MethodRefused,
    ProofFailed,
    RulesError,
    Unavailable,
    UnhashableState,
    UnknownState,
    ZermeloError,
)
from zermelo.games import (
    GAMES,
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
    PlayersRow,
    PoolRace,
    PredictTheWinner,
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
    find,
)
from zermelo.methods import METHODS
from zermelo.model.shapes import Box, Subsets
from zermelo.proof import Claim, verify

NAN, INF = math.nan, math.inf
LONG = 3_000  # three times as deep as Python recurses
STUCK = TokenGraph(((1,), (0,)))  # goes round for ever: 0 → 1 → 0


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
    assert text.endswith(".")
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


def test_the_wrapping_numbers_of_these_tests_do_wrap() -> None:
    assert int(Wrapping(100) + Wrapping(100)) == -56
    assert isinstance(Wrapping(1), numbers.Integral)


# -- numbers given to the catalogue

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
}

NEVER_NUMBERS = ("3", None, NAN, INF, -INF, True, False, Decimal("0.5"), 1j, [1])
NOT_NUMBERS = (*NEVER_NUMBERS, 0.5)  # a float without a tolerance
NOT_SIZES = (*NOT_NUMBERS, 2.0, Fraction(5, 2), -7)


def named(table: dict[str, object]) -> list[object]:
    return [pytest.param(value, id=name) for name, value in table.items()]


def test_every_game_of_the_catalogue_is_fed_bad_input_here() -> None:
    fed = {name.partition(".")[0] for name in (*NUMBER_TAKERS, *SIZE_TAKERS)}
    assert fed == {game.__name__ for game in GAMES}


@pytest.mark.parametrize("taker", NUMBER_TAKERS)
def test_a_constructor_refuses_what_is_not_a_number(taker: str) -> None:
    place = taker.partition(".")[2] or taker
    for bad in NOT_NUMBERS:
        with refused(BadInput, given=repr(bad), place=place, rule="number", fix="Pass"):
            NUMBER_TAKERS[taker](bad)


@pytest.mark.parametrize(
    "cls",
    [Ends, MeltingRow, SmallerEnd, BalancedEnds, DoublingTurns, Front, StoneGameII, PlayersRow],
)
def test_a_tolerance_lets_in_floats_but_nothing_else(cls: type[Game]) -> None:
    assert solve(cls((0.5, 0.25), tolerance=1e-9)).play().totals
    for bad in NEVER_NUMBERS:
        with refused(BadInput, given=repr(bad), place=cls.__name__, rule="number"):
            cls((0.5, bad), tolerance=1e-9)


@pytest.mark.parametrize("taker", NUMBER_TAKERS)
def test_the_tolerance_that_a_message_advises_is_accepted_by_the_game(taker: str) -> None:
    with pytest.raises(BadInput) as caught:
        NUMBER_TAKERS[taker](0.5)
    cls = next(game for game in GAMES if game.__name__ == taker.partition(".")[0])
    if "tolerance=" in caught.value.fix:
        assert "tolerance" in {field.name for field in fields(cls)}


@pytest.mark.parametrize("bad", [NAN, INF, -INF])
def test_the_way_out_of_an_infinite_number_is_not_a_tolerance(bad: float) -> None:
    with pytest.raises(BadInput, match="not finite") as caught:
        Ends((1, bad), tolerance=1e-9)
    assert "tolerance" not in caught.value.fix


@pytest.mark.parametrize("bad", named({"string": "x", "True": True, "NaN": NAN, "infinity": INF}))
def test_a_tolerance_is_a_finite_number_itself(bad: object) -> None:
    with refused(BadInput, given=repr(bad), place="tolerance", rule="finite", fix="1e-9"):
        Ends((1, 2), tolerance=bad)
    with refused(BadInput, given=repr(bad), place="tolerance", rule="finite", fix="1e-9"):
        solve(own_gain(1, tolerance=bad))


@pytest.mark.parametrize("method", ["backward", "alphabeta", "nimbers"])
def test_every_method_refuses_a_negative_tolerance(method: str) -> None:
    with refused(BadInput, given="-1", place="tolerance", rule="at least 0", fix="1e-9"):
        solve(own_gain(0, base=LastMoverWins, tolerance=-1), method=method)


@pytest.mark.parametrize("bad", [5, None, "12", b"12", Ends])
@pytest.mark.parametrize(
    "make",
    [
        Ends,
        Front,
        StoneGameII,
        PlayersRow,
        StoneGameIX,
        lambda row: Rows((row,)),
        lambda row: StoneGameVI(row, (1,)),
        lambda row: PoolRace(row, 3),
    ],
)
def test_a_row_is_a_sequence_of_numbers(make: type[Game], bad: object) -> None:
    with refused(BadInput, given=repr(bad), rule="a row is a sequence", fix="(5, 3, 7, 10)"):
        make(bad)


@pytest.mark.parametrize("bad", [5, None])
def test_several_rows_are_a_sequence_of_rows(bad: object) -> None:
    with refused(BadInput, given=repr(bad), place="Rows", rule="row", fix="Pass"):
        Rows(bad)


def test_the_message_says_which_item_of_a_row_is_wrong() -> None:
    with refused(BadInput, given="item 2, 'x' is of type str", place="Ends"):
        Ends((5, 3, "x", 10))
    with refused(BadInput, given="item 1, None is of type NoneType", place="row 1"):
        Rows(((1, 2), (3, None)))


@pytest.mark.parametrize(
    "row", [(1, 2, 3), (2, 2), (1, -2), (), (0, 1)], ids=["odd", "even total", "minus", "none", "0"]
)
def test_stone_game_keeps_its_own_promises(row: tuple[int, ...]) -> None:
    with refused(BadInput, given="piles", place="StoneGame", rule="even in number", fix="Ends"):
        StoneGame(row)


def test_both_players_value_every_stone() -> None:
    with refused(BadInput, given="2 values for Alice, 1 for Bob", rule="every stone", fix="length"):
        StoneGameVI((1, 2), (1,))


def test_a_sum_modulo_three_needs_whole_stones() -> None:
    with refused(BadInput, given="Fraction(1, 2)", place="StoneGameIX", rule="whole", fix="ints"):
        StoneGameIX((1, Fraction(1, 2)))


# -- sizes


@pytest.mark.parametrize("taker", SIZE_TAKERS)
def test_a_constructor_refuses_what_is_not_a_size(taker: str) -> None:
    make, _ = SIZE_TAKERS[taker]
    place = taker.partition(".")[2] or taker
    for bad in NOT_SIZES:
        with refused(BadInput, given=repr(bad), place=place, fix="Pass an int of at least"):
            make(bad)


@pytest.mark.parametrize("taker", SIZE_TAKERS)
def test_the_least_size_is_accepted_and_one_less_is_not(taker: str) -> None:
    make, least = SIZE_TAKERS[taker]
    assert solve(make(least)).play().end is not None
    with refused(BadInput, given=f"{least - 1} is too small", rule=f"least value is {least}"):
        make(least - 1)


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (Divisor(1), -1),  # no divisor below 1
        (Subtraction(0), -1),
        (Nim(()), -1),
        (MisereNim(()), 1),
        (Kayles((0,)), -1),
        (TurningTurtles(0), -1),
        (Wythoff(0, 0), -1),
        (Chomp(1, 1), -1),  # only the poison
        (CanIWin(0, 1), 0),  # nobody can reach it
        (CanIWin(0, 0), 1),  # reached before play begins
        (DotsAndBoxes(1, 1), -1),  # four lines, the second player draws the last
        (TicTacToe(1, 1, 1), 1),
        (ConnectFour(1, 1, 1), 1),
        (ConnectFour(1, 1, 4), 0),
        (Kalah(1, 1), 0),  # one seed to the store, the other player keeps the other
        (TokenGraph(((),)), -1),
    ],
    ids=repr,
)
def test_the_smallest_instances_have_the_values_of_their_rules(game: Game, value: int) -> None:
    solution = solve(game)
    assert solution.value == value
    assert solution.prove().value == value


@pytest.mark.parametrize("taker", NUMBER_TAKERS)
def test_whole_numbers_of_other_types_become_ints_in_rows(taker: str) -> None:
    assert leaves(NUMBER_TAKERS[taker](Wrapping(3))) <= {int, bool}


@pytest.mark.parametrize("taker", SIZE_TAKERS)
def test_whole_numbers_of_other_types_become_ints_in_sizes(taker: str) -> None:
    make, least = SIZE_TAKERS[taker]
    assert leaves(make(Wrapping(max(2, least)))) <= {int, str, bool}


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


@pytest.mark.parametrize("bad", [5, None, "345"])
@pytest.mark.parametrize("cls", [Nim, MisereNim, GrundysGame, Kayles])
def test_heaps_are_a_sequence_of_whole_numbers(cls: type[Game], bad: object) -> None:
    with refused(BadInput, given=repr(bad), place=cls.__name__, rule="sequence", fix="(3, 4, 5)"):
        cls(bad)


@pytest.mark.parametrize("bad", [3, None, "13"])
def test_the_takes_of_a_subtraction_game_are_a_sequence(bad: object) -> None:
    with refused(BadInput, place="Subtraction", fix="Pass"):
        Subtraction(10, bad)


@pytest.mark.parametrize(
    "code", ["", ".", "0.", "0.8", "0.79", "x", "0.7 7", "4.7", 0.77, 77, None]
)
def test_an_octal_code_is_a_point_and_digits_up_to_seven(code: object) -> None:
    with refused(
        BadInput, given=repr(code), place="Octal", rule="digits from 0 to 7", fix='"0.77"'
    ):
        Octal((5,), code)


@pytest.mark.parametrize("bad", ["3", None, True, 1.0, -1])
def test_both_heaps_of_wythoff_are_sizes(bad: object) -> None:
    for heaps in ((bad, 1), (1, bad)):
        with refused(BadInput, given=repr(bad), place="Wythoff", fix="Pass an int of at least 0"):
            Wythoff(*heaps)


def test_an_octal_code_may_leave_out_its_zero() -> None:
    assert Octal((5,), ".77") == Octal((5,), "0.77")
    assert solve(Octal((5,), ".77")).nimber == solve(Kayles((5,))).nimber == 4


@pytest.mark.parametrize("make", [TokenGraph, NoRevisit, CatAndMouse])
def test_a_graph_lists_the_neighbours_of_each_vertex(make: type[Game]) -> None:
    name = make.__name__
    for bad in (5, None, (1, 2, 3), {0: (1,)}):
        with refused(BadInput, given=repr(bad), place=name, rule="neighbours", fix="((1, 2)"):
            make(bad)
    with refused(BadInput, given="vertex 1 leads to 3", place=name, rule="0 … 2", fix="Add a row"):
        make(((1,), (3,), ()))
    with refused(BadInput, given="-1 is too small", place=f"{name}, vertex 2", fix="at least 0"):
        make(((1,), (2,), (-1,)))


@pytest.mark.parametrize("make", [TokenGraph, NoRevisit])
def test_a_token_starts_on_a_vertex_of_the_graph(make: type[Game]) -> None:
    with refused(BadInput, given="vertex 2", place=make.__name__, rule="2 vertices", fix="Name"):
        make(((1,), ()), 2)
    with refused(BadInput, given="vertex 0", place=make.__name__, rule="0 vertices", fix="Name"):
        make(())


def test_cat_and_mouse_needs_three_vertices() -> None:
    with refused(BadInput, given="2 vertices", place="CatAndMouse", rule="0, 1 and 2", fix="three"):
        CatAndMouse(((1,), (0,)))


@pytest.mark.parametrize("bad", ["yes", 2, None])
@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda flag: Kalah(2, 2, flag), "Kalah.empty_capture"),
        (lambda flag: TicTacToe(3, 3, 3, flag), "TicTacToe.misere"),
    ],
    ids=["Kalah", "TicTacToe"],
)
def test_a_switch_is_true_or_false(make: type[Game], place: str, bad: object) -> None:
    with refused(BadInput, given=repr(bad), place=place, rule="True or False", fix="Pass"):
        make(bad)


@pytest.mark.parametrize("name", ["no such game", "", None, 486.5, "kalha"])
def test_an_unknown_name_is_answered_with_the_catalogue(name: object) -> None:
    with refused(BadInput, given=repr(name), place="the catalogue", rule="no such game"):
        find(name)


def test_a_misspelt_name_is_answered_with_the_nearest_ones() -> None:
    with refused(BadInput, given="'kalha'", fix="Did you mean kalah"):
        find("kalha")
    with refused(BadInput, given="'stone gam'", fix="stone game"):
        find("stone gam")
    with refused(BadInput, given="'zzzzzzzzz'", fix="CATALOGUE"):
        find("zzzzzzzzz")


# -- empty games


@pytest.mark.parametrize(
    "game",
    [
        Ends(()),
        PredictTheWinner([]),
        LastCoinBonus(()),
        MeltingRow(()),
        SmallerEnd(()),
        BalancedEnds(()),
        Rows(()),
        Rows(((), ())),
        Front(()),
        StoneGameII(()),
        StoneGameIII(()),
        StoneGameV(()),
        StoneGameVI((), ()),
        StoneGameVII(()),
        StoneGameVIII(()),
    ],
    ids=repr,
)
def test_an_empty_row_is_worth_nothing(game: Game) -> None:
    solution = solve(game)
    assert solution.value == 0
    assert solution.outcome == "draw"
    assert solution.best_moves() == []
    assert len(solution.play()) == 0
    assert solution.prove().states == 1
    assert check(game).ok


@pytest.mark.parametrize("game", [DoublingTurns(()), PlayersRow(())], ids=repr)
def test_an_empty_row_gives_every_player_nothing(game: PayoffGame) -> None:
    solution = solve(game)
    assert solution.value == solution.scores == (0,) * game.players
    assert solution.winner == "Tie"
    assert len(solution.play()) == 0
    assert check(game).ok


def test_an_empty_row_tied_goes_to_the_first_player_where_the_problem_says_so() -> None:
    assert solve(PredictTheWinner(())).winner == "player 1"


# -- numbers in a user's own game

OWN_GAINS = {
    "class": own_gain,
    "from_function": lambda v: Game.from_function(
        lambda state: [Move(0, gain=v)] if state else [], start=1
    ),
    "from_edges": lambda v: Game.from_edges({1: {0: v}}, start=1),
}
OWN_PAYOFFS = {
    "class": own_payoff,
    "from_function": lambda v: Game.from_function(
        lambda state: [0] if state else [], start=1, payoff=lambda _: v
    ),
    "from_edges": lambda v: Game.from_edges({1: [0]}, start=1, payoff={0: v}),
}


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
@pytest.mark.parametrize("make", named(OWN_GAINS))
def test_a_gain_that_is_not_a_number_is_refused(make: type[Game], bad: object) -> None:
    game = make(bad)
    place = f"a gain in {type(game).__name__}.moves(1)"
    asks = (solve, diagnose, lambda game: solve(game, method="alphabeta"))
    for ask in asks:
        with refused(BadNumber, given=repr(bad), place=place, rule="number", fix="Fraction"):
            ask(game)


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
@pytest.mark.parametrize("make", named(OWN_PAYOFFS))
def test_a_payoff_that_is_not_a_number_is_refused(make: type[Game], bad: object) -> None:
    game = make(bad)
    place = f"{type(game).__name__}.payoff(0)"
    for method in (None, "alphabeta"):
        with refused(BadNumber, given=repr(bad), place=place, rule="number", fix="Fraction"):
            solve(game, method=method)


@pytest.mark.parametrize("bad", ["3", None, True, 0.5])
@pytest.mark.parametrize("method", ["nimbers", "winloss"])
def test_whatever_a_last_move_game_gives_as_a_gain_is_refused(bad: object, method: str) -> None:
    game = own_gain(bad, base=LastMoverWins)
    kind, rule = (BadMove, "last move counts") if bad else (BadNumber, "number")
    with refused(kind, given=repr(bad), place="Mine.moves(1)", rule=rule):
        solve(game, method=method)


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
def test_the_battery_reports_a_bad_number_instead_of_raising(bad: object) -> None:
    report = check(own_gain(bad))
    assert not report.ok
    (finding,) = report.failures
    assert finding.name == "rules"
    assert repr(bad) in finding.detail
    assert "Mine.moves(1)" in finding.detail


def test_a_float_names_both_ways_out_and_both_work() -> None:
    with refused(BadNumber, given="0.5 is a float", fix="Fraction('0.1')"):
        solve(own_gain(0.5))
    with refused(BadNumber, fix="tolerance=1e-9"):
        solve(own_gain(0.5))
    assert solve(own_gain(Fraction("0.5"))).value == Fraction(1, 2)
    assert solve(own_gain(0.5, tolerance=1e-9)).value == 0.5


def test_the_way_out_of_nan_is_not_a_tolerance_that_is_already_there() -> None:
    with pytest.raises(BadNumber, match="nan is not finite") as caught:
        solve(own_gain(NAN, tolerance=1e-9))
    assert "tolerance" not in caught.value.fix


def test_fixed_width_numbers_do_not_wrap_in_a_users_own_game() -> None:
    game = own_moves(
        lambda state: [Move(state - 1, gain=Wrapping(100), again=True)] if state else [], start=3
    )
    solution = solve(game)
    assert solution.value == 300  # by eight bits it would be 44
    assert type(solution.value) is int
    assert solution.play().totals == (300, 0)
    assert {type(move.gain) for move in solution.play().moves} == {int}
    assert solve(game, method="alphabeta").value == 300


def test_fixed_width_numbers_do_not_wrap_in_the_checker() -> None:
    game = own_moves(
        lambda state: [Move(state - 1, gain=Wrapping(100), again=True)] if state else [], start=3
    )
    assert solve(game).prove().value == 300
    assert check(game).ok
    truth = {0: 0, 1: 100, 2: 200, 3: 300}
    assert verify(game, 3, Claim(truth.__getitem__), budget=9).states == 4
    lie = {**truth, 3: 300 + 256}  # the same by eight bits
    with pytest.raises(ProofFailed, match="556"):
        verify(game, 3, Claim(lie.__getitem__), budget=9)


def test_a_fixed_width_payoff_becomes_an_int() -> None:
    solution = solve(own_payoff(Wrapping(-100)))
    assert solution.value == 100
    assert type(solution.value) is int
    assert solution.prove().value == 100


def test_a_whole_fraction_becomes_an_int() -> None:
    solution = solve(Ends((Fraction(4, 2), Fraction(9, 3), 1)))
    assert solution.game.row == (2, 3, 1)
    assert leaves(solution.game) == {int}


# -- floats with a tolerance


def test_a_tie_within_the_tolerance_is_a_tie() -> None:
    # 0.1 + 0.2 against 0.3: they differ by rounding alone
    edges = {"a": [Move("b", gain=0.1 + 0.2)], "b": [Move("c", gain=0.3)]}
    near = solve(Game.from_edges(edges, start="a", tolerance=1e-9))
    assert near.value != 0
    assert (near.outcome, near.winner) == ("draw", "Tie")
    strict = solve(Game.from_edges(edges, start="a", tolerance=0.0))
    assert (strict.outcome, strict.winner) == ("win", "first player")


def test_best_moves_within_the_tolerance_are_all_best() -> None:
    edges = {"a": {"x": 0.1 + 0.2, "y": 0.3, "z": 0.2}}
    near = solve(Game.from_edges(edges, start="a", tolerance=1e-9))
    assert [move.to for move in near.best_moves()] == ["x", "y"]
    assert near.count_plays() == len(list(near.plays())) == 2
    strict = solve(Game.from_edges(edges, start="a", tolerance=0.0))
    assert [move.to for move in strict.best_moves()] == ["x"]


def test_floats_with_a_tolerance_are_proved_and_pass_the_battery() -> None:
    game = Ends((0.1, 0.2, 0.3, 0.7, 0.1), tolerance=1e-9)
    solution = solve(game)
    tenths = solve(Ends((1, 2, 3, 7, 1)))
    assert solution.value == pytest.approx(tenths.value / 10)
    assert solution.scores == pytest.approx([score / 10 for score in tenths.scores])
    assert solution.prove().value == solution.value
    assert check(game).ok


def test_floats_on_a_scored_cycle_are_refused_and_fractions_are_proved() -> None:
    # leaving the cycle s ⇄ t wins 0.1 + 0.2 − 0.3, which is nothing but rounding
    edges = {"s": {"t": 0, "u": 0.1 + 0.2}, "t": {"s": 0}, "u": {"v": 0.3}}
    with refused(MethodRefused, given="floats are not exact", fix="change its rules"):
        solve(Game.from_edges(edges, start="s", tolerance=1e-9))
    exactly = {
        state: {to: Fraction(str(gain)).limit_denominator(10) for to, gain in row.items()}
        for state, row in edges.items()
    }
    solution = solve(Game.from_edges(exactly, start="s"))
    assert solution.outcome == "draw"
    assert solution.prove().states == 4


@pytest.mark.parametrize(
    ("first", "second"), [(1e308, 1e308), (10**400, 0.5)], ids=["to infinity", "beyond floats"]
)
def test_floats_that_leave_the_finite_numbers_are_refused(first: float, second: float) -> None:
    edges = {"a": [Move("b", gain=first, again=True)], "b": {"c": second}}
    with pytest.raises(ZermeloError) as caught:
        solve(Game.from_edges(edges, start="a", tolerance=1e-9))
    four_parts(caught.value)


# -- numbers at the extremes


def test_integers_far_beyond_machine_words_stay_exact() -> None:
    huge = 10**40
    solution = solve(Ends((huge, 1, 3, huge + 7)))
    # the second player is left with one small coin and one huge one in any case
    assert solution.value == (huge + 7 + 3) - (huge + 1)
    assert solution.scores == (huge + 10, huge + 1)
    assert solution.play().totals == (huge + 10, huge + 1)
    assert solution.prove().value == 9
    assert check(solution.game).ok


def test_a_third_stays_a_third() -> None:
    third = Fraction(1, 3)
    solution = solve(Ends((third, third, third)))
    assert solution.value == third
    assert isinstance(solution.value, Fraction)
    mixed = solve(Ends((third, 1, Fraction(1, 2))))
    # take 1/2, then the other takes 1, then 1/3 is left: 1/2 + 1/3 − 1
    assert mixed.value == Fraction(-1, 6)
    assert mixed.scores == (Fraction(5, 6), 1)
    assert mixed.prove().value == Fraction(-1, 6)


def test_fractions_that_add_up_to_a_whole_add_up_exactly() -> None:
    chain = own_moves(
        lambda state: [Move(state - 1, gain=Fraction(1, 10), again=True)] if state else [],
        start=10,
    )
    assert solve(chain).value == 1
    assert solve(chain, method="alphabeta").value == 1


def long_chain(base: type[Game], gain: int = 0) -> Game:
    """One heap, one move each: LONG plies in the only play."""
    return own_moves(
        lambda heap: [Move(heap - 1, gain=gain)] if heap else [], start=LONG, base=base
    )


@pytest.mark.parametrize(
    ("base", "gain", "value", "method"),
    [
        (LastMoverWins, 0, -1, "winloss"),  # an even number: the second player makes the last move
        (Game, 1, 0, "backward"),
    ],
)
def test_a_play_of_three_thousand_moves_needs_no_recursion(
    base: type[Game], gain: int, value: int, method: str
) -> None:
    solution = solve(long_chain(base, gain), method=method)
    assert solution.value == value
    assert solution.count_plays() == 1
    assert solution.prove().states == LONG + 1
    play = solution.play()
    assert len(play) == LONG
    assert play.end == 0
    (only,) = solution.plays()
    assert only == play
    assert len(play.labels) == LONG


@pytest.mark.parametrize(
    ("base", "gain", "value", "method"),
    [
        (LastMoverLoses, 0, 1, "retrograde"),
        (LastMoverWins, 0, -1, "nimbers"),
        (Game, 1, 0, "minimax"),
        (Game, 1, 0, "thresholds"),
    ],
)
def test_no_method_for_long_plays_recurses(
    base: type[Game], gain: int, value: int, method: str
) -> None:
    assert solve(long_chain(base, gain), method=method).value == value


def test_a_play_of_three_thousand_moves_is_diagnosed_and_checked() -> None:
    game = long_chain(Game, 1)
    diagnosis = diagnose(game)
    assert diagnosis.longest_play == LONG
    assert diagnosis.acyclic.holds is True
    assert check(game).ok


def test_own_totals_of_three_thousand_moves_need_no_recursion() -> None:
    solution = solve(OwnTotals(long_chain(Game, 1)))
    assert solution.value == (LONG // 2, LONG // 2)
    assert len(solution.play()) == LONG
    assert solution.prove().states == LONG + 1


def test_a_cycle_of_three_thousand_states_is_named_without_recursion() -> None:
    ring = own_moves(lambda state: [Move((state + 1) % LONG)], start=0)
    assert solve(ring).outcome == "draw"
    assert len(solve(ring).play()) == LONG
    with refused(MethodRefused, given="not acyclic", fix="retrograde"):
        solve(ring, method="backward")


# -- moves that are not moves


@pytest.mark.parametrize(
    "given",
    [(0, 1), 0, None, "left", ["left"], Move, ((0,), 1, False, None)],
    ids=["tuple", "bare state", "None", "string", "list", "the class", "four items"],
)
@pytest.mark.parametrize("method", [None, "alphabeta", "nimbers"])
def test_what_moves_yields_is_a_move(given: object, method: str | None) -> None:
    game = own_moves(lambda state: [given] if state else [])
    with refused(
        BadMove, given=repr(given), place="Mine.moves(1)", rule="Move objects", fix="yield Move("
    ):
        solve(game, method=method)


def test_a_string_of_moves_is_read_letter_by_letter_and_refused() -> None:
    with refused(BadMove, given="'l' is of type str", place="Mine.moves(1)", fix="yield Move("):
        solve(own_moves(lambda _: "left"))


@pytest.mark.parametrize("given", [None, 5, 1.5])
@pytest.mark.parametrize("method", [None, "alphabeta", "nimbers"])
def test_moves_that_returns_no_iterable_is_told_to_yield(given: object, method: str | None) -> None:
    game = own_moves(lambda _: given, base=LastMoverWins)
    with refused(RulesError, given="not iterable", place="in state 1", fix="yield Move("):
        solve(game, method=method)
    with refused(RulesError, given="not iterable", place="in state 1", fix="yield Move("):
        solve(LastMoverWins.from_function(lambda _: given, start=1), method=method)


BREAKS = {
    "IndexError": lambda _: [Move((1, 2)[5])],
    "KeyError": lambda state: [Move({}[state])],
    "ZeroDivisionError": lambda state: [Move(state // 0)],
    "TypeError": lambda _: [Move()],
    "AttributeError": lambda state: [state.nothing],
    "RecursionError": lambda state: BREAKS["RecursionError"](state),
    "StopIteration": lambda _: [next(iter(()))],
}


@pytest.mark.parametrize("name", BREAKS)
@pytest.mark.parametrize("method", [None, "alphabeta", "nimbers"])
def test_rules_that_raise_are_named_with_the_state_and_the_cause(
    name: str, method: str | None
) -> None:
    game = own_moves(
        lambda state: BREAKS[name](state) if state == 0 else [Move(0)], base=LastMoverWins
    )
    with pytest.raises(RulesError) as caught:
        solve(game, method=method)
    four_parts(caught.value, given=name, place="Mine in state 0", rule="every state", fix="Mend")
    assert type(caught.value.__cause__).__name__ == name  # nothing of the user's error is lost


def test_a_generator_that_breaks_half_way_is_named_too() -> None:
    def moves(state: int) -> Iterator[Move]:
        yield Move(0)
        raise ValueError("half way")

    with refused(RulesError, given="ValueError: half way", place="in state 1", fix="Mend"):
        solve(own_moves(moves))


@pytest.mark.parametrize("hook", ["payoff", "turn"])
def test_a_payoff_or_a_turn_that_raises_is_named_with_the_state(hook: str) -> None:
    hooks = {"payoff": lambda _: (0, 0), "turn": lambda _: 0, hook: lambda state: {}[state]}
    game = PayoffGame.from_function(lambda state: [0] if state else [], start=1, **hooks)
    with refused(RulesError, given="KeyError", place="in state", rule=hook, fix="Mend"):
        solve(game)


def test_a_game_without_moves_is_told_to_define_them() -> None:
    class Silent(Game):
        start = 1

    for ask in (solve, diagnose, plan, explore):
        with refused(RulesError, given="Silent does not say its moves", rule="moves", fix="Define"):
            ask(Silent())
    report = check(Silent())
    assert not report.ok
    assert "Silent does not say its moves" in str(report)


def test_a_game_of_several_players_without_turns_is_told_to_define_them() -> None:
    class Silent(PayoffGame):
        start = 1

        def moves(self, state: int) -> list[Move]:
            return []

    with refused(RulesError, given="whose turn", rule="whose turn it is", fix="Define"):
        solve(Silent())


def test_a_game_without_a_start_is_told_to_give_one() -> None:
    class Nowhere(Game):
        def moves(self, state: int) -> list[Move]:
            return []

    for ask in (solve, diagnose, plan, explore):
        with refused(RulesError, given="Nowhere has no start", rule="begins", fix="`start`"):
            ask(Nowhere())
    assert solve(Nowhere(), start=0).value == 0  # another way out


def test_a_start_that_raises_is_named_like_moves_that_raise() -> None:
    class Broken(Game):
        @property
        def start(self) -> int:
            return 1 // 0

        def moves(self, state: int) -> list[Move]:
            return []

    with refused(RulesError, given="ZeroDivisionError", place="Broken"):
        solve(Broken())


def test_bounds_that_are_not_a_pair_are_refused() -> None:
    game = own_gain(1)
    vars(game)["bounds"] = lambda _: None
    with pytest.raises(ZermeloError) as caught:
        solve(game, method="alphabeta")
    four_parts(caught.value, place="bounds")


@pytest.mark.parametrize("bad", ["yes", 2])
def test_again_is_true_or_false(bad: object) -> None:
    game = own_moves(lambda state: [Move(state - 1, again=bad)] if state else [], start=2)
    for ask in (solve, diagnose):
        with refused(BadMove, given=repr(bad), place="Mine.moves(2)"):
            ask(game)


def test_a_label_that_is_no_string_is_shown_or_refused() -> None:
    game = own_moves(lambda state: [Move(state - 1, label=777)] if state else [])
    try:
        solution = solve(game)
    except BadMove as error:
        four_parts(error, given="777", place="Mine.moves(1)")
    else:
        assert "777" in str(solution)
        assert "777" in str(solution.play())


def test_a_picture_that_is_no_string_is_shown_all_the_same() -> None:
    game = Game.from_edges({1: [Move(0)]}, start=1, show=lambda state: 700 + state)
    assert "700" in str(solve(game).play())
    assert "700" in str(solve(game))
    assert "701" in str(solve(game).table())


def test_a_tie_rule_that_is_no_tie_is_refused() -> None:
    game = Game.from_edges({1: [0]}, start=1, tie="first")
    with pytest.raises(ZermeloError) as caught:
        _ = solve(game).winner
    four_parts(caught.value, given="'first'", place="tie")


def test_rules_that_answer_only_once_are_not_a_raw_traceback() -> None:
    asked: set[int] = set()

    def moves(state: int) -> list[Move]:
        if state in asked:
            raise LookupError("asked before")
        asked.add(state)
        return [Move(state - 1)] if state else []

    fact = diagnose(own_moves(moves, start=3)).deterministic
    assert fact.holds is False
    assert "LookupError: asked before" in fact.detail


def test_a_proof_over_rules_that_answer_only_once_is_not_a_raw_traceback() -> None:
    asked: set[int] = set()

    def moves(state: int) -> list[Move]:
        if state in asked:
            raise LookupError("asked before")
        asked.add(state)
        return [Move(state - 1)] if state else []

    solution = solve(own_moves(moves, start=3))
    with pytest.raises(ZermeloError) as caught:
        solution.prove()
    four_parts(caught.value, given="asked before")


# -- what is not a game


@pytest.mark.parametrize("given", [Ends, 5, None, "nim", (5, 3, 7, 10), lambda state: []])
@pytest.mark.parametrize("ask", [solve, diagnose, check, plan, explore, two_forms])
def test_what_is_not_a_game_is_refused(ask: object, given: object) -> None:
    if (ask, given) == (check, Ends):
        given = int  # of a class of games `check` draws instances
    with refused(BadInput, given=repr(given), rule="instance of a class", fix="from_function"):
        ask(given)


@pytest.mark.parametrize("given", [Ends, 5, None])
def test_what_is_not_a_game_is_refused_with_a_start_too(given: object) -> None:
    with refused(BadInput, given=repr(given), rule="instance of a class", fix="from_function"):
        solve(given, start=(0, 3))


def test_a_sum_of_nothing_is_refused() -> None:
    with refused(BadInput, given="()", place="Sum", rule="one or more games", fix="Sum(Nim"):
        Sum()


@pytest.mark.parametrize("given", [Nim, 5, None, "nim"])
def test_a_sum_of_something_else_is_refused(given: object) -> None:
    with refused(BadInput, given=repr(given), place="Sum", rule="games", fix="Sum(Nim"):
        Sum(Nim((3,)), given)


@pytest.mark.parametrize(
    "games",
    [
        (Nim((3,)), MisereNim((3,))),
        (Nim((3,)), Ends((1, 2))),
        (MisereNim((1,)), Ends((1, 2))),
        (Ends((1, 2)), Kalah(1, 1)),
        (Ends((1,)), Sum(Nim((3,)))),
        (TicTacToe(), TicTacToe()),
    ],
    ids=repr,
)
def test_a_sum_of_games_that_end_in_different_ways_is_refused(games: tuple[Game, ...]) -> None:
    kinds = ", ".join(type(game).__name__ for game in games)
    with refused(BadInput, given=kinds, place="Sum", rule="terminal payoff", fix="same ending"):
        Sum(*games)


@pytest.mark.parametrize("game", [DoublingTurns((1, 2)), PlayersRow((1, 2)), OwnTotals(Ends((1,)))])
def test_a_sum_of_games_with_own_totals_is_refused(game: Game) -> None:
    with refused(BadInput, given=type(game).__name__, place="Sum"):
        Sum(game)
    with refused(BadInput, given=type(game).__name__, place="Sum"):
        Sum(game, game)


@pytest.mark.parametrize("given", [DoublingTurns((1, 2)), OwnTotals(Ends((1, 2))), Ends, 5, None])
def test_own_totals_are_for_two_player_games(given: object) -> None:
    with refused(BadInput, given=repr(given), place="OwnTotals", rule="two-player", fix="Pass"):
        OwnTotals(given)


# -- states that cannot be keys

UNHASHABLE = {"list": [1, 2], "tuple with a list": (1, [2]), "set": {1}, "dict": {1: 2}}


@pytest.mark.parametrize("state", named(UNHASHABLE))
@pytest.mark.parametrize("method", [None, "winloss", "nimbers", "alphabeta"])
def test_an_unhashable_start_is_refused_by_every_method(state: object, method: str | None) -> None:
    rules = {"given": repr(state), "place": "start", "rule": "hashable", "fix": "where you have"}
    with refused(UnhashableState, **rules):
        solve(own_moves(lambda _: [], start=state, base=LastMoverWins), method=method)
    with refused(UnhashableState, **rules):
        solve(own_moves(lambda _: [], base=LastMoverWins), start=state, method=method)


@pytest.mark.parametrize("state", named(UNHASHABLE))
@pytest.mark.parametrize("ask", [diagnose, explore, plan])
def test_an_unhashable_start_is_refused_before_solving(ask: object, state: object) -> None:
    with refused(UnhashableState, given=repr(state), place="start", fix="where you have"):
        ask(own_moves(lambda _: [], start=state))


@pytest.mark.parametrize("state", named(UNHASHABLE))
@pytest.mark.parametrize("method", [None, "winloss", "nimbers", "alphabeta"])
def test_a_move_to_an_unhashable_state_is_refused(state: object, method: str | None) -> None:
    rules = {
        "given": repr(state),
        "place": ".moves(1)",
        "rule": "hashable",
        "fix": "where you have",
    }
    with refused(UnhashableState, **rules):
        solve(own_moves(lambda _: [Move(state)], base=LastMoverWins), method=method)
    with refused(UnhashableState, **rules):
        solve(LastMoverWins.from_function(lambda _: [state], start=1), method=method)
    with refused(UnhashableState, **rules):
        solve(LastMoverWins.from_edges({1: [state]}, start=1), method=method)


def test_the_battery_reports_an_unhashable_state() -> None:
    report = check(own_moves(lambda _: [Move([2])]))
    assert [finding.name for finding in report.failures] == ["rules"]
    assert "the state [2] is, or holds, a value of type list" in str(report)


# -- games of p players


def players(count: int, **hooks: object) -> PayoffGame:
    """One move from state 1 to state 0, player 0 to move."""
    hooks = {"turn": lambda _: 0, **hooks}
    return PayoffGame.from_function(
        lambda state: [Move(0, gain=1)] if state else [], start=1, players=count, **hooks
    )


def test_the_small_game_of_p_players_of_these_tests_is_sound() -> None:
    assert solve(players(3)).value == (1, 0, 0)
    assert solve(players(2, payoff=lambda _: (5, Fraction(1, 2)))).value == (6, Fraction(1, 2))


@pytest.mark.parametrize("given", [None, 3, (), (1,), (1, 2, 3), "ab", "a", [1]])
def test_a_payoff_of_p_players_has_p_numbers(given: object) -> None:
    with refused(BadNumber, given=repr(given), place="payoff(0)", rule="2 numbers", fix="(0, 0)"):
        solve(players(2, payoff=lambda _: given))


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
def test_every_part_of_a_payoff_is_a_number(bad: object) -> None:
    with refused(BadNumber, given=repr(bad), place="payoff(0)", rule="number", fix="Fraction"):
        solve(players(2, payoff=lambda _: (0, bad)))


@pytest.mark.parametrize("turn", [2, -1, True, False, "0", None, 0.0])
def test_a_turn_is_the_number_of_a_player(turn: object) -> None:
    with refused(RulesError, given=f"is {turn!r}", place="turn(1)", rule="0 … 1", fix="from 0"):
        solve(players(2, turn=lambda _: turn))


@pytest.mark.parametrize("count", [0, -1, True, "3", None, 2.0])
def test_a_number_of_players_is_a_whole_number(count: object) -> None:
    with pytest.raises(ZermeloError) as caught:
        solve(players(count))
    four_parts(caught.value, place="players")


def test_keeping_the_turn_is_said_by_the_turn_alone() -> None:
    game = PayoffGame.from_function(
        lambda state: [Move(0, again=True)] if state else [], start=1, turn=lambda _: 0
    )
    with refused(
        RulesError, given="again=True", place="state 1", rule="turn(state) alone", fix="turn(next"
    ):
        solve(game)


# -- arguments of solve and its friends

BAD_BUDGETS = {"zero": 0, "negative": -5, "True": True, "float": 1.5, "string": "9", "NaN": NAN}


@pytest.mark.parametrize("budget", named(BAD_BUDGETS))
@pytest.mark.parametrize("ask", [solve, diagnose, explore, two_forms, check])
def test_a_budget_is_a_positive_whole_number(ask: object, budget: object) -> None:
    with refused(BadInput, given=str(budget), place="budget", fix="Pass an int of at least 1"):
        ask(Ends((5, 3, 7, 10)), budget=budget)


@pytest.mark.parametrize("budget", named(BAD_BUDGETS))
def test_the_budget_of_a_proof_is_a_positive_whole_number(budget: object) -> None:
    solution = solve(Ends((5, 3, 7, 10)))
    with refused(BadInput, given=str(budget), place="budget", fix="Pass an int of at least 1"):
        solution.prove(budget=budget)


def test_a_budget_one_state_too_small_is_exceeded_and_one_larger_is_not() -> None:
    game = own_moves(lambda heap: [Move(heap - 1, gain=1)] if heap else [], start=27)
    assert solve(game, budget=28).prove(budget=28).states == 28
    with refused(BudgetExceeded, given="Mine has more than 27", rule="every state", fix="=270"):
        solve(game, budget=27)
    with refused(BudgetExceeded, given="more than 27", place="prove", fix="budget=270"):
        solve(game).prove(budget=27)


def test_the_budget_of_nimbers_counts_the_parts() -> None:
    game = Nim((3, 4, 5))  # heaps of 0 … 5
    assert solve(game, budget=6).nimber == 3 ^ 4 ^ 5
    with refused(BudgetExceeded, given="more than 5 parts", place="nimbers", fix="budget="):
        solve(game, budget=5)


def test_a_diagnosis_beyond_its_budget_says_unknown_instead_of_failing() -> None:
    diagnosis = diagnose(Ends((5, 3, 7, 10, 2, 1)), budget=10)
    assert diagnosis.finite.holds is None
    assert diagnosis.conserved.holds is None
    assert "budget" in diagnosis.finite.detail


def test_the_battery_beyond_its_budget_fails_nothing_and_says_so() -> None:
    report = check(long_chain(Game, 1), budget=10)
    assert not report.failures
    assert "more than 10 states" in str(report)


def test_a_search_beyond_its_budget_gives_bounds_and_no_value() -> None:
    solution = solve(Ends((5, 3, 7, 10, 2, 1)), method="alphabeta", budget=3)
    low, high = solution.bounds
    assert low <= solve(solution.game).value <= high
    with refused(
        Unavailable, given="the search stopped", place="(0, 5)", rule="proven", fix="budget"
    ):
        _ = solution.value


@pytest.mark.parametrize("name", ["backwards", "", "Backward", "minimax ", 5, ("backward",), []])
def test_an_unknown_method_is_answered_with_the_list(name: object) -> None:
    for ask in (solve, plan):
        with refused(BadInput, given=repr(name), place="method", fix="Leave the method out") as _:
            ask(Ends((5, 3)), method=name)


def test_the_list_of_methods_is_complete() -> None:
    with pytest.raises(BadInput) as caught:
        solve(Ends((5, 3)), method="magic")
    assert all(name in caught.value.rule for name in METHODS)


@pytest.mark.parametrize("seconds", named({"string": "1", "True": True, "NaN": NAN, "minus": -1}))
def test_a_time_limit_is_a_number_of_seconds(seconds: object) -> None:
    with refused(BadInput, given=str(seconds), place="seconds"):
        solve(Ends((5, 3)), method="alphabeta", seconds=seconds)
    with refused(BadInput, given=str(seconds), place="cpu_seconds"):
        explore(Ends((5, 3)), cpu_seconds=seconds)


def test_a_progress_callback_can_be_called() -> None:
    with refused(BadInput, given="5", place="progress"):
        solve(Ends((5, 3)), progress=5)


def test_an_error_in_a_progress_callback_is_not_blamed_on_the_rules() -> None:
    def broken(progress: object) -> None:
        raise LookupError("the callback's own")

    with pytest.raises(LookupError, match="the callback's own"):
        solve(long_chain(Game, 1), progress=broken)


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (Ends((5, 3, 7)), "nonsense"),
        (Ends((5, 3, 7)), 5),
        (Ends((5, 3, 7)), (0, 9)),
        (Ends((1, 1, 1)), "nonsense"),
        (Ends((1, 1, 1)), 5),
        (Ends((1, 1, 1)), (0, 9)),
        (Divisor(6), "nonsense"),
        (Divisor(6), 7.5),
        (Nim((1, 2)), 5),
        (Nim((1, 2)), "nonsense"),
        (TokenGraph(((1,), ())), 9),
        (TicTacToe(), "nonsense"),
        (PlayersRow((5, 3, 7)), "nonsense"),
    ],
    ids=repr,
)
def test_a_start_that_is_no_state_of_the_game_is_no_raw_traceback(
    game: Game, start: object
) -> None:
    with pytest.raises(ZermeloError) as caught:
        solve(game, start=start).play()
    four_parts(caught.value)


# -- methods that do not fit

SCORED_CYCLE = Game.from_edges({"a": {"b": 0, "end": 3}, "b": {"a": 0}}, start="a")
GAINING_CYCLE = Game.from_edges({"a": {"b": 1}, "b": {"a": 0, "end": 2}}, start="a")
KEPT_TURN = LastMoverWins.from_function(lambda n: [Move(n - 1, again=n == 2)] if n else [], start=3)


@pytest.mark.parametrize(
    ("game", "method", "given", "fix"),
    [
        (STUCK, "backward", "acyclic", "retrograde"),
        (STUCK, "winloss", "acyclic", "retrograde"),
        (STUCK, "minimax", "acyclic", "retrograde"),
        (STUCK, "nimbers", "play that can come back", "retrograde"),
        (SCORED_CYCLE, "backward", "acyclic", "thresholds"),
        (SCORED_CYCLE, "retrograde", "a gain of 3 in state 'a'", "thresholds"),
        (Ends((5, 3)), "winloss", "a gain of 5 in state (0, 1)", "backward"),
        (Ends((5, 3)), "retrograde", "a gain of 5 in state (0, 1)", "backward"),
        (Ends((5, 3)), "nimbers", "a gain of 5", "backward"),
        (own_payoff(7), "winloss", "its end 0 pays 7", "backward"),
        (own_payoff(7), "retrograde", "its end 0 pays 7", "backward"),
        (MisereNim((3, 4)), "nimbers", "an end that pays 1", "winloss"),
        (KEPT_TURN, "nimbers", "keeps the turn", "winloss"),
        (TicTacToe(1, 2, 2), "nimbers", "an end that pays 0", "winloss"),
        (Ends((5, 3)), "vectors", "two players with opposed aims", "backward"),
        (DoublingTurns((5, 3)), "alphabeta", "two players with opposed aims", "vectors"),
        (DoublingTurns((5, 3)), "backward", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "minimax", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "winloss", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "retrograde", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "thresholds", "own totals", "vectors"),
        (DoublingTurns((5, 3)), "nimbers", "own total", "vectors"),
        (Ends((5, 3, 7)), "even-row", "3 coins are an odd number", "backward"),
        (Front((5, 3)), "even-row", "shape Row", "backward"),
        (Ends((5, 3)), "equal-row", "not all equal", "backward"),
        (Front((5, 5)), "equal-row", "shape Row", "backward"),
        (Nim((3,)), "divisor-parity", "shape DivisorHeap", "winloss"),
    ],
    ids=lambda part: part if isinstance(part, str) else type(part).__name__,
)
def test_a_method_that_does_not_fit_says_why_and_what_does(
    game: Game, method: str, given: str, fix: str
) -> None:
    for ask in (solve, plan):
        with refused(
            MethodRefused,
            given=given,
            place=f"{METHODS[method].title} on {type(game).__name__}",
            rule="theorem",
            fix=fix,
        ):
            ask(game, method=method)
    if fix in METHODS:
        assert solve(game, method=fix).plan.method == fix


def test_backward_induction_names_the_cycle() -> None:
    game = TokenGraph(((1,), (2,), (3, 4), (1,), ()))  # 1 → 2 → 3 → 1, entered from 0
    with pytest.raises(MethodRefused) as caught:
        solve(game, method="backward")
    found = re.search(r"acyclic: (\d(?: → \d)+)", caught.value.given)
    assert found
    line = [int(vertex) for vertex in found[1].split(" → ")]
    assert line[0] == line[-1]
    assert sorted(line[1:]) == [1, 2, 3]
    assert all(b in game.graph[a] for a, b in pairwise(line))


@pytest.mark.parametrize("method", [None, "thresholds"])
def test_a_cycle_that_carries_a_gain_is_named_and_has_no_value(method: str | None) -> None:
    with refused(
        MethodRefused,
        given="the cycle 'a' → 'b' → 'a' carries a gain of 1",
        rule="theorem",
        fix="No method here solves this game",
    ):
        solve(GAINING_CYCLE, method=method)
    diagnosis = diagnose(GAINING_CYCLE)
    assert diagnosis.bounded.holds is False
    assert set(diagnosis.bounded.witness) == {"a", "b"}


def test_own_totals_on_a_cycle_are_refused() -> None:
    with refused(MethodRefused, given="not acyclic", place="OwnTotals"):
        solve(OwnTotals(SCORED_CYCLE))


def test_the_way_out_is_not_to_leave_out_a_method_that_nobody_named() -> None:
    with pytest.raises(MethodRefused) as caught:
        solve(OwnTotals(SCORED_CYCLE))
    assert "Leave the method out" not in caught.value.fix


def test_states_whose_names_hold_a_full_stop_do_not_break_the_message() -> None:
    game = Game.from_edges({"St. Paul": ["b"], "b": ["St. Paul"]}, start="St. Paul")
    with pytest.raises(MethodRefused) as caught:
        solve(game, method="backward")
    assert "'St. Paul' →" in caught.value.given or "→ 'St. Paul'" in caught.value.given
    assert caught.value.fix == 'Try method="retrograde"'


REPRESENTATIVES = {
    "a scored row": Ends((5, 3, 7)),
    "a heap": Subtraction(7),
    "a misère game": MisereNim((2, 3)),
    "a cyclic outcome": TokenGraph(((1, 2), (0, 3), (3,), ())),
    "a cyclic misère outcome": LastMoverLoses.from_edges({0: [1, 2], 1: [0]}, start=0),
    "a scored cycle": SCORED_CYCLE,
    "kept turns": DotsAndBoxes(1, 1),
    "own totals": PlayersRow((5, 3, 7)),
}


@pytest.mark.parametrize("method", METHODS)
def test_the_method_that_a_refusal_names_does_fit(method: str) -> None:
    wrong = []
    for name, game in REPRESENTATIVES.items():
        try:
            solve(game, method=method, budget=1000)
        except MethodRefused as refusal:
            four_parts(refusal)
            advised = re.search(r'method="([a-z-]+)"', refusal.fix)
            if advised is not None:
                try:
                    solve(game, method=advised[1])
                except MethodRefused:
                    wrong.append(f"{name}: {method} advises {advised[1]}, which refuses")
    assert wrong == []


# -- starts where play is over

OVER = Game.from_edges({}, start="over")
WON = Game.from_edges({}, start="over", payoff={"over": 5})
LOST = LastMoverWins.from_edges({}, start="over")
MISERE = LastMoverLoses.from_edges({}, start="over")
VECTOR = PayoffGame.from_edges(
    {}, start="over", payoff={"over": (1, 4, 2)}, players=3, turn=lambda _: 2
)


@pytest.mark.parametrize(
    ("game", "method", "value", "winner"),
    [
        (OVER, None, 0, "Tie"),
        (OVER, "backward", 0, "Tie"),
        (OVER, "winloss", 0, "Tie"),
        (OVER, "alphabeta", 0, "Tie"),
        (WON, None, 5, "first player"),
        (WON, "minimax", 5, "first player"),
        (WON, "thresholds", 5, "first player"),
        (WON, "alphabeta", 5, "first player"),
        (LOST, None, -1, "second player"),
        (LOST, "winloss", -1, "second player"),
        (LOST, "retrograde", -1, "second player"),
        (LOST, "nimbers", -1, "second player"),
        (LOST, "backward", -1, "second player"),
        (LOST, "alphabeta", -1, "second player"),
        (MISERE, None, 1, "first player"),
        (MISERE, "retrograde", 1, "first player"),
        (VECTOR, None, (1, 4, 2), "second player"),
        (Ends(()), "equal-row", 0, "Tie"),
        (Ends(()), "even-row", 0, "Tie"),
        (Divisor(1), "divisor-parity", -1, "Bob"),
    ],
)
def test_a_start_where_play_is_over_has_all_its_answers(
    game: Game, method: str | None, value: object, winner: str
) -> None:
    solution = solve(game, method=method)
    assert solution.value == value
    assert solution.winner == winner
    assert solution.best_moves() == []
    assert solution.options() == []
    play = solution.play()
    assert (len(play), play.end, play.repeats) == (0, solution.start, False)
    assert [len(line) for line in solution.plays()] == [0]
    assert solution.count_plays() == 1
    proof = solution.prove()
    assert (proof.value, proof.states, proof.moves) == (value, 1, 0)
    assert "play is over" in str(solution)
    assert len(solution.against("greedy" if method != "even-row" else own_choice).play) == 0


def own_choice(state: object, moves: list[Move]) -> Move:
    return moves[0]


def test_an_end_in_the_middle_of_a_cyclic_game_has_all_its_answers() -> None:
    solution = solve(TokenGraph(((1, 2), (0, 3), (3,), ()))).at(3)
    assert (solution.value, solution.outcome, solution.remoteness) == (-1, "loss", 0)
    assert solution.best_moves() == []
    assert len(solution.play()) == 0
    assert solution.count_plays() == 1
    assert solution.prove().states == 1


def test_the_payoff_of_an_end_is_in_the_totals_of_an_empty_play() -> None:
    assert solve(WON).play().totals == (5, 0)
    assert solve(VECTOR).play().totals == (1, 4, 2)


# -- questions about states that are not there


class AnyEnds(Ends):
    """Ends as a user writes it, without a word about its positions."""

    impossible = Game.impossible


class AnyHeap(Subtraction):
    """The same for a heap."""

    impossible = Game.impossible


class AnyToken(TokenGraph):
    """And for a token."""

    impossible = Game.impossible


@pytest.mark.parametrize("state", ["nonsense", (0, 99), (9, 3), None, 5, [0, 3], (0, [3])])
@pytest.mark.parametrize("method", ["backward", "minimax", "thresholds"])
def test_a_state_that_the_start_does_not_reach_is_unknown(method: str, state: object) -> None:
    solution = solve(AnyEnds((5, 3, 7, 10)), method=method)
    rules = {"given": repr(state), "rule": "(0, 3) reaches", "fix": "start="}
    for ask in (solution.value_of, solution.outcome_of, solution.scores_of, solution.at):
        with refused(UnknownState, **rules):
            ask(state)


@pytest.mark.parametrize("state", ["nonsense", (0, 99), (9, 3), 5, [0, 3], (0, [3])])
def test_moves_of_a_state_that_the_start_does_not_reach_are_unknown(state: object) -> None:
    solution = solve(AnyEnds((5, 3, 7, 10)))
    for ask in (solution.best_moves, solution.options):
        with refused(UnknownState, given=repr(state), fix="start="):
            ask(state)


@pytest.mark.parametrize("state", ["nonsense", 99, -1, [0], None])
@pytest.mark.parametrize(
    "game", [AnyHeap(7), AnyToken(((1,), (0, 2), ()))], ids=["winloss", "retrograde"]
)
def test_the_remoteness_of_an_unknown_state_is_unknown(game: Game, state: object) -> None:
    solution = solve(game)
    for ask in (solution.remoteness_of, solution.value_of, solution.at):
        with refused(UnknownState, given=repr(state), rule="reaches", fix="spelling"):
            ask(state)


@pytest.mark.parametrize(
    ("game", "method", "state"),
    [
        (Ends((1, 1, 1)), "equal-row", "nonsense"),
        (Ends((1, 1, 1)), "equal-row", 5),
        (Ends((1, 1, 1)), "equal-row", (7, 9)),
        (Ends((1, 1, 1)), "equal-row", (0, 99)),
        (Ends((1, 2, 3, 4)), "even-row", "nonsense"),
        (Ends((1, 2, 3, 4)), "even-row", 5),
        (Divisor(6), "divisor-parity", "nonsense"),
        (Divisor(6), "divisor-parity", -5),
        (Divisor(6), "divisor-parity", 0),
        (Divisor(6), "divisor-parity", 2.5),
        (Nim((1, 2)), "nimbers", "nonsense"),
        (Nim((1, 2)), "nimbers", 5),
        (Subtraction(5), "nimbers", [5]),
        (Front((1, 2, 3)), "alphabeta", "nonsense"),
        (Front((1, 2, 3)), "alphabeta", [1]),
        (PlayersRow((1, 2, 3)), "vectors", "nonsense"),
        (PlayersRow((1, 2, 3)), "vectors", [0, 1]),
    ],
)
def test_nonsense_as_a_state_is_no_raw_traceback_of_any_method(
    game: Game, method: str, state: object
) -> None:
    solution = solve(game, method=method)
    for ask in (solution.value_of, solution.at):
        with pytest.raises(ZermeloError) as caught:
            ask(state)
        four_parts(caught.value)


def test_a_question_that_failed_spoils_no_later_answer() -> None:
    solution = solve(Nim((1, 2)))
    with pytest.raises(ZermeloError):
        solution.value_of(("nonsense",))
    assert solution.nimber_of((1, 2)) == 3
    assert solution.nimber_of((4, 9)) == 4 ^ 9  # heaps that were not met before


def test_the_scores_of_a_state_out_of_reach_are_no_raw_traceback() -> None:
    solution = solve(StoneGameII((1, 2, 3, 4, 5)), method="alphabeta")
    with pytest.raises(ZermeloError) as caught:
        solution.scores_of((3, 5))  # a cap of 5 takes more than three piles to reach
    four_parts(caught.value, place="(3, 5)")


# -- strategies, players, views


def test_a_strategy_that_breaks_the_rules_is_caught_with_the_legal_moves() -> None:
    def cheat(state: object, moves: list[Move]) -> Move:
        return Move((2, 2), gain=100, label="everything")

    with refused(
        IllegalMove,
        given="cheat chose Move(to=(2, 2)",
        place="state (0, 3)",
        rule="['left', 'right']",
        fix="Return one of the moves",
    ):
        solve(Ends((5, 3, 7, 10))).against(cheat)


@pytest.mark.parametrize("answer", [None, "left", 0, (1, 3), [Move((1, 3), gain=5, label="left")]])
def test_a_strategy_that_returns_no_move_is_caught(answer: object) -> None:
    with refused(IllegalMove, given=repr(answer), place="state", rule="legal", fix="Return one"):
        solve(Ends((5, 3, 7, 10))).against(lambda state, moves: answer)


@pytest.mark.parametrize("strategy", ["greed", "", None, 5, ["greedy"]])
def test_an_unknown_strategy_is_answered_with_the_list(strategy: object) -> None:
    with refused(
        BadInput, given=repr(strategy), place="against", rule="greedy, colouring", fix="'greedy'"
    ):
        solve(Ends((5, 3, 7, 10))).against(strategy)


@pytest.mark.parametrize(
    "game", [Front((1, 2, 3, 4)), Ends((5, 3, 7)), Nim((3,))], ids=["front", "odd", "nim"]
)
def test_the_colouring_strategy_is_for_even_rows(game: Game) -> None:
    with refused(
        MethodRefused, given=type(game).__name__, place="colouring", rule="even", fix="greedy"
    ):
        solve(game).against("colouring")


@pytest.mark.parametrize("player", [2, -1, "first", None, 0.5, 1.0, [0]])
def test_a_player_is_a_number_from_zero(player: object) -> None:
    with refused(BadInput, given=repr(player), place="against", rule="0 … 1", fix="player=0"):
        solve(Ends((5, 3, 7, 10))).against("greedy", player=player)


def test_a_game_of_three_has_players_up_to_two() -> None:
    solution = solve(PlayersRow((5, 3, 7, 10)))
    assert solution.against("greedy", player=2).player == 2
    with refused(BadInput, given="3", place="against", rule="0 … 2", fix="player=0"):
        solution.against("greedy", player=3)


@pytest.mark.parametrize("view", ["value", "", "Pair", None, 5, ["total"]])
def test_an_unknown_view_of_the_table_is_answered_with_the_list(view: object) -> None:
    with refused(
        BadInput, given=repr(view), place="view", rule="difference, pair, total", fix="one of them"
    ):
        solve(Ends((5, 3))).table(view)


# -- the errors themselves


def tree(root: type[ZermeloError]) -> list[type[ZermeloError]]:
    return [root, *(kind for child in root.__subclasses__() for kind in tree(child))]


@pytest.mark.parametrize("kind", tree(ZermeloError))
@pytest.mark.parametrize("where", ["", "somewhere"])
@pytest.mark.parametrize("copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy])
def test_every_error_survives_a_round_trip(
    kind: type[ZermeloError], where: str, copied: object
) -> None:
    error = kind("what was 'given'", where=where, rule="a rule", fix="A way out")
    twin = copied(error)
    assert type(twin) is kind
    assert str(twin) == str(error)
    for part in ("given", "where", "rule", "fix", "args"):
        assert getattr(twin, part) == getattr(error, part)
    four_parts(twin, given="what was 'given'", place=where, rule="a rule", fix="A way out")


@pytest.mark.parametrize("kind", tree(ZermeloError))
def test_every_error_is_drawn_in_the_tree_of_its_module(kind: type[ZermeloError]) -> None:
    assert kind.__module__ == "zermelo.errors"
    assert getattr(errors, kind.__name__) is kind
    assert re.search(rf"\b{kind.__name__}\b", errors.__doc__)
    assert kind.__doc__


def test_an_error_that_was_raised_survives_pickling() -> None:
    with pytest.raises(UnknownState) as caught:
        solve(Ends((5, 3))).value_of("nonsense")
    twin = pickle.loads(pickle.dumps(caught.value))
    assert str(twin) == str(caught.value)
    four_parts(twin, given="'nonsense'")


def test_errors_are_also_what_python_calls_them() -> None:
    with pytest.raises(ValueError, match="item 0"):
        Ends(("x",))
    with pytest.raises(KeyError) as caught:
        solve(Ends((5, 3))).value_of("nonsense")
    assert str(caught.value).startswith("the state 'nonsense' is no position")  # no quotes


@pytest.mark.parametrize("given", [(((0, 3), (0, 2)),), ((0, 3, 5),), ((3, 0),), (7,), ((0, 1.5),)])
def test_a_box_that_is_none_is_refused(given: tuple[Any, ...]) -> None:
    with pytest.raises(BadInput, match=r"range 0 of a Box.*Box\(\(0, 3\), \(-1, 2\)\)"):
        Box(*given)


@pytest.mark.parametrize("given", [-1, 2.5, "3"])
def test_subsets_of_no_number_of_items_are_refused(given: Any) -> None:
    with pytest.raises(BadInput, match=r"Subsets\.items"):
        Subsets(given)
