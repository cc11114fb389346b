"""`check(game)`: a battery of properties run on a user's own game.

Each property passes, fails, or does not apply and says why, with the number of comparisons that
were made. A failure is shrunk to the smallest instance that still fails. `check(Class)` does so
with random instances of a class.
"""

from zermelo._check.battery import BATTERY
from zermelo._check.report import Finding, Report
from zermelo._check.run import CHECK_BUDGET, check
from zermelo._check.trials import Trials

__all__ = ["BATTERY", "CHECK_BUDGET", "Finding", "Report", "Trials", "check"]
