"""Games that begin at many states: all positions with so many stones, all placements of pieces."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from executed_rules import by_python
from prompt_runs import told
from table_games import MAKERS
from zermelo import (
    Game,
    LastMoverWins,
    Misere,
    Move,
    Solution,
    check,
    diagnose,
    explore,
    forecast,
    load,
    plan,
    solve,
)
from zermelo.engines.memory.graph import MemoryGraph
from zermelo.errors import (
    BadInput,
    BudgetExceeded,
    DamagedTable,
    ProofFailed,
    RulesError,
    UnhashableState,
    UnknownState,
)
from zermelo.games import Ends, Nim
from zermelo.graph import starts as starts_of_games
from zermelo.graph.starts import Starts
from zermelo.machine import beginning, machine
from zermelo.tables import saved_starts
from zermelo.tables.reader import TableFile

pytestmark = pytest.mark.usefixtures("own_cache")


class Heaps(LastMoverWins):
    """Three heaps of up to `most`, one to three taken from one: every position is a start."""

    most = 5

    def starts(self) -> Iterator[tuple[int, ...]]:
        yield from product(range(self.most + 1), repeat=3)

    def moves(self, heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place in range(3):
            for k in (1, 2, 3):
                if k <= heaps[place]:
                    yield (*heaps[:place], heaps[place] - k, *heaps[place + 1 :])


class Alike(Heaps):
    """The same, with heaps in order."""

    def canonical(self, heaps: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(heaps))


@dataclass(frozen=True)
class Counting(Game):
    """Down from a number in ones and twos; every one below `more` is a start, and no other."""

    start: int
    more: int

    @property
    def starts(self) -> range:
        return range(self.more)

    def moves(self, state: int) -> Iterator[Move]:
        for k in (1, 2):
            if k <= state:
                yield Move(state - k, gain=k)


class Take(LastMoverWins):
    starts: Any = (5, 9)

    def moves(self, heap: int) -> list[int]:
        return [heap - k for k in (1, 2) if k <= heap]


@pytest.fixture(scope="module")
def heaps() -> Iterator[Solution]:
    with by_python():
        yield solve(Heaps(), engine="compiled", threads=1)


def lost(heaps: tuple[int, ...]) -> bool:
    """Taking one to three: a heap is worth its size modulo 4."""
    a, b, c = (heap % 4 for heap in heaps)
    return a ^ b ^ c == 0


def test_every_start_is_solved(heaps: Solution) -> None:
    for solution in (heaps, solve(Heaps(), engine="plain")):
        every = list(product(range(6), repeat=3))
        assert list(solution.starts) == every
        assert solution.start == every[0] == Heaps().start
        assert [state for state in every if solution.value_of(state) < 0] == [*filter(lost, every)]
        assert solution.histogram()["loss"] == sum(map(lost, every))
        graph = solution.answers.graph
        assert graph is not None
        assert (graph.roots, len(graph), graph.level_sizes) == (216, 216, [216])
        assert [graph.state(number) for number in range(216)] == every


@pytest.mark.parametrize("kind", ["difference", "outcome", "normal", "cyclic", "shared"])
def test_many_starts_have_the_values_that_each_has_alone(kind: str) -> None:
    for seed in range(25):
        game, random = MAKERS[kind](Random(seed)), Random(seed)
        states = explore(game).states
        picked = random.choices(states, k=min(4, len(states)))
        together = solve(game, starts=picked, engine="plain")
        with by_python():
            compiled = solve(game, starts=iter(picked), engine="compiled", threads=1)
        reached = {state for start in picked for state in explore(game, start=start).states}
        assert {*together.table()} == {*compiled.table()} == reached
        assert together.prove().states == len(reached)
        for start in picked:
            alone = solve(game, start=start, engine="plain")
            for solution in (together, compiled):
                assert solution.value_of(start) == alone.value, (seed, start)
                assert dict(solution.at(start).table()) == dict(alone.table())


def test_kinds_of_states_are_entered_once() -> None:
    with by_python():
        compiled = solve(Alike(), engine="compiled", threads=1)
    for solution in (compiled, solve(Alike(), engine="plain")):
        assert solution.histogram().total == 56
        assert solution.value_of((5, 2, 1)) == solution.value_of((1, 2, 5)) == 1
        assert len(list(solution.starts)) == 216


def test_starts_that_no_key_has_room_for_make_it_wider() -> None:
    small = [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]
    with by_python():
        solution = solve(Take3(), starts=[*small, (10**7, 10**9, 10**12)], engine="compiled")
    assert solution.histogram().total == 29
    assert solution.value_of((10**7, 10**9, 10**12)) == -solution.value_of((0, 0, 3)) == -1


class Take3(LastMoverWins):
    """From large heaps straight to small ones."""

    def moves(self, heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        a, b, c = heaps
        if a + b + c > 9:
            yield 0, 0, 3
            yield 0, 1, 1
        elif c:
            yield a, b, c - 1


def test_records_and_numbers_are_starts_too() -> None:
    with by_python():
        solution = solve(Counting(9, 4), engine="compiled", threads=1)
    assert solution.start == 0
    assert list(solution.starts) == [0, 1, 2, 3]
    assert solution.arrays().states[:] == (0, 1, 2, 3)
    assert solution.value_of(3) == solve(Counting(9, 0), start=3).value
    assert solution.answers.graph.longest_play() == 3  # type: ignore[union-attr]


class Stones(Heaps):
    """Layer by layer, each with all positions of so many stones."""

    def layer(self, heaps: tuple[int, ...]) -> int:
        return sum(heaps)


def test_layers_begin_wherever_their_starts_are() -> None:
    with by_python():
        layered = solve(Stones(), engine="layers", threads=1)
        assert layered.prove().states == 216
        part = solve(Stones(), starts=[(5, 5, 4), (0, 0, 1)], engine="layers", threads=1)
    assert layered.histogram() == solve(Heaps(), engine="plain").histogram()
    assert layered.histogram("layer")[3] == 10
    with by_python():
        compiled = solve(Stones(), engine="compiled", threads=1)
    for solution in (compiled, solve(Stones(), engine="plain")):
        assert solution.histogram(by_layer=True) == layered.histogram(by_layer=True)
        assert {*solution.where(layer=3)} == {*layered.where(layer=3)}
    assert layered.at((1, 1, 2)).histogram().total == 12
    assert part.answers.graph.roots == 2  # type: ignore[union-attr]
    assert part.histogram().total == len(explore(Heaps(), start=(5, 5, 4)))


@pytest.fixture
def few_by_python(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Machine code begins after some starts; the sizes of its windows."""
    monkeypatch.setattr(machine, "KEYS_AT_ONCE", 8)
    for name, size in (("ENTERED_BY_PYTHON", 16), ("WINDOW", 20), ("COMPARED", 10)):
        monkeypatch.setattr(beginning, name, size)
    found: list[int] = []
    window = beginning.Beginning.window

    def seen(code: beginning.Beginning, skip: int, size: int) -> Any:
        found.append(skip)
        return window(code, skip, size)

    monkeypatch.setattr(beginning.Beginning, "window", seen)
    return found


