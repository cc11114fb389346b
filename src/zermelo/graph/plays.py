"""How many states there are at least, in plain Python: random plays that hardly meet; and what
states look like that many moves lead to.

S plays are played side by side, each by one of the first few moves of every state: what these lead
to is a part of the game, so that a state with very many moves costs no more than others. Among N
states after k moves some S²/2N pairs of plays stand on the same one, and more where some states are
likelier; so the pairs found give a number that the states are not below. Where no state shows up
after different numbers of moves, these numbers add up.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING

from zermelo.graph.endless import bits_of
from zermelo.graph.rules import unlabelled
from zermelo.limits.clock import worked
from zermelo.model.game import Game, State, declares

if TYPE_CHECKING:
    from random import Random

PLAYS_SIDE_BY_SIDE = 600
BRANCHES = 64  # moves of a state that are looked at, at most
LONGEST_RANDOM_PLAY = 200  # of a play
MEETING_SECONDS = 0.03  # of work, for what states look like
PLAYING_SECONDS = 3.0  # of work, where rules are slow
LARGEST_PLAYED = 1 << 19  # bits of a state; where they become larger, plays are left
PLAYS_WEIGHED = 8  # whose states are looked at for that


def least_states(game: Game, start: State, *, enough: float, seed: int = 1) -> int:
    """A number that the states are not below, with two deviations' care; 0 where nothing is known.

    Ends when `enough` are shown, or after three seconds of work. Rules that fail are left to those
    who can say where.
    """
    from random import Random  # takes 3 ms to load

    random, until = Random(seed), worked() + PLAYING_SECONDS
    plays: list[State] = [start] * PLAYS_SIDE_BY_SIDE
    after: dict[State, int] = {}  # the number of moves after which a state was seen
    total = largest = 0.0
    apart = True
    try:
        for count in range(LONGEST_RANDOM_PLAY):
            plays = list(_played(game, plays, random, until))
            times = Counter(plays)
            least = _not_below(len(plays), times)
            total, largest = total + least, max(largest, least)
            apart = apart and all(after.setdefault(state, count) == count for state in times)
            shown = total if apart else largest
            large = any(bits_of(state) > LARGEST_PLAYED for state in plays[:PLAYS_WEIGHED])
            if len(plays) < 2 or shown > enough or large or worked() > until:
                return int(shown)
    except Exception:
        return 0
    return int(shown)


def met_in_plays(game: Game, start: State, *, count: int, seed: int = 1) -> list[State]:
    """Where the moves of so many states lead to, which random plays come by; fewer where rules are
    slow or fail.
    """
    from random import Random  # takes 3 ms to load

    random, until = Random(seed), worked() + MEETING_SECONDS
    found: list[State] = []
    state, moves = start, unlabelled(game)
    try:
        for _ in range(count):
            after = [move.to for move in islice(moves(state), BRANCHES)]
            found += after
            state = random.choice(after) if after else start
            if worked() > until or bits_of(state) > LARGEST_PLAYED:
                break
    except Exception:
        return found
    return found


def _played(game: Game, plays: list[State], random: Random, until: float) -> list[State]:
    """The plays that go on, by a move more; fewer when time is over."""
    same = game.canonical if declares(game, "canonical") else None
    found, asked = [], unlabelled(game)
    for state in plays:
        place = random.randrange(BRANCHES)
        moves = list(islice(asked(state), place + 1))
        if moves:
            after = moves[place % len(moves)].to
            found.append(same(after) if same else after)
        if worked() > until:
            break
    return found


def _not_below(plays: int, times: Counter[State]) -> float:
    pairs = sum(count * (count - 1) // 2 for count in times.values())
    return max(len(times), plays * plays / (2 * (pairs + 2 * sqrt(pairs) + 3)))
