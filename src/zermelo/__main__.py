"""The program `zermelo`, also as `python -m zermelo`."""

from __future__ import annotations

import _thread
import gc
import os
import sys
from contextlib import suppress

RARELY = 100_000  # new objects between two looks for garbage; Python's own is 700


def main() -> None:
    """Run it. Loading makes many objects and no garbage: to look for some takes 10 ms of 150.

    Ctrl-C may come in the middle of anything, of numba's own import say. What half of it cannot
    clean up is of no interest to anybody, so nothing is told of it and nothing waits for it; nor
    for a compiler or a search that was left when its time was over, and goes on in a thread.
    """
    gc.set_threshold(RARELY)
    sys.unraisablehook = lambda _: None
    from zermelo.faces import cli  # after that
    from zermelo.faces.cli.console import PROGRAM, STOPPED

    threads = _thread._count()
    try:
        cli.main(prog_name="zermelo", obj=PROGRAM)
    except SystemExit as end:
        code = end.code or 0
        if not isinstance(code, int) or (code != STOPPED and _thread._count() == threads):
            raise
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # nobody reads it any more
                stream.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
