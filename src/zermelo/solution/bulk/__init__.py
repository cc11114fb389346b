"""Answers about many positions at once: counts, selections, arrays, tables of other programs.

Everything is read off a graph and its columns by numpy, stretch by stretch; the rules are not
asked.
"""
