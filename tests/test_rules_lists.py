"""Tuples, lists, deques, ranges and numbers in rules: every operation, held against Python."""

from __future__ import annotations

import functools
import math
import operator
from collections import deque
from typing import Any

import pytest

from row_examples import Examples, Table, add, check, hold, of_rows

ROWS = [(), (1,), (2, 1), (3, 1, 2), (0, 5, 4, 4), (1, 1, -1, 1, 2, 0)]
FIXED = [(1, 2, 3), (0, 0, 5), (-2, 7, 1)]
PAIRS = [(one, two) for one in ROWS[:5] for two in ROWS[:4]]
INDEXED = [(row, n) for row in ROWS for n in (-3, 0, 1, 5)]
NUMBERS = [(a, b) for a in (-7, -1, 0, 3, 12) for b in (-3, -1, 0, 1, 5)]
ENDS = [(a, b, c) for a in (-2, 0, 3) for b in (-3, 0, 1, 7) for c in (-2, -1, 1, 2, 3)]
WORDS = [("b", "ab", "a"), ("", "b", "ba"), ("x", "x", "x")]

LISTS: Table = {}
add(
    LISTS,
    "s, t",
    PAIRS,
    {
        ("+", tuple, tuple): ["s + t", "s + (9,) + t", "(1, 2) + t"],
        ("+", list, list): [
            "tuple(list(s) + list(t))",
            "a = list(s); b = a + [7]; b.append(1); tuple(a) + tuple(b)",
        ],
        ("+", deque, deque): "tuple(deque(s) + deque(t))",
        ("*", tuple, int): ["s * len(t)", "s * 2", "s * -1", "(0,) * len(s)"],
        ("*", int, tuple): "len(t) * s",
        ("*", list, int): ["tuple(list(s) * 2)", "a = [0] * len(s); a[0] = 3; tuple(a)"],
        ("*", int, list): "tuple(len(t) * list(s))",
        ("==", tuple, tuple): ["s == t", "s != t", "s == (2, 1)", "(s, 1) == (t, 1)", "() == s"],
        ("==", list, list): ["list(s) == list(t)", "list(s) != [1]", "[] == list(s)"],
        ("==", deque, deque): "deque(s) == deque(t)",
        ("<", tuple, tuple): [
            "s < t",
            "s <= t",
            "s > t",
            "s >= t",
            "max(s, t)",
            "(len(s), s) < (len(t), t)",
        ],
        ("<", list, list): ["list(s) < list(t)", "list(s) >= [2, 1]"],
        ("<", deque, deque): "deque(s) < deque(t)",
        ("contains", tuple): [
            "1 in s",
            "len(t) in s",
            "t in (s, (1,))",
            "None in s",
            "'a' in s",
            "len(s) in (1, 4)",
        ],
        ("contains", list): ["1 in list(s)", "s in [t, (2, 1)]", "len(t) not in list(s)"],
        ("contains", deque): "2 in deque(s)",
        ("contains", object): [
            "len(s) in zip(s, t)",
            "len(t) in map(abs, s)",
            "1 in (k for k in s)",
            "(1, 1) in enumerate(t)",
        ],
        ("==", object, object): [
            "s == list(s)",
            "s == len(s)",
            "list(s) == t",
            "range(len(s)) == s",
        ],
        (list, "extend"): [
            "a = list(s); a.extend(t); tuple(a)",
            "a = list(s); a.extend(a); tuple(a)",
            "a = []; a.extend(k for k in s if k); tuple(a)",
            "a = list(s); a += t; tuple(a)",
            "a = list(s); a.extend(range(2)); tuple(a)",
        ],
        (deque, "extend"): "a = deque(s); a.extend(t); tuple(a)",
        (deque, "extendleft"): "a = deque(s); a.extendleft(t); tuple(a)",
        (list, "sort"): [
            "a = list(s + t); a.sort(); tuple(a)",
            "a = list(s + t); a.sort(reverse=True); tuple(a)",
            "a = list(s + t); a.sort(key=lambda k: -k); tuple(a)",
            "a = list(s); a.sort(key=abs, reverse=True); tuple(a)",
        ],
        sorted: [
            "tuple(sorted(s + t))",
            "tuple(sorted(s, key=lambda k: k % 2))",
            "tuple(sorted([s, t], key=len))",
            "tuple(sorted([(k % 2, -k) for k in s]))",
            "tuple(sorted(zip(s, t)))",
            "sorted(s) == sorted(t)",
            "tuple(sorted(s, reverse=len(t) > 1))",
        ],
    },
)
add(
    LISTS,
    "s, n",
    INDEXED,
    {
        ("item", tuple): ["s[n]", "(5, 6, 7)[n]", "((1, 2), (3, 4))[n][0]", "s[n] + s[-1]"],
        ("item", list): [
            "list(s)[n]",
            "[1, 2, 3][n]",
            "a = list(s); a[n] = 9; tuple(a)",
            "a = list(s); a[n] += 2; tuple(a)",
        ],
        ("item", deque): "deque(s)[n]",
        ("slice", tuple): [
            "s[n:]",
            "s[:n]",
            "s[n:n + 2]",
            "s[::-1]",
            "s[n::-1]",
            "s[::2]",
            "s[::n]",
            "(1, 2, 3)[n:]",
        ],
        ("slice", list): [
            "tuple(list(s)[n:])",
            "a = list(s); b = a[:]; b.append(1); tuple(a)",
            "tuple(list(s)[::-2])",
        ],
        (tuple, "count"): ["s.count(1)", "s.count(n)", "(1, 2, 1).count(n)", "s.count('a')"],
        (list, "count"): "list(s).count(n)",
        (deque, "count"): "deque(s).count(n)",
        (tuple, "index"): ["s.index(n)", "s.index(1, 1)", "s.index(1, n)", "s.index(1, 0, n)"],
        (list, "index"): [
            "list(s).index(n)",
            "list(s).index(1, n)",
            "list(s).index(4, -2)",
            "list(s).index(1, n, -1)",
        ],
        (deque, "index"): ["deque(s).index(n)", "deque(s).index(1, 1)"],
        (list, "append"): [
            "a = list(s); a.append(n); tuple(a)",
            "a = []; a.append((n, 1)); a.append((1, n)); tuple(a)",
        ],
        (deque, "append"): "a = deque(s); a.append(n); tuple(a)",
        (deque, "appendleft"): "a = deque(s); a.appendleft(n); tuple(a)",
        (list, "insert"): [
            "a = list(s); a.insert(n, 7); tuple(a)",
            "a = list(s); a.insert(0, n); tuple(a)",
        ],
        (deque, "insert"): "a = deque(s); a.insert(n, 7); tuple(a)",
        (list, "pop"): [
            "a = list(s); b = a.pop(); (b, *a)",
            "a = list(s); b = a.pop(n); (b, *a)",
            "a = list(s); a.pop(0); tuple(a)",
        ],
        (deque, "pop"): "a = deque(s); b = a.pop(); (b, *a)",
        (deque, "popleft"): [
            "a = deque(s); b = a.popleft(); (b, *a)",
            "a = deque(s); a.popleft(); a.append(n); tuple(a)",
        ],
        (list, "remove"): [
            "a = list(s); a.remove(n); tuple(a)",
            "a = list(s); a.remove(1); tuple(a)",
        ],
        (deque, "remove"): "a = deque(s); a.remove(n); tuple(a)",
        (deque, "rotate"): [
            "a = deque(s); a.rotate(); tuple(a)",
            "a = deque(s); a.rotate(-2); tuple(a)",
            "a = deque(s); a.rotate(n); tuple(a)",
        ],
        (list, "clear"): "a = list(s); a.clear(); a.append(n); tuple(a)",
        (deque, "clear"): "a = deque(s); a.clear(); len(a)",
        (list, "copy"): "a = list(s); b = a.copy(); b.append(n); tuple(a) + tuple(b)",
        (deque, "copy"): "a = deque(s); b = a.copy(); b.append(n); tuple(a) + tuple(b)",
        (list, "reverse"): "a = list(s); a.reverse(); tuple(a)",
        (deque, "reverse"): "a = deque(s); a.reverse(); tuple(a)",
        ("length", tuple): ["len(s)", "len((*s, n))"],
        ("length", list): ["len(list(s))", "a = list(s); a.append(1); len(a)"],
        ("length", deque): "len(deque(s))",
        ("truth", tuple): ["1 if s else 2", "s and s[0]", "not s", "s or (n,)"],
        ("truth", list): ["1 if list(s) else 2", "a = list(s); a.append(n); bool(a)"],
        ("truth", deque): "1 if deque(s) else 2",
        deque: [
            "tuple(deque(s))",
            "a = deque(); a.append(n); tuple(a)",
            "a = deque([n]); a.extend(s); sum(a)",
        ],
        list: ["tuple(list(s))", "len(list())", "tuple(list(range(n)))"],
        tuple: [
            "tuple(s)",
            "tuple(range(n))",
            "tuple()",
            "tuple(k for k in s if k > n)",
            "tuple([n, 1])",
        ],
        iter: ["next(iter(s))", "next(iter(s), n)", "sum(iter(s))"],
        next: [
            "next(k for k in s if k > n)",
            "next((k for k in s if k > n), None)",
            "next((k for k in s if k > n), -1)",
        ],
        reversed: ["tuple(reversed(s))", "tuple(reversed(list(s)))", "tuple(reversed(range(n)))"],
        enumerate: [
            "tuple(enumerate(s))",
            "tuple(enumerate(s, n))",
            "tuple(k for k, x in enumerate(s) if x == n)",
            "tuple(enumerate(reversed(s)))",
        ],
        zip: [
            "tuple(zip(s, s[1:]))",
            "tuple(zip(s, range(n)))",
            "tuple(zip(*[s, s]))",
            "tuple(zip(s, (1, 2), strict=True))",
        ],
        map: [
            "tuple(map(abs, s))",
            "tuple(map(lambda a, b: a * b, s, range(9)))",
            "tuple(map(str, s))",
            "sum(map(int, map(bool, s)))",
        ],
        filter: [
            "tuple(filter(None, s))",
            "tuple(filter(lambda k: k > n, s))",
            "sum(filter(lambda k: k > 1, s))",
        ],
        sum: [
            "sum(s)",
            "sum(s, n)",
            "sum(k > n for k in s)",
            "sum([s, (n,)], ())",
            "sum(range(n))",
        ],
        min: [
            "min(s)",
            "min(s, default=n)",
            "min(n, 1)",
            "min(s, key=lambda k: -k)",
            "min(*s, n)",
            "min((k, n) for k in s)",
        ],
        max: [
            "max(s)",
            "max(s, default=n)",
            "max(n, 2, 0)",
            "max(s, key=abs)",
            "max(*s, n)",
            "max(s, key=lambda k: (k % 3, k))",
        ],
        any: ["any(s)", "any(k == n for k in s)", "any([])"],
        all: ["all(s)", "all(k != n for k in s)", "all(())"],
        functools.reduce: [
            "functools.reduce(lambda a, b: a * 2 + b, s)",
            "functools.reduce(lambda a, b: a * 2 + b, s, n)",
            "functools.reduce(operator.or_, s, 0)",
        ],
        functools.partial: [
            "functools.partial(max, n)(2)",
            "tuple(map(functools.partial(pow, 2), (abs(k) for k in s)))",
            "functools.partial(sorted, reverse=True)(s) == list(s)",
        ],
        math.prod: ["math.prod(s)", "math.prod(s, start=n)"],
        math.gcd: [
            "math.gcd(n, 6)",
            "math.gcd(*s)",
            "math.gcd()",
            "math.gcd(n)",
            "math.gcd(n, 4, 10)",
        ],
    },
)
add(
    LISTS,
    "a, b",
    NUMBERS,
    {
        (_sign, int, int): [f"a {_sign} b", f"a {_sign} 3", f"2 {_sign} b"]
        for _sign in ("+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^")
    },
)
add(
    LISTS,
    "a, b",
    NUMBERS,
    {
        ("**", int, int): ["a ** abs(b)", "2 ** abs(a)", "a ** 3"],
        ("==", int, int): ["a == b", "a != b", "a == 3", "a == True", "a == 'a'", "a == 2 ** 70"],
        ("<", int, int): ["a < b", "a <= b", "a > b", "a >= b", "0 <= a < b", "a < 2 ** 70"],
        ("truth", int): ["1 if a else 2", "not a", "a and b", "a or b", "bool(a)", "a > 1 or b"],
        (int, "bit_count"): ["a.bit_count()", "(a ^ b).bit_count()"],
        (int, "bit_length"): ["a.bit_length()", "abs(b).bit_length()"],
        abs: ["abs(a)", "abs(a - b)", "abs(True)"],
        int: ["int(a)", "int(a > b)", "int()", "int(True) + a"],
        bool: ["bool(a)", "bool(a) + bool(b)", "bool((a, b))", "bool()"],
        len: "len((a, b))",
        divmod: ["divmod(a, b)", "divmod(a, 3)"],
        pow: ["pow(a, abs(b))", "pow(a, 2)", "pow(a, abs(b), 7)", "pow(2, abs(b), a)"],
        round: "round(a)",
        math.isqrt: ["math.isqrt(a)", "math.isqrt(a * a)"],
        operator.neg: "operator.neg(a)",
        operator.pos: "operator.pos(a)",
        operator.invert: "operator.invert(a)",
        operator.not_: ["operator.not_(a)", "operator.not_((a,))"],
        operator.contains: "operator.contains((1, 2), a)",
        operator.getitem: "operator.getitem((5, 6, 7), a)",
        range: [
            "tuple(range(a))",
            "tuple(range(a, b))",
            "tuple(range(a, b, 2))",
            "tuple(range(b, a, -3))",
            "sum(range(a, 9, b))",
            "tuple(range(3, a, b or 1))",
        ],
        chr: "chr(a)",
        isinstance: ["isinstance(a, int)", "isinstance((a,), tuple)", "isinstance(a, str)"],
        math.comb: ["math.comb(a, b)", "math.comb(a, 2)"],
        math.factorial: "math.factorial(b)",
        math.perm: ["math.perm(a, b)", "math.perm(abs(b))"],
        math.lcm: ["math.lcm(a, b)", "math.lcm(a, 4, 6)"],
    },
)
for _work, _text in (
    (operator.add, "a, b"),
    (operator.sub, "a, b"),
    (operator.mul, "a, b"),
    (operator.floordiv, "a, b"),
    (operator.mod, "a, b"),
    (operator.lshift, "a, b"),
    (operator.rshift, "a, b"),
    (operator.and_, "a, b"),
    (operator.or_, "a, b"),
    (operator.xor, "a, b"),
    (operator.pow, "a, abs(b)"),
    (operator.lt, "a, b"),
    (operator.le, "a, b"),
    (operator.gt, "a, b"),
    (operator.ge, "a, b"),
    (operator.eq, "a, b"),
    (operator.ne, "a, b"),
):
    add(LISTS, "a, b", NUMBERS, {_work: f"operator.{_work.__name__}({_text})"})
