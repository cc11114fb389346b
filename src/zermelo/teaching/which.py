"""`which(text)`: from the words of a problem to the patterns that they give away.

A text is compared with the clues of every pattern, and with the names and rules of every game. A
word counts by how rare it is among them: "end" says more than "take". Words are cut to their stems,
and some stand for others ("pick" for "take", "array" for "row").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import log

from zermelo.errors import BadInput
from zermelo.games import GAMES, Catalogued
from zermelo.games.models import model_of
from zermelo.model.numerals import spelled
from zermelo.teaching.clues import ALL_PATTERNS, Pattern, said_pattern

MOST_MATCHES = 3  # matches
CLOSE_SCORE = 0.6  # of the best score, that is still told
LEAST_WEIGHT = 0.25  # of the weight of the words that a clue has to have
SHORT_TEXT, SPAN = 12, 6  # words of a text that is compared as a whole; of a part of a longer one
WEAK = 0.3  # what numbers and common words are worth: "player 1" takes no 1 from anywhere
COMMON = frozenset(("player", "turn", "alice", "bob", "game", "each"))
TELLING_WEIGHT = 9.0  # the weight of two or three rare words
IN_RULES = 0.6  # what a word is worth that stands in the rules of a game, not in a clue
GENERAL = 0.85  # of a clue that says how a game ends or is scored: many kinds of games have that
SAME = {
    "taken": "take", "chosen": "choose",
    "pick": "take", "grab": "take", "remove": "take", "draw": "take", "select": "choose",
    "array": "row", "list": "row", "line": "row", "pile": "heap", "coin": "stone", "side": "end",
    "stick": "stone", "object": "stone", "pebble": "stone", "chip": "stone", "card": "stone",
    "beginning": "front", "used": "use", "one": "1", "two": "2", "three": "3",
    "maximize": "maximise", "divisor": "divide", "divid": "divide", "infinite": "ever",
    "forever": "ever", "cycle": "repeat", "loop": "repeat", "come": "repeat",
}  # fmt: skip
SILENT = frozenset(
    ("a", "an", "the", "of", "to", "in", "is", "it", "be", "and", "or", "who", "whoever", "with",
     "by", "at", "as", "on", "them", "they", "are")
)  # fmt: skip


@dataclass(frozen=True)
class PatternMatch:
    """A pattern that a text gives away."""

    pattern: str  # its short name
    title: str  # what it is
    clue: str  # what it was recognised by
    state: str  # what a state consists of
    recurrence: str  # in its letters
    games: tuple[str, ...]  # those that the text is about come first
    template: str  # the function of zermelo.patterns for it, "" without one
    program: str  # the template that `zermelo template` prints for it, "" without one
    score: float  # 1 where every word is in a clue that has no other words; less where many have it

    def record(self) -> dict[str, object]:
        """The same as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Clue:
    """A text that stands for a pattern, and perhaps for one game of it."""

    pattern: Pattern
    text: str
    words: frozenset[str]
    worth: float = 1.0
    game: str = ""


def which(text: str) -> list[PatternMatch]:
    """The patterns that a text gives away, the likeliest first.

    >>> [(match.pattern, match.template) for match in which("take from either end")]
    [('interval', 'interval_game')]
    """
    parts = windows(text) if isinstance(text, str) else [frozenset[str]()]
    asked = [(words, _weight(words)) for words in parts]
    scored = sorted(
        ((_best_score(asked, clue), clue) for clue in _clues()), key=lambda pair: -pair[0]
    )
    best = scored[0][0]
    if best < LEAST_WEIGHT:
        raise _unknown(text)
    firsts: dict[str, tuple[float, Clue]] = {}
    for score, clue in scored:
        if score >= max(LEAST_WEIGHT, CLOSE_SCORE * best):
            firsts.setdefault(clue.pattern.key, (score, clue))
    near = [clue.game for score, clue in scored if clue.game and score >= LEAST_WEIGHT]
    return [_match(clue, score, near) for score, clue in list(firsts.values())[:MOST_MATCHES]]


def about(words: Sequence[str]) -> list[type[Catalogued]]:
    """The games that have every word in their names, rules or clues, in the catalogue's order."""
    return [game for game in GAMES if all(_has(_text_of(game), word) for word in words)]


def stems(text: str) -> frozenset[str]:
    """The words of a text, cut to what they have in common with others.

    >>> sorted(stems("Players TAKE coins; picking 1 of the ends"))
    ['1', 'end', 'player', 'stone', 'take']
    """
    return frozenset(map(_stem, _words(text)))


def _words(text: str) -> list[str]:
    """The words that say something; 2*M is one, as 2M is."""
    joined = re.sub(r"(\d)\s*[*·×]\s*(?=[a-z])", r"\1", text.casefold())
    return [word for word in re.findall(r"[^\W_]+", joined) if word not in SILENT]


