"""The clock of work: what other programs take meanwhile does not count."""

from __future__ import annotations

import time
from collections.abc import Callable

# seconds that this thread has worked; a browser has no clock of a thread's own
worked: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)
