"""Python's own meaning on values of which only some is known: what is known disappears, the rest
becomes code.

`source` reads a function's text, `syntax` answers what its text alone tells (`liveness`: which
names are read later); `values` are what is known
of a value (`arithmetic` keeps its bounds); `page` holds the code, `memory` the game's long rows. A
`Frame` has names; the classes on top of it each know one part of the language:

    Frame → Rows → Sequences → Looping → Comparing → Expressions → Comprehensions → Statements
          → Lists → Routines → Calls

with `folding` and `functions` for what is built in.
"""
