"""Every method on every engine: an answer, or a refusal that says why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from table_games import cyclic_game, difference_game, normal_game
from zermelo import Game, solve
from zermelo.errors import MethodRefused, NotCompiled, ZermeloError
from zermelo.graph.contract import Recurrence
from zermelo.methods import METHODS
from zermelo.methods.minimax import Minimax

pytestmark = pytest.mark.usefixtures("own_cache")

GAMES = {
    "scored": difference_game(Random(1)),
    "normal": normal_game(Random(1)),
    "cyclic": cyclic_game(Random(1)),
}


# alpha-beta with compiled rules has tests of its own, and takes long to compile
CASES = [(method, game) for game in GAMES for method in METHODS if method != "alphabeta"]


@pytest.mark.parametrize(("method", "name"), [*CASES, ("alphabeta", "scored")])
def test_a_method_answers_or_refuses_on_both_engines_alike(method: str, name: str) -> None:
    plain, compiled = (answer(GAMES[name], method, engine) for engine in ("plain", "compiled"))
    assert plain == compiled


def answer(game: Game, method: str, engine: str) -> Any:
    """What a method says of a game; a refusal counts by its kind."""
    try:
        return solve(game, method=method, engine=engine, budget=20_000).bounds
    except NotCompiled:
        raise
    except ZermeloError as refusal:
        return type(refusal)


def test_minimax_runs_on_compiled_rules() -> None:
    game = GAMES["scored"]
    plain, found = (solve(game, method="minimax", engine=e) for e in ("plain", "compiled"))
    assert "compiled rules" in str(found.plan)
    assert dict(found.table()) == dict(plain.table())


def test_a_method_without_a_kernel_runs_by_its_definition_on_any_graph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Minimax, "recurrence", Recurrence.OWN)
    found = solve(GAMES["scored"], method="minimax", engine="compiled")
    assert dict(found.table()) == dict(solve(GAMES["scored"], engine="plain").table())
    monkeypatch.setattr("zermelo.engines.memory.graph.MOST_LISTED", 1)
    with pytest.raises(MethodRefused, match='engine="plain"'):
        solve(GAMES["scored"], method="minimax", engine="compiled")
