"""`judge(code, game)`: somebody's code against exact answers.

Code runs in a process of its own, with limits, and only because somebody asked for it here: no
other face of the library has it.
"""

from zermelo.teaching.judge.cells import Cell
from zermelo.teaching.judge.run import judge
from zermelo.teaching.judge.verdict import Verdict

__all__ = ["Cell", "Verdict", "judge"]
