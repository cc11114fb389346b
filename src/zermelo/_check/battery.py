"""The properties: each compares what it can, counts it, and returns the first fault it meets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import NamedTuple

from zermelo._check.subject import SAMPLE_SEED, NotApplicable, Subject, Tally
from zermelo.errors import ProofFailed, ZermeloError
from zermelo.facts.instances import smaller
from zermelo.facts.stability import ask_again, start_again
from zermelo.graph.contract import Value
from zermelo.graph.rules import kind_of, layer_of, moves_of
from zermelo.methods import Answers, Table
from zermelo.model.combine import core_of
from zermelo.model.exact import Number
from zermelo.model.game import UNSET, Game, PayoffGame, State, ValueType, declares
from zermelo.model.numerals import how_many, shown, spelled
from zermelo.model.shapes import said_at_least
from zermelo.proof import Claim, verify
from zermelo.proof.checker import check_state
from zermelo.proof.oracle import Oracle, TooLarge
from zermelo.solution import Solution

ORACLE_WORK = 50_000  # states and moves that the naive recursion may look at
ORACLE_SHARE = 16  # of the states and moves of the game, where these are fewer
STATE_WORK = 2_000  # for each of the states near the ends
ORACLE_STATES = 200
MOVES_OF_A_RANDOM_PLAY = 500  # moves of a random play
ENDS_PLAYED = 200  # ends that are asked for a best move too
LAST_PLIES = 5  # states of it that are compared
FEWER_STEPS = 60  # smaller instances tried for the naive recursion
STATES_ASKED_AGAIN = 500  # states that are asked again
COMPILED_WORK = 20_000_000  # states and moves that are worth a checker of their own
PROOF_WORK = 400_000  # states and moves that plain Python proves; beyond, a sample

Test = Callable[[Subject, Tally], str | None]


class Property(NamedTuple):
    """A name, what it compares, how that reads when all is well, and the test."""

    name: str
    noun: str
    phrase: str
    test: Test

    def said(self, tally: Tally) -> str:
        """How many comparisons were made, in words."""
        left = f", {tally.left:,} could not be compared" if tally.left else ""
        return f"{how_many(tally.compared, self.noun)} {self.phrase}{left}"


def _rules(subject: Subject, tally: Tally) -> str | None:
    tally.compared = subject.work  # the exploration raises what is wrong
    return None


def _determinism(subject: Subject, tally: Tally) -> str | None:
    numbers = subject.numbers(tally, STATES_ASKED_AGAIN)
    begun = start_again(subject.game)
    if begun is not None:
        return begun.text
    for answer in ask_again(subject.game, subject.graph, numbers):
        tally.compared += 1
        if answer is not None:
            return answer.text
    return None


def _certificate(subject: Subject, tally: Tally) -> str | None:
    solution = subject.solution
    plies = solution.answers.remoteness if solution.answers.counts_plies else None
    if not _can_prove_all(subject, solution.answers):
        return _held(subject, Claim(subject.worth, plies), tally)
    try:
        tally.compared = solution.prove(budget=2 * len(subject.graph)).checks
    except ProofFailed as lie:
        return str(lie)
    return None


def _can_prove_all(subject: Subject, answers: Answers) -> bool:
    """Whether a proof of every state takes a moment.

    A compiled checker is worth its compilation where there is much to check.
    """
    if subject.is_compiled and isinstance(answers, Table):
        return subject.work > COMPILED_WORK or subject.graph.has_checker
    return subject.work <= PROOF_WORK or type(answers).prove is not Answers.prove


def _parts(subject: Subject, tally: Tally) -> str | None:
    """Nimbers that were added up part by part are mex in every state of the whole game."""
    solution = subject.solution
    if solution.answers.value_type is not ValueType.NIMBER:
        raise NotApplicable("not solved as a sum of parts")
    claim = Claim(subject.worth, None, solution.answers.nimber)
    if subject.work > PROOF_WORK:
        return _held(subject, claim, tally)
    try:
        proof = verify(subject.game, solution.start, claim, budget=2 * len(subject.graph))
    except ProofFailed as lie:
        return str(lie)
    tally.compared = proof.checks
    return None


def _held(subject: Subject, claim: Claim, tally: Tally) -> str | None:
    """The equations of a sample of states."""
    for state in subject.states(tally):
        try:
            check_state(subject.game, state, claim)
        except ProofFailed as lie:
            return str(lie)
        tally.compared += 1
    return None


def _oracle(subject: Subject, tally: Tally) -> str | None:
    """Some states near the ends, and the start of an instance small enough for the recursion."""
    left = _oracle_work(subject)
    for state in _late_states(subject):
        oracle = Oracle(subject.game, limit=min(left, STATE_WORK))
        try:
            fault = _against_oracle(subject, tally, state, oracle)
        except (TooLarge, RecursionError):
            fault = None
        if fault:
            return fault
        left -= min(left, STATE_WORK) - max(0, oracle.limit)
        if left <= 0:
            break
    return _start_against_oracle(subject, tally)


def _oracle_work(subject: Subject) -> int:
    """A share of one look at everything, within limits."""
    return min(ORACLE_WORK, max(subject.oracle_least, subject.work // ORACLE_SHARE))


def _late_states(subject: Subject) -> list[State]:
    """The last states of some random plays, the nearest to an end first; the same every time."""
    game, random = subject.game, Random(SAMPLE_SEED)
    found: dict[State, int] = {}  # → plies to the end of a play
    looked = 0
    while looked < _oracle_work(subject) // 2 and len(found) < ORACLE_STATES:
        line = [subject.solution.start]
        while len(line) < MOVES_OF_A_RANDOM_PLAY and (after := moves_of(game, line[-1])):
            looked += len(after)
            line.append(random.choice(after).to)
        looked += 1
        found.update((state, plies) for plies, state in enumerate(line[:0:-1][:LAST_PLIES]))
    return sorted(found, key=found.__getitem__)


def _start_against_oracle(subject: Subject, tally: Tally) -> str | None:
    candidate = subject
    for _ in range(FEWER_STEPS):
        try:
            oracle = Oracle(candidate.game, limit=_oracle_work(candidate))
            return _against_oracle(candidate, tally, candidate.solution.start, oracle)
        except (TooLarge, RecursionError, NotApplicable):
            instance = None if subject.is_one_of_many else _first_smaller(candidate.game)
            if instance is None:
                break
            candidate = Subject(instance, subject.limits)
    if not tally.compared:
        raise NotApplicable("too large for the naive recursion, and no smaller instance was found")
    return None


def _first_smaller(game: Game) -> Game | None:
    """An instance a step smaller that has a move."""
    for instance in islice(smaller(game), FEWER_STEPS):
        try:
            if next(iter(instance.moves(instance.start)), None) is not None:
                return instance
        except Exception:  # of an instance that nobody asked about
            continue
    return None


def _against_oracle(subject: Subject, tally: Tally, state: State, oracle: Oracle) -> str | None:
    solution = subject.solution.at(state)
    found, graph = solution.value, subject.graph
    expected: Value
    if solution.answers.value_type is ValueType.VECTOR:
        expected = oracle.vector(state)
    elif not graph.is_acyclic and graph.is_outcome:
        return _against_horizon(solution, oracle, tally)
    elif not graph.is_acyclic:
        expected = oracle.cyclic_difference(state)
    elif solution.answers.value_type is ValueType.NIMBER:
        found, expected = solution.nimber, oracle.nimber(state)
    else:
        expected = oracle.difference(state)
    tally.compared += 1
    if equal(found, expected, subject.slack):
        return None
    return (
        f"{spelled(subject.game)} from {spelled(state)} is solved as {shown(found)}, "
        f"the naive recursion says {shown(expected)}"
    )


def _against_horizon(solution: Solution, oracle: Oracle, tally: Tally) -> str | None:
    """On a cyclic game: the win or loss is forced in just as many plies, a draw in no number."""
    plies = solution.remoteness
    expected = oracle.remoteness(solution.start, 8 if plies is None else plies)
    tally.compared += 1
    if expected == plies:
        return None
    return f"{spelled(solution.game)}: remoteness {plies}, the naive recursion says {expected}"


def _self_play(subject: Subject, tally: Tally) -> str | None:
    if not subject.graph.moves:
        raise NotApplicable("nothing is played: the start has no move")
    solution = subject.solution
    play = solution.play()
    found = play.totals if isinstance(subject.game, PayoffGame) else play.difference
    tally.compared = 1
    if equal(found, solution.value, subject.slack * (len(play) + 1)):
        return None
    return f"playing the best moves gives {shown(found)}, the value is {shown(solution.value)}"


def _mirror(subject: Subject, tally: Tally) -> str | None:
    game = subject.game
    if not declares(core_of(game), "mirror"):
        raise NotApplicable("no mirror(state) declared")
    tally.nothing = "nothing to compare: every state is its own mirror"
    mirrored: set[State] = set()  # twins that were compared: of a pair, the other one too
    for state in subject.states(tally):
        if state in mirrored:
            tally.compared += 1
            continue
        twin = game.mirror(state)
        again = game.mirror(twin)
        if again != state:
            return f"mirroring {spelled(state)} twice gives {spelled(again)}"
        if twin == state:
            continue
        worth, other = subject.worth(state), _value_or_fault(subject, twin)
        if isinstance(other, str):
            one, two = spelled(state), spelled(twin)
            return f"{one} has the mirror {two}, of which the rules say: {other}"
        if other is None:
            tally.left += 1
            tally.nothing = "nothing to compare: no twin could be solved within the limit"
            continue
        tally.compared += 1
        mirrored.add(twin)
        if not equal(worth, other, subject.slack):
            one, two = spelled(state), spelled(twin)
            return f"{one} is worth {shown(worth)}, its mirror {two} {shown(other)}"
    return None


def _reflection(subject: Subject, tally: Tally) -> str | None:
    """Another instance of equal value, e.g. the row read backwards."""
    if not declares(core_of(subject.game), "reflected"):
        raise NotApplicable("no reflected() declared")
    if subject.start is not UNSET:
        raise NotApplicable("reflected() is about the game's own start")
    other = subject.game.reflected()
    if other is None:
        tally.nothing = "nothing to compare: reflected() names no other instance"
        return None
    if other == subject.game:
        tally.nothing = "nothing to compare: the instance is its own reflection"
        return None
    worth, found = subject.solution.value, Subject(other, subject.limits).solution.value
    tally.compared += 1
    if equal(worth, found, subject.slack):
        return None
    return f"{spelled(subject.game)} is worth {shown(worth)}, {spelled(other)} {shown(found)}"


def _value_or_fault(subject: Subject, state: State) -> Value:
    try:
        return subject.value_anywhere(state)
    except ZermeloError as error:
        return error.given


def _canonical(subject: Subject, tally: Tally) -> str | None:
    """One state for each kind: it stands for itself and is worth what the others are worth.

    Values are those of the game without the hook: with it, a table may hold one state of each kind,
    and both would be the same entry.
    """
    if not declares(subject.game, "canonical"):
        raise NotApplicable("no canonical(state) declared")
    bare, canonical = _small_without(subject, "canonical")
    tally.nothing = "nothing to compare: every state stands for itself alone"
    for state in bare.states(tally):
        chosen = canonical(state)
        if canonical(chosen) != chosen:
            again = spelled(canonical(chosen))
            return f"{spelled(state)} goes by {spelled(chosen)}, which goes by {again}"
        if chosen == state:
            continue
        worth, other = bare.worth(state), _value_or_fault(bare, chosen)
        if isinstance(other, str):
            return f"{spelled(state)} goes by {spelled(chosen)}, of which the rules say: {other}"
        if other is None:
            tally.left += 1
            continue
        tally.compared += 1
        if not equal(worth, other, bare.slack):
            one, two = spelled(state), spelled(chosen)
            return f"{one} is worth {shown(worth)}, but it goes by {two}, worth {shown(other)}"
    return None


def _small_without(subject: Subject, hook: str) -> tuple[Subject, Callable[[State], State]]:
    """An instance that plain Python solves as if the hook were not there, and the hook."""
    game, start = subject.game, subject.start
    for _ in range(FEWER_STEPS):
        bare = Subject(game, subject.limits, start).without(hook)
        try:
            _ = bare.solution
        except NotApplicable:
            less = _first_smaller(game)
            if less is None:
                break
            game, start = less, UNSET
        else:
            return bare, getattr(game, hook)
    raise NotApplicable(f"too large to be solved without {hook}, and so is every smaller instance")


def _parity(subject: Subject, tally: Tally) -> str | None:
    solution = subject.solution
    if solution.answers.value_type is not ValueType.DIFFERENCE:
        raise NotApplicable("no scores of two players")
    solution.scores_of(solution.start)  # raises when the total is not the same in every play
    for state in subject.states(tally):
        one, two = solution.scores_of(state)  # raises when the parity is wrong
        tally.compared += 1
        if not equal(one - two, subject.worth(state), subject.slack):
            return (
                f"{spelled(state)}: scores {shown(one)} and {shown(two)} do not differ by the value"
            )
    return None


def _base_cases(subject: Subject, tally: Tally) -> str | None:
    solution = subject.solution
    tally.nothing = "nothing to compare: no play ends"
    for state, payoff in subject.ends(tally):
        tally.compared += 1
        value = subject.worth(state)
        if not equal(value, payoff, subject.slack):
            return f"the end {spelled(state)} pays {shown(payoff)}, its value is {shown(value)}"
        if tally.compared <= ENDS_PLAYED and solution.best_moves(state):
            return f"the end {spelled(state)} has best moves"
    return None


def _layer(subject: Subject, tally: Tally) -> str | None:
    """Along every move the layer never rises, or never falls: the first that changes it shows."""
    game = subject.game
    if not declares(game, "layer"):
        raise NotApplicable("no layer(state) declared")
    tally.nothing, first = "nothing to compare: nothing is played", ""
    rises = False
    for state in subject.states(tally):
        here = layer_of(game, state)
        for to in [kind_of(game, move.to) for move in moves_of(game, state)]:
            there = layer_of(game, to)
            tally.compared += 1
            if there == here:
                continue
            told = f"the move from {spelled(state)} to {spelled(to)} leads from {here} to {there}"
            if first and (there > here) != rises:
                return f"{told}, and {first}"
            first, rises = first or told, there > here
    return None


def _space(subject: Subject, tally: Tally) -> str | None:
    space = subject.game.space
    if space is None:
        raise NotApplicable("no space declared")
    for state in subject.states(tally):
        tally.compared += 1
        if state not in space:
            return f"{spelled(state)} lies outside the declared {spelled(space)}"
    return None


def _size(subject: Subject, tally: Tally) -> str | None:
    least = said_at_least(subject.game)
    if least is None or not subject.is_from_the_start:
        raise NotApplicable("no states_at_least declared")
    tally.compared = len(subject.graph)
    if tally.compared >= least:
        return None
    return f"play reaches {how_many(tally.compared, 'state')}, not the {least:,} that are declared"


def _shape(subject: Subject, tally: Tally) -> str | None:
    shape = subject.game.shape
    if shape is None:
        raise NotApplicable("no shape declared")
    for state in subject.states(tally):
        rules, declared = (
            sorted({(shape.same(m.to), m.gain, m.again) for m in source.moves(state)})
            for source in (subject.game, shape)
        )
        tally.compared += 1
        if rules != declared:
            one, two = spelled(rules), spelled(declared)
            return f"in {spelled(state)} the rules give {one}, the declared shape {two}"
    return None


def _bounds(subject: Subject, tally: Tally) -> str | None:
    game = subject.game
    if not declares(game, "bounds") or isinstance(game, PayoffGame):
        raise NotApplicable("no bounds(state) declared")
    for state in subject.states(tally):
        low, high = game.bounds(state)
        value: Number = subject.worth(state)
        tally.compared += 1
        if not low - subject.slack <= value <= high + subject.slack:
            bounds = f"{shown(low)} … {shown(high)}"
            return f"{spelled(state)} is worth {shown(value)}, outside its bounds {bounds}"
    return None


def equal(one: Value, two: Value, slack: float) -> bool:
    """Whether two numbers, or two vectors, are the same within what counts as equal."""
    if isinstance(one, tuple):
        return len(one) == len(two) and all(
            equal(a, b, slack) for a, b in zip(one, two, strict=True)
        )
    return bool(abs(one - two) <= slack)


BATTERY: tuple[Property, ...] = (
    Property("rules", "answer", "looked at, each of the kind it should be", _rules),
    Property("determinism", "state", "asked again, all answered the same", _determinism),
    Property("base cases", "end", "compared, each is worth what it pays", _base_cases),
    Property("oracle", "value", "compared with the naive recursion, all equal", _oracle),
    Property("self-play", "play", "of best moves compared, it gives the value", _self_play),
    Property("certificate", "equation", "checked, all hold", _certificate),
    Property("parts", "equation", "of the whole game checked, all hold", _parts),
    Property("parity", "pair", "of scores compared, each differs by the value", _parity),
    Property("mirror", "twin", "compared, all equal", _mirror),
    Property("reflection", "value", "of the reflected instance compared, it is equal", _reflection),
    Property("canonical", "state", "compared with the one it goes by, all equal", _canonical),
    Property("layer", "move", "compared, layers never rise, or never fall", _layer),
    Property("space", "state", "looked up, all inside", _space),
    Property("size", "state", "counted, as many as declared or more", _size),
    Property("shape", "state", "compared, the rules are those of the shape", _shape),
    Property("bounds", "value", "compared with the bounds, all inside", _bounds),
)
