"""Model cards: every game of the catalogue, and any class, on one card; several side by side."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import log2
from operator import xor
from pathlib import Path
from typing import Any

import pytest

from prompt_runs import refused, told
from zermelo import Card, Game, LastMoverWins, Misere, Move, card, compare, diagnose, solve
from zermelo._plan import plan
from zermelo.errors import BadInput
from zermelo.games import GAMES, CanIWin, Ends, find
from zermelo.games.models import MODELS, model_of
from zermelo.graph.explore import explore

DOCUMENTS = ("lc877", "lc486", "lc1140", "lc464", "lc1025")


@pytest.fixture(scope="module")
def cards() -> dict[str, Card]:
    return {game.name: card(game) for game in GAMES}


@dataclass(frozen=True)
class Coins(Game):
    """Take a coin from either end; the richer player wins.

    More is not said on the card.
    """

    row: tuple[int, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, len(self.row) - 1

    def moves(self, state):  # type: ignore[no-untyped-def]
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=self.row[left], label="left")
            yield Move((left, right - 1), gain=self.row[right], label="right")


COINS = """
from dataclasses import dataclass
from zermelo import Game, Move

@dataclass(frozen=True)
class Coins(Game):
    row: tuple[int, ...]
    start = 0
    def moves(self, state):
        if state < len(self.row):
            yield Move(state + 1, gain=self.row[state])
"""

TWO_MOVES = """
from dataclasses import dataclass
from zermelo import Game, Move

@dataclass(frozen=True)
class Coins(Game):
    row: tuple[int, ...]
    @property
    def start(self):
        return 0, len(self.row) - 1
    def moves(self, state):
        l, r = state
        if l <= r:
            yield Move((l + 1, r), gain=self.row[l])
            yield Move((l, r - 1), gain=self.row[r])
