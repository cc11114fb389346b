"""Asking a game's own rules: every answer is held to its promise, every failure explained.

Nothing else calls a user's `moves`, `payoff`, `turn`, `bounds` or `parts` (but for the proof, which
trusts nobody, and the hot loop of `explore`, which checks the same things in bulk).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from numbers import Integral

from zermelo.errors import (
    BadInput,
    BadMove,
    BadNumber,
    BudgetExceeded,
    RulesError,
    Setting,
    UnhashableState,
    UnknownState,
    ZermeloError,
)
from zermelo.model.exact import (
    NUMBER_RULE,
    Number,
    exact,
    fault,
    is_flag,
    remedy,
    stated_tolerance,
    whole,
)
from zermelo.model.game import (
    UNSET,
    Asked,
    Game,
    Move,
    PayoffGame,
    Spelled,
    State,
    Tie,
    declares,
    gain_refused,
    is_hashable,
)
from zermelo.model.keys import NoKey, key_fault
from zermelo.model.near_hooks import almost
from zermelo.model.numerals import error_text, how_many, shown, spelled

ENDS_LOOKED_INTO = 256  # moves whose states are looked into, one by one
MOST_MOVES_HELD = 5_000_000  # of a state that are held at a time


def start_of(game: Game, start: State = UNSET) -> State:
    """The state to begin with: `start`, or the game's own; checks the game itself on the way."""
    if not isinstance(game, Game):
        raise BadInput(
            f"{spelled(game)} is of type {type(game).__name__}",
            rule="a game is an instance of a class derived from Game",
            fix="Pass an instance, e.g. solve(Coins((5, 3))), or wrap a function with "
            "Game.from_function",
        )
    stated_tolerance(game.tolerance)
    if not isinstance(game.tie, Tie):
        raise BadInput(
            spelled(game.tie),
            where=f"{type(game).__name__}.tie",
            rule=f"a tie rule is one of {', '.join(map(str, Tie))}",
            fix="Write e.g. tie = Tie.FIRST",
        )
    if game.asks is not None and not isinstance(game.asks, Asked):
        raise BadInput(
            spelled(game.asks),
            where=f"{type(game).__name__}.asks",
            rule=f"what a problem asks for is one of {', '.join(map(str, Asked))}",
            fix="Write e.g. asks = Asked.TOTAL",
        )
    if not isinstance(game.names, tuple | list) or not all(isinstance(n, str) for n in game.names):
        raise BadInput(
            spelled(game.names),
            where=f"{type(game).__name__}.names",
            rule="names are texts, one for each player",
            fix='Write e.g. names = ("Alice", "Bob")',
        )
    if isinstance(game, PayoffGame):
        whole(game.players, where=f"{type(game).__name__}.players", least=1)
    origin = _own_start(game) if start is UNSET else start
    wrong = key_fault(origin)
    if wrong:
        raise not_a_key(origin, wrong, f"{type(game).__name__}.start")
    reason = position_fault(game, origin)
    if reason and start is UNSET:
        raise RulesError(
            f"impossible({spelled(origin)}) says: {reason}",
            where=f"{type(game).__name__}.start",
            rule="the start is a position of the game",
            fix="Mend impossible(state), or the start",
        )
    if reason:
        raise BadInput(
            f"the state {spelled(origin)}",
            where=f"start of {type(game).__name__}",
            rule=f"it is no position of this game: {reason}",
            fix=f"Begin at a position, e.g. {spelled(_own_start(game))}",
        )
    return origin


def same_start(game: Game, first: State) -> State:
    """The start, if the game names it once more when it is asked again."""
    again = start_of(game)
    if again == first:
        return first
    raise RulesError(
        f"asked twice, start is {spelled(first)}, then {spelled(again)}",
        where=f"{type(game).__name__}.start",
        rule="chance is outside: one position begins the game",
        fix="Draw it before, and hand it to the class",
    )


def position_fault(game: Game, state: State) -> str | None:
    """Why a state is no position of the game, as far as the game can tell; else None."""
    if not declares(game, "impossible"):
        return None
    try:
        reason: object = game.impossible(state)
    except Exception as error:  # of another form than the game's own states
        return f"it has another form than {spelled(_own_start(game))} ({type(error).__name__})"
    if reason is None or isinstance(reason, str):
        return reason
    raise RulesError(
        f"impossible({spelled(state)}) is {spelled(reason)}",
        where=type(game).__name__,
        rule="impossible(state) says why a state is no position, or None when it is one",
        fix='Return None, or a reason such as "a square is taken twice"',
    )


