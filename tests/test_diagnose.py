"""Facts are true, false or unknown, and every negative has a witness to check by hand."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given, settings

from random_games import (
    TableGame,
    cyclic_games,
    difference_games,
    scored_cyclic_games,
    vector_games,
)
from zermelo import Game, LastMoverWins, Move, OwnTotals, Sum, ValueType, diagnose, explore, solve
from zermelo._diagnose import UNKNOWN_GROWTH, Diagnosis
from zermelo.errors import Unstable
from zermelo.games import (
    CatAndMouse,
    ConnectFour,
    Divisor,
    DotsAndBoxes,
    Ends,
    Kalah,
    LastCoinBonus,
    MeltingRow,
    MisereNim,
    Nim,
    PlayersRow,
    Subtraction,
    TicTacToe,
    TokenGraph,
)
from zermelo.methods import METHODS


def test_a_plain_row_has_all_the_good_facts() -> None:
    diagnosis = diagnose(Ends((4, 1, 7)))
    facts = {fact.name: fact.holds for fact in diagnosis.facts}
    assert facts == {
        "finite": True,
        "acyclic": True,
        "alternating": True,
        "conserved": True,
        "impartial": False,
        "deterministic": True,
        "bounded": True,
    }
    assert (diagnosis.states, diagnosis.moves, diagnosis.longest_play) == (9, 9, 3)
    assert diagnosis.bounded.witness == 12


def test_a_budget_leaves_what_needs_every_state_unknown() -> None:
    diagnosis = diagnose(ConnectFour(7, 6), budget=500)
    assert diagnosis.finite.holds is None
    assert diagnosis.acyclic.holds is None
    assert diagnosis.conserved.holds is None
    assert diagnosis.bounded.holds is None
    assert diagnosis.longest_play is None
    assert diagnosis.decision.method == "alphabeta"
    assert "at least" in str(diagnosis)


def test_a_cycle_is_shown_state_by_state() -> None:
    game = LastMoverWins.from_edges({"a": ["b", "z"], "b": ["c"], "c": ["a"]}, start="a")
    fact = diagnose(game).acyclic
    assert fact.holds is False
    cycle = fact.witness
    for here, there in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        assert there in [move.to for move in game.moves(here)]
    assert "→" in fact.detail


def test_a_move_that_keeps_the_turn_is_the_witness() -> None:
    game = DotsAndBoxes(1, 1)
    state, after = diagnose(game).alternating.witness
    assert any(move.to == after and move.again for move in game.moves(state))


def test_turns_out_of_order_are_the_witness_with_several_players() -> None:
    class Skips(PlayersRow):
        def turn(self, state):
            return 0

    assert diagnose(Skips((1, 2, 3))).alternating.holds is False
    assert diagnose(PlayersRow((1, 2, 3))).alternating.holds is True


def facts_of(game: Game) -> Diagnosis:
    """A diagnosis without the law of growth, whose thirty smaller games take most of its time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo._diagnose.growth", lambda _: UNKNOWN_GROWTH)
        return diagnose(game)


def total_of(game: Game, state: object, rng: object) -> int:
    total = 0
    while moves := list(game.moves(state)):
        move = rng(moves)
        total, state = total + move.gain, move.to
    return total


def test_two_plays_with_different_totals_are_the_witness() -> None:
    game = MeltingRow((3, 1, 2, 4))
    fact = diagnose(game).conserved
    assert fact.holds is False
    state, totals = fact.witness
    assert len(set(totals)) == 2
    possible = all_totals(game, state)
    assert set(totals) <= possible
    assert fact.detail.count("collects") == 2


def all_totals(game: Game, state: object) -> set[int]:
    moves = list(game.moves(state))
    if not moves:
        return {game.payoff(state)}
    return {move.gain + rest for move in moves for rest in all_totals(game, move.to)}


@pytest.mark.unmeasured
@given(difference_games())
@settings(max_examples=250, deadline=None)
def test_conservation_is_decided_as_by_listing_every_play(game: TableGame) -> None:
    fact = facts_of(game).conserved
    assert fact.holds is (len(all_totals(game, 0)) == 1)
    if fact.holds is False:
        state, totals = fact.witness
        assert set(totals) <= all_totals(game, state)
        assert len(set(totals)) == 2


def test_a_bonus_for_the_last_coin_is_collected_in_every_play() -> None:
    assert diagnose(LastCoinBonus((4, 1), 10)).conserved.holds is True


@given(vector_games())
@settings(max_examples=200, deadline=None)
@pytest.mark.unmeasured
def test_conservation_of_own_totals_adds_up_all_players(game: Game) -> None:
    def totals(state: int) -> set[int]:
        moves = list(game.moves(state))
        if not moves:
            return {sum(game.payoff(state))}
        return {move.gain + rest for move in moves for rest in totals(move.to)}

    assert facts_of(game).conserved.holds is (len(totals(0)) == 1)


