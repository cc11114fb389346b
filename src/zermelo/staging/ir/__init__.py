"""The intermediate form: what translated functions are before they are text for a machine.

code      expressions, statements and functions, and how they print
passes    what is done to them: rounds of loops are counted, what nobody needs is left out
tidy      copies, known results and unread variables are cleared away
text      the functions as Python that numba compiles
"""
