"""Small frozen records: as a frozen dataclass, without its price."""

from __future__ import annotations

import pickle
from inspect import signature
from typing import Protocol

import pytest

from zermelo.model.frozen import Frozen, fresh
from zermelo.model.shapes import NimHeaps, Row, TakeHeap


class Pair(Frozen):
    one: int
    two: int = 2


def test_records_are_equal_by_their_fields_and_class() -> None:
    assert Pair(1) == Pair(one=1, two=2) != Pair(2)
    assert hash(Pair(1)) == hash(Pair(1, 2))
    assert Row((1, 2)) == Row((1, 2))
    assert NimHeaps(3) != TakeHeap(3, None)
    assert Pair(1) != 1


def test_records_are_written_as_they_are_made_and_survive_a_round_trip() -> None:
    assert repr(Pair(1)) == "Pair(one=1, two=2)"
    assert pickle.loads(pickle.dumps(Row((1, 2)))) == Row((1, 2))


def test_a_record_with_other_values_is_another_one() -> None:
    assert Pair(1).but(two=3) == Pair(1, 3)
    with pytest.raises(TypeError, match="Pair takes one, two"):
        Pair(1).but(three=3)


class Triple(Pair):
    notes: list[int] = fresh(factory=list)


class Own(Frozen, eq=False):
    one: int = 1


def test_fields_are_inherited_and_fresh_ones_are_shared_by_nobody() -> None:
    one, two = Triple(1), Triple(1)
    one.notes.append(5)
    assert (one.but(two=4).notes, two.notes) == ([5], [])
    assert one._fields == ("one", "two", "notes")
    assert one != two != Pair(1)


class Sized(Protocol):
    def size(self) -> int:
        return 1


class SizedPair(Pair, Sized):
    pass


def test_a_record_that_keeps_a_contract_is_a_class_like_others() -> None:
    assert isinstance(SizedPair(1), SizedPair)
    assert not isinstance(None, SizedPair)


def test_a_record_says_how_it_is_called() -> None:
    assert str(signature(Pair)) == "(one: 'int', two: 'int' = 2)"
    assert list(signature(Triple).parameters) == ["one", "two", "notes"]


def test_records_without_equality_are_equal_to_themselves_alone() -> None:
    one = Own()
    assert one == one != Own()
    assert len({one, Own()}) == 2


def test_nothing_can_be_set_or_deleted() -> None:
    with pytest.raises(AttributeError, match="one cannot be set"):
        Pair(1).one = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="one cannot be deleted"):
        del Pair(1).one


@pytest.mark.parametrize(
    ("args", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"one": 1}), ((1,), {"x": 1})]
)
def test_fields_that_are_missing_or_unknown_are_refused(
    args: tuple[int, ...], named: dict[str, int]
) -> None:
    with pytest.raises(TypeError, match="Pair"):
        Pair(*args, **named)
