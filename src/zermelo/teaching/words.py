"""The words of a problem: cut to their stems, without those that say nothing."""

from __future__ import annotations

import re

WORD = re.compile(r"[^\W_]+")
PEOPLE = frozenset(  # what is said of two players in problems of every kind
    ("player", "turn", "alice", "bob", "opponent", "friend", "person", "alternate", "alternately",
     "optimal", "optimally", "perfectly", "both", "play", "win", "lose")
)  # fmt: skip
COMMON = PEOPLE | frozenset(  # what decides nothing, but counts a little beside words that do
    ("game", "each", "every", "take", "choose", "number", "integer", "move", "make", "start",
     "begin", "go", "get", "give", "given", "return", "true", "false", "determine", "assume",
     "guarantee", "force", "want", "best", "strategy", "possible", "row", "value", "num",
     "if", "only", "whether", "that", "this", "which", "what", "when", "where", "how", "many",
     "i", "you", "your", "he", "she", "his", "her", "their", "its", "other", "another", "some",
     "any", "all", "has", "have", "can", "may", "must", "should", "will", "would", "do", "doe",
     "not", "no", "so", "then", "than", "for", "from", "up", "there", "also", "always", "until")
)  # fmt: skip
EVERYWHERE = re.compile(  # phrases of problems of every kind, whose words say something elsewhere
    r"\b(?:(?:start|begin|go|move|play)(?:s|es|ing)? (?:first|second)"
    r"|(?:first|second|next|current) (?:player|mover|person)|(?<!than )two players"
    r"|(?:both )?(?:play|act|mov)(?:s|es|e|ing)? (?:optimally|perfectly)"
    r"|both players(?: play optimally)?|(?:take|takes|taking) turns|alice and bob"
    r"|return true if(?: and only if)?(?: (?:alice|you) (?:wins|can win))?"
    r"|(?:game|play) (?:ends|is over)"
    r"|given an? (?:array|list)(?: of (?:integers|numbers))?"
    r"|integer (?:array|list)|(?:array|list) of integers)\b"
)
STUCK = re.compile(  # the many ways to say that nobody can move
    r"(?:\b(?:can ?not|can['’]t|unable to|not able to|can no longer|no longer can|"
    r"has no way to)(?: make (?:a|any|another))?(?: legal| valid| possible| further)? moves?\b"
    r"|\b(?:is|are|gets?) stuck\b"
    r"|\b(?:(?:has|have|with|there (?:is|are)) no|without any) (?:legal |valid |possible "
    r"|available |more |further )?moves?\b(?: left\b| available\b)?)"
)
DIVIDED = re.compile(r"%\s*\w+\s*==?\s*0\b")  # n % x == 0, as code has it
MANY_PLAYERS = re.compile(r"\b(?:three|four|five|several|many|[3-9]|more than two) players\b")
SAME = {
    "taken": "take", "chosen": "choose",
    "pick": "take", "grab": "take", "remove": "take", "draw": "take", "select": "choose",
    "array": "row", "list": "row", "line": "row", "pile": "heap", "coin": "stone", "side": "end",
    "stick": "stone", "object": "stone", "pebble": "stone", "chip": "stone", "card": "stone",
    "match": "stone", "matchstick": "stone", "bean": "stone", "marble": "stone", "penny": "stone",
    "beginning": "front", "used": "use", "one": "1", "two": "2", "three": "3",
    "maximize": "maximise", "divisor": "divide", "divid": "divide", "infinite": "ever",
    "tak": "take", "mak": "make", "mov": "move", "remov": "take", "choos": "choose", "los": "lose",
    "us": "use", "scor": "score", "winn": "win", "giv": "give", "assum": "assume",
    "alternat": "alternate", "goe": "go", "beginn": "begin",
    "loser": "lose", "winner": "win",
    "forever": "ever", "cycle": "repeat", "loop": "repeat", "come": "repeat",
}  # fmt: skip
HISSING = ("ses", "xes", "zes", "ches", "shes")  # what has an e before its s for the sound alone
SILENT = frozenset(
    ("a", "an", "the", "of", "to", "in", "is", "it", "be", "and", "or", "who", "whoever", "with",
     "by", "at", "as", "on", "them", "they", "are")
)  # fmt: skip


def stems(text: str) -> frozenset[str]:
    """The words of a text, cut to what they have in common with others.

    >>> sorted(stems("Players TAKE coins; picking 1 of the ends"))
    ['1', 'end', 'player', 'stone', 'take']
    """
    return frozenset(map(stem, said_words(text)))


def said_words(text: str) -> list[str]:
    """The words that say something; 2*M is one, as 2M is."""
    plain = DIVIDED.sub(" divides ", " ".join(text.casefold().split()))
    plain = EVERYWHERE.sub(" ", STUCK.sub(" cannot move ", plain))
    joined = re.sub(r"(\d)\s*[*·×]\s*(?=[a-z])", r"\1", plain)
    return [word for word in WORD.findall(joined) if word not in SILENT]


def says_many_players(text: str) -> bool:
    """Whether a text is about more than two."""
    return MANY_PLAYERS.search(" ".join(text.casefold().split())) is not None


def stem(word: str) -> str:
    """A word without its ending; of words that mean the same here, one."""
    word = SAME.get(word, word)
    for tail in ("ing", "ed", "es" if word.endswith(HISSING) else "s"):
        if word.endswith(tail) and len(word) - len(tail) >= 3:
            word = word.removesuffix(tail)
            break
    return SAME.get(word, word)


def is_telling(word: str) -> bool:
    """Whether a word can decide: not if it is in problems of every kind, as small numbers are."""
    return word not in COMMON and not (word.isdigit() and len(word) < 3)


def has_words(said: str, text: str) -> bool:
    """Whether every word of a text is in what is said: as one that begins so, or by its stem.

    >>> has_words("Players remove stones", "coin rem"), has_words("Players remove stones", "move")
    (True, False)
    """
    words = text.casefold().split()
    asked = [word for word in words if WORD.search(word) and word not in SILENT] or words
    known, low = stems(said), said.casefold()
    return all(_begins(low, word) or frozenset() < stems(word) <= known for word in asked)


def words_for(said: str) -> list[str]:
    """Words by whose stem `has_words` finds what is said, for a search that knows no stems.

    >>> {"pick", "draw", "take", "the"} <= set(words_for("take it")), "row" in words_for("take it")
    (True, False)
    """
    known = stems(said)
    return sorted(SILENT | known | {word for word, meant in SAME.items() if meant in known})


def _begins(said: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}", said) is not None
