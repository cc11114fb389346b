"""The errors themselves."""

import copy
import pickle
import re
from typing import Any

import pytest

from bad_input import four_parts
from zermelo import errors, solve
from zermelo.errors import BadInput, UnknownState, ZermeloError
from zermelo.games import Ends
from zermelo.model.shapes import Box, Subsets


def tree(root: type[ZermeloError]) -> list[type[ZermeloError]]:
    return [root, *(kind for child in root.__subclasses__() for kind in tree(child))]


@pytest.mark.parametrize("kind", tree(ZermeloError))
@pytest.mark.parametrize("where", ["", "somewhere"])
@pytest.mark.parametrize("copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy])
def test_every_error_survives_a_round_trip(
    kind: type[ZermeloError], where: str, copied: object
) -> None:
    error = kind("what was 'given'", where=where, rule="a rule", fix="A way out")
    twin = copied(error)
    assert type(twin) is kind
    assert str(twin) == str(error)
    for part in ("given", "where", "rule", "fix", "args"):
        assert getattr(twin, part) == getattr(error, part)
    four_parts(twin, given="what was 'given'", place=where, rule="a rule", fix="A way out")


@pytest.mark.parametrize("kind", tree(ZermeloError))
def test_every_error_is_drawn_in_the_tree_of_its_module(kind: type[ZermeloError]) -> None:
    assert kind.__module__ == "zermelo.errors"
    assert getattr(errors, kind.__name__) is kind
    assert re.search(rf"\b{kind.__name__}\b", errors.__doc__)
    assert kind.__doc__


def test_an_error_that_was_raised_survives_pickling() -> None:
    with pytest.raises(UnknownState) as caught:
        solve(Ends((5, 3))).value_of("nonsense")
    twin = pickle.loads(pickle.dumps(caught.value))
    assert str(twin) == str(caught.value)
    four_parts(twin, given="'nonsense'")


def test_errors_are_also_what_python_calls_them() -> None:
    with pytest.raises(ValueError, match="item 0"):
        Ends(("x",))
    with pytest.raises(KeyError) as caught:
        solve(Ends((5, 3))).value_of("nonsense")
    assert str(caught.value).startswith("the state 'nonsense' is no position")  # no quotes


@pytest.mark.parametrize("given", [(((0, 3), (0, 2)),), ((0, 3, 5),), ((3, 0),), (7,), ((0, 1.5),)])
def test_a_box_that_is_none_is_refused(given: tuple[Any, ...]) -> None:
    with pytest.raises(BadInput, match=r"range 0 of a Box.*Box\(\(0, 3\), \(-1, 2\)\)"):
        Box(*given)


@pytest.mark.parametrize("given", [-1, 2.5, "3"])
def test_subsets_of_no_number_of_items_are_refused(given: Any) -> None:
    with pytest.raises(BadInput, match=r"Subsets\.items"):
        Subsets(given)
