"""The service: refusals in one shape, headers and other guards."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from service_client import Client, call, eventually
from service_games import COINS, REFUSED, SMALL, ask, known_large
from zermelo.faces.service import guards, tokens, workers
from zermelo.faces.service.app import create_app
from zermelo.faces.service.bounds import check_arguments, check_bounds, check_count
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.server import server_of
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

    heads = {"content-type": "application/json"}
    assert client.post("/v1/solve", content=parts(), headers=heads).status_code == 413


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


def test_the_page_can_be_asked_for_by_head(client: Client) -> None:
    for path in ("/", "/favicon.ico"):
        answer = client.head(path)
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["content-length"] == str(len(client.get(path).content))


def test_another_host_name_is_refused_on_loopback(client: Client) -> None:
    answer = client.get("/healthz", headers={"host": "evil.example"})
    assert answer.status_code == 421
    for name in ("localhost:8000", "127.0.0.1", "[::1]:8000"):
        assert client.get("/healthz", headers={"host": name}).status_code == 200


def guarded(app: Any, **settings: Any) -> tuple[guards.Guards, Metrics]:
    metrics = Metrics()
    return guards.Guards(app, replace(SMALL, **settings), metrics), metrics


def test_a_token_is_asked_for_where_one_is_set(client: Client) -> None:
    app, metrics = guarded(client.app, token="s3cret")
    answer = call(app, "POST", "/v1/solve", json=COINS)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorised")
    assert answer.headers["www-authenticate"] == "Bearer"
    for wrong in ("Bearer secret", "Basic s3cret", "s3cret"):
        assert call(app, "GET", "/metrics", headers={"authorization": wrong}).status_code == 401
    assert call(app, "GET", "/healthz").status_code == 200
    assert call(app, "GET", "/").status_code == 200
    for right in ("Bearer s3cret", "bearer s3cret", "BEARER  s3cret"):
        assert call(app, "GET", "/metrics", headers={"authorization": right}).status_code == 200
    told = metrics.text().decode()
    assert 'zermelo_tokens_refused_total{reason="wrong"} 3.0' in told
    assert 'zermelo_tokens_refused_total{reason="missing"} 1.0' in told


def test_an_address_that_guesses_is_not_heard_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    guesses = tokens.Tokens("s3cret", Metrics(), clock=lambda: now)
    right, wrong = "Bearer s3cret", "Bearer guess"
    codes = [guesses.refusal(wrong, "a") for _ in range(tokens.TRIES_AT_ONCE + 1)]
    assert [code.code for code in codes if code] == [*["unauthorised"] * 10, "throttled"]
    late = guesses.refusal(right, "a")
    assert late is not None
    assert (late.status, late.retry_after) == (429, 6)
    assert guesses.refusal(right, "b") is None
    now = tokens.SECONDS_A_TRY
    assert guesses.refusal(right, "a") is None
    monkeypatch.setattr(tokens, "MOST_ADDRESSES", 3)
    for number in range(5):
        guesses.refusal(wrong, str(number))
    assert list(guesses.tries) == ["2", "3", "4"]


@pytest.mark.parametrize(
    ("heads", "status"),
    [
        ({}, 200),
        ({"sec-fetch-site": "same-origin", "origin": "http://127.0.0.1"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:81"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_pages_of_other_sites_may_not_ask(heads: dict[str, str], status: int) -> None:
    async def echo(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    app, _ = guarded(echo)
    assert call(app, "POST", "/v1/jobs", json=COINS, headers=heads).status_code == status
    assert call(app, "GET", "/v1/games", headers=heads).status_code == status
    assert call(app, "GET", "/", headers=heads).status_code == 200
    text = {**heads, "content-type": "text/plain"}
    assert call(app, "POST", "/v1/jobs", content=b"{}", headers=text).status_code in (403, 422)


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def read(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass

    async def half() -> list[Any]:
        app, _ = guarded(read, request_seconds=0.01)
        parts: list[Any] = [{"type": "http.request", "body": b"{", "more_body": True}]
        heads = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope: Any = {"type": "http", "method": "POST", "path": "/v1/solve", "headers": heads}
        sent: list[Any] = []

        async def receive() -> Any:
            return parts.pop() if parts else await asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            sent.append(message)

        await app(scope, receive, send)
        return sent

    start, body = asyncio.run(half())
    assert start["status"] == 408
    assert b"too_late" in body["body"]


def test_one_address_holds_a_share_of_the_bytes_that_are_under_way() -> None:
    async def rude() -> dict[str, list[int]]:
        door = asyncio.Event()
        statuses: dict[str, list[int]] = {"rude": [], "quiet": []}

        async def wait(scope: Any, receive: Any, send: Any) -> None:
            await door.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def ask(address: str) -> None:
            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    statuses[address].append(message["status"])

            heads = [(b"host", b"localhost"), (b"content-type", b"application/json"),
                     (b"content-length", b"%d" % (1 << 20))]  # fmt: skip
            scope: Any = {"type": "http", "method": "POST", "path": "/v1/solve", "headers": heads,
                          "client": (address, 1)}  # fmt: skip
            await app(scope, None, send)  # type: ignore[arg-type]

        app, _ = guarded(wait, body=1 << 20, share=0.5)
        asked = [asyncio.create_task(ask("rude")) for _ in range(20)]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(ask("quiet")))
        await asyncio.sleep(0)
        door.set()
        await asyncio.gather(*asked)
        assert not app.held
        return statuses

    told = asyncio.run(rude())
    assert sorted(told["rude"]) == [200] * 8 + [503] * 12
    assert told["quiet"] == [200]


@pytest.mark.parametrize(
    ("host", "is_heard"),
    [
        ("192.168.1.7:8000", True),
        ("[fe80::1]:8000", True),
        ("localhost:8000", True),
        (f"{socket.gethostname()}:8000", True),
        ("class.example:8000", True),
        ("evil.example:8000", False),
    ],
)
def test_a_service_for_others_answers_to_its_own_names(host: str, is_heard: bool) -> None:
    """A foreign name that is bound to our address (DNS rebinding) would be a page's own origin."""

    async def fine(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    app, _ = guarded(fine, host="0.0.0.0", names=("Class.example",))
    heads = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
    answer = call(app, "GET", "/v1/games", headers=heads)
    assert answer.status_code == (200 if is_heard else 421)
    if not is_heard:
        assert "--name" in answer.json()["error"]["fix"]
    asking, _ = guarded(fine, host="0.0.0.0", token="abc")
    secret = {**heads, "authorization": "Bearer abc"}
    assert call(asking, "GET", "/v1/games", headers=secret).status_code == 200


def test_nobody_chooses_an_address_of_their_own() -> None:
    assert not server_of(replace(SMALL, port=0)).config.proxy_headers
    behind = server_of(replace(SMALL, port=0, proxies=("10.0.0.1",))).config
    assert (behind.proxy_headers, behind.forwarded_allow_ips) == (True, ["10.0.0.1"])


def test_all_requests_together_hold_a_bounded_number_of_bytes() -> None:
    async def crowd() -> list[int]:
        door, statuses = asyncio.Event(), []

        async def wait(scope: Any, receive: Any, send: Any) -> None:
            await door.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        async def receive() -> Any:
            return {"type": "http.request", "body": b""}

        app, _ = guarded(wait, body=guards.MOST_BODIES)
        asked = []
        for length in (b"content-length", b"%d" % guards.MOST_BODIES), (b"transfer-encoding", b"x"):
            heads = [(b"host", b"localhost"), (b"content-type", b"application/json"), length]
            scope: Any = {"type": "http", "method": "POST", "path": "/v1/solve", "headers": heads}
            asked.append(asyncio.create_task(app(scope, receive, send)))
            await asyncio.sleep(0)
        door.set()
        await asyncio.gather(*asked)
        assert not app.held
        return statuses

    assert asyncio.run(crowd()) == [503, 200]


@pytest.mark.parametrize("said", [b"POST /v1/solve HTT", None])
def test_connections_on_which_no_request_arrives_are_closed(
    client: Client, said: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.protocol, "seconds", 0.05)
    with socket.create_connection(("127.0.0.1", client.base_url.port), timeout=30) as half:
        if said is None:  # a whole one, and a part of the next
            half.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            heard = b""
            while not heard.endswith(b"}}"):
                heard += half.recv(1 << 16)
        half.sendall(said or b"GET")
        assert half.recv(1) == b""


def test_a_head_that_goes_on_and_on_is_not_kept(client: Client) -> None:
    begun = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    lines = b"".join(b"X-%d: %s\r\n" % (number, b"a" * 4096) for number in range(1 << 14))
    address = "127.0.0.1", client.base_url.port
    with socket.create_connection(address, timeout=30) as endless, pytest.raises(ConnectionError):
        endless.sendall(begun + lines)
    assert client.get("/healthz", headers={"x": "a" * 10_000}).status_code == 200


def test_the_description_has_examples_and_no_foreign_scripts(client: Client) -> None:
    schema = client.get("/openapi.json").json()
    assert schema["components"]["schemas"]["PlayRequest"]["examples"]
    assert set(schema["paths"]) >= {"/v1/solve", "/v1/jobs/{id}/events", "/metrics", "/healthz"}
    assert "security" not in schema["paths"]["/v1/solve"]["post"]
    asking = create_app(Settings(token="abc")).openapi()
    assert asking["paths"]["/v1/solve"]["post"]["security"] == [{"HTTPBearer": []}]
    assert client.get("/docs").status_code == 404
    assert client.get("/redoc").status_code == 404
