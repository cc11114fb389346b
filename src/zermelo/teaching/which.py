"""`which(text)`: from the words of a problem to the patterns that they give away.

A text is compared with the clues of every pattern, and with the names and rules of every game. A
word counts by how rare it is among them: "end" says more than "take". Words are cut to their stems,
and some stand for others ("pick" for "take", "array" for "row"). What is in problems of every kind
decides nothing: a phrase such as "player 1 starts first" is left out, and a word such as
"optimally" counts only beside one that says more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from math import log

from zermelo.errors import BadInput
from zermelo.games import GAMES, Catalogued, find
from zermelo.games.models import model_of
from zermelo.model.game import LastMoveGame
from zermelo.model.numerals import spelled
from zermelo.teaching.clues import ALL_PATTERNS, PATTERNS, Pattern, said_pattern, written_for
from zermelo.teaching.words import (
    COMMON,
    PEOPLE,
    WORD,
    has_words,
    is_telling,
    said_words,
    says_many_players,
    stem,
    stems,
)

MOST_MATCHES = 3  # matches
CLOSE_SCORE = 0.6  # of the best score, that is still told
LEAST_WEIGHT = 0.25  # of the weight of the words that a clue has to have
SHORT_TEXT, SPAN = 12, 6  # words of a text that is compared as a whole; of a part of a longer one
WEAK = 0.3  # what numbers and common words are worth: "player 1" takes no 1 from anywhere
TELLING_WEIGHT = 9.0  # the weight of two or three rare words
ASK_NEXT = "what counts, a score or the last move; and whether a position can come back"
IN_RULES = 0.6  # what a word is worth that stands in the rules of a game, not in a clue
SEVERAL = frozenset(map(stem, ("three", "four", "several", "many", "3", "4")))  # players
GENERAL = 0.85  # of a clue that says how a game ends or is scored: many kinds of games have that


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
    said: str
    words: frozenset[str]
    worth: float = 1.0
    game: str = ""
    text: str = ""  # what it is called, where it is not quoted
    is_own: bool = False  # a name of one game, or what is said of it alone

    @classmethod
    def of(
        cls, pattern: Pattern, said: str, worth: float = 1.0, game: str = "", text: str = ""
    ) -> Clue:
        """With the words of what is said."""
        return cls(pattern, said, stems(said), worth, game, text or said)

    @classmethod
    def own(cls, pattern: Pattern, said: str, game: str, text: str = "") -> Clue:
        """Of one game alone."""
        return cls(pattern, said, stems(said), 1.0, game, text or said, is_own=True)

    def is_said(self, common: frozenset[str]) -> bool:
        """Whether these of its words are enough; of those for one game the rarest is among them.

        "The last stone" is not about "a bonus for the last coin".
        """
        rarity = _rarity()
        rarest = max(map(rarity.__getitem__, self.words))
        return not self.is_own or any(rarity[word] == rarest for word in common)

    def says_all(self, words: frozenset[str]) -> bool:
        """Whether it is in a text as a whole; all of the text, where it is for one game."""
        return self.words == words if self.game else self.words <= words


def which(text: str) -> list[PatternMatch]:
    """The patterns that a text gives away, the likeliest first.

    >>> [(match.pattern, match.template) for match in which("take from either end")]
    [('interval', 'interval_game')]
    """
    parts = windows(text) if isinstance(text, str) else [frozenset[str]()]
    scored = _scored(parts)
    if scored[0][0] < LEAST_WEIGHT and len(parts) == 1 and isinstance(text, str):
        parts = windows(text, SPAN)  # a few of its words may say more than all of them
        scored = _scored(parts)
    best = scored[0][0]
    if best < LEAST_WEIGHT:
        raise _unknown(text)
    firsts: dict[str, tuple[float, Clue]] = {}
    for score, clue in scored:
        if score >= max(LEAST_WEIGHT, CLOSE_SCORE * best):
            firsts.setdefault(clue.pattern.key, (score, clue))
    near = [clue.game for score, clue in scored if clue.game and score >= LEAST_WEIGHT]
    told = list(firsts.values())[:MOST_MATCHES]
    if not told[0][1].is_own:
        told.sort(key=lambda pair: not _is_named(pair[1].pattern, parts))
    if says_many_players(text):
        vectors = next(pair for pair in scored if pair[1].pattern.key == "players")
        others = (pair for pair in told if pair[1].pattern.key != "players")
        told = [vectors, *others][:MOST_MATCHES]
    return [_match(clue, score, near) for score, clue in told]


def _scored(parts: list[frozenset[str]]) -> list[tuple[float, Clue]]:
    """All clues, those first that fit best."""
    asked = [(words, _weight(words)) for words in parts]
    found = ((_best_score(asked, clue), clue) for clue in _clues())
    return sorted(found, key=lambda pair: -pair[0])


def _is_named(pattern: Pattern, parts: list[frozenset[str]]) -> bool:
    """Whether it says how a move is made, and one of its clues is in the text as a whole."""
    clues = (clue for clue in _clues() if clue.pattern is pattern and not clue.game)
    return not pattern.is_general and any(clue.words <= part for clue in clues for part in parts)


def about(text: str) -> list[type[Catalogued]]:
    """The games that have every word in their names, rules or clues, the best matches first.

    >>> [kind.name for kind in about("divides")]
    ['divisor']
    """
    found = [kind for kind in GAMES if has_words(" ".join(clues_to(kind)), text)]
    return sorted(found, key=lambda kind: _nearness(kind, text), reverse=True)


def _nearness(kind: type[Catalogued], text: str) -> tuple[bool, float]:
    """Whether a name of the game begins so, and how well its best clue fits."""
    begins = any(name.startswith(text.strip().casefold()) for name in (kind.name, *kind.aliases))
    asked = [(stems(text), _weight(stems(text)))]
    return begins, max(_best_score(asked, clue) for clue in _told()[kind.name])


def windows(text: str, short: int = SHORT_TEXT) -> list[frozenset[str]]:
    """The words of a short text; of a long one those of every few that follow each other."""
    words = said_words(text)
    if len(words) <= short:
        return [stems(text)]
    spans = range(len(words) - SPAN + 1)
    return [frozenset(map(stem, words[first : first + SPAN])) for first in spans]


def _best_score(asked: list[tuple[frozenset[str], float]], clue: Clue) -> float:
    """Of every part of the text: how much of it is in the clue, and how much of the clue in it.

    A part of a long text also needs words that say something: "player 1" is in every problem.
    """
    whole = _weight(clue.words)
    best = 0.0
    for words, weight in asked:
        common = words & clue.words
        shared = _weight(common)
        telling = any(map(is_telling, common)) and clue.is_said(common)
        if telling or clue.says_all(words):
            rare = 1.0 if len(asked) == 1 else min(1.0, shared / TELLING_WEIGHT)
            score = shared / weight * (0.7 + 0.3 * shared / whole) * rare
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
    unseen = log(1 + len(clues))
    weak = {word: WEAK * found.get(word, unseen) for word in every | COMMON if not is_telling(word)}
    return {**found, **weak, "": unseen}


@cache
def _clues() -> tuple[Clue, ...]:
    return tuple(_all_clues())


def _all_clues() -> Iterator[Clue]:
    for pattern in ALL_PATTERNS:
        for text in pattern.clues:
            yield Clue.of(pattern, text, _worth(pattern))
    for kind in GAMES:
        yield from _own_clues(kind)


def _own_clues(kind: type[Catalogued]) -> Iterator[Clue]:
    """What is said of one game: its clues, its names and its rules."""
    pattern, model = _pattern(kind), model_of(kind)
    for text in model.clues if model else ():
        yield Clue.own(pattern, text, kind.name)
    for name in (kind.name, *kind.aliases):
        yield Clue.own(pattern, name, kind.name, f"the name {name}")
    worth = IN_RULES * _worth(pattern)
    yield Clue.of(pattern, kind.rules(), worth, kind.name, f"the rules of {kind.name}")


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
    template, program = pattern.template, pattern.program
    if clue.game:
        template, program = written_for(find(clue.game).example_game(), pattern)
    return PatternMatch(
        pattern=pattern.key,
        title=pattern.title,
        clue=clue.text,
        state=pattern.state,
        recurrence=pattern.recurrence,
        games=tuple(dict.fromkeys([*first, *names])),
        template=template,
        program=program,
        score=round(score, 3),
    )


def clues_to(kind: type[Catalogued]) -> list[str]:
    """The texts by which a game is found: its own clues, its names, its rules, its pattern's."""
    return [clue.said for clue in _told()[kind.name]]


