"""A short tour of the program: `make demo` runs it. Every command is printed, then carried out."""

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

TOUR = (
    ("A row of coins: who wins, by how much, and how", "solve ends 5 3 7 10 --table"),
    ("Why, with the numbers, and what greedy would have lost", "explain ends 1 5 233 7"),
    ("A contest problem by its number, with a proof", "solve lc1140 2 7 9 4 4 --check"),
    ("Is this game fair? 5,478 positions, every best move", "solve tic-tac-toe --check"),
    ("Facts about a game that can go on for ever", "diagnose cat-and-mouse"),
    ("Your own game: a starter that solves as it is", "new mygame.py"),
    ("", "solve mygame.py heap=20"),
    ("", "check mygame.py"),
    ("What a larger board would take", "estimate connect-four 6 5"),
    ("A page to step through, for a lesson", "animate ends 5 3 7 10 -o table.html"),
)


def main() -> None:
    """Run the tour in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for title, words in TOUR:
            if title:
                print(f"\n# {title}")
            print(f"$ zermelo {words}", flush=True)
            command = [sys.executable, "-m", "zermelo", *shlex.split(words)]
            subprocess.run(command, check=True, cwd=folder)
        assert Path(folder, "table.html").exists()
    program = "zermelo" if sys.prefix == sys.base_prefix else f"{Path(sys.prefix).name}/bin/zermelo"
    print("\nThree things to try:")
    print(f"  {program} play connect-four 4 4        against perfect play, with hints and undo")
    print(f"  {program} new mygame.py                rules of your own, in ten lines")
    print(f"  {program} games                        some forty games, with their rules")


if __name__ == "__main__":
    main()
