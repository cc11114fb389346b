"""Reading rules: their text as syntax, and what syntax alone tells."""
