"""Packages that are installed for those who use them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from zermelo.errors import Unavailable


def needed(package: str, where: str) -> ModuleType:
    """An optional package, or an error that says how to install it."""
    try:
        return import_module(package)
    except ImportError:
        name = package.partition(".")[0]
        raise Unavailable(
            f"{name} is not installed",
            where=where,
            rule=f"{where}() needs it",
            fix="Run pip install 'zermelo[data]'",
        ) from None
