"""The wheel and the sdist in empty environments: make packages, or PACKAGES="wheel wheel[web]".

Each is installed as a user installs it, with what it needs from the registry, and asked what its
extra is for; without the extra the answer says what to install. `oldest` takes the oldest versions
that pyproject.toml allows of everything, `newest` the newest Python that is found (or NEWEST=PATH)
with the newest versions of everything.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ALONE = """
from zermelo import solve
from zermelo.games import ConnectFour, Ends
solution = solve(ConnectFour(3, 4), engine="compiled")
print(solution.value, solution.prove())
print(solve(Ends((5, 3, 7, 10))).value)
"""
WEB = """
from zermelo.faces.service.app import create_app
print(len(create_app().routes))
"""
CLUSTER = """
if __name__ == "__main__":
    from zermelo import solve
    from zermelo.games import ConnectFour
    print(solve(ConnectFour(3, 4), engine="layers", cluster="local", disk="layers").value)
"""
DATA = """
from zermelo import solve
from zermelo.games import Nim
solution = solve(Nim((2, 3)))
print(len(solution.to_pandas()), solution.to_arrow().num_rows, solution.to_networkx().order())
"""
ASKED = {"": ALONE, "web": WEB, "cluster": CLUSTER, "data": DATA}
PLOT = ("-m", "zermelo", "plot", "ends", "5", "3", "7", "10", "-o", "table.svg")
EXTRAS = ("web", "plot", "cluster", "data")
KINDS = ("wheel", "sdist", *(f"wheel[{extra}]" for extra in EXTRAS), "oldest", "newest")
PYTHONS = ("python3.15", "python3.14", "python3.13", "python3.12")


class Failed(Exception):
    """A command that did not do what it should; the last lines that it said."""


def run(*words: object, cwd: Path, is_well: bool = True) -> str:
    """What a command says; `Failed` where it ends otherwise than it should."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=clean, capture_output=True, text=True, check=False
    )
    if (done.returncode == 0) != is_well:
        raise Failed("\n".join((done.stdout + done.stderr).splitlines()[-15:]))
    return done.stdout + done.stderr


def built(folder: Path) -> dict[str, Path]:
    """The wheel and the sdist of this checkout."""
    run(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=ROOT)
    return {"wheel": next(folder.glob("*.whl")), "sdist": next(folder.glob("*.tar.gz"))}


def lowest() -> list[str]:
    """Everything that the project declares, in the oldest version that it allows."""
    extras = PROJECT["optional-dependencies"].values()
    return [
        name.replace(">=", "==") for part in (PROJECT["dependencies"], *extras) for name in part
    ]


def newest() -> str:
    """The newest Python that runs here."""
    for name in filter(None, (os.environ.get("NEWEST"), *PYTHONS)):
        with suppress(OSError, subprocess.CalledProcessError):
            subprocess.run([name, "-m", "venv", "-h"], capture_output=True, check=True)
            return name
    raise Failed(f"none of {', '.join(PYTHONS)} is here; name one: NEWEST=PATH")


def tried(kind: str, files: dict[str, Path], folder: Path) -> str:
    """Install it into an environment of its own, and ask it."""
    run(newest() if kind == "newest" else sys.executable, "-m", "venv", "environment", cwd=folder)
    python = folder / "environment" / "bin" / "python"
    base, extra = re.fullmatch(r"(\w+)(?:\[(\w+)\])?", kind).groups()  # type: ignore[union-attr]
    extras = ",".join(EXTRAS) if base == "newest" else extra
    wanted = f"{files.get(base, files['wheel'])}{f'[{extras}]' if extras else ''}"
    run(python, "-m", "pip", "install", "-q", wanted, *(lowest() if base == "oldest" else ()),
        cwd=folder)  # fmt: skip
    run(python, "-m", "pip", "check", cwd=folder)
    version = run(python, "--version", cwd=folder).strip()
    return "; ".join((version, *answers(base, extra or "", python, folder)))


def answers(base: str, extra: str, python: Path, folder: Path) -> Iterable[str]:
    """What the installed package says to the questions of its extra."""
    has_all = base in ("oldest", "newest")
    plots = extra == "plot" or has_all
    asked = list(ASKED) if has_all else [extra] if extra in ASKED else []
    for name in asked:
        (folder / "asked.py").write_text(ASKED[name], "utf-8")
        yield run(python, "asked.py", cwd=folder).strip().replace("\n", ", ")
    said = run(python, *PLOT, cwd=folder, is_well=plots)
    if not plots and "plot" not in said:
        raise Failed(f"nothing is said about what to install:\n{said}")
    yield "table.svg" if plots else "names the extra for pictures"


def main() -> int:
    """All kinds that were asked for, one after the other; 1 where one fails."""
    kinds, failed = sys.argv[1:] or KINDS, 0
    with TemporaryDirectory() as aside:
        files = built(Path(aside))
        for kind in kinds:
            began = perf_counter()
            with TemporaryDirectory() as folder:
                try:
                    said, word = tried(kind, files, Path(folder)), "works"
                except Failed as problem:
                    said, word, failed = f"\n{problem}", "FAILS", 1
            print(f"{kind:16} {word}  {perf_counter() - began:5.0f} s  {said}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
