"""Whether a game can be solved within the memory of a worker, from a look that is bounded.

What the game declares is asked first, then random walks. Only what is far beyond the limit is
refused here; what may fit goes on to a worker that has time, which weighs it again with its rules
compiled.
"""

from __future__ import annotations

from zermelo._decide import declared
from zermelo.engines.memory import LEAST_BYTES
from zermelo.errors import BudgetExceeded
from zermelo.graph.walks import expected_states
from zermelo.limits import Limits
from zermelo.limits.amounts import bytes_text, power_text
from zermelo.methods import METHODS, Case
from zermelo.model.game import Game, State
from zermelo.model.shapes import said_at_least, states_at_least

FIRST_WALKS = 0.25  # of the time for walks
UNDECIDED = 16  # times as many states may be shown by the rest of it
CLEARLY_MORE = 2


def weigh(game: Game, start: State, memory: int, seconds: float, small: int = 0) -> bool:
    """`BudgetExceeded` where a table takes more than so many bytes, after some seconds of work;
    else whether there are clearly more than a `small` number of states.

    Walks go on after the first moments where these leave open whether the states fit.
    """
    if weigh_declared(game, start, memory):
        return False
    enough = memory / LEAST_BYTES
    states = expected_states(game, start, enough=enough, seconds=FIRST_WALKS * seconds)
    if states * UNDECIDED > enough >= states:
        states = expected_states(game, start, enough=enough, seconds=seconds)
    why = f"some {power_text(states)} states or more"
    _compare(game, int(LEAST_BYTES * states), why, memory)
    declared_states = states_at_least(game) if start == game.start else 0
    return max(states, declared_states) > CLEARLY_MORE * small


def weigh_declared(game: Game, start: State, memory: int) -> bool:
    """The same by what the game declares, without a look; whether that says enough."""
    by_family = _bytes_of_family(game, start)
    if by_family is not None:
        _compare(game, *by_family, memory)
        return True
    least = states_at_least(game) if start == game.start else 1
    if least > 1:
        why = f"{power_text(least)} states or more, as it declares"
        _compare(game, int(LEAST_BYTES) * least, why, memory)
    return least > 1 and said_at_least(game) is None  # a shape says about how many there are


def _compare(game: Game, held: int, why: str, memory: int) -> None:
    if held > memory:
        raise BudgetExceeded(
            f"{type(game).__name__} takes {bytes_text(held)} or more: {why}",
            rule=f"the memory for one game is {bytes_text(memory)}",
            fix="Ask about a smaller game",
        )


def _bytes_of_family(game: Game, start: State) -> tuple[int, str] | None:
    """What a method of the game's family takes; None where there is none."""
    early = declared(game)
    if early is not None:
        method, case = METHODS[early.method], Case(game, start, None, Limits.checked(None, None))
        if method.refuses(case) is None:
            return method.cost(case).bytes or 0, method.title
    return None
