"""`Session`: a game in progress against perfect play. It prints nothing and asks nobody.

Every value and every move of the engine comes from the solution; the session only keeps the
position, the totals and what was played.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from zermelo.errors import BadInput, Either, IllegalMove
from zermelo.facts.questions import keeps_score
from zermelo.graph.contract import Value
from zermelo.graph.rules import bounds_of
from zermelo.model.exact import Number, exact
from zermelo.model.game import (
    Game,
    Move,
    PayoffGame,
    State,
    Tie,
    first_mover,
    seats,
    state_text,
)
from zermelo.model.numerals import AnySize, digits, integer, shown, spelled
from zermelo.solution import Option, Solution
from zermelo.solution.lines import preferred
from zermelo.solution.play import Recorder, move_name

NO_MOVES = "no moves are left"
REPETITION = "the same position stood for the third time"
OFTEN = 3  # as often as a position may stand before the game ends
MOVES_NAMED = 8  # moves that an error names


@dataclass(frozen=True)
class NamedMove(AnySize):
    """A legal move, and what to type for it."""

    key: int
    name: str
    move: Move


N = TypeVar("N", bound="NamedMove | Choice")


@dataclass(frozen=True)
class Choice(AnySize):
    """A legal move as its mover sees it, with best play after it.

    `value` counts from here on. `result` is where the game ends, totals so far included: the
    mover's lead, or the mover's own total in games of p players.
    """

    key: int
    name: str
    move: Move
    value: Number
    result: Number
    outcome: str
    plies: int | None
    best: bool


@dataclass(frozen=True)
class Turn(AnySize):
    """A move that was played, and the move that perfect play prefers there."""

    number: int
    player: int
    choice: Choice
    best: Choice
    totals: tuple[Number, ...]

    @property
    def cost(self) -> Number:
        """What the move gave away."""
        return exact(self.best.value - self.choice.value)


@dataclass(frozen=True)
class Mistake(AnySize):
    """A human move that gave something away; `words` say what."""

    number: int
    player: str
    played: str
    best: str
    cost: Number
    words: str

    def __str__(self) -> str:
        return f"move {self.number}, {self.player}: {self.played} (best: {self.best}) {self.words}"


@dataclass(frozen=True)
class Review(AnySize):
    """What should have happened, what happened, and where value was thrown away.

    While the game can still go on, `result` is what best play makes of it.
    """

    expected: str
    result: str
    ending: str | None  # None while the game can go on
    totals: tuple[Number, ...]
    moves: int
    humans: tuple[str, ...]
    mistakes: tuple[Mistake, ...]

    def __str__(self) -> str:
        lines = [f"best play   {self.expected}", f"this game   {self._happened()}"]
        return "\n".join([*lines, *self._given_away()])

    def _happened(self) -> str:
        if self.ending is not None:
            return self.result if self.ending is NO_MOVES else f"{self.result}: {self.ending}"
        played = f"{self.moves} move{'' if self.moves == 1 else 's'}"
        return f"stopped after {played}; best play from there: {self.result}"

    def _given_away(self) -> list[str]:
        if self.mistakes:
            return ["given away", *(f"  {mistake}" for mistake in self.mistakes)]
        return ["given away  nothing"] if self.humans and self.moves else []


class Session:
    """A game from the solution's start: `human` players choose, perfect play does the rest.

    Players count from 0; in two-player games 0 moves first. A position that stands for the third
    time, with the same player to move, ends the game with the totals as they are.

    >>> from zermelo import solve
    >>> from zermelo.games import Ends
    >>> session = Session(solve(Ends((5, 3, 7, 10))), human={0})
    >>> session.choose("left").cost
    6
    >>> session.engine_move().choice.name
    'right'
    """

    def __init__(self, solution: Solution, human: Collection[int] = frozenset({0})) -> None:
        self.solution = solution
        self.game: Game = solution.game
        self.first = first_mover(self.game, solution.start, solution.mover)
        self.names = seats(self.game, solution.start, solution.mover)
        self.human = _checked(human, len(self.names))
        self.is_scored = _is_scored(solution)
        self._record = Recorder(self.game, solution.start)
        self._turns: list[Turn] = []
        self._stood = Counter([self._position])
        self._known: tuple[Choice, ...] | None = None  # the choices of this position
        self._preferred: Choice | None = None
        self._expected = self._prospect()  # asked now: a value that is not proven stops us here

    # -- the position ------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position."""
        return self._record.state

    @property
    def board(self) -> str:
        """The position as the game shows it."""
        return state_text(self.game, self.state)

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self._record.player

    @property
    def is_human_turn(self) -> bool:
        """Whether the game waits for `choose`."""
        return not self.is_over and self.player in self.human

    @property
    def totals(self) -> tuple[Number, ...]:
        """What everyone has, the payoff of the end included."""
        return totals_after(self._record, self.ending)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves so far."""
        return tuple(self._turns)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every legal move with what it is worth to its mover; none when the game is over."""
        if self._known is None:
            self._known = () if self._comes_back else self._choices()
        return self._known

    @property
    def ending(self) -> str | None:
        """Why the game is over; None while it is not."""
        if self._comes_back:
            return REPETITION
        return None if self.choices else NO_MOVES

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.ending is not None

    # -- playing -----------------------------------------------------------------------------

    def choose(self, text: str) -> Turn:
        """Play a human's move: its number, its name, or a beginning that fits no other name."""
        self._await(human=True)
        return self._push(self.find(text))

    def find(self, text: str) -> Choice:
        """The move that a text means."""
        return found_move(self.choices, text)

    def hint(self) -> Choice:
        """The move that perfect play prefers: a winner hurries and a loser fights on."""
        if self.is_over:
            raise _closed(self)
        if self._preferred is None:
            move = preferred(self.solution, self.state)
            self._preferred = next(choice for choice in self.choices if choice.move == move)
        return self._preferred

    def engine_move(self) -> Turn:
        """Play the engine's move."""
        self._await(human=False)
        return self._push(self.hint())

    def undo(self) -> Turn:
        """Go back to the last decision of a human, and return what was played there."""
        if not any(turn.player in self.human for turn in self._turns):
            raise IllegalMove(
                "undo",
                rule="no human has moved yet, so there is nothing to take back",
                fix="Play a move first",
            )
        turn = self._pop()
        while turn.player not in self.human:
            turn = self._pop()
        return turn

    # -- looking back ------------------------------------------------------------------------

    def review(self) -> Review:
        """What should have happened from the start, what did, and what humans threw away."""
        return Review(
            expected=self._verdict(self._expected),
            result=self._result(),
            ending=self.ending,
            totals=self.totals,
            moves=len(self._turns),
            humans=tuple(self.names[player] for player in sorted(self.human)),
            mistakes=self._mistakes(),
        )

    # -- inside ------------------------------------------------------------------------------

    @property
    def _position(self) -> tuple[State, int]:
        return self._record.state, self._record.player

    @property
    def _comes_back(self) -> bool:
        return self._stood[self._position] >= OFTEN

    @property
    def _slack(self) -> float:
        return self.game.tolerance or 0

    def _await(self, *, human: bool) -> None:
        if self.is_over:
            raise _closed(self)
        if self.is_human_turn is not human:
            who = "a human" if self.is_human_turn else "the engine"
            raise IllegalMove(
                f"it is the turn of {self.names[self.player]}, played by {who}",
                rule="players move in turn",
                fix="Call choose(text)" if self.is_human_turn else "Call engine_move()",
            )

    def _push(self, choice: Choice) -> Turn:
        best, player = self.hint(), self.player
        self._record.push(choice.move)
        self._known = self._preferred = None
        self._stood[self._position] += 1
        turn = Turn(len(self._turns) + 1, player, choice, best, self.totals)
        self._turns.append(turn)
        return turn

    def _pop(self) -> Turn:
        self._stood[self._position] -= 1
        self._record.pop()
        self._known = self._preferred = None
        return self._turns.pop()

    def _choices(self) -> tuple[Choice, ...]:
        options = self.solution.options(self.state)
        names = [one_line_name(self.game, option.move) for option in options]
        return tuple(map(self._choice, typed_keys(names), names, options))

    def _choice(self, key: int, name: str, option: Option) -> Choice:
        player, final = self.player, self._final(option.value)
        many = isinstance(self.game, PayoffGame)
        value = option.value[player] if many else option.value
        result = final[player] if many else exact(final[player] - final[1 - player])
        outcome = self._outcome(final, player)
        return Choice(key, name, option.move, value, result, outcome, option.plies, option.best)

    def _prospect(self) -> tuple[Number, ...]:
        """The totals at the end under best play from here."""
        return self._final(self.solution.value_of(self.state))

    def _final(self, value: Value) -> tuple[Number, ...]:
        """The totals when `value` is still to come; of two players, up to what both get."""
        totals = list(self._record.totals)
        if isinstance(self.game, PayoffGame):
            return tuple(exact(a + b) for a, b in zip(totals, value, strict=True))
        totals[self.player] = exact(totals[self.player] + value)
        return tuple(totals)

    def _outcome(self, totals: Sequence[Number], player: int) -> str:
        winner = self._winner(totals)
        if winner is None and totals[player] >= max(totals) - self._slack:
            return "draw"
        return "win" if winner == player else "loss"

    def _winner(self, totals: Sequence[Number]) -> int | None:
        """The player with the most; the game's own tie rule decides between equals."""
        top = [p for p, total in enumerate(totals) if total >= max(totals) - self._slack]
        if len(top) == 1:
            return top[0]
        known = isinstance(self.game, PayoffGame) or self.solution.start == self.game.start
        favoured = {Tie.DRAW: None, Tie.FIRST: 0, Tie.SECOND: 1}[self.game.tie]
        return favoured if known and favoured in top else None

    def _result(self) -> str:
        if not self.is_over:
            return self._verdict(self._prospect())
        verdict = self._verdict(self.totals)
        if not self.is_scored or isinstance(self.game, PayoffGame):
            return verdict
        return f"{verdict}, {totals_text(self.totals)}"

    def _verdict(self, totals: Sequence[Number]) -> str:
        winner = self._winner(totals)
        words = "a draw" if winner is None else f"{self.names[winner]} wins"
        if isinstance(self.game, PayoffGame):
            return f"{words}, {totals_text(totals)}"
        lead = abs(totals[0] - totals[1])
        if lead <= self._slack:
            return words if winner is None else f"{words} the tie"
        return f"{words} by {number_text(lead)}" if self.is_scored else words

    def _mistakes(self) -> tuple[Mistake, ...]:
        human = [turn for turn in self._turns if turn.player in self.human]
        found = [self._mistake(turn) for turn in human if turn.cost > self._slack]
        return (*found, *self._squandered(human))

    def _mistake(self, turn: Turn, *, by: str = "") -> Mistake:
        words = f"{self._change(turn)}{by}"
        who = self.names[turn.player]
        return Mistake(turn.number, who, turn.choice.name, turn.best.name, turn.cost, words)

    def given_away(self, turn: Turn) -> str:
        """What a turn gave away, in words; "" where that is nothing."""
        if turn.cost <= self._slack:
            return ""
        if self.is_scored:
            return f"gave away {number_text(turn.cost)}"
        return f"turned a {turn.best.outcome} into a {turn.choice.outcome}"

    def _change(self, turn: Turn) -> str:
        before, after = turn.best, turn.choice
        if not self.is_scored:
            return f"turned a {before.outcome} into a {after.outcome}"
        cost = f"cost {number_text(turn.cost)}"
        if isinstance(self.game, PayoffGame):
            return f"{cost}: {number_text(before.result)} became {number_text(after.result)}"
        return f"{cost}: {_margin(before)} became {_margin(after)}"

    def _squandered(self, human: list[Turn]) -> list[Mistake]:
        """The last human move without progress, where a repetition took a better end away."""
        if self.ending is not REPETITION or isinstance(self.game, PayoffGame):
            return []
        value = self.solution.value_of(self.state)
        ahead = self.player if value > 0 else 1 - self.player
        idle = [t for t in human if t.player == ahead and not t.choice.best]
        if abs(value) <= self._slack or not idle:
            return []
        return [self._mistake(self._ended_at(idle[-1]), by=" by repetition")]

    def _ended_at(self, turn: Turn) -> Turn:
        """The turn, charged with the totals at which a repetition has stopped the game."""
        lead = exact(self.totals[turn.player] - self.totals[1 - turn.player])
        value = exact(turn.choice.value - (turn.choice.result - lead))
        outcome = self._outcome(self.totals, turn.player)
        return replace(turn, choice=replace(turn.choice, value=value, result=lead, outcome=outcome))


