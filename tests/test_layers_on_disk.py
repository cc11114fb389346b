"""Layers in a folder: the same answers, and whatever ends the work, it goes on from there."""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from compiled_beside_plain import assert_same
from executed_rules import by_python
from programs import killed_while
from test_large_named_layers import wide
from test_named_layers import Layered, layered
from zermelo import Solution, solve
from zermelo.engines.layers import (
    asking,
    expanding,
    forward,
    memory,
    merging,
    returning,
    separate,
    sharing,
    work,
)
from zermelo.engines.layers.files import DRAFT, FolderFiles
from zermelo.engines.layers.folder import GameFolder
from zermelo.engines.layers.graph import LayeredGraph
from zermelo.engines.layers.sharing import (
    SHARERS,
    WORTH_SENDING,
    Team,
    equal_shares,
    shares,
)
from zermelo.engines.layers.storage import FileStorage
from zermelo.errors import BadInput, BudgetExceeded
from zermelo.games import ConnectFour, TicTacToe
from zermelo.graph.progress import Progress, Reporter
from zermelo.machine.words import Words

SMALL = ConnectFour(3, 2, 2)
ROWS = [(1 << 20, 10), (1 << 40, 3_000), (1 << 62, 200), (1 << 41, 9_000), (1 << 39, 500)]


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (memory, merging):
        monkeypatch.setattr(module, "PIECE" if module is memory else "PART", 8)
    monkeypatch.setattr(asking, "ASKED_AT_ONCE", 8)
    with by_python():
        yield


def on_disk(folder: Path, game: Any = SMALL) -> Solution:
    return solve(game, disk=folder, threads=1)


def test_a_game_is_solved_in_a_folder(tmp_path: Path) -> None:
    found = on_disk(tmp_path / "new" / "layers")
    assert_same(found, solve(SMALL, engine="plain"))
    graph = found.answers.graph
    assert isinstance(graph, LayeredGraph)
    assert graph.bytes == 0
    assert found.prove().states == len(graph)


@pytest.mark.parametrize("engine", ["compiled", "plain"])
def test_a_folder_is_for_the_engine_of_layers_alone(tmp_path: Path, engine: str) -> None:
    with pytest.raises(BadInput, match="by the engine that solves layer by layer"):
        solve(ConnectFour(3, 3), disk=tmp_path / "layers", engine=engine)
    assert not [*tmp_path.iterdir()]


def test_a_sub_game_is_asked_about_without_the_folder(tmp_path: Path) -> None:
    found, plain = on_disk(tmp_path), solve(SMALL, engine="plain")
    after = found.play().steps[0].move.to
    assert found.at(after).count_plays() == plain.at(after).count_plays()


def test_what_is_there_is_not_worked_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = on_disk(tmp_path)
    monkeypatch.setattr(expanding, "runs_of", None)
    monkeypatch.setattr("zermelo.engines.layers.backward.settled", None)
    monkeypatch.setattr(separate.Separation, "holds", None)  # which looks at all keys
    monkeypatch.setattr(separate.Recurring, "is_met", None)
    again = on_disk(tmp_path)
    assert dict(again.table()) == dict(first.table())


def test_what_is_finished_is_never_deleted(tmp_path: Path) -> None:
    on_disk(tmp_path)
    files = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    folder = GameFolder(str(tmp_path), SMALL, SMALL.start)
    folder.identity = {**folder.identity, "more": "said by another version"}
    rules: Any = SimpleNamespace(layout=folder.layout)
    assert folder.words is not None
    folder.begin(rules, folder.words)  # the same keys
    with pytest.raises(BadInput, match="made in another way"):
        folder.begin(rules, Words((1, 2)))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == files


@pytest.mark.parametrize("seed", range(6))
def test_games_whose_play_comes_back_are_solved_in_a_folder(tmp_path: Path, seed: int) -> None:
    game = layered(Random(seed), gains=True, falls=False)
    assert_same(on_disk(tmp_path, game), solve(game, engine="plain"))


class Ended(BaseException):
    """The work ends here, as by a kill."""


