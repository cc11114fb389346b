"""`Kinds`: what is known about one state of each kind, where states that are alike are one."""

from __future__ import annotations

from typing import TypeVar

from zermelo.model.game import Game, State, declares

V = TypeVar("V")


class Kinds(dict[State, V]):
    """What is known about one state of each kind, found by any state of the kind."""

    def __init__(self, game: Game, known: dict[State, V]) -> None:
        super().__init__(known)
        self.game = game

    @classmethod
    def of(cls, game: Game, known: dict[State, V]) -> dict[State, V]:
        """The same entries; as they are where every state is a kind of its own."""
        return cls(game, known) if declares(game, "canonical") else known

    def __getitem__(self, state: State) -> V:
        return super().__getitem__(self._kind(state))

    def __contains__(self, state: object) -> bool:
        return super().__contains__(self._kind(state))

    def get(  # type: ignore[override]  # of its three forms the one that is used
        self, state: State, default: V | None = None
    ) -> V | None:
        """As of any dict."""
        return super().get(self._kind(state), default)

    def _kind(self, state: State) -> State:
        if super().__contains__(state):
            return state
        try:
            return self.game.canonical(state)
        except Exception:  # of a state that is none of the game's own
            return state
