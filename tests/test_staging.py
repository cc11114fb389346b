"""The partial evaluator by itself: functions without a game, and what is left of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from zermelo.staging.emitter import Program

from zermelo.staging.builder.values import Known, Num
from zermelo.staging.reading.source import Refused
from zermelo.staging.stage import Residual, begin_anew, entry_scope, stage

STEPS = (2, 3, 5)
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23) * 10
SQUARES = tuple(k * k for k in range(90))


def residual(function: Callable[..., object], *known: object) -> Residual:
    """What is left of a function whose last argument is a digit that only the code knows."""

    def write(program: Program) -> list[str]:
        scope = entry_scope(program, "entry", function)
        begin_anew(scope)
        given = [*map(Known, known), Num("n", 0, 9)]
        value = scope.apply(function, given, {}, scope.here)
        scope.emit(f"return {scope.number(value, scope.here)}")
        return ["\n".join(["def entry(mem, n):", *scope.emitter.lines])]

    return stage(write)


def left(function: Callable[..., object], *known: object) -> list[str]:
    """The lines of the residual program, without the head."""
    return [line.strip() for line in residual(function, *known).text.split("\n")[2:]]


def power(exponent: int, n: int) -> int:
    found = 1
    for _ in range(exponent):
        found = found * n
    return found


def passed(n: int) -> int:
    return sum(n >= step for step in STEPS)


def looked_up(row: tuple[int, ...], n: int) -> int:
    return row[n]


def doubled(n: int) -> int:
    found = []
    while len(found) < 2 * n:
        found.append(n)
    return len(found)


def spoken(n: int) -> int:
    return int(f"{n}")


def test_what_is_known_leaves_no_trace() -> None:
    assert left(lambda exponent, n: exponent * 7 + n, 5) == ["t_1 = (35 + n)", "return t_1"]


def test_a_loop_of_known_length_is_unrolled() -> None:
    lines = left(power, 3)
    assert not any("for" in line or "while" in line for line in lines)
    scope: dict[str, int] = {"n": 7}
    for line in lines[:-1]:
        exec(line, scope)
    assert eval(lines[-1].removeprefix("return "), scope) == 343


def test_a_short_row_is_written_into_the_code() -> None:
    assert "mem[" not in residual(passed).text


def test_a_long_row_is_read_from_the_front_of_the_arena() -> None:
    one, two = residual(looked_up, PRIMES), residual(looked_up, SQUARES)
    assert one.text == two.text
    assert one.constants[-90:] == list(PRIMES)
    assert two.constants[-90:] == list(SQUARES)


def test_a_list_that_turns_out_to_grow_is_laid_out_anew() -> None:
    assert "new_list(mem" in residual(doubled).text


def test_loops_of_unknown_length_are_counted_and_others_are_not() -> None:
    assert residual(doubled).has_loops
    assert not residual(passed).has_loops


def test_what_cannot_be_translated_is_refused_with_its_line() -> None:
    line = spoken.__code__.co_firstlineno + 1
    with pytest.raises(Refused) as refusal:
        residual(spoken)
    assert str(refusal.value).startswith(f"test_staging.py, line {line}: a text becomes a number;")


def test_a_writer_that_always_learns_more_is_given_up() -> None:
    def write(program: Program) -> list[str]:
        number = len(program.learned.growing)
        scope = entry_scope(program, "entry")
        scope.must_grow(frozenset([("nowhere", number, 0)]))
        return []

    with pytest.raises(Refused, match="ever new kinds of things"):
        stage(write)
