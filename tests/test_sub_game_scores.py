"""Raw scores of many sub-games of one table, as `/v1/value` gives them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from zermelo import explore, solve
from zermelo.errors import Unavailable
from zermelo.faces.service.answers import _values
from zermelo.games import Ends, Front, MeltingRow, PlayersRow, StoneGameII, Subtraction
from zermelo.methods.families import number_rows
from zermelo.methods.families.number_rows import Rests, row_sum

ROW = (5, 3, -7, 10, 2, 8)


@pytest.mark.parametrize(
    ("game", "method"),
    [
        (Ends(ROW), "backward"),
        (Ends(ROW), "interval-table"),
        (Ends(ROW), "peak-fusion"),
        (Front(ROW, 3), "front-window"),
        (StoneGameII(ROW), "cap-queues"),
    ],
    ids=lambda part: str(part)[:24],
)
def test_every_sub_range_has_its_raw_scores(game: Any, method: str) -> None:
    """Senior document §7.4: many queries over sub-ranges of one array, from one table."""
    states = explore(game).states
    asked = {"positions": [list(s) if isinstance(s, tuple) else s for s in states]}
    told = _values(solve(game, method=method), asked)["values"]
    plain = solve(game, method="backward")
    assert [one["scores"] for one in told] == [list(plain.scores_of(state)) for state in states]


def test_scores_that_do_not_exist_are_null() -> None:
    """Professional document Theorem 5.2; in last-move games nothing is collected."""
    melting = _values(solve(MeltingRow((3, 1, 2))), {"positions": [[0, 2], [2, 2]]})["values"]
    assert [one["scores"] for one in melting] == [None, [2, 0]]
    assert _values(solve(Subtraction(5)), {"positions": [4]})["values"][0]["scores"] is None


def test_p_players_have_everyones_scores() -> None:
    found = _values(solve(PlayersRow((4, 1, 7))), {"positions": [[0, 2], [1, 2]]})["values"]
    assert all(one["scores"] == one["value"] for one in found)


def test_nothing_is_explored_for_scores() -> None:
    """A search from the start holds no table, so there is nothing to read scores from."""
    solution = solve(Ends(ROW), method="alphabeta")
    assert solution.known_scores_of(solution.start) is None


def test_a_total_that_arrays_do_not_have_is_null() -> None:
    solution = solve(Ends((1, 2)), method="backward")

    class Arrays(type(solution.answers)):  # type: ignore[misc]
        def total(self, state: Any) -> Any:
            raise Unavailable("the total depends on the play", rule="", fix="")

    solution.answers.__class__ = Arrays
    assert solution.known_scores_of((0, 1)) is None


def test_rests_of_a_row_are_summed_once_then_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Senior document §7.5: prefix sums, so that a sub-range's total is one subtraction."""
    rests = Rests(ROW)
    assert [rests.sum(place) for place in range(7)] == [sum(ROW[place:]) for place in range(7)]
    counted = SimpleNamespace(calls=0)

    def watched(values: Any) -> Any:
        counted.calls += 1
        return row_sum(values)

    monkeypatch.setattr(number_rows, "row_sum", watched)
    rests = Rests(ROW)
    assert [rests.sum(2), rests.sum(2), rests.sum(5), rests.sum(0)] == [13, 13, 8, 21]
    assert counted.calls == 1