class Nested(Heaps):
    """The same starts out of loops."""

    def starts(self) -> Iterator[tuple[int, ...]]:
        for a in range(self.most + 1):
            for b in range(self.most + 1):
                for c in range(self.most + 1):
                    yield a, b, c


class Ordered(Nested):
    """One start for all that are alike; its own is none of them."""

    start = (5, 5, 0)

    def canonical(self, heaps: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(heaps))


class Grown(Nested):
    """The last of many starts is larger than the others."""

    def starts(self) -> Iterator[tuple[int, ...]]:
        for a in range(80):
            yield a % 4, a // 4 % 4, a // 16
        yield 0, 0, 1 << 40

    def moves(self, heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        a, b, c = heaps
        if c:
            yield a, b, 0


class Late(Grown):
    """It fails behind the first window."""

    def starts(self) -> Iterator[tuple[int, ...]]:
        for a in range(80):
            yield a % 4, a // 4 % 4, 60 // (60 - a)


class Letters(LastMoverWins):
    """Words of up to three letters, one of which is taken from the end."""

    def starts(self) -> Iterator[str]:
        for word in product("abc", repeat=3):
            yield "".join(word)

    def moves(self, word: str) -> Iterator[str]:
        if word:
            yield word[:-1]


@pytest.mark.parametrize(("kind", "skips"), [(Nested, 16), (Ordered, 16)])
def test_many_starts_are_made_by_machine_code(
    kind: type[Game], skips: int, few_by_python: list[int]
) -> None:
    with by_python():
        solution = solve(kind(), engine="compiled", threads=1)
        assert few_by_python[:3] == [0, skips, skips + 20]
        assert solution.prove().states == solution.histogram().total
    assert solution.histogram() == solve(kind(), engine="plain").histogram()


@pytest.mark.usefixtures("few_by_python")
def test_machine_code_finds_what_no_key_has_room_for_and_what_is_wrong() -> None:
    with by_python():
        assert solve(Grown(), engine="compiled", threads=1).value_of((0, 0, 1 << 40)) == 1
        with pytest.raises(RulesError, match="ZeroDivisionError"):
            solve(Late(), engine="compiled", threads=1)


def test_hooks_that_are_not_translated_are_asked_in_python(few_by_python: list[int]) -> None:
    with by_python():
        assert solve(Letters(), engine="compiled", threads=1).histogram().total == 40
    assert not few_by_python


# -- which starts ----------------------------------------------------------------------------------


def test_one_start_that_is_named_stands_for_all() -> None:
    solution = solve(Heaps(), start=(1, 1, 2))
    assert (list(solution.starts), solution.histogram().total) == ([(1, 1, 2)], 12)
    assert list(solve(Heaps(), starts=[(1, 1, 2), (0, 0, 1)]).starts) == [(1, 1, 2), (0, 0, 1)]


def test_starts_may_be_named_for_a_game_that_has_none() -> None:
    class Bare(LastMoverWins):
        def moves(self, heap: int) -> list[int]:
            return [heap - k for k in (1, 2) if k <= heap]

    solution = solve(Bare(), starts=(heap for heap in (3, 8, 3)))
    assert [solution.value_of(heap) for heap in solution.starts] == [-1, 1, -1]
    assert "3, the first of 2 starts" in str(solution)
    assert solution.at(8).winner == "player to move"
    assert "start" not in dict(solution.at(2).headlines())


def test_a_hook_is_a_method_an_attribute_or_a_property() -> None:
    assert solve(Take()).histogram().total == 10
    assert solve(Counting(2, 8)).histogram().total == 8
    told_so = Game.from_function(lambda n: [n - 1] if n else [], start=3, starts=[5, 4])
    assert list(solve(told_so).starts) == [5, 4]
    assert list(solve(Misere(Take())).starts) == [5, 9]


def test_all_that_explores_begins_at_every_start() -> None:
    assert len(explore(Take())) == diagnose(Take()).states == plan(Take()).cost.states == 10
    assert forecast(Take()).states == 10
    report = check(Take())
    assert report.ok
    assert "20 equations checked" in str(report)


def test_closed_forms_speak_of_all_starts() -> None:
    nim = solve(Nim((1, 2)), starts=[(1, 2), (3, 3), (2, 5)])
    assert [nim.nimber_of(start) for start in nim.starts] == [3, 0, 7]
    assert nim.histogram("nimber")[7] == 1
    assert nim.prove().states == solve(Nim((3, 5))).prove().states
    assert "the first of several starts" in str(nim)
    row = solve(Ends((5, 3, 7, 10)), starts=[(0, 1), (2, 3)], method="peak-fusion")
    assert [row.value_of(start) for start in row.starts] == [2, 3]
    assert row.prove().states == 2 * row.at((0, 1)).prove().states


# -- proofs ----------------------------------------------------------------------------------------


def test_the_checker_looks_for_every_start(heaps: Solution) -> None:
    graph, columns = heaps.answers.graph, heaps.answers.columns  # type: ignore[attr-defined]
    assert isinstance(graph, MemoryGraph)
    with by_python():
        assert heaps.prove().states == 216
        for odd, told_so in (((0, 0, 6), r"\(0, 0, 6\): it is a start"), ((0, 0, 10**15), "room")):
            with pytest.raises(ProofFailed, match=told_so):
                graph.prove(columns, heaps.start, [(0, 1, 2), odd])


def test_a_wrong_value_behind_any_start_is_found() -> None:
    solution = solve(Take(), engine="plain")
    solution.answers.columns.values[solution.answers.graph.number(9)] = 1  # type: ignore[union-attr, attr-defined]
    with pytest.raises(ProofFailed, match="9"):
        solution.prove()


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "error", "rule"),
    [
        ({"starts": []}, BadInput, "starts of Take: no state; play begins somewhere"),
        ({"starts": 3}, BadInput, "starts are states, one after the other"),
        ({"starts": [1, [2]]}, UnhashableState, r"the state \[2\]"),
        ({"start": 3, "starts": [4]}, BadInput, "at one state or at several"),
    ],
)
def test_starts_that_are_none_are_refused(given: Any, error: Any, rule: str) -> None:
    with pytest.raises(error, match=rule):
        solve(Take(), **given)


