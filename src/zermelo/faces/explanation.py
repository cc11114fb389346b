"""A solution in words: the plan, the recurrence with this game's numbers, and what greedy loses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from zermelo.errors import ZermeloError
from zermelo.exact import signed
from zermelo.faces.spelling import words_of
from zermelo.game import Game, PayoffGame, State, ValueType, seats
from zermelo.numerals import spelled, written
from zermelo.solution import Option, Solution
from zermelo.solution.lines import best_line
from zermelo.solution.play import move_name

MOST_STEPS = 16  # of a trace
MOST_OPTIONS = 12  # of a state
RECURRENCES = {
    ValueType.DIFFERENCE: "D(S) = max over moves [ g − D(S') ], or g + D(S') when the mover moves "
    "again; D(end) = payoff\nD(S) is the mover's total minus the other's from S on.",
    ValueType.OUTCOME: "S wins if some move leaves a loss, loses if every move leaves a win, and "
    "is a draw otherwise.",
    ValueType.VECTOR: "V(S) = the total of every player; the mover takes the move with the largest "
    "own total.",
    ValueType.NIMBER: "nimber(S) = the least number that no move reaches (mex); parts add by XOR; "
    "0 loses.",
}


def explanation(solution: Solution, state: State) -> Iterator[tuple[str, str]]:
    """Sections with their titles."""
    yield "The plan", str(solution.plan)
    yield "The recurrence", RECURRENCES[solution.answers.value_type]
    yield "This position", _position(solution, state)
    trace = _trace(solution.at(state))
    if trace:
        yield "Best play, step by step", trace
    greedy = _greedy(solution)
    if greedy:
        yield "What greedy would have lost", greedy


def _position(solution: Solution, state: State) -> str:
    """The recurrence with the numbers of one state."""
    return f"{_headed(solution.game, state)}\n{_equation(solution, state)}"


def _headed(game: Game, state: State) -> str:
    """The state as it is typed, and as the game shows it."""
    typed, drawn = words_of(state), str(game.show(state))
    if drawn in (typed, spelled(state)):
        return drawn
    return f"{typed}\n{drawn}" if "\n" in drawn else f"{typed}   {drawn}"


def _equation(solution: Solution, state: State) -> str:
    if solution.answers.best(state) is not None:
        return "\n".join(
            [*_named_best(solution, state), f"so the value is {_worth(solution, state)}"]
        )
    options = solution.options(state)
    value = solution.value_of(state)
    if not options:
        nimber = ", and the nimber 0" if solution.answers.knows_nimbers else ""
        return f"no moves: the payoff is {written(value)}{nimber}"
    lines = [_branch(solution, option) for option in options[:MOST_OPTIONS]]
    if len(options) > MOST_OPTIONS:
        lines.append(f"… and {len(options) - MOST_OPTIONS} more moves")
    return "\n".join([*lines, f"so the value is {_worth(solution, state)}"])


def _named_best(solution: Solution, state: State) -> list[str]:
    """Best moves that a form names without comparing all of them."""
    best = solution.first_best_moves(MOST_OPTIONS, state)
    lines = [
        f"✓ {move_name(solution.game, move)}: leaves a {solution.outcome_of(move.to)}"
        for move in best
    ]
    return [*lines, "… and more moves than can be listed"]


def _branch(solution: Solution, option: Option) -> str:
    """One move: its gain, what it leaves, what it is worth."""
    move = option.move
    name = move_name(solution.game, move).replace("\n", " / ")
    mark = "✓" if option.best else " "
    left = solution.value_of(move.to)
    if isinstance(solution.game, PayoffGame):
        totals = f"gains {written(move.gain)}, then {written(left)}: totals {written(option.value)}"
        return f"{mark} {name}: {totals}"
    if solution.answers.value_type is ValueType.DIFFERENCE:
        sign = "+" if move.again else "−"
        gain, rest, worth = map(written, (move.gain, left, option.value))
        return f"{mark} {name}: {gain} {sign} ({rest}) = {worth}"
    plies = "" if option.plies is None else f" in {option.plies}"
    nimber = (
        f", nimber {written(solution.nimber_of(move.to))}" if solution.answers.knows_nimbers else ""
    )
    return f"{mark} {name}: leaves a {solution.outcome_of(move.to)}{plies}{nimber}" + (
        ", and the mover moves again" if move.again else ""
    )


def _worth(solution: Solution, state: State) -> str:
    value = solution.value_of(state)
    if isinstance(solution.game, PayoffGame):
        return written(value)
    if solution.answers.value_type is ValueType.DIFFERENCE:
        return signed(value) if value else "0"
    words = f"{written(value)}, a {solution.outcome_of(state)}"
    if not solution.answers.knows_nimbers:
        return words
    nimber = written(solution.nimber_of(state))
    return f"{words}, and the nimber {nimber}, the least that no move leaves"


def _trace(solution: Solution) -> str:
    """The line of best play with the reason of every move."""
    play = best_line(solution, most=MOST_STEPS + 1)
    names = seats(solution.game, solution.start)
    lines: list[str] = []
    for number, step in enumerate(islice(play.steps, MOST_STEPS), 1):
        compared = _compared(solution, step.state)
        took = move_name(solution.game, step.move).replace("\n", " / ")
        lines.append(f"{number:>3}. {names[step.player]}: {took}   [{compared}]")
    if len(play.steps) > MOST_STEPS:
        lines.append("     …")
    return "\n".join(lines)


def _compared(solution: Solution, state: State) -> str:
    if solution.answers.best(state) is not None:
        return f"by the form: {solution.plan.title}"
    options = solution.options(state)[:MOST_OPTIONS]
    return "; ".join(_branch(solution, option).strip() for option in options)


def _greedy(solution: Solution) -> str:
    """The largest gain now, against perfect play."""
    try:
        match = solution.against("greedy")
    except ZermeloError:
        return ""
    if not any(step.move.gain for step in match.play.steps):
        return ""  # nothing is gained on the way, so there is nothing to be greedy about
    return str(match) if match.lost else f"nothing: {match}"
