"""Estimates are honest: what was explored is never called an estimate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from executed_rules import by_python
from table_games import MAKERS
from zermelo import Forecast, LastMoverWins, Move, forecast, solve
from zermelo import _forecast as forecasting
from zermelo._forecast import OFF
from zermelo.engines.choose import ENGINES, PLAIN_STATES, first_look
from zermelo.engines.contract import Task
from zermelo.engines.layers import memory as layers_memory
from zermelo.engines.layers import outlook
from zermelo.engines.layers.engine import LayersEngine
from zermelo.engines.layers.work import LayersWork
from zermelo.engines.memory import estimate as estimating
from zermelo.engines.memory.engine import STATES_TO_MEASURE
from zermelo.engines.memory.estimate import Estimate
from zermelo.errors import BudgetExceeded, Setting
from zermelo.games import Awari, ConnectFour, Ends, GrundysGame, Kalah, TicTacToe, find
from zermelo.graph.explore import explore
from zermelo.graph.progress import Progress
from zermelo.limits import Limits


@pytest.fixture(autouse=True)
def whatever_runs_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasting, "free_memory", lambda: 16 << 30)


class Hash(LastMoverWins):
    """Steps that scatter over very many states and never meet; rules that cannot be compiled."""

    start = 1

    def moves(self, state: int) -> Iterator[Move]:
        for step in (3, 5, 7):
            yield Move(pow(state + step, 3, 2**89 - 1))


@dataclass(frozen=True)
class Hex(LastMoverWins):
    """As one writes it down: a stone on any free cell; whoever joins two opposite sides wins."""

    size: int

    @property
    def start(self) -> tuple[int, ...]:
        return (0,) * self.size**2

    def moves(self, state: tuple[int, ...]) -> Iterator[Move]:
        player = 1 + sum(map(bool, state)) % 2
        if not self.joined(state, 3 - player):
            for cell, stone in enumerate(state):
                if not stone:
                    yield Move((*state[:cell], player, *state[cell + 1 :]))

    def joined(self, state: tuple[int, ...], player: int) -> bool:
        stones = {divmod(cell, self.size) for cell, stone in enumerate(state) if stone == player}
        reached = {at for at in stones if at[player - 1] == 0}
        todo = list(reached)
        while todo:
            row, column = todo.pop()
            for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
                beside = row + down, column + right
                if beside in stones - reached:
                    reached.add(beside)
                    todo.append(beside)
        return any(at[player - 1] == self.size - 1 for at in reached)


class PlainHex(Hex):
    """Rules that are not compiled: a float decides."""

    def joined(self, state: tuple[int, ...], player: int) -> bool:
        return float(super().joined(state, player)) > 0.5


def test_of_hex_four_by_four_nobody_knows_more_than_a_number_that_is_passed() -> None:
    """Far more than the first look finds, and millions in truth."""
    found = forecast(PlainHex(4))
    assert found.states is None
    assert found.fits is not True
    assert PLAIN_STATES < found.at_least < 3**16
    assert "and nobody knows how many more" in str(found)


class Undeclared(ConnectFour):
    """A board that does not say how many positions it has."""

    states_at_least = None  # type: ignore[assignment]


@pytest.mark.unmeasured
def test_connect_four_has_some_trillion_states() -> None:
    """4,531,985,219,092 in truth: Edelkamp and Kissmann 2008."""
    found = forecast(Undeclared(7, 6))
    assert found.states is not None
    assert 4_531_985_219_092 / 3 < found.states < 3 * 4_531_985_219_092
    assert found.at_least < found.states
    assert found.fits is False
    assert "·10¹²" in str(found)
    assert "about" in str(found)


@pytest.mark.unmeasured
def test_a_stretch_that_was_explored_is_no_estimate() -> None:
    found = forecast(Awari(6, 2))  # more than six million states
    assert not found.is_exact
    assert found.at_least >= STATES_TO_MEASURE
    assert found.fits is None
    assert "at least" in str(found).splitlines()[0]
    assert "at least" in str(found).splitlines()[1]
    assert "nobody knows whether it fits" in str(found)


@pytest.fixture
def small_board() -> Iterator[Task]:
    """Connect Four on 4 × 4, 161,029 states: a task for an engine."""
    game = ConnectFour(4, 4)
    seen = first_look(game, game.start, budget=500).states
    with by_python():
        yield Task(game, game.start, Limits.checked(None, None), seen=seen)


def test_layers_take_a_key_and_a_value_each(
    small_board: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a share of the widest layer's runs: docs/layers.md."""
    monkeypatch.setattr(outlook, "STATES_TO_MEASURE", 500)
    found = ENGINES["layers"].outlook(small_board)
    assert not found.complete
    assert found.states is not None
    assert 161_029 / OFF < found.at_least <= found.states < OFF * 161_029
    assert 10 <= found.bytes / found.states < 14
    assert "bytes a state over the first" in found.evidence


