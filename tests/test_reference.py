"""The reference is complete: a public thing without a place or without words is named."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import click
import pytest

import zermelo
from zermelo import errors, games
from zermelo.faces.service.app import create_app
from zermelo.methods import METHODS

MAKING = Path(__file__).parents[1] / "docs" / "making"
sys.path.append(str(MAKING))
import algorithms  # noqa: E402
import api  # noqa: E402
import endpoints  # noqa: E402
import program  # noqa: E402
import public  # noqa: E402


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the build writes, by the name of the page."""
    folder = tmp_path_factory.mktemp("reference")
    for maker in (algorithms, api, endpoints, program):
        maker.write(folder)
    return {file.stem: file.read_text("utf-8") for file in folder.glob("*.md")}


def test_every_public_name_has_an_entry_with_words(pages: dict[str, str]) -> None:
    whole = "".join(pages.values())
    for name in zermelo.__all__:
        assert f"}} zermelo.{name}" in whole, name
    for name in public.defined_in(errors):
        assert f"errors.{name}" in whole or name in ("Fix", "ZermeloError"), name
    assert not api.refuse_silence()


def test_every_public_member_of_a_solution_has_an_entry(pages: dict[str, str]) -> None:
    for name in dir(zermelo.Solution):
        if not name.startswith("_"):
            assert re.search(rf"^:::{{py:\w+}} {name}\b", pages["solution"], re.M), name


def test_every_method_has_its_theorem_and_its_cost(pages: dict[str, str]) -> None:
    for method in METHODS.values():
        row = next(
            line for line in pages["methods"].splitlines() if f"| `{method.name}`<br>" in line
        )
        cells = [cell.strip() for cell in row.strip("|").split(" | ")]
        assert len(cells) == 4
        assert all(cells), method.name


def test_defaults_are_values_and_not_names_of_constants(pages: dict[str, str]) -> None:
    entries = "\n".join(re.findall(r"^:::+\{py:\w+\} .*", "".join(pages.values()), re.M))
    assert not re.findall(r"= ?[A-Z_]{4,}\b", entries)


def test_an_explored_graph_says_where_its_states_are(pages: dict[str, str]) -> None:
    section = pages["solving"].partition("StateGraph\n")[2]
    for name in ("states", "index", "moves", "complete"):
        assert re.search(rf"^:::{{py:\w+}} {name}\b", section, re.M), name


def test_a_name_without_a_place_ends_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    page = api.PAGES["solving"]
    sections = {title: names.replace("forecast", "") for title, names in page.sections.items()}
    monkeypatch.setitem(api.PAGES, "solving", api.Page(page.title, page.words, sections))
    with pytest.raises(LookupError, match=r"without a place .*'forecast'"):
        api.refuse_silence()


def test_a_field_without_words_is_named() -> None:
    assert "zermelo.model.shapes.Row.values" in public.undocumented(["Row"], made=set())
    assert public.undocumented(["Row"], made={"Row"}) == []


def test_classes_of_the_catalogue_are_left_to_the_gallery() -> None:
    assert {game.__name__ for game in games.GAMES} <= api.in_gallery()


def test_every_command_and_option_is_listed(pages: dict[str, str]) -> None:
    for name, command in program.commands().items():
        _, _, section = pages["program"].partition(f"\n## {name}\n")
        section = section.partition("\n## ")[0]
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert all(word in section for word in option.opts), f"{name} {option.opts}"


def test_every_endpoint_and_key_is_listed(pages: dict[str, str]) -> None:
    description = create_app().openapi()
    for path, methods in description["paths"].items():
        assert all(f"### `{verb.upper()} {path}`" in pages["http"] for verb in methods)
    for name, schema in description["components"]["schemas"].items():
        section = pages["http"].partition(f"\n### {name}\n")[2].partition("\n### ")[0]
        assert all(f"| `{key}` |" in section for key in schema.get("properties", ())), name


def test_an_endpoint_without_words_ends_the_build() -> None:
    description = json.loads(json.dumps(create_app().openapi()))
    told = description["paths"]["/v1/solve"]["post"]
    told.pop("description", None)
    told.pop("summary")
    with pytest.raises(LookupError, match="POST /v1/solve says nothing"):
        endpoints.text_of(description)


def test_a_key_without_words_ends_the_build() -> None:
    description = json.loads(json.dumps(create_app().openapi()))
    del description["components"]["schemas"]["BoundsAnswer"]["properties"]["settled"]["description"]
    with pytest.raises(LookupError, match="BoundsAnswer says nothing about settled"):
        endpoints.text_of(description)


def test_every_code_of_an_error_has_its_meaning(pages: dict[str, str]) -> None:
    schema = create_app().openapi()["components"]["schemas"]["ErrorParts"]
    codes = schema["properties"]["code"]["enum"]
    assert all(f"\n| `{code}` |" in pages["http"] for code in codes)


def test_the_tree_of_errors_has_every_error() -> None:
    for name in public.defined_in(errors):
        assert name in api.preface("errors") or name in (
            "Either",
            "Fix",
            "Setting",
            "ZermeloWarning",
            "Wording",
        ), name
