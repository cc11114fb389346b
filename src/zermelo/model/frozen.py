"""Small frozen records that are made in no time.

A dataclass writes and compiles its methods when its file is loaded, a millisecond each; a program
that answers in a tenth of a second should not wait for thirty of them. These share theirs. Games
are dataclasses, as their users write them, and so is what small work does not load.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from inspect import Parameter, Signature
from typing import ClassVar, Self, TypeVar, cast, dataclass_transform

from zermelo.model.numerals import spelled

T = TypeVar("T")


class _Fresh:
    """The default of a field that is made anew for each record."""

    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


def fresh(*, factory: Callable[[], T]) -> T:
    """A default that no two records share, such as an empty dict."""
    return cast(T, _Fresh(factory))


class _Call:
    """How a record is called, for `help` and for editors."""

    def __get__(self, record: Frozen | None, cls: type[Frozen]) -> Signature:
        kinds: dict[str, object] = {}
        for base in reversed(cls.__mro__):
            kinds |= vars(base).get("__annotations__", {})
        return Signature(
            [
                Parameter(
                    name,
                    Parameter.POSITIONAL_OR_KEYWORD,
                    default=getattr(cls, name, Parameter.empty),
                    annotation=kinds[name],
                )
                for name in cls._fields
            ]
        )


@dataclass_transform(frozen_default=True, field_specifiers=(fresh,))
class Frozen:
    """Fields from annotations, in order; equality, hash and text by them; nothing can be set.

    With `eq=False` a record is equal to itself alone.
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, object]] = {}
    _made_anew: ClassVar[tuple[str, ...]] = ()
    __signature__ = _Call()

    def __init_subclass__(cls, *, eq: bool = True) -> None:
        super().__init_subclass__()
        kinds: dict[str, object] = vars(cls).get("__annotations__", {})
        own = (name for name, kind in kinds.items() if "ClassVar" not in str(kind))
        cls._fields = tuple(dict.fromkeys([*cls._fields, *own]))
        cls._defaults = {name: getattr(cls, name) for name in cls._fields if hasattr(cls, name)}
        cls._made_anew = tuple(name for name, it in cls._defaults.items() if type(it) is _Fresh)
        type.__setattr__(cls, "__match_args__", cls._fields)  # `case Row(values)`
        if not eq:
            type.__setattr__(cls, "__eq__", object.__eq__)
            type.__setattr__(cls, "__hash__", object.__hash__)

    def __init__(self, *args: object, **named: object) -> None:
        cls = type(self)
        if named or len(args) != len(cls._fields):
            vars(self).update(cls._filled(args, named))
        else:
            vars(self).update(zip(cls._fields, args, strict=True))
        self.__post_init__()

    @classmethod
    def _filled(cls, args: tuple[object, ...], named: dict[str, object]) -> dict[str, object]:
        """All fields: those given in order, by name, and the defaults of the others."""
        given = dict(zip(cls._fields, args, strict=False))
        if len(args) > len(given) or (named and not named.keys() <= {*cls._fields[len(args) :]}):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}")
        fields = {**cls._defaults, **given, **named}
        if len(fields) < len(cls._fields):
            missing = next(name for name in cls._fields if name not in fields)
            raise TypeError(f"{cls.__name__} needs {missing}")
        for name in cls._made_anew:
            value = fields[name]
            fields[name] = value.make() if type(value) is _Fresh else value
        return fields

    def __post_init__(self) -> None:
        """What a class looks at when its fields are there."""

    def but(self, **changes: object) -> Self:
        """The same with other values in some fields."""
        cls = type(self)
        kept = vars(self)
        fields = {name: kept[name] for name in cls._fields} | changes
        return cls(**fields) if len(fields) > len(cls._fields) else cls(*fields.values())

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} is frozen: {name} cannot be deleted")

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in type(self)._fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        given = (f"{name}={spelled(getattr(self, name))}" for name in type(self)._fields)
        return f"{type(self).__name__}({', '.join(given)})"
