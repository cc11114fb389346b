"""check(game) on what compiled rules have found: by a sample, and by the compiled checker."""

from __future__ import annotations

import pytest

from zermelo import Game, Move, check
from zermelo._check import BATTERY, Finding
from zermelo._check.held import finding
from zermelo._check.subject import UNSAMPLED, Subject
from zermelo.engines.choose import PLAIN_STATES
from zermelo.limits import Limits


class Row(Game):
    """Two numbers count down; the gains are as large as the steps. 160,801 states."""

    start = (400, 400)

    def moves(self, state):
        one, two = state
        for step in (1, 2):
            if step <= one:
                yield Move((one - step, two), gain=step)
            if step <= two:
                yield Move((one, two - step), gain=step)

    def mirror(self, state):
        return state[::-1]

    def canonical(self, state):
        return min(state, state[::-1])


@pytest.fixture(scope="module")
def findings() -> dict[str, Finding]:
    subject = Subject(Row(), Limits(10**6, is_asked=True, engine="compiled"))
    assert subject.work > UNSAMPLED
    assert len(subject.graph) > PLAIN_STATES
    return {one.name: finding(one, subject) for one in BATTERY}


def test_a_compiled_game_passes_and_says_what_was_sampled(findings: dict[str, Finding]) -> None:
    assert {name for name, found in findings.items() if found.passed is False} == set()
    assert findings["determinism"].sampled == "sampled 500 of 80,601 states"
    assert "sampled 2,000 of 80,601 states" in str(findings["mirror"])
    assert findings["certificate"].compared >= 2_000


def test_a_state_is_held_against_the_one_it_goes_by_without_the_hook(
    findings: dict[str, Finding],
) -> None:
    """A table of one state for each kind would compare every entry with itself."""
    assert findings["canonical"].passed is None or findings["canonical"].compared > 0


def test_a_wrong_canonical_is_found_on_a_large_game() -> None:
    class Wrong(Row):
        start = (30, 20)

        def canonical(self, state):
            return (min(state), min(state))

    (failure,) = [one for one in check(Wrong()).failures if one.name == "canonical"]
    assert "goes by" in failure.detail
