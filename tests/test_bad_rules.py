"""Bad input: moves, hooks and states that are none, and what is no game."""

from collections.abc import Iterator

import pytest

from bad_input import four_parts, named, own_gain, own_moves, refused
from zermelo import (
    Game,
    LastMoverWins,
    Move,
    OwnTotals,
    PayoffGame,
    Sum,
    check,
    diagnose,
    explore,
    plan,
    solve,
    two_forms,
)
from zermelo.errors import BadInput, BadMove, RulesError, UnhashableState, ZermeloError
from zermelo.games import DoublingTurns, Ends, Kalah, MisereNim, Nim, PlayersRow, TicTacToe


@pytest.mark.parametrize(
    "given",
    [(0, 1), 0, None, "left", ["left"], Move, ((0,), 1, False, None)],
    ids=["tuple", "bare state", "None", "string", "list", "the class", "four items"],
)
@pytest.mark.parametrize("method", [None, "alphabeta", "nimbers"])
def test_what_moves_yields_is_a_move(given: object, method: str | None) -> None:
    game = own_moves(lambda state: [given] if state else [])
    with refused(
        BadMove, given=repr(given), place="Mine.moves(1)", rule="Move objects", fix="yield Move("
    ):
        solve(game, method=method)


def test_a_string_of_moves_is_read_letter_by_letter_and_refused() -> None:
    with refused(BadMove, given="'l' is of type str", place="Mine.moves(1)", fix="yield Move("):
        solve(own_moves(lambda _: "left"))


@pytest.mark.parametrize("given", [None, 5, 1.5])
@pytest.mark.parametrize("method", [None, "alphabeta", "nimbers"])
def test_moves_that_returns_no_iterable_is_told_to_yield(given: object, method: str | None) -> None:
    game = own_moves(lambda _: given, base=LastMoverWins)
    with refused(RulesError, given="not iterable", place="in state 1", fix="yield Move("):
        solve(game, method=method)
    with refused(RulesError, given="not iterable", place="in state 1", fix="yield Move("):
        solve(LastMoverWins.from_function(lambda _: given, start=1), method=method)


