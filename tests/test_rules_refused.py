"""Rules that are not translated are refused with the line and a way out."""

from __future__ import annotations

import inspect
import math
import os
import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from executed_rules import (
    game_of,
)
from test_rules_games import Counting
from test_rules_language import Helper, total_of
from zermelo import Game, Move
from zermelo.machine.layout import observed
from zermelo.machine.translate import translate
from zermelo.staging.reading.source import Refused

FILE = os.path.basename(__file__)

REFUSED: list[Any] = []


def refused(states: list[Any], what: str, fix: str) -> Callable[[Any], Any]:
    """Rules that stop the translation in the line marked `here`."""

    def note(moves: Any) -> Any:
        REFUSED.append(pytest.param(moves, states, what, fix, id=moves.__name__))
        return moves

    return note


def marked_line(function: Any) -> str:
    lines, first = inspect.getsourcelines(function)
    return f"{FILE}, line {first + next(k for k, line in enumerate(lines) if '# here' in line)}"


@refused([3], "a dict is built", "a tuple and an index")
def a_dict_of_what_is_counted(state: int) -> Iterator[Move]:
    counts = {
        k: k  # not a constant
        for k in range(state)
    }  # the line of a piece of syntax is its first
    yield Move(counts[0])


a_dict_of_what_is_counted.first = 1  # type: ignore[attr-defined]


@refused([3], "a dict is built", "a tuple and an index")
def a_dict_of_the_state(state: int) -> Iterator[Move]:
    prices = {1: state}  # here
    yield Move(prices[1])


@refused([(1, 2)], "a set is built", "the bits of an int, or a sorted tuple")
def a_set_of_the_state(state: Any) -> Iterator[Move]:
    left = {number for number in state}  # here # noqa: C416
    yield Move((len(left), 0))


@refused([(1, 2)], r"set\(…\) makes an object", "ints, tuples and lists")
def a_set_by_name(state: Any) -> Iterator[Move]:
    left = set(state)  # here
    yield Move((len(left), 0))


@refused([3], "a row of different things beside one whose length", "give all items one form")
def numbers_beyond_64_bits_beside_a_range(state: int) -> Iterator[Move]:
    for k, _ in zip(range(state), (2**70, -(2**70), 5)):  # here # noqa: B905
        yield Move(k)


@refused([3], "texts are compared", "use ints")
def a_text_that_decides(state: int) -> Iterator[Move]:
    kind = "odd" if state % 2 else "even"
    if kind == "odd":  # here
        yield Move(state)


@refused([3], "a text is searched", "use ints")
def a_text_that_is_searched(state: int) -> Iterator[Move]:
    if str(state) in "123":  # here
        yield Move(state)


@refused([3], "a text becomes a number", "use ints")
def a_text_that_becomes_a_number(state: int) -> Iterator[Move]:
    yield Move(int(f"{state}1"))  # here


@refused([3], "a text decides something", "use ints")
def a_text_that_is_looked_at(state: int) -> Iterator[Move]:
    if str(state).strip("3"):  # here
        yield Move(state)


@refused([3], "division with /", "use // and ints")
def a_division(state: int) -> Iterator[Move]:
    yield Move(int(state / 2))  # here


@refused([3], r"0\.5 \(float\) where a whole number is needed", "use ints")
def a_float(state: int) -> Iterator[Move]:
    half = state * 0.5  # here
    yield Move(int(half))


@refused([3], r"Fraction\(1, 2\) \(Fraction\) where a whole number", "use ints")
def a_fraction(state: int) -> Iterator[Move]:
    yield Move(state - 1, gain=Fraction(1, 2))  # here


@refused([3], "`try` is not translated", "check with `if` beforehand")
def an_error_that_is_caught(state: int) -> Iterator[Move]:
    try:  # here
        yield Move((1, 2)[state])
    except IndexError:
        yield Move(0)


@refused([3], "`match` is not translated", "if and elif")
def a_match(state: int) -> Iterator[Move]:
    match state:  # here
        case 3:
            yield Move(0)


@refused([3], "`with` is not translated", "leave it out")
def a_context(state: int) -> Iterator[Move]:
    with open("x") as file:  # here
        yield Move(len(file.read()))


