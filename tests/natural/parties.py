"""Games of three players, and one of any number of pirates."""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from zermelo import Move, PayoffGame


class Player(IntEnum):
    """The three who play."""

    ANN = 0
    BEN = 1
    CAT = 2

    @classmethod
    def after(cls, player):
        return cls((player + 1) % len(cls))


class Draft(NamedTuple):
    """The fruit that is left, and who takes next."""

    left: frozenset[str]
    turn: Player = Player.ANN


@dataclass(frozen=True)
class FruitDraft(PayoffGame):
    """Picking in turn (Brams and Straffin 1979): all take one thing after another, by own taste."""

    players = 3
    tastes = {
        Player.ANN: {"apple": 6, "banana": 5, "cherry": 4, "date": 3, "elder": 2, "fig": 1},
        Player.BEN: {"apple": 5, "banana": 6, "cherry": 1, "date": 4, "elder": 3, "fig": 2},
        Player.CAT: {"apple": 3, "banana": 6, "cherry": 5, "date": 4, "elder": 1, "fig": 2},
    }

    @property
    def start(self):
        return Draft(frozenset(self.tastes[Player.ANN]))

    def turn(self, state):
        return state.turn

    def moves(self, state):
        for fruit in sorted(state.left):
            gain = self.tastes[state.turn][fruit]
            yield Move(Draft(state.left - {fruit}, Player.after(state.turn)), gain, label=fruit)

    def payoff(self, state):
        return 0, 0, 0


@dataclass(frozen=True)
class ThreeNim(PayoffGame):
    """Nim for three (Li 1978, Propp 2000): who takes the last is first, who comes next is last."""

    players = 3
    heaps: tuple[int, ...] = (1, 3, 4)

    @property
    def start(self):
        return self.heaps, Player.ANN

    def turn(self, state):
        return state[1]

    def moves(self, state):
        heaps, player = state
        for i, heap in enumerate(heaps):
            for left in range(heap):
                rest = (*heaps[:i], left, *heaps[i + 1 :])
                yield Move((tuple(sorted(filter(None, rest))), Player.after(player)))

    def payoff(self, state):
        _, stuck = state
        ranks = {Player.after(Player.after(stuck)): 2, Player.after(stuck): 1, stuck: 0}
        return tuple(ranks[player] for player in Player)


@dataclass(frozen=True)
class ThreeInLine(PayoffGame):
    """Tic-tac-toe for three on a strip: two equal signs side by side win the game."""

    players = 3
    length: int = 7

    @property
    def start(self):
        return "-" * self.length

    def turn(self, strip):
        return (self.length - strip.count("-")) % 3

    def winner(self, strip):
        return next((i for i, sign in enumerate("XOZ") if sign * 2 in strip), None)

    def moves(self, strip):
        if self.winner(strip) is None:
            sign = "XOZ"[self.turn(strip)]
            for i in range(self.length):
                if strip[i] == "-":
                    yield Move(strip[:i] + sign + strip[i + 1 :], label=f"{sign}{i + 1}")

    def payoff(self, strip):
        winner = self.winner(strip)
        return tuple(3 * (player == winner) - 1 if winner is not None else 0 for player in range(3))


class Deck(NamedTuple):
    """The pirates aboard, the offer that is voted on, and the votes so far."""

    first: int = 0
    offer: tuple[int, ...] | None = None
    votes: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Pirates(PayoffGame):
    """A puzzle for pirates (Ian Stewart 1999): half of the votes, or the proposer swims."""

    players = 4
    gold: int = 3

    @property
    def start(self):
        return Deck()

    def turn(self, deck):
        if deck.offer is None or self.is_settled(deck):
            return deck.first
        return deck.first + 1 + len(deck.votes)

    def moves(self, deck):
        if self.is_settled(deck):
            return
        aboard = self.players - deck.first
        if deck.offer is None:
            for offer in shares(self.gold, aboard):
                yield Move(deck._replace(offer=offer), label=f"offer {offer}")
            return
        for vote in (False, True):  # who gains nothing by it likes to see others swim
            votes = (*deck.votes, vote)
            if len(votes) < aboard - 1 or self.accepted(votes):
                yield Move(deck._replace(votes=votes), label="aye" if vote else "no")
            else:
                yield Move(Deck(deck.first + 1), label="aye" if vote else "no")

    def is_settled(self, deck):
        everyone = self.players - deck.first - 1
        return deck.offer is not None and len(deck.votes) == everyone

    @staticmethod
    def accepted(votes):
        ayes = 1 + sum(votes)
        return 2 * ayes >= 1 + len(votes)

    def payoff(self, deck):
        drowned = (-1,) * deck.first
        return drowned + deck.offer


def shares(gold, people):
    """All ways to share so many coins."""
    if people == 1:
        yield (gold,)
        return
    for own in range(gold, -1, -1):
        for others in shares(gold - own, people - 1):
            yield own, *others


class Duel(NamedTuple):
    """Who is alive, how many bullets each has left, and who is to shoot."""

    alive: frozenset[Player]
    bullets: tuple[int, ...]
    shooter: Player


@dataclass(frozen=True)
class Truel(PayoffGame):
    """The sequential truel (Kilgour 1975) of sure shots: at another, or into the air."""

    players = 3
    bullets: tuple[int, ...] = (1, 2, 1)

    @property
    def start(self):
        return Duel(frozenset(Player), self.bullets, Player.ANN)

    def turn(self, duel):
        return duel.shooter

    def moves(self, duel):
        alive, bullets, shooter = duel
        if len(alive) == 1 or not any(bullets[player] for player in alive):
            return
        following = Player.after(shooter)
        if shooter not in alive or not bullets[shooter]:
            yield Move(duel._replace(shooter=following), label="nothing")
            return
        left = tuple(n - (player == shooter) for player, n in enumerate(bullets))
        yield Move(Duel(alive, left, following), label="air")
        for target in sorted(alive - {shooter}):
            yield Move(Duel(alive - {target}, left, following), label=target.name.title())

    def payoff(self, duel):
        return tuple(6 // len(duel.alive) if player in duel.alive else 0 for player in Player)
