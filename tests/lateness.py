"""A test that has run past its limit has failed, whoever has swallowed the end of its time."""

from __future__ import annotations

from collections.abc import Generator
from math import inf

import pytest

SPENT = pytest.StashKey[float]()
LATE = 0.95  # of a limit that begins a little before its test does


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Pytest-timeout raises an exception once; a test that catches it would pass."""
    report = yield
    config = item.config
    limit = float(config.getoption("timeout") or config.getini("timeout") or 0) or inf  # 0: none
    spent = item.stash[SPENT] = item.stash.get(SPENT, 0.0) + call.duration
    if report.passed and spent > LATE * limit:
        report.outcome = "failed"
        report.longrepr = f"ran for {spent:.1f} s, past its limit of {limit:g} s"
    return report
