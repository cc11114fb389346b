"""Strings and bytes in rules: every method, held against Python."""

from __future__ import annotations

from typing import Any

import pytest

from row_examples import Examples, Table, add, check, hold, of_rows, recorded
from zermelo.staging.builder.ignored import Unspoken
from zermelo.staging.reading.source import Refused

PLAIN = ["", "a", "ab"]
WORDS = ["", "a", "b", "ab", "ba", "aab", "babab", "Ab Ca", " x  yb\n", "10", "-7", "a.b.", "aXb9"]
FEW = ["", "a", "ab", "aab", "babab", "Ab Ca", " x  yb\n", "a.b."]
PAIRS = [(one, two) for one in FEW for two in ("", "a", "ab", "b")]
SPACED = ["", " ", "a b", " a  b ", "a\tb\nc", "a,b,,c", ",", "a b c d"]
LINES = ["", "a", "a\nb", "a\n", "\n\n", "a\r\nb", "a\rb\n"]
NUMBERED = [(word, n) for word in ("", "a", "abc", "-7") for n in (-2, 0, 1, 3, 5)]
DIGITS = ["0", "7", "-12", "+3", " 5 ", "", "-", "1a", "007", "9223372036854", "1 2", "zz"]

STRINGS: Table = {}
add(
    STRINGS,
    "s, t",
    PAIRS,
    {
        (str, "find"): ["s.find(t)", "s.find(t, 1)", "s.find(t, -2, 3)", "s.find('ab')"],
        (str, "index"): ["s.index(t)", "s.index(t, 1)", "s.index(t, 0, -1)"],
        (str, "rfind"): ["s.rfind(t)", "s.rfind(t, 1)", "s.rfind(t, -3, -1)"],
        (str, "rindex"): ["s.rindex(t)", "s.rindex('b', 1)"],
        (str, "count"): ["s.count(t)", "s.count(t, 1)", "s.count('a', 1, -1)", "s.count('')"],
        (str, "startswith"): ["s.startswith(t)", "s.startswith(t, 1)", "s.startswith(('b', 'a'))"],
        (str, "endswith"): ["s.endswith(t)", "s.endswith(t, 0, -1)", "s.endswith(('b', ''))"],
        (str, "replace"): [
            "s.replace(t, 'x')",
            "s.replace('a', t)",
            "s.replace(t, 'ab', 1)",
            "s.replace('', t)",
            "s.replace('b', '')",
            "s.replace(t, t * 2, 2)",
        ],
        (str, "removeprefix"): ["s.removeprefix(t)", "s.removeprefix('a')"],
        (str, "removesuffix"): ["s.removesuffix(t)", "s.removesuffix('b')"],
        (str, "partition"): ["s.partition('b')", "s.partition(t)"],
        (str, "rpartition"): ["s.rpartition('b')", "s.rpartition(t)"],
        (str, "join"): [
            "s.join((t, 'x', t))",
            "t.join(s)",
            "''.join(sorted(s + t))",
            "''.join([])",
            "t.join(c + 'z' for c in s if c != 'a')",
            "''.join(reversed(s))",
            "t.join([s])",
            "','.join(str(len(c)) for c in (s, t))",
            "''.join({t[:1]})",
        ],
        (str, "strip"): ["s.strip()", "s.strip(t)", "(' ' + s + t).strip(' b')"],
        (str, "lstrip"): ["s.lstrip()", "s.lstrip(t)"],
        (str, "rstrip"): ["s.rstrip()", "s.rstrip(t + 'b')"],
        (str, "split"): [
            "tuple(s.split('b'))",
            "tuple(s.split(t))",
            "tuple(s.split('a', 1))",
            "len(s.split(t or 'a'))",
            "tuple((s + ' ' + t).split())",
        ],
        (str, "rsplit"): [
            "tuple(s.rsplit('b', 1))",
            "tuple(s.rsplit(t))",
            "tuple((s + ' ' + t).rsplit())",
        ],
        ("+", str, str): ["s + t", "s + 'x' + t", "t + s + t"],
        ("*", str, int): ["s * 2", "t * len(s)", "s * -1"],
        ("*", int, str): ["2 * s", "len(t) * s"],
        ("==", str, str): ["s == t", "s != t", "s == 'ab'", "(s + t) == (t + s)"],
        ("<", str, str): ["s < t", "s <= t", "s > t", "s >= t", "min(s, t)", "s < 'b'"],
        ("contains", str): ["t in s", "'a' in s", "'' in s", "t not in 'babab'", "s in LETTERS"],
        ("length", str): ["len(s)", "len(s + t)", "len(t) * 10 + len(s)"],
        ("truth", str): ["1 if s else 2", "not t", "s or 'none'", "s and t", "bool(s + t)"],
        ("item", str): ["s[0]", "s[-1]", "s[len(t)]", "'abc'[len(s)]", "(s + t)[1]"],
        ("slice", str): [
            "s[1:]",
            "s[:-1]",
            "s[len(t):]",
            "s[::-1]",
            "s[::2]",
            "s[1:4:2]",
            "s[-2:]",
            "s[:len(t)] + 'x' + s[len(t) + 1:]",
            "s[5:1:-2]",
            "s[len(t)::-1]",
        ],
        ord: ["ord(s)", "ord(t[0])", "sum(map(ord, s))"],
        set: ["len(set(s))", "len(set(s) | set(t))", "''.join(sorted(set(s)))"],
        zip: ["sum(a != b for a, b in zip(s, t))", "tuple(zip(s, t))", "len(list(zip(s, 'abc')))"],
        sorted: ["''.join(sorted(s))", "tuple(sorted((s, t, 'aa')))", "sorted(s + t)[0]"],
        min: ["min(s + 'z')", "min(s, key=ord)", "min(t, default='none')", "min((s, t), key=len)"],
        max: ["max(s)", "max(s, t)", "max(t, default='')", "max([s, t, 'm'], key=len)"],
    },
)
add(
    STRINGS,
    "s",
    WORDS,
    {
        (str, name): [f"s.{name}()", f"(s + 'q').{name}()"]
        for name in (
            "upper",
            "lower",
            "swapcase",
            "capitalize",
            "title",
            "casefold",
            "isupper",
            "islower",
            "isdigit",
            "isalpha",
            "isalnum",
            "isspace",
            "isdecimal",
            "isnumeric",
            "isascii",
        )
    }
    | {
        (str, "translate"): [
            "s.translate(OPENINGS)",
            "s.translate(str.maketrans('ab', 'ba'))",
            "s.translate(str.maketrans('ab', 'ba', '.'))",
            "s.translate({97: 'z', 98: None})",
        ],
        ("==", object, object): ["s == len(s)", "s == None", "(s, 1) == (1, s)"],
        (tuple, "count"): ["tuple(s).count('a')", "tuple(s).count(1)"],
        (tuple, "index"): "tuple(s).index('b')",
        any: ["any(c in 'ab' for c in s)", "any(map(str.isdigit, s))"],
        all: ["all(c.isalpha() for c in s)", "all(s)"],
        enumerate: ["tuple(k for k, c in enumerate(s) if c == 'a')", "tuple(enumerate(s, 1))"],
        reversed: "''.join(reversed(s))",
        tuple: "tuple(s)",
        list: "a = list(s); a.append('q'); ''.join(a)",
        iter: "next(iter(s), 'none')",
    },
)
add(
    STRINGS,
    "s",
    SPACED,
    {
        (str, "split"): [
            "tuple(s.split())",
            "tuple(s.split(','))",
            "tuple(s.split(None, 1))",
            "tuple(s.split(' '))",
            "tuple(s.split(sep=',', maxsplit=1))",
            "s.split()[0]",
        ],
        (str, "rsplit"): ["tuple(s.rsplit(None, 1))", "tuple(s.rsplit(' ', 1))"],
    },
)
add(
    STRINGS,
    "s",
    LINES,
    {(str, "splitlines"): ["tuple(s.splitlines())", "len(s.splitlines())"]},
)
add(
    STRINGS,
    "s, n",
    NUMBERED,
    {
        (str, "ljust"): ["s.ljust(n)", "s.ljust(n, '.')"],
        (str, "rjust"): ["s.rjust(n)", "s.rjust(n, '.')"],
        (str, "center"): ["s.center(n)", "s.center(n, '.')", "(s + 'x').center(n + 2)"],
        (str, "zfill"): ["s.zfill(n)", "('+' + s).zfill(n)"],
        ("item", str): ["s[n]", "'abcdefghijk'[n]"],
        ("slice", str): ["s[n:]", "s[:n]", "s[n::-1]", "s[::n]"],
        ("*", str, int): ["s * n"],
        str: ["str(n)", "s + str(n)", "str(n * 100)", "str(s)", "f'{s}{n}!'", "str()"],
        chr: ["chr(n)", "chr(97 + n)", "s + chr(48 + n)"],
        (str, "find"): ["s.find('a', n)", "s.find('', n)", "s.rfind('', 0, n)"],
        (str, "count"): ["s.count('', n)", "s.count('a', 0, n)"],
    },
)
add(
    STRINGS,
    "s",
    DIGITS,
    {
        int: ["int(s)", "int(s) % 7", "int(s, 8)", "int(s[0])", "int('1' + s)"],
        (str, "isdigit"): "int(s) if s.isdigit() else -1",
        (str, "zfill"): "s.zfill(4)",
    },
)

