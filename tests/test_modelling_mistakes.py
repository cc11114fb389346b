"""Mistakes that no theorem finds are made visible: in words, by name, by index."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
import pytest

from zermelo import Game, LastMoverWins, Move, check, diagnose, explore, solve
from zermelo.errors import BadNumber, RulesError
from zermelo.facts.telling import in_words
from zermelo.facts.wrapping import wrapped_indexes
from zermelo.games import Ends, Nim, PlayersRow
from zermelo.games import __all__ as catalogue
from zermelo.model.near_hooks import almost_hooks


@dataclass(frozen=True)
class Coins(Game):
    row: tuple[int, ...] = (5, 3, 7)

    @property
    def start(self):
        return 0, len(self.row) - 1

    def moves(self, state):
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")


def words(game: Game) -> str:
    return "\n".join(in_words(game, explore(game)))


def test_the_end_of_a_last_move_game_is_told_in_words() -> None:
    assert "no move at 0: the player to move gets −1, so the one who moved last wins" in words(
        LastMoverWins.from_function(lambda n: [n - 1] if n else [], start=3)
    )


def test_the_end_and_the_moves_of_a_scored_game_are_told_in_words() -> None:
    text = words(Coins())
    assert "left at (0, 2): the mover gains 5, then the other player moves" in text
    assert "the player to move gets 0, and the larger total wins" in text


def test_a_move_that_keeps_the_turn_and_one_that_ends_play_are_told() -> None:
    game = Game.from_function(lambda n: [Move(n - 1, gain=n, again=n == 2)] if n else [], start=2)
    text = words(game)
    assert "to 1 at 2: the mover gains 2, then the same player moves" in text


def test_different_payoffs_are_told_each_with_an_end() -> None:
    game = Game.from_edges({"a": ["x", "y", "z"]}, start="a", payoff={"x": 0, "y": 1, "z": -1})
    text = words(game)
    assert "no move at 'x': the player to move gets 0, a draw" in text
    assert "no move at 'y': the player to move gets 1, so the one who moved last loses" in text
    assert "x at 'a': the mover gains nothing, then play is over" in text


def test_players_are_told_by_name() -> None:
    assert "then second player moves" in words(PlayersRow((4, 1, 7)))


def test_a_report_and_a_diagnosis_tell_some_ends_and_moves() -> None:
    sentence = "left at (0, 2): the mover gains 5, then the other player moves"
    assert sentence in check(Coins()).examples
    assert sentence in str(check(Coins()))
    assert sentence in diagnose(Coins()).examples
    assert sentence in str(diagnose(Coins()))


def named(name: str, value: object) -> Game:
    return type("Mine", (Coins,), {name: value, "__module__": __name__})()


@pytest.mark.parametrize(
    ("name", "hook"),
    [
        ("pay_off", "payoff"),
        ("payoffs", "payoff"),
        ("move", "moves"),
        ("Moves", "moves"),
        ("star", "start"),
        ("canonicals", "canonical"),
        ("miror", "mirror"),
        ("turns", "turn"),
        ("bound", "bounds"),
        ("layers", "layer"),
        ("movers", "mover"),
    ],
)
def test_a_method_that_is_almost_a_hook_is_named(name: str, hook: str) -> None:
    assert almost_hooks(named(name, lambda self, state: 0)) == [
        f"did you mean {hook}? `{name}` is never called"
    ]


@pytest.mark.parametrize(
    ("name", "value", "hook"), [("tolerence", 0.1, "tolerance"), ("player", 2, "players")]
)
def test_an_attribute_that_is_almost_a_hook_is_never_read(
    name: str, value: object, hook: str
) -> None:
    assert almost_hooks(named(name, value)) == [f"did you mean {hook}? `{name}` is never read"]


@pytest.mark.parametrize("name", ["winner", "board", "neighbours", "cells", "total", "line"])
def test_a_method_of_another_name_is_nobodys_mistake(name: str) -> None:
    assert almost_hooks(named(name, lambda self, state: 0)) == []


def test_a_helper_that_the_rules_call_is_no_mistake() -> None:
    class Helped(Coins):
        def move(self, state, left):
            return Move((state[0] + left, state[1] - 1 + left), gain=1)

        def moves(self, state):
            if state[0] <= state[1]:
                yield self.move(state, 1)

    assert almost_hooks(Helped()) == []


def test_a_helper_of_last_move_rules_is_no_mistake_either() -> None:
    class Helped(LastMoverWins):
        start = 3

        def move(self, heap):
            return [heap - 1] if heap else []

        def moves(self, heap):
            yield from self.move(heap)

    assert almost_hooks(Helped()) == []


def test_a_hook_that_is_missing_is_looked_for_under_near_names() -> None:
    start = type("Mine", (LastMoverWins,), {"Start": 7, "__module__": __name__})
    with pytest.raises(RulesError, match=r"has no start.*Did you mean start by `Start`\?$"):
        solve(start())
    moves = {"start": 7, "move": lambda self, heap: [], "__module__": __name__}
    with pytest.raises(RulesError, match=r"its moves.*Did you mean moves by `move`\?$"):
        solve(type("Mine", (LastMoverWins,), moves)())


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_a_last_move_game_ends_in_a_win_a_draw_or_a_loss(engine: str) -> None:
    class Five(LastMoverWins):
        start = 3
        paid = 5

        def moves(self, heap):
            return [heap - 1] if heap else []

        def payoff(self, heap):
            return self.paid

    with pytest.raises(BadNumber, match="a loss, a draw or a win"):
        solve(Five(), engine=engine)
    assert solve(type("Drawn", (Five,), {"paid": 0})(), engine=engine).value == 0


def test_the_warning_stands_in_the_report_and_is_no_failure() -> None:
    report = check(named("pay_off", lambda self, state: 5))
    assert report.ok
    assert report.warnings == ("did you mean payoff? `pay_off` is never called",)
    assert "warning" in str(report)
    assert diagnose(named("pay_off", lambda self, state: 5)).warnings == report.warnings


def test_no_game_of_the_catalogue_is_warned_of() -> None:
    assert len(catalogue) > 20
    for game in (Ends((1, 2)), Nim((1, 2)), PlayersRow((1, 2))):
        assert check(game).warnings == ()


class Wraps(Coins):
    """Looks at the coin before the left one, which is the last coin where there is none."""

    def moves(self, state):
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left - 1])


def test_a_negative_index_in_the_rules_is_reported_with_its_state() -> None:
    (warning,) = check(Wraps()).warnings
    assert warning == (
        "self.row[left - 1] is at index -1 in state (0, 2): a negative index counts from the end"
    )


def neighbours(heaps):
    for place, heap in enumerate(heaps):
        if heap and list(heaps)[place - 1] >= 0:
            yield (*heaps[:place], heap - 1, *heaps[place + 1 :])


class LastMoves(LastMoverWins):
    start = (1, 2)

    def moves(self, heaps):
        return neighbours(heaps)


class ByProperty(Coins):
    @cached_property
    def before_all(self):
        return self.row[self.start[0] - 1]

    @staticmethod
    def bonus(cells, place):
        return cells[place - 2]

    def moves(self, state):
        left, right = state
        if left <= right:
            gain = self.before_all + self.bonus(self.row, left)
            yield Move((left + 1, right), gain=gain)


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (LastMoves(), ["list(heaps)[place - 1]"]),
        (LastMoverWins.from_function(neighbours, start=(1, 2)), ["list(heaps)[place - 1]"]),
        (Game.from_function(LastMoves().moves, start=(1, 2)), []),  # a bound method has a home
        (ByProperty(), ["self.row[self.start[0] - 1]", "cells[place - 2]"]),
    ],
)
def test_whatever_wraps_the_rules_they_are_looked_at(game: Game, texts: list[str]) -> None:
    found = [warning.partition(" is at index ")[0] for warning in check(game).warnings]
    assert found == texts


BOARD = np.array([[1, 2, 3], [4, 5, 6]])


class ByArray(Coins):
    def moves(self, state):
        left, right = state
        if left <= right:
            gain = int(BOARD[left - 1, 0]) + int(np.array(self.row)[np.int64(left - 1)])
            yield Move((left + 1, right), gain=gain)


@cache
def fibonacci_before(cells, place):
    if place < 2:
        return cells[place - 1]
    return fibonacci_before(cells, place - 1) + fibonacci_before(cells, place - 2)


class ByKeptHelper(Coins):
    def moves(self, state):
        left, right = state
        if left <= right:
            gain = self.kept(left) + fibonacci_before(self.row, 90 * (left == 0))
            yield Move((left + 1, right), gain=gain)

    @lru_cache  # noqa: B019 - as people write it
    def kept(self, left):
        return self.row[left - 2]


class BySlices(Coins):
    def moves(self, state):
        left, right = state
        if left <= right:
            cells = list(self.row)
            gain = cells.pop(left - 1) + sum(self.row[: left - 1]) + sum(self.row[-1:])
            cells.insert(left - 1, {-1: 4}.pop(0 - 1))
            yield Move((left + 1, right), gain=gain)


INSERTED = "cells.insert(left - 1, {-1: 4}.pop(0 - 1))"


def by_lambdas() -> Game:
    row = (5, 3, 7)
    return Game.from_function(
        lambda left: [Move(left + 1, gain=row[left - 1])] if left < len(row) else [], start=0
    )


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (ByArray(), ["BOARD[left - 1, 0]", "np.array(self.row)[np.int64(left - 1)]"]),
        (ByKeptHelper(), ["self.row[left - 2]", "cells[place - 1]"]),
        (BySlices(), ["cells.pop(left - 1)", "self.row[:left - 1]", INSERTED]),
        (by_lambdas(), ["row[left - 1]"]),
    ],
)
def test_whatever_holds_the_items_its_index_is_looked_at(game: Game, texts: list[str]) -> None:
    found = [re.split(" is at index | has the bound ", text)[0] for text in check(game).warnings]
    assert found == texts


class FromTheEnd(Coins):
    def moves(self, state):
        left, right = state
        if left <= right:
            last, k = self.row[-1], 1
            yield Move((left + 1, right), gain=last + self.row[-k] + self.row[~left])


def test_an_index_that_is_written_from_the_end_is_meant() -> None:
    assert check(FromTheEnd()).warnings == ()


def before(cells, place):
    return cells[place - 1]


class ByHelper(Coins):
    def moves(self, state):
        cells = list(self.row)
        if state[0] <= state[1]:
            cells[state[0] - 1] = 0
            yield Move((state[0] + 1, state[1]), gain=before(self.row, state[0]))


def test_local_lists_and_helpers_of_the_same_file_are_looked_at_too() -> None:
    text = "\n".join(check(ByHelper()).warnings)
    assert "cells[state[0] - 1] is at index -1" in text
    assert "cells[place - 1] is at index -1" in text


def test_keys_of_a_dict_may_be_negative() -> None:
    class ByKey(Coins):
        def moves(self, state):
            gains = {-1: 4, 0: 3, 1: 2, 2: 1}
            if state[0] <= state[1]:
                yield Move((state[0] + 1, state[1]), gain=gains[state[0] - 1])

    assert check(ByKey()).warnings == ()


def test_rules_without_a_source_are_not_looked_at() -> None:
    game = Game.from_function(lambda n: [(0, 1, 2)[n - 1]] if n else [], start=2)
    assert wrapped_indexes(game, [0, 1, 2]) == []


def test_looking_does_not_change_the_game() -> None:
    game = Wraps()
    before_it = vars(game).copy(), type(game)
    wrapped_indexes(game, [(0, 2)])
    assert (vars(game), type(game)) == before_it
