"""From the words of a problem to its pattern; the chart by which a method is chosen."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from prompt_runs import refused, told
from zermelo import Game, LastMoverWins, plan, which
from zermelo.errors import BadInput
from zermelo.faces.chart_picture import chart_svg
from zermelo.games import GAMES, find
from zermelo.methods import METHODS
from zermelo.teaching import patterns
from zermelo.teaching.cards import card
from zermelo.teaching.chart import chart, leaves, route
from zermelo.teaching.clues import ALL_PATTERNS, Pattern
from zermelo.teaching.template import TEMPLATE_PATTERNS
from zermelo.teaching.which import about, windows
from zermelo.teaching.words import said_words


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("take from either end", "interval"),
        ("take 1-3 from front", "front"),
        ("take 1, 2 or 3 stones, last stone wins", "heap"),
        ("remove 1 to 3 coins from a pile; whoever takes the last coin wins", "heap"),
        ("take 1 or 2 matches from a heap", "heap"),
        ("take 1 to 2M", "cap"),
        ("each number once", "pool"),
        ("even number of piles", "interval"),
        ("reach target first", "pool"),
        ("maximize score", "scored"),
        ("either end", "interval"),
        ("first three", "front"),
        ("divides", "heap"),
        ("choose a number not used", "pool"),
        ("last to move", "last"),
        ("can repeat positions", "cycles"),
        ("picking the leftmost or rightmost pile of an array", "interval"),
        ("three players", "players"),
        ("independent subgames", "sum"),
        ("lc464", "pool"),
        ("a player who can't move loses", "last"),
        ("if a player can not move he loses", "last"),
        ("loses if unable to move", "last"),
        ("the player who is stuck loses", "last"),
        ("a player with no legal moves left loses", "last"),
        ("a player without any legal move loses", "last"),
        ("n % x == 0", "heap"),
        ("pick numbers from 1 to n without replacement until the total reaches 100", "pool"),
        ("three players share a row of coins", "players"),
    ],
)
def test_a_clue_names_its_pattern(text: str, pattern: str) -> None:
    """Patterns document §17, "Quick Selection Table": clue in the problem → pattern."""
    assert which(text)[0].pattern == pattern


def test_to_have_any_moves_is_not_to_be_stuck() -> None:
    assert said_words("while players have any moves") != said_words("while players have no moves")


def test_stones_of_two_values_are_a_pool_with_scores() -> None:
    """LeetCode 1686, in its own words."""
    text = (
        "There are n stones in a pile. On each player's turn, they can remove a stone from the "
        "pile and receive points based on the stone's value. Alice and Bob may value the stones "
        "differently."
    )
    assert which(text)[0].games[0] == "stone game vi"


def test_the_end_of_the_flip_game_is_that_of_the_last_move() -> None:
    """LeetCode 294, in its own words."""
    text = (
        "The game ends when a person can no longer make a move, and therefore the other person "
        "will be the winner."
    )
    assert which(text)[0].pattern == "last"


def test_a_match_names_clue_games_and_template() -> None:
    """Patterns document §19, "Template Selection Guide": scenario → template."""
    match = which("players pick from either end of the row")[0]
    assert match.clue == "take from either end"
    assert match.games[0] == "ends"
    assert {"predict the winner", "stone game"} <= set(match.games)
    assert match.template == "interval_game"
    assert match.program == "interval"
    assert which("take 1 to 2M")[0].games == ("stone game ii",)


@pytest.mark.parametrize(
    ("text", "template", "program"),
    [
        ("divides", "", "winloss"),
        ("lc1025", "", "winloss"),
        ("remove 1, 2 or 3 stones from a heap", "heap_game", "heap"),
        ("take a square number", "heap_game", "heap"),
        ("several rows or stacks at once", "", ""),
        ("grundy's game", "", "grundy"),
        ("move a token along an edge", "", "retrograde"),
        ("cat and mouse", "", "retrograde"),
    ],
)
def test_a_match_names_what_is_written_for_its_game(text: str, template: str, program: str) -> None:
    """Patterns document §19: the divisor game has no fixed set to take from."""
    match = which(text)[0]
    assert (match.template, match.program) == (template, program)


@pytest.mark.parametrize("kind", GAMES)
def test_a_name_and_the_card_name_the_same_program(kind: type[Game]) -> None:
    match, found = which(kind.name)[0], card(kind)  # type: ignore[attr-defined]
    assert match.games[0] == found.name
    assert (match.template, match.program) == (found.template, found.program)
    assert found.program in ("", *TEMPLATE_PATTERNS)


def test_every_template_is_a_function_and_every_game_has_a_pattern() -> None:
    templates = {pattern.template for pattern in ALL_PATTERNS if pattern.template}
    assert all(callable(getattr(patterns, name)) for name in templates)
    assert {"interval_game", "front_game", "cap_game", "pool_game", "heap_game"} == templates
    clues = [clue for pattern in ALL_PATTERNS for clue in pattern.clues]
    assert len(clues) == len(set(clues))
    for pattern in ALL_PATTERNS:
        for clue in pattern.clues:
            assert which(clue)[0].pattern == pattern.key, clue


def test_every_game_is_found_by_its_name_and_by_its_rules() -> None:
    for kind in GAMES:
        assert kind.name in which(kind.name)[0].games
        assert any(kind.name in match.games for match in which(kind.rules())), kind.name


def test_words_that_say_nothing_are_refused_with_examples() -> None:
    with pytest.raises(BadInput, match="take from either end"):
        which("xyzzy")
    with pytest.raises(BadInput):
        which("")


FILLERS = [
    "both players play optimally",
    "both play optimally",
    "assuming both players play optimally",
    "the players take turns",
    "Alice and Bob alternate",
    "Alice and Bob take turns playing a game, with Alice starting first",
    "Alice starts first",
    "there are two players",
    "the player who wins",
    "return true if Alice wins",
    "can the first player win",
]


def test_three_players_are_not_called_two() -> None:
    with pytest.raises(BadInput, match="a game of several players, which pattern is not said yet"):
        which("three players each for themselves")


@pytest.mark.parametrize("text", FILLERS)
def test_what_is_in_every_problem_decides_nothing(text: str) -> None:
    """Patterns document §17: a clue is what tells one problem from others."""
    with pytest.raises(BadInput, match="a two-player game, which pattern is not said yet"):
        which(text)


@pytest.mark.parametrize("text", ["given an integer array", "return true if", "the game ends"])
def test_words_of_every_problem_decide_nothing(text: str) -> None:
    with pytest.raises(BadInput, match="which pattern is not said yet") as refusal:
        which(text)
    assert "whether a position can come back" in refusal.value.fix


@pytest.mark.parametrize("filler", [text for text in FILLERS if len(text) < 40])
def test_beside_what_is_in_every_problem_the_clue_decides(filler: str) -> None:
    for pattern in ALL_PATTERNS:
        for clue in pattern.clues:
            assert which(f"{filler}, {clue}")[0].pattern == pattern.key, clue
            assert which(f"{clue}; {filler}")[0].pattern == pattern.key, clue


def test_three_players_who_take_turns_are_three() -> None:
    for text in ("three players take turns", "three players play optimally"):
        assert which(text)[0].pattern == "players"


# -- the chart ------------------------------------------------------------------------------------


def test_the_chart_has_every_method_that_is_ever_chosen() -> None:
    """Patterns document §13, §16; senior document "Decision summary": one chart for all games."""
    text = chart()
    assert all(name in text for name in METHODS)
    methods = [leaf.method.name for leaf in leaves()]
    assert len(methods) == len(set(methods))


def test_every_game_of_the_catalogue_is_on_the_chart_once() -> None:
    """Patterns document §16: a game stands at the end of its path."""
    listed = chart().replace("\n", ", ").replace(": ", ", ").split(", ")
    for kind in GAMES:
        assert listed.count(kind.name) == 1, kind.name


SMALL = [kind for kind in GAMES if kind.name not in ("connect four", "tic-tac-toe")]


@pytest.mark.parametrize("kind", SMALL)
def test_the_chart_leads_where_the_plan_goes(kind: type[Game]) -> None:
    """Senior document §2.3 "Decision rule", middle document's two questions: as `plan` does."""
    game = kind.example_game()  # type: ignore[attr-defined]
    assert route(game)[-1][1].endswith(f" by {plan(game).method}")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ends", (tuple(range(40)),)),
        ("nim", ((200, 3),)),
        ("lc1025", (7,)),
        ("front", ([1] * 20000,)),
    ],
)
def test_large_games_leave_the_chart_early(name: str, arguments: tuple[object, ...]) -> None:
    game = find(name)(*arguments)
    assert route(game)[-1][1].endswith(f" by {plan(game).method}")
    assert route(game)[-2][1] == "yes"


