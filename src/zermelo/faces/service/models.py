"""What is sent and what comes back, with examples: the OpenAPI description is made of these."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StrictBool, StrictInt

COINS: dict[str, JsonValue] = {"game": "ends", "arguments": {"row": [5, 3, 7, 10]}}
NUMBER = "a whole number, or a fraction as a text such as '1/3'"
MARKS = (
    "What a square may have where a position is set up by hand; `number` for houses of seeds and "
    "`size` for heaps; none elsewhere."
)
MOVER = (
    "Who is to move, 0 for the player who moves at the start of the game; null where nobody says "
    "it, and in games of p players."
)
MOVERS = (
    "The players to choose from where a position that is set up by hand does not say who moves; "
    "else empty."
)
Outcome = Literal["win", "draw", "loss"]
StateJson: TypeAlias = object  # a number, a text, a list of these: as the game has its states
NumberJson: TypeAlias = object  # NUMBER
ValueJson: TypeAlias = object  # a number, or a list of numbers with p players


class GameRequest(BaseModel):
    """A request; fields that it does not know are refused."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [COINS]})

    game: str = Field(
        min_length=1,
        max_length=100,
        description="A name or an alias of GET /v1/games.",
        examples=["ends", "tic-tac-toe", "lc486"],
    )
    arguments: dict[str, object] | None = Field(
        default=None,
        description="Fields of the game by name; none for its example. Fractions are texts.",
        examples=[{"row": [5, 3, 7, 10]}, {"width": 4, "height": 4}],
    )
    misere: StrictBool = Field(
        default=False, description="A last-move game with its ending turned round."
    )
    position: StateJson = Field(
        default=None,
        description="A state as answers spell it; null for the start.",
        examples=[[1, 3], None],
    )
    mover: Literal[0, 1] | None = Field(
        default=None,
        description="Who moves in the position, where it does not tell that: 0 for the player who "
        "moves at the start of the game, 1 for the other. It names the players and changes no "
        "value.",
    )


class ValuesRequest(GameRequest):
    """Positions of one game: its table is built once."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{**COINS, "positions": [[0, 3], [1, 3], [1, 2]]}]},
    )
    positions: list[StateJson] = Field(
        min_length=1, examples=[[[0, 3], [1, 3]]], description="States as answers spell them."
    )


class FramesRequest(GameRequest):
    """A game whose values are told in a view."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{**COINS, "view": "total"}]}
    )
    view: Literal["difference", "pair", "total"] | None = Field(
        default=None,
        description="Values as a difference, a pair of scores or the mover's own total; null for "
        "what the game counts.",
    )


class PlayRequest(GameRequest):
    """A game in progress: what was played, and by whom it is played on."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{**COINS, "moves": ["left"], "humans": [0]}]},
    )
    moves: list[StrictInt | str] = Field(
        default=[], description="Names or keys of everyone's moves so far.", examples=[["left"]]
    )
    humans: list[StrictInt] = Field(
        default=[0], max_length=100, description="Players who choose for themselves, from 0."
    )
    engine: StrictBool = Field(
        default=True, description="Whether perfect play moves for the others."
    )


class BoardRequest(GameRequest):
    """A position by the rules alone: no value is asked for, so no game is too large."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"game": "connect four", "moves": ["4", "4"]}]},
    )
    moves: list[StrictInt | str] = Field(
        default=[], description="Names or keys of everyone's moves so far.", examples=[["left"]]
    )


class PositionRequest(GameRequest):
    """A position as a text: a board as it is drawn, chess as FEN, a state as JSON."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"game": "chess ending", "text": "2k1/4/4/R1K1 b"}]},
    )
    text: str = Field(max_length=10_000, description="The position, as somebody writes it.")


class BoundsRequest(GameRequest):
    """Some seconds of search; asked again, the same table is searched on."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"game": "tic-tac-toe", "spend": 0.2}]},
    )
    spend: float = Field(
        default=1.0, gt=0, le=5, description="Seconds of search, shared by the moves."
    )
    meanwhile: StrictBool = Field(
        default=False, description="Beside a solve that is under way, without machine code."
    )


