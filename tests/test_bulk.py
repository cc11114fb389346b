"""Answers about all positions at once: counts, selections and arrays."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest

from bulk_games import KINDS, ThreePlayers, compiled, layered, plain
from prompt_runs import told
from zermelo import Game, LastMoverWins, Misere, Solution, load, solve
from zermelo.engines.memory.graph import MemoryGraph
from zermelo.errors import BadInput, Unavailable
from zermelo.games import Ends, Nim, Subtraction, TicTacToe
from zermelo.solution.bulk import selection

pytestmark = pytest.mark.usefixtures("own_cache")
ASKED = [
    ("outcome",),
    ("value",),
    ("layer",),
    ("is_end",),
    ("value", "layer"),
    ("layer", "outcome"),
]


class Take(LastMoverWins):
    start = 21

    def moves(self, heap: int) -> Any:
        return [heap - k for k in (1, 2, 3) if k <= heap]


def one_by_one(solution: Solution, *of: str) -> dict[Any, int]:
    """A histogram by the questions about one state, of the levels of a graph in plain Python."""
    graph: Any = plain(type(solution.game)).answers.graph
    layers = [k for k, size in enumerate(graph.level_sizes) for _ in range(size)]
    ask: dict[str, Any] = {
        "outcome": solution.outcome_of,
        "value": solution.value_of,
        "remoteness": solution.remoteness_of,
        "layer": lambda state: layers[graph.number(state)],
        "is_end": lambda state: not list(solution.game.moves(state)),
    }
    keys = (tuple(ask[name](state) for name in of) for state in graph.states)
    return Counter(key if len(of) > 1 else key[0] for key in keys)


# -- histograms ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("of", ASKED, ids="-".join)
def test_counts_are_those_of_one_state_after_the_other(kind: Any, of: tuple[str, ...]) -> None:
    told = one_by_one(plain(kind), *of)
    for solution in (compiled(kind), layered(kind), plain(kind)):
        assert solution.histogram(*of) == told


def test_remoteness_is_counted_with_draws_under_none() -> None:
    for solution in (compiled(TicTacToe), plain(TicTacToe)):
        counts = solution.histogram("remoteness")
        assert counts == one_by_one(solution, "remoteness")
        assert counts[None] == solution.histogram()["draw"] == 1068


def test_counts_add_up_over_many_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = compiled(TicTacToe).histogram("layer", "remoteness")
    monkeypatch.setattr(selection, "POSITIONS_AT_ONCE", 100)
    assert compiled(TicTacToe).histogram("layer", "remoteness") == whole
    assert whole.total == 5478


def test_a_histogram_is_a_mapping_that_counts_zero_for_what_does_not_occur() -> None:
    counts = plain(TicTacToe).histogram()
    assert counts == {"win": 2836, "draw": 1068, "loss": 1574}
    assert (counts[1], counts[0], counts[-1]) == (2836, 1068, 1574)
    assert (counts["none such"], "none such" in counts, "win" in counts) == (0, False, True)
    pairs = plain(TicTacToe).histogram(by_layer=True)
    assert (pairs[9, "draw"], pairs[9, 0], pairs[9, "win"], pairs[9]) == (16, 16, 0, 0)
    assert hash(counts) == hash(plain(TicTacToe).histogram())
    assert counts != 3


def test_a_histogram_of_two_things_prints_as_a_cross_table() -> None:
    lines = str(plain(TicTacToe).histogram("remoteness", "outcome")).splitlines()
    assert lines[0].split() == ["remoteness", "win", "draw", "loss", "all"]
    assert lines[1].split() == ["0", "0", "0", "942", "942"]
    assert lines[-2].split() == ["none", "0", "1,068", "0", "1,068"]
    assert lines[-1].split() == ["all", "2,836", "1,068", "1,574", "5,478"]


def test_a_long_histogram_is_cut_and_keeps_its_sum() -> None:
    counts = solve(Ends(tuple(2**k for k in range(14)))).histogram()
    lines = str(counts).splitlines()
    assert lines[-2].strip().startswith("… ")
    assert lines[-1].split() == ["all", f"{counts.total:,}"]
    assert "<td" in counts._repr_html_()
    assert repr(counts) == "<Histogram of 119 positions by value>"


def test_counts_of_vectors_and_of_several_things_are_listed() -> None:
    lines = str(plain(ThreePlayers).histogram("value", "layer")).splitlines()
    assert lines[0].split() == ["value", "layer", "positions"]
    assert lines[-1].split()[0] == "all"


def test_fractions_floats_and_large_numbers_are_counted() -> None:
    halves = solve(Ends((Fraction(1, 2), 1)))
    assert halves.histogram() == {0: 2, Fraction(1, 2): 2, 1: 1}
    assert list(halves.where(value=Fraction(1, 2))) == [(0, 1), (0, 0)]
    large = solve(Ends((10**30, 1)))
    assert large.histogram() == {0: 2, 1: 1, 10**30: 1, 10**30 - 1: 1}
    near = solve(Ends((0.1, 0.2, 0.3), tolerance=1e-9))
    assert len(near.where(value=0.2)) == len(near.where(value=0.2 + 1e-12)) > 0


# -- selections ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wanted",
    [
        {"remoteness": 5},
        {"remoteness": None},
        {"remoteness": range(2, 5)},
        {"remoteness": range(0, 6, 2), "outcome": {"win", "draw"}},
        {"outcome": "loss", "layer": 7},
        {"layer": {3, 9}, "is_end": True},
        {"value": frozenset({0, 1}), "remoteness": {None, 1}},
        {},
    ],
)
def test_the_positions_that_fit_are_found(wanted: dict[str, Any]) -> None:
    solution = plain(TicTacToe)
    asked = {"outcome": solution.outcome_of, "value": solution.value_of,
             "remoteness": solution.remoteness_of, "layer": lambda s: (s[0] | s[1]).bit_count(),
             "is_end": lambda s: not list(solution.game.moves(s))}  # fmt: skip

    def fits(state: Any) -> bool:
        found = ((asked[name](state), item) for name, item in wanted.items())
        return all(f in i if isinstance(i, range | set | frozenset) else f == i for f, i in found)

    states = [state for state in solution.answers.graph.all_states() if fits(state)]  # type: ignore[union-attr]
    for one in (solution, compiled(TicTacToe), layered(TicTacToe)):
        found = one.where(**wanted)
        assert sorted(found) == sorted(states)
        assert len(found) == found.count() == len(states)
        assert bool(found) == bool(states)


@pytest.mark.parametrize("wanted", [range(5, 10**12), range(10**12, 4, -1), range(5, 10**40)])
def test_a_range_may_be_as_long_as_anybody_likes(wanted: range) -> None:
    for one in (plain(TicTacToe), compiled(TicTacToe), layered(TicTacToe)):
        assert len(one.where(remoteness=wanted)) == 122
        assert len(one.where(value=wanted)) == 0
        assert len(one.where(layer=wanted, outcome="win")) == len(
            one.where(layer=range(5, 10), outcome="win")
        )


@pytest.mark.parametrize("step", [2, 3, -1, -7])
def test_a_long_range_with_a_step_is_the_set_of_its_numbers(step: int) -> None:
    far = 10**12 + 1
    long = range(-far, far, step) if step > 0 else range(far, -far, step)
    rows, thirds = Ends((5, 300, 7, 10, 4, 9)), Ends((Fraction(1, 3), 4, 2, 1))
    for one in map(solve, (rows, thirds, Ends((0.1, 2.0, 1.0), tolerance=1e-9))):
        whole = {int(value) for value in one.table().values() if value == int(value)}
        picked = {value for value in whole if value in long}
        assert sorted(one.where(value=long)) == sorted(one.where(value=picked))


def test_numbers_of_numpy_are_numbers() -> None:
    solution = compiled(TicTacToe)
    for plies in np.unique(solution.arrays().remoteness):
        if plies >= 0:
            assert len(solution.where(remoteness=plies)) == len(
                solution.where(remoteness=int(plies))
            )
    ends = solution.arrays().are_ends
    assert len(solution.where(is_end=ends[0])) == np.sum(ends == ends[0])


def test_positions_are_counted_without_making_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryGraph, "states_at", None)
    assert len(compiled(TicTacToe).where(remoteness=5)) == 122


def test_a_selection_is_read_as_far_as_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    states_at = MemoryGraph.states_at

    def seen(graph: MemoryGraph, numbers: Any) -> Any:
        asked.append(len(numbers))
        return states_at(graph, numbers)

    monkeypatch.setattr(MemoryGraph, "states_at", seen)
    monkeypatch.setattr(selection, "POSITIONS_AT_ONCE", 50)
    found = compiled(TicTacToe).where(outcome="win")
    assert len(list(islice(found, 20))) == 20
    assert sum(asked) <= 50


def test_a_selection_answers_what_a_solution_does() -> None:
    won = compiled(TicTacToe).where(outcome="win")
    assert won.histogram("outcome") == {"win": 2836}
    assert set(won.arrays().values.tolist()) == {1}
    assert repr(won) == "<Selection of TicTacToe: outcome='win'>"
    none = compiled(TicTacToe).where(outcome="win", remoteness=2)
    assert (len(none), none.histogram().total, len(none.arrays().values)) == (0, 0, 0)


def test_a_vector_of_totals_is_looked_for() -> None:
    for solution in (compiled(ThreePlayers), plain(ThreePlayers)):
        found = list(solution.where(value=solution.value))
        assert solution.game.start in found
        assert all(solution.value_of(state) == solution.value for state in found)


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        ({"outcome": "wins"}, "an outcome is 'win', 'draw' or 'loss'"),
        ({"outcome": ["win"]}, "an outcome is 'win', 'draw' or 'loss'"),
        ({"remoteness": -1}, "plies are counted from 0"),
        ({"remoteness": "3"}, "a remoteness is a whole number"),
        ({"value": "1"}, "a value is one number"),
        ({"value": (1, 2)}, "a value is one number"),
        ({"layer": {1, "x"}}, "a layer is a whole number"),
        ({"is_end": 1}, "a position is an end or is none"),
    ],
)
def test_what_no_position_can_have_is_refused(wanted: dict[str, Any], rule: str) -> None:
    with pytest.raises(BadInput, match=rule):
        plain(TicTacToe).where(**wanted)


@pytest.mark.parametrize("wanted", [3, (1, 2), (1, 2, 3, 4), ("a", "b", "c"), {(1, 2, 3), (1,)}])
def test_what_is_no_total_of_each_is_refused_where_values_are_vectors(wanted: Any) -> None:
    told = r"a tuple of all players' totals, 3 here\. Pass e\.g\. value=\(1, 1, 1\)"
    with pytest.raises(BadInput, match=told):
        plain(ThreePlayers).where(value=wanted)


def test_layers_that_are_asked_for_twice_are_counted_once() -> None:
    solution = plain(TicTacToe)
    assert solution.histogram("layer", by_layer=True) == solution.histogram("layer")
    both = solution.histogram("value", "layer", by_layer=True)
    assert both == solution.histogram("layer", "value")
    with pytest.raises(BadInput, match=r"by_layer.*'yes'.*on or off"):
        solution.histogram(by_layer="yes")  # type: ignore[arg-type]


@pytest.mark.parametrize("most", ["a", None, 1.5, -1, True])
def test_what_is_no_size_of_a_network_is_refused_in_words(most: Any) -> None:
    with pytest.raises(BadInput, match=r"to_networkx\(most\)"):
        plain(TicTacToe).to_networkx(most=most)


@pytest.mark.parametrize("names", [("size",), ("value", "value")])
def test_positions_are_counted_by_what_is_known_of_them(names: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="value, outcome, remoteness, nimber, layer, is_end"):
        plain(TicTacToe).histogram(*names)


def test_nimbers_that_take_more_work_than_values_are_worked_out_when_they_are_asked_for() -> None:
    many = solve(Subtraction(400_000))
    assert not many.answers.knows_nimbers
    assert many.to_arrow().column_names == ["state", "value"]
    assert many.histogram("nimber")[0] == len(many.where(outcome="loss")) == 100_001
    assert many.arrays().nimbers[:3].tolist() == [0, 3, 2]


def test_what_was_not_worked_out_is_said_with_the_reason() -> None:
    with pytest.raises(Unavailable, match="nimbers were not computed"):
        compiled(TicTacToe).where(nimber=3)
    with pytest.raises(Unavailable, match="plies were not counted"):
        solve(Ends((5, 3, 7, 10))).histogram("remoteness")


# -- arrays ----------------------------------------------------------------------------------------


def test_arrays_are_views_of_the_table_that_cannot_be_written_to() -> None:
    solution = compiled(TicTacToe)
    arrays, columns = solution.arrays(), solution.answers.columns  # type: ignore[attr-defined]
    assert np.shares_memory(arrays.values, columns.values)
    assert np.shares_memory(arrays.remoteness, columns.plies)
    for row in (arrays.values, arrays.remoteness, arrays.layers, arrays.outcomes):
        with pytest.raises(ValueError, match="read-only"):
            row[0] = 1
    assert columns.values.flags.writeable


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_arrays_lie_side_by_side(kind: Any) -> None:
    for solution in (compiled(kind), layered(kind), plain(kind)):
        arrays = solution.arrays()
        assert len(arrays) == len(arrays.states) == len(arrays.values) == len(arrays.are_ends)
        for place in range(0, len(arrays), 97):
            value = arrays.values[place].tolist()
            state = arrays.states[place]
            assert (tuple(value) if kind is ThreePlayers else value) == solution.value_of(state)
            assert [row[place] for row in arrays.fields.values()] == list(  # type: ignore[union-attr]
                state if isinstance(state, tuple) else vars(state).values()
            )
        assert arrays.states[3:6] == (arrays.states[3], arrays.states[4], arrays.states[5])
        assert repr(arrays) == f"<PositionArrays of {len(arrays):,} positions of {kind.__name__}>"


# -- where there is no table of all ----------------------------------------------------------------


def test_a_sub_game_counts_what_it_reaches() -> None:
    for solution in (compiled(TicTacToe), plain(TicTacToe)):
        part = solution.at((1, 16))
        assert part.histogram() == {"win": 305, "draw": 130, "loss": 199}
        assert next(iter(part.where())) == (1, 16)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_saved_table_answers_the_same(kind: Any, tmp_path: Any) -> None:
    solution = compiled(kind)
    solution.save(tmp_path / "table")
    saved = load(tmp_path / "table", game=kind())
    for of in (("outcome",), ("value",), ("layer", "outcome")):
        assert saved.histogram(*of) == solution.histogram(*of)
    won, all_won = saved.where(outcome="win"), solution.where(outcome="win")
    assert {*won} == {*all_won}
    assert sorted(won.to_arrow().to_pylist(), key=str) == sorted(
        all_won.to_arrow().to_pylist(), key=str
    )
    assert len(saved.where(outcome="win", layer=0).arrays().values) == 0
    assert saved.at(won.arrays().states[0]).histogram().total > 1
    assert {*saved.where(is_end=True)} == {*solution.where(is_end=True)}
    assert saved.histogram("is_end", "outcome") == solution.histogram("is_end", "outcome")
    assert saved.arrays().are_ends.sum() == len(solution.where(is_end=True))
    assert edges_of(saved) == edges_of(solution)


def edges_of(solution: Solution) -> list[str]:
    return sorted(map(repr, solution.to_networkx().edges(data=True)))


def test_heaps_that_nobody_explored_have_ends_and_moves() -> None:
    many = solve(Subtraction(70_000))
    assert list(many.where(is_end=True)) == [0]
    graph = many.to_networkx()
    assert len(graph) == 70_001
    assert sorted(graph[7]) == [4, 5, 6]


def test_closed_forms_are_asked_state_by_state() -> None:
    nim = solve(Nim((3, 4, 5)))
    assert nim.histogram("nimber")[0] == len(nim.where(outcome="loss")) == 7
    heaps = solve(Take(), method="nimbers")
    assert heaps.histogram("nimber") == {0: 6, 1: 6, 2: 5, 3: 5}
    assert solve(Misere(Take())).histogram()["loss"] == 6


def test_a_search_counts_within_its_budget() -> None:
    assert solve(Ends((5, 3, 7, 10)), method="alphabeta").histogram().total == 14
    with pytest.raises(Unavailable, match="the search stopped"):
        solve(TicTacToe(), method="alphabeta", budget=6000, seconds=0).histogram()


# -- the rules are not asked again -----------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_compiled_solution_is_read_without_the_rules(
    kind: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    solution = compiled(kind)

    def refuse(*_: object) -> Any:
        raise AssertionError("the rules were asked")

    for hook in ("moves", "payoff", "turn"):
        if hasattr(kind, hook):
            monkeypatch.setattr(kind, hook, refuse)
    assert solution.histogram(by_layer=True).total == len(list(solution.where()))
    assert len(solution.arrays().are_ends) == len(solution.to_pandas()) > 0
    assert solution.to_arrow().num_rows == len(solution.where())
    solution.to_parquet(tmp_path / "all.parquet")
    assert len(solution.to_networkx()) == len(solution.where())


def test_a_game_is_any_game() -> None:
    words = Game.from_edges({"a": {"b": 5, "c": 2}, "b": {"c": 4}}, start="a")
    assert solve(words).histogram() == {0: 1, 2: 1, 4: 1}
    assert list(solve(words).where(layer=1)) == ["b", "c"]


# -- at the prompt ---------------------------------------------------------------------------------


def test_the_prompt_prints_a_histogram_with_remoteness_where_it_is_known() -> None:
    lines = told("solve", "tic-tac-toe", "--histogram").splitlines()
    assert lines[-1].split() == ["all", "2,836", "1,068", "1,574", "5,478"]
    lines = told("solve", "ends", "5", "3", "7", "10", "--histogram").splitlines()
    assert (lines[-10].split(), lines[-1].split()) == (["value", "positions"], ["all", "14"])


def test_the_histogram_in_json_has_a_line_for_each_count() -> None:
    found = json.loads(told("solve", "tic-tac-toe", "--histogram", "--json"))["histogram"]
    assert found["positions"] == 5478
    assert found["values"][0] == {"outcome": "win", "positions": 2836}
    assert found["remoteness"][0] == {"remoteness": 0, "outcome": "loss", "positions": 942}
    plain_one = json.loads(told("solve", "ends", "5", "--histogram", "--json"))["histogram"]
    assert plain_one == {
        "positions": 2,
        "values": [{"value": 0, "positions": 1}, {"value": 5, "positions": 1}],
        "remoteness": None,
    }


@pytest.mark.parametrize(
    "ask",
    [
        lambda solution: solution.histogram(),
        lambda solution: solution.arrays(),
        lambda solution: solution.order(),
        lambda solution: solution.save("x.table"),
        lambda _: load("x.table"),
    ],
)
def test_where_there_is_no_numpy_an_answer_of_arrays_says_so(
    ask: Callable[[Solution], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = solve(Ends((5, 3, 7)), engine="plain")
    rooms = ("zermelo.solution.bulk", "zermelo.solution.sav", "zermelo.tables.")
    for name in [name for name in sys.modules if name.startswith(rooms)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)  # as in a browser: not to be had
    with pytest.raises(Unavailable, match="numpy is not installed here"):
        ask(solution)
