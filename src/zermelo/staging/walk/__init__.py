"""Going through the rules: statements, expressions, loops, calls."""
