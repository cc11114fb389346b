"""A position on a sheet: the game's own `svg(state)`, its picture, or its text in a box."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from zermelo.errors import ZermeloError
from zermelo.faces.canvas import MONO, Canvas
from zermelo.faces.drawing import boards, rows
from zermelo.faces.drawing.guesses import picture_at
from zermelo.faces.drawing.moment import NO_MOMENT, Moment
from zermelo.faces.drawing.parts import Tags, part_of
from zermelo.faces.frames import one_line
from zermelo.model.combine import Misere
from zermelo.model.game import Game, State, state_text, view_failed
from zermelo.model.pictures import (
    Board,
    CoinRows,
    Coins,
    Discs,
    Dots,
    Network,
    Picture,
    Pits,
    Stacks,
    Tiles,
)
from zermelo.solution.play import move_name

MOVES_TIED = 300  # that are tied to parts of a drawing
SHEET_GAP = 8


def svg_of(game: Game, state: State, moment: Moment = NO_MOMENT, *, playable: bool = True) -> str:
    """A drawing of the position, as SVG; `moment` adds what the state alone does not say.

    One that nobody plays on asks for no move, so it is there whatever the rules do.

    >>> from zermelo.games import Ends
    >>> svg_of(Ends((5, 3)), (0, 1)).startswith("<svg")
    True
    """
    if isinstance(game, Misere):
        return svg_of(game.game, state, moment, playable=playable)
    own = getattr(game, "svg", None)
    if callable(own):
        return _own_svg(game, own, state)
    picture = picture_at(game, state, moment.side(moment.player))
    canvas = Canvas(_in_words(game, state, picture, moment))
    if picture is None:
        _draw_text(canvas, state_text(game, state))
    else:
        tags = _tags(game, state, picture, moment) if playable else {}
        _draw(canvas, picture, tags, game, moment)
    return canvas.svg()


def _own_svg(game: Game, own: Callable[[State], object], state: State) -> str:
    """What the game itself draws; a `RulesError` says where it fails."""
    try:
        return str(own(state))
    except ZermeloError:
        raise
    except Exception as error:
        raise view_failed(game, "svg", state, error) from error


def _in_words(game: Game, state: State, picture: Picture | None, moment: Moment) -> str:
    """What a screen reader says: the text of the state, or marks that were exchanged for it."""
    if moment.side(moment.player) == 1 and isinstance(picture, Board) and any(picture.seats):
        return " / ".join(map(" ".join, picture.cells))
    return one_line(state_text(game, state))


def _tags(game: Game, state: State, picture: Picture, moment: Moment) -> Tags:
    """The names of the moves, as a session spells them, by the part that they belong to."""
    tags: Tags = {}
    for move in islice(game.moves(state), MOVES_TIED):
        after = picture_at(game, move.to, moment.side(moment.next_player(move)))
        part = part_of(picture, move.label, after)
        if part is not None:
            tags.setdefault(part, []).append(one_line(move_name(game, move)))
    return tags


def _draw(canvas: Canvas, picture: Picture, tags: Tags, game: Game, moment: Moment) -> None:
    match picture:
        case Coins():
            rows.draw_coins(canvas, picture, tags)
        case CoinRows():
            rows.draw_coin_rows(canvas, picture, tags)
        case Stacks():
            rows.draw_stacks(canvas, picture, tags)
        case Tiles():
            rows.draw_tiles(canvas, picture, tags)
        case Discs():
            rows.draw_discs(canvas, picture, tags)
        case Dots():
            last, owners = moment.touched(game), moment.owners(game)
            boards.draw_dots(canvas, picture, tags, last, owners, moment.names)
        case Pits():
            boards.draw_pits(canvas, picture, tags, moment)
        case Board():
            boards.draw_board(canvas, picture, tags, moment.touched(game))
        case Network():
            boards.draw_network(canvas, picture, tags)


def _draw_text(canvas: Canvas, text: str) -> None:
    lines = text.split("\n")
    wide = max(len(line) for line in lines) * 10.2 + 28
    canvas.box(SHEET_GAP, SHEET_GAP, wide, 24 * len(lines) + 18, "cell")
    for number, line in enumerate(lines):
        canvas.text(
            SHEET_GAP + 14, SHEET_GAP + 22 + 24 * number, line, 16, anchor="start", font=MONO
        )
