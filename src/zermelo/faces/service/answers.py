"""What a worker says to each request. All numbers come from `Solution` and `Session`."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TypeAlias, TypedDict

from zermelo._decide import decide, declared
from zermelo._diagnose import Diagnosis, examine
from zermelo._solve import solve
from zermelo.errors import BudgetExceeded, Unavailable, UnknownState, ZermeloError
from zermelo.faces.drawing import Moment, PlayedMove
from zermelo.faces.equations import equations_of
from zermelo.faces.level_frames import level_frames
from zermelo.faces.plain import JsonObject, plain
from zermelo.faces.record import MOVES_RECORDED, record
from zermelo.faces.row_frames import is_row, row_frames
from zermelo.faces.service.around import around
from zermelo.faces.service.boards import (
    Searches,
    board_answer,
    drawn_position,
    movers_of,
    named_move,
    patience_with,
    position_answer,
    said_mover,
)
from zermelo.faces.service.crosscheck import asserted_scores, self_play
from zermelo.faces.service.kept_tables import KeptTable, Shelf, Shelves
from zermelo.faces.service.library import Library, frozen, misere_of
from zermelo.faces.service.messages import FACTS_STATES, SMALL_STATES, LogEntry, WorkerQuestion
from zermelo.faces.service.patience import Patience
from zermelo.faces.service.problems import ServiceProblem, service_problem
from zermelo.faces.service.settings import Settings
from zermelo.faces.service.weighing import weigh, weigh_declared
from zermelo.faces.session import Choice, Review, Session, Turn
from zermelo.facts.state_words import shown_by
from zermelo.graph.explore import explore
from zermelo.graph.progress import Callback
from zermelo.graph.rules import checked_position
from zermelo.graph.state_graph import StateGraph
from zermelo.methods import METHODS
from zermelo.methods.answers import unknown_state
from zermelo.methods.contract import FamilyMethod
from zermelo.model.combine import core_of
from zermelo.model.exact import Number
from zermelo.model.game import UNSET, Game, PayoffGame, State, ValueType, declares, seats
from zermelo.model.shapes import states_at_least
from zermelo.solution import Solution
from zermelo.teaching.cards import card

LARGE_METHODS = {  # they load numba
    name for name, method in METHODS.items() if isinstance(method, FamilyMethod)
}
RAW_SCORES = ("solve", "frames")  # operations whose answers have them
WHOLE_STATES = 2_000_000  # of a game that is solved for the sake of one position in it
LINE_TOLD = 40  # moves of a best line that is told

Answer: TypeAlias = JsonObject


class WorkerLimits(TypedDict, total=False):
    """How far one worker may go, as `solve` takes it."""

    engine: str
    budget: int
    memory: int
    threads: int


class HandOver(Exception):
    """The game is too large for a worker that only sees small ones."""


class Desk:
    """Where one worker answers: the games it knows, the tables it has built."""

    def __init__(self, settings: Settings, lane: str = "large") -> None:
        self.settings = settings
        self.lane = lane
        self.library = Library(settings.games, settings.saved)
        self.memory = settings.worker_memory(lane)
        self.shelves = Shelves(settings.tables, min(settings.table_bytes, self.memory // 4))
        self.searches = Searches(self.memory, compiles=lane == "large")
        self.answered = 0
        self.states: int | None = None  # that this question may look at, where it is to be small

    @property
    def is_brief(self) -> bool:
        """Whether large games are handed over."""
        return self.lane in ("quick", "scales")

    def answer(
        self, question: WorkerQuestion, progress: Callback | None = None
    ) -> tuple[Answer, LogEntry]:
        """The answer, and what the log and the metrics should know about it."""
        operation, self.states = question["operation"], question.get("states")
        if operation == "games":
            return self._listed(question)
        if operation == "diagnose":
            return self._diagnosis(question), {}
        if operation == "card":
            return self._card(question), {}
        if operation == "bounds":
            return self.searches.answer(self._game_soon(question), question), {}
        if operation in _BY_RULES:
            answer = _BY_RULES[operation](self._game_soon(question), question)
            return answer, {"late": True} if answer.get("late") else {}
        solution, cached = self._solved(question, progress)
        solution = solution.but(mover=said_mover(solution.game, solution.start, question))
        answer = _OPERATIONS[operation](solution, question)
        return answer, {**self._facts(solution, operation), "cached": cached}

    def _listed(self, question: WorkerQuestion) -> tuple[Answer, LogEntry]:
        """All games, an outline of these, or one of the operator's own."""
        if "own" not in question:
            return {"games": self.library.describe()}, {}
        own = question["own"]
        if own is None:
            return {"games": self.library.outline()}, {}
        told = self.library.describe_own(own)
        return told, {"late": bool(told["wrong"])}

    def tidy(self) -> list[str]:
        """Drop tables that are over the limits, and say which."""
        return self.shelves.tidy()

    # -- solving -----------------------------------------------------------------------------

    def _solved(self, question: WorkerQuestion, progress: Callback | None) -> tuple[Solution, bool]:
        """The solution from the position asked about, and whether its table was there."""
        shelf = self._shelf(question)
        if question["position"] is None:
            return self._from_start(shelf, progress)
        return self._from_position(shelf, frozen(question["position"]), progress)

    def _game_soon(self, question: WorkerQuestion) -> Game:
        """The game, unless it takes long to be made."""
        rules = Patience(question["game"])
        return rules.need("()", lambda: self._shelf(question)).game

    def _shelf(self, question: WorkerQuestion) -> Shelf:
        shelf = self.shelves.get(question["key"])
        if shelf is None:
            game = self.library.game(question["game"], question["arguments"])
            shelf = Shelf(misere_of(game) if question.get("misere", False) else game)
            saved = self.library.table_of(shelf.game)
            if saved is not None:
                shelf.tables.append(KeptTable(saved))
            self.shelves.put(question["key"], shelf)
        return shelf

    def _from_start(
        self, shelf: Shelf, progress: Callback | None, most: int | None = None
    ) -> tuple[Solution, bool]:
        for table in shelf.tables:
            if table.solution.start == shelf.game.start:
                return table.solution, True
        if shelf.refusal is not None:
            raise copy(shelf.refusal)
        return self._build(shelf, UNSET, progress, most), False

    def _from_position(
        self, shelf: Shelf, state: State, progress: Callback | None
    ) -> tuple[Solution, bool]:
        checked_position(shelf.game, state)
        for table in shelf.tables:
            try:
                return table.at(state), True
            except UnknownState:
                continue
        if not any(table.solution.start == shelf.game.start for table in shelf.tables):
            try:
                self._from_start(shelf, progress, most=WHOLE_STATES)
                return shelf.tables[-1].at(state), False
            except UnknownState:  # said below, where it is no position
                pass
            except (BudgetExceeded, HandOver):
                if not _may_be_a_state(shelf.game, state):
                    raise
                return self._build(shelf, state, progress), False
        if _tells_positions(shelf.game):  # play does not reach it, but it is a position
            return self._build(shelf, state, progress), False
        return shelf.tables[0].at(state), False  # raises: play does not reach it

    def _build(
        self, shelf: Shelf, start: State, progress: Callback | None, most: int | None = None
    ) -> Solution:
        """Solve within the limits of this worker, and keep the table."""
        origin = shelf.game.start if start is UNSET else start
        weigh_declared(shelf.game, origin, self._large_memory)
        method = self._table_method(shelf.game, origin) if self.is_brief else None
        try:
            told = _foretold(shelf.game, start, progress)
            solution = solve(
                shelf.game, start=start, progress=told, method=method, **self._limits(most)
            )
        except BudgetExceeded as refusal:
            if self.is_brief:
                raise HandOver from None
            if start is UNSET and most is None:
                shelf.refusal = copy(refusal)  # its frames hold all that was explored
            raise
        shelf.tables.append(KeptTable(solution))
        return solution

    def _table_method(self, game: Game, start: State) -> str | None:
        """How a small game of a family is tabulated: its own method would load a compiler first.

        None for other games, which are not; `HandOver` where there are too many states.
        """
        own = declared(game)
        if own is None or own.method not in LARGE_METHODS:
            return None
        most = self.states or SMALL_STATES
        if game.shape is not None and game.shape.states > most:
            raise HandOver
        graph = explore(game, start=start, budget=most)
        if not graph.complete:
            raise HandOver
        return decide(game, graph, refused={own.method}).method

    def _limits(self, most: int | None) -> WorkerLimits:
        if self.is_brief:
            return {"engine": "plain", "budget": self.states or SMALL_STATES}
        limits: WorkerLimits = {
            "memory": self._large_memory,
            "threads": self.settings.threads,
        }
        return limits if most is None else {**limits, "budget": most}

    def weigh(self, question: WorkerQuestion) -> None:
        """Refuse what cannot be solved within the limits; `HandOver` for what is clearly large."""
        shelf, position = self._shelf(question), question["position"]
        start = shelf.game.start if position is None else frozen(position)
        limits = self._large_memory, self.settings.weigh_seconds
        if not shelf.tables and weigh(shelf.game, start, *limits, SMALL_STATES):
            raise HandOver

    @property
    def _large_memory(self) -> int:
        """Bytes for the table of a large game; the rest is for Python and the compiler."""
        return self.settings.worker_memory("large") // 2

    # -- facts -------------------------------------------------------------------------------

    def _facts(self, solution: Solution, operation: str) -> LogEntry:
        """The difference and the first move for the log, and now and then a check."""
        scores = asserted_scores(solution) if operation in RAW_SCORES else None
        self.answered += 1
        every = self.settings.check_every
        checked = self_play(solution, scores) if every and self.answered % every == 0 else None
        return {
            "difference": plain(solution.value),
            "first_move": _first_move(solution),
            "method": solution.plan.method,
            "states": solution.plan.cost.states,
            "check": checked,
        }

    def _diagnosis(self, question: WorkerQuestion) -> Answer:
        shelf = self._shelf(question)
        position = question["position"]
        start = UNSET if position is None else self._known(shelf, frozen(position))
        graph = self._look(shelf.game, start)
        with shown_by(shelf.game):
            return _facts_answer(examine(shelf.game, graph))

    def _look(self, game: Game, start: State = UNSET) -> StateGraph:
        """The game, or as much of it as there is time for; a small one whole."""
        if not self.is_brief:
            work = self.settings.facts_seconds / 4  # the facts themselves take longer
            return explore(
                game, start=start, budget=FACTS_STATES, cpu_seconds=work, memory=self.memory // 4
            )
        graph = explore(game, start=start, budget=self.states or SMALL_STATES)
        if not graph.complete:
            raise HandOver
        return graph

    def _card(self, question: WorkerQuestion) -> Answer:
        """The model of the game; of a large one by the worker that has time."""
        game = self._shelf(question).game
        if self.is_brief:
            self._look(game)
        return {"rows": [{"head": head, "text": text} for head, text in card(game).rows()]}

    def _known(self, shelf: Shelf, state: State) -> State:
        """The state if play reaches it; where nobody can tell in a moment, if it may be one."""
        if self.is_brief:
            return self._from_position(shelf, state, None)[0].start
        checked_position(shelf.game, state)
        if _may_be_a_state(shelf.game, state):
            return state
        name = type(core_of(shelf.game)).__name__
        raise unknown_state(state, f"the states of {name} look otherwise")


