"""Games with coins, frogs and stalks in a line, written as strings."""

from dataclasses import dataclass
from itertools import combinations

from zermelo import LastMoverLoses, LastMoverWins, Move


@dataclass(frozen=True)
class ToadsAndFrogs(LastMoverWins):
    """Winning Ways, chapter 1: toads step or jump to the right, frogs to the left."""

    lane: str = "TTT__FFF"

    @property
    def start(self):
        return self.lane, "T"

    def moves(self, state):
        lane, mover = state
        other = "F" if mover == "T" else "T"
        seen = lane if mover == "T" else lane[::-1]
        for before in (f"{mover}_", f"{mover}{other}_"):
            after = before[::-1] if len(before) == 2 else f"_{other}{mover}"
            at = seen.find(before)
            while at != -1:
                new = seen[:at] + after + seen[at + len(before) :]
                yield (new if mover == "T" else new[::-1]), other
                at = seen.find(before, at + 1)


@dataclass(frozen=True)
class MockTurtles(LastMoverWins):
    """Winning Ways, chapter 14: turn one, two or three coins, the rightmost from heads to tails."""

    coins: str = "HTHHTTHTH"

    @property
    def start(self):
        return self.coins

    def moves(self, coins):
        for last, face in enumerate(coins):
            if face == "H":
                for others in range(3):
                    for places in combinations(range(last), others):
                        yield self.turned(coins, {last, *places})

    @staticmethod
    def turned(coins, places):
        other = {"H": "T", "T": "H"}
        return "".join(other[c] if i in places else c for i, c in enumerate(coins))


@dataclass(frozen=True)
class SilverDollar(LastMoverWins):
    """The silver dollar game without the dollar: slide a coin left, never onto or past another."""

    strip: str = "..o..o.oo"

    @property
    def start(self):
        return self.strip

    def moves(self, strip):
        for i, square in enumerate(strip):
            if square != "o":
                continue
            j = i - 1
            while j >= 0 and strip[j] == ".":
                yield strip[:j] + "o" + strip[j + 1 : i] + "." + strip[i + 1 :]
                j -= 1


@dataclass(frozen=True)
class HackenbushStalks(LastMoverWins):
    """Red-blue Hackenbush, Winning Ways 1: cut an own edge; what hangs on it falls."""

    stalks: tuple[str, ...] = ("BRRB", "RB", "BRB", "RBB")

    @property
    def start(self):
        return self.stalks, "B"

    def moves(self, state):
        stalks, mover = state
        other = "R" if mover == "B" else "B"
        for number, stalk in enumerate(stalks):
            for height, edge in enumerate(stalk):
                if edge == mover:
                    cut = stalk[:height]
                    rest = stalks[:number] + (cut,) + stalks[number + 1 :]
                    yield Move((rest, other), label=f"stalk {number + 1} at {height}")


class OneDimensionalKonane(LastMoverWins):
    """Konane on a line: jump over one neighbour of the other colour after another and take them."""

    start = ("xo.xoxo.ox", "x")

    def moves(self, state):
        line, mover = state
        other = "ox"["xo".index(mover)]
        for i, stone in enumerate(line):
            if stone == mover:
                for step in (-1, 1):
                    for landing in self.jumps(line, i, step, other):
                        new = list(line)
                        for j in range(i, landing, step):
                            new[j] = "."
                        new[landing] = mover
                        yield "".join(new), other

    def jumps(self, line, i, step, other):
        while 0 <= i + 2 * step < len(line):
            if line[i + step] != other or line[i + 2 * step] != ".":
                return
            i += 2 * step
            yield i


@dataclass(frozen=True)
class Treblecross(LastMoverWins):
    """Winning Ways, chapter 4: one-dimensional tic-tac-toe, both place X; three in a row wins."""

    length: int = 10

    @property
    def start(self):
        return "." * self.length

    def moves(self, row):
        if "XXX" not in row:
            for i, cell in enumerate(row):
                if cell == ".":
                    yield f"{row[:i]}X{row[i + 1 :]}"


@dataclass(frozen=True)
class MisereKayles(LastMoverLoses):
    """Kayles under the misère rule: knock down one skittle or two that stand side by side."""

    skittles: int = 9

    @property
    def start(self):
        return "|" * self.skittles

    def moves(self, rows):
        for ball in ("|", "||"):
            for i in range(len(rows)):
                if rows.startswith(ball, i):
                    rest = rows[:i] + " " + rows[i + len(ball) :]
                    yield " ".join(sorted(rest.split(), key=len, reverse=True))


@dataclass(frozen=True)
class PegDuotaire(LastMoverWins):
    """Peg duotaire (Moore and Eppstein 2000): hop over a peg into a hole and take it out."""

    board: str = "..oo.ooo.oo.oo.."

    @property
    def start(self):
        return self.board.strip(".")

    def moves(self, pegs):
        pegs = f".{pegs}."
        for i in range(len(pegs) - 2):
            match pegs[i : i + 3]:
                case "oo.":
                    hopped = "..o"
                case ".oo":
                    hopped = "o.."
                case _:
                    continue
            yield (pegs[:i] + hopped + pegs[i + 3 :]).strip(".")