add(
    LISTS,
    "a, b, c",
    ENDS,
    {
        ("length", range): ["len(range(a, b, 2))", "len(range(b, a, -1))", "len(range(a, b, c))"],
        ("truth", range): ["1 if range(a, b) else 2", "not range(b)"],
        ("item", range): ["range(a, b)[c]", "range(b, a, -2)[0]", "range(9)[c]"],
        ("contains", range): [
            "c in range(a, b)",
            "c in range(a, b, 2)",
            "c in range(b, a, -3)",
            "'a' in range(a)",
            "c not in range(0, 9, 3)",
        ],
        ("slice", range): [
            "tuple(range(a, b)[c:])",
            "tuple(range(9)[a:b])",
            "tuple(range(a, 9)[::-1])",
        ],
        ("==", range, range): ["range(a) == range(b)", "range(a, b) == range(c)"],
    },
)
add(
    LISTS,
    "a, b, c",
    WORDS,
    {
        ("==", object, object): ["(a, 1) == (b, c)", "a == (b,)"],
        ("<", tuple, tuple): ["(a, 1) < (b, 2)", "(a, b) >= (b, c)"],
    },
)


@of_rows(LISTS)
def test_sequences_and_numbers_do_what_they_do_in_python(
    row: Any, examples: list[Examples]
) -> None:
    hold(row, examples)


