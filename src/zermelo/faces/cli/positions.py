"""A position as it is typed: the state itself, or what the program prints of it.

    1,3   7   1,2:3         the state in the words of the prompt
    (1, 3)   [1, 5, true]   the state as Python or JSON writes it
    '3 + 4'   $'X · ·\n…'   what `show` makes of it, as tables and plays print it
    '3+4'   '4 3'           the same with other blanks, or the words and numbers alone

A text that two positions share is refused, with both of them. At the prompt, which prints both a
state and what the game shows of it, a state's own words mean that state, and it is said where the
game shows another position in the same words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from textwrap import dedent
from typing import TypeVar

import click

from zermelo.errors import BadInput, RulesError, Setting, ZermeloError
from zermelo.faces.cli.encodings import in_ascii
from zermelo.faces.coordinates import framed, unframed
from zermelo.faces.plain import plain
from zermelo.faces.spelling import BRACKETS, EXACT_WORD, WHOLE_WORD, value_of, words_of
from zermelo.graph.explore import explore
from zermelo.graph.progress import Callback
from zermelo.graph.rules import moves_of, position_fault, start_of
from zermelo.graph.state_graph import StateGraph
from zermelo.limits import DEFAULT_BUDGET
from zermelo.model.combine import core_of
from zermelo.model.exact import whole
from zermelo.model.game import Game, State, declares, is_hashable, state_text
from zermelo.model.numerals import error_text, spelled
from zermelo.model.pictures import Stacks

T = TypeVar("T")
FIRST_PRINTED = 200  # positions that show in which forms a game prints them
SHOWN_WORD = re.compile(r"-?\d+|[^\W\d_]+")
PARTING = " \t\n,;+|()[]{}"  # letters that part numbers and words
LOOKED_THROUGH = 10_000  # positions that are looked at for another meaning of a wrong one
POSITIONS_NAMED = 3  # positions that an error about two meanings names


def position_of(
    text: str,
    game: Game,
    option: str,
    budget: int | None = None,
    progress: Callback | None = None,
    *,
    states_first: bool = False,
) -> State:
    """The state that a text means; `option` is where it was typed.

    With `states_first` the words of one state mean it, whatever another position is shown as.
    """
    if not text.strip():
        raise BadInput("an empty word", where=option, rule="it says nothing", fix="Drop it")
    start = start_of(game)
    direct = list(_direct(text, start))
    is_wrong = bool(direct) and position_fault(game, direct[0]) is not None
    if direct and not is_wrong and not _may_be_printed(text, game, start, direct[0]):
        return _held(text, game, option, direct[0])
    if not direct and declares(core_of(game), "read"):
        return _held(text, game, option, _read(text, game, option))
    limit = DEFAULT_BUDGET if budget is None else whole(budget, where="budget", least=1)
    if is_wrong:  # it may be numbers as the game prints them; a large game is no reason to wait
        limit = min(limit, LOOKED_THROUGH)
    graph = explore(game, budget=limit, progress=progress)
    printed = _printed(text, game, graph) or _printed(text, game, graph, in_ascii)
    meant = [
        *printed,
        *(s for s in direct if s not in printed and (s in graph.index or not printed)),
    ]
    own = [s for s in graph.states if s in direct or _is_written(s, text)] if states_first else []
    if len(own) == 1:
        _tell_of_others(text, option, own[0], [state for state in meant if state != own[0]])
        return _held(text, game, option, own[0])
    is_read = any(position_fault(game, state) is None for state in meant)
    loosely = [] if is_read else _read_loosely(text, game, graph)
    meant = loosely or meant
    if len(meant) > 1:
        raise _two_meanings(text, game, option, meant)
    if not direct and not loosely and not graph.complete:
        raise _not_all_seen(text, option, limit)
    if meant:
        return _held(text, game, option, meant[0])
    raise _no_position(text, option, start)


def _read(text: str, game: Game, option: str) -> State:
    """What the game itself reads in a text, with or without coordinates beside the board."""
    try:
        return game.read(unframed(core_of(game), _spoken(text)))
    except Exception as error:  # a user's own code may fail in any way
        reason, start = str(error) or type(error).__name__, words_of(start_of(game))
        raise BadInput(
            text,
            where=option,
            rule=f"it is no position of {type(game).__name__}: {reason}",
            fix=f"Write it as the game shows it, or the state itself, e.g. {start}",
        ) from error


def _direct(text: str, start: State) -> Iterator[State]:
    """The state itself as it is written; nothing where the text is in other words."""
    for reading in (_as_json, value_of):
        with suppress(ZermeloError, ValueError):
            value = reading(text.strip())
            if isinstance(value, str) and not isinstance(start, str):
                continue
            if isinstance(start, tuple) and not isinstance(value, tuple):
                value = (value,)
            if is_hashable(value):
                yield value
                return


def _as_json(text: str) -> State:
    if text[:1] not in BRACKETS:
        raise ValueError(text)
    return _frozen(json.loads(text))


def _frozen(value: State) -> State:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _may_be_printed(text: str, game: Game, start: State, direct: State) -> bool:
    """Whether the game prints positions in such a form, so that another could be meant."""
    if _form(text) == "brackets" and not _is_position(game, direct):
        return True  # as JSON writes a state of a kind that it does not have
    some = [start]
    if declares(core_of(game), "show"):  # else a state is shown as it is written
        some += _tried(lambda: explore(game, budget=FIRST_PRINTED).states[:FIRST_PRINTED]) or []
    texts = (_tried(partial(state_text, game, state)) for state in some)
    return any(shown is not None and _form(shown) == _form(text) for shown in texts)


def _form(text: str) -> str:
    """number, brackets, or words."""
    text = text.strip()
    if WHOLE_WORD.match(text) or EXACT_WORD.match(text):
        return "number"
    if text[:1] in BRACKETS:
        return "brackets"
    return "commas" if all(part.strip().lstrip("+-").isdigit() for part in text.split(",")) else ""


def _printed(
    text: str, game: Game, graph: StateGraph, written: Callable[[str], str] = str
) -> list[State]:
    """The states that print as the text, on a terminal that writes letters so."""
    wanted, bare, value = _spoken(text), _bare(text), _tried(lambda: json.loads(text))

    def prints_so(state: State) -> bool:
        spellings = (  # the quick look first
            t for t in map(written, _spellings(game, state)) if _bare(t) == bare
        )
        return any(_spoken(t) == wanted for t in spellings) or (
            value is not None and plain(state) == value
        )

    return list(filter(prints_so, graph.states))


def _is_written(state: State, text: str) -> bool:
    """Whether a text is the state itself, as Python or JSON writes it."""
    value = _tried(lambda: json.loads(text))
    return spelled(state) == text.strip() or (value is not None and plain(state) == value)


def _tell_of_others(text: str, option: str, state: State, others: list[State]) -> None:
    if others:
        own, other = words_of(state), words_of(others[0])
        click.echo(
            f"zermelo: {option}: {text} is read as the state {own}; the game shows {other} in the "
            f"same words, which is typed {other}",
            err=True,
        )


def _read_loosely(text: str, game: Game, graph: StateGraph) -> list[State]:
    """The positions whose text differs by blanks, else by commas and brackets alone.

    Else, where the start does not lead there, a state that has the numbers of the text. One number
    alone is a state, or a slip.
    """
    known = [(state, state_text(game, state)) for state in graph.states] if graph.complete else []
    bare, words = _bare(text), _words(text)
    same = [state for state, shown in known if _bare(shown) == bare]
    if same or words is None or _form(text) == "number":
        return same
    same = [state for state, shown in known if _words(shown) == words]
    return same or list(_of_numbers(words, game))


def _words(text: str) -> list[str] | None:
    """The words and numbers of a text; None where it has more than these and what parts them."""
    found = SHOWN_WORD.findall(text)
    return None if SHOWN_WORD.sub("", text).strip(PARTING) else found


def _of_numbers(words: list[str], game: Game) -> Iterator[State]:
    """Positions in the form of the start that have these numbers, and are shown with these words.

    The heaps of a position may be written in any order where the game keeps them in order.
    """
    start, numbers = start_of(game), [int(word) for word in words if WHOLE_WORD.fullmatch(word)]
    picture = _tried(lambda: game.picture(start))
    in_order = isinstance(picture, Stacks) and picture.sorted
    form: Callable[[list[str]], list[str]] = sorted if in_order else list
    for state in _forms(start, sorted(numbers) if in_order else numbers):
        shown = _tried(partial(_words_of, game, state))
        if shown is not None and form(shown) == form(words):
            yield state


def _words_of(game: Game, state: State) -> list[str] | None:
    return None if position_fault(game, state) else _words(state_text(game, state))


def _forms(start: State, numbers: list[int]) -> Iterator[State]:
    """States like the start with these numbers in their order, and any flags."""
    if type(start) is int and len(numbers) == 1:
        yield numbers[0]
    kinds = [type(part) for part in start] if isinstance(start, tuple) else []
    if set(kinds) == {int}:
        yield tuple(numbers)
    elif kinds and set(kinds) <= {int, bool} and kinds.count(int) == len(numbers):
        for flags in product((False, True), repeat=kinds.count(bool)):
            left, right = iter(numbers), iter(flags)
            yield tuple(next(left) if kind is int else next(right) for kind in kinds)


def _bare(text: str) -> str:
    """Without blanks and the ends of lines."""
    return "".join(text.replace(" / ", "").split())


def _spellings(game: Game, state: State) -> tuple[str, ...]:
    """As tables, plays and Python print a state."""
    shown = state_text(game, state)
    return shown, framed(game, shown), spelled(state)


def _spoken(text: str) -> str:
    """A text without its margin and the ends of its lines; "/" between lines is a line's end."""
    if " / " in text:
        text = text.strip().replace(" / ", "\n")
    lines = dedent(text).strip("\n").splitlines()
    return "\n".join(line.rstrip() for line in lines)