def test_the_two_questions_of_the_documents_are_asked() -> None:
    """Middle document: is there a score? does the game split into independent parts?"""
    asked = dict(route(find("nim").example_game()))
    assert asked["Does it declare independent parts, in normal play?"] == "yes"
    asked = dict(route(find("ends").example_game()))
    assert asked["Does a score count, and not only the end?"] == "yes"


def test_what_is_declared_but_refused_goes_on() -> None:
    class Misplaced(LastMoverWins):
        start = 3

        def moves(self, heap):  # type: ignore[no-untyped-def]
            return [heap - 1] if heap else []

        def parts(self, state):  # type: ignore[no-untyped-def]
            return ((self, state),)

        def payoff(self, state):  # type: ignore[no-untyped-def]
            return 1

    assert route(Misplaced())[-1][1] == f"outcome by {plan(Misplaced()).method}"


# -- at the prompt --------------------------------------------------------------------------------


def test_which_prints_the_pattern() -> None:
    """Patterns document §17: "take from either end" → interval DP (877, 486)."""
    lines = told("which", "take from either end").splitlines()
    assert lines[0] == "pattern     a row taken from its ends (interval DP)"
    assert "because     take from either end" in lines
    assert "template    zermelo.interval_game" in lines
    assert "program     zermelo template interval" in lines
    assert told("which", "take", "from", "either", "end").splitlines() == lines
    assert max(map(len, told("which", "last to move", COLUMNS="50").splitlines())) <= 50
    assert json.loads(told("which", "divides", "--json"))[0]["pattern"] == "heap"
    assert "Say how a move is made" in refused("which", "xyzzy")


