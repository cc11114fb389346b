"""itertools in rules: every function, held against Python."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from row_examples import Examples, Table, add, check, hold, of_rows

ROWS = [(), (1,), (2, 1), (3, 1, 2), (0, 5, 4, 4), (1, 1, -1, 1, 2, 0)]
INDEXED = [(row, n) for row in ROWS for n in (0, 1, 2, 5)]
WORDS = ["", "a", "ab", "aab", "abba"]

ITERTOOLS: Table = {}
add(
    ITERTOOLS,
    "s, n",
    INDEXED,
    {
        itertools.product: [
            "tuple(itertools.product(s, (1, 2)))",
            "tuple(itertools.product(s[:3], repeat=2))",
            "tuple(itertools.product(range(n), s[:2], 'ab'))",
            "sum(a * b for a, b in itertools.product(s, s))",
            "tuple(itertools.product())",
            "tuple(itertools.product((0, 1), repeat=3))[n]",
        ],
        itertools.combinations: [
            "tuple(itertools.combinations(s, 2))",
            "tuple(itertools.combinations(range(n), 3))",
            "len(list(itertools.combinations(s, 0)))",
        ],
        itertools.combinations_with_replacement: [
            "tuple(itertools.combinations_with_replacement(s[:4], 2))"
        ],
        itertools.permutations: [
            "tuple(itertools.permutations(s, 2))",
            "tuple(itertools.permutations((1, n, 3)))",
            "len(tuple(itertools.permutations(range(n), 2)))",
        ],
        itertools.chain: [
            "tuple(itertools.chain(s, (n,), s))",
            "sum(itertools.chain(*[s, s]))",
            "tuple(itertools.chain())",
            "tuple(itertools.chain(range(n), reversed(s)))",
        ],
        itertools.chain.from_iterable: [
            "tuple(itertools.chain.from_iterable([s, (n,)]))",
            "tuple(itertools.chain.from_iterable(range(k) for k in s))",
        ],
        itertools.pairwise: [
            "tuple(itertools.pairwise(s))",
            "sum(a < b for a, b in itertools.pairwise(s))",
            "tuple(itertools.pairwise(range(n)))",
        ],
        itertools.accumulate: [
            "tuple(itertools.accumulate(s))",
            "tuple(itertools.accumulate(s, max))",
            "tuple(itertools.accumulate(s, initial=n))",
            "tuple(itertools.accumulate(s, lambda a, b: a * 2 + b))",
            "tuple(itertools.accumulate(s, func=max, initial=2))",
        ],
        itertools.takewhile: [
            "tuple(itertools.takewhile(lambda k: k < n, s))",
            "sum(itertools.takewhile(bool, s))",
        ],
        itertools.dropwhile: "tuple(itertools.dropwhile(lambda k: k < n, s))",
        itertools.filterfalse: [
            "tuple(itertools.filterfalse(lambda k: k < n, s))",
            "tuple(itertools.filterfalse(None, s))",
        ],
        itertools.compress: [
            "tuple(itertools.compress(s, (1, 0, 1)))",
            "tuple(itertools.compress('abcdef', s))",
        ],
        itertools.starmap: [
            "tuple(itertools.starmap(pow, [(k, 2) for k in s]))",
            "sum(itertools.starmap(lambda a, b: a - b, itertools.pairwise(s)))",
        ],
        itertools.repeat: [
            "tuple(itertools.repeat(n, 3))",
            "tuple(itertools.repeat(1, n))",
            "tuple(zip(s, itertools.repeat(n)))",
            "tuple(map(pow, s, itertools.repeat(2)))",
        ],
        itertools.count: [
            "next(k for k in itertools.count() if k not in s)",
            "tuple(zip(s, itertools.count(n)))",
            "tuple(zip(itertools.count(n, 3), s))",
            "tuple(zip(s, itertools.count(n, -2)))",
            "next(k for k in itertools.count(n) if k * k > 10)",
        ],
        itertools.islice: [
            "tuple(itertools.islice(s, n))",
            "tuple(itertools.islice(s, 1, None))",
            "tuple(itertools.islice(s, n, 4, 2))",
            "tuple(itertools.islice((k * k for k in s), 2))",
            "tuple(itertools.islice(itertools.count(n), 3))",
            "tuple(itertools.islice(itertools.cycle((1, n)), 5))",
        ],
        itertools.groupby: [
            "tuple((k, len(list(g))) for k, g in itertools.groupby(s))",
            "tuple(k for k, _ in itertools.groupby(s))",
            "tuple((k, tuple(g)) for k, g in itertools.groupby(s, key=lambda x: x % 2))",
            "max((sum(1 for _ in g) for _, g in itertools.groupby(s)), default=n)",
        ],
        itertools.zip_longest: [
            "tuple(itertools.zip_longest(s, (7, 8), fillvalue=n))",
            "tuple(itertools.zip_longest(s, range(n)))",
            "tuple(itertools.zip_longest(s, s[1:], 'ab', fillvalue=0))",
        ],
        itertools.cycle: [
            "tuple(zip(s, itertools.cycle((1, n))))",
            "tuple(zip(range(n), itertools.cycle('ab')))",
            "tuple(zip(range(n), itertools.cycle(s)))",
        ],
    },
)
add(
    ITERTOOLS,
    "s",
    WORDS,
    {
        itertools.product: "tuple(''.join(p) for p in itertools.product(s, repeat=2))",
        itertools.combinations: "frozenset(''.join(p) for p in itertools.combinations(s, 2))",
        itertools.permutations: "frozenset(map(''.join, itertools.permutations(s, 2)))",
        itertools.groupby: [
            "''.join(k for k, _ in itertools.groupby(s))",
            "''.join(k + str(len(list(g))) for k, g in itertools.groupby(s))",
        ],
        itertools.accumulate: "tuple(itertools.accumulate(s))",
        itertools.pairwise: "tuple(a + b for a, b in itertools.pairwise(s))",
        itertools.takewhile: "''.join(itertools.takewhile(lambda c: c == 'a', s))",
        itertools.chain: "''.join(itertools.chain(s, 'x', reversed(s)))",
    },
)


@of_rows(ITERTOOLS)
def test_itertools_do_what_they_do_in_python(row: Any, examples: list[Examples]) -> None:
    hold(row, examples)


@pytest.mark.parametrize(
    "text",
    [
        "a = itertools.takewhile(lambda k: k < 3, s); tuple(a)",
        "tuple(x for pair in itertools.combinations(s, 2) for x in pair if x > n)",
        "any(a == b for a, b in itertools.combinations(s, 2))",
        "next((p for p in itertools.permutations(s, 2) if sum(p) == n), None)",
        "max(itertools.product(s, (n,)), default=())",
        "sorted(itertools.chain(s, [n]))[0]",
    ],
)
def test_what_itertools_give_is_used_like_any_sequence(text: str) -> None:
    check("s, n", INDEXED, text)
