"""Templates: programs for the patterns of games, as the documents' code examples promise.

Middle document, "Code Examples", and patterns document, section 18: one template for each pattern;
senior document, sections 3 and 8: memo and table, in Go, Java and Python.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import zermelo
from programs import run
from prompt_runs import refused, told
from template_games import line_of, read, verdicts
from zermelo import card, template
from zermelo.errors import BadInput
from zermelo.games import Divisor, Rows, StoneGameII
from zermelo.teaching.clues import ALL_PATTERNS
from zermelo.teaching.template import LANGUAGE_SUFFIXES, TEMPLATE_PATTERNS

ROOT = Path(__file__).parent.parent
HOME = Path(zermelo.__file__).parent / "teaching" / "templates"
WRITTEN = [(name, style) for name, one in TEMPLATE_PATTERNS.items() for style in one.styles]
EVERY = [(name, style, lang) for name, style in WRITTEN for lang in LANGUAGE_SUFFIXES]
DIFFERENCES = ("interval", "front", "dag")
TRIALS = 50


@pytest.fixture(autouse=True)
def _own_limit() -> Iterator[None]:
    """What a memo allows itself is not left to the tests after it."""
    before = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(before)


def path_of(pattern: str, style: str) -> Path:
    return HOME / "python" / f"{pattern}_{style}.py"


def function_of(pattern: str, style: str) -> Any:
    return run_path(str(path_of(pattern, style)))[TEMPLATE_PATTERNS[pattern].function]


def code_of(pattern: str, path: Path) -> Any:
    """A file with its function, as it is judged; one of heaps is asked for a state's heaps."""
    if pattern != "grundy":
        return f"{path}:{TEMPLATE_PATTERNS[pattern].function}"
    nimber = run_path(str(path))["nimber"]
    return lambda *heaps: nimber(list(heaps))


@pytest.mark.parametrize(("pattern", "style"), WRITTEN)
def test_the_judge_finds_every_python_template_right(pattern: str, style: str) -> None:
    """Senior document §8.4: the DP validated against a brute-force oracle."""
    found = verdicts(code_of(pattern, path_of(pattern, style)), pattern, trials=TRIALS)
    assert all(verdict.ok for verdict in found), "\n".join(map(str, found))
    assert sum(verdict.compared for verdict in found) >= TRIALS


@pytest.mark.parametrize(
    ("pattern", "style", "right", "wrong"),
    [
        ("interval", "rolling", "range(i + 1, n)", "reversed(range(i + 1, n))"),
        ("front", "table", "taken - best[i + x]", "taken + best[i + x]"),
        ("cap", "memo", "(n + 1) // 2", "(n + 1) // 4"),
        ("pool", "table", "-value[used", "value[used"),
        ("heap", "rolling", "default=1)", "default=2) - 1 or 1"),
        ("grundy", "table", "total ^= ", "total += "),
        ("dag", "memo", "gain - best", "gain + best"),
        ("retrograde", "table", "unknown[u] -= 1", "unknown[u] = 0"),
    ],
)
def test_a_template_with_a_slip_is_found_wrong(
    pattern: str, style: str, right: str, wrong: str, tmp_path: Path
) -> None:
    """Senior document §8.5, the sign bug: a comparison that cannot fail shows nothing."""
    text = template(pattern, style=style)
    assert right in text
    path = tmp_path / "slip.py"
    path.write_text(text.replace(right, wrong))
    assert not all(verdict.ok for verdict in verdicts(code_of(pattern, path), pattern, trials=100))


EXAMPLES: list[tuple[str, tuple[Any, ...], Any]] = [
    ("interval", ([1, 5, 233, 7],), 222),
    ("interval", ([],), 0),
    ("front", ([1, 2, 3, 7], 3), -1),
    ("cap", ([2, 7, 9, 4, 4],), 10),
    ("pool", ([1, 2, 3, 4], 6), True),
    ("pool", ([1], 5), False),
    ("pool", ([4, -1], 4), True),
    ("pool", ([2, 2, -5], 4), False),  # a draw: whoever takes a 2 loses
    ("heap", (20, [1, 2, 3]), False),
    ("winloss", (6,), True),
    ("grundy", (1, 2, 3), 0),
    ("dag", (4, [(0, 1, 5), (0, 2, 3), (1, 3, 9), (2, 3, 1)], 0), 2),
    ("retrograde", (3, [(0, 1), (1, 0), (1, 2)], 0), -1),
    ("retrograde", (2, [(0, 1), (1, 0)], 0), 0),
]


