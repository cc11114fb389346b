"""Functions of Python's own modules in rules, and formatted texts, held against Python."""

from __future__ import annotations

import bisect
import copy
import dataclasses
import functools
import heapq
import math
from collections import OrderedDict
from typing import Any

import pytest

from row_examples import Examples, Piece, Table, add, check, hold, of_rows
from zermelo.staging.builder.keywords import Keywords
from zermelo.staging.reading.source import Refused

ROWS = [(), (1,), (2, 1), (3, 1, 2), (0, 5, 4, 4), (1, 1, -1, 1, 2, 0)]
NUMBERS = [(row, n) for row in ROWS for n in (-2, 0, 2, 5)]
WHOLE = [-255, -8, -1, 0, 1, 5, 16, 1000]
WORDS = ["", "a", "ab", "Abba.", "x y"]
OCTETS = [b"", b"a", b"Ab", b" a b ", b"12"]
PIECES = [Piece("king", (0, 1)), Piece("x", (2, 2), True)]
EMPTY: dict[int, int] = {}
KEYS = type(EMPTY.keys())

LIBRARY: Table = {}
add(
    LIBRARY,
    "s, n",
    NUMBERS,
    {
        heapq.heappush: "h = []; [heapq.heappush(h, k) for k in (*s, n)]; tuple(h)",
        heapq.heappop: "h = list(s); heapq.heapify(h); k = heapq.heappop(h); (k, *h)",
        heapq.heapify: "h = [(k % 3, k) for k in s]; heapq.heapify(h); tuple(h)",
        heapq.heapreplace: "h = sorted(s); k = heapq.heapreplace(h, n); (k, *h)",
        heapq.heappushpop: "h = sorted(s); k = heapq.heappushpop(h, n); (k, *h)",
        heapq.nsmallest: ["tuple(heapq.nsmallest(n, s))", "heapq.nsmallest(2, s, key=abs) == [1]"],
        heapq.nlargest: "tuple(heapq.nlargest(2, s, key=lambda k: k % 3))",
        bisect.bisect_left: ["bisect.bisect_left(sorted(s), n)", "bisect.bisect_left(s, n, 1)"],
        bisect.bisect_right: ["bisect.bisect(sorted(s), n)", "bisect.bisect_right(s, n, 0, 2)"],
        bisect.insort_left: "a = sorted(s); bisect.insort_left(a, n); tuple(a)",
        bisect.insort_right: "a = sorted(s, key=abs); bisect.insort(a, n, key=abs); tuple(a)",
        copy.copy: [
            "a = list(s); b = copy.copy(a); b.append(n); tuple(a) + tuple(b)",
            "copy.copy(s)",
        ],
        copy.deepcopy: [
            "a = [list(s), [n]]; b = copy.deepcopy(a); b[1].append(1); (*a[1], 0, *b[1], *b[0])",
            "a = {1: [n]}; b = copy.deepcopy(a); b[1].append(n); len(a[1]) + 2 * len(b[1])",
            "copy.deepcopy((n, [n]))[1][0]",
        ],
        functools.cmp_to_key: "tuple(sorted(s, key=functools.cmp_to_key(lambda a, b: b - a)))",
        math.floor: "math.floor(n)",
        math.ceil: "math.ceil(len(s))",
        math.trunc: "math.trunc(n)",
        **{
            (
                sign,
                *kinds,
            ): f"a = dict.fromkeys(s); b = dict.fromkeys((1, n)); tuple(sorted({text}))"
            for sign in "|&-^"
            for kinds, text in (
                ((KEYS, KEYS), f"a.keys() {sign} b.keys()"),
                ((KEYS, set), f"a.keys() {sign} {{1, n}}"),
                ((set, KEYS), f"{{1, n}} {sign} a.keys()"),
                ((KEYS, frozenset), f"a.keys() {sign} frozenset((1, n))"),
                ((frozenset, KEYS), f"frozenset((1, n)) {sign} a.keys()"),
            )
        },
        (Keywords, "get"): "(lambda **w: w.get('a', 0) + w.get('b', 1))(a=n)",
        (Keywords, "keys"): "(lambda **w: tuple(w.keys()))(a=n, b=s)",
        (Keywords, "values"): "(lambda **w: sum(w.values()))(a=n, b=1)",
        (Keywords, "items"): "(lambda **w: tuple(w.items()))(a=n, b=1)",
        ("item", Keywords): ["(lambda **w: w['a'])(a=n)", "(lambda **w: w['c'])(a=n)"],
        ("contains", Keywords): "(lambda **w: 'a' in w and 'b' not in w)(a=n)",
        ("length", Keywords): "(lambda **w: len(w))(a=n)",
        ("truth", Keywords): "(lambda **w: 1 if w else 2)(a=n)",
        ("<", int, float): ["n < 2.5", "n >= 2.0", "n <= math.inf", "len(s) > 0.5"],
        ("<", float, int): ["-math.inf < n", "1.5 >= n", "float('nan') < n", "n / 3 < len(s)"],
        ("/", int, int): [
            "int(n / 2)",
            "n / len(s) > 1",
            "round(n / 2)",
            "math.floor(n / -2)",
            "math.ceil(n / 3)",
            "len(s) >= n / 2",
            "best = n / 2 if s else 0; 3 if best > 1 else 4",
        ],
        ("<", float, float): ["n / 3 < len(s) / 2", "n / 5 >= 0.4", "n / 2 < math.inf"],
        ("==", float, float): ["n / 4 == len(s) / 2", "n / 5 == 0.4"],
        ("truth", float): "1 if n / 2 else 2",
        ("**", int, float): ["int(len(s) ** 0.5)", "2 <= len(s) ** 0.5", "len(s) ** 0.5 == 2"],
        (float, "is_integer"): ["(n / 2).is_integer()", "math.sqrt(len(s)).is_integer()"],
        math.sqrt: ["math.ceil(math.sqrt(abs(n)))", "math.sqrt(n) < 2", "math.sqrt(len(s)) > n"],
        ("==", int, float): ["n == 2.0", "n != 2.5", "n == math.inf"],
        ("==", float, int): "5.0 == n",
        ("+", float, int): ["math.inf + n > 3", "int(n / 2 + 1)"],
        ("+", int, float): "n + math.inf > 3",
        ("-", float, int): "math.inf - n > 3",
        ("-", int, float): ["n - math.inf > 3", "int(1 - n / 2)", "round(len(s) - n / 2)"],
        OrderedDict: "tuple(OrderedDict((k, n) for k in s).items())",
        (
            OrderedDict,
            "move_to_end",
        ): "d = OrderedDict(enumerate(s)); d.move_to_end(0); tuple(d)",
        (OrderedDict, "popitem"): [
            "d = OrderedDict((k, n) for k in s); d.popitem(last=False); tuple(d)",
            "d = OrderedDict((k, n) for k in s); d.popitem()",
        ],
    },
)
add(
    LIBRARY,
    "n",
    WHOLE,
    {
        bin: ["bin(n)", "bin(n).count('1')", "bin(n + 2)[2:].zfill(5)"],
        oct: "oct(n)",
        hex: "hex(n)",
        format: [
            "format(n)",
            "format(n, '08b')",
            "f'{n:+d}|{n:>6}|{n:<5}|{n:^7}|{n:#x}|{n:X}|{n: d}'",
            "f'{n!r:*^9}{n!s}{n > 0}{n:=+6}{n:06}'",
            "f'{n:{len(bin(7))}}'",
            "f'{(n, n)}'",
        ],
        ("%", str, object): ["'%d-%3d-%03d%%' % (n, n, n)", "'%s|%5s|%-5s|%x' % (n, n, n, abs(n))"],
        (str, "format"): ["'{}:{:>4}'.format(n, n)", "'{1}{0!r}{k:b}'.format(n, 'a', k=n)"],
    },
)
add(
    LIBRARY,
    "s",
    OCTETS,
    {
        (bytes, "upper"): "s.upper()",
        (bytes, "lower"): "s.lower()",
        (bytes, "swapcase"): "s.swapcase()",
        (bytes, "capitalize"): "s.capitalize()",
        (bytes, "title"): "s.title()",
        (bytes, "isupper"): "s.isupper()",
        (bytes, "islower"): "s.islower()",
        (bytes, "isdigit"): "s.isdigit()",
        (bytes, "isalpha"): "s.isalpha()",
        (bytes, "isalnum"): "s.isalnum()",
        (bytes, "isspace"): "s.isspace()",
        (bytes, "strip"): ["s.strip()", "s.strip(b'a')"],
        (bytes, "lstrip"): "s.lstrip()",
        (bytes, "rstrip"): "s.rstrip(b'b ')",
        (bytes, "split"): ["tuple(s.split())", "tuple(s.split(b'b'))"],
        (bytes, "rsplit"): "tuple(s.rsplit(b' ', 1))",
        (bytes, "decode"): "s.decode() + 'x'",
    },
)
add(
    LIBRARY,
    "s",
    WORDS,
    {
        (str, "encode"): ["s.encode()", "tuple(s.encode('ascii'))"],
    },
)
add(
    LIBRARY,
    "s",
    PIECES,
    {
        getattr: [
            "getattr(s, 'name')",
            "getattr(s, 'nothing', 4)",
            "tuple(getattr(s, n) for n in ('row', 'moved'))",
        ],
        hasattr: ["hasattr(s, 'name')", "hasattr(s, 'nothing')", "hasattr(s.name, 'upper')"],
        dataclasses.astuple: "dataclasses.astuple(s)",
        dataclasses.asdict: "len(dataclasses.asdict(s))",
    },
)


@of_rows(LIBRARY)
def test_modules_do_what_they_do_in_python(row: Any, examples: list[Examples]) -> None:
    hold(row, examples)


@pytest.mark.parametrize("text", ["f'{s:>5}|{s:.1}|{s:*^7}|{s!r}'", "f'{s:05}'", "'%-4s|' % s"])
def test_strings_are_formatted(text: str) -> None:
    check("s", WORDS, text)


@pytest.mark.parametrize("text", ["f'{s:d}'", "format(s, '+')", "f'{len(s):.2}'", "f'{(s,):3}'"])
def test_formats_of_another_kind_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="format"):
        check("s", WORDS, text)


def test_infinity_is_a_first_best() -> None:
    check("s", ROWS, "best = min((math.inf, *s)); 0 if best == math.inf else best")
    check("s", ROWS, "best = -math.inf; best = max(best, len(s)); best")


@pytest.mark.parametrize("sign", ["+", "-", "|", "&", "==", "<="])
def test_counters_have_operators(sign: str) -> None:
    check(
        "s",
        ROWS,
        f"found = Counter(s) {sign} Counter((1, 1, 4)); sum(found.values()) "
        if sign in "+-|&"
        else f"Counter(s) {sign} Counter((1, 1, 4))",
    )
