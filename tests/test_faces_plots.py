"""Pictures: what they show is what the solution says, and both renderers draw it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from programs import python
from zermelo import Game, LastMoverWins, Move, solve
from zermelo.errors import BadInput, Unavailable, UnknownState
from zermelo.faces import plot_data
from zermelo.faces.plots import (
    PLOTS,
    GrowthCurves,
    HeatMap,
    MoveBars,
    growth_data,
    heat_data,
    in_terminal,
    moves_data,
    picture,
    save,
)
from zermelo.games import (
    BalancedEnds,
    ChessEnding,
    DoublingTurns,
    Ends,
    MeltingRow,
    Nim,
    PlayersRow,
    StoneGameII,
    StoneGameV,
    Subtraction,
    TicTacToe,
    Wythoff,
)

COINS = solve(Ends((5, 3, 7, 10)))
LONG = solve(Ends(tuple(k * k % 23 for k in range(30))))
EXAMPLES: dict[str, Callable[[], plot_data.Plot]] = {
    "four coins": lambda: heat_data(COINS),
    "many coins": lambda: heat_data(LONG),
    "no difference": lambda: heat_data(solve(Ends((0, 0)))),
    "vectors": lambda: heat_data(solve(BalancedEnds((2, 1, 3, 2)))),
    "long numbers": lambda: heat_data(solve(Ends((10**400, 3, -(10**400))))),
    "moves": lambda: moves_data(COINS),
    "draws": lambda: moves_data(solve(TicTacToe())),
    "three players": lambda: moves_data(solve(PlayersRow.example_game())),
    "growth of a row": lambda: growth_data(COINS),
    "growth of a board": lambda: growth_data(solve(TicTacToe())),
    "growth of a heap": lambda: growth_data(solve(Subtraction(600, (1, 2)))),
}
CODES = re.compile(r"\033\[[\d;]*m")


class Coins(Game):
    """A row without a declared shape."""

    start = 0, 3

    def moves(self, state):
        left, right = state
        if left <= right:
            yield Move((left + 1, right), gain=(5, 3, 7, 10)[left], label="$left")
            yield Move((left, right - 1), gain=(5, 3, 7, 10)[right], label="right$")


@pytest.fixture(scope="module", params=EXAMPLES)
def data(request: pytest.FixtureRequest) -> plot_data.Plot:
    """What is drawn; made when a test first asks, not by everyone who looks for tests."""
    return EXAMPLES[request.param]()


# -- the data ----------------------------------------------------------------------------------


def test_the_heat_map_is_the_table() -> None:
    data = heat_data(COINS)
    for i in range(4):
        for j in range(4):
            assert data.values[i][j] == (COINS.value_of((i, j)) if i <= j else None)
    assert data.limit == 10
    assert data.share(0, 0) == 0.5
    assert data.line == ((0, 3), (0, 2), (0, 1), (1, 1))
    assert not data.has_gaps


def test_the_line_of_a_heat_map_is_the_play() -> None:
    states = [step.state for step in LONG.play().steps]
    assert heat_data(LONG).line == tuple(states)


def test_a_row_is_known_by_its_states_not_by_its_class() -> None:
    assert heat_data(solve(Coins())).values == heat_data(COINS).values
    assert heat_data(solve(StoneGameV((6, 2, 3, 4, 5, 5)))).values[0][5] == 18


def test_a_part_of_a_row_keeps_its_coins_numbers() -> None:
    data = picture("heat", COINS, (1, 3))
    assert isinstance(data, HeatMap)
    assert (data.first, data.values[0][2], len(data.values)) == (1, 6, 3)
    assert in_terminal(data).splitlines()[4].split() == ["1", "[3]", "[4]", "[6]"]


def test_what_play_never_reaches_has_no_value() -> None:
    data = heat_data(solve(MeltingRow((3, 1, 2, 4))))
    assert data.values[0][:3] == (None, None, None)
    assert data.has_gaps
    assert "· never reached" in in_terminal(data)


@pytest.mark.parametrize(
    "game",
    [Nim((3, 4)), StoneGameII((2, 7, 9, 4, 4)), Wythoff(3, 5), TicTacToe(), DoublingTurns((3, 9))],
    ids=lambda game: type(game).__name__,
)
def test_a_game_that_is_no_row_has_no_heat_map(game: Game) -> None:
    with pytest.raises(Unavailable, match=r"\(left, right\).*Draw moves or growth"):
        heat_data(solve(game))


def test_rows_too_long_or_empty_are_refused_before_any_work() -> None:
    with pytest.raises(Unavailable, match=r"5,000 coins.*\(0, 299\)"):
        heat_data(solve(Ends((1, 2) * 2500)))
    with pytest.raises(Unavailable, match="0 coins"):
        heat_data(solve(Ends(())))


def test_the_bars_are_the_options() -> None:
    data = moves_data(COINS)
    assert data.names == ("left", "right")
    assert data.values == (-1, 5)
    assert data.texts == ("−1", "+5")
    assert data.best == (False, True)
    assert data.shares == (-0.2, 1.0)


def test_outcomes_are_told_in_words_with_their_plies() -> None:
    data = moves_data(solve(ChessEnding.example_game()))
    assert {text for text, best in zip(data.texts, data.best, strict=True) if best} == {"win in 5"}
    assert set(moves_data(solve(TicTacToe())).texts) == {"draw"}


def test_with_players_of_their_own_totals_a_bar_is_the_movers() -> None:
    data = moves_data(solve(PlayersRow((4, 1, 7, 2, 9, 3), 3)))
    assert data.values == (7, 5)
    assert data.texts[0] == "7 – 10 – 9"


def test_of_many_moves_the_best_are_kept_in_the_rules_order() -> None:
    data = moves_data(solve(Nim((3, 5, 70))))
    assert len(data.names) == plot_data.MOST_BARS
    assert data.left_out == 38
    assert data.names[data.best.index(True)] == "70 → 6"
    assert "38 more moves, none of them worth more" in in_terminal(data)


def test_a_board_as_a_name_becomes_one_short_line() -> None:
    game = LastMoverWins.from_function(
        lambda n: [Move(n - 1)] if n else [], start=1, show=lambda n: "ab\ncd" * 20
    )
    (name,) = moves_data(solve(game)).names
    assert len(name) <= plot_data.LONGEST_PLOT_NAME
    assert name.startswith("ab / cd")


def test_where_play_is_over_there_are_no_bars() -> None:
    with pytest.raises(Unavailable, match="play is over"):
        picture("moves", COINS, (2, 1))


def test_moves_too_many_to_look_at_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot_data, "MOST_COMPARED", 1)
    for draw in (moves_data, growth_data):
        with pytest.raises(Unavailable, match="more than 1 moves"):
            draw(COINS)


def test_growth_counts_every_state_once() -> None:
    data = growth_data(solve(TicTacToe()))
    assert data.by_depth == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    assert data.within[-1] == 5478
    assert data.complete


def test_growth_by_size_ends_with_the_game_itself() -> None:
    data = growth_data(solve(Subtraction(21, (1, 2, 3))))
    assert data.by_size[-1] == (21, 22)
    assert data.law == "n + 1"


def test_a_count_that_stops_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot_data, "MOST_COUNTED", 100)
    part = solve(Ends((1, 2) * 20)).at((1, 39))
    data = growth_data(part)
    assert not data.complete
    assert data.by_depth == tuple(range(1, len(data.by_depth) + 1))
    assert "deeper ones are not counted" in in_terminal(data).replace("\n", " ")


def test_the_levels_of_a_graph_that_is_held_are_read_off_it() -> None:
    held = SimpleNamespace(complete=True, level_sizes=[1, 3, 5], number=lambda _: 0)
    fake = SimpleNamespace(answers=SimpleNamespace(graph=held), start=(0, 3))
    assert plot_data._level_sizes(fake, None) == ((1, 3, 5), True)  # type: ignore[arg-type]


def test_an_unknown_kind_names_the_kinds() -> None:
    with pytest.raises(BadInput, match=r"heat, moves, growth\. Did you mean growth"):
        picture("grwth", COINS)
    with pytest.raises(UnknownState):
        picture("moves", COINS, "nowhere")
    assert set(PLOTS) == {"heat", "moves", "growth"}


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-3, "−3"),
        (Fraction(1, 2), "1/2"),
        (Fraction(-12345, 7), "−1764"),
        (0.1 + 0.2, "0.3"),
        (123_456_789, "123456789"),
        (-(10**4000), "−1.00e+4000"),
    ],
)
def test_numbers_are_short_enough_for_a_label(number: object, text: str) -> None:
    assert plot_data.label_text(number) == text


# -- the terminal ------------------------------------------------------------------------------


def test_a_small_row_is_drawn_as_numbers() -> None:
    assert in_terminal(heat_data(COINS)).splitlines()[3:8] == [
        "    0   1   2   3",
        "0   5  [2] [5] [5]",
        "1      [3]  4   6",
        "2           7   3",
        "3              10",
    ]


def test_bars_stand_left_and_right_of_zero() -> None:
    left, right = in_terminal(moves_data(COINS), 50).splitlines()[3:5]
    assert left.index("│") == right.index("│")
    assert left.endswith("▒│ −1")
    assert right.endswith("█ +5 ★")


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_drawing_keeps_to_its_width_and_colour_adds_only_codes(
    data: plot_data.Plot, width: int
) -> None:
    try:
        plain = in_terminal(data, width)
    except Unavailable:
        assert isinstance(data, HeatMap)
        assert len(data.values) + 3 > width
        return
    assert max(map(len, plain.splitlines())) <= width
    assert "\033" not in plain
    coloured = in_terminal(data, width, colour=True)
    bare = CODES.sub("", coloured)
    assert max(map(len, bare.splitlines())) <= width
    if not (isinstance(data, HeatMap) and "blocks" in plain):  # there a shade replaces the block
        assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()
    assert coloured.count("\033[0m") * 2 == coloured.count("\033[")


def test_a_long_row_is_drawn_as_signs_and_the_line_is_marked() -> None:
    text = in_terminal(heat_data(LONG), 80)
    assert text.count("⊕") + text.count("⊖") + text.count("⊙") == 30 + 3  # and the legend
    assert "⊕ ⊖ ⊙ one line of best play" in in_terminal(heat_data(LONG), 40)


def test_a_row_wider_than_the_terminal_says_what_to_do() -> None:
    data = heat_data(solve(Ends((1, 2) * 30)))
    with pytest.raises(Unavailable, match=r"60 coins in 50 columns.*Save it as"):
        in_terminal(data, 50)
    with pytest.raises(BadInput, match="width"):
        in_terminal(data, 5)


# -- files -------------------------------------------------------------------------------------


@pytest.mark.unmeasured
def test_a_file_is_drawn_and_the_same_again(data: plot_data.Plot, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one, two = save(data, tmp_path / "one.svg"), save(data, str(tmp_path / "two.svg"))
    assert one.read_bytes() == two.read_bytes()
    assert "dc:date" not in one.read_text("utf-8")


def test_a_png_is_a_png_without_a_date(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    data = save(heat_data(COINS), tmp_path / "coins.PNG").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert b"Software" not in data


def test_names_with_dollars_are_no_formulas(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    drawn = save(moves_data(solve(Coins())), tmp_path / "coins.svg").read_text("utf-8")
    assert "<!-- $left -->" in drawn
    assert "<!-- ★ +5 -->" in drawn


def test_saving_leaves_the_users_settings_alone(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    before = dict(matplotlib.rcParams)
    save(heat_data(COINS), tmp_path / "coins.png")
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("name", ["coins.gif", "coins", "coins.png.txt"])
def test_an_unknown_suffix_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"\.png or \.svg"):
        save(heat_data(COINS), tmp_path / name)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no folder"):
        save(heat_data(COINS), tmp_path / "nowhere" / "coins.png")


def test_a_path_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "taken.png").mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        save(heat_data(COINS), tmp_path / "taken.png")


def test_without_matplotlib_the_error_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(Unavailable, match=r"pip install 'zermelo\[plot\]'"):
        save(heat_data(COINS), tmp_path / "coins.png")


def test_drawing_in_the_terminal_loads_no_heavy_library() -> None:
    code = """
import sys
from collections.abc import Callable
from zermelo import solve
from zermelo.faces.plots import PLOTS, in_terminal, picture
from zermelo.games import Ends
for kind in PLOTS:
    in_terminal(picture(kind, solve(Ends((5, 3, 7, 10)))), colour=True)
print([name for name in ("numpy", "numba", "matplotlib", "rich") if name in sys.modules])
"""
    assert python(code) == "[]"


def test_the_kinds_give_their_own_data() -> None:
    assert isinstance(picture("heat", COINS), HeatMap)
    assert isinstance(picture("moves", COINS), MoveBars)
    assert isinstance(picture("growth", COINS), GrowthCurves)
