"""Every game of the catalogue is translated, and its code says what its Python says.

The code is plain Python over arrays: here it runs without the compiler, state by state.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from executed_rules import NOT_COMPILED, by_python
from zermelo import Game, PayoffGame, explore, solve
from zermelo.games import (
    GAMES,
    Awari,
    CanIWin,
    CatAndMouse,
    ChessEnding,
    Chomp,
    ConnectFour,
    DotsAndBoxes,
    Ends,
    Front,
    GrundysGame,
    Kalah,
    Kayles,
    Nim,
    NoRevisit,
    PieceEnding,
    PlayersRow,
    Rows,
    StoneGameII,
    StoneGameIX,
    StoneGameV,
    TicTacToe,
    TokenGraph,
)
from zermelo.machine import build
from zermelo.machine.build import whole_text
from zermelo.machine.layout import observed
from zermelo.machine.machine import first_layout
from zermelo.machine.translate import translate

MOST = 1_500  # states looked at
COINS = tuple((7 * k * k + 3 * k) % 23 for k in range(90))
RING = tuple(((k + 1) % 40, (k + 17) % 40, *((3,) if k % 5 else ())) for k in range(40))
LARGER: tuple[Game, ...] = (
    Ends(COINS),
    Front(COINS, 5),
    StoneGameII(COINS[:40]),
    StoneGameV(COINS[:30]),
    StoneGameIX((1, 2, 3, 4, 5, 6, 7)),
    Rows((COINS[:9], COINS[9:12], COINS[12:20]), closed=(False, True, False)),
    PlayersRow(COINS[:30], 4),
    Nim((3, 5, 6, 7)),
    GrundysGame((14,)),
    Kayles((12, 5)),
    Chomp(4, 5),
    CanIWin(9, 30),
    DotsAndBoxes(2, 2),
    TicTacToe(3, 4, 3),
    ConnectFour(5, 4),
    Kalah(4, 3, empty_capture=True),
    Kalah(3, 3),
    Awari(3, 2),
    TokenGraph(RING),
    NoRevisit(RING[:12] and tuple(tuple(v % 12 for v in row) for row in RING[:12])),
    CatAndMouse(tuple(tuple(v % 12 for v in row) for row in RING[:12])),
    ChessEnding("R", 4),
    PieceEnding("KRKN", 3),
)


def executed(text: str) -> SimpleNamespace:
    """The functions of translated rules, not compiled."""
    plain = whole_text(text).replace("from numba import njit", NOT_COMPILED)
    names: dict[str, Any] = {}
    exec(compile(plain, "translated", "exec"), names)
    return SimpleNamespace(**names)


def told(game: Game, state: Any) -> list[tuple[Any, int, bool]]:
    return [(game.canonical(move.to), move.gain, move.again) for move in game.moves(state)]


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize(
    "game", [*(cls.example_game() for cls in GAMES), *LARGER], ids=lambda game: repr(game)[:50]
)
def test_translated_rules_say_what_python_says(game: Game, dense: bool) -> None:
    graph = explore(game, budget=MOST)
    states = [game.canonical(state) for state in graph.states]
    every = [*states, *(to for state in states[:200] for to, _, _ in told(game, state))]
    layout = first_layout(game, every, 1 << 40) if dense else observed(every)
    code = translate(game, layout)
    rules = executed(code.text)
    memory = np.zeros(len(code.memory) + (1 << 16), np.int64)
    memory[: len(code.memory)] = code.memory
    keys = np.zeros((400, layout.words), np.int64)
    gains, agains = np.zeros(400, np.int64), np.zeros(400, np.uint8)
    for state in states[: MOST // 3]:
        keys[0] = layout.encode(state)
        assert layout.decode(keys[0]) == state
        status = np.zeros(4, np.int64)
        end = rules.children(keys, 0, memory, layout.codec, keys, gains, agains, 1, status)
        if status[0]:
            continue  # a state beyond those that the layout was made of
        found = [(layout.decode(keys[k]), int(gains[k]), bool(agains[k])) for k in range(1, end)]
        assert found == told(game, state), state
        if isinstance(game, PayoffGame):
            assert rules.turn(keys, 0, memory, layout.codec) == game.turn(state)
        if not found:
            paid = np.zeros((1, getattr(game, "players", 1)), np.int64)
            if isinstance(game, PayoffGame):
                rules.payoff(keys, 0, memory, layout.codec, paid, 0)
                assert tuple(paid[0].tolist()) == tuple(game.payoff(state))
            else:
                assert rules.payoff(keys, 0, memory, layout.codec) == game.payoff(state)


def test_other_numbers_in_a_long_row_need_no_other_code() -> None:
    one, two = Ends(COINS), Ends(tuple(reversed(COINS)))
    layout = observed(explore(one, budget=500).states)
    first, second = translate(one, layout), translate(two, layout)
    assert first.text == second.text
    assert first.memory != second.memory


@pytest.mark.parametrize("kind", [Kalah, Awari])
def test_boards_with_other_numbers_of_seeds_need_no_other_code(kind: type[Kalah | Awari]) -> None:
    """A field that the rules do not ask for is no part of their code, nor are the bits of a key."""
    texts = set()
    with by_python(), pytest.MonkeyPatch.context() as patch:  # undone in this order
        load = build.load
        patch.setattr(build, "load", lambda text: (texts.add(text), load(text))[1])
        for seeds in (1, 2, 3):
            solve(kind(2, seeds), engine="compiled", threads=1)
    assert len(texts) == 1
