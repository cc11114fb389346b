"""What is expected of every game, with where it is known from; and larger instances of some.

Values are seen by the player to move: 1 a win, 0 a draw, −1 a loss, or a difference of points, or
everyone's points. Where nothing is published, `BRUTE` stands, and `natural.brute` has the word.
"""

from itertools import pairwise
from string import ascii_lowercase
from typing import Any, NamedTuple

from natural import (
    arrays,
    boards,
    cellsets,
    coins,
    graphs,
    heaps,
    lines,
    objects,
    parties,
    pools,
    records,
    rings,
    scores,
    words,
)

BRUTE = "brute force"


class Fact(NamedTuple):
    """A game, its value, how many states play can reach, and the source of the value."""

    game: Any
    value: Any
    states: int
    source: str


FACTS = (
    # words
    Fact(words.FlipGame(), -1, 55, "Dawson's chess of one place less, OEIS A002187: nought at 8"),
    Fact(words.LittleGirlAndGame(), -1, 420, "Codeforces 276B: four letters are odd in number"),
    Fact(words.AnOrdinaryGame(), -1, 48, "AtCoder ABC 048 D: length and ends decide"),
    Fact(words.GameWithString(), -1, 64, "Codeforces 1104B: six pairs go, whatever is played"),
    Fact(words.SumGame(), 1, 121, "LeetCode 1927, example 2"),
    Fact(words.SumGame("?3295???"), -1, 14641, "LeetCode 1927, example 3"),
    Fact(words.Ghost(), 1, 55, BRUTE),
    Fact(words.Shiritori(), 1, 357, BRUTE),
    # coins
    Fact(coins.ToadsAndFrogs(), 1, 48, BRUTE),
    Fact(coins.MockTurtles(), 1, 330, "Winning Ways 14: odious numbers, 1 ⊕ 4 ⊕ 7 ⊕ 13 ⊕ 16 = 31"),
    Fact(coins.MockTurtles("HHHH"), -1, 16, "Winning Ways 14: odious numbers, 1 ⊕ 2 ⊕ 4 ⊕ 7 = 0"),
    Fact(coins.SilverDollar(), 1, 108, "Winning Ways 15: every other gap is a heap, 2 ⊕ 0"),
    Fact(coins.HackenbushStalks(), 1, 337, "Berlekamp's rule: 3/8 − 1/2 + 3/4 − 1/4 > 0"),
    Fact(coins.OneDimensionalKonane(), 1, 15, BRUTE),
    Fact(coins.Treblecross(), 1, 922, BRUTE),
    Fact(coins.MisereKayles(), -1, 42, "Sibert and Conway 1992: lost at 1, 4, 9, 12 and 20"),
    Fact(coins.MisereKayles(12), -1, 101, "Sibert and Conway 1992: lost at 1, 4, 9, 12 and 20"),
    Fact(coins.PegDuotaire(), 1, 196, BRUTE),
    # lines
    Fact(lines.TicTacToe(), 0, 5478, "a draw, with 5,478 positions, as is known"),
    Fact(lines.Mnk(), 0, 265, BRUTE),
    Fact(lines.Notakto(), 1, 450, "Plambeck and Whitehead 2013: one board is a win"),
    Fact(lines.NumberScrabble(), 0, 5478, "tic-tac-toe on a magic square"),
    Fact(lines.TrafficLights(), -1, 4087, BRUTE),
    Fact(lines.DropFour(), 1, 7157, BRUTE),
    Fact(lines.TinyPentago(), 1, 2120, BRUTE),
    Fact(lines.UltimateStrip(), 0, 1687, BRUTE),
    Fact(lines.LittleQuarto(), 0, 6413, BRUTE),
    Fact(lines.DawsonsChess(), -1, 55, "OEIS A002187: nought at 8"),
    # boards
    Fact(boards.Hexapawn(), -1, 131, "Gardner 1962: the second player wins"),
    Fact(boards.Breakthrough(), -1, 211, BRUTE),
    Fact(boards.Clobber(), 1, 761, BRUTE),
    Fact(boards.Reversi(), 12, 369, BRUTE),
    Fact(boards.AtariGo(), -1, 235, BRUTE),
    Fact(boards.LinesOfAction(), -1, 346, BRUTE),
    Fact(boards.TinyCheckers(), -1, 141, BRUTE),
    # cellsets
    Fact(cellsets.Domineering(), 1, 46, "Winning Ways 5: 3 × 3 is a first player's win"),
    Fact(cellsets.Domineering(4, 4), 1, 2443, "Breuker, Uiterwijk, van den Herik 2000: first"),
    Fact(cellsets.Cram(), 1, 550, "Gardner 1974: even × odd is won by symmetry"),
    Fact(cellsets.Cram(2, 4), -1, 54, "Gardner 1974: even × even is lost by symmetry"),
    Fact(cellsets.Hex(), 1, 5514, "Nash: a strategy could be stolen"),
    Fact(cellsets.GameOfY(), 1, 257, "as Hex: a strategy could be stolen"),
    Fact(cellsets.DotsAndBoxes(), 2, 4096, BRUTE),
    Fact(cellsets.Amazons(), 1, 6692, BRUTE),
    Fact(cellsets.Isolation(), 1, 1262, BRUTE),
    Fact(cellsets.Knights(), -1, 47, BRUTE),
    Fact(cellsets.TinyQuoridor(), 1, 3905, BRUTE),
    # rings
    Fact(rings.PongHauKi(), 0, 28, "Straffin 1995: a draw"),
    Fact(rings.MuTorere(), 0, 1180, "Straffin 1995: a draw"),
    Fact(rings.ThreeMensMorris(), 1, 3870, BRUTE),
    Fact(rings.Achi(), 1, 5400, BRUTE),
    Fact(rings.Shisima(), 0, 3200, BRUTE),
    Fact(rings.Dodgem(), 1, 1963, "Winning Ways 22: 3 × 3 is a first player's win"),
    Fact(rings.HareAndHounds(), 1, 2303, "Winning Ways 21: the hounds win"),
    Fact(rings.Chopsticks(), 0, 171, BRUTE),
    # heaps
    Fact(heaps.TenToZero(), 1, 11, "lost at multiples of three"),
    Fact(heaps.FibonacciNim(), -1, 168, "Whinihan 1963: lost at Fibonacci's numbers"),
    Fact(heaps.GrundysGame(), -1, 622, "OEIS A002188: nought at 20"),
    Fact(heaps.LaskersNim(), 1, 393, "Winning Ways 4: 2 ⊕ 5 ⊕ 8 = 15"),
    Fact(heaps.LaskersNim((1, 2, 4)), -1, 34, "Winning Ways 4: 1 ⊕ 2 ⊕ 3 = 0"),
    Fact(heaps.Nim(), -1, 384, "Bouton 1901: 1 ⊕ 3 ⊕ 5 ⊕ 7 = 0"),
    Fact(heaps.Euclid(), 1, 9, "Cole and Davie 1969: 25 / 7 is above the golden ratio"),
    Fact(heaps.Euclid((8, 5)), -1, 6, "Cole and Davie 1969: 8 / 5 is below the golden ratio"),
    Fact(heaps.Blackboard(), -1, 113, "Codeforces 346A: 22 / 2 − 3 is even"),
    Fact(heaps.ChalkboardXor(), -1, 72, "LeetCode 810: odd in number, and the XOR is not nought"),
    Fact(heaps.ThanosNim(), 1, 49, "Codeforces 1147C: the least heap is there once"),
    Fact(heaps.ThanosNim((2, 2, 2, 4)), -1, 29, "Codeforces 1147C: the least heap, three times"),
    Fact(heaps.CandyPiles(), 1, 18, BRUTE),
    Fact(heaps.CandyPiles((1, 2, 3)), -1, 4, "AtCoder AGC 002 E, sample 3"),
    Fact(heaps.SylverCoinage(), 1, 28, "Hutchings: two coprime numbers are won, but 2 and 3"),
    Fact(heaps.Welter(), 1, 99, "Welter's function: (8 − 1) ⊕ (2 − 1) = 6"),
    Fact(heaps.Welter(frozenset({1, 3, 4, 6})), -1, 23, "Welter's function: (2 − 1) ⊕ (2 − 1) = 0"),
    Fact(heaps.Chomp(), 1, 126, "Gale 1974: a strategy could be stolen"),
    Fact(heaps.Northcott(), 1, 224, "Winning Ways 3: the gaps are heaps, 3 ⊕ 1 = 2"),
    Fact(heaps.RemovingDigits(), -1, 101, "lost at multiples of ten: take the last digit"),
    Fact(heaps.DeletingDivisors(), 1, 55, "Codeforces 1537D: an even power of two"),
    Fact(heaps.Prim(), 1, 46, BRUTE),
    Fact(heaps.AliceAndBrown(), 1, 65, "AtCoder ARC 072 D: lost where piles differ by one or less"),
    Fact(heaps.WythoffsQueen(), -1, 40, "Wythoff 1907: (4, 7) is lost"),
    Fact(heaps.Decrementing(), -1, 92, "AtCoder AGC 010 D, sample 3"),
    Fact(heaps.GreedyNim(), -1, 185, "Albert and Nowakowski 2004: two largest heaps"),
    Fact(heaps.NimWithAPass(), 1, 240, BRUTE),
    # graphs
    Fact(graphs.NodeKayles(), 1, 52, BRUTE),
    Fact(graphs.Col(), -1, 105, BRUTE),
    Fact(graphs.Snort(), 1, 39, BRUTE),
    Fact(
        graphs.FibonacciTree(), 1, 1192, "LeetCode 2005: lost where the order is 1 more than sixes"
    ),
    Fact(graphs.CatAndMouse(), 0, 28, "LeetCode 913, example 1"),
    Fact(graphs.CatAndMouse(((1, 3), (0,), (3,), (0, 2))), 1, 2, "LeetCode 913, example 2"),
    Fact(graphs.CatAndMouseII(), 1, 179, "LeetCode 1728, example 1"),
    Fact(graphs.CatAndMouseII(("M.C...F",), 1, 4), 1, 83, "LeetCode 1728, example 2"),
    Fact(graphs.CatAndMouseII(("M.C...F",), 1, 3), -1, 83, "LeetCode 1728, example 3"),
    Fact(graphs.Slither(), 1, 654, BRUTE),
    # objects
    Fact(objects.PawnsOfAClass(), -1, 135, "Gardner 1962: the second player wins"),
    Fact(objects.PawnsOfAClass(3, 4), 1, 1128, BRUTE),
    # records
    Fact(records.KalahBoard(), 0, 68, "Irving, Donkers, Uiterwijk 2000: Kalah(3, 1) is a draw"),
    Fact(records.Oware(), 0, 8183, BRUTE),
    Fact(records.FoxAndHounds(), -1, 110, BRUTE),
    Fact(records.ThreeMusketeers(), 1, 1559, BRUTE),
    Fact(records.QuickChess(), 1, 4761, BRUTE),
    Fact(records.StoneGameNine(), -1, 18, "LeetCode 2029, example 3"),
    Fact(records.StoneGameNine((2, 1)), 1, 4, "LeetCode 2029, example 1"),
    # scores
    Fact(scores.Deque(), 10, 11, "AtCoder DP contest L, sample 1"),
    Fact(scores.RemoveBoxes(), 4, 146, BRUTE),
    Fact(scores.WeightedTicTacToe(), 1, 5478, "AtCoder ABC 349 E, sample 1"),
    Fact(scores.TakingStones(), 5, 12, "AtCoder ABC 270 D, sample 2: 8 of 11"),
    Fact(scores.TakingStones(10, (1, 4)), 0, 11, "AtCoder ABC 270 D, sample 1: 5 of 10"),
    Fact(scores.StoneGameSix(), 6, 256, "LeetCode 1686: by the sum of both values"),
    Fact(scores.Pizza(), 4, 44, BRUTE),
    Fact(scores.StoneGameFive(), 8, 12, BRUTE),
    Fact(scores.EvenOddGame(), -6, 144, "Codeforces 1472D: the largest first, 2 against 8"),
    # parties
    Fact(parties.FruitDraft(), (10, 9, 6), 64, BRUTE),
    Fact(parties.ThreeNim(), (1, 2, 0), 52, BRUTE),
    Fact(parties.ThreeInLine(), (0, 0, 0), 1570, BRUTE),
    Fact(parties.Pirates(), (2, 0, 1, 0), 355, "Stewart 1999: one coin for the third of four"),
    Fact(parties.Truel(), (0, 6, 0), 25, BRUTE),
    # arrays
    Fact(arrays.ArrayTicTacToe(), 0, 5478, "a draw, with 5,478 positions, as is known"),
    Fact(arrays.MatrixGame(), 1, 34, "Codeforces 1365A: three rows are free"),
    Fact(arrays.Rugs(), 1, 256, "Winning Ways 14, tartan theorem: 3 ⊗ 6 is not nought"),
    # pools
    Fact(pools.CanIWin(), -1, 1014, BRUTE),
    Fact(pools.CanIWin(10, 11), -1, 208, "LeetCode 464, example 1"),
    Fact(pools.RemovePairs(), -1, 6, "AtCoder ABC 354 E, sample 1"),
    Fact(pools.PermutationGame(), -1, 3, "Codeforces 1033C, example 1: B at 1"),
    Fact(pools.PermutationGame(start=2), 1, 2, "Codeforces 1033C, example 1: A at 2"),
    Fact(pools.Sim(), 0, 14953, BRUTE),
    Fact(pools.ShannonSwitching(), 1, 645, "Lehman 1964: with ST, two spanning trees"),
)

