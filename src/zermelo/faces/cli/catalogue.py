"""`zermelo games`, `zermelo which`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zermelo.errors import BadInput
from zermelo.faces.cli.arguments import catalogued, example_words, game_of
from zermelo.faces.cli.console import keep_output_clean, paint, rows, say, width, wrapped
from zermelo.faces.cli.options import (
    class_or_game_from,
    game_name,
    in_time,
    misere_game,
    names,
    takes_seconds,
)
from zermelo.faces.cli.side_by_side import side_by_side

if TYPE_CHECKING:
    from zermelo.games.base import Catalogued
    from zermelo.model.game import Game
    from zermelo.teaching.cards import Card
    from zermelo.teaching.which import PatternMatch

SIDE_BY_SIDE_FROM = 60  # columns from which on names and rules stand side by side
COMPARED = ("pattern", "state", "moves", "gain", "end", "values", "turn", "wins", "tie", "formula",
            "recurrence", "states", "time", "space")  # fmt: skip
NOTHING_SAID = {"tie": "none: it is won or lost", "formula": "none is known"}


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME | WORD]…", shell_complete=names)
@click.option("--compare", "compared", is_flag=True, help="The games named, side by side.")
@click.option("--misere", is_flag=True, help="A last-move game the other way round.")
@takes_seconds
@click.option("--json", "as_json", is_flag=True, help="The same as JSON; see docs/commands.md.")
def games(
    words: tuple[str, ...], compared: bool, misere: bool, seconds: float | None, as_json: bool
) -> None:
    """The catalogue; with a name, the model of a game; with other words, the games about them.

    \b
    zermelo games
    zermelo games lc1140
    zermelo games mygame.py:Coins
    zermelo games nim --misere
    zermelo games either end
    zermelo games --compare lc877 lc486 lc1140 lc464 lc1025
    """
    keep_output_clean()
    if compared:
        _print_compared(words, misere, seconds, as_json)
        return
    game = _named(words, seconds)
    if game is not None:
        _print_card(_card(game, misere, seconds), game, as_json)
        return
    _print_about(words, as_json)


def _card(game: Game | type[Game], misere: bool, seconds: float | None) -> Card:
    """The model of a game or of a class, in time."""
    from zermelo.teaching.cards import card

    return in_time(seconds, lambda: card(_form(game, misere)), game_name(game))


def _form(game: Game | type[Game], misere: bool) -> Game | type[Game]:
    """The game itself, or the one with its ending turned round."""
    if not misere:
        return game
    from zermelo.facts.random_instances import example_of

    return misere_game(example_of(game) if isinstance(game, type) else game)


def _named(words: Sequence[str], seconds: float | None) -> Game | type[Game] | None:
    """The class or the game that the words name; None where they name none."""
    from zermelo.games import find

    if words and _is_file(words[0]):
        return class_or_game_from(words)
    with suppress(BadInput):
        return find(" ".join(words))
    with suppress(BadInput):
        return _in_the_catalogue(words, seconds) if len(words) > 1 else None
    return None


def _in_the_catalogue(words: Sequence[str], seconds: float | None) -> Game:
    """The game of the catalogue that the words make, in time."""
    return in_time(seconds, lambda: game_of(words), words[0])


# -- one game -------------------------------------------------------------------------------------


def _print_card(found: Card, game: Game | type[Game], as_json: bool) -> None:
    if as_json:
        say(json.dumps(found.record(), ensure_ascii=False))
        return
    rows([*found.rows(), *_tried(game)])


def _tried(kind: Game | type[Game]) -> list[tuple[str, str]]:
    """What to type next, of a class of the catalogue."""
    from zermelo.games.base import Catalogued

    if not isinstance(kind, type) or not issubclass(kind, Catalogued):
        return []
    return [("try", f"zermelo solve {kind.name.replace(' ', '-')} {example_words(kind)}".rstrip())]


# -- several games --------------------------------------------------------------------------------


def _print_compared(
    words: Sequence[str], misere: bool, seconds: float | None, as_json: bool
) -> None:
    if len(words) < 2:
        raise BadInput(
            " ".join(words) or "nothing",
            where="--compare",
            rule="it takes two games or more",
            fix="Name them, e.g. zermelo games --compare lc877 lc486 lc1140",
        )
    cards = [_card(_one(word), misere, seconds) for word in words]
    if as_json:
        say(json.dumps([found.record() for found in cards], ensure_ascii=False))
        return
    tables = [dict(found.rows()) for found in cards]
    heads = [aspect for aspect in COMPARED if any(aspect in table for table in tables)]
    cells = [
        [table.get(aspect, NOTHING_SAID.get(aspect, "–")) for table in tables] for aspect in heads
    ]
    side_by_side([found.name for found in cards], heads, cells)


def _one(word: str) -> Game | type[Game]:
    """One word, one game; a class stands for its example."""
    return class_or_game_from([word]) if _is_file(word) else catalogued([word])[0]


def _is_file(word: str) -> bool:
    return word.partition(":")[0].endswith(".py")


# -- the catalogue --------------------------------------------------------------------------------


def _print_about(words: Sequence[str], as_json: bool) -> None:
    from zermelo.teaching.which import about

    text = " ".join(words)
    found = about(text)
    if not found:
        raise _nothing_about(text)
    if as_json:
        listed = [{"name": g.name, "aliases": g.aliases, "rules": g.rules()} for g in found]
        say(json.dumps(listed, ensure_ascii=False))
        return
    for game in found:
        _print_line(game)


def _nothing_about(words: str) -> BadInput:
    from zermelo.games import near

    close = ", ".join(near(words))
    return BadInput(
        words,
        where="the catalogue",
        rule="no game has this name, and none has these words in its rules or clues",
        fix=f"Did you mean {close}?" if close else "`zermelo games` lists all of them",
    )


def _print_line(game: type[Catalogued]) -> None:
    """Name, first sentence and aliases; in a narrow terminal the name has a line of its own."""
    also = f"  {', '.join(game.aliases)}" if game.aliases else ""
    indent = 4 if (width() or SIDE_BY_SIDE_FROM) < SIDE_BY_SIDE_FROM else 21
    first, *rest = wrapped(f"{_first_sentence(game.rules())}{also}", indent)
    head = paint(game.name, bold=True)
    if indent == 4:
        say(head)
        say(f"{'':<{indent}}{first}")
    else:
        say(f"{head}{'':<{21 - len(game.name)}}{first}")
    for line in rest:
        say(f"{'':<{indent}}{line}")


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".")


# -- patterns -------------------------------------------------------------------------------------


@click.command()
@click.argument("words", nargs=-1, metavar="[WORD]…")
@click.option(
    "--chart", "charted", is_flag=True, help="How a method is chosen; of a game, its way."
)
@click.option("-o", "--output", metavar="FILE.svg", help="The chart as a picture.")
@click.option("--misere", is_flag=True, help="With --chart, a last-move game the other way round.")
@takes_seconds
@click.option("--json", "as_json", is_flag=True, help="The same as JSON; see docs/commands.md.")
def which(
    words: tuple[str, ...],
    charted: bool,
    output: str | None,
    misere: bool,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Which pattern a problem has, by its own words; or the chart by which a method is chosen.

    \b
    zermelo which "take from either end"
    zermelo which @problem.txt
    zermelo which --chart
    zermelo which --chart lc1140
    zermelo which --chart mygame.py:Coins
    zermelo which --chart -o chart.svg
    """
    if misere and (output is not None or not charted or not words):
        raise BadInput(
            "--misere without a game",
            where="which",
            rule="it is the misère form of a game whose way is shown",
            fix="Name one, e.g. zermelo which --chart nim 3 4 --misere, or leave it out",
        )
    if charted or output is not None:
        _print_chart(words, output, misere, seconds, as_json)
        return
    from zermelo.teaching.which import which as matching

    found = matching(" ".join(_read_words(words)))
    if as_json:
        say(json.dumps([match.record() for match in found], ensure_ascii=False))
        return
    for place, match in enumerate(found):
        if place:
            say()
        rows(_told(match))


