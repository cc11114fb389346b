"""Games with words and with strings of signs."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from string import digits

from zermelo import Game, LastMoverWins, Move


@dataclass(frozen=True)
class FlipGame(LastMoverWins):
    """LeetCode 294, Flip Game II: turn two adjacent ++ into --; who cannot, loses."""

    signs: str = "+++++++++"

    @property
    def start(self):
        return self.signs

    def moves(self, signs):
        for i in range(len(signs) - 1):
            if signs[i : i + 2] == "++":
                yield signs[:i] + "--" + signs[i + 2 :]


def can_be_palindrome(letters):
    return sum(count % 2 for count in Counter(letters).values()) <= 1


@dataclass(frozen=True)
class LittleGirlAndGame(Game):
    """Codeforces 276B: drop a letter; who is to move on letters of a palindrome, wins."""

    word: str = "abracadabras"

    @property
    def start(self):
        return "".join(sorted(self.word))

    def moves(self, letters):
        if not can_be_palindrome(letters):
            for letter in sorted(set(letters)):
                yield Move(letters.replace(letter, "", 1), label=f"drop {letter}")

    def payoff(self, letters):
        return 1


@dataclass(frozen=True)
class AnOrdinaryGame(LastMoverWins):
    """AtCoder ABC 048 D: drop an inner letter, leaving no two equal neighbours."""

    word: str = "abcbacabcb"

    @property
    def start(self):
        return self.word

    def moves(self, word):
        for i in range(1, len(word) - 1):
            if word[i - 1] != word[i + 1]:
                yield word[:i] + word[i + 1 :]


@dataclass(frozen=True)
class GameWithString(LastMoverWins):
    """Codeforces 1104B: take out two equal letters that stand side by side."""

    word: str = "aabbccddcaabbac"

    @property
    def start(self):
        return self.word

    def moves(self, word):
        for i, (left, right) in enumerate(pairwise(word)):
            if left == right:
                yield word[:i] + word[i + 2 :]


@dataclass(frozen=True)
class SumGame(Game):
    """LeetCode 1927: Alice and Bob fill in digits; Bob wants both halves to add up equal."""

    number: str = "25??"

    @property
    def start(self):
        return self.number

    def moves(self, number):
        hole = number.find("?")
        while hole >= 0:
            for digit in digits:
                yield Move(number[:hole] + digit + number[hole + 1 :])
            hole = number.find("?", hole + 1)

    def payoff(self, number):
        half = len(number) // 2
        balanced = sum(map(int, number[:half])) == sum(map(int, number[half:]))
        alice_is_to_move = self.number.count("?") % 2 == 0
        return 1 if balanced != alice_is_to_move else -1


WORDS = frozenset(
    "game games gamut gate gather glad glade glass goat goal gold golden mate math mint minty "
    "money moan month tame tamer team tear term time timer tint tiny".split()
)


class Ghost(Game):
    """The parlour game of Ghost: add a letter to the beginning of a word; who ends one, loses."""

    start = ""

    def moves(self, prefix):
        if prefix not in WORDS:
            follow = {word[len(prefix)] for word in WORDS if word.startswith(prefix)}
            for letter in sorted(follow):
                yield Move(prefix + letter, label=letter.upper())

    def payoff(self, prefix):
        return 1


@dataclass(frozen=True)
class Shiritori(LastMoverWins):
    """The Japanese word chain: a word not yet said that begins with the last one's last letter."""

    words: frozenset[str] = frozenset(
        {"apple", "eagle", "egg", "goat", "tiger", "rabbit", "tree", "tea", "ant", "grape"}
    )

    @property
    def start(self):
        return None, self.words

    def moves(self, state):
        last, unsaid = state
        for word in sorted(unsaid):
            if last is None or word[0] == last[-1]:
                yield word, unsaid - {word}
