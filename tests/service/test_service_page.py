"""The page's files: each is asked for once, and again when it has changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from service_client import Client, call
from zermelo.faces.service import explorer_files


def mark_of(page: str) -> str:
    """Where the page's files are."""
    [mark] = set(re.findall(r'"static/([0-9a-f]{16})/', page))
    return str(mark)


def test_the_page_is_served_from_the_package(tmp_path: Path) -> None:
    app, static = FastAPI(), tmp_path / "static"
    static.mkdir()
    explorer_files.add_page(app, static=static)
    assert call(app, "GET", "/").text == explorer_files.NO_PAGE
    assert call(app, "GET", "/favicon.ico").status_code == 204
    (static / "index.html").write_text("<p>page")
    (static / "favicon.svg").write_text("<svg/>")
    (static / "main.js").write_text("1")
    assert call(app, "GET", "/").text == "<p>page"
    assert call(app, "GET", "/favicon.ico").headers["content-type"].startswith("image/svg")
    assert call(app, "GET", "/static/mark/main.js").text == "1"
    assert call(app, "GET", "/static/mark/pages/player.js").status_code == 200
    (tmp_path / "board.js").write_text("another's")
    assert call(app, "GET", "/static/mark/%2e%2e/board.js").status_code == 404


def test_a_file_is_kept_for_good_and_has_another_address_when_it_changes(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script src="static/main.js"></script>')
    (tmp_path / "main.js").write_text("1")
    marks = []
    for text in ("1", "2"):
        (tmp_path / "main.js").write_text(text)
        app = FastAPI()
        explorer_files.add_page(app, static=tmp_path)
        page = call(app, "GET", "/")
        assert page.headers["cache-control"] == "no-cache"
        marks.append(mark_of(page.text))
        kept = call(app, "GET", f"/static/{marks[-1]}/main.js")
        assert kept.text == text
        assert "immutable" in kept.headers["cache-control"]
    assert marks[0] != marks[1]
    old = call(app, "GET", f"/static/{marks[0]}/main.js")  # for a page that is open still
    assert (old.text, old.headers["cache-control"]) == ("2", "no-cache")


@pytest.mark.parametrize("path", ["/v1/games", "/healthz", "/static/mark/nothing.js", "/nothing"])
def test_nothing_else_is_kept(client: Client, path: str) -> None:
    assert client.get(path).headers.get_list("cache-control") == ["no-store"]


def test_what_the_page_names_is_there_and_kept(client: Client) -> None:
    page = client.get("/").text
    names = re.findall(r'(?:href|src)="(static/[^"]+)"', page)
    assert len(names) > 20
    assert {name.split("/")[1] for name in names} == {mark_of(page)}
    for name in names:
        answer = client.get(f"/{name}")
        assert answer.status_code == 200, name
        assert "immutable" in answer.headers["cache-control"]


def test_a_visit_takes_no_new_process_of_the_browser(client: Client) -> None:
    assert "cross-origin-opener-policy" not in client.get("/").headers
