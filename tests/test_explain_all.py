"""`explain --all`: every state as a table is filled, the tree of calls, P and N, mex."""

from __future__ import annotations

import json
import re

import pytest

from prompt_runs import refused, told
from zermelo import ZermeloError, explain, solve
from zermelo.games import Ends, Kayles, Subtraction, find

FILLING = "Every state, in the order of filling"
CALLS = "The calls of the naive recursion"


def test_a_row_is_filled_by_length_with_every_equation() -> None:
    """Middle document, the filled tables: dp[i][j] by growing length, each cell worked out."""
    cells = explain(solve(Ends((1, 5, 2))), every=True).sections[FILLING].splitlines()
    heads = [line for line in cells if not line.startswith("  ")]
    assert heads == ["length 0", "length 1", "length 2", "length 3"]
    assert cells[-6:] == [
        "  D(2,2) = max(2 − 0) = 2",
        "length 2",
        "  D(0,1) = max(1 − 5, 5 − 1) = 4",
        "  D(1,2) = max(5 − 2, 2 − 5) = 3",
        "length 3",
        "  D(0,2) = max(1 − 3, 2 − 4) = −2",
    ]


@pytest.mark.parametrize("words", ["subtraction 6", "kayles 4", "lc1140 2 7 9", "three-player-row"])
def test_a_state_is_filled_after_all_it_leads_to(words: str) -> None:
    """Middle document, order of filling: every value is known before it is needed."""
    cells = json.loads(told("explain", *words.split(), "--all", "--json"))["cells"]
    filled: list[object] = []
    for cell in cells:
        assert all(move["to"] in filled for move in cell["moves"])
        filled.append(cell["state"])
    assert [cell["level"] for cell in cells] == sorted(cell["level"] for cell in cells)


def test_win_and_loss_are_labelled_p_and_n() -> None:
    """Professional document §7, the worked P/N trace."""
    found = explain(solve(Subtraction(5)), every=True)
    lines = found.sections[FILLING].splitlines()
    assert [line.split(":")[0].strip() for line in lines if " is " in line] == [
        "0 is P", "1 is N", "2 is N", "3 is N", "4 is P", "5 is N",
    ]  # fmt: skip
    assert "  4 is P: take 1 → N, take 2 → N, take 3 → N" in lines
    text = found.sections["This position"]
    assert text.endswith("so it is an N-position: the player to move wins, in 3 moves")
    assert "so the value is" not in str(found)


def test_the_divisor_game_is_labelled_as_the_document_traces_it() -> None:
    """Professional document §7, the worked P/N trace of the Divisor Game, N = 1 … 6."""
    cells = explain(solve(find("lc1025")(6)), every=True).record["cells"]
    labels = {cell["state"]: cell["label"] for cell in cells}
    assert labels == {1: "P", 2: "N", 3: "P", 4: "N", 5: "P", 6: "N"}


def test_nimbers_have_the_mex_of_what_the_moves_leave() -> None:
    """Professional document Theorem 10.2: Grundy(S) = mex{ Grundy(S') }."""
    found = explain(solve(Kayles((1, 3))), every=True)
    assert "nimber(1,3) = mex{0, 1, 3} = 2 = 1 XOR 3, N" in found.sections[FILLING]
    assert "nimber(2) = mex{0, 1} = 2, N: 2 → 1 leaves 1, 2 → nothing leaves 0" in str(found)
    assert "the value is" not in str(found)
    for cell in found.record["cells"]:
        least = next(n for n in range(99) if n not in cell["mex"])
        assert cell["nimber"] == least
        assert cell["label"] == ("N" if least else "P")


def test_the_call_tree_of_a_small_game_is_whole() -> None:
    """Patterns document §3: without memory the recursion asks for the same states again."""
    tree = explain(solve(Ends((1, 5, 2))), every=True).sections[CALLS].splitlines()
    assert tree[0] == "11 calls for 9 states, * for one asked before"
    assert len(tree) == 12
    assert "    right: D(1,1) = 5" in tree
    assert "    left: D(1,1) = 5 *" in tree


def test_a_larger_call_tree_says_what_it_hides() -> None:
    """Patterns document §3: game trees are exponential."""
    found = explain(solve(Ends((5, 3, 7, 10, 2, 8, 4, 9))), every=True)
    tree = found.sections[CALLS].splitlines()
    assert tree[0].endswith("a line that ends with … hides calls")
    assert len(tree) <= 81
    hidden = sum(int(n) for n in re.findall(r"… (\d+) more$", "\n".join(tree), re.M))
    assert hidden + len(tree) - 1 == int(tree[0].split()[0]) == found.record["tree"]["calls"]


def test_where_play_comes_back_there_is_no_tree_and_draws_are_last() -> None:
    """Professional document, cyclic games: no order of filling reaches a first value."""
    text = told("explain", "cat-and-mouse", "--all")
    assert "the recursion has no end and no tree" in text
    assert text.index("remoteness 4") < text.index("never decided: draws")


def test_more_states_than_can_be_listed_are_refused_in_words() -> None:
    assert "more than 10,000 states or 40,000 moves" in refused(
        "explain", "nim", "31", "31", "31", "--all"
    )


def test_json_of_plain_explain_has_the_position_alone() -> None:
    found = json.loads(told("explain", "nim", "1", "2", "--json"))
    assert (found["cells"], found["tree"], found["position"]["mex"]) == (None, None, [0, 1, 2])
    assert [move["nimber"] for move in found["position"]["moves"]] == [2, 1, 0]


def test_moves_that_keep_the_turn_and_many_moves_are_written_out() -> None:
    text = explain(solve(find("dots and boxes")(1, 1)), every=True).sections[FILLING]
    assert re.search(r"max\(.*1 \+ 0", text)
    heap = explain(solve(Subtraction(20, tuple(range(1, 20)))), every=True).sections[FILLING]
    assert "… 7 more" in heap


def test_a_state_that_is_not_known_is_refused() -> None:
    with pytest.raises(ZermeloError, match="is no position of Ends"):
        explain(solve(Ends((1, 2))), (7, 9))