@pytest.mark.parametrize("text", [
    "two players take coins from either end, the last coin counts double",
    "players alternately remove a coin from either end; you want the larger total",
])  # fmt: skip
def test_a_whole_clue_goes_before_some_words_of_a_games_rules(text: str) -> None:
    assert which(text)[0].pattern == "interval"


def test_a_problem_is_read_from_a_file_or_a_pipe(tmp_path: Path) -> None:
    text = "Two players take a coin from either end of a row."
    problem = tmp_path / "problem.txt"
    problem.write_text("\ufeff" + text.replace(" from ", "\r\nfrom "), encoding="utf-8")
    assert told("which", f"@{problem}") == told("which", text)
    assert told("which", "-", given=text) == told("which", text)
    assert "it cannot be read" in refused("which", f"@{tmp_path / 'none.txt'}")
    assert "words" in refused("which", "-", given="")


def test_games_are_found_by_their_clues() -> None:
    assert told("games", "either", "end").startswith("ends ")
    assert "can i win" in told("games", "not", "used")
    found = json.loads(told("games", "either", "end", "--json"))
    assert [one["name"] for one in found][:3] == ["ends", "predict the winner", "stone game"]


@pytest.mark.parametrize(
    ("text", "first", "among", "not_among"),
    [
        ("last to move", "divisor", ["squares", "grundy's game", "chomp"], ["ends", "stone game"]),
        ("first three", "front", ["stone game iii"], []),
        ("divides", "divisor", [], ["nim"]),
        ("choose a number not used", "can i win", ["pool race"], ["nim"]),
        ("can repeat positions", "awari", ["cat and mouse", "quixo"], ["nim"]),
        ("XOR", "nim", ["grundy's game", "kayles"], ["ends"]),
        ("stone", "stone game", ["ends"], []),
    ],
)
def test_games_are_found_by_what_is_told_of_them_the_best_first(
    text: str, first: str, among: list[str], not_among: list[str]
) -> None:
    """Patterns document §17: a clue leads to the games that have it."""
    found = [one["name"] for one in json.loads(told("games", *text.split(), "--json"))]
    assert found[0] == first
    assert set(among) <= set(found)
    assert not set(not_among) & set(found)


def test_words_that_are_said_of_no_game_find_none() -> None:
    assert about("the name of it") == about("rules") == []
    assert about("") == list(GAMES)


@pytest.mark.parametrize("pattern", ALL_PATTERNS, ids=lambda pattern: pattern.key)
def test_every_clue_finds_games_of_its_pattern(pattern: Pattern) -> None:
    for clue in pattern.clues:
        found = [kind.name for kind in about(clue)]
        if pattern.key != "scored":  # every game of the catalogue has a pattern that says more
            assert set(found) & set(which(clue)[0].games), clue


