"""How facts write a state: as Python does, or as its game shows it to a person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from zermelo.errors import ZermeloError
from zermelo.model.game import Game, State, state_text
from zermelo.model.numerals import spelled

SHOWS = ContextVar[Game | None]("SHOWS", default=None)  # whose states are shown, not spelled


@contextmanager
def shown_by(game: Game) -> Iterator[None]:
    """Facts that are told inside speak of states as the game shows them."""
    token = SHOWS.set(game)
    try:
        yield
    finally:
        SHOWS.reset(token)


def state_words(state: State) -> str:
    """A state in a fact, on one line; as Python writes it where the game cannot show it."""
    game = SHOWS.get()
    if game is None:
        return spelled(state)
    try:
        return " / ".join(state_text(game, state).split("\n"))
    except ZermeloError:
        return spelled(state)
