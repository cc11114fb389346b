"""What writes code: values that stand for it, the arena, and the scope that is handed around.

values       what is known of a value while code is written; `Known`, numbers, atoms; shapes
sequences    tuples, strings, lists, sets, dicts and records, in variables and in the arena
iterators    ranges, zips, generators: what can be gone through and is no thing of its own
unions       one of several kinds; `ignored`: what nobody asks for
constants    the constant pool; `lifting`: constants as values
program      a program while it is written, and what earlier attempts learned
output       the code of one function: blocks, loops and the ways out of them
arena        sequences in memory: laid out, filled, read
scope        the names of one function, and where branches join; handed to everyone as `b`
operations   Python's operators as declared rows, and how they are found
"""