def failing() -> Iterator[int]:
    yield 3
    raise ValueError("a mistake")


@pytest.mark.parametrize(
    ("starts", "rule"),
    [
        ((), "Odd.starts: no state; play begins somewhere"),
        (lambda self: failing(), "Odd.starts: ValueError: a mistake"),
        ((1, -2), "it is no position of this game: below 0"),
        (iter((1, 2)), "can be gone through once"),
    ],
)
def test_a_hook_that_fails_is_told_with_the_reason(starts: Any, rule: str) -> None:
    odd = type("Odd", (Take,), {"starts": starts, "impossible": below_zero})
    with pytest.raises(RulesError, match=rule):
        solve(odd())


def below_zero(_: Game, state: int) -> str | None:
    return "below 0" if state < 0 else None


def test_a_position_is_looked_at_before_it_is_a_start() -> None:
    judged = type("Judged", (Take,), {"impossible": below_zero})
    with pytest.raises(BadInput, match="the state -1; it is no position of this game: below 0"):
        solve(judged(), starts=[1, -1])


def test_more_starts_than_the_budget_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BudgetExceeded, match="more than 100 states"):
        solve(Heaps(), budget=100, engine="plain")
    with by_python(), pytest.raises(BudgetExceeded, match="more than 100 states"):
        solve(Heaps(), budget=100, engine="compiled")
    assert not explore(Heaps(), budget=100).complete
    monkeypatch.setattr(starts_of_games, "MOST_HELD", 50)
    with pytest.raises(BadInput, match="more than 50 states; what can be gone through once"):
        solve(Take(), starts=count())


