"""Rules that random programs have found wanting, each as small as it could be made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from executed_rules import assert_same, collected_in, game_of
from zermelo import Move

RULES: list[Any] = []
rule = collected_in(RULES)

NUMBERS = [0, 1, 2, 5]
WORDS = ["", "a", "ab", "abba"]


@rule(NUMBERS)
def keys_of_several_lengths(state: Any) -> Iterator[Move]:
    values = {"ab": state, "X": 1}
    yield Move(state, gain=sum(values.copy().values()))


@rule(NUMBERS)
def a_counter_that_nothing_is_put_into(state: Any) -> Iterator[Move]:
    yield Move(len(Counter() - Counter()), gain=state)
    yield Move(len({k: v for k, v in Counter(()).items() if k}))
    yield Move(sum(k for k in tuple(Counter().values())))


@rule(WORDS)
def counters_are_updated_by_items_and_by_counts(state: Any) -> Iterator[Move]:
    counts = Counter("abba")
    counts.update(sorted(state))
    yield Move(str(counts["a"]))
    counts.update({"a": 3})
    counts.subtract(state)
    yield Move(str(counts["a"]), gain=counts["b"] + len(counts) + 5)


@rule(WORDS)
def the_keys_of_a_dict_are_spread_out(state: Any) -> Iterator[Move]:
    yield Move("".join((*{state: 1, "b": 2}, "c")))


@pytest.mark.parametrize(("moves", "states"), RULES)
def test_rules_say_what_python_says(moves: Any, states: list[Any]) -> None:
    assert_same(game_of(moves), states)
