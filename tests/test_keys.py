"""States are packed into keys, and come back out of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from executed_rules import Executed, assert_same, game_of
from row_examples import Piece, Point, Side
from zermelo import Game, Move
from zermelo.machine.layout import Layout, observed
from zermelo.machine.machine import Outgrown, first_layout
from zermelo.machine.state_forms import closed_leaves, lengths_of
from zermelo.model.shapes import Box, Subsets
from zermelo.staging.reading.source import Refused


def forms() -> st.SearchStrategy[Any]:
    """States of one form: a strategy for such states."""
    plain = st.one_of(
        st.just(st.booleans()),
        st.just(st.integers(0, 3)),
        st.just(st.integers(-(10**6), 10**6)),
        st.just(st.integers(-(2**61), 2**61)),
        st.just(st.text("ab.é", max_size=4)),
        st.just(st.text("xy", min_size=3, max_size=3)),
        st.just(st.binary(max_size=3)),
        st.just(st.sampled_from(Side)),
        st.just(st.none() | st.integers(0, 5)),
        st.just(st.none() | st.text("ab", max_size=2) | st.tuples(st.booleans())),
        st.just(st.builds(Point, st.integers(0, 9), st.integers(-2, 2))),
    )
    return st.recursive(plain, _larger, max_leaves=8)


def _larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Tuples and sets of smaller forms."""
    return st.one_of(
        st.lists(inner, max_size=6).map(lambda parts: st.tuples(*parts)),
        inner.map(lambda part: st.lists(part, max_size=5).map(tuple)),
        inner.map(lambda part: st.frozensets(part, max_size=4)),
        st.tuples(inner, inner).map(lambda parts: st.builds(Pair, *parts)),
        st.tuples(inner, inner).map(lambda parts: st.one_of(*parts)),
    )


@dataclass(frozen=True)
class Pair:
    left: Any
    right: Any


@st.composite
def many_states(draw: Any) -> list[Any]:
    return draw(st.lists(draw(forms()), min_size=1, max_size=8))


@settings(max_examples=50)
@given(many_states())
def test_states_come_back_out_of_their_keys(states: list[Any]) -> None:
    layout = observed(states)
    keys = [layout.encode(state) for state in states]
    for state, key in zip(states, keys, strict=True):
        assert key is not None
        assert len(key) == layout.words
        assert all(0 <= word < 2**63 for word in key)
        assert layout.decode(key) == state
    assert len({tuple(key or ()) for key in keys}) == len(set(states))
    assert layout.decode_all(np.array(keys, np.int64)) == states
    assert layout.codec.shape == (6, max(1, layout.fields))


@settings(max_examples=50)
@given(many_states(), st.data())
def test_a_wider_layout_holds_the_number_asked_for(states: list[Any], data: Any) -> None:
    layout = observed(states)
    if not layout.fields:
        return
    field_number = data.draw(st.integers(0, layout.fields - 1))
    low, high = layout.ranges[field_number]
    is_length = layout.codec[5, field_number] > 0 or layout.leaves[field_number] in lengths_of(
        layout.form
    )
    if layout.leaves[field_number] in closed_leaves(layout.form) and not is_length:
        return  # letters, bits and tags are made wider by what was met
    number = data.draw(st.integers(high + 1, 20)) if is_length else data.draw(
        st.integers(-(2**61), 2**61)
    )  # fmt: skip
    wider = layout.wider(field_number, number)
    assert not wider.dense
    for state in states:
        key = wider.encode(state)
        assert key is not None
        assert wider.decode(key) == state
    if not is_length:
        leaf = layout.leaves[field_number]
        assert wider.low[leaf] <= min(low, number)
        assert wider.high[leaf] >= max(high, number)
        places = [place for place, other in enumerate(wider.leaves) if other == leaf]
        assert all(wider.codec[0, place] <= number <= wider.codec[1, place] for place in places)


@settings(max_examples=50)
@given(many_states())
def test_fields_lie_side_by_side_and_not_across_words(states: list[Any]) -> None:
    layout = observed(states)
    taken: set[tuple[int, int]] = set()
    for low, high, shift, word, mask, _ in layout.codec.T.tolist()[: layout.fields]:
        bits = {(word, shift + k) for k in range((high - low).bit_length())}
        assert mask == (1 << len(bits)) - 1
        assert not bits & taken
        assert all(place < 63 for _, place in bits)
        taken |= bits
    assert {word for word, _ in taken} <= set(range(layout.words))


