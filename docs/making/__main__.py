"""Builds the site: python docs/making [FOLDER]. What it needs is fetched once, then it is offline.

The pages are copied aside, those that follow from the code are written beside them, and Sphinx
makes HTML of all; a warning is an error. Nothing is written into the folder of the pages.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
from pathlib import Path

import live
import written
from sphinx.application import Sphinx

HERE = Path(__file__).parent.absolute()
DOCS, ROOT = HERE.parent, HERE.parents[1]
OURS = ("making", "live", "__pycache__")


def _silence(folder: Path) -> None:
    """A theme's package logs all at INFO; a kernel says on every start that it has no key."""
    logging.getLogger().setLevel(logging.WARNING)
    profile = folder / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    (profile / "ipython_kernel_config.py").write_text("c.IPKernelApp.log_level = 'ERROR'\n")
    os.environ["IPYTHONDIR"] = str(folder)


def build(site: Path) -> int:
    """The site in a folder; 0, or 1 after a warning."""
    _silence(site.parent / f"{site.name}-kernels")
    pages = site.parent / f"{site.name}-pages"
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(DOCS, pages, ignore=shutil.ignore_patterns(*OURS))
    shutil.copytree(DOCS / "live", pages / "_static" / "live")
    live.put_runtime(pages / "_static" / "live")
    written.write(ROOT, pages)
    app = Sphinx(pages, HERE, site, site.parent / f"{site.name}-doctrees", "html",
                 confoverrides={"html_static_path": [str(pages / "_static")]},
                 status=None, warningiserror=True, parallel=2)  # fmt: skip
    app.build()
    live.put_explorer(site / "explorer")
    return app.statuscode


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"
    code = build(folder.absolute())
    print(f"the site is in {folder}; look at it with: python3 -m http.server -d {folder}")
    sys.exit(code)