OCTET_ROWS = [b"", b"a", b"ab", b"abba", b"\x00\xff", b"bab", b"\x01\x02\x01"]
OCTET_PAIRS = [(one, two) for one in OCTET_ROWS for two in (b"", b"a", b"ba")]
add(
    STRINGS,
    "s, t",
    OCTET_PAIRS,
    {
        (bytes, "count"): ["s.count(t)", "s.count(97)", "s.count(t, 1)"],
        (bytes, "find"): ["s.find(t)", "s.find(98)", "s.find(t, 1, 3)"],
        (bytes, "index"): ["s.index(t)", "s.index(98)"],
        (bytes, "rfind"): "s.rfind(t)",
        (bytes, "rindex"): "s.rindex(t)",
        (bytes, "startswith"): "s.startswith(t)",
        (bytes, "endswith"): ["s.endswith(t)", "s.endswith((b'a', b'b'))"],
        (bytes, "replace"): ["s.replace(t, b'x')", "s.replace(b'a', t, 1)"],
        (bytes, "translate"): "s.translate(OCTETS)",
        (bytes, "join"): ["t.join((s, b'x', s))", "b''.join([s, t])"],
        ("+", bytes, bytes): ["s + t", "s + b'x'", "t + s + t"],
        ("*", bytes, int): ["s * 2", "t * len(s)"],
        ("*", int, bytes): "3 * t",
        ("==", bytes, bytes): ["s == t", "s != b'ab'"],
        ("<", bytes, bytes): ["s < t", "s >= t", "max(s, t)"],
        ("contains", bytes): ["97 in s", "t in s", "len(t) in s", "b'b' in s"],
        ("length", bytes): "len(s) + 2 * len(t)",
        ("truth", bytes): ["1 if s else 2", "s or t"],
        ("item", bytes): ["s[0]", "s[-1]", "s[len(t)]"],
        ("slice", bytes): ["s[1:]", "s[::-1]", "s[:len(t)] + bytes((7,)) + s[len(t) + 1:]"],
        bytes: [
            "bytes(s)",
            "bytes(3)",
            "bytes([1, len(s)])",
            "bytes(k for k in s if k != 97)",
            "bytes(len(s))",
            "bytes(sorted(s))",
            "bytes(k + 1 for k in s)",
        ],
        bytearray: [
            "a = bytearray(s); a[0] = 5; bytes(a)",
            "a = bytearray(s); a.append(1); bytes(a)",
            "bytes(bytearray(len(s)))",
            "len(bytearray(s))",
            "sum(bytearray(s + t))",
        ],
    },
)


