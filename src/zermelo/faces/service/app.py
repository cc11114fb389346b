"""Routes: each checks what was sent against the bounds, and has a worker answer it."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal, TypedDict, cast

from fastapi import FastAPI, Request, Security
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response, StreamingResponse
from fastapi.security import HTTPBearer
from starlette.exceptions import HTTPException

from zermelo import __version__
from zermelo.faces.service import logs, models
from zermelo.faces.service.bounds import check_arguments, check_bounds, check_count
from zermelo.faces.service.connections import FollowedStream, asker_of, unless_gone
from zermelo.faces.service.dispatch import Dispatcher
from zermelo.faces.service.explorer_files import add_page
from zermelo.faces.service.guards import Guards
from zermelo.faces.service.jobs import Jobs, question_of
from zermelo.faces.service.messages import WorkerQuestion
from zermelo.faces.service.metrics import Metrics
from zermelo.faces.service.problems import ServiceProblem, internal
from zermelo.faces.service.settings import Settings

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
Said = dict[int | str, dict[str, object]]

ERRORS: Said = {
    status: {"model": models.ErrorAnswer, "description": text}
    for status, text in {
        400: "The body is not JSON",
        401: "The token is missing",
        403: "A page of another site asks",
        404: "There is no such game or job",
        408: "The body did not arrive in time",
        413: "The body is too long",
        421: "Another host was asked for",
        422: "An argument breaks a rule or a bound",
        429: "Too many wrong tokens",
        500: "A mistake of the service",
        503: "Too much to do, or the worker was lost",
    }.items()
}

EVENTS = (
    "Server-sent events of a job: `progress` as often as there is news, at last `done` with the "
    "Record of the solution, or `failed` with an ErrorAnswer. Progress has the keys `stage`, "
    "`states` so far, `states_per_second`, `level` of the search or of the layers, `seconds` since "
    "it began, and `seconds_left`, null where nobody knows."
)


class Described(TypedDict):
    """What a route says about its answers."""

    responses: Said
    response_class: type[Response]


@dataclass(frozen=True)
class Service:
    """What the routes share."""

    settings: Settings
    metrics: Metrics
    dispatcher: Dispatcher
    jobs: Jobs

    @classmethod
    def of(cls, settings: Settings) -> Service:
        """All parts, not started yet."""
        metrics = Metrics()
        dispatcher = Dispatcher(settings, metrics)
        return cls(settings, metrics, dispatcher, Jobs(dispatcher))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The workers run as long as the app does."""
        try:
            await self.dispatcher.start()
            logs.log_event("started", version=__version__, url=self.settings.url)
            yield
        finally:
            self.jobs.close()
            await self.dispatcher.close()
            logs.log_event("stopped")

    def checked(self, asked: models.GameRequest) -> WorkerQuestion:
        """The question for a worker, after a look at all bounds."""
        check_bounds(asked.game, self.settings, "game")
        check_arguments(asked.arguments, self.settings)
        check_bounds(asked.position, self.settings, "position")
        if isinstance(asked, models.ValuesRequest):
            check_count(asked.positions, self.settings.positions, "positions")
            check_bounds(asked.positions, self.settings, "positions")
        if isinstance(asked, models.PlayRequest | models.BoardRequest):
            check_count(asked.moves, self.settings.moves, "moves")
            check_bounds(asked.moves, self.settings, "moves")
        if isinstance(asked, models.PlayRequest):
            check_bounds(asked.humans, self.settings, "humans")
        return cast("WorkerQuestion", asked.model_dump())

    async def answer(self, operation: str, asked: models.GameRequest, request: Request) -> Response:
        """A worker's answer, passed on as it is; the work ends when the client goes."""
        question: WorkerQuestion = {**self.checked(asked), "operation": operation}
        question["seconds"] = self.settings.seconds
        work = self.dispatcher.answer(question, client=asker_of(request))
        return _json(await unless_gone(request, work))


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service as an ASGI app; its workers start and stop with it."""
    service = Service.of(settings or Settings())
    token = HTTPBearer(auto_error=False, description="Asked for where the operator has set one")

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    app = FastAPI(
        title="Zermelo",
        summary="Finite games, solved exactly.",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # these pages load scripts from elsewhere
        redoc_url=None,
        dependencies=[Security(token)] if service.settings.token else [],  # described; Guards asks
    )
    app.state.service = service
    _add_questions(app, service)
    _add_jobs(app, service)
    _add_watching(app, service)
    _add_errors(app)
    add_page(app)
    # around everything, so that answers to mistakes of ours have the headers too
    app.middleware_stack = Guards(app.build_middleware_stack(), service.settings, service.metrics)
    return app


def _add_questions(app: FastAPI, service: Service) -> None:
    def answers(model: type) -> Described:
        said: dict[str, object] = {"model": model, "description": "The answer"}
        return {"responses": {200: said, **ERRORS}, "response_class": Response}

    @app.get(
        "/v1/games", summary="The games that can be asked about", **answers(models.GamesAnswer)
    )
    async def games() -> Response:
        return _json(await service.dispatcher.list_games())

    @app.post("/v1/solve", summary="Value, winner, best moves, a line", **answers(models.Record))
    async def solve(asked: models.GameRequest, request: Request) -> Response:
        return await service.answer("solve", asked, request)

    @app.post("/v1/value", summary="Values of positions", **answers(models.ValuesAnswer))
    async def value(asked: models.ValuesRequest, request: Request) -> Response:
        return await service.answer("value", asked, request)

    @app.post("/v1/moves", summary="Every legal move", **answers(models.MovesAnswer))
    async def moves(asked: models.GameRequest, request: Request) -> Response:
        return await service.answer("moves", asked, request)

    @app.post("/v1/play", summary="A game in progress", **answers(models.PlayAnswer))
    async def play(asked: models.PlayRequest, request: Request) -> Response:
        return await service.answer("play", asked, request)

    @app.post("/v1/board", summary="A position by its rules", **answers(models.BoardAnswer))
    async def board(asked: models.BoardRequest, request: Request) -> Response:
        return await service.answer("board", asked, request)

    @app.post(
        "/v1/position", summary="A position read off a text", **answers(models.PositionAnswer)
    )
    async def position(asked: models.PositionRequest, request: Request) -> Response:
        return await service.answer("position", asked, request)

    @app.post("/v1/around", summary="Two plies around", **answers(models.AroundAnswer))
    async def around(asked: models.GameRequest, request: Request) -> Response:
        return await service.answer("around", asked, request)

    @app.post("/v1/bounds", summary="Proven bounds on moves", **answers(models.BoundsAnswer))
    async def bounds(asked: models.BoundsRequest, request: Request) -> Response:
        return await service.answer("bounds", asked, request)

    @app.post("/v1/diagnose", summary="The facts", **answers(models.DiagnosisAnswer))
    async def diagnose(asked: models.GameRequest, request: Request) -> Response:
        return await service.answer("diagnose", asked, request)

    @app.post("/v1/card", summary="The model", **answers(models.CardAnswer))
    async def card(asked: models.GameRequest, request: Request) -> Response:
        return await service.answer("card", asked, request)

    @app.post("/v1/frames", summary="What animations draw", **answers(models.FramesAnswer))
    async def frames(asked: models.FramesRequest, request: Request) -> Response:
        return await service.answer("frames", asked, request)


def _add_jobs(app: FastAPI, service: Service) -> None:
    stream: Said = {
        200: {"content": {"text/event-stream": {}}, "description": "progress, done, failed"}
    }
    started: Said = {202: {"model": models.JobAnswer, "description": "The job has begun"}}
    known: Said = {200: {"model": models.JobAnswer, "description": "The job is cancelled"}}

    @app.post(
        "/v1/jobs",
        summary="Solve in the background",
        status_code=202,
        responses={**started, **ERRORS},
        response_class=Response,
    )
    async def start(asked: models.GameRequest, request: Request) -> Response:
        question = question_of(service.checked(asked), service.settings.job_seconds)
        return _json({"id": service.jobs.start(question, asker_of(request)).id}, 202)

    @app.get(
        "/v1/jobs/{id}/events",
        summary="Server-sent events of a job",
        description=EVENTS,
        responses={**stream, **ERRORS},
        response_class=StreamingResponse,
    )
    async def events(id: str) -> Response:
        job = service.jobs.find(id)
        return FollowedStream(job.events(), service.jobs.followed(job))

    @app.delete(
        "/v1/jobs/{id}",
        summary="Cancel a job",
        responses={**known, **ERRORS},
        response_class=Response,
    )
    async def cancel(id: str) -> Response:
        return _json({"id": service.jobs.cancel(id).id})


def _add_watching(app: FastAPI, service: Service) -> None:
    counts: Said = {200: {"content": {"text/plain": {}}, "description": "Prometheus' text format"}}

    @app.get("/healthz", summary="Whether questions can be answered", responses=ERRORS)
    async def health() -> models.Health:
        lanes = {lane.name: models.LaneState(**lane.state()) for lane in service.dispatcher.lanes}
        status: Literal["ok", "starting"]
        status = "ok" if all(lane.ready for lane in lanes.values()) else "starting"
        return models.Health(status=status, version=__version__, **lanes)

    @app.get(
        "/metrics",
        summary="Counts and times",
        responses={**counts, **ERRORS},
        response_class=Response,
    )
    async def metrics() -> Response:
        return Response(service.metrics.text(), media_type=PROMETHEUS)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(ServiceProblem)
    async def ours(_: Request, problem: ServiceProblem) -> Response:
        return _refused(problem)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        return _refused(_invalid(error))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        return _refused(_http(error), error.headers)

    @app.exception_handler(Exception)
    async def unexpected(_: Request, error: Exception) -> Response:
        logs.LOGGER.log(logging.ERROR, "internal error", exc_info=error)
        return _refused(internal())


def _invalid(error: RequestValidationError) -> ServiceProblem:
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        fix = "Send one JSON object."
        return ServiceProblem("bad_input", "The body is not JSON.", fix=fix, status=400)
    place = [str(part) for part in first["loc"] if part != "body"]
    field = ".".join(place) or None
    fix = "See /openapi.json for the fields and examples."
    if field is None:
        fix = "Send one JSON object, with the header Content-Type: application/json."
    return ServiceProblem(
        "bad_input", f"{field or 'The body'}: {first['msg']}.", field=field, fix=fix
    )


def _http(error: HTTPException) -> ServiceProblem:
    if error.status_code == 404:
        return ServiceProblem(
            "not_found", "There is nothing here.", fix="See /openapi.json for the paths."
        )
    if error.status_code == 405:
        return ServiceProblem(
            "not_allowed", "The path has other methods.", fix="See /openapi.json for the methods."
        )
    message, status = f"{error.detail}.", error.status_code
    return ServiceProblem("bad_input", message, fix="Send one JSON object.", status=status)


def _refused(problem: ServiceProblem, headers: Mapping[str, str] | None = None) -> Response:
    more = {"retry-after": str(problem.retry_after)} if problem.retry_after else {}
    return _json(problem.body, problem.status, {**(headers or {}), **more})


def _json(content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON in ASCII, which any text survives."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode("ascii")
    return Response(body, status, headers, media_type="application/json")
