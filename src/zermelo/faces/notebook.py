"""How answers look in a notebook: HTML with its own style and one line of script, no server.

A solution is its sentence, the board with every move, and a slider through one line of best play;
a play is the same line as a table beside the board; a plan and a diagnosis are tables. What a
notebook keeps of it goes on working when the kernel is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import islice

from zermelo._diagnose import Diagnosis
from zermelo._plan import Plan
from zermelo.errors import ZermeloError
from zermelo.faces.drawing import svg_of
from zermelo.faces.session import Choice, Session
from zermelo.model.game import Game, PayoffGame, State, seats, state_text
from zermelo.model.numerals import written
from zermelo.solution import Play, Solution
from zermelo.solution.lines import best_line
from zermelo.solution.play import Step, move_name
from zermelo.solution.views import short_name

STEPS_ON_THE_SLIDER = 60
MOVES_OF_AN_ANSWER = 40
LETTERS_DRAWN = 5_000  # of a position's text; a longer one is not drawn
STYLE = """
.zermelo-answer{background:#fbfaf6;color:#1c2226;border:1px solid #cfd3d0;border-radius:8px;
padding:.8em 1em;max-width:60em;font:14px/1.45 system-ui,sans-serif;overflow-x:auto}
.zermelo-answer table{border-collapse:collapse;margin:.5em 0;background:none}
.zermelo-answer td,.zermelo-answer th{text-align:left;padding:.15em .8em .15em 0;vertical-align:top;
background:none;border:0;color:inherit}
.zermelo-answer tr.best td{color:#17693a;font-weight:600}
.zermelo-answer .parts{display:flex;flex-wrap:wrap;gap:2em;align-items:start}
.zermelo-answer input{width:100%;max-width:22em}
"""
SLIDE = "this.parentNode.querySelectorAll('.step').forEach((step,at)=>{step.hidden=at!=this.value})"


def html_of(thing: Solution | Play | Plan | Diagnosis) -> str:
    """What a notebook shows instead of the text."""
    if isinstance(thing, Solution):
        return _framed(_solution(thing))
    if isinstance(thing, Play):
        return _framed(_play(thing))
    return _framed(_rows(str(thing)))


def _framed(inside: Iterable[str]) -> str:
    return f'<div class="zermelo-answer"><style>{STYLE}</style>{"".join(inside)}</div>'


# -- a solution ------------------------------------------------------------------------------------


def _solution(solution: Solution) -> Iterator[str]:
    """The sentence, then the board with its moves, then the line of best play."""
    yield solution._repr_html_()
    yield '<div class="parts">'
    yield from _known(lambda: _slider(solution.game, solution.start, _line(solution)))
    yield from _known(lambda: _moves(solution))
    yield "</div>"


def _line(solution: Solution) -> Sequence[Step]:
    return best_line(solution, most=STEPS_ON_THE_SLIDER).steps


def _moves(solution: Solution) -> Iterator[str]:
    if solution.has_more_moves_than(MOVES_OF_AN_ANSWER):
        return
    choices = Session(solution).choices
    if choices:
        head = "<tr><th>move</th><th>worth</th><th></th></tr>"
        is_shared = isinstance(solution.game, PayoffGame)  # nobody wins against all others
        rows = "".join(_choice(choice, "" if is_shared else choice.outcome) for choice in choices)
        yield f"<table>{head}{rows}</table>"


def _choice(choice: Choice, outcome: str) -> str:
    kind = ' class="best"' if choice.best else ""
    worth = written(choice.value) + (f", a {outcome}" if outcome else "")
    star = "★ best" if choice.best else ""
    return f"<tr{kind}><td>{escape(choice.name)}</td><td>{worth}</td><td>{star}</td></tr>"


# -- a line of play --------------------------------------------------------------------------------


def _play(play: Play) -> Iterator[str]:
    yield f"<b>{escape(short_name(play.game))}</b>, {len(play)} moves"
    yield '<div class="parts">'
    yield from _slider(play.game, play.start, play.steps)
    yield f"<table>{''.join(_told(play))}</table></div>"


def _told(play: Play) -> Iterator[str]:
    names = seats(play.game, play.start)
    for number, step in enumerate(islice(play.steps, STEPS_ON_THE_SLIDER), 1):
        cells = (f"{number}.", names[step.player], move_name(play.game, step.move), _totals(step))
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    if len(play) > STEPS_ON_THE_SLIDER:
        yield f"<tr><td>…</td><td>{len(play) - STEPS_ON_THE_SLIDER:,} more moves</td></tr>"


def _totals(step: Step) -> str:
    return " – ".join(map(written, step.totals))


def _slider(game: Game, start: State, line: Iterable[Step]) -> Iterator[str]:
    """The positions of a line, one at a time."""
    names, steps = seats(game, start), list(islice(line, STEPS_ON_THE_SLIDER))
    yield f'<div><div class="step">{_board(game, start)}<div>the start</div></div>'
    for number, step in enumerate(steps, 1):
        said = f"{number}. {names[step.player]}: {move_name(game, step.move)}"
        board = _board(game, step.move.to)
        yield f'<div class="step" hidden>{board}<div>{escape(said)}</div></div>'
    if steps:
        yield (
            f'<input type="range" min="0" max="{len(steps)}" value="0" '
            f'aria-label="Step of the play" oninput="{SLIDE}">'
        )
    yield "</div>"


def _board(game: Game, state: State) -> str:
    text = state_text(game, state)
    drawn = svg_of(game, state) if len(text) <= LETTERS_DRAWN else ""
    return drawn or f"<pre>{escape(text[:LETTERS_DRAWN])}</pre>"


# -- tables ----------------------------------------------------------------------------------------


def _rows(text: str) -> Iterator[str]:
    """Lines of a head and a text as a table."""
    yield "<table>"
    for line in text.splitlines():
        head, _, rest = line.partition(" ")
        yield f"<tr><th>{escape(head)}</th><td>{escape(rest.strip())}</td></tr>"
    yield "</table>"


def _known(part: Callable[[], Iterable[str]]) -> Iterator[str]:
    """A part of the answer; nothing where the solution cannot tell it, as bounds cannot."""
    try:
        yield "".join(part())
    except ZermeloError:
        return