SHOWN = ["", "a", "ab", "a b"]
add(
    STRINGS,
    "s",
    SHOWN,
    {
        repr: ["repr(s)", "repr((s, 1))", "repr([len(s)])", "repr(len(s) > 1)", "str((s,))"],
        ascii: "ascii(s)",
        str.maketrans: [
            "'abba'.translate(str.maketrans('ab', s))",
            "s.translate(str.maketrans(s, s[::-1]))",
            "s.translate(str.maketrans(s[:1], 'x', 'b'))",
        ],
    },
)


@of_rows(STRINGS)
def test_strings_do_what_they_do_in_python(row: Any, examples: list[Examples]) -> None:
    hold(row, examples)


KEPT = ["", "é", "aé", "Ω", "ab"]


@pytest.mark.parametrize(
    "text", ["s + 'é'", "s[::-1]", "s.replace('é', 'e')", "s.find('Ω')", "'é' in s"]
)
def test_letters_beyond_ascii_are_letters_like_others(text: str) -> None:
    check("s", KEPT, text)


def test_the_case_of_letters_beyond_ascii_is_left_to_python() -> None:
    with pytest.raises(AssertionError, match="beyond ASCII"):
        check("s", ["é"], "s.upper()")
    check("s", ["abc", "xyz"], "s.upper()")


def test_texts_that_nobody_asks_for_may_be_anything() -> None:
    check("s", PLAIN, "name = f'{s:>5}' + '%d' % len(s) + '{}'.format(s); s + 'a'")
    check("s", PLAIN, "name = 2 * repr({s}) + f'{s!r:{s}}' + s; s + 'a'")


UNSPOKEN: dict[Any, str] = {
    ("length", Unspoken): "len(repr({s}))",
    ("truth", Unspoken): "1 if repr({s}) else 2",
    ("item", Unspoken): "repr({s})[0]",
    ("slice", Unspoken): "repr({s})[1:]",
    ("contains", Unspoken): "'a' in repr({s})",
    ("+", str, Unspoken): "len(s + repr({s}))",
    ("+", Unspoken, str): "len(repr({s}) + s)",
    ("*", Unspoken, int): "len(repr({s}) * 2)",
    ("==", Unspoken, object): "repr({s}) == s",
    ("==", object, Unspoken): "len(s) == repr({s})",
    ("<", Unspoken, object): "repr({s}) < s",
    ("<", object, Unspoken): "len(s) >= repr({s})",
    ("*", int, Unspoken): "len(2 * repr({s}))",
}


@pytest.mark.parametrize(("row", "text"), UNSPOKEN.items(), ids=UNSPOKEN.values())
def test_texts_that_are_not_made_decide_nothing(row: Any, text: str) -> None:
    with recorded() as found, pytest.raises(Refused, match="decides something"):
        check("s", PLAIN, text)
    assert row in found


def test_what_python_refuses_is_an_error_here() -> None:
    for text in ("s + 1", "s - 'a'", "s.index()", "s[0] < 3", "len(3)", "ord(3)", "'a' in 3"):
        with pytest.raises(Refused):
            check("s", ["ab"], text)
