"""Which states of a pool are held against the game's own rules."""

from __future__ import annotations

from random import Random

from zermelo.model.game import State

HELD_AGAINST_RULES = 200


def pool_sample(states: int, start: State) -> list[int]:
    """The start, both ends, and states drawn with a fixed seed."""
    if states <= HELD_AGAINST_RULES:
        return list(range(states))
    draw = Random(states)
    return [
        start,
        0,
        states - 1,
        *(draw.randrange(states) for _ in range(HELD_AGAINST_RULES)),
    ]
