"""Numbers of more digits than Python turns into text are said in full, and counts as powers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import pytest

import programs
from zermelo import (
    Game,
    LastMoverWins,
    Move,
    Sum,
    ZermeloError,
    card,
    check,
    compare,
    diagnose,
    forecast,
    plan,
    ready,
    solve,
    two_forms,
)
from zermelo.faces.explanation import explain
from zermelo.faces.plots import picture
from zermelo.faces.record import record
from zermelo.faces.session import Session
from zermelo.games import GAMES as GAMES_OF_THE_CATALOGUE
from zermelo.games import (
    CanIWin,
    Divisor,
    Ends,
    Front,
    Kayles,
    Nim,
    Rows,
    StoneGameII,
    Subtraction,
)
from zermelo.model.numerals import digits, integer, shown, spelled
from zermelo.solution import Solution

BIG = 10**5000 + 7
TEXT = f"1{'0' * 4999}7"


class ShowsNumbers(LastMoverWins):
    """Count down from 2; a state is shown as a number, and not as a text."""

    start = 2

    def moves(self, state: int) -> list[int]:
        return [state - 1] if state else []

    def show(self, state: int) -> Any:
        return BIG + state


GAMES: dict[str, Callable[[], Any]] = {
    "a row": lambda: Ends((BIG, 3, 7)),
    "a fused row": lambda: Ends((BIG, 3, 7) * 8),
    "fractions": lambda: Ends((Fraction(BIG, 3), 1, 2)),
    "from the front": lambda: Front((BIG, 1, 2), 2),
    "a cap": lambda: StoneGameII((BIG, 1, 2)),
    "nim": lambda: Nim((BIG, 3)),
    "divisors": lambda: Divisor(BIG),
    "octal": lambda: Kayles((BIG,)),
    "a heap": lambda: Subtraction(BIG, (1, 2)),
    "edges": lambda: Game.from_edges({"a": {"b": BIG}, "b": {"c": 3}}, start="a"),
    "shown as a number": ShowsNumbers,
    "a sum of such": lambda: Sum(ShowsNumbers(), ShowsNumbers()),
    "states": lambda: Game.from_edges({BIG: {2: 5}, 2: {3: 3}}, start=BIG),
}
QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "print": lambda solution: solution,
    "repr": repr,
    "html": lambda solution: solution._repr_html_(),
    "plan": lambda solution: solution.plan,
    "play": lambda solution: solution.play(),
    "short play": lambda solution: repr(solution.play()),
    "proof": lambda solution: solution.prove(),
    "first best moves": lambda solution: solution.first_best_moves(2),
    "record": record,
    "explanation": lambda solution: explain(solution).sections,
    "greedy": lambda solution: solution.against("greedy"),
    "unknown": lambda solution: solution.value_of("x"),
    "forecast": lambda solution: forecast(solution.game),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_about_long_numbers_has_a_text(name: str) -> None:
    solution = solve(GAMES[name]())
    for question, answer in QUESTIONS.items():
        try:
            assert str(shown(answer(solution))), question
        except ZermeloError as error:
            assert str(error), question  # noqa: PT017


@pytest.mark.parametrize("name", ["a row", "fractions", "edges", "states"])
def test_facts_and_checks_of_long_numbers_have_a_text(name: str) -> None:
    game = GAMES[name]()
    assert str(diagnose(game))
    assert str(check(game))
    assert str(solve(game).table())


def test_a_value_is_said_with_all_its_digits() -> None:
    solution = solve(Ends((BIG, 3)))
    value = digits(BIG - 3)
    assert f"value      {value} for the player to move" in str(solution)
    assert f"value {value} proved" in str(solution.prove())
    assert f"+{TEXT}  {TEXT} – 0" in str(solution.play())
    assert repr(Move("b", gain=BIG)) == f"Move(to='b', gain={TEXT}, again=False, label=None)"
    assert spelled(solution.game) == f"Ends(row=({TEXT}, 3))"


def test_counts_of_thousands_of_digits_are_powers_of_ten() -> None:
    assert "10^4" in str(forecast(Rows(((1, 2),) * 7200))) + str(plan(Rows(((1, 2),) * 7200)))
    with pytest.raises(ZermeloError) as error:
        solve(CanIWin(14_285, 10**7), method="pool-words")
    assert len(str(error.value)) < 1_000


def test_numbers_are_written_and_read_at_any_length() -> None:
    for number in (0, 7, -7, 10**700, -(10**700), BIG, -BIG, 2**20_000):
        text = digits(number)
        assert integer(text) == number
        assert integer(f" {text}\n") == number
        assert text.removeprefix("-").isdecimal()


@pytest.mark.parametrize("text", ["", "x", "1.5", "--5", "9" * 700 + "x", "-"])
def test_what_is_no_number_is_not_read_as_one(text: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        integer(text)


def test_the_prompt_takes_and_prints_numbers_of_any_length() -> None:
    def run(*words: str) -> str:
        done = programs.zermelo(*words)
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    value = digits(BIG - 7 + 3)
    assert value in "".join(run("solve", "ends", TEXT, "3", "7", "--check").split())
    assert f'"value": {value},' in run("solve", "ends", TEXT, "3", "7", "--json")


def objects_in(value: object, seen: dict[int, object]) -> Iterator[object]:
    """A public object and those in its fields, lists and dicts."""
    if id(value) in seen or isinstance(value, int | str | float | Fraction | None):
        return
    seen[id(value)] = value
    if type(value).__module__.startswith("zermelo"):
        yield value
    inside = value.values() if isinstance(value, dict) else value
    for part in (*vars_of(value), *(inside if isinstance(value, tuple | list | dict) else ())):
        yield from objects_in(part, seen)


def vars_of(value: object) -> list[object]:
    return [getattr(value, field.name) for field in fields(value)] if is_dataclass(value) else []


def test_no_public_object_with_long_numbers_is_without_a_text() -> None:
    """What each public function gives about games of the kinds above, and all that is inside."""
    seen: dict[int, object] = {}
    kinds: set[str] = set()
    kept = ("fractions", "from the front", "a cap", "edges")
    for game in (Ends((1, 5, BIG, 7)), *(GAMES[name]() for name in kept)):
        solution = solve(game)
        explained = explain(solution, every=True)
        given = [
            game, solution, solution.prove(), solution.play(), solution.best_moves(), check(game),
            diagnose(game), forecast(game), plan(game), card(game), compare(game), explained,
            explained.sections, solution.table(), two_forms(game),
            picture("moves", solution), session_of(solution), ready(game), solution.histogram(),
        ]  # fmt: skip
        for one in objects_in(given, seen):
            assert repr(one)
            assert str(one)
            kinds.add(type(one).__name__)
    assert kinds >= {"Ends", "Proof", "Finding", "Slip", "Approach", "Comparison", "Turn", "Choice"}


def session_of(solution: Solution) -> list[object]:
    session = Session(solution, human=frozenset({0}))
    return [session.choices, session.choose("1"), session.review()]


def test_every_game_of_the_catalogue_and_every_record_has_such_a_text() -> None:
    for kind in GAMES_OF_THE_CATALOGUE:
        assert vars(kind)["__repr__"] is not None
        game = kind.example_game()
        assert repr(game) == spelled(game)
        assert "object at" not in repr(game)