def test_the_chart_as_text_and_as_picture(tmp_path: Path) -> None:
    """Patterns document §16: the flowchart."""
    assert told("which", "--chart") == chart() + "\n"
    file = tmp_path / "chart.svg"
    assert told("which", "--chart", "-o", str(file)) == f"{file} is written\n"
    drawn = " ".join(ElementTree.parse(file).getroot().itertext())
    for leaf in leaves():
        assert leaf.method.name in drawn
    assert ".svg" in refused("which", "--chart", "-o", "chart.pdf")


def test_the_picture_in_the_docs_is_that_of_today() -> None:
    picture = Path(__file__).parent.parent / "docs" / "pictures" / "chart.svg"
    assert picture.read_text(encoding="utf-8") == chart_svg(), "zermelo which --chart -o it"


def test_the_chart_shows_the_way_of_one_game() -> None:
    lines = told("which", "--chart", "lc1140").splitlines()
    assert lines[-1].split() == ["so", "difference", "by", "backward"]
    assert lines[-2].split(maxsplit=1) == ["no", "Can play come back to a state?"]
    steps = json.loads(told("which", "--chart", "nim", "3", "4", "--json"))
    assert steps[-1] == {"question": "so", "answer": "nimber by nimbers"}


STATEMENTS = {
    "interval": "An even number of piles lies in a row. Whoever is to move takes one whole pile, "
    "from either end as they like, and in the end the one with more stones has won.",
    "pool": "Two friends name integers from 1 to n in turn. Every number may be used only once. "
    "The first whose choice makes the sum reach the target wins. Does the first one win?",
    "cap": "Piles lie in a row. Whoever is to move may take 1 to 2*M piles, beginning with the "
    "foremost, and then M becomes the larger of M and X, the number of piles just taken.",
    "front": "Stones with values, some of them negative, lie in a row. In each turn 1, 2 or 3 of "
    "them are taken from the front. Say who has the larger total, or that nobody has.",
    "cycles": "A mouse and a cat move along the edges of a graph. When a position repeats with the "
    "same one to move the game is a draw, and nobody has won.",
    "heap": "Stones lie on a heap. Whoever is to move must remove 1, 2 or 3 stones from the heap, "
    "and the one who gets the last of them has won the round.",
}


@pytest.mark.parametrize("pattern", STATEMENTS)
def test_a_whole_problem_gives_its_pattern_away(pattern: str) -> None:
    """Patterns document §7 to §11: the problems as they are stated."""
    assert which(STATEMENTS[pattern])[0].pattern == pattern
    assert len(windows(STATEMENTS[pattern])) > 1


TOLD = [
    ("either the first or last coin from the row", "interval"),
    ("the first or last coin of the row", "interval"),
    ("stones in a row, each player takes from the ends", "interval"),
    ("pick a card from one of the two ends of the line", "interval"),
    ("interval DP", "interval"),
    ("linear DP", "front"),
    ("the first stones of the row", "front"),
    ("choose X in the range 1 <= X <= 2M", "cap"),
    ("take the first X piles, at most twice as many as before", "cap"),
    ("bitmask", "pool"),
    ("take stones from a pile", "heap"),
    ("one pile, take 1 to 3 stones", "heap"),
    ("several piles of stones, remove any number from one pile", "sum"),
    ("take any number of stones from one of the piles", "sum"),
    ("last player to move wins with independent piles", "sum"),
    ("the game splits into independent games, last to move wins", "sum"),
    ("nimbers", "sum"),
    ("the loser is the one who takes the last stone", "last"),
    ("two heaps, take from one or the same number from both", "last"),
    ("retrograde analysis", "cycles"),
    ("three players each maximise own score", "players"),
    ("each of three players maximises own total", "players"),
    ("find the best move in this position", "board"),
]


@pytest.mark.parametrize(("text", "pattern"), TOLD)
def test_a_clue_in_natural_words_names_its_pattern(text: str, pattern: str) -> None:
    """How a move is made leads; how it ends or is scored is said of games of every kind."""
    assert which(text)[0].pattern == pattern


