"""States that become larger and larger: the memory is looked at between them, and kept to."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from typing import Any

import pytest

from zermelo import Game, LastMoverWins, Move, check, diagnose, forecast, solve
from zermelo.errors import BudgetExceeded, NotCompiled, UnhashableState, ZermeloError

GIB = 1 << 30


class Twice(LastMoverWins):
    """A text that doubles."""

    start = "x"

    def moves(self, state: str) -> Iterator[str]:
        yield state + state


class Inside(LastMoverWins):
    """The same in a tuple, three times as long."""

    start = (1, "x")

    def moves(self, state: tuple[int, str]) -> Iterator[tuple[int, str]]:
        yield state[0], state[1] * 3


class Wraps(LastMoverWins):
    """A slice that wraps at 0, so that some texts double, and have as many moves."""

    start = "xxxxx"

    def moves(self, state: str) -> Iterator[str]:
        for place in range(len(state)):
            if state[place] == "x" == state[place - 1]:
                yield f"{state[: place - 1]}..{state[place + 1 :]}"


class Grows(Game):
    """Rows and texts of other lengths and letters all the time: keys are laid out anew and anew."""

    start = ((), "", 6)

    def moves(self, state: tuple[tuple[int, ...], str, int]) -> Iterator[Move]:
        row, text, left = state
        if left:
            yield Move((row[1:], text or "ab", left - 1), gain=1)
            yield Move(((*row, left), text, left - 1))
            yield Move((row, text + "c", left - 1))


def _held(work: Callable[..., Any], game: Any, given: dict[str, object], told: Any) -> None:
    """In a process of its own, which may take no more than 12 GiB of addresses."""
    resource.setrlimit(resource.RLIMIT_AS, (12 * GIB, 12 * GIB))
    try:
        said = str(work(game(), **given))
    except ZermeloError as error:
        said = f"{type(error).__name__}: {error}"
    told.send((said, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024))


def held(work: Callable[..., Any], game: Any, **given: object) -> tuple[str, int]:
    """What is said, and the most memory that was held."""
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_held, args=(work, game, given, there), daemon=True)
    child.start()
    try:
        assert here.poll(50), "no answer in time"
        said, most = here.recv()
    finally:
        child.kill()
        child.join()
    return said, most


@pytest.mark.parametrize("engine", [None, "plain"])
@pytest.mark.parametrize("game", [Twice, Inside])
def test_a_limit_of_memory_is_kept_by_states_that_double(game: Any, engine: str | None) -> None:
    said, most = held(solve, game, memory="512 MiB", engine=engine)
    assert said.startswith("BudgetExceeded")
    assert "plain Python keeps to the memory too" in said
    assert most < 1.5 * GIB


@pytest.mark.parametrize("work", [check, diagnose, forecast])
def test_whatever_looks_at_growing_states_comes_to_an_end(work: Callable[..., Any]) -> None:
    said, most = held(work, Wraps, seconds=2)
    assert said
    assert most < 3 * GIB


def test_a_state_that_is_too_large_for_tables_is_told() -> None:
    said, most = held(solve, Twice, memory="512 MiB", engine="compiled")
    assert "NotCompiled" in said
    assert "keep states small" in said
    assert most < 1.5 * GIB


def test_a_start_without_property_is_named() -> None:
    class Heap(LastMoverWins):
        def start(self) -> int:
            return 3

        def moves(self, state: int) -> Iterator[int]:
            yield from range(state)

    with pytest.raises(UnhashableState, match="Write @property above `def start`"):
        solve(Heap())


def test_a_key_wider_than_the_memory_is_left_to_python() -> None:
    with pytest.raises(NotCompiled, match=r"a state takes .* of a memory of 64\.0 MiB"):
        solve(Wraps(), engine="compiled", memory="64 MiB")


class NoMemory(LastMoverWins):
    """Rules that find no memory, and count how often they were asked."""

    start = 3
    asked = 0

    def moves(self, state: int) -> Iterator[int]:
        type(self).asked += 1
        if state == 1:
            raise MemoryError
        yield state - 1


def test_memory_that_is_full_is_told_at_once() -> None:
    """To ask again, in another way, would fill it again."""
    with pytest.raises(BudgetExceeded, match="the memory is full after 2 states"):
        solve(NoMemory())
    assert NoMemory.asked == 3


def test_what_one_layout_has_reserved_goes_back_before_the_next_one() -> None:
    said, _ = held(_values, Grows)
    assert said == str([solve(Grows()).value] * 3)


def _values(game: Game) -> list[object]:
    return [solve(game, engine="compiled").value for _ in range(3)]