"""


# -- the catalogue --------------------------------------------------------------------------------


def test_every_game_of_the_catalogue_has_words_and_every_word_a_game() -> None:
    """Patterns document §12: state, choices, values, win condition, time and space of each."""
    assert set(MODELS) == {game.__name__ for game in GAMES}


def test_every_card_says_everything(cards: dict[str, Card]) -> None:
    """Patterns document §12, middle document "Performance Analysis": no cell is empty."""
    for found in cards.values():
        rows = dict(found.rows())
        heads = "state moves gain end turn wins value recurrence states time space pattern"
        assert all(rows[head] for head in heads.split()), found.name


def test_the_orders_of_the_documents_are_counted(cards: dict[str, Card]) -> None:
    """Middle document, "Performance Analysis": time = states × moves per state."""
    tables = {found.name: (found.table.time, found.table.space) for found in cards.values()}
    assert tables["predict the winner"] == ("O(n²)", "O(n²)")
    assert tables["stone game iii"] == ("O(n)", "O(n)")
    assert tables["stone game ii"] == ("O(n³)", "O(n²)")
    assert tables["can i win"] == ("O(n·2ⁿ)", "O(2ⁿ)")
    assert tables["divisor"] == ("O(n log n)", "O(n)")
    assert cards["ends"].states == "n(n + 3)/2"
    assert cards["ends"].choices == "n²"


def test_a_quicker_method_stands_beside_the_table(cards: dict[str, Card]) -> None:
    """Patterns document §12 says O(n²) and O(n³): by a table; a better method is named too."""
    assert cards["ends"].method.name == "peak-fusion"
    assert dict(cards["ends"].rows())["time"] == "O(n²) by a table, O(n) by peak-fusion"
    assert cards["stone game ii"].method.time == "O(n²)"
    assert cards["divisor"].method.time == "O(1)"
    assert cards["awari"].method.name == "thresholds"
    assert cards["cat and mouse"].method.name == "retrograde"


@pytest.mark.parametrize(("name", "power"), [("lc1140", 3.0), ("lc1510", 1.5)])
def test_a_known_bound_is_what_the_counts_come_near_to(name: str, power: float) -> None:
    """Middle document, "Performance Analysis": Stone Game II is O(n³) at worst by its table."""
    model = model_of(find(name))
    assert model is not None
    assert model.sized is not None
    few, many = (explore(find(name)(*model.sized(n))).moves for n in (40, 80))
    assert abs(log2(many / few) - power) < 0.15


def test_counts_are_those_of_the_example(cards: dict[str, Card]) -> None:
    for name in ("ends", "nim", "cat and mouse", "dots and boxes"):
        graph = explore(find(name).example_game())
        assert cards[name].counts == (len(graph), graph.moves)
        assert cards[name].complete
    assert not cards["connect four"].complete
    assert "moves each" not in dict(cards["connect four"].rows())["states"], "of some of its states"


def test_what_the_class_says_is_derived(cards: dict[str, Card]) -> None:
    """Patterns document §8.5: the win condition is > 0 for one game, ≥ 0 for the other."""
    assert cards["stone game"].wins == "Alice: D > 0"
    assert cards["predict the winner"].wins == "player 1: D ≥ 0"
    assert "(total + D) / 2" in cards["stone game ii"].wins
    assert cards["nim"].wins == "first player: the nimber is not 0"
    assert cards["kalah"].turn == "the players alternate, but some moves keep the turn"
    assert cards["stone game v"].turn == "Alice alone: every move keeps the turn"
    assert cards["three-player row"].turn.startswith("3 players")
    assert cards["misère nim"].end == "no move is left: the player to move wins"
    assert cards["divisor"].gain == "none: only the end counts"


def test_the_letter_of_a_recurrence_is_that_of_its_value(cards: dict[str, Card]) -> None:
    """Middle document, "Variant cheat table": a difference, a boolean, and XOR of nimbers."""
    letters = {"difference": "D", "outcome": "WD", "nimber": "G", "vector": "V"}
    for found in cards.values():
        head = found.recurrence[0]
        in_words = " wins if some" in found.recurrence
        assert in_words or head in letters[found.value.partition(":")[0]], found.name


def test_fields_of_a_card_are_the_arguments_of_the_class() -> None:
    assert card(CanIWin).fields == ("largest", "target")
    assert card(Ends).fields == ("row",)


# -- a class of one's own -------------------------------------------------------------------------


def test_a_class_without_words_is_described_by_what_it_is() -> None:
    """Senior document §4: the state is what moves and gains depend on."""
    found = card(Coins((5, 3, 7, 10)))
    assert found.rules == "Take a coin from either end; the richer player wins."
    assert found.fields == ("row",)
    assert found.state == "a tuple of 2 whole numbers, (0, 3) at first"
    assert found.moves == "2 at first: left, right"
    assert found.gain == "what a move says: 3 to 10 here"
    assert found.counts == (15, 20)
    assert found.method.name == plan(Coins((5, 3, 7, 10))).method


def test_a_recurrence_is_read_off_the_rules_in_their_own_letters() -> None:
    """Middle document, "Variant cheat table": each variant has its own recurrence."""
    assert card(Coins((5, 3, 7, 10))).recurrence == (
        "D(left, right) = max of\n"
        "  row[left] − D(left + 1, right)\n"
        "  row[right] − D(left, right − 1)\n"
        "  each if left ≤ right"
    )


def test_rules_that_are_not_read_get_the_recurrence_of_their_value() -> None:
    class Counted(LastMoverWins):
        start = 5

        def moves(self, heap):  # type: ignore[no-untyped-def]
            less = heap
            while less:
                less -= 1
                yield less

    assert card(Counted()).recurrence.startswith("(heap) wins if some move leaves a loss, loses if")


def test_an_early_end_is_a_condition_of_what_follows() -> None:
    class Stops(LastMoverWins):
        start = 5

        def moves(self, heap):  # type: ignore[no-untyped-def]
            if heap == 2:
                return
            for take in (1, 2):
                if take <= heap:
                    yield heap - take

    assert card(Stops()).recurrence == (
        "W(heap) = some of not W(heap − take) unless heap = 2 for take in (1, 2) if take ≤ heap"
    )


def test_a_class_of_another_with_a_name_of_ours_has_no_words_of_ours() -> None:
    own = type("Ends", (Coins,), {"__module__": "somebody"})
    assert card(own((1, 2))).state.endswith("at first")
    assert card(Ends((1, 2))).state.startswith("(i, j)")


def test_a_class_that_needs_arguments_has_the_card_of_an_instance_that_is_drawn() -> None:
    """Patterns document §11-14: the model of a class of one's own, before there is an instance."""
    found = card(Coins)
    assert found == card(Coins)
    assert found.states == "(n + 1)(n + 2)/2"
    assert "row[left] − D(left + 1, right)" in found.recurrence


def test_what_is_no_game_has_no_card() -> None:
    with pytest.raises(BadInput, match="neither a game nor a class"):
        card(int)  # type: ignore[arg-type]


def test_the_card_of_a_game_that_is_turned_round_says_so(cards: dict[str, Card]) -> None:
    """Professional document, Theorem 7.4: in misère play whoever makes the last move loses."""
    found = card(Misere(find("wythoff")(3, 5)))
    assert found.name == "misère wythoff"
    assert found.rules.endswith("Here it is turned round: whoever moves last loses.")
    assert found.end == "no move is left: the player to move wins"
    assert (found.state, found.fields) == (cards["wythoff"].state, cards["wythoff"].fields)
    again = card(Misere(Misere(find("nim")((1, 2)))))
    assert again.end == "no move is left: the player to move loses"


