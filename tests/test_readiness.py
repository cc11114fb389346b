"""`check --ready`: the list before a solver is shipped, each item with its evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prompt_runs import FAILED, NOTHING, typed
from unnamed_games import Unnamed
from zermelo import Game, LastMoverWins, Move, check, ready
from zermelo._check import BATTERY
from zermelo._check.readiness import RESTS_ON
from zermelo.games import Ends, Front, Subtraction

NAMES = (
    "model", "oracle", "proof", "self-play", "symmetry", "parity", "edges", "declared", "ties",
    "limits", "complexity", "logging",
)  # fmt: skip
FILE = '''
from dataclasses import dataclass
from zermelo import Game, Move

@dataclass(frozen=True)
class Coins(Game):
    """Take a coin from either end; the richer player wins."""
    row: tuple[int, ...]

    @property
    def start(self):
        return 0, len(self.row) - 1

    def moves(self, state):
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")

    def reflected(self):
        return Coins(self.row[::-1])

class Crooked(Coins):
    """The right move pays the left coin."""
    def moves(self, state):
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left])
            yield Move((left, right - 1), gain=self.row[left])
    def reflected(self):
        return Crooked(self.row[::-1])
'''


@dataclass(frozen=True)
class Heap(Game):
    """Take one or two; each is worth what is left."""

    heap: int

    @property
    def start(self) -> int:  # type: ignore[override]
        return self.heap

    def moves(self, state: int) -> Iterator[Move]:
        for take in (1, 2):
            if take <= state:
                yield Move(state - take, gain=state)


def items(report: Any) -> dict[str, Any]:
    return {item.name: item for item in report.items}


def test_a_sound_game_has_evidence_for_every_item() -> None:
    """Senior document, production readiness checklist, and §9.2: log the first move."""
    report = ready(Heap(9), trials=10)
    found = items(report)
    assert tuple(found) == NAMES
    assert report.ok
    assert found["model"].evidence.startswith("Take one or two; each is worth what is left.")
    assert "values compared with the naive recursion, all equal" in found["oracle"].evidence
    assert "random instances: " in found["oracle"].evidence
    assert "plays of best moves compared" in found["self-play"].evidence
    assert found["symmetry"].passed is None
    assert "the smallest instance, Heap(heap=0)" in found["edges"].evidence
    assert "all 10 states found" in found["limits"].evidence
    assert "within 64 bits" in found["limits"].evidence
    assert found["complexity"].evidence.startswith("polynomial, n + 1 for size n")
    assert "first move 8; method backward; states 10" in found["logging"].evidence
    assert "10 of 12" in repr(report)


def test_a_class_is_looked_at_on_an_instance_of_its_own() -> None:
    report = ready(Heap, trials=5)
    assert isinstance(report.game, Heap)
    assert report.ok
    assert ready(Subtraction, trials=5).game == Subtraction(21)


def test_the_prompt_prints_the_list_and_its_code_follows(tmp_path: Path) -> None:
    """Senior document §9: the reversed input catches a right move that pays the left coin."""
    file = tmp_path / "mygame.py"
    file.write_text(FILE, encoding="utf-8")
    good = typed("check", f"{file}:Coins", "--ready", "--trials", "10")
    assert good.exit_code == 0
    assert [line.split()[0] for line in good.stdout.splitlines()[1:]] == list(NAMES)
    bad = typed("check", f"{file}:Crooked", "row=7,3,9", "--ready", "--trials", "10")
    assert bad.exit_code == FAILED
    assert "not ready: symmetry" in bad.stdout
    assert "reflection failed" in bad.stdout
    assert "smallest: Crooked" in bad.stdout


def test_a_model_that_nobody_wrote_down_is_not_ready() -> None:
    """Senior document, checklist: classified before coding."""
    silent = type("Silent", (Heap,), {})
    found = ready(silent(4), trials=5)
    assert [item.name for item in found.failures] == ["model"]
    assert "Silent has no docstring that says the rules" in str(found)


def test_a_game_that_is_too_large_is_looked_at_on_a_smaller_one() -> None:
    text = str(ready(Heap(500), trials=2, budget=50))
    assert text.splitlines()[0].endswith(" (on the smaller Heap(heap=49))")
    assert "of Heap(heap=49): all 50 states found" in text


def test_what_nobody_could_compare_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    text = "class Endless(Game):\n    'On and on.'\n    start = 0\n    def moves(self, n):\n"
    file.write_text(f"from zermelo import Game, Move\n{text}        yield Move(n + 1)\n")
    done = typed("check", str(file), "--ready", "--budget", "50", "--trials", "2")
    assert done.exit_code == NOTHING
    assert "not ready: model, oracle, self-play, edges, limits" in done.stdout


def test_a_game_of_one_function_has_no_random_instances() -> None:
    game = LastMoverWins.from_function(lambda n: [n - k for k in (1, 2) if k <= n], start=6)
    found = items(ready(game, trials=5))
    assert "no random instances: the class has neither arguments" in found["edges"].evidence
    assert found["oracle"].passed


def test_numbers_beyond_machine_integers_are_said() -> None:
    evidence = items(ready(Heap(5), trials=2))["limits"].evidence
    assert "within 64 bits" in evidence

    class Huge(Heap):
        """As above, and every coin is huge."""

        def moves(self, state: int) -> Iterator[Move]:
            return (m._replace(gain=m.gain * 10**20) for m in super().moves(state))

    assert "beyond 64 bits" in items(ready(Huge(5), trials=2))["limits"].evidence


def test_every_property_of_the_battery_belongs_to_one_item() -> None:
    of_items = [name for names in RESTS_ON.values() for name in names]
    assert sorted(of_items) == sorted(one.name for one in BATTERY)
    assert set(RESTS_ON) <= set(NAMES)


class Dearer(Front):
    """Taking three pays twice, of which the shape says nothing."""

    def moves(self, state: int) -> Iterator[Move]:
        for move in super().moves(state):
            yield move._replace(gain=move.gain * (2 if move.to - state == 3 else 1))


class Narrow(Ends):
    """A row of coins, and bounds that are too narrow."""

    def bounds(self, state: object) -> tuple[int, int]:
        return -1, 1


def test_what_a_game_declares_is_an_item_of_its_own() -> None:
    for kind, name in ((Dearer, "shape"), (Narrow, "bounds")):
        failed = [finding.name for finding in check(kind, trials=60).failures]
        report = ready(kind, trials=60)
        item = items(report)["declared"]
        assert name in failed
        assert item.passed is False
        assert f"{name} failed: " in item.evidence
        assert not report.ok
        assert " of 60 random instances: " in items(report)["oracle"].evidence


def test_trials_that_stop_at_a_failure_say_so() -> None:
    report = check(Narrow, trials=60)
    assert report.trials < 60
    assert report.note == "stopped at the first that failed, of 60 asked for"
    assert report.note in str(report)


def test_growth_that_nobody_measured_is_not_ready() -> None:
    game = LastMoverWins.from_function(lambda n: [n - k for k in (1, 2) if k <= n], start=6)
    report = ready(game, trials=5)
    item = items(report)["complexity"]
    assert item.passed is None
    assert item.evidence.startswith("growth not measured: too few smaller instances")
    assert report.ok  # its own states were counted


class Raises(Heap):
    """Its moves know no answer."""

    def moves(self, state: int) -> Iterator[Move]:
        raise KeyError(state)


class BadParts(Heap):
    """Its parts know no answer."""

    def moves(self, state: int) -> Iterator[Move]:
        return iter([Move(state - 1)] if state else [])

    def parts(self, state: int) -> Any:
        raise KeyError("no part")


class NoStart(Heap):
    """It does not know where play begins."""

    @property
    def start(self) -> int:  # type: ignore[override]
        raise KeyError("no start")


def test_rules_that_raise_have_a_report_all_the_same() -> None:
    for game, name, error in (
        (Raises(3), "model", "KeyError: 0"),
        (BadParts(3), "oracle", "KeyError: 'no part'"),
        (NoStart(3), "model", "KeyError: 'no start'"),
    ):
        report = ready(game, trials=5)
        found = items(report)
        assert tuple(found) == NAMES
        assert found[name].passed is False
        assert error in found[name].evidence
        assert "time is over" not in str(report)


def test_arguments_of_a_typed_init_are_drawn() -> None:
    evidence = items(ready(Unnamed(5), trials=30))["oracle"].evidence
    assert f"{check(Unnamed, trials=30).instances} random instances: " in evidence
