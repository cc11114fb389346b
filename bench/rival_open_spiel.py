"""OpenSpiel on Connect Four; `rivals` runs this in its own environment.

Of its exact solvers these two end soonest: value iteration takes several times as long as
MinimaxSolver; expectiminimax and the proving Monte Carlo search did not end 4×4 in a minute.
"""

import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

from rivals import report


def text(width: int, height: int) -> str:
    """The game as OpenSpiel names it."""
    return f"connect_four(columns={width},rows={height},x_in_row=4)"


def full_table(width: int, height: int) -> tuple[float, int]:
    """Every position that is not over, each once."""
    solver = MinimaxSolver(text(width, height))
    table = solver.solve()
    root = pyspiel.load_game(text(width, height)).new_initial_state()
    return table[str(root)].value, len(table)


def alpha_beta(width: int, height: int) -> tuple[float, None]:
    """The value of the start alone; nothing is stored."""
    game = pyspiel.load_game(text(width, height))
    value, _ = alpha_beta_search(game, maximum_depth=width * height)
    return value, None


if __name__ == "__main__":
    report({"OpenSpiel MinimaxSolver": full_table, "OpenSpiel alpha_beta_search": alpha_beta})
