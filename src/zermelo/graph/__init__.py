"""Games as graphs: asking the rules, numbered states, the moves between them."""