def test_no_misere_game_is_told_by_the_nimbers_of_the_game_itself() -> None:
    """Professional document §7: nimbers are for normal play."""
    assert "mex" not in str(card(Misere(find("nim")((3, 4, 5)))))


def test_a_card_speaks_of_ties_only_where_there_can_be_one(cards: dict[str, Card]) -> None:
    """Patterns document §8.5: what a tie counts is part of the win condition."""
    assert cards["predict the winner"].tie == "a tie counts as a win for the player who moves first"
    assert cards["tic-tac-toe"].tie
    assert not cards["nim"].tie
    assert "\ntie " not in str(cards["nim"])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("nim", ((10**9, 3),)),
        ("divisor", (10**30,)),
        ("kayles", ((10**30,),)),
        ("lc464", (99, 5000)),
    ],
)
def test_a_large_instance_has_a_card_at_once(name: str, arguments: tuple[object, ...]) -> None:
    """Senior document §3: big inputs; what is too many to count is said to be."""
    found = card(find(name)(*arguments))
    assert found.counts is None
    assert "too many to be counted here" in str(found)
    assert found.method == card(find(name)).method


# -- at the prompt --------------------------------------------------------------------------------


def test_games_prints_the_card_of_one_game() -> None:
    """Patterns document §10: state (start, M), 1 to 2M, suffix sums."""
    text = told("games", "lc1140")
    assert "state       (i, M): the first i piles are gone, and M" in text
    assert "time        O(n³) by a table, O(n²) by cap-queues" in text
    assert max(map(len, told("games", "lc1140", COLUMNS="60").splitlines())) <= 60


def test_games_prints_the_card_of_an_instance_and_of_a_file(tmp_path: Path) -> None:
    assert "9 here" in told("games", "ends", "1", "2", "3")
    file = tmp_path / "mygame.py"
    told("new", str(file))
    assert "fields      heap, most" in told("games", str(file))
    file.write_text(COINS)
    assert "example     Coins(row=(" in told("games", str(file))


def test_games_prints_the_card_of_the_misere_form() -> None:
    """Professional document, Theorem 7.4: misère play."""
    assert told("games", "nim", "--misere").startswith("name        misère nim\n")
    assert "a misère form" in refused("games", "ends", "--misere")


def test_a_card_is_json_with_the_same_keys_for_every_game() -> None:
    one, two = (json.loads(told("games", name, "--json")) for name in ("ends", "nim"))
    assert one.keys() == two.keys()
    assert one["table"] == {"name": "a table", "time": "O(n²)", "space": "O(n²)"}


def test_the_comparison_table_of_the_documents() -> None:
    """Patterns document §11.6, §12; middle document "Performance Analysis": one table."""
    wide = told("games", "--compare", *DOCUMENTS, COLUMNS="150").splitlines()
    assert wide[0].split("  ")[0] == ""
    assert [name in wide[0] for name in ("stone game", "can i win", "divisor")] == [True] * 3
    assert max(map(len, wide)) <= 150
    narrow = told("games", "--compare", *DOCUMENTS, COLUMNS="60").splitlines()
    assert max(map(len, narrow)) <= 60
    assert narrow[0] == "stone game"
    plain = told("games", "--compare", "lc877", "lc486").splitlines()
    assert plain[1].startswith("pattern ")
    heads = " ".join(line.split()[0] for line in plain[1:])
    assert heads.startswith("pattern state moves gain end values turn wins tie formula recurrence ")


def test_the_comparison_as_json() -> None:
    found = json.loads(told("games", "--compare", *DOCUMENTS, "--json"))
    assert [one["aliases"][0] for one in found] == list(DOCUMENTS)


def test_one_game_is_not_compared() -> None:
    assert "two games or more" in refused("games", "--compare", "lc877")


@pytest.mark.parametrize("name", ["piece ending", "cat and mouse", "awari", "nim", "ends"])
def test_a_card_counts_the_states_that_a_diagnosis_counts(name: str) -> None:
    """A game that begins anywhere has states that its first start does not reach."""
    facts = diagnose(find(name).example_game())
    assert card(find(name)).counts == (facts.states, facts.moves)


@pytest.mark.parametrize("name", ["front", "lc1406", "subtraction", "lc2029"])
def test_a_law_says_from_which_size_on_it_holds(name: str) -> None:
    """Three may be taken of a row of three, not of one: the smallest sizes break the law."""
    found = card(find(name))
    assert found.since == 2
    assert ", n ≥ 2; " in dict(found.rows())["states"]
    assert card(find("ends")).since == 0


