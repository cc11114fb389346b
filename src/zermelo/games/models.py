"""The catalogue's games in words: state, moves, gain and recurrence, in each game's own letters.

What can be derived is not said here: the value type and the end come from the class, the turn from
the moves, the pattern of a declared shape from the shape, and how many states and moves there are
from instances of growing size (`sized`), which are explored and counted. The instances are those
of their size with the most states.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

Sized = Callable[[int], tuple[object, ...]]


@dataclass(frozen=True)
class Model:
    """A game in words."""

    state: str
    moves: str
    recurrence: str
    gain: str = ""  # what a move gains; nothing where none gains
    end: str = ""  # where it is more than that no move is left
    tie: str = ""  # where there is none
    formula: str = ""  # who wins without a table, where that is known
    values: str = ""  # which numbers an instance may hold
    pattern: str = ""  # the key of a pattern, where no shape says it
    clues: tuple[str, ...] = ()  # how this game is told elsewhere, beyond its pattern's clues
    program: str = ""  # the template that is written for it, where no shape says it
    size: str = ""  # what n counts in `sized`
    sized: Sized | None = None  # n → the arguments of an instance
    is_bound: bool = False  # whether other instances of a size have less than the law says
    time: str = ""  # of the table, where the count of the moves follows no law: a known bound
    space: str = ""  # the same for the states


def _row(n: int) -> tuple[object, ...]:
    return (tuple(range(1, n + 1)),)


def _zeros(n: int) -> tuple[object, ...]:
    return ((0,) * n,)


def _complete(n: int) -> tuple[object, ...]:
    """The graph in which every vertex leads to every other one."""
    return (tuple(tuple(k for k in range(n) if k != vertex) for vertex in range(n)),)


END_GAME = Model(
    state="(i, j): coins i … j are left",
    moves="the left or the right end",
    gain="the coin that is taken",
    end="the row is empty",
    recurrence="D(i, j) = max(aᵢ − D(i+1, j), aⱼ − D(i, j−1)); D = 0 on an empty row",
    values="any numbers",
    pattern="interval",
    size="n coins",
    sized=_row,
)
FRONT = Model(
    state="i: the first i numbers are gone",
    moves="the next 1, 2, … or K numbers",
    gain="their sum",
    end="the row is empty",
    recurrence="D(i) = max over 1 ≤ x ≤ K of (aᵢ + … + aᵢ₊ₓ₋₁ − D(i+x)); D(n) = 0",
    values="any numbers",
    size="n numbers",
    sized=_row,
)
HEAP = Model(
    state="n: stones that are left",
    moves="x stones, x in the given set",
    recurrence="W(n) = some x ≤ n of the set has not W(n−x)",
    values="whole numbers, not negative",
    size="a heap of n",
    sized=lambda n: (n,),
)
HEAPS = Model(
    state="(h₁ ≤ h₂ ≤ …): the heaps that are left",
    moves="any number of stones of one heap",
    recurrence="G(h) = mex of G(k) over k < h, which is h; G(h₁, h₂, …) = G(h₁) ⊕ G(h₂) ⊕ …; "
    "W = (G ≠ 0)",
    values="whole numbers, not negative",
    pattern="sum",
    size="three heaps of n",
    sized=lambda n: ((n, n, n),),
)
OCTAL = replace(
    HEAPS,
    moves="take k of one heap where digit k of the code allows what is left",
    recurrence="G(h) = mex of G(a) ⊕ G(b) over what digit k leaves of h − k: nothing, a, or a + b; "
    "G(h₁, h₂, …) = G(h₁) ⊕ G(h₂) ⊕ …",
    size="a heap of n",
    sized=lambda n: ((n,),),
)
POOL = Model(
    state="S: the set of numbers that are chosen",
    moves="any number x of the pool outside S",
    end="the total has reached the target, which the last mover wins; or the pool is empty",
    recurrence="W(S) = some x outside S has total(S) + x ≥ target, or not W(S ∪ {x})",
    values="a pool of numbers and a target",
    size="n numbers that reach the target all together",
    sized=lambda n: ((1,) * n, n),
)
BOARD = Model(
    state="(mine, theirs): the squares of both players",
    moves="a stone on any free square",
    end="a line of k, or a full board, which is a draw",
    recurrence="D(mine, theirs) = max over free squares q of −D(theirs, mine ∪ {q}); "
    "D = −1 where theirs hold a line, 0 where the board is full",
    pattern="board",
)
SOWING = Model(
    state="(own houses, the other's houses)",
    moves="sow any own house that has seeds",
    gain="the seeds that come into the own store",
    end="a row is empty; the rest goes to the owner of the other row",
    recurrence="D(S) = max over houses h of (g + D(S after h)) where the mover moves again, "
    "else of (g − D(S after h))",
    pattern="board",
)

MODELS: dict[str, Model] = {
    "Ends": END_GAME,
    "PredictTheWinner": END_GAME,
    "StoneGame": replace(
        END_GAME,
        values="positive, even in number, odd in total",
        tie="none: the total is odd",
        formula="Alice wins always: the piles at even places, or those at odd ones, can be hers",
        clues=("even number of piles",),
        size="n piles",
        sized=lambda n: ((1,) * (n - 1) + (2,),),
    ),
    "LastCoinBonus": replace(
        END_GAME,
        gain="the coin that is taken, and the bonus b with the last one",
        recurrence="D(i, j) = max(aᵢ − D(i+1, j), aⱼ − D(i, j−1)); D(i, i) = aᵢ + b",
        clues=("a bonus for the last coin",),
    ),
    "MeltingRow": replace(
        END_GAME,
        moves="the left end; or the right end, and the left one melts",
        recurrence="D(i, j) = max(aᵢ − D(i+1, j), aⱼ − D(i+1, j−1)); D = 0 on an empty row",
        clues=("value is destroyed",),
        space="O(n²)",
    ),
    "SmallerEnd": replace(
        END_GAME,
        moves="the smaller end; either when they tie",
        recurrence="D(i, j) = aᵢ − D(i+1, j) where aᵢ < aⱼ, aⱼ − D(i, j−1) where aᵢ > aⱼ, "
        "the larger of both where they tie",
        sized=_zeros,
    ),
    "BalancedEnds": replace(
        END_GAME,
        moves="any run from one end after which the left total is not above the right one",
        gain="the sum of the run",
        end="no such run is left",
        recurrence="D(i, j) = max over allowed i ≤ k ≤ j of (aᵢ + … + aₖ − D(k+1, j)) and of "
        "(aₖ + … + aⱼ − D(i, k−1))",
        sized=_zeros,
    ),
    "DoublingTurns": replace(
        END_GAME,
        gain="the coin that is taken, twice on even turns",
        recurrence="V(i, j) = V(i+1, j) + w·aᵢ to the mover, or V(i, j−1) + w·aⱼ, whichever has "
        "the larger own coordinate; w = 2 on even turns, else 1",
        pattern="players",
    ),
    "Rows": replace(
        END_GAME,
        state="((i, j), (k, l), …): what is left of each row",
        moves="an open end of any row",
        end="every row is empty",
        recurrence="D(…, (i, j), …) = max over rows of (aᵢ − D(…, (i+1, j), …)) and "
        "(aⱼ − D(…, (i, j−1), …))",
        clues=("several rows or stacks at once",),
        size="two rows of n coins",
        sized=lambda n: (((1,) * n, (1,) * n),),
    ),
    "Front": FRONT,
    "StoneGameII": replace(
        FRONT,
        state="(i, M): the first i piles are gone, and M",
        moves="the next x piles, 1 ≤ x ≤ 2M",
        recurrence="D(i, M) = max over 1 ≤ x ≤ 2M of (aᵢ + … + aᵢ₊ₓ₋₁ − D(i+x, max(M, x))); "
        "D(n, M) = 0",
        clues=("take 1 to 2M", "M becomes max(M, X)"),
        size="n piles",
        time="O(n³)",
        space="O(n²)",
    ),
    "StoneGameIII": replace(
        FRONT,
        moves="the next 1, 2 or 3 stones",
        recurrence="D(i) = max over x = 1, 2, 3 of (aᵢ + … + aᵢ₊ₓ₋₁ − D(i+x)); D(n) = 0",
        clues=("take 1, 2 or 3 from the front", "first three"),
        size="n stones",
    ),
    "StoneGameV": replace(
        END_GAME,
        moves="cut the row; the part with the larger sum is thrown away",
        gain="the sum of the part that is kept",
        end="one stone is left",
        recurrence="D(i, j) = max over cuts of (sum of the kept part + D(kept part)); D(i, i) = 0",
        clues=("one player alone", "cut the row in two"),
        size="n stones",
        sized=_zeros,
        is_bound=True,
    ),
    "StoneGameVI": Model(
        state="S: the set of stones that are taken",
        moves="any stone x outside S",
        gain="what the mover thinks the stone is worth",
        recurrence="D(S) = max over x outside S of (v(x) − D(S ∪ {x})), v the mover's own values",
        values="any numbers, two for each stone",
        clues=("value the stones differently", "each player has own values of the items"),
        pattern="pool",
        size="n stones",
        sized=lambda n: ((1,) * n, (1,) * n),
    ),
    "StoneGameVII": replace(
        END_GAME,
        gain="the sum of the stones that remain",
        recurrence="D(i, j) = max(aᵢ₊₁ + … + aⱼ − D(i+1, j), aᵢ + … + aⱼ₋₁ − D(i, j−1)); "
        "D = 0 on an empty row",
        size="n stones",
    ),
    "StoneGameVIII": replace(
        FRONT,
        state="i: the first i stones are merged into one",
        moves="merge up to stone k, k > i",
        gain="the sum of the first k",
        end="one stone is left",
        recurrence="D(i) = max over i < k ≤ n of (a₁ + … + aₖ − D(k)); D(n) = 0",
        pattern="front",
        size="n stones",
    ),
    "StoneGameIX": Model(
        state="(c₀, c₁, c₂, s): stones left of each kind mod 3, and the sum removed mod 3",
        moves="a stone of any kind that is left",
        end="the sum is a multiple of 3, which the last mover loses; or no stone is left",
        recurrence="W(c, s) = some kind r with c_r > 0 has not W(c − one of r, (s + r) mod 3)",
        formula="Alice: c₁ ≥ 1 and c₂ ≥ 1 where c₀ is even, |c₁ − c₂| > 2 where c₀ is odd",
        values="whole numbers",
        pattern="last",
        size="3n stones, n of each kind",
        sized=lambda n: ((0, 1, 2) * n,),
    ),
    "PlayersRow": replace(
        END_GAME,
        recurrence="V(i, j) = V(i+1, j) + aᵢ to the mover, or V(i, j−1) + aⱼ to the mover, "
        "whichever has the larger own coordinate",
        pattern="players",
    ),
    "Divisor": replace(
        HEAP,
        state="N: the number on the board",
        moves="subtract x, a divisor of N below N",
        end="N = 1: the player to move loses",
        formula="W(N) = N is even",
        recurrence="W(N) = some divisor x < N has not W(N−x)",
        values="a whole number from 1",
        clues=("subtract a divisor", "divides"),
        program="winloss",
        size="the number n",
        time="O(n log n)",
    ),
    "Subtraction": replace(HEAP, formula="W(n) = k + 1 does not divide n, where the set is 1 … k"),
    "Squares": replace(
        HEAP,
        moves="x stones, x a square number",
        recurrence="W(n) = some k² ≤ n has not W(n−k²)",
        clues=("take a square number",),
        time="O(n^1.5)",
    ),
    "Nim": replace(HEAPS, formula="W(h₁, h₂, …) = h₁ ⊕ h₂ ⊕ … is not 0"),
    "MisereNim": replace(
        HEAPS,
        recurrence="W(h₁, h₂, …) = some smaller heap in one place leaves not W; W() = true",
        formula="W(h₁, h₂, …) = h₁ ⊕ h₂ ⊕ … is not 0; is 0 where no heap has more than 1",
        pattern="last",
        clues=("whoever takes the last one loses",),
    ),
    "GrundysGame": replace(
        HEAPS,
        moves="split one heap into two of different sizes",
        recurrence="G(h) = mex of G(a) ⊕ G(h−a) over 0 < a < h−a; G(h₁, h₂, …) = G(h₁) ⊕ G(h₂) ⊕ …",
        clues=("nimbers of two parts, by XOR",),
        program="grundy",
        size="a heap of n",
        sized=lambda n: ((n,),),
    ),
    "Octal": OCTAL,
    "Kayles": replace(
        OCTAL,
        moves="knock down one pin, or two side by side",
        recurrence="G(h) = mex of G(a) ⊕ G(b) over a + b = h−1 and over a + b = h−2",
        clues=("bowling pins",),
        size="a row of n pins",
    ),
    "Dawson": OCTAL,
    "TurningTurtles": Model(
        state="S: the coins that show heads",
        moves="turn a head, and one coin to its left if you like",
        recurrence="W(S) = some head h of S has not W(S without h), or not W(S without h with one "
        "coin below h turned)",
        formula="W(S) = the XOR of the places of the heads, from 1, is not 0",
        values="a whole number, one bit a coin",
        pattern="last",
        program="winloss",
        size="n heads",
        sized=lambda n: ((1 << n) - 1,),
    ),
    "Wythoff": replace(
        HEAP,
        state="(a, b): the two heaps",
        moves="x of one heap, or x of both",
        recurrence="W(a, b) = some x ≥ 1 has not W(a−x, b), not W(a, b−x) or not W(a−x, b−x)",
        formula="W(a, b) = a is not ⌊(b − a)φ⌋, where a ≤ b and φ = (1 + √5)/2",
        pattern="last",
        clues=("from one heap, or the same number from both",),
        size="two heaps of n",
        sized=lambda n: (n, n),
    ),
    "Chomp": Model(
        state="(w₁ ≥ w₂ ≥ …): squares left in each line",
        moves="a square, with all below and to the right",
        end="only the poison is left: the player to move loses",
        recurrence="W(w) = some square (r, c) but the poison has not W(w cut to c from line r on)",
        formula="the first player wins every board but 1 × 1",
        values="height and width",
        pattern="last",
        size="3 × n squares",
        sized=lambda n: (3, n),
    ),
    "CanIWin": replace(
        POOL,
        values="the numbers 1 … n and a target",
        clues=("choose a number not used", "each number once", "reach the target first"),
        size="n numbers that reach the target all together",
        sized=lambda n: (n, n * (n + 1) // 2),
    ),
    "PoolRace": POOL,
    "DotsAndBoxes": Model(
        state="S: the set of lines that are drawn",
        moves="any line x outside S",
        gain="the boxes that the line closes",
        recurrence="D(S) = max over x outside S of (g + D(S ∪ {x})) where the line closes g ≥ 1 "
        "boxes, −D(S ∪ {x}) where it closes none",
        values="height and width",
        clues=("close a box and move again",),
        size="1 × n boxes",
        sized=lambda n: (1, n),
    ),
    "TicTacToe": replace(BOARD, values="height, width and the length of a line"),
    "ConnectFour": replace(
        BOARD,
        moves="a stone into any column that is not full",
        recurrence="D(mine, theirs) = max over columns c of −D(theirs, mine ∪ {lowest free of c}); "
        "D = −1 where theirs hold a line, 0 where the board is full",
        values="width, height and the length of a line",
        clues=("drop a stone into a column",),
    ),
    "Kalah": replace(SOWING, values="houses and seeds", clues=("sow seeds around a board",)),
    "Awari": replace(
        SOWING,
        gain="the seeds that are captured",
        recurrence="D(S) = max over houses h of (g − D(S after h)); endless play adds nothing",
        values="houses and seeds",
        pattern="cycles",
        clues=("sow seeds around a board",),
        size="n houses with two seeds each",
        sized=lambda n: (n, 2),
    ),
    "TokenGraph": Model(
        state="v: where the token stands",
        moves="along an edge v → w",
        recurrence="v wins if some v → w has w lost, loses if every v → w has w won, else a draw",
        values="a directed graph",
        pattern="cycles",
        clues=("move a token along an edge",),
        program="retrograde",
        size="n vertices, all joined",
        sized=_complete,
    ),
    "NoRevisit": Model(
        state="(v, S): where the token stands, and the visited set",
        moves="along an edge v → w with w outside S",
        recurrence="W(v, S) = some edge v → w with w outside S has not W(w, S ∪ {w})",
        values="a graph",
        pattern="last",
        clues=("no vertex is visited twice",),
        size="n vertices, all joined",
        sized=_complete,
        time="O(n²·2ⁿ)",
        space="O(n·2ⁿ)",
    ),
    "CatAndMouse": Model(
        state="(m, c, t): mouse, cat, and who moves",
        moves="along an edge; the cat may not enter vertex 0",
        end="the mouse is home, or caught",
        recurrence="a position wins if some move leaves a loss, loses if every move leaves a win, "
        "else a draw",
        values="an undirected graph",
        pattern="cycles",
        clues=("a pursuit on a graph",),
        program="retrograde",
        size="n vertices, all joined",
        sized=_complete,
    ),
    "ChessEnding": Model(
        state="the squares of the three men, and who moves",
        moves="as in chess",
        end="mate, stalemate, or the piece is taken",
        recurrence="a position wins if some move leaves a loss, loses if every move leaves a win, "
        "else a draw",
        values="Q or R, and the size of the board",
        pattern="cycles",
    ),
    "Quixo": Model(
        state="(mine, theirs): the cubes with the mover's mark, and with the other's",
        moves="a cube of the border without the other's mark, and the end that it is pushed in at",
        end="a line of one mark",
        recurrence="a position wins if some move leaves a loss, loses if every move leaves a win, "
        "else a draw",
        values="the size of the board",
        pattern="cycles",
    ),
    "PieceEnding": Model(
        state="the squares of the kings, the mover's first, and of up to two men",
        moves="as in chess",
        end="mate, stalemate, or bare kings",
        recurrence="a position wins if some move leaves a loss, loses if every move leaves a win, "
        "else a draw",
        values="the men, e.g. KQKR, and the size of the board",
        pattern="cycles",
    ),
}


def model_of(kind: type) -> Model | None:
    """The words of a class of the catalogue; None for a class of somebody else."""
    ours = kind.__module__.startswith(__package__ or "")
    return MODELS.get(kind.__name__) if ours else None
