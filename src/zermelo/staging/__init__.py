"""An online partial evaluator for Python: the functions of a program, and some of its values known
now → the residual program, whose text numba compiles.

The functions are carried out once with symbolic values. What is static (known now: the fields of an
object, the length of a tuple) is worked out and leaves no trace; what is dynamic (known only when
the code runs: a state) becomes code. Functions are inlined, or specialized to the shapes of their
arguments; short loops are unrolled; where branches join, a name that may stand for several values
gets variables of its own, as a φ of static single assignment form does. Something that is learned
too late (a list grows) makes the translation start over, until nothing new is learned.

    source       a function read back as syntax, and `Refused`: what, where, the way out
    syntax       questions about syntax alone, answered once; `liveness`: names read later
    values       the abstract values; `value_shapes`: what two can share; `arithmetic`: intervals
    constants    the constant pool: long rows of numbers, laid at the front of the arena `mem`
    emitter      the lines of the residual program, its loops and the jumps out of them
    stage        the door: `stage(write)` gives the residual program, or raises `Refused`
    scope        the environment of one function; each class on top of it knows one part of Python:

    Scope → Arena → Sequences → Looping → Comparing → Expressions → Comprehensions → Statements
          → Methods → Routines → Calls

with `folding` and `functions` for what is built in. See Jones, Gomard and Sestoft, "Partial
Evaluation and Automatic Program Generation" (1993).
"""