@pytest.mark.parametrize(("pattern", "style"), WRITTEN)
def test_a_program_reads_an_instance_a_line_and_prints_an_answer_a_line(
    pattern: str,
    style: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Middle document, "Code Examples": each runs as it stands; the patterns document's worked
    examples (with the target 6 of {1, 2, 3, 4} won, and 5 of {1} out of reach).
    """
    asked = [(args, right) for name, args, right in EXAMPLES if name == pattern]
    lines = "".join(line_of(pattern, *args) for args, _ in asked)
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    run_path(str(path_of(pattern, style)), run_name="__main__")
    assert [read(word) for word in capsys.readouterr().out.split()] == [one for _, one in asked]


@pytest.mark.parametrize(("pattern", "style"), WRITTEN)
def test_a_blank_line_is_an_empty_row_or_nothing(
    pattern: str,
    style: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Files of instances end in one as often as not."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n  \n"))
    run_path(str(path_of(pattern, style)), run_name="__main__")
    is_row = pattern in ("interval", "cap", "grundy")
    assert capsys.readouterr().out == ("0\n0\n" if is_row else "")


@pytest.mark.parametrize(
    ("pattern", "args", "right"),
    [
        ("front", ([1] * 4001, 1), 1),
        ("heap", (4000, [1]), False),
        ("winloss", (1500,), True),
        ("dag", (3001, [(u, u + 1, 1) for u in range(3000)], 0), 0),
    ],
)
def test_a_memo_goes_deeper_than_pythons_own_limit(
    pattern: str, args: tuple[Any, ...], right: Any
) -> None:
    """Senior document §3.5: recursion meets Python's limit of about 1,000 calls."""
    assert function_of(pattern, "memo")(*args) == right


def test_every_pattern_is_written_in_every_language_and_nothing_else_is_there() -> None:
    """Middle document, "Code Examples": Go, Java and Python beside each other; and C++."""
    files = {path for path in HOME.rglob("*.*") if path.suffix != ".pyc"}
    named = {
        HOME / lang / f"{name}_{style}.{LANGUAGE_SUFFIXES[lang]}" for name, style, lang in EVERY
    }
    assert files == named
    assert len(EVERY) == 80


@pytest.mark.parametrize(
    ("pattern", "lang"), [(name, lang) for name in TEMPLATE_PATTERNS for lang in LANGUAGE_SUFFIXES]
)
def test_a_template_says_its_model_its_cost_and_why_it_is_right(pattern: str, lang: str) -> None:
    """Senior document §9.1: the model is stated; §3.2: a parameter that grows is clamped."""
    for style in TEMPLATE_PATTERNS[pattern].styles:
        text = template(pattern, lang=lang, style=style)
        assert re.search(r"^(// )?Reads ", text, re.M)
        assert "O(" in text
        assert ("public class Main {" in text) == (lang == "java")
        assert ("the opponent's best difference" in text) == (pattern in DIFFERENCES)
        assert ("minus the opponent's best total" in text) == (pattern == "cap")
        assert ("2M >= n allows all that is left" in text) == (pattern == "cap")
        assert text.isascii()  # compilers differ in what else they read
        assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(("pattern", "style"), WRITTEN)
def test_sentinels_can_be_subtracted_and_recursion_has_room(pattern: str, style: str) -> None:
    """Senior document §5.1: a quarter of the least number, never the least one, whose negative is
    none; §3.5: what each language does about deep recursion.
    """
    for lang in ("go", "java", "cpp"):
        lines = template(pattern, lang=lang, style=style).splitlines()
        least = [line for line in lines if re.search(r"= .*(MIN_VALUE|MinInt64|::min\(\))", line)]
        assert all(re.search(r" / 4;?$", line) for line in least)
    is_deep = style == "memo" and pattern != "pool"  # as deep as a pool has numbers
    assert ("sys.setrecursionlimit" in template(pattern, style=style)) == is_deep
    assert ("1L << 28" in template(pattern, lang="java", style=style)) == (style == "memo")


def test_the_program_prints_them_and_without_a_pattern_lists_them() -> None:
    """Patterns document §18, the templates by pattern, and §19, how one is chosen."""
    assert told("template", "interval") == template("interval", lang="python", style="table")
    java = told("template", "win/loss", "--lang", "java", "--style", "memo")
    assert java == template("winloss", lang="java", style="memo")
    listed = told("template").splitlines()
    for name, one in TEMPLATE_PATTERNS.items():
        assert any(line.split()[0] == name and one.styles[-1] in line for line in listed if line)


def test_what_is_not_written_is_refused_with_what_is() -> None:
    assert "cap is written as memo, table" in refused("template", "cap", "--style", "rolling")
    assert "python, go, java, cpp" in refused("template", "cap", "--lang", "rust")
    assert "interval, front, cap" in refused("template", "nothing")
    assert "Name one" in refused("template", "--lang", "go")
    with pytest.raises(BadInput, match="retrograde is written as table"):
        template("retrograde", style="memo")


def test_make_templates_installs_what_is_missing_and_judges_all_of_them() -> None:
    """Senior document §9.1: what is shipped has been run, in its own language too."""
    done = run("make", "-n", "-o", ".venv/.dev", "templates", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    for package in ("golang-go", "default-jdk-headless", "g++", "bench/templates.py"):
        assert package in done.stdout
    words = ("--instances", "5", "--langs", "python", "--patterns", "retrograde")
    done = run(sys.executable, "bench/templates.py", *words, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^retrograde +table +python +\d+  all equal$", done.stdout, re.M)


def test_every_template_belongs_to_a_pattern_that_a_text_gives_away() -> None:
    """Patterns document §19: from the words of a problem to its template."""
    assert {pattern.program for pattern in ALL_PATTERNS if pattern.program} == set(
        TEMPLATE_PATTERNS
    )
    assert "program     zermelo template cap" in str(card(StoneGameII)).splitlines()


@pytest.mark.parametrize(("kind", "program"), [(Divisor, "winloss"), (Rows, "")])
def test_a_card_names_no_template_that_solves_another_game(kind: Any, program: str) -> None:
    """Patterns document §19: divisors are not a set of numbers to take, nor rows one row."""
    assert (card(kind).template, card(kind).program) == ("", program)
