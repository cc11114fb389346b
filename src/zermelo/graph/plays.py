"""How many states there are at least, in plain Python: random plays that hardly meet; and what
states look like that many moves lead to.

S plays are played side by side, each by one of the first few moves of every state: what these lead
to is a part of the game, so that a state with very many moves costs no more than others. Among N
states after k moves some S²/2N pairs of plays stand on the same one, and more where some states are
likelier; so the pairs found give a number that the states are not below. Where no state shows up
after different numbers of moves, these numbers add up. Where hardly any plays meet, there may be
many more states than so many plays can show, and more are played.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial
from itertools import islice
from math import ceil, sqrt
from typing import TYPE_CHECKING

from zermelo.graph.endless import bits_of
from zermelo.graph.rules import unlabelled
from zermelo.limits.clock import worked
from zermelo.model.game import Game, State, declares

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

PLAYS_SIDE_BY_SIDE = 600
BRANCHES = 64  # moves of a state that are looked at, at most
LONGEST_RANDOM_PLAY = 200  # of a play
MEETING_SECONDS = 0.03  # of work, for what states look like
PLAYING_SECONDS = 3.0  # of work, where rules are slow
DEVIATIONS_OF_SUMS, DEVIATIONS_OF_ONE = 2.0, 3.7  # the largest of many numbers is off by more
LEAST_MORE, MOST_MORE = 2, 8  # times as many plays
FULL_PART = 1 / 4  # of what so many plays can show: where they show more, hardly any met
LARGEST_PLAYED = 1 << 19  # bits of a state; where they become larger, plays are left
PLAYS_WEIGHED = 8  # whose states are looked at for that


def least_states(game: Game, start: State, *, enough: float, seed: int = 1) -> int:
    """A number that the states are not below, with some care; 0 where nothing is known.

    Ends when `enough` are shown, when more plays would show no more, or after three seconds of
    work. Rules that fail are left to those who can say where.

    S plays of which none meet show S² / 16 states at least, so that 4,000 plays are enough for 10⁶.
    """
    from random import Random  # takes 3 ms to load

    random, until = Random(seed), worked() + PLAYING_SECONDS
    plays, shown, more = PLAYS_SIDE_BY_SIDE, 0.0, True
    with suppress(Exception):
        while more and shown <= enough and worked() < until:
            found, more = _shown([start] * plays, enough, partial(_played, game, random, until))
            shown = max(shown, found, 1.0)
            plays *= ceil(min(max(sqrt(enough / shown), LEAST_MORE), MOST_MORE))
    return int(shown)


def _shown(
    plays: list[State], enough: float, played: Callable[[list[State]], list[State]]
) -> tuple[float, bool]:
    """What these plays show, and whether more of them would show more: hardly any of them met."""
    after: dict[State, int] = {}  # the number of moves after which a state was seen
    total = largest = 0.0
    most = _not_below(len(plays), 0, DEVIATIONS_OF_ONE)
    apart = True
    for count in range(LONGEST_RANDOM_PLAY):
        plays = played(plays)
        times = Counter(plays)
        pairs = sum(count * (count - 1) // 2 for count in times.values())
        total += max(len(times), _not_below(len(plays), pairs, DEVIATIONS_OF_SUMS))
        largest = max(largest, len(times), _not_below(len(plays), pairs, DEVIATIONS_OF_ONE))
        apart = apart and all(after.setdefault(state, count) == count for state in times)
        shown = total if apart else largest
        large = any(bits_of(state) > LARGEST_PLAYED for state in plays[:PLAYS_WEIGHED])
        if len(plays) < 2 or shown > enough or large:
            break
    return shown, not large and largest > FULL_PART * most


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


def _played(game: Game, random: Random, until: float, plays: list[State]) -> list[State]:
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


def _not_below(plays: int, pairs: int, deviations: float) -> float:
    """How many states so many plays stand on at least, where these pairs of them met.

    Where none met, up to deviations² / 2 + 1 could be expected.
    """
    care = deviations * sqrt(pairs) + deviations * deviations / 2 + 1
    return plays * plays / (2 * (pairs + care))
