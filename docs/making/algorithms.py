"""The page of methods: what `method=` and `--method` take, from the registry."""

from __future__ import annotations

from pathlib import Path

from program import cell

from zermelo.methods import METHODS, Method

HEAD = """# Methods

What `method=…` of [`solve`](solving.md#solve) and `--method` take. Leave it out, and the one that
fits is chosen ([which tool for my game](../which-tool.md)); one that is named and does not fit
refuses, with the reason, and names the one that does. `print(solution.plan)` tells which it was,
and why. The theorems are proved under [Theory](../theory/index.md).

"""


def write(folder: Path) -> None:
    """The page."""
    declared = [method for method in METHODS.values() if "families" in type(method).__module__]
    others = [method for method in METHODS.values() if method not in declared]
    text = (
        f"{table(others)}\n## Closed forms, and families that a game declares\n\n{table(declared)}"
    )
    (folder / "methods.md").write_text(HEAD + text, "utf-8")


def table(methods: list[Method]) -> str:
    """Their names, theorems and costs."""
    rows = [
        f"| `{method.name}`<br>{cell(method.title)} | {cell(method.theorem)} "
        f"| {cell(method.time)} | {cell(method.space)} |"
        for method in methods
    ]
    return "\n".join(["| method | theorem | time | space |", "|---|---|---|---|", *rows]) + "\n"
