"""What is sent and what comes back, with examples: the OpenAPI description is made of these."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StrictBool, StrictInt

COINS: dict[str, JsonValue] = {"game": "ends", "arguments": {"row": [5, 3, 7, 10]}}
NUMBER = "a whole number, or a fraction as a text such as '1/3'"
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


class ValuesRequest(GameRequest):
    """Positions of one game: its table is built once."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{**COINS, "positions": [[0, 3], [1, 3], [1, 2]]}]},
    )
    positions: list[StateJson] = Field(min_length=1, examples=[[[0, 3], [1, 3]]])


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
    text: str = Field(min_length=1, max_length=10_000)


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
    ]  # fmt: skip
    message: str
    field: str | None
    fix: str


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
    error: ErrorParts


class FieldAnswer(BaseModel):
    """An argument of a game."""

    name: str
    kind: Literal["number", "text", "flag", "row", "rows"]
    required: bool
    default: object = Field(description="What it is where nothing is sent; null if unsaid.")


class GameAnswer(BaseModel):
    """A game that can be asked about."""

    name: str
    origin: Literal["catalogue", "file", "table"] = Field(
        description="Of the catalogue, of a file of the operator's, or of a saved table."
    )
    aliases: list[str]
    rules: str
    clues: list[str] = Field(
        description="What `zermelo games WORD` looks at: names, rules, how it is told elsewhere."
    )
    words: list[str] = Field(description="Stems of these, and words that mean the same.")
    tie: str
    fields: list[FieldAnswer]
    example: dict[str, object]
    misere: str = Field(
        description="What its misère form says of the last move; empty for other games."
    )
    picture: Literal["row", "front", "cap", "heap", "pool", "board", "graph", "list"]
    svg: str


class GamesAnswer(BaseModel):
    """All games: the operator's own first."""

    games: list[GameAnswer]


class FirstMove(BaseModel):
    """A legal first move of a solution."""

    name: str
    to: StateJson
    gain: NumberJson
    again: bool
    value: ValueJson
    plies: int | None
    best: bool


class LineMove(BaseModel):
    """A move of the optimal line."""

    player: int
    name: str
    gain: NumberJson
    totals: list[NumberJson]


class PlanAnswer(BaseModel):
    """How it was solved."""

    method: str
    reason: str
    theorem: str
    states: int | None
    moves: int | None
    bytes: int | None
    engine: str


class Record(BaseModel):
    """A solution; null where a question has no answer."""

    zermelo: str
    game: str
    start: StateJson
    answer: object = Field(description="What the problem wants to hear; else the value.")
    value: ValueJson = Field(
        description=f"For the player to move: {NUMBER}; a list with p players."
    )
    bounds: list[NumberJson] | None
    outcome: Outcome | None
    winner: str | None
    scores: list[NumberJson] | None
    guarantees: list[NumberJson] | None = Field(description="With p players: what each can force.")
    equilibria: list[list[NumberJson]] | None = Field(
        description="With p players: the totals under all tie-breaks, the value first."
    )
    remoteness: int | None
    nimber: int | None
    best: list[str] | None
    moves: list[FirstMove] | None
    line: list[LineMove] | None
    plan: PlanAnswer
    proof: object


class ValueAnswer(BaseModel):
    """What a position is worth to the player to move."""

    position: StateJson
    value: ValueJson = Field(description=NUMBER)
    outcome: Outcome
    remoteness: int | None
    scores: list[NumberJson] | None = Field(
        description="What the mover and the other collect from here on (everyone, with p players); "
        "null where only the outcome counts, or the total depends on the play."
    )
    nimber: int | None = Field(description="Of sums of impartial last-move games.")


class ValuesAnswer(BaseModel):
    """In the order of the question."""

    values: list[ValueAnswer]


class ChoiceAnswer(FirstMove):
    """A legal move as its mover sees it."""

    key: int
    outcome: Outcome


class MovesAnswer(BaseModel):
    """A position and every legal move."""

    position: StateJson
    text: str
    svg: str
    marks: list[str]
    player: str
    over: bool
    value: ValueJson
    outcome: Outcome
    remoteness: int | None
    moves: list[ChoiceAnswer]


class TurnAnswer(BaseModel):
    """A move that was played."""

    number: int
    player: str
    seat: int
    name: str
    best: str
    cost: NumberJson
    totals: list[NumberJson]
    value_after: NumberJson = Field(
        description="Where the game ends with best play from here: the first player's lead, or "
        "the mover's own total in games of p players."
    )


