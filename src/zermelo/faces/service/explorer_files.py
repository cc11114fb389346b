"""The explorer's files, as they are in the package; a browser asks for each of them once."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from os import PathLike, stat_result
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FACES = Path(str(files("zermelo.faces")))
STATIC = FACES / "explorer" / "static"
PAGES = FACES / "pages"  # modules that the animations share with the explorer
NO_PAGE = "Zermelo is here. POST /v1/solve asks it; /openapi.json describes the rest.\n"
ASK_AGAIN = {"cache-control": "no-cache"}
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}


class MarkedFiles(StaticFiles):
    """Files at addresses that change when they do: what is at the present mark is kept for good.

    A page that was opened before the service changed finds the files under its own mark still.
    """

    def __init__(self, directory: Path, mark: str) -> None:
        super().__init__(directory=directory)
        self.mark = mark

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, and how long it may be kept."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        is_present = scope["path_params"]["mark"] == self.mark
        answer.headers.update(FOR_GOOD if is_present else ASK_AGAIN)
        return answer


def add_page(app: FastAPI, static: Path = STATIC, pages: Path = PAGES) -> None:
    """Serve the page at / and its modules at /static, under the mark of what is in them."""
    mark = _mark(static, pages)

    async def index() -> Response:
        file = static / "index.html"
        if not file.is_file():
            return PlainTextResponse(NO_PAGE)
        page = file.read_text("utf-8").replace('"static/', f'"static/{mark}/')
        return HTMLResponse(page, headers=ASK_AGAIN)

    async def icon() -> Response:
        file = static / "favicon.svg"
        return FileResponse(file) if file.is_file() else Response(status_code=204)

    for path, file in (("/", index), ("/favicon.ico", icon)):
        app.add_api_route(path, file, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static/{mark}/pages", MarkedFiles(pages, mark))
    if static.is_dir():
        app.mount("/static/{mark}", MarkedFiles(static, mark))


def _mark(*folders: Path) -> str:
    """A digest of all files and their names; cost O(bytes)."""
    digest = sha256()
    for folder in folders:
        for file in sorted(folder.iterdir()):
            digest.update(f"{file.name}\0".encode())
            digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
