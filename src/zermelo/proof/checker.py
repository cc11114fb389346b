"""The checker: one pass over every state, believing nothing but the rules.

It explores the game itself and holds the claimed values against the equations they must satisfy.

Acyclic games: the value of every state equals the combination of its successors' values. As no
play is infinite, only the true values do.

Cyclic games: besides, no cycle may carry a gain, and the claim must show progress, so that a lead
cannot be circled round for ever. Let the plies of a move be 1 when it gains something and 1 + the
plies of its end otherwise. A state with a positive value has plies equal to the least among the
moves that keep its value; one with a negative value, the greatest; value 0 needs none. Following
the plies downwards the player who is ahead collects the value, whatever the other does; and at
value 0 both can hold, because play that never ends adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from numbers import Integral
from typing import TypeVar

from zermelo.errors import BudgetExceeded, ProofFailed, RulesError, Setting, ZermeloError
from zermelo.model.game import Game, Move, Number, PayoffGame, State, declares
from zermelo.model.numerals import AnySize, error_text, how_many, shown, spelled

V = TypeVar("V")
COUNTED = ("states", "moves", "checks")  # by a proof


@dataclass(frozen=True)
class Claim(AnySize):
    """What a solution says about the states of a game."""

    value: Callable[[State], Number]  # or a tuple of them, with p players
    plies: Callable[[State], int | None] | None = None
    nimber: Callable[[State], int] | None = None

    def on(self, states: Collection[State]) -> Claim:
        """The same about these states, each asked once: a state is the end of many moves."""
        asked = (self.value, self.plies, self.nimber)
        return Claim(*(_written_down(one, states) for one in asked))  # type: ignore[arg-type]


def _written_down(
    asked: Callable[[State], V] | None, states: Collection[State]
) -> Callable[[State], V] | None:
    return None if asked is None else {state: asked(state) for state in states}.__getitem__


@dataclass(frozen=True)
class Proof(AnySize):
    """A claim that held in every state."""

    game: str  # by its name
    value: Number  # or a tuple of them, with p players
    states: int  # that were looked at
    moves: int  # that were looked at
    checks: int  # equations that hold
    tolerance: float | None = None  # within which floats are equal; None where all is exact
    in_python: int | None = None  # states of a large table that Python was asked about, too

    def beside(self, other: Proof) -> Proof:
        """This claim, with another that held as well."""
        checked = {name: getattr(self, name) + getattr(other, name) for name in COUNTED}
        return replace(self, **checked)

    def __str__(self) -> str:
        within = "" if self.tolerance is None else f", each within {self.tolerance}"
        some = self.in_python
        also = "" if some is None else f"; {some:,} states in plain Python too"
        return (
            f"{self.game}: value {shown(self.value)} proved; {self.checks:,} equations hold over "
            f"{self.states:,} states and {self.moves:,} moves{within}{also}"
        )


def verify(
    game: Game, start: State, claim: Claim, *, budget: int, starts: Iterable[State] = ()
) -> Proof:
    """Check a claim in every state that is reached from `start`, and from more `starts`.

    Raises `ProofFailed` at the first lie.

    O(states + moves), in the order of discovery.
    """
    rules = _explore(game, start, starts, budget)
    claim = claim.on(rules)
    cyclic = _has_cycle(rules)
    if cyclic:
        _check_cycles(game, rules, claim)
    checks = 0
    for state, moves in rules.items():
        checks += _check(game, state, moves, claim)
    count = sum(map(len, rules.values()))
    name, value = type(game).__name__, claim.value(game.canonical(start))
    return Proof(name, value, len(rules), count, checks, game.tolerance)


def check_state(game: Game, state: State, claim: Claim) -> None:
    """Hold one state's claim against the rules; raise `ProofFailed` when it is a lie."""
    _check(game, state, ask(game, state), claim)


