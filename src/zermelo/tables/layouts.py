"""The layout of keys as JSON: what states look like, and the bounds of their numbers."""

from __future__ import annotations

from typing import TypedDict

from zermelo.machine.layout import Layout
from zermelo.machine.state_forms import StateForm
from zermelo.tables.exact_json import Find, WrittenJson, class_name, class_named, from_json, to_json


class FormJson(TypedDict, total=False):
    """A form; what is as it is by default is left out."""

    kind: str
    each: FormJson  # of several parts that are alike
    times: int
    parts: list[FormJson]
    is_bool: bool | None
    room: int
    things: WrittenJson
    made_by: str


class LayoutJson(TypedDict):
    """A layout."""

    form: FormJson
    low: list[int]
    high: list[int]
    dense: bool


def layout_to_json(layout: Layout) -> LayoutJson:
    """All that tells how a state becomes a key."""
    return {
        "form": _form_to_json(layout.form),
        "low": list(layout.low),
        "high": list(layout.high),
        "dense": layout.dense,
    }


def layout_from_json(found: LayoutJson, find: Find = class_named) -> Layout:
    """The layout of what `layout_to_json` wrote."""
    form = _form_from_json(found["form"], find)
    return Layout(form, tuple(found["low"]), tuple(found["high"]), found["dense"])


def _form_to_json(form: StateForm) -> FormJson:
    told: FormJson = {"kind": form.kind}
    if form.parts and len(set(form.parts)) == 1:
        told |= {"each": _form_to_json(form.parts[0]), "times": len(form.parts)}
    elif form.parts:
        told["parts"] = list(map(_form_to_json, form.parts))
    told |= {"is_bool": form.is_bool} if form.is_bool is not False else {}
    told |= {"room": form.room} if form.room else {}
    told |= {"things": to_json(form.things)} if form.things else {}
    return told | ({"made_by": class_name(form.made_by)} if form.made_by else {})


def _form_from_json(found: FormJson, find: Find) -> StateForm:
    parts = tuple(_form_from_json(part, find) for part in found.get("parts", ()))
    if "each" in found:
        parts = (_form_from_json(found["each"], find),) * found["times"]
    return StateForm(
        found["kind"],
        parts,
        is_bool=found.get("is_bool", False),
        made_by=find(found["made_by"]) if "made_by" in found else None,
        room=found.get("room", 0),
        things=from_json(found.get("things", []), find),
    )