class ErrorParts(BaseModel):
    """What went wrong and what to do about it."""

    code: Literal[
        "bad_input", "too_large", "too_slow", "unknown_game", "unknown_state", "not_found",
        "not_allowed", "unauthorised", "throttled", "cross_site", "too_late", "cancelled",
        "worker_lost", "busy", "internal",
    ] = Field(description="Which kind of error it is.")  # fmt: skip
    message: str = Field(description="What was given and which rule it breaks.")
    field: str | None = Field(
        description="The key of the request that it is about; null where it is about none."
    )
    fix: str = Field(description="The way out.")


class ErrorAnswer(BaseModel):
    """The one shape of every error."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "error": {
                        "code": "unknown_game",
                        "message": "There is no game called 'ens'.",
                        "field": "game",
                        "fix": "Did you mean ends?",
                    }
                }
            ]
        }
    )
    error: ErrorParts = Field(description="What went wrong.")


class FieldAnswer(BaseModel):
    """An argument of a game."""

    name: str = Field(description="By which it is sent.")
    kind: Literal["number", "text", "flag", "row", "rows"] = Field(
        description="What may be sent: a row is a list of numbers, rows are a list of these."
    )
    required: bool = Field(description="Whether it must be sent where any argument is.")
    default: object = Field(description="What it is where nothing is sent; null if unsaid.")


class GameAnswer(BaseModel):
    """A game that can be asked about."""

    name: str = Field(description="By which it is asked for.")
    origin: Literal["catalogue", "file", "table"] = Field(
        description="Of the catalogue, of a file of the operator's, or of a saved table."
    )
    aliases: list[str] = Field(description="Other names.")
    rules: str = Field(description="In one paragraph.")
    clues: list[str] = Field(
        description="What `zermelo games WORD` looks at: names, rules, how it is told elsewhere."
    )
    words: list[str] = Field(description="Stems of these, and words that mean the same.")
    tie: str = Field(description="What a difference of 0 means.")
    fields: list[FieldAnswer] = Field(description="Its arguments, in order.")
    example: dict[str, object] = Field(description="Arguments of a small instance.")
    misere: str = Field(
        description="What its misère form says of the last move; empty for other games."
    )
    picture: Literal["row", "front", "cap", "heap", "pool", "board", "graph", "list"] = Field(
        description="How its positions are drawn."
    )
    svg: str = Field(description="The start of the example; empty where it cannot be drawn.")
    wrong: str = Field(
        description="What is wrong with a class of the operator's own, e.g. that its picture never "
        "comes back; else empty."
    )


class GamesAnswer(BaseModel):
    """All games: the operator's own first."""

    games: list[GameAnswer] = Field(description="One for each.")


class FirstMove(BaseModel):
    """A legal first move of a solution."""

    name: str = Field(description="As a person reads it.")
    to: StateJson = Field(description="The state that it leads to.")
    gain: NumberJson = Field(description="What the mover collects.")
    again: bool = Field(description="Whether the same player moves again.")
    value: ValueJson = Field(description="To its mover, if everyone plays best from then on.")
    plies: int | None = Field(
        description="Moves until the game is over under best play; null where they are not counted."
    )
    best: bool = Field(description="Whether no move is better.")


class LineMove(BaseModel):
    """A move of the optimal line."""

    player: int = Field(description="Who moves, from 0.")
    name: str = Field(description="Of the move.")
    gain: NumberJson = Field(description="What the mover collects.")
    totals: list[NumberJson] = Field(description="What each player has by then.")


class PlanAnswer(BaseModel):
    """How it was solved."""

    method: str = Field(description="Its name.")
    reason: str = Field(description="The facts that led to it.")
    theorem: str = Field(description="Why it is right.")
    states: int | None = Field(description="Of the table; null where nobody knows.")
    moves: int | None = Field(description="Between them; null where nobody knows.")
    bytes: int | None = Field(description="Of memory; null where nobody knows.")
    engine: str = Field(
        description="What ran the rules; empty where there is nothing to say about it."
    )


