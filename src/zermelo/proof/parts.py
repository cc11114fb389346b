"""The checker for sums: nimbers part by part.

    nimber(part) = mex over its moves of the XOR of the nimbers of the parts that the move leaves

What holds for the parts holds for their sum by the theorem of Sprague and Grundy. That states do
split as declared is what `check(game)` looks at, on the product of an instance that fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import xor

from zermelo.model.game import Game, State
from zermelo.proof.checker import Proof, ask, check_mex, has_cycle, lie, within

Part = tuple[int, State]  # (number of the game, state)
PartNimber = Callable[[Game, State], int]


def verify_parts(
    game: Game, start: State, nimber: PartNimber, *, budget: int, starts: Iterable[State] = ()
) -> Proof:
    """Check the claimed nimber of every part that is reached; raise at the first lie."""
    owners: list[Game] = []
    table: dict[Part, list[list[Part]]] = {}
    todo = _split(game, start, owners)
    for other in starts:
        todo += _split(game, other, owners)
    while todo:
        part = todo.pop()
        if part not in table:
            within(budget, len(table))
            table[part] = _options(owners, part)
            todo.extend(piece for pieces in table[part] for piece in pieces)
    if has_cycle(
        {part: [p for option in options for p in option] for part, options in table.items()}
    ):
        raise lie(start, "play can come back, so there are no nimbers")
    claimed = {part: nimber(owners[part[0]], part[1]) for part in table}
    for part, options in table.items():
        results = {reduce(xor, (claimed[piece] for piece in option), 0) for option in options}
        check_mex(part[1], claimed[part], results)
    whole = reduce(xor, (claimed[part] for part in _split(game, start, owners)), 0)
    moves = sum(map(len, table.values()))
    return Proof(type(game).__name__, 1 if whole else -1, len(table), moves, len(table))


def _options(owners: list[Game], part: Part) -> list[list[Part]]:
    """The parts that each move leaves; a part must be a last-move game in normal play."""
    game, state = owners[part[0]], part[1]
    moves = ask(game, state)
    if any(move.gain or move.again for move in moves):
        raise lie(state, "a move gains or keeps the turn, so the part has no nimber")
    if not moves and game.payoff(state) != -1:
        raise lie(state, "whoever is stuck here has not lost, so the part has no nimber")
    return [_split(game, move.to, owners) for move in moves]


def _split(game: Game, state: State, owners: list[Game]) -> list[Part]:
    """The parts of a state that split no further."""
    found: list[Part] = []
    todo = [(game, state)]
    while todo:
        owner, piece = todo.pop()
        pieces = list(owner.parts(piece))
        if len(pieces) == 1 and pieces[0][1] == piece:
            found.append((_number(owner, owners), owner.canonical(piece)))
        else:
            todo.extend(pieces)
    return found


def _number(game: Game, owners: list[Game]) -> int:
    """A number for each game; equal games share one."""
    for number, known in enumerate(owners):
        if known is game or known == game:
            return number
    owners.append(game)
    return len(owners) - 1
