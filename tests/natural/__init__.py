"""Rules as users write them who know nothing of how a game is solved.

`natural.facts` has the table of what is expected, and larger instances; `natural.brute` a solver
of its own to hold against the library.
"""