@pytest.mark.parametrize(
    "text",
    [
        "a = list(s); a[n:n + 1] = [7, 8]; tuple(a)",
        "a = list(s); a[:n] = []; tuple(a)",
        "a = list(s); a[1:2] = s; tuple(a)",
        "a = list(s); a[n:] = (1,); tuple(a)",
        "a = list(s); a[:] = [n]; tuple(a)",
        "a = list(s); a[2:1] = [9]; tuple(a)",
        "a = list(s); del a[n]; tuple(a)",
        "a = list(s); del a[:n]; tuple(a)",
        "a = list(s); del a[n:n + 2]; tuple(a)",
        "a = list(s); a[n:n] = a; tuple(a)",
        "a = [0, 0, 0, 0]; a[1:3] = (n, n); tuple(a)",
        "a = list(s); a[::2] = [0] * len(a[::2]); tuple(a)",
        "a = [0] * 6; a[::2] = [1, 2, n]; tuple(a)",
        "a = list(s); a[:n], b = [1], 2; tuple(a)",
        "a = list(s); a[:1] = (k * k for k in a); tuple(a)",
    ],
)
def test_parts_of_a_list_are_changed_as_in_python(text: str) -> None:
    check("s, n", INDEXED, text)


@pytest.mark.parametrize(
    "text",
    [
        "range(0, a, 2) if b > 0 else range(a, 0, -1)",
        "range(a) if a > b else (b, a)",
        "[a] if b else range(a)",
    ],
)
def test_either_of_two_sequences_is_gone_through(text: str) -> None:
    check("a, b", NUMBERS, f"tuple({text})")
    check("a, b", NUMBERS, f"sum(k * k for k in ({text}))")
    check("a, b", NUMBERS, f"span = {text}; len(span)")
