"""The one shape of every error: a code, a message, the field it is about, and the way out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zermelo.errors import (
    BudgetExceeded,
    Either,
    IllegalMove,
    ProofFailed,
    UnknownState,
    Wording,
    ZermeloError,
)

if TYPE_CHECKING:
    from zermelo.faces.service.messages import LogEntry, ProblemParts

OPTION = re.compile(r"--\w|`zermelo ")  # of the program
STATUS = {
    "bad_input": 422,
    "too_large": 422,
    "too_slow": 422,
    "unknown_game": 404,
    "unknown_state": 422,
    "not_found": 404,
    "not_allowed": 405,
    "unauthorised": 401,
    "throttled": 429,
    "cross_site": 403,
    "too_late": 408,
    "cancelled": 409,
    "worker_lost": 503,
    "busy": 503,
    "internal": 500,
}
MEANS = {
    "bad_input": "an argument, or the body, is not what it should be",
    "too_large": "the game, the body, a row or a number is over a limit",
    "too_slow": "there was no answer in the time that one may take",
    "unknown_game": "no game has that name",
    "unknown_state": "play does not reach the position",
    "not_found": "nothing is at that path, or there is no such job",
    "not_allowed": "the path has other methods; with status 421, another host was asked for",
    "unauthorised": "the token is missing or wrong",
    "throttled": "too many wrong tokens came from this address",
    "cross_site": "a page of another site asks",
    "too_late": "the body did not arrive in time",
    "cancelled": "the job was cancelled; its last event says so",
    "worker_lost": "the process that was at work has ended; ask again",
    "busy": "too much is under way; ask again in some seconds",
    "internal": "a mistake of the service",
}


class ServiceProblem(Exception):
    """An error on its way to the client."""

    def __init__(
        self, code: str, message: str, *, fix: str, field: str | None = None, status: int = 0
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.fix = fix
        self.status = status or STATUS[code]
        self.entry: LogEntry = {"lane": "none"}  # what the log should know
        self.retry_after = 2 if self.status == 503 else 0  # seconds; 0 where it makes no sense
        self.is_settled = False  # whether it would be the same another time

    @property
    def body(self) -> dict[str, ProblemParts]:
        """What the client reads."""
        parts: ProblemParts = {
            "code": self.code,
            "message": self.message,
            "field": self.field,
            "fix": self.fix,
        }
        return {"error": parts}

    @classmethod
    def read(cls, told: ProblemParts, entry: LogEntry, is_settled: bool) -> ServiceProblem:
        """A problem that a worker has told."""
        problem = cls(told["code"], told["message"], field=told["field"], fix=told["fix"])
        problem.entry, problem.is_settled = entry, is_settled
        return problem


def service_problem(error: ZermeloError, field: str | None = None) -> ServiceProblem:
    """One of our errors as the client reads it."""
    said = error.said_in(_in_words)
    message = f"{error.where}: {said}" if error.where else said
    if isinstance(error, ProofFailed):
        return ServiceProblem(
            "internal", message, fix="Do not use the answer; please report the game."
        )
    if isinstance(error, BudgetExceeded):
        fix = "Ask about a smaller game; whoever runs the service can raise --memory."
        return ServiceProblem("too_large", message, field=field or "arguments", fix=fix)
    if isinstance(error, UnknownState):
        fix = "Ask about a position that play from the start of the game can reach."
        return ServiceProblem("unknown_state", message, field=field or "position", fix=fix)
    if isinstance(error, IllegalMove):
        fix = error.way_out(_in_words).replace("Type ", "Send ", 1)
        return ServiceProblem("bad_input", message, field=field or "moves", fix=fix)
    return ServiceProblem(
        "bad_input", message, field=field or "arguments", fix=error.way_out(_in_words)
    )


def _in_words(wording: Wording) -> str:
    """As a person says it; what asks for an option of the program is left to Python."""
    if isinstance(wording, Either) and not OPTION.search(wording.prompt):
        return wording.prompt
    return str(wording)


def too_slow(seconds: float, why: str = "") -> ServiceProblem:
    """The time of an answer is over, or will be long before the answer is there."""
    return ServiceProblem(
        "too_slow",
        f"No answer within {seconds:g} seconds{why and f': {why}'}.",
        field="arguments",
        fix="Ask about a smaller game, or POST it to /v1/jobs, which may take longer.",
    )


def too_much_memory() -> ServiceProblem:
    """The memory of a worker is full."""
    return ServiceProblem(
        "too_large",
        "The game does not fit into the memory of a worker.",
        field="arguments",
        fix="Ask about a smaller game; whoever runs the service can raise --memory.",
    )


def worker_lost() -> ServiceProblem:
    """The process that was at work is gone."""
    return ServiceProblem(
        "worker_lost",
        "The process that worked on this request has ended; another one takes its place.",
        fix="Ask again; if it happens twice, ask about a smaller game.",
    )


def cancelled() -> ServiceProblem:
    """The client changed its mind."""
    return ServiceProblem("cancelled", "The work was cancelled.", fix="Start it again.")


def busy(what: str) -> ServiceProblem:
    """More to do than may wait."""
    return ServiceProblem(
        "busy", f"Too many {what} are under way.", fix="Ask again in some seconds."
    )


def internal() -> ServiceProblem:
    """A mistake of ours; the log has the rest."""
    return ServiceProblem(
        "internal",
        "Something went wrong that should not.",
        fix="Please report the request; the service's log has the details.",
    )