@refused([3], r"itertools\.combinations\(…\) is not translated", "write the loops out")
def a_call_of_itertools(state: int) -> Iterator[Move]:
    for one, two in combinations(range(state), 2):  # here
        yield Move(one * two)


@refused([(3, 1)], "sorting with a key", "tuples that begin with the key")
def a_sort_with_a_key(state: Any) -> Iterator[Move]:
    yield Move(
        tuple(
            sorted(state, key=lambda n: -n),  # here
        )
    )


@refused([(3, 1)], "min or max with a key", "tuples that begin with the key")
def a_maximum_with_a_key(state: Any) -> Iterator[Move]:
    yield Move((max(state, key=abs), 0))  # here


@refused([3], "1180591620717411303424 needs more than 64 bits", r"below 2\*\*63")
def a_large_number(state: int) -> Iterator[Move]:
    mask = 1 << 70
    yield Move(state & mask)  # here


@refused([3], "a field is changed", "build a new state")
def a_field_that_changes(state: int) -> Iterator[Move]:
    random.last = state  # type: ignore[attr-defined] # here
    yield Move(state)


@refused([3], "a field is changed", "build a new state")
def a_field_that_grows(state: int) -> Iterator[Move]:
    Helper.factor += state  # here
    yield Move(state)


MEMO: dict[int, int] = {}
NOTES: list[int] = [1, 2]


@refused([3], r"an item of .* \(dict\) is changed", r"use list\(…\) first")
def a_memo(state: int) -> Iterator[Move]:
    MEMO[state] = 1  # here
    yield Move(state)


@refused([3], "of the game is changed", "keep what changes in the state")
def a_list_of_the_game_that_grows(state: int) -> Iterator[Move]:
    NOTES.append(state)  # here
    yield Move(state)


@refused([3], r"an item of .* \(list\) is changed", r"use list\(…\) first")
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


@refused([3], r"print\(…\) does something", "leave it out")
def a_print(state: int) -> Iterator[Move]:
    print(state)  # here
    yield Move(state)


@refused([3], r"sqrt\(…\) is not translated", "loops and ints")
def a_function_of_floats(state: int) -> Iterator[Move]:
    yield Move(int(math.sqrt(state)))  # here


@refused([3], "makes an object", "ints, tuples and lists")
def an_object(state: int) -> Iterator[Move]:
    yield Move(Counting(state).most)  # type: ignore[call-arg] # here


@refused([(1, 2)], "a slice is changed", "change the items one by one")
def a_slice_that_changes(state: Any) -> Iterator[Move]:
    ring = list(state)
    ring[:1] = [3]  # here
    yield Move(tuple(ring))


@refused([3], "'thing' stands for different kinds of things", "a name for each kind")
def a_name_that_changes_its_kind_in_a_loop(state: int) -> Iterator[Move]:
    thing: Any = 0
    for k in range(state):
        yield Move(k + (thing if k == 0 else 0))
        thing = (k, k)  # here


@refused([3], "'thing' stands for different kinds of things", "a name for each kind")
def a_name_that_is_of_two_kinds_after_a_branch(state: int) -> Iterator[Move]:
    if state > 2:
        thing: Any = 1
    else:
        thing = (1, 2)
    yield Move(len(thing))  # here


@refused([3], "'best' stands for different kinds of things", "a name for each kind")
def a_name_that_is_nothing_first(state: int) -> Iterator[Move]:
    best: Any = None
    for k in range(state):
        if best is None or k % 3 > best:
            best = k % 3  # here
    yield Move(best)


@refused([3], "a generator is gone through again", "make it a tuple first")
def a_generator_that_is_used_twice(state: int) -> Iterator[Move]:
    found = (k for k in range(state))
    for k in found:
        yield Move(k)
    yield Move(sum(found))  # here


@refused([3], "a generator is gone through again", "make it a tuple first")
def a_generator_that_is_used_in_a_loop(state: int) -> Iterator[Move]:
    found = zip(range(state), range(9), strict=False)
    for k in range(state):
        for one, two in found:  # here
            yield Move(one + two + k)


@refused([3], "a generator that calls itself", "a loop and a list")
def a_generator_that_calls_itself(state: int) -> Iterator[Move]:
    for k in below(state):
        yield Move(k)


