"""Somebody's code: a function, a table, or a file as it is pasted into LeetCode.

All of this runs in the process of somebody's code, and nowhere else.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypeVar

# what a submission may use without importing it, as LeetCode has it
USUAL = ("typing", "string", "operator", "collections", "functools", "itertools", "heapq", "bisect",
         "math")  # fmt: skip
MODULES = ("bisect", "collections", "functools", "heapq", "itertools", "math", "random", "re",
           "string", "sys", "typing")  # fmt: skip
ANY_NUMBER = 99  # positional arguments, where a function takes any number
V = TypeVar("V")


class Unusable(Exception):
    """Code in which there is nothing to judge: what it is, the rule, the way out."""


class Candidate(NamedTuple):
    """What is judged: something to call, or a table."""

    name: str
    call: Callable[..., object] | None
    table: object = None
    least: int = 0  # positional arguments that it needs
    most: int = ANY_NUMBER  # and takes
    names: tuple[str, ...] = ()  # of these
    rows: tuple[str, ...] = ()  # those of them that are annotated as rows


def candidate_of(thing: object, method: str = "", file: str = "") -> Candidate:
    """The function in what was given: itself, or the one method of a class or an object."""
    if isinstance(thing, type) and not is_table(thing):
        own = f"{file}:{thing.__name__}." if file else f"{thing.__name__}()."
        name, _ = _only(_methods(thing), thing.__name__, method, "methods", own)
        return _method(thing, name)
    if callable(thing):
        return _counted(getattr(thing, "__name__", "the function"), thing, thing, 0)
    if is_table(thing):
        return Candidate("the table", None, thing)
    methods: dict[str, Callable[..., object]] = {
        name: getattr(thing, name) for name in _methods(type(thing))
    }
    kind = type(thing).__name__
    name, bound = _only(methods, kind, method, "methods", f"{kind}().")
    return _counted(name, bound, bound, 0)


def loaded(path: str, name: str, method: str = "") -> Candidate:
    """What a file has: `name` in it, else its `class Solution`, its one function or class."""
    module = _module(Path(path))
    if name:
        thing: object = module
        for part in name.split("."):
            if not hasattr(thing, part):
                known = ", ".join(_public(module)) or "nothing"
                raise Unusable(f"no {part}", "there is no such name in the file", f"It has {known}")
            thing = getattr(thing, part)
        if "." in name:  # a method, which wants an object of its class
            owner, _, last = name.partition(".")
            return _method(getattr(module, owner), last)
        return candidate_of(thing, method, path)
    public = _public(module)
    if "Solution" in public:
        return candidate_of(public["Solution"], method, path)
    functions = {key: value for key, value in public.items() if inspect.isfunction(value)}
    if len(functions) > 1:
        functions.pop("main", None)  # it reads and prints, as templates and scripts have it
    classes = [value for value in public.values() if isinstance(value, type) and _methods(value)]
    if not functions and len(classes) == 1:
        return candidate_of(classes[0], method, path)
    name, found = _only(functions, Path(path).name, method, "functions", f"{path}:")
    return candidate_of(found)


def _module(path: Path) -> ModuleType:
    module = ModuleType("solution")
    sys.modules["solution"] = module  # dataclasses look there
    sys.path.append(str(path.parent.resolve()))
    vars(module).update(_usual_names(), __file__=str(path))
    code = compile(path.read_bytes(), str(path), "exec")
    exec(code, vars(module))
    return module


def _usual_names() -> dict[str, object]:
    """Names that LeetCode has imported, but for those that hide one of Python's own."""
    names: dict[str, object] = {}
    for module in USUAL:
        exec(f"from {module} import *", names)
    own = names.pop("__builtins__")
    hidden = own if isinstance(own, dict) else vars(own)
    names = {name: value for name, value in names.items() if name not in hidden}
    for module in MODULES:
        names[module] = __import__(module)
    return names


def _public(module: ModuleType) -> dict[str, object]:
    """What a file has defined itself."""
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == "solution"
    }


def _methods(kind: type) -> dict[str, object]:
    return {
        name: value
        for owner in reversed(kind.__mro__[:-1])
        for name, value in vars(owner).items()
        if not name.startswith("_") and callable(getattr(kind, name))
    }


def _only(found: dict[str, V], where: str, wanted: str, what: str, own: str) -> tuple[str, V]:
    """The one that the problem names, however it is capitalised, or the only one."""
    alike = [name for name in found if name.casefold() == wanted.casefold()]
    name = wanted if wanted in found else alike[0] if len(alike) == 1 else ""
    name = name or (next(iter(found)) if len(found) == 1 else "")
    if name:
        return name, found[name]
    raise Unusable(
        f"{where} has {', '.join(found) or f'no {what}'}",
        "one function is judged",
        f"Name it, e.g. {own}{_likeliest(found, what)}" if found else "Write a function",
    )


def _likeliest(found: dict[str, V], what: str) -> str:
    """Of several: helpers stand above a function, and below a method."""
    return next(reversed(found)) if what == "functions" else next(iter(found))


def _method(kind: type, name: str) -> Candidate:
    """A method on a fresh object for each call: nothing stays from one to the next."""
    is_bound = isinstance(inspect.getattr_static(kind, name), staticmethod | classmethod)
    form = getattr(kind, name)
    return _counted(name, lambda *args: getattr(kind(), name)(*args), form, 0 if is_bound else 1)


def _counted(
    name: str, call: Callable[..., object], form: Callable[..., object], bound: int
) -> Candidate:
    """With the number of arguments that it takes; `bound` of them are given by the object."""
    try:
        parameters = inspect.signature(form).parameters.values()
    except (TypeError, ValueError):  # a function of C
        return Candidate(name, call)
    placed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    least = sum(p.default is p.empty for p in placed) - bound
    endless = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    most = ANY_NUMBER if endless else len(placed) - bound
    names = tuple(p.name for p in placed[bound:])
    rows = tuple(p.name for p in placed[bound:] if _is_row(p.annotation))
    return Candidate(name, call, None, max(0, least), most, names, rows)


def _is_row(annotation: object) -> bool:
    """Whether an annotation is that of a row: list[int], List[int], or the same in quotes."""
    kind = getattr(annotation, "__origin__", annotation)
    return kind in (list, tuple) or str(annotation).casefold().startswith(("list", "tuple"))


def is_table(thing: object) -> bool:
    """Whether it is data, not code."""
    return isinstance(thing, list | tuple | dict) or type(thing).__module__ == "numpy"
