"""Methods that make a table of their own keep to the memory that is named."""

import pytest

from zermelo import plan, solve
from zermelo.errors import BudgetExceeded
from zermelo.games import (
    CanIWin,
    Divisor,
    DotsAndBoxes,
    Ends,
    Octal,
    Rows,
    Squares,
    StoneGameII,
    StoneGameIII,
    Subtraction,
)
from zermelo.methods import METHODS
from zermelo.methods.contract import FamilyMethod
from zermelo.model.game import Game

ROW = tuple(range(7, 5007))
LARGE: dict[str, Game] = {
    "cap-queues": StoneGameII(ROW),
    "divisor-sieve": Divisor(10**5),
    "front-window": StoneGameIII(ROW),
    "heap-sieve": Squares(10**6),
    "interval-table": Ends(ROW),
    "octal-periods": Octal((2000,), "0.6"),
    "peak-fusion": Ends(ROW),
    "pool-scores": DotsAndBoxes(3, 3),
    "pool-words": CanIWin(25, 100),
    "rows-fusion": Rows((ROW, ROW)),
}


def test_every_method_of_a_family_is_here() -> None:
    families = {name for name, method in METHODS.items() if isinstance(method, FamilyMethod)}
    assert families <= set(LARGE)


@pytest.mark.parametrize("name", LARGE)
def test_a_table_is_not_begun_that_the_named_memory_does_not_hold(name: str) -> None:
    with pytest.raises(BudgetExceeded, match="memory"):
        solve(LARGE[name], method=name, memory=10_000)


def test_without_a_name_the_way_of_its_family_is_not_taken_either() -> None:
    assert plan(Ends(ROW)).method == "peak-fusion"
    with pytest.raises(BudgetExceeded, match="memory"):
        solve(Ends(ROW), memory=10_000)


def test_a_period_needs_no_more_than_the_heaps_that_show_it() -> None:
    assert solve(Subtraction(10**9, (1, 2, 3)), memory=10_000).value == -1
    assert solve(Octal((10**5,), "0.77"), memory=100_000).value == 1
