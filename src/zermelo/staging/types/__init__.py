"""One file for each of Python's types: what its values can do, as declared rows."""
