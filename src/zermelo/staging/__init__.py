"""Python rules → code: a small compiler that knows nothing of games.

Rules are carried out once on abstract values (partial evaluation): what is static, known beforehand
(the game's own fields, the length of a tuple), is worked out and leaves no trace; what is dynamic,
known only when the code runs (a state), becomes code. Functions are inlined, or specialized to the
shapes of their arguments; short loops are unrolled; where branches join, a name that may stand for
several values gets variables of its own, as a φ of static single assignment form does. Something
that is learned too late (a list grows, a name is of two kinds) makes the translation start over,
until nothing new is learned.

    stage     the door: `stage(write, program)` gives the program, or raises `Refused`
    modules   what functions of Python's modules do: built-in ones, itertools, …
    walk      the syntax of the rules: statements, expressions, loops, calls
    types     what values of Python's types can do, one file for each type
    builder   abstract values, the arena, and the scope that is handed around while code is written
    reading   a function read back as syntax; `Refused`: what, where, the way out
    ir        the intermediate form, passes over it, and its text for numba

Each imports from those below it alone. A new method of a type is a declared row in its file of
`types`, a new function one in `modules`. See Jones, Gomard and Sestoft, "Partial Evaluation and
Automatic Program Generation" (1993).
"""
