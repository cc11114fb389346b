"""Instances to look at: of growing size, small enough to be explored in a moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from zermelo.engines.choose import first_look
from zermelo.errors import BadInput, TimeExceeded
from zermelo.facts.fitting import Fitting
from zermelo.facts.instances import family
from zermelo.games.base import Catalogued
from zermelo.games.models import Model, model_of
from zermelo.graph.starts import starts_of
from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import Game
from zermelo.model.shapes import FrontRow, OctalHeaps, Row

SAMPLE_SIZES = range(1, 11)  # of instances that are counted
SAMPLE_PATIENCE = 10.0  # seconds for an instance whose rules do not answer
COUNTED_STATES, COUNTED_MOVES = 10_000, 100_000  # states and moves of an instance that is counted


def declared_states(game: Game) -> int:
    """States there are at least, as the game's shape says; 0 where it says nothing."""
    shape = game.shape
    every = isinstance(shape, Row | FrontRow | OctalHeaps)
    return shape.states if every else getattr(shape, "at_least", 0)


def looked_at(game: Game) -> StateGraph | None:
    """What is found in a moment; None where even a state takes longer."""
    if declared_states(game) > COUNTED_STATES:
        return None
    try:
        return glance(game, seconds=SAMPLE_PATIENCE)
    except TimeExceeded:
        return None


def glance(game: Game, *, seconds: float | None = None) -> StateGraph:
    """What is found in a moment from all states that the game begins with."""
    origin, starts = starts_of(game)
    return first_look(game, origin, starts=starts, seconds=seconds)


def smaller_one(game: Game, found: StateGraph | None) -> tuple[Game, StateGraph]:
    """The example of a class, or the largest smaller instance, whose states are soon explored."""
    if isinstance(game, Catalogued):
        example = game.example_game()
        graph = glance(example)
        if graph.complete:
            return example, graph
    fit = Fitting(COUNTED_STATES, COUNTED_MOVES).largest(game)
    if fit is not None:
        return fit.game, fit.graph
    return game, found or glance(game)


def instances_of(game: Game) -> tuple[str, Iterator[tuple[int, Game]]]:
    """What n counts, and instances of growing n: by the model's own sizes, where it says them."""
    model = model_of(type(game))
    return ("size n", family(game)) if model is None else (model.size, _sized(game, model))


def at_most(game: Game) -> str:
    """What is said before a law of the sizes that other instances of a size do not reach."""
    model = model_of(type(game))
    return "at most " if model is not None and model.is_bound else ""


def _sized(game: Game, model: Model) -> Iterator[tuple[int, Game]]:
    for size in SAMPLE_SIZES if model.sized else ():
        try:
            yield size, of_size(game, model, size)
        except BadInput:  # e.g. an odd number of piles
            continue


def of_size(game: Game, model: Model, size: int) -> Game:
    """The instance of a size, of a model that says how; what it does not say is as in the game."""
    assert model.sized is not None
    sized = model.sized(size)
    return type(game)(*sized, **dict(_options(game)[len(sized) :]))


def _options(game: Game) -> list[tuple[str, object]]:
    if not is_dataclass(game):
        return []
    return [(field.name, getattr(game, field.name)) for field in fields(game) if field.init]
