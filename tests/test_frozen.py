"""Small frozen records: as a frozen dataclass, without its price."""

from __future__ import annotations

import pickle

import pytest

from zermelo.model.frozen import Frozen
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
