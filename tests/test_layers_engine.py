"""The engine of layers: the same answers as plain Python, from ascending keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

from compiled_beside_plain import ORACLES, assert_same, set_small, three_players
from executed_rules import by_python
from table_games import MAKERS, normal_game
from zermelo import Game, LastMoverWins, Move, Solution, solve
from zermelo.engines import choose
from zermelo.engines.contract import Prepared, Task
from zermelo.engines.layers import asking, memory, merging, separate, work
from zermelo.engines.layers.graph import LayeredGraph
from zermelo.engines.layers.memory import Memory
from zermelo.engines.layers.separate import Recurring
from zermelo.engines.memory import engine as compiled_engine
from zermelo.engines.memory import explore as exploring
from zermelo.engines.memory.engine import MemoryEngine
from zermelo.errors import BudgetExceeded, NotCompiled, ProofFailed
from zermelo.games import ConnectFour, DotsAndBoxes, TicTacToe
from zermelo.graph.explore import explore
from zermelo.kernels import load
from zermelo.machine.words import TooWide, Unpacked, Words
from zermelo.proof.oracle import Oracle

MAKERS_OF_LEVELS = {**MAKERS, "shared": three_players, "nimbers": normal_game}
KINDS = ["difference", "outcome", "normal", "misere", "shared", "nimbers"]


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layers of a few states are cut, merged and settled as those of millions are."""
    monkeypatch.setattr(memory, "PIECE", 2)
    monkeypatch.setattr(merging, "PART", 2)
    monkeypatch.setattr(asking, "ASKED_AT_ONCE", 1)


Chosen = Callable[[Game, int, float, float, float], Solution]


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Chosen:
    """A game solved as if so many states were many, rules so quick, and such a part large."""

    def solved(game: Game, threads: int, many: float, quick: float, large: float) -> Solution:
        set_small(monkeypatch, 100)
        monkeypatch.setattr(choose, "COLD_STATES", 100)
        monkeypatch.setattr(choose, "WIDE", 2)
        monkeypatch.setattr(exploring, "FEW", 200)
        settings = {"MANY": many, "QUICK": quick, "LARGE_PART": large}
        for name, number in settings.items():
            monkeypatch.setattr(compiled_engine, name, number)
        with by_python():
            return solve(game, threads=threads)

    return solved


def by_layers(game: Game, **options: Any) -> Solution | None:
    """A game solved layer by layer; None where a state has different numbers of moves before it."""
    try:
        return solve(game, engine="layers", **options)
    except NotCompiled as declined:
        if "different numbers of moves" in str(declined):
            return None
        raise


def has_levels(game: Game) -> bool:
    """Whether every move leads to the next level."""
    graph = explore(game)
    ends = [*graph.levels, len(graph)]
    level = np.repeat(np.arange(len(graph.levels)), np.diff(ends))
    return all(
        level[graph.to[move]] == level[state] + 1
        for state in range(len(graph))
        for move in graph.moves_of(state)
    )


def graph_of(solution: Solution) -> LayeredGraph:
    graph = solution.answers.graph
    assert isinstance(graph, LayeredGraph)
    return graph


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("small_pieces")
def test_random_games_have_the_same_answers_layer_by_layer(kind: str) -> None:
    solved = 0
    with by_python():
        for seed in range(40):
            game = MAKERS_OF_LEVELS[kind](Random(seed))
            method = "nimbers" if kind == "nimbers" else None
            found = by_layers(game, threads=1, method=method)
            assert (found is not None) == has_levels(game), seed
            if found is not None:
                solved += 1
                plain = solve(game, engine="plain", method=method)
                assert dict(found.table()) == dict(plain.table())
                if kind == "nimbers":
                    assert found.nimber == plain.nimber
                else:
                    assert_same(found, plain, f"seed {seed}")
    assert solved >= 10


@pytest.mark.parametrize(
    ("threads", "many", "quick", "large", "said"),
    [
        (2, 500, 0, 1, "layers of ascending keys"),  # many states, quick rules
        (2, 500, inf, 0, "layers of ascending keys"),  # a table takes a large part of the memory
        (2, 500, inf, 1, "hash table"),  # layers would ask slow rules twice
        (2, 5_000, 0, 0, "hash table"),  # few states
        (1, 500, 0, 0, "hash table"),
    ],
)
def test_many_states_with_quick_rules_or_little_memory_go_layer_by_layer_on_several_threads(
    threads: int, many: float, quick: float, large: float, said: str, chosen: Chosen
) -> None:
    found = chosen(ConnectFour(3, 3, 3), threads, many, quick, large)
    assert said in found.plan.engine
    assert found.value == solve(ConnectFour(3, 3, 3), engine="plain").value


