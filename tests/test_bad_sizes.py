"""Bad input: sizes, names and switches of the catalogue; empty games."""

import re
from fractions import Fraction

import pytest

from bad_input import NOT_NUMBERS, NUMBER_TAKERS, SIZE_TAKERS, Wrapping, leaves, refused
from zermelo import Game, PayoffGame, check, solve
from zermelo.errors import BadInput, ZermeloError
from zermelo.faces.service.problems import service_problem
from zermelo.games import (
    BalancedEnds,
    CanIWin,
    CatAndMouse,
    Chomp,
    ConnectFour,
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
    PredictTheWinner,
    Rows,
    SmallerEnd,
    StoneGameII,
    StoneGameIII,
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

PYTHON = re.compile(r"\b(int|ints|str|bool|float|tuple|None|True|False)\b|Fraction\(|of type")
NOT_SIZES = (*NOT_NUMBERS, 2.0, Fraction(5, 2), -7)


# -- sizes


@pytest.mark.parametrize("taker", [*SIZE_TAKERS, *NUMBER_TAKERS])
def test_bad_numbers_are_refused_on_the_page_without_a_word_of_python(taker: str) -> None:
    make = SIZE_TAKERS[taker][0] if taker in SIZE_TAKERS else NUMBER_TAKERS[taker]
    for bad in (True, "1", 0.1, float("nan"), None, [], (1,)):
        with pytest.raises(ZermeloError) as caught:
            make(bad)
        told = service_problem(caught.value)
        assert not PYTHON.search(f"{told.message} {told.fix}"), (told.message, told.fix)


def test_a_fraction_is_written_as_people_do() -> None:
    with pytest.raises(BadInput) as caught:
        ConnectFour(Fraction(7, 2))  # type: ignore[arg-type]
    told = service_problem(caught.value)
    assert (told.message, told.fix) == (
        "ConnectFour.width: 7/2 is no such number; a size is a whole number.",
        "Give a whole number of at least 1.",
    )


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
