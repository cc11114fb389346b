"""Positions by the rules alone, two plies around one, and bounds: as a worker answers them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service_client import serving
from service_games import SMALL, ask
from zermelo.errors import RulesError, ZermeloError
from zermelo.faces.service.answers import Desk
from zermelo.faces.service.library import Library
from zermelo.faces.service.problems import ServiceProblem
from zermelo.faces.service.settings import Settings
from zermelo.faces.service.worker_process import alarm


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(Settings(check_every=0))


def asked(desk: Desk, operation: str, game: str, **parts: Any) -> Any:
    question = {"operation": operation, "game": game, "arguments": None, "position": None, **parts}
    key = f"{game} {question['arguments']} {question.get('misere')}"
    return desk.answer({"key": key, "moves": [], **question})[0]  # type: ignore[typeddict-item]


def test_a_board_is_drawn_without_a_solution(desk: Desk) -> None:
    large = {"width": 7, "height": 6}
    told = asked(desk, "board", "connect four", arguments=large, moves=["4", "4"])
    assert (told["player"], told["names"], told["ending"]) == ("X", ["X", "O"], None)
    assert [turn["name"] for turn in told["turns"]] == ["4", "4"]
    assert len(told["choices"]) == 7
    assert "z-second-disc" in told["svg"]
    over = asked(desk, "board", "tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])
    assert (over["ending"], over["result"]) == ("no moves are left", "X wins")


def test_what_nothing_bounds_is_not_settled(desk: Desk, tmp_path: Path) -> None:
    """A last-move game of one's own that declares no bounds: None is no proof."""
    desk.library = Library((f"{written(tmp_path)}:Pairs",))
    told = asked(desk, "bounds", "Pairs", spend=0.05)
    assert not told["settled"]
    assert any(move["low"] is None or move["low"] != move["high"] for move in told["moves"])


def written(folder: Path) -> Path:
    (folder / "pairs.py").write_text(
        "from zermelo import Game, Move\n\n"
        "class Pairs(Game):\n"
        "    start = (40, 40, 40)\n"
        "    def moves(self, state):\n"
        "        for place, heap in enumerate(state):\n"
        "            for left in range(heap):\n"
        "                yield Move((*state[:place], left, *state[place + 1:]), gain=left % 3)\n",
        encoding="utf-8",
    )
    return folder / "pairs.py"


def test_an_unreadable_text_is_told_how_to_write_a_state(desk: Desk) -> None:
    with pytest.raises(ServiceProblem) as refused:
        asked(desk, "position", "nim", arguments={"heaps": [9, 9, 9, 9]}, text="x x x")
    assert "--json" not in refused.value.fix
    assert "budget" not in refused.value.fix
    assert refused.value.fix == "Write it as the game does, e.g. 9 + 9 + 9 + 9."


@pytest.mark.parametrize(
    ("game", "text", "position"),
    [
        ("cat and mouse", "mouse 3, cat 4, cat to move", [3, 4, True]),
        ("ends", "[3,7]", [1, 2]),
        ("ends", "3 7", [1, 2]),
        ("ends", "5,3,7", [0, 2]),
        ("nim", "3+4+4", [3, 4, 4]),
        ("nim", "9 4 4", [4, 4, 9]),
        ("kayles", "4 + 2", [2, 4]),
        ("grundy", "3 + 4", [3, 4]),
        ("wythoff", "9 7", [9, 7]),
    ],
)
@pytest.mark.parametrize("misere", [False, True])
def test_what_a_game_shows_is_read_with_any_blanks_wherever_play_begins(
    desk: Desk, game: str, text: str, position: Any, misere: bool
) -> None:
    misere = misere and game in ("nim", "kayles", "grundy", "wythoff")
    told = asked(desk, "position", game, text=text, misere=misere)
    assert told["position"] == position
    assert asked(desk, "position", game, text=told["text"])["position"] == position


def test_a_position_is_read_off_a_text(desk: Desk) -> None:
    told = asked(desk, "position", "chess ending", text="2k1/4/4/R1K1 b")
    assert told["position"] == [2, 0, 14, 1]
    board = asked(desk, "board", "chess ending", position=told["position"])
    assert (board["names"], board["player"]) == (["Black", "White"], "Black")
    with pytest.raises(ServiceProblem, match="men here are KRk"):
        asked(desk, "position", "chess ending", text="2k1/4/4/Q1K1 b")


