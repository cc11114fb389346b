"""Modules of a page in one script: each a function of what it imports, so that no names meet."""

from __future__ import annotations

import re
from collections.abc import Callable

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.M)


def bundle(entry: str, text_of: Callable[[str], str]) -> str:
    """The module `entry` and all that it imports, what is imported first; cost O(text).

    >>> texts = {"a": 'import { b } from "./b.js";\\n\\nb();\\n', "b": "export function b() {}\\n"}
    >>> print(bundle("a", texts.__getitem__))
    const of_b = (() => {
    function b() {}
    return { b };
    })();
    <BLANKLINE>
    const of_a = (() => {
    const { b } = of_b;
    <BLANKLINE>
    b();
    return {  };
    })();
    <BLANKLINE>
    """
    return "\n".join(_closed(name, text_of(name)) for name in _in_order(entry, text_of))


def _in_order(entry: str, text_of: Callable[[str], str]) -> list[str]:
    """The modules, each after those that it imports."""
    order: list[str] = []

    def visit(name: str) -> None:
        for _, imported in IMPORT.findall(text_of(name)):
            if imported not in order:
                visit(imported)
        order.append(name)

    visit(entry)
    return order


def _taken(imported: re.Match[str]) -> str:
    """An import as what is taken out of the other module's exports."""
    return f"const {{{imported[1].replace(' as ', ': ')}}} = of_{imported[2]};\n"


def _closed(name: str, text: str) -> str:
    """A module as a function that is called once and returns what it exports."""
    exported = ", ".join(EXPORT.findall(text))
    inside = EXPORT.sub("", IMPORT.sub(_taken, text))
    return f"const of_{name} = (() => {{\n{inside}return {{ {exported} }};\n}})();\n"
