"""Bad input: numbers, rows and graphs that are given to the catalogue."""

import numbers
from dataclasses import fields
from fractions import Fraction

import pytest

from bad_input import (
    INF,
    NAN,
    NEVER_NUMBERS,
    NOT_NUMBERS,
    NUMBER_TAKERS,
    SIZE_TAKERS,
    Wrapping,
    named,
    own_gain,
    refused,
)
from zermelo import Game, LastMoverWins, solve
from zermelo.errors import BadInput
from zermelo.games import (
    GAMES,
    BalancedEnds,
    DoublingTurns,
    Ends,
    Front,
    MeltingRow,
    PlayersRow,
    PoolRace,
    Rows,
    SmallerEnd,
    StoneGame,
    StoneGameII,
    StoneGameIX,
    StoneGameVI,
)


def test_the_wrapping_numbers_of_these_tests_do_wrap() -> None:
    assert int(Wrapping(100) + Wrapping(100)) == -56
    assert isinstance(Wrapping(1), numbers.Integral)


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
