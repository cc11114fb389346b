"""Arguments: which parameter of a function stands for which, as Python would hand them over."""

from __future__ import annotations

from dataclasses import replace

from zermelo.staging.builder import arena
from zermelo.staging.builder.iterators import Spread
from zermelo.staging.builder.keywords import Named
from zermelo.staging.builder.scope import Scope
from zermelo.staging.builder.sequences import Pack
from zermelo.staging.builder.values import Value
from zermelo.staging.ir.code import Const, Op
from zermelo.staging.reading.source import Source
from zermelo.staging.types.sequence import joined_together


def bound(
    b: Scope,
    source: Source,
    args: list[Value],
    keywords: dict[str, Value],
    defaults: dict[str, Value],
) -> dict[str, Value]:
    """The parameters with their arguments, as Python would hand them over."""
    form = source.parameters
    names = [arg.arg for arg in (*form.posonlyargs, *form.args)]
    known = {*names, *(arg.arg for arg in form.kwonlyargs)}
    if form.vararg is None:
        needed = [name for name in names if name not in keywords]
        is_sure = not set(needed) & set(defaults)
        args = unspread(b, args, len(needed) if is_sure else None)
    found: dict[str, Value] = dict(zip(names, args, strict=False))
    if form.vararg is not None:
        found[form.vararg.arg] = _others(b, args, len(names))
    elif len(args) > len(names):
        raise b.mistyped(f"too many arguments for {source.name}", "leave some out")
    others = {name: value for name, value in keywords.items() if name not in known}
    if (others and form.kwarg is None) or set(keywords) & set(names[: len(args)]):
        raise b.mistyped(f"{source.name} has no such argument", "name the ones it has")
    found |= {name: value for name, value in keywords.items() if name in known}
    for name, default in defaults.items():
        found.setdefault(name, default)
    if form.kwarg is not None:
        found[form.kwarg.arg] = Named(tuple(others), tuple(others.values()))
    if not known <= set(found):
        raise b.mistyped(f"too few arguments for {source.name}", "give it all")
    return found


def unspread(b: Scope, args: list[Value], count: int | None) -> list[Value]:
    """The arguments one by one, where the last is spread from a sequence and all must be there."""
    if not any(isinstance(arg, Spread) for arg in args):
        return args
    *front, last = args
    if count is None or not isinstance(last, Spread) or len(front) > count:
        raise b.stop("arguments spread from a sequence", "pass the sequence")
    row, rest = b.view(last.source), count - len(front)
    with b.out.when(Op("!=", (row.length, Const(rest)))):
        b.out.fail(TypeError, "a function gets too many arguments, or too few")
    return [*front, *(b.keep(arena.at(row, Const(k))) for k in range(rest))]


def _others(b: Scope, args: list[Value], count: int) -> Value:
    """The arguments beyond those that have names, as a tuple."""
    if not any(isinstance(arg, Spread) for arg in args):
        return Pack(tuple(args[count:]))
    if any(isinstance(arg, Spread) for arg in args[:count]):
        raise b.stop("arguments spread from a sequence", "pass the sequence")
    sides = [arg.source if isinstance(arg, Spread) else Pack((arg,)) for arg in args[count:]]
    return replace(b.view(joined_together(b, sides)), cls=tuple)
