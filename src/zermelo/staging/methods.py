"""Methods of values: of lists, tuples, dicts, numbers and texts."""

from __future__ import annotations

import ast
from collections.abc import Callable

from zermelo.staging.comparing import code_of, is_sequence
from zermelo.staging.scope import Loop, spoken
from zermelo.staging.statements import Statements
from zermelo.staging.values import (
    LONGEST_ROW,
    ArenaTuple,
    FixedList,
    GrowingList,
    Known,
    MoveValue,
    Num,
    Pack,
    Text,
    Value,
)

CHANGING = {
    "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add", "discard",
    "update", "setdefault", "popitem",
}  # fmt: skip


class Methods(Statements):
    """Calls of methods."""

    def arguments(self, node: ast.Call) -> tuple[list[Value], dict[str, Value]]:
        """The arguments of a call; see `calls`."""
        raise NotImplementedError

    def method(self, owner: Value, name: str, node: ast.Call) -> Value:
        """owner.name(…)."""
        if isinstance(owner, Text):
            return Text()
        if isinstance(owner, Known):
            return self._of_constant(owner, name, node)
        cls = getattr(owner, "made_by", None)
        args, words = self.arguments(node)
        if isinstance(owner, FixedList | GrowingList) and name in LIST_METHODS:
            return LIST_METHODS[name](self, owner, args, words, node)
        if isinstance(owner, Num) and name in ("bit_count", "bit_length") and not args:
            return Num(f"{name}({self.number(owner, node)})", 0, 64)
        if name == "_replace" and not args and isinstance(owner, MoveValue | Pack):
            return self._replaced(owner, words, node)
        if name in ("count", "index") and len(args) == 1 and is_sequence(owner):
            return self._searched(owner, name, args[0], node)
        if callable(getattr(cls, name, None)):
            return self.apply(getattr(cls, name), [owner, *args], words, node)
        raise self.stop(node, f".{name}(…) of {spoken(owner)}", "write it out with a loop")

    def _of_constant(self, owner: Known, name: str, node: ast.Call) -> Value:
        """A method of a known number, text, tuple, list, dict or set."""
        if name in CHANGING:
            raise self.stop(
                node, f"{spoken(owner)} of the game is changed", "keep what changes in the state"
            )
        if isinstance(owner.value, str) and name in ("join", "format"):
            return Text()
        args, words = self.arguments(node)
        if all(isinstance(value, Known) for value in (*args, *words.values())):
            return self.apply(getattr(owner.value, name), args, words, node)
        if isinstance(owner.value, str):
            return Text()
        if name == "get" and isinstance(owner.value, dict) and len(args) == 2:
            return self.looked_up(owner.value, args[0], args[1], node)
        if name in ("count", "index") and len(args) == 1:
            return self._searched(owner, name, args[0], node)
        raise self.stop(node, f".{name}(…) of {spoken(owner)}", "write it out with a loop")

    def _replaced(self, owner: MoveValue | Pack, words: dict[str, Value], node: ast.AST) -> Value:
        if isinstance(owner, MoveValue):
            parts = {"to": owner.to, "gain": owner.gain, "again": owner.again} | words
            return MoveValue(parts["to"], parts["gain"], parts["again"])
        fields = getattr(owner.made_by, "_fields", ())
        if not set(words) <= set(fields):
            raise self.stop(node, "_replace of an unknown field", "name the fields it has")
        items = dict(zip(fields, owner.items, strict=True)) | words
        return Pack(tuple(items[field] for field in fields), owner.made_by)

    def _searched(self, owner: Value, name: str, item: Value, node: ast.AST) -> Value:
        """How often, or where first, an item is found."""
        count, here = self.name("n"), self.name("n")
        found, loop = self.name("found"), Loop(breaks=name == "index")
        for code in (f"{count} = 0", f"{here} = 0", f"{found} = False"):
            self.emit(code)

        def look(each: Value) -> None:
            with self.block(f"if {code_of(self.same(each, item, node))}:"):
                self.emit(f"{count} += 1")
                self.emit(f"{found} = True")
                if loop.breaks:
                    loop.leave()
            self.emit(f"{here} += 1")

        self.each(owner, look, node, loop)
        if name == "count":
            return Num(count, 0, LONGEST_ROW)
        with self.block(f"if not {found}:"):
            self.emit('raise ValueError("an item is not in the sequence")')
        return Num(here, 0, LONGEST_ROW)

    def removed(self, owner: Value, place: Value, node: ast.AST) -> Value:
        """Take an item out of a list; the item."""
        owner = self.growing(owner, node)
        row = self.view(owner, node)
        code = self.number(place, node)
        item = self.keep(self.at(row, code))
        self.emit(f"cut_out(mem, {owner.head}, {code}, {row.item.width})")
        return item