def below(number: int) -> Iterator[int]:
    if number:
        yield number - 1
        yield from below(number - 1)  # here


a_generator_that_calls_itself.inside = below  # type: ignore[attr-defined]


@refused([3], "`:=` inside a comprehension", "write a loop")
def a_name_that_a_comprehension_gives(state: int) -> Iterator[Move]:
    if any((last := k) > 1 for k in range(state)):  # here
        yield Move(last)


@refused([3], "a label that changes something", "in a line before")
def a_label_that_changes_something(state: int) -> Iterator[Move]:
    names = [1, 2, state]
    yield Move(state, label=str(names.pop()))  # here


@refused([(1, 2)], "a list as a state", r"tuple\(…\)")
def a_list_as_a_state(state: Any) -> Iterator[Move]:
    if state == (9, 9):
        yield Move(list(state))  # here


@refused([(1, 2)], "where other states have a tuple", "use one form")
def a_number_among_tuples(state: Any) -> Iterator[Move]:
    if state == (9, 9):
        yield Move(state[0])  # here


@refused([3], "moves gives something else than a Move", "yield Move")
def a_bare_state(state: int) -> Iterator[Any]:
    if state == 9:
        yield state - 1  # here
    yield Move(0)


@refused([3], "a range whose step is computed", "a while loop")
def a_step_that_is_computed(state: int) -> Iterator[Move]:
    for k in range(0, 9, state):  # here
        yield Move(k)


@refused([3], "`is` on numbers", "compare with ==")
def a_comparison_by_identity(state: int) -> Iterator[Move]:
    if state is state + 0:  # here
        yield Move(0)


@refused([(3, 1, 2)], "arguments spread from a sequence", "pass the sequence")
def arguments_of_any_number(state: Any) -> Iterator[Move]:
    rest = tuple(n for n in state if n > 1)
    yield Move((total_of(*rest), 0, 0))  # here


@refused([3], "some_things returns different kinds of things", "the same kind of value")
def a_function_that_returns_two_kinds(state: int) -> Iterator[Move]:
    yield Move(len(some_things(state)))


def some_things(number: int) -> Any:
    if number > 3:
        return 4
    return (1, number)  # here


a_function_that_returns_two_kinds.inside = some_things  # type: ignore[attr-defined]


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


@pytest.mark.parametrize(("moves", "states", "what", "fix"), REFUSED)
def test_what_is_not_translated_is_refused_with_its_line(
    moves: Any, states: list[Any], what: str, fix: str
) -> None:
    with pytest.raises(Refused, match=what) as stopped:
        translate(game_of(moves), observed(states))
    assert "translator fails" not in stopped.value.what
    assert re.search(fix, stopped.value.fix)
    inside = getattr(moves, "inside", moves)
    if hasattr(moves, "first"):
        _, first = inspect.getsourcelines(moves)
        assert stopped.value.where == f"{FILE}, line {first + 1 + moves.first}"
    else:
        assert stopped.value.where == marked_line(inside)


@pytest.mark.parametrize("state", ["text", 0.5, None, frozenset({1}), (1, "a"), ((1,), 2.5)])
def test_states_that_are_not_made_of_ints_are_refused(state: Any) -> None:
    with pytest.raises(Refused, match="in a state is of type") as stopped:
        observed([state])
    assert stopped.value.fix == "write states as ints or tuples of ints"


def test_states_of_two_forms_are_refused() -> None:
    with pytest.raises(Refused, match="a number in some states is a tuple in others"):
        observed([(1, 2), (1, (2, 3))])


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
    with pytest.raises(Refused, match=r"the rules: sqrt\(…\) is not translated"):
        translate(game_of(math.sqrt), observed([1]))


@pytest.mark.parametrize("payoff", [0.5, None, "win", Fraction(1, 3), (1, 2), 2**64])
def test_payoffs_that_are_not_ints_are_refused(payoff: Any) -> None:
    game = Game.from_function(lambda n: [], start=1, payoff=lambda n: payoff)
    with pytest.raises(Refused, match=r"where a whole number is needed|64 bits") as stopped:
        translate(game, observed([1]))
    assert stopped.value.where == f"{FILE}, line {game.payoff.__code__.co_firstlineno}"