def test_what_is_no_state_has_no_key() -> None:
    pairs = observed([(1, 2), (3, 4)])
    for other in (3, "ab", (1,), (1, 2, 3), [1, 2], (1, "2"), (1.5, 2), None, (1, (2,))):
        assert pairs.encode(other) is None
    assert pairs.encode((1.0, True)) == pairs.encode((1, 1))
    varying = observed([(1, 2), (3,)])
    for other in (3, (1, 2, 3, 4), ("a",), [1]):
        assert varying.encode(other) is None
    assert observed([5]).encode("5") is None


def test_a_layout_learns_that_a_tuple_varies() -> None:
    layout = observed([((1, 2, 3), (4, 5)), ((0, 0, 0), (1, 1))])
    assert [part.kind for part in layout.form.walk()] == [
        "fixed", "fixed", "number", "number", "number", "fixed", "number", "number",
    ]  # fmt: skip
    looser = layout.wider(-6, 0)
    assert looser.form.parts[0].kind == "fixed"
    assert looser.form.parts[1].kind == "many"
    for state in (((1, 2, 3), (4,)), ((1, 2, 3), ()), ((0, 0, 0), (1, 1, 1, 1))):
        key = looser.encode(state)
        assert key is not None
        assert looser.decode(key) == state
    loosest = looser.wider(-1, 0)
    assert loosest.form.kind == "many"
    key = loosest.encode(((1, 2), (3,), ()))
    assert key is not None
    assert loosest.decode(key) == ((1, 2), (3,), ())


def test_states_of_another_length_are_met_on_the_way() -> None:
    def fewer(state: Any) -> Iterator[Move]:
        for place in range(len(state)):
            yield Move(state[:place] + state[place + 1 :])

    rules = Executed(game_of(fewer), observed([(3, 4, 5), (1, 2, 3)]))
    with pytest.raises(Outgrown) as outgrown:
        rules.moves((3, 4, 5))
    rules = Executed(game_of(fewer), outgrown.value.layout)
    assert [to for to, _, _ in rules.moves((3, 4, 5))] == [(4, 5), (3, 5), (3, 4)]
    longer = tuple(range(9))
    with pytest.raises(Outgrown) as outgrown:
        Executed(game_of(lambda state: [Move((*state, 1))]), rules.layout).moves((1,) * 6)
    assert outgrown.value.layout.encode(longer) is not None


def test_a_reserve_that_takes_more_words_is_given_up() -> None:
    layout = observed([(50,), (20, 30)])
    assert layout.words == 1
    longer = layout.wider(0, 9)  # nine numbers below 51, with six bits each
    assert (longer.words, longer.high[0]) == (1, 9)
    assert longer.encode((50,) * 9) is not None
    assert layout.covering([(1,) * 9]).words == 1


def test_a_reserve_that_takes_no_more_words_is_kept() -> None:
    layout = observed([(3, 4), (5, 6)])
    assert layout.covering([(3, 9)]).high == layout.high


def test_random_plays_show_what_later_states_look_like() -> None:
    def longer(state: str) -> Iterator[Move]:
        if len(state) < 12:
            yield Move(f"{state}{'abc'[len(state) // 4]}")
        if len(state) == 11:
            raise ArithmeticError  # what was met before stays

    layout = first_layout(game_of(longer), ["", "a"], 0)
    assert layout.encode("aaaabbbbccc") is not None
    assert layout.encode("aaaabbbbcccd") is None


@pytest.mark.parametrize(
    ("space", "states"),
    [
        (Box((0, 3), (-1, 2), (5, 5)), list(product(range(4), range(-1, 3), [5]))),
        (Box((2, 6)), [(k,) for k in range(2, 7)]),
        (Subsets(5), list(range(32))),
    ],
)
def test_ranks_of_a_declared_space_are_all_different(space: Any, states: list[Any]) -> None:
    game = Game.from_function(lambda state: [], start=states[0], space=space)
    layout = first_layout(game, states[:2], 1 << 20)
    assert layout.dense
    assert layout.size == len(states) == space.size
    ranks = [layout.encode(state) for state in states]
    assert sorted(ranks) == [[k] for k in range(layout.size)]
    assert [layout.decode(rank) for rank in ranks if rank] == states
    assert not first_layout(game, states[:2], 4).dense
    outside = states[0] if isinstance(states[0], int) else states[0][0]
    assert not layout.wider(0, outside - 1).dense


