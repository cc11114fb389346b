"""One file, one algorithm, one theorem; those for declared shapes are in `families`.

The registry is the only list of them.
"""

from zermelo.limits import Limits
from zermelo.methods.alphabeta import AlphaBeta
from zermelo.methods.answers import Answers, Table
from zermelo.methods.backward import Backward
from zermelo.methods.contract import Case, Cost, Method
from zermelo.methods.families.cap_queues import CapQueues
from zermelo.methods.families.divisor_parity import DivisorParity
from zermelo.methods.families.divisor_sieve import DivisorSieve
from zermelo.methods.families.equal_row import EqualRow
from zermelo.methods.families.even_row import EvenRow
from zermelo.methods.families.front_window import FrontWindow
from zermelo.methods.families.heap_sieve import HeapSieve
from zermelo.methods.families.interval_table import IntervalTable
from zermelo.methods.families.misere_nim import MisereNimSum
from zermelo.methods.families.nim_sum import NimSum
from zermelo.methods.families.octal_periods import OctalPeriods
from zermelo.methods.families.peak_fusion import PeakFusion
from zermelo.methods.families.pool_scores import PoolScores
from zermelo.methods.families.pool_words import PoolWords
from zermelo.methods.families.rows_fusion import RowsFusion
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
        NimSum(),
        MisereNimSum(),
        EvenRow(),
        PeakFusion(),
        IntervalTable(),
        RowsFusion(),
        FrontWindow(),
        CapQueues(),
        PoolWords(),
        PoolScores(),
        HeapSieve(),
        OctalPeriods(),
        DivisorSieve(),
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
