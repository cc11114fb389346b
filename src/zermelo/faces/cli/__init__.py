"""`zermelo`: from question to answer, picture and game in one line.

Commands are loaded when they are called, so that `--help` and a small solve start at once.

Exit codes: 0 an answer, 1 a check failed, 2 bad input, 3 a check that compared nothing, 130 stopped
by Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import NoReturn

import click

COMMANDS = {
    "solve": ("solving", "Who wins, by how much, the best moves and the line of play."),
    "explain": (
        "explaining",
        "Why this method, the recurrence with numbers, and what greedy loses.",
    ),
    "compare": ("comparing", "Greedy, the naive recursion and a table side by side."),
    "diagnose": ("explaining", "The facts about a game, each with its evidence."),
    "play": ("playing", "Play against perfect play in the terminal."),
    "check": ("explaining", "Hold a game against the property battery."),
    "judge": ("judging", "Hold somebody's solution, recurrence or table against exact answers."),
    "probe": ("tables", "Look a position up in a saved table."),
    "verify": ("tables", "Check every byte and every position of a saved table."),
    "export": ("tables", "A saved table as CSV, JSON lines or Parquet."),
    "estimate": ("estimating", "How many states, how long, how much memory, before starting."),
    "animate": ("pictures", "One self-contained page on which the table fills."),
    "plot": ("pictures", "Heat map, value by move or growth, as a file or in the terminal."),
    "explore": ("serving", "Open a page where every game can be seen and played."),
    "serve": ("serving", "Answer over HTTP, with limits, metrics and logs."),
    "games": ("catalogue", "The catalogue, and the model of a game on one card."),
    "which": ("catalogue", "Which pattern a problem has; the chart by which a method is chosen."),
    "template": ("templating", "A program for a pattern, to be handed in: four languages."),
    "new": ("first_steps", "Write a commented starter game that solves as it is."),
    "bench": ("measuring", "Speeds on this machine, side by side, in short form."),
    "help": ("first_steps", "What the program, or one of its commands, does and takes."),
    "completion": ("first_steps", "Print the line that makes your shell complete names."),
}

EPILOG = "Try: zermelo solve ends 5 3 7 10 · zermelo play tic-tac-toe · zermelo new mygame.py"


class Commands(click.Group):
    """A group that imports a command when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """In the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name."""
        if name not in COMMANDS:
            return None
        module = import_module(f"zermelo.faces.cli.{COMMANDS[name][0]}")
        command: click.Command = getattr(module, f"{name}_" if name == "help" else name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Names and sentences from the table, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; one that is misspelt is told what is near."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from zermelo.faces.cli.console import no_such

            raise no_such("command", args[0], COMMANDS, "`zermelo --help` lists all of them")
        from zermelo.faces.cli.console import COMMAND

        found = super().resolve_command(ctx, args)
        COMMAND.set(found[1])
        return found

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        """Read the words; `--help` and `--version` print here."""
        from zermelo.faces.cli.console import heard

        with heard():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        from zermelo.faces.cli.console import heard

        with heard():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: ARG002 - we end the program ourselves
        windows_expand_args: bool = True,
        **extra: object,
    ) -> NoReturn:
        """Run; every error of ours, or of click's, becomes two lines and an exit code."""
        from zermelo.faces.cli.console import guarded

        click_main = partial(super().main, args, prog_name, complete_var, **extra)
        ended = partial(click_main, standalone_mode=False, windows_expand_args=windows_expand_args)
        sys.exit(guarded(ended))


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="zermelo", message="zermelo %(version)s")
def main() -> None:
    """Zermelo solves finite games exactly: who wins, by how much, every best move, and a proof.

    A GAME is a name of the catalogue (`zermelo games`) or a file: mygame.py:MyGame. Its arguments
    follow: numbers, rows such as 5,3,7 or name=value; @FILE and - read a row from a file or stdin.
    """
