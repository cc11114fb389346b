"""The catalogue as a whole: every game says what it is, can be found, built, solved and proved."""

import importlib
import inspect
import pkgutil
from collections import Counter
from dataclasses import fields, is_dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import pytest

import zermelo.games
from zermelo import Game, Solution, Tie, check, explore, solve
from zermelo.errors import BadInput
from zermelo.games import (
    CATALOGUE,
    GAMES,
    Catalogued,
    ChessEnding,
    Chomp,
    ConnectFour,
    DotsAndBoxes,
    Ends,
    PieceEnding,
    PredictTheWinner,
    Quixo,
    StoneGameIII,
    TicTacToe,
    Wythoff,
    find,
)

every_game = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)

LEETCODE = {
    464: "CanIWin",
    486: "PredictTheWinner",
    877: "StoneGame",
    913: "CatAndMouse",
    1025: "Divisor",
    1140: "StoneGameII",
    1406: "StoneGameIII",
    1510: "Squares",  # Stone Game IV
    1563: "StoneGameV",
    1686: "StoneGameVI",
    1690: "StoneGameVII",
    1872: "StoneGameVIII",
    2029: "StoneGameIX",
}

SYMMETRIC = (
    Ends((3, 1, 4, 1, 3)),
    Wythoff(4, 4),
    Chomp(3, 3),
    DotsAndBoxes(1, 2),
    TicTacToe(2, 3, 2),
    ConnectFour(3, 3, 3),
    ChessEnding("R", 4),
    PieceEnding("KRK", 4),
    Quixo(2),
)


class Solved(NamedTuple):
    """An example with its fields and hash before it was solved."""

    game: Any
    fields: dict[str, Any]
    attributes: set[str]
    hash: int
    solution: Solution


def solve_example(kind: type[Catalogued]) -> Solved:
    game = kind.example_game()
    before, attributes, number = field_values(game), set(vars(game)), hash(game)
    return Solved(game, before, attributes, number, solve(game))


@pytest.fixture(scope="module")
def solved():
    """Solves each example once, and forgets them all with this module."""
    return cache(solve_example)


def states_of(example: Solved) -> list[Any]:
    graph = example.solution.answers.graph or explore(example.game)
    return [graph.state(number) for number in range(len(graph))]


def field_values(game: Any) -> dict[str, Any]:
    return {field.name: getattr(game, field.name) for field in fields(game)}


def known_names(kind: type[Catalogued]) -> set[str]:
    return {kind.name, kind.__name__, *kind.aliases}


def as_lists(value: Any) -> Any:
    return [as_lists(part) for part in value] if isinstance(value, tuple) else value


# -- what a game says about itself ---------------------------------------------------------------


@every_game
def test_every_game_has_a_name_and_an_example_of_its_own(kind):
    assert kind.name == kind.name.strip() != ""
    assert {"name", "example"} <= set(vars(kind))


@every_game
def test_every_game_tells_its_rules_in_one_paragraph(kind):
    rules = kind.rules()
    assert 60 <= len(rules) <= 500
    assert rules[0].isupper()
    assert rules.endswith(".")
    assert "\n" not in rules
    assert "  " not in rules
    assert not rules.startswith(f"{kind.__name__}(")  # what dataclass writes when nobody did


def test_no_two_games_tell_the_same_rules():
    assert len({kind.rules() for kind in GAMES}) == len(GAMES)


@every_game
def test_aliases_are_a_tuple_of_different_texts(kind):
    assert isinstance(kind.aliases, tuple)
    assert all(isinstance(alias, str) and alias.strip() for alias in kind.aliases)
    assert len(set(kind.aliases)) == len(kind.aliases)


@every_game
def test_every_game_has_a_tie_rule(kind):
    assert isinstance(kind.tie, Tie)
    assert kind.tie_rule() == kind.tie.value
    assert "tie" in kind.tie_rule()


def test_a_tie_is_read_by_the_games_own_rule():
    assert solve(Ends((1, 1))).winner == "Tie"
    assert solve(StoneGameIII((1, 2, 3, 6))).winner == "Tie"
    assert solve(PredictTheWinner((1, 1))).winner == "player 1"


# -- the register --------------------------------------------------------------------------------


def test_the_register_holds_every_named_game_of_the_folder():
    found = set()
    for info in pkgutil.iter_modules(zermelo.games.__path__):
        module = importlib.import_module(f"{zermelo.games.__name__}.{info.name}")
        for _, member in inspect.getmembers(module, inspect.isclass):
            named = issubclass(member, Catalogued) and "name" in vars(member)
            if named and member.__module__ == module.__name__:
                found.add(member)
    assert set(GAMES) == found
    assert len(GAMES) == len(found)


def test_the_catalogue_maps_each_name_to_its_class():
    assert {kind.name: kind for kind in GAMES} == CATALOGUE
    assert len(CATALOGUE) == len(GAMES)


@every_game
def test_every_class_is_exported(kind):
    assert kind.__name__ in zermelo.games.__all__
    assert getattr(zermelo.games, kind.__name__) is kind


