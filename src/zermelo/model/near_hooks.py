"""Names of a user's class that are almost a hook: `pay_off` is never called, `payoff` is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from types import CodeType, FunctionType

from zermelo.model.game import Game, PayoffGame, SpelledRules

CLOSE_NAME = 0.82  # of 1 for equal names: `move`, `turns` and `canonicals` are, `smallest` is not
HOOKS = tuple(name for name in vars(PayoffGame) | vars(Game) if not name.startswith("_"))
ATTRIBUTES = (
    "start", "starts", "names", "tie", "asks", "tolerance", "space", "shape", "states_at_least",
    "players",
)  # fmt: skip
WRAPPERS = {  # what wraps a function in a class → the attribute that holds it
    property: "fget",
    staticmethod: "__func__",
    classmethod: "__func__",
    cached_property: "func",
    SpelledRules: "written",
}
OURS = __name__.split(".")[0]


def almost_hooks(game: Game) -> list[str]:
    """A warning for each name that is nearly a hook's and that the class itself never uses."""
    own = _own_names(game)
    used = set().union(*(_names_in(code) for code in _codes(own)))
    found = (
        (name, value, _nearest(name, value)) for name, value in own.items() if name not in used
    )
    return [
        f"did you mean {hook}? `{name}` is never {'called' if _is_method(value) else 'read'}"
        for name, value, hook in found
        if hook is not None
    ]


def almost(game: Game, *hooks: str) -> str:
    """Whether one of these hooks is missing for being called otherwise, as a question; else ""."""
    own = _own_names(game)
    meant = ((name, _nearest(name, value)) for name, value in own.items())
    return next((f"Did you mean {hook} by `{name}`?" for name, hook in meant if hook in hooks), "")


def _own_names(game: Game) -> dict[str, object]:
    """What the user's own classes define, and not as a version of something known."""
    names: dict[str, object] = {}
    for kind in type(game).__mro__:
        if issubclass(kind, Game) and kind.__module__.split(".")[0] != OURS:
            names.update((name, value) for name, value in vars(kind).items() if name not in names)
    return {name: value for name, value in names.items() if not name.startswith("__")}


def _nearest(name: str, value: object) -> str | None:
    from difflib import get_close_matches  # takes 2 ms to load

    if name in HOOKS or name in (*ATTRIBUTES, "name"):
        return None
    known = (*HOOKS, *ATTRIBUTES) if _is_method(value) else ATTRIBUTES
    plain = {hook.replace("_", ""): hook for hook in known}
    bare = name.replace("_", "").lower()
    for same in (bare, bare.removesuffix("s"), f"{bare}s"):  # one of many is nearer than any other
        if same in plain:
            return plain[same]
    near = get_close_matches(bare, plain, n=1, cutoff=CLOSE_NAME)
    return plain[near[0]] if near else None


def _is_method(value: object) -> bool:
    return isinstance(value, FunctionType | property | classmethod | staticmethod)


def _codes(names: dict[str, object]) -> Iterator[CodeType]:
    for value in names.values():
        functions = (value, *(getattr(value, part, None) for part in WRAPPERS.values()))
        for function in functions:
            if isinstance(function, FunctionType):
                yield function.__code__


def _names_in(code: CodeType) -> set[str]:
    """Every attribute and global that a function mentions, its inner functions' too."""
    inner = (_names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)
