"""The service against its own OpenAPI description: whatever is sent, no answer is a failure."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import hypothesis.strategies as st
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import checks

from service_client import Client, serving
from zermelo.faces.plain import plain
from zermelo.faces.service.app import create_app
from zermelo.faces.service.settings import Settings
from zermelo.games import GAMES, find

pytestmark = pytest.mark.unmeasured

EXAMPLES = 20
LIMITS = Settings(
    quick_workers=2, workers=1, seconds=0.1, quick_seconds=0.1, weigh_seconds=0.01, job_seconds=0.1,
    facts_seconds=0.1, jobs=10_000, share=1, check_every=5, threads=1, answer_bytes=0,
)  # fmt: skip
SCHEMA = schemathesis.openapi.from_dict(create_app(replace(LIMITS, host="0.0.0.0")).openapi())
OPERATIONS = [operation.ok() for operation in SCHEMA.get_all_operations()]
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
FUZZ = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with serving(LIMITS) as client:
        yield client


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda op: f"{op.method} {op.path}")
def test_nothing_that_the_description_allows_or_forbids_is_a_failure(
    client: Client, operation: Any
) -> None:
    modes = list(schemathesis.GenerationMode)
    strategy = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes))

    statuses: Counter[int] = Counter()

    @FUZZ
    @given(strategy)
    def holds(case: Any) -> None:
        answer = case.call(base_url=str(client.base_url))
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    holds()
    asks = bool(operation.body) or bool(operation.path_parameters)
    assert statuses.total() >= (EXAMPLES if asks else 1)  # without arguments all are the same


def test_the_life_of_a_job_is_as_the_description_has_it(client: Client) -> None:
    """No drawn id is one of a job, so this way is walked on purpose."""
    by_name = {f"{operation.method} {operation.path}": operation for operation in OPERATIONS}

    def asked(name: str, **parts: Any) -> Any:
        case = by_name[name].Case(**parts)
        answer = case.call(base_url=str(client.base_url))
        case.validate_response(answer, checks=CHECKS)
        return answer

    for game, ending in (("ends", "done"), ("no such game", "failed")):
        body = {"game": game, "arguments": None, "misere": False, "position": None}
        begun = asked("post /v1/jobs", body=body, media_type="application/json")
        place = {"id": begun.json()["id"]}
        events = [asked("get /v1/jobs/{id}/events", path_parameters=place).text for _ in range(2)]
        assert all(f"event: {ending}" in text for text in events)
        assert asked("delete /v1/jobs/{id}", path_parameters=place).json() == place
    unknown = asked("delete /v1/jobs/{id}", path_parameters={"id": "nothing"})
    assert unknown.status_code == 404


# -- requests that look like what people send ------------------------------------------------------

NUMBERS = st.one_of(
    st.integers(-3, 12),
    st.integers(-(10**45), 10**45),
    st.sampled_from(["1/3", "0.5", "1/0", "x"]),
    st.floats(),
    st.booleans(),
    st.none(),
)
START = "the start"  # stands for the example's own
VALUES = st.recursive(NUMBERS, lambda part: st.lists(part, max_size=5), max_leaves=8)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(GAMES))
    example = kind.example_game()
    fields = [name for name in vars(example) if not name.startswith("_")]
    shown = {name: plain(getattr(example, name)) for name in fields}
    changed = draw(st.dictionaries(st.sampled_from([*fields, "other"]), VALUES, max_size=2))
    arguments = draw(st.sampled_from([None, {}, {**shown, **changed}, changed]))
    position = draw(st.one_of(st.none(), st.just(plain(example.start)), VALUES))
    return {"game": kind.name, "arguments": arguments, "position": position}


ASKED: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "solve": st.just({}),
    "value": st.fixed_dictionaries(
        {"positions": st.lists(st.one_of(st.just(START), VALUES), min_size=1, max_size=2)}
    ),
    "moves": st.just({}),
    "play": st.fixed_dictionaries(
        {
            "moves": st.lists(st.one_of(st.integers(-1, 4), st.text(max_size=3)), max_size=4),
            "humans": st.lists(st.integers(-1, 3), max_size=3),
            "engine": st.booleans(),
        }
    ),
    "diagnose": st.just({}),
    "card": st.just({}),
    "frames": st.just({}),
    "jobs": st.just({}),
}


@pytest.mark.parametrize("operation", ASKED)
def test_no_question_about_a_game_is_a_failure(client: Client, operation: str) -> None:
    statuses: Counter[int] = Counter()

    @FUZZ
    @given(questions(), ASKED[operation])
    def holds(question: dict[str, Any], more: dict[str, Any]) -> None:
        start = plain(find(question["game"]).example_game().start)
        if "positions" in more:
            more = {"positions": [start if p == START else p for p in more["positions"]]}
        body = json.dumps({**question, **more})
        heads = {"content-type": "application/json"}
        answer = client.post(f"/v1/{operation}", content=body, headers=heads)
        statuses[answer.status_code] += 1
        assert answer.status_code < 500, (body, answer.text)
        if answer.status_code >= 400:
            assert set(answer.json()["error"]) == {"code", "message", "field", "fix"}

    holds()
    assert statuses.total() >= EXAMPLES
    assert statuses[200] + statuses[202] >= EXAMPLES // 10  # some are answered, too
