"""Rules that are not translated are refused with the line and a way out."""

from __future__ import annotations

import inspect
import math
import os
import random
import re
from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from executed_rules import assert_same, collected_in, game_of
from test_rules_games import Counting
from test_rules_language import Helper, total_of
from zermelo import Game, Move
from zermelo.machine.layout import observed
from zermelo.machine.translate import translate
from zermelo.staging.reading.source import Refused

FILE = os.path.basename(__file__)

REFUSED: list[Any] = []
TRANSLATED: list[Any] = []
translated = collected_in(TRANSLATED)  # rules that are close to what is refused


def refused(states: list[Any], what: str, fix: str) -> Callable[[Any], Any]:
    """Rules that stop the translation in the line marked `here`."""

    def note(moves: Any) -> Any:
        REFUSED.append(pytest.param(moves, states, what, fix, id=moves.__name__))
        return moves

    return note


def marked_line(function: Any) -> str:
    lines, first = inspect.getsourcelines(function)
    return f"{FILE}, line {first + next(k for k, line in enumerate(lines) if '# here' in line)}"


@refused([3], "again=2", "write again=True")
def a_turn_that_is_kept_by_a_number(state: int) -> Iterator[Move]:
    yield Move(state, again=2)  # type: ignore[arg-type]  # here


@translated([0, 1, 2, 3])
def a_turn_that_is_kept_by_a_comparison_or_by_something_else(state: int) -> Iterator[Move]:
    yield Move(state, again=state > 1)
    yield Move(state, again=state)  # type: ignore[arg-type]  # an error at 2


@translated([3])
def a_dict_of_what_is_counted(state: int) -> Iterator[Move]:
    counts = {
        k: k  # not a constant
        for k in range(state)
    }  # the line of a piece of syntax is its first
    yield Move(counts[0])


@translated([3])
def a_dict_of_the_state(state: int) -> Iterator[Move]:
    prices = {1: state}
    yield Move(prices[1])


@translated([(1, 2)])
def a_set_of_the_state(state: Any) -> Iterator[Move]:
    left = {number for number in state}  # noqa: C416
    yield Move((len(left), 0))


@translated([(1, 2)])
def a_set_by_name(state: Any) -> Iterator[Move]:
    left = set(state)
    yield Move((len(left), 0))


@refused([3], "needs more than 64 bits", r"below 2\*\*63")
def numbers_beyond_64_bits_beside_a_range(state: int) -> Iterator[Move]:
    for k, _ in zip(range(state), (2**70, -(2**70), 5)):  # here # noqa: B905
        yield Move(k)


@translated([3])
def a_text_that_decides(state: int) -> Iterator[Move]:
    kind = "odd" if state % 2 else "even"
    if kind == "odd":
        yield Move(state)


@translated([3])
def a_text_that_is_searched(state: int) -> Iterator[Move]:
    if str(state) in "123":
        yield Move(state)


@translated([3])
def a_text_that_becomes_a_number(state: int) -> Iterator[Move]:
    yield Move(int(f"{state}1"))


@translated([3])
def a_text_that_is_looked_at(state: int) -> Iterator[Move]:
    if str(state).strip("3"):
        yield Move(state)


@refused([3], r"a float \* ", "use whole numbers")
def a_division(state: int) -> Iterator[Move]:
    yield Move(int(state / 3 * 3))  # here


@refused([3], r"a number \* 0\.5 \(float\)", "use whole numbers")
def a_float(state: int) -> Iterator[Move]:
    half = state * 0.5  # here
    yield Move(int(half))


@refused([3], r"Fraction\(1, 2\) \(Fraction\) where a whole number", "use ints")
def a_fraction(state: int) -> Iterator[Move]:
    yield Move(state - 1, gain=Fraction(1, 2))  # here


@translated([3])
def an_error_that_is_caught(state: int) -> Iterator[Move]:
    try:
        yield Move((1, 2)[state])
    except IndexError:
        yield Move(0)


@translated([3])
def a_match(state: int) -> Iterator[Move]:
    match state:
        case 3:
            yield Move(0)


@refused([3], "`with` is not translated", "before and after")
def a_context(state: int) -> Iterator[Move]:
    with open("x") as file:  # here
        yield Move(len(file.read()))


@translated([3])
def a_call_of_itertools(state: int) -> Iterator[Move]:
    for one, two in combinations(range(state), 2):
        yield Move(one * two)


@translated([(3, 1)])
def a_sort_with_a_key(state: Any) -> Iterator[Move]:
    yield Move(
        tuple(
            sorted(state, key=lambda n: -n),
        )
    )