def _check(game: Game, state: State, moves: list[Move], claim: Claim) -> int:
    """Hold all that is claimed of a state against its moves; how many equations that is."""
    worths = [] if isinstance(game, PayoffGame) else [_worth(move, claim) for move in moves]
    checks = _check_value(game, state, moves, worths, claim)
    if claim.plies is not None:
        checks += _check_plies(state, moves, worths, claim, claim.plies, game.tolerance or 0)
    if claim.nimber is not None:
        checks += _check_nimber(state, moves, claim.nimber)
    return checks


def _explore(
    game: Game, start: State, starts: Iterable[State], budget: int
) -> dict[State, list[Move]]:
    rules: dict[State, list[Move]] = {}
    todo, by_kind = [*map(game.canonical, (*starts, start))], declares(game, "canonical")
    while todo:
        state = todo.pop()
        if state not in rules:
            within(budget, len(rules))
            moves = ask(game, state)
            if by_kind:
                moves = [move._replace(to=game.canonical(move.to)) for move in moves]
            rules[state] = moves
            todo.extend(move.to for move in moves)
    return rules


def within(budget: int, states: int) -> None:
    """Stop before more states are held than the caller allows."""
    if states >= budget:
        raise BudgetExceeded(
            f"more than {how_many(budget, 'state')} to check",
            where="prove",
            rule="a proof looks at every state",
            fix=("Allow more, e.g. ", Setting("budget", budget * 10)),
        )


def ask(game: Game, state: State) -> list[Move]:
    """The moves of a state, with whole gains as Python's own integers, which cannot wrap."""
    try:
        return [
            move if move.gain.__class__ is int else move._replace(gain=python_number(move.gain))
            for move in game.moves(state)
        ]
    except ZermeloError:
        raise
    except Exception as error:
        raise RulesError(
            f"the rules raised {error_text(error)}",
            where=f"{type(game).__name__} in state {spelled(state)}, asked again for the proof",
            rule="moves(state) answers the same whenever it is asked",
            fix="Mend the rules; diagnose(game) tells whether they are deterministic",
        ) from error


def python_number(number: Number) -> Number:
    """Whole numbers of any library as int."""
    if number.__class__ is int:
        return number  # most are, and asking an abstract class takes far longer
    return int(number) if isinstance(number, Integral) else number


def _has_cycle(rules: dict[State, list[Move]]) -> bool:
    return has_cycle({state: [move.to for move in moves] for state, moves in rules.items()})


def has_cycle(leads_to: dict[State, list[State]]) -> bool:
    """Take away what leads nowhere until nothing more goes; a cycle never goes."""
    number = {node: place for place, node in enumerate(leads_to)}  # each is hashed once a move
    open_moves = [len(after) for after in leads_to.values()]
    back: list[list[int]] = [[] for _ in number]
    for place, after in enumerate(leads_to.values()):
        for child in after:
            back[number[child]].append(place)
    gone = [place for place, count in enumerate(open_moves) if not count]
    for place in gone:
        for source in back[place]:
            open_moves[source] -= 1
            if not open_moves[source]:
                gone.append(source)
    return len(gone) < len(leads_to)


def _worth(move: Move, claim: Claim) -> Number:
    """What a move is worth to its mover, by the claim."""
    rest = claim.value(move.to)
    return move.gain + (rest if move.again else -rest)


def _check_value(
    game: Game, state: State, moves: list[Move], worths: list[Number], claim: Claim
) -> int:
    value, slack = claim.value(state), game.tolerance or 0
    if not moves:
        payoff: Number = game.payoff(state)
        payoff = (
            tuple(map(python_number, payoff))
            if isinstance(game, PayoffGame)
            else python_number(payoff)
        )
        if not _close(value, payoff, slack):
            raise lie(state, f"an end worth {shown(payoff)} is said to be worth {shown(value)}")
    elif isinstance(game, PayoffGame):
        best = _first_best(game, state, moves, claim, slack)
        if not _close(value, best, slack):
            raise lie(state, f"the mover's best move gives {shown(best)}, not {shown(value)}")
    else:
        best = max(worths)
        if not _close(value, best, slack):
            raise lie(state, f"its best move is worth {shown(best)}, not {shown(value)}")
    return 1