@pytest.mark.parametrize("operation", ["board", "play"])
def test_who_moves_in_a_position_is_said_with_it(desk: Desk, operation: str) -> None:
    more = {"humans": [0, 1], "engine": False}
    told = asked(desk, operation, "ends", position=[0, 2], mover=1, **more)
    assert (told["player"], told["names"]) == ("second player", ["second player", "first player"])
    assert (told["mover"], told["movers"]) == (1, ["first player", "second player"])
    told = asked(desk, operation, "ends", position=[0, 2], mover=1, moves=["left"], **more)
    assert (told["player"], told["mover"]) == ("first player", 0)
    told = asked(desk, operation, "cat and mouse", position=[3, 4, True], **more)
    assert (told["player"], told["mover"], told["movers"]) == ("cat", 1, [])
    with pytest.raises(ServiceProblem, match="the position itself says that cat is to move") as no:
        asked(desk, operation, "cat and mouse", position=[3, 4, True], mover=0, **more)
    assert no.value.field == "mover"


def test_the_report_the_line_and_the_record_name_who_was_said_to_move(desk: Desk) -> None:
    told = asked(desk, "play", "ends", position=[0, 2], mover=1, humans=[0, 1], engine=False)
    assert told["report"]["expected"].startswith("second player wins")
    assert [step["player"] for step in told["line"]][:2] == ["second player", "first player"]
    record = asked(desk, "solve", "ends", position=[0, 2], mover=1)
    assert record["winner"] == "second player"
    assert asked(desk, "solve", "ends", position=[0, 2])["winner"] == "player to move"


@pytest.mark.parametrize("game", ["piece ending", "quixo"])
def test_everyone_keeps_a_colour_in_a_position_set_up_again(desk: Desk, game: str) -> None:
    first = asked(desk, "board", game)["choices"][0]["name"]
    told = asked(desk, "board", game, moves=[first])
    again = asked(desk, "board", game, position=told["position"], mover=1)
    assert (again["text"], again["mover"]) == (told["text"], told["mover"]) == (told["text"], 1)
    assert again["svg"].count("z-white") == told["svg"].count("z-white")
    read = asked(desk, "position", game, text=told["text"], mover=1)
    assert (read["position"], read["text"]) == (told["position"], told["text"])


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("game", "heaps"), [("nim", [3, 4]), ("kayles", [4, 2])])
def test_facts_are_told_of_heaps_that_the_start_does_not_lead_to(
    desk: Desk, game: str, heaps: list[int], misere: bool
) -> None:
    assert asked(desk, "diagnose", game, position=heaps, misere=misere)["states"] > 10
    with pytest.raises(ZermeloError, match=r"position of|known"):
        asked(desk, "diagnose", game, position=["x"], misere=misere)


def test_facts_speak_of_states_as_the_game_shows_them(desk: Desk) -> None:
    told = asked(desk, "diagnose", "cat and mouse")
    evidence = " ".join(fact["evidence"] for fact in told["facts"]) + told["minimal"]
    assert "mouse 1, cat 2, mouse to move" in evidence
    assert not re.search(r"True|False|frozenset", evidence)


def test_an_empty_text_is_told_as_one(desk: Desk) -> None:
    for game in ("nim", "kalah"):
        with pytest.raises(ServiceProblem, match="the text is empty"):
            asked(desk, "position", game, text=" ")


def test_an_example_is_advised_where_there_is_one(own_file: Path) -> None:
    library = Library((f"{own_file}:Bound",))
    with pytest.raises(ServiceProblem) as refused:
        library.game("Bound", {"size": 0})
    assert refused.value.fix == "Change the fields."