def test_play_that_goes_round_for_ever_collects_nothing() -> None:
    nothing = Game.from_edges({"a": {"b": 0, "z": 0}, "b": {"a": 0}}, start="a")
    something = Game.from_edges({"a": {"b": 0, "z": 5}, "b": {"a": 0, "z": 5}}, start="a")
    endless = Game.from_edges({"a": ["b"], "b": ["a"]}, start="a")
    first = Game.from_edges({"s": {"a": 7}, "a": {"b": 0, "z": 0}, "b": {"a": 0}}, start="s")
    assert diagnose(nothing).conserved.holds is True
    assert diagnose(something).conserved.holds is False
    assert set(diagnose(something).conserved.witness[1]) == {0, 5}
    assert diagnose(endless).conserved.holds is True
    assert diagnose(first).conserved.detail == "every play collects 7"


@pytest.mark.parametrize(
    ("game", "holds", "word"),
    [
        (Nim((2, 3)), True, "normal"),
        (MisereNim((2, 3)), True, "misère"),
        (Ends((1, 2)), False, "left"),
        (DotsAndBoxes(1, 1), False, "down 1.2 +1"),
        (TicTacToe(), False, "pays 0"),
        (TokenGraph(((1,), (0, 2), ()), 0), False, "for ever"),
        (PlayersRow((1, 2)), False, "own total"),
    ],
)
def test_impartial_last_move_games_are_told_from_others(game: Game, holds: bool, word: str) -> None:
    fact = diagnose(game).impartial
    assert fact.holds is holds
    assert word in fact.detail
    assert holds or fact.witness is not None


class Dice(Game):
    """Rules with chance hidden in them."""

    start = 0

    def __init__(self) -> None:
        self.rolls = count(1)

    def moves(self, state):
        if state < 50:
            yield Move(state + 1 + next(self.rolls) % 3)


def test_rules_with_chance_are_caught_and_called_outside() -> None:
    fact = diagnose(Dice()).deterministic
    assert fact.holds is False
    assert "chance is outside" in fact.detail
    state, before, now = fact.witness
    assert before != now
    assert state == 0


class Board:
    """A state whose equality forgets something the rules look at."""

    def __init__(self, name: str, hidden: int) -> None:
        self.name, self.hidden = name, hidden

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Board({self.name!r})"


class Aliased(Game):
    start = Board("start", 0)

    def moves(self, state):
        if state.name == "start":
            yield Move(Board("middle", 1))
            yield Move(Board("middle", 2))
        elif state.name == "middle":
            yield Move(Board("end", 0), gain=state.hidden)


def test_equal_states_with_different_moves_are_caught() -> None:
    fact = diagnose(Aliased()).deterministic
    assert fact.holds is False
    assert "__eq__ and __hash__" in fact.detail


class InPlace(Game):
    """Rules that change a state after handing it out."""

    class Cell:
        def __init__(self) -> None:
            self.value = 0

        def __eq__(self, other: object) -> bool:
            return isinstance(other, InPlace.Cell) and self.value == other.value

        def __hash__(self) -> int:
            return hash(self.value)

    def __init__(self) -> None:
        self.start = self.Cell()

    def moves(self, state):
        if state.value < 3:
            state.value += 1
            yield Move(state)


def test_a_state_changed_in_place_is_caught() -> None:
    with pytest.raises(Unstable, match="changed after it was stored"):
        diagnose(InPlace())
    with pytest.raises(Unstable, match="Build a new state"):
        solve(InPlace())


def test_a_cycle_with_a_gain_is_unbounded_and_shown() -> None:
    game = Game.from_edges({"a": {"b": 2}, "b": {"a": 0}}, start="a")
    fact = diagnose(game).bounded
    assert fact.holds is False
    assert set(fact.witness) == {"a", "b"}


@given(scored_cyclic_games())
@settings(max_examples=200, deadline=None)
@pytest.mark.unmeasured
def test_the_bound_holds_for_the_value(game: TableGame) -> None:
    fact = facts_of(game).bounded
    assert fact.holds is True
    assert abs(solve(game).value) <= fact.witness


