"""A game's own rules as machine code: translated, compiled by numba, kept on disk.

`staging` carries the rules out on values that stand for code, which writes the code; `translate`
makes a module of it, with what `states` writes to take keys apart and put them together; `forms`
and `layout` say how states are packed into keys; `build` writes and loads the file; `machine` runs
it. What stops a translation is named with its line and a way to write it.
"""