def test_a_law_is_that_of_games_with_the_same_options() -> None:
    assert card(find("subtraction")(9, (1, 2))).choices == "2n − 1"
    assert card(find("front")((1, 2, 3), 1)).choices == "n"


def test_the_chart_of_a_class_is_that_of_an_instance_as_its_card_is(tmp_path: Path) -> None:
    file = tmp_path / "mygame.py"
    file.write_text(COINS, encoding="utf-8")
    lines = told("which", "--chart", f"{file}:Coins").splitlines()
    assert lines[-1].split() == ["so", "difference", "by", "backward"]
    assert lines == told("which", "--chart", f"{file}:Coins", "row=5,3,7").splitlines()


def test_end_tie_and_formula_are_compared_as_in_the_documents() -> None:
    """Professional document §11.3: terminal; patterns document §8.5: ties, a math solution."""
    lines = told("games", "--compare", "lc877", "lc486", "lc1025").splitlines()
    table = {line.split()[0]: re.split(" {2,}", line)[1:] for line in lines[1:]}
    assert table["end"] == ["the row is empty"] * 2 + ["N = 1: the player to move loses"]
    assert table["tie"][0] == "none: the total is odd"
    assert table["tie"][1].startswith("a tie counts as a win")
    assert table["tie"][2] == "none: it is won or lost"
    assert table["formula"][0].startswith("Alice wins always")
    assert table["formula"][1:] == ["none is known", "W(N) = N is even"]


def test_the_lines_of_a_recurrence_stay_lines_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(TWO_MOVES, encoding="utf-8")
    for columns in ("", "100"):
        wide = {"COLUMNS": columns} if columns else {}
        lines = told("games", "--compare", "lc486", f"{file}:Coins", **wide).splitlines()
        for move in ("row[l] − D(l + 1, r)", "row[r] − D(l, r − 1)", "each if l ≤ r"):
            assert sum(line.endswith(move) for line in lines) == 1, (columns, move)


WHO_WINS: dict[str, tuple[list[tuple[Any, ...]], Callable[..., bool]]] = {
    "StoneGame": ([((1, 2),), ((3, 9, 1, 2),), ((5, 3, 4, 5),)], lambda _: True),
    "Divisor": ([(n,) for n in range(1, 25)], lambda n: n % 2 == 0),
    "Subtraction": (
        [(n, tuple(range(1, k + 1))) for n in range(15) for k in (1, 2, 3, 4)],
        lambda n, takes: n % (len(takes) + 1) != 0,
    ),
    "Nim": (
        [(heaps,) for heaps in product(range(4), repeat=3)],
        lambda heaps: reduce(xor, heaps) != 0,
    ),
    "MisereNim": (
        [(heaps,) for heaps in product(range(4), repeat=3)],
        lambda heaps: (reduce(xor, heaps) != 0) == (max(heaps) > 1),
    ),
    "TurningTurtles": (
        [(heads,) for heads in range(64)],
        lambda heads: reduce(xor, (k + 1 for k in range(6) if heads >> k & 1), 0) != 0,
    ),
    "Wythoff": (
        list(product(range(9), repeat=2)),
        lambda a, b: min(a, b) != int(abs(a - b) * (1 + 5**0.5) / 2),
    ),
    "Chomp": (list(product(range(1, 5), repeat=2)), lambda height, width: height * width > 1),
    "StoneGameIX": (
        [((3,) * a + (1,) * b + (2,) * c,) for a, b, c in product(range(4), repeat=3) if a + b + c],
        lambda stones: (
            (1 in stones and 2 in stones)
            if stones.count(3) % 2 == 0
            else abs(stones.count(1) - stones.count(2)) > 2
        ),
    ),
}


def test_every_formula_is_held_against_the_solver() -> None:
    """Patterns document §8.5, §11: where mathematics answers, it answers as the table does."""
    kinds = {kind.__name__: kind for kind in GAMES}
    assert {name for name, model in MODELS.items() if model.formula} == set(WHO_WINS)
    for name, (instances, wins) in WHO_WINS.items():
        for arguments in instances:
            value = solve(kinds[name](*arguments)).value
            assert (value > 0) == wins(*arguments), (name, arguments)


def test_a_law_that_only_the_largest_instances_follow_is_a_bound() -> None:
    """Stone Game V keeps both halves of a cut only where they are equal."""
    found = card(find("lc1563"))
    assert found.states == "at most n(n + 1)/2"
    assert found.counts is not None
    assert found.counts[0] < 21  # six stones
    growing = compare(find("lc1563").example_game()).growing
    assert growing is not None
    assert growing.calls == "at most 3ⁿ/3"