@translated([(3, 1)])
def a_maximum_with_a_key(state: Any) -> Iterator[Move]:
    yield Move((max(state, key=abs), 0))


@refused([3], "1180591620717411303424 needs more than 64 bits", r"below 2\*\*63")
def a_large_number(state: int) -> Iterator[Move]:
    mask = 1 << 70
    yield Move(state & mask)  # here


@refused([(3, 1)], "a deque with a length that is computed", "popleft")
def a_deque_with_a_length(state: Any) -> Iterator[Move]:
    yield Move(tuple(deque(state, maxlen=state[1])))  # here


@refused([(3, 1)], "a slice with a step is deleted", "build a new list")
def a_slice_that_is_deleted(state: Any) -> Iterator[Move]:
    ring = list(state)
    del ring[::2]  # here
    yield Move(tuple(ring))


@refused([3], "a field of module is changed", "leave it out, or keep it in the state")
def a_field_that_changes(state: int) -> Iterator[Move]:
    random.last = state  # type: ignore[attr-defined] # here
    yield Move(state)


@refused([3], "a field of Helper is changed", "leave it out, or keep it in the state")
def a_field_that_grows(state: int) -> Iterator[Move]:
    Helper.factor += state  # here
    yield Move(state)


MEMO: dict[int, int] = {}
NOTES: list[int] = [1, 2]


@refused([3], r"\(dict\) of the game is changed", "keep what changes in the state")
def a_memo(state: int) -> Iterator[Move]:
    MEMO[state] = 1  # here
    yield Move(state)


@refused([3], "of the game is changed", "keep what changes in the state")
def a_list_of_the_game_that_grows(state: int) -> Iterator[Move]:
    NOTES.append(state)  # here
    yield Move(state)


@refused([3], r"\(list\) of the game is changed", "keep what changes in the state")
def a_list_of_the_game_that_changes(state: int) -> Iterator[Move]:
    NOTES[0] = state  # here
    yield Move(state)


@refused([3], r"randrange\(…\) answers differently each time", "let the state alone decide")
def a_die(state: int) -> Iterator[Move]:
    yield Move(random.randrange(6))  # here


@refused([3], r"rolled\(…\) answers differently each time", "let the state alone decide")
def a_hidden_die(state: int) -> Iterator[Move]:
    yield Move(rolled())  # here


def rolled() -> int:
    return random.randrange(6)


@refused([3], r"print\(…\) writes something", "leave it out")
def a_print(state: int) -> Iterator[Move]:
    print(state)  # here
    yield Move(state)


@refused([3], r"math\.log2\(…\) is not translated", r"bit_length\(\)")
def a_function_of_floats(state: int) -> Iterator[Move]:
    yield Move(int(math.log2(state)))  # here


@refused([3], "makes an object that can change", "a frozen dataclass")
def an_object(state: int) -> Iterator[Move]:
    yield Move(Counting(state).most)  # type: ignore[call-arg] # here


@translated([(1, 2)])
def a_slice_that_changes(state: Any) -> Iterator[Move]:
    ring = list(state)
    ring[:1] = [3]
    yield Move(tuple(ring))


@translated([3])
def a_name_that_changes_its_kind_in_a_loop(state: int) -> Iterator[Move]:
    thing: Any = 0
    for k in range(state):
        yield Move(k + (thing if k == 0 else 0))
        thing = (k, k)


@translated([3])
def a_name_that_is_of_two_kinds_after_a_branch(state: int) -> Iterator[Move]:
    if state > 2:
        thing: Any = 1
    else:
        thing = (1, 2)
    yield Move(len(thing))


@translated([3])
def a_name_that_is_nothing_first(state: int) -> Iterator[Move]:
    best: Any = None
    for k in range(state):
        if best is None or k % 3 > best:
            best = k % 3
    yield Move(best)


@refused([3], "a generator is gone through again", "make it a tuple first")
def a_generator_that_is_used_twice(state: int) -> Iterator[Move]:
    yield Move(total_and_most(k for k in range(state)))


def total_and_most(found: Iterator[int]) -> int:
    return sum(found) + max(found, default=0)  # here


a_generator_that_is_used_twice.inside = total_and_most  # type: ignore[attr-defined]


@translated([3])
def a_generator_that_is_used_in_a_loop(state: int) -> Iterator[Move]:
    found = zip(range(state), range(9), strict=False)
    for k in range(state):
        for one, two in found:
            yield Move(one + two + k)


@translated([3])
def a_generator_that_calls_itself(state: int) -> Iterator[Move]:
    for k in below(state):
        yield Move(k)