def test_a_stretch_is_cut_out_of_a_wide_layer(
    small_board: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layers_memory, "PIECE", 16)
    work = LayersWork(small_board.but(limits=Limits.checked(None, None, threads=1)))
    forward, is_all = work.with_layers(lambda *given: outlook.stretch(work, *given, 60))
    assert 60 <= forward.asked < 60 + 16
    assert not is_all


def test_all_layers_of_a_game_are_counted() -> None:
    game = TicTacToe()
    task = Task(game, game.start, Limits.checked(None, None), seen=explore(game, budget=50).states)
    with by_python():
        found = ENGINES["layers"].outlook(task)
    assert (found.states, found.at_least, found.complete) == (5_478, 5_478, True)
    assert found.evidence.startswith("counted")


def test_a_game_of_wide_levels_is_estimated_and_solved_by_layers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Chosen(Exception):
        """By whoever wants to explore."""

    def chosen(self: object, task: Task) -> None:
        raise Chosen

    monkeypatch.setattr(LayersEngine, "prepare", chosen)
    monkeypatch.setattr(LayersEngine, "outlook", chosen)
    for question in (forecast, solve):
        with pytest.raises(Chosen):
            question(ConnectFour(6, 5))


@pytest.mark.parametrize("kind", ["difference", "outcome"])
def test_a_stretch_of_a_game_goes_by_levels_as_far_as_is_known(kind: str) -> None:
    """Whatever state it ends at; where all of a game does, so does every stretch of it."""
    by_levels = 0
    for seed in range(40):
        game = MAKERS[kind](Random(seed))
        found = [explore(game, budget=size).goes_by_levels for size in range(1, len(explore(game)))]
        assert found == sorted(found, reverse=True)
        by_levels += explore(game).goes_by_levels
        assert explore(game).goes_by_levels <= all(found)
    assert 0 < by_levels < 40


def test_a_disk_is_named_where_memory_may_not_do() -> None:
    def told(held: int, *, has_layers: bool) -> str:
        return str(Forecast(10, 10, False, 1.0, held, 900, "", has_layers))

    assert 'disk     disk="FOLDER" keeps it there' in told(2_000, has_layers=True)
    assert "disk" not in told(2_000, has_layers=False)
    assert "disk" not in told(20, has_layers=True)


def test_a_game_of_layers_that_does_not_fit_is_told_of_the_disk(small_board: Task) -> None:
    small = small_board.but(limits=Limits.checked(None, None, memory=100_000))
    for engine, is_told in (("layers", True), ("compiled", False)):
        with pytest.raises(BudgetExceeded, match=r"the memory budget is 97\.7 KiB") as told:
            ENGINES[engine].prepare(small).explore()
        assert ("keep the layers in a folder" in told.value.fix) == is_told
        assert (Setting("disk", "FOLDER") in told.value.advice) == is_told


def test_what_a_short_look_leaves_open_gets_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect Four 7×6 filled the memory, for minutes, before it was given up."""
    monkeypatch.setattr(estimating.estimate, "__kwdefaults__", {"seconds": 1e-9, "seed": 1})
    for board, engine in ((ConnectFour(6, 5), "layers"), (ConnectFour(7, 6), "compiled")):
        with pytest.raises(BudgetExceeded, match="random plays, which take"):
            solve(board, engine=engine, memory="2 GiB")


def test_a_longer_look_is_for_what_it_may_decide() -> None:
    large = Estimate(10**8, 10**12, 1_000, 40)
    assert large.may_show(10**9)
    assert replace(large, about=None).may_show(10**9)
    assert not replace(large, about=2 * 10**9).may_show(10**9)  # it may well fit
    assert not replace(large, apart=False).may_show(10**9)  # plays come back: nothing is added
    assert not replace(large, states=10**5).may_show(10**9)


@pytest.mark.unmeasured
def test_a_refusal_does_not_say_more_than_there_are() -> None:
    """It said 1.7·10¹¹ at least. Boards of height 4 and width 4 to 8 have 161,029, 3,945,711,
    94,910,577, 2,265,792,710 and 54,233,186,631: Tromp.
    """
    with pytest.raises(BudgetExceeded, match="at least about") as refused:
        solve(ConnectFour(8, 4), memory="1 GiB")
    assert 10**8 < refused.value.states < 54_233_186_631


def test_what_is_a_hundred_times_too_large_is_refused_after_a_short_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = Estimate(10**8, 10**12, 1_000, 40)
    assert large.far_beyond(10**9) == 10**10
    for other in (
        replace(large, about=None),
        replace(large, about=9 * 10**10),
        replace(large, apart=False),
        replace(large, states=10**5),
    ):
        assert not other.far_beyond(10**9)
    looks, look = list[float](), estimating.estimate

    def counted(*given: Any, seconds: float = 1.0, **more: Any) -> Estimate:
        looks.append(seconds)
        return look(*given, seconds=seconds, **more)

    monkeypatch.setattr("zermelo.engines.memory.estimate.estimate", counted)
    with pytest.raises(BudgetExceeded, match=r"at least about .*e\+1\d states"):
        solve(ConnectFour(7, 6), engine="compiled", memory="8 GiB")
    assert looks == [1.0]


def test_what_no_engine_holds_is_weighed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine of layers translated the rules once more, and had all the plays played again."""
    looks, look = list[object](), estimating.estimate

    def counted(*given: Any, **named: Any) -> Estimate:
        looks.append(given)
        return look(*given, **named)

    monkeypatch.setattr("zermelo.engines.memory.estimate.estimate", counted)
    with pytest.raises(BudgetExceeded, match=r"at least about .*e\+1\d states") as told:
        solve(ConnectFour(7, 6), memory="8 GiB", threads=1)
    assert "keep the layers in a folder" in told.value.fix
    assert len(looks) == 1


