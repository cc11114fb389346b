"""The words that users write with: games, moves, sums, shapes, exact numbers."""
