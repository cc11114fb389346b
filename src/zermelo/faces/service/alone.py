"""The service for one reader in one process: a browser that has Python asks no server.

The page of the explorer is the same; what it would send over HTTP is answered here, by the desk
that answers in a worker of the service. Small games only: there is no compiler in a browser.
"""

from __future__ import annotations

import json
from typing import cast

from zermelo.errors import BudgetExceeded, ZermeloError
from zermelo.faces.service.answers import Desk, HandOver
from zermelo.faces.service.messages import WorkerQuestion
from zermelo.faces.service.problems import ServiceProblem, internal, service_problem
from zermelo.faces.service.settings import Settings

STATES_ALONE = 20_000
MEMORY_ALONE = 4 << 30  # of a service; its quick desk has little of it
UNSAID: WorkerQuestion = {
    "arguments": None, "misere": False, "position": None, "view": None, "moves": [],
    "humans": [0], "engine": True, "states": STATES_ALONE,
}  # fmt: skip


class Alone:
    """Answers as the service gives them: a status and a text of JSON."""

    def __init__(self) -> None:
        settings = Settings(check_every=0, memory=MEMORY_ALONE)
        self.desk = Desk(settings, "quick")

    def answer(self, operation: str, body: str = "") -> tuple[int, str]:
        """What `POST /v1/{operation}` would say."""
        try:
            asked = {**UNSAID, **json.loads(body or "{}"), "operation": operation}
            said, _ = self.desk.answer(_with_key(cast("WorkerQuestion", asked)))
            return 200, json.dumps(said, allow_nan=False)
        except Exception as error:
            problem = _problem(error)
            return problem.status, json.dumps(problem.body)
        finally:
            self.desk.tidy()


def _with_key(question: WorkerQuestion) -> WorkerQuestion:
    form = [question.get("game"), question["arguments"], question["misere"]]
    return {**question, "key": json.dumps(form, sort_keys=True)}


def _problem(error: Exception) -> ServiceProblem:
    """What the reader is told, whatever happened."""
    if isinstance(error, HandOver | BudgetExceeded):
        return ServiceProblem(
            "too_large",
            f"The game has more than {STATES_ALONE:,} positions, or needs machine code: "
            "a browser alone is too slow for it.",
            field="arguments",
            fix='Take a smaller one, or: pip install "zermelo[web]", then zermelo explore.',
        )
    if isinstance(error, ServiceProblem):
        return error
    if isinstance(error, ZermeloError):
        return service_problem(error)
    if isinstance(error, json.JSONDecodeError):
        return ServiceProblem("bad_input", "The body is not JSON.", fix="Send one JSON object.")
    return internal()
