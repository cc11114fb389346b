"""Which game a table belongs to: class, fields and rules; how it is made again, what differs."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from pathlib import Path
from typing import TypedDict, cast

from zermelo.errors import BadTable
from zermelo.model.game import Game, State
from zermelo.model.numerals import spelled
from zermelo.tables.exact_json import Find, Unwritten, class_name, class_named, from_json, to_json
from zermelo.tables.rules_digest import digests_of, names_in_rules

Identity = TypedDict(
    "Identity",
    {
        "class": str,
        "file": str | None,  # where the class stands, if it is not ours
        "fields": dict[str, object],  # as JSON
        "rules": dict[str, str],  # digests, by name
    },
)
MOST_NAMED = 4  # differences in an error


def identity_of(game: Game) -> Identity:
    """The class of a game, its fields, and digests of its rules."""
    cls = type(game)
    file = inspect.getmodule(cls)
    path = getattr(file, "__file__", None)
    is_ours = cls.__module__.split(".")[0] == "zermelo"
    return {
        "class": class_name(cls),
        "file": None if is_ours or path is None else str(Path(path).resolve()),
        "fields": {name: _field(value) for name, value in _fields(game)},
        "rules": digests_of(game),
    }


def _fields(game: Game) -> Iterator[tuple[str, object]]:
    if is_dataclass(game):
        yield from ((f.name, getattr(game, f.name)) for f in fields(game) if f.init)
        return
    for name, value in vars(game).items():
        held = inspect.getattr_static(type(game), name, None)
        if not isinstance(held, cached_property) and not callable(value):
            yield name, value


def _field(value: object) -> object:
    if isinstance(value, Game):
        return {"game": identity_of(value)}
    if isinstance(value, tuple) and any(isinstance(part, Game) for part in value):
        return {"games": [_field(part) for part in value]}
    try:
        return to_json(value)
    except Unwritten:
        text = repr(value)
        return {"shown": type(value).__qualname__ if " at 0x" in text else text}


def game_again(identity: Identity, find: Find = class_named) -> Game:
    """The game, made of its class and fields; `LookupError` where that cannot be done."""
    cls = find(identity["class"])
    if not issubclass(cls, Game):
        raise LookupError(identity["class"])
    args: list[object] = []
    named: dict[str, object] = {}
    for name, form in inspect.signature(cls).parameters.items():
        if form.kind is form.VAR_POSITIONAL:
            args += _value(identity["fields"].get(name, []), find)
        elif name in identity["fields"]:
            named[name] = _value(identity["fields"][name], find)
        elif form.default is form.empty and form.kind is not form.VAR_KEYWORD:
            raise LookupError(f"{identity['class']}.{name}")
    return cls(*args, **named)


def _value(found: object, find: Find) -> State:
    match found:
        case {"game": inner}:
            return game_again(cast(Identity, inner), find)
        case {"games": inner}:
            return tuple(_value(part, find) for part in inner)
        case {"shown": text}:
            raise LookupError(text)
    return from_json(found, find)


def differences(saved: Identity, given: Identity, there: str = "in the table") -> list[str]:
    """What is different, in words; the file that a class stands in does not matter."""
    if _bare(saved["class"]) != _bare(given["class"]):
        return [f"the class is {saved['class']} {there}, {given['class']} here"]
    found = []
    for name in {**saved["fields"], **given["fields"]}:
        one, two = saved["fields"].get(name), given["fields"].get(name)
        if one != two:
            found += _field_differences(name, one, two, there)
    for name in sorted({**saved["rules"], **given["rules"]}):
        if saved["rules"].get(name) != given["rules"].get(name):
            where = "here" if name not in saved["rules"] else there
            both = name in saved["rules"] and name in given["rules"]
            found.append(f"{name} has other rules" if both else f"{name} is used {where} alone")
    return found


def _bare(name: str) -> str:
    """The name of a class; the same file may be loaded under several module names."""
    return name if name.startswith("zermelo.") else name.partition(":")[2]


def _field_differences(name: str, one: object, two: object, there: str) -> list[str]:
    match one, two:
        case {"game": saved}, {"game": given}:
            both = cast(Identity, saved), cast(Identity, given)
            return [f"{name}: {text}" for text in differences(*both, there)]
    return [f"{name} is {_text(one)} {there}, {_text(two)} here"]


def _text(found: object) -> str:
    try:
        return spelled(from_json(found))
    except (LookupError, ValueError):
        return spelled(found)


def refuse_other(path: Path, saved: Identity, game: Game) -> None:
    """Raise what is different between the game of a table and this one."""
    _refuse(path, differences(saved, identity_of(game)), game)


def refuse_other_rules(path: Path, saved: Identity, game: Game) -> None:
    """The same where only rules matter: fields that no rule can know of may differ."""
    names = names_in_rules(game)
    here = _with_fields(identity_of(game), names)
    _refuse(path, differences(_with_fields(saved, names), here), game)


def _with_fields(identity: Identity, names: set[str] | None) -> Identity:
    if names is None:
        return identity
    fields = {name: value for name, value in identity["fields"].items() if name in names}
    return {**identity, "fields": fields}


def _refuse(path: Path, found: list[str], game: Game) -> None:
    if found:
        more = f", and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
        raise BadTable(
            f"{'; '.join(found[:MOST_NAMED])}{more}",
            where=str(path),
            rule=f"it is the table of another game than {type(game).__name__} as it is now",
            fix="Load it with the game that it was saved for, or solve and save this one",
        )
