"""Every row that the translator declares has examples that reach it."""

from __future__ import annotations

from typing import Any

import pytest

from row_examples import TABLES, spelled
from test_rules_dicts import DICTS
from test_rules_itertools import ITERTOOLS
from test_rules_library import LIBRARY
from test_rules_lists import LISTS
from test_rules_records import RECORDS
from test_rules_sets import SETS
from test_rules_strings import STRINGS, UNSPOKEN
from zermelo.staging.reading.unbound import given

WRITTEN = {given}  # by the translator itself, see `test_rules_unbound`
ALL: set[Any] = {
    *DICTS, *ITERTOOLS, *LIBRARY, *LISTS, *RECORDS, *SETS, *STRINGS, *UNSPOKEN, *WRITTEN,
}  # fmt: skip


@pytest.mark.parametrize("table", TABLES, ids=["methods", "functions", "operators", "protocol"])
def test_every_declared_row_has_examples(table: dict[Any, Any]) -> None:
    missing = [spelled(row) for row in table if row not in ALL]
    assert not missing