def totals_after(record: Recorder, ending: str | None) -> tuple[Number, ...]:
    """What everyone has, the payoff of the end included where no moves are left."""
    return record.finish(repeats=False).totals if ending is NO_MOVES else record.totals


def number_text(value: Number) -> str:
    """A number for reading: floats are cut to nine digits."""
    return f"{value:.9g}" if isinstance(value, float) else shown(value)


def totals_text(totals: Sequence[Number]) -> str:
    """Everyone's total in the order of the players."""
    return " – ".join(map(number_text, totals))


def _margin(choice: Choice) -> str:
    by = f" by {number_text(abs(choice.result))}" if choice.outcome != "draw" else ""
    return f"a {choice.outcome}{by}"


def _checked(human: Collection[int], players: int) -> frozenset[int]:
    fits = isinstance(human, Collection) and not isinstance(human, str | bytes)
    if fits and all(type(player) is int and player in range(players) for player in human):
        return frozenset(human)
    raise BadInput(
        spelled(human),
        where="Session(human)",
        rule=f"it is a set of players, each one of 0 … {players - 1}",
        fix=Either("Pass {0} to move first, or set() to watch", "Name one with --as"),
    )


def _is_scored(solution: Solution) -> bool:
    """Whether more is at stake than who wins."""
    answers = solution.answers
    if not answers.value_type.is_scored:
        return False
    if isinstance(solution.game, PayoffGame):
        return True
    if answers.graph is not None:
        return keeps_score(solution.game, answers.graph)
    low, high = bounds_of(solution.game, solution.start)
    return bool(low < -1 or high > 1)


