"""Games on graphs and trees, their vertices named by letters."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import NamedTuple

from zermelo import Game, LastMoverWins, Move


def graph_of(edges):
    """The neighbours of each vertex, from edges such as "ab bc"."""
    neighbours = defaultdict(set)
    for a, b in edges.split():
        neighbours[a].add(b)
        neighbours[b].add(a)
    return neighbours


@dataclass(frozen=True)
class NodeKayles(LastMoverWins):
    """Node Kayles (Schaefer 1978): take a vertex; its neighbours go with it."""

    edges: str = "ab bc cd de ea af bg ch di ej fh hj jg gi if"  # Petersen's graph

    @property
    def start(self):
        return frozenset(graph_of(self.edges))

    def moves(self, left):
        neighbours = graph_of(self.edges)
        for vertex in sorted(left):
            yield left - {vertex} - neighbours[vertex]


@dataclass(frozen=True)
class Col(LastMoverWins):
    """Col (Colin Vout), Winning Ways 2: colour a vertex, never beside one of the own colour."""

    edges: str = "ab bc cd de ef fa ad"
    colours = ("blue", "red")

    @property
    def start(self):
        return frozenset()

    def moves(self, painted):
        graph = graph_of(self.edges)
        colour = self.colours[len(painted) % 2]
        colour_of = dict(painted)
        for vertex, neighbours in sorted(graph.items()):
            if vertex not in colour_of and self.may(colour, {colour_of.get(n) for n in neighbours}):
                yield painted | {(vertex, colour)}

    def may(self, colour, beside):
        return colour not in beside


@dataclass(frozen=True)
class Snort(Col):
    """Snort (Simon Norton), Winning Ways 5: colour a vertex, never beside one of the other's."""

    edges: str = "ab bc cd de ef fa ad"

    def may(self, colour, beside):
        other = next(c for c in self.colours if c != colour)
        return other not in beside


def fibonacci_tree(n):
    """The tree of order n as nested tuples: a node is its children, and order 0 is no tree."""
    return tuple(fibonacci_tree(k) for k in (n - 2, n - 1) if k > 0)


@cache
def cuts(tree):
    """The trees that are left when one branch is cut off."""
    found = set()
    for i, branch in enumerate(tree):
        rest = tree[:i] + tree[i + 1 :]
        for less in chain([None], cuts(branch)):
            found.add(tuple(sorted(rest if less is None else (*rest, less))))
    return found


@dataclass(frozen=True)
class FibonacciTree(LastMoverWins):
    """LeetCode 2005, Subtree Removal Game: cut a branch; the root itself is left to the loser."""

    order: int = 6

    @property
    def start(self):
        return fibonacci_tree(self.order)

    def moves(self, tree):
        return sorted(cuts(tree))


class Chase(NamedTuple):
    """Where both are, and whether the mouse is to move."""

    mouse: int
    cat: int
    mouse_moves: bool = True


@dataclass(frozen=True)
class CatAndMouse(Game):
    """LeetCode 913: the mouse runs to its hole at 0, the cat may not enter it."""

    graph: tuple[tuple[int, ...], ...] = ((2, 5), (3,), (0, 4, 5), (1, 4, 5), (2, 3), (0, 2, 3))

    @property
    def start(self):
        return Chase(1, 2)

    def moves(self, state):
        match state:
            case Chase(mouse=0, mouse_moves=False):
                return  # the mouse is home
            case Chase(mouse, cat) if mouse == cat:
                return  # the cat has it
            case Chase(mouse, cat, True):
                for to in self.graph[mouse]:
                    yield Move(Chase(to, cat, False))
            case Chase(mouse, cat, False):
                for to in self.graph[cat]:
                    if to != 0:
                        yield Move(Chase(mouse, to, True))

    def payoff(self, state):
        mouse_wins = state.mouse == 0
        return 1 if mouse_wins == state.mouse_moves else -1


@dataclass(frozen=True)
class CatAndMouseII(Game):
    """LeetCode 1728: jumps on a grid with walls; food for the mouse, or the mouse for the cat."""

    grid: tuple[str, ...] = ("####F", "#C...", "M....")
    cat_jump: int = 1
    mouse_jump: int = 2

    @property
    def start(self):
        return self.find("M"), self.find("C"), "mouse"

    def find(self, letter):
        for r, row in enumerate(self.grid):
            try:
                return r, row.index(letter)
            except ValueError:
                continue
        raise ValueError(f"there is no {letter} on the grid")

    def moves(self, state):
        mouse, cat, mover = state
        if self.over(state):
            return
        if mover == "mouse":
            for to in self.jumps(mouse, self.mouse_jump):
                yield Move((to, cat, "cat"))
        else:
            for to in self.jumps(cat, self.cat_jump):
                yield Move((mouse, to, "mouse"))

    def over(self, state):
        mouse, cat, _ = state
        return mouse == cat or self.find("F") in (mouse, cat)

    def jumps(self, place, longest):
        yield place
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = place
            for _ in range(longest):
                r, c = r + dr, c + dc
                if not (0 <= r < len(self.grid) and 0 <= c < len(self.grid[0])):
                    break
                if self.grid[r][c] == "#":
                    break
                yield r, c

    def payoff(self, state):
        mouse, cat, mover = state
        mouse_wins = mouse == self.find("F") and mouse != cat
        return 1 if mouse_wins == (mover == "mouse") else -1


@dataclass(frozen=True)
class Slither(LastMoverWins):
    """Slither (Silverman, in Gardner 1972) as GAMESMAN's Snake: lengthen the path at either end."""

    rows: int = 3
    cols: int = 3

    @property
    def start(self):
        return ()

    def moves(self, path):
        if not path:
            return [((r, c),) for r in range(self.rows) for c in range(self.cols)]
        head, tail = path[0], path[-1]
        longer = [(dot, *path) for dot in self.beside(head) if dot not in path]
        return longer + [(*path, dot) for dot in self.beside(tail) if dot not in path]

    def beside(self, dot):
        r, c = dot
        near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        return [(r, c) for r, c in near if 0 <= r < self.rows and 0 <= c < self.cols]
