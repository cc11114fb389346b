"""A position as a picture: what the game itself says, or a guess by its kind, drawn as SVG.

Parts that stand for a move name it in `data-move`.
"""

from zermelo.faces.drawing.kinds import picture_for, picture_of
from zermelo.faces.drawing.moment import Moment, PlayedMove
from zermelo.faces.drawing.sheet import svg_of

__all__ = ["Moment", "PlayedMove", "picture_for", "picture_of", "svg_of"]