class Record(BaseModel):
    """A solution; null where a question has no answer."""

    zermelo: str = Field(description="The version.")
    game: str = Field(description="With its arguments.")
    start: StateJson = Field(description="The position that was solved.")
    answer: object = Field(description="What the problem wants to hear; else the value.")
    value: ValueJson = Field(
        description=f"For the player to move: {NUMBER}; a list with p players."
    )
    bounds: list[NumberJson] | None = Field(
        description="Two numbers between which the value is proved to lie."
    )
    outcome: Outcome | None = Field(description="For the player to move.")
    winner: str | None = Field(description="By the game's own names and rule for ties.")
    scores: list[NumberJson] | None = Field(
        description="What each player collects, where every play collects the same total."
    )
    guarantees: list[NumberJson] | None = Field(description="With p players: what each can force.")
    equilibria: list[list[NumberJson]] | None = Field(
        description="With p players: the totals under all tie-breaks, the value first."
    )
    remoteness: int | None = Field(
        description="Moves to the end when the winner hurries and the loser delays; null in a draw."
    )
    nimber: int | None = Field(description="The Nim heap that the position is worth.")
    best: list[str] | None = Field(description="Names of all optimal first moves.")
    moves: list[FirstMove] | None = Field(
        description="Every legal first move; null where they are too many."
    )
    line: list[LineMove] | None = Field(
        description="One line of best play; null where it is too long."
    )
    plan: PlanAnswer = Field(description="The method, and why.")
    proof: object = Field(description="Null: the service proves no tables.")


class ValueAnswer(BaseModel):
    """What a position is worth to the player to move."""

    position: StateJson = Field(description="The state, as a request may send it back.")
    value: ValueJson = Field(description=NUMBER)
    outcome: Outcome = Field(description="For the player to move.")
    remoteness: int | None = Field(
        description="Moves to the end when the winner hurries and the loser delays; null in a draw."
    )
    scores: list[NumberJson] | None = Field(
        description="What the mover and the other collect from here on (everyone, with p players); "
        "null where only the outcome counts, or the total depends on the play."
    )
    nimber: int | None = Field(description="Of sums of impartial last-move games.")


class ValuesAnswer(BaseModel):
    """In the order of the question."""

    values: list[ValueAnswer] = Field(description="One for each position.")


class ChoiceAnswer(FirstMove):
    """A legal move as its mover sees it."""

    key: int = Field(description="A number that may be sent instead of the name.")
    outcome: Outcome = Field(description="How the game ends for its mover.")


class MovesAnswer(BaseModel):
    """A position and every legal move."""

    position: StateJson = Field(description="The state, as a request may send it back.")
    text: str = Field(description="The position as the game shows it.")
    svg: str = Field(description="A drawing; empty where the position is too large for one.")
    marks: list[str] = Field(description=MARKS)
    player: str = Field(description="Who is to move.")
    mover: Literal[0, 1] | None = Field(description=MOVER)
    movers: list[str] = Field(description=MOVERS)
    over: bool = Field(description="Whether no move is left.")
    value: ValueJson = Field(description="To the player to move.")
    outcome: Outcome = Field(description="For the player to move.")
    remoteness: int | None = Field(
        description="Moves to the end when the winner hurries and the loser delays; null in a draw."
    )
    moves: list[ChoiceAnswer] = Field(description="Every legal move.")


class TurnAnswer(BaseModel):
    """A move that was played."""

    number: int = Field(description="Of the move in the game, from 1.")
    player: str = Field(description="Who made it.")
    seat: int = Field(description="The same player as a number, from 0.")
    name: str = Field(description="Of the move.")
    best: str = Field(description="Name of the move that perfect play prefers there.")
    cost: NumberJson = Field(description="What it gave away.")
    words: str = Field(description="The same in words; empty where it gave nothing away.")
    totals: list[NumberJson] = Field(description="What each player has by then.")
    value_after: NumberJson = Field(
        description="Where the game ends with best play from here: the first player's lead, or "
        "the mover's own total in games of p players."
    )


class MistakeAnswer(BaseModel):
    """A human move that gave something away."""

    number: int = Field(description="Of the move in the game, from 1.")
    player: str = Field(description="Who made it.")
    played: str = Field(description="Name of the move.")
    best: str = Field(description="Name of the move that perfect play prefers there.")
    cost: NumberJson = Field(description="What it gave away.")
    words: str = Field(description="The same in words.")
    text: str = Field(description="All of it in one line.")


class ReportAnswer(BaseModel):
    """What should have happened, what did, and what was given away."""

    expected: str = Field(description="How best play ends from the start.")
    result: str = Field(description="How this game has ended, or ends with best play from here.")
    mistakes: list[MistakeAnswer] = Field(description="Of human players.")