def windows(text: str) -> list[frozenset[str]]:
    """The words of a short text; of a long one those of every few that follow each other."""
    words = _words(text)
    if len(words) <= SHORT_TEXT:
        return [stems(text)]
    spans = range(len(words) - SPAN + 1)
    return [frozenset(map(_stem, words[first : first + SPAN])) for first in spans]


def _stem(word: str) -> str:
    word = SAME.get(word, word)
    for tail in ("ing", "ed", "es", "s"):
        if word.endswith(tail) and len(word) - len(tail) >= 3:
            word = word.removesuffix(tail)
            break
    return SAME.get(word, word)


def _best_score(asked: list[tuple[frozenset[str], float]], clue: Clue) -> float:
    """Of every part of the text: how much of it is in the clue, and how much of the clue in it.

    A part of a long text also needs words that say something: "player 1" is in every problem.
    """
    whole = _weight(clue.words)
    best = 0.0
    for words, weight in asked:
        shared = _weight(words & clue.words)
        if shared:
            telling = 1.0 if len(asked) == 1 else min(1.0, shared / TELLING_WEIGHT)
            score = shared / weight * (0.7 + 0.3 * shared / whole) * telling
            best = max(best, score * clue.worth)
    return best


def _weight(words: frozenset[str]) -> float:
    rarity = _rarity()
    return sum(rarity.get(word, rarity[""]) for word in words)


@cache
def _rarity() -> dict[str, float]:
    """How rare each word is among the clues; that of a word in none of them is under ""."""
    clues = _clues()
    every = frozenset().union(*(clue.words for clue in clues))
    found = {word: log(1 + len(clues) / sum(word in c.words for c in clues)) for word in every}
    weak = {word: WEAK * found[word] for word in every if word.isdigit() or word in COMMON}
    return {**found, **weak, "": log(1 + len(clues))}


@cache
def _clues() -> tuple[Clue, ...]:
    return tuple(_all_clues())


def _all_clues() -> Iterator[Clue]:
    for pattern in ALL_PATTERNS:
        for text in pattern.clues:
            yield Clue(pattern, text, stems(text), _worth(pattern))
    for kind in GAMES:
        pattern, model = _pattern(kind), model_of(kind)
        for text in model.clues if model else ():
            yield Clue(pattern, text, stems(text), 1.0, kind.name)
        for name in (kind.name, *kind.aliases):
            yield Clue(pattern, f"the name {name}", stems(name), 1.0, kind.name)
        rules = stems(kind.rules())
        worth = IN_RULES * _worth(pattern)
        yield Clue(pattern, f"the rules of {kind.name}", rules, worth, kind.name)


def _worth(pattern: Pattern) -> float:
    return GENERAL if pattern.is_general else 1.0


def _pattern(kind: type[Catalogued]) -> Pattern:
    return _patterns()[kind.name]


@cache
def _patterns() -> dict[str, Pattern]:
    found = {kind.name: said_pattern(kind.example_game()) for kind in GAMES}
    return {name: pattern for name, pattern in found.items() if pattern}


def _match(clue: Clue, score: float, near: list[str]) -> PatternMatch:
    pattern = clue.pattern
    names = [kind.name for kind in GAMES if _pattern(kind) is pattern]
    first = [name for name in dict.fromkeys(near) if name in names]
    return PatternMatch(
        pattern=pattern.key,
        title=pattern.title,
        clue=clue.text,
        state=pattern.state,
        recurrence=pattern.recurrence,
        games=tuple(dict.fromkeys([*first, *names])),
        template=pattern.template,
        program=pattern.program,
        score=round(score, 3),
    )


def _text_of(kind: type[Catalogued]) -> str:
    """All that is said of a game: of its pattern's clues those that are told of its moves."""
    pattern, model = _pattern(kind), model_of(kind)
    shaped = not pattern.shapes or type(kind.example_game().shape) in pattern.shapes
    clues = (*(model.clues if model else ()), *(pattern.clues if shaped else ()))
    return " ".join((kind.name, *kind.aliases, kind.rules(), *clues)).casefold()


def _has(text: str, word: str) -> bool:
    return word.casefold().replace("-", " ") in text or (
        bool(stems(word)) and stems(word) <= stems(text)
    )


def _unknown(text: object) -> BadInput:
    examples = ", ".join(f'"{pattern.clues[0]}"' for pattern in ALL_PATTERNS[:4])
    return BadInput(
        spelled(text),
        where="which",
        rule="no clue, no name and no rules of a game have these words",
        fix=f"Say how a move is made, or how it ends, e.g. {examples}",
    )