@pytest.mark.parametrize(
    ("game", "value_type", "method"),
    [
        (Ends((1, 2)), ValueType.DIFFERENCE, "backward"),
        (Kalah(2, 2), ValueType.DIFFERENCE, "backward"),
        (TicTacToe(), ValueType.OUTCOME, "winloss"),
        (MisereNim((1, 2)), ValueType.OUTCOME, "winloss"),
        (Sum(Nim((1,)), Nim((2,))), ValueType.NIMBER, "nimbers"),
        (CatAndMouse.example_game(), ValueType.OUTCOME, "retrograde"),
        (PlayersRow((1, 2, 3)), ValueType.VECTOR, "vectors"),
        (OwnTotals(Ends((1, 2))), ValueType.VECTOR, "vectors"),
        (
            Game.from_edges({"a": {"b": 0, "z": 2}, "b": {"a": 0, "z": 1}}, start="a"),
            ValueType.DIFFERENCE,
            "thresholds",
        ),
    ],
)
def test_the_decision_names_value_type_and_method(
    game: Game, value_type: ValueType, method: str
) -> None:
    decision = diagnose(game).decision
    assert (decision.value_type, decision.method) == (value_type, method)
    assert method in METHODS
    assert "Outside: chance" in decision.note


def tempting(game: Game) -> str:
    return "\n".join(f"{name}: {why}" for name, why in diagnose(game).decision.instead)


def test_the_tempting_wrong_way_is_named_with_its_reason() -> None:
    assert "XOR" in tempting(Ends((1, 2)))
    assert "greedy" in tempting(Ends((1, 2)))
    assert "(Σ ± D)/2" in tempting(MeltingRow((3, 1, 2, 4)))
    assert "never reaches a first value" in tempting(CatAndMouse.example_game())
    assert "normal play" in tempting(MisereNim((1, 2)))
    assert "two players" in tempting(PlayersRow((1, 2, 3)))
    assert "not a guarantee" in diagnose(PlayersRow((1, 2, 3))).decision.note


def test_a_diagnosis_prints_every_fact_and_the_decision() -> None:
    text = str(diagnose(MeltingRow((3, 1, 2, 4))))
    for word in ("finite", "acyclic", "conserved", "growth", "method", "collects", "Outside"):
        assert word in text


@pytest.mark.unmeasured
@given(cyclic_games())
@settings(max_examples=250, deadline=None)
def test_acyclic_is_decided_as_by_walking_every_path(game: TableGame) -> None:
    def comes_back(state: int, path: frozenset[int]) -> bool:
        return state in path or any(comes_back(m.to, path | {state}) for m in game.moves(state))

    assert facts_of(game).acyclic.holds is not comes_back(0, frozenset())


def test_exploration_is_breadth_first_and_counts_levels() -> None:
    graph = explore(Ends((1, 2, 3)))
    lengths = [right - left + 1 for left, right in graph.states]
    assert lengths == sorted(lengths, reverse=True)
    assert len(graph.levels) == 4


@pytest.mark.unmeasured
def test_progress_is_reported_and_can_interrupt() -> None:
    seen = []
    explore(ConnectFour(4, 4), progress=seen.append)
    assert [p.states for p in seen] == sorted(p.states for p in seen)
    assert seen[-1].states == 161_029
    assert len(seen) > 5
    assert seen[-1].states_per_second > 0

    def stop(progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explore(ConnectFour(4, 4), progress=stop)


def test_what_was_answered_in_two_ways_is_shown() -> None:
    """The moves are the same, and what differs is what they gain, or whose turn it is."""
    calls = count()

    class Gains(Game):
        start = 1

        def moves(self, state):
            return [Move(0, gain=next(calls))] if state else []

    class Turns(Game):
        start = 1

        def moves(self, state):
            return [Move(0, again=next(calls) % 2 == 0)] if state else []

    assert "(gains [0], then [1])" in diagnose(Gains()).deterministic.detail
    assert "(again [" in diagnose(Turns()).deterministic.detail


def test_one_player_needs_no_more_than_one_number() -> None:
    text = str(diagnose(PlayersRow((1, 2, 3), 1)))
    assert "too few" not in text.replace("too few smaller instances", "")
    assert "one player, who maximises the total" in text
    assert "one number is too few" in str(diagnose(PlayersRow((1, 2, 3), 3)))


@pytest.mark.parametrize("game", [Divisor(10**8), Nim((10**6,) * 2)])
def test_a_diagnosis_counts_the_moves_that_it_would_look_at(game, monkeypatch) -> None:
    """What a game declares shows that its moves are too many; some are looked at, and that is said.

    No table is begun: compiled rules would look at all of them.
    """

    def never(*_):
        raise AssertionError

    monkeypatch.setattr("zermelo._diagnose.explored", never)
    found = diagnose(game)
    assert found.finite.holds is None
    assert f"; the search ended at {found.states:,}" in found.finite.detail
    assert found.decision.method in ("divisor-parity", "nim-sum")


def test_a_game_of_few_moves_is_looked_at_as_a_whole() -> None:
    assert diagnose(Subtraction(20_000)).finite.holds
