"""Arguments of any name, `**words`: a dict whose keys are known."""

from __future__ import annotations

from zermelo.staging.builder.iterators import Number
from zermelo.staging.builder.keywords import Keywords, Named
from zermelo.staging.builder.operations import item, method, protocol
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.values import NOTHING, Known, Value


def _named(value: Value) -> Named:
    assert isinstance(value, Named)
    return value


@protocol("item", Keywords)
def _item(b: Scope, owner: Value, key: Value) -> Value:
    words = _named(owner).words
    if not isinstance(key, Known):
        return item(b, _as_dict(b, owner), key)
    if key.value not in words:
        b.out.fail(KeyError, "an argument is not there")
        return Known(0)
    return words[key.value]


@protocol("contains", Keywords)
def _contains(b: Scope, owner: Value, key: Value) -> Number:
    from_known = Known(_named(owner).names)
    found = b.apply(_is_among, key, from_known)
    assert isinstance(found, Number)
    return found


def _is_among(key: object, names: tuple[str, ...]) -> bool:
    return key in names


@protocol("length", Keywords)
def _length(_b: Scope, owner: Value) -> Number:
    return Known(len(_named(owner).names))


@protocol("truth", Keywords)
def _truth(_b: Scope, owner: Value) -> Number:
    return Known(bool(_named(owner).names))


@method(Keywords, "get")
def _get(b: Scope, owner: Value, key: Value, default: Value = NOTHING) -> Value:
    words = _named(owner).words
    if not isinstance(key, Known):
        return b.apply(dict.get, _as_dict(b, owner), key, default)
    return words.get(key.value, default)


@method(Keywords, "keys")
def _keys(_b: Scope, owner: Value) -> Value:
    return Known(_named(owner).names)


@method(Keywords, "values")
def _values(_b: Scope, owner: Value) -> Value:
    return Pack(_named(owner).items)


@method(Keywords, "items")
def _items(_b: Scope, owner: Value) -> Value:
    return Pack(tuple(Pack((Known(name), each)) for name, each in _named(owner).words.items()))


def _as_dict(b: Scope, owner: Value) -> Value:
    return b.walker.apply(b, dict, [], _named(owner).words)
