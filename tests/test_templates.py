"""Templates: programs for the patterns of games, as the documents' code examples promise.

Middle document, "Code Examples", and patterns document, section 18: one template for each pattern;
senior document, sections 3 and 8: memo and table, in Go, Java and Python.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import zermelo
from programs import run
from template_games import GAMES, line_of, read, verdicts
from zermelo import template
from zermelo.clues import ALL
from zermelo.errors import BadInput
from zermelo.template import PATTERNS, SUFFIXES

HOME = Path(zermelo.__file__).parent / "templates"
WRITTEN = [(name, style) for name, one in PATTERNS.items() for style in one.styles]
TRIALS = 60


def code_of(pattern: str, style: str) -> Any:
    """The file with its function, as it is judged; one of heaps is asked for a state's heaps."""
    path = HOME / "python" / f"{pattern}_{style}.py"
    if pattern != "grundy":
        return f"{path}:{PATTERNS[pattern].function}"
    nimber = run_path(str(path))["nimber"]
    return lambda *heaps: nimber(list(heaps))


@pytest.mark.parametrize(("pattern", "style"), WRITTEN)
def test_the_judge_finds_every_python_template_right(pattern: str, style: str) -> None:
    """Senior document §8.4: the DP validated against a brute-force oracle."""
    found = verdicts(code_of(pattern, style), pattern, trials=TRIALS)
    assert all(verdict.ok for verdict in found), "\n".join(map(str, found))
    assert sum(verdict.compared for verdict in found) > TRIALS * 0.8
