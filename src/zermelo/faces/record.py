"""A solution as plain data for JSON: the same keys always, null where there is no answer.

    game, start        what was solved, and from where
    value, bounds      for the player to move (a list of totals with p players); the proven bounds
    outcome, winner, scores, remoteness, nimber
    guarantees         with p players: the own total that each can force against all others
    equilibria         with p players: the vectors under all tie-breaks, the value first
    best               every optimal first move
    moves              every legal first move: name, to, gain, again, value, plies, best
    line               one optimal line: player, name, gain, totals; null where it is too long, or
                       its first position has too many moves to compare
    plan               method, reason, theorem, states, moves, bytes, engine
    proof              what the checker looked at, when it was asked

Whole numbers stay numbers, of any size; fractions are texts such as "1/3"; bounds that are infinite
are null.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo import __version__
from zermelo.errors import ZermeloError
from zermelo.faces.plain import Json, JsonObject, plain
from zermelo.model.game import PayoffGame
from zermelo.model.numerals import spelled
from zermelo.solution import Solution
from zermelo.solution.lines import best_line
from zermelo.solution.play import move_name
from zermelo.solution.solution import STATES_WITH_GUARANTEES

if TYPE_CHECKING:
    from zermelo.proof.checker import Proof
    from zermelo.teaching.judge import Verdict

STEPS_RECORDED = 1_000  # of the line of play
MOVES_RECORDED = 1_000


def record(solution: Solution, *, proof: Proof | None = None) -> JsonObject:
    """The answers of a solution."""
    return {
        "zermelo": __version__,
        "game": spelled(solution.game),
        "start": plain(solution.start),
        "answer": _asked(lambda: plain(solution.answer)),
        "value": _asked(lambda: solution.value),
        "bounds": _asked(lambda: solution.bounds),
        "outcome": _asked(lambda: solution.outcome),
        "winner": _asked(lambda: solution.winner),
        "scores": _asked(lambda: solution.scores),
        **_of_players(solution),
        "remoteness": _asked(
            lambda: solution.remoteness if solution.answers.counts_plies else None
        ),
        "nimber": _asked(lambda: solution.nimber),
        **_moves(solution),
        "line": _asked(lambda: _line(solution)),
        "plan": plan_record(solution),
        "proof": None if proof is None else {"states": proof.states, "equations": proof.checks},
    }


def verdict_record(verdict: Verdict) -> JsonObject:
    """What the judge says of somebody's code: the same keys always."""
    cell, game, solution = verdict.cell, verdict.game, verdict.solution
    return {
        "zermelo": __version__,
        "code": verdict.name,
        "problem": verdict.problem,
        "ok": verdict.ok,
        "inputs": verdict.inputs,
        "cells": verdict.cells,
        "seed": verdict.seed,
        "game": None if game is None else spelled(game),
        "input": plain(verdict.arguments),
        "right": plain(verdict.right),
        "yours": plain(verdict.theirs),
        "fault": verdict.fault or None,
        "hint": verdict.hint or None, "taken": verdict.taken or None,
        "view": verdict.view or None, "other_view": verdict.other_view or None,
        "slow": verdict.slow or None,
        "cell": None if cell is None else {
            "state": plain(cell.state), "equation": cell.equation,
            "right": plain(cell.right), "yours": plain(cell.theirs),
        },
        "value": None if solution is None else _asked(lambda: solution.value),
        "line": None if solution is None else _asked(lambda: _line(solution)),
    }  # fmt: skip


def _asked(question: Callable[[], object]) -> Json:
    try:
        return plain(question())
    except ZermeloError:
        return None


def _of_players(solution: Solution) -> JsonObject:
    """With p players: what each can force, and the vectors under all tie-breaks."""
    states = solution.plan.cost.states
    if (
        not isinstance(solution.game, PayoffGame)
        or states is None
        or states > STATES_WITH_GUARANTEES
    ):
        return {"guarantees": None, "equilibria": None}
    players = range(solution.game.players)
    return {
        "guarantees": _asked(lambda: [solution.guarantee(player) for player in players]),
        "equilibria": _asked(solution.equilibria),
    }


def _moves(solution: Solution) -> JsonObject:
    """Every first move; none where they are too many to compare."""
    game = solution.game
    if solution.answers.best(solution.start) is not None:  # the form knows them without the others
        if len(solution.first_best_moves(MOVES_RECORDED + 1)) > MOVES_RECORDED:
            return {"best": None, "moves": None}
        named = _asked(lambda: [move_name(game, move) for move in solution.best_moves()])
        return {"best": named, "moves": None}
    if solution.has_more_moves_than(MOVES_RECORDED):
        return {"best": None, "moves": None}
    try:
        options = solution.options()
    except ZermeloError:
        return {"best": None, "moves": None}
    moves = [
        {
            "name": move_name(game, option.move),
            "to": plain(option.move.to),
            "gain": plain(option.move.gain),
            "again": option.move.again,
            "value": plain(option.value),
            "plies": option.plies,
            "best": option.best,
        }
        for option in options
    ]
    best = [move_name(game, option.move) for option in options if option.best]
    return {"best": best, "moves": moves}


def _is_wide(solution: Solution) -> bool:
    """Whether there are too many moves to compare, and no form that names the best."""
    return solution.answers.best(solution.start) is None and solution.has_more_moves_than(
        MOVES_RECORDED
    )


def _line(solution: Solution) -> list[JsonObject] | None:
    length = solution.answers.length(solution.start) or 0
    if length > STEPS_RECORDED or _is_wide(solution):
        return None
    play = best_line(solution, most=STEPS_RECORDED)
    return [
        {
            "player": step.player,
            "name": name,
            "gain": plain(step.move.gain),
            "totals": plain(step.totals),
        }
        for step, name in zip(play.steps, play.labels, strict=True)
    ]


def plan_record(solution: Solution) -> JsonObject:
    """The method, the reason, and what it touches."""
    plan = solution.plan
    return {
        "method": plan.method,
        "reason": plan.reason,
        "theorem": plan.theorem,
        "states": plan.cost.states,
        "moves": plan.cost.moves,
        "bytes": plan.cost.bytes,
        "engine": plan.engine or "plain Python",
    }