class LineStep(BaseModel):
    """A move of a best line, and whose it is."""

    name: str = Field(description="Of the move.")
    player: str = Field(description="Who makes it.")
    seat: int = Field(description="The same player as a number, from 0.")


class NamedMoveAnswer(BaseModel):
    """A legal move whose value nobody has asked for."""

    key: int = Field(description="A number that may be sent instead of the name.")
    name: str = Field(description="As a person reads it.")
    to: StateJson = Field(description="The state that it leads to.")
    gain: NumberJson = Field(description="What the mover collects.")
    again: bool = Field(description="Whether the same player moves again.")


class PastMoveAnswer(BaseModel):
    """A move that was played."""

    number: int = Field(description="Of the move in the game, from 1.")
    player: str = Field(description="Who made it.")
    seat: int = Field(description="The same player as a number, from 0.")
    name: str = Field(description="Of the move.")
    totals: list[NumberJson] = Field(description="What each player has by then.")


class BoardAnswer(BaseModel):
    """A position drawn, and every legal move."""

    position: StateJson = Field(description="The state, as a request may send it back.")
    text: str = Field(description="The position as the game shows it.")
    svg: str = Field(description="A drawing; empty where the position is too large for one.")
    marks: list[str] = Field(description=MARKS)
    player: str = Field(description="Who is to move.")
    mover: Literal[0, 1] | None = Field(description=MOVER)
    movers: list[str] = Field(description=MOVERS)
    names: list[str] = Field(description="How the players are called.")
    totals: list[NumberJson] = Field(description="What each player has by then.")
    choices: list[NamedMoveAnswer] = Field(description="Legal moves.")
    turns: list[PastMoveAnswer] = Field(description="The moves so far.")
    ending: str | None = Field(description="Why the game is over; null while it goes on.")
    result: str = Field(description="How the game has ended; empty while it goes on.")
    late: ErrorParts | None = Field(
        description="Which part of the rules has not answered in time, where one has not: the rest "
        "is what is known without it. Else null."
    )


class PositionAnswer(BaseModel):
    """The state that a text means."""

    position: StateJson = Field(description="The state, as a request may send it back.")
    text: str = Field(description="The position as the game shows it.")
    mover: Literal[0, 1] | None = Field(
        description="Who is to move, 0 for the player who moves at the start of the game; null "
        "where neither the text nor the request says it."
    )


class BoundedMove(NamedMoveAnswer):
    """A move and the interval that certainly holds its value; null where nothing bounds it."""

    low: NumberJson = Field(
        description="The least that its value can be; null where nothing is proven."
    )
    high: NumberJson = Field(
        description="The most that its value can be; null where nothing is proven."
    )


class BoundsAnswer(BaseModel):
    """What is proven so far about every move of a position."""

    position: StateJson = Field(description="The state, as a request may send it back.")
    moves: list[BoundedMove] = Field(description="Every legal move.")
    low: NumberJson = Field(
        description="The least that the position can be worth to the player to move; null where "
        "nothing is proven."
    )
    high: NumberJson = Field(description="The most, likewise.")
    settled: bool = Field(
        description="Whether low and high of every move are equal: more search tells nothing new."
    )
    nodes: int = Field(description="Looks at states so far.")


class ReplyAnswer(BaseModel):
    """A move, as its mover sees it."""

    key: int = Field(description="A number that may be sent instead of the name.")
    name: str = Field(description="As a person reads it.")
    value: ValueJson = Field(description="To its mover, if everyone plays best from then on.")
    outcome: Outcome = Field(description="How the game ends for its mover.")
    plies: int | None = Field(
        description="Moves until the game is over under best play; null where they are not counted."
    )
    best: bool = Field(description="Whether no move is better.")


class NearMove(ReplyAnswer):
    """A move of the position in the middle, and the answers to it."""

    text: str = Field(description="The position after it, as the game shows it.")
    svg: str = Field(description="A drawing of that position.")
    again: bool = Field(description="Whether the same player moves again.")
    ending: str | None = Field(description="Why the game is over there; null where it goes on.")
    count: int = Field(description="How many answers there are.")
    answers: list[ReplyAnswer] = Field(
        description="The answers; of more than twelve the best ones, and others."
    )


