"""Positions by the rules alone: drawn and played on at once, read off a text, bounded by search.

Nothing here waits for a solution, so no game is too large for it.
"""

from __future__ import annotations

from collections import OrderedDict

from zermelo.errors import ZermeloError
from zermelo.faces.cli.positions import position_of
from zermelo.faces.drawing import Moment, PlayedMove, svg_of
from zermelo.faces.drawing.guesses import picture_at
from zermelo.faces.plain import Json, JsonObject, plain
from zermelo.faces.service.library import frozen
from zermelo.faces.service.messages import WorkerQuestion
from zermelo.faces.service.problems import ServiceProblem, service_problem
from zermelo.faces.session import Choice, NamedMove
from zermelo.faces.walk import Walk
from zermelo.graph.rules import checked_position, moves_of, position_fault, start_of
from zermelo.methods.move_bounds import MoveBounds
from zermelo.model.combine import core_of
from zermelo.model.exact import Number
from zermelo.model.game import Game, State, declares, state_text
from zermelo.model.numerals import spelled
from zermelo.model.pictures import Board, Pits

MOST_DRAWN = 5_000  # letters of a position that is drawn
MOST_CHOICES = 1_000  # moves of a position that are told
MOST_LOOKED_THROUGH = 10_000  # states among which a printed position is looked for
SEARCHES_KEPT = 4  # tables of searches in one worker
SEARCH_MEMORY = 1 << 27  # bytes of each; of one without machine code a quarter


def board_answer(game: Game, question: WorkerQuestion) -> JsonObject:
    """The position after some moves, and the legal moves there."""
    walk = walk_along(game, _start(game, question), question["moves"])
    text = state_text(game, walk.state)
    moment = Moment(walk.player, walk.names, walk.totals, past_of(walk))
    return {
        "position": plain(walk.state),
        "text": text,
        "svg": svg_of(game, walk.state, moment) if len(text) <= MOST_DRAWN else "",
        "marks": marks_of(game, walk.state),
        "player": walk.names[walk.player],
        "names": list(walk.names),
        "totals": plain(walk.totals),
        "choices": [named_move(choice) for choice in walk.choices[:MOST_CHOICES]],
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
        "ending": walk.ending,
        "result": walk.result,
    }


def walk_along(game: Game, start: State, moves: list[int | str]) -> Walk:
    """The game after these moves."""
    walk = Walk(game, start)
    for place, move in enumerate(moves):
        try:
            walk.choose(str(move))
        except ZermeloError as error:
            raise service_problem(error, f"moves.{place}") from error
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
    """What a square or a pit may have, where a position is set up by hand."""
    if not declares(core_of(game), "read"):
        return []
    picture = picture_at(game, state)
    if isinstance(picture, Board):
        return list(picture.marks)
    return ["number"] if isinstance(picture, Pits) else []


def position_answer(game: Game, question: WorkerQuestion) -> JsonObject:
    """The position that a text means; why it means none."""
    state = read_position(game, question["text"])
    return {"position": plain(state), "text": state_text(game, state)}


def read_position(game: Game, text: str) -> State:
    """What the game reads itself, else what the program reads; a `ServiceProblem` says why not."""
    try:
        state = _read(game, text)
    except ZermeloError as error:
        problem = service_problem(error, "text")
        if not declares(core_of(game), "read"):
            problem.fix = f"Write the state as the rules have it, e.g. {spelled(start_of(game))}."
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
        state = _start(game, question)
        bounds = self._of(question["key"], game)
        found = bounds.improve(state, question["spend"])
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