PROBLEMS = [
    (
        "optimal strategy for a game",
        "A row of n coins is given, n even. Two opponents alternate. In each turn, a player "
        "selects either the first or last coin from the row, removes it from the row permanently, "
        "and receives its value. What is the most money the first one can be sure of?",
        "interval",
    ),
    (
        "lc877",
        "Alice and Bob play with piles of stones. There are an even number of piles in a row. Each "
        "turn, a player takes the entire pile of stones either from the beginning or from the end "
        "of the row. The person with the most stones wins; the total is odd, so nobody ties.",
        "interval",
    ),
    (
        "lc486",
        "You are given an integer array. Player 1 and player 2 take turns, with player 1 starting. "
        "Both start the game with a score of 0. At each turn, the player takes one of the numbers "
        "from either end of the array, which reduces its size by 1, and adds the chosen number to "
        "their score. Player 1 is the winner also if both scores are equal.",
        "interval",
    ),
    (
        "lc1690",
        "There are n stones in a row. On each turn a player can remove either the leftmost stone "
        "or the rightmost stone from the row and receive points equal to the sum of the remaining "
        "values. Bob always loses, so he wants to minimize the difference of the scores, Alice to "
        "maximize the difference in the score.",
        "interval",
    ),
    (
        "lc1406",
        "Several stones are arranged in a row, each with a value. On each player's turn, that "
        "player can take 1, 2, or 3 stones from the first remaining stones in the row. The score "
        "is the sum of the values of the stones taken. Who has the highest score, or is it a tie?",
        "front",
    ),
    (
        "lc1140",
        "There are a number of piles arranged in a row. Initially, M = 1. On each player's turn, "
        "that player can take all the stones in the first X remaining piles, where 1 <= X <= 2M. "
        "Then, we set M = max(M, X). How many stones can Alice get?",
        "cap",
    ),
    (
        "lc464",
        "Two players take turns adding, to a running total, any integer from 1 to 10. The player "
        "who first causes the running total to reach or exceed 100 wins. What if they cannot "
        "re-use integers and draw from a common pool of numbers without replacement? Can the first "
        "player to move force a win?",
        "pool",
    ),
    (
        "lc1025",
        "Initially, there is a number n on the chalkboard. On each turn, a player makes a move: "
        "choosing any integer x with 0 < x < n and n % x == 0, and replacing the number n on the "
        "chalkboard with n - x. If a player cannot make a move, they lose the game.",
        "heap",
    ),
    (
        "lc1510",
        "Initially, there are n stones in a pile. On each turn, a player makes a move consisting "
        "of removing any non-zero square number of stones in the pile. Also, if a player cannot "
        "make a move, he or she loses the game. Does Alice win?",
        "heap",
    ),
    (
        "lc292",
        "There is a heap of stones on the table. You and your friend alternate, and you go first. "
        "On each turn, the person whose turn it is will remove 1 to 3 stones from the heap. The "
        "one who removes the last stone is the winner.",
        "heap",
    ),
    (
        "lc913",
        "A game on an undirected graph is played by Mouse and Cat, who alternate turns. During "
        "each turn, they must travel along one edge of the graph that meets where they are; the "
        "Cat may not enter the Hole. If ever a position is repeated with the same player to move, "
        "the game is a draw.",
        "cycles",
    ),
    (
        "nim",
        "There are several heaps of stones. Two players take turns. In each turn a player removes "
        "any positive number of stones from exactly one heap. The player who takes the last stone "
        "wins.",
        "sum",
    ),
    (
        "nim with sticks",
        "There are n heaps of sticks and two players who move alternately. On each move, a player "
        "chooses a non-empty heap and removes any number of sticks. The player who removes the "
        "last stick wins the game.",
        "sum",
    ),
    (
        "nim with objects",
        "Two players take turns removing objects from distinct heaps or piles. On each turn, a "
        "player must remove at least one object, and may remove any number of objects provided "
        "they all come from the same heap or pile. The goal is to take the last object.",
        "sum",
    ),
]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [problem[1:] for problem in PROBLEMS],
    ids=[problem[0] for problem in PROBLEMS],
)
def test_a_known_problem_gives_its_pattern_away(text: str, pattern: str) -> None:
    """The problems of the patterns document, and two that are told everywhere."""
    assert which(text)[0].pattern == pattern


def test_players_and_numbers_alone_say_little() -> None:
    """Patterns document §8: "player 1 and player 2 take turns" is in every problem."""
    text = (
        "There are two players. Player 1 and player 2 take turns with a given array, and player 1 "
        "begins. In a turn the player whose turn it is takes one number from either end of the "
        "array, so that it has 1 number less for the other player, player 2 or player 1."
    )
    assert which(text)[0].pattern == "interval"
