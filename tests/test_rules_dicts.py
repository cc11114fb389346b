"""Dicts, defaultdicts and Counters that are built while playing, held against Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from row_examples import LETTERS, Examples, Table, add, check, hold, of_rows

ROWS = [(), (1,), (2, 1), (3, 1, 3), (0, 5, 0, 5, 2), (1, 1, 1)]
WORDS = ["", "a", "ab", "aab", "banana", "xyz"]
PAIRS = [(one, two) for one in ("", "a", "aab", "cab") for two in ("", "a", "bb", "abc", "aaab")]
KEYS, VALUES, ITEMS = (type(view) for view in (LETTERS.keys(), LETTERS.values(), LETTERS.items()))
SQUARES = "d = {k: k * k for k in s}"
COUNTED = "d = Counter(s)"
TWO = "c, d = Counter(s), Counter(t)"

DICTS: Table = {}
add(
    DICTS,
    "s",
    ROWS,
    {
        dict: [
            "d = dict(); d[1] = len(s); tuple(d.items())",
            "tuple(dict(zip(s, range(9))).items())",
            "d = dict(a=len(s), b=2); tuple(d.items())",
            "dict([(1, 2), (len(s), 3)])[1]",
            f"{SQUARES}; tuple(dict(d).items())",
            "d = dict({1: 2}); d[3] = 4; len(d) + len(s)",
            "dict.get({1: 5}, len(s), 0)",
        ],
        dict.fromkeys: [
            "tuple(dict.fromkeys(s))",
            "tuple(dict.fromkeys(s, 7).items())",
            "len(dict.fromkeys(s))",
            "d = dict.fromkeys(range(3), 0); d[len(s) % 3] += 5; tuple(d.values())",
        ],
        ("length", dict): f"{SQUARES}; len(d)",
        ("truth", dict): [f"{SQUARES}; 1 if d else 2", "d = {}; not d"],
        ("contains", dict): [
            f"{SQUARES}; 1 in d",
            f"{SQUARES}; len(s) not in d",
            "len(s) in {1: 2}",
        ],
        ("item", dict): [
            f"{SQUARES}; d[1]",
            f"{SQUARES}; d[len(s)]",
            "{1: 'one', 2: 'two'}[len(s)]",
            "{1: (1, 2), 2: None}[len(s)]",
            "d = {}; d[len(s)]",
        ],
        (dict, "get"): [
            f"{SQUARES}; d.get(1)",
            f"{SQUARES}; d.get(1, -1)",
            "{1: 'one', 2: 'two'}.get(len(s), '')",
            f"{SQUARES}; d.get(5, 'none')",
            "d = {}; d.get(len(s))",
        ],
        (dict, "setdefault"): [
            f"{SQUARES}; d.setdefault(1, 9) + len(d)",
            "d = {}; d.setdefault(len(s), []).append(4); d[len(s)][0]",
        ],
        (dict, "pop"): [
            f"{SQUARES}; d.pop(1) * 10 + len(d)",
            f"{SQUARES}; d.pop(1, 7) * 10 + len(d)",
            f"{SQUARES}; d.pop(1, None)",
        ],
        (dict, "popitem"): [f"{SQUARES}; d.popitem()", f"{SQUARES}; d.popitem(); tuple(d)"],
        (dict, "clear"): f"{SQUARES}; d.clear(); d[4] = 5; tuple(d.items())",
        (dict, "keys"): [
            f"{SQUARES}; tuple(d.keys())",
            f"{SQUARES}; 1 in d.keys()",
            f"{SQUARES}; len(d.keys())",
        ],
        (dict, "values"): [
            f"{SQUARES}; tuple(d.values())",
            f"{SQUARES}; sum(d.values())",
            f"{SQUARES}; 1 in d.values()",
        ],
        (dict, "items"): [
            f"{SQUARES}; tuple(d.items())",
            f"{SQUARES}; (1, 1) in d.items()",
            f"{SQUARES}; sum(k * v for k, v in d.items())",
            f"{SQUARES}; tuple(sorted(d.items()))",
        ],
        (dict, "copy"): f"{SQUARES}; e = d.copy(); e[7] = 8; len(d) * 10 + len(e)",
        (dict, "update"): [
            f"{SQUARES}; d.update({{1: 5, 9: 9}}); tuple(d.items())",
            f"{SQUARES}; d.update([(1, 4)]); tuple(d.items())",
            f"{SQUARES}; d.update(d); len(d)",
            "d = {'a': 1}; d.update(b=len(s)); tuple(d.items())",
            f"{SQUARES}; d.update(zip(s, s)); tuple(d.items())",
            f"{SQUARES}; d.update({{k: 0 for k in s}}); sum(d.values())",
        ],
        ("==", dict, dict): [
            f"{SQUARES}; d == {{1: 1}}",
            f"{SQUARES}; d != {{k: k for k in s}}",
            f"{SQUARES}; d == {{}}",
        ],
        ("|", dict, dict): [
            f"{SQUARES}; tuple((d | {{1: 5}}).items())",
            f"{SQUARES}; tuple(({{1: 5}} | d).items())",
        ],
        ("length", KEYS): f"{SQUARES}; len(d.keys())",
        ("length", VALUES): f"{SQUARES}; len(d.values())",
        ("length", ITEMS): f"{SQUARES}; len(d.items())",
        ("truth", KEYS): f"{SQUARES}; 1 if d.keys() else 2",
        ("truth", VALUES): f"{SQUARES}; not d.values()",
        ("truth", ITEMS): f"{SQUARES}; bool(d.items())",
        ("contains", KEYS): f"{SQUARES}; len(s) in d.keys()",
        enumerate: [
            f"{SQUARES}; tuple(enumerate(d))",
            f"{SQUARES}; tuple(k * v for k, v in enumerate(d.values()))",
        ],
        zip: [
            f"{SQUARES}; tuple(zip(d, d.values()))",
            f"{SQUARES}; tuple(zip(range(9), d.items()))",
        ],
        sorted: [
            f"{SQUARES}; tuple(sorted(d))",
            f"{SQUARES}; tuple(sorted(d, key=d.get, reverse=True))",
        ],
        min: [f"{SQUARES}; min(d)", f"{SQUARES}; min(d, key=lambda k: -d[k], default=-1)"],
        max: [
            f"{SQUARES}; max(d.values(), default=0)",
            f"{SQUARES}; max(d.items(), key=lambda e: e[1])",
        ],
        sum: f"{SQUARES}; sum(d)",
        list: f"{SQUARES}; a = list(d); a.append(3); tuple(a)",
        tuple: f"{SQUARES}; tuple(d)",
        set: f"{SQUARES}; frozenset(set(d) | {{4}})",
        reversed: [f"{SQUARES}; tuple(reversed(d))", f"{SQUARES}; tuple(reversed(d.values()))"],
        defaultdict: [
            "d = defaultdict(int); d[1] += len(s); tuple(d.items())",
            "d = defaultdict(list); d[0].append(5); len(d[1]) + len(d)",
            "d = defaultdict(int, {1: 2}); d[len(s)] += 1; tuple(d.items())",
            "d = defaultdict(set); d[len(s)].add(3); len(d[1])",
            "d = defaultdict(lambda: 5); d[len(s)] - len(d)",
            "d = defaultdict(int); d.get(3, 8) + len(d) + len(s)",
            "d = defaultdict(int); 3 in d or len(s)",
            "d = defaultdict(None); d[len(s)]",
        ],
    },
)
add(
    DICTS,
    "s",
    WORDS,
    {
        Counter: [
            f"{COUNTED}; tuple(d.items())",
            f"{COUNTED}; d['a']",
            f"{COUNTED}; d['z'] + len(d)",
            f"{COUNTED}; tuple(Counter(d).items())",
            "d = Counter(); d[len(s)] += 2; tuple(d.items())",
            "d = Counter({'a': 3}); d[s] += 1; tuple(d.items())",
            "d = Counter(a=2); d['b'] -= len(s); tuple(d.items())",
            f"{COUNTED}; sum(v for v in d.values() if v > 1)",
            f"{COUNTED}; d.get('q')",
            f"{COUNTED}; all(v < 2 for v in d.values())",
            f"{COUNTED}; max(d.values(), default=0)",
            f"{COUNTED}; tuple(sorted(d.items()))",
            f"{COUNTED}; del d['z']; len(d)",
        ],
        (Counter, "most_common"): [
            f"{COUNTED}; tuple(d.most_common())",
            f"{COUNTED}; tuple(d.most_common(1))",
            f"{COUNTED}; d.most_common(1)[0][0]",
            f"{COUNTED}; tuple(d.most_common(len(s) - 2))",
        ],
        (Counter, "total"): f"{COUNTED}; d.total()",
        (Counter, "elements"): [
            f"{COUNTED}; ''.join(d.elements())",
            f"{COUNTED}; d['a'] -= 5; tuple(d.elements())",
        ],
        (dict, "copy"): f"{COUNTED}; e = d.copy(); e['a'] += 1; d['a'] * 10 + e['a']",
        (dict, "get"): ["LETTERS.get(s)", "LETTERS.get(s, -1)", "LETTERS.get(s[:1], s)"],
        ("item", dict): ["LETTERS[s]", "LETTERS[s[:2]]"],
        ("contains", dict): ["s in LETTERS", "s[:1] in LETTERS", "len(s) in LETTERS"],
    },
)
add(
    DICTS,
    "s, t",
    PAIRS,
    {
        (Counter, "update"): [
            f"{TWO}; c.update(d); tuple(c.items())",
            f"{TWO}; c.update(t); tuple(c.items())",
            f"{TWO}; c.update({{'a': 3}}); tuple(c.items())",
        ],
        (Counter, "subtract"): [
            f"{TWO}; c.subtract(d); tuple(c.items())",
            f"{TWO}; c.subtract(t); tuple(c.items())",
        ],
        (dict, "keys"): [f"{TWO}; tuple(k for k in c.keys() if k in d.keys())"],
    },
)


@of_rows(DICTS)
def test_dicts_do_what_they_do_in_python(row: Any, examples: list[Examples]) -> None:
    hold(row, examples)


@pytest.mark.parametrize(
    "text",
    [
        *(f"tuple((c {sign} d).items())" for sign in "+-&|"),
        *(f"c {sign} d" for sign in ("==", "!=", "<=", "<", ">=", ">")),
        "not c - d",
        "c['z'] += 0; c == d",
        "c += d; tuple(c.items())",
        "c -= d; tuple(c.items())",
        "tuple((+c).items())",
    ],
)
def test_counters_are_added_and_compared_as_in_python(text: str) -> None:
    check("s, t", PAIRS, f"{TWO}; {text}")


@pytest.mark.parametrize(
    "text",
    [
        "d = {'a': 0, 'b': 0}; d[s[:1]] += 1; tuple(d.items())",
        "d = {'a': 1}; d[s] = 2; len(d)",
        "d = {1: 2, 3: 4}; del d[len(s)]; tuple(d)",
        "d = {'a': {'b': 1}}; d['a']['b'] += len(s); d['a']['b']",
        "d = {1: 2}; d.update({len(s): 5}); tuple(d.items())",
        "d = {1: 2}; d.pop(len(s), 0)",
        "d = {1: 2}; e = {1: 2}; e[len(s)] = 3; len(d) * 10 + len(e)",
        "d = {k: 0 for k in 'ab'}; d['a'] += len(s); tuple(d.items())",
    ],
)
def test_a_dict_of_constants_that_is_changed_is_the_rules_own(text: str) -> None:
    check("s", WORDS, text)


@pytest.mark.parametrize(
    "text",
    [
        "max(d, key=d.get, default='')",
        "tuple(sorted(d, key=d.get))",
        "tuple(map(d.get, 'abc'))",
        "get = d.get; get('a', 9)",
        "tuple(filter(d.__contains__, 'abc'))",
    ],
)
def test_a_method_of_a_dict_is_a_function(text: str) -> None:
    check("s", WORDS, f"d = Counter(s); {text}")


@pytest.mark.parametrize(
    "text",
    [
        "d = {}; d[(1, 2)] = 3; d[(len(s), 2)] = 4; tuple(d.items())",
        "d = {c: k for k, c in enumerate(s)}; tuple(d.items())",
        "d = {s: 1, s + 'a': 2}; d[s + 'a']",
        "d = {len(s): s}; tuple(d.items())",
        "d = {(c, 1): c * 2 for c in s}; d[('a', 1)]",
        "d = {frozenset(s): 1}; d[frozenset('ab')]",
        "d = {1: None}; d[len(s)] = s; tuple(d.items())",
        "d = {True: 1}; d[len(s)] = 7; tuple(d.items())",
        "d = {k: {k: s} for k in range(2)}; d[1][len(s)]",
        "d = {k: [] for k in range(3)}; d[len(s) % 3].append(s); tuple(map(tuple, d.values()))",
        "d = {'a': 1}; d |= {s: 5}; tuple(d.items())",
        "d = {c: 0 for c in s}; del d['a']; tuple(d)",
        "d = {**LETTERS, s: 9}; tuple(d.items())",
        "d = {k: v for k, v in LETTERS.items() if k in s}; tuple(d.items())",
    ],
)
def test_keys_and_values_of_all_kinds_are_as_in_python(text: str) -> None:
    check("s", WORDS, text)


def test_a_view_of_a_dict_shows_what_is_put_in_later() -> None:
    for view in ("d.values()", "d.items()", "d.keys()"):
        check("s", ROWS, f"d = {{k: 1 for k in s}}; v = {view}; d[77] = 5; len(v)")
        check("s", ROWS, f"d = {{k: 1 for k in s}}; v = {view}; d[77] = 5; len(tuple(v))")
