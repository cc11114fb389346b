"""Saved tables: the same answers from a file, by look-up."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from programs import python, run
from saved_tables import GAMES, Walk
from zermelo import Game, LastMoverWins, Solution, ValueType, load, solve
from zermelo.errors import BadInput, BadTable, Unavailable, UnknownState
from zermelo.games import Ends, Kalah, Nim, TicTacToe
from zermelo.graph.progress import Progress
from zermelo.methods.answers import Table
from zermelo.tables.codes import Blocks, Palette, packed_block
from zermelo.tables.diagram import Builder, Diagram, SmallBuilder, builder, whole_key
from zermelo.tables.reader import TableFile
from zermelo.tables.sorted_keys import SortedBuilder, SortedKeys


class Pairs(LastMoverWins):
    """Take from either of two heaps."""

    start = (0, 0)

    def starts(self) -> Iterator[tuple[int, int]]:
        yield from ((one, two) for one in range(3) for two in range(3))

    def moves(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        one, two = state
        if one:
            yield one - 1, two
        if two:
            yield one, two - 1


@pytest.fixture(params=GAMES)
def solution(request: pytest.FixtureRequest) -> Solution:
    return GAMES[request.param]()


@pytest.mark.parametrize("compress", [False, True])
def test_a_table_answers_as_the_solution_that_was_saved(
    solution: Solution, tmp_path: Path, compress: bool
) -> None:
    solution.save(tmp_path / "x.table", compress=compress)
    found = load(tmp_path / "x.table", game=solution.game)
    assert str(found) == str(solution)
    assert found.play() == solution.play()
    assert isinstance(solution.answers, Table)
    for state in solution.answers.graph.all_states():
        assert found.value_of(state) == solution.value_of(state)
        assert found.best_moves(state) == solution.best_moves(state)
    assert dict(found.table().items()) == dict(solution.table().items())


def test_the_proof_of_a_table_is_the_proof_of_the_solution(
    solution: Solution, tmp_path: Path
) -> None:
    solution.save(tmp_path / "x.table")
    found = load(tmp_path / "x.table", game=solution.game).prove()
    if solution.answers.value_type is ValueType.NIMBER:  # else proved part by part
        assert (found.states, found.checks) == (10, 20)
        return
    told = solution.prove()
    assert (found.value, found.states, found.moves) == (told.value, told.states, told.moves)


def test_games_of_the_catalogue_are_made_of_what_the_file_says(tmp_path: Path) -> None:
    for name in set(GAMES) - {"many kinds", "rounds"}:
        solution = GAMES[name]()
        solution.save(tmp_path / "x.table")
        assert repr(load(tmp_path / "x.table").game) == repr(solution.game)


def test_a_sub_game_of_a_table_needs_no_rules_but_its_own(tmp_path: Path) -> None:
    solution = solve(TicTacToe(3, 2, 2))
    solution.save(tmp_path / "x.table")
    found = load(tmp_path / "x.table").at((0, 1))
    assert str(found) == str(solution.at((0, 1)))
    assert len(found.table()) == len(solution.at((0, 1)).table())


@pytest.mark.parametrize("given", [None, ((2, 1), (1, 2))])
def test_tables_of_many_starts_keep_them(tmp_path: Path, given: Any) -> None:
    game = Pairs()
    solution = solve(game, starts=given, method="winloss")
    solution.save(tmp_path / "x.table")
    found = load(tmp_path / "x.table", game=game)
    assert list(found.starts) == list(solution.starts)
    assert str(found) == str(solution)
    assert str(found.histogram()) == str(solution.histogram())
    assert str(found.prove()) == str(solution.prove())
    assert len(found.at((1, 1)).table()) == len(solution.at((1, 1)).table())


def test_copies_and_pickles_of_a_table_open_it_again(tmp_path: Path) -> None:
    solution = solve(TicTacToe(3, 2, 2))
    solution.save(tmp_path / "x.table")
    found = load(tmp_path / "x.table")
    assert found.value_of((0, 1)) == -1
    for twin in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert str(twin) == str(solution)


def test_a_sub_game_that_is_saved_is_that_sub_game(tmp_path: Path) -> None:
    solution = solve(TicTacToe(3, 2, 2)).at((0, 1))
    solution.save(tmp_path / "x.table")
    assert str(load(tmp_path / "x.table")) == str(solution)
    assert len(load(tmp_path / "x.table").table()) == len(solution.table())


def test_what_a_table_does_not_hold_is_explored(tmp_path: Path) -> None:
    solution = solve(Ends((5, 3, 7, 10)), method="backward")
    solution.save(tmp_path / "x.table")
    found = load(tmp_path / "x.table")
    assert found.scores == (15, 10)
    assert str(found.diagnosis) == str(solution.diagnosis)
    assert found.guarantee(0) == 15


def test_a_state_that_is_not_in_a_table_is_not_known(tmp_path: Path) -> None:
    solve(TicTacToe(3, 2, 2)).save(tmp_path / "x.table")
    found = load(tmp_path / "x.table")
    for state in ((0, 63), "no state", (0, 0, 0), 10**30):
        with pytest.raises((UnknownState, BadInput)):
            found.value_of(state)
    assert (0, 63) not in found.table()


def test_rows_of_a_table_are_arrays_for_numpy(tmp_path: Path) -> None:
    solution = solve(TicTacToe(3, 2, 2))
    solution.save(tmp_path / "x.table")
    columns = load(tmp_path / "x.table").answers.columns  # type: ignore[attr-defined]
    values = np.asarray(columns.values)
    assert values.tolist() == list(columns.values)
    assert columns.values[2:5].tolist() == values[2:5].tolist()
    assert columns.values[::2].tolist() == values[::2].tolist()


def test_a_method_without_a_table_has_nothing_to_save(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="without a table of positions"):
        solve(Nim((3, 4, 5))).save(tmp_path / "x.table")


def test_states_that_are_no_keys_are_refused_with_the_reason(tmp_path: Path) -> None:
    game = Game.from_edges({10**30: [2], 2: []}, start=10**30)
    with pytest.raises(Unavailable, match="needs more than 63 bits"):
        solve(game).save(tmp_path / "x.table")


def test_a_table_needs_the_game_where_no_name_leads_to_it(tmp_path: Path) -> None:
    def countdown() -> Game:
        return Game.from_function(lambda heap: range(max(0, heap - 2), heap), start=5)

    solve(countdown()).save(tmp_path / "x.table")
    with pytest.raises(BadTable, match="is not found"):
        load(tmp_path / "x.table")
    assert load(tmp_path / "x.table", game=countdown()).value == 0
    with pytest.raises(BadInput, match="it is a game"):
        load(tmp_path / "x.table", game=Walk)  # type: ignore[arg-type]


def test_a_game_in_a_users_file_is_found_there(tmp_path: Path) -> None:
    file = tmp_path / "mygame.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from zermelo import Game, Move, load, solve\n"
        "@dataclass(frozen=True)\n"
        "class Coins(Game):\n"
        "    row: tuple[int, ...]\n"
        "    start = 0\n"
        "    def moves(self, taken):\n"
        "        if taken < len(self.row):\n"
        "            yield Move(taken + 1, gain=self.row[taken])\n"
        "if __name__ == '__main__':\n"
        "    solve(Coins((5, 3))).save('x.table')\n"
        "    print(load('x.table').value)\n"
    )
    assert run(sys.executable, str(file), cwd=tmp_path).stdout == "2\n"
    found = load(tmp_path / "x.table")
    assert found.value == 2
    assert type(found.game).__name__ == "Coins"


def test_small_tables_are_saved_and_read_without_numba(tmp_path: Path) -> None:
    code = (
        "import sys, zermelo; from zermelo.games import Ends\n"
        f"path = {str(tmp_path / 'x.table')!r}\n"
        "zermelo.solve(Ends((5, 3, 7, 10)), method='backward').save(path)\n"
        "print(zermelo.load(path).play().labels, 'numba' in sys.modules)"
    )
    assert python(code) == "('right', 'right', 'left', 'left') False"


# -- keys and codes --------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("count", [0, 1, 2, 700])
def test_a_diagram_holds_its_keys_and_no_others(words: int, count: int) -> None:
    rng = np.random.default_rng(count)
    keys = rng.integers(0, 1 << (12 if words == 1 else 62), (count, words))
    keys = np.unique(keys, axis=0)[:, ::-1]  # the last word first
    large, small = Builder(words), SmallBuilder(words)
    for low in range(0, len(keys), 100):
        large.add(keys[low : low + 100])
        small.add(keys[low : low + 100])
    sets = [(each.root(), each) for each in (large, small)]
    found = [(root, Diagram(each.rows(), [root], [0], words)) for root, each in sets]
    assert len(found[0][1].rows) == len(found[1][1].rows)
    others = rng.integers(0, 1 << 12, (500, words))
    held = set(map(tuple, keys.tolist()))
    for root, diagram in found:
        assert diagram.is_sound
        assert diagram.numbers(keys).tolist() == list(range(len(keys)))
        assert diagram.keys(np.arange(len(keys)), root).tolist() == keys.tolist()
        singles = [diagram.rank(whole_key(key), root) for key in others.tolist()]
        assert singles == diagram.numbers(others).tolist()
        assert [rank >= 0 for rank in singles] == [tuple(key) in held for key in others.tolist()]


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("count", [1, 256, 257, 1000])
def test_sorted_keys_hold_their_keys_and_no_others(words: int, count: int) -> None:
    rng = np.random.default_rng(count)
    keys = np.unique(rng.integers(0, 1 << (30 if words == 1 else 8), (count, words)), axis=0)
    keys, made = keys[:, ::-1], SortedBuilder(words)
    made.add_set(iter([keys]))
    made.add_set(iter([]))
    heads, places, steps = made.arrays()
    found = SortedKeys((heads, places, memoryview(steps)), made.sets, [0, len(keys)], words)
    assert found.is_sound
    assert found.numbers(keys).tolist() == list(range(len(keys)))
    assert found.keys(np.arange(len(keys)), 0).tolist() == keys.tolist()
    held = set(map(tuple, keys.tolist()))
    others = rng.integers(0, 1 << 8, (300, words))
    assert [tuple(key) in held for key in others.tolist()] == (found.numbers(others) >= 0).tolist()


def test_keys_without_structure_are_sorted(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    places = [0, *rng.integers(1, 1 << 60, 600).tolist()]
    edges = {here: [there] for here, there in pairwise(places)}
    solution = solve(Game.from_edges(edges, start=0))
    solution.save(tmp_path / "x.table")
    found = load(tmp_path / "x.table", game=solution.game)
    assert TableFile(tmp_path / "x.table").head["keys"]["kind"] == "sorted"
    assert found.prove().states == 601
    assert dict(found.table().items()) == dict(solution.table().items())


def test_a_sign_of_the_keys_tells_their_layer(tmp_path: Path) -> None:
    signs = {}
    for name in ("tic-tac-toe", "ends", "chomp", "nimbers", "rounds"):
        solution = GAMES[name]()
        solution.save(tmp_path / "x.table")
        told = TableFile(tmp_path / "x.table").head["sign"]
        signs[name] = None if told is None else (told["kind"], len(told["pieces"]))
    assert signs["tic-tac-toe"] == ("ones", 2)  # stones of both players
    assert signs["rounds"] is None
    assert set(signs.values()) > {None}


def test_keys_that_do_not_ascend_are_refused() -> None:
    for each in (Builder(1), SmallBuilder(1)):
        with pytest.raises(BadInput, match="ascending order"):
            each.add(np.array([[3], [5], [5]]))
    assert isinstance(builder(1, 100), SmallBuilder)


@pytest.mark.parametrize("different", [1, 2, 3, 16, 200, 300, 70_000])
def test_blocks_of_any_number_of_different_rows_are_read_as_they_were(different: int) -> None:
    values = np.random.default_rng(1).integers(0, different, 1000) * 10**12
    plies = values // 10**12 % 5
    for columns in ([values, plies], [values.tolist(), plies.tolist()]):
        for compress in (False, True):
            palette = Palette([(-1 - k, 0) for k in range(65_000 if different > 500 else 0)])
            kind, data = packed_block(palette, columns, compress=compress)
            blocks = Blocks(memoryview(data), np.array([kind], "<u8"), palette, [0, 0])
            assert blocks.row(7) == (values[7], plies[7])
            for place, column in enumerate((values, plies)):
                whole = blocks.column(place, 0, np.arange(1000), palette.column(place))
                assert whole.tolist() == column.tolist()


def test_answers_in_bulk_are_those_of_the_solution(solution: Solution, tmp_path: Path) -> None:
    solution.save(tmp_path / "x.table")
    found = load(tmp_path / "x.table", game=solution.game)
    assert str(found.histogram()) == str(solution.histogram())
    assert str(found.histogram(by_layer=True)) == str(solution.histogram(by_layer=True))
    value = solution.value
    assert set(found.where(value=value)) == set(solution.where(value=value))
    assert len(found.arrays().values) == len(solution.arrays().values)


@pytest.mark.parametrize("game", [TicTacToe(), Kalah(2, 2)], ids=str)
def test_saving_says_how_far_it_is(game: Game, tmp_path: Path) -> None:
    told: list[Progress] = []
    solution = solve(game, method="backward" if isinstance(game, Kalah) else None)
    solution.save(tmp_path / "a.table", progress=told.append)
    assert told[-1].stage == "save"
    assert told[-1].states == told[-1].expected == len(solution.table())
    assert "saved" in told[-1].summary


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"compress": "yes"}, r"save\(compress\): 'yes'; it is on or off"),
        ({"progress": 5}, "progress: 5; a progress callback is called with a Progress"),
    ],
)
def test_what_save_cannot_use_is_refused_in_words(
    given: dict[str, Any], told: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=told):
        solve(TicTacToe(2, 2, 2)).save(tmp_path / "x.table", **given)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["", "."])
def test_a_table_has_a_name(name: str) -> None:
    with pytest.raises(BadTable, match="a table is a file, named by a text"):
        solve(TicTacToe(2, 2, 2)).save(name)