def ending_after(count: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that ends the work when it is called once too often."""
    left = [count]

    def called(*args: Any, **named: Any) -> Any:
        if left[0] == 0:
            raise Ended
        left[0] -= 1
        return function(*args, **named)

    return called


@pytest.mark.parametrize("now_and_then", [0.0, 1e9], ids=["every layer", "none but the last"])
@pytest.mark.parametrize(
    "game", [SMALL, layered(Random(3), gains=True, falls=True)], ids=["by levels", "by layers"]
)
def test_work_that_ends_at_any_file_goes_on_from_there(
    tmp_path: Path, game: Any, now_and_then: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "NOW_AND_THEN", now_and_then)
    expected = dict(solve(game, engine="plain").table())
    replaces, ended = os.replace, 0
    for step in range(0, 400, 11):
        folder = tmp_path / str(step)
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", ending_after(step, replaces))
            try:
                on_disk(folder, game)
            except Ended:
                ended += 1
        assert dict(on_disk(folder, game).table()) == expected, step
        assert not [*folder.glob(f"*{DRAFT}")]
        if 11 * ended <= step:
            break
    assert ended


def begin_and_end(folder: Path, step: int, patch: pytest.MonkeyPatch) -> None:
    """Leave what work has put into a folder that was ended at so many files."""
    patch.setattr(os, "replace", ending_after(step, os.replace))
    with suppress(Ended):
        on_disk(folder)


def test_layers_that_are_finished_are_noted_where_work_ends_by_a_limit_or_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, closed = dict(solve(SMALL, engine="plain").table()), Counter[int]()
    close = forward.Forward._close

    def ending(self: forward.Forward, number: int) -> list[str]:
        closed[number] += 1
        if number == 4 and closed[number] == 1:
            raise BudgetExceeded("so many", rule="no more", fix="Wait")
        return close(self, number)

    monkeypatch.setattr(forward.Forward, "_close", ending)
    monkeypatch.setattr(sharing, "NOW_AND_THEN", 1e9)
    with pytest.raises(BudgetExceeded, match="so many"):
        on_disk(tmp_path)
    assert dict(on_disk(tmp_path).table()) == expected
    assert {number for number, count in closed.items() if count > 1} == {4}
    assert not [*tmp_path.glob("piece*")]


class SentTeam(Team):
    """Pieces of work as they are sent to others, and done here."""

    is_afar = True


@pytest.mark.parametrize("count", [10_001, 65_537, 1_000_001])
def test_a_row_is_cut_into_as_many_parts_as_can_be_shared(count: int) -> None:
    for most in (count // 7, count // 2, 2 * count):
        size = equal_shares(count, most)
        parts = len(merging.bounds([np.arange(count)], size)) + 1
        assert parts % SHARERS == 0
        assert size <= most


@pytest.mark.parametrize("is_sent", [False, True])
@pytest.mark.parametrize("size", [1, 999, WORTH_SENDING // 2, WORTH_SENDING])
def test_pieces_follow_each_other_and_the_last_of_what_is_sent_are_halves(
    size: int, is_sent: bool
) -> None:
    for count in (0, 1, size - 1, size, size + 1, 2 * size, 7 * size, 7 * size + 1):
        ends = [*shares(count, size, is_sent=is_sent)]
        assert [low for low, _ in ends] == [0, *(high for _, high in ends)][: len(ends)]
        assert max((high - low for low, high in ends), default=0) <= size
        assert (ends[-1][1] if ends else 0) == count
        halves = 2 * SHARERS * (is_sent and 2 * size >= WORTH_SENDING)
        if count == 7 * size:
            assert [2 * (high - low) == size for low, high in ends] == (
                [False] * (7 - halves // 2) + [True] * halves
            )


def test_rows_are_cut_where_their_keys_lie_however_long_each_is() -> None:
    random = np.random.default_rng(3)
    rows = [np.sort(random.integers(0, high, size)) for high, size in ROWS]
    whole = sum(map(len, rows))
    bounds = merging.bounds(rows, whole // 6)
    together = np.sort(np.concatenate(rows))
    sizes = np.diff([0, *np.searchsorted(together, bounds), whole])
    assert len(sizes) >= 6
    assert sizes.max() < 1.1 * sizes[:6].min()


@pytest.mark.parametrize("sizes", [(1, 1), (1, 4), (4, 1)])
def test_parts_of_levels_are_merged_and_asked_about_in_one_go_after_a_kill_too(
    tmp_path: Path, sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "Team", SentTeam)
    monkeypatch.setattr(sharing, "WORTH_SENDING", 16)
    expected = dict(solve(SMALL, engine="plain").table())
    asked = Counter[bool]()
    for step in (20, 45, 70, 95, 120):
        folder = tmp_path / str(step)
        with monkeypatch.context() as patch:
            patch.setattr(memory, "PIECES_SENT", sizes[0])
            begin_and_end(folder, step, patch)
        monkeypatch.setattr(memory, "PIECES_SENT", sizes[1])
        with monkeypatch.context() as patch:
            patch.setattr(expanding.Expanding, "__call__", counting(asked))
            assert dict(on_disk(folder).table()) == expected, step
        assert not [*folder.glob("piece*")]
        assert not [*folder.glob("*part*")]
    assert sizes != (1, 1) or asked[True]  # some pieces were there


def test_rounds_that_are_sent_go_on_after_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "Team", SentTeam)
    monkeypatch.setattr(returning, "SETTLING_A_STATE", 1 << 50)  # no move is held
    monkeypatch.setattr(memory, "PIECES_SENT", 4)
    monkeypatch.setattr(sharing, "WORTH_SENDING", 64)
    game = wide(Random(2))
    expected, left = dict(solve(game, engine="plain").table()), 0
    for step in (60, 130, 200, 270, 340):
        folder = tmp_path / str(step)
        with monkeypatch.context() as patch, suppress(Ended):
            patch.setattr(os, "replace", ending_after(step, os.replace))
            on_disk(folder, game)
        left += len([*folder.glob("round*")])
        assert dict(on_disk(folder, game).table()) == expected, step
        assert not [*folder.glob("round*")]
    assert left  # some were ended in the middle of a round


def counting(asked: Counter[bool]) -> Callable[..., Any]:
    """The same piece of work, while it is counted how often it was there before."""
    done = expanding.Expanding.__call__

    def called(self: Any, asker: Any) -> Any:
        asked[self.storage.note(self.name) is not None] += 1
        return done(self, asker)

    return called


@pytest.mark.parametrize("sizes", [(3, 16), (16, 3)])
def test_work_goes_on_with_another_memory_and_so_with_other_pieces(
    tmp_path: Path, sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = dict(solve(SMALL, engine="plain").table())
    for step in (40, 100, 140):
        folder = tmp_path / str(step)
        with monkeypatch.context() as patch:
            patch.setattr(memory, "PIECE", sizes[0])
            begin_and_end(folder, step, patch)
        monkeypatch.setattr(memory, "PIECE", sizes[1])
        assert dict(on_disk(folder).table()) == expected, step


def test_a_hundred_kills_leave_what_goes_on(tmp_path: Path) -> None:
    game, random = ConnectFour(3, 3, 3), Random(1)
    expected = dict(solve(game, engine="plain").table())
    for _ in range(100):
        killed_while(lambda: on_disk(tmp_path, game), random.random() * 0.02)
    assert dict(on_disk(tmp_path, game).table()) == expected


def test_a_full_disk_is_told_and_leaves_no_half_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(BudgetExceeded, match="no room is left"):
            on_disk(tmp_path)
    assert not [*tmp_path.glob(f"*{DRAFT}")]
    assert on_disk(tmp_path).value == solve(SMALL).value


def test_a_limit_on_the_size_of_files_is_told(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(BudgetExceeded, match=r"may be that large.*ulimit -f.*go on with"):
            on_disk(tmp_path, ConnectFour(3, 3, 3))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert on_disk(tmp_path, ConnectFour(3, 3, 3)).value == solve(ConnectFour(3, 3, 3)).value


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    on_disk(tmp_path)
    with pytest.raises(BadInput, match="width is 3 in the folder, 4 here"):
        on_disk(tmp_path, ConnectFour(4, 2, 2))
    with pytest.raises(BadInput, match="the class is"):
        on_disk(tmp_path, TicTacToe())
    with pytest.raises(BadInput, match="another start"):
        solve(SMALL, disk=tmp_path, start=(0, 1))


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadInput, match="holds other files"):
        on_disk(tmp_path)
    with pytest.raises(BadInput, match="cannot be used"):
        on_disk(tmp_path / "letter.txt")
    with pytest.raises(BadInput, match="which is a path"):
        solve(SMALL, disk=3)  # type: ignore[arg-type]


def test_progress_tells_how_much_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Progress] = []

    def tell(_: Reporter, report: Callable[[], Progress], **__: Any) -> None:
        told.append(report())

    monkeypatch.setattr(Reporter, "tell", tell)
    on_disk(tmp_path)
    counted = [one for one in told if one.on_disk]
    assert {one.stage for one in counted} == {"explore", "sweep"}
    assert counted[-1].summary.endswith("KiB on disk")
    rows = sum(path.stat().st_size for path in tmp_path.glob("*.row"))
    assert FileStorage(FolderFiles(tmp_path)).on_disk == rows > 0


def test_rows_of_all_kinds_come_back_as_they_were(tmp_path: Path) -> None:
    rows = FileStorage(FolderFiles(tmp_path))
    for dtype in (np.int8, np.int16, np.int64, np.uint8):
        rows.keep("a row", np.arange(5, dtype=dtype))
        assert rows.get("a row").dtype == dtype
        assert rows.get("a row").tolist() == [0, 1, 2, 3, 4]
    rows.keep("pairs", np.arange(6).reshape(3, 2))
    assert FileStorage(FolderFiles(tmp_path)).get("pairs").tolist() == [[0, 1], [2, 3], [4, 5]]
    rows.keep("none", np.empty((0, 2), np.int16))
    assert rows.get("none").shape == (0, 2)
    rows.rename("pairs", "others")
    assert not rows.has("pairs")
    assert rows.get("others").shape == (3, 2)
    rows.drop("others")
    rows.drop("others")
    assert not rows.has("others")
    assert rows.note("nothing") is None


def test_a_layered_game_is_told_from_another_by_its_rules(tmp_path: Path) -> None:
    game = layered(Random(3), gains=True, falls=True)
    on_disk(tmp_path, game)

    class Other(Layered):
        def payoff(self, state: int) -> int:
            return 0

    other = Other(game.first, game.to, game.gain, game.again, game.pay, game.start, game.of)
    with pytest.raises(BadInput, match="disk"):
        on_disk(tmp_path, other)
