"""The translator by itself: functions without a game, and what is left of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zermelo.staging.builder.program import Program
from zermelo.staging.builder.values import Known, Num
from zermelo.staging.ir.code import Function, Return, Var
from zermelo.staging.reading.source import Refused
from zermelo.staging.stage import Residual, begin_anew, entry_scope, stage

STEPS = (2, 3, 5)
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23) * 10
SQUARES = tuple(k * k for k in range(90))


def residual(function: Callable[..., object], *known: object) -> Residual:
    """What is left of a function whose last argument is a digit that only the code knows."""

    def write(program: Program) -> list[Function]:
        b = entry_scope(program, "entry", function)
        begin_anew(b)
        value = b.apply(function, *map(Known, known), Num(Var("n"), 0, 9))
        b.emit(Return((b.number(value),)))
        return [Function("entry", ("mem", "n"), b.out.block)]

    return stage(write, Program())


def left(function: Callable[..., object], *known: object) -> list[str]:
    """The lines of the last function of the intermediate form, without the head."""
    lines = [line.strip() for line in str(residual(function, *known).functions[-1]).split("\n")]
    return [line for line in lines[1:] if line]


def carried_out(lines: list[str], n: int) -> int:
    """What lines without branches return."""
    names: dict[str, int] = {"n": n}
    for line in lines[:-1]:
        exec(line, names)
    return int(eval(lines[-1].removeprefix("return "), names))


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


def halved(n: int) -> int:
    return int(n * 0.5)


def kind_of(n: int) -> int:
    found: tuple[int, int] | None = None
    if n > 3:
        found = (n, 1)
    return 0 if found is None else found[0]


def spelled(n: int) -> int:
    return len(f"{n}ab".replace("a", "xyz"))


def test_what_is_known_leaves_no_trace() -> None:
    lines = left(lambda exponent, n: exponent * 7 + n, 5)
    assert lines == ["t_1 = 35 + n", "return t_1"]


def test_a_loop_of_known_length_is_unrolled() -> None:
    lines = left(power, 3)
    assert not any("for" in line or "while" in line for line in lines)
    assert carried_out(lines, 7) == 343


def test_a_short_row_is_written_into_the_code() -> None:
    assert "mem[" not in "".join(left(passed))


def test_a_long_row_is_read_from_the_front_of_the_arena() -> None:
    one, two = residual(looked_up, PRIMES), residual(looked_up, SQUARES)
    assert one.text == two.text
    assert one.constants[-90:] == list(PRIMES)
    assert two.constants[-90:] == list(SQUARES)


def ahead(n: int, step: int) -> list[int]:
    found: list[int] = []
    while True:
        n = n + step
        if not 0 <= n < 100 or n % 7 == 3:
            return found
        if n % 5 == 4:
            return [n, *found]
        if n % 11 == 2:
            found.append(2 * n)
        found.append(n)


def in_directions(n: int) -> int:
    return len([each for step in (-3, -2, -1, 1, 2, 3) for each in ahead(n, step)])


def sign(n: int, step: int) -> int:
    if n > step:
        return 1
    return 0


def in_steps(n: int) -> int:
    return sign(n, 1) + sign(n, 2) + sign(n, 3) + sign(n, 4) + sign(n, 5)


def test_numbers_are_written_into_versions_of_short_functions_and_passed_to_long_ones() -> None:
    assert [each.name[:5] for each in residual(in_directions).functions] == ["ahead", "entry"]
    assert len(residual(in_steps).functions) == 6


def test_a_list_that_turns_out_to_grow_is_laid_out_anew() -> None:
    assert "new_list(mem" in residual(doubled).text


def test_loops_of_unknown_length_are_counted_and_others_are_not() -> None:
    assert residual(doubled).has_loops
    assert not residual(passed).has_loops


def test_a_value_of_several_kinds_has_a_tag() -> None:
    lines = left(kind_of)
    assert any(line.startswith("if ") for line in lines)
    assert "mem[" not in "".join(lines)


def test_strings_are_rows_of_the_arena() -> None:
    text = residual(spelled).text
    assert "digits_of(mem, n)" in text
    assert "replaced(mem," in text


GROWING = """\
function entry(mem, n)
    prepare()
    refuel()
    list_1 = new_list(mem, 0, 0, 1)
    loop 2
        burn(mem, 1)
        len_4 = mem[list_1 + 1]
        if not (len_4 < (2 * n))
            leave 2
        at_5 = grown(mem, list_1, 1)
        mem[at_5] = n
    len_7 = mem[list_1 + 1]
    return len_7"""


def test_the_intermediate_form_prints() -> None:
    assert str(residual(doubled).functions[-1]) == GROWING


def test_what_cannot_be_translated_is_refused_with_its_line() -> None:
    line = halved.__code__.co_firstlineno + 1
    with pytest.raises(Refused) as refusal:
        residual(halved)
    assert str(refusal.value).startswith(f"test_staging.py, line {line}: a number * 0.5 (float)")


def test_a_writer_that_always_learns_more_is_given_up() -> None:
    def write(program: Program) -> list[Function]:
        number = len(program.learned.growing)
        program.learned.must_grow(frozenset([("nowhere", number, 0)]))
        return []

    with pytest.raises(Refused, match="ever new kinds of things"):
        stage(write, Program())
