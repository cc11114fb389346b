"""`make mutants`: change one operator at a time in the methods; the tests must notice each one.

The mutants live in a temporary copy. Prints the survivors and ends with a count. With
CASES="300 1000 5000" only the comparison with the oracle is run, on so many random games a method,
and the last line says how many mutants each number finds. Kernels are carried out by Python then:
nothing waits for a compiler.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGETS = (
    *sorted(ROOT.glob("src/zermelo/methods/*.py")),
    ROOT / "src/zermelo/proof/checker.py",
    ROOT / "src/zermelo/proof/parts.py",
    ROOT / "src/zermelo/graph/totals.py",
)


def named(pattern: str) -> list[str]:
    """The test files of a topic."""
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(f"tests/test_{pattern}.py"))


TESTS = (  # the quick ones first: the first failure ends the run
    "tests/test_plan.py",
    "tests/test_model.py",
    "tests/test_proof.py",
    "tests/test_methods_equal_the_oracle.py",
    "tests/test_diagnose.py",
    "tests/test_growth.py",
    *named("solution*"),
    *named("known_*"),
    *named("bad_*"),
)
ORACLE = ("tests/test_methods_equal_the_oracle.py",)
KERNELS = ("-W", "ignore:overflow encountered", "-k", "random_games_have_the_values")
KERNEL_ORACLE = ("tests/test_compiled_engine.py", *KERNELS)
SECONDS = 900

SWAPS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
NAMES = {"max": "min", "min": "max", "any": "all", "all": "any"}


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """(line, what changed, the changed source) for every operator, sign, max and min."""
    count = len(list(ast.walk(ast.parse(source))))
    for place in range(count):
        tree = ast.parse(source)
        node = list(ast.walk(tree))[place]
        change = mutate(node)
        if change:
            yield node.lineno, change, ast.unparse(tree)


def mutate(node: ast.AST) -> str | None:
    """Change one node in place and say how; None when it is of no interest."""
    if isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
        before, node.op = type(node.op).__name__, SWAPS[type(node.op)]()
        return f"{before} → {type(node.op).__name__}"
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        before, node.ops[0] = type(node.ops[0]).__name__, SWAPS[type(node.ops[0])]()
        return f"{before} → {type(node.ops[0]).__name__}"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        if isinstance(node.operand, ast.Constant):
            return None
        node.op = ast.UAdd()
        return "minus → plus"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMES:
        before, node.func.id = node.func.id, NAMES[node.func.id]
        return f"{before} → {node.func.id}"
    return None


def survives(copy: Path, tests: Sequence[str] = TESTS, **extra: str) -> bool:
    """Whether all tests still pass on the mutated copy."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["-o", "timeout=0", "-o", "faulthandler_timeout=0", *tests]  # SECONDS is the limit
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "HYPOTHESIS_PROFILE": "mutants",  # a failing case need not be shrunk
        **extra,
    }
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False  # an endless loop is noticed too
    return done.returncode == 0


def survives_oracle(copy: Path, mutant: str, cases: int) -> bool:
    """Whether so many random games have the values of the oracle all the same."""
    if "/kernels/" in mutant:
        extra = {"NUMBA_DISABLE_JIT": "1", "ZERMELO_CASES": str(cases)}
        return survives(copy, KERNEL_ORACLE, **extra)
    return survives(copy, ORACLE, ZERMELO_CASES=str(cases))


def mutated(copy: Path, paths: Sequence[Path]) -> Iterator[str]:
    """Every mutant in turn, while it is in its place in the copy; its place and its change."""
    for path in paths:
        target = copy / path.relative_to(ROOT)
        original = path.read_text(encoding="utf-8")
        for line, change, source in mutants(original):
            target.write_text(source, encoding="utf-8")
            yield f"{path.relative_to(ROOT)}:{line} {change}"
        target.write_text(original, encoding="utf-8")


def find_survivors(copy: Path, paths: Sequence[Path]) -> None:
    """Which mutants no test notices."""
    caught = alive = 0
    for mutant in mutated(copy, paths):
        if survives(copy):
            alive += 1
            print(f"survived: {mutant}", flush=True)
        else:
            caught += 1
    print(f"{caught} mutants caught, {alive} survived")


def compare_cases(copy: Path, paths: Sequence[Path], numbers: Sequence[int]) -> None:
    """How many mutants the oracle finds with so many random games a method."""
    found = dict.fromkeys(numbers, 0)
    count = 0
    for mutant in mutated(copy, paths):
        count += 1
        fewest = next((n for n in numbers if not survives_oracle(copy, mutant, n)), None)
        for number in numbers:
            found[number] += fewest is not None and fewest <= number
        print(f"{'never' if fewest is None else fewest}: {mutant}", flush=True)
    shares = ", ".join(f"{number:,} games find {caught}" for number, caught in found.items())
    print(f"of {count} mutants {shares}")


def main() -> None:
    """Try every mutant of the files named on the command line, or of all methods."""
    wanted = [Path(name).resolve() for name in sys.argv[1:]] or list(TARGETS)
    numbers = sorted(map(int, os.environ.get("CASES", "").split()))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("src", "tests", "pyproject.toml", "README.md"):
            source = ROOT / part
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / part)
        as_it_is = survives(copy, ORACLE, ZERMELO_CASES=str(min(numbers, default=100)))
        if not as_it_is:
            sys.exit("the tests fail without any mutant: nothing can be learned from them")
        if numbers:
            compare_cases(copy, wanted, numbers)
        else:
            find_survivors(copy, wanted)


if __name__ == "__main__":
    main()
