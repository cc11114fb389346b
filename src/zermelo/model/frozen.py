"""Small frozen records that are made in no time.

A dataclass writes and compiles its methods when its file is loaded, a millisecond each; a program
that answers in a tenth of a second should not wait for thirty of them. These share theirs. Games
are dataclasses, as their users write them, and so is what small work does not load.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from inspect import Parameter, Signature
from typing import ClassVar, TypeVar, cast, dataclass_transform

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
    __signature__ = _Call()

    def __init_subclass__(cls, *, eq: bool = True) -> None:
        super().__init_subclass__()
        kinds: dict[str, object] = vars(cls).get("__annotations__", {})
        own = (name for name, kind in kinds.items() if "ClassVar" not in str(kind))
        cls._fields = tuple(dict.fromkeys([*cls._fields, *own]))
        type.__setattr__(cls, "__match_args__", cls._fields)  # `case Row(values)`
        if not eq:
            type.__setattr__(cls, "__eq__", object.__eq__)
            type.__setattr__(cls, "__hash__", object.__hash__)

    def __init__(self, *args: object, **named: object) -> None:
        cls = type(self)
        given = dict(zip(cls._fields, args, strict=False))
        if len(given) == len(args) == len(cls._fields) and not named:
            vars(self).update(given)
            self.__post_init__()
            return
        if (
            len(args) > len(cls._fields)
            or given.keys() & named.keys()
            or named.keys() - {*cls._fields}
        ):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}")
        given |= named
        for name in cls._fields:
            if name not in given and not hasattr(cls, name):
                raise TypeError(f"{cls.__name__} needs {name}")
            value = given[name] if name in given else getattr(cls, name)
            made = value.make() if type(value) is _Fresh else value
            object.__setattr__(self, name, made)
        self.__post_init__()

    def __post_init__(self) -> None:
        """What a class looks at when its fields are there."""

    def but(self: T, **changes: object) -> T:
        """The same with other values in some fields."""
        fields: tuple[str, ...] = type(self)._fields  # type: ignore[attr-defined]
        return type(self)(**{name: getattr(self, name) for name in fields} | changes)

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