class AroundAnswer(BaseModel):
    """Two plies around a position; `count` says how many there are where not all are told."""

    position: StateJson = Field(description="The state, as a request may send it back.")
    text: str = Field(description="The position as the game shows it.")
    player: str = Field(description="Who is to move.")
    count: int = Field(description="How many moves there are.")
    moves: list[NearMove] = Field(
        description="The moves; of more than 24 the best ones, and others."
    )


class PlayAnswer(BaseModel):
    """A game in progress."""

    position: StateJson = Field(description="The state, as a request may send it back.")
    text: str = Field(description="The position as the game shows it.")
    svg: str = Field(description="A drawing; empty where the position is too large for one.")
    marks: list[str] = Field(description=MARKS)
    player: str = Field(description="Who is to move.")
    mover: Literal[0, 1] | None = Field(description=MOVER)
    movers: list[str] = Field(description=MOVERS)
    names: list[str] = Field(description="How the players are called.")
    is_human_turn: bool = Field(description="Whether the next move has to be sent.")
    totals: list[NumberJson] = Field(description="What each player has by then.")
    choices: list[ChoiceAnswer] = Field(description="Legal moves; none when the game is over.")
    turns: list[TurnAnswer] = Field(
        description="The moves so far, those of perfect play among them."
    )
    ending: str | None = Field(description="Why the game is over; null while it goes on.")
    report: ReportAnswer = Field(description="What was given away so far.")
    line: list[LineStep] = Field(description="The best line from here, as far as it is told.")


class FactAnswer(BaseModel):
    """A fact with its evidence; null where it is not known."""

    name: str = Field(description="Of the fact.")
    holds: bool | None = Field(description="Whether it is so.")
    evidence: str = Field(description="In words that can be checked by hand.")


class NotAnswer(BaseModel):
    """A tempting method, and why it is wrong here."""

    method: str = Field(description="Its name.")
    why: str = Field(description="What it does not see.")


class DiagnosisAnswer(BaseModel):
    """The facts about a game and the decision they lead to."""

    model_config = ConfigDict(populate_by_name=True)

    facts: list[FactAnswer] = Field(description="The seven facts, in order.")
    method: str = Field(description="That the facts lead to.")
    reason: str = Field(description="The facts that lead to it.")
    value_type: str = Field(description="What is computed for each state.")
    not_: list[NotAnswer] = Field(alias="not", description="Tempting methods that do not fit.")
    note: str = Field(description="What is outside of all this; empty where nothing is.")
    states: int = Field(description="That were found.")
    moves: int = Field(description="That were found.")
    longest_play: int | None = Field(
        description="In moves; null where play can come back, or it is not known."
    )
    growth: str = Field(description="How the number of states grows with the instance, in words.")
    minimal: str = Field(description="How many states differ, and which coordinate is not needed.")


class CardRow(BaseModel):
    """One line of a card."""

    head: str = Field(description="What it is about.")
    text: str = Field(description="What is said about it.")


class CardAnswer(BaseModel):
    """The model of a game, as `zermelo games NAME` prints it."""

    rows: list[CardRow] = Field(description="The lines, from top to bottom.")


class FramesAnswer(BaseModel):
    """What the animations draw."""

    kind: Literal["row", "levels"] = Field(
        description="A row, whose table is a triangle; or any other game, level by level."
    )
    frames: dict[str, object] = Field(
        description="For the page alone, and may change without notice."
    )


class JobAnswer(BaseModel):
    """A solve under way: follow /v1/jobs/{id}/events."""

    id: str = Field(
        examples=["q3Jw8ZkXn1m0"], description="Of the job, for its events and for DELETE."
    )


class LaneState(BaseModel):
    """How one kind of workers is doing."""

    workers: int = Field(description="Processes there are to be.")
    ready: int = Field(description="Of these, up.")
    busy: int = Field(description="Of these, at work.")
    waiting: int = Field(description="Requests in line for them.")


class Health(BaseModel):
    """Whether questions can be answered."""

    status: Literal["ok", "starting"] = Field(
        description="Whether every kind has workers that are ready."
    )
    version: str = Field(description="Of Zermelo.")
    quick: LaneState = Field(description="Workers for small games.")
    scales: LaneState = Field(description="Those that weigh what is not small.")
    large: LaneState = Field(description="Those for large games.")
    facts: LaneState = Field(description="Those for the facts about large games.")