# -- methods of lists ------------------------------------------------------------------------------

Words = dict[str, Value]
AnyList = FixedList | GrowingList
ListMethod = Callable[[Methods, AnyList, list[Value], Words, ast.AST], Value]


def _append(
    scope: Methods, owner: AnyList, args: list[Value], _words: Words, node: ast.AST
) -> Value:
    scope.append(owner, args[0], node)
    return Known(None)


def _extend(
    scope: Methods, owner: AnyList, args: list[Value], _words: Words, node: ast.AST
) -> Value:
    scope.extend(owner, args[0], node)
    return Known(None)


def _pop(scope: Methods, owner: AnyList, args: list[Value], _words: Words, node: ast.AST) -> Value:
    owner = scope.growing(owner, node)
    length = scope.view(owner, node).length
    place = scope.place(length, args[0] if args else Known(-1), node)
    return scope.removed(owner, place, node)


def _insert(
    scope: Methods, owner: AnyList, args: list[Value], _words: Words, node: ast.AST
) -> Value:
    owner = scope.growing(owner, node)
    scope.append(owner, args[1], node)
    assert owner.item is not None  # or `append` has started over
    place = scope.name("k")
    length = scope.view(owner, node).length
    scope.emit(f"{place} = clipped({scope.number(args[0], node)}, {length} - 1)")
    scope.emit(f"bring_forward(mem, {owner.head}, {place}, {owner.item.width})")
    return Known(None)


def _remove(
    scope: Methods, owner: AnyList, args: list[Value], _words: Words, node: ast.AST
) -> Value:
    scope.removed(owner, scope._searched(owner, "index", args[0], node), node)
    return Known(None)


def _clear(
    scope: Methods, owner: AnyList, _args: list[Value], _words: Words, node: ast.AST
) -> Value:
    scope.emit(f"mem[{scope.growing(owner, node).head} + 1] = 0")
    return Known(None)


def _copy(
    scope: Methods, owner: AnyList, _args: list[Value], _words: Words, node: ast.AST
) -> Value:
    return scope.new_list(scope.view(owner, node), node)


def _sort(scope: Methods, owner: AnyList, _args: list[Value], words: Words, node: ast.AST) -> Value:
    put_in_order(scope, scope.view(owner, node), words, node)
    return Known(None)


def _reverse(
    scope: Methods, owner: AnyList, _args: list[Value], _words: Words, node: ast.AST
) -> Value:
    row = scope.view(owner, node)
    scope.emit(f"reverse(mem, {row.offset}, {row.length}, {row.item.width})")
    return Known(None)


def _search(name: str) -> ListMethod:
    def search(
        scope: Methods, owner: AnyList, args: list[Value], _words: Words, node: ast.AST
    ) -> Value:
        if len(args) != 1:
            raise scope.stop(node, f".{name}(…) with bounds", "write a loop over range(…)")
        return scope._searched(owner, name, args[0], node)

    return search


def put_in_order(scope: Methods, row: ArenaTuple, words: Words, node: ast.AST) -> None:
    """Sort a row in place."""
    if "key" in words:
        raise scope.stop(node, "sorting with a key", "sort tuples that begin with the key")
    backwards = words.get("reverse", Known(False))
    if not isinstance(backwards, Known):
        raise scope.stop(node, "sorting in an order that is computed", "write both ways out")
    if not row.item.is_flat:
        raise scope.stop(node, "sorting tuples of different lengths", "sort ints or pairs of ints")
    scope.emit(f"sort(mem, {row.offset}, {row.length}, {row.item.width})")
    if backwards.value:
        scope.emit(f"reverse(mem, {row.offset}, {row.length}, {row.item.width})")


LIST_METHODS: dict[str, ListMethod] = {
    "append": _append,
    "extend": _extend,
    "pop": _pop,
    "insert": _insert,
    "remove": _remove,
    "clear": _clear,
    "copy": _copy,
    "sort": _sort,
    "reverse": _reverse,
    "index": _search("index"),
    "count": _search("count"),
}
