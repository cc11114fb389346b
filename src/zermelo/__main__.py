"""The program `zermelo`, also as `python -m zermelo`."""

from __future__ import annotations

import gc
import os
import sys

RARELY = 100_000  # new objects between two looks for garbage; Python's own is 700


def main() -> None:
    """Run it. Loading makes many objects and no garbage: to look for some takes 10 ms of 150.

    Ctrl-C may come in the middle of anything, of numba's own import say. What half of it cannot
    clean up is of no interest to anybody, so nothing is told of it and nothing waits for it.
    """
    gc.set_threshold(RARELY)
    sys.unraisablehook = lambda _: None
    from zermelo.faces import cli  # after that
    from zermelo.faces.cli.console import PROGRAM, STOPPED

    try:
        cli.main(prog_name="zermelo", obj=PROGRAM)
    except SystemExit as end:
        if end.code != STOPPED:
            raise
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(STOPPED)


if __name__ == "__main__":
    main()