def test_moves_that_must_be_held_are_weighed_with_the_states() -> None:
    """The memory was filled with Kalah, for half a minute, before it was given up."""
    with pytest.raises(BudgetExceeded, match=r"random plays, which take .* GiB or more"):
        solve(Kalah(6, 6), engine="compiled", memory="1 GiB")


def test_layers_in_memory_tell_how_many_states_there_are_at_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.graph.progress.REPORT", -1.0)  # however quick it is
    told = set[int]()

    def hear(said: Progress) -> None:
        if said.stage == "explore":
            told.add(said.expected)

    states = solve(ConnectFour(4, 4), engine="layers", progress=hear).plan.cost.states
    told.remove(0)  # of a first look in plain Python
    assert [1_000 < least <= states for least in told] == [True]


def test_rules_that_cannot_be_compiled_have_no_estimate_but_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo._forecast.free_memory", lambda: 1 << 60)
    found = forecast(Hash())
    assert found.states is None
    assert found.at_least >= 1_000_000
    assert found.fits is None
    assert "nobody knows how many more" in str(found)
    assert replace(found, free=1 << 20).fits is False


def test_a_game_that_was_counted_is_known() -> None:
    found = forecast(Ends((5, 3, 7, 10)))
    assert (found.states, found.at_least, found.is_exact, found.fits) == (14, 14, True, True)
    assert "states   14\n" in str(found)


def test_whether_it_fits_is_said_where_the_estimate_can_be_trusted() -> None:
    def told(states: int | None, least: int, held: int) -> bool | None:
        return Forecast(states, least, False, 1.0, held, 900, "").fits

    assert told(100, 50, 100) is True
    assert told(100, 50, 600) is None  # an estimate may be off by a factor
    assert told(100, 50, 2_000) is False
    assert told(None, 50, 100) is None
    assert told(None, 50, 1_000) is False


# -- many starts, many moves -----------------------------------------------------------------------


class Pairs(LastMoverWins):
    """Two heaps, from all pairs of them; a stone or two is taken of one."""

    @property
    def starts(self) -> list[tuple[int, int]]:
        return [(one, two) for one in range(300) for two in range(300)]

    def moves(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        one, two = state
        yield from ((one - take, two) for take in range(1, min(one, 2) + 1))
        yield from ((one, two - take) for take in range(1, min(two, 2) + 1))


def test_all_starts_are_counted() -> None:
    found = forecast(Pairs())
    assert (found.states, found.is_exact) == (90_000, True)


def test_states_with_many_moves_take_the_memory_of_these() -> None:
    """Wythoff's game finds all its states after few of them were asked, with thousands of moves."""
    found = forecast(find("wythoff")(1000, 1500))
    assert found.states == 1001 * 1501
    assert found.bytes is not None
    assert found.bytes > 4 << 30


def test_what_a_form_looks_at_is_not_called_the_states_of_a_game() -> None:
    assert "2 looked at" in str(forecast(find("nim")((10**100, 5))))


def test_a_pool_that_no_table_holds_is_refused_before_it_is_looked_at() -> None:
    """A thousand numbers that make the target alone, after any of the sets that do not."""
    with pytest.raises(BudgetExceeded, match="by its shape"):
        solve(find("can i win")(14_285, 100))


@pytest.mark.parametrize("heap", [20_000, 10**50])
def test_parts_that_are_not_explored_in_a_moment_are_not_explored_for_an_estimate(
    heap: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasting, "FORECAST_MOVES", 20_000)
    monkeypatch.setattr("zermelo.graph.rules.MOST_MOVES_HELD", 30_000)
    found = forecast(GrundysGame((heap,)))
    assert (found.states, found.seconds, found.fits) == (None, None, None)
    assert "moves" in found.evidence
    assert forecast(GrundysGame((50,))).states == 50
