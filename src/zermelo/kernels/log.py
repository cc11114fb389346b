"""Where the library says what it waits for and what it did without: logs, nothing printed.

A program that wants to see them adds a handler to "zermelo"; without one they go nowhere.
"""

from logging import NullHandler, getLogger

getLogger("zermelo").addHandler(NullHandler())
CACHE = getLogger("zermelo.cache")
COMPILING = getLogger("zermelo.compiling")
PROGRESS = getLogger("zermelo.progress")