def checked_position(game: Game, state: State) -> State:
    """The state, unless the game knows that it is no position."""
    reason = position_fault(game, state)
    if reason is None:
        return state
    raise UnknownState(
        f"the state {spelled(state)} is no position of {type(game).__name__}",
        rule=reason,
        fix=f"Check its spelling; the start is {spelled(_own_start(game))}",
    )


def _own_start(game: Game) -> State:
    """The game's own start; a class without one is told apart from one whose start fails."""
    if not (hasattr(type(game), "start") or hasattr(game, "start")):
        raise RulesError(
            f"{type(game).__name__} has no start",
            rule="a game says where play begins",
            fix=almost(game, "start") or "Give the class an attribute or property `start`",
        )
    try:
        return game.start
    except ZermeloError:
        raise
    except Exception as error:
        raise RulesError(
            f"start raised {error_text(error)}",
            where=f"{type(game).__name__}.start",
            rule="a game says where play begins",
            fix="Mend `start`, or refuse these arguments when the game is made",
        ) from error


def unlabelled(game: Game) -> Callable[[State], Iterable[Move]]:
    """The moves of a game, where nobody reads what they are called."""
    asked = game.moves
    return asked.unlabelled if isinstance(asked, Spelled) else asked


def moves_of(game: Game, state: State, most: int | None = None) -> list[Move]:
    """The moves of a state, with gains as plain numbers; fewer than `most` of them."""
    moves = moves_again(game, state, most=most)
    check_ends(game, state, moves)
    return moves


def check_ends(game: Game, state: State, moves: list[Move]) -> None:
    """Moves lead to states that can be keys: of very many, one of each type is looked into."""
    looked = moves
    if len(moves) > ENDS_LOOKED_INTO:
        firsts = {type(move.to): move for move in reversed(moves)}
        looked = [*firsts.values(), *moves[:ENDS_LOOKED_INTO]]
    for move in looked:
        wrong = key_fault(move.to)
        if wrong:
            raise not_a_key(move.to, wrong, f"{type(game).__name__}.moves({spelled(state)})")


def moves_again(
    game: Game, state: State, *, is_labelled: bool = True, most: int | None = None
) -> list[Move]:
    """The same of a state that was asked before: what its moves lead to is not looked into."""
    asked = game.moves if is_labelled else unlabelled(game)
    try:
        most = min(most or MOST_MOVES_HELD, MOST_MOVES_HELD)
        moves = list(islice(asked(state), most))
    except Exception as error:
        raise blame(game, state, None, error) from error
    if len(moves) == most:
        raise too_many_moves(game, state, most)
    for place, move in enumerate(moves):
        if move.__class__ is not Move:
            raise not_a_move(game, state, move)
        if move.again.__class__ is not bool:
            moves[place] = move = move._replace(again=flag_of(game, state, move))
        if move.gain and not game.takes_gains:
            raise gain_refused(game, state, move.gain)
        if move.gain.__class__ is not int:
            moves[place] = move._replace(gain=gain_of(game, state, move.gain))
    return moves


def first_move(game: Game, state: State, fits: Callable[[State], bool]) -> Move | None:
    """The first move whose end fits; the rules are asked no further than that."""
    try:
        move = next((move for move in game.moves(state) if fits(move.to)), None)
    except Exception as error:
        raise blame(game, state, None, error) from error
    if move is None or move.gain.__class__ is int:
        return move
    return move._replace(gain=gain_of(game, state, move.gain))


def layer_of(game: Game, state: State) -> int:
    """The layer that the game names for a state: a whole number."""
    try:
        layer: object = game.layer(state)
    except Exception as error:
        raise _no_layer(game, state, error_text(error)) from error
    if isinstance(layer, Integral):
        return int(layer)
    raise _no_layer(game, state, spelled(layer))


def _no_layer(game: Game, state: State, given: str) -> RulesError:
    return RulesError(
        given,
        where=f"{type(game).__name__}.layer({spelled(state)})",
        rule="layer is a method, and layer(state) is a whole number",
        fix="Count something in it that only ever grows, or only ever shrinks, or leave it out",
    )


def kind_of(game: Game, state: State) -> State:
    """The state that a state goes by: the one of its kind."""
    if not declares(game, "canonical"):
        return state
    try:
        kind = game.canonical(state)
    except Exception as error:
        raise blame(game, state, None, error) from error
    wrong = key_fault(kind)
    if wrong:
        raise not_a_key(kind, wrong, f"{type(game).__name__}.canonical({spelled(state)})")
    return kind


