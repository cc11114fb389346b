"""The page of the service: every endpoint and every shape of JSON, from its OpenAPI description."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.faces.service.app import create_app
from zermelo.faces.service.problems import MEANS, STATUS

HEAD = """# HTTP

What `zermelo serve` answers. [The explorer and the service](../service.md) says how to run it;
`GET /openapi.json` has the same as this page for programs.

"""
Schema = dict[str, Any]
FIRST_ERROR = 400


def write(folder: Path) -> None:
    """The page."""
    (folder / "http.md").write_text(text_of(create_app().openapi()), "utf-8")


def text_of(description: Schema) -> str:
    """Endpoints, then the shapes that they name."""
    schemas: dict[str, Schema] = description["components"]["schemas"]
    ours = {name: schema for name, schema in schemas.items() if not _is_fastapis(name)}
    parts = [HEAD, "## Endpoints\n"]
    for path, methods in description["paths"].items():
        parts += [endpoint(f"{verb.upper()} {path}", told) for verb, told in methods.items()]
    parts += [errors(description), "## Shapes\n"]
    parts += [shape(name, schema) for name, schema in ours.items()]
    return "\n".join(parts)


def _is_fastapis(name: str) -> bool:
    return name in ("HTTPValidationError", "ValidationError")


def endpoint(name: str, told: Schema) -> str:
    """One endpoint: what it does, what is sent, what comes back."""
    words = told.get("description") or told.get("summary")
    if not words:
        raise LookupError(f"{name} says nothing about itself")
    lines = [f"### `{name}`\n", f"{words}\n"]
    lines += [f"- `{p['name']}` in the {p['in']}: {kind(p['schema'])}"
              for p in told.get("parameters", ())]  # fmt: skip
    sent = told.get("requestBody", {}).get("content", {})
    lines += [f"- sent: {_bodies(sent)}"] if sent else []
    lines += [f"- {answer}" for answer in answers(told["responses"])]
    return "\n".join(lines) + "\n"


def answers(responses: Schema) -> Iterator[str]:
    """The answers that are no errors."""
    for status, told in responses.items():
        body = _bodies(told.get("content", {}))
        if int(status) < FIRST_ERROR:
            yield f"answer {status}" + (f": {body}" if body else f": {told['description']}")


def errors(description: Schema) -> str:
    """What every endpoint may answer instead."""
    statuses = {
        status: told["description"]
        for methods in description["paths"].values()
        for endpoint_told in methods.values()
        for status, told in endpoint_told["responses"].items()
        if int(status) >= FIRST_ERROR
    }
    rows = [f"| {status} | {words} |" for status, words in sorted(statuses.items())]
    codes = [f"| `{code}` | {STATUS[code]} | {words} |" for code, words in MEANS.items()]
    head = "## Errors\n\nEvery error has the shape [ErrorAnswer](#erroranswer).\n\n"
    table = ["| status | meaning |", "|---|---|", *rows]
    return head + "\n".join(
        [*table, "", "| code | status, mostly | meaning |", "|---|---|---|", *codes, ""]
    )


def _bodies(content: Schema) -> str:
    return " or ".join(
        f"{kind(told['schema'])}" if told.get("schema") else f"`{name}`"
        for name, told in content.items()
    )


def shape(name: str, schema: Schema) -> str:
    """One shape: its keys with their types, and an example."""
    if not schema.get("description"):
        raise LookupError(f"the shape {name} says nothing about itself")
    keys: Schema = schema.get("properties", {})
    silent = [key for key, told in keys.items() if not told.get("description")]
    if silent:
        raise LookupError(f"the shape {name} says nothing about {', '.join(silent)}")
    needed = schema.get("required", ())
    rows = [
        f"| `{key}` | {kind(told)} | {'yes' if key in needed else default(told)} "
        f"| {cell(told['description'])} |"
        for key, told in keys.items()
    ]
    head = ["| key | type | needed | about |", "|---|---|---|---|"] if rows else []
    parts = [f"### {name}\n", schema["description"] + "\n", *head, *rows, ""]
    examples = schema.get("examples", ())[:1]
    parts += [f"```json\n{json.dumps(example)}\n```\n" for example in examples]
    return "\n".join(parts)


def default(told: Schema) -> str:
    """What holds when a key is left out."""
    return f"else `{json.dumps(told['default'])}`" if "default" in told else "no"


def kind(told: Schema) -> str:
    """A type in words; a shape of ours as a link."""
    if "$ref" in told:
        name = told["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in told:
        return ", ".join(f"`{value}`" for value in told["enum"])
    if "const" in told:
        return f"`{told['const']}`"
    for several in ("anyOf", "oneOf"):
        if several in told:
            return " or ".join(map(kind, told[several]))
    if told.get("type") == "array":
        return f"list of {kind(told.get('items', {}))}"
    return str(told.get("type", "any JSON"))


def cell(text: str) -> str:
    """Text in a cell of a table."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|")
