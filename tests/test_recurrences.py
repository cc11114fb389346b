"""The recurrence that is read off the rules has exactly the moves of the rules."""

from __future__ import annotations

import ast
import sys
from typing import Any

import pytest

from zermelo import Game, LastMoverWins, Move, card, solve
from zermelo.facts.recurrences import Reader, Term, Unread, function_of, recurrence_of
from zermelo.games import GAMES, find
from zermelo.graph.explore import explore
from zermelo.model.exact import Number
from zermelo.model.game import ValueType

SIGNS = {"−": "-", "≤": "<=", "≥": ">=", "≠": "!=", " = ": " == "}


def read(game: Game) -> tuple[Reader, list[Term]] | None:
    try:
        reader = Reader(function_of(game))
        return reader, list(reader.terms())
    except Unread:
        return None


def clause(text: str) -> str:
    """A loop or a condition as Python has it."""
    for sign, python in SIGNS.items():
        text = text.replace(sign, python)
    return f"if not ({text[7:]})" if text.startswith("unless ") else text


def carried_out(game: Game, reader: Reader, terms: list[Term], state: Any) -> list[Any]:
    """The moves of a state as the terms have them: (to, gain, again)."""
    home = vars(sys.modules[type(game).__module__])
    own = {name: getattr(game, name) for name in dir(game) if not name.startswith("__")}
    names: dict[str, Any] = {**home, **own, reader.given: state}
    exec(f"{reader.state[1:-1]} = {reader.given}", names)
    found: list[Any] = []
    for term in terms:
        parts = [term.to, term.gain or ast.Constant(0), term.again or ast.Constant(False)]
        made = ", ".join(f"({ast.unparse(part)})" for part in parts)
        text = f"[({made}) for _ in (0,) {' '.join(map(clause, term.under))}]"
        found += eval(text, names)
    return found


READ = [kind for kind in GAMES if read(kind.example_game())]


def test_most_rules_of_the_catalogue_are_read() -> None:
    """Middle document, "Variant cheat table": each game has its own recurrence."""
    assert len(READ) >= 25


@pytest.mark.parametrize("kind", READ)
def test_the_terms_are_the_moves(kind: Any) -> None:
    """Middle document: D(S) = max over moves of g − D(S'), with this game's own moves."""
    game = kind.example_game()
    found = read(game)
    assert found is not None
    for state in explore(game, budget=150).states[:150]:
        wanted = [(move.to, move.gain, bool(move.again)) for move in game.moves(state)]
        told = [(to, gain, bool(again)) for to, gain, again in carried_out(game, *found, state)]
        assert sorted(told, key=repr) == sorted(wanted, key=repr)


class Odd(LastMoverWins):
    """Rules in ways that are not read."""

    start = 6

    def moves(self, heap):  # type: ignore[no-untyped-def]
        step = 1
        step = step + 1
        if heap >= step:
            yield heap - step


class Shadowed(LastMoverWins):
    start = 6

    def moves(self, heap):  # type: ignore[no-untyped-def]
        step = 2
        for step in (1, step):  # noqa: B020
            if step <= heap:
                yield heap - step


class Broken(LastMoverWins):
    start = 6

    def moves(self, heap):  # type: ignore[no-untyped-def]
        for step in (1, 2, 3):
            if step > heap:
                break
            yield heap - step


@pytest.mark.parametrize("kind", [Odd, Shadowed, Broken])
def test_what_changes_its_meaning_on_the_way_is_not_guessed(kind: Any) -> None:
    assert read(kind()) is None
    assert recurrence_of(kind(), ValueType.OUTCOME).startswith("(heap) wins if some move")


def test_a_function_is_read_as_a_class_is() -> None:
    def moves(heap):  # type: ignore[no-untyped-def]
        return [heap - take for take in (1, 3, 4) if take <= heap]

    game = LastMoverWins.from_function(moves, start=9)
    wanted = "W(heap) = some of not W(heap − take) for take in (1, 3, 4) if take ≤ heap"
    assert card(game).recurrence == wanted
    assert card(game).rules.startswith("not said")


def test_moves_that_keep_the_turn_are_added() -> None:
    class Twice(Game):
        start = 3

        def moves(self, left):  # type: ignore[no-untyped-def]
            if left:
                yield Move(left - 1, gain=left, again=True)
                yield Move(left - 1, gain=1, again=left > 2)

    assert card(Twice()).recurrence.splitlines() == [
        "D(left) = max of",
        "  left + D(left − 1)",
        "  1 − D(left − 1) (+ where left > 2)",
        "  each if left",
    ]