def below(number: int) -> Iterator[int]:
    if number:
        yield number - 1
        yield from below(number - 1)


@translated([3])
def a_name_that_a_comprehension_gives(state: int) -> Iterator[Move]:
    if any((last := k) > 1 for k in range(state)):
        yield Move(last)


@refused([3], "a label that changes something", "in a line before")
def a_label_that_changes_something(state: int) -> Iterator[Move]:
    names = [1, 2, state]
    yield Move(state, label=str(names.pop()))  # here


@refused([(1, 2)], "a list as a state", r"tuple\(…\)")
def a_list_as_a_state(state: Any) -> Iterator[Move]:
    if state == (9, 9):
        yield Move(list(state))  # here


@translated([(1, 2)])
def a_number_among_tuples(state: Any) -> Iterator[Move]:
    if state == (9, 9):
        yield Move(state[0])


@refused([3], "moves gives something else than a Move", "yield Move")
def a_bare_state(state: int) -> Iterator[Any]:
    if state == 9:
        yield state - 1  # here
    yield Move(0)


@translated([3])
def a_step_that_is_computed(state: int) -> Iterator[Move]:
    for k in range(0, 9, state):
        yield Move(k)


@refused([3], "`is` between a number and", "compare with ==")
def a_comparison_by_identity(state: int) -> Iterator[Move]:
    if state is state + 0:  # here
        yield Move(0)


@translated([(3, 1, 2)])
def arguments_of_any_number(state: Any) -> Iterator[Move]:
    rest = tuple(n for n in state if n > 1)
    yield Move((total_of(*rest), 0, 0))


@translated([3])
def a_function_that_returns_two_kinds(state: int) -> Iterator[Move]:
    yield Move(len(some_things(state)))


def some_things(number: int) -> Any:
    if number > 3:
        return 4
    return (1, number)


@refused([3], "'unheard' has no value here", "before it is used")
def a_name_without_a_value(state: int) -> Iterator[Move]:
    yield Move(state + unheard)  # type: ignore[name-defined] # noqa: F821 # here


@refused([3], "a generator is passed to a function", r"pass tuple\(…\)")
def a_generator_for_a_function_with_several_returns(state: int) -> Iterator[Move]:
    yield Move(first_or_none(k for k in range(state)))  # here


def first_or_none(numbers: Any) -> int:
    for number in numbers:
        return number
    return -1


@refused([3], r"hash\(…\) differs from run to run", "compare the things themselves")
def a_hash(state: int) -> Iterator[Move]:
    yield Move(hash(state) % 2)  # here


@refused([3], r"eval\(…\) runs a text", "as a function")
def a_text_that_is_run(state: int) -> Iterator[Move]:
    yield Move(eval("state + 1"))  # here


@refused(["ab"], r"re\.sub\(…\) is not translated", "loop over the letters")
def a_module_of_pythons(state: str) -> Iterator[Move]:
    yield Move(re.sub("a", "c", state))  # here


@refused(["ab"], "a formatted text as a state", r"join strings with \+")
def a_formatted_text_as_a_state(state: str) -> Iterator[Move]:
    yield Move(f"{set(state)!r:>5}")  # here


@refused([3], "a formatted text decides something", r"join strings with \+")
def a_formatted_text_that_decides(state: int) -> Iterator[Move]:
    yield Move(len(f"{state:>{state}}"))  # here


@refused([3], "a global name is changed", "pass the value as an argument")
def a_global_that_changes(state: int) -> Iterator[Move]:
    global FILE  # here
    FILE = str(state)
    yield Move(0)


@refused([3], "a class is made while playing", "outside of the rules")
def a_class_inside(state: int) -> Iterator[Move]:
    class Inside:  # here
        number = 1

    yield Move(Inside.number)


def counting() -> Any:
    count = 0

    def moves(state: int) -> Iterator[Move]:
        nonlocal count  # here
        count += 1
        yield Move(state)

    return moves


a_name_of_an_outer_function_that_changes = refused(
    [3], "a name of an outer function is changed", "change an item of a list"
)(counting())


@refused([3], "an error is looked at", "leave its name out")
def an_error_that_is_looked_at(state: int) -> Iterator[Move]:
    try:
        yield Move((1, 2)[state])
    except IndexError as error:  # here
        yield Move(len(str(error)))


@refused([3], "float as dtype", "dtype=int")
def an_array_of_floats(state: int) -> Iterator[Move]:
    board = np.zeros(3)  # here
    board[0] = state
    yield Move(int(board.sum()))


