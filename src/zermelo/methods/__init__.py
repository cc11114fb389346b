"""One file, one algorithm, one theorem. The registry is the only list of them."""

from zermelo.methods.alphabeta import AlphaBeta
from zermelo.methods.answers import Answers, Table
from zermelo.methods.backward import Backward
from zermelo.methods.contract import Case, Cost, Limits, Method
from zermelo.methods.divisor_parity import DivisorParity
from zermelo.methods.equal_row import EqualRow
from zermelo.methods.even_row import EvenRow
from zermelo.methods.minimax import Minimax
from zermelo.methods.nimbers import Nimbers
from zermelo.methods.retrograde import Retrograde
from zermelo.methods.thresholds import Thresholds
from zermelo.methods.vectors import Vectors
from zermelo.methods.winloss import WinLoss

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        DivisorParity(),
        EqualRow(),
        EvenRow(),
        Nimbers(),
        WinLoss(),
        Backward(),
        Minimax(),
        Retrograde(),
        Thresholds(),
        Vectors(),
        AlphaBeta(),
    )
}

__all__ = [
    "METHODS",
    "Answers",
    "Case",
    "Cost",
    "Limits",
    "Method",
    "Table",
]
