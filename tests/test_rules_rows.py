"""Every row that the translator declares has examples that reach it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import test_array_library
import test_rules_arrays
from row_examples import TABLES, spelled
from test_rules_dicts import DICTS
from test_rules_itertools import ITERTOOLS
from test_rules_library import LIBRARY
from test_rules_lists import LISTS
from test_rules_records import RECORDS
from test_rules_sets import SETS
from test_rules_strings import STRINGS, UNSPOKEN
from zermelo.staging.builder.operations import ASKED_ALWAYS, FUNCTIONS
from zermelo.staging.library import kinds
from zermelo.staging.reading.unbound import given

WRITTEN = {given}  # by the translator itself, see `test_rules_unbound`
KINDS = {kinds.are_numbers, kinds.by_name, kinds.of_items, kinds.read}
ARRAYS = {*ASKED_ALWAYS, np.int64, np.bool_}  # see `test_rules_arrays`
ALL: set[Any] = {
    *DICTS, *ITERTOOLS, *LIBRARY, *LISTS, *RECORDS, *SETS, *STRINGS, *UNSPOKEN, *WRITTEN,
}  # fmt: skip


def test_every_function_of_numpys_has_examples() -> None:
    told = [Path(test_array_library.__file__), Path(test_rules_arrays.__file__)]
    text = "".join(file.read_text("utf-8") for file in told)
    names = {called(row) for row in ASKED_ALWAYS if row in FUNCTIONS and row not in KINDS}
    assert len(names) > 40
    assert [name for name in names if f"np.{name}(" not in text] == []


def called(row: Any) -> str:
    """A function by its name, `add.reduce` with that of its owner."""
    owner = getattr(row, "__self__", None)
    return f"{owner.__name__}.{row.__name__}" if isinstance(owner, np.ufunc) else row.__name__


@pytest.mark.parametrize("table", TABLES, ids=["methods", "functions", "operators", "protocol"])
def test_every_declared_row_has_examples(table: dict[Any, Any]) -> None:
    missing = [spelled(row) for row in table if row not in ALL and row not in ARRAYS]
    assert not missing
