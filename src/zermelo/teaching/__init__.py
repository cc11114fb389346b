"""Learning from a solved game: models on cards, patterns and their clues, judged solutions."""
