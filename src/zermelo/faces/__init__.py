"""Faces: the command line, pages and pictures; they only ask the library."""
