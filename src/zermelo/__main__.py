"""The program `zermelo`, also as `python -m zermelo`."""

from __future__ import annotations

import gc

RARELY = 100_000  # new objects between two looks for garbage; Python's own is 700


def main() -> None:
    """Run it. Loading makes many objects and no garbage: to look for some takes 10 ms of 150."""
    gc.set_threshold(RARELY)
    from zermelo.faces import cli  # after that

    cli.main(prog_name="zermelo")


if __name__ == "__main__":
    main()
