"""The pages of the library: every public name, from its docstring, its signature and its fields."""

from __future__ import annotations

import inspect
import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

import public
from public import Member, Thing

from zermelo import errors
from zermelo.model import pictures, shapes


@dataclass(frozen=True)
class Page:
    """A page: its sections with the names in each. `made` are classes that a reader makes."""

    title: str
    words: str
    sections: dict[str, str]
    made: str = ""
    brief: dict[str, str] = field(default_factory=dict)  # classes: the members that are of use

    @property
    def names(self) -> list[str]:
        """All of them, in order."""
        return [name for names in self.sections.values() for name in names.split()]


SHAPES_AND_PICTURES = (*public.defined_in(shapes), *public.defined_in(pictures))
PAGES = {
    "writing": Page(
        "Writing a game",
        "The words that rules are written with. A game is a class with `start` and `moves`; all "
        "else has a default. [Write my own game](../how-to/write-a-game.md) comes first.",
        {
            "Kinds of games": "Game LastMoverWins LastMoverLoses PayoffGame",
            "Moves, and what is asked": "Move Tie Asked",
            "Games made of games": "Sum Misere OwnTotals",
            "Shapes and spaces": " ".join(public.defined_in(shapes)),
            "Pictures": " ".join(public.defined_in(pictures)),
        },
        made=" ".join(["Move Sum Misere OwnTotals", *SHAPES_AND_PICTURES]),
    ),
    "solving": Page(
        "Solving",
        "From a game to a [solution](solution.md); and what can be said before.",
        {
            "Solve": "solve load",
            "Before solving": "plan forecast diagnose explore",
            "What they answer": "Plan Cost Forecast Diagnosis Fact Decision Growth Redundancy "
            "Progress ValueType StateGraph",
        },
        brief={"StateGraph": "states index moves complete is_acyclic level_sizes"},
    ),
    "solution": Page(
        "The solution",
        "Every answer about a solved game. A question that a game, or a method, has no answer to "
        "raises `Unavailable` with the reason.",
        {
            "Solution": "Solution",
            "One line of play": "Play Step Option",
            "Strategies held against each other": "Match Contest",
            "Many positions": "ValueTable Selection Histogram PositionArrays",
            "Proof": "Proof",
        },
    ),
    "checking": Page(
        "Checking and judging",
        "Whether rules are what they should be, and whether somebody's code is right.",
        {
            "Of rules": "check ready two_forms",
            "Of somebody's code": "judge",
            "Of a shorter way": "compare",
            "What they answer": "Report Finding Trials Readiness Item TwoForms Verdict Cell "
            "Comparison Approach Slip WorkBySize",
        },
    ),
    "teaching": Page(
        "Explaining and teaching",
        "Why a position is worth what it is, the model of a game on a card, patterns of problems, "
        "and functions that take plain numbers.",
        {
            "Why": "explain Explanation",
            "Models and patterns": "card Card Way which PatternMatch template",
            "From plain numbers": "interval_game front_game cap_game pool_game heap_game",
        },
    ),
    "catalogue": Page(
        "The catalogue",
        "`zermelo.games` has the classes of the [gallery](../gallery/index.md), where each has a "
        "page with its rules and its code. `GAMES` is a tuple of them all, `CATALOGUE` maps names "
        "to classes.",
        {"Finding a game": "find Catalogued"},
    ),
    "errors": Page(
        "Errors",
        "Every error says what was given, where, the rule that it breaks, and the way out; the "
        "four are attributes of the error.",
        {
            "The root": "ZermeloError",
            "Errors": " ".join(
                name
                for name in public.defined_in(errors)
                if name
                not in ("ZermeloError", "Setting", "Either", "ZermeloWarning", "Fix", "Wording")
            ),
            "Beside them": "ZermeloWarning Setting Either",
        },
        made="ZermeloError Setting Either",
    ),
}


def names() -> list[str]:
    """All that has a place on a page."""
    return [name for page in PAGES.values() for name in page.names]


def write(folder: Path) -> None:
    """All pages; what is public and has no words, or no place, ends the build."""
    refuse_silence()
    for name, page in PAGES.items():
        (folder / f"{name}.md").write_text(text_of(page, preface(name)), "utf-8")


def refuse_silence() -> None:
    """Raise on a public thing that has no place on a page or no words."""
    offered = list(public.exported())
    missing = sorted({*offered, *public.returned(offered)} - {*names(), *in_gallery()})
    made = {name for page in PAGES.values() for name in page.made.split()}
    silent = public.undocumented(described(), made)
    if missing or silent:
        raise LookupError(f"without a place in docs/making/api.py: {missing}; no words: {silent}")


def described() -> list[str]:
    """What has words of its own; a type alias has those of the sources."""
    return [name for name in names() if inspect.isroutine(v := public.thing(name).value)
            or inspect.isclass(v)]  # fmt: skip


def in_gallery() -> set[str]:
    """The classes of the catalogue have pages of their own."""
    return {"CATALOGUE", "GAMES", "Fix"} | {
        name
        for name, thing in public.exported().items()
        if thing.path.startswith("zermelo.games.") and name not in ("find", "Catalogued")
    }


def preface(name: str) -> str:
    """What stands before the sections of a page: the tree of errors, the list of games."""
    if name == "errors":
        tree = inspect.cleandoc(errors.__doc__ or "").split("\n\n")[1]
        return f"```text\n{textwrap.dedent(tree)}\n```\n"
    return ""


