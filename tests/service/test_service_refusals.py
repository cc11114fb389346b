"""The service: refusals in one shape, headers and other guards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service_client import Client, call, eventually
from service_games import COINS, REFUSED, SMALL, ask, known_large
from zermelo.faces.service import explorer_files, guards, workers
from zermelo.faces.service.app import create_app
from zermelo.faces.service.bounds import check_arguments, check_bounds, check_count
from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.settings import Settings


@pytest.mark.parametrize(("operation", "body", "status", "code", "field"), REFUSED)
def test_what_breaks_a_rule_is_refused_in_one_shape(
    client: Client,
    operation: str,
    body: dict[str, Any],
    status: int,
    code: str,
    field: str | None,
) -> None:
    error = ask(client, operation, body, status)
    assert set(error) == {"code", "message", "field", "fix"}
    assert error["code"] == code
    if field is not None:
        assert error["field"] == field
    assert error["message"].endswith(".")
    assert error["fix"]


def test_bounds_are_looked_at_in_every_value() -> None:
    tight = replace(SMALL, digits=5, row=3, depth=2)
    for value in (123_456, [123_456], "x123456", 1e9, 1e-9, "y" * 300, [[[1]]], [1, 2, 3, 4]):
        with pytest.raises(ServiceProblem):
            check_bounds(value, tight, "arguments.row")
    for value in (float("nan"), float("inf"), "a\x00", {"a": 1}):
        with pytest.raises(ServiceProblem) as refused:
            check_bounds(value, SMALL, "arguments.row")
        assert refused.value.code == "bad_input"
    for value in (12_345, [1, 2, 3], "12345/7", 0.0, 1.5, None, True, [[1]]):
        check_bounds(value, tight, "arguments.row")
    check_arguments(None, tight)
    with pytest.raises(ServiceProblem):
        check_arguments({str(k): k for k in range(31)}, tight)
    with pytest.raises(ServiceProblem):
        check_count([1, 2], 1, "moves")


def test_what_is_no_json_is_refused_in_the_same_shape(client: Client) -> None:
    as_json = {"content-type": "application/json"}
    for content in (b"{", b"[" * 100_000, b'{"game": 1' + b"0" * 5_000 + b"}", b"\xff"):
        answer = client.post("/v1/solve", content=content, headers=as_json)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "bad_input"
    answer = client.post("/v1/solve", content=b'{"game": "ends"}')
    assert answer.status_code == 422
    assert "Content-Type" in answer.json()["error"]["fix"]
    odd = client.post("/v1/solve", content=b'{"game": "\\ud800"}', headers=as_json)
    assert odd.status_code in (404, 422)
    assert client.get("/v2").json()["error"]["code"] == "not_found"
    wrong = client.put("/v1/solve")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "not_allowed")
    assert wrong.headers["allow"] == "POST"


def test_a_body_that_is_too_long_is_not_read(client: Client) -> None:
    answer = client.post("/v1/solve", content=b" " * (1 << 20) + b"{}")
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"

    def parts() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * (1 << 15)

    assert client.post("/v1/solve", content=parts()).status_code == 413


def test_memory_that_is_full_is_an_answer(client: Client) -> None:
    error = ask(client, "solve", {"game": "hungry"}, 422)
    assert error["code"] == "too_large"
    assert "memory" in error["message"]
    assert ask(client, "solve", COINS)["value"] == 5


def test_a_worker_that_holds_too_much_is_ended(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    lane = client.service.dispatcher.large
    eventually(lambda: lane.workers[0].is_idle)
    assert 10**6 < lane.workers[0].held() < 10**9
    monkeypatch.setattr(lane.workers[0], "held", lambda: 1 << 40)
    body = known_large(client, {"game": "sleepy", "arguments": {"seconds": 9.5}})
    error = ask(client, "solve", body, 422)
    assert error["code"] == "too_large"
    monkeypatch.undo()
    gone = workers.Worker("gone", "quick", SMALL)
    gone.process = SimpleNamespace(pid=2**30)  # type: ignore[assignment]
    assert gone.held() == 0


def test_a_mistake_of_ours_is_internal_and_nothing_else_breaks(client: Client) -> None:
    assert ask(client, "moves", {"game": "broken"}, 500)["code"] == "internal"
    assert ask(client, "solve", COINS)["value"] == 5


# -- guards ----------------------------------------------------------------------------------------


def test_headers_keep_browsers_safe(client: Client) -> None:
    for path in ("/", "/healthz", "/v2", "/static/nothing.js"):
        heads = client.get(path).headers
        assert "frame-ancestors 'none'" in heads["content-security-policy"]
        assert "unsafe" not in heads["content-security-policy"]
        assert heads["x-content-type-options"] == "nosniff"
        assert heads["referrer-policy"] == "no-referrer"


def test_another_host_name_is_refused_on_loopback(client: Client) -> None:
    answer = client.get("/healthz", headers={"host": "evil.example"})
    assert answer.status_code == 421
    for name in ("localhost:8000", "127.0.0.1", "[::1]:8000"):
        assert client.get("/healthz", headers={"host": name}).status_code == 200


def test_a_token_is_asked_for_where_one_is_set(client: Client) -> None:
    guarded = guards.Guards(client.app, Settings(token="s3cret"))
    answer = call(guarded, "POST", "/v1/solve", json=COINS)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorised")
    assert answer.headers["www-authenticate"] == "Bearer"
    wrong = {"authorization": "Bearer secret"}
    assert call(guarded, "GET", "/metrics", headers=wrong).status_code == 401
    assert call(guarded, "GET", "/healthz").status_code == 200
    assert call(guarded, "GET", "/").status_code == 200
    right = {"authorization": "Bearer s3cret"}
    assert call(guarded, "GET", "/metrics", headers=right).status_code == 200


def test_the_page_is_served_from_the_package(tmp_path: Path) -> None:
    from fastapi import FastAPI

    app = FastAPI()
    explorer_files.add_page(app, static=tmp_path)
    assert call(app, "GET", "/").text == explorer_files.NO_PAGE
    assert call(app, "GET", "/favicon.ico").status_code == 204
    (tmp_path / "index.html").write_text("<p>page")
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / "main.js").write_text("1")
    assert call(app, "GET", "/").text == "<p>page"
    assert call(app, "GET", "/favicon.ico").headers["content-type"].startswith("image/svg")
    assert call(app, "GET", "/static/main.js").text == "1"
    assert call(app, "GET", "/static/pages/player.js").status_code == 200
    assert call(app, "GET", "/static/../page.py").status_code == 404


def test_the_description_has_examples_and_no_foreign_scripts(client: Client) -> None:
    schema = client.get("/openapi.json").json()
    assert schema["components"]["schemas"]["PlayRequest"]["examples"]
    assert set(schema["paths"]) >= {"/v1/solve", "/v1/jobs/{id}/events", "/metrics", "/healthz"}
    assert "security" not in schema["paths"]["/v1/solve"]["post"]
    asking = create_app(Settings(token="abc")).openapi()
    assert asking["paths"]["/v1/solve"]["post"]["security"] == [{"HTTPBearer": []}]
    assert client.get("/docs").status_code == 404
    assert client.get("/redoc").status_code == 404