def _tried(question: Callable[[], T]) -> T | None:
    """The answer, or None where there is none."""
    try:
        return question()
    except Exception:  # a user's own code may fail in any way
        return None


def _is_position(game: Game, state: State) -> bool:
    if position_fault(game, state):
        return False
    return _tried(lambda: (moves_of(game, state), game.show(state))) is not None


def _held(text: str, game: Game, option: str, state: State) -> State:
    """The state, if it is a position and the rules answer for it."""
    fault = position_fault(game, state)
    if fault:
        raise BadInput(
            text,
            where=option,
            rule=f"it is no position of {type(game).__name__}: {fault}",
            fix=f"Write a position as the game has them, e.g. {words_of(start_of(game))}",
        )
    try:
        moves_of(game, state)
        game.show(state)
    except Exception as error:  # a user's own code may fail in any way
        reason = error.given if isinstance(error, RulesError) else error_text(error)
        raise BadInput(
            text,
            where=option,
            rule=f"the rules do not answer for it ({reason})",
            fix=f"Write a position as the game has them, e.g. {spelled(start_of(game))}",
        ) from error
    return state


def _two_meanings(text: str, game: Game, option: str, states: list[State]) -> BadInput:
    shown = " or ".join(map(spelled, states[:POSITIONS_NAMED]))
    more = " and others" if len(states) > POSITIONS_NAMED else ""
    return BadInput(
        text,
        where=option,
        rule=f"it can mean {len(states):,} positions of {type(game).__name__}: {shown}{more}",
        fix=f"Write the state itself {_unmistakable(text, states[0])}",
    )


def _unmistakable(text: str, state: State) -> str:
    """How to write a state other than the text that others share."""
    if _form(text) == "number":
        return f"in brackets, e.g. '({spelled(state)})'"
    return f"without brackets, e.g. {words_of(state)}"


def _not_all_seen(text: str, option: str, budget: int) -> BadInput:
    return BadInput(
        text,
        where=option,
        rule=f"a printed position is looked for among all, and there are more than {budget:,}",
        fix=("Write the state itself, as --json has it, or pass a larger ", Setting("budget")),
    )


def _no_position(text: str, option: str, start: State) -> BadInput:
    return BadInput(
        text,
        where=option,
        rule="it is neither a position nor what the game prints of one",
        fix=f"Write a position as the game has them, e.g. {words_of(start)}",
    )