def check_kinds(game: Game, states: Iterable[State]) -> None:
    """Where a game declares `canonical`, every state that stands for a kind goes by itself."""
    if not declares(game, "canonical"):
        return
    for state in states:
        again = kind_of(game, state)
        if again != state:
            raise RulesError(
                f"canonical gave {spelled(state)}, and of that it gives {spelled(again)}",
                where=f"{type(game).__name__}.canonical",
                rule="one state stands for all that are alike, itself among them",
                fix="Choose one of all that are alike, e.g. the least: min(state, its mirror)",
            )


def moves_by_kind(game: Game, state: State) -> list[Move]:
    """The moves of a state, each to the one state of a kind."""
    return by_kind(game, moves_of(game, state))


def by_kind(game: Game, moves: list[Move]) -> list[Move]:
    """Moves, each to the one state of a kind."""
    if not declares(game, "canonical"):
        return moves
    return [move._replace(to=kind_of(game, move.to)) for move in moves]


def flag_of(game: Game, state: State, move: Move) -> bool:
    """Whether the mover moves again, as Python's own True or False."""
    if is_flag(move.again):
        return bool(move.again)
    raise not_a_flag(game, state, move)


def gain_of(game: Game, state: State, gain: object) -> Number:
    """A gain as a plain number."""
    return number(gain, game.tolerance, f"a gain in {type(game).__name__}.moves({spelled(state)})")


def payoff_of(game: Game, state: State) -> Number:
    """The payoff of a terminal: a number, or a tuple with one for each player."""
    try:
        payoff = game.payoff(state)
    except Exception as error:
        raise blame(game, state, None, error) from error
    if isinstance(game, PayoffGame):
        return _vector(payoff, game, f"{type(game).__name__}.payoff({spelled(state)})")
    if payoff.__class__ is not int:
        payoff = number(payoff, game.tolerance, f"{type(game).__name__}.payoff({spelled(state)})")
    if not game.takes_gains and payoff not in (-1, 0, 1):
        raise payoff_refused(game, state, payoff)
    return payoff


def turn_of(game: PayoffGame, state: State) -> int:
    """Whose turn it is."""
    try:
        player = game.turn(state)
    except Exception as error:
        raise blame(game, state, None, error) from error
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < game.players:
        raise RulesError(
            f"turn({spelled(state)}) is {spelled(player)}",
            where=type(game).__name__,
            rule=f"turn(state) is one of 0 … {game.players - 1}",
            fix="Count players from 0",
        )
    return player


def bounds_of(game: Game, state: State) -> tuple[Number, Number]:
    """The declared bounds of a state's value."""
    try:
        low, high = game.bounds(state)
        if low <= high:
            return low, high
        given = f"{spelled(low)} … {spelled(high)}"
    except Exception as error:
        given = error_text(error)
    raise RulesError(
        given,
        where=f"{type(game).__name__}.bounds({spelled(state)})",
        rule="bounds(state) is a pair of numbers, the lower one first",
        fix="Return e.g. (-1, 1), or leave the method out",
    )


def parts_of(game: Game, state: State) -> list[tuple[Game, State]]:
    """The declared independent parts of a state; the state itself where none are declared."""
    if not declares(game, "parts"):
        return [(game, state)]
    try:
        parts = [(owner, piece) for owner, piece in game.parts(state)]
    except Exception as error:
        raise blame(game, state, None, error) from error
    for owner, piece in parts:
        if not (owner is game or isinstance(owner, Game)) or not is_hashable(piece):
            raise RulesError(
                f"({spelled(owner)}, {spelled(piece)})",
                where=f"{type(game).__name__}.parts({spelled(state)})",
                rule="parts(state) gives pairs of a game and one of its states",
                fix="Return e.g. [(self, (heap,)) for heap in state]",
            )
    return parts


def smaller_of(game: Game) -> Iterator[Game]:
    """The smaller instances that a game names."""
    where = f"{type(game).__name__}.smaller()"
    rule = "smaller() gives instances of the game, each a step smaller"
    fix = "Return e.g. [type(self)(self.size - 1)], or leave the method out"
    try:
        for one in game.smaller():
            if not isinstance(one, Game):
                raise RulesError(spelled(one), where=where, rule=rule, fix=fix)
            yield one
    except ZermeloError:
        raise
    except Exception as error:
        given = error_text(error)
        raise RulesError(given, where=where, rule=rule, fix=fix) from error


