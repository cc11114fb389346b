"""Saved tables of the same rules: the layers that they hold are looked up, not solved again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compiled_beside_plain import assert_same
from executed_rules import by_python
from prompt_runs import told
from saved_tables import flipped
from table_games import shared
from zermelo import Game, LastMoverWins, Move, Solution, solve
from zermelo.engines.layers import reusing
from zermelo.engines.layers.backward import Settling
from zermelo.errors import BadInput, BadTable, DamagedTable
from zermelo.games import TicTacToe
from zermelo.machine.layout import observed
from zermelo.machine.relaying import keys_in


@dataclass(frozen=True)
class Stairs(Game):
    """Go round on a stair, or down to the next one; the last stair pays."""

    top: int
    round: int = 5

    @property
    def start(self) -> tuple[int, int]:
        return self.top, 1

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        stair, place = state
        if stair:
            yield Move((stair, (place + 1) % self.round))
            yield Move((stair - 1, (2 * place + 1) % self.round))

    def payoff(self, state: tuple[int, int]) -> int:
        return (state[1] + 1) % 3 - 1

    def layer(self, state: tuple[int, int]) -> int:
        return state[0]


@dataclass(frozen=True)
class Towers(LastMoverWins):
    """Take one or two from the first heap, or one from both."""

    heaps: tuple[int, int]

    @property
    def start(self) -> tuple[int, int]:
        return self.heaps

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        one, two = state
        if one:
            yield Move((one - 1, two))
        if one > 1:
            yield Move((one - 2, two))
        if one and two:
            yield Move((one - 1, two - 1))

    def layer(self, state: tuple[int, int]) -> int:
        return state[0] + state[1]


@pytest.fixture(autouse=True)
def _by_python() -> Iterator[None]:
    with by_python():
        yield


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The layers that are settled, not looked up."""
    found, parts = list[int](), Settling._parts
    monkeypatch.setattr(
        Settling,
        "_parts",
        lambda own, layer, by: found.append(layer.number) or parts(own, layer, by),
    )
    return found


def saved(solution: Solution, path: Path) -> str:
    solution.save(path)
    return str(path)


def test_layers_of_a_table_are_looked_up(tmp_path: Path, settled: list[int]) -> None:
    lower = saved(solve(Stairs(3), engine="plain"), tmp_path / "lower.table")
    found = solve(Stairs(5), tables=lower)
    assert {*settled} == {4, 5}
    assert_same(found, solve(Stairs(5), engine="plain"))
    assert found.prove().states == 6 * 5


def test_a_table_of_layers_serves_the_next_one(tmp_path: Path, settled: list[int]) -> None:
    lower = saved(solve(Towers((4, 0)), engine="layers"), tmp_path / "lower.table")
    settled.clear()
    found = solve(Towers((6, 0)), tables=[Path(lower)])
    assert {*settled} == {5, 6}
    assert_same(found, solve(Towers((6, 0)), engine="plain"))


def test_several_tables_hold_a_layer_together(tmp_path: Path, settled: list[int]) -> None:
    paths = [
        saved(solve(Towers(heaps), engine="plain"), tmp_path / f"{heaps}.table")
        for heaps in ((4, 4), (3, 5))
    ]
    found = solve(Towers((5, 5)), tables=paths)
    assert {*settled} == {9, 10}
    assert_same(found, solve(Towers((5, 5)), engine="plain"))


def test_a_layer_that_is_held_in_part_is_solved(tmp_path: Path, settled: list[int]) -> None:
    lower = saved(solve(Towers((2, 1)), engine="plain"), tmp_path / "lower.table")
    found = solve(Towers((4, 2)), tables=lower)
    assert {*settled} == {2, 3, 4, 5, 6}  # (0, 2) is not below (2, 1)
    assert_same(found, solve(Towers((4, 2)), engine="plain"))


def test_vectors_are_looked_up(tmp_path: Path, settled: list[int]) -> None:
    rules: Any = [[(1, 2, False), (2, 1, False)], [(3, 1, False)], [(3, 0, False)], []]
    game = shared(rules, [0, 0, 0, 0, 0, 0, 4, 5], [0, 1, 1, 0], 2)
    path = saved(solve(game, engine="layers"), tmp_path / "x.table")
    settled.clear()
    assert_same(solve(game, tables=path, method="vectors"), solve(game, engine="plain"))
    assert not settled


def test_the_game_may_differ_in_fields_that_no_rule_mentions(tmp_path: Path) -> None:
    path = saved(solve(Stairs(3, 4), engine="plain"), tmp_path / "x.table")
    with pytest.raises(BadTable, match=r"round is 4 in the table, 5 here; it is the table of"):
        solve(Stairs(5), tables=path)
    with pytest.raises(BadTable, match="the class is"):
        solve(Towers((3, 3)), tables=path)


