"""Methods for games that declare their shape: closed forms and whole families at machine speed.

Each has a plain path for small inputs and for numbers that no machine type holds, and most have a
compiled one, taken only when a bound proves that nothing can overflow.
"""