def test_a_state_that_no_start_reaches_is_not_known(heaps: Solution) -> None:
    with pytest.raises(UnknownState):
        heaps.value_of((0, 0, 6))


def test_a_solution_of_many_starts_can_be_kept() -> None:
    again = pickle.loads(pickle.dumps(solve(Heaps(), engine="plain")))
    assert again.histogram() == solve(Heaps(), engine="plain").histogram()
    assert repr(again._starts) == "<Heaps.starts>"


@pytest.mark.parametrize("given", [None, [(1, 2, 3), (0, 0, 4)]])
def test_a_saved_table_knows_its_starts(given: Any, tmp_path: Path) -> None:
    solution = solve(Heaps(), starts=given, engine="plain")
    solution.save(tmp_path / "heaps.table")
    saved = load(tmp_path / "heaps.table", game=Heaps())
    assert list(saved.starts) == list(solution.starts)
    assert dict(saved.table()) == dict(solution.table())
    assert saved.at((0, 0, 1)).histogram().total == 2
    assert saved.prove().states == solution.prove().states
    assert dict(saved.headlines())["start"] == dict(solution.headlines())["start"]


class Pairs(LastMoverWins):
    """Take one from either of two heaps."""

    start = (0, 0)

    def moves(self, heaps: tuple[int, int]) -> Iterator[tuple[int, int]]:
        left, right = heaps
        yield from [(left - 1, right)] * (left > 0) + [(left, right - 1)] * (right > 0)


def test_a_saved_table_knows_all_of_many_starts_that_were_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_starts, "STARTS_OF_A_STRETCH", 500)
    given, path = [*product(range(40), range(30)), (3, 4), (3, 4)], tmp_path / "pairs.table"
    solve(Pairs(), starts=given, engine="plain").save(path)
    for _ in range(2):
        saved = load(path, game=Pairs())
        assert list(saved.starts) == given
        assert saved.prove().states == 1200
        saved.save(path)


def test_a_late_start_that_a_table_does_not_hold_is_found(tmp_path: Path) -> None:
    path = tmp_path / "pairs.table"
    solution = solve(Pairs(), starts=[*product(range(40), range(30))], engine="plain")
    lie = Starts(Pairs(), [*product(range(40), range(30)), (0, 77)])
    solution.but(_starts=lie).save(path)
    with pytest.raises(ProofFailed, match=r"the start \(0, 77\) is not in the table"):
        load(path, game=Pairs()).prove()


def test_damage_among_starts_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pairs.table"
    solve(Pairs(), starts=[*product(range(40), range(30))], engine="plain").save(path)
    (at, _), whole = TableFile(path).head["more_starts"][0], path.read_bytes()
    path.write_bytes(whole[:at] + bytes(8) + whole[at + 8 :])
    with pytest.raises(DamagedTable, match=r"the starts: damaged.*zermelo verify"):
        list(load(path, game=Pairs()).starts)
    assert TableFile(path).part_of(at) == "the starts"
    with pytest.raises(DamagedTable, match="the checksum of a stretch"):
        load(path, game=Pairs()).prove()


def test_a_generator_of_starts_that_fails_is_told() -> None:
    def failing() -> Iterator[tuple[int, int]]:
        yield 3, 4
        raise LookupError("no more")

    with pytest.raises(BadInput, match=r"starts: LookupError: no more; .*Mend the generator"):
        solve(Pairs(), starts=failing())


# -- at the prompt ---------------------------------------------------------------------------------


def test_the_prompt_begins_at_every_start_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(
        "from zermelo import LastMoverWins\n"
        "class Two(LastMoverWins):\n"
        "    starts = ((1, 2), (3, 3))\n"
        "    def moves(self, heaps):\n"
        "        a, b = heaps\n"
        "        yield from ((a - k, b) for k in range(1, a + 1))\n"
        "        yield from ((a, b - k) for k in range(1, b + 1))\n"
    )
    said = told("solve", f"{file}:Two", "--histogram", "--check")
    assert "(1, 2), the first of 2 starts" in said
    assert "over 16 states" in said