def test_no_name_or_alias_means_two_games():
    uses = Counter(
        known for kind in GAMES for known in {name.casefold() for name in known_names(kind)}
    )
    assert [name for name, count in uses.items() if count > 1] == []


@every_game
def test_a_game_is_found_by_name_class_name_and_alias_in_any_case(kind):
    for known in known_names(kind):
        for spelled in (known, known.upper(), known.lower(), known.swapcase()):
            assert find(spelled) is kind


@pytest.mark.parametrize(("number", "name"), LEETCODE.items())
def test_a_leetcode_problem_is_found_by_its_number(number, name):
    assert find(f"lc{number}").__name__ == name
    assert find(f"LC{number}").__name__ == name
    assert find(str(number)).__name__ == name


def test_a_name_that_is_nearly_right_is_answered_with_the_right_one():
    with pytest.raises(BadInput, match="kayles"):
        find("kaylse")


def test_a_name_that_is_nothing_like_a_game_points_to_the_catalogue():
    with pytest.raises(BadInput, match="CATALOGUE"):
        find("zzzzzzzzzzzz")


# -- the examples --------------------------------------------------------------------------------


@pytest.mark.unmeasured
@every_game
def test_the_example_is_proved(kind, solved):
    solution = solved(kind).solution
    proof = solution.prove()
    assert proof.value == solution.value
    assert proof.checks >= proof.states > 1


@every_game
def test_the_example_passes_the_battery(kind):
    game = ConnectFour(4, 3, 3) if kind is ConnectFour else kind.example_game()
    report = check(game)
    assert report.ok, str(report)
    verdicts = {finding.name: finding.passed for finding in report.findings}
    for name in ("rules", "determinism", "base cases", "oracle", "self-play", "certificate"):
        assert verdicts[name] is True, name


@every_game
def test_every_state_is_shown_as_text(kind, solved):
    game = solved(kind).game
    for state in states_of(solved(kind))[:500]:
        shown = game.show(state)
        assert isinstance(shown, str)
        assert shown.strip()


@every_game
def test_moves_are_labelled_and_equal_labels_mean_equal_worth(kind, solved):
    worths: dict[str, set[Any]] = {}
    for option in solved(kind).solution.options():
        assert isinstance(option.move.label, str)
        assert option.move.label.strip()
        worths.setdefault(option.move.label, set()).add(option.value)
    assert worths
    assert all(len(worth) == 1 for worth in worths.values())


@every_game
def test_equal_instances_are_equal_and_hash_alike(kind):
    one, two = kind.example_game(), kind.example_game()
    assert is_dataclass(one)
    assert one is not two
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two}) == 1


def test_examples_of_different_games_are_different():
    assert len({kind.example_game() for kind in GAMES}) == len(GAMES)
    assert Ends((1, 5, 2)) != PredictTheWinner((1, 5, 2))


@every_game
def test_lists_are_taken_as_tuples(kind):
    from_lists = kind(*as_lists(kind.example))
    assert from_lists == kind.example_game()
    assert hash(from_lists) == hash(kind.example_game())


@every_game
def test_an_instance_cannot_be_written_on(kind):
    game = kind.example_game()
    name = fields(game)[0].name
    with pytest.raises(AttributeError):
        setattr(game, name, None)


@every_game
def test_solving_leaves_the_game_as_it_was(kind, solved):
    game, before, attributes, number, _ = solved(kind)
    assert field_values(game) == before
    assert hash(game) == number
    assert game == kind.example_game()
    for name in set(vars(game)) - attributes:  # worked out once and kept, nothing else
        assert isinstance(inspect.getattr_static(kind, name), cached_property)


# -- symmetry ------------------------------------------------------------------------------------


def test_every_mirror_of_the_catalogue_is_tried_below():
    writers = {base for kind in GAMES for base in kind.__mro__ if "mirror" in vars(base)}
    assert writers - {Game} == {type(game) for game in SYMMETRIC}


@pytest.mark.parametrize("game", SYMMETRIC, ids=repr)
def test_mirroring_twice_gives_the_state_back(game):
    states = explore(game).states
    assert all(game.mirror(game.mirror(state)) == state for state in states)
    assert any(game.mirror(state) != state for state in states)


@every_game
def test_mirroring_a_state_of_the_example_twice_gives_it_back(kind, solved):
    game = solved(kind).game
    states = states_of(solved(kind))[:5000]
    assert all(game.mirror(game.mirror(state)) == state for state in states)


@pytest.mark.parametrize("game", SYMMETRIC, ids=repr)
def test_a_mirrored_state_has_the_mirrored_moves_and_the_same_value(game):
    solution = solve(game)
    for state in explore(game).states:
        twin = game.mirror(state)
        if isinstance(game, Ends) and state[0] >= state[1]:
            continue  # the last coin is one move, and leaves an empty row on its right
        mirrored = Counter((game.mirror(m.to), m.gain, m.again) for m in game.moves(state))
        assert mirrored == Counter((m.to, m.gain, m.again) for m in game.moves(twin))
        assert solution.value_of(state) == solution.value_of(twin)