def test_a_fen_says_who_moves(desk: Desk) -> None:
    told = asked(desk, "position", "piece ending", text="4/4/1R2/K1k1 b", mover=0)
    assert (told["mover"], told["text"].splitlines()[-1]) == (1, "K · k ·")
    board = asked(desk, "board", "piece ending", position=told["position"], mover=1)
    assert board["text"] == told["text"]
    unsaid = asked(desk, "position", "piece ending", text="4/4/1R2/K1k1", mover=1)
    assert (unsaid["position"], unsaid["mover"]) == (told["position"], 1)


def test_two_plies_around_a_position_are_told(desk: Desk) -> None:
    told = asked(desk, "around", "ends", arguments={"row": [5, 3, 7, 10]})
    moves = {move["name"]: move for move in told["moves"]}
    assert (moves["left"]["outcome"], moves["right"]["best"]) == ("loss", True)
    answers = {answer["name"]: answer["best"] for answer in moves["left"]["answers"]}
    assert answers == {"left": False, "right": True}
    wide = asked(desk, "around", "subtraction", arguments={"heap": 40, "takes": list(range(1, 31))})
    assert (wide["count"], len(wide["moves"])) == (30, 24)
    assert any(move["best"] for move in wide["moves"])


def test_a_game_in_progress_has_its_best_line_and_whose_each_step_is(desk: Desk) -> None:
    told = asked(desk, "play", "ends", arguments={"row": [5, 3, 7, 10]}, humans=[0], engine=False)
    steps = [(step["name"], step["player"]) for step in told["line"]]
    assert steps[:2] == [("right", "first player"), ("right", "second player")]
    assert [step["seat"] for step in told["line"]] == [0, 1, 0, 1]
    assert told["turns"] == []


def test_a_position_that_play_does_not_reach_is_solved_from_there(desk: Desk) -> None:
    with pytest.raises(ServiceProblem, match="the player to move"):
        asked(desk, "position", "tic-tac-toe", text="X X X\nO O O\n· · ·")
    bar = {"height": 2, "width": 3}
    told = asked(desk, "play", "chomp", arguments=bar, position=[3, 1], humans=[0], engine=False)
    assert told["choices"]


def test_bounds_are_told_for_every_move(desk: Desk) -> None:
    told = asked(desk, "bounds", "tic-tac-toe", position=[0b11000, 0b00011], spend=5.0)
    assert [(move["low"], move["high"]) for move in told["moves"]][:2] == [(1, 1), (1, 1)]
    assert (told["low"], told["high"], told["settled"]) == (1, 1, True)


def test_fields_have_their_real_defaults_and_errors_the_words_of_the_class() -> None:
    library = Library()
    games = {game["name"]: game for game in library.describe()}
    fields = {field["name"]: field["default"] for field in games["connect four"]["fields"]}
    assert fields == {"width": 7, "height": 6, "line": 4}
    assert games["ends"]["fields"][0]["default"] is None


OWN = '''
from dataclasses import dataclass, field
from zermelo import LastMoverWins

class Stuck(LastMoverWins):
    """Rules that never come back."""
    start = 3
    def moves(self, state):
        while True:
            pass

@dataclass(frozen=True)
class Walls(LastMoverWins):
    """Fields of every kind that have defaults."""
    heaps: tuple[int, ...] = field(default_factory=lambda: (3, 4))
    walls: tuple[tuple[int, int], ...] = ()
    @property
    def start(self):
        return self.heaps
    def moves(self, state):
        return []

class Bound(LastMoverWins):
    """A size that is refused."""
    def __init__(self, size: int):
        raise ValueError("too small")

class Undrawn(LastMoverWins):
    """A picture that fails."""
    start = 4
    def moves(self, state):
        return [state - 1] if state else []
    def picture(self, state):
        return 1 / 0

class Unshown(LastMoverWins):
    """A show that fails on the way."""
    start = 4
    def moves(self, state):
        return [state - 1] if state else []
    def show(self, state):
        return str(12 // (state - 3))

class Unsketched(LastMoverWins):
    """An svg that fails."""
    start = 4
    def moves(self, state):
        return [state - 1] if state else []
    def svg(self, state):
        return {}[state]
'''


@pytest.fixture(scope="module")
def own_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "written.py"
    path.write_text(OWN)
    return path


