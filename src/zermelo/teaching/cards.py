"""`card(game)`: a game's model on one card.

State, moves, gain, end, turn, its own recurrence, states × moves, time and space, pattern. The
words are the game's own (`zermelo.games.models`) where it has some. All else is derived from the
class and its explored graph, or counted on instances: no figure is written down by hand. Orders of
growth are those of a polynomial, or one times a power, that goes through every count.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice

from zermelo._decide import decide, declared
from zermelo.errors import BadInput
from zermelo.facts.orders import Order, orders
from zermelo.facts.random_instances import example_of
from zermelo.facts.recurrences import recurrence_of
from zermelo.games.models import Model, model_of
from zermelo.graph.state_graph import StateGraph
from zermelo.methods import METHODS
from zermelo.model.combine import Misere, core_of
from zermelo.model.game import (
    Asked,
    Game,
    LastMoverLoses,
    LastMoverWins,
    PayoffGame,
    State,
    Tie,
    ValueType,
    declares,
    player_name,
    seats,
)
from zermelo.model.numerals import AnySize, shown, spelled, written
from zermelo.solution.views import short_name
from zermelo.teaching.clues import pattern_of, written_for
from zermelo.teaching.samples import (
    COUNTED_STATES,
    at_most,
    glance,
    instances_of,
    looked_at,
    of_size,
    smaller_one,
)

LARGE_SIZES = (20_000, 200, 5)  # sizes at which a game may get a method of its own
TYPICAL = 3  # a size at which a game shows what it is
MOST_LABELS, MOST_STATES_LISTED = 6, 1_000
TEXTBOOK, TABLE_COST = "a table", "O(states + moves)"
MODEL_ROWS = ("state", "moves", "gain", "end", "turn", "values", "wins", "tie", "formula", "value",
              "recurrence")  # fmt: skip
PAYS = {1: "a win", 0: "nothing", -1: "a loss"}


@dataclass(frozen=True)
class Way:
    """How a game is solved, and what that takes as it grows."""

    name: str  # of the way
    time: str  # as an order of growth
    space: str  # likewise


@dataclass(frozen=True)
class Card(AnySize):
    """The model of a game."""

    name: str  # as the catalogue calls it
    aliases: tuple[str, ...]  # other names
    rules: str  # in one paragraph
    fields: tuple[str, ...]  # that an instance is made of
    example: str  # the instance that was looked at
    pattern: str  # the kind of problem
    template: str  # the function of zermelo.patterns for it, "" without one
    program: str  # the template that `zermelo template` prints for it, "" without one
    state: str  # what a state consists of
    moves: str  # what a move does
    gain: str  # what a move collects
    end: str  # when play is over, and what it pays
    turn: str  # who moves next
    values: str  # which numbers it is about, "" where nothing is said
    wins: str  # what the answer says about the value
    tie: str  # what a difference of 0 means
    formula: str  # who wins without a table, "" where no such thing is known
    value: str  # what is computed for a state
    recurrence: str  # in the letters of the game
    size: str  # what n counts
    states: str  # how many for n, "" where no law is known
    choices: str  # the same for the moves of all states
    since: int  # the n from which on both hold; 0 where they hold for every n that was counted
    counts: tuple[int, int] | None  # states and moves of the example; None where not counted
    complete: bool  # False where the example has more of them
    table: Way  # a value for every state
    method: Way  # what Zermelo uses when the game is large

    def rows(self) -> list[tuple[str, str]]:
        """Heads and texts, as they are printed."""
        return [
            ("name", self.name),
            ("aliases", ", ".join(self.aliases) or "none"),
            ("rules", self.rules),
            ("fields", ", ".join(self.fields) or "none"),
            ("example", self.example),
            ("pattern", self.pattern),
            *(row for row in self._model() if row[1]),
        ]

    def _model(self) -> Iterator[tuple[str, str]]:
        for name in MODEL_ROWS:
            yield name, getattr(self, name)
        yield "states", self._counts()
        yield "time", _both(self.table, self.method, "time")
        yield "space", _both(self.table, self.method, "space")
        yield "template", f"zermelo.{self.template}" if self.template else ""
        yield "program", f"zermelo template {self.program}" if self.program else ""

    def _counts(self) -> str:
        """States × moves, for n and here."""
        here = "too many to be counted here"
        if self.counts is not None:
            states, moves = self.counts
            each = f"{states:,} here, {moves / states:.1f} moves each, {moves:,} in all"
            here = each if self.complete else f"more than {states:,} here"
        laws = [self.states, self.choices and f"{self.choices} moves"]
        law = " and ".join(filter(None, laws))
        since = f", n ≥ {self.since}" if self.since else ""
        return f"{law} for {self.size}{since}; {here}" if law else here

    def record(self) -> dict[str, object]:
        """The same as plain data: the same keys for every game."""
        return asdict(self)

    def __str__(self) -> str:
        wide = 2 + max(len(head) for head, _ in self.rows())
        lines = [(head, text.replace("\n", "\n" + " " * wide)) for head, text in self.rows()]
        return "\n".join(f"{head:<{wide}}{text}" for head, text in lines)


def _both(table: Way, method: Way, what: str) -> str:
    one, two = getattr(table, what), getattr(method, what)
    both = f"{one} by {table.name}, {two} by {method.name}"
    return f"{one} by {table.name} and by {method.name}" if one == two else both


def card(game: Game | type[Game]) -> Card:
    """The model of a game, or of a class: then of its example, or of an instance that is drawn.

    >>> from zermelo.games import StoneGameII
    >>> print(card(StoneGameII).recurrence)
    D(i, M) = max over 1 ≤ x ≤ 2M of (aᵢ + … + aᵢ₊ₓ₋₁ − D(i+x, max(M, x))); D(n, M) = 0
    >>> card(StoneGameII).method
    Way(name='cap-queues', time='O(n²)', space='O(n²)')
    """
    return Looked.at(instance_of(game)).card()


def instance_of(given: Game | type[Game]) -> Game:
    """The game itself; of a class its example, or an instance that is drawn."""
    if isinstance(given, Game):
        return given
    if isinstance(given, type) and issubclass(given, Game):
        return _of_nothing(given) or example_of(given)
    raise BadInput(
        spelled(given),
        where="card",
        rule="it is neither a game nor a class of games",
        fix="Pass one, e.g. card(Coins) or card(Coins((5, 3, 7, 10)))",
    )


def _of_nothing(kind: type[Game]) -> Game | None:
    """What the class makes without arguments; None where it needs some."""
    if hasattr(kind, "example_game"):
        return None
    with suppress(Exception):  # of the user's own constructor
        return kind()
    return None


@dataclass(frozen=True)
class Looked:
    """A game, its words, and what was seen of it."""

    game: Game
    model: Model | None
    graph: StateGraph  # of the instance, or of a smaller one where it is large
    value_type: ValueType
    method: str
    counts: tuple[int, int] | None  # states and moves of the instance; None where not counted
    complete: bool  # False where there are more

    @property
    def words(self) -> Model | None:
        """How state and moves are told: of a game that is turned round, as of the game itself."""
        return model_of(type(core_of(self.game)))

    @classmethod
    def at(cls, game: Game) -> Looked:
        """Explore the instance, or a smaller one that is done in a moment."""
        found = looked_at(game)
        counts = None if found is None else (len(found), found.moves)
        complete = found is not None and found.complete
        seen, graph = (game, found) if complete and found else smaller_one(game, found)
        decision = decide(seen, graph)
        early = decision if decision.value_type is ValueType.NIMBER else None
        value_type = (early or decide(seen, graph, refused=METHODS)).value_type
        model = model_of(type(game))
        return cls(game, model, graph, value_type, decision.method, counts, complete)

    def card(self) -> Card:
        """Everything on one card."""
        core = core_of(self.game)
        kind = type(core)
        pattern = pattern_of(self.game, self.graph)
        template, program = written_for(self.game, pattern)
        states, moves = self._growth()
        table = self._table(states, moves)
        return Card(
            name=f"{'' if core is self.game else 'misère '}{getattr(kind, 'name', kind.__name__)}",
            aliases=tuple(getattr(kind, "aliases", ())) if core is self.game else (),
            rules=f"{_first_paragraph(kind)}{self._turned_round()}",
            fields=tuple(_fields(core)),
            example=short_name(self.game),
            pattern=pattern.title,
            template=template,
            program=program,
            state=self.words.state if self.words else self._state(),
            moves=self.words.moves if self.words else self._moves(),
            gain=self._gain(),
            end=self._end(),
            turn=self._turn(),
            values=self.words.values if self.words else "",
            wins=self._wins(),
            tie=self._tie(),
            formula=self.model.formula if self.model else "",
            value=self.value_type.value,
            recurrence=self._recurrence(),
            size=instances_of(self.game)[0],
            states=states.law and f"{at_most(self.game)}{states.law}",
            choices=moves.law,
            since=max(states.since, moves.since),
            counts=self.counts,
            complete=self.complete,
            table=table,
            method=self._method(table),
        )

    # -- in words -------------------------------------------------------------------------------

    def _state(self) -> str:
        return f"{state_kind(self.game.start)}, {spelled(self.game.start)} at first"

    def _moves(self) -> str:
        moves = list(islice(self.game.moves(self.game.start), MOST_STATES_LISTED + 1))
        if not moves:
            return "none at first"
        count = (
            f"more than {MOST_STATES_LISTED:,}"
            if len(moves) > MOST_STATES_LISTED
            else f"{len(moves):,}"
        )
        labels = [shown(move.label or move.to) for move in moves[:MOST_LABELS]]
        return f"{count} at first: {', '.join(labels)}{', …' if len(moves) > MOST_LABELS else ''}"

    def _gain(self) -> str:
        if self.words and self.words.gain:
            return self.words.gain
        if not self.graph.has_gains:
            return "none: only the end counts"
        low, high = min(self.graph.gain), max(self.graph.gain)
        return f"what a move says: {written(low)} to {written(high)} here"

    def _end(self) -> str:
        if isinstance(self.game, Misere):
            ending = "wins" if self.game.ending > 0 else "loses"
            return f"no move is left: the player to move {ending}"
        if self.model and self.model.end:
            return self.model.end
        if isinstance(self.game, LastMoverWins):
            return "no move is left: the player to move loses"
        if isinstance(self.game, LastMoverLoses):
            return "no move is left: the player to move wins"
        if isinstance(self.game, PayoffGame) or not declares(self.game, "payoff"):
            return "no move is left"
        if not self.graph.paid:
            return "none was found"
        if self.graph.is_outcome:
            paid = " or ".join(PAYS[pay] for pay in sorted(self.graph.paid))
        else:
            paid = f"{written(min(self.graph.paid))} to {written(max(self.graph.paid))}"
        return f"no move is left: {paid} for the player to move"

    def _turn(self) -> str:
        if isinstance(self.game, PayoffGame):
            return f"{self.game.players} players; turn(state) says who moves"
        if not self.graph.has_again:
            return "the players alternate"
        if all(self.graph.again):
            return f"{player_name(self.game, 0)} alone: every move keeps the turn"
        return "the players alternate, but some moves keep the turn"

    def _wins(self) -> str:
        """What the problem asks, in terms of the value."""
        if isinstance(self.game, PayoffGame):
            return "the largest own total"
        first, second = seats(self.game, self.game.start)[:2]
        if self.value_type is ValueType.NIMBER:
            return f"{first}: the nimber is not 0"
        if self.value_type is ValueType.OUTCOME:
            return f"{first}: the start is a win"
        sign = "≥" if self.game.tie is Tie.FIRST else ">"
        forms = {
            Asked.TOTAL: f"asked is the most {first} gets: (total + D) / 2",
            Asked.DIFFERENCE: "asked is D",
            Asked.SCORE: f"asked is D, all that {first} scores",
        }
        tie = f", {second}: D < 0, a tie: D = 0" if self.game.tie is Tie.DRAW else ""
        lone = self.game.asks is Asked.WIN
        return forms.get(self.game.asks or Asked.WIN, f"{first}: D {sign} 0{'' if lone else tie}")

    def _recurrence(self) -> str:
        """W is for games that end, and are won or lost; else −1, 0 and 1 are a difference.

        That of a model holds for its own ending, and not for one that is turned round.
        """
        if self.model:
            return self.model.recurrence
        sure = self.graph.sweep is not None and 0 not in self.graph.paid
        plain = self.value_type is ValueType.OUTCOME and self.graph.sweep is not None and not sure
        return recurrence_of(core_of(self.game), ValueType.DIFFERENCE if plain else self.value_type)

    def _tie(self) -> str:
        """What a tie counts; nothing is said where every end is won or lost."""
        if self.model and self.model.tie:
            return self.model.tie
        is_difference = self.value_type in (ValueType.DIFFERENCE, ValueType.VECTOR)
        can_be = is_difference or 0 in self.graph.paid or self.game.tie is not Tie.DRAW
        return self.game.tie.value if can_be else ""

    def _turned_round(self) -> str:
        return f" {self.game.told}" if isinstance(self.game, Misere) else ""

    # -- in figures -----------------------------------------------------------------------------

    def _growth(self) -> tuple[Order, Order]:
        """How states and moves grow."""
        return orders(instances_of(self.game)[1], budget=COUNTED_STATES)

    def _table(self, states: Order, moves: Order) -> Way:
        """A value for every state, each found from its moves."""
        time, space = (self.model.time, self.model.space) if self.model else ("", "")
        return Way(
            TEXTBOOK, moves.order or time or TABLE_COST, states.order or space or "O(states)"
        )

    def _method(self, table: Way) -> Way:
        """What is used when the game is large, in the letters of its size where that can be."""
        found = METHODS[self.large()]
        time, space = (
            table.time if cost == TABLE_COST else cost for cost in (found.time, found.space)
        )
        return Way(found.name, time, space)

    def large(self) -> str:
        """The method for a large instance; the one for this instance where none is known."""
        if self.model is None or self.model.sized is None:
            return self.method
        declares_more = self.game.shape is not None or declares(self.game, "parts")
        for size in LARGE_SIZES if declares_more else ():
            with suppress(BadInput):
                early = declared(of_size(self.game, self.model, size))
                if early is not None:
                    return early.method
        with suppress(BadInput):
            typical = of_size(self.game, self.model, TYPICAL)
            graph = glance(typical)
            if graph.sweep is None:  # a small instance may have no cycles yet
                return decide(typical, graph).method
        return self.method


def state_kind(state: State) -> str:
    """What a state is, by its type.

    >>> state_kind((0, 3)), state_kind(((1, 2), "a")), state_kind(7)
    ('a tuple of 2 whole numbers', 'a tuple of 2 parts', 'a whole number')
    """
    if isinstance(state, bool):
        return "True or False"
    if isinstance(state, int):
        return "a whole number"
    if isinstance(state, tuple) and state:
        whole = all(isinstance(part, int) and not isinstance(part, bool) for part in state)
        return f"a tuple of {len(state)} {'whole numbers' if whole else 'parts'}"
    words: dict[type, str] = {str: "a text", frozenset: "a set", tuple: "an empty tuple"}
    return words.get(type(state), f"a {type(state).__name__}")


def _first_paragraph(kind: type[Game]) -> str:
    """The rules as the class tells them, not as a dataclass or a class of ours does."""
    doc = kind.__doc__ or ""
    ours = (base.__doc__ for base in (Game, LastMoverWins, LastMoverLoses, PayoffGame))
    if doc.startswith(f"{kind.__name__}(") or doc in ours:
        doc = ""
    return " ".join(doc.split("\n\n")[0].split()) or "not said: the class has no docstring"


def _fields(game: Game) -> Iterator[str]:
    for name, form in inspect.signature(type(game)).parameters.items():
        if form.kind in (form.POSITIONAL_OR_KEYWORD, form.KEYWORD_ONLY) and name != "tolerance":
            yield name
