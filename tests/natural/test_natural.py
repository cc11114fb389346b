"""Games as users write them, solved by the plain engine, beside brute force and what is known."""

import pytest

from natural import brute
from natural.facts import FACTS, LARGER
from zermelo import solve

NAMES = [type(fact.game).__name__ for fact in FACTS]


@pytest.mark.unmeasured
@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_brute_force_and_the_plain_engine_find_what_is_known(fact):
    assert brute.value(fact.game) == (fact.value, fact.states)
    assert solve(fact.game, engine="plain").value == fact.value


@pytest.mark.parametrize("name", LARGER)
def test_a_larger_instance_is_one_of_the_same_rules(name):
    game = LARGER[name]
    assert type(game) in {type(fact.game) for fact in FACTS}
    assert next(iter(game.moves(game.start)))


def test_every_game_says_what_it_is_and_has_a_default():
    kinds = {type(fact.game) for fact in FACTS}
    assert len(kinds) == len(set(NAMES)) > 100
    assert all(kind.__doc__ and kind().start == kind().start for kind in kinds)