def test_rules_that_never_come_back_do_not_hold_up_the_list_of_games(own_file: Path) -> None:
    library = Library((f"{own_file}:Stuck",))
    with alarm(20):
        stuck = library.describe()[0]
    assert stuck["svg"].startswith("<svg")


def test_a_default_that_a_dataclass_makes_is_a_default(own_file: Path) -> None:
    fields = Library((f"{own_file}:Walls",)).describe()[0]["fields"]
    assert [(field["kind"], field["default"]) for field in fields] == [
        ("row", [3, 4]),
        ("rows", []),
    ]


def test_a_picture_that_fails_says_where_and_why(own_file: Path) -> None:
    desk = Desk(Settings(games=(f"{own_file}:Undrawn",), check_every=0))
    with pytest.raises(RulesError, match=r"Undrawn\.picture\(4\).*ZeroDivisionError"):
        asked(desk, "board", "Undrawn")


@pytest.mark.parametrize("operation", ["board", "play", "moves"])
def test_a_show_or_svg_that_fails_says_where_and_why(own_file: Path, operation: str) -> None:
    games = tuple(f"{own_file}:{name}" for name in ("Unshown", "Unsketched"))
    desk = Desk(Settings(games=games, check_every=0))
    more = {"humans": [0, 1], "engine": False}
    with pytest.raises(RulesError, match=r"Unshown\.show\(3\).*ZeroDivisionError"):
        asked(desk, operation, "Unshown", position=3, **more)
    with pytest.raises(RulesError, match=r"Unsketched\.svg\(4\).*KeyError: 4"):
        asked(desk, operation, "Unsketched", **more)


ENDLESS = '''
import re
from zermelo import LastMoverWins

def for_ever():
    while True:
        pass

class Fine(LastMoverWins):
    """All is well."""
    start = 2
    def moves(self, state):
        return [state - 1] if state else []

class EndlessPicture(Fine):
    """A picture that never comes back."""
    def picture(self, state):
        for_ever()

class EndlessShow(Fine):
    """A show that never comes back."""
    def show(self, state):
        for_ever()

class EndlessStart(Fine):
    """A start that never comes back."""
    @property
    def start(self):
        for_ever()

class EndlessMaking(Fine):
    """A constructor that never comes back."""
    def __init__(self, size: int = 3):
        for_ever()

class Deaf(Fine):
    """A constructor that nothing interrupts."""
    def __init__(self, text: str = "a" * 40):
        re.match("(a+)+$", text + "b")

class EndlessMoves(Fine):
    """Moves that never come back."""
    def moves(self, state):
        for_ever()

class EndlessLater(Fine):
    """Moves that do not come back from one state on."""
    start = 5
    def moves(self, state):
        return for_ever() if state == 4 else [state - 1] if state else []

class Failing(Fine):
    """A constructor that fails."""
    def __init__(self, size: int = 3):
        raise ValueError("size is even")
'''
ENDLESS_NAMES = ("EndlessPicture", "EndlessShow", "EndlessStart", "EndlessMaking")


@pytest.fixture(scope="module")
def endless_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "endless.py"
    path.write_text(ENDLESS)
    return path


def test_a_game_that_cannot_be_drawn_or_made_is_listed_with_what_is_wrong(
    endless_file: Path,
) -> None:
    names = ("Fine", *ENDLESS_NAMES, "Failing")
    library = Library(tuple(f"{endless_file}:{name}" for name in names))
    with alarm(30):
        told = {game["name"]: game["wrong"] for game in library.describe()}
    assert told["Fine"] == told["nim"] == ""
    assert told["EndlessPicture"].startswith("EndlessPicture.picture(2) has not answered")
    assert told["EndlessStart"].startswith("EndlessStart.start has not answered")
    assert told["EndlessMaking"].startswith("EndlessMaking() has not answered")
    assert "has not answered" in told["EndlessShow"]
    assert told["Failing"] == "Failing() raises ValueError: size is even."


def test_an_outline_runs_nothing_of_the_operators_own(endless_file: Path) -> None:
    library = Library((f"{endless_file}:EndlessMaking",))
    with alarm(20):
        outline = library.outline()[0]
    assert (outline["name"], outline["svg"], outline["wrong"]) == ("EndlessMaking", "", "")
    assert [field["name"] for field in outline["fields"]] == ["size"]


