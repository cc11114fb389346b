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
from zermelo.staging.builder.values import NUMBER, Codes, Known, Num, Shape, Value, cover, truth
from zermelo.staging.ir.code import Const, Expr, Op, mem, plus
from zermelo.staging.reading.changes import surely_set

if TYPE_CHECKING:
    from zermelo.staging.builder.scope import Scope

IS_SET = "?"  # behind the name of a field: where it is noted whether it has a value
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
    """An object without values in its fields, but for those that its class has for all."""
    fields = b.program.learned.objects.setdefault(cls, {})
    width = sum(shape.width for shape in fields.values())
    made = Instance(arena.room(b, Const(1), max(1, width)), cls)
    for name in fields:
        if name.endswith(IS_SET):
            arena.write(b, _place(b, made, name), [Const(0)])
    for name in [name for name in fields if _may_be_unset(cls, name) and hasattr(cls, name)]:
        shared = getattr(cls, name)
        if isinstance(shared, list | dict | set):
            raise b.stop(f"{cls.__name__}.{name} is for all, and for one", "set it in __init__")
        set_field(b, made, name, b.known(shared))
    return made


def _may_be_unset(cls: type, name: str) -> bool:
    """Whether objects can be without a value in a field, so that it is noted who has one."""
    return not name.endswith(IS_SET) and name not in surely_set(cls)


def copied_instance(b: Scope, owner: Instance) -> Instance:
    """Another object with the same things in its fields."""
    made = new_instance(b, owner.cls)
    width = sum(shape.width for shape in b.program.learned.objects[owner.cls].values())
    arena.write(b, made.head, [mem(plus(owner.head, k)) for k in range(width)])
    return made


def fields_of_instances(b: Scope, owner: Instance) -> list[str]:
    """The fields that something is put into."""
    fields = b.program.learned.objects.get(owner.cls, {})
    return [name for name in fields if not name.endswith(IS_SET)]


def has_field(b: Scope, owner: Instance, name: str) -> bool:
    """Whether something is put into a field of such objects somewhere."""
    return name in b.program.learned.objects.get(owner.cls, {})


def is_set(b: Scope, owner: Instance, name: str) -> Known | Num:
    """Whether a field of an object has a value now."""
    if not _may_be_unset(owner.cls, name):
        return Known(True)
    return truth(Op("!=", (mem(_place(b, owner, name + IS_SET)), Const(0))))


def _place(b: Scope, owner: Instance, name: str) -> Expr:
    fields = b.program.learned.objects[owner.cls]
    before = list(fields)[: list(fields).index(name)]
    return plus(owner.head, sum(fields[each].width for each in before))


def field_of(b: Scope, owner: Instance, name: str) -> Value:
    """What a field holds now; an error where it holds nothing."""
    known = is_set(b, owner, name)
    if isinstance(known, Num):
        with b.out.when(Op("not", (known.code,))):
            b.out.fail(AttributeError, "a field has no value yet")
    return held_in(b, owner, name)


def held_in(b: Scope, owner: Instance, name: str) -> Value:
    """What a field holds that has a value."""
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
        if _may_be_unset(owner.cls, name):
            fields[name + IS_SET] = NUMBER
        raise Restart(b.where)
    arena.write(b, _place(b, owner, name), b.codes(value, known))
    if _may_be_unset(owner.cls, name):
        arena.write(b, _place(b, owner, name + IS_SET), [Const(1)])