BREAKS = {
    "IndexError": lambda _: [Move((1, 2)[5])],
    "KeyError": lambda state: [Move({}[state])],
    "ZeroDivisionError": lambda state: [Move(state // 0)],
    "TypeError": lambda _: [Move()],
    "AttributeError": lambda state: [state.nothing],
    "RecursionError": lambda state: BREAKS["RecursionError"](state),
    "StopIteration": lambda _: [next(iter(()))],
}


@pytest.mark.parametrize("name", BREAKS)
@pytest.mark.parametrize("method", [None, "alphabeta", "nimbers"])
def test_rules_that_raise_are_named_with_the_state_and_the_cause(
    name: str, method: str | None
) -> None:
    game = own_moves(
        lambda state: BREAKS[name](state) if state == 0 else [Move(0)], base=LastMoverWins
    )
    with pytest.raises(RulesError) as caught:
        solve(game, method=method)
    four_parts(caught.value, given=name, place="Mine in state 0", rule="every state", fix="Mend")
    assert type(caught.value.__cause__).__name__ == name  # nothing of the user's error is lost


def test_a_generator_that_breaks_half_way_is_named_too() -> None:
    def moves(state: int) -> Iterator[Move]:
        yield Move(0)
        raise ValueError("half way")

    with refused(RulesError, given="ValueError: half way", place="in state 1", fix="Mend"):
        solve(own_moves(moves))


@pytest.mark.parametrize("hook", ["payoff", "turn"])
def test_a_payoff_or_a_turn_that_raises_is_named_with_the_state(hook: str) -> None:
    hooks = {"payoff": lambda _: (0, 0), "turn": lambda _: 0, hook: lambda state: {}[state]}
    game = PayoffGame.from_function(lambda state: [0] if state else [], start=1, **hooks)
    with refused(RulesError, given="KeyError", place="in state", rule=hook, fix="Mend"):
        solve(game)


def test_a_game_without_moves_is_told_to_define_them() -> None:
    class Silent(Game):
        start = 1

    for ask in (solve, diagnose, plan, explore):
        with refused(RulesError, given="Silent does not say its moves", rule="moves", fix="Define"):
            ask(Silent())
    report = check(Silent())
    assert not report.ok
    assert "Silent does not say its moves" in str(report)


def test_a_game_of_several_players_without_turns_is_told_to_define_them() -> None:
    class Silent(PayoffGame):
        start = 1

        def moves(self, state: int) -> list[Move]:
            return []

    with refused(RulesError, given="whose turn", rule="whose turn it is", fix="Define"):
        solve(Silent())


def test_a_game_without_a_start_is_told_to_give_one() -> None:
    class Nowhere(Game):
        def moves(self, state: int) -> list[Move]:
            return []

    for ask in (solve, diagnose, plan, explore):
        with refused(RulesError, given="Nowhere has no start", rule="begins", fix="`start`"):
            ask(Nowhere())
    assert solve(Nowhere(), start=0).value == 0  # another way out


def test_a_start_that_raises_is_named_like_moves_that_raise() -> None:
    class Broken(Game):
        @property
        def start(self) -> int:
            return 1 // 0

        def moves(self, state: int) -> list[Move]:
            return []

    with refused(RulesError, given="ZeroDivisionError", place="Broken"):
        solve(Broken())


def test_bounds_that_are_not_a_pair_are_refused() -> None:
    game = own_gain(1)
    vars(game)["bounds"] = lambda _: None
    with pytest.raises(ZermeloError) as caught:
        solve(game, method="alphabeta")
    four_parts(caught.value, place="bounds")


@pytest.mark.parametrize("bad", ["yes", 2])
def test_again_is_true_or_false(bad: object) -> None:
    game = own_moves(lambda state: [Move(state - 1, again=bad)] if state else [], start=2)
    for ask in (solve, diagnose):
        with refused(BadMove, given=repr(bad), place="Mine.moves(2)"):
            ask(game)


def test_a_label_that_is_no_string_is_shown_or_refused() -> None:
    game = own_moves(lambda state: [Move(state - 1, label=777)] if state else [])
    try:
        solution = solve(game)
    except BadMove as error:
        four_parts(error, given="777", place="Mine.moves(1)")
    else:
        assert "777" in str(solution)
        assert "777" in str(solution.play())


def test_a_picture_that_is_no_string_is_shown_all_the_same() -> None:
    game = Game.from_edges({1: [Move(0)]}, start=1, show=lambda state: 700 + state)
    assert "700" in str(solve(game).play())
    assert "700" in str(solve(game))
    assert "701" in str(solve(game).table())


def test_a_picture_that_is_printed_rather_than_given_is_refused() -> None:
    game = Game.from_edges({1: [Move(0)]}, start=1, show=lambda state: print(end=""))
    with refused(RulesError, given="show(0) gives None", place="show", fix="Return the text"):
        str(solve(game).play())
    assert str(Game.from_edges({1: [None]}, start=1).show(None)) == "None"


def test_a_tie_rule_that_is_no_tie_is_refused() -> None:
    game = Game.from_edges({1: [0]}, start=1, tie="first")
    with pytest.raises(ZermeloError) as caught:
        _ = solve(game).winner
    four_parts(caught.value, given="'first'", place="tie")


def test_rules_that_answer_only_once_are_not_a_raw_traceback() -> None:
    asked: set[int] = set()

    def moves(state: int) -> list[Move]:
        if state in asked:
            raise LookupError("asked before")
        asked.add(state)
        return [Move(state - 1)] if state else []

    fact = diagnose(own_moves(moves, start=3)).deterministic
    assert fact.holds is False
    assert "LookupError: asked before" in fact.detail


def test_a_proof_over_rules_that_answer_only_once_is_not_a_raw_traceback() -> None:
    asked: set[int] = set()

    def moves(state: int) -> list[Move]:
        if state in asked:
            raise LookupError("asked before")
        asked.add(state)
        return [Move(state - 1)] if state else []

    solution = solve(own_moves(moves, start=3))
    with pytest.raises(ZermeloError) as caught:
        solution.prove()
    four_parts(caught.value, given="asked before")


# -- what is not a game


@pytest.mark.parametrize("given", [Ends, 5, None, "nim", (5, 3, 7, 10), lambda state: []])
@pytest.mark.parametrize("ask", [solve, diagnose, check, plan, explore, two_forms])
def test_what_is_not_a_game_is_refused(ask: object, given: object) -> None:
    if (ask, given) == (check, Ends):
        given = int  # of a class of games `check` draws instances
    with refused(BadInput, given=repr(given), rule="instance of a class", fix="from_function"):
        ask(given)


@pytest.mark.parametrize("given", [Ends, 5, None])
def test_what_is_not_a_game_is_refused_with_a_start_too(given: object) -> None:
    with refused(BadInput, given=repr(given), rule="instance of a class", fix="from_function"):
        solve(given, start=(0, 3))


def test_a_sum_of_nothing_is_refused() -> None:
    with refused(BadInput, given="()", place="Sum", rule="one or more games", fix="Sum(Nim"):
        Sum()


@pytest.mark.parametrize("given", [Nim, 5, None, "nim"])
def test_a_sum_of_something_else_is_refused(given: object) -> None:
    with refused(BadInput, given=repr(given), place="Sum", rule="games", fix="Sum(Nim"):
        Sum(Nim((3,)), given)


@pytest.mark.parametrize(
    "games",
    [
        (Nim((3,)), MisereNim((3,))),
        (Nim((3,)), Ends((1, 2))),
        (MisereNim((1,)), Ends((1, 2))),
        (Ends((1, 2)), Kalah(1, 1)),
        (Ends((1,)), Sum(Nim((3,)))),
        (TicTacToe(), TicTacToe()),
    ],
    ids=repr,
)
def test_a_sum_of_games_that_end_in_different_ways_is_refused(games: tuple[Game, ...]) -> None:
    kinds = ", ".join(type(game).__name__ for game in games)
    with refused(BadInput, given=kinds, place="Sum", rule="terminal payoff", fix="same ending"):
        Sum(*games)


@pytest.mark.parametrize("game", [DoublingTurns((1, 2)), PlayersRow((1, 2)), OwnTotals(Ends((1,)))])
def test_a_sum_of_games_with_own_totals_is_refused(game: Game) -> None:
    with refused(BadInput, given=type(game).__name__, place="Sum"):
        Sum(game)
    with refused(BadInput, given=type(game).__name__, place="Sum"):
        Sum(game, game)


@pytest.mark.parametrize("given", [DoublingTurns((1, 2)), OwnTotals(Ends((1, 2))), Ends, 5, None])
def test_own_totals_are_for_two_player_games(given: object) -> None:
    with refused(BadInput, given=repr(given), place="OwnTotals", rule="two-player", fix="Pass"):
        OwnTotals(given)


# -- states that cannot be keys

UNHASHABLE = {"list": [1, 2], "tuple with a list": (1, [2]), "set": {1}, "dict": {1: 2}}


@pytest.mark.parametrize("state", named(UNHASHABLE))
@pytest.mark.parametrize("method", [None, "winloss", "nimbers", "alphabeta"])
def test_an_unhashable_start_is_refused_by_every_method(state: object, method: str | None) -> None:
    rules = {"given": repr(state), "place": "start", "rule": "hashable", "fix": "where you have"}
    with refused(UnhashableState, **rules):
        solve(own_moves(lambda _: [], start=state, base=LastMoverWins), method=method)
    with refused(UnhashableState, **rules):
        solve(own_moves(lambda _: [], base=LastMoverWins), start=state, method=method)


@pytest.mark.parametrize("state", named(UNHASHABLE))
@pytest.mark.parametrize("ask", [diagnose, explore, plan])
def test_an_unhashable_start_is_refused_before_solving(ask: object, state: object) -> None:
    with refused(UnhashableState, given=repr(state), place="start", fix="where you have"):
        ask(own_moves(lambda _: [], start=state))


@pytest.mark.parametrize("state", named(UNHASHABLE))
@pytest.mark.parametrize("method", [None, "winloss", "nimbers", "alphabeta"])
def test_a_move_to_an_unhashable_state_is_refused(state: object, method: str | None) -> None:
    rules = {
        "given": repr(state),
        "place": ".moves(1)",
        "rule": "hashable",
        "fix": "where you have",
    }
    with refused(UnhashableState, **rules):
        solve(own_moves(lambda _: [Move(state)], base=LastMoverWins), method=method)
    with refused(UnhashableState, **rules):
        solve(LastMoverWins.from_function(lambda _: [state], start=1), method=method)
    with refused(UnhashableState, **rules):
        solve(LastMoverWins.from_edges({1: [state]}, start=1), method=method)


def test_the_battery_reports_an_unhashable_state() -> None:
    report = check(own_moves(lambda _: [Move([2])]))
    assert [finding.name for finding in report.failures] == ["rules"]
    assert "the state [2] is, or holds, a value of type list" in str(report)


@pytest.mark.parametrize("names", [5, "AB", ("Alice", 2), {"Alice", "Bob"}])
def test_names_are_texts(names: object) -> None:
    class Named(LastMoverWins):
        start = 1

        def moves(self, heap):
            return [heap - 1] if heap else []

    Named.names = names
    with pytest.raises(BadInput, match=r"Named\.names.*one for each player"):
        solve(Named())


@pytest.mark.parametrize("smaller", [5, [5]])
def test_smaller_instances_are_games(smaller: object) -> None:
    class Shrinks(LastMoverWins):
        start = 7

        def moves(self, heap):
            return [heap - 1] if heap else []

        def smaller(self):
            return smaller

    for ask in (lambda: check(Shrinks(), budget=3), lambda: diagnose(Shrinks())):
        with pytest.raises(RulesError, match=r"Shrinks\.smaller\(\).*each a step smaller"):
            ask()
