"""What a user calls says what it takes and gives: of `Any`, only a state is."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

import zermelo


def callables(name: str) -> Iterator[tuple[str, object]]:
    """A public function, or the public methods and properties of a class."""
    thing = getattr(zermelo, name)
    if not inspect.isclass(thing):
        yield name, thing
        return
    for own, member in vars(thing).items():
        if not own.startswith("_"):
            member = member.fget if isinstance(member, property) else member
            member = getattr(member, "func", member)  # of a cached property
            yield f"{name}.{own}", getattr(member, "__func__", member)


def annotations(thing: object) -> list[str]:
    try:
        told = inspect.signature(thing)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return []
    return [str(each.annotation) for each in told.parameters.values()] + [
        str(told.return_annotation)
    ]


@pytest.mark.parametrize("name", sorted(zermelo.__all__))
def test_no_signature_has_any(name: str) -> None:
    wrong = [
        place
        for place, thing in callables(name)
        if any("Any" in each for each in annotations(thing))
    ]
    assert wrong == []


def test_signatures_are_read() -> None:
    assert "State" in annotations(zermelo.Solution.value_of)
    assert len(list(callables("Solution"))) > 20
