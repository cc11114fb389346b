"""Chess endings with up to four men: the rules, their symmetries, and published results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from zermelo import solve
from zermelo.errors import BadInput, UnknownState
from zermelo.games import ChessEnding, PieceEnding

KINDS = "QRBN"
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STEPS = {
    "K": STRAIGHT + SLANTED,
    "Q": STRAIGHT + SLANTED,
    "R": STRAIGHT,
    "B": SLANTED,
    "N": [(a * x, b * y) for a, b in ((1, 2), (2, 1)) for x in (1, -1) for y in (1, -1)],
}

Men = dict[tuple[int, int], tuple[int, str]]  # square → whose man it is (0: the mover's), kind


# -- chess once more, by ranks and files ---------------------------------------------------------


def men_of(game: PieceEnding, state: tuple[int, ...]) -> Men:
    area, found = game.size**2, {}
    for owner in (0, 1):
        found[divmod(state[owner], game.size)] = owner, "K"
    for man in filter(None, state[2:]):
        kind, square = divmod(man - 1, area)
        found[divmod(square, game.size)] = kind // 4, KINDS[kind % 4]
    return found


def steps(men: Men, owner: int, size: int) -> Iterator[tuple[Any, Any]]:
    """From where to where a player's men may go, whatever becomes of the king."""
    for here, (whose, kind) in men.items():
        for up, right in STEPS[kind] if whose == owner else ():
            for far in range(1, size if kind in "QRB" else 2):
                there = here[0] + far * up, here[1] + far * right
                if not (0 <= there[0] < size and 0 <= there[1] < size):
                    break
                if there in men and men[there][0] == owner:
                    break
                yield here, there
                if there in men:
                    break


def in_check(men: Men, owner: int, size: int) -> bool:
    return any(men.get(to) == (owner, "K") for _, to in steps(men, 1 - owner, size))


def after_moves(men: Men, size: int) -> list[Men]:
    found = []
    for here, there in steps(men, 0, size):
        after = {**men, there: men[here]}
        del after[here]
        if not in_check(after, 0, size):
            found.append({square: (1 - whose, kind) for square, (whose, kind) in after.items()})
    return found


def as_set(men: Men) -> frozenset[Any]:
    return frozenset(men.items())


@pytest.mark.parametrize(("men", "size"), [("KQKR", 3), ("KBNK", 3), ("KNKN", 4), ("KRRK", 3)])
def test_the_moves_are_those_of_chess(men: str, size: int) -> None:
    game = PieceEnding(men, size)
    for state in [*game.starts()][::7]:
        place = men_of(game, state)
        assert not in_check(place, 1, size)
        found = [as_set(men_of(game, move.to)) for move in game.moves(state)]
        assert len({*found}) == len(found)
        assert {*found} == {*map(as_set, after_moves(place, size))}
        if not found:
            assert game.payoff(state) == -in_check(place, 0, size)


@pytest.mark.parametrize(("men", "size"), [("KBKN", 3), ("KRK", 4), ("KNNK", 3)])
def test_every_legal_placement_is_an_image_of_a_start(men: str, size: int) -> None:
    game, squares = PieceEnding(men, size), [*product(range(size), repeat=2)]
    sides = men[1:].split("K")
    legal: set[frozenset[Any]] = set()
    for mine, other in (sides, sides[::-1]):
        kinds = [(0, "K"), (1, "K"), *((0, kind) for kind in mine), *((1, kind) for kind in other)]
        for places in product(squares, repeat=len(kinds)):
            place = dict(zip(places, kinds, strict=True))
            if len(place) == len(kinds) and not in_check(place, 1, size):
                legal.add(as_set(place))
    images = {
        as_set(
            {divmod(image[rank * size + file], size): man for (rank, file), man in place.items()}
        )
        for image in game.images
        for place in (men_of(game, state) for state in game.starts())
    }
    apart = {place for place in legal if not kings_touch(dict(place))}
    assert images == apart


def kings_touch(place: Men) -> bool:
    (a, b), (c, d) = (square for square, (_, kind) in place.items() if kind == "K")
    return max(abs(a - c), abs(b - d)) <= 1


