"""Small frozen records that are made in no time.

A dataclass writes and compiles its methods when its file is loaded, a millisecond each; a program
that answers in a tenth of a second should not wait for a dozen of them. These share theirs.
"""

from __future__ import annotations

from typing import ClassVar, dataclass_transform

from zermelo.model.numerals import spelled


@dataclass_transform(frozen_default=True)
class Frozen:
    """Fields from annotations, in order; equality, hash and text by them; nothing can be set."""

    fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = (name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind))
        cls.fields = tuple(own)
        type.__setattr__(cls, "__match_args__", cls.fields)  # `case Row(values)`

    def __init__(self, *args: object, **named: object) -> None:
        cls = type(self)
        given = dict(zip(cls.fields, args, strict=False))
        if (
            len(args) > len(cls.fields)
            or given.keys() & named.keys()
            or named.keys() - {*cls.fields}
        ):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls.fields)}")
        given |= named
        for name in cls.fields:
            if name not in given and not hasattr(cls, name):
                raise TypeError(f"{cls.__name__} needs {name}")
            object.__setattr__(self, name, given[name] if name in given else getattr(cls, name))
        self.__post_init__()

    def __post_init__(self) -> None:
        """What a class looks at when its fields are there."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be deleted")

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in type(self).fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        given = (f"{name}={spelled(getattr(self, name))}" for name in type(self).fields)
        return f"{type(self).__name__}({', '.join(given)})"