# -- the catalogue's own words -------------------------------------------------------------------


def best(rows: Any) -> Number:
    return max(rows, default=0)


def coin_bonus(a: Any, bonus: Any, i: int, j: int) -> Any:
    """D(i, j) = max(aᵢ − D(i+1, j), aⱼ − D(i, j−1)); D(i, i) = aᵢ + b."""
    if i == j:
        return a[i] + bonus
    return max(a[i] - coin_bonus(a, bonus, i + 1, j), a[j] - coin_bonus(a, bonus, i, j - 1))


def melting(a: Any, i: int, j: int) -> Any:
    """D(i, j) = max(aᵢ − D(i+1, j), aⱼ − D(i+1, j−1)); D = 0 on an empty row."""
    if i > j:
        return 0
    left = a[i] - melting(a, i + 1, j)
    return left if i == j else max(left, a[j] - melting(a, i + 1, j - 1))


def cut(a: Any, i: int, j: int) -> Any:
    """D(i, j) = max over cuts of (sum of the kept part + D(kept part)); D(i, i) = 0."""
    worth = []
    for k in range(i, j):
        one, two = sum(a[i : k + 1]), sum(a[k + 1 : j + 1])
        worth += [one + cut(a, i, k)] if one <= two else []
        worth += [two + cut(a, k + 1, j)] if two <= one else []
    return best(worth)


def rest(a: Any, i: int, j: int) -> Any:
    """D(i, j) = max(aᵢ₊₁ + … + aⱼ − D(i+1, j), aᵢ + … + aⱼ₋₁ − D(i, j−1))."""
    if i > j:
        return 0
    return max(sum(a[i + 1 : j + 1]) - rest(a, i + 1, j), sum(a[i:j]) - rest(a, i, j - 1))


def merged(a: Any, i: int) -> Any:
    """D(i) = max over i < k ≤ n of (a₁ + … + aₖ − D(k)); D(n) = 0."""
    return best([sum(a[:k]) - merged(a, k) for k in range(i + 1, len(a) + 1)])


def capped(a: Any, i: int, m: int) -> Any:
    """D(i, M) = max over 1 ≤ x ≤ 2M of (aᵢ + … + aᵢ₊ₓ₋₁ − D(i+x, max(M, x))); D(n, M) = 0."""
    takes = range(1, min(2 * m, len(a) - i) + 1)
    return best([sum(a[i : i + x]) - capped(a, i + x, max(m, x)) for x in takes])


def mex(found: Any) -> int:
    return next(n for n in range(99) if n not in found)


def pins(h: int) -> int:
    """G(h) = mex of G(a) ⊕ G(b) over a + b = h−1 and over a + b = h−2."""
    return mex({pins(a) ^ pins(h - k - a) for k in (1, 2) for a in range(h - k + 1)})


def split(h: int) -> int:
    """G(h) = mex of G(a) ⊕ G(h−a) over 0 < a < h−a."""
    return mex({split(a) ^ split(h - a) for a in range(1, h) if a < h - a})


ROW = (3, 1, 4, 1, 5)
WORDS: list[tuple[str, tuple[Any, ...], Any]] = [
    ("last coin bonus", (ROW, 10), coin_bonus(ROW, 10, 0, 4)),
    ("melting row", (ROW,), melting(ROW, 0, 4)),
    ("stone game v", (ROW,), cut(ROW, 0, 4)),
    ("stone game vii", (ROW,), rest(ROW, 0, 4)),
    ("stone game viii", (ROW,), merged(ROW, 1)),
    ("stone game ii", ((2, 7, 9, 4, 4),), capped((2, 7, 9, 4, 4), 0, 1)),
    ("kayles", ((6,),), pins(6)),
    ("grundy's game", ((8,),), split(8)),
]


@pytest.mark.parametrize(("name", "arguments", "wanted"), WORDS)
def test_the_words_of_the_catalogue_compute_its_values(
    name: str, arguments: tuple[Any, ...], wanted: Any
) -> None:
    """Middle document, "Variant cheat table": the recurrence of each variant, carried out."""
    solution = solve(find(name)(*arguments))
    assert (solution.nimber if name in ("kayles", "grundy's game") else solution.value) == wanted
