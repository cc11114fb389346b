"""The explorer's files, as they are in the package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

FACES = Path(str(files("zermelo.faces")))
STATIC = FACES / "explorer" / "static"
PAGES = FACES / "pages"  # modules that the animations share with the explorer
NO_PAGE = "Zermelo is here. POST /v1/solve asks it; /openapi.json describes the rest.\n"


def add_page(app: FastAPI, static: Path = STATIC, pages: Path = PAGES) -> None:
    """Serve the page at / and its modules at /static."""

    async def index() -> Response:
        file = static / "index.html"
        return FileResponse(file) if file.is_file() else PlainTextResponse(NO_PAGE)

    async def icon() -> Response:
        file = static / "favicon.svg"
        return FileResponse(file) if file.is_file() else Response(status_code=204)

    for path, file in (("/", index), ("/favicon.ico", icon)):
        app.add_api_route(path, file, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static/pages", StaticFiles(directory=pages))
    if static.is_dir():
        app.mount("/static", StaticFiles(directory=static))