@cache
def _told() -> dict[str, tuple[Clue, ...]]:
    """All clues to each game, by its name."""
    return {kind.name: tuple(_clues_to(kind)) for kind in GAMES}


def _clues_to(kind: type[Catalogued]) -> Iterator[Clue]:
    """Its own, and of its pattern those that are told of its moves, and of its end."""
    pattern = _pattern(kind)
    yield from _own_clues(kind)
    if not pattern.shapes or type(kind.example_game().shape) in pattern.shapes:
        worth = IN_RULES if pattern.is_general else 1.0
        yield from (Clue.of(pattern, text, worth) for text in pattern.clues)
    if issubclass(kind, LastMoveGame):
        last = PATTERNS["last"]
        yield from (Clue.of(last, text, _worth(last)) for text in last.clues)


def _unknown(text: object) -> BadInput:
    examples = ", ".join(f'"{pattern.clues[0]}"' for pattern in ALL_PATTERNS[:4])
    fix = f"Say how a move is made, or how it ends, e.g. {examples}"
    rule = "no clue, no name and no rules of a game have these words"
    words = frozenset(map(stem, WORD.findall(text.casefold()) if isinstance(text, str) else ()))
    if words & COMMON:
        players = "a game of several players" if words & SEVERAL else "a two-player game"
        kind = players if words & PEOPLE else "words of every problem"
        rule, fix = f"{kind}, which pattern is not said yet", f"{fix}; {ASK_NEXT}"
    return BadInput(spelled(text), where="which", rule=rule, fix=fix)
