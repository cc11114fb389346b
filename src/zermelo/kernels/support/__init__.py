"""What translated rules call, one file for each kind of thing; `base` says how memory is laid out.

The functions that a game's code calls are written in front of it, behind the head of `base`, so
that one file holds all that its cache depends on. A file calls what stands in front of it here.
"""

SUPPORT = ("base", "arithmetic", "rows", "memory", "sets", "strings")