def _close(one: Number, two: Number, slack: float) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(two) and all(map(_close, one, two, [slack] * len(one)))
    return bool(abs(one - two) <= slack)


def _first_best(
    game: PayoffGame, state: State, moves: list[Move], claim: Claim, slack: float
) -> tuple[Number, ...]:
    player = game.turn(state)
    results = []
    for move in moves:
        totals = list(claim.value(move.to))
        totals[player] += move.gain
        results.append(tuple(totals))
    enough = max(totals[player] for totals in results) - slack
    return next(totals for totals in results if totals[player] >= enough)


def _check_plies(
    state: State,
    moves: list[Move],
    worths: list[Number],
    claim: Claim,
    plies: Callable[[State], int | None],
    slack: float,
) -> int:
    value, count = claim.value(state), plies(state)
    if abs(value) <= slack:
        expected = None
    elif not moves:
        expected = 0
    else:
        pairs = zip(moves, worths, strict=True)
        keep = [move for move, worth in pairs if abs(worth - value) <= slack]
        counts = [1 if move.gain else 1 + (plies(move.to) or 0) for move in keep]
        expected = min(counts) if value > 0 else max(counts)
    if count != expected:
        raise lie(state, f"the plies to a result are {shown(expected)}, not {shown(count)}")
    return 1


def _check_nimber(state: State, moves: list[Move], nimber: Callable[[State], int]) -> int:
    check_mex(state, nimber(state), {nimber(move.to) for move in moves})
    return 1


def check_mex(state: State, number: int, options: set[int]) -> None:
    """A nimber is the least number that no option has."""
    if number in options or not options.issuperset(range(number)):
        raise lie(
            state,
            f"nimber {shown(number)} is not the least one missing among {shown(sorted(options))}",
        )


def _check_cycles(game: Game, rules: dict[State, list[Move]], claim: Claim) -> None:
    """No gain inside a cycle, two players, and plies to show progress by."""
    if isinstance(game, PayoffGame):
        raise lie(next(iter(rules)), "own totals are not determined where play can come back")
    part = _parts(rules)
    for state, moves in rules.items():
        for move in moves:
            if move.gain and part[state] == part[move.to]:
                raise lie(state, f"the gain {shown(move.gain)} lies on a cycle, so no value exists")
    if claim.plies is None:
        raise lie(next(iter(rules)), "play can come back, and the claim shows no progress")


def _parts(rules: dict[State, list[Move]]) -> dict[State, int]:
    """Strongly connected parts by two depth-first walks (Kosaraju)."""
    finished: list[State] = []
    seen: set[State] = set()
    for root in rules:
        stack: list[tuple[State, bool]] = [(root, False)]
        while stack:
            state, leaving = stack.pop()
            if leaving:
                finished.append(state)
            elif state not in seen:
                seen.add(state)
                stack.append((state, True))
                stack.extend((move.to, False) for move in rules[state] if move.to not in seen)
    back: dict[State, list[State]] = {state: [] for state in rules}
    for state, moves in rules.items():
        for move in moves:
            back[move.to].append(state)
    part: dict[State, int] = {}
    for number, root in enumerate(reversed(finished)):
        todo = [root]
        while todo:
            state = todo.pop()
            if state not in part:
                part[state] = number
                todo.extend(back[state])
    return part


def lie(state: State, what: str) -> ProofFailed:
    """The error for a claim that does not hold."""
    return ProofFailed(
        what,
        where=f"state {spelled(state)}",
        rule="every state's value follows from its successors' values",
        fix="Please report the game and this line; the answer must not be used",
    )