def _foretold(game: Game, start: State, progress: Callback | None) -> Callback | None:
    """Progress that knows from the first report on how many states a game declares."""
    least = states_at_least(game) if start is UNSET else 0
    if progress is None or not least:
        return progress
    return lambda told: progress(told._replace(expected=max(told.expected, least)))


def _may_be_a_state(game: Game, state: State) -> bool:
    """Whether a game that has not refused this state knows it, declares it, or has such states."""
    if _tells_positions(game):
        return True
    known = [said for said in (game.shape, game.space) if hasattr(said, "__contains__")]
    try:
        return any(state in one for one in known) if known else _form(state) == _form(game.start)
    except (TypeError, ValueError, LookupError):
        return False


def _tells_positions(game: Game) -> bool:
    """Whether the game itself says what is no position."""
    return declares(core_of(game), "impossible")


def _form(state: State) -> object:
    return tuple(map(_form, state)) if isinstance(state, tuple) else type(state)


def _first_move(solution: Solution) -> str | None:
    """The name of the first best move, where there are few enough to compare."""
    if solution.has_more_moves_than(MOVES_RECORDED):
        return None
    best = next((choice for choice in Session(solution).choices if choice.best), None)
    return None if best is None else best.name


# -- the answers -----------------------------------------------------------------------------------


