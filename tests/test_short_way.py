"""Machine code of functions that call each other in a circle, made and read from disk."""

import sys
from pathlib import Path

from programs import run

RULES = """
from zermelo import LastMoverWins, solve

def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)

def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)

class Circle(LastMoverWins):
    start = (9, 4)

    def moves(self, state):
        a, b = state
        for k in range(1, 4):
            if k <= a and is_even(a + b):
                yield (a - k, b)
            if k <= b and is_odd(a):
                yield (a, b - k)

found = [solve(Circle(), engine=engine) for engine in ("compiled", "plain")]
print(*(each.value for each in found), *(each.plan.cost.states for each in found))
"""


def test_functions_in_a_circle_are_found_in_a_new_process(tmp_path: Path) -> None:
    file = tmp_path / "circle.py"
    file.write_text(RULES, encoding="utf-8")
    for _ in range(2):  # compiled, then read from disk
        done = run(sys.executable, str(file), measured=False, ZERMELO_CACHE=str(tmp_path))
        assert done.returncode == 0, done.stderr
        compiled, plain, states, others = done.stdout.split()
        assert compiled == plain
        assert states == others