def test_images_are_one_state() -> None:
    game = PieceEnding("KQKR", 5)
    for state in [*game.starts()][::997]:
        twins = {game.canonical(state), game.canonical(game.mirror(state))}
        for image in game.images:
            men = sorted((game.imaged(man, image) for man in state[2:]), reverse=True)
            twins.add(game.canonical((image[state[0]], image[state[1]], *men)))
        assert len(twins) == 1


def test_a_man_that_is_taken_lowers_the_layer() -> None:
    game = PieceEnding("KQKR", 4)
    for state in [*game.starts()][::31]:
        for move in game.moves(state):
            taken = len(men_of(game, state)) - len(men_of(game, move.to))
            assert (game.layer(move.to) < game.layer(state)) == bool(taken)
            assert (game.layer(move.to) == game.layer(state)) == (not taken)


def test_values_are_those_of_the_ending_with_one_piece() -> None:
    game, other = PieceEnding("KRK", 4), ChessEnding("R", 4, in_hand=True)
    found, known = solve(game), solve(other)
    for white, rook, black, mover in other.positions():
        men = rook + 1 + 16 * (1 if mover == 0 else 5)
        state = (white, black, men, 0) if mover == 0 else (black, white, men, 0)
        same = found.at(state), known.at((white, rook, black, mover))
        assert same[0].value == same[1].value
        assert same[0].remoteness == same[1].remoteness


# -- published results ---------------------------------------------------------------------------

# moves to mate with the lone king to move: Bain and Hoff 1994, UCI's "chess (king-rook vs king)"
ROOK_MATES = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166,
              390]  # fmt: skip


@pytest.mark.unmeasured
@pytest.mark.usefixtures("own_cache")
def test_the_lone_king_is_mated_by_a_rook_as_published_and_by_a_queen_in_ten_moves() -> None:
    rook = solve(PieceEnding("KRK"), engine="layers", threads=1)
    lost = rook.where(outcome="loss").histogram("remoteness")
    assert [lost[2 * moves] for moves in range(17)] == ROOK_MATES
    assert rook.histogram(by_layer=True)[81 * 9, "draw"] == 2796
    queen = solve(PieceEnding("KQK"), engine="layers", threads=1)
    assert (len(queen.where(remoteness=19)), len(queen.where(remoteness=20))) == (1, 8)
    assert not len(queen.where(remoteness=range(21, 99)))


# -- what is given -------------------------------------------------------------------------------


def test_men_are_put_into_order() -> None:
    assert PieceEnding("KRKQ").men == "KQKR"
    assert PieceEnding("KKNB").men == "KBNK"
    assert PieceEnding("KNKB") == PieceEnding("KBKN")


@pytest.mark.parametrize("men", ["", "KK", "KQ", "KPK", "KQRBK", "QKK", 7])
def test_other_men_are_refused(men: Any) -> None:
    with pytest.raises(BadInput, match="one or two of Q, R, B, N"):
        PieceEnding(men)


def test_men_are_placed_by_their_names() -> None:
    game = PieceEnding("KQKR")
    state = game.placed("Kb1 Qe4", "Kh8 Rh7")
    assert state == (1, 63, 1 + 55 + 64 * 5, 1 + 28)
    assert game.impossible(state) is None
    assert game.show(state).split("\n")[:4] == [
        "· · · · · · · k", "· · · · · · · r", "· · · · · · · ·", "· · · · · · · ·",
    ]  # fmt: skip
    for wrong in ("Pe4", "Ki1", "K", ""):
        with pytest.raises(BadInput, match="a man is K, Q, R, B or N"):
            game.placed(f"Ka1 {wrong or 'x'}", "Kh8")


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ((0, 2), "a tuple of 4"),
        ((0, 16, 17, 0), "squares are 0 … 15"),
        ((0, 2, 17, 20), "the larger number is first"),
        ((0, 1, 20, 0), "side by side"),
        ((0, 2, 8, 0), "not among KRK"),
        ((0, 2, 17, 0), "two men stand on one square"),
        ((0, 2, 20, 0), "the other king is in check"),
    ],
)
def test_what_is_no_placement_is_told(state: Any, reason: str) -> None:
    game = PieceEnding("KRK", 4)
    assert reason in (game.impossible(state) or "")
    with pytest.raises((BadInput, UnknownState)):
        solve(game, start=state)