def _record(solution: Solution, question: WorkerQuestion) -> Answer:  # noqa: ARG001
    return record(solution)


def _values(solution: Solution, question: WorkerQuestion) -> Answer:
    table, values = KeptTable(solution), []
    for place, position in enumerate(question["positions"]):
        try:
            here = table.at(frozen(position))
        except ZermeloError as error:
            raise service_problem(error, f"positions.{place}") from error
        values.append(
            {
                "position": plain(here.start),
                **_worth(here),
                "scores": plain(here.known_scores_of(here.start)),
                "nimber": _nimber(here),
            }
        )
    return {"values": values}


def _nimber(solution: Solution) -> int | None:
    return solution.nimber if solution.answers.value_type is ValueType.NIMBER else None


def _worth(solution: Solution) -> Answer:
    return {
        "value": plain(solution.value),
        "outcome": solution.outcome,
        "remoteness": solution.remoteness if solution.answers.counts_plies else None,
    }


def _moves(solution: Solution, question: WorkerQuestion) -> Answer:  # noqa: ARG001
    _check_width(solution)
    session = Session(solution)
    return {
        **_position(session),
        "over": session.is_over,
        **_worth(solution),
        "moves": [_choice(choice) for choice in session.choices],
    }


def _check_width(solution: Solution) -> None:
    if solution.has_more_moves_than(MOVES_RECORDED):
        raise ServiceProblem(
            "too_large",
            f"The position has more than {MOVES_RECORDED:,} moves.",
            field="position",
            fix="Ask /v1/value about the positions you want to compare.",
        )