def one_line_name(game: Game, move: Move) -> str:
    """The name of a move, without ends of lines."""
    return " / ".join(move_name(game, move).split("\n"))


def found_move(choices: Sequence[N], text: str) -> N:
    """The move that a text means; `IllegalMove` where it means none, or several."""
    meant = _meant(choices, text)
    if meant and all(choice.move == meant[0].move for choice in meant):
        return meant[0]
    if meant:
        raise IllegalMove(
            f"{spelled(text)} can mean {_listed(meant)}",
            rule="it must fit one move",
            fix="Type more of the name, or the number",
        )
    raise IllegalMove(
        f"{spelled(text)} is no move here",
        rule=f"the moves are {_listed(choices)}",
        fix="Type a number, a name or the beginning of a name",
    )


def typed_keys(names: list[str]) -> list[int]:
    """What to type for each move: the number its name ends in ("house 3"), or its place."""
    parts = [re.fullmatch(r"(\D* )?([0-9]+)", name) for name in names]
    keys = [integer(part[2]) for part in parts if part]
    heads = {part[1] for part in parts if part}
    if len(heads) == 1 and len(set(keys)) == len(names):
        return keys
    return list(range(1, len(names) + 1))


def _meant(choices: Sequence[N], text: str) -> list[N]:
    """The moves that a text can mean, by the strictest reading that fits any.

    The number comes first, so that every move can be named, whatever the names are.
    """
    typed, folded = text.strip(), _folded(text)
    if not typed:
        return []
    numbered = [c for c in choices if digits(c.key) == typed]
    named = numbered or [c for c in choices if c.name == typed]
    alike = named or [c for c in choices if _folded(c.name) == folded]
    return alike or [c for c in choices if _folded(c.name).startswith(folded)]


def _folded(text: str) -> str:
    """Without case and spaces, and with an arrow that a keyboard has."""
    return "".join(text.split()).casefold().replace("→", "->")


def _listed(choices: Sequence[NamedMove | Choice]) -> str:
    """The first moves, each with its number where the name does not tell it."""
    names = [
        c.name if _says_its_number(c) else f"{digits(c.key)} {c.name}"
        for c in choices[:MOVES_NAMED]
    ]
    return ", ".join(names) + (" …" if len(choices) > MOVES_NAMED else "")


def _says_its_number(choice: NamedMove | Choice) -> bool:
    """Whether a name ends in a number by itself ("house 3", "3"), and not as "a3" does."""
    return re.fullmatch(rf"(\D* )?{digits(choice.key)}", choice.name) is not None


def _closed(session: Session) -> IllegalMove:
    return IllegalMove(
        "a move after the end",
        rule=f"the game is over: {session.ending}",
        fix=Either("Take a move back with undo(), or start a new session", "Take a move back"),
    )