def text_of(page: Page, before: str = "") -> str:
    """One page of Markdown with the directives of Sphinx's Python domain."""
    parts = [f"# {page.title}\n", f"{page.words}\n", before]
    for title, names_there in page.sections.items():
        parts.append(f"## {title}\n\n{' · '.join(map(jump, names_there.split()))}\n")
        for name in names_there.split():
            of_use = page.brief[name].split() if name in page.brief else None
            made = name in page.made.split()
            parts.append(entry(public.thing(name), made=made, of_use=of_use))
    return "\n".join(parts)


def jump(name: str) -> str:
    """A link to an entry."""
    return f"{{py:obj}}`{name} <{public.thing(name).path}>`"


def entry(thing: Thing, *, made: bool, of_use: list[str] | None) -> str:
    """A class with its members, a function, or a type."""
    if inspect.isfunction(thing.value):
        call = f"({public.written_arguments(thing.value)})"
        given = _arrow(public.written_return(thing.value))
        return directive("py:function", thing.path + call + given, prose(thing.words))
    if not inspect.isclass(thing.value):
        words = f"Any of these: `{spoken(thing.value)}`."
        return directive("py:data", thing.path, words)
    kind = "py:exception" if issubclass(thing.value, BaseException) else "py:class"
    call = f"({constructor(thing)})" if made else ""
    body = [inherited(thing), prose(thing.words)]
    members = [m for m in thing.members if of_use is None or m.name in of_use]
    known = above(thing) if made else ()
    body += [
        member_entry(m)
        for m in members
        if m.name not in known and (m.words or m.name not in thing.fields)
    ]
    return directive(kind, thing.path + call, "\n".join(filter(None, body)), fence=4)


def above(thing: Thing) -> set[str]:
    """What the public bases of a class have already."""
    return {name for base in thing.value.__mro__[1:] if base in public.public_classes()
            for name in vars(base)}  # fmt: skip


def spoken(alias: object) -> str:
    """A type alias without the paths of its modules."""
    return re.sub(r"[a-z_]+\.", "", str(alias))


def inherited(thing: Thing) -> str:
    """The public bases of a class."""
    bases = [base for base in thing.value.__mro__[1:] if base in public.public_classes()]
    if not bases:
        return ""
    paths = {t.value: t.path for t in public.exported().values() if inspect.isclass(t.value)}
    return f"A {{py:class}}`~{paths[bases[0]]}`, with all that it has.\n"


def constructor(thing: Thing) -> str:
    """The arguments by which an instance is made."""
    own = vars(thing.value).get("__init__")
    if inspect.isfunction(own) and own.__module__.startswith("zermelo"):
        return public.written_arguments(own)
    return ", ".join(
        f"{name}: {field.kind}" + (f" = {field.default}" if field.default else "")
        for name, field in thing.fields.items()
        if field.kind
    )


def member_entry(member: Member) -> str:
    """A method, a property or a field, with its words."""
    options = ""
    if member.kind == "attribute" or member.kind == "property":
        options = f":type: {member.returns}\n" if member.returns else ""
        return directive(f"py:{member.kind}", member.name, prose(member.words), options)
    call = f"{member.name}({member.signature}){_arrow(member.returns)}"
    return directive(f"py:{member.kind}", call, prose(member.words), options)


def _arrow(returns: str) -> str:
    return f" -> {returns}" if returns else ""


def directive(kind: str, head: str, body: str, options: str = "", *, fence: int = 3) -> str:
    """A fenced directive."""
    colons = ":" * fence
    return f"{colons}{{{kind}}} {head}\n{options}\n{body.rstrip()}\n{colons}\n"


# -- docstrings as Markdown ------------------------------------------------------------------------


def prose(words: str) -> str:
    """A docstring: examples are fenced, public names are linked, the first letter is capital."""
    paragraphs = [_paragraph(text) for text in re.split(r"\n\n+", words)]
    text = "\n\n".join(paragraphs)
    return text[:1].upper() + text[1:]


def _paragraph(text: str) -> str:
    if ">>> " in text:
        said, _, example = text.partition(">>> ")
        return f"{linked(said)}\n```python\n>>> {inspect.cleandoc(example)}\n\n```".lstrip()
    if text.startswith("    "):
        return f"```text\n{inspect.cleandoc(text)}\n```"
    return linked(text)


def linked(text: str) -> str:
    """Names in back-ticks that have an entry become links; so do pages of the documentation."""
    text = re.sub(r"docs/([a-z-]+)\.md", r"[\1](../\1.md)", text)
    return re.sub(r"(?<!`)`([A-Za-z_.]+)(\(\))?`(?!`)", _link, text)


def _link(match: re.Match[str]) -> str:
    path = places().get(match[1])
    return f"{{py:obj}}`{match[1]}{match[2] or ''} <{path}>`" if path else match[0]


def places() -> dict[str, str]:
    """What a name in a docstring means: `solve`, `Solution`, `solution.play`."""
    if not _PLACES:
        for name in names():
            found = public.thing(name)
            if name.islower() and not inspect.isroutine(found.value):
                continue
            _PLACES[name] = found.path
            _PLACES[found.path] = found.path
            if inspect.isclass(found.value):
                for member in found.members:
                    _PLACES[f"{name.lower()}.{member.name}"] = f"{found.path}.{member.name}"
                    _PLACES[f"{name}.{member.name}"] = f"{found.path}.{member.name}"
    return _PLACES


_PLACES: dict[str, str] = {}