class Late(LastMoverWins):
    """Moves lead from level to level, but for one among the last."""

    start = (0, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        level, place = state
        if level < 20:
            for step in (0, 1, 40):
                yield Move((level + 1, place + step))
        elif level == 20 and place % 7 == 0:
            yield Move((19, place))


def test_what_turns_out_to_have_no_levels_is_held_in_a_table_after_all(
    chosen: Chosen, monkeypatch: pytest.MonkeyPatch
) -> None:
    declined, decline = list[str](), work.no_layers
    told = lambda game, reason: declined.append(reason) or decline(game, reason)  # noqa: E731
    monkeypatch.setattr(work, "no_layers", told)
    found = chosen(Late(), 2, 100, 0, 0)
    assert declined == ["a state is met after different numbers of moves"]
    assert "hash table" in found.plan.engine
    assert dict(found.table()) == dict(solve(Late(), engine="plain").table())


def test_what_a_table_has_no_memory_for_is_solved_layer_by_layer_by_one_thread_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(self: MemoryEngine, task: Task) -> Prepared:
        raise BudgetExceeded("it does not fit", rule="", fix="")

    set_small(monkeypatch, 600)
    monkeypatch.setattr(choose, "COLD_STATES", 600)
    monkeypatch.setattr(MemoryEngine, "prepare", refused)
    with by_python():
        found = solve(ConnectFour(3, 3, 3), threads=1)
    assert "layers of ascending keys" in found.plan.engine


def test_one_layer_is_told_as_one() -> None:
    class OneLayer(LastMoverWins):
        start = 9

        def moves(self, left: int) -> list[int]:
            return [left - taken for taken in (1, 2) if left >= taken]

        def layer(self, left: int) -> int:
            return 0

    with by_python():
        found = solve(OneLayer(), engine="layers")
    assert ", 1 layer of ascending keys, " in found.plan.engine


@pytest.mark.parametrize("kind", ["difference", "outcome"])
def test_what_the_engine_says_is_what_the_oracle_says(kind: str) -> None:
    value = ORACLES[kind][1]
    with by_python():
        for seed in range(100, 140):
            game = MAKERS[kind](Random(seed))
            found = by_layers(game, threads=1)
            if found is not None:
                oracle = Oracle(game)
                told = (found.value, found.remoteness) if kind == "outcome" else found.value
                assert told == value(oracle, game.start), seed


@pytest.fixture(scope="module")
def four() -> Iterator[Solution]:
    """Connect Four on 3 × 4, by two threads."""
    with by_python():
        yield solve(ConnectFour(3, 4), engine="layers", threads=2)


def test_a_game_of_many_states_is_solved_by_two_threads(four: Solution) -> None:
    plain = solve(ConnectFour(3, 4), engine="plain")
    assert_same(four, plain)
    assert str(four.play()) == str(plain.play())
    graph = graph_of(four)
    assert four.plan.cost.bytes == 10 * len(graph)  # a key, a value and plies
    held = plain.answers.graph
    assert held is not None
    assert plain.plan.cost.bytes == held.bytes + 16 * len(held)
    assert len(graph) == len(explore(ConnectFour(3, 4), budget=10**6))
    assert all((np.diff(graph.keys(layer)) > 0).all() for layer in range(len(graph.level_sizes)))


def test_a_graph_of_layers_tells_what_one_of_lists_tells(four: Solution) -> None:
    layers, lists = graph_of(four), explore(ConnectFour(3, 4), budget=10**6)
    assert layers.level_sizes == lists.level_sizes
    assert layers.moves == lists.moves
    assert layers.paid == lists.paid
    assert layers.longest_play() == lists.longest_play()
    assert layers.farthest() == lists.farthest()
    assert set(layers.all_states()) == set(lists.states)
    ends = {layers.state(number) for number in layers.ends}
    assert ends == {lists.states[number] for number in lists.ends}
    some = lists.states[40]
    reached = {layers.state(n) for n in layers.reached_from(layers.number(some))}
    assert reached == {lists.states[n] for n in lists.reached_from(40)}
    assert layers.number("nothing") == layers.number((1, 0)) == -1
    assert not layers.may_go_on(0)


def test_a_layered_graph_as_lists_is_the_same_graph(four: Solution) -> None:
    layers = graph_of(four)
    lists = layers.as_lists(10**6)
    assert lists is not None
    assert layers.as_lists(3) is None
    for number in range(0, len(layers), 97):
        told = [move.to for move in four.game.moves(layers.state(number))]
        assert [layers.state(lists.to[move]) for move in lists.moves_of(number)] == told


def test_kept_turns_gains_and_scores_are_told(small_pieces: None) -> None:
    game = DotsAndBoxes(1, 2)
    with by_python():
        found = by_layers(game, threads=1)
    assert found is not None
    plain = solve(game, engine="plain")
    assert_same(found, plain)
    assert found.scores == plain.scores
    graph = graph_of(found)
    assert graph.has_again
    assert graph.has_gains
    assert graph.a_gain()[1] != 0
    assert any(move.again for move in game.moves(graph.a_kept_turn()))
    assert graph.longest_play() == 7
    assert graph.farthest() == explore(game).farthest()


def test_a_game_whose_play_comes_back_is_declined_at_once() -> None:
    round_and_round = Game.from_function(lambda n: [Move((n + 1) % 5)], start=0)
    with by_python(), pytest.raises(NotCompiled, match="different numbers of moves"):
        solve(round_and_round, engine="layers")


def test_a_budget_of_states_is_kept() -> None:
    with by_python(), pytest.raises(BudgetExceeded):
        solve(TicTacToe(), engine="layers", budget=100)


def test_play_that_comes_back_is_noticed_by_some_keys_or_by_a_whole_layer() -> None:
    recurring = Recurring()
    layers = [np.array([3]), np.array([1]), np.array([7]), np.array([1])]
    assert [recurring.is_met(keys) for keys in layers] == [False, False, False, True]


# -- kernels ---------------------------------------------------------------------------------------


def test_keys_of_several_rows_come_together_ascending_each_once() -> None:
    random = np.random.default_rng(1)
    for size in (0, 1, 2, 10, 1000):
        for high in (1, 2, 100, 2**63 - 1):
            rows = [random.integers(0, high, size) for _ in range(3)]
            assert merging.together(rows).tolist() == sorted({*np.concatenate(rows).tolist()})


def test_the_place_of_a_child_is_found_wherever_its_neighbour_was() -> None:
    kernels, random = load("layers"), np.random.default_rng(2)
    nothing = np.empty(0, np.uint8)
    for size in (1, 2, 3, 50, 1000):
        keys = np.unique(random.integers(0, 10 * size, size))
        places = random.integers(0, len(keys), 300)
        out = np.empty(300, np.int64)
        counts = np.full(100, 3, np.uint32)
        assert kernels.places(keys[places], counts, nothing, 0, keys, out) == -1
        assert out.tolist() == places.tolist()


def test_a_child_that_is_not_there_is_named() -> None:
    kernels, nothing, out = load("layers"), np.empty(0, np.uint8), np.empty(2, np.int64)
    keys, counts = np.array([2, 4, 6]), np.array([2], np.uint32)
    for missing in (1, 3, 7):
        children = np.array([4, missing])
        assert kernels.places(children, counts, nothing, 0, keys, out) == 1
    assert kernels.places(children, counts, nothing, 0, np.empty(0, np.int64), out) == 0


# -- words -----------------------------------------------------------------------------------------


def test_bits_that_no_key_has_take_no_room() -> None:
    words = Words((0b1011 << 50, 0b111, (1 << 62) | 1))
    random = np.random.default_rng(3)
    keys = random.integers(0, 2**63, (50, 3)) & np.array(words.bits)
    rows = words.pack(keys)
    assert rows.max() < 1 << 8
    assert words.unpack(rows).tolist() == keys.tolist()


def test_a_key_with_other_bits_asks_for_more_room() -> None:
    with pytest.raises(Unpacked) as outgrown:
        Words((1, 1)).pack(np.array([[1, 1], [4, 0]]))
    assert outgrown.value.bits == (5, 1)
    with pytest.raises(TooWide, match="64"):
        _ = Words(((1 << 63) - 1, 1)).pieces


def test_every_state_is_proved_and_a_lie_is_found(four: Solution) -> None:
    with by_python():
        proof = four.prove()
        assert proof.states == len(graph_of(four))
        table = four.answers
        columns = table.columns  # type: ignore[attr-defined]
        columns.values[5] = -columns.values[5] or 1
        with pytest.raises(ProofFailed):
            four.prove()


def test_only_so_many_keys_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separate, "MOST_MARKED", 50)
    recurring = Recurring()
    layers = np.split(np.arange(4000), 20)
    assert not any(recurring.is_met(keys) for keys in layers)
    assert 5 <= len(recurring.seen) <= 50
    assert recurring.is_met(np.arange(3000))


def test_layers_keep_to_the_memory() -> None:
    room = memory.Memory(TicTacToe(), 1000, 1)
    room.hold(600, 200)
    with pytest.raises(BudgetExceeded, match='disk="FOLDER"'):
        room.hold(601, 200)


def test_states_of_very_many_moves_are_asked_about_a_few_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Wide(LastMoverWins):
        start = (0, 0)

        def moves(self, state):
            level, number = state
            if level < 2:
                for k in range(300):
                    yield level + 1, (number * 31 + k) % 350

    asked: list[tuple[int, int]] = []
    piece = Memory.piece

    def watched(memory: Memory, states: int, widest: int, **how: bool) -> int:
        asked.append((widest, piece(memory, states, widest, **how)))
        return asked[-1][1]

    monkeypatch.setattr(Memory, "piece", watched)
    assert solve(Wide(), engine="layers", memory="8 MiB").value == -1
    size, bytes_of_a_key = 8 << 20, 24
    assert asked[1][0] == 300  # as the level before has shown
    assert 1 <= asked[1][1] <= size // (4 * 300 * bytes_of_a_key)
