"""The files of the catalogue are loaded one by one, and nobody notices."""

import pytest

import zermelo.games
from programs import python
from zermelo.errors import BadInput
from zermelo.games import CATALOGUE, GAMES, find

LOADED = "import sys; print([m for m in sys.modules if m.startswith('zermelo.games.')])"


@pytest.mark.parametrize(
    "line", ["from zermelo.games import Ends", "import zermelo.games as g; g.find('ends')"]
)
def test_one_game_loads_one_file(line: str) -> None:
    said = python(f"{line}; {LOADED}")
    assert "zermelo.games.rows" in said
    assert "zermelo.games.heaps" not in said
    assert "zermelo.games.fronts" not in said


def test_every_game_is_found_by_all_of_its_names() -> None:
    for game in GAMES:
        for name in (game.name, game.__name__, *game.aliases):
            assert find(name) is game
    assert list(CATALOGUE.values()) == list(GAMES)
    assert {game.__name__ for game in GAMES} <= set(dir(zermelo.games)) & set(zermelo.games.__all__)


@pytest.mark.parametrize("name", ["e nds", "can iwin", "chomp x"])
def test_a_name_with_other_spaces_is_no_name(name: str) -> None:
    with pytest.raises(BadInput, match="no such game"):
        find(name)


def test_what_is_no_game_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Go'"):
        _ = zermelo.games.Go  # type: ignore[attr-defined]
