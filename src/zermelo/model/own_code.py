"""Which line of a user's own code took part in an error."""

from __future__ import annotations

import sysconfig
from pathlib import Path

ZERMELO = Path(__file__).resolve().parents[1]
PYTHON = Path(sysconfig.get_paths()["stdlib"]).resolve()


def users_line(error: BaseException | None) -> tuple[Path, int] | None:
    """File and line of the last of a user's own code that took part in an error.

    Code of Zermelo, of Python's library and of installed packages is not a user's own.
    """
    found, trace = None, None if error is None else error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if _is_users(path):
            found = path, trace.tb_lineno
        trace = trace.tb_next
    return found


def _is_users(path: Path) -> bool:
    whole = path.resolve()
    is_installed = "site-packages" in whole.parts
    return whole.suffix == ".py" and not is_installed and not {ZERMELO, PYTHON} & {*whole.parents}
