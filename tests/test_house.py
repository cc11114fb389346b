"""The rooms: CONTRIBUTING, the import rules and the folder name the same ones."""

from __future__ import annotations

import ast
import re
from configparser import ConfigParser
from pathlib import Path

from zermelo import ValueType
from zermelo.faces.cli import COMMANDS

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "src" / "zermelo"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
DOORS = {"__init__.py", "__main__.py", "py.typed"}  # they lead to all rooms


def rules() -> ConfigParser:
    found = ConfigParser()
    found.read(ROOT / ".importlinter", encoding="utf-8")
    return found


def layers() -> list[list[str]]:
    """The rooms of the import rules from the top, those of one layer together."""
    lines = rules()["importlinter:contract:layers"]["layers"].split("\n")
    return [re.findall(r"zermelo\.(\w+)", line) for line in lines if line]


def listed() -> list[list[str]]:
    """The rooms of the table in CONTRIBUTING, those of one line together."""
    table = CONTRIBUTING.split("| room (top first) |")[1].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.split("\n")[2:]]
    return [re.findall(r"`([^`]+)`", cell) for cell in cells]


def test_contributing_lists_the_layers_of_the_import_rules_in_their_order() -> None:
    bare = [[re.sub(r"/$|\.py$", "", room) for room in line] for line in listed()]
    assert bare == layers()


def test_contributing_lists_every_entry_of_the_package() -> None:
    entries = {path.name + "/" * path.is_dir() for path in HOUSE.iterdir()}
    rooms = [room for line in listed() for room in line]
    assert sorted(rooms) == sorted(entries - DOORS - {"__pycache__/"})


def test_every_module_that_an_import_rule_names_exists() -> None:
    text = (ROOT / ".importlinter").read_text("utf-8")
    named = set(re.findall(r"zermelo\.[\w.]+", text))
    assert len(named) > 20
    for module in named:
        path = ROOT / "src" / module.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").exists(), module


def test_the_checker_may_not_see_what_it_checks() -> None:
    trust = rules()["importlinter:contract:trust"]["forbidden_modules"]
    above = [room for line in layers() for room in line]
    above = above[above.index("_solve") : above.index("proof")]
    assert set(re.findall(r"zermelo\.(\w+)", trust)) == {*above, "kernels"}


def test_the_translator_sees_nothing_of_games() -> None:
    names = rules()["importlinter:contract:staging"]["forbidden_modules"]
    below = [room for line in layers() for room in line]
    below = below[below.index("staging") + 1 :]
    assert set(re.findall(r"zermelo\.([\w.]+)", names)) == set(below)


def test_every_room_of_the_translator_has_its_place_in_the_import_rules() -> None:
    lines = rules()["importlinter:contract:translator"]["layers"]
    named = set(re.findall(r"zermelo\.staging\.(\w+)", lines))
    entries = {path.stem for path in (HOUSE / "staging").iterdir()}
    assert named == entries - {"__init__", "__pycache__"}


def test_files_that_contributing_names_exist() -> None:
    for name in re.findall(r"`((?:src|tests|docs|games|methods)/[\w/.]+)`", CONTRIBUTING):
        assert (ROOT / name).exists() or (HOUSE / name).exists(), name
    for target in re.findall(r"\]\(([^)#:]+)\)", CONTRIBUTING):
        assert (ROOT / target).exists(), target


def test_files_that_the_tools_name_exist() -> None:
    for tool in (ROOT / "Makefile", *sorted((ROOT / "bench").glob("*.py"))):
        for name in re.findall(r"(?:src|tests)/[\w/]+\.py", tool.read_text("utf-8")):
            assert (ROOT / name).exists(), f"{tool.name}: {name}"


def test_code_that_the_glossary_names_exists() -> None:
    page = (ROOT / "docs/glossary.md").read_text("utf-8")
    source = "\n".join(path.read_text("utf-8") for path in sorted(HOUSE.rglob("*.py")))
    for name in re.findall(r"`([^`]+)`", page):
        is_file = "/" in name and (HOUSE / name).exists()
        assert is_file or re.search(rf"\b{re.escape(name)}\b", source), name


def test_the_glossary_has_every_value_type_and_standard_word() -> None:
    page = (ROOT / "docs/glossary.md").read_text("utf-8")
    words = {line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| ")}
    assert {kind.name.lower().replace("_", " ") for kind in ValueType} <= words
    for standard in ("partial evaluation", "topological order", "strongly connected component"):
        assert standard in page


SHARED = {  # one word for one thing in more than one place
    "T": "of any type",
    "V": "of any type",
    "main": "where a program begins",
    "futures": "what a state can still become, of lists and of arrays",
    "NO_ROOM": "what a kernel says, known to its caller by the same word",
    **dict.fromkeys(("BLACK", "WHITE", "BLUE", "RED", "GREEN", "BOLD"), "a colour of its medium"),
}
APART = ("kernels", "machine", "staging")  # these import nothing; a compiler has its own words


def defined(path: Path) -> set[str]:
    """The public names that a file gives to something of its own."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (part for target in targets for part in ast.walk(target))
            found |= {part.id for part in names if isinstance(part, ast.Name)}
    return {name for name in found if not name.startswith("_")}


def test_nothing_is_named_twice_that_is_two_things() -> None:
    homes: dict[str, list[str]] = {}
    for path in HOUSE.rglob("*.py"):
        room = str(path.relative_to(HOUSE))
        if room.startswith(APART) or "templates/" in room or room.endswith("_kernel.py"):
            continue
        of_the_prompt = {*COMMANDS} if room.startswith("faces/cli") else set()
        for name in defined(path) - of_the_prompt:
            homes.setdefault(name, []).append(room)
    twice = {name: rooms for name, rooms in homes.items() if len(rooms) > 1}
    assert {name: rooms for name, rooms in twice.items() if name not in SHARED} == {}
    assert SHARED.keys() == twice.keys(), "a word that is not shared any more"
