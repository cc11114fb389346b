"""A game's own rules as machine code: translated, compiled by numba, kept on disk.

`translate` has `staging`, a partial evaluator, write the residual program of each rule, and makes a
module of them with what `key_reader`, `state_shaper` and `key_writer` write; `state_forms`
and `layout` say how states are packed into keys; `build` writes and loads the file; `machine` runs
it. What stops a translation is named with its line and a way to write it.
"""
