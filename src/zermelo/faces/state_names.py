"""Short names of states: as they are shown, by coordinates, or by the moves that lead there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from zermelo.graph.rules import moves_by_kind
from zermelo.graph.state_graph import StateGraph
from zermelo.model.game import Game, Move, State
from zermelo.model.numerals import spelled
from zermelo.solution.play import move_name

LONGEST_LABEL = 13  # characters that fit into the box of a state
CUT = "…"  # at the end of a name that is too long
NUMBERED = re.compile(r"\D* (\d+)$")  # "house 3" is 3


def short_names(game: Game, texts: Sequence[str], graph: StateGraph) -> list[str]:
    """All states as they are shown, or all by coordinates, or all by the way from the start.

    The numbers of a board's state say little: it is named by moves, unless their names are long.
    No two states have the same name: the second of a name is marked ·2.
    """
    return named_states(game, texts, graph)[0]


def named_states(game: Game, texts: Sequence[str], graph: StateGraph) -> tuple[list[str], str]:
    """The names, and what they are: texts, moves, or numbers of the states."""
    names, what = _in_one_form(game, texts, graph)
    return _distinct(names), what


def _in_one_form(game: Game, texts: Sequence[str], graph: StateGraph) -> tuple[list[str], str]:
    parts = [_coordinates(state) for state in graph.states]
    by_numbers = [list(map(", ".join, parts)), list(map(",".join, parts))]
    by_moves = _ways(game, graph)
    is_board = any("\n" in text for text in texts)
    is_told = is_board and not any(name.endswith(CUT) for name in by_moves)
    forms = [(list(texts), "texts"), *([(by_moves, "moves")] if is_told else [])]
    for names, what in (*forms, *((names, "numbers") for names in by_numbers)):
        if all(map(_fits, names)):
            return names, what
    return by_moves, "moves"


def fields_of(state: State) -> list[str]:
    """What the numbers of a state are called, where its class says so."""
    return list(getattr(state, "_fields", ()))


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, each with its number among those that are the same."""
    taken: set[str] = set(names)
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        own = name if seen[name] == 1 else _numbered(name, seen, taken)
        taken.add(own)
        found.append(own)
    return found


def _numbered(name: str, seen: Counter[str], taken: set[str]) -> str:
    while True:
        mark = f" ·{seen[name]}"
        marked = name.removeprefix("… ")[: LONGEST_LABEL - len(mark)] + mark
        if marked not in taken:
            return marked
        seen[name] += 1


def _fits(name: str) -> bool:
    return 0 < len(name) <= LONGEST_LABEL and "\n" not in name


def _coordinates(state: State) -> list[str]:
    """The parts of a state; none where it is one thing."""
    return list(map(spelled, state)) if isinstance(state, tuple) else []


def _ways(game: Game, graph: StateGraph) -> list[str]:
    """For each state the shortest way there, the first of several; the last moves of a long one."""
    found: dict[int, tuple[str, ...]] = {0: ()}
    line = [0]
    for number in line:
        for move in moves_by_kind(game, graph.states[number]):
            child = graph.index.get(move.to)
            if child is not None and child not in found:
                found[child] = (*found[number], _brief(game, move))
                line.append(child)
    return [_told(found.get(number)) for number in range(len(graph))]


def _brief(game: Game, move: Move) -> str:
    name = move_name(game, move).split("\n")[0]
    number = NUMBERED.match(name)
    return number[1] if number else name


def _told(way: tuple[str, ...] | None) -> str:
    if not way:
        return "start" if way is not None else "elsewhere"
    for first in range(len(way)):
        text = ("… " if first else "") + " ".join(way[first:])
        if len(text) <= LONGEST_LABEL:
            return text
    return f"… {way[-1]}"[: LONGEST_LABEL - 1] + CUT
