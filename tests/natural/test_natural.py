"""Games as users write them, solved by the plain engine, beside brute force and what is known."""

import pytest

from natural import brute
from natural.facts import FACTS, LARGER
from zermelo import solve


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: repr(fact.game)[:60])
def test_brute_force_and_the_plain_engine_find_what_is_known(fact):
    assert brute.value(fact.game) == (fact.value, fact.states)
    assert solve(fact.game, engine="plain").value == fact.value


@pytest.mark.parametrize("name", LARGER)
def test_larger_instances_begin_with_a_move(name):
    game = LARGER[name]
    assert type(game).__name__ == name
    assert any(True for _ in game.moves(game.start))


def test_every_game_has_a_docstring_and_a_default():
    kinds = {type(fact.game) for fact in FACTS}
    assert all(kind.__doc__ for kind in kinds)
    assert {type(kind()) for kind in kinds} == kinds
