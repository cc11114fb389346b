"""Two plies around a position: its moves, and the answers to each of them."""

from __future__ import annotations

from zermelo.faces.drawing import Moment, svg_of
from zermelo.faces.plain import JsonObject, plain
from zermelo.faces.service.boards import coloured_text
from zermelo.faces.session import Choice, Session
from zermelo.model.game import PayoffGame
from zermelo.solution import Solution

MOVES_AROUND, ANSWERS_AROUND = 24, 12  # that are told


def around(solution: Solution) -> JsonObject:
    """The position in the middle, its moves around it, and the answers around these."""
    session = Session(solution)
    here = Moment(session.player, first=session.first or 0)
    return {
        "position": plain(session.state),
        "text": coloured_text(session.game, session.state, here),
        "player": session.names[session.player],
        "count": len(session.choices),
        "moves": [_move(session, choice) for choice in _told(session.choices, MOVES_AROUND)],
    }


def _told(choices: tuple[Choice, ...], most: int) -> list[Choice]:
    """As many moves as are told, the best ones among them; in the order of the rules."""
    worst_last = sorted(choices, key=lambda choice: not choice.best)[:most]
    return sorted(worst_last, key=choices.index)


def _move(session: Session, choice: Choice) -> JsonObject:
    after = Session(session.solution.at(choice.move.to))
    answers = after.choices
    turned = not isinstance(session.game, PayoffGame) and not choice.move.again
    player = 1 - session.player if turned else session.player
    moment = Moment(player, session.names, first=session.first or 0)
    return {
        **_worth(choice),
        "text": coloured_text(session.game, choice.move.to, moment),
        "svg": svg_of(session.game, choice.move.to, moment),
        "again": choice.move.again,
        "ending": after.ending,
        "count": len(answers),
        "answers": [_worth(answer) for answer in _told(answers, ANSWERS_AROUND)],
    }


def _worth(choice: Choice) -> JsonObject:
    return {
        "key": choice.key,
        "name": choice.name,
        "value": plain(choice.value),
        "outcome": choice.outcome,
        "plies": choice.plies,
        "best": choice.best,
    }
