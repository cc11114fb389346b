"""Objects of the rules' own classes that can change: fields side by side in the arena.

All objects of a class have one layout, which earlier attempts have learned: a field that is new,
or that gets a value of another shape, starts the translation over. An object is the place where
its fields begin, so that all who hold it see what changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from zermelo.staging.builder import arena
from zermelo.staging.builder.program import Restart
from zermelo.staging.builder.values import Codes, Shape, Value, cover
from zermelo.staging.ir.code import Const, Expr, mem, plus

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope

Fields: TypeAlias = dict[str, Shape]  # of all objects of a class, in the order of their places


@dataclass(frozen=True)
class InstanceShape(Shape):
    """The place of an object."""

    cls: type

    is_flat: ClassVar[bool] = False
    width: ClassVar[int] = 1
    can_change: ClassVar[bool] = True

    def rebuild(self, codes: Codes) -> Instance:
        return Instance(next(codes), self.cls)

    def fit(self, b: Scope, value: Value) -> Value:  # noqa: ARG002
        return value


@dataclass(frozen=True)
class Instance(Value):
    """An object whose fields begin at mem[head]."""

    head: Expr
    cls: type

    @property
    def python(self) -> type:
        return self.cls

    @property
    def shape(self) -> InstanceShape:
        return InstanceShape(self.cls)

    def codes(self) -> list[Expr]:
        return [self.head]


def new_instance(b: Scope, cls: type) -> Instance:
    """An object without values in its fields."""
    fields = b.program.learned.objects.setdefault(cls, {})
    width = sum(shape.width for shape in fields.values())
    return Instance(arena.room(b, Const(1), max(1, width)), cls)


def copied_instance(b: Scope, owner: Instance) -> Instance:
    """Another object with the same things in its fields."""
    made = new_instance(b, owner.cls)
    for name in fields_of_instances(b, owner):
        set_field(b, made, name, field_of(b, owner, name))
    return made


def fields_of_instances(b: Scope, owner: Instance) -> list[str]:
    """The fields that something is put into."""
    return list(b.program.learned.objects.get(owner.cls, {}))


def has_field(b: Scope, owner: Instance, name: str) -> bool:
    """Whether something is put into a field of such objects somewhere."""
    return name in b.program.learned.objects.get(owner.cls, {})


def _place(b: Scope, owner: Instance, name: str) -> Expr:
    fields = b.program.learned.objects[owner.cls]
    before = list(fields)[: list(fields).index(name)]
    return plus(owner.head, sum(fields[each].width for each in before))


def field_of(b: Scope, owner: Instance, name: str) -> Value:
    """What a field holds now."""
    shape = b.program.learned.objects[owner.cls][name]
    place = _place(b, owner, name)
    return b.keep(shape.rebuild(iter([mem(plus(place, k)) for k in range(shape.width)])))


def set_field(b: Scope, owner: Instance, name: str, value: Value) -> None:
    """owner.name = value."""
    value = b.storable(value)
    fields, shape = b.program.learned.objects[owner.cls], value.shape.loose()
    known, so_far = fields.get(name), b.program.put.get((owner.cls, name))
    found = b.program.put[owner.cls, name] = shape if so_far is None else cover(so_far, shape)
    if known is None or cover(known, shape) != known:
        fields[name] = found  # what an earlier attempt took for a list of fixed length may grow
        raise Restart(b.where)
    arena.write(b, _place(b, owner, name), b.codes(value, known))