def number(value: object, tolerance: float | None, where: str) -> Number:
    """A gain or payoff as a plain number."""
    if value.__class__ is int:
        return value
    wrong = fault(value, tolerance)
    if wrong:
        raise BadNumber(wrong, where=where, rule=NUMBER_RULE, fix=remedy(value))
    return exact(value)


def _vector(value: Number, game: PayoffGame, where: str) -> tuple[Number, ...]:
    try:
        vector = tuple(value)
    except TypeError:
        vector = ()
    if len(vector) != game.players or isinstance(value, str | bytes):
        raise BadNumber(
            f"{spelled(value)}",
            where=where,
            rule=f"with {game.players} players a payoff is {game.players} numbers, one for each",
            fix=f"Return a tuple such as {(0,) * game.players}",
        )
    return tuple(number(part, game.tolerance, where) for part in vector)


def blame(game: Game, state: State, move: object, error: Exception) -> ZermeloError:
    """Turn an exception out of a user's rules into one that says where and what to do."""
    if isinstance(error, ZermeloError):
        return error
    if isinstance(error, TypeError) and isinstance(move, Move):
        wrong = key_fault(move.to)
        if wrong:
            return not_a_key(move.to, wrong, f"{type(game).__name__}.moves({spelled(state)})")
        try:
            kind_of(game, move.to)
        except ZermeloError as fault_of_kind:
            return fault_of_kind
    if isinstance(error, NotImplementedError):
        return RulesError(
            shown(error),
            where=type(game).__name__,
            rule="a game says its moves, and whose turn it is when it has p players",
            fix=almost(game, "moves", "turn") or "Define the method in your class",
        )
    fix = "Mend the rules for that state; a terminal state yields no move"
    if isinstance(error, TypeError) and "not iterable" in str(error):
        fix = "Write `yield Move(...)`, or return a list of moves ([] when there is none)"
    return RulesError(
        f"the rules raised {error_text(error)}",
        where=f"{type(game).__name__} in state {spelled(state)}",
        rule="moves, payoff and turn answer for every state that play can reach",
        fix=fix,
    )


def payoff_refused(game: Game, state: State, payoff: Number) -> BadNumber:
    """The error for an end of a last-move game that is more than a win."""
    return BadNumber(
        spelled(payoff),
        where=f"{type(game).__name__}.payoff({spelled(state)})",
        rule="a last-move game ends in a loss, a draw or a win: −1, 0 or 1 for the player to move",
        fix="Return one of these, or derive the class from Game to have points counted",
    )


def too_many_moves(game: Game, state: State, most: int) -> BudgetExceeded:
    """The error for a state whose moves do not come to an end, or are more than can be held."""
    return BudgetExceeded(
        f"state {spelled(state)} has {most:,} moves or more",
        where=f"{type(game).__name__}.moves",
        rule="the moves of a state come to an end, and are not more than can be held",
        fix=(
            "See that `moves` stops yielding; where it does, take a smaller game or a larger ",
            Setting("budget"),
        ),
    )


def memory_is_full(game: Game, states: int) -> BudgetExceeded:
    """The error for rules that found no memory, whose states may be too large to be shown."""
    return BudgetExceeded(
        f"the memory is full after {how_many(states, 'state')}",
        where=f"{type(game).__name__}.moves",
        rule="a state, its moves and what the rules make of them fit the memory",
        fix="Keep states small, or take a smaller game",
    )


def not_a_move(game: Game, state: State, given: object) -> BadMove:
    """The error for `moves` that yield something else."""
    return BadMove(
        f"{spelled(given)} is of type {type(given).__name__}",
        where=f"{type(game).__name__}.moves({spelled(state)})",
        rule="moves(state) yields Move objects (in last-move games, also the next states)",
        fix=f"Write `yield Move(next_state{', gain=…' if game.takes_gains else ''})`",
    )


def not_a_flag(game: Game, state: State, move: Move) -> BadMove:
    """The error for a move whose `again` is neither True nor False."""
    return BadMove(
        f"again={spelled(move.again)}",
        where=f"{type(game).__name__}.moves({spelled(state)})",
        rule="again is True when the mover moves once more, else False",
        fix="Write again=True or leave it out",
    )


def not_a_key(state: State, wrong: NoKey, where: str) -> UnhashableState:
    """The error for a state that cannot be a key, or that no other is equal to."""
    return UnhashableState(
        f"the state {spelled(state)} is, or holds, {wrong.what}",
        where=where,
        rule=wrong.rule,
        fix=wrong.fix,
    )
