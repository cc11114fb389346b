"""Every position of a table against Python's own rules."""

from __future__ import annotations

from functools import partial

import numpy as np

from zermelo.errors import ProofFailed, UnknownState
from zermelo.graph.contract import NEVER, NOT_FOUND
from zermelo.model.exact import Number
from zermelo.model.game import Game, Move, State, declares
from zermelo.model.numerals import spelled
from zermelo.proof import Claim
from zermelo.proof.checker import ask, check_state
from zermelo.tables.ground import CHECKED_AT_ONCE, Ground, Hearing, table_lie
from zermelo.tables.reader import TableFile


class PlainCheck:
    """Python's own rules, position by position."""

    def __init__(self, table: TableFile, game: Game) -> None:
        self.table = table
        self.game = game
        self.ground = Ground(table)
        self.places = {name: place for place, name in enumerate(table.columns)}
        self.claim = Claim(
            partial(self._told, "value"),
            self._plies if "plies" in self.places else None,
            partial(self._told, "nimber") if "nimber" in self.places else None,
        )

    def _number(self, state: State) -> int:
        number = self.table.number(self.game, state)
        if number == NOT_FOUND:
            raise UnknownState(spelled(state), rule="", fix="")
        return number

    def _told(self, name: str, state: State) -> Number:
        return self.table.row(self._number(state))[self.places[name]]

    def _plies(self, state: State) -> int | None:
        plies: int = self._told("plies", state)
        return None if plies == NEVER else plies

    def all(self, told: Hearing | None = None) -> int:
        """Check every position; how many moves there are."""
        moves = 0
        for number in range(len(self.table)):
            moves += self.check(number)
            if told is not None and number % CHECKED_AT_ONCE == 0:
                told(number, len(self.table))
        return moves

    def check(self, number: int) -> int:
        """Check one position; how many moves it has."""
        state = self.table.state(number)
        where = f"{self.table.place_text(number)}, state {spelled(state)}"
        try:
            if self._number(state) != number:
                raise table_lie(self.table.path, where, "its key is not found where it stands")
            check_state(self.game, state, self.claim)
            moves = ask(self.game, state)
            self._check_ground(number, moves)
        except UnknownState as missing:
            what = f"it leads to {missing.given}, which the table does not hold"
            raise table_lie(self.table.path, where, what) from None
        except ProofFailed as failed:
            if failed.where.startswith(str(self.table.path)):
                raise
            raise table_lie(self.table.path, where, failed.given) from None
        return len(moves)

    def _check_ground(self, number: int, moves: list[Move]) -> None:
        if self.ground.kind == "plies" and not any(move.gain for move in moves):
            return
        ends = [self._number(self._same(move.to)) for move in moves]
        here, *there = self.ground.heights(np.array([number, *ends])).tolist()
        for move, height in zip(moves, there, strict=True):
            is_level = self.ground.may_return and not move.gain
            if height > here or (height == here and not is_level):
                where = (
                    f"{self.table.place_text(number)}, state {spelled(self.table.state(number))}"
                )
                raise table_lie(self.table.path, where, "a move climbs, so play could come back")

    def _same(self, state: State) -> State:
        return self.game.canonical(state) if declares(self.game, "canonical") else state
