"""A table that lasts: a file of positions with their values, read by look-up.

docs/tables.md describes the file. Nothing is loaded whole: it is mapped into memory.
"""
