"""Playing in a terminal: boards, numbered moves, hints, and the review at the end.

`read` asks a line with a prompt, as `input` does; `write` prints a line, as `print` does.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.errors import IllegalMove
from zermelo.faces.coordinates import framed
from zermelo.faces.session import Choice, Session, Turn, number_text
from zermelo.limits.amounts import count_text
from zermelo.model.exact import signed
from zermelo.model.game import PayoffGame
from zermelo.model.numerals import digits

GREEN, YELLOW, RED, BOLD, FAINT = "32", "33", "31", "1", "2"
OUTCOME_MARKS = {"win": ("✓", GREEN), "draw": ("=", YELLOW), "loss": ("✗", RED)}
PLAY_COMMANDS = {
    "h": "hint",
    "hint": "hint",
    "u": "undo",
    "undo": "undo",
    "q": "quit",
    "quit": "quit",
    "?": "help",
    "help": "help",
}
NARROWEST_BOARD = 20  # columns that are counted on
ONE_BELOW_THE_OTHER = 6  # moves that are listed one below the other
MOVES_LISTED = 200  # moves that are listed at all
HELP = (
    "Type a move's number, its name, or the beginning of its name.",
    "  h  hint: what every move is worth",
    "  u  undo: back to your last decision",
    "  q  quit, with the review so far",
    "  ?  this help",
)
PLIES_HELP = '"win in 5" counts the moves of all players, this one included.'
SCORE_HELP = '"+3" is the lead you gain from here on when everyone plays perfectly.'
OWN_HELP = '"+3" is what you collect from here on when everyone plays perfectly.'


def play(
    session: Session,
    *,
    read: Callable[[str], str],
    write: Callable[[str], object],
    colour: bool,
    width: int = 80,
) -> None:
    """Play until the game ends or the human leaves; the review comes last in any case.

    Ctrl-C is passed on after the review.
    """
    terminal = Terminal(session, read, write, colour, max(width, NARROWEST_BOARD))
    try:
        terminal.run()
    except EOFError:
        write("")  # leave the line of the prompt
    except KeyboardInterrupt:
        write("")
        terminal.close()
        raise
    terminal.close()


@dataclass
class Terminal:
    """One game on one screen."""

    session: Session
    read: Callable[[str], str]
    write: Callable[[str], object]
    colour: bool
    width: int  # columns; longer lines are wrapped, and nothing is cut

    def run(self) -> None:
        """Move by move until the end, or until the human quits."""
        self._say(self._welcome())
        self._draw()
        while not self.session.is_over:
            if not self.session.is_human_turn:
                self._say_turn(self.session.engine_move())
            elif not self._decide():
                return
            if self.session.is_human_turn or self.session.is_over or not self.session.human:
                self._draw()

    def close(self) -> None:
        """The report."""
        head, *rest = str(self.session.review()).split("\n")
        self._say(head, BOLD)
        self._say("\n".join(rest))

    # -- a human's turn ------------------------------------------------------------------------

    def _decide(self) -> bool:
        """Ask until a move is played or taken back; False to quit."""
        self._list_moves(self._plain)
        while True:
            text = self.read(f"{self._mover()}> ").strip()
            command = self._command(text)
            if command == "quit":
                return False
            try:
                if self._obey(command, text):
                    return True
            except IllegalMove as error:
                self._say(str(error), RED)

    def _command(self, text: str) -> str | None:
        """The command that was typed, unless a move has that very name."""
        if any(choice.name == text for choice in self.session.choices):
            return None
        return PLAY_COMMANDS.get(text.casefold())

    def _obey(self, command: str | None, text: str) -> bool:
        """Carry a line out; whether the position has changed."""
        if command == "undo":
            turn = self.session.undo()
            self._say(f"taken back to move {turn.number}, {turn.choice.name}")
        elif command == "hint":
            self._list_moves(self._worth)
        elif command == "help" or not text:
            self._help()
        else:
            self._say_turn(self.session.choose(text))
        return command == "undo" or (command is None and bool(text))

    # -- what is said --------------------------------------------------------------------------

    def _welcome(self) -> str:
        names, human = self.session.names, self.session.human
        engines = [name for player, name in enumerate(names) if player not in human]
        humans = [names[player] for player in sorted(human)]
        if not humans:
            return f"Perfect play on all sides: {', '.join(engines)}."
        against = f" against perfect play ({', '.join(engines)})" if engines else ""
        return f"You are {' and '.join(humans)}{against}. ? for help."

    def _help(self) -> None:
        lines = [*HELP]
        if not self.session.is_scored:
            lines.append(PLIES_HELP)
        else:
            lines.append(OWN_HELP if isinstance(self.session.game, PayoffGame) else SCORE_HELP)
        self._say("\n".join(lines))

    def _say(self, text: str, code: str = "") -> None:
        """Write a text, each of its lines wrapped and indented as it begins."""
        for line in text.split("\n"):
            for part in hanging(line, self.width):
                self.write(self._paint(part, code))

    def _draw(self) -> None:
        self.write("")
        board = framed(self.session.game, self.session.board).split("\n")
        margin = "    " if max(map(len, board)) + 4 <= self.width else ""
        if len(board) > 1:
            self.write("\n".join(margin + line for line in board))
        else:
            self._say(margin + board[0])
        if self.session.is_scored:
            self._say(f"    {self._totals()}", FAINT)
        self.write("")

    def _totals(self) -> str:
        pairs = zip(self.session.names, self.session.totals, strict=True)
        return ", ".join(f"{name} {number_text(total)}" for name, total in pairs)

    def _say_turn(self, turn: Turn) -> None:
        name = self.session.names[turn.player]
        gain = f"  {_signed(turn.choice.move.gain)}" if self.session.is_scored else ""
        text = f"move {turn.number}, {name}: {turn.choice.name}{gain}"
        if len(text) > self.width:
            self._say(text)
        else:
            self.write(text.replace(f": {turn.choice.name}", f": {self._bold(turn)}", 1))

    def _bold(self, turn: Turn) -> str:
        return self._paint(turn.choice.name, BOLD)

    def _mover(self) -> str:
        return self.session.names[self.session.player]

    # -- lists of moves ------------------------------------------------------------------------

    def _list_moves(self, tell: Callable[[Choice], tuple[str, str]]) -> None:
        choices = self.session.choices
        for line in self._columns([self._cell(choice, tell) for choice in choices[:MOVES_LISTED]]):
            self.write(line)
        if len(choices) > MOVES_LISTED:
            more, last = len(choices) - MOVES_LISTED, count_text(choices[-1].key)
            self._say(f"  … {more:,} more, up to number {last}")

    def _cell(self, choice: Choice, tell: Callable[[Choice], tuple[str, str]]) -> tuple[str, str]:
        """A move of the list, and its colour."""
        shown = self.session.choices[:MOVES_LISTED]
        wide = max(len(digits(other.key)) for other in shown)
        long = max(len(other.name) for other in shown)
        words, code = tell(choice)
        return f"{digits(choice.key):>{wide}}. {choice.name:<{long}}  {words}".rstrip(), code

    def _columns(self, cells: Sequence[tuple[str, str]]) -> list[str]:
        """A few moves one below the other, many side by side; one that is too long is wrapped."""
        wide = max(len(text) for text, _ in cells) + 2
        if wide > self.width:
            parts = [(part, code) for text, code in cells for part in hanging(text, self.width - 2)]
            return [f"  {self._paint(text, code)}" for text, code in parts]
        across = 1 if len(cells) <= ONE_BELOW_THE_OTHER else max(1, (self.width - 2) // wide)
        rows = [cells[at : at + across] for at in range(0, len(cells), across)]
        return [
            "  " + "".join(self._padded(text, code, wide) for text, code in row).rstrip()
            for row in rows
        ]

    def _padded(self, text: str, code: str, wide: int) -> str:
        return self._paint(text, code) + " " * (wide - len(text))

    def _plain(self, choice: Choice) -> tuple[str, str]:
        gain = choice.move.gain
        return (_signed(gain) if gain or self.session.is_scored else "", "")

    def _worth(self, choice: Choice) -> tuple[str, str]:
        """What a hint says of a move."""
        words, code = self._score(choice) if self.session.is_scored else _ending(choice)
        return (f"{words}  ← best" if self._stands_out(choice) else words), code

    def _stands_out(self, choice: Choice) -> bool:
        """Whether the move is as good and as quick as any, and some other is not."""
        best = self.session.hint()
        equal = [c for c in self.session.choices if c.best and c.plies == best.plies]
        return choice in equal and len(equal) < len(self.session.choices)

    def _score(self, choice: Choice) -> tuple[str, str]:
        less = self.session.hint().value - choice.value
        if less <= (self.session.game.tolerance or 0):
            return f"✓ {_signed(choice.value)}", GREEN
        return f"✗ {_signed(choice.value)}, {number_text(less)} less", RED

    def _paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour and code else text


def hanging(line: str, width: int) -> list[str]:
    """A line in parts that fit; the later ones are indented deeper than the first."""
    if len(line) <= width:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)


def _ending(choice: Choice) -> tuple[str, str]:
    mark, code = OUTCOME_MARKS[choice.outcome]
    plies = f" in {choice.plies}" if choice.plies is not None and choice.outcome != "draw" else ""
    return f"{mark} {choice.outcome}{plies}", code


def _signed(value: object) -> str:
    """A gain with its sign; floats are cut to nine digits."""
    return signed(float(number_text(value)) if isinstance(value, float) else value)