def _position(session: Session) -> Answer:
    game, state = session.game, session.state
    return {
        "position": plain(state),
        **drawn_position(game, state, _moment(session), patience_with(game)),
        "player": session.names[session.player],
        **movers_of(game, session),
    }


def _moment(session: Session) -> Moment:
    """What the state alone does not say."""
    moves = [turn.choice.move for turn in session.turns]
    states = [session.solution.start, *(move.to for move in moves)]
    players = [turn.player for turn in session.turns]
    past = tuple(map(PlayedMove, states, players, moves))
    return Moment(session.player, session.names, session.totals, past, session.first or 0)


def _around(solution: Solution, question: WorkerQuestion) -> Answer:  # noqa: ARG001
    _check_width(solution)
    return around(solution)


def _choice(choice: Choice) -> Answer:
    return {
        **named_move(choice),
        "value": plain(choice.value),
        "outcome": choice.outcome,
        "plies": choice.plies,
        "best": choice.best,
    }


def _play(solution: Solution, question: WorkerQuestion) -> Answer:
    _check_width(solution)
    session = _replayed(solution, question)
    answer = {
        **_position(session),
        "names": list(session.names),
        "is_human_turn": session.is_human_turn,
        "totals": plain(session.totals),
        "choices": [_choice(choice) for choice in session.choices],
        "turns": [_turn(session, turn) for turn in session.turns],
        "ending": session.ending,
        "report": _review(session.review()),
    }
    return {**answer, "line": _best_line(session)}


def _best_line(session: Session) -> list[Answer]:
    """The moves that perfect play makes from here; the session goes on along them."""
    began = len(session.turns)
    session.human = frozenset()
    while not session.is_over and len(session.turns) < began + LINE_TOLD:
        session.engine_move()
    return [
        {"name": turn.choice.name, "player": session.names[turn.player], "seat": turn.player}
        for turn in session.turns[began:]
    ]


