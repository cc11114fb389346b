"""The faces say what they take and give: no `Any` in a signature that others call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import zermelo.faces

ROOM = Path(zermelo.faces.__file__).parent


def signatures() -> Iterator[tuple[str, ast.expr]]:
    """Every annotation of a public function or method, with its place."""
    for path in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[0] != "_":
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                given += [more for more in (node.args.vararg, node.args.kwarg) if more]
                notes = [*(argument.annotation for argument in given), node.returns]
                where = f"{path.relative_to(ROOM)}:{node.lineno} {node.name}"
                yield from ((where, note) for note in notes if note is not None)


def test_no_public_signature_of_a_face_says_any() -> None:
    names = ((where, part) for where, note in signatures() for part in ast.walk(note))
    assert [w for w, part in names if isinstance(part, ast.Name) and part.id == "Any"] == []


def test_what_may_be_anything_is_rare() -> None:
    """`Any` turns the checker off for whatever it touches: 897 of them were there once."""
    texts = [path.read_text(encoding="utf-8") for path in ROOM.parent.rglob("*.py")]
    lines = [line for text in texts for line in text.splitlines() if "import" not in line]
    assert 0 < sum(len(re.findall(r"\bAny\b", line)) for line in lines) < 200
