"""Positions by the rules alone: drawn and played on at once, read off a text, bounded by search.

Nothing here waits for a solution, so no game is too large for it.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import partial
from typing import TypeAlias

from zermelo.errors import BadInput, ZermeloError
from zermelo.faces.cli.positions import position_of
from zermelo.faces.drawing import Moment, PlayedMove, svg_of
from zermelo.faces.drawing.guesses import in_other_colours, picture_at
from zermelo.faces.frames import one_line
from zermelo.faces.plain import Json, JsonObject, plain
from zermelo.faces.service.library import frozen
from zermelo.faces.service.messages import WorkerQuestion
from zermelo.faces.service.patience import ANSWER_SECONDS, Patience
from zermelo.faces.service.problems import ServiceProblem, service_problem
from zermelo.faces.session import Choice, NamedMove, Session
from zermelo.faces.walk import Walk
from zermelo.graph.rules import checked_position, moves_of, position_fault, start_of
from zermelo.methods.move_bounds import MoveBounds, MoveInterval
from zermelo.model.combine import core_of
from zermelo.model.exact import Number
from zermelo.model.game import (
    Game,
    PayoffGame,
    State,
    checked_mover,
    declares,
    player_name,
    state_text,
)
from zermelo.model.numerals import spelled
from zermelo.model.pictures import Board, Pits, Stacks

MOST_DRAWN = 5_000  # letters of a position that is drawn
MOST_CHOICES = 1_000  # moves of a position that are told
MOST_LOOKED_THROUGH = 10_000  # states among which a printed position is looked for
SEARCHES_KEPT = 4  # tables of searches in one worker
SEARCH_MEMORY = 1 << 27  # bytes of each; of one without machine code a quarter

FEN = re.compile(r"\s*[^\s/]+(/[^\s/]+)+\s*(\s(?P<turn>[wb])\b|$)")  # which says who moves
NO_MOVERS: JsonObject = {"mover": None, "movers": []}

Ended: TypeAlias = tuple[str | None, str, tuple[Number, ...]]


def board_answer(game: Game, question: WorkerQuestion) -> JsonObject:
    """The position after some moves, and the legal moves there; what has not answered, if any."""
    rules = patience_with(game)
    start = rules.need(".start", lambda: _start(game, question))
    mover = said_mover(game, start, question)
    walk = walk_along(game, start, question["moves"], rules, mover)
    none: list[NamedMove] = []
    choices = rules.ask(_moves(walk.state), lambda: walk.choices, none)
    ended: Ended = (None, "", walk.totals_so_far)
    if rules.late is None:
        ended = rules.ask(".payoff", lambda: (walk.ending, walk.result, walk.totals), ended)
    ending, result, totals = ended
    moment = Moment(walk.player, walk.names, totals, past_of(walk), walk.first or 0)
    return {
        "position": plain(walk.state),
        **drawn_position(game, walk.state, moment, rules),
        "player": walk.names[walk.player],
        "names": list(walk.names),
        **rules.ask(f".mover({spelled(walk.state)})", partial(movers_of, game, walk), NO_MOVERS),
        "totals": plain(totals),
        "choices": [named_move(choice) for choice in choices[:MOST_CHOICES]],
        "turns": [
            {
                "number": turn.number,
                "player": walk.names[turn.step.player],
                "seat": turn.step.player,
                "name": turn.name,
                "totals": plain(turn.step.totals),
            }
            for turn in walk.turns
        ],
        "ending": ending,
        "result": result,
        "late": _told(rules.late),
    }


def _told(late: ServiceProblem | None) -> JsonObject | None:
    if late is None:
        return None
    return {"code": late.code, "message": late.message, "field": late.field, "fix": late.fix}


def drawn_position(game: Game, state: State, moment: Moment, rules: Patience) -> JsonObject:
    """The position as the game shows it, as far as it answers."""
    here = f"({spelled(state)})"
    text = rules.ask(f".show{here}", lambda: coloured_text(game, state, moment), spelled(state))
    svg, marks = "", list[str]()
    if len(text) <= MOST_DRAWN:
        draw = partial(svg_of, game, state, moment, playable=rules.late is None)
        svg = rules.ask(f".picture{here}", draw, "")
    if rules.late is None:
        marks = rules.ask(f".picture{here}", lambda: marks_of(game, state), marks)
    return {"text": text, "svg": svg, "marks": marks}


def coloured_text(game: Game, state: State, moment: Moment) -> str:
    """The position as the game shows it, in the colours of its players."""
    text = state_text(game, state)
    if moment.side(moment.player) == 0:
        return text
    return in_other_colours(text, picture_at(game, state))


def movers_of(game: Game, play: Walk | Session) -> JsonObject:
    """Who is to move, and the players to choose from where a position does not say it."""
    told = isinstance(game, PayoffGame) or game.mover(play.state) is not None
    return {
        "mover": None if play.first is None else (play.player + play.first) % 2,
        "movers": [] if told else [player_name(game, 0), player_name(game, 1)],
    }


def said_mover(game: Game, start: State, question: WorkerQuestion) -> int | None:
    """Who is said to move in the position asked about."""
    try:
        return checked_mover(game, start, question.get("mover"))
    except BadInput as error:
        raise service_problem(error, "mover") from error


def patience_with(game: Game, seconds: float | None = ANSWER_SECONDS) -> Patience:
    """Patience that calls the game by its class."""
    return Patience(type(core_of(game)).__name__, seconds)


def _moves(state: State) -> str:
    return f".moves({spelled(state)})"


def walk_along(
    game: Game,
    start: State,
    moves: list[int | str],
    rules: Patience | None = None,
    mover: int | None = None,
) -> Walk:
    """The game after these moves, as far as the rules answer."""
    rules = rules or patience_with(game, None)
    walk = rules.need(".turn", lambda: Walk(game, start, mover))
    for place, move in enumerate(moves):
        try:
            rules.ask(_moves(walk.state), partial(walk.choose, str(move)), None)
        except ZermeloError as error:
            raise service_problem(error, f"moves.{place}") from error
        if rules.late is not None:
            break
    return walk


def _start(game: Game, question: WorkerQuestion) -> State:
    if question["position"] is None:
        return start_of(game)
    return checked_position(game, frozen(question["position"]))


def past_of(walk: Walk) -> tuple[PlayedMove, ...]:
    """The moves that led to where a walk is."""
    return tuple(PlayedMove(t.step.state, t.step.player, t.step.move) for t in walk.turns)


def named_move(choice: NamedMove | Choice) -> JsonObject:
    """A move by its key and its name, and what it does."""
    return {
        "key": choice.key,
        "name": choice.name,
        "to": plain(choice.move.to),
        "gain": plain(choice.move.gain),
        "again": choice.move.again,
    }


def marks_of(game: Game, state: State) -> list[str]:
    """What a square, a pit or a heap may have, where a position is set up by hand."""
    picture = picture_at(game, state)
    if isinstance(picture, Stacks):  # texts of numbers are read for every game
        return ["size"]
    if not declares(core_of(game), "read"):
        return []
    if isinstance(picture, Board):
        return list(picture.marks)
    return ["number"] if isinstance(picture, Pits) else []


def position_answer(game: Game, question: WorkerQuestion) -> JsonObject:
    """The position that a text means; why it means none."""
    start, rules = start_of(game), patience_with(game)
    rules.need(_moves(start), lambda: moves_of(game, start))
    text, mover = _in_colours(game, start, question["text"], question.get("mover"))
    state = read_position(game, text)
    if not isinstance(game, PayoffGame):
        told = game.mover(state)
        mover = mover if told is None else told
    moment = Moment(first=mover or 0)
    return {"position": plain(state), "text": coloured_text(game, state, moment), "mover": mover}


def _in_colours(game: Game, start: State, text: str, mover: int | None) -> tuple[str, int | None]:
    """A text as whoever moves sees the board, and who that is: a FEN says it itself."""
    picture = picture_at(game, start) if declares(core_of(game), "read") else None
    if not isinstance(picture, Board) or not any(picture.seats):
        return text, mover
    fen = FEN.match(text)
    if fen is None:
        return (in_other_colours(text, picture) if mover == 1 else text), mover
    if fen["turn"]:
        return text, int(fen["turn"] == "b")
    return (f"{text.strip()} b" if mover == 1 else text), mover


def read_position(game: Game, text: str) -> State:
    """What the game reads itself, else what the program reads; a `ServiceProblem` says why not."""
    if not text.strip():
        raise _no_position("the text is empty")
    try:
        state = _read(game, text)
    except ZermeloError as error:
        problem = service_problem(error, "text")
        if not declares(core_of(game), "read"):
            shown = one_line(state_text(game, start_of(game)))
            problem.fix = f"Write it as the game does, e.g. {shown}."
        raise problem from error
    fault = position_fault(game, state) or _stops(game, state)
    if fault:
        raise _no_position(fault)
    return state


def _read(game: Game, text: str) -> State:
    if not declares(core_of(game), "read"):
        return position_of(text, game, "the position", MOST_LOOKED_THROUGH)
    try:
        return game.read(text)
    except Exception as error:  # a text of another form, or a user's own code
        if text.strip()[:1] in "([":
            return position_of(text, game, "the position", MOST_LOOKED_THROUGH)
        raise _no_position(str(error) or type(error).__name__) from error


def _stops(game: Game, state: State) -> str | None:
    """Why the rules do not answer for a state."""
    try:
        moves_of(game, state)
    except ZermeloError as error:
        return f"the rules do not answer for it: {error.given}"
    return None


def _no_position(reason: str) -> ServiceProblem:
    message = f"This is no position of the game: {reason}."
    return ServiceProblem("bad_input", message, field="text", fix="Change it and try again.")


class Searches:
    """Tables of alpha-beta that a worker keeps from move to move, the ones used last."""

    def __init__(self, memory: int, *, compiles: bool = True) -> None:
        self.memory = min(SEARCH_MEMORY if compiles else SEARCH_MEMORY // 4, memory // 8)
        self.compiles = compiles
        self.kept: OrderedDict[str, MoveBounds] = OrderedDict()

    def answer(self, game: Game, question: WorkerQuestion) -> JsonObject:
        """What is proven about each move of a position after some more seconds of search."""
        rules = patience_with(game)
        state = rules.need(".start", lambda: _start(game, question))
        rules.need(_moves(state), lambda: moves_of(game, state))
        bounds = self._of(question["key"], game)
        found = self._improved(bounds, state, question)
        names = {choice.move: choice for choice in Walk(game, state).choices}
        moves: list[JsonObject] = [
            {**named_move(names[move]), "low": _end(low), "high": _end(high)}
            for move, (low, high) in found
        ]
        low, high = bounds.interval(found)
        return {
            "position": plain(state),
            "moves": moves,
            "low": _end(low),
            "high": _end(high),
            "settled": all(low == high for _, (low, high) in found),
            "nodes": bounds.visits,
        }

    def _improved(
        self, bounds: MoveBounds, state: State, question: WorkerQuestion
    ) -> list[MoveInterval]:
        """Some more search; one that rules never come back to is given up, with its table."""
        spend = question["spend"]
        if bounds.compiles_next:
            return bounds.improve(state, spend)
        rules = patience_with(bounds.game, spend + ANSWER_SECONDS)
        try:
            return rules.need(".moves", lambda: bounds.improve(state, spend))
        except ServiceProblem:
            self.kept.pop(question["key"], None)
            raise

    def _of(self, key: str, game: Game) -> MoveBounds:
        if key not in self.kept:
            self.kept[key] = MoveBounds(game, self.memory, compiles=self.compiles)
        self.kept.move_to_end(key)
        while len(self.kept) > SEARCHES_KEPT:
            self.kept.popitem(last=False)
        return self.kept[key]


def _end(bound: Number) -> Json:
    """An end of an interval; null where nothing bounds it."""
    return None if isinstance(bound, float) else plain(bound)
