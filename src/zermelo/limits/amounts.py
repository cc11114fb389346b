"""Amounts: as people write them, as people read them; memory and cores as the system has them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from math import inf, log10

from zermelo.errors import BadInput, Setting
from zermelo.model.numerals import spelled

UNITS = {"": 1, "b": 1, "kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40, "pib": 2**50,
         "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "k": 2**10, "m": 2**20,
         "g": 2**30, "t": 2**40, "bytes": 1}  # fmt: skip
READABLE = 10**30  # beyond, the digits of a count tell less than their number
FEW_DIGITS = 6
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
UNIFIED = "sys/fs/cgroup"
UNLIMITED_BYTES = (
    1 << 60
)  # bytes; version 1 of control groups writes a number as large for no limit
UNTOLD = 4 << 30  # bytes that a machine has which does not say how many
RESERVED = 8  # addresses are reserved for several rows, each as large as the memory could hold
HEAVY = 1 << 26  # bytes of work that is not small
MEMORY_SHARE = 0.75  # of the free memory that is used unless the caller says otherwise


def bytes_of(amount: object, *, where: str = "memory") -> int:
    """A number of bytes, from a number or a text such as "16 GiB".

    >>> bytes_of("1.5 KiB"), bytes_of(10**9)
    (1536, 1000000000)
    """
    if isinstance(amount, int) and not isinstance(amount, bool) and amount > 0:
        return amount
    text = amount.lower() if isinstance(amount, str) else ""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", text)
    if found and found[2] in UNITS and 0 < float(found[1]) < inf:
        return int(float(found[1]) * UNITS[found[2]])
    raise BadInput(
        spelled(amount),
        where=where,
        rule="an amount of memory is a number of bytes, or a text with a unit",
        fix=("Pass e.g. ", Setting(where.removeprefix("--"), "16 GiB")),
    )


def bytes_text(count: float) -> str:
    """An amount of memory as a person reads it.

    >>> bytes_text(1536), bytes_text(20)
    ('1.5 KiB', '20 bytes')
    """
    if count >= READABLE:
        return f"{power_text(int(count))} bytes"
    if count < 1024:
        return f"{count:,.0f} bytes"
    units = ("KiB", "MiB", "GiB", "TiB", "PiB")
    for unit in units:
        count /= 1024
        if count < 1024 or unit == units[-1]:
            return f"{count:,.1f} {unit}"
    raise AssertionError


def count_text(count: int) -> str:
    """A count as a person reads it; one that nobody reads digit by digit as a power of ten.

    >>> count_text(1234567), count_text(3 * 10**5000)
    ('1,234,567', 'about 10^5000')
    """
    return f"{count:,}" if abs(count) < READABLE else f"about 10^{round(log10(count))}"


def power_text(count: int) -> str:
    """A number as a person says it who does not know its digits.

    >>> power_text(4_531_985_219_092), power_text(161_029), power_text(12)
    ('4.5·10¹²', '160,000', '12')
    """
    if count < 100:
        return str(count)
    power = int(log10(count))
    leading = round(10 ** (log10(count) - power), 1)
    if power < FEW_DIGITS:
        return f"{round(leading * 10) * 10 ** (power - 1):,}"
    return f"{leading}·10{str(power).translate(SUPERSCRIPT)}"


def resident() -> int:
    """What this process holds now; where the system does not say, the most that it has held.

    A browser and Windows say neither, so that work there is bounded by its budget of states alone.
    """
    try:
        told = os.open("/proc/self/statm", os.O_RDONLY)  # `open` takes ten times as long
        try:
            return int(os.read(told, 100).split()[1]) * os.sysconf("SC_PAGE_SIZE")
        finally:
            os.close(told)
    except OSError:
        pass
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return 0
    return getrusage(RUSAGE_SELF).ru_maxrss


class HeldMemory:
    """What a piece of work has taken so far, and the limit that it keeps to.

    Without a limit that is a share of what is free, which small work does not ask the system for.
    """

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.before = resident()
        self.bytes = 0

    @property
    def is_too_much(self) -> bool:
        """Look again; whether the limit is passed."""
        self.bytes = resident() - self.before
        if self.limit is None and self.bytes > HEAVY:
            self.limit = self.bytes + free_memory()
        return self.limit is not None and self.bytes > self.limit

    def has_room_for(self, more: int) -> bool:
        """Whether so many bytes fit beside what was held at the last look."""
        if self.limit is None and self.bytes + more > HEAVY:
            self.limit = self.bytes + free_memory()
        return self.limit is None or self.bytes + more <= self.limit


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory(root: str = "/") -> int:
    """The share of the free memory that may be used: the machine's, the container's, our own."""
    told = [*_machine_free(root), *_container_free(root), *_address_space_left(root)]
    return int(MEMORY_SHARE * max(0, min(told))) if told else int(MEMORY_SHARE * all_memory(root))


def all_memory(root: str = "/") -> int:
    """What the machine has, or the container, where there is a limit; Windows does not say."""
    machine = UNTOLD
    if hasattr(os, "sysconf"):
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([machine, *(limit for limit, *_ in _container_limits(root))])


def _machine_free(root: str) -> Iterator[int]:
    for line in _read(root, "proc/meminfo").splitlines():
        if line.startswith("MemAvailable"):
            yield 1024 * int(line.split()[1])


def _container_free(root: str) -> Iterator[int]:
    """What is left of every limit; files that were read count as free, as the kernel drops them."""
    for limit, folder, name in _container_limits(root):
        used = _read(root, f"{folder}/{name}").strip()
        if used.isdecimal():
            yield limit - int(used) + _cached(root, folder)


def _cached(root: str, folder: str) -> int:
    for line in _read(root, f"{folder}/memory.stat").splitlines():
        name, _, count = line.partition(" ")
        if name in ("inactive_file", "total_inactive_file") and count.isdecimal():
            return int(count)
    return 0


def _container_limits(root: str) -> Iterator[tuple[int, str, str]]:
    """Limits of our control group and of all above it, their folders, and where their use is said.

    A container often sees its own group as the topmost folder, whatever its name outside: that
    folder is looked at in any case.
    """
    for line in _read(root, "proc/self/cgroup").splitlines():
        number, kinds, path = [*line.split(":", 2), "", ""][:3]
        if number == "0" and not kinds:
            top, name, used = UNIFIED, "memory.max", "memory.current"
        elif "memory" in kinds.split(","):
            top, name = f"{UNIFIED}/memory", "memory.limit_in_bytes"
            used = "memory.usage_in_bytes"
        else:
            continue
        for folder in _upwards(top, path):
            limit = _read(root, f"{folder}/{name}").strip()
            if limit.isdecimal() and 0 < int(limit) < UNLIMITED_BYTES:
                yield int(limit), folder, used


def _upwards(top: str, path: str) -> Iterator[str]:
    parts = [part for part in path.split("/") if part not in ("", "..")]
    for count in range(len(parts), -1, -1):
        yield "/".join([top, *parts[:count]])


def _address_space_left(root: str) -> Iterator[int]:
    """What `ulimit -v` leaves."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit
    except ImportError:  # not on every system
        return
    limit, used = getrlimit(RLIMIT_AS)[0], _read(root, "proc/self/statm").split()
    if limit != RLIM_INFINITY and used:
        yield (limit - int(used[0]) * os.sysconf("SC_PAGE_SIZE")) // RESERVED


def _read(root: str, path: str) -> str:
    """A small file of the system; nothing where there is none."""
    try:
        with open(os.path.join(root, path), encoding="ascii", errors="replace") as told:
            return told.read()
    except OSError:
        return ""
