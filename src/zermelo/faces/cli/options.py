"""What commands that take a game have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, TypedDict, TypeGuard, TypeVar, Unpack

import click

from zermelo.engines.choose import ENGINES
from zermelo.errors import BadInput
from zermelo.faces.cli.arguments import game_of, is_only_a_name, named_by
from zermelo.faces.cli.console import (
    PROGRAM,
    keep_output_clean,
    named_when_long,
    no_such,
    progress,
)
from zermelo.limits import time_limit
from zermelo.limits.deadline import Deadline, telling
from zermelo.model.game import UNSET, Game, State
from zermelo.solution import Solution
from zermelo.solution.views import answer_or_reason, value_text

if TYPE_CHECKING:
    from zermelo.faces.cli.game_files import Named
    from zermelo.graph.progress import Callback

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., object])  # before click has made one of it
MISERE = f"{__name__}.misere"
NEGATIVE = {"ignore_unknown_options": True}  # so that −1 is a number and not an option


class WholeNumber(click.types.IntParamType):
    """An int, in words for those who do not program."""

    name = "whole number"


class AnyNumber(click.types.FloatParamType):
    """A float, likewise."""

    name = "number"


A_COUNT, A_NUMBER = WholeNumber(), AnyNumber()


class SolveOptions(TypedDict):
    """What `takes_limits` reads: the arguments of `solve`, None where one was not given."""

    method: str | None
    engine: str | None
    budget: int | None
    memory: str | None
    threads: int | None
    disk: str | None
    cluster: str | None
    tables: tuple[str, ...]
    seconds: float | None


def names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Names of games for the shell, with hyphens where they have spaces."""
    from zermelo.games import GAMES

    known = (name for game in GAMES for name in (game.name, *game.aliases))
    slugs = sorted({name.replace(" ", "-") for name in known})
    return [slug for slug in slugs if slug.startswith(incomplete.casefold())]


def takes_game(command: Command) -> Command:
    """GAME and its arguments."""
    return _takes_game(command, required=True)


def takes_game_or_table(command: Command) -> Command:
    """GAME and its arguments, or the file of a saved table."""
    table = click.option("--table", "file", metavar="FILE", help="A saved table instead of a game.")
    return table(_takes_game(command, required=False))


def _takes_game(command: Command, *, required: bool) -> Command:
    words = click.argument("words", nargs=-1, required=required, metavar="GAME [ARGUMENT]…",
                           shell_complete=names)  # fmt: skip
    misere = click.option(
        "--misere", is_flag=True, expose_value=False, callback=_remember_misere,
        help="Play a last-move game the other way round.",
    )  # fmt: skip
    return words(misere(command))


def takes_trials(command: Command) -> Command:
    """How many random instances, and which."""
    trials = click.option(
        "--trials", type=A_COUNT, metavar="N", help="Draw so many random instances of a class."
    )
    seed = click.option(
        "--seed", type=A_COUNT, metavar="N", help="Draw others than those of seed 0."
    )
    return trials(seed(command))


