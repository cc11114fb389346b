"""Rules written at random, which nobody would write: out of bytes, so that a case can be told.

of_numbers   rules about numbers at the edges of 64 bits, tuples of them, and lists
of_things    rules about strings, sets, dicts, records, members of an Enum, one of several kinds
statements   what those rules do, one after another
expressions  the values in it, of every kind
phrases      what both are put together from
kinds        how a kind is spelled, and which phrases are of it
called       the classes and helpers that they call
"""

from __future__ import annotations

import linecache
import warnings
from random import Random
from typing import Any

from random_games import Reader
from random_rules import called, of_numbers, of_things
from zermelo import Game

Author = of_numbers.Author | of_things.Author
ABOUT_NUMBERS = 4  # programs for each one about numbers alone


def loaded(text: str, name: str) -> Game:
    """The game of a text, which its translator finds again."""
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    names: dict[str, Any] = {"__name__": name, **of_numbers.CALLED, **called.CALLED}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # nobody would write `5 is None`
        exec(compile(text, name, "exec"), names)
    game: Game = names["Rules"]()
    return game


def author(seed: int, number: int) -> Author:
    """The writer of one program of a long row of them."""
    random = Random(f"{seed} {number}")
    if random.randrange(ABOUT_NUMBERS) == 0:
        return of_numbers.Author(Reader(random.randbytes(400)))
    return of_things.Author(Reader(random.randbytes(700)))