@dataclass(frozen=True)
class Piles(LastMoverWins):
    """Take up to so many; `most` is named in its own way by each class below."""

    heap: int
    most: int

    @property
    def start(self) -> int:
        return self.heap

    def layer(self, heap: int) -> int:
        return heap


class LookedUp(Piles):
    def moves(self, heap: int) -> Iterator[Move]:
        for k in range(1, 1 + getattr(self, "most")):  # noqa: B009 - that is what is tested
            if k <= heap:
                yield Move(heap - k)


class Matched(Piles):
    def moves(self, heap: int) -> Iterator[Move]:
        match self:
            case Matched(_, most):
                for k in range(1, 1 + most):
                    if k <= heap:
                        yield Move(heap - k)


class GoneThrough(Piles):
    def __contains__(self, taken: int) -> bool:
        return taken <= self.most

    def moves(self, heap: int) -> Iterator[Move]:
        for k in range(1, 1 + heap):
            if k in self:
                yield Move(heap - k)


@dataclass(frozen=True)
class MadeBefore(Piles):
    def __post_init__(self) -> None:
        object.__setattr__(self, "takes", tuple(range(1, 1 + self.most)))

    def moves(self, heap: int) -> Iterator[Move]:
        for k in self.takes:  # type: ignore[attr-defined]
            if k <= heap:
                yield Move(heap - k)


class Closed(LastMoverWins):
    """A rule that knows more than the fields say."""

    def __init__(self, heap: int, most: int) -> None:
        self.start = heap
        self.fits = lambda taken: taken <= most

    def moves(self, heap: int) -> Iterator[Move]:
        for k in range(1, 1 + heap):
            if self.fits(k):
                yield Move(heap - k)

    def layer(self, heap: int) -> int:
        return heap


@pytest.mark.parametrize("kind", [LookedUp, Matched, GoneThrough, MadeBefore, Closed])
def test_a_field_that_rules_know_of_in_another_way_may_not_differ(
    kind: Any, tmp_path: Path
) -> None:
    path = saved(solve(kind(9, 3), engine="plain"), tmp_path / "x.table")
    with pytest.raises(BadTable, match="most"):
        solve(kind(9, 2), tables=path)
    assert solve(kind(9, 3), tables=path).value == solve(kind(9, 3), engine="plain").value


def test_a_damaged_table_is_not_used(tmp_path: Path) -> None:
    path = saved(solve(Stairs(3), engine="plain"), tmp_path / "x.table")
    flipped(Path(path), 8 * 20)
    with pytest.raises(DamagedTable):
        solve(Stairs(5), tables=path)


def test_what_is_no_path_and_no_engine_for_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="saved tables are named by their paths"):
        solve(Stairs(5), tables=[5])  # type: ignore[list-item]
    with pytest.raises(BadInput, match="by the engine that solves layer by layer"):
        solve(Stairs(5), tables="x", engine="plain")
    with pytest.raises(BadTable, match="a table is a file that can be read"):
        solve(Stairs(5), tables=tmp_path / "none")


def test_tables_are_used_at_the_prompt(tmp_path: Path) -> None:
    path = saved(solve(TicTacToe(3, 2, 2), engine="plain"), tmp_path / "x.table")
    words = ["solve", "tic-tac-toe", "3", "2", "2"]
    assert told(*words, "--tables", path) == told(*words)


# -- keys of one layout as keys of another ---------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([(0, 0), (9, 9)], [(0, 0), (3, 30)]),
        ([(2, 5), (9, 9)], [(-4, 0), (3, 9)]),
        ([(1,), (1, 2, 3)], [(1,), (1, 2, 3, 4)]),
        ([(1, (2, 3)), (5, ())], [(3, (2, 3)), (5, ())]),
    ],
)
def test_keys_are_those_of_the_same_states(one: list[Any], two: list[Any]) -> None:
    layout, other = observed(one), observed(two)
    keys = np.array([layout.encode(state) for state in one], np.int64)
    found, fits = keys_in(layout, keys, other)
    for state, words, is_held in zip(one, found.tolist(), fits.tolist(), strict=True):
        assert is_held == (other.encode(state) is not None)
        assert not is_held or other.decode(words) == state


def test_plies_that_a_narrow_type_does_not_hold_are_told() -> None:
    from zermelo.engines.layers.returning import pair_sweep

    sweep = pair_sweep(np.int16)
    with pytest.raises(OverflowError):
        reusing.fitting(np.array([[1, 1 << 15]]), sweep)