@refused([3], "numpy's median", "tuples of rows")
def a_function_of_numpys(state: int) -> Iterator[Move]:
    yield Move(int(np.median(np.array((state, 1)))))  # here


@refused([3], "numpy's mean", "tuples of rows")
def a_method_of_numpys(state: int) -> Iterator[Move]:
    yield Move(int(np.array((state, 1)).mean()))  # here


@pytest.mark.parametrize(("moves", "states", "what", "fix"), REFUSED)
def test_what_is_not_translated_is_refused_with_its_line(
    moves: Any, states: list[Any], what: str, fix: str
) -> None:
    with pytest.raises(Refused, match=what) as stopped:
        translate(game_of(moves), observed(states))
    assert "translator fails" not in stopped.value.what
    assert re.search(fix, stopped.value.fix)
    inside = getattr(moves, "inside", moves)
    assert stopped.value.where == marked_line(inside)


PAGE = {  # what the page about compiling says, and rules that show it
    "floats, but for `a / b` that is compared or rounded; numbers beyond 64 bits": [
        "a_division", "a_float", "a_fraction", "a_large_number",
    ],
    "chance, clocks, files, `print`": ["a_die", "a_hidden_die", "a_context", "a_print"],
    "numpy's floats, and functions of its beyond those that boards need": [
        "an_array_of_floats", "a_function_of_numpys", "a_method_of_numpys",
    ],
    "what changes outside of the state: objects of the game, memos, `global`": [
        "an_object", "a_memo", "a_field_that_changes", "a_global_that_changes", "moves",
    ],
    "a generator that is handed on, and gone through twice": ["a_generator_that_is_used_twice"],
    "`re`, `json` and the like; texts of sets, dicts and floats that play depends on": [
        "a_module_of_pythons", "a_formatted_text_as_a_state", "a_formatted_text_that_decides",
    ],
    "rarer syntax: `with`, an error that is looked at, a class inside a function": [
        "a_context", "an_error_that_is_looked_at", "a_class_inside",
    ],
    "trees: tuples within tuples of any depth": [],  # see the natural games
    "a set that decides which of equal moves comes first, with p players": [],  # see unordered
}  # fmt: skip


def test_the_page_about_compiling_lists_what_is_refused() -> None:
    page = (Path(__file__).parent.parent / "docs/compiling.md").read_text("utf-8")
    table = page.split("| line | way out |\n|---|---|\n")[1].split("\n\n")[0]
    assert [line.split(" | ")[0].removeprefix("| ") for line in table.split("\n")] == [*PAGE]
    assert {name for names in PAGE.values() for name in names} <= {rule.id for rule in REFUSED}


@pytest.mark.parametrize(("moves", "states"), TRANSLATED)
def test_what_is_close_to_it_is_translated(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)


@pytest.mark.parametrize("state", [0.5, [1], {1}, (1, 0.5), ((1,), {2: 3}), object()])
def test_states_that_are_no_plain_values_are_refused(state: Any) -> None:
    with pytest.raises(Refused, match="in a state: ") as stopped:
        observed([state])
    assert stopped.value.fix.startswith(
        "write states as whole numbers, strings, tuples, frozensets"
    )


@pytest.mark.parametrize("number", [2**63, -(2**63), 2**200])
def test_numbers_in_states_that_need_too_many_bits_are_refused(number: int) -> None:
    with pytest.raises(Refused, match="needs more than 63 bits"):
        observed([0, number])
    with pytest.raises(Refused, match="needs more than 63 bits"):
        observed([(0, 1), (1, 0)]).wider(0, number).wider(0, -number)


def test_rules_whose_text_is_not_at_hand_are_refused() -> None:
    names: dict[str, Any] = {"Move": Move}
    exec("def moves(state):\n    yield Move(state)", names)
    with pytest.raises(
        Refused, match=r"the text of moves cannot be read; keep the rules in a file"
    ):
        translate(game_of(names["moves"]), observed([1]))
    with pytest.raises(Refused, match=r"the rules: math\.log2\(…\) is not translated"):
        translate(game_of(math.log2), observed([1]))


@pytest.mark.parametrize("payoff", [0.5, None, "win", Fraction(1, 3), (1, 2), 2**64])
def test_payoffs_that_are_not_ints_are_refused(payoff: Any) -> None:
    game = Game.from_function(lambda n: [], start=1, payoff=lambda n: payoff)
    with pytest.raises(Refused, match=r"where a whole number is needed|64 bits") as stopped:
        translate(game, observed([1]))
    assert stopped.value.where == f"{FILE}, line {game.payoff.__code__.co_firstlineno}"
