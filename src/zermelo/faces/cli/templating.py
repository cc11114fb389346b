"""`zermelo template`."""

from __future__ import annotations

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.console import rows, say


def patterns(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Names of patterns for the shell."""
    from zermelo.teaching.template import TEMPLATE_PATTERNS

    return [name for name in TEMPLATE_PATTERNS if name.startswith(incomplete)]


@click.command()
@click.argument("pattern", required=False, shell_complete=patterns)
@click.option("--lang", help="python, go, java or cpp; python if unsaid.")
@click.option("--style", help="memo, table or rolling; table if unsaid.")
def template(pattern: str | None, **chosen: str | None) -> None:
    """Print a commented program for a pattern of games; without a pattern, list them.

    The program reads an instance a line and prints an answer a line. It needs nothing of Zermelo.

    \b
    zermelo template
    zermelo template interval
    zermelo template interval --lang java --style rolling > Main.java
    """
    from zermelo.teaching.template import template as text_of

    given = {name: word for name, word in chosen.items() if word is not None}
    if pattern is not None:
        say(text_of(pattern, **given).rstrip("\n"))
    elif given:
        raise BadInput(
            ", ".join(given.values()),
            where="template",
            rule="without a pattern they are listed, in every language and style",
            fix="Name one, e.g. zermelo template interval",
        )
    else:
        _print_all()


def _print_all() -> None:
    from zermelo.teaching.template import LANGUAGE_SUFFIXES, TEMPLATE_PATTERNS, TEMPLATE_STYLES

    rows(
        [
            (name, f"{one.rules}: {one.answers} ({', '.join(one.styles)})")
            for name, one in TEMPLATE_PATTERNS.items()
        ]
    )
    say()
    rows(
        [
            ("--lang", ", ".join(LANGUAGE_SUFFIXES)),
            *((f"--style {key}", told) for key, told in TEMPLATE_STYLES.items()),
        ]
    )
