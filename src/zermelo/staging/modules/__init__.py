"""Functions of Python's own modules, as declared rows."""
