"""A game's own rules as machine code: translated, compiled by numba, kept on disk.

source → values → frame → sequences → expressions → statements → calls → translate → machine

`source` reads a function's text; `values` are what is known of a value while code is written;
`frame` holds names and code; the next four carry out the rules on such values, which writes the
code; `translate` makes the module; `layout` packs states into keys; `build` writes and loads the
file; `machine` runs it. What stops a translation is named with its line and a way to write it.
"""