def _read_words(words: Sequence[str]) -> Iterator[str]:
    """The words of a problem, or its text from standard input ("-") or a file ("@problem.txt")."""
    from zermelo.faces.cli.number_files import text_from

    for word in words:
        yield text_from(word.removeprefix("@")) if word == "-" or word[:1] == "@" else word


def _told(match: PatternMatch) -> list[tuple[str, str]]:
    told = [
        ("pattern", match.title),
        ("because", match.clue),
        ("state", match.state),
        ("recurrence", match.recurrence),
        ("template", f"zermelo.{match.template}" if match.template else ""),
        ("program", f"zermelo template {match.program}" if match.program else ""),
        ("games", ", ".join(match.games)),
    ]
    return [(head, text) for head, text in told if text]


def _print_chart(
    words: Sequence[str], output: str | None, misere: bool, seconds: float | None, as_json: bool
) -> None:
    from zermelo.teaching.chart import chart

    if output is not None:
        from zermelo.faces.chart_picture import chart_svg
        from zermelo.faces.cli.pictures import suffixed, write_picture

        suffixed(output, (".svg",))
        write_picture(Path(output), chart_svg())
        say(f"{output} is written")
        return
    if not words:
        say(json.dumps(chart()) if as_json else chart())
        return
    keep_output_clean()
    steps = _route(words, misere, seconds)
    if as_json:
        say(json.dumps([{"question": text, "answer": told} for text, told in steps]))
        return
    rows([(answer, text) for text, answer in steps[:-1]] + [steps[-1]])


def _route(words: Sequence[str], misere: bool, seconds: float | None) -> list[tuple[str, str]]:
    """The questions about the game of the words, in time."""
    from zermelo.teaching.cards import instance_of
    from zermelo.teaching.chart import route

    is_file = _is_file(words[0])
    named = class_or_game_from(words) if is_file else _in_the_catalogue(words, seconds)

    def asked() -> list[tuple[str, str]]:
        game = instance_of(named)
        return route(misere_game(game) if misere else game)

    return in_time(seconds, asked, game_name(named))
