"""`canonical` means the same for both engines: one state of each kind is held, all are known."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Game, LastMoverWins, Move, Solution, check, diagnose, explore, solve
from zermelo.errors import RulesError, UnhashableState

pytestmark = pytest.mark.unmeasured


class Pairs(LastMoverWins):
    """Two heaps, which may be swapped: the smaller first."""

    def __init__(self, start: tuple[int, int] = (4, 3)) -> None:
        self.start = start

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        a, b = state
        for k in range(a):
            yield Move((k, b), label=f"first to {k}")
        for k in range(b):
            yield Move((a, k), label=f"second to {k}")

    def canonical(self, state: tuple[int, int]) -> tuple[int, int]:
        a, b = state
        return (a, b) if a <= b else (b, a)


class Palindrome(Game):
    """The ends of a row that reads the same backwards."""

    def __init__(self, half: tuple[int, ...] = (3, 1, 4, 1)) -> None:
        self.row = (*half, *half[::-1])

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row) - 1

    def moves(self, state: tuple[int, int]) -> Iterator[Move]:
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")

    def canonical(self, state: tuple[int, int]) -> tuple[int, int]:
        left, right = state
        last = len(self.row) - 1
        twin = (last - right, last - left)
        return twin if twin < state else state


class Ring(LastMoverWins):
    """A token on a ring of eight places with an exit at place 0; the ring looks alike both ways."""

    start = 3

    def moves(self, state: int) -> Iterator[Move]:
        if state != 0:
            yield Move((state + 1) % 8, label="on")
            yield Move((state - 1) % 8, label="back")

    def canonical(self, state: int) -> int:
        return min(state, (8 - state) % 8)


def bare(game: Game) -> Any:
    """The same game without the hook."""
    kind = type(game)
    twin = type(kind.__name__, (kind,), {"canonical": Game.canonical})
    made = twin.__new__(twin)
    vars(made).update(vars(game))
    return made


def assert_same_answers(one: Solution, two: Solution, states: list[Any]) -> None:
    for state in states:
        assert one.value_of(state) == two.value_of(state)
        assert one.options(state) == two.options(state)
        assert one.at(state).play().labels == two.at(state).play().labels
        if one.answers.counts_plies and two.answers.counts_plies:
            assert one.remoteness_of(state) == two.remoteness_of(state)


GAMES = [Pairs(), Palindrome(), Ring()]


@pytest.mark.parametrize("game", GAMES[:2], ids=lambda game: type(game).__name__)
def test_both_engines_hold_the_same_states_and_give_the_same_answers(game: Game) -> None:
    plain, compiled = solve(game, engine="plain"), solve(game, engine="compiled")
    everything = explore(bare(game)).states
    kinds = {game.canonical(state) for state in everything}
    assert len(kinds) < len(everything)
    held = [plain.answers.graph.state(n) for n in range(len(kinds))]  # type: ignore[union-attr]
    assert [compiled.answers.graph.state(n) for n in range(len(kinds))] == held
    assert set(held) == kinds
    assert plain.plan.cost.states == compiled.plan.cost.states == len(kinds)
    assert_same_answers(plain, compiled, everything)
    assert dict(plain.table().items()) == dict(compiled.table().items())
    assert plain.table()[everything[-1]] == compiled.table()[everything[-1]]
    one, two = plain.prove(), compiled.prove()
    assert (one.value, one.states, one.moves) == (two.value, two.states, two.moves)
    assert one.states == len(kinds)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("method", [None, "alphabeta"])
def test_the_hook_changes_no_answer(game: Game, method: str | None) -> None:
    if method and isinstance(game, Ring):
        method = "retrograde"  # a search does not settle a draw that goes round for ever
    with_it, without = solve(game, method=method), solve(bare(game), method=method)
    assert_same_answers(with_it, without, explore(bare(game)).states)
    with_it.prove()


def test_plays_are_counted_over_the_states_themselves() -> None:
    for game in (Pairs(), Palindrome()):
        assert solve(game).count_plays() == solve(bare(game)).count_plays()
        assert len(list(solve(game).plays())) == solve(game).count_plays()


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=4).map(tuple))
def test_scores_and_values_of_random_palindromes_are_those_without_the_hook(
    half: tuple[int, ...],
) -> None:
    game = Palindrome(half)
    one, two = solve(game), solve(bare(game))
    for state in explore(bare(game)).states:
        assert one.value_of(state) == two.value_of(state)
        assert one.scores_of(state) == two.scores_of(state)


def test_nimbers_hold_one_state_of_each_kind_too() -> None:
    one, two = solve(Pairs(), method="nimbers"), solve(bare(Pairs()), method="nimbers")
    assert one.plan.cost.states < two.plan.cost.states  # type: ignore[operator]
    assert one.nimber == two.nimber == 4 ^ 3
    assert one.nimber_of((1, 4)) == one.nimber_of((4, 1)) == 5
    assert one.prove().states == one.plan.cost.states


def test_a_start_that_is_not_the_one_of_its_kind_stays_the_start() -> None:
    solution = solve(Pairs((4, 3)))
    assert solution.start == (4, 3)
    assert [move.to for move in solution.best_moves()] == [(3, 3)]
    assert solution.at((1, 3)).best_moves()[0].to == (1, 1)
    assert solution.at((3, 1)).best_moves()[0].to == (1, 1)


def test_facts_are_true_of_a_game_with_the_hook() -> None:
    diagnosis = diagnose(Pairs())
    assert diagnosis.deterministic.holds
    assert diagnosis.states == len({tuple(sorted(s)) for s in explore(bare(Pairs())).states})
    assert diagnose(Ring()).acyclic.holds is False
    assert check(Pairs()).ok
    assert check(Palindrome()).ok


def test_a_solution_with_the_hook_pickles() -> None:
    again = pickle.loads(pickle.dumps(solve(Pairs())))
    assert again.value_of((4, 3)) == again.value_of((3, 4)) == 1


class Lopsided(Pairs):
    """A hook that is wrong: heaps that differ by one are not equal heaps."""

    def canonical(self, state: tuple[int, int]) -> tuple[int, int]:
        a, b = sorted(state)
        return (a, a) if b - a == 1 else (a, b)


class Raising(Pairs):
    """A hook that fails."""

    def canonical(self, state: tuple[int, int]) -> Any:
        return state[5]


def test_a_wrong_hook_is_found_by_check_and_one_that_fails_is_named() -> None:
    report = check(Lopsided((3, 3)))
    assert "canonical" in [finding.name for finding in report.failures]
    for method in (None, "alphabeta", "nimbers"):
        with pytest.raises(RulesError, match="IndexError"):
            solve(Raising(), method=method)


class Listing(Pairs):
    """A hook that gives no key."""

    def canonical(self, state: tuple[int, int]) -> Any:
        return sorted(state)


class Turning(Pairs):
    """A hook that names another state of the same kind each time."""

    def canonical(self, state: tuple[int, int]) -> tuple[int, int]:
        return state[1], state[0]


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_what_stands_for_a_kind_is_a_key_and_stands_for_itself(engine: str) -> None:
    with pytest.raises(UnhashableState, match=r"Listing\.canonical.*Use a tuple"):
        solve(Listing(), engine=engine)
    with pytest.raises(RulesError, match="one state stands for all that are alike, itself among"):
        solve(Turning((2, 3)), engine=engine)


@pytest.mark.parametrize("method", ["alphabeta", "nimbers"])
def test_so_it_is_for_methods_that_ask_the_rules_themselves(method: str) -> None:
    with pytest.raises(UnhashableState, match=r"Listing\.canonical"):
        solve(Listing(), method=method, engine="plain")
