"""Rules are read back wherever Python has read them: out of an archive too."""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZipFile

import programs

RULES = """
from zermelo import LastMoverWins

class Take(LastMoverWins):
    start = 30

    def moves(self, n):
        for k in (1, 2, 3):
            if k <= n:
                yield n - k
"""
PROGRAM = """
from takes import Take
from zermelo import solve

print(solve(Take(), engine="compiled").value)
print(solve(OwnTake(), engine="compiled").value)
"""


def test_rules_in_an_archive_are_compiled(tmp_path: Path) -> None:
    archive = tmp_path / "game.pyz"
    with ZipFile(archive, "w") as file:
        file.writestr("takes.py", RULES)
        file.writestr("__main__.py", RULES.replace("Take", "OwnTake") + PROGRAM)
    done = programs.run(sys.executable, "-W", "error", str(archive))
    assert (done.returncode, done.stdout) == (0, "1\n1\n"), done.stderr