class MistakeAnswer(BaseModel):
    """A human move that gave something away."""

    number: int
    player: str
    played: str
    best: str
    cost: NumberJson
    words: str
    text: str


class ReportAnswer(BaseModel):
    """What should have happened, what did, and what was given away."""

    expected: str
    result: str
    mistakes: list[MistakeAnswer]


class LineStep(BaseModel):
    """A move of a best line, and whose it is."""

    name: str
    player: str
    seat: int


class NamedMoveAnswer(BaseModel):
    """A legal move whose value nobody has asked for."""

    key: int
    name: str
    to: StateJson
    gain: NumberJson
    again: bool


class PastMoveAnswer(BaseModel):
    """A move that was played."""

    number: int
    player: str
    seat: int
    name: str
    totals: list[NumberJson]


class BoardAnswer(BaseModel):
    """A position drawn, and every legal move."""

    position: StateJson
    text: str
    svg: str
    marks: list[str]
    player: str
    names: list[str]
    totals: list[NumberJson]
    choices: list[NamedMoveAnswer]
    turns: list[PastMoveAnswer]
    ending: str | None
    result: str = Field(description="How the game has ended; empty while it goes on.")


class PositionAnswer(BaseModel):
    """The state that a text means."""

    position: StateJson
    text: str


class BoundedMove(NamedMoveAnswer):
    """A move and the interval that certainly holds its value; null where nothing bounds it."""

    low: NumberJson
    high: NumberJson


class BoundsAnswer(BaseModel):
    """What is proven so far about every move of a position."""

    position: StateJson
    moves: list[BoundedMove]
    low: NumberJson
    high: NumberJson
    settled: bool
    nodes: int


class ReplyAnswer(BaseModel):
    """A move, as its mover sees it."""

    key: int
    name: str
    value: ValueJson
    outcome: Outcome
    plies: int | None
    best: bool


class NearMove(ReplyAnswer):
    """A move of the position in the middle, and the answers to it."""

    text: str
    svg: str
    again: bool
    ending: str | None
    count: int
    answers: list[ReplyAnswer]


class AroundAnswer(BaseModel):
    """Two plies around a position; `count` says how many there are where not all are told."""

    position: StateJson
    text: str
    player: str
    count: int
    moves: list[NearMove]


class PlayAnswer(BaseModel):
    """A game in progress."""

    position: StateJson
    text: str
    svg: str
    marks: list[str] = Field(
        description="What a square may have where a position is set up by hand; none elsewhere."
    )
    player: str
    names: list[str]
    is_human_turn: bool
    totals: list[NumberJson]
    choices: list[ChoiceAnswer]
    turns: list[TurnAnswer]
    ending: str | None
    report: ReportAnswer
    line: list[LineStep] = Field(description="The best line from here, as far as it is told.")


class FactAnswer(BaseModel):
    """A fact with its evidence; null where it is not known."""

    name: str
    holds: bool | None
    evidence: str


class NotAnswer(BaseModel):
    """A tempting method, and why it is wrong here."""

    method: str
    why: str


class DiagnosisAnswer(BaseModel):
    """The facts about a game and the decision they lead to."""

    model_config = ConfigDict(populate_by_name=True)

    facts: list[FactAnswer]
    method: str
    reason: str
    value_type: str
    not_: list[NotAnswer] = Field(alias="not")
    note: str
    states: int
    moves: int
    longest_play: int | None
    growth: str
    minimal: str = Field(description="How many states differ, and which coordinate is not needed.")


class CardRow(BaseModel):
    """One line of a card."""

    head: str
    text: str


class CardAnswer(BaseModel):
    """The model of a game, as `zermelo games NAME` prints it."""

    rows: list[CardRow]


class FramesAnswer(BaseModel):
    """What the animations draw."""

    kind: Literal["row", "levels"]
    frames: dict[str, object]


class JobAnswer(BaseModel):
    """A solve under way: follow /v1/jobs/{id}/events."""

    id: str = Field(examples=["q3Jw8ZkXn1m0"])


class LaneState(BaseModel):
    """How one kind of workers is doing."""

    workers: int
    ready: int
    busy: int
    waiting: int


class Health(BaseModel):
    """Whether questions can be answered."""

    status: Literal["ok", "starting"]
    version: str
    quick: LaneState = Field(description="Workers for small games.")
    scales: LaneState = Field(description="Those that weigh what is not small.")
    large: LaneState = Field(description="Those for large games.")
    facts: LaneState = Field(description="Those for the facts about large games.")