def _remember_misere(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    context.meta[MISERE] = wanted


def takes_position(command: Command) -> Command:
    """A position other than the start."""
    return click.option(
        "--from",
        "position",
        metavar="STATE",
        help="Begin elsewhere: at 1,3, or as it is printed.",
    )(command)


def takes_view(command: Command) -> Command:
    """How values are told."""
    return click.option(
        "--view",
        metavar="VIEW",
        help="Values as a difference, a pair of scores, or an own total.",
    )(command)


def takes_seconds(command: Command) -> Command:
    """How long it may take."""
    return click.option(
        "--seconds",
        type=A_NUMBER,
        metavar="S",
        callback=_overseen,
        help="Stop each step after so long; say what is known.",
    )(command)


def _overseen(
    context: click.Context,
    option: click.Parameter,  # noqa: ARG001 - as click calls it
    seconds: float | None,
) -> float | None:
    """See to it that the program ends, also where Python cannot end it."""
    if context.find_root().obj is PROGRAM and seconds is not None and 0 < seconds < inf:
        from zermelo.faces.cli.overseer import oversee

        oversee(seconds)
    return seconds


def takes_limits(command: Command) -> Command:
    """How a game is solved, and how much it may take."""
    for option in (
        click.option(
            "--method", metavar="NAME", help="Use this method, or say why it does not fit."
        ),
        click.option("--engine", type=click.Choice([*ENGINES]), help="What runs the rules."),
        click.option("--budget", type=A_COUNT, metavar="N", help="States that may be held."),
        click.option("--memory", metavar="SIZE", help="Memory of compiled tables, e.g. '8 GiB'."),
        click.option("--threads", type=A_COUNT, metavar="N", help="Cores; all of them by default."),
        click.option(
            "--disk", metavar="FOLDER", help="Keep layers there (or s3://…); go on with those."
        ),
        click.option(
            "--cluster", metavar="ADDRESS", help="Dask's scheduler, or 'local'; with --disk."
        ),
        click.option(
            "--tables",
            multiple=True,
            metavar="FILE",
            help="A saved table of the same rules, for its layers; may be repeated.",
        ),
        takes_seconds,
    ):
        command = option(command)
    return command


def game_from(words: Sequence[str]) -> Game:
    """The game, unless a word is an option that does not exist; a file is run in time, too.

    Its prints go to stderr.
    """
    context = click.get_current_context()
    _refuse_options(context, words)
    if context.info_name != "play":
        _tell_of_input(words)
    game = in_time(context.params.get("seconds"), lambda: game_of(words), words[0])
    return misere_game(game) if is_misere() else game


def _tell_of_input(words: Sequence[str]) -> None:
    """Numbers that are piped in without a hyphen are not read: it is said where they are missed."""
    from zermelo.faces.cli.piped import input_waits

    name = " ".join(words)
    if input_waits() and is_only_a_name(words):
        note = f"zermelo: standard input is not read, and this is the example; `{name} -` reads it"
        click.echo(note, err=True)


def is_misere() -> bool:
    """Whether the command line asks for the misère form."""
    return bool(click.get_current_context().meta.get(MISERE))


def class_or_game_from(words: Sequence[str]) -> Game | type[Game]:
    """The class of games where nothing follows its name, else the game that the words make."""
    kind, rest = _kind_from(words)
    return game_from(words) if rest or is_misere() or not _is_class(kind) else kind


def class_from(words: Sequence[str]) -> type[Game]:
    """The class of games that the words name, for random instances of it."""
    kind, rest = _kind_from(words)
    if _is_class(kind) and not rest:
        if is_misere():
            from zermelo.facts.random_instances import example_of

            misere_game(example_of(kind))  # refused here, in the words of the prompt
        return kind
    raise BadInput(
        " ".join(rest) or words[0],
        where="--trials",
        rule="random instances are drawn of a class, which takes no arguments then",
        fix="Name a class, e.g. mygame.py:Coins, or leave --trials out",
    )


def _kind_from(words: Sequence[str]) -> tuple[Named, list[str]]:
    """What the words name, in the time of the command line, and the words behind the name."""
    context = click.get_current_context()
    _refuse_options(context, words)
    return in_time(context.params.get("seconds"), lambda: named_by(list(words)), words[0])


def _is_class(kind: object) -> TypeGuard[type[Game]]:
    return isinstance(kind, type) and issubclass(kind, Game)


def _refuse_options(context: click.Context, words: Sequence[str]) -> None:
    """Refuse a word that is an option that does not exist; what files print goes to stderr."""
    keep_output_clean()
    known = [name for option in context.command.params for name in option.opts if name[0] == "-"]
    for word in words:
        if word.startswith("--") or (word[:1] == "-" and word[1:2].isalpha()):
            raise no_such("option", word, known, "See --help for all of them")


def misere_game(game: Game) -> Game:
    """The misère form, or a refusal in the words of the prompt."""
    from zermelo.model.combine import misere_form

    try:
        return misere_form(game)
    except BadInput as refusal:
        fix = "Leave it out, or name a last-move game, e.g. zermelo solve nim 3 4 5 --misere"
        raise BadInput(refusal.given, where="--misere", rule=refusal.rule, fix=fix) from None


def game_name(game: Game | type[Game]) -> str:
    """What messages call a game: the name of its class."""
    return game.__name__ if isinstance(game, type) else type(game).__name__


def in_time(seconds: float | None, work: Callable[[], T], where: str) -> T:
    """What the work gives, within the time of the command line."""
    with named_when_long(where):
        return Deadline(time_limit(seconds)).run(work, where)


def made_in_time(solution: Solution, seconds: float | None, work: Callable[[], T], what: str) -> T:
    """What is made of a solution, in time; the value is known, and said where it is not made."""

    def answers() -> T:
        with telling(lambda: f"the value is {_value_text(solution)}"):
            return work()

    return in_time(seconds, answers, f"{what} {game_name(solution.game)}")


def _value_text(solution: Solution) -> str:
    outcome = answer_or_reason(lambda: solution.outcome)
    return value_text(solution.game, solution.bounds, outcome)


def solved(
    words: Sequence[str], position: str | None = None, **limits: Unpack[SolveOptions]
) -> Solution:
    """Solve the game of the words, with a bar when it takes long."""
    from zermelo._solve import solve

    game = game_from(words)
    with progress() as told:
        start = start_from(position, game, limits.get("budget"), told)
        return solve(game, start=start, progress=told, **limits)


def solved_or_loaded(
    words: Sequence[str],
    file: str | None,
    position: str | None = None,
    **limits: Unpack[SolveOptions],
) -> Solution:
    """The game of the words solved, or the table of a file, from a position if one is named."""
    if file is None:
        if not words:
            raise click.UsageError("Missing argument 'GAME [ARGUMENT]…'.")
        return solved(words, position, **limits)
    given = [f"--{name}" for name, value in limits.items() if value not in (None, ())]
    if words or given:
        raise BadInput(
            " ".join([*words, *given]),
            where="--table",
            rule="a saved table is solved already, and names its game",
            fix="Leave the rest out, or the table",
        )
    return table_from(file, position, "--from")


def table_from(file: str, position: str | None, where: str) -> Solution:
    """The table of a file, from a position if one is named."""
    from zermelo.solution.loading import load

    keep_output_clean()
    solution = load(file)
    if position is None:
        return solution
    from zermelo.faces.cli.positions import position_of

    return solution.at(position_of(position, solution.game, where, states_first=True))


def start_from(
    position: str | None, game: Game, budget: int | None = None, told: Callback | None = None
) -> State:
    """The position of --from, or the game's own start."""
    if position is None:
        return UNSET
    from zermelo.faces.cli.positions import position_of

    seconds = click.get_current_context().params.get("seconds")
    read = partial(position_of, position, game, "--from", budget, told, states_first=True)
    return in_time(seconds, read, "--from")
