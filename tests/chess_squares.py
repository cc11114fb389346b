"""Chess by ranks and files."""

import pytest

WHITE, BLACK = 0, 1
PIECES = ("Q", "R")


def near(one, two):
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) <= 1


def sees(kind, here, there, screens):
    """Whether a queen or rook goes from here to there in a straight line past no screen."""
    up, right = there[0] - here[0], there[1] - here[1]
    slanted = up != 0 and right != 0
    if here == there or (slanted and (kind == "R" or abs(up) != abs(right))):
        return False
    steps = max(abs(up), abs(right))
    line = {(here[0] + up * k // steps, here[1] + right * k // steps) for k in range(1, steps)}
    return line.isdisjoint(screens)


def legal(kind, position):
    king, piece, lone, mover = position
    if near(king, lone) or piece in (king, lone):
        return False
    return mover == BLACK or not sees(kind, piece, lone, {king})


SMALL = [("Q", 3), ("R", 3), ("Q", 4), ("R", 4), ("R", 5)]
small_boards = pytest.mark.parametrize(("kind", "size"), SMALL)