def test_a_space_that_does_not_fit_the_states_is_left_alone() -> None:
    def layout(space: Any, states: list[Any]) -> Layout:
        return first_layout(Game.from_function(len, start=0, space=space), states, 1 << 20)

    assert not layout(Box((0, 3)), [(1, 2)]).dense
    assert not layout(Box((0, 3), (0, 3)), [((1, 2), 3)]).dense
    assert not layout(Box((0, 3), (0, 3)), [(1, 2), (1,)]).dense
    assert not layout(Subsets(3), [(1, 2)]).dense
    assert not layout(Subsets(80), [1]).dense
    assert layout(Subsets(40), [1]).high == (2**40 - 1,)


# -- states of all kinds ---------------------------------------------------------------------------


def stay(state: Any) -> Iterator[Move]:
    yield Move(state)


@settings(max_examples=20)
@example([frozenset({()}), frozenset()])
@given(many_states())
def test_states_come_back_out_of_the_code(states: list[Any]) -> None:
    try:
        assert_same(game_of(stay), states)
    except Refused as stopped:
        if "tuples within tuples of any depth" not in stopped.what:
            raise


BOARDS = ["........."] + ["".join(row) for row in ("XO.XO.XO.", "XXXOOO...", "OOOOOOOOO")]


def bits_of(layout: Layout) -> int:
    return sum((high - low).bit_length() for low, high in layout.ranges)


def test_a_board_of_three_characters_takes_two_bits_for_each() -> None:
    assert bits_of(observed(BOARDS)) == 18
    assert bits_of(observed([tuple(board) for board in BOARDS])) <= 18
    assert bits_of(observed([frozenset({(1, 2)}), frozenset({(0, 0), (3, 1)})])) == 3
    assert bits_of(observed([*Side])) == 2
    assert bits_of(observed([None, (Side.LEFT,)])) == 3


GROWN = [
    ("ab", "abc"),  # a longer string
    ("ab", "xy"),  # new letters
    ("ab", "é" * 9),
    (b"ab", b"abcdef"),
    (frozenset({1}), frozenset({1, 9})),  # a new thing in a set
    (frozenset({(1, 2)}), frozenset({(1, 2), (5, 5)})),
    (frozenset({"a"}), frozenset({"ab", ""})),
    (frozenset(range(50)), frozenset(range(0, 200, 3))),  # more bits than a word has
    (frozenset(), frozenset({Side.LEFT})),
    (1, (1, 2)),  # a new kind
    (1, None),
    ((1, None), (1, (2, 3))),
    ((1, "a"), (1, 7)),
    ("a", frozenset({"a"})),
    (Point(1, 2), Point(1, 900)),
    (Piece("a", (1, 2)), Piece("abc", (1, 2), moved=True)),
    ((1, 2), (1, 2, 3)),
    (((1,), (2,)), ((), (7, 8, 9))),
    ((Side.LEFT, 1), (None, 1)),
    (("a", frozenset({1})), ("b", frozenset({2}))),
]


@pytest.mark.parametrize(("small", "large"), GROWN, ids=map(str, range(len(GROWN))))
def test_a_layout_is_widened_by_whatever_is_new(small: Any, large: Any) -> None:
    layout = observed([small])
    assert layout.encode(large) is None or layout.decode(layout.encode(large) or []) == large
    wider = layout.covering([large])
    for state in (small, large):
        key = wider.encode(state)
        assert key is not None
        assert wider.decode(key) == state


@pytest.mark.parametrize(("small", "large"), GROWN, ids=map(str, range(len(GROWN))))
def test_rules_that_lead_to_something_new_ask_for_a_wider_layout(small: Any, large: Any) -> None:
    def moves(state: Any) -> Iterator[Move]:
        yield Move(large if state == small else small)

    layout, found = observed([small]), None
    for _ in range(8):
        if found is not None:
            break
        rules = Executed(game_of(moves), layout)
        try:
            found = rules.moves(small)
        except Outgrown as outgrown:
            layout = outgrown.layout
    assert found == [(large, 0, False)]
    assert layout.encode(small) is not None
