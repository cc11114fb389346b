"""Whether something was piped into the program; asked without waiting, and without reading it."""

from __future__ import annotations

import os
import stat
import sys


def input_waits() -> bool:
    """Whether a pipe or a file that was put before the program has something left to be read."""
    try:
        number = sys.stdin.fileno()
        mode = os.fstat(number).st_mode
        if stat.S_ISREG(mode):
            return os.fstat(number).st_size > os.lseek(number, 0, os.SEEK_CUR)
        return stat.S_ISFIFO(mode) and _bytes_in_pipe(number) > 0
    except (AttributeError, OSError, ValueError):  # closed, or not of the system
        return False


def _bytes_in_pipe(number: int) -> int:
    """Asked without waiting; 0 where the system does not say."""
    try:
        from fcntl import ioctl
        from termios import FIONREAD
    except ImportError:
        return 0
    return int.from_bytes(ioctl(number, FIONREAD, bytes(4)), sys.byteorder)
