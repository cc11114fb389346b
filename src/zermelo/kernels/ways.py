"""How functions are compiled: by the short way, where this numba is one that it was tried with.

The short way leans on numba's inside, which may be another one in another version; there, numba's
own way gives the same code, later.
"""

from __future__ import annotations

import numba

TRIED = ("0.68.",)


def pipeline(name: str) -> dict[str, object]:
    """The option of `njit` for functions that machine code (`Inner`) or Python (`Outer`) calls."""
    if not numba.__version__.startswith(TRIED):
        return {}
    from zermelo.kernels import short_way  # only where its names are there

    return {"pipeline_class": getattr(short_way, name)}
