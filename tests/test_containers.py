"""Limits of containers: control groups of both versions, and `ulimit -v`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from programs import python
from zermelo.limits.amounts import MEMORY_SHARE, all_memory, free_memory

GIB = 2**30
MEMINFO = f"MemTotal: 999999999 kB\nMemAvailable: {64 * GIB // 1024} kB\n"


def machine(root: Path, group: str, **files: str) -> str:
    """A root folder of a machine with 64 GiB free, and these files under /sys/fs/cgroup."""
    told = {"proc/meminfo": MEMINFO, "proc/self/cgroup": group, "proc/self/statm": "0 0 0"}
    told |= {f"sys/fs/cgroup/{name}": text for name, text in files.items()}
    for name, text in told.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="ascii")
    return str(root)


def test_without_a_limit_the_machine_counts(tmp_path: Path) -> None:
    root = machine(tmp_path, "0::/\n", **{"memory.max": "max\n", "memory.current": "5\n"})
    assert free_memory(root) == int(MEMORY_SHARE * 64 * GIB)


def test_the_limit_of_version_2_is_kept(tmp_path: Path) -> None:
    files = {"job/memory.max": f"{2 * GIB}\n", "job/memory.current": f"{GIB}\n"}
    root = machine(tmp_path, "0::/job\n", **files)
    assert free_memory(root) == int(MEMORY_SHARE * GIB)
    assert all_memory(root) <= 2 * GIB


def test_the_limit_of_version_1_is_kept(tmp_path: Path) -> None:
    files = {
        "memory/docker/abc/memory.limit_in_bytes": f"{2 * GIB}\n",
        "memory/docker/abc/memory.usage_in_bytes": f"{GIB}\n",
        "memory/memory.limit_in_bytes": f"{(1 << 63) - 4096}\n",
    }
    root = machine(tmp_path, "5:cpu:/\n4:memory:/docker/abc\n", **files)
    assert free_memory(root) == int(MEMORY_SHARE * GIB)


def test_a_group_above_may_have_the_lower_limit(tmp_path: Path) -> None:
    files = {
        "outer/inner/memory.max": f"{8 * GIB}\n",
        "outer/inner/memory.current": "0\n",
        "outer/memory.max": f"{3 * GIB}\n",
        "outer/memory.current": f"{2 * GIB}\n",
    }
    assert free_memory(machine(tmp_path, "0::/outer/inner\n", **files)) == int(MEMORY_SHARE * GIB)


def test_a_container_that_sees_its_group_at_the_top_finds_the_limit(tmp_path: Path) -> None:
    files = {"memory.max": f"{2 * GIB}\n", "memory.current": f"{GIB}\n"}
    assert free_memory(machine(tmp_path, "0::/../../named/outside\n", **files)) == int(
        MEMORY_SHARE * GIB
    )


def test_files_that_were_read_count_as_free(tmp_path: Path) -> None:
    files = {
        "memory.max": f"{2 * GIB}\n",
        "memory.current": f"{2 * GIB}\n",
        "memory.stat": f"anon 7\ninactive_file {GIB}\n",
    }
    assert free_memory(machine(tmp_path, "0::/\n", **files)) == int(MEMORY_SHARE * GIB)


def test_a_group_that_is_full_leaves_nothing(tmp_path: Path) -> None:
    files = {"memory.max": f"{GIB}\n", "memory.current": f"{2 * GIB}\n"}
    assert free_memory(machine(tmp_path, "0::/\n", **files)) == 0


def test_a_system_that_says_nothing_is_asked_for_its_memory(tmp_path: Path) -> None:
    assert free_memory(str(tmp_path)) == int(MEMORY_SHARE * all_memory(str(tmp_path)))


@pytest.mark.skipif(sys.platform != "linux", reason="ulimit -v does nothing elsewhere")
def test_a_limit_of_addresses_is_kept() -> None:
    script = (
        "import resource as r; r.setrlimit(r.RLIMIT_AS, (1 << 31, 1 << 31))\n"
        "from zermelo.limits.amounts import free_memory; print(free_memory())"
    )
    assert 0 < int(python(script)) < 2**31 // 8