def _replayed(solution: Solution, question: WorkerQuestion) -> Session:
    """Everyone's moves so far, then the engine's for as long as it is its turn."""
    humans = _humans(question["humans"], len(seats(solution.game, solution.start)))
    session = Session(solution, human=humans)
    session.human = frozenset(range(len(session.names)))
    for place, move in enumerate(question["moves"]):
        try:
            session.choose(str(move))
        except ZermeloError as error:
            raise service_problem(error, f"moves.{place}") from error
    session.human = humans
    while question["engine"] and not session.is_over and not session.is_human_turn:
        session.engine_move()
    return session


def _humans(given: list[int], players: int) -> frozenset[int]:
    if all(0 <= player < players for player in given):
        return frozenset(given)
    raise ServiceProblem(
        "bad_input",
        f"There is no player {max(given, key=abs)}.",
        field="humans",
        fix=f"Players are counted from 0 to {players - 1}.",
    )


def _turn(session: Session, turn: Turn) -> Answer:
    return {
        "number": turn.number,
        "player": session.names[turn.player],
        "seat": turn.player,
        "name": turn.choice.name,
        "best": turn.best.name,
        "cost": plain(turn.cost),
        "words": session.given_away(turn),
        "totals": plain(turn.totals),
        "value_after": plain(_value_after(session, turn)),
    }


def _value_after(session: Session, turn: Turn) -> Number:
    """Where the game ends now: player 0's lead, or the mover's own total with p players."""
    if isinstance(session.game, PayoffGame) or turn.player == 0:
        return turn.choice.result
    return -turn.choice.result


def _review(review: Review) -> Answer:
    return {
        "expected": review.expected,
        "result": review.result,
        "mistakes": [
            {
                "number": mistake.number,
                "player": mistake.player,
                "played": mistake.played,
                "best": mistake.best,
                "cost": plain(mistake.cost),
                "words": mistake.words,
                "text": str(mistake),
            }
            for mistake in review.mistakes
        ],
    }


def _check_view(solution: Solution, view: str | None) -> None:
    """A view that the game does not have is no question of its size."""
    if view is None:
        return
    try:
        equations_of(solution, view)
    except Unavailable as error:
        message = f"{error.given}; {error.rule}."
        raise ServiceProblem(
            "bad_input", message, field="view", fix="Leave the view out."
        ) from error


def _frames(solution: Solution, question: WorkerQuestion) -> Answer:
    view = question.get("view")
    _check_view(solution, view)
    try:
        made = row_frames if is_row(solution) else level_frames
        frames = made(solution, view)
    except Unavailable as error:
        fix = "Ask about a smaller game, or a position of this one."
        message = f"{error.given}; {error.rule}."
        raise ServiceProblem("too_large", message, field="arguments", fix=fix) from error
    return {"kind": frames["kind"], "frames": frames}


def _facts_answer(diagnosis: Diagnosis) -> Answer:
    decision = diagnosis.decision
    return {
        "facts": [
            {"name": fact.name, "holds": fact.holds, "evidence": fact.detail}
            for fact in diagnosis.facts
        ],
        "method": decision.method,
        "reason": decision.reason,
        "value_type": decision.value_type.value,
        "not": [{"method": name, "why": why} for name, why in decision.instead],
        "note": decision.note,
        "states": diagnosis.states,
        "moves": diagnosis.moves,
        "longest_play": diagnosis.longest_play,
        "growth": str(diagnosis.growth),
        "minimal": str(diagnosis.redundancy),
    }


_BY_RULES: dict[str, Callable[[Game, WorkerQuestion], Answer]] = {
    "board": board_answer,
    "position": position_answer,
}
_OPERATIONS: dict[str, Callable[[Solution, WorkerQuestion], Answer]] = {
    "solve": _record,
    "value": _values,
    "moves": _moves,
    "play": _play,
    "frames": _frames,
    "around": _around,
}