def test_games_that_never_come_back_leave_the_list_to_all_others(endless_file: Path) -> None:
    names = (*ENDLESS_NAMES, "Deaf", "Fine")
    settings = replace(SMALL, games=tuple(f"{endless_file}:{name}" for name in names))
    with serving(settings) as client:
        for _ in range(2):  # what was wrong is remembered
            games = client.get("/v1/games").json()["games"]
            assert [game["name"] for game in games[:6]] == list(names)
            assert all("has not answered" in game["wrong"] for game in games[:5])
            assert games[5]["svg"].startswith("<svg")
            assert not any(game["wrong"] for game in games[5:])


@pytest.fixture(scope="module")
def patient_desk(endless_file: Path) -> Desk:
    names = (*ENDLESS_NAMES, "EndlessMoves", "EndlessLater")
    return Desk(Settings(games=tuple(f"{endless_file}:{name}" for name in names), check_every=0))


def test_a_board_whose_rules_never_answer_tells_what_is_known(patient_desk: Desk) -> None:
    with alarm(20):
        told = asked(patient_desk, "board", "EndlessMoves")
    assert told["late"]["message"].startswith("EndlessMoves.moves(2) has not answered within 1 s")
    assert (told["position"], told["text"], told["choices"], told["ending"]) == (2, "2", [], None)
    assert told["svg"].startswith("<svg")
    with alarm(20):
        later = asked(patient_desk, "board", "EndlessLater", moves=["4"])
    assert later["late"]["message"].startswith("EndlessLater.moves(4) has not answered")
    assert [turn["name"] for turn in later["turns"]] == ["4"]
    assert asked(patient_desk, "board", "EndlessLater")["late"] is None


@pytest.mark.parametrize("part", ["picture", "show"])
def test_a_board_that_is_not_drawn_in_time_can_be_played(patient_desk: Desk, part: str) -> None:
    with alarm(20):
        told = asked(patient_desk, "board", f"Endless{part.title()}")
    assert f".{part}(2) has not answered" in told["late"]["message"]
    assert [choice["to"] for choice in told["choices"]] == [1]
    assert told["text"] == "2"


@pytest.mark.parametrize("part", ["picture", "show"])
def test_a_solved_game_that_is_not_drawn_in_time_is_played(patient_desk: Desk, part: str) -> None:
    with alarm(20):
        told = asked(patient_desk, "play", f"Endless{part.title()}", humans=[0, 1], engine=False)
    assert [choice["outcome"] for choice in told["choices"]] == ["loss"]
    assert told["text"] == "2"


@pytest.mark.parametrize(
    ("operation", "name", "what"),
    [
        ("board", "EndlessMaking", r"EndlessMaking\(\)"),
        ("board", "EndlessStart", r"EndlessStart\.start"),
        ("position", "EndlessMoves", r"EndlessMoves\.moves\(2\)"),
        ("bounds", "EndlessMaking", r"EndlessMaking\(\)"),
        ("bounds", "EndlessMoves", r"EndlessMoves\.moves\(2\)"),
        ("bounds", "EndlessLater", r"EndlessLater\.moves"),
    ],
)
def test_what_needs_an_answer_that_does_not_come_says_so(
    patient_desk: Desk, operation: str, name: str, what: str
) -> None:
    with alarm(20), pytest.raises(ServiceProblem, match=f"^{what} has not answered"):
        asked(patient_desk, operation, name, text="1", spend=0.2)


def test_rules_that_hang_hold_no_large_worker_for_a_board(endless_file: Path) -> None:
    settings = replace(SMALL, games=(f"{endless_file}:EndlessMoves", f"{endless_file}:Deaf"))
    with serving(settings) as client:
        client.service.dispatcher.large.ask = None  # nobody asks it
        for _ in range(2):  # what came too late is not kept
            told = ask(client, "board", {"game": "EndlessMoves"})
            assert told["late"]["code"] == "too_slow"
        refused = ask(client, "board", {"game": "Deaf"}, 422)
        assert refused["message"].startswith("Deaf() has not answered")