# Too large for every run: their values and numbers of states were found by `brute` once.
LARGER_FACTS = (
    Fact(
        words.FlipGame("+" * 25),
        -1,
        121393,
        "Dawson's chess of one place less, OEIS A002187: nought at 24",
    ),
    Fact(
        words.LittleGirlAndGame("aaabbbcccdddeeefffggghhhi"),
        1,
        130816,
        "Codeforces 276B: nine letters are odd in number",
    ),
    Fact(
        words.AnOrdinaryGame("abcabacbcabacbabcacbabcabac"),
        1,
        114610,
        "AtCoder ABC 048 D: length and ends decide",
    ),
    Fact(words.GameWithString("aabbaabbccaaddccbbaaccddaabbccddaabb"), -1, 113009, BRUTE),
    Fact(words.SumGame("?3295????1"), 1, 161051, BRUTE),
    Fact(
        words.Shiritori(
            words.Shiritori.words
            | {
                "elephant",
                "turtle",
                "rat",
                "tomato",
                "orange",
                "ear",
                "rose",
                "owl",
                "lemon",
                "nut",
            }
        ),
        1,
        65823,
        BRUTE,
    ),
    Fact(coins.ToadsAndFrogs("TTTTTT___FFFFFF"), 1, 101938, BRUTE),
    Fact(
        coins.HackenbushStalks(("BRRB", "RBRB", "BRBR", "RBBR", "BBRR", "RRBB", "BRB")),
        1,
        116245,
        BRUTE,
    ),
    Fact(coins.Treblecross(18), 1, 173248, BRUTE),
    Fact(lines.Mnk(4, 3, 3), 1, 111973, "known: m, n, 3 is a win on 4 × 3"),
    Fact(lines.TrafficLights(3, 3), 1, 256208, BRUTE),
    Fact(lines.DropFour(4, 4, 4), 0, 161029, "Tromp: 4 × 4 is a draw"),
    Fact(lines.DawsonsChess(25), 1, 196418, BRUTE),
    Fact(boards.Hexapawn(4, 5), -1, 231372, BRUTE),
    Fact(boards.Breakthrough(6, 3), 1, 117388, BRUTE),
    Fact(boards.Clobber(3, 5), 1, 206805, BRUTE),
    Fact(boards.Reversi(("....", ".xX.", ".Xx.", "....")), -8, 58533, "known: 3 discs to 11"),
    Fact(boards.LinesOfAction((".XX.", "x..x", "....", ".X..")), 1, 79200, BRUTE),
    Fact(cellsets.Cram(4, 5), 1, 58830, "Gardner 1974: even × odd is won by symmetry"),
    Fact(cellsets.DotsAndBoxes(2, 3), -2, 131072, BRUTE),
    Fact(cellsets.Isolation(3, 4), 1, 94876, BRUTE),
    Fact(cellsets.Knights(4, 6), -1, 206408, BRUTE),
    Fact(rings.Dodgem(4), 0, 393900, BRUTE),
    Fact(heaps.GrundysGame(50), -1, 204221, "OEIS A002188: nought at 50"),
    Fact(heaps.ChalkboardXor(tuple(range(1, 19))), 1, 262144, "LeetCode 810: even in number"),
    Fact(
        heaps.Northcott(7, ((0, 6), (1, 5), (2, 4), (0, 3))),
        1,
        194480,
        "Winning Ways 3: the gaps are heaps, 5 ⊕ 3 ⊕ 1 ⊕ 2 = 5",
    ),
    Fact(heaps.Decrementing((70, 80, 90)), -1, 98952, BRUTE),
    Fact(
        graphs.NodeKayles(" ".join(map("".join, pairwise(ascii_lowercase[:25]))) + " ya"),
        -1,
        69232,
        BRUTE,
    ),
    Fact(
        graphs.FibonacciTree(7),
        -1,
        94505,
        "LeetCode 2005: lost where the order is 1 more than sixes",
    ),
    Fact(graphs.Slither(4, 5), -1, 222081, BRUTE),
    Fact(records.KalahBoard(4, 2), 6, 135823, "by brute force; a win: Irving and others 2000"),
    Fact(records.QuickChess(4, 4), 0, 54496, BRUTE),
    Fact(
        records.StoneGameNine(tuple(range(300))),
        1,
        70096,
        "LeetCode 2029: stones of both rests, even in number of rest 0",
    ),
    Fact(scores.RemoveBoxes("abcabcaabbccabcabcabca"), 4, 214371, BRUTE),
    Fact(
        scores.EvenOddGame(tuple(range(1, 18))),
        0,
        131072,
        "Codeforces 1472D: the largest first, nobody scores",
    ),
    Fact(parties.ThreeInLine(11), (2, -1, -1), 168996, BRUTE),
    Fact(
        parties.Pirates(35), (34, 0, 1, 0), 122211, "Stewart 1999: one coin for the third of four"
    ),
    Fact(pools.CanIWin(17, 100), 1, 127282, BRUTE),
    Fact(
        heaps.GreedyNim((9, 10, 11, 12, 13)),
        1,
        105064,
        "Albert and Nowakowski 2004: one largest heap",
    ),
    Fact(heaps.NimWithAPass((30, 35, 40)), 1, 91512, BRUTE),
    Fact(coins.PegDuotaire("oo.ooo.oo.oo.oooo.ooo.oo.ooo"), 1, 176450, BRUTE),
)

LARGER = {type(fact.game).__name__: fact.game for fact in LARGER_FACTS}
