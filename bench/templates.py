"""`make templates`: every template, in every language and style, is run and judged.

Each is built as it is printed and started once; the judge puts its instances to it, a line each,
and holds what comes back against exact answers. Exit code 1 where one differs.

    make templates INSTANCES=5000 SEED=2 LANGS="go java" PATTERNS="interval heap"
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from template_games import HEAPS, MORE_HEAPS, line_of, read, verdicts
from zermelo import template
from zermelo.teaching.judge import Verdict
from zermelo.teaching.template import LANGUAGE_SUFFIXES, TEMPLATE_PATTERNS

OUT = Path(__file__).parent / "out" / "templates"
BUILD_SECONDS = 120
CALL_SECONDS = 20.0  # a virtual machine starts within the first call


def main() -> int:
    """Print a line for each template; how many differ decides the exit code."""
    args = arguments()
    wrong = total = 0
    begin = perf_counter()
    print(f"{'template':<12}{'style':<9}{'language':<10}{'instances':>9}  agreement")
    for pattern, style, lang in chosen(args):
        found = judged(pattern, style, lang, args)
        count = sum(verdict.compared for verdict in found)
        failed = [verdict for verdict in found if not verdict.ok]
        print(f"{pattern:<12}{style:<9}{lang:<10}{count:>9,}  {told(failed)}", flush=True)
        wrong, total = wrong + bool(failed), total + count
    print(f"{total:,} answers compared, {perf_counter() - begin:.0f} s, {wrong} templates differ")
    return 1 if wrong else 0


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--instances", type=int, default=2000, help="random ones of each template")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--langs", nargs="*", choices=LANGUAGE_SUFFIXES, help="all if unsaid")
    parser.add_argument("--patterns", nargs="*", choices=TEMPLATE_PATTERNS, help="all if unsaid")
    return parser.parse_args()


def chosen(args: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """Every template of the patterns and languages asked for."""
    for pattern in args.patterns or TEMPLATE_PATTERNS:
        for style in TEMPLATE_PATTERNS[pattern].styles:
            for lang in args.langs or LANGUAGE_SUFFIXES:
                yield pattern, style, lang


def judged(pattern: str, style: str, lang: str, args: argparse.Namespace) -> list[Verdict]:
    """The verdicts on one program."""
    ask = asking(pattern, built(pattern, style, lang))
    options = {"trials": args.instances, "seed": args.seed, "call_seconds": CALL_SECONDS}
    return verdicts(ask, pattern, HEAPS + MORE_HEAPS, **options)


def told(failed: list[Verdict]) -> str:
    """That all are equal, or what the judge says."""
    return "all equal" if not failed else "DIFFERS\n" + "\n".join(map(str, failed))


def built(pattern: str, style: str, lang: str) -> list[str]:
    """The command that runs a program, which is compiled where its language needs it."""
    room = OUT / lang / f"{pattern}_{style}"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(parents=True)
    source = room / f"{'Main' if lang == 'java' else 'main'}.{LANGUAGE_SUFFIXES[lang]}"
    source.write_text(template(pattern, lang=lang, style=style), encoding="utf-8")
    program = str(room / "main")
    builds, runs = {
        "python": ([], [sys.executable, "-u", str(source)]),
        "go": (["go", "build", "-o", program, str(source)], [program]),
        "java": (
            ["javac", "-Xlint:all", "-Werror", "-d", str(room), str(source)],
            ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", str(room), "Main"],
        ),
        "cpp": (
            ["g++", "-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, str(source)],
            [program],
        ),
    }[lang]
    if builds:
        subprocess.run(builds, check=True, timeout=BUILD_SECONDS)
    return runs


def asking(pattern: str, command: list[str]) -> Callable[..., Any]:
    """A function that asks a program, started in the judge's process at the first call."""
    running: list[subprocess.Popen[str]] = []

    def ask(*args: Any) -> int | bool:
        if not running:
            running.append(started(command))
        program = running[0]
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(line_of(pattern, *args))
        program.stdin.flush()
        return read(program.stdout.readline().strip())

    return ask


def started(command: list[str]) -> subprocess.Popen[str]:
    """A program; it ends with its input, when the judge ends its process."""
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=_unbounded
    )


def _unbounded() -> None:
    """Virtual machines reserve more addresses than the judge allows somebody's code."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


if __name__ == "__main__":
    sys.exit(main())
